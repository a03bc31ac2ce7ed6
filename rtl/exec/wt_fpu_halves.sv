// wt_fpu_halves: the four stages of a lane's two halves, each between registers of wt_fpu, where the halves lie side by
// side: of a row of width 2 N half 1 is the upper N of the bits that are used. Combinational.
//
// Model     cmodel/exec/wt_fpu_half.h      Doc  docs/blocks/exec/wt_fpu.md
`default_nettype none
module wt_fpu_halves (
  input  wire logic        en_mul,    // the stage works; else its outputs are 0
  input  wire logic        en_add,
  input  wire logic        en_norm,
  input  wire logic        en_round,
  input  wire logic [31:0] a,
  input  wire logic [31:0] b,
  input  wire logic [31:0] c,
  input  wire logic [43:0] prod_q,
  input  wire logic [21:0] addend_q,
  input  wire logic [11:0] right_q,
  input  wire logic [7:0]  mul_f_q,
  input  wire logic [77:0] mag_q,
  input  wire logic [11:0] ex_q,
  input  wire logic [25:0] sig_q,
  input  wire logic [11:0] e_q,
  input  wire logic [5:0]  f_q,
  input  wire logic        ftz,
  input  wire logic        sat,
  output logic [43:0]      prod,
  output logic [21:0]      addend,
  output logic [11:0]      right,
  output logic [11:0]      ex,
  output logic [7:0]       mul_f,
  output logic [77:0]      mag,
  output logic [5:0]       add_f,
  output logic [25:0]      sig,
  output logic [11:0]      e,
  output logic [31:0]      res
);
  for (genvar k = 0; k < 2; k++) begin : g_half  // R12
    logic neg;
    wt_fpu_mul #(.E(5), .F(10), .DW(6)) u_mul (
      .en(en_mul), .a(a[k*16 +: 16]), .b(b[k*16 +: 16]), .c(c[k*16 +: 16]), .scale(3'd0), .prod(prod[k*22 +: 22]),
      .addend(addend[k*11 +: 11]), .right(right[k*6 +: 6]), .ex(ex[k*6 +: 6]), .neg(mul_f[k*4]), .sub(mul_f[k*4 + 1]),
      .kind(mul_f[k*4 + 2 +: 2])
    );
    wt_fpu_add #(.F(10), .DW(6)) u_add (
      .en(en_add), .prod(prod_q[k*22 +: 22]), .addend(addend_q[k*11 +: 11]), .right(right_q[k*6 +: 6]),
      .neg_i(mul_f_q[k*4]), .sub(mul_f_q[k*4 + 1]), .kind(mul_f_q[k*4 + 2 +: 2]), .down(1'b0), .mag(mag[k*39 +: 39]),
      .neg_o(neg)
    );
    assign add_f[k*3 +: 3] = en_add ? {mul_f_q[k*4 + 2 +: 2], neg} : 3'd0;
    wt_fpu_norm #(.E(5), .F(10), .DW(6)) u_norm (
      .en(en_norm), .mag(mag_q[k*39 +: 39]), .ex(ex_q[k*6 +: 6]), .sig(sig[k*13 + 2 +: 11]), .low(sig[k*13 +: 2]),
      .e(e[k*6 +: 6])
    );
    wt_fpu_round #(.E(5), .F(10), .NaN(16'h7fff)) u_round (
      .en(en_round), .sig(sig_q[k*13 + 2 +: 11]), .low(sig_q[k*13 +: 2]), .e(e_q[k*6 +: 6]), .neg(f_q[k*3]),
      .kind(f_q[k*3 + 1 +: 2]), .rnd(2'd0), .ftz(ftz), .sat(sat), .res(res[k*16 +: 16])
    );
  end
endmodule
`default_nettype wire
