/* wt_xu.h - special functions and conversions. Contract: spec/blocks/xu.def, docs/blocks/exec/wt_xu.md. */
#ifndef WT_XU_H
#define WT_XU_H
#include "spec/wt_gpu.h"
void wt_xu_moore(wt_xu *self);
void wt_xu_tick(wt_xu *self);
#endif
