// wt_ccws: cache-conscious warp scheduling: which warps may not load because others lose the lines that they use again.
//
// Latency   a miss of a lost line at the port in cycle t is in the scores CCWS_W + 3 cycles later; a score in cycle t
//           is in ccws_held from t + 1 on.
// State     rows of cmodel/spec/blocks/ccws.def: lost lines (victims) and score of every warp, a division.
// Model     cmodel/issue/wt_ccws.c      Doc  docs/blocks/issue/wt_ccws.md
`default_nettype none
module wt_ccws (
  input  wire logic                            clk,
  input  wire logic                            rst_n,
  input  wire logic                            cfg_start,
  // of every sub-core
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::SLOTS-1:0] sched_resident,
  input  wire logic [wt_pkg::SUBCORES-1:0]     issue_valid,
  input  wire logic                            dispatch_launch_valid,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]    dispatch_launch_warp,
  `include "ports/wt_ccws_l1d_taken_ports.svh"
  output logic [wt_pkg::SM_SLOTS-1:0]          ccws_held
);
  localparam int unsigned SM_SLOTS = wt_pkg::SM_SLOTS;
  localparam int unsigned SM_WARP_W = wt_pkg::SM_WARP_W;
  localparam int unsigned SC = wt_pkg::SUBCORES;
  localparam int unsigned SLOTS = wt_pkg::SLOTS;
  localparam int unsigned SETS = wt_pkg::CCWS_SETS;
  localparam int unsigned WAYS = wt_pkg::CCWS_WAYS;
  localparam int unsigned VICTIMS = wt_pkg::CCWS_VICTIMS;
  localparam int unsigned CCWS_TAG_W = wt_pkg::CCWS_TAG_W;
  localparam int unsigned CCWS_W = wt_pkg::CCWS_W;
  localparam int unsigned ScoreW = CCWS_W + 1 > 7 ? CCWS_W + 1 : 7;  // of a score
  localparam int unsigned CCWS_SUM_W = wt_pkg::CCWS_SUM_W;
  localparam int unsigned LOSS_W = wt_pkg::CCWS_LOSS_W;
  localparam int unsigned DIV_W = wt_pkg::CCWS_DIV_W;
  localparam int unsigned STEP_W = wt_pkg::CCWS_STEP_W;
  localparam int unsigned ROW_W = wt_pkg::CCWS_ROW_W;
  localparam int unsigned Base = wt_pkg::CCWS_BASE;
  localparam int unsigned Most = (SM_SLOTS - 1) * Base;  // points that a warp may have

  `include "rows/wt_ccws_state.svh"
  `include "cta/wt_cta_warp_at.svh"

  function automatic logic [ROW_W-1:0] row_of(input logic [SM_WARP_W-1:0] warp, input logic set, input logic [2:0] way);
    row_of = ROW_W'((32'(warp) * SETS + 32'(set)) * WAYS + 32'(way));
  endfunction

  // ---- R2: does the load that missed find its line among its warp's victims? ----
  logic hit;
  logic [WAYS-1:0] match;
  logic [VICTIMS-1:0] found;
  always_comb begin
    for (int unsigned k = 0; k < WAYS; k++)
      match[k] = victim_q[row_of(l1d_perf_warp, l1d_perf_line[0], 3'(k))] == CCWS_TAG_W'(l1d_perf_line >> 1);
    found = '0;
    if (l1d_perf_valid && l1d_perf_kind == 2'd2)
      found = {match & {WAYS{l1d_perf_line[0]}}, match & {WAYS{!l1d_perf_line[0]}}} &
          there_q[32'(l1d_perf_warp)*VICTIMS +: VICTIMS];
    hit = found != '0;
  end

  // ---- R1: a line that was given away goes to the victims of the warp that had brought it ----
  logic [2:0] way;
  assign way = next_q[32'(l1d_evict_warp)*(3*SETS) + (l1d_evict_line[0] ? 3 : 0) +: 3];
  assign victim_we = l1d_evict_valid;
  assign victim_wa = row_of(l1d_evict_warp, l1d_evict_line[0], way);
  assign victim_n = CCWS_TAG_W'(l1d_evict_line >> 1);
  always_comb begin
    there_d = there_q;
    next_d = next_q;
    for (int unsigned w = 0; w < SM_SLOTS; w++) begin
      if (l1d_perf_warp == SM_WARP_W'(w)) there_d[w*VICTIMS +: VICTIMS] = there_q[w*VICTIMS +: VICTIMS] & ~found;  // R2
      if (l1d_evict_valid && l1d_evict_warp == SM_WARP_W'(w)) begin
        there_d[w*VICTIMS + 32'(l1d_evict_line[0])*WAYS + 32'(way)] = 1'b1;
        next_d[w*(3*SETS) + (l1d_evict_line[0] ? 3 : 0) +: 3] = way + 3'd1;
      end
      if (dispatch_launch_valid && dispatch_launch_warp == SM_WARP_W'(w)) there_d[w*VICTIMS +: VICTIMS] = '0;  // R8
    end
    if (cfg_start) begin  // R8
      there_d = '0;
      next_d = '0;
    end
  end

  // ---- R3: lines lost and instructions issued, of all warps ----
  logic [16:0] hits_sum, issued_sum;
  logic over;
  always_comb begin
    hits_sum = {1'b0, hits_q} + 17'(hit);
    issued_sum = {1'b0, issued_q};
    for (int unsigned i = 0; i < SC; i++) issued_sum = issued_sum + 17'(issue_valid[i]);
    over = hits_sum[16] || issued_sum[16];
    hits_d = over ? hits_sum[16:1] : hits_sum[15:0];
    issued_d = over ? issued_sum[16:1] : issued_sum[15:0];
    if (cfg_start) begin  // R8
      hits_d = '0;
      issued_d = '0;
    end
  end

  // ---- warps of the SM that are there ----
  logic [SM_SLOTS-1:0] resident;
  logic [7:0] residents;
  for (genvar i = 0; i < SC; i++) begin : g_subcore
    for (genvar s = 0; s < SLOTS; s++) begin : g_slot
      assign resident[warp_at(i, s)] = sched_resident[i*SLOTS + s];
    end
  end
  wt_popcount #(.N(SM_SLOTS), .W(8)) u_residents (.x(resident), .n(residents));

  // ---- R4: the points that a loss is worth, one bit of the quotient a cycle ----
  logic fits, up;
  assign fits = loss_q >= LOSS_W'(per_q);
  assign up = step_q == STEP_W'(1);
  always_comb begin
    step_d = step_q;
    loss_d = loss_q;
    per_d = per_q;
    raise_d = raise_q;
    if (step_q > STEP_W'(1)) begin
      if (fits) loss_d = loss_q - LOSS_W'(per_q);
      raise_d = (raise_q << 1) | CCWS_W'(fits);
      per_d = per_q >> 1;
      step_d = step_q - STEP_W'(1);
    end else if (up) begin
      step_d = '0;
    end else if (lost_q != '0) begin
      loss_d = LOSS_W'(hits_q) * LOSS_W'(residents) * LOSS_W'(wt_pkg::CCWS_THROTTLE * Base);
      per_d = DIV_W'(issued_q) << (CCWS_W - 1);
      raise_d = '0;
      step_d = STEP_W'(CCWS_W + 1);
    end
    if (cfg_start) step_d = '0;  // R8
  end

  // ---- R5: scores ----
  logic [CCWS_W-1:0] raise, point;
  assign raise = 32'(raise_q) > Most ? CCWS_W'(Most) : raise_q;
  always_comb begin
    point = '0;
    lost_d = up ? '0 : lost_q;
    for (int unsigned w = 0; w < SM_SLOTS; w++) begin
      point = points_q[w*CCWS_W +: CCWS_W];
      if (point != '0) point = point - CCWS_W'(1);
      if (up && lost_q[w] && point < raise) point = raise;
      if (hit && l1d_perf_warp == SM_WARP_W'(w)) lost_d[w] = 1'b1;  // R2
      if (cfg_start || (dispatch_launch_valid && dispatch_launch_warp == SM_WARP_W'(w))) begin  // R8
        point = '0;
        lost_d[w] = 1'b0;
      end
      points_d[w*CCWS_W +: CCWS_W] = point;
    end
  end

  // ---- R6, R7: who stands too far back ----
  logic [SM_SLOTS*SM_SLOTS-1:0] ahead;  // bit w * SM_SLOTS + x: x is there and stands before w
  logic [SM_SLOTS*ScoreW-1:0] score;
  logic [ScoreW-1:0] counts;
  logic [CCWS_SUM_W-1:0] cutoff, up_to;
  assign cutoff = CCWS_SUM_W'(residents) * CCWS_SUM_W'(Base);
  for (genvar w = 0; w < SM_SLOTS; w++) begin : g_before
    for (genvar x = 0; x < w; x++) begin : g_pair
      logic later;  // w has more points than x, which has the lower number
      assign later = points_q[w*CCWS_W +: CCWS_W] > points_q[x*CCWS_W +: CCWS_W];
      assign ahead[w*SM_SLOTS + x] = !later && resident[x];
      assign ahead[x*SM_SLOTS + w] = later && resident[w];
    end
    assign ahead[w*SM_SLOTS + w] = 1'b0;
    assign score[w*ScoreW +: ScoreW] = ScoreW'(points_q[w*CCWS_W +: CCWS_W]) + ScoreW'(Base);
  end
  always_comb begin
    counts = '0;
    for (int unsigned w = 0; w < SM_SLOTS; w++) begin
      up_to = CCWS_SUM_W'(score[w*ScoreW +: ScoreW]);
      for (int unsigned x = 0; x < SM_SLOTS; x++) begin  // masked, not chosen: one sum of many numbers
        counts = score[x*ScoreW +: ScoreW] & {ScoreW{ahead[w*SM_SLOTS + x]}};
        up_to = up_to + CCWS_SUM_W'(counts);
      end
      held_d[w] = resident[w] && ahead[w*SM_SLOTS +: SM_SLOTS] != '0 && up_to > cutoff;
    end
  end
  assign ccws_held = held_q;

  // of a load all that counts is that it missed
  logic unused_event;
  assign unused_event = &{1'b0, l1d_perf_again, l1d_perf_local, l1d_perf_lanes, l1d_perf_why};

`ifndef SYNTHESIS
  logic [SM_SLOTS-1:0] in_range;
  for (genvar w = 0; w < SM_SLOTS; w++) begin : g_range
    assign in_range[w] = 32'(points_q[w*CCWS_W +: CCWS_W]) <= Most;
  end
  PointsInRange_A: assert property (@(posedge clk) disable iff (!rst_n) in_range == '1);
  SomebodyLoads_A: assert property (@(posedge clk) disable iff (!rst_n) resident != '0 |-> (resident & ~held_d) != '0);
  NobodyAtBase_A: assert property (@(posedge clk) disable iff (!rst_n) points_q == '0 |-> held_d == '0);
`endif
endmodule
`default_nettype wire
