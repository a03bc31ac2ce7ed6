// wt_ram_1r1w: memory with one read port and one write port.
//
// Latency   read: q holds the row from the cycle after re on, until the next read. A row that is read and written at
//           the same edge gives its old value.
// Reset     none: rows and q are unknown until they are written and read.
// Use       as wt_ram_1rw: the place of a macro with a clocked read.
// Names     as wt_ram_1rw.
// Doc       docs/blocks/lib.md
`default_nettype none
module wt_ram_1r1w #(
  parameter int unsigned Rows = 2,
  parameter int unsigned A = 1,      // bits of an address
  parameter int unsigned W = 8,      // bits of a row
  parameter int unsigned Parts = 1   // write enables of a row; they divide W
) (
  input  wire logic             clk,
  input  wire logic             re,
  input  wire logic [A-1:0]     raddr,
  output logic [W-1:0]          q,
  input  wire logic [Parts-1:0] we,    // parts that are written
  input  wire logic [A-1:0]     waddr,
  input  wire logic [W-1:0]     d
);
  localparam int unsigned PART_W = W / Parts;
  logic [W-1:0] mem_q [Rows];
  logic [W-1:0] out_q;
  logic         mem_we;
  logic [A-1:0] mem_wa;
  assign mem_we = we != '0;
  assign mem_wa = waddr;
  for (genvar i = 0; i < Parts; i++) begin : g_part  // a process each: Yosys needs minutes for 128 parts in one
    always_ff @(posedge clk) if (we[i]) mem_q[mem_wa][i*PART_W +: PART_W] <= d[i*PART_W +: PART_W];
  end
  always_ff @(posedge clk) if (re) out_q <= mem_q[raddr];
  assign q = out_q;

  // the write port as lock-step follows it
  logic unused_ok;
  assign unused_ok = &{1'b0, mem_we};
`ifndef SYNTHESIS
  ReadInRange_A: assert property (@(posedge clk) re |-> 32'(raddr) < Rows);
  WriteInRange_A: assert property (@(posedge clk) we != '0 |-> 32'(waddr) < Rows);
`endif
endmodule
`default_nettype wire
