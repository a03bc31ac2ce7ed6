/* wt_running.h - a launch while it runs, for who looks into it: observers, checkpoints, segments.
 *
 * An observer looks at a run and changes nothing of the machine, but for the caller's on_edge, which may plant a fault: what it makes is files, counters, lines, copies of the process. It is asked at its moments
 * alone (wt_moment), in the order of wt_observer_id; at any of them it may add and drop observers (wt_observers_add). One clock cycle is:
 *
 *   WT_AT_CYCLE      state and registered outputs as the edge before left them; nothing of the cycle is evaluated, so this is where a run can be saved,
 *                    copied, or given up
 *                    ... C twin evaluated, other twin driven
 *   WT_AT_DRIVEN     every output of both twins is valid, none is compared yet
 *                    ... outputs compared
 *   WT_AT_SETTLED    they are equal; t->tally.cycles is the number of this cycle, which is not counted, and nothing of memory is performed
 *                    ... checks WT_WHEN_SETTLED, the last of which counts the cycle
 *   WT_AT_COUNTED    t->tally and t->slots have this cycle; also when one of those checks ends the run, if it was counted
 *                    ... environment performs memory, checks WT_WHEN_PERFORMED, clock edge of both twins, state compared
 *   WT_AT_EDGE       state and registered outputs of the next cycle, equal; t->tally.cycles is its number. Other outputs are not valid
 *                    ... checks WT_WHEN_EDGE
 *
 * The RTL alone has WT_AT_CYCLE only. In a repeated run the twins are not equal any more after the difference (u->over).
 *
 * What an observer answers at a moment ends the run at once unless it is WT_OK; the report (u->r) says why then. Checks (wt_checks.h) and differences of
 * the twins end it besides.
 *
 * Of a launch there are begin, behind the reset and before the first cycle; over, when there are no more cycles, before final memory is compared; end, when the
 * verdict is known. They nest: who begins first ends last. An observer
 * whose begin was not called, or failed, gets no over and no end; one without a begin always gets them.
 */
#ifndef WT_RUNNING_H
#define WT_RUNNING_H
#include "lib/wt_recent.h"
#include "lib/wt_run.h"
#include "lib/wt_snap.h"

struct wt_running;
typedef enum { WT_AT_CYCLE, WT_AT_DRIVEN, WT_AT_SETTLED, WT_AT_COUNTED, WT_AT_EDGE, WT_MOMENTS } wt_moment;

typedef struct {
  const char *name;
  wt_status (*begin)(struct wt_running *u); /* what is not WT_OK ends the launch before its first cycle */
  wt_status (*at[WT_MOMENTS])(struct wt_running *u);
  /* s: how the launch ended so far; answers how it ends. */
  wt_status (*over)(struct wt_running *u, wt_status s), (*end)(struct wt_running *u, wt_status s);
} wt_observer;

/* All there are (wt_observers.c), in the order in which they are asked. */
typedef enum {
  WT_OBSERVER_USE,      /* entries of the tables in use: x->count_occupancy */
  WT_OBSERVER_CALLER,   /* x->on_edge, which may plant a fault, and x->on_end */
  WT_OBSERVER_VISITS,   /* x->visit: checkpoints */
  WT_OBSERVER_PARTS,    /* u->parts: segments */
  WT_OBSERVER_PICTURES, /* x->pictures */
  WT_OBSERVER_PROGRESS, /* x->progress */
  WT_OBSERVER_WAVES,    /* x->wave_file; in a repeated run x->mismatch_file */
  WT_OBSERVER_RECENT,   /* u->recent: in a repeated run */
  WT_OBSERVER_SNAPS,    /* x->mismatch_file: snapshots, from which a run is repeated */
  WT_OBSERVER_TRACE,    /* x->trace */
  WT_OBSERVER_DISPATCH, /* x->dispatch */
  WT_OBSERVER_STEPS,    /* x->steps */
  WT_OBSERVER_REUSE,    /* x->reuse_file */
  WT_OBSERVERS
} wt_observer_id;
extern const wt_observer *const wt_observers[WT_OBSERVERS];

/* What looks at one SM. Checks of the whole machine (limit of cycles, proof of no end, guests) are in the list of the first. */
typedef struct {
  wt_m m; /* it, as a place */
  wt_tandem *t;
  unsigned given[3]; /* coordinates of the CTA that it was given last */
  wt_check model, rtl;
  wt_checked c;
  wt_check_list list;
} wt_side;

typedef struct wt_running {
  wt_machine *x;
  wt_m *m;
  const wt_launch_desc *L;
  wt_tandem *t; /* of every SM; all count the same cycles */
  wt_side *sm;  /* likewise */
  wt_env *e;
  wt_report r;
  /* observers, a bit each: asked for by the machine; begun, so that they will end; asked at each moment */
  uint32_t wanted, begun, at[WT_MOMENTS];
  wt_visit parts; /* segments */
  int resumed;    /* it goes on from a checkpoint */
  int over;       /* in a repeated run: the difference has come, only the waves go on */
  int at_end;     /* the last cycle has been */
  uint64_t told;  /* the run was here before: what is said of earlier cycles has been said */
  wt_wave *wave;  /* open while the launch runs; also NULL */
  wt_draw *draw;
  struct wt_reuse_look *reuse;
  wt_snap *snap;
  wt_recent *recent; /* while a short stretch is repeated: its last cycles, for the report of a difference; else NULL */
  char *own;         /* what the other twin's state was when that stretch began, where it differed (wt_twin_ops.own), NULL = nowhere */
} wt_running;

/* Who looks at a moment. An observer behind the one that is asked may come or go meanwhile. */
static inline wt_status wt_observe(wt_running *u, wt_moment m) {
  wt_status s = WT_OK;
  for (uint32_t behind = UINT32_MAX, now; !s && (now = u->at[m] & behind);) {
    const unsigned i = (unsigned)__builtin_ctz(now);
    behind = UINT32_MAX << 1 << i;
    s = wt_observers[i]->at[m](u);
  }
  return s;
}
/* Those that the machine asks for; who has no begin looks from now on. */
void wt_observers_list(wt_running *u);
/* One more looks from now on, or again; one looks at no cycle any more, and its end still comes. */
void wt_observers_add(wt_running *u, wt_observer_id id);
void wt_observers_drop(wt_running *u, wt_observer_id id);
/* The first that does not answer WT_OK is the last. */
wt_status wt_observers_begin(wt_running *u);
wt_status wt_observers_over(wt_running *u, wt_status s);
wt_status wt_observers_end(wt_running *u, wt_status s);

/* All rows that decide how the run goes on: machine and environment; with full also the counters, the oracle and the proof of no end. The list holds
 * good until something is launched or changed from outside. HERE: also what is known of values that nobody wrote, which checkpoints do not have. 0, or -1
 * without memory. The list is {0}, or empty. */
enum { WT_STATE_MACHINE, WT_STATE_SEGMENT, WT_STATE_FULL, WT_STATE_HERE };
int wt_running_rows(wt_running *u, int what, wt_saved *l);
/* After rows have been loaded. */
wt_status wt_running_loaded(wt_running *u, int what);
/* Hash of these rows and of device memory. */
int wt_running_hash(wt_running *u, int what, uint8_t sha[32]);
#endif
