/* wt_segments.h - lock-step in parallel in time: the C twin runs ahead, workers verify its segments against the other twin.
 *
 * At every multiple of the segment's length the process forks. The worker writes the state of the C twin into the other twin and runs both to the
 * state from which the next segment starts: every output and state bit of every cycle is compared, every memory row at both ends, and the hash of the state
 * at its end must be that of the next one's start. The first segment starts from the reset. So equal segments make an equal run. When one differs, its
 * process runs again from its start as the unbroken run would, with oracle, proof of no end and waves: what that says is the verdict.
 */
#ifndef WT_SEGMENTS_H
#define WT_SEGMENTS_H
#include "lib/wt_running.h"

enum { WT_SEGMENT_CYCLES = 60000, WT_SEGMENT_JOBS = 256 };

/* In place of loop, which runs the cycles of a launch from where it is: x->parallel says how. */
wt_status wt_segments_run(wt_running *u, wt_status (*loop)(wt_running *u));
/* Without workers up to the first segment's end, and with x->parallel.later of them from there on. */
wt_status wt_segments_later(wt_running *u, wt_status (*loop)(wt_running *u));
#endif
