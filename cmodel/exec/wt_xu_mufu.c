/* wt_xu_mufu.c - special functions on bits. */
#include "exec/wt_xu_mufu.h"

#define MUFU_SECTION(name, first, rows, text) BASE_##name = first,
enum {
#include "spec/mufu.def"
};
#define MUFU_ROW(c0, c1, c2) {c0, c1, c2},
static const int32_t table[][3] = {
#include "spec/mufu.def"
};

enum { FRAC = 23, H = 17 };

/* Operand taken apart: |x| = (2^23 + m) * 2^(e - 23). Operands without a leading one are zeros, but TANH takes them as they are. */
typedef struct {
  unsigned sign, zero, inf, nan, m;
  int e;
} operand;

static operand split(uint32_t x, unsigned is_double) {
  unsigned ebits = is_double ? 11 : 8, fbits = 31 - ebits, max = (1u << ebits) - 1;
  unsigned e = x >> fbits & max, frac = x & ((1u << fbits) - 1);
  return (operand){.sign = x >> 31,
                   .zero = e == 0,
                   .inf = e == max && frac == 0,
                   .nan = e == max && frac != 0,
                   .m = frac << (FRAC - fbits),
                   .e = (int)e - (int)(max >> 1)};
}

static wt_xu_num number(unsigned sign, uint64_t sig, int exp) { return (wt_xu_num){WT_XU_NUM, (uint8_t)sign, (int16_t)exp, sig}; }
static wt_xu_num infinity(unsigned sign) { return (wt_xu_num){WT_XU_INF, (uint8_t)sign, 0, 0}; }
static wt_xu_num nan_(void) { return (wt_xu_num){WT_XU_NAN, 0, 0, 0}; }

/* R12: A look-up by the upper `bits` bits of the fraction u: the row, then h. */
static wt_xu_num look(unsigned sign, unsigned base, unsigned bits, unsigned u, int exp) {
  return (wt_xu_num){WT_XU_POLY, (uint8_t)sign, (int16_t)exp, ((uint64_t)base << H) + ((uint64_t)u << H >> (FRAC - bits))};
}

/* |x| * 2^k, rounded to an integer, halves up; right in its lower 25 bits, for x of EX2 in all. What counts as zero is far below a half. */
static uint32_t fixed(operand x, int k) {
  uint64_t m = (UINT64_C(1) << FRAC) | x.m;
  int up = x.e - FRAC + k;
  if (up < -24 || up > 25) return 0;
  return (uint32_t)(up >= 0 ? m << up : ((m >> (-up - 1)) + 1) >> 1);
}

/* R17 */
static wt_xu_num exp2_(operand x) {
  if (x.e >= 8) return x.sign ? number(0, 0, 0) : infinity(0);
  uint32_t f = fixed(x, FRAC);
  if (x.sign) f = 0 - f;
  int whole = (int)(f >> FRAC) - (f >> 31 ? 1 << (32 - FRAC) : 0);
  return look(0, BASE_EX2, 6, f & ((1u << FRAC) - 1), whole - 32);
}

/* R19 */
static wt_xu_num sine(operand x, unsigned cosine) {
  if (x.inf) return nan_();
  if (!cosine && x.zero) return number(x.sign, 0, 0);
  if (!cosine && x.e < -12) return look(x.sign, BASE_TURN, 6, x.m, x.e + 3 - 32);                       /* R18 */
  uint32_t turn = fixed(x, 25), quarter = ((turn >> FRAC) + cosine) & 3, r = turn & ((1u << FRAC) - 1); /* R19 */
  unsigned sign = (cosine ? 0 : x.sign) ^ quarter >> 1;
  if (quarter & 1) r = (1u << FRAC) - r;
  return r >> FRAC ? number(sign, 1, 0) : look(sign, BASE_SIN, 6, r, -32);
}

/* R20 */
static wt_xu_num tanh_(operand x) {
  if (x.zero) return number(x.sign, x.m, -149);
  if (x.e >= 3) return number(x.sign, 1, 0);
  if (x.e < -5) return number(x.sign, x.m | 1u << FRAC, x.e - FRAC);
  return look(x.sign, BASE_TANH + (unsigned)(x.e + 5) * 16, 4, x.m, (x.e < 0 ? x.e + 1 : 0) - 32);
}

wt_xu_num wt_xu_mufu_prepare(unsigned func, uint32_t word) {
  operand x = split(word, func == WT_XU_RCP64H || func == WT_XU_RSQ64H);
  unsigned odd = (unsigned)x.e & 1;
  int half = (x.e - (int)odd) / 2;
  if (x.nan) return nan_();
  switch (func) {
    case WT_XU_RCP:
    case WT_XU_RCP64H:
      if (x.zero) return infinity(x.sign);
      return x.inf ? number(x.sign, 0, 0) : look(x.sign, BASE_RCP, 7, x.m, -x.e - 32); /* R13 */
    case WT_XU_RSQ:
    case WT_XU_RSQ64H:
      if (x.zero) return infinity(x.sign);
      if (x.sign) return nan_();
      return x.inf ? number(0, 0, 0) : look(0, BASE_RSQ + odd * 128, 7, x.m, -half - 32); /* R14 */
    case WT_XU_SQRT:
      if (x.zero) return number(x.sign, 0, 0);
      if (x.sign) return nan_();
      return x.inf ? infinity(0) : look(0, BASE_SQRT + odd * 64, 6, x.m, half - 32); /* R15 */
    case WT_XU_LG2:
      if (x.zero) return infinity(1);
      if (x.sign) return nan_();
      return x.inf ? infinity(0) : look(0, BASE_LG2, 7, x.m, x.e); /* R16 */
    case WT_XU_EX2: return exp2_(x);
    case WT_XU_TANH: return tanh_(x);
    default: return sine(x, func != WT_XU_SIN);
  }
}

/* R12: The quadratic in 2^-32; it is never negative. */
static uint64_t quadratic(unsigned row, uint32_t h) {
  const int32_t *c = table[row];
  int64_t square = (int64_t)(((uint64_t)h * h) >> 19);
  return (uint64_t)((int64_t)c[0] * 32 + ((c[1] * (int64_t)h) >> 11) + ((c[2] * square) >> 6));
}

wt_xu_num wt_xu_mufu_work(unsigned func, wt_xu_num a) {
  if (a.cls != WT_XU_POLY) return a;
  uint64_t v = quadratic((unsigned)(a.sig >> H), (uint32_t)a.sig & ((1u << H) - 1));
  if (func != WT_XU_LG2) return number(a.sign, v, a.exp);
  int64_t sum = ((int64_t)a.exp * (INT64_C(1) << 32)) + (int64_t)v;
  return number(sum < 0, (uint64_t)(sum < 0 ? -sum : sum), -32); /* R16 */
}
