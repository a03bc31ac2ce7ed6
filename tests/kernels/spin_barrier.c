/* spin_barrier.c - host reference of spin_barrier.cu. */
#include "warptwin_host.h"

enum { N = 256 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[N];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, in, N, 0, 1000);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  for (int i = 0; i < N; i++) want[i] = in[N - 1 - i] + 1;
  wt_dims dims = {{1, 1, 1}, {N, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_launch(s, m, "spin_barrier", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
