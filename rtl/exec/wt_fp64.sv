// wt_fp64: the one fp64 unit of an SM for all of its sub-cores (FP64_AT=sm): the unit of wt_dpu, and whose turn it is.
//
// Flow      takes (state only): the sub-core whose beat is taken, none while the unit is busy.
// Latency   as wt_dpu from the edge at which a beat is taken.
// State     rows of wt_dpu, with warps of the SM; whose turn it is.
// Model     cmodel/exec/wt_fp64.c      Doc  docs/blocks/exec/wt_fp64.md
`default_nettype none
module wt_fp64 (
  input  wire logic                                             clk,
  input  wire logic                                             rst_n,
  // of every sub-core
  `include "ports/wt_fp64_disp_taken_ports.svh"
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::LANES-1:0]        disp_pp,
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::SLOW_UNITS-1:0]   wb_ack,
  // to the sub-core in which the warp lies
  `include "ports/wt_fp64_result_ports.svh"
  // to every sub-core
  output logic [wt_pkg::SUBCORES-1:0]                           fp64_takes
);
  localparam int unsigned SC = wt_pkg::SUBCORES;
  localparam int unsigned SCW = wt_pkg::SUBCORE_W;
  localparam int unsigned SLOT_W = wt_pkg::WARP_W;
  localparam int unsigned UOP_W = wt_pkg::UOP_W;
  localparam int unsigned WORDS_W = 6 * 32 * wt_pkg::LANES;
  `include "exec/wt_dpu_unit.svh"
  `include "rows/wt_fp64_state.svh"

  // ---- the beat of the sub-core whose turn it is ----
  `include "cta/wt_cta_warp_at.svh"

  logic [SC-1:0] turn;
  assign turn = SC'(1) << holder_q;
  assign fp64_takes = h_v_q ? '0 : turn;  // R1
  always_comb begin
    in_valid = 1'b0;
    in_uop = '0;
    in_warp = '0;
    in_beat = '0;
    in_mask = '0;
    in_last = 1'b0;
    in_ends = 3'd0;
    in_pp = '0;
    in_bc = 64'd0;
    in_data = '0;
    for (int i = 0; i < SC; i++) begin
      if (turn[i]) begin  // R2
        in_valid = disp_valid[i];
        in_uop = disp_uop[i*UOP_W +: UOP_W];
        in_warp = WW'(warp_at(i, 32'(disp_warp[i*SLOT_W +: SLOT_W])));
        in_beat = disp_beat[i*BROWS_W +: BROWS_W];
        in_mask = disp_mask[i*LN +: LN];
        in_last = disp_last[i];
        in_ends = disp_ends[i*3 +: 3];
        in_pp = disp_pp[i*LN +: LN];
        in_bc = disp_bc[i*64 +: 64];
        in_data = disp_data[i*WORDS_W +: WORDS_W];
      end
    end
  end
  logic passes;
  assign passes = take ? in_last : !h_v_q;  // R3
  assign holder_d = !passes ? holder_q : 32'(holder_q) == SC - 1 ? '0 : holder_q + SCW'(1);  // R3

  // ---- its result; who is not shown one acknowledges none ----
  always_comb begin
    ack = 1'b0;
    for (int i = 0; i < SC; i++) ack = ack || wb_ack[i*wt_pkg::SLOW_UNITS + 32'(wt_pkg::U_DPU)];  // R4
  end
  assign fp64_wb_valid = out_valid;
  assign fp64_wb_warp = out_warp;
  assign fp64_wb_beat = out_beat;
  assign fp64_wb_regv = out_regv;
  assign fp64_wb_reg = out_reg;
  assign fp64_wb_mask = out_mask;
  assign fp64_wb_data = out_data;
  assign fp64_wb_pwv = out_pwv;
  assign fp64_wb_p = out_p;
  assign fp64_wb_pbits = out_pbits;
  assign fp64_wb_last = out_last;
  assign fp64_wb_dst = out_dst;
  assign fp64_wb_ndst = out_ndst;
  assign fp64_wb_ends = out_ends;

`ifndef SYNTHESIS
  logic [SC-1:0] sends;
  for (genvar i = 0; i < SC; i++) begin : g_send
    assign sends[i] = disp_valid[i] && disp_uop[i*UOP_W + wt_pkg::uop_unit_L +: wt_pkg::UNIT_W] == wt_pkg::U_DPU;
  end
  OneSends_A: assert property (@(posedge clk) disable iff (!rst_n) (sends & ~fp64_takes) == '0)
    else $error("fp64 beat of a sub-core that is not taken");
  AckOnlyWhenValid_A: assert property (@(posedge clk) disable iff (!rst_n) ack |-> fp64_wb_valid)
    else $error("acknowledge without a result");
  ResultStable_A: assert property (@(posedge clk) disable iff (!rst_n)
    fp64_wb_valid && !ack |=> fp64_wb_valid &&
        $stable({fp64_wb_warp, fp64_wb_beat, fp64_wb_reg, fp64_wb_p, fp64_wb_mask}));
  // nobody keeps a unit that he does not use
  PassesOn_A: assert property (@(posedge clk) disable iff (!rst_n) SC > 1 && !h_v_q && !take |=> !$stable(holder_q));
  // Nobody waits for ever: how far the turn is from each sub-core. It comes nearer whenever it passes.
  logic [SC*SCW-1:0] far, far_before;
  logic              passed;
  always_comb
    for (int i = 0; i < SC; i++)
      far[i*SCW +: SCW] = SCW'(i) >= holder_q ? SCW'(i) - holder_q : SCW'(SC - 32'(holder_q) + 32'(i));
  always_ff @(posedge clk) far_before <= far;
  always_ff @(posedge clk) passed <= passes;
  for (genvar i = 0; i < SC; i++) begin : g_check
    Nearer_A: assert property (@(posedge clk) disable iff (!rst_n) !turn[i] |=>
                               32'(far[i*SCW +: SCW]) + 32'(passed) == 32'(far_before[i*SCW +: SCW]));
  end
`endif

  // what the unit does not look at
  logic unused_beat;
  assign unused_beat = &{1'b0, disp_split, wb_ack};
endmodule
`default_nettype wire
