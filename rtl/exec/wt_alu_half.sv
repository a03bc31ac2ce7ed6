// wt_alu_half: comparisons of two pairs of halves of one ALU lane: HSET2, HSETP2. Combinational.
//
// Results are 0 while en is 0, which it is for all other operations. m is bits 80:60 of the instruction word.
// Model     cmodel/exec/wt_alu_half.h      Doc  docs/blocks/exec/wt_alu.md
`default_nettype none
module wt_alu_half (
  input  wire logic         en,
  input  wire logic         is_pred,  // HSETP2
  input  wire logic         imm,      // B is a number: bits 63:60 are a part of it
  input  wire logic [80:60] m,
  input  wire logic [31:0]  a,
  input  wire logic [31:0]  b,
  input  wire logic         pp,
  output logic [31:0]       res,
  output logic              res_pu,
  output logic              res_pv
);
  `include "exec/wt_exec_half.svh"

  // which of unordered, greater, equal, less holds
  function automatic logic [3:0] relation(input logic [15:0] x, input logic [15:0] y);
    relation = 4'b0100;
    if (x[15] != y[15] ? x[15] : x[15] ? x[14:0] > y[14:0] : x[14:0] < y[14:0]) relation = 4'b0001;
    if (x == y || {x[14:0], y[14:0]} == 30'd0) relation = 4'b0010;
    if ((&x[14:10] && |x[9:0]) || (&y[14:10] && |y[9:0])) relation = 4'b1000;
  endfunction

  function automatic logic joined(input logic [1:0] bop, input logic t, input logic p);
    joined = bop == 2'd0 ? t & p : bop == 2'd1 ? t | p : t ^ p;
  endfunction

  logic [31:0] x, y;
  logic [1:0]  hit, yes;
  always_comb begin
    x = '0;
    y = '0;
    hit = '0;
    yes = '0;
    res = '0;
    res_pu = 1'b0;
    res_pv = 1'b0;
    if (en) begin
      x = half_operand(a, m[75:74], m[73], m[72], m[80]);  // R36
      y = imm ? half_operand(b, 2'd0, 1'b0, 1'b0, m[80]) : half_operand(b, m[61:60], m[62], m[63], m[80]);
      hit[0] = |(relation(x[15:0], y[15:0]) & m[79:76]);
      hit[1] = |(relation(x[31:16], y[31:16]) & m[79:76]);
      if (is_pred && m[71]) hit = {!(&hit), &hit};  // R37: .H_AND
      yes = {joined(m[70:69], hit[1], pp), joined(m[70:69], hit[0], pp)};
      if (is_pred) {res_pv, res_pu} = yes;
      else begin
        if (yes[0]) res[15:0] = m[71] ? 16'h3c00 : 16'hffff;  // R36
        if (yes[1]) res[31:16] = m[71] ? 16'h3c00 : 16'hffff;
      end
    end
  end

  // the register that bits 68:64 name in other forms
  logic unused_m;
  assign unused_m = &{1'b0, m[68:64]};
endmodule
`default_nettype wire
