/* wt_collector.h - C twin of one operand collector. i: number of the collector, 0 .. COLLECTORS-1.
 * Contract: docs/blocks/operand/wt_collector.md.
 */
#ifndef WT_COLLECTOR_H
#define WT_COLLECTOR_H
#include "spec/wt_gpu.h"
void wt_collector_moore(wt_collector *self);
void wt_collector_eval(wt_collector *self);
void wt_collector_tick(wt_collector *self);

/* R1: Where a register of a warp lies. beat 0 .. BEATS-1; layout 1 = swizzled. */
static inline unsigned wt_rf_bank(const wt_shape *S, unsigned layout, unsigned warp, unsigned reg) {
  return (reg + (layout ? warp : 0)) & (S->RF_BANKS - 1);
}
static inline unsigned wt_rf_row(const wt_shape *S, unsigned rpw, unsigned warp, unsigned reg, unsigned beat) {
  return (warp * rpw + (reg >> __builtin_ctz(S->RF_BANKS)) * S->BEATS + beat) & ((1u << S->ROW_W) - 1);
}
#endif
