/* half_ref.h - what the suites expect of half precision: exact integers in units of 2^-48, in which every half and every product of two is one, and one
 * rounding. */
#ifndef HALF_REF_H
#define HALF_REF_H
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "isa/wt_isa.h"

__extension__ typedef __int128 half_exact;

static inline int half_nan(uint32_t h) { return (h & 0x7fff) > 0x7c00; }
static inline int half_inf(uint32_t h) { return (h & 0x7fff) == 0x7c00; }

/* In units of 2^-24, without a sign. */
static inline int64_t half_units(uint32_t h) {
  unsigned e = h >> 10 & 31, f = h & 1023;
  return e ? (int64_t)(f + 1024) << (e - 1) : f;
}

static inline double half_double(uint32_t h) {
  double d = half_nan(h) ? NAN : half_inf(h) ? INFINITY : ldexp((double)half_units(h), -24);
  return h & 0x8000 ? -d : d;
}

/* A sum that is not 0, to the nearest half, of two to the even one. */
static inline uint32_t half_round(half_exact s) {
  uint32_t sign = s < 0 ? 0x8000 : 0, e = 1;
  half_exact m = s < 0 ? -s : s;
  while (e < 40 && m >> (e + 24) >= 1024) e++; /* the last place is 2^(e - 25) */
  while (e > 1 && m >> (e + 23) < 1024) e--;
  half_exact q = m >> (e + 23), rest = m - (q << (e + 23)), tie = (half_exact)1 << (e + 22);
  q += rest > tie || (rest == tie && q & 1);
  uint32_t v = ((e - 1) << 10) + (uint32_t)q;
  return sign | (v > 0x7c00 ? 0x7c00 : v);
}

/* a * b + c. */
static inline uint32_t half_fma(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t sp = (a ^ b) & 0x8000, sc = c & 0x8000;
  int inf_p = half_inf(a) || half_inf(b), zero_p = !(a & 0x7fff) || !(b & 0x7fff);
  if (half_nan(a) || half_nan(b) || half_nan(c) || (inf_p && zero_p) || (inf_p && half_inf(c) && sp != sc)) return 0x7fff;
  if (inf_p) return sp | 0x7c00;
  if (half_inf(c)) return c;
  half_exact p = (half_exact)half_units(a) * half_units(b), k = (half_exact)half_units(c) << 24, s = (sp ? -p : p) + (sc ? -k : k);
  if (s == 0) return p == 0 && sp == sc ? sp : 0;
  return half_round(s);
}

/* The half in place 0 or 1 that an operand gives. */
static inline uint32_t half_operand(uint32_t v, unsigned swizzle, unsigned neg, unsigned abs, unsigned flush, unsigned place) {
  if (swizzle >= 2) place = swizzle - 2;
  uint32_t h = place ? v >> 16 : v & 0xffff;
  if (abs) h &= 0x7fff;
  if (neg) h ^= 0x8000;
  return flush && (h & 0x7fff) < 0x400 ? h & 0x8000 : h;
}

/* HSETP2's predicate of a place, HSET2's result; the numbers are doubles. */
static inline unsigned half_holds(wt_word w, uint32_t a, uint32_t b, unsigned place) {
  unsigned imm = wt_isa_form(w) == 2, ftz = wt_bit(w, 80), cmp = (unsigned)wt_bits(w, 79, 76);
  double x = half_double(half_operand(a, (unsigned)wt_bits(w, 75, 74), wt_bit(w, 72), wt_bit(w, 73), ftz, place));
  double y =
    half_double(imm ? half_operand(b, 0, 0, 0, ftz, place) : half_operand(b, (unsigned)wt_bits(w, 61, 60), wt_bit(w, 63), wt_bit(w, 62), ftz, place));
  return cmp >> (isnan(x) || isnan(y) ? 3 : x > y ? 2 : x == y ? 1 : 0) & 1;
}
static inline unsigned half_bop(wt_word w, unsigned t, unsigned pp) {
  unsigned bop = (unsigned)wt_bits(w, 70, 69);
  return bop == 0 ? t && pp : bop == 1 ? t || pp : t != pp;
}
static inline unsigned half_setp(wt_word w, uint32_t a, uint32_t b, unsigned pp, unsigned place) {
  unsigned both = half_holds(w, a, b, 0) && half_holds(w, a, b, 1);
  return half_bop(w, wt_bit(w, 71) ? both != place : half_holds(w, a, b, place), pp);
}
static inline uint32_t half_set(wt_word w, uint32_t a, uint32_t b, unsigned pp) {
  uint32_t one = wt_bit(w, 71) ? 0x3c00 : 0xffff;
  return (half_bop(w, half_holds(w, a, b, 0), pp) ? one : 0) | (half_bop(w, half_holds(w, a, b, 1), pp) ? one << 16 : 0);
}

/* HADD2, HMUL2, HFMA2 from the word and the words that a unit gets. */
static inline uint32_t half_ref(unsigned op, wt_word w, uint32_t w0, uint32_t w1, uint32_t w2, uint32_t bc) {
  unsigned form = wt_isa_form(w), add = op == WT_I_HADD2 || op == WT_I_HADD2_C, fma = op == WT_I_HFMA2, imm = form == 2 || form == 4;
  unsigned fmz = !add && wt_bit(w, 76), flush = fmz || wt_bit(w, 80), b_high = fma && (form == 2 || form == 3 || form == 7);
  uint32_t r = 0, low = form == 1 ? w1 : bc;
  for (unsigned place = 0; place < 2; place++) {
    uint32_t a = half_operand(w0, (unsigned)wt_bits(w, 75, 74), wt_bit(w, 72), wt_bit(w, 73), flush, place);
    uint32_t x =
      imm ? half_operand(low, 0, 0, 0, flush, place) : half_operand(low, (unsigned)wt_bits(w, 61, 60), wt_bit(w, 63), wt_bit(w, 62), flush, place);
    uint32_t y = half_operand(b_high ? w1 : w2, (unsigned)wt_bits(w, 82, 81), wt_bit(w, 84), wt_bit(w, 83), flush, place);
    uint32_t b = add ? 0x3c00 : b_high ? y : x, c = add ? x : b_high ? x : y;
    if (add && wt_bit(w, 78)) {
      volatile double sum = half_double(a) + half_double(x);
      float f = (float)sum;
      if (wt_bit(w, 77)) f = f > 1 ? 1 : f > 0 ? f : 0;
      memcpy(&r, &f, sizeof r);
      return isnan(f) ? 0x7fffffff : r;
    }
    if (fmz && (!(a & 0x7fff) || !(b & 0x7fff))) a = b = 0;
    if (op == WT_I_HMUL2) c = (a ^ b) & 0x8000;
    uint32_t h = half_fma(a, b, c);
    if (flush && (h & 0x7fff) < 0x400) h &= 0x8000;
    if (wt_bit(w, 77)) h = half_nan(h) || h & 0x8000 ? 0 : h > 0x3c00 ? 0x3c00 : h;
    r |= h << 16 * place;
  }
  return r;
}
#endif
