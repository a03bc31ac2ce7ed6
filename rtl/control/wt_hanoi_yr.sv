// wt_hanoi_yr: control-flow unit. One pool of paths and one queue of indices per warp, one event machine for all warps.
//
// Latency   uniform branch: redirect 1 cycle after the event, machine not used; split: 2. Other events: see the doc.
// Flow      events of issue only while cfu_idle (BSSY, BMOV Rd,Bn, advance: always). Release, launch: held until ack.
// State     rows of cmodel/spec/blocks/hanoi_yr.def: a row per warp, entry i at i * width, kinds and x as bit planes.
// Model     cmodel/control/wt_hanoi_yr.c      Doc  docs/blocks/control/wt_hanoi_yr.md
`default_nettype none
module wt_hanoi_yr (
  input  wire logic                          clk,
  input  wire logic                          rst_n,
  `include "ports/wt_cfu_ports.svh"
  input  wire logic [wt_pkg::UOP_W-1:0]      ibuffer_uop,
  input  wire logic                          cfg_yrel,
  input  wire logic                          cfg_force,
  input  wire logic [1:0]                    cfg_order
);
  localparam int unsigned NW = wt_pkg::WARPS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned WS = wt_pkg::WARP_SIZE;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned PW = wt_pkg::PATH_W;
  localparam int unsigned BX = wt_pkg::BX_REGS;
  localparam int unsigned BW = wt_pkg::BX_W;
  localparam int unsigned NS = wt_pkg::WSYNC_SLOTS;
  localparam int unsigned BA = NW * BX < 2 ? 1 : $clog2(NW * BX);
  typedef enum logic [3:0] {
    StIdle = wt_pkg::YR_IDLE, StExec = wt_pkg::YR_EXEC, StWait = wt_pkg::YR_WAIT, StLaunch = wt_pkg::YR_LAUNCH,
    StCtaRel = wt_pkg::YR_CTAREL, StCheck = wt_pkg::YR_CHECK, StCheckw = wt_pkg::YR_CHECKW, StRelease = wt_pkg::YR_RELEASE,
    StForce = wt_pkg::YR_FORCE, StYend = wt_pkg::YR_YEND, StSelect = wt_pkg::YR_SELECT, StTgt = wt_pkg::YR_TGT
  } state_e;

  // ---- state ----
  logic [NW-1:0] cv_q, cv_d, dead_q, dead_d;
  state_e        st_q, st_d;
  logic [3:0]    e_kind_q, e_kind_d, e_bx_q, e_bx_d;
  logic [WW-1:0] mw_q, mw_d;
  logic          e_seq_q, e_seq_d, rel_q, rel_d, r_valid_q, r_valid_d, r_stop_q, r_stop_d, done_q, done_d, upd_q, upd_d;
  logic [31:0]   e_pc_q, e_pc_d, e_tgt_q, e_tgt_d, r_pc_q, r_pc_d;
  logic [WS-1:0] e_mask_q, e_mask_d, e_val_q, e_val_d;
  logic [BX-1:0] cb_q, cb_d;
  logic [NS-1:0] cw_q, cw_d;
  logic [P-1:0]  g_q, g_d;

  logic [P*WS-1:0]  pm_q [NW];
  logic [P*32-1:0]  ppc_q [NW];
  logic [3*P-1:0]   pst_q [NW];
  logic [4*P-1:0]   px_q [NW];
  logic [P-1:0]     py_q [NW];
  logic [P*PW-1:0]  qr_q [NW];
  logic [PW-1:0]    qh_q [NW];
  logic [PW:0]      qn_q [NW];
  logic [PW-1:0]    cur_q [NW];
  logic [WS-1:0]    cm_q [NW];
  logic [WS-1:0]    fin_q [NW];
  logic [3:0]       yc_q [NW];
  logic [WS-1:0]    bm_q [NW*BX];
  logic [BX-1:0]    bv_q [NW];
  logic [NS*WS-1:0] wm_q [NW];
  logic [NS-1:0]    wv_q [NW];

  logic             pm_we, ppc_we, pst_we, px_we, py_we, qr_we, qh_we;
  logic             qn_we, cur_we, cm_we, fin_we, yc_we, wm_we, wv_we;
  logic [1:0]       bm_we, bv_we;
  logic [WW-1:0]    pm_wa, ppc_wa, pst_wa, px_wa, py_wa, qr_wa, qh_wa;
  logic [WW-1:0]    qn_wa, cur_wa, cm_wa, fin_wa, yc_wa, wm_wa, wv_wa;
  logic [2*BA-1:0]  bm_wa;
  logic [2*WW-1:0]  bv_wa;
  // all one-port rows are written by the machine, for its own warp
  assign {pm_wa, ppc_wa, pst_wa, px_wa, py_wa, qr_wa, qh_wa} = {7{mw_q}};
  assign {qn_wa, cur_wa, cm_wa, fin_wa, yc_wa, wm_wa, wv_wa} = {7{mw_q}};

  function automatic logic [BA-1:0] brow(input logic [WW-1:0] w, input logic [BW-1:0] n);
    brow = BA'(w) * BA'(BX) + BA'(n);
  endfunction

  // ---- what issue reads ----
  wt_pkg::uop_t  uop;
  logic [BX-1:0] sel_noh;
  assign uop = ibuffer_uop;
  assign sel_noh = BX'(1) << uop.lo[27:24];
  always_comb begin
    cfu_mask = '0;
    cfu_live = '0;
    cfu_split = '0;
    cfu_bx_val = '0;
    if (sched_sel_valid) begin
      cfu_mask = cm_q[sched_sel_warp];
      cfu_live = ~fin_q[sched_sel_warp];
      cfu_split = wt_pkg::SPLIT_W'(cur_q[sched_sel_warp]);
      if ((bv_q[sched_sel_warp] & sel_noh) != '0)
        cfu_bx_val = bm_q[brow(sched_sel_warp, BW'(uop.lo[27:24]))] & cfu_live;
    end
  end

  // ---- outputs that are functions of the state ----
  logic          busy, is_bar, is_exit;
  logic [NW-1:0] mw_oh;
  assign busy = st_q != StIdle;
  assign mw_oh = NW'(1) << mw_q;
  assign cfu_idle = !busy;
  assign cfu_run = busy || r_valid_q || upd_q ? cv_q & ~mw_oh : cv_q;
  assign cfu_dead = dead_q;
  assign {cfu_redir_valid, cfu_redir_warp} = r_valid_q ? {1'b1, mw_q} : '0;
  assign {cfu_redir_pc, cfu_redir_stop} = {r_pc_q, r_stop_q};
  assign {cfu_done_valid, cfu_done_warp} = done_q ? {1'b1, mw_q} : '0;
  assign {cfu_upd_valid, cfu_upd_warp, cfu_upd_mask} = upd_q ? {1'b1, mw_q, cm_q[mw_q]} : '0;
  assign upd_d = wt_pkg::SB_SPLIT == 1 && cm_we;
  assign cfu_rel_ack = st_q == StCtaRel;
  assign cfu_launch_ack = st_q == StLaunch;
  assign cfu_forced = st_q == StForce;
  assign cfu_tgt_take = st_q == StTgt;
  assign {cfu_err_valid, cfu_err_warp, cfu_err_kind, cfu_err_pc} = '0;  // the pool cannot overflow
  assign is_bar = st_q == StExec && e_kind_q == wt_pkg::EV_BAR;
  assign is_exit = st_q == StExec && e_kind_q == wt_pkg::EV_EXIT;
  assign cfu_bar_valid = is_bar;
  assign cfu_bar_warp = is_bar ? mw_q : '0;
  assign cfu_bar_id = is_bar ? e_bx_q : '0;
  assign cfu_bar_count = is_bar ? wt_pkg::CNT_W'($countones(e_mask_q)) : '0;
  assign {cfu_exit_valid, cfu_exit_warp, cfu_exit_count} = is_exit ? {1'b1, mw_q, wt_pkg::CNT_W'($countones(e_mask_q))} : '0;

  // ---- rows of the machine's warp ----
  logic [P*WS-1:0]  pm_r, pm_n;
  logic [P*32-1:0]  ppc_r, ppc_n;
  logic [3*P-1:0]   pst_r;
  logic [4*P-1:0]   px_r, px_n;
  logic [P-1:0]     py_r, py_n, pv_n, k0_n, k1_n;
  logic [P*PW-1:0]  qr_r, qr_n;
  logic [PW-1:0]    qh_r, qh_n, cur_r, cur_n;
  logic [PW:0]      qn_r, qn_n;
  logic [WS-1:0]    cm_r, cm_n, fin_r, fin_n;
  logic [3:0]       yc_r, yc_n;
  logic [BX-1:0]    bv_r, bv_n;
  logic [NS*WS-1:0] wm_r, wm_n;
  logic [NS-1:0]    wv_r, wv_n;
  always_comb begin
    {pm_r, ppc_r, pst_r, px_r, py_r, qr_r, qh_r, qn_r, cur_r, cm_r, fin_r, yc_r, bv_r, wm_r, wv_r} = '0;
    if (busy) begin
      pm_r = pm_q[mw_q];
      ppc_r = ppc_q[mw_q];
      pst_r = pst_q[mw_q];
      px_r = px_q[mw_q];
      py_r = py_q[mw_q];
      qr_r = qr_q[mw_q];
      qh_r = qh_q[mw_q];
      qn_r = qn_q[mw_q];
      cur_r = cur_q[mw_q];
      cm_r = cm_q[mw_q];
      fin_r = fin_q[mw_q];
      yc_r = yc_q[mw_q];
      bv_r = bv_q[mw_q];
      wm_r = wm_q[mw_q];
      wv_r = wv_q[mw_q];
    end
  end

  logic [P-1:0] pv, k0, k1, s_run, s_wb, s_ww, s_bar;
  assign {k1, k0, pv} = pst_r;
  assign s_run = pv & ~k1 & ~k0;
  assign s_wb = pv & ~k1 & k0;
  assign s_ww = pv & k1 & ~k0;
  assign s_bar = pv & k1 & k0;

  // Which entries a CHECK, CHECKW, RELEASE or FORCE step is about.
  logic [3:0]    cb_no, cw_no, ws_no;
  logic [NS-1:0] cw_oh, ws_oh;
  logic [BX-1:0] cb_oh;
  logic [WS-1:0] cb_m, cw_m, rl_mask;
  logic [P-1:0]  at_bar, w_set, rl_group, rl_keep, fc_set;
  logic          w_fire, w_empty;
  wt_first #(.N(BX)) u_cb (.x(cb_q), .oh(cb_oh));
  wt_cfu_slots u_slots (
    .find(st_q == StExec && e_kind_q == wt_pkg::EV_WSYNC), .val(e_val_q), .cw(cw_q), .wm(wm_r), .wv(wv_r), .ws_oh, .ws_no, .cw_oh, .cw_no,
    .cw_m, .wm_n
  );
  wt_onehot_index #(.N(BX), .W(4)) u_cb_no (.oh(cb_oh), .no(cb_no));
  assign cb_m = st_q == StCheck ? bm_q[brow(mw_q, BW'(cb_no))] : '0;
  wt_hanoi_yr_groups u_groups (
    .check(st_q == StCheck), .checkw(st_q == StCheckw), .release_step(st_q == StRelease), .force_step(st_q == StForce),
    .yrel(cfg_yrel), .pm(pm_r), .ppc(ppc_r), .px(px_r), .s_run_y(s_run & py_r), .s_wb, .s_ww, .s_bar,
    .fin(fin_r), .cb_no, .cb_m, .cw_no, .cw_m, .bar_no(e_bx_q), .g(g_q), .at_bar, .w_set, .w_fire, .w_empty,
    .rl_group, .rl_keep, .rl_mask, .fc_set
  );

  // ---- event of issue ----
  logic          ev_direct, ev_mach, ev_bv;
  logic [BX-1:0] ev_noh;
  logic [WS-1:0] ev_bm, ev_fin;
  assign ev_direct = issue_ev_valid && (issue_ev_kind == wt_pkg::EV_BSSY || issue_ev_kind == wt_pkg::EV_BMOVR);
  assign ev_mach = issue_ev_valid && issue_ev_kind != wt_pkg::EV_ADV && !ev_direct && !busy;
  assign ev_noh = BX'(1) << issue_ev_bx;
  always_comb begin
    ev_bv = 1'b0;
    ev_bm = '0;
    ev_fin = '0;
    if (ev_mach) begin
      ev_bv = (bv_q[issue_ev_warp] & ev_noh) != '0;
      if (ev_bv) ev_bm = bm_q[brow(issue_ev_warp, BW'(issue_ev_bx))];
      ev_fin = fin_q[issue_ev_warp];
    end
  end

  // Port 0 of the B registers: BSSY, BMOV.CLEAR, BREAK. Port 1: the machine.
  logic [WS-1:0] b0_m, b1_m, sc_m;
  logic [BX-1:0] b0_v, e_noh;
  logic          ev_brk;
  assign ev_brk = ev_mach && issue_ev_kind == wt_pkg::EV_BREAK && ev_bv;
  assign b0_m = ev_brk ? ev_bm & ~issue_ev_mask : issue_ev_mask;
  assign b0_v = issue_ev_kind == wt_pkg::EV_BSSY ? bv_q[issue_ev_warp] | ev_noh : bv_q[issue_ev_warp] & ~ev_noh;
  assign bm_we[0] = ev_brk || (ev_direct && issue_ev_kind == wt_pkg::EV_BSSY && ev_noh != '0);
  assign bv_we[0] = ev_direct && ev_noh != '0 && (issue_ev_kind == wt_pkg::EV_BSSY || issue_ev_val[0]);
  assign bm_wa = {brow(mw_q, BW'(e_bx_q)), brow(issue_ev_warp, BW'(issue_ev_bx))};
  assign bv_wa = {mw_q, issue_ev_warp};
  assign e_noh = BX'(1) << e_bx_q;
  assign sc_m = WS'(alu_sc_val);
  assign b1_m = sc_m & ~fin_r;

  // ---- the machine ----
  logic [P-1:0]  c_oh, f_oh, a_oh, clr;
  logic [PW-1:0] f_no, rl_no;
  logic          a_m, a_p, np, push_t, push_b, phase, sc_hit, first_taken, futile, pass;
  logic [WS-1:0] a_mask, np_mask, rest;
  logic [31:0]   a_pc, np_pc, e_next;
  logic [PW-1:0] push_no, top_no;
  logic [P-1:0]  top_oh;
  logic [3:0]    park_x;
  logic          park;
  assign c_oh = P'(1) << cur_r;
  wt_first #(.N(P)) u_free (.x(~pv), .oh(f_oh));
  wt_onehot_index #(.N(P), .W(PW)) u_f_no (.oh(f_oh), .no(f_no));
  wt_onehot_index #(.N(P), .W(PW)) u_rl_no (.oh(rl_keep), .no(rl_no));
  assign e_next = e_pc_q + 32'd16;
  assign rest = cm_r & ~e_mask_q;
  assign sc_hit = st_q == StWait && alu_sc_valid && alu_sc_warp == mw_q;
  assign futile = !rel_q && (s_run & ~py_r) == '0 && s_wb != '0;

  always_comb begin
    first_taken = 1'b1;
    if (st_q == StExec && cfg_order == wt_pkg::PATH_ORDER_majority) first_taken = $countones(e_mask_q) >= $countones(rest);
    if (st_q == StExec && cfg_order == wt_pkg::PATH_ORDER_minority) first_taken = $countones(e_mask_q) < $countones(rest);
  end

  wt_hanoi_yr_queue u_queue (
    .push_t, .push_b, .pop(st_q == StSelect && qn_r != '0), .clear(st_q == StLaunch), .push_no, .qr(qr_r), .qh(qh_r), .qn(qn_r),
    .top_no, .qr_we, .qh_we, .qn_we, .qr_n, .qh_n, .qn_n
  );
  assign top_oh = P'(1) << top_no;
  logic [31:0]   top_pc;
  logic [WS-1:0] top_mask;
  always_comb begin
    top_pc = '0;
    top_mask = '0;
    if (st_q == StSelect)
      for (int i = 0; i < P; i++)
        if (top_oh[i]) begin
          top_pc = ppc_r[i*32 +: 32];
          top_mask = pm_r[i*WS +: WS];
        end
  end

  always_comb begin
    st_d = st_q;
    {cv_d, dead_d, mw_d, e_kind_d, e_seq_d, e_pc_d, e_mask_d, e_tgt_d, e_bx_d, e_val_d, cb_d, cw_d, g_d, rel_d} =
      {cv_q, dead_q, mw_q, e_kind_q, e_seq_q, e_pc_q, e_mask_q, e_tgt_q, e_bx_q, e_val_q, cb_q, cw_q, g_q, rel_q};
    {r_valid_d, r_stop_d, r_pc_d, done_d} = '0;
    // writes of the pool: entry a_oh (mask, pc), new entry f_oh, entries that become free
    a_oh = c_oh;
    {a_m, a_p, np, clr} = '0;
    a_mask = e_mask_q;
    a_pc = e_next;
    np_mask = rest;
    np_pc = e_next;
    {k1_n, k0_n, pv_n} = pst_r;
    py_n = py_r;
    {park, push_t, push_b, phase, pass} = '0;
    park_x = e_bx_q;
    push_no = f_no;
    cur_n = top_no;
    cm_n = top_mask;
    fin_n = fin_r | e_mask_q;
    yc_n = '0;
    bv_n = bv_r;
    wv_n = wv_r;
    {cur_we, cm_we, fin_we, yc_we, wv_we, wm_we, pst_we, py_we, bm_we[1], bv_we[1]} = '0;

    unique case (st_q)
      StIdle: begin
        if (ev_mach) begin
          mw_d = issue_ev_warp;
          e_kind_d = issue_ev_kind;
          e_seq_d = 1'b1;
          e_pc_d = issue_ev_pc;
          e_mask_d = issue_ev_kind == wt_pkg::EV_BSYNC ? issue_ev_mask & ev_bm : issue_ev_mask;
          e_tgt_d = issue_ev_target;
          e_bx_d = issue_ev_bx;
          e_val_d = issue_ev_val;
          rel_d = 1'b0;
          st_d = StExec;
          case (issue_ev_kind)
            wt_pkg::EV_BRA, wt_pkg::EV_CALL:
              if (issue_ev_mask == cm_q[issue_ev_warp]) begin
                st_d = StIdle;
                r_valid_d = 1'b1;
                r_pc_d = issue_ev_target;
              end
            wt_pkg::EV_BSYNC: if (e_mask_d == '0) st_d = StIdle;
            wt_pkg::EV_BREAK: begin
              st_d = StIdle;
              if (ev_bv) begin
                st_d = StCheck;
                cb_d = ev_noh;
                cw_d = '0;
              end
            end
            wt_pkg::EV_WSYNC: if ((issue_ev_val & ~ev_fin & ~issue_ev_mask) == '0) st_d = StIdle;
            wt_pkg::EV_BMOVW, wt_pkg::EV_WSYNCR: st_d = StWait;
            wt_pkg::EV_BRX, wt_pkg::EV_RET, wt_pkg::EV_CALLX: st_d = StTgt;
            default: st_d = StExec;
          endcase
        end else if (ctabar_rel_valid || (dispatch_launch_valid && dispatch_launch_last)) begin
          e_kind_d = wt_pkg::EV_ADV;
          {e_seq_d, rel_d, cb_d, cw_d} = '0;
          if (ctabar_rel_valid) begin
            mw_d = ctabar_rel_warp;
            e_bx_d = ctabar_rel_id;
            st_d = StCtaRel;
          end else begin
            mw_d = dispatch_launch_warp;
            e_mask_d = dispatch_launch_mask;
            st_d = StLaunch;
          end
        end
      end

      StExec: begin
        case (e_kind_q)
          wt_pkg::EV_BRA, wt_pkg::EV_CALL: begin
            {np, a_m, cm_we, yc_we} = 4'hf;
            np_mask = first_taken ? rest : e_mask_q;
            np_pc = first_taken ? e_next : e_tgt_q;
            a_mask = first_taken ? e_mask_q : rest;
            cm_n = a_mask;
            r_valid_d = first_taken;
            r_pc_d = first_taken ? e_tgt_q : '0;
            st_d = StIdle;
          end
          wt_pkg::EV_BSYNC: begin
            {park, phase} = 2'b11;
            k0_n = k0 | c_oh;
            cb_d = e_noh;
            cw_d = '0;
          end
          // not before the last beat of WARPSYNC Rb has issued: a redirect would empty the I-buffer under it
          wt_pkg::EV_WSYNC: if (!sched_busy) begin
            if (ws_oh == '0) begin
              a_p = 1'b1;
              a_pc = e_pc_q;
              push_b = 1'b1;
              cv_d = cv_q & ~mw_oh;
              st_d = StSelect;
            end else begin
              {wm_we, wv_we, park, phase} = 4'hf;
              wv_n = wv_r | ws_oh;
              park_x = ws_no;
              k1_n = k1 | c_oh;
              cb_d = '0;
              cw_d = ws_oh;
            end
          end
          wt_pkg::EV_YIELD: begin
            {a_p, push_b, phase} = 3'b111;
            cv_d = cv_q & ~mw_oh;
            cb_d = s_wb != '0 ? bv_r : '0;
            cw_d = s_ww != '0 ? wv_r : '0;
          end
          wt_pkg::EV_EXIT: begin
            {fin_we, a_m, cm_we, yc_we, phase} = 5'h1f;
            a_mask = rest;
            cm_n = rest;
            if (rest == '0) begin
              pst_we = 1'b1;
              pv_n = pv & ~c_oh;
              cv_d = cv_q & ~mw_oh;
            end
            cb_d = s_wb != '0 ? bv_r : '0;
            cw_d = s_ww != '0 ? wv_r : '0;
          end
          default: begin // EV_BAR
            park = 1'b1;
            k0_n = k0 | c_oh;
            k1_n = k1 | c_oh;
            st_d = StSelect;
          end
        endcase
        if (park) begin
          a_m = 1'b1;
          a_p = 1'b1;
          np = rest != '0;
          pst_we = 1'b1;
          cv_d = cv_q & ~mw_oh;
        end
        if (push_b) begin
          py_we = 1'b1;
          py_n = py_r | c_oh;
          push_no = cur_r;
        end
      end

      StWait: if (sc_hit) begin
        st_d = StIdle;
        if (e_kind_q == wt_pkg::EV_WSYNCR) begin
          pass = (sc_m & ~fin_r & ~e_mask_q) == '0;
          if (!pass) begin
            e_val_d = sc_m;
            e_kind_d = wt_pkg::EV_WSYNC;
            st_d = StExec;
          end
        end else if (e_noh != '0) begin
          bm_we[1] = 1'b1;
          bv_we[1] = 1'b1;
          bv_n = b1_m != '0 ? bv_r | e_noh : bv_r & ~e_noh;
          cb_d = b1_m != '0 ? e_noh : '0;
          cw_d = '0;
          phase = 1'b1;
        end
      end

      StLaunch: begin
        clr = ~(P'(1));
        a_oh = P'(1);
        {a_m, pst_we, py_we, cur_we, cm_we, fin_we, yc_we, wv_we, bv_we[1], r_valid_d} = '1;
        pv_n = P'(1);
        {k0_n, k1_n, py_n, cur_n, wv_n, bv_n} = '0;
        cm_n = e_mask_q;
        fin_n = ~e_mask_q;
        cv_d = cv_q | mw_oh;
        dead_d = dead_q & ~mw_oh;
        st_d = StIdle;
      end

      StCtaRel: begin
        g_d = at_bar;
        if (g_d != '0) st_d = StRelease;
        else phase = 1'b1;
      end

      StCheck: begin
        cb_d = cb_q & ~cb_oh;
        phase = 1'b1;
        if (w_empty || w_fire) begin
          bv_we[1] = 1'b1;
          bv_n = bv_r & ~cb_oh;
          g_d = w_set;
        end
        if (w_fire) begin
          phase = 1'b0;
          st_d = StRelease;
        end
      end

      StCheckw: begin
        cw_d = cw_q & ~cw_oh;
        phase = 1'b1;
        if (w_fire) begin
          wv_we = 1'b1;
          wv_n = wv_r & ~cw_oh;
          g_d = w_set;
          if (w_set != '0) begin
            phase = 1'b0;
            st_d = StRelease;
          end
        end
      end

      StRelease: begin
        g_d = g_q & ~rl_group;
        clr = rl_group & ~rl_keep;
        a_oh = rl_keep;
        a_m = 1'b1;
        a_mask = rl_mask;
        pst_we = 1'b1;
        pv_n = pv & ~clr;
        k0_n = k0 & ~rl_group;
        k1_n = k1 & ~rl_group;
        py_we = 1'b1;
        py_n = py_r & ~rl_keep;
        push_t = 1'b1;
        push_no = rl_no;
        yc_we = 1'b1;
        rel_d = 1'b1;
        phase = g_d == '0;
      end

      StForce: begin
        g_d = fc_set;
        st_d = StRelease;
      end

      StYend: begin
        yc_we = 1'b1;
        yc_n = futile ? yc_r + 4'd1 : 4'd0;
        e_kind_d = wt_pkg::EV_ADV;
        st_d = futile && yc_r == 4'd15 && cfg_force ? StForce : StSelect;
      end

      StSelect: begin
        st_d = StIdle;
        if (qn_r != '0) begin
          {cur_we, cm_we, py_we} = 3'b111;
          py_n = py_r & ~top_oh;
          cv_d = cv_q | mw_oh;
          if (!e_seq_q || top_pc != e_next) begin
            r_valid_d = 1'b1;
            r_pc_d = top_pc;
          end
        end else if (s_wb != '0 && cfg_force) begin
          st_d = StForce;
        end else begin
          r_valid_d = 1'b1;
          r_stop_d = 1'b1;
          if (pv == '0) done_d = 1'b1;
          else if (s_bar == '0) dead_d = dead_q | mw_oh;
        end
      end

      // groups of an indirect branch: all but the last become new paths
      StTgt: if (tgt_valid) begin
        np = !tgt_last;
        np_mask = tgt_mask;
        np_pc = tgt_pc;
        if (tgt_last) begin
          {a_m, cm_we, r_valid_d} = 3'b111;
          a_mask = tgt_mask;
          cm_n = tgt_mask;
          yc_we = tgt_mask != cm_r;
          r_pc_d = tgt_pc;
          st_d = StIdle;
        end
      end
      default: st_d = StIdle;
    endcase
    if (np) begin
      pst_we = 1'b1;
      pv_n = pv | f_oh;
      k0_n = k0_n & ~f_oh;
      k1_n = k1_n & ~f_oh;
      py_we = 1'b1;
      py_n = py_r & ~f_oh;
      push_t = 1'b1;
    end

    // what follows a step that leaves nothing to release
    if (phase) begin
      if (cb_d != '0) st_d = StCheck;
      else if (cw_d != '0) st_d = StCheckw;
      else if (e_kind_q == wt_pkg::EV_YIELD) st_d = StYend;
      else st_d = (cv_d & mw_oh) != '0 ? StIdle : StSelect;
    end
  end

  // ---- next rows ----
  assign pm_we = a_m || np || clr != '0;
  assign ppc_we = a_p || np;
  assign px_we = park;
  always_comb begin
    pm_n = pm_r;
    ppc_n = ppc_r;
    px_n = px_r;
    if (busy) begin
      for (int i = 0; i < P; i++) begin
        if (clr[i]) pm_n[i*WS +: WS] = '0;
        else if (a_m && a_oh[i]) pm_n[i*WS +: WS] = a_mask;
        else if (np && f_oh[i]) pm_n[i*WS +: WS] = np_mask;
        if (a_p && a_oh[i]) ppc_n[i*32 +: 32] = a_pc;
        else if (np && f_oh[i]) ppc_n[i*32 +: 32] = np_pc;
      end
      for (int b = 0; b < 4; b++) px_n[b*P +: P] = park_x[b] ? px_r[b*P +: P] | c_oh : px_r[b*P +: P] & ~c_oh;
    end
  end

  always_comb begin
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      st_q <= StIdle;
      {cv_q, dead_q, mw_q, e_kind_q, cb_q, cw_q, r_valid_q, r_stop_q, r_pc_q, done_q, upd_q} <= '0;
    end else begin
      st_q <= st_d;
      {cv_q, dead_q, mw_q, e_kind_q, cb_q, cw_q, r_valid_q, r_stop_q, r_pc_q, done_q, upd_q} <=
        {cv_d, dead_d, mw_d, e_kind_d, cb_d, cw_d, r_valid_d, r_stop_d, r_pc_d, done_d, upd_d};
    end
  end
  always_ff @(posedge clk) begin
    {e_seq_q, e_pc_q, e_mask_q, e_tgt_q, e_bx_q, e_val_q, g_q, rel_q} <=
      {e_seq_d, e_pc_d, e_mask_d, e_tgt_d, e_bx_d, e_val_d, g_d, rel_d};
  end
  always_ff @(posedge clk) begin
    if (pm_we) pm_q[pm_wa] <= pm_n;
    if (ppc_we) ppc_q[ppc_wa] <= ppc_n;
    if (pst_we) pst_q[pst_wa] <= {k1_n, k0_n, pv_n};
    if (px_we) px_q[px_wa] <= px_n;
    if (py_we) py_q[py_wa] <= py_n;
    if (qr_we) qr_q[qr_wa] <= qr_n;
    if (qh_we) qh_q[qh_wa] <= qh_n;
    if (qn_we) qn_q[qn_wa] <= qn_n;
    if (cur_we) cur_q[cur_wa] <= cur_n;
    if (cm_we) cm_q[cm_wa] <= cm_n;
    if (fin_we) fin_q[fin_wa] <= fin_n;
    if (yc_we) yc_q[yc_wa] <= yc_n;
    if (wm_we) wm_q[wm_wa] <= wm_n;
    if (wv_we) wv_q[wv_wa] <= wv_n;
    if (bm_we[0]) bm_q[bm_wa[0 +: BA]] <= b0_m;
    if (bm_we[1]) bm_q[bm_wa[BA +: BA]] <= b1_m;
    if (bv_we[0]) bv_q[bv_wa[0 +: WW]] <= b0_v;
    if (bv_we[1]) bv_q[bv_wa[WW +: WW]] <= bv_n;
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, uop, issue_ev_rpc, alu_sc_val, tgt_taken};
`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n)
    issue_ev_valid && issue_ev_kind != wt_pkg::EV_ADV && !ev_direct |-> !busy);
  logic [WS-1:0] ev_cm;
  assign ev_cm = cm_q[issue_ev_warp];
  TakenIsSubset_A: assert property (@(posedge clk) disable iff (!rst_n) ev_mach |-> (issue_ev_mask & ~ev_cm) == '0);
  FreeEntry_A: assert property (@(posedge clk) disable iff (!rst_n) np |-> f_oh != '0);
  NoEmptyRelease_A: assert property (@(posedge clk) disable iff (!rst_n) st_q == StRelease |-> g_q != '0);
  wt_cfu_rules u_rules (.*);
`endif
endmodule
`default_nettype wire
