/* wt_alu_bytes.h - the per-lane operations on bytes, half words and bit fields. Included by wt_alu_ops.h.
 *
 * Rules: docs/blocks/exec/wt_alu.md, 23 to 27.
 */
#ifndef WT_ALU_BYTES_H
#define WT_ALU_BYTES_H
#include "isa/wt_isa.h"

/* R23 */
/* Byte of {C, A} that byte k of the result takes in a mode other than index; s = the low two bits of the selector. */
static inline unsigned wt_alu_prmt_pick(unsigned mode, unsigned s, unsigned k) {
  switch (mode) {
    case 1: return s + k;
    case 2: return (s - k) & 7;
    case 3: return s;
    case 4: return s > k ? s : k;
    case 5: return s < k ? s : k;
    default: return (s & 1) * 2 + (k & 1);
  }
}

/* R23 */
static inline uint32_t wt_alu_prmt(unsigned mode, uint32_t a, uint32_t sel, uint32_t c) {
  uint64_t v = (uint64_t)c << 32 | a;
  uint32_t r = 0;
  int index = mode == 0 || mode == 7;
  for (unsigned k = 4; k--;) {
    unsigned pick = index ? sel >> 4 * k & 7 : wt_alu_prmt_pick(mode, sel & 3, k);
    uint32_t byte = (uint32_t)(v >> 8 * pick) & 255;
    if (index && sel >> (4 * k + 3) & 1) byte = byte >> 7 ? 255 : 0;
    r |= byte << 8 * k;
  }
  return r;
}

/* Ones in the low n bits, n up to 32. */
static inline uint32_t wt_alu_ones(uint32_t n) { return n > 31 ? ~0u : (1u << n) - 1; }

/* R24 */
static inline uint32_t wt_alu_sgxt(wt_word w, uint32_t a, uint32_t b) {
  uint32_t n = wt_bit(w, 75) ? b & 31 : b > 32 ? 32 : b, keep = wt_alu_ones(n);
  uint32_t sign = wt_bit(w, 73) && n ? a >> (n - 1) & 1 : 0;
  return (a & keep) | ((0 - sign) & ~keep);
}

/* R24 */
static inline uint32_t wt_alu_bmsk(wt_word w, uint32_t pos, uint32_t width) {
  if (wt_bit(w, 75)) pos &= 31, width &= 31;
  return pos > 31 ? 0 : wt_alu_ones(width) << pos;
}

/* R25 */
static inline uint32_t wt_alu_vabsdiff(wt_word w, uint32_t a, uint32_t b) {
  uint32_t flip = (uint32_t)wt_bit(w, 73) << 31;
  return (a ^ flip) < (b ^ flip) ? b - a : a - b;
}

/* R25 */
static inline uint32_t wt_alu_vabsdiff4(wt_word w, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t bytes = 0, sum = c;
  for (unsigned i = 4; i--;) {
    unsigned k = 8 * i;
    uint32_t x = a >> k & 255, y = b >> k & 255, d = x < y ? y - x : x - y;
    bytes |= d << k;
    sum += d;
  }
  return wt_bit(w, 75) ? sum : bytes;
}

/* Low n bits of v as a number. */
static inline int32_t wt_alu_part(uint32_t v, unsigned n, unsigned sgn) {
  uint32_t m = (1u << n) - 1, s = 1u << (n - 1);
  return sgn ? (int32_t)((v & m) ^ s) - (int32_t)s : (int32_t)(v & m);
}

/* R26 */
static inline uint32_t wt_alu_idp(wt_word w, uint32_t a, uint32_t b, uint32_t c) {
  unsigned sa = wt_bit(w, 73), sb = wt_bit(w, 74), two = wt_bit(w, 76);
  if (two && wt_bit(w, 77)) b >>= 16;
  for (unsigned k = two ? 2 : 4; k--;) {
    int32_t x = two ? wt_alu_part(a >> 16 * k, 16, sa) : wt_alu_part(a >> 8 * k, 8, sa);
    c += (uint32_t)(x * wt_alu_part(b >> 8 * k, 8, sb));
  }
  return c;
}

/* R27: v saturated to U8, S8, U16 or S16 by bits 77:76. */
static inline uint32_t wt_alu_sat(wt_word w, uint32_t v) {
  int32_t top = wt_bit(w, 77) ? 0xffff : 0xff, low = 0, x = (int32_t)v;
  if (wt_bit(w, 76)) top >>= 1, low = -top - 1;
  return (uint32_t)(x < low ? low : x > top ? top : x);
}

/* R27 */
static inline uint32_t wt_alu_i2ip(wt_word w, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t x = wt_alu_sat(w, a), y = wt_alu_sat(w, b);
  return wt_bit(w, 77) ? x << 16 | (y & 0xffff) : c << 16 | (x & 255) << 8 | (y & 255);
}
#endif
