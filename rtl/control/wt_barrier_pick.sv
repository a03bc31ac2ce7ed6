// wt_barrier_pick: those of some threads with the highest or the lowest pc, for the control-flow unit wt_barrier.
// Combinational; none: empty result.
// Doc       docs/blocks/control/wt_barrier.md
`default_nettype none
module wt_barrier_pick (
  input  wire logic [wt_pkg::SLOT_LANES-1:0]    among,
  input  wire logic                             high,  // 1: the highest pc, 0: the lowest
  input  wire logic [wt_pkg::SLOT_LANES*32-1:0] thread_pc_r,
  input  wire logic [4*wt_pkg::SLOT_LANES-1:0]  thread_at_r,  // planes: what a thread waits at
  output logic [wt_pkg::SLOT_LANES-1:0]         best,
  // those of best that wait at the same number as the lowest of them
  output logic [wt_pkg::SLOT_LANES-1:0]         same_at
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  logic [WS-1:0] first;
  logic [31:0]   unused_top;
  wt_max_tree #(.N(WS), .W(32)) u_best (.among, .value(high ? thread_pc_r : ~thread_pc_r), .best, .top(unused_top));
  wt_first #(.N(WS)) u_first (.x(best), .oh(first));
  always_comb begin
    same_at = best;
    for (int b = 0; b < 4; b++)
      if ((thread_at_r[b*WS +: WS] & first) != '0) same_at = same_at & thread_at_r[b*WS +: WS];
      else same_at = same_at & ~thread_at_r[b*WS +: WS];
  end
endmodule
`default_nettype wire
