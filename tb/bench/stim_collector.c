/* stim_collector.c - stimulus of wt_collector, instance 0: allocations, grants in any pattern, dispatch when full; the
 * other collectors' grants and the other banks' data are noise. */
#include <string.h>

#include "bench/stim_operand.h"

static void draw_uop(wt_m *m, wt_rng *r) {
  uint32_t *u = m->subcore->issue.o.alloc_uop;
  unsigned regs = stim_rf_regs(m);
  stim_words(u, UOP_WORDS, r);
  if (UOP_W % 32) u[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  if (wt_chance(r, 10)) uop_put_need(u, 0);
  uop_put_s0(u, wt_below(r, regs)), uop_put_s1(u, wt_below(r, regs)), uop_put_s2(u, wt_below(r, regs));
  uop_put_s3(u, wt_below(r, regs)), uop_put_s4(u, wt_below(r, regs)), uop_put_s5(u, wt_below(r, regs));
  if (wt_chance(r, 20)) uop_put_s1(u, uop_get_s0(u));
}

static void draw_issue(wt_m *m, wt_rng *r) {
  wt_issue_out *a = &m->subcore->issue.o;
  uint32_t all = (uint32_t)wt_mask64(m->S->LANES);
  a->alloc_mask = stim_lanes(m, r);
  a->alloc_lead = (uint8_t)wt_below(r, 2), a->alloc_last = (uint8_t)wt_below(r, 2);
  a->alloc_pp = (uint32_t)wt_rand(r) & all, a->alloc_pq = (uint32_t)wt_rand(r) & all, a->alloc_pr = (uint32_t)wt_rand(r) & all;
  a->alloc_bc = wt_rand(r), a->alloc_split = (uint8_t)wt_below(r, 1u << WT_SPLIT_W);
}

static void draw_grants(wt_m *m, wt_rng *r) {
  const wt_collector *c = &m->subcore->collector[0];
  unsigned missing = c->o.v ? ~c->q.ready & 0x3fu : 0, odds = wt_chance(r, 50) ? 80 : 30;
  unsigned req = m->S->OPREAD ? missing & -missing : missing;
  for (unsigned i = 1; i < m->S->COLLECTORS; i++) m->subcore->bankarb.o.grant[i] = (uint8_t)(1u << wt_below(r, 6));
  m->subcore->bankarb.o.grant[0] = 0;
  for (; req; req &= req - 1)
    if (wt_chance(r, odds)) m->subcore->bankarb.o.grant[0] |= (uint8_t)(req & -req);
  for (unsigned b = 0; b < m->S->RF_BANKS; b++)
    if (wt_chance(r, 60)) stim_words(m->subcore->rfbank[b].o.rdata, m->S->LANES, r);
}

void stim_collector(wt_m *m, wt_rng *r, uint64_t cycle) {
  const wt_collector *c = &m->subcore->collector[0];
  unsigned n = m->S->COLLECTORS, other = n > 1;
  if (!cycle) stim_rf_launch(m, r);
  wt_issue_idle(&m->subcore->issue.o);
  m->subcore->disp.o.valid = m->subcore->disp.o.idx = 0;
  m->subcore->disp.o.alloc_idx = (uint8_t)(other && (c->o.v || wt_chance(r, 30)) ? 1 + wt_below(r, n - 1) : 0);
  draw_uop(m, r);
  wt_issue_out *a = &m->subcore->issue.o;
  a->alloc_warp = (uint8_t)wt_below(r, m->S->SLOTS), a->alloc_beat = stim_beat(m, r), a->alloc_iid = (uint8_t)wt_below(r, 16);
  stim_words(a->alloc_v0, m->S->LANES, r);
  if (wt_chance(r, 60) && (!c->o.v || m->subcore->disp.o.alloc_idx)) {
    a->alloc_valid = 1;
    draw_issue(m, r);
  }
  if (c->o.v && c->q.ready == 0x3f && wt_chance(r, 50)) m->subcore->disp.o.valid = 1;
  else if (other && wt_chance(r, 40)) m->subcore->disp.o.valid = 1, m->subcore->disp.o.idx = (uint8_t)(1 + wt_below(r, n - 1));
  draw_grants(m, r);
}
