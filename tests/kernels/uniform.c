/* uniform.c - host reference of uniform.cu: all threads of a CTA, round by round. */
#include "warptwin_host.h"

enum { BLOCK = 128, GRID = 2, N = BLOCK * GRID, ROUNDS = 24 };

static void expected(const uint32_t *in, uint32_t first, uint32_t *acc) {
  uint32_t s[BLOCK + 64];
  for (uint32_t t = 0; t < BLOCK; t++) {
    s[t] = in[first + t];
    if (t < 64) s[t + BLOCK] = in[first + t] + 1;
    acc[t] = t;
  }
  for (uint32_t d = 0; d < ROUNDS; d++) {
    uint32_t z = (d * 5) ^ (d << 3);
    for (uint32_t t = 0; t < BLOCK; t++) {
      if (t >= d + 1 && t - d <= 40) acc[t] += s[t - d] + z;
      acc[t] ^= s[t + d] * d;
      if (d > 9 && (acc[t] & 16)) acc[t] -= in[z & 63];
    }
    memcpy(s, acc, BLOCK * sizeof *s);
  }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[N];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, N);
  for (uint32_t c = 0; c < GRID; c++) expected(in, c * BLOCK, want + c * BLOCK);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_launch(s, m, "uniform", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
