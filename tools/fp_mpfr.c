/* fp_mpfr.c - host tool: the arithmetic of the floating point units against MPFR, in all four rounding modes with subnormal results.
 *
 *   fp_mpfr COUNT     random vectors an operation and mode, after every pair of operands of a list of patterns
 *
 * The patterns are those of the levels of TestFloat: exponents at the ends of the range and around the bias, fractions of a few leading or
 * trailing ones. MPFR computes exactly and rounds once (mpfr_subnormalize), and shares no code with the processor's own operations that the
 * Check suites compare with. Prints a line an operation and mode. Exit 1 at a difference.
 */
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/wt_fpu_fma.h"

typedef struct {
  const char *name;
  unsigned E, F;
  uint64_t one, nan;
} format;
static const format formats[] = {{"fp32", 8, 23, 0x3f800000, 0x7fffffff},
                                 {"fp64", 11, 52, UINT64_C(0x3ff0000000000000), UINT64_C(0x7ff8000000000000)}};
enum { ADD, MUL, FMA, OPS };
static const char *const ops[] = {"add", "mul", "fma"}, *const names[] = {"RN", "RM", "RP", "RZ"};
static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDD, MPFR_RNDU, MPFR_RNDZ};

static uint64_t rng = UINT64_C(0x853c49e6748fea9b);
static uint64_t rnd(void) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return rng * UINT64_C(2685821657736338717);
}

static int is_nan(const format *f, uint64_t v) { return (v >> f->F & ((1u << f->E) - 1)) == (1u << f->E) - 1 && v << (64 - f->F); }

/* Bits to MPFR by exponent and integer significand. */
static void get(mpfr_t x, const format *f, uint64_t v) {
  long e = (long)(v >> f->F & ((1u << f->E) - 1)), bias = (1L << (f->E - 1)) - 1;
  uint64_t m = v & ((UINT64_C(1) << f->F) - 1);
  int neg = (int)(v >> (f->E + f->F) & 1);
  if (e == (1L << f->E) - 1) {
    mpfr_set_inf(x, neg ? -1 : 1);
    return;
  }
  if (e) m |= UINT64_C(1) << f->F;
  mpfr_set_ui_2exp(x, m, (e ? e : 1) - bias - (long)f->F, MPFR_RNDN);
  mpfr_setsign(x, x, neg, MPFR_RNDN);
}

/* A number of the format's precision and range to bits. */
static uint64_t put(const format *f, mpfr_t x) {
  uint64_t sign = (uint64_t)(mpfr_signbit(x) != 0) << (f->E + f->F), top = (UINT64_C(1) << f->E) - 1;
  long bias = (1L << (f->E - 1)) - 1;
  if (mpfr_nan_p(x)) return f->nan;
  if (mpfr_inf_p(x)) return sign | top << f->F;
  if (mpfr_zero_p(x)) return sign;
  mpfr_t t;
  mpfr_init2(t, 64);
  long e = (long)mpfr_get_exp(x) - 1 + bias; /* biased exponent */
  long shift = (long)f->F + bias - (e < 1 ? 1 : e);
  mpfr_mul_2si(t, x, shift, MPFR_RNDN);
  mpfr_abs(t, t, MPFR_RNDN);
  uint64_t m = mpfr_get_ui(t, MPFR_RNDZ);
  mpfr_clear(t);
  return sign | (e < 1 ? m : (uint64_t)e << f->F | (m & ((UINT64_C(1) << f->F) - 1)));
}

static mpfr_t xa, xb, xc, xr;
static uint64_t expected(const format *f, unsigned op, unsigned mode, uint64_t a, uint64_t b, uint64_t c) {
  if (is_nan(f, a) || (op != ADD && is_nan(f, b)) || (op != MUL && is_nan(f, c))) return f->nan;
  int ternary;
  get(xa, f, a), get(xb, f, b), get(xc, f, c);
  if (op == ADD) ternary = mpfr_add(xr, xa, xc, modes[mode]);
  else if (op == MUL) ternary = mpfr_mul(xr, xa, xb, modes[mode]);
  else ternary = mpfr_fma(xr, xa, xb, xc, modes[mode]);
  ternary = mpfr_check_range(xr, ternary, modes[mode]);
  mpfr_subnormalize(xr, ternary, modes[mode]);
  return put(f, xr);
}

static uint64_t computed(const format *f, unsigned op, unsigned mode, uint64_t a, uint64_t b, uint64_t c) {
  if (op == ADD) b = f->one;
  if (op == MUL) c = (a ^ b) & UINT64_C(1) << (f->E + f->F);
  return f->E == 8 ? wt_fma(8, 23, a, b, c, 0, mode, 0, 0) : wt_fma(11, 52, a, b, c, 0, mode, 0, 0);
}

static unsigned long done;
static int check(const format *f, unsigned op, unsigned mode, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t want = expected(f, op, mode, a, b, c), got = computed(f, op, mode, a, b, c);
  done++;
  if (got == want) return 0;
  printf("%s %s %s of %llx %llx %llx: %llx, MPFR has %llx\n", f->name, ops[op], names[mode], (unsigned long long)a, (unsigned long long)b,
         (unsigned long long)c, (unsigned long long)got, (unsigned long long)want);
  return 1;
}

/* Exponents and fractions of a TestFloat pattern; n counts through all of them. */
static uint64_t pattern(const format *f, uint64_t n) {
  uint64_t bias = (UINT64_C(1) << (f->E - 1)) - 1, top = 2 * bias + 1, all = (UINT64_C(1) << f->F) - 1;
  uint64_t e[] = {0, 1, bias - f->F - 1, bias - f->F, bias - 1, bias, bias + 1, bias + f->F, top - 1, top};
  uint64_t k = n % 10, j = n / 10 % (2 * f->F + 2), sign = n / 10 / (2 * f->F + 2) & 1;
  uint64_t m = j < f->F ? UINT64_C(1) << j : j < 2 * f->F ? all << (j - f->F) & all : j == 2 * f->F ? 0 : 1 + (all >> 1);
  return sign << (f->E + f->F) | e[k] << f->F | m;
}

static uint64_t any(const format *f) {
  uint64_t v = rnd() % 4 ? pattern(f, rnd() >> 8) : rnd() >> (63 - f->E - f->F);
  return rnd() % 3 ? v ^ (rnd() >> 8) % (UINT64_C(1) << rnd() % f->F) : v;
}

int main(int argc, char **argv) {
  unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000000;
  for (unsigned k = 0; k < 2; k++) {
    const format *f = &formats[k];
    uint64_t n = 10 * (2 * f->F + 2) * 2;
    long bias = (1L << (f->E - 1)) - 1;
    mpfr_set_emax(bias + 1); /* MPFR's significands are below 1 */
    mpfr_set_emin(-bias - (long)f->F + 2);
    mpfr_inits2((mpfr_prec_t)f->F + 1, xa, xb, xc, xr, (mpfr_ptr)0);
    for (unsigned op = 0; op < OPS; op++)
      for (unsigned mode = 0; mode < 4; mode++) {
        done = 0;
        for (uint64_t i = 0; i < n; i++)
          for (uint64_t j = 0; j < n; j += op == FMA ? 3 : 1)
            if (check(f, op, mode, pattern(f, i), pattern(f, j), op == FMA ? pattern(f, rnd() >> 8) : pattern(f, j))) return 1;
        for (unsigned long i = 0; i < count; i++)
          if (check(f, op, mode, any(f), any(f), any(f))) return 1;
        printf("%s %s %s: %lu vectors equal MPFR\n", f->name, ops[op], names[mode], done);
      }
    mpfr_clears(xa, xb, xc, xr, (mpfr_ptr)0);
  }
  return 0;
}
