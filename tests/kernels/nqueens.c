/* nqueens.c - host reference of nqueens.cu: recursion over rows, all columns tried. */
#include "warptwin_host.h"

enum { BLOCK = 36, GRID = 2, N = BLOCK * GRID, Q = 6 };

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

  static int32_t in[N];
  static int32_t out[N];
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, 0, 36);
  for (int i = 0; i < N; i++) {
    int col[Q] = {in[i] % Q, in[i] / Q % Q}, d = col[0] - col[1];
    out[i] = d >= -1 && d <= 1 ? 0 : count(col, 2);
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "nqueens", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, N);
}
