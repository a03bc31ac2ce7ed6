/* fpops.c - host reference of fpops.cu. A NaN that arithmetic makes is the machine's one NaN; selections keep the bits. Of fmin and fmax of two
 * NaN the machine's code gives the first, made quiet. */
#pragma GCC optimize("rounding-math")
#include <fenv.h>
#include <math.h>

#include "warptwin_host.h"

enum { N = 96, BLOCK = 32, F = 11, D = 9 };

/* Patterns that meet all corners: any bits, small integers, zeros and ends of the range. */
static uint64_t pattern(uint64_t *rng, unsigned exponent, unsigned fraction) {
  uint32_t r[3];
  wt_host_fill_any(rng, r, 3);
  uint64_t bits = ((uint64_t)r[0] << 32 | r[1]) >> (63 - exponent - fraction), all = (UINT64_C(1) << exponent) - 1;
  uint64_t e[] = {0, 1, all / 2 - 1, all / 2, all / 2 + 1, all - 1, all};
  if (r[2] % 3 == 0) return bits;
  bits &= ~(all << fraction);
  if (r[2] % 5 == 0) bits &= UINT64_C(1) << (exponent + fraction);
  return bits | e[r[2] / 15 % 7] << fraction;
}

static float number(float f) {
  uint32_t nan = 0x7fffffff;
  if (isnan(f)) memcpy(&f, &nan, sizeof f);
  return f;
}
static double number64(double d) {
  uint64_t nan = UINT64_C(0x7ff8000000000000);
  if (isnan(d)) memcpy(&d, &nan, sizeof d);
  return d;
}
static double quiet(double d) {
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  u |= UINT64_C(1) << 51;
  memcpy(&d, &u, sizeof u);
  return d;
}

static float min_max(float a, float b, int max) {
  if (isnan(a) || isnan(b)) return isnan(a) && isnan(b) ? number(NAN) : isnan(a) ? b : a;
  if (a == b) return (signbit(a) != 0) == max ? b : a;
  return (a > b) == max ? a : b;
}
static double min_max64(double a, double b, int max) {
  if (isnan(a)) return isnan(b) ? quiet(a) : b;
  if (isnan(b)) return a;
  if (a == b) return (signbit(a) != 0) == max ? b : a;
  return (a > b) == max ? a : b;
}

static void single(volatile float *f, volatile float x, volatile float y) {
  f[0] = number(x + y);
  fesetround(FE_DOWNWARD);
  f[N] = number(x - fabsf(y));
  fesetround(FE_UPWARD);
  f[2 * N] = number(x * y);
  fesetround(FE_TOWARDZERO);
  f[3 * N] = number(fmaf(x, y, 3.5f));
  fesetround(FE_TONEAREST);
  f[4 * N] = number(fmaf(-x, y, x));
  f[5 * N] = min_max(x, y, 0);
  f[6 * N] = min_max(x, fabsf(y), 1);
  f[7 * N] = isless(x, y) ? x : -y;
  f[8 * N] = islessequal(x, y);
  f[9 * N] = x > 1 ? 1 : x > 0 ? x : 0;
  f[10 * N] = !isgreaterequal(x, 0.5f) || isnan(y) ? number(x + 1.5f) : y;
}

static void pair(volatile double *d, volatile double u, volatile double v) {
  d[0] = number64(u + v);
  fesetround(FE_UPWARD);
  d[N] = number64(u - fabs(v));
  fesetround(FE_DOWNWARD);
  d[2 * N] = number64(u * 3.25);
  fesetround(FE_TOWARDZERO);
  d[3 * N] = number64(fma(u, v, 2.5));
  fesetround(FE_TONEAREST);
  d[4 * N] = number64(fma(u, 3, v));
  d[5 * N] = min_max64(u, v, 0);
  d[6 * N] = min_max64(u, v, 1);
  d[7 * N] = isless(u, v) ? u : number64(-v); /* the compiler negates doubles by a subtraction */
  d[8 * N] = isgreater(u, 1) && !isnan(v);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  float a[N], b[N], f[F * N];
  double p[N], q[N], d[D * N];
  int32_t want_f[F * N], want_d[2 * D * N], n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr da, db, dp, dq, df, dd;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  for (int i = 0; i < N; i++) {
    uint32_t x = (uint32_t)pattern(&rng, 8, 23), y = (uint32_t)pattern(&rng, 8, 23);
    uint64_t u = pattern(&rng, 11, 52), v = pattern(&rng, 11, 52);
    memcpy(&a[i], &x, 4), memcpy(&b[i], &y, 4), memcpy(&p[i], &u, 8), memcpy(&q[i], &v, 8);
    single(f + i, a[i], b[i]);
    pair(d + i, p[i], q[i]);
  }
  memcpy(want_f, f, sizeof want_f);
  memcpy(want_d, d, sizeof want_d);
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_host_in(s, b, sizeof b, &db));
  WT_HOST_TRY(wt_host_in(s, p, sizeof p, &dp));
  WT_HOST_TRY(wt_host_in(s, q, sizeof q, &dq));
  WT_HOST_TRY(wt_alloc(s, sizeof f, &df));
  WT_HOST_TRY(wt_alloc(s, sizeof d, &dd));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(dp), WT_HOST_ARG(dq), WT_HOST_ARG(df), WT_HOST_ARG(dd), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "fpops", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "f", df, want_f, F * N));
  return wt_host_expect(s, ctx, "d", dd, want_d, 2 * D * N);
}
