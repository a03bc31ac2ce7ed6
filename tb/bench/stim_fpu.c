/* stim_fpu.c - stimulus of wt_fpu: additions, products and fused multiply-adds, of fp32 and of pairs of halves, in every operand form with random modifiers while the unit
 * is ready, uops of other units in between, phases in which results are taken at once and slowly. Operands lean to the ends of the
 * exponent range, to sums that cancel and to values between two numbers. */
#include <string.h>

#include "isa/wt_isa.h"
#include "bench/stim_float.h"

static void instruction(uint32_t *u, wt_rng *r) {
  static const uint8_t ops[] = {WT_I_FADD, WT_I_FMUL, WT_I_FFMA, WT_I_FFMA, WT_I_HADD2, WT_I_HADD2_C, WT_I_HMUL2, WT_I_HFMA2};
  unsigned op = ops[wt_below(r, sizeof ops)], form = wt_below(r, 8);
  const wt_insn_row *row = &wt_isa_rows[op];
  while (!(row->forms >> form & 1)) form = (form + 1) & 7;
  for (unsigned i = 0; i < UOP_WORDS; i++) u[i] = (uint32_t)wt_rand(r);
  if (UOP_W % 32) u[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uint64_t hi = wt_rand(r);
  if (wt_chance(r, 50)) hi &= ~(UINT64_C(1) << 13); /* no .SAT */
  if (wt_chance(r, 50)) hi &= ~(UINT64_C(1) << 16); /* no .FTZ */
  if (wt_chance(r, 60)) hi = (hi & ~(UINT64_C(7) << 20)) | UINT64_C(4) << 20;
  uop_put_lo(u, (wt_rand(r) & ~UINT64_C(0xfff)) | row->code | form << 9);
  uop_put_hi(u, hi);
  uop_put_op(u, op);
  uop_put_unit(u, WT_U_FPU);
  uop_put_ndst(u, wt_chance(r, 90));
}

static uint32_t pair(wt_rng *r) { return (uint32_t)(stim_number(r, 5, 10) << 16 | stim_number(r, 5, 10)); }

/* Operands of halves; of a quarter A and B have nearly the same number, so that sums cancel. */
static void halves(wt_disp_out *d, unsigned n, wt_rng *r) {
  d->bc = (d->bc & ~UINT64_C(0xffffffff)) | pair(r);
  for (unsigned i = 0; i < 3 * n; i++) d->data[i] = pair(r);
  for (unsigned l = 0; l < n; l++)
    if (wt_chance(r, 25)) d->data[n + l] = d->data[l] ^ wt_below(r, 4) << 16 * wt_below(r, 2) ^ wt_below(r, 4) * 0x80008000u;
}

void stim_fpu(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_disp_out *d = &m->subcore->disp.o;
  unsigned n = m->S->LANES;
  memset(d, 0, sizeof *d);
  m->subcore->wb.o.ack[WT_U_FPU] = m->subcore->fpu.o.wb_valid && wt_chance(r, cycle / 128 % 2 ? 97 : 40);
  if (wt_chance(r, cycle / 64 % 3 ? 5 : 60)) return;
  int other = !m->subcore->fpu.o.ready || wt_chance(r, 10);
  if (other && wt_chance(r, 50)) return;
  d->valid = 1;
  instruction(d->uop, r);
  stim_float_beat(m, r, d, other);
  d->bc = wt_rand(r) << 32 | stim_number(r, 8, 23);
  for (unsigned i = 0; i < 6 * n; i++) d->data[i] = (uint32_t)stim_number(r, 8, 23);
  for (unsigned l = 0; l < n; l++)
    if (wt_chance(r, 25)) d->data[n + l] = d->data[l] ^ wt_below(r, 4) ^ wt_below(r, 2) << 31;
  unsigned op = (unsigned)uop_get_op(d->uop);
  if (op != WT_I_FADD && op != WT_I_FMUL && op != WT_I_FFMA && wt_chance(r, 90)) halves(d, n, r);
}
