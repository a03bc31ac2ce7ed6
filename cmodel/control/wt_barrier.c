/* wt_barrier.c - C twin of the control-flow unit with convergence barriers: a state and a pc per thread, one event
 * machine for all warps.
 *
 * Spec: docs/blocks/control/wt_barrier.md; comments name its rules as R<number>. The machine is idle most of the time,
 * so moore and tick leave early.
 */
#include "control/wt_barrier_rows.h"
#include "control/wt_cfu.h"
#include "isa/wt_isa.h"

/* ---- small per-warp values ---- */
static void set_futile(view *v, unsigned n) { WT_PUT(v->q, futile, v->w) = (uint8_t)n; }
static void set_cur_mask(view *v, uint64_t mask) {
  WT_PUT(v->q, cur_mask, v->w) = mask;
  v->q->has_path = (v->q->has_path & ~wt_warp(v->w)) | (wt_warps)(mask != 0) << v->w;
}
static void redirect(wt_barrier_state *q, uint32_t pc, unsigned stop) { q->redir_valid = 1, q->redir_pc = pc, q->redir_stop = (uint8_t)stop; }

/* ---- policies (R6, R24) ---- */
static int takes_turns(const wt_barrier *self) { return self->in.cfg->policy == WT_PATH_POLICY_minpc || self->in.cfg->policy == WT_PATH_POLICY_rr; }
static int split_on_top(const wt_barrier *self) { return self->in.cfg->policy == WT_PATH_POLICY_block || self->in.cfg->policy == WT_PATH_POLICY_rr; }
/* Does the path of warp w have to stand back after every instruction? */
static int turn_ends(const wt_barrier *self, unsigned w) { return takes_turns(self) && self->in.cfg->every && self->q.path_count[w]; }

/* What follows when the current step has nothing to release (R22). */
static void next_phase(view *v) {
  wt_barrier_state *q = v->q;
  if (q->check_b) q->state = WT_CB_CHECK;
  else if (q->check_slot) q->state = WT_CB_CHECKW;
  else if (q->e_kind == WT_EV_YIELD) q->state = WT_CB_YEND;
  else if (!(q->has_path >> v->w & 1)) q->state = WT_CB_SELECT;
  else if (q->e_seq && takes_turns(v->self) && q->path_count[v->w] && (v->self->in.cfg->every || q->e_div)) { /* R24 */ q->state = WT_CB_TURN;
    q->e_tgt = q->e_pc + 16;
  } else q->state = WT_CB_IDLE;
}

/* R5 */
static void park(view *v, unsigned kind, unsigned x) {
  wt_barrier_state *q = v->q;
  uint64_t rest = q->cur_mask[v->w] & ~q->e_mask;
  set_pc(v, q->e_mask, q->e_pc + 16);
  set_kind(v, q->e_mask, kind);
  set_x(v, q->e_mask, x);
  set_cur_mask(v, rest);
  if (rest) q->e_div = 1;
}

/* ---- EXEC: one step per event ---- */
/* R6 */
static void exec_split(view *v) {
  wt_barrier_state *q = v->q;
  uint64_t taken = q->e_mask, rest = q->cur_mask[v->w] & ~taken;
  unsigned nt = wt_popcount(taken), nr = wt_popcount(rest), order = v->self->in.cfg->order;
  int taken_first = order == WT_PATH_ORDER_taken || (order == WT_PATH_ORDER_majority ? nt >= nr : nt < nr);
  set_pc(v, taken_first ? rest : taken, taken_first ? q->e_pc + 16 : q->e_tgt);
  push(v, taken_first ? rest : taken, split_on_top(v->self));
  set_cur_mask(v, taken_first ? taken : rest);
  set_futile(v, 0);
  q->state = WT_CB_IDLE;
  if (!taken_first) q->e_tgt = q->e_pc + 16;
  if (takes_turns(v->self)) q->state = WT_CB_TURN;
  else if (taken_first) redirect(q, q->e_tgt, 0);
}

/* R12, R13, R24: The running path goes to the bottom of the list. */
static void stand_back(view *v, uint32_t pc) {
  uint64_t c = v->q->cur_mask[v->w];
  set_pc(v, c, pc);
  push(v, c, 0);
  set_cur_mask(v, 0);
  v->q->e_top = 1;
}

/* R11 */
static void exec_wsync(view *v) {
  wt_barrier_state *q = v->q;
  unsigned n = v->S->WSYNC_SLOTS, valid = q->slot_valid[v->w], s = 0;
  while (s < n && !((valid >> s & 1) && slot_mask(v, s) == q->e_val)) s++;
  if (s == n) s = wt_lowest(~(uint64_t)valid);
  if (s == n) { /* R12: no slot, this path tries again later */
    set_yielded(v, q->cur_mask[v->w]);
    stand_back(v, q->e_pc);
    q->state = WT_CB_SELECT;
    return;
  }
  wt_words_put(WT_PUT_WORDS(q, slot_mask, v->w, row_words(n * v->n)), s * v->n, v->n, q->e_val);
  WT_PUT(q, slot_valid, v->w) |= (uint8_t)(1u << s);
  park(v, WT_CB_WSYNC, s);
  q->check_slot = (uint8_t)(1u << s);
  next_phase(v);
}

/* R21: registers and slots without waiters cannot release anything. */
static void check_all(view *v) {
  for (uint64_t s = of_kind(v, WT_CB_BLOCKED); s; s &= s - 1) {
    unsigned x = x_of(v, wt_lowest(s));
    if (x < v->S->BX_REGS) v->q->check_b |= (uint16_t)(1u << x);
  }
  v->q->check_slot = of_kind(v, WT_CB_WSYNC) ? v->q->slot_valid[v->w] : 0;
}

/* R14 */
static void exec_exit(view *v) {
  wt_barrier_state *q = v->q;
  WT_PUT(q, finished, v->w) |= q->e_mask;
  set_cur_mask(v, q->cur_mask[v->w] & ~q->e_mask);
  set_futile(v, 0);
  check_all(v);
  next_phase(v);
}

/* R8: one barrier a cycle, that of the lowest lane left. */
static void exec_break(view *v) {
  wt_barrier_state *q = v->q;
  unsigned l = wt_lowest(q->e_val), n = q->e_bx;
  uint64_t same = same_barrier(v->self, v->w, n, l);
  q->e_val &= ~(same | bit(l));
  for (uint64_t s = views(v->self, same); s; s &= s - 1)
    put_view(v->self, v->w, n, wt_lowest(s), view_of(v->self, v->w, n, wt_lowest(s)) & ~q->e_mask);
  if (q->e_val) return;
  q->check_b = (uint16_t)(1u << n);
  next_phase(v);
}

static void step_exec(view *v) {
  wt_barrier_state *q = v->q;
  switch (q->e_kind) {
    case WT_EV_BRA:
    case WT_EV_CALL: exec_split(v); break;
    case WT_EV_BSYNC: /* R7 */
      park(v, WT_CB_BLOCKED, q->e_bx);
      q->check_b = (uint16_t)(1u << q->e_bx);
      next_phase(v);
      break;
    case WT_EV_BREAK: exec_break(v); break;
    case WT_EV_WSYNC:
      if (!v->self->in.sched->busy) exec_wsync(v); /* R29 */
      break;
    case WT_EV_YIELD: /* R13 */
      set_yielded(v, q->cur_mask[v->w]);
      stand_back(v, q->e_pc + 16);
      check_all(v);
      next_phase(v);
      break;
    case WT_EV_EXIT: exec_exit(v); break;
    default: /* EV_BAR */ park(v, WT_CB_BAR, q->e_bx); next_phase(v); /* R16 */
  }
}

/* ---- the other steps ---- */
/* R30: one group of lanes of an indirect branch. */
static void step_tgt(view *v) {
  wt_barrier_state *q = v->q;
  const wt_barrier_in_tgt *t = v->self->in.tgt;
  if (!t->valid) return;
  if (!t->last) {
    set_pc(v, t->mask, t->pc);
    push(v, t->mask, split_on_top(v->self));
    set_cur_mask(v, q->cur_mask[v->w] & ~t->mask);
    set_futile(v, 0);
    q->e_div = 1;
    return;
  }
  q->e_tgt = t->pc;
  q->state = WT_CB_IDLE;
  if (takes_turns(v->self) && q->path_count[v->w] && (v->self->in.cfg->every || q->e_div)) q->state = WT_CB_TURN;
  else redirect(q, t->pc, 0);
}

static int wsync_passes(const wt_barrier_state *q, unsigned w, uint64_t k, uint64_t e) { return (k & ~q->finished[w] & ~e) == 0; }

/* R9, one view a lane: every lane takes its own register, beat by beat. */
static void beat_of_masks(view *v) {
  const wt_barrier_in_disp *d = v->self->in.disp;
  wt_barrier_state *q = v->q;
  if (!d->valid || d->warp != v->w || uop_get_op(d->uop) != WT_I_BMOV_BR) return;
  for (uint32_t m = q->e_bx < v->S->BX_REGS ? d->mask : 0; m; m &= m - 1) {
    unsigned i = wt_lowest(m), lane = wt_beat_row(v->S, d->beat, i) * v->S->LANES + i;
    uint64_t s = d->data[i] & alive(v);
    put_view(v->self, v->w, q->e_bx, lane, s);
    use_view(v->self, v->w, q->e_bx, lane, s != 0);
  }
  if (d->last) next_phase(v);
}

static void step_wait(view *v) {
  wt_barrier_state *q = v->q;
  if (q->e_kind == WT_EV_BMOVW && v->S->VIEWS > 1) {
    beat_of_masks(v);
    return;
  }
  if (!v->self->in.alu->sc_valid || v->self->in.alu->sc_warp != v->w) return;
  uint64_t val = v->self->in.alu->sc_val & wt_mask64(v->n);
  if (q->e_kind == WT_EV_WSYNCR && !wsync_passes(q, v->w, val, q->e_mask)) { /* R10 */
    q->e_val = val;
    q->e_kind = WT_EV_WSYNC;
    q->state = WT_CB_EXEC;
    return;
  }
  if (q->e_kind == WT_EV_BMOVW && q->e_bx < v->S->BX_REGS) { /* R9 */
    uint64_t s = val & alive(v);
    put_view(v->self, v->w, q->e_bx, wt_lowest(q->e_mask), s);
    use_view(v->self, v->w, q->e_bx, wt_lowest(q->e_mask), s != 0);
    q->check_b = (uint16_t)((s != 0) << q->e_bx);
  }
  next_phase(v);
}

/* R27 */
static void step_launch(view *v) {
  wt_barrier_state *q = v->q;
  unsigned w = v->w;
  for (unsigned i = 0; i < row_words(3 * v->n); i++) v->thread_kind[i] = 0;
  memset(WT_PUT_WORDS(q, b_valid, w, b_valid_words(v->S)), 0, b_valid_words(v->S) * sizeof *q->b_valid);
  WT_PUT(q, finished, w) = ~q->e_mask & wt_mask64(v->n);
  WT_PUT(q, slot_valid, w) = 0;
  set_path_count(v, 0);
  set_futile(v, 0);
  set_cur_mask(v, q->e_mask);
  WT_TOUCH(q->thread_kind_log, w);
  q->dead &= ~wt_warp(w);
  redirect(q, 0, 0);
  q->state = WT_CB_IDLE;
}

/* R18: the barrier of the lowest waiting lane that has not been looked at. */
static void step_check(view *v) {
  wt_barrier_state *q = v->q;
  unsigned n = wt_lowest(q->check_b);
  uint64_t at = waiting_at(v, n, WT_CB_BLOCKED), left = at & ~q->check_lanes, g = 0;
  if (left) {
    unsigned l = wt_lowest(left);
    uint64_t same = same_barrier(v->self, v->w, n, l), need = view_of(v->self, v->w, n, l) & alive(v);
    g = left & same & participants(v->self, v->w, n, at);
    if (v->self->in.cfg->yrel) need &= ~yielded(v);
    if (need & ~g) g = 0;
    for (uint64_t s = g ? views(v->self, same) : 0; s; s &= s - 1) use_view(v->self, v->w, n, wt_lowest(s), 0);
    q->check_lanes |= left & (same | lowest_bit(left));
    left &= ~q->check_lanes;
  }
  if (!left) {
    q->check_lanes = 0;
    q->check_b &= (uint16_t)(q->check_b - 1);
  }
  if (!g) {
    next_phase(v);
    return;
  }
  q->to_release = g;
  q->state = WT_CB_RELEASE;
}

/* R19 */
static void step_checkw(view *v) {
  wt_barrier_state *q = v->q;
  unsigned s = wt_lowest(q->check_slot);
  uint64_t g = waiting_at(v, s, WT_CB_WSYNC);
  q->check_slot &= (uint8_t)(q->check_slot - 1);
  if (slot_mask(v, s) & alive(v) & ~g) {
    next_phase(v);
    return;
  }
  WT_PUT(q, slot_valid, v->w) &= (uint8_t) ~(1u << s);
  q->to_release = g;
  if (g) q->state = WT_CB_RELEASE;
  else next_phase(v);
}

/* R17: the threads of g with the highest pc become one runnable path. */
static void step_release(view *v) {
  wt_barrier_state *q = v->q;
  uint64_t group = extreme(v, q->to_release, 1);
  push(v, group, v->self->in.cfg->policy == WT_PATH_POLICY_block);
  set_kind(v, group, WT_CB_READY);
  set_futile(v, 0);
  q->released = 1;
  q->to_release &= ~group;
  if (!q->to_release) next_phase(v);
}

/* R20 */
static void step_force(view *v) {
  wt_barrier_state *q = v->q;
  uint64_t low = extreme(v, of_kind(v, WT_CB_BLOCKED), 0);
  if (low) low &= waiting_at(v, x_of(v, wt_lowest(low)), WT_CB_BLOCKED);
  q->to_release = low;
  q->state = WT_CB_RELEASE;
}

/* R15: a yield that changed nothing while others wait at a B register. */
static void step_yend(view *v) {
  wt_barrier_state *q = v->q;
  int futile = !q->released && of_kind(v, WT_CB_READY) == yielded(v) && of_kind(v, WT_CB_BLOCKED);
  int cut = futile && q->futile[v->w] == 15;
  set_futile(v, futile && !cut ? q->futile[v->w] + 1u : 0);
  q->e_kind = WT_EV_ADV;
  q->state = cut && v->self->in.cfg->force ? WT_CB_FORCE : WT_CB_SELECT;
}

/* R25: place in the list of the path that runs next. */
static unsigned choose(const view *v) {
  unsigned policy = v->self->in.cfg->policy;
  if (policy == WT_PATH_POLICY_rr && !v->q->e_top) return (v->q->path_count[v->w] - 1u) & (unsigned)wt_mask64(v->S->PATH_W);
  uint64_t low = policy == WT_PATH_POLICY_minpc ? extreme(v, listed(v) & ~plane(v, 2), 0) : 0;
  return low ? rank_of(v, wt_lowest(low)) : 0;
}

/* R25 */
static void step_select(view *v) {
  wt_barrier_state *q = v->q;
  q->state = WT_CB_IDLE;
  if (q->path_count[v->w]) {
    uint64_t set = pop(v, choose(v));
    uint32_t pc = set ? v->thread_pc[wt_lowest(set)] : 0;
    set_cur_mask(v, set);
    clear_yielded(v, set);
    if (!q->e_seq || pc != q->e_pc + 16) redirect(q, pc, 0);
    return;
  }
  if (of_kind(v, WT_CB_BLOCKED) && v->self->in.cfg->force) {
    q->state = WT_CB_FORCE;
    return;
  }
  redirect(q, 0, 1);
  if (of_kind(v, WT_CB_BAR)) return;
  if (alive(v)) q->dead |= wt_warp(v->w);
  else q->done = 1;
}

static void step(wt_barrier *self) {
  wt_barrier_state *q = &self->q;
  view v = open_view(self, q->at_warp);
  switch (q->state) {
    case WT_CB_EXEC: step_exec(&v); break;
    case WT_CB_WAIT: step_wait(&v); break;
    case WT_CB_TGT: step_tgt(&v); break;
    case WT_CB_LAUNCH: step_launch(&v); break;
    case WT_CB_CTAREL: /* R26 */
      q->to_release = waiting_at(&v, q->e_bx, WT_CB_BAR);
      if (q->to_release) q->state = WT_CB_RELEASE;
      else next_phase(&v);
      break;
    case WT_CB_CHECK: step_check(&v); break;
    case WT_CB_CHECKW: step_checkw(&v); break;
    case WT_CB_RELEASE: step_release(&v); break;
    case WT_CB_FORCE: step_force(&v); break;
    case WT_CB_YEND: step_yend(&v); break;
    case WT_CB_TURN:                   /* R24 */
      if (self->in.sched->busy) break; /* R29 */
      stand_back(&v, q->e_tgt);
      q->state = WT_CB_SELECT;
      break;
    default: step_select(&v);
  }
}

/* ---- events ---- */
static void clear_event(wt_barrier_state *q, unsigned seq, uint32_t pc) {
  q->e_seq = (uint8_t)seq, q->e_pc = pc, q->e_tgt = pc + 16;
  q->e_div = q->e_top = q->released = 0, q->check_b = 0, q->check_slot = 0;
}

/* An event that needs the machine. What has no effect on the paths ends here, and so does a branch that all lanes take. */
static void take_event(wt_barrier *self) {
  wt_barrier_state *q = &self->q;
  const wt_barrier_in_issue *ev = self->in.issue;
  unsigned w = ev->ev_warp, kind = ev->ev_kind, n = ev->ev_bx, turn = (unsigned)turn_ends(self, w);
  uint64_t e = ev->ev_mask, used = 0;
  clear_event(q, 1, ev->ev_pc);
  q->at_warp = (uint8_t)w;
  q->e_kind = (uint8_t)kind, q->e_mask = kind == WT_EV_BSYNC ? participants(self, w, n, e) : e;
  q->e_bx = (uint8_t)n, q->e_val = kind == WT_EV_BREAK ? e : ev->ev_val;
  q->state = turn ? WT_CB_TURN : WT_CB_IDLE;
  switch (kind) {
    case WT_EV_BRA:
    case WT_EV_CALL:
      q->e_tgt = ev->ev_target;
      if (e != q->cur_mask[w]) q->state = WT_CB_EXEC; /* R4 */
      else if (!turn) redirect(q, ev->ev_target, 0);
      break;
    case WT_EV_BSYNC:
      if (q->e_mask) q->state = WT_CB_EXEC; /* R4 */
      break;
    case WT_EV_BREAK:
      for (uint64_t s = e; s; s &= s - 1) used |= (uint64_t)view_used(self, w, n, wt_lowest(s));
      if (used) q->state = WT_CB_EXEC; /* R4 */
      break;
    case WT_EV_WSYNC:                                                /* R10 */
      if (!wsync_passes(q, w, ev->ev_val, e)) q->state = WT_CB_EXEC; /* R4 */
      break;
    case WT_EV_BMOVW: /* R9 */
    case WT_EV_WSYNCR: q->state = WT_CB_WAIT; break;
    case WT_EV_BRX:
    case WT_EV_RET:
    case WT_EV_CALLX: q->state = WT_CB_TGT; break;
    default: q->state = WT_CB_EXEC;
  }
}

/* R24, R26, R27: The end of a turn, else a CTA barrier release, else a launch. */
static void take_other(wt_barrier *self, wt_warps pend) {
  wt_barrier_state *q = &self->q;
  int rel = self->in.ctabar->rel_valid;
  if (pend) {
    unsigned w = wt_warps_first(pend);
    clear_event(q, 1, q->turn_pc[w]);
    q->e_kind = WT_EV_ADV;
    q->at_warp = (uint8_t)w, q->turn_over &= ~wt_warp(w);
    q->state = WT_CB_TURN;
    return;
  }
  if (!rel && !(self->in.dispatch->launch_valid && self->in.dispatch->launch_last)) return;
  q->e_kind = WT_EV_ADV, q->e_seq = 0, q->e_div = q->e_top = q->released = 0, q->check_b = 0, q->check_slot = 0;
  if (rel) {
    q->at_warp = self->in.ctabar->rel_warp;
    q->e_bx = self->in.ctabar->rel_id;
    q->state = WT_CB_CTAREL;
  } else {
    q->at_warp = self->in.dispatch->launch_warp;
    q->e_mask = self->in.dispatch->launch_mask;
    q->state = WT_CB_LAUNCH;
  }
}

/* R2: BSSY and BMOV Rd,Bn: done at this edge, whatever the machine does. */
static void take_direct(wt_barrier *self) {
  const wt_barrier_in_issue *ev = self->in.issue;
  unsigned w = ev->ev_warp, n = ev->ev_bx, set = ev->ev_kind == WT_EV_BSSY;
  if (n >= self->in.S->BX_REGS || (!set && !(ev->ev_val & 1))) return;
  for (uint64_t s = views(self, ev->ev_mask); s; s &= s - 1) {
    if (set) put_view(self, w, n, wt_lowest(s), ev->ev_mask);
    use_view(self, w, n, wt_lowest(s), set);
  }
}

void wt_barrier_tick(wt_barrier *self) {
  wt_barrier_state *q = &self->q;
  const wt_barrier_in_issue *ev = self->in.issue;
  wt_warps pend = q->turn_over;
  unsigned idle = q->state == WT_CB_IDLE, taken = 0;
  if (q->redir_valid) q->redir_valid = q->redir_stop = 0, q->redir_pc = 0;
  q->done = 0;
  if (ev->ev_valid) {
    int direct = ev->ev_kind == WT_EV_BSSY || ev->ev_kind == WT_EV_BMOVR;
    if (direct) take_direct(self);
    if (direct || ev->ev_kind == WT_EV_ADV) { /* R1, R24 */
      if (turn_ends(self, ev->ev_warp)) {
        q->turn_over |= wt_warp(ev->ev_warp);
        WT_PUT(q, turn_pc, ev->ev_warp) = ev->ev_pc;
      }
    } else if (idle && !pend) { /* R3 */
      take_event(self);
      taken = 1;
    }
  }
  if (!idle) step(self);
  else if (!taken) take_other(self, pend);
}

/* ---- outputs ---- */
static void pulses(const wt_barrier_state *q, wt_cfu_out *o) {
  unsigned st = q->state;
  o->rel_ack = st == WT_CB_CTAREL;
  o->launch_ack = st == WT_CB_LAUNCH;
  o->tgt_take = st == WT_CB_TGT;
  o->forced = st == WT_CB_FORCE;
  wt_cfu_arrivals(o, st == WT_CB_EXEC, q->e_kind, q->at_warp, q->e_bx, q->e_mask);
}

void wt_barrier_moore(wt_barrier *self) {
  const wt_barrier_state *q = &self->q;
  wt_cfu_out *o = &self->o;
  unsigned busy = q->state != WT_CB_IDLE;
  wt_warps run = q->has_path & ~q->turn_over;
  o->run = busy || q->redir_valid ? run & ~wt_warp(q->at_warp) : run; /* R28 */
  if (busy || !o->idle) pulses(q, o);
  o->idle = !busy && !q->turn_over; /* R3 */
  o->dead = q->dead;
  wt_cfu_next(o, q->redir_valid, q->redir_stop, q->redir_pc, q->done, q->at_warp);
}

void wt_barrier_eval(wt_barrier *self) {
  const wt_barrier_state *q = &self->q;
  wt_cfu_out *o = &self->o;
  if (!self->in.sched->sel_valid) { /* R28 */
    o->mask = o->live = o->bx_val = 0;
    o->split = 0;
    return;
  }
  unsigned w = self->in.sched->sel_warp, n = (unsigned)(uop_get_lo(self->in.ibuffer->uop) >> 24) & 15, low = 0;
  o->mask = q->cur_mask[w];
  if (o->mask) low = wt_lowest(o->mask);
  o->split = (uint8_t)low;
  o->live = ~q->finished[w] & wt_mask64(self->in.S->SLOT_LANES);
  o->bx_val = o->mask && view_used(self, w, n, low) ? view_of(self, w, n, low) & o->live : 0; /* R28 */
}
