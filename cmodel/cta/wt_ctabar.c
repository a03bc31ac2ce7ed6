/* wt_ctabar.c - C twin of the CTA barriers. Spec: docs/blocks/cta/wt_ctabar.md; comments name its rules. */
#include "cta/wt_ctabar.h"

enum { BARS = 16, COUNT_W = 11, COUNT_WORDS = (BARS * COUNT_W + 31) / 32, COUNT_MASK = (1 << COUNT_W) - 1 };

static unsigned count_of(const wt_ctabar_state *q, unsigned cta, unsigned b) {
  return (unsigned)wt_words_get(q->cnt + (size_t)cta * COUNT_WORDS, b * COUNT_W, COUNT_W);
}

/* R6: the barrier is over; its warps wait for their release. */
static void complete(wt_ctabar_state *q, unsigned cta, unsigned b, wt_warps warps) {
  q->act[cta] &= (uint16_t) ~(1u << b);
  q->pend |= warps;
  q->rid[cta] = (uint8_t)b;
  WT_TOUCH(q->rid_log, cta);
}

static void exits(wt_ctabar_state *q, unsigned cta, unsigned n) {
  unsigned live = (q->live[cta] - n) & COUNT_MASK;
  q->live[cta] = (uint16_t)live;
  WT_TOUCH(q->live_log, cta);
  for (unsigned s = q->act[cta]; s; s &= s - 1) {
    unsigned b = wt_lowest(s);
    if (count_of(q, cta, b) != live) continue;
    complete(q, cta, b, q->arr[cta * BARS + b]);
    return;
  }
}

static void arrives(wt_ctabar_state *q, unsigned cta, unsigned b, unsigned warp, unsigned n) {
  unsigned row = cta * BARS + b;
  int on = q->act[cta] >> b & 1;
  unsigned count = ((on ? count_of(q, cta, b) : 0) + n) & COUNT_MASK;
  wt_warps warps = (on ? q->arr[row] : 0) | wt_warp(warp);
  wt_words_put(q->cnt + (size_t)cta * COUNT_WORDS, b * COUNT_W, COUNT_W, count);
  q->arr[row] = warps;
  WT_TOUCH(q->cnt_log, cta);
  WT_TOUCH(q->arr_log, row);
  if (count == q->live[cta]) complete(q, cta, b, warps);
  else q->act[cta] |= (uint16_t)(1u << b);
}

void wt_ctabar_tick(wt_ctabar *self) {
  wt_ctabar_state *q = &self->q;
  const wt_ctabar_in_cfu *c = self->in.cfu;
  const wt_ctabar_in_dispatch *d = self->in.dispatch;
  if (!q->sv || c->rel_ack) { /* R7: next release, from those that were pending before this cycle */
    q->sv = q->pend != 0;
    q->sw = q->sv ? (uint8_t)wt_warps_first(q->pend) : 0;
    q->pend &= q->pend - 1;
  }
  if (c->exit_valid) exits(q, q->wcta[c->exit_warp], c->exit_count);
  if (c->bar_valid) arrives(q, q->wcta[c->bar_warp], c->bar_id, c->bar_warp, c->bar_count);
  if (d->cta_valid) {
    q->act[d->cta_slot] = 0;
    q->live[d->cta_slot] = d->cta_threads;
    WT_TOUCH(q->live_log, d->cta_slot);
  }
  if (d->launch_valid) {
    q->wcta[d->launch_warp] = d->cta_slot;
    WT_TOUCH(q->wcta_log, d->launch_warp);
  }
}

void wt_ctabar_moore(wt_ctabar *self) {
  const wt_ctabar_state *q = &self->q;
  wt_ctabar_out *o = &self->o;
  o->rel_valid = q->sv;
  o->rel_warp = q->sw;
  o->rel_id = q->sv ? q->rid[q->wcta[q->sw]] : 0;
}
