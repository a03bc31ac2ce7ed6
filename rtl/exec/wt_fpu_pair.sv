// wt_fpu_pair: operands of a lane for two halves: what HADD2, HMUL2 and HFMA2 multiply and add. Combinational, a pair
// of halves is {high, low}.
//
// m is bits 84:60 of the instruction word; in an immediate (plain) its bits 63:60 are a part of the number. All results
// are 0 while en is 0.
// Model     cmodel/exec/wt_fpu_half.h      Doc  docs/blocks/exec/wt_fpu.md
`default_nettype none
module wt_fpu_pair (
  input  wire logic         en,
  input  wire logic         is_add,
  input  wire logic         is_mul,
  input  wire logic         swapped,   // HFMA2: B is in bits 71:64
  input  wire logic         form1,
  input  wire logic         plain,
  input  wire logic         single,    // the result is a number of 32 bits
  input  wire logic [84:60] m,
  input  wire logic [31:0]  first,
  input  wire logic [31:0]  second,
  input  wire logic [31:0]  third,
  input  wire logic [31:0]  bc,
  output logic [31:0]       a,
  output logic [31:0]       b,
  output logic [31:0]       c
);
  `include "exec/wt_exec_half.svh"

  logic        fmz, flush;
  logic [31:0] low, high;
  always_comb begin
    fmz = 1'b0;
    flush = 1'b0;
    low = '0;
    high = '0;
    a = '0;
    b = '0;
    c = '0;
    if (en) begin
      fmz = m[76] && !is_add;
      flush = m[80] || fmz;
      low = form1 && !swapped ? second : bc;  // R10
      low = plain ? half_operand(low, 2'd0, 1'b0, 1'b0, flush) : half_operand(low, m[61:60], m[62], m[63], flush);
      high = half_operand(swapped ? second : third, m[82:81], m[83], m[84], flush);
      a = half_operand(first, m[75:74], m[73], m[72], flush);
      b = is_add ? 32'h3c003c00 : swapped ? high : low;
      c = is_add || swapped ? low : high;
      if (fmz && (a[14:0] == 15'd0 || b[14:0] == 15'd0)) {a[15:0], b[15:0]} = '0;  // R10
      if (fmz && (a[30:16] == 15'd0 || b[30:16] == 15'd0)) {a[31:16], b[31:16]} = '0;
      if (is_mul) c = (a ^ b) & 32'h80008000;
      if (single) begin  // R11
        a = half_single(a[15:0]);
        b = 32'h3f800000;
        c = half_single(c[15:0]);
      end
    end
  end
  logic unused_m;  // fields of the instruction that the operands do not depend on
  assign unused_m = &{1'b0, m[79:77], m[71:64]};
endmodule
`default_nettype wire
