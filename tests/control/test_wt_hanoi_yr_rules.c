/* test_wt_hanoi_yr_rules.c - a model of rules 1 to 29 of docs/blocks/control/wt_hanoi_yr.md beside random events.
 *
 * The model does in one step what the unit does in several cycles: an event is noted when it is taken, and done when the unit is free again; then
 * paths, redirect, deaths, arrivals and exits are compared. What every cycle shows (rule 27) is compared every cycle.
 */
#include "control/wt_hanoi_yr.h"
#include "spec/wt_paths.h"
#include "tests/block_suite.h"

enum { FREE, RUN, WB, WW, BAR };
typedef struct {
  struct {
    uint64_t mask;
    uint32_t pc;
    unsigned kind, x, yielded;
  } e[MAX_WS];               /* the pool */
  unsigned queue[MAX_WS], n; /* place 0 = top */
  int cur;
  uint64_t b[16], slot[8], fin;
  unsigned b_valid, slot_valid, futile, dead;
} warp;
static warp ref[MAX_WARPS];
static struct { /* the event that the unit works on, and what it must show */
  unsigned busy, w, kind, bx, seq, at_once, held, begun, released, have_value, n;
  unsigned cycles, waits, executes,
    steps; /* that the unit was busy; of them those it waited; in its last step or later; what the rules take beside */
  uint32_t pc, target;
  uint64_t e, value;
  struct {
    uint64_t mask;
    uint32_t pc;
  } group[MAX_WS];
  unsigned redir, stop, done, forced, forces, bars, exits;
  uint32_t to;
} ev;
static const wt_shape *S;
static const wt_cfg_out *cfg;
static uint64_t out_mask, out_live, out_bx, launched;
static unsigned out_split, sel;

static uint64_t current[MAX_WARPS]; /* cur_mask as it was in the last cycle */

static void start(const wt_bench *b) {
  memset(ref, 0, sizeof ref), memset(&ev, 0, sizeof ev), S = &b->shape, cfg = &b->m->gpu->cfg, launched = 0;
  memcpy(current, b->m->subcore->hanoi_yr.q.cur_mask, S->SLOTS * sizeof *current);
}
static void put(warp *p, int top, unsigned i) {
  if (top) memmove(p->queue + 1, p->queue, p->n * sizeof *p->queue);
  p->queue[top ? 0 : p->n] = i, p->n++;
}
static void new_path(warp *p, uint32_t pc, uint64_t mask) { /* 5 */
  unsigned i = 0;
  while (p->e[i].kind != FREE) i++;
  p->e[i].mask = mask, p->e[i].pc = pc, p->e[i].kind = RUN, p->e[i].yielded = 0;
  put(p, 1, i);
}
static void park(warp *p, uint64_t lanes, unsigned kind, unsigned x) { /* 5 */
  int c = p->cur;
  uint64_t rest = p->e[c].mask & ~lanes;
  if (rest) new_path(p, ev.pc + 16, rest);
  p->e[c].mask = lanes, p->e[c].pc = ev.pc + 16, p->e[c].kind = kind, p->e[c].x = x, p->cur = -1;
}
static uint64_t lanes_of(const warp *p, unsigned kind, int x, int yielded) {
  uint64_t m = 0;
  for (unsigned i = 0; i < S->PATHS; i++)
    if (p->e[i].kind == kind && (x < 0 || p->e[i].x == (unsigned)x) && (!yielded || p->e[i].yielded)) m |= p->e[i].mask;
  return m;
}
static void release(warp *p, uint64_t set) { /* 16; one distinct pc a cycle */
  while (set) {
    ev.steps++;
    uint32_t high = 0;
    int keep = -1;
    for (unsigned i = 0; i < S->PATHS; i++)
      if ((set >> i & 1) && p->e[i].pc >= high) high = p->e[i].pc;
    for (unsigned i = 0; i < S->PATHS; i++) {
      if (!(set >> i & 1) || p->e[i].pc != high) continue;
      set &= ~(UINT64_C(1) << i);
      if (keep < 0) keep = (int)i;
      else p->e[keep].mask |= p->e[i].mask, p->e[i].mask = 0, p->e[i].kind = FREE;
    }
    p->e[keep].kind = RUN, p->e[keep].yielded = 0;
    put(p, 1, (unsigned)keep);
    p->futile = 0, ev.released = 1;
  }
}
static uint64_t waiters(const warp *p, unsigned kind, unsigned x, uint64_t share) {
  uint64_t g = 0;
  for (unsigned i = 0; i < S->PATHS; i++) g |= (uint64_t)(p->e[i].kind == kind && p->e[i].x == x && (p->e[i].mask & share)) << i;
  return g;
}
static void check(warp *p, unsigned n) { /* 17 */
  uint64_t need = p->b[n] & ~p->fin, g = waiters(p, WB, n, p->b[n]), arrived = 0, yielded = cfg->yrel ? lanes_of(p, RUN, -1, 1) : 0;
  ev.steps++;
  if (!need) {
    p->b_valid &= ~(1u << n);
    return;
  }
  for (unsigned i = 0; i < S->PATHS; i++) arrived |= g >> i & 1 ? p->e[i].mask : 0;
  if (!arrived || (need & ~arrived & ~yielded)) return;
  p->b_valid &= ~(1u << n);
  release(p, g);
}
static void check_slot(warp *p, unsigned i) { /* 18 */
  ev.steps++;
  if (p->slot[i] & ~p->fin & ~lanes_of(p, WW, (int)i, 0)) return;
  p->slot_valid &= ~(1u << i);
  release(p, waiters(p, WW, i, ~UINT64_C(0)));
}
static void check_all(warp *p) { /* 20 */
  unsigned b = lanes_of(p, WB, -1, 0) ? p->b_valid : 0, s = lanes_of(p, WW, -1, 0) ? p->slot_valid : 0;
  for (unsigned n = 0; n < 16; n++)
    if (b >> n & 1) check(p, n);
  for (unsigned i = 0; i < 8; i++)
    if (s >> i & 1) check_slot(p, i);
}
static void force(warp *p) { /* 19 */
  int low = -1;
  uint64_t g = 0;
  for (int i = 0; i < (int)S->PATHS; i++)
    if (p->e[i].kind == WB && (low < 0 || p->e[i].pc < p->e[low].pc)) low = i;
  for (unsigned i = 0; i < S->PATHS; i++) g |= (uint64_t)(p->e[i].kind == WB && p->e[i].x == p->e[low].x && p->e[i].pc == p->e[low].pc) << i;
  ev.forces++, ev.steps++;
  release(p, g);
}
static void redirect(uint32_t pc) { ev.redir = 1, ev.to = pc; }
static void choose(warp *p) { /* 22 */
  if (!p->n && lanes_of(p, WB, -1, 0) && cfg->force) ev.steps++, force(p);
  ev.steps++;
  if (!p->n) {
    ev.redir = ev.stop = 1;
    if (lanes_of(p, BAR, -1, 0)) return;
    for (unsigned i = 0; i < S->PATHS; i++) p->dead |= p->e[i].kind != FREE;
    ev.done = !p->dead;
    return;
  }
  unsigned i = p->queue[0];
  memmove(p->queue, p->queue + 1, --p->n * sizeof *p->queue);
  p->cur = (int)i, p->e[i].yielded = 0;
  if (!ev.seq || p->e[i].pc != ev.pc + 16) redirect(p->e[i].pc);
}
static void yield_end(warp *p) { /* 14 */
  int futile = !ev.released && lanes_of(p, RUN, -1, 0) == lanes_of(p, RUN, -1, 1) && lanes_of(p, WB, -1, 0);
  p->futile = futile ? p->futile + 1 : 0, ev.steps++;
  if (p->futile < 16) return;
  p->futile = 0;
  if (cfg->force) force(p);
}
static void warpsync(warp *p, uint64_t k) { /* 4, 10, 11 */
  unsigned i = 0;
  if (!(k & ~p->fin & ~ev.e)) return;
  ev.steps++;
  while (i < S->WSYNC_SLOTS && !((p->slot_valid >> i & 1) && p->slot[i] == k)) i++;
  if (i == S->WSYNC_SLOTS)
    for (i = 0; i < S->WSYNC_SLOTS && (p->slot_valid >> i & 1);) i++;
  if (i == S->WSYNC_SLOTS) {
    p->e[p->cur].pc = ev.pc, p->e[p->cur].yielded = 1;
    put(p, 0, (unsigned)p->cur), p->cur = -1;
  } else {
    p->slot[i] = k, p->slot_valid |= 1u << i;
    park(p, ev.e, WW, i);
    check_slot(p, i);
  }
  if (p->cur < 0) choose(p);
}
static void split(warp *p) { /* 4, 6 */
  uint64_t taken = ev.e, rest = p->e[p->cur].mask & ~taken;
  unsigned nt = wt_popcount(taken), nr = wt_popcount(rest);
  if (!rest) {
    redirect(ev.target);
    return;
  }
  ev.steps++;
  int first = cfg->order == WT_PATH_ORDER_majority ? nt >= nr : cfg->order == WT_PATH_ORDER_minority ? nt < nr : 1;
  new_path(p, first ? ev.pc + 16 : ev.target, first ? rest : taken);
  p->e[p->cur].mask = first ? taken : rest, p->futile = 0;
  if (first) redirect(ev.target);
}
static void finish(warp *p) {
  unsigned n = ev.bx;
  uint64_t k = ev.value & wt_mask64(S->SLOT_LANES);
  switch (ev.kind) {
    case WT_EV_BRA:
    case WT_EV_CALL: split(p); break;
    case WT_EV_BSYNC: /* 7 */
      if (!ev.e) break;
      ev.steps++, park(p, ev.e, WB, n), check(p, n), choose(p);
      break;
    case WT_EV_BREAK: /* 8 */
      if (n < S->BX_REGS && (p->b_valid >> n & 1)) p->b[n] &= ~ev.e, check(p, n);
      break;
    case WT_EV_BMOVW: /* 9 */
      if (n >= S->BX_REGS) break;
      p->b[n] = k & ~p->fin, p->b_valid = (p->b_valid & ~(1u << n)) | (unsigned)(p->b[n] != 0) << n;
      if (p->b[n]) check(p, n);
      break;
    case WT_EV_WSYNC: warpsync(p, ev.value); break;
    case WT_EV_WSYNCR: warpsync(p, k); break;
    case WT_EV_YIELD: /* 12 */
      p->e[p->cur].pc = ev.pc + 16, p->e[p->cur].yielded = 1;
      put(p, 0, (unsigned)p->cur), p->cur = -1, ev.steps++;
      check_all(p), yield_end(p), choose(p);
      break;
    case WT_EV_EXIT: /* 13 */
      p->fin |= ev.e, p->e[p->cur].mask &= ~ev.e, p->futile = 0, ev.exits = wt_popcount(ev.e), ev.steps++;
      if (!p->e[p->cur].mask) p->e[p->cur].kind = FREE, p->cur = -1;
      check_all(p);
      if (p->cur < 0) choose(p);
      break;
    case WT_EV_BAR: ev.steps++, park(p, ev.e, BAR, n), choose(p), ev.bars = wt_popcount(ev.e); break; /* 15 */
    case WT_EV_BRX:                                                                                   /* 29 */
    case WT_EV_RET:
    case WT_EV_CALLX:
      for (unsigned i = 0; i + 1 < ev.n; i++) new_path(p, ev.group[i].pc, ev.group[i].mask);
      if (ev.n > 1) p->futile = 0;
      ev.steps += ev.n;
      p->e[p->cur].mask = ev.group[ev.n - 1].mask, redirect(ev.group[ev.n - 1].pc);
      break;
    case 100: /* 24 */
      ev.steps++, release(p, waiters(p, BAR, n, ~UINT64_C(0)));
      if (p->cur < 0) choose(p);
      break;
    default: /* 25 */
      memset(p, 0, sizeof *p), ev.steps++;
      p->e[0].mask = ev.e, p->e[0].kind = RUN, p->fin = ~ev.e & wt_mask64(S->SLOT_LANES), redirect(0), launched |= UINT64_C(1) << ev.w;
  }
}
static void rules(const wt_bench *b) {
  const wt_subcore *s = b->m->subcore;
  const wt_issue_out *i = &s->issue.o;
  const wt_dispatch_out *d = &b->m->sm->dispatch.o;
  const wt_sched_out *o = &s->sched.o;
  warp *p = &ref[o->sel_warp];
  unsigned n = (unsigned)(uop_get_lo(s->ibuffer.o.uop) >> 24) & 15, has = n < S->BX_REGS && (p->b_valid >> n & 1);
  sel = o->sel_valid && !(ev.busy && ev.w == o->sel_warp) && (launched >> o->sel_warp & 1) && p->cur >= 0;
  out_mask = sel ? p->e[p->cur].mask : 0, out_live = ~p->fin & wt_mask64(S->SLOT_LANES), out_bx = has ? p->b[n] & ~p->fin : 0; /* 27 */
  out_split = sel ? (unsigned)p->cur : 0;
  int free = s->cfu->idle, direct = i->ev_valid && (i->ev_kind == WT_EV_BSSY || i->ev_kind == WT_EV_BMOVR);
  if (ev.busy && !free) { /* values and groups while it waits */
    int sync = ev.kind == WT_EV_WSYNC || ev.kind == WT_EV_WSYNCR, value = ev.kind == WT_EV_BMOVW || ev.kind == WT_EV_WSYNCR;
    ev.cycles++;
    if (value && !ev.have_value) ev.waits++;
    else if (sync && !ev.executes) ev.waits += o->busy, ev.executes = !o->busy; /* 28 */
    else if (s->cfu->tgt_take && !s->brx.o.valid) ev.waits++;
    if (!ev.have_value && s->alu.o.sc_valid && s->alu.o.wb_warp == ev.w && (ev.kind == WT_EV_BMOVW || ev.kind == WT_EV_WSYNCR) &&
        b->m->subcore->hanoi_yr.q.state == WT_YR_WAIT)
      ev.value = s->alu.o.sc_val, ev.have_value = 1;
    if (s->cfu->tgt_take && s->brx.o.valid) ev.group[ev.n].mask = s->brx.o.mask, ev.group[ev.n++].pc = s->brx.o.pc;
    ev.held = ev.kind == WT_EV_WSYNC && !ev.begun && o->busy; /* 28 */
    ev.begun |= !o->busy;
  } else {
    int machine = i->ev_valid && i->ev_kind != WT_EV_ADV && !direct, launch = d->launch_valid && d->launch_last;
    memset(&ev, 0, sizeof ev);
    if (machine) { /* 3 */
      warp *q = &ref[i->ev_warp];
      uint64_t reg = i->ev_bx < S->BX_REGS && (q->b_valid >> i->ev_bx & 1) ? q->b[i->ev_bx] : 0;
      ev.busy = 1, ev.w = i->ev_warp, ev.kind = i->ev_kind, ev.bx = i->ev_bx, ev.seq = 1, ev.pc = i->ev_pc, ev.target = i->ev_target,
      ev.value = i->ev_val;
      ev.e = ev.kind == WT_EV_BSYNC ? i->ev_mask & reg : i->ev_mask;
      ev.at_once = ((ev.kind == WT_EV_BRA || ev.kind == WT_EV_CALL) && ev.e == q->e[q->cur].mask) || (ev.kind == WT_EV_BSYNC && !ev.e) || /* 4 */
                   (ev.kind == WT_EV_WSYNC && !(ev.value & ~q->fin & ~ev.e)) ||
                   (ev.kind == WT_EV_BREAK && !(ev.bx < S->BX_REGS && (q->b_valid >> ev.bx & 1)));
    } else if (b->m->sm->ctabar.o.rel_valid) {
      ev.busy = 1, ev.w = b->m->sm->ctabar.o.rel_warp, ev.kind = 100, ev.bx = b->m->sm->ctabar.o.rel_id;
    } else if (launch) {
      ev.busy = 1, ev.w = d->launch_warp, ev.kind = 101, ev.e = d->launch_mask;
    }
  }
  if (direct && i->ev_bx < S->BX_REGS) { /* 2 */
    warp *q = &ref[i->ev_warp];
    if (i->ev_kind == WT_EV_BSSY) q->b[i->ev_bx] = i->ev_mask, q->b_valid |= 1u << i->ev_bx;
    else if (i->ev_val & 1) q->b_valid &= ~(1u << i->ev_bx);
  }
}
/* Lanes that keep a register or a slot, and have neither arrived nor exited. */
static uint64_t waits_for(const warp *p, unsigned kind, unsigned x) {
  uint64_t keep = kind == WW ? p->slot[x] : kind == WB && p->b_valid >> x & 1 ? p->b[x] : 0;
  return keep ? keep & ~p->fin & ~lanes_of(p, kind, (int)x, 0) : 0;
}
static void compare_paths(const wt_bench *b, const warp *p, unsigned w) {
  static const unsigned kinds[] = {0, WT_PATH_READY, WT_PATH_BSYNC, WT_PATH_WSYNC, WT_PATH_BAR};
  wt_path list[WT_MAX_PATHS];
  int n = wt_hanoi_yr_paths(&b->m->subcore->hanoi_yr, w, list);
  unsigned count = 0;
  for (unsigned i = 0; i < S->PATHS; i++) {
    const uint32_t *rows = b->m->subcore->hanoi_yr.q.pool_mask + (size_t)w * ((S->PATHS * S->SLOT_LANES + 31) / 32);
    if (p->e[i].kind == FREE) SUITE_RULE(b, "5", "mask of a free entry", wt_words_get(rows, i * S->SLOT_LANES, S->SLOT_LANES), 0);
    if (p->e[i].kind == FREE) continue;
    int at = 0, cur = (int)i == p->cur;
    count++;
    while (at < n && list[at].mask != p->e[i].mask) at++;
    if (at == n)
      ck_abort_msg("rules 5-29, cycle %llu, event %u: no path of lanes %llx", (unsigned long long)b->cycle, ev.kind,
                   (unsigned long long)p->e[i].mask);
    SUITE_RULE(b, "5-29", "kind of a path", list[at].kind, cur ? WT_PATH_RUN : kinds[p->e[i].kind]);
    SUITE_RULE(b, "5-29", "pc of a path", list[at].pc, cur ? 0 : p->e[i].pc); /* issue knows that of the running one */
    SUITE_RULE(b, "7, 10, 15", "where a path waits", list[at].x, p->e[i].kind > RUN ? p->e[i].x : 0);
    SUITE_RULE(b, "15, 18", "for whom a path waits", list[at].need, waits_for(p, p->e[i].kind, p->e[i].x));
  }
  SUITE_RULE(b, "5-29", "number of paths", n, count);
  SUITE_RULE(b, "6, 13, 14, 16", "futile yields", b->m->subcore->hanoi_yr.q.futile[w], p->futile);
}
/* 26: what changes a mask writes it; what is shown is the mask. */
static void shows_what_it_writes(const wt_bench *b) {
  const wt_cfu_out *o = b->m->subcore->cfu;
  const uint64_t *mask = b->m->subcore->hanoi_yr.q.cur_mask;
  for (unsigned w = 0; w < S->SLOTS; w++)
    if (mask[w] != current[w]) {
      SUITE_RULE(b, "26", "cfu_upd_valid", o->upd_valid, S->SB_SPLIT);
      SUITE_RULE(b, "26", "cfu_upd_warp", o->upd_warp, S->SB_SPLIT ? w : 0);
      current[w] = mask[w];
    }
  SUITE_RULE(b, "26", "cfu_upd_mask", o->upd_mask, o->upd_valid ? mask[o->upd_warp] : 0);
  if (!S->SB_SPLIT) SUITE_RULE(b, "26", "cfu_upd_valid", o->upd_valid, 0);
}
static void look(const wt_bench *b) {
  const wt_cfu_out *o = b->m->subcore->cfu;
  shows_what_it_writes(b);
  if (sel) {
    SUITE_RULE(b, "27", "cfu_mask", o->mask, out_mask);
    SUITE_RULE(b, "27", "cfu_live", o->live, out_live);
    SUITE_RULE(b, "27", "cfu_bx_val", o->bx_val, out_bx);
    SUITE_RULE(b, "5, 27", "cfu_split", o->split, out_split);
  }
  ev.forced += o->forced;
  if (o->bar_valid) SUITE_RULE(b, "15", "cfu_bar of an event", ev.kind, WT_EV_BAR);
  if (o->bar_valid) SUITE_RULE(b, "15", "cfu_bar_id", o->bar_id, ev.bx);
  if (o->bar_valid) SUITE_RULE(b, "15", "cfu_bar_count", o->bar_count, wt_popcount(ev.e));
  if (o->exit_valid) SUITE_RULE(b, "13", "cfu_exit_count", o->exit_count, ev.kind == WT_EV_EXIT ? wt_popcount(ev.e) : 0);
  if (ev.held) SUITE_RULE(b, "28", "cfu_idle before the last beat", o->idle, 0);
  if (ev.at_once) SUITE_RULE(b, "4", "cfu_idle", o->idle, 1);
  if (!ev.busy) SUITE_RULE(b, "1, 22", "cfu_idle, cfu_redir_valid", o->idle << 1 | o->redir_valid, 2);
  if (!ev.busy || !o->idle) return;
  warp *p = &ref[ev.w];
  finish(p);
  SUITE_RULE(b, "timing", "cycles until the unit is free", ev.cycles, ev.waits + ev.steps);
  unsigned have[2] = {99, 99}, entries = 0, waiting = 0;
  for (unsigned i = 0; i < S->PATHS; i++) entries += p->e[i].kind != FREE, waiting += p->e[i].kind != FREE && p->e[i].kind != RUN;
  wt_hanoi_yr_occupancy(&b->m->subcore->hanoi_yr, ev.w, have);
  SUITE_RULE(b, "5", "entries in use", have[0], entries);
  SUITE_RULE(b, "5", "entries that wait", have[1], waiting);
  SUITE_RULE(b, "4, 6, 22, 29", "cfu_redir_valid", o->redir_valid, ev.redir);
  SUITE_RULE(b, "4, 6, 22, 29", "cfu_redir_stop", o->redir_stop, ev.stop);
  SUITE_RULE(b, "4, 6, 22, 29", "cfu_redir_pc", o->redir_pc, ev.to);
  SUITE_RULE(b, "22", "cfu_done_valid", o->done_valid, ev.done);
  SUITE_RULE(b, "22", "cfu_dead", o->dead >> ev.w & 1, p->dead);
  SUITE_RULE(b, "14, 19, 22", "cfu_forced", ev.forced, ev.forces);
  SUITE_RULE(b, "26", "cfu_run", o->run >> ev.w & 1, p->cur >= 0 && !ev.redir && !(o->upd_valid && o->upd_warp == ev.w));
  compare_paths(b, p, ev.w);
}
static const suite_model model = {"hanoi_yr", start, rules, look};

START_TEST(rules_hold_on_random_events) {
  static const char *const eight[] = {"WARP_SIZE=8", "LANES=4", "BX_REGS=5", "WSYNC_SLOTS=1", NULL}, *const one[] = {"WARPS=1", "BX_REGS=1", NULL};
  static const char *const taken[] = {"PATH_ORDER=taken", "FORCE=0", NULL}, *const strict[] = {"YIELD_RELEASE=0", "PATH_ORDER=minority", NULL};
  static const char *const wide[] = {"WARP_SIZE=64", NULL}, *const splits[] = {"SCOREBOARD=coon", "SB_SPLIT=1", NULL};
  suite_rules_all(&model, 20000);
  suite_rules(&model, "tiny", splits, 40000);
  suite_rules(&model, "tiny", eight, 40000);
  suite_rules(&model, "tiny", one, 20000);
  suite_rules(&model, "tiny", taken, 40000);
  suite_rules(&model, "small", strict, 20000);
  suite_rules(&model, "small", wide, 10000);
}
END_TEST

/* One warp by hand: an event, and the cycles until the unit is free again. */
static uint64_t sync_mask; /* of the next WARPSYNC */
static unsigned event(wt_bench *b, unsigned kind, uint64_t lanes, unsigned bx, uint32_t pc) {
  wt_issue_out *i = &b->m->subcore->issue.o;
  unsigned n = 0;
  for (unsigned k = 0; k < 50 && !(b->m->subcore->cfu->run & 1); k++) SUITE_CYCLE(b);
  *i = (wt_issue_out){.ev_valid = 1, .ev_kind = (uint8_t)kind, .ev_mask = lanes, .ev_bx = (uint8_t)bx, .ev_pc = pc, .ev_val = sync_mask};
  do {
    SUITE_CYCLE(b);
    *i = (wt_issue_out){0};
    n++;
  } while (!b->m->subcore->cfu->idle && n < 50);
  return n;
}
static wt_bench *one_warp(void) {
  wt_bench *b = suite_open("hanoi_yr", "tiny", NULL, 1);
  wt_dispatch_out *d = &b->m->sm->dispatch.o;
  d->launch_valid = d->launch_last = 1, d->launch_mask = 15;
  while (!b->m->subcore->cfu->launch_ack) SUITE_CYCLE(b);
  SUITE_CYCLE(b); /* shown until it is taken */
  *d = (wt_dispatch_out){0};
  SUITE_CYCLE(b);
  return b;
}

/* 20: an exit completes two registers: the lower one is checked, and released, first, so the path of the higher one ends on top. */
START_TEST(an_exit_releases_registers_in_ascending_order) {
  wt_bench *b = one_warp();
  event(b, WT_EV_BSSY, 9, 0, 0x10);  /* lanes 0 and 3 */
  event(b, WT_EV_BSSY, 10, 1, 0x20); /* lanes 1 and 3 */
  event(b, WT_EV_EXIT, 4, 0, 0x30);
  event(b, WT_EV_BSYNC, 1, 0, 0x40);
  event(b, WT_EV_BSYNC, 2, 1, 0x50);
  event(b, WT_EV_EXIT, 8, 0, 0x60);
  ck_assert_uint_eq(b->m->subcore->cfu->redir_pc, 0x60);
  ck_assert_uint_eq(b->m->subcore->hanoi_yr.q.cur_mask[0], 2);
  wt_bench_close(b);
}
END_TEST

/* 20: a register costs its cycle in a check of all only while somebody waits at one. */
START_TEST(registers_are_checked_only_while_a_path_waits) {
  wt_bench *b = one_warp();
  unsigned none = event(b, WT_EV_YIELD, 15, 0, 0x10);
  event(b, WT_EV_BSSY, 15, 0, 0x20);
  event(b, WT_EV_BSSY, 15, 1, 0x30);
  ck_assert_uint_eq(event(b, WT_EV_YIELD, 15, 0, 0x40), none);
  event(b, WT_EV_BSYNC, 1, 0, 0x50);
  ck_assert_uint_eq(event(b, WT_EV_YIELD, 14, 0, 0x60), none + 3); /* two registers, and the lane at the first is released: the others yield */
  wt_bench_close(b);
}
END_TEST

/* 21: an exit completes a register and a slot: the register is checked, and released, first, so the path of the slot ends on top. */
START_TEST(an_exit_releases_registers_before_slots) {
  wt_bench *b = one_warp();
  event(b, WT_EV_BSSY, 9, 0, 0x10); /* lanes 0 and 3 */
  event(b, WT_EV_EXIT, 4, 0, 0x30);
  event(b, WT_EV_BSYNC, 1, 0, 0x40);
  sync_mask = 10; /* lanes 1 and 3 */
  event(b, WT_EV_WSYNC, 2, 0, 0x50);
  sync_mask = 0;
  event(b, WT_EV_EXIT, 8, 0, 0x60);
  ck_assert_uint_eq(b->m->subcore->cfu->redir_pc, 0x60);
  ck_assert_uint_eq(b->m->subcore->hanoi_yr.q.cur_mask[0], 2);
  wt_bench_close(b);
}
END_TEST

/* 20: an exit checks every slot that is in use, the lower one first. */
START_TEST(an_exit_checks_every_slot) {
  static const struct {
    uint64_t first, second, released;
  } masks[] = {{9, 10, 2}, {13, 10, 2}, {9, 14, 1}}; /* lane 3 completes both slots: the second ends on top; the second alone; the first alone */
  for (unsigned i = 0; i < 3; i++) {
    wt_bench *b = one_warp();
    sync_mask = masks[i].first;
    event(b, WT_EV_WSYNC, 1, 0, 0x40);
    sync_mask = masks[i].second;
    event(b, WT_EV_WSYNC, 2, 0, 0x50);
    sync_mask = 0;
    event(b, WT_EV_BRA, 4, 0, 0x20); /* lane 2 goes elsewhere */
    while (b->m->subcore->hanoi_yr.q.cur_mask[0] != 8) ck_assert_uint_lt(event(b, WT_EV_YIELD, b->m->subcore->hanoi_yr.q.cur_mask[0], 0, 0x30), 50);
    ck_assert_uint_lt(event(b, WT_EV_EXIT, 8, 0, 0x60), 50);
    ck_assert_uint_eq(b->m->subcore->hanoi_yr.q.cur_mask[0], masks[i].released);
    ck_assert_uint_eq(b->m->subcore->cfu->redir_pc, masks[i].released == 2 ? 0x60 : 0x50);
    ck_assert_uint_eq(b->m->subcore->hanoi_yr.q.slot_valid[0], i == 0 ? 0 : i == 1 ? 1 : 2);
    event(b, WT_EV_EXIT, masks[i].released, 0, 0x70);
    while (b->m->subcore->hanoi_yr.q.cur_mask[0] && i) { /* lane 2 exits: what still waits is released from the slot that is left */
      uint64_t lanes = b->m->subcore->hanoi_yr.q.cur_mask[0];
      ck_assert_uint_lt(event(b, WT_EV_EXIT, lanes, 0, 0x80), 50);
      if (lanes == 4) break;
    }
    ck_assert_uint_eq(b->m->subcore->hanoi_yr.q.slot_valid[0], 0);
    ck_assert_uint_eq(b->m->subcore->hanoi_yr.q.cur_mask[0], i == 0 ? 1 : i == 1 ? 1 : 2);
    wt_bench_close(b);
  }
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, an_exit_checks_every_slot);
  tcase_add_test(tc, an_exit_releases_registers_before_slots);
  tcase_add_test(tc, rules_hold_on_random_events);
  tcase_add_test(tc, an_exit_releases_registers_in_ascending_order);
  tcase_add_test(tc, registers_are_checked_only_while_a_path_waits);
}
int main(void) { return suite_main("wt_hanoi_yr_rules", add); }
