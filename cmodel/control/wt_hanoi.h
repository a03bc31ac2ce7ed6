/* wt_hanoi.h - C twin of the control-flow unit with the WS and REC stacks of the Hanoi paper. Contract:
 * spec/blocks/hanoi.def; rules: docs/blocks/control/wt_hanoi.md.
 *
 * States of the event machine have names here because benches print them. What stops a warp is reported by the outputs
 * err_* (CFE_... of consts.def), a deadlock by dead.
 */
#ifndef WT_HANOI_H
#define WT_HANOI_H
#include "spec/wt_gpu.h"

enum { WT_HN_IDLE, WT_HN_EXEC, WT_HN_WAIT, WT_HN_LAUNCH, WT_HN_CTAREL, WT_HN_SEARCH, WT_HN_CHECK, WT_HN_SELECT, WT_HN_TGT, WT_HN_ERR };

void wt_hanoi_moore(wt_hanoi *self);
void wt_hanoi_eval(wt_hanoi *self);
void wt_hanoi_tick(wt_hanoi *self);
#endif
