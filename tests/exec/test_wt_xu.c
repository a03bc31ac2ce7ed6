/* test_wt_xu.c - special functions and conversions: error bounds of MUFU over all significands and nvcc's sequences on top of it, on the
 * functions of the C twin; conversions against the host's IEEE operations; and the unit as a block: every lane of whole beats, order, timing,
 * lock-step. WT_XU_ALL=1: all arguments where the suite takes samples. Rule numbers: docs/blocks/exec/wt_xu.md. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/wt_xu_cvt.h"
#include "isa/wt_isa.h"
#include "oracle/wt_sem.h"
#include "tests/block_suite.h"
#include "tests/exec/xu_mufu_model.h"

static uint32_t bits(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}
static float single(uint32_t u) {
  float f;
  memcpy(&f, &u, sizeof f);
  return f;
}
static uint64_t dbits(double d) {
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  return u;
}
static double dbl(uint64_t u) {
  double d;
  memcpy(&d, &u, sizeof d);
  return d;
}
static uint64_t xu(wt_xu_ctl c, uint32_t lo, uint32_t hi) { return wt_xu_finish(&c, wt_xu_work(&c, wt_xu_prepare(&c, lo, hi))); }
static uint32_t mufu(unsigned func, uint32_t x) { return (uint32_t)xu((wt_xu_ctl){.kind = WT_XU_MUFU, .func = (uint8_t)func}, x, 0); }
static float mufuf(unsigned func, float x) { return single(mufu(func, bits(x))); }

/* Check reports the place of every assertion to its parent, which costs more than the arithmetic: these speak only when they fail. */
#define HOLDS(c, ...)                    \
  do {                                   \
    if (!(c)) ck_abort_msg(__VA_ARGS__); \
  } while (0)
#define SAME(a, b) HOLDS((a) == (b), "%s is not %s", #a, #b)

static uint64_t seed = 88172645463325252u;
static uint64_t rnd(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return seed * UINT64_C(0x2545f4914f6cdd1d);
}

static unsigned all(unsigned samples_step) { return getenv("WT_XU_ALL") ? 1 : samples_step; }

static double ulp(double v) {
  int e;
  frexp(v, &e);
  return ldexp(1, e - 24);
}

/* ---- MUFU: errors ---- */
START_TEST(rules_13_14_15_reciprocal_and_roots_within_one_ulp) {
  double rcp = 0, rsq = 0, root = 0;
  for (uint32_t m = 0; m < 1u << 24; m++) {
    double x = single(0x3f800000 + m), s = sqrt(x), want = 1 / x;
    if (m < 1u << 23) rcp = fmax(rcp, fabs(mufuf(WT_XU_RCP, (float)x) - want) / ulp(want));
    want = 1 / s;
    rsq = fmax(rsq, fabs(mufuf(WT_XU_RSQ, (float)x) - want) / ulp(want));
    root = fmax(root, fabs(mufuf(WT_XU_SQRT, (float)x) - s) / ulp(s));
  }
  HOLDS(rcp < 0.824 && rsq < 0.718 && root < 0.634, "RCP %.4f, RSQ %.4f, SQRT %.4f ulp", rcp, rsq, root);
}
END_TEST

/* The exponent moves, the significand does not: every exponent, with the ends where the result is no longer normal. */
START_TEST(rules_13_14_15_every_exponent) {
  for (uint32_t e = 1; e < 255; e++)
    for (uint32_t k = 0; k < 64; k++) {
      uint32_t m = k ? (uint32_t)rnd() & 0x7fffff : 0;
      float x = single(e << 23 | m), unit = single(127u << 23 | m), pair = single((127u + (e & 1 ? 0 : 1)) << 23 | m);
      int h = ((int)e - 127 - (e & 1 ? 0 : 1)) / 2;
      double r = ldexp(mufuf(WT_XU_RCP, unit), 127 - (int)e);
      SAME(mufu(WT_XU_RCP, bits(-x)), bits(r < 0x1p-126 ? -0.0f : (float)-r));
      SAME(mufu(WT_XU_RSQ, bits(x)), bits((float)ldexp(mufuf(WT_XU_RSQ, pair), -h)));
      SAME(mufu(WT_XU_SQRT, bits(x)), bits((float)ldexp(mufuf(WT_XU_SQRT, pair), h)));
    }
}
END_TEST

START_TEST(rule_16_logarithm) {
  double near = 0, far = 0;
  for (uint32_t x = 0x00800000; x < 0x7f800000; x += x >= 0x3e800000 && x < 0x40800000 ? all(7) : all(997)) {
    double want = log2(single(x)), e = fabs(mufuf(WT_XU_LG2, single(x)) - want);
    if (x >= 0x3f000000 && x < 0x40000000) near = fmax(near, e);
    else far = fmax(far, e / ulp(want));
  }
  HOLDS(near < exp2(-24.29) && far < 0.658, "LG2 2^%.3f, %.4f ulp", log2(near), far);
  for (int e = -126; e < 128; e++) SAME(mufuf(WT_XU_LG2, (float)ldexp(1, e)), (float)e);
}
END_TEST

START_TEST(rule_17_power_of_two) {
  double worst = 0;
  for (uint32_t x = 0x30000000; x < 0x43000000; x += all(101))
    for (int s = -1; s < 2; s += 2) {
      double a = s * (double)single(x), want = exp2(a);
      if (want < 0x1p-126) {
        SAME(mufu(WT_XU_EX2, bits((float)a)) & 0xff800000, want < 0x1.fffffep-127 ? 0 : mufu(WT_XU_EX2, bits((float)a)) & 0x00800000);
        continue;
      }
      worst = fmax(worst, fabs(mufuf(WT_XU_EX2, (float)a) - want) / ulp(want));
    }
  HOLDS(worst < 1.37, "EX2 %.4f ulp", worst);
  for (int e = -126; e < 128; e++) SAME(mufuf(WT_XU_EX2, (float)e), (float)ldexp(1, e));
  SAME(mufu(WT_XU_EX2, bits(128)), 0x7f800000);
  SAME(mufu(WT_XU_EX2, bits(-127)), 0);
}
END_TEST

START_TEST(rules_18_19_sine_and_cosine) {
  const double two_pi = 8 * atan(1);
  double sine = 0, cosine = 0, small = 0;
  for (uint32_t x = 0x2e000000; x < 0x46000000; x += all(211)) {
    double a = single(x), t = two_pi * fmod(a, 1), s = mufuf(WT_XU_SIN, (float)a), e = fabs(s - sin(t));
    if (a < 0x1p-12) small = fmax(small, e / ulp(sin(t)));
    else sine = fmax(sine, e);
    cosine = fmax(cosine, fabs(mufuf(WT_XU_COS, (float)a) - cos(t)));
    SAME(mufu(WT_XU_SIN, x | 1u << 31), mufu(WT_XU_SIN, x) ^ 1u << 31);
    SAME(mufu(WT_XU_COS, x | 1u << 31), mufu(WT_XU_COS, x));
  }
  HOLDS(sine < exp2(-22.3) && cosine < exp2(-22.3) && small < 5.7, "SIN 2^%.3f, COS 2^%.3f, small %.3f ulp", log2(sine), log2(cosine), small);
  for (unsigned k = 0; k < 40; k++) { /* quarters of turns are exact */
    static const float s[4] = {0, 1, 0, -1};
    SAME(mufuf(WT_XU_SIN, (float)k / 4), s[k % 4]);
    SAME(mufuf(WT_XU_COS, (float)k / 4), s[(k + 1) % 4]);
  }
}
END_TEST

START_TEST(rule_20_hyperbolic_tangent) {
  double worst = 0;
  for (uint32_t x = 1; x<0x7f800000; x += x> 0x38000000 && x < 0x42000000 ? all(53) : 10007) {
    double a = single(x), r = mufuf(WT_XU_TANH, (float)a);
    worst = fmax(worst, fabs(r - tanh(a)) / tanh(a));
    SAME(mufu(WT_XU_TANH, x | 1u << 31), bits((float)-r));
  }
  HOLDS(worst < exp2(-11.5), "TANH 2^%.3f", log2(worst));
}
END_TEST

START_TEST(table_of_special_values) {
  enum { ZERO = 0, INF = 0x7f800000, QNAN = 0x7fffffff, ONE = 0x3f800000, MZERO = (int)0x80000000, MINF = (int)0xff800000, MONE = (int)0xbf800000 };
  static const struct {
    unsigned func;
    uint32_t nan, zero, mzero, minf, inf, neg; /* neg: of -2 */
  } t[] = {
    {WT_XU_RCP, QNAN, INF, (uint32_t)MINF, (uint32_t)MZERO, ZERO, 0xbf000000},
    {WT_XU_RSQ, QNAN, INF, (uint32_t)MINF, QNAN, ZERO, QNAN},
    {WT_XU_SQRT, QNAN, ZERO, (uint32_t)MZERO, QNAN, INF, QNAN},
    {WT_XU_LG2, QNAN, (uint32_t)MINF, (uint32_t)MINF, QNAN, INF, QNAN},
    {WT_XU_EX2, QNAN, ONE, ONE, ZERO, INF, 0x3e800000},
    {WT_XU_SIN, QNAN, ZERO, (uint32_t)MZERO, QNAN, QNAN, (uint32_t)MZERO},
    {WT_XU_COS, QNAN, ONE, ONE, QNAN, QNAN, ONE},
  };
  static const uint32_t nans[] = {0x7f800001, 0x7fc00000, 0x7fffffff, 0xff800001, 0xffc00000, 0xffffffff};
  for (unsigned i = 0; i < sizeof t / sizeof t[0]; i++) {
    for (unsigned k = 0; k < 6; k++) SAME(mufu(t[i].func, nans[k]), t[i].nan);
    for (uint32_t d = 0; d < 0x800000; d = d * 2 + 1) { /* zeros, and what counts as one */
      SAME(mufu(t[i].func, d), t[i].zero);
      SAME(mufu(t[i].func, d | 1u << 31), t[i].mzero);
    }
    SAME(mufu(t[i].func, (uint32_t)MINF), t[i].minf);
    SAME(mufu(t[i].func, INF), t[i].inf);
    SAME(mufu(t[i].func, 0xc0000000), t[i].neg);
  }
  SAME(mufu(WT_XU_TANH, 0xffc00001), QNAN);
  SAME(mufu(WT_XU_TANH, 0x80000123), 0x80000123);
  SAME(mufu(WT_XU_TANH, (uint32_t)MINF), (uint32_t)MONE);
  /* upper words of doubles */
  static const uint32_t words[][3] = {{0x7ff00000, 0, 0},
                                      {0xfff00000, 0x80000000, QNAN},
                                      {0x7ff80000, QNAN, QNAN},
                                      {0xfff00001, QNAN, QNAN},
                                      {0, 0x7ff00000, 0x7ff00000},
                                      {0x800fffff, 0xfff00000, 0xfff00000},
                                      {0x40000000, 0x3fe00000, 0x3fe6a09e},
                                      {0x7fe00000, 0, 0x1ff6a09e},
                                      {0x00100000, 0x7fd00000, 0x5fe00000},
                                      {0xbff00000, 0xbff00000, QNAN},
                                      {0x7fd00000, 0x00100000, 0x20000000}};
  for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
    SAME(mufu(WT_XU_RCP64H, words[i][0]), words[i][1]);
    SAME(mufu(WT_XU_RSQ64H, words[i][0]), words[i][2]);
  }
}
END_TEST

/* ---- nvcc's sequences; fma is exact with one rounding, as FFMA and DFMA ---- */
START_TEST(sequences_of_singles_are_correctly_rounded) {
  for (uint32_t m = 0; m < 1u << 23; m++) {
    float b = single(0x3f800000 | m), r = mufuf(WT_XU_RCP, b), r1 = fmaf(r, fmaf(-b, r, 1), r);
    HOLDS(r1 == 1 / b, "1 / %a", (double)b);
    float a = single(0x3f800000 | ((uint32_t)rnd() & 0x7fffff)), q = a * r1;
    HOLDS(fmaf(r1, fmaf(-b, q, a), q) == a / b, "%a / %a", (double)a, (double)b);
  }
  for (uint32_t m = 0; m < 1u << 24; m++) {
    float x = single(0x3f800000 + m), r = mufuf(WT_XU_RSQ, x), s = x * r;
    HOLDS(fmaf(fmaf(-s, s, x), r * 0.5f, s) == sqrtf(x), "sqrt %a", (double)x);
  }
  SAME(mufu(WT_XU_RSQ, 0xffc00000), 0x7fffffff);
}
END_TEST

static double hi_lo(uint32_t hi, uint32_t lo) { return dbl((uint64_t)hi << 32 | lo); }

START_TEST(sequences_of_doubles_are_correctly_rounded) {
  double rcp = 0, rsq = 0;
  for (uint32_t m = 0; m < 1u << 21; m++) {
    double x = hi_lo(0x3ff00000 + m, 0);
    rcp = fmax(rcp, fabs(hi_lo(mufu(WT_XU_RCP64H, 0x3ff00000 + m), 0) * x - 1));
    rsq = fmax(rsq, fabs(hi_lo(mufu(WT_XU_RSQ64H, 0x3ff00000 + m), 0) * sqrt(x) - 1));
  }
  HOLDS(rcp < exp2(-20.9) && rsq < exp2(-20.9), "RCP64H 2^%.3f, RSQ64H 2^%.3f", log2(rcp), log2(rsq));
  for (unsigned i = 0; i < 16000000 / all(16); i++) {
    double b = dbl((UINT64_C(0x3ff) << 52) | (rnd() >> 12)), a = dbl((UINT64_C(0x3ff) << 52) | (rnd() >> 12));
    if (i % 4 == 0) b = dbl((UINT64_C(0x400) << 52) - 1 - (rnd() & 0xff));
    double r = hi_lo(mufu(WT_XU_RCP64H, (uint32_t)(dbits(b) >> 32)), 1), e = fma(-b, r, 1);
    r = fma(r, fma(e, e, e), r);
    r = fma(r, fma(-b, r, 1), r);
    double q = a * r;
    HOLDS(fma(r, fma(-b, q, a), q) == a / b, "%a / %a", a, b);
    double x = i % 2 ? a : 2 * b;
    uint32_t hi = (uint32_t)(dbits(x) >> 32);
    double y = hi_lo(mufu(WT_XU_RSQ64H, hi), hi - 0x3500000);
    e = fma(x, -(y * y), 1);
    y = fma(fma(e, 0.375, 0.5), y * e, y);
    double s = x * y;
    HOLDS(fma(fma(s, -s, x), y * 0.5, s) == sqrt(x), "sqrt %a", x);
  }
}
END_TEST

/* The quotient that nvcc's two corrections start from: I2F.RP, MUFU.RCP, exponent + 32 and 2 ulp less, F2I.TRUNC, one step of Newton. */
static uint32_t divide(uint32_t n, uint32_t d) {
  uint32_t f = (uint32_t)xu((wt_xu_ctl){.kind = WT_XU_I2F, .st = 2, .dt = 2, .rnd = 2}, d, 0), r = mufu(WT_XU_RCP, f) + 0x0ffffffe;
  uint32_t x = (uint32_t)xu((wt_xu_ctl){.kind = WT_XU_F2I, .st = 2, .dt = 2, .rnd = 3, .ftz = 1, .ntz = 1}, r, 0);
  x += (uint32_t)((uint64_t)x * (uint32_t)((0 - d) * x) >> 32);
  uint32_t q = (uint32_t)((uint64_t)x * n >> 32), rest = n - q * d;
  if (rest >= d) rest -= d, q++;
  if (rest >= d) rest -= d, q++;
  return q;
}

START_TEST(sequence_of_integer_division) {
  for (uint32_t d = 1; d < 1u << 24; d += all(97)) {
    SAME(divide(UINT32_MAX, d), UINT32_MAX / d);
    SAME(divide(UINT32_MAX / d * d - 1, d), (UINT32_MAX / d * d - 1) / d);
  }
  for (unsigned i = 0; i < 2000000; i++) {
    uint32_t d = (uint32_t)(rnd() >> 32) >> rnd() % 32, n = (uint32_t)(rnd() >> 32);
    if (d == 0) continue;
    if (i % 3 == 1) n = n / d * d;
    if (i % 3 == 2) n = n / d * d - 1;
    HOLDS(divide(n, d) == n / d, "%u / %u", n, d);
  }
}
END_TEST

/* ---- conversions: C twin against the host's operations as the oracle uses them ---- */
static uint32_t word(void) {
  static const uint32_t border[] = {0,          0x3f800000, 0x7f800000, 0x7fc00000, 0x7f800001, 0x00800000, 0x007fffff, 0x4f000000, 0x4f800000,
                                    0x5f000000, 0x5f800000, 0x7f7fffff, 0x7ff00000, 0x7ff80000, 0x43e00000, 0x41dfffff, 0x41e00000, 0x00100000,
                                    0x000fffff, 0x7fefffff, 0x3fe00000, 0x7c007bff, 0x04000001, 0x47ffefff, 0x33000000, 0x36a00000, 0x380fffff};
  uint64_t r = rnd();
  uint32_t any = (uint32_t)(r >> 8), b = border[(r >> 40) % (sizeof border / sizeof border[0])] ^ (uint32_t)(r >> 62 & 1) << 31;
  switch (r & 7) {
    case 0: return b;
    case 1: return b + (uint32_t)(r >> 4 & 7) - 3;
    case 2: return any & 0xff;
    case 3: return (uint32_t)(96 + (r >> 40 & 63)) << 23 | (any & 0x807fffff);
    case 4: return (uint32_t)(960 + (r >> 40 & 127)) << 20 | (any & 0x800fffff);
    case 5: return any & ~((1u << (r >> 50 & 31)) - 1);
    default: return any;
  }
}

static wt_xu_ctl control(const wt_sem_insn *i) {
  wt_word w = i->w;
  unsigned op = i->op, form1 = wt_isa_form(w) == 1;
  unsigned kind = op == WT_I_MUFU                       ? WT_XU_MUFU
                  : op == WT_I_I2F || op == WT_I_I2F_64 ? WT_XU_I2F
                  : op == WT_I_F2I || op == WT_I_F2I_64 ? WT_XU_F2I
                  : op == WT_I_F2F || op == WT_I_F2F_64 ? WT_XU_F2F
                                                        : WT_XU_FRND;
  return (wt_xu_ctl){.kind = (uint8_t)kind,
                     .func = (uint8_t)wt_bits(w, 77, 74),
                     .st = (uint8_t)(op == WT_I_MUFU ? wt_bit(w, 73) : wt_bits(w, 85, 84)),
                     .dt = (uint8_t)(op == WT_I_MUFU ? wt_bit(w, 73) : wt_bits(w, 76, 75)),
                     .rnd = (uint8_t)wt_bits(w, 79, 78),
                     .sgn = (uint8_t)wt_bit(w, kind == WT_XU_F2I ? 72 : 74),
                     .ftz = (uint8_t)wt_bit(w, 80),
                     .ntz = (uint8_t)wt_bit(w, 77),
                     .sel = (uint8_t)(form1 ? wt_bits(w, 61, 60) : 0),
                     .neg = (uint8_t)wt_bit(w, 63),
                     .abs = (uint8_t)wt_bit(w, 62)};
}

static uint64_t by_oracle(const wt_sem_insn *i, uint32_t lo, uint32_t hi) {
  wt_sem_in in = {.a = &lo, .b = &lo, .c = &lo, .c_hi = &lo, .b_hi = &hi, .n = 1};
  wt_sem_out out;
  memset(&out, 0, sizeof out);
  wt_sem_alu(i, &in, &out);
  return i->nrd == 2 ? (uint64_t)out.d_hi[0] << 32 | out.d[0] : out.d[0];
}

/* ---- what goes from stage to stage: rules 6 to 9, by the host's numbers and integers of 128 bits ---- */
typedef unsigned __int128 u128;

static wt_xu_num of_number(double v, int lowest, int places,
                           uint64_t nan_bits) { /* lowest: exponent of the smallest normal number; places behind the point */
  int e;
  wt_xu_num n = {.sign = (uint8_t) !!signbit(v)};
  if (isnan(v)) return n.cls = WT_XU_NAN, n.sig = nan_bits, n;
  if (isinf(v)) return n.cls = WT_XU_INF, n;
  frexp(v, &e);
  n.exp = (int16_t)((v == 0 || e - 1 < lowest ? lowest : e - 1) - places); /* weight of the last place */
  n.sig = (uint64_t)ldexp(fabs(v), -n.exp);
  return n;
}
static wt_xu_num after_a(wt_xu_ctl c, uint32_t lo, uint32_t hi) {
  uint64_t both = (uint64_t)hi << 32 | lo;
  if (c.kind == WT_XU_I2F) { /* 7 */
    static const unsigned bits_of[] = {8, 16, 32, 64};
    unsigned n = bits_of[c.st], at = n == 8 ? c.sel * 8 : n == 16 ? c.sel % 2 * 16 : 0;
    __int128 v = n == 64 ? both : lo >> at & ((UINT64_C(1) << n) - 1);
    if (c.sgn && v >> (n - 1)) v -= (__int128)1 << n;
    return (wt_xu_num){.sign = v < 0, .sig = (uint64_t)(v < 0 ? -v : v)};
  }
  wt_xu_num n; /* 8 */
  if (c.st == 1) {
    unsigned h = lo >> (c.sel & 1 ? 16 : 0) & 0xffff, e = h >> 10 & 31, m = h & 0x3ff;
    double v = e == 31 ? (m ? NAN : INFINITY) : ldexp(e ? 1024 + m : m, (e ? (int)e : 1) - 25);
    n = of_number(v, -14, 10, (uint64_t)m << 42), n.sign = (uint8_t)(h >> 15);
  } else if (c.st == 3) {
    n = of_number(dbl(both), -1022, 52, both & ((UINT64_C(1) << 52) - 1));
  } else {
    n = of_number(single(lo), -126, 23, (uint64_t)(lo & 0x7fffff) << 29);
    if (c.ftz && fpclassify(single(lo)) == FP_SUBNORMAL) n.sig = 0;
  }
  n.sign = (uint8_t)((n.sign && !c.abs) != c.neg);
  return n;
}
static wt_xu_num after_b(wt_xu_ctl c, wt_xu_num a) { /* 9 */
  if (a.cls != WT_XU_NUM || (c.kind != WT_XU_F2I && c.kind != WT_XU_FRND)) return a;
  if (a.exp < 0) {
    unsigned down = -a.exp < 100 ? (unsigned)-a.exp : 100; /* beyond: nothing but a rest */
    u128 v = a.sig, part = v & (((u128)1 << down) - 1), half = (u128)1 << (down - 1);
    v >>= down;
    int away = c.rnd == 0 ? part > half || (part == half && v % 2) : part && ((c.rnd == 1 && a.sign) || (c.rnd == 2 && !a.sign));
    return (wt_xu_num){.sign = a.sign, .sig = (uint64_t)v + (unsigned)away};
  }
  if (c.kind == WT_XU_FRND || !a.sig) return a;
  u128 v = a.exp > 63 ? (u128)1 << 64 : (u128)a.sig << a.exp;
  return v >> 64 ? (wt_xu_num){.cls = WT_XU_INF, .sign = a.sign} : (wt_xu_num){.sign = a.sign, .sig = (uint64_t)v};
}
static int same_number(wt_xu_num x, wt_xu_num y) { return x.cls == y.cls && x.sign == y.sign && x.exp == y.exp && x.sig == y.sig; }
static void check_stages(wt_xu_ctl c, uint32_t lo, uint32_t hi) {
  wt_xu_num a = wt_xu_prepare(&c, lo, hi), b = wt_xu_work(&c, a), want_a = after_a(c, lo, hi), want_b = after_b(c, a);
  HOLDS(same_number(a, want_a), "A kind %u st %u sgn %u sel %u of %08x %08x: class %u sign %u exp %d sig %llx, by the rules %u %u %d %llx", c.kind,
        c.st, c.sgn, c.sel, hi, lo, a.cls, a.sign, a.exp, (unsigned long long)a.sig, want_a.cls, want_a.sign, want_a.exp,
        (unsigned long long)want_a.sig);
  HOLDS(same_number(b, want_b), "B kind %u rnd %u sign %u exp %d sig %llx: class %u exp %d sig %llx, by the rules %u %d %llx", c.kind, c.rnd, a.sign,
        a.exp, (unsigned long long)a.sig, b.cls, b.exp, (unsigned long long)b.sig, want_b.cls, want_b.exp, (unsigned long long)want_b.sig);
}

static void check_mufu(unsigned func, uint32_t x) {
  const wt_xu_ctl c = {.kind = WT_XU_MUFU, .func = (uint8_t)func};
  int is_double = func == WT_XU_RCP64H || func == WT_XU_RSQ64H;
  wt_xu_num a = wt_xu_prepare(&c, x, 0), want_a = mufu_after_a(func, is_double ? dbl((uint64_t)x << 32) : single(x), is_double);
  wt_xu_num b = wt_xu_work(&c, a), want_b = mufu_after_b(func, a);
  HOLDS(same_number(a, want_a), "A MUFU %u of %08x: class %u sign %u exp %d sig %llx, by the rules %u %u %d %llx", func, x, a.cls, a.sign, a.exp,
        (unsigned long long)a.sig, want_a.cls, want_a.sign, want_a.exp, (unsigned long long)want_a.sig);
  HOLDS(same_number(b, want_b), "B MUFU %u of %08x: class %u sign %u exp %d sig %llx, by the rules %u %u %d %llx", func, x, b.cls, b.sign, b.exp,
        (unsigned long long)b.sig, want_b.cls, want_b.sign, want_b.exp, (unsigned long long)want_b.sig);
}

/* Every exponent, both signs; significands at the ends and random ones. */
START_TEST(rules_12_to_20_numbers_behind_a_and_b) {
  static const uint32_t ends[] = {0, 1, 2, 3, 0x3fffff, 0x400000, 0x400001, 0x7ffffe, 0x7fffff, 0xfffff, 0x80000, 0x7ffff};
  for (unsigned func = 0; func < 16; func++)
    for (uint32_t top = 0; top < 512; top++)
      for (unsigned k = 0; k < 32; k++) check_mufu(func, top << 23 | (k < 12 ? ends[k] : (uint32_t)rnd() & 0x7fffff));
}
END_TEST

/* A random legal instruction of the rows of this unit: form 1, R4 of R2. */
static void instruction(wt_sem_insn *i) {
  static const struct {
    uint8_t op;
    uint64_t fields; /* of bits 90:72 */
  } rows[] = {{WT_I_MUFU, 0x3e},  {WT_I_I2F, 0x30dc},    {WT_I_I2F_64, 0x30dc}, {WT_I_F2I, 0x31f9},    {WT_I_F2I_64, 0x31f9},
              {WT_I_F2F, 0x31d8}, {WT_I_F2F_64, 0x31d8}, {WT_I_FRND, 0x31d8},   {WT_I_FRND_64, 0x31d8}};
  for (;;) {
    unsigned k = (unsigned)(rnd() % (sizeof rows / sizeof rows[0]));
    uint64_t hi = (rnd() & rows[k].fields) << 8, lo = wt_isa_rows[rows[k].op].code | 0x7200 | 4u << 16 | UINT64_C(2) << 32 | (rnd() & 15) << 60;
    if (rows[k].op == WT_I_FRND || rows[k].op == WT_I_FRND_64) hi = (hi & ~(UINT64_C(3) << 11)) | (hi >> 20 & 3) << 11;
    if (wt_sem_decode((wt_word){lo, hi}, i) == WT_OK) return;
  }
}

START_TEST(rules_7_to_11_conversions_equal_the_hosts) {
  for (unsigned n = 0; n < 64000000 / all(200); n++) {
    wt_sem_insn i;
    instruction(&i);
    wt_xu_ctl c = control(&i);
    for (unsigned k = 0; k < 8; k++) {
      uint32_t lo = word(), hi = word();
      uint64_t got = xu(c, lo, hi), want = by_oracle(&i, lo, hi);
      if (c.kind != WT_XU_MUFU) check_stages(c, lo, hi);
      else check_mufu(c.func, lo);
      HOLDS(got == want, "%s func %u st %u dt %u rnd %u sgn %u ftz %u ntz %u sel %u neg %u abs %u of %08x %08x: %llx, host %llx",
            wt_isa_rows[i.id].id, c.func, c.st, c.dt, c.rnd, c.sgn, c.ftz, c.ntz, c.sel, c.neg, c.abs, hi, lo, (unsigned long long)got,
            (unsigned long long)want);
    }
  }
}
END_TEST

/* Known results, counted by hand. */
START_TEST(rules_7_to_11_worked_examples) {
  static const struct {
    wt_xu_ctl c;
    uint32_t lo, hi;
    uint64_t want;
  } t[] = {
    {{.kind = WT_XU_I2F, .st = 2, .dt = 2}, 16777217, 0, 0x4b800000}, /* 2^24 + 1: a half, to even */
    {{.kind = WT_XU_I2F, .st = 2, .dt = 2, .rnd = 2}, 16777217, 0, 0x4b800001},
    {{.kind = WT_XU_I2F, .st = 2, .dt = 2, .sgn = 1, .rnd = 1}, 0u - 16777217, 0, 0xcb800001},
    {{.kind = WT_XU_I2F, .st = 2, .dt = 2, .sgn = 1}, 0x80000000, 0, 0xcf000000},
    {{.kind = WT_XU_I2F, .st = 0, .dt = 2, .sgn = 1, .sel = 2}, 0x12ff3456, 0, 0xbf800000}, /* byte 2 */
    {{.kind = WT_XU_I2F, .st = 1, .dt = 2, .sel = 1}, 0x00031234, 0, 0x40400000},
    {{.kind = WT_XU_I2F, .st = 2, .dt = 1}, 65520, 0, 0x7c00}, /* a half above the largest 16-bit number overflows */
    {{.kind = WT_XU_I2F, .st = 2, .dt = 1, .rnd = 3}, 65520, 0, 0x7bff},
    {{.kind = WT_XU_I2F, .st = 3, .dt = 3}, 0xffffffff, 0xffffffff, UINT64_C(0x43f0000000000000)},
    {{.kind = WT_XU_I2F, .st = 3, .dt = 3, .rnd = 3}, 0xffffffff, 0xffffffff, UINT64_C(0x43efffffffffffff)},
    {{.kind = WT_XU_F2I, .st = 2, .dt = 2, .sgn = 1}, 0x40200000, 0, 2}, /* 2.5 */
    {{.kind = WT_XU_F2I, .st = 2, .dt = 2, .sgn = 1, .rnd = 2}, 0x40200000, 0, 3},
    {{.kind = WT_XU_F2I, .st = 2, .dt = 2, .sgn = 1, .rnd = 1}, 0xbf000000, 0, 0xffffffff}, /* -0.5 down */
    {{.kind = WT_XU_F2I, .st = 2, .dt = 2, .sgn = 1}, 0x4f000000, 0, 0x7fffffff},
    {{.kind = WT_XU_F2I, .st = 2, .dt = 2}, 0xbf800000, 0, 0},
    {{.kind = WT_XU_F2I, .st = 2, .dt = 2, .sgn = 1, .ntz = 1}, 0x7fc00000, 0, 0},
    {{.kind = WT_XU_F2I, .st = 2, .dt = 2}, 0x7fc00000, 0, 0x80000000}, /* NAN: the top bit alone, signed or not */
    {{.kind = WT_XU_F2I, .st = 2, .dt = 2, .sgn = 1}, 0x7fc00000, 0, 0x80000000},
    {{.kind = WT_XU_F2I, .st = 3, .dt = 3, .sgn = 1}, 0, 0x7ff80000, UINT64_C(0x8000000000000000)},
    {{.kind = WT_XU_F2I, .st = 2, .dt = 1, .sgn = 1}, 0x7fc00000, 0, 0xffff8000}, /* extended by its sign */
    {{.kind = WT_XU_F2I, .st = 2, .dt = 1}, 0x7fc00000, 0, 0x8000},
    {{.kind = WT_XU_F2I, .st = 3, .dt = 3, .sgn = 1}, 0, 0xfff00000, UINT64_C(0x8000000000000000)},
    {{.kind = WT_XU_F2I, .st = 2, .dt = 0, .sgn = 1}, 0xc3000000, 0, 0xffffff80}, /* -128 */
    {{.kind = WT_XU_F2I, .st = 2, .dt = 0}, 0x43960000, 0, 255},
    {{.kind = WT_XU_F2I, .st = 2, .dt = 2, .rnd = 2, .ftz = 1}, 1, 0, 0},
    {{.kind = WT_XU_F2I, .st = 2, .dt = 2, .rnd = 2}, 1, 0, 1},
    {{.kind = WT_XU_F2F, .st = 3, .dt = 2}, 1, 0x36a00000, 1}, /* 2^-149 */
    {{.kind = WT_XU_F2F, .st = 3, .dt = 2}, 0, 0x36900000, 0}, /* half of it: to even */
    {{.kind = WT_XU_F2F, .st = 3, .dt = 2}, 1, 0x36900000, 1},
    {{.kind = WT_XU_F2F, .st = 3, .dt = 2, .ftz = 1}, 1, 0x36a00000, 0},
    {{.kind = WT_XU_F2F, .st = 3, .dt = 2, .rnd = 3}, 0xffffffff, 0x7fefffff, 0x7f7fffff},
    {{.kind = WT_XU_F2F, .st = 3, .dt = 2}, 0, 0xfff00001, 0x7fffffff},
    {{.kind = WT_XU_F2F, .st = 2, .dt = 3}, 0xff800001, 0, UINT64_C(0xfff8000020000000)},
    {{.kind = WT_XU_F2F, .st = 2, .dt = 3}, 1, 0, UINT64_C(0x36a0000000000000)},
    {{.kind = WT_XU_F2F, .st = 2, .dt = 1}, 0x477ff000, 0, 0x7c00}, /* 65520 and more: INF, or the largest number where the mode leads there */
    {{.kind = WT_XU_F2F, .st = 2, .dt = 1, .rnd = 3}, 0x47800000, 0, 0x7bff},
    {{.kind = WT_XU_F2F, .st = 2, .dt = 1, .rnd = 1}, 0x47800000, 0, 0x7bff},
    {{.kind = WT_XU_F2F, .st = 2, .dt = 1, .rnd = 1}, 0xc7800000, 0, 0xfc00},
    {{.kind = WT_XU_F2F, .st = 2, .dt = 1, .rnd = 2}, 0x47800000, 0, 0x7c00},
    {{.kind = WT_XU_F2F, .st = 2, .dt = 1, .rnd = 2}, 0xff7fffff, 0, 0xfbff},
    {{.kind = WT_XU_F2F, .st = 3, .dt = 2, .rnd = 1}, 0xffffffff, 0xffefffff, 0xff800000},
    {{.kind = WT_XU_F2F, .st = 2, .dt = 1}, 0x33000001, 0, 1}, /* just above half of 2^-24 */
    {{.kind = WT_XU_F2F, .st = 1, .dt = 2, .sel = 1, .neg = 1}, 0x3c000000, 0, 0xbf800000},
    {{.kind = WT_XU_FRND, .st = 2, .dt = 2}, 0xbf000000, 0, 0x80000000}, /* -0.5: -0 */
    {{.kind = WT_XU_FRND, .st = 2, .dt = 2, .rnd = 3}, 0x4b7fffff, 0, 0x4b7fffff},
    {{.kind = WT_XU_FRND, .st = 3, .dt = 3, .rnd = 2, .abs = 1}, 1, 0xbff00000, UINT64_C(0x4000000000000000)},
    {{.kind = WT_XU_FRND, .st = 1, .dt = 1, .rnd = 1}, 0xb800, 0, 0xbc00},
  };
  for (unsigned i = 0; i < sizeof t / sizeof t[0]; i++) {
    uint64_t got = xu(t[i].c, t[i].lo, t[i].hi);
    ck_assert_msg(got == t[i].want, "example %u: %llx, not %llx", i, (unsigned long long)got, (unsigned long long)t[i].want);
  }
}
END_TEST

/* The module that is made from the rows holds the rows. */
START_TEST(rule_12_the_module_has_the_rows) {
  static const int32_t rows[][3] = {
#define MUFU_ROW(c0, c1, c2) {c0, c1, c2},
#include "spec/mufu.def"
  };
  enum { ROWS = sizeof rows / sizeof rows[0] };
  FILE *f = fopen(WT_ROOT "/rtl/exec/wt_xu_rom.sv", "r");
  char line[400];
  unsigned n = 0;
  ck_assert_ptr_nonnull(f);
  while (fgets(line, sizeof line, f))
    for (char *s = strstr(line, "10'd"); s; s = strstr(s + 1, "10'd")) {
      unsigned r, c0, c1, c2;
      ck_assert_int_eq(sscanf(s, "10'd%u: c = {28'h%x, 22'h%x, 15'h%x}", &r, &c0, &c1, &c2), 4);
      ck_assert_uint_eq(r, n);
      ck_assert_uint_lt(n, ROWS);
      ck_assert(c0 == (uint32_t)rows[n][0] && c1 == ((uint32_t)rows[n][1] & 0x3fffff) && c2 == ((uint32_t)rows[n][2] & 0x7fff));
      ck_assert(rows[n][0] >= 0 && abs(rows[n][1]) < 1 << 21 && abs(rows[n][2]) < 1 << 14);
      n++;
    }
  fclose(f);
  ck_assert_uint_eq(n, ROWS);
}
END_TEST

/* ---- the block ---- */
typedef struct {
  uint8_t warp, beat, last, dst, ndst;
  uint32_t mask;
  uint64_t res[MAX_LANES];
  uint64_t taken; /* cycle */
} beat;

/* What the unit owes for the beat that is dispatched. */
static void expect(beat *e, const wt_bench *b, const wt_disp_out *d) {
  unsigned n = b->shape.LANES, id = (unsigned)uop_get_op(d->uop);
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  unsigned form = wt_isa_form(w);
  wt_sem_insn i = {.w = w, .id = (uint8_t)id, .op = (uint8_t)id};
  wt_xu_ctl c = control(&i);
  if (form == 4 || c.kind == WT_XU_I2F) c.neg = c.abs = 0;
  *e = (beat){
    .warp = d->warp, .beat = d->beat, .last = d->last, .dst = (uint8_t)uop_get_dst(d->uop), .ndst = (uint8_t)uop_get_ndst(d->uop), .mask = d->mask};
  for (unsigned l = 0; l < n; l++) {
    uint32_t lo = form == 1 ? d->data[n + l] : (uint32_t)d->bc, hi = form == 1 ? d->data[2 * n + l] : (uint32_t)(d->bc >> 32);
    if (form == 4 && c.st == 3 && c.kind >= WT_XU_F2I) hi = lo, lo = 0;
    e->res[l] = d->mask >> l & 1 ? xu(c, lo, hi) : 0;
  }
}

static void check_offer(const wt_bench *b, const beat *e, unsigned upper) {
  const wt_xu_out *o = &b->m->subcore->xu.o;
  unsigned last = e->last && (e->ndst != 2 || upper);
  ck_assert(o->wb_warp == e->warp && o->wb_beat == e->beat && o->wb_mask == e->mask);
  ck_assert_uint_eq(o->wb_regv, e->ndst != 0);
  ck_assert_uint_eq(o->wb_reg, (e->dst + upper) & 0xff);
  ck_assert_uint_eq(o->wb_last, last);
  ck_assert_uint_eq(o->wb_dst, last ? e->dst : 0);
  ck_assert_uint_eq(o->wb_ndst, last ? e->ndst : 0);
  ck_assert_uint_eq(o->wb_pwv | o->wb_p | o->wb_pbits, 0);
  for (unsigned l = 0; l < b->shape.LANES; l++) ck_assert_uint_eq(o->wb_data[l], (uint32_t)(e->res[l] >> (upper ? 32 : 0)));
}

/* Rules 1 to 5 under random stimulus: results come in order, complete, not before their time. */
static void random_run(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = suite_open("xu", preset, set, 31);
  enum { Q = 8 };
  static beat queue[Q];
  unsigned head = 0, n = 0, upper = 0, done = 0, fast = 0, groups = b->shape.LANES / b->shape.XU_N;
  for (unsigned i = 0; i < cycles; i++) {
    const wt_disp_out *d = &b->m->subcore->disp.o;
    const wt_xu_out *o = &b->m->subcore->xu.o;
    b->fns->stim(b->m, &b->rng, b->cycle);
    int take = d->valid && uop_get_unit(d->uop) == WT_U_XU, ack = b->m->subcore->wb.o.ack[WT_U_XU];
    if (o->wb_valid) {
      ck_assert_uint_gt(n, 0);
      check_offer(b, &queue[head], upper);
      ck_assert_uint_ge(i - queue[head].taken, groups + 3);
      fast += !upper && i - queue[head].taken == groups + 3;
    }
    if (ack) {
      if (queue[head].ndst == 2 && !upper) upper = 1;
      else upper = 0, head = (head + 1) % Q, n--, done++;
    }
    if (take) {
      ck_assert_uint_lt(n, Q);
      expect(&queue[(head + n) % Q], b, d);
      queue[(head + n++) % Q].taken = i;
    }
    SUITE_CYCLE(b);
    const wt_xu_state *q = &b->m->subcore->xu.q; /* 4 */
    for (unsigned l = 0; q->a_v && l < b->shape.XU_N; l++)
      if (!(q->a_mask >> (q->a_at * b->shape.XU_N + l) & 1)) ck_assert(!q->a_cls[l] && !q->a_sign[l] && !q->a_exp[l] && !q->a_sig[l]);
  }
  ck_assert_uint_gt(done, cycles / (3 * groups + 12));
  ck_assert_uint_gt(fast, 10);
  wt_bench_close(b);
}

static const char *const wide[] = {"LANES=32", "XU_LANES=32", NULL}, *const one[] = {"XU_LANES=1", NULL},
                         *const odd[] = {"WARPS=3", "WARP_SIZE=64", "XU_LANES=8", NULL};
START_TEST(tiny) { random_run("tiny", NULL, 20000); }
END_TEST
START_TEST(small) { random_run("small", NULL, 20000); }
END_TEST
START_TEST(preset_default) { random_run("default", NULL, 20000); }
END_TEST
START_TEST(all_lanes_at_once) { random_run("default", wide, 6000); }
END_TEST
START_TEST(one_lane) { random_run("tiny", one, 20000); }
END_TEST
START_TEST(more_lanes_than_a_beat) { random_run("small", odd, 10000); }
END_TEST

/* Beats without a gap: first results after LANES / XU_N + 3 cycles; then one every LANES / XU_N cycles, of 64 bits one more for the upper words. */
static void full_rate(unsigned ndst) {
  wt_bench *b = suite_open("xu", "small", NULL, 1);
  wt_disp_out *d = &b->m->subcore->disp.o;
  const wt_xu_out *o = &b->m->subcore->xu.o;
  unsigned groups = b->shape.LANES / b->shape.XU_N, taken = 0, offers = 0, first = 0;
  ck_assert_uint_eq(groups, 4);
  for (unsigned i = 0; i < 400; i++) {
    memset(d, 0, sizeof *d);
    b->m->subcore->wb.o.ack[WT_U_XU] = o->wb_valid;
    if (ndst == 1) ck_assert_uint_eq(o->ready, i % groups == 0);
    d->valid = o->ready;
    if (d->valid) {
      uop_put_unit(d->uop, WT_U_XU);
      uop_put_op(d->uop, WT_I_F2F_64);
      uop_put_lo(d->uop, 0x310);
      uop_put_hi(d->uop, UINT64_C(0x301800));
      uop_put_dst(d->uop, 6);
      uop_put_ndst(d->uop, ndst);
      d->mask = 0xff, taken++;
    }
    if (o->wb_valid) ck_assert_uint_eq(o->wb_reg, 6 + offers % ndst);
    if (o->wb_valid && !first) first = i;
    offers += o->wb_valid;
    SUITE_CYCLE(b);
  }
  ck_assert_uint_eq(first, groups + 3);
  ck_assert_uint_ge(offers / ndst, (400 - first) / (groups + ndst - 1));
  ck_assert_uint_le(taken - offers / ndst, 3);
  wt_bench_close(b);
}
START_TEST(rule_3_full_rate) {
  full_rate(1);
  full_rate(2);
}
END_TEST

/* While a result waits, the groups of the next beat go on until one is behind B: its results follow the acknowledgement group by group. */
START_TEST(rule_3_groups_go_on_behind_a_result_that_waits) {
  wt_bench *b = suite_open("xu", "small", NULL, 1);
  wt_disp_out *d = &b->m->subcore->disp.o;
  const wt_xu_out *o = &b->m->subcore->xu.o;
  unsigned groups = b->shape.LANES / b->shape.XU_N, n = 0, later = 0;
  for (unsigned i = 0; i < 40; i++) {
    memset(d, 0, sizeof *d);
    d->valid = o->ready && (n == 0 || (n == 1 && o->wb_valid)); /* the second comes when the first one waits */
    if (d->valid) {
      uop_put_unit(d->uop, WT_U_XU), uop_put_op(d->uop, WT_I_F2F_64), uop_put_lo(d->uop, 0x310), uop_put_hi(d->uop, UINT64_C(0x301800));
      uop_put_dst(d->uop, 6 + n), uop_put_ndst(d->uop, 1), d->mask = 0xff, n++;
    }
    SUITE_CYCLE(b);
  }
  ck_assert(o->wb_valid && o->wb_reg == 6 && n == 2);
  b->m->subcore->wb.o.ack[WT_U_XU] = 1;
  SUITE_CYCLE(b); /* takes it, and the first group of the next beat gives its results */
  b->m->subcore->wb.o.ack[WT_U_XU] = 0;
  for (; !o->wb_valid && later < 20; later++) SUITE_CYCLE(b);
  ck_assert_uint_eq(later, groups - 1);
  ck_assert_uint_eq(o->wb_reg, 7);
  wt_bench_close(b);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_xu");
  TCase *tn = tcase_create("numbers"), *tb = tcase_create("block");
  tcase_set_timeout(tn, 3600);
  tcase_set_timeout(tb, 900);
  tcase_add_test(tn, rules_12_to_20_numbers_behind_a_and_b);
  tcase_add_test(tn, rules_13_14_15_reciprocal_and_roots_within_one_ulp);
  tcase_add_test(tn, rules_13_14_15_every_exponent);
  tcase_add_test(tn, rule_16_logarithm);
  tcase_add_test(tn, rule_17_power_of_two);
  tcase_add_test(tn, rules_18_19_sine_and_cosine);
  tcase_add_test(tn, rule_20_hyperbolic_tangent);
  tcase_add_test(tn, table_of_special_values);
  tcase_add_test(tn, sequences_of_singles_are_correctly_rounded);
  tcase_add_test(tn, sequences_of_doubles_are_correctly_rounded);
  tcase_add_test(tn, sequence_of_integer_division);
  tcase_add_test(tn, rules_7_to_11_conversions_equal_the_hosts);
  tcase_add_test(tn, rules_7_to_11_worked_examples);
  tcase_add_test(tn, rule_12_the_module_has_the_rows);
  tcase_add_test(tb, tiny);
  tcase_add_test(tb, small);
  tcase_add_test(tb, preset_default);
  tcase_add_test(tb, all_lanes_at_once);
  tcase_add_test(tb, one_lane);
  tcase_add_test(tb, more_lanes_than_a_beat);
  tcase_add_test(tb, rule_3_full_rate);
  tcase_add_test(tb, rule_3_groups_go_on_behind_a_result_that_waits);
  suite_add_tcase(s, tn);
  suite_add_tcase(s, tb);
  return suite_run(s);
}
