/* wt_rfbank.c - C twin of one register bank. Spec: docs/blocks/operand/wt_rfbank.md. */
#include "operand/wt_rfbank.h"

void wt_rfbank_eval(wt_m *m, unsigned i) {
  uint32_t *out = m->o.rfbank[i].rdata;
  unsigned lanes = m->S->LANES, row = m->o.bankarb.row[i];
  if ((m->o.bankarb.re >> i & 1) && row < m->S->RF_ROWS) {
    const uint32_t *in = m->q.rfbank[i].mem + (size_t)row * lanes;
    for (unsigned l = 0; l < lanes; l++) out[l] = in[l];
  } else {
    for (unsigned l = 0; l < lanes; l++) out[l] = 0;
  }
}

void wt_rfbank_tick(wt_m *m, unsigned i) {
  unsigned sel = m->o.bankarb.wsel[i], row = m->o.bankarb.row[i], lanes = m->S->LANES;
  if (!sel || row >= m->S->RF_ROWS) return;
  const uint32_t *data = sel == 1 ? m->q.alu.wb_lo : sel == 2 ? m->q.alu.wb_hi : m->o.wb.data;
  uint32_t mask = sel == 3 ? m->o.wb.mask : m->q.alu.wb_mask, *mem = m->q.rfbank[i].mem + (size_t)row * lanes;
  for (unsigned l = 0; l < lanes; l++) mem[l] = mask >> l & 1 ? data[l] : mem[l];
  WT_TOUCH(m->q.rfbank[i].mem_log, row);
}
