/* wt_barrier_paths.c - what the control-flow unit with convergence barriers tells about a warp. */
#include "control/wt_barrier_rows.h"
#include "spec/wt_paths.h"

int wt_barrier_paths(const wt_barrier *self, unsigned w, wt_path *p) {
  static const uint8_t kinds[] = {WT_PATH_READY, WT_PATH_BSYNC, WT_PATH_WSYNC, WT_PATH_BAR};
  const wt_barrier_state *q = &self->q;
  if (q->state != WT_CB_IDLE && q->at_warp == w) return -1;
  view v = open_view((wt_barrier *)(uintptr_t)self, w); /* read only */
  int n = 0;
  if (q->cur_mask[w]) p[n++] = (wt_path){0, q->cur_mask[w], 0, WT_PATH_RUN, 0}; /* its pc is known to issue only */
  uint64_t left = alive(&v) & ~q->cur_mask[w];
  while (left) {
    unsigned l = wt_lowest(left), k = 0, x = x_of(&v, l);
    while (!(of_kind(&v, k) >> l & 1)) k++;
    uint64_t here = k == WT_CB_READY ? listed(&v) : waiting_at(&v, x, k), need = 0;
    if (k == WT_CB_BLOCKED && view_used(self, w, x, l)) {
      if (self->in.S->VIEWS > 1) here &= same_barrier(self, w, x, l) | bit(l);
      need = view_of(self, w, x, l) & alive(&v) & ~here;
    }
    if (k == WT_CB_WSYNC) need = slot_mask(&v, x) & alive(&v) & ~here;
    for (uint64_t s = here; s; s &= s - 1) {
      unsigned i = wt_lowest(s);
      if (v.thread_pc[i] != v.thread_pc[l] || (k == WT_CB_READY && rank_of(&v, i) != rank_of(&v, l))) here &= ~bit(i);
    }
    here &= left;
    p[n++] = (wt_path){v.thread_pc[l], here, need, kinds[k], (uint8_t)(k == WT_CB_READY ? 0 : x)};
    left &= ~here;
  }
  return n;
}

void wt_barrier_occupancy(const wt_barrier *self, unsigned w, unsigned occ[2]) {
  view v = open_view((wt_barrier *)(uintptr_t)self, w); /* read only */
  occ[0] = self->q.path_count[w] + (unsigned)(self->q.has_path >> w & 1);
  occ[1] = wt_popcount(alive(&v) & ~of_kind(&v, WT_CB_READY));
}
