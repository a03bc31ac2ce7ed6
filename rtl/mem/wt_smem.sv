// wt_smem: shared memory arbiter: a conflict-free subset of the pending lanes, and the control of every bank.
//
// Latency   0 cycles. The lanes that are not served stay pending in the LSU and are tried again in the next cycle.
// State     none.
// Model     cmodel/mem/wt_smem.c      Doc  docs/blocks/mem/wt_smem.md
`default_nettype none
module wt_smem (
  input  wire logic                                              clk,
  input  wire logic                                              rst_n,
  // from lsu: the instruction being worked on
  input  wire logic                                              lsu_sq,
  input  wire logic [wt_pkg::ACC_LANES-1:0]                      lsu_pend,
  input  wire logic [wt_pkg::ACC_LANES*64-1:0]                   lsu_addr,
  input  wire logic [4*wt_pkg::ACC_LANES*32-1:0]                 lsu_data,
  input  wire logic [2:0]                                        lsu_mop,
  input  wire logic [2:0]                                        lsu_sz,
  input  wire logic [1:0]                                        lsu_k,
  input  wire logic [wt_pkg::SMROW_W-1:0]                        lsu_sbase,
  input  wire logic                                              lsu_swr,
  input  wire logic [31:0]                                       lsu_sval,
  output logic [wt_pkg::ACC_LANES-1:0]                           smem_lanes,
  output logic [wt_pkg::SMEM_BANKS-1:0]                          smem_en,
  output logic [wt_pkg::SMEM_BANKS*wt_pkg::SMROW_W-1:0]          smem_row,
  output logic [wt_pkg::SMEM_BANKS*4-1:0]                        smem_wbe,
  output logic [wt_pkg::SMEM_BANKS*32-1:0]                       smem_wdata
);
  localparam int unsigned N = wt_pkg::ACC_LANES;
  localparam int unsigned B = wt_pkg::SMEM_BANKS;
  localparam int unsigned BW = wt_pkg::SMBANK_W;
  localparam int unsigned RW = wt_pkg::SMROW_W;

  // Word k of the stores
  logic [N*32-1:0] word_data;
  logic store;
  // R2: atomics: one lane at a time
  logic [N-1:0] lowest, pend;
  wt_first #(.N(N)) u_lowest (.x(lsu_pend), .oh(lowest));
  assign pend = lsu_mop == wt_pkg::MEM_ATOM ? lowest : lsu_pend;
  always_comb begin
    store = lsu_sq && lsu_mop == wt_pkg::MEM_STORE;
    word_data = '0;
    if (store) begin
      case (lsu_k)
        2'd0: word_data = lsu_data[0 +: N*32];
        2'd1: word_data = lsu_data[N*32 +: N*32];
        2'd2: word_data = lsu_data[2*N*32 +: N*32];
        default: word_data = lsu_data[3*N*32 +: N*32];
      endcase
    end
  end

  logic [29:0] word;
  logic [BW-1:0] bank;
  logic [RW-1:0] row;
  logic [3:0] be;
  logic [31:0] bits, x;
  always_comb begin
    smem_lanes = '0;
    smem_en = '0;
    smem_row = '0;
    smem_wbe = '0;
    smem_wdata = '0;
    word = 30'd0;
    bank = '0;
    row = '0;
    be = 4'd0;
    bits = 32'd0;
    x = 32'd0;
    if (lsu_sq) begin
      for (int unsigned l = 0; l < N; l++) begin
        if (pend[l]) begin
          word = lsu_addr[l*64+2 +: 30] + 30'(lsu_k);  // R1
          bank = word[BW-1:0];
          row = RW'(word >> BW) + lsu_sbase;  // R1
          if (!smem_en[bank]) begin  // R2
            smem_en[bank] = 1'b1;
            for (int unsigned b = 0; b < B; b++)
              if (bank == BW'(b)) smem_row[b*RW +: RW] = row;
          end
          smem_lanes[l] = smem_row[32'(bank)*RW +: RW] == row;  // R2
          if ((store || lsu_swr) && smem_lanes[l]) begin  // R3, R4
            x = lsu_swr ? lsu_sval : word_data[l*32 +: 32];  // R3
            be = 4'b1111;
            case (lsu_sz)  // R4
              3'd0, 3'd1: begin
                x = {4{x[7:0]}};
                be = 4'b0001 << lsu_addr[l*64 +: 2];
              end
              3'd2, 3'd3: begin
                x = {2{x[15:0]}};
                be = lsu_addr[l*64+1] ? 4'b1100 : 4'b0011;
              end
              default: ;
            endcase
            bits = {{8{be[3]}}, {8{be[2]}}, {8{be[1]}}, {8{be[0]}}};
            for (int unsigned b = 0; b < B; b++) begin
              if (bank == BW'(b)) begin
                smem_wbe[b*4 +: 4] = smem_wbe[b*4 +: 4] | be;  // R4
                smem_wdata[b*32 +: 32] = (smem_wdata[b*32 +: 32] & ~bits) | (x & bits);
              end
            end
          end
        end
      end
    end
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, clk, rst_n, lsu_addr};
`ifndef SYNTHESIS
  AskedHasLanes_A: assert property (@(posedge clk) disable iff (!rst_n) lsu_sq |-> lsu_pend != '0);
  Progress_A: assert property (@(posedge clk) disable iff (!rst_n) lsu_sq |-> smem_lanes != '0);
  LanesArePending_A: assert property (@(posedge clk) disable iff (!rst_n) (smem_lanes & ~lsu_pend) == '0);
  for (genvar b = 0; b < B; b++) begin : g_bank
    WriteIsEnabled_A: assert property (@(posedge clk) disable iff (!rst_n) smem_wbe[b*4 +: 4] != 4'd0 |-> smem_en[b]);
  end
`endif
endmodule
`default_nettype wire
