// wt_share: what the sub-cores of an SM take turns at (SUBCORES > 1): the load/store unit, which takes the beats of one
// instruction at a time, with SHARE_QUEUE > 0 out of a queue a sub-core, and the CTA barriers, which hear of one
// sub-core a cycle.
//
// Latency   a beat passes in its cycle, through a queue one later at the earliest, as news are heard.
// Flow      takes and full are functions of state. News are valid only: who sees full starts none.
// State     rows of cmodel/spec/blocks/share.def.
// Model     cmodel/mem/wt_share.c      Doc  docs/blocks/mem/wt_share.md
`default_nettype none
module wt_share (
  input  wire logic                                           clk,
  input  wire logic                                           rst_n,
  // of every sub-core
  `include "ports/wt_share_disp_taken_ports.svh"
  input  wire logic [wt_pkg::SUBCORES-1:0]                    cfu_bar_valid,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::WARP_W-1:0]     cfu_bar_warp,
  input  wire logic [wt_pkg::SUBCORES*4-1:0]                  cfu_bar_id,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::CNT_W-1:0]      cfu_bar_count,
  input  wire logic [wt_pkg::SUBCORES-1:0]                    cfu_exit_valid,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::WARP_W-1:0]     cfu_exit_warp,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::CNT_W-1:0]      cfu_exit_count,
  input  wire logic [wt_pkg::SUBCORES-1:0]                    issue_bar_valid,
  input  wire logic [wt_pkg::SUBCORES-1:0]                    issue_bar_arv,
  input  wire logic [wt_pkg::SUBCORES*4-1:0]                  issue_bar_id,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::CNT_W-1:0]      issue_bar_count,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::CNT_W-1:0]      issue_bar_red,
  input  wire logic [wt_pkg::SUBCORES*2-1:0]                  issue_bar_op,
  input  wire logic [wt_pkg::SUBCORES*12-1:0]                 issue_bar_need,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::WARP_W-1:0]     issue_ev_warp,
  // of the SM
  input  wire logic                                           lsu_ready,
  input  wire logic                                           replay_hold,
  // to every sub-core
  output logic [wt_pkg::SUBCORES-1:0]                         share_takes,
  output logic [wt_pkg::SM_SLOTS-1:0]                         share_queued,
  output logic [wt_pkg::SUBCORES-1:0]                         share_full,
  // to lsu
  `include "ports/wt_share_beats_ports.svh"
  // to ctabar
  output logic                                                share_bar_valid,
  output logic [wt_pkg::SM_WARP_W-1:0]                        share_bar_warp,
  output logic [3:0]                                          share_bar_id,
  output logic [wt_pkg::CNT_W-1:0]                            share_bar_count,
  output logic                                                share_bar_waits,
  output logic [11:0]                                         share_bar_need,
  output logic [wt_pkg::CNT_W-1:0]                            share_bar_red,
  output logic [1:0]                                          share_bar_op,
  output logic                                                share_exit_valid,
  output logic [wt_pkg::SM_WARP_W-1:0]                        share_exit_warp,
  output logic [wt_pkg::CNT_W-1:0]                            share_exit_count
);
  localparam int unsigned SC = wt_pkg::SUBCORES;
  localparam int unsigned SCW = wt_pkg::SUBCORE_W;
  localparam int unsigned NEWS_N = wt_pkg::NEWS_N;
  localparam int unsigned NEWS_W = wt_pkg::NEWS_W;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned SM_WARP_W = wt_pkg::SM_WARP_W;
  localparam int unsigned CNT_W = wt_pkg::CNT_W;
  localparam int unsigned UOP_W = wt_pkg::UOP_W;
  localparam int unsigned BROWS_W = wt_pkg::BROWS_W;
  localparam int unsigned SPLIT_W = wt_pkg::SPLIT_W;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned WORDS_W = 6 * 32 * wt_pkg::LANES;
  typedef struct packed {
    logic          valid;
    logic [1:0]    op;
    logic [CNT_W-1:0] red;
    logic [11:0]   need;
    logic          waits;
    logic [CNT_W-1:0] count;
    logic [3:0]    id;
    logic [WW-1:0] warp;
    logic          exit_valid;
    logic [CNT_W-1:0] exit_count;
    logic [WW-1:0] exit_warp;
  } news_t;

  `include "rows/wt_share_state.svh"
  `include "cta/wt_cta_warp_at.svh"

  function automatic logic [SCW-1:0] after(input logic [SCW-1:0] i);
    after = 32'(i) == SC - 1 ? '0 : i + SCW'(1);
  endfunction

  // ---- the load/store unit ----
  // R9: a beat in a queue, its lowest bits first: data, warp, beat, mask, last, split, scalar, uop, ends
  localparam int unsigned QW = wt_pkg::SHARE_W;
  localparam int unsigned WarpL = WORDS_W;
  localparam int unsigned BeatL = WarpL + WW;
  localparam int unsigned MaskL = BeatL + BROWS_W;
  localparam int unsigned LastL = MaskL + LN;
  localparam int unsigned SplitL = LastL + 1;
  localparam int unsigned BcL = SplitL + SPLIT_W;
  localparam int unsigned UopL = BcL + 64;
  localparam int unsigned EndsL = UopL + UOP_W;
  // sends, beats: what the sub-cores send in this cycle; filled, heads: what may go to the unit, when its turn comes
  logic [SC-1:0]    sends, filled, turn;
  logic [SC*QW-1:0] beats, heads;
  logic [QW-1:0]    packet;
  logic [SCW-1:0]   at;
  logic             unit_free;
  assign unit_free = lsu_ready && !replay_hold;
  for (genvar i = 0; i < SC; i++) begin : g_send
    assign sends[i] = disp_valid[i] && disp_uop[i*UOP_W + wt_pkg::uop_unit_L +: wt_pkg::UNIT_W] == wt_pkg::U_LSU;
    assign beats[i*QW +: QW] = QW'({disp_ends[i*3 +: 3], disp_uop[i*UOP_W +: UOP_W], disp_bc[i*64 +: 64],
                                    disp_split[i*SPLIT_W +: SPLIT_W], disp_last[i], disp_mask[i*LN +: LN],
                                    disp_beat[i*BROWS_W +: BROWS_W], disp_warp[i*WW +: WW],
                                    disp_data[i*WORDS_W +: WORDS_W]});
  end

  localparam bit Queues = wt_pkg::QUEUES != 0;
  localparam int unsigned Places = Queues ? wt_pkg::SHARE_QUEUE : 1;
  localparam int unsigned QCNT_W = wt_pkg::QCNT_W;
  logic [SC*Places*QW-1:0] queue_q;
  logic [SC*QCNT_W-1:0]    queue_n_q;
  if (Queues) begin : g_queues
    logic [SC-1:0]  room;
    logic [SCW-1:0] at_last, next;
    logic           some;
    for (genvar i = 0; i < SC; i++) begin : g_queue
      wt_fifo #(.Depth(Places), .W(QW), .CW(QCNT_W)) u_queue (  // R8
        .clk, .rst_n, .in_valid(sends[i]), .in_ready(room[i]), .in_data(beats[i*QW +: QW]), .out_valid(filled[i]),
        .out_ready(share_valid && turn[i]), .out_data(heads[i*QW +: QW]), .count(queue_n_q[i*QCNT_W +: QCNT_W]),
        .words(queue_q[i*Places*QW +: Places*QW]));
    end
    assign at_last = holder_q == '0 ? SCW'(SC - 1) : holder_q - SCW'(1);
    wt_after #(.N(SC), .W(SCW)) u_next (.x(filled), .at(at_last), .found(some), .no(next));
    assign at = open_q || !some ? holder_q : next;  // R3
    assign share_takes = room;  // R1
    assign share_valid = (filled & turn) != '0 && unit_free;  // R2
    always_comb begin
      share_queued = '0;  // R10
      for (int i = 0; i < SC; i++)
        for (int k = 0; k < Places; k++)
          for (int w = 0; w < wt_pkg::SLOTS; w++)
            if (QCNT_W'(k) < queue_n_q[i*QCNT_W +: QCNT_W] && queue_q[(i*Places+k)*QW + WarpL +: WW] == WW'(w))
              share_queued[SM_WARP_W'(warp_at(i, w))] = 1'b1;
    end
  end else begin : g_no_queues
    for (genvar i = 0; i < SC; i++) begin : g_none
      assign queue_q[i*QW +: QW] = '0;
    end
    assign queue_n_q = '0;
    assign filled = sends;
    assign heads = beats;
    assign at = holder_q;
    assign share_takes = turn;  // R1
    assign share_valid = (filled & turn) != '0;  // R2
    assign share_queued = '0;
    logic unused_queues;
    assign unused_queues = &{1'b0, queue_q, queue_n_q};
  end

  assign turn = SC'(1) << at;
  always_comb begin
    packet = '0;
    if (share_valid)
      for (int i = 0; i < SC; i++) packet = packet | (heads[i*QW +: QW] & {QW{turn[i]}});
  end
  assign share_data = packet[WORDS_W-1:0];  // R2
  assign share_warp = share_valid ? SM_WARP_W'(warp_at(32'(at), 32'(packet[WarpL +: WW]))) : '0;
  assign share_beat = packet[BeatL +: BROWS_W];
  assign share_mask = packet[MaskL +: LN];
  assign share_last = packet[LastL];
  assign share_split = packet[SplitL +: SPLIT_W];
  assign share_bc = packet[BcL +: 64];
  assign share_uop = packet[UopL +: UOP_W];
  assign share_ends = wt_pkg::CODES != 0 ? 3'(packet >> EndsL) : 3'd0;
  logic passes;
  assign passes = share_valid ? share_last : !Queues && !open_q && unit_free;  // R3
  assign open_d = share_valid ? !share_last : open_q;  // R3
  assign holder_d = passes ? after(at) : share_valid ? at : holder_q;  // R3

  // ---- CTA barriers ----
  // R5: what every sub-core tells in this cycle
  logic [SC*NEWS_W-1:0] told;
  logic [SC-1:0]        tells;
  news_t                now;
  always_comb begin
    told = '0;
    tells = '0;
    now = '0;
    for (int i = 0; i < SC; i++) begin
      now = '0;
      if (cfu_exit_valid[i]) begin
        now.exit_valid = 1'b1;
        now.exit_count = cfu_exit_count[i*CNT_W +: CNT_W];
        now.exit_warp = cfu_exit_warp[i*WW +: WW];
      end
      if (cfu_bar_valid[i]) begin  // R6
        now.valid = 1'b1;
        now.op = next_op_q[i*2 +: 2];
        now.red = next_yes_q[i*CNT_W +: CNT_W];
        now.need = next_need_q[i*12 +: 12];
        now.waits = 1'b1;
        now.count = cfu_bar_count[i*CNT_W +: CNT_W];
        now.id = cfu_bar_id[i*4 +: 4];
        now.warp = cfu_bar_warp[i*WW +: WW];
      end else if (issue_bar_valid[i] && issue_bar_arv[i]) begin
        now.valid = 1'b1;
        now.op = issue_bar_op[i*2 +: 2];
        now.red = issue_bar_red[i*CNT_W +: CNT_W];
        now.need = issue_bar_need[i*12 +: 12];
        now.count = issue_bar_count[i*CNT_W +: CNT_W];
        now.id = issue_bar_id[i*4 +: 4];
        now.warp = issue_ev_warp[i*WW +: WW];
      end
      told[i*NEWS_W +: NEWS_W] = now;
      tells[i] = now.exit_valid || now.valid;
    end
  end

  // R7: the one that is heard: the first with news from first_q on, going round
  logic [SC-1:0]  has;
  logic [SCW-1:0] prev, of;
  logic           some;
  news_t          x;
  always_comb
    for (int i = 0; i < SC; i++) begin
      has[i] = count_q[i*3 +: 3] != 3'd0;
      share_full[i] = 32'(count_q[i*3 +: 3]) >= NEWS_N - 2;  // R4
    end
  assign prev = first_q == '0 ? SCW'(SC - 1) : first_q - SCW'(1);
  wt_after #(.N(SC), .W(SCW)) u_of (.x(has), .at(prev), .found(some), .no(of));
  assign first_d = some ? after(of) : first_q;
  always_comb begin
    x = '0;
    for (int i = 0; i < SC; i++)
      if (some && of == SCW'(i)) x = news_q[i*NEWS_N*NEWS_W +: NEWS_W];
  end
  assign share_exit_valid = x.exit_valid;
  assign share_exit_count = x.exit_count;
  assign share_exit_warp = x.exit_valid ? SM_WARP_W'(warp_at(32'(of), 32'(x.exit_warp))) : '0;
  assign share_bar_valid = x.valid;
  assign share_bar_warp = x.valid ? SM_WARP_W'(warp_at(32'(of), 32'(x.warp))) : '0;
  assign share_bar_id = x.id;
  assign share_bar_count = x.count;
  assign share_bar_waits = x.waits;
  assign share_bar_need = x.need;
  assign share_bar_red = x.red;
  assign share_bar_op = x.op;

  logic [2:0] left;
  always_comb begin
    count_d = count_q;
    news_d = news_q;
    left = '0;
    for (int i = 0; i < SC; i++) begin
      left = count_q[i*3 +: 3];
      if (some && of == SCW'(i)) begin  // R7
        for (int k = 0; k < NEWS_N - 1; k++)
          news_d[(i*NEWS_N+k)*NEWS_W +: NEWS_W] = news_q[(i*NEWS_N+k+1)*NEWS_W +: NEWS_W];
        left = left - 3'd1;
      end
      for (int k = 0; k < NEWS_N; k++)
        if (tells[i] && left == 3'(k)) news_d[(i*NEWS_N+k)*NEWS_W +: NEWS_W] = told[i*NEWS_W +: NEWS_W];  // R5
      count_d[i*3 +: 3] = tells[i] && 32'(left) < NEWS_N ? left + 3'd1 : left;
    end
  end
  always_comb begin
    next_need_d = next_need_q;
    next_yes_d = next_yes_q;
    next_op_d = next_op_q;
    for (int i = 0; i < SC; i++)
      if (issue_bar_valid[i] && !issue_bar_arv[i]) begin  // R6
        next_need_d[i*12 +: 12] = issue_bar_need[i*12 +: 12];
        next_yes_d[i*CNT_W +: CNT_W] = issue_bar_red[i*CNT_W +: CNT_W];
        next_op_d[i*2 +: 2] = issue_bar_op[i*2 +: 2];
      end
  end

`ifndef SYNTHESIS
  OneTurn_A: assert property (@(posedge clk) disable iff (!rst_n) $onehot(turn));
  // nobody keeps a unit that he does not use; with queues only while there is no beat in any of them
  PassesOn_A: assert property (@(posedge clk) disable iff (!rst_n)
    SC > 1 && unit_free && !share_valid && !open_q && (!Queues || filled != '0) |=> !$stable(holder_q));
  // Nobody waits for ever: how far the turn is from each sub-core. It comes nearer whenever it passes, and never gets
  // further away from one with a beat.
  logic [SC*SCW-1:0] far, far_before;
  logic              passed;
  always_comb
    for (int i = 0; i < SC; i++)
      far[i*SCW +: SCW] = SCW'(i) >= holder_q ? SCW'(i) - holder_q : SCW'(SC - 32'(holder_q) + 32'(i));
  always_ff @(posedge clk) far_before <= far;
  always_ff @(posedge clk) passed <= passes;
  for (genvar i = 0; i < SC; i++) begin : g_check
    Room_A: assert property (@(posedge clk) disable iff (!rst_n)
      (!tells[i] || 32'(count_q[i*3 +: 3]) < NEWS_N) && (!Queues || !sends[i] || share_takes[i]));
    Nearer_A: assert property (@(posedge clk) disable iff (!rst_n) !turn[i] && (!Queues || filled[i]) |=>
                               32'(far[i*SCW +: SCW]) + 32'(passed) <= 32'(far_before[i*SCW +: SCW]));
  end
`endif
endmodule
`default_nettype wire
