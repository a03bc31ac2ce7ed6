/* wt_dpu.h - fp64 unit. Contract: spec/blocks/dpu.def, docs/blocks/exec/wt_dpu.md. */
#ifndef WT_DPU_H
#define WT_DPU_H
#include "spec/wt_gpu.h"
void wt_dpu_moore(wt_dpu *self);
void wt_dpu_tick(wt_dpu *self);
#endif
