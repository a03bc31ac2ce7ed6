/* wt_space.h - parallel in space: the SMs of the C twin run apart for a window of cycles, in threads, and come together at its end.
 *
 * Everything is as when they run cycle by cycle: results, trace, counters, checkpoints. A window is as long as nobody needs what another SM did in it: memory
 * answers later (wt_env_lookahead), nobody looks in, no limit is reached. An SM that asks for a CTA stops until all others have come to that cycle. What ends
 * a run (fault, difference, proof of no end) may be found when other SMs are past it: then the run goes back to a state that was kept, and from there on
 * cycle by cycle.
 */
#ifndef WT_SPACE_H
#define WT_SPACE_H
#include "lib/wt_running.h"

typedef struct wt_space wt_space;
/* For a launch; it is the machine's, and kept from launch to launch. NULL: this one has to go cycle by cycle (one SM, another twin, blocks of somebody else,
 * somebody who looks at cycles), or memory is short. */
wt_space *wt_space_begin(wt_running *u);
/* The launch is over; NULL may be given. */
void wt_space_end(wt_space *p);
void wt_space_free(wt_space *p);
/* At the start of a cycle: a window, if there can be one now. WT_OK also when there was none; *ran says. */
wt_status wt_space_window(wt_space *p, int *ran);
#endif
