// wt_exec_half.svh: functions of numbers of half precision, included by the modules that take halves as operands: wt_alu_half,
// wt_fpu_pair and wt_xu_prep.
// Model     cmodel/exec/wt_exec_half.h

  // both halves of an operand: swizzle, |x|, -x, flush
  function automatic logic [31:0] half_operand(input logic [31:0] v, input logic [1:0] swizzle, input logic absolute,
      input logic negate, input logic flush);
    half_operand = v;
    if (swizzle == 2'd2) half_operand = {2{v[15:0]}};
    if (swizzle == 2'd3) half_operand = {2{v[31:16]}};
    half_operand[15] = (half_operand[15] & ~absolute) ^ negate;
    half_operand[31] = (half_operand[31] & ~absolute) ^ negate;
    if (flush && half_operand[14:10] == 5'd0) half_operand[9:0] = 10'd0;
    if (flush && half_operand[30:26] == 5'd0) half_operand[25:16] = 10'd0;
  endfunction

  // a half as a number of 32 bits, which has all of its numbers
  function automatic logic [31:0] half_single(input logic [15:0] h);
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
    half_single = {h[15], e, f, 13'd0};
  endfunction
