/* wt_hanoi_yr.h - C twin of the control-flow unit. Contract: spec/blocks/hanoi_yr.def; rules:
 * docs/blocks/control/wt_hanoi_yr.md.
 *
 * State names and their packing are those of the .def rows, states of the event machine those of spec/states.def. Kinds of a pool entry have
 * names here because benches and reports print them. No errors: a deadlock is the output dead.
 */
#ifndef WT_HANOI_YR_H
#define WT_HANOI_YR_H
#include "spec/wt_fsm.h"
#include "spec/wt_gpu.h"

enum { WT_YR_RUN, WT_YR_WB, WT_YR_WW, WT_YR_BAR };

void wt_hanoi_yr_moore(wt_hanoi_yr *self);
void wt_hanoi_yr_eval(wt_hanoi_yr *self);
void wt_hanoi_yr_tick(wt_hanoi_yr *self);
#endif
