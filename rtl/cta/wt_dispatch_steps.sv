// wt_dispatch_steps: an index that counts up and begins anew at `size`, after 0 to N steps at once: no step waits for
// the one before it.
//
// A turn is a step on which the index becomes `size` and is 0 instead. Where the first one falls is a difference; the
// next ones follow every `size` steps, so turn s is there when the first is d and `size` divides s - d: both are small
// numbers, decoded once. All of it modulo 2048, as counting is.
// Combinational.
// Block     wt_dispatch      Doc  docs/blocks/cta/wt_dispatch.md
`default_nettype none
module wt_dispatch_steps #(
  parameter int unsigned N = 4,                    // steps, less than 2048
  parameter int unsigned W = $clog2(N + 1)         // bits of a number of turns
) (
  input  wire logic                 en,            // 0: nothing is asked, everything is 0
  input  wire logic [10:0]          from,
  input  wire logic [10:0]          size,
  output logic [(N+1)*11-1:0]       at,            // index after so many steps
  output logic [(N+1)*W-1:0]        turns          // how often it began anew on the way
);
  logic [10:0] first;
  assign first = size - from;

  logic [N:0] is_first, is_size, every;            // every[k]: a turn is followed by one k steps later
  logic [N:0] turn;
  for (genvar k = 0; k <= N; k++) begin : g_small
    assign is_first[k] = k != 0 && first == 11'(k);
    assign is_size[k] = k != 0 && size == 11'(k);
  end
  always_comb begin
    every = '0;
    turn = '0;
    if (en) begin
      every[0] = 1'b1;
      for (int k = 1; k <= N; k++)
        for (int n = 1; n <= k; n++)
          if (k % n == 0) every[k] = every[k] | is_size[n];
      for (int s = 1; s <= N; s++)
        for (int d = 1; d <= s; d++) turn[s] = turn[s] | (is_first[d] & every[s-d]);
    end
  end

  // the last turn up to each step: pos, if has. Over distances of 1, 2, 4 ...: a tree.
  logic [N:0]         has;
  logic [(N+1)*W-1:0] pos;
  always_comb begin
    has = turn;
    pos = '0;
    at = '0;
    turns = '0;
    if (en) begin
      for (int s = 0; s <= N; s++) pos[s*W +: W] = W'(s) & {W{turn[s]}};
      for (int k = 1; k <= N; k = k * 2)
        for (int s = N; s >= k; s--) begin
          pos[s*W +: W] = pos[s*W +: W] | (pos[(s-k)*W +: W] & {W{!has[s]}});
          has[s] = has[s] | has[s-k];
        end
      for (int s = 0; s <= N; s++) begin
        at[s*11 +: 11] = has[s] ? 11'(s) - 11'(pos[s*W +: W]) : from + 11'(s);
        turns[s*W +: W] = W'($countones(turn & ~({(N+1){1'b1}} << (s + 1))));
      end
    end
  end
endmodule
`default_nettype wire
