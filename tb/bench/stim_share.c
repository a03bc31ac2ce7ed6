/* stim_share.c - stimulus of wt_share: sub-cores that send beats to all units, and whose control flow tells of arrivals and exits while share_full lets
 * them; beats go whenever they may, into a queue that fills and drains in turn. In phases all of them want the load/store unit, or barriers. */
#include <string.h>

#include "bench/stim.h"

void stim_share(wt_m *m, wt_rng *r, uint64_t cycle);

static unsigned left[MAX_SUBCORES]; /* beats of the instruction that has begun */

static void beats(wt_m *m, wt_rng *r, unsigned i, unsigned busy) {
  wt_disp_out *d = &m->sm->subcore[i].disp.o;
  const int unit = m->S->QUEUES || (m->sm->lsu.o.ready && !m->sm->replay.o.hold);
  const int lsu = m->sm->share.o.takes >> i & 1 && unit && (wt_chance(r, left[i] ? 60 : busy)), other = !lsu && wt_chance(r, 30);
  memset(d, 0, sizeof *d);
  if (!lsu && !other) return;
  d->valid = 1;
  for (unsigned k = 0; k < UOP_WORDS; k++) d->uop[k] = (uint32_t)wt_rand(r);
  if (UOP_W % 32) d->uop[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uop_put_unit(d->uop, lsu ? WT_U_LSU : WT_U_ALU);
  d->warp = (uint8_t)wt_below(r, m->S->SLOTS), d->beat = stim_beat(m, r);
  d->mask = (uint32_t)(wt_rand(r) & wt_mask64(m->S->LANES));
  d->ends = stim_ends(m, r), d->split = (uint8_t)wt_below(r, 1u << WT_SPLIT_W), d->bc = wt_rand(r);
  for (unsigned k = 0; k < 6 * m->S->LANES; k++) d->data[k] = (uint32_t)wt_rand(r);
  if (lsu && !left[i]) left[i] = 1 + wt_below(r, 4);
  d->last = (uint8_t)(lsu ? --left[i] == 0 : wt_chance(r, 50));
}

static void tells(wt_m *m, wt_rng *r, unsigned i, unsigned busy) {
  const wt_shape *S = m->S;
  wt_cfu_out *c = m->sm->subcore[i].cfu;
  wt_issue_out *e = &m->sm->subcore[i].issue.o;
  const unsigned room = WT_NEWS_N - m->sm->share.q.count[i];
  c->bar_valid = c->bar_warp = c->bar_id = c->bar_count = c->exit_valid = c->exit_warp = c->exit_count = 0;
  e->bar_valid = e->bar_arv = e->bar_id = e->bar_count = e->bar_red = e->bar_op = e->ev_warp = 0, e->bar_need = 0;
  if (room && wt_chance(r, busy))
    c->exit_valid = 1, c->exit_warp = (uint8_t)wt_below(r, S->SLOTS), c->exit_count = (uint8_t)(1 + wt_below(r, S->SLOT_LANES));
  if (room && wt_chance(r, busy)) {
    c->bar_valid = 1, c->bar_warp = (uint8_t)wt_below(r, S->SLOTS), c->bar_id = (uint8_t)wt_below(r, 16);
    c->bar_count = (uint8_t)(1 + wt_below(r, S->SLOT_LANES));
  }
  if (!wt_chance(r, busy)) return;
  e->bar_valid = 1, e->bar_arv = (uint8_t)(room && !c->bar_valid && wt_chance(r, 50));
  e->ev_warp = (uint8_t)wt_below(r, S->SLOTS), e->bar_id = (uint8_t)wt_below(r, 16), e->bar_count = (uint8_t)(1 + wt_below(r, S->SLOT_LANES));
  e->bar_red = (uint8_t)wt_below(r, e->bar_count + 1u), e->bar_op = (uint8_t)wt_below(r, 4), e->bar_need = (uint16_t)wt_below(r, 1024);
}

void stim_share(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const unsigned busy[] = {90, 40, 5};
  if (!cycle) memset(left, 0, sizeof left);
  m->sm->lsu.o.ready = (uint8_t)wt_chance(r, cycle / 500 % 3 == 1 ? 95 : cycle / 500 % 3 == 2 && m->S->QUEUES ? 15 : 50);
  m->sm->replay.o.hold = (uint8_t)(m->S->REPLAY && wt_chance(r, 20));
  for (unsigned i = 0; i < m->S->SUBCORES; i++) {
    beats(m, r, i, busy[(cycle / 400 + i) % 3]);
    tells(m, r, i, busy[(cycle / 700 + i) % 3] / 2);
  }
}
