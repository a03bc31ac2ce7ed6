/* wt_ilt.h - ignore list of DWR. Contract: spec/blocks/ilt.def, docs/blocks/issue/wt_ilt.md. */
#ifndef WT_ILT_H
#define WT_ILT_H
#include "spec/wt_gpu.h"
void wt_ilt_eval(wt_ilt *self);
void wt_ilt_tick(wt_ilt *self);
#endif
