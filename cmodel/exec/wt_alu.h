/* wt_alu.h - integer ALU. Contract: spec/blocks/alu.def, docs/blocks/exec/wt_alu.md. All outputs are state (OUTQ). */
#ifndef WT_ALU_H
#define WT_ALU_H
#include "spec/wt_gpu.h"
void wt_alu_tick(wt_alu *self);
#endif
