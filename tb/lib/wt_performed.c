/* wt_performed.c - levels of memory inside of the machine, as events. */
#include "lib/wt_performed.h"

#include "oracle/wt_oracle.h"

uint64_t wt_performed_line(uint64_t line) { return line >> 56 ? line & wt_mask64(33) : line; }

/* A port of a level shows what the level did in the cycle before; its results cannot appear earlier than in the same cycle. */
unsigned wt_performed_levels(const wt_m *m, wt_performed out[WT_PERFORMED_MAX]) {
  const wt_lsu_out *o = &m->sm->lsu.o;
  const wt_l1d_out *c = &m->sm->l1d.o;
  unsigned n = 0;
  if (o->perf_valid) out[n++] = (wt_performed){"shared memory", o->perf_warp, WT_SPACE_SHARED, o->perf_lanes, WT_PERFORMED_ANY};
  if (c->perf_valid && c->perf_kind != WT_L1_PARKED)
    out[n++] = (wt_performed){"the first-level cache", c->perf_warp, c->perf_local ? WT_SPACE_LOCAL : WT_SPACE_GLOBAL, c->perf_lanes,
                              wt_performed_line(c->perf_line)};
  return n;
}
