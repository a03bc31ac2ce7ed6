// wt_alu_bytes: the operations of one lane on bytes, half words and bit fields, combinational. Part of wt_alu_lane.
//
// PRMT, SGXT, BMSK, VABSDIFF, VABSDIFF4, IDP, I2I, I2IP; the result of any other operation, and while en is 0, is 0.
// Model     cmodel/exec/wt_alu_bytes.h      Doc  docs/blocks/exec/wt_alu.md
`default_nettype none
module wt_alu_bytes #(
  parameter bit Uniform = 1'b0  // 1: only what the uniform datapath has, PRMT and SGXT
) (
  input  wire logic         en,
  input  wire logic [7:0]   op,
  input  wire logic [80:72] m,
  input  wire logic [31:0]  a,
  input  wire logic [31:0]  b,
  input  wire logic [31:0]  c,
  output logic [31:0]       res
);
  // R23: PRMT: byte of {C, A} for byte k of the result; mode 0 and 7 take the index from the selector
  function automatic logic [2:0] pick(input logic [2:0] mode, input logic [1:0] s, input logic [1:0] k,
      input logic [2:0] index);
    case (mode)
      3'd1: pick = {1'b0, s} + {1'b0, k};
      3'd2: pick = {1'b0, s} - {1'b0, k};
      3'd3: pick = {1'b0, s};
      3'd4: pick = {1'b0, s > k ? s : k};
      3'd5: pick = {1'b0, s < k ? s : k};
      3'd6: pick = {1'b0, s[0], k[0]};
      default: pick = index;
    endcase
  endfunction

  // R27: saturation to U8, S8, U16 or S16: kind[1] = 16 bits, kind[0] = signed
  function automatic logic [31:0] sat(input logic [1:0] kind, input logic [31:0] v);
    logic fits8, fits16;
    fits8 = kind[0] ? v[31:7] == {25{v[31]}} : v[31:8] == 24'd0;
    fits16 = kind[0] ? v[31:15] == {17{v[31]}} : v[31:16] == 16'd0;
    if (kind[1] ? fits16 : fits8) sat = v;
    else if (v[31]) sat = kind[0] ? (kind[1] ? 32'hffff8000 : 32'hffffff80) : 32'd0;
    else sat = kind[1] ? {16'd0, !kind[0], 15'h7fff} : {24'd0, !kind[0], 7'h7f};
  endfunction

  logic [31:0] prmt;
  always_comb begin
    logic [63:0] pool;
    logic [2:0]  at;
    logic [7:0]  chosen;
    pool = {c, a};
    prmt = '0;
    at = '0;
    chosen = '0;
    if (en && op == wt_pkg::I_PRMT) begin  // R23
      for (int k = 0; k < 4; k++) begin
        at = pick(m[74:72], b[1:0], 2'(k), b[4*k +: 3]);
        chosen = pool[{at, 3'd0} +: 8];
        prmt[8*k +: 8] = b[4*k+3] && (m[74:72] == 3'd0 || m[74:72] == 3'd7) ? {8{chosen[7]}} : chosen;
      end
    end
  end

  // R24: bit fields: n = width, at = position; keep = ones in the low n bits
  logic [31:0] field;
  always_comb begin
    logic        is_sgxt, is_bmsk, sign;
    logic [31:0] width, keep;
    logic [5:0]  n;
    logic [4:0]  msb;
    is_sgxt = en && op == wt_pkg::I_SGXT;  // R24
    is_bmsk = !Uniform && en && op == wt_pkg::I_BMSK;
    width = '0;
    keep = '0;
    n = '0;
    msb = '0;
    sign = 1'b0;
    field = '0;
    if (is_sgxt || is_bmsk) begin
      width = b;
      n = m[75] ? {1'b0, width[4:0]} : |width[31:5] ? 6'd32 : width[5:0];
      keep = ~({32{1'b1}} << n);
      msb = n[4:0] - 5'd1;
      sign = m[73] && n != 6'd0 && a[msb];
      if (is_sgxt) field = (a & keep) | ({32{sign}} & ~keep);
      else if (m[75] || a[31:5] == 27'd0) field = keep << a[4:0];
    end
  end

  // R25: absolute differences: both orders at once, the one that does not borrow counts
  logic [31:0] absdiff;
  always_comb begin
    logic [32:0] xy;
    logic [31:0] yx;
    logic [31:0] bytes;
    logic [8:0]  d;
    logic [7:0]  e;
    xy = '0;
    yx = '0;
    bytes = '0;
    d = '0;
    e = '0;
    absdiff = '0;
    if (!Uniform && en && op == wt_pkg::I_VABSDIFF) begin  // R25
      xy = {m[73] & a[31], a} - {m[73] & b[31], b};
      yx = b - a;
      absdiff = (xy[32] ? yx : xy[31:0]) + c;
    end
    if (!Uniform && en && op == wt_pkg::I_VABSDIFF4) begin  // R25
      for (int k = 0; k < 4; k++) begin
        d = {1'b0, a[8*k +: 8]} - {1'b0, b[8*k +: 8]};
        e = b[8*k +: 8] - a[8*k +: 8];
        bytes[8*k +: 8] = d[8] ? e : d[7:0];
      end
      absdiff = bytes;
      if (m[75])
        absdiff = {24'd0, bytes[7:0]} + {24'd0, bytes[15:8]} + {24'd0, bytes[23:16]} + {24'd0, bytes[31:24]} + c;
    end
  end

  // R26: dot products: 4A four bytes by bytes, 2A two half words by bytes 1:0 or 3:2 of B
  logic signed [16:0] x0, x1;
  logic signed [8:0]  x2, x3, y0, y1, y2, y3;
  logic signed [31:0] dot;  // one sum of products: no carry runs before the last
  always_comb begin
    logic [15:0] low;
    logic        two;
    two = m[76];
    low = two && m[77] ? b[31:16] : b[15:0];
    x0 = '0;
    x1 = '0;
    x2 = '0;
    x3 = '0;
    y0 = '0;
    y1 = '0;
    y2 = '0;
    y3 = '0;
    if (!Uniform && en && op == wt_pkg::I_IDP) begin  // R26
      x0 = two ? {m[73] & a[15], a[15:0]} : {{9{m[73] & a[7]}}, a[7:0]};
      x1 = two ? {m[73] & a[31], a[31:16]} : {{9{m[73] & a[15]}}, a[15:8]};
      y0 = {m[74] & low[7], low[7:0]};
      y1 = {m[74] & low[15], low[15:8]};
      if (!two) begin
        x2 = {m[73] & a[23], a[23:16]};
        x3 = {m[73] & a[31], a[31:24]};
        y2 = {m[74] & b[23], b[23:16]};
        y3 = {m[74] & b[31], b[31:24]};
      end
    end
    dot = '0;
    if (!Uniform && en && op == wt_pkg::I_IDP) dot = x0 * y0 + x1 * y1 + x2 * y2 + x3 * y3 + $signed(c);
  end

  logic [31:0] sat_a, sat_b;
  always_comb begin
    res = '0;
    sat_a = '0;
    sat_b = '0;
    if (en) begin
      unique case (op)
        wt_pkg::I_PRMT: res = prmt;
        wt_pkg::I_SGXT, wt_pkg::I_BMSK: res = field;
        wt_pkg::I_VABSDIFF, wt_pkg::I_VABSDIFF4: res = absdiff;
        wt_pkg::I_IDP: res = dot;
        wt_pkg::I_I2I: res = Uniform ? '0 : sat(m[77:76], b);  // R27
        wt_pkg::I_I2IP: if (!Uniform) begin  // R27
          sat_a = sat(m[77:76], a);
          sat_b = sat(m[77:76], b);
          res = m[77] ? {sat_a[15:0], sat_b[15:0]} : {c[15:0], sat_a[7:0], sat_b[7:0]};
        end
        default: res = '0;
      endcase
    end
  end

  // modifiers of other operations, upper half of a saturated A
  logic unused_in;
  assign unused_in = &{1'b0, m, sat_a, sat_b};
endmodule
`default_nettype wire
