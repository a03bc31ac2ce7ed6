// wt_simt_stack_branch: part of wt_simt_stack. The two sides of a divergent branch: where they meet, which one joins at
// once, which one runs first.
//
// Latency   combinational. b_first serves every step in which the top comes apart; the other outputs are read for
//           branches only.
// Doc       docs/blocks/control/wt_simt_stack.md, S6 and S7
`default_nettype none
module wt_simt_stack_branch (
  input  wire logic                          on,
  input  wire logic [1:0]                    order,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]  taken,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]  rest,
  input  wire logic                          is_call,
  input  wire logic [31:0]                   rpc,
  input  wire logic [31:0]                   target,
  input  wire logic [31:0]                   next,
  // attributes of the top, entries below it
  input  wire logic [31:0]                   tr,
  input  wire logic [wt_pkg::STK_CALL_W-1:0] td,
  input  wire logic [wt_pkg::STK_W-1:0]      tt,
  input  wire logic [wt_pkg::STK_W-1:0]      sp,
  output logic                               own,          // an entry of its own for the meeting point
  output logic                               alone,        // one side joins at once
  output logic                               b_first,      // the taken side runs first, by PATH_ORDER alone
  output logic                               first_taken,  // the taken side runs first
  output logic                               full,         // no room, or too many calls
  // attributes of the sides; the taken one of a call is one deeper
  output logic [31:0]                        o_rpc,
  output logic [wt_pkg::STK_CALL_W-1:0]      o_d,
  output logic [wt_pkg::STK_W-1:0]           o_t,
  output logic [wt_pkg::STK_CALL_W-1:0]      deep_d
);
  localparam int unsigned STK_W = wt_pkg::STK_W;
  localparam int unsigned STK_CALL_W = wt_pkg::STK_CALL_W;
  localparam int unsigned D1 = wt_pkg::STACK_DEPTH - 1;
  localparam logic [STK_CALL_W-1:0] LeftMore = {STK_CALL_W{1'b1}};
  localparam logic [STK_CALL_W-1:0] Deepest = LeftMore - STK_CALL_W'(1);
  logic join_t, join_r, deeper;
  assign own = rpc != wt_pkg::RPC_NONE && !(td == '0 && tr == rpc);  // S6
  assign o_rpc = own ? rpc : tr;
  assign o_d = own ? '0 : td;
  assign o_t = own ? sp : tt;
  assign deeper = is_call && o_rpc != wt_pkg::RPC_NONE;
  assign deep_d = deeper ? o_d + STK_CALL_W'(1) : o_d;
  assign join_t = o_rpc == target && deep_d == '0;
  assign join_r = o_rpc == next && o_d == '0;
  assign alone = join_t || join_r;  // S6
  // S7
  assign full = (deeper && o_d == Deepest) || (sp == STK_W'(D1) && (own || !alone)) ||
      (sp == STK_W'(D1 - 1) && own && !alone);
  assign first_taken = join_r || (!join_t && b_first);  // S6
  always_comb begin
    b_first = 1'b1;
    if (on && order == wt_pkg::PATH_ORDER_majority) b_first = $countones(taken) >= $countones(rest);
    if (on && order == wt_pkg::PATH_ORDER_minority) b_first = $countones(taken) < $countones(rest);
  end
endmodule
`default_nettype wire
