/* stim_pst.c - stimulus of wt_pst: arrivals of sub-warps that are not locked, few pcs, ignored pcs, warps that come and go, sub-warps that are
 * away for a while. */
#include "bench/stim.h"

void stim_pst(wt_m *m, wt_rng *r, uint64_t cycle) {
  const wt_shape *S = m->S;
  wt_sco_out *a = &m->subcore->sco.o;
  const wt_pst *p = &m->subcore->pst;
  unsigned n = S->DWR_SUBWARPS, quiet = cycle / 512 % 2 ? 15 : 2; /* percent of changes around the table */
  if (cycle % 256 == 0) {
    m->gpu->cfg.learn = (uint8_t)wt_below(r, 2);
    m->subcore->sched.o.resident = stim_warps(r) | (wt_chance(r, 50) ? stim_warps(r) : 0);
    m->subcore->sched.o.resident &= wt_warps_upto(S->SLOTS);
  }
  if (wt_chance(r, quiet)) m->subcore->sched.o.resident ^= wt_warp(wt_below(r, S->SLOTS));
  if (wt_chance(r, quiet)) a->away[wt_below(r, S->LARGE)] ^= (uint8_t)(1u << wt_below(r, n));
  if (wt_chance(r, quiet)) m->subcore->cfu->at_bar ^= wt_warp(wt_below(r, S->SLOTS));
  a->arr_valid = a->arr_sub = 0, a->arr_pc = 0;
  m->subcore->ilt.o.hit = 0;
  if (!wt_chance(r, 60)) return;
  /* two large warps of three arrivals, so that tables fill also where there are many */
  unsigned sub = wt_below(r, wt_chance(r, 66) && S->SUBS > 2 * n ? 2 * n : S->SUBS);
  if (p->q.lock[sub / n] >> sub % n & 1) return;
  a->arr_valid = 1, a->arr_sub = (uint8_t)sub;
  a->arr_pc = wt_chance(r, 80) ? 11 : wt_chance(r, 50) ? wt_below(r, 4) : (uint32_t)wt_rand(r);
  m->subcore->ilt.o.hit = wt_chance(r, 10);
}
