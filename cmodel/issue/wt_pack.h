/* wt_pack.h - C twin of wt_pack. Contract: spec/blocks/pack.def, docs/blocks/issue/wt_pack.md. */
#ifndef WT_PACK_H
#define WT_PACK_H
#include "spec/wt_gpu.h"
void wt_pack_eval(wt_pack *self);
void wt_pack_tick(wt_pack *self);
#endif
