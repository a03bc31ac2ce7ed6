// wt_after: the first set bit behind position at, going round: round robin with the last winner at `at`. Combinational;
// found = 0 and no = 0 when x is 0. The bit at `at` itself comes last.
// Doc       docs/blocks/lib.md
`default_nettype none
module wt_after #(
  parameter int unsigned N = 2,  // bits
  parameter int unsigned W = 1   // of a position
) (
  input  wire logic [N-1:0] x,
  input  wire logic [W-1:0] at,
  output logic              found,
  output logic [W-1:0]      no
);
  logic [N-1:0] behind, from, oh;
  assign behind = x & (({N{1'b1}} << 1) << at);
  assign from = |behind ? behind : x;
  assign found = |x;
  wt_first #(.N(N)) u_first (.x(from), .oh);
  wt_onehot_index #(.N(N), .W(W)) u_no (.oh, .no);
endmodule
`default_nettype wire
