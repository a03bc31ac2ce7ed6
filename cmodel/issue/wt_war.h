/* wt_war.h - C twin of wt_war. Contract: spec/blocks/war.def, docs/blocks/issue/wt_war.md. */
#ifndef WT_WAR_H
#define WT_WAR_H
#include "spec/wt_gpu.h"
void wt_war_moore(wt_war *self);
void wt_war_eval(wt_war *self);
void wt_war_tick(wt_war *self);
#endif
