/* stim_ccws.c - stimulus of wt_ccws: few lines that leave and are missed again, mostly by few warps, so that these get far ahead of the others; warps that come and go;
 * phases with many losses, with few and with none, in which scores go back. One launch is so long that counts are halved. */
#include "bench/stim.h"

enum { LINES = 20, LONG_FROM = 2500, LONG_TO = 19500 };

static unsigned some_warp(const wt_shape *S, wt_rng *r) {
  const unsigned few = S->SM_SLOTS < 3 ? S->SM_SLOTS : 3;
  return wt_below(r, wt_chance(r, 70) ? few : S->SM_SLOTS);
}
/* Both sets, neighbours in one of them, and numbers that differ in their highest bits alone. */
static uint64_t some_line(const wt_shape *S, wt_rng *r) {
  const uint64_t i = wt_below(r, LINES);
  return i | (i % 5 == 0 ? UINT64_C(1) << (S->L1_LINE_W - 1) : 0) | UINT64_C(0x5a5a000);
}

void stim_ccws(wt_m *m, wt_rng *r, uint64_t cycle) {
  /* evictions, loads, issues (percent) */
  static const uint8_t mix[5][3] = {{45, 60, 50}, {8, 12, 95}, {0, 30, 90}, {60, 80, 6}, {3, 90, 70}};
  const wt_shape *S = m->S;
  const uint8_t *p = mix[cycle / 300 % 5];
  const int is_long = cycle >= LONG_FROM && cycle < LONG_TO;
  wt_l1event_out *l = &m->sm->l1d.o.l1event;
  wt_dispatch_out *d = &m->sm->dispatch.o;
  memset(l, 0, sizeof *l);
  if (wt_chance(r, p[1])) {
    l->perf_valid = 1, l->perf_kind = (uint8_t)(wt_chance(r, 60) ? 2 : wt_below(r, 4)), l->perf_warp = (uint8_t)some_warp(S, r);
    l->perf_line = some_line(S, r), l->perf_lanes = wt_rand(r) & wt_mask64(S->ACC_LANES);
    l->perf_again = wt_chance(r, 20), l->perf_local = wt_chance(r, 20), l->perf_why = l->perf_kind == 3 ? (uint8_t)wt_below(r, 4) : 0;
  }
  if (wt_chance(r, p[0])) l->evict_valid = 1, l->evict_warp = (uint8_t)some_warp(S, r), l->evict_line = some_line(S, r);
  m->gpu->cfg.start = !is_long && wt_below(r, 400) == 0;
  d->launch_valid = wt_chance(r, is_long ? 1 : 3), d->launch_warp = d->launch_valid ? (uint8_t)wt_below(r, S->SM_SLOTS) : 0;
  WT_EACH_SUBCORE(at, m) {
    wt_warps *there = &at->subcore->sched.o.resident;
    if (!cycle || wt_chance(r, 1)) *there = wt_warps_upto(S->SLOTS);
    else if (wt_chance(r, 4)) *there ^= wt_warp(wt_below(r, S->SLOTS));
    at->subcore->issue.o.valid = wt_chance(r, is_long ? 97 : p[2]);
  }
}
