/* wt_hanoi.h - C twin of the control-flow unit with the WS and REC stacks of the Hanoi paper. Contract:
 * spec/blocks/hanoi.def; rules: docs/blocks/control/wt_hanoi.md.
 *
 * States of the event machine: spec/states.def. What stops a warp is reported by the outputs
 * err_* (CFE_... of consts.def), a deadlock by dead.
 */
#ifndef WT_HANOI_H
#define WT_HANOI_H
#include "spec/wt_fsm.h"
#include "spec/wt_gpu.h"

void wt_hanoi_moore(wt_hanoi *self);
void wt_hanoi_eval(wt_hanoi *self);
void wt_hanoi_tick(wt_hanoi *self);
#endif
