/* stim_issue.c - stimulus of wt_issue: any uop, any masks; the units that matter for control flow are drawn more often. */
#include <string.h>

#include "isa/wt_isa.h"
#include "bench/stim.h"

/* What pack gives; the last beat is said by it or by the scheduler. */
static void packed(wt_m *m, wt_rng *r) {
  wt_pack_out *o = &m->subcore->pack.o;
  o->beat = stim_beat(m, r), o->mask = (uint32_t)(wt_rand(r) & wt_mask64(m->S->LANES));
  stim_pop(m, r);
}

void stim_issue(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const uint8_t ctl[] = {WT_I_BRA,        WT_I_BSSY,       WT_I_BSYNC,       WT_I_BREAK,      WT_I_BMOV_RB,    WT_I_BMOV_BR, WT_I_WARPSYNC_I,
                                WT_I_WARPSYNC_C, WT_I_WARPSYNC_R, WT_I_YIELD,       WT_I_EXIT,       WT_I_BAR_II,     WT_I_VOTE,    WT_I_VOTEU,
                                WT_I_R2UR,       WT_I_PLOP3,      WT_I_CALL_REL,    WT_I_CALL_REL_R, WT_I_CALL_ABS_R, WT_I_BAR_II,  WT_I_B2R,
                                WT_I_RET,        WT_I_BRX,        WT_I_NANOSLEEP_I, WT_I_BAR_RR,     WT_I_BAR_RI,     WT_I_BAR_IR};
  const wt_shape *S = m->S;
  uint64_t all = wt_mask64(S->SLOT_LANES);
  (void)cycle;
  if (wt_chance(r, 2)) m->gpu->cfg.places ^= 1;
  if (m->S->SUBCORES > 1 && wt_chance(r, 5)) m->subcore->place.subcore = (uint8_t)wt_below(r, m->S->SUBCORES); /* in the machine it stays as it is */
  wt_sched_idle(&m->subcore->sched.o);
  wt_cfu_idle(m->subcore->cfu);
  memset(m->subcore->ibuffer.o.uop, 0, sizeof m->subcore->ibuffer.o.uop);
  m->subcore->ibuffer.o.cval = 0, m->subcore->ureg.o.b = 0, m->subcore->ureg.o.up = 0;
  memset(m->subcore->pred.o.p, 0, sizeof m->subcore->pred.o.p);
  wt_alu_out *a = &m->subcore->alu.o;
  unsigned hold = m->subcore->issue.o.hold, warp = m->subcore->issue.q.late_warp;
  a->sc_valid = wt_chance(r, 30), a->sc_val = (uint32_t)wt_rand(r), a->wb_warp = (uint8_t)(wt_chance(r, 70) ? warp : wt_below(r, S->SLOTS));
  m->subcore->cfu->idle = wt_chance(r, 60);
  m->subcore->pack.o = (wt_pack_out){0};
  memset(m->subcore->sreg.o.v0, 0, sizeof m->subcore->sreg.o.v0);
  if (wt_chance(r, hold ? 60 : 20)) return;
  wt_sched_out *s = &m->subcore->sched.o;
  s->sel_valid = 1, s->sel_warp = (uint8_t)wt_below(r, S->SLOTS), s->sel_beat = (uint8_t)wt_below(r, S->BEATS);
  if (hold && s->sel_beat == 0) s->sel_beat = (uint8_t)(S->BEATS - 1); /* beats go on, nothing begins */
  s->sel_first = s->sel_beat == 0 && !hold, s->sel_pop = (uint8_t)wt_below(r, 2);
  if (S->PACK) packed(m, r);
  s->more = S->GROUPING == WT_GROUPING_dwr && s->sel_pop && wt_chance(r, 30);
  s->sync = S->GROUPING == WT_GROUPING_dwr && wt_chance(r, 20);
  s->index = s->sel_valid && !s->sync && !s->more && wt_chance(r, 4);
  if (s->sync || s->index) s->sel_first = s->sel_pop = s->more = m->subcore->pack.o.pop = 0;
  stim_words(m->subcore->ibuffer.o.uop, UOP_WORDS, r);
  if (UOP_W % 32) m->subcore->ibuffer.o.uop[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  if (wt_chance(r, 60)) uop_put_op(m->subcore->ibuffer.o.uop, ctl[wt_below(r, sizeof ctl)]);
  if (wt_chance(r, 50)) uop_put_hi(m->subcore->ibuffer.o.uop, uop_get_hi(m->subcore->ibuffer.o.uop) | UINT64_C(7) << 23);            /* Pp = PT */
  if (wt_chance(r, 50)) uop_put_lo(m->subcore->ibuffer.o.uop, (uop_get_lo(m->subcore->ibuffer.o.uop) & ~UINT64_C(0x8000)) | 0x7000); /* no guard */
  uop_put_unit(m->subcore->ibuffer.o.uop, wt_below(r, 8));
  m->subcore->cfu->live = wt_chance(r, 50) ? all : wt_rand(r) & all;
  m->subcore->cfu->mask = wt_chance(r, 40) ? m->subcore->cfu->live : wt_rand(r) & m->subcore->cfu->live;
  m->subcore->cfu->bx_val = wt_rand(r) & all;
  for (unsigned i = 0; i < S->SLOTS; i++) m->sm->ctabar.o.result[i] = (uint16_t)wt_below(r, 2048);
  m->subcore->cfu->split = (uint8_t)wt_below(r, S->SLOT_LANES);
  for (int p = 0; p < 7; p++) m->subcore->pred.o.p[p] = wt_chance(r, 20) ? 0 : wt_chance(r, 20) ? all : wt_rand(r) & all;
  m->subcore->ibuffer.o.cval = wt_rand(r);
  stim_words(m->subcore->sreg.o.v0, S->LANES, r);
  m->subcore->ureg.o.b = wt_rand(r);
  m->subcore->ureg.o.up = (uint8_t)wt_below(r, 128);
}
