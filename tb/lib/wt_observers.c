/* wt_observers.c - who looks at a run, and when. */
#include "lib/wt_observers.h"

const wt_observer *const wt_observers[WT_OBSERVERS] = {
  [WT_OBSERVER_USE] = &wt_observer_use,     [WT_OBSERVER_CALLER] = &wt_observer_caller,     [WT_OBSERVER_VISITS] = &wt_observer_visits,
  [WT_OBSERVER_PARTS] = &wt_observer_parts, [WT_OBSERVER_PICTURES] = &wt_observer_pictures, [WT_OBSERVER_PROGRESS] = &wt_observer_progress,
  [WT_OBSERVER_WAVES] = &wt_observer_waves, [WT_OBSERVER_RECENT] = &wt_observer_recent,     [WT_OBSERVER_SNAPS] = &wt_observer_snaps,
  [WT_OBSERVER_TRACE] = &wt_observer_trace, [WT_OBSERVER_DISPATCH] = &wt_observer_dispatch, [WT_OBSERVER_STEPS] = &wt_observer_steps,
  [WT_OBSERVER_REUSE] = &wt_observer_reuse,
};

static uint32_t bit(wt_observer_id id) { return UINT32_C(1) << id; }

void wt_observers_add(wt_running *u, wt_observer_id id) {
  for (unsigned m = 0; m < WT_MOMENTS; m++)
    if (wt_observers[id]->at[m]) u->at[m] |= bit(id);
}
void wt_observers_drop(wt_running *u, wt_observer_id id) {
  for (unsigned m = 0; m < WT_MOMENTS; m++) u->at[m] &= ~bit(id);
}

/* Segments, and what a repeated run keeps, are added when they are there. */
void wt_observers_list(wt_running *u) {
  const wt_machine *x = u->x;
  const wt_draw_files *f = &x->pictures;
  const int twins = x->backend != WT_BACKEND_RTL; /* what looks into the C twin */
  const int wanted[WT_OBSERVERS] = {
    [WT_OBSERVER_USE] = twins && x->count_occupancy,
    [WT_OBSERVER_CALLER] = x->on_edge || x->on_end,
    [WT_OBSERVER_VISITS] = x->visit.next != UINT64_MAX,
    [WT_OBSERVER_PICTURES] = twins && (f->report || f->kanata || f->perfetto),
    [WT_OBSERVER_PROGRESS] = 1,
    [WT_OBSERVER_WAVES] = twins && x->wave_file,
    [WT_OBSERVER_SNAPS] = twins && x->mismatch_file,
    [WT_OBSERVER_TRACE] = twins && x->trace,
    [WT_OBSERVER_DISPATCH] = twins && x->dispatch,
    [WT_OBSERVER_STEPS] = twins && x->steps,
    [WT_OBSERVER_REUSE] = twins && x->reuse_file,
  };
  for (unsigned i = 0; i < WT_OBSERVERS; i++) {
    if (!wanted[i]) continue;
    u->wanted |= bit(i);
    if (wt_observers[i]->begin) continue;
    u->begun |= bit(i);
    wt_observers_add(u, i);
  }
}

wt_status wt_observers_begin(wt_running *u) {
  wt_status s = WT_OK;
  for (unsigned i = 0; i < WT_OBSERVERS && !s; i++) {
    if (!(u->wanted & bit(i)) || !wt_observers[i]->begin) continue;
    wt_observers_add(u, i); /* its begin may find that there is nothing to look at */
    if (!(s = wt_observers[i]->begin(u))) u->begun |= bit(i);
  }
  return s;
}
wt_status wt_observers_over(wt_running *u, wt_status s) {
  for (unsigned i = WT_OBSERVERS; i--;)
    if (u->begun & bit(i) && wt_observers[i]->over) s = wt_observers[i]->over(u, s);
  return s;
}
wt_status wt_observers_end(wt_running *u, wt_status s) {
  for (unsigned i = WT_OBSERVERS; i--;)
    if (u->begun & bit(i) && wt_observers[i]->end) s = wt_observers[i]->end(u, s);
  return s;
}
