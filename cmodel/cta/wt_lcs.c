/* wt_lcs.c - C twin of lazy CTA scheduling. Spec: docs/blocks/cta/wt_lcs.md; comments name its rules. */
#include "cta/wt_lcs.h"

enum { MOST = 65535 };

/* R2: instructions that the CTA in slot k issues in this cycle. */
static unsigned issues(const wt_lcs *self, unsigned k) {
  const unsigned stride = self->in.cfg->stride;
  unsigned n = 0;
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++) {
    const unsigned w = wt_warp_at(self->in.S, i, self->in.sched[i]->sel_warp);
    n += self->in.issue[i]->valid && w >= k * stride && w < (k + 1) * stride;
  }
  return n;
}

/* R2, R3 */
static void monitor(wt_lcs *self) {
  uint32_t sum[MAX_CTAS];
  unsigned over = 0;
  for (unsigned k = 0; k < self->in.S->CTAS; k++) {
    sum[k] = self->q.count[k] + issues(self, k);
    over |= sum[k] > MOST;
  }
  for (unsigned k = 0; k < self->in.S->CTAS; k++) self->q.count[k] = (uint16_t)(sum[k] >> over);
}

static uint32_t greediest(const wt_lcs *self) {
  uint32_t most = 0;
  for (unsigned k = 0; k < self->in.S->CTAS; k++)
    if (self->q.count[k] > most) most = self->q.count[k];
  return most;
}
static uint32_t total(const wt_lcs *self) {
  uint32_t sum = 0;
  for (unsigned k = 0; k < self->in.S->CTAS; k++) sum += self->q.count[k];
  return sum;
}

/* R5: one CTA more, as long as those allowed would not issue what all did. */
static void widen(wt_lcs *self) {
  if (self->q.reach >= total(self)) return;
  self->q.found++;
  self->q.reach += greediest(self);
}

/* R4: a slot whose CTA has ended since the last cycle. */
static int ended(const wt_lcs *self) { return (self->q.was & ~self->in.dispatch->resident) != 0; }

void wt_lcs_eval(wt_lcs *self) { self->o.limit = self->q.found ? self->q.found : (uint8_t)ended(self); } /* R4, R6 */

void wt_lcs_tick(wt_lcs *self) {
  wt_lcs_state *q = &self->q;
  if (self->in.cfg->start) { /* R1 */
    memset(q->count, 0, sizeof q->count);
    q->found = 0, q->reach = 0;
  } else if (q->found) {
    widen(self);
  } else if (ended(self)) { /* R4 */
    q->found = 1, q->reach = greediest(self);
  } else {
    monitor(self);
  }
  q->was = self->in.dispatch->resident;
}
