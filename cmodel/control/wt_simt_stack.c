/* wt_simt_stack.c - C twin of the control-flow unit with a reconvergence stack: one stack per warp, one event machine.
 *
 * Spec: docs/blocks/control/wt_simt_stack.md; comments name its rules as S<number>. The top of a stack is in rows of its
 * own, so the common event (move on, no reconvergence point) costs one compare.
 */
#include "control/wt_simt_stack.h"

#include "control/wt_cfu.h"
#include "spec/wt_paths.h"

enum { DEEP_MASK = (1 << WT_STK_CALL_W) - 1, NO_MORE = DEEP_MASK - 1 };

/* Where a path meets others: S "attributes". */
typedef struct {
  uint32_t rpc;
  unsigned depth, to;
} attr;

/* The rows of the warp that the machine works on. */
typedef struct {
  wt_simt_stack *self;
  wt_simt_stack_state *q;
  unsigned w, base; /* row of entry 0 */
  wt_warps bit;
} view;

static view open_view(wt_simt_stack *self, unsigned w) { return (view){self, &self->q, w, w * (self->in.S->STACK_DEPTH - 1), wt_warp(w)}; }

static attr top(const view *v) { return (attr){v->q->top_rpc[v->w], v->q->top_depth[v->w], v->q->top_join[v->w]}; }
static attr entry(const view *v, unsigned i) { return (attr){v->q->ent_rpc[v->base + i], v->q->ent_depth[v->base + i], v->q->ent_join[v->base + i]}; }
static int arrives(uint32_t pc, attr a) { return pc == a.rpc && a.depth == 0; }
static int hit(const view *v) { return arrives(v->q->e_nx, top(v)); }
static int room(const view *v, unsigned k) { return v->q->below[v->w] + k <= v->self->in.S->STACK_DEPTH - 1; }
static attr deeper(attr a) {
  if (a.rpc != WT_RPC_NONE) a.depth = (a.depth + 1) & DEEP_MASK;
  return a;
}
static attr higher(attr a) {
  if (a.rpc != WT_RPC_NONE && a.depth != DEEP_MASK) a.depth = (a.depth - 1) & DEEP_MASK;
  return a;
}
static int too_deep(attr a) { return a.rpc != WT_RPC_NONE && a.depth == NO_MORE; }

static void set_cur_mask(view *v, uint64_t mask) { WT_PUT(v->q, cur_mask, v->w) = mask; }
static void set_top(view *v, attr a) {
  WT_PUT(v->q, top_rpc, v->w) = a.rpc, WT_PUT(v->q, top_depth, v->w) = (uint8_t)a.depth, WT_PUT(v->q, top_join, v->w) = (uint8_t)a.to;
}
static void set_below(view *v, unsigned n) { WT_PUT(v->q, below, v->w) = (uint8_t)n; }
static void set_ent_mask(view *v, unsigned i, uint64_t mask) { WT_PUT(v->q, ent_mask, v->base + i) = mask; }
static void set_ent_next(view *v, unsigned i, uint32_t pc) { WT_PUT(v->q, ent_next, v->base + i) = pc; }
static void set_barred(view *v, uint64_t mask) { WT_PUT(v->q, barred, v->w) = mask; }
static void push(view *v, uint64_t mask, uint32_t pc, attr a) {
  unsigned i = v->q->below[v->w], row = v->base + i;
  set_ent_mask(v, i, mask);
  set_ent_next(v, i, pc);
  WT_PUT(v->q, ent_rpc, row) = a.rpc, WT_PUT(v->q, ent_depth, row) = (uint8_t)a.depth, WT_PUT(v->q, ent_join, row) = (uint8_t)a.to;
  set_below(v, i + 1);
}
static void join(view *v, unsigned to, uint64_t lanes) { set_ent_mask(v, to, v->q->ent_mask[v->base + to] | lanes); }

static unsigned b_words(const wt_simt_stack *self) { return (self->in.S->BX_REGS * self->in.S->STK_W + 31) / 32; }
static unsigned b_get(const wt_simt_stack *self, unsigned w, unsigned n) {
  return n < self->in.S->BX_REGS ? (unsigned)wt_words_get(self->q.bx_entry + (size_t)w * b_words(self), n * self->in.S->STK_W, self->in.S->STK_W) : 0;
}
static void b_put(wt_simt_stack *self, unsigned w, unsigned n, unsigned value) {
  if (n >= self->in.S->BX_REGS) return; /* S2 */
  wt_words_put(WT_PUT_WORDS(&self->q, bx_entry, w, b_words(self)), n * self->in.S->STK_W, self->in.S->STK_W, value);
}

static void redirect(wt_simt_stack_state *q, uint32_t pc) { q->redir_valid = 1, q->redir_pc = pc; }
static void stop(view *v) { v->q->redir_valid = v->q->redir_stop = 1, v->q->has_path &= ~v->bit; }
static void error(wt_simt_stack_state *q, unsigned kind) { q->err_kind = (uint8_t)kind, q->state = WT_SS_ERR; }
static void idle_or_join(view *v) { v->q->state = hit(v) ? WT_SS_JOIN : WT_SS_IDLE; }

/* S6 */
static int first_is_taken(const view *v, uint64_t taken, uint64_t rest) {
  unsigned nt = wt_popcount(taken), nr = wt_popcount(rest), order = v->self->in.cfg->order;
  return order == WT_PATH_ORDER_taken || (order == WT_PATH_ORDER_majority ? nt >= nr : nt < nr);
}
/* S6 */
static int none_of_its_own(const view *v, uint32_t rpc) { return rpc == WT_RPC_NONE || arrives(rpc, top(v)); }
static uint32_t branch_rpc(const view *v) { return v->self->in.cfg->rpcsel ? WT_RPC_NONE : v->q->e_rpc; }
/* S6: the entry of the meeting point; its depth is that behind the return if the paths meet there. */
static void push_meeting(view *v, uint32_t rpc, uint64_t lanes) {
  unsigned at = v->q->below[v->w];
  push(v, lanes, rpc, rpc == WT_RPC_RET ? higher(top(v)) : top(v));
  set_top(v, (attr){rpc, 0, at});
}
static int dead_if_stopped(const view *v, uint64_t waiting) { return waiting != (~v->q->finished[v->w] & wt_mask64(v->self->in.S->SLOT_LANES)); }

/* ---- EXEC ---- */
/* A branch that all lanes take. */
/* S6 */
static void exec_uniform(view *v, int call) {
  wt_simt_stack_state *q = v->q;
  if (call && too_deep(top(v))) { /* S7 */
    error(q, WT_CFE_STACK);
    return;
  }
  if (call) set_top(v, deeper(top(v)));
  q->state = arrives(q->e_tgt, top(v)) ? WT_SS_JOIN : WT_SS_IDLE;
  if (q->state == WT_SS_IDLE) redirect(q, q->e_tgt);
}

/* S6 */
static void exec_split(view *v, int call) {
  wt_simt_stack_state *q = v->q;
  uint64_t taken = q->e_mask, rest = q->cur_mask[v->w] & ~taken;
  uint32_t rpc = branch_rpc(v);
  int own = !none_of_its_own(v, rpc);
  attr other = own ? (attr){rpc, 0, q->below[v->w]} : top(v), deep = call ? deeper(other) : other;
  int join_t = arrives(q->e_tgt, deep), join_r = arrives(q->e_nx, other), alone = join_t || join_r;
  int taken_first = join_r || (!join_t && first_is_taken(v, taken, rest));
  uint64_t joining = join_r ? rest : join_t ? taken : 0;
  if (!room(v, (unsigned)own + (unsigned)!alone) || (call && too_deep(other))) { /* S7 */
    error(q, WT_CFE_STACK);
    return;
  }
  q->state = WT_SS_IDLE;
  if (own) push_meeting(v, rpc, joining);
  else if (alone) join(v, other.to, joining);
  else push(v, taken_first ? rest : taken, taken_first ? q->e_nx : q->e_tgt, taken_first ? other : deep);
  set_cur_mask(v, taken_first ? taken : rest);
  set_top(v, taken_first ? deep : other);
  if (taken_first) redirect(q, q->e_tgt);
  if (own && !alone) {
    q->e_mask = taken_first ? rest : taken;
    q->e_deep = call && !taken_first;
    if (taken_first) q->e_tgt = q->e_nx;
    q->state = WT_SS_PUSH;
  }
}

/* S8 */
static void exec_exit(view *v) {
  wt_simt_stack_state *q = v->q;
  uint64_t left = q->cur_mask[v->w] & ~q->e_mask;
  WT_PUT(q, finished, v->w) |= q->e_mask;
  set_cur_mask(v, left);
  if (left) idle_or_join(v);
  else q->state = WT_SS_SELECT;
}

/* S9 */
static void exec_bar(view *v) {
  wt_simt_stack_state *q = v->q;
  uint64_t rest = q->cur_mask[v->w] & ~q->e_mask, waiting = q->barred[v->w] | q->e_mask;
  if (rest && !room(v, 1)) {
    error(q, WT_CFE_STACK);
    return;
  }
  set_barred(v, waiting);
  if (!rest) {
    q->at_bar |= v->bit;
    if (dead_if_stopped(v, waiting)) q->dead |= v->bit;
    q->state = WT_SS_IDLE;
    return;
  }
  push(v, q->e_mask, q->e_nx, top(v));
  set_cur_mask(v, rest);
  idle_or_join(v);
}

/* S16 */
static void exec_break(view *v) {
  wt_simt_stack_state *q = v->q;
  uint64_t rest = q->cur_mask[v->w] & ~q->e_mask;
  attr in = top(v), out = entry(v, b_get(v->self, v->w, q->e_bx) - 1);
  if (rest && !room(v, 1)) {
    error(q, WT_CFE_STACK);
    return;
  }
  int out_first = !rest || first_is_taken(v, q->e_mask, rest);
  if (rest) push(v, out_first ? rest : q->e_mask, q->e_nx, out_first ? in : out);
  set_cur_mask(v, out_first ? q->e_mask : rest);
  set_top(v, out_first ? out : in);
  idle_or_join(v);
}

static void step_exec(view *v) {
  wt_simt_stack_state *q = v->q;
  int call = q->e_kind == WT_EV_CALL;
  switch (q->e_kind) {
    case WT_EV_EXIT: exec_exit(v); break;
    case WT_EV_BAR: exec_bar(v); break;
    case WT_EV_BREAK: exec_break(v); break; /* S10 */
    default:
      if (q->e_mask == q->cur_mask[v->w]) exec_uniform(v, call);
      else exec_split(v, call);
  }
}

/* The side of a split that runs second. */
/* S6 */
static void step_push(view *v) {
  attr a = top(v);
  a.depth = v->q->e_deep;
  push(v, v->q->e_mask, v->q->e_tgt, a);
  v->q->state = WT_SS_IDLE;
}

/* ---- indirect branches: S11, S12 ---- */
static void step_div(view *v) {
  wt_simt_stack_state *q = v->q;
  const wt_simt_stack_in_tgt *t = v->self->in.tgt;
  uint32_t rpc = branch_rpc(v);
  if (!t->valid) return;
  q->overflow = 0;
  q->state = WT_SS_TGT;
  if (t->last || none_of_its_own(v, rpc)) return;
  if (room(v, 1)) push_meeting(v, rpc, 0);
  else q->overflow = 1;
}

static void step_tgt(view *v) {
  wt_simt_stack_state *q = v->q;
  const wt_simt_stack_in_tgt *t = v->self->in.tgt;
  attr in = top(v), a = in;
  if (!t->valid) return;
  int deep = t->taken && q->e_kind == WT_EV_CALLX, ret = t->taken && q->e_kind == WT_EV_RET;
  if (deep) a = deeper(in);
  if (ret) a = higher(in);
  int full = deep && too_deep(in), joins = arrives(t->pc, a);
  if (ret && a.rpc == WT_RPC_RET && a.depth == DEEP_MASK) {
    uint32_t known = q->ent_next[v->base + a.to];
    joins = known == WT_RPC_RET || known == t->pc;
    if (joins) set_ent_next(v, a.to, t->pc);
    else a = entry(v, a.to); /* S12: it came from elsewhere */
  }
  if (!joins && !t->last && !room(v, 1)) full = 1;
  if (full) {
    q->overflow = 1;
  } else if (joins) {
    join(v, in.to, t->mask);
    set_cur_mask(v, q->cur_mask[v->w] & ~t->mask);
  } else if (!t->last) {
    push(v, t->mask, t->pc, a);
    set_cur_mask(v, q->cur_mask[v->w] & ~t->mask);
  } else if (!q->overflow) {
    set_top(v, a);
  }
  if (!t->last) return;
  if (q->overflow) {
    error(q, WT_CFE_STACK);
  } else if (joins) {
    q->state = WT_SS_SELECT;
  } else if (arrives(t->pc, a)) {
    q->state = WT_SS_JOIN;
  } else {
    q->state = WT_SS_IDLE;
    if (t->pc != q->e_nx) redirect(q, t->pc);
  }
}

/* ---- the other steps ---- */
static int wsync_passes(const wt_simt_stack_state *q, unsigned w, uint64_t k, uint64_t e) { return (k & ~q->finished[w] & ~e) == 0; }

/* S17 */
static void step_wait(view *v) {
  wt_simt_stack_state *q = v->q;
  if (!v->self->in.alu->sc_valid || v->self->in.alu->sc_warp != v->w) return;
  uint32_t val = v->self->in.alu->sc_val;
  if (q->e_kind == WT_EV_BMOVW) {
    b_put(v->self, v->w, q->e_bx, val & (uint32_t)wt_mask64(v->self->in.S->STK_W));
  } else if (!wsync_passes(q, v->w, val & wt_mask64(v->self->in.S->SLOT_LANES), q->e_mask)) {
    error(q, WT_CFE_WSYNC);
    return;
  }
  idle_or_join(v);
}

/* S13 */
static void step_join(view *v) {
  wt_simt_stack_state *q = v->q;
  if (v->self->in.sched->busy) return;
  join(v, q->top_join[v->w], q->cur_mask[v->w]);
  set_cur_mask(v, 0); /* S24 */
  q->state = WT_SS_SELECT;
}

/* S14 */
static void step_select(view *v) {
  wt_simt_stack_state *q = v->q;
  if (!q->below[v->w]) {
    q->done = 1;
    stop(v);
    q->state = WT_SS_IDLE;
    return;
  }
  unsigned i = q->below[v->w] - 1u;
  uint64_t lanes = q->ent_mask[v->base + i];
  if (lanes & q->barred[v->w]) {
    if (dead_if_stopped(v, q->barred[v->w])) q->dead |= v->bit;
    stop(v);
    q->state = WT_SS_IDLE;
    return;
  }
  set_below(v, i);
  if (!lanes) return;
  uint32_t pc = q->ent_next[v->base + i];
  set_cur_mask(v, lanes);
  set_top(v, entry(v, i));
  q->has_path |= v->bit;
  if (arrives(pc, top(v))) {
    q->state = WT_SS_JOIN;
    return;
  }
  if (!q->e_seq || pc != q->e_nx) redirect(q, pc);
  q->state = WT_SS_IDLE;
}

/* S15 */
static void step_bssy(view *v) {
  wt_simt_stack_state *q = v->q;
  uint32_t end = q->top_next[v->w];
  unsigned n = q->push_bx[v->w];
  q->state = WT_SS_IDLE;
  if (arrives(end, top(v))) {
    b_put(v->self, v->w, n, (q->top_join[v->w] + 1u) & (uint32_t)wt_mask64(v->self->in.S->STK_W));
    return;
  }
  if (!room(v, 1)) { /* end is the pc of the BSSY */
    q->e_nx = end + 16;
    error(q, WT_CFE_STACK);
    return;
  }
  push_meeting(v, end, 0);
  b_put(v->self, v->w, n, q->below[v->w]);
}

/* S21 */
static void step_launch(view *v) {
  wt_simt_stack_state *q = v->q;
  unsigned w = v->w, words = b_words(v->self);
  set_cur_mask(v, q->e_mask);
  set_top(v, (attr){WT_RPC_NONE, 0, 0});
  set_below(v, 0);
  set_barred(v, 0);
  WT_PUT(q, finished, w) = ~q->e_mask & wt_mask64(v->self->in.S->SLOT_LANES);
  memset(WT_PUT_WORDS(q, bx_entry, w, words), 0, words * sizeof *q->bx_entry);
  q->has_path |= v->bit, q->at_bar &= ~v->bit, q->dead &= ~v->bit;
  redirect(q, 0);
  q->state = WT_SS_IDLE;
}

/* S20 */
static void step_ctarel(view *v) {
  wt_simt_stack_state *q = v->q;
  int top_waits = (q->barred[v->w] & q->cur_mask[v->w]) != 0;
  set_barred(v, 0);
  q->dead &= ~v->bit;
  q->state = WT_SS_IDLE;
  if (top_waits) {
    q->at_bar &= ~v->bit;
    q->e_nx = q->top_next[v->w];
    q->e_seq = 1;
    idle_or_join(v);
  } else if (!(q->has_path & v->bit) && !q->cur_mask[v->w]) {
    q->state = WT_SS_SELECT;
  }
}

static void step(wt_simt_stack *self) {
  wt_simt_stack_state *q = &self->q;
  view v = open_view(self, q->at_warp);
  switch (q->state) {
    case WT_SS_EXEC: step_exec(&v); break;
    case WT_SS_PUSH: step_push(&v); break;
    case WT_SS_DIV: step_div(&v); break;
    case WT_SS_TGT: step_tgt(&v); break;
    case WT_SS_WAIT: step_wait(&v); break;
    case WT_SS_JOIN: step_join(&v); break;
    case WT_SS_SELECT: step_select(&v); break;
    case WT_SS_BSSY: step_bssy(&v); break;
    case WT_SS_LAUNCH: step_launch(&v); break;
    case WT_SS_CTAREL: step_ctarel(&v); break;
    default: /* S18 */ stop(&v); q->state = WT_SS_IDLE;
  }
}

/* ---- events ---- */
static void set_top_next(wt_simt_stack_state *q, unsigned w, uint32_t pc) { WT_PUT(q, top_next, w) = pc; }

/* S1: the warp moves on to the next instruction. */
static void move_on(wt_simt_stack *self) {
  const wt_simt_stack_in_issue *ev = self->in.issue;
  view v = open_view(self, ev->ev_warp);
  if (arrives(ev->ev_pc + 16, top(&v))) v.q->to_join |= v.bit;
}

/* S3 */
static void take_bssy(wt_simt_stack *self) {
  const wt_simt_stack_in_issue *ev = self->in.issue;
  view v = open_view(self, ev->ev_warp);
  int full = !arrives(ev->ev_rpc, top(&v)) && !room(&v, 1);
  set_top_next(v.q, v.w, full ? ev->ev_pc : ev->ev_rpc);
  WT_PUT(v.q, push_bx, v.w) = ev->ev_bx;
  v.q->to_push |= v.bit;
}

/* S1 */
static int starts_machine(const wt_simt_stack *self) {
  const wt_simt_stack_in_issue *ev = self->in.issue;
  const wt_simt_stack_state *q = &self->q;
  unsigned w = ev->ev_warp, b;
  switch (ev->ev_kind) {
    case WT_EV_ADV:
    case WT_EV_BMOVR:
    case WT_EV_BSSY:
    case WT_EV_BSYNC:
    case WT_EV_YIELD: return 0;
    case WT_EV_BREAK: b = b_get(self, w, ev->ev_bx); return self->in.cfg->rpcsel && b && b - 1 < q->below[w]; /* S16 */
    case WT_EV_BRA: return ev->ev_target != ev->ev_pc + 16;
    case WT_EV_WSYNC: return !wsync_passes(q, w, ev->ev_val, ev->ev_mask);
    default: return 1;
  }
}

static void take_event(wt_simt_stack *self) {
  wt_simt_stack_state *q = &self->q;
  const wt_simt_stack_in_issue *ev = self->in.issue;
  view v = open_view(self, ev->ev_warp);
  q->at_warp = ev->ev_warp, q->e_kind = ev->ev_kind, q->e_seq = 1, q->e_nx = ev->ev_pc + 16; /* S4 */
  q->e_mask = ev->ev_mask, q->e_tgt = ev->ev_target, q->e_rpc = ev->ev_rpc, q->e_bx = ev->ev_bx;
  switch (ev->ev_kind) {
    case WT_EV_BRA:
      q->state = WT_SS_EXEC;
      if (ev->ev_mask != q->cur_mask[v.w]) break;
      q->state = arrives(ev->ev_target, top(&v)) ? WT_SS_JOIN : WT_SS_IDLE; /* S5 */
      if (q->state == WT_SS_IDLE) redirect(q, ev->ev_target);
      break;
    case WT_EV_WSYNC: error(q, WT_CFE_WSYNC); break; /* S5 */
    case WT_EV_WSYNCR:
    case WT_EV_BMOVW: q->state = WT_SS_WAIT; break;
    case WT_EV_BRX:
    case WT_EV_RET:
    case WT_EV_CALLX: q->state = WT_SS_DIV; break;
    case WT_EV_BAR: /* S5 */
      set_top_next(q, v.w, q->e_nx);
      q->state = WT_SS_EXEC;
      break;
    default: q->state = WT_SS_EXEC;
  }
}

/* Pending work of a warp, else a CTA barrier release, else a launch. */
static void take_other(wt_simt_stack *self) {
  wt_simt_stack_state *q = &self->q;
  wt_warps pending = q->to_join | q->to_push;
  /* S19 */
  if (pending) {
    view v = open_view(self, wt_warps_first(pending));
    q->at_warp = (uint8_t)v.w, q->e_kind = WT_EV_ADV, q->e_seq = 1, q->e_nx = q->top_rpc[v.w];
    q->state = q->to_push & v.bit ? WT_SS_BSSY : WT_SS_JOIN;
    q->to_join &= ~v.bit, q->to_push &= ~v.bit;
  } else if (self->in.ctabar->rel_valid) { /* S20 */
    q->at_warp = self->in.ctabar->rel_warp, q->e_kind = WT_EV_ADV, q->e_seq = 0;
    q->state = WT_SS_CTAREL;
  } else if (self->in.dispatch->launch_valid && self->in.dispatch->launch_last) { /* S21 */
    q->at_warp = self->in.dispatch->launch_warp, q->e_kind = WT_EV_ADV, q->e_seq = 0;
    q->e_mask = self->in.dispatch->launch_mask;
    q->state = WT_SS_LAUNCH;
  }
}

void wt_simt_stack_tick(wt_simt_stack *self) {
  wt_simt_stack_state *q = &self->q;
  const wt_simt_stack_in_issue *ev = self->in.issue;
  unsigned free = q->state == WT_SS_IDLE, starts = 0;
  if (q->redir_valid) q->redir_valid = q->redir_stop = 0, q->redir_pc = 0;
  q->done = 0;
  if (ev->ev_valid) {
    starts = free && !(q->to_join | q->to_push) && starts_machine(self);                                   /* S4 */
    if (!starts && ev->ev_kind == WT_EV_BMOVR && (ev->ev_val & 1)) b_put(self, ev->ev_warp, ev->ev_bx, 0); /* S2 */
  }
  /* the machine's step sees the state before the event of another warp, which only sets to_join, to_push and rows of that warp */
  if (!free) step(self);
  else if (!starts) take_other(self);
  if (starts) take_event(self);
  else if (ev->ev_valid && ev->ev_kind == WT_EV_BSSY && self->in.cfg->rpcsel) take_bssy(self); /* S3 */
  else if (ev->ev_valid && !starts_machine(self)) move_on(self);                               /* S1 */
}

/* ---- outputs ---- */
static void pulses(const wt_simt_stack_state *q, wt_cfu_out *o) {
  unsigned err = q->state == WT_SS_ERR;
  o->rel_ack = q->state == WT_SS_CTAREL;
  o->launch_ack = q->state == WT_SS_LAUNCH;
  o->tgt_take = q->state == WT_SS_TGT;
  wt_cfu_arrivals(o, q->state == WT_SS_EXEC, q->e_kind, q->at_warp, q->e_bx, q->e_mask);
  o->err_valid = (uint8_t)err, o->err_warp = err ? q->at_warp : 0, o->err_kind = err ? q->err_kind : 0; /* S18 */
  o->err_pc = err ? q->e_nx - 16 : 0;
}

void wt_simt_stack_moore(wt_simt_stack *self) {
  const wt_simt_stack_state *q = &self->q;
  wt_cfu_out *o = &self->o;
  unsigned busy = q->state != WT_SS_IDLE;
  wt_warps held = q->at_bar | q->to_join | q->to_push;                                /* S22 */
  o->run = q->has_path & ~held & ~(busy || q->redir_valid ? wt_warp(q->at_warp) : 0); /* S22 */
  pulses(q, o);
  o->idle = !busy && !(q->to_join | q->to_push); /* S19 */
  o->dead = q->dead;
  o->at_bar = q->at_bar;
  o->forced = 0;
  wt_cfu_next(o, q->redir_valid, q->redir_stop, q->redir_pc, q->done, q->at_warp);
}

void wt_simt_stack_eval(wt_simt_stack *self) {
  const wt_simt_stack_state *q = &self->q;
  wt_cfu_out *o = &self->o;
  if (!self->in.sched->sel_valid) { /* S23 */
    o->mask = o->live = o->bx_val = 0;
    o->split = 0;
    return;
  }
  unsigned w = self->in.sched->sel_warp, n = (unsigned)(uop_get_lo(self->in.ibuffer->uop) >> 24) & 15;
  o->mask = q->cur_mask[w];
  o->split = q->below[w] & ((1u << WT_SPLIT_W) - 1);
  o->live = ~q->finished[w] & wt_mask64(self->in.S->SLOT_LANES);
  o->bx_val = b_get(self, w, n) & wt_mask64(self->in.S->SLOT_LANES); /* S23 */
}

/* ---- reports ---- */
static unsigned entries(const view *v) {
  unsigned max = v->self->in.S->STACK_DEPTH - 1, n = v->q->below[v->w];
  return n < max ? n : max; /* the row of a slot without a warp may hold anything */
}

int wt_simt_stack_paths(const wt_simt_stack *self, unsigned w, wt_path *p) {
  view v = open_view((wt_simt_stack *)(uintptr_t)self, w); /* read only */
  const wt_simt_stack_state *q = v.q;
  uint64_t above = q->cur_mask[w];
  int n = 0;
  if (q->state != WT_SS_IDLE && q->at_warp == w) return -1;
  if (q->cur_mask[w] & q->barred[w]) p[n++] = (wt_path){q->top_next[w], q->cur_mask[w], 0, WT_PATH_BAR, 0};
  else if (q->cur_mask[w]) p[n++] = (wt_path){0, q->cur_mask[w], 0, WT_PATH_RUN, 0}; /* its pc is known to issue only */
  for (unsigned i = entries(&v); i--;) {
    uint64_t mask = q->ent_mask[v.base + i];
    if (!mask) continue;
    int bar = (mask & q->barred[w]) != 0;
    p[n++] = (wt_path){q->ent_next[v.base + i], mask, bar ? 0 : above, bar ? WT_PATH_BAR : WT_PATH_BELOW, 0};
    above |= mask;
  }
  return n;
}

void wt_simt_stack_occupancy(const wt_simt_stack *self, unsigned w, unsigned used[2]) {
  view v = open_view((wt_simt_stack *)(uintptr_t)self, w); /* read only */
  used[0] = entries(&v) + (v.q->cur_mask[w] != 0);
  used[1] = 0;
}
