// wt_multipath_look: reads one split of wt_multipath, the reconvergence point it is on the way to, and the one behind
// that.
//
// Combinational. retest: the point is instead the lowest one that has arrivals and misses nobody (none: rec_oh = 0);
// gone: points all of whose lanes have exited. Everything is 0 where there is no split or point.
// Doc       docs/blocks/control/wt_multipath.md
`default_nettype none
module wt_multipath_look (
  input  wire logic [wt_pkg::PATHS-1:0]                       look_oh,  // the split
  input  wire logic                                           retest,
  input  wire logic                                           arrive,
  // look for an older split; there is room for a point
  input  wire logic                                           early,
  input  wire logic [wt_pkg::PATHS-1:0]                       s_run,
  input  wire logic [wt_pkg::PATHS-1:0]                       meet_new_q,
  input  wire logic [wt_pkg::MP_START_W-1:0]                  split_start_r,
  input  wire logic [31:0]                                    meet_pc,  // where a branch of the split would meet
  input  wire logic [wt_pkg::PATHS*wt_pkg::SLOT_LANES-1:0]    split_mask_r,
  input  wire logic [wt_pkg::PATHS*32-1:0]                    split_pc_r,
  input  wire logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]     split_rec_r,
  input  wire logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]     split_depth_r,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0] rec_mask_r,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0] rec_arrived_r,
  input  wire logic [wt_pkg::RT_DEPTH*32-1:0]                 rec_pc_r,
  input  wire logic [wt_pkg::RT_DEPTH*(wt_pkg::RTX_W+1)-1:0]  rec_outer_r,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::MP_CALL_W-1:0]  rec_depth_r,
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                    rv,    // in use
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                    rret,  // return
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                    rearly,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                  finished_r,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                  yielded,
  output logic [wt_pkg::SLOT_LANES-1:0]                       look_mask,
  output logic [31:0]                                         look_pc,
  output logic [wt_pkg::RTX_W:0]                              look_link,
  output logic [wt_pkg::MP_CALL_W-1:0]                        look_depth,
  output logic [wt_pkg::RT_DEPTH-1:0]                         rec_oh,
  output logic [wt_pkg::RTX_W:0]                              rec_link,  // the link that leads to it
  output logic [wt_pkg::SLOT_LANES-1:0]                       rec_arrived,
  output logic [31:0]                                         rec_pc,
  output logic [wt_pkg::RTX_W:0]                              rec_outer,
  output logic [wt_pkg::MP_CALL_W-1:0]                        rec_depth,
  output logic                                                rec_ret,
  output logic [31:0]                                         outer_pc,  // of the point behind it
  output logic [wt_pkg::RT_DEPTH-1:0]                         gone,
  // it is at the call depth of its point, a pc; second: outer_pc counts too
  output logic                                                meets,
  output logic                                                second,
  // a branch that meets at meet_pc needs no point of its own
  output logic                                                meet_same,
  output logic                                                hit,  // it has arrived; complete: as the last one
  output logic                                                complete,
  // older split that started where this new one starts
  output logic [wt_pkg::PATHS-1:0]                            older_oh,
  output logic [wt_pkg::SLOT_LANES-1:0]                       older_mask,
  output logic [31:0]                                         older_pc,
  // it will never arrive: it is on the way to the point behind it
  output logic                                                leave
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned R  = wt_pkg::RT_DEPTH;
  localparam int unsigned XW = wt_pkg::RTX_W;
  localparam int unsigned LINK_W = XW + 1;
  localparam int unsigned CW = wt_pkg::MP_CALL_W;

  always_comb begin
    look_mask = '0;
    look_pc = '0;
    look_link = '0;
    look_depth = '0;
    for (int i = 0; i < P; i++)
      if (look_oh[i]) begin
        look_mask = look_mask | split_mask_r[i*WS +: WS];
        look_pc = look_pc | split_pc_r[i*32 +: 32];
        look_link = look_link | split_rec_r[i*LINK_W +: LINK_W];
        look_depth = look_depth | split_depth_r[i*CW +: CW];
      end
  end

  logic [wt_pkg::SLOT_LANES-1:0] rec_mask;
  logic                         rec_early;
  logic                         outer_any;
  logic [wt_pkg::MP_CALL_W-1:0] outer_depth;
  logic                         outer_ret;
  logic [R-1:0]                 full_points;
  logic [WS-1:0]                left;
  always_comb begin
    gone = '0;
    full_points = '0;
    left = '0;
    if (retest)
      for (int i = 0; i < R; i++) begin
        left = rec_mask_r[i*WS +: WS] & ~finished_r;
        gone[i] = rv[i] && left == '0;  // R15
        full_points[i] = rv[i] && rec_arrived_r[i*WS +: WS] != '0 &&  // R15
            (left & ~rec_arrived_r[i*WS +: WS] & ~yielded) == '0;
      end
  end

  logic [R-1:0] full_first;
  wt_first #(.N(R)) u_full (.x(full_points), .oh(full_first));
  always_comb begin
    rec_oh = retest ? full_first : '0;
    if (!retest && look_link[XW]) for (int i = 0; i < R; i++) if (look_link[XW-1:0] == XW'(i)) rec_oh[i] = 1'b1;
    rec_link = '0;
    rec_mask = '0;
    rec_arrived = '0;
    rec_pc = '0;
    rec_outer = '0;
    rec_depth = '0;
    for (int i = 0; i < R; i++)
      if (rec_oh[i]) begin
        rec_link = rec_link | {1'b1, XW'(i)};
        rec_mask = rec_mask | rec_mask_r[i*WS +: WS];
        rec_arrived = rec_arrived | rec_arrived_r[i*WS +: WS];
        rec_pc = rec_pc | rec_pc_r[i*32 +: 32];
        rec_outer = rec_outer | rec_outer_r[i*LINK_W +: LINK_W];
        rec_depth = rec_depth | rec_depth_r[i*CW +: CW];
      end
    rec_ret = (rec_oh & rret) != '0;
    rec_early = (rec_oh & rearly) != '0;
  end

  logic [R-1:0] outer_oh;
  always_comb begin
    outer_oh = '0;
    if (rec_outer[XW]) for (int i = 0; i < R; i++) if (rec_outer[XW-1:0] == XW'(i)) outer_oh[i] = 1'b1;
    outer_any = outer_oh != '0;
    outer_pc = '0;
    outer_depth = '0;
    for (int i = 0; i < R; i++)
      if (outer_oh[i]) begin
        outer_pc = outer_pc | rec_pc_r[i*32 +: 32];
        outer_depth = outer_depth | rec_depth_r[i*CW +: CW];
      end
    outer_ret = (outer_oh & rret) != '0;
  end

  logic rec_any, ret_back;
  assign rec_any = rec_oh != '0;
  assign ret_back = rec_ret && look_depth == rec_depth - CW'(1);
  assign meets = rec_any && !rec_ret && rec_depth == look_depth;
  assign second = meets && rec_early && outer_any && !outer_ret && outer_depth == look_depth;  // R24
  assign meet_same = meet_pc == wt_pkg::RPC_NONE ||  // R11
      (rec_any && rec_depth == look_depth && (meet_pc == wt_pkg::RPC_RET ? rec_ret : !rec_ret && rec_pc == meet_pc));
  // R14
  assign hit = arrive && rec_any &&
      (rec_ret ? ret_back && (rec_arrived == '0 || rec_pc == look_pc) : look_depth == rec_depth && rec_pc == look_pc);
  // R22
  assign leave = arrive && rec_any && !hit &&
      (ret_back || (rec_early && outer_any && !outer_ret && outer_depth == look_depth && outer_pc == look_pc));
  assign complete = hit && (rec_mask & ~finished_r & ~rec_arrived & ~look_mask & ~yielded) == '0;  // R14

  if (wt_pkg::OREC == 1) begin : g_early
    logic [P-1:0] like;  // splits that started where this new one starts
    always_comb begin
      like = '0;
      if (early && meets && !rec_early)  // R21
        for (int i = 0; i < P; i++)
          like[i] = s_run[i] && !meet_new_q[i] && split_start_r[i*32 +: 32] == look_pc &&
              split_rec_r[i*LINK_W +: LINK_W] == look_link && split_depth_r[i*CW +: CW] == look_depth;
      older_mask = '0;
      older_pc = '0;
      for (int i = 0; i < P; i++)
        if (older_oh[i]) begin
          older_mask = older_mask | split_mask_r[i*WS +: WS];
          older_pc = older_pc | split_pc_r[i*32 +: 32];
        end
    end
    wt_first #(.N(P)) u_older (.x(like), .oh(older_oh));
  end else begin : g_no_early
    assign older_oh = '0;
    assign older_mask = '0;
    assign older_pc = '0;
    logic unused_early;
    assign unused_early = &{1'b0, early, s_run, meet_new_q, split_start_r};
  end
endmodule
`default_nettype wire
