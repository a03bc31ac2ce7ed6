/* wt_multipath.h - C twin of the control-flow unit with split and reconvergence tables. Contract:
 * spec/blocks/multipath.def; rules: docs/blocks/control/wt_multipath.md.
 *
 * States of the event machine: spec/states.def. Kinds of a split have names here because benches and reports print them.
 */
#ifndef WT_MULTIPATH_H
#define WT_MULTIPATH_H
#include "spec/wt_fsm.h"
#include "spec/wt_gpu.h"

enum { WT_MP_RUN, WT_MP_WW, WT_MP_BAR };

void wt_multipath_moore(wt_multipath *self);
void wt_multipath_eval(wt_multipath *self);
void wt_multipath_tick(wt_multipath *self);
#endif
