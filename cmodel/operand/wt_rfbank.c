/* wt_rfbank.c - C twin of one register bank. Spec: docs/blocks/operand/wt_rfbank.md. */
#include "operand/wt_rfbank.h"

#include <string.h>

void wt_rfbank_tick(wt_rfbank *self) {
  unsigned sel = self->in.bankarb->wsel[self->in.idx], row = self->in.bankarb->row[self->in.idx], lanes = self->in.S->LANES;
  if (row >= self->in.S->RF_ROWS) return;
  uint32_t *mem = self->q.mem_w + (size_t)row * lanes;
  if (self->in.bankarb->re >> self->in.idx & 1) memcpy(self->o.rdata, mem, lanes * sizeof *mem); /* R1 */
  if (!sel) return;
  const uint32_t *data = sel == 1 ? self->in.alu->wb_lo : sel == 2 ? self->in.alu->wb_hi : self->in.wb->data; /* R2 */
  uint32_t mask = sel == 3 ? self->in.wb->mask : self->in.alu->wb_mask;
  if (mask == wt_mask64(lanes)) memcpy(mem, data, lanes * sizeof *mem);
  else
    for (unsigned l = 0; l < lanes; l++) mem[l] = mask >> l & 1 ? data[l] : mem[l]; /* R2 */
  if (mask) WT_TOUCH(self->q.mem_log, row);
}
