/* stim_pack.c - stimulus of wt_pack: instructions of every unit on any path and guard, beat by beat until the block says that one was the last; gaps,
 * predicates that change between the beats, micro-ops. */
#include <string.h>

#include "isa/wt_isa.h"
#include "bench/stim.h"

static void instruction(wt_m *m, wt_rng *r) {
  static const uint8_t ops[] = {WT_I_IADD3,  WT_I_LDG,    WT_I_R2UR,   WT_I_BMOV_BR, WT_I_WARPSYNC_R,
                                WT_I_BAR_RR, WT_I_BAR_RI, WT_I_BAR_IR, WT_I_BRX,     WT_I_VOTE};
  uint32_t *u = m->subcore->ibuffer.o.uop;
  for (unsigned i = 0; i < UOP_WORDS; i++) u[i] = (uint32_t)wt_rand(r);
  if (UOP_W % 32) u[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uop_put_op(u, ops[wt_below(r, sizeof ops)]);
  uop_put_unit(u, wt_chance(r, 90) ? wt_below(r, WT_UNITS) : WT_U_NONE);
  if (wt_chance(r, 40)) uop_put_lo(u, (uop_get_lo(u) & ~UINT64_C(0x8000)) | 0x7000); /* no guard */
}

void stim_pack(wt_m *m, wt_rng *r, uint64_t cycle) {
  static _Thread_local struct { unsigned busy, beat, warp; } p;
  const uint64_t all = wt_mask64(m->S->SLOT_LANES);
  wt_sched_out *s = &m->subcore->sched.o;
  if (!cycle) p.busy = 0;
  if (cycle && s->sel_valid && !s->sync && !s->index) { /* the block has spoken of the last cycle's beat */
    p.busy = uop_get_unit(m->subcore->ibuffer.o.uop) < WT_UNITS && !m->subcore->pack.o.pop;
    p.beat = p.busy ? p.beat + 1 : 0;
  }
  wt_sched_idle(s);
  for (int i = 0; i < 7; i++) m->subcore->pred.o.p[i] = wt_chance(r, 20) ? all : wt_rand(r) & all;
  if (wt_chance(r, cycle / 64 % 2 ? 5 : 40)) return;
  if (!p.busy) {
    instruction(m, r);
    p.warp = wt_below(r, m->S->SLOTS), p.beat = 0;
    m->subcore->cfu->mask = (wt_chance(r, 20) ? all : wt_chance(r, 10) ? 0 : wt_chance(r, 50) ? wt_rand(r) & wt_rand(r) : wt_rand(r)) & all;
  }
  s->sel_valid = 1, s->sel_warp = (uint8_t)p.warp, s->sel_beat = (uint8_t)p.beat, s->sel_first = !p.busy;
  s->index = !p.busy && wt_chance(r, 5);
  if (s->index) s->sel_first = 0;
}
