/* wt_ctabar.c - C twin of the CTA barriers. Spec: docs/blocks/cta/wt_ctabar.md; comments name its rules. */
#include "cta/wt_ctabar.h"

enum { BARS = 16, COUNT_W = 11, COUNT_WORDS = (BARS * COUNT_W + 31) / 32, COUNT_MASK = (1 << COUNT_W) - 1 };

static unsigned count_of(const wt_ctabar_state *q, unsigned cta, unsigned b) {
  return (unsigned)wt_words_get(q->arrived + (size_t)cta * COUNT_WORDS, b * COUNT_W, COUNT_W);
}

/* One arrival: of the control-flow unit, or of a BAR.ARV, which issue reports. */
typedef struct {
  unsigned warp, id, count, need, red, op;
  int waits;
} arrival;

enum { NO_RED = 3 };
static unsigned arg_pack(unsigned need, unsigned op, unsigned red) { return need << 13 | op << 11 | red; }

/* R9 */
static unsigned outcome(unsigned op, unsigned red, unsigned count) { return op == 0 ? red : op == 1 ? red == count : red != 0; }

/* R6: the barrier is over; its warps wait for their release. */
static void complete(wt_ctabar *self, unsigned cta, unsigned b, wt_warps warps, unsigned count, uint32_t arg) {
  wt_ctabar_state *q = &self->q;
  unsigned op = arg >> 11 & 3, value = outcome(op, arg & COUNT_MASK, count);
  q->active[cta] &= (uint16_t) ~(1u << b);
  q->pending |= warps;
  for (; warps; warps &= warps - 1) {
    unsigned w = wt_warps_first(warps);
    q->pending_ids[w] |= (uint16_t)(1u << b);
    if (op != NO_RED) self->o.result[w] = (uint16_t)value;
  }
}

/* R3 */
static void exits(wt_ctabar *self, unsigned cta, unsigned n) {
  wt_ctabar_state *q = &self->q;
  unsigned live = (q->live[cta] - n) & COUNT_MASK;
  WT_PUT(q, live, cta) = (uint16_t)live;
  for (unsigned s = q->active[cta] & ~(unsigned)q->fixed[cta]; s; s &= s - 1) { /* R4 */
    unsigned b = wt_lowest(s), row = cta * BARS + b;
    if (count_of(q, cta, b) != live) continue;
    complete(self, cta, b, q->arrived_warps[row], live, q->arg[row]);
    return;
  }
}

/* R5 */
static void arrives(wt_ctabar *self, const arrival *a) {
  wt_ctabar_state *q = &self->q;
  unsigned cta = q->warp_cta[a->warp], b = a->id, row = cta * BARS + b, bit = 1u << b;
  int on = q->active[cta] >> b & 1;
  uint32_t old = q->arg[row];
  unsigned count = ((on ? count_of(q, cta, b) : 0) + a->count) & COUNT_MASK, red = ((on ? old & COUNT_MASK : 0) + a->red) & COUNT_MASK;
  unsigned op = a->op != NO_RED || !on ? a->op : old >> 11 & 3;
  unsigned need = a->need ? a->need : on ? old >> 13 : 0;
  wt_warps warps = (on ? q->arrived_warps[row] : 0) | (a->waits ? wt_warp(a->warp) : 0);
  wt_words_put(WT_PUT_WORDS(q, arrived, cta, COUNT_WORDS), b * COUNT_W, COUNT_W, count);
  WT_PUT(q, arrived_warps, row) = warps;
  WT_PUT(q, arg, row) = arg_pack(need, op, red);
  q->fixed[cta] = (uint16_t)(need ? q->fixed[cta] | bit : q->fixed[cta] & ~bit);
  if (need ? count >= need : count == q->live[cta]) complete(self, cta, b, warps, count, q->arg[row]); /* R5 */
  else q->active[cta] |= (uint16_t)bit;
}

/* R7: next release, from those that were pending before this cycle. */
static void next_release(wt_ctabar_state *q) {
  q->shown_valid = q->pending != 0;
  q->shown_warp = q->shown_id = 0;
  if (!q->shown_valid) return;
  unsigned w = wt_warps_first(q->pending);
  q->shown_warp = (uint8_t)w;
  q->shown_id = (uint8_t)wt_lowest(q->pending_ids[w]);
  q->pending_ids[w] &= (uint16_t)(q->pending_ids[w] - 1);
  if (!q->pending_ids[w]) q->pending &= ~wt_warp(w);
}

/* What the one sub-core tells. */
static void of_one(wt_ctabar *self) {
  wt_ctabar_state *q = &self->q;
  const wt_ctabar_in_cfu *c = self->in.cfu[0];
  const wt_ctabar_in_issue *e = self->in.issue[0];
  if (c->exit_valid) exits(self, q->warp_cta[c->exit_warp], c->exit_count);                                                    /* R3 */
  if (c->bar_valid) arrives(self, &(arrival){c->bar_warp, c->bar_id, c->bar_count, q->next_need, q->next_yes, q->next_op, 1}); /* R10 */
  /* R10 */
  else if (e->bar_valid && e->bar_arv) arrives(self, &(arrival){e->ev_warp, e->bar_id, e->bar_count, e->bar_need, e->bar_red, e->bar_op, 0});
  /* R10 */
  if (e->bar_valid && !e->bar_arv) q->next_need = e->bar_need, q->next_yes = e->bar_red, q->next_op = e->bar_op;
}
/* R11: what share tells of one of several. */
static void of_several(wt_ctabar *self) {
  const wt_ctabar_in_share *s = self->in.share;
  if (s->exit_valid) exits(self, self->q.warp_cta[s->exit_warp], s->exit_count); /* R3 */
  if (s->bar_valid) arrives(self, &(arrival){s->bar_warp, s->bar_id, s->bar_count, s->bar_need, s->bar_red, s->bar_op, s->bar_waits});
}

/* R8: the release is shown to one sub-core. */
static int taken(const wt_ctabar *self) {
  int any = 0;
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++) any |= self->in.cfu[i]->rel_ack;
  return any;
}

void wt_ctabar_tick(wt_ctabar *self) {
  wt_ctabar_state *q = &self->q;
  const wt_ctabar_in_dispatch *d = self->in.dispatch;
  if (!q->shown_valid || taken(self)) next_release(q);
  if (self->in.S->SUBCORES > 1) of_several(self);
  else of_one(self);
  if (d->cta_valid) {
    q->active[d->cta_slot] = 0;                    /* R5 */
    WT_PUT(q, live, d->cta_slot) = d->cta_threads; /* R2 */
  }
  if (d->launch_valid) { /* R1 */
    WT_PUT(q, warp_cta, d->launch_warp) = d->cta_slot;
  }
}

void wt_ctabar_moore(wt_ctabar *self) {
  const wt_ctabar_state *q = &self->q;
  wt_ctabar_out *o = &self->o;
  o->rel_valid = q->shown_valid; /* R8 */
  o->rel_warp = q->shown_warp;
  o->rel_id = q->shown_id;
}
