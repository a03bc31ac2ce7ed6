/* wt_barrier.h - C twin of the control-flow unit with convergence barriers. Contract: spec/blocks/barrier.def; rules:
 * docs/blocks/control/wt_barrier.md.
 *
 * State names and their packing are those of the .def rows, states of the event machine those of spec/states.def. Kinds of a thread have
 * names here because benches and reports print them. No errors: a deadlock is the output dead.
 */
#ifndef WT_BARRIER_H
#define WT_BARRIER_H
#include "spec/wt_fsm.h"
#include "spec/wt_gpu.h"

enum { WT_CB_READY, WT_CB_BLOCKED, WT_CB_WSYNC, WT_CB_BAR };

void wt_barrier_moore(wt_barrier *self);
void wt_barrier_eval(wt_barrier *self);
void wt_barrier_tick(wt_barrier *self);
#endif
