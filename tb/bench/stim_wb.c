/* stim_wb.c - stimulus of wt_wb: both sources keep a beat until it is acknowledged; the ALU writes often. */
#include <string.h>

#include "bench/stim_operand.h"

static void draw_shfl(wt_m *m, wt_rng *r, unsigned regs) {
  wt_shfl_out *s = &m->subcore->shfl.o;
  memset(s, 0, sizeof *s);
  if (!wt_chance(r, 50)) return;
  s->wb_valid = 1, s->wb_warp = (uint8_t)wt_below(r, m->S->WARPS), s->wb_beat = (uint8_t)wt_below(r, m->S->BEATS);
  s->wb_regv = wt_chance(r, 80), s->wb_reg = (uint8_t)(s->wb_regv ? wt_below(r, regs) : 255);
  s->wb_mask = stim_lanes(m, r);
  stim_words(s->wb_data, m->S->LANES, r);
  s->wb_pwv = wt_chance(r, 50), s->wb_p = (uint8_t)(s->wb_pwv ? wt_below(r, 7) : 7);
  s->wb_pbits = stim_lanes(m, r);
  s->wb_last = wt_chance(r, 50);
}

static void draw_lsu(wt_m *m, wt_rng *r, unsigned regs) {
  wt_lsu_out *s = &m->sm->lsu.o;
  s->wb_valid = s->wb_warp = s->wb_beat = s->wb_reg = s->wb_regv = s->wb_last = s->wb_dst = s->wb_ndst = 0;
  s->wb_mask = 0;
  memset(s->wb_data, 0, sizeof s->wb_data);
  if (!wt_chance(r, 70)) return;
  s->wb_valid = 1, s->wb_warp = (uint8_t)wt_below(r, m->S->WARPS), s->wb_last = wt_chance(r, 30);
  s->wb_regv = wt_chance(r, 85);
  if (s->wb_regv) {
    s->wb_beat = (uint8_t)wt_below(r, m->S->BEATS), s->wb_reg = (uint8_t)wt_below(r, regs);
    s->wb_mask = stim_lanes(m, r);
    stim_words(s->wb_data, m->S->LANES, r);
  }
  if (s->wb_last) s->wb_dst = (uint8_t)wt_below(r, 256), s->wb_ndst = (uint8_t)wt_below(r, 5);
}

void stim_wb(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_alu_out *a = &m->subcore->alu.o;
  if (!cycle) stim_rf_launch(m, r);
  unsigned regs = stim_rf_regs(m);
  if (!cycle || !m->subcore->shfl.o.wb_valid || m->subcore->wb.o.ack_shfl) draw_shfl(m, r, regs);
  if (!cycle || !m->sm->lsu.o.wb_valid || m->subcore->wb.o.ack_lsu) draw_lsu(m, r, regs);
  a->wb_n = (uint8_t)wt_below(r, 3), a->wb_warp = (uint8_t)wt_below(r, m->S->WARPS);
  a->wb_reg = (uint8_t)wt_below(r, regs - 1);
}
