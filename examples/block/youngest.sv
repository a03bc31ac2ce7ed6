// youngest: a warp scheduler in the place of wt_sched that takes the youngest warp that is ready.
//
// It knows fixed warps (GROUPING=fixed); SCHED, POOL and SCHED_AGE mean nothing to it: under a youngest warp that polls, the others starve.
`default_nettype none
module youngest (
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
  input  wire logic                                    share_full,   // of several sub-cores; else 0
  input  wire logic [wt_pkg::SLOTS-1:0]                share_queued, // likewise
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
  localparam logic [wt_pkg::BEAT_W-1:0] LastBeat = wt_pkg::BEAT_W'(wt_pkg::BEATS - 1);

  logic                      busy_q, busy_d;         // beats of a packet are to come
  logic [WW-1:0]             warp_q, warp_d;         // whose
  logic [wt_pkg::BEAT_W-1:0] beat_q, beat_d;         // the next one
  logic [NW*NW-1:0]          younger_q, younger_d;   // row i, bit j: warp j was launched after warp i
  logic [NW-1:0]             resident_q, resident_d; // slots that hold a warp

  // Heads that may issue: rules 1 and 2 of wt_sched.
  logic [NW-1:0] packet, ready;
  for (genvar w = 0; w < NW; w++) begin : g_warp
    logic [wt_pkg::HCTL_W-1:0] c;
    logic                      units, own, unused_bits;
    assign c = ibuffer_head_ctl[w*wt_pkg::HCTL_W +: wt_pkg::HCTL_W];
    assign packet[w] = c[wt_pkg::hctl_unit_L +: wt_pkg::UNIT_W] < wt_pkg::UNIT_W'(wt_pkg::UNITS);
    assign units = (!packet[w] || disp_free) && (!c[wt_pkg::hctl_cfwait_L] || (cfu_idle && !share_full));
    assign own = (!c[wt_pkg::hctl_drain_L] || (war_drained[w] && !lsu_at[w] && !replay_warps[w] && !share_queued[w])) &&
                 (!c[wt_pkg::hctl_quiet_L] || (sb_clear[w] && lsu_quiet[w] && !share_queued[w]));
    assign ready[w] = !busy_q && !issue_hold && ibuffer_head_valid[w] && cfu_run[w] && sb_ok[w] && war_ok[w] && own && units;
    assign unused_bits = &{1'b0, c};
  end

  // The youngest of them: nobody younger is ready.
  logic [NW-1:0] best;
  logic [WW-1:0] grant;
  always_comb begin
    best = '0;
    for (int i = 0; i < NW; i++) best[i] = ready[i] && (younger_q[i*NW +: NW] & ready) == '0;
  end
  wt_onehot_index #(.N(NW), .W(WW)) u_grant (.oh(best), .no(grant));

  always_comb begin
    sched_sel_valid = busy_q ? disp_free : ready != '0;
    sched_sel_warp = '0;
    sched_sel_beat = '0;
    sched_sel_first = 1'b0;
    sched_sel_pop = 1'b0;
    sched_index = 1'b0;
    if (busy_q && disp_free) begin
      sched_sel_warp = warp_q;
      sched_sel_beat = beat_q;
      sched_sel_pop = beat_q == LastBeat;
    end else if (!busy_q && ready != '0) begin
      sched_sel_warp = grant;
      sched_index = ibuffer_head_index[grant];
      sched_sel_first = !sched_index;
      sched_sel_pop = !sched_index && (!packet[grant] || wt_pkg::BEATS == 1);
    end
    busy_d = busy_q;
    warp_d = warp_q;
    beat_d = beat_q;
    if (sched_sel_valid) begin
      busy_d = !sched_index && !sched_sel_pop;
      warp_d = busy_d ? sched_sel_warp : '0;
      beat_d = busy_d ? sched_sel_beat + wt_pkg::BEAT_W'(1) : '0;
    end
  end

  // Launch order: whoever is launched is younger than all that are there.
  logic launched;
  assign launched = dispatch_launch_valid && dispatch_launch_last && cfu_launch_ack;
  always_comb begin
    younger_d = younger_q;
    resident_d = resident_q;
    for (int w = 0; w < NW; w++) begin
      if (cfu_done_valid && cfu_done_warp == WW'(w)) resident_d[w] = 1'b0;
      if (launched && dispatch_launch_warp == WW'(w)) begin
        resident_d[w] = 1'b1;
        younger_d[w*NW +: NW] = '0;
        for (int i = 0; i < NW; i++) younger_d[i*NW + w] = i != w;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      busy_q <= 1'b0;
      warp_q <= '0;
      beat_q <= '0;
      younger_q <= '0;
      resident_q <= '0;
    end else begin
      busy_q <= busy_d;
      warp_q <= warp_d;
      beat_q <= beat_d;
      younger_q <= younger_d;
      resident_q <= resident_d;
    end
  end

  assign sched_ready = ready;
  assign sched_busy = busy_q;
  assign sched_resident = resident_q;
  assign sched_sync = 1'b0; // what follows belongs to GROUPING=dwr
  assign sched_whole = 1'b0;
  assign sched_more = 1'b0;
  logic unused;
  assign unused = &{1'b0, ibuffer_head_sens, ibuffer_head_load, ccws_held, sco_lock, sco_comb, sco_alone, sco_group, cfg_sched, cfg_pool, cfg_age};

`ifndef SYNTHESIS
  OneIsTheYoungest_A: assert property (@(posedge clk) disable iff (!rst_n) ready == '0 || best != '0);
`endif
endmodule
`default_nettype wire
