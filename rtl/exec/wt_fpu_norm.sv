// wt_fpu_norm: third stage of the fused multiply-add: moves the leading one to the top, but not beyond the smallest
// exponent.
//
// sig has its highest bit 0 and e is 0 for a subnormal number. low: first bit behind sig, any other behind that one.
// Used by wt_fpu and wt_dpu. Combinational.
// Model     cmodel/exec/wt_fpu_fma.h      Doc  docs/blocks/exec/wt_fpu.md
`default_nettype none
module wt_fpu_norm #(
  parameter int unsigned E = 8,
  parameter int unsigned F = 23,
  parameter int unsigned DW = 7
) (
  input  wire logic           en,   // the number is wanted; else all outputs are 0
  input  wire logic [3*F+8:0] mag,
  input  wire logic [E:0]     ex,
  output logic [F:0]          sig,
  output logic [1:0]          low,
  output logic [E:0]          e
);
  localparam int unsigned W = 3*F + 9;
  localparam int unsigned COUNT_W = E + 2 > DW ? E + 2 : DW;

  // Bit k of part b of these constants is set where bit b of the number of zeros above k is. Below the window stands a
  // one: W zeros are above it.
  function automatic logic [DW*(W+1)-1:0] places();
    places = '0;
    for (int unsigned b = 0; b < DW; b++) begin
      for (int unsigned k = 0; k <= W; k++) places[b*(W+1) + k] = (((W - k) >> b) & 1) != 0;
    end
  endfunction
  localparam logic [DW*(W+1)-1:0] PLACES = places();  // a call in the process would be carried out in every evaluation

  // Words, not bits: a simulator does each of these lines in a few instructions, and a synthesis has DW levels instead
  // of W.
  logic [W:0]         below, first;  // the leading one and all behind it; the leading one alone
  logic [DW-1:0]      zeros;
  logic [COUNT_W-1:0] most, k;
  logic [W-1:0]       x;
  always_comb begin
    below = '0;
    first = '0;
    zeros = '0;
    most = '0;
    k = '0;
    x = '0;
    sig = '0;
    low = 2'd0;
    e = '0;
    if (en) begin
      below = {mag, 1'b1};
      for (int unsigned d = 1; d <= W; d = d + d) below = below | below >> d;
      first = below & ~(below >> 1);
      for (int unsigned b = 0; b < DW; b++) zeros[b] = |(first & PLACES[b*(W+1) +: W+1]);
      most = {{(COUNT_W-E-1){1'b0}}, ex} - COUNT_W'(1);
      k = COUNT_W'(zeros) < most ? COUNT_W'(zeros) : most;
      x = mag << k;
      sig = x[W-1:W-1-F];
      low = {x[W-2-F], |x[W-3-F:0]};
      e = x[W-1] ? ex - k[E:0] : '0;
    end
  end
endmodule
`default_nettype wire
