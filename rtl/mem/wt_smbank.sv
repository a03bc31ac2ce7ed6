// wt_smbank: one single-ported shared memory bank.
//
// Latency   read data in the cycle of the request; a write is in the memory from the next cycle on.
// State     SMEM_ROWS words.
// Model     cmodel/mem/wt_smbank.c      Doc  docs/blocks/mem/wt_smbank.md
`default_nettype none
module wt_smbank #(
  parameter int unsigned Idx = 0
) (
  input  wire logic                                              clk,
  input  wire logic                                              rst_n,
  // from smem, all banks
  input  wire logic [wt_pkg::SMEM_BANKS-1:0]                     smem_en,
  input  wire logic [wt_pkg::SMEM_BANKS*wt_pkg::SMROW_W-1:0]     smem_row,
  input  wire logic [wt_pkg::SMEM_BANKS*4-1:0]                   smem_wbe,
  input  wire logic [wt_pkg::SMEM_BANKS*32-1:0]                  smem_wdata,
  output logic [31:0]                                            smbank_rdata
);
  `include "rows/wt_smbank_state.svh"

  logic en;
  logic [wt_pkg::SMROW_W-1:0] row;
  logic [3:0] be;
  logic [31:0] wdata;
  assign en = smem_en[Idx];
  assign row = smem_row[Idx*wt_pkg::SMROW_W +: wt_pkg::SMROW_W];
  assign be = smem_wbe[Idx*4 +: 4];
  assign wdata = smem_wdata[Idx*32 +: 32];

  assign mem_we = en && be != 4'd0;  // R2, R3
  assign mem_wa = row;
  assign smbank_rdata = en && !mem_we ? mem_q[row] : 32'd0;  // R1, R2, R3

`ifdef VERILATOR
  // R2: the same as below, as in wt_ram_1rw
  always_ff @(posedge clk)
    if (mem_we)
      mem_q[mem_wa] <= {be[3] ? wdata[31:24] : mem_q[mem_wa][31:24], be[2] ? wdata[23:16] : mem_q[mem_wa][23:16],
                                  be[1] ? wdata[15:8] : mem_q[mem_wa][15:8], be[0] ? wdata[7:0] : mem_q[mem_wa][7:0]};
`else
  always_ff @(posedge clk) begin
    if (mem_we) begin  // R2
      if (be[0]) mem_q[mem_wa][7:0] <= wdata[7:0];
      if (be[1]) mem_q[mem_wa][15:8] <= wdata[15:8];
      if (be[2]) mem_q[mem_wa][23:16] <= wdata[23:16];
      if (be[3]) mem_q[mem_wa][31:24] <= wdata[31:24];
    end
  end
`endif

  // the other banks' share of the vectors
  logic unused_ok;
  assign unused_ok = &{1'b0, rst_n, smem_en, smem_row, smem_wbe, smem_wdata};
`ifndef SYNTHESIS
  RowInRange_A: assert property (@(posedge clk) disable iff (!rst_n) en |-> 32'(row) < wt_pkg::SMEM_ROWS);
`endif
endmodule
`default_nettype wire
