/* spin_done.c - host reference of spin_done.cu. */
#include "warptwin_host.h"

enum { N = 256 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[N];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, (int32_t *)in, N, 0, 1 << 30);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  uint32_t sum = 0;
  for (int i = 0; i < N; i++) {
    uint32_t v = in[i];
    for (int k = 0; k < i / 32; k++) v = v * 1664525u + 1013904223u;
    sum += v;
  }
  for (int i = 0; i < N; i++) want[i] = sum + (uint32_t)i;
  wt_dims dims = {{1, 1, 1}, {N, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_launch(s, m, "spin_done", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
