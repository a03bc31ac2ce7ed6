/* stim_sched.c - stimulus of wt_sched: heads of every unit, dense and sparse readiness, launches and ends of warps, all policies. */
#include <string.h>

#include "isa/wt_isa.h"
#include "bench/stim.h"

static uint64_t density(wt_rng *r, unsigned n) {
  uint64_t v = wt_rand(r);
  switch (wt_below(r, 4)) {
    case 0: v &= wt_rand(r) & wt_rand(r); break;
    case 1: v |= wt_rand(r) | wt_rand(r); break;
    case 2: v = ~UINT64_C(0); break;
    default: break;
  }
  return v & wt_mask64(n);
}

void stim_sched(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const uint8_t ops[] = {WT_I_EXIT, WT_I_MEMBAR, WT_I_BAR_II, WT_I_BMOV_BR, WT_I_WARPSYNC_R,
                                WT_I_BRA,  WT_I_IADD3,  WT_I_BRX,    WT_I_RET,     WT_I_CALL_REL_R};
  const wt_shape *S = m->S;
  if (cycle % 200 == 0) m->gpu->cfg.sched = (uint8_t)wt_below(r, 4), m->gpu->cfg.pool = (uint8_t)(1 + wt_below(r, S->WARPS));
  for (unsigned w = 0; w < S->WARPS; w++)
    if (!m->subcore->sched.o.busy && wt_chance(r, 25))
      m->subcore->ibuffer.o.head_ctl[w] = (uint32_t)ops[wt_below(r, sizeof ops)] << 22 | wt_below(r, 8) << 19 | (uint32_t)(wt_rand(r) & 0x3ffff);
  m->subcore->ibuffer.o.head_valid = density(r, S->WARPS), m->subcore->sb->ok = density(r, S->WARPS), m->subcore->sb->clear = density(r, S->WARPS);
  m->subcore->cfu->run = density(r, S->WARPS), m->subcore->war.o.ok = density(r, S->WARPS), m->subcore->war.o.drained = density(r, S->WARPS);
  m->sm->lsu.o.quiet = density(r, S->WARPS);
  m->subcore->cfu->idle = wt_chance(r, 70), m->subcore->disp.o.free = wt_chance(r, 80);
  m->gpu->dispatch.o.launch_valid = wt_chance(r, 15), m->gpu->dispatch.o.launch_last = m->gpu->dispatch.o.launch_valid && wt_chance(r, 70);
  m->gpu->dispatch.o.launch_warp = m->gpu->dispatch.o.launch_valid ? (uint8_t)wt_below(r, S->WARPS) : 0;
  m->subcore->cfu->launch_ack = wt_chance(r, 60);
  m->subcore->cfu->done_valid = wt_chance(r, 8), m->subcore->cfu->done_warp = m->subcore->cfu->done_valid ? (uint8_t)wt_below(r, S->WARPS) : 0;
}
