/* stim_pred.c - stimulus of wt_pred: all five write ports at once, often on the same row (never the same predicate twice from ALU and wb). */
#include "bench/stim.h"

void stim_pred(wt_m *m, wt_rng *r, uint64_t cycle) {
  const wt_shape *S = m->S;
  uint32_t all = (uint32_t)wt_mask64(S->LANES);
  wt_alu_out *a = &m->subcore->alu.o;
  (void)cycle;
  m->subcore->sched.o.sel_valid = wt_chance(r, 70);
  m->subcore->sched.o.sel_warp = m->subcore->sched.o.sel_valid ? (uint8_t)wt_below(r, S->SLOTS) : 0;
  a->wb_warp = (uint8_t)wt_below(r, S->SLOTS), a->wb_beat = stim_beat(m, r), a->wb_mask = (uint32_t)wt_rand(r) & all;
  a->pw0_valid = wt_chance(r, 50), a->pw1_valid = wt_chance(r, 50);
  a->pw0_p = a->pw0_valid ? (uint8_t)wt_below(r, 7) : 0, a->pw0_bits = a->pw0_valid ? (uint32_t)wt_rand(r) & a->wb_mask : 0;
  a->pw1_p = a->pw1_valid ? (uint8_t)wt_below(r, 7) : 0, a->pw1_bits = a->pw1_valid ? (uint32_t)wt_rand(r) & a->wb_mask : 0;
  a->pwr_valid = wt_chance(r, 30);
  for (unsigned l = 0; l < S->LANES; l++) a->wb_lo[l] = (uint32_t)wt_rand(r), a->wb_hi[l] = (uint32_t)wt_rand(r);
  m->subcore->wb.o.pw_valid = wt_chance(r, 50);
  m->subcore->wb.o.warp = wt_chance(r, 50) ? a->wb_warp : (uint8_t)wt_below(r, S->SLOTS), m->subcore->wb.o.beat = stim_beat(m, r);
  m->subcore->wb.o.mask = (uint32_t)wt_rand(r) & all;
  m->subcore->wb.o.pw_p = (uint8_t)wt_below(r, 7), m->subcore->wb.o.pw_bits = (uint32_t)wt_rand(r) & m->subcore->wb.o.mask;
  m->sm->dispatch.o.launch_valid = wt_chance(r, 10);
  m->sm->dispatch.o.launch_warp = m->sm->dispatch.o.launch_valid ? (uint8_t)wt_below(r, S->SLOTS) : 0;
  m->sm->dispatch.o.launch_beat = m->sm->dispatch.o.launch_valid ? (uint8_t)wt_below(r, S->BEATS) : 0;
}
