/* wt_observers.h - every observer of a run, by the file that has it; wt_running.h says what they are. */
#ifndef WT_OBSERVERS_H
#define WT_OBSERVERS_H
#include "lib/wt_running.h"

/* wt_run_files.c: files beside the verdict */
extern const wt_observer wt_observer_waves, wt_observer_pictures, wt_observer_trace, wt_observer_dispatch;
/* wt_run_looks.c */
extern const wt_observer wt_observer_visits, wt_observer_parts, wt_observer_recent, wt_observer_use, wt_observer_caller;
/* wt_progress.c */
extern const wt_observer wt_observer_progress;
/* wt_repeat.c */
extern const wt_observer wt_observer_snaps;
#endif
