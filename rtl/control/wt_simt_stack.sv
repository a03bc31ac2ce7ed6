// wt_simt_stack: control-flow unit. One reconvergence stack per warp, its top in rows of its own; one event machine for all warps.
//
// Latency   uniform branch: redirect 1 cycle after the event, machine not used; split: 2. Other events: see the doc.
// Flow      events of issue only while cfu_idle (BSSY, BMOV Rd,Bn, advance: always). Release, launch: held until ack.
// State     rows of cmodel/spec/blocks/simt_stack.def; entries below the top: row = warp * (STACK_DEPTH - 1) + entry.
// Model     cmodel/control/wt_simt_stack.c      Doc  docs/blocks/control/wt_simt_stack.md
`default_nettype none
module wt_simt_stack (
  input  wire logic                          clk,
  input  wire logic                          rst_n,
  `include "ports/wt_cfu_ports.svh"
  input  wire logic [wt_pkg::UOP_W-1:0]      ibuffer_uop,
  input  wire logic                          cfg_rpcsel,
  input  wire logic [1:0]                    cfg_order
);
  localparam int unsigned NW = wt_pkg::WARPS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned WS = wt_pkg::WARP_SIZE;
  localparam int unsigned BX = wt_pkg::BX_REGS;
  localparam int unsigned SW = wt_pkg::STK_W;
  localparam int unsigned CW = wt_pkg::STK_CALL_W;
  localparam int unsigned D1 = wt_pkg::STACK_DEPTH - 1;
  localparam int unsigned NE = NW * D1;
  localparam int unsigned EA = NE < 2 ? 1 : $clog2(NE);
  localparam logic [CW-1:0] LeftMore = {CW{1'b1}};  // depth of a path that has left one more call than it has entered
  localparam logic [CW-1:0] Deepest = LeftMore - CW'(1);
  typedef enum logic [3:0] {
    StIdle = wt_pkg::SS_IDLE, StExec = wt_pkg::SS_EXEC, StPush = wt_pkg::SS_PUSH, StDiv = wt_pkg::SS_DIV, StTgt = wt_pkg::SS_TGT,
    StWait = wt_pkg::SS_WAIT, StJoin = wt_pkg::SS_JOIN, StSelect = wt_pkg::SS_SELECT, StBssy = wt_pkg::SS_BSSY,
    StLaunch = wt_pkg::SS_LAUNCH, StCtaRel = wt_pkg::SS_CTAREL, StErr = wt_pkg::SS_ERR
  } state_e;

  // ---- state ----
  logic [NW-1:0] cv_q, cv_d, wt_q, wt_d, pa_q, pa_d, pb_q, pb_d, dead_q, dead_d;
  state_e        st_q, st_d;
  logic [3:0]    e_kind_q, e_kind_d, e_bx_q, e_bx_d;
  logic [WW-1:0] mw_q, mw_d;
  logic          e_seq_q, e_seq_d, e_deep_q, e_deep_d, ov_q, ov_d;
  logic          r_valid_q, r_valid_d, r_stop_q, r_stop_d, done_q, done_d;
  logic [31:0]   e_nx_q, e_nx_d, e_tgt_q, e_tgt_d, e_rpc_q, e_rpc_d, r_pc_q, r_pc_d;
  logic [WS-1:0] e_mask_q, e_mask_d;
  logic [2:0]    ek_q, ek_d;

  logic [WS-1:0]    cm_q [NW];
  logic [31:0]      tr_q [NW];
  logic [CW-1:0]    td_q [NW];
  logic [SW-1:0]    tt_q [NW];
  logic [SW-1:0]    sp_q [NW];
  logic [31:0]      tn_q [NW];
  logic [WS-1:0]    em_q [NE];
  logic [31:0]      en_q [NE];
  logic [31:0]      er_q [NE];
  logic [CW-1:0]    ed_q [NE];
  logic [SW-1:0]    et_q [NE];
  logic [WS-1:0]    fin_q [NW];
  logic [WS-1:0]    wl_q [NW];
  logic [3:0]       bn_q [NW];
  logic [BX*SW-1:0] bx_q [NW];

  logic            cm_we, tr_we, td_we, tt_we, sp_we, tn_we, em_we, en_we, er_we, ed_we, et_we, fin_we, wl_we, bn_we;
  logic [WW-1:0]   cm_wa, tr_wa, td_wa, tt_wa, sp_wa, tn_wa, fin_wa, wl_wa, bn_wa;
  logic [EA-1:0]   em_wa, en_wa, er_wa, ed_wa, et_wa, row_w;
  logic [1:0]      bx_we;
  logic [2*WW-1:0] bx_wa;
  assign {cm_wa, tr_wa, td_wa, tt_wa, sp_wa, fin_wa, wl_wa} = {7{mw_q}};
  assign {tn_wa, bn_wa} = {2{issue_ev_warp}};
  assign bx_wa = {mw_q, issue_ev_warp};
  assign {em_wa, en_wa, er_wa, ed_wa, et_wa} = {5{row_w}};

  function automatic logic [EA-1:0] erow(input logic [WW-1:0] w, input logic [SW-1:0] i);
    erow = EA'(w) * EA'(D1) + EA'(i);
  endfunction
  // one B register of a row; 0 for a register that does not exist
  function automatic logic [SW-1:0] breg(input logic [BX*SW-1:0] row, input logic [3:0] n);
    breg = '0;
    for (int i = 0; i < BX; i++) if (n == 4'(i)) breg = row[i*SW +: SW];
  endfunction
  function automatic logic [BX*SW-1:0] bset(input logic [BX*SW-1:0] row, input logic [3:0] n, input logic [SW-1:0] v);
    bset = row;
    for (int i = 0; i < BX; i++) if (n == 4'(i)) bset[i*SW +: SW] = v;
  endfunction

  // ---- what issue reads ----
  wt_pkg::uop_t uop;
  assign uop = ibuffer_uop;
  always_comb begin
    {cfu_mask, cfu_live, cfu_split, cfu_bx_val} = '0;
    if (sched_sel_valid) begin
      cfu_mask = cm_q[sched_sel_warp];
      cfu_live = ~fin_q[sched_sel_warp];
      cfu_split = wt_pkg::SPLIT_W'(sp_q[sched_sel_warp]);
      cfu_bx_val = WS'(breg(bx_q[sched_sel_warp], uop.lo[27:24]));
    end
  end

  // ---- outputs that are functions of the state ----
  logic          busy, pending, is_bar, is_exit, is_err;
  logic [NW-1:0] mw_oh, pend_oh;
  assign busy = st_q != StIdle;
  assign pending = (pa_q | pb_q) != '0;
  assign mw_oh = NW'(1) << mw_q;
  wt_first #(.N(NW)) u_pend (.x(pa_q | pb_q), .oh(pend_oh));
  assign cfu_idle = !busy && !pending;
  assign cfu_run = cv_q & ~(wt_q | pa_q | pb_q) & ~(busy || r_valid_q ? mw_oh : '0);
  assign cfu_dead = dead_q;
  assign {cfu_redir_valid, cfu_redir_warp} = r_valid_q ? {1'b1, mw_q} : '0;
  assign {cfu_redir_pc, cfu_redir_stop} = {r_pc_q, r_stop_q};
  assign {cfu_done_valid, cfu_done_warp} = done_q ? {1'b1, mw_q} : '0;
  assign cfu_rel_ack = st_q == StCtaRel;
  assign cfu_launch_ack = st_q == StLaunch;
  assign cfu_forced = 1'b0;
  assign cfu_tgt_take = st_q == StTgt;
  assign {cfu_upd_valid, cfu_upd_warp, cfu_upd_mask} = '0;  // no SB_SPLIT with this unit
  assign is_bar = st_q == StExec && e_kind_q == wt_pkg::EV_BAR;
  assign is_exit = st_q == StExec && e_kind_q == wt_pkg::EV_EXIT;
  assign is_err = st_q == StErr;
  assign cfu_bar_valid = is_bar;
  assign cfu_bar_warp = is_bar ? mw_q : '0;
  assign cfu_bar_id = is_bar ? e_bx_q : '0;
  assign cfu_bar_count = is_bar ? wt_pkg::CNT_W'($countones(e_mask_q)) : '0;
  assign {cfu_exit_valid, cfu_exit_warp, cfu_exit_count} = is_exit ? {1'b1, mw_q, wt_pkg::CNT_W'($countones(e_mask_q))} : '0;
  assign {cfu_err_valid, cfu_err_warp, cfu_err_kind, cfu_err_pc} = is_err ? {1'b1, mw_q, ek_q, e_nx_q - 32'd16} : '0;

  // ---- event of issue ----
  logic [31:0]      ev_next, ev_tr;
  logic             ev_top, ev_full, ev_hit, ev_starts, ev_mach, ev_bssy, ev_clear, ev_in_region;
  logic [WS-1:0]    ev_cm, ev_fin;
  logic [SW-1:0]    ev_sp, ev_b;
  logic [BX*SW-1:0] ev_bx, b0_row, b1_row, m_bx;
  assign ev_next = issue_ev_pc + 32'd16;
  always_comb begin
    {ev_tr, ev_top, ev_cm, ev_fin, ev_sp, ev_bx} = '0;
    if (issue_ev_valid) begin
      ev_top = td_q[issue_ev_warp] == '0;
      {ev_tr, ev_cm, ev_fin} = {tr_q[issue_ev_warp], cm_q[issue_ev_warp], fin_q[issue_ev_warp]};
      {ev_sp, ev_bx} = {sp_q[issue_ev_warp], bx_q[issue_ev_warp]};
    end
  end
  assign ev_b = breg(ev_bx, issue_ev_bx);
  assign ev_in_region = cfg_rpcsel && ev_b != '0 && ev_b <= ev_sp;
  assign ev_hit = ev_top && ev_tr == ev_next;
  assign ev_full = ev_sp == SW'(D1) && !(ev_top && ev_tr == issue_ev_rpc);
  always_comb begin
    unique case (issue_ev_kind)
      wt_pkg::EV_ADV, wt_pkg::EV_BMOVR, wt_pkg::EV_BSSY, wt_pkg::EV_BSYNC, wt_pkg::EV_YIELD: ev_starts = 1'b0;
      wt_pkg::EV_BREAK: ev_starts = ev_in_region;
      wt_pkg::EV_BRA: ev_starts = issue_ev_target != ev_next;
      wt_pkg::EV_WSYNC: ev_starts = (issue_ev_val & ~ev_fin & ~issue_ev_mask) != '0;
      default: ev_starts = 1'b1;
    endcase
  end
  assign ev_mach = issue_ev_valid && ev_starts && cfu_idle;
  assign ev_bssy = issue_ev_valid && issue_ev_kind == wt_pkg::EV_BSSY && cfg_rpcsel;
  assign ev_clear = issue_ev_valid && issue_ev_kind == wt_pkg::EV_BMOVR && issue_ev_val[0];
  assign tn_we = ev_bssy || (ev_mach && issue_ev_kind == wt_pkg::EV_BAR);
  assign bn_we = ev_bssy;
  assign bx_we[0] = ev_clear;
  assign b0_row = bset(ev_bx, issue_ev_bx, '0);

  // ---- rows of the machine's warp ----
  logic [WS-1:0] cm_r, cm_n, fin_r, wl_r, wl_n, live_r;
  logic [31:0]   tr_r, tr_n, tn_r, pend_tr;
  logic [CW-1:0] td_r, td_n;
  logic [SW-1:0] tt_r, tt_n, sp_r, sp_n;
  logic [3:0]    bn_r;
  logic [WW-1:0] pend_w;
  always_comb begin
    {cm_r, fin_r, wl_r, tr_r, tn_r, td_r, tt_r, sp_r, bn_r, m_bx} = '0;
    if (busy) begin
      {cm_r, fin_r, wl_r, tr_r, tn_r} = {cm_q[mw_q], fin_q[mw_q], wl_q[mw_q], tr_q[mw_q], tn_q[mw_q]};
      {td_r, tt_r, sp_r, bn_r, m_bx} = {td_q[mw_q], tt_q[mw_q], sp_q[mw_q], bn_q[mw_q], bx_q[mw_q]};
    end
  end
  always_comb begin
    pend_w = '0;
    for (int i = 0; i < NW; i++) if (pend_oh[i]) pend_w = pend_w | WW'(i);
    pend_tr = pending ? tr_q[pend_w] : '0;
  end
  assign live_r = ~fin_r;

  // The entry that the step reads: the highest, that of a BREAK, else the one to join.
  logic [SW-1:0] e_b, rd_no;
  logic          rd_on;
  logic [WS-1:0] x_m;
  logic [31:0]   x_n, x_r;
  logic [CW-1:0] x_d;
  logic [SW-1:0] x_t;
  assign e_b = breg(m_bx, e_bx_q);
  always_comb begin
    rd_no = tt_r;
    rd_on = (st_q == StExec || st_q == StTgt || st_q == StJoin) && tr_r != wt_pkg::RPC_NONE;
    if (st_q == StSelect) begin
      rd_no = sp_r - SW'(1);
      rd_on = sp_r != '0;
    end else if (st_q == StExec && e_kind_q == wt_pkg::EV_BREAK) begin
      rd_no = e_b - SW'(1);
      rd_on = 1'b1;
    end
    {x_m, x_n, x_r, x_d, x_t} = '0;
    if (rd_on) begin
      x_m = em_q[erow(mw_q, rd_no)];
      x_n = en_q[erow(mw_q, rd_no)];
      x_r = er_q[erow(mw_q, rd_no)];
      x_d = ed_q[erow(mw_q, rd_no)];
      x_t = et_q[erow(mw_q, rd_no)];
    end
  end

  // ---- what the step decides ----
  logic          full, hit, counts, is_call, own, uni, alone, b_first, first_taken, br_full, sc_hit, sc_pass;
  logic [WS-1:0] rest, sc_m;
  logic [31:0]   rpc, o_rpc;
  logic [CW-1:0] td_deep, td_high, o_d, deep_d;
  logic [SW-1:0] o_t;
  assign full = sp_r == SW'(D1);
  assign hit = td_r == '0 && tr_r == e_nx_q;
  assign counts = tr_r != wt_pkg::RPC_NONE;
  assign is_call = e_kind_q == wt_pkg::EV_CALL;
  assign rest = cm_r & ~e_mask_q;
  assign uni = rest == '0;
  assign rpc = cfg_rpcsel ? wt_pkg::RPC_NONE : e_rpc_q;
  assign td_deep = counts ? td_r + CW'(1) : td_r;
  assign td_high = counts && td_r != LeftMore ? td_r - CW'(1) : td_r;
  wt_simt_stack_branch u_branch (
    .on(st_q == StExec), .order(cfg_order), .taken(e_mask_q), .rest, .is_call, .rpc, .target(e_tgt_q), .next(e_nx_q), .tr(tr_r),
    .td(td_r), .tt(tt_r), .sp(sp_r), .own, .alone, .b_first, .first_taken, .full(br_full), .o_rpc, .o_d, .o_t, .deep_d
  );
  assign sc_hit = st_q == StWait && alu_sc_valid && alu_sc_warp == mw_q;
  assign sc_m = WS'(alu_sc_val);
  assign sc_pass = (sc_m & ~fin_r & ~e_mask_q) == '0;

  // a group of an indirect branch
  logic          g_ret, g_deep, g_home, g_joins, g_full;
  logic [31:0]   g_rpc;
  logic [CW-1:0] g_up, g_d;
  logic [SW-1:0] g_t;
  assign g_deep = tgt_taken && e_kind_q == wt_pkg::EV_CALLX;
  assign g_ret = tgt_taken && e_kind_q == wt_pkg::EV_RET;
  assign g_up = g_deep ? td_deep : g_ret ? td_high : td_r;
  assign g_home = g_ret && tr_r == wt_pkg::RPC_RET && g_up == LeftMore;
  assign g_joins = g_home ? x_n == wt_pkg::RPC_RET || x_n == tgt_pc : tr_r == tgt_pc && g_up == '0;
  assign g_rpc = g_home ? x_r : tr_r;
  assign g_d = g_home ? x_d : g_up;
  assign g_t = g_home ? x_t : tt_r;
  assign g_full = (g_deep && counts && td_r == Deepest) || (!g_joins && !tgt_last && full);

  // the top arrives at the next instruction, with the attributes that this step gives it
  logic          hit_n;
  logic [NW-1:0] ev_oh;
  assign ev_oh = NW'(1) << issue_ev_warp;
  assign hit_n = st_q == StExec && e_kind_q == wt_pkg::EV_BREAK && (uni || b_first) ? x_r == e_nx_q && x_d == '0 : hit;

  // ---- the machine ----
  logic          push, join_w, ret_w, top_we, sp_set, moved, err;
  logic [WS-1:0] em_n, join_m;
  logic [31:0]   en_n, er_n;
  logic [CW-1:0] ed_n;
  logic [SW-1:0] et_n;
  logic [SW-1:0] row_no;
  always_comb begin
    st_d = st_q;
    {cv_d, wt_d, pa_d, pb_d, dead_d, mw_d, e_kind_d, e_seq_d, e_nx_d, e_mask_d, e_tgt_d, e_rpc_d, e_bx_d, e_deep_d} =
      {cv_q, wt_q, pa_q, pb_q, dead_q, mw_q, e_kind_q, e_seq_q, e_nx_q, e_mask_q, e_tgt_q, e_rpc_q, e_bx_q, e_deep_q};
    {ov_d, ek_d} = {ov_q, ek_q};
    {r_valid_d, r_stop_d, r_pc_d, done_d} = '0;
    {push, join_w, ret_w, top_we, sp_set, moved, err, cm_we, fin_we, wl_we, bx_we[1]} = '0;
    cm_n = '0;
    tr_n = tr_r;
    td_n = td_r;
    tt_n = tt_r;
    sp_n = sp_r + SW'(1);
    wl_n = '0;
    b1_row = '0;
    join_m = '0;
    // a pushed entry
    em_n = '0;
    en_n = e_nx_q;
    er_n = tr_r;
    ed_n = td_r;
    et_n = tt_r;

    unique case (st_q)
      StIdle: begin
        if (ev_mach) begin
          mw_d = issue_ev_warp;
          e_kind_d = issue_ev_kind;
          e_seq_d = 1'b1;
          e_nx_d = ev_next;
          e_mask_d = issue_ev_mask;
          e_tgt_d = issue_ev_target;
          e_rpc_d = issue_ev_rpc;
          e_bx_d = issue_ev_bx;
          st_d = StExec;
          case (issue_ev_kind)
            wt_pkg::EV_BRA:
              if (issue_ev_mask == ev_cm) begin
                if (ev_top && ev_tr == issue_ev_target) begin
                  st_d = StJoin;
                end else begin
                  st_d = StIdle;
                  r_valid_d = 1'b1;
                  r_pc_d = issue_ev_target;
                end
              end
            wt_pkg::EV_WSYNC: begin
              st_d = StErr;
              ek_d = wt_pkg::CFE_WSYNC;
            end
            wt_pkg::EV_WSYNCR, wt_pkg::EV_BMOVW: st_d = StWait;
            wt_pkg::EV_BRX, wt_pkg::EV_RET, wt_pkg::EV_CALLX: st_d = StDiv;
            default: st_d = StExec;
          endcase
        end else if (pending) begin
          mw_d = pend_w;
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = 1'b1;
          e_nx_d = pend_tr;
          st_d = (pb_q & pend_oh) != '0 ? StBssy : StJoin;
          pa_d = pa_q & ~pend_oh;
          pb_d = pb_q & ~pend_oh;
        end else if (ctabar_rel_valid) begin
          mw_d = ctabar_rel_warp;
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = 1'b0;
          st_d = StCtaRel;
        end else if (dispatch_launch_valid && dispatch_launch_last) begin
          mw_d = dispatch_launch_warp;
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = 1'b0;
          e_mask_d = dispatch_launch_mask;
          st_d = StLaunch;
        end
      end

      StExec: begin
        case (e_kind_q)
          wt_pkg::EV_EXIT: begin
            {fin_we, cm_we} = 2'b11;
            cm_n = rest;
            if (rest == '0) st_d = StSelect;
            else moved = 1'b1;
          end
          wt_pkg::EV_BAR: begin
            wl_n = wl_r | e_mask_q;
            if (uni) begin
              wl_we = 1'b1;
              wt_d = wt_q | mw_oh;
              if (wl_n != live_r) dead_d = dead_q | mw_oh;
              st_d = StIdle;
            end else if (full) begin
              err = 1'b1;
            end else begin
              {wl_we, push, cm_we, moved} = 4'hf;
              em_n = e_mask_q;
              cm_n = rest;
            end
          end
          wt_pkg::EV_BREAK: begin
            if (!uni && full) begin
              err = 1'b1;
            end else begin
              {cm_we, top_we, moved} = 3'b111;
              push = !uni;
              cm_n = rest;
              em_n = e_mask_q;
              er_n = x_r;
              ed_n = x_d;
              et_n = x_t;
              if (uni || b_first) begin
                cm_n = e_mask_q;
                tr_n = x_r;
                td_n = x_d;
                tt_n = x_t;
                em_n = rest;
                er_n = tr_r;
                ed_n = td_r;
                et_n = tt_r;
              end
            end
          end
          default: begin  // EV_BRA, EV_CALL
            if (uni) begin
              if (is_call && counts && td_r == Deepest) begin
                err = 1'b1;
              end else begin
                top_we = 1'b1;
                td_n = td_deep;
                st_d = tr_r == e_tgt_q && td_deep == '0 ? StJoin : StIdle;
                r_valid_d = st_d == StIdle;
                r_pc_d = r_valid_d ? e_tgt_q : '0;
              end
            end else if (br_full) begin
              err = 1'b1;
            end else begin
              {cm_we, top_we} = 2'b11;
              cm_n = first_taken ? e_mask_q : rest;
              tr_n = o_rpc;
              td_n = first_taken ? deep_d : o_d;
              tt_n = o_t;
              join_m = first_taken ? rest : e_mask_q;
              push = own || !alone;
              join_w = !own && alone;
              r_valid_d = first_taken;
              r_pc_d = first_taken ? e_tgt_q : '0;
              st_d = StIdle;
              if (own) begin
                en_n = rpc;
                if (rpc == wt_pkg::RPC_RET) ed_n = td_high;
                if (alone) em_n = join_m;
              end else begin
                em_n = join_m;
                if (!first_taken) begin
                  en_n = e_tgt_q;
                  ed_n = deep_d;
                end
              end
              if (own && !alone) begin
                e_mask_d = join_m;
                e_deep_d = is_call && !first_taken;
                if (first_taken) e_tgt_d = e_nx_q;
                st_d = StPush;
              end
            end
          end
        endcase
      end

      StPush: begin
        push = 1'b1;
        em_n = e_mask_q;
        en_n = e_tgt_q;
        ed_n = CW'(e_deep_q);
        st_d = StIdle;
      end

      StDiv: if (tgt_valid) begin
        st_d = StTgt;
        ov_d = !tgt_last && own && full;
        if (!tgt_last && own && !full) begin
          {push, top_we} = 2'b11;
          en_n = rpc;
          if (rpc == wt_pkg::RPC_RET) ed_n = td_high;
          tr_n = rpc;
          td_n = '0;
          tt_n = sp_r;
        end
      end

      StTgt: if (tgt_valid) begin
        if (g_full) ov_d = 1'b1;
        cm_n = cm_r & ~tgt_mask;
        er_n = g_rpc;
        ed_n = g_d;
        et_n = g_t;
        em_n = tgt_mask;
        en_n = tgt_pc;
        join_m = tgt_mask;
        if (g_joins && !g_full) begin
          {join_w, cm_we} = 2'b11;
          ret_w = g_home;
        end else if (!tgt_last && !g_full) begin
          {push, cm_we} = 2'b11;
        end
        if (tgt_last) begin
          if (ov_d) begin
            err = 1'b1;
          end else if (g_joins) begin
            st_d = StSelect;
          end else begin
            top_we = 1'b1;
            tr_n = g_rpc;
            td_n = g_d;
            tt_n = g_t;
            st_d = g_rpc == tgt_pc && g_d == '0 ? StJoin : StIdle;
            r_valid_d = st_d == StIdle && tgt_pc != e_nx_q;
            r_pc_d = r_valid_d ? tgt_pc : '0;
          end
        end
      end

      StWait: if (sc_hit) begin
        moved = 1'b1;
        if (e_kind_q == wt_pkg::EV_BMOVW) begin
          bx_we[1] = 1'b1;
          b1_row = bset(m_bx, e_bx_q, SW'(alu_sc_val));
        end else if (!sc_pass) begin
          moved = 1'b0;
          st_d = StErr;
          ek_d = wt_pkg::CFE_WSYNC;
        end
      end

      // not before the last beat has issued: a redirect would empty the I-buffer under it, and its mask would change
      StJoin: if (!sched_busy) begin
        {join_w, cm_we} = 2'b11;
        join_m = cm_r;
        st_d = StSelect;
      end

      StSelect: begin
        sp_n = rd_no;
        if (sp_r == '0 || (x_m & wl_r) != '0) begin
          r_valid_d = 1'b1;
          r_stop_d = 1'b1;
          cv_d = cv_q & ~mw_oh;
          done_d = sp_r == '0;
          if (sp_r != '0 && wl_r != live_r) dead_d = dead_q | mw_oh;
          st_d = StIdle;
        end else begin
          sp_set = 1'b1;
          if (x_m != '0) begin
            {cm_we, top_we} = 2'b11;
            cm_n = x_m;
            tr_n = x_r;
            td_n = x_d;
            tt_n = x_t;
            cv_d = cv_q | mw_oh;
            st_d = x_n == x_r && x_d == '0 ? StJoin : StIdle;
            r_valid_d = st_d == StIdle && !(e_seq_q && x_n == e_nx_q);
            r_pc_d = r_valid_d ? x_n : '0;
          end
        end
      end

      StBssy: begin
        st_d = StIdle;
        bx_we[1] = 1'b1;
        if (td_r == '0 && tr_r == tn_r) begin
          b1_row = bset(m_bx, bn_r, tt_r + SW'(1));
        end else if (full) begin
          bx_we[1] = 1'b0;
          e_nx_d = tn_r + 32'd16;
          err = 1'b1;
        end else begin
          {push, top_we} = 2'b11;
          en_n = tn_r;
          tr_n = tn_r;
          td_n = '0;
          tt_n = sp_r;
          b1_row = bset(m_bx, bn_r, sp_r + SW'(1));
        end
      end

      StLaunch: begin
        {cm_we, top_we, sp_set, wl_we, fin_we, bx_we[1], r_valid_d} = '1;
        cm_n = e_mask_q;
        tr_n = wt_pkg::RPC_NONE;
        {td_n, tt_n, sp_n} = '0;
        cv_d = cv_q | mw_oh;
        wt_d = wt_q & ~mw_oh;
        dead_d = dead_q & ~mw_oh;
        st_d = StIdle;
      end

      StCtaRel: begin
        wl_we = 1'b1;
        dead_d = dead_q & ~mw_oh;
        st_d = StIdle;
        if ((wl_r & cm_r) != '0) begin
          wt_d = wt_q & ~mw_oh;
          e_nx_d = tn_r;
          e_seq_d = 1'b1;
          if (td_r == '0 && tr_r == tn_r) st_d = StJoin;
        end else if ((cv_q & mw_oh) == '0 && cm_r == '0) begin
          st_d = StSelect;
        end
      end

      default: begin  // error
        cv_d = cv_q & ~mw_oh;
        r_valid_d = 1'b1;
        r_stop_d = 1'b1;
        st_d = StIdle;
      end
    endcase
    if (moved) st_d = hit_n ? StJoin : StIdle;
    if (err) begin
      st_d = StErr;
      ek_d = wt_pkg::CFE_STACK;
    end
    if (ev_bssy) pb_d = pb_d | ev_oh;
    if (issue_ev_valid && !ev_starts && !ev_bssy && ev_hit) pa_d = pa_d | ev_oh;
  end

  // ---- writes ----
  logic [31:0] tn_n;
  assign tn_n = ev_bssy ? (ev_full ? issue_ev_pc : issue_ev_rpc) : ev_next;
  assign {tr_we, td_we, tt_we} = {3{top_we}};
  assign sp_we = sp_set || push;
  assign row_no = push ? sp_r : tt_r;
  assign row_w = push || join_w ? erow(mw_q, row_no) : '0;
  assign em_we = push || join_w;
  assign en_we = push || ret_w;
  assign {er_we, ed_we, et_we} = {3{push}};

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      st_q <= StIdle;
      {cv_q, wt_q, pa_q, pb_q, dead_q, mw_q, e_kind_q, r_valid_q, r_stop_q, r_pc_q, done_q} <= '0;
    end else begin
      st_q <= st_d;
      {cv_q, wt_q, pa_q, pb_q, dead_q, mw_q, e_kind_q, r_valid_q, r_stop_q, r_pc_q, done_q} <=
        {cv_d, wt_d, pa_d, pb_d, dead_d, mw_d, e_kind_d, r_valid_d, r_stop_d, r_pc_d, done_d};
    end
  end
  always_ff @(posedge clk) begin
    {e_seq_q, e_nx_q, e_mask_q, e_tgt_q, e_rpc_q, e_bx_q, e_deep_q, ov_q, ek_q} <=
      {e_seq_d, e_nx_d, e_mask_d, e_tgt_d, e_rpc_d, e_bx_d, e_deep_d, ov_d, ek_d};
    if (cm_we) cm_q[cm_wa] <= cm_n;
    if (tr_we) tr_q[tr_wa] <= tr_n;
    if (td_we) td_q[td_wa] <= td_n;
    if (tt_we) tt_q[tt_wa] <= tt_n;
    if (sp_we) sp_q[sp_wa] <= sp_n;
    if (tn_we) tn_q[tn_wa] <= tn_n;
    if (em_we) em_q[em_wa] <= push ? em_n : x_m | join_m;
    if (en_we) en_q[en_wa] <= push ? en_n : tgt_pc;
    if (er_we) er_q[er_wa] <= er_n;
    if (ed_we) ed_q[ed_wa] <= ed_n;
    if (et_we) et_q[et_wa] <= et_n;
    if (fin_we) fin_q[fin_wa] <= st_q == StLaunch ? ~e_mask_q : fin_r | e_mask_q;
    if (wl_we) wl_q[wl_wa] <= wl_n;
    if (bn_we) bn_q[bn_wa] <= issue_ev_bx;
    if (bx_we[0]) bx_q[bx_wa[0 +: WW]] <= b0_row;
    if (bx_we[1]) bx_q[bx_wa[WW +: WW]] <= b1_row;
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, uop, issue_ev_val, alu_sc_val, ctabar_rel_id};
`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n)
    issue_ev_valid && ev_starts |-> cfu_idle);
  TakenIsSubset_A: assert property (@(posedge clk) disable iff (!rst_n) ev_mach |-> (issue_ev_mask & ~ev_cm) == '0);
  Room_A: assert property (@(posedge clk) disable iff (!rst_n) push |-> !full);
  JoinBelow_A: assert property (@(posedge clk) disable iff (!rst_n) join_w |-> tt_r < sp_r);
  wt_cfu_rules u_rules (.*);
`endif
endmodule
`default_nettype wire
