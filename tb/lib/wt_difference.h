/* wt_difference.h - the report of a difference of the twins: where it began, whose warp it is, what it did, what the block saw. */
#ifndef WT_DIFFERENCE_H
#define WT_DIFFERENCE_H
#include "lib/wt_running.h"

/* Fills u->r. when: "before the clock edge" and the like; edge: the comparison is one of a running cycle, so a root can be named. w: slot of the warp
 * that the row belongs to, -1: not known, then none is named. */
void wt_difference_report(wt_running *u, const char *when, int edge, int w);
/* What the block saw and did, from u->recent; "" without. w as above. */
void wt_difference_block(const wt_running *u, int w, char *buf, size_t n);
/* How to see it again: the commands, for files that are there (NULL = is not). */
void wt_difference_commands(wt_report *r, const char *bundle, const char *wave);

/* The twins or the oracle differ, and u->r says so; cycle: the first that shows it. Adds what there is beside the report: waves, bundle, what the block did. WT_DIFF;
 * in a run that is repeated WT_OK, and it goes on. */
wt_status wt_difference_found(wt_running *u, uint64_t cycle, int w);
/* The other twin has found one in this cycle: report and all. when, edge as above. */
wt_status wt_difference_here(wt_running *u, const char *when, int edge);
#endif
