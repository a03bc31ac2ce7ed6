// wt_max_tree: the highest value among some entries, and all entries of `among` that have it. Combinational; 0 when
// among is 0.
//
// A tree of $clog2(N) comparisons; an entry is among the best that never lost one, so that nothing is compared once
// more behind the last of them. For the lowest value give the values inverted. Nothing is computed while among is 0.
// Doc       docs/blocks/lib.md
`default_nettype none
module wt_max_tree #(
  parameter int unsigned N = 2,  // entries
  parameter int unsigned W = 1   // bits of a value
) (
  input  wire logic [N-1:0]   among,
  input  wire logic [N*W-1:0] value,
  output logic [N-1:0]        best,
  output logic [W-1:0]        top
);
  localparam int Levels = $clog2(N);
  logic [N*W-1:0] node;  // after level k entry i holds the highest value of entries i to i + 2**(k+1) - 1
  localparam int unsigned Nodes = Levels > 0 ? N * Levels : 1;
  logic [Nodes-1:0] low_lost, high_lost; // at level k: what entry i stands for against what entry i + 2**k stands for
  always_comb begin
    node = '0;
    best = '0;
    low_lost = '0;
    high_lost = '0;
    if (among != '0) begin
      for (int unsigned i = 0; i < N; i++)
        if (among[i]) node[i*W +: W] = value[i*W +: W];
      for (int k = 0; k < Levels; k++)
        for (int unsigned i = 0; i < N; i++)
          if (i % (2 << k) == 0 && i + (1 << k) < N) begin
            low_lost[k*N + i] = node[(i + (1 << k))*W +: W] > node[i*W +: W];
            high_lost[k*N + i] = node[(i + (1 << k))*W +: W] < node[i*W +: W];
            if (low_lost[k*N + i]) node[i*W +: W] = node[(i + (1 << k))*W +: W];
          end
      best = among;
      for (int k = 0; k < Levels; k++)
        for (int unsigned i = 0; i < N; i++)
          best[i] = best[i] && !((i >> k) % 2 == 0 ? low_lost[k*N + (i >> (k + 1) << (k + 1))] :
              high_lost[k*N + (i >> (k + 1) << (k + 1))]);
    end
  end
  assign top = node[W-1:0];
endmodule
`default_nettype wire
