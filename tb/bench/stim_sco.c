/* stim_sco.c - stimulus of wt_sco: a scheduler, a partner table and an ignore list that keep to the rules, at random moments: barriers of
 * sub-warps that run, releases of locked ones, issues of groups beat by beat or whole, yields, stops and ends of the others. */
#include <string.h>

#include "bench/stim.h"

/* Slots that hold sub-warps; without DWR there is one large warp. */
static unsigned slots(const wt_m *m) { return wt_min(m->S->SLOTS, m->S->SUBS); }
static int in_set(const uint8_t *rows, unsigned s, unsigned n) { return rows[s / n] >> s % n & 1; }

/* A sub-warp that is in no state, or -1. */
static int runs(const wt_m *m, wt_rng *r) {
  const wt_sco_out *o = &m->subcore->sco.o;
  unsigned n = m->S->DWR_SUBWARPS, s = wt_below(r, wt_chance(r, 70) && slots(m) > n ? n : slots(m));
  return in_set(o->lock, s, n) || in_set(o->comb, s, n) || in_set(o->alone, s, n) ? -1 : (int)s;
}

static void select_one(wt_m *m, wt_rng *r) {
  wt_sched_out *d = &m->subcore->sched.o;
  const wt_sco_out *o = &m->subcore->sco.o;
  unsigned n = m->S->DWR_SUBWARPS, s = wt_below(r, slots(m));
  d->sel_valid = d->sel_first = d->sel_pop = 1, d->sel_warp = (uint8_t)s;
  if (o->group[s / n]) { /* the group goes on, or something else issues in between */
    d->sel_warp = (uint8_t)(s / n * n + wt_lowest(o->group[s / n]));
    d->whole = wt_chance(r, 40);
    if (d->sel_warp >= slots(m)) d->sel_valid = d->sel_warp = d->whole = 0;
  } else if (in_set(o->lock, s, n) || in_set(o->comb, s, n)) {
    d->sel_valid = d->sel_warp = 0;
  } else if (!in_set(o->alone, s, n) && wt_chance(r, 70)) {
    d->sync = 1, d->sel_first = d->sel_pop = 0;
    for (unsigned i = 0; i < UOP_WORDS; i++) m->subcore->ibuffer.o.uop[i] = (uint32_t)wt_rand(r);
    if (UOP_W % 32) m->subcore->ibuffer.o.uop[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
    uop_put_pc(m->subcore->ibuffer.o.uop, 16 * (wt_chance(r, 90) ? wt_below(r, 3) : (uint32_t)wt_rand(r) >> 4));
  }
  if (!d->sel_valid) d->sel_first = d->sel_pop = 0;
}

/* Bit m: member m of large warp r has a barrier on its way. */
static unsigned on_the_way(const wt_m *m, unsigned r) {
  const wt_sco_state *q = &m->subcore->sco.q;
  unsigned n = m->S->DWR_SUBWARPS, set = 0;
  for (unsigned i = 0; i < m->S->PST_LATENCY; i++)
    if (q->way_valid >> i & 1 && q->way_sub[i] / n == r) set |= 1u << q->way_sub[i] % n;
  return set;
}

void stim_sco(wt_m *m, wt_rng *r, uint64_t cycle) {
  const wt_shape *S = m->S;
  wt_subcore *c = m->subcore;
  wt_sched_out *d = &c->sched.o;
  unsigned n = S->DWR_SUBWARPS, late = S->PST_LATENCY, any;
  d->sel_valid = d->sel_warp = d->sel_first = d->sel_pop = d->sync = d->whole = 0;
  memset(c->ibuffer.o.uop, 0, sizeof c->ibuffer.o.uop);
  c->issue.o.ev_valid = c->issue.o.ev_warp = c->issue.o.ev_kind = 0;
  c->cfu->redir_valid = c->cfu->redir_warp = c->cfu->redir_stop = c->cfu->done_valid = c->cfu->done_warp = 0;
  c->pst.o.rel_valid = c->pst.o.rel_row = c->pst.o.rel_mask = c->ilt.o.hit = 0;
  if (wt_chance(r, cycle / 300 % 2 ? 90 : 60)) select_one(m, r);
  int busy = d->sel_valid ? d->sel_warp : -1;
  if (wt_chance(r, 20) && d->sel_valid && !d->sync) {
    c->issue.o.ev_valid = 1, c->issue.o.ev_warp = d->sel_warp;
    c->issue.o.ev_kind = wt_chance(r, 50) ? WT_EV_YIELD : (uint8_t)wt_below(r, 16);
  }
  int w = runs(m, r);
  if (w >= 0 && w != busy && wt_chance(r, 30)) c->cfu->redir_valid = 1, c->cfu->redir_warp = (uint8_t)w, c->cfu->redir_stop = wt_chance(r, 40);
  w = runs(m, r);
  if (w >= 0 && w != busy && wt_chance(r, 10)) c->cfu->done_valid = 1, c->cfu->done_warp = (uint8_t)w;
  /* what arrives in this cycle: hit, or locked from now on */
  int arrives = late ? (c->sco.q.way_valid >> (late - 1) & 1 ? c->sco.q.way_sub[late - 1] : -1) : d->sync ? d->sel_warp : -1;
  c->ilt.o.hit = arrives >= 0 && wt_chance(r, 25);
  any = wt_below(r, S->LARGE);
  if (arrives >= 0 && wt_chance(r, 60)) any = (unsigned)arrives / n;
  unsigned locked = c->sco.o.lock[any] & ~on_the_way(m, any);
  if (arrives >= 0 && (unsigned)arrives / n == any && !c->ilt.o.hit) locked |= 1u << (unsigned)arrives % n;
  if (!locked || c->sco.o.comb[any] || !wt_chance(r, 30)) return;
  c->pst.o.rel_valid = 1, c->pst.o.rel_row = (uint8_t)any, c->pst.o.rel_mask = (uint8_t)locked;
}
