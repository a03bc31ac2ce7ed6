/* wt_noend.h - proves that a run never ends: the whole state of machine, environment and memory repeats (but for the clock counter).
 *
 * At cycles that are powers of two, and when nothing has been issued or been on its way for a while, a snapshot of the state is
 * taken; a later cycle with the same state proves a loop, because both twins are deterministic. "deadlock": no warp instruction
 * was issued in the loop; "livelock": some were. A kernel that reads the clock or a timer gets "deadlock" only: what it does next
 * depends on the counter, unless it does nothing.
 *
 * After the proof the run goes on until every warp's paths have been seen between two events of the control-flow unit, so that
 * the report can name them (wt_verdict.h).
 */
#ifndef WT_NOEND_H
#define WT_NOEND_H
#include "spec/wt_paths.h"
#include "lib/wt_tandem.h"

typedef struct wt_noend wt_noend;
wt_noend *wt_noend_new(wt_m *m, const wt_launch_desc *L, const wt_env *e);
void wt_noend_free(wt_noend *n);
/* After every clock edge, t of every SM: WT_CAUSE_NONE, WT_CAUSE_DEADLOCK or WT_CAUSE_LIVELOCK. */
wt_cause wt_noend_cycle(wt_noend *n, wt_m *m, const wt_tandem t[], const wt_env *e, const wt_mem *mem);

/* SMs that run apart (wt_env.h) from cycle c on. lookahead: so many edges follow at which wt_noend_cycle would only compare; 0: none. In their place, at each
 * edge of each SM: apart, at cycle c of the SM; *last_issue becomes its newest issue, and non-zero says that the SM is as it was in the snapshot. When all
 * have come together: last_issue of all, and whether all were the same at one edge; non-zero: wt_noend_cycle may have found a loop there. */
const wt_env_flight *wt_noend_flight(const wt_noend *n); /* in the snapshot; NULL: there is none */
uint64_t wt_noend_lookahead(const wt_noend *n, uint64_t c);
int wt_noend_apart(wt_noend *n, const wt_m *m, const wt_env *e, uint64_t c, uint64_t *last_issue);
int wt_noend_together(wt_noend *n, const wt_tandem t[], const wt_env *e, uint64_t last_issue, int same_once);

/* Rows of what it remembers: the snapshot, and what has been seen since. live: rows that are saved before these. */
void wt_noend_saved(wt_noend *n, wt_saved *l);
/* After a load. */
void wt_noend_loaded(wt_noend *n);

/* What has been proved, for the report: an SM. */
typedef struct {
  wt_cause cause;        /* as returned */
  uint64_t first, again; /* cycles with the same state */
  uint64_t issued;       /* warp instructions of all SMs between them */
  wt_warps seen;         /* warps whose paths have been captured */
  const uint64_t *lanes; /* [warp * n_insns + pc / 16]: lanes that issued the instruction in the loop */
  struct {
    int n;         /* paths; -1: the control-flow unit never let go of this warp */
    uint32_t next; /* pc of its next instruction */
    const wt_path *path;
  } warp[MAX_WARPS];
} wt_loop;
const wt_loop *wt_noend_loop(const wt_noend *n, unsigned sm);
#endif
