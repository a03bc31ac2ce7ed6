// wt_brx: branch targets that differ by thread. Gathers the targets of one instruction, hands out one group of lanes a
// cycle.
//
// Latency   first group shown g + 1 cycles after the last beat was dispatched, g = number of groups.
// Flow      events and beats: valid only. Groups: held until cfu_tgt_take.
// State     rows of cmodel/spec/blocks/brx.def.
// Model     cmodel/control/wt_brx.c      Doc  docs/blocks/control/wt_brx.md
`default_nettype none
module wt_brx (
  input  wire logic                               clk,
  input  wire logic                               rst_n,
  input  wire logic                               issue_ev_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]          issue_ev_warp,
  input  wire logic [3:0]                         issue_ev_kind,
  input  wire logic [31:0]                        issue_ev_pc,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]       issue_ev_mask,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]       issue_ev_val,
  input  wire logic                               disp_valid,
  input  wire logic [wt_pkg::UOP_W-1:0]           disp_uop,
  input  wire logic [wt_pkg::WARP_W-1:0]          disp_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]         disp_beat,
  input  wire logic [wt_pkg::LANES-1:0]           disp_mask,
  input  wire logic                               disp_last,
  input  wire logic [32*6*wt_pkg::LANES-1:0]      disp_data,
  input  wire logic                               cfu_tgt_take,
  input  wire logic [1:0]                         cfg_order,
  output logic                                    tgt_valid,
  output logic [wt_pkg::SLOT_LANES-1:0]            tgt_mask,
  output logic                                    tgt_taken,
  output logic [31:0]                             tgt_pc,
  output logic                                    tgt_last
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned CNT_W = wt_pkg::CNT_W;
  localparam int unsigned LANE_W = wt_pkg::LANE_W;
  localparam int unsigned KEY_W = CNT_W + LANE_W;       // rank of a group
  localparam int unsigned EW = KEY_W + 1 + LANE_W;   // with its valid bit and its lane
  typedef enum logic [1:0] {
    StIdle = wt_pkg::BRX_IDLE, StGather = wt_pkg::BRX_GATHER, StCount = wt_pkg::BRX_COUNT, StShow = wt_pkg::BRX_SHOW
  } state_e;

  `include "rows/wt_brx_state.svh"

  // R6: the group of the lowest rank, by a tree over the lanes; the valid bit is inverted so that lanes without a group
  // lose
  logic [EW*WS-1:0]  cand;
  logic [CNT_W-1:0]  rank_size;
  logic [LANE_W-1:0] rank_lane;
  logic [LANE_W-1:0] show_no;
  always_comb begin
    cand = '0;
    rank_size = '0;
    rank_lane = '0;
    if (state_q == StShow) begin
      for (int i = 0; i < WS; i++) begin
        rank_lane = LANE_W'(WS - 1 - i);
        rank_size = size_q[i*CNT_W +: CNT_W];
        if (cfg_order == wt_pkg::PATH_ORDER_minority) begin
          rank_lane = LANE_W'(i);
          rank_size = ~size_q[i*CNT_W +: CNT_W];
        end
        if (cfg_order == wt_pkg::PATH_ORDER_taken) rank_size = CNT_W'(exec_q[i]);
        cand[i*EW +: EW] = {!leaders_q[i], rank_size, rank_lane, LANE_W'(i)};
      end
      for (int k = 0; k < LANE_W; k++)
        for (int i = 0; i < WS; i++)
          if (i % (2 << k) == 0 && i + (1 << k) < WS)
            if (cand[(i + (1 << k))*EW +: EW] < cand[i*EW +: EW]) cand[i*EW +: EW] = cand[(i + (1 << k))*EW +: EW];
    end
    show_no = cand[LANE_W-1:0];
  end

  // R4: lanes that go the way of lane `sel`: the next to count, or the one whose group is shown
  logic [WS-1:0] first_left, sel, group;
  logic [31:0]   sel_pc;
  logic          sel_exec;
  wt_first #(.N(WS)) u_first_left (.x(left_q), .oh(first_left));
  always_comb begin
    sel = state_q == StShow ? WS'(1) << show_no : first_left;
    sel_pc = '0;
    for (int i = 0; i < WS; i++) if (sel[i]) sel_pc = sel_pc | target_q[i*32 +: 32];
    sel_exec = (sel & exec_q) != '0;
    group = '0;
    if (state_q == StShow || state_q == StCount)
      for (int i = 0; i < WS; i++)
        group[i] = (state_q == StShow ? path_q[i] : left_q[i]) && exec_q[i] == sel_exec &&
            target_q[i*32 +: 32] == sel_pc;
  end

  assign tgt_valid = state_q == StShow;
  assign tgt_mask = tgt_valid ? group : '0;  // R7
  assign tgt_taken = tgt_valid && sel_exec;
  assign tgt_pc = tgt_valid ? sel_pc : '0;
  assign tgt_last = tgt_valid && (leaders_q & (leaders_q - WS'(1))) == '0;

  wt_pkg::uop_t u;
  logic [127:0] word;
  logic         is_kind, is_op, beat_here;
  logic [31:0]  base;
  assign u = disp_uop;
  assign word = {u.hi, u.lo};
  assign is_kind = issue_ev_kind == wt_pkg::EV_BRX || issue_ev_kind == wt_pkg::EV_RET ||
      issue_ev_kind == wt_pkg::EV_CALLX;
  assign is_op = u.op == wt_pkg::I_BRX || u.op == wt_pkg::I_RET || u.op == wt_pkg::I_CALL_REL_R ||
      u.op == wt_pkg::I_CALL_ABS_R;
  assign beat_here = state_q == StGather && disp_valid && disp_warp == at_warp_q && is_op;  // R3
  always_comb begin
    base = {word[63:34], 2'b00};
    if (!(u.op == wt_pkg::I_CALL_ABS_R || (u.op == wt_pkg::I_RET && word[85]))) base = base + u.pc + 32'd16;  // R3
  end

  logic [WS-1:0] group_first;
  wt_first #(.N(WS)) u_group_first (.x(group), .oh(group_first));
  always_comb begin
    state_d = state_q;
    at_warp_d = at_warp_q;
    path_d = path_q;
    exec_d = exec_q;
    left_d = left_q;
    leaders_d = leaders_q;
    target_d = target_q;
    size_d = size_q;
    unique case (state_q)
      StIdle: if (issue_ev_valid && is_kind) begin  // R1, R2
        state_d = StGather;
        at_warp_d = issue_ev_warp;
        path_d = issue_ev_val;
        exec_d = issue_ev_mask;
        target_d = {WS{issue_ev_pc + 32'd16}};
      end
      StGather: if (beat_here) begin  // R3
        for (int b = 0; b < wt_pkg::BEATS; b++)
          for (int l = 0; l < LN; l++)
            if (disp_beat[(l % wt_pkg::BROWS)*wt_pkg::BEAT_W +: wt_pkg::BEAT_W] == wt_pkg::BEAT_W'(b) && disp_mask[l] &&
                exec_q[b*LN + l])
              target_d[(b*LN + l)*32 +: 32] = disp_data[l*32 +: 32] + base;
        if (disp_last) begin
          state_d = StCount;
          left_d = path_q;
          leaders_d = '0;
        end
      end
      StCount: begin  // R5
        leaders_d = leaders_q | sel;
        for (int i = 0; i < WS; i++) if (sel[i]) size_d[i*CNT_W +: CNT_W] = CNT_W'($countones(group));
        left_d = left_q & ~group;
        if (left_d == '0) state_d = StShow;
      end
      default: if (cfu_tgt_take) begin  // R7
        leaders_d = leaders_q & ~group_first;
        if (tgt_last) state_d = StIdle;
      end
    endcase
  end

  // words 1 to 5 of a beat belong to other instructions; so do the fields of the uop that are not named here
  logic unused_ok;
  assign unused_ok = &{1'b0, u, word, disp_data[32*6*LN-1:32*LN]};
`ifndef SYNTHESIS
  EventWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n) issue_ev_valid && is_kind |->
      state_q == StIdle);
  PathHasLanes_A: assert property (@(posedge clk) disable iff (!rst_n) issue_ev_valid && is_kind |->
      issue_ev_val != '0);
  SomeGroup_A: assert property (@(posedge clk) disable iff (!rst_n) state_q == StShow |-> leaders_q != '0);
  GroupOfPath_A: assert property (@(posedge clk) disable iff (!rst_n) tgt_valid |->
      tgt_mask != '0 && (tgt_mask & ~path_q) == '0);
`endif
endmodule
`default_nettype wire
