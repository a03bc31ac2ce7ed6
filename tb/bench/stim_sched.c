/* stim_sched.c - stimulus of wt_sched: heads of every unit, dense and sparse readiness, launches and ends of warps, all policies. */
#include <string.h>

#include "bench/stim.h"

static wt_warps density(wt_rng *r, unsigned n) {
  wt_warps v = stim_warps(r);
  switch (wt_below(r, 4)) {
    case 0: v &= stim_warps(r) & stim_warps(r); break;
    case 1: v |= stim_warps(r) | stim_warps(r); break;
    case 2: v = ~(wt_warps)0; break;
    default: break;
  }
  return v & wt_warps_upto(n);
}

/* Any unit and place, each property now and then, the fields that the scheduler does not read. */
static uint32_t head(wt_rng *r) {
  uint64_t c = WT_PLACED(wt_below(r, WT_U_NONE + 1), hctl, unit) | (wt_rand(r) & (WT_PLACED(1, hctl, quiet) - 1));
  c |= WT_PLACED(wt_chance(r, 40), hctl, cfwait) | WT_PLACED(wt_chance(r, 30), hctl, drain) | WT_PLACED(wt_chance(r, 30), hctl, quiet);
  return (uint32_t)c;
}

/* Partners as wt_sco shows them: any states, and of the combine-ready ones a group, which stays while it issues. */
static void partners(wt_m *m, wt_rng *r) {
  wt_sco_out *o = &m->subcore->sco.o;
  const wt_shape *S = m->S;
  const wt_sched *d = &m->subcore->sched;
  unsigned n = S->DWR_SUBWARPS, all = (1u << n) - 1;
  m->subcore->ibuffer.o.head_sens = density(r, S->SLOTS);
  for (unsigned i = 0; i < S->LARGE; i++) {
    unsigned live = i * n < S->SLOTS ? (unsigned)(wt_warps_upto(S->SLOTS) >> i * n) & all : 0;
    if (d->o.busy && !d->q.beat && d->q.warp / n == i) { /* its last beat has issued */
      uint8_t gone = (uint8_t)(1u << d->q.warp % n);
      o->group[i] &= (uint8_t)~gone, o->comb[i] &= (uint8_t)~gone;
    } else if (!wt_chance(r, 70)) {
      unsigned one = (unsigned)wt_rand(r) & all, two = (unsigned)wt_rand(r) & all;
      o->lock[i] = (uint8_t)(one & two), o->comb[i] = (uint8_t)(one & ~two & live), o->alone[i] = (uint8_t)(~one & two & live);
      o->group[i] = wt_chance(r, 80) ? o->comb[i] : o->comb[i] & (uint8_t)wt_rand(r);
    }
    m->subcore->ibuffer.o.head_sens |= (wt_warps)o->comb[i] << i * n;
  }
}

void stim_sched(wt_m *m, wt_rng *r, uint64_t cycle) {
  const wt_shape *S = m->S;
  if (cycle % 200 == 0) m->gpu->cfg.sched = (uint8_t)wt_below(r, WT_SCHED_cggty + 1), m->gpu->cfg.pool = (uint8_t)(1 + wt_below(r, S->SLOTS));
  if (cycle % 200 == 0) m->gpu->cfg.age = (uint16_t)(wt_chance(r, 15) ? 0 : wt_chance(r, 10) ? 4096 : 1 + wt_below(r, wt_chance(r, 50) ? 4 : 30));
  for (unsigned w = 0; w < S->SLOTS; w++)
    if (!m->subcore->sched.o.busy && wt_chance(r, 25)) m->subcore->ibuffer.o.head_ctl[w] = head(r);
  m->subcore->ibuffer.o.head_index = 0;
  for (unsigned w = 0; w < S->SLOTS; w++) /* a constant load is no packet and not sensitive */
    if (WT_FIELD(m->subcore->ibuffer.o.head_ctl[w], hctl, unit) == WT_U_UNI && wt_chance(r, 40)) m->subcore->ibuffer.o.head_index |= wt_warp(w);
  if (S->GROUPING == WT_GROUPING_dwr) partners(m, r), m->subcore->ibuffer.o.head_index &= ~m->subcore->ibuffer.o.head_sens;
  m->subcore->ibuffer.o.head_valid = density(r, S->SLOTS), m->subcore->sb->ok = density(r, S->SLOTS), m->subcore->sb->clear = density(r, S->SLOTS);
  if (S->LOADS_HELD) { /* loads are heads of the load/store unit */
    m->subcore->ibuffer.o.head_load = density(r, S->SLOTS), m->sm->ccws.o.held = density(r, S->SLOTS);
    for (unsigned w = 0; w < S->SLOTS; w++)
      if (WT_FIELD(m->subcore->ibuffer.o.head_ctl[w], hctl, unit) != WT_U_LSU) m->subcore->ibuffer.o.head_load &= ~wt_warp(w);
  }
  m->subcore->cfu->run = density(r, S->SLOTS), m->subcore->war.o.ok = density(r, S->SLOTS), m->subcore->war.o.drained = density(r, S->SLOTS);
  m->sm->lsu.o.quiet = density(r, S->SLOTS);
  m->subcore->issue.o.hold = wt_chance(r, 8);
  if (S->PACK) m->subcore->pack.o.pop = (m->subcore->sched.o.busy && m->subcore->sched.q.beat == S->BEATS - 1) || wt_chance(r, 40);
  if (S->REPLAY)
    m->sm->lsu.o.at = stim_warps(r) & stim_warps(r) & stim_warps(r) & wt_warps_upto(S->SLOTS), m->sm->replay.o.warps = density(r, S->SLOTS);
  if (S->SUBCORES > 1) m->sm->share.o.full = wt_chance(r, 30), m->sm->share.o.queued = S->QUEUES ? density(r, S->SLOTS) : 0;
  m->subcore->cfu->idle = wt_chance(r, 70), m->subcore->disp.o.free = wt_chance(r, 80);
  m->sm->dispatch.o.launch_valid = wt_chance(r, 15), m->sm->dispatch.o.launch_last = m->sm->dispatch.o.launch_valid && wt_chance(r, 70);
  m->sm->dispatch.o.launch_warp = m->sm->dispatch.o.launch_valid ? (uint8_t)wt_below(r, S->SLOTS) : 0;
  m->subcore->cfu->launch_ack = wt_chance(r, 60);
  m->subcore->cfu->done_valid = wt_chance(r, 8), m->subcore->cfu->done_warp = m->subcore->cfu->done_valid ? (uint8_t)wt_below(r, S->SLOTS) : 0;
}
