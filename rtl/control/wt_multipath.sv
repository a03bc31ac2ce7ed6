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
  logic [NW-1:0] at_warp_oh;
  assign busy = state_q != StIdle;
  assign at_warp_oh = NW'(1) << at_warp_q;
  assign cfu_idle = !busy && pending_q == '0 && !owed_q;  // R2
  assign cfu_run = has_path_q & ~pending_q & ~(busy || redir_valid_q || changed_q ? at_warp_oh : '0);  // R25
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
  logic          pending_any, other;
  logic [WW-1:0] pending_no;
  logic [31:0]   pending_pc;
  wt_after #(.N(NW), .W(WW)) u_pending (.x(pending_q), .at(at_warp_q), .found(pending_any), .no(pending_no));
  assign pending_pc = pending_any ? next_pc_q[pending_no] : '0;
  assign other = ctabar_rel_valid || (dispatch_launch_valid && dispatch_launch_last);

  // ---- the step of the machine: next state of its warp, and the rows that it writes; nothing while it is idle ----
  logic has_path, at_level, was_dead, step_path, step_level, step_dead;  // of its warp, before and behind the step
  assign has_path = (has_path_q & at_warp_oh) != '0;
  assign at_level = (cur_level_q & at_warp_oh) != '0;
  assign was_dead = (dead_q & at_warp_oh) != '0;

  logic [P-1:0] pv, k0, k1, s_run, s_ww, s_bar;
  logic [R-1:0] rv, rret, rearly;
  assign k1 = split_kind_r[2*P +: P];
  assign k0 = split_kind_r[P +: P];
  assign pv = split_kind_r[0 +: P];
  assign s_run = pv & ~k1 & ~k0;
  assign s_ww = pv & ~k1 & k0;
  assign s_bar = pv & k1 & ~k0;
  assign rret = rec_kind_r[R +: R];
  assign rv = rec_kind_r[0 +: R];
  assign rearly = OREC ? R'(rec_early_r) : '0;

  // ---- which split, which point ----
  logic [NS-1:0]     cw_oh, ws_oh;
  logic [3:0]        cw_no, ws_no;
  logic [WS-1:0]     cw_m;
  logic [P-1:0]      at_bar, waiters, release_group, release_keep, low, older_oh, cur_oh, free_oh, look_oh, front_oh;
  logic [P-1:0]      new_first, moved_first;
  logic [WS-1:0]     release_mask, yielded, look_mask, rec_arrived, older_mask;
  logic              waiters_go, block;
  logic [31:0]       look_pc, rec_pc, outer_pc, older_pc, meet_pc;
  logic [LINK_W-1:0] look_link, rec_link, rec_outer;
  logic [CW-1:0]     look_depth, rec_depth;
  logic [R-1:0]      rec_oh, gone, free_point_oh;
  logic              rec_any, rec_ret, meets, second, meet_same, hit, complete, leave;
  logic [XW-1:0]     free_point_no;
  logic [PW-1:0]     look_no;
  assign block = cfg_policy == wt_pkg::PATH_POLICY_block;
  wt_cfu_slots u_slots (.find(state_q == StExec && e_kind_q == wt_pkg::EV_WSYNC), .val(e_val_q), .*);
  assign cur_oh = P'(1) << cur_entry_r;
  wt_first #(.N(P)) u_free_split (.x(~pv), .oh(free_oh));  // R7
  wt_first #(.N(R)) u_free_point (.x(~rv), .oh(free_point_oh));  // R11
  assign front_oh = P'(1) << order_r[PW-1:0];
  wt_multipath_groups u_groups (
    .checkw(state_q == StCheckw), .release_step(state_q == StRelease),
    .choose(state_q == StSelect && cfg_policy == wt_pkg::PATH_POLICY_minpc),
    .count_yielded((state_q == StArrive || state_q == StRetest) && cfg_delay == wt_pkg::RPC_DELAY_yield),
    .bar_no(e_bx_q), .*
  );
  wt_first #(.N(P)) u_new (.x(meet_new_q), .oh(new_first));
  wt_first #(.N(P)) u_moved (.x(arrive_q), .oh(moved_first));
  always_comb begin
    case (state_q)
      StExec, StTgt: look_oh = cur_oh;
      StEarly: look_oh = new_first;
      StArrive: look_oh = moved_first;
      StSelect: look_oh = has_path ? cur_oh : low != '0 ? low : front_oh;  // R6
      default: look_oh = '0;
    endcase
  end
  wt_onehot_index #(.N(P), .W(PW)) u_look_no (.oh(look_oh), .no(look_no));
  wt_multipath_look u_look (
    .retest(state_q == StRetest), .arrive(state_q == StArrive), .early(state_q == StEarly && free_point_oh != '0), .*
  );
  wt_onehot_index #(.N(R), .W(XW)) u_free_point_no (.oh(free_point_oh), .no(free_point_no));
  assign rec_any = rec_oh != '0;

  // ---- the step ----
  // writes: split edit_oh, new split free_oh (new_we), freed split (frees); new point free_point_oh (point_we), the
  // point rec_oh (leave, add, drop)
  logic              edit_mask_we, edit_pc_we, edit_link_we, edit_depth_we, edit_kind_we, edit_start_we;
  logic              new_we, frees, point_we, point_early, point_ret, add, drop, phase;
  logic [P-1:0]      edit_oh, freed_oh, clr;
  logic [WS-1:0]     edit_mask, new_mask, point_full, point_arrived, rest, sc_m;
  logic [31:0]       edit_pc, new_pc, point_pc, e_next;
  logic [LINK_W-1:0] edit_link, new_link;
  logic [CW-1:0]     edit_depth, new_depth, taken_depth;
  logic [1:0]        edit_kind;
  logic [3:0]        park_at;
  logic              park, go_on, yields, meet, meet_ok, turn, first_taken, sc_hit;
  logic              list_del, list_add, list_add2, list_front;
  logic [P-1:0]      list_del_oh, list_add_oh;
  assign rest = cur_mask_r & ~e_mask_q;
  assign e_next = e_pc_q + 32'd16;
  assign sc_m = WS'(alu_sc_val);
  assign sc_hit = state_q == StWait && alu_sc_valid && alu_sc_warp == at_warp_q;
  // R10, R13: call depth of the lanes that take a branch, call or return
  always_comb begin
    taken_depth = look_depth;
    if (e_kind_q == wt_pkg::EV_CALL || (e_kind_q == wt_pkg::EV_CALLX && tgt_taken)) taken_depth = look_depth + CW'(1);
    if (e_kind_q == wt_pkg::EV_RET && tgt_taken) taken_depth = look_depth - CW'(1);
  end
  // R11: where the sides of a branch meet: at the point of the split, or at a new one
  assign meet_ok = meet_same || free_point_oh != '0;
  assign meet_pc = e_kind_q != wt_pkg::EV_RET ? e_rpc_q : rest != '0 ? wt_pkg::RPC_RET : wt_pkg::RPC_NONE;  // R13
  always_comb begin
    first_taken = 1'b1;  // R10
    if (cfg_order == wt_pkg::PATH_ORDER_majority) first_taken = $countones(e_mask_q) >= $countones(rest);
    if (cfg_order == wt_pkg::PATH_ORDER_minority) first_taken = $countones(e_mask_q) < $countones(rest);
  end

  always_comb begin
    state_d = state_q;
    pending_d = pending_q;
    at_warp_d = at_warp_q;
    owed_d = owed_q;
    e_kind_d = e_kind_q;
    e_seq_d = e_seq_q;
    e_pc_d = e_pc_q;
    e_mask_d = e_mask_q;
    e_tgt_d = e_tgt_q;
    e_rpc_d = e_rpc_q;
    e_bx_d = e_bx_q;
    e_val_d = e_val_q;
    tgt_taken_d = tgt_taken_q;
    tgt_full_d = tgt_full_q;
    meet_new_d = meet_new_q;
    arrive_d = arrive_q;
    retest_d = retest_q;
    check_slot_d = check_slot_q;
    to_release_d = to_release_q;
    redir_valid_d = '0;
    redir_stop_d = '0;
    redir_pc_d = '0;
    done_d = '0;
    err_d = '0;
    has_path_d = has_path_q;
    cur_level_d = cur_level_q;
    dead_d = dead_q;
    step_path = has_path;
    step_level = at_level;
    step_dead = was_dead;
    {edit_mask_we, edit_pc_we, edit_link_we, edit_depth_we, edit_kind_we, edit_start_we, new_we, frees} = '0;
    {point_we, point_early, point_ret, add, drop, phase, park, go_on, yields, meet, turn} = '0;
    {list_del, list_add, list_add2} = '0;
    edit_oh = cur_oh;
    edit_mask = e_mask_q;
    edit_pc = e_next;
    edit_link = look_link;
    edit_depth = taken_depth;
    edit_kind = KRun;
    new_mask = rest;
    new_pc = e_next;
    new_link = look_link;
    new_depth = look_depth;
    freed_oh = cur_oh;
    clr = '0;
    point_pc = meet_pc;
    point_full = cur_mask_r;
    point_arrived = '0;
    park_at = e_bx_q;
    list_del_oh = cur_oh;
    list_add_oh = free_oh;
    list_front = block;
    cur_entry_n = look_no;
    cur_mask_n = look_mask;
    cur_rpc_n = rec_pc;
    finished_n = finished_r | e_mask_q;
    split_yield_n = split_yield_r;
    slot_valid_n = slot_valid_r;
    {cur_entry_we, cur_mask_we, cur_rpc_we, finished_we, split_yield_we, slot_valid_we, slot_mask_we} = '0;

    unique case (state_q)
      StIdle: begin
        if (ev_mach) begin
          at_warp_d = issue_ev_warp;
          e_kind_d = ev_only ? wt_pkg::EV_ADV : issue_ev_kind;
          e_seq_d = 1'b1;
          tgt_taken_d = 1'b0;
          tgt_full_d = 1'b0;
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
          e_seq_d = 1'b0;
          tgt_taken_d = 1'b0;
          tgt_full_d = 1'b0;
          owed_d = 1'b0;
          at_warp_d = ctabar_rel_valid ? ctabar_rel_warp : dispatch_launch_warp;  // R29
          state_d = ctabar_rel_valid ? StCtaRel : StLaunch;
          if (ctabar_rel_valid) e_bx_d = ctabar_rel_id;
          else e_mask_d = dispatch_launch_mask;
        end else if (!cfu_idle && !owed_q) begin  // R2
          at_warp_d = pending_no;
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = 1'b1;
          tgt_taken_d = 1'b0;
          tgt_full_d = 1'b0;
          e_pc_d = pending_pc - 32'd16;
          state_d = StExec;
          pending_d = pending_q & ~(NW'(1) << pending_no);
          owed_d = other;
        end else begin
          owed_d = 1'b0;
        end
      end

      StExec: begin
        case (e_kind_q)
          // not before the last beat of the instruction has issued
          wt_pkg::EV_ADV: go_on = !sched_busy;  // R3
          wt_pkg::EV_BRA, wt_pkg::EV_CALL: begin  // R10
            if (rest == '0) begin  // R10
              edit_depth_we = 1'b1;
              go_on = 1'b1;
              edit_pc = e_tgt_q;
            end else begin
              meet = 1'b1;
              if (meet_ok) begin
                {edit_mask_we, edit_pc_we, edit_link_we, edit_depth_we, edit_start_we, new_we, cur_mask_we, phase} = '1;
                edit_mask = first_taken ? e_mask_q : rest;
                edit_pc = first_taken ? e_tgt_q : e_next;
                edit_depth = first_taken ? taken_depth : look_depth;
                new_mask = first_taken ? rest : e_mask_q;
                new_pc = first_taken ? e_next : e_tgt_q;
                new_depth = first_taken ? look_depth : taken_depth;
                cur_mask_n = edit_mask;
                turn = !block;
                arrive_d = cur_oh | free_oh;
                meet_new_d = OREC && meet_same ? arrive_d : '0;  // R21
              end
            end
          end
          wt_pkg::EV_WSYNC: if (!sched_busy) begin  // R3, R17
            if (ws_oh == '0) begin  // R17
              yields = 1'b1;
              edit_pc = e_pc_q;
            end else begin
              park = 1'b1;
              slot_mask_we = 1'b1;
              slot_valid_we = 1'b1;
              edit_kind = KWw;
              park_at = ws_no;
              slot_valid_n = slot_valid_r | ws_oh;
              check_slot_d = ws_oh;
            end
          end
          wt_pkg::EV_YIELD: yields = 1'b1;  // R26
          wt_pkg::EV_EXIT: begin  // R19
            finished_we = 1'b1;
            retest_d = 1'b1;
            phase = 1'b1;
            check_slot_d = s_ww != '0 ? slot_valid_r : '0;  // R19
            edit_mask = rest;
            if (rest == '0) begin
              frees = 1'b1;
            end else begin
              edit_mask_we = 1'b1;
              edit_pc_we = 1'b1;
              arrive_d = cur_oh;
            end
          end
          default: begin // R27: EV_BAR
            park = 1'b1;
            edit_kind = KBar;
          end
        endcase
        if (park) begin  // R8
          {edit_mask_we, edit_pc_we, edit_kind_we, list_del, phase} = '1;
          new_we = rest != '0;
          arrive_d = new_we ? free_oh : '0;
          step_path = 1'b0;
        end
        if (yields) begin  // R5, R26
          edit_pc_we = 1'b1;
          split_yield_we = 1'b1;
          turn = 1'b1;
          phase = 1'b1;
          split_yield_n = split_yield_r | cur_oh;
          arrive_d = cur_oh;
          retest_d = cfg_delay == wt_pkg::RPC_DELAY_yield;  // R15
        end
      end

      StWait: if (sc_hit) begin  // R16
        state_d = StExec;
        e_kind_d = wt_pkg::EV_ADV;
        if (e_kind_q == wt_pkg::EV_WSYNCR && (sc_m & ~finished_r & ~e_mask_q) != '0) begin
          e_val_d = sc_m;
          e_kind_d = wt_pkg::EV_WSYNC;
        end
      end

      // R13: groups of an indirect branch: the first one tells whether there are several, the last one stays in the
      // current entry
      StTgt: if (tgt_valid) begin
        tgt_taken_d = 1'b1;
        new_mask = tgt_mask;
        new_pc = tgt_pc;
        new_depth = taken_depth;
        edit_mask = tgt_mask;
        edit_pc = tgt_pc;
        if (!tgt_taken_q && !tgt_last) begin  // R13
          meet = meet_ok;
          edit_link_we = meet_ok;
          new_we = meet_ok;
          tgt_full_d = !meet_ok;
          arrive_d = meet_ok ? cur_oh | free_oh : '0;
          meet_new_d = OREC && meet_ok && meet_same ? arrive_d : '0;
        end else if (tgt_full_q) begin  // R12
          meet = tgt_last;
        end else if (!tgt_last) begin
          new_we = 1'b1;
          arrive_d = arrive_q | free_oh;
          meet_new_d = meet_new_q != '0 ? meet_new_q | free_oh : '0;
        end else if (tgt_taken_q) begin
          {edit_mask_we, edit_pc_we, edit_depth_we, edit_start_we, cur_mask_we, phase} = '1;
          cur_mask_n = tgt_mask;
          turn = !block;
        end else begin
          edit_depth_we = 1'b1;
          go_on = 1'b1;
        end
      end

      StLaunch: begin  // R23
        edit_oh = P'(1);
        {edit_mask_we, edit_kind_we, edit_start_we, split_yield_we} = '1;
        {cur_entry_we, cur_mask_we, finished_we, slot_valid_we, redir_valid_d} = '1;
        edit_pc = '0;
        clr = ~(P'(1));
        split_yield_n = '0;
        cur_entry_n = '0;
        slot_valid_n = '0;
        cur_mask_n = e_mask_q;
        finished_n = ~e_mask_q;
        pending_d = pending_q & ~at_warp_oh;  // R23
        step_path = 1'b1;
        step_level = 1'b0;
        step_dead = 1'b0;
        state_d = StIdle;
      end

      StCtaRel: begin  // R28
        to_release_d = at_bar;
        phase = 1'b1;
      end

      StEarly: begin  // R21
        meet_new_d = meet_new_q & ~look_oh;
        phase = 1'b1;
        if (older_oh != '0) begin
          point_we = 1'b1;
          point_early = 1'b1;
          edit_link_we = 1'b1;
          frees = 1'b1;
          edit_oh = look_oh;
          freed_oh = older_oh;
          arrive_d = arrive_q & ~older_oh;
        end
      end

      StArrive: begin  // R14
        phase = 1'b1;
        edit_oh = look_oh;
        edit_link = rec_outer;
        edit_pc = look_pc;
        edit_mask = look_mask | rec_arrived;
        if (leave) begin  // R22
          edit_link_we = 1'b1;
          retest_d = 1'b1;
        end else if (complete) begin  // R14
          {edit_mask_we, edit_link_we, edit_start_we, drop, split_yield_we, list_del, list_add} = '1;
          split_yield_n = split_yield_r & ~look_oh;
          list_del_oh = look_oh;
          list_add_oh = look_oh;
          if (look_oh == cur_oh) step_path = 1'b0;
        end else begin
          arrive_d = arrive_q & ~look_oh;
          frees = hit;
          freed_oh = look_oh;
          add = hit;
        end
      end

      StRetest: begin  // R15
        phase = 1'b1;
        retest_d = rec_any;
        new_we = rec_any;
        drop = rec_any;
        new_mask = rec_arrived;
        new_pc = rec_pc;
        new_link = rec_outer;
        new_depth = rec_ret ? rec_depth - CW'(1) : rec_depth;
        if (new_we) arrive_d = arrive_q | free_oh;
      end

      StRelease: begin  // R20
        phase = 1'b1;
        to_release_d = to_release_q & ~release_group;
        clr = release_group & ~release_keep;
        edit_oh = release_keep;
        edit_mask = release_mask;
        edit_mask_we = 1'b1;
        edit_kind_we = 1'b1;
        split_yield_we = 1'b1;
        list_add = 1'b1;
        split_yield_n = split_yield_r & ~release_keep;
        list_add_oh = release_keep;
        arrive_d = arrive_q | release_keep;
      end

      StCheckw: begin  // R18
        phase = 1'b1;
        check_slot_d = check_slot_q & ~cw_oh;
        if (waiters_go) begin
          slot_valid_we = 1'b1;
          slot_valid_n = slot_valid_r & ~cw_oh;
          to_release_d = waiters;
        end
      end

      StSelect: begin  // R24
        state_d = StIdle;
        if (has_path || order_count_r != '0) begin
          cur_entry_we = 1'b1;
          cur_mask_we = 1'b1;
          cur_rpc_we = 1'b1;
          split_yield_we = 1'b1;
          split_yield_n = split_yield_r & ~look_oh;
          step_path = 1'b1;
          step_level = meets;
          if (!e_seq_q || look_pc != e_next) begin  // R24
            redir_valid_d = 1'b1;
            redir_pc_d = look_pc;
          end
        end else begin  // R24
          redir_valid_d = 1'b1;
          redir_stop_d = 1'b1;
          if (s_bar == '0 && (pv != '0 || rv != '0)) step_dead = 1'b1;
          if (pv == '0 && rv == '0) done_d = 1'b1;
        end
      end
      default: state_d = StIdle;
    endcase

    // R4: the current split moves to edit_pc and goes on, or its turn is over
    if (go_on) begin
      edit_pc_we = 1'b1;
      phase = 1'b1;
      arrive_d = cur_oh;
      turn = cfg_every && !block;
    end
    // R11, R12: its lanes part: a new point where they meet, or no room for it
    if (meet) begin
      if (!meet_ok) begin  // R12
        step_path = 1'b0;
        redir_valid_d = 1'b1;
        redir_stop_d = 1'b1;
        err_d = 1'b1;
        state_d = StIdle;
      end else if (!meet_same) begin  // R11
        point_we = 1'b1;
        point_ret = meet_pc == wt_pkg::RPC_RET;
        edit_link = {1'b1, free_point_no};
        new_link = edit_link;
      end
    end
    if (point_early) begin  // R21
      edit_link = {1'b1, free_point_no};
      point_pc = older_pc;
      point_full = look_mask | older_mask;
      point_arrived = older_mask;
    end
    if (frees) begin  // R30
      clr = freed_oh;
      list_del = 1'b1;
      list_del_oh = freed_oh;
      if (freed_oh == cur_oh) step_path = 1'b0;
    end
    // R5, R6
    // order: a turn that is over puts the current split behind the others; a new one goes where the policy wants it
    if (turn) begin
      step_path = 1'b0;
      if (!go_on || cfg_policy == wt_pkg::PATH_POLICY_rr) begin
        list_del = 1'b1;
        list_add = 1'b1;
        list_add_oh = cur_oh;
        list_front = 1'b0;
        list_add2 = new_we;
      end
    end else if (new_we) begin  // R6, R7
      list_add = 1'b1;
    end
    if (new_we) begin  // R7
      split_yield_we = 1'b1;
      split_yield_n = split_yield_n & ~free_oh;
    end

    // R9: what follows a step
    if (phase) begin
      if (to_release_d != '0) state_d = StRelease;
      else if (check_slot_d != '0) state_d = StCheckw;
      else if (meet_new_d != '0) state_d = StEarly;
      else if (arrive_d != '0) state_d = StArrive;
      else if (retest_d) state_d = StRetest;
      else if (e_kind_q == wt_pkg::EV_ADV && !e_seq_q && step_path) state_d = StIdle;
      else state_d = StSelect;
    end

    if (busy) begin
      has_path_d = step_path ? has_path_q | at_warp_oh : has_path_q & ~at_warp_oh;
      cur_level_d = step_level ? cur_level_q | at_warp_oh : cur_level_q & ~at_warp_oh;
      dead_d = step_dead ? dead_q | at_warp_oh : dead_q & ~at_warp_oh;
    end
    if (next_pc_we) pending_d = pending_d | ev_oh;
  end

  // ---- next rows ----
  wt_multipath_rows u_rows (
    .launch(state_q == StLaunch), .point_link(look_link), .point_depth(look_depth), .*
  );
  logic [PW-1:0] list_del_no, list_add_no, free_no;
  wt_onehot_index #(.N(P), .W(PW)) u_del_no (.oh(list_del_oh), .no(list_del_no));
  wt_onehot_index #(.N(P), .W(PW)) u_add_no (.oh(list_add_oh), .no(list_add_no));
  wt_onehot_index #(.N(P), .W(PW)) u_free_no (.oh(free_oh), .no(free_no));
  wt_multipath_list u_list (  // R6
    .clear(state_q == StLaunch), .del(list_del), .add(list_add), .add2(list_add2), .front(list_front),
    .del_no(list_del_no), .add_no(list_add_no), .add2_no(free_no), .order_r, .order_count_r, .we(order_we), .order_n,
    .order_count_n
  );
  assign order_count_we = order_we;
  assign cur_rpc_late_we = OREC && cur_rpc_we;
  assign cur_rpc_late_n = wt_pkg::MP_CRQ_W'(second ? outer_pc : rec_pc);  // R24

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
