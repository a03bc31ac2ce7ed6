/* wt_snap.h - fork() snapshots of a run, which make the waves before a failure without writing any while all is well. */
#ifndef WT_SNAP_H
#define WT_SNAP_H
#include <stddef.h>
#include <stdint.h>

enum { WT_SNAP_TEXT = 5000 };
enum { WT_SNAP_WINDOW = 64, WT_SNAP_AFTER = 32 }; /* cycles before a failure that are kept, and after it */
typedef struct wt_snap wt_snap;

/* NULL: out of memory. */
wt_snap *wt_snap_new(void);
/* Ends all children. */
void wt_snap_free(wt_snap *s);
/* At the start of a cycle, before anything of it is evaluated. Usually returns 0. Returns 1 once in a child that has
 * to run again up to *until, and *after cycles more: it neither prints nor writes files but the one it was made for, and leaves with
 * wt_snap_leave. A machine that has failed may not survive to run on; then another child does the same with *after = 0.
 */
int wt_snap_cycle(wt_snap *s, uint64_t cycle, uint64_t *until, uint64_t *after);
int wt_snap_is_child(const wt_snap *s);
/* With *after = 0: the process that did not survive, whose unfinished file this child removes. */
int wt_snap_lost(const wt_snap *s);
/* In a child: what it has seen besides; up to WT_SNAP_TEXT bytes of it are sent when it leaves. Copied. */
void wt_snap_say(wt_snap *s, const char *text);
/* status 0: the file is there, up to cycle `last`. */
_Noreturn void wt_snap_leave(const wt_snap *s, int status, uint64_t last);
/* After a failure at `cycle`: the best child runs again; waits for it. 0 and the last cycle that it got to, or -1 with one line in err.
 * wt_snap_said: what it said, "" = nothing. */
int wt_snap_replay(wt_snap *s, uint64_t cycle, uint64_t *last, char *err, size_t errn);
const char *wt_snap_said(const wt_snap *s);
#endif
