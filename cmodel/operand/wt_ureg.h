/* wt_ureg.h - C twin of wt_ureg. Contract: spec/blocks/ureg.def, docs/blocks/operand/wt_ureg.md. */
#ifndef WT_UREG_H
#define WT_UREG_H
#include "spec/wt_gpu.h"
void wt_ureg_eval(wt_ureg *self);
void wt_ureg_tick(wt_ureg *self);
#endif
