/* wt_sco.h - sub-warp combiner of DWR. Contract: spec/blocks/sco.def, docs/blocks/issue/wt_sco.md. */
#ifndef WT_SCO_H
#define WT_SCO_H
#include "spec/wt_gpu.h"
void wt_sco_moore(wt_sco *self);
void wt_sco_eval(wt_sco *self);
void wt_sco_tick(wt_sco *self);
#endif
