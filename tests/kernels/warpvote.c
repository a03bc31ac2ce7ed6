/* warpvote.c - host reference of warpvote.cu. Warps of 32 threads. */
#include "warptwin_host.h"

enum { BLOCK = 96, GRID = 2, N = BLOCK * GRID, WARP = 32, ROUNDS = 12 };

static uint32_t popcount(uint32_t v) {
  uint32_t n = 0;
  for (; v; v &= v - 1) n++;
  return n;
}

/* One warp: x is used up, out has four words per thread. */
static void expected(uint32_t *x, uint32_t *out) {
  for (int r = 0; r < ROUNDS; r++) {
    uint32_t ballot = 0, any = 0, all = 1;
    for (int l = 0; l < WARP; l++) {
      ballot |= (x[l] & 1) << l;
      any |= (x[l] & 63) == 5;
      all &= (x[l] & 31) != 7;
    }
    for (int l = 0; l < WARP; l++) {
      uint32_t *o = out + 4 * l;
      o[0] = o[0] * 5 + ballot;
      o[1] += any;
      o[2] += all;
      o[3] += popcount(ballot & ((1u << l) - 1));
      x[l] = x[l] * 1664525u + 1013904223u;
      x[l] ^= x[l] >> 15;
    }
  }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[4 * N] = {0};
  int32_t rounds = ROUNDS;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, N);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  for (int w = 0; w < N; w += WARP) expected(in + w, want + 4 * w);
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_launch(s, m, "warpvote", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, 4 * N);
}
