/* test_wt_multipath_rules.c - the numbered rules of docs/blocks/control/wt_multipath.md as a model, written from the document, that runs beside the
 * random events of the bench: splits and points are records, a step is a cycle. Comments name the rules. */
#include "control/wt_multipath.h"
#include "control/wt_multipath_tab.h"
#include "tests/control/cfu_model.h"

enum { NONE = -1, SLOTS = 8, IDLE = 0, EXEC, WAIT, TGT, LAUNCH, CTAREL, RELEASE, CHECK, EARLY, ARRIVE, TEST, SELECT };
typedef struct {
  uint64_t m; /* 0: free */
  uint32_t pc, start;
  int kind, x, yielded, point;
  uint8_t depth;
} split;
typedef struct {
  int used, ret, early, outer;
  uint8_t depth;
  uint32_t pc;
  uint64_t full, in;
} point;
typedef struct {
  split s[MAX_WS];
  point p[64];
  int list[MAX_WS], n, has, cur, level, pd, dead, known, selected; /* selected: since its launch */
  uint64_t mask, fin, slot[SLOTS];
  unsigned slots;
  uint32_t crp, crq, np;
} warp;
static struct {
  warp w[MAX_WARPS];
  int state, at, kind, seq, b, ow, taken, full;
  uint32_t pc, tgt, rpc;
  uint64_t e, val, rel, fresh, moved;
  unsigned check;
  int test, redir, stop, done, err, upd;
  uint32_t to;
  uint64_t mask, live; /* of the selected warp in this cycle */
  int sel, entry;
} k;
static const wt_shape *S;
static const wt_m *in;

static uint64_t bit(int i) { return UINT64_C(1) << i; }
static int block(void) { return in->gpu->cfg.policy == WT_PATH_POLICY_block; }
static int every(void) { return in->gpu->cfg.every && !block(); }
static int runnable(const split *s) { return s->m && s->kind == 0; }

static void unlist(warp *w, int i) {
  int n = 0;
  for (int j = 0; j < w->n; j++)
    if (w->list[j] != i) w->list[n++] = w->list[j];
  w->n = n;
}
static void to_back(warp *w, int i) { unlist(w, i), w->list[w->n++] = i; }
static void list_new(warp *w, int i) { /* R6 */
  to_back(w, i);
  if (!block()) return;
  memmove(w->list + 1, w->list, sizeof *w->list * (size_t)(w->n - 1));
  w->list[0] = i;
}
static int new_split(warp *w, uint32_t pc, uint64_t m, int to, uint8_t depth) { /* R7 */
  int i = 0;
  while (w->s[i].m) i++;
  w->s[i] = (split){.m = m, .pc = pc, .start = pc, .point = to, .depth = depth};
  list_new(w, i);
  k.moved |= bit(i);
  return i;
}
static void end_split(warp *w, int i) {
  w->s[i].m = 0, unlist(w, i);
  if (i == w->cur) w->has = 0;
}
static void free_point(warp *w, int r) {
  for (int i = 0; i < MAX_WS; i++)
    if (w->s[i].m && w->s[i].point == r) w->s[i].point = w->p[r].outer;
  for (int i = 0; i < 64; i++)
    if (w->p[i].used && w->p[i].outer == r) w->p[i].outer = w->p[r].outer;
  w->p[r].used = 0;
}
static int lowest_free_point(const warp *w) {
  for (unsigned r = 0; r < S->RT_DEPTH; r++)
    if (!w->p[r].used) return (int)r;
  return NONE;
}
static void turn_over(warp *w, int back) { /* R5 */
  if (back) to_back(w, w->cur);
  w->has = 0;
}
static void move(warp *w, uint32_t pc) { /* R4 */
  w->s[w->cur].pc = pc, k.moved = bit(w->cur);
  if (every()) turn_over(w, in->gpu->cfg.policy == WT_PATH_POLICY_rr);
}
static void park(warp *w, int kind, int x) { /* R8 */
  split *s = &w->s[w->cur];
  uint64_t rest = w->mask & ~k.e;
  unlist(w, w->cur), w->has = 0;
  if (rest) new_split(w, k.pc + 16, rest, s->point, s->depth);
  s->m = k.e, s->pc = k.pc + 16, s->kind = kind, s->x = x;
}
static void stand_back(warp *w, uint32_t pc) { /* R26, R17 */
  w->s[w->cur].pc = pc, w->s[w->cur].yielded = 1, k.moved = bit(w->cur), k.test = in->gpu->cfg.delay == WT_RPC_DELAY_yield;
  turn_over(w, 1);
}
static int meet_at(warp *w, uint32_t pc, int *old) { /* R11: -2: R12 */
  split *s = &w->s[w->cur];
  int r = s->point, ret = pc == WT_RPC_RET;
  *old = 1;
  if (pc == WT_RPC_NONE || (r != NONE && w->p[r].depth == s->depth && w->p[r].ret == ret && (ret || w->p[r].pc == pc))) return r;
  *old = 0;
  int f = lowest_free_point(w);
  if (f == NONE) return -2;
  w->p[f] = (point){.used = 1, .ret = ret, .outer = r, .depth = s->depth, .pc = pc, .full = w->mask};
  return f;
}
static void overflow(warp *w) { w->has = 0, k.err = k.redir = k.stop = 1, k.to = 0, k.state = IDLE; } /* R12 */
static void stay(warp *w, uint32_t pc, uint64_t m, uint8_t depth) {                                   /* the side of a branch in the current entry */
  split *s = &w->s[w->cur];
  s->m = w->mask = m, s->pc = s->start = pc, s->depth = depth;
  if (!block()) turn_over(w, 1);
}
static int branch(warp *w) { /* R10; 0: R12 */
  split *s = &w->s[w->cur];
  uint64_t rest = w->mask & ~k.e;
  unsigned nt = wt_popcount(k.e), nr = wt_popcount(rest), order = in->gpu->cfg.order;
  uint8_t d = s->depth, dt = (uint8_t)(d + (k.kind == WT_EV_CALL));
  if (!rest) return s->depth = dt, move(w, k.tgt), 1;
  int old, to = meet_at(w, k.rpc, &old), first = order == WT_PATH_ORDER_taken || (order == WT_PATH_ORDER_majority ? nt >= nr : nt < nr);
  if (to == -2) return 0;
  s->point = to, k.moved = bit(w->cur);
  stay(w, first ? k.tgt : k.pc + 16, first ? k.e : rest, first ? dt : d);
  new_split(w, first ? k.pc + 16 : k.tgt, first ? rest : k.e, to, first ? d : dt);
  if (S->OREC && old) k.fresh = k.moved;
  return 1;
}
static int groups(warp *w) { /* R13; 1: it was the last */
  const wt_tgt_out *t = &in->subcore->brx.o;
  split *s = &w->s[w->cur];
  if (!t->valid) return 0;
  int one = !k.taken && t->last, first = !k.taken;
  uint8_t d = (uint8_t)(!t->taken ? s->depth : k.kind == WT_EV_RET ? s->depth - 1 : k.kind == WT_EV_CALLX ? s->depth + 1 : s->depth);
  k.taken = 1;
  if (one) return s->depth = d, move(w, t->pc), 1;
  if (first) {
    int old, to = meet_at(w, k.kind != WT_EV_RET ? k.rpc : w->mask & ~k.e ? WT_RPC_RET : WT_RPC_NONE, &old);
    k.full = to == -2, k.moved = k.fresh = 0;
    if (!k.full) s->point = to, k.moved = bit(w->cur), k.fresh = S->OREC && old ? k.moved : 0;
  }
  if (k.full) {
    if (t->last) overflow(w);
    return 0;
  }
  if (t->last) return stay(w, t->pc, t->mask, d), 1;
  int i = new_split(w, t->pc, t->mask, s->point, d);
  if (k.fresh) k.fresh |= bit(i);
  return 0;
}
static uint64_t waiting(const warp *w, int kind, int x) {
  uint64_t g = 0;
  for (int i = 0; i < MAX_WS; i++) g |= w->s[i].m && w->s[i].kind == kind && w->s[i].x == x ? bit(i) : 0;
  return g;
}
static uint64_t lanes_of(const warp *w, uint64_t g) {
  uint64_t m = 0;
  for (; g; g &= g - 1) m |= w->s[wt_lowest(g)].m;
  return m;
}
static uint64_t excused(const warp *w) { /* R15 */
  uint64_t m = 0;
  for (int i = 0; i < MAX_WS && in->gpu->cfg.delay == WT_RPC_DELAY_yield; i++) m |= runnable(&w->s[i]) && w->s[i].yielded ? w->s[i].m : 0;
  return m;
}
static void wsync(warp *w) { /* R17 */
  int n = (int)S->WSYNC_SLOTS, s = 0, f = n;
  while (s < n && !(w->slots >> s & 1 && w->slot[s] == k.val)) s++;
  for (int i = n; i--;) f = w->slots >> i & 1 ? f : i;
  if (s == n) s = f;
  if (s == n) {
    stand_back(w, k.pc);
    return;
  }
  w->slot[s] = k.val, w->slots |= 1u << s, k.check = 1u << s;
  park(w, 1, s);
}
static void leave(warp *w) { /* R19 */
  w->fin |= k.e, k.test = 1;
  if (w->mask == k.e) end_split(w, w->cur);
  else w->s[w->cur].m &= ~k.e, w->s[w->cur].pc = k.pc + 16, k.moved = bit(w->cur);
  for (int i = 0; i < MAX_WS; i++)
    if (w->s[i].m && w->s[i].kind == 1) k.check = w->slots;
}
static void release(warp *w) { /* R20 */
  int a = NONE;
  for (uint64_t g = k.rel; g; g &= g - 1)
    if (a == NONE || w->s[wt_lowest(g)].pc > w->s[a].pc) a = (int)wt_lowest(g);
  split one = w->s[a];
  for (uint64_t g = k.rel; g; g &= g - 1) {
    int i = (int)wt_lowest(g);
    const split *s = &w->s[i];
    if (s->pc == one.pc && s->point == one.point && s->depth == one.depth) one.m |= s->m, k.rel &= ~bit(i), w->s[i].m = 0;
  }
  one.kind = one.yielded = 0, w->s[a] = one, k.moved |= bit(a);
  list_new(w, a);
}
static void early(warp *w) { /* R21 */
  int i = (int)wt_lowest(k.fresh), r = w->s[i].point, f = lowest_free_point(w);
  split *s = &w->s[i];
  k.fresh &= k.fresh - 1;
  if (r == NONE || f == NONE || w->p[r].ret || w->p[r].early || w->p[r].depth != s->depth) return;
  for (int x = 0; x < MAX_WS; x++) {
    split *o = &w->s[x];
    if (x == i || k.fresh & bit(x) || !runnable(o) || o->start != s->pc || o->point != r || o->depth != s->depth) continue;
    w->p[f] = (point){.used = 1, .early = 1, .outer = r, .depth = s->depth, .pc = o->pc, .full = s->m | o->m, .in = o->m};
    s->point = f, k.moved &= ~bit(x);
    end_split(w, x);
    return;
  }
}
static void arrive(warp *w) { /* R14, R22 */
  int i = (int)wt_lowest(k.moved), r = w->s[i].point;
  split *s = &w->s[i];
  k.moved &= ~bit(i);
  if (r == NONE) return;
  point *p = &w->p[r], *o = p->outer == NONE ? NULL : &w->p[p->outer];
  int home = p->ret && s->depth == (uint8_t)(p->depth - 1);
  int hit = p->ret ? home && (!p->in || p->pc == s->pc) : s->depth == p->depth && s->pc == p->pc;
  if (hit && !(p->full & ~w->fin & ~p->in & ~s->m & ~excused(w))) {
    free_point(w, r); /* moves s on to the enclosing point */
    s->m |= p->in, s->yielded = 0, s->start = s->pc, k.moved |= bit(i);
    unlist(w, i), list_new(w, i);
    if (i == w->cur) w->has = 0;
  } else if (hit) {
    p->in |= s->m;
    if (p->ret) p->pc = s->pc;
    end_split(w, i);
  } else if (home || (p->early && o && !o->ret && o->depth == s->depth && o->pc == s->pc)) {
    p->full &= ~s->m, s->point = p->outer, k.test = 1, k.moved |= bit(i);
  }
}
static void test(warp *w) { /* R15 */
  uint64_t y = excused(w), gone = 0;
  int r = NONE;
  for (int i = 64; i--;) {
    const point *p = &w->p[i];
    if (p->used && p->in && !(p->full & ~w->fin & ~p->in & ~y)) {
      ck_assert_msg(r == NONE, "R15: points %d and %d miss nobody at one test", i, r);
      r = i;
    }
    if (p->used && !(p->full & ~w->fin)) gone |= bit(i);
  }
  k.test = r != NONE;
  if (k.test) free_point(w, r), new_split(w, w->p[r].pc, w->p[r].in, w->p[r].outer, (uint8_t)(w->p[r].depth - w->p[r].ret));
  for (; gone; gone &= gone - 1) w->p[wt_lowest(gone)].used = 0;
}
static int choose(const warp *w) { /* R6 */
  int best = NONE;
  for (int i = 0; i < MAX_WS && in->gpu->cfg.policy == WT_PATH_POLICY_minpc; i++)
    if (runnable(&w->s[i]) && !w->s[i].yielded && (best == NONE || w->s[i].pc < w->s[best].pc)) best = i;
  return best == NONE ? w->list[0] : best;
}
static void select_one(warp *w) { /* R24 */
  if (!w->has && !w->n) {
    int sleeps = 0, left = 0;
    for (int i = 0; i < MAX_WS; i++) left |= w->s[i].m != 0, sleeps |= w->s[i].m && w->s[i].kind == 2;
    for (int i = 0; i < 64; i++) left |= w->p[i].used;
    k.redir = k.stop = 1, k.to = 0;
    if (!sleeps) w->dead |= left, k.done = !left;
    return;
  }
  if (!w->has) w->cur = choose(w);
  split *s = &w->s[w->cur];
  point *p = s->point == NONE ? NULL : &w->p[s->point], *o = p && p->outer != NONE ? &w->p[p->outer] : NULL;
  w->has = w->selected = 1, s->yielded = 0, w->mask = s->m, k.upd = S->SB_SPLIT;
  w->level = p && !p->ret && p->depth == s->depth;
  w->crp = w->crq = p ? p->pc : 0;
  if (w->level && p->early && o && !o->ret && o->depth == s->depth) w->crq = o->pc;
  if (!k.seq || s->pc != k.pc + 16) k.redir = 1, k.to = s->pc;
}
static void launch(warp *w) { /* R23 */
  uint64_t all = wt_mask64(S->SLOT_LANES);
  *w = (warp){.has = 1, .n = 1, .known = 1, .mask = k.e, .fin = ~k.e & all};
  w->s[0] = (split){.m = k.e, .point = NONE};
  k.redir = 1, k.to = 0, k.upd = S->SB_SPLIT, k.state = IDLE;
}
static int passes(const warp *w, uint64_t val, uint64_t e) { return !(val & ~w->fin & ~e); }

static int step(warp *w) { /* one cycle of the machine; 1: what is left follows (R9) */
  int beats = in->subcore->sched.o.busy;
  switch (k.state) {
    case WAIT: /* R16 */
      if (!in->subcore->alu.o.sc_valid || in->subcore->alu.o.sc_warp != k.at) return 0;
      k.val = in->subcore->alu.o.sc_val & wt_mask64(S->SLOT_LANES);
      k.kind = k.kind == WT_EV_WSYNCR && !passes(w, k.val, k.e) ? WT_EV_WSYNC : WT_EV_ADV;
      k.state = EXEC;
      return 0;
    case EXEC:
      if (beats && (k.kind == WT_EV_ADV || k.kind == WT_EV_WSYNC)) return 0; /* R3 */
      if (k.kind == WT_EV_ADV) move(w, k.pc + 16);
      else if (k.kind == WT_EV_WSYNC) wsync(w);
      else if (k.kind == WT_EV_YIELD) stand_back(w, k.pc + 16);
      else if (k.kind == WT_EV_EXIT) leave(w);
      else if (k.kind == WT_EV_BAR) park(w, 2, k.b);
      else if (!branch(w)) return overflow(w), 0;
      return 1;
    case TGT: return groups(w);
    case LAUNCH: return launch(w), 0;
    case CTAREL: k.rel = waiting(w, 2, k.b); return 1; /* R28 */
    case RELEASE: release(w); return 1;
    case CHECK: { /* R18 */
      int s = (int)wt_lowest(k.check);
      uint64_t g = waiting(w, 1, s);
      k.check &= k.check - 1;
      if (!(w->slot[s] & ~w->fin & ~lanes_of(w, g))) w->slots &= ~(1u << s), k.rel = g;
      return 1;
    }
    case EARLY: early(w); return 1;
    case ARRIVE: arrive(w); return 1;
    case TEST: test(w); return 1;
    default:
      select_one(w);
      k.state = IDLE;
      return 0;
  }
}
static int needed(const warp *w, uint32_t pc) { /* R1 */
  return (w->level && (pc == w->crp || (S->OREC && pc == w->crq))) || (every() && w->n > 1);
}
static void begin(int at, int kind, int seq, int state) { k.at = at, k.kind = kind, k.seq = seq, k.state = state, k.taken = k.full = 0; }

static int event(int idle) { /* R1, R2: 1: taken */
  const wt_issue_out *ev = &in->subcore->issue.o;
  warp *w = &k.w[ev->ev_warp];
  int kind = ev->ev_kind, only = kind == WT_EV_ADV || kind == WT_EV_BSSY || kind == WT_EV_BMOVR || kind == WT_EV_BSYNC || kind == WT_EV_BREAK ||
                                 (kind == WT_EV_WSYNC && passes(w, ev->ev_val, ev->ev_mask));
  if (!ev->ev_valid || (only ? !needed(w, ev->ev_pc + 16) : !idle)) return 0;
  if (only && !idle) return w->pd = 1, w->np = ev->ev_pc + 16, 0;
  int at_once = kind == WT_EV_BRA && ev->ev_mask == w->mask && !needed(w, ev->ev_target);
  int groups_come = kind == WT_EV_BRX || kind == WT_EV_RET || kind == WT_EV_CALLX;
  begin(ev->ev_warp, only ? WT_EV_ADV : kind, 1, at_once ? IDLE : kind == WT_EV_BMOVW || kind == WT_EV_WSYNCR ? WAIT : groups_come ? TGT : EXEC);
  k.pc = ev->ev_pc, k.e = ev->ev_mask, k.tgt = ev->ev_target, k.rpc = ev->ev_rpc, k.b = ev->ev_bx, k.val = ev->ev_val;
  if (at_once) k.redir = 1, k.to = ev->ev_target;
  return 1;
}
static void free_machine(int idle, int taken) { /* R2, R29 */
  const wt_dispatch_out *d = &in->sm->dispatch.o;
  const wt_ctabar_out *c = &in->sm->ctabar.o;
  int other = c->rel_valid || (d->launch_valid && d->launch_last), was = k.ow;
  k.ow = taken && other;
  if (taken) return;
  if (other && (was || idle)) {
    begin(c->rel_valid ? c->rel_warp : d->launch_warp, WT_EV_ADV, 0, c->rel_valid ? CTAREL : LAUNCH);
    k.b = c->rel_id, k.e = d->launch_mask;
  } else if (!was && !idle) {
    int w = k.at;
    do w = (w + 1) % (int)S->SLOTS;
    while (k.w[w].pd != 2);
    begin(w, WT_EV_ADV, 1, EXEC);
    k.w[w].pd = 0, k.pc = k.w[w].np - 16, k.ow = other;
  }
}

static void start(const wt_bench *b) { memset(&k, 0, sizeof k), S = &b->shape, in = b->m; }
static int idle_now(void) {
  int pd = 0;
  for (unsigned w = 0; w < S->SLOTS; w++) pd |= k.w[w].pd;
  return k.state == IDLE && !pd && !k.ow;
}
/* Early points are rare in the bench's events: branches whose sides go the few same ways to the point in place, and advances to the enclosing one. */
static void meet_early(wt_issue_out *ev) {
  static wt_rng r = {5};
  const warp *w = &k.w[ev->ev_warp];
  if (!ev->ev_valid || !w->level) return;
  if (ev->ev_kind == WT_EV_BRA && wt_chance(&r, 70)) ev->ev_rpc = w->crp, ev->ev_target = 16 * wt_below(&r, 2), ev->ev_pc = 16 * wt_below(&r, 2);
  else if (ev->ev_kind == WT_EV_ADV && wt_chance(&r, 20)) ev->ev_pc = w->crq - 16;
}
static void rules(const wt_bench *b) {
  if (S->OREC) meet_early(&b->m->subcore->issue.o);
  const wt_sched_out *sel = &b->m->subcore->sched.o;
  int machine = k.state != IDLE, idle = idle_now();
  const warp *shown = &k.w[sel->sel_warp];
  k.sel = sel->sel_valid ? shown->known && shown->has && !(machine && k.at == sel->sel_warp) : 2;
  k.mask = shown->mask, k.live = ~shown->fin & wt_mask64(S->SLOT_LANES), k.entry = shown->cur;
  for (unsigned w = 0; w < S->SLOTS; w++) k.w[w].pd = k.w[w].pd ? 2 : 0; /* 2: before this cycle */
  k.redir = k.stop = k.done = k.err = k.upd = 0, k.to = 0;
  if (machine && step(&k.w[k.at])) /* R9 */
    k.state = k.rel                                            ? RELEASE
              : k.check                                        ? CHECK
              : k.fresh                                        ? EARLY
              : k.moved                                        ? ARRIVE
              : k.test                                         ? TEST
              : k.kind == WT_EV_ADV && !k.seq && k.w[k.at].has ? IDLE
                                                               : SELECT;
  int taken = event(idle);
  if (!machine) free_machine(idle, taken);
}
static void paths(const wt_bench *b, unsigned i) { /* what is told of a warp, and with whom nobody works */
  static const uint8_t kinds[] = {WT_PATH_READY, WT_PATH_WSYNC, WT_PATH_BAR};
  const warp *w = &k.w[i];
  wt_path want[WT_MAX_PATHS], have[WT_MAX_PATHS];
  int n = 0, got = wt_multipath_paths(&b->m->subcore->multipath, i, have);
  wt_mp rows = wt_mp_open(&b->m->subcore->multipath, i);
  for (unsigned j = 0; j < S->PATHS; j++)
    if (!w->s[j].m) SUITE_RULE(b, "7", "mask of a free entry", wt_mp_mask(&rows, j), 0);
  if (k.state != IDLE) SUITE_RULE(b, "9", "no report of a warp in the machine", got, -1);
  if (k.state != IDLE) return;
  for (int j = 0; j < MAX_WS; j++) {
    const split *s = &w->s[j];
    int runs = w->has && j == w->cur;
    uint64_t need = s->kind == 1 ? w->slot[s->x] & ~w->fin & ~lanes_of(w, waiting(w, 1, s->x)) : 0;
    if (s->m) want[n++] = (wt_path){runs ? 0 : s->pc, s->m, runs ? 0 : need, runs ? WT_PATH_RUN : kinds[s->kind], (uint8_t)(s->kind ? s->x : 0)};
  }
  for (int j = 0; j < 64; j++) {
    const point *p = &w->p[j];
    if (p->used && p->in) want[n++] = (wt_path){p->pc, p->in, p->full & ~w->fin & ~p->in, WT_PATH_BSYNC, (uint8_t)j};
  }
  cfu_expect_paths(b, have, got, want, n);
}
/* A link to a point as its row has it: the number behind a bit that says there is one; without one all is 0. */
static uint64_t link_to(int r) { return r == NONE ? 0 : bit((int)S->RTX_W) | (uint64_t)r; }
static void tables(const wt_bench *b, unsigned i) { /* everything that is kept of a warp with which nobody works */
  const warp *w = &k.w[i];
  const wt_multipath_state *q = &b->m->subcore->multipath.q;
  wt_mp v = wt_mp_open(&b->m->subcore->multipath, i);
  unsigned lw = S->RTX_W + 1, orec = S->OREC;
  for (unsigned j = 0; j < S->PATHS; j++) {
    const split *s = &w->s[j];
    int runs = w->has && (int)j == w->cur;
    SUITE_RULE(b, "7", "split in use", v.split_kind[j / 32] >> j % 32 & 1, s->m != 0);
    if (!s->m) continue;
    SUITE_RULE(b, "7, 10, 14, 20", "split_mask", wt_words_get(v.split_mask, j * v.lanes, v.lanes), s->m);
    if (!runs) SUITE_RULE(b, "7, 8, 10, 14, 20", "split_pc", v.split_pc[j], s->pc);
    SUITE_RULE(b, "8, 20", "kind", wt_words_get(v.split_kind, v.paths + j, 1) + 2 * wt_words_get(v.split_kind, 2 * v.paths + j, 1), s->kind);
    for (unsigned n = 0; s->kind && n < 4; n++) SUITE_RULE(b, "8", "x", wt_words_get(v.split_at, n * v.paths + j, 1), s->x >> n & 1);
    SUITE_RULE(b, "20, 24, 26", "yielded", q->split_yield[i] >> j & 1, s->yielded);
    SUITE_RULE(b, "7, 10, 14, 22", "split_rec", wt_words_get(v.split_rec, j * lw, lw), link_to(s->point));
    SUITE_RULE(b, "10, 13", "split_depth", wt_words_get(v.split_depth, j * S->MP_CALL_W, S->MP_CALL_W), s->depth & wt_mask64(S->MP_CALL_W));
    if (orec && !s->kind) SUITE_RULE(b, "21", "split_start", v.split_start[j], s->start);
  }
  for (unsigned j = 0; j < S->RT_DEPTH; j++) {
    const point *p = &w->p[j];
    SUITE_RULE(b, "11, 14", "point in use", wt_words_get(v.rec_kind, j, 1), p->used);
    if (!p->used) continue;
    SUITE_RULE(b, "11", "return", wt_words_get(v.rec_kind, v.points + j, 1), p->ret);
    if (orec) SUITE_RULE(b, "21", "early", q->rec_early[i] >> j & 1, p->early);
    SUITE_RULE(b, "11, 14, 22", "rec_mask", wt_words_get(v.rec_mask, j * v.lanes, v.lanes), p->full);
    SUITE_RULE(b, "14, 21", "rec_arrived", wt_words_get(v.rec_arrived, j * v.lanes, v.lanes), p->in);
    if (!p->ret || p->in) SUITE_RULE(b, "11, 14", "rec_pc", v.rec_pc[j], p->pc);
    SUITE_RULE(b, "11, 14", "rec_outer", wt_words_get(v.rec_outer, j * lw, lw), link_to(p->outer));
    SUITE_RULE(b, "11", "rec_depth", wt_words_get(v.rec_depth, j * S->MP_CALL_W, S->MP_CALL_W), p->depth & wt_mask64(S->MP_CALL_W));
  }
  SUITE_RULE(b, "5, 6, 30", "order_count", q->order_count[i], w->n);
  for (int j = 0; j < w->n; j++) SUITE_RULE(b, "5, 6, 30", "order", wt_words_get(v.order, (unsigned)j * v.path_w, v.path_w), w->list[j]);
  SUITE_RULE(b, "17, 18", "slot_valid", q->slot_valid[i], w->slots);
  for (unsigned j = 0; j < S->WSYNC_SLOTS; j++)
    if (w->slots >> j & 1) SUITE_RULE(b, "17", "slot_mask", wt_words_get(v.slot_mask, j * v.lanes, v.lanes), w->slot[j]);
  SUITE_RULE(b, "19, 23", "finished", q->finished[i], w->fin);
  if (w->has && w->selected) SUITE_RULE(b, "24", "cur_rpc", q->cur_rpc[i], w->crp);
  if (w->has && w->selected && orec) SUITE_RULE(b, "24", "cur_rpc_late", q->cur_rpc_late[i], w->crq);
}
static void look(const wt_bench *b) {
  const wt_cfu_out *o = b->m->subcore->cfu;
  uint64_t run = 0, dead = 0, known = 0;
  int at_exec = k.state == EXEC;
  for (unsigned i = 0; i < S->SLOTS; i++) {
    const warp *w = &k.w[i];
    int works = (k.state != IDLE || k.redir || k.upd) && k.at == (int)i;
    unsigned used[2] = {99, 99}, n[2] = {0, 0};
    run |= (uint64_t)(w->known && w->has && !w->pd && !works) << i, dead |= (uint64_t)w->dead << i, known |= (uint64_t)w->known << i;
    if (!w->known || works) continue;
    for (int j = 0; j < MAX_WS; j++) n[0] += w->s[j].m != 0, n[1] += w->p[j & 63].used;
    wt_multipath_occupancy(&b->m->subcore->multipath, i, used);
    SUITE_RULE(b, "7, 11", "splits", used[0], n[0]);
    SUITE_RULE(b, "11, 14", "points", used[1], n[1]);
  }
  if (k.w[k.at].known && b->cycle % 8 == 0) paths(b, (unsigned)k.at);
  if (k.w[k.at].known && k.w[k.at].has) SUITE_RULE(b, "10, 13, 24", "cur_mask", b->m->subcore->multipath.q.cur_mask[k.at], k.w[k.at].mask);
  if (k.w[k.at].known && b->cycle % 8 == 4 && k.state == IDLE) tables(b, (unsigned)k.at);
  SUITE_RULE(b, "25", "cfu_run", o->run, run);
  SUITE_RULE(b, "2", "cfu_idle", o->idle, idle_now());
  SUITE_RULE(b, "24", "cfu_dead", o->dead, dead);
  SUITE_RULE(b, "24", "cfu_redir_valid", o->redir_valid, k.redir);
  SUITE_RULE(b, "24", "cfu_redir_warp", o->redir_warp, k.redir ? k.at : 0);
  SUITE_RULE(b, "24", "cfu_redir_stop", o->redir_stop, k.stop);
  SUITE_RULE(b, "4, 10, 24", "cfu_redir_pc", o->redir_pc, k.to);
  SUITE_RULE(b, "24", "cfu_done_valid", o->done_valid, k.done);
  SUITE_RULE(b, "24", "cfu_done_warp", o->done_warp, k.done ? k.at : 0);
  SUITE_RULE(b, "12", "cfu_err_valid", o->err_valid, k.err);
  SUITE_RULE(b, "12", "cfu_err_warp", o->err_warp, k.err ? k.at : 0);
  SUITE_RULE(b, "12", "cfu_err_kind", o->err_kind, k.err ? WT_CFE_REC : 0);
  SUITE_RULE(b, "12", "cfu_err_pc", o->err_pc, k.err ? k.pc : 0);
  SUITE_RULE(b, "25", "cfu_upd_valid", o->upd_valid, k.upd);
  SUITE_RULE(b, "25", "cfu_upd_warp", o->upd_warp, k.upd ? k.at : 0);
  SUITE_RULE(b, "25", "cfu_upd_mask", o->upd_mask, k.upd ? k.w[k.at].mask : 0);
  SUITE_RULE(b, "29", "cfu_rel_ack", o->rel_ack, k.state == CTAREL);
  SUITE_RULE(b, "29", "cfu_launch_ack", o->launch_ack, k.state == LAUNCH);
  SUITE_RULE(b, "13", "cfu_tgt_take", o->tgt_take, k.state == TGT);
  SUITE_RULE(b, "27", "cfu_bar_valid", o->bar_valid, at_exec && k.kind == WT_EV_BAR);
  SUITE_RULE(b, "27", "cfu_bar_warp", o->bar_warp, o->bar_valid ? k.at : 0);
  SUITE_RULE(b, "27", "cfu_bar_id", o->bar_id, o->bar_valid ? k.b : 0);
  SUITE_RULE(b, "27", "cfu_bar_count", o->bar_count, o->bar_valid ? wt_popcount(k.e) : 0);
  SUITE_RULE(b, "19", "cfu_exit_valid", o->exit_valid, at_exec && k.kind == WT_EV_EXIT);
  SUITE_RULE(b, "19", "cfu_exit_warp", o->exit_warp, o->exit_valid ? k.at : 0);
  SUITE_RULE(b, "19", "cfu_exit_count", o->exit_count, o->exit_valid ? wt_popcount(k.e) : 0);
  SUITE_RULE(b, "25", "cfu_forced, cfu_bx_val", o->forced | o->bx_val, 0);
  if (!k.sel) return;
  SUITE_RULE(b, "3, 25", "cfu_mask", o->mask, k.sel == 2 ? 0 : k.mask);
  SUITE_RULE(b, "25", "cfu_live", o->live, k.sel == 2 ? 0 : k.live);
  SUITE_RULE(b, "25", "cfu_split", o->split, k.sel == 2 ? 0 : k.entry);
}
static const suite_model model = {"multipath", start, rules, look};

START_TEST(rules_hold_on_random_events) {
  static const char *const sets[][8] = {
    {NULL},
    {"WARP_SIZE=8", "LANES=4", "WSYNC_SLOTS=1", "RT_DEPTH=5", "PATH_POLICY=rr", NULL},
    {"RT_DEPTH=1", "PATH_POLICY=minpc", "RPC_DELAY=yield", NULL},
    {"RT_DEPTH=8", "PATH_POLICY=minpc", "PATH_SWITCH=every", "RPC_DELAY=yield", "WARPS=3", NULL},
    {"RT_DEPTH=8", "PATH_POLICY=oldest", "PATH_ORDER=minority", "SCOREBOARD=coon", "SB_SPLIT=1", NULL},
    {"OREC=1", "RT_DEPTH=8", "PATH_POLICY=rr", "PATH_SWITCH=every", "PATH_ORDER=taken", NULL},
    {"WARP_SIZE=8", "OREC=1", "RT_DEPTH=8", "RPC_DELAY=yield", "PATH_ORDER=minority", NULL},
    {"PATH_POLICY=block", "PATH_SWITCH=every", NULL},
    {"WARP_SIZE=8", "OREC=1", "RT_DEPTH=20", "PATH_POLICY=rr", NULL},
  };
  /* many cycles; the same events with the RTL: test_wt_multipath.c */
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) suite_rules_alone(&model, "tiny", sets[i], 200000);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, rules_hold_on_random_events); }
int main(void) { return suite_main("wt_multipath_rules", add); }
