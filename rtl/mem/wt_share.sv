// wt_share: what the sub-cores of an SM take turns at (SUBCORES > 1): the load/store unit, which takes the beats of one
// instruction at a time, and the CTA barriers, which hear of one sub-core a cycle.
//
// Latency   a beat passes in its cycle; news are heard one cycle later at the earliest.
// Flow      turn and full are functions of state. News are valid only: who sees full starts none.
// State     rows of cmodel/spec/blocks/share.def.
// Model     cmodel/mem/wt_share.c      Doc  docs/blocks/mem/wt_share.md
`default_nettype none
module wt_share (
  input  wire logic                                           clk,
  input  wire logic                                           rst_n,
  // of every sub-core
  input  wire logic [wt_pkg::SUBCORES-1:0]                    disp_valid,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::UOP_W-1:0]      disp_uop,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::WARP_W-1:0]     disp_warp,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::BEAT_W-1:0]     disp_beat,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::LANES-1:0]      disp_mask,
  input  wire logic [wt_pkg::SUBCORES-1:0]                    disp_last,
  input  wire logic [wt_pkg::SUBCORES*3-1:0]                  disp_ends,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::SPLIT_W-1:0]    disp_split,
  input  wire logic [wt_pkg::SUBCORES*64-1:0]                 disp_bc,
  input  wire logic [wt_pkg::SUBCORES*6*wt_pkg::LANES*32-1:0] disp_data,
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
  output logic [wt_pkg::SUBCORES-1:0]                         share_turn,
  output logic [wt_pkg::SUBCORES-1:0]                         share_full,
  // to lsu
  output logic                                                share_valid,
  output logic [wt_pkg::UOP_W-1:0]                            share_uop,
  output logic [wt_pkg::SM_WARP_W-1:0]                        share_warp,
  output logic [wt_pkg::BEAT_W-1:0]                           share_beat,
  output logic [wt_pkg::LANES-1:0]                            share_mask,
  output logic                                                share_last,
  output logic [2:0]                                          share_ends,
  output logic [wt_pkg::SPLIT_W-1:0]                          share_split,
  output logic [63:0]                                         share_bc,
  output logic [6*wt_pkg::LANES*32-1:0]                       share_data,
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
  localparam int unsigned BEAT_W = wt_pkg::BEAT_W;
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

  function automatic logic [SCW-1:0] after(input logic [SCW-1:0] i);
    after = 32'(i) == SC - 1 ? '0 : i + SCW'(1);
  endfunction

  // ---- the load/store unit ----
  wt_pkg::uop_t u;
  logic [SC-1:0] turn;
  assign turn = SC'(1) << holder_q;
  assign share_turn = turn;  // R1
  always_comb begin
    u = '0;
    for (int i = 0; i < SC; i++) u = u | (disp_uop[i*UOP_W +: UOP_W] & {UOP_W{turn[i]}});
  end
  assign share_valid = (disp_valid & turn) != '0 && u.unit == wt_pkg::U_LSU;  // R2
  always_comb begin
    share_uop = '0;
    share_warp = '0;
    share_beat = '0;
    share_mask = '0;
    share_last = 1'b0;
    share_ends = '0;
    share_split = '0;
    share_bc = '0;
    share_data = '0;
    if (share_valid) begin
      share_uop = u;
      for (int i = 0; i < SC; i++)
        if (turn[i]) begin  // R2
          share_warp = SM_WARP_W'(32'(disp_warp[i*WW +: WW]) * SC + 32'(i));
          share_beat = disp_beat[i*BEAT_W +: BEAT_W];
          share_mask = disp_mask[i*LN +: LN];
          share_last = disp_last[i];
          share_ends = disp_ends[i*3 +: 3];
          share_split = disp_split[i*SPLIT_W +: SPLIT_W];
          share_bc = disp_bc[i*64 +: 64];
          share_data = disp_data[i*WORDS_W +: WORDS_W];
        end
    end
  end
  logic passes;
  assign passes = share_valid ? share_last : !open_q && lsu_ready && !replay_hold;  // R3
  assign open_d = share_valid ? !share_last : open_q;  // R3
  assign holder_d = passes ? after(holder_q) : holder_q;  // R3

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
  assign share_exit_warp = x.exit_valid ? SM_WARP_W'(32'(x.exit_warp) * SC + 32'(of)) : '0;
  assign share_bar_valid = x.valid;
  assign share_bar_warp = x.valid ? SM_WARP_W'(32'(x.warp) * SC + 32'(of)) : '0;
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
  OneTurn_A: assert property (@(posedge clk) disable iff (!rst_n) $onehot(share_turn));
  // nobody keeps a unit that he does not use
  PassesOn_A: assert property (@(posedge clk) disable iff (!rst_n)
    SC > 1 && lsu_ready && !replay_hold && !share_valid && !open_q |=> !$stable(share_turn));
  for (genvar i = 0; i < SC; i++) begin : g_check
    Room_A: assert property (@(posedge clk) disable iff (!rst_n) tells[i] |-> 32'(count_q[i*3 +: 3]) < NEWS_N);
  end
`endif
endmodule
`default_nettype wire
