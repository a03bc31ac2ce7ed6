// wt_hanoi_yr_groups: entry selection of the control-flow unit wt_hanoi_yr. Combinational, no state.
//
// Compares the pool of one warp: who waits at a barrier (check, checkw, at_bar), who is released next (release_step:
// the entries of g with the highest pc), whom FORCE cuts loose (force_step: those that wait at the lowest pc, with the
// x of the lowest-numbered of them).
// Each group of outputs is 0 while its step is not on.
// Doc       docs/blocks/control/wt_hanoi_yr.md
`default_nettype none
module wt_hanoi_yr_groups (
  input  wire logic                                            check,
  input  wire logic                                            checkw,
  input  wire logic                                            release_step,
  input  wire logic                                            force_step,
  input  wire logic                                            yrel,
  // rows of the pool: masks, pcs, four planes of x
  input  wire logic [wt_pkg::PATHS*wt_pkg::SLOT_LANES-1:0]      pm,
  input  wire logic [wt_pkg::PATHS*32-1:0]                     ppc,
  input  wire logic [4*wt_pkg::PATHS-1:0]                      px,
  // entries that run and have yielded; that wait at a B register, at a slot, at a CTA barrier
  input  wire logic [wt_pkg::PATHS-1:0]                        s_run_y,
  input  wire logic [wt_pkg::PATHS-1:0]                        s_wb,
  input  wire logic [wt_pkg::PATHS-1:0]                        s_ww,
  input  wire logic [wt_pkg::PATHS-1:0]                        s_bar,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    fin,
  input  wire logic [3:0]                                      cb_no,   // B register checked, and its mask
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    cb_m,
  input  wire logic [3:0]                                      cw_no,   // slot checked, and its mask
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                    cw_m,
  input  wire logic [3:0]                                      bar_no,
  input  wire logic [wt_pkg::PATHS-1:0]                        g,
  output logic [wt_pkg::PATHS-1:0]                             at_bar,
  output logic [wt_pkg::PATHS-1:0]                             w_set,   // waiters
  output logic                                                 w_fire,  // they go on
  output logic                                                 w_empty, // check: nobody is left in the register's mask
  output logic [wt_pkg::PATHS-1:0]                             rl_group,
  output logic [wt_pkg::PATHS-1:0]                             rl_keep, // lowest entry of the group
  output logic [wt_pkg::SLOT_LANES-1:0]                         rl_mask,
  output logic [wt_pkg::PATHS-1:0]                             fc_set
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned P  = wt_pkg::PATHS;

  logic [3:0]   look_x;
  logic [P-1:0] x_eq;
  always_comb begin
    look_x = check ? cb_no : checkw ? cw_no : bar_no;
    x_eq = '1;
    for (int b = 0; b < 4; b++) x_eq = x_eq & (look_x[b] ? px[b*P +: P] : ~px[b*P +: P]);
  end
  assign at_bar = s_bar & x_eq;  // R24

  logic [WS-1:0] w_arr, w_yield, w_need;
  always_comb begin
    w_set = '0;
    w_arr = '0;
    w_yield = '0;
    w_need = '0;
    w_empty = 1'b0;
    w_fire = 1'b0;
    if (check) begin  // R17
      w_need = cb_m & ~fin;
      w_empty = w_need == '0;
      for (int i = 0; i < P; i++) begin
        if (s_wb[i] && x_eq[i] && (pm[i*WS +: WS] & cb_m) != '0 && !w_empty) begin
          w_set[i] = 1'b1;
          w_arr = w_arr | pm[i*WS +: WS];
        end
        if (s_run_y[i] && yrel) w_yield = w_yield | pm[i*WS +: WS];  // R17
      end
      w_fire = w_arr != '0 && (w_need & ~w_arr & ~w_yield) == '0;
    end else if (checkw) begin  // R18
      w_set = s_ww & x_eq;
      for (int i = 0; i < P; i++) if (w_set[i]) w_arr = w_arr | pm[i*WS +: WS];
      w_fire = (cw_m & ~fin & ~w_arr) == '0;
    end
  end

  // A release and FORCE never happen in the same cycle, so one tree finds the highest and, with the pcs inverted, the
  // lowest pc.
  logic [P-1:0]    pick, pick_best, pick_first, fc_low;
  logic [P*32-1:0] pick_pc;
  logic [31:0]     unused_top;
  assign pick = release_step ? g : force_step ? s_wb : '0;
  assign pick_pc = release_step ? ppc : ~ppc;
  wt_max_tree #(.N(P), .W(32)) u_pick (.among(pick), .value(pick_pc), .best(pick_best), .top(unused_top));
  wt_first #(.N(P)) u_pick_first (.x(pick_best), .oh(pick_first));
  assign rl_group = release_step ? pick_best : '0;  // R16
  assign rl_keep = release_step ? pick_first : '0;
  always_comb begin
    rl_mask = '0;
    for (int i = 0; i < P; i++) if (rl_group[i]) rl_mask = rl_mask | pm[i*WS +: WS];
  end

  assign fc_low = release_step ? '0 : pick_best;
  always_comb begin
    fc_set = fc_low;  // R19
    for (int b = 0; b < 4; b++)
      if ((px[b*P +: P] & pick_first) != '0) fc_set = fc_set & px[b*P +: P];
      else fc_set = fc_set & ~px[b*P +: P];
  end
endmodule
`default_nettype wire
