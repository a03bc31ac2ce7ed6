// wt_sco: sub-warp combiner of DWR: states of the sub-warps, delay of bar.synch_partner, groups that issue together.
//
// Latency   arrival: PST_LATENCY cycles behind the issue of the micro-op, 0 = the same cycle. A group can issue in the
//           cycle after its release.
// State     lock, comb, alone: states of the members of every large warp; group: group that issues next; slept, stop:
//           members that count as
//           locked; way_valid, way_sub: barriers on their way; pc: instruction index of every sub-warp at its barrier.
// Model     cmodel/issue/wt_sco.c      Doc  docs/blocks/issue/wt_sco.md
`default_nettype none
module wt_sco (
  input  wire logic                            clk,
  input  wire logic                            rst_n,
  input  wire logic                            sched_sel_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       sched_sel_warp,
  input  wire logic                            sched_sync,
  input  wire logic                            sched_whole,
  input  wire logic [wt_pkg::UOP_W-1:0]        ibuffer_uop,
  input  wire logic                            pst_rel_valid,
  input  wire logic [wt_pkg::LARGE_W-1:0]      pst_rel_row,
  input  wire logic [wt_pkg::DWR_SUBWARPS-1:0] pst_rel_mask,
  input  wire logic                            ilt_hit,
  input  wire logic                            issue_ev_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       issue_ev_warp,
  input  wire logic [3:0]                      issue_ev_kind,
  input  wire logic                            cfu_redir_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       cfu_redir_warp,
  input  wire logic                            cfu_redir_stop,
  input  wire logic                            cfu_done_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       cfu_done_warp,
  output logic                                 sco_arr_valid,
  output logic [wt_pkg::SUB_W-1:0]             sco_arr_sub,
  output logic [31:0]                          sco_arr_pc,
  output logic [wt_pkg::SUBS-1:0]              sco_lock,
  output logic [wt_pkg::SUBS-1:0]              sco_comb,
  output logic [wt_pkg::SUBS-1:0]              sco_alone,
  output logic [wt_pkg::SUBS-1:0]              sco_away,
  output logic [wt_pkg::SUBS-1:0]              sco_group
);
  localparam int unsigned SUBS = wt_pkg::SUBS;
  localparam int unsigned SUB_W = wt_pkg::SUB_W;
  localparam int unsigned LARGE = wt_pkg::LARGE;
  localparam int unsigned LARGE_W = wt_pkg::LARGE_W;
  localparam int unsigned DWR_SUBWARPS = wt_pkg::DWR_SUBWARPS;
  localparam int unsigned PST_STAGES = wt_pkg::PST_STAGES;

  `include "rows/wt_sco_state.svh"
  logic [PST_STAGES-1:0]       way_valid_q;
  logic [SUB_W*PST_STAGES-1:0] way_sub_q;

  wt_pkg::uop_t u;
  logic         start;
  logic [27:0]  index;
  assign u = ibuffer_uop;
  assign start = sched_sel_valid && sched_sync;  // R1
  assign index = u.pc[31:4];
  assign pc_we = start;
  assign pc_wa = SUB_W'(sched_sel_warp);

  // ---- the way of bar.synch_partner ----
  if (wt_pkg::PST_LATENCY == 0) begin : g_now  // R2
    assign way_valid_q = '0;
    assign sco_arr_valid = start;
    assign sco_arr_sub = start ? SUB_W'(sched_sel_warp) : '0;
    assign sco_arr_pc = start ? {4'd0, index} : 32'd0;
    logic unused_pv;
    assign unused_pv = &{1'b0, way_valid_q, way_sub_q};
    assign way_sub_q = '0;
  end else begin : g_later
    always_ff @(posedge clk) begin
      if (!rst_n) way_valid_q <= '0;
      else way_valid_q <= PST_STAGES'({way_valid_q, start});
      way_sub_q <= (SUB_W*PST_STAGES)'({way_sub_q, SUB_W'(sched_sel_warp)});
    end
    assign sco_arr_valid = way_valid_q[PST_STAGES-1];  // R2
    assign sco_arr_sub = way_valid_q[PST_STAGES-1] ? way_sub_q[(PST_STAGES-1)*SUB_W +: SUB_W] : '0;
    assign sco_arr_pc = way_valid_q[PST_STAGES-1] ? {4'd0, pc_q[sco_arr_sub]} : 32'd0;
  end

  // ---- the group: of a released row, else of the lowest row that has combine-ready members and no group ----
  logic [LARGE-1:0]        bare, bare_oh;
  logic [LARGE_W-1:0]      bare_row, row;
  logic [DWR_SUBWARPS-1:0] members, lowest_oh, same;
  logic [27:0]             first_pc, member_pc;
  for (genvar r = 0; r < LARGE; r++) begin : g_bare
    // R5
    assign bare[r] = group_q[r*DWR_SUBWARPS +: DWR_SUBWARPS] == '0 && comb_q[r*DWR_SUBWARPS +: DWR_SUBWARPS] != '0;
  end
  wt_first #(.N(LARGE)) u_bare (.x(bare), .oh(bare_oh));
  wt_onehot_index #(.N(LARGE), .W(LARGE_W)) u_bare_row (.oh(bare_oh), .no(bare_row));
  assign row = pst_rel_valid ? pst_rel_row : bare_row;  // R4
  always_comb begin
    members = '0;
    if (pst_rel_valid) members = pst_rel_mask;
    else
      for (int r = 0; r < LARGE; r++)
        if (bare_oh[r]) members = comb_q[r*DWR_SUBWARPS +: DWR_SUBWARPS];  // R5, R9
  end
  wt_first #(.N(DWR_SUBWARPS)) u_lowest (.x(members), .oh(lowest_oh));
  logic [DWR_SUBWARPS*28-1:0] member_pcs;
  always_comb begin
    member_pc = '0;
    for (int m = 0; m < DWR_SUBWARPS; m++) begin
      member_pc = pc_q[SUB_W'(32'(row)*DWR_SUBWARPS + 32'(m))];
      // a barrier that takes effect in this cycle has its pc on the wires
      if (sco_arr_valid && sco_arr_sub == SUB_W'(32'(row)*DWR_SUBWARPS + 32'(m))) member_pc = sco_arr_pc[27:0];
      member_pcs[m*28 +: 28] = member_pc;
    end
    first_pc = '0;
    for (int m = 0; m < DWR_SUBWARPS; m++) first_pc = first_pc | (member_pcs[m*28 +: 28] & {28{lowest_oh[m]}});
    for (int m = 0; m < DWR_SUBWARPS; m++) same[m] = members[m] && member_pcs[m*28 +: 28] == first_pc;  // R4, R5
  end

  // ---- states ----
  logic [SUBS-1:0] sel_oh, arr_oh, ev_oh, redir_oh, done_oh, gone;
  always_comb begin
    sel_oh = '0;
    sel_oh[SUB_W'(sched_sel_warp)] = sched_sel_valid;
    arr_oh = '0;
    arr_oh[sco_arr_sub] = sco_arr_valid && ilt_hit;  // R3
    ev_oh = '0;
    ev_oh[SUB_W'(issue_ev_warp)] = issue_ev_valid && issue_ev_kind == wt_pkg::EV_YIELD;  // R7
    redir_oh = '0;
    redir_oh[SUB_W'(cfu_redir_warp)] = cfu_redir_valid;
    done_oh = '0;  // R8
    done_oh[SUB_W'(cfu_done_warp)] = cfu_done_valid;
    // R6: what has issued: the selected sub-warp, or its whole group
    gone = start ? '0 : sel_oh;
    for (int r = 0; r < LARGE; r++)
      // R6
      if (sched_whole && sel_oh[r*DWR_SUBWARPS +: DWR_SUBWARPS] != '0 && !start)
        gone[r*DWR_SUBWARPS +: DWR_SUBWARPS] = group_q[r*DWR_SUBWARPS +: DWR_SUBWARPS];
    lock_d = (lock_q | (start ? sel_oh : '0)) & ~arr_oh;  // R1, R3
    comb_d = comb_q & ~gone;
    group_d = group_q & ~gone;
    alone_d = (alone_q & ~(start ? '0 : sel_oh)) | arr_oh;  // R3, R6
    for (int r = 0; r < LARGE; r++)  // R9
      if (row == LARGE_W'(r)) begin
        if (pst_rel_valid) begin  // R4
          lock_d[r*DWR_SUBWARPS +: DWR_SUBWARPS] = lock_d[r*DWR_SUBWARPS +: DWR_SUBWARPS] & ~pst_rel_mask;
          comb_d[r*DWR_SUBWARPS +: DWR_SUBWARPS] = comb_d[r*DWR_SUBWARPS +: DWR_SUBWARPS] | pst_rel_mask;
        end
        if (same != '0) group_d[r*DWR_SUBWARPS +: DWR_SUBWARPS] = same;
      end
    slept_d = ((slept_q & ~(start ? sel_oh : '0)) | ev_oh) & ~done_oh;  // R1, R7, R8
    stop_d = (cfu_redir_stop ? stop_q | redir_oh : stop_q & ~redir_oh) & ~done_oh;  // R7, R8
  end
  assign sco_away = slept_q | stop_q;  // R7

  assign pc_n = index;

  // fields of the uop that other blocks use; with one slot the bits of its number
  logic unused_bits;
  assign unused_bits = &{1'b0, u, sched_sel_warp, issue_ev_warp, cfu_redir_warp, cfu_done_warp};
`ifndef SYNTHESIS
  OneState_A: assert property (@(posedge clk) disable iff (!rst_n) ((lock_q & comb_q) | (lock_q & alone_q) |
      (comb_q & alone_q)) == '0);
  GroupIsReady_A: assert property (@(posedge clk) disable iff (!rst_n) (group_q & ~comb_q) == '0);
  ReleasesLocked_A: assert property (@(posedge clk) disable iff (!rst_n)
    pst_rel_valid |-> (pst_rel_mask &
        ~(lock_q[pst_rel_row*DWR_SUBWARPS +: DWR_SUBWARPS] |
        (start ? sel_oh[pst_rel_row*DWR_SUBWARPS +: DWR_SUBWARPS] : '0))) == '0);
  StaysWhileLocked_A: assert property (@(posedge clk) disable iff (!rst_n) cfu_redir_valid |->
      ((lock_q | comb_q | alone_q) & redir_oh) == '0);
`endif
endmodule
`default_nettype wire
