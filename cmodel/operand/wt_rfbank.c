/* wt_rfbank.c - C twin of one register bank. Spec: docs/blocks/operand/wt_rfbank.md. */
#include "operand/wt_rfbank.h"

#include <string.h>

/* R4: every lane at its own row. */
static void packed(wt_rfbank *self, int re, const uint32_t *data, uint32_t mask) {
  const unsigned lanes = self->in.S->LANES;
  const uint16_t *row = self->in.bankarb->row + self->in.idx * lanes;
  for (unsigned l = 0; l < lanes; l++) {
    if (row[l] >= self->in.S->RF_ROWS) continue;
    if (re) self->o.rdata[l] = self->q.mem[row[l] * lanes + l];
    if (mask >> l & 1) self->q.mem_w[row[l] * lanes + l] = data[l], WT_TOUCH(self->q.mem_log, row[l]);
  }
}

void wt_rfbank_tick(wt_rfbank *self) {
  unsigned sel = self->in.bankarb->wsel[self->in.idx], row = self->in.bankarb->row[self->in.idx * self->in.S->BROWS], lanes = self->in.S->LANES;
  const int re = self->in.bankarb->re >> self->in.idx & 1;
  const uint32_t *data = sel == 1 ? self->in.alu->wb_lo : sel == 2 ? self->in.alu->wb_hi : self->in.wb->data; /* R2 */
  uint32_t mask = !sel ? 0 : sel == 3 ? self->in.wb->mask : self->in.alu->wb_mask;
  if (self->in.S->PACK) {
    packed(self, re, data, mask);
    return;
  }
  if (row >= self->in.S->RF_ROWS) return;
  uint32_t *mem = self->q.mem_w + (size_t)row * lanes;
  if (re) memcpy(self->o.rdata, mem, lanes * sizeof *mem); /* R1 */
  if (!sel) return;
  if (mask == wt_mask64(lanes)) memcpy(mem, data, lanes * sizeof *mem);
  else
    for (unsigned l = 0; l < lanes; l++) mem[l] = mask >> l & 1 ? data[l] : mem[l]; /* R2 */
  if (mask) WT_TOUCH(self->q.mem_log, row);
}
