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
  // R10: swizzle, |x|, -x, flush
  function automatic logic [31:0] value(input logic [31:0] v, input logic [1:0] swizzle, input logic absolute,
      input logic negate, input logic flush);
    value = v;
    if (swizzle == 2'd2) value = {2{v[15:0]}};
    if (swizzle == 2'd3) value = {2{v[31:16]}};
    value[15] = (value[15] & ~absolute) ^ negate;
    value[31] = (value[31] & ~absolute) ^ negate;
    if (flush && value[14:10] == 5'd0) value[9:0] = 10'd0;
    if (flush && value[30:26] == 5'd0) value[25:16] = 10'd0;
  endfunction

  // R11: every half is a number of 32 bits
  function automatic logic [31:0] widened(input logic [15:0] h);
    logic [9:0] f;
    logic [7:0] e;
    f = h[9:0];
    e = 8'd112 + {3'd0, h[14:10]};
    if (h[14:10] == 5'd0) begin
      e = 8'd0;
      for (int i = 0; i < 10; i++) begin
        if (h[i]) begin  // the highest one counts
          f = h[9:0] << (10 - i);
          e = 8'd103 + 8'(i);
        end
      end
    end
    if (h[14:10] == 5'd31) e = 8'd255;
    widened = {h[15], e, f, 13'd0};
  endfunction

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
      low = form1 && !swapped ? second : bc;
      low = plain ? value(low, 2'd0, 1'b0, 1'b0, flush) : value(low, m[61:60], m[62], m[63], flush);  // R10
      high = value(swapped ? second : third, m[82:81], m[83], m[84], flush);
      a = value(first, m[75:74], m[73], m[72], flush);
      b = is_add ? 32'h3c003c00 : swapped ? high : low;
      c = is_add || swapped ? low : high;
      if (fmz && (a[14:0] == 15'd0 || b[14:0] == 15'd0)) {a[15:0], b[15:0]} = '0;  // R10
      if (fmz && (a[30:16] == 15'd0 || b[30:16] == 15'd0)) {a[31:16], b[31:16]} = '0;
      if (is_mul) c = (a ^ b) & 32'h80008000;
      if (single) begin  // R11
        a = widened(a[15:0]);
        b = 32'h3f800000;
        c = widened(c[15:0]);
      end
    end
  end
  logic unused_m;  // fields of the instruction that the operands do not depend on
  assign unused_m = &{1'b0, m[79:77], m[71:64]};
endmodule
`default_nettype wire
