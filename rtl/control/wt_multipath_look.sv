// wt_multipath_look: reads one split of wt_multipath, the reconvergence point it is on the way to, and the one behind
// that.
//
// Combinational. retest: the point is instead the lowest one that has arrivals and misses nobody (none: r_oh = 0);
// gone: points all of whose lanes have exited. Everything is 0 where there is no split or point.
// Doc       docs/blocks/control/wt_multipath.md
`default_nettype none
module wt_multipath_look (
  input  wire logic [wt_pkg::PATHS-1:0]                        i_oh,    // the split
  input  wire logic                                            retest,
  input  wire logic                                            arrive,
  // look for an older split; there is room for a point
  input  wire logic                                            early,
  input  wire logic [wt_pkg::PATHS-1:0]                        s_run,
  input  wire logic [wt_pkg::PATHS-1:0]                        nw,
  input  wire logic [wt_pkg::MP_START_W-1:0]                   ss,
  input  wire logic [31:0]                                     m_pc,    // where a branch of the split would meet
  input  wire logic [wt_pkg::PATHS*wt_pkg::SLOT_LANES-1:0]      sm,
  input  wire logic [wt_pkg::PATHS*32-1:0]                     sp,
  input  wire logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]      sr,
  input  wire logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]      sd,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0]   rm,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0]   ra,
  input  wire logic [wt_pkg::RT_DEPTH*32-1:0]                  rp,
  input  wire logic [wt_pkg::RT_DEPTH*(wt_pkg::RTX_W+1)-1:0]   rx,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::MP_CALL_W-1:0]   rd,
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                     rv,      // in use
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                     rret,    // return
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                     rearly,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    fin,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    yl,
  output logic [wt_pkg::SLOT_LANES-1:0]                         i_mask,
  output logic [31:0]                                          i_pc,
  output logic [wt_pkg::RTX_W:0]                               i_link,
  output logic [wt_pkg::MP_CALL_W-1:0]                         i_depth,
  output logic [wt_pkg::RT_DEPTH-1:0]                          r_oh,
  output logic [wt_pkg::RTX_W:0]                               r_link,  // the link that leads to it
  output logic [wt_pkg::SLOT_LANES-1:0]                         r_arr,
  output logic [31:0]                                          r_pc,
  output logic [wt_pkg::RTX_W:0]                               r_up,
  output logic [wt_pkg::MP_CALL_W-1:0]                         r_depth,
  output logic                                                 r_ret,
  output logic [31:0]                                          u_pc,    // of the point behind it
  output logic [wt_pkg::RT_DEPTH-1:0]                          gone,
  // it is at the call depth of its point, a pc; second: u_pc counts too
  output logic                                                 meets,
  output logic                                                 second,
  // a branch that meets at m_pc needs no point of its own
  output logic                                                 m_same,
  output logic                                                 hit,     // it has arrived; complete: as the last one
  output logic                                                 complete,
  // older split that started where this new one starts
  output logic [wt_pkg::PATHS-1:0]                             x_oh,
  output logic [wt_pkg::SLOT_LANES-1:0]                         x_mask,
  output logic [31:0]                                          x_pc,
  // it will never arrive: it is on the way to the point behind it
  output logic                                                 leave
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned R  = wt_pkg::RT_DEPTH;
  localparam int unsigned XW = wt_pkg::RTX_W;
  localparam int unsigned LINK_W = XW + 1;
  localparam int unsigned CW = wt_pkg::MP_CALL_W;

  always_comb begin
    i_mask = '0;
    i_pc = '0;
    i_link = '0;
    i_depth = '0;
    for (int i = 0; i < P; i++)
      if (i_oh[i]) begin
        i_mask = i_mask | sm[i*WS +: WS];
        i_pc = i_pc | sp[i*32 +: 32];
        i_link = i_link | sr[i*LINK_W +: LINK_W];
        i_depth = i_depth | sd[i*CW +: CW];
      end
  end

  logic [wt_pkg::SLOT_LANES-1:0] r_full;
  logic                         r_early;
  logic                         u_any;
  logic [wt_pkg::MP_CALL_W-1:0] u_depth;
  logic                         u_ret;
  logic [R-1:0]                 full_points;
  logic [WS-1:0]                t_left;
  always_comb begin
    gone = '0;
    full_points = '0;
    t_left = '0;
    if (retest)
      for (int i = 0; i < R; i++) begin
        t_left = rm[i*WS +: WS] & ~fin;
        gone[i] = rv[i] && t_left == '0;  // R15
        full_points[i] = rv[i] && ra[i*WS +: WS] != '0 && (t_left & ~ra[i*WS +: WS] & ~yl) == '0;  // R15
      end
  end

  logic [R-1:0] full_first;
  wt_first #(.N(R)) u_full (.x(full_points), .oh(full_first));
  always_comb begin
    r_oh = retest ? full_first : '0;
    if (!retest && i_link[XW]) for (int i = 0; i < R; i++) if (i_link[XW-1:0] == XW'(i)) r_oh[i] = 1'b1;
    r_link = '0;
    r_full = '0;
    r_arr = '0;
    r_pc = '0;
    r_up = '0;
    r_depth = '0;
    for (int i = 0; i < R; i++)
      if (r_oh[i]) begin
        r_link = r_link | {1'b1, XW'(i)};
        r_full = r_full | rm[i*WS +: WS];
        r_arr = r_arr | ra[i*WS +: WS];
        r_pc = r_pc | rp[i*32 +: 32];
        r_up = r_up | rx[i*LINK_W +: LINK_W];
        r_depth = r_depth | rd[i*CW +: CW];
      end
    r_ret = (r_oh & rret) != '0;
    r_early = (r_oh & rearly) != '0;
  end

  logic [R-1:0] u_oh;
  always_comb begin
    u_oh = '0;
    if (r_up[XW]) for (int i = 0; i < R; i++) if (r_up[XW-1:0] == XW'(i)) u_oh[i] = 1'b1;
    u_any = u_oh != '0;
    u_pc = '0;
    u_depth = '0;
    for (int i = 0; i < R; i++)
      if (u_oh[i]) begin
        u_pc = u_pc | rp[i*32 +: 32];
        u_depth = u_depth | rd[i*CW +: CW];
      end
    u_ret = (u_oh & rret) != '0;
  end

  logic r_any, ret_back;
  assign r_any = r_oh != '0;
  assign ret_back = r_ret && i_depth == r_depth - CW'(1);
  assign meets = r_any && !r_ret && r_depth == i_depth;
  assign second = meets && r_early && u_any && !u_ret && u_depth == i_depth;  // R24
  assign m_same = m_pc == wt_pkg::RPC_NONE ||  // R11
                  (r_any && r_depth == i_depth && (m_pc == wt_pkg::RPC_RET ? r_ret : !r_ret && r_pc == m_pc));
  // R14
  assign hit = arrive && r_any &&
      (r_ret ? ret_back && (r_arr == '0 || r_pc == i_pc) : i_depth == r_depth && r_pc == i_pc);
  // R22
  assign leave = arrive && r_any && !hit &&
      (ret_back || (r_early && u_any && !u_ret && u_depth == i_depth && u_pc == i_pc));
  assign complete = hit && (r_full & ~fin & ~r_arr & ~i_mask & ~yl) == '0;  // R14

  if (wt_pkg::OREC == 1) begin : g_early
    always_comb begin
      x_oh = '0;
      x_mask = '0;
      x_pc = '0;
      if (early && meets && !r_early)  // R21
        for (int i = 0; i < P; i++)
          if (x_oh == '0 && s_run[i] && !nw[i] && ss[i*32 +: 32] == i_pc && sr[i*LINK_W +: LINK_W] == i_link &&
              sd[i*CW +: CW] == i_depth) begin
            x_oh[i] = 1'b1;
            x_mask = sm[i*WS +: WS];
            x_pc = sp[i*32 +: 32];
          end
    end
  end else begin : g_no_early
    assign x_oh = '0;
    assign x_mask = '0;
    assign x_pc = '0;
    logic unused_early;
    assign unused_early = &{1'b0, early, s_run, nw, ss};
  end
endmodule
`default_nettype wire
