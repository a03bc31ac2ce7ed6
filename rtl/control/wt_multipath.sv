// wt_multipath: control-flow unit. A table of splits and a table of reconvergence points per warp, one event machine for all warps.
//
// Latency   uniform branch: redirect 1 cycle after the event, machine not used. Other events: see the doc.
// Flow      events of issue only while cfu_idle; instructions that only advance at any time (pending: they wait for the machine).
// State     rows of cmodel/spec/blocks/multipath.def: a row per warp, entry i at i * width, kinds and x as bit planes.
// Model     cmodel/control/wt_multipath.c      Doc  docs/blocks/control/wt_multipath.md
`default_nettype none
module wt_multipath (
  input  wire logic                          clk,
  input  wire logic                          rst_n,
  `include "ports/wt_cfu_ports.svh"
  input  wire logic [1:0]                    cfg_order,
  input  wire logic [1:0]                    cfg_policy,
  input  wire logic                          cfg_every,
  input  wire logic [1:0]                    cfg_delay
);
  localparam int unsigned NW = wt_pkg::WARPS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned WS = wt_pkg::WARP_SIZE;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned PW = wt_pkg::PATH_W;
  localparam int unsigned NS = wt_pkg::WSYNC_SLOTS;
  localparam logic OREC = wt_pkg::OREC == 1;
  typedef enum logic [3:0] {
    StIdle = wt_pkg::MP_IDLE, StExec = wt_pkg::MP_EXEC, StWait = wt_pkg::MP_WAIT, StTgt = wt_pkg::MP_TGT, StLaunch = wt_pkg::MP_LAUNCH,
    StCtaRel = wt_pkg::MP_CTAREL, StEarly = wt_pkg::MP_EARLY, StArrive = wt_pkg::MP_ARRIVE, StRetest = wt_pkg::MP_RETEST,
    StRelease = wt_pkg::MP_RELEASE, StCheckw = wt_pkg::MP_CHECKW, StSelect = wt_pkg::MP_SELECT
  } state_e;

  // ---- state ----
  `include "rows/wt_multipath_state.svh"

  // ---- what issue reads ----
  always_comb begin
    cfu_mask = '0;
    cfu_live = '0;
    cfu_split = '0;
    if (sched_sel_valid) begin  // R25
      cfu_mask = cur_mask_q[sched_sel_warp];
      cfu_live = ~finished_q[sched_sel_warp];
      cfu_split = wt_pkg::SPLIT_W'(cur_entry_q[sched_sel_warp]);
    end
  end
  assign cfu_bx_val = '0;  // R25

  // ---- outputs that are functions of the state ----
  logic          busy, is_bar, is_exit;
  logic [NW-1:0] mw_oh;
  assign busy = state_q != StIdle;
  assign mw_oh = NW'(1) << at_warp_q;
  assign cfu_idle = !busy && pending_q == '0 && !owed_q;  // R2
  assign cfu_run = has_path_q & ~pending_q & ~(busy || redir_valid_q || changed_q ? mw_oh : '0);  // R25
  assign cfu_dead = dead_q;
  assign cfu_redir_valid = redir_valid_q;
  assign cfu_redir_warp = redir_valid_q ? at_warp_q : '0;
  assign cfu_redir_pc = redir_pc_q;
  assign cfu_redir_stop = redir_stop_q;
  assign cfu_done_valid = done_q;
  assign cfu_done_warp = done_q ? at_warp_q : '0;
  assign cfu_err_valid = err_q;  // R12
  assign cfu_err_warp = err_q ? at_warp_q : '0;
  assign cfu_err_kind = err_q ? wt_pkg::CFE_REC : '0;
  assign cfu_err_pc = err_q ? e_pc_q : '0;
  assign cfu_upd_valid = changed_q;
  assign cfu_upd_warp = changed_q ? at_warp_q : '0;
  assign cfu_upd_mask = changed_q ? cur_mask_q[at_warp_q] : '0;
  assign changed_d = wt_pkg::SB_SPLIT == 1 && cur_entry_we;  // R25
  assign cfu_rel_ack = state_q == StCtaRel;
  assign cfu_launch_ack = state_q == StLaunch;
  assign cfu_at_bar = '0;
  assign cfu_forced = 1'b0;
  assign cfu_tgt_take = state_q == StTgt;
  assign is_bar = state_q == StExec && e_kind_q == wt_pkg::EV_BAR;
  assign is_exit = state_q == StExec && e_kind_q == wt_pkg::EV_EXIT;
  assign cfu_bar_valid = is_bar;
  assign cfu_bar_warp = is_bar ? at_warp_q : '0;
  assign cfu_bar_id = is_bar ? e_bx_q : '0;
  assign cfu_bar_count = is_bar ? wt_pkg::CNT_W'($countones(e_mask_q)) : '0;
  assign cfu_exit_valid = is_exit;
  assign cfu_exit_warp = is_exit ? at_warp_q : '0;
  assign cfu_exit_count = is_exit ? wt_pkg::CNT_W'($countones(e_mask_q)) : '0;

  // ---- rows of the machine's warp ----
  logic [wt_pkg::MP_START_W-1:0] split_start_r;
  logic [wt_pkg::MP_EARLY_W-1:0] rec_early_r;
  // what is in the memories that nobody uses without OREC: under this name it stays in every netlist, and with it the memory
  logic [wt_pkg::MP_START_W-1:0] keep_ss_q;
  logic [wt_pkg::MP_EARLY_W-1:0] keep_re_q;
  logic [wt_pkg::MP_CRQ_W-1:0]   keep_crq_q;
  assign keep_ss_q = split_start_q[at_warp_q];
  assign keep_re_q = rec_early_q[at_warp_q];
  assign split_start_r = busy ? keep_ss_q : '0;
  assign rec_early_r = busy ? keep_re_q : '0;

  // ---- event of issue ----
  logic          ev_only, ev_hit, ev_same, ev_mach;
  logic [31:0]   ev_next, ev_crp, ev_crq;
  logic [WS-1:0] ev_fin, ev_cm;
  logic [PW:0]   ev_on;
  logic [NW-1:0] ev_oh;
  assign keep_crq_q = cur_rpc_late_q[issue_ev_warp];
  always_comb begin
    ev_fin = '0;
    ev_cm = '0;
    ev_crp = '0;
    ev_crq = '0;
    ev_on = '0;
    if (issue_ev_valid) begin
      ev_fin = finished_q[issue_ev_warp];
      ev_cm = cur_mask_q[issue_ev_warp];
      ev_crp = cur_rpc_q[issue_ev_warp];
      ev_crq = OREC ? 32'(keep_crq_q) : cur_rpc_q[issue_ev_warp];
      ev_on = order_count_q[issue_ev_warp];
    end
    case (issue_ev_kind)
      wt_pkg::EV_ADV, wt_pkg::EV_BSSY, wt_pkg::EV_BMOVR, wt_pkg::EV_BSYNC, wt_pkg::EV_BREAK: ev_only = 1'b1;  // R1
      wt_pkg::EV_WSYNC: ev_only = (issue_ev_val & ~ev_fin & ~issue_ev_mask) == '0;  // R1
      default: ev_only = 1'b0;
    endcase
  end
  assign ev_oh = NW'(1) << issue_ev_warp;
  assign ev_same = issue_ev_kind == wt_pkg::EV_BRA && issue_ev_mask == ev_cm;
  assign ev_next = ev_only ? issue_ev_pc + 32'd16 : issue_ev_target;
  // R1
  assign ev_hit = ((cur_level_q & ev_oh) != '0 && (ev_crp == ev_next || ev_crq == ev_next)) || (cfg_every && cfg_policy != wt_pkg::PATH_POLICY_block && ev_on > (PW+1)'(1));
  assign ev_mach = issue_ev_valid && cfu_idle && (!ev_only || ev_hit);  // R1
  assign next_pc_we = issue_ev_valid && ev_only && ev_hit && !cfu_idle;  // R2

  // R2: the first waiting advance after at_warp, going round
  logic          pd_any;
  logic [WW-1:0] pd_no;
  logic [31:0]   pd_pc;
  wt_after #(.N(NW), .W(WW)) u_pd (.x(pending_q), .at(at_warp_q), .found(pd_any), .no(pd_no));
  assign pd_pc = pd_any ? next_pc_q[pd_no] : '0;
  logic other;
  assign other = ctabar_rel_valid || (dispatch_launch_valid && dispatch_launch_last);

  // ---- the machine ----
  logic          s_cv, s_cr, s_dead, s_tf, s_tx, s_rt, s_r_valid, s_r_stop, s_done, s_err;
  logic [3:0]    s_st, s_e_kind;
  logic [WS-1:0] s_e_val;
  logic [P-1:0]  s_nw, s_mv, s_g;
  logic [NS-1:0] s_cw;
  logic [31:0]   s_r_pc;
  wt_multipath_step u_step (
    .has_path_q((has_path_q & mw_oh) != '0), .cur_level_q((cur_level_q & mw_oh) != '0), .dead_q((dead_q & mw_oh) != '0),
    .sched_busy, .alu_sc_valid, .alu_sc_warp, .alu_sc_val, .tgt_valid, .tgt_mask, .tgt_taken, .tgt_pc, .tgt_last, .cfg_order, .cfg_policy, .cfg_every,
    .cfg_delay, .state_q, .at_warp_q, .e_kind_q, .e_seq_q, .e_pc_q, .e_mask_q, .e_tgt_q, .e_rpc_q, .e_bx_q, .e_val_q, .tgt_taken_q, .tgt_full_q, .meet_new_q, .arrive_q, .retest_q,
    .check_slot_q, .to_release_q, .split_mask_r, .split_pc_r, .split_kind_r, .split_at_r, .split_yield_r, .split_rec_r, .split_depth_r, .split_start_r, .order_r, .order_count_r, .cur_entry_r, .cur_mask_r, .finished_r, .slot_mask_r, .slot_valid_r, .rec_mask_r, .rec_arrived_r, .rec_pc_r,
    .rec_outer_r, .rec_depth_r, .rec_kind_r, .rec_early_r, .cv(s_cv), .cr(s_cr), .dead(s_dead), .st(s_st), .e_kind(s_e_kind), .e_val(s_e_val), .tf(s_tf), .tx(s_tx), .nw(s_nw),
    .mv(s_mv), .rt(s_rt), .cw(s_cw), .g(s_g), .r_valid(s_r_valid), .r_stop(s_r_stop), .r_pc(s_r_pc), .done(s_done), .err(s_err), .split_mask_n, .split_pc_n, .split_kind_n,
    .split_at_n, .split_yield_n, .split_rec_n, .split_depth_n, .split_start_n, .order_n, .order_count_n, .cur_entry_n, .cur_mask_n, .finished_n, .slot_mask_n, .slot_valid_n, .rec_mask_n, .rec_arrived_n, .rec_pc_n, .rec_outer_n, .rec_depth_n, .rec_kind_n, .rec_early_n, .cur_rpc_n,
    .cur_rpc_late_n, .split_mask_we, .split_pc_we, .split_kind_we, .split_at_we, .split_yield_we, .split_rec_we, .split_depth_we, .split_start_we, .order_we, .order_count_we, .cur_entry_we, .cur_mask_we, .finished_we, .slot_mask_we, .slot_valid_we, .rec_mask_we, .rec_arrived_we,
    .rec_pc_we, .rec_outer_we, .rec_depth_we, .rec_kind_we, .rec_early_we, .cur_rpc_we, .cur_rpc_late_we
  );
  always_comb begin
    {has_path_d, cur_level_d, pending_d, dead_d, state_d, at_warp_d, e_kind_d, e_seq_d, tgt_taken_d, tgt_full_d, e_pc_d, e_mask_d, e_tgt_d, e_rpc_d, e_bx_d, e_val_d} =
      {has_path_q, cur_level_q, pending_q, dead_q, state_q, at_warp_q, e_kind_q, e_seq_q, tgt_taken_q, tgt_full_q, e_pc_q, e_mask_q, e_tgt_q, e_rpc_q, e_bx_q, e_val_q};
    {meet_new_d, arrive_d, retest_d, check_slot_d, to_release_d, owed_d} = {meet_new_q, arrive_q, retest_q, check_slot_q, to_release_q, owed_q};
    {redir_valid_d, redir_stop_d, redir_pc_d, done_d, err_d} = '0;
    if (busy) begin
      has_path_d = s_cv ? has_path_q | mw_oh : has_path_q & ~mw_oh;
      cur_level_d = s_cr ? cur_level_q | mw_oh : cur_level_q & ~mw_oh;
      dead_d = s_dead ? dead_q | mw_oh : dead_q & ~mw_oh;
      if (state_q == StLaunch) pending_d = pending_q & ~mw_oh;  // R23
      {state_d, e_kind_d, e_val_d, tgt_taken_d, tgt_full_d, meet_new_d, arrive_d, retest_d, check_slot_d, to_release_d} = {s_st, s_e_kind, s_e_val, s_tf, s_tx, s_nw, s_mv, s_rt, s_cw, s_g};
      {redir_valid_d, redir_stop_d, redir_pc_d, done_d, err_d} = {s_r_valid, s_r_stop, s_r_pc, s_done, s_err};
    end else if (ev_mach) begin
      at_warp_d = issue_ev_warp;
      e_kind_d = ev_only ? wt_pkg::EV_ADV : issue_ev_kind;
      e_seq_d = 1'b1;
      {tgt_taken_d, tgt_full_d} = '0;
      e_pc_d = issue_ev_pc;
      state_d = StExec;
      if (!ev_only) begin
        e_mask_d = issue_ev_mask;
        e_tgt_d = issue_ev_target;
        e_rpc_d = issue_ev_rpc;
        e_bx_d = issue_ev_bx;
        e_val_d = issue_ev_val;
        case (issue_ev_kind)
          wt_pkg::EV_BRA: if (ev_same && !ev_hit) begin  // R1
            state_d = StIdle;
            redir_valid_d = 1'b1;
            redir_pc_d = issue_ev_target;
          end
          wt_pkg::EV_BMOVW, wt_pkg::EV_WSYNCR: state_d = StWait;  // R16
          wt_pkg::EV_BRX, wt_pkg::EV_RET, wt_pkg::EV_CALLX: state_d = StTgt;  // R13
          default: state_d = StExec;
        endcase
      end
      owed_d = other;  // R2
    end else if (other && (owed_q || cfu_idle)) begin  // R2, R29
      e_kind_d = wt_pkg::EV_ADV;
      {e_seq_d, tgt_taken_d, tgt_full_d, owed_d} = '0;
      at_warp_d = ctabar_rel_valid ? ctabar_rel_warp : dispatch_launch_warp;  // R29
      state_d = ctabar_rel_valid ? StCtaRel : StLaunch;
      if (ctabar_rel_valid) e_bx_d = ctabar_rel_id;
      else e_mask_d = dispatch_launch_mask;
    end else if (!cfu_idle && !owed_q) begin  // R2
      at_warp_d = pd_no;
      e_kind_d = wt_pkg::EV_ADV;
      e_seq_d = 1'b1;
      {tgt_taken_d, tgt_full_d} = '0;
      e_pc_d = pd_pc - 32'd16;
      state_d = StExec;
      pending_d = pending_q & ~(NW'(1) << pd_no);
      owed_d = other;
    end else begin
      owed_d = 1'b0;
    end
    if (next_pc_we) pending_d = pending_d | ev_oh;
  end

  assign next_pc_n = ev_next;

`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n) issue_ev_valid && !ev_only |-> cfu_idle);
  SelectWhenDone_A: assert property (@(posedge clk) disable iff (!rst_n)
    state_q == StSelect |-> meet_new_q == '0 && arrive_q == '0 && to_release_q == '0 && check_slot_q == '0 && !retest_q);
  wt_cfu_rules u_rules (.*);
`endif
endmodule
`default_nettype wire
