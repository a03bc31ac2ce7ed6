/* dpu_kit.h - what the fp64 unit must give for the beats that it gets, worked out by the host's IEEE 754 operations. Rule numbers:
 * docs/blocks/exec/wt_dpu.md. Who includes it says #pragma GCC optimize("rounding-math") first. */
#ifndef WT_DPU_KIT_H
#define WT_DPU_KIT_H
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "tests/block_suite.h"

/* ---- reference: one lane, from the word and the dispatched operands ---- */

static inline double to_d(uint64_t u) {
  double d;
  memcpy(&d, &u, sizeof d);
  return d;
}
static inline uint64_t of_d(double d) {
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  return u;
}

/* Operand with the sign bits at `abs` and `neg` (0: none). */
static inline double operand(wt_word w, uint64_t v, unsigned neg, unsigned abs) {
  double d = to_d(v);
  if (abs && wt_bit(w, abs)) d = fabs(d);
  if (neg && wt_bit(w, neg)) d = -d;
  return d;
}

/* fmin and fmax as their code needs them: Pu takes the first, Pv = both are NaN. */
static inline int first_wins(double a, double b, int max) {
  if (isnan(a) || isnan(b)) return !isnan(a);
  if (a == b) return max ? signbit(b) && !signbit(a) : signbit(a) && !signbit(b);
  return max ? a > b : a < b;
}

typedef struct {
  uint64_t d;
  unsigned pu, pv;
} ref_res;

static inline ref_res dpu_ref(unsigned op, wt_word w, uint64_t va, uint64_t vb, uint64_t vc, uint64_t bc, unsigned pp) {
  static const int modes[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  static const char *const holds[16] = {"", "<", "=", "<=", ">", "<>", ">=", "<=>", "?", "<?", "=?", "<=?", ">?", "<>?", ">=?", "<=>?"};
  unsigned form = wt_isa_form(w), scalar_c = form == 2 || form == 3 || form == 7, fma_op = op == WT_I_DFMA;
  unsigned neg32 = form == 2 || form == 4 ? 0 : 63, abs32 = neg32 ? 62 : 0;
  if (form == 2 || form == 4) bc <<= 32;
  volatile double a = operand(w, va, 72, 73), b, c, r = 0;
  ref_res res = {0, 0, 0};
  fesetround(op == WT_I_DSETP ? FE_TONEAREST : modes[wt_bits(w, 79, 78)]);
  if (fma_op) {
    b = scalar_c ? operand(w, vb, 75, 74) : operand(w, form == 1 ? vb : bc, neg32, abs32);
    c = scalar_c ? operand(w, bc, neg32, abs32) : operand(w, vc, 75, 74);
    r = fma(a, b, c);
  } else {
    b = op == WT_I_DADD && form == 1 ? operand(w, vb, 75, 74) : operand(w, form == 1 ? vb : bc, neg32, abs32);
    if (op == WT_I_DADD) r = a + b;
    else r = a * b;
  }
  fesetround(FE_TONEAREST);
  res.d = isnan(r) ? UINT64_C(0x7ff8000000000000) : of_d(r);
  if (op != WT_I_DSETP) return res;
  unsigned cmp = (unsigned)wt_bits(w, 79, 76), bop = (unsigned)wt_bits(w, 75, 74);
  int t = strchr(holds[cmp], isunordered(a, b) ? '?' : isless(a, b) ? '<' : isgreater(a, b) ? '>' : '=') != NULL, v = !t;
  if (cmp == 0 || cmp == 15) t = first_wins(a, b, cmp == 15), v = isnan(a) && isnan(b);
  res.pu = bop == 0 ? t && pp : bop == 1 ? t || pp : t != (int)pp;
  res.pv = bop == 0 ? v && pp : bop == 1 ? v || pp : v != (int)pp;
  return res;
}

/* ---- results that are still to come, in the order of their beats ---- */
typedef struct {
  unsigned warp, beat, reg, regv, last, set, p[2];
  uint32_t mask, pbits[2], data[2][MAX_LANES];
} result;
enum { QUEUE = 32 };
static result queue[QUEUE];
static unsigned head, waiting, half;

/* A beat has been taken, of this warp as the unit knows it. */
static inline void expect(const wt_bench *b, const wt_disp_out *d, unsigned warp) {
  unsigned n = b->shape.LANES, op = (unsigned)uop_get_op(d->uop);
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  ck_assert_uint_lt(waiting, QUEUE);
  result *r = &queue[(head + waiting++) % QUEUE];
  *r = (result){.warp = warp, .beat = d->beat, .reg = (unsigned)uop_get_dst(d->uop), .regv = uop_get_ndst(d->uop) != 0, .last = d->last};
  r->mask = d->mask, r->set = op == WT_I_DSETP, r->p[0] = (unsigned)wt_bits(w, 83, 81), r->p[1] = (unsigned)wt_bits(w, 86, 84);
  for (unsigned l = 0; l < n; l++) {
    if (!(d->mask >> l & 1)) continue;
    const uint32_t *v = d->data + l;
    ref_res x =
      dpu_ref(op, w, (uint64_t)v[4 * n] << 32 | v[0], (uint64_t)v[5 * n] << 32 | v[n], (uint64_t)v[3 * n] << 32 | v[2 * n], d->bc, d->pp >> l & 1);
    r->data[0][l] = (uint32_t)x.d, r->data[1][l] = (uint32_t)(x.d >> 32);
    r->pbits[0] |= x.pu << l, r->pbits[1] |= x.pv << l;
  }
}

/* rules 5 to 8 */
static inline void check_shown(const wt_bench *b, const wt_result_out *o) {
  if (!o->wb_valid) {
    ck_assert_uint_eq(o->wb_warp | o->wb_beat | o->wb_reg | o->wb_regv | o->wb_mask | o->wb_last | o->wb_dst | o->wb_ndst | o->wb_pwv | o->wb_p, 0);
    for (unsigned l = 0; l < b->shape.LANES; l++) ck_assert_uint_eq(o->wb_data[l], 0);
    return;
  }
  ck_assert_uint_gt(waiting, 0);
  const result *r = &queue[head];
  ck_assert_uint_eq(o->wb_warp, r->warp);
  ck_assert_uint_eq(o->wb_beat, r->beat);
  ck_assert_uint_eq(o->wb_mask, r->mask);
  ck_assert_uint_eq(o->wb_last, r->last && (r->set || half));
  ck_assert_uint_eq(o->wb_ndst, r->last && !r->set && half && r->regv ? 2 : 0);
  ck_assert_uint_eq(o->wb_dst, o->wb_ndst ? r->reg : 0);
  ck_assert_uint_eq(o->wb_regv, !r->set && r->regv);
  ck_assert_uint_eq(o->wb_reg, r->set ? 0 : (r->reg + half) & 255);
  ck_assert_uint_eq(o->wb_pwv, r->set && r->p[half] != 7);
  ck_assert_uint_eq(o->wb_p, o->wb_pwv ? r->p[half] : 0);
  ck_assert_msg(o->wb_pbits == (o->wb_pwv ? r->pbits[half] : 0), "predicate %u: %x, expected %x", half, o->wb_pbits, r->pbits[half]);
  for (unsigned l = 0; l < b->shape.LANES; l++)
    ck_assert_msg(o->wb_data[l] == (r->set ? 0 : r->data[half][l]), "lane %u word %u: %08x, expected %08x", l, half, o->wb_data[l], r->data[half][l]);
}

/* What is shown has been acknowledged; 1: it was the last of its beat. */
static inline int gives(void) {
  half = !half;
  if (half) return 0;
  head = (head + 1) % QUEUE, waiting--;
  return 1;
}
#endif
