/* stim_disp.c - stimulus of wt_disp: plays the issue stage and the collectors. Instructions of BEATS beats are
 * allocated in consecutive free collectors (the scheduler's rows hold the one in progress); words arrive after a random time. */
#include <string.h>

#include "bench/stim_operand.h"

static void fill(wt_m *m, wt_collector_out *c, wt_rng *r) {
  uint32_t all = (uint32_t)wt_mask64(m->S->LANES);
  c->v = 1;
  stim_words(c->uop, UOP_WORDS, r);
  if (UOP_W % 32) c->uop[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uop_put_unit(c->uop, uop_get_unit(m->subcore->ibuffer.o.uop));
  c->warp = m->subcore->sched.q.warp, c->beat = m->S->PACK ? stim_beat(m, r) : m->subcore->sched.q.beat,
  c->last = m->subcore->sched.q.beat + 1u == m->S->BEATS;
  c->mask = stim_lanes(m, r), c->lead = (uint8_t)wt_below(r, 2);
  c->iid = m->subcore->issue.o.alloc_iid, c->split = (uint8_t)wt_below(r, 1u << WT_SPLIT_W);
  c->pp = (uint32_t)wt_rand(r) & all, c->pq = (uint32_t)wt_rand(r) & all, c->pr = (uint32_t)wt_rand(r) & all;
  c->bc = wt_rand(r);
  stim_words(c->data, 6 * m->S->LANES, r);
}

/* Words that the banks deliver to the collectors in this cycle: one a collector, with OPREAD=naive any of them. */
static void deliver(wt_m *m, wt_rng *r) {
  for (unsigned i = 0; i < m->S->COLLECTORS; i++) {
    wt_collector_out *c = &m->subcore->collector[i].o;
    c->taken = (uint8_t)(wt_chance(r, 50) ? 0 : m->S->OPREAD ? 1u << wt_below(r, 6) : wt_below(r, 64));
    for (unsigned w = 0; w < 6; w++) c->from[w] = (uint8_t)(c->taken >> w & 1 ? wt_below(r, m->S->RF_BANKS) : 0);
  }
  for (unsigned b = 0; b < m->S->RF_BANKS; b++)
    if (wt_chance(r, 40)) stim_words(m->subcore->rfbank[b].o.rdata, m->S->LANES, r);
}

/* What the last cycle did to the collectors and to the instruction in progress. */
static void advance(wt_m *m, wt_rng *r) {
  if (m->subcore->disp.o.valid) m->subcore->collector[m->subcore->disp.o.idx].o.v = 0, m->subcore->collector[m->subcore->disp.o.idx].o.full = 0;
  if (!m->subcore->issue.o.alloc_valid) return;
  wt_collector_out *c = &m->subcore->collector[m->subcore->disp.o.alloc_idx].o;
  fill(m, c, r);
  m->subcore->sched.o.busy = !c->last;
  m->subcore->sched.q.beat++; /* the next instruction begins at 0 */
}

static void next_instruction(wt_m *m, wt_rng *r) {
  static const uint8_t units[] = {WT_U_ALU, WT_U_ALU, WT_U_ALU, WT_U_LSU, WT_U_LSU, WT_U_SHFL, WT_U_DPU};
  const unsigned n = sizeof units - !m->S->DP_SHARED; /* the fp64 unit that sub-cores share */
  m->subcore->sched.o.busy = 1, m->subcore->sched.q.beat = 0;
  m->subcore->sched.q.warp = (uint8_t)(wt_chance(r, 50) ? wt_below(r, m->S->SLOTS) : m->subcore->sched.q.warp);
  m->subcore->issue.o.alloc_iid = (m->subcore->issue.o.alloc_iid + 1) & 15;
  uop_put_unit(m->subcore->ibuffer.o.uop, units[wt_below(r, n)]);
}

void stim_disp(wt_m *m, wt_rng *r, uint64_t cycle) {
  unsigned n = m->S->COLLECTORS, room = 0;
  if (!cycle) {
    for (unsigned i = 0; i < n; i++) memset(&m->subcore->collector[i].o, 0, sizeof m->subcore->collector[i].o);
    m->subcore->sched.o.busy = m->subcore->sched.q.beat = m->subcore->sched.q.warp = 0;
  } else {
    advance(m, r);
  }
  if (cycle % 512 == 0) m->gpu->cfg.war = (uint8_t)wt_below(r, 4);
  unsigned odds = cycle / 64 % 2 ? 90 : 25;
  for (unsigned i = 0; i < n; i++) {
    if (m->subcore->collector[i].o.v && wt_chance(r, 40)) m->subcore->collector[i].o.full = 1;
    room |= !m->subcore->collector[i].o.v;
  }
  deliver(m, r);
  if (m->S->REPLAY) m->sm->replay.o.hold = wt_chance(r, 30);
  if (m->S->SUBCORES > 1) m->sm->share.o.takes = wt_chance(r, 60);
  if (m->S->DP_SHARED) m->sm->fp64.o.takes = wt_chance(r, odds);
  m->sm->lsu.o.ready = wt_chance(r, odds), m->subcore->shfl.o.ready = wt_chance(r, odds);
  m->subcore->alu.o.ready = wt_chance(r, odds) || wt_chance(r, 50);
  if (!m->subcore->sched.o.busy && wt_chance(r, 80)) next_instruction(m, r);
  m->subcore->issue.o.alloc_valid = m->subcore->sched.o.busy && room && wt_chance(r, 90);
}
