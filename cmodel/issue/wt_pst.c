/* wt_pst.c - C twin of the partner synchronisation table. */
#include "issue/wt_pst.h"

/* R4: Members of large warp r that exist: slots with a launched warp. */
static unsigned existing(const wt_pst *self, unsigned r) {
  unsigned n = self->in.S->DWR_SUBWARPS;
  return (unsigned)(self->in.sched->resident >> r * n & wt_mask64(n));
}

/* R4: Members of large warp r that count as locked for their partners: they sleep, have no path that could run, or wait at a CTA barrier. */
static unsigned away(const wt_pst *self, unsigned r) {
  unsigned n = self->in.S->DWR_SUBWARPS;
  return self->in.sco->away[r] | (unsigned)(self->in.cfu->at_bar >> r * n & wt_mask64(n));
}

void wt_pst_eval(wt_pst *self) {
  wt_pst_out *o = &self->o;
  const wt_pst_state *q = &self->q;
  const wt_pst_in_sco *a = self->in.sco;
  unsigned n = self->in.S->DWR_SUBWARPS, arrives = a->arr_valid && !self->in.ilt->hit, at = a->arr_sub / n; /* R2 */
  wt_pst_idle(o);                                                                                           /* R7 */
  uint64_t v = q->valid | (uint64_t)arrives << at;
  for (uint64_t rows = v; rows && !o->rel_valid; rows &= rows - 1) { /* R5 */
    unsigned r = wt_lowest(rows), lock = q->lock[r] | (arrives && r == at ? 1u << a->arr_sub % n : 0), exist = existing(self, r);
    if (exist & ~(lock | away(self, r))) continue; /* R4 */
    o->rel_valid = 1, o->rel_row = (uint8_t)r, o->rel_mask = (uint8_t)lock;
    if (self->in.cfg->learn && (exist & ~lock)) o->learn_valid = 1, o->learn_pc = q->valid >> r & 1 ? q->pc[r] : a->arr_pc; /* R6 */
  }
  if (arrives && q->valid >> at & 1 && q->pc[at] != a->arr_pc) o->learn_valid = 1, o->learn_pc = a->arr_pc; /* R3 */
}

void wt_pst_tick(wt_pst *self) {
  wt_pst_state *q = &self->q;
  const wt_pst_out *o = &self->o;
  const wt_pst_in_sco *a = self->in.sco;
  if (a->arr_valid && !self->in.ilt->hit) { /* R1, R2 */
    unsigned n = self->in.S->DWR_SUBWARPS, r = a->arr_sub / n;
    if (!(q->valid >> r & 1)) q->pc[r] = a->arr_pc; /* R1 */
    q->valid |= UINT64_C(1) << r;
    q->lock[r] |= (uint8_t)(1u << a->arr_sub % n);
  }
  if (o->rel_valid) q->valid &= ~(UINT64_C(1) << o->rel_row), q->lock[o->rel_row] = 0; /* R5 */
}
