/* wt_wb.h - C twin of the slow write-back channel. Contract: docs/blocks/operand/wt_wb.md. */
#ifndef WT_WB_H
#define WT_WB_H
#include "spec/wt_gpu.h"
void wt_wb_eval(wt_wb *self);
#endif
