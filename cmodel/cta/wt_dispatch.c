/* wt_dispatch.c - C twin of the CTA dispatcher. Spec: docs/blocks/cta/wt_dispatch.md; comments name its rules. */
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

void wt_dispatch_moore(wt_dispatch *self) {
  const wt_dispatch_state *q = &self->q;
  wt_dispatch_out *o = &self->o;
  unsigned idle = !q->run && !q->busy; /* R1 */
  if (q->state == WT_DP_PICK && !o->cta_valid && !o->launch_valid) {
    o->idle = (uint8_t)idle;
    return;
  }
  /* R8 */
  wt_dispatch_idle(o);
  o->idle = (uint8_t)idle;
  if (q->state == WT_DP_START) o->cta_valid = 1, o->cta_slot = q->slot, o->cta_threads = self->in.cfg->threads; /* R4 */
  if (q->state != WT_DP_LAUNCH) return;                                                                         /* R8 */
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

/* R2, R3 */
static void pick(wt_dispatch *self, uint32_t busy) {
  wt_dispatch_state *q = &self->q;
  uint32_t free_slots = ~busy & (uint32_t)wt_mask64(self->in.cfg->maxcta < self->in.S->CTAS ? self->in.cfg->maxcta : self->in.S->CTAS);
  if (!q->run || !free_slots) return;
  unsigned k = wt_lowest(free_slots);
  q->slot = (uint8_t)k;
  q->busy |= UINT32_C(1) << k;
  q->left[k] = (uint8_t)(self->in.cfg->wpc & wt_mask64(self->in.S->SM_WARP_W + 1));
  q->cx = q->x, q->cy = q->y, q->cz = q->z;
  q->state = WT_DP_START;
  q->x = (q->x + 1) & 0x7fffffff;
  if (q->x != self->in.cfg->grid_x) return;
  q->x = 0, q->y = (uint16_t)(q->y + 1);
  if (q->y != self->in.cfg->grid_y) return;
  q->y = 0, q->z = (uint16_t)(q->z + 1);
  if (q->z != self->in.cfg->grid_z) return;
  q->z = 0, q->run = 0;
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
  uint32_t busy = q->busy; /* R2: a slot that becomes free in this cycle is picked in the next */
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++)
    if (self->in.cfu[i]->done_valid) warp_done(self, self->in.cfu[i]->done_warp * self->in.S->SUBCORES + i);
  if (q->state == WT_DP_PICK) {
    pick(self, busy);
  } else if (q->state == WT_DP_START) { /* R4 */
    q->state = WT_DP_LAUNCH;
    q->warp = q->beat = 0, q->tx = q->ty = q->tz = 0;
  } else {
    advance(self);
  }
  if (self->in.cfg->start) q->run = 1, q->x = 0, q->y = q->z = 0; /* R1 */
}
