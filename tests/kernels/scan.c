/* scan.c - host reference of scan.cu: scan of the CTAs, scan of their sums, addition. */
#include "warptwin_host.h"

enum { N = 500, MOST = N * WT_HOST_SCALE_MAX, WIDEST = 128 };

/* Of more than one CTA the sums are scanned in turn, by one CTA where it is wide enough. total: where the sum of all lies. */
static wt_status scan(wt_session *s, wt_module *m, wt_addr in, wt_addr out, int32_t n, unsigned block, wt_addr *total) {
  unsigned grid = ((unsigned)n + block - 1) / block, inner = 8;
  int32_t nsums = (int32_t)grid;
  wt_addr sums, prefix;
  WT_HOST_TRY(wt_alloc(s, 4 * (size_t)grid, &sums));
  if (grid > 1) WT_HOST_TRY(wt_alloc(s, 4 * (size_t)grid, &prefix));
  wt_dims all = {{grid, 1, 1}, {block, 1, 1}, 0};
  wt_arg blocks[] = {WT_HOST_ARG(in), WT_HOST_ARG(out), WT_HOST_ARG(sums), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "scan_block", &all, blocks, WT_HOST_COUNT(blocks)));
  *total = sums;
  if (grid == 1) return WT_OK;
  while (inner < grid && inner < WIDEST) inner *= 2;
  WT_HOST_TRY(scan(s, m, sums, prefix, nsums, inner, total));
  wt_arg add[] = {WT_HOST_ARG(out), WT_HOST_ARG(prefix), WT_HOST_ARG(n)};
  return wt_launch(s, m, "scan_add", &all, add, WT_HOST_COUNT(add));
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static int32_t in[MOST], want[MOST];
  int32_t scale = wt_host_scale(ctx), n = N * scale, sum = 0;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout, dtotal;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, in, (size_t)n, -1000, 2001);
  for (int i = 0; i < n; i++) want[i] = sum += in[i];
  WT_HOST_TRY(wt_host_in(s, in, 4 * (size_t)n, &din));
  WT_HOST_TRY(wt_alloc(s, 4 * (size_t)n, &dout));
  WT_HOST_TRY(scan(s, m, din, dout, n, scale > 1 ? WIDEST : 64, &dtotal));
  WT_HOST_TRY(wt_host_expect(s, ctx, "total", dtotal, &want[n - 1], 1));
  return wt_host_expect(s, ctx, "out", dout, want, (size_t)n);
}
