// wt_onehot_index: number of the set bit of a one-hot word; 0 when no bit is set, the OR of the numbers when several
// are. Combinational.
// Doc       docs/blocks/lib.md
`default_nettype none
module wt_onehot_index #(
  parameter int unsigned N = 2,  // bits
  parameter int unsigned W = 1   // of a number
) (
  input  wire logic [N-1:0] oh,
  output logic [W-1:0]      no
);
  // Bit k of this constant mask is set where bit b of k is.
  function automatic logic [N-1:0] with_bit(input int unsigned b);
    with_bit = '0;
    for (int unsigned i = 0; i < N; i++) with_bit[i] = ((i >> b) & 1) != 0;
  endfunction
  always_comb begin
    no = '0;
    for (int unsigned b = 0; b < W; b++) no[b] = |(oh & with_bit(b));
  end
endmodule
`default_nettype wire
