/* stim_bankarb.c - stimulus of wt_bankarb: collectors in a random order of age that crowd on few banks; writes of both
 * channels that never meet in one bank. */
#include <string.h>

#include "bench/stim_operand.h"

static void draw_ages(wt_m *m, wt_rng *r) {
  unsigned n = m->S->COLLECTORS, before = 0;
  uint8_t who[MAX_COLL] = {0};
  for (unsigned i = 0; i < n; i++) who[i] = (uint8_t)i;
  for (unsigned i = n - 1; i; i--) {
    unsigned j = wt_below(r, i + 1);
    uint8_t t = who[i];
    who[i] = who[j], who[j] = t;
  }
  for (unsigned i = 0; i < n; i++) m->subcore->disp.o.older[who[i]] = (uint16_t)before, before |= 1u << who[i];
}

static void draw_requests(wt_m *m, wt_rng *r, unsigned odds) {
  unsigned banks = wt_chance(r, 50) ? m->S->RF_BANKS : 2;
  for (unsigned i = 0; i < m->S->COLLECTORS; i++) {
    wt_collector_out *c = &m->subcore->collector[i].o;
    memset(c, 0, sizeof *c);
    if (!wt_chance(r, odds)) continue;
    c->req = (uint8_t)(m->S->OPREAD ? 1u << wt_below(r, 6) : wt_below(r, 64));
    for (unsigned w = 0; w < 6; w++)
      if (c->req >> w & 1) c->bank[w] = (uint8_t)wt_below(r, banks), stim_rows(m, c->row + w * m->S->BROWS, r, m->S->RF_ROWS);
  }
}

static int meets_alu(const wt_m *m) {
  const wt_alu_out *a = &m->subcore->alu.o;
  unsigned slow = wt_rf_bank(m->S, m->gpu->cfg.layout, m->subcore->wb.o.warp, m->subcore->wb.o.reg);
  for (unsigned k = 0; k < a->wb_n; k++)
    if (wt_rf_bank(m->S, m->gpu->cfg.layout, a->wb_warp, a->wb_reg + k) == slow) return 1;
  return 0;
}

void stim_bankarb(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const uint8_t load[] = {10, 60, 100};
  wt_alu_out *a = &m->subcore->alu.o;
  if (cycle % 256 == 0) stim_rf_launch(m, r);
  unsigned regs = stim_rf_regs(m);
  draw_ages(m, r);
  draw_requests(m, r, load[cycle / 32 % 3]);
  a->wb_n = (uint8_t)wt_below(r, 3), a->wb_warp = (uint8_t)wt_below(r, m->S->SLOTS);
  a->wb_beat = stim_beat(m, r);
  a->wb_reg = (uint8_t)wt_below(r, regs - 1);
  wt_wb_idle(&m->subcore->wb.o);
  if (!wt_chance(r, 50)) return;
  m->subcore->wb.o.warp = (uint8_t)wt_below(r, m->S->SLOTS), m->subcore->wb.o.beat = stim_beat(m, r);
  m->subcore->wb.o.reg = (uint8_t)wt_below(r, regs);
  m->subcore->wb.o.reg_valid = !meets_alu(m);
}
