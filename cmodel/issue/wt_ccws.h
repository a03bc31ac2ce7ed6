/* wt_ccws.h - C twin of wt_ccws. Contract: spec/blocks/ccws.def, docs/blocks/issue/wt_ccws.md. */
#ifndef WT_CCWS_H
#define WT_CCWS_H
#include "spec/wt_gpu.h"
void wt_ccws_moore(wt_ccws *self);
void wt_ccws_tick(wt_ccws *self);
#endif
