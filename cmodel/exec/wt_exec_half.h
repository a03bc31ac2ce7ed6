/* wt_exec_half.h - numbers of half precision as operands: for wt_alu, wt_fpu and wt_xu.
 *
 * All on bit patterns.
 */
#ifndef WT_EXEC_HALF_H
#define WT_EXEC_HALF_H
#include <stdint.h>

/* What an operand does with the sign of its numbers: |x| first. */
typedef struct {
  unsigned neg, abs;
} wt_fp_sign;

/* The two halves that a swizzle takes of a register. */
static inline uint32_t wt_half_swizzled(uint32_t v, unsigned swizzle) {
  return swizzle == 2 ? (v & 0xffff) * 0x10001u : swizzle == 3 ? (v >> 16) * 0x10001u : v;
}

/* Both halves of an operand: swizzle, |x|, -x, flush. */
static inline uint32_t wt_half_operand(uint32_t v, wt_fp_sign s, unsigned swizzle, unsigned flush) {
  const uint32_t signs = 0x80008000;
  v = wt_half_swizzled(v, swizzle);
  v = (s.abs ? v & ~signs : v) ^ (s.neg ? signs : 0);
  if (flush && !(v & 0x00007c00)) v &= 0xffff8000;
  if (flush && !(v & 0x7c000000)) v &= 0x8000ffff;
  return v;
}

/* A half as fp32, which has all of its numbers. */
static inline uint32_t wt_half_single(uint32_t h) {
  uint32_t s = (h & 0x8000) << 16, e = h >> 10 & 31, f = h & 0x3ff;
  if (e == 31) return s | 0x7f800000 | f << 13;
  if (e) return s | (e + 112) << 23 | f << 13;
  if (!f) return s;
  unsigned up = (unsigned)__builtin_clz(f) - 21; /* places to the hidden one */
  return s | (113 - up) << 23 | (f << up & 0x3ff) << 13;
}
#endif
