/* test_wt_fpu_ieee.c - the arithmetic of wt_fpu and wt_dpu against the host's IEEE 754 operations in four rounding modes: every pair and
 * triple of corner values, and random operands that cancel, round to a half, leave the exponent range at both ends. Rule numbers:
 * docs/blocks/exec/wt_fpu.md. `LONG=1` runs 10^7 random vectors an operation and mode.
 */
#pragma GCC optimize("rounding-math")
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exec/wt_fpu_fma.h"
#include "tests/suite.h"

enum { ADD, MUL, FMA, OPS };
static const char *const names[] = {"add", "mul", "fma"};
static const int modes[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

static uint64_t rng = UINT64_C(0x9e3779b97f4a7c15);
static uint64_t rnd(void) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return rng * UINT64_C(2685821657736338717);
}

static float to_f(uint64_t u) {
  uint32_t v = (uint32_t)u;
  float f;
  memcpy(&f, &v, sizeof f);
  return f;
}
static double to_d(uint64_t u) {
  double d;
  memcpy(&d, &u, sizeof d);
  return d;
}
static uint64_t of_f(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}
static uint64_t of_d(double d) {
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  return u;
}

/* What the host makes of it; the rounding mode is set. */
static uint64_t host32(unsigned op, uint64_t a, uint64_t b, uint64_t c) {
  volatile float x = to_f(a), y = to_f(b), z = to_f(c), r = op == ADD ? x + z : op == MUL ? x * y : fmaf(x, y, z);
  return isnan(r) ? 0x7fffffff : of_f(r);
}
static uint64_t host64(unsigned op, uint64_t a, uint64_t b, uint64_t c) {
  volatile double x = to_d(a), y = to_d(b), z = to_d(c), r = op == ADD ? x + z : op == MUL ? x * y : fma(x, y, z);
  return isnan(r) ? UINT64_C(0x7ff8000000000000) : of_d(r);
}

/* The operands as the units give them to the datapath: a + c = a * 1 + c, a * b = a * b + a zero of the product's sign. */
static uint64_t ours32(unsigned op, uint64_t a, uint64_t b, uint64_t c, unsigned mode) {
  if (op == ADD) b = 0x3f800000;
  if (op == MUL) c = (a ^ b) & 0x80000000;
  return wt_fma(8, 23, a, b, c, 0, mode, 0, 0);
}
static uint64_t ours64(unsigned op, uint64_t a, uint64_t b, uint64_t c, unsigned mode) {
  if (op == ADD) b = UINT64_C(0x3ff0000000000000);
  if (op == MUL) c = (a ^ b) & UINT64_C(1) << 63;
  return wt_fma(11, 52, a, b, c, 0, mode, 0, 0);
}

static void check32(unsigned op, unsigned mode, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t want = host32(op, a, b, c), got = ours32(op, a, b, c, mode);
  if (got != want)
    ck_abort_msg("fp32 %s mode %u of %08llx %08llx %08llx: %08llx, expected %08llx", names[op], mode, (unsigned long long)a, (unsigned long long)b,
                 (unsigned long long)c, (unsigned long long)got, (unsigned long long)want);
}
static void check64(unsigned op, unsigned mode, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t want = host64(op, a, b, c), got = ours64(op, a, b, c, mode);
  if (got != want)
    ck_abort_msg("fp64 %s mode %u of %016llx %016llx %016llx: %016llx, expected %016llx", names[op], mode, (unsigned long long)a,
                 (unsigned long long)b, (unsigned long long)c, (unsigned long long)got, (unsigned long long)want);
}

/* A number whose fraction is random, empty, full, one bit, a run of ones or short, and whose exponent leans to the ends and to the middle. */
static uint64_t number(unsigned E, unsigned F) {
  uint64_t all = (UINT64_C(1) << F) - 1, f, r = rnd();
  unsigned top = (1u << E) - 1, e;
  switch (rnd() % 6) {
    case 0: f = r & all; break;
    case 1: f = 0; break;
    case 2: f = all; break;
    case 3: f = UINT64_C(1) << r % F; break;
    case 4: f = all << r % F & all; break;
    default: f = r & all >> rnd() % F; break;
  }
  switch (rnd() % 8) {
    case 0: e = 0; break;
    case 1: e = rnd() % 8 ? top - 1 : top; break;
    case 2: e = (unsigned)(top / 2 + rnd() % 5 - 2); break;
    case 3: e = (unsigned)(rnd() % 4); break;
    case 4: e = (unsigned)(top - 1 - rnd() % 4); break;
    case 5: e = (unsigned)(top / 2 + rnd() % (2 * F + 8) - F - 4); break;
    default: e = (unsigned)(rnd() % (top + 1)); break;
  }
  return (rnd() & 1) << (E + F) | (uint64_t)e << F | f;
}

static unsigned long count(void) { return getenv("LONG") ? 10000000 : 1000000; }

/* One in four triples nearly cancels: c is the rounded product with the other sign, or next to it. */
START_TEST(random_operands) {
  unsigned op = (unsigned)_i / 4, mode = (unsigned)_i % 4;
  fesetround(modes[mode]);
  for (unsigned long k = 0; k < count(); k++) {
    uint64_t a = number(8, 23), b = number(8, 23), c = number(8, 23), x = number(11, 52), y = number(11, 52), z = number(11, 52);
    if (k % 4 == 0) {
      c = op == ADD ? a ^ 0x80000000 : host32(MUL, a, b ^ 0x80000000, 0);
      z = op == ADD ? x ^ UINT64_C(1) << 63 : host64(MUL, x, y ^ UINT64_C(1) << 63, 0);
      c ^= rnd() & 3, z ^= rnd() & 3;
    }
    check32(op, mode, a, b, c);
    check64(op, mode, x, y, z);
  }
}
END_TEST

/* Corner values of a format: zeros, ends of the subnormal and normal numbers, numbers around one, powers that meet a half of an ulp. */
static unsigned corners(unsigned E, unsigned F, uint64_t *v) {
  const uint64_t all = (UINT64_C(1) << F) - 1, bias = (UINT64_C(1) << (E - 1)) - 1, top = 2 * bias + 1;
  const uint64_t e[] = {0,        1,        2,    F,        F + 1,    F + 2,        bias - F - 2, bias - F - 1,
                        bias - F, bias - 1, bias, bias + 1, bias + F, bias + F + 1, top - 1,      top};
  const uint64_t f[] = {0, 1, 2, UINT64_C(1) << (F - 1), (UINT64_C(1) << (F - 1)) + 1, all - 1, all};
  unsigned n = 0;
  for (unsigned i = 0; i < sizeof e / sizeof *e; i++)
    for (unsigned j = 0; j < sizeof f / sizeof *f; j++)
      for (uint64_t s = 0; s < 2; s++) v[n++] = s << (E + F) | e[i] << F | f[j];
  return n;
}

START_TEST(corner_operands) {
  static uint64_t v[256], w[256];
  unsigned mode = (unsigned)_i, n = corners(8, 23, v), m = corners(11, 52, w);
  ck_assert_uint_eq(n, m);
  fesetround(modes[mode]);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) {
      check32(ADD, mode, v[i], 0, v[j]), check32(MUL, mode, v[i], v[j], 0);
      check64(ADD, mode, w[i], 0, w[j]), check64(MUL, mode, w[i], w[j], 0);
      for (unsigned k = (i + j) % 5; k < n; k += 5) check32(FMA, mode, v[i], v[j], v[k]), check64(FMA, mode, w[i], w[j], w[k]);
    }
}
END_TEST

/* Rules of the format that IEEE 754 leaves open. */
static uint64_t f32(uint64_t a, uint64_t b, uint64_t c, int scale, unsigned ftz, unsigned sat) {
  return wt_fma(8, 23, a, b, c, scale, WT_FMA_RN, ftz, sat);
}
START_TEST(nan_flush_saturate_scale) {
  const uint64_t one = 0x3f800000, inf = 0x7f800000, minus = 0x80000000;
  ck_assert_uint_eq(f32(0xffc12345, one, one, 0, 0, 0), 0x7fffffff); /* one NaN, whatever came in */
  ck_assert_uint_eq(f32(inf, 0, one, 0, 0, 0), 0x7fffffff);
  ck_assert_uint_eq(f32(inf, one, inf | minus, 0, 0, 0), 0x7fffffff);
  ck_assert_uint_eq(wt_fma(11, 52, UINT64_C(0xfff0000000000001), 0, 0, 0, 0, 0, 0), UINT64_C(0x7ff8000000000000));
  ck_assert_uint_eq(f32(0x00800000, 0x3f000000, minus, 0, 1, 0), 0); /* 2^-127: flushed, with its sign */
  ck_assert_uint_eq(f32(0x80800000, 0x3f000000, minus, 0, 1, 0), minus);
  ck_assert_uint_eq(f32(0x00ffffff, 0x3f000000, 0, 0, 1, 0), 0x00800000); /* rounds up to the smallest normal number: stays */
  ck_assert_uint_eq(f32(0x40000000, one, one, 0, 0, 1), one);             /* saturation */
  ck_assert_uint_eq(f32(0xc0000000, one, one, 0, 0, 1), 0);
  ck_assert_uint_eq(f32(minus, one, minus, 0, 0, 1), 0);
  ck_assert_uint_eq(f32(inf, one, one, 0, 0, 1), one);
  ck_assert_uint_eq(f32(0x7fc00000, one, one, 0, 0, 1), 0);
  ck_assert_uint_eq(f32(0x3e800000, one, one, 0, 0, 1), one);
  ck_assert_uint_eq(f32(0x3e800000, one, 0, 0, 0, 1), 0x3e800000);
  for (int scale = -3; scale <= 3; scale++) /* the scaled product is rounded once */
    for (unsigned k = 0; k < 20000; k++) {
      uint64_t a = number(8, 23), b = number(8, 23);
      volatile double exact = (double)to_f(a) * (double)to_f(b) * ldexp(1, scale);
      volatile float r = (float)exact;
      ck_assert_uint_eq(f32(a, b, (a ^ b) & minus, scale, 0, 0), isnan(r) ? 0x7fffffff : of_f(r));
    }
}
END_TEST

/* What the registers behind mul, add and norm hold, for fp32: section Stages of the document, in integers of 128 bits. */
typedef unsigned __int128 u128;
enum { P = 24, F = 23, W = 3 * P + 6 };
#define HOLDS(have, want)                                                                                                      \
  do {                                                                                                                         \
    if ((have) != (want))                                                                                                      \
      ck_abort_msg("%s of %08llx %08llx %08llx, scale %d, mode %u", #have, (unsigned long long)v[0], (unsigned long long)v[1], \
                   (unsigned long long)v[2], scale, mode);                                                                     \
  } while (0)
static void check_stages(const uint64_t *v, int scale, unsigned mode) {
  unsigned e[3], nan = 0, inf[3], sign[3];
  uint64_t m[3];
  for (unsigned i = 0; i < 3; i++) {
    uint64_t f = v[i] % (1u << F);
    e[i] = v[i] >> F & 255, sign[i] = v[i] >> 31 & 1, m[i] = e[i] ? f + (1u << F) : f;
    inf[i] = e[i] == 255 && f == 0, nan |= e[i] == 255 && f;
    e[i] += e[i] == 0;
  }
  unsigned zero = !m[0] || !m[1], sp = sign[0] != sign[1], sub = sp != sign[2], inf_p = inf[0] || inf[1];
  nan |= (inf_p && zero) || (inf_p && inf[2] && sub);
  int ep = (int)(e[0] + e[1]) - 127 + scale, d = zero ? 0 : ep - (int)e[2] + P + 3;
  d = d < 0 ? 0 : d > W ? W : d;
  int ex = d ? ep + F + 5 : (int)e[2] + 1;
  unsigned kind = nan ? 2 : inf_p || inf[2], neg = kind == 1 && !inf_p ? sign[2] : sp;
  wt_fma_mul mul = wt_fma_stage_mul(8, F, v[0], v[1], v[2], scale);
  HOLDS(mul.prod[0], m[0] * m[1]);
  HOLDS(mul.prod[1], 0);
  HOLDS(mul.c, m[2]);
  HOLDS(mul.d, d);
  HOLDS(mul.ex, ex);
  HOLDS(mul.sub, sub);
  HOLDS(mul.neg, neg);
  HOLDS(mul.kind, kind);
  /* add: the addend's highest bit at W - 2, then d to the right */
  u128 p = (u128)(m[0] * m[1]) << 3, c = (u128)m[2] << (W - 1 - P), lost = c & (((u128)1 << d) - 1), mag;
  c = (c >> d) | (lost != 0);
  mag = !sub ? p + c : p > c ? p - c : c - p;
  if (kind == 0 && sub) neg = mag ? (p > c ? sp : sign[2]) : mode == WT_FMA_RM;
  wt_fma_sum add = wt_fma_stage_add(F, mul, mode);
  HOLDS(add.mag[0], (uint64_t)mag);
  HOLDS(add.mag[1], (uint64_t)(mag >> 64));
  HOLDS(add.ex, ex);
  HOLDS(add.neg, neg);
  HOLDS(add.kind, kind);
  int k = 0;
  while (!(mag >> (W - 1)) && k < ex - 1 && k < W) mag <<= 1, k++;
  wt_fma_norm norm = wt_fma_stage_norm(F, add);
  HOLDS(norm.sig, (uint64_t)(mag >> (W - P)));
  HOLDS(norm.low, (unsigned)(mag >> (W - P - 1) & 1) << 1 | ((mag & (((u128)1 << (W - P - 1)) - 1)) != 0));
  HOLDS(norm.e, mag >> (W - 1) ? (unsigned)(ex - k) : 0);
  HOLDS(norm.neg, neg);
  HOLDS(norm.kind, kind);
}
START_TEST(stages_hold_what_the_document_says) {
  static uint64_t v[256];
  unsigned n = corners(8, F, v);
  for (unsigned i = 0; i < 1000000; i++) {
    uint64_t x[3];
    unsigned zero_c = i % 8 == 7;
    for (unsigned k = 0; k < 3; k++) x[k] = rnd() % 2 ? v[rnd() % n] : number(8, F);
    if (i % 4 == 1)
      x[2] = (x[2] & ~(UINT64_C(255) << F)) | ((((x[0] >> F & 255) + (x[1] >> F & 255) + 129 + rnd() % 64 - 32) & 255) << F); /* near the product */
    if (zero_c) x[2] &= 0x80000000;
    check_stages(x, zero_c ? (int)(rnd() % 7) - 3 : 0, (unsigned)(rnd() % 4));
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_fpu_ieee");
  TCase *tc = tcase_create("ieee");
  tcase_set_timeout(tc, 3600);
  tcase_add_test(tc, stages_hold_what_the_document_says);
  tcase_add_loop_test(tc, random_operands, 0, 4 * OPS);
  tcase_add_loop_test(tc, corner_operands, 0, 4);
  tcase_add_test(tc, nan_flush_saturate_scale);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
