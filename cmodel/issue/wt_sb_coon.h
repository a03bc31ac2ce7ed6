/* wt_sb_coon.h - C twin of wt_sb_coon, the scoreboard with dependence vectors. Contract: spec/blocks/sb_coon.def,
 * docs/blocks/issue/wt_sb_coon.md. Drives the same signals (prefix sb) as wt_sb_bit; a shape has one of the two. */
#ifndef WT_SB_COON_H
#define WT_SB_COON_H
#include "spec/wt_gpu.h"
void wt_sb_coon_moore(wt_sb_coon *self);
void wt_sb_coon_eval(wt_sb_coon *self);
void wt_sb_coon_tick(wt_sb_coon *self);
#endif
