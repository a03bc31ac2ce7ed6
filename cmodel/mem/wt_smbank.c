/* wt_smbank.c - C twin of one shared memory bank. */
#include "mem/wt_smbank.h"

void wt_smbank_eval(wt_smbank *self) {
  const wt_smbank_in_smem *s = self->in.smem;
  /* R1, R3 */
  int read = (s->en >> self->in.idx & 1) && !s->wbe[self->in.idx] && s->row[self->in.idx] < self->in.S->SMEM_ROWS;
  self->o.rdata = read ? self->q.mem[s->row[self->in.idx]] : 0;
}

void wt_smbank_tick(wt_smbank *self) {
  const wt_smbank_in_smem *s = self->in.smem;
  unsigned be = s->wbe[self->in.idx];
  /* R2, R3 */
  if (!be || !(s->en >> self->in.idx & 1) || s->row[self->in.idx] >= self->in.S->SMEM_ROWS) return;
  uint32_t bits = (be & 1 ? 0xffu : 0) | (be & 2 ? 0xff00u : 0) | (be & 4 ? 0xff0000u : 0) | (be & 8 ? 0xff000000u : 0);
  uint32_t *w = &WT_PUT(&self->q, mem, s->row[self->in.idx]);
  *w = (*w & ~bits) | (s->wdata[self->in.idx] & bits); /* R2 */
}
