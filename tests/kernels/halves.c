/* halves.c - host reference of halves.cu. A half is an integer in units of 2^-24, so that products and sums are exact in units of 2^-48 and rounded once.
 * A NaN that arithmetic makes is 0x7fff. Of ex2 and tanh the machine's own values are taken if they are near enough. */
#include <math.h>

#include "warptwin_host.h"

enum { N = 96, BLOCK = 32, R = 14, ONE = 0x3c00, NANH = 0x7fff };
__extension__ typedef __int128 exact;

static int is_nan(unsigned h) { return (h & 0x7fff) > 0x7c00; }
static int64_t units(unsigned h) {
  unsigned e = h >> 10 & 31, f = h & 1023;
  int64_t v = e ? (int64_t)(f + 1024) << (e - 1) : f;
  return h & 0x8000 ? -v : v;
}
static double value(unsigned h) {
  double m = is_nan(h) ? NAN : (h & 0x7fff) == 0x7c00 ? INFINITY : ldexp((double)units(h & 0x7fff), -24);
  return h & 0x8000 ? -m : m;
}

static unsigned rounded(exact s) {
  unsigned sign = s < 0 ? 0x8000 : 0, e = 1, v;
  exact m = s < 0 ? -s : s, q, rest, step;
  while (m >> (23 + e) >= 2048) e++;
  step = (exact)1 << (23 + e), q = m / step, rest = m % step;
  q += 2 * rest > step || (2 * rest == step && q % 2);
  v = ((e - 1) << 10) + (unsigned)q;
  return sign | (v > 0x7c00 ? 0x7c00 : v);
}

/* a * b + c */
static unsigned fma16(unsigned a, unsigned b, unsigned c) {
  double rough = value(a) * value(b) + value(c); /* says NaN and infinity of operands, and the sign of a zero */
  if (isnan(rough)) return NANH;
  if (isinf(value(a)) || isinf(value(b)) || isinf(value(c))) return rough < 0 ? 0xfc00 : 0x7c00;
  exact s = (exact)units(a) * units(b) + (exact)units(c) * (1 << 24);
  if (s) return rounded(s);
  return ((a ^ b) & c & 0x8000) ? 0x8000 : 0; /* both terms are -0, or it cancels */
}
static unsigned add(unsigned a, unsigned b) { return fma16(a, ONE, b); }
static unsigned mul(unsigned a, unsigned b) { return fma16(a, b, (a ^ b) & 0x8000); }
static unsigned sat(unsigned h) { return is_nan(h) || h & 0x8000 ? 0 : h > ONE ? ONE : h; }
static unsigned pair(unsigned low, unsigned high) { return low | high << 16; }
static unsigned low(unsigned v) { return v & 0xffff; }
static unsigned high(unsigned v) { return v >> 16; }

static float single(unsigned h, float plus) {
  uint32_t nan = 0x7fffffff;
  float f = (float)value(h) + plus;
  if (isnan(f)) memcpy(&f, &nan, sizeof f);
  return f;
}

/* Halves of any bits, near one, at the ends of the range, small, and NaN. */
static unsigned half(uint64_t *rng) {
  static const uint16_t corner[] = {0, 1, 0x3ff, 0x400, 0x3c00, 0x3c01, 0x3bff, 0x7bff, 0x7c00, 0x7e01, 0x8000, 0xbc00};
  unsigned k = wt_host_below(rng, 5);
  if (k == 0) return corner[wt_host_below(rng, 12)];
  if (k == 1) return wt_host_below(rng, 65536);
  return 0x3000 + wt_host_below(rng, 0x1800) + 0x8000 * wt_host_below(rng, 2);
}

static void expected(const uint32_t *in, uint32_t *r, float *f, uint32_t *p) {
  unsigned x[2] = {low(in[0]), high(in[0])}, y[2] = {low(in[N]), high(in[N])}, z[2] = {low(in[2 * N]), high(in[2 * N])};
  const unsigned k[2] = {0x3e00, 0xb400};
  unsigned h[R][2], mask[2], unordered_equal = 1;
  for (unsigned i = 0; i < 2; i++) {
    h[0][i] = add(x[i], y[i]);
    h[1][i] = add(x[i], y[i] | 0x8000);
    h[2][i] = mul(x[i], y[i]);
    h[3][i] = fma16(x[i], y[i], z[i]);
    h[4][i] = fma16(x[i] ^ 0x8000, k[i], z[i]);
    h[5][i] = fma16(x[i], y[i], k[i]);
    h[6][i] = sat(fma16(x[i], y[i], z[i] ^ 0x8000));
    h[7][i] = sat(add(x[i], k[i]));
    h[8][i] = sat(mul(x[0], y[1]));
    h[9][i] = fma16(x[1], y[1 - i], z[0]);
    h[10][i] = isgreater(value(x[i]), value(y[i])) ? ONE : 0;
    h[11][i] = value(x[i]) != -value(y[i]) ? ONE : 0;
    mask[i] = islessequal(value(x[i]), value(y[i])) ? 0xffff : 0;
    unordered_equal &= isnan(value(x[i])) || isnan(value(y[i])) || value(x[i]) == value(y[i]);
  }
  for (unsigned row = 0; row < 12; row++) r[row * N] = pair(h[row][0], h[row][1]);
  f[0] = single(x[0], -0.0f), f[N] = single(y[1], 1);
  p[0] = pair(mask[0], mask[1]);
  p[N] = (isless(value(x[0]), value(y[1])) ? 1 : 0) | unordered_equal << 1 | (unsigned)is_nan(z[1]) << 2;
}

/* Whether a half is that number, or next to it. */
static int near(unsigned h, double exact_value) {
  if (isnan(exact_value)) return h == NANH;
  double step = fmax(ldexp(1, -24), fabs(exact_value) * 0x1p-9);
  return fabs(exact_value) >= 65504 ? h == 0x7c00 || h == 0x7bff : !is_nan(h) && fabs(value(h) - exact_value) <= step;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[3 * N], r[R * N], p[2 * N], sums[2 + 2 * N] = {0}, start[2 + 2 * N] = {0}, got[R * N];
  float f[2 * N];
  int32_t n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr da, db, dc, dr, df, dp, ds;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  for (unsigned i = 0; i < 3 * N; i++) in[i] = pair(half(&rng), half(&rng));
  for (unsigned i = 0; i < N; i++) {
    unsigned z = in[2 * N + i], x = in[i], w = start[2 + i] = in[N + i];
    expected(in + i, r + i, f + i, p + i);
    if (!is_nan(low(z)) && !is_nan(high(z))) sums[i % 2] = pair(add(low(sums[i % 2]), ONE), add(high(sums[i % 2]), 0x3800));
    sums[2 + i] = pair(add(low(w), low(x)), add(high(w), high(x)));
    sums[2 + N + i] = w;
  }
  WT_HOST_TRY(wt_host_in(s, in, N * 4, &da));
  WT_HOST_TRY(wt_host_in(s, in + N, N * 4, &db));
  WT_HOST_TRY(wt_host_in(s, in + 2 * N, N * 4, &dc));
  WT_HOST_TRY(wt_alloc(s, sizeof r, &dr));
  WT_HOST_TRY(wt_alloc(s, sizeof f, &df));
  WT_HOST_TRY(wt_alloc(s, sizeof p, &dp));
  WT_HOST_TRY(wt_host_in(s, start, sizeof start, &ds));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(dc), WT_HOST_ARG(dr),
                   WT_HOST_ARG(df), WT_HOST_ARG(dp), WT_HOST_ARG(ds), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "halves", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_copy_out(s, got, dr, sizeof got));
  for (unsigned i = 0; i < N; i++)
    for (unsigned row = 12; row < R; row++) {
      unsigned v = got[row * N + i], z = in[2 * N + i];
      int good = 1;
      for (unsigned k = 0; k < 2; k++) {
        double x = value(k ? high(z) : low(z));
        good &= near(k ? high(v) : low(v), row == 12 ? exp2(x) : tanh(x));
      }
      r[row * N + i] = good ? v : ~v;
    }
  WT_HOST_TRY(wt_host_expect(s, ctx, "r", dr, r, R * N));
  WT_HOST_TRY(wt_host_expect(s, ctx, "f", df, f, 2 * N));
  WT_HOST_TRY(wt_host_expect(s, ctx, "p", dp, p, 2 * N));
  return wt_host_expect(s, ctx, "sums", ds, sums, 2 + 2 * N);
}
