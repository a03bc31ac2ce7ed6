/* wt_disp.c - C twin of the allocator and dispatcher of the collectors. Spec: docs/blocks/operand/wt_disp.md. */
#include "operand/wt_disp.h"

#include <string.h>

/* Does the older collector j hold back i? */
static int holds_back(const wt_m *m, unsigned i, unsigned j) {
  const wt_collector_state *a = &m->q.collector[i], *b = &m->q.collector[j];
  if (a->warp != b->warp) return 0;
  if (a->iid == b->iid || m->o.cfg.war == WT_WAR_INORDER) return 1;
  return uop_get_unit(a->uop) == WT_U_LSU && uop_get_unit(b->uop) == WT_U_LSU;
}

static int unit_takes(const wt_m *m, const wt_collector_state *c) {
  const wt_disp_state *q = &m->q.disp;
  switch (uop_get_unit(c->uop)) {
  case WT_U_LSU: return m->o.lsu.ready && (!q->lsu_open || (q->lsu_warp == c->warp && q->lsu_iid == c->iid));
  case WT_U_SHFL: return m->o.shfl.ready && (!q->shfl_open || (q->shfl_warp == c->warp && q->shfl_iid == c->iid));
  default: return 1;
  }
}

static int eligible(const wt_m *m, unsigned i) {
  for (unsigned older = m->q.disp.older[i]; older; older &= older - 1)
    if (holds_back(m, i, wt_lowest(older))) return 0;
  return unit_takes(m, &m->q.collector[i]);
}

static void send(const wt_m *m, wt_disp_out *o, unsigned i) {
  const wt_collector_state *c = &m->q.collector[i];
  o->valid = 1, o->idx = (uint8_t)i;
  memcpy(o->uop, c->uop, sizeof o->uop);
  o->warp = c->warp, o->beat = c->beat, o->mask = c->mask, o->lead = c->lead, o->last = c->last, o->split = c->split;
  o->pp = c->pp, o->pq = c->pq, o->pr = c->pr, o->bc = c->bc;
  memcpy(o->data, c->data, WT_NUM_OPS * m->S->LANES * sizeof *o->data);
}

void wt_disp_eval(wt_m *m) {
  wt_disp_out *o = &m->o.disp;
  unsigned n = m->S->COLLECTORS, valid = 0, go = 0;
  for (unsigned i = 0; i < n; i++) {
    valid |= (unsigned)m->q.collector[i].v << i;
    if (m->o.collector[i].full && eligible(m, i)) go |= 1u << i;
  }
  unsigned empty = ~valid & ((1u << n) - 1);
  for (unsigned left = go; left; left &= left - 1)
    if (!(m->q.disp.older[wt_lowest(left)] & go)) {
      send(m, o, wt_lowest(left));
      break;
    }
  if (!go && o->valid) memset(o, 0, sizeof *o);
  o->free = empty != 0;
  o->alloc_idx = (uint8_t)(empty ? wt_lowest(empty) : 0);
}

/* Keeps a unit with one instruction until its last beat has gone. */
static void track(const wt_m *m, uint8_t *open, uint8_t *warp, uint8_t *iid) {
  const wt_collector_state *c = &m->q.collector[m->o.disp.idx];
  *open = !c->last;
  *warp = c->last ? 0 : c->warp;
  *iid = c->last ? 0 : c->iid;
}

void wt_disp_tick(wt_m *m) {
  wt_disp_state *q = &m->q.disp;
  const wt_disp_out *o = &m->o.disp;
  unsigned valid = 0, gone = o->valid ? 1u << o->idx : 0;
  if (gone) {
    unsigned unit = (unsigned)uop_get_unit(o->uop);
    if (unit == WT_U_LSU) track(m, &q->lsu_open, &q->lsu_warp, &q->lsu_iid);
    if (unit == WT_U_SHFL) track(m, &q->shfl_open, &q->shfl_warp, &q->shfl_iid);
    for (unsigned i = 0; i < m->S->COLLECTORS; i++) q->older[i] &= (uint16_t)~gone;
    q->older[o->idx] = 0;
  }
  if (!m->o.issue.alloc_valid) return;
  for (unsigned i = 0; i < m->S->COLLECTORS; i++) valid |= (unsigned)m->q.collector[i].v << i;
  q->older[o->alloc_idx] = (uint16_t)(valid & ~gone);
}
