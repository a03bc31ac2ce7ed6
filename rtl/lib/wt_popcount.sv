// wt_popcount: number of set bits of x. Combinational, a tree of adders.
// Doc       docs/blocks/lib.md
`default_nettype none
module wt_popcount #(
  parameter int unsigned N = 2,  // bits
  parameter int unsigned W = 2   // of the count: $clog2(N + 1) or more
) (
  input  wire logic [N-1:0] x,
  output logic [W-1:0]      n
);
  assign n = W'($countones(x));
endmodule
`default_nettype wire
