/* spmv.c - host reference of spmv.cu: row after row. */
#include "warptwin_host.h"

enum { ROWS = 70, MOST = 9, SPACE = ROWS + 1 + 2 * ROWS * MOST + ROWS, BLOCK = 64, GRID = 2 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[SPACE];
  static int32_t out[ROWS];
  int32_t rows = ROWS, entries;
  wt_addr din, dout;
  in[0] = 0;
  int32_t *col = in + ROWS + 1, *val, *x;
  for (int r = 0; r < ROWS; r++) in[r + 1] = in[r] + (int32_t)wt_host_below(&rng, MOST + 1);
  entries = in[ROWS], val = col + entries, x = val + entries;
  for (int k = 0; k < entries; k++) col[k] = (int32_t)wt_host_below(&rng, ROWS), val[k] = (int32_t)wt_host_below(&rng, 2000) - 1000;
  wt_host_fill(&rng, x, ROWS, -1000, 2000);
  for (int r = 0; r < ROWS; r++) {
    out[r] = 0;
    for (int k = in[r]; k < in[r + 1]; k++) out[r] += val[k] * x[col[k]];
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(rows), WT_HOST_ARG(entries)};
  WT_HOST_TRY(wt_host_launch(s, m, "spmv", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, ROWS);
}
