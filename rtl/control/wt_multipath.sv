// wt_multipath: control-flow unit. Tables of splits and of reconvergence points per warp, one event machine for all.
//
// Latency   uniform branch: redirect 1 cycle after the event, machine not used. Other events: see the doc.
// Flow      events of issue only while cfu_idle; instructions that only advance at any time (pending: they wait for the
//           machine).
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
  localparam int unsigned NW = wt_pkg::SLOTS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned PW = wt_pkg::PATH_W;
  localparam int unsigned NS = wt_pkg::WSYNC_SLOTS;
  localparam int unsigned R  = wt_pkg::RT_DEPTH;
  localparam int unsigned XW = wt_pkg::RTX_W;
  localparam int unsigned LINK_W = XW + 1;
  localparam int unsigned CW = wt_pkg::MP_CALL_W;
  localparam logic OREC = wt_pkg::OREC == 1;
  localparam logic [1:0] KRun = 2'd0, KWw = 2'd1, KBar = 2'd2;
  typedef enum logic [3:0] {
    StIdle = wt_pkg::MP_IDLE, StExec = wt_pkg::MP_EXEC, StWait = wt_pkg::MP_WAIT, StTgt = wt_pkg::MP_TGT,
    StLaunch = wt_pkg::MP_LAUNCH, StCtaRel = wt_pkg::MP_CTAREL, StEarly = wt_pkg::MP_EARLY,
    StArrive = wt_pkg::MP_ARRIVE, StRetest = wt_pkg::MP_RETEST, StRelease = wt_pkg::MP_RELEASE,
    StCheckw = wt_pkg::MP_CHECKW, StSelect = wt_pkg::MP_SELECT
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
  // what the memories hold that nobody uses without OREC: under this name it stays in every netlist, with the memory
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
  assign ev_hit = ((cur_level_q & ev_oh) != '0 && (ev_crp == ev_next || ev_crq == ev_next)) ||
      (cfg_every && cfg_policy != wt_pkg::PATH_POLICY_block && ev_on > (PW+1)'(1));
  assign ev_mach = issue_ev_valid && cfu_idle && (!ev_only || ev_hit);  // R1
  assign next_pc_n = ev_next;
  assign next_pc_we = issue_ev_valid && ev_only && ev_hit && !cfu_idle;  // R2

  // R2: the first waiting advance after at_warp, going round
  logic          pd_any;
  logic [WW-1:0] pd_no;
  logic [31:0]   pd_pc;
  wt_after #(.N(NW), .W(WW)) u_pd (.x(pending_q), .at(at_warp_q), .found(pd_any), .no(pd_no));
  assign pd_pc = pd_any ? next_pc_q[pd_no] : '0;
  logic other;
  assign other = ctabar_rel_valid || (dispatch_launch_valid && dispatch_launch_last);

  // ---- the step of the machine: next state of its warp, and the rows that it writes; nothing while it is idle ----
  logic          has_path, at_level, was_dead, step_path, step_level, step_dead, step_taken, step_full, step_retest,
      step_redir, step_stop, step_done, step_err;
  state_e        step_state;
  logic [3:0]    step_kind;
  logic [WS-1:0] step_val;
  logic [P-1:0]  step_meet, step_arrive, step_release;
  logic [NS-1:0] step_slots;
  logic [31:0]   step_pc;
  assign has_path = (has_path_q & mw_oh) != '0;
  assign at_level = (cur_level_q & mw_oh) != '0;
  assign was_dead = (dead_q & mw_oh) != '0;

  logic [P-1:0] pv, k0, k1, s_run, s_ww, s_bar;
  logic [R-1:0] rv, rret, rearly;
  assign {k1, k0, pv} = split_kind_r;
  assign s_run = pv & ~k1 & ~k0;
  assign s_ww = pv & ~k1 & k0;
  assign s_bar = pv & k1 & ~k0;
  assign {rret, rv} = rec_kind_r;
  assign rearly = OREC ? R'(rec_early_r) : '0;

  // ---- which split, which point ----
  logic [NS-1:0]     cw_oh, ws_oh;
  logic [3:0]        cw_no, ws_no;
  logic [WS-1:0]     cw_m;
  logic [P-1:0]      at_bar, w_set, rl_group, rl_keep, low, x_oh, c_oh, f_oh, i_oh, front_oh;
  logic [WS-1:0]     rl_mask, yl, i_mask, r_arr, x_mask;
  logic              w_fire, block;
  logic [31:0]       i_pc, p_pc, u_pc, x_pc, m_pc;
  logic [LINK_W-1:0] i_link, r_link, r_up;
  logic [CW-1:0]     i_depth, r_depth;
  logic [R-1:0]      r_oh, gone, pf_oh;
  logic              r_any, r_ret, meets, second, m_same, hit, complete, leave;
  logic [XW-1:0]     pf_no;
  assign block = cfg_policy == wt_pkg::PATH_POLICY_block;
  wt_cfu_slots u_slots (
    .find(state_q == StExec && e_kind_q == wt_pkg::EV_WSYNC), .val(e_val_q), .cw(check_slot_q), .wm(slot_mask_r),
    .wv(slot_valid_r), .ws_oh, .ws_no, .cw_oh, .cw_no, .cw_m, .slot_mask_n
  );
  assign c_oh = P'(1) << cur_entry_r;
  wt_first #(.N(P)) u_free_split (.x(~pv), .oh(f_oh));  // R7
  wt_first #(.N(R)) u_free_point (.x(~rv), .oh(pf_oh));  // R11
  assign front_oh = P'(1) << order_r[PW-1:0];
  wt_multipath_groups u_groups (
    .checkw(state_q == StCheckw), .release_step(state_q == StRelease),
    .choose(state_q == StSelect && cfg_policy == wt_pkg::PATH_POLICY_minpc),
    .count_yielded((state_q == StArrive || state_q == StRetest) && cfg_delay == wt_pkg::RPC_DELAY_yield),
    .sm(split_mask_r), .sp(split_pc_r), .sx(split_at_r), .sr(split_rec_r), .sd(split_depth_r), .s_run, .s_ww, .s_bar,
    .sy(split_yield_r), .fin(finished_r), .cw_no, .cw_m, .bar_no(e_bx_q), .g(to_release_q), .at_bar, .w_set, .w_fire,
    .rl_group, .rl_keep, .rl_mask, .low, .yl
  );
  logic [P-1:0] new_first, moved_first;
  wt_first #(.N(P)) u_new (.x(meet_new_q), .oh(new_first));
  wt_first #(.N(P)) u_moved (.x(arrive_q), .oh(moved_first));
  always_comb begin
    case (state_q)
      StExec, StTgt: i_oh = c_oh;
      StEarly: i_oh = new_first;
      StArrive: i_oh = moved_first;
      StSelect: i_oh = has_path ? c_oh : low != '0 ? low : front_oh;  // R6
      default: i_oh = '0;
    endcase
  end
  logic [PW-1:0] i_no;
  wt_onehot_index #(.N(P), .W(PW)) u_i_no (.oh(i_oh), .no(i_no));
  wt_multipath_look u_look (
    .i_oh, .retest(state_q == StRetest), .arrive(state_q == StArrive), .early(state_q == StEarly && pf_oh != '0),
    .s_run, .nw(meet_new_q), .ss(split_start_r), .m_pc, .sm(split_mask_r), .sp(split_pc_r), .sr(split_rec_r),
    .sd(split_depth_r), .rm(rec_mask_r), .ra(rec_arrived_r), .rp(rec_pc_r), .rx(rec_outer_r), .rd(rec_depth_r), .rv,
    .rret, .rearly, .fin(finished_r), .yl, .i_mask, .i_pc, .i_link, .i_depth, .r_oh, .r_link, .r_arr, .r_pc(p_pc),
    .r_up, .r_depth, .r_ret, .u_pc, .gone, .meets, .second, .m_same, .hit, .complete, .x_oh, .x_mask, .x_pc, .leave
  );
  wt_onehot_index #(.N(R), .W(XW)) u_pf_no (.oh(pf_oh), .no(pf_no));
  assign r_any = r_oh != '0;

  // ---- the step ----
  // writes: split a_oh, new split f_oh (np), freed split (fr); new point (mk), the point r_oh (leave, add, drop)
  logic              a_m, a_p, a_l, a_d, a_k, a_s, np, fr, mk, mk_early, mk_ret, add, drop, phase;
  logic [P-1:0]      a_oh, fr_oh, clr;
  logic [WS-1:0]     a_mask, np_mask, mk_full, mk_arr, rest, sc_m;
  logic [31:0]       a_pc, np_pc, mk_pc, e_next;
  logic [LINK_W-1:0] a_link, np_link;
  logic [CW-1:0]     a_depth, np_depth, d_taken;
  logic [1:0]        a_kind;
  logic [3:0]        park_x;
  logic              park, go_on, yields, meet, m_ok, turn, first_taken, sc_hit;
  logic              l_del, l_add, l_add2, l_front;
  logic [P-1:0]      l_del_oh, l_add_oh;
  assign rest = cur_mask_r & ~e_mask_q;
  assign e_next = e_pc_q + 32'd16;
  assign sc_m = WS'(alu_sc_val);
  assign sc_hit = state_q == StWait && alu_sc_valid && alu_sc_warp == at_warp_q;
  // R10, R13: call depth of the lanes that take a branch, call or return
  always_comb begin
    d_taken = i_depth;
    if (e_kind_q == wt_pkg::EV_CALL || (e_kind_q == wt_pkg::EV_CALLX && tgt_taken)) d_taken = i_depth + CW'(1);
    if (e_kind_q == wt_pkg::EV_RET && tgt_taken) d_taken = i_depth - CW'(1);
  end
  // R11: where the sides of a branch meet: at the point of the split, or at a new one
  assign m_ok = m_same || pf_oh != '0;
  always_comb begin
    m_pc = e_rpc_q;
    if (e_kind_q == wt_pkg::EV_RET) m_pc = rest != '0 ? wt_pkg::RPC_RET : wt_pkg::RPC_NONE;  // R13
  end
  always_comb begin
    first_taken = 1'b1;  // R10
    if (cfg_order == wt_pkg::PATH_ORDER_majority) first_taken = $countones(e_mask_q) >= $countones(rest);
    if (cfg_order == wt_pkg::PATH_ORDER_minority) first_taken = $countones(e_mask_q) < $countones(rest);
  end

  always_comb begin
    step_state = state_q;
    {step_path, step_level, step_dead, step_kind, step_taken, step_full, step_val} = {has_path, at_level, was_dead,
        e_kind_q, tgt_taken_q, tgt_full_q, e_val_q};
    {step_meet, step_arrive, step_retest, step_slots, step_release} = {meet_new_q, arrive_q, retest_q, check_slot_q,
        to_release_q};
    {step_redir, step_stop, step_pc, step_done, step_err} = '0;
    {a_m, a_p, a_l, a_d, a_k, a_s, np, fr, mk, mk_early, mk_ret, add, drop, phase} = '0;
    {park, go_on, yields, meet, turn, l_del, l_add, l_add2} = '0;
    a_oh = c_oh;
    a_mask = e_mask_q;
    a_pc = e_next;
    a_link = i_link;
    a_depth = d_taken;
    a_kind = KRun;
    np_mask = rest;
    np_pc = e_next;
    np_link = i_link;
    np_depth = i_depth;
    fr_oh = c_oh;
    clr = '0;
    mk_pc = m_pc;
    mk_full = cur_mask_r;
    mk_arr = '0;
    park_x = e_bx_q;
    l_del_oh = c_oh;
    l_add_oh = f_oh;
    l_front = block;
    cur_entry_n = i_no;
    cur_mask_n = i_mask;
    cur_rpc_n = p_pc;
    finished_n = finished_r | e_mask_q;
    split_yield_n = split_yield_r;
    slot_valid_n = slot_valid_r;
    {cur_entry_we, cur_mask_we, cur_rpc_we, finished_we, split_yield_we, slot_valid_we, slot_mask_we} = '0;

    unique case (state_q)
      StExec: begin
        case (e_kind_q)
          // not before the last beat of the instruction has issued
          wt_pkg::EV_ADV: go_on = !sched_busy;  // R3
          wt_pkg::EV_BRA, wt_pkg::EV_CALL: begin  // R10
            if (rest == '0) begin  // R10
              a_d = 1'b1;
              go_on = 1'b1;
              a_pc = e_tgt_q;
            end else begin
              meet = 1'b1;
              if (m_ok) begin
                {a_m, a_p, a_l, a_d, a_s, np, cur_mask_we, phase} = '1;
                a_mask = first_taken ? e_mask_q : rest;
                a_pc = first_taken ? e_tgt_q : e_next;
                a_depth = first_taken ? d_taken : i_depth;
                np_mask = first_taken ? rest : e_mask_q;
                np_pc = first_taken ? e_next : e_tgt_q;
                np_depth = first_taken ? i_depth : d_taken;
                cur_mask_n = a_mask;
                turn = !block;
                step_arrive = c_oh | f_oh;
                step_meet = OREC && m_same ? step_arrive : '0;  // R21
              end
            end
          end
          wt_pkg::EV_WSYNC: if (!sched_busy) begin  // R3, R17
            if (ws_oh == '0) begin  // R17
              yields = 1'b1;
              a_pc = e_pc_q;
            end else begin
              {park, slot_mask_we, slot_valid_we} = 3'b111;
              a_kind = KWw;
              park_x = ws_no;
              slot_valid_n = slot_valid_r | ws_oh;
              step_slots = ws_oh;
            end
          end
          wt_pkg::EV_YIELD: yields = 1'b1;  // R26
          wt_pkg::EV_EXIT: begin  // R19
            {finished_we, step_retest, phase} = 3'b111;
            step_slots = s_ww != '0 ? slot_valid_r : '0;  // R19
            a_mask = rest;
            if (rest == '0) begin
              fr = 1'b1;
            end else begin
              {a_m, a_p} = 2'b11;
              step_arrive = c_oh;
            end
          end
          default: begin // R27: EV_BAR
            park = 1'b1;
            a_kind = KBar;
          end
        endcase
        if (park) begin  // R8
          {a_m, a_p, a_k, l_del, phase} = '1;
          np = rest != '0;
          step_arrive = np ? f_oh : '0;
          step_path = 1'b0;
        end
        if (yields) begin  // R5, R26
          {a_p, split_yield_we, turn, phase} = '1;
          split_yield_n = split_yield_r | c_oh;
          step_arrive = c_oh;
          step_retest = cfg_delay == wt_pkg::RPC_DELAY_yield;  // R15
        end
      end

      StWait: if (sc_hit) begin  // R16
        step_state = StExec;
        step_kind = wt_pkg::EV_ADV;
        if (e_kind_q == wt_pkg::EV_WSYNCR && (sc_m & ~finished_r & ~e_mask_q) != '0) begin
          step_val = sc_m;
          step_kind = wt_pkg::EV_WSYNC;
        end
      end

      // R13: groups of an indirect branch: the first one tells whether there are several, the last one stays in the
      // current entry
      StTgt: if (tgt_valid) begin
        step_taken = 1'b1;
        np_mask = tgt_mask;
        np_pc = tgt_pc;
        np_depth = d_taken;
        a_mask = tgt_mask;
        a_pc = tgt_pc;
        if (!tgt_taken_q && !tgt_last) begin  // R13
          meet = m_ok;
          a_l = m_ok;
          np = m_ok;
          step_full = !m_ok;
          step_arrive = m_ok ? c_oh | f_oh : '0;
          step_meet = OREC && m_ok && m_same ? step_arrive : '0;
        end else if (tgt_full_q) begin  // R12
          meet = tgt_last;
        end else if (!tgt_last) begin
          np = 1'b1;
          step_arrive = arrive_q | f_oh;
          step_meet = meet_new_q != '0 ? meet_new_q | f_oh : '0;
        end else if (tgt_taken_q) begin
          {a_m, a_p, a_d, a_s, cur_mask_we, phase} = '1;
          cur_mask_n = tgt_mask;
          turn = !block;
        end else begin
          a_d = 1'b1;
          go_on = 1'b1;
        end
      end

      StLaunch: begin  // R23
        a_oh = P'(1);
        {a_m, a_k, a_s, split_yield_we, cur_entry_we, cur_mask_we, finished_we, slot_valid_we, step_redir} = '1;
        a_pc = '0;
        clr = ~(P'(1));
        {split_yield_n, cur_entry_n, slot_valid_n} = '0;
        cur_mask_n = e_mask_q;
        finished_n = ~e_mask_q;
        step_path = 1'b1;
        {step_level, step_dead} = '0;
        step_state = StIdle;
      end

      StCtaRel: begin  // R28
        step_release = at_bar;
        phase = 1'b1;
      end

      StEarly: begin  // R21
        step_meet = meet_new_q & ~i_oh;
        phase = 1'b1;
        if (x_oh != '0) begin
          {mk, mk_early, a_l, fr} = 4'hf;
          a_oh = i_oh;
          fr_oh = x_oh;
          step_arrive = arrive_q & ~x_oh;
        end
      end

      StArrive: begin  // R14
        phase = 1'b1;
        a_oh = i_oh;
        a_link = r_up;
        a_pc = i_pc;
        a_mask = i_mask | r_arr;
        if (leave) begin  // R22
          a_l = 1'b1;
          step_retest = 1'b1;
        end else if (complete) begin  // R14
          {a_m, a_l, a_s, drop, split_yield_we, l_del, l_add} = '1;
          split_yield_n = split_yield_r & ~i_oh;
          l_del_oh = i_oh;
          l_add_oh = i_oh;
          if (i_oh == c_oh) step_path = 1'b0;
        end else begin
          step_arrive = arrive_q & ~i_oh;
          fr = hit;
          fr_oh = i_oh;
          add = hit;
        end
      end

      StRetest: begin  // R15
        phase = 1'b1;
        step_retest = r_any;
        np = r_any;
        drop = r_any;
        np_mask = r_arr;
        np_pc = p_pc;
        np_link = r_up;
        np_depth = r_ret ? r_depth - CW'(1) : r_depth;
        if (np) step_arrive = arrive_q | f_oh;
      end

      StRelease: begin  // R20
        phase = 1'b1;
        step_release = to_release_q & ~rl_group;
        clr = rl_group & ~rl_keep;
        a_oh = rl_keep;
        a_mask = rl_mask;
        {a_m, a_k, split_yield_we, l_add} = 4'hf;
        split_yield_n = split_yield_r & ~rl_keep;
        l_add_oh = rl_keep;
        step_arrive = arrive_q | rl_keep;
      end

      StCheckw: begin  // R18
        phase = 1'b1;
        step_slots = check_slot_q & ~cw_oh;
        if (w_fire) begin
          slot_valid_we = 1'b1;
          slot_valid_n = slot_valid_r & ~cw_oh;
          step_release = w_set;
        end
      end

      StSelect: begin  // R24
        step_state = StIdle;
        if (has_path || order_count_r != '0) begin
          {cur_entry_we, cur_mask_we, cur_rpc_we, split_yield_we} = 4'hf;
          split_yield_n = split_yield_r & ~i_oh;
          step_path = 1'b1;
          step_level = meets;
          if (!e_seq_q || i_pc != e_next) begin  // R24
            step_redir = 1'b1;
            step_pc = i_pc;
          end
        end else begin  // R24
          step_redir = 1'b1;
          step_stop = 1'b1;
          if (s_bar == '0 && (pv != '0 || rv != '0)) step_dead = 1'b1;
          if (pv == '0 && rv == '0) step_done = 1'b1;
        end
      end
      default: step_state = StIdle;
    endcase

    // R4: the current split moves to a_pc and goes on, or its turn is over
    if (go_on) begin
      {a_p, phase} = 2'b11;
      step_arrive = c_oh;
      turn = cfg_every && !block;
    end
    // R11, R12: its lanes part: a new point where they meet, or no room for it
    if (meet) begin
      if (!m_ok) begin  // R12
        step_path = 1'b0;
        {step_redir, step_stop, step_err} = 3'b111;
        step_state = StIdle;
      end else if (!m_same) begin  // R11
        mk = 1'b1;
        mk_ret = m_pc == wt_pkg::RPC_RET;
        a_link = {1'b1, pf_no};
        np_link = a_link;
      end
    end
    if (mk_early) begin  // R21
      a_link = {1'b1, pf_no};
      mk_pc = x_pc;
      mk_full = i_mask | x_mask;
      mk_arr = x_mask;
    end
    if (fr) begin  // R30
      clr = fr_oh;
      l_del = 1'b1;
      l_del_oh = fr_oh;
      if (fr_oh == c_oh) step_path = 1'b0;
    end
    // R5, R6
    // order: a turn that is over puts the current split behind the others; a new one goes where the policy wants it
    if (turn) begin
      step_path = 1'b0;
      if (!go_on || cfg_policy == wt_pkg::PATH_POLICY_rr) begin
        {l_del, l_add} = 2'b11;
        l_add_oh = c_oh;
        l_front = 1'b0;
        l_add2 = np;
      end
    end else if (np) begin  // R6, R7
      l_add = 1'b1;
    end
    if (np) begin  // R7
      split_yield_we = 1'b1;
      split_yield_n = split_yield_n & ~f_oh;
    end

    // R9: what follows a step
    if (phase) begin
      if (step_release != '0) step_state = StRelease;
      else if (step_slots != '0) step_state = StCheckw;
      else if (step_meet != '0) step_state = StEarly;
      else if (step_arrive != '0) step_state = StArrive;
      else if (step_retest) step_state = StRetest;
      else if (e_kind_q == wt_pkg::EV_ADV && !e_seq_q && step_path) step_state = StIdle;
      else step_state = StSelect;
    end
  end

  // ---- next rows ----
  wt_multipath_rows u_rows (
    .launch(state_q == StLaunch), .a_m, .a_p, .a_l, .a_d, .a_k, .a_s, .np, .park, .mk, .mk_ret, .mk_early, .leave,
    .add, .drop, .a_oh, .f_oh, .c_oh, .clr, .a_mask, .np_mask, .a_pc, .np_pc, .a_link, .np_link, .a_depth, .np_depth,
    .a_kind, .park_x, .pf_oh, .r_oh, .gone, .mk_full, .mk_arr, .mk_pc, .mk_link(i_link), .mk_depth(i_depth), .i_mask,
    .i_pc, .r_ret, .r_link, .r_up, .sm(split_mask_r), .sp(split_pc_r), .sk(split_kind_r), .sx(split_at_r),
    .sr(split_rec_r), .sd(split_depth_r), .ss(split_start_r), .rm(rec_mask_r), .ra(rec_arrived_r), .rp(rec_pc_r),
    .rx(rec_outer_r), .rd(rec_depth_r), .rf(rec_kind_r), .re(rec_early_r), .split_mask_n, .split_pc_n, .split_kind_n,
    .split_at_n, .split_rec_n, .split_depth_n, .split_start_n, .rec_mask_n, .rec_arrived_n, .rec_pc_n, .rec_outer_n,
    .rec_depth_n, .rec_kind_n, .rec_early_n
  );
  logic [PW-1:0] l_del_no, l_add_no, f_no;
  wt_onehot_index #(.N(P), .W(PW)) u_del_no (.oh(l_del_oh), .no(l_del_no));
  wt_onehot_index #(.N(P), .W(PW)) u_add_no (.oh(l_add_oh), .no(l_add_no));
  wt_onehot_index #(.N(P), .W(PW)) u_f_no (.oh(f_oh), .no(f_no));
  wt_multipath_list u_list (  // R6
    .clear(state_q == StLaunch), .del(l_del), .add(l_add), .add2(l_add2), .front(l_front), .del_no(l_del_no),
    .add_no(l_add_no), .add2_no(f_no), .ol(order_r), .on(order_count_r), .we(order_we), .order_n, .order_count_n
  );
  assign order_count_we = order_we;
  logic init;
  assign init = state_q == StLaunch;
  assign split_mask_we = a_m || np || clr != '0;
  assign split_pc_we = a_p || np;
  assign split_kind_we = a_k || np || clr != '0;
  assign split_at_we = park;
  assign split_rec_we = a_l || np || drop || init;
  assign split_depth_we = a_d || np || init;
  assign split_start_we = OREC && (a_s || np);
  assign cur_rpc_late_we = OREC && cur_rpc_we;
  assign cur_rpc_late_n = wt_pkg::MP_CRQ_W'(second ? u_pc : p_pc);  // R24
  assign rec_mask_we = mk || leave;
  assign rec_arrived_we = mk || add;
  assign rec_pc_we = mk || add;
  assign rec_outer_we = mk || drop;
  assign rec_depth_we = mk;
  assign rec_kind_we = mk || drop || gone != '0 || init;
  assign rec_early_we = OREC && mk;


  // ---- the machine ----
  always_comb begin
    state_d = state_q;
    {has_path_d, cur_level_d, pending_d, dead_d, at_warp_d, e_kind_d, e_seq_d, tgt_taken_d, tgt_full_d, e_pc_d,
        e_mask_d, e_tgt_d, e_rpc_d, e_bx_d, e_val_d} =
      {has_path_q, cur_level_q, pending_q, dead_q, at_warp_q, e_kind_q, e_seq_q, tgt_taken_q, tgt_full_q, e_pc_q,
          e_mask_q, e_tgt_q, e_rpc_q, e_bx_q, e_val_q};
    {meet_new_d, arrive_d, retest_d, check_slot_d, to_release_d, owed_d} = {meet_new_q, arrive_q, retest_q,
        check_slot_q, to_release_q, owed_q};
    {redir_valid_d, redir_stop_d, redir_pc_d, done_d, err_d} = '0;
    if (busy) begin
      has_path_d = step_path ? has_path_q | mw_oh : has_path_q & ~mw_oh;
      cur_level_d = step_level ? cur_level_q | mw_oh : cur_level_q & ~mw_oh;
      dead_d = step_dead ? dead_q | mw_oh : dead_q & ~mw_oh;
      if (state_q == StLaunch) pending_d = pending_q & ~mw_oh;  // R23
      state_d = step_state;
      {e_kind_d, e_val_d, tgt_taken_d, tgt_full_d, meet_new_d, arrive_d, retest_d, check_slot_d,
          to_release_d} = {step_kind, step_val, step_taken, step_full, step_meet, step_arrive, step_retest, step_slots,
          step_release};
      {redir_valid_d, redir_stop_d, redir_pc_d, done_d, err_d} = {step_redir, step_stop, step_pc, step_done, step_err};
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

  logic unused_ok;
  assign unused_ok = &{1'b0, alu_sc_val, rec_early_r};
`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n) issue_ev_valid && !ev_only |-> cfu_idle);
  SelectWhenDone_A: assert property (@(posedge clk) disable iff (!rst_n)
    state_q == StSelect |->
        meet_new_q == '0 && arrive_q == '0 && to_release_q == '0 && check_slot_q == '0 && !retest_q);
  wt_cfu_rules u_rules (.*);
`endif
endmodule
`default_nettype wire
