/* wt_collector.c - C twin of one operand collector. Spec: docs/blocks/operand/wt_collector.md. */
#include "operand/wt_collector.h"

#include <string.h>

enum { ALL_WORDS = (1 << WT_NUM_OPS) - 1 };

void wt_collector_moore(wt_collector *self) {
  wt_collector_out *o = &self->o;
  o->full = o->v && self->q.ready == ALL_WORDS; /* R6 */
  memset(o->from, 0, sizeof o->from);
  for (unsigned taken = o->taken; taken; taken &= taken - 1) {
    unsigned w = wt_lowest(taken);
    o->from[w] = (uint8_t)wt_rf_bank(self->in.S, self->in.cfg->layout, o->warp, wt_uop_source(o->uop, w)); /* R8 */
  }
}

void wt_collector_eval(wt_collector *self) {
  const wt_collector_state *q = &self->q;
  wt_collector_out *o = &self->o;
  const wt_shape *S = self->in.S;
  unsigned missing = self->o.v ? ~q->ready & ALL_WORDS : 0; /* R4 */
  unsigned req = S->OPREAD ? missing & -missing : missing;  /* R4 */
  /* R4 */
  for (unsigned gone = o->req & ~req; gone; gone &= gone - 1) {
    o->bank[wt_lowest(gone)] = 0;
    memset(o->row + wt_lowest(gone) * S->BROWS, 0, S->BROWS * sizeof *o->row);
  }
  o->req = (uint8_t)req;
  for (; req; req &= req - 1) {
    unsigned w = wt_lowest(req), reg = wt_uop_source(self->o.uop, w);             /* R2 */
    o->bank[w] = (uint8_t)wt_rf_bank(S, self->in.cfg->layout, self->o.warp, reg); /* R1 */
    for (unsigned l = 0; l < S->BROWS; l++)                                       /* R1 */
      o->row[w * S->BROWS + l] = (uint16_t)wt_rf_row(S, self->in.cfg->rpw, self->o.warp, reg, wt_beat_row(S, self->o.beat, l));
  }
}

/* R3 */
static void alloc(wt_collector *self, wt_collector_state *q) {
  const wt_collector_in_issue *a = self->in.issue;
  unsigned lanes = self->in.S->LANES, need = (unsigned)uop_get_need(a->alloc_uop);
  self->o.v = 1;
  q->ready = (uint8_t)(~need & ALL_WORDS), self->o.taken = 0;
  memcpy(self->o.uop, a->alloc_uop, sizeof self->o.uop);
  self->o.warp = a->alloc_warp, self->o.beat = a->alloc_beat;
  self->o.mask = a->alloc_mask, self->o.lead = a->alloc_lead, self->o.last = a->alloc_last;
  self->o.iid = a->alloc_iid, self->o.split = a->alloc_split;
  self->o.pp = a->alloc_pp, self->o.pq = a->alloc_pq, self->o.pr = a->alloc_pr, self->o.bc = a->alloc_bc;
  memset(self->o.data, 0, WT_NUM_OPS * lanes * sizeof *self->o.data);
  if (!(need & 1)) memcpy(self->o.data, a->alloc_v0, lanes * sizeof *self->o.data);
}

void wt_collector_tick(wt_collector *self) {
  wt_collector_state *q = &self->q;
  unsigned lanes = self->in.S->LANES, grant = self->in.bankarb->grant[self->in.idx];
  if (self->in.issue->alloc_valid && self->in.disp->alloc_idx == self->in.idx) {
    alloc(self, q);
    return;
  }
  if (!self->o.v) return;
  if (self->in.disp->valid && self->in.disp->idx == self->in.idx) self->o.v = 0; /* R7 */
  for (unsigned taken = self->o.taken; taken; taken &= taken - 1) {
    unsigned w = wt_lowest(taken);
    memcpy(self->o.data + w * lanes, self->in.rfbank[self->o.from[w]].rdata, lanes * sizeof *self->o.data); /* R8 */
  }
  q->ready |= (uint8_t)grant, self->o.taken = (uint8_t)grant; /* R5 */
}
