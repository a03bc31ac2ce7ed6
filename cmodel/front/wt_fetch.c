/* wt_fetch.c - C twin of instruction fetch. */
#include "front/wt_fetch.h"

#include <string.h>

/* Bit w: buffered[w] is below the depth. Eight warps at a time: a byte of x is 0 exactly where the count equals the depth
 * (counts never pass it). */
static wt_warps with_credit(const uint8_t *cnt, unsigned depth, unsigned warps) {
  wt_warps mask = 0;
  for (unsigned i = 0; i < warps; i += 8) {
    uint64_t x;
    memcpy(&x, cnt + i, 8);
    x ^= depth * UINT64_C(0x0101010101010101);
    x = (x + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
    mask |= (wt_warps)(x * UINT64_C(0x0102040810204080) >> 56) << i;
  }
  return mask & wt_warps_upto(warps);
}

void wt_fetch_tick(wt_fetch *self) {
  wt_fetch_state *q = &self->q;
  const wt_fetch_in_cfu *c = self->in.cfu;
  wt_warps ready = q->enabled;
  unsigned redir = c->redir_warp;
  /* R2 */
  if (ready) ready &= with_credit(q->buffered, self->in.S->IBUF_DEPTH, self->in.S->SLOTS);
  /* R2 */
  if (c->redir_valid) ready &= ~wt_warp(redir);
  if ((self->in.sched->sel_pop | self->in.pack->pop) && !(c->redir_valid && redir == self->in.sched->sel_warp))
    q->buffered[self->in.sched->sel_warp]--; /* R3 */
  if (ready) {
    unsigned w = wt_warps_after(ready, q->last_pick); /* R2 */
    q->last_pick = (uint8_t)w;
    self->o.req_valid = 1;
    self->o.req_warp = (uint8_t)w;
    self->o.req_pc = q->pc[w];
    self->o.req_epoch = self->o.epoch[w]; /* R5 */
    WT_PUT(q, pc, w) += 16;
    q->buffered[w]++;
  } else {
    /* R2 */
    self->o.req_valid = self->o.req_warp = self->o.req_epoch = 0;
    self->o.req_pc = 0;
  }
  if (c->redir_valid) { /* R4 */
    q->enabled = (q->enabled & ~wt_warp(redir)) | (wt_warps)!c->redir_stop << redir;
    self->o.epoch[redir] = (self->o.epoch[redir] + 1) & 3; /* R4 */
    q->buffered[redir] = 0;                                /* R5 */
    WT_PUT(q, pc, redir) = c->redir_pc;                    /* R6 */
  }
}
