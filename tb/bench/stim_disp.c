/* stim_disp.c - stimulus of wt_disp: plays the issue stage and the collectors. Instructions of BEATS beats are
 * allocated in consecutive free collectors (m->q.sched holds the one in progress); words arrive after a random time. */
#include <string.h>

#include "bench/stim_operand.h"

static void fill(wt_m *m, wt_collector_state *c, wt_rng *r) {
  uint32_t all = (uint32_t)wt_mask64(m->S->LANES);
  c->v = 1;
  stim_words(c->uop, UOP_WORDS, r);
  if (UOP_W % 32) c->uop[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uop_put_unit(c->uop, uop_get_unit(m->o.ibuffer.uop));
  c->warp = m->q.sched.warp, c->beat = m->q.sched.beat, c->last = c->beat + 1u == m->S->BEATS;
  c->mask = stim_lanes(m, r), c->lead = (uint8_t)wt_below(r, 2);
  c->iid = m->q.issue.iid, c->split = (uint8_t)wt_below(r, 1u << WT_SPLIT_W);
  c->pp = (uint32_t)wt_rand(r) & all, c->pq = (uint32_t)wt_rand(r) & all, c->pr = (uint32_t)wt_rand(r) & all;
  c->bc = wt_rand(r);
  stim_words(c->data, 6 * m->S->LANES, r);
}

/* What the last cycle did to the collectors and to the instruction in progress. */
static void advance(wt_m *m, wt_rng *r) {
  if (m->o.disp.valid) m->q.collector[m->o.disp.idx].v = 0, m->o.collector[m->o.disp.idx].full = 0;
  if (!m->o.issue.alloc_valid) return;
  wt_collector_state *c = &m->q.collector[m->o.disp.alloc_idx];
  fill(m, c, r);
  m->q.sched.busy = !c->last;
  m->q.sched.beat = c->last ? 0 : (uint8_t)(c->beat + 1);
}

static void next_instruction(wt_m *m, wt_rng *r) {
  static const uint8_t units[] = {WT_U_ALU, WT_U_ALU, WT_U_ALU, WT_U_LSU, WT_U_LSU, WT_U_SHFL};
  m->q.sched.busy = 1, m->q.sched.beat = 0;
  m->q.sched.warp = (uint8_t)(wt_chance(r, 50) ? wt_below(r, m->S->WARPS) : m->q.sched.warp);
  m->q.issue.iid = (m->q.issue.iid + 1) & 15;
  uop_put_unit(m->o.ibuffer.uop, units[wt_below(r, sizeof units)]);
}

void stim_disp(wt_m *m, wt_rng *r, uint64_t cycle) {
  unsigned n = m->S->COLLECTORS, room = 0;
  if (!cycle) {
    memset(m->q.collector, 0, sizeof m->q.collector);
    memset(m->o.collector, 0, sizeof m->o.collector);
    m->q.sched.busy = m->q.sched.beat = m->q.sched.warp = 0;
  } else {
    advance(m, r);
  }
  if (cycle % 512 == 0) m->o.cfg.war = (uint8_t)wt_below(r, 4);
  unsigned odds = cycle / 64 % 2 ? 90 : 25;
  for (unsigned i = 0; i < n; i++) {
    if (m->q.collector[i].v && wt_chance(r, 40)) m->o.collector[i].full = 1;
    room |= !m->q.collector[i].v;
  }
  m->o.lsu.ready = wt_chance(r, odds), m->o.shfl.ready = wt_chance(r, odds);
  if (!m->q.sched.busy && wt_chance(r, 80)) next_instruction(m, r);
  m->o.issue.alloc_valid = m->q.sched.busy && room && wt_chance(r, 90);
}
