// wt_pst: partner synchronisation table of DWR: a row of {valid, pc, locked sub-warps} for every large warp.
//
// Latency   0 cycles from the arrival to the release. One row is released a cycle, the lowest complete one.
// State     valid, pc, lock.
// Model     cmodel/issue/wt_pst.c      Doc  docs/blocks/issue/wt_pst.md
`default_nettype none
module wt_pst (
  input  wire logic                            clk,
  input  wire logic                            rst_n,
  input  wire logic                            sco_arr_valid,
  input  wire logic [wt_pkg::SUB_W-1:0]        sco_arr_sub,
  input  wire logic [31:0]                     sco_arr_pc,
  input  wire logic [wt_pkg::SUBS-1:0]         sco_away,
  input  wire logic                            ilt_hit,
  input  wire logic [wt_pkg::SLOTS-1:0]        sched_resident,
  input  wire logic [wt_pkg::SLOTS-1:0]        cfu_at_bar,
  input  wire logic                            cfg_learn,
  output logic                                 pst_rel_valid,
  output logic [wt_pkg::LARGE_W-1:0]           pst_rel_row,
  output logic [wt_pkg::DWR_SUBWARPS-1:0]      pst_rel_mask,
  output logic                                 pst_learn_valid,
  output logic [31:0]                          pst_learn_pc
);
  localparam int unsigned SUBS = wt_pkg::SUBS;
  localparam int unsigned LARGE = wt_pkg::LARGE;
  localparam int unsigned DWR_SUBWARPS = wt_pkg::DWR_SUBWARPS;

  `include "rows/wt_pst_state.svh"

  // R4
  // Existing sub-warps are the slots of the scheduler that hold a warp. Who sleeps, has no path, or waits at a CTA
  // barrier is waited for by nobody.
  logic [SUBS-1:0] exist, away;
  if (SUBS <= wt_pkg::SLOTS) begin : g_all
    assign exist = sched_resident[SUBS-1:0];
    assign away = sco_away | cfu_at_bar[SUBS-1:0];
    logic unused_slots;
    assign unused_slots = &{1'b0, sched_resident, cfu_at_bar};
  end else begin : g_some
    assign exist = {{(SUBS - wt_pkg::SLOTS){1'b0}}, sched_resident};
    assign away = sco_away | {{(SUBS - wt_pkg::SLOTS){1'b0}}, cfu_at_bar};
  end

  // ---- the arrival locks ----
  logic             enter, other_pc;
  logic [LARGE-1:0] into, valid_in;
  logic [SUBS-1:0]  lock_in, hot;
  assign enter = sco_arr_valid && !ilt_hit;  // R1, R2
  always_comb begin
    hot = '0;
    hot[sco_arr_sub] = enter;
  end
  for (genvar r = 0; r < LARGE; r++) begin : g_into
    assign into[r] = hot[r*DWR_SUBWARPS +: DWR_SUBWARPS] != '0;
  end
  assign valid_in = valid_q | into;
  assign lock_in = lock_q | hot;
  always_comb begin
    pc_d = pc_q;
    other_pc = 1'b0;
    for (int r = 0; r < LARGE; r++) begin
      if (into[r] && !valid_q[r]) pc_d[32*r +: 32] = sco_arr_pc;  // R1
      if (into[r] && valid_q[r] && pc_q[32*r +: 32] != sco_arr_pc) other_pc = 1'b1;  // R3
    end
  end

  // ---- the lowest row that all existing partners have reached, or are away from ----
  logic [LARGE-1:0] full, rel_oh, by_away;
  for (genvar r = 0; r < LARGE; r++) begin : g_full
    // R4
    assign full[r] = valid_in[r] &&
        (~exist[r*DWR_SUBWARPS +: DWR_SUBWARPS] | lock_in[r*DWR_SUBWARPS +: DWR_SUBWARPS] |
        away[r*DWR_SUBWARPS +: DWR_SUBWARPS]) == {DWR_SUBWARPS{1'b1}};
    assign by_away[r] = (exist[r*DWR_SUBWARPS +: DWR_SUBWARPS] & ~lock_in[r*DWR_SUBWARPS +: DWR_SUBWARPS]) != '0;
  end
  wt_first #(.N(LARGE)) u_first (.x(full), .oh(rel_oh));  // R5
  wt_onehot_index #(.N(LARGE), .W(wt_pkg::LARGE_W)) u_row (.oh(rel_oh), .no(pst_rel_row));
  assign pst_rel_valid = full != '0;
  always_comb begin
    pst_rel_mask = '0;  // R7
    pst_learn_valid = other_pc;
    pst_learn_pc = other_pc ? sco_arr_pc : 32'd0;  // R7
    for (int r = 0; r < LARGE; r++)
      if (rel_oh[r]) begin
        pst_rel_mask = lock_in[r*DWR_SUBWARPS +: DWR_SUBWARPS];
        if (cfg_learn && by_away[r] && !other_pc) begin  // R6
          pst_learn_valid = 1'b1;
          pst_learn_pc = pc_d[32*r +: 32];
        end
      end
  end

  always_comb begin
    valid_d = valid_in & ~rel_oh;  // R5
    lock_d = lock_in;
    for (int r = 0; r < LARGE; r++)
      if (rel_oh[r]) lock_d[r*DWR_SUBWARPS +: DWR_SUBWARPS] = '0;
  end
`ifndef SYNTHESIS
  LocksOnce_A: assert property (@(posedge clk) disable iff (!rst_n) enter |-> !lock_q[sco_arr_sub]);
  logic [LARGE-1:0] some;
  for (genvar r = 0; r < LARGE; r++) begin : g_some_lock
    assign some[r] = lock_q[r*DWR_SUBWARPS +: DWR_SUBWARPS] != '0;
  end
  ValidIsLocked_A: assert property (@(posedge clk) disable iff (!rst_n) valid_q == some);
`endif
endmodule
`default_nettype wire
