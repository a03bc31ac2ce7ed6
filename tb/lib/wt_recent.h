/* wt_recent.h - the last cycles of the C twin, kept while a short stretch of a run is repeated, so that a report can show what a block saw and did.
 *
 * Outputs and flip-flops of every block; not the memories. The twins agree on them up to the difference, so the C twin speaks for both.
 */
#ifndef WT_RECENT_H
#define WT_RECENT_H
#include "state/wt_rows.h"

enum { WT_RECENT_CYCLES = 72, WT_RECENT_EVENTS = 8 };
typedef struct wt_recent wt_recent;

/* NULL: out of memory. */
wt_recent *wt_recent_new(const wt_shape *S);
void wt_recent_free(wt_recent *r);
/* A settled cycle. */
void wt_recent_cycle(wt_recent *r, const wt_m *m, uint64_t cycle);
/* What the block saw in the newest cycle (an execution unit: when it was given the newest beat of the warp, w < 0: of any), and its last events: the cycles in which a register or an output had changed. Lines that begin with a newline;
 * buf ends empty when there is nothing. */
void wt_recent_text(wt_recent *r, const char *stem, unsigned inst, int w, char *buf, size_t n);
#endif
