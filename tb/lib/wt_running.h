/* wt_running.h - a launch while it runs, for what looks into it: checkpoints, segments. */
#ifndef WT_RUNNING_H
#define WT_RUNNING_H
#include "lib/wt_recent.h"
#include "lib/wt_run.h"

typedef struct wt_running {
  wt_machine *x;
  wt_m *m;
  const wt_launch_desc *L;
  wt_tandem *t;
  wt_env *e;
  wt_checked c;
  wt_check_list list;
  wt_report r;
  int over;          /* in a repeated run: the difference has come, only the waves go on */
  int at_end;        /* the last cycle has been */
  int is_long;       /* so that workers gain */
  wt_recent *recent; /* while a short stretch is repeated: its last cycles, for the report of a difference; else NULL */
  char *own;         /* what the other twin's state was when that stretch began, where it differed (wt_twin_ops.own), NULL = nowhere */
} wt_running;

/* All rows that decide how the run goes on: machine and environment; with full also the counters, the oracle and the proof of no end. The list holds
 * good until something is launched or changed from outside. 0, or -1 without memory. */
enum { WT_STATE_MACHINE, WT_STATE_SEGMENT, WT_STATE_FULL };
int wt_running_rows(wt_running *u, int what, wt_saved *l);
/* After rows have been loaded. */
wt_status wt_running_loaded(wt_running *u, int what);
/* Hash of these rows and of device memory. */
int wt_running_hash(wt_running *u, int what, uint8_t sha[32]);
#endif
