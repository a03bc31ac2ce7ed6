/* wt_alu_ops.h - what the per-lane integer operations compute, for a vector of lanes.
 *
 * Shared by the C twins of wt_alu (LANES lanes) and wt_ualu (one lane). Operands are in assembly order; which modifier
 * bits belong to B and C depends on the operand form of the word. Rules: docs/blocks/exec/wt_alu.md.
 */
#ifndef WT_ALU_OPS_H
#define WT_ALU_OPS_H
#include "exec/wt_alu_bytes.h"
#include "isa/wt_isa.h"

typedef struct {
  unsigned op;                    /* WT_I_... of the per-lane operation */
  wt_word w;                      /* modifiers */
  unsigned n;                     /* lanes, at most 32 */
  const uint32_t *a, *b, *c, *ch; /* ch: upper words of a 64-bit C */
  uint32_t pp, pq, pr;            /* source predicates, one bit per lane */
} wt_alu_in;

typedef struct {
  uint32_t *lo, *hi; /* n words each, written only by operations that have such a result */
  uint32_t pu, pv;   /* one bit per lane, anything above; 0 unless the operation has them */
} wt_alu_res;

/* R4: Modifier that negates or inverts operand k (0 = A, 1 = B, 2 = C). */
static inline unsigned wt_alu_inv(wt_word w, unsigned k) {
  unsigned form = wt_isa_form(w), low = form == 2 || form == 3 || form == 7 ? 2 : 1;
  if (k == 0) return wt_bit(w, 72);
  if (k != low) return wt_bit(w, 75);
  return form == 2 || form == 4 ? 0 : wt_bit(w, 63);
}

static inline uint32_t wt_alu_lane(uint32_t mask, unsigned l) { return mask >> l & 1; }

/* R10: A negated operand is its complement plus one, the one counted in the wide sum; with .X only the complement. */
static inline void wt_alu_iadd3(const wt_alu_in *i, wt_alu_res *r) {
  uint32_t na = wt_alu_inv(i->w, 0), nb = wt_alu_inv(i->w, 1), nc = wt_alu_inv(i->w, 2);
  uint32_t xa = 0 - na, xb = 0 - nb, xc = 0 - nc, k = na + nb + nc;
  unsigned ex = wt_bit(i->w, 74), carries = wt_bits(i->w, 86, 81) != 0x3f;
  if (!ex && !carries) {
    for (unsigned l = 0; l < i->n; l++) r->lo[l] = (i->a[l] ^ xa) + (i->b[l] ^ xb) + (i->c[l] ^ xc) + k;
    return;
  }
  for (unsigned l = 0; l < i->n; l++) {
    uint64_t s = (uint64_t)(i->a[l] ^ xa) + (i->b[l] ^ xb) + (i->c[l] ^ xc);
    s += ex ? wt_alu_lane(i->pp, l) + wt_alu_lane(i->pq, l) : k;
    r->lo[l] = (uint32_t)s;
    r->pu |= (uint32_t)(s >= UINT64_C(1) << 32) << l;
    r->pv |= (uint32_t)(s >= UINT64_C(1) << 33) << l;
  }
}

/* R11 */
static inline void wt_alu_lea(const wt_alu_in *i, wt_alu_res *r) {
  unsigned high = wt_bit(i->w, 80), sx = wt_bit(i->w, 73), ex = wt_bit(i->w, 74), sh = (unsigned)wt_bits(i->w, 79, 75);
  uint32_t na = wt_alu_inv(i->w, 0), nb = wt_isa_form(i->w) == 2 ? 0 : wt_alu_inv(i->w, 1); /* bit 75 is one of the shift's */
  for (unsigned l = 0; l < i->n; l++) {
    uint32_t up = sx ? 0 - (i->a[l] >> 31) : i->c[l];
    uint32_t t = high && sh ? up << sh | i->a[l] >> (32 - sh) : high ? up : i->a[l] << sh;
    uint64_t s = (uint64_t)(t ^ (0 - na)) + (i->b[l] ^ (0 - nb)) + (ex ? wt_alu_lane(i->pp, l) : na + nb);
    r->lo[l] = (uint32_t)s;
    r->pu |= (uint32_t)(s >> 32 != 0) << l;
  }
}

/* R12 */
static inline void wt_alu_imad(const wt_alu_in *i, wt_alu_res *r) {
  uint32_t nc = wt_alu_inv(i->w, 2), xc = 0 - nc;
  if (wt_bit(i->w, 74))
    for (unsigned l = 0; l < i->n; l++) r->lo[l] = i->a[l] * i->b[l] + (i->c[l] ^ xc) + wt_alu_lane(i->pp, l);
  else
    for (unsigned l = 0; l < i->n; l++) r->lo[l] = i->a[l] * i->b[l] + (i->c[l] ^ xc) + nc;
}

/* R12: 64-bit product plus 64-bit C. The carry out of bit 63 is that of the sum of the two 64-bit patterns. */
static inline void wt_alu_imad64(const wt_alu_in *i, wt_alu_res *r, int wide) {
  unsigned sgn = wt_bit(i->w, 73), ex = wt_bit(i->w, 74), nc = wt_alu_inv(i->w, 2);
  for (unsigned l = 0; l < i->n; l++) {
    uint64_t p = sgn ? (uint64_t)((int64_t)(int32_t)i->a[l] * (int32_t)i->b[l]) : (uint64_t)i->a[l] * i->b[l];
    uint64_t c = ((uint64_t)i->ch[l] << 32 | i->c[l]) ^ (0 - (uint64_t)nc), s;
    unsigned k = ex ? wt_alu_lane(i->pp, l) : nc;
    int carry = __builtin_add_overflow(p, c, &s);
    carry |= __builtin_add_overflow(s, (uint64_t)k, &s);
    r->lo[l] = (uint32_t)(wide ? s : s >> 32);
    if (wide) r->hi[l] = (uint32_t)(s >> 32);
    r->pu |= (uint32_t)carry << l;
  }
}

/* R13: Bit masks of the lanes with A < B and A == B, then the comparison by whole masks. */
static inline void wt_alu_isetp(const wt_alu_in *i, wt_alu_res *r) {
  uint32_t flip = (uint32_t)wt_bit(i->w, 73) << 31, lt = 0, eq = 0, t;
  for (unsigned l = 0; l < i->n; l++) {
    lt |= (uint32_t)((i->a[l] ^ flip) < (i->b[l] ^ flip)) << l;
    eq |= (uint32_t)(i->a[l] == i->b[l]) << l;
  }
  unsigned cmp = (unsigned)wt_bits(i->w, 78, 76), ex = wt_bit(i->w, 72);
  uint32_t gt = ~lt & ~eq, low = i->pr;
  switch (cmp) {
    case 0: t = 0; break;
    case 1: t = ex ? lt | (eq & low) : lt; break;
    case 2: t = ex ? eq & low : eq; break;
    case 3: t = ex ? lt | (eq & low) : lt | eq; break;
    case 4: t = ex ? gt | (eq & low) : gt; break;
    case 5: t = ex ? ~eq | low : ~eq; break;
    case 6: t = ex ? gt | (eq & low) : ~lt; break;
    default: t = ~0u; break;
  }
  unsigned bop = (unsigned)wt_bits(i->w, 75, 74);
  r->pu = bop == 0 ? t & i->pp : bop == 1 ? t | i->pp : t ^ i->pp;
  r->pv = bop == 0 ? ~t & i->pp : bop == 1 ? ~t | i->pp : ~t ^ i->pp;
}

/* f(a, b, c) given by its truth table: two tables of two inputs, chosen by a. */
static inline uint32_t wt_alu_lut(unsigned lut, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t m[8];
  for (unsigned k = 0; k < 8; k++) m[k] = 0 - (lut >> k & 1);
  uint32_t f0 = (~b & ((~c & m[0]) | (c & m[1]))) | (b & ((~c & m[2]) | (c & m[3])));
  uint32_t f1 = (~b & ((~c & m[4]) | (c & m[5]))) | (b & ((~c & m[6]) | (c & m[7])));
  return (~a & f0) | (a & f1);
}

/* R14 */
static inline void wt_alu_lop3(const wt_alu_in *i, wt_alu_res *r) {
  unsigned lut = (unsigned)wt_bits(i->w, 79, 72);
  uint32_t nz = 0;
  switch (lut) { /* the tables that compilers use most, without the general network */
    case 0xc0:
      for (unsigned l = 0; l < i->n; l++) r->lo[l] = i->a[l] & i->b[l];
      break;
    case 0xfc:
      for (unsigned l = 0; l < i->n; l++) r->lo[l] = i->a[l] | i->b[l];
      break;
    case 0x3c:
      for (unsigned l = 0; l < i->n; l++) r->lo[l] = i->a[l] ^ i->b[l];
      break;
    default:
      for (unsigned l = 0; l < i->n; l++) r->lo[l] = wt_alu_lut(lut, i->a[l], i->b[l], i->c[l]);
      break;
  }
  for (unsigned l = 0; l < i->n; l++) nz |= (uint32_t)(r->lo[l] != 0) << l;
  r->pu = wt_bit(i->w, 80) ? nz & i->pp : nz | i->pp;
}

/* R15 */
static inline void wt_alu_plop3(const wt_alu_in *i, wt_alu_res *r) {
  unsigned lut1 = (unsigned)(wt_bits(i->w, 76, 72) << 3 | wt_bits(i->w, 66, 64));
  unsigned lut2 = (unsigned)wt_bits(i->w, 23, 16);
  r->pu = wt_alu_lut(lut1, i->pp, i->pq, i->pr);
  r->pv = wt_alu_lut(lut2, i->pp, i->pq, i->pr);
}

/* R34: The tables of PLOP3 on signs; a predicate stands where no operand does. */
static inline void wt_alu_plop3_signs(const wt_alu_in *i, wt_alu_res *r) {
  uint32_t pa = i->pp, pb = 0, pc = i->pr;
  if (i->op != WT_I_PLOP3_S1) pc = 0;
  if (i->op == WT_I_PLOP3_S3) pa = 0;
  for (unsigned l = 0; l < i->n; l++) {
    pb |= (i->b[l] >> 31) << l;
    if (i->op != WT_I_PLOP3_S1) pc |= (i->c[l] >> 31) << l;
    if (i->op == WT_I_PLOP3_S3) pa |= (i->a[l] >> 31) << l;
  }
  r->pu = wt_alu_lut((unsigned)wt_bits(i->w, 79, 72), pa, pb, pc);
  r->pv = wt_alu_lut((unsigned)wt_bits(i->w, 23, 16), pa, pb, pc);
}

static inline uint64_t wt_alu_shift(uint64_t v, unsigned n, unsigned right, unsigned sgn) {
  uint64_t fill = right && sgn && v >> 63 ? ~UINT64_C(0) : 0;
  if (n == 0) return v;
  if (n == 64) return fill;
  return right ? v >> n | fill << (64 - n) : v << n;
}

/* R16 */
static inline void wt_alu_shf(const wt_alu_in *i, wt_alu_res *r) {
  unsigned right = wt_bit(i->w, 76), wrap = wt_bit(i->w, 75), sgn = !wt_bit(i->w, 73);
  unsigned bits = wt_bit(i->w, 74) ? 32 : 64, down = wt_bit(i->w, 80) ? 32 : 0;
  for (unsigned l = 0; l < i->n; l++) {
    uint32_t n = wrap ? i->b[l] & (bits - 1) : i->b[l] < bits ? i->b[l] : bits;
    r->lo[l] = (uint32_t)(wt_alu_shift((uint64_t)i->c[l] << 32 | i->a[l], n, right, sgn) >> down);
  }
}

static inline void wt_alu_select(const wt_alu_in *i, wt_alu_res *r, uint32_t take_a) {
  for (unsigned l = 0; l < i->n; l++) r->lo[l] = wt_alu_lane(take_a, l) ? i->a[l] : i->b[l];
}

static inline void wt_alu_imnmx(const wt_alu_in *i, wt_alu_res *r) {
  uint32_t flip = (uint32_t)wt_bit(i->w, 73) << 31;
  for (unsigned l = 0; l < i->n; l++) {
    uint32_t a = i->a[l] ^ flip, b = i->b[l] ^ flip;
    r->lo[l] = (wt_alu_lane(i->pp, l) ? (a < b ? a : b) : (a > b ? a : b)) ^ flip;
  }
}

/* R17 */
static inline uint32_t wt_alu_brev(uint32_t v) {
  v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
  v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
  v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(v);
}

/* R17 */
static inline uint32_t wt_alu_flo(wt_word w, uint32_t v) {
  if (wt_bit(w, 73) && v >> 31) v = ~v;
  if (!v) return ~0u;
  unsigned z = (unsigned)__builtin_clz(v);
  return wt_bit(w, 74) ? z : 31 - z;
}

/* R17: POPC and FLO invert B; the others of one operand do not. */
static inline void wt_alu_unary(const wt_alu_in *i, wt_alu_res *r) {
  uint32_t xb = 0 - wt_alu_inv(i->w, 1);
  for (unsigned l = 0; l < i->n; l++) {
    uint32_t b = i->b[l];
    switch (i->op) {
      case WT_I_IABS: r->lo[l] = b >> 31 ? 0 - b : b; break; /* R9 */
      case WT_I_POPC: r->lo[l] = (uint32_t)__builtin_popcount(b ^ xb); break;
      case WT_I_FLO: r->lo[l] = wt_alu_flo(i->w, b ^ xb); break;
      default: r->lo[l] = wt_alu_brev(b); break;
    }
  }
}

/* R18 */
/* A holds the predicates, C the register that keeps its bits outside the mask B; both move to the selected byte. */
static inline void wt_alu_p2r(const wt_alu_in *i, wt_alu_res *r) {
  unsigned at = 8u * (unsigned)wt_bits(i->w, 77, 76);
  for (unsigned l = 0; l < i->n; l++) {
    uint32_t mask = i->b[l];
    r->lo[l] = (i->c[l] & ~(mask << at)) | (i->a[l] & 0x7f & mask) << at;
  }
}

/* Bytes, half words and bit fields. */
static inline void wt_alu_fields(const wt_alu_in *i, wt_alu_res *r) {
  unsigned mode = (unsigned)wt_bits(i->w, 74, 72);
  for (unsigned l = 0; l < i->n; l++) {
    uint32_t a = i->a[l], b = i->b[l], c = i->c[l];
    switch (i->op) {
      case WT_I_PRMT: r->lo[l] = wt_alu_prmt(mode, a, b, c); break;
      case WT_I_SGXT: r->lo[l] = wt_alu_sgxt(i->w, a, b); break;
      case WT_I_BMSK: r->lo[l] = wt_alu_bmsk(i->w, a, b); break;
      case WT_I_VABSDIFF: r->lo[l] = wt_alu_vabsdiff(i->w, a, b) + c; break;
      case WT_I_VABSDIFF4: r->lo[l] = wt_alu_vabsdiff4(i->w, a, b, c); break;
      case WT_I_IDP: r->lo[l] = wt_alu_idp(i->w, a, b, c); break;
      case WT_I_I2I: r->lo[l] = wt_alu_sat(i->w, b); break;
      default: r->lo[l] = wt_alu_i2ip(i->w, a, b, c); break;
    }
  }
}

/* R28: The predicates that A gives are the low bits of lo, the ones to write those of hi. */
static inline void wt_alu_r2p(const wt_alu_in *i, wt_alu_res *r) {
  for (unsigned l = 0; l < i->n; l++) {
    r->lo[l] = i->a[l] >> 8 * wt_bits(i->w, 77, 76);
    r->hi[l] = i->b[l];
  }
}

#include "exec/wt_alu_float.h"
#include "exec/wt_alu_half.h"

/* R30: Which window the generic address B:A + offset lies in; the offset is in the upper 24 bits of C. */
static inline void wt_alu_qspc(const wt_alu_in *i, wt_alu_res *r) {
  unsigned space = (unsigned)wt_bits(i->w, 74, 73);
  for (unsigned l = 0; l < i->n; l++) {
    uint64_t at = ((uint64_t)i->b[l] << 32 | i->a[l]) + (uint64_t)((int64_t)(int32_t)i->c[l] >> 8);
    uint32_t shared = at >> 32 == WT_GEN_SHARED, local = at >> 32 == WT_GEN_LOCAL;
    uint32_t hit = space == 0 ? !shared && !local : space == 1 ? local : shared;
    r->pu |= hit << l;
  }
}

/* Results of all n lanes; an operation that computes nothing leaves r as it is. r->pu and r->pv are set. */
static inline void wt_alu_compute(const wt_alu_in *i, wt_alu_res *r) {
  r->pu = r->pv = 0;
  switch (i->op) {
    case WT_I_B2R: /* R8 */
      for (unsigned l = 0; l < i->n; l++) r->lo[l] = i->b[l], r->pu |= (uint32_t)(i->b[l] != 0) << l;
      break;
    /* R8 */
    case WT_I_VOTE: r->pu = i->pp; /* fall through */
    case WT_I_MOV:
    case WT_I_BMOV_RB:
      for (unsigned l = 0; l < i->n; l++) r->lo[l] = i->b[l];
      break;
    case WT_I_S2R: /* R8 */
    case WT_I_CS2R:
    case WT_I_LEPC: /* R29 */
      for (unsigned l = 0; l < i->n; l++) r->lo[l] = i->a[l];
      break;
    case WT_I_SEL: wt_alu_select(i, r, i->pp); break; /* R9 */
    case WT_I_P2R: wt_alu_p2r(i, r); break;
    case WT_I_QSPC: wt_alu_qspc(i, r); break;
    case WT_I_R2P: wt_alu_r2p(i, r); break;
    case WT_I_PRMT:
    case WT_I_SGXT:
    case WT_I_BMSK:
    case WT_I_VABSDIFF:
    case WT_I_VABSDIFF4:
    case WT_I_IDP:
    case WT_I_I2I:
    case WT_I_I2IP: wt_alu_fields(i, r); break;
    case WT_I_IADD3: wt_alu_iadd3(i, r); break;
    case WT_I_LEA: wt_alu_lea(i, r); break;
    case WT_I_SHF: wt_alu_shf(i, r); break;
    case WT_I_IMAD: wt_alu_imad(i, r); break;
    case WT_I_IMAD_WIDE: wt_alu_imad64(i, r, 1); break;
    case WT_I_IMAD_HI: wt_alu_imad64(i, r, 0); break;
    case WT_I_ISETP: wt_alu_isetp(i, r); break;
    case WT_I_IMNMX: wt_alu_imnmx(i, r); break; /* R9 */
    case WT_I_LOP3: wt_alu_lop3(i, r); break;
    case WT_I_PLOP3: wt_alu_plop3(i, r); break;
    case WT_I_PLOP3_S1:
    case WT_I_PLOP3_S2:
    case WT_I_PLOP3_S3: wt_alu_plop3_signs(i, r); break;
    case WT_I_HADD2_C: /* R35 */
      for (unsigned l = 0; l < i->n; l++) r->lo[l] = wt_alu_half(i->c[l]) * 0x10001u;
      break;
    case WT_I_IABS:
    case WT_I_POPC:
    case WT_I_FLO:
    case WT_I_BREV: wt_alu_unary(i, r); break;
    case WT_I_FSEL:
    case WT_I_FMNMX:
    case WT_I_FSET:
    case WT_I_FSETP:
    case WT_I_FCHK: wt_alu_float(i, r); break;
    case WT_I_HSET2:
    case WT_I_HSETP2: wt_alu_hset(i, r); break;
    default: break;
  }
}

/* R5: Bit 0: the operation has Pu, bit 1: it has Pv. */
static inline unsigned wt_alu_preds(unsigned op) {
  switch (op) {
    case WT_I_ISETP:
    case WT_I_FSETP:
    case WT_I_HSETP2:
    case WT_I_IADD3:
    case WT_I_PLOP3:
    case WT_I_PLOP3_S1:
    case WT_I_PLOP3_S2:
    case WT_I_PLOP3_S3: return 3;
    case WT_I_FCHK:
    case WT_I_LEA:
    case WT_I_LOP3:
    case WT_I_IMAD_WIDE:
    case WT_I_IMAD_HI:
    case WT_I_B2R:
    case WT_I_QSPC:
    case WT_I_VOTE: return 1;
    default: return 0;
  }
}
#endif
