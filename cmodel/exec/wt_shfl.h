/* wt_shfl.h - warp shuffle unit. Contract: spec/blocks/shfl.def, docs/blocks/exec/wt_shfl.md. */
#ifndef WT_SHFL_H
#define WT_SHFL_H
#include "spec/wt_gpu.h"
void wt_shfl_moore(wt_shfl *self);
void wt_shfl_tick(wt_shfl *self);
#endif
