/* wt_snap.h - fork() snapshots of a run, which make the waves before a failure without writing any while all is well. */
#ifndef WT_SNAP_H
#define WT_SNAP_H
#include <stddef.h>
#include <stdint.h>

enum { WT_SNAP_WINDOW = 64 }; /* cycles before a failure that are kept */
typedef struct wt_snap wt_snap;

/* NULL: out of memory. */
wt_snap *wt_snap_new(void);
/* Ends all children. */
void wt_snap_free(wt_snap *s);
/* At the start of a cycle, before anything of it is evaluated. Usually returns 0. Returns 1 once in a child that has
 * to run again up to *until: it neither prints nor writes files but the one it was made for, and leaves with
 * wt_snap_leave.
 */
int wt_snap_cycle(wt_snap *s, uint64_t cycle, uint64_t *until);
int wt_snap_is_child(const wt_snap *s);
_Noreturn void wt_snap_leave(int status);
/* After a failure at `cycle`: the best child runs again; waits for it. 0, or -1 with one line in err. */
int wt_snap_replay(wt_snap *s, uint64_t cycle, char *err, size_t errn);
#endif
