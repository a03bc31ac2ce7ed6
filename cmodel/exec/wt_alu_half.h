/* wt_alu_half.h - comparisons of pairs of halves: HSET2, HSETP2.
 *
 * Included by wt_alu_ops.h. All on bit patterns. Rules: docs/blocks/exec/wt_alu.md.
 */
#ifndef WT_ALU_HALF_H
#define WT_ALU_HALF_H
#include "exec/wt_exec_half.h"

/* R36: One bit of the comparison code for each of unordered, greater, equal, less, as with fp32. */
static inline unsigned wt_alu_hcmp(unsigned cmp, uint32_t a, uint32_t b) {
  uint32_t ma = a & 0x7fff, mb = b & 0x7fff;
  if (ma > 0x7c00 || mb > 0x7c00) return cmp >> 3 & 1;
  int32_t x = a >> 15 ? -(int32_t)ma : (int32_t)ma, y = b >> 15 ? -(int32_t)mb : (int32_t)mb; /* the patterns rise with the numbers */
  return cmp >> (x < y ? 0 : x == y ? 1 : 2) & 1;
}

static inline uint32_t wt_alu_hbop(unsigned bop, uint32_t t, uint32_t p) { return bop == 0 ? t & p : bop == 1 ? t | p : t ^ p; }

static inline void wt_alu_hset(const wt_alu_in *i, wt_alu_res *r) {
  unsigned form = wt_isa_form(i->w), imm = form == 2, ftz = wt_bit(i->w, 80), cmp = (unsigned)wt_bits(i->w, 79, 76),
           bop = (unsigned)wt_bits(i->w, 70, 69);
  unsigned sa = (unsigned)wt_bits(i->w, 75, 74), sb = imm ? 0 : (unsigned)wt_bits(i->w, 61, 60), flag = wt_bit(i->w, 71);
  wt_fp_sign na = {wt_bit(i->w, 72), wt_bit(i->w, 73)}, nb = {!imm && wt_bit(i->w, 63), !imm && wt_bit(i->w, 62)};
  uint32_t low = 0, high = 0;
  for (unsigned l = 0; l < i->n; l++) {
    uint32_t a = wt_half_operand(i->a[l], na, sa, ftz), b = wt_half_operand(form == 1 ? i->b[l] : i->c[l], nb, sb, ftz); /* R36 */
    low |= wt_alu_hcmp(cmp, a & 0xffff, b & 0xffff) << l, high |= wt_alu_hcmp(cmp, a >> 16, b >> 16) << l;
  }
  if (i->op == WT_I_HSETP2) {
    uint32_t both = low & high;
    r->pu = wt_alu_hbop(bop, flag ? both : low, i->pp), r->pv = wt_alu_hbop(bop, flag ? ~both : high, i->pp); /* R37 */
    return;
  }
  low = wt_alu_hbop(bop, low, i->pp), high = wt_alu_hbop(bop, high, i->pp);
  for (unsigned l = 0; l < i->n; l++) r->lo[l] = ((low >> l & 1) | (high >> l & 1) << 16) * (flag ? 0x3c00u : 0xffffu); /* R36 */
}
#endif
