// wt_multipath_groups: which splits of a warp a step of wt_multipath is about. Combinational, no state.
//
// at_bar: who waits at a CTA barrier; w_set, w_fire: who waits at a WARPSYNC slot, and may they go on; rl_*: who of g
// is released next; low: lowest pc of those that have not yielded; yl: lanes of runnable splits that have; ws_*: slot
// for a WARPSYNC.
// Doc       docs/blocks/control/wt_multipath.md
`default_nettype none
module wt_multipath_groups (
  input  wire logic                                            checkw,
  input  wire logic                                            release_step,
  input  wire logic                                            choose,
  input  wire logic                                            count_yielded,
  input  wire logic [wt_pkg::PATHS*wt_pkg::SLOT_LANES-1:0]      sm,
  input  wire logic [wt_pkg::PATHS*32-1:0]                     sp,
  input  wire logic [4*wt_pkg::PATHS-1:0]                      sx,
  input  wire logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]      sr,
  input  wire logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]      sd,
  input  wire logic [wt_pkg::PATHS-1:0]                        s_run,
  input  wire logic [wt_pkg::PATHS-1:0]                        s_ww,
  input  wire logic [wt_pkg::PATHS-1:0]                        s_bar,
  input  wire logic [wt_pkg::PATHS-1:0]                        sy,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    fin,
  input  wire logic [3:0]                                      cw_no,   // slot checked, and its mask
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    cw_m,
  input  wire logic [3:0]                                      bar_no,
  input  wire logic [wt_pkg::PATHS-1:0]                        g,
  output logic [wt_pkg::PATHS-1:0]                             at_bar,
  output logic [wt_pkg::PATHS-1:0]                             w_set,
  output logic                                                 w_fire,
  output logic [wt_pkg::PATHS-1:0]                             rl_group,
  output logic [wt_pkg::PATHS-1:0]                             rl_keep,
  output logic [wt_pkg::SLOT_LANES-1:0]                         rl_mask,
  output logic [wt_pkg::PATHS-1:0]                             low,
  output logic [wt_pkg::SLOT_LANES-1:0]                         yl
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned LINK_W = wt_pkg::RTX_W + 1;
  localparam int unsigned CW = wt_pkg::MP_CALL_W;

  logic [3:0]    look_x;
  logic [P-1:0]  x_eq;
  logic [WS-1:0] w_arr;
  always_comb begin
    look_x = checkw ? cw_no : bar_no;
    x_eq = '1;
    for (int b = 0; b < 4; b++) x_eq = x_eq & (look_x[b] ? sx[b*P +: P] : ~sx[b*P +: P]);
  end
  assign at_bar = s_bar & x_eq;  // R28
  always_comb begin
    w_set = checkw ? s_ww & x_eq : '0;  // R18
    w_arr = '0;
    for (int i = 0; i < P; i++) if (w_set[i]) w_arr = w_arr | sm[i*WS +: WS];
    w_fire = checkw && (cw_m & ~fin & ~w_arr) == '0;
  end

  // R20: the lowest entry with the highest pc, and those that agree with it
  // (a release and a choice never happen in the same cycle: one tree, with the pcs inverted for the lowest pc)
  logic [P-1:0]      pick, pick_best, pick_first;
  logic [P*32-1:0]   pick_pc;
  logic [31:0]       unused_top;
  logic [LINK_W-1:0] rl_link;
  logic [CW-1:0]     rl_depth;
  assign pick = release_step ? g : choose ? s_run & ~sy : '0;
  assign pick_pc = release_step ? sp : ~sp;
  wt_max_tree #(.N(P), .W(32)) u_pick (.among(pick), .value(pick_pc), .best(pick_best), .top(unused_top));
  wt_first #(.N(P)) u_pick_first (.x(pick_best), .oh(pick_first));
  assign rl_keep = release_step ? pick_first : '0;
  always_comb begin
    rl_link = '0;
    rl_depth = '0;
    rl_group = '0;
    rl_mask = '0;
    for (int i = 0; i < P; i++)
      if (rl_keep[i]) begin
        rl_link = rl_link | sr[i*LINK_W +: LINK_W];
        rl_depth = rl_depth | sd[i*CW +: CW];
      end
    if (release_step)
      for (int i = 0; i < P; i++)
        if (pick_best[i] && sr[i*LINK_W +: LINK_W] == rl_link && sd[i*CW +: CW] == rl_depth) begin
          rl_group[i] = 1'b1;
          rl_mask = rl_mask | sm[i*WS +: WS];
        end
  end

  // R6: the lowest entry with the lowest pc that may run
  assign low = release_step ? '0 : pick_first;

  always_comb begin
    yl = '0;
    if (count_yielded) for (int i = 0; i < P; i++) if (s_run[i] && sy[i]) yl = yl | sm[i*WS +: WS];  // R15
  end
endmodule
`default_nettype wire
