/* cfu_prog.h - small programs on the block bench of a control-flow unit: an interpreter stands for the rest of the
 * machine, issues instruction by instruction and follows every lane by itself, so that a lane that is lost, doubled or
 * resumed at a wrong place is found. The suite that includes it defines before
 *   CFU_STEM          stem of the unit
 *   CFU_MASK(m, w)    lanes of the path of warp w that runs
 *   CFU_WAITS(m)      the unit waits for a value of the ALU, for warp CFU_WARP(m)
 *   CFU_TARGETS(m)    the unit works on an indirect branch
 */
#ifndef WT_CFU_PROG_H
#define WT_CFU_PROG_H
#include "tests/block_suite.h"

#include "isa/wt_isa.h"

#include <stdio.h>

enum { CAS = 100, UNLOCK, NOP = WT_EV_ADV, MAX_TRACE = 4096, REGS = 4, MAX_CALLS = 48, MAX_TO = 3 };
enum { NOWHERE = ~0u, AT_RETURN = ~0u - 1 }; /* reconvergence points that are no instruction */
#define ALL ~UINT64_C(0)
#define LEN(x) (sizeof(x) / sizeof *(x))

typedef struct {
  unsigned kind;       /* EV_... or CAS, UNLOCK */
  uint64_t guard;      /* lanes that execute */
  unsigned target;     /* instruction; BSSY: end of the region */
  unsigned rpc;        /* instruction, NOWHERE or AT_RETURN */
  unsigned bx, reg;    /* reg: of BMOV; BMOVR always clears */
  uint64_t val;        /* mask of WARPSYNC */
  int got;             /* 1: guard is "this lane got the lock"; 2: it did not */
  int random;          /* guard is drawn per lane and visit */
  unsigned to[MAX_TO]; /* BRX, CALLX: lane l goes to to[l % MAX_TO], or by chance if random */
} insn;
typedef struct {
  unsigned pc;
  uint64_t mask;
} issued;
typedef struct {
  wt_bench *b;
  const insn *code;
  unsigned n;
  unsigned pc[MAX_WARPS], stop[MAX_WARPS];
  unsigned next[MAX_WARPS][MAX_WS]; /* where each lane must issue next */
  unsigned visits[MAX_WARPS][MAX_WS], calls[MAX_WARPS][MAX_WS], back[MAX_WARPS][MAX_WS][MAX_CALLS];
  uint64_t reg[MAX_WARPS][REGS][MAX_WS], got[MAX_WARPS], launched, done, failed;
  int strays; /* lanes may issue where they should not: they are counted and followed */
  unsigned stray;
  int locked, retry; /* retry: a WARPSYNC that finds no slot is issued again */
  unsigned forced, err_kind, err_pc, max_calls;
  issued trace[MAX_TRACE]; /* of warp 0 */
  unsigned ntrace, max_used[2];
  uint64_t value;                       /* to come from the ALU */
  uint64_t values[MAX_WS], value_lanes; /* BMOV Bn,Rs: what every lane brings, in the beats of wt_disp that come first */
  unsigned value_beat;
  wt_tgt_out group[MAX_WS];
  unsigned ngroups, shown;
  unsigned bars;
  void (*each_cycle)(const wt_m *m, uint64_t launched);
} run;

#define BR(t) \
  { .kind = WT_EV_BRA, .guard = ALL, .target = t, .rpc = NOWHERE }
#define BRG(g, t, r) \
  { .kind = WT_EV_BRA, .guard = g, .target = t, .rpc = r }
#define CALL(g, t) \
  { .kind = WT_EV_CALL, .guard = g, .target = t, .rpc = NOWHERE }
#define RET(g) \
  { .kind = WT_EV_RET, .guard = g, .rpc = AT_RETURN }
#define OP(k) \
  { .kind = k, .guard = ALL }
#define OPB(k, b) \
  { .kind = k, .guard = ALL, .bx = b }
#define BSSY(b, end) \
  { .kind = WT_EV_BSSY, .guard = ALL, .bx = b, .target = end }

static inline uint64_t prog_lanes(const run *p) { return wt_mask64(p->b->shape.SLOT_LANES); }

static inline void prog_clear(run *p) {
  wt_m *m = p->b->m;
  m->subcore->issue.o = (wt_issue_out){0};
  m->subcore->sched.o.sel_valid = m->subcore->sched.o.sel_warp = 0;
  memset(m->subcore->ibuffer.o.uop, 0, sizeof m->subcore->ibuffer.o.uop);
  m->subcore->alu.o.sc_valid = 0, m->subcore->alu.o.sc_val = 0, m->subcore->alu.o.wb_warp = 0;
  m->subcore->disp.o = (wt_disp_out){0};
}

/* One clock; shows the groups of an indirect branch, follows redirects, counts barrier arrivals. */
static inline void prog_clock(run *p) {
  wt_m *m = p->b->m;
  const wt_cfu_out *o = m->subcore->cfu;
  if (p->shown < p->ngroups && !m->subcore->brx.o.valid && CFU_TARGETS(m) && wt_chance(&p->b->rng, 60)) m->subcore->brx.o = p->group[p->shown];
  int taken = m->subcore->brx.o.valid && o->tgt_take;
  SUITE_CYCLE(p->b);
  if (taken) {
    p->shown++;
    m->subcore->brx.o = (wt_tgt_out){0};
  }
  if (p->each_cycle) p->each_cycle(m, p->launched & ~p->done);
  if (o->redir_valid) p->pc[o->redir_warp] = o->redir_pc / 16, p->stop[o->redir_warp] = o->redir_stop;
  if (o->done_valid) p->done |= UINT64_C(1) << o->done_warp;
  if (o->err_valid) p->failed |= UINT64_C(1) << o->err_warp, p->err_kind = o->err_kind, p->err_pc = o->err_pc / 16;
  p->forced += o->forced;
  if (o->bar_valid) p->bars += o->bar_count;
}

static inline void prog_launch(run *p, unsigned w, uint64_t mask) {
  wt_m *m = p->b->m;
  wt_dispatch_out *o = &m->sm->dispatch.o;
  prog_clear(p);
  o->launch_valid = o->launch_last = 1, o->launch_warp = (uint8_t)w, o->launch_mask = mask;
  p->stop[w] = 1;
  for (unsigned i = 0; i < 20 && !m->subcore->cfu->launch_ack; i++) prog_clock(p);
  ck_assert(m->subcore->cfu->launch_ack);
  prog_clock(p);
  p->launched |= UINT64_C(1) << w;
  ck_assert(m->subcore->cfu->redir_valid && m->subcore->cfu->redir_pc == 0 && !m->subcore->cfu->redir_stop);
  *o = (wt_dispatch_out){0};
  prog_clock(p);
}

static inline run *prog_start(const char *preset, const char *const *set, uint64_t seed, const insn *code, unsigned n) {
  run *p = calloc(1, sizeof *p);
  p->b = suite_open(CFU_STEM, preset, set, seed);
  p->code = code, p->n = n, p->max_calls = MAX_CALLS;
  p->b->m->sm->ctabar.o = (wt_ctabar_out){0};
  p->b->m->sm->dispatch.o = (wt_dispatch_out){0};
  p->b->m->subcore->brx.o = (wt_tgt_out){0};
  p->b->m->subcore->sched.o.busy = 0;
  return p;
}
static inline void prog_finish(run *p) {
  wt_bench_close(p->b);
  free(p);
}

static inline uint64_t prog_hash(const run *p, unsigned w, unsigned l, const insn *i) {
  uint64_t h = (p->visits[w][l] + 1) * 0x9e3779b97f4a7c15u ^ (l * 0xbf58476d1ce4e5b9u) ^ ((uint64_t)(i - p->code) << 40) ^ (uint64_t)w << 20;
  h = (h ^ h >> 29) * 0x94d049bb133111ebu;
  return h >> 33;
}

/* Lanes that execute. Random: backward branches and exits become rarer so that every lane ends; nobody returns from the kernel. */
static inline uint64_t prog_guard(const run *p, unsigned w, const insn *i, uint64_t mask) {
  uint64_t g = i->got == 2 ? ~p->got[w] : i->got ? p->got[w] : i->guard;
  for (unsigned l = 0; l < p->b->shape.SLOT_LANES; l++) {
    uint64_t h = prog_hash(p, w, l, i);
    int back = i->kind == WT_EV_BRA && i->target <= (unsigned)(i - p->code), yes = 1;
    if (i->random) yes = back || i->kind == WT_EV_BRX ? h % 100 < 60 && p->visits[w][l] < 200 : i->kind == WT_EV_EXIT ? h % 100 < 10 : h & 1;
    if (i->kind == WT_EV_RET && !p->calls[w][l]) yes = 0;
    if ((i->kind == WT_EV_CALL || i->kind == WT_EV_CALLX) && (p->calls[w][l] >= p->max_calls || (i->random && p->visits[w][l] >= 200))) yes = 0;
    if (!yes) g &= ~(UINT64_C(1) << l);
  }
  return g & mask;
}

/* Where lane l goes when it executes the instruction. */
static inline unsigned prog_target(const run *p, unsigned w, unsigned l, const insn *i) {
  switch (i->kind) {
    case WT_EV_BRA:
    case WT_EV_CALL: return i->target;
    case WT_EV_BRX:
    case WT_EV_CALLX: return i->to[(i->random ? prog_hash(p, w, l, i) / 128 : l) % MAX_TO];
    case WT_EV_RET: return p->back[w][l][p->calls[w][l] - 1];
    default: return p->pc[w] + 1;
  }
}

/* The groups as wt_brx shows them: lowest rank first. */
static inline void prog_groups(run *p, unsigned w, const insn *i, uint64_t mask, uint64_t e) {
  unsigned order = p->b->m->gpu->cfg.order, rank[MAX_WS];
  p->ngroups = p->shown = 0;
  for (uint64_t left = mask; left;) {
    unsigned k = wt_lowest(left), t = e >> k & 1, pc = t ? prog_target(p, w, k, i) : p->pc[w] + 1;
    uint64_t g = 0;
    for (uint64_t s = left; s; s &= s - 1) {
      unsigned l = wt_lowest(s);
      if ((e >> l & 1) == t && (!t || prog_target(p, w, l, i) == pc)) g |= s & -s;
    }
    left &= ~g;
    unsigned r = wt_popcount(g) * 64 + 63 - k;
    if (order == WT_PATH_ORDER_minority) r = 2 * 64 * 64 - r;
    if (order == WT_PATH_ORDER_taken) r = (t ? 64 : 0) + 63 - k;
    unsigned at = p->ngroups++;
    for (; at && rank[at - 1] > r; at--) p->group[at] = p->group[at - 1], rank[at] = rank[at - 1];
    p->group[at] = (wt_tgt_out){.valid = 1, .mask = g, .pc = pc * 16, .taken = (uint8_t)t};
    rank[at] = r;
  }
  p->group[p->ngroups - 1].last = 1;
}

/* Every lane that issues must be here; moves it on. */
static inline void prog_lanes_move(run *p, unsigned w, const insn *i, uint64_t mask, uint64_t e) {
  for (uint64_t s = mask; s; s &= s - 1) {
    unsigned l = wt_lowest(s);
    if (p->retry && i->kind == WT_EV_WSYNC && p->next[w][l] == p->pc[w] + 1) p->next[w][l]--;
    if (p->strays && p->next[w][l] != p->pc[w]) p->stray++, p->next[w][l] = p->pc[w];
    ck_assert_msg(p->next[w][l] == p->pc[w], "warp %u lane %u issues %u, its next instruction is %u", w, l, p->pc[w], p->next[w][l]);
    p->next[w][l] = e >> l & 1 ? prog_target(p, w, l, i) : p->pc[w] + 1;
    if ((e >> l & 1) && (i->kind == WT_EV_CALL || i->kind == WT_EV_CALLX)) p->back[w][l][p->calls[w][l]++] = p->pc[w] + 1;
    if ((e >> l & 1) && i->kind == WT_EV_RET) p->calls[w][l]--;
    if ((e >> l & 1) && i->kind == WT_EV_EXIT) p->next[w][l] = NOWHERE;
    p->visits[w][l]++;
  }
}

/* Issues the next instruction of warp w; returns 0 when it has to wait for the machine. */
static inline int prog_issue(run *p, unsigned w) {
  wt_m *m = p->b->m;
  if (p->stop[w] || !(m->subcore->cfu->run >> w & 1)) return 0;
  const insn *i = &p->code[p->pc[w]];
  ck_assert_msg(p->pc[w] < p->n, "pc %u is outside of the program", p->pc[w]);
  int direct = i->kind == WT_EV_ADV || i->kind == WT_EV_BSSY || i->kind == WT_EV_BMOVR || i->kind >= CAS;
  if (!direct && !m->subcore->cfu->idle) return 0;
  wt_issue_out *ev = &m->subcore->issue.o;
  uint64_t mask = CFU_MASK(m, w), e = prog_guard(p, w, i, mask);
  ck_assert_msg(mask, "warp %u issues without lanes", w);
  if (w == 0 && p->ntrace < MAX_TRACE) p->trace[p->ntrace++] = (issued){p->pc[w], mask};
  m->subcore->sched.o.sel_valid = 1, m->subcore->sched.o.sel_warp = (uint8_t)w;
  uop_put_lo(m->subcore->ibuffer.o.uop, (uint64_t)i->bx << 24);
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_pc = p->pc[w] * 16;
  unsigned kind = i->kind;
  if (kind == CAS && e && !p->locked) p->locked = 1, p->got[w] |= UINT64_C(1) << (63 - __builtin_clzll(e)); /* the highest lane wins */
  if (kind == UNLOCK && e) p->locked = 0;
  if (kind >= CAS || !e) kind = WT_EV_ADV;
  ev->ev_kind = (uint8_t)kind;
  int indirect = kind == WT_EV_BRX || kind == WT_EV_RET || kind == WT_EV_CALLX;
  if (kind != WT_EV_ADV) {
    ev->ev_mask = e, ev->ev_bx = (uint8_t)i->bx;
    if (kind == WT_EV_BRA || kind == WT_EV_CALL) ev->ev_target = i->target * 16;
    if (kind == WT_EV_BRA || kind == WT_EV_CALL || indirect)
      ev->ev_rpc = i->rpc == NOWHERE ? WT_RPC_NONE : i->rpc == AT_RETURN ? WT_RPC_RET : i->rpc * 16;
    if (kind == WT_EV_BSSY) ev->ev_rpc = i->target * 16;
    ev->ev_val = kind == WT_EV_BMOVR ? 1 : kind == WT_EV_WSYNC ? i->val : indirect ? mask : 0;
  }
  if (indirect) prog_groups(p, w, i, mask, e);
  if (kind == WT_EV_BMOVW) {
    p->value = p->reg[w][i->reg][wt_lowest(e)], p->value_lanes = e, p->value_beat = 0;
    memcpy(p->values, p->reg[w][i->reg], sizeof p->values);
  }
  if (kind == WT_EV_WSYNCR) p->value = i->val, p->value_beat = p->b->shape.BEATS;
  prog_lanes_move(p, w, i, mask, e);
  p->pc[w]++;
  prog_clock(p);
  ck_assert(m->subcore->cfu->mask == mask);
  if (kind == WT_EV_BMOVR)
    for (uint64_t s = e; s; s &= s - 1) p->reg[w][i->reg][wt_lowest(s)] = m->subcore->cfu->bx_val;
  return 1;
}

static inline void prog_beat(run *p) {
  wt_disp_out *d = &p->b->m->subcore->disp.o;
  unsigned lanes = p->b->shape.LANES, beat = p->value_beat++;
  d->valid = 1, d->warp = (uint8_t)CFU_WARP(p->b->m), d->beat = (uint8_t)beat, d->last = p->value_beat == p->b->shape.BEATS;
  uop_put_op(d->uop, WT_I_BMOV_BR);
  d->mask = (uint32_t)(p->value_lanes >> beat * lanes & wt_mask64(lanes));
  for (unsigned l = 0; l < lanes; l++) d->data[l] = (uint32_t)p->values[beat * lanes + l];
}

/* One cycle without an issue; the ALU brings a value that the machine waits for after some cycles. */
static inline void prog_idle(run *p) {
  wt_m *m = p->b->m;
  if (CFU_WAITS(m) && wt_chance(&p->b->rng, 50)) {
    if (p->value_beat < p->b->shape.BEATS) prog_beat(p);
    else m->subcore->alu.o.sc_valid = 1, m->subcore->alu.o.sc_warp = CFU_WARP(m), m->subcore->alu.o.sc_val = (uint32_t)p->value;
  }
  prog_clock(p);
}

/* Runs until every launched warp is done or has failed, one is dead, or the number of issues of warp 0 is reached. */
static inline void prog_go(run *p, unsigned max_issues, unsigned max_cycles) {
  wt_m *m = p->b->m;
  for (unsigned c = 0; c < max_cycles && (p->done | p->failed) != p->launched && !m->subcore->cfu->dead && p->ntrace < max_issues; c++) {
    prog_clear(p);
    unsigned w = wt_below(&p->b->rng, p->b->shape.SLOTS);
    if (!(p->launched >> w & 1)) w = 0;
    if (!wt_chance(&p->b->rng, 80) || !prog_issue(p, w)) prog_idle(p);
  }
  prog_clear(p);
}

/* Shows the release of a CTA barrier until it is taken. */
static inline void prog_release(run *p, unsigned w, unsigned id) {
  wt_m *m = p->b->m;
  prog_clear(p);
  m->sm->ctabar.o.rel_valid = 1, m->sm->ctabar.o.rel_warp = (uint8_t)w, m->sm->ctabar.o.rel_id = (uint8_t)id;
  while (!m->subcore->cfu->rel_ack) prog_clock(p);
  prog_clock(p);
  m->sm->ctabar.o = (wt_ctabar_out){0};
}

/* "pc/mask pc/mask ...", highest lane first */
static inline void prog_expect_trace(const run *p, const char *golden) {
  char text[4096];
  int n = 0;
  for (unsigned i = 0; i < p->ntrace && n < 4000; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n, "%s%u/", i ? " " : "", p->trace[i].pc);
    for (unsigned l = p->b->shape.SLOT_LANES; l--;) text[n++] = p->trace[i].mask >> l & 1 ? '1' : '0';
    text[n] = 0;
  }
  ck_assert_str_eq(text, golden);
}
/* ---- random programs; reconvergence points: immediate post-dominators, or any place ---- */
enum { R_POSTDOM, R_ANY };

static inline uint64_t prog_successors(const insn *code, unsigned n, unsigned i) {
  uint64_t on = UINT64_C(1) << (i + 1), ret = UINT64_C(1) << n, end = UINT64_C(2) << n;
  switch (code[i].kind) {
    case WT_EV_BRA: return UINT64_C(1) << code[i].target | (code[i].random ? on : 0);
    case WT_EV_BRX: return UINT64_C(1) << code[i].to[0] | UINT64_C(1) << code[i].to[1] | UINT64_C(1) << code[i].to[2] | on;
    case WT_EV_RET: return ret | on;
    case WT_EV_EXIT: return end | (i + 1 < n ? on : 0);
    default: return on;
  }
}

/* Immediate post-dominators, node n = return, n + 1 = end, by iterating over sets. */
static inline void prog_post_dominators(insn *code, unsigned n) {
  uint64_t all = wt_mask64(n + 2), pd[64];
  for (unsigned i = 0; i <= n; i++) pd[i] = all;
  pd[n] = UINT64_C(3) << n, pd[n + 1] = UINT64_C(2) << n;
  for (int changed = 1; changed;) {
    changed = 0;
    for (unsigned i = n; i--;) {
      uint64_t meet = all;
      for (uint64_t s = prog_successors(code, n, i); s; s &= s - 1) meet &= pd[wt_lowest(s)];
      meet |= UINT64_C(1) << i;
      changed |= meet != pd[i];
      pd[i] = meet;
    }
  }
  for (unsigned i = 0; i < n; i++) {
    uint64_t strict = pd[i] & ~(UINT64_C(1) << i);
    unsigned d = NOWHERE;
    for (uint64_t s = strict; s && pd[i] != all; s &= s - 1)
      if (pd[wt_lowest(s)] == strict) d = wt_lowest(s);
    code[i].rpc = d == n ? AT_RETURN : d > n ? NOWHERE : d;
    if (code[i].kind == WT_EV_CALL || code[i].kind == WT_EV_CALLX) code[i].rpc = i + 1;
  }
}

static inline void prog_random(insn *code, unsigned n, wt_rng *r, int how) {
  static const unsigned kinds[] = {NOP,         NOP,         WT_EV_BRA,   WT_EV_BRA,  WT_EV_BRA,  WT_EV_BRA,   WT_EV_BSSY, WT_EV_BSYNC, WT_EV_BREAK,
                                   WT_EV_BMOVR, WT_EV_BMOVW, WT_EV_YIELD, WT_EV_EXIT, WT_EV_CALL, WT_EV_CALLX, WT_EV_RET,  WT_EV_RET,   WT_EV_BRX};
  for (unsigned i = 0; i + 1 < n; i++) {
    insn *c = &code[i];
    *c = (insn){.kind = kinds[wt_below(r, LEN(kinds))], .guard = ALL, .bx = wt_below(r, 3), .reg = wt_below(r, REGS)};
    int jump = c->kind == WT_EV_BRA || c->kind == WT_EV_BRX || c->kind == WT_EV_CALLX || c->kind == WT_EV_CALL;
    c->random = jump || c->kind == WT_EV_EXIT || c->kind == WT_EV_RET || (c->kind != WT_EV_BSSY && wt_chance(r, 30));
    c->target = c->kind == WT_EV_BRA && wt_chance(r, 30) ? wt_below(r, i + 1) : i + 1 + wt_below(r, n - i - 1);
    if (c->kind == WT_EV_BRA && wt_chance(r, 10) && c->target > i) c->random = 0;
    for (unsigned k = 0; k < MAX_TO; k++) c->to[k] = i + 1 + wt_below(r, n - i - 1);
  }
  code[n - 1] = (insn)OP(WT_EV_EXIT);
  prog_post_dominators(code, n);
  for (unsigned i = 0; i < n && how == R_ANY; i++) code[i].rpc = wt_chance(r, 20) ? AT_RETURN : wt_chance(r, 20) ? NOWHERE : wt_below(r, n);
}
#endif
