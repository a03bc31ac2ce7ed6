/* wt_hanoi_yr.c - C twin of the control-flow unit: one pool of paths per warp, one event machine for all warps.
 *
 * Spec: docs/blocks/control/wt_hanoi_yr.md; comments name its rules as R<number>. The machine is idle most of the time
 * and an EV_ADV changes nothing, so moore and tick leave early. Pool rows are bit planes where the rules ask "all
 * entries of kind k", words where they need a value.
 */
#include "control/wt_hanoi_yr.h"

#include "control/wt_cfu.h"
#include "spec/wt_paths.h"

/* The rows of the warp that the machine works on. */
typedef struct {
  wt_hanoi_yr *self;
  wt_hanoi_yr_state *q;
  unsigned w, lanes, paths, path_w;
  uint32_t *pool_mask, *pool_pc, *pool_kind, *pool_at, *ring;
} view;

static unsigned row_words(unsigned bits) { return (bits + 31) / 32; }

static view open_view(wt_hanoi_yr *self, unsigned w) {
  wt_hanoi_yr_state *q = &self->q;
  const wt_shape *S = self->in.S;
  return (view){.self = self,
                .q = q,
                .w = w,
                .lanes = S->SLOT_LANES,
                .paths = S->PATHS,
                .path_w = S->PATH_W,
                .pool_mask = &q->pool_mask_w[(size_t)w * row_words(S->PATHS * S->SLOT_LANES)],
                .pool_pc = &q->pool_pc_w[(size_t)w * S->PATHS],
                .pool_kind = &q->pool_kind_w[(size_t)w * row_words(3 * S->PATHS)],
                .pool_at = &q->pool_at_w[(size_t)w * row_words(4 * S->PATHS)],
                .ring = &q->ring_w[(size_t)w * row_words(S->PATHS * S->PATH_W)]};
}

/* ---- pool entries ---- */
static uint64_t bit(unsigned i) { return UINT64_C(1) << i; }
static uint64_t plane(const view *v, unsigned k) { return wt_words_get(v->pool_kind, k * v->paths, v->paths); }
static uint64_t used(const view *v) { return plane(v, 0); }
static uint64_t of_kind(const view *v, unsigned k) { return used(v) & (k & 1 ? plane(v, 1) : ~plane(v, 1)) & (k & 2 ? plane(v, 2) : ~plane(v, 2)); }
/* all(x, k) of the rule table */
static uint64_t waiting_at(const view *v, unsigned x, unsigned k) {
  uint64_t s = of_kind(v, k);
  for (unsigned b = 0; b < 4 && s; b++) {
    uint64_t p = wt_words_get(v->pool_at, b * v->paths, v->paths);
    s &= x >> b & 1 ? p : ~p;
  }
  return s;
}
static unsigned x_of(const view *v, unsigned i) {
  unsigned x = 0;
  for (unsigned b = 0; b < 4; b++) x |= (unsigned)wt_words_get(v->pool_at, b * v->paths + i, 1) << b;
  return x;
}
static uint64_t mask_of(const view *v, unsigned i) { return wt_words_get(v->pool_mask, i * v->lanes, v->lanes); }
static uint64_t masks_of(const view *v, uint64_t set) {
  uint64_t m = 0;
  for (; set; set &= set - 1) m |= mask_of(v, wt_lowest(set));
  return m;
}
static void set_mask(view *v, unsigned i, uint64_t mask) {
  wt_words_put(v->pool_mask, i * v->lanes, v->lanes, mask);
  WT_TOUCH(v->q->pool_mask_log, v->w);
}
static void set_pc(view *v, unsigned i, uint32_t pc) {
  v->pool_pc[i] = pc;
  WT_TOUCH(v->q->pool_pc_log, v->w);
}
static void set_state(view *v, unsigned i, unsigned in_use, unsigned kind) {
  wt_words_put(v->pool_kind, i, 1, in_use);
  wt_words_put(v->pool_kind, v->paths + i, 1, kind & 1);
  wt_words_put(v->pool_kind, 2 * v->paths + i, 1, kind >> 1);
  WT_TOUCH(v->q->pool_kind_log, v->w);
}
static void set_x(view *v, unsigned i, unsigned x) {
  for (unsigned b = 0; b < 4; b++) wt_words_put(v->pool_at, b * v->paths + i, 1, x >> b & 1);
  WT_TOUCH(v->q->pool_at_log, v->w);
}
static void set_yielded(view *v, unsigned i, unsigned y) { WT_PUT(v->q, pool_yield, v->w) = (v->q->pool_yield[v->w] & ~bit(i)) | (uint64_t)y << i; }

/* ---- queue ---- */
static void queue_write(view *v, unsigned pos, unsigned i) {
  wt_words_put(v->ring, pos * v->path_w, v->path_w, i);
  WT_PUT(v->q, ring_count, v->w) =
    (uint8_t)((v->q->ring_count[v->w] + 1u) & (2 * v->paths - 1)); /* as wide as the register, also on a warp that was never launched */
  WT_TOUCH(v->q->ring_log, v->w);
}
static void push_top(view *v, unsigned i) {
  unsigned pos = (v->q->ring_head[v->w] - 1u) & (v->paths - 1);
  WT_PUT(v->q, ring_head, v->w) = (uint8_t)pos;
  queue_write(v, pos, i);
}
static void push_bottom(view *v, unsigned i) { queue_write(v, (v->q->ring_head[v->w] + v->q->ring_count[v->w]) & (v->paths - 1), i); }
static unsigned pop_top(view *v) {
  unsigned pos = v->q->ring_head[v->w];
  WT_PUT(v->q, ring_head, v->w) = (uint8_t)((pos + 1) & (v->paths - 1));
  WT_PUT(v->q, ring_count, v->w) = (uint8_t)((v->q->ring_count[v->w] - 1u) & (2 * v->paths - 1));
  return (unsigned)wt_words_get(v->ring, pos * v->path_w, v->path_w);
}

/* ---- small per-warp values ---- */
static void set_futile(view *v, unsigned n) { WT_PUT(v->q, futile, v->w) = (uint8_t)n; }
static void set_cur_mask(view *v, uint64_t mask) {
  WT_PUT(v->q, cur_mask, v->w) = mask;
  v->q->changed = (uint8_t)v->self->in.S->SB_SPLIT; /* R26 */
}
static void set_b_valid(wt_hanoi_yr_state *q, unsigned w, unsigned n, unsigned on) {
  WT_PUT(q, b_valid, w) = (uint16_t)((q->b_valid[w] & ~(1u << n)) | on << n);
}
static void set_b_mask(wt_hanoi_yr *self, unsigned w, unsigned n, uint64_t mask) {
  unsigned row = w * self->in.S->BX_REGS + n;
  WT_PUT(&self->q, b_mask, row) = mask;
}
static void redirect(wt_hanoi_yr_state *q, uint32_t pc, unsigned stop) { q->redir_valid = 1, q->redir_pc = pc, q->redir_stop = (uint8_t)stop; }

/* What follows when the current step has nothing to release (R21). */
static void next_phase(wt_hanoi_yr_state *q) {
  if (q->check_b) q->state = WT_YR_CHECK;
  else if (q->check_slot) q->state = WT_YR_CHECKW;
  else if (q->e_kind == WT_EV_YIELD) q->state = WT_YR_YEND;
  else q->state = q->has_path >> q->at_warp & 1 ? WT_YR_IDLE : WT_YR_SELECT;
}

/* R5: entry for the lanes that do not do what the others do; there is always a free one. */
static void new_path(view *v, uint32_t pc, uint64_t mask) {
  unsigned f = wt_lowest(~used(v));
  set_mask(v, f, mask);
  set_pc(v, f, pc);
  set_state(v, f, 1, WT_YR_RUN);
  set_yielded(v, f, 0);
  push_top(v, f);
}

/* R5 */
static void park(view *v, unsigned kind, unsigned x) {
  wt_hanoi_yr_state *q = v->q;
  unsigned c = q->cur_entry[v->w];
  uint64_t rest = q->cur_mask[v->w] & ~q->e_mask;
  if (rest) new_path(v, q->e_pc + 16, rest);
  set_mask(v, c, q->e_mask);
  set_pc(v, c, q->e_pc + 16);
  set_state(v, c, 1, kind);
  set_x(v, c, x);
  q->has_path &= ~wt_warp(v->w);
}

/* ---- EXEC: one step per event ---- */
/* R6 */
static void exec_split(view *v) {
  wt_hanoi_yr_state *q = v->q;
  uint64_t taken = q->e_mask, rest = q->cur_mask[v->w] & ~taken;
  unsigned nt = wt_popcount(taken), nr = wt_popcount(rest), order = v->self->in.cfg->order;
  int taken_first = order == WT_PATH_ORDER_taken || (order == WT_PATH_ORDER_majority ? nt >= nr : nt < nr);
  uint64_t first = taken_first ? taken : rest;
  new_path(v, taken_first ? q->e_pc + 16 : q->e_tgt, taken_first ? rest : taken);
  set_mask(v, q->cur_entry[v->w], first);
  set_cur_mask(v, first);
  set_futile(v, 0);
  if (taken_first) redirect(q, q->e_tgt, 0);
  q->state = WT_YR_IDLE;
}

static uint64_t slot_mask(const view *v, unsigned s) {
  return wt_words_get(v->q->slot_mask + (size_t)v->w * row_words(v->self->in.S->WSYNC_SLOTS * v->lanes), s * v->lanes, v->lanes);
}

static void push_self(view *v, uint32_t pc) {
  unsigned c = v->q->cur_entry[v->w];
  set_pc(v, c, pc);
  set_yielded(v, c, 1);
  push_bottom(v, c);
  v->q->has_path &= ~wt_warp(v->w);
}

/* R10 */
static void exec_wsync(view *v) {
  wt_hanoi_yr_state *q = v->q;
  unsigned n = v->self->in.S->WSYNC_SLOTS, valid = q->slot_valid[v->w], s = 0;
  while (s < n && !((valid >> s & 1) && slot_mask(v, s) == q->e_val)) s++;
  if (s == n) s = wt_lowest(~(uint64_t)valid);
  if (s == n) { /* R11: no slot, this path tries again later */
    push_self(v, q->e_pc);
    q->state = WT_YR_SELECT;
    return;
  }
  wt_words_put(WT_PUT_WORDS(q, slot_mask, v->w, row_words(n * v->lanes)), s * v->lanes, v->lanes, q->e_val);
  WT_PUT(q, slot_valid, v->w) |= (uint8_t)(1u << s);
  park(v, WT_YR_WW, s);
  q->check_b = 0, q->check_slot = (uint8_t)(1u << s);
  next_phase(q);
}

/* R20: registers without waiters cannot release anything. */
static void check_all(view *v) {
  v->q->check_b = of_kind(v, WT_YR_WB) ? v->q->b_valid[v->w] : 0;
  v->q->check_slot = of_kind(v, WT_YR_WW) ? v->q->slot_valid[v->w] : 0;
}

/* R13 */
static void exec_exit(view *v) {
  wt_hanoi_yr_state *q = v->q;
  unsigned c = q->cur_entry[v->w];
  uint64_t left = q->cur_mask[v->w] & ~q->e_mask;
  WT_PUT(q, finished, v->w) |= q->e_mask;
  set_mask(v, c, left);
  set_cur_mask(v, left);
  set_futile(v, 0);
  if (!left) {
    set_state(v, c, 0, WT_YR_RUN);
    q->has_path &= ~wt_warp(v->w);
  }
  check_all(v);
  next_phase(q);
}

static void step_exec(view *v) {
  wt_hanoi_yr_state *q = v->q;
  switch (q->e_kind) {
    case WT_EV_BRA:
    case WT_EV_CALL: exec_split(v); break;
    case WT_EV_BSYNC: /* R7 */
      park(v, WT_YR_WB, q->e_bx);
      q->check_b = (uint16_t)(1u << q->e_bx), q->check_slot = 0;
      next_phase(q);
      break;
    case WT_EV_WSYNC:
      if (!v->self->in.sched->busy) exec_wsync(v); /* R28: not before the last beat of WARPSYNC Rb has issued */
      break;
    case WT_EV_YIELD: /* R12 */
      push_self(v, q->e_pc + 16);
      check_all(v);
      next_phase(q);
      break;
    case WT_EV_EXIT: exec_exit(v); break;
    default: /* EV_BAR */ park(v, WT_YR_BAR, q->e_bx); q->state = WT_YR_SELECT; /* R15 */
  }
}

/* ---- the other steps ---- */
/* R29: one group of lanes of an indirect branch. */
static void step_tgt(view *v) {
  wt_hanoi_yr_state *q = v->q;
  const wt_hanoi_yr_in_tgt *t = v->self->in.tgt;
  if (!t->valid) return;
  if (!t->last) {
    new_path(v, t->pc, t->mask);
    return;
  }
  if (t->mask != q->cur_mask[v->w]) set_futile(v, 0);
  set_mask(v, q->cur_entry[v->w], t->mask);
  set_cur_mask(v, t->mask);
  redirect(q, t->pc, 0);
  q->state = WT_YR_IDLE;
}

static int wsync_passes(const wt_hanoi_yr_state *q, unsigned w, uint64_t k, uint64_t e) { return (k & ~q->finished[w] & ~e) == 0; }

/* R9 */
static void step_wait(view *v) {
  wt_hanoi_yr_state *q = v->q;
  if (!v->self->in.alu->sc_valid || v->self->in.alu->sc_warp != v->w) return;
  uint64_t val = v->self->in.alu->sc_val & wt_mask64(v->lanes);
  q->state = WT_YR_IDLE;
  if (q->e_kind == WT_EV_WSYNCR) {
    if (wsync_passes(q, v->w, val, q->e_mask)) return;
    q->e_val = val;
    q->e_kind = WT_EV_WSYNC;
    q->state = WT_YR_EXEC;
  } else if (q->e_bx < v->self->in.S->BX_REGS) {
    uint64_t s = val & ~q->finished[v->w];
    set_b_mask(v->self, v->w, q->e_bx, s);
    set_b_valid(q, v->w, q->e_bx, s != 0);
    q->check_b = (uint16_t)((s != 0) << q->e_bx), q->check_slot = 0;
    next_phase(q);
  }
}

/* R25 */
static void step_launch(view *v) {
  wt_hanoi_yr_state *q = v->q;
  unsigned w = v->w;
  for (unsigned i = 0; i < row_words(v->paths * v->lanes); i++) v->pool_mask[i] = 0;
  for (unsigned i = 0; i < row_words(3 * v->paths); i++) v->pool_kind[i] = 0;
  set_mask(v, 0, q->e_mask);
  set_state(v, 0, 1, WT_YR_RUN);
  set_cur_mask(v, q->e_mask);
  set_futile(v, 0);
  WT_PUT(q, finished, w) = ~q->e_mask & wt_mask64(v->lanes);
  WT_PUT(q, pool_yield, w) = 0;
  WT_PUT(q, ring_head, w) = 0;
  WT_PUT(q, ring_count, w) = 0;
  WT_PUT(q, cur_entry, w) = 0;
  WT_PUT(q, slot_valid, w) = 0;
  WT_PUT(q, b_valid, w) = 0;
  q->has_path |= wt_warp(w);
  q->dead &= ~wt_warp(w);
  redirect(q, 0, 0);
  q->state = WT_YR_IDLE;
}

/* R17 */
static void step_check(view *v) {
  wt_hanoi_yr_state *q = v->q;
  unsigned n = wt_lowest(q->check_b);
  uint64_t b = q->b_mask[v->w * v->self->in.S->BX_REGS + n], need = b & ~q->finished[v->w], arrived = 0, yielded = 0, g = 0;
  q->check_b &= (uint16_t)(q->check_b - 1);
  if (need) {
    for (uint64_t s = waiting_at(v, n, WT_YR_WB); s; s &= s - 1) {
      uint64_t e = mask_of(v, wt_lowest(s));
      if (e & b) arrived |= e, g |= s & -s;
    }
    if (v->self->in.cfg->yrel) yielded = masks_of(v, of_kind(v, WT_YR_RUN) & q->pool_yield[v->w]);
    if (!arrived || (need & ~arrived & ~yielded)) {
      next_phase(q);
      return;
    }
  }
  set_b_valid(q, v->w, n, 0);
  q->to_release = g;
  if (g) q->state = WT_YR_RELEASE;
  else next_phase(q);
}

/* R18 */
static void step_checkw(view *v) {
  wt_hanoi_yr_state *q = v->q;
  unsigned s = wt_lowest(q->check_slot);
  uint64_t g = waiting_at(v, s, WT_YR_WW);
  q->check_slot &= (uint8_t)(q->check_slot - 1);
  if (slot_mask(v, s) & ~q->finished[v->w] & ~masks_of(v, g)) {
    next_phase(q);
    return;
  }
  WT_PUT(q, slot_valid, v->w) &= (uint8_t) ~(1u << s);
  q->to_release = g;
  if (g) q->state = WT_YR_RELEASE;
  else next_phase(q);
}

/* R16: the entries of g with the highest pc become one runnable path on top of the queue. */
static void step_release(view *v) {
  wt_hanoi_yr_state *q = v->q;
  uint64_t group = 0;
  uint32_t high = v->pool_pc[wt_lowest(q->to_release)];
  for (uint64_t s = q->to_release; s; s &= s - 1) {
    unsigned i = wt_lowest(s);
    if (v->pool_pc[i] > high) high = v->pool_pc[i], group = 0;
    if (v->pool_pc[i] == high) group |= bit(i);
  }
  q->to_release &= ~group;
  uint64_t mask = masks_of(v, group);
  unsigned keep = wt_lowest(group);
  for (uint64_t s = group & (group - 1); s; s &= s - 1) {
    set_mask(v, wt_lowest(s), 0);
    set_state(v, wt_lowest(s), 0, WT_YR_RUN);
  }
  set_mask(v, keep, mask);
  set_state(v, keep, 1, WT_YR_RUN);
  set_yielded(v, keep, 0);
  push_top(v, keep);
  set_futile(v, 0);
  q->released = 1;
  if (!q->to_release) next_phase(q);
}

/* R19 */
static void step_force(view *v) {
  wt_hanoi_yr_state *q = v->q;
  uint64_t wb = of_kind(v, WT_YR_WB), g = 0;
  unsigned low = wt_lowest(wb);
  for (uint64_t s = wb; s; s &= s - 1)
    if (v->pool_pc[wt_lowest(s)] < v->pool_pc[low]) low = wt_lowest(s);
  for (uint64_t s = waiting_at(v, x_of(v, low), WT_YR_WB); s; s &= s - 1)
    if (v->pool_pc[wt_lowest(s)] == v->pool_pc[low]) g |= s & -s;
  q->to_release = g;
  q->state = WT_YR_RELEASE;
}

/* R14: a yield that changed nothing while others wait at a B register. */
static void step_yend(view *v) {
  wt_hanoi_yr_state *q = v->q;
  int futile = !q->released && !(of_kind(v, WT_YR_RUN) & ~q->pool_yield[v->w]) && of_kind(v, WT_YR_WB);
  int cut = futile && q->futile[v->w] == 15;
  set_futile(v, futile && !cut ? q->futile[v->w] + 1u : 0);
  q->e_kind = WT_EV_ADV;
  q->state = cut && v->self->in.cfg->force ? WT_YR_FORCE : WT_YR_SELECT;
}

/* R22 */
static void step_select(view *v) {
  wt_hanoi_yr_state *q = v->q;
  q->state = WT_YR_IDLE;
  if (q->ring_count[v->w]) {
    unsigned i = pop_top(v); /* R23 */
    WT_PUT(q, cur_entry, v->w) = (uint8_t)i;
    set_cur_mask(v, mask_of(v, i));
    set_yielded(v, i, 0);
    q->has_path |= wt_warp(v->w);
    if (!q->e_seq || v->pool_pc[i] != q->e_pc + 16) redirect(q, v->pool_pc[i], 0);
    return;
  }
  if (of_kind(v, WT_YR_WB) && v->self->in.cfg->force) {
    q->state = WT_YR_FORCE;
    return;
  }
  redirect(q, 0, 1);
  if (of_kind(v, WT_YR_BAR)) return;
  if (used(v)) q->dead |= wt_warp(v->w);
  else q->done = 1;
}

static void step(wt_hanoi_yr *self) {
  wt_hanoi_yr_state *q = &self->q;
  view v = open_view(self, q->at_warp);
  switch (q->state) {
    case WT_YR_EXEC: step_exec(&v); break;
    case WT_YR_WAIT: step_wait(&v); break;
    case WT_YR_TGT: step_tgt(&v); break;
    case WT_YR_LAUNCH: step_launch(&v); break;
    case WT_YR_CTAREL: /* R24 */
      q->to_release = waiting_at(&v, q->e_bx, WT_YR_BAR);
      if (q->to_release) q->state = WT_YR_RELEASE;
      else next_phase(q);
      break;
    case WT_YR_CHECK: step_check(&v); break;
    case WT_YR_CHECKW: step_checkw(&v); break;
    case WT_YR_RELEASE: step_release(&v); break;
    case WT_YR_FORCE: step_force(&v); break;
    case WT_YR_YEND: step_yend(&v); break;
    default: step_select(&v);
  }
}

/* ---- events ---- */

/* An event that needs the machine. What has no effect on the paths ends here, and so does a branch that all lanes take.
 */
static void take_event(wt_hanoi_yr *self) {
  wt_hanoi_yr_state *q = &self->q;
  const wt_hanoi_yr_in_issue *ev = self->in.issue;
  unsigned w = ev->ev_warp, kind = ev->ev_kind, n = ev->ev_bx;
  uint64_t e = ev->ev_mask, b = 0;
  if (n < self->in.S->BX_REGS && (q->b_valid[w] >> n & 1)) b = q->b_mask[w * self->in.S->BX_REGS + n];
  int valid = n < self->in.S->BX_REGS && (q->b_valid[w] >> n & 1);
  q->at_warp = (uint8_t)w;
  q->e_kind = (uint8_t)kind, q->e_seq = 1, q->e_pc = ev->ev_pc, q->e_mask = kind == WT_EV_BSYNC ? e & b : e; /* R3 */
  q->e_tgt = ev->ev_target, q->e_bx = (uint8_t)n, q->e_val = ev->ev_val;
  q->released = 0;
  switch (kind) {
    case WT_EV_BRA:
    case WT_EV_CALL:
      /* R4 */
      if (e == q->cur_mask[w]) redirect(q, ev->ev_target, 0);
      else q->state = WT_YR_EXEC;
      break;
    case WT_EV_BSYNC:
      if (e & b) q->state = WT_YR_EXEC; /* R4 */
      break;
    case WT_EV_BREAK:    /* R8 */
      if (!valid) break; /* R4 */
      set_b_mask(self, w, n, b & ~e);
      q->check_b = (uint16_t)(1u << n), q->check_slot = 0;
      q->state = WT_YR_CHECK;
      break;
    case WT_EV_WSYNC:
      if (!wsync_passes(q, w, ev->ev_val, e)) q->state = WT_YR_EXEC; /* R4 */
      break;
    case WT_EV_BMOVW: /* R9 */
    case WT_EV_WSYNCR: q->state = WT_YR_WAIT; break;
    case WT_EV_BRX:
    case WT_EV_RET:
    case WT_EV_CALLX: q->state = WT_YR_TGT; break;
    default: q->state = WT_YR_EXEC;
  }
}

/* CTA barrier release, else launch. */
static void take_other(wt_hanoi_yr *self) {
  wt_hanoi_yr_state *q = &self->q;
  int rel = self->in.ctabar->rel_valid;
  if (!rel && !(self->in.dispatch->launch_valid && self->in.dispatch->launch_last)) return;
  q->e_kind = WT_EV_ADV, q->e_seq = 0, q->released = 0;
  q->check_b = 0, q->check_slot = 0;
  if (rel) { /* R24 */
    q->at_warp = self->in.ctabar->rel_warp;
    q->e_bx = self->in.ctabar->rel_id;
    q->state = WT_YR_CTAREL;
  } else { /* R25 */
    q->at_warp = self->in.dispatch->launch_warp;
    q->e_mask = self->in.dispatch->launch_mask;
    q->state = WT_YR_LAUNCH;
  }
}

/* R2: BSSY and BMOV Rd,Bn: done at this edge, whatever the machine does. */
static void take_direct(wt_hanoi_yr *self) {
  const wt_hanoi_yr_in_issue *ev = self->in.issue;
  unsigned w = ev->ev_warp, n = ev->ev_bx;
  if (n >= self->in.S->BX_REGS) return;
  if (ev->ev_kind == WT_EV_BSSY) {
    set_b_mask(self, w, n, ev->ev_mask);
    set_b_valid(&self->q, w, n, 1);
  } else if (ev->ev_val & 1) {
    set_b_valid(&self->q, w, n, 0);
  }
}

void wt_hanoi_yr_tick(wt_hanoi_yr *self) {
  wt_hanoi_yr_state *q = &self->q;
  const wt_hanoi_yr_in_issue *ev = self->in.issue;
  unsigned idle = q->state == WT_YR_IDLE, taken = 0;
  if (q->redir_valid) q->redir_valid = q->redir_stop = 0, q->redir_pc = 0;
  q->done = q->changed = 0;
  if (ev->ev_valid && ev->ev_kind != WT_EV_ADV) { /* R1 */
    if (ev->ev_kind == WT_EV_BSSY || ev->ev_kind == WT_EV_BMOVR) {
      take_direct(self);
    } else if (idle) { /* R3 */
      take_event(self);
      taken = 1;
    }
  }
  if (!idle) step(self);
  else if (!taken) take_other(self);
}

/* ---- outputs ---- */
static void pulses(const wt_hanoi_yr_state *q, wt_cfu_out *o) {
  unsigned st = q->state;
  o->rel_ack = st == WT_YR_CTAREL;
  o->launch_ack = st == WT_YR_LAUNCH;
  o->tgt_take = st == WT_YR_TGT;
  o->forced = st == WT_YR_FORCE;
  wt_cfu_arrivals(o, st == WT_YR_EXEC, q->e_kind, q->at_warp, q->e_bx, q->e_mask);
}

void wt_hanoi_yr_moore(wt_hanoi_yr *self) {
  const wt_hanoi_yr_state *q = &self->q;
  wt_cfu_out *o = &self->o;
  unsigned busy = q->state != WT_YR_IDLE;
  o->run = busy || q->redir_valid || q->changed ? q->has_path & ~wt_warp(q->at_warp) : q->has_path; /* R26 */
  if (busy || !o->idle) pulses(q, o);
  o->idle = !busy;
  o->dead = q->dead;
  wt_cfu_next(o, q->redir_valid, q->redir_stop, q->redir_pc, q->done, q->at_warp);
  o->upd_valid = q->changed, o->upd_warp = q->changed ? q->at_warp : 0, o->upd_mask = q->changed ? q->cur_mask[q->at_warp] : 0; /* R26 */
}

void wt_hanoi_yr_eval(wt_hanoi_yr *self) {
  const wt_hanoi_yr_state *q = &self->q;
  wt_cfu_out *o = &self->o;
  if (!self->in.sched->sel_valid) { /* R27 */
    o->mask = o->live = o->bx_val = 0;
    o->split = 0;
    return;
  }
  unsigned w = self->in.sched->sel_warp, n = (unsigned)(uop_get_lo(self->in.ibuffer->uop) >> 24) & 15;
  o->mask = q->cur_mask[w];
  o->split = q->cur_entry[w];
  o->live = ~q->finished[w] & wt_mask64(self->in.S->SLOT_LANES);
  o->bx_val = n < self->in.S->BX_REGS && (q->b_valid[w] >> n & 1) ? q->b_mask[w * self->in.S->BX_REGS + n] & ~q->finished[w] : 0; /* R27 */
}

/* ---- reports ---- */
int wt_hanoi_yr_paths(const wt_hanoi_yr *self, unsigned w, wt_path *p) {
  const wt_hanoi_yr_state *q = &self->q;
  if (q->state != WT_YR_IDLE && q->at_warp == w) return -1;
  view v = open_view((wt_hanoi_yr *)(uintptr_t)self, w); /* read only */
  int n = 0, has = q->has_path >> w & 1;
  if (has) p[n++] = (wt_path){0, q->cur_mask[w], 0, WT_PATH_RUN, 0}; /* its pc is known to issue only */
  for (uint64_t s = used(&v); s; s &= s - 1) {
    unsigned i = wt_lowest(s), x = x_of(&v, i);
    if (has && i == q->cur_entry[w]) continue;
    wt_path *e = &p[n++];
    *e = (wt_path){v.pool_pc[i], mask_of(&v, i), 0, WT_PATH_READY, 0};
    if (of_kind(&v, WT_YR_WB) & bit(i)) {
      e->kind = WT_PATH_BSYNC, e->x = (uint8_t)x;
      if (q->b_valid[w] >> x & 1) e->need = q->b_mask[w * self->in.S->BX_REGS + x] & ~q->finished[w] & ~masks_of(&v, waiting_at(&v, x, WT_YR_WB));
    } else if (of_kind(&v, WT_YR_WW) & bit(i)) {
      e->kind = WT_PATH_WSYNC, e->x = (uint8_t)x;
      e->need = slot_mask(&v, x) & ~q->finished[w] & ~masks_of(&v, waiting_at(&v, x, WT_YR_WW));
    } else if (of_kind(&v, WT_YR_BAR) & bit(i)) {
      e->kind = WT_PATH_BAR, e->x = (uint8_t)x;
    }
  }
  return n;
}

void wt_hanoi_yr_occupancy(const wt_hanoi_yr *self, unsigned w, unsigned occ[2]) {
  view v = open_view((wt_hanoi_yr *)(uintptr_t)self, w); /* read only */
  occ[0] = wt_popcount(used(&v));
  occ[1] = wt_popcount(used(&v) & ~of_kind(&v, WT_YR_RUN));
}
