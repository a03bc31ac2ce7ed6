/* lud.c - host reference of lud.cu: the same elimination. */
#include <math.h>

#include "warptwin_host.h"

enum { N = 16, GRID = 2 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  float a[GRID][N][N];
  wt_addr d;
  for (int g = 0; g < GRID; g++)
    for (int i = 0; i < N * N; i++) a[g][i / N][i % N] = (float)wt_host_below(&rng, 1000) / 256 + (i / N == i % N ? 40 : 0);
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &d));
  for (int g = 0; g < GRID; g++)
    for (int k = 0; k < N - 1; k++)
      for (int r = k + 1; r < N; r++) {
        float f = a[g][r][k] / a[g][k][k];
        a[g][r][k] = f;
        for (int j = k + 1; j < N; j++) a[g][r][j] = fmaf(-f, a[g][k][j], a[g][r][j]);
      }
  wt_arg args[] = {WT_HOST_ARG(d)};
  WT_HOST_TRY(wt_host_launch(s, m, "lud", GRID, N, args, 1));
  return wt_host_expect(s, ctx, "lu", d, a, GRID * N * N);
}
