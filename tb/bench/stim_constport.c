/* stim_constport.c - decoded uops with and without a constant; tags of any slot and epoch. */
#include "bench/stim.h"

void stim_constport(wt_m *m, wt_rng *r, uint64_t cycle);
void stim_constport(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_decode_out *d = &m->subcore->decode.o;
  unsigned busy = cycle >> 6 & 1 ? 95 : 40;
  for (unsigned w = 0; w < m->S->SLOTS; w++) {
    m->subcore->ibuffer.o.tail[w] = (uint8_t)wt_below(r, m->S->IBUF_DEPTH);
    m->subcore->fetch.o.epoch[w] = (uint8_t)wt_below(r, 4);
  }
  d->valid = (uint8_t)wt_chance(r, busy);
  d->warp = d->valid ? (uint8_t)wt_below(r, m->S->SLOTS) : 0;
  d->cvalid = d->valid && wt_chance(r, busy);
  d->caddr = d->cvalid ? (uint32_t)(wt_rand(r) & wt_mask64(WT_CADDR_W)) : 0;
  m->subcore->sched.o.index = (uint8_t)wt_chance(r, 40), m->subcore->sched.o.sel_warp = (uint8_t)wt_below(r, m->S->SLOTS);
  m->subcore->ibuffer.o.slot = (uint8_t)wt_below(r, m->S->IBUF_DEPTH);
  for (unsigned i = 0; i < UOP_WORDS; i++) m->subcore->ibuffer.o.uop[i] = (uint32_t)wt_rand(r);
  m->subcore->ureg.o.a = wt_rand(r);
}
