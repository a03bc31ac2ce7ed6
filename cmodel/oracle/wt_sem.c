/* wt_sem.c - integer, logic and predicate operations on vectors of lanes. */
#include "oracle/wt_sem.h"
#include <string.h>

#include "oracle/wt_sem_float.h"
#include "oracle/wt_sem_half.h"

#define EACH(n) for (unsigned l = 0; l < (n); l++)

static inline uint64_t bit_of(uint64_t m, unsigned l) { return m >> l & 1; }

static uint64_t low_mask(unsigned n) { return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }

/* Sum of three operands; a negated operand is its complement plus one, counted in more than 32 bits, so that the two
 * carry outputs are exact for 64-bit chains. */
static void do_iadd3(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  uint32_t xa = i->src[0].inv ? ~0u : 0, xb = i->src[1].inv ? ~0u : 0, xc = i->src[2].inv ? ~0u : 0;
  uint64_t k = i->x ? 0 : (uint64_t)i->src[0].inv + i->src[1].inv + i->src[2].inv;
  if (!i->x && i->pu == WT_SEM_PT && i->pv == WT_SEM_PT) {
    EACH(in->n) out->d[l] = (in->a[l] ^ xa) + (in->b[l] ^ xb) + (in->c[l] ^ xc) + (uint32_t)k;
    return;
  }
  EACH(in->n) {
    uint64_t s = (uint64_t)(in->a[l] ^ xa) + (in->b[l] ^ xb) + (in->c[l] ^ xc) + k;
    if (i->x) s += bit_of(in->pp, l) + bit_of(in->pq, l);
    out->d[l] = (uint32_t)s;
    out->pu |= (uint64_t)(s >> 32 != 0) << l;
    out->pv |= (uint64_t)(s >> 33 != 0) << l;
  }
}

static void do_lea(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  uint32_t xa = i->src[0].inv ? ~0u : 0, xb = i->src[1].inv ? ~0u : 0;
  uint64_t k = i->x ? 0 : (uint64_t)i->src[0].inv + i->src[1].inv;
  EACH(in->n) {
    uint32_t up = i->sx32 ? (uint32_t)((int32_t)in->a[l] >> 31) : in->c[l];
    uint64_t v = ((uint64_t)up << 32 | in->a[l]) << i->shift;
    uint32_t t = i->hi ? (uint32_t)(v >> 32) : (uint32_t)v;
    uint64_t s = (uint64_t)(t ^ xa) + (in->b[l] ^ xb) + k + (i->x ? bit_of(in->pp, l) : 0);
    out->d[l] = (uint32_t)s;
    out->pu |= (uint64_t)(s >> 32 != 0) << l;
  }
}

/* Low word of the product plus C. */
static void do_imad(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  uint32_t xc = i->src[2].inv ? ~0u : 0, k = !i->x && i->src[2].inv;
  if (!i->x) {
    EACH(in->n) out->d[l] = in->a[l] * in->b[l] + (in->c[l] ^ xc) + k;
    return;
  }
  EACH(in->n) out->d[l] = in->a[l] * in->b[l] + (in->c[l] ^ xc) + (uint32_t)bit_of(in->pp, l);
}

/* 64-bit product plus 64-bit C; WIDE keeps both words, HI the upper one. */
static void do_imad64(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out, int high_only) {
  uint64_t xc = i->src[2].inv ? ~UINT64_C(0) : 0, k = !i->x && i->src[2].inv;
  EACH(in->n) {
    uint64_t prod = i->sgn ? (uint64_t)((int64_t)(int32_t)in->a[l] * (int32_t)in->b[l]) : (uint64_t)in->a[l] * in->b[l];
    uint64_t c = ((uint64_t)in->c_hi[l] << 32 | in->c[l]) ^ xc;
    uint64_t add = i->x ? bit_of(in->pp, l) : k;
    uint64_t s1 = prod + c, s2 = s1 + add;
    out->pu |= (uint64_t)(s1 < c || s2 < s1) << l;
    out->d[l] = high_only ? (uint32_t)(s2 >> 32) : (uint32_t)s2;
    out->d_hi[l] = (uint32_t)(s2 >> 32);
  }
}

static int compare(unsigned cmp, int lt, int eq) {
  switch (cmp) {
    case 1: return lt;
    case 2: return eq;
    case 3: return lt || eq;
    case 4: return !lt && !eq;
    case 5: return !eq;
    case 6: return !lt;
    case 7: return 1;
    default: return 0;
  }
}

/* Upper word of a 64-bit comparison: `low` is the result of the lower words and decides when these words are equal. */
static int compare_ex(unsigned cmp, int lt, int eq, int low) {
  switch (cmp) {
    case 1:
    case 3: return lt || (eq && low);
    case 2: return eq && low;
    case 4:
    case 6: return (!lt && !eq) || (eq && low);
    case 5: return !eq || low;
    case 7: return 1;
    default: return 0;
  }
}

static uint64_t combine(unsigned bop, uint64_t t, uint64_t p) { return bop == 0 ? t & p : bop == 1 ? t | p : t ^ p; }

static void do_isetp(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  uint64_t t = 0;
  uint32_t flip = i->sgn ? 0x80000000u : 0; /* signed order is unsigned order with the sign bit inverted */
  EACH(in->n) {
    uint32_t a = in->a[l] ^ flip, b = in->b[l] ^ flip;
    int r = i->ex ? compare_ex(i->cmp, a < b, a == b, (int)bit_of(in->pr, l)) : compare(i->cmp, a < b, a == b);
    t |= (uint64_t)r << l;
  }
  out->pu = combine(i->bop, t, in->pp);
  out->pv = combine(i->bop, ~t, in->pp);
}

static uint32_t lut3(unsigned lut, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t r = 0;
  if (lut & 0x01) r |= ~a & ~b & ~c;
  if (lut & 0x02) r |= ~a & ~b & c;
  if (lut & 0x04) r |= ~a & b & ~c;
  if (lut & 0x08) r |= ~a & b & c;
  if (lut & 0x10) r |= a & ~b & ~c;
  if (lut & 0x20) r |= a & ~b & c;
  if (lut & 0x40) r |= a & b & ~c;
  if (lut & 0x80) r |= a & b & c;
  return r;
}

static void do_lop3(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  uint64_t nz = 0;
  if (i->lut == 0xc0) {
    EACH(in->n) out->d[l] = in->a[l] & in->b[l];
  } else {
    EACH(in->n) out->d[l] = lut3(i->lut, in->a[l], in->b[l], in->c[l]);
  }
  if (i->pu == WT_SEM_PT) return;
  EACH(in->n) nz |= (uint64_t)(out->d[l] != 0) << l;
  out->pu = i->pand ? nz & in->pp : nz | in->pp;
}

static uint64_t plut(unsigned lut, const wt_sem_in *in) {
  uint64_t r = 0;
  for (unsigned k = 0; k < 8; k++) {
    if (!(lut >> k & 1)) continue;
    r |= (k & 4 ? in->pp : ~in->pp) & (k & 2 ? in->pq : ~in->pq) & (k & 1 ? in->pr : ~in->pr);
  }
  return r;
}

/* A PLOP3 that looks at signs: predicates stand where no operand does. */
static void do_plop3_signs(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  EACH(in->n) {
    unsigned a = i->src[0].kind ? in->a[l] >> 31 : (unsigned)bit_of(in->pp, l), b = in->b[l] >> 31;
    unsigned k = a * 4 + b * 2 + (i->src[2].kind ? in->c[l] >> 31 : (unsigned)bit_of(in->pr, l));
    out->pu |= (uint64_t)(i->lut >> k & 1) << l;
    out->pv |= (uint64_t)(i->lut2 >> k & 1) << l;
  }
}

static uint64_t asr64(uint64_t v, unsigned n) {
  uint64_t fill = v >> 63 ? ~UINT64_C(0) : 0;
  if (n >= 64) return fill;
  return n == 0 ? v : v >> n | fill << (64 - n);
}

static void do_shf(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  unsigned bits = i->t64 ? 64 : 32;
  EACH(in->n) {
    uint64_t v = (uint64_t)in->c[l] << 32 | in->a[l];
    unsigned n = i->wrap ? in->b[l] & (bits - 1) : in->b[l] < bits ? in->b[l] : bits;
    if (!i->right) v = n >= 64 ? 0 : v << n;
    else if (i->sgn) v = asr64(v, n);
    else v = n >= 64 ? 0 : v >> n;
    out->d[l] = i->hi ? (uint32_t)(v >> 32) : (uint32_t)v;
  }
}

static void do_imnmx(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  uint32_t flip = i->sgn ? 0x80000000u : 0;
  EACH(in->n) {
    int less = (in->a[l] ^ flip) < (in->b[l] ^ flip);
    out->d[l] = less == (int)bit_of(in->pp, l) ? in->a[l] : in->b[l];
  }
}

static uint32_t flo(const wt_sem_insn *i, uint32_t v) {
  if (i->sgn && (int32_t)v < 0) v = ~v;
  if (v == 0) return ~0u;
  uint32_t n = 31u - (uint32_t)__builtin_clz(v);
  return i->sh ? 31 - n : n;
}

static uint32_t brev(uint32_t v) {
  uint32_t r = 0;
  for (unsigned k = 0; k < 32; k++, v >>= 1) r = r << 1 | (v & 1);
  return r;
}

/* Indices of a mode other than index, as a selector of index mode: one row a mode, one column a value of the low two bits. */
static uint32_t prmt_sel(unsigned mode, uint32_t sel) {
  static const uint16_t rows[7][4] = {
    [1] = {0x3210, 0x4321, 0x5432, 0x6543}, [2] = {0x5670, 0x6701, 0x7012, 0x0123}, [3] = {0x0000, 0x1111, 0x2222, 0x3333},
    [4] = {0x3210, 0x3211, 0x3222, 0x3333}, [5] = {0x0000, 0x1110, 0x2210, 0x3210}, [6] = {0x1010, 0x3232, 0x1010, 0x3232}};
  return mode ? rows[mode][sel & 3] : sel;
}

static uint32_t prmt(unsigned mode, uint32_t a, uint32_t sel, uint32_t c) {
  uint64_t bytes = (uint64_t)c << 32 | a;
  uint32_t r = 0;
  sel = prmt_sel(mode, sel);
  for (unsigned k = 0; k < 4; k++) {
    unsigned nib = sel >> (4 * k) & 15;
    uint32_t byte = (uint32_t)(bytes >> (8 * (nib & 7))) & 255;
    if (nib & 8) byte = byte & 0x80 ? 255 : 0;
    r |= byte << (8 * k);
  }
  return r;
}

static uint32_t sgxt(const wt_sem_insn *i, uint32_t a, uint32_t b) {
  unsigned n = i->wrap ? b & 31 : b < 32 ? b : 32;
  if (n == 0) return 0;
  if (n == 32) return a;
  return i->sgn ? (uint32_t)wt_sext(a & low_mask(n), n) : a & (uint32_t)low_mask(n);
}

static uint32_t bmsk(const wt_sem_insn *i, uint32_t pos, uint32_t width) {
  if (i->wrap) {
    pos &= 31;
    width &= 31;
  }
  if (pos >= 32) return 0;
  return (uint32_t)(low_mask(width < 32 ? width : 32) << pos);
}

static uint32_t vabsdiff(const wt_sem_insn *i, uint32_t a, uint32_t b) {
  int less = i->sgn ? (int32_t)a < (int32_t)b : a < b;
  return less ? b - a : a - b;
}

static uint32_t vabsdiff4(const wt_sem_insn *i, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t r = 0, sum = c;
  for (unsigned k = 0; k < 4; k++) {
    int d = (int)(uint8_t)(a >> 8 * k) - (int)(uint8_t)(b >> 8 * k);
    if (d < 0) d = -d;
    r |= (uint32_t)d << 8 * k;
    sum += (uint32_t)d;
  }
  return i->pand ? sum : r;
}

/* mode: bit 0 = 2A, bit 1 = upper half of B; sgn and ex: signs of A and B. */
static uint32_t idp(const wt_sem_insn *i, uint32_t a, uint32_t b, uint32_t c) {
  int64_t s = c;
  for (unsigned k = 0; k < (i->mode ? 2 : 4); k++) {
    int64_t x, y = (uint8_t)(b >> (8 * k + (i->mode == 3 ? 16 : 0)));
    x = i->mode ? (uint16_t)(a >> 16 * k) : (uint8_t)(a >> 8 * k);
    if (i->sgn) x = i->mode ? (int16_t)x : (int8_t)x;
    if (i->ex) y = (int8_t)y;
    s += x * y;
  }
  return (uint32_t)s;
}

/* v saturated to U8, S8, U16, S16. */
static uint32_t saturate(unsigned mode, uint32_t v) {
  static const int64_t low[4] = {0, -128, 0, -32768}, high[4] = {255, 127, 65535, 32767};
  int64_t x = (int32_t)v;
  return (uint32_t)(x < low[mode] ? low[mode] : x > high[mode] ? high[mode] : x);
}

static uint32_t i2ip(unsigned mode, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t x = saturate(mode, a), y = saturate(mode, b);
  if (mode >= 2) return (x & 0xffff) << 16 | (y & 0xffff);
  return (c & 0xffff) << 16 | (x & 0xff) << 8 | (y & 0xff);
}

/* Predicates in byte `mode` of the result under the mask B; c = the predicates of the lane. */
static uint32_t p2r(const wt_sem_insn *i, uint32_t a, uint32_t b, uint32_t preds) {
  unsigned s = 8u * i->mode;
  return (a & ~(b << s)) | (preds & b) << s;
}

/* One-operand and rare operations, which need no tuned loop. */
static uint32_t one(const wt_sem_insn *i, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t vb = i->src[1].inv ? ~b : b;
  switch (i->op) {
    case WT_I_IABS: return b >> 31 ? 0 - b : b;
    case WT_I_POPC: return (uint32_t)__builtin_popcount(vb);
    case WT_I_FLO: return flo(i, vb);
    case WT_I_BREV: return brev(b);
    case WT_I_PRMT: return prmt(i->mode, a, b, c);
    case WT_I_SGXT: return sgxt(i, a, b);
    case WT_I_BMSK: return bmsk(i, a, b);
    case WT_I_VABSDIFF: return vabsdiff(i, a, b) + c;
    case WT_I_VABSDIFF4: return vabsdiff4(i, a, b, c);
    case WT_I_IDP: return idp(i, a, b, c);
    case WT_I_I2I: return saturate(i->mode, b);
    case WT_I_I2IP: return i2ip(i->mode, a, b, c);
    case WT_I_P2R: return p2r(i, a, b, c);
    default: return 0;
  }
}

void wt_sem_alu(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  out->pu = out->pv = 0;
  switch (i->op) {
    case WT_I_MOV: memcpy(out->d, in->b, in->n * sizeof out->d[0]); break;
    case WT_I_IADD3: do_iadd3(i, in, out); break;
    case WT_I_LEA: do_lea(i, in, out); break;
    case WT_I_IMAD: do_imad(i, in, out); break;
    case WT_I_IMAD_WIDE: do_imad64(i, in, out, 0); break;
    case WT_I_IMAD_HI: do_imad64(i, in, out, 1); break;
    case WT_I_ISETP: do_isetp(i, in, out); break;
    case WT_I_LOP3: do_lop3(i, in, out); break;
    case WT_I_PLOP3:
      out->pu = plut(i->lut, in);
      out->pv = plut(i->lut2, in);
      break;
    case WT_I_PLOP3_S1:
    case WT_I_PLOP3_S2:
    case WT_I_PLOP3_S3: do_plop3_signs(i, in, out); break;
    case WT_I_SHF: do_shf(i, in, out); break;
    case WT_I_SEL: EACH(in->n) out->d[l] = bit_of(in->pp, l) ? in->a[l] : in->b[l]; break;
    case WT_I_IMNMX: do_imnmx(i, in, out); break;
    case WT_I_MUFU:
    case WT_I_I2F:
    case WT_I_I2F_64:
    case WT_I_F2I:
    case WT_I_F2I_64:
    case WT_I_F2F:
    case WT_I_F2F_64:
    case WT_I_FRND:
    case WT_I_FRND_64: wt_sem_xu(i, in, out); break;
    case WT_I_FADD:
    case WT_I_FMUL:
    case WT_I_FFMA:
    case WT_I_FSEL:
    case WT_I_FMNMX:
    case WT_I_FSET:
    case WT_I_FSETP:
    case WT_I_FCHK:
    case WT_I_DADD:
    case WT_I_DMUL:
    case WT_I_DFMA:
    case WT_I_DSETP: wt_sem_float(i, in, out); break;
    case WT_I_HADD2:
    case WT_I_HADD2_C:
    case WT_I_HMUL2:
    case WT_I_HSET2:
    case WT_I_HSETP2:
    case WT_I_HFMA2: wt_sem_half(i, in, out); break;
    default: EACH(in->n) out->d[l] = one(i, in->a[l], in->b[l], in->c[l]); break;
  }
}

uint64_t wt_sem_atom(const wt_sem_insn *i, uint64_t old, uint64_t data, uint64_t cas_new) {
  unsigned n = 8u * i->bytes;
  uint64_t m = low_mask(n);
  int less = i->sgn ? wt_sext(old & m, n) < wt_sext(data & m, n) : (old & m) < (data & m);
  old &= m;
  data &= m;
  if (i->number == WT_NUM_HALVES) return wt_sem_half_sums((uint32_t)old, (uint32_t)data);
  if (i->number) return wt_sem_float_sum(i->bytes == 8, old, data);
  switch (i->aop) {
    case WT_AOP_ADD: return (old + data) & m;
    case WT_AOP_MIN: return less ? old : data;
    case WT_AOP_MAX: return less ? data : old;
    case WT_AOP_INC: return old >= data ? 0 : old + 1;
    case WT_AOP_DEC: return old == 0 || old > data ? data : old - 1;
    case WT_AOP_AND: return old & data;
    case WT_AOP_OR: return old | data;
    case WT_AOP_XOR: return old ^ data;
    case WT_AOP_EXCH: return data;
    default: return old == data ? cas_new & m : old;
  }
}

unsigned wt_sem_shfl(unsigned mode, unsigned lane, uint32_t b, uint32_t c, unsigned warp_size, int *ok) {
  int me = (int)(lane & 31), seg = (int)(c >> 8 & 31), by = (int)(b & 31), from;
  int last = (me & seg) | ((int)(c & 31) & ~seg); /* clamp lane: the lowest one for UP, the highest for the others */
  switch (mode) {
    case 0: from = (me & seg) | (by & ~seg); break;
    case 1: from = me - by; break;
    case 2: from = me + by; break;
    default: from = me ^ by; break;
  }
  *ok = mode == 1 ? from >= last : from <= last;
  if (*ok && (unsigned)from + (lane & 32) >= warp_size) *ok = 0;
  return *ok ? (unsigned)from + (lane & 32) : lane;
}
