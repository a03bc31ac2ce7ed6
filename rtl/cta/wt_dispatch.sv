// wt_dispatch: CTA dispatcher of an SM. Asks for a CTA while a slot is free, and launches it into the lowest one.
//
// Latency   pick of a CTA in cycle t: cta_valid in t + 1, first launch beat in t + 2.
// Flow      launch: beat 0 first, one beat a cycle; the last beat is held until cfu_launch_ack. cfu_done: valid only.
// State     rows of cmodel/spec/blocks/dispatch.def.
// Model     cmodel/cta/wt_dispatch.c      Doc  docs/blocks/cta/wt_dispatch.md
`default_nettype none
module wt_dispatch (
  input  wire logic                          clk,
  input  wire logic                          rst_n,
  input  wire logic [10:0]                   cfg_block_x,
  input  wire logic [10:0]                   cfg_block_y,
  input  wire logic [6:0]                    cfg_block_z,
  input  wire logic [10:0]                   cfg_threads,
  input  wire logic [7:0]                    cfg_wpc,
  input  wire logic [7:0]                    cfg_stride,
  input  wire logic [5:0]                    cfg_maxcta,
  input  wire logic [5:0]                    cfg_cta_block,
  input  wire logic [wt_pkg::CTAN_W-1:0]     lcs_limit,  // LCS
  input  wire logic                          ctasched_give_valid,
  input  wire logic [30:0]                   ctasched_give_x,
  input  wire logic [15:0]                   ctasched_give_y,
  input  wire logic [15:0]                   ctasched_give_z,
  input  wire logic [wt_pkg::SUBCORES-1:0]   cfu_launch_ack,  // the launch is shown to one sub-core
  input  wire logic [wt_pkg::SUBCORES-1:0]   cfu_done_valid,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::WARP_W-1:0] cfu_done_warp,
  output logic                               dispatch_cta_valid,
  output logic [wt_pkg::CTA_W-1:0]           dispatch_cta_slot,
  output logic [10:0]                        dispatch_cta_threads,
  `include "ports/wt_dispatch_launch_ports.svh"
  output logic                               dispatch_ask,
  output logic                               dispatch_room,
  output logic                               dispatch_idle,
  output logic [wt_pkg::CTAS-1:0]            dispatch_resident
);
  localparam int unsigned SM_WARP_W = wt_pkg::SM_WARP_W;
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned NC = wt_pkg::CTAS;
  localparam int unsigned CTA_W = wt_pkg::CTA_W;
  localparam int unsigned BEAT_W = wt_pkg::BEAT_W;
  typedef enum logic [1:0] {
    StPick = wt_pkg::DP_PICK, StStart = wt_pkg::DP_START, StLaunch = wt_pkg::DP_LAUNCH
  } state_e;

  `include "rows/wt_dispatch_state.svh"

  // R6: Thread index of every lane of the beat, and of the lane after the last one.
  logic        launching, last_beat;
  logic [16:0] first, skipped;
  logic [10:0] tx, ty;
  logic [9:0]  tz;
  assign launching = state_q == StLaunch;
  assign last_beat = 32'(beat_q) == wt_pkg::BEATS - 1;
  assign skipped = 17'(warp_q) * 17'(WS);
  assign first = skipped + 17'(beat_q) * 17'(LN);
  // x counts lane by lane, y with its turns, z with those of y.
  localparam int unsigned LANES_W = $clog2(LN + 1);
  logic [(LN+1)*11-1:0]      tx_at, ty_at;
  logic [(LN+1)*LANES_W-1:0] tx_turns, ty_turns;
  logic                      meant;
  wt_dispatch_steps #(.N(LN)) u_x (.en(launching), .from(tx_q), .size(cfg_block_x), .at(tx_at), .turns(tx_turns));
  wt_dispatch_steps #(.N(LN)) u_y (.en(launching), .from(ty_q), .size(cfg_block_y), .at(ty_at), .turns(ty_turns));
  always_comb begin
    dispatch_launch_tid = '0;
    dispatch_launch_mask = '0;
    for (int l = 0; l < WS; l++) dispatch_launch_mask[l] = launching && skipped + 17'(l) < 17'(cfg_threads);  // R6
    tz = '0;
    ty = '0;
    tx = '0;
    meant = 1'b0;
    if (launching)
      for (int l = 0; l <= LN; l++) begin
        tx = tx_at[l*11 +: 11];
        tz = '0;
        ty = '0;
        for (int r = 0; r <= l; r++) begin // as many rows further as x turned
          meant = tx_turns[l*LANES_W +: LANES_W] == LANES_W'(r);
          ty = ty | (ty_at[r*11 +: 11] & {11{meant}});
          tz = tz | (10'(ty_turns[r*LANES_W +: LANES_W]) & {10{meant}});
        end
        tz = tz + tz_q;
        if (l < LN && first + 17'(l) < 17'(cfg_threads)) dispatch_launch_tid[(l % LN)*32 +: 32] = {tz, ty, tx};  // R6
      end
  end

  assign dispatch_cta_valid = state_q == StStart;  // R4
  assign dispatch_cta_slot = state_q == StStart || launching ? slot_q : '0;  // R8
  assign dispatch_cta_threads = state_q == StStart ? cfg_threads : '0;  // R8
  assign dispatch_launch_valid = launching;
  assign dispatch_launch_last = launching && last_beat;
  // R5
  assign dispatch_launch_warp = launching ? SM_WARP_W'(slot_q) * SM_WARP_W'(cfg_stride) + SM_WARP_W'(warp_q) : '0;
  assign dispatch_launch_beat = launching ? beat_q : '0;
  assign dispatch_launch_ctaid_x = launching ? {1'b0, cx_q} : '0;
  assign dispatch_launch_ctaid_y = launching ? cy_q : '0;
  assign dispatch_launch_ctaid_z = launching ? cz_q : '0;
  assign dispatch_ask = state_q == StPick && free != '0 && below;  // R1
  assign dispatch_idle = busy_q == '0;  // R3
  assign dispatch_resident = busy_q;  // R10

  // Lowest free slot that the launch may use.
  logic [NC-1:0] free, pick_oh;
  logic [CTA_W-1:0] pick_no;
  always_comb begin
    for (int k = 0; k < NC; k++) free[k] = !busy_q[k] && 32'(k) < 32'(cfg_maxcta);  // R1
  end
  wt_first #(.N(NC)) u_pick (.x(free), .oh(pick_oh));
  wt_onehot_index #(.N(NC), .W(CTA_W)) u_pick_no (.oh(pick_oh), .no(pick_no));

  // CTAs that may be resident; more may still come.
  logic       below;
  logic [5:0] slots, limit, more;
  assign slots = 32'(cfg_maxcta) < NC ? cfg_maxcta : 6'(NC);
  if (wt_pkg::LCS != 0) begin : g_limit
    logic [5:0] resident;
    wt_popcount #(.N(NC), .W(6)) u_resident (.x(busy_q), .n(resident));
    assign limit = lcs_limit != '0 && 6'(lcs_limit) < slots ? 6'(lcs_limit) : slots;
    assign below = resident < limit;  // R1
    assign more = limit - resident;
  end else begin : g_no_limit
    logic unused_limit;
    assign unused_limit = &{1'b0, lcs_limit};
    wt_popcount #(.N(NC), .W(6)) u_free (.x(free), .n(more));
    assign limit = slots;
    assign below = 1'b1;
  end

  // Room for a block of CTAs.
  if (wt_pkg::CTA_UNIT != 0) begin : g_room
    assign dispatch_room = dispatch_ask && more >= (cfg_cta_block < limit ? cfg_cta_block : limit);  // R9
  end else begin : g_no_room
    logic unused_block;
    assign unused_block = &{1'b0, cfg_cta_block, limit, more};
    assign dispatch_room = 1'b0;
  end

  `include "cta/wt_cta_warp_at.svh"

  // Slots whose warps include those that are done: one a sub-core at most.
  localparam int unsigned SC = wt_pkg::SUBCORES;
  localparam int unsigned WW = wt_pkg::WARP_W;
  logic          acked;
  logic [NC-1:0] done_oh;
  logic [NC*3-1:0] done_n;
  logic [12:0]   base, done_warp;
  logic [13*SC-1:0] done_warps;
  assign acked = |cfu_launch_ack;
  for (genvar i = 0; i < SC; i++) begin : g_done
    assign done_warps[i*13 +: 13] = 13'(warp_at(i, 32'(cfu_done_warp[i*WW +: WW])));
  end
  always_comb begin
    done_oh = '0;
    base = '0;
    done_warp = '0;
    done_n = '0;
    for (int i = 0; i < SC; i++)
      if (cfu_done_valid[i])
        for (int k = 0; k < NC; k++) begin
          base = 13'(k) * 13'(cfg_stride);
          done_warp = done_warps[i*13 +: 13];
          if (busy_q[k] && done_warp >= base && done_warp < base + 13'(cfg_stride)) begin  // R7
            done_oh[k] = 1'b1;
            done_n[k*3 +: 3] = done_n[k*3 +: 3] + 3'd1;
          end
        end
  end

  always_comb begin
    cx_d = cx_q;
    cy_d = cy_q;
    cz_d = cz_q;
    busy_d = busy_q;
    left_d = left_q;
    state_d = state_q;
    slot_d = slot_q;
    warp_d = warp_q;
    beat_d = beat_q;
    tx_d = tx_q;
    ty_d = ty_q;
    tz_d = tz_q;
    for (int k = 0; k < NC; k++)
      if (done_oh[k]) begin
        left_d[k*(SM_WARP_W+1) +: SM_WARP_W+1] = left_q[k*(SM_WARP_W+1) +: SM_WARP_W+1] -
            (SM_WARP_W+1)'(done_n[k*3 +: 3]);  // R7
        if (left_d[k*(SM_WARP_W+1) +: SM_WARP_W+1] == '0) busy_d[k] = 1'b0;
      end
    if (ctasched_give_valid) begin  // R2
      state_d = StStart;
      slot_d = pick_no;
      busy_d = busy_d | pick_oh;
      for (int k = 0; k < NC; k++) if (pick_oh[k]) left_d[k*(SM_WARP_W+1) +: SM_WARP_W+1] = (SM_WARP_W+1)'(cfg_wpc);
      cx_d = ctasched_give_x;
      cy_d = ctasched_give_y;
      cz_d = ctasched_give_z;
    end
    if (state_q == StStart) begin  // R4
      state_d = StLaunch;
      warp_d = '0;
      beat_d = '0;
      tx_d = '0;
      ty_d = '0;
      tz_d = '0;
    end
    if (launching && (!last_beat || acked)) begin  // R5
      tx_d = tx;  // R6
      ty_d = ty;
      tz_d = tz;
      beat_d = last_beat ? '0 : beat_q + BEAT_W'(1);
      if (last_beat) begin
        warp_d = warp_q + (SM_WARP_W+1)'(1);
        if (32'(warp_d) == 32'(cfg_wpc)) state_d = StPick;
      end
    end
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, cfg_block_z};
`ifndef SYNTHESIS
  AckOnlyLast_A: assert property (@(posedge clk) disable iff (!rst_n) acked |-> launching && last_beat);
  GivenWhatAsked_A: assert property (@(posedge clk) disable iff (!rst_n) ctasched_give_valid |-> dispatch_ask);
  DoneKnown_A: assert property (@(posedge clk) disable iff (!rst_n) cfu_done_valid != '0 |-> done_oh != '0);
  StrideStays_A: assert property (@(posedge clk) disable iff (!rst_n) launching |=> $stable(cfg_stride));
  LaunchStable_A: assert property (@(posedge clk) disable iff (!rst_n)
    dispatch_launch_valid && dispatch_launch_last && !acked |=> dispatch_launch_valid &&
        $stable(dispatch_launch_warp));
  EmptyAsks_A: assert property (@(posedge clk) disable iff (!rst_n)
    state_q == StPick && busy_q == '0 && cfg_maxcta != '0 |-> dispatch_ask);
  EmptyHasRoom_A: assert property (@(posedge clk) disable iff (!rst_n)
    wt_pkg::CTA_UNIT != 0 && dispatch_ask && busy_q == '0 |-> dispatch_room);
  LaunchPayload_A: assert property (@(posedge clk) disable iff (!rst_n)
    !dispatch_launch_valid |-> {dispatch_launch_warp, dispatch_launch_beat, dispatch_launch_mask} == '0);
`endif
endmodule
`default_nettype wire
