/* stim_fetch.c - redirects, stops and pops. Phases of 64 cycles: pops keep up, no pops (all credits used), few warps
 * enabled, redirect storm. */
#include "bench/stim.h"

/* A warp whose credit count is not 0, or -1. */
static int poppable(const wt_m *m, wt_rng *r) {
  unsigned n = m->S->SLOTS, first = wt_below(r, n);
  for (unsigned i = 0; i < n; i++)
    if (m->subcore->fetch.q.buffered[(first + i) % n]) return (int)((first + i) % n);
  return -1;
}

void stim_fetch(wt_m *m, wt_rng *r, uint64_t cycle);
void stim_fetch(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const uint8_t pops[] = {90, 0, 60, 50}, redirs[] = {5, 3, 20, 70}, stops[] = {5, 5, 70, 30};
  wt_cfu_out *c = m->subcore->cfu;
  wt_sched_out *s = &m->subcore->sched.o;
  unsigned phase = cycle >> 6 & 3;
  int start = cycle % 256 < m->S->SLOTS, w = poppable(m, r);
  c->redir_valid = (uint8_t)(start || wt_chance(r, redirs[phase]));
  c->redir_warp = !c->redir_valid ? 0 : start ? (uint8_t)(cycle % 256) : (uint8_t)wt_below(r, m->S->SLOTS);
  c->redir_stop = c->redir_valid && !start && wt_chance(r, stops[phase]);
  c->redir_pc = c->redir_valid && !c->redir_stop ? (uint32_t)wt_rand(r) & ~15u : 0;
  if (c->redir_pc && wt_chance(r, 10)) c->redir_pc = 0xfffffff0;
  s->sel_pop = w >= 0 && wt_chance(r, pops[phase]);
  s->sel_valid = s->sel_pop || wt_chance(r, 20);
  s->sel_warp = s->sel_pop ? (uint8_t)w : s->sel_valid ? (uint8_t)wt_below(r, m->S->SLOTS) : 0;
  if (s->sel_pop && c->redir_valid && m->subcore->fetch.q.buffered[c->redir_warp] && wt_chance(r, 30)) s->sel_warp = c->redir_warp;
  stim_pop(m, r);
}
