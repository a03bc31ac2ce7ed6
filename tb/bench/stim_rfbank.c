/* stim_rfbank.c - stimulus of wt_rfbank, instance 0: reads and writes of few rows, so that reads see old writes. */
#include <string.h>

#include "bench/stim_operand.h"

void stim_rfbank(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_bankarb_out *b = &m->subcore->bankarb.o;
  unsigned rows = wt_chance(r, 80) && m->S->RF_ROWS > 4 ? 4 : m->S->RF_ROWS;
  (void)cycle;
  memset(b, 0, sizeof *b);
  for (unsigned i = 0; i < m->S->RF_BANKS; i++) {
    unsigned what = wt_below(r, 6);
    if (what > 4) continue;
    stim_rows(m, b->row + i * m->S->BROWS, r, wt_chance(r, 5) ? 0 : rows);
    if (what < 2) b->re |= UINT32_C(1) << i;
    else b->wsel[i] = (uint8_t)(what - 1);
  }
  m->subcore->alu.o.wb_mask = stim_lanes(m, r), m->subcore->wb.o.mask = stim_lanes(m, r);
  stim_words(m->subcore->alu.o.wb_lo, m->S->LANES, r);
  stim_words(m->subcore->alu.o.wb_hi, m->S->LANES, r);
  stim_words(m->subcore->wb.o.data, m->S->LANES, r);
}
