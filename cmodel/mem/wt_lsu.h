/* wt_lsu.h - C twin of the load/store unit.
 *
 * moore: all outputs, from state; tick: one clock edge. Uses the combinational outputs of the coalescer and
 * the shared memory of that cycle.
 * Contract: docs/blocks/mem/wt_lsu.md.
 */
#ifndef WT_LSU_H
#define WT_LSU_H
#include "spec/wt_gpu.h"
void wt_lsu_moore(wt_lsu *self);
void wt_lsu_tick(wt_lsu *self);
#endif
