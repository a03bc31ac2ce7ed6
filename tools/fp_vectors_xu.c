/* fp_vectors_xu.c - conversions and special functions.
 *
 * A conversion is compared with the host's under the same rounding mode, as the oracle does it (wt_sem_xu.c; cvt_mpfr.c holds the C twin against
 * MPFR). Of 8 and 16 bits every operand with every modifier when the count allows, of more bits operands at the ends of the formats and next to the middle
 * between two results. A special function is compared with the host's double function by the bound that docs/blocks/exec/wt_xu.md states; infinities,
 * zeros and NaN exactly. Signs of the operand, .FTZ, .NTZ, signed and the part of a register change from beat to beat.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "exec/wt_xu_num.h"
#include "fp_vectors.h"
#include "oracle/wt_sem.h"

/* ---- conversions ---- */

enum { I2F = 0, F2I = 48, F2F = 96, FRND = 132, CVT_ROWS = 144 };
static const uint8_t E_of[] = {0, 5, 8, 11}, F_of[] = {0, 10, 23, 52}; /* by log2 of the bytes */

/* Sizes of row n; the kind is its first row. */
static unsigned sizes(unsigned n, unsigned *st, unsigned *dt) {
  unsigned kind = n < F2I ? I2F : n < F2F ? F2I : n < FRND ? F2F : FRND, k = (n - kind) / 4;
  *st = kind == I2F ? k / 3 : kind == F2I ? 1 + k / 4 : kind == F2F ? 1 + k / 3 : 1 + k;
  *dt = kind == I2F ? 1 + k % 3 : kind == F2I ? k % 4 : kind == F2F ? 1 + k % 3 : 1 + k;
  return kind;
}

/* The lowest k bits become one half, or a half and one more or less. */
static uint64_t near_half(wt_rng *r, uint64_t v, unsigned k) { return k == 0 ? v : ((v >> k << k) + (UINT64_C(1) << (k - 1)) + wt_below(r, 3) - 1); }

static uint64_t integer(wt_rng *r, unsigned st, unsigned dt) {
  uint64_t v = wt_rand(r) >> (64 - (8u << st)), sign = wt_below(r, 2) ? ~UINT64_C(0) : 0;
  unsigned bits = 8u << st, top;
  switch (wt_below(r, 4)) {
    case 0: return v;
    case 1: return ((UINT64_C(1) << wt_below(r, bits)) + wt_below(r, 3) - 1) ^ sign;
    default: break;
  }
  v >>= wt_below(r, bits);
  for (top = 0; v >> top > 1;) top++;
  return (top > F_of[dt] ? near_half(r, v, top - F_of[dt]) : v) ^ sign;
}

static uint64_t number(wt_rng *r, unsigned kind, unsigned st, unsigned dt) {
  unsigned E = E_of[st], F = F_of[st], bias = (1u << (E - 1)) - 1;
  uint64_t v = stim_number(r, E, F);
  if (wt_below(r, 2)) return v;
  if (kind == F2F) {
    unsigned dbias = (1u << (E_of[dt] - 1)) - 1, k = F > F_of[dt] ? F - F_of[dt] : wt_below(r, F);
    uint64_t low = bias > dbias ? bias - dbias - F_of[dt] : 0, high = bias > dbias ? bias + dbias + 2 : 2 * bias + 1;
    v = (v & ~(((UINT64_C(1) << E) - 1) << F)) | (low + wt_below(r, (unsigned)(high - low))) << F; /* exponents of the result, subnormal too */
    return near_half(r, v, wt_below(r, 2) ? k : 1 + wt_below(r, F));
  }
  unsigned e = wt_below(r, F + 2); /* about a whole number and a half */
  v = (v & ~(((UINT64_C(1) << E) - 1) << F)) | ((uint64_t)bias - 1 + e < 2 * bias ? (uint64_t)bias - 1 + e : 2 * bias) << F;
  return e > F ? v : near_half(r, v, F - e + (e == 0));
}

static void make_cvt(const fpv_row *r, wt_rng *rng, uint64_t n, uint64_t count, unsigned lanes, fpv_beat *b) {
  unsigned st, dt, kind = sizes(r->mode, &st, &dt), narrow = st < 2, all = r->every && count >= r->every;
  uint64_t m = all ? n >> (8u << st) : wt_rand(rng);
  unsigned sgn = m & 1, ftz = m >> 1 & 1, ntz = m >> 2 & 1, neg = m >> 3 & 1, abs = m >> 4 & 1;
  unsigned sel = !narrow ? 0 : wt_below(rng, kind == I2F && st == 0 ? 4 : 2);
  uint64_t lo = (uint64_t)sel << 60 | (kind == I2F ? 0 : (uint64_t)neg << 63 | (uint64_t)abs << 62);
  uint64_t hi = (uint64_t)st << 20 | (uint64_t)dt << 11 | (uint64_t)(r->mode % 4) << 14 | (kind == I2F ? 0 : (uint64_t)ftz << 16);
  if (kind == I2F) hi |= (uint64_t)sgn << 10;
  if (kind == F2I) hi |= (uint64_t)sgn << 8 | (uint64_t)ntz << 13;
  b->w = fpv_word(r->id, lo, hi);
  uint32_t w[2][MAX_LANES] = {{0}};
  for (unsigned l = 0; l < lanes; l++) {
    uint64_t v = all ? n + l : kind == I2F ? integer(rng, st, dt) : number(rng, kind, st, dt), bits = narrow ? (UINT64_C(1) << (8u << st)) - 1 : 0;
    if (narrow) v = (v & bits) << sel * (8u << st) | (wt_rand(rng) & ~(bits << sel * (8u << st)));
    if (st < 3) v = (uint32_t)v;
    b->in[l][0] = v, w[0][l] = (uint32_t)v, w[1][l] = (uint32_t)(v >> 32);
  }
  wt_sem_insn i;
  if (wt_sem_decode(b->w, &i)) return; /* want stays 0: a difference */
  wt_sem_in in = {.a = w[0], .b = w[0], .c = w[0], .c_hi = w[0], .b_hi = w[1], .n = lanes};
  static wt_sem_out out;
  memset(&out, 0, sizeof out);
  wt_sem_alu(&i, &in, &out);
  for (unsigned l = 0; l < lanes; l++) b->want[l] = out.d[l] | (r->ndst == 2 ? (uint64_t)out.d_hi[l] << 32 : 0);
}

int fpv_cvt_row(unsigned n, fpv_row *r) {
  static const char *const modes[] = {"RN", "RM", "RP", "RZ"};
  unsigned st, dt;
  if (n >= CVT_ROWS) return 0;
  unsigned kind = sizes(n, &st, &dt), wide = st == 3 || dt == 3;
  r->id = kind == I2F   ? (wide ? WT_I_I2F_64 : WT_I_I2F)
          : kind == F2I ? (wide ? WT_I_F2I_64 : WT_I_F2I)
          : kind == F2F ? (wide ? WT_I_F2F_64 : WT_I_F2F)
                        : (wide ? WT_I_FRND_64 : WT_I_FRND);
  r->mode = n, r->ndst = dt == 3 ? 2 : 1, r->make = make_cvt;
  r->every = st < 2 ? (UINT64_C(1) << (8u << st)) * 32 : 0;
  snprintf(r->name, sizeof r->name, "%s from %u to %u bits, %s",
           kind == I2F   ? "I2F"
           : kind == F2I ? "F2I"
           : kind == F2F ? "F2F"
                         : "FRND",
           8u << st, 8u << dt, modes[n % 4]);
  return 1;
}

/* ---- special functions ---- */

static const struct {
  const char *name;
  uint8_t func, positive; /* positive: no number for others */
} functions[] = {{"RCP", WT_XU_RCP, 0}, {"RSQ", WT_XU_RSQ, 1}, {"SQRT", WT_XU_SQRT, 1}, {"LG2", WT_XU_LG2, 1},       {"EX2", WT_XU_EX2, 0},
                 {"SIN", WT_XU_SIN, 0}, {"COS", WT_XU_COS, 0}, {"TANH", WT_XU_TANH, 0}, {"RCP64H", WT_XU_RCP64H, 0}, {"RSQ64H", WT_XU_RSQ64H, 1}};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static int upper_words(unsigned func) { return func == WT_XU_RCP64H || func == WT_XU_RSQ64H; }

/* Three operands of four go through the fractions, the others lean to the ends of the format. */
static void make_mufu(const fpv_row *r, wt_rng *rng, uint64_t n, uint64_t count, unsigned lanes, fpv_beat *b) {
  unsigned func = functions[r->mode].func, E = upper_words(func) ? 11 : 8, F = 31 - E, bias = (1u << (E - 1)) - 1;
  (void)count;
  b->w = fpv_word(WT_I_MUFU, (uint64_t)wt_below(rng, 4) % (functions[r->mode].positive ? 3 : 4) << 62, (uint64_t)func << 10);
  unsigned neg = wt_bit(b->w, 63) && !wt_bit(b->w, 62);
  for (unsigned l = 0; l < lanes; l++) {
    uint64_t v = stim_number(rng, E, F),
             i = ((n + l) / 4 * 3 + (n + l) % 4) * 0x9e3779b1 & ((UINT64_C(2) << F) - 1); /* odd: all of them, well mixed */
    if ((n + l) % 4 != 3) {
      unsigned e = wt_below(rng, 2) ? 1 + wt_below(rng, 2 * bias) : func == WT_XU_LG2 ? bias - wt_below(rng, 2) : bias - 14 + wt_below(rng, 22);
      if (functions[r->mode].positive && func != WT_XU_LG2 && e > 1) e = (e & ~1u) | (i >> F & 1); /* the roots go on through both parities */
      v = (uint64_t)(functions[r->mode].positive ? neg : wt_below(rng, 2)) << 31 | (uint64_t)e << F | (i & ((1u << F) - 1));
    }
    b->in[l][0] = (uint32_t)v;
  }
}

/* The operand of the function: signs changed, what has no leading one a zero. */
static double argument(const fpv_beat *b, unsigned lane, unsigned func) {
  uint32_t v = (uint32_t)b->in[lane][0];
  if (wt_bit(b->w, 62)) v &= 0x7fffffff;
  v ^= (uint32_t)wt_bit(b->w, 63) << 31;
  if (upper_words(func)) return fpv_double((uint64_t)(v >> 20 & 0x7ff ? v : v & 0x80000000) << 32);
  return (double)fpv_single(v >> 23 & 0xff || func == WT_XU_TANH ? v : v & 0x80000000);
}

static double function(unsigned func, double x) {
  const double two_pi = 8 * atan(1);
  switch (func) {
    case WT_XU_RCP:
    case WT_XU_RCP64H: return 1 / x;
    case WT_XU_RSQ:
    case WT_XU_RSQ64H: return 1 / sqrt(x);
    case WT_XU_SQRT: return sqrt(x);
    case WT_XU_LG2: return log2(x);
    case WT_XU_EX2: return exp2(x);
    case WT_XU_SIN: return sin(two_pi * fmod(x, 1));
    case WT_XU_COS: return cos(two_pi * fmod(x, 1));
    default: return tanh(x);
  }
}

static double ulp(double v) {
  int e;
  frexp(v, &e);
  return ldexp(1, e - 24);
}

/* Error that the document allows at x. */
static double allowed(unsigned func, double x, double want) {
  switch (func) {
    case WT_XU_RCP: return 0.824 * ulp(want);
    case WT_XU_RSQ: return 0.718 * ulp(want);
    case WT_XU_SQRT: return 0.634 * ulp(want);
    case WT_XU_LG2: return x >= 0.5 && x < 2 ? exp2(-24.29) : 0.658 * ulp(want);
    case WT_XU_EX2: return 1.37 * ulp(want);
    case WT_XU_SIN: return fabs(x) < 0x1p-12 ? 5.7 * ulp(want) : exp2(-22.3);
    case WT_XU_COS: return exp2(-22.3);
    case WT_XU_TANH: return exp2(-11.5) * fabs(want);
    default: return exp2(-20.9) * fabs(want);
  }
}

static int judge_mufu(const fpv_row *r, const fpv_beat *b, unsigned lane, double *worst) {
  unsigned func = functions[r->mode].func, up = (unsigned)upper_words(func);
  double x = argument(b, lane, func), want = function(func, x), least = up ? 0x1p-1022 : 0x1p-126, margin = up ? 0x1p-20 : 0x1p-23;
  uint32_t bits = (uint32_t)b->got[lane];
  double got = up ? fpv_double((uint64_t)bits << 32) : (double)fpv_single(bits);
  if (isnan(want)) return bits != 0x7fffffff;
  if (want == 0 || isinf(want) || isinf(x)) return got != want || signbit(got) != signbit(want); /* zeros, infinities, limits: exact, with the sign */
  if (!up && fabs(want) >= 0x1p128) return got != copysign(INFINITY, want);
  if (func != WT_XU_TANH && fabs(want) < least * (1 + margin)) { /* no subnormal results; at the border to them a rounding decides */
    if (got == 0 || fabs(want) < least)
      return signbit(got) != signbit(want) || (got != 0 && (fabs(want) < least * (1 - margin) || fabs(got) != least));
  }
  double error = fabs(got - want) / allowed(func, x, want);
  if (error > *worst) *worst = error;
  return !(error <= 1);
}

int fpv_mufu_row(unsigned n, fpv_row *r) {
  if (n >= FUNCTIONS) return 0;
  r->id = WT_I_MUFU, r->mode = n, r->ndst = 1, r->make = make_mufu, r->judge = judge_mufu;
  snprintf(r->name, sizeof r->name, "MUFU.%s", functions[n].name);
  return 1;
}
