/* ddot.c - host reference of ddot.cu: the same sums in the same order. */
#include <math.h>

#include "warptwin_host.h"

enum { N = 700, BLOCK = 64, CTAS = 3 };

static void numbers(uint64_t *rng, double *v) {
  int32_t t[N];
  wt_host_fill(rng, t, N, -1000000, 2000001);
  for (int i = 0; i < N; i++) v[i] = (double)t[i] / 3;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  double x[N], y[N], part[BLOCK], sum[CTAS];
  int32_t want[2 * CTAS], n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dx, dy, ds;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  numbers(&rng, x);
  numbers(&rng, y);
  for (int c = 0; c < CTAS; c++) {
    for (int t = 0; t < BLOCK; t++) {
      part[t] = 0;
      for (int i = c * BLOCK + t; i < N; i += CTAS * BLOCK) part[t] = fma(x[i], y[i], part[t]);
    }
    for (int d = BLOCK / 2; d; d /= 2)
      for (int t = 0; t < d; t++) part[t] += part[t + d];
    sum[c] = part[0];
  }
  memcpy(want, sum, sizeof want);
  WT_HOST_TRY(wt_host_in(s, x, sizeof x, &dx));
  WT_HOST_TRY(wt_host_in(s, y, sizeof y, &dy));
  WT_HOST_TRY(wt_alloc(s, sizeof sum, &ds));
  wt_dims dims = {{CTAS, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(dx), WT_HOST_ARG(dy), WT_HOST_ARG(ds), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "ddot", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "sum", ds, want, 2 * CTAS);
}
