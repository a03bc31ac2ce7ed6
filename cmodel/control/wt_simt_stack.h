/* wt_simt_stack.h - C twin of the control-flow unit with a reconvergence stack. Contract: spec/blocks/simt_stack.def;
 * rules: docs/blocks/control/wt_simt_stack.md.
 *
 * States of the event machine have names here because benches print them.
 */
#ifndef WT_SIMT_STACK_H
#define WT_SIMT_STACK_H
#include "spec/wt_gpu.h"

enum {
  WT_SS_IDLE,
  WT_SS_EXEC,
  WT_SS_PUSH,
  WT_SS_DIV,
  WT_SS_TGT,
  WT_SS_WAIT,
  WT_SS_JOIN,
  WT_SS_SELECT,
  WT_SS_BSSY,
  WT_SS_LAUNCH,
  WT_SS_CTAREL,
  WT_SS_ERR
};

void wt_simt_stack_moore(wt_simt_stack *self);
void wt_simt_stack_eval(wt_simt_stack *self);
void wt_simt_stack_tick(wt_simt_stack *self);
#endif
