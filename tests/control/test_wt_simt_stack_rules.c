/* test_wt_simt_stack_rules.c - rules S1 to S24 of docs/blocks/control/wt_simt_stack.md as a model, written from the document, beside the random events of the
 * bench: a stack is an array of records with the path that runs beside it, a step is a cycle. Comments name the rules.
 */
#include "tests/control/cfu_model.h"
#include "control/wt_simt_stack.h"

enum { IDLE, EXEC, PUSH, TARGETS, GROUPS, WAIT, JOIN, SELECT, BSSY, LAUNCH, CTAREL, ERROR };
typedef struct {
  uint32_t rpc;
  uint8_t depth;
  unsigned to;
} way; /* attributes of a path */
typedef struct {
  way way;
  uint32_t next;
  uint64_t m;
} entry;
typedef struct {
  entry e[128];
  way way; /* of the path on top */
  uint64_t m, fin, waits;
  uint32_t next; /* S3, S5 */
  unsigned b[16], n, push_to;
  int has, at_bar, join, push, dead, known; /* join, push: 2: since before this cycle */
} warp;
static warp all[MAX_WARPS];
static struct {
  int kind, seq, error, full;
  unsigned b;
  uint32_t next, to, rpc;
  uint64_t e;
  struct {
    uint64_t m;
    uint32_t next;
    way way;
  } second; /* side of a split that is pushed a cycle later */
} k;
static cfu_want o;
static const wt_shape *S;
static const wt_bench *B;

static int arrives(uint32_t pc, way a) { return pc == a.rpc && a.depth == 0; }
static way deeper(way a) { return a.rpc == WT_RPC_NONE ? a : (way){a.rpc, (uint8_t)(a.depth + 1), a.to}; }
static way higher(way a) { return a.rpc == WT_RPC_NONE || a.depth == 255 ? a : (way){a.rpc, (uint8_t)(a.depth - 1), a.to}; }
static int too_deep(way a) { return a.rpc != WT_RPC_NONE && a.depth == 254; } /* S7 */
static int room(const warp *w, unsigned n) { return w->n + n <= S->STACK_DEPTH - 1; }
static void push(warp *w, uint64_t m, uint32_t pc, way a) { w->e[w->n++] = (entry){a, pc, m}; }
static uint64_t live(const warp *w) { return ~w->fin & wt_mask64(S->SLOT_LANES); }
static void redirect(uint32_t pc) { o.redir = 1, o.to = pc; }
static void stop(warp *w) { o.redir = o.stop = 1, o.to = 0, w->has = 0; }
static void error(int kind) { k.error = kind, o.state = ERROR; }
static void goes_on(const warp *w) { o.state = arrives(k.next, w->way) ? JOIN : IDLE; } /* hit */
static int regions(void) { return B->m->gpu->cfg.rpcsel; }
static uint32_t meeting(void) { return regions() ? WT_RPC_NONE : k.rpc; }
static int no_meeting(const warp *w) { return meeting() == WT_RPC_NONE || arrives(meeting(), w->way); }
static void push_meeting(warp *w, uint32_t rpc, uint64_t m) {
  unsigned i = w->n;
  push(w, m, rpc, rpc == WT_RPC_RET ? higher(w->way) : w->way);
  w->way = (way){rpc, 0, i};
}

static void branch(warp *w) { /* S6, S7 */
  uint64_t rest = w->m & ~k.e;
  int call = k.kind == WT_EV_CALL;
  if (!rest) {
    if (call && too_deep(w->way)) return error(WT_CFE_STACK);
    if (call) w->way = deeper(w->way);
    o.state = arrives(k.to, w->way) ? JOIN : IDLE;
    if (o.state == IDLE) redirect(k.to);
    return;
  }
  int own = !no_meeting(w), first = model_taken_first(B, k.e, rest);
  way other = own ? (way){meeting(), 0, w->n} : w->way, taken = call ? deeper(other) : other;
  int taken_joins = arrives(k.to, taken), other_joins = arrives(k.next, other), both = !taken_joins && !other_joins;
  if (!room(w, (unsigned)(own + both)) || (call && too_deep(other))) return error(WT_CFE_STACK);
  if (own) push_meeting(w, meeting(), 0);
  if (taken_joins) w->e[other.to].m |= k.e, first = 0;
  if (other_joins) w->e[other.to].m |= rest, first = 1;
  w->m = first ? k.e : rest, w->way = first ? taken : other;
  if (first) redirect(k.to);
  o.state = IDLE;
  k.second.m = first ? rest : k.e, k.second.next = first ? k.next : k.to, k.second.way = first ? other : taken;
  if (both && own) o.state = PUSH; /* one entry a cycle */
  else if (both) push(w, k.second.m, k.second.next, k.second.way);
}
static void leave(warp *w) { /* S8 */
  w->fin |= k.e, w->m &= ~k.e;
  if (w->m) goes_on(w);
  else o.state = SELECT;
}
static void cta_barrier(warp *w) { /* S9 */
  uint64_t rest = w->m & ~k.e;
  if (rest && !room(w, 1)) return error(WT_CFE_STACK);
  w->waits |= k.e;
  if (rest) {
    push(w, k.e, k.next, w->way), w->m = rest, goes_on(w);
    return;
  }
  w->at_bar = 1, w->dead |= w->waits != live(w), o.state = IDLE;
}
static void leave_region(warp *w) { /* S16 */
  uint64_t rest = w->m & ~k.e;
  way in = w->way, out = w->e[w->b[k.b] - 1].way;
  if (rest && !room(w, 1)) return error(WT_CFE_STACK);
  int first = !rest || model_taken_first(B, k.e, rest);
  if (rest) push(w, first ? rest : k.e, k.next, first ? in : out);
  w->m = first ? k.e : rest, w->way = first ? out : in, goes_on(w);
}
static void group(warp *w) { /* S11, S12 */
  const wt_tgt_out *t = &B->m->subcore->brx.o;
  if (!t->valid) return;
  if (o.state == TARGETS) { /* the first one is seen, not taken */
    o.state = GROUPS, k.full = 0;
    if (t->last || no_meeting(w)) return;
    if (room(w, 1)) push_meeting(w, meeting(), 0);
    else k.full = 1;
    return;
  }
  int call = t->taken && k.kind == WT_EV_CALLX, back = t->taken && k.kind == WT_EV_RET, bad = call && too_deep(w->way);
  way a = call ? deeper(w->way) : back ? higher(w->way) : w->way;
  unsigned to = a.to;
  int joins = arrives(t->pc, a);
  if (back && a.rpc == WT_RPC_RET && a.depth == 255) { /* S12 */
    entry *e = &w->e[a.to];
    joins = e->next == WT_RPC_RET || e->next == t->pc;
    if (joins) e->next = t->pc;
    else a = e->way;
  }
  bad |= !joins && !t->last && !room(w, 1);
  k.full |= bad;
  if (!bad && joins) w->e[to].m |= t->mask, w->m &= ~t->mask;
  if (!bad && !joins && !t->last) push(w, t->mask, t->pc, a), w->m &= ~t->mask;
  if (!t->last) return;
  if (k.full) return error(WT_CFE_STACK);
  o.state = SELECT;
  if (joins) return;
  w->way = a, o.state = arrives(t->pc, a) ? JOIN : IDLE;
  if (o.state == IDLE && t->pc != k.next) redirect(t->pc);
}
static int passes(const warp *w, uint64_t mask, uint64_t e) { return !(mask & live(w) & ~e); }
static void wait(warp *w) { /* S17 */
  const wt_alu_out *a = &B->m->subcore->alu.o;
  if (!a->sc_valid || a->sc_warp != o.at) return;
  if (k.kind == WT_EV_WSYNCR && !passes(w, a->sc_val, k.e)) return error(WT_CFE_WSYNC);
  if (k.kind == WT_EV_BMOVW && k.b < S->BX_REGS) w->b[k.b] = a->sc_val & (unsigned)wt_mask64(S->STK_W);
  goes_on(w);
}
static void select_path(warp *w) { /* S14 */
  entry *e = &w->e[w->n - 1];
  o.state = IDLE;
  if (!w->n) {
    o.done = 1, stop(w);
  } else if (e->m & w->waits) {
    w->dead |= w->waits != live(w), stop(w);
  } else {
    w->n--, o.state = SELECT;
    if (!e->m) return;
    w->m = e->m, w->way = e->way, w->has = 1;
    o.state = arrives(e->next, w->way) ? JOIN : IDLE;
    if (o.state == IDLE && (!k.seq || e->next != k.next)) redirect(e->next);
  }
}
static void region(warp *w) { /* S15 */
  o.state = IDLE;
  if (arrives(w->next, w->way)) {
    if (w->push_to < S->BX_REGS) w->b[w->push_to] = (w->way.to + 1) & (unsigned)wt_mask64(S->STK_W);
    return;
  }
  if (!room(w, 1)) {
    k.next = w->next + 16;
    return error(WT_CFE_STACK);
  }
  push_meeting(w, w->next, 0);
  if (w->push_to < S->BX_REGS) w->b[w->push_to] = w->n;
}
static void release(warp *w) { /* S20 */
  int top = (w->waits & w->m) != 0;
  w->waits = 0, w->dead = 0, o.state = IDLE;
  if (top) w->at_bar = 0, k.seq = 1, k.next = w->next, goes_on(w);
  else if (!w->has && !w->m) o.state = SELECT;
}
static void step(warp *w) {
  switch (o.state) {
    case EXEC:
      if (k.kind == WT_EV_EXIT) leave(w);
      else if (k.kind == WT_EV_BAR) cta_barrier(w);
      else if (k.kind == WT_EV_BREAK) leave_region(w);
      else branch(w);
      break;
    case PUSH: push(w, k.second.m, k.second.next, k.second.way), o.state = IDLE; break;
    case TARGETS:
    case GROUPS: group(w); break;
    case WAIT: wait(w); break;
    case JOIN: /* S13 */
      if (!B->m->subcore->sched.o.busy) w->e[w->way.to].m |= w->m, w->m = 0, o.state = SELECT;
      break;
    case SELECT: select_path(w); break;
    case BSSY: region(w); break;
    case LAUNCH: /* S21 */
      w->known = w->has = 1, w->m = k.e, w->fin = ~k.e & wt_mask64(S->SLOT_LANES), w->way = (way){WT_RPC_NONE, 0, 0};
      w->waits = 0, w->n = 0, w->at_bar = w->dead = 0, memset(w->b, 0, sizeof w->b);
      redirect(0), o.state = IDLE;
      break;
    case CTAREL: release(w); break;
    default: stop(w), o.state = IDLE; /* S18 */
  }
}
static int only_moves(const warp *w) { /* S1 */
  const wt_issue_out *ev = &B->m->subcore->issue.o;
  unsigned r = ev->ev_bx < S->BX_REGS ? w->b[ev->ev_bx] : 0;
  switch (ev->ev_kind) {
    case WT_EV_BREAK: return !regions() || !r || r - 1 >= w->n;
    case WT_EV_BRA: return ev->ev_target == ev->ev_pc + 16;
    case WT_EV_WSYNC: return passes(w, ev->ev_val, ev->ev_mask);
    default:
      return ev->ev_kind == WT_EV_ADV || ev->ev_kind == WT_EV_BMOVR || ev->ev_kind == WT_EV_BSYNC || ev->ev_kind == WT_EV_YIELD ||
             ev->ev_kind == WT_EV_BSSY;
  }
}
static void moves(warp *w) { /* S1 to S3 */
  const wt_issue_out *ev = &B->m->subcore->issue.o;
  if (ev->ev_kind == WT_EV_BSSY && regions()) {
    w->push = 1, w->push_to = ev->ev_bx, w->next = room(w, 1) || arrives(ev->ev_rpc, w->way) ? ev->ev_rpc : ev->ev_pc;
    return;
  }
  if (ev->ev_kind == WT_EV_BMOVR && (ev->ev_val & 1) && ev->ev_bx < S->BX_REGS) w->b[ev->ev_bx] = 0;
  w->join |= arrives(ev->ev_pc + 16, w->way);
}
static void begin(int at, int kind, int seq, int state) { o.at = at, o.state = state, k.kind = kind, k.seq = seq; }
static void event(warp *w) { /* S4, S5 */
  const wt_issue_out *ev = &B->m->subcore->issue.o;
  int kind = ev->ev_kind, groups = kind == WT_EV_BRX || kind == WT_EV_RET || kind == WT_EV_CALLX;
  begin(ev->ev_warp, kind, 1, groups ? TARGETS : kind == WT_EV_BMOVW || kind == WT_EV_WSYNCR ? WAIT : EXEC);
  k.next = ev->ev_pc + 16, k.to = ev->ev_target, k.rpc = ev->ev_rpc, k.e = ev->ev_mask, k.b = ev->ev_bx;
  if (kind == WT_EV_BAR) w->next = k.next;
  if (kind == WT_EV_WSYNC) error(WT_CFE_WSYNC);
  if (kind != WT_EV_BRA || k.e != w->m) return;
  o.state = arrives(k.to, w->way) ? JOIN : IDLE;
  if (o.state == IDLE) redirect(k.to);
}
static void others(void) { /* S19 to S21 */
  const wt_dispatch_out *d = &B->m->sm->dispatch.o;
  const wt_ctabar_out *c = &B->m->sm->ctabar.o;
  for (unsigned i = 0; i < S->SLOTS; i++) {
    warp *w = &all[i];
    if (w->join != 2 && w->push != 2) continue;
    begin((int)i, WT_EV_ADV, 1, w->push ? BSSY : JOIN);
    k.next = w->way.rpc, w->join = w->push = 0;
    return;
  }
  if (c->rel_valid) begin(c->rel_warp, WT_EV_ADV, 0, CTAREL);
  else if (d->launch_valid && d->launch_last) begin(d->launch_warp, WT_EV_ADV, 0, LAUNCH), k.e = d->launch_mask;
}
static int idle_now(void) {
  int idle = o.state == IDLE;
  for (unsigned i = 0; i < S->SLOTS; i++) idle &= !all[i].join && !all[i].push;
  return idle;
}

static void start(const wt_bench *b) { memset(all, 0, sizeof all), memset(&k, 0, sizeof k), memset(&o, 0, sizeof o), S = &b->shape, B = b; }
static void rules(const wt_bench *b) {
  const wt_sched_out *s = &b->m->subcore->sched.o;
  const wt_issue_out *ev = &b->m->subcore->issue.o;
  warp *w = &all[s->sel_warp], *of = &all[ev->ev_warp];
  int machine = o.state != IDLE, idle = idle_now(), only = ev->ev_valid && only_moves(of);
  unsigned n = model_register(b);
  o.sel = s->sel_valid ? w->known : 2, o.has = w->known, o.mask = w->m, o.split = w->n & (unsigned)wt_mask64(WT_SPLIT_W); /* S23 */
  o.live = live(w), o.bx = n < S->BX_REGS ? w->b[n] & wt_mask64(S->SLOT_LANES) : 0;
  for (unsigned i = 0; i < S->SLOTS; i++) all[i].join = all[i].join ? 2 : 0, all[i].push = all[i].push ? 2 : 0;
  o.redir = o.stop = o.done = 0, o.to = 0;
  if (machine) step(&all[o.at]);
  else if (ev->ev_valid && !only && idle) event(of);
  else others();
  if (only) moves(of);
}
static void look(const wt_bench *b) {
  o.run = o.dead = o.at_bar = 0;
  for (unsigned i = 0; i < S->SLOTS; i++) {
    const warp *w = &all[i];
    int works = o.at == (int)i && (o.state != IDLE || o.redir);
    o.run |= (uint64_t)(w->has && !w->at_bar && !w->join && !w->push && !works) << i; /* S22 */
    o.dead |= (uint64_t)w->dead << i, o.at_bar |= (uint64_t)w->at_bar << i;
  }
  o.idle = idle_now(), o.rel_ack = o.state == CTAREL, o.launch_ack = o.state == LAUNCH, o.tgt_take = o.state == GROUPS;
  o.err = o.state == ERROR, o.err_warp = o.at, o.err_kind = k.error, o.err_pc = k.next - 16;
  o.bar = o.state == EXEC && k.kind == WT_EV_BAR, o.exit = o.state == EXEC && k.kind == WT_EV_EXIT, o.id = k.b, o.lanes = k.e;
  cfu_expect(b, &o);
  const warp *w = &all[o.at];
  wt_path want[130], have[WT_MAX_PATHS];
  unsigned used[2] = {99, 99};
  int n = 0, got = wt_simt_stack_paths(&b->m->subcore->simt_stack, (unsigned)o.at, have);
  uint64_t above = w->m;
  if (!w->known) return;
  wt_simt_stack_occupancy(&b->m->subcore->simt_stack, (unsigned)o.at, used);
  SUITE_RULE(b, "6, 14", "entries", used[0], w->n + (w->m != 0));
  SUITE_RULE(b, "6, 14", "entries of a second table", used[1], 0);
  if (o.state != IDLE) SUITE_RULE(b, "4", "no report of a warp in the machine", got, -1);
  if (o.state != IDLE) return;
  const wt_simt_stack_state *q = &b->m->subcore->simt_stack.q;
  SUITE_RULE(b, "6, 15, 21", "reconvergence pc of the top", q->top_rpc[o.at], w->way.rpc);
  SUITE_RULE(b, "6, 12, 21", "depth of the top", q->top_depth[o.at], w->way.depth);
  SUITE_RULE(b, "6, 16, 21", "entry that the top joins", q->top_join[o.at], w->way.to);
  for (unsigned i = 0, row = (unsigned)o.at * (S->STACK_DEPTH - 1); i < w->n; i++, row++) {
    SUITE_RULE(b, "6, 9, 15", "reconvergence pc of an entry", q->ent_rpc[row], w->e[i].way.rpc);
    SUITE_RULE(b, "6, 9, 15", "depth of an entry", q->ent_depth[row], w->e[i].way.depth);
    SUITE_RULE(b, "6, 9, 15", "entry that an entry joins", q->ent_join[row], w->e[i].way.to);
  }
  if (w->m) want[n++] = (wt_path){w->m & w->waits ? w->next : 0, w->m, 0, w->m & w->waits ? WT_PATH_BAR : WT_PATH_RUN, 0};
  for (unsigned i = w->n; i--; above |= w->e[i].m)
    if (w->e[i].m) {
      int bar = (w->e[i].m & w->waits) != 0;
      want[n++] = (wt_path){w->e[i].next, w->e[i].m, bar ? 0 : above, bar ? WT_PATH_BAR : WT_PATH_BELOW, 0};
    }
  cfu_expect_paths(b, have, got, want, n);
}
static const suite_model model = {"simt_stack", start, rules, look};

START_TEST(rules_hold_on_random_events) {
  static const char *const sets[][8] = {
    {NULL},
    {"STACK_RPC=bssy", "STACK_DEPTH=5", "PATH_ORDER=taken", NULL},
    {"STACK_RPC=bssy", "WARP_SIZE=8", "LANES=4", "BX_REGS=8", "STACK_DEPTH=10", "PATH_ORDER=minority", NULL},
    {"WARP_SIZE=8", "STACK_DEPTH=33", "WARPS=3", NULL},
    {"WARPS=1", "BX_REGS=1", "STACK_DEPTH=2", "STACK_RPC=bssy", NULL},
    {"STACK_DEPTH=4", "PATH_ORDER=taken", NULL},
  };
  /* many cycles; the same events with the RTL: test_wt_simt_stack.c */
  suite_rules_alone(&model, "tiny", sets[_i], 100000);
}
END_TEST

static void add(TCase *tc) { tcase_add_loop_test(tc, rules_hold_on_random_events, 0, 6); }
int main(void) { return suite_main("wt_simt_stack_rules", add); }
