/* wt_guest_rules.h - what a block of somebody else owes its neighbours in a sub-core, whatever it has inside: who may issue, whose results come back, which slots are taken.
 * Asked of guests only; values are the oracle's to judge, and what else a block promises is asserted in the RTL of its neighbours.
 */
#ifndef WT_GUEST_RULES_H
#define WT_GUEST_RULES_H
#include "spec/wt_gpu.h"

typedef struct {
  const wt_shape *S;
  /* the scheduler's packet in progress */
  int busy;
  unsigned warp, beat;
  /* instructions with a result that a unit has: of each warp; of the one whose beats are coming, which the warp is */
  unsigned owed[WT_UNITS][MAX_WARPS];
  int open[WT_UNITS];
  unsigned open_warp[WT_UNITS];
  unsigned missing[MAX_WARPS]; /* results of the warp that a dependence check must know of */
  uint64_t holds;              /* collectors that hold a beat */
  wt_warps there;              /* slots that hold a warp */
  wt_warps arrived;            /* warps at a CTA barrier */
  uint64_t tags;               /* loads that the first-level cache has */
  char why[400];               /* "": no rule was broken; else block, rule and what happened */
} wt_guest_rules;
void wt_guest_rules_init(wt_guest_rules *r, const wt_shape *S);
/* Of every sub-core of an SM, to be freed by free(); NULL: no memory. */
wt_guest_rules *wt_guest_rules_new(const wt_shape *S);
/* A cycle of the sub-core of m in which everything is settled, before its clock edge; warps are its slots. 0, or -1 with r->why. */
int wt_guest_rules_cycle(wt_guest_rules *r, const wt_m *m);
#endif
