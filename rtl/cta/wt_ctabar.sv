// wt_ctabar: CTA barriers, 16 per CTA slot. Counts arrived threads against the live threads of the CTA or a number, and
// those with a predicate.
//
// Latency   completion in cycle t: first release shown in t + 2, the next ones in the cycle after each acknowledge.
// Flow      cfu_bar, cfu_exit, dispatch: valid only. Release: held until cfu_rel_ack.
// State     rows of cmodel/spec/blocks/ctabar.def.
// Model     cmodel/cta/wt_ctabar.c      Doc  docs/blocks/cta/wt_ctabar.md
`default_nettype none
module wt_ctabar (
  input  wire logic                       clk,
  input  wire logic                       rst_n,
  input  wire logic [wt_pkg::SUBCORES-1:0]  cfu_bar_valid,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::WARP_W-1:0] cfu_bar_warp,
  input  wire logic [wt_pkg::SUBCORES*4-1:0] cfu_bar_id,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::CNT_W-1:0] cfu_bar_count,
  input  wire logic [wt_pkg::SUBCORES-1:0]  cfu_exit_valid,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::WARP_W-1:0] cfu_exit_warp,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::CNT_W-1:0] cfu_exit_count,
  input  wire logic [wt_pkg::SUBCORES-1:0]  cfu_rel_ack,  // a release is shown to one sub-core
  input  wire logic [wt_pkg::SUBCORES-1:0]  issue_bar_valid,
  input  wire logic [wt_pkg::SUBCORES-1:0]  issue_bar_arv,
  input  wire logic [wt_pkg::SUBCORES*4-1:0] issue_bar_id,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::CNT_W-1:0] issue_bar_count,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::CNT_W-1:0] issue_bar_red,
  input  wire logic [wt_pkg::SUBCORES*2-1:0] issue_bar_op,
  input  wire logic [wt_pkg::SUBCORES*12-1:0] issue_bar_need,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::WARP_W-1:0] issue_ev_warp,
  // with several sub-cores, instead of those of cfu and issue
  input  wire logic                       share_bar_valid,
  input  wire logic [wt_pkg::SM_WARP_W-1:0] share_bar_warp,
  input  wire logic [3:0]                 share_bar_id,
  input  wire logic [wt_pkg::CNT_W-1:0]   share_bar_count,
  input  wire logic                       share_bar_waits,
  input  wire logic [11:0]                share_bar_need,
  input  wire logic [wt_pkg::CNT_W-1:0]   share_bar_red,
  input  wire logic [1:0]                 share_bar_op,
  input  wire logic                       share_exit_valid,
  input  wire logic [wt_pkg::SM_WARP_W-1:0] share_exit_warp,
  input  wire logic [wt_pkg::CNT_W-1:0]   share_exit_count,
  input  wire logic                       dispatch_cta_valid,
  input  wire logic [wt_pkg::CTA_W-1:0]   dispatch_cta_slot,
  input  wire logic [10:0]                dispatch_cta_threads,
  input  wire logic                       dispatch_launch_valid,
  input  wire logic                       dispatch_launch_last,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]  dispatch_launch_warp,
  output logic                            ctabar_rel_valid,
  output logic [wt_pkg::SM_WARP_W-1:0]       ctabar_rel_warp,
  output logic [3:0]                      ctabar_rel_id,
  output logic [11*wt_pkg::SM_SLOTS-1:0]     ctabar_result
);
  localparam int unsigned SM_SLOTS = wt_pkg::SM_SLOTS;
  localparam int unsigned SM_WARP_W = wt_pkg::SM_WARP_W;
  localparam int unsigned NC = wt_pkg::CTAS;
  localparam int unsigned CTA_W = wt_pkg::CTA_W;
  localparam int unsigned AA = wt_pkg::CBAR_ROW_W;

  `include "rows/wt_ctabar_state.svh"

  function automatic logic [AA-1:0] brow(input logic [CTA_W-1:0] cta, input logic [3:0] id);
    brow = AA'({cta, id});
  endfunction
  // R9: what a reduction gives
  function automatic logic [10:0] outcome(input logic [1:0] op, input logic [10:0] red, input logic [10:0] count);
    outcome = op == 2'd0 ? red : {10'd0, op == 2'd1 ? red == count : red != 11'd0};
  endfunction

  // ---- what is told: by the one sub-core, or by share of one of several ----
  logic                     ex_valid, ba_valid, ba_waits, acked;
  logic [SM_WARP_W-1:0]     ex_warp, ba_warp;
  logic [3:0]               ba_id;
  logic [wt_pkg::CNT_W-1:0] ex_n, ba_n, ba_yes;
  logic [1:0]               ba_op;
  logic [11:0]              ba_need;
  assign acked = |cfu_rel_ack;
  if (wt_pkg::SUBCORES == 1) begin : g_one
    assign ex_valid = cfu_exit_valid[0];
    assign ex_warp = SM_WARP_W'(cfu_exit_warp);
    assign ex_n = cfu_exit_count;
    assign ba_valid = cfu_bar_valid[0] || (issue_bar_valid[0] && issue_bar_arv[0]);  // R10
    assign ba_waits = cfu_bar_valid[0];
    assign ba_warp = SM_WARP_W'(cfu_bar_valid[0] ? cfu_bar_warp : issue_ev_warp);
    assign ba_id = cfu_bar_valid[0] ? cfu_bar_id : issue_bar_id;
    assign ba_n = cfu_bar_valid[0] ? cfu_bar_count : issue_bar_count;
    assign ba_need = cfu_bar_valid[0] ? next_need_q : issue_bar_need;  // R10
    assign ba_op = cfu_bar_valid[0] ? next_op_q : issue_bar_op;
    assign ba_yes = cfu_bar_valid[0] ? next_yes_q : issue_bar_red;
    assign next_need_d = issue_bar_valid[0] && !issue_bar_arv[0] ? issue_bar_need : next_need_q;  // R10
    assign next_op_d = issue_bar_valid[0] && !issue_bar_arv[0] ? issue_bar_op : next_op_q;
    assign next_yes_d = issue_bar_valid[0] && !issue_bar_arv[0] ? issue_bar_red : next_yes_q;
    logic unused_share;
    assign unused_share = &{1'b0, share_bar_valid, share_bar_warp, share_bar_id, share_bar_count, share_bar_waits,
                            share_bar_need, share_bar_red, share_bar_op, share_exit_valid, share_exit_warp,
                            share_exit_count};
  end else begin : g_several
    assign ex_valid = share_exit_valid;  // R11
    assign ex_warp = share_exit_warp;
    assign ex_n = share_exit_count;
    assign ba_valid = share_bar_valid;
    assign ba_waits = share_bar_waits;
    assign ba_warp = share_bar_warp;
    assign ba_id = share_bar_id;
    assign ba_n = share_bar_count;
    assign ba_need = share_bar_need;
    assign ba_op = share_bar_op;
    assign ba_yes = share_bar_red;
    assign next_need_d = '0;  // share keeps them
    assign next_op_d = '0;
    assign next_yes_d = '0;
    logic unused_one;
    assign unused_one = &{1'b0, cfu_exit_valid, cfu_exit_warp, cfu_exit_count, cfu_bar_valid, cfu_bar_warp, cfu_bar_id,
                          cfu_bar_count, issue_bar_valid, issue_bar_arv, issue_bar_id, issue_bar_count, issue_bar_red,
                          issue_bar_op, issue_bar_need, issue_ev_warp, next_need_q, next_op_q, next_yes_q};
  end

  // Exit: fewer threads to wait for; the lowest barrier of the CTA that is now complete.
  logic [CTA_W-1:0] ex_cta;
  logic [10:0]      ex_live;
  logic [175:0]     ex_cnt;
  logic [15:0]      ex_act, ex_full, ex_oh;
  logic [3:0]       ex_id;
  logic             ex_hit;
  logic [SM_SLOTS-1:0]    ex_warps;
  always_comb begin
    ex_cta = '0;
    ex_live = '0;
    ex_cnt = '0;
    ex_act = '0;
    ex_full = '0;
    if (ex_valid) begin
      ex_cta = warp_cta_q[ex_warp];
      ex_live = live_q[ex_cta] - 11'(ex_n);  // R3
      ex_cnt = arrived_q[ex_cta];
      for (int c = 0; c < NC; c++)
        ex_act = ex_act | (active_q[c*16 +: 16] & ~fixed_q[c*16 +: 16] & {16{ex_cta == CTA_W'(c)}});
      for (int b = 0; b < 16; b++) ex_full[b] = ex_act[b] && ex_cnt[b*11 +: 11] == ex_live;  // R4
    end
  end
  wt_first #(.N(16)) u_ex_first (.x(ex_full), .oh(ex_oh));
  wt_onehot_index #(.N(16), .W(4)) u_ex_id (.oh(ex_oh), .no(ex_id));
  assign ex_hit = ex_full != '0;  // R4
  assign ex_warps = ex_hit ? arrived_warps_q[brow(ex_cta, ex_id)] : '0;
  logic [24:0] ex_arg;
  assign ex_arg = arg_q[brow(ex_cta, ex_id)];

  // Arrival, after the exit of the same cycle. That exit may complete the barrier, so that the arrival is the first of
  // the next round: both cases are computed, and the exit only selects.
  logic [1:0]               ba_op_n;
  logic [11:0]              ba_need_n;
  logic [10:0]              ba_red_n;
  logic [24:0]              ba_arg;
  logic [15:0]              ba_fix;
  logic [CTA_W-1:0] ba_cta;
  logic [10:0]      ba_live, ba_old, ba_sum, ba_count;
  logic [175:0]     ba_cnt;
  logic [15:0]      ba_act, ba_oh;
  logic             ba_same, ba_on, ba_hit;
  logic [SM_SLOTS-1:0]    ba_warps;
  always_comb begin
    ba_cta = '0;
    ba_live = '0;
    ba_old = '0;
    ba_sum = '0;
    ba_count = '0;
    ba_cnt = '0;
    arrived_n = '0;
    ba_act = '0;
    ba_oh = '0;
    ba_same = 1'b0;
    ba_on = 1'b0;
    ba_hit = 1'b0;
    ba_warps = '0;
    ba_arg = '0;
    ba_fix = '0;
    ba_need_n = '0;
    ba_op_n = '0;
    ba_red_n = '0;
    if (ba_valid) begin
      ba_cta = warp_cta_q[ba_warp];
      ba_same = ex_valid && ex_cta == ba_cta;
      ba_live = ba_same ? ex_live : live_q[ba_cta];  // R3
      ba_cnt = arrived_q[ba_cta];
      ba_oh = 16'd1 << ba_id;
      ba_arg = arg_q[brow(ba_cta, ba_id)];
      for (int c = 0; c < NC; c++) begin
        ba_act = ba_act | (active_q[c*16 +: 16] & {16{ba_cta == CTA_W'(c)}});
        ba_fix = ba_fix | (fixed_q[c*16 +: 16] & {16{ba_cta == CTA_W'(c)}});
      end
      for (int b = 0; b < 16; b++) ba_old = ba_old | (ba_cnt[b*11 +: 11] & {11{ba_oh[b]}});
      ba_sum = ba_old + 11'(ba_n);
      ba_on = (ba_act & ba_oh) != '0 && !(ba_same && (ex_oh & ba_oh) != '0);  // R5
      ba_count = ba_on ? ba_sum : 11'(ba_n);
      ba_red_n = (ba_arg[10:0] & {11{ba_on}}) + 11'(ba_yes);  // R9
      ba_op_n = ba_op != 2'd3 || !ba_on ? ba_op : ba_arg[12:11];  // R9
      ba_need_n = ba_need != 12'd0 ? ba_need : ba_arg[24:13] & {12{ba_on && (ba_fix & ba_oh) != '0}};
      ba_hit = ba_on ? ba_sum == ba_live : 11'(ba_n) == ba_live;  // R5
      if (ba_need_n != 12'd0) ba_hit = {1'b0, ba_count} >= ba_need_n;  // R5
      ba_warps = ((SM_SLOTS'(1) << ba_warp) & {SM_SLOTS{ba_waits}}) |
                 (arrived_warps_q[brow(ba_cta, ba_id)] & {SM_SLOTS{ba_on}});
      for (int b = 0; b < 16; b++) arrived_n[b*11 +: 11] = ba_oh[b] ? ba_count : ba_cnt[b*11 +: 11];
    end
  end

  always_comb begin
    active_d = active_q;
    fixed_d = fixed_q;
    if (ex_valid || ba_valid || dispatch_cta_valid)
      for (int c = 0; c < NC; c++) begin
        if (ex_cta == CTA_W'(c)) active_d[c*16 +: 16] = active_d[c*16 +: 16] & ~ex_oh;
        if (ba_cta == CTA_W'(c)) begin
          active_d[c*16 +: 16] = (active_d[c*16 +: 16] & ~ba_oh) | (ba_oh & {16{!ba_hit}});  // R5, R6
          fixed_d[c*16 +: 16] = (fixed_q[c*16 +: 16] & ~ba_oh) | (ba_oh & {16{ba_need_n != 12'd0}});  // R5
        end
        if (dispatch_cta_valid && dispatch_cta_slot == CTA_W'(c)) active_d[c*16 +: 16] = '0;  // R5
      end
  end

  // R7: Release shown now, and the next one: lowest warp first.
  logic          next_rel;
  logic [SM_SLOTS-1:0] next_oh;
  logic [SM_WARP_W-1:0] next_no;
  wt_first #(.N(SM_SLOTS)) u_next (.x(pending_q), .oh(next_oh));
  wt_onehot_index #(.N(SM_SLOTS), .W(SM_WARP_W)) u_next_no (.oh(next_oh), .no(next_no));
  assign next_rel = !shown_valid_q || acked;  // R7
  logic [15:0] next_pb, next_bar;
  logic [3:0]  next_sid;
  always_comb begin
    next_pb = '0;
    for (int w = 0; w < SM_SLOTS; w++) next_pb = next_pb | (pending_ids_q[w*16 +: 16] & {16{next_oh[w]}});
  end
  wt_first #(.N(16)) u_next_bar (.x(next_pb), .oh(next_bar));
  wt_onehot_index #(.N(16), .W(4)) u_next_sid (.oh(next_bar), .no(next_sid));
  always_comb begin
    shown_valid_d = shown_valid_q;
    shown_warp_d = shown_warp_q;
    pending_d = pending_q;
    shown_id_d = shown_id_q;
    pending_ids_d = pending_ids_q;
    result_d = result_q;
    if (next_rel) begin
      shown_valid_d = pending_q != '0;
      shown_warp_d = next_no;
      pending_d = next_pb == next_bar ? pending_q & ~next_oh : pending_q;  // R7
      shown_id_d = next_sid;
      for (int w = 0; w < SM_SLOTS; w++)
        pending_ids_d[w*16 +: 16] = pending_ids_q[w*16 +: 16] & ~(next_bar & {16{next_oh[w]}});
    end
    if (ex_hit) pending_d = pending_d | ex_warps;  // R6
    if (ba_hit) pending_d = pending_d | ba_warps;  // R6
    for (int w = 0; w < SM_SLOTS; w++) begin
      if (ex_hit && ex_warps[w]) begin
        pending_ids_d[w*16 +: 16] = pending_ids_d[w*16 +: 16] | ex_oh;
        if (ex_arg[12:11] != 2'd3) result_d[w*11 +: 11] = outcome(ex_arg[12:11], ex_arg[10:0], ex_live);  // R9
      end
      if (ba_hit && ba_warps[w]) begin
        pending_ids_d[w*16 +: 16] = pending_ids_d[w*16 +: 16] | ba_oh;
        if (ba_op_n != 2'd3) result_d[w*11 +: 11] = outcome(ba_op_n, ba_red_n, ba_count);
      end
    end
  end
  assign ctabar_rel_id = shown_id_q;  // R8
  assign ctabar_rel_valid = shown_valid_q;
  assign ctabar_rel_warp = shown_warp_q;

  assign warp_cta_we = dispatch_launch_valid;  // R1
  assign warp_cta_wa = dispatch_launch_warp;
  assign live_we = {dispatch_cta_valid, ex_valid};  // R2
  assign live_wa = {dispatch_cta_slot, ex_cta};
  assign arrived_we = ba_valid;
  assign arrived_wa = ba_cta;
  assign arrived_warps_we = ba_valid;
  assign arrived_warps_wa = brow(ba_cta, ba_id);
  assign arg_we = ba_valid;
  assign arg_wa = arrived_warps_wa;

  assign warp_cta_n = dispatch_cta_slot;
  assign live_n0 = ex_live;
  assign live_n1 = dispatch_cta_threads;  // R2
  assign arrived_warps_n = ba_warps;
  assign arg_n = {ba_need_n, ba_op_n, ba_red_n};

  logic unused_ok;
  assign unused_ok = &{1'b0, dispatch_launch_last, ex_arg[24:13]};
`ifndef SYNTHESIS
  AckOnlyShown_A: assert property (@(posedge clk) disable iff (!rst_n) acked |-> shown_valid_q);
  ReleaseStable_A: assert property (@(posedge clk) disable iff (!rst_n)
    ctabar_rel_valid && !acked |=> ctabar_rel_valid && $stable(ctabar_rel_warp));
`endif
endmodule
`default_nettype wire
