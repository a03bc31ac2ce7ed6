/* nqueens.c - host reference of nqueens.cu: recursion over rows, all columns tried. */
#include "warptwin_host.h"

enum { BLOCK = 128, GRID = 2, MOST = BLOCK * GRID * WT_HOST_SCALE_MAX, Q = 6 };

static int count(int *col, int row) {
  int n = 0;
  if (row == Q) return 1;
  for (int c = 0; c < Q; c++) {
    int ok = 1;
    for (int r = 0; r < row; r++) ok &= col[r] != c && col[r] - c != row - r && c - col[r] != row - r;
    if (ok) col[row] = c, n += count(col, row + 1);
  }
  return n;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[MOST];
  static int32_t out[MOST];
  int scale = wt_host_scale(ctx), block = scale > 1 ? BLOCK : 36, n = block * GRID * scale;
  wt_addr din, dout;
  wt_host_fill(&rng, in, (size_t)n, 0, 36);
  for (int i = 0; i < n; i++) {
    int col[Q] = {in[i] % Q, in[i] / Q % Q}, d = col[0] - col[1];
    out[i] = d >= -1 && d <= 1 ? 0 : count(col, 2);
  }
  WT_HOST_TRY(wt_host_in(s, in, 4 * (size_t)n, &din));
  WT_HOST_TRY(wt_alloc(s, 4 * (size_t)n, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "nqueens", (unsigned)(n / block), (unsigned)block, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, (size_t)n);
}
