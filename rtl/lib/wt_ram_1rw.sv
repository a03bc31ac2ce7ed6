// wt_ram_1rw: memory with one port: each cycle it reads one row, or writes parts of one row, or does nothing.
//
// Latency   read: q holds the row from the cycle after en on, until the next read. A write leaves q alone.
// Reset     none: rows and q are unknown until they are written and read.
// Use       a macro with a clocked read takes its place: one file to swap. No block is read through it yet; arrays that the size table
//           prices as SRAM become users when their blocks take the registered read.
// Doc       docs/blocks/lib.md
`default_nettype none
module wt_ram_1rw #(
  parameter int unsigned Rows = 2,
  parameter int unsigned A = 1,      // bits of an address
  parameter int unsigned W = 8,      // bits of a row
  parameter int unsigned Parts = 1   // write enables of a row; they divide W
) (
  input  wire logic             clk,
  input  wire logic             en,
  input  wire logic [Parts-1:0] we,   // parts that are written; 0: the row is read
  input  wire logic [A-1:0]     addr,
  input  wire logic [W-1:0]     d,
  output logic [W-1:0]          q
);
  localparam int unsigned P = W / Parts;
  logic [W-1:0] mem_q [Rows];
  always_ff @(posedge clk) begin
    for (int unsigned i = 0; i < Parts; i++)
      if (en && we[i]) mem_q[addr][i*P +: P] <= d[i*P +: P];
    if (en && we == '0) q <= mem_q[addr];
  end

`ifndef SYNTHESIS
  RowInRange_A: assert property (@(posedge clk) en |-> 32'(addr) < Rows);
`endif
endmodule
`default_nettype wire
