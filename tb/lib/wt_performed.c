/* wt_performed.c - levels of memory inside of the machine, as events. */
#include "lib/wt_performed.h"

#include "oracle/wt_oracle_l1.h"

uint64_t wt_performed_line(uint64_t line) { return line >> 56 ? line & wt_mask64(33) : line; }

/* A port of a level shows what the level did in the cycle before; its results cannot appear earlier than in the same cycle. */
unsigned wt_performed_levels(const wt_m *m, wt_performed out[WT_PERFORMED_MAX]) {
  const wt_lsu_out *o = &m->sm->lsu.o;
  const wt_l1d_out *c = &m->sm->l1d.o;
  unsigned n = 0;
  if (o->perf_valid)
    out[n++] =
      (wt_performed){.level = "shared memory", .warp = o->perf_warp, .space = WT_SPACE_SHARED, .lanes = o->perf_lanes, .line = WT_PERFORMED_ANY};
  static const int source[] = {[WT_L1_HIT] = WT_SOURCE_HIT, [WT_L1_MERGE] = WT_SOURCE_JOINED, [WT_L1_MISS] = WT_SOURCE_ASKED};
  if (c->perf_valid && c->perf_kind != WT_L1_PARKED)
    out[n++] = (wt_performed){.level = "the first-level cache",
                              .warp = c->perf_warp,
                              .space = c->perf_local ? WT_SPACE_LOCAL : WT_SPACE_GLOBAL,
                              .lanes = c->perf_lanes,
                              .line = wt_performed_line(c->perf_line),
                              .source = c->perf_local ? WT_SOURCE_MEMORY : source[c->perf_kind]};
  return n;
}
