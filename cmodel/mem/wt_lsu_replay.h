/* wt_lsu_replay.h - part of wt_lsu.c: with REPLAY=replay the instruction in the front leaves at a structural hazard and comes back (wt_replay). */
#ifndef WT_LSU_REPLAY_H
#define WT_LSU_REPLAY_H

/* What leaves with it, from bit 0 on, into `put`, or the same list out of `get` when it comes back; the other one is NULL. */
static void front_bits(wt_lsu *self, uint32_t *put, const uint32_t *get) {
  wt_lsu_state *q = &self->q;
  wt_lsu_out *o = &self->o;
  const wt_shape *S = self->in.S;
  unsigned at = 0;
#define BITS(x, width, type)                           \
  do {                                                 \
    if (put) wt_words_put(put, at, width, x);          \
    if (get) (x) = (type)wt_words_get(get, at, width); \
    at += (width);                                     \
  } while (0)
  BITS(q->warp, S->SM_WARP_W, uint8_t);
  BITS(q->mask, S->ACC_LANES, uint64_t);
  BITS(o->pend, S->ACC_LANES, uint64_t);
  BITS(q->rest, S->ACC_LANES, uint64_t);
  BITS(o->mop, 3, uint8_t);
  BITS(q->space, 2, uint8_t);
  BITS(o->sz, 3, uint8_t);
  BITS(q->dst, 8, uint8_t);
  BITS(q->ndst, 3, uint8_t);
  BITS(q->pc, 32, uint32_t);
  BITS(q->split, WT_SPLIT_W, uint8_t);
  BITS(o->aop, 4, uint8_t);
  BITS(q->atype, 3, uint8_t);
  BITS(q->order, 2, uint8_t);
  BITS(q->scope, 2, uint8_t);
  BITS(q->cta, S->CTA_W, uint8_t);
  BITS(o->sbase, S->SMROW_W, uint16_t);
  BITS(q->generic, 1, uint8_t);
  BITS(q->ent, S->IT_W, uint8_t);
  if (S->CODES) BITS(q->ends, 3, uint8_t);
#undef BITS
}

/* R19, R20 */
static void park(wt_lsu *self, unsigned why) {
  self->q.state = WT_LSU_PARK;
  self->q.why = (uint8_t)why;
}

static void moore_replay(wt_lsu *self) {
  const wt_lsu_state *q = &self->q;
  wt_lsu_out *o = &self->o;
  if (o->park) o->park = o->why = 0, memset(o->front, 0, sizeof o->front);
  o->at = q->collecting || q->state != WT_LSU_COLLECT ? wt_warp(q->warp) : 0; /* R22 */
  o->no_ent = q->ent_valid == (uint16_t)wt_mask64(self->in.S->LSU_ENTRIES);   /* R22 */
  o->no_tag = q->tag_valid == wt_mask64(self->in.S->LSU_LINES);
  if (q->state != WT_LSU_PARK || counted_out(self)) return;
  o->park = 1;
  o->why = q->why;
  front_bits(self, o->front, NULL);
}

/* R20 */
static void resume(wt_lsu *self) {
  const wt_lsu_in_replay *r = self->in.replay;
  wt_lsu_out *o = &self->o;
  front_bits(self, NULL, r->front);
  memcpy(o->addr, r->addr, self->in.S->ACC_LANES * sizeof *o->addr);
  memcpy(o->data, r->data, 4 * self->in.S->ACC_LANES * sizeof *o->data);
  int check = r->why == WT_RP_ENTRY || r->why == WT_RP_ORDER;
  self->q.state = r->why == WT_RP_CONFLICT ? WT_LSU_SHARED : check ? WT_LSU_CHECK : WT_LSU_REQUEST;
}
#endif
