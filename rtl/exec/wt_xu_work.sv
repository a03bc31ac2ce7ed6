// wt_xu_work: stage B of one lane: the quadratic of MUFU; rounding to an integer of F2I and FRND. Everything else
// passes.
//
// Model     cmodel/exec/wt_xu_cvt.c, wt_xu_mufu.c      Doc  docs/blocks/exec/wt_xu.md
`default_nettype none
module wt_xu_work (
  input  wire logic                        en,    // the number is wanted; else all outputs are 0
  input  wire logic [wt_pkg::XU_CTL_W-1:0] ctl,
  input  wire logic [1:0]                  a_cls,
  input  wire logic                        a_sign,
  input  wire logic [11:0]                 a_exp,
  input  wire logic [63:0]                 a_sig,
  output logic [1:0]                       cls,
  output logic                             sign,
  output logic [11:0]                      exp,
  output logic [63:0]                      sig
);
  // ---- C0 + C1 h + C2 h^2 in 2^-32 ----
  logic        [64:0] c;
  logic        [33:0] square;
  logic signed [39:0] term1, term2, value;
  wt_xu_rom u_rom (.row(a_sig[26:17]), .c(c));
  // LG2: exponent in front of it
  logic signed [45:0] log;
  logic        [45:0] log_abs;
  always_comb begin
    square = '0;
    term1 = '0;
    term2 = '0;
    value = '0;
    log = '0;
    log_abs = '0;
    if (en) begin
      square = {17'd0, a_sig[16:0]} * {17'd0, a_sig[16:0]};
      term1 = $signed({{18{c[36]}}, c[36:15]}) * $signed({23'd0, a_sig[16:0]});
      term2 = $signed({{25{c[14]}}, c[14:0]}) * $signed({25'd0, square[33:19]});
      value = $signed({7'd0, c[64:37], 5'd0}) + (term1 >>> 11) + (term2 >>> 6);  // R12
      log = $signed({{2{a_exp[11]}}, a_exp, 32'd0}) + $signed({{6{value[39]}}, value});
      log_abs = log[45] ? -log : log;
    end
  end

  // ---- integer part of sig * 2^exp, first bit below it, any other below ----
  logic [11:0] n;
  logic [63:0] whole, below, raised;
  logic        first, rest, grow, lost;
  always_comb begin
    n = 12'd0;
    whole = '0;
    below = '0;
    raised = '0;
    first = '0;
    rest = '0;
    grow = '0;
    lost = '0;
    if (en) begin
      n = -a_exp;
      whole = n > 12'd63 ? 64'd0 : a_sig >> n[5:0];
      // what is shifted out, left-aligned: bit 63 is the one below the unit
      below = n > 12'd64 ? 64'd0 : n == 12'd64 ? a_sig : a_sig << (6'd0 - n[5:0]);
      first = below[63];
      rest = n > 12'd64 ? a_sig != 64'd0 : below[62:0] != 63'd0;
      case (ctl[12:11])  // R9
        2'd0: grow = first && (rest || whole[0]);
        2'd1: grow = a_sign && (first || rest);
        2'd2: grow = !a_sign && (first || rest);
        default: grow = 1'b0;
      endcase
      raised = a_sig << a_exp[5:0];
      lost = a_exp > 12'd63 || (raised >> a_exp[5:0]) != a_sig;  // R9
    end
  end

  always_comb begin
    cls = 2'd0;
    sign = 1'b0;
    exp = 12'd0;
    sig = 64'd0;
    if (en) begin
      cls = a_cls;
      sign = a_sign;
      exp = a_exp;
      sig = a_sig;
      if (ctl[2:0] == 3'd0 && a_cls == 2'd3) begin
        cls = 2'd0;
        sig = {24'd0, value};
        if (ctl[6:3] == 4'd3) begin  // R16
          sign = log[45];
          exp = -12'd32;
          sig = {18'd0, log_abs};
        end
      end
      if ((ctl[2:0] == 3'd2 || ctl[2:0] == 3'd4) && a_cls == 2'd0) begin  // R9
        if (a_exp[11]) begin
          sig = whole + {63'd0, grow};
          exp = 12'd0;
        end else if (ctl[2:0] == 3'd2 && a_sig != 64'd0) begin
          cls = lost ? 2'd1 : 2'd0;
          sig = lost ? 64'd0 : raised;
          exp = 12'd0;
        end
      end
    end
  end

  // bits of the table's square, and fields of the other stages
  logic unused_bits;
  assign unused_bits = &{1'b0, ctl, square[18:0]};
endmodule
`default_nettype wire
