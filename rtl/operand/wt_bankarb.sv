// wt_bankarb: one access per register bank and cycle: a write, else a read of the oldest collector that asks.
//
// Latency   combinational, no state.
// OPREAD    1: a collector asks for at most one word; 0: only the oldest asking collector reads, several words a cycle.
// Model     cmodel/operand/wt_bankarb.c      Doc  docs/blocks/operand/wt_bankarb.md
`default_nettype none
module wt_bankarb (
  input  wire logic                                              clk,
  input  wire logic                                              rst_n,
  // all collectors, six words each
  input  wire logic [wt_pkg::COLLECTORS*6-1:0]                   collector_req,
  input  wire logic [wt_pkg::COLLECTORS*6*wt_pkg::BANK_W-1:0]    collector_bank,
  input  wire logic [wt_pkg::COLLECTORS*6*wt_pkg::BROWS*wt_pkg::ROW_W-1:0] collector_row,
  input  wire logic [wt_pkg::COLLECTORS*wt_pkg::COLLECTORS-1:0]  disp_older,
  input  wire logic                                              cfg_layout,
  input  wire logic [wt_pkg::ROW_W:0]                            cfg_rpw,
  // writes
  input  wire logic [1:0]                                        alu_wb_n,
  input  wire logic [wt_pkg::WARP_W-1:0]                         alu_wb_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]                        alu_wb_beat,
  input  wire logic [7:0]                                        alu_wb_reg,
  input  wire logic                                              wb_reg_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]                         wb_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]                        wb_beat,
  input  wire logic [7:0]                                        wb_reg,
  output logic [wt_pkg::COLLECTORS*6-1:0]                        bankarb_grant,
  output logic [wt_pkg::RF_BANKS-1:0]                            bankarb_re,
  output logic [wt_pkg::RF_BANKS*2-1:0]                          bankarb_wsel,
  output logic [wt_pkg::RF_BANKS*wt_pkg::BROWS*wt_pkg::ROW_W-1:0] bankarb_row
);
  localparam int unsigned C = wt_pkg::COLLECTORS;
  localparam int unsigned RF_BANKS = wt_pkg::RF_BANKS;
  localparam int unsigned BW = wt_pkg::BANK_W;
  localparam int unsigned ROWS_W = wt_pkg::BROWS * wt_pkg::ROW_W;  // rows of a bank: one, or one a lane
  localparam int unsigned WW = wt_pkg::WARP_W;

  function automatic logic [BW-1:0] bank_of(input logic swizzle, input logic [WW-1:0] warp, input logic [7:0] r);
    bank_of = BW'(swizzle ? r + 8'(warp) : r);  // R1
  endfunction
  // in 16 bits, which hold every row of every legal shape
  function automatic logic [ROWS_W-1:0] row_of(input logic [wt_pkg::ROW_W-1:0] rpw, input logic [WW-1:0] warp,
                                           input logic [7:0] r, input logic [wt_pkg::BROWS_W-1:0] beat);
    for (int l = 0; l < wt_pkg::BROWS; l++)
      row_of[l*wt_pkg::ROW_W +: wt_pkg::ROW_W] = wt_pkg::ROW_W'(16'(warp) * 16'(rpw) +
          ({8'd0, r} >> BW) * 16'(wt_pkg::BEATS) + 16'(beat[l*wt_pkg::BEAT_W +: wt_pkg::BEAT_W]));  // R1
  endfunction

  // ---- writes ----
  logic [7:0]             alu_reg_hi;
  logic [BW-1:0]          bank_lo, bank_hi, bank_slow;
  logic [RF_BANKS*ROWS_W-1:0] wrow;
  logic [RF_BANKS-1:0]    busy;
  assign alu_reg_hi = alu_wb_reg + 8'd1;
  assign bank_lo = bank_of(cfg_layout, alu_wb_warp, alu_wb_reg);
  assign bank_hi = bank_of(cfg_layout, alu_wb_warp, alu_reg_hi);
  assign bank_slow = bank_of(cfg_layout, wb_warp, wb_reg);
  always_comb begin
    bankarb_wsel = '0;  // R6
    wrow = '0;
    busy = '0;
    if (alu_wb_n != 2'd0) begin  // R2
      bankarb_wsel[bank_lo*2 +: 2] = 2'd1;
      wrow[bank_lo*ROWS_W +: ROWS_W] = row_of(cfg_rpw[wt_pkg::ROW_W-1:0], alu_wb_warp, alu_wb_reg, alu_wb_beat);
      busy[bank_lo] = 1'b1;
    end
    if (alu_wb_n == 2'd2) begin  // R2
      bankarb_wsel[bank_hi*2 +: 2] = 2'd2;
      wrow[bank_hi*ROWS_W +: ROWS_W] = row_of(cfg_rpw[wt_pkg::ROW_W-1:0], alu_wb_warp, alu_reg_hi, alu_wb_beat);
      busy[bank_hi] = 1'b1;
    end
    if (wb_reg_valid) begin  // R2
      bankarb_wsel[bank_slow*2 +: 2] = 2'd3;
      wrow[bank_slow*ROWS_W +: ROWS_W] = row_of(cfg_rpw[wt_pkg::ROW_W-1:0], wb_warp, wb_reg, wb_beat);
      busy[bank_slow] = 1'b1;
    end
  end

  // ---- reads ----
  logic [C-1:0] asks;
  for (genvar i = 0; i < C; i++) begin : g_asks
    assign asks[i] = collector_req[i*6 +: 6] != 6'd0;
  end

  if (wt_pkg::OPREAD == 1) begin : g_collect
    // bank and row are 0 for words that do not ask, so the one word of a collector is the OR of its six
    logic [C*BW-1:0] bank;
    logic [C*ROWS_W-1:0] row;
    logic [C-1:0]    win;
    always_comb begin
      bank = '0;
      row = '0;
      for (int i = 0; i < C; i++)
        if (asks[i])
          for (int w = 0; w < 6; w++) begin
            bank[i*BW +: BW] = bank[i*BW +: BW] | collector_bank[(i*6 + w)*BW +: BW];
            row[i*ROWS_W +: ROWS_W] = row[i*ROWS_W +: ROWS_W] | collector_row[(i*6 + w)*ROWS_W +: ROWS_W];
          end
    end
    always_comb begin
      win = '0;
      for (int i = 0; i < C; i++)
        if (asks[i]) begin
          win[i] = !busy[bank[i*BW +: BW]];  // R3, R4
          for (int j = 0; j < C; j++)
            if (asks[j] && disp_older[i*C + j] && bank[j*BW +: BW] == bank[i*BW +: BW]) win[i] = 1'b0;  // R4
        end
    end
    always_comb begin
      bankarb_grant = '0;
      bankarb_re = '0;
      bankarb_row = wrow;  // R6
      for (int i = 0; i < C; i++)
        if (win[i]) begin
          bankarb_grant[i*6 +: 6] = collector_req[i*6 +: 6];
          bankarb_re[bank[i*BW +: BW]] = 1'b1;  // R6
          bankarb_row[bank[i*BW +: BW]*ROWS_W +: ROWS_W] = row[i*ROWS_W +: ROWS_W];  // R6
        end
    end
  end else begin : g_stage
    logic [5:0]          req, win;
    logic [6*BW-1:0]     bank;
    logic [6*ROWS_W-1:0]     row;
    logic [C-1:0]        oldest;
    logic [RF_BANKS-1:0] taken;
    for (genvar i = 0; i < C; i++) begin : g_oldest
      assign oldest[i] = asks[i] && (disp_older[i*C +: C] & asks) == '0;  // R5
      assign bankarb_grant[i*6 +: 6] = oldest[i] ? win : 6'd0;
    end
    always_comb begin
      req = '0;
      bank = '0;
      row = '0;
      for (int i = 0; i < C; i++)
        if (oldest[i]) begin
          req = collector_req[i*6 +: 6];
          bank = collector_bank[i*6*BW +: 6*BW];
          row = collector_row[i*6*ROWS_W +: 6*ROWS_W];
        end
    end
    always_comb begin
      win = '0;
      taken = busy;
      bankarb_re = '0;
      bankarb_row = wrow;
      for (int w = 0; w < 6; w++)
        if (req[w] && !taken[bank[w*BW +: BW]]) begin  // R3, R5
          win[w] = 1'b1;
          taken[bank[w*BW +: BW]] = 1'b1;
          bankarb_re[bank[w*BW +: BW]] = 1'b1;
          bankarb_row[bank[w*BW +: BW]*ROWS_W +: ROWS_W] = row[w*ROWS_W +: ROWS_W];
        end
    end
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, clk, rst_n, cfg_rpw};
`ifndef SYNTHESIS
  NoDoubleWrite_A: assert property (@(posedge clk) disable iff (!rst_n)
                                    wb_reg_valid && alu_wb_n != 2'd0 |-> bank_slow != bank_lo);
  NoDoubleWriteHigh_A: assert property (@(posedge clk) disable iff (!rst_n)
                                        wb_reg_valid && alu_wb_n == 2'd2 |-> bank_slow != bank_hi);
  GrantIsAsked_A: assert property (@(posedge clk) disable iff (!rst_n) (bankarb_grant & ~collector_req) == '0);
  for (genvar b = 0; b < wt_pkg::RF_BANKS; b++) begin : g_port
    OnePort_A: assert property (@(posedge clk) disable iff (!rst_n) !(bankarb_re[b] && bankarb_wsel[b*2 +: 2] != 2'd0));
  end
`endif
endmodule
`default_nettype wire
