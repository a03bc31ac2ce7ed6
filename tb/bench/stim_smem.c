/* stim_smem.c - stimulus of the shared memory arbiter: unit, strided, equal and random lane addresses of every size. */
#include "bench/stim.h"

void stim_smem(wt_m *m, wt_rng *r, uint64_t cycle);

void stim_smem(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const uint8_t bytes[8] = {1, 1, 2, 2, 4, 8, 16, 16};
  const wt_shape *S = m->S;
  wt_lsu_out *q = &m->sm->lsu.o;
  (void)cycle;
  m->sm->lsu.o.sq = wt_chance(r, 80);
  q->sz = (uint8_t)wt_below(r, 7);
  q->mop = wt_chance(r, 50) ? WT_MEM_STORE : WT_MEM_LOAD;
  if (wt_chance(r, 25)) q->mop = WT_MEM_ATOM, q->sz = wt_chance(r, 50) ? 4 : 5;
  q->swr = m->sm->lsu.o.sq && q->mop == WT_MEM_ATOM && wt_chance(r, 50);
  q->sval = q->swr ? (uint32_t)wt_rand(r) : 0;
  unsigned n = bytes[q->sz], words = n < 8 ? 1 : n / 4, kind = wt_below(r, 5), stride = 1 + wt_below(r, 40);
  uint32_t base = (uint32_t)(wt_rand(r) % S->SMEM_BYTES) & ~15u;
  q->k = (uint8_t)wt_below(r, words);
  q->sbase = (uint16_t)(wt_rand(r) & wt_mask64(S->SMROW_W));
  q->pend = wt_rand(r) & wt_mask64(S->SLOT_LANES);
  if (wt_chance(r, 30)) q->pend = wt_mask64(S->SLOT_LANES);
  if (m->sm->lsu.o.sq && !q->pend) q->pend = 1;
  for (unsigned l = 0; l < S->SLOT_LANES; l++) {
    uint32_t x = wt_below(r, 64);
    const uint32_t kinds[5] = {l, l * stride, x, x & 3, l / 2};
    q->addr[l] = (uint32_t)(base + kinds[kind] * n);
    if (kind == 2 && wt_chance(r, 50)) q->addr[l] = (uint32_t)wt_rand(r) & ~(n - 1);
    for (unsigned k = 0; k < 4; k++) q->data[k * S->SLOT_LANES + l] = (uint32_t)wt_rand(r);
  }
}
