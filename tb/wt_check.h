/* wt_check.h - invariants of the control-flow unit, every cycle of a run.
 *
 * Threads of a warp are never lost, doubled or run after their end: the masks of its paths (wt_paths) are disjoint, not empty,
 * and together they are the launched lanes that have not exited; at most one path runs, and what issues is that path's
 * mask and not empty. Launches and exits are counted from the signals between the blocks, not from the unit's state.
 * A machine is looked at as its state rows and outputs: the C twin, and in lock-step the RTL too (wt_ls_view.h).
 */
#ifndef WT_CHECK_H
#define WT_CHECK_H
#include "spec/wt_m.h"

typedef struct {
  uint64_t launched[MAX_WARPS], exited[MAX_WARPS];
  uint64_t looked; /* warps and cycles that were looked at: a check that never looks proves nothing */
  char why[300];
} wt_check;

void wt_check_init(wt_check *c);
/* Between the evaluation of a cycle and its clock edge. 0, or -1 with c->why. */
int wt_check_cycle(wt_check *c, const wt_m *m);
#endif
