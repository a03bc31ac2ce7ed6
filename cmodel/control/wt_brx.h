/* wt_brx.h - C twin of the per-thread branch targets. Contract: spec/blocks/brx.def; rules: docs/blocks/control/wt_brx.md. No errors. */
#ifndef WT_BRX_H
#define WT_BRX_H
#include "spec/wt_fsm.h"
#include "spec/wt_gpu.h"

void wt_brx_moore(wt_brx *self);
void wt_brx_tick(wt_brx *self);
#endif
