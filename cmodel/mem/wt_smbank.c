/* wt_smbank.c - C twin of one shared memory bank. */
#include "mem/wt_smbank.h"

void wt_smbank_eval(wt_m *m, unsigned i) {
  const wt_smem_out *s = &m->o.smem;
  int read = (s->en >> i & 1) && !s->wbe[i] && s->row[i] < m->S->SMEM_ROWS;
  m->o.smbank[i].rdata = read ? m->q.smbank[i].mem[s->row[i]] : 0;
}

void wt_smbank_tick(wt_m *m, unsigned i) {
  const wt_smem_out *s = &m->o.smem;
  unsigned be = s->wbe[i];
  if (!be || !(s->en >> i & 1) || s->row[i] >= m->S->SMEM_ROWS) return;
  uint32_t bits = (be & 1 ? 0xffu : 0) | (be & 2 ? 0xff00u : 0) | (be & 4 ? 0xff0000u : 0) | (be & 8 ? 0xff000000u : 0);
  uint32_t *w = &m->q.smbank[i].mem[s->row[i]];
  *w = (*w & ~bits) | (s->wdata[i] & bits);
  WT_TOUCH(m->q.smbank[i].mem_log, s->row[i]);
}
