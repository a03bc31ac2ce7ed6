/* spmv.c - host reference of spmv.cu: row after row. */
#include "warptwin_host.h"

enum { ROWS = 70, MOST_ROWS = ROWS * WT_HOST_SCALE_MAX, MOST = 9 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[MOST_ROWS * (2 + 2 * MOST) + 1];
  static int32_t out[MOST_ROWS];
  int32_t scale = wt_host_scale(ctx), rows = ROWS * scale, entries;
  unsigned block = scale > 1 ? 128 : 64;
  wt_addr din, dout;
  in[0] = 0;
  int32_t *col = in + rows + 1, *val, *x;
  for (int r = 0; r < rows; r++) in[r + 1] = in[r] + (int32_t)wt_host_below(&rng, MOST + 1);
  entries = in[rows], val = col + entries, x = val + entries;
  for (int k = 0; k < entries; k++) col[k] = (int32_t)wt_host_below(&rng, (uint32_t)rows), val[k] = (int32_t)wt_host_below(&rng, 2000) - 1000;
  wt_host_fill(&rng, x, (size_t)rows, -1000, 2000);
  for (int r = 0; r < rows; r++) {
    out[r] = 0;
    for (int k = in[r]; k < in[r + 1]; k++) out[r] += val[k] * x[col[k]];
  }
  WT_HOST_TRY(wt_host_in(s, in, 4 * (size_t)(rows * (2 + 2 * MOST) + 1), &din));
  WT_HOST_TRY(wt_alloc(s, 4 * (size_t)rows, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(rows), WT_HOST_ARG(entries)};
  WT_HOST_TRY(wt_host_launch(s, m, "spmv", ((unsigned)rows + block - 1) / block, block, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, (size_t)rows);
}
