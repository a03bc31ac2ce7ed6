/* stim_float.h - operands of the floating point units: they lean to the ends of the exponent range and to few or many ones in the fraction. */
#ifndef WT_STIM_FLOAT_H
#define WT_STIM_FLOAT_H
#include "bench/stim.h"

/* Number of E exponent and F fraction bits. */
static inline uint64_t stim_number(wt_rng *r, unsigned E, unsigned F) {
  uint64_t all = (UINT64_C(1) << F) - 1, f = wt_rand(r) & all;
  unsigned top = (1u << E) - 1, e = wt_below(r, top + 1);
  switch (wt_below(r, 5)) {
    case 0: f = 0; break;
    case 1: f = all << wt_below(r, F) & all; break;
    case 2: f = UINT64_C(1) << wt_below(r, F); break;
    default: break;
  }
  switch (wt_below(r, 8)) {
    case 0: e = wt_below(r, 3); break;
    case 1: e = top - wt_below(r, 3); break;
    case 2: e = 0; break;
    case 3:
    case 4:
    case 5: e = top / 2 + wt_below(r, 2 * F) - F; break;
    default: break;
  }
  return (uint64_t)wt_below(r, 2) << (E + F) | (uint64_t)e << F | f;
}

/* Whose a beat is and which of its lanes execute; its instruction is there. other: it is for another unit. */
static inline void stim_float_beat(const wt_m *m, wt_rng *r, wt_disp_out *d, int other) {
  const unsigned n = m->S->LANES;
  const uint32_t all = (uint32_t)wt_mask64(n);
  if (other) uop_put_unit(d->uop, wt_chance(r, 50) ? WT_U_ALU : WT_U_LSU);
  d->warp = (uint8_t)wt_below(r, m->S->SLOTS);
  d->beat = stim_beat(m, r);
  d->mask = wt_chance(r, 50) ? all : wt_chance(r, 20) ? 0 : wt_chance(r, 20) ? 1u << wt_below(r, n) : (uint32_t)wt_rand(r) & all;
  d->last = (uint8_t)wt_below(r, 2);
  d->ends = stim_ends(m, r);
}
#endif
