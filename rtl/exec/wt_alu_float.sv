// wt_alu_float: fp32 operations of one ALU lane that need no rounding: FSEL, FMNMX, FSET, FSETP, FCHK. Combinational.
//
// Results are 0 while en is 0, which it is for all other operations. m is the modifier field of the instruction word,
// bits 80:72.
// Model     cmodel/exec/wt_alu_float.h      Doc  docs/blocks/exec/wt_alu.md
`default_nettype none
module wt_alu_float (
  input  wire logic         en,
  input  wire logic [7:0]   op,
  input  wire logic [80:72] m,
  input  wire logic         neg_b,
  input  wire logic         abs_b,
  input  wire logic [31:0]  a,
  input  wire logic [31:0]  b,
  input  wire logic         pp,
  output logic [31:0]       res,
  output logic              res_pu,
  output logic              res_pv
);
  // operand after |x|, -x and .FTZ
  function automatic logic [31:0] value(input logic [31:0] v, input logic absolute, input logic negate,
      input logic ftz);
    value = {(v[31] & ~absolute) ^ negate, v[30:0]};
    if (ftz && v[30:23] == 8'd0) value[22:0] = 23'd0;
  endfunction

  logic [31:0] x, y;
  logic [9:0]  ea, eb, diff;
  logic        nan_x, nan_y, below, zeros, far, hit;
  logic [3:0]  rel;  // unordered, greater, equal, less
  always_comb begin
    x = '0;
    y = '0;
    nan_x = '0;
    nan_y = '0;
    below = '0;
    zeros = '0;
    far = '0;
    hit = '0;
    ea = '0;
    eb = '0;
    diff = '0;
    rel = 4'd0;
    res = 32'd0;
    res_pu = 1'b0;
    res_pv = 1'b0;
    if (en) begin
      x = value(a, m[73], m[72], m[80]);
      y = value(b, abs_b, neg_b, m[80]);
      nan_x = &x[30:23] && |x[22:0];
      nan_y = &y[30:23] && |y[22:0];
      below = x[31] != y[31] ? x[31] : x[31] ? x[30:0] > y[30:0] : x[30:0] < y[30:0];
      zeros = {x[30:0], y[30:0]} == 62'd0;
      rel = 4'b0100;  // R19
      if (below) rel = 4'b0001;
      if (x == y || zeros) rel = 4'b0010;
      if (nan_x || nan_y) rel = 4'b1000;
      hit = |(rel & m[79:76]);
      ea = {2'd0, a[30:23]};
      eb = {2'd0, b[30:23]};
      diff = ea - eb + 10'd120;
      far = diff > 10'd240;  // a negative number is large
      case (op)
        wt_pkg::I_FSEL: res = pp ? x : y;  // R20
        wt_pkg::I_FMNMX: begin  // R21
          if (nan_x) res = nan_y ? 32'h7fffffff : y;
          else if (nan_y) res = x;
          else res = below == pp ? x : y;
        end
        wt_pkg::I_FSET, wt_pkg::I_FSETP: begin  // R19
          case (m[75:74])
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
          if (op == wt_pkg::I_FSET) begin
            res = res_pu ? 32'h3f800000 : 32'd0;
            res_pu = '0;
            res_pv = '0;
          end
        end
        wt_pkg::I_FCHK: res_pu = ea < 10'd32 || ea == 10'd255 || eb == 10'd0 || eb > 10'd250 || far;  // R22
        default: res = 32'd0;
      endcase
    end
  end
endmodule
`default_nettype wire
