/* stim_dpu.c - stimulus of wt_dpu: beats while the unit is ready, uops of other units in between, phases in which results are taken at once and slowly. */
#include <string.h>

#include "bench/stim_double.h"

void stim_dpu(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_disp_out *d = &m->subcore->disp.o;
  memset(d, 0, sizeof *d);
  m->subcore->wb.o.ack[WT_U_DPU] = m->subcore->dpu.o.wb_valid && wt_chance(r, cycle / 128 % 2 ? 97 : 40);
  if (wt_chance(r, cycle / 64 % 3 ? 5 : 60)) return;
  int other = !m->subcore->dpu.o.ready || wt_chance(r, 10);
  if (other && wt_chance(r, 50)) return;
  stim_double_beat(m, r, d, other);
}
