/* wt_fpu_fma.h - the fused multiply-add of wt_fpu (fp32, halves) and wt_dpu (fp64), one function a pipeline stage.
 *
 * mul: unpack and multiply. add: align and add. norm: move the leading one to the top. round: round and pack.
 * A format has E exponent and F fraction bits, P = F + 1. E and F are constants at every call, so that each format becomes code of its own.
 * The window of the sum is W = 3 P + 6 bits wide: the product has its lowest bit at bit 3, the addend its highest at bit W - 2, shifted right
 * by d. What leaves the window at the right is joined into bit 0. Rules: docs/blocks/exec/wt_fpu.md.
 */
#ifndef WT_FPU_FMA_H
#define WT_FPU_FMA_H
#include <stdint.h>
#include <string.h>

enum { WT_FMA_RN, WT_FMA_RM, WT_FMA_RP, WT_FMA_RZ };
enum { WT_FMA_FINITE, WT_FMA_INF, WT_FMA_NAN };
enum { WT_FMA_WORDS = 3 };
#define WT_FMA_WINDOW(F) (3 * (F) + 9)
#define WT_FMA_INLINE static inline __attribute__((always_inline))
__extension__ typedef unsigned __int128 wt_fma_u128;

/* registers behind the stages */
typedef struct {
  uint64_t prod[2], c; /* product and addend without sign and exponent */
  uint16_t ex;         /* biased exponent of a number whose leading one is at bit W - 1 */
  uint8_t d;           /* the addend's way to the right, 0..W */
  uint8_t neg;         /* sign of the product, of the infinity */
  uint8_t sub;         /* the addend's sign differs */
  uint8_t kind;        /* finite, infinity, NaN */
} wt_fma_mul;
typedef struct {
  uint64_t mag[WT_FMA_WORDS];
  uint16_t ex;
  uint8_t neg, kind;
} wt_fma_sum;
typedef struct {
  uint64_t sig; /* P bits; the highest is 0 for a subnormal number */
  uint16_t e;   /* biased exponent, may be too large; 0 for a subnormal number */
  uint8_t low;  /* bit 1: first bit behind sig, bit 0: any other */
  uint8_t neg, kind;
} wt_fma_norm;

/* ---- numbers of n words ---- */
WT_FMA_INLINE void wt_fma_shl(uint64_t *x, unsigned n, unsigned k) {
  unsigned word = k / 64, bit = k % 64;
  for (unsigned i = n; i-- > 0;) {
    uint64_t hi = i >= word ? x[i - word] : 0, lo = i >= word + 1 ? x[i - word - 1] : 0;
    x[i] = bit ? hi << bit | lo >> (64 - bit) : hi;
  }
}

/* By less than n words. Gives whether a one has fallen out. */
WT_FMA_INLINE int wt_fma_shr(uint64_t *x, unsigned n, unsigned k) {
  unsigned word = k / 64, bit = k % 64;
  uint64_t lost = 0, y[2 * WT_FMA_WORDS] = {0}; /* the number, and zeros above it */
  for (unsigned i = n; i--;) y[i] = x[i];
  for (unsigned i = word; i--;) lost |= x[i];
  if (bit) lost |= x[word] << (64 - bit);
  for (unsigned i = n; i--;) x[i] = bit ? y[i + word] >> bit | y[i + word + 1] << (64 - bit) : y[i + word];
  return lost != 0;
}

WT_FMA_INLINE void wt_fma_plus(uint64_t *x, const uint64_t *y, unsigned n) {
  unsigned carry = 0;
  for (unsigned i = 0; i != n; i++) {
    wt_fma_u128 s = (wt_fma_u128)x[i] + y[i] + carry;
    x[i] = (uint64_t)s, carry = (unsigned)(s >> 64);
  }
}

WT_FMA_INLINE void wt_fma_minus(uint64_t *x, const uint64_t *y, unsigned n) {
  unsigned borrow = 0;
  for (unsigned i = 0; i != n; i++) {
    wt_fma_u128 s = (wt_fma_u128)x[i] - y[i] - borrow;
    x[i] = (uint64_t)s, borrow = (unsigned)(s >> 64) & 1;
  }
}

WT_FMA_INLINE int wt_fma_less(const uint64_t *x, const uint64_t *y, unsigned n) {
  for (unsigned i = n; i-- > 0;)
    if (x[i] != y[i]) return x[i] < y[i];
  return 0;
}

/* Zeros above the leading one of a number of w bits; w for zero. */
WT_FMA_INLINE unsigned wt_fma_zeros(const uint64_t *x, unsigned n, unsigned w) {
  for (unsigned i = n; i-- > 0;)
    if (x[i]) return w - 64 * i - 64 + (unsigned)__builtin_clzll(x[i]);
  return w;
}

/* ---- stages ---- */
/* a * b + c; the exponent of the product is raised by scale (-3..3, only with c = 0). */
WT_FMA_INLINE wt_fma_mul wt_fma_stage_mul(unsigned E, unsigned F, uint64_t a, uint64_t b, uint64_t c, int scale) {
  const uint64_t fmask = (UINT64_C(1) << F) - 1;
  const int emax = (1 << E) - 1, bias = emax >> 1, P = (int)F + 1, W = WT_FMA_WINDOW((int)F);
  int ea = (int)(a >> F) & emax, eb = (int)(b >> F) & emax, ec = (int)(c >> F) & emax;
  uint64_t fa = a & fmask, fb = b & fmask, fc = c & fmask, ma = fa | (uint64_t)(ea != 0) << F, mb = fb | (uint64_t)(eb != 0) << F;
  unsigned sp = (unsigned)(a >> (E + F) ^ b >> (E + F)) & 1, sc = (unsigned)(c >> (E + F)) & 1;
  int inf_p = (ea == emax && !fa) || (eb == emax && !fb), inf_c = ec == emax && !fc, zero_p = !ma || !mb;
  int nan = (ea == emax && fa) || (eb == emax && fb) || (ec == emax && fc) || (inf_p && (zero_p || (inf_c && sp != sc)));
  wt_fma_u128 prod = (wt_fma_u128)ma * mb;
  wt_fma_mul r = {.prod = {(uint64_t)prod, (uint64_t)(prod >> 64)}, .c = fc | (uint64_t)(ec != 0) << F, .sub = (uint8_t)(sp ^ sc)};
  int ep = (ea ? ea : 1) + (eb ? eb : 1) - bias + scale, at = ec ? ec : 1, d = ep - at + P + 3;
  r.kind = nan ? WT_FMA_NAN : inf_p || inf_c ? WT_FMA_INF : WT_FMA_FINITE;
  r.neg = (uint8_t)(r.kind == WT_FMA_INF && !inf_p ? sc : sp);
  if (zero_p || d <= 0) r.d = 0, r.ex = (uint16_t)(at + 1);
  else r.d = (uint8_t)(d > W ? W : d), r.ex = (uint16_t)(ep + (int)F + 5);
  return r;
}

WT_FMA_INLINE wt_fma_sum wt_fma_stage_add(unsigned F, wt_fma_mul m, unsigned rnd) {
  const unsigned P = F + 1, n = (WT_FMA_WINDOW(F) + 63) / 64;
  uint64_t p[WT_FMA_WORDS] = {m.prod[0], m.prod[1], 0}, c[WT_FMA_WORDS] = {m.c, 0, 0}, any = 0;
  wt_fma_sum r = {.ex = m.ex, .neg = m.neg, .kind = m.kind};
  int below = 0;
  wt_fma_shl(p, n, 3);
  wt_fma_shl(c, n, 2 * P + 5);
  c[0] |= (unsigned)wt_fma_shr(c, n, m.d);
  if (!m.sub) {
    wt_fma_plus(p, c, n);
  } else if (wt_fma_less(p, c, n)) {
    below = 1;
    wt_fma_minus(c, p, n);
    memcpy(p, c, sizeof p);
  } else {
    wt_fma_minus(p, c, n);
  }
  for (unsigned i = n; i--;) r.mag[i] = p[i], any |= p[i];
  if (m.kind == WT_FMA_FINITE && m.sub) r.neg = any ? (uint8_t)(m.neg ^ below) : rnd == WT_FMA_RM;
  return r;
}

WT_FMA_INLINE wt_fma_norm wt_fma_stage_norm(unsigned F, wt_fma_sum s) {
  const unsigned W = WT_FMA_WINDOW(F), n = (W + 63) / 64;
  unsigned zeros = wt_fma_zeros(s.mag, n, W), k = zeros < s.ex ? zeros : s.ex - 1u;
  wt_fma_norm r = {.neg = s.neg, .kind = s.kind};
  wt_fma_shl(s.mag, n, k);
  int sticky = wt_fma_shr(s.mag, n, W - F - 3);
  r.low = (uint8_t)((s.mag[0] & 2) | (s.mag[0] & 1) | (unsigned)sticky);
  r.sig = s.mag[0] >> 2;
  r.e = r.sig >> F ? (uint16_t)(s.ex - k) : 0;
  return r;
}

/* R6: ftz and sat: not fp64. */
WT_FMA_INLINE uint64_t wt_fma_stage_round(unsigned E, unsigned F, wt_fma_norm v, unsigned rnd, unsigned ftz, unsigned sat) {
  const uint64_t inf = ((UINT64_C(1) << E) - 1) << F, one = (inf >> 1) & inf, sign = (uint64_t)v.neg << (E + F);
  const uint64_t nan = F == 52 ? inf | UINT64_C(1) << (F - 1) : (UINT64_C(1) << (E + F)) - 1;
  /* R6 */
  unsigned half = v.low >> 1, up = rnd == WT_FMA_RN ? half && (v.low & 1 || v.sig & 1) : rnd != WT_FMA_RZ && v.low && (rnd == WT_FMA_RM) == v.neg;
  uint64_t r = ((uint64_t)v.e << F | (v.sig & ((UINT64_C(1) << F) - 1))) + up;
  if (r >= inf) r = rnd == WT_FMA_RN || (rnd != WT_FMA_RZ && (rnd == WT_FMA_RM) == v.neg) ? inf : inf - 1; /* R6 */
  if (v.kind == WT_FMA_INF) r = inf;
  if (ftz && !(r >> F)) r = 0;                    /* R6 */
  if (v.kind == WT_FMA_NAN) return sat ? 0 : nan; /* R6 */
  if (sat) return v.neg ? 0 : r > one ? one : r;
  return sign | r;
}

/* The whole way at once. */
WT_FMA_INLINE uint64_t wt_fma(unsigned E, unsigned F, uint64_t a, uint64_t b, uint64_t c, int scale, unsigned rnd, unsigned ftz, unsigned sat) {
  return wt_fma_stage_round(E, F, wt_fma_stage_norm(F, wt_fma_stage_add(F, wt_fma_stage_mul(E, F, a, b, c, scale), rnd)), rnd, ftz, sat);
}
#endif
