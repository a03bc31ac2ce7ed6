// wt_coalesce: forms one memory request a cycle from the pending lanes of the LSU.
//
// Latency   0 cycles; nothing is computed unless the request register takes the result at this edge.
// State     none.
// Model     cmodel/mem/wt_coalesce.c      Doc  docs/blocks/mem/wt_coalesce.md
`default_nettype none
module wt_coalesce (
  input  wire logic                                  clk,
  input  wire logic                                  rst_n,
  // from lsu: the instruction being worked on
  input  wire logic                                  lsu_cq,
  input  wire logic                                  lsu_req_valid,
  input  wire logic [wt_pkg::ACC_LANES-1:0]          lsu_pend,
  input  wire logic [wt_pkg::ACC_LANES*64-1:0]       lsu_addr,
  input  wire logic [4*wt_pkg::ACC_LANES*32-1:0]     lsu_data,
  input  wire logic [2:0]                            lsu_mop,
  input  wire logic [2:0]                            lsu_sz,
  input  wire logic [3:0]                            lsu_aop,
  // constants of the run
  input  wire logic [1:0]                            cfg_seg,
  input  wire logic                                  cfg_beat,
  // from the memory environment
  input  wire logic                                  env_mem_ready,
  // from the first-level cache, if there is one
  input  wire logic                                  l1d_ready,
  output logic                                       coal_valid,
  output logic [wt_pkg::ACC_LANES-1:0]               coal_lanes,
  output logic [56:0]                                coal_line,
  output logic [127:0]                               coal_bmask,
  output logic [1023:0]                              coal_data
);
  localparam int unsigned N = wt_pkg::ACC_LANES;
  localparam int unsigned LN = wt_pkg::LANES;

  logic atomic, store;
  assign atomic = lsu_mop == wt_pkg::MEM_ATOM || lsu_mop == wt_pkg::MEM_RED;
  assign store = lsu_mop == wt_pkg::MEM_STORE;
  logic port_ready;
  assign port_ready = wt_pkg::L1_BYTES != 0 ? l1d_ready : env_mem_ready;
  assign coal_valid = lsu_cq && (!lsu_req_valid || port_ready);  // R1

  // Lowest pending lane, its line and half or quarter of it, the lanes that may join it, and those that do
  logic [N-1:0] low;
  wt_first #(.N(N)) u_low (.x(coal_valid ? lsu_pend : '0), .oh(low));
  logic [1:0] part;  // address bits 6:5 of the lowest lane
  logic [N-1:0] may;
  always_comb begin
    coal_line = 57'd0;
    coal_lanes = '0;
    part = 2'd0;
    may = '0;
    if (coal_valid) begin
      for (int unsigned l = 0; l < N; l++) part = part | (lsu_addr[l*64+5 +: 2] & {2{low[l]}});
      // R3
      for (int unsigned b = 0; b < N / LN; b++)
        may[b*LN +: LN] = lsu_pend[b*LN +: LN] & {LN{!cfg_beat || |low[b*LN +: LN]}};
      for (int unsigned l = 0; l < N; l++) coal_line = coal_line | (lsu_addr[l*64+7 +: 57] & {57{low[l]}});  // R2
      for (int unsigned l = 0; l < N; l++)
        // R3
        coal_lanes[l] = may[l] && lsu_addr[l*64+7 +: 57] == coal_line &&
            (cfg_seg == 2'd0 || lsu_addr[l*64+6] == part[1]) &&
                        (cfg_seg != 2'd2 || lsu_addr[l*64+5] == part[0]);
      if (atomic) coal_lanes = low;  // R5
    end
  end

  // R4
  // Bytes in the line. An aligned access stays in one of eight groups of 16 bytes: spread within it, then put in place.
  logic [15:0] size_be;
  always_comb begin
    case (lsu_sz)  // R4
      3'd0, 3'd1: size_be = 16'h0001;
      3'd2, 3'd3: size_be = 16'h0003;
      3'd4: size_be = 16'h000f;
      3'd5: size_be = 16'h00ff;
      default: size_be = 16'hffff;
    endcase
  end

  logic [N*16-1:0] be;  // bytes of every lane in its group
  logic [8*N-1:0] in;   // lanes of the request in every group
  logic [3:0] at;
  always_comb begin
    coal_bmask = 128'd0;
    be = '0;
    in = '0;
    at = 4'd0;
    if (coal_valid) begin
      for (int unsigned l = 0; l < N; l++) begin
        at = lsu_addr[l*64 +: 4];
        case (lsu_sz)
          3'd0, 3'd1: ;
          3'd2, 3'd3: at[0] = 1'b0;
          3'd4: at[1:0] = 2'd0;
          3'd5: at[2:0] = 3'd0;
          default: at = 4'd0;
        endcase
        be[l*16 +: 16] = size_be << at;
      end
      for (int unsigned g = 0; g < 8; g++) begin
        for (int unsigned l = 0; l < N; l++) in[g*N + l] = coal_lanes[l] & (lsu_addr[l*64+4 +: 3] == 3'(g));
        for (int unsigned l = 0; l < N; l++)
          coal_bmask[g*16 +: 16] = coal_bmask[g*16 +: 16] | (be[l*16 +: 16] & {16{in[g*N + l]}});
      end
    end
  end

  // R6: Stores: what every lane writes, spread over its group. Each group takes every byte from the highest of its
  // lanes that has it.
  logic [N*128-1:0] spread;
  logic storing;
  assign storing = coal_valid && store;  // R6
  always_comb begin
    spread = '0;
    if (storing)
      for (int unsigned l = 0; l < N; l++)
        case (lsu_sz)
          3'd0, 3'd1: spread[l*128 +: 128] = {16{lsu_data[l*32 +: 8]}};
          3'd2, 3'd3: spread[l*128 +: 128] = {8{lsu_data[l*32 +: 16]}};
          3'd4: spread[l*128 +: 128] = {4{lsu_data[l*32 +: 32]}};
          3'd5: spread[l*128 +: 128] = {2{lsu_data[(N+l)*32 +: 32], lsu_data[l*32 +: 32]}};
          default: spread[l*128 +: 128] = {lsu_data[(3*N+l)*32 +: 32], lsu_data[(2*N+l)*32 +: 32],
              lsu_data[(N+l)*32 +: 32],
                                           lsu_data[l*32 +: 32]};
        endcase
  end
  logic [1023:0] stored;
  logic [127:0] any;
  for (genvar g = 0; g < 8; g++) begin : g_group
    wt_overlay #(.N(N), .B(16)) u_bytes (
      .on(in[g*N +: N] & {N{storing}}), .has(be), .value(spread), .any(any[g*16 +: 16]), .word(stored[g*128 +: 128])
    );
  end

  // R5: Atomics: the operands of the one lane
  logic [127:0] opnd;
  logic wide, cas;
  assign wide = lsu_sz == 3'd5;
  assign cas = lsu_aop == 4'd9;
  always_comb begin
    opnd = 128'd0;
    if (coal_valid && atomic)
      for (int unsigned l = 0; l < N; l++)
        opnd = opnd | ({lsu_data[(3*N+l)*32 +: 32], lsu_data[(2*N+l)*32 +: 32], lsu_data[(N+l)*32 +: 32],
            lsu_data[l*32 +: 32]} &
                       {{32{low[l] & cas & wide}}, {32{low[l] & cas}}, {32{low[l] & wide}}, {32{low[l]}}});  // R5
  end
  assign coal_data = stored | {896'd0, opnd};

  logic unused_ok;
  assign unused_ok = &{1'b0, clk, rst_n, any};
`ifndef SYNTHESIS
  AskedHasLanes_A: assert property (@(posedge clk) disable iff (!rst_n) lsu_cq |-> lsu_pend != '0);
  SomeLane_A: assert property (@(posedge clk) disable iff (!rst_n) coal_valid |-> coal_lanes != '0);
  LanesArePending_A: assert property (@(posedge clk) disable iff (!rst_n) (coal_lanes & ~lsu_pend) == '0);
`endif
endmodule
`default_nettype wire
