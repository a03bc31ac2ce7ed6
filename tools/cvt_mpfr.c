/* cvt_mpfr.c - host tool: the conversions of the C twin (I2F, F2I, F2F, FRND) against MPFR, in all four rounding modes, with and without .FTZ.
 *
 *   cvt_mpfr COUNT     random vectors a conversion and mode, after patterns; of 8 and 16 bits every operand
 *
 * The patterns are those of the levels of TestFloat, and integers around powers of two. MPFR holds the operand exactly and rounds once. Values that MPFR
 * does not say are those of docs/blocks/exec/wt_xu.md: NaN, and what lies outside the range of an integer. Prints a line an instruction, form and
 * mode. Exit 1 at a difference.
 */
#include <mpfr.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "exec/wt_xu_cvt.h"

/* By the size code. */
typedef struct {
  unsigned E, F;
} format;
static const format formats[] = {{0, 0}, {5, 10}, {8, 23}, {11, 52}};
static const char *const modes_text[] = {"RN", "RM", "RP", "RZ"}, *const kinds[] = {"", "I2F", "F2I", "F2F", "FRND"};
static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDD, MPFR_RNDU, MPFR_RNDZ};

static uint64_t rng = UINT64_C(0x853c49e6748fea9b);
static uint64_t rnd(void) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return rng * UINT64_C(2685821657736338717);
}
static uint64_t ones(unsigned n) { return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }

/* ---- numbers ---- */

static mpfr_t x, whole; /* 64 bits: every operand and every integer of 64 bits is exact */

static uint64_t exponent(const format *f, uint64_t v) { return v >> f->F & ones(f->E); }
static int is_nan(const format *f, uint64_t v) { return exponent(f, v) == ones(f->E) && v & ones(f->F); }

static void get(const format *f, uint64_t v, int ftz) {
  long e = (long)exponent(f, v), bias = (long)ones(f->E - 1);
  uint64_t m = v & ones(f->F);
  int neg = (int)(v >> (f->E + f->F) & 1);
  if (e == (long)ones(f->E)) {
    mpfr_set_inf(x, neg ? -1 : 1);
    return;
  }
  if (e) m |= UINT64_C(1) << f->F;
  else if (ftz) m = 0;
  mpfr_set_ui_2exp(x, m, (e ? e : 1) - bias - (long)f->F, MPFR_RNDN);
  mpfr_setsign(x, x, neg, MPFR_RNDN);
}

/* One rounding to the format, gradual below its smallest exponent; then its bits. */
static uint64_t put(const format *f, mpfr_t v, unsigned mode, int ftz) {
  long bias = (long)ones(f->E - 1);
  uint64_t sign = (uint64_t)(mpfr_signbit(v) != 0) << (f->E + f->F);
  mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
  mpfr_t r;
  mpfr_init2(r, (mpfr_prec_t)f->F + 1);
  int ternary = mpfr_set(r, v, modes[mode]);
  mpfr_set_emax(bias + 1); /* MPFR's significands are below 1 */
  mpfr_set_emin(-bias - (long)f->F + 2);
  ternary = mpfr_check_range(r, ternary, modes[mode]);
  mpfr_subnormalize(r, ternary, modes[mode]);
  mpfr_set_emin(low), mpfr_set_emax(high);
  uint64_t bits = 0;
  if (mpfr_inf_p(r)) bits = ones(f->E) << f->F;
  else if (!mpfr_zero_p(r)) {
    long e = (long)mpfr_get_exp(r) - 1 + bias;
    mpfr_abs(r, r, MPFR_RNDN);
    mpfr_mul_2si(r, r, (long)f->F + bias - (e < 1 ? 1 : e), MPFR_RNDN);
    uint64_t m = mpfr_get_ui(r, MPFR_RNDZ);
    bits = e < 1 ? m : (uint64_t)e << f->F | (m & ones(f->F));
    if (ftz && bits < UINT64_C(1) << f->F) bits = 0;
  }
  mpfr_clear(r);
  return sign | bits;
}

static uint64_t nan_of(const format *from, const format *to, uint64_t v) {
  if (to->F == 10) return 0x7fff;
  if (to->F == 23) return 0x7fffffff;
  return (v >> (from->E + from->F) & 1) << 63 | UINT64_C(0x7ff8) << 48 | (v & ones(from->F)) << (52 - from->F);
}

/* The nearest end of the range for what lies outside. */
static uint64_t to_integer(const wt_xu_ctl *c) {
  unsigned bits = 8u << c->dt;
  uint64_t v;
  mpfr_rint(whole, x, modes[c->rnd]);
  if (c->sgn) {
    int64_t s = mpfr_cmp_si_2exp(whole, 1, bits - 1) >= 0    ? (int64_t)ones(bits - 1)
                : mpfr_cmp_si_2exp(whole, -1, bits - 1) <= 0 ? -(int64_t)ones(bits - 1) - 1
                                                             : mpfr_get_si(whole, MPFR_RNDZ);
    v = (uint64_t)s;
  } else {
    v = mpfr_sgn(whole) <= 0 ? 0 : mpfr_cmp_ui_2exp(whole, 1, bits) >= 0 ? ones(bits) : mpfr_get_ui(whole, MPFR_RNDZ);
  }
  return c->dt == 3 ? v : v & 0xffffffff;
}

static uint64_t expected(const wt_xu_ctl *c, uint64_t v) {
  const format *from = &formats[c->st], *to = &formats[c->dt];
  int ftz_in = c->ftz && c->st == 2, ftz_out = c->ftz && c->dt == 2;
  if (c->kind == WT_XU_I2F) {
    unsigned bits = 8u << c->st;
    uint64_t u = v & ones(bits);
    if (c->sgn && u >> (bits - 1)) mpfr_set_si(x, (long)(u | ~ones(bits)), MPFR_RNDN);
    else mpfr_set_ui(x, u, MPFR_RNDN);
    return put(to, x, c->rnd, ftz_out);
  }
  if (is_nan(from, v)) {
    if (c->kind != WT_XU_F2I) return nan_of(from, to, v);
    uint64_t top = UINT64_C(1) << ((8u << c->dt) - 1); /* extended by its sign */
    return c->ntz ? 0 : c->sgn && c->dt < 3 ? (0 - top) & 0xffffffff : top;
  }
  get(from, v, ftz_in);
  if (c->kind == WT_XU_F2I) return to_integer(c);
  if (c->kind == WT_XU_F2F) return put(to, x, c->rnd, ftz_out);
  mpfr_rint(whole, x, modes[c->rnd]);
  return put(to, whole, c->rnd, ftz_out);
}

/* ---- vectors ---- */

static uint64_t float_pattern(const format *f, uint64_t n) {
  uint64_t bias = ones(f->E - 1), top = 2 * bias + 1, all = ones(f->F);
  uint64_t e[] = {0, 1, bias - f->F - 1, bias - f->F, bias - 1, bias, bias + 1, bias + 7, bias + 15, bias + 31, bias + f->F, bias + 63, top - 1, top};
  enum { EXPONENTS = sizeof e / sizeof *e };
  uint64_t k = n % EXPONENTS, j = n / EXPONENTS % (2 * f->F + 2), sign = n / EXPONENTS / (2 * f->F + 2) & 1;
  uint64_t m = j < f->F ? UINT64_C(1) << j : j < 2 * f->F ? all << (j - f->F) & all : j == 2 * f->F ? 0 : 1 + (all >> 1);
  return sign << (f->E + f->F) | (e[k] & top) << f->F | m;
}
static uint64_t integer_pattern(uint64_t n) {
  uint64_t k = n % 64, j = n / 64 % 66, v = (UINT64_C(1) << k) + (j < 64 ? (j < k ? UINT64_C(1) << j : 0) : j == 64 ? ~UINT64_C(0) : 0);
  return n / 64 / 66 & 1 ? 0 - v : v;
}
static uint64_t vector(const wt_xu_ctl *c, uint64_t n, uint64_t patterns) {
  if (c->kind == WT_XU_I2F) return n < patterns ? integer_pattern(n) : rnd() >> rnd() % 64;
  const format *f = &formats[c->st];
  uint64_t v = n < patterns ? float_pattern(f, n) : rnd() % 4 ? float_pattern(f, rnd() >> 8) : rnd();
  if (n >= patterns && rnd() % 3) v ^= (rnd() >> 8) & ones((unsigned)(rnd() % f->F));
  return v & ones(1 + f->E + f->F);
}

static int check(const wt_xu_ctl *c, uint64_t v) {
  uint64_t want = expected(c, v), got = wt_xu_finish(c, wt_xu_work(c, wt_xu_prepare(c, (uint32_t)v, (uint32_t)(v >> 32))));
  if (got == want) return 0;
  printf("%s from %u to %u bits, %s%s%s of %llx: %llx, MPFR has %llx\n", kinds[c->kind], 8u << c->st, 8u << c->dt, modes_text[c->rnd],
         c->sgn ? ", signed" : "", c->ftz ? ", FTZ" : "", (unsigned long long)v, (unsigned long long)got, (unsigned long long)want);
  return 1;
}

static int one(const wt_xu_ctl *c, unsigned long count) {
  unsigned bits = 8u << c->st;
  uint64_t patterns = 14 * 2 * 2 * 53, n = bits <= 16 ? UINT64_C(1) << bits : patterns + count;
  for (uint64_t i = 0; i < n; i++)
    if (check(c, bits <= 16 ? i : vector(c, i, patterns))) return 1;
  printf("%s from %u to %u bits%s%s%s, %s: %llu vectors equal MPFR\n", kinds[c->kind], bits, 8u << c->dt, c->sgn ? ", signed" : "",
         c->ftz ? ", FTZ" : "", c->ntz ? ", NTZ" : "", modes_text[c->rnd], (unsigned long long)n);
  return 0;
}

int main(int argc, char **argv) {
  unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000000;
  mpfr_inits2(64, x, whole, (mpfr_ptr)0);
  for (unsigned kind = WT_XU_I2F; kind <= WT_XU_FRND; kind++)
    for (unsigned st = kind == WT_XU_I2F ? 0 : 1; st < 4; st++)
      for (unsigned dt = kind == WT_XU_F2I ? 0 : 1; dt < 4; dt++)
        for (unsigned more = 0; more < 8; more++)
          for (unsigned mode = 0; mode < 4; mode++) {
            unsigned sgn = more & 1, ftz = more >> 1 & 1, ntz = more >> 2;
            if (sgn && kind != WT_XU_I2F && kind != WT_XU_F2I) continue;
            if (ftz && (kind == WT_XU_I2F || (st != 2 && (dt != 2 || kind == WT_XU_F2I)))) continue;
            if (ntz && (kind != WT_XU_F2I || ftz)) continue;
            if (kind == WT_XU_FRND && st != dt) continue;
            const wt_xu_ctl c = {.kind = (uint8_t)kind,
                                 .st = (uint8_t)st,
                                 .dt = (uint8_t)dt,
                                 .rnd = (uint8_t)mode,
                                 .sgn = (uint8_t)sgn,
                                 .ftz = (uint8_t)ftz,
                                 .ntz = (uint8_t)ntz};
            if (one(&c, count)) return 1;
          }
  return 0;
}
