/* wt_ureg.h - C twin of wt_ureg. Contract: spec/blocks/ureg.def, docs/blocks/operand/wt_ureg.md. */
#ifndef WT_UREG_H
#define WT_UREG_H
#include "spec/wt_m.h"
void wt_ureg_eval(wt_m *m);
void wt_ureg_tick(wt_m *m);
#endif
