/* stim_l1d.c - stimulus of the first-level cache. */
#include "bench/stim.h"
void stim_l1d(wt_m *m, wt_rng *r, uint64_t cycle) { (void)m, (void)r, (void)cycle; }
