/* hist.c - host reference of hist.cu. */
#include "warptwin_host.h"

enum { N = 3600, BLOCK = 100, GRID = 3, BINS = 16 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[BINS] = {0}, mask = BINS - 1;
  int32_t n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dbins;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, N);
  for (int i = 0; i < N; i++) want[in[i] & mask]++;
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dbins));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dbins), WT_HOST_ARG(n), WT_HOST_ARG(mask)};
  WT_HOST_TRY(wt_launch(s, m, "hist", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "bins", dbins, want, BINS);
}
