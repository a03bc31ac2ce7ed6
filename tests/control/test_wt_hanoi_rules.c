/* test_wt_hanoi_rules.c - rules 1 to 22 of docs/blocks/control/wt_hanoi.md as a model, written from the document, beside the random events of the bench: WS
 * and REC are arrays of records, a step is a cycle. Comments name the rules.
 */
#include "tests/control/cfu_model.h"
#include "control/wt_hanoi.h"

enum { IDLE, EXEC, WAIT, TGT, LAUNCH, CTAREL, SEARCH, CHECK, SELECT, ERROR };
typedef struct {
  uint32_t pc;
  uint64_t m;
  int barred, bar;
} entry;
typedef struct {
  entry ws[64]; /* the current path is on top; its pc is known to the event only */
  struct {
    uint32_t pc;
    unsigned b;
  } rec[64];
  uint64_t b[16], waiting, fin;
  unsigned valid;
  int wn, rn, has, dead, fail, known;
} warp;
static warp all[MAX_WARPS];
static struct {
  int kind, seq, seen, full, error;
  unsigned b;
  uint32_t pc, to;
  uint64_t e, val;
} k;
static cfu_want o;
static const wt_shape *S;
static const wt_bench *B;

static entry *top(warp *w) { return &w->ws[w->wn - 1]; }
static uint64_t current(const warp *w) { return w->has ? w->ws[w->wn - 1].m : 0; }
static int valid(const warp *w, unsigned n) { return n < S->BX_REGS && (w->valid >> n & 1); }
static uint64_t alive(const warp *w, unsigned n) { return w->b[n] & ~w->fin; }
static int ws_full(const warp *w) { return w->wn == (int)S->WS_DEPTH; }
static int rec_full(const warp *w) { return w->rn == (int)S->REC_DEPTH; }
static void redirect(uint32_t pc) { o.redir = 1, o.to = pc; }
static void error(int kind) { o.state = ERROR, k.error = kind; }
static void shown(int w, int kind, uint32_t pc) { o.err = 1, o.err_warp = w, o.err_kind = kind, o.err_pc = pc, all[w].fail = 1; } /* R18 */
/* The current path stays below what runs now. */
static void over(warp *w, uint32_t pc, uint64_t stays, uint64_t runs) {
  *top(w) = (entry){.pc = pc, .m = stays};
  w->ws[w->wn++] = (entry){.m = runs};
}
static void leave(warp *w) { /* R7, R12 */
  top(w)->m &= ~k.e;
  if (!top(w)->m) w->wn--, w->has = 0;
}
static void new_point(warp *w, uint32_t pc, unsigned n, uint64_t mask) {
  w->rec[w->rn].pc = pc, w->rec[w->rn++].b = n;
  w->b[n] = mask, w->valid |= 1u << n;
}

static void split(warp *w) { /* R5 */
  uint64_t rest = current(w) & ~k.e;
  int first = model_taken_first(B, k.e, rest);
  o.state = IDLE;
  if (ws_full(w)) return error(WT_CFE_STACK);
  if (first) over(w, k.pc + 16, rest, k.e), redirect(k.to);
  else over(w, k.to, k.e, rest);
}
static void yield(warp *w) { /* R11 */
  o.state = IDLE;
  if (w->wn < 2 || !w->rn) return;
  entry *low = top(w) - 1, mine = *top(w), other = *low;
  unsigned n = w->rec[w->rn - 1].b;
  if (low->barred || !valid(w, n) || ((mine.m | other.m) & ~alive(w, n))) return;
  *low = (entry){.pc = k.pc + 16, .m = mine.m}, *top(w) = other;
  if (other.pc != k.pc + 16) redirect(other.pc);
}
static void cta_barrier(warp *w) { /* R13 */
  uint64_t rest = current(w) & ~k.e;
  if (rest && ws_full(w)) return error(WT_CFE_STACK);
  *top(w) = (entry){.pc = k.pc + 16, .m = k.e, .barred = 1, .bar = (int)k.b};
  o.state = rest ? IDLE : SELECT;
  if (rest) w->ws[w->wn++] = (entry){.m = rest};
  else w->has = 0;
}
static void groups(warp *w) { /* R6, R18 */
  const wt_tgt_out *t = &B->m->subcore->brx.o;
  if (!t->valid) return;
  if (!t->last && ws_full(w)) k.full = 1;
  else if (!t->last) over(w, t->pc, t->mask, current(w) & ~t->mask);
  else if (k.full) error(WT_CFE_STACK);
  else redirect(t->pc), o.state = IDLE;
}
static int passes(const warp *w, uint64_t mask, uint64_t e) { return !(mask & ~w->fin & ~e); }
static void wait(warp *w) { /* R10 */
  const wt_alu_out *a = &B->m->subcore->alu.o;
  uint64_t val = a->sc_val & wt_mask64(S->SLOT_LANES);
  if (!a->sc_valid || a->sc_warp != o.at) return;
  if (k.kind == WT_EV_WSYNCR) k.kind = WT_EV_WSYNC, k.val = val, o.state = passes(w, val, k.e) ? IDLE : SEARCH;
  else w->b[k.b] = val & ~w->fin, w->valid |= 1u << k.b, o.state = CHECK;
}
static void search(warp *w) { /* R8, R9, R22 */
  int sync = k.kind == WT_EV_WSYNC, i = w->rn - 1 - k.seen;
  if (sync && B->m->subcore->sched.o.busy) return;
  if (i >= 0) {
    unsigned n = w->rec[i].b;
    int is = sync ? w->rec[i].pc == k.pc + 16 && valid(w, n) && alive(w, n) == (k.val & ~w->fin) : n == k.b;
    if (!is) {
      k.seen++;
      return;
    }
    if (!sync && w->rec[i].pc == k.pc) w->rec[i].pc = k.pc + 16;
  } else if (sync) {
    int r = (int)S->BX_REGS - 1;
    while (r >= 0 && valid(w, (unsigned)r)) r--;
    if (rec_full(w)) return error(WT_CFE_REC);
    if (r < 0) return error(WT_CFE_MASKS);
    new_point(w, k.pc + 16, (unsigned)r, k.val & ~w->fin);
  }
  w->waiting |= k.e, leave(w), o.state = CHECK; /* R7 */
}
static void check(warp *w) { /* R14, R22 */
  if (k.kind == WT_EV_BMOVW && B->m->subcore->sched.o.busy) return;
  unsigned n = w->rn ? w->rec[w->rn - 1].b : 0;
  uint32_t pc = w->rn ? w->rec[w->rn - 1].pc : 0;
  if (!w->rn || !valid(w, n) || (alive(w, n) & ~w->waiting)) {
    o.state = w->has ? IDLE : SELECT;
    if (w->has && k.to != k.pc + 16) redirect(k.to);
    return;
  }
  uint64_t g = alive(w, n);
  if (g && ws_full(w)) return error(WT_CFE_STACK);
  w->rn--, w->valid &= ~(1u << n);
  if (!g) return;
  w->waiting &= ~g;
  if (w->has) over(w, k.to, current(w), g);
  else w->ws[w->wn++] = (entry){.m = g}, w->has = 1;
  k.to = pc;
}
static void select_path(warp *w) { /* R15 */
  int j = w->wn - 1;
  o.state = IDLE;
  while (j >= 0 && w->ws[j].barred) j--;
  if (j < 0) {
    redirect(0), o.stop = 1;
    if (!w->wn) w->dead |= w->waiting != 0, o.done = !w->waiting;
    return;
  }
  entry runs = w->ws[j];
  w->ws[j] = *top(w), *top(w) = runs, w->has = 1;
  if (!k.seq || runs.pc != k.pc + 16) redirect(runs.pc);
}
static void step(warp *w) {
  switch (o.state) {
    case EXEC:
      if (k.kind == WT_EV_BRA || k.kind == WT_EV_CALL) split(w);
      else if (k.kind == WT_EV_YIELD) yield(w);
      else if (k.kind == WT_EV_EXIT) w->fin |= k.e, leave(w), o.state = CHECK; /* R12 */
      else cta_barrier(w);
      break;
    case WAIT: wait(w); break;
    case TGT: groups(w); break;
    case LAUNCH: /* R17 */
      *w = (warp){.known = 1, .has = 1, .wn = 1, .fin = ~k.e & wt_mask64(S->SLOT_LANES)};
      w->ws[0].m = k.e, redirect(0), o.state = IDLE;
      break;
    case CTAREL: /* R16 */
      for (int i = 0; i < w->wn; i++) w->ws[i].barred &= w->ws[i].bar != (int)k.b;
      o.state = w->has ? IDLE : SELECT;
      break;
    case SEARCH: search(w); break;
    case CHECK: check(w); break;
    case SELECT: select_path(w); break;
    default: /* R18 */
      if (!o.err) shown(o.at, k.error, k.pc), o.state = IDLE;
  }
}
static void direct(int at, unsigned n) { /* R2, R18 */
  const wt_issue_out *ev = &B->m->subcore->issue.o;
  warp *w = &all[at];
  if (n >= S->BX_REGS) shown(at, WT_CFE_BX, ev->ev_pc);
  else if (ev->ev_kind == WT_EV_BMOVR) w->valid &= ~((ev->ev_val & 1u) << n);
  else if (rec_full(w)) shown(at, WT_CFE_REC, ev->ev_pc);
  else new_point(w, ev->ev_rpc, n, ev->ev_mask);
}
static void event(void) { /* R3, R4 */
  const wt_issue_out *ev = &B->m->subcore->issue.o;
  warp *w = &all[ev->ev_warp];
  int kind = ev->ev_kind, jump = kind == WT_EV_BRA || kind == WT_EV_CALL;
  unsigned n = ev->ev_bx;
  o.at = ev->ev_warp, o.state = EXEC;
  k.kind = kind, k.seq = 1, k.seen = k.full = 0, k.b = n, k.pc = ev->ev_pc, k.to = jump ? ev->ev_target : k.pc + 16, k.e = ev->ev_mask,
  k.val = ev->ev_val;
  if (jump && k.e == current(w)) o.state = IDLE, redirect(k.to);
  if (kind == WT_EV_BSYNC) o.state = SEARCH;
  if (kind == WT_EV_WSYNC) o.state = passes(w, k.val, k.e) ? IDLE : SEARCH;
  if (kind == WT_EV_BREAK) {
    o.state = valid(w, n) ? CHECK : IDLE;
    if (valid(w, n)) w->b[n] &= ~k.e; /* R10 */
  }
  if (kind == WT_EV_BMOVW || kind == WT_EV_WSYNCR) o.state = WAIT;
  if (kind == WT_EV_BRX || kind == WT_EV_RET || kind == WT_EV_CALLX) o.state = TGT;
  if ((kind == WT_EV_BSYNC || kind == WT_EV_BREAK || kind == WT_EV_BMOVW) && n >= S->BX_REGS) error(WT_CFE_BX);
}
static void others(void) { /* R16, R17 */
  const wt_dispatch_out *d = &B->m->sm->dispatch.o;
  const wt_ctabar_out *c = &B->m->sm->ctabar.o;
  if (!c->rel_valid && !(d->launch_valid && d->launch_last)) return;
  o.at = c->rel_valid ? c->rel_warp : d->launch_warp, o.state = c->rel_valid ? CTAREL : LAUNCH;
  k.kind = WT_EV_ADV, k.seq = 0, k.b = c->rel_id, k.e = d->launch_mask;
}

static void start(const wt_bench *b) { memset(all, 0, sizeof all), memset(&k, 0, sizeof k), memset(&o, 0, sizeof o), S = &b->shape, B = b; }
static void rules(const wt_bench *b) {
  const wt_sched_out *s = &b->m->subcore->sched.o;
  const wt_issue_out *ev = &b->m->subcore->issue.o;
  warp *w = &all[s->sel_warp];
  int machine = o.state != IDLE, beside = ev->ev_kind == WT_EV_BSSY || ev->ev_kind == WT_EV_BMOVR;
  unsigned n = model_register(b);
  o.sel = s->sel_valid ? w->known : 2, o.has = w->has, o.mask = current(w),
  o.split = (unsigned)(w->wn - 1) & (unsigned)wt_mask64(WT_SPLIT_W); /* R21 */
  o.live = ~w->fin & wt_mask64(S->SLOT_LANES), o.bx = valid(w, n) ? alive(w, n) : 0;
  o.redir = o.stop = o.done = o.err = 0;
  if (ev->ev_valid && beside) direct(ev->ev_warp, ev->ev_bx);
  if (machine) step(&all[o.at]);
  else if (ev->ev_valid && !beside && ev->ev_kind != WT_EV_ADV) event();
  else others();
}
static void look(const wt_bench *b) {
  o.run = o.dead = 0;
  for (unsigned i = 0; i < S->SLOTS; i++) {
    const warp *w = &all[i];
    int works = o.at == (int)i && (o.state != IDLE || o.redir);
    o.run |= (uint64_t)(w->has && !w->fail && !works) << i, o.dead |= (uint64_t)w->dead << i; /* R20 */
  }
  o.idle = o.state == IDLE, o.rel_ack = o.state == CTAREL, o.launch_ack = o.state == LAUNCH, o.tgt_take = o.state == TGT;
  o.bar = o.state == EXEC && k.kind == WT_EV_BAR, o.exit = o.state == EXEC && k.kind == WT_EV_EXIT, o.id = k.b, o.lanes = k.e;
  cfu_expect(b, &o);
  const warp *w = &all[o.at];
  wt_path want[WT_MAX_PATHS], have[WT_MAX_PATHS];
  unsigned used[2] = {99, 99}, r = w->rn ? w->rec[w->rn - 1].b : 0;
  int n = 0, got = wt_hanoi_paths(&b->m->subcore->hanoi, (unsigned)o.at, have);
  if (!w->known) return;
  wt_hanoi_occupancy(&b->m->subcore->hanoi, (unsigned)o.at, used);
  SUITE_RULE(b, "5, 13, 14", "entries of WS", used[0], w->wn);
  SUITE_RULE(b, "2, 9, 14", "entries of REC", used[1], w->rn);
  if (o.state != IDLE) SUITE_RULE(b, "3", "no report of a warp in the machine", got, -1);
  if (o.state != IDLE || w->fail) return;
  for (int i = w->wn; i--;) {
    const entry *e = &w->ws[i];
    int runs = w->has && i == w->wn - 1;
    want[n++] = (wt_path){runs ? 0 : e->pc, e->m, 0, runs ? WT_PATH_RUN : e->barred ? WT_PATH_BAR : WT_PATH_BELOW, (uint8_t)(e->barred ? e->bar : 0)};
  }
  if (w->waiting)
    want[n++] =
      (wt_path){w->rn ? w->rec[w->rn - 1].pc : 0, w->waiting, w->rn && valid(w, r) ? alive(w, r) & ~w->waiting : 0, WT_PATH_BSYNC, (uint8_t)r};
  cfu_expect_paths(b, have, got, want, n);
}
static const suite_model model = {"hanoi", start, rules, look};

START_TEST(rules_hold_on_random_events) {
  static const char *const sets[][8] = {
    {NULL},
    {"BX_REGS=2", "WS_DEPTH=3", "REC_DEPTH=3", "PATH_ORDER=taken", NULL},
    {"WARP_SIZE=8", "LANES=4", "BX_REGS=5", "WS_DEPTH=5", "REC_DEPTH=6", "PATH_ORDER=minority", NULL},
    {"WARPS=1", "BX_REGS=1", "WS_DEPTH=2", "REC_DEPTH=1", NULL},
    {"WARP_SIZE=8", "WS_DEPTH=8", "REC_DEPTH=2", "WARPS=3", NULL},
  };
  /* many cycles; the same events with the RTL: test_wt_hanoi_random.c */
  suite_rules_alone(&model, "tiny", sets[_i], 100000);
}
END_TEST

static void add(TCase *tc) { tcase_add_loop_test(tc, rules_hold_on_random_events, 0, 5); }
int main(void) { return suite_main("wt_hanoi_rules", add); }
