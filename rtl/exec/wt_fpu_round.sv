// wt_fpu_round: last stage of the fused multiply-add: rounds, handles overflow, infinities and NaN, flushes, saturates.
//
// Used by wt_fpu and wt_dpu (which has ftz = sat = 0). Combinational.
// Model     cmodel/exec/wt_fpu_fma.h      Doc  docs/blocks/exec/wt_fpu.md
`default_nettype none
module wt_fpu_round #(
  parameter int unsigned E = 8,
  parameter int unsigned F = 23,
  parameter logic [E+F:0] NaN = 32'h7fffffff
) (
  input  wire logic         en,    // the result is wanted; else 0
  input  wire logic [F:0]   sig,
  input  wire logic [1:0]   low,
  input  wire logic [E:0]   e,
  input  wire logic         neg,
  input  wire logic [1:0]   kind,
  input  wire logic [1:0]   rnd,   // 0 nearest even, 1 down, 2 up, 3 to zero
  input  wire logic         ftz,
  input  wire logic         sat,
  output logic [E+F:0]      res
);
  localparam logic [E+F:0] Inf = {1'b0, {E{1'b1}}, {F{1'b0}}};
  localparam logic [E+F:0] One = {2'b00, {(E-1){1'b1}}, {F{1'b0}}};

  logic           away, up;   // away: this sign is rounded away from zero
  logic [E+F+1:0] r;
  logic [E+F:0]   m;
  always_comb begin
    away = '0;
    up = '0;
    r = '0;
    m = '0;
    res = '0;
    if (en) begin
      away = rnd == 2'd1 ? neg : rnd == 2'd2 && !neg;
      up = rnd == 2'd0 ? low[1] && (low[0] || sig[0]) : away && low != 2'd0;  // R6
      r = {1'b0, e, sig[F-1:0]} + {{(E+F+1){1'b0}}, up};
      m = r[E+F:0];
      if (r >= {1'b0, Inf}) m = rnd == 2'd0 || away ? Inf : Inf - (E+F+1)'(1);  // R6
      if (kind == 2'd1) m = Inf;
      if (ftz && m[E+F-1:F] == '0) m = '0;  // R6
      res = m;
      res[E+F] = neg;
      if (sat) res = neg ? '0 : m > One ? One : m;  // R6
      if (kind == 2'd2) res = sat ? '0 : NaN;  // R6
    end
  end

  // the exponent says already whether the highest bit is set
  logic unused_top;
  assign unused_top = sig[F];
endmodule
`default_nettype wire
