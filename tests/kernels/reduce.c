/* reduce.c - host reference of reduce.cu. */
#include "warptwin_host.h"

enum { N = 2500, BLOCK = 256, GRID = 3 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[GRID] = {0}, n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, in, N, -100000, 200000);
  for (int i = 0; i < N; i++) want[i / BLOCK % GRID] += in[i];
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, BLOCK * 4};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "reduce", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, GRID);
}
