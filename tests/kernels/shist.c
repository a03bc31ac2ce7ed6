/* shist.c - host reference of shist.cu. */
#include "warptwin_host.h"

enum { N = 900, BLOCK = 96, GRID = 2, BINS = 16 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[BINS] = {0}, mask = BINS - 1;
  uint64_t rng = ctx->seed, sums[4] = {0};
  int32_t n = N;
  wt_module *m;
  wt_addr din, dbins, dsums;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, N);
  for (int i = 0; i < N; i++) want[in[i] & mask]++, sums[in[i] & 3] += (uint64_t)in[i] << 8;
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dbins));
  WT_HOST_TRY(wt_alloc(s, sizeof sums, &dsums));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dbins), WT_HOST_ARG(dsums), WT_HOST_ARG(n), WT_HOST_ARG(mask)};
  WT_HOST_TRY(wt_launch(s, m, "shist", &dims, args, WT_HOST_COUNT(args)));
  wt_status st = wt_host_expect(s, ctx, "bins", dbins, want, BINS);
  return st ? st : wt_host_expect(s, ctx, "sums", dsums, sums, 8);
}
