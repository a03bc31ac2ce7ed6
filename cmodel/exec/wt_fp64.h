/* wt_fp64.h - the one fp64 unit of an SM. Contract: spec/blocks/fp64.def, docs/blocks/exec/wt_fp64.md. */
#ifndef WT_FP64_H
#define WT_FP64_H
#include "spec/wt_gpu.h"
void wt_fp64_moore(wt_fp64 *self);
void wt_fp64_tick(wt_fp64 *self);
#endif
