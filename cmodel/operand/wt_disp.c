/* wt_disp.c - C twin of the allocator and dispatcher of the collectors. Spec: docs/blocks/operand/wt_disp.md. */
#include "operand/wt_disp.h"

#include <string.h>

#include "isa/wt_isa.h"

/* R8: Warps of one large warp; nearly always there are none, and nothing is divided. */
static int same_gang(const wt_shape *S, unsigned a, unsigned b) { return a == b || (S->GANG > 1 && a / S->GANG == b / S->GANG); }

/* R2: Does the older collector j hold back i? */
static int holds_back(const wt_disp *self, unsigned i, unsigned j) {
  const wt_disp_in_collector *a = &self->in.collector[i], *b = &self->in.collector[j];
  if (!same_gang(self->in.S, a->warp, b->warp)) return 0;
  unsigned unit = (unsigned)uop_get_unit(a->uop);
  return a->iid == b->iid || self->in.cfg->war == WT_WAR_inorder || (uop_get_unit(b->uop) == unit && (WT_STRICT_UNITS >> unit & 1));
}

/* R3: the load/store unit does not take a beat, another sub-core or an instruction that is replayed has it, or the queue in front of it is full. */
static int lsu_busy(const wt_disp *self) {
  if (self->in.S->QUEUES) return !self->in.share->takes;
  return !self->in.exec[WT_U_LSU]->ready || self->in.replay->hold || (self->in.S->SUBCORES > 1 && !self->in.share->takes);
}

/* R3: the fp64 unit is the sub-core's own, or the SM's; who is not there says 0. */
static int busy(const wt_disp *self, unsigned unit) {
  if (unit == WT_U_LSU) return lsu_busy(self);
  return !self->in.exec[unit]->ready && !(unit == WT_U_DPU && self->in.fp64->takes);
}

/* R3 */
static int unit_takes(const wt_disp *self, const wt_disp_in_collector *c) {
  const wt_disp_state *q = &self->q;
  unsigned unit = (unsigned)uop_get_unit(c->uop);
  /* what no unit takes (it cannot happen) the collector must not keep */
  if (unit < WT_UNITS && busy(self, unit)) return 0;
  return unit >= WT_WHOLE_UNITS || !q->open[unit] || (same_gang(self->in.S, q->open_warp[unit], c->warp) && q->open_iid[unit] == c->iid);
}

static int eligible(const wt_disp *self, unsigned i) {
  for (unsigned older = self->o.older[i]; older; older &= older - 1)
    if (holds_back(self, i, wt_lowest(older))) return 0;
  return unit_takes(self, &self->in.collector[i]);
}

/* What the result of the instruction ends: R9. */
static uint8_t ends(const wt_disp *self, const uint32_t *u) {
  int result = uop_get_ndst(u) || uop_get_pw(u) || uop_get_op(u) == WT_I_R2UR;
  unsigned barrier = (unsigned)(uop_get_hi(u) >> (110 - 64)) & 7;
  if (!self->in.S->CODES) return 0;
  return (uint8_t)(!result ? WT_END_NOTHING : barrier < WT_END_FREE ? barrier : WT_END_FREE);
}

static void send(const wt_disp *self, wt_disp_out *o, unsigned i) {
  const wt_disp_in_collector *c = &self->in.collector[i];
  o->valid = 1, o->idx = (uint8_t)i;
  memcpy(o->uop, c->uop, sizeof o->uop);
  o->warp = c->warp, o->beat = c->beat, o->mask = c->mask, o->lead = c->lead, o->last = c->last, o->ends = ends(self, c->uop), o->split = c->split;
  o->pp = c->pp, o->pq = c->pq, o->pr = c->pr, o->bc = c->bc;
  unsigned lanes = self->in.S->LANES;
  memcpy(o->data, c->data, WT_NUM_OPS * lanes * sizeof *o->data);
  for (unsigned taken = c->taken; taken; taken &= taken - 1) { /* R4 */
    unsigned w = wt_lowest(taken);
    memcpy(o->data + w * lanes, self->in.rfbank[c->from[w]].rdata, lanes * sizeof *o->data);
  }
}

void wt_disp_eval(wt_disp *self) {
  wt_disp_out *o = &self->o;
  unsigned n = self->in.S->COLLECTORS, valid = 0, go = 0;
  for (unsigned i = 0; i < n; i++) {
    valid |= (unsigned)self->in.collector[i].v << i;
    if (self->in.collector[i].full && eligible(self, i)) go |= 1u << i;
  }
  unsigned empty = ~valid & ((1u << n) - 1);
  for (unsigned left = go; left; left &= left - 1) /* R4 */
    if (!(self->o.older[wt_lowest(left)] & go)) {
      send(self, o, wt_lowest(left));
      break;
    }
  if (!go && o->valid) wt_disp_idle(o);                   /* R4 */
  o->free = empty != 0;                                   /* R1 */
  o->alloc_idx = (uint8_t)(empty ? wt_lowest(empty) : 0); /* R1 */
}

/* R7: Keeps a unit with one instruction until its last beat has gone. */
static void track(wt_disp *self, unsigned unit) {
  const wt_disp_in_collector *c = &self->in.collector[self->o.idx];
  wt_disp_state *q = &self->q;
  q->open[unit] = !c->last;
  q->open_warp[unit] = c->last ? 0 : c->warp;
  q->open_iid[unit] = c->last ? 0 : c->iid;
}

void wt_disp_tick(wt_disp *self) {
  const wt_disp_out *o = &self->o;
  unsigned valid = 0, gone = o->valid ? 1u << o->idx : 0;
  if (gone) {
    unsigned unit = (unsigned)uop_get_unit(o->uop);
    if (unit < WT_WHOLE_UNITS) track(self, unit);
    for (unsigned i = self->in.S->COLLECTORS; i--;) self->o.older[i] &= (uint16_t)~gone; /* R5 */
    self->o.older[o->idx] = 0;                                                           /* R5 */
  }
  if (!self->in.issue->alloc_valid) return;
  for (unsigned i = self->in.S->COLLECTORS; i--;) valid |= (unsigned)self->in.collector[i].v << i;
  self->o.older[o->alloc_idx] = (uint16_t)(valid & ~gone); /* R6 */
}
