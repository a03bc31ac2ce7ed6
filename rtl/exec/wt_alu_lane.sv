// wt_alu_lane: one lane of the integer datapath, combinational. Used LANES times by wt_alu and once by wt_ualu.
//
// One shifter (SHF, LEA), one three-input adder (IADD3, LEA), one 32x32+64 multiplier (IMAD, IMAD.WIDE, IMAD.HI), one
// comparator (ISETP, IMNMX); bytes and bit fields are wt_alu_bytes. All results are 0 while en is 0. Operands arrive in
// assembly order with A, B, C inversion flags already taken from the form-dependent bits; m is the modifier field of
// the instruction word, bits 80:72.
// Model     cmodel/exec/wt_alu_ops.h      Doc  docs/blocks/exec/wt_alu.md
`default_nettype none
module wt_alu_lane #(
  parameter bit Uniform = 1'b0,  // 1: the lane of the uniform datapath, without the byte operations that it has not
  parameter bit Split = 1'b0     // 1: the sum of a product is left to a second stage
) (
  input  wire logic         en,
  input  wire logic [7:0]   op,       // row number of the per-lane operation
  input  wire logic [80:72] m,
  input  wire logic [2:0]   lut_low,  // bits 66:64, PLOP3
  input  wire logic [7:0]   lut2,     // bits 23:16, PLOP3
  input  wire logic         inv_a,
  input  wire logic         inv_b,
  input  wire logic         inv_c,
  input  wire logic [31:0]  a,
  input  wire logic [31:0]  b,
  input  wire logic [63:0]  c,
  input  wire logic         pp,
  input  wire logic         pq,
  input  wire logic         pr,
  output logic [31:0]       res_lo,
  output logic [31:0]       res_hi,
  output logic              res_pu,
  output logic              res_pv,
  // Split: of a product A times the halves of B, and what is added besides C, which is in res_hi and res_lo then; else
  // 0
  output logic [48:0]       part_p0,
  output logic [48:0]       part_p1,
  output logic              part_k,
  output logic              part_neg
);
  // R14: bit by bit; the index of a LUT bit is a*4 + b*2 + c
  function automatic logic [31:0] lop3(input logic [7:0] lut, input logic [31:0] fa, input logic [31:0] fb,
                                       input logic [31:0] fc);
    lop3 = 32'd0;
    for (int i = 0; i < 8; i++)
      lop3 = lop3 | ({32{lut[i]}} & (fa ^ {32{i < 4}}) & (fb ^ {32{i % 4 < 2}}) & (fc ^ {32{i % 2 == 0}}));
  endfunction

  // R35: fp32 to fp16, to nearest even; what lies below the half of a step is one bit of `sticky`
  function automatic logic [15:0] to_half(input logic [31:0] x);
    logic [7:0]  e;
    logic [3:0]  n;
    logic [48:0] man;
    logic [14:0] mag;
    logic        up, sticky;
    e = x[30:23];
    n = e >= 8'd113 ? 4'd0 : e < 8'd102 ? 4'd12 : 4'(8'd113 - e);
    man = {1'b1, x[22:0], 25'd0} >> n;
    sticky = |man[36:0];
    up = man[37] && (sticky || man[38]);
    mag = (e >= 8'd113 ? {5'(e - 8'd113), 10'd0} : 15'd0) + {4'd0, man[48:38]} + {14'd0, up};
    if (n == 4'd12) mag = 15'd0;
    if (e >= 8'd143) mag = 15'h7c00;
    to_half = {x[31], mag};
    if (e == 8'hff && |x[22:0]) to_half = 16'h7fff;
  endfunction

  function automatic logic compare(input logic [2:0] cmp, input logic lt, input logic eq);
    case (cmp)
      3'd1: compare = lt;
      3'd2: compare = eq;
      3'd3: compare = lt | eq;
      3'd4: compare = !(lt | eq);
      3'd5: compare = !eq;
      3'd6: compare = !lt;
      3'd7: compare = 1'b1;
      default: compare = 1'b0;
    endcase
  endfunction

  // R13: upper word of a 64-bit comparison; low is the outcome of the lower words
  function automatic logic compare_ex(input logic [2:0] cmp, input logic lt, input logic eq, input logic low);
    case (cmp)
      3'd1, 3'd3: compare_ex = lt | (eq & low);
      3'd2: compare_ex = eq & low;
      3'd4, 3'd6: compare_ex = !(lt | eq) | (eq & low);
      3'd5: compare_ex = !eq | low;
      3'd7: compare_ex = 1'b1;
      default: compare_ex = 1'b0;
    endcase
  endfunction

  logic is_lea, is_shf, is_add, is_mul;
  assign is_lea = op == wt_pkg::I_LEA;
  assign is_shf = op == wt_pkg::I_SHF;
  assign is_add = is_lea || op == wt_pkg::I_IADD3;
  assign is_mul = op == wt_pkg::I_IMAD || op == wt_pkg::I_IMAD_WIDE || op == wt_pkg::I_IMAD_HI;

  // R11, R16: shifter
  logic [63:0] sh_in, sh_out;
  logic signed [63:0] sh_signed;
  logic [6:0]  sh_n;
  logic [31:0] sh_word;
  always_comb begin
    sh_in = '0;
    sh_out = '0;
    sh_signed = '0;
    sh_n = '0;
    sh_word = '0;
    if (en && (is_lea || is_shf)) begin
      sh_in = {is_lea && m[73] ? {32{a[31]}} : c[31:0], a};  // R11
      if (is_lea) sh_n = {2'd0, m[79:75]};
      else if (m[75]) sh_n = {1'b0, b[5] & !m[74], b[4:0]};
      else if (m[74]) sh_n = |b[31:5] ? 7'd32 : {2'd0, b[4:0]};
      else sh_n = |b[31:6] ? 7'd64 : {1'b0, b[5:0]};
      if (is_lea || !m[76]) sh_out = sh_in << sh_n;
      else if (m[73]) sh_out = sh_in >> sh_n;
      else begin
        sh_signed = sh_in;
        sh_signed = sh_signed >>> sh_n;
        sh_out = sh_signed;
      end
      sh_word = m[80] ? sh_out[63:32] : sh_out[31:0];
    end
  end

  // adder: 34 bits hold the count of carries
  logic [31:0] add_x, add_y, add_z;
  logic [1:0]  add_k;
  logic [33:0] sum;
  always_comb begin
    add_x = '0;
    add_y = '0;
    add_z = '0;
    add_k = '0;
    sum = '0;
    if (en && is_add) begin
      add_x = (is_lea ? sh_word : a) ^ {32{inv_a}};
      add_y = b ^ {32{inv_b}};
      add_z = is_lea ? 32'd0 : c[31:0] ^ {32{inv_c}};
      // R10, R11
      add_k = m[74] ? {1'b0, pp} + {1'b0, pq & !is_lea} : {1'b0, inv_a} + {1'b0, inv_b} + {1'b0, inv_c & !is_lea};
      sum = {2'd0, add_x} + {2'd0, add_y} + {2'd0, add_z} + {32'd0, add_k};
    end
  end

  // multiplier and its adder, one sum: the unsigned product, the signs' share of its upper word, C and k. Bit 64 is the
  // carry: the pattern of a negative product is counted as 2^64 more than it is.
  logic [64:0] mad, mul_sa, mul_sb;
  logic [63:0] prod, mul_c;
  logic        mul_k, mul_neg;
  logic signed [32:0] mul_a;
  always_comb begin
    prod = '0;
    mul_c = '0;
    mul_sa = '0;
    mul_sb = '0;
    mul_k = 1'b0;
    mul_neg = 1'b0;
    mul_a = '0;
    mad = '0;
    part_p0 = '0;
    part_p1 = '0;
    if (en && is_mul) begin
      mul_c = c ^ {64{inv_c}};
      mul_k = m[74] ? pp : inv_c;  // R12
      mul_neg = m[73] && (a[31] ? !b[31] && b != 32'd0 : b[31] && a != 32'd0);
      if (Split) begin
        mul_a = {m[73] & a[31], a};
        part_p0 = mul_a * $signed({1'b0, b[15:0]});  // R32
        part_p1 = mul_a * $signed({m[73] & b[31], b[31:16]});
        mad = {1'b0, mul_c};  // R32
      end else begin
        mul_sa = {1'b0, {32{m[73] & a[31]}} & b, 32'd0};
        mul_sb = {1'b0, {32{m[73] & b[31]}} & a, 32'd0};
        prod = {32'd0, a} * {32'd0, b};
        mad = {1'b0, prod} - mul_sa - mul_sb + {1'b0, mul_c} + {64'd0, mul_k};  // R12
        mad[64] = mad[64] ^ (mul_neg != (m[73] && a[31] && b[31]));
      end
    end
  end
  assign part_k = Split && mul_k;  // R32
  assign part_neg = Split && mul_neg;

  logic [31:0] bytes;
  wt_alu_bytes #(.Uniform(Uniform)) u_bytes (.en(en), .op(op), .m(m), .a(a), .b(b), .c(c[31:0]), .res(bytes));

  // comparator
  logic less, same, hit;
  assign less = (a ^ {m[73], 31'd0}) < (b ^ {m[73], 31'd0});
  assign same = a == b;

  logic [31:0] bits;  // operand of POPC and FLO
  logic [4:0]  top;
  logic [2:0]  psel;
  logic [4:0]  byte_at;
  logic [63:0] at;  // QSPC: the address, of which the upper word tells the space
  logic        unused_at;
  assign unused_at = &{1'b0, at[31:0]};
  always_comb begin
    at = '0;
    res_lo = '0;
    res_hi = '0;
    res_pu = 1'b0;
    res_pv = 1'b0;
    hit = 1'b0;
    bits = '0;
    top = '0;
    psel = '0;
    byte_at = '0;
    if (en) begin
      unique case (op)
        wt_pkg::I_MOV, wt_pkg::I_BMOV_RB: res_lo = b;  // R8
        wt_pkg::I_B2R: begin  // R8
          res_lo = b;
          res_pu = |b;
        end
        wt_pkg::I_VOTE: begin  // R8
          res_lo = b;
          res_pu = pp;
        end
        wt_pkg::I_S2R, wt_pkg::I_CS2R: res_lo = a;  // R8
        wt_pkg::I_SEL: res_lo = pp ? a : b;  // R9
        wt_pkg::I_P2R: begin  // R18
          byte_at = {m[77:76], 3'd0};
          res_lo = (c[31:0] & ~(b << byte_at)) | ({25'd0, a[6:0] & b[6:0]} << byte_at);
        end
        wt_pkg::I_R2P: begin  // R28
          res_lo = a >> {m[77:76], 3'd0};
          res_hi = b;
        end
        wt_pkg::I_QSPC: begin  // R30
          at = {b, a} + {{40{c[31]}}, c[31:8]};
          unique case (m[74:73])
            2'd0: res_pu = at[63:32] != wt_pkg::GEN_SHARED && at[63:32] != wt_pkg::GEN_LOCAL;
            2'd1: res_pu = at[63:32] == wt_pkg::GEN_LOCAL;
            default: res_pu = at[63:32] == wt_pkg::GEN_SHARED;
          endcase
        end
        wt_pkg::I_IADD3: begin  // R10
          res_lo = sum[31:0];
          res_pu = |sum[33:32];
          res_pv = sum[33];
        end
        wt_pkg::I_LEA: begin  // R11
          res_lo = sum[31:0];
          res_pu = |sum[33:32];
        end
        wt_pkg::I_SHF: res_lo = sh_word;  // R16
        wt_pkg::I_IMAD: begin  // R12
          res_lo = mad[31:0];
          if (Split) res_hi = mad[63:32];
        end
        wt_pkg::I_IMAD_WIDE: begin  // R12
          res_lo = mad[31:0];
          res_hi = mad[63:32];
          res_pu = mad[64];
        end
        wt_pkg::I_IMAD_HI: begin  // R12
          res_lo = Split ? mad[31:0] : mad[63:32];
          if (Split) res_hi = mad[63:32];
          res_pu = mad[64];
        end
        wt_pkg::I_ISETP: begin  // R13
          hit = m[72] ? compare_ex(m[78:76], less, same, pr) : compare(m[78:76], less, same);
          unique case (m[75:74])
            2'd0: begin
              res_pu = hit & pp;
              res_pv = !hit & pp;
            end
            2'd1: begin
              res_pu = hit | pp;
              res_pv = !hit | pp;
            end
            default: begin
              res_pu = hit ^ pp;
              res_pv = !hit ^ pp;
            end
          endcase
        end
        wt_pkg::I_IMNMX: res_lo = less == pp ? a : b;  // R9
        wt_pkg::I_LOP3: begin  // R14
          res_lo = lop3(m[79:72], a, b, c[31:0]);
          res_pu = m[80] ? |res_lo & pp : |res_lo | pp;
        end
        wt_pkg::I_PLOP3: begin  // R15
          psel = {pp, pq, pr};
          bits = {16'd0, lut2, m[76:72], lut_low};
          res_pu = bits[{2'd0, psel}];
          res_pv = bits[{2'd1, psel}];
        end
        wt_pkg::I_PLOP3_S1, wt_pkg::I_PLOP3_S2, wt_pkg::I_PLOP3_S3: begin  // R34
          psel = {op == wt_pkg::I_PLOP3_S3 ? a[31] : pp, b[31], op == wt_pkg::I_PLOP3_S1 ? pr : c[31]};
          bits = {16'd0, lut2, m[79:72]};
          res_pu = bits[{2'd0, psel}];
          res_pv = bits[{2'd1, psel}];
        end
        wt_pkg::I_HADD2_C: res_lo = {2{to_half(c[31:0])}};  // R35
        wt_pkg::I_IABS: res_lo = (b ^ {32{b[31]}}) + {31'd0, b[31]};  // R9
        wt_pkg::I_POPC: begin  // R17
          bits = b ^ {32{inv_b}};
          for (int i = 0; i < 32; i++) res_lo = res_lo + {31'd0, bits[i]};
        end
        wt_pkg::I_FLO: begin  // R17
          bits = b ^ {32{inv_b}};
          if (m[73] && bits[31]) bits = ~bits;
          for (int i = 0; i < 32; i++) if (bits[i]) top = 5'(i);
          res_lo = bits == 32'd0 ? 32'hffffffff : {27'd0, top ^ {5{m[74]}}};
        end
        wt_pkg::I_BREV: for (int i = 0; i < 32; i++) res_lo[i] = b[31-i];  // R17
        default: res_lo = bytes;
      endcase
    end
  end
endmodule
`default_nettype wire
