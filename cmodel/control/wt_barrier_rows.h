/* wt_barrier_rows.h - access to the rows of one warp of the control-flow unit with convergence barriers, for its C twin,
 * its reports and its tests.
 */
#ifndef WT_BARRIER_ROWS_H
#define WT_BARRIER_ROWS_H
#include "control/wt_barrier.h"

/* Thread rows are bit planes where the rules ask "all threads of kind k", words where they need a value. */
typedef struct {
  wt_barrier *self;
  wt_barrier_state *q;
  const wt_shape *S;
  unsigned w, n;
  uint32_t *thread_pc, *thread_kind, *thread_at, *thread_rank;
} view;

static inline unsigned row_words(unsigned bits) { return (bits + 31) / 32; }
static inline uint64_t bit(unsigned i) { return UINT64_C(1) << i; }
static inline uint64_t lowest_bit(uint64_t s) { return s & -s; }

static inline view open_view(wt_barrier *self, unsigned w) {
  wt_barrier_state *q = &self->q;
  const wt_shape *S = self->in.S;
  view v = {.self = self, .q = q, .S = S, .w = w, .n = S->SLOT_LANES};
  v.thread_pc = q->thread_pc_w + (size_t)w * v.n;
  v.thread_kind = q->thread_kind_w + (size_t)w * row_words(3 * v.n);
  v.thread_at = q->thread_at_w + (size_t)w * row_words(4 * v.n);
  v.thread_rank = q->thread_rank_w + (size_t)w * row_words(v.n * S->PATH_W);
  return v;
}

/* ---- thread states ---- */
static inline uint64_t plane(const view *v, unsigned k) { return wt_words_get(v->thread_kind, k * v->n, v->n); }
static inline void put_plane(view *v, unsigned k, uint64_t p) {
  wt_words_put(v->thread_kind, k * v->n, v->n, p);
  WT_TOUCH(v->q->thread_kind_log, v->w);
}
static inline uint64_t alive(const view *v) { return ~v->q->finished[v->w] & wt_mask64(v->n); }
static inline uint64_t of_kind(const view *v, unsigned k) {
  return alive(v) & (k & 1 ? plane(v, 0) : ~plane(v, 0)) & (k & 2 ? plane(v, 1) : ~plane(v, 1));
}
static inline uint64_t yielded(const view *v) { return of_kind(v, WT_CB_READY) & plane(v, 2); }
static inline void set_kind(view *v, uint64_t set, unsigned kind) { /* none of these threads has yielded: they were active, or wait */
  put_plane(v, 0, kind & 1 ? plane(v, 0) | set : plane(v, 0) & ~set);
  put_plane(v, 1, kind & 2 ? plane(v, 1) | set : plane(v, 1) & ~set);
}
static inline void set_yielded(view *v, uint64_t set) { put_plane(v, 2, plane(v, 2) | set); }
static inline void clear_yielded(view *v, uint64_t set) { put_plane(v, 2, plane(v, 2) & ~set); }
/* at(x, k) of the rule table */
static inline uint64_t waiting_at(const view *v, unsigned x, unsigned k) {
  uint64_t s = of_kind(v, k);
  for (unsigned b = 0; b < 4 && s; b++) {
    uint64_t p = wt_words_get(v->thread_at, b * v->n, v->n);
    s &= x >> b & 1 ? p : ~p;
  }
  return s;
}
static inline unsigned x_of(const view *v, unsigned lane) {
  unsigned x = 0;
  for (unsigned b = 0; b < 4; b++) x |= (unsigned)wt_words_get(v->thread_at, b * v->n + lane, 1) << b;
  return x;
}
static inline void set_x(view *v, uint64_t set, unsigned x) {
  for (unsigned b = 0; b < 4; b++) {
    uint64_t p = wt_words_get(v->thread_at, b * v->n, v->n);
    wt_words_put(v->thread_at, b * v->n, v->n, x >> b & 1 ? p | set : p & ~set);
  }
  WT_TOUCH(v->q->thread_at_log, v->w);
}
static inline void set_pc(view *v, uint64_t set, uint32_t pc) {
  for (; set; set &= set - 1) v->thread_pc[wt_lowest(set)] = pc;
  WT_TOUCH(v->q->thread_pc_log, v->w);
}
/* Lanes of set with the highest or the lowest pc. */
static inline uint64_t extreme(const view *v, uint64_t set, int max) {
  uint64_t best = 0;
  uint32_t pc = 0;
  for (; set; set &= set - 1) {
    uint32_t p = v->thread_pc[wt_lowest(set)];
    if (!best || (max ? p > pc : p < pc)) best = 0, pc = p;
    if (p == pc) best |= lowest_bit(set);
  }
  return best;
}

/* ---- list of runnable paths: every thread knows the place of its path ---- */
static inline unsigned rank_of(const view *v, unsigned lane) { return (unsigned)wt_words_get(v->thread_rank, lane * v->S->PATH_W, v->S->PATH_W); }
static inline void set_rank(view *v, unsigned lane, unsigned r) { wt_words_put(v->thread_rank, lane * v->S->PATH_W, v->S->PATH_W, r); }
static inline uint64_t listed(const view *v) { return of_kind(v, WT_CB_READY) & ~v->q->cur_mask[v->w]; }
/* as wide as the register, also on a warp that was never launched */
static inline void set_path_count(view *v, unsigned n) { WT_PUT(v->q, path_count, v->w) = (uint8_t)(n & ((2u << v->S->PATH_W) - 1)); }
/* R23 */
static inline void push(view *v, uint64_t set, int top) {
  unsigned n = v->q->path_count[v->w];
  if (top)
    for (uint64_t s = listed(v) & ~set; s; s &= s - 1) set_rank(v, wt_lowest(s), rank_of(v, wt_lowest(s)) + 1);
  for (; set; set &= set - 1) set_rank(v, wt_lowest(set), top ? 0 : n);
  set_path_count(v, n + 1);
  WT_TOUCH(v->q->thread_rank_log, v->w);
}
/* R23 */
static inline uint64_t pop(view *v, unsigned rank) {
  uint64_t set = 0;
  for (uint64_t s = listed(v); s; s &= s - 1) {
    unsigned l = wt_lowest(s), r = rank_of(v, l);
    if (r == rank) set |= bit(l);
    if (r > rank) set_rank(v, l, r - 1);
  }
  set_path_count(v, v->q->path_count[v->w] - 1u);
  WT_TOUCH(v->q->thread_rank_log, v->w);
  return set;
}

/* ---- WARPSYNC slots ---- */
static inline uint64_t slot_mask(const view *v, unsigned s) {
  return wt_words_get(v->q->slot_mask + (size_t)v->w * row_words(v->S->WSYNC_SLOTS * v->n), s * v->n, v->n);
}

/* ---- participants: one view a register, or one a register and lane ---- */
static inline unsigned b_mask_words(const wt_shape *S) { return row_words(S->VIEWS * S->SLOT_LANES); }
static inline const uint32_t *b_mask_row(const wt_barrier *self, unsigned w, unsigned n) {
  return self->q.b_mask + (size_t)(w * self->in.S->BX_REGS + n) * b_mask_words(self->in.S);
}
static inline unsigned b_valid_words(const wt_shape *S) { return row_words(S->BX_REGS * S->VIEWS); }
static inline const uint32_t *b_valid_row(const wt_barrier *self, unsigned w) { return self->q.b_valid + (size_t)w * b_valid_words(self->in.S); }
static inline unsigned view_no(const wt_shape *S, unsigned lane) { return S->VIEWS > 1 ? lane : 0; }
static inline uint64_t view_of(const wt_barrier *self, unsigned w, unsigned n, unsigned lane) {
  return wt_words_get(b_mask_row(self, w, n), view_no(self->in.S, lane) * self->in.S->SLOT_LANES, self->in.S->SLOT_LANES);
}
static inline int view_used(const wt_barrier *self, unsigned w, unsigned n, unsigned lane) {
  return n < self->in.S->BX_REGS && wt_words_get(b_valid_row(self, w), n * self->in.S->VIEWS + view_no(self->in.S, lane), 1);
}
static inline void put_view(wt_barrier *self, unsigned w, unsigned n, unsigned lane, uint64_t mask) {
  uint32_t *row = WT_PUT_WORDS(&self->q, b_mask, w * self->in.S->BX_REGS + n, b_mask_words(self->in.S));
  wt_words_put(row, view_no(self->in.S, lane) * self->in.S->SLOT_LANES, self->in.S->SLOT_LANES, mask);
}
static inline void use_view(wt_barrier *self, unsigned w, unsigned n, unsigned lane, unsigned on) {
  wt_words_put(WT_PUT_WORDS(&self->q, b_valid, w, b_valid_words(self->in.S)), n * self->in.S->VIEWS + view_no(self->in.S, lane), 1, on);
}
/* Of these lanes those whose view is a row of its own. */
static inline uint64_t views(const wt_barrier *self, uint64_t lanes) { return self->in.S->VIEWS > 1 ? lanes : 1; }
/* Lanes that see the same barrier in Bn as this lane does. */
static inline uint64_t same_barrier(const wt_barrier *self, unsigned w, unsigned n, unsigned lane) {
  unsigned ws = self->in.S->SLOT_LANES;
  uint64_t ref, s = 0;
  if (self->in.S->VIEWS == 1) return wt_mask64(ws);
  if (!view_used(self, w, n, lane)) return 0;
  ref = view_of(self, w, n, lane);
  for (unsigned l = 0; l < ws; l++)
    if (view_used(self, w, n, l) && view_of(self, w, n, l) == ref) s |= bit(l);
  return s;
}
/* Lanes of e that take part in the barrier they see in Bn. */
static inline uint64_t participants(const wt_barrier *self, unsigned w, unsigned n, uint64_t e) {
  uint64_t s = 0;
  for (; e; e &= e - 1) {
    unsigned l = wt_lowest(e);
    if (view_used(self, w, n, l) && (view_of(self, w, n, l) >> l & 1)) s |= bit(l);
  }
  return s;
}
#endif
