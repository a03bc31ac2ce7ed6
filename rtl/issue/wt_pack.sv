// wt_pack: PACK=on: cuts an instruction into as few beats as its threads need.
//
// Latency   0 cycles from sched_sel. All outputs are 0 while no beat for a collector issues.
// State     left_q: threads of the instruction in progress that have not issued.
// Model     cmodel/issue/wt_pack.c      Doc  docs/blocks/issue/wt_pack.md
`default_nettype none
module wt_pack (
  input  wire logic                            clk,
  input  wire logic                            rst_n,
  input  wire logic                            sched_sel_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       sched_sel_warp,
  input  wire logic [wt_pkg::BEAT_W-1:0]       sched_sel_beat,
  input  wire logic                            sched_sel_first,
  input  wire logic                            sched_sync,
  input  wire logic                            sched_index,
  input  wire logic [wt_pkg::UOP_W-1:0]        ibuffer_uop,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]   cfu_mask,
  input  wire logic [7*wt_pkg::SLOT_LANES-1:0] pred_p,
  output logic [wt_pkg::BROWS_W-1:0]           pack_beat,
  output logic [wt_pkg::LANES-1:0]             pack_mask,
  output logic                                 pack_pop
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned BT = wt_pkg::BEATS;
  localparam int unsigned BEAT_W = wt_pkg::BEAT_W;

  `include "rows/wt_pack_state.svh"

  wt_pkg::uop_t u;
  logic         active, by_rows;
  assign u = ibuffer_uop;
  assign active = sched_sel_valid && !sched_sync && !sched_index && u.unit < wt_pkg::UNIT_W'(wt_pkg::UNITS);  // R1
  // R3: it looks at other lanes, or hands one value of a lane to control flow or a uniform register
  assign by_rows = u.unit == wt_pkg::U_SHFL || u.op == wt_pkg::I_R2UR || u.op == wt_pkg::I_BMOV_BR ||
      u.op == wt_pkg::I_WARPSYNC_R || u.op == wt_pkg::I_BAR_RR || u.op == wt_pkg::I_BAR_RI || u.op == wt_pkg::I_BAR_IR;

  // R2: threads on the path whose guard holds
  logic [WS-1:0] guard, exec, from;
  always_comb begin
    guard = {WS{1'b1}};
    for (int p = 0; p < 7; p++) if (u.lo[14:12] == 3'(p)) guard = pred_p[p*WS +: WS];
    exec = cfu_mask & (guard ^ {WS{u.lo[15]}});
  end
  assign from = sched_sel_first ? exec : left_q;

  // R4: of every lane the thread that is left in the lowest row
  logic [WS-1:0]        rest;
  logic [BT*LN-1:0]     first;   // row b: lanes whose thread lies there
  logic [LN*BEAT_W-1:0] row;
  logic [LN-1:0]        some;
  for (genvar l = 0; l < LN; l++) begin : g_lane
    logic [BT-1:0] column, oh;
    for (genvar b = 0; b < BT; b++) begin : g_row
      assign column[b] = from[b*LN + l];
      assign first[b*LN + l] = oh[b];
    end
    wt_first #(.N(BT)) u_first (.x(column), .oh);
    assign some[l] = column != '0;
    always_comb begin
      row[l*BEAT_W +: BEAT_W] = '0;
      for (int b = 0; b < BT; b++) if (oh[b]) row[l*BEAT_W +: BEAT_W] = row[l*BEAT_W +: BEAT_W] | BEAT_W'(b);
    end
  end
  assign rest = from & ~first;

  always_comb begin
    pack_beat = '0;  // R1
    pack_mask = '0;
    pack_pop = 1'b0;
    left_d = left_q;
    if (sched_sel_valid) left_d = '0;  // R6
    if (active && by_rows) begin  // R3
      pack_beat = wt_pkg::BROWS_W'({LN{sched_sel_beat}});
      for (int b = 0; b < BT; b++) if (sched_sel_beat == BEAT_W'(b)) pack_mask = exec[b*LN +: LN];
      pack_pop = 32'(sched_sel_beat) == BT - 1;
    end else if (active) begin
      pack_beat = wt_pkg::BROWS_W'(row);  // R4
      pack_mask = some;
      pack_pop = rest == '0;  // R5
      left_d = rest;          // R6
    end
  end

  logic unused_bits;
  assign unused_bits = &{1'b0, u, sched_sel_warp};
`ifndef SYNTHESIS
  EveryBeatHasLanes_A: assert property (@(posedge clk) disable iff (!rst_n)
    active && !by_rows && !sched_sel_first |-> pack_mask != '0);
  PopLeavesNobody_A: assert property (@(posedge clk) disable iff (!rst_n) pack_pop |=> left_q == '0);
`endif
endmodule
`default_nettype wire
