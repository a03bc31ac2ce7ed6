// wt_multipath_rows: next rows of one warp of wt_multipath: what a step does to its splits and reconvergence points.
//
// Combinational. Splits: edit_oh changes (mask, pc, link, depth, kind, start), free_oh is new (new_we), clr become
// free, cur_oh parks with park_at. Points: free_point_oh is new (point_we), rec_oh loses lanes (leave), gains lanes
// (add) or is gone (drop): links to it then lead to rec_outer. launch: one split without a point.
// Doc       docs/blocks/control/wt_multipath.md
`default_nettype none
module wt_multipath_rows (
  input  wire logic                                           launch,
  input  wire logic                                           edit_mask_we,
  input  wire logic                                           edit_pc_we,
  input  wire logic                                           edit_link_we,
  input  wire logic                                           edit_depth_we,
  input  wire logic                                           edit_kind_we,
  input  wire logic                                           edit_start_we,
  input  wire logic                                           new_we,
  input  wire logic                                           park,
  input  wire logic                                           point_we,
  input  wire logic                                           point_ret,
  input  wire logic                                           point_early,
  input  wire logic                                           leave,
  input  wire logic                                           add,
  input  wire logic                                           drop,
  input  wire logic [wt_pkg::PATHS-1:0]                       edit_oh,
  input  wire logic [wt_pkg::PATHS-1:0]                       free_oh,
  input  wire logic [wt_pkg::PATHS-1:0]                       cur_oh,
  input  wire logic [wt_pkg::PATHS-1:0]                       clr,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                  edit_mask,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                  new_mask,
  input  wire logic [31:0]                                    edit_pc,
  input  wire logic [31:0]                                    new_pc,
  input  wire logic [wt_pkg::RTX_W:0]                         edit_link,
  input  wire logic [wt_pkg::RTX_W:0]                         new_link,
  input  wire logic [wt_pkg::MP_CALL_W-1:0]                   edit_depth,
  input  wire logic [wt_pkg::MP_CALL_W-1:0]                   new_depth,
  input  wire logic [1:0]                                     edit_kind,
  input  wire logic [3:0]                                     park_at,
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                    free_point_oh,
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                    rec_oh,
  input  wire logic [wt_pkg::RT_DEPTH-1:0]                    gone,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                  point_full,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                  point_arrived,
  input  wire logic [31:0]                                    point_pc,
  input  wire logic [wt_pkg::RTX_W:0]                         point_link,
  input  wire logic [wt_pkg::MP_CALL_W-1:0]                   point_depth,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                  look_mask,  // split that leaves or arrives, and its pc
  input  wire logic [31:0]                                    look_pc,
  input  wire logic                                           rec_ret,
  input  wire logic [wt_pkg::RTX_W:0]                         rec_link,
  input  wire logic [wt_pkg::RTX_W:0]                         rec_outer,
  input  wire logic [wt_pkg::PATHS*wt_pkg::SLOT_LANES-1:0]    split_mask_r,
  input  wire logic [wt_pkg::PATHS*32-1:0]                    split_pc_r,
  input  wire logic [3*wt_pkg::PATHS-1:0]                     split_kind_r,
  input  wire logic [4*wt_pkg::PATHS-1:0]                     split_at_r,
  input  wire logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]     split_rec_r,
  input  wire logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]     split_depth_r,
  input  wire logic [wt_pkg::MP_START_W-1:0]                  split_start_r,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0] rec_mask_r,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0] rec_arrived_r,
  input  wire logic [wt_pkg::RT_DEPTH*32-1:0]                 rec_pc_r,
  input  wire logic [wt_pkg::RT_DEPTH*(wt_pkg::RTX_W+1)-1:0]  rec_outer_r,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::MP_CALL_W-1:0]  rec_depth_r,
  input  wire logic [2*wt_pkg::RT_DEPTH-1:0]                  rec_kind_r,
  input  wire logic [wt_pkg::MP_EARLY_W-1:0]                  rec_early_r,
  output logic                                                split_mask_we,
  output logic                                                split_pc_we,
  output logic                                                split_kind_we,
  output logic                                                split_at_we,
  output logic                                                split_rec_we,
  output logic                                                split_depth_we,
  output logic                                                split_start_we,
  output logic                                                rec_mask_we,
  output logic                                                rec_arrived_we,
  output logic                                                rec_pc_we,
  output logic                                                rec_outer_we,
  output logic                                                rec_depth_we,
  output logic                                                rec_kind_we,
  output logic                                                rec_early_we,
  output logic [wt_pkg::PATHS*wt_pkg::SLOT_LANES-1:0]         split_mask_n,
  output logic [wt_pkg::PATHS*32-1:0]                         split_pc_n,
  output logic [3*wt_pkg::PATHS-1:0]                          split_kind_n,
  output logic [4*wt_pkg::PATHS-1:0]                          split_at_n,
  output logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]          split_rec_n,
  output logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]          split_depth_n,
  output logic [wt_pkg::MP_START_W-1:0]                       split_start_n,
  output logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0]      rec_mask_n,
  output logic [wt_pkg::RT_DEPTH*wt_pkg::SLOT_LANES-1:0]      rec_arrived_n,
  output logic [wt_pkg::RT_DEPTH*32-1:0]                      rec_pc_n,
  output logic [wt_pkg::RT_DEPTH*(wt_pkg::RTX_W+1)-1:0]       rec_outer_n,
  output logic [wt_pkg::RT_DEPTH*wt_pkg::MP_CALL_W-1:0]       rec_depth_n,
  output logic [2*wt_pkg::RT_DEPTH-1:0]                       rec_kind_n,
  output logic [wt_pkg::MP_EARLY_W-1:0]                       rec_early_n
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned R  = wt_pkg::RT_DEPTH;
  localparam int unsigned LINK_W = wt_pkg::RTX_W + 1;
  localparam int unsigned CW = wt_pkg::MP_CALL_W;

  assign split_mask_we = edit_mask_we || new_we || clr != '0;
  assign split_pc_we = edit_pc_we || new_we;
  assign split_kind_we = edit_kind_we || new_we || clr != '0;
  assign split_at_we = park;
  assign split_rec_we = edit_link_we || new_we || drop || launch;
  assign split_depth_we = edit_depth_we || new_we || launch;
  assign split_start_we = wt_pkg::OREC == 1 && (edit_start_we || new_we);
  assign rec_mask_we = point_we || leave;
  assign rec_arrived_we = point_we || add;
  assign rec_pc_we = point_we || add;
  assign rec_outer_we = point_we || drop;
  assign rec_depth_we = point_we;
  assign rec_kind_we = point_we || drop || gone != '0 || launch;
  assign rec_early_we = wt_pkg::OREC == 1 && point_we;

  always_comb begin
    split_mask_n = split_mask_r;
    split_pc_n = split_pc_r;
    split_rec_n = launch ? '0 : split_rec_r;
    split_depth_n = launch ? '0 : split_depth_r;
    for (int i = 0; i < P; i++) begin
      if (clr[i]) split_mask_n[i*WS +: WS] = '0;
      if (drop && split_rec_r[i*LINK_W +: LINK_W] == rec_link) split_rec_n[i*LINK_W +: LINK_W] = rec_outer;  // R14
      if (edit_oh[i] && edit_mask_we) split_mask_n[i*WS +: WS] = edit_mask;
      if (edit_oh[i] && edit_pc_we) split_pc_n[i*32 +: 32] = edit_pc;
      if (edit_oh[i] && edit_link_we) split_rec_n[i*LINK_W +: LINK_W] = edit_link;
      if (edit_oh[i] && edit_depth_we) split_depth_n[i*CW +: CW] = edit_depth;
      if (free_oh[i] && new_we) begin
        split_mask_n[i*WS +: WS] = new_mask;
        split_pc_n[i*32 +: 32] = new_pc;
        split_rec_n[i*LINK_W +: LINK_W] = new_link;
        split_depth_n[i*CW +: CW] = new_depth;
      end
    end
    for (int b = 0; b < 4; b++)
      split_at_n[b*P +: P] = !park ? split_at_r[b*P +: P] :
          park_at[b] ? split_at_r[b*P +: P] | cur_oh : split_at_r[b*P +: P] & ~cur_oh;
  end

  logic [P-1:0] pv, k0, k1, off;
  always_comb begin
    pv = split_kind_r[P-1:0];
    k0 = split_kind_r[2*P-1:P];
    k1 = split_kind_r[3*P-1:2*P];
    off = clr | (new_we ? free_oh : '0) | (edit_kind_we ? edit_oh : '0);
    pv = (pv & ~clr) | (new_we ? free_oh : '0) | (edit_kind_we ? edit_oh : '0);
    k0 = (k0 & ~off) | (edit_kind_we && edit_kind[0] ? edit_oh : '0);
    k1 = (k1 & ~off) | (edit_kind_we && edit_kind[1] ? edit_oh : '0);
    split_kind_n = {k1, k0, pv};
  end

  logic [R-1:0] rv, rret;
  always_comb begin
    rec_mask_n = rec_mask_r;
    rec_arrived_n = rec_arrived_r;
    rec_pc_n = rec_pc_r;
    rec_outer_n = rec_outer_r;
    rec_depth_n = rec_depth_r;
    for (int i = 0; i < R; i++) begin
      if (drop && rec_outer_r[i*LINK_W +: LINK_W] == rec_link) rec_outer_n[i*LINK_W +: LINK_W] = rec_outer;  // R14
      if (rec_oh[i] && leave) rec_mask_n[i*WS +: WS] = rec_mask_r[i*WS +: WS] & ~look_mask;  // R22
      if (rec_oh[i] && add) rec_arrived_n[i*WS +: WS] = rec_arrived_r[i*WS +: WS] | look_mask;  // R14
      if (rec_oh[i] && add && rec_ret) rec_pc_n[i*32 +: 32] = look_pc;  // R14
      if (free_point_oh[i] && point_we) begin  // R11
        rec_mask_n[i*WS +: WS] = point_full;
        rec_arrived_n[i*WS +: WS] = point_arrived;
        rec_pc_n[i*32 +: 32] = point_pc;
        rec_outer_n[i*LINK_W +: LINK_W] = point_link;
        rec_depth_n[i*CW +: CW] = point_depth;
      end
    end
    rv = launch ? '0 : rec_kind_r[R-1:0];
    rret = launch ? '0 : rec_kind_r[2*R-1:R];
    rv = (rv | (point_we ? free_point_oh : '0)) & ~(drop ? rec_oh : '0) & ~gone;
    if (point_we) rret = point_ret ? rret | free_point_oh : rret & ~free_point_oh;
    rec_kind_n = {rret, rv};
  end

  if (wt_pkg::OREC == 1) begin : g_early
    always_comb begin
      split_start_n = split_start_r;
      for (int i = 0; i < P; i++) begin
        if (edit_oh[i] && edit_start_we) split_start_n[i*32 +: 32] = edit_pc;
        if (free_oh[i] && new_we) split_start_n[i*32 +: 32] = new_pc;
      end
      rec_early_n = !point_we ? rec_early_r : point_early ? rec_early_r | free_point_oh : rec_early_r & ~free_point_oh;
    end
  end else begin : g_no_early
    assign split_start_n = split_start_r;
    assign rec_early_n = rec_early_r;
    logic unused_early;
    assign unused_early = &{1'b0, edit_start_we, point_early};
  end
endmodule
`default_nettype wire
