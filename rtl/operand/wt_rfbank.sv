// wt_rfbank: one single-ported register bank, a row holds one register of LANES lanes.
//
// Latency   read data in the cycle of the request; a write is in the memory from the next cycle on.
// State     RF_ROWS rows of LANES words.
// Model     cmodel/operand/wt_rfbank.c      Doc  docs/blocks/operand/wt_rfbank.md
`default_nettype none
module wt_rfbank #(
  parameter int unsigned Idx = 0
) (
  input  wire logic                                          clk,
  input  wire logic                                          rst_n,
  // from bankarb, all banks
  input  wire logic [wt_pkg::RF_BANKS-1:0]                   bankarb_re,
  input  wire logic [wt_pkg::RF_BANKS*wt_pkg::ROW_W-1:0]     bankarb_row,
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

  logic [32*LN-1:0]         mem_q [wt_pkg::RF_ROWS];
  logic                     mem_we;
  logic [wt_pkg::ROW_W-1:0] mem_wa;

  logic       re;
  logic [1:0] sel;
  assign re = bankarb_re[Idx];
  assign sel = bankarb_wsel[Idx*2 +: 2];
  assign mem_we = sel != 2'd0;
  assign mem_wa = bankarb_row[Idx*wt_pkg::ROW_W +: wt_pkg::ROW_W];
  assign rfbank_rdata = re ? mem_q[mem_wa] : {32*LN{1'b0}};

  logic [LN-1:0]    wmask;
  logic [32*LN-1:0] wdata;
  always_comb begin
    wmask = '0;
    wdata = '0;
    if (mem_we) begin
      wmask = sel == 2'd3 ? wb_mask : alu_wb_mask;
      wdata = sel == 2'd3 ? wb_data : sel == 2'd2 ? alu_wb_hi : alu_wb_lo;
    end
  end

  always_ff @(posedge clk) begin
    if (mem_we) begin
      for (int l = 0; l < LN; l++)
        if (wmask[l]) mem_q[mem_wa][l*32 +: 32] <= wdata[l*32 +: 32];
    end
  end

  // the other banks' share of the vectors
  logic unused_ok;
  assign unused_ok = &{1'b0, rst_n, bankarb_re, bankarb_row, bankarb_wsel};
`ifndef SYNTHESIS
  OnePort_A: assert property (@(posedge clk) disable iff (!rst_n) !(re && mem_we));
  RowInRange_A: assert property (@(posedge clk) disable iff (!rst_n) re || mem_we |-> 32'(mem_wa) < wt_pkg::RF_ROWS);
`endif
endmodule
`default_nettype wire
