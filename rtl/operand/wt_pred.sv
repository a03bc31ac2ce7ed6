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
  input  wire logic [wt_pkg::BROWS_W-1:0]      alu_wb_beat,
  input  wire logic [wt_pkg::LANES-1:0]        alu_wb_mask,
  input  wire logic                            wb_pw_valid,
  input  wire logic [2:0]                      wb_pw_p,
  input  wire logic [wt_pkg::LANES-1:0]        wb_pw_bits,
  input  wire logic [wt_pkg::WARP_W-1:0]       wb_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]      wb_beat,
  input  wire logic [wt_pkg::LANES-1:0]        wb_mask,
  input  wire logic                            dispatch_launch_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       dispatch_launch_warp,
  input  wire logic [wt_pkg::BEAT_W-1:0]       dispatch_launch_beat,
  output logic [7*wt_pkg::SLOT_LANES-1:0]       pred_p
);
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned AW = wt_pkg::BEAT_ROW_W;
  localparam int unsigned BT = wt_pkg::BEATS;
  localparam int unsigned BEAT_W = wt_pkg::BEAT_W;

  `include "rows/wt_pred_state.svh"

  function automatic logic [AW-1:0] row_of(input logic [wt_pkg::WARP_W-1:0] warp,
      input logic [BEAT_W-1:0] beat);
    row_of = AW'(warp) * AW'(wt_pkg::BEATS) + AW'(beat);
  endfunction

  logic alu_writes;
  assign alu_writes = alu_pw0_valid || alu_pw1_valid || alu_pwr_valid;
  if (wt_pkg::PACK == 0) begin : g_rows
    assign preds_we = {dispatch_launch_valid, wb_pw_valid, alu_pwr_valid, alu_pw1_valid, alu_pw0_valid};  // R6
    assign preds_wa = {row_of(dispatch_launch_warp, dispatch_launch_beat), row_of(wb_warp, wb_beat[0 +: BEAT_W]),
        {3{row_of(alu_wb_warp, alu_wb_beat[0 +: BEAT_W])}}};
  end else begin : g_lanes  // R8: rows of the warp that ALU and wb may write; the launch
    for (genvar b = 0; b < BT; b++) begin : g_port
      assign preds_we[b] = alu_writes;
      assign preds_we[BT + b] = wb_pw_valid;
      assign preds_wa[b*AW +: AW] = row_of(alu_wb_warp, BEAT_W'(b));
      assign preds_wa[(BT + b)*AW +: AW] = row_of(wb_warp, BEAT_W'(b));
    end
    assign preds_we[2*BT] = dispatch_launch_valid;  // R6
    assign preds_wa[2*BT*AW +: AW] = row_of(dispatch_launch_warp, dispatch_launch_beat);
  end

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
      if (alu_pw0_valid && alu_pw0_p == 3'(p)) begin  // R2
        alu_set[p*LN +: LN] = alu_wb_mask;
        alu_val[p*LN +: LN] = alu_pw0_bits;
      end
      if (alu_pw1_valid && alu_pw1_p == 3'(p)) begin  // R3
        alu_set[p*LN +: LN] = alu_wb_mask;
        alu_val[p*LN +: LN] = alu_pw1_bits;
      end
      if (wb_pw_valid && wb_pw_p == 3'(p)) wb_set[p*LN +: LN] = wb_mask;  // R5
    end
    if (alu_pwr_valid) begin  // R4
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

  // The rows of the beats, PACK: of their lanes; the row of a launch.
  localparam int unsigned ROWS = wt_pkg::BROWS;
  logic [AW-1:0]      launch_wa;
  logic [ROWS*AW-1:0] alu_wa, wb_wa;
  assign launch_wa = row_of(dispatch_launch_warp, dispatch_launch_beat);
  for (genvar l = 0; l < ROWS; l++) begin : g_row
    assign alu_wa[l*AW +: AW] = row_of(alu_wb_warp, alu_wb_beat[l*BEAT_W +: BEAT_W]);
    assign wb_wa[l*AW +: AW] = row_of(wb_warp, wb_beat[l*BEAT_W +: BEAT_W]);
  end
`ifdef VERILATOR
  localparam bit Whole = wt_pkg::PACK == 0;
`else
  localparam bit Whole = 1'b0;
`endif
  if (Whole) begin : g_whole
    // the same as below in whole rows: Verilator keeps track of every conditional write of a bit in every cycle
    logic [7*LN-1:0] alu_row;
    always_comb begin
      alu_row = '0;
      if (alu_writes) alu_row = (preds_q[alu_wa[0 +: AW]] & ~alu_set) | (alu_val & alu_set);
    end
    always_ff @(posedge clk) begin  // R7
      if (alu_writes) preds_q[alu_wa[0 +: AW]] <= alu_row;
      if (wb_pw_valid)
        preds_q[wb_wa[0 +: AW]] <= ((alu_writes && alu_wa[0 +: AW] == wb_wa[0 +: AW] ? alu_row :
            preds_q[wb_wa[0 +: AW]]) & ~wb_set) | ({7{wb_pw_bits}} & wb_set);
      if (dispatch_launch_valid) preds_q[launch_wa] <= '0;  // R6
    end
  end else begin : g_bits
    // one process a predicate: tools unroll the bits of one process against each other
    for (genvar p = 0; p < 7; p++) begin : g_pred  // R7
      always_ff @(posedge clk) begin
        for (int l = 0; l < LN; l++) begin  // R8
          if (alu_set[p*LN + l]) preds_q[alu_wa[(l % ROWS)*AW +: AW]][p*LN + l] <= alu_val[p*LN + l];
          if (wb_set[p*LN + l]) preds_q[wb_wa[(l % ROWS)*AW +: AW]][p*LN + l] <= wb_pw_bits[l];
        end
        if (dispatch_launch_valid) preds_q[launch_wa][p*LN +: LN] <= '0;  // R6
      end
    end
  end

  // only the low seven bits of a lane's words are predicates; what the ports of the ALU write has one address
  logic unused_in;
  assign unused_in = &{1'b0, rst_n, alu_wb_lo, alu_wb_hi, preds_we, preds_wa};
endmodule
`default_nettype wire
