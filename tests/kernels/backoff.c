/* backoff.c - host reference of backoff.cu. */
#include "warptwin_host.h"

enum { N = 50, BLOCK = 33 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t start, want, unlocked = 0, n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dlock, ddata;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, &start, 1, 0, 1000);
  want = start + N * (N + 1) / 2;
  WT_HOST_TRY(wt_alloc(s, sizeof unlocked, &dlock));
  WT_HOST_TRY(wt_host_in(s, &start, sizeof start, &ddata));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(dlock), WT_HOST_ARG(ddata), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "backoff", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "lock", dlock, &unlocked, 1));
  return wt_host_expect(s, ctx, "data", ddata, &want, 1);
}
