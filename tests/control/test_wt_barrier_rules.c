/* test_wt_barrier_rules.c - rules 1 to 30 of docs/blocks/control/wt_barrier.md as a model, written from the document, beside the random events of the bench:
 * a thread is a record, a step is a cycle. Comments name the rules.
 */
#include "tests/control/cfu_model.h"
#include "control/wt_barrier.h"

enum { IDLE, EXEC, WAIT, TGT, LAUNCH, CTAREL, CHECK, SLOT, RELEASE, FORCE, YEND, TURN, SELECT };
enum { READY, BLOCKED, WSYNC, BAR };
typedef struct {
  uint32_t pc;
  int kind, x, yielded, exited;
  int path; /* place in the list, 0 = top; of ready threads that are not active */
} thread;
typedef struct {
  uint64_t mask;
  int used;
} seen; /* what a lane sees in a register */
typedef struct {
  thread t[MAX_WS];
  seen v[16][MAX_WS]; /* one view a warp: that of lane 0 */
  uint64_t m, slot[8];
  unsigned slots;
  int n, yc, dead, known, turn; /* turn: 1: over, and the machine has not done it; 2: since before this cycle */
  uint32_t turn_pc;
} warp;
static warp all[MAX_WARPS];
static struct {
  int kind, seq, divided, top, released, beats;
  unsigned b;
  uint32_t pc, to;
  uint64_t e, val, left, rel, looked; /* left: lanes whose view BREAK has not changed; looked: lanes at a register whose barrier is not complete */
  unsigned check, slots;
} k;
static cfu_want o;
static const wt_shape *S;
static const wt_bench *B;

static int by_lane(void) { return S->VIEWS > 1; }
static unsigned policy(void) { return B->m->gpu->cfg.policy; }
static int turns(void) { return policy() == WT_PATH_POLICY_rr || policy() == WT_PATH_POLICY_minpc; }
static int turn_ends(const warp *w) { return turns() && B->m->gpu->cfg.every && w->n; } /* R24 */
static seen *view(warp *w, unsigned n, unsigned l) { /* registers that do not exist: written nowhere, never in use */
  static seen none;
  none = (seen){0};
  return n < S->BX_REGS ? &w->v[n][by_lane() ? l : 0] : &none;
}

/* Threads: ready and listed, waiting, alive. */
static int listed(const warp *w, unsigned l) { return !w->t[l].exited && w->t[l].kind == READY && !(w->m & lane(l)); }
static uint64_t at(const warp *w, int kind, int x) {
  uint64_t s = 0;
  for (unsigned l = 0; l < S->SLOT_LANES; l++) s |= !w->t[l].exited && w->t[l].kind == kind && (x < 0 || w->t[l].x == x) ? lane(l) : 0;
  return s;
}
static uint64_t alive(const warp *w) {
  uint64_t s = 0;
  for (unsigned l = 0; l < S->SLOT_LANES; l++) s |= w->t[l].exited ? 0 : lane(l);
  return s;
}
static uint64_t yielded(const warp *w) {
  uint64_t s = 0;
  for (unsigned l = 0; l < S->SLOT_LANES; l++) s |= !w->t[l].exited && w->t[l].kind == READY && w->t[l].yielded ? lane(l) : 0;
  return s;
}
static void put(warp *w, uint64_t lanes, uint32_t pc, int kind, int x, int y) {
  for (unsigned l = 0; l < S->SLOT_LANES; l++)
    if (lanes & lane(l)) w->t[l].pc = pc, w->t[l].kind = kind, w->t[l].x = x, w->t[l].yielded = y;
}
static void list(warp *w, uint64_t lanes, int on_top) { /* a path of ready threads that are not active */
  for (unsigned l = 0; l < S->SLOT_LANES; l++)
    if (lanes & lane(l)) w->t[l].path = on_top ? -1 : w->n;
  for (unsigned l = 0; l < S->SLOT_LANES && on_top; l++) w->t[l].path++;
  w->n++;
}
static uint64_t taking_part(warp *w, unsigned n, uint64_t e) {
  uint64_t s = 0;
  for (unsigned l = 0; l < S->SLOT_LANES; l++) s |= (e & lane(l)) && view(w, n, l)->used && (view(w, n, l)->mask & lane(l)) ? lane(l) : 0;
  return s;
}
static uint64_t same(warp *w, unsigned n, unsigned l) { /* lanes that see the same barrier; one view: all lanes */
  uint64_t s = 0;
  if (!by_lane()) return wt_mask64(S->SLOT_LANES);
  for (unsigned i = 0; i < S->SLOT_LANES; i++)
    s |= view(w, n, l)->used && view(w, n, i)->used && view(w, n, i)->mask == view(w, n, l)->mask ? lane(i) : 0;
  return s;
}
/* Lanes of s with the lowest pc, or the highest. */
static uint64_t extreme(const warp *w, uint64_t s, int high) {
  uint64_t g = 0;
  uint32_t best = high ? 0 : ~0u;
  for (unsigned l = 0; l < S->SLOT_LANES; l++)
    if (s & lane(l)) best = high == (w->t[l].pc > best) ? w->t[l].pc : best;
  for (unsigned l = 0; l < S->SLOT_LANES; l++) g |= (s & lane(l)) && w->t[l].pc == best ? lane(l) : 0;
  return g;
}

static void redirect(uint32_t pc) { o.redir = 1, o.to = pc; }
static void follows(const warp *w) { /* R22 */
  o.state = k.check                                                           ? CHECK
            : k.slots                                                         ? SLOT
            : k.kind == WT_EV_YIELD                                           ? YEND
            : !w->m                                                           ? SELECT
            : k.seq && turns() && w->n && (B->m->gpu->cfg.every || k.divided) ? TURN
                                                                              : IDLE;
  if (o.state == TURN) k.to = k.pc + 16;
}
static void park(warp *w, uint64_t p, int kind, int x) { /* R5 */
  put(w, p, k.pc + 16, kind, x, 0);
  w->m &= ~p, k.divided |= w->m != 0;
}
static void stand_back(warp *w, uint32_t pc, int y) { /* R12, R13, R24 */
  uint64_t m = w->m;
  put(w, m, pc, READY, 0, y), list(w, m, 0), w->m = 0, k.top = 1;
}
static void split(warp *w) { /* R6, R24 */
  uint64_t rest = w->m & ~k.e;
  int first = model_taken_first(B, k.e, rest);
  put(w, first ? rest : k.e, first ? k.pc + 16 : k.to, READY, 0, 0);
  w->m = first ? k.e : rest, w->yc = 0;
  list(w, first ? rest : k.e, policy() == WT_PATH_POLICY_block || policy() == WT_PATH_POLICY_rr);
  o.state = turns() ? TURN : IDLE;
  if (!first) k.to = k.pc + 16;
  if (first && !turns()) redirect(k.to);
}
static void check_all(warp *w) { /* R21 */
  k.check = 0;
  for (unsigned l = 0; l < S->SLOT_LANES; l++)
    if (!w->t[l].exited && w->t[l].kind == BLOCKED && w->t[l].x < (int)S->BX_REGS) k.check |= 1u << w->t[l].x;
  k.slots = at(w, WSYNC, -1) ? w->slots : 0;
}
static void leave_barriers(warp *w) { /* R8 */
  unsigned l = wt_lowest(k.left);
  uint64_t s = same(w, k.b, l);
  k.left &= ~s & ~lane(l);
  for (unsigned i = 0; i < (by_lane() ? S->SLOT_LANES : 1); i++)
    if (s & lane(i)) view(w, k.b, i)->mask &= ~k.e;
  if (k.left) return;
  k.check = 1u << k.b, follows(w);
}
static void warpsync(warp *w) { /* R11, R12 */
  unsigned s = 0, n = S->WSYNC_SLOTS;
  while (s < n && !((w->slots >> s & 1) && w->slot[s] == k.val)) s++;
  if (s == n) s = (unsigned)wt_lowest(~w->slots);
  if (s >= n) {
    stand_back(w, k.pc, 1), o.state = SELECT;
    return;
  }
  w->slot[s] = k.val, w->slots |= 1u << s, k.slots = 1u << s;
  park(w, k.e, WSYNC, (int)s), follows(w);
}
static int passes(const warp *w, uint64_t mask, uint64_t e) { return !(mask & alive(w) & ~e); }
static void wait(warp *w) { /* R9, R10 */
  const wt_alu_out *a = &B->m->subcore->alu.o;
  const wt_disp_out *d = &B->m->subcore->disp.o;
  if (k.kind == WT_EV_BMOVW && by_lane()) {
    if (!d->valid || d->warp != o.at || uop_get_op(d->uop) != WT_I_BMOV_BR) return;
    for (unsigned i = 0; i < S->LANES; i++) {
      unsigned l = d->beat * S->LANES + i;
      if (d->mask >> i & 1) view(w, k.b, l)->mask = d->data[i] & alive(w), view(w, k.b, l)->used = view(w, k.b, l)->mask != 0;
    }
    if (d->last) follows(w);
    return;
  }
  if (!a->sc_valid || a->sc_warp != o.at) return;
  uint64_t val = a->sc_val & wt_mask64(S->SLOT_LANES);
  if (k.kind == WT_EV_WSYNCR && !passes(w, val, k.e)) {
    k.kind = WT_EV_WSYNC, k.val = val, o.state = EXEC;
    return;
  }
  if (k.kind == WT_EV_BMOVW && k.b < S->BX_REGS) {
    seen *v = view(w, k.b, 0);
    v->mask = val & alive(w), v->used = v->mask != 0;
    k.check = v->used ? 1u << k.b : 0;
  }
  follows(w);
}
static void groups(warp *w) { /* R30 */
  const wt_tgt_out *t = &B->m->subcore->brx.o;
  if (!t->valid) return;
  if (!t->last) {
    put(w, t->mask, t->pc, READY, 0, 0), w->m &= ~t->mask, w->yc = 0, k.divided = 1;
    list(w, t->mask, policy() == WT_PATH_POLICY_block || policy() == WT_PATH_POLICY_rr);
    return;
  }
  k.to = t->pc;
  o.state = turns() && w->n && (B->m->gpu->cfg.every || k.divided) ? TURN : IDLE;
  if (o.state == IDLE) redirect(t->pc);
}
static void check(warp *w) { /* R18 */
  unsigned n = wt_lowest(k.check), l;
  uint64_t here = at(w, BLOCKED, (int)n), left = here & ~k.looked, s = 0, g = 0;
  if (left) {
    l = wt_lowest(left), s = same(w, n, l), g = here & s & taking_part(w, n, here);
    uint64_t need = view(w, n, l)->mask & alive(w) & ~g;
    if (B->m->gpu->cfg.yrel) need &= ~yielded(w);
    if (need) g = 0;
    k.looked |= s | lane(l);
  }
  if (!(left & ~k.looked)) k.looked = 0, k.check &= k.check - 1;
  for (unsigned i = 0; i < S->SLOT_LANES && g; i++)
    if (s & lane(i)) view(w, n, i)->used = 0;
  k.rel = g, o.state = RELEASE;
  if (!g) follows(w);
}
static void check_slot(warp *w) { /* R19 */
  int s = (int)wt_lowest(k.slots);
  k.slots &= k.slots - 1;
  k.rel = w->slot[s] & alive(w) & ~at(w, WSYNC, s) ? 0 : at(w, WSYNC, s);
  if (!(w->slot[s] & alive(w) & ~at(w, WSYNC, s))) w->slots &= ~(1u << s);
  o.state = RELEASE;
  if (!k.rel) follows(w);
}
static void release(warp *w) { /* R17 */
  uint64_t g = extreme(w, k.rel, 1);
  list(w, g, policy() == WT_PATH_POLICY_block);
  for (unsigned l = 0; l < S->SLOT_LANES; l++)
    if (g & lane(l)) w->t[l].kind = READY, w->t[l].yielded = 0;
  w->yc = 0, k.released = 1, k.rel &= ~g;
  if (!k.rel) follows(w);
}
static void force(warp *w) { /* R20 */
  uint64_t low = extreme(w, at(w, BLOCKED, -1), 0);
  k.rel = low & at(w, BLOCKED, w->t[wt_lowest(low)].x), o.state = RELEASE;
}
static void yield_end(warp *w) { /* R15 */
  int futile = !k.released && at(w, READY, -1) == yielded(w) && at(w, BLOCKED, -1);
  w->yc = futile ? w->yc + 1 : 0;
  k.kind = WT_EV_ADV, o.state = w->yc == 16 && B->m->gpu->cfg.force ? FORCE : SELECT;
  if (w->yc == 16) w->yc = 0;
}
static int choose(const warp *w) { /* policies */
  uint64_t fresh = 0;
  if (policy() == WT_PATH_POLICY_rr) return k.top ? 0 : w->n - 1;
  for (unsigned l = 0; l < S->SLOT_LANES; l++) fresh |= listed(w, l) && !w->t[l].yielded ? lane(l) : 0;
  return policy() == WT_PATH_POLICY_minpc && fresh ? w->t[wt_lowest(extreme(w, fresh, 0))].path : 0;
}
static void select_path(warp *w) { /* R25 */
  o.state = IDLE;
  if (w->n) {
    int c = choose(w);
    uint64_t m = 0;
    for (unsigned l = 0; l < S->SLOT_LANES; l++) {
      if (!listed(w, l)) continue;
      if (w->t[l].path == c) m |= lane(l), w->t[l].yielded = 0;
      if (w->t[l].path > c) w->t[l].path--;
    }
    w->m = m, w->n--;
    uint32_t pc = w->t[wt_lowest(m)].pc;
    if (!k.seq || pc != k.pc + 16) redirect(pc);
  } else if (at(w, BLOCKED, -1) && B->m->gpu->cfg.force) {
    o.state = FORCE;
  } else {
    redirect(0), o.stop = 1;
    if (at(w, BAR, -1)) return;
    w->dead |= alive(w) != 0, o.done = !alive(w);
  }
}
static void launch(warp *w) { /* R27 */
  *w = (warp){.known = 1, .m = k.e};
  for (unsigned l = 0; l < MAX_WS; l++) w->t[l].exited = !(k.e & lane(l));
  redirect(0), o.state = IDLE;
}
static void step(warp *w) {
  int beats = B->m->subcore->sched.o.busy;
  switch (o.state) {
    case EXEC:
      if (k.kind == WT_EV_BRA || k.kind == WT_EV_CALL) split(w);
      else if (k.kind == WT_EV_BREAK) leave_barriers(w);
      else if (k.kind == WT_EV_BSYNC) k.check = 1u << k.b, park(w, k.e, BLOCKED, (int)k.b), follows(w); /* R7 */
      else if (k.kind == WT_EV_YIELD) stand_back(w, k.pc + 16, 1), check_all(w), follows(w);            /* R13 */
      else if (k.kind == WT_EV_BAR) park(w, k.e, BAR, (int)k.b), follows(w);                            /* R16 */
      else if (k.kind == WT_EV_WSYNC && !beats) warpsync(w);                                            /* R29 */
      else if (k.kind == WT_EV_EXIT) {                                                                  /* R14 */
        for (unsigned l = 0; l < S->SLOT_LANES; l++) w->t[l].exited |= (k.e & lane(l)) != 0;
        w->m &= ~k.e, w->yc = 0, check_all(w), follows(w);
      }
      break;
    case WAIT: wait(w); break;
    case TGT: groups(w); break;
    case LAUNCH: launch(w); break;
    case CTAREL: /* R26 */
      k.rel = at(w, BAR, (int)k.b), o.state = RELEASE;
      if (!k.rel) follows(w);
      break;
    case CHECK: check(w); break;
    case SLOT: check_slot(w); break;
    case RELEASE: release(w); break;
    case FORCE: force(w); break;
    case YEND: yield_end(w); break;
    case TURN: /* R24, R29 */
      if (!beats) stand_back(w, k.to, 0), o.state = SELECT;
      break;
    default: select_path(w);
  }
}
static void begin(int at_warp, int kind, int seq, int state) {
  o.at = at_warp, o.state = state;
  k.kind = kind, k.seq = seq, k.divided = k.top = k.released = 0, k.check = k.slots = 0;
}
static int event(int idle) { /* R1 to R4; 1: the machine has been asked */
  const wt_issue_out *ev = &B->m->subcore->issue.o;
  warp *w = &all[ev->ev_warp];
  unsigned n = ev->ev_bx;
  uint64_t e = ev->ev_mask;
  int kind = ev->ev_kind, direct = kind == WT_EV_BSSY || kind == WT_EV_BMOVR, used = 0;
  if (!ev->ev_valid) return 0;
  for (unsigned l = 0; l < S->SLOT_LANES; l++) {
    if (!(by_lane() ? e & lane(l) : l == 0)) continue;
    if (kind == WT_EV_BSSY) *view(w, n, l) = (seen){e, 1};
    if (kind == WT_EV_BMOVR && (ev->ev_val & 1)) view(w, n, l)->used = 0;
    used |= view(w, n, l)->used;
  }
  if (direct || kind == WT_EV_ADV) {
    if (turn_ends(w)) w->turn = 1, w->turn_pc = ev->ev_pc;
    return 0;
  }
  if (!idle) return 0;
  begin(ev->ev_warp, kind, 1, EXEC);
  k.pc = ev->ev_pc, k.to = k.pc + 16, k.e = k.left = e, k.b = n, k.val = ev->ev_val;
  int nothing = 0;
  if (kind == WT_EV_BRA || kind == WT_EV_CALL) k.to = ev->ev_target, nothing = e == w->m;
  if (kind == WT_EV_BSYNC) k.e = taking_part(w, n, e), nothing = !k.e;
  if (kind == WT_EV_WSYNC) nothing = passes(w, k.val, e);
  if (kind == WT_EV_BREAK) nothing = !used;
  if (kind == WT_EV_BMOVW || kind == WT_EV_WSYNCR) o.state = WAIT;
  if (kind == WT_EV_BRX || kind == WT_EV_RET || kind == WT_EV_CALLX) o.state = TGT;
  if (!nothing) return 1;
  o.state = turn_ends(w) ? TURN : IDLE;
  if (o.state == IDLE && (kind == WT_EV_BRA || kind == WT_EV_CALL)) redirect(k.to);
  return 1;
}
static void others(void) { /* R24, R26, R27 */
  const wt_dispatch_out *d = &B->m->sm->dispatch.o;
  const wt_ctabar_out *c = &B->m->sm->ctabar.o;
  for (unsigned i = 0; i < S->SLOTS; i++)
    if (all[i].turn == 2) {
      begin((int)i, WT_EV_ADV, 1, TURN);
      k.pc = all[i].turn_pc, k.to = k.pc + 16, all[i].turn = 0;
      return;
    }
  if (c->rel_valid) begin(c->rel_warp, WT_EV_ADV, 0, CTAREL), k.b = c->rel_id;
  else if (d->launch_valid && d->launch_last) begin(d->launch_warp, WT_EV_ADV, 0, LAUNCH), k.e = d->launch_mask;
}
static int idle_now(void) {
  int idle = o.state == IDLE;
  for (unsigned i = 0; i < S->SLOTS; i++) idle &= !all[i].turn;
  return idle;
}

static void start(const wt_bench *b) { memset(all, 0, sizeof all), memset(&k, 0, sizeof k), memset(&o, 0, sizeof o), S = &b->shape, B = b; }
static void rules(const wt_bench *b) {
  const wt_sched_out *s = &b->m->subcore->sched.o;
  warp *w = &all[s->sel_warp];
  int machine = o.state != IDLE, idle = idle_now();
  o.sel = s->sel_valid ? w->known : 2, o.has = w->m != 0, o.mask = w->m, o.split = w->m ? wt_lowest(w->m) : 0, o.live = alive(w); /* R28 */
  o.bx = w->m && view(w, model_register(b), o.split)->used ? view(w, model_register(b), o.split)->mask & o.live : 0;
  for (unsigned i = 0; i < S->SLOTS; i++) all[i].turn = all[i].turn ? 2 : 0;
  o.redir = o.stop = o.done = 0, o.to = 0;
  if (machine) step(&all[o.at]);
  if (!event(idle) && !machine) others();
}
static void paths(const wt_bench *b, unsigned i) {
  static const uint8_t kinds[] = {WT_PATH_READY, WT_PATH_BSYNC, WT_PATH_WSYNC, WT_PATH_BAR};
  warp *w = &all[i];
  wt_path want[MAX_WS], have[WT_MAX_PATHS];
  int n = 0;
  if (w->m) want[n++] = (wt_path){0, w->m, 0, WT_PATH_RUN, 0};
  for (uint64_t left = alive(w) & ~w->m, here; left; left &= ~here) {
    unsigned l = wt_lowest(left);
    const thread *t = &w->t[l];
    uint64_t with = at(w, t->kind, t->kind == READY ? -1 : t->x), need = 0;
    if (t->kind == BLOCKED && view(w, (unsigned)t->x, l)->used) {
      if (by_lane()) with &= same(w, (unsigned)t->x, l) | lane(l);
      need = view(w, (unsigned)t->x, l)->mask & alive(w) & ~with;
    }
    if (t->kind == WSYNC) need = w->slot[t->x] & alive(w) & ~with;
    here = 0;
    for (unsigned j = 0; j < S->SLOT_LANES; j++)
      if ((with & left & lane(j)) && w->t[j].pc == t->pc && (t->kind != READY || w->t[j].path == t->path)) here |= lane(j);
    want[n++] = (wt_path){t->pc, here, need, kinds[t->kind], (uint8_t)(t->kind == READY ? 0 : t->x)};
  }
  cfu_expect_paths(b, have, wt_barrier_paths(&b->m->subcore->barrier, i, have), want, n);
}
static void look(const wt_bench *b) {
  o.run = o.dead = 0;
  for (unsigned i = 0; i < S->SLOTS; i++) {
    const warp *w = &all[i];
    unsigned used[2] = {99, 99};
    o.run |= (uint64_t)(w->m && !w->turn && !(o.at == (int)i && (o.state != IDLE || o.redir))) << i, o.dead |= (uint64_t)w->dead << i;
    if (!w->known) continue;
    wt_barrier_occupancy(&b->m->subcore->barrier, i, used);
    SUITE_RULE(b, "5, 17, 25", "paths that can run", used[0], w->n + (w->m != 0));
    unsigned waiting = 0;
    for (unsigned l = 0; l < S->SLOT_LANES; l++) waiting += !w->t[l].exited && w->t[l].kind != READY;
    SUITE_RULE(b, "5", "threads that wait", used[1], waiting);
    SUITE_RULE(b, "13, 15", "futile yields", b->m->subcore->barrier.q.futile[i], w->yc);
  }
  o.idle = idle_now(), o.rel_ack = o.state == CTAREL, o.launch_ack = o.state == LAUNCH, o.tgt_take = o.state == TGT, o.forced = o.state == FORCE;
  o.bar = o.state == EXEC && k.kind == WT_EV_BAR, o.exit = o.state == EXEC && k.kind == WT_EV_EXIT, o.id = k.b, o.lanes = k.e;
  cfu_expect(b, &o);
  if (o.state == IDLE && all[o.at].known) paths(b, (unsigned)o.at);
}
static const suite_model model = {"barrier", start, rules, look};

START_TEST(rules_hold_on_random_events) {
  static const char *const sets[][8] = {
    {"CB_MASKS=warp", NULL},
    {"CB_MASKS=lane", NULL},
    {"CB_MASKS=warp", "WARP_SIZE=8", "LANES=4", "BX_REGS=5", "WSYNC_SLOTS=1", "PATH_POLICY=rr", NULL},
    {"CB_MASKS=lane", "WARP_SIZE=8", "LANES=2", "PATH_POLICY=rr", "PATH_SWITCH=every", "PATH_ORDER=taken", NULL},
    {"CB_MASKS=warp", "PATH_POLICY=minpc", "PATH_SWITCH=every", "FORCE=0", "WARPS=3", NULL},
    {"CB_MASKS=lane", "WARP_SIZE=8", "PATH_POLICY=minpc", "PATH_ORDER=minority", "WSYNC_SLOTS=8", NULL},
    {"CB_MASKS=lane", "WARP_SIZE=8", "BX_REGS=5", "PATH_POLICY=oldest", "YIELD_RELEASE=0", NULL},
    {"CB_MASKS=warp", "PATH_POLICY=block", "PATH_SWITCH=every", "BX_REGS=1", "WARPS=1", NULL},
    {"CB_MASKS=lane", "WARP_SIZE=2", "LANES=2", "REGS=256", "BX_REGS=2", "PATH_POLICY=rr", NULL},
  };
  /* many cycles; the same events with the RTL: test_wt_barrier.c */
  suite_rules_alone(&model, "tiny", sets[_i], 50000);
}
END_TEST

static void add(TCase *tc) { tcase_add_loop_test(tc, rules_hold_on_random_events, 0, 9); }
int main(void) { return suite_main("wt_barrier_rules", add); }
