/* collatz.c - host reference of collatz.cu. */
#include "warptwin_host.h"

enum { N = 200, BLOCK = 48, CAP = 150 };

static int32_t expected(uint32_t x) {
  int32_t steps = 0;
  for (; x != 1 && steps < CAP; steps++) x = x & 1 ? 3 * x + 1 : x >> 1;
  return steps;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[N], n = N, cap = CAP;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dsteps;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, in, N, 1, 3000);
  for (int i = 0; i < N; i++) want[i] = expected((uint32_t)in[i]);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dsteps));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dsteps), WT_HOST_ARG(n), WT_HOST_ARG(cap)};
  WT_HOST_TRY(wt_launch(s, m, "collatz", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "steps", dsteps, want, N);
}
