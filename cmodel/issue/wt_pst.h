/* wt_pst.h - partner synchronisation table of DWR. Contract: spec/blocks/pst.def, docs/blocks/issue/wt_pst.md. */
#ifndef WT_PST_H
#define WT_PST_H
#include "spec/wt_gpu.h"
void wt_pst_eval(wt_pst *self);
void wt_pst_tick(wt_pst *self);
#endif
