/* wt_replay.c - C twin of the slots of instructions that are replayed. Rules: docs/blocks/mem/wt_replay.md. */
#include "mem/wt_replay.h"

#include <string.h>

static unsigned words(unsigned bits) { return (bits + 31) / 32; }
static unsigned all(const wt_replay *self) { return (1u << self->in.S->REPLAY_SLOTS) - 1; }
/* The unit has no instruction: it can take a beat or one of these. */
static int unit_free(const wt_replay *self) { return !self->in.lsu->at; }

/* R2: Slots whose instruction may go on: nothing older of the warp is here, and what it misses is there. */
static unsigned able(const wt_replay *self) {
  const wt_replay_state *q = &self->q;
  unsigned set = 0;
  for (unsigned i = self->in.S->REPLAY_SLOTS; i--;) {
    int miss = q->wait[i] == WT_RP_ENTRY ? self->in.lsu->no_ent
               : q->wait[i] == WT_RP_TAG ? self->in.lsu->no_tag
                                         : q->wait[i] == WT_RP_PORT && self->in.lsu->req_valid;
    set |= (unsigned)(!miss && !q->older[i]) << i;
  }
  return set & q->valid;
}

/* R3 */
static unsigned after(unsigned set, unsigned last) {
  unsigned behind = set & ~((2u << last) - 1);
  return wt_lowest(behind ? behind : set);
}

void wt_replay_moore(wt_replay *self) {
  self->o.active = self->q.taken;
  self->o.warps = 0;
  for (unsigned i = self->in.S->REPLAY_SLOTS; i--;)
    if (self->q.valid >> i & 1) self->o.warps |= wt_warp(self->q.warp[i]); /* R6 */
}

/* R3 */
static void show(wt_replay *self, unsigned slot) {
  const wt_shape *S = self->in.S;
  wt_replay_out *o = &self->o;
  o->resume = 1;
  o->why = self->q.wait[slot];
  memcpy(o->front, self->q.front + slot * words(S->FRONT_W), words(S->FRONT_W) * 4);
  memcpy(o->addr, self->q.addr + slot * 2 * S->ACC_LANES, S->ACC_LANES * sizeof *o->addr); /* little-endian host */
  memcpy(o->data, self->q.data + slot * 4 * S->ACC_LANES, 4 * S->ACC_LANES * sizeof *o->data);
}

void wt_replay_eval(wt_replay *self) {
  wt_replay_out *o = &self->o;
  const wt_replay_state *q = &self->q;
  int full = q->valid == all(self);
  unsigned can = unit_free(self) && !q->taken && (q->turn || full) ? able(self) : 0; /* R3 */
  if (o->resume) {
    o->resume = o->why = 0;
    memset(o->front, 0, sizeof o->front);
    memset(o->addr, 0, sizeof o->addr);
    memset(o->data, 0, sizeof o->data);
  }
  if (can) show(self, after(can, q->last));
  o->hold = unit_free(self) && (can || full); /* R5 */
}

/* R4 */
static void drop(wt_replay_state *q, unsigned slot, unsigned n) {
  q->valid &= (uint8_t) ~(1u << slot);
  for (unsigned i = n; i--;) q->older[i] &= (uint8_t) ~(1u << slot);
}

/* R1 */
static void keep(wt_replay *self) {
  wt_replay_state *q = &self->q;
  const wt_shape *S = self->in.S;
  const wt_replay_in_lsu *u = self->in.lsu;
  if (!q->taken) { /* R1 */
    unsigned warp = (unsigned)wt_words_get(u->front, 0, S->SM_WARP_W), slot = wt_lowest(~(unsigned)q->valid), same = 0;
    for (unsigned i = S->REPLAY_SLOTS; i--;) same |= (unsigned)((q->valid >> i & 1) && q->warp[i] == warp) << i;
    q->last = (uint8_t)slot;
    q->valid |= (uint8_t)(1u << slot);
    q->warp[slot] = (uint8_t)warp;
    q->older[slot] = (uint8_t)same;
  }
  q->taken = 0;
  q->wait[q->last] = u->why;
  memcpy(WT_PUT_WORDS(q, front, q->last, words(S->FRONT_W)), u->front, words(S->FRONT_W) * 4);
  memcpy(WT_PUT_WORDS(q, addr, q->last, 2 * S->ACC_LANES), u->addr, S->ACC_LANES * sizeof *u->addr);
  memcpy(WT_PUT_WORDS(q, data, q->last, 4 * S->ACC_LANES), u->data, 4 * S->ACC_LANES * sizeof *u->data);
}

void wt_replay_tick(wt_replay *self) {
  wt_replay_state *q = &self->q;
  q->turn = unit_free(self) && !self->o.resume; /* R3 */
  if (self->in.lsu->park) {
    keep(self);
  } else if (self->o.resume) { /* R3 */
    q->last = (uint8_t)after(able(self), q->last);
    q->taken = 1;
  } else if (unit_free(self) && q->taken) { /* R4 */
    drop(q, q->last, self->in.S->REPLAY_SLOTS);
    q->taken = 0;
  }
}
