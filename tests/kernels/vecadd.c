/* vecadd.c - host reference of vecadd.cu. */
#include "warptwin_host.h"

enum { N = 5000, BLOCK = 128 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t a[N], b[N], want[N], n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr da, db, dc;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, a, N, -1000000, 2000000);
  wt_host_fill(&rng, b, N, -1000000, 2000000);
  for (int i = 0; i < N; i++) want[i] = a[i] + b[i];
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_host_in(s, b, sizeof b, &db));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dc));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(dc), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "vecadd", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "c", dc, want, N);
}
