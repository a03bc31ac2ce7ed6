/* stim_lcs.c - stimulus of wt_lcs: launches whose CTAs come one after the other and then issue, each as greedily as it was drawn; after some cycles one or
 * several end, later the others. One launch is so long that counts are halved. */
#include "bench/stim.h"

enum { LONG_FROM = 2000, LONG = 17200 };

static struct {
  unsigned n, come, wpc;    /* CTAs, how many of them have come, warps of each */
  uint64_t ends;            /* the cycle from which on they end */
  unsigned odds;            /* how often one does, in a hundred */
  unsigned greed[MAX_CTAS]; /* how often one issues */
  int was_long, is_long;
} p;

static void new_launch(wt_m *m, wt_rng *r, uint64_t cycle) {
  const wt_shape *S = m->S;
  wt_cfg_out *c = &m->gpu->cfg;
  p.is_long = cycle >= LONG_FROM && !p.was_long, p.was_long |= p.is_long;
  p.wpc = p.is_long ? S->SUBCORES * S->GANG : 1 + wt_below(r, S->SM_SLOTS < 4 ? S->SM_SLOTS : 4);
  c->stride = (uint8_t)(p.wpc + (!p.is_long && wt_chance(r, 20) ? wt_below(r, 3) : 0));
  p.n = (S->SM_SLOTS - p.wpc) / c->stride + 1;
  p.n = p.n > S->CTAS ? S->CTAS : 1 + wt_below(r, p.n);
  p.come = 0, p.ends = cycle + (p.is_long ? LONG : 4 + wt_below(r, 150)), p.odds = wt_chance(r, 50) ? 3 : 60;
  for (unsigned k = 0; k < p.n; k++) p.greed[k] = wt_below(r, 4) * 33;
  c->start = 1;
}

/* A sub-core issues for one of the CTAs, in the long launch mostly for the first. */
static void issue(const wt_m *at, wt_rng *r, unsigned stride, uint32_t resident) {
  const wt_shape *S = at->S;
  const unsigned k = p.n && (!p.is_long || wt_chance(r, 2)) ? wt_below(r, p.n) : 0, first = k * stride;
  wt_warps mine = 0; /* of its warps */
  for (unsigned w = first; p.n && w < first + p.wpc; w++) mine |= (wt_warps)(wt_subcore_of(S, w) == at->subcore->place.subcore) << w;
  const int here = mine && resident >> k & 1;
  for (unsigned skip = here ? wt_below(r, wt_warps_count(mine)) : 0; skip; skip--) mine &= mine - 1;
  at->subcore->sched.o.sel_warp = /* now and then of no CTA, or a beat behind the first */
    (uint8_t)(wt_chance(r, 1) ? wt_below(r, S->SLOTS)
              : here          ? wt_slot_of(S, wt_warps_first(mine))
                              : 0);
  at->subcore->issue.o.valid = here && wt_chance(r, p.is_long && !k ? 100 : p.greed[k]);
}

void stim_lcs(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_dispatch_out *d = &m->sm->dispatch.o;
  wt_cfg_out *c = &m->gpu->cfg;
  if (!cycle) p.n = p.come = 0, p.is_long = p.was_long = 0, d->resident = 0;
  c->start = 0;
  if (!d->resident && p.come == p.n && (!cycle || wt_chance(r, 30))) new_launch(m, r, cycle);
  else if (p.come < p.n && wt_chance(r, 60)) d->resident |= UINT32_C(1) << p.come++;
  else if (cycle >= p.ends)
    for (unsigned k = 0; k < p.n; k++)
      if (wt_chance(r, p.odds)) d->resident &= ~(UINT32_C(1) << k);
  WT_EACH_SUBCORE(at, m) issue(at, r, c->stride, d->resident);
}
