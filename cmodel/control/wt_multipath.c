/* wt_multipath.c - C twin of the control-flow unit with split and reconvergence tables, one event machine for all warps.
 *
 * Spec: docs/blocks/control/wt_multipath.md; comments name its rules as R<number>. Tables: wt_multipath_tab.h.
 */
#include "control/wt_multipath.h"

#include <string.h>

#include "control/wt_multipath_tab.h"
#include "control/wt_cfu.h"
#include "spec/wt_paths.h"

static int policy_block(const wt_multipath *self) { return self->in.cfg->policy == WT_PATH_POLICY_block; }

static void redirect(wt_multipath_state *q, uint32_t pc, unsigned stop) { q->redir_valid = 1, q->redir_pc = pc, q->redir_stop = (uint8_t)stop; }

/* R9: what follows a step. */
static void next_step(wt_mp *v) {
  wt_multipath_state *q = v->q;
  int quiet = q->e_kind == WT_EV_ADV && !q->e_seq && (q->has_path >> v->w & 1); /* release of a barrier beside a running split */
  q->state = q->to_release   ? WT_MP_RELEASE
             : q->check_slot ? WT_MP_CHECKW
             : q->meet_new   ? WT_MP_EARLY
             : q->arrive     ? WT_MP_ARRIVE
             : q->retest     ? WT_MP_RETEST
             : quiet         ? WT_MP_IDLE
                             : WT_MP_SELECT;
}

static void stop_current(wt_mp *v) { v->q->has_path &= ~wt_warp(v->w); }

/* R7: a runnable split in the lowest free entry; there is always one. It has the point and the call depth that are given. */
static void new_split(wt_mp *v, uint32_t pc, uint64_t mask, int point, unsigned depth) {
  unsigned f = wt_lowest(~wt_mp_used(v));
  wt_mp_set_mask(v, f, mask);
  wt_mp_set_pc(v, f, pc);
  wt_mp_set_start(v, f, pc);
  wt_mp_set_kind(v, f, 1, WT_MP_RUN);
  wt_mp_set_yielded(v, f, 0);
  wt_mp_set_point(v, f, point);
  wt_mp_set_depth(v, f, depth);
  wt_mp_list_new(v, f);
  v->q->arrive |= wt_mp_bit(f);
}

/* R30 */
static void free_split(wt_mp *v, unsigned i) {
  wt_mp_set_mask(v, i, 0);
  wt_mp_set_kind(v, i, 0, WT_MP_RUN);
  wt_mp_unlist(v, i);
  if (i == v->q->cur_entry[v->w]) stop_current(v);
}

/* R8 */
static void park(wt_mp *v, unsigned kind, unsigned x) {
  wt_multipath_state *q = v->q;
  unsigned c = q->cur_entry[v->w];
  uint64_t rest = q->cur_mask[v->w] & ~q->e_mask;
  wt_mp_unlist(v, c);
  if (rest) new_split(v, q->e_pc + 16, rest, wt_mp_point(v, c), wt_mp_depth(v, c));
  wt_mp_set_mask(v, c, q->e_mask);
  wt_mp_set_pc(v, c, q->e_pc + 16);
  wt_mp_set_kind(v, c, 1, kind);
  wt_mp_set_x(v, c, x);
  stop_current(v);
}

/* R5: the current split is not asked whether it goes on: its turn is over. */
static void turn_over(wt_mp *v, int to_back) {
  unsigned c = v->q->cur_entry[v->w];
  if (to_back) {
    wt_mp_unlist(v, c);
    wt_mp_back(v, c);
  }
  stop_current(v);
}

/* R4: the current split moves to pc and goes on if it does not meet anybody and PATH_SWITCH lets it. */
static void move(wt_mp *v, uint32_t pc) {
  unsigned c = v->q->cur_entry[v->w];
  wt_mp_set_pc(v, c, pc);
  v->q->arrive = wt_mp_bit(c);
  if (v->self->in.cfg->every && !policy_block(v->self)) turn_over(v, v->self->in.cfg->policy == WT_PATH_POLICY_rr);
  next_step(v);
}

/* ---- divergence ---- */
/* R11: link for both sides of a branch with this reconvergence pc; makes the point. 0: no room. */
static int meeting_point(wt_mp *v, uint32_t pc, int *to, int *reused) {
  unsigned c = v->q->cur_entry[v->w], d = wt_mp_depth(v, c);
  int r = wt_mp_point(v, c), ret = pc == WT_RPC_RET;
  *to = r, *reused = 1;
  if (pc == WT_RPC_NONE) return 1;
  if (r >= 0 && wt_mp_point_depth(v, r) == d && wt_mp_is_ret(v, r) == ret && (ret || v->rec_pc[r] == pc)) return 1;
  *reused = 0;
  int f = wt_mp_free_point(v);
  if (f < 0) return 0;
  wt_mp_make_point(v, f, pc, ret, 0, d, v->q->cur_mask[v->w], 0, r);
  *to = f;
  return 1;
}

/* R12 */
static void overflow(wt_mp *v) {
  wt_multipath_state *q = v->q;
  stop_current(v);
  redirect(q, 0, 1);
  q->err = 1;
  q->state = WT_MP_IDLE;
}

static void set_current_side(wt_mp *v, uint32_t pc, uint64_t mask, int point, unsigned depth) {
  unsigned c = v->q->cur_entry[v->w];
  wt_mp_set_mask(v, c, mask);
  wt_mp_set_pc(v, c, pc);
  wt_mp_set_start(v, c, pc);
  wt_mp_set_point(v, c, point);
  wt_mp_set_depth(v, c, depth);
  WT_PUT(v->q, cur_mask, v->w) = mask;
}

/* R10: BRA, CALL. The side that runs first stays in the current entry. */
static void exec_branch(wt_mp *v) {
  wt_multipath_state *q = v->q;
  unsigned c = q->cur_entry[v->w], d = wt_mp_depth(v, c), dt = q->e_kind == WT_EV_CALL ? d + 1 : d;
  uint64_t taken = q->e_mask, rest = q->cur_mask[v->w] & ~taken;
  if (!rest) {
    wt_mp_set_depth(v, c, dt);
    move(v, q->e_tgt);
    return;
  }
  unsigned nt = wt_popcount(taken), nr = wt_popcount(rest), order = v->self->in.cfg->order;
  int taken_first = order == WT_PATH_ORDER_taken || (order == WT_PATH_ORDER_majority ? nt >= nr : nt < nr), point, reused;
  if (!meeting_point(v, q->e_rpc, &point, &reused)) {
    overflow(v);
    return;
  }
  uint32_t next = q->e_pc + 16;
  q->arrive = wt_mp_bit(c);
  set_current_side(v, taken_first ? q->e_tgt : next, taken_first ? taken : rest, point, taken_first ? dt : d);
  if (!policy_block(v->self)) turn_over(v, 1);
  new_split(v, taken_first ? next : q->e_tgt, taken_first ? rest : taken, point, taken_first ? d : dt);
  if (v->self->in.S->OREC && reused) q->meet_new = q->arrive;
  next_step(v);
}

/* R13: one group of lanes of an indirect branch, call or return. */
static void step_targets(wt_mp *v) {
  wt_multipath_state *q = v->q;
  const wt_multipath_in_tgt *t = v->self->in.tgt;
  if (!t->valid) return;
  unsigned c = q->cur_entry[v->w], d = wt_mp_depth(v, c);
  unsigned dt = !t->taken ? d : q->e_kind == WT_EV_RET ? d - 1 : q->e_kind == WT_EV_CALLX ? d + 1 : d;
  uint64_t stay = q->cur_mask[v->w] & ~q->e_mask;
  if (!q->tgt_taken && !t->last) { /* more than one way */
    uint32_t pc = q->e_kind != WT_EV_RET ? q->e_rpc : stay ? WT_RPC_RET : WT_RPC_NONE;
    int point, reused;
    if (meeting_point(v, pc, &point, &reused)) {
      wt_mp_set_point(v, c, point);
      if (v->self->in.S->OREC && reused) q->meet_new = wt_mp_bit(c);
      q->arrive = wt_mp_bit(c);
    } else {
      q->tgt_full = 1;
    }
  }
  if (q->tgt_full) {
    if (t->last) overflow(v);
  } else if (!t->last) {
    uint64_t before = q->arrive;
    new_split(v, t->pc, t->mask, wt_mp_point(v, c), dt);
    if (q->meet_new) q->meet_new |= q->arrive & ~before;
  } else if (q->tgt_taken) {
    set_current_side(v, t->pc, t->mask, wt_mp_point(v, c), dt);
    if (!policy_block(v->self)) turn_over(v, 1);
    next_step(v);
  } else {
    wt_mp_set_depth(v, c, dt);
    move(v, t->pc);
  }
  q->tgt_taken = 1;
}

/* ---- EXEC ---- */
static uint64_t slot_mask(const wt_mp *v, unsigned s) { return wt_words_get(v->slot_mask, s * v->lanes, v->lanes); }

/* R26 */
static void exec_yield(wt_mp *v, uint32_t pc) {
  unsigned c = v->q->cur_entry[v->w];
  wt_mp_set_pc(v, c, pc);
  wt_mp_set_yielded(v, c, 1);
  turn_over(v, 1);
  v->q->arrive = wt_mp_bit(c);
  v->q->retest = v->self->in.cfg->delay == WT_RPC_DELAY_yield;
  next_step(v);
}

/* R17 */
static void exec_wsync(wt_mp *v) {
  wt_multipath_state *q = v->q;
  unsigned n = v->self->in.S->WSYNC_SLOTS, valid = q->slot_valid[v->w], s = 0;
  while (s < n && !((valid >> s & 1) && slot_mask(v, s) == q->e_val)) s++;
  if (s == n) s = wt_lowest(~(uint64_t)valid);
  if (s == n) {
    exec_yield(v, q->e_pc);
    return;
  }
  wt_words_put(v->slot_mask, s * v->lanes, v->lanes, q->e_val);
  WT_PUT(q, slot_valid, v->w) |= (uint8_t)(1u << s);
  WT_TOUCH(q->slot_mask_log, v->w);
  park(v, WT_MP_WW, s);
  q->check_slot = (uint8_t)(1u << s);
  next_step(v);
}

/* R19 */
static void exec_exit(wt_mp *v) {
  wt_multipath_state *q = v->q;
  unsigned c = q->cur_entry[v->w];
  uint64_t left = q->cur_mask[v->w] & ~q->e_mask;
  WT_PUT(q, finished, v->w) |= q->e_mask;
  if (left) {
    wt_mp_set_mask(v, c, left);
    wt_mp_set_pc(v, c, q->e_pc + 16);
    q->arrive = wt_mp_bit(c);
  } else {
    free_split(v, c);
  }
  q->retest = 1;
  q->check_slot = wt_mp_kind(v, WT_MP_WW) ? q->slot_valid[v->w] : 0;
  next_step(v);
}

static void step_exec(wt_mp *v) {
  wt_multipath_state *q = v->q;
  int beats = v->self->in.sched->busy; /* R3 */
  switch (q->e_kind) {
    case WT_EV_ADV:
      if (!beats) move(v, q->e_pc + 16);
      break;
    case WT_EV_BRA:
    case WT_EV_CALL: exec_branch(v); break;
    case WT_EV_WSYNC:
      if (!beats) exec_wsync(v);
      break;
    case WT_EV_YIELD: exec_yield(v, q->e_pc + 16); break;
    case WT_EV_EXIT: exec_exit(v); break;
    default: /* EV_BAR */ park(v, WT_MP_BAR, q->e_bx); next_step(v); /* R27 */
  }
}

static int wsync_passes(const wt_multipath_state *q, unsigned w, uint64_t k, uint64_t e) { return (k & ~q->finished[w] & ~e) == 0; }

/* R16 */
static void step_wait(wt_mp *v) {
  wt_multipath_state *q = v->q;
  if (!v->self->in.alu->sc_valid || v->self->in.alu->sc_warp != v->w) return;
  uint64_t k = v->self->in.alu->sc_val & wt_mask64(v->lanes);
  q->state = WT_MP_EXEC;
  if (q->e_kind == WT_EV_WSYNCR && !wsync_passes(q, v->w, k, q->e_mask)) q->e_val = k, q->e_kind = WT_EV_WSYNC;
  else q->e_kind = WT_EV_ADV;
}

/* R23 */
static void step_launch(wt_mp *v) {
  wt_multipath_state *q = v->q;
  unsigned w = v->w;
  memset(v->split_mask, 0, 4 * wt_mp_words(v->paths * v->lanes));
  memset(v->split_kind, 0, 4 * wt_mp_words(3 * v->paths));
  memset(v->split_rec, 0, 4 * wt_mp_words(v->paths * v->link_w));
  memset(v->split_depth, 0, 4 * wt_mp_words(v->paths * v->self->in.S->MP_CALL_W));
  memset(v->order, 0, 4 * wt_mp_words(v->paths * v->path_w));
  memset(v->rec_kind, 0, 4 * wt_mp_words(2 * v->points));
  wt_mp_set_mask(v, 0, q->e_mask);
  wt_mp_set_kind(v, 0, 1, WT_MP_RUN);
  wt_mp_set_start(v, 0, 0);
  WT_TOUCH(q->split_rec_log, w);
  WT_TOUCH(q->split_depth_log, w);
  WT_TOUCH(q->rec_kind_log, w);
  WT_PUT(q, order_count, w) = 0;
  wt_mp_count(v, 1);
  WT_PUT(q, split_yield, w) = 0, WT_PUT(q, cur_entry, w) = 0, WT_PUT(q, cur_mask, w) = q->e_mask, WT_PUT(q, slot_valid, w) = 0;
  WT_PUT(q, finished, w) = ~q->e_mask & wt_mask64(v->lanes);
  q->changed = (uint8_t)v->self->in.S->SB_SPLIT;
  q->has_path |= wt_warp(w);
  q->cur_level &= ~wt_warp(w), q->pending &= ~wt_warp(w), q->dead &= ~wt_warp(w);
  redirect(q, 0, 0);
  q->state = WT_MP_IDLE;
}

/* ---- meeting ---- */
/* R18 */
static void step_checkw(wt_mp *v) {
  wt_multipath_state *q = v->q;
  unsigned s = wt_lowest(q->check_slot);
  uint64_t g = wt_mp_waiting(v, s, WT_MP_WW);
  q->check_slot &= (uint8_t)(q->check_slot - 1);
  if (!(slot_mask(v, s) & ~q->finished[v->w] & ~wt_mp_masks(v, g))) {
    WT_PUT(q, slot_valid, v->w) &= (uint8_t) ~(1u << s);
    q->to_release = g;
  }
  next_step(v);
}

/* R20: of the entries of g with the highest pc those that agree with the lowest of them in point and depth. */
static void step_release(wt_mp *v) {
  wt_multipath_state *q = v->q;
  unsigned keep = wt_lowest(q->to_release);
  uint64_t group = 0;
  for (uint64_t s = q->to_release; s; s &= s - 1)
    if (v->split_pc[wt_lowest(s)] > v->split_pc[keep]) keep = wt_lowest(s);
  for (uint64_t s = q->to_release; s; s &= s - 1) {
    unsigned i = wt_lowest(s);
    if (v->split_pc[i] == v->split_pc[keep] && wt_mp_point(v, i) == wt_mp_point(v, keep) && wt_mp_depth(v, i) == wt_mp_depth(v, keep))
      group |= s & -s;
  }
  uint64_t mask = wt_mp_masks(v, group);
  for (uint64_t s = group & ~wt_mp_bit(keep); s; s &= s - 1) {
    wt_mp_set_mask(v, wt_lowest(s), 0);
    wt_mp_set_kind(v, wt_lowest(s), 0, WT_MP_RUN);
  }
  wt_mp_set_mask(v, keep, mask);
  wt_mp_set_kind(v, keep, 1, WT_MP_RUN);
  wt_mp_set_yielded(v, keep, 0);
  wt_mp_list_new(v, keep);
  q->to_release &= ~group;
  q->arrive |= wt_mp_bit(keep);
  next_step(v);
}

/* Lanes that count as arrived although they run: only with RPC_DELAY = yield (R15). */
static uint64_t yielded(const wt_mp *v) {
  return v->self->in.cfg->delay == WT_RPC_DELAY_yield ? wt_mp_masks(v, wt_mp_kind(v, WT_MP_RUN) & v->q->split_yield[v->w]) : 0;
}

/* R21: OREC. The lowest new split looks for an older one that started where it starts. */
static void step_early(wt_mp *v) {
  wt_multipath_state *q = v->q;
  unsigned i = wt_lowest(q->meet_new), x, d = wt_mp_depth(v, i);
  q->meet_new &= q->meet_new - 1;
  int r = wt_mp_point(v, i), f = wt_mp_free_point(v);
  uint64_t s = wt_mp_kind(v, WT_MP_RUN) & ~q->meet_new & ~wt_mp_bit(i);
  int may = r >= 0 && f >= 0 && !wt_mp_is_ret(v, r) && !wt_mp_is_early(v, r) && wt_mp_point_depth(v, r) == d;
  for (; may && s; s &= s - 1) {
    x = wt_lowest(s);
    if (v->split_start[x] != v->split_pc[i] || wt_mp_point(v, x) != r || wt_mp_depth(v, x) != d) continue;
    uint64_t mx = wt_mp_mask(v, x);
    wt_mp_make_point(v, f, v->split_pc[x], 0, 1, d, wt_mp_mask(v, i) | mx, mx, r);
    wt_mp_set_point(v, i, f);
    q->arrive &= ~wt_mp_bit(x);
    free_split(v, x);
    break;
  }
  next_step(v);
}

/* R14: point r is complete; its arrived lanes go on as split i, which is at its pc already. */
static void join(wt_mp *v, unsigned i, int r, uint64_t mask, int up) {
  wt_mp_drop_point(v, r);
  wt_mp_set_mask(v, i, mask);
  wt_mp_set_point(v, i, up);
  wt_mp_set_yielded(v, i, 0);
  wt_mp_set_start(v, i, v->split_pc[i]);
  wt_mp_unlist(v, i);
  wt_mp_list_new(v, i);
  if (i == v->q->cur_entry[v->w]) stop_current(v);
}

/* R14, R22: has split i, which has moved, arrived at point r? Who joins or leaves a point behind is compared again, with the next one. */
static void meet(wt_mp *v, unsigned i, int r) {
  wt_multipath_state *q = v->q;
  unsigned d = wt_mp_depth(v, i), rd = wt_mp_point_depth(v, r);
  int up = wt_mp_parent(v, r), ret = wt_mp_is_ret(v, r), back = ret && d == ((rd - 1) & (unsigned)wt_mask64(v->self->in.S->MP_CALL_W));
  uint64_t mask = wt_mp_mask(v, i), arrived = wt_mp_arrived(v, r);
  int hit = ret ? back && (!arrived || v->rec_pc[r] == v->split_pc[i]) : d == rd && v->rec_pc[r] == v->split_pc[i];
  int late = wt_mp_is_early(v, r) && up >= 0 && !wt_mp_is_ret(v, up) && wt_mp_point_depth(v, up) == d && v->rec_pc[up] == v->split_pc[i];
  if (hit && !(wt_mp_full(v, r) & ~q->finished[v->w] & ~arrived & ~mask & ~yielded(v))) {
    join(v, i, r, arrived | mask, up);
    q->arrive |= wt_mp_bit(i);
  } else if (hit) {
    wt_mp_set_arrived(v, r, arrived | mask);
    if (ret) wt_mp_set_point_pc(v, r, v->split_pc[i]);
    free_split(v, i);
  } else if (back || late) {
    wt_mp_set_full(v, r, wt_mp_full(v, r) & ~mask);
    wt_mp_set_point(v, i, up);
    q->retest = 1;
    q->arrive |= wt_mp_bit(i);
  }
}

static void step_arrive(wt_mp *v) {
  unsigned i = wt_lowest(v->q->arrive);
  int r = wt_mp_point(v, i);
  v->q->arrive &= v->q->arrive - 1;
  if (r >= 0) meet(v, i, r);
  next_step(v);
}

/* R15: frees the points at which nobody is missing; of those with arrived lanes one goes on in each step. */
static void step_retest(wt_mp *v) {
  wt_multipath_state *q = v->q;
  uint64_t fin = q->finished[v->w], yl = yielded(v), points = wt_mp_points(v), gone = 0;
  int k = WT_MP_NONE;
  for (uint64_t s = points; s; s &= s - 1) {
    int r = (int)wt_lowest(s);
    uint64_t full = wt_mp_full(v, r) & ~fin, arrived = wt_mp_arrived(v, r);
    if (!full) gone |= s & -s;
    if (k < 0 && arrived && !(full & ~arrived & ~yl)) k = r;
  }
  if (k >= 0) {
    int up = wt_mp_parent(v, k);
    unsigned d = wt_mp_point_depth(v, k) - (unsigned)wt_mp_is_ret(v, k);
    new_split(v, v->rec_pc[k], wt_mp_arrived(v, k), up, d);
    wt_mp_drop_point(v, k);
  } else {
    q->retest = 0;
  }
  wt_mp_set_points(v, wt_mp_points(v) & ~gone);
  next_step(v);
}

/* ---- choice ---- */
/* R6; the list is not empty */
static unsigned pick(const wt_mp *v) {
  uint64_t fresh = wt_mp_kind(v, WT_MP_RUN) & ~v->q->split_yield[v->w];
  if (v->self->in.cfg->policy != WT_PATH_POLICY_minpc || !fresh) return wt_mp_at(v, 0);
  unsigned low = wt_lowest(fresh);
  for (uint64_t s = fresh; s; s &= s - 1)
    if (v->split_pc[wt_lowest(s)] < v->split_pc[low]) low = wt_lowest(s);
  return low;
}

/* R24 */
static void no_split(wt_mp *v) {
  wt_multipath_state *q = v->q;
  redirect(q, 0, 1);
  if (wt_mp_kind(v, WT_MP_BAR)) return;
  if (wt_mp_used(v) || wt_mp_points(v)) q->dead |= wt_warp(v->w);
  else q->done = 1;
}

/* R5, R24 */
static void step_select(wt_mp *v) {
  wt_multipath_state *q = v->q;
  unsigned w = v->w, i = q->cur_entry[w];
  q->state = WT_MP_IDLE;
  if (!(q->has_path >> w & 1)) {
    if (!q->order_count[w]) {
      no_split(v);
      return;
    }
    i = pick(v);
  }
  int r = wt_mp_point(v, i), up = r >= 0 ? wt_mp_parent(v, r) : WT_MP_NONE;
  unsigned d = wt_mp_depth(v, i);
  int meets = r >= 0 && !wt_mp_is_ret(v, r) && wt_mp_point_depth(v, r) == d;
  WT_PUT(q, cur_entry, w) = (uint8_t)i;
  WT_PUT(q, cur_mask, w) = wt_mp_mask(v, i);
  WT_PUT(q, cur_rpc, w) = r >= 0 ? v->rec_pc[r] : 0;
  if (v->self->in.S->OREC) {
    int second = meets && wt_mp_is_early(v, r) && up >= 0 && !wt_mp_is_ret(v, up) && wt_mp_point_depth(v, up) == d;
    WT_PUT(q, cur_rpc_late, w) = second ? v->rec_pc[up] : q->cur_rpc[w];
  }
  wt_mp_set_yielded(v, i, 0);
  q->changed = (uint8_t)v->self->in.S->SB_SPLIT; /* R25 */
  q->has_path |= wt_warp(w);
  q->cur_level = (q->cur_level & ~wt_warp(w)) | (wt_warps)meets << w;
  if (!q->e_seq || v->split_pc[i] != q->e_pc + 16) redirect(q, v->split_pc[i], 0);
}

static void step(wt_multipath *self) {
  wt_multipath_state *q = &self->q;
  wt_mp v = wt_mp_open(self, q->at_warp);
  switch (q->state) {
    case WT_MP_EXEC: step_exec(&v); break;
    case WT_MP_WAIT: step_wait(&v); break;
    case WT_MP_TGT: step_targets(&v); break;
    case WT_MP_LAUNCH: step_launch(&v); break;
    case WT_MP_CTAREL: /* R28 */
      q->to_release = wt_mp_waiting(&v, q->e_bx, WT_MP_BAR);
      next_step(&v);
      break;
    case WT_MP_EARLY: step_early(&v); break;
    case WT_MP_ARRIVE: step_arrive(&v); break;
    case WT_MP_RETEST: step_retest(&v); break;
    case WT_MP_RELEASE: step_release(&v); break;
    case WT_MP_CHECKW: step_checkw(&v); break;
    default: step_select(&v);
  }
}

/* ---- events ---- */
static void begin(wt_multipath_state *q, unsigned w, unsigned kind, unsigned seq) {
  q->at_warp = (uint8_t)w, q->e_kind = (uint8_t)kind, q->e_seq = (uint8_t)seq;
  q->tgt_taken = q->tgt_full = 0;
}

/* Must the machine look at warp w, which goes on at pc under the same mask (R1)? */
static int meets_or_turns(const wt_multipath *self, unsigned w, uint32_t pc) {
  const wt_multipath_state *q = &self->q;
  int hit = (q->cur_level >> w & 1) && (q->cur_rpc[w] == pc || (self->in.S->OREC && q->cur_rpc_late[w] == pc));
  return hit || (self->in.cfg->every && !policy_block(self) && q->order_count[w] > 1);
}

/* R1, R2: the event's warp goes on at the next instruction. 1: the machine has been started. */
static int advance(wt_multipath *self, int idle) {
  wt_multipath_state *q = &self->q;
  const wt_multipath_in_issue *ev = self->in.issue;
  unsigned w = ev->ev_warp;
  if (!meets_or_turns(self, w, ev->ev_pc + 16)) return 0;
  if (!idle) {
    q->pending |= wt_warp(w);
    WT_PUT(q, next_pc, w) = ev->ev_pc + 16;
    return 0;
  }
  begin(q, w, WT_EV_ADV, 1);
  q->e_pc = ev->ev_pc;
  q->state = WT_MP_EXEC;
  return 1;
}

/* An event that comes only while the machine is idle. 1: started. */
static int take_event(wt_multipath *self) {
  wt_multipath_state *q = &self->q;
  const wt_multipath_in_issue *ev = self->in.issue;
  unsigned w = ev->ev_warp, kind = ev->ev_kind;
  begin(q, w, kind, 1);
  q->e_pc = ev->ev_pc, q->e_mask = ev->ev_mask, q->e_tgt = ev->ev_target, q->e_rpc = ev->ev_rpc, q->e_bx = ev->ev_bx, q->e_val = ev->ev_val;
  if (kind == WT_EV_BRA && ev->ev_mask == q->cur_mask[w] && !meets_or_turns(self, w, ev->ev_target)) {
    redirect(q, ev->ev_target, 0);
    return 1;
  }
  q->state = kind == WT_EV_BMOVW || kind == WT_EV_WSYNCR                     ? WT_MP_WAIT
             : kind == WT_EV_BRX || kind == WT_EV_RET || kind == WT_EV_CALLX ? WT_MP_TGT
                                                                             : WT_MP_EXEC;
  return 1;
}

/* R1: kinds that only go on. */
static int only_advances(const wt_multipath *self) {
  const wt_multipath_in_issue *ev = self->in.issue;
  switch (ev->ev_kind) {
    case WT_EV_ADV:
    case WT_EV_BSSY:
    case WT_EV_BMOVR:
    case WT_EV_BSYNC:
    case WT_EV_BREAK: return 1;
    case WT_EV_WSYNC: return wsync_passes(&self->q, ev->ev_warp, ev->ev_val, ev->ev_mask);
    default: return 0;
  }
}

/* R2: the first waiting advance after at_warp, going round. */
static void take_pending(wt_multipath *self, wt_warps pd) {
  wt_multipath_state *q = &self->q;
  unsigned w = wt_warps_after(pd, q->at_warp);
  q->pending &= ~wt_warp(w);
  begin(q, w, WT_EV_ADV, 1);
  q->e_pc = q->next_pc[w] - 16;
  q->state = WT_MP_EXEC;
}

static void take_other(wt_multipath *self) {
  wt_multipath_state *q = &self->q;
  /* R29 */
  if (self->in.ctabar->rel_valid) {
    begin(q, self->in.ctabar->rel_warp, WT_EV_ADV, 0);
    q->e_bx = self->in.ctabar->rel_id;
    q->state = WT_MP_CTAREL;
  } else {
    begin(q, self->in.dispatch->launch_warp, WT_EV_ADV, 0);
    q->e_mask = self->in.dispatch->launch_mask;
    q->state = WT_MP_LAUNCH;
  }
}

void wt_multipath_tick(wt_multipath *self) {
  wt_multipath_state *q = &self->q;
  const wt_multipath_in_issue *ev = self->in.issue;
  unsigned free = q->state == WT_MP_IDLE, idle = self->o.idle, taken = 0;
  int other = self->in.ctabar->rel_valid || (self->in.dispatch->launch_valid && self->in.dispatch->launch_last);
  wt_warps pd = q->pending; /* an advance of this cycle joins the queue after it */
  if (q->redir_valid) q->redir_valid = q->redir_stop = 0, q->redir_pc = 0;
  q->done = q->err = q->changed = 0;
  if (!free) step(self);
  if (ev->ev_valid) {
    if (only_advances(self)) taken = (unsigned)advance(self, (int)idle);
    else if (idle) taken = (unsigned)take_event(self);
  }
  if (!free) return;
  if (!taken && other && (q->owed || idle)) { /* R2, R29 */
    take_other(self);
    q->owed = 0;
    return;
  }
  if (!taken && !idle && !q->owed) take_pending(self, pd);
  q->owed = other != 0;
}

/* ---- outputs ---- */
static void pulses(const wt_multipath_state *q, wt_cfu_out *o) {
  unsigned st = q->state;
  o->rel_ack = st == WT_MP_CTAREL;
  o->launch_ack = st == WT_MP_LAUNCH;
  o->tgt_take = st == WT_MP_TGT;
  wt_cfu_arrivals(o, st == WT_MP_EXEC, q->e_kind, q->at_warp, q->e_bx, q->e_mask);
}

void wt_multipath_moore(wt_multipath *self) {
  const wt_multipath_state *q = &self->q;
  wt_cfu_out *o = &self->o;
  unsigned busy = q->state != WT_MP_IDLE;
  o->run = q->has_path & ~q->pending; /* R25 */
  if (busy || q->redir_valid || q->changed) o->run &= ~wt_warp(q->at_warp);
  pulses(q, o);
  o->idle = !busy && !q->pending && !q->owed;
  o->dead = q->dead;
  wt_cfu_next(o, q->redir_valid, q->redir_stop, q->redir_pc, q->done, q->at_warp);
  o->upd_valid = q->changed, o->upd_warp = q->changed ? q->at_warp : 0, o->upd_mask = q->changed ? q->cur_mask[q->at_warp] : 0; /* R25 */
  o->err_valid = q->err, o->err_warp = q->err ? q->at_warp : 0, o->err_kind = q->err ? WT_CFE_REC : 0, o->err_pc = q->err ? q->e_pc : 0;
}

void wt_multipath_eval(wt_multipath *self) {
  const wt_multipath_state *q = &self->q;
  wt_cfu_out *o = &self->o;
  unsigned w = self->in.sched->sel_warp, on = self->in.sched->sel_valid;
  o->mask = on ? q->cur_mask[w] : 0; /* R25 */
  o->split = on ? q->cur_entry[w] : 0;
  o->live = on ? ~q->finished[w] & wt_mask64(self->in.S->SLOT_LANES) : 0;
}

/* ---- reports ---- */
int wt_multipath_paths(const wt_multipath *self, unsigned w, wt_path *p) {
  const wt_multipath_state *q = &self->q;
  if (q->state != WT_MP_IDLE && q->at_warp == w) return -1;
  wt_mp v = wt_mp_open((wt_multipath *)(uintptr_t)self, w); /* read only */
  int n = 0, has = q->has_path >> w & 1;
  if (has) p[n++] = (wt_path){0, q->cur_mask[w], 0, WT_PATH_RUN, 0}; /* its pc is known to issue only */
  for (uint64_t s = wt_mp_used(&v); s; s &= s - 1) {
    unsigned i = wt_lowest(s), x = wt_mp_x(&v, i);
    if (has && i == q->cur_entry[w]) continue;
    wt_path *e = &p[n++];
    *e = (wt_path){v.split_pc[i], wt_mp_mask(&v, i), 0, WT_PATH_READY, 0};
    if (wt_mp_kind(&v, WT_MP_WW) & s & -s) {
      e->kind = WT_PATH_WSYNC, e->x = (uint8_t)x;
      e->need = slot_mask(&v, x) & ~q->finished[w] & ~wt_mp_masks(&v, wt_mp_waiting(&v, x, WT_MP_WW));
    } else if (wt_mp_kind(&v, WT_MP_BAR) & s & -s) {
      e->kind = WT_PATH_BAR, e->x = (uint8_t)x;
    }
  }
  for (uint64_t s = wt_mp_points(&v); s; s &= s - 1) {
    int r = (int)wt_lowest(s);
    uint64_t here = wt_mp_arrived(&v, r);
    if (here) p[n++] = (wt_path){v.rec_pc[r], here, wt_mp_full(&v, r) & ~q->finished[w] & ~here, WT_PATH_BSYNC, (uint8_t)r};
  }
  return n;
}

void wt_multipath_occupancy(const wt_multipath *self, unsigned w, unsigned occ[2]) {
  wt_mp v = wt_mp_open((wt_multipath *)(uintptr_t)self, w); /* read only */
  occ[0] = wt_popcount(wt_mp_used(&v));
  occ[1] = wt_popcount(wt_mp_points(&v));
}
