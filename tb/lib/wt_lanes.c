/* wt_lanes.c - how full beats are; what threads wait for. */
#include "lib/wt_lanes.h"

#include "spec/wt_paths.h"

const char *const wt_idle_names[WT_IDLE_STATES] = {"pipeline", "partners", "reconvergence", "cta_barrier", "inactive"};

/* PACK: as many beats as the fullest lane has threads. */
static unsigned fullest(const wt_shape *S, uint64_t mask) {
  unsigned most = 0;
  for (unsigned lane = 0; lane < S->LANES; lane++) {
    unsigned n = 0;
    for (unsigned row = 0; row < S->BEATS; row++) n += mask >> (row * S->LANES + lane) & 1;
    if (n > most) most = n;
  }
  return most;
}

void wt_lanes_issue(wt_lanes *l, const wt_shape *S, uint64_t mask) {
  if (S->PACK) {
    l->beats += fullest(S, mask), l->active += wt_popcount(mask);
    return;
  }
  for (unsigned b = 0; b < S->BEATS; b++) {
    uint64_t part = mask >> b * S->LANES & wt_mask64(S->LANES);
    l->beats += part != 0;
    l->active += wt_popcount(part);
  }
}

/* The sub-warp waits for its partners. */
static int locked(const wt_m *m, unsigned w) {
  const unsigned slot = wt_slot_of(m->S, w);
  return wt_m_of_warp(m, w)->subcore->sco.o.lock[slot / m->S->GANG] >> slot % m->S->GANG & 1;
}
static enum wt_idle_state state_of(const wt_m *m, unsigned w, const wt_path *p) {
  const wt_shape *S = m->S;
  switch (p->kind) {
    case WT_PATH_RUN:
      if (S->GROUPING == WT_GROUPING_dwr && locked(m, w)) return WT_IDLE_PARTNERS;
      return WT_IDLE_PIPELINE;
    case WT_PATH_BSYNC:
    case WT_PATH_WSYNC: return WT_IDLE_RECONVERGENCE;
    case WT_PATH_BAR: return WT_IDLE_BARRIER;
    default: return WT_IDLE_INACTIVE;
  }
}

void wt_lanes_idle(wt_lanes *l, const wt_m *m, wt_warps resident) {
  wt_path p[WT_MAX_PATHS];
  for (; resident; resident &= resident - 1) {
    unsigned w = wt_warps_first(resident);
    int n = wt_paths(m, w, p);
    for (int i = 0; i < n; i++) l->idle[state_of(m, w, &p[i])] += wt_popcount(p[i].mask);
  }
}

void wt_lanes_add(wt_lanes *to, const wt_lanes *l) {
  to->beats += l->beats, to->active += l->active;
  for (int i = 0; i < WT_IDLE_STATES; i++) to->idle[i] += l->idle[i];
}
