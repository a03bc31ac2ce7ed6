/* wt_sched.h - C twin of wt_sched. Contract: spec/blocks/sched.def, docs/blocks/issue/wt_sched.md. */
#ifndef WT_SCHED_H
#define WT_SCHED_H
#include "spec/wt_gpu.h"
void wt_sched_eval(wt_sched *self);
void wt_sched_tick(wt_sched *self);
#endif
