/* stim_wb.c - stimulus of wt_wb: every unit keeps a beat until it is acknowledged; the ALU writes often. */
#include <string.h>

#include "bench/stim_operand.h"

/* Every unit of the channel draws from all that the bundle allows. */
static void draw(wt_m *m, wt_result_out *s, wt_rng *r, unsigned regs) {
  memset(s, 0, sizeof *s);
  if (!wt_chance(r, 60)) return;
  s->wb_valid = 1, s->wb_warp = (uint8_t)wt_below(r, m->S->SLOTS), s->wb_last = wt_chance(r, 40);
  s->wb_regv = wt_chance(r, 80), s->wb_pwv = wt_chance(r, 40);
  if (s->wb_regv || s->wb_pwv) s->wb_beat = stim_beat(m, r), s->wb_mask = stim_lanes(m, r);
  if (s->wb_regv) s->wb_reg = (uint8_t)wt_below(r, regs), stim_words(s->wb_data, m->S->LANES, r);
  if (s->wb_pwv) s->wb_p = (uint8_t)wt_below(r, 8), s->wb_pbits = stim_lanes(m, r);
  if (s->wb_last) s->wb_dst = (uint8_t)wt_below(r, 256), s->wb_ndst = (uint8_t)wt_below(r, 5), s->wb_ends = stim_ends(m, r);
}

void stim_wb(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_alu_out *a = &m->subcore->alu.o;
  if (!cycle) stim_rf_launch(m, r);
  unsigned regs = stim_rf_regs(m);
  for (unsigned k = 0; k < WT_SLOW_UNITS; k++) {
    wt_result_out *u = stim_result(m, k);
    if (!cycle || !u->wb_valid || m->subcore->wb.o.ack[k]) draw(m, u, r, regs);
  }
  a->wb_n = (uint8_t)wt_below(r, 3), a->wb_warp = (uint8_t)wt_below(r, m->S->SLOTS);
  a->wb_reg = (uint8_t)wt_below(r, regs - 1);
}
