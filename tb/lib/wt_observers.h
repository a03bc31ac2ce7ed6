/* wt_observers.h - every observer of a run, by the file that has it; wt_running.h says what they are. */
#ifndef WT_OBSERVERS_H
#define WT_OBSERVERS_H
#include "lib/wt_running.h"

/* wt_run_files.c: files beside the verdict */
/* One line into `to`, its length; 0: there is none. Of the place's sub-core, of the SM. given: its next CTA has been taken from the grid; goes_on: as the state
 * says, for a run that begins in the middle. */
enum { WT_LINE = 200 };
size_t wt_trace_line(const wt_tandem *t, const wt_m *m, char *to, size_t n);
size_t wt_dispatch_line(const wt_side *sm, char *to, size_t n);
void wt_dispatch_given(wt_side *sm);
void wt_dispatch_goes_on(wt_side *sm);
extern const wt_observer wt_observer_waves, wt_observer_pictures, wt_observer_trace, wt_observer_dispatch;
/* wt_run_looks.c */
extern const wt_observer wt_observer_visits, wt_observer_parts, wt_observer_recent, wt_observer_use, wt_observer_caller;
/* wt_progress.c */
extern const wt_observer wt_observer_progress;
/* wt_steps.c */
extern const wt_observer wt_observer_steps;
/* wt_reuse.c */
extern const wt_observer wt_observer_reuse;
/* wt_repeat.c */
extern const wt_observer wt_observer_snaps;
#endif
