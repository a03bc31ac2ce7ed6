/* alu_bytes_ref.h - what the ALU's operations on bytes and bit fields give, element by element. Rules 23 to 27 of
 * docs/blocks/exec/wt_alu.md. */
#ifndef WT_ALU_BYTES_REF_H
#define WT_ALU_BYTES_REF_H
#include <stdint.h>
#include <stdlib.h>

#include "isa/wt_isa.h"

#define bit wt_bit
/* One byte of a number by its index; the reference below works on digits of base 256. */
static inline unsigned digit(uint64_t v, unsigned k) { return (unsigned)(v >> 8 * k) % 256; }

/* Indices of the PRMT modes, least significant byte first, as the PTX manual lists them. */
static inline uint32_t ref_prmt(wt_word w, uint32_t a, uint32_t sel, uint32_t c) {
  static const uint8_t order[6][4][4] = {
    {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}}, {{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}},
    {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}, {{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}},
    {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}}, {{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}}};
  unsigned mode = (unsigned)wt_bits(w, 74, 72);
  uint32_t r = 0;
  for (unsigned k = 0; k < 4; k++) {
    unsigned nib = sel >> 4 * k & 15, byte;
    if (mode == 0 || mode == 7) byte = nib < 8 ? digit((uint64_t)c << 32 | a, nib) : digit((uint64_t)c << 32 | a, nib - 8) >= 128 ? 255 : 0;
    else byte = digit((uint64_t)c << 32 | a, order[mode - 1][sel % 4][k]);
    r += (uint32_t)byte << 8 * k;
  }
  return r;
}

static inline uint32_t ref_field(wt_word w, unsigned op, uint32_t a, uint32_t b) {
  uint32_t r = 0;
  if (bit(w, 75)) b %= 32;
  if (op == WT_I_BMSK) {
    if (bit(w, 75)) a %= 32;
    for (uint64_t k = 0; k < 32; k++) r |= (uint32_t)(k >= a && k < (uint64_t)a + b) << k;
    return r;
  }
  for (unsigned k = 0; k < 32 && b; k++) r |= (a >> (k < b ? k : b - 1) & (k < b || bit(w, 73))) << k;
  return r;
}

/* Numbers of 8 or 16 bits, signed or not. */
static inline int64_t part(uint32_t v, unsigned n, unsigned sgn) {
  int64_t x = v % (1u << n);
  return sgn && x >> (n - 1) ? x - (1 << n) : x;
}
static inline uint32_t ref_idp(wt_word w, uint32_t a, uint32_t b, uint32_t c) {
  int64_t s = c;
  for (unsigned k = 0; k < 4; k++) {
    unsigned two = bit(w, 76), sa = bit(w, 73), sb = bit(w, 74);
    if (two && k > 1) break;
    s += (two ? part(a >> 16 * k, 16, sa) : part(a >> 8 * k, 8, sa)) * part(digit(b, two && bit(w, 77) ? k + 2 : k), 8, sb);
  }
  return (uint32_t)s;
}
static inline uint32_t ref_sat(wt_word w, uint32_t v) {
  static const char *const kinds[4] = {"0 255", "-128 127", "0 65535", "-32768 32767"};
  long low, high, x = (int32_t)v;
  char *rest;
  low = strtol(kinds[wt_bits(w, 77, 76)], &rest, 10), high = strtol(rest, NULL, 10);
  return (uint32_t)(x < low ? low : x > high ? high : x);
}
static inline uint32_t ref_bytes(wt_word w, unsigned op, uint32_t a, uint32_t b, uint32_t c) {
  int64_t d = bit(w, 73) ? (int64_t)(int32_t)a - (int32_t)b : (int64_t)a - b;
  uint32_t sum = 0, packed = 0;
  switch (op) {
    case WT_I_PRMT: return ref_prmt(w, a, b, c);
    case WT_I_VABSDIFF: return (uint32_t)(d < 0 ? -d : d) + c;
    case WT_I_VABSDIFF4:
      for (unsigned k = 0; k < 4; k++) {
        unsigned n = (unsigned)abs((int)digit(a, k) - (int)digit(b, k));
        sum += n, packed += (uint32_t)n << 8 * k;
      }
      return bit(w, 75) ? c + sum : packed;
    case WT_I_IDP: return ref_idp(w, a, b, c);
    case WT_I_I2I: return ref_sat(w, b);
    default:
      a = ref_sat(w, a), b = ref_sat(w, b);
      if (bit(w, 77)) return a % 65536 * 65536 + b % 65536;
      return c % 65536 * 65536 + a % 256 * 256 + b % 256;
  }
}
#undef bit
#endif
