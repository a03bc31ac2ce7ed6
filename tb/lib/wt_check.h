/* wt_check.h - invariants of the control-flow unit, every cycle of a run.
 *
 * Threads of a warp are never lost, doubled or run after their end: the masks of its paths (wt_paths) are disjoint, not empty,
 * and together they are the launched lanes that have not exited; at most one path runs, and what issues is that path's
 * mask and not empty. Launches and exits are counted from the signals between the blocks, not from the unit's state.
 * A machine is looked at as its state rows and outputs: the C twin, and in lock-step the RTL too (wt_ls_view.h).
 * The paths are worked out again when the unit's rows differ from those of the last look.
 */
#ifndef WT_CHECK_H
#define WT_CHECK_H
#include "spec/wt_gpu.h"

typedef struct {
  char *now;    /* rows in the machine */
  char *old;    /* as they were at the last look */
  size_t bytes; /* of one warp, or of all of them */
  unsigned subcore;
} wt_check_rows;

typedef struct {
  uint64_t launched[MAX_WARPS], exited[MAX_WARPS];
  uint64_t looked; /* warps and cycles that were looked at: a check that never looks proves nothing */
  char why[300];
  wt_check_rows *row; /* of the unit: n_all common to the warps, then n_warp with a part for each */
  unsigned n_all, n_warp;
  wt_warps known;           /* warps whose paths have been worked out since their rows changed */
  uint64_t runs[MAX_WARPS]; /* lanes of the path that runs, 0 = none */
} wt_check;

/* Before a run, on a wt_check that is zero or has been freed. 0, or -1 without memory. */
int wt_check_init(wt_check *c, wt_m *m);
void wt_check_free(wt_check *c);
/* n looks at a machine in which nothing has happened since the last. */
void wt_check_idle(wt_check *c, uint64_t n);
/* The machine is as it was when *was was a copy of *c. */
void wt_check_back(wt_check *c, const wt_check *was);
/* Between the evaluation of a cycle and its clock edge, on the machine of wt_check_init. 0, or -1 with c->why. */
int wt_check_cycle(wt_check *c, const wt_m *m);
#endif
