/* wt_ctasched.c - C twin of the CTA scheduler: CTAs that are left, and who gets the next. Spec: docs/blocks/cta/wt_ctasched.md; comments name its rules. */
#include "cta/wt_ctasched.h"

#include "spec/wt_bits.h"

/* A place in the order of a cluster's CTAs: in the tile, the tile's first CTA, z. */
typedef struct {
  uint64_t ix, iy, bx, by, z;
} place;

static int policy(const wt_ctasched *self) { return self->in.cfg->cta; }
static int clusters(const wt_ctasched *self) { return policy(self) == WT_CTA_SCHED_cluster; }

/* R13: clusters are being laid out. */
static int laying(const wt_ctasched *self) { return clusters(self) && self->q.known < self->in.S->SMS; }

/* R15: whose cluster the next CTA of SM i is taken from. */
static unsigned source(const wt_ctasched *self, unsigned i) {
  const uint32_t *left = self->q.left;
  unsigned most = 0;
  if (left[i]) return i;
  for (unsigned k = 1; k < self->in.S->SMS; k++)
    if (left[k] > left[most]) most = k;
  return most;
}

/* SM i asks, and the policy lets it have a CTA. */
static int may(const wt_ctasched *self, unsigned i) {
  const wt_ctasched_state *q = &self->q;
  if (!self->in.dispatch[i]->ask) return 0; /* R2 */
  switch (policy(self)) {
    case WT_CTA_SCHED_rotated: return i == q->next;                                             /* R8 */
    case WT_CTA_SCHED_imbalanced: return i || self->in.dispatch[0]->room;                       /* R10 */
    case WT_CTA_SCHED_bcs: return q->part ? i == q->next : self->in.dispatch[i]->room;          /* R11 */
    case WT_CTA_SCHED_cluster: return !laying(self) && (self->in.cfg->cta_steal || q->left[i]); /* R14 */
    default: return 1;
  }
}

/* The SM that the search begins with. */
static unsigned position(const wt_ctasched *self) {
  const unsigned n = self->in.S->SMS, low = self->q.random & (unsigned)wt_mask64(self->in.S->SM_W);
  if (policy(self) == WT_CTA_SCHED_demand) return 0;                       /* R7 */
  if (policy(self) == WT_CTA_SCHED_random) return low < n ? low : low - n; /* R9 */
  return self->q.next;
}

void wt_ctasched_eval(wt_ctasched *self) {
  const wt_ctasched_state *q = &self->q;
  wt_ctasched_out *o = &self->o;
  const unsigned n = self->in.S->SMS;
  if (o->give_valid) wt_ctasched_idle(o); /* R6 */
  if (!q->run) {
    unsigned idle = 1;
    for (unsigned i = 0; i < n; i++) idle &= self->in.dispatch[i]->idle;
    o->idle = (uint8_t)idle; /* R5 */
    return;
  }
  o->idle = 0;
  const unsigned from = position(self);
  for (unsigned k = 0; k < n; k++) { /* R2 */
    const unsigned i = from + k < n ? from + k : from + k - n;
    if (!may(self, i)) continue;
    o->give_valid = 1, o->give_sm = (uint8_t)i;
    o->give_x = q->x, o->give_y = q->y, o->give_z = q->z;
    if (!clusters(self)) return;
    const unsigned s = source(self, i); /* R16 */
    o->give_x = (q->at_bx[s] + q->at_ix[s]) & 0x7fffffff, o->give_y = (uint16_t)(q->at_by[s] + q->at_iy[s]), o->give_z = q->at_z[s];
    return;
  }
}

/* R3: the CTA behind the one that is given. */
static void step(wt_ctasched *self) {
  wt_ctasched_state *q = &self->q;
  q->x = (q->x + 1) & 0x7fffffff;
  if (q->x != self->in.cfg->grid_x) return;
  q->x = 0, q->y = (uint16_t)(q->y + 1);
  if (q->y != self->in.cfg->grid_y) return;
  q->y = 0, q->z = (uint16_t)(q->z + 1);
  if (q->z != self->in.cfg->grid_z) return;
  q->z = 0, q->run = 0;
}

/* R4, R8, R11: whose turn it is when SM i has been given a CTA. */
static void turn(wt_ctasched *self, unsigned i) {
  wt_ctasched_state *q = &self->q;
  const unsigned n = self->in.S->SMS;
  unsigned to = i + 1 == n ? 0 : i + 1;
  if (policy(self) == WT_CTA_SCHED_rotated) {
    q->round = (uint8_t)(q->round + 1u == n ? 0 : q->round + 1);
    if (!q->round) to = to + 1 == n ? 0 : to + 1;
  }
  if (policy(self) == WT_CTA_SCHED_bcs) {
    q->part = (uint8_t)(q->part + 1u == self->in.cfg->cta_block ? 0 : q->part + 1);
    if (q->part) to = i;
  }
  q->next = (uint8_t)to;
}

/* R9 */
static void draw(wt_ctasched_state *q) {
  uint16_t r = q->random;
  r ^= (uint16_t)(r << 7);
  r ^= (uint16_t)(r >> 9);
  q->random = (uint16_t)(r ^ r << 8);
}

/* R17: from a place so many CTAs on, which are a place too, and one more. */
static uint64_t digit(uint64_t sum, uint64_t size, uint64_t *carry, uint64_t one) {
  *carry = sum >= size ? one : 0;
  return sum >= size ? sum - size : sum;
}
static place on(const wt_ctasched *self, unsigned from, place by, unsigned one) {
  const wt_ctasched_state *q = &self->q;
  place p;
  uint64_t c = one;
  p.ix = digit(q->at_ix[from] + by.ix + c, self->in.cfg->tile_x, &c, 1);
  p.iy = digit(q->at_iy[from] + by.iy + c, self->in.cfg->tile_y, &c, self->in.cfg->tile_x);
  p.bx = digit(q->at_bx[from] + by.bx + c, self->in.cfg->grid_x, &c, self->in.cfg->tile_y);
  p.by = digit(q->at_by[from] + by.by + c, self->in.cfg->grid_y, &c, 1);
  p.z = q->at_z[from] + by.z + c;
  return p;
}
static void put(wt_ctasched_state *q, unsigned i, place p) {
  q->at_ix[i] = (uint32_t)p.ix & 0x7fffffff, q->at_iy[i] = (uint16_t)p.iy, q->at_bx[i] = (uint32_t)p.bx & 0x7fffffff;
  q->at_by[i] = (uint16_t)p.by, q->at_z[i] = (uint16_t)p.z;
}
/* R12: CTAs of SM i's cluster. */
static uint32_t size(const wt_ctasched *self, unsigned i) { return self->in.cfg->chunk_n + (i < self->in.cfg->chunk_more); }

/* R13: the cluster of the next SM begins behind that of the one before. */
static void lay_out(wt_ctasched *self) {
  wt_ctasched_state *q = &self->q;
  const place chunk = {self->in.cfg->chunk_ix, self->in.cfg->chunk_iy, self->in.cfg->chunk_bx, self->in.cfg->chunk_by, self->in.cfg->chunk_z};
  put(q, q->known, on(self, q->known - 1u, chunk, q->known - 1u < self->in.cfg->chunk_more));
  q->left[q->known] = size(self, q->known);
  q->known++;
}

static void start(wt_ctasched *self) {
  wt_ctasched_state *q = &self->q;
  q->run = 1, q->x = 0, q->y = q->z = 0, q->next = 0; /* R1 */
  if (!self->in.S->CTA_UNIT) return;
  q->round = q->part = 0, q->random = self->in.cfg->cta_seed;
  if (!clusters(self)) return;
  put(q, 0, (place){0, 0, 0, 0, 0}); /* R12 */
  q->left[0] = size(self, 0), q->known = 1;
}

void wt_ctasched_tick(wt_ctasched *self) {
  wt_ctasched_state *q = &self->q;
  const unsigned i = self->o.give_sm;
  if (q->run && laying(self)) lay_out(self);
  if (self->o.give_valid) {
    step(self);
    turn(self, i);
    if (policy(self) == WT_CTA_SCHED_random) draw(q);
    if (clusters(self)) { /* R15 */
      const unsigned s = source(self, i);
      put(q, s, on(self, s, (place){0, 0, 0, 0, 0}, 1));
      q->left[s]--;
    }
  }
  if (self->in.cfg->start) start(self);
}
