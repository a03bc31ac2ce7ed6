/* wt_wave.h - waves of both twins as FST, written from the rows that the comparator compares; and fork() snapshots,
 * which make the waves before a failure without writing any while all is well. docs/user/waves.md describes the
 * scopes.
 */
#ifndef WT_WAVE_H
#define WT_WAVE_H
#include "cosim/wt_lockstep.h"

typedef struct wt_wave wt_wave;

/* ls = NULL: C twin alone. warp < 0: everything; else of rows with one element (or one bit) a warp slot only that one.
 * The file gets its name when it is closed. NULL with one line in err.
 */
wt_wave *wt_wave_open(const char *file, wt_m *m, wt_ls *ls, int warp, char *err, size_t errn);
/* Before the clock edge that ends `cycle`, with both twins settled: everything. */
void wt_wave_cycle(wt_wave *w, uint64_t cycle);
/* After the edge that starts `cycle`, with outputs not yet valid: flip-flops only. */
void wt_wave_edge(wt_wave *w, uint64_t cycle);
/* 0, or -1 with one line in err; frees. */
int wt_wave_close(wt_wave *w, char *err, size_t errn);

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
