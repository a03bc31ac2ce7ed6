/* wt_sb_codes.h - C twin of wt_sb_codes. Contract: spec/blocks/sb_codes.def, docs/blocks/issue/wt_sb_codes.md. */
#ifndef WT_SB_CODES_H
#define WT_SB_CODES_H
#include "spec/wt_gpu.h"
void wt_sb_codes_moore(wt_sb_codes *self);
void wt_sb_codes_eval(wt_sb_codes *self);
void wt_sb_codes_tick(wt_sb_codes *self);
#endif
