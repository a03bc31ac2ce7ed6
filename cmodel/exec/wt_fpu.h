/* wt_fpu.h - fp32 unit. Contract: spec/blocks/fpu.def, docs/blocks/exec/wt_fpu.md. */
#ifndef WT_FPU_H
#define WT_FPU_H
#include "spec/wt_gpu.h"
void wt_fpu_moore(wt_fpu *self);
void wt_fpu_tick(wt_fpu *self);
#endif
