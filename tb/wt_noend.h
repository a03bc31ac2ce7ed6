/* wt_noend.h - proves that a run never ends: the whole state of machine, environment and memory repeats (but for the clock counter).
 *
 * At cycles that are powers of two a snapshot of the state is taken; a later cycle with the same state proves a loop, because both
 * twins are deterministic. "deadlock": no warp instruction was issued in the loop; "livelock": some were. Not tried on kernels that
 * read the clock or the timer, whose future depends on the counter.
 */
#ifndef WT_NOEND_H
#define WT_NOEND_H
#include "wt_tandem.h"

typedef struct wt_noend wt_noend;
wt_noend *wt_noend_new(wt_m *m, const struct wt_launch *L);
void wt_noend_free(wt_noend *n);
/* After every clock edge: NULL, "deadlock" or "livelock". */
const char *wt_noend_cycle(wt_noend *n, wt_m *m, const wt_tandem *t, const wt_env *e, const wt_mem *mem);
/* Who waits for what, one line. */
const char *wt_noend_why(const wt_noend *n);
#endif
