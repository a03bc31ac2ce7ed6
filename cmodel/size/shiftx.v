// shiftx: word select v[i*W +: W] as a tree of multiplexers that halves the vector at every bit of the index. Yosys' own mapping keeps the whole
// vector in every stage: about the same gates in the end, after ten times the time and memory. An index out of range may give anything.
(* techmap_celltype = "$shiftx" *)
module wt_size_shiftx (A, B, Y);
  parameter A_SIGNED = 0, B_SIGNED = 0, A_WIDTH = 1, B_WIDTH = 1, Y_WIDTH = 1;
  (* force_downto *) input [A_WIDTH-1:0] A;
  (* force_downto *) input [B_WIDTH-1:0] B;
  (* force_downto *) output [Y_WIDTH-1:0] Y;
  localparam S = $clog2(A_WIDTH) < B_WIDTH ? $clog2(A_WIDTH) : B_WIDTH;  // bits of the index that matter
  wire _TECHMAP_FAIL_ = S < 1;
  genvar k;
  generate
    for (k = S; k >= 0; k = k - 1) begin : g
      wire [(1 << k) + Y_WIDTH - 2:0] r;
      if (k == S) assign r = A;
      else assign r = B[k] ? g[k+1].r[(1 << (k+1)) + Y_WIDTH - 2:1 << k] : g[k+1].r[(1 << k) + Y_WIDTH - 2:0];
    end
  endgenerate
  assign Y = g[0].r[Y_WIDTH-1:0];
endmodule
