/* wt_war.c - C twin of the WAR hazard guard. */
#include "issue/wt_war.h"

#include <string.h>

/* R1: Eight counters at a time: 128 - n keeps bit 7 only for n = 0; the product collects those bits. */
void wt_war_moore(wt_war *self) {
  wt_warps d = 0;
  uint64_t x;
  for (unsigned w = 0; w < self->in.S->SLOTS; w += 8) {
    memcpy(&x, self->q.readers + w, sizeof x);
    x = (UINT64_C(0x8080808080808080) - x) >> 7 & UINT64_C(0x0101010101010101);
    d |= (wt_warps)(x * UINT64_C(0x0102040810204080) >> 56) << w;
  }
  self->o.drained = d & wt_warps_upto(self->in.S->SLOTS); /* R1 */
}

/* R2: A head whose packet would read registers while older ones still do; what waits for the control-flow unit comes after them anyway. */
static int collects(uint32_t ctl) { return WT_FIELD(ctl, hctl, unit) < WT_UNITS && !WT_FIELD(ctl, hctl, cfwait); }

void wt_war_eval(wt_war *self) {
  wt_warps all = wt_warps_upto(self->in.S->SLOTS), ok = all;
  if (self->in.cfg->war == WT_WAR_read) { /* R2 */
    for (wt_warps x = all & ~self->o.drained; x; x &= x - 1) {
      unsigned w = wt_warps_first(x);
      if (collects(self->in.ibuffer->head_ctl[w])) ok &= ~wt_warp(w);
    }
  } else if (self->in.cfg->war == WT_WAR_bloom) { /* R2 */
    for (wt_warps x = all; x; x &= x - 1) {
      unsigned w = wt_warps_first(x);
      uint32_t c = self->in.ibuffer->head_ctl[w];
      unsigned dst = (unsigned)WT_FIELD(c, hctl, dst), n = (unsigned)WT_FIELD(c, hctl, ndst);
      for (unsigned i = 0; i < n; i++)
        if (self->q.bloom[w] >> (7 * ((dst + i) & 7)) & 127) ok &= ~wt_warp(w);
    }
  }
  self->o.ok = ok;
}

/* R5: +1, or -1 modulo 128, on the counter of every register that the packet collects. */
static void bloom(uint64_t *f, const uint32_t *u, unsigned by) {
  for (unsigned need = (unsigned)uop_get_need(u); need; need &= need - 1) {
    unsigned h = 7 * (wt_uop_source(u, wt_lowest(need)) & 7);
    uint64_t v = ((*f >> h) + by) & 127;
    *f = (*f & ~(UINT64_C(127) << h)) | v << h;
  }
}

void wt_war_tick(wt_war *self) {
  wt_war_state *q = &self->q;
  if (self->in.issue->alloc_valid) { /* R3 */
    unsigned w = self->in.sched->sel_warp;
    q->readers[w] = (q->readers[w] + 1) & 31;                                     /* R5 */
    if (self->in.sched->sel_first) bloom(&q->bloom[w], self->in.ibuffer->uop, 1); /* R3 */
  }
  if (self->in.disp->valid) { /* R4 */
    unsigned w = self->in.disp->warp;
    q->readers[w] = (q->readers[w] - 1) & 31;                                                        /* R5 */
    if (self->in.disp->last || self->in.S->BEATS == 1) bloom(&q->bloom[w], self->in.disp->uop, 127); /* R4 */
  }
}
