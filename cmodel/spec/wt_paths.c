/* wt_paths.c - the control-flow unit of the shape. */
#include "spec/wt_paths.h"

int wt_paths_told(const wt_m *m) {
  static const unsigned block[] = {[WT_DIVERGENCE_hanoi_yr] = WT_B_hanoi_yr,
                                   [WT_DIVERGENCE_hanoi] = WT_B_hanoi,
                                   [WT_DIVERGENCE_simt_stack] = WT_B_simt_stack,
                                   [WT_DIVERGENCE_barrier] = WT_B_barrier,
                                   [WT_DIVERGENCE_multipath] = WT_B_multipath};
  return wt_look(m->gpu, block[m->S->DIVERGENCE]);
}

int wt_paths(const wt_m *m, unsigned w, wt_path *p) {
  const wt_subcore *c = wt_m_of_warp(m, w)->subcore;
  w = wt_slot_of(m->S, w);
  if (!wt_paths_told(m)) return -1;
  switch (m->S->DIVERGENCE) {
    case WT_DIVERGENCE_hanoi: return wt_hanoi_paths(&c->hanoi, w, p);
    case WT_DIVERGENCE_simt_stack: return wt_simt_stack_paths(&c->simt_stack, w, p);
    case WT_DIVERGENCE_barrier: return wt_barrier_paths(&c->barrier, w, p);
    case WT_DIVERGENCE_multipath: return wt_multipath_paths(&c->multipath, w, p);
    default: return wt_hanoi_yr_paths(&c->hanoi_yr, w, p);
  }
}

void wt_occupancy(const wt_m *m, unsigned w, unsigned used[2]) {
  const wt_subcore *c = wt_m_of_warp(m, w)->subcore;
  w = wt_slot_of(m->S, w);
  used[0] = used[1] = 0;
  if (!wt_paths_told(m)) return;
  switch (m->S->DIVERGENCE) {
    case WT_DIVERGENCE_hanoi: wt_hanoi_occupancy(&c->hanoi, w, used); break;
    case WT_DIVERGENCE_simt_stack: wt_simt_stack_occupancy(&c->simt_stack, w, used); break;
    case WT_DIVERGENCE_barrier: wt_barrier_occupancy(&c->barrier, w, used); break;
    case WT_DIVERGENCE_multipath: wt_multipath_occupancy(&c->multipath, w, used); break;
    default: wt_hanoi_yr_occupancy(&c->hanoi_yr, w, used);
  }
}

const char *const *wt_occupancy_names(const wt_shape *S) {
  static const char *const names[][2] = {
    [WT_DIVERGENCE_hanoi_yr] = {"pool", "waiting"},   [WT_DIVERGENCE_hanoi] = {"ws", "rec"},
    [WT_DIVERGENCE_simt_stack] = {"depth", ""},       [WT_DIVERGENCE_barrier] = {"paths", "waiting"},
    [WT_DIVERGENCE_multipath] = {"splits", "points"},
  };
  return names[S->DIVERGENCE];
}
