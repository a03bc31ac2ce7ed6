/* test_wt_hanoi_yr.c - control-flow unit. A small interpreter runs programs of a few lanes on the twins, event by
 * event, and records what issues; the worked examples have golden traces, random programs are checked lane by lane.
 * Rule numbers: docs/blocks/control/wt_hanoi_yr.md.
 */
#include "tests/block_suite.h"

#include <stdio.h>

#include "control/wt_hanoi_yr.h"

/* ---- invariants of the pool (rule R23), for a warp that the machine does not work on ---- */
static uint64_t entry_mask(const wt_m *m, unsigned w, unsigned i) {
  unsigned n = m->S->PATHS, ws = m->S->SLOT_LANES;
  return wt_words_get(m->subcore->hanoi_yr.q.pool_mask + (size_t)w * ((n * ws + 31) / 32), i * ws, ws);
}
static unsigned entry_bit(const wt_m *m, const uint32_t *mem, unsigned planes, unsigned w, unsigned k, unsigned i) {
  unsigned n = m->S->PATHS;
  return (unsigned)wt_words_get(mem + (size_t)w * ((planes * n + 31) / 32), k * n + i, 1);
}
static unsigned entry_kind(const wt_m *m, unsigned w, unsigned i) {
  const uint32_t *st = m->subcore->hanoi_yr.q.pool_kind;
  return entry_bit(m, st, 3, w, 1, i) | entry_bit(m, st, 3, w, 2, i) << 1;
}

static void check_warp(const wt_m *m, unsigned w) {
  const wt_hanoi_yr_state *q = &m->subcore->hanoi_yr.q;
  unsigned n = m->S->PATHS;
  uint64_t seen = 0, queued = 0;
  for (unsigned k = 0; k < q->ring_count[w]; k++) {
    const uint32_t *ring = q->ring + (size_t)w * ((n * m->S->PATH_W + 31) / 32);
    uint64_t b = UINT64_C(1) << wt_words_get(ring, ((q->ring_head[w] + k) & (n - 1)) * m->S->PATH_W, m->S->PATH_W);
    ck_assert_msg(!(queued & b), "an entry is queued twice");
    queued |= b;
  }
  uint64_t current = q->has_path >> w & 1 ? UINT64_C(1) << q->cur_entry[w] : 0;
  ck_assert_msg(!(queued & current), "the current entry is queued");
  for (unsigned i = 0; i < n; i++) {
    uint64_t mask = entry_mask(m, w, i), me = UINT64_C(1) << i;
    int used = (int)entry_bit(m, q->pool_kind, 3, w, 0, i), runs = used && entry_kind(m, w, i) == WT_YR_RUN;
    ck_assert_msg(used == (mask != 0), "entry %u: in use %d with mask %llx", i, used, (unsigned long long)mask);
    ck_assert_msg(!(seen & mask), "entry %u shares lanes", i);
    seen |= mask;
    ck_assert_msg(runs == (((queued | current) & me) != 0), "entry %u: runnable and neither current nor queued, or the other way", i);
    if (used && entry_kind(m, w, i) == WT_YR_WW) {
      unsigned x = entry_bit(m, q->pool_at, 4, w, 0, i) | entry_bit(m, q->pool_at, 4, w, 1, i) << 1 | entry_bit(m, q->pool_at, 4, w, 2, i) << 2;
      ck_assert_msg(q->slot_valid[w] >> x & 1, "entry %u waits at an empty slot", i);
    }
  }
  ck_assert_msg(seen == (~q->finished[w] & wt_mask64(m->S->SLOT_LANES)), "lanes are lost");
  if (current) ck_assert(entry_mask(m, w, q->cur_entry[w]) == q->cur_mask[w]);
}

static void check_invariants(const wt_m *m, uint64_t launched) {
  for (uint64_t s = launched; s; s &= s - 1) {
    unsigned w = wt_lowest(s);
    if (m->subcore->hanoi_yr.q.state == WT_YR_IDLE || m->subcore->hanoi_yr.q.at_warp != w) check_warp(m, w);
  }
}

/* ---- interpreter ---- */
enum { CAS = 100, UNLOCK, NOP = WT_EV_ADV, MAX_CODE = 64, MAX_TRACE = 4096, REGS = 4 };
typedef struct {
  unsigned kind;            /* EV_... or CAS, UNLOCK */
  uint64_t guard;           /* lanes that execute */
  unsigned bx, target, reg; /* reg: of BMOV; BMOVR always clears */
  int got;                  /* guard is "this lane got the lock" */
  int random;               /* guard is drawn per lane and visit */
  uint64_t val;
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
  unsigned next[MAX_WARPS][MAX_WS]; /* random programs: where each lane must issue next */
  unsigned visits[MAX_WARPS][MAX_WS];
  uint64_t reg[MAX_WARPS][REGS][MAX_WS], got[MAX_WARPS], launched, done;
  int locked, check_lanes;
  unsigned forced;
  issued trace[MAX_TRACE]; /* of warp 0 */
  unsigned ntrace;
  uint64_t value; /* to come from the ALU */
  unsigned bars, rel_warp, rel_pending;
} run;

static uint64_t all_lanes(const run *p) { return wt_mask64(p->b->shape.SLOT_LANES); }

static void clear_inputs(run *p) {
  wt_m *m = p->b->m;
  m->subcore->issue.o = (wt_issue_out){0};
  m->subcore->sched.o.sel_valid = m->subcore->sched.o.sel_warp = 0;
  memset(m->subcore->ibuffer.o.uop, 0, sizeof m->subcore->ibuffer.o.uop);
  m->subcore->alu.o.sc_valid = 0, m->subcore->alu.o.sc_val = 0, m->subcore->alu.o.wb_warp = 0;
}

/* One clock; follows redirects and counts barrier arrivals of single-warp CTAs. */
static void clock(run *p) {
  wt_m *m = p->b->m;
  SUITE_CYCLE(p->b);
  check_invariants(m, p->launched & ~p->done);
  const wt_cfu_out *o = m->subcore->cfu;
  if (o->redir_valid) p->pc[o->redir_warp] = o->redir_pc / 16, p->stop[o->redir_warp] = o->redir_stop;
  if (o->done_valid) p->done |= UINT64_C(1) << o->done_warp;
  p->forced += o->forced;
  if (o->bar_valid) p->bars += o->bar_count;
}

static void launch(run *p, unsigned w, uint64_t mask) {
  wt_m *m = p->b->m;
  wt_dispatch_out *o = &m->sm->dispatch.o;
  clear_inputs(p);
  o->launch_valid = o->launch_last = 1, o->launch_warp = (uint8_t)w, o->launch_mask = mask;
  p->stop[w] = 1;
  for (unsigned i = 0; i < 20 && !m->subcore->cfu->launch_ack; i++) clock(p);
  ck_assert(m->subcore->cfu->launch_ack);
  clock(p);
  p->launched |= UINT64_C(1) << w;
  ck_assert(m->subcore->cfu->redir_valid && m->subcore->cfu->redir_pc == 0 && !m->subcore->cfu->redir_stop);
  *o = (wt_dispatch_out){0};
  clock(p);
}

static run *start(const char *preset, const char *const *set, uint64_t seed, const insn *code, unsigned n) {
  run *p = calloc(1, sizeof *p);
  p->b = suite_open("hanoi_yr", preset, set, seed);
  p->code = code, p->n = n;
  p->b->m->sm->ctabar.o = (wt_ctabar_out){0};
  p->b->m->sm->dispatch.o = (wt_dispatch_out){0};
  return p;
}
static void finish(run *p) {
  wt_bench_close(p->b);
  free(p);
}

static uint64_t guard_of(run *p, unsigned w, const insn *i, uint64_t mask) {
  uint64_t g = i->got ? p->got[w] : i->guard;
  for (unsigned l = 0; i->random && l < p->b->shape.SLOT_LANES; l++) {
    /* backward branches and exits become rarer so that every lane ends */
    uint64_t h = (p->visits[w][l] + 1) * 0x9e3779b97f4a7c15u ^ (l * 0xbf58476d1ce4e5b9u) ^ ((uint64_t)(i - p->code) << 40) ^ (uint64_t)w << 20;
    h = (h ^ h >> 29) * 0x94d049bb133111ebu;
    int back = i->kind == WT_EV_BRA && i->target <= (unsigned)(i - p->code);
    int yes = back ? (h >> 33) % 100 < 60 && p->visits[w][l] < 200 : i->kind == WT_EV_EXIT ? (h >> 33) % 100 < 10 : h >> 33 & 1;
    if (!yes) g &= ~(UINT64_C(1) << l);
  }
  return g & mask;
}

static void check_lane_pcs(run *p, unsigned w, uint64_t mask, uint64_t e) {
  const insn *i = &p->code[p->pc[w]];
  for (uint64_t s = mask; s; s &= s - 1) {
    unsigned l = wt_lowest(s);
    ck_assert_msg(p->next[w][l] == p->pc[w], "warp %u lane %u issues %u, its next instruction is %u", w, l, p->pc[w], p->next[w][l]);
    p->next[w][l] = i->kind == WT_EV_BRA && (e >> l & 1) ? i->target : p->pc[w] + 1;
    p->visits[w][l]++;
  }
}

/* Issues the next instruction of warp w; returns 0 when it has to wait for the machine. */
static int issue(run *p, unsigned w) {
  wt_m *m = p->b->m;
  if (p->stop[w] || !(m->subcore->cfu->run >> w & 1)) return 0;
  const insn *i = &p->code[p->pc[w]];
  ck_assert_msg(p->pc[w] < p->n, "pc %u is outside of the program", p->pc[w]);
  int direct = i->kind == WT_EV_ADV || i->kind == WT_EV_BSSY || i->kind == WT_EV_BMOVR || i->kind >= CAS;
  if (!direct && !m->subcore->cfu->idle) return 0;
  wt_issue_out *ev = &m->subcore->issue.o;
  uint64_t mask = m->subcore->hanoi_yr.q.cur_mask[w], e = guard_of(p, w, i, mask);
  if (w == 0 && p->ntrace < MAX_TRACE) p->trace[p->ntrace++] = (issued){p->pc[w], mask};
  if (p->check_lanes) check_lane_pcs(p, w, mask, e);
  m->subcore->sched.o.sel_valid = 1, m->subcore->sched.o.sel_warp = (uint8_t)w;
  uop_put_lo(m->subcore->ibuffer.o.uop, (uint64_t)i->bx << 24);
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_pc = p->pc[w] * 16;
  unsigned kind = i->kind;
  if (kind == CAS && e && !p->locked) p->locked = 1, p->got[w] |= UINT64_C(1) << (63 - __builtin_clzll(e)); /* the highest lane wins */
  if (kind == UNLOCK && e) p->locked = 0;
  if (kind >= CAS || !e) kind = WT_EV_ADV;
  ev->ev_kind = (uint8_t)kind;
  if (kind != WT_EV_ADV) {
    ev->ev_mask = e, ev->ev_bx = (uint8_t)i->bx, ev->ev_target = kind == WT_EV_BRA ? i->target * 16 : 0;
    ev->ev_val = kind == WT_EV_BMOVR ? 1 : kind == WT_EV_WSYNC ? i->val : 0;
  }
  if (kind == WT_EV_BMOVW) p->value = p->reg[w][i->reg][wt_lowest(e)];
  if (kind == WT_EV_WSYNCR) p->value = i->val;
  p->pc[w]++;
  clock(p);
  ck_assert(m->subcore->cfu->mask == mask);
  if (kind == WT_EV_BMOVR)
    for (uint64_t s = e; s; s &= s - 1) p->reg[w][i->reg][wt_lowest(s)] = m->subcore->cfu->bx_val;
  return 1;
}

/* One cycle without an issue; the ALU brings a value that the machine waits for after some cycles. */
static void idle_cycle(run *p) {
  wt_m *m = p->b->m;
  if (m->subcore->hanoi_yr.q.state == WT_YR_WAIT && wt_chance(&p->b->rng, 50)) {
    m->subcore->alu.o.sc_valid = 1, m->subcore->alu.o.wb_warp = m->subcore->hanoi_yr.q.at_warp, m->subcore->alu.o.sc_val = (uint32_t)p->value;
  }
  clock(p);
}

/* Runs until every launched warp is done, one is dead, all sleep, or the number of issues of warp 0 is reached. */
static void go(run *p, unsigned max_issues, unsigned max_cycles) {
  wt_m *m = p->b->m;
  for (unsigned c = 0; c < max_cycles && p->done != p->launched && !m->subcore->cfu->dead && p->ntrace < max_issues; c++) {
    clear_inputs(p);
    unsigned w = wt_below(&p->b->rng, p->b->shape.SLOTS);
    if (!(p->launched >> w & 1)) w = 0;
    if (!wt_chance(&p->b->rng, 80) || !issue(p, w)) idle_cycle(p);
  }
  clear_inputs(p);
}

static void expect_trace(const run *p, const char *golden) {
  char text[2048];
  int n = 0;
  unsigned ws = p->b->shape.SLOT_LANES;
  for (unsigned i = 0; i < p->ntrace && n < 2000; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n, "%s%u/", i ? " " : "", p->trace[i].pc);
    for (unsigned l = ws; l--;) text[n++] = p->trace[i].mask >> l & 1 ? '1' : '0';
    text[n] = 0;
  }
  ck_assert_str_eq(text, golden);
}

#define ALL ~UINT64_C(0)
#define BR(t) \
  { WT_EV_BRA, ALL, 0, t, 0, 0, 0, 0 }
#define BRG(g, t) \
  { WT_EV_BRA, g, 0, t, 0, 0, 0, 0 }
#define OP(k) \
  { k, ALL, 0, 0, 0, 0, 0, 0 }
#define OPB(k, b) \
  { k, ALL, b, 0, 0, 0, 0, 0 }
#define LEN(x) (sizeof(x) / sizeof *(x))

/* ---- worked examples ---- */
static const insn example1[] = {
  OPB(WT_EV_BSSY, 0),  OPB(WT_EV_BMOVR, 0), BRG(3, 9),     OPB(WT_EV_BSSY, 0), BRG(8, 6), BR(7), OP(NOP), OPB(WT_EV_BSYNC, 0), OP(NOP),
  OPB(WT_EV_BMOVW, 0), OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
static const char example1_taken[] = "0/1111 1/1111 2/1111 9/0011 10/0011 3/1100 4/1100 6/1000 7/1000 5/0100 7/0100 8/1100 9/1100 10/1100 11/1111";

static void example(const insn *code, unsigned n, const char *const *set, const char *golden, int dead, unsigned forced) {
  run *p = start("tiny", set, 1, code, n);
  launch(p, 0, 15);
  go(p, 100, 4000);
  expect_trace(p, golden);
  ck_assert_int_eq(p->b->m->subcore->cfu->dead & 1, dead);
  ck_assert_int_eq(p->done == 1, !dead);
  ck_assert_uint_eq(p->forced, forced);
  finish(p);
}

START_TEST(nested_branches_share_a_register) {
  static const char *const minority[] = {"PATH_ORDER=minority", NULL}, *const taken[] = {"PATH_ORDER=taken", NULL};
  static const char *const strict[] = {"YIELD_RELEASE=0", "FORCE=0", NULL};
  example(example1, LEN(example1), NULL, example1_taken, 0, 0);
  example(example1, LEN(example1), taken, example1_taken, 0, 0);
  example(example1, LEN(example1), strict, example1_taken, 0, 0);
  /* every split is a tie: minority first is fall-through first */
  example(example1, LEN(example1), minority,
          "0/1111 1/1111 2/1111 3/1100 4/1100 5/0100 7/0100 6/1000 7/1000 8/1100 9/1100 10/1100 9/0011 10/0011 11/1111", 0, 0);
}
END_TEST

#define EXAMPLE2(b_outer, b_inner, brk)                                                                                                         \
  {                                                                                                                                             \
    OPB(WT_EV_BSSY, b_outer), OPB(WT_EV_BSSY, b_inner), BRG(12, 5), brk, BRG(1, 8), OP(NOP), OPB(WT_EV_BSYNC, 0), OP(NOP), OPB(WT_EV_BSYNC, 1), \
      OP(WT_EV_EXIT)                                                                                                                            \
  }
START_TEST(break_reconverges_early) {
  static const insn with[] = EXAMPLE2(1, 0, ((insn){WT_EV_BREAK, 1, 0, 0, 0, 0, 0, 0}));
  static const insn other_order[] = EXAMPLE2(0, 1, ((insn){WT_EV_BREAK, 1, 0, 0, 0, 0, 0, 0}));
  static const insn without[] = EXAMPLE2(1, 0, ((insn)OP(NOP)));
  static const char *const off[] = {"FORCE=0", NULL}, *const strict[] = {"YIELD_RELEASE=0", "FORCE=0", NULL};
  static const char golden[] = "0/1111 1/1111 2/1111 5/1100 6/1100 3/0011 4/0011 8/0001 5/0010 6/0010 7/1110 8/1110 9/1111";
  static const char dead[] = "0/1111 1/1111 2/1111 5/1100 6/1100 3/0011 4/0011 8/0001 5/0010 6/0010";
  example(with, LEN(with), NULL, golden, 0, 0);
  example(with, LEN(with), strict, golden, 0, 0);
  example(other_order, LEN(other_order), NULL, golden, 0, 0);
  example(without, LEN(without), off, dead, 1, 0);
  example(without, LEN(without), strict, dead, 1, 0);
  example(without, LEN(without), NULL, golden, 0, 1);
}
END_TEST

#define LOCK(yield, a, b, c) \
  { OPB(WT_EV_BSSY, 0), OP(CAS), {WT_EV_BRA, 0, 0, 5, 0, 1, 0, 0}, OP(yield), BR(1), a, b, c, OP(WT_EV_EXIT) }
static const insn lock_paper[] = LOCK(WT_EV_YIELD, OP(NOP), OP(UNLOCK), OPB(WT_EV_BSYNC, 0));
static const insn lock_spin[] = LOCK(NOP, OP(NOP), OP(UNLOCK), OPB(WT_EV_BSYNC, 0));
static const insn lock_nvcc[] = LOCK(WT_EV_YIELD, OPB(WT_EV_BSYNC, 0), OP(NOP), OP(UNLOCK));

START_TEST(spin_lock_with_yield) {
  static const char *const strict[] = {"YIELD_RELEASE=0", "FORCE=0", NULL};
  example(lock_paper, LEN(lock_paper), strict,
          "0/1111 1/1111 2/1111 3/0111 5/1000 6/1000 7/1000 4/0111 1/0111 2/0111 3/0011 5/0100 6/0100 7/0100 4/0011 "
          "1/0011 2/0011 5/0010 6/0010 "
          "7/0010 3/0001 4/0001 1/0001 2/0001 5/0001 6/0001 7/0001 8/1111",
          0, 0);
  example(lock_nvcc, LEN(lock_nvcc), NULL,
          "0/1111 1/1111 2/1111 3/0111 5/1000 6/1000 7/1000 8/1000 4/0111 1/0111 2/0111 3/0011 5/0100 6/0100 7/0100 "
          "8/0100 4/0011 1/0011 2/0011 "
          "5/0010 6/0010 7/0010 8/0010 3/0001 4/0001 1/0001 2/0001 5/0001 6/0001 7/0001 8/0001",
          0, 0);
}
END_TEST

static void never_ends(const insn *code, unsigned n, const char *const *set) {
  run *p = start("tiny", set, 1, code, n);
  launch(p, 0, 15);
  go(p, 1000, 20000);
  ck_assert_uint_eq(p->ntrace, 1000);
  for (unsigned i = 500; i < 1000; i++) {
    ck_assert(p->trace[i].pc >= 1 && p->trace[i].pc <= 4);
    ck_assert_uint_eq(p->trace[i].mask, 7);
  }
  ck_assert_uint_eq(p->done, 0);
  finish(p);
}
START_TEST(spin_lock_livelocks) {
  static const char *const strict[] = {"YIELD_RELEASE=0", "FORCE=0", NULL};
  never_ends(lock_spin, LEN(lock_spin), NULL);
  never_ends(lock_spin, LEN(lock_spin), strict);
  never_ends(lock_nvcc, LEN(lock_nvcc), strict);
}
END_TEST

/* R14: without yield release the 16th futile yield cuts the wait of the lock's owner. */
START_TEST(sixteen_futile_yields_force) {
  static const char *const set[] = {"YIELD_RELEASE=0", NULL};
  run *p = start("tiny", set, 1, lock_nvcc, LEN(lock_nvcc));
  launch(p, 0, 15);
  go(p, 2000, 40000);
  ck_assert_uint_eq(p->done, 1);
  ck_assert_uint_ge(p->forced, 1);
  unsigned yields = 0, i = 0;
  for (; i < p->ntrace && !(p->trace[i].pc == 6); i++) yields += p->trace[i].pc == 3;
  ck_assert_uint_eq(yields, 17); /* the first one lets the owner run to its BSYNC */
  ck_assert_uint_eq(p->trace[i].mask, 8);
  finish(p);
}
END_TEST

/* ---- WARPSYNC, BAR ---- */
START_TEST(warpsync_meets_at_different_pcs) {
  static const insn code[] = {BRG(12, 3), {WT_EV_WSYNC, ALL, 0, 0, 0, 0, 0, 15}, BR(4), {WT_EV_WSYNCR, ALL, 0, 0, 0, 0, 0, 15}, OP(WT_EV_EXIT)};
  example(code, LEN(code), NULL, "0/1111 3/1100 1/0011 2/0011 4/0011 4/1100", 0, 0);
}
END_TEST

/* R11: the second mask finds no slot; its path tries again until the first is free. */
START_TEST(warpsync_without_slot_retries) {
  static const char *const one[] = {"WSYNC_SLOTS=1", NULL};
  static const insn code[] = {BRG(1, 7),
                              BRG(2, 10),
                              {WT_EV_WSYNC, ALL, 0, 0, 0, 0, 0, 13},
                              {WT_EV_WSYNC, ALL, 0, 0, 0, 0, 0, 14},
                              BR(13),
                              OP(NOP),
                              OP(NOP),
                              OP(WT_EV_YIELD),
                              {WT_EV_WSYNC, ALL, 0, 0, 0, 0, 0, 13},
                              BR(13),
                              {WT_EV_WSYNC, ALL, 0, 0, 0, 0, 0, 14},
                              BR(13),
                              OP(NOP),
                              OP(WT_EV_EXIT)};
  run *p = start("tiny", one, 1, code, LEN(code));
  launch(p, 0, 15);
  go(p, 200, 4000);
  ck_assert_uint_eq(p->done, 1);
  unsigned tries = 0;
  for (unsigned i = 0; i < p->ntrace; i++) tries += p->trace[i].pc == 10 && p->trace[i].mask == 2;
  ck_assert_uint_ge(tries, 2);
  finish(p);
}
END_TEST

START_TEST(warp_sleeps_at_cta_barrier) {
  static const insn code[] = {BRG(12, 3), OPB(WT_EV_BAR, 5), BR(4), OPB(WT_EV_BAR, 5), OP(WT_EV_EXIT)};
  run *p = start("tiny", NULL, 1, code, LEN(code));
  wt_m *m = p->b->m;
  launch(p, 0, 15);
  go(p, 100, 100);
  expect_trace(p, "0/1111 3/1100 1/0011");
  ck_assert(p->stop[0] && !(m->subcore->cfu->run & 1) && !m->subcore->cfu->dead && p->bars == 4);
  clear_inputs(p);
  m->sm->ctabar.o.rel_valid = 1, m->sm->ctabar.o.rel_id = 5;
  while (!m->subcore->cfu->rel_ack) clock(p);
  clock(p);
  m->sm->ctabar.o = (wt_ctabar_out){0};
  go(p, 100, 1000);
  /* highest pc pushed first: the lowest runs first */
  expect_trace(p, "0/1111 3/1100 1/0011 2/0011 4/0011 4/1100");
  ck_assert_uint_eq(p->done, 1);
  finish(p);
}
END_TEST

/* R22, R14: lanes at a CTA barrier, which waits for all, keep nobody from being cut loose from BSYNC. Lanes 2 and 3, or lane 0,
 * go to the barrier past the BSYNC whose mask they are in. */
START_TEST(force_with_lanes_at_the_cta_barrier) {
  static const insn stuck[] = {OPB(WT_EV_BSSY, 0), BRG(12, 3), OPB(WT_EV_BSYNC, 0), OPB(WT_EV_BAR, 0), OP(WT_EV_EXIT)};
  static const insn lock[] = {OPB(WT_EV_BSSY, 0),
                              BRG(1, 10),
                              OP(CAS),
                              {WT_EV_BRA, 0, 0, 6, 0, 1, 0, 0},
                              OP(WT_EV_YIELD),
                              BR(2),
                              OPB(WT_EV_BSYNC, 0),
                              OP(NOP),
                              OP(UNLOCK),
                              OP(NOP),
                              OPB(WT_EV_BAR, 0),
                              OP(WT_EV_EXIT)};
  static const char *const off[] = {"FORCE=0", NULL};
  for (int k = 0; k < 4; k++) {
    run *p = start("tiny", k & 1 ? off : NULL, 1, k & 2 ? lock : stuck, k & 2 ? LEN(lock) : LEN(stuck));
    launch(p, 0, 15);
    go(p, 1000, 20000);
    if (k & 1) {
      ck_assert_uint_lt(p->bars, 4);
      ck_assert_uint_eq(p->forced, 0);
    } else {
      ck_assert_uint_eq(p->bars, 4);
      ck_assert_uint_ge(p->forced, 1);
    }
    finish(p);
  }
}
END_TEST

START_TEST(release_while_another_path_runs) {
  static const insn code[] = {BRG(12, 3), OP(NOP), BR(1), OPB(WT_EV_BAR, 2), OP(WT_EV_EXIT)};
  run *p = start("tiny", NULL, 1, code, LEN(code));
  wt_m *m = p->b->m;
  launch(p, 0, 15);
  go(p, 8, 200);
  m->sm->ctabar.o.rel_valid = 1, m->sm->ctabar.o.rel_id = 2;
  while (!m->subcore->cfu->rel_ack) clock(p);
  clock(p);
  m->sm->ctabar.o = (wt_ctabar_out){0};
  for (unsigned i = 0; i < 4; i++) clock(p);
  ck_assert(m->subcore->cfu->run & 1);
  ck_assert_uint_eq(m->subcore->hanoi_yr.q.ring_count[0], 1);
  ck_assert_uint_eq(m->subcore->hanoi_yr.q.cur_mask[0], 3);
  finish(p);
}
END_TEST

/* ---- timing of the common cases ---- */
START_TEST(common_events_are_quick) {
  static const insn code[] = {BR(2), OP(NOP), OPB(WT_EV_BSYNC, 3), BRG(3, 0), OP(NOP)};
  run *p = start("tiny", NULL, 1, code, LEN(code));
  wt_m *m = p->b->m;
  launch(p, 0, 15);
  clear_inputs(p);
  ck_assert(issue(p, 0)); /* uniform branch: redirect in the next cycle, machine free */
  ck_assert(m->subcore->cfu->redir_valid && m->subcore->cfu->redir_pc == 32 && m->subcore->cfu->idle && !(m->subcore->cfu->run & 1));
  clear_inputs(p);
  clock(p);
  ck_assert(!m->subcore->cfu->redir_valid && (m->subcore->cfu->run & 1));
  ck_assert(issue(p, 0)); /* BSYNC that falls through: nothing happens */
  ck_assert(!m->subcore->cfu->redir_valid && m->subcore->cfu->idle && (m->subcore->cfu->run & 1));
  clear_inputs(p);
  ck_assert(issue(p, 0)); /* split, taken side runs: redirect two cycles after the event */
  ck_assert(!m->subcore->cfu->idle && !(m->subcore->cfu->run & 1));
  clear_inputs(p);
  clock(p);
  ck_assert(m->subcore->cfu->redir_valid && m->subcore->cfu->redir_pc == 0 && m->subcore->cfu->idle);
  finish(p);
}
END_TEST

START_TEST(sequential_side_of_a_split_needs_no_redirect) {
  static const insn code[] = {BRG(1, 3), OP(NOP), OP(WT_EV_EXIT), OP(WT_EV_EXIT)};
  run *p = start("tiny", NULL, 1, code, LEN(code));
  wt_m *m = p->b->m;
  launch(p, 0, 15);
  clear_inputs(p);
  ck_assert(issue(p, 0));
  clear_inputs(p);
  clock(p);
  ck_assert(!m->subcore->cfu->redir_valid && m->subcore->cfu->idle && (m->subcore->cfu->run & 1));
  ck_assert_uint_eq(m->subcore->hanoi_yr.q.cur_mask[0], 14);
  go(p, 100, 200);
  expect_trace(p, "0/1111 1/1110 2/1110 3/0001");
  finish(p);
}
END_TEST

START_TEST(path_order_picks_the_side) {
  static const char *const sets[3][2] = {{"PATH_ORDER=majority", NULL}, {"PATH_ORDER=minority", NULL}, {"PATH_ORDER=taken", NULL}};
  static const uint64_t guards[] = {1, 3, 7};
  static const uint64_t first[3][3] = {{14, 3, 7}, {1, 12, 8}, {1, 3, 7}};
  for (unsigned o = 0; o < 3; o++)
    for (unsigned g = 0; g < 3; g++) {
      const insn code[] = {BRG(guards[g], 2), OP(WT_EV_EXIT), OP(WT_EV_EXIT)};
      run *p = start("tiny", sets[o], 1, code, 3);
      launch(p, 0, 15);
      go(p, 2, 100);
      ck_assert_uint_eq(p->trace[1].mask, first[o][g]);
      finish(p);
    }
}
END_TEST

/* ---- random programs: every lane issues exactly its own instructions and ends ---- */
static void random_program(insn *code, unsigned n, wt_rng *r) {
  static const unsigned kinds[] = {NOP,         WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,   WT_EV_BSSY,  WT_EV_BSSY, WT_EV_BSYNC,
                                   WT_EV_BSYNC, WT_EV_BREAK, WT_EV_BMOVR, WT_EV_BMOVW, WT_EV_YIELD, WT_EV_EXIT};
  for (unsigned i = 0; i + 1 < n; i++) {
    code[i] = (insn){kinds[wt_below(r, LEN(kinds))], ALL, wt_below(r, 3), 0, wt_below(r, REGS), 0, 0, 0};
    code[i].random = code[i].kind == WT_EV_BRA || code[i].kind == WT_EV_EXIT || wt_chance(r, 30);
    if (code[i].kind == WT_EV_BRA) code[i].target = wt_chance(r, 30) ? wt_below(r, i + 1) : i + 1 + wt_below(r, n - i - 1);
  }
  code[n - 1] = (insn)OP(WT_EV_EXIT);
}

static void live_on(const char *preset, const char *const *set, unsigned programs) {
  wt_rng r = {77};
  for (unsigned k = 0; k < programs; k++) {
    insn code[MAX_CODE];
    unsigned n = 8 + wt_below(&r, MAX_CODE - 8);
    random_program(code, n, &r);
    run *p = start(preset, set, k + 1, code, n);
    p->check_lanes = 1;
    for (unsigned w = 0; w < 2 && w < p->b->shape.SLOTS; w++) launch(p, w, all_lanes(p) >> (k & 1));
    go(p, ~0u, 400000);
    ck_assert_msg(p->done == p->launched, "program %u does not end", k);
    ck_assert_uint_eq(p->b->m->subcore->cfu->dead, 0);
    finish(p);
  }
}
START_TEST(random_programs_end) {
  static const char *const minority[] = {"PATH_ORDER=minority", NULL}, *const taken[] = {"PATH_ORDER=taken", "YIELD_RELEASE=0", NULL};
  live_on("tiny", NULL, 60);
  live_on("tiny", minority, 30);
  live_on("tiny", taken, 30);
  live_on("small", NULL, 8);
}
END_TEST

/* ---- random events ---- */
static void random_checked(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = suite_open("hanoi_yr", preset, set, 5);
  uint64_t launched = 0;
  for (unsigned c = 0; c < cycles; c++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    SUITE_CYCLE(b);
    if (b->m->subcore->cfu->launch_ack) launched |= UINT64_C(1) << b->m->subcore->hanoi_yr.q.at_warp;
    check_invariants(b->m, launched);
  }
  wt_bench_close(b);
}
START_TEST(random_events_keep_the_invariants) {
  static const char *const eight[] = {"WARP_SIZE=8", "LANES=4", NULL}, *const strict[] = {"YIELD_RELEASE=0", "FORCE=0", "PATH_ORDER=minority", NULL};
  random_checked("tiny", NULL, 60000);
  random_checked("tiny", eight, 60000);
  random_checked("tiny", strict, 60000);
  random_checked("small", NULL, 30000);
}
END_TEST
START_TEST(twins_agree_on_random_events) {
  static const char *const eight[] = {"WARP_SIZE=8", "LANES=4", "BX_REGS=5", "WSYNC_SLOTS=1", NULL}, *const one[] = {"WARPS=1", "BX_REGS=1", NULL};
  static const char *const taken[] = {"PATH_ORDER=taken", "FORCE=0", NULL}, *const strict[] = {"YIELD_RELEASE=0", "PATH_ORDER=minority", NULL};
  static const char *const two[] = {"WARP_SIZE=2", "LANES=2", "REGS=256", NULL}, *const many[] = {"WARPS=48", NULL},
                           *const wide[] = {"WARP_SIZE=64", NULL};
  suite_random_all("hanoi_yr", 20000);
  suite_random("hanoi_yr", "tiny", eight, 40000);
  suite_random("hanoi_yr", "tiny", one, 20000);
  suite_random("hanoi_yr", "tiny", two, 20000);
  suite_random("hanoi_yr", "tiny", taken, 40000);
  suite_random("hanoi_yr", "small", strict, 20000);
  suite_random("hanoi_yr", "small", many, 10000);
  suite_random("hanoi_yr", "small", wide, 10000);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, nested_branches_share_a_register);
  tcase_add_test(tc, break_reconverges_early);
  tcase_add_test(tc, spin_lock_with_yield);
  tcase_add_test(tc, spin_lock_livelocks);
  tcase_add_test(tc, sixteen_futile_yields_force);
  tcase_add_test(tc, warpsync_meets_at_different_pcs);
  tcase_add_test(tc, warpsync_without_slot_retries);
  tcase_add_test(tc, warp_sleeps_at_cta_barrier);
  tcase_add_test(tc, force_with_lanes_at_the_cta_barrier);
  tcase_add_test(tc, release_while_another_path_runs);
  tcase_add_test(tc, common_events_are_quick);
  tcase_add_test(tc, sequential_side_of_a_split_needs_no_redirect);
  tcase_add_test(tc, path_order_picks_the_side);
  tcase_add_test(tc, random_programs_end);
  tcase_add_test(tc, random_events_keep_the_invariants);
  tcase_add_test(tc, twins_agree_on_random_events);
}
int main(void) { return suite_main("wt_hanoi_yr", add); }
