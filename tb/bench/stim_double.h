/* stim_double.h - a beat for the fp64 unit: additions, products, fused multiply-adds and comparisons in every operand form with random modifiers.
 * Operands lean to the ends of the exponent range, to sums that cancel and to values between two numbers. */
#ifndef WT_STIM_DOUBLE_H
#define WT_STIM_DOUBLE_H
#include "isa/wt_isa.h"
#include "bench/stim_float.h"

static inline void stim_double(uint32_t *u, wt_rng *r) {
  static const uint8_t ops[] = {WT_I_DADD, WT_I_DMUL, WT_I_DFMA, WT_I_DFMA, WT_I_DSETP};
  unsigned op = ops[wt_below(r, sizeof ops)], form = wt_below(r, 8);
  const wt_insn_row *row = &wt_isa_rows[op];
  while (!(row->forms >> form & 1)) form = (form + 1) & 7;
  for (unsigned i = 0; i < UOP_WORDS; i++) u[i] = (uint32_t)wt_rand(r);
  if (UOP_W % 32) u[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uint64_t hi = wt_rand(r);
  if (wt_chance(r, 30)) hi |= UINT64_C(7) << 17; /* no Pu */
  if (wt_chance(r, 30)) hi |= UINT64_C(7) << 20; /* no Pv */
  uop_put_lo(u, (wt_rand(r) & ~UINT64_C(0xfff)) | row->code | form << 9);
  uop_put_hi(u, hi);
  uop_put_op(u, op);
  uop_put_unit(u, WT_U_DPU);
  uop_put_ndst(u, op != WT_I_DSETP && wt_chance(r, 90) ? 2 : 0);
}

/* other: the same for another unit. */
static inline void stim_double_beat(const wt_m *m, wt_rng *r, wt_disp_out *d, int other) {
  const unsigned n = m->S->LANES;
  const uint32_t all = (uint32_t)wt_mask64(n);
  d->valid = 1;
  stim_double(d->uop, r);
  stim_float_beat(m, r, d, other);
  d->pp = (uint32_t)wt_rand(r) & all;
  d->bc = wt_chance(r, 20) ? (uint32_t)(stim_number(r, 11, 52) >> 32) : stim_number(r, 11, 52);
  static const uint8_t low[] = {0, 1, 2}, high[] = {4, 5, 3}; /* words of A, B, C */
  for (unsigned l = 0; l < n; l++)
    for (unsigned k = 0; k < 3; k++) {
      uint64_t v = stim_number(r, 11, 52);
      if (k && wt_chance(r, 25)) v = ((uint64_t)d->data[high[0] * n + l] << 32 | d->data[l]) ^ wt_below(r, 4) ^ (uint64_t)wt_below(r, 2) << 63;
      d->data[low[k] * n + l] = (uint32_t)v, d->data[high[k] * n + l] = (uint32_t)(v >> 32);
    }
}
#endif
