/* stim_smbank.c - stimulus of one shared memory bank (instance 0): reads, writes of every byte set, idle cycles; few
 * rows, so that they meet. */
#include "bench/stim.h"

#include <string.h>

void stim_smbank(wt_m *m, wt_rng *r, uint64_t cycle);

void stim_smbank(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_smem_out *s = &m->sm->smem.o;
  unsigned span = cycle >> 9 & 1 ? m->S->SMEM_ROWS : wt_min(m->S->SMEM_ROWS, 4);
  memset(s, 0, sizeof *s);
  for (unsigned b = 0; b < m->S->SMEM_BANKS; b++) {
    if (wt_chance(r, 25)) continue;
    s->en |= 1u << b;
    s->row[b] = (uint16_t)(wt_below(r, span));
    if (wt_chance(r, 50)) s->wbe[b] = (uint8_t)(wt_rand(r) & 15);
    for (unsigned k = 0; k < 4; k++)
      if (s->wbe[b] >> k & 1) s->wdata[b] |= (uint32_t)(wt_rand(r) & 255) << 8 * k;
  }
}
