/* wt_bankarb.h - C twin of the register bank arbiter. Contract: docs/blocks/operand/wt_bankarb.md. */
#ifndef WT_BANKARB_H
#define WT_BANKARB_H
#include "spec/wt_gpu.h"
void wt_bankarb_eval(wt_bankarb *self);
#endif
