// wt_hanoi: control-flow unit of the Hanoi paper. A stack of warp splits (WS) and a stack of reconvergence points (REC) per warp, one
// event machine for all warps.
//
// Latency   uniform branch: redirect 1 cycle after the event, machine not used; split: 2. Other events: see the doc.
// Flow      events of issue only while cfu_idle (BSSY, BMOV Rd,Bn, advance: always). Release, launch: held until ack.
// State     rows of cmodel/spec/blocks/hanoi.def: WS and REC have a row per entry; CTA barriers of entries are bit planes.
// Model     cmodel/control/wt_hanoi.c      Doc  docs/blocks/control/wt_hanoi.md
`default_nettype none
module wt_hanoi (
  input  wire logic                          clk,
  input  wire logic                          rst_n,
  `include "ports/wt_cfu_ports.svh"
  input  wire logic [wt_pkg::UOP_W-1:0]      ibuffer_uop,
  input  wire logic [1:0]                    cfg_order
);
  localparam int unsigned NW = wt_pkg::WARPS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned WS = wt_pkg::WARP_SIZE;
  localparam int unsigned D  = wt_pkg::WS_DEPTH;
  localparam int unsigned NB = wt_pkg::WSN_W;
  localparam int unsigned R  = wt_pkg::REC_DEPTH;
  localparam int unsigned RB = wt_pkg::RECN_W;
  localparam int unsigned BX = wt_pkg::BX_REGS;
  localparam int unsigned BW = wt_pkg::BX_W;
  localparam int unsigned BA = NW * BX < 2 ? 1 : $clog2(NW * BX);
  localparam int unsigned DA = $clog2(NW * D);
  localparam int unsigned RA = NW * R < 2 ? 1 : $clog2(NW * R);
  typedef enum logic [3:0] {
    StIdle = wt_pkg::HN_IDLE, StExec = wt_pkg::HN_EXEC, StWait = wt_pkg::HN_WAIT, StLaunch = wt_pkg::HN_LAUNCH,
    StCtaRel = wt_pkg::HN_CTAREL, StSearch = wt_pkg::HN_SEARCH, StCheck = wt_pkg::HN_CHECK, StSelect = wt_pkg::HN_SELECT,
    StTgt = wt_pkg::HN_TGT, StErr = wt_pkg::HN_ERR
  } state_e;

  // ---- state ----
  logic [NW-1:0] cv_q, cv_d, dead_q, dead_d, fail_q, fail_d;
  state_e        st_q, st_d;
  logic [3:0]    e_kind_q, e_kind_d, e_bx_q, e_bx_d;
  logic [WW-1:0] mw_q, mw_d, x_warp_q, x_warp_d;
  logic          e_seq_q, e_seq_d, ovf_q, ovf_d, r_valid_q, r_valid_d, r_stop_q, r_stop_d, done_q, done_d, x_valid_q, x_valid_d;
  logic [31:0]   e_pc_q, e_pc_d, e_to_q, e_to_d, r_pc_q, r_pc_d, x_pc_q, x_pc_d;
  logic [WS-1:0] e_mask_q, e_mask_d, e_val_q, e_val_d;
  logic [RB-1:0] s_q, s_d;
  logic [2:0]    err_q, err_d, x_kind_q, x_kind_d;

  logic [31:0]    wpc_q [NW*D];
  logic [WS-1:0]  wma_q [NW*D];
  logic [D-1:0]   wba_q [NW];
  logic [4*D-1:0] wid_q [NW];
  logic [NB-1:0]  wn_q [NW];
  logic [WS-1:0]  cm_q [NW];
  logic [31:0]    rpc_q [NW*R];
  logic [BW-1:0]  rbx_q [NW*R];
  logic [RB-1:0]  rn_q [NW];
  logic [WS-1:0]  bm_q [NW*BX];
  logic [BX-1:0]  bv_q [NW];
  logic [WS-1:0]  wt_q [NW];
  logic [WS-1:0]  fin_q [NW];

  logic            wpc_we, wma_we, wba_we, wid_we, wn_we, cm_we, wt_we, fin_we;
  logic [DA-1:0]   wpc_wa, wma_wa;
  logic [WW-1:0]   wba_wa, wid_wa, wn_wa, cm_wa, wt_wa, fin_wa;
  logic [1:0]      rpc_we, rbx_we, rn_we, bm_we, bv_we;
  logic [2*RA-1:0] rpc_wa, rbx_wa;
  logic [2*WW-1:0] rn_wa, bv_wa;
  logic [2*BA-1:0] bm_wa;
  // all one-port rows are written by the machine, for its own warp
  assign {wba_wa, wid_wa, wn_wa, cm_wa, wt_wa, fin_wa} = {6{mw_q}};

  function automatic logic [BA-1:0] brow(input logic [WW-1:0] w, input logic [BW-1:0] n);
    brow = BA'(w) * BA'(BX) + BA'(n);
  endfunction
  function automatic logic [DA-1:0] wrow(input logic [WW-1:0] w, input logic [NB-1:0] i);
    wrow = DA'(w) * DA'(D) + DA'(i);
  endfunction
  function automatic logic [RA-1:0] rrow(input logic [WW-1:0] w, input logic [RB-1:0] i);
    rrow = RA'(w) * RA'(R) + RA'(i);
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
      cfu_split = wt_pkg::SPLIT_W'(wn_q[sched_sel_warp]) - wt_pkg::SPLIT_W'(1);
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
  assign cfu_run = cv_q & ~fail_q & (busy || r_valid_q ? ~mw_oh : {NW{1'b1}});
  assign cfu_dead = dead_q;
  assign cfu_redir_valid = r_valid_q;
  assign cfu_redir_warp = r_valid_q ? mw_q : '0;
  assign cfu_redir_pc = r_pc_q;
  assign cfu_redir_stop = r_stop_q;
  assign cfu_done_valid = done_q;
  assign cfu_done_warp = done_q ? mw_q : '0;
  assign cfu_rel_ack = st_q == StCtaRel;
  assign cfu_launch_ack = st_q == StLaunch;
  assign cfu_forced = 1'b0;
  assign cfu_tgt_take = st_q == StTgt;
  assign {cfu_upd_valid, cfu_upd_warp, cfu_upd_mask} = '0;  // no SB_SPLIT with this unit
  assign {cfu_err_valid, cfu_err_warp, cfu_err_kind, cfu_err_pc} = {x_valid_q, x_warp_q, x_kind_q, x_pc_q};
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
  logic [D-1:0]   wba_r, wba_n;
  logic [4*D-1:0] wid_r, wid_n;
  logic [NB-1:0]  wn_r, wn_n, top, below;
  logic [WS-1:0]  cm_r, cm_n, wt_r, wt_n, fin_r, fin_n, wma_n, rest;
  logic [RB-1:0]  rn_r, rn_n, rsel;
  logic [BX-1:0]  bv_r, bv_n;
  logic [31:0]    wpc_n, rpc_n, e_next;
  always_comb begin
    {wba_r, wid_r, wn_r, cm_r, rn_r, bv_r, wt_r, fin_r} = '0;
    if (busy) begin
      wba_r = wba_q[mw_q];
      wid_r = wid_q[mw_q];
      wn_r = wn_q[mw_q];
      cm_r = cm_q[mw_q];
      rn_r = rn_q[mw_q];
      bv_r = bv_q[mw_q];
      wt_r = wt_q[mw_q];
      fin_r = fin_q[mw_q];
    end
  end
  assign rest = cm_r & ~e_mask_q;
  assign e_next = e_pc_q + 32'd16;

  // Two entries of WS: the top, and the one that may run in its place (YIELD: the next; SELECT: the highest that is at no barrier).
  logic          full, some, ready_some;
  logic [D-1:0]  ready, top_oh, alt_oh;
  logic [NB-1:0] alt;
  logic [31:0]   top_pc, alt_pc;
  logic [WS-1:0] top_m, alt_m;
  assign top = wn_r - NB'(1);
  assign below = wn_r - NB'(2);
  assign some = wn_r != '0;
  assign full = wn_r == NB'(D);
  assign top_oh = some ? D'(1) << top : '0;
  always_comb begin
    ready = '0;
    alt = '0;
    for (int i = 0; i < D; i++) begin
      ready[i] = NB'(i) < wn_r && !wba_r[i];
      if (ready[i]) alt = NB'(i);
    end
    ready_some = ready != '0;
    if (st_q == StExec) alt = wn_r >= NB'(2) ? below : '0;
    alt_oh = D'(1) << alt;
    {top_pc, top_m, alt_pc, alt_m} = '0;
    if (busy && some) begin
      top_pc = wpc_q[wrow(mw_q, top)];
      top_m = wma_q[wrow(mw_q, top)];
      alt_pc = wpc_q[wrow(mw_q, alt)];
      alt_m = wma_q[wrow(mw_q, alt)];
    end
  end
  logic [3:0] top_id;
  always_comb for (int b = 0; b < 4; b++) top_id[b] = (wid_r[b*D +: D] & top_oh) != '0;

  // An entry of REC and its register.
  logic          r_some, rb_v, fires;
  logic [31:0]   rec_pc;
  logic [BW-1:0] rec_b;
  logic [BX-1:0] rec_boh;
  logic [WS-1:0] rec_m, want;
  assign r_some = st_q == StSearch ? s_q < rn_r : rn_r != '0;
  assign rsel = st_q == StSearch ? rn_r - RB'(1) - s_q : rn_r - RB'(1);
  always_comb begin
    {rec_pc, rec_b, rec_m} = '0;
    if (busy && r_some) begin
      rec_pc = rpc_q[rrow(mw_q, rsel)];
      rec_b = rbx_q[rrow(mw_q, rsel)];
      rec_m = bm_q[brow(mw_q, rec_b)] & ~fin_r;
    end
    rec_boh = BX'(1) << rec_b;
  end
  assign rb_v = r_some && (bv_r & rec_boh) != '0;
  assign fires = rb_v && (rec_m & ~wt_r) == '0;
  assign want = e_val_q & ~fin_r;

  // WARPSYNC: the highest register that is not valid.
  logic [BX-1:0] free_oh;
  logic [BW-1:0] free_no;
  always_comb begin
    free_oh = '0;
    free_no = '0;
    for (int i = 0; i < BX; i++)
      if (!bv_r[i]) begin
        free_oh = BX'(1) << i;
        free_no = BW'(i);
      end
  end

  // ---- event of issue ----
  logic          ev_direct, ev_mach, ev_bv, ev_none, ev_full, dir_bad, dir_bssy, dir_clear, ev_brk;
  logic [BX-1:0] ev_noh, b0_v, ev_bv_row;
  logic [WS-1:0] ev_bm, ev_fin, ev_cm, b0_m, b1_m, sc_m;
  logic [RB-1:0] ev_rn, rn0;
  assign ev_direct = issue_ev_valid && (issue_ev_kind == wt_pkg::EV_BSSY || issue_ev_kind == wt_pkg::EV_BMOVR);
  assign ev_mach = issue_ev_valid && issue_ev_kind != wt_pkg::EV_ADV && !ev_direct && !busy;
  assign ev_noh = BX'(1) << issue_ev_bx;
  assign ev_none = ev_noh == '0;
  always_comb begin
    {ev_bv_row, ev_bm, ev_fin, ev_cm, ev_rn} = '0;
    if (issue_ev_valid) begin
      ev_bv_row = bv_q[issue_ev_warp];
      ev_fin = fin_q[issue_ev_warp];
      ev_cm = cm_q[issue_ev_warp];
      ev_rn = rn_q[issue_ev_warp];
      if (!ev_none) ev_bm = bm_q[brow(issue_ev_warp, BW'(issue_ev_bx))];
    end
  end
  assign ev_bv = (ev_bv_row & ev_noh) != '0;
  assign ev_full = ev_rn == RB'(R);
  assign dir_bad = ev_direct && (ev_none || (issue_ev_kind == wt_pkg::EV_BSSY && ev_full));
  assign dir_bssy = ev_direct && issue_ev_kind == wt_pkg::EV_BSSY && !dir_bad;
  assign dir_clear = ev_direct && issue_ev_kind == wt_pkg::EV_BMOVR && !dir_bad && issue_ev_val[0];
  assign ev_brk = ev_mach && issue_ev_kind == wt_pkg::EV_BREAK && ev_bv;

  // Port 0 of REC and the B registers: BSSY, BMOV.CLEAR, BREAK. Port 1: the machine.
  logic          rec_push, rec_patch;
  logic [BW-1:0] b1_no;
  assign rn0 = ev_rn + RB'(1);
  assign b0_m = ev_brk ? ev_bm & ~issue_ev_mask : issue_ev_mask;
  assign b0_v = dir_bssy ? ev_bv_row | ev_noh : ev_bv_row & ~ev_noh;
  assign bm_we[0] = ev_brk || dir_bssy;
  assign bv_we[0] = dir_bssy || dir_clear;
  assign {rpc_we[0], rbx_we[0], rn_we[0]} = {3{dir_bssy}};
  assign rpc_we[1] = rec_push || rec_patch;
  assign rbx_we[1] = rec_push;
  assign rpc_n = e_next;
  assign rpc_wa = {rrow(mw_q, rec_push ? rn_r : rsel), rrow(issue_ev_warp, ev_rn)};
  assign rbx_wa = rpc_wa;
  assign rn_wa = {mw_q, issue_ev_warp};
  assign bv_wa = {mw_q, issue_ev_warp};
  assign bm_wa = {brow(mw_q, b1_no), brow(issue_ev_warp, BW'(issue_ev_bx))};
  assign sc_m = WS'(alu_sc_val);

  // ---- the machine ----
  logic          a_we, push, leave, waits, first_taken, sc_hit, passes, hit, bar_we, fail_now;
  logic [NB-1:0] a_no;
  logic [D-1:0]  bar_oh;
  logic [3:0]    bar_id;
  logic [2:0]    why;
  assign sc_hit = st_q == StWait && alu_sc_valid && alu_sc_warp == mw_q;
  assign hit = e_kind_q == wt_pkg::EV_WSYNC ? rec_pc == e_next && rb_v && rec_m == want : 4'(rec_b) == e_bx_q;
  always_comb begin
    first_taken = 1'b1;
    if (st_q == StExec && cfg_order == wt_pkg::PATH_ORDER_majority) first_taken = $countones(e_mask_q) >= $countones(rest);
    if (st_q == StExec && cfg_order == wt_pkg::PATH_ORDER_minority) first_taken = $countones(e_mask_q) < $countones(rest);
  end

  always_comb begin
    st_d = st_q;
    {cv_d, dead_d, fail_d, mw_d, e_kind_d, e_seq_d, e_pc_d, e_mask_d, e_to_d, e_bx_d, e_val_d, s_d, ovf_d, err_d} =
      {cv_q, dead_q, fail_q, mw_q, e_kind_q, e_seq_q, e_pc_q, e_mask_q, e_to_q, e_bx_q, e_val_q, s_q, ovf_q, err_q};
    {r_valid_d, r_stop_d, r_pc_d, done_d, x_valid_d, x_warp_d, x_kind_d, x_pc_d} = '0;
    // entry a_no of WS gets (wpc_n, wma_n); push: what runs then is an entry on top
    {a_we, push, leave, waits, passes, bar_we, fail_now, rec_push, rec_patch} = '0;
    a_no = top;
    wpc_n = e_next;
    wma_n = rest;
    bar_oh = top_oh;
    bar_id = e_bx_q;
    why = wt_pkg::CFE_STACK;
    {cm_we, wn_we, wba_we, wt_we, fin_we, rn_we[1], bm_we[1], bv_we[1]} = '0;
    cm_n = e_mask_q;
    wn_n = wn_r;
    wba_n = wba_r;
    wt_n = wt_r;
    fin_n = fin_r | e_mask_q;
    rn_n = rn_r - RB'(1);
    bv_n = bv_r;
    b1_m = sc_m & ~fin_r;
    b1_no = BW'(e_bx_q);

    unique case (st_q)
      StIdle: begin
        if (ev_mach) begin
          mw_d = issue_ev_warp;
          e_kind_d = issue_ev_kind;
          e_seq_d = 1'b1;
          e_pc_d = issue_ev_pc;
          e_mask_d = issue_ev_mask;
          e_to_d = issue_ev_pc + 32'd16;
          e_bx_d = issue_ev_bx;
          e_val_d = issue_ev_val;
          {s_d, ovf_d} = '0;
          st_d = StExec;
          case (issue_ev_kind)
            wt_pkg::EV_BRA, wt_pkg::EV_CALL: begin
              e_to_d = issue_ev_target;
              if (issue_ev_mask == ev_cm) begin
                st_d = StIdle;
                r_valid_d = 1'b1;
                r_pc_d = issue_ev_target;
              end
            end
            wt_pkg::EV_BSYNC: st_d = StSearch;
            wt_pkg::EV_BREAK: st_d = ev_bv ? StCheck : StIdle;
            wt_pkg::EV_WSYNC: st_d = (issue_ev_val & ~ev_fin & ~issue_ev_mask) == '0 ? StIdle : StSearch;
            wt_pkg::EV_BMOVW, wt_pkg::EV_WSYNCR: st_d = StWait;
            wt_pkg::EV_BRX, wt_pkg::EV_RET, wt_pkg::EV_CALLX: st_d = StTgt;
            default: st_d = StExec;
          endcase
          if (ev_none && (issue_ev_kind == wt_pkg::EV_BSYNC || issue_ev_kind == wt_pkg::EV_BREAK || issue_ev_kind == wt_pkg::EV_BMOVW)) begin
            st_d = StErr;
            err_d = wt_pkg::CFE_BX;
          end
        end else if (ctabar_rel_valid || (dispatch_launch_valid && dispatch_launch_last)) begin
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = 1'b0;
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
        st_d = StIdle;
        case (e_kind_q)
          wt_pkg::EV_BRA, wt_pkg::EV_CALL: begin
            if (full) fail_now = 1'b1;
            else begin
              {a_we, push, cm_we} = 3'b111;
              wpc_n = first_taken ? e_next : e_to_q;
              wma_n = first_taken ? rest : e_mask_q;
              cm_n = first_taken ? e_mask_q : rest;
              r_valid_d = first_taken;
              r_pc_d = first_taken ? e_to_q : '0;
            end
          end
          wt_pkg::EV_YIELD: begin
            if (wn_r >= NB'(2) && (wba_r & alt_oh) == '0 && rb_v && ((cm_r | alt_m) & ~rec_m) == '0) begin
              {a_we, cm_we} = 2'b11;
              a_no = below;
              wma_n = cm_r;
              cm_n = alt_m;
              r_valid_d = alt_pc != e_next;
              r_pc_d = alt_pc != e_next ? alt_pc : '0;
            end
          end
          wt_pkg::EV_EXIT: begin
            {fin_we, leave} = 2'b11;
            st_d = StCheck;
          end
          default: begin // EV_BAR
            if (rest != '0 && full) fail_now = 1'b1;
            else begin
              {a_we, bar_we} = 2'b11;
              wma_n = e_mask_q;
              if (rest != '0) begin
                {push, cm_we} = 2'b11;
                cm_n = rest;
              end else begin
                cv_d = cv_q & ~mw_oh;
                st_d = StSelect;
              end
            end
          end
        endcase
      end

      StWait: if (sc_hit) begin
        if (e_kind_q == wt_pkg::EV_WSYNCR) begin
          passes = (sc_m & ~fin_r & ~e_mask_q) == '0;
          e_kind_d = wt_pkg::EV_WSYNC;
          e_val_d = sc_m;
          st_d = passes ? StIdle : StSearch;
        end else begin
          {bm_we[1], bv_we[1]} = 2'b11;
          bv_n = bv_r | (BX'(1) << e_bx_q);
          st_d = StCheck;
        end
      end

      StLaunch: begin
        {wn_we, cm_we, wba_we, wt_we, fin_we, rn_we[1], bv_we[1], r_valid_d} = '1;
        wn_n = NB'(1);
        {wba_n, wt_n, rn_n, bv_n} = '0;
        fin_n = ~e_mask_q;
        cv_d = cv_q | mw_oh;
        dead_d = dead_q & ~mw_oh;
        fail_d = fail_q & ~mw_oh;
        st_d = StIdle;
      end

      StCtaRel: begin
        wba_we = 1'b1;
        for (int i = 0; i < D; i++)
          if ({wid_r[3*D+i], wid_r[2*D+i], wid_r[D+i], wid_r[i]} == e_bx_q) wba_n[i] = 1'b0;
        st_d = (cv_q & mw_oh) != '0 ? StIdle : StSelect;
      end

      // one entry of REC a cycle; a WARPSYNC not before its last beat has issued: a redirect would empty the I-buffer under it
      StSearch: if (e_kind_q != wt_pkg::EV_WSYNC || !sched_busy) begin
        if (r_some) begin
          waits = hit;
          rec_patch = hit && e_kind_q != wt_pkg::EV_WSYNC && rec_pc == e_pc_q;
          if (!hit) s_d = s_q + RB'(1);
        end else if (e_kind_q != wt_pkg::EV_WSYNC) begin
          waits = 1'b1;
        end else if (rn_r == RB'(R)) begin
          fail_now = 1'b1;
          why = wt_pkg::CFE_REC;
        end else if (free_oh == '0) begin
          fail_now = 1'b1;
          why = wt_pkg::CFE_MASKS;
        end else begin
          {waits, rec_push, rn_we[1], bm_we[1], bv_we[1]} = '1;
          rn_n = rn_r + RB'(1);
          b1_no = free_no;
          b1_m = want;
          bv_n = bv_r | free_oh;
        end
        if (waits) begin
          {leave, wt_we} = 2'b11;
          wt_n = wt_r | e_mask_q;
          st_d = StCheck;
        end
      end

      StCheck: if (e_kind_q != wt_pkg::EV_BMOVW || !sched_busy) begin
        if (!fires) begin
          st_d = (cv_q & mw_oh) != '0 ? StIdle : StSelect;
          if ((cv_q & mw_oh) != '0 && e_to_q != e_next) begin
            r_valid_d = 1'b1;
            r_pc_d = e_to_q;
          end
        end else if (rec_m != '0 && full) begin
          fail_now = 1'b1;
        end else begin
          {rn_we[1], bv_we[1]} = 2'b11;
          bv_n = bv_r & ~rec_boh;
          if (rec_m != '0) begin
            {push, cm_we, wt_we} = 3'b111;
            a_we = (cv_q & mw_oh) != '0;
            wpc_n = e_to_q;
            wma_n = cm_r;
            cm_n = rec_m;
            wt_n = wt_r & ~rec_m;
            cv_d = cv_q | mw_oh;
            e_to_d = rec_pc;
          end
        end
      end

      StSelect: begin
        st_d = StIdle;
        if (!ready_some) begin
          r_valid_d = 1'b1;
          r_stop_d = 1'b1;
          if (!some && wt_r != '0) dead_d = dead_q | mw_oh;
          if (!some && wt_r == '0) done_d = 1'b1;
        end else begin
          cm_we = 1'b1;
          cm_n = alt_m;
          cv_d = cv_q | mw_oh;
          // a top that waits at a barrier gets the place of the path that runs
          if (alt != top) begin
            {a_we, bar_we} = 2'b11;
            a_no = alt;
            wpc_n = top_pc;
            wma_n = top_m;
            bar_oh = alt_oh;
            bar_id = top_id;
            wba_n = wba_r & ~top_oh;
          end
          if (!e_seq_q || alt_pc != e_next) begin
            r_valid_d = 1'b1;
            r_pc_d = alt_pc;
          end
        end
      end

      StTgt: if (tgt_valid) begin
        wpc_n = tgt_pc;
        wma_n = tgt_mask;
        if (!tgt_last) begin
          if (full) ovf_d = 1'b1;
          else {a_we, push, cm_we} = 3'b111;
          cm_n = cm_r & ~tgt_mask;
        end else if (ovf_q) begin
          fail_now = 1'b1;
        end else begin
          r_valid_d = 1'b1;
          r_pc_d = tgt_pc;
          st_d = StIdle;
        end
      end

      // the error of a BSSY or BMOV of this edge goes first
      StErr: if (!dir_bad) begin
        x_valid_d = 1'b1;
        x_warp_d = mw_q;
        x_kind_d = err_q;
        x_pc_d = e_pc_q;
        fail_d = fail_q | mw_oh;
        st_d = StIdle;
      end
      default: st_d = StIdle;
    endcase

    if (fail_now) begin
      st_d = StErr;
      err_d = why;
    end
    if (dir_bad) begin
      x_valid_d = 1'b1;
      x_warp_d = issue_ev_warp;
      x_kind_d = ev_none ? wt_pkg::CFE_BX : wt_pkg::CFE_REC;
      x_pc_d = issue_ev_pc;
      fail_d = fail_d | (NW'(1) << issue_ev_warp);
    end
    if (leave) begin
      cm_we = 1'b1;
      cm_n = rest;
      if (rest == '0) begin
        wn_we = 1'b1;
        wn_n = top;
        cv_d = cv_q & ~mw_oh;
      end
    end
    if (push) begin
      wn_we = 1'b1;
      wn_n = wn_r + NB'(1);
    end
    if (bar_we) begin
      wba_we = 1'b1;
      wba_n = wba_n | bar_oh;
    end
    wid_n = wid_r;
    if (bar_we) for (int b = 0; b < 4; b++) wid_n[b*D +: D] = bar_id[b] ? wid_r[b*D +: D] | bar_oh : wid_r[b*D +: D] & ~bar_oh;
  end
  assign wid_we = bar_we;
  assign wpc_we = a_we;
  assign wma_we = a_we;
  assign wpc_wa = wrow(mw_q, a_no);
  assign wma_wa = wrow(mw_q, a_no);

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      st_q <= StIdle;
      {cv_q, dead_q, fail_q, mw_q, e_kind_q, s_q, ovf_q, err_q} <= '0;
      {r_valid_q, r_stop_q, r_pc_q, done_q, x_valid_q, x_warp_q, x_kind_q, x_pc_q} <= '0;
    end else begin
      st_q <= st_d;
      {cv_q, dead_q, fail_q, mw_q, e_kind_q, s_q, ovf_q, err_q} <= {cv_d, dead_d, fail_d, mw_d, e_kind_d, s_d, ovf_d, err_d};
      {r_valid_q, r_stop_q, r_pc_q, done_q, x_valid_q, x_warp_q, x_kind_q, x_pc_q} <=
        {r_valid_d, r_stop_d, r_pc_d, done_d, x_valid_d, x_warp_d, x_kind_d, x_pc_d};
    end
  end
  always_ff @(posedge clk) begin
    {e_seq_q, e_pc_q, e_mask_q, e_to_q, e_bx_q, e_val_q} <= {e_seq_d, e_pc_d, e_mask_d, e_to_d, e_bx_d, e_val_d};
  end
  always_ff @(posedge clk) begin
    if (wpc_we) wpc_q[wpc_wa] <= wpc_n;
    if (wma_we) wma_q[wma_wa] <= wma_n;
    if (wba_we) wba_q[wba_wa] <= wba_n;
    if (wid_we) wid_q[wid_wa] <= wid_n;
    if (wn_we) wn_q[wn_wa] <= wn_n;
    if (cm_we) cm_q[cm_wa] <= cm_n;
    if (wt_we) wt_q[wt_wa] <= wt_n;
    if (fin_we) fin_q[fin_wa] <= fin_n;
    if (rpc_we[0]) rpc_q[rpc_wa[0 +: RA]] <= issue_ev_rpc;
    if (rpc_we[1]) rpc_q[rpc_wa[RA +: RA]] <= rpc_n;
    if (rbx_we[0]) rbx_q[rbx_wa[0 +: RA]] <= BW'(issue_ev_bx);
    if (rbx_we[1]) rbx_q[rbx_wa[RA +: RA]] <= free_no;
    if (rn_we[0]) rn_q[rn_wa[0 +: WW]] <= rn0;
    if (rn_we[1]) rn_q[rn_wa[WW +: WW]] <= rn_n;
    if (bm_we[0]) bm_q[bm_wa[0 +: BA]] <= b0_m;
    if (bm_we[1]) bm_q[bm_wa[BA +: BA]] <= b1_m;
    if (bv_we[0]) bv_q[bv_wa[0 +: WW]] <= b0_v;
    if (bv_we[1]) bv_q[bv_wa[WW +: WW]] <= bv_n;
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, uop, alu_sc_val, tgt_taken};
`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n)
    issue_ev_valid && issue_ev_kind != wt_pkg::EV_ADV && !ev_direct |-> !busy);
  TakenIsSubset_A: assert property (@(posedge clk) disable iff (!rst_n) ev_mach |-> (issue_ev_mask & ~ev_cm) == '0);
  PushHasRoom_A: assert property (@(posedge clk) disable iff (!rst_n) push |-> !full);
  WaitingIsAway_A: assert property (@(posedge clk) disable iff (!rst_n) st_q == StCheck && (cv_q & mw_oh) != '0 |-> (cm_r & wt_r) == '0);
  wt_cfu_rules u_rules (.*);
`endif
endmodule
`default_nettype wire
