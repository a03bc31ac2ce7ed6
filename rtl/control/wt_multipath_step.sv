// wt_multipath_step: one step of the event machine of wt_multipath, for the warp it works on: next state, and the rows that it writes.
//
// Combinational. has_path_q, cur_level_q, dead_q are the bits of that warp; *_r its rows, *_n the rows after the step where *_we is 1.
// Not used while the machine is idle: all rows read 0 then.
// Doc       docs/blocks/control/wt_multipath.md
`default_nettype none
module wt_multipath_step (
  input  wire logic                                                  sched_busy,
  input  wire logic                                                  alu_sc_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]                             alu_sc_warp,
  input  wire logic [31:0]                                           alu_sc_val,
  input  wire logic                                                  tgt_valid,
  input  wire logic [wt_pkg::WARP_SIZE-1:0]                          tgt_mask,
  input  wire logic                                                  tgt_taken,
  input  wire logic [31:0]                                           tgt_pc,
  input  wire logic                                                  tgt_last,
  input  wire logic [1:0]                                            cfg_order,
  input  wire logic [1:0]                                            cfg_policy,
  input  wire logic                                                  cfg_every,
  input  wire logic [1:0]                                            cfg_delay,
  input  wire logic                                                  has_path_q,
  input  wire logic                                                  cur_level_q,
  input  wire logic                                                  dead_q,
  input  wire logic [3:0]                                            state_q,
  input  wire logic [wt_pkg::WARP_W-1:0]                             at_warp_q,
  input  wire logic [3:0]                                            e_kind_q,
  input  wire logic                                                  e_seq_q,
  input  wire logic [31:0]                                           e_pc_q,
  input  wire logic [wt_pkg::WARP_SIZE-1:0]                          e_mask_q,
  input  wire logic [31:0]                                           e_tgt_q,
  input  wire logic [31:0]                                           e_rpc_q,
  input  wire logic [3:0]                                            e_bx_q,
  input  wire logic [wt_pkg::WARP_SIZE-1:0]                          e_val_q,
  input  wire logic                                                  tgt_taken_q,
  input  wire logic                                                  tgt_full_q,
  input  wire logic [wt_pkg::PATHS-1:0]                              meet_new_q,
  input  wire logic [wt_pkg::PATHS-1:0]                              arrive_q,
  input  wire logic                                                  retest_q,
  input  wire logic [wt_pkg::WSYNC_SLOTS-1:0]                        check_slot_q,
  input  wire logic [wt_pkg::PATHS-1:0]                              to_release_q,
  input  wire logic [wt_pkg::PATHS*wt_pkg::WARP_SIZE-1:0]            split_mask_r,
  input  wire logic [wt_pkg::PATHS*32-1:0]                           split_pc_r,
  input  wire logic [3*wt_pkg::PATHS-1:0]                            split_kind_r,
  input  wire logic [4*wt_pkg::PATHS-1:0]                            split_at_r,
  input  wire logic [wt_pkg::PATHS-1:0]                              split_yield_r,
  input  wire logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]            split_rec_r,
  input  wire logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]            split_depth_r,
  input  wire logic [wt_pkg::MP_START_W-1:0]                         split_start_r,
  input  wire logic [wt_pkg::PATHS*wt_pkg::PATH_W-1:0]               order_r,
  input  wire logic [wt_pkg::PATH_W:0]                               order_count_r,
  input  wire logic [wt_pkg::PATH_W-1:0]                             cur_entry_r,
  input  wire logic [wt_pkg::WARP_SIZE-1:0]                          cur_mask_r,
  input  wire logic [wt_pkg::WARP_SIZE-1:0]                          finished_r,
  input  wire logic [wt_pkg::WSYNC_SLOTS*wt_pkg::WARP_SIZE-1:0]      slot_mask_r,
  input  wire logic [wt_pkg::WSYNC_SLOTS-1:0]                        slot_valid_r,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::WARP_SIZE-1:0]         rec_mask_r,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::WARP_SIZE-1:0]         rec_arrived_r,
  input  wire logic [wt_pkg::RT_DEPTH*32-1:0]                        rec_pc_r,
  input  wire logic [wt_pkg::RT_DEPTH*(wt_pkg::RTX_W+1)-1:0]         rec_outer_r,
  input  wire logic [wt_pkg::RT_DEPTH*wt_pkg::MP_CALL_W-1:0]         rec_depth_r,
  input  wire logic [2*wt_pkg::RT_DEPTH-1:0]                         rec_kind_r,
  input  wire logic [wt_pkg::MP_EARLY_W-1:0]                         rec_early_r,
  output logic                                                       cv,
  output logic                                                       cr,
  output logic                                                       dead,
  output logic [3:0]                                                 st,
  output logic [3:0]                                                 e_kind,
  output logic [wt_pkg::WARP_SIZE-1:0]                               e_val,
  output logic                                                       tf,
  output logic                                                       tx,
  output logic [wt_pkg::PATHS-1:0]                                   nw,
  output logic [wt_pkg::PATHS-1:0]                                   mv,
  output logic                                                       rt,
  output logic [wt_pkg::WSYNC_SLOTS-1:0]                             cw,
  output logic [wt_pkg::PATHS-1:0]                                   g,
  output logic                                                       r_valid,
  output logic                                                       r_stop,
  output logic [31:0]                                                r_pc,
  output logic                                                       done,
  output logic                                                       err,
  output logic [wt_pkg::PATHS*wt_pkg::WARP_SIZE-1:0]                 split_mask_n,
  output logic [wt_pkg::PATHS*32-1:0]                                split_pc_n,
  output logic [3*wt_pkg::PATHS-1:0]                                 split_kind_n,
  output logic [4*wt_pkg::PATHS-1:0]                                 split_at_n,
  output logic [wt_pkg::PATHS-1:0]                                   split_yield_n,
  output logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]                 split_rec_n,
  output logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]                 split_depth_n,
  output logic [wt_pkg::MP_START_W-1:0]                              split_start_n,
  output logic [wt_pkg::PATHS*wt_pkg::PATH_W-1:0]                    order_n,
  output logic [wt_pkg::PATH_W:0]                                    order_count_n,
  output logic [wt_pkg::PATH_W-1:0]                                  cur_entry_n,
  output logic [wt_pkg::WARP_SIZE-1:0]                               cur_mask_n,
  output logic [wt_pkg::WARP_SIZE-1:0]                               finished_n,
  output logic [wt_pkg::WSYNC_SLOTS*wt_pkg::WARP_SIZE-1:0]           slot_mask_n,
  output logic [wt_pkg::WSYNC_SLOTS-1:0]                             slot_valid_n,
  output logic [wt_pkg::RT_DEPTH*wt_pkg::WARP_SIZE-1:0]              rec_mask_n,
  output logic [wt_pkg::RT_DEPTH*wt_pkg::WARP_SIZE-1:0]              rec_arrived_n,
  output logic [wt_pkg::RT_DEPTH*32-1:0]                             rec_pc_n,
  output logic [wt_pkg::RT_DEPTH*(wt_pkg::RTX_W+1)-1:0]              rec_outer_n,
  output logic [wt_pkg::RT_DEPTH*wt_pkg::MP_CALL_W-1:0]              rec_depth_n,
  output logic [2*wt_pkg::RT_DEPTH-1:0]                              rec_kind_n,
  output logic [wt_pkg::MP_EARLY_W-1:0]                              rec_early_n,
  output logic [31:0]                                                cur_rpc_n,
  output logic [wt_pkg::MP_CRQ_W-1:0]                                cur_rpc_late_n,
  output logic                                                       split_mask_we,
  output logic                                                       split_pc_we,
  output logic                                                       split_kind_we,
  output logic                                                       split_at_we,
  output logic                                                       split_yield_we,
  output logic                                                       split_rec_we,
  output logic                                                       split_depth_we,
  output logic                                                       split_start_we,
  output logic                                                       order_we,
  output logic                                                       order_count_we,
  output logic                                                       cur_entry_we,
  output logic                                                       cur_mask_we,
  output logic                                                       finished_we,
  output logic                                                       slot_mask_we,
  output logic                                                       slot_valid_we,
  output logic                                                       rec_mask_we,
  output logic                                                       rec_arrived_we,
  output logic                                                       rec_pc_we,
  output logic                                                       rec_outer_we,
  output logic                                                       rec_depth_we,
  output logic                                                       rec_kind_we,
  output logic                                                       rec_early_we,
  output logic                                                       cur_rpc_we,
  output logic                                                       cur_rpc_late_we
);
  localparam int unsigned WS = wt_pkg::WARP_SIZE;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned PW = wt_pkg::PATH_W;
  localparam int unsigned NS = wt_pkg::WSYNC_SLOTS;
  localparam int unsigned R  = wt_pkg::RT_DEPTH;
  localparam int unsigned XW = wt_pkg::RTX_W;
  localparam int unsigned LW = XW + 1;
  localparam int unsigned CW = wt_pkg::MP_CALL_W;
  localparam logic OREC = wt_pkg::OREC == 1;
  localparam logic [1:0] KRun = 2'd0, KWw = 2'd1, KBar = 2'd2;
  typedef enum logic [3:0] {
    StIdle = wt_pkg::MP_IDLE, StExec = wt_pkg::MP_EXEC, StWait = wt_pkg::MP_WAIT, StTgt = wt_pkg::MP_TGT, StLaunch = wt_pkg::MP_LAUNCH,
    StCtaRel = wt_pkg::MP_CTAREL, StEarly = wt_pkg::MP_EARLY, StArrive = wt_pkg::MP_ARRIVE, StRetest = wt_pkg::MP_RETEST,
    StRelease = wt_pkg::MP_RELEASE, StCheckw = wt_pkg::MP_CHECKW, StSelect = wt_pkg::MP_SELECT
  } state_e;


  logic [P-1:0] pv, k0, k1, s_run, s_ww, s_bar;
  logic [R-1:0] rv, rret, rearly;
  assign {k1, k0, pv} = split_kind_r;
  assign s_run = pv & ~k1 & ~k0;
  assign s_ww = pv & ~k1 & k0;
  assign s_bar = pv & k1 & ~k0;
  assign {rret, rv} = rec_kind_r;
  assign rearly = OREC ? R'(rec_early_r) : '0;

  // ---- which split, which point ----
  logic [NS-1:0] cw_oh, ws_oh;
  logic [3:0]    cw_no, ws_no;
  logic [WS-1:0] cw_m;
  logic [P-1:0]  at_bar, w_set, rl_group, rl_keep, low, x_oh, c_oh, f_oh, i_oh, front_oh;
  logic [WS-1:0] rl_mask, yl, i_mask, r_arr, x_mask;
  logic          w_fire, block;
  logic [31:0]   i_pc, p_pc, u_pc, x_pc, m_pc;
  logic [LW-1:0] i_link, r_link, r_up;
  logic [CW-1:0] i_depth, r_depth;
  logic [R-1:0]  r_oh, gone, pf_oh;
  logic          r_any, r_ret, meets, second, m_same, hit, complete, leave;
  logic [XW-1:0] pf_no;
  assign block = cfg_policy == wt_pkg::PATH_POLICY_block;
  wt_cfu_slots u_slots (
    .find(state_q == StExec && e_kind_q == wt_pkg::EV_WSYNC), .val(e_val_q), .cw(check_slot_q), .wm(slot_mask_r), .wv(slot_valid_r), .ws_oh, .ws_no, .cw_oh, .cw_no,
    .cw_m, .slot_mask_n
  );
  assign c_oh = P'(1) << cur_entry_r;
  wt_first #(.N(P)) u_free_split (.x(~pv), .oh(f_oh));  // R7
  wt_first #(.N(R)) u_free_point (.x(~rv), .oh(pf_oh));  // R11
  assign front_oh = P'(1) << order_r[PW-1:0];
  wt_multipath_groups u_groups (
    .checkw(state_q == StCheckw), .release_step(state_q == StRelease), .choose(state_q == StSelect && cfg_policy == wt_pkg::PATH_POLICY_minpc),
    .count_yielded((state_q == StArrive || state_q == StRetest) && cfg_delay == wt_pkg::RPC_DELAY_yield), .sm(split_mask_r), .sp(split_pc_r), .sx(split_at_r), .sr(split_rec_r),
    .sd(split_depth_r), .s_run, .s_ww, .s_bar, .sy(split_yield_r), .fin(finished_r), .cw_no, .cw_m, .bar_no(e_bx_q), .g(to_release_q), .at_bar, .w_set, .w_fire,
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
      StSelect: i_oh = has_path_q ? c_oh : low != '0 ? low : front_oh;  // R6
      default: i_oh = '0;
    endcase
  end
  logic [PW-1:0] i_no;
  wt_onehot_index #(.N(P), .W(PW)) u_i_no (.oh(i_oh), .no(i_no));
  wt_multipath_look u_look (
    .i_oh, .retest(state_q == StRetest), .arrive(state_q == StArrive), .early(state_q == StEarly && pf_oh != '0), .s_run, .nw(meet_new_q), .ss(split_start_r), .m_pc, .sm(split_mask_r), .sp(split_pc_r), .sr(split_rec_r), .sd(split_depth_r), .rm(rec_mask_r), .ra(rec_arrived_r),
    .rp(rec_pc_r), .rx(rec_outer_r), .rd(rec_depth_r), .rv, .rret, .rearly, .fin(finished_r), .yl, .i_mask, .i_pc, .i_link, .i_depth, .r_oh, .r_link, .r_arr,
    .r_pc(p_pc), .r_up, .r_depth, .r_ret, .u_pc, .gone, .meets, .second, .m_same, .hit, .complete,
    .x_oh, .x_mask, .x_pc, .leave
  );
  wt_onehot_index #(.N(R), .W(XW)) u_pf_no (.oh(pf_oh), .no(pf_no));
  assign r_any = r_oh != '0;

  // ---- the machine ----
  // writes: split a_oh, new split f_oh (np), split that is freed (fr); new point (mk), the point r_oh (leave, add, drop)
  logic          a_m, a_p, a_l, a_d, a_k, a_s, np, fr, mk, mk_early, mk_ret, add, drop, phase;
  logic [P-1:0]  a_oh, fr_oh, clr;
  logic [WS-1:0] a_mask, np_mask, mk_full, mk_arr, rest, sc_m;
  logic [31:0]   a_pc, np_pc, mk_pc, e_next;
  logic [LW-1:0] a_link, np_link;
  logic [CW-1:0] a_depth, np_depth, d_taken;
  logic [1:0]    a_kind;
  logic [3:0]    park_x;
  logic          park, go_on, yields, meet, m_ok, turn, first_taken, sc_hit;
  logic          l_del, l_add, l_add2, l_front;
  logic [P-1:0]  l_del_oh, l_add_oh;
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
    {cv, cr, dead, st, e_kind, tf, tx, e_val} = {has_path_q, cur_level_q, dead_q, state_q, e_kind_q, tgt_taken_q, tgt_full_q, e_val_q};
    {nw, mv, rt, cw, g} = {meet_new_q, arrive_q, retest_q, check_slot_q, to_release_q};
    {r_valid, r_stop, r_pc, done, err} = '0;
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
                mv = c_oh | f_oh;
                nw = OREC && m_same ? mv : '0;  // R21
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
              cw = ws_oh;
            end
          end
          wt_pkg::EV_YIELD: yields = 1'b1;  // R26
          wt_pkg::EV_EXIT: begin  // R19
            {finished_we, rt, phase} = 3'b111;
            cw = s_ww != '0 ? slot_valid_r : '0;  // R19
            a_mask = rest;
            if (rest == '0) begin
              fr = 1'b1;
            end else begin
              {a_m, a_p} = 2'b11;
              mv = c_oh;
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
          mv = np ? f_oh : '0;
          cv = 1'b0;
        end
        if (yields) begin  // R5, R26
          {a_p, split_yield_we, turn, phase} = '1;
          split_yield_n = split_yield_r | c_oh;
          mv = c_oh;
          rt = cfg_delay == wt_pkg::RPC_DELAY_yield;  // R15
        end
      end

      StWait: if (sc_hit) begin  // R16
        st = StExec;
        e_kind = wt_pkg::EV_ADV;
        if (e_kind_q == wt_pkg::EV_WSYNCR && (sc_m & ~finished_r & ~e_mask_q) != '0) begin
          e_val = sc_m;
          e_kind = wt_pkg::EV_WSYNC;
        end
      end

      // R13: groups of an indirect branch: the first one tells whether there are several, the last one stays in the current entry
      StTgt: if (tgt_valid) begin
        tf = 1'b1;
        np_mask = tgt_mask;
        np_pc = tgt_pc;
        np_depth = d_taken;
        a_mask = tgt_mask;
        a_pc = tgt_pc;
        if (!tgt_taken_q && !tgt_last) begin  // R13
          meet = m_ok;
          a_l = m_ok;
          np = m_ok;
          tx = !m_ok;
          mv = m_ok ? c_oh | f_oh : '0;
          nw = OREC && m_ok && m_same ? mv : '0;
        end else if (tgt_full_q) begin  // R12
          meet = tgt_last;
        end else if (!tgt_last) begin
          np = 1'b1;
          mv = arrive_q | f_oh;
          nw = meet_new_q != '0 ? meet_new_q | f_oh : '0;
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
        {a_m, a_k, a_s, split_yield_we, cur_entry_we, cur_mask_we, finished_we, slot_valid_we, r_valid} = '1;
        a_pc = '0;
        clr = ~(P'(1));
        {split_yield_n, cur_entry_n, slot_valid_n} = '0;
        cur_mask_n = e_mask_q;
        finished_n = ~e_mask_q;
        cv = 1'b1;
        {cr, dead} = '0;
        st = StIdle;
      end

      StCtaRel: begin  // R28
        g = at_bar;
        phase = 1'b1;
      end

      StEarly: begin  // R21
        nw = meet_new_q & ~i_oh;
        phase = 1'b1;
        if (x_oh != '0) begin
          {mk, mk_early, a_l, fr} = 4'hf;
          a_oh = i_oh;
          fr_oh = x_oh;
          mv = arrive_q & ~x_oh;
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
          rt = 1'b1;
        end else if (complete) begin  // R14
          {a_m, a_l, a_s, drop, split_yield_we, l_del, l_add} = '1;
          split_yield_n = split_yield_r & ~i_oh;
          l_del_oh = i_oh;
          l_add_oh = i_oh;
          if (i_oh == c_oh) cv = 1'b0;
        end else begin
          mv = arrive_q & ~i_oh;
          fr = hit;
          fr_oh = i_oh;
          add = hit;
        end
      end

      StRetest: begin  // R15
        phase = 1'b1;
        rt = r_any;
        np = r_any;
        drop = r_any;
        np_mask = r_arr;
        np_pc = p_pc;
        np_link = r_up;
        np_depth = r_ret ? r_depth - CW'(1) : r_depth;
        if (np) mv = arrive_q | f_oh;
      end

      StRelease: begin  // R20
        phase = 1'b1;
        g = to_release_q & ~rl_group;
        clr = rl_group & ~rl_keep;
        a_oh = rl_keep;
        a_mask = rl_mask;
        {a_m, a_k, split_yield_we, l_add} = 4'hf;
        split_yield_n = split_yield_r & ~rl_keep;
        l_add_oh = rl_keep;
        mv = arrive_q | rl_keep;
      end

      StCheckw: begin  // R18
        phase = 1'b1;
        cw = check_slot_q & ~cw_oh;
        if (w_fire) begin
          slot_valid_we = 1'b1;
          slot_valid_n = slot_valid_r & ~cw_oh;
          g = w_set;
        end
      end

      StSelect: begin  // R24
        st = StIdle;
        if (has_path_q || order_count_r != '0) begin
          {cur_entry_we, cur_mask_we, cur_rpc_we, split_yield_we} = 4'hf;
          split_yield_n = split_yield_r & ~i_oh;
          cv = 1'b1;
          cr = meets;
          if (!e_seq_q || i_pc != e_next) begin  // R24
            r_valid = 1'b1;
            r_pc = i_pc;
          end
        end else begin  // R24
          r_valid = 1'b1;
          r_stop = 1'b1;
          if (s_bar == '0 && (pv != '0 || rv != '0)) dead = 1'b1;
          if (pv == '0 && rv == '0) done = 1'b1;
        end
      end
      default: st = StIdle;
    endcase

    // R4: the current split moves to a_pc and goes on, or its turn is over
    if (go_on) begin
      {a_p, phase} = 2'b11;
      mv = c_oh;
      turn = cfg_every && !block;
    end
    // R11, R12: its lanes part: a new point where they meet, or no room for it
    if (meet) begin
      if (!m_ok) begin  // R12
        cv = 1'b0;
        {r_valid, r_stop, err} = 3'b111;
        st = StIdle;
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
      if (fr_oh == c_oh) cv = 1'b0;
    end
    // R5, R6
    // order: a turn that is over puts the current split behind the others; a new one goes where the policy wants it
    if (turn) begin
      cv = 1'b0;
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
      if (g != '0) st = StRelease;
      else if (cw != '0) st = StCheckw;
      else if (nw != '0) st = StEarly;
      else if (mv != '0) st = StArrive;
      else if (rt) st = StRetest;
      else if (e_kind_q == wt_pkg::EV_ADV && !e_seq_q && cv) st = StIdle;
      else st = StSelect;
    end
  end

  // ---- next rows ----
  wt_multipath_rows u_rows (
    .launch(state_q == StLaunch), .a_m, .a_p, .a_l, .a_d, .a_k, .a_s, .np, .park, .mk, .mk_ret, .mk_early, .leave, .add, .drop, .a_oh, .f_oh,
    .c_oh, .clr, .a_mask, .np_mask, .a_pc, .np_pc, .a_link, .np_link, .a_depth, .np_depth, .a_kind, .park_x, .pf_oh, .r_oh, .gone, .mk_full,
    .mk_arr, .mk_pc, .mk_link(i_link), .mk_depth(i_depth), .i_mask, .i_pc, .r_ret, .r_link, .r_up, .sm(split_mask_r), .sp(split_pc_r), .sk(split_kind_r), .sx(split_at_r),
    .sr(split_rec_r), .sd(split_depth_r), .ss(split_start_r), .rm(rec_mask_r), .ra(rec_arrived_r), .rp(rec_pc_r), .rx(rec_outer_r), .rd(rec_depth_r), .rf(rec_kind_r), .re(rec_early_r), .split_mask_n, .split_pc_n, .split_kind_n,
    .split_at_n, .split_rec_n, .split_depth_n, .split_start_n, .rec_mask_n, .rec_arrived_n, .rec_pc_n, .rec_outer_n, .rec_depth_n, .rec_kind_n, .rec_early_n
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

  logic unused_ok;
  assign unused_ok = &{1'b0, alu_sc_val, rec_early_r};
endmodule
`default_nettype wire
