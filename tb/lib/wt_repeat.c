/* wt_repeat.c - observer: snapshots, and the run that is repeated from one. */
#include "lib/wt_repeat.h"

#include <stdlib.h>

#include "files/wt_outfile.h"
#include "lib/wt_ckpt.h"
#include "lib/wt_difference.h"
#include "lib/wt_observers.h"

/* The waves of a repeated run end. */
static _Noreturn void leave(const wt_running *u, uint64_t last) {
  char err[300];
  wt_snap_leave(u->snap, u->x->waves->close(u->wave, err, sizeof err), last);
}

wt_status wt_repeat_differs(wt_running *u, uint64_t cycle, int w) {
  wt_machine *x = u->x;
  char block[WT_SNAP_TEXT];
  wt_difference_block(u, w, block, sizeof block);
  wt_snap_say(u->snap, block);
  x->waves->mark(u->wave, cycle, w);
  if (u->at_end || cycle >= x->wave_to) {
    x->waves->edge(u->wave, cycle);
    leave(u, cycle);
  }
  u->over = 1;
  for (unsigned i = 0; i < u->m->S->SMS; i++) u->t[i].oracle = NULL;
  return WT_OK;
}

void wt_repeat_over(const wt_running *u) {
  if (!wt_snap_is_child(u->snap)) return;
  if (u->over) leave(u, u->t->tally.cycles - 1);
  wt_snap_leave(u->snap, 1, 0);
}

void wt_repeat_keep(wt_running *u) {
  wt_recent_free(u->recent);
  wt_observers_drop(u, WT_OBSERVER_RECENT);
  if ((u->recent = u->x->twin ? wt_recent_new(u->m->S) : NULL)) wt_observers_add(u, WT_OBSERVER_RECENT);
}

/* The window begins: its state goes into the bundle, its cycles are kept. */
static void window_begins(wt_running *u) {
  wt_machine *x = u->x;
  char err[800];
  wt_ckpt_more more = {.seed = x->seed, .cubin = x->cubin, .cubin_bytes = x->cubin_bytes, .leave_out = -1};
  if (x->twin) free(u->own), u->own = x->ops->own(x->twin);
  more.own = u->own;
  if (x->bundle_file && !x->n_opaque)
    wt_ckpt_save(u, WT_CKPT_FULL, &more, x->bundle_file, err, sizeof err); /* without it the report has no line `to see it again` */
  wt_repeat_keep(u);
}

/* This process is a copy from now on, that repeats up to `until` and `after` cycles more. Nobody of those who tell somebody something looks any more. */
static void woken(wt_running *u, uint64_t cycle, uint64_t until, uint64_t after) {
  static const wt_observer_id silent[] = {WT_OBSERVER_VISITS,   WT_OBSERVER_PARTS, WT_OBSERVER_PICTURES, WT_OBSERVER_TRACE,
                                          WT_OBSERVER_DISPATCH, WT_OBSERVER_STEPS, WT_OBSERVER_REUSE};
  wt_machine *x = u->x;
  char err[300];
  if (!after && wt_snap_lost(u->snap)) wt_outfile_discard(x->mismatch_file, wt_snap_lost(u->snap));
  wt_progress_leave(&x->progress);
  for (unsigned i = 0; i < sizeof silent / sizeof *silent; i++) wt_observers_drop(u, silent[i]);
  x->wave_from = until > WT_SNAP_WINDOW ? until - WT_SNAP_WINDOW : 0, x->wave_to = until + after;
  if (!(u->wave = x->waves->open(x->mismatch_file, x->m, x->twin, -1, err, sizeof err))) wt_snap_leave(u->snap, 1, 0);
  wt_observers_add(u, WT_OBSERVER_WAVES);
  if (cycle >= x->wave_from) window_begins(u);
}

/* ---- the observer ---- */

static wt_status snaps_begin(wt_running *u) {
  if (!(u->snap = wt_snap_new())) wt_observers_drop(u, WT_OBSERVER_SNAPS); /* without memory a difference is reported without waves */
  return WT_OK;
}
static wt_status snaps_cycle(wt_running *u) {
  const uint64_t cycle = u->t->tally.cycles;
  uint64_t until, after;
  if (wt_snap_cycle(u->snap, cycle, &until, &after)) {
    woken(u, cycle, until, after);
    return WT_OK;
  }
  if (!wt_snap_is_child(u->snap)) return WT_OK;
  if (cycle == u->x->wave_from) window_begins(u);
  if (cycle <= u->x->wave_to) return WT_OK;
  if (u->over) leave(u, u->x->wave_to);
  wt_snap_leave(u->snap, 1, 0); /* the difference did not come again */
}
static wt_status snaps_over(wt_running *u, wt_status s) {
  wt_snap_free(u->snap);
  u->snap = NULL;
  return s;
}
const wt_observer wt_observer_snaps = {"snapshots", snaps_begin, {[WT_AT_CYCLE] = snaps_cycle}, snaps_over, NULL};
