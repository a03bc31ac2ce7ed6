// wt_ctabar: CTA barriers, 16 per CTA slot. Counts arrived threads against the live threads of the CTA.
//
// Latency   completion in cycle t: first release shown in t + 2, the next ones in the cycle after each acknowledge.
// Flow      cfu_bar, cfu_exit, dispatch: valid only. Release: held until cfu_rel_ack.
// State     rows of cmodel/spec/blocks/ctabar.def.
// Model     cmodel/cta/wt_ctabar.c      Doc  docs/blocks/cta/wt_ctabar.md
`default_nettype none
module wt_ctabar (
  input  wire logic                       clk,
  input  wire logic                       rst_n,
  input  wire logic                       cfu_bar_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]  cfu_bar_warp,
  input  wire logic [3:0]                 cfu_bar_id,
  input  wire logic [wt_pkg::CNT_W-1:0]   cfu_bar_count,
  input  wire logic                       cfu_exit_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]  cfu_exit_warp,
  input  wire logic [wt_pkg::CNT_W-1:0]   cfu_exit_count,
  input  wire logic                       cfu_rel_ack,
  input  wire logic                       dispatch_cta_valid,
  input  wire logic [wt_pkg::CTA_W-1:0]   dispatch_cta_slot,
  input  wire logic [10:0]                dispatch_cta_threads,
  input  wire logic                       dispatch_launch_valid,
  input  wire logic                       dispatch_launch_last,
  input  wire logic [wt_pkg::WARP_W-1:0]  dispatch_launch_warp,
  output logic                            ctabar_rel_valid,
  output logic [wt_pkg::WARP_W-1:0]       ctabar_rel_warp,
  output logic [3:0]                      ctabar_rel_id
);
  localparam int unsigned NW = wt_pkg::WARPS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned NC = wt_pkg::CTAS;
  localparam int unsigned CW = wt_pkg::CTA_W;
  localparam int unsigned AA = $clog2(NC * 16);

  logic              shown_valid_q, shown_valid_d;
  logic [WW-1:0]     shown_warp_q, shown_warp_d;
  logic [NW-1:0]     pending_q, pending_d;
  logic [NC*16-1:0]  active_q, active_d;
  logic [CW-1:0]     warp_cta_q [NW];
  logic [10:0]       live_q [NC];
  logic [175:0]      arrived_q [NC];
  logic [NW-1:0]     arrived_warps_q [NC*16];
  logic [3:0]        released_id_q [NC];
  logic              warp_cta_we, arrived_we, arrived_warps_we;
  logic [1:0]        live_we, released_id_we;
  logic [WW-1:0]     warp_cta_wa;
  logic [CW-1:0]     arrived_wa;
  logic [AA-1:0]     arrived_warps_wa;
  logic [2*CW-1:0]   live_wa, released_id_wa;

  function automatic logic [AA-1:0] brow(input logic [CW-1:0] cta, input logic [3:0] id);
    brow = AA'({cta, id});
  endfunction

  // Exit: fewer threads to wait for; the lowest barrier of the CTA that is now complete.
  logic [CW-1:0]  ex_cta;
  logic [10:0]    ex_live;
  logic [175:0]   ex_cnt;
  logic [15:0]    ex_act, ex_full, ex_oh;
  logic [3:0]     ex_id;
  logic           ex_hit;
  logic [NW-1:0]  ex_warps;
  always_comb begin
    ex_cta = '0;
    ex_live = '0;
    ex_cnt = '0;
    ex_act = '0;
    ex_full = '0;
    if (cfu_exit_valid) begin
      ex_cta = warp_cta_q[cfu_exit_warp];
      ex_live = live_q[ex_cta] - 11'(cfu_exit_count);
      ex_cnt = arrived_q[ex_cta];
      for (int c = 0; c < NC; c++) ex_act = ex_act | (active_q[c*16 +: 16] & {16{ex_cta == CW'(c)}});
      for (int b = 0; b < 16; b++) ex_full[b] = ex_act[b] && ex_cnt[b*11 +: 11] == ex_live;
    end
  end
  wt_first #(.N(16)) u_ex_first (.x(ex_full), .oh(ex_oh));
  wt_onehot_index #(.N(16), .W(4)) u_ex_id (.oh(ex_oh), .no(ex_id));
  assign ex_hit = ex_full != '0;
  assign ex_warps = ex_hit ? arrived_warps_q[brow(ex_cta, ex_id)] : '0;

  // Arrival, after the exit of the same cycle. That exit may complete the barrier, so that the arrival is the first of the next round: both
  // cases are computed, and the exit only selects.
  logic [CW-1:0]  ba_cta;
  logic [10:0]    ba_live, ba_old, ba_sum, ba_count;
  logic [175:0]   ba_cnt, ba_cnt_n;
  logic [15:0]    ba_act, ba_oh;
  logic           ba_same, ba_on, ba_hit;
  logic [NW-1:0]  ba_warps;
  always_comb begin
    ba_cta = '0;
    ba_live = '0;
    ba_old = '0;
    ba_sum = '0;
    ba_count = '0;
    ba_cnt = '0;
    ba_cnt_n = '0;
    ba_act = '0;
    ba_oh = '0;
    ba_same = 1'b0;
    ba_on = 1'b0;
    ba_hit = 1'b0;
    ba_warps = '0;
    if (cfu_bar_valid) begin
      ba_cta = warp_cta_q[cfu_bar_warp];
      ba_same = cfu_exit_valid && ex_cta == ba_cta;
      ba_live = ba_same ? ex_live : live_q[ba_cta];
      ba_cnt = arrived_q[ba_cta];
      ba_oh = 16'd1 << cfu_bar_id;
      for (int c = 0; c < NC; c++) ba_act = ba_act | (active_q[c*16 +: 16] & {16{ba_cta == CW'(c)}});
      for (int b = 0; b < 16; b++) ba_old = ba_old | (ba_cnt[b*11 +: 11] & {11{ba_oh[b]}});
      ba_sum = ba_old + 11'(cfu_bar_count);
      ba_on = (ba_act & ba_oh) != '0 && !(ba_same && (ex_oh & ba_oh) != '0);
      ba_count = ba_on ? ba_sum : 11'(cfu_bar_count);
      ba_hit = ba_on ? ba_sum == ba_live : 11'(cfu_bar_count) == ba_live;
      ba_warps = (NW'(1) << cfu_bar_warp) | (arrived_warps_q[brow(ba_cta, cfu_bar_id)] & {NW{ba_on}});
      for (int b = 0; b < 16; b++) ba_cnt_n[b*11 +: 11] = ba_oh[b] ? ba_count : ba_cnt[b*11 +: 11];
    end
  end

  always_comb begin
    active_d = active_q;
    if (cfu_exit_valid || cfu_bar_valid || dispatch_cta_valid)
      for (int c = 0; c < NC; c++) begin
        if (ex_cta == CW'(c)) active_d[c*16 +: 16] = active_d[c*16 +: 16] & ~ex_oh;
        if (ba_cta == CW'(c)) active_d[c*16 +: 16] = (active_d[c*16 +: 16] & ~ba_oh) | (ba_oh & {16{!ba_hit}});
        if (dispatch_cta_valid && dispatch_cta_slot == CW'(c)) active_d[c*16 +: 16] = '0;
      end
  end

  // Release shown now, and the next one: lowest warp first.
  logic          next_rel;
  logic [NW-1:0] next_oh;
  logic [WW-1:0] next_no;
  wt_first #(.N(NW)) u_next (.x(pending_q), .oh(next_oh));
  wt_onehot_index #(.N(NW), .W(WW)) u_next_no (.oh(next_oh), .no(next_no));
  assign next_rel = !shown_valid_q || cfu_rel_ack;
  always_comb begin
    shown_valid_d = shown_valid_q;
    shown_warp_d = shown_warp_q;
    pending_d = pending_q;
    if (next_rel) begin
      shown_valid_d = pending_q != '0;
      shown_warp_d = next_no;
      pending_d = pending_q & ~next_oh;
    end
    if (ex_hit) pending_d = pending_d | ex_warps;
    if (ba_hit) pending_d = pending_d | ba_warps;
  end
  logic [CW-1:0] show_cta;
  always_comb begin
    show_cta = '0;
    ctabar_rel_id = '0;
    if (shown_valid_q) begin
      show_cta = warp_cta_q[shown_warp_q];
      ctabar_rel_id = released_id_q[show_cta];
    end
  end
  assign ctabar_rel_valid = shown_valid_q;
  assign ctabar_rel_warp = shown_warp_q;

  assign warp_cta_we = dispatch_launch_valid;
  assign warp_cta_wa = dispatch_launch_warp;
  assign live_we = {dispatch_cta_valid, cfu_exit_valid};
  assign live_wa = {dispatch_cta_slot, ex_cta};
  assign arrived_we = cfu_bar_valid;
  assign arrived_wa = ba_cta;
  assign arrived_warps_we = cfu_bar_valid;
  assign arrived_warps_wa = brow(ba_cta, cfu_bar_id);
  assign released_id_we = {ba_hit, ex_hit};
  assign released_id_wa = {ba_cta, ex_cta};

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      {shown_valid_q, shown_warp_q, pending_q, active_q} <= '0;
    end else begin
      {shown_valid_q, shown_warp_q, pending_q, active_q} <= {shown_valid_d, shown_warp_d, pending_d, active_d};
    end
  end
  always_ff @(posedge clk) begin
    if (warp_cta_we) warp_cta_q[warp_cta_wa] <= dispatch_cta_slot;
    if (live_we[0]) live_q[live_wa[0 +: CW]] <= ex_live;
    if (live_we[1]) live_q[live_wa[CW +: CW]] <= dispatch_cta_threads;
    if (arrived_we) arrived_q[arrived_wa] <= ba_cnt_n;
    if (arrived_warps_we) arrived_warps_q[arrived_warps_wa] <= ba_warps;
    if (released_id_we[0]) released_id_q[released_id_wa[0 +: CW]] <= ex_id;
    if (released_id_we[1]) released_id_q[released_id_wa[CW +: CW]] <= cfu_bar_id;
  end

  logic unused_ok;
  assign unused_ok = dispatch_launch_last;
`ifndef SYNTHESIS
  AckOnlyShown_A: assert property (@(posedge clk) disable iff (!rst_n) cfu_rel_ack |-> shown_valid_q);
  ReleaseStable_A: assert property (@(posedge clk) disable iff (!rst_n)
    ctabar_rel_valid && !cfu_rel_ack |=> ctabar_rel_valid && $stable(ctabar_rel_warp));
`endif
endmodule
`default_nettype wire
