/* saxpy.c - host reference of saxpy.cu: the compiler fuses product and sum. */
#include <math.h>

#include "warptwin_host.h"

enum { N = 500, BLOCK = 64 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  float x[N], y[N], a = 1.7f;
  int32_t bits[N], want[N], n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dx, dy;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, bits, N, -100000, 200001);
  for (int i = 0; i < N; i++) x[i] = (float)bits[i] * 0.001f;
  wt_host_fill(&rng, bits, N, -100000, 200001);
  for (int i = 0; i < N; i++) y[i] = (float)bits[i] * 0.003f;
  WT_HOST_TRY(wt_host_in(s, x, sizeof x, &dx));
  WT_HOST_TRY(wt_host_in(s, y, sizeof y, &dy));
  for (int i = 0; i < N; i++) y[i] = fmaf(a, x[i], y[i]);
  memcpy(want, y, sizeof want);
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(a), WT_HOST_ARG(dx), WT_HOST_ARG(dy), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "saxpy", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "y", dy, want, N);
}
