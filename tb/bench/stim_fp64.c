/* stim_fp64.c - stimulus of wt_fp64: sub-cores that send beats to the fp64 unit while they are taken, and to other units; in phases all of them want it,
 * one alone does, and results are taken at once or slowly. */
#include <string.h>

#include "bench/stim_double.h"

void stim_fp64(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const unsigned busy[] = {95, 40, 5};
  static unsigned left[MAX_SUBCORES]; /* beats of the instruction that has begun */
  const wt_shape *S = m->S;
  if (!cycle) memset(left, 0, sizeof left);
  for (unsigned i = 0; i < S->SUBCORES; i++) {
    wt_disp_out *d = &m->sm->subcore[i].disp.o;
    const int takes = m->sm->fp64.o.takes >> i & 1, goes = takes && wt_chance(r, left[i] ? 70 : busy[(cycle / 300 + i) % 3]);
    memset(m->sm->subcore[i].wb.o.ack, 0, sizeof m->sm->subcore[i].wb.o.ack);
    memset(d, 0, sizeof *d);
    if (!goes && !wt_chance(r, 20)) continue;
    stim_double_beat(m, r, d, !goes);
    d->split = (uint8_t)wt_below(r, 1u << WT_SPLIT_W); /* nothing to this unit */
    if (!goes) continue;
    if (!left[i]) left[i] = 1 + wt_below(r, 3);
    d->last = --left[i] == 0;
  }
  if (m->sm->fp64.o.wb_valid)
    m->sm->subcore[wt_subcore_of(S, m->sm->fp64.o.wb_warp)].wb.o.ack[WT_U_DPU] = (uint8_t)wt_chance(r, cycle / 128 % 2 ? 97 : 40);
}
