/* wt_lcs.h - C twin of wt_lcs. Contract: spec/blocks/lcs.def, docs/blocks/cta/wt_lcs.md. */
#ifndef WT_LCS_H
#define WT_LCS_H
#include "spec/wt_gpu.h"
void wt_lcs_eval(wt_lcs *self);
void wt_lcs_tick(wt_lcs *self);
#endif
