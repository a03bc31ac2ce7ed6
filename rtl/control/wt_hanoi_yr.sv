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
  localparam int unsigned NW = wt_pkg::SLOTS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned PW = wt_pkg::PATH_W;
  localparam int unsigned BX = wt_pkg::BX_REGS;
  localparam int unsigned BX_W = wt_pkg::BX_W;
  localparam int unsigned NS = wt_pkg::WSYNC_SLOTS;
  localparam int unsigned BA = wt_pkg::BX_ROW_W;
  typedef enum logic [3:0] {
    StIdle = wt_pkg::YR_IDLE, StExec = wt_pkg::YR_EXEC, StWait = wt_pkg::YR_WAIT, StLaunch = wt_pkg::YR_LAUNCH,
    StCtaRel = wt_pkg::YR_CTAREL, StCheck = wt_pkg::YR_CHECK, StCheckw = wt_pkg::YR_CHECKW,
    StRelease = wt_pkg::YR_RELEASE, StForce = wt_pkg::YR_FORCE, StYend = wt_pkg::YR_YEND,
    StSelect = wt_pkg::YR_SELECT, StTgt = wt_pkg::YR_TGT
  } state_e;

  // ---- state ----
  `include "rows/wt_hanoi_yr_state.svh"

  function automatic logic [BA-1:0] brow(input logic [WW-1:0] w, input logic [BX_W-1:0] n);
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
    if (sched_sel_valid) begin  // R27
      cfu_mask = cur_mask_q[sched_sel_warp];
      cfu_live = ~finished_q[sched_sel_warp];
      cfu_split = wt_pkg::SPLIT_W'(cur_entry_q[sched_sel_warp]);
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
  assign cfu_run = busy || redir_valid_q || changed_q ? has_path_q & ~at_warp_oh : has_path_q;  // R26
  assign cfu_dead = dead_q;
  assign cfu_redir_valid = redir_valid_q;
  assign cfu_redir_warp = redir_valid_q ? at_warp_q : '0;
  assign cfu_redir_pc = redir_pc_q;
  assign cfu_redir_stop = redir_stop_q;
  assign cfu_done_valid = done_q;
  assign cfu_done_warp = done_q ? at_warp_q : '0;
  // R26
  assign cfu_upd_valid = changed_q;
  assign cfu_upd_warp = changed_q ? at_warp_q : '0;
  assign cfu_upd_mask = changed_q ? cur_mask_q[at_warp_q] : '0;
  assign changed_d = wt_pkg::SB_SPLIT == 1 && cur_mask_we;  // R26
  assign cfu_rel_ack = state_q == StCtaRel;
  assign cfu_launch_ack = state_q == StLaunch;
  assign cfu_at_bar = '0;
  assign cfu_forced = state_q == StForce;
  assign cfu_tgt_take = state_q == StTgt;
  assign cfu_err_valid = '0;  // R29: the pool cannot overflow
  assign cfu_err_warp = '0;
  assign cfu_err_kind = '0;
  assign cfu_err_pc = '0;
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
  logic [P-1:0] pv, k0, k1, pv_n, k0_n, k1_n, s_run, s_wb, s_ww, s_bar;
  assign k1 = pool_kind_r[2*P +: P];
  assign k0 = pool_kind_r[P +: P];
  assign pv = pool_kind_r[0 +: P];
  assign s_run = pv & ~k1 & ~k0;
  assign s_wb = pv & ~k1 & k0;
  assign s_ww = pv & k1 & ~k0;
  assign s_bar = pv & k1 & k0;

  // Which entries a CHECK, CHECKW, RELEASE or FORCE step is about.
  logic [3:0]    cb_no, cw_no, ws_no;
  logic [NS-1:0] cw_oh, ws_oh;
  logic [BX-1:0] cb_oh;
  logic [WS-1:0] cb_m, cw_m, release_mask;
  logic [P-1:0]  at_bar, waiters, release_group, release_keep, force_set;
  logic          waiters_go, mask_empty;
  wt_first #(.N(BX)) u_cb (.x(check_b_q), .oh(cb_oh));
  wt_cfu_slots u_slots (.find(state_q == StExec && e_kind_q == wt_pkg::EV_WSYNC), .val(e_val_q), .*);
  wt_onehot_index #(.N(BX), .W(4)) u_cb_no (.oh(cb_oh), .no(cb_no));
  assign cb_m = state_q == StCheck ? b_mask_q[brow(at_warp_q, BX_W'(cb_no))] : '0;
  wt_hanoi_yr_groups u_groups (
    .check(state_q == StCheck), .checkw(state_q == StCheckw), .release_step(state_q == StRelease),
    .force_step(state_q == StForce), .yrel(cfg_yrel), .s_run_y(s_run & pool_yield_r), .bar_no(e_bx_q), .*
  );

  // ---- event of issue ----
  logic          ev_direct, ev_mach, ev_bv;
  logic [BX-1:0] ev_noh;
  logic [WS-1:0] ev_bm, ev_fin;
  assign ev_direct = issue_ev_valid && (issue_ev_kind == wt_pkg::EV_BSSY || issue_ev_kind == wt_pkg::EV_BMOVR);
  assign ev_mach = issue_ev_valid && issue_ev_kind != wt_pkg::EV_ADV && !ev_direct && !busy;  // R1, R3
  assign ev_noh = BX'(1) << issue_ev_bx;
  always_comb begin
    ev_bv = 1'b0;
    ev_bm = '0;
    ev_fin = '0;
    if (ev_mach) begin
      ev_bv = (b_valid_q[issue_ev_warp] & ev_noh) != '0;
      if (ev_bv) ev_bm = b_mask_q[brow(issue_ev_warp, BX_W'(issue_ev_bx))];
      ev_fin = finished_q[issue_ev_warp];
    end
  end

  // Port 0 of the B registers: BSSY, BMOV.CLEAR, BREAK. Port 1: the machine.
  logic [WS-1:0] sc_m;
  logic [BX-1:0] e_noh;
  logic          ev_brk;
  assign ev_brk = ev_mach && issue_ev_kind == wt_pkg::EV_BREAK && ev_bv;  // R8
  assign b_mask_n0 = ev_brk ? ev_bm & ~issue_ev_mask : issue_ev_mask;
  // R2
  assign b_valid_n0 = issue_ev_kind == wt_pkg::EV_BSSY ? b_valid_q[issue_ev_warp] | ev_noh :
      b_valid_q[issue_ev_warp] & ~ev_noh;
  assign b_mask_we[0] = ev_brk || (ev_direct && issue_ev_kind == wt_pkg::EV_BSSY && ev_noh != '0);  // R2
  assign b_valid_we[0] = ev_direct && ev_noh != '0 && (issue_ev_kind == wt_pkg::EV_BSSY || issue_ev_val[0]);  // R2
  assign b_mask_wa = {brow(at_warp_q, BX_W'(e_bx_q)), brow(issue_ev_warp, BX_W'(issue_ev_bx))};
  assign b_valid_wa = {at_warp_q, issue_ev_warp};
  assign e_noh = BX'(1) << e_bx_q;
  assign sc_m = WS'(alu_sc_val);
  assign b_mask_n1 = sc_m & ~finished_r;

  // ---- the machine ----
  logic [P-1:0]  cur_oh, free_oh, edit_oh, clr;
  logic [PW-1:0] free_no, release_no;
  logic          edit_mask_we, edit_pc_we, new_we, push_top, push_bottom, phase, sc_hit, first_taken, futile, pass;
  logic [WS-1:0] edit_mask, new_mask, rest;
  logic [31:0]   edit_pc, new_pc, e_next;
  logic [PW-1:0] push_no, top_no;
  logic [P-1:0]  top_oh;
  logic [3:0]    park_at;
  logic          park;
  assign cur_oh = P'(1) << cur_entry_r;
  wt_first #(.N(P)) u_free (.x(~pv), .oh(free_oh));
  wt_onehot_index #(.N(P), .W(PW)) u_free_no (.oh(free_oh), .no(free_no));
  wt_onehot_index #(.N(P), .W(PW)) u_release_no (.oh(release_keep), .no(release_no));
  assign e_next = e_pc_q + 32'd16;
  assign rest = cur_mask_r & ~e_mask_q;
  assign sc_hit = state_q == StWait && alu_sc_valid && alu_sc_warp == at_warp_q;
  assign futile = !released_q && (s_run & ~pool_yield_r) == '0 && s_wb != '0;  // R14

  always_comb begin
    first_taken = 1'b1;  // R6
    if (state_q == StExec && cfg_order == wt_pkg::PATH_ORDER_majority)
      first_taken = $countones(e_mask_q) >= $countones(rest);
    if (state_q == StExec && cfg_order == wt_pkg::PATH_ORDER_minority)
      first_taken = $countones(e_mask_q) < $countones(rest);
  end

  wt_hanoi_yr_queue u_queue (  // R23
    .pop(state_q == StSelect && ring_count_r != '0), .clear(state_q == StLaunch), .*
  );
  assign top_oh = P'(1) << top_no;
  logic [31:0]   top_pc;
  logic [WS-1:0] top_mask;
  always_comb begin
    top_pc = '0;
    top_mask = '0;
    if (state_q == StSelect)
      for (int i = 0; i < P; i++)
        if (top_oh[i]) begin
          top_pc = pool_pc_r[i*32 +: 32];
          top_mask = pool_mask_r[i*WS +: WS];
        end
  end

  always_comb begin
    state_d = state_q;
    has_path_d = has_path_q;
    dead_d = dead_q;
    at_warp_d = at_warp_q;
    e_kind_d = e_kind_q;
    e_seq_d = e_seq_q;
    e_pc_d = e_pc_q;
    e_mask_d = e_mask_q;
    e_tgt_d = e_tgt_q;
    e_bx_d = e_bx_q;
    e_val_d = e_val_q;
    check_b_d = check_b_q;
    check_slot_d = check_slot_q;
    to_release_d = to_release_q;
    released_d = released_q;
    redir_valid_d = '0;
    redir_stop_d = '0;
    redir_pc_d = '0;
    done_d = '0;
    // writes of the pool: entry edit_oh (mask, pc), new entry free_oh, entries that become free
    edit_oh = cur_oh;
    edit_mask_we = '0;
    edit_pc_we = '0;
    new_we = '0;
    clr = '0;
    edit_mask = e_mask_q;
    edit_pc = e_next;
    new_mask = rest;
    new_pc = e_next;
    k1_n = k1;
    k0_n = k0;
    pv_n = pv;
    pool_yield_n = pool_yield_r;
    park = '0;
    push_top = '0;
    push_bottom = '0;
    phase = '0;
    pass = '0;
    park_at = e_bx_q;
    push_no = free_no;
    cur_entry_n = top_no;
    cur_mask_n = top_mask;
    finished_n = finished_r | e_mask_q;
    futile_n = '0;
    b_valid_n1 = b_valid_r;
    slot_valid_n = slot_valid_r;
    cur_entry_we = '0;
    cur_mask_we = '0;
    finished_we = '0;
    futile_we = '0;
    slot_valid_we = '0;
    slot_mask_we = '0;
    pool_kind_we = '0;
    pool_yield_we = '0;
    b_mask_we[1] = '0;
    b_valid_we[1] = '0;

    unique case (state_q)
      StIdle: begin
        if (ev_mach) begin
          at_warp_d = issue_ev_warp;
          e_kind_d = issue_ev_kind;
          e_seq_d = 1'b1;  // R3
          e_pc_d = issue_ev_pc;
          e_mask_d = issue_ev_kind == wt_pkg::EV_BSYNC ? issue_ev_mask & ev_bm : issue_ev_mask;  // R3
          e_tgt_d = issue_ev_target;
          e_bx_d = issue_ev_bx;
          e_val_d = issue_ev_val;
          released_d = 1'b0;
          state_d = StExec;
          case (issue_ev_kind)
            wt_pkg::EV_BRA, wt_pkg::EV_CALL:
              if (issue_ev_mask == cur_mask_q[issue_ev_warp]) begin  // R4
                state_d = StIdle;
                redir_valid_d = 1'b1;
                redir_pc_d = issue_ev_target;
              end
            wt_pkg::EV_BSYNC: if (e_mask_d == '0) state_d = StIdle;  // R4
            wt_pkg::EV_BREAK: begin  // R4, R8
              state_d = StIdle;
              if (ev_bv) begin
                state_d = StCheck;
                check_b_d = ev_noh;
                check_slot_d = '0;
              end
            end
            wt_pkg::EV_WSYNC: if ((issue_ev_val & ~ev_fin & ~issue_ev_mask) == '0) state_d = StIdle;  // R4
            wt_pkg::EV_BMOVW, wt_pkg::EV_WSYNCR: state_d = StWait;  // R9
            wt_pkg::EV_BRX, wt_pkg::EV_RET, wt_pkg::EV_CALLX: state_d = StTgt;  // R29
            default: state_d = StExec;
          endcase
        end else if (ctabar_rel_valid || (dispatch_launch_valid && dispatch_launch_last)) begin
          e_kind_d = wt_pkg::EV_ADV;
          e_seq_d = '0;
          released_d = '0;
          check_b_d = '0;
          check_slot_d = '0;
          if (ctabar_rel_valid) begin  // R24
            at_warp_d = ctabar_rel_warp;
            e_bx_d = ctabar_rel_id;
            state_d = StCtaRel;
          end else begin  // R25
            at_warp_d = dispatch_launch_warp;
            e_mask_d = dispatch_launch_mask;
            state_d = StLaunch;
          end
        end
      end

      StExec: begin
        case (e_kind_q)
          wt_pkg::EV_BRA, wt_pkg::EV_CALL: begin  // R6
            new_we = 1'b1;
            edit_mask_we = 1'b1;
            cur_mask_we = 1'b1;
            futile_we = 1'b1;
            new_mask = first_taken ? rest : e_mask_q;
            new_pc = first_taken ? e_next : e_tgt_q;
            edit_mask = first_taken ? e_mask_q : rest;
            cur_mask_n = edit_mask;
            redir_valid_d = first_taken;
            redir_pc_d = first_taken ? e_tgt_q : '0;
            state_d = StIdle;
          end
          wt_pkg::EV_BSYNC: begin  // R7
            park = 1'b1;
            phase = 1'b1;
            k0_n = k0 | cur_oh;
            check_b_d = e_noh;
            check_slot_d = '0;
          end
          // R28: not before the last beat of WARPSYNC Rb has issued: a redirect would empty the I-buffer under it
          wt_pkg::EV_WSYNC: if (!sched_busy) begin  // R10
            if (ws_oh == '0) begin  // R11
              edit_pc_we = 1'b1;
              edit_pc = e_pc_q;
              push_bottom = 1'b1;
              has_path_d = has_path_q & ~at_warp_oh;
              state_d = StSelect;
            end else begin
              slot_mask_we = 1'b1;
              slot_valid_we = 1'b1;
              park = 1'b1;
              phase = 1'b1;
              slot_valid_n = slot_valid_r | ws_oh;
              park_at = ws_no;
              k1_n = k1 | cur_oh;
              check_b_d = '0;
              check_slot_d = ws_oh;
            end
          end
          wt_pkg::EV_YIELD: begin  // R12
            edit_pc_we = 1'b1;
            push_bottom = 1'b1;
            phase = 1'b1;
            has_path_d = has_path_q & ~at_warp_oh;
            check_b_d = s_wb != '0 ? b_valid_r : '0;  // R20
            check_slot_d = s_ww != '0 ? slot_valid_r : '0;
          end
          wt_pkg::EV_EXIT: begin  // R13
            finished_we = 1'b1;
            edit_mask_we = 1'b1;
            cur_mask_we = 1'b1;
            futile_we = 1'b1;
            phase = 1'b1;
            edit_mask = rest;
            cur_mask_n = rest;
            if (rest == '0) begin
              pool_kind_we = 1'b1;
              pv_n = pv & ~cur_oh;
              has_path_d = has_path_q & ~at_warp_oh;
            end
            check_b_d = s_wb != '0 ? b_valid_r : '0;  // R20
            check_slot_d = s_ww != '0 ? slot_valid_r : '0;
          end
          default: begin // R15: EV_BAR
            park = 1'b1;
            k0_n = k0 | cur_oh;
            k1_n = k1 | cur_oh;
            state_d = StSelect;
          end
        endcase
        if (park) begin  // R5
          edit_mask_we = 1'b1;
          edit_pc_we = 1'b1;
          new_we = rest != '0;
          pool_kind_we = 1'b1;
          has_path_d = has_path_q & ~at_warp_oh;
        end
        if (push_bottom) begin
          pool_yield_we = 1'b1;
          pool_yield_n = pool_yield_r | cur_oh;
          push_no = cur_entry_r;
        end
      end

      StWait: if (sc_hit) begin  // R9
        state_d = StIdle;
        if (e_kind_q == wt_pkg::EV_WSYNCR) begin  // R9
          pass = (sc_m & ~finished_r & ~e_mask_q) == '0;
          if (!pass) begin
            e_val_d = sc_m;
            e_kind_d = wt_pkg::EV_WSYNC;
            state_d = StExec;
          end
        end else if (e_noh != '0) begin  // R9
          b_mask_we[1] = 1'b1;
          b_valid_we[1] = 1'b1;
          b_valid_n1 = b_mask_n1 != '0 ? b_valid_r | e_noh : b_valid_r & ~e_noh;
          check_b_d = b_mask_n1 != '0 ? e_noh : '0;
          check_slot_d = '0;
          phase = 1'b1;
        end
      end

      StLaunch: begin  // R25
        clr = ~(P'(1));
        edit_oh = P'(1);
        edit_mask_we = '1;
        pool_kind_we = '1;
        pool_yield_we = '1;
        cur_entry_we = '1;
        cur_mask_we = '1;
        finished_we = '1;
        futile_we = '1;
        slot_valid_we = '1;
        b_valid_we[1] = '1;
        redir_valid_d = '1;
        pv_n = P'(1);
        k0_n = '0;
        k1_n = '0;
        pool_yield_n = '0;
        cur_entry_n = '0;
        slot_valid_n = '0;
        b_valid_n1 = '0;
        cur_mask_n = e_mask_q;
        finished_n = ~e_mask_q;
        has_path_d = has_path_q | at_warp_oh;
        dead_d = dead_q & ~at_warp_oh;
        state_d = StIdle;
      end

      StCtaRel: begin  // R24
        to_release_d = at_bar;
        if (to_release_d != '0) state_d = StRelease;
        else phase = 1'b1;
      end

      StCheck: begin  // R17
        check_b_d = check_b_q & ~cb_oh;
        phase = 1'b1;
        if (mask_empty || waiters_go) begin
          b_valid_we[1] = 1'b1;
          b_valid_n1 = b_valid_r & ~cb_oh;
          to_release_d = waiters;
        end
        if (waiters_go) begin
          phase = 1'b0;
          state_d = StRelease;
        end
      end

      StCheckw: begin  // R18
        check_slot_d = check_slot_q & ~cw_oh;
        phase = 1'b1;
        if (waiters_go) begin
          slot_valid_we = 1'b1;
          slot_valid_n = slot_valid_r & ~cw_oh;
          to_release_d = waiters;
          if (waiters != '0) begin
            phase = 1'b0;
            state_d = StRelease;
          end
        end
      end

      StRelease: begin  // R16
        to_release_d = to_release_q & ~release_group;
        clr = release_group & ~release_keep;
        edit_oh = release_keep;
        edit_mask_we = 1'b1;
        edit_mask = release_mask;
        pool_kind_we = 1'b1;
        pv_n = pv & ~clr;
        k0_n = k0 & ~release_group;
        k1_n = k1 & ~release_group;
        pool_yield_we = 1'b1;
        pool_yield_n = pool_yield_r & ~release_keep;
        push_top = 1'b1;
        push_no = release_no;
        futile_we = 1'b1;
        released_d = 1'b1;
        phase = to_release_d == '0;
      end

      StForce: begin  // R19
        to_release_d = force_set;
        state_d = StRelease;
      end

      StYend: begin  // R14
        futile_we = 1'b1;
        futile_n = futile ? futile_r + 4'd1 : 4'd0;
        e_kind_d = wt_pkg::EV_ADV;
        state_d = futile && futile_r == 4'd15 && cfg_force ? StForce : StSelect;
      end

      StSelect: begin  // R22
        state_d = StIdle;
        if (ring_count_r != '0) begin
          cur_entry_we = 1'b1;
          cur_mask_we = 1'b1;
          pool_yield_we = 1'b1;
          pool_yield_n = pool_yield_r & ~top_oh;
          has_path_d = has_path_q | at_warp_oh;
          if (!e_seq_q || top_pc != e_next) begin
            redir_valid_d = 1'b1;
            redir_pc_d = top_pc;
          end
        end else if (s_wb != '0 && cfg_force) begin  // R22
          state_d = StForce;
        end else begin
          redir_valid_d = 1'b1;
          redir_stop_d = 1'b1;
          if (pv == '0) done_d = 1'b1;
          else if (s_bar == '0) dead_d = dead_q | at_warp_oh;
        end
      end

      // R29: groups of an indirect branch: all but the last become new paths
      StTgt: if (tgt_valid) begin
        new_we = !tgt_last;
        new_mask = tgt_mask;
        new_pc = tgt_pc;
        if (tgt_last) begin
          edit_mask_we = 1'b1;
          cur_mask_we = 1'b1;
          redir_valid_d = 1'b1;
          edit_mask = tgt_mask;
          cur_mask_n = tgt_mask;
          futile_we = tgt_mask != cur_mask_r;
          redir_pc_d = tgt_pc;
          state_d = StIdle;
        end
      end
      default: state_d = StIdle;
    endcase
    if (new_we) begin  // R5
      pool_kind_we = 1'b1;
      pv_n = pv | free_oh;
      k0_n = k0_n & ~free_oh;
      k1_n = k1_n & ~free_oh;
      pool_yield_we = 1'b1;
      pool_yield_n = pool_yield_r & ~free_oh;
      push_top = 1'b1;
    end

    // R21: what follows a step that leaves nothing to release
    if (phase) begin
      if (check_b_d != '0) state_d = StCheck;
      else if (check_slot_d != '0) state_d = StCheckw;
      else if (e_kind_q == wt_pkg::EV_YIELD) state_d = StYend;
      else state_d = (has_path_d & at_warp_oh) != '0 ? StIdle : StSelect;
    end
  end

  // ---- next rows ----
  assign pool_mask_we = edit_mask_we || new_we || clr != '0;
  assign pool_pc_we = edit_pc_we || new_we;
  assign pool_at_we = park;
  always_comb begin
    pool_mask_n = pool_mask_r;
    pool_pc_n = pool_pc_r;
    pool_at_n = pool_at_r;
    if (busy) begin
      for (int i = 0; i < P; i++) begin
        if (clr[i]) pool_mask_n[i*WS +: WS] = '0;
        else if (edit_mask_we && edit_oh[i]) pool_mask_n[i*WS +: WS] = edit_mask;
        else if (new_we && free_oh[i]) pool_mask_n[i*WS +: WS] = new_mask;
        if (edit_pc_we && edit_oh[i]) pool_pc_n[i*32 +: 32] = edit_pc;
        else if (new_we && free_oh[i]) pool_pc_n[i*32 +: 32] = new_pc;
      end
      for (int b = 0; b < 4; b++)
        pool_at_n[b*P +: P] = park_at[b] ? pool_at_r[b*P +: P] | cur_oh : pool_at_r[b*P +: P] & ~cur_oh;
    end
  end

  assign pool_kind_n = {k1_n, k0_n, pv_n};

  logic unused_ok;
  assign unused_ok = &{1'b0, uop, issue_ev_rpc, alu_sc_val, tgt_taken};
`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n)
    issue_ev_valid && issue_ev_kind != wt_pkg::EV_ADV && !ev_direct |-> !busy);
  logic [WS-1:0] ev_cm;
  assign ev_cm = cur_mask_q[issue_ev_warp];
  TakenIsSubset_A: assert property (@(posedge clk) disable iff (!rst_n) ev_mach |-> (issue_ev_mask & ~ev_cm) == '0);
  FreeEntry_A: assert property (@(posedge clk) disable iff (!rst_n) new_we |-> free_oh != '0);
  NoEmptyRelease_A: assert property (@(posedge clk) disable iff (!rst_n) state_q == StRelease |-> to_release_q != '0);
  wt_cfu_rules u_rules (.*);
`endif
endmodule
`default_nettype wire
