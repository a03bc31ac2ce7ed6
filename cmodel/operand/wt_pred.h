/* wt_pred.h - C twin of wt_pred. Contract: spec/blocks/pred.def, docs/blocks/operand/wt_pred.md. */
#ifndef WT_PRED_H
#define WT_PRED_H
#include "spec/wt_gpu.h"
void wt_pred_eval(wt_pred *self);
void wt_pred_tick(wt_pred *self);
#endif
