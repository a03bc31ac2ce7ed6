/* maj_consumer.c - host reference of maj_consumer.cu. */
#include "warptwin_host.h"

enum { N = 96, BLOCK = 48, GROUP = 4, GROUPS = N / GROUP };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[GROUPS], flag[GROUPS], want[N];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dslot, dflag, dout;
  wt_host_fill(&rng, in, GROUPS, -500, 1000);
  for (int g = 0; g < GROUPS; g++) flag[g] = 1;
  for (int i = 0; i < N; i++) want[i] = i % GROUP ? in[i / GROUP] * (i % GROUP) : -in[i / GROUP];
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof in, &dslot));
  WT_HOST_TRY(wt_alloc(s, sizeof flag, &dflag));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{N / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dslot), WT_HOST_ARG(dflag), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_launch(s, m, "maj_consumer", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "flag", dflag, flag, GROUPS));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
