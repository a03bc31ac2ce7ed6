// wt_rfbank: one single-ported register bank, a row holds one register of LANES lanes.
//
// Latency   read data from the cycle after the request on, until the next read; a write is in the memory from the next
//           cycle on.
// State     RF_ROWS rows of LANES words and the output register.
// Model     cmodel/operand/wt_rfbank.c      Doc  docs/blocks/operand/wt_rfbank.md
`default_nettype none
module wt_rfbank #(
  parameter int unsigned Idx = 0
) (
  input  wire logic                                          clk,
  input  wire logic                                          rst_n,
  // from bankarb, all banks
  input  wire logic [wt_pkg::RF_BANKS-1:0]                   bankarb_re,
  input  wire logic [wt_pkg::RF_BANKS*wt_pkg::BROWS*wt_pkg::ROW_W-1:0] bankarb_row,
  input  wire logic [wt_pkg::RF_BANKS*2-1:0]                 bankarb_wsel,
  // data of the two write-back channels
  input  wire logic [wt_pkg::LANES-1:0]                      alu_wb_mask,
  input  wire logic [32*wt_pkg::LANES-1:0]                   alu_wb_lo,
  input  wire logic [32*wt_pkg::LANES-1:0]                   alu_wb_hi,
  input  wire logic [wt_pkg::LANES-1:0]                      wb_mask,
  input  wire logic [32*wt_pkg::LANES-1:0]                   wb_data,
  output logic [32*wt_pkg::LANES-1:0]                        rfbank_rdata
);
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned ROWS_W = wt_pkg::BROWS * wt_pkg::ROW_W;  // a row of all lanes, or one a lane

  logic       re;
  logic [1:0] sel;
  assign re = bankarb_re[Idx];
  assign sel = bankarb_wsel[Idx*2 +: 2];

  logic [ROWS_W-1:0]            row;
  logic [LN-1:0]            wmask;
  logic [32*LN-1:0]         wdata;
  assign row = bankarb_row[Idx*ROWS_W +: ROWS_W];
  always_comb begin
    wmask = '0;
    wdata = '0;
    if (sel != 2'd0) begin
      wmask = sel == 2'd3 ? wb_mask : alu_wb_mask;  // R2
      wdata = sel == 2'd3 ? wb_data : sel == 2'd2 ? alu_wb_hi : alu_wb_lo;  // R2
    end
  end

  wt_ram_1rw #(  // R1, R4
    .Rows(wt_pkg::RF_ROWS), .A(wt_pkg::ROW_W), .W(32*LN), .Parts(LN), .Addresses(wt_pkg::BROWS)) u_mem (
    .clk, .en(re || wmask != '0), .we(wmask), .addr(row), .d(wdata), .q(rfbank_rdata));

  // the other banks' share of the vectors
  logic unused_ok;
  assign unused_ok = &{1'b0, rst_n, bankarb_re, bankarb_row, bankarb_wsel};
`ifndef SYNTHESIS
  OnePort_A: assert property (@(posedge clk) disable iff (!rst_n) !(re && sel != 2'd0));  // R3
  RowInRange_A: assert property (@(posedge clk) disable iff (!rst_n)
    re || sel != 2'd0 |-> 32'(row[wt_pkg::ROW_W-1:0]) < wt_pkg::RF_ROWS);
`endif
endmodule
`default_nettype wire
