/* shuffle.c - host reference of shuffle.cu. Warps of 32 threads. */
#include "warptwin_host.h"

enum { BLOCK = 128, GRID = 12, N = BLOCK * GRID, WARP = 32 };

static void expected(const int32_t *x, int32_t *out) {
  int32_t sum = 0;
  for (int l = 0; l < WARP; l++) {
    sum += x[l];
    out[4 * l + 1] = sum;
    out[4 * l + 2] = x[(l + (x[l] & 7)) % WARP];
    out[4 * l + 3] = (l & 7) + 3 < 8 ? x[l + 3] : x[l];
  }
  for (int l = 0; l < WARP; l++) out[4 * l] = sum;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[4 * N];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, in, N, -1000000, 2000000);
  for (int w = 0; w < N; w += WARP) expected(in + w, want + 4 * w);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_launch(s, m, "shuffle", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, 4 * N);
}
