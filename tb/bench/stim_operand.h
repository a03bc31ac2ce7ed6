/* stim_operand.h - what the stimuli of the register read and write blocks share. */
#ifndef WT_STIM_OPERAND_H
#define WT_STIM_OPERAND_H
#include "operand/wt_collector.h"
#include "bench/stim.h"

/* Launch constants: the whole register file divided among the warps; the layout is drawn. */
static inline void stim_rf_launch(wt_m *m, wt_rng *r) {
  m->gpu->cfg.rpw = (uint16_t)(m->S->RF_ROWS / m->S->SLOTS);
  m->gpu->cfg.layout = (uint8_t)wt_below(r, 2);
}
/* Registers that a warp has under this launch. */
static inline unsigned stim_rf_regs(const wt_m *m) {
  unsigned n = m->gpu->cfg.rpw / m->S->BEATS * m->S->RF_BANKS;
  return n < 2 ? 2 : n > 254 ? 254 : n;
}
static inline uint32_t stim_lanes(const wt_m *m, wt_rng *r) {
  uint32_t all = (uint32_t)wt_mask64(m->S->LANES);
  return wt_chance(r, 30) ? all : wt_chance(r, 10) ? 0 : (uint32_t)wt_rand(r) & all;
}
/* What unit k of the slow write-back channel shows. */
static inline wt_result_out *stim_result(wt_m *m, unsigned k) { return (wt_result_out *)(uintptr_t)m->subcore->wb.in.result[k]; }
#endif
