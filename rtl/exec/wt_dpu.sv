// wt_dpu: fp64 additions, products, fused multiply-adds and comparisons: four stages, DPL lanes a cycle.
//
// Flow      ready (state only): a beat can be taken. While a result is not wholly acknowledged, all stages stand still.
// Latency   first result beat FP64_LAT - 1 + DP_PASSES cycles after the beat is taken, the second behind it.
// Model     cmodel/exec/wt_dpu.c      Doc  docs/blocks/exec/wt_dpu.md
`default_nettype none
module wt_dpu (
  input  wire logic                           clk,
  input  wire logic                           rst_n,
  input  wire logic                           disp_valid,
  input  wire logic [wt_pkg::UOP_W-1:0]       disp_uop,
  input  wire logic [wt_pkg::WARP_W-1:0]      disp_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]     disp_beat,
  input  wire logic [wt_pkg::LANES-1:0]       disp_mask,
  input  wire logic                           disp_last,
  input  wire logic [2:0]                      disp_ends,
  input  wire logic [wt_pkg::LANES-1:0]       disp_pp,
  input  wire logic [63:0]                    disp_bc,
  input  wire logic [32*6*wt_pkg::LANES-1:0]  disp_data,
  input  wire logic [wt_pkg::SLOW_UNITS-1:0]  wb_ack,
  `include "ports/wt_dpu_result_ports.svh"
  output logic                                dpu_ready
);
  `include "exec/wt_dpu_unit.svh"

  assign in_valid = disp_valid;
  assign in_warp = wt_pkg::DP_WARP_W'(disp_warp);
  assign in_uop = disp_uop;
  assign in_beat = disp_beat;
  assign in_mask = disp_mask;
  assign in_last = disp_last;
  assign in_ends = disp_ends;
  assign in_pp = disp_pp;
  assign in_bc = disp_bc;
  assign in_data = disp_data;
  assign ack = wb_ack[32'(wt_pkg::U_DPU)];
  assign dpu_ready = !h_v_q;  // R1
  assign dpu_wb_valid = out_valid;
  assign dpu_wb_warp = wt_pkg::WARP_W'(out_warp);
  assign dpu_wb_beat = out_beat;
  assign dpu_wb_regv = out_regv;
  assign dpu_wb_reg = out_reg;
  assign dpu_wb_mask = out_mask;
  assign dpu_wb_data = out_data;
  assign dpu_wb_pwv = out_pwv;
  assign dpu_wb_p = out_p;
  assign dpu_wb_pbits = out_pbits;
  assign dpu_wb_last = out_last;
  assign dpu_wb_dst = out_dst;
  assign dpu_wb_ndst = out_ndst;
  assign dpu_wb_ends = out_ends;

`ifndef SYNTHESIS
  TakenOnlyWhenReady_A: assert property (@(posedge clk) disable iff (!rst_n) take |-> dpu_ready)
    else $error("fp64 beat while the hold register is full");
  AckOnlyWhenValid_A: assert property (@(posedge clk) disable iff (!rst_n) wb_ack[32'(wt_pkg::U_DPU)] |-> dpu_wb_valid)
    else $error("acknowledge without a result");
  ResultStable_A: assert property (@(posedge clk) disable iff (!rst_n)
    dpu_wb_valid && !wb_ack[32'(wt_pkg::U_DPU)] |=> dpu_wb_valid &&
        $stable({dpu_wb_warp, dpu_wb_beat, dpu_wb_reg, dpu_wb_p, dpu_wb_mask}));
`endif

  // acknowledges of other units; in a shape whose SM has the unit its warps are wider
  logic unused_ports;
  assign unused_ports = &{1'b0, wb_ack, out_warp};
endmodule
`default_nettype wire
