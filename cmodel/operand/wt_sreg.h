/* wt_sreg.h - C twin of wt_sreg. Contract: spec/blocks/sreg.def, docs/blocks/operand/wt_sreg.md. */
#ifndef WT_SREG_H
#define WT_SREG_H
#include "spec/wt_gpu.h"
void wt_sreg_eval(wt_sreg *self);
void wt_sreg_tick(wt_sreg *self);
#endif
