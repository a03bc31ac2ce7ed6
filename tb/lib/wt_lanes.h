/* wt_lanes.h - metrics of the DWR thesis: how full the beats are that issue, and where threads are while nothing issues. */
#ifndef WT_LANES_H
#define WT_LANES_H
#include "spec/wt_gpu.h"

/* Of a thread, in a cycle in which no warp issues although some have not ended. */
enum wt_idle_state {
  WT_IDLE_PIPELINE,      /* its path may run: an instruction of it is on its way, or is fetched */
  WT_IDLE_PARTNERS,      /* its path waits for the partners of its sub-warp (GROUPING=dwr) */
  WT_IDLE_RECONVERGENCE, /* waits for other threads of its warp to come to a point */
  WT_IDLE_BARRIER,       /* waits at a barrier of the CTA */
  WT_IDLE_INACTIVE,      /* its path is not the one of its warp that runs */
  WT_IDLE_STATES
};
extern const char *const wt_idle_names[WT_IDLE_STATES];

typedef struct {
  uint64_t beats, active;        /* beats with an active lane, and these lanes */
  uint64_t idle[WT_IDLE_STATES]; /* threads x cycles */
} wt_lanes;

/* A warp instruction issues for the lanes of mask: as many beats as have lanes (PACK: as its fullest lane has threads), whatever unit executes it. */
void wt_lanes_issue(wt_lanes *l, const wt_shape *S, uint64_t mask);
/* A cycle without issue. */
void wt_lanes_idle(wt_lanes *l, const wt_m *m, wt_warps resident);
void wt_lanes_add(wt_lanes *to, const wt_lanes *l);
#endif
