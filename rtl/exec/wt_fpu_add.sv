// wt_fpu_add: second stage of the fused multiply-add: aligns the addend and adds it to the product.
//
// Window of W = 3 F + 9 bits: the product has its lowest bit at bit 3, the addend its highest at bit W - 2 before it is
// shifted right by right; what falls out is joined into bit 0. Used by wt_fpu and wt_dpu. Combinational.
// Model     cmodel/exec/wt_fpu_fma.h      Doc  docs/blocks/exec/wt_fpu.md
`default_nettype none
module wt_fpu_add #(
  parameter int unsigned F = 23,
  parameter int unsigned DW = 7
) (
  input  wire logic           en,     // the sum is wanted; else 0
  input  wire logic [2*F+1:0] prod,
  input  wire logic [F:0]     addend,
  input  wire logic [DW-1:0]  right,
  input  wire logic           neg_i,
  input  wire logic           sub,
  input  wire logic [1:0]     kind,
  input  wire logic           down,   // rounding towards minus infinity: an exact zero sum is negative
  output logic [3*F+8:0]      mag,
  output logic                neg_o
);
  localparam int unsigned W = 3*F + 9;
  localparam int unsigned Low = 2*F + 7;  // bits of the window below the addend before its shift

  logic [W-1:0]  p, c;
  logic [W:0]    diff;
  logic [DW-1:0] over;
  logic [F:0]    kept;
  logic          lost;
  always_comb begin
    over = '0;
    kept = '0;
    lost = 1'b0;
    p = '0;
    c = '0;
    diff = '0;
    mag = '0;
    neg_o = 1'b0;
    if (en) begin
      p = {{(F+4){1'b0}}, prod, 3'd0};
      c = {1'b0, addend, {Low{1'b0}}} >> right;
      if (right > DW'(Low)) begin
        over = right - DW'(Low);
        kept = {(F+1){1'b1}} << over;
        lost = (addend & ~kept) != '0;
      end
      c[0] = c[0] | lost;
      diff = {1'b0, p} - {1'b0, c};
      if (!sub) mag = p + c;
      else if (diff[W]) mag = c - p;
      else mag = diff[W-1:0];
      neg_o = neg_i;
      if (kind == 2'd0 && sub) neg_o = mag == '0 ? down : neg_i ^ diff[W];  // R6
    end
  end
endmodule
`default_nettype wire
