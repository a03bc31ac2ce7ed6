/* wt_war.h - C twin of wt_war. Contract: spec/blocks/war.def, docs/blocks/issue/wt_war.md. */
#ifndef WT_WAR_H
#define WT_WAR_H
#include "spec/wt_m.h"
void wt_war_moore(wt_m *m);
void wt_war_eval(wt_m *m);
void wt_war_tick(wt_m *m);
#endif
