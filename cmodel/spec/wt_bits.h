/* wt_bits.h - named bit layouts (structs.def) on packed words, and small bit helpers of the C model.
 * A layout is an array of 32-bit words, least significant word first; its first field is the most significant.
 */
#ifndef WT_BITS_H
#define WT_BITS_H
#include <stdint.h>

#include "spec/wt_consts.h"
#include "spec/wt_max.h"

/* <STRUCT>_<field>_S = bits in front of the field (from the most significant end), <STRUCT>_W_ = total width. */
#define STRUCT(s) enum {
#define FIELD(s, f, w) s##_##f##_S, s##_##f##_E = s##_##f##_S + (w)-1,
#define END(s) \
  s##_W_       \
  }            \
  ;
#include "spec/structs.def"
enum { UOP_W = uop_W_, UOP_WORDS = (uop_W_ + 31) / 32, HSRC_W = hsrc_W_, HCTL_W = hctl_W_, ALUB_W = alub_W_ };

static inline uint64_t wt_words_get(const uint32_t *x, unsigned lsb, unsigned n) {
  unsigned i = lsb / 32, o = lsb % 32;
  uint64_t v = (uint64_t)x[i] >> o;
  if (o + n > 32) v |= (uint64_t)x[i + 1] << (32 - o);
  if (o + n > 64) v |= (uint64_t)x[i + 2] << (64 - o);
  return n >= 64 ? v : v & ((UINT64_C(1) << n) - 1);
}
static inline void wt_words_put(uint32_t *x, unsigned lsb, unsigned n, uint64_t v) {
  unsigned i = lsb / 32, o = lsb % 32;
  uint64_t m = n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
  if (!n) return;
  v &= m;
  x[i] = (x[i] & ~(uint32_t)(m << o)) | (uint32_t)(v << o);
  if (o + n > 32) x[i + 1] = (x[i + 1] & ~(uint32_t)(m >> (32 - o))) | (uint32_t)(v >> (32 - o));
  if (o + n > 64) x[i + 2] = (x[i + 2] & ~(uint32_t)(m >> (64 - o))) | (uint32_t)(v >> (64 - o));
}

/* The lowest n bits of src, of any number, to dst from bit lsb on. */
static inline void wt_words_copy(uint32_t *dst, unsigned lsb, unsigned n, const uint32_t *src) {
  for (unsigned i = 0, k; i < n; i += k) k = n - i < 32 ? n - i : 32, wt_words_put(dst, lsb + i, k, wt_words_get(src, i, k));
}

/* uop_get_op(words), uop_put_op(words, v), ... for every field of every layout */
#define FIELD(s, f, w)                                                                                               \
  static inline uint64_t s##_get_##f(const uint32_t *x) { return wt_words_get(x, s##_W_ - s##_##f##_S - (w), (w)); } \
  static inline void s##_put_##f(uint32_t *x, uint64_t v) { wt_words_put(x, s##_W_ - s##_##f##_S - (w), (w), v); }
#include "spec/structs.def"

/* Register number of operand word w of a uop: s0, s1, ... */
static inline unsigned wt_uop_source(const uint32_t *uop, unsigned w) { return (unsigned)wt_words_get(uop, uop_W_ - 1 - uop_s0_E + 8 * w, 8); }

/* Field of a layout of at most 64 bits held in one integer: WT_FIELD(v, hsrc, s0) */
#define WT_FIELD(v, s, f) (((uint64_t)(v) >> (s##_W_ - 1 - s##_##f##_E)) & ((UINT64_C(2) << (s##_##f##_E - s##_##f##_S)) - 1))

/* ... and the value that has v in that field alone. */
#define WT_PLACED(v, s, f) ((uint64_t)(v) << (s##_W_ - 1 - s##_##f##_E))

static inline uint64_t wt_mask64(unsigned n) { return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }
/* Counted in place: without an instruction for it the compiler calls a function. */
static inline unsigned wt_popcount(uint64_t v) {
  v -= v >> 1 & UINT64_C(0x5555555555555555);
  v = (v & UINT64_C(0x3333333333333333)) + (v >> 2 & UINT64_C(0x3333333333333333));
  v = (v + (v >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (unsigned)(v * UINT64_C(0x0101010101010101) >> 56);
}
/* index of the lowest set bit; v must not be 0 */
static inline unsigned wt_lowest(uint64_t v) { return (unsigned)__builtin_ctzll(v); }

/* Place of lane 0 of warp w of the SM in its warp of 32 (cfg_places; CTAs begin at such a warp), per32: warps of the shape in one of 32. */
static inline unsigned wt_place(unsigned places, unsigned per32, unsigned w) { return places ? w % per32 * (32 / per32) : 0; }

/* ---- sets of warps (wt_warps): good for as many slots as the key WARPS may ask for ---- */
static inline wt_warps wt_warp(unsigned w) { return (wt_warps)1 << w; }
static inline wt_warps wt_warps_upto(unsigned n) { return n >= sizeof(wt_warps) * 8 ? ~(wt_warps)0 : wt_warp(n) - 1; } /* slots below n */
static inline uint64_t wt_warps_half(wt_warps x, int high) { return high ? (uint64_t)(x >> 32 >> 32) : (uint64_t)x; }
static inline unsigned wt_warps_count(wt_warps x) { return wt_popcount(wt_warps_half(x, 0)) + wt_popcount(wt_warps_half(x, 1)); }
/* The lowest slot of a set that is not empty. */
static inline unsigned wt_warps_first(wt_warps x) {
  return wt_warps_half(x, 0) ? wt_lowest(wt_warps_half(x, 0)) : 64 + wt_lowest(wt_warps_half(x, 1));
}
/* The first slot of the set after slot `at`, going round; the set is not empty. */
static inline unsigned wt_warps_after(wt_warps x, unsigned at) {
  wt_warps above = x & ~wt_warps_upto(at + 1);
  return wt_warps_first(above ? above : x);
}
#endif
