/* wt_performed.c - levels of memory inside of the machine, as events. */
#include "lib/wt_performed.h"

#include "oracle/wt_oracle_l1.h"

unsigned wt_performed_line_bytes(const wt_shape *S) { return S->L1_BYTES ? S->L1_LINE : 128; }
int wt_performed_passes(const wt_shape *S) { return S->SMS > 1 && S->L1_BYTES && S->MEM_MODEL == WT_MEM_MODEL_l2dram; }
uint64_t wt_performed_frame(const wt_shape *S, const wt_performed *p) { return p->sectors ? p->line : p->line / (128 / wt_performed_line_bytes(S)); }

/* Of local memory the warp's own. */
static uint64_t own(uint64_t line, unsigned parts) { return line / parts >> 56 ? line & (parts * (UINT64_C(1) << 33) - 1) : line; }
uint64_t wt_performed_line(const wt_shape *S, uint64_t line, const uint32_t *bmask) {
  unsigned bytes = wt_performed_line_bytes(S), first = 0;
  while (first < 96 && !bmask[first / 32]) first += 32;
  return own(line * (128 / bytes) + first / bytes, 128 / bytes);
}

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
                              .line = own(c->perf_line, m->S->L1_PARTS),
                              .source = c->perf_local ? WT_SOURCE_MEMORY : source[c->perf_kind]};
  return n;
}
