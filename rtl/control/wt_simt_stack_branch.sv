// wt_simt_stack_branch: part of wt_simt_stack. The two sides of a divergent branch: where they meet, which one joins at
// once, which one runs first.
//
// Latency   combinational. order_first serves every step in which the top comes apart; the other outputs are read for
//           branches only.
// Doc       docs/blocks/control/wt_simt_stack.md, S6 and S7
`default_nettype none
module wt_simt_stack_branch (
  input  wire logic                          on,
  input  wire logic [1:0]                    order,
  input  wire logic [wt_pkg::SLOT_LANES-1:0] taken,
  input  wire logic [wt_pkg::SLOT_LANES-1:0] rest,
  input  wire logic                          is_call,
  input  wire logic [31:0]                   rpc,
  input  wire logic [31:0]                   target,
  input  wire logic [31:0]                   next,
  // attributes of the top, entries below it
  input  wire logic [31:0]                   top_rpc_r,
  input  wire logic [wt_pkg::STK_CALL_W-1:0] top_depth_r,
  input  wire logic [wt_pkg::STK_W-1:0]      top_join_r,
  input  wire logic [wt_pkg::STK_W-1:0]      below_r,
  output logic                               own,          // an entry of its own for the meeting point
  output logic                               alone,        // one side joins at once
  output logic                               order_first,  // the taken side runs first, by PATH_ORDER alone
  output logic                               first_taken,  // the taken side runs first
  output logic                               full,         // no room, or too many calls
  // attributes of the sides; the taken one of a call is one deeper
  output logic [31:0]                        side_rpc,
  output logic [wt_pkg::STK_CALL_W-1:0]      side_depth,
  output logic [wt_pkg::STK_W-1:0]           side_join,
  output logic [wt_pkg::STK_CALL_W-1:0]      deep_depth
);
  localparam int unsigned STK_W = wt_pkg::STK_W;
  localparam int unsigned STK_CALL_W = wt_pkg::STK_CALL_W;
  localparam int unsigned D1 = wt_pkg::STACK_DEPTH - 1;
  localparam logic [STK_CALL_W-1:0] LeftMore = {STK_CALL_W{1'b1}};
  localparam logic [STK_CALL_W-1:0] Deepest = LeftMore - STK_CALL_W'(1);
  logic join_t, join_r, deeper;
  assign own = rpc != wt_pkg::RPC_NONE && !(top_depth_r == '0 && top_rpc_r == rpc);  // S6
  assign side_rpc = own ? rpc : top_rpc_r;
  assign side_depth = own ? '0 : top_depth_r;
  assign side_join = own ? below_r : top_join_r;
  assign deeper = is_call && side_rpc != wt_pkg::RPC_NONE;
  assign deep_depth = deeper ? side_depth + STK_CALL_W'(1) : side_depth;
  assign join_t = side_rpc == target && deep_depth == '0;
  assign join_r = side_rpc == next && side_depth == '0;
  assign alone = join_t || join_r;  // S6
  // S7
  assign full = (deeper && side_depth == Deepest) || (below_r == STK_W'(D1) && (own || !alone)) ||
      (below_r == STK_W'(D1 - 1) && own && !alone);
  assign first_taken = join_r || (!join_t && order_first);  // S6
  always_comb begin
    order_first = 1'b1;
    if (on && order == wt_pkg::PATH_ORDER_majority) order_first = $countones(taken) >= $countones(rest);
    if (on && order == wt_pkg::PATH_ORDER_minority) order_first = $countones(taken) < $countones(rest);
  end
endmodule
`default_nettype wire
