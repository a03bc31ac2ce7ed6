/* stim_xu.c - stimulus of wt_xu: beats of MUFU and conversions while ready, operands at the borders of the formats, uops of other units in
 * between, slow acknowledges. */
#include <string.h>

#include "isa/wt_isa.h"
#include "bench/stim.h"

static const uint8_t ops[] = {WT_I_MUFU, WT_I_I2F, WT_I_F2I, WT_I_F2F, WT_I_FRND, WT_I_I2F_64, WT_I_F2I_64, WT_I_F2F_64, WT_I_FRND_64};

/* Words that are borders of some format, their neighbours, small integers, exponents around 1 of singles and doubles, and anything. */
static uint32_t operand(wt_rng *r) {
  static const uint32_t border[] = {0,          0x80000000, 0x3f800000, 0x7f800000, 0x7fc00000, 0x7f800001, 0x00800000, 0x007fffff, 0x4f000000,
                                    0x4f800000, 0x5f000000, 0x5f800000, 0x7f7fffff, 0x7ff00000, 0x7ff80000, 0x43e00000, 0x41dfffff, 0x41e00000,
                                    0x00100000, 0x000fffff, 0x7fefffff, 0x3fe00000, 0x7c007bff, 0x04000001, 0x47ffefff, 0x33000000, 0x36a00000};
  uint32_t any = (uint32_t)wt_rand(r), sign = wt_chance(r, 50) ? 0x80000000u : 0;
  switch (wt_below(r, 6)) {
    case 0: return border[wt_below(r, sizeof border / sizeof border[0])] ^ sign;
    case 1: return (border[wt_below(r, sizeof border / sizeof border[0])] + wt_below(r, 7) - 3) ^ sign;
    case 2: return any & 0xff;
    case 3: return (96 + wt_below(r, 64)) << 23 | (any & 0x807fffff);
    case 4: return (960 + wt_below(r, 128)) << 20 | (any & 0x800fffff);
    default: return any;
  }
}

static void new_instruction(uint32_t *u, wt_rng *r) {
  unsigned op = ops[wt_below(r, sizeof ops)], form = wt_chance(r, 80) ? 1 : 4 + wt_below(r, 3);
  for (unsigned i = 0; i < UOP_WORDS; i++) u[i] = (uint32_t)wt_rand(r);
  if (UOP_W % 32) u[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uop_put_lo(u, (wt_rand(r) & ~UINT64_C(0xfff)) | wt_isa_rows[op].code | (uint64_t)form << 9);
  uop_put_hi(u, wt_rand(r));
  uop_put_op(u, op);
  uop_put_unit(u, WT_U_XU);
  uop_put_ndst(u, wt_below(r, 3));
  if (uop_get_ndst(u) == 0) uop_put_dst(u, 0);
  uop_put_bcpos(u, form == 1 ? WT_BP_NONE : WT_BP_B);
  uop_put_bcsel(u, form == 1 ? WT_BC_NONE : form == 4 ? WT_BC_IMM : form == 5 ? WT_BC_CONST : WT_BC_UREG);
}

static void other_unit(wt_m *m, wt_rng *r) {
  wt_disp_out *d = &m->subcore->disp.o;
  d->valid = 1;
  for (unsigned i = 0; i < UOP_WORDS; i++) d->uop[i] = (uint32_t)wt_rand(r);
  if (UOP_W % 32) d->uop[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uop_put_unit(d->uop, wt_chance(r, 50) ? WT_U_ALU : WT_U_LSU);
  d->last = (uint8_t)wt_below(r, 2);
  for (unsigned i = 0; i < 6 * m->S->LANES; i++) d->data[i] = (uint32_t)wt_rand(r);
}

void stim_xu(wt_m *m, wt_rng *r, uint64_t cycle) {
  static _Thread_local struct {
    unsigned beat, warp; /* of the instruction being sent: its next beat, 0 = none */
    uint64_t bc;
    uint32_t uop[UOP_WORDS];
  } p;
  const wt_shape *S = m->S;
  wt_disp_out *d = &m->subcore->disp.o;
  if (cycle == 0) p.beat = 0;
  memset(d, 0, sizeof *d);
  memset(m->subcore->wb.o.ack, 0, sizeof m->subcore->wb.o.ack);
  m->subcore->wb.o.ack[WT_U_XU] = m->subcore->xu.o.wb_valid && wt_chance(r, cycle / 128 % 2 ? 95 : 30);
  if (wt_chance(r, cycle / 512 % 2 ? 3 : 30)) return;
  if (wt_chance(r, 5) || !m->subcore->xu.o.ready) {
    if (wt_chance(r, 50)) other_unit(m, r);
    return;
  }
  if (p.beat == 0) {
    new_instruction(p.uop, r);
    p.warp = wt_below(r, S->SLOTS);
    p.bc = (uint64_t)operand(r) << 32 | operand(r);
  }
  d->valid = 1;
  memcpy(d->uop, p.uop, sizeof p.uop);
  d->warp = (uint8_t)p.warp, d->beat = S->PACK ? stim_beat(m, r) : p.beat, d->bc = p.bc;
  d->mask = (uint32_t)((wt_chance(r, 70) ? ~UINT64_C(0) : wt_rand(r)) & wt_mask64(S->LANES));
  d->last = p.beat == S->BEATS - 1;
  d->ends = stim_ends(m, r);
  for (unsigned i = 0; i < 6 * S->LANES; i++) d->data[i] = operand(r);
  p.beat = d->last ? 0 : p.beat + 1;
}
