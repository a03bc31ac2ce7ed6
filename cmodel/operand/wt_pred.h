/* wt_pred.h - C twin of wt_pred. Contract: spec/blocks/pred.def, docs/blocks/operand/wt_pred.md. */
#ifndef WT_PRED_H
#define WT_PRED_H
#include "spec/wt_m.h"
void wt_pred_eval(wt_m *m);
void wt_pred_tick(wt_m *m);
#endif
