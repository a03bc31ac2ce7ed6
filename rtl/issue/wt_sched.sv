// wt_sched: picks the warp that issues: loose round robin, greedy-then-oldest, oldest, two-level (active pool, round
// robin in it), or greedy-then-youngest.
//
// Latency   0 cycles from the I-buffer heads. A multi-beat packet keeps the issue slot until its last beat.
// State     busy, warp, beat: packet in progress; last: warp of the last grant; older: launch order; resident: slots
//           with a warp; pool, pool_last: two-level pool; round, passed, aged, urgent, turn: who has waited too long,
//           and which of them goes first.
// Model     cmodel/issue/wt_sched.c      Doc  docs/blocks/issue/wt_sched.md
`default_nettype none
module wt_sched (
  input  wire logic                                    clk,
  input  wire logic                                    rst_n,
  input  wire logic [wt_pkg::SLOTS-1:0]                ibuffer_head_valid,
  input  wire logic [wt_pkg::HCTL_W*wt_pkg::SLOTS-1:0] ibuffer_head_ctl,
  input  wire logic [wt_pkg::SLOTS-1:0]                ibuffer_head_sens,
  input  wire logic [wt_pkg::SLOTS-1:0]                ibuffer_head_index,
  input  wire logic [wt_pkg::SUBS-1:0]                 sco_lock,
  input  wire logic [wt_pkg::SUBS-1:0]                 sco_comb,
  input  wire logic [wt_pkg::SUBS-1:0]                 sco_alone,
  input  wire logic [wt_pkg::SUBS-1:0]                 sco_group,
  input  wire logic [wt_pkg::SLOTS-1:0]                sb_ok,
  input  wire logic [wt_pkg::SLOTS-1:0]                sb_clear,
  input  wire logic [wt_pkg::SLOTS-1:0]                cfu_run,
  input  wire logic                                    cfu_idle,
  input  wire logic                                    share_full,
  input  wire logic [wt_pkg::SLOTS-1:0]                share_queued,
  input  wire logic                                    issue_hold,
  input  wire logic [wt_pkg::SLOTS-1:0]                war_ok,
  input  wire logic [wt_pkg::SLOTS-1:0]                war_drained,
  input  wire logic                                    disp_free,
  input  wire logic [wt_pkg::SLOTS-1:0]                lsu_quiet,
  input  wire logic [wt_pkg::SLOTS-1:0]                lsu_at,
  input  wire logic [wt_pkg::SLOTS-1:0]                replay_warps,
  input  wire logic [wt_pkg::SLOTS-1:0]                ibuffer_head_load,
  input  wire logic [wt_pkg::SLOTS-1:0]                ccws_held,
  input  wire logic [2:0]                              cfg_sched,
  input  wire logic [6:0]                              cfg_pool,
  input  wire logic [15:0]                             cfg_age,
  input  wire logic                                    dispatch_launch_valid,
  input  wire logic                                    dispatch_launch_last,
  input  wire logic [wt_pkg::WARP_W-1:0]               dispatch_launch_warp,
  input  wire logic                                    cfu_launch_ack,
  input  wire logic                                    cfu_done_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               cfu_done_warp,
  input  wire logic                                    pack_pop,
  output logic [wt_pkg::SLOTS-1:0]                     sched_ready,
  output logic                                         sched_sel_valid,
  output logic [wt_pkg::WARP_W-1:0]                    sched_sel_warp,
  output logic [wt_pkg::BEAT_W-1:0]                    sched_sel_beat,
  output logic                                         sched_sel_first,
  output logic                                         sched_sel_pop,
  output logic                                         sched_sync,
  output logic                                         sched_index,
  output logic                                         sched_whole,
  output logic                                         sched_more,
  output logic [wt_pkg::SLOTS-1:0]                     sched_resident,
  output logic                                         sched_busy
);
  localparam int unsigned NW = wt_pkg::SLOTS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned SUBS = wt_pkg::SUBS;
  localparam int unsigned SUB_W = wt_pkg::SUB_W;
  localparam int unsigned DW = wt_pkg::DWR_SUBWARPS;
  localparam logic [wt_pkg::BEAT_W-1:0] LastBeat = wt_pkg::BEAT_W'(wt_pkg::BEATS - 1);

  `include "rows/wt_sched_state.svh"

  // Per warp: is what the head shares with other warps ready, is what it needs of its own warp done, and does it need
  // several beats?
  logic [NW-1:0] unit_ok, own_ok, queued, multi, control, drain, quiet, ready;
  logic control_free;
  assign control_free = cfu_idle && !(wt_pkg::SUBCORES > 1 && share_full);  // R2
  for (genvar w = 0; w < NW; w++) begin : g_warp
    logic [wt_pkg::HCTL_W-1:0] c;
    assign c = ibuffer_head_ctl[w*wt_pkg::HCTL_W +: wt_pkg::HCTL_W];
    assign multi[w] = c[wt_pkg::hctl_unit_L +: wt_pkg::UNIT_W] < wt_pkg::UNIT_W'(wt_pkg::UNITS);
    assign control[w] = c[wt_pkg::hctl_cfwait_L];
    assign drain[w] = c[wt_pkg::hctl_drain_L];
    assign quiet[w] = c[wt_pkg::hctl_quiet_L];
    logic unused_bits;
    assign unused_bits = &{1'b0, c};
  end
  assign unit_ok = (~multi | {NW{disp_free}}) & (~control | {NW{control_free}});  // R2
  assign queued = wt_pkg::SHARE_QUEUE > 0 ? share_queued : '0;
  assign own_ok = (~drain | (war_drained & ~lsu_at & ~replay_warps & ~queued)) &  // R2
      (~quiet | (sb_clear & lsu_quiet & ~queued));

  // independent: free of dependences by its own head; startable: its unit can take it, too (rules 1 and 2); free: what
  // R16 calls so; can: a candidate; micro_op: the head needs its micro-op first (R12); combines: it issues with the
  // other members of its group; old: aged, or of a group of which a member is; served: the slot is theirs in this
  // cycle.
  // with_others: it issues when partners are there, or when another one of its group does.
  logic [NW-1:0] with_others;
  logic [NW-1:0] first_oh, held;
  logic [NW-1:0] startable, can, micro_op, combines, independent, free, old, served;
  logic [DW-1:0] left, other;
  logic [WW-1:0] highest, lowest_next;
  assign independent = ibuffer_head_valid & cfu_run & sb_ok & war_ok & own_ok;  // R1, R16
  assign held = wt_pkg::LOADS_HELD != 0 ? ibuffer_head_load & ccws_held & ~first_oh : '0;  // R20
  assign startable = independent & unit_ok & ~held;
  // bit s of the vectors of wt_sco is sub-warp s, which is warp s; leads: lowest member of a group whose members can
  // all issue; left: members of the selected warp's group that have not issued with this beat
  if (wt_pkg::GROUPING == wt_pkg::GROUPING_dwr) begin : g_dwr
    logic [SUBS-1:0] startable_subs, independent_subs, aged_subs, lowest, leads, independent_leads, old_leads;
    assign startable_subs = SUBS'(startable);
    assign independent_subs = SUBS'(independent);
    assign aged_subs = SUBS'(aged_q);
    for (genvar r = 0; r < SUBS / DW; r++) begin : g_large
      logic [DW-1:0] first;
      wt_first #(.N(DW)) u_first (.x(sco_group[r*DW +: DW]), .oh(first));
      assign lowest[r*DW +: DW] = sco_group[r*DW +: DW] == '0 ? {DW{1'b1}} : first;
      assign leads[r*DW +: DW] = (sco_group[r*DW +: DW] & ~startable_subs[r*DW +: DW]) == '0 ? first : '0;  // R13
      assign independent_leads[r*DW +: DW] = (sco_group[r*DW +: DW] & ~independent_subs[r*DW +: DW]) == '0 ? first : '0;
      assign old_leads[r*DW +: DW] = (sco_group[r*DW +: DW] & aged_subs[r*DW +: DW]) != '0 ? first : '0;
    end
    logic [NW-1:0] alone, comb;
    assign alone = ~ibuffer_head_sens | sco_alone[NW-1:0];  // R11
    assign comb = sco_comb[NW-1:0];
    assign micro_op = ~alone & ~comb;  // R12
    assign combines = ibuffer_head_sens & comb;
    assign with_others = sco_lock[NW-1:0] | (combines & ~lowest[NW-1:0]);  // R9
    logic [NW-1:0] unlocked;
    assign unlocked = ibuffer_head_valid & cfu_run & ~sco_lock[NW-1:0];  // R10
    assign can = unlocked & ((alone & startable) | (~alone & comb & leads[NW-1:0]) | micro_op);  // R10, R12, R13
    assign free = unlocked & ((alone & independent) | (~alone & comb & independent_leads[NW-1:0]) | micro_op);  // R16
    assign old = aged_q | (combines & old_leads[NW-1:0]);
    logic [SUBS-1:0] sel_oh, next_row;
    always_comb begin
      sel_oh = '0;
      sel_oh[SUB_W'(sched_sel_warp)] = 1'b1;
      left = '0;
      if (sco_comb[SUB_W'(sched_sel_warp)]) left = other & ~sel_oh[32'(sched_sel_warp) / DW * DW +: DW];
      highest = '0;
      for (int m = 0; m < DW; m++)
        if (left[m]) highest = WW'(32'(sched_sel_warp) / DW * DW + 32'(m));
      next_row = sco_group >> (32'(warp_q) / DW * DW);
      for (int w = 0; w < NW; w++) // a whole group is served at once
        served[w] = sched_sel_valid &&
            (sched_sel_warp == WW'(w) || (sched_whole && 32'(sched_sel_warp) / DW == 32'(w) / DW && left[w % DW]));
    end
    assign other = sco_group[32'(sched_sel_warp) / DW * DW +: DW];
    logic [DW-1:0] lowest_oh;
    logic [WW-1:0] lowest_no;
    wt_first #(.N(DW)) u_lowest (.x(next_row[DW-1:0]), .oh(lowest_oh));
    wt_onehot_index #(.N(DW), .W(WW)) u_lowest_no (.oh(lowest_oh), .no(lowest_no));
    assign lowest_next = WW'(32'(warp_q) / DW * DW) + lowest_no;
    logic unused_subs;
    assign unused_subs = &{1'b0, sco_lock, sco_comb, sco_alone, lowest, leads, independent_leads, old_leads, next_row,
        startable_subs, independent_subs, aged_subs};
  end else begin : g_fixed
    assign can = startable;
    assign free = independent;  // R16
    assign old = aged_q;
    always_comb begin
      served = '0;
      served[sched_sel_warp] = sched_sel_valid;
    end
    assign with_others = '0;
    assign micro_op = '0;  // R14
    assign combines = '0;
    assign left = '0;
    assign other = '0;
    assign highest = '0;
    assign lowest_next = '0;
    logic unused_subs;
    assign unused_subs = &{1'b0, sco_lock, sco_comb, sco_alone, sco_group, ibuffer_head_sens, other};
  end
  assign ready = busy_q || issue_hold ? '0 : can;  // R1
  assign sched_ready = ready;

  // R19: while a warp goes first, a warp whose head shares a unit with its head is no candidate. turn_q and the heads
  // are registers, so this costs the choice no level.
  logic [NW-1:0] compatible;
  always_comb begin
    first_oh = '0;
    first_oh[turn_q] = urgent_q;
    compatible = '1;
    if (urgent_q) compatible = first_oh | ~((multi & {NW{multi[turn_q]}}) | (control & {NW{control[turn_q]}}));
  end

  // R4: The eldest candidate: nobody older is one; the youngest: everybody else is older. With a launch order that is
  // not consistent (cannot happen) the lowest candidate.
  logic [NW-1:0] cand, extreme, extreme_oh;
  logic [WW-1:0] by_launch, following, grant, greedy;
  logic          some, by_age, youngest;
  // R3, R19
  assign cand = cfg_sched == wt_pkg::SCHED_twolevel ? ready & (pool_q | first_oh) & compatible : ready & compatible;
  assign youngest = cfg_sched == wt_pkg::SCHED_cggty;
  assign by_age = cfg_sched == wt_pkg::SCHED_gto || cfg_sched == wt_pkg::SCHED_oldest || youngest;
  always_comb begin
    extreme = '0;
    if (cand != '0 && by_age)
      for (int i = 0; i < NW; i++)
        extreme[i] = cand[i] && ((older_q[i*NW +: NW] ^ {NW{youngest}}) & cand & ~(NW'(1) << i)) == '0;
  end
  wt_first #(.N(NW)) u_extreme (.x(extreme != '0 ? extreme : cand), .oh(extreme_oh));
  wt_onehot_index #(.N(NW), .W(WW)) u_extreme_no (.oh(extreme_oh), .no(by_launch));
  wt_after #(.N(NW), .W(WW)) u_following (.x(cand), .at(last_q), .found(some), .no(following));  // R4
  assign greedy = urgent_q ? turn_q : last_q;
  always_comb begin
    if ((urgent_q || cfg_sched == wt_pkg::SCHED_gto || youngest) && cand[greedy]) grant = greedy;  // R4, R19
    else grant = by_age ? by_launch : following;
  end

  // The slot is kept for a group's next member, or for the next beat of one warp, which is never beat 0.
  logic members;
  assign members = wt_pkg::GROUPING == wt_pkg::GROUPING_dwr && beat_q == '0;
  always_comb begin
    sched_sel_valid = 1'b0;
    sched_sel_warp = '0;
    sched_sel_beat = '0;
    sched_sel_first = 1'b0;
    sched_sel_pop = 1'b0;
    sched_sync = 1'b0;
    sched_index = 1'b0;
    sched_whole = 1'b0;
    if (busy_q) begin  // R6
      if (disp_free) begin
        sched_sel_valid = 1'b1;
        sched_sel_warp = members ? lowest_next : warp_q;  // R13
        sched_sel_beat = beat_q;
        sched_sel_first = members;
        sched_sel_pop = members || (wt_pkg::PACK == 0 && beat_q == LastBeat);  // R6
      end
    end else if (some) begin  // R5
      sched_sel_valid = 1'b1;
      sched_sel_warp = grant;
      sched_sync = micro_op[grant];
      sched_index = ibuffer_head_index[grant];  // R15
      sched_whole = combines[grant] && !multi[grant];  // R13
      sched_sel_first = !micro_op[grant] && !sched_index;
      // R5
      sched_sel_pop = combines[grant] || (!micro_op[grant] && !sched_index && (!multi[grant] || wt_pkg::BEATS == 1));
    end
  end

  // launch order, residence
  logic launched;
  assign launched = dispatch_launch_valid && dispatch_launch_last && cfu_launch_ack;
  always_comb begin
    older_d = older_q;
    resident_d = resident_q;
    if (cfu_done_valid) begin  // R8
      for (int w = 0; w < NW; w++)
        if (cfu_done_warp == WW'(w)) begin
          resident_d[w] = 1'b0;
          for (int i = 0; i < NW; i++) older_d[i*NW + w] = 1'b0;
        end
    end
    if (launched) begin  // R8
      for (int w = 0; w < NW; w++)
        if (dispatch_launch_warp == WW'(w)) begin
          for (int i = 0; i < NW; i++) older_d[i*NW + w] = 1'b0;
          older_d[w*NW +: NW] = resident_d;
          older_d[w*NW + w] = 1'b0;
          resident_d[w] = 1'b1;
        end
    end
  end

  // R9: two-level pool: out when the warp waits for a result or for partners, or has no path; in, one a cycle, when it
  // is ready and there is room
  logic [NW-1:0] want;
  logic [WW-1:0] enter;
  logic          wanted;
  logic [6:0]    size;
  assign want = ready & ~pool_q;
  wt_after #(.N(NW), .W(WW)) u_enter (.x(want), .at(pool_last_q), .found(wanted), .no(enter));
  wt_popcount #(.N(NW), .W(7)) u_size (.x(pool_q), .n(size));
  always_comb begin
    pool_d = pool_q & cfu_run & ~(ibuffer_head_valid & ~sb_ok) & ~with_others;  // R9
    pool_last_d = pool_last_q;
    if (wanted && size < cfg_pool) begin  // R9
      pool_d[enter] = 1'b1;
      pool_last_d = enter;
    end
  end

  // R17: Rounds of at most cfg_age cycles: who was free when one began and is not served in all of it is aged until it
  // ends. The aged take turns.
  logic [NW-1:0] rest, waits, claims;
  logic [WW-1:0] claim;
  logic          ends, claimed;
  assign rest = passed_q & ~served;
  assign waits = free & ~served;
  assign claims = waits & old;  // R18
  assign ends = {1'b0, round_q} + 17'd1 >= {1'b0, cfg_age} || rest == '0;  // R17
  wt_after #(.N(NW), .W(WW)) u_claim (.x(claims), .at(turn_q), .found(claimed), .no(claim));  // R18
  always_comb begin
    round_d = ends ? '0 : round_q + 16'd1;
    aged_d = ends ? aged_q | rest : aged_q;
    if (cfu_done_valid) aged_d[cfu_done_warp] = 1'b0;  // R17
    passed_d = ends ? waits : rest;
    urgent_d = claimed;
    turn_d = claimed && !(urgent_q && claims[turn_q]) ? claim : turn_q;  // R18
    if (cfg_age == '0) begin
      round_d = '0;
      aged_d = '0;
      passed_d = '0;
      urgent_d = 1'b0;
      turn_d = '0;
    end
  end

  logic group; // more members of the selected warp's group follow, a beat each
  assign group = sched_sel_valid && !sched_sync && !sched_whole && left != '0;  // R13
  assign sched_more = group;
  always_comb begin
    last_d = last_q;
    busy_d = busy_q;
    warp_d = warp_q;
    beat_d = beat_q;
    if (sched_sel_valid) begin  // R7
      last_d = sched_whole && left != '0 ? highest : sched_sel_warp;  // R13
      busy_d = group || (!sched_sync && !sched_index && !sched_sel_pop && !(wt_pkg::PACK == 1 && pack_pop));  // R7
      warp_d = busy_d ? sched_sel_warp : '0;  // R7
      beat_d = busy_d && !group ? sched_sel_beat + wt_pkg::BEAT_W'(1) : '0;
    end
  end

`ifndef SYNTHESIS
  SelectedIsReady_A: assert property (@(posedge clk) disable iff (!rst_n) sched_sel_first && !busy_q |->
      sched_ready[sched_sel_warp]);
  PayloadIsZero_A: assert property (@(posedge clk) disable iff (!rst_n)
    !sched_sel_valid |-> {sched_sel_warp, sched_sel_beat, sched_sel_first, sched_sel_pop} == '0);
  BeatInRange_A: assert property (@(posedge clk) disable iff (!rst_n) sched_sel_beat <= LastBeat);
  logic [NW-1:0] older_self;
  for (genvar w = 0; w < NW; w++) begin : g_self
    assign older_self[w] = older_q[w*NW + w];
  end
  NotOlderThanItself_A: assert property (@(posedge clk) disable iff (!rst_n) older_self == '0);
  TurnGoesFirst_A: assert property (@(posedge clk) disable iff (!rst_n)
    urgent_q && ready[turn_q] |-> sched_sel_valid && sched_sel_warp == turn_q);
  UnitIsKept_A: assert property (@(posedge clk) disable iff (!rst_n)
    urgent_q && !busy_q && sched_sel_valid && sched_sel_warp != turn_q |->
    !(multi[sched_sel_warp] && multi[turn_q]) && !(control[sched_sel_warp] && control[turn_q]));
  // Cycles that a warp has been free and not been served. One that is not in passed has been so for no longer than the
  // round, one that is for no longer than two; beyond that it is aged.
  logic [15:0]   age_before;
  logic [NW-1:0] counts, in_time;
  always_ff @(posedge clk) age_before <= cfg_age;
  always_comb begin
    counts = cfg_age != '0 && cfg_age == age_before ? waits : '0;
    if (cfu_done_valid) counts[cfu_done_warp] = 1'b0;
  end
  for (genvar w = 0; w < NW; w++) begin : g_waited
    logic [17:0] waited;
    always_ff @(posedge clk)
      if (!rst_n || !counts[w]) waited <= '0;
      else if (!waited[17]) waited <= waited + 18'd1;
    assign in_time[w] = aged_q[w] || waited <= 18'(round_q) + (passed_q[w] ? 18'(cfg_age) : '0);
  end
  AgedInTime_A: assert property (@(posedge clk) disable iff (!rst_n) cfg_age != '0 && cfg_age == age_before |->
      round_q < cfg_age && in_time == '1);
`endif
endmodule
`default_nettype wire
