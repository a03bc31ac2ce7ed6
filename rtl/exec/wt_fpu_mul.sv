// wt_fpu_mul: first stage of the fused multiply-add a * b + c: unpacks, multiplies, says how far the addend is shifted.
//
// A format has E exponent and F fraction bits. kind: 0 finite, 1 infinity, 2 NaN. ex: biased exponent of a number whose
// leading one is at the top of the window of the next stage. Used by wt_fpu (fp32) and wt_dpu (fp64). Combinational.
// Model     cmodel/exec/wt_fpu_fma.h      Doc  docs/blocks/exec/wt_fpu.md
`default_nettype none
module wt_fpu_mul #(
  parameter int unsigned E = 8,
  parameter int unsigned F = 23,
  parameter int unsigned DW = 7   // bits of a shift distance 0 .. 3 F + 9
) (
  input  wire logic           en,     // the product is wanted; else all outputs are 0
  input  wire logic [E+F:0]   a,
  input  wire logic [E+F:0]   b,
  input  wire logic [E+F:0]   c,
  input  wire logic [2:0]     scale,  // two's complement, raises the exponent of the product
  output logic [2*F+1:0]      prod,
  output logic [F:0]          addend,
  output logic [DW-1:0]       right,
  output logic [E:0]          ex,
  output logic                neg,    // sign of the product, of the infinity
  output logic                sub,    // the addend's sign differs
  output logic [1:0]          kind
);
  localparam int unsigned EXP_W = E + 3;         // exponents in two's complement
  localparam int unsigned W = 3*F + 9;        // window of the sum
  localparam int unsigned Bias = (1 << (E-1)) - 1;

  logic [E-1:0]     ea, eb, ec;
  logic [F:0]       ma, mb;
  logic             sp, sc, full_a, full_b, full_c, inf_p, inf_c, nan, zero_p;
  logic [EXP_W-1:0] xa, xb, xc, ep, way;
  always_comb begin
    ea = '0;
    eb = '0;
    ec = '0;
    ma = '0;
    mb = '0;
    xa = '0;
    xb = '0;
    xc = '0;
    ep = '0;
    way = '0;
    sp = '0;
    sc = '0;
    full_a = '0;
    full_b = '0;
    full_c = '0;
    inf_p = '0;
    inf_c = '0;
    nan = '0;
    zero_p = '0;
    prod = '0;
    addend = '0;
    right = '0;
    ex = '0;
    neg = '0;
    sub = '0;
    kind = '0;
    if (en) begin
      ea = a[E+F-1:F];
      eb = b[E+F-1:F];
      ec = c[E+F-1:F];
      ma = {|ea, a[F-1:0]};
      mb = {|eb, b[F-1:0]};
      addend = {|ec, c[F-1:0]};
      sp = a[E+F] ^ b[E+F];
      sc = c[E+F];
      full_a = &ea;
      full_b = &eb;
      full_c = &ec;
      inf_p = (full_a && a[F-1:0] == '0) || (full_b && b[F-1:0] == '0);
      inf_c = full_c && c[F-1:0] == '0;
      zero_p = ma == '0 || mb == '0;
      nan = (full_a && a[F-1:0] != '0) || (full_b && b[F-1:0] != '0) || (full_c && c[F-1:0] != '0) ||
            (inf_p && (zero_p || (inf_c && sp != sc)));
      kind = nan ? 2'd2 : {1'b0, inf_p || inf_c};
      neg = kind == 2'd1 && !inf_p ? sc : sp;
      sub = sp ^ sc;

      prod = {{(F+1){1'b0}}, ma} * {{(F+1){1'b0}}, mb};

      // a subnormal number has the exponent of the smallest normal ones
      xa = {3'd0, ea[E-1:1], ea[0] | (ea == '0)};
      xb = {3'd0, eb[E-1:1], eb[0] | (eb == '0)};
      xc = {3'd0, ec[E-1:1], ec[0] | (ec == '0)};
      ep = xa + xb - EXP_W'(Bias) + {{(EXP_W-3){scale[2]}}, scale};
      way = ep - xc + EXP_W'(F + 4);
      if (zero_p || way[EXP_W-1] || way == '0) begin
        right = '0;
        ex = xc[E:0] + (E+1)'(1);
      end else begin
        right = way > EXP_W'(W) ? DW'(W) : way[DW-1:0];
        ex = ep[E:0] + (E+1)'(F + 5);
      end
    end
  end
endmodule
`default_nettype wire
