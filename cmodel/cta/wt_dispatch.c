/* wt_dispatch.c - C twin of the CTA dispatcher of an SM. Spec: docs/blocks/cta/wt_dispatch.md; comments name its rules. */
#include "cta/wt_dispatch.h"

#include "spec/wt_fsm.h"

typedef struct {
  unsigned x, y, z;
} tid;

/* R6: the thread after t in its block, x fastest. */
static tid next_thread(const wt_dispatch *self, tid t) {
  t.x = (t.x + 1) & 0x7ff;
  if (t.x == self->in.cfg->block_x) {
    t.x = 0;
    t.y = (t.y + 1) & 0x7ff;
    if (t.y == self->in.cfg->block_y) t.y = 0, t.z = (t.z + 1) & 0x3ff;
  }
  return t;
}

/* Threads of the CTA from the first lane of the warp being launched on. */
static unsigned remaining(const wt_dispatch *self) { return self->in.cfg->threads - self->q.warp * self->in.S->SLOT_LANES; }

static int last_beat(const wt_dispatch *self) { return self->q.beat == self->in.S->BEATS - 1; }

/* R1: CTA slots that the launch may use; those of them that are free; how many CTAs may be resident. */
static unsigned slots(const wt_dispatch *self) { return self->in.cfg->maxcta < self->in.S->CTAS ? self->in.cfg->maxcta : self->in.S->CTAS; }
static uint32_t free_slots(const wt_dispatch *self) { return ~self->q.busy & (uint32_t)wt_mask64(slots(self)); }
static unsigned limit(const wt_dispatch *self) {
  const unsigned lcs = self->in.lcs->limit;
  return lcs && lcs < slots(self) ? lcs : slots(self);
}
static unsigned resident(const wt_dispatch *self) { return wt_popcount(self->q.busy); }

void wt_dispatch_moore(wt_dispatch *self) {
  const wt_dispatch_state *q = &self->q;
  wt_dispatch_out *o = &self->o;
  const uint8_t ask = o->ask, room = o->room; /* of this cycle until the next is evaluated */
  if (q->state != WT_DP_PICK || o->cta_valid || o->launch_valid) wt_dispatch_idle(o), o->ask = ask, o->room = room; /* R8 */
  o->idle = !q->busy;                                                                                               /* R3 */
  o->resident = q->busy;                                                                                            /* R10 */
  if (q->state == WT_DP_START) o->cta_valid = 1, o->cta_slot = q->slot, o->cta_threads = self->in.cfg->threads;     /* R4 */
  if (q->state != WT_DP_LAUNCH) return;                                                                             /* R8 */
  unsigned left = remaining(self), first = q->beat * self->in.S->LANES;
  o->launch_valid = 1;
  o->cta_slot = q->slot;
  o->launch_last = (uint8_t)last_beat(self);
  o->launch_warp = (uint8_t)((q->slot * self->in.cfg->stride + q->warp) & wt_mask64(self->in.S->SM_WARP_W)); /* R5 */
  o->launch_beat = q->beat;
  o->launch_mask = wt_mask64(left < self->in.S->SLOT_LANES ? left : self->in.S->SLOT_LANES); /* R6 */
  tid t = {q->tx, q->ty, q->tz};
  for (unsigned l = 0; l < self->in.S->LANES && first + l < left; l++) { /* R6 */
    o->launch_tid[l] = t.z << 22 | t.y << 11 | t.x;
    t = next_thread(self, t);
  }
  o->launch_ctaid_x = q->cx, o->launch_ctaid_y = q->cy, o->launch_ctaid_z = q->cz;
}

/* R7: a warp is done; the slot of its CTA is free when it was the last. */
static void warp_done(wt_dispatch *self, unsigned w) {
  wt_dispatch_state *q = &self->q;
  unsigned stride = self->in.cfg->stride;
  for (uint32_t s = q->busy; s; s &= s - 1) {
    unsigned k = wt_lowest(s);
    if (w < k * stride || w >= (k + 1) * stride) continue;
    q->left[k]--;
    if (!q->left[k]) q->busy &= ~(UINT32_C(1) << k);
    return;
  }
}

/* R2: the CTA that the SM was given goes to the lowest free slot. */
static void pick(wt_dispatch *self, unsigned k) {
  wt_dispatch_state *q = &self->q;
  if (!self->in.ctasched->give_valid) return;
  q->slot = (uint8_t)k;
  q->busy |= UINT32_C(1) << k;
  q->left[k] = (uint8_t)(self->in.cfg->wpc & wt_mask64(self->in.S->SM_WARP_W + 1));
  q->cx = self->in.ctasched->give_x, q->cy = self->in.ctasched->give_y, q->cz = self->in.ctasched->give_z;
  q->state = WT_DP_START;
}

/* R9: with so many CTAs that may come it has room. */
static unsigned enough(const wt_dispatch *self) {
  const unsigned all = limit(self);
  return self->in.cfg->cta_block < all ? self->in.cfg->cta_block : all;
}

void wt_dispatch_eval(wt_dispatch *self) {
  self->o.ask = self->q.state == WT_DP_PICK && free_slots(self) && resident(self) < limit(self);        /* R1 */
  if (self->in.S->CTA_UNIT) self->o.room = self->o.ask && limit(self) - resident(self) >= enough(self); /* R9 */
}

/* R5: the launch is shown to one sub-core. */
static int taken(const wt_dispatch *self) {
  int any = 0;
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++) any |= self->in.cfu[i]->launch_ack;
  return any;
}
static void advance(wt_dispatch *self) {
  wt_dispatch_state *q = &self->q;
  if (last_beat(self) && !taken(self)) return;
  tid t = {q->tx, q->ty, q->tz};
  for (unsigned l = 0; l < self->in.S->LANES; l++) t = next_thread(self, t);
  q->tx = (uint16_t)t.x, q->ty = (uint16_t)t.y, q->tz = (uint16_t)t.z;
  if (!last_beat(self)) {
    q->beat++;
    return;
  }
  q->beat = 0;
  q->warp++;
  if (q->warp == self->in.cfg->wpc) q->state = WT_DP_PICK;
}

void wt_dispatch_tick(wt_dispatch *self) {
  wt_dispatch_state *q = &self->q;
  const uint32_t open = free_slots(self); /* R1: a slot that becomes free in this cycle is picked in the next */
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++)
    if (self->in.cfu[i]->done_valid) warp_done(self, wt_warp_at(self->in.S, i, self->in.cfu[i]->done_warp));
  if (q->state == WT_DP_PICK) {
    pick(self, open ? wt_lowest(open) : 0);
  } else if (q->state == WT_DP_START) { /* R4 */
    q->state = WT_DP_LAUNCH;
    q->warp = q->beat = 0, q->tx = q->ty = q->tz = 0;
  } else {
    advance(self);
  }
}
