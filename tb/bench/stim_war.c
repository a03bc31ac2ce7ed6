/* stim_war.c - stimulus of wt_war: packets enter and leave, at most 16 in collectors; the fix changes now and then. */
#include <string.h>

#include "bench/stim.h"

void stim_war(wt_m *m, wt_rng *r, uint64_t cycle) {
  const wt_shape *S = m->S;
  unsigned total = 0, from = wt_below(r, S->WARPS);
  if (cycle % 64 == 0) m->o.cfg.war = (uint8_t)wt_below(r, 4);
  for (unsigned w = 0; w < S->WARPS; w++) {
    total += m->q.war.cnt[w];
    if (wt_chance(r, 30)) m->o.ibuffer.head_ctl[w] = (uint32_t)wt_rand(r) & 0x3ffff8ffu;
    if (wt_chance(r, 30)) m->o.ibuffer.head_ctl[w] |= wt_below(r, 5) << 8;
    if ((m->o.ibuffer.head_ctl[w] >> 8 & 7) > 4) m->o.ibuffer.head_ctl[w] &= ~(7u << 8);
  }
  m->o.issue.alloc_valid = total < 16 && wt_chance(r, 55);
  m->o.sched.sel_warp = (uint8_t)wt_below(r, S->WARPS), m->o.sched.sel_first = (uint8_t)wt_below(r, 2);
  for (unsigned i = 0; i < UOP_WORDS; i++) m->o.ibuffer.uop[i] = (uint32_t)wt_rand(r);
  memset(&m->o.disp, 0, sizeof m->o.disp);
  for (unsigned k = 0; k < S->WARPS && wt_chance(r, 80); k++) {
    unsigned w = (from + k) % S->WARPS;
    if (!m->q.war.cnt[w]) continue;
    m->o.disp.valid = 1, m->o.disp.warp = (uint8_t)w, m->o.disp.last = (uint8_t)wt_below(r, 2);
    for (unsigned i = 0; i < UOP_WORDS; i++) m->o.disp.uop[i] = (uint32_t)wt_rand(r);
    break;
  }
}
