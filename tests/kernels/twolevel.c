/* twolevel.c - host reference of twolevel.cu. */
#include "warptwin_host.h"

enum { N = 100, BLOCK = 64, ROWS = 6, COLS = 5, LIMIT = 940 };

/* About one value in 15 leaves both loops, one in 20 the inner one. */
static void expected(const int32_t *a, int t, int32_t *out) {
  out[0] = 0;
  out[1] = -1;
  for (int i = 0; i < ROWS; i++) {
    int32_t part = 0;
    for (int j = 0; j < COLS; j++) {
      int32_t v = a[(i * COLS + j) * N + t];
      if (v > LIMIT) {
        out[1] = i * 256 + j;
        return;
      }
      if (v < 0) break;
      part += v;
    }
    out[0] += part * (i + 1);
  }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t a[ROWS * COLS * N], want[2 * N], n = N, rows = ROWS, cols = COLS, limit = LIMIT;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr da, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, a, ROWS * COLS * N, -50, 1060);
  for (int t = 0; t < N; t++) expected(a, t, want + 2 * t);
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(dout), WT_HOST_ARG(n), WT_HOST_ARG(rows), WT_HOST_ARG(cols), WT_HOST_ARG(limit)};
  WT_HOST_TRY(wt_launch(s, m, "twolevel", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, 2 * N);
}
