// wt_fifo: queue of Depth words, first in, first out.
//
// Latency   a word shows at the output in the cycle after it was pushed.
// Flow      in: valid/ready, ready = not full; it does not look at out_ready. out: valid/ready; the payload is 0 while
//           valid is 0.
// State     the words, the oldest at position 0, and their number. words shows all places, to a block that has them
//           as a row.
// Doc       docs/blocks/lib.md
`default_nettype none
module wt_fifo #(
  parameter int unsigned Depth = 2,
  parameter int unsigned W = 8,     // bits of a word
  parameter int unsigned CW = 2     // of the number of words: $clog2(Depth + 1) or more
) (
  input  wire logic          clk,
  input  wire logic          rst_n,
  input  wire logic          in_valid,
  output logic               in_ready,
  input  wire logic [W-1:0]  in_data,
  output logic               out_valid,
  input  wire logic          out_ready,
  output logic [W-1:0]       out_data,
  output logic [CW-1:0]      count,
  output logic [Depth*W-1:0] words
);
  logic [Depth*W-1:0] word_q, word_d;
  logic [CW-1:0]      count_q, count_d;
  logic               push, pop;
  assign in_ready = count_q != CW'(Depth);
  assign out_valid = count_q != '0;
  assign out_data = out_valid ? word_q[W-1:0] : '0;
  assign count = count_q;
  assign words = word_q;
  assign push = in_valid && in_ready;
  assign pop = out_valid && out_ready;
  always_comb begin
    word_d = pop ? word_q >> W : word_q;
    count_d = count_q - CW'(pop);
    if (push)
      for (int unsigned i = 0; i < Depth; i++)
        if (count_d == CW'(i)) word_d[i*W +: W] = in_data;
    count_d = count_d + CW'(push);
  end
  always_ff @(posedge clk) begin
    if (!rst_n) count_q <= '0;
    else count_q <= count_d;
  end
  always_ff @(posedge clk) word_q <= word_d;
endmodule
`default_nettype wire
