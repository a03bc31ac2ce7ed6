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
  localparam int unsigned SMEM_BANKS = wt_pkg::SMEM_BANKS;
  localparam int unsigned SMBANK_W = wt_pkg::SMBANK_W;
  localparam int unsigned SMROW_W = wt_pkg::SMROW_W;

  // R2: atomics: one lane at a time
  logic [N-1:0] lowest, pend;
  wt_first #(.N(N)) u_lowest (.x(lsu_pend), .oh(lowest));
  assign pend = lsu_mop == wt_pkg::MEM_ATOM ? lowest : lsu_pend;

  // ---- what each lane asks for, and what it would write ----
  logic                  writes;
  logic [N*SMBANK_W-1:0] lane_bank;
  logic [N*SMROW_W-1:0]  lane_row;
  logic [N*4-1:0]        lane_be;
  logic [N*32-1:0]       lane_data;
  logic [29:0]           word;
  logic [31:0]           data;
  assign writes = lsu_swr || lsu_mop == wt_pkg::MEM_STORE;  // R3, R4
  always_comb begin
    lane_bank = '0;
    lane_row = '0;
    lane_be = '0;
    lane_data = '0;
    word = 30'd0;
    data = 32'd0;
    if (lsu_sq) begin
      for (int unsigned l = 0; l < N; l++) begin
        word = lsu_addr[l*64+2 +: 30] + 30'(lsu_k);
        lane_bank[l*SMBANK_W +: SMBANK_W] = word[SMBANK_W-1:0];  // R1
        lane_row[l*SMROW_W +: SMROW_W] = SMROW_W'(word >> SMBANK_W) + lsu_sbase;  // R1
        if (writes) begin
          data = lsu_swr ? lsu_sval : lsu_data[(32'(lsu_k)*N + l)*32 +: 32];  // R3, R4
          case (lsu_sz)  // R4
            3'd0, 3'd1: begin
              lane_be[l*4 +: 4] = 4'b0001 << lsu_addr[l*64 +: 2];
              lane_data[l*32 +: 32] = {4{data[7:0]}};
            end
            3'd2, 3'd3: begin
              lane_be[l*4 +: 4] = lsu_addr[l*64+1] ? 4'b1100 : 4'b0011;
              lane_data[l*32 +: 32] = {2{data[15:0]}};
            end
            default: begin
              lane_be[l*4 +: 4] = 4'b1111;
              lane_data[l*32 +: 32] = data;
            end
          endcase
        end
      end
    end
  end

  // ---- what each bank serves: the row of its lowest lane ----
`ifdef VERILATOR
  // A simulator is faster with one walk over the lanes; `make lint` proves both texts equal on tiny.
  logic [SMBANK_W-1:0] bank;
  logic [31:0]         bits;
  always_comb begin
    smem_lanes = '0;
    smem_en = '0;
    smem_row = '0;
    smem_wbe = '0;
    smem_wdata = '0;
    bank = '0;
    bits = 32'd0;
    if (lsu_sq) begin
      for (int unsigned l = 0; l < N; l++) begin
        if (pend[l]) begin
          bank = lane_bank[l*SMBANK_W +: SMBANK_W];
          if (!smem_en[bank]) begin  // R2
            smem_en[bank] = 1'b1;
            for (int unsigned b = 0; b < SMEM_BANKS; b++)
              if (bank == SMBANK_W'(b)) smem_row[b*SMROW_W +: SMROW_W] = lane_row[l*SMROW_W +: SMROW_W];
          end
          smem_lanes[l] = smem_row[32'(bank)*SMROW_W +: SMROW_W] == lane_row[l*SMROW_W +: SMROW_W];  // R2
          if (smem_lanes[l] && writes) begin
            for (int unsigned k = 0; k < 4; k++) bits[k*8 +: 8] = {8{lane_be[l*4 + k]}};
            for (int unsigned b = 0; b < SMEM_BANKS; b++) begin
              if (bank == SMBANK_W'(b)) begin
                smem_wbe[b*4 +: 4] = smem_wbe[b*4 +: 4] | lane_be[l*4 +: 4];  // R4
                smem_wdata[b*32 +: 32] = (smem_wdata[b*32 +: 32] & ~bits) | (lane_data[l*32 +: 32] & bits);
              end
            end
          end
        end
      end
    end
  end
`else
  logic [SMEM_BANKS*N-1:0] served;
  for (genvar b = 0; b < SMEM_BANKS; b++) begin : g_bank
    logic [N-1:0]       mine, first, hit;
    logic [SMROW_W-1:0] row;
    always_comb begin
      mine = '0;
      if (lsu_sq)
        for (int unsigned l = 0; l < N; l++) mine[l] = pend[l] && lane_bank[l*SMBANK_W +: SMBANK_W] == SMBANK_W'(b);
    end
    wt_first #(.N(N)) u_first (.x(mine), .oh(first));  // R2
    always_comb begin
      row = '0;
      hit = '0;
      if (mine != '0) begin
        for (int unsigned l = 0; l < N; l++) row = row | (lane_row[l*SMROW_W +: SMROW_W] & {SMROW_W{first[l]}});
        for (int unsigned l = 0; l < N; l++) hit[l] = mine[l] && lane_row[l*SMROW_W +: SMROW_W] == row;  // R2
      end
    end
    assign smem_en[b] = mine != '0;  // R2
    assign smem_row[b*SMROW_W +: SMROW_W] = row;
    assign served[b*N +: N] = hit;
    wt_overlay #(.N(N), .B(4)) u_bytes (
      .on(writes ? hit : '0), .has(lane_be), .value(lane_data), .any(smem_wbe[b*4 +: 4]),
      .word(smem_wdata[b*32 +: 32])
    );  // R4
  end
  always_comb begin
    smem_lanes = '0;
    for (int unsigned b = 0; b < SMEM_BANKS; b++) smem_lanes = smem_lanes | served[b*N +: N];
  end
`endif

  logic unused_ok;
  assign unused_ok = &{1'b0, clk, rst_n, lsu_addr};
`ifndef SYNTHESIS
  AskedHasLanes_A: assert property (@(posedge clk) disable iff (!rst_n) lsu_sq |-> lsu_pend != '0);
  Progress_A: assert property (@(posedge clk) disable iff (!rst_n) lsu_sq |-> smem_lanes != '0);
  LanesArePending_A: assert property (@(posedge clk) disable iff (!rst_n) (smem_lanes & ~lsu_pend) == '0);
  for (genvar b = 0; b < SMEM_BANKS; b++) begin : g_rules
    WriteIsEnabled_A: assert property (@(posedge clk) disable iff (!rst_n) smem_wbe[b*4 +: 4] != 4'd0 |-> smem_en[b]);
  end
`endif
endmodule
`default_nettype wire
