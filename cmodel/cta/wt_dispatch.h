/* wt_dispatch.h - C twin of wt_dispatch. Contract: spec/blocks/dispatch.def, docs/blocks/cta/wt_dispatch.md. */
#ifndef WT_DISPATCH_H
#define WT_DISPATCH_H
#include "spec/wt_gpu.h"
void wt_dispatch_moore(wt_dispatch *self);
void wt_dispatch_eval(wt_dispatch *self);
void wt_dispatch_tick(wt_dispatch *self);
#endif
