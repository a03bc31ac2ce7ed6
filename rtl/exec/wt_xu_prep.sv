// wt_xu_prep: stage A of one lane: the operand as a number, or the row of the table that MUFU looks up.
//
// ctl       kind 2:0, func 6:3, st 8:7, dt 10:9, rnd 12:11, sgn 13, ftz 14, ntz 15, sel 17:16, neg 18, abs 19
// Model     cmodel/exec/wt_xu_cvt.c, wt_xu_mufu.c      Doc  docs/blocks/exec/wt_xu.md
`default_nettype none
module wt_xu_prep (
  input  wire logic                        en,    // the number is wanted; else all outputs are 0
  input  wire logic [wt_pkg::XU_CTL_W-1:0] ctl,
  input  wire logic [31:0]                 lo,
  input  wire logic [31:0]                 hi,
  output logic [1:0]                       cls,
  output logic                             sign,
  output logic [11:0]                      exp,
  output logic [63:0]                      sig
);
  localparam logic [1:0] NUM = 2'd0, INF = 2'd1, NAN = 2'd2, POLY = 2'd3;  // R6
  // first rows of the sections of mufu.def
  localparam logic [9:0] RCP = 10'd0, RSQ = 10'd128, SQRT = 10'd384, LG2 = 10'd512;
  localparam logic [9:0] EX2 = 10'd640, SIN = 10'd704, TURN = 10'd768, TANH = 10'd832;

  `include "exec/wt_exec_half.svh"

  logic [2:0] kind;
  logic [3:0] func;
  logic [1:0] st, sel;
  logic       neg, abs;
  assign kind = ctl[2:0];
  assign func = ctl[6:3];
  assign st = ctl[8:7];
  assign sel = ctl[17:16];
  assign neg = ctl[18];
  assign abs = ctl[19];

  // ---- integer ----
  logic [15:0] part;
  logic [63:0] i_val, i_sig;
  logic        i_sign;
  always_comb begin
    part = 16'd0;
    i_val = 64'd0;
    i_sign = 1'b0;
    i_sig = 64'd0;
    if (en) begin
      part = sel[0] ? lo[31:16] : lo[15:0];
      case (st)  // R7
        2'd0: begin
          part = 16'(lo >> {sel, 3'd0});
          i_val = {{56{ctl[13] & part[7]}}, part[7:0]};
        end
        2'd1: i_val = {{48{ctl[13] & part[15]}}, part};
        2'd2: i_val = {{32{ctl[13] & lo[31]}}, lo};
        default: i_val = {hi, lo};
      endcase
      i_sign = ctl[13] && i_val[63];  // R7
      i_sig = i_sign ? -i_val : i_val;
    end
  end

  // ---- floating point: sign, exponent field, fraction left-aligned in 52 bits ----
  logic [10:0] f_e;
  logic [51:0] f_frac;
  logic        f_s, f_max, f_zero, f_lead;
  logic [11:0] f_exp;
  logic [63:0] f_sig;
  always_comb begin
    f_s = '0;
    f_e = '0;
    f_frac = '0;
    f_max = '0;
    f_zero = '0;
    f_lead = '0;
    f_exp = 12'd0;
    f_sig = 64'd0;
    if (en) begin
      case (st)
        2'd1: begin
          f_s = sel[0] ? lo[31] : lo[15];
          f_e = {6'd0, sel[0] ? lo[30:26] : lo[14:10]};
          f_frac = {sel[0] ? lo[25:16] : lo[9:0], 42'd0};
          f_max = f_e == 11'd31;
        end
        2'd3: begin
          f_s = hi[31];
          f_e = hi[30:20];
          f_frac = {hi[19:0], lo};
          f_max = f_e == 11'd2047;
        end
        default: begin
          f_s = lo[31];
          f_e = {3'd0, lo[30:23]};
          f_frac = {lo[22:0], 29'd0};
          f_max = f_e == 11'd255;
        end
      endcase
      f_s = (f_s & !abs) ^ neg;  // R8
      f_lead = f_e != 11'd0;
      f_zero = !f_lead && ctl[14] && st != 2'd1 && st != 2'd3;  // R8
      // exponent of the last place: the field (at least 1) less bias and bits of the fraction
      case (st)  // R8
        2'd1: begin
          f_sig = {53'd0, f_lead, f_frac[51:42]};
          f_exp = ({1'b0, f_e} | {11'd0, !f_lead}) - 12'd25;
        end
        2'd3: begin
          f_sig = {11'd0, f_lead, f_frac};
          f_exp = ({1'b0, f_e} | {11'd0, !f_lead}) - 12'd1075;
        end
        default: begin
          f_sig = {40'd0, f_lead, f_frac[51:29]};
          f_exp = ({1'b0, f_e} | {11'd0, !f_lead}) - 12'd150;
        end
      endcase
      if (f_zero) f_sig = 64'd0;  // R8
      if (f_max) begin
        f_sig = {12'd0, f_frac};
        f_exp = 12'd0;
      end
    end
  end

  // ---- MUFU ----
  logic               is64, m_s, m_zero, m_max, m_nan, m_inf, odd;
  logic        [22:0] m;
  logic signed [11:0] e, half, up;
  // R21: a half is widened: every one is a single
  logic [31:0] x;
  assign x = st == 2'd1 ? half_single(sel[0] ? lo[31:16] : lo[15:0]) : lo;
  assign is64 = func == 4'd6 || func == 4'd7;
  assign m_s = (x[31] & !abs) ^ neg;
  assign m = is64 ? {x[19:0], 3'd0} : x[22:0];
  assign m_zero = is64 ? x[30:20] == 11'd0 : x[30:23] == 8'd0;
  assign m_max = is64 ? x[30:20] == 11'd2047 : x[30:23] == 8'd255;
  assign m_nan = m_max && m != 23'd0;
  assign m_inf = m_max && m == 23'd0;
  assign e = is64 ? $signed({1'b0, x[30:20]}) - 12'sd1023 : $signed({4'd0, x[30:23]}) - 12'sd127;
  assign odd = e[0];
  assign half = e >>> 1;

  // R17, R19: |x| * 2^23 of EX2, |x| * 2^25 of SIN and COS, rounded to an integer, halves up
  logic        ex2;
  logic [47:0] left;
  logic [24:0] right;
  logic [31:0] fix, x_fix;
  logic [24:0] turn;
  assign ex2 = func == 4'd2;
  assign up = ex2 ? e : e + 12'sd2;
  assign left = {24'd0, 1'b1, m} << up[4:0];
  assign right = {1'b1, m, 1'b0} >> 5'(-up);
  always_comb begin
    if (m_zero || up < -12'sd24 || up > (ex2 ? 12'sd32 : 12'sd25)) fix = 32'd0;
    else if (!up[11]) fix = left[31:0];
    else fix = {8'd0, right[24:1]} + {31'd0, right[0]};
  end
  assign x_fix = m_s ? -fix : fix;
  assign turn = fix[24:0];

  // R19: quarter of the turn and place in it, counted from its end in the odd ones
  logic        cosine, t_sign, t_one;
  logic [1:0]  quarter;
  logic [23:0] t_r;
  assign cosine = func != 4'd1;
  assign quarter = turn[24:23] + {1'b0, cosine};
  assign t_sign = (m_s & !cosine) ^ quarter[1];
  assign t_r = quarter[0] ? 24'h800000 - {1'b0, turn[22:0]} : {1'b0, turn[22:0]};
  assign t_one = t_r[23];

  // R12: a look-up: first row, bits of the fraction that count rows, fraction, exponent of the result
  logic        look;
  logic [9:0]  l_base;
  logic [2:0]  l_bits;
  logic [22:0] l_u;
  logic [9:0]  l_row;
  logic [16:0] l_h;
  logic [1:0]  m_cls;
  logic        s_out;
  logic [11:0] m_exp;
  logic [63:0] m_sig;
  always_comb begin
    look = 1'b0;
    l_base = RCP;
    l_bits = 3'd7;
    l_u = m;
    m_cls = NUM;
    s_out = m_s;
    m_exp = 12'd0;
    m_sig = 64'd0;
    l_row = 10'd0;
    l_h = 17'd0;
    if (en) begin
      if (m_nan) begin
        m_cls = NAN;
        s_out = 1'b0;
      end else begin
        case (func)
          4'd4, 4'd6: begin  // R13
            if (m_zero) m_cls = INF;
            else if (!m_inf) begin
              look = 1'b1;
              m_exp = -e - 12'd32;
            end
          end
          4'd5, 4'd7: begin  // R14
            if (m_zero) m_cls = INF;
            else if (m_s) begin
              m_cls = NAN;
              s_out = 1'b0;
            end else if (!m_inf) begin
              look = 1'b1;
              l_base = odd ? RSQ + 10'd128 : RSQ;
              m_exp = -half - 12'd32;
            end
          end
          4'd8: begin  // R15
            if (!m_zero) begin
              if (m_s) begin
                m_cls = NAN;
                s_out = 1'b0;
              end else if (m_inf) m_cls = INF;
              else begin
                look = 1'b1;
                l_base = odd ? SQRT + 10'd64 : SQRT;
                l_bits = 3'd6;
                m_exp = half - 12'd32;
              end
            end
          end
          4'd3: begin  // R16
            if (m_zero) begin
              m_cls = INF;
              s_out = 1'b1;
            end else if (m_s) begin
              m_cls = NAN;
              s_out = 1'b0;
            end else if (m_inf) m_cls = INF;
            else begin
              look = 1'b1;
              l_base = LG2;
              m_exp = e;
            end
          end
          4'd2: begin  // R17
            s_out = 1'b0;
            if (m_inf || (!m_zero && e >= 12'sd8)) m_cls = m_s ? NUM : INF;
            else begin
              look = 1'b1;
              l_base = EX2;
              l_bits = 3'd6;
              l_u = x_fix[22:0];
              m_exp = {{3{x_fix[31]}}, x_fix[31:23]} - 12'd32;
            end
          end
          4'd9: begin  // R20
            if (m_zero) begin
              m_sig = {41'd0, m};
              m_exp = -12'd149;
            end else if (m_inf || e >= 12'sd3) m_sig = 64'd1;
            else if (e < -12'sd5) begin
              m_sig = {40'd0, 1'b1, m};
              m_exp = e - 12'd23;
            end else begin
              look = 1'b1;
              l_base = TANH + {3'd0, 3'(e + 12'sd5), 4'd0};
              l_bits = 3'd4;
              m_exp = (e[11] ? e + 12'd1 : 12'd0) - 12'd32;
            end
          end
          default: begin
            if (m_inf) begin
              m_cls = NAN;
              s_out = 1'b0;
            end else if (!cosine && m_zero) m_sig = 64'd0;
            else if (!cosine && e < -12'sd12) begin  // R18
              look = 1'b1;
              l_base = TURN;
              l_bits = 3'd6;
              m_exp = e - 12'd29;
            end else begin  // R19
              s_out = t_sign;
              look = !t_one;
              l_base = SIN;
              l_bits = 3'd6;
              l_u = t_r[22:0];
              m_exp = t_one ? 12'd0 : -12'd32;
              m_sig = {63'd0, t_one};
            end
          end
        endcase
      end
      case (l_bits)  // R12
        3'd7: begin
          l_row = l_base + {3'd0, l_u[22:16]};
          l_h = {l_u[15:0], 1'b0};
        end
        3'd6: begin
          l_row = l_base + {4'd0, l_u[22:17]};
          l_h = l_u[16:0];
        end
        default: begin
          l_row = l_base + {6'd0, l_u[22:19]};
          l_h = l_u[18:2];
        end
      endcase
      if (look) begin
        m_cls = POLY;
        m_sig = {37'd0, l_row, l_h};
      end
    end
  end

  always_comb begin
    cls = NUM;
    sign = 1'b0;
    exp = 12'd0;
    sig = 64'd0;
    if (en) begin
      case (kind)
        3'd0: begin
          cls = m_cls;
          sign = s_out;
          exp = m_exp;
          sig = m_sig;
        end
        3'd1: begin
          cls = NUM;
          sign = i_sign;
          exp = 12'd0;
          sig = i_sig;
        end
        default: begin
          cls = !f_max ? NUM : f_frac == 52'd0 ? INF : NAN;
          sign = f_s;
          exp = f_exp;
          sig = f_sig;
        end
      endcase
    end
  end

  // fields of the later stages, and what a shift leaves over
  logic unused_bits;
  assign unused_bits = &{1'b0, ctl, part, left, up, x_fix};
endmodule
`default_nettype wire
