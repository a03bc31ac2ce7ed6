// wt_lcs: lazy CTA scheduling (LCS=on). Counts what each CTA of the SM issues until the first one of a launch ends;
// from then on limits how many may be resident: all that they issued, divided by what the greediest did, rounded up.
//
// Latency   0: in the cycle in which the first CTA slot is free again the limit is 1. Two cycles later it grows by one
//           a cycle.
// State     rows of cmodel/spec/blocks/lcs.def.
// Model     cmodel/cta/wt_lcs.c      Doc  docs/blocks/cta/wt_lcs.md
`default_nettype none
module wt_lcs (
  input  wire logic                            clk,
  input  wire logic                            rst_n,
  input  wire logic                            cfg_start,
  input  wire logic [7:0]                      cfg_stride,
  input  wire logic [wt_pkg::CTAS-1:0]         dispatch_resident,
  // of every sub-core
  input  wire logic [wt_pkg::SUBCORES-1:0]     issue_valid,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::WARP_W-1:0] sched_sel_warp,
  output logic [wt_pkg::CTAN_W-1:0]            lcs_limit
);
  localparam int unsigned NC = wt_pkg::CTAS;
  localparam int unsigned SC = wt_pkg::SUBCORES;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned LW = wt_pkg::CTAN_W;
  localparam int unsigned SUM_W = 16 + LW;  // of a sum of all counts

  `include "rows/wt_lcs_state.svh"

  // What the CTAs have issued with this cycle.
  logic [NC*17-1:0] sum;
  `include "cta/wt_cta_warp_at.svh"

  logic [12:0]      first, warp;
  logic             over;
  always_comb begin
    over = 1'b0;
    first = '0;
    warp = '0;
    for (int k = 0; k < NC; k++) begin
      first = 13'(k) * 13'(cfg_stride);
      sum[k*17 +: 17] = {1'b0, count_q[k*16 +: 16]};
      for (int i = 0; i < SC; i++) begin
        warp = 13'(warp_at(i, 32'(sched_sel_warp[i*WW +: WW])));
        if (issue_valid[i] && warp >= first && warp < first + 13'(cfg_stride))  // R2
          sum[k*17 +: 17] = sum[k*17 +: 17] + 17'd1;
      end
      if (sum[k*17 + 16]) over = 1'b1;
    end
  end

  // What they have issued in all, and the greediest of them; needed from the end of the first one on.
  logic          ended;
  logic [NC-1:0] unused_greediest;
  logic [15:0]   most;
  logic [SUM_W-1:0] total;
  assign ended = (was_q & ~dispatch_resident) != '0;  // R4
  assign lcs_limit = found_q != '0 ? found_q : LW'(ended);  // R6
  wt_max_tree #(.N(NC), .W(16)) u_most (.among({NC{ended || found_q != '0}}), .value(count_q),
                                        .best(unused_greediest), .top(most));
  always_comb begin
    total = '0;
    for (int k = 0; k < NC; k++) total = total + SUM_W'(count_q[k*16 +: 16]);
  end

  always_comb begin
    was_d = dispatch_resident;
    count_d = count_q;
    found_d = found_q;
    reach_d = reach_q;
    if (cfg_start) begin  // R1
      count_d = '0;
      found_d = '0;
      reach_d = '0;
    end else if (found_q != '0) begin
      if (reach_q < total) begin  // R5
        found_d = found_q + LW'(1);
        reach_d = reach_q + SUM_W'(most);
      end
    end else if (ended) begin  // R4
      found_d = LW'(1);
      reach_d = SUM_W'(most);
    end else begin
      for (int k = 0; k < NC; k++) count_d[k*16 +: 16] = over ? sum[k*17 + 1 +: 16] : sum[k*17 +: 16];  // R3
    end
  end

`ifndef SYNTHESIS
  LimitStays_A: assert property (@(posedge clk) disable iff (!rst_n)
    found_q != '0 && !cfg_start |=> found_q != '0 && 32'(found_q) <= NC && reach_q == SUM_W'(found_q) * SUM_W'(most));
`endif
endmodule
`default_nettype wire
