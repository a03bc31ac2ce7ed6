/* wt_repeat.h - snapshots of a run (wt_snap.h), and what is done in the copy that is woken after a failure: it repeats the cycles around it, silently, for
 * their waves, for the checkpoint of where they begin, and for what the report says of the block.
 */
#ifndef WT_REPEAT_H
#define WT_REPEAT_H
#include "lib/wt_running.h"

/* In the copy: the difference has come again. WT_OK: the run goes on after it, for the waves alone. */
wt_status wt_repeat_differs(wt_running *u, uint64_t cycle, int w);
/* A short stretch is repeated from here on: its last cycles are kept, if there is another twin. */
void wt_repeat_keep(wt_running *u);
/* The cycles have ended: a copy goes, everybody else comes back. */
void wt_repeat_over(const wt_running *u);
#endif
