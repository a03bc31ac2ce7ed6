/* nest_wait.c - host reference of nest_wait.cu. */
#include "warptwin_host.h"

enum { N = 96, BLOCK = 48, GROUP = 8 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], zero[N] = {0}, want[N];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dflag, dout;
  wt_host_fill(&rng, in, N, 0, 1000);
  for (int i = 0; i < N; i++) {
    int k = i % GROUP, first = 100 + (in[i - k] & 15), second = first + 5, acc = 0;
    if (k % 2) acc = (first * k + (in[i] & 1 ? second : -in[i])) * 7;
    else if (k) acc = ((k == 2 ? 0 : second ^ in[i]) + 3) * 7;
    want[i] = acc;
  }
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_host_in(s, zero, sizeof zero, &dflag));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dflag), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "nest_wait", N / BLOCK, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
