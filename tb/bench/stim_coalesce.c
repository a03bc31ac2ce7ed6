/* stim_coalesce.c - stimulus of the coalescer: lane patterns of every size and operation, with back-pressure. */
#include "bench/stim.h"

void stim_coalesce(wt_m *m, wt_rng *r, uint64_t cycle);

void stim_coalesce(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const uint8_t bytes[8] = {1, 1, 2, 2, 4, 8, 16, 16};
  const wt_shape *S = m->S;
  wt_lsu_out *q = &m->sm->lsu.o;
  if (cycle % 64 == 0) m->gpu->cfg.seg = (uint8_t)wt_below(r, 3), m->gpu->cfg.beat = wt_chance(r, 30);
  m->sm->lsu.o.cq = wt_chance(r, 85);
  m->sm->lsu.o.req_valid = wt_chance(r, 50);
  m->sm->env.mem_ready = wt_chance(r, 70);
  q->mop = (uint8_t)wt_below(r, 4);
  q->sz = (uint8_t)wt_below(r, 7);
  q->aop = 0;
  if (q->mop >= WT_MEM_ATOM) q->sz = (uint8_t)(4 + wt_below(r, 2)), q->aop = (uint8_t)wt_below(r, 10);
  unsigned n = bytes[q->sz], kind = wt_below(r, 5), stride = 1 + wt_below(r, 40);
  uint64_t base = wt_rand(r) & ~UINT64_C(15);
  q->pend = wt_rand(r) & wt_mask64(S->SLOT_LANES);
  if (wt_chance(r, 30)) q->pend = wt_mask64(S->SLOT_LANES);
  if (m->sm->lsu.o.cq && !q->pend) q->pend = UINT64_C(1) << (S->SLOT_LANES - 1);
  for (unsigned l = 0; l < S->SLOT_LANES; l++) {
    uint64_t x = wt_below(r, 64);
    const uint64_t kinds[5] = {l, l * stride, x, x & 3, x << wt_below(r, 58)};
    q->addr[l] = base + kinds[kind] * n;
    for (unsigned k = 0; k < 4; k++) q->data[k * S->SLOT_LANES + l] = (uint32_t)wt_rand(r);
  }
}
