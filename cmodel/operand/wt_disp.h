/* wt_disp.h - C twin of the allocator and dispatcher of the collectors. Contract: docs/blocks/operand/wt_disp.md. */
#ifndef WT_DISP_H
#define WT_DISP_H
#include "spec/wt_gpu.h"
void wt_disp_eval(wt_disp *self);
void wt_disp_tick(wt_disp *self);
#endif
