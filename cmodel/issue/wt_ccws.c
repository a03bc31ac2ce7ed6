/* wt_ccws.c - C twin of cache-conscious warp scheduling. Spec: docs/blocks/issue/wt_ccws.md; comments name its rules. */
#include "issue/wt_ccws.h"

enum { FULL = 65535 };

static unsigned first_of(uint64_t line, unsigned warp) { return (warp * WT_CCWS_SETS + (unsigned)(line % WT_CCWS_SETS)) * WT_CCWS_WAYS; }

/* R2: Did the load miss a line that is among its warp's victims? All entries that have it are there no more. */
static int probe(wt_ccws *self) {
  wt_ccws_state *q = &self->q;
  const wt_ccws_in_l1d *l = self->in.l1d;
  if (!l->perf_valid || l->perf_kind != 2) return 0;
  const unsigned first = first_of(l->perf_line, l->perf_warp), at = first % WT_CCWS_VICTIMS;
  unsigned found = 0;
  for (unsigned k = 0; k < WT_CCWS_WAYS; k++)
    if (q->there[l->perf_warp] >> (at + k) & 1 && q->victim[first + k] == l->perf_line / WT_CCWS_SETS) found |= 1u << (at + k);
  q->there[l->perf_warp] &= (uint16_t)~found;
  return found != 0;
}

/* R1 */
static void keep(wt_ccws *self) {
  wt_ccws_state *q = &self->q;
  const wt_ccws_in_l1d *l = self->in.l1d;
  if (!l->evict_valid) return;
  const unsigned w = l->evict_warp, place = 3 * (unsigned)(l->evict_line % WT_CCWS_SETS), way = q->next[w] >> place & 7;
  const unsigned row = first_of(l->evict_line, w) + way;
  WT_PUT(q, victim, row) = l->evict_line / WT_CCWS_SETS;
  q->there[w] |= (uint16_t)(1u << row % WT_CCWS_VICTIMS);
  q->next[w] = (uint8_t)((q->next[w] & ~(7u << place)) | ((way + 1) & 7) << place);
}

/* R3 */
static void count(wt_ccws *self, int hit) {
  unsigned hits = self->q.hits + (unsigned)hit, issued = self->q.issued;
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++) issued += self->in.issue[i]->valid;
  const unsigned over = hits > FULL || issued > FULL;
  self->q.hits = (uint16_t)(hits >> over), self->q.issued = (uint16_t)(issued >> over);
}

static wt_warps residents(const wt_ccws *self) {
  wt_warps all = 0;
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++)
    for (wt_warps x = self->in.sched[i]->resident; x; x &= x - 1) all |= wt_warp(wt_warp_at(self->in.S, i, wt_warps_first(x)));
  return all;
}

/* R4: One bit of the quotient a cycle. */
static void divide(wt_ccws *self) {
  wt_ccws_state *q = &self->q;
  if (q->step > 1) {
    const int fits = q->loss >= q->per;
    if (fits) q->loss -= q->per;
    q->raise = (uint16_t)(q->raise << 1 | fits), q->per >>= 1, q->step--;
  } else if (q->step) {
    q->step = 0;
  } else if (q->lost) {
    q->loss = (uint64_t)q->hits * (WT_CCWS_THROTTLE * WT_CCWS_BASE) * wt_warps_count(residents(self));
    q->per = (uint32_t)q->issued << (self->in.S->CCWS_W - 1);
    q->raise = 0, q->step = (uint8_t)(self->in.S->CCWS_W + 1);
  }
}

/* R5 */
static void score(wt_ccws *self) {
  wt_ccws_state *q = &self->q;
  const unsigned most = (self->in.S->SM_SLOTS - 1) * WT_CCWS_BASE, raise = q->raise < most ? q->raise : most;
  const wt_warps up = q->step == 1 ? q->lost : 0;
  for (unsigned w = 0; w < self->in.S->SM_SLOTS; w++) {
    q->points[w] -= q->points[w] != 0;
    if (up & wt_warp(w) && q->points[w] < raise) q->points[w] = (uint16_t)raise;
  }
  q->lost &= ~up;
}

/* R6: x stands before w, or is w. */
static int before(const wt_ccws_state *q, unsigned x, unsigned w) { return q->points[x] > q->points[w] || (x <= w && q->points[x] == q->points[w]); }

/* R6, R7: Residents but the first whose scores, with all before them, are more than the cutoff. */
static wt_warps beyond(const wt_ccws *self) {
  const wt_ccws_state *q = &self->q;
  const wt_warps all = residents(self);
  const unsigned cutoff = wt_warps_count(all) * WT_CCWS_BASE;
  unsigned points = 0;
  wt_warps held = 0;
  for (wt_warps x = all; x; x &= x - 1) points |= q->points[wt_warps_first(x)];
  if (!points) return 0; /* so many bases are the cutoff */
  for (wt_warps x = all; x; x &= x - 1) {
    const unsigned w = wt_warps_first(x);
    unsigned sum = 0, n = 0;
    for (wt_warps y = all; y; y &= y - 1) {
      const unsigned k = wt_warps_first(y);
      if (before(q, k, w)) sum += WT_CCWS_BASE + q->points[k], n++;
    }
    if (n > 1 && sum > cutoff) held |= wt_warp(w);
  }
  return held;
}

void wt_ccws_moore(wt_ccws *self) { self->o.held = self->q.held; }

void wt_ccws_tick(wt_ccws *self) {
  wt_ccws_state *q = &self->q;
  const wt_ccws_in_dispatch *d = self->in.dispatch;
  q->held = beyond(self);
  const int hit = probe(self);
  keep(self);
  score(self);
  divide(self);
  if (hit) q->lost |= wt_warp(self->in.l1d->perf_warp);
  count(self, hit);
  if (d->launch_valid) /* R8 */
    q->there[d->launch_warp] = 0, q->points[d->launch_warp] = 0, q->lost &= ~wt_warp(d->launch_warp);
  if (!self->in.cfg->start) return;
  for (unsigned w = 0; w < self->in.S->SM_SLOTS; w++) q->there[w] = 0, q->points[w] = 0, q->next[w] = 0; /* R8 */
  q->lost = 0, q->hits = q->issued = 0, q->step = 0;
}
