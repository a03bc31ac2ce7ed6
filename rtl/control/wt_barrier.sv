// wt_barrier: control-flow unit with convergence barriers: a state and a pc per thread, a list of runnable paths, one
// event machine for all warps.
//
// Latency   uniform branch: redirect 1 cycle after the event, machine not used; split: 2. Other events: see the doc.
// Flow      events of issue only while cfu_idle (BSSY, BMOV Rd,Bn, advance: always). Release, launch: held until ack.
// State     rows of cmodel/spec/blocks/barrier.def: a row per warp, thread i at i * width, thread states and x as bit
//           planes.
// Model     cmodel/control/wt_barrier.c      Doc  docs/blocks/control/wt_barrier.md
`default_nettype none
module wt_barrier (
  input  wire logic                          clk,
  input  wire logic                          rst_n,
  `include "ports/wt_cfu_ports.svh"
  input  wire logic [wt_pkg::UOP_W-1:0]      ibuffer_uop,
  input  wire logic                          disp_valid,
  input  wire logic [wt_pkg::UOP_W-1:0]      disp_uop,
  input  wire logic [wt_pkg::WARP_W-1:0]     disp_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]    disp_beat,
  input  wire logic [wt_pkg::LANES-1:0]      disp_mask,
  input  wire logic                          disp_last,
  input  wire logic [32*6*wt_pkg::LANES-1:0] disp_data,
  input  wire logic                          cfg_yrel,
  input  wire logic                          cfg_force,
  input  wire logic [1:0]                    cfg_order,
  input  wire logic [1:0]                    cfg_policy,
  input  wire logic                          cfg_every
);
  localparam int unsigned NW = wt_pkg::SLOTS, WW = wt_pkg::WARP_W, WS = wt_pkg::SLOT_LANES, LN = wt_pkg::LANES;
  localparam int unsigned BX = wt_pkg::BX_REGS, BX_W = wt_pkg::BX_W, V = wt_pkg::VIEWS, NS = wt_pkg::WSYNC_SLOTS;
  localparam int unsigned BA = wt_pkg::BX_ROW_W;
  typedef enum logic [3:0] {
    StIdle = wt_pkg::CB_IDLE, StExec = wt_pkg::CB_EXEC, StWait = wt_pkg::CB_WAIT, StLaunch = wt_pkg::CB_LAUNCH,
    StCtaRel = wt_pkg::CB_CTAREL, StCheck = wt_pkg::CB_CHECK, StCheckw = wt_pkg::CB_CHECKW,
    StRelease = wt_pkg::CB_RELEASE, StForce = wt_pkg::CB_FORCE, StYend = wt_pkg::CB_YEND,
    StSelect = wt_pkg::CB_SELECT, StTgt = wt_pkg::CB_TGT, StTurn = wt_pkg::CB_TURN
  } state_e;
  // ---- state ----
  `include "rows/wt_barrier_state.svh"

  function automatic logic [BA-1:0] brow(input logic [WW-1:0] w, input logic [BX_W-1:0] n);
    brow = BA'(w) * BA'(BX) + BA'(n);
  endfunction
  function automatic logic [V-1:0] views_of(input logic [BX*V-1:0] all_used, input logic [BX-1:0] n_oh);
    views_of = '0;
    for (int i = 0; i < BX; i++) if (n_oh[i]) views_of = views_of | all_used[i*V +: V];
  endfunction

  // ---- what issue reads ----
  wt_pkg::uop_t    uop;
  logic [BX-1:0]   sel_noh;
  logic [V*WS-1:0] sel_row;
  logic [V-1:0]    sel_used;
  logic [WS-1:0]   sel_lane, sel_view, unused_sel_same, unused_sel_part;
  logic            sel_ok;
  assign uop = ibuffer_uop;
  assign sel_noh = BX'(1) << uop.lo[27:24];
  always_comb begin
    cfu_mask = '0;
    cfu_live = '0;
    sel_row = '0;
    sel_used = '0;
    if (sched_sel_valid) begin  // R28
      cfu_mask = cur_mask_q[sched_sel_warp];
      cfu_live = ~finished_q[sched_sel_warp];
      if (sel_noh != '0) begin
        sel_row = b_mask_q[brow(sched_sel_warp, BX_W'(uop.lo[27:24]))];
        sel_used = views_of(b_valid_q[sched_sel_warp], sel_noh);
      end
    end
  end
  wt_first #(.N(WS)) u_sel_lane (.x(cfu_mask), .oh(sel_lane));
  wt_onehot_index #(.N(WS), .W(wt_pkg::SPLIT_W)) u_split_no (.oh(sel_lane), .no(cfu_split));
  wt_barrier_views u_sel (
    .row(sel_row), .used(sel_used), .lane(sel_lane), .mask(sel_view), .valid(sel_ok), .same(unused_sel_same),
    .part(unused_sel_part)
  );
  assign cfu_bx_val = sel_ok && cfu_mask != '0 ? sel_view & cfu_live : '0;  // R28

  // ---- outputs that are functions of the state ----
  logic                     busy, is_bar, is_exit;
  logic [NW-1:0]            at_warp_oh;
  logic [wt_pkg::CNT_W-1:0] e_count;
  assign busy = state_q != StIdle;
  assign at_warp_oh = NW'(1) << at_warp_q;
  assign cfu_idle = !busy && turn_over_q == '0;  // R3
  assign cfu_run = has_path_q & ~turn_over_q & ~(busy || redir_valid_q ? at_warp_oh : '0);  // R28
  assign cfu_dead = dead_q;
  assign cfu_redir_valid = redir_valid_q;
  assign cfu_redir_warp = redir_valid_q ? at_warp_q : WW'(0);
  assign cfu_redir_pc = redir_pc_q;
  assign cfu_redir_stop = redir_stop_q;
  assign cfu_done_valid = done_q;
  assign cfu_done_warp = done_q ? at_warp_q : WW'(0);
  assign cfu_at_bar = '0;
  assign cfu_rel_ack = state_q == StCtaRel;
  assign cfu_launch_ack = state_q == StLaunch;
  assign cfu_forced = state_q == StForce;
  assign cfu_tgt_take = state_q == StTgt;
  // no SB_SPLIT with this unit
  assign cfu_upd_valid = '0;
  assign cfu_upd_warp = '0;
  assign cfu_upd_mask = '0;
  // R30: nothing here can overflow
  assign cfu_err_valid = '0;
  assign cfu_err_warp = '0;
  assign cfu_err_kind = '0;
  assign cfu_err_pc = '0;
  assign is_bar = state_q == StExec && e_kind_q == wt_pkg::EV_BAR;
  assign is_exit = state_q == StExec && e_kind_q == wt_pkg::EV_EXIT;
  assign e_count = wt_pkg::CNT_W'($countones(e_mask_q));
  assign cfu_bar_valid = is_bar;
  assign cfu_bar_warp = is_bar ? at_warp_q : '0;
  assign cfu_bar_id = is_bar ? e_bx_q : '0;
  assign cfu_bar_count = is_bar ? e_count : '0;
  assign cfu_exit_valid = is_exit;
  assign cfu_exit_warp = is_exit ? at_warp_q : '0;
  assign cfu_exit_count = is_exit ? e_count : '0;

  // ---- rows of the machine's warp ----
  logic [WS-1:0] k0, k1, ty, k0_n, k1_n, ty_n, s_run, s_blk, s_ws, s_bar, s_yield, listed;
  assign ty = thread_kind_r[2*WS +: WS];
  assign k1 = thread_kind_r[WS +: WS];
  assign k0 = thread_kind_r[0 +: WS];
  assign s_run = ~finished_r & ~k1 & ~k0;
  assign s_blk = ~finished_r & ~k1 & k0;
  assign s_ws = ~finished_r & k1 & ~k0;
  assign s_bar = ~finished_r & k1 & k0;
  assign s_yield = s_run & ty;
  assign listed = s_run & ~cur_mask_r;

  // threads that wait at number look_x, whatever for; registers at which a thread waits
  logic [3:0]    cb_no, cw_no, ws_no, look_x;
  logic [BX-1:0] cb_oh, e_noh, blk_at;
  logic [NS-1:0] cw_oh, ws_oh;
  logic [WS-1:0] x_eq, cw_m;
  wt_cfu_slots u_slots (.find(state_q == StExec && e_kind_q == wt_pkg::EV_WSYNC), .val(e_val_q), .*);
  wt_first #(.N(BX)) u_cb (.x(check_b_q), .oh(cb_oh));
  wt_onehot_index #(.N(BX), .W(4)) u_cb_no (.oh(cb_oh), .no(cb_no));
  assign e_noh = BX'(1) << e_bx_q;
  always_comb begin
    look_x = state_q == StCheck ? cb_no : state_q == StCheckw ? cw_no : e_bx_q;
    x_eq = '1;
    for (int b = 0; b < 4; b++) x_eq = x_eq & (look_x[b] ? thread_at_r[b*WS +: WS] : ~thread_at_r[b*WS +: WS]);
    blk_at = '0;
    for (int i = 0; i < WS; i++)
      if (s_blk[i]) blk_at = blk_at |
          (BX'(1) << {thread_at_r[3*WS+i], thread_at_r[2*WS+i], thread_at_r[WS+i], thread_at_r[i]});
  end

  // B register of the step: the one that is checked, else that of the event. ch_*: the barrier of one lane that waits
  // there (BREAK: of one lane that leaves), the lanes that have arrived at it, and whether nobody else is awaited.
  logic [BX-1:0]   b_noh;
  logic [V*WS-1:0] b_mask_r;
  logic [V-1:0]    b_used;
  logic [WS-1:0]   ch_left, ch_lane, ch_mask, ch_same, ch_part, ch_set, ch_need;
  logic            ch_valid, ch_fire;
  always_comb begin
    b_noh = state_q == StCheck ? cb_oh : e_noh;
    b_mask_r = '0;
    if (busy && b_noh != '0) b_mask_r = b_mask_q[brow(at_warp_q, BX_W'(look_x))];
    b_used = views_of(b_valid_r, b_noh);
    ch_left = state_q == StCheck ? s_blk & x_eq & ~check_lanes_q :
        state_q == StExec && e_kind_q == wt_pkg::EV_BREAK ? e_val_q : '0;
  end
  wt_first #(.N(WS)) u_ch_lane (.x(ch_left), .oh(ch_lane));
  wt_barrier_views u_views (
    .row(b_mask_r), .used(b_used), .lane(ch_lane), .mask(ch_mask), .valid(ch_valid), .same(ch_same), .part(ch_part)
  );
  assign ch_set = ch_left & ch_same & ch_part;  // R18
  assign ch_need = ch_mask & ~finished_r & ~ch_set & ~(cfg_yrel ? s_yield : '0);  // R18
  assign ch_fire = state_q == StCheck && ch_set != '0 && ch_need == '0;  // R18

  // ---- choice of threads by pc: who is released next, whom FORCE cuts loose, which path has the lowest pc ----
  logic [WS-1:0] pick_set, pick, force_set, pop_set;
  always_comb begin
    case (state_q)
      StRelease: pick_set = to_release_q;  // R17
      StForce: pick_set = s_blk;  // R20
      StSelect: pick_set = cfg_policy == wt_pkg::PATH_POLICY_minpc ? listed & ~ty : '0;  // R25
      default: pick_set = '0;
    endcase
  end
  wt_barrier_pick u_pick (
    .among(pick_set), .high(state_q == StRelease), .thread_pc_r, .thread_at_r, .best(pick), .same_at(force_set)
  );

  logic          push_top, push_bottom, pop, split_top, turns;
  logic [WS-1:0] push_set;
  logic [31:0]   pop_pc;
  assign turns = cfg_policy == wt_pkg::PATH_POLICY_minpc || cfg_policy == wt_pkg::PATH_POLICY_rr;  // R24
  assign split_top = cfg_policy == wt_pkg::PATH_POLICY_block || cfg_policy == wt_pkg::PATH_POLICY_rr;  // R6
  assign pop = state_q == StSelect && path_count_r != '0;  // R25
  wt_barrier_ring u_ring (  // R23
    .clear(state_q == StLaunch), .from_bottom(cfg_policy == wt_pkg::PATH_POLICY_rr && !e_top_q), .choice(pick), .*
  );

  // ---- event of issue ----
  logic            ev_direct, ev_mach, ev_set, ev_clear, ev_turn;
  logic [BX-1:0]   ev_noh;
  logic [WS-1:0]   ev_fin, ev_part, unused_ev_mask, unused_ev_same;
  logic [V*WS-1:0] ev_row;
  logic [V-1:0]    ev_used, ev_v;
  logic [BX*V-1:0] ev_bv;
  logic            unused_ev_valid;
  assign ev_direct = issue_ev_valid && (issue_ev_kind == wt_pkg::EV_BSSY || issue_ev_kind == wt_pkg::EV_BMOVR);  // R2
  assign ev_mach = issue_ev_valid && issue_ev_kind != wt_pkg::EV_ADV && !ev_direct && cfu_idle;  // R3
  assign ev_turn = issue_ev_valid && turns && cfg_every && path_count_q[issue_ev_warp] != '0;  // R24
  assign ev_noh = BX'(1) << issue_ev_bx;
  assign ev_set = ev_direct && issue_ev_kind == wt_pkg::EV_BSSY && ev_noh != '0;  // R2
  assign ev_clear = ev_direct && issue_ev_kind == wt_pkg::EV_BMOVR && ev_noh != '0 && issue_ev_val[0];  // R2
  assign ev_v = V == 1 ? V'(1) : V'(issue_ev_mask);  // views that the event is about
  always_comb begin
    ev_row = '0;
    ev_used = '0;
    ev_fin = '0;
    ev_bv = '0;
    if (ev_mach || ev_direct) begin
      ev_fin = finished_q[issue_ev_warp];
      ev_bv = b_valid_q[issue_ev_warp];
      if (ev_noh != '0) ev_row = b_mask_q[brow(issue_ev_warp, BX_W'(issue_ev_bx))];
      ev_used = views_of(ev_bv, ev_noh);
    end
    b_mask_n0 = ev_row;
    for (int i = 0; i < V; i++) if (ev_v[i]) b_mask_n0[i*WS +: WS] = issue_ev_mask;
    b_valid_n0 = ev_bv;
    for (int i = 0; i < BX; i++)
      if (ev_noh[i]) b_valid_n0[i*V +: V] = ev_set ? ev_used | ev_v : ev_used & ~ev_v;
  end
  wt_barrier_views u_ev (
    .row(ev_row), .used(ev_used), .lane(WS'(0)), .mask(unused_ev_mask), .valid(unused_ev_valid),
    .same(unused_ev_same), .part(ev_part)
  );

  // Port 0 of the B registers: BSSY, BMOV.CLEAR. Port 1: the machine.
  assign b_mask_we[0] = ev_set;
  assign b_valid_we[0] = ev_set || ev_clear;
  assign turn_pc_we = ev_turn && (ev_direct || issue_ev_kind == wt_pkg::EV_ADV);  // R1, R24
  assign b_mask_wa = {brow(at_warp_q, BX_W'(e_bx_q)), brow(issue_ev_warp, BX_W'(issue_ev_bx))};
  assign b_valid_wa = {at_warp_q, issue_ev_warp};

  // R8, R9: Machine: BREAK takes lanes out of every view of their barrier; BMOV Bn,Rs replaces views: one by the value
  // of the ALU, or one a lane beat by beat.
  wt_pkg::uop_t  d_uop;
  logic          sc_hit, d_hit;
  logic [WS-1:0] sc_m;
  logic [V-1:0]  b1_used;
  assign d_uop = disp_uop;
  assign sc_hit = state_q == StWait && alu_sc_valid && alu_sc_warp == at_warp_q;
  assign d_hit = state_q == StWait && disp_valid && disp_warp == at_warp_q && d_uop.op == wt_pkg::I_BMOV_BR;
  assign sc_m = WS'(alu_sc_val);
  wt_barrier_write u_write (
    .leave(state_q == StExec), .done(state_q == StCheck), .same(ch_same), .lanes(e_mask_q), .finished_r,
    .row(b_mask_r), .used(b_used), .val(sc_m), .beat(disp_beat[wt_pkg::BEAT_W-1:0]), .beat_mask(disp_mask),
    .beat_data(disp_data[32*LN-1:0]), .row_n(b_mask_n1), .used_n(b1_used)
  );
  always_comb begin
    b_valid_n1 = state_q == StLaunch ? '0 : b_valid_r;
    for (int i = 0; i < BX; i++) if (b_noh[i] && state_q != StLaunch) b_valid_n1[i*V +: V] = b1_used;
  end

  // ---- the machine ----
  logic          a_p, park, back, phase;
  logic [WS-1:0] a_set, rest;
  logic [31:0]   a_pc, e_next;
  logic          first_taken, pass, futile, other;
  logic [3:0]    park_x;
  logic [1:0]    park_kind;
  assign e_next = e_pc_q + 32'd16;
  assign rest = cur_mask_r & ~e_mask_q;
  assign pass = (sc_m & ~finished_r & ~e_mask_q) == '0;
  assign other = ctabar_rel_valid || (dispatch_launch_valid && dispatch_launch_last);
  assign futile = !released_q && s_run == s_yield && s_blk != '0;  // R15

  logic [WW-1:0] pend_w;
  logic [NW-1:0] pend_oh;
  wt_first #(.N(NW)) u_pend (.x(turn_over_q), .oh(pend_oh));
  wt_onehot_index #(.N(NW), .W(WW)) u_pend_no (.oh(pend_oh), .no(pend_w));
  always_comb begin
    first_taken = 1'b1;  // R6
    if (state_q == StExec && cfg_order == wt_pkg::PATH_ORDER_majority)
      first_taken = $countones(e_mask_q) >= $countones(rest);
    if (state_q == StExec && cfg_order == wt_pkg::PATH_ORDER_minority)
      first_taken = $countones(e_mask_q) < $countones(rest);
  end

  always_comb begin
    state_d = state_q;
    has_path_d = has_path_q;
    dead_d = dead_q;
    turn_over_d = turn_over_q;
    at_warp_d = at_warp_q;
    e_kind_d = e_kind_q;
    e_seq_d = e_seq_q;
    e_div_d = e_div_q;
    e_top_d = e_top_q;
    e_pc_d = e_pc_q;
    e_mask_d = e_mask_q;
    e_tgt_d = e_tgt_q;
    e_bx_d = e_bx_q;
    e_val_d = e_val_q;
    check_b_d = check_b_q;
    check_slot_d = check_slot_q;
    check_lanes_d = check_lanes_q;
    to_release_d = to_release_q;
    released_d = released_q;
    redir_valid_d = '0;
    redir_stop_d = '0;
    redir_pc_d = '0;
    done_d = '0;
    // a_set goes on at a_pc; park: the lanes of the event wait; back: the current path goes to the bottom of the list
    a_p = '0;
    park = '0;
    back = '0;
    phase = '0;
    push_top = '0;
    push_bottom = '0;
    a_set = e_mask_q;
    a_pc = e_next;
    push_set = cur_mask_r;
    park_x = e_bx_q;
    park_kind = 2'd3;
    ty_n = ty;
    k1_n = k1;
    k0_n = k0;
    cur_mask_n = rest;
    finished_n = finished_r | e_mask_q;
    futile_n = '0;
    slot_valid_n = slot_valid_r;
    thread_kind_we = '0;
    cur_mask_we = '0;
    finished_we = '0;
    futile_we = '0;
    slot_valid_we = '0;
    slot_mask_we = '0;
    b_mask_we[1] = '0;
    b_valid_we[1] = '0;
    if (turn_pc_we) turn_over_d = turn_over_q | NW'(1) << issue_ev_warp;  // R24

    unique case (state_q)
      StIdle: begin
        if (ev_mach || turn_over_q != '0 || other) begin
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = '0;
          e_div_d = '0;
          e_top_d = '0;
          released_d = '0;
          check_b_d = '0;
          check_slot_d = '0;
        end
        if (ev_mach) begin
          at_warp_d = issue_ev_warp;
          e_kind_d = issue_ev_kind;
          e_seq_d = 1'b1;
          e_pc_d = issue_ev_pc;
          e_mask_d = issue_ev_kind == wt_pkg::EV_BSYNC ? issue_ev_mask & ev_part : issue_ev_mask;
          e_tgt_d = issue_ev_pc + 32'd16;
          e_bx_d = issue_ev_bx;
          e_val_d = issue_ev_kind == wt_pkg::EV_BREAK ? issue_ev_mask : issue_ev_val;
          state_d = ev_turn ? StTurn : StIdle;  // R24
          case (issue_ev_kind)
            wt_pkg::EV_BRA, wt_pkg::EV_CALL: begin
              e_tgt_d = issue_ev_target;
              if (issue_ev_mask != cur_mask_q[issue_ev_warp]) begin  // R4
                state_d = StExec;
              end else if (!ev_turn) begin
                redir_valid_d = 1'b1;
                redir_pc_d = issue_ev_target;
              end
            end
            wt_pkg::EV_BSYNC: if (e_mask_d != '0) state_d = StExec;  // R4
            wt_pkg::EV_BREAK: if ((ev_used & ev_v) != '0) state_d = StExec;  // R4
            wt_pkg::EV_WSYNC: if ((issue_ev_val & ~ev_fin & ~issue_ev_mask) != '0) state_d = StExec;  // R4, R10
            wt_pkg::EV_BMOVW, wt_pkg::EV_WSYNCR: state_d = StWait;  // R9, R10
            wt_pkg::EV_BRX, wt_pkg::EV_RET, wt_pkg::EV_CALLX: state_d = StTgt;  // R30
            default: state_d = StExec;
          endcase
        end else if (turn_over_q != '0) begin  // R24
          e_seq_d = 1'b1;
          at_warp_d = pend_w;
          turn_over_d = turn_over_d & ~(NW'(1) << pend_w);
          e_pc_d = turn_pc_q[pend_w];
          e_tgt_d = e_pc_d + 32'd16;
          state_d = StTurn;
        end else if (other) begin  // R26, R27
          at_warp_d = ctabar_rel_valid ? ctabar_rel_warp : dispatch_launch_warp;
          state_d = ctabar_rel_valid ? StCtaRel : StLaunch;
          if (ctabar_rel_valid) e_bx_d = ctabar_rel_id;
          else e_mask_d = dispatch_launch_mask;
        end
      end

      StExec: begin
        case (e_kind_q)
          wt_pkg::EV_BRA, wt_pkg::EV_CALL: begin  // R6
            a_p = 1'b1;
            cur_mask_we = 1'b1;
            futile_we = 1'b1;
            a_set = first_taken ? rest : e_mask_q;
            a_pc = first_taken ? e_next : e_tgt_q;
            push_set = a_set;
            push_top = split_top;
            push_bottom = !split_top;
            cur_mask_n = first_taken ? e_mask_q : rest;
            if (!first_taken) e_tgt_d = e_next;
            redir_valid_d = first_taken && !turns;
            redir_pc_d = redir_valid_d ? e_tgt_q : '0;
            state_d = turns ? StTurn : StIdle;
          end
          wt_pkg::EV_BSYNC: begin  // R7
            park = 1'b1;
            phase = 1'b1;
            park_kind = 2'd1;
            check_b_d = e_noh;
          end
          wt_pkg::EV_BREAK: begin  // R8
            b_mask_we[1] = e_noh != '0 && (V == 1 || ch_valid);
            e_val_d = e_val_q & ~ch_same & ~ch_lane;
            if (e_val_d == '0) begin
              check_b_d = e_noh;
              phase = 1'b1;
            end
          end
          // R29: not before the last beat of WARPSYNC Rb has issued: a redirect would empty the I-buffer under it
          wt_pkg::EV_WSYNC: if (!sched_busy) begin  // R11
            if (ws_oh == '0) begin  // R12
              back = 1'b1;
              a_pc = e_pc_q;
              ty_n = ty | cur_mask_r;
              state_d = StSelect;
            end else begin
              slot_mask_we = 1'b1;
              slot_valid_we = 1'b1;
              park = 1'b1;
              phase = 1'b1;
              slot_valid_n = slot_valid_r | ws_oh;
              park_x = ws_no;
              park_kind = 2'd2;
              check_slot_d = ws_oh;
            end
          end
          wt_pkg::EV_YIELD: begin  // R13
            back = 1'b1;
            phase = 1'b1;
            ty_n = ty | cur_mask_r;
            check_b_d = blk_at;  // R21
            check_slot_d = s_ws != '0 ? slot_valid_r : '0;
          end
          wt_pkg::EV_EXIT: begin  // R14
            finished_we = 1'b1;
            cur_mask_we = 1'b1;
            futile_we = 1'b1;
            phase = 1'b1;
            check_b_d = blk_at;  // R21
            check_slot_d = s_ws != '0 ? slot_valid_r : '0;
          end
          default: begin  // R16: EV_BAR
            park = 1'b1;
            phase = 1'b1;
          end
        endcase
        if (park) begin  // R5
          a_p = 1'b1;
          thread_kind_we = 1'b1;
          cur_mask_we = 1'b1;
          k0_n = park_kind[0] ? k0 | e_mask_q : k0 & ~e_mask_q;
          k1_n = park_kind[1] ? k1 | e_mask_q : k1 & ~e_mask_q;
          ty_n = ty & ~e_mask_q;
          e_div_d = e_div_q || rest != '0;  // R5
        end
      end

      StWait: begin
        if (e_kind_q == wt_pkg::EV_BMOVW && V != 1) begin  // R9
          if (d_hit) begin
            b_mask_we[1] = e_noh != '0;
            b_valid_we[1] = b_mask_we[1];
            phase = disp_last;
          end
        end else if (sc_hit) begin
          if (e_kind_q == wt_pkg::EV_WSYNCR && !pass) begin  // R10
            e_val_d = sc_m;
            e_kind_d = wt_pkg::EV_WSYNC;
            state_d = StExec;
          end else begin
            phase = 1'b1;
            if (e_kind_q == wt_pkg::EV_BMOVW && e_noh != '0) begin  // R9
              b_mask_we[1] = 1'b1;
              b_valid_we[1] = 1'b1;
              check_b_d = b1_used[0] ? e_noh : '0;
            end
          end
        end
      end

      StLaunch: begin  // R27
        thread_kind_we = '1;
        cur_mask_we = '1;
        finished_we = '1;
        futile_we = '1;
        slot_valid_we = '1;
        b_valid_we[1] = '1;
        redir_valid_d = '1;
        k0_n = '0;
        k1_n = '0;
        ty_n = '0;
        slot_valid_n = '0;
        cur_mask_n = e_mask_q;
        finished_n = ~e_mask_q;
        dead_d = dead_q & ~at_warp_oh;
        state_d = StIdle;
      end

      StCtaRel: begin  // R26
        to_release_d = s_bar & x_eq;
        if (to_release_d != '0) state_d = StRelease;
        else phase = 1'b1;
      end

      StCheck: begin  // R18
        if ((ch_left & ~ch_same & ~ch_lane) != '0) begin
          check_lanes_d = check_lanes_q | (ch_left & (ch_same | ch_lane));
        end else begin
          check_lanes_d = '0;
          check_b_d = check_b_q & ~cb_oh;
        end
        b_valid_we[1] = ch_fire;
        if (ch_fire) to_release_d = ch_set;
        state_d = StRelease;
        phase = !ch_fire;
      end

      StCheckw: begin  // R19
        check_slot_d = check_slot_q & ~cw_oh;
        slot_valid_we = (cw_m & ~finished_r & ~(s_ws & x_eq)) == '0;
        slot_valid_n = slot_valid_r & ~cw_oh;
        if (slot_valid_we) to_release_d = s_ws & x_eq;
        state_d = StRelease;
        phase = !slot_valid_we || to_release_d == '0;
      end

      StRelease: begin  // R17
        to_release_d = to_release_q & ~pick;
        thread_kind_we = 1'b1;
        k0_n = k0 & ~pick;
        k1_n = k1 & ~pick;
        ty_n = ty & ~pick;
        push_set = pick;
        push_top = cfg_policy == wt_pkg::PATH_POLICY_block;
        push_bottom = !push_top;
        futile_we = 1'b1;
        released_d = 1'b1;
        phase = to_release_d == '0;
      end

      StForce: begin  // R20
        to_release_d = force_set;
        state_d = StRelease;
      end

      StYend: begin  // R15
        futile_we = 1'b1;
        futile_n = futile ? futile_r + 4'd1 : 4'd0;
        e_kind_d = wt_pkg::EV_ADV;
        state_d = futile && futile_r == 4'd15 && cfg_force ? StForce : StSelect;
      end

      StSelect: begin  // R25
        state_d = StIdle;
        if (path_count_r != '0) begin
          cur_mask_we = 1'b1;
          thread_kind_we = 1'b1;
          cur_mask_n = pop_set;
          ty_n = ty & ~pop_set;
          if (!e_seq_q || pop_pc != e_next) begin
            redir_valid_d = 1'b1;
            redir_pc_d = pop_pc;
          end
        end else if (s_blk != '0 && cfg_force) begin  // R25
          state_d = StForce;
        end else begin
          redir_valid_d = 1'b1;
          redir_stop_d = 1'b1;
          if (finished_r == '1) done_d = 1'b1;
          else if (s_bar == '0) dead_d = dead_q | at_warp_oh;
        end
      end

      // R30: groups of an indirect branch: all but the last become new paths
      StTgt: if (tgt_valid) begin
        if (!tgt_last) begin
          a_p = 1'b1;
          cur_mask_we = 1'b1;
          futile_we = 1'b1;
          e_div_d = 1'b1;
          a_set = tgt_mask;
          a_pc = tgt_pc;
          push_set = tgt_mask;
          push_top = split_top;
          push_bottom = !split_top;
          cur_mask_n = cur_mask_r & ~tgt_mask;
        end else begin
          e_tgt_d = tgt_pc;
          state_d = turns && path_count_r != '0 && (cfg_every || e_div_q) ? StTurn : StIdle;
          redir_valid_d = state_d == StIdle;
          if (redir_valid_d) redir_pc_d = tgt_pc;
        end
      end

      StTurn: if (!sched_busy) begin  // R24, R29
        back = 1'b1;
        a_pc = e_tgt_q;
        ty_n = ty & ~cur_mask_r;
        state_d = StSelect;
      end
      default: state_d = StIdle;
    endcase

    if (back) begin  // R12, R13, R24
      a_p = '1;
      thread_kind_we = '1;
      cur_mask_we = '1;
      push_bottom = '1;
      e_top_d = '1;
      a_set = cur_mask_r;
      cur_mask_n = '0;
    end
    if (cur_mask_we) has_path_d = cur_mask_n != '0 ? has_path_q | at_warp_oh : has_path_q & ~at_warp_oh;

    // R22: what follows a step that leaves nothing to release
    if (phase) begin
      if (check_b_d != '0) state_d = StCheck;
      else if (check_slot_d != '0) state_d = StCheckw;
      else if (e_kind_q == wt_pkg::EV_YIELD) state_d = StYend;
      else if ((has_path_d & at_warp_oh) == '0) state_d = StSelect;
      else begin
        // R24
        state_d = e_seq_q && turns && (path_count_r != '0 || push_top || push_bottom) &&
            (cfg_every || e_div_d) ? StTurn : StIdle;
        if (state_d == StTurn) e_tgt_d = e_next;
      end
    end
  end

  // ---- next rows ----
  assign thread_pc_we = a_p;
  assign thread_at_we = park;
  always_comb begin
    thread_pc_n = thread_pc_r;
    thread_at_n = thread_at_r;
    if (busy) begin
      for (int i = 0; i < WS; i++) if (a_set[i]) thread_pc_n[i*32 +: 32] = a_pc;
      for (int b = 0; b < 4; b++)
        thread_at_n[b*WS +: WS] = park_x[b] ? thread_at_r[b*WS +: WS] | e_mask_q : thread_at_r[b*WS +: WS] & ~e_mask_q;
    end
  end

  assign thread_kind_n = {ty_n, k1_n, k0_n};
  assign turn_pc_n = issue_ev_pc;
  // words 1 to 5 of a beat belong to other instructions; beats matter with a view a lane only
  logic unused_ok;
  assign unused_ok = &{1'b0, uop, d_uop, d_hit, issue_ev_rpc, alu_sc_val, tgt_taken, disp_last,
      disp_data[32*6*LN-1:32*LN],
                       unused_sel_same, unused_sel_part, unused_ev_mask, unused_ev_same, unused_ev_valid};
`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n) issue_ev_valid &&
      issue_ev_kind != wt_pkg::EV_ADV && !ev_direct |-> cfu_idle);
  logic [WS-1:0] ev_cm;
  assign ev_cm = cur_mask_q[issue_ev_warp];
  TakenIsSubset_A: assert property (@(posedge clk) disable iff (!rst_n) ev_mach |-> (issue_ev_mask & ~ev_cm) == '0);
  NoEmptyRelease_A: assert property (@(posedge clk) disable iff (!rst_n) state_q == StRelease |-> to_release_q != '0);
  NoEmptyPath_A: assert property (@(posedge clk) disable iff (!rst_n) pop |-> pop_set != '0);
  wt_cfu_rules u_rules (.*);
`endif
endmodule
`default_nettype wire
