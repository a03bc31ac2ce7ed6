/* wt_ctabar.c - C twin of the CTA barriers. Spec: docs/blocks/cta/wt_ctabar.md; comments name its rules. */
#include "cta/wt_ctabar.h"

enum { BARS = 16, COUNT_W = 11, COUNT_WORDS = (BARS * COUNT_W + 31) / 32, COUNT_MASK = (1 << COUNT_W) - 1 };

static unsigned count_of(const wt_ctabar_state *q, unsigned cta, unsigned b) {
  return (unsigned)wt_words_get(q->arrived + (size_t)cta * COUNT_WORDS, b * COUNT_W, COUNT_W);
}

/* R6: the barrier is over; its warps wait for their release. */
static void complete(wt_ctabar_state *q, unsigned cta, unsigned b, wt_warps warps) {
  q->active[cta] &= (uint16_t) ~(1u << b);
  q->pending |= warps;
  q->released_id[cta] = (uint8_t)b;
  WT_TOUCH(q->released_id_log, cta);
}

static void exits(wt_ctabar_state *q, unsigned cta, unsigned n) {
  unsigned live = (q->live[cta] - n) & COUNT_MASK;
  q->live[cta] = (uint16_t)live;
  WT_TOUCH(q->live_log, cta);
  for (unsigned s = q->active[cta]; s; s &= s - 1) {
    unsigned b = wt_lowest(s);
    if (count_of(q, cta, b) != live) continue;
    complete(q, cta, b, q->arrived_warps[cta * BARS + b]);
    return;
  }
}

static void arrives(wt_ctabar_state *q, unsigned cta, unsigned b, unsigned warp, unsigned n) {
  unsigned row = cta * BARS + b;
  int on = q->active[cta] >> b & 1;
  unsigned count = ((on ? count_of(q, cta, b) : 0) + n) & COUNT_MASK;
  wt_warps warps = (on ? q->arrived_warps[row] : 0) | wt_warp(warp);
  wt_words_put(q->arrived + (size_t)cta * COUNT_WORDS, b * COUNT_W, COUNT_W, count);
  q->arrived_warps[row] = warps;
  WT_TOUCH(q->arrived_log, cta);
  WT_TOUCH(q->arrived_warps_log, row);
  if (count == q->live[cta]) complete(q, cta, b, warps);
  else q->active[cta] |= (uint16_t)(1u << b);
}

void wt_ctabar_tick(wt_ctabar *self) {
  wt_ctabar_state *q = &self->q;
  const wt_ctabar_in_cfu *c = self->in.cfu;
  const wt_ctabar_in_dispatch *d = self->in.dispatch;
  if (!q->shown_valid || c->rel_ack) { /* R7: next release, from those that were pending before this cycle */
    q->shown_valid = q->pending != 0;
    q->shown_warp = q->shown_valid ? (uint8_t)wt_warps_first(q->pending) : 0;
    q->pending &= q->pending - 1;
  }
  if (c->exit_valid) exits(q, q->warp_cta[c->exit_warp], c->exit_count);
  if (c->bar_valid) arrives(q, q->warp_cta[c->bar_warp], c->bar_id, c->bar_warp, c->bar_count);
  if (d->cta_valid) {
    q->active[d->cta_slot] = 0;
    q->live[d->cta_slot] = d->cta_threads;
    WT_TOUCH(q->live_log, d->cta_slot);
  }
  if (d->launch_valid) {
    q->warp_cta[d->launch_warp] = d->cta_slot;
    WT_TOUCH(q->warp_cta_log, d->launch_warp);
  }
}

void wt_ctabar_moore(wt_ctabar *self) {
  const wt_ctabar_state *q = &self->q;
  wt_ctabar_out *o = &self->o;
  o->rel_valid = q->shown_valid;
  o->rel_warp = q->shown_warp;
  o->rel_id = q->shown_valid ? q->released_id[q->warp_cta[q->shown_warp]] : 0;
}
