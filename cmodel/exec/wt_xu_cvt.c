/* wt_xu_cvt.c - conversions on bits: operand to number, rounding, number to result. */
#include "exec/wt_xu_cvt.h"

#include "exec/wt_exec_half.h"
#include "exec/wt_xu_mufu.h"

/* A floating point format: bits of the significand with its leading one, and of the exponent. */
typedef struct {
  unsigned p, ebits;
} format;
static const format half = {11, 5}, single = {24, 8}, dbl = {53, 11}, upper = {21, 11};

/* Size code to format; 0 has none and counts as single. */
static format by_size(unsigned size) { return size == 1 ? half : size == 3 ? dbl : single; }

static uint64_t ones(unsigned n) { return (UINT64_C(1) << n) - 1; }

/* R8 */
static wt_xu_num unpack(format f, uint64_t v, unsigned ftz) {
  unsigned e = (unsigned)(v >> (f.p - 1) & ones(f.ebits)), max = (unsigned)ones(f.ebits);
  uint64_t frac = v & ones(f.p - 1);
  wt_xu_num n = {WT_XU_NUM, (uint8_t)(v >> (f.p - 1 + f.ebits) & 1), 0, frac};
  if (e == max) {
    n.cls = frac ? WT_XU_NAN : WT_XU_INF;
    n.sig = frac << (53 - f.p);
    return n;
  }
  if (e == 0 && ftz) n.sig = 0;
  if (e != 0) n.sig |= UINT64_C(1) << (f.p - 1);
  n.exp = (int16_t)((int)(e ? e : 1) - (int)(max >> 1) - (int)(f.p - 1));
  return n;
}

/* R7 */
static wt_xu_num from_int(const wt_xu_ctl *c, uint64_t v) {
  unsigned bits = 8u << c->st;
  if (c->st == 0) v >>= 8 * c->sel;
  if (c->st == 1) v >>= 16 * (c->sel & 1);
  if (bits < 64) v &= ones(bits);
  unsigned sign = c->sgn && v >> (bits - 1) & 1;
  if (sign) v = bits < 64 ? (UINT64_C(1) << bits) - v : 0 - v;
  return (wt_xu_num){WT_XU_NUM, (uint8_t)sign, 0, v};
}

wt_xu_num wt_xu_prepare(const wt_xu_ctl *c, uint32_t lo, uint32_t hi) {
  uint64_t v = (uint64_t)hi << 32 | lo;
  if (c->kind == WT_XU_I2F) return from_int(c, v); /* R7 */
  if (c->kind == WT_XU_MUFU) {
    uint32_t x = c->st == 1 ? wt_half_single(lo >> 16 * (c->sel & 1) & 0xffff) : lo; /* R21 */
    if (c->abs) x &= 0x7fffffffu;
    return wt_xu_mufu_prepare(c->func, x ^ (uint32_t)c->neg << 31);
  }
  if (c->st == 1) v = lo >> (16 * (c->sel & 1)) & 0xffffu;
  else if (c->st != 3) v = lo;
  wt_xu_num n = unpack(by_size(c->st), v, c->ftz && c->st != 1 && c->st != 3); /* R8 */
  /* R8 */
  if (c->abs) n.sign = 0;
  n.sign ^= c->neg;
  return n;
}

/* R9, R11: Does a magnitude grow by one unit? half: the bit below the unit, rest: any bit below that one. */
static unsigned grows(unsigned rnd, unsigned sign, unsigned odd, unsigned half_bit, unsigned rest) {
  switch (rnd) {
    case 0: return half_bit && (rest || odd);
    case 1: return sign && (half_bit || rest);
    case 2: return !sign && (half_bit || rest);
    default: return 0;
  }
}

/* v >> n; *half_bit and *rest as above. */
static uint64_t shift_out(uint64_t v, unsigned n, unsigned *half_bit, unsigned *rest) {
  *half_bit = *rest = 0;
  if (n == 0) return v;
  if (n > 64) {
    *rest = v != 0;
    return 0;
  }
  *half_bit = v >> (n - 1) & 1;
  *rest = (v & ones(n - 1)) != 0;
  return n == 64 ? 0 : v >> n;
}

/* R9 */
wt_xu_num wt_xu_work(const wt_xu_ctl *c, wt_xu_num a) {
  if (c->kind == WT_XU_MUFU) return wt_xu_mufu_work(c->func, a);
  if (a.cls != WT_XU_NUM || (c->kind != WT_XU_F2I && c->kind != WT_XU_FRND)) return a;
  if (a.exp < 0) {
    unsigned half_bit, rest;
    uint64_t v = shift_out(a.sig, (unsigned)-a.exp, &half_bit, &rest);
    a.sig = v + grows(c->rnd, a.sign, v & 1, half_bit, rest);
    a.exp = 0;
  } else if (c->kind == WT_XU_F2I && a.sig) {
    if (a.exp > 63 || a.sig << a.exp >> a.exp != a.sig) a.cls = WT_XU_INF, a.sig = 0;
    else a.sig <<= a.exp;
    a.exp = 0;
  }
  return a;
}

/* R10 */
static uint64_t to_int(const wt_xu_ctl *c, wt_xu_num b) {
  unsigned bits = 8u << c->dt;
  uint64_t top = UINT64_C(1) << (bits - 1), all = top | (top - 1), v;
  if (b.cls == WT_XU_NAN) v = c->ntz ? 0 : top;
  else if (c->sgn && b.sign) v = b.cls == WT_XU_INF || b.sig > top ? top : 0 - b.sig;
  else if (c->sgn) v = b.cls == WT_XU_INF || b.sig >= top ? top - 1 : b.sig;
  else if (b.sign) v = 0;
  else v = b.cls == WT_XU_INF || b.sig > all ? all : b.sig;
  if (c->sgn && v & top) v |= ~all;
  return c->dt == 3 ? v : v & 0xffffffffu;
}

/* R11 */
static uint64_t pack(format f, unsigned rnd, unsigned ftz, wt_xu_num b) {
  int max = (int)ones(f.ebits), bias = max >> 1;
  uint64_t sign = (uint64_t)b.sign << (f.p - 1 + f.ebits), inf = (uint64_t)max << (f.p - 1);
  if (b.cls == WT_XU_INF) return sign | inf;
  if (b.sig == 0) return sign;
  unsigned lz = (unsigned)__builtin_clzll(b.sig), half_bit, rest;
  int e = b.exp + 63 - (int)lz + bias; /* biased exponent of the leading one */
  unsigned lost = 64 - f.p + (e < 1 ? (unsigned)(1 - e) : 0);
  uint64_t m = shift_out(b.sig << lz, lost, &half_bit, &rest);
  m += grows(rnd, b.sign, m & 1, half_bit, rest);
  uint64_t v = ((uint64_t)(e < 1 ? 0 : e - 1) << (f.p - 1)) + m;
  if (e >= max || v >= inf) v = rnd == 0 || (rnd == 1 && b.sign) || (rnd == 2 && !b.sign) ? inf : inf - 1;
  if (ftz && v < UINT64_C(1) << (f.p - 1)) v = 0;
  return sign | v;
}

/* R11 */
uint64_t wt_xu_finish(const wt_xu_ctl *c, wt_xu_num b) {
  unsigned mufu = c->kind == WT_XU_MUFU, high = mufu && (c->func == WT_XU_RCP64H || c->func == WT_XU_RSQ64H);
  if (c->kind == WT_XU_F2I) return to_int(c, b);
  format f = high ? upper : mufu && c->dt != 1 ? single : by_size(c->dt); /* R21 */
  if (b.cls == WT_XU_NAN) {
    if (f.p == 53) return (uint64_t)b.sign << 63 | UINT64_C(0x7ff8) << 48 | b.sig;
    return f.p == 11 ? 0x7fff : 0x7fffffff;
  }
  unsigned ftz = mufu ? c->func != WT_XU_TANH && f.p != 11 : c->ftz && f.p == 24;
  return pack(f, mufu ? 0 : c->rnd, ftz, b);
}
