// wt_hanoi_yr_groups: entry selection of the control-flow unit wt_hanoi_yr. Combinational, no state.
//
// Compares the pool of one warp: who waits at a barrier (check, checkw, at_bar), who is released next (release_step:
// the entries of to_release_q with the highest pc), whom FORCE cuts loose (force_step: those that wait at the lowest
// pc, at the same barrier as the lowest-numbered of them).
// Each group of outputs is 0 while its step is not on.
// Doc       docs/blocks/control/wt_hanoi_yr.md
`default_nettype none
module wt_hanoi_yr_groups (
  input  wire logic                                        check,
  input  wire logic                                        checkw,
  input  wire logic                                        release_step,
  input  wire logic                                        force_step,
  input  wire logic                                        yrel,
  // rows of the pool: masks, pcs, four planes of x
  input  wire logic [wt_pkg::PATHS*wt_pkg::SLOT_LANES-1:0] pool_mask_r,
  input  wire logic [wt_pkg::PATHS*32-1:0]                 pool_pc_r,
  input  wire logic [4*wt_pkg::PATHS-1:0]                  pool_at_r,
  // entries that run and have yielded; that wait at a B register, at a slot, at a CTA barrier
  input  wire logic [wt_pkg::PATHS-1:0]                    s_run_y,
  input  wire logic [wt_pkg::PATHS-1:0]                    s_wb,
  input  wire logic [wt_pkg::PATHS-1:0]                    s_ww,
  input  wire logic [wt_pkg::PATHS-1:0]                    s_bar,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]               finished_r,
  input  wire logic [3:0]                                  cb_no,  // B register checked, and its mask
  input  wire logic [wt_pkg::SLOT_LANES-1:0]               cb_m,
  input  wire logic [3:0]                                  cw_no,  // slot checked, and its mask
  input  wire logic [wt_pkg::SLOT_LANES-1:0]               cw_m,
  input  wire logic [3:0]                                  bar_no,
  input  wire logic [wt_pkg::PATHS-1:0]                    to_release_q,
  output logic [wt_pkg::PATHS-1:0]                         at_bar,
  output logic [wt_pkg::PATHS-1:0]                         waiters,     // waiters
  output logic                                             waiters_go,  // they go on
  output logic                                             mask_empty,  // nobody is left in the register's mask
  output logic [wt_pkg::PATHS-1:0]                         release_group,
  output logic [wt_pkg::PATHS-1:0]                         release_keep,  // lowest entry of the group
  output logic [wt_pkg::SLOT_LANES-1:0]                    release_mask,
  output logic [wt_pkg::PATHS-1:0]                         force_set
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned P  = wt_pkg::PATHS;

  logic [3:0]   look_at;
  logic [P-1:0] same_at;
  always_comb begin
    look_at = check ? cb_no : checkw ? cw_no : bar_no;
    same_at = '1;
    for (int b = 0; b < 4; b++) same_at = same_at & (look_at[b] ? pool_at_r[b*P +: P] : ~pool_at_r[b*P +: P]);
  end
  assign at_bar = s_bar & same_at;  // R24

  logic [WS-1:0] arrived, w_yield, w_need;
  always_comb begin
    waiters = '0;
    arrived = '0;
    w_yield = '0;
    w_need = '0;
    mask_empty = 1'b0;
    waiters_go = 1'b0;
    if (check) begin  // R17
      w_need = cb_m & ~finished_r;
      mask_empty = w_need == '0;
      for (int i = 0; i < P; i++) begin
        if (s_wb[i] && same_at[i] && (pool_mask_r[i*WS +: WS] & cb_m) != '0 && !mask_empty) begin
          waiters[i] = 1'b1;
          arrived = arrived | pool_mask_r[i*WS +: WS];
        end
        if (s_run_y[i] && yrel) w_yield = w_yield | pool_mask_r[i*WS +: WS];  // R17
      end
      waiters_go = arrived != '0 && (w_need & ~arrived & ~w_yield) == '0;
    end else if (checkw) begin  // R18
      waiters = s_ww & same_at;
      for (int i = 0; i < P; i++) if (waiters[i]) arrived = arrived | pool_mask_r[i*WS +: WS];
      waiters_go = (cw_m & ~finished_r & ~arrived) == '0;
    end
  end

  // A release and FORCE never happen in the same cycle, so one tree finds the highest and, with the pcs inverted, the
  // lowest pc.
  logic [P-1:0]    pick, pick_best, pick_first, fc_low;
  logic [P*32-1:0] pick_pc;
  logic [31:0]     unused_top;
  assign pick = release_step ? to_release_q : force_step ? s_wb : '0;
  assign pick_pc = release_step ? pool_pc_r : ~pool_pc_r;
  wt_max_tree #(.N(P), .W(32)) u_pick (.among(pick), .value(pick_pc), .best(pick_best), .top(unused_top));
  wt_first #(.N(P)) u_pick_first (.x(pick_best), .oh(pick_first));
  assign release_group = release_step ? pick_best : '0;  // R16
  assign release_keep = release_step ? pick_first : '0;
  always_comb begin
    release_mask = '0;
    for (int i = 0; i < P; i++) if (release_group[i]) release_mask = release_mask | pool_mask_r[i*WS +: WS];
  end

  assign fc_low = release_step ? '0 : pick_best;
  always_comb begin
    force_set = fc_low;  // R19
    for (int b = 0; b < 4; b++)
      if ((pool_at_r[b*P +: P] & pick_first) != '0) force_set = force_set & pool_at_r[b*P +: P];
      else force_set = force_set & ~pool_at_r[b*P +: P];
  end
endmodule
`default_nettype wire
