/* stim_alu.c - stimulus of wt_alu: every supported operation in every operand form with random modifiers; operand
 * values lean to the corners (carry chains, shift limits, equal operands); bursts and gaps of dispatch, uops of other
 * units in between. */
#include <string.h>

#include "isa/wt_isa.h"
#include "bench/stim.h"

static const uint8_t ops[] = {
  WT_I_MOV,      WT_I_P2R,      WT_I_CS2R,    WT_I_SEL,        WT_I_ISETP,   WT_I_IADD3,  WT_I_LEA,    WT_I_LOP3,     WT_I_IABS,      WT_I_IMNMX,
  WT_I_SHF,      WT_I_PLOP3,    WT_I_IMAD,    WT_I_IMAD_WIDE,  WT_I_IMAD_HI, WT_I_FLO,    WT_I_BREV,   WT_I_POPC,     WT_I_S2R,       WT_I_VOTE,
  WT_I_R2UR,     WT_I_BMOV_RB,  WT_I_BMOV_BR, WT_I_WARPSYNC_R, WT_I_BAR_RR,  WT_I_BAR_RI, WT_I_BAR_IR, WT_I_BRX,      WT_I_RET,       WT_I_CALL_REL_R,
  WT_I_FSEL,     WT_I_FMNMX,    WT_I_FSET,    WT_I_FSETP,      WT_I_FSETP,   WT_I_FCHK,   WT_I_R2P,    WT_I_VABSDIFF, WT_I_VABSDIFF4, WT_I_PRMT,
  WT_I_SGXT,     WT_I_BMSK,     WT_I_IDP,     WT_I_I2I,        WT_I_I2IP,    WT_I_LEPC,   WT_I_QSPC,   WT_I_QSPC,     WT_I_B2R,       WT_I_PLOP3_S1,
  WT_I_PLOP3_S2, WT_I_PLOP3_S3, WT_I_HADD2_C, WT_I_HADD2_C,    WT_I_HSET2,   WT_I_HSET2,  WT_I_HSETP2, WT_I_HSETP2};

static uint32_t value(wt_rng *r) {
  static const uint32_t corner[] = {0, 1, 2, 0xffffffff, 0xfffffffe, 0x80000000, 0x7fffffff, 0x80000001, 0x55555555};
  /* floating point: zeros, subnormal numbers, ones, infinities, NaN */
  static const uint32_t number[] = {0, 1, 0x7fffff, 0x800000, 0x3f800000, 0x3f800001, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000};
  static const uint16_t half[] = {0, 1, 0x3ff, 0x400, 0x3c00, 0x3c01, 0x7bff, 0x7c00, 0x7c01, 0x7e00};
  switch (wt_below(r, 6)) {
    case 5: return (half[wt_below(r, 10)] | (uint32_t)half[wt_below(r, 10)] << 16) ^ wt_below(r, 2) << 15 ^ (uint32_t)wt_below(r, 2) << 31;
    case 4: return number[wt_below(r, sizeof number / sizeof *number)] | (uint32_t)wt_below(r, 2) << 31;
    case 0: return corner[wt_below(r, sizeof corner / sizeof *corner)];
    case 1: return wt_below(r, 68);
    case 2: return 1u << wt_below(r, 32);
    default: return (uint32_t)wt_rand(r);
  }
}

static unsigned pick_form(wt_rng *r, const wt_insn_row *row) {
  unsigned f = wt_below(r, 8);
  while (!(row->forms >> f & 1)) f = (f + 1) & 7;
  return f;
}

static void instruction(uint32_t *u, wt_rng *r) {
  unsigned op = ops[wt_below(r, sizeof ops)], form = 0, pos = WT_BP_NONE;
  const wt_insn_row *row = &wt_isa_rows[op];
  for (unsigned i = 0; i < UOP_WORDS; i++) u[i] = (uint32_t)wt_rand(r);
  if (UOP_W % 32) u[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uint64_t lo = wt_rand(r), hi = wt_rand(r);
  if (row->key == WT_KEY_ALU) {
    form = pick_form(r, row);
    pos = form == 1 ? WT_BP_NONE : form >= 4 && form <= 6 ? WT_BP_B : WT_BP_C;
  }
  if (wt_chance(r, 30)) hi |= UINT64_C(7) << 17;    /* no Pu */
  if (wt_chance(r, 30)) hi |= UINT64_C(7) << 20;    /* no Pv */
  if (wt_chance(r, 40)) hi &= ~(UINT64_C(1) << 10); /* no .X; few inversions */
  if (wt_chance(r, 40)) hi &= ~(UINT64_C(0x9) << 8), lo &= ~(UINT64_C(1) << 63);
  uop_put_lo(u, (lo & ~UINT64_C(0xfff)) | row->code | form << 9);
  uop_put_hi(u, hi);
  uop_put_op(u, op);
  uop_put_unit(u, wt_chance(r, 10) ? (wt_chance(r, 50) ? WT_U_LSU : WT_U_SHFL) : WT_U_ALU);
  uop_put_ndst(u, op == WT_I_IMAD_WIDE && wt_chance(r, 90) ? 2 : wt_below(r, 3));
  uop_put_bcpos(u, op == WT_I_QSPC ? WT_BP_C : op == WT_I_B2R ? WT_BP_B : pos);
}

void stim_alu(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_disp_out *d = &m->subcore->disp.o;
  const wt_shape *S = m->S;
  unsigned n = S->LANES;
  uint32_t all = (uint32_t)wt_mask64(n);
  memset(d, 0, sizeof *d);
  if (wt_chance(r, 2)) m->gpu->cfg.places ^= 1;
  if (m->S->SUBCORES > 1 && wt_chance(r, 5)) m->subcore->place.subcore = (uint8_t)wt_below(r, m->S->SUBCORES); /* in the machine it stays as it is */
  if (wt_chance(r, cycle / 64 % 2 ? 60 : 5)) return;
  d->valid = 1;
  instruction(d->uop, r);
  d->warp = (uint8_t)wt_below(r, S->SLOTS);
  d->beat = stim_beat(m, r);
  d->mask = wt_chance(r, 50) ? all : wt_chance(r, 20) ? 0 : wt_chance(r, 20) ? 1u << wt_below(r, n) : (uint32_t)wt_rand(r) & all;
  d->lead = d->mask && wt_chance(r, 60);
  d->last = S->PACK ? wt_chance(r, 30) : d->beat == S->BEATS - 1;
  d->ends = stim_ends(m, r);
  d->pp = (uint32_t)wt_rand(r) & all, d->pq = (uint32_t)wt_rand(r) & all, d->pr = (uint32_t)wt_rand(r) & all;
  d->bc = (uint64_t)value(r) << 32 | value(r);
  for (unsigned i = 0; i < 6 * n; i++) d->data[i] = value(r);
  for (unsigned l = 0; l < n; l++)
    if (wt_chance(r, 25)) d->data[n + l] = d->data[l];
  for (unsigned l = 0; l < n && uop_get_op(d->uop) == WT_I_QSPC; l++) /* at the bounds of the windows */
    if (wt_chance(r, 80)) d->data[n + l] = WT_GEN_SHARED - 1 + wt_below(r, 4);
}
