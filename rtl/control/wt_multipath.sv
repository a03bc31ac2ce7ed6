// wt_multipath: control-flow unit. A table of splits and a table of reconvergence points per warp, one event machine for all warps.
//
// Latency   uniform branch: redirect 1 cycle after the event, machine not used. Other events: see the doc.
// Flow      events of issue only while cfu_idle; instructions that only advance at any time (pd: they wait for the machine).
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
  localparam int unsigned R  = wt_pkg::RT_DEPTH;
  localparam int unsigned XW = wt_pkg::RTX_W;
  localparam int unsigned LW = XW + 1;
  localparam int unsigned CW = wt_pkg::MP_CALL_W;
  localparam logic OREC = wt_pkg::OREC == 1;
  typedef enum logic [3:0] {
    StIdle = wt_pkg::MP_IDLE, StExec = wt_pkg::MP_EXEC, StWait = wt_pkg::MP_WAIT, StTgt = wt_pkg::MP_TGT, StLaunch = wt_pkg::MP_LAUNCH,
    StCtaRel = wt_pkg::MP_CTAREL, StEarly = wt_pkg::MP_EARLY, StArrive = wt_pkg::MP_ARRIVE, StRetest = wt_pkg::MP_RETEST,
    StRelease = wt_pkg::MP_RELEASE, StCheckw = wt_pkg::MP_CHECKW, StSelect = wt_pkg::MP_SELECT
  } state_e;

  // ---- state ----
  logic [NW-1:0] cv_q, cv_d, cr_q, cr_d, pd_q, pd_d, dead_q, dead_d;
  logic [3:0]    st_q, st_d, e_kind_q, e_kind_d, e_bx_q, e_bx_d;
  logic [WW-1:0] mw_q, mw_d;
  logic          e_seq_q, e_seq_d, tf_q, tf_d, tx_q, tx_d, rt_q, rt_d, ow_q, ow_d;
  logic          r_valid_q, r_valid_d, r_stop_q, r_stop_d, done_q, done_d, err_q, err_d, upd_q, upd_d;
  logic [31:0]   e_pc_q, e_pc_d, e_tgt_q, e_tgt_d, e_rpc_q, e_rpc_d, r_pc_q, r_pc_d;
  logic [WS-1:0] e_mask_q, e_mask_d, e_val_q, e_val_d;
  logic [P-1:0]  nw_q, nw_d, mv_q, mv_d, g_q, g_d;
  logic [NS-1:0] cw_q, cw_d;

  logic [P*WS-1:0]  sm_q [NW];
  logic [P*32-1:0]  sp_q [NW];
  logic [3*P-1:0]   sk_q [NW];
  logic [4*P-1:0]   sx_q [NW];
  logic [P-1:0]     sy_q [NW];
  logic [P*LW-1:0]  sr_q [NW];
  logic [P*CW-1:0]  sd_q [NW];
  logic [wt_pkg::MP_START_W-1:0] ss_q [NW];
  logic [P*PW-1:0]  ol_q [NW];
  logic [PW:0]      on_q [NW];
  logic [PW-1:0]    cur_q [NW];
  logic [WS-1:0]    cm_q [NW];
  logic [31:0]      crp_q [NW];
  logic [wt_pkg::MP_CRQ_W-1:0] crq_q [NW];
  logic [31:0]      np_q [NW];
  logic [WS-1:0]    fin_q [NW];
  logic [NS*WS-1:0] wm_q [NW];
  logic [NS-1:0]    wv_q [NW];
  logic [R*WS-1:0]  rm_q [NW];
  logic [R*WS-1:0]  ra_q [NW];
  logic [R*32-1:0]  rp_q [NW];
  logic [R*LW-1:0]  rx_q [NW];
  logic [R*CW-1:0]  rd_q [NW];
  logic [2*R-1:0]   rf_q [NW];
  logic [wt_pkg::MP_EARLY_W-1:0] re_q [NW];

  logic          sm_we, sp_we, sk_we, sx_we, sy_we, sr_we, sd_we, ss_we, ol_we, on_we, cur_we, cm_we, crp_we, crq_we, np_we;
  logic          fin_we, wm_we, wv_we, rm_we, ra_we, rp_we, rx_we, rd_we, rf_we, re_we;
  logic [WW-1:0] sm_wa, sp_wa, sk_wa, sx_wa, sy_wa, sr_wa, sd_wa, ss_wa, ol_wa, on_wa, cur_wa, cm_wa, crp_wa, crq_wa, np_wa;
  logic [WW-1:0] fin_wa, wm_wa, wv_wa, rm_wa, ra_wa, rp_wa, rx_wa, rd_wa, rf_wa, re_wa;
  // the machine writes rows of its own warp; np is written by the event
  assign {sm_wa, sp_wa, sk_wa, sx_wa, sy_wa, sr_wa, sd_wa, ss_wa, ol_wa, on_wa, cur_wa, cm_wa, crp_wa, crq_wa} = {14{mw_q}};
  assign {fin_wa, wm_wa, wv_wa, rm_wa, ra_wa, rp_wa, rx_wa, rd_wa, rf_wa, re_wa} = {10{mw_q}};
  assign np_wa = issue_ev_warp;

  // ---- what issue reads ----
  always_comb begin
    cfu_mask = '0;
    cfu_live = '0;
    cfu_split = '0;
    if (sched_sel_valid) begin
      cfu_mask = cm_q[sched_sel_warp];
      cfu_live = ~fin_q[sched_sel_warp];
      cfu_split = wt_pkg::SPLIT_W'(cur_q[sched_sel_warp]);
    end
  end
  assign cfu_bx_val = '0;

  // ---- outputs that are functions of the state ----
  logic          busy, is_bar, is_exit;
  logic [NW-1:0] mw_oh;
  assign busy = st_q != StIdle;
  assign mw_oh = NW'(1) << mw_q;
  assign cfu_idle = !busy && pd_q == '0 && !ow_q;
  assign cfu_run = cv_q & ~pd_q & ~(busy || r_valid_q || upd_q ? mw_oh : '0);
  assign cfu_dead = dead_q;
  assign cfu_redir_valid = r_valid_q;
  assign cfu_redir_warp = r_valid_q ? mw_q : '0;
  assign cfu_redir_pc = r_pc_q;
  assign cfu_redir_stop = r_stop_q;
  assign cfu_done_valid = done_q;
  assign cfu_done_warp = done_q ? mw_q : '0;
  assign cfu_err_valid = err_q;
  assign cfu_err_warp = err_q ? mw_q : '0;
  assign cfu_err_kind = err_q ? wt_pkg::CFE_REC : '0;
  assign cfu_err_pc = err_q ? e_pc_q : '0;
  assign cfu_upd_valid = upd_q;
  assign cfu_upd_warp = upd_q ? mw_q : '0;
  assign cfu_upd_mask = upd_q ? cm_q[mw_q] : '0;
  assign upd_d = wt_pkg::SB_SPLIT == 1 && cur_we;
  assign cfu_rel_ack = st_q == StCtaRel;
  assign cfu_launch_ack = st_q == StLaunch;
  assign cfu_forced = 1'b0;
  assign cfu_tgt_take = st_q == StTgt;
  assign is_bar = st_q == StExec && e_kind_q == wt_pkg::EV_BAR;
  assign is_exit = st_q == StExec && e_kind_q == wt_pkg::EV_EXIT;
  assign cfu_bar_valid = is_bar;
  assign cfu_bar_warp = is_bar ? mw_q : '0;
  assign cfu_bar_id = is_bar ? e_bx_q : '0;
  assign cfu_bar_count = is_bar ? wt_pkg::CNT_W'($countones(e_mask_q)) : '0;
  assign cfu_exit_valid = is_exit;
  assign cfu_exit_warp = is_exit ? mw_q : '0;
  assign cfu_exit_count = is_exit ? wt_pkg::CNT_W'($countones(e_mask_q)) : '0;

  // ---- rows of the machine's warp ----
  logic [P*WS-1:0]  sm_r, sm_n;
  logic [P*32-1:0]  sp_r, sp_n;
  logic [3*P-1:0]   sk_r, sk_n;
  logic [4*P-1:0]   sx_r, sx_n;
  logic [P-1:0]     sy_r, sy_n;
  logic [P*LW-1:0]  sr_r, sr_n;
  logic [P*CW-1:0]  sd_r, sd_n;
  logic [wt_pkg::MP_START_W-1:0] ss_r, ss_n;
  logic [P*PW-1:0]  ol_r, ol_n;
  logic [PW:0]      on_r, on_n;
  logic [PW-1:0]    cur_r, cur_n;
  logic [WS-1:0]    cm_r, cm_n, fin_r, fin_n;
  logic [31:0]      crp_n;
  logic [wt_pkg::MP_CRQ_W-1:0] crq_n;
  logic [NS*WS-1:0] wm_r, wm_n;
  logic [NS-1:0]    wv_r, wv_n;
  logic [R*WS-1:0]  rm_r, rm_n, ra_r, ra_n;
  logic [R*32-1:0]  rp_r, rp_n;
  logic [R*LW-1:0]  rx_r, rx_n;
  logic [R*CW-1:0]  rd_r, rd_n;
  logic [2*R-1:0]   rf_r, rf_n;
  logic [wt_pkg::MP_EARLY_W-1:0] re_r, re_n;
  // what is in the memories that nobody uses without OREC: under this name it stays in every netlist, and with it the memory
  logic [wt_pkg::MP_START_W-1:0] keep_ss_q;
  logic [wt_pkg::MP_EARLY_W-1:0] keep_re_q;
  logic [wt_pkg::MP_CRQ_W-1:0]   keep_crq_q;
  assign keep_ss_q = ss_q[mw_q];
  assign keep_re_q = re_q[mw_q];
  always_comb begin
    sm_r = busy ? sm_q[mw_q] : '0;
    sp_r = busy ? sp_q[mw_q] : '0;
    sk_r = busy ? sk_q[mw_q] : '0;
    sx_r = busy ? sx_q[mw_q] : '0;
    sy_r = busy ? sy_q[mw_q] : '0;
    sr_r = busy ? sr_q[mw_q] : '0;
    sd_r = busy ? sd_q[mw_q] : '0;
    ss_r = busy ? keep_ss_q : '0;
    ol_r = busy ? ol_q[mw_q] : '0;
    on_r = busy ? on_q[mw_q] : '0;
    cur_r = busy ? cur_q[mw_q] : '0;
    cm_r = busy ? cm_q[mw_q] : '0;
    fin_r = busy ? fin_q[mw_q] : '0;
    wm_r = busy ? wm_q[mw_q] : '0;
    wv_r = busy ? wv_q[mw_q] : '0;
    rm_r = busy ? rm_q[mw_q] : '0;
    ra_r = busy ? ra_q[mw_q] : '0;
    rp_r = busy ? rp_q[mw_q] : '0;
    rx_r = busy ? rx_q[mw_q] : '0;
    rd_r = busy ? rd_q[mw_q] : '0;
    rf_r = busy ? rf_q[mw_q] : '0;
    re_r = busy ? keep_re_q : '0;
  end

  // ---- event of issue ----
  logic          ev_only, ev_hit, ev_same, ev_mach;
  logic [31:0]   ev_next, ev_crp, ev_crq;
  logic [WS-1:0] ev_fin, ev_cm;
  logic [PW:0]   ev_on;
  logic [NW-1:0] ev_oh;
  assign keep_crq_q = crq_q[issue_ev_warp];
  always_comb begin
    ev_fin = '0;
    ev_cm = '0;
    ev_crp = '0;
    ev_crq = '0;
    ev_on = '0;
    if (issue_ev_valid) begin
      ev_fin = fin_q[issue_ev_warp];
      ev_cm = cm_q[issue_ev_warp];
      ev_crp = crp_q[issue_ev_warp];
      ev_crq = OREC ? 32'(keep_crq_q) : crp_q[issue_ev_warp];
      ev_on = on_q[issue_ev_warp];
    end
    case (issue_ev_kind)
      wt_pkg::EV_ADV, wt_pkg::EV_BSSY, wt_pkg::EV_BMOVR, wt_pkg::EV_BSYNC, wt_pkg::EV_BREAK: ev_only = 1'b1;
      wt_pkg::EV_WSYNC: ev_only = (issue_ev_val & ~ev_fin & ~issue_ev_mask) == '0;
      default: ev_only = 1'b0;
    endcase
  end
  assign ev_oh = NW'(1) << issue_ev_warp;
  assign ev_same = issue_ev_kind == wt_pkg::EV_BRA && issue_ev_mask == ev_cm;
  assign ev_next = ev_only ? issue_ev_pc + 32'd16 : issue_ev_target;
  assign ev_hit = ((cr_q & ev_oh) != '0 && (ev_crp == ev_next || ev_crq == ev_next)) || (cfg_every && cfg_policy != wt_pkg::PATH_POLICY_block && ev_on > (PW+1)'(1));
  assign ev_mach = issue_ev_valid && cfu_idle && (!ev_only || ev_hit);
  assign np_we = issue_ev_valid && ev_only && ev_hit && !cfu_idle;

  // the first waiting advance after warp mw, going round
  logic          pd_any;
  logic [WW-1:0] pd_no;
  logic [31:0]   pd_pc;
  wt_after #(.N(NW), .W(WW)) u_pd (.x(pd_q), .at(mw_q), .found(pd_any), .no(pd_no));
  assign pd_pc = pd_any ? np_q[pd_no] : '0;
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
    .cv_q((cv_q & mw_oh) != '0), .cr_q((cr_q & mw_oh) != '0), .dead_q((dead_q & mw_oh) != '0),
    .sched_busy, .alu_sc_valid, .alu_sc_warp, .alu_sc_val, .tgt_valid, .tgt_mask, .tgt_taken, .tgt_pc, .tgt_last, .cfg_order, .cfg_policy, .cfg_every,
    .cfg_delay, .st_q, .mw_q, .e_kind_q, .e_seq_q, .e_pc_q, .e_mask_q, .e_tgt_q, .e_rpc_q, .e_bx_q, .e_val_q, .tf_q, .tx_q, .nw_q, .mv_q, .rt_q,
    .cw_q, .g_q, .sm_r, .sp_r, .sk_r, .sx_r, .sy_r, .sr_r, .sd_r, .ss_r, .ol_r, .on_r, .cur_r, .cm_r, .fin_r, .wm_r, .wv_r, .rm_r, .ra_r, .rp_r,
    .rx_r, .rd_r, .rf_r, .re_r, .cv(s_cv), .cr(s_cr), .dead(s_dead), .st(s_st), .e_kind(s_e_kind), .e_val(s_e_val), .tf(s_tf), .tx(s_tx), .nw(s_nw),
    .mv(s_mv), .rt(s_rt), .cw(s_cw), .g(s_g), .r_valid(s_r_valid), .r_stop(s_r_stop), .r_pc(s_r_pc), .done(s_done), .err(s_err), .sm_n, .sp_n, .sk_n,
    .sx_n, .sy_n, .sr_n, .sd_n, .ss_n, .ol_n, .on_n, .cur_n, .cm_n, .fin_n, .wm_n, .wv_n, .rm_n, .ra_n, .rp_n, .rx_n, .rd_n, .rf_n, .re_n, .crp_n,
    .crq_n, .sm_we, .sp_we, .sk_we, .sx_we, .sy_we, .sr_we, .sd_we, .ss_we, .ol_we, .on_we, .cur_we, .cm_we, .fin_we, .wm_we, .wv_we, .rm_we, .ra_we,
    .rp_we, .rx_we, .rd_we, .rf_we, .re_we, .crp_we, .crq_we
  );
  always_comb begin
    {cv_d, cr_d, pd_d, dead_d, st_d, mw_d, e_kind_d, e_seq_d, tf_d, tx_d, e_pc_d, e_mask_d, e_tgt_d, e_rpc_d, e_bx_d, e_val_d} =
      {cv_q, cr_q, pd_q, dead_q, st_q, mw_q, e_kind_q, e_seq_q, tf_q, tx_q, e_pc_q, e_mask_q, e_tgt_q, e_rpc_q, e_bx_q, e_val_q};
    {nw_d, mv_d, rt_d, cw_d, g_d, ow_d} = {nw_q, mv_q, rt_q, cw_q, g_q, ow_q};
    {r_valid_d, r_stop_d, r_pc_d, done_d, err_d} = '0;
    if (busy) begin
      cv_d = s_cv ? cv_q | mw_oh : cv_q & ~mw_oh;
      cr_d = s_cr ? cr_q | mw_oh : cr_q & ~mw_oh;
      dead_d = s_dead ? dead_q | mw_oh : dead_q & ~mw_oh;
      if (st_q == StLaunch) pd_d = pd_q & ~mw_oh;
      {st_d, e_kind_d, e_val_d, tf_d, tx_d, nw_d, mv_d, rt_d, cw_d, g_d} = {s_st, s_e_kind, s_e_val, s_tf, s_tx, s_nw, s_mv, s_rt, s_cw, s_g};
      {r_valid_d, r_stop_d, r_pc_d, done_d, err_d} = {s_r_valid, s_r_stop, s_r_pc, s_done, s_err};
    end else if (ev_mach) begin
      mw_d = issue_ev_warp;
      e_kind_d = ev_only ? wt_pkg::EV_ADV : issue_ev_kind;
      e_seq_d = 1'b1;
      {tf_d, tx_d} = '0;
      e_pc_d = issue_ev_pc;
      st_d = StExec;
      if (!ev_only) begin
        e_mask_d = issue_ev_mask;
        e_tgt_d = issue_ev_target;
        e_rpc_d = issue_ev_rpc;
        e_bx_d = issue_ev_bx;
        e_val_d = issue_ev_val;
        case (issue_ev_kind)
          wt_pkg::EV_BRA: if (ev_same && !ev_hit) begin
            st_d = StIdle;
            r_valid_d = 1'b1;
            r_pc_d = issue_ev_target;
          end
          wt_pkg::EV_BMOVW, wt_pkg::EV_WSYNCR: st_d = StWait;
          wt_pkg::EV_BRX, wt_pkg::EV_RET, wt_pkg::EV_CALLX: st_d = StTgt;
          default: st_d = StExec;
        endcase
      end
      ow_d = other;
    end else if (other && (ow_q || cfu_idle)) begin
      e_kind_d = wt_pkg::EV_ADV;
      {e_seq_d, tf_d, tx_d, ow_d} = '0;
      mw_d = ctabar_rel_valid ? ctabar_rel_warp : dispatch_launch_warp;
      st_d = ctabar_rel_valid ? StCtaRel : StLaunch;
      if (ctabar_rel_valid) e_bx_d = ctabar_rel_id;
      else e_mask_d = dispatch_launch_mask;
    end else if (!cfu_idle && !ow_q) begin
      mw_d = pd_no;
      e_kind_d = wt_pkg::EV_ADV;
      e_seq_d = 1'b1;
      {tf_d, tx_d} = '0;
      e_pc_d = pd_pc - 32'd16;
      st_d = StExec;
      pd_d = pd_q & ~(NW'(1) << pd_no);
      ow_d = other;
    end else begin
      ow_d = 1'b0;
    end
    if (np_we) pd_d = pd_d | ev_oh;
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      {cv_q, cr_q, pd_q, dead_q, st_q, mw_q, e_kind_q, nw_q, mv_q, rt_q, cw_q, g_q, ow_q, r_valid_q, r_stop_q, r_pc_q, done_q, err_q, upd_q} <= '0;
    end else begin
      {cv_q, cr_q, pd_q, dead_q, st_q, mw_q, e_kind_q, nw_q, mv_q, rt_q, cw_q, g_q, ow_q, r_valid_q, r_stop_q, r_pc_q, done_q, err_q, upd_q} <=
        {cv_d, cr_d, pd_d, dead_d, st_d, mw_d, e_kind_d, nw_d, mv_d, rt_d, cw_d, g_d, ow_d, r_valid_d, r_stop_d, r_pc_d, done_d, err_d, upd_d};
    end
  end
  always_ff @(posedge clk) begin
    {e_seq_q, e_pc_q, e_mask_q, e_tgt_q, e_rpc_q, e_bx_q, e_val_q, tf_q, tx_q} <=
      {e_seq_d, e_pc_d, e_mask_d, e_tgt_d, e_rpc_d, e_bx_d, e_val_d, tf_d, tx_d};
  end
  always_ff @(posedge clk) begin
    if (sm_we) sm_q[sm_wa] <= sm_n;
    if (sp_we) sp_q[sp_wa] <= sp_n;
    if (sk_we) sk_q[sk_wa] <= sk_n;
    if (sx_we) sx_q[sx_wa] <= sx_n;
    if (sy_we) sy_q[sy_wa] <= sy_n;
    if (sr_we) sr_q[sr_wa] <= sr_n;
    if (sd_we) sd_q[sd_wa] <= sd_n;
    if (ss_we) ss_q[ss_wa] <= ss_n;
    if (ol_we) ol_q[ol_wa] <= ol_n;
    if (on_we) on_q[on_wa] <= on_n;
    if (cur_we) cur_q[cur_wa] <= cur_n;
    if (cm_we) cm_q[cm_wa] <= cm_n;
    if (crp_we) crp_q[crp_wa] <= crp_n;
    if (crq_we) crq_q[crq_wa] <= crq_n;
    if (fin_we) fin_q[fin_wa] <= fin_n;
    if (wm_we) wm_q[wm_wa] <= wm_n;
    if (wv_we) wv_q[wv_wa] <= wv_n;
    if (rm_we) rm_q[rm_wa] <= rm_n;
    if (ra_we) ra_q[ra_wa] <= ra_n;
    if (rp_we) rp_q[rp_wa] <= rp_n;
    if (rx_we) rx_q[rx_wa] <= rx_n;
    if (rd_we) rd_q[rd_wa] <= rd_n;
    if (rf_we) rf_q[rf_wa] <= rf_n;
    if (re_we) re_q[re_wa] <= re_n;
    if (np_we) np_q[np_wa] <= ev_next;
  end

`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n) issue_ev_valid && !ev_only |-> cfu_idle);
  SelectWhenDone_A: assert property (@(posedge clk) disable iff (!rst_n)
    st_q == StSelect |-> nw_q == '0 && mv_q == '0 && g_q == '0 && cw_q == '0 && !rt_q);
  wt_cfu_rules u_rules (.*);
`endif
endmodule
`default_nettype wire
