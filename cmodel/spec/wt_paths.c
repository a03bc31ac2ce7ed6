/* wt_paths.c - the control-flow unit of the shape. */
#include "spec/wt_paths.h"

static const struct {
  int (*paths)(const wt_m *m, unsigned w, wt_path *p);
  void (*occupancy)(const wt_m *m, unsigned w, unsigned used[2]);
  const char *names[2];
} unit[] = {
    [WT_DIV_HANOI_YR] = {wt_hanoi_yr_paths, wt_hanoi_yr_occupancy, {"pool", "waiting"}},
    [WT_DIV_HANOI] = {wt_hanoi_paths, wt_hanoi_occupancy, {"ws", "rec"}},
    [WT_DIV_SIMT_STACK] = {wt_simt_stack_paths, wt_simt_stack_occupancy, {"depth", ""}},
    [WT_DIV_BARRIER] = {wt_barrier_paths, wt_barrier_occupancy, {"paths", "waiting"}},
    [WT_DIV_MULTIPATH] = {wt_multipath_paths, wt_multipath_occupancy, {"splits", "points"}},
};

int wt_paths(const wt_m *m, unsigned w, wt_path *p) { return unit[m->S->DIVERGENCE].paths(m, w, p); }
void wt_occupancy(const wt_m *m, unsigned w, unsigned used[2]) { unit[m->S->DIVERGENCE].occupancy(m, w, used); }
const char *const *wt_occupancy_names(const wt_shape *S) { return unit[S->DIVERGENCE].names; }
