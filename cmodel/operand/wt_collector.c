/* wt_collector.c - C twin of one operand collector. Spec: docs/blocks/operand/wt_collector.md. */
#include "operand/wt_collector.h"

#include <string.h>

enum { ALL_WORDS = (1 << WT_NUM_OPS) - 1 };

void wt_collector_moore(wt_m *m, unsigned i) {
  m->o.collector[i].full = m->q.collector[i].v && m->q.collector[i].rdy == ALL_WORDS;
}

/* register number of operand word w */
static unsigned source(const uint32_t *uop, unsigned w) {
  return (unsigned)wt_words_get(uop, uop_W_ - 1 - uop_s0_E + 8 * w, 8);
}

void wt_collector_eval(wt_m *m, unsigned i) {
  const wt_collector_state *q = &m->q.collector[i];
  wt_collector_out *o = &m->o.collector[i];
  const wt_shape *S = m->S;
  unsigned missing = q->v ? ~q->rdy & ALL_WORDS : 0;
  unsigned req = S->OPREAD ? missing & -missing : missing;
  for (unsigned gone = o->req & ~req; gone; gone &= gone - 1) o->bank[wt_lowest(gone)] = 0, o->row[wt_lowest(gone)] = 0;
  o->req = (uint8_t)req;
  for (; req; req &= req - 1) {
    unsigned w = wt_lowest(req), reg = source(q->uop, w);
    o->bank[w] = (uint8_t)wt_rf_bank(S, m->o.cfg.layout, q->warp, reg);
    o->row[w] = (uint16_t)wt_rf_row(S, m->o.cfg.rpw, q->warp, reg, q->beat);
  }
}

static void alloc(wt_m *m, wt_collector_state *q) {
  const wt_issue_out *a = &m->o.issue;
  unsigned lanes = m->S->LANES, need = (unsigned)uop_get_need(m->o.ibuffer.uop);
  q->v = 1;
  q->rdy = (uint8_t)(~need & ALL_WORDS);
  memcpy(q->uop, m->o.ibuffer.uop, sizeof q->uop);
  q->warp = m->o.sched.sel_warp, q->beat = m->o.sched.sel_beat;
  q->mask = a->alloc_mask, q->lead = a->alloc_lead, q->last = a->alloc_last;
  q->iid = m->q.issue.iid, q->split = a->alloc_split;
  q->pp = a->alloc_pp, q->pq = a->alloc_pq, q->pr = a->alloc_pr, q->bc = a->alloc_bc;
  memset(q->data, 0, WT_NUM_OPS * lanes * sizeof *q->data);
  if (!(need & 1)) memcpy(q->data, m->o.sreg.v0, lanes * sizeof *q->data);
}

void wt_collector_tick(wt_m *m, unsigned i) {
  wt_collector_state *q = &m->q.collector[i];
  unsigned lanes = m->S->LANES, grant = m->o.bankarb.grant[i];
  if (m->o.issue.alloc_valid && m->o.disp.alloc_idx == i) {
    alloc(m, q);
    return;
  }
  if (!q->v) return;
  if (m->o.disp.valid && m->o.disp.idx == i) q->v = 0;
  for (q->rdy |= (uint8_t)grant; grant; grant &= grant - 1) {
    unsigned w = wt_lowest(grant);
    memcpy(q->data + w * lanes, m->o.rfbank[m->o.collector[i].bank[w]].rdata, lanes * sizeof *q->data);
  }
}
