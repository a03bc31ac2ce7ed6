/* wt_alu_float.h - the fp32 operations of the ALU that need no rounding: comparisons, selections, the check of a division.
 *
 * Included by wt_alu_ops.h. All on bit patterns. Rules: docs/blocks/exec/wt_alu.md.
 */
#ifndef WT_ALU_FLOAT_H
#define WT_ALU_FLOAT_H

/* An operand after |x|, -x and .FTZ. */
static inline uint32_t wt_alu_fval(uint32_t v, unsigned abs, unsigned neg, unsigned ftz) {
  v = (v & ~((uint32_t)abs << 31)) ^ (uint32_t)neg << 31;
  return ftz && !(v & 0x7f800000) ? v & 0x80000000 : v;
}

static inline int wt_alu_fnan(uint32_t v) { return (v & 0x7fffffff) > 0x7f800000; }

/* Order of two numbers that are no NaN; -0 is below +0. */
static inline int wt_alu_fbelow(uint32_t a, uint32_t b) { return (a >> 31 ? ~a : a | 0x80000000) < (b >> 31 ? ~b : b | 0x80000000); }

/* R19: One bit of the comparison code for each of unordered, greater, equal, less. */
static inline unsigned wt_alu_fcmp(unsigned cmp, uint32_t a, uint32_t b) {
  unsigned zeros = !((a | b) & 0x7fffffff);
  unsigned at = wt_alu_fnan(a) || wt_alu_fnan(b) ? 3 : a == b || zeros ? 1 : wt_alu_fbelow(a, b) ? 0 : 2;
  return cmp >> at & 1;
}

/* R21 */
static inline uint32_t wt_alu_fmnmx(uint32_t a, uint32_t b, unsigned min) {
  if (wt_alu_fnan(a)) return wt_alu_fnan(b) ? 0x7fffffff : b;
  if (wt_alu_fnan(b)) return a;
  return (unsigned)wt_alu_fbelow(a, b) == min ? a : b;
}

/* R22 */
/* Does a / b need more than the short sequence: an operand or something on the way may leave the normal numbers. */
static inline unsigned wt_alu_fchk(uint32_t a, uint32_t b) {
  int ea = (int)(a >> 23 & 255), eb = (int)(b >> 23 & 255);
  return !(ea >= 32 && ea <= 254 && eb >= 1 && eb <= 250 && ea - eb <= 120 && eb - ea <= 120);
}

/* R35: A number as a half, to nearest, ties to even: of what a half can hold the same number. */
static inline uint32_t wt_alu_half(uint32_t v) {
  uint32_t sign = v >> 16 & 0x8000, e = v >> 23 & 255;
  if (wt_alu_fnan(v)) return 0x7fff;
  if (e >= 143) return sign | 0x7c00; /* 2^16 and more */
  if (e < 102) return sign;           /* below half of the smallest one */
  unsigned lost = e >= 113 ? 13 : 126 - e;
  uint32_t m = (v & 0x7fffff) | 0x800000, kept = m >> lost, rest = m & ((1u << lost) - 1), tie = 1u << (lost - 1);
  return sign | ((e >= 113 ? (e - 113) << 10 : 0) + kept + (rest > tie || (rest == tie && (kept & 1))));
}

static inline void wt_alu_float(const wt_alu_in *i, wt_alu_res *r) {
  unsigned form = wt_isa_form(i->w), plain = form == 2 || form == 4, ftz = wt_bit(i->w, 80), cmp = (unsigned)wt_bits(i->w, 79, 76);
  unsigned aa = wt_bit(i->w, 73), na = wt_bit(i->w, 72), ab = plain ? 0 : wt_bit(i->w, 62), nb = plain ? 0 : wt_bit(i->w, 63);
  uint32_t t = 0;
  for (unsigned l = 0; l < i->n; l++) {
    uint32_t a = wt_alu_fval(i->a[l], aa, na, ftz), b = wt_alu_fval(i->b[l], ab, nb, ftz);
    switch (i->op) {
      case WT_I_FSEL: r->lo[l] = i->pp >> l & 1 ? a : b; break; /* R20 */
      case WT_I_FMNMX: r->lo[l] = wt_alu_fmnmx(a, b, i->pp >> l & 1); break;
      case WT_I_FCHK: t |= wt_alu_fchk(i->a[l], i->b[l]) << l; break;
      default: t |= wt_alu_fcmp(cmp, a, b) << l; break;
    }
  }
  if (i->op == WT_I_FCHK) r->pu = t;
  if (i->op != WT_I_FSET && i->op != WT_I_FSETP) return;
  unsigned bop = (unsigned)wt_bits(i->w, 75, 74);
  uint32_t yes = bop == 0 ? t & i->pp : bop == 1 ? t | i->pp : t ^ i->pp; /* R19 */
  uint32_t no = bop == 0 ? ~t & i->pp : bop == 1 ? ~t | i->pp : ~t ^ i->pp;
  if (i->op == WT_I_FSETP) {
    r->pu = yes, r->pv = no;
    return;
  }
  for (unsigned l = 0; l < i->n; l++) r->lo[l] = (yes >> l & 1) * 0x3f800000;
}
#endif
