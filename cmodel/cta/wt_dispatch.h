/* wt_dispatch.h - C twin of wt_dispatch. Contract: spec/blocks/dispatch.def, docs/blocks/cta/wt_dispatch.md. */
#ifndef WT_DISPATCH_H
#define WT_DISPATCH_H
#include "spec/wt_m.h"
void wt_dispatch_moore(wt_m *m);
void wt_dispatch_tick(wt_m *m);
#endif
