// wt_lsu_atom: an atomic in shared memory: the operands of the lowest pending lane, the new value and what the lane
// gets back.
//
// Combinational. Operand words 0, 1: value (CAS: compare), 2, 3: new value of CAS. Type 2 and 5: 64 bits; 1 and 5:
// signed. Operations: 0 ADD, 1 MIN, 2 MAX, 3 INC, 4 DEC, 5 AND, 6 OR, 7 XOR, 8 EXCH, 9 CAS, 10 CAST (as CAS; gives 1
// when it writes).
// Doc  docs/blocks/mem/wt_lsu.md
`default_nettype none
module wt_lsu_atom (
  input  wire logic                                go,
  input  wire logic [wt_pkg::ACC_LANES-1:0]        lane,   // one-hot
  input  wire logic [4*wt_pkg::ACC_LANES*32-1:0]   data,
  input  wire logic [3:0]                          aop,
  input  wire logic [2:0]                          atype,
  input  wire logic [63:0]                         old,
  output logic [63:0]                              value,
  output logic [63:0]                              got
);
  localparam int unsigned N = wt_pkg::ACC_LANES;
  logic [127:0] words;
  logic [63:0]  v, cas, flip;
  logic         wide, less, same;
  always_comb begin
    words = '0;
    if (go) begin
      for (int unsigned l = 0; l < N; l++)
        for (int unsigned k = 0; k < 4; k++)
          words[k*32 +: 32] = words[k*32 +: 32] | ({32{lane[l]}} & data[(k*N+l)*32 +: 32]);
    end
  end
  assign wide = atype == 3'd2 || atype == 3'd5;
  assign v = {wide ? words[63:32] : 32'd0, words[31:0]};
  assign cas = {wide ? words[127:96] : 32'd0, words[95:64]};
  assign flip = {atype == 3'd5, 31'd0, atype == 3'd1, 31'd0};
  assign less = (old ^ flip) < (v ^ flip);
  assign same = old == v;
  always_comb begin
    value = 64'd0;
    if (go) begin
      case (aop)  // R13
        4'd0: value = old + v;
        4'd1: value = less ? old : v;
        4'd2: value = less ? v : old;
        4'd3: value = less ? old + 64'd1 : 64'd0;
        4'd4: value = old == 64'd0 || !(less || same) ? v : old - 64'd1;
        4'd5: value = old & v;
        4'd6: value = old | v;
        4'd7: value = old ^ v;
        4'd8: value = v;
        default: value = same ? cas : old;
      endcase
    end
  end
  assign got = aop == 4'd10 ? {63'd0, same} : old;  // R13
endmodule
`default_nettype wire
