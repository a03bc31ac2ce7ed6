// wt_pred: predicate file, 7 predicates per lane. Row = warp * BEATS + beat, bit p * LANES + lane.
//
// Read      all predicates of sched_sel_warp, same cycle; 0 when nothing is selected.
// Write     per bit, five ports: ALU result 0 and 1, R2P (all predicates of a lane), slow write-back, launch (clears
// the row). Later ports win a bit that two write.
// State     preds_q: SLOTS * BEATS rows of 7 * LANES bits.
// Model     cmodel/operand/wt_pred.c      Doc  docs/blocks/operand/wt_pred.md
`default_nettype none
module wt_pred (
  input  wire logic                            clk,
  input  wire logic                            rst_n,
  input  wire logic                            sched_sel_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       sched_sel_warp,
  input  wire logic                            alu_pw0_valid,
  input  wire logic [2:0]                      alu_pw0_p,
  input  wire logic [wt_pkg::LANES-1:0]        alu_pw0_bits,
  input  wire logic                            alu_pw1_valid,
  input  wire logic [2:0]                      alu_pw1_p,
  input  wire logic [wt_pkg::LANES-1:0]        alu_pw1_bits,
  input  wire logic                            alu_pwr_valid,
  input  wire logic [32*wt_pkg::LANES-1:0]     alu_wb_lo,
  input  wire logic [32*wt_pkg::LANES-1:0]     alu_wb_hi,
  input  wire logic [wt_pkg::WARP_W-1:0]       alu_wb_warp,
  input  wire logic [wt_pkg::BEAT_W-1:0]       alu_wb_beat,
  input  wire logic [wt_pkg::LANES-1:0]        alu_wb_mask,
  input  wire logic                            wb_pw_valid,
  input  wire logic [2:0]                      wb_pw_p,
  input  wire logic [wt_pkg::LANES-1:0]        wb_pw_bits,
  input  wire logic [wt_pkg::WARP_W-1:0]       wb_warp,
  input  wire logic [wt_pkg::BEAT_W-1:0]       wb_beat,
  input  wire logic [wt_pkg::LANES-1:0]        wb_mask,
  input  wire logic                            dispatch_launch_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       dispatch_launch_warp,
  input  wire logic [wt_pkg::BEAT_W-1:0]       dispatch_launch_beat,
  output logic [7*wt_pkg::SLOT_LANES-1:0]       pred_p
);
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned AW = wt_pkg::BEAT_ROW_W;

  `include "rows/wt_pred_state.svh"

  function automatic logic [AW-1:0] row_of(input logic [wt_pkg::WARP_W-1:0] warp,
      input logic [wt_pkg::BEAT_W-1:0] beat);
    row_of = AW'(warp) * AW'(wt_pkg::BEATS) + AW'(beat);
  endfunction

  assign preds_we = {dispatch_launch_valid, wb_pw_valid, alu_pwr_valid, alu_pw1_valid, alu_pw0_valid};  // R6
  assign preds_wa = {row_of(dispatch_launch_warp, dispatch_launch_beat), row_of(wb_warp, wb_beat),
      row_of(alu_wb_warp, alu_wb_beat),
                 row_of(alu_wb_warp, alu_wb_beat), row_of(alu_wb_warp, alu_wb_beat)};

  logic [AW-1:0]   ra;
  logic [7*LN-1:0] rd;
  always_comb begin
    pred_p = '0;
    ra = '0;
    rd = '0;
    if (sched_sel_valid) begin  // R1
      for (int b = 0; b < wt_pkg::BEATS; b++) begin
        ra = AW'(sched_sel_warp) * AW'(wt_pkg::BEATS) + AW'(b);
        rd = preds_q[ra];
        for (int p = 0; p < 7; p++) pred_p[p*WS + b*LN +: LN] = rd[p*LN +: LN];
      end
    end
  end

  // The three ports of the ALU write one row: what they set and to which values.
  logic [7*LN-1:0] alu_set, alu_val, wb_set;
  always_comb begin
    alu_set = '0;
    alu_val = '0;
    wb_set = '0;
    for (int p = 0; p < 7; p++) begin
      if (preds_we[0] && alu_pw0_p == 3'(p)) begin  // R2
        alu_set[p*LN +: LN] = alu_wb_mask;
        alu_val[p*LN +: LN] = alu_pw0_bits;
      end
      if (preds_we[1] && alu_pw1_p == 3'(p)) begin  // R3
        alu_set[p*LN +: LN] = alu_wb_mask;
        alu_val[p*LN +: LN] = alu_pw1_bits;
      end
      if (preds_we[3] && wb_pw_p == 3'(p)) wb_set[p*LN +: LN] = wb_mask;  // R5
    end
    if (preds_we[2]) begin  // R4
      for (int p = 0; p < 7; p++) begin
        for (int l = 0; l < LN; l++) begin
          if (alu_wb_hi[l*32 + p] && alu_wb_mask[l]) begin
            alu_set[p*LN + l] = 1'b1;
            alu_val[p*LN + l] = alu_wb_lo[l*32 + p];
          end
        end
      end
    end
  end

`ifdef VERILATOR
  // the same as below in whole rows: Verilator keeps track of every conditional write of a bit in every cycle
  logic [AW-1:0]   alu_wa, wb_wa;
  logic [7*LN-1:0] alu_row;
  assign alu_wa = preds_wa[0*AW +: AW];
  assign wb_wa = preds_wa[3*AW +: AW];
  always_comb begin
    alu_row = '0;
    if (preds_we[2:0] != '0) alu_row = (preds_q[alu_wa] & ~alu_set) | (alu_val & alu_set);
  end
  always_ff @(posedge clk) begin  // R7
    if (preds_we[2:0] != '0) preds_q[alu_wa] <= alu_row;
    if (preds_we[3])
      preds_q[wb_wa] <= ((preds_we[2:0] != '0 && alu_wa == wb_wa ? alu_row : preds_q[wb_wa]) & ~wb_set) |
          ({7{wb_pw_bits}} & wb_set);
    if (preds_we[4]) preds_q[preds_wa[4*AW +: AW]] <= '0;  // R6
  end
`else
  // one process a predicate: tools unroll the bits of one process against each other
  for (genvar p = 0; p < 7; p++) begin : g_pred  // R7
    always_ff @(posedge clk) begin
      for (int l = 0; l < LN; l++) begin
        if (alu_set[p*LN + l]) preds_q[preds_wa[0*AW +: AW]][p*LN + l] <= alu_val[p*LN + l];
        if (wb_set[p*LN + l]) preds_q[preds_wa[3*AW +: AW]][p*LN + l] <= wb_pw_bits[l];
      end
      if (preds_we[4]) preds_q[preds_wa[4*AW +: AW]][p*LN +: LN] <= '0;  // R6
    end
  end
`endif

  // only the low seven bits of a lane's words are predicates; what the ports of the ALU write has one address
  logic unused_in;
  assign unused_in = &{1'b0, rst_n, alu_wb_lo, alu_wb_hi, preds_wa};
endmodule
`default_nettype wire
