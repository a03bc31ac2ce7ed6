// wt_first: the lowest set bit of x as a one-hot word; 0 when x is 0. Combinational.
//
// Why the trick works: ~x + 1 flips every bit above the lowest set one and none below it. A synthesis builds the carry
// as a tree.
// Doc       docs/blocks/lib.md
`default_nettype none
module wt_first #(
  parameter int unsigned N = 2  // bits
) (
  input  wire logic [N-1:0] x,
  output logic [N-1:0]      oh
);
  assign oh = x & (~x + N'(1));
endmodule
`default_nettype wire
