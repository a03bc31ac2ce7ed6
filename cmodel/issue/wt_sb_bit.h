/* wt_sb_bit.h - C twin of wt_sb_bit. Contract: spec/blocks/sb_bit.def, docs/blocks/issue/wt_sb_bit.md. */
#ifndef WT_SB_BIT_H
#define WT_SB_BIT_H
#include "spec/wt_gpu.h"
void wt_sb_bit_moore(wt_sb_bit *self);
void wt_sb_bit_eval(wt_sb_bit *self);
void wt_sb_bit_tick(wt_sb_bit *self);
#endif
