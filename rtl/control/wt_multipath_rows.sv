// wt_multipath_rows: next rows of one warp of wt_multipath: what a step does to its splits and reconvergence points.
//
// Combinational. Splits: a_oh changes (mask, pc, link, depth, kind, start), f_oh is new (np), clr become free, c_oh
// parks with park_x. Points: pf_oh is new (mk), r_oh loses lanes (leave), gains lanes (add) or is gone (drop): links to
// it then lead to r_up. launch: one split without a point.
// Doc       docs/blocks/control/wt_multipath.md
`default_nettype none
module wt_multipath_rows (
  input  wire logic                                            launch,
  input  wire logic                                            a_m,
  input  wire logic                                            a_p,
  input  wire logic                                            a_l,
  input  wire logic                                            a_d,
  input  wire logic                                            a_k,
  input  wire logic                                            a_s,
  input  wire logic                                            np,
  input  wire logic                                            park,
  input  wire logic                                            mk,
  input  wire logic                                            mk_ret,
  input  wire logic                                            mk_early,
  input  wire logic                                            leave,
  input  wire logic                                            add,
  input  wire logic                                            drop,
  input  wire logic [wt_pkg::PATHS-1:0]                        a_oh,
  input  wire logic [wt_pkg::PATHS-1:0]                        f_oh,
  input  wire logic [wt_pkg::PATHS-1:0]                        c_oh,
  input  wire logic [wt_pkg::PATHS-1:0]                        clr,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    a_mask,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    np_mask,
  input  wire logic [31:0]                                     a_pc,
  input  wire logic [31:0]                                     np_pc,
  input  wire logic [wt_pkg::RTX_W:0]                          a_link,
  input  wire logic [wt_pkg::RTX_W:0]                          np_link,
  input  wire logic [wt_pkg::MP_CALL_W-1:0]                    a_depth,
  input  wire logic [wt_pkg::MP_CALL_W-1:0]                    np_depth,
  input  wire logic [1:0]                                      a_kind,
  input  wire logic [3:0]                                      park_x,
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                     pf_oh,
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                     r_oh,
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                     gone,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    mk_full,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    mk_arr,
  input  wire logic [31:0]                                     mk_pc,
  input  wire logic [wt_pkg::RTX_W:0]                          mk_link,
  input  wire logic [wt_pkg::MP_CALL_W-1:0]                    mk_depth,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    i_mask,  // split that leaves or arrives, and its pc
  input  wire logic [31:0]                                     i_pc,
  input  wire logic                                            r_ret,
  input  wire logic [wt_pkg::RTX_W:0]                          r_link,
  input  wire logic [wt_pkg::RTX_W:0]                          r_up,
  input  wire logic [wt_pkg::PATHS*wt_pkg::SLOT_LANES-1:0]      sm,
  input  wire logic [wt_pkg::PATHS*32-1:0]                     sp,
  input  wire logic [3*wt_pkg::PATHS-1:0]                      sk,
  input  wire logic [4*wt_pkg::PATHS-1:0]                      sx,
  input  wire logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]      sr,
  input  wire logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]      sd,
  input  wire logic [wt_pkg::MP_START_W-1:0]                   ss,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0]   rm,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0]   ra,
  input  wire logic [wt_pkg::RT_DEPTH*32-1:0]                  rp,
  input  wire logic [wt_pkg::RT_DEPTH*(wt_pkg::RTX_W+1)-1:0]   rx,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::MP_CALL_W-1:0]   rd,
  input  wire logic [2*wt_pkg::RT_DEPTH-1:0]                   rf,
  input  wire logic [wt_pkg::MP_EARLY_W-1:0]                   re,
  output logic [wt_pkg::PATHS*wt_pkg::SLOT_LANES-1:0]           split_mask_n,
  output logic [wt_pkg::PATHS*32-1:0]                          split_pc_n,
  output logic [3*wt_pkg::PATHS-1:0]                           split_kind_n,
  output logic [4*wt_pkg::PATHS-1:0]                           split_at_n,
  output logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]           split_rec_n,
  output logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]           split_depth_n,
  output logic [wt_pkg::MP_START_W-1:0]                        split_start_n,
  output logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0]        rec_mask_n,
  output logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0]        rec_arrived_n,
  output logic [wt_pkg::RT_DEPTH*32-1:0]                       rec_pc_n,
  output logic [wt_pkg::RT_DEPTH*(wt_pkg::RTX_W+1)-1:0]        rec_outer_n,
  output logic [wt_pkg::RT_DEPTH*wt_pkg::MP_CALL_W-1:0]        rec_depth_n,
  output logic [2*wt_pkg::RT_DEPTH-1:0]                        rec_kind_n,
  output logic [wt_pkg::MP_EARLY_W-1:0]                        rec_early_n
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned R  = wt_pkg::RT_DEPTH;
  localparam int unsigned LINK_W = wt_pkg::RTX_W + 1;
  localparam int unsigned CW = wt_pkg::MP_CALL_W;

  always_comb begin
    split_mask_n = sm;
    split_pc_n = sp;
    split_rec_n = launch ? '0 : sr;
    split_depth_n = launch ? '0 : sd;
    for (int i = 0; i < P; i++) begin
      if (clr[i]) split_mask_n[i*WS +: WS] = '0;
      if (drop && sr[i*LINK_W +: LINK_W] == r_link) split_rec_n[i*LINK_W +: LINK_W] = r_up;  // R14
      if (a_oh[i] && a_m) split_mask_n[i*WS +: WS] = a_mask;
      if (a_oh[i] && a_p) split_pc_n[i*32 +: 32] = a_pc;
      if (a_oh[i] && a_l) split_rec_n[i*LINK_W +: LINK_W] = a_link;
      if (a_oh[i] && a_d) split_depth_n[i*CW +: CW] = a_depth;
      if (f_oh[i] && np) begin
        split_mask_n[i*WS +: WS] = np_mask;
        split_pc_n[i*32 +: 32] = np_pc;
        split_rec_n[i*LINK_W +: LINK_W] = np_link;
        split_depth_n[i*CW +: CW] = np_depth;
      end
    end
    for (int b = 0; b < 4; b++)
      split_at_n[b*P +: P] = !park ? sx[b*P +: P] : park_x[b] ? sx[b*P +: P] | c_oh : sx[b*P +: P] & ~c_oh;
  end

  logic [P-1:0] pv, k0, k1, off;
  always_comb begin
    pv = sk[P-1:0];
    k0 = sk[2*P-1:P];
    k1 = sk[3*P-1:2*P];
    off = clr | (np ? f_oh : '0) | (a_k ? a_oh : '0);
    pv = (pv & ~clr) | (np ? f_oh : '0) | (a_k ? a_oh : '0);
    k0 = (k0 & ~off) | (a_k && a_kind[0] ? a_oh : '0);
    k1 = (k1 & ~off) | (a_k && a_kind[1] ? a_oh : '0);
    split_kind_n = {k1, k0, pv};
  end

  logic [R-1:0] rv, rret;
  always_comb begin
    rec_mask_n = rm;
    rec_arrived_n = ra;
    rec_pc_n = rp;
    rec_outer_n = rx;
    rec_depth_n = rd;
    for (int i = 0; i < R; i++) begin
      if (drop && rx[i*LINK_W +: LINK_W] == r_link) rec_outer_n[i*LINK_W +: LINK_W] = r_up;  // R14
      if (r_oh[i] && leave) rec_mask_n[i*WS +: WS] = rm[i*WS +: WS] & ~i_mask;  // R22
      if (r_oh[i] && add) rec_arrived_n[i*WS +: WS] = ra[i*WS +: WS] | i_mask;  // R14
      if (r_oh[i] && add && r_ret) rec_pc_n[i*32 +: 32] = i_pc;  // R14
      if (pf_oh[i] && mk) begin  // R11
        rec_mask_n[i*WS +: WS] = mk_full;
        rec_arrived_n[i*WS +: WS] = mk_arr;
        rec_pc_n[i*32 +: 32] = mk_pc;
        rec_outer_n[i*LINK_W +: LINK_W] = mk_link;
        rec_depth_n[i*CW +: CW] = mk_depth;
      end
    end
    rv = launch ? '0 : rf[R-1:0];
    rret = launch ? '0 : rf[2*R-1:R];
    rv = (rv | (mk ? pf_oh : '0)) & ~(drop ? r_oh : '0) & ~gone;
    if (mk) rret = mk_ret ? rret | pf_oh : rret & ~pf_oh;
    rec_kind_n = {rret, rv};
  end

  if (wt_pkg::OREC == 1) begin : g_early
    always_comb begin
      split_start_n = ss;
      for (int i = 0; i < P; i++) begin
        if (a_oh[i] && a_s) split_start_n[i*32 +: 32] = a_pc;
        if (f_oh[i] && np) split_start_n[i*32 +: 32] = np_pc;
      end
      rec_early_n = !mk ? re : mk_early ? re | pf_oh : re & ~pf_oh;
    end
  end else begin : g_no_early
    assign split_start_n = ss;
    assign rec_early_n = re;
    logic unused_early;
    assign unused_early = &{1'b0, a_s, mk_early};
  end
endmodule
`default_nettype wire
