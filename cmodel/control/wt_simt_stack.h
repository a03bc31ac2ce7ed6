/* wt_simt_stack.h - C twin of the control-flow unit with a reconvergence stack. Contract: spec/blocks/simt_stack.def;
 * rules: docs/blocks/control/wt_simt_stack.md.
 *
 * States of the event machine: spec/states.def.
 */
#ifndef WT_SIMT_STACK_H
#define WT_SIMT_STACK_H
#include "spec/wt_fsm.h"
#include "spec/wt_gpu.h"

void wt_simt_stack_moore(wt_simt_stack *self);
void wt_simt_stack_eval(wt_simt_stack *self);
void wt_simt_stack_tick(wt_simt_stack *self);
#endif
