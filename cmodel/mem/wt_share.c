/* wt_share.c - C twin of what the sub-cores of an SM take turns at. Spec: docs/blocks/mem/wt_share.md; comments name its rules. */
#include "mem/wt_share.h"

#include <string.h>

/* ---- the load/store unit ---- */

static int for_lsu(const wt_share_in_disp *d) { return d->valid && uop_get_unit(d->uop) == WT_U_LSU; }
static uint8_t after(const wt_share *self, unsigned i) { return (uint8_t)((i + 1) % self->in.S->SUBCORES); }

/* R3: the sub-core whose turn it is; with queues those without a beat are passed over. */
static unsigned whose(const wt_share *self) {
  const unsigned n = self->in.S->SUBCORES;
  const wt_share_state *q = &self->q;
  if (!self->in.S->QUEUES || q->open) return q->holder;
  for (unsigned k = 0; k < n; k++)
    if (q->queue_n[(q->holder + k) % n]) return (q->holder + k) % n;
  return q->holder;
}

/* R9: where the fields of a beat stand in a queue, from the bit of its entry on. */
typedef struct {
  unsigned data, warp, beat, mask, last, split, bc, uop, ends;
} places;
static places places_at(const wt_shape *S, unsigned at) {
  places p = {.data = at};
  p.warp = p.data + WT_NUM_OPS * 32 * S->LANES, p.beat = p.warp + S->WARP_W, p.mask = p.beat + S->BROWS_W, p.last = p.mask + S->LANES;
  p.split = p.last + 1, p.bc = p.split + WT_SPLIT_W, p.uop = p.bc + 64, p.ends = p.uop + UOP_W;
  return p;
}
_Static_assert(UOP_W + 7 + 32 + MAX_LANES + 1 + 3 + WT_SPLIT_W + 64 <= 16 * 32, "a beat without its operands fits into 16 words");

/* R8: the beat of sub-core i, behind those that wait. */
static void enter(wt_share *self, unsigned i, const wt_share_in_disp *d) {
  const wt_shape *S = self->in.S;
  uint32_t *q = self->q.queue;
  const places p = places_at(S, (i * S->SHARE_QUEUE + self->q.queue_n[i]) * S->SHARE_W);
  wt_words_copy(q, p.data, WT_NUM_OPS * 32 * S->LANES, d->data);
  wt_words_put(q, p.warp, S->WARP_W, d->warp), wt_words_put(q, p.beat, S->BROWS_W, d->beat), wt_words_put(q, p.mask, S->LANES, d->mask);
  wt_words_put(q, p.last, 1, d->last), wt_words_put(q, p.split, WT_SPLIT_W, d->split), wt_words_put(q, p.bc, 64, d->bc);
  wt_words_copy(q, p.uop, UOP_W, d->uop), wt_words_put(q, p.ends, 3 * S->CODES, d->ends);
  self->q.queue_n[i]++;
}
/* R8: the oldest beat of sub-core i has gone. */
static void leave(wt_share *self, unsigned i) {
  const wt_shape *S = self->in.S;
  const unsigned at = i * S->SHARE_QUEUE * S->SHARE_W, rest = (S->SHARE_QUEUE - 1) * S->SHARE_W;
  uint32_t *q = self->q.queue;
  for (unsigned k = 0, n; k < rest; k += n) {
    n = rest - k < 32 ? rest - k : 32;
    wt_words_put(q, at + k, n, wt_words_get(q, at + S->SHARE_W + k, n));
  }
  for (unsigned k = 0, n; k < S->SHARE_W; k += n) n = S->SHARE_W - k < 32 ? S->SHARE_W - k : 32, wt_words_put(q, at + rest + k, n, 0);
  self->q.queue_n[i]--;
}

/* R2: the oldest beat of sub-core i in its queue. */
static void show_queued(const wt_share *self, wt_share_out *o, unsigned i) {
  const wt_shape *S = self->in.S;
  const uint32_t *q = self->q.queue;
  const places p = places_at(S, i * S->SHARE_QUEUE * S->SHARE_W);
  o->valid = 1, o->warp = (uint8_t)wt_queued_warp(self, i * S->SHARE_QUEUE);
  o->beat = (uint32_t)wt_words_get(q, p.beat, S->BROWS_W), o->mask = (uint32_t)wt_words_get(q, p.mask, S->LANES);
  o->last = (uint8_t)wt_words_get(q, p.last, 1), o->split = (uint8_t)wt_words_get(q, p.split, WT_SPLIT_W), o->bc = wt_words_get(q, p.bc, 64);
  o->ends = (uint8_t)wt_words_get(q, p.ends, 3 * S->CODES);
  for (unsigned k = 0; k < UOP_W; k += 32) o->uop[k / 32] = (uint32_t)wt_words_get(q, p.uop + k, UOP_W - k < 32 ? UOP_W - k : 32);
  for (unsigned k = 0; k < WT_NUM_OPS * S->LANES; k++) o->data[k] = (uint32_t)wt_words_get(q, p.data + 32 * k, 32);
}

void wt_share_eval(wt_share *self) { /* R2 */
  wt_share_out *o = &self->o;
  const unsigned at = whose(self), lanes = self->in.S->LANES;
  const wt_share_in_disp *d = self->in.disp[at];
  if (o->valid) {
    o->valid = o->warp = o->beat = o->last = o->ends = o->split = 0, o->mask = 0, o->bc = 0;
    memset(o->uop, 0, sizeof o->uop), memset(o->data, 0, WT_NUM_OPS * lanes * sizeof *o->data);
  }
  if (self->in.S->QUEUES) {
    if (self->q.queue_n[at] && self->in.lsu->ready && !self->in.replay->hold) show_queued(self, o, at);
    return;
  }
  if (!for_lsu(d)) return;
  o->valid = 1, o->warp = (uint8_t)wt_warp_at(self->in.S, at, d->warp);
  o->beat = d->beat, o->mask = d->mask, o->last = d->last, o->ends = d->ends, o->split = d->split, o->bc = d->bc;
  memcpy(o->uop, d->uop, sizeof o->uop), memcpy(o->data, d->data, WT_NUM_OPS * lanes * sizeof *o->data);
}

static void turn(wt_share *self, unsigned at) { /* R3 */
  wt_share_state *q = &self->q;
  int passes = self->o.valid ? self->o.last : !self->in.S->QUEUES && !q->open && self->in.lsu->ready && !self->in.replay->hold;
  if (self->o.valid) q->open = !self->o.last, q->holder = (uint8_t)at;
  if (passes) q->holder = after(self, at);
}

static void queues(wt_share *self, unsigned at) { /* R8 */
  if (self->o.valid) leave(self, at);
  for (unsigned i = 0; i < self->in.S->QUEUES; i++)
    if (for_lsu(self->in.disp[i]) && (self->o.takes >> i & 1)) enter(self, i, self->in.disp[i]);
}

/* ---- CTA barriers ---- */

/* Fields of one piece of news, from bit 0 on: wt_share.def. */
typedef struct {
  unsigned at, n;
} field;
typedef struct {
  field exit_warp, exit_count, exit_valid, warp, id, count, waits, need, red, op, valid;
} layout;
static layout fields(const wt_shape *S) {
  layout f;
  unsigned at = 0;
  field *const all[] = {&f.exit_warp, &f.exit_count, &f.exit_valid, &f.warp, &f.id, &f.count, &f.waits, &f.need, &f.red, &f.op, &f.valid};
  const unsigned bits[] = {S->WARP_W, S->CNT_W, 1, S->WARP_W, 4, S->CNT_W, 1, 12, S->CNT_W, 2, 1};
  for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++) *all[i] = (field){at, bits[i]}, at += bits[i];
  return f;
}
static unsigned get(uint64_t x, field f) { return (unsigned)(x >> f.at & wt_mask64(f.n)); }
static uint64_t put(unsigned v, field f) { return (uint64_t)v << f.at; }

/* R5: what sub-core i tells in this cycle, 0 = nothing. */
static uint64_t told(const wt_share *self, unsigned i) {
  const layout f = fields(self->in.S);
  const wt_share_in_cfu *c = self->in.cfu[i];
  const wt_share_in_issue *e = self->in.issue[i];
  const wt_share_state *q = &self->q;
  uint64_t x = 0;
  if (c->exit_valid) x |= put(1, f.exit_valid) | put(c->exit_warp, f.exit_warp) | put(c->exit_count, f.exit_count);
  if (c->bar_valid) /* R6 */
    x |= put(1, f.valid) | put(c->bar_warp, f.warp) | put(c->bar_id, f.id) | put(c->bar_count, f.count) | put(1, f.waits) |
         put(q->next_need[i], f.need) | put(q->next_yes[i], f.red) | put(q->next_op[i], f.op);
  else if (e->bar_valid && e->bar_arv)
    x |= put(1, f.valid) | put(e->ev_warp, f.warp) | put(e->bar_id, f.id) | put(e->bar_count, f.count) | put(e->bar_need, f.need) |
         put(e->bar_red, f.red) | put(e->bar_op, f.op);
  return x;
}

/* R7: the sub-core of which barriers hear in this cycle; SUBCORES: none has news. */
static unsigned heard(const wt_share *self) {
  unsigned n = self->in.S->SUBCORES;
  for (unsigned k = 0; k < n; k++)
    if (self->q.count[(self->q.first + k) % n]) return (self->q.first + k) % n;
  return n;
}

static void news(wt_share *self) {
  wt_share_state *q = &self->q;
  unsigned of = heard(self);
  if (of < self->in.S->SUBCORES) { /* R7 */
    memmove(q->news + of * WT_NEWS_N, q->news + of * WT_NEWS_N + 1, (WT_NEWS_N - 1) * sizeof *q->news);
    q->count[of]--, q->first = after(self, of);
  }
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++) {
    uint64_t x = told(self, i);
    if (x && q->count[i] < WT_NEWS_N) q->news[i * WT_NEWS_N + q->count[i]++] = x; /* R5 */
    const wt_share_in_issue *e = self->in.issue[i];
    /* R6 */
    if (e->bar_valid && !e->bar_arv) q->next_need[i] = e->bar_need, q->next_yes[i] = e->bar_red, q->next_op[i] = e->bar_op;
  }
}

void wt_share_tick(wt_share *self) {
  const unsigned at = whose(self);
  if (self->in.S->QUEUES) queues(self, at);
  turn(self, at);
  news(self);
}

/* R1, R10: of the queues */
static void room(wt_share *self) {
  wt_share_out *o = &self->o;
  const unsigned depth = self->in.S->SHARE_QUEUE;
  o->takes = 0, o->queued = 0;
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++) {
    o->takes |= (uint8_t)((self->q.queue_n[i] < depth) << i);
    for (unsigned k = 0; k < self->q.queue_n[i]; k++) o->queued |= wt_warp(wt_queued_warp(self, i * depth + k));
  }
}
void wt_share_moore(wt_share *self) {
  const wt_share_state *q = &self->q;
  wt_share_out *o = &self->o;
  const unsigned n = self->in.S->SUBCORES, of = heard(self);
  const layout f = fields(self->in.S);
  const uint64_t x = of < n ? q->news[of * WT_NEWS_N] : 0; /* R7 */
  o->takes = (uint8_t)(1u << q->holder);                   /* R1 */
  if (self->in.S->QUEUES) room(self);
  o->full = 0;
  for (unsigned i = 0; i < n; i++) o->full |= (uint8_t)((q->count[i] >= WT_NEWS_N - 2) << i); /* R4 */
  o->exit_valid = (uint8_t)get(x, f.exit_valid), o->exit_count = (uint8_t)get(x, f.exit_count);
  o->exit_warp = o->exit_valid ? (uint8_t)wt_warp_at(self->in.S, of, get(x, f.exit_warp)) : 0;
  o->bar_valid = (uint8_t)get(x, f.valid), o->bar_id = (uint8_t)get(x, f.id), o->bar_count = (uint8_t)get(x, f.count);
  o->bar_warp = o->bar_valid ? (uint8_t)wt_warp_at(self->in.S, of, get(x, f.warp)) : 0;
  o->bar_waits = (uint8_t)get(x, f.waits), o->bar_need = (uint16_t)get(x, f.need);
  o->bar_red = (uint8_t)get(x, f.red), o->bar_op = (uint8_t)get(x, f.op);
}
