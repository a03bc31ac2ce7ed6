// wt_simt_stack: control-flow unit. One reconvergence stack per warp, its top in rows of its own; one event machine for
// all warps.
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
  localparam int unsigned NW = wt_pkg::SLOTS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned BX = wt_pkg::BX_REGS;
  localparam int unsigned STK_W = wt_pkg::STK_W;
  localparam int unsigned STK_CALL_W = wt_pkg::STK_CALL_W;
  localparam int unsigned D1 = wt_pkg::STACK_DEPTH - 1;
  localparam int unsigned EA = wt_pkg::STK_ROW_W;
  // depth of a path that has left one more call than it has entered
  localparam logic [STK_CALL_W-1:0] LeftMore = {STK_CALL_W{1'b1}};
  localparam logic [STK_CALL_W-1:0] Deepest = LeftMore - STK_CALL_W'(1);
  typedef enum logic [3:0] {
    StIdle = wt_pkg::SS_IDLE, StExec = wt_pkg::SS_EXEC, StPush = wt_pkg::SS_PUSH, StDiv = wt_pkg::SS_DIV,
    StTgt = wt_pkg::SS_TGT, StWait = wt_pkg::SS_WAIT, StJoin = wt_pkg::SS_JOIN, StSelect = wt_pkg::SS_SELECT,
    StBssy = wt_pkg::SS_BSSY, StLaunch = wt_pkg::SS_LAUNCH, StCtaRel = wt_pkg::SS_CTAREL, StErr = wt_pkg::SS_ERR
  } state_e;

  // ---- state ----
  `include "rows/wt_simt_stack_state.svh"

  logic [EA-1:0]   row_w;
  assign bx_entry_wa = {at_warp_q, issue_ev_warp};
  assign ent_mask_wa = row_w;
  assign ent_next_wa = row_w;
  assign ent_rpc_wa = row_w;
  assign ent_depth_wa = row_w;
  assign ent_join_wa = row_w;

  function automatic logic [EA-1:0] erow(input logic [WW-1:0] w, input logic [STK_W-1:0] i);
    erow = EA'(w) * EA'(D1) + EA'(i);
  endfunction
  // S2: one B register of a row; 0 for a register that does not exist
  function automatic logic [STK_W-1:0] breg(input logic [BX*STK_W-1:0] row, input logic [3:0] n);
    breg = '0;
    for (int i = 0; i < BX; i++) if (n == 4'(i)) breg = row[i*STK_W +: STK_W];
  endfunction
  function automatic logic [BX*STK_W-1:0] bset(input logic [BX*STK_W-1:0] row, input logic [3:0] n,
      input logic [STK_W-1:0] v);
    bset = row;
    for (int i = 0; i < BX; i++) if (n == 4'(i)) bset[i*STK_W +: STK_W] = v;
  endfunction

  // ---- what issue reads ----
  wt_pkg::uop_t uop;
  assign uop = ibuffer_uop;
  always_comb begin
    cfu_mask = '0;
    cfu_live = '0;
    cfu_split = '0;
    cfu_bx_val = '0;
    if (sched_sel_valid) begin  // S23
      cfu_mask = cur_mask_q[sched_sel_warp];
      cfu_live = ~finished_q[sched_sel_warp];
      cfu_split = wt_pkg::SPLIT_W'(below_q[sched_sel_warp]);
      cfu_bx_val = WS'(breg(bx_entry_q[sched_sel_warp], uop.lo[27:24]));
    end
  end

  // ---- outputs that are functions of the state ----
  logic          busy, pending, is_bar, is_exit, is_err;
  logic [NW-1:0] at_warp_oh, pend_oh;
  assign busy = state_q != StIdle;
  assign pending = (to_join_q | to_push_q) != '0;
  assign at_warp_oh = NW'(1) << at_warp_q;
  wt_first #(.N(NW)) u_pend (.x(to_join_q | to_push_q), .oh(pend_oh));
  assign cfu_idle = !busy && !pending;  // S19
  // S22
  assign cfu_run = has_path_q & ~(at_bar_q | to_join_q | to_push_q) & ~(busy || redir_valid_q ? at_warp_oh : '0);
  assign cfu_dead = dead_q;
  assign cfu_redir_valid = redir_valid_q;
  assign cfu_redir_warp = redir_valid_q ? at_warp_q : '0;
  assign cfu_redir_pc = redir_pc_q;
  assign cfu_redir_stop = redir_stop_q;
  assign cfu_done_valid = done_q;
  assign cfu_done_warp = done_q ? at_warp_q : '0;
  assign cfu_rel_ack = state_q == StCtaRel;
  assign cfu_launch_ack = state_q == StLaunch;
  assign cfu_at_bar = at_bar_q;
  assign cfu_forced = 1'b0;
  assign cfu_tgt_take = state_q == StTgt;
  assign cfu_upd_valid = '0;  // no SB_SPLIT with this unit
  assign cfu_upd_warp = '0;
  assign cfu_upd_mask = '0;
  assign is_bar = state_q == StExec && e_kind_q == wt_pkg::EV_BAR;
  assign is_exit = state_q == StExec && e_kind_q == wt_pkg::EV_EXIT;
  assign is_err = state_q == StErr;
  assign cfu_bar_valid = is_bar;
  assign cfu_bar_warp = is_bar ? at_warp_q : '0;
  assign cfu_bar_id = is_bar ? e_bx_q : '0;
  assign cfu_bar_count = is_bar ? wt_pkg::CNT_W'($countones(e_mask_q)) : '0;
  assign cfu_exit_valid = is_exit;
  assign cfu_exit_warp = is_exit ? at_warp_q : '0;
  assign cfu_exit_count = is_exit ? wt_pkg::CNT_W'($countones(e_mask_q)) : '0;
  assign cfu_err_valid = is_err;  // S18
  assign cfu_err_warp = is_err ? at_warp_q : '0;
  assign cfu_err_kind = is_err ? err_kind_q : '0;
  assign cfu_err_pc = is_err ? e_nx_q - 32'd16 : '0;

  // ---- event of issue ----
  logic [31:0]         ev_next, ev_tr;
  logic                ev_top, ev_full, ev_hit, ev_starts, ev_mach, ev_bssy, ev_clear, ev_in_region;
  logic [WS-1:0]       ev_cm, ev_fin;
  logic [STK_W-1:0]    ev_sp, ev_b;
  logic [BX*STK_W-1:0] ev_bx;
  assign ev_next = issue_ev_pc + 32'd16;
  always_comb begin
    ev_tr = '0;
    ev_top = '0;
    ev_cm = '0;
    ev_fin = '0;
    ev_sp = '0;
    ev_bx = '0;
    if (issue_ev_valid) begin
      ev_top = top_depth_q[issue_ev_warp] == '0;
      ev_tr = top_rpc_q[issue_ev_warp];
      ev_cm = cur_mask_q[issue_ev_warp];
      ev_fin = finished_q[issue_ev_warp];
      ev_sp = below_q[issue_ev_warp];
      ev_bx = bx_entry_q[issue_ev_warp];
    end
  end
  assign ev_b = breg(ev_bx, issue_ev_bx);
  assign ev_in_region = cfg_rpcsel && ev_b != '0 && ev_b <= ev_sp;  // S16
  assign ev_hit = ev_top && ev_tr == ev_next;
  assign ev_full = ev_sp == STK_W'(D1) && !(ev_top && ev_tr == issue_ev_rpc);  // S3
  always_comb begin
    unique case (issue_ev_kind)  // S1
      wt_pkg::EV_ADV, wt_pkg::EV_BMOVR, wt_pkg::EV_BSSY, wt_pkg::EV_BSYNC, wt_pkg::EV_YIELD: ev_starts = 1'b0;
      wt_pkg::EV_BREAK: ev_starts = ev_in_region;
      wt_pkg::EV_BRA: ev_starts = issue_ev_target != ev_next;
      wt_pkg::EV_WSYNC: ev_starts = (issue_ev_val & ~ev_fin & ~issue_ev_mask) != '0;
      default: ev_starts = 1'b1;
    endcase
  end
  assign ev_mach = issue_ev_valid && ev_starts && cfu_idle;  // S4
  assign ev_bssy = issue_ev_valid && issue_ev_kind == wt_pkg::EV_BSSY && cfg_rpcsel;  // S3
  assign ev_clear = issue_ev_valid && issue_ev_kind == wt_pkg::EV_BMOVR && issue_ev_val[0];  // S2
  assign top_next_we = ev_bssy || (ev_mach && issue_ev_kind == wt_pkg::EV_BAR);  // S5
  assign push_bx_we = ev_bssy;
  assign bx_entry_we[0] = ev_clear;  // S2
  assign bx_entry_n0 = bset(ev_bx, issue_ev_bx, '0);

  // ---- rows of the machine's warp ----
  logic [WS-1:0] live_r;
  logic [31:0]   pend_tr;
  logic [WW-1:0] pend_w;
  always_comb begin
    pend_w = '0;
    for (int i = 0; i < NW; i++) if (pend_oh[i]) pend_w = pend_w | WW'(i);
    pend_tr = pending ? top_rpc_q[pend_w] : '0;
  end
  assign live_r = ~finished_r;

  // The entry that the step reads: the highest, that of a BREAK, else the one to join.
  logic [STK_W-1:0]      e_b, rd_no;
  logic                  rd_on;
  logic [WS-1:0]         x_m;
  logic [31:0]           entry_next, entry_rpc;
  logic [STK_CALL_W-1:0] entry_depth;
  logic [STK_W-1:0]      entry_join;
  assign e_b = breg(bx_entry_r, e_bx_q);
  always_comb begin
    rd_no = top_join_r;
    rd_on = (state_q == StExec || state_q == StTgt || state_q == StJoin) && top_rpc_r != wt_pkg::RPC_NONE;
    if (state_q == StSelect) begin
      rd_no = below_r - STK_W'(1);
      rd_on = below_r != '0;
    end else if (state_q == StExec && e_kind_q == wt_pkg::EV_BREAK) begin
      rd_no = e_b - STK_W'(1);
      rd_on = 1'b1;
    end
    x_m = '0;
    entry_next = '0;
    entry_rpc = '0;
    entry_depth = '0;
    entry_join = '0;
    if (rd_on) begin
      x_m = ent_mask_q[erow(at_warp_q, rd_no)];
      entry_next = ent_next_q[erow(at_warp_q, rd_no)];
      entry_rpc = ent_rpc_q[erow(at_warp_q, rd_no)];
      entry_depth = ent_depth_q[erow(at_warp_q, rd_no)];
      entry_join = ent_join_q[erow(at_warp_q, rd_no)];
    end
  end

  // ---- what the step decides ----
  logic                  full, hit, counts, is_call, own, uni, alone, order_first, first_taken, br_full;
  logic                  sc_hit, sc_pass;
  logic [WS-1:0]         rest, sc_m;
  logic [31:0]           rpc, side_rpc;
  logic [STK_CALL_W-1:0] deeper, shallower, side_depth, deep_depth;
  logic [STK_W-1:0]      side_join;
  assign full = below_r == STK_W'(D1);
  assign hit = top_depth_r == '0 && top_rpc_r == e_nx_q;
  assign counts = top_rpc_r != wt_pkg::RPC_NONE;
  assign is_call = e_kind_q == wt_pkg::EV_CALL;
  assign rest = cur_mask_r & ~e_mask_q;
  assign uni = rest == '0;
  assign rpc = cfg_rpcsel ? wt_pkg::RPC_NONE : e_rpc_q;
  assign deeper = counts ? top_depth_r + STK_CALL_W'(1) : top_depth_r;
  assign shallower = counts && top_depth_r != LeftMore ? top_depth_r - STK_CALL_W'(1) : top_depth_r;
  wt_simt_stack_branch u_branch (  // S6, S7
    .on(state_q == StExec), .order(cfg_order), .taken(e_mask_q), .target(e_tgt_q), .next(e_nx_q), .full(br_full), .*
  );
  assign sc_hit = state_q == StWait && alu_sc_valid && alu_sc_warp == at_warp_q;
  assign sc_m = WS'(alu_sc_val);
  assign sc_pass = (sc_m & ~finished_r & ~e_mask_q) == '0;

  // a group of an indirect branch
  logic                  group_returns, group_calls, group_home, group_joins, group_full;
  logic [31:0]           group_rpc;
  logic [STK_CALL_W-1:0] group_level, group_depth;
  logic [STK_W-1:0]      group_join;
  assign group_calls = tgt_taken && e_kind_q == wt_pkg::EV_CALLX;
  assign group_returns = tgt_taken && e_kind_q == wt_pkg::EV_RET;
  assign group_level = group_calls ? deeper : group_returns ? shallower : top_depth_r;
  assign group_home = group_returns && top_rpc_r == wt_pkg::RPC_RET && group_level == LeftMore;  // S12
  assign group_joins = group_home ? entry_next == wt_pkg::RPC_RET || entry_next == tgt_pc :  // S12
      top_rpc_r == tgt_pc && group_level == '0;
  assign group_rpc = group_home ? entry_rpc : top_rpc_r;
  assign group_depth = group_home ? entry_depth : group_level;
  assign group_join = group_home ? entry_join : top_join_r;
  assign group_full = (group_calls && counts && top_depth_r == Deepest) || (!group_joins && !tgt_last && full);  // S11

  // the top arrives at the next instruction, with the attributes that this step gives it
  logic          hit_n;
  logic [NW-1:0] ev_oh;
  assign ev_oh = NW'(1) << issue_ev_warp;
  assign hit_n = state_q == StExec && e_kind_q == wt_pkg::EV_BREAK && (uni || order_first) ?
      entry_rpc == e_nx_q && entry_depth == '0 : hit;

  // ---- the machine ----
  logic             push, join_w, ret_w, top_we, sp_set, moved, err;
  logic [WS-1:0]    join_m, push_mask;
  logic [31:0]      push_next;
  logic [STK_W-1:0] row_no;
  always_comb begin
    state_d = state_q;
    has_path_d = has_path_q;
    at_bar_d = at_bar_q;
    to_join_d = to_join_q;
    to_push_d = to_push_q;
    dead_d = dead_q;
    at_warp_d = at_warp_q;
    e_kind_d = e_kind_q;
    e_seq_d = e_seq_q;
    e_nx_d = e_nx_q;
    e_mask_d = e_mask_q;
    e_tgt_d = e_tgt_q;
    e_rpc_d = e_rpc_q;
    e_bx_d = e_bx_q;
    e_deep_d = e_deep_q;
    overflow_d = overflow_q;
    err_kind_d = err_kind_q;
    redir_valid_d = '0;
    redir_stop_d = '0;
    redir_pc_d = '0;
    done_d = '0;
    push = '0;
    join_w = '0;
    ret_w = '0;
    top_we = '0;
    sp_set = '0;
    moved = '0;
    err = '0;
    cur_mask_we = '0;
    finished_we = '0;
    barred_we = '0;
    bx_entry_we[1] = '0;
    cur_mask_n = '0;
    top_rpc_n = top_rpc_r;
    top_depth_n = top_depth_r;
    top_join_n = top_join_r;
    below_n = below_r + STK_W'(1);
    barred_n = '0;
    bx_entry_n1 = '0;
    join_m = '0;
    // a pushed entry
    push_mask = '0;
    push_next = e_nx_q;
    ent_rpc_n = top_rpc_r;
    ent_depth_n = top_depth_r;
    ent_join_n = top_join_r;

    unique case (state_q)
      StIdle: begin
        if (ev_mach) begin
          at_warp_d = issue_ev_warp;
          e_kind_d = issue_ev_kind;
          e_seq_d = 1'b1;  // S4
          e_nx_d = ev_next;
          e_mask_d = issue_ev_mask;
          e_tgt_d = issue_ev_target;
          e_rpc_d = issue_ev_rpc;
          e_bx_d = issue_ev_bx;
          state_d = StExec;
          case (issue_ev_kind)
            wt_pkg::EV_BRA:
              if (issue_ev_mask == ev_cm) begin  // S5
                if (ev_top && ev_tr == issue_ev_target) begin
                  state_d = StJoin;
                end else begin
                  state_d = StIdle;
                  redir_valid_d = 1'b1;
                  redir_pc_d = issue_ev_target;
                end
              end
            wt_pkg::EV_WSYNC: begin  // S5
              state_d = StErr;
              err_kind_d = wt_pkg::CFE_WSYNC;
            end
            wt_pkg::EV_WSYNCR, wt_pkg::EV_BMOVW: state_d = StWait;  // S17
            wt_pkg::EV_BRX, wt_pkg::EV_RET, wt_pkg::EV_CALLX: state_d = StDiv;  // S11
            default: state_d = StExec;
          endcase
        end else if (pending) begin  // S19
          at_warp_d = pend_w;
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = 1'b1;
          e_nx_d = pend_tr;
          state_d = (to_push_q & pend_oh) != '0 ? StBssy : StJoin;
          to_join_d = to_join_q & ~pend_oh;
          to_push_d = to_push_q & ~pend_oh;
        end else if (ctabar_rel_valid) begin  // S20
          at_warp_d = ctabar_rel_warp;
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = 1'b0;
          state_d = StCtaRel;
        end else if (dispatch_launch_valid && dispatch_launch_last) begin  // S21
          at_warp_d = dispatch_launch_warp;
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = 1'b0;
          e_mask_d = dispatch_launch_mask;
          state_d = StLaunch;
        end
      end

      StExec: begin
        case (e_kind_q)
          wt_pkg::EV_EXIT: begin  // S8
            finished_we = 1'b1;
            cur_mask_we = 1'b1;
            cur_mask_n = rest;
            if (rest == '0) state_d = StSelect;
            else moved = 1'b1;
          end
          wt_pkg::EV_BAR: begin  // S9
            barred_n = barred_r | e_mask_q;
            if (uni) begin
              barred_we = 1'b1;
              at_bar_d = at_bar_q | at_warp_oh;
              if (barred_n != live_r) dead_d = dead_q | at_warp_oh;
              state_d = StIdle;
            end else if (full) begin
              err = 1'b1;
            end else begin
              barred_we = 1'b1;
              push = 1'b1;
              cur_mask_we = 1'b1;
              moved = 1'b1;
              push_mask = e_mask_q;
              cur_mask_n = rest;
            end
          end
          wt_pkg::EV_BREAK: begin  // S10, S16
            if (!uni && full) begin
              err = 1'b1;
            end else begin
              cur_mask_we = 1'b1;
              top_we = 1'b1;
              moved = 1'b1;
              push = !uni;
              cur_mask_n = rest;
              push_mask = e_mask_q;
              ent_rpc_n = entry_rpc;
              ent_depth_n = entry_depth;
              ent_join_n = entry_join;
              if (uni || order_first) begin
                cur_mask_n = e_mask_q;
                top_rpc_n = entry_rpc;
                top_depth_n = entry_depth;
                top_join_n = entry_join;
                push_mask = rest;
                ent_rpc_n = top_rpc_r;
                ent_depth_n = top_depth_r;
                ent_join_n = top_join_r;
              end
            end
          end
          default: begin  // S6: EV_BRA, EV_CALL
            if (uni) begin
              if (is_call && counts && top_depth_r == Deepest) begin  // S7
                err = 1'b1;
              end else begin
                top_we = 1'b1;
                top_depth_n = deeper;
                state_d = top_rpc_r == e_tgt_q && deeper == '0 ? StJoin : StIdle;
                redir_valid_d = state_d == StIdle;
                redir_pc_d = redir_valid_d ? e_tgt_q : '0;
              end
            end else if (br_full) begin  // S7
              err = 1'b1;
            end else begin
              cur_mask_we = 1'b1;
              top_we = 1'b1;
              cur_mask_n = first_taken ? e_mask_q : rest;
              top_rpc_n = side_rpc;
              top_depth_n = first_taken ? deep_depth : side_depth;
              top_join_n = side_join;
              join_m = first_taken ? rest : e_mask_q;
              push = own || !alone;
              join_w = !own && alone;
              redir_valid_d = first_taken;
              redir_pc_d = first_taken ? e_tgt_q : '0;
              state_d = StIdle;
              if (own) begin  // S6
                push_next = rpc;
                if (rpc == wt_pkg::RPC_RET) ent_depth_n = shallower;
                if (alone) push_mask = join_m;
              end else begin
                push_mask = join_m;
                if (!first_taken) begin
                  push_next = e_tgt_q;
                  ent_depth_n = deep_depth;
                end
              end
              if (own && !alone) begin
                e_mask_d = join_m;
                e_deep_d = is_call && !first_taken;
                if (first_taken) e_tgt_d = e_nx_q;
                state_d = StPush;
              end
            end
          end
        endcase
      end

      StPush: begin  // S6
        push = 1'b1;
        push_mask = e_mask_q;
        push_next = e_tgt_q;
        ent_depth_n = STK_CALL_W'(e_deep_q);
        state_d = StIdle;
      end

      StDiv: if (tgt_valid) begin  // S11
        state_d = StTgt;
        overflow_d = !tgt_last && own && full;
        if (!tgt_last && own && !full) begin
          push = 1'b1;
          top_we = 1'b1;
          push_next = rpc;
          if (rpc == wt_pkg::RPC_RET) ent_depth_n = shallower;
          top_rpc_n = rpc;
          top_depth_n = '0;
          top_join_n = below_r;
        end
      end

      StTgt: if (tgt_valid) begin  // S11
        if (group_full) overflow_d = 1'b1;
        cur_mask_n = cur_mask_r & ~tgt_mask;
        ent_rpc_n = group_rpc;
        ent_depth_n = group_depth;
        ent_join_n = group_join;
        push_mask = tgt_mask;
        push_next = tgt_pc;
        join_m = tgt_mask;
        if (group_joins && !group_full) begin
          join_w = 1'b1;
          cur_mask_we = 1'b1;
          ret_w = group_home;
        end else if (!tgt_last && !group_full) begin
          push = 1'b1;
          cur_mask_we = 1'b1;
        end
        if (tgt_last) begin
          if (overflow_d) begin
            err = 1'b1;
          end else if (group_joins) begin
            state_d = StSelect;
          end else begin
            top_we = 1'b1;
            top_rpc_n = group_rpc;
            top_depth_n = group_depth;
            top_join_n = group_join;
            state_d = group_rpc == tgt_pc && group_depth == '0 ? StJoin : StIdle;
            redir_valid_d = state_d == StIdle && tgt_pc != e_nx_q;
            redir_pc_d = redir_valid_d ? tgt_pc : '0;
          end
        end
      end

      StWait: if (sc_hit) begin  // S17
        moved = 1'b1;
        if (e_kind_q == wt_pkg::EV_BMOVW) begin
          bx_entry_we[1] = 1'b1;
          bx_entry_n1 = bset(bx_entry_r, e_bx_q, STK_W'(alu_sc_val));
        end else if (!sc_pass) begin  // S17
          moved = 1'b0;
          state_d = StErr;
          err_kind_d = wt_pkg::CFE_WSYNC;
        end
      end

      // S13
      // not before the last beat has issued: a redirect would empty the I-buffer under it, and its mask would change
      StJoin: if (!sched_busy) begin
        join_w = 1'b1;
        cur_mask_we = 1'b1;
        join_m = cur_mask_r;
        state_d = StSelect;
      end

      StSelect: begin  // S14
        below_n = rd_no;
        if (below_r == '0 || (x_m & barred_r) != '0) begin
          redir_valid_d = 1'b1;
          redir_stop_d = 1'b1;
          has_path_d = has_path_q & ~at_warp_oh;
          done_d = below_r == '0;
          if (below_r != '0 && barred_r != live_r) dead_d = dead_q | at_warp_oh;
          state_d = StIdle;
        end else begin
          sp_set = 1'b1;
          if (x_m != '0) begin
            cur_mask_we = 1'b1;
            top_we = 1'b1;
            cur_mask_n = x_m;
            top_rpc_n = entry_rpc;
            top_depth_n = entry_depth;
            top_join_n = entry_join;
            has_path_d = has_path_q | at_warp_oh;
            state_d = entry_next == entry_rpc && entry_depth == '0 ? StJoin : StIdle;
            redir_valid_d = state_d == StIdle && !(e_seq_q && entry_next == e_nx_q);
            redir_pc_d = redir_valid_d ? entry_next : '0;
          end
        end
      end

      StBssy: begin  // S15
        state_d = StIdle;
        bx_entry_we[1] = 1'b1;
        if (top_depth_r == '0 && top_rpc_r == top_next_r) begin
          bx_entry_n1 = bset(bx_entry_r, push_bx_r, top_join_r + STK_W'(1));
        end else if (full) begin
          bx_entry_we[1] = 1'b0;
          e_nx_d = top_next_r + 32'd16;
          err = 1'b1;
        end else begin
          push = 1'b1;
          top_we = 1'b1;
          push_next = top_next_r;
          top_rpc_n = top_next_r;
          top_depth_n = '0;
          top_join_n = below_r;
          bx_entry_n1 = bset(bx_entry_r, push_bx_r, below_r + STK_W'(1));
        end
      end

      StLaunch: begin  // S21
        cur_mask_we = '1;
        top_we = '1;
        sp_set = '1;
        barred_we = '1;
        finished_we = '1;
        bx_entry_we[1] = '1;
        redir_valid_d = '1;
        cur_mask_n = e_mask_q;
        top_rpc_n = wt_pkg::RPC_NONE;
        top_depth_n = '0;
        top_join_n = '0;
        below_n = '0;
        has_path_d = has_path_q | at_warp_oh;
        at_bar_d = at_bar_q & ~at_warp_oh;
        dead_d = dead_q & ~at_warp_oh;
        state_d = StIdle;
      end

      StCtaRel: begin  // S20
        barred_we = 1'b1;
        dead_d = dead_q & ~at_warp_oh;
        state_d = StIdle;
        if ((barred_r & cur_mask_r) != '0) begin
          at_bar_d = at_bar_q & ~at_warp_oh;
          e_nx_d = top_next_r;
          e_seq_d = 1'b1;
          if (top_depth_r == '0 && top_rpc_r == top_next_r) state_d = StJoin;
        end else if ((has_path_q & at_warp_oh) == '0 && cur_mask_r == '0) begin
          state_d = StSelect;
        end
      end

      default: begin  // S18: error
        has_path_d = has_path_q & ~at_warp_oh;
        redir_valid_d = 1'b1;
        redir_stop_d = 1'b1;
        state_d = StIdle;
      end
    endcase
    if (moved) state_d = hit_n ? StJoin : StIdle;
    if (err) begin
      state_d = StErr;
      err_kind_d = wt_pkg::CFE_STACK;
    end
    if (ev_bssy) to_push_d = to_push_d | ev_oh;  // S3
    if (issue_ev_valid && !ev_starts && !ev_bssy && ev_hit) to_join_d = to_join_d | ev_oh;  // S1
  end

  // ---- writes ----
  assign top_next_n = ev_bssy ? (ev_full ? issue_ev_pc : issue_ev_rpc) : ev_next;  // S3
  assign top_rpc_we = top_we;
  assign top_depth_we = top_we;
  assign top_join_we = top_we;
  assign below_we = sp_set || push;
  assign row_no = push ? below_r : top_join_r;
  assign row_w = push || join_w ? erow(at_warp_q, row_no) : '0;
  assign ent_mask_we = push || join_w;
  assign ent_next_we = push || ret_w;
  assign ent_rpc_we = push;
  assign ent_depth_we = push;
  assign ent_join_we = push;

  assign ent_mask_n = push ? push_mask : x_m | join_m;
  assign ent_next_n = push ? push_next : tgt_pc;
  assign finished_n = state_q == StLaunch ? ~e_mask_q : finished_r | e_mask_q;
  assign push_bx_n = issue_ev_bx;

  logic unused_ok;
  assign unused_ok = &{1'b0, uop, issue_ev_val, alu_sc_val, ctabar_rel_id};
`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n)
    issue_ev_valid && ev_starts |-> cfu_idle);
  TakenIsSubset_A: assert property (@(posedge clk) disable iff (!rst_n) ev_mach |-> (issue_ev_mask & ~ev_cm) == '0);
  Room_A: assert property (@(posedge clk) disable iff (!rst_n) push |-> !full);
  JoinBelow_A: assert property (@(posedge clk) disable iff (!rst_n) join_w |-> top_join_r < below_r);  // S24
  wt_cfu_rules u_rules (.*);
`endif
endmodule
`default_nettype wire
