// wt_xu_pack: stage C of one lane: number to the format of the result, with one rounding.
//
// Model     cmodel/exec/wt_xu_cvt.c      Doc  docs/blocks/exec/wt_xu.md
`default_nettype none
module wt_xu_pack (
  input  wire logic                        en,   // the result is wanted; else 0
  input  wire logic [wt_pkg::XU_CTL_W-1:0] ctl,
  input  wire logic [1:0]                  cls,
  input  wire logic                        sign,
  input  wire logic [11:0]                 exp,
  input  wire logic [63:0]                 sig,
  output logic [63:0]                      res
);
  localparam logic [1:0] INF = 2'd1, NAN = 2'd2;
  logic       mufu, high, sgn;
  logic [1:0] dt, rnd;
  assign mufu = ctl[2:0] == 3'd0;
  assign high = mufu && (ctl[6:3] == 4'd6 || ctl[6:3] == 4'd7);
  assign sgn = ctl[13];
  assign dt = ctl[10:9];
  assign rnd = mufu ? 2'd0 : ctl[12:11];

  // ---- to an integer ----
  logic [63:0] top, all, i_val, i_res;
  always_comb begin
    top = 64'd0;
    all = 64'd0;
    i_val = 64'd0;
    i_res = 64'd0;
    if (en) begin
      case (dt)
        2'd0: top = 64'h80;
        2'd1: top = 64'h8000;
        2'd2: top = 64'h80000000;
        default: top = 64'h8000000000000000;
      endcase
      all = top | (top - 64'd1);
      if (cls == NAN) i_val = ctl[15] ? 64'd0 : top;  // R10
      else if (sgn && sign) i_val = cls == INF || sig > top ? top : -sig;
      else if (sgn) i_val = cls == INF || sig >= top ? top - 64'd1 : sig;
      else if (sign) i_val = 64'd0;
      else i_val = cls == INF || sig > all ? all : sig;
      i_res = sgn && (i_val & top) != 64'd0 ? i_val | ~all : i_val;  // R10
      if (dt != 2'd3) i_res[63:32] = 32'd0;
    end
  end

  // ---- to a format: 0 half, 1 single, 2 double, 3 upper word of a double ----
  logic [1:0] f;
  assign f = high ? 2'd3 : dt == 2'd1 ? 2'd0 : mufu ? 2'd1 : dt == 2'd3 ? 2'd2 : 2'd1;

  // leading one to bit 63
  logic [63:0] norm;
  logic [5:0]  lz;
  always_comb begin
    norm = sig;
    lz = 6'd0;
    if (norm[63:32] == 32'd0) begin
      norm = norm << 32;
      lz[5] = 1'b1;
    end
    if (norm[63:48] == 16'd0) begin
      norm = norm << 16;
      lz[4] = 1'b1;
    end
    if (norm[63:56] == 8'd0) begin
      norm = norm << 8;
      lz[3] = 1'b1;
    end
    if (norm[63:60] == 4'd0) begin
      norm = norm << 4;
      lz[2] = 1'b1;
    end
    if (norm[63:62] == 2'd0) begin
      norm = norm << 2;
      lz[1] = 1'b1;
    end
    if (!norm[63]) begin
      norm = norm << 1;
      lz[0] = 1'b1;
    end
  end

  // biased exponent of the leading one; bits that the format does not keep, more of them below its smallest exponent
  logic signed [12:0] e;
  logic        [12:0] bias, max, lost;
  logic        [63:0] kept, below, m, inf, v, v_exp;
  logic               tiny, first, rest, grow, away, ftz;
  always_comb begin
    bias = '0;
    max = '0;
    lost = '0;
    kept = '0;
    below = '0;
    m = '0;
    inf = '0;
    v = '0;
    v_exp = '0;
    tiny = '0;
    first = '0;
    rest = '0;
    grow = '0;
    away = '0;
    ftz = '0;
    e = '0;
    res = 64'd0;
    if (en) begin
      case (f)  // R11
        2'd0: begin
          bias = 13'd15;
          max = 13'd31;
          lost = 13'd53;
          inf = 64'h7c00;
        end
        2'd1: begin
          bias = 13'd127;
          max = 13'd255;
          lost = 13'd40;
          inf = 64'h7f800000;
        end
        2'd2: begin
          bias = 13'd1023;
          max = 13'd2047;
          lost = 13'd11;
          inf = 64'h7ff0000000000000;
        end
        default: begin
          bias = 13'd1023;
          max = 13'd2047;
          lost = 13'd43;
          inf = 64'h7ff00000;
        end
      endcase
      e = $signed({exp[11], exp}) + 13'sd63 - $signed({7'd0, lz}) + $signed(bias);
      tiny = e < 13'sd1;
      if (tiny) lost = lost + 13'd1 - $unsigned(e);
      kept = lost > 13'd63 ? 64'd0 : norm >> lost[5:0];
      below = lost > 13'd64 ? 64'd0 : lost == 13'd64 ? norm : norm << (6'd0 - lost[5:0]);
      first = below[63];
      rest = lost > 13'd64 || below[62:0] != 63'd0;
      case (rnd)
        2'd0: grow = first && (rest || kept[0]);
        2'd1: grow = sign && (first || rest);
        2'd2: grow = !sign && (first || rest);
        default: grow = 1'b0;
      endcase
      m = kept + {63'd0, grow};
      v_exp = tiny ? 64'd0 : {51'd0, $unsigned(e) - 13'd1};
      case (f)
        2'd0: v_exp = v_exp << 10;
        2'd1: v_exp = v_exp << 23;
        2'd2: v_exp = v_exp << 52;
        default: v_exp = v_exp << 20;
      endcase
      v = v_exp + m;
      away = rnd == 2'd0 || (rnd == 2'd1 && sign) || (rnd == 2'd2 && !sign);
      if (e >= $signed(max) || v >= inf) v = away ? inf : inf - 64'd1;  // R11
      ftz = f == 2'd0 ? 1'b0 : mufu ? ctl[6:3] != 4'd9 : ctl[14] && f == 2'd1;  // R11, R21
      if (ftz && (f == 2'd3 ? v[30:20] == 11'd0 : v[30:23] == 8'd0)) v = 64'd0;
      if (sig == 64'd0) v = 64'd0;
      if (cls == INF) v = inf;
      case (f)
        2'd0: v[15] = sign;
        2'd2: v[63] = sign;
        default: v[31] = sign;
      endcase
      if (cls == NAN) begin  // R11
        case (f)
          2'd0: v = 64'h7fff;
          2'd2: v = {sign, 11'h7ff, 52'h8000000000000 | sig[51:0]};
          default: v = 64'h7fffffff;
        endcase
      end
      res = ctl[2:0] == 3'd2 ? i_res : v;
    end
  end

  // fields of the other stages
  logic unused_bits;
  assign unused_bits = &{1'b0, ctl};
endmodule
`default_nettype wire
