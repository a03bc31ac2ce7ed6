/* wt_barrier.h - C twin of the control-flow unit with convergence barriers. Contract: spec/blocks/barrier.def; rules:
 * docs/blocks/control/wt_barrier.md.
 *
 * State names and their packing are those of the .def rows. Kinds of a thread and states of the event machine have
 * names here because benches and reports print them. No errors: a deadlock is the output dead.
 */
#ifndef WT_BARRIER_H
#define WT_BARRIER_H
#include "spec/wt_gpu.h"

enum { WT_CB_READY, WT_CB_BLOCKED, WT_CB_WSYNC, WT_CB_BAR };
enum {
  WT_CB_IDLE,
  WT_CB_EXEC,
  WT_CB_WAIT,
  WT_CB_LAUNCH,
  WT_CB_CTAREL,
  WT_CB_CHECK,
  WT_CB_CHECKW,
  WT_CB_RELEASE,
  WT_CB_FORCE,
  WT_CB_YEND,
  WT_CB_SELECT,
  WT_CB_TGT,
  WT_CB_TURN
};

void wt_barrier_moore(wt_barrier *self);
void wt_barrier_eval(wt_barrier *self);
void wt_barrier_tick(wt_barrier *self);
#endif
