/* spin_perthread.c - host reference of spin_perthread.cu. */
#include "warptwin_host.h"

enum { N = 150, BLOCK = 40, LOCKS = 4 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t want[2 * LOCKS], unlocked[LOCKS] = {0}, n = N, mask = LOCKS - 1;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dlock, ddata;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, want, 2 * LOCKS, 0, 1000);
  WT_HOST_TRY(wt_alloc(s, sizeof unlocked, &dlock));
  WT_HOST_TRY(wt_host_in(s, want, sizeof want, &ddata));
  for (int i = 0; i < N; i++) {
    want[2 * (i & mask)] += i;
    want[2 * (i & mask) + 1] += 1;
  }
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(dlock), WT_HOST_ARG(ddata), WT_HOST_ARG(n), WT_HOST_ARG(mask)};
  WT_HOST_TRY(wt_launch(s, m, "spin_perthread", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "lock", dlock, unlocked, LOCKS));
  return wt_host_expect(s, ctx, "data", ddata, want, 2 * LOCKS);
}
