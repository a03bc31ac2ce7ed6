/* wt_multipath.h - C twin of the control-flow unit with split and reconvergence tables. Contract:
 * spec/blocks/multipath.def; rules: docs/blocks/control/wt_multipath.md.
 *
 * Kinds of a split and states of the event machine have names here because benches and reports print them.
 */
#ifndef WT_MULTIPATH_H
#define WT_MULTIPATH_H
#include "spec/wt_gpu.h"

enum { WT_MP_RUN, WT_MP_WW, WT_MP_BAR };
enum {
  WT_MP_IDLE,
  WT_MP_EXEC,
  WT_MP_WAIT,
  WT_MP_TGT,
  WT_MP_LAUNCH,
  WT_MP_CTAREL,
  WT_MP_EARLY,
  WT_MP_ARRIVE,
  WT_MP_RETEST,
  WT_MP_RELEASE,
  WT_MP_CHECKW,
  WT_MP_SELECT
};

void wt_multipath_moore(wt_multipath *self);
void wt_multipath_eval(wt_multipath *self);
void wt_multipath_tick(wt_multipath *self);
#endif
