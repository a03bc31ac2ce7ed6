/* wt_ualu.h - uniform datapath. Contract: spec/blocks/ualu.def, docs/blocks/exec/wt_ualu.md. No state. */
#ifndef WT_UALU_H
#define WT_UALU_H
#include "spec/wt_gpu.h"
void wt_ualu_eval(wt_ualu *self);
#endif
