/* alu_word_ref.h - comparisons and shifts of words on exact wide integers. Rules 13 and 16 of docs/blocks/exec/wt_alu.md. */
#ifndef ALU_WORD_REF_H
#define ALU_WORD_REF_H
#include "tests/exec/alu_float_ref.h"

__extension__ typedef __int128 wide;
#define TWO32 ((wide)1 << 32)
#define TWO64 ((wide)1 << 64)

static inline unsigned ref_cmp(wt_word w, uint32_t a, uint32_t b, unsigned pr) {
  int64_t va = bit(w, 73) ? (int32_t)a : (int64_t)a, vb = bit(w, 73) ? (int32_t)b : (int64_t)b;
  unsigned c = (unsigned)wt_bits(w, 78, 76);
  if (c == 0) return 0;
  if (c == 7) return 1;
  if (bit(w, 72) && va == vb) return pr;
  if (bit(w, 72) && (c == 3 || c == 6)) c = c == 3 ? 1 : 4;
  switch (c) {
    case 1: return va < vb;
    case 2: return va == vb;
    case 3: return va <= vb;
    case 4: return va > vb;
    case 5: return va != vb;
    default: return va >= vb;
  }
}

static inline uint32_t ref_shf(wt_word w, uint32_t a, uint32_t n, uint32_t c) {
  unsigned bits = bit(w, 74) ? 32 : 64;
  wide v = ((wide)c << 32) | a;
  n = bit(w, 75) ? n % bits : n > bits ? bits : n;
  if (bit(w, 76)) {
    if (!bit(w, 73) && c >> 31) v -= TWO64;
    v >>= n;
  } else {
    v = (wide)((unsigned __int128)v << n);
  }
  return (uint32_t)((uint64_t)v >> (bit(w, 80) ? 32 : 0));
}
#endif
