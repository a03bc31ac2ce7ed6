/* wt_replay.h - C twin of wt_replay. Contract: spec/blocks/replay.def, docs/blocks/mem/wt_replay.md. */
#ifndef WT_REPLAY_H
#define WT_REPLAY_H
#include "spec/wt_gpu.h"
void wt_replay_moore(wt_replay *self);
void wt_replay_eval(wt_replay *self);
void wt_replay_tick(wt_replay *self);
#endif
