/* wt_ctabar.h - C twin of wt_ctabar. Contract: spec/blocks/ctabar.def, docs/blocks/cta/wt_ctabar.md. */
#ifndef WT_CTABAR_H
#define WT_CTABAR_H
#include "spec/wt_gpu.h"
void wt_ctabar_moore(wt_ctabar *self);
void wt_ctabar_tick(wt_ctabar *self);
#endif
