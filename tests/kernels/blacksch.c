/* blacksch.c - host reference of blacksch.cu: the same formulas in double, compared to 1e-4 of the price scale. */
#include <math.h>

#include "warptwin_host.h"

enum { N = 64, BLOCK = 32 };

static double cnd(double d) {
  double k = 1 / (1 + 0.2316419 * fabs(d));
  double c = 0.39894228 * exp(-0.5 * d * d) * (k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))));
  return d > 0 ? 1 - c : c;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  float price[N], strike[N], years[N], call[N], put[N];
  int32_t n = N;
  wt_addr dp, dk, dy, dc, du;
  for (int i = 0; i < N; i++) {
    price[i] = 5 + (float)wt_host_below(&rng, 2500) / 100;
    strike[i] = 1 + (float)wt_host_below(&rng, 9900) / 100;
    years[i] = 0.25f + (float)wt_host_below(&rng, 975) / 100;
    double t = years[i], p = price[i], x = strike[i], d1 = (log(p / x) + (0.02 + 0.045) * t) / (0.3 * sqrt(t)), d2 = d1 - 0.3 * sqrt(t);
    double e = exp(-0.02 * t), c1 = cnd(d1), c2 = cnd(d2);
    call[i] = (float)(p * c1 - x * e * c2);
    put[i] = (float)(x * e * (1 - c2) - p * (1 - c1));
  }
  WT_HOST_TRY(wt_host_in(s, price, sizeof price, &dp));
  WT_HOST_TRY(wt_host_in(s, strike, sizeof strike, &dk));
  WT_HOST_TRY(wt_host_in(s, years, sizeof years, &dy));
  WT_HOST_TRY(wt_alloc(s, sizeof call, &dc));
  WT_HOST_TRY(wt_alloc(s, sizeof put, &du));
  wt_arg args[] = {WT_HOST_ARG(dp), WT_HOST_ARG(dk), WT_HOST_ARG(dy), WT_HOST_ARG(dc), WT_HOST_ARG(du), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "blacksch", N / BLOCK, BLOCK, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_near(s, ctx, "call", dc, call, N, 1e-2, 1e-4));
  return wt_host_near(s, ctx, "put", du, put, N, 1e-2, 1e-4);
}
