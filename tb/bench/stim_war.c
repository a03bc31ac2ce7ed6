/* stim_war.c - stimulus of wt_war: packets enter and leave, at most 16 in collectors; the fix changes now and then. */
#include <string.h>

#include "bench/stim.h"

void stim_war(wt_m *m, wt_rng *r, uint64_t cycle) {
  const wt_shape *S = m->S;
  unsigned total = 0, from = wt_below(r, S->SLOTS);
  if (cycle % 64 == 0) m->gpu->cfg.war = (uint8_t)wt_below(r, 4);
  for (unsigned w = 0; w < S->SLOTS; w++) {
    total += m->subcore->war.q.readers[w];
    if (wt_chance(r, 30)) m->subcore->ibuffer.o.head_ctl[w] = (uint32_t)wt_rand(r) & 0x1fff8ffu;
    if (wt_chance(r, 30)) m->subcore->ibuffer.o.head_ctl[w] |= wt_below(r, 5) << 8;
    if ((m->subcore->ibuffer.o.head_ctl[w] >> 8 & 7) > 4) m->subcore->ibuffer.o.head_ctl[w] &= ~(7u << 8);
  }
  m->subcore->issue.o.alloc_valid = total < 16 && wt_chance(r, 55);
  m->subcore->sched.o.sel_warp = (uint8_t)wt_below(r, S->SLOTS), m->subcore->sched.o.sel_first = (uint8_t)wt_below(r, 2);
  for (unsigned i = 0; i < UOP_WORDS; i++) m->subcore->ibuffer.o.uop[i] = (uint32_t)wt_rand(r);
  wt_disp_idle(&m->subcore->disp.o);
  for (unsigned k = 0; k < S->SLOTS && wt_chance(r, 80); k++) {
    unsigned w = (from + k) % S->SLOTS;
    if (!m->subcore->war.q.readers[w]) continue;
    m->subcore->disp.o.valid = 1, m->subcore->disp.o.warp = (uint8_t)w, m->subcore->disp.o.last = (uint8_t)wt_below(r, 2);
    for (unsigned i = 0; i < UOP_WORDS; i++) m->subcore->disp.o.uop[i] = (uint32_t)wt_rand(r);
    break;
  }
}
