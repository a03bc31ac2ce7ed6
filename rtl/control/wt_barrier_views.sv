// wt_barrier_views: what the lanes of a warp see in one B register of wt_barrier: one view for all of them, or one a
// lane. Combinational.
// Doc       docs/blocks/control/wt_barrier.md
`default_nettype none
module wt_barrier_views (
  input  wire logic [wt_pkg::VIEWS*wt_pkg::SLOT_LANES-1:0] row,  // participants, view i at i * SLOT_LANES
  input  wire logic [wt_pkg::VIEWS-1:0]                    used,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]               lane,  // one-hot or 0
  output logic [wt_pkg::SLOT_LANES-1:0]                    mask,  // what that lane sees
  output logic                                             valid,
  output logic [wt_pkg::SLOT_LANES-1:0]                    same,  // lanes that see the same barrier
  output logic [wt_pkg::SLOT_LANES-1:0]                    part   // lanes that take part in the barrier they see
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned V  = wt_pkg::VIEWS;
  logic [V-1:0] sel, same_v;
  assign sel = V == 1 ? V'(1) : V'(lane);
  assign valid = (sel & used) != '0;
  always_comb begin
    mask = '0;
    same_v = '0;
    for (int i = 0; i < V; i++) if (sel[i]) mask = mask | row[i*WS +: WS];
    for (int i = 0; i < V; i++) same_v[i] = V == 1 || (valid && used[i] && row[i*WS +: WS] == mask);
    same = V == 1 ? {WS{1'b1}} : WS'(same_v);
    for (int i = 0; i < WS; i++) part[i] = used[i % V] && row[(i % V)*WS + i];
  end
  logic unused_ok;  // the lane, with one view
  assign unused_ok = &{1'b0, lane};
endmodule
`default_nettype wire
