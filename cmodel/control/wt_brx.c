/* wt_brx.c - C twin of the per-thread branch targets. Comments name the rules of docs/blocks/control/wt_brx.md. */
#include "control/wt_brx.h"

#include "isa/wt_isa.h"

static uint64_t bit(unsigned i) { return UINT64_C(1) << i; }

/* R4: lanes of set that go the way of lane k. */
static uint64_t group_of(const wt_brx_state *q, unsigned k, uint64_t set) {
  uint64_t g = 0, same = q->exec >> k & 1 ? q->exec : ~q->exec;
  for (set &= same; set; set &= set - 1)
    if (q->target[wt_lowest(set)] == q->target[k]) g |= set & -set;
  return g;
}

/* R6: the group that is shown now is the one with the lowest rank. */
static unsigned next_group(const wt_brx *self) {
  const wt_brx_state *q = &self->q;
  unsigned order = self->in.cfg->order, best = wt_lowest(q->leaders), best_rank = ~0u, n = self->in.S->SLOT_LANES;
  for (uint64_t s = q->leaders; s; s &= s - 1) {
    unsigned k = wt_lowest(s), rank = q->size[k] * n - k;
    if (order == WT_PATH_ORDER_minority) rank = 2 * n * n - rank;
    if (order == WT_PATH_ORDER_taken) rank = (q->exec >> k & 1 ? 2 * n : n) - k;
    if (rank < best_rank) best = k, best_rank = rank;
  }
  return best;
}

void wt_brx_moore(wt_brx *self) {
  const wt_brx_state *q = &self->q;
  wt_tgt_out *o = &self->o;
  if (q->state != WT_BRX_SHOW) {
    if (o->valid) *o = (wt_tgt_out){0}; /* R7 */
    return;
  }
  unsigned k = next_group(self);
  o->valid = 1;
  o->mask = group_of(q, k, q->path);
  o->taken = q->exec >> k & 1;
  o->pc = q->target[k];
  o->last = !(q->leaders & (q->leaders - 1));
}

static int is_brx(unsigned kind) { return kind == WT_EV_BRX || kind == WT_EV_RET || kind == WT_EV_CALLX; }
static int is_brx_op(unsigned op) { return op == WT_I_BRX || op == WT_I_RET || op == WT_I_CALL_REL_R || op == WT_I_CALL_ABS_R; }

/* R2 */
static void start(wt_brx *self) {
  wt_brx_state *q = &self->q;
  const wt_brx_in_issue *ev = self->in.issue;
  q->state = WT_BRX_GATHER;
  q->at_warp = ev->ev_warp, q->path = ev->ev_val, q->exec = ev->ev_mask;
  for (unsigned l = 0; l < self->in.S->SLOT_LANES; l++) q->target[l] = ev->ev_pc + 16;
}

/* R3 */
static void gather(wt_brx *self) {
  wt_brx_state *q = &self->q;
  const wt_brx_in_disp *d = self->in.disp;
  if (!d->valid || d->warp != q->at_warp || !is_brx_op((unsigned)uop_get_op(d->uop))) return;
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  unsigned op = (unsigned)uop_get_op(d->uop);
  uint32_t base = (uint32_t)wt_bits(w, 63, 34) * 4;
  if (op != WT_I_CALL_ABS_R && !(op == WT_I_RET && wt_bits(w, 85, 85))) base += (uint32_t)uop_get_pc(d->uop) + 16;
  for (unsigned l = self->in.S->LANES; l--;) {
    const unsigned lane = wt_beat_row(self->in.S, d->beat, l) * self->in.S->LANES + l;
    if (d->mask >> l & q->exec >> lane & 1) q->target[lane] = d->data[l] + base;
  }
  if (!d->last) return;
  q->state = WT_BRX_COUNT;
  q->left = q->path, q->leaders = 0;
}

/* R5 */
static void count(wt_brx *self) {
  wt_brx_state *q = &self->q;
  unsigned k = wt_lowest(q->left);
  uint64_t g = group_of(q, k, q->left);
  q->leaders |= bit(k);
  q->size[k] = (uint8_t)wt_popcount(g);
  q->left &= ~g;
  if (!q->left) q->state = WT_BRX_SHOW;
}

void wt_brx_tick(wt_brx *self) {
  wt_brx_state *q = &self->q;
  switch (q->state) {
    case WT_BRX_IDLE:
      if (self->in.issue->ev_valid && is_brx(self->in.issue->ev_kind)) start(self); /* R1 */
      break;
    case WT_BRX_GATHER: gather(self); break;
    case WT_BRX_COUNT: count(self); break;
    default:
      if (!self->in.cfu->tgt_take) break; /* R7 */
      q->leaders &= ~(self->o.mask & -self->o.mask);
      if (self->o.last) q->state = WT_BRX_IDLE; /* R7 */
  }
}
