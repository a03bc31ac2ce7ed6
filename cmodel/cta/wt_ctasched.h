/* wt_ctasched.h - C twin of wt_ctasched. Contract: spec/blocks/ctasched.def, docs/blocks/cta/wt_ctasched.md. */
#ifndef WT_CTASCHED_H
#define WT_CTASCHED_H
#include "spec/wt_gpu.h"
void wt_ctasched_eval(wt_ctasched *self);
void wt_ctasched_tick(wt_ctasched *self);
#endif
