/* wt_performed.c - levels of memory inside of the machine, as events. */
#include "lib/wt_performed.h"

#include "oracle/wt_oracle.h"

/* A port of a level shows what the level did in the cycle before; its results cannot appear earlier than in the same cycle. */
unsigned wt_performed_levels(const wt_m *m, wt_performed out[WT_PERFORMED_MAX]) {
  const wt_lsu_out *o = &m->sm->lsu.o;
  if (!o->perf_valid) return 0;
  out[0] = (wt_performed){"shared memory", o->perf_warp, WT_SPACE_SHARED, o->perf_lanes, WT_PERFORMED_ANY};
  return 1;
}
