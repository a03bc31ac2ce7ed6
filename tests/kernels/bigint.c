/* bigint.c - host reference of bigint.cu: column sums of 16-bit digits. */
#include "warptwin_host.h"

enum { BLOCK = 32, GRID = 1, T = BLOCK * GRID, N = 16 * T };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static uint32_t in[N];
  static uint32_t out[8 * T];
  wt_addr din, dout;
  wt_host_fill_any(&rng, in, N);
  for (int t = 0; t < T; t++) {
    uint64_t sum = 0;
    for (int k = 0; k < 16; k++) { /* digit k of the product */
      for (int i = 0; i <= k; i++) {
        uint64_t a = in[16 * t + i / 2] >> i % 2 * 16 & 0xffff, b = in[16 * t + 8 + (k - i) / 2] >> (k - i) % 2 * 16 & 0xffff;
        sum += a * b;
      }
      out[8 * t + k / 2] = (uint32_t)(k % 2 ? out[8 * t + k / 2] | (sum & 0xffff) << 16 : sum & 0xffff);
      sum >>= 16;
    }
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "bigint", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, 8 * T);
}
