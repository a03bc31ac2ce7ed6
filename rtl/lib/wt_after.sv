// wt_after: the first set bit behind position at, going round. Combinational; found = 0 and no = 0 when x is 0.
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
  always_comb begin
    found = 1'b0;
    no = '0;
    for (int i = 0; i < N; i++)
      if (!found && x[i] && W'(i) > at) begin
        no = W'(i);
        found = 1'b1;
      end
    for (int i = 0; i < N; i++)
      if (!found && x[i]) begin
        no = W'(i);
        found = 1'b1;
      end
  end
endmodule
`default_nettype wire
