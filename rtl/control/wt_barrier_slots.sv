// wt_barrier_slots: WARPSYNC slots of a warp in wt_barrier: the slot for a mask that arrives, the slot that is checked. Combinational.
// Doc       docs/blocks/control/wt_barrier.md
`default_nettype none
module wt_barrier_slots (
  input  wire logic                                             find,   // look for a slot for the mask val
  input  wire logic [wt_pkg::WARP_SIZE-1:0]                     val,
  input  wire logic [wt_pkg::WSYNC_SLOTS-1:0]                   cw,     // slots left to check
  input  wire logic [wt_pkg::WSYNC_SLOTS*wt_pkg::WARP_SIZE-1:0] wm,
  input  wire logic [wt_pkg::WSYNC_SLOTS-1:0]                   wv,
  output logic [wt_pkg::WSYNC_SLOTS-1:0]                        ws_oh,  // the slot that holds the mask, else the lowest free one; 0: none
  output logic [3:0]                                            ws_no,
  output logic [wt_pkg::WSYNC_SLOTS-1:0]                        cw_oh,  // lowest slot left to check, and its mask
  output logic [3:0]                                            cw_no,
  output logic [wt_pkg::WARP_SIZE-1:0]                          cw_m,
  output logic [wt_pkg::WSYNC_SLOTS*wt_pkg::WARP_SIZE-1:0]      wm_n    // masks with val in its slot
);
  localparam int unsigned WS = wt_pkg::WARP_SIZE;
  localparam int unsigned NS = wt_pkg::WSYNC_SLOTS;
  logic [NS-1:0] hit;
  assign cw_oh = cw & (~cw + NS'(1));
  always_comb begin
    hit = '0;
    ws_no = '0;
    cw_no = '0;
    cw_m = '0;
    wm_n = wm;
    if (find) for (int i = 0; i < NS; i++) if (wv[i] && wm[i*WS +: WS] == val) hit[i] = 1'b1;
    ws_oh = hit != '0 ? hit & (~hit + NS'(1)) : ~wv & (wv + NS'(1));
    for (int i = 0; i < NS; i++) begin
      if (ws_oh[i]) begin
        ws_no = ws_no | 4'(i);
        wm_n[i*WS +: WS] = val;
      end
      if (cw_oh[i]) begin
        cw_no = cw_no | 4'(i);
        cw_m = wm[i*WS +: WS];
      end
    end
  end
endmodule
`default_nettype wire
