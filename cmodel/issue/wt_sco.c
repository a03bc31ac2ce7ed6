/* wt_sco.c - C twin of the sub-warp combiner. */
#include "issue/wt_sco.h"

/* R7 */
void wt_sco_moore(wt_sco *self) {
  for (unsigned r = self->in.S->LARGE; r--;) self->o.away[r] = self->q.slept[r] | self->q.stop[r];
}

static uint32_t index_of(const wt_sco *self) { return (uint32_t)uop_get_pc(self->in.ibuffer->uop) >> 4; }

void wt_sco_eval(wt_sco *self) {
  wt_sco_out *o = &self->o;
  unsigned last = self->in.S->PST_LATENCY;
  o->arr_valid = o->arr_sub = 0, o->arr_pc = 0;
  if (last) { /* R2 */
    if (!(self->q.way_valid >> (last - 1) & 1)) return;
    o->arr_valid = 1, o->arr_sub = self->q.way_sub[last - 1], o->arr_pc = self->q.pc[o->arr_sub];
  } else if (self->in.sched->sel_valid && self->in.sched->sync) { /* R2 */
    o->arr_valid = 1, o->arr_sub = self->in.sched->sel_warp, o->arr_pc = index_of(self);
  }
}

/* A barrier that takes effect now has its pc on the wires. */
static uint32_t pc_of(const wt_sco *self, unsigned sub) {
  const wt_sco_out *o = &self->o;
  return o->arr_valid && o->arr_sub == sub ? o->arr_pc : self->q.pc[sub];
}
/* R4, R5: Of these members of large warp r: the lowest and those with its pc. */
static unsigned group(const wt_sco *self, unsigned r, unsigned members) {
  unsigned at = r * self->in.S->DWR_SUBWARPS, same = 0;
  for (unsigned left = members; left; left &= left - 1)
    if (pc_of(self, at + wt_lowest(left)) == pc_of(self, at + wt_lowest(members))) same |= left & -left;
  return same;
}

/* R1: bar.synch_partner of the selected warp: it locks and is on its way. */
static void start(wt_sco *self, unsigned r, uint8_t bit) {
  wt_sco_state *q = &self->q;
  unsigned w = self->in.sched->sel_warp;
  self->o.lock[r] |= bit;
  q->slept[r] &= (uint8_t)~bit;
  WT_PUT(q, pc, w) = index_of(self);
}

/* R6: The instruction of the selected warp: what it was locked for is over. */
static void done(wt_sco *self, unsigned r, uint8_t bit) {
  wt_sco_out *o = &self->o;
  uint8_t gone = self->in.sched->whole ? o->group[r] : bit;
  o->alone[r] &= (uint8_t)~bit;
  o->comb[r] &= (uint8_t)~gone;
  o->group[r] &= (uint8_t)~gone;
}

static void set(uint8_t *row, uint8_t bit, int on) { *row = on ? *row | bit : (uint8_t)(*row & ~bit); }

void wt_sco_tick(wt_sco *self) {
  wt_sco_state *q = &self->q;
  wt_sco_out *o = &self->o;
  unsigned n = self->in.S->DWR_SUBWARPS, pushed = self->in.sched->sel_valid && self->in.sched->sync, row, next = 0;
  /* R9 */
  /* what the compare unit works on: a release, else the lowest row whose last group has issued */
  /* R4 */
  if (self->in.pst->rel_valid) row = self->in.pst->rel_row, next = group(self, row, self->in.pst->rel_mask);
  else {
    /* R5 */
    for (row = 0; row < self->in.S->LARGE && (o->group[row] || !o->comb[row]);) row++;
    if (row < self->in.S->LARGE) next = group(self, row, o->comb[row]);
  }
  if (self->in.sched->sel_valid) {
    unsigned r = self->in.sched->sel_warp / n;
    uint8_t bit = (uint8_t)(1u << self->in.sched->sel_warp % n);
    if (pushed) start(self, r, bit);
    else done(self, r, bit);
  }
  if (o->arr_valid && self->in.ilt->hit) { /* R3 */
    uint8_t bit = (uint8_t)(1u << o->arr_sub % n);
    o->lock[o->arr_sub / n] &= (uint8_t)~bit;
    o->alone[o->arr_sub / n] |= bit;
  }
  /* R4 */
  if (self->in.pst->rel_valid) o->lock[row] &= (uint8_t)~self->in.pst->rel_mask, o->comb[row] |= self->in.pst->rel_mask;
  if (next) o->group[row] = (uint8_t)next;
  if (self->in.issue->ev_valid && self->in.issue->ev_kind == WT_EV_YIELD) /* R7 */
    q->slept[self->in.issue->ev_warp / n] |= (uint8_t)(1u << self->in.issue->ev_warp % n);
  /* R7 */
  if (self->in.cfu->redir_valid) set(&q->stop[self->in.cfu->redir_warp / n], (uint8_t)(1u << self->in.cfu->redir_warp % n), self->in.cfu->redir_stop);
  if (self->in.cfu->done_valid) { /* R8 */
    unsigned r = self->in.cfu->done_warp / n;
    uint8_t bit = (uint8_t)(1u << self->in.cfu->done_warp % n);
    set(&q->slept[r], bit, 0), set(&q->stop[r], bit, 0);
  }
  if (self->in.S->PST_LATENCY) {
    unsigned stages = self->in.S->PST_STAGES;
    for (unsigned i = stages; --i;) q->way_sub[i] = q->way_sub[i - 1];
    q->way_sub[0] = self->in.sched->sel_warp;
    q->way_valid = (uint32_t)((q->way_valid << 1 | pushed) & wt_mask64(stages));
  }
}
