/* nano.c - host reference of nano.cu. */
#include "warptwin_host.h"

enum { GRID = 2, BLOCK = 40, N = GRID * BLOCK, LOCKED = 24 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t x[N], want[N], lock = 0, sum = 0, total = 0;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dx, dout, dlock, dsum;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, x, N, 0, 500);
  for (int t = 0; t < N; t++) want[t] = t;
  for (int t = 0; t < LOCKED; t++) total += x[t];
  WT_HOST_TRY(wt_host_in(s, x, sizeof x, &dx));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  WT_HOST_TRY(wt_host_in(s, &lock, sizeof lock, &dlock));
  WT_HOST_TRY(wt_host_in(s, &sum, sizeof sum, &dsum));
  wt_arg sleeps[] = {WT_HOST_ARG(dx), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "nano", GRID, BLOCK, sleeps, WT_HOST_COUNT(sleeps)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "out", dout, want, N));
  wt_arg locks[] = {WT_HOST_ARG(dlock), WT_HOST_ARG(dsum), WT_HOST_ARG(dx)};
  WT_HOST_TRY(wt_host_launch(s, m, "nano2", 1, LOCKED, locks, WT_HOST_COUNT(locks)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "lock", dlock, &lock, 1));
  return wt_host_expect(s, ctx, "sum", dsum, &total, 1);
}
