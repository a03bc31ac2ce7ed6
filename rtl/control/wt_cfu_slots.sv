// wt_cfu_slots: WARPSYNC slots of a warp in a control-flow unit: the slot for a mask that arrives, the slot that is
// checked. Combinational.
// Doc       docs/blocks/control/wt_barrier.md, wt_hanoi_yr.md, wt_multipath.md
`default_nettype none
module wt_cfu_slots (
  input  wire logic                                              find,  // look for a slot for the mask val
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                     val,
  input  wire logic [wt_pkg::WSYNC_SLOTS-1:0]                    check_slot_q,  // slots left to check
  input  wire logic [wt_pkg::WSYNC_SLOTS*wt_pkg::SLOT_LANES-1:0] slot_mask_r,
  input  wire logic [wt_pkg::WSYNC_SLOTS-1:0]                    slot_valid_r,
  // the slot that holds the mask, else the lowest free one; 0: none
  output logic [wt_pkg::WSYNC_SLOTS-1:0]                         ws_oh,
  output logic [3:0]                                             ws_no,
  output logic [wt_pkg::WSYNC_SLOTS-1:0]                         cw_oh,  // lowest slot left to check, and its mask
  output logic [3:0]                                             cw_no,
  output logic [wt_pkg::SLOT_LANES-1:0]                          cw_m,
  output logic [wt_pkg::WSYNC_SLOTS*wt_pkg::SLOT_LANES-1:0]      slot_mask_n  // masks with val in its slot
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned NS = wt_pkg::WSYNC_SLOTS;
  logic [NS-1:0] hit, hit_first, free_first;
  always_comb begin
    hit = '0;
    if (find) for (int i = 0; i < NS; i++) if (slot_valid_r[i] && slot_mask_r[i*WS +: WS] == val) hit[i] = 1'b1;
  end
  wt_first #(.N(NS)) u_hit (.x(hit), .oh(hit_first));
  wt_first #(.N(NS)) u_free (.x(~slot_valid_r), .oh(free_first));
  wt_first #(.N(NS)) u_check (.x(check_slot_q), .oh(cw_oh));
  assign ws_oh = hit != '0 ? hit_first : free_first;
  wt_onehot_index #(.N(NS), .W(4)) u_ws_no (.oh(ws_oh), .no(ws_no));
  wt_onehot_index #(.N(NS), .W(4)) u_cw_no (.oh(cw_oh), .no(cw_no));
  always_comb begin
    cw_m = '0;
    slot_mask_n = slot_mask_r;
    for (int i = 0; i < NS; i++) begin
      if (ws_oh[i]) slot_mask_n[i*WS +: WS] = val;
      if (cw_oh[i]) cw_m = slot_mask_r[i*WS +: WS];
    end
  end
endmodule
`default_nettype wire
