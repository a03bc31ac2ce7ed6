/* stim_ibuffer.c - fills within the credits, constants for the slots that wait and stale ones, pops of valid heads,
 * redirects that hit everything else. Phases of 64 cycles: balanced, filling up, draining, one warp only. */
#include "bench/stim.h"

#include <string.h>

#include "isa/wt_isa.h"

/* Bits of the occupied slots of ring w. */
static unsigned occupied(const wt_m *m, unsigned w) {
  unsigned bits = 0;
  for (unsigned i = 0; i < m->subcore->ibuffer.q.count[w]; i++) bits |= 1u << (m->subcore->ibuffer.q.head[w] + i) % m->S->IBUF_DEPTH;
  return bits;
}

static void selection(wt_m *m, wt_rng *r, unsigned w, unsigned percent) {
  wt_sched_out *s = &m->subcore->sched.o;
  s->sel_valid = (m->subcore->ibuffer.o.head_valid >> w & 1) && wt_chance(r, percent);
  s->sel_warp = s->sel_valid ? (uint8_t)w : 0;
  s->index = s->sel_valid && (m->subcore->ibuffer.o.head_index >> w & 1);
  s->sel_pop = s->sel_valid && !s->index && wt_chance(r, 60);
  stim_pop(m, r);
}

static void decoded(wt_m *m, wt_rng *r, unsigned w, unsigned percent) {
  wt_decode_out *d = &m->subcore->decode.o;
  memset(d, 0, sizeof *d);
  if (m->subcore->ibuffer.q.count[w] >= m->S->IBUF_DEPTH || !wt_chance(r, percent)) return;
  d->valid = 1;
  d->warp = (uint8_t)w;
  for (unsigned i = 0; i < UOP_WORDS; i++) d->uop[i] = (uint32_t)wt_rand(r);
  wt_words_put(d->uop, UOP_W, 32 * UOP_WORDS - UOP_W, 0); /* bits that no instruction has */
  if (wt_chance(r, 50)) uop_put_bcsel(d->uop, WT_BC_NONE);
  static const uint8_t access[] = {WT_I_LDG, WT_I_LDG_U, WT_I_LD, WT_I_LDL, WT_I_STG, WT_I_LDS, WT_I_LDC, WT_I_ATOMG};
  if (m->S->LOADS_HELD && wt_chance(r, 50)) uop_put_op(d->uop, access[wt_below(r, sizeof access)]);
  if (wt_chance(r, 15)) uop_put_op(d->uop, WT_I_ULDC_U), uop_put_bcsel(d->uop, WT_BC_CONST);
  d->cvalid = uop_get_bcsel(d->uop) == WT_BC_CONST && uop_get_op(d->uop) != WT_I_ULDC_U;
  d->caddr = d->cvalid ? (uint32_t)(wt_rand(r) & wt_mask64(WT_CADDR_W)) : 0;
}

static void constant(wt_m *m, wt_rng *r, unsigned w, unsigned percent) {
  wt_cmem_out *e = &m->subcore->cmem;
  unsigned wait = occupied(m, w) & ~m->subcore->ibuffer.q.const_ready[w], stale = (unsigned)wt_chance(r, 20);
  e->valid = (wait || stale) && wt_chance(r, percent);
  e->warp = e->slot = e->epoch = 0;
  e->data = 0;
  if (!e->valid) return;
  e->warp = (uint8_t)w;
  e->slot = (uint8_t)(wait ? wt_lowest(wait) : wt_below(r, m->S->IBUF_DEPTH));
  e->epoch = (uint8_t)((m->subcore->fetch.o.epoch[w] + (stale ? 1 + wt_below(r, 3) : 0)) & 3);
  e->data = wt_rand(r);
}

void stim_ibuffer(wt_m *m, wt_rng *r, uint64_t cycle);
void stim_ibuffer(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const uint8_t fills[] = {60, 95, 20, 70}, pops[] = {70, 20, 95, 80};
  wt_cfu_out *c = m->subcore->cfu;
  unsigned phase = cycle >> 6 & 3, n = m->S->SLOTS, one = (unsigned)(cycle >> 8) % n;
  if (cycle && c->redir_valid) m->subcore->fetch.o.epoch[c->redir_warp] = (m->subcore->fetch.o.epoch[c->redir_warp] + 1) & 3;
  unsigned a = phase == 3 ? one : wt_below(r, n), b = phase == 3 || wt_chance(r, 40) ? a : wt_below(r, n);
  selection(m, r, a, pops[phase]);
  decoded(m, r, b, fills[phase]);
  constant(m, r, wt_chance(r, 50) ? a : wt_below(r, n), 70);
  c->redir_valid = (uint8_t)wt_chance(r, 4);
  c->redir_warp = c->redir_valid ? (uint8_t)(wt_chance(r, 60) ? a : wt_below(r, n)) : 0;
}
