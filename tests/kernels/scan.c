/* scan.c - host reference of scan.cu: scan of the CTAs, scan of their sums, addition. */
#include "warptwin_host.h"

enum { N = 500, BLOCK = 64, GRID = (N + BLOCK - 1) / BLOCK };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[N], n = N, nsums = GRID, sum = 0;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout, dsums, dprefix, dtotal;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, in, N, -1000, 2001);
  for (int i = 0; i < N; i++) want[i] = sum += in[i];
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  WT_HOST_TRY(wt_alloc(s, GRID * 4, &dsums));
  WT_HOST_TRY(wt_alloc(s, GRID * 4, &dprefix));
  WT_HOST_TRY(wt_alloc(s, 4, &dtotal));
  wt_dims all = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0}, one = {{1, 1, 1}, {8, 1, 1}, 0};
  wt_arg blocks[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(dsums), WT_HOST_ARG(n)};
  wt_arg sums[] = {WT_HOST_ARG(dsums), WT_HOST_ARG(dprefix), WT_HOST_ARG(dtotal), WT_HOST_ARG(nsums)};
  wt_arg add[] = {WT_HOST_ARG(dout), WT_HOST_ARG(dprefix), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "scan_block", &all, blocks, WT_HOST_COUNT(blocks)));
  WT_HOST_TRY(wt_launch(s, m, "scan_block", &one, sums, WT_HOST_COUNT(sums)));
  WT_HOST_TRY(wt_launch(s, m, "scan_add", &all, add, WT_HOST_COUNT(add)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "total", dtotal, &want[N - 1], 1));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
