/* two_locks.c - host reference of two_locks.cu. */
#include "warptwin_host.h"

enum { BLOCK = 20, GRID = 2, N = BLOCK * GRID - 3, ACCOUNTS = 4 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t from[N], to[N], account[ACCOUNTS], free_[ACCOUNTS] = {0}, n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dfrom, dto, dlock, daccount;
  wt_host_fill(&rng, from, N, 0, ACCOUNTS);
  wt_host_fill(&rng, account, ACCOUNTS, 0, 10000);
  for (int i = 0; i < N; i++) to[i] = (int32_t)(from[i] + 1 + wt_host_below(&rng, ACCOUNTS - 1)) % ACCOUNTS;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, from, sizeof from, &dfrom));
  WT_HOST_TRY(wt_host_in(s, to, sizeof to, &dto));
  WT_HOST_TRY(wt_host_in(s, free_, sizeof free_, &dlock));
  WT_HOST_TRY(wt_host_in(s, account, sizeof account, &daccount));
  for (int i = 0; i < N; i++) account[from[i]] -= i, account[to[i]] += i;
  wt_arg args[] = {WT_HOST_ARG(dfrom), WT_HOST_ARG(dto), WT_HOST_ARG(dlock), WT_HOST_ARG(daccount), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "two_locks", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "lock", dlock, free_, ACCOUNTS));
  return wt_host_expect(s, ctx, "account", daccount, account, ACCOUNTS);
}
