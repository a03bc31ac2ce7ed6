// wt_overlay: words laid one over the other: each byte of the result is that of the highest entry that has it.
// Combinational; bytes that no entry has are 0, and so is everything while on is 0.
//
// A tree of $clog2(N) choices between a lower and a higher half, instead of one entry written over the other. Nothing
// is computed while on is 0.
// Doc       docs/blocks/lib.md
`default_nettype none
module wt_overlay #(
  parameter int unsigned N = 2,  // entries
  parameter int unsigned B = 1   // bytes of a word
) (
  input  wire logic [N-1:0]     on,     // entries that take part
  input  wire logic [N*B-1:0]   has,    // bytes that an entry has
  input  wire logic [N*B*8-1:0] value,
  output logic [B-1:0]          any,    // bytes that some entry has
  output logic [B*8-1:0]        word
);
  localparam int Levels = $clog2(N);
  // after level k entry i holds what entries i to i + 2**(k+1) - 1 give; bytes of node that are not in held may be
  // anything
  function automatic logic [B*9-1:0] tree(input logic [N-1:0] part, input logic [N*B-1:0] bytes,
      input logic [N*B*8-1:0] words);
    logic [N*B-1:0]   held;
    logic [N*B*8-1:0] node;
    held = '0;
    for (int unsigned i = 0; i < N; i++) held[i*B +: B] = bytes[i*B +: B] & {B{part[i]}};
    node = words;
    for (int k = 0; k < Levels; k++)
      for (int unsigned i = 0; i < N; i++)
        if (i % (2 << k) == 0 && i + (1 << k) < N) begin
          for (int unsigned b = 0; b < B; b++)
            node[(i*B + b)*8 +: 8] = held[(i + (1 << k))*B + b] ? node[((i + (1 << k))*B + b)*8 +: 8] :
                node[(i*B + b)*8 +: 8];
          held[i*B +: B] = held[i*B +: B] | held[(i + (1 << k))*B +: B];
        end
    tree[B*9-1:B*8] = held[B-1:0];
    for (int unsigned b = 0; b < B; b++) tree[b*8 +: 8] = node[b*8 +: 8] & {8{held[b]}};
  endfunction
  always_comb begin
    any = '0;
    word = '0;
    if (on != '0) {any, word} = tree(on, has, value);
  end
endmodule
`default_nettype wire
