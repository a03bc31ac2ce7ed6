/* wt_l1d.h - C twin of the first-level data cache. Contract: spec/blocks/l1d.def, docs/blocks/mem/wt_l1d.md. */
#ifndef WT_L1D_H
#define WT_L1D_H
#include "spec/wt_gpu.h"
void wt_l1d_moore(wt_l1d *self);
void wt_l1d_eval(wt_l1d *self);
void wt_l1d_tick(wt_l1d *self);
/* Set of a line of 128 bytes. */
unsigned wt_l1d_set(const wt_shape *S, int hashed, uint64_t line);
#endif
