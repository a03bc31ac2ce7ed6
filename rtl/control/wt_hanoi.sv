// wt_hanoi: control-flow unit of the Hanoi paper. A stack of warp splits (WS) and a stack of reconvergence points (REC)
// per warp, one event machine for all warps.
//
// Latency   uniform branch: redirect 1 cycle after the event, machine not used; split: 2. Other events: see the doc.
// Flow      events of issue only while cfu_idle (BSSY, BMOV Rd,Bn, advance: always). Release, launch: held until ack.
// State     rows of cmodel/spec/blocks/hanoi.def: WS and REC have a row per entry; CTA barriers of entries are bit
//           planes.
// Model     cmodel/control/wt_hanoi.c      Doc  docs/blocks/control/wt_hanoi.md
`default_nettype none
module wt_hanoi (
  input  wire logic                          clk,
  input  wire logic                          rst_n,
  `include "ports/wt_cfu_ports.svh"
  input  wire logic [wt_pkg::UOP_W-1:0]      ibuffer_uop,
  input  wire logic [1:0]                    cfg_order
);
  localparam int unsigned NW = wt_pkg::SLOTS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned WS_DEPTH  = wt_pkg::WS_DEPTH;
  localparam int unsigned WSN_W = wt_pkg::WSN_W;
  localparam int unsigned REC_DEPTH  = wt_pkg::REC_DEPTH;
  localparam int unsigned RB = wt_pkg::RECN_W;
  localparam int unsigned BX = wt_pkg::BX_REGS;
  localparam int unsigned BX_W = wt_pkg::BX_W;
  localparam int unsigned BA = wt_pkg::BX_ROW_W;
  localparam int unsigned DA = wt_pkg::WS_ROW_W;
  localparam int unsigned RA = wt_pkg::REC_ROW_W;
  typedef enum logic [3:0] {
    StIdle = wt_pkg::HN_IDLE, StExec = wt_pkg::HN_EXEC, StWait = wt_pkg::HN_WAIT, StLaunch = wt_pkg::HN_LAUNCH,
    StCtaRel = wt_pkg::HN_CTAREL, StSearch = wt_pkg::HN_SEARCH, StCheck = wt_pkg::HN_CHECK,
    StSelect = wt_pkg::HN_SELECT, StTgt = wt_pkg::HN_TGT, StErr = wt_pkg::HN_ERR
  } state_e;

  // ---- state ----
  `include "rows/wt_hanoi_state.svh"

  function automatic logic [BA-1:0] brow(input logic [WW-1:0] w, input logic [BX_W-1:0] n);
    brow = BA'(w) * BA'(BX) + BA'(n);
  endfunction
  function automatic logic [DA-1:0] wrow(input logic [WW-1:0] w, input logic [WSN_W-1:0] i);
    wrow = DA'(w) * DA'(WS_DEPTH) + DA'(i);
  endfunction
  function automatic logic [RA-1:0] rrow(input logic [WW-1:0] w, input logic [RB-1:0] i);
    rrow = RA'(w) * RA'(REC_DEPTH) + RA'(i);
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
    if (sched_sel_valid) begin  // R21
      cfu_mask = cur_mask_q[sched_sel_warp];
      cfu_live = ~finished_q[sched_sel_warp];
      cfu_split = wt_pkg::SPLIT_W'(ws_count_q[sched_sel_warp]) - wt_pkg::SPLIT_W'(1);
      if ((b_valid_q[sched_sel_warp] & sel_noh) != '0)
        cfu_bx_val = b_mask_q[brow(sched_sel_warp, BX_W'(uop.lo[27:24]))] & cfu_live;
    end
  end

  // ---- outputs that are functions of the state ----
  logic          busy, is_bar, is_exit;
  logic [NW-1:0] at_warp_oh;
  assign busy = state_q != StIdle;
  assign at_warp_oh = NW'(1) << at_warp_q;
  assign cfu_idle = !busy;
  assign cfu_run = has_path_q & ~fail_q & (busy || redir_valid_q ? ~at_warp_oh : {NW{1'b1}});  // R20
  assign cfu_dead = dead_q;
  assign cfu_redir_valid = redir_valid_q;
  assign cfu_redir_warp = redir_valid_q ? at_warp_q : '0;
  assign cfu_redir_pc = redir_pc_q;
  assign cfu_redir_stop = redir_stop_q;
  assign cfu_done_valid = done_q;
  assign cfu_done_warp = done_q ? at_warp_q : '0;
  assign cfu_rel_ack = state_q == StCtaRel;
  assign cfu_launch_ack = state_q == StLaunch;
  assign cfu_at_bar = '0;
  assign cfu_forced = 1'b0;
  assign cfu_tgt_take = state_q == StTgt;
  assign cfu_upd_valid = '0;  // no SB_SPLIT with this unit
  assign cfu_upd_warp = '0;
  assign cfu_upd_mask = '0;
  assign cfu_err_valid = err_valid_q;
  assign cfu_err_warp = err_warp_q;
  assign cfu_err_kind = err_kind_q;
  assign cfu_err_pc = err_pc_q;
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
  logic [WSN_W-1:0] top, below;
  logic [WS-1:0]    rest;
  logic [RB-1:0]    rsel;
  logic [31:0]      e_next;
  assign rest = cur_mask_r & ~e_mask_q;
  assign e_next = e_pc_q + 32'd16;

  // Two entries of WS: the top, and the one that may run in its place (YIELD: the next; SELECT: the highest that is at
  // no barrier).
  logic                full, some, ready_some;
  logic [WS_DEPTH-1:0] ready, top_oh, alt_oh;
  logic [WSN_W-1:0]    alt;
  logic [31:0]         top_pc, alt_pc;
  logic [WS-1:0]       top_m, alt_m;
  assign top = ws_count_r - WSN_W'(1);
  assign below = ws_count_r - WSN_W'(2);
  assign some = ws_count_r != '0;
  assign full = ws_count_r == WSN_W'(WS_DEPTH);
  assign top_oh = some ? WS_DEPTH'(1) << top : '0;
  always_comb begin
    ready = '0;
    alt = '0;
    for (int i = 0; i < WS_DEPTH; i++) begin
      ready[i] = WSN_W'(i) < ws_count_r && !ws_barred_r[i];
      if (ready[i]) alt = WSN_W'(i);
    end
    ready_some = ready != '0;
    if (state_q == StExec) alt = ws_count_r >= WSN_W'(2) ? below : '0;
    alt_oh = WS_DEPTH'(1) << alt;
    top_pc = '0;
    top_m = '0;
    alt_pc = '0;
    alt_m = '0;
    if (busy && some) begin
      top_pc = ws_pc_q[wrow(at_warp_q, top)];
      top_m = ws_mask_q[wrow(at_warp_q, top)];
      alt_pc = ws_pc_q[wrow(at_warp_q, alt)];
      alt_m = ws_mask_q[wrow(at_warp_q, alt)];
    end
  end
  logic [3:0] top_id;
  always_comb for (int b = 0; b < 4; b++) top_id[b] = (ws_bar_r[b*WS_DEPTH +: WS_DEPTH] & top_oh) != '0;

  // An entry of REC and its register.
  logic            r_some, rb_v, fires;
  logic [31:0]     rec_pc;
  logic [BX_W-1:0] rec_b;
  logic [BX-1:0]   rec_boh;
  logic [WS-1:0]   rec_m, want;
  assign r_some = state_q == StSearch ? seen_q < rec_count_r : rec_count_r != '0;
  assign rsel = state_q == StSearch ? rec_count_r - RB'(1) - seen_q : rec_count_r - RB'(1);
  always_comb begin
    rec_pc = '0;
    rec_b = '0;
    rec_m = '0;
    if (busy && r_some) begin
      rec_pc = rec_pc_q[rrow(at_warp_q, rsel)];
      rec_b = rec_bx_q[rrow(at_warp_q, rsel)];
      rec_m = b_mask_q[brow(at_warp_q, rec_b)] & ~finished_r;
    end
    rec_boh = BX'(1) << rec_b;
  end
  assign rb_v = r_some && (b_valid_r & rec_boh) != '0;
  assign fires = rb_v && (rec_m & ~waiting_r) == '0;  // R14
  assign want = e_val_q & ~finished_r;

  // R9: WARPSYNC: the highest register that is not valid.
  logic [BX-1:0] free_oh;
  logic [BX_W-1:0] free_no;
  always_comb begin
    free_oh = '0;
    free_no = '0;
    for (int i = 0; i < BX; i++)
      if (!b_valid_r[i]) begin
        free_oh = BX'(1) << i;
        free_no = BX_W'(i);
      end
  end

  // ---- event of issue ----
  logic          ev_direct, ev_mach, ev_bv, ev_none, ev_full, dir_bad, dir_bssy, dir_clear, ev_brk;
  logic [BX-1:0] ev_noh, ev_bv_row;
  logic [WS-1:0] ev_bm, ev_fin, ev_cm, sc_m;
  logic [RB-1:0] ev_rn;
  assign ev_direct = issue_ev_valid && (issue_ev_kind == wt_pkg::EV_BSSY || issue_ev_kind == wt_pkg::EV_BMOVR);
  assign ev_mach = issue_ev_valid && issue_ev_kind != wt_pkg::EV_ADV && !ev_direct && !busy;  // R1, R3
  assign ev_noh = BX'(1) << issue_ev_bx;
  assign ev_none = ev_noh == '0;
  always_comb begin
    ev_bv_row = '0;
    ev_bm = '0;
    ev_fin = '0;
    ev_cm = '0;
    ev_rn = '0;
    if (issue_ev_valid) begin
      ev_bv_row = b_valid_q[issue_ev_warp];
      ev_fin = finished_q[issue_ev_warp];
      ev_cm = cur_mask_q[issue_ev_warp];
      ev_rn = rec_count_q[issue_ev_warp];
      if (!ev_none) ev_bm = b_mask_q[brow(issue_ev_warp, BX_W'(issue_ev_bx))];
    end
  end
  assign ev_bv = (ev_bv_row & ev_noh) != '0;
  assign ev_full = ev_rn == RB'(REC_DEPTH);
  assign dir_bad = ev_direct && (ev_none || (issue_ev_kind == wt_pkg::EV_BSSY && ev_full));  // R18
  assign dir_bssy = ev_direct && issue_ev_kind == wt_pkg::EV_BSSY && !dir_bad;  // R2
  assign dir_clear = ev_direct && issue_ev_kind == wt_pkg::EV_BMOVR && !dir_bad && issue_ev_val[0];  // R2
  assign ev_brk = ev_mach && issue_ev_kind == wt_pkg::EV_BREAK && ev_bv;

  // Port 0 of REC and the B registers: BSSY, BMOV.CLEAR, BREAK. Port 1: the machine.
  logic            rec_push, rec_patch;
  logic [BX_W-1:0] b1_no;
  assign rec_count_n0 = ev_rn + RB'(1);
  assign b_mask_n0 = ev_brk ? ev_bm & ~issue_ev_mask : issue_ev_mask;
  assign b_valid_n0 = dir_bssy ? ev_bv_row | ev_noh : ev_bv_row & ~ev_noh;
  assign b_mask_we[0] = ev_brk || dir_bssy;
  assign b_valid_we[0] = dir_bssy || dir_clear;
  assign rec_pc_we[0] = dir_bssy;  // R2
  assign rec_bx_we[0] = dir_bssy;
  assign rec_count_we[0] = dir_bssy;
  assign rec_pc_we[1] = rec_push || rec_patch;
  assign rec_bx_we[1] = rec_push;
  assign rec_pc_n1 = e_next;
  assign rec_pc_wa = {rrow(at_warp_q, rec_push ? rec_count_r : rsel), rrow(issue_ev_warp, ev_rn)};
  assign rec_bx_wa = rec_pc_wa;
  assign rec_count_wa = {at_warp_q, issue_ev_warp};
  assign b_valid_wa = {at_warp_q, issue_ev_warp};
  assign b_mask_wa = {brow(at_warp_q, b1_no), brow(issue_ev_warp, BX_W'(issue_ev_bx))};
  assign sc_m = WS'(alu_sc_val);

  // ---- the machine ----
  logic                a_we, push, leave, waits, first_taken, sc_hit, passes, hit, bar_we, fail_now;
  logic [WSN_W-1:0]    a_no;
  logic [WS_DEPTH-1:0] bar_oh;
  logic [3:0]          bar_id;
  logic [2:0]          why;
  assign sc_hit = state_q == StWait && alu_sc_valid && alu_sc_warp == at_warp_q;
  // R8, R9
  assign hit = e_kind_q == wt_pkg::EV_WSYNC ? rec_pc == e_next && rb_v && rec_m == want : 4'(rec_b) == e_bx_q;
  always_comb begin
    first_taken = 1'b1;  // R5
    if (state_q == StExec && cfg_order == wt_pkg::PATH_ORDER_majority)
      first_taken = $countones(e_mask_q) >= $countones(rest);
    if (state_q == StExec && cfg_order == wt_pkg::PATH_ORDER_minority)
      first_taken = $countones(e_mask_q) < $countones(rest);
  end

  always_comb begin
    state_d = state_q;
    has_path_d = has_path_q;
    dead_d = dead_q;
    fail_d = fail_q;
    at_warp_d = at_warp_q;
    e_kind_d = e_kind_q;
    e_seq_d = e_seq_q;
    e_pc_d = e_pc_q;
    e_mask_d = e_mask_q;
    e_to_d = e_to_q;
    e_bx_d = e_bx_q;
    e_val_d = e_val_q;
    seen_d = seen_q;
    overflow_d = overflow_q;
    err_next_d = err_next_q;
    redir_valid_d = '0;
    redir_stop_d = '0;
    redir_pc_d = '0;
    done_d = '0;
    err_valid_d = '0;
    err_warp_d = '0;
    err_kind_d = '0;
    err_pc_d = '0;
    // entry a_no of WS gets (ws_pc_n, ws_mask_n); push: what runs then is an entry on top
    a_we = '0;
    push = '0;
    leave = '0;
    waits = '0;
    passes = '0;
    bar_we = '0;
    fail_now = '0;
    rec_push = '0;
    rec_patch = '0;
    a_no = top;
    ws_pc_n = e_next;
    ws_mask_n = rest;
    bar_oh = top_oh;
    bar_id = e_bx_q;
    why = wt_pkg::CFE_STACK;
    cur_mask_we = '0;
    ws_count_we = '0;
    ws_barred_we = '0;
    waiting_we = '0;
    finished_we = '0;
    rec_count_we[1] = '0;
    b_mask_we[1] = '0;
    b_valid_we[1] = '0;
    cur_mask_n = e_mask_q;
    ws_count_n = ws_count_r;
    ws_barred_n = ws_barred_r;
    waiting_n = waiting_r;
    finished_n = finished_r | e_mask_q;
    rec_count_n1 = rec_count_r - RB'(1);
    b_valid_n1 = b_valid_r;
    b_mask_n1 = sc_m & ~finished_r;
    b1_no = BX_W'(e_bx_q);

    unique case (state_q)
      StIdle: begin
        if (ev_mach) begin
          at_warp_d = issue_ev_warp;
          e_kind_d = issue_ev_kind;
          e_seq_d = 1'b1;
          e_pc_d = issue_ev_pc;
          e_mask_d = issue_ev_mask;
          e_to_d = issue_ev_pc + 32'd16;  // R3
          e_bx_d = issue_ev_bx;
          e_val_d = issue_ev_val;
          seen_d = '0;  // R3
          overflow_d = '0;
          state_d = StExec;
          case (issue_ev_kind)
            wt_pkg::EV_BRA, wt_pkg::EV_CALL: begin
              e_to_d = issue_ev_target;
              if (issue_ev_mask == ev_cm) begin  // R4
                state_d = StIdle;
                redir_valid_d = 1'b1;
                redir_pc_d = issue_ev_target;
              end
            end
            wt_pkg::EV_BSYNC: state_d = StSearch;  // R8
            wt_pkg::EV_BREAK: state_d = ev_bv ? StCheck : StIdle;  // R4, R10
            wt_pkg::EV_WSYNC: state_d = (issue_ev_val & ~ev_fin & ~issue_ev_mask) == '0 ? StIdle : StSearch;  // R4
            wt_pkg::EV_BMOVW, wt_pkg::EV_WSYNCR: state_d = StWait;  // R10
            wt_pkg::EV_BRX, wt_pkg::EV_RET, wt_pkg::EV_CALLX: state_d = StTgt;  // R6
            default: state_d = StExec;
          endcase
          // R18
          if (ev_none && (issue_ev_kind == wt_pkg::EV_BSYNC || issue_ev_kind == wt_pkg::EV_BREAK ||
              issue_ev_kind == wt_pkg::EV_BMOVW)) begin
            state_d = StErr;
            err_next_d = wt_pkg::CFE_BX;
          end
        end else if (ctabar_rel_valid || (dispatch_launch_valid && dispatch_launch_last)) begin
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = 1'b0;
          if (ctabar_rel_valid) begin  // R16
            at_warp_d = ctabar_rel_warp;
            e_bx_d = ctabar_rel_id;
            state_d = StCtaRel;
          end else begin  // R17
            at_warp_d = dispatch_launch_warp;
            e_mask_d = dispatch_launch_mask;
            state_d = StLaunch;
          end
        end
      end

      StExec: begin
        state_d = StIdle;
        case (e_kind_q)
          wt_pkg::EV_BRA, wt_pkg::EV_CALL: begin  // R5
            if (full) fail_now = 1'b1;  // R18
            else begin
              a_we = 1'b1;
              push = 1'b1;
              cur_mask_we = 1'b1;
              ws_pc_n = first_taken ? e_next : e_to_q;
              ws_mask_n = first_taken ? rest : e_mask_q;
              cur_mask_n = first_taken ? e_mask_q : rest;
              redir_valid_d = first_taken;
              redir_pc_d = first_taken ? e_to_q : '0;
            end
          end
          wt_pkg::EV_YIELD: begin  // R11
            if (ws_count_r >= WSN_W'(2) && (ws_barred_r & alt_oh) == '0 && rb_v &&
                ((cur_mask_r | alt_m) & ~rec_m) == '0) begin
              a_we = 1'b1;
              cur_mask_we = 1'b1;
              a_no = below;
              ws_mask_n = cur_mask_r;
              cur_mask_n = alt_m;
              redir_valid_d = alt_pc != e_next;
              redir_pc_d = alt_pc != e_next ? alt_pc : '0;
            end
          end
          wt_pkg::EV_EXIT: begin  // R12
            finished_we = 1'b1;
            leave = 1'b1;
            state_d = StCheck;
          end
          default: begin // R13: EV_BAR
            if (rest != '0 && full) fail_now = 1'b1;  // R18
            else begin
              a_we = 1'b1;
              bar_we = 1'b1;
              ws_mask_n = e_mask_q;
              if (rest != '0) begin
                push = 1'b1;
                cur_mask_we = 1'b1;
                cur_mask_n = rest;
              end else begin
                has_path_d = has_path_q & ~at_warp_oh;
                state_d = StSelect;
              end
            end
          end
        endcase
      end

      StWait: if (sc_hit) begin  // R10
        if (e_kind_q == wt_pkg::EV_WSYNCR) begin
          passes = (sc_m & ~finished_r & ~e_mask_q) == '0;
          e_kind_d = wt_pkg::EV_WSYNC;
          e_val_d = sc_m;
          state_d = passes ? StIdle : StSearch;
        end else begin
          b_mask_we[1] = 1'b1;
          b_valid_we[1] = 1'b1;
          b_valid_n1 = b_valid_r | (BX'(1) << e_bx_q);
          state_d = StCheck;
        end
      end

      StLaunch: begin  // R17
        ws_count_we = '1;
        cur_mask_we = '1;
        ws_barred_we = '1;
        waiting_we = '1;
        finished_we = '1;
        rec_count_we[1] = '1;
        b_valid_we[1] = '1;
        redir_valid_d = '1;
        ws_count_n = WSN_W'(1);
        ws_barred_n = '0;
        waiting_n = '0;
        rec_count_n1 = '0;
        b_valid_n1 = '0;
        finished_n = ~e_mask_q;
        has_path_d = has_path_q | at_warp_oh;
        dead_d = dead_q & ~at_warp_oh;
        fail_d = fail_q & ~at_warp_oh;
        state_d = StIdle;
      end

      StCtaRel: begin  // R16
        ws_barred_we = 1'b1;
        for (int i = 0; i < WS_DEPTH; i++)
          if ({ws_bar_r[3*WS_DEPTH+i], ws_bar_r[2*WS_DEPTH+i], ws_bar_r[WS_DEPTH+i], ws_bar_r[i]} == e_bx_q)
            ws_barred_n[i] = 1'b0;
        state_d = (has_path_q & at_warp_oh) != '0 ? StIdle : StSelect;
      end

      // R22: one entry of REC a cycle; a WARPSYNC not before its last beat has issued: a redirect would empty the
      // I-buffer under it
      StSearch: if (e_kind_q != wt_pkg::EV_WSYNC || !sched_busy) begin  // R8, R9
        if (r_some) begin
          waits = hit;
          rec_patch = hit && e_kind_q != wt_pkg::EV_WSYNC && rec_pc == e_pc_q;  // R8
          if (!hit) seen_d = seen_q + RB'(1);
        end else if (e_kind_q != wt_pkg::EV_WSYNC) begin
          waits = 1'b1;
        end else if (rec_count_r == RB'(REC_DEPTH)) begin  // R18
          fail_now = 1'b1;
          why = wt_pkg::CFE_REC;
        end else if (free_oh == '0) begin  // R18
          fail_now = 1'b1;
          why = wt_pkg::CFE_MASKS;
        end else begin  // R9
          waits = '1;
          rec_push = '1;
          rec_count_we[1] = '1;
          b_mask_we[1] = '1;
          b_valid_we[1] = '1;
          rec_count_n1 = rec_count_r + RB'(1);
          b1_no = free_no;
          b_mask_n1 = want;
          b_valid_n1 = b_valid_r | free_oh;
        end
        if (waits) begin  // R7
          leave = 1'b1;  // R19
          waiting_we = 1'b1;
          waiting_n = waiting_r | e_mask_q;
          state_d = StCheck;
        end
      end

      StCheck: if (e_kind_q != wt_pkg::EV_BMOVW || !sched_busy) begin  // R14, R22
        if (!fires) begin
          state_d = (has_path_q & at_warp_oh) != '0 ? StIdle : StSelect;
          if ((has_path_q & at_warp_oh) != '0 && e_to_q != e_next) begin
            redir_valid_d = 1'b1;
            redir_pc_d = e_to_q;
          end
        end else if (rec_m != '0 && full) begin  // R18
          fail_now = 1'b1;
        end else begin
          rec_count_we[1] = 1'b1;
          b_valid_we[1] = 1'b1;
          b_valid_n1 = b_valid_r & ~rec_boh;
          if (rec_m != '0) begin
            push = 1'b1;
            cur_mask_we = 1'b1;
            waiting_we = 1'b1;
            a_we = (has_path_q & at_warp_oh) != '0;
            ws_pc_n = e_to_q;
            ws_mask_n = cur_mask_r;
            cur_mask_n = rec_m;
            waiting_n = waiting_r & ~rec_m;
            has_path_d = has_path_q | at_warp_oh;
            e_to_d = rec_pc;
          end
        end
      end

      StSelect: begin  // R15
        state_d = StIdle;
        if (!ready_some) begin
          redir_valid_d = 1'b1;
          redir_stop_d = 1'b1;
          if (!some && waiting_r != '0) dead_d = dead_q | at_warp_oh;
          if (!some && waiting_r == '0) done_d = 1'b1;
        end else begin
          cur_mask_we = 1'b1;
          cur_mask_n = alt_m;
          has_path_d = has_path_q | at_warp_oh;
          // R15: a top that waits at a barrier gets the place of the path that runs
          if (alt != top) begin
            a_we = 1'b1;
            bar_we = 1'b1;
            a_no = alt;
            ws_pc_n = top_pc;
            ws_mask_n = top_m;
            bar_oh = alt_oh;
            bar_id = top_id;
            ws_barred_n = ws_barred_r & ~top_oh;
          end
          if (!e_seq_q || alt_pc != e_next) begin
            redir_valid_d = 1'b1;
            redir_pc_d = alt_pc;
          end
        end
      end

      StTgt: if (tgt_valid) begin  // R6
        ws_pc_n = tgt_pc;
        ws_mask_n = tgt_mask;
        if (!tgt_last) begin
          if (full) overflow_d = 1'b1;  // R18
          else begin
            a_we = 1'b1;
            push = 1'b1;
            cur_mask_we = 1'b1;
          end
          cur_mask_n = cur_mask_r & ~tgt_mask;
        end else if (overflow_q) begin  // R18
          fail_now = 1'b1;
        end else begin
          redir_valid_d = 1'b1;
          redir_pc_d = tgt_pc;
          state_d = StIdle;
        end
      end

      // R18: the error of a BSSY or BMOV of this edge goes first
      StErr: if (!dir_bad) begin
        err_valid_d = 1'b1;
        err_warp_d = at_warp_q;
        err_kind_d = err_next_q;
        err_pc_d = e_pc_q;
        fail_d = fail_q | at_warp_oh;
        state_d = StIdle;
      end
      default: state_d = StIdle;
    endcase

    if (fail_now) begin
      state_d = StErr;
      err_next_d = why;
    end
    if (dir_bad) begin  // R18
      err_valid_d = 1'b1;
      err_warp_d = issue_ev_warp;
      err_kind_d = ev_none ? wt_pkg::CFE_BX : wt_pkg::CFE_REC;
      err_pc_d = issue_ev_pc;
      fail_d = fail_d | (NW'(1) << issue_ev_warp);
    end
    if (leave) begin  // R7, R12
      cur_mask_we = 1'b1;
      cur_mask_n = rest;
      if (rest == '0) begin
        ws_count_we = 1'b1;
        ws_count_n = top;
        has_path_d = has_path_q & ~at_warp_oh;
      end
    end
    if (push) begin
      ws_count_we = 1'b1;
      ws_count_n = ws_count_r + WSN_W'(1);
    end
    if (bar_we) begin
      ws_barred_we = 1'b1;
      ws_barred_n = ws_barred_n | bar_oh;
    end
    ws_bar_n = ws_bar_r;
    if (bar_we)
      for (int b = 0; b < 4; b++)
        ws_bar_n[b*WS_DEPTH +: WS_DEPTH] = bar_id[b] ? ws_bar_r[b*WS_DEPTH +: WS_DEPTH] | bar_oh :
          ws_bar_r[b*WS_DEPTH +: WS_DEPTH] & ~bar_oh;
  end
  assign ws_bar_we = bar_we;
  assign ws_pc_we = a_we;
  assign ws_mask_we = a_we;
  assign ws_pc_wa = wrow(at_warp_q, a_no);
  assign ws_mask_wa = wrow(at_warp_q, a_no);

  assign rec_pc_n0 = issue_ev_rpc;
  assign rec_bx_n0 = BX_W'(issue_ev_bx);
  assign rec_bx_n1 = free_no;

  logic unused_ok;
  assign unused_ok = &{1'b0, uop, alu_sc_val, tgt_taken};
`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n)
    issue_ev_valid && issue_ev_kind != wt_pkg::EV_ADV && !ev_direct |-> !busy);
  TakenIsSubset_A: assert property (@(posedge clk) disable iff (!rst_n) ev_mach |-> (issue_ev_mask & ~ev_cm) == '0);
  PushHasRoom_A: assert property (@(posedge clk) disable iff (!rst_n) push |-> !full);
  WaitingIsAway_A: assert property (@(posedge clk) disable iff (!rst_n) state_q == StCheck &&
      (has_path_q & at_warp_oh) != '0 |-> (cur_mask_r & waiting_r) == '0);
  wt_cfu_rules u_rules (.*);
`endif
endmodule
`default_nettype wire
