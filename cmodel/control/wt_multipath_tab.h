/* wt_multipath_tab.h - rows of one warp of wt_multipath: splits, their order, reconvergence points. Only its own twin includes it.
 *
 * Every function changes rows of the view's warp and reports them to the write logs. Rule numbers: docs/blocks/control/wt_multipath.md.
 */
#ifndef WT_MULTIPATH_TAB_H
#define WT_MULTIPATH_TAB_H
#include "control/wt_multipath.h"

typedef struct {
  wt_multipath *self;
  wt_multipath_state *q;
  unsigned w, lanes, paths, path_w, points, link_w;
  uint32_t *split_mask, *split_pc, *split_kind, *split_at, *split_rec, *split_depth, *split_start, *order, *slot_mask, *rec_mask, *rec_arrived,
    *rec_pc, *rec_outer, *rec_depth, *rec_kind;
} wt_mp;

/* The link of a split or point to its reconvergence point: number, or NONE. */
enum { WT_MP_NONE = -1 };

static inline unsigned wt_mp_words(unsigned bits) { return (bits + 31) / 32; }
static inline uint64_t wt_mp_bit(unsigned i) { return UINT64_C(1) << i; }

static inline wt_mp wt_mp_open(wt_multipath *self, unsigned w) {
  wt_multipath_state *q = &self->q;
  const wt_shape *S = self->in.S;
  const unsigned p = S->PATHS, r = S->RT_DEPTH, lw = S->RTX_W + 1;
  wt_mp v = {.self = self, .q = q, .w = w, .lanes = S->SLOT_LANES, .paths = p, .path_w = S->PATH_W, .points = r, .link_w = lw};
#define AT(row, bits) (q->row##_w + (size_t)w * wt_mp_words(bits))
  v.split_mask = AT(split_mask, p * v.lanes), v.split_pc = AT(split_pc, p * 32), v.split_kind = AT(split_kind, 3 * p),
  v.split_at = AT(split_at, 4 * p), v.split_rec = AT(split_rec, p * lw);
  v.split_depth = AT(split_depth, p * S->MP_CALL_W), v.split_start = AT(split_start, S->MP_START_W), v.order = AT(order, p * S->PATH_W),
  v.slot_mask = AT(slot_mask, S->WSYNC_SLOTS * v.lanes);
  v.rec_mask = AT(rec_mask, r * v.lanes), v.rec_arrived = AT(rec_arrived, r * v.lanes), v.rec_pc = AT(rec_pc, r * 32),
  v.rec_outer = AT(rec_outer, r * lw), v.rec_depth = AT(rec_depth, r * S->MP_CALL_W);
  v.rec_kind = AT(rec_kind, 2 * r);
#undef AT
  return v;
}

/* ---- splits ---- */
static inline uint64_t wt_mp_plane(const wt_mp *v, unsigned k) { return wt_words_get(v->split_kind, k * v->paths, v->paths); }
static inline uint64_t wt_mp_used(const wt_mp *v) { return wt_mp_plane(v, 0); }
static inline uint64_t wt_mp_kind(const wt_mp *v, unsigned k) {
  return wt_mp_used(v) & (k & 1 ? wt_mp_plane(v, 1) : ~wt_mp_plane(v, 1)) & (k & 2 ? wt_mp_plane(v, 2) : ~wt_mp_plane(v, 2));
}
static inline unsigned wt_mp_x(const wt_mp *v, unsigned i) {
  unsigned x = 0;
  for (unsigned b = 0; b < 4; b++) x |= (unsigned)wt_words_get(v->split_at, b * v->paths + i, 1) << b;
  return x;
}
static inline uint64_t wt_mp_waiting(const wt_mp *v, unsigned x, unsigned kind) {
  uint64_t g = 0;
  for (uint64_t s = wt_mp_kind(v, kind); s; s &= s - 1)
    if (wt_mp_x(v, wt_lowest(s)) == x) g |= s & -s;
  return g;
}
static inline uint64_t wt_mp_mask(const wt_mp *v, unsigned i) { return wt_words_get(v->split_mask, i * v->lanes, v->lanes); }
static inline uint64_t wt_mp_masks(const wt_mp *v, uint64_t set) {
  uint64_t m = 0;
  for (; set; set &= set - 1) m |= wt_mp_mask(v, wt_lowest(set));
  return m;
}
static inline unsigned wt_mp_depth(const wt_mp *v, unsigned i) {
  return (unsigned)wt_words_get(v->split_depth, i * v->self->in.S->MP_CALL_W, v->self->in.S->MP_CALL_W);
}
static inline int wt_mp_get_link(const uint32_t *row, unsigned i, unsigned w) {
  unsigned x = (unsigned)wt_words_get(row, i * w, w);
  return x >> (w - 1) ? (int)(x & ((1u << (w - 1)) - 1)) : WT_MP_NONE;
}
static inline void wt_mp_put_link(uint32_t *row, unsigned i, unsigned w, int to) {
  wt_words_put(row, i * w, w, to < 0 ? 0 : (unsigned)to | 1u << (w - 1));
}
static inline int wt_mp_point(const wt_mp *v, unsigned i) { return wt_mp_get_link(v->split_rec, i, v->link_w); }
static inline void wt_mp_set_mask(wt_mp *v, unsigned i, uint64_t mask) {
  wt_words_put(v->split_mask, i * v->lanes, v->lanes, mask);
  WT_TOUCH(v->q->split_mask_log, v->w);
}
static inline void wt_mp_set_pc(wt_mp *v, unsigned i, uint32_t pc) {
  v->split_pc[i] = pc;
  WT_TOUCH(v->q->split_pc_log, v->w);
}
static inline void wt_mp_set_kind(wt_mp *v, unsigned i, unsigned used, unsigned kind) {
  wt_words_put(v->split_kind, i, 1, used);
  wt_words_put(v->split_kind, v->paths + i, 1, kind & 1);
  wt_words_put(v->split_kind, 2 * v->paths + i, 1, kind >> 1);
  WT_TOUCH(v->q->split_kind_log, v->w);
}
static inline void wt_mp_set_x(wt_mp *v, unsigned i, unsigned x) {
  for (unsigned b = 0; b < 4; b++) wt_words_put(v->split_at, b * v->paths + i, 1, x >> b & 1);
  WT_TOUCH(v->q->split_at_log, v->w);
}
static inline void wt_mp_set_yielded(wt_mp *v, unsigned i, unsigned y) {
  WT_PUT(v->q, split_yield, v->w) = (v->q->split_yield[v->w] & ~wt_mp_bit(i)) | (uint64_t)y << i;
}
static inline void wt_mp_set_point(wt_mp *v, unsigned i, int to) {
  wt_mp_put_link(v->split_rec, i, v->link_w, to);
  WT_TOUCH(v->q->split_rec_log, v->w);
}
static inline void wt_mp_set_depth(wt_mp *v, unsigned i, unsigned d) {
  wt_words_put(v->split_depth, i * v->self->in.S->MP_CALL_W, v->self->in.S->MP_CALL_W, d & (unsigned)wt_mask64(v->self->in.S->MP_CALL_W));
  WT_TOUCH(v->q->split_depth_log, v->w);
}
static inline void wt_mp_set_start(wt_mp *v, unsigned i, uint32_t pc) {
  if (!v->self->in.S->OREC) return;
  v->split_start[i] = pc;
  WT_TOUCH(v->q->split_start_log, v->w);
}

/* ---- order of the runnable splits (R6); positions behind the last are kept as the shifts leave them ---- */
static inline unsigned wt_mp_at(const wt_mp *v, unsigned pos) { return (unsigned)wt_words_get(v->order, pos * v->path_w, v->path_w); }
static inline void wt_mp_list_put(wt_mp *v, unsigned pos, unsigned i) { wt_words_put(v->order, pos * v->path_w, v->path_w, i); }
static inline void wt_mp_count(wt_mp *v, int by) {
  WT_PUT(v->q, order_count, v->w) = (uint8_t)((unsigned)(v->q->order_count[v->w] + by) & (unsigned)wt_mask64(v->path_w + 1));
  WT_TOUCH(v->q->order_log, v->w);
}
static inline void wt_mp_unlist(wt_mp *v, unsigned i) {
  unsigned k = 0, n = v->q->order_count[v->w];
  while (k < n && k < v->paths && wt_mp_at(v, k) != i) k++;
  if (k >= n || k >= v->paths) return;
  for (; k + 1 < v->paths; k++) wt_mp_list_put(v, k, wt_mp_at(v, k + 1));
  wt_mp_list_put(v, v->paths - 1, 0);
  wt_mp_count(v, -1);
}
static inline void wt_mp_back(wt_mp *v, unsigned i) {
  if (v->q->order_count[v->w] < v->paths) wt_mp_list_put(v, v->q->order_count[v->w], i);
  wt_mp_count(v, 1);
}
static inline void wt_mp_front(wt_mp *v, unsigned i) {
  for (unsigned k = v->paths - 1; k; k--) wt_mp_list_put(v, k, wt_mp_at(v, k - 1));
  wt_mp_list_put(v, 0, i);
  wt_mp_count(v, 1);
}
/* A split that has become runnable: run-until-block prefers the newest, the other policies go round. */
static inline void wt_mp_list_new(wt_mp *v, unsigned i) {
  if (v->self->in.cfg->policy == WT_PATH_POLICY_block) wt_mp_front(v, i);
  else wt_mp_back(v, i);
}

/* ---- reconvergence points ---- */
static inline uint64_t wt_mp_points(const wt_mp *v) { return wt_words_get(v->rec_kind, 0, v->points); }
static inline int wt_mp_is_ret(const wt_mp *v, int r) { return (int)wt_words_get(v->rec_kind, v->points + (unsigned)r, 1); }
static inline int wt_mp_is_early(const wt_mp *v, int r) { return v->self->in.S->OREC && (v->q->rec_early[v->w] >> r & 1); }
static inline uint64_t wt_mp_full(const wt_mp *v, int r) { return wt_words_get(v->rec_mask, (unsigned)r * v->lanes, v->lanes); }
static inline uint64_t wt_mp_arrived(const wt_mp *v, int r) { return wt_words_get(v->rec_arrived, (unsigned)r * v->lanes, v->lanes); }
static inline int wt_mp_parent(const wt_mp *v, int r) { return wt_mp_get_link(v->rec_outer, (unsigned)r, v->link_w); }
static inline unsigned wt_mp_point_depth(const wt_mp *v, int r) {
  return (unsigned)wt_words_get(v->rec_depth, (unsigned)r * v->self->in.S->MP_CALL_W, v->self->in.S->MP_CALL_W);
}
static inline void wt_mp_set_full(wt_mp *v, int r, uint64_t mask) {
  wt_words_put(v->rec_mask, (unsigned)r * v->lanes, v->lanes, mask);
  WT_TOUCH(v->q->rec_mask_log, v->w);
}
static inline void wt_mp_set_arrived(wt_mp *v, int r, uint64_t mask) {
  wt_words_put(v->rec_arrived, (unsigned)r * v->lanes, v->lanes, mask);
  WT_TOUCH(v->q->rec_arrived_log, v->w);
}
static inline void wt_mp_set_point_pc(wt_mp *v, int r, uint32_t pc) {
  v->rec_pc[r] = pc;
  WT_TOUCH(v->q->rec_pc_log, v->w);
}
static inline void wt_mp_set_points(wt_mp *v, uint64_t used) {
  wt_words_put(v->rec_kind, 0, v->points, used);
  WT_TOUCH(v->q->rec_kind_log, v->w);
}
/* Lowest free point, or NONE. */
static inline int wt_mp_free_point(const wt_mp *v) {
  uint64_t f = ~wt_mp_points(v) & wt_mask64(v->points);
  return f ? (int)wt_lowest(f) : WT_MP_NONE;
}
static inline void wt_mp_make_point(wt_mp *v, int r, uint32_t pc, int ret, int early, unsigned depth, uint64_t full, uint64_t arrived, int parent) {
  wt_mp_set_points(v, wt_mp_points(v) | wt_mp_bit((unsigned)r));
  wt_words_put(v->rec_kind, v->points + (unsigned)r, 1, (unsigned)ret);
  if (v->self->in.S->OREC) {
    WT_PUT(v->q, rec_early, v->w) = (v->q->rec_early[v->w] & ~wt_mp_bit((unsigned)r)) | (uint64_t)(early != 0) << r;
  }
  wt_words_put(v->rec_depth, (unsigned)r * v->self->in.S->MP_CALL_W, v->self->in.S->MP_CALL_W, depth);
  WT_TOUCH(v->q->rec_depth_log, v->w);
  wt_mp_put_link(v->rec_outer, (unsigned)r, v->link_w, parent);
  WT_TOUCH(v->q->rec_outer_log, v->w);
  wt_mp_set_point_pc(v, r, pc);
  wt_mp_set_full(v, r, full);
  wt_mp_set_arrived(v, r, arrived);
}
/* R14: the point is gone; whoever was on the way to it is on the way to its parent. */
static inline void wt_mp_drop_point(wt_mp *v, int r) {
  int up = wt_mp_parent(v, r);
  for (unsigned i = 0; i < v->paths; i++)
    if (wt_mp_point(v, i) == r) wt_mp_set_point(v, i, up);
  for (unsigned i = 0; i < v->points; i++)
    if (wt_mp_parent(v, (int)i) == r) wt_mp_put_link(v->rec_outer, i, v->link_w, up);
  WT_TOUCH(v->q->split_rec_log, v->w);
  WT_TOUCH(v->q->rec_outer_log, v->w);
  wt_mp_set_points(v, wt_mp_points(v) & ~wt_mp_bit((unsigned)r));
}
#endif
