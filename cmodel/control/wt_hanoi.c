/* wt_hanoi.c - C twin of the control-flow unit with a stack of warp splits and a stack of reconvergence points.
 *
 * Spec: docs/blocks/control/wt_hanoi.md; comments name its rules as R<number>. The machine is idle most of the time and
 * an EV_ADV changes nothing, so moore and tick leave early.
 */
#include "control/wt_hanoi.h"

#include "control/wt_cfu.h"
#include "spec/wt_paths.h"

/* The warp that the machine works on. */
typedef struct {
  wt_hanoi *self;
  wt_hanoi_state *q;
  unsigned w, lanes, depth; /* depth: of WS */
  uint32_t *wid;
} view;

static view open_view(wt_hanoi *self, unsigned w) {
  wt_hanoi_state *q = &self->q;
  unsigned depth = self->in.S->WS_DEPTH;
  return (view){self, q, w, self->in.S->SLOT_LANES, depth, q->ws_bar_w + (size_t)w * ((4 * depth + 31) / 32)};
}

static uint64_t bit(unsigned i) { return UINT64_C(1) << i; }

/* ---- WS ---- */
static unsigned ws_row(const view *v, unsigned i) { return v->w * v->depth + i; }
static unsigned entries(const view *v) { return v->q->ws_count[v->w]; }
static int ws_full(const view *v) { return entries(v) == v->depth; }
static void put_entry(view *v, unsigned i, uint32_t pc, uint64_t mask) {
  WT_PUT(v->q, ws_pc, ws_row(v, i)) = pc;
  WT_PUT(v->q, ws_mask, ws_row(v, i)) = mask;
}
static void set_entries(view *v, unsigned n) { WT_PUT(v->q, ws_count, v->w) = (uint8_t)n; }
static void set_cur_mask(view *v, uint64_t mask) { WT_PUT(v->q, cur_mask, v->w) = mask; }
/* The current path stays where it is in the stack, with this pc and mask; what runs now is a new entry on top of it. */
static void push_over(view *v, uint32_t pc, uint64_t mask, uint64_t top) {
  put_entry(v, entries(v) - 1, pc, mask);
  set_entries(v, entries(v) + 1);
  set_cur_mask(v, top);
}
static unsigned barrier_of(const view *v, unsigned i) {
  unsigned x = 0;
  for (unsigned b = 0; b < 4; b++) x |= (unsigned)wt_words_get(v->wid, b * v->depth + i, 1) << b;
  return x;
}
static void set_barriers(view *v, uint64_t set) { WT_PUT(v->q, ws_barred, v->w) = set; }
static void put_at_barrier(view *v, unsigned i, unsigned x) {
  for (unsigned b = 0; b < 4; b++) wt_words_put(v->wid, b * v->depth + i, 1, x >> b & 1);
  set_barriers(v, v->q->ws_barred[v->w] | bit(i));
  WT_TOUCH(v->q->ws_bar_log, v->w);
}

/* ---- REC and B registers ---- */
static unsigned rec_row(const wt_hanoi *self, unsigned w, unsigned i) { return w * self->in.S->REC_DEPTH + i; }
static void push_rec(wt_hanoi *self, unsigned w, uint32_t pc, unsigned n) {
  wt_hanoi_state *q = &self->q;
  unsigned r = rec_row(self, w, q->rec_count[w]);
  WT_PUT(q, rec_pc, r) = pc, WT_PUT(q, rec_bx, r) = (uint8_t)n, WT_PUT(q, rec_count, w)++;
}
static void set_b(wt_hanoi *self, unsigned w, unsigned n, uint64_t mask) {
  unsigned row = w * self->in.S->BX_REGS + n;
  WT_PUT(&self->q, b_mask, row) = mask;
}
static void set_valid(wt_hanoi_state *q, unsigned w, unsigned n, unsigned on) {
  WT_PUT(q, b_valid, w) = (uint16_t)((q->b_valid[w] & ~(1u << n)) | on << n);
}
static int is_valid(const wt_hanoi *self, unsigned w, unsigned n) { return self->q.b_valid[w] >> n & 1; } /* never of BX_REGS and above */
static uint64_t alive(const wt_hanoi *self, unsigned w, unsigned n) { return self->q.b_mask[w * self->in.S->BX_REGS + n] & ~self->q.finished[w]; }

static void set_waiting(view *v, uint64_t set) { WT_PUT(v->q, waiting, v->w) = set; }

static void redirect(wt_hanoi_state *q, uint32_t pc, unsigned stop) { q->redir_valid = 1, q->redir_pc = pc, q->redir_stop = (uint8_t)stop; }
/* R18 */
static void fails(wt_hanoi_state *q, unsigned kind) { q->state = WT_HN_ERR, q->err_next = (uint8_t)kind; }

/* Some lanes leave the current path (R7, R12); the rest goes on at pc + 16, or the entry is popped. */
static void leave(view *v) {
  uint64_t rest = v->q->cur_mask[v->w] & ~v->q->e_mask;
  set_cur_mask(v, rest);
  if (rest) return;
  set_entries(v, entries(v) - 1);
  v->q->has_path &= ~wt_warp(v->w);
}
/* R7 */
static void wait_here(view *v) {
  set_waiting(v, v->q->waiting[v->w] | v->q->e_mask); /* R19 */
  leave(v);
  v->q->state = WT_HN_CHECK;
}

/* ---- EXEC: one step per event ---- */
/* R5 */
static void exec_split(view *v) {
  wt_hanoi_state *q = v->q;
  uint64_t taken = q->e_mask, rest = q->cur_mask[v->w] & ~taken;
  unsigned nt = wt_popcount(taken), nr = wt_popcount(rest), order = v->self->in.cfg->order;
  int taken_first = order == WT_PATH_ORDER_taken || (order == WT_PATH_ORDER_majority ? nt >= nr : nt < nr);
  if (ws_full(v)) {
    fails(q, WT_CFE_STACK); /* R18 */
    return;
  }
  push_over(v, taken_first ? q->e_pc + 16 : q->e_to, taken_first ? rest : taken, taken_first ? taken : rest);
  if (taken_first) redirect(q, q->e_to, 0);
  q->state = WT_HN_IDLE;
}

/* R11 */
static void exec_yield(view *v) {
  wt_hanoi_state *q = v->q;
  unsigned n = entries(v);
  q->state = WT_HN_IDLE;
  if (n < 2 || (q->ws_barred[v->w] >> (n - 2) & 1) || !q->rec_count[v->w]) return;
  unsigned b = q->rec_bx[rec_row(v->self, v->w, q->rec_count[v->w] - 1u)], row = ws_row(v, n - 2);
  uint32_t pc = q->ws_pc[row];
  uint64_t other = q->ws_mask[row], mine = q->cur_mask[v->w];
  if (!is_valid(v->self, v->w, b) || ((mine | other) & ~alive(v->self, v->w, b))) return;
  put_entry(v, n - 2, q->e_pc + 16, mine);
  set_cur_mask(v, other);
  if (pc != q->e_pc + 16) redirect(q, pc, 0);
}

/* R12 */
static void exec_exit(view *v) {
  wt_hanoi_state *q = v->q;
  WT_PUT(q, finished, v->w) |= q->e_mask;
  leave(v);
  q->state = WT_HN_CHECK;
}

/* R13 */
static void exec_bar(view *v) {
  wt_hanoi_state *q = v->q;
  uint64_t rest = q->cur_mask[v->w] & ~q->e_mask;
  unsigned i = entries(v) - 1;
  if (rest && ws_full(v)) {
    fails(q, WT_CFE_STACK);
    return;
  }
  if (rest) {
    push_over(v, q->e_pc + 16, q->e_mask, rest);
    q->state = WT_HN_IDLE;
  } else {
    put_entry(v, i, q->e_pc + 16, q->e_mask);
    q->has_path &= ~wt_warp(v->w);
    q->state = WT_HN_SELECT;
  }
  put_at_barrier(v, i, q->e_bx);
}

static void step_exec(view *v) {
  switch (v->q->e_kind) {
    case WT_EV_BRA:
    case WT_EV_CALL: exec_split(v); break;
    case WT_EV_YIELD: exec_yield(v); break;
    case WT_EV_EXIT: exec_exit(v); break;
    default: exec_bar(v);
  }
}

/* ---- the other steps ---- */
static int wsync_passes(const wt_hanoi_state *q, unsigned w, uint64_t k, uint64_t e) { return (k & ~q->finished[w] & ~e) == 0; }

/* R10 */
static void step_wait(view *v) {
  wt_hanoi_state *q = v->q;
  if (!v->self->in.alu->sc_valid || v->self->in.alu->sc_warp != v->w) return;
  uint64_t val = v->self->in.alu->sc_val & wt_mask64(v->lanes);
  if (q->e_kind == WT_EV_WSYNCR) {
    q->e_kind = WT_EV_WSYNC;
    q->e_val = val;
    q->state = wsync_passes(q, v->w, val, q->e_mask) ? WT_HN_IDLE : WT_HN_SEARCH;
  } else {
    set_b(v->self, v->w, q->e_bx, val & ~q->finished[v->w]);
    set_valid(q, v->w, q->e_bx, 1);
    q->state = WT_HN_CHECK;
  }
}

/* R17 */
static void step_launch(view *v) {
  wt_hanoi_state *q = v->q;
  unsigned w = v->w;
  set_entries(v, 1);
  set_cur_mask(v, q->e_mask);
  set_barriers(v, 0);
  set_waiting(v, 0);
  WT_PUT(q, finished, w) = ~q->e_mask & wt_mask64(v->lanes);
  WT_PUT(q, rec_count, w) = 0, WT_PUT(q, b_valid, w) = 0;
  q->has_path |= wt_warp(w);
  q->dead &= ~wt_warp(w), q->fail &= ~wt_warp(w);
  redirect(q, 0, 0);
  q->state = WT_HN_IDLE;
}

/* R16 */
static void step_ctarel(view *v) {
  wt_hanoi_state *q = v->q;
  uint64_t stay = 0;
  for (uint64_t s = q->ws_barred[v->w]; s; s &= s - 1)
    if (barrier_of(v, wt_lowest(s)) != q->e_bx) stay |= s & -s;
  set_barriers(v, stay);
  q->state = q->has_path >> v->w & 1 ? WT_HN_IDLE : WT_HN_SELECT;
}

/* R9, no such point yet */
static int new_point(view *v) {
  wt_hanoi_state *q = v->q;
  unsigned n = v->self->in.S->BX_REGS;
  if (q->rec_count[v->w] == v->self->in.S->REC_DEPTH) return fails(q, WT_CFE_REC), 0;
  while (n && (q->b_valid[v->w] >> (n - 1) & 1)) n--;
  if (!n) return fails(q, WT_CFE_MASKS), 0;
  push_rec(v->self, v->w, q->e_pc + 16, n - 1);
  set_b(v->self, v->w, n - 1, q->e_val & ~q->finished[v->w]);
  set_valid(q, v->w, n - 1, 1);
  return 1;
}

/* R8, R9: one entry of REC a cycle, from the top. */
static void step_search(view *v) {
  wt_hanoi_state *q = v->q;
  int wsync = q->e_kind == WT_EV_WSYNC;
  if (wsync && v->self->in.sched->busy) return; /* R22 */
  if (q->seen < q->rec_count[v->w]) {
    unsigned r = rec_row(v->self, v->w, q->rec_count[v->w] - 1u - q->seen), b = q->rec_bx[r];
    int hit = b == q->e_bx;
    if (wsync) hit = q->rec_pc[r] == q->e_pc + 16 && is_valid(v->self, v->w, b) && alive(v->self, v->w, b) == (q->e_val & ~q->finished[v->w]);
    if (!hit) {
      q->seen++;
      return;
    }
    if (!wsync && q->rec_pc[r] == q->e_pc) {
      WT_PUT(q, rec_pc, r) = q->e_pc + 16;
    }
  } else if (wsync && !new_point(v)) {
    return;
  }
  wait_here(v);
}

/* R14 */
static void step_check(view *v) {
  wt_hanoi_state *q = v->q;
  unsigned w = v->w, n = q->rec_count[w], running = q->has_path >> w & 1;
  if (q->e_kind == WT_EV_BMOVW && v->self->in.sched->busy) return; /* R22 */
  unsigned r = rec_row(v->self, w, n - 1), b = n ? q->rec_bx[r] : 0;
  int valid = n && is_valid(v->self, w, b);
  uint64_t lanes = valid ? alive(v->self, w, b) : 0;
  if (!valid || (lanes & ~q->waiting[w])) {
    q->state = running ? WT_HN_IDLE : WT_HN_SELECT;
    if (running && q->e_to != q->e_pc + 16) redirect(q, q->e_to, 0);
    return;
  }
  if (lanes && ws_full(v)) {
    fails(q, WT_CFE_STACK);
    return;
  }
  WT_PUT(q, rec_count, w)--;
  set_valid(q, w, b, 0);
  if (!lanes) return;
  set_waiting(v, q->waiting[w] & ~lanes);
  if (running) {
    push_over(v, q->e_to, q->cur_mask[w], lanes);
  } else {
    set_entries(v, entries(v) + 1);
    set_cur_mask(v, lanes);
  }
  q->has_path |= wt_warp(w);
  q->e_to = q->rec_pc[r];
}

/* R15 */
static void step_select(view *v) {
  wt_hanoi_state *q = v->q;
  unsigned w = v->w, n = entries(v), i = n - 1;
  q->state = WT_HN_IDLE;
  uint64_t ready = ~q->ws_barred[w] & wt_mask64(n);
  if (!n || !ready) {
    redirect(q, 0, 1);
    if (!n && q->waiting[w]) q->dead |= wt_warp(w);
    if (!n && !q->waiting[w]) q->done = 1;
    return;
  }
  unsigned j = 63 - (unsigned)__builtin_clzll(ready);
  uint32_t pc = q->ws_pc[ws_row(v, j)];
  set_cur_mask(v, q->ws_mask[ws_row(v, j)]);
  if (j != i) { /* the top is at a barrier: it gets the place of the path that runs */
    put_entry(v, j, q->ws_pc[ws_row(v, i)], q->ws_mask[ws_row(v, i)]);
    WT_PUT(q, ws_barred, w) &= ~bit(i);
    put_at_barrier(v, j, barrier_of(v, i));
  }
  q->has_path |= wt_warp(w);
  if (!q->e_seq || pc != q->e_pc + 16) redirect(q, pc, 0);
}

/* R6 */
static void step_tgt(view *v) {
  wt_hanoi_state *q = v->q;
  const wt_hanoi_in_tgt *t = v->self->in.tgt;
  if (!t->valid) return;
  if (!t->last) {
    if (ws_full(v)) q->overflow = 1;
    else push_over(v, t->pc, t->mask, q->cur_mask[v->w] & ~t->mask);
  } else if (q->overflow) {
    fails(q, WT_CFE_STACK);
  } else {
    redirect(q, t->pc, 0);
    q->state = WT_HN_IDLE;
  }
}

/* R18 */
static void show_error(wt_hanoi_state *q, unsigned w, unsigned kind, uint32_t pc) {
  q->err_valid = 1, q->err_warp = (uint8_t)w, q->err_kind = (uint8_t)kind, q->err_pc = pc;
  q->fail |= wt_warp(w);
}

static void step(wt_hanoi *self) {
  wt_hanoi_state *q = &self->q;
  view v = open_view(self, q->at_warp);
  switch (q->state) {
    case WT_HN_EXEC: step_exec(&v); break;
    case WT_HN_WAIT: step_wait(&v); break;
    case WT_HN_LAUNCH: step_launch(&v); break;
    case WT_HN_CTAREL: step_ctarel(&v); break;
    case WT_HN_SEARCH: step_search(&v); break;
    case WT_HN_CHECK: step_check(&v); break;
    case WT_HN_SELECT: step_select(&v); break;
    case WT_HN_TGT: step_tgt(&v); break;
    default: /* R18: after an error of this edge */
      if (q->err_valid) break;
      show_error(q, q->at_warp, q->err_next, q->e_pc);
      q->state = WT_HN_IDLE;
  }
}

/* ---- events ---- */
static void take_event(wt_hanoi *self) {
  wt_hanoi_state *q = &self->q;
  const wt_hanoi_in_issue *ev = self->in.issue;
  unsigned w = ev->ev_warp, kind = ev->ev_kind, n = ev->ev_bx, none = n >= self->in.S->BX_REGS;
  int jump = kind == WT_EV_BRA || kind == WT_EV_CALL;
  q->at_warp = (uint8_t)w;
  q->e_kind = (uint8_t)kind, q->e_seq = 1, q->e_pc = ev->ev_pc, q->e_mask = ev->ev_mask;
  q->e_to = jump ? ev->ev_target : ev->ev_pc + 16, q->e_bx = (uint8_t)n, q->e_val = ev->ev_val; /* R3 */
  q->seen = 0, q->overflow = 0;
  switch (kind) {
    case WT_EV_BRA:
    case WT_EV_CALL:
      /* R4 */
      if (ev->ev_mask == q->cur_mask[w]) redirect(q, ev->ev_target, 0);
      else q->state = WT_HN_EXEC;
      break;
    case WT_EV_BSYNC: /* R8 */
      q->state = WT_HN_SEARCH;
      if (none) fails(q, WT_CFE_BX); /* R18 */
      break;
    case WT_EV_BREAK:                   /* R10 */
      if (none) fails(q, WT_CFE_BX);    /* R18 */
      if (!is_valid(self, w, n)) break; /* R4 */
      set_b(self, w, n, q->b_mask[w * self->in.S->BX_REGS + n] & ~ev->ev_mask);
      q->state = WT_HN_CHECK;
      break;
    case WT_EV_WSYNC:
      if (!wsync_passes(q, w, ev->ev_val, ev->ev_mask)) q->state = WT_HN_SEARCH; /* R4 */
      break;
    case WT_EV_BMOVW: /* R10 */
      q->state = WT_HN_WAIT;
      if (none) fails(q, WT_CFE_BX); /* R18 */
      break;
    case WT_EV_WSYNCR: q->state = WT_HN_WAIT; break;
    case WT_EV_BRX: /* R6 */
    case WT_EV_RET:
    case WT_EV_CALLX: q->state = WT_HN_TGT; break;
    default: q->state = WT_HN_EXEC;
  }
}

/* CTA barrier release, else launch. */
static void take_other(wt_hanoi *self) {
  wt_hanoi_state *q = &self->q;
  int rel = self->in.ctabar->rel_valid;
  if (!rel && !(self->in.dispatch->launch_valid && self->in.dispatch->launch_last)) return;
  q->e_kind = WT_EV_ADV, q->e_seq = 0;
  if (rel) { /* R16 */
    q->at_warp = self->in.ctabar->rel_warp;
    q->e_bx = self->in.ctabar->rel_id;
    q->state = WT_HN_CTAREL;
  } else { /* R17 */
    q->at_warp = self->in.dispatch->launch_warp;
    q->e_mask = self->in.dispatch->launch_mask;
    q->state = WT_HN_LAUNCH;
  }
}

/* R2: BSSY and BMOV Rd,Bn: done at this edge, whatever the machine does. */
static void take_direct(wt_hanoi *self) {
  wt_hanoi_state *q = &self->q;
  const wt_hanoi_in_issue *ev = self->in.issue;
  unsigned w = ev->ev_warp, n = ev->ev_bx;
  if (n >= self->in.S->BX_REGS) {
    show_error(q, w, WT_CFE_BX, ev->ev_pc); /* R18 */
  } else if (ev->ev_kind == WT_EV_BMOVR) {
    if (ev->ev_val & 1) set_valid(q, w, n, 0);
  } else if (q->rec_count[w] == self->in.S->REC_DEPTH) {
    show_error(q, w, WT_CFE_REC, ev->ev_pc); /* R18 */
  } else {
    set_b(self, w, n, ev->ev_mask);
    set_valid(q, w, n, 1);
    push_rec(self, w, ev->ev_rpc, n);
  }
}

void wt_hanoi_tick(wt_hanoi *self) {
  wt_hanoi_state *q = &self->q;
  const wt_hanoi_in_issue *ev = self->in.issue;
  unsigned idle = q->state == WT_HN_IDLE, taken = 0;
  if (q->redir_valid) q->redir_valid = q->redir_stop = 0, q->redir_pc = 0;
  if (q->err_valid) q->err_valid = q->err_warp = q->err_kind = 0, q->err_pc = 0;
  q->done = 0;
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
static void pulses(const wt_hanoi_state *q, wt_cfu_out *o) {
  unsigned st = q->state;
  o->rel_ack = st == WT_HN_CTAREL;
  o->launch_ack = st == WT_HN_LAUNCH;
  o->tgt_take = st == WT_HN_TGT;
  wt_cfu_arrivals(o, st == WT_HN_EXEC, q->e_kind, q->at_warp, q->e_bx, q->e_mask);
}

void wt_hanoi_moore(wt_hanoi *self) {
  const wt_hanoi_state *q = &self->q;
  wt_cfu_out *o = &self->o;
  unsigned busy = q->state != WT_HN_IDLE;
  o->run = q->has_path & ~q->fail & (busy || q->redir_valid ? ~wt_warp(q->at_warp) : ~(wt_warps)0); /* R20 */
  if (busy || !o->idle) pulses(q, o);
  o->idle = !busy;
  o->dead = q->dead;
  wt_cfu_next(o, q->redir_valid, q->redir_stop, q->redir_pc, q->done, q->at_warp);
  o->err_valid = q->err_valid, o->err_warp = q->err_warp, o->err_kind = q->err_kind, o->err_pc = q->err_pc;
}

void wt_hanoi_eval(wt_hanoi *self) {
  const wt_hanoi_state *q = &self->q;
  wt_cfu_out *o = &self->o;
  if (!self->in.sched->sel_valid) { /* R21 */
    o->mask = o->live = o->bx_val = 0;
    o->split = 0;
    return;
  }
  unsigned w = self->in.sched->sel_warp, n = (unsigned)(uop_get_lo(self->in.ibuffer->uop) >> 24) & 15;
  o->mask = q->cur_mask[w];
  o->split = (uint8_t)((q->ws_count[w] - 1u) & wt_mask64(WT_SPLIT_W));
  o->live = ~q->finished[w] & wt_mask64(self->in.S->SLOT_LANES);
  o->bx_val = is_valid(self, w, n) ? alive(self, w, n) : 0; /* R21 */
}

/* ---- reports ---- */
int wt_hanoi_paths(const wt_hanoi *self, unsigned w, wt_path *p) {
  const wt_hanoi_state *q = &self->q;
  if (q->state != WT_HN_IDLE && q->at_warp == w) return -1;
  view v = open_view((wt_hanoi *)(uintptr_t)self, w); /* read only */
  unsigned n = 0, has = q->has_path >> w & 1, used = entries(&v), rec = q->rec_count[w];
  if (used > v.depth || rec > self->in.S->REC_DEPTH) return 0;       /* never launched */
  if (has) p[n++] = (wt_path){0, q->cur_mask[w], 0, WT_PATH_RUN, 0}; /* its pc is known to issue only */
  for (unsigned i = used - (used ? has : 0); i--;) {
    int bar = q->ws_barred[w] >> i & 1;
    p[n++] =
      (wt_path){q->ws_pc[ws_row(&v, i)], q->ws_mask[ws_row(&v, i)], 0, bar ? WT_PATH_BAR : WT_PATH_BELOW, (uint8_t)(bar ? barrier_of(&v, i) : 0)};
  }
  if (q->waiting[w]) {
    unsigned r = rec_row(self, w, rec - 1), b = rec ? q->rec_bx[r] : 0;
    p[n] = (wt_path){rec ? q->rec_pc[r] : 0, q->waiting[w], 0, WT_PATH_BSYNC, (uint8_t)b};
    if (rec && is_valid(self, w, b)) p[n].need = alive(self, w, b) & ~q->waiting[w];
    n++;
  }
  return (int)n;
}

void wt_hanoi_occupancy(const wt_hanoi *self, unsigned w, unsigned occ[2]) {
  occ[0] = self->q.ws_count[w];
  occ[1] = self->q.rec_count[w];
}
