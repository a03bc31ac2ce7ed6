// wt_ram_1rw: memory with one port: each cycle it reads one row, or writes parts of one row, or does nothing.
//
// Latency   read: q holds the row from the cycle after en on, until the next read. A write leaves q alone.
// Reset     none: rows and q are unknown until they are written and read.
// Use       a macro with a clocked read takes its place: one file to swap.
// Names     of its rows in a block: instance u_<row>, array <row>, output register <row>_out.
// Doc       docs/blocks/lib.md
`default_nettype none
module wt_ram_1rw #(
  parameter int unsigned Rows = 2,
  parameter int unsigned A = 1,      // bits of an address
  parameter int unsigned W = 8,      // bits of a row
  parameter int unsigned Parts = 1,  // write enables of a row; they divide W
  parameter int unsigned Addresses = 1 // 1, or Parts: every part has its own address, a narrow memory a part
) (
  input  wire logic             clk,
  input  wire logic             en,
  input  wire logic [Parts-1:0] we,   // parts that are written; 0: the row is read
  input  wire logic [Addresses*A-1:0] addr,
  input  wire logic [W-1:0]     d,
  output logic [W-1:0]          q
);
  localparam int unsigned PART_W = W / Parts;
  logic [W-1:0] mem_q [Rows];
  logic [W-1:0] out_q;
  logic [Addresses-1:0]   mem_we;
  logic [Addresses*A-1:0] mem_wa;
  assign mem_wa = addr;
  if (Addresses == 1) begin : g_row
    assign mem_we = en && we != '0;
`ifdef VERILATOR
    // the same as below; Verilator keeps track of every conditional write of a part in every cycle, of a whole row once
    function automatic logic [W-1:0] over(input logic [W-1:0] row, input logic [Parts-1:0] part,
        input logic [W-1:0] words);
      over = row;
      for (int unsigned i = 0; i < Parts; i++) if (part[i]) over[i*PART_W +: PART_W] = words[i*PART_W +: PART_W];
    endfunction
    always_ff @(posedge clk) if (mem_we) mem_q[mem_wa] <= over(mem_q[mem_wa], we, d);
`else
    always_ff @(posedge clk) begin
      if (mem_we) begin
        for (int unsigned i = 0; i < Parts; i++)
          if (we[i]) mem_q[mem_wa][i*PART_W +: PART_W] <= d[i*PART_W +: PART_W];
      end
    end
`endif
    always_ff @(posedge clk) if (en && !mem_we) out_q <= mem_q[addr];
  end else begin : g_parts
    assign mem_we = {Addresses{en}} & we;
    for (genvar i = 0; i < Parts; i++) begin : g_part
      always_ff @(posedge clk) begin
        if (mem_we[i]) mem_q[mem_wa[i*A +: A]][i*PART_W +: PART_W] <= d[i*PART_W +: PART_W];
        if (en && we == '0) out_q[i*PART_W +: PART_W] <= mem_q[addr[i*A +: A]][i*PART_W +: PART_W];
      end
    end
  end
  assign q = out_q;

`ifndef SYNTHESIS
  for (genvar i = 0; i < Addresses; i++) begin : g_range
    RowInRange_A: assert property (@(posedge clk) en |-> 32'(addr[i*A +: A]) < Rows);
  end
`endif
endmodule
`default_nettype wire
