// wt_multipath_groups: which splits of a warp a step of wt_multipath is about. Combinational, no state.
//
// at_bar: who waits at a CTA barrier; waiters, waiters_go: who waits at the WARPSYNC slot cw_no, and may they go on;
// release_*: who of to_release_q is released next; low: lowest pc of those that have not yielded; yielded: lanes of
// runnable splits that have.
// Doc       docs/blocks/control/wt_multipath.md
`default_nettype none
module wt_multipath_groups (
  input  wire logic                                        checkw,
  input  wire logic                                        release_step,
  input  wire logic                                        choose,
  input  wire logic                                        count_yielded,
  input  wire logic [wt_pkg::PATHS*wt_pkg::SLOT_LANES-1:0] split_mask_r,
  input  wire logic [wt_pkg::PATHS*32-1:0]                 split_pc_r,
  input  wire logic [4*wt_pkg::PATHS-1:0]                  split_at_r,
  input  wire logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]  split_rec_r,
  input  wire logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]  split_depth_r,
  input  wire logic [wt_pkg::PATHS-1:0]                    s_run,
  input  wire logic [wt_pkg::PATHS-1:0]                    s_ww,
  input  wire logic [wt_pkg::PATHS-1:0]                    s_bar,
  input  wire logic [wt_pkg::PATHS-1:0]                    split_yield_r,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]               finished_r,
  input  wire logic [3:0]                                  cw_no,  // slot checked, and its mask
  input  wire logic [wt_pkg::SLOT_LANES-1:0]               cw_m,
  input  wire logic [3:0]                                  bar_no,
  input  wire logic [wt_pkg::PATHS-1:0]                    to_release_q,
  output logic [wt_pkg::PATHS-1:0]                         at_bar,
  output logic [wt_pkg::PATHS-1:0]                         waiters,
  output logic                                             waiters_go,
  output logic [wt_pkg::PATHS-1:0]                         release_group,
  output logic [wt_pkg::PATHS-1:0]                         release_keep,
  output logic [wt_pkg::SLOT_LANES-1:0]                    release_mask,
  output logic [wt_pkg::PATHS-1:0]                         low,
  output logic [wt_pkg::SLOT_LANES-1:0]                    yielded
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned LINK_W = wt_pkg::RTX_W + 1;
  localparam int unsigned CW = wt_pkg::MP_CALL_W;

  logic [3:0]    look_at;
  logic [P-1:0]  same_at;
  logic [WS-1:0] arrived;
  always_comb begin
    look_at = checkw ? cw_no : bar_no;
    same_at = '1;
    for (int b = 0; b < 4; b++) same_at = same_at & (look_at[b] ? split_at_r[b*P +: P] : ~split_at_r[b*P +: P]);
  end
  assign at_bar = s_bar & same_at;  // R28
  always_comb begin
    waiters = checkw ? s_ww & same_at : '0;  // R18
    arrived = '0;
    for (int i = 0; i < P; i++) if (waiters[i]) arrived = arrived | split_mask_r[i*WS +: WS];
    waiters_go = checkw && (cw_m & ~finished_r & ~arrived) == '0;
  end

  // R20: the lowest entry with the highest pc, and those that agree with it
  // (a release and a choice never happen in the same cycle: one tree, with the pcs inverted for the lowest pc)
  logic [P-1:0]      pick, pick_best, pick_first;
  logic [P*32-1:0]   pick_pc;
  logic [31:0]       unused_top;
  logic [LINK_W-1:0] release_link;
  logic [CW-1:0]     release_depth;
  assign pick = release_step ? to_release_q : choose ? s_run & ~split_yield_r : '0;
  assign pick_pc = release_step ? split_pc_r : ~split_pc_r;
  wt_max_tree #(.N(P), .W(32)) u_pick (.among(pick), .value(pick_pc), .best(pick_best), .top(unused_top));
  wt_first #(.N(P)) u_pick_first (.x(pick_best), .oh(pick_first));
  assign release_keep = release_step ? pick_first : '0;
  always_comb begin
    release_link = '0;
    release_depth = '0;
    release_group = '0;
    release_mask = '0;
    for (int i = 0; i < P; i++)
      if (release_keep[i]) begin
        release_link = release_link | split_rec_r[i*LINK_W +: LINK_W];
        release_depth = release_depth | split_depth_r[i*CW +: CW];
      end
    if (release_step)
      for (int i = 0; i < P; i++)
        if (pick_best[i] && split_rec_r[i*LINK_W +: LINK_W] == release_link &&
            split_depth_r[i*CW +: CW] == release_depth) begin
          release_group[i] = 1'b1;
          release_mask = release_mask | split_mask_r[i*WS +: WS];
        end
  end

  // R6: the lowest entry with the lowest pc that may run
  assign low = release_step ? '0 : pick_first;

  always_comb begin
    yielded = '0;
    if (count_yielded)  // R15
      for (int i = 0; i < P; i++) if (s_run[i] && split_yield_r[i]) yielded = yielded | split_mask_r[i*WS +: WS];
  end
endmodule
`default_nettype wire
