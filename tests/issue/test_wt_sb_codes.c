/* test_wt_sb_codes.c - dependence check by control codes. Rules: docs/blocks/issue/wt_sb_codes.md. */
#include "isa/wt_isa.h"
#include "tests/block_suite.h"

static const char *const codes[] = {"SCOREBOARD=codes", NULL};

/* A model of the rules. */
static struct { unsigned stall, results, bars[6], slot, mask[8], depbar[8], counter[8], most[8]; } warp[MAX_WARPS];
static struct { unsigned warp, bar[2]; } last; /* 3: barriers that go up in the next cycle, 7: none */
static struct {
  int fixed;
  unsigned age;
} coll[MAX_COLL];
static int kept;
static uint64_t want_ok, want_clear;

static void start(const wt_bench *b) {
  (void)b;
  memset(warp, 0, sizeof warp), memset(coll, 0, sizeof coll);
  kept = 0, last.bar[0] = last.bar[1] = 7;
}
/* n bits of the instruction from bit `at` (64 or above) on */
static unsigned bits(const uint32_t *u, unsigned at, unsigned n) { return (unsigned)(uop_get_hi(u) >> (at - 64)) & ((1u << n) - 1); }
static int is_late(const wt_bench *b) { /* 8 */
  int late = kept;
  for (unsigned i = 0; i < b->shape.COLLECTORS; i++) late |= b->m->subcore->collector[i].o.v && coll[i].fixed && coll[i].age == 2;
  return late;
}
static int ok(const wt_bench *b, unsigned w) { /* 1 */
  int go = !is_late(b) && !warp[w].stall;
  const unsigned s = warp[w].slot;
  for (unsigned k = 0; k < 6; k++) {
    go &= warp[w].bars[k] < 60 && (!(warp[w].mask[s] >> k & 1) || !warp[w].bars[k]);
    if (warp[w].depbar[s] && warp[w].counter[s] == k) go &= warp[w].bars[k] <= warp[w].most[s];
  }
  return go;
}
static void lower(unsigned w, unsigned bar) {
  if (bar < 6) warp[w].bars[bar] = (warp[w].bars[bar] + 63) % 64;
}
static void release(unsigned w, unsigned what) { /* 5 */
  if (what < 6) lower(w, what);
  if (what < 7) warp[w].results--;
}
static void rules(const wt_bench *b) {
  const wt_subcore *c = b->m->subcore;
  const wt_issue_out *s = &c->issue.o;
  const uint32_t *u = c->ibuffer.o.uop, *d = c->decode.o.uop;
  unsigned w = s->set_warp, popped = MAX_WARPS;
  int late = is_late(b);
  want_ok = 0;
  for (unsigned i = 0; i < b->shape.SLOTS; i++) want_ok |= (uint64_t)ok(b, i) << i;
  if (c->alu.o.rel_valid) release(c->alu.o.wb_warp, c->alu.o.rel_ends);
  if (c->wb.o.rel_valid) release(c->wb.o.rel_warp, c->wb.o.rel_ends);
  if (c->disp.o.valid && c->disp.o.last) lower(c->disp.o.warp, bits(c->disp.o.uop, 113, 3)); /* 6 */
  for (unsigned k = 0; k < 2; k++)                                                           /* 3 */
    if (last.bar[k] < 6) warp[last.warp].bars[last.bar[k]] = (warp[last.warp].bars[last.bar[k]] + 1) % 64;
  last.bar[0] = last.bar[1] = 7, last.warp = w;
  if (s->set_valid) {
    int result = s->set_ndst || s->set_pw || s->set_u;
    warp[w].results += (unsigned)result;
    if (result) last.bar[0] = bits(u, 110, 3);
    last.bar[1] = bits(u, 113, 3);
  }
  if (c->sched.o.sel_pop | c->pack.o.pop) { /* 4 */
    static const unsigned far[2][16] = {{45, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 2, 2, 2}};
    unsigned count = far[bits(u, 109, 1)][bits(u, 105, 4)];
    popped = c->sched.o.sel_warp;
    warp[popped].stall = count - 1 + (uop_get_unit(u) == WT_U_FPU ? b->shape.FP_EXTRA : 0);
    warp[popped].slot = (warp[popped].slot + 1) % b->shape.IBUF_DEPTH;
  }
  for (unsigned i = 0; i < b->shape.SLOTS; i++) warp[i].stall -= i != popped && warp[i].stall && !late;
  if (c->decode.o.valid) { /* 2 */
    unsigned at = c->ibuffer.o.tail[c->decode.o.warp];
    const unsigned low = (unsigned)(uop_get_lo(d) >> 32), dw = c->decode.o.warp;
    warp[dw].depbar[at] = uop_get_op(d) == WT_I_DEPBAR && low >> 15 & 1, warp[dw].counter[at] = low >> 12 & 7, warp[dw].most[at] = low >> 6 & 63;
    warp[dw].mask[at] = bits(d, 116, 6) | (uop_get_op(d) == WT_I_DEPBAR ? low & 63 : 0);
  }
  if (c->cfu->redir_valid) { /* 7 */
    warp[c->cfu->redir_warp].slot = 0;
    memset(warp[c->cfu->redir_warp].mask, 0, sizeof warp[0].mask), memset(warp[c->cfu->redir_warp].depbar, 0, sizeof warp[0].depbar);
  }
  for (unsigned i = 0; i < b->shape.COLLECTORS; i++) coll[i].age += coll[i].age < 2; /* 8 */
  if (s->alloc_valid) {
    unsigned unit = (unsigned)uop_get_unit(u);
    coll[c->disp.o.alloc_idx].fixed = (unit == WT_U_ALU || unit == WT_U_FPU) && bits(u, 110, 3) >= 6, coll[c->disp.o.alloc_idx].age = 0;
  }
  kept = c->fpu.o.wb_valid && !c->wb.o.ack[WT_U_FPU];
  want_clear = 0;
  for (unsigned i = 0; i < b->shape.SLOTS; i++) want_clear |= (uint64_t)!warp[i].results << i;
}
static void look(const wt_bench *b) {
  SUITE_RULE(b, "1-8", "sb_ok", b->m->subcore->sb->ok, want_ok);
  for (unsigned i = 0; i < b->shape.SLOTS; i++)
    for (unsigned k = 0; k < 6; k++) SUITE_RULE(b, "3, 5, 6", "a barrier", b->m->subcore->sb_codes.q.barrier[i] >> 6 * k & 63, warp[i].bars[k]);
  SUITE_RULE(b, "1, 3, 5", "sb_clear", b->m->subcore->sb->clear, want_clear);
}
static const suite_model model = {"sb_codes", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const odd[] = {"SCOREBOARD=codes", "WARPS=3", "IBUF_DEPTH=3", "FP_EXTRA=0", "COLLECTORS=5", NULL};
  suite_rules(&model, "tiny", codes, 20000);
  suite_rules(&model, "small-cc", NULL, 20000);
  suite_rules(&model, "tiny", odd, 20000);
  static const char *const packed[] = {"SCOREBOARD=codes", "WARP_SIZE=8", "LANES=2", "PACK=on", NULL};
  suite_rules_as(1, &model, "tiny", packed, 20000);
  static const char *const most[] = {"SCOREBOARD=codes", "WARPS=64", "IBUF_DEPTH=8", "COLLECTORS=16", NULL};
  suite_rules_alone(&model, "default", most, 5000);
}
END_TEST

static wt_bench *bench(void) {
  wt_bench *b = suite_open("sb_codes", "small", codes, 1);
  for (unsigned i = 0; i < b->shape.COLLECTORS; i++) b->m->subcore->collector[i].o.v = 0;
  return b;
}
/* Fields of an instruction: stall count, write and read barrier, wait mask. Long counts come with the hint to yield. */
static void say(uint32_t *u, unsigned stall, unsigned write, unsigned read, unsigned wait) {
  uop_put_hi(u, ((uint64_t)stall | (stall < 12) << 4 | write << 5 | read << 8 | (uint64_t)wait << 11) << 41);
  uop_put_unit(u, WT_U_ALU), uop_put_dst(u, 4), uop_put_ndst(u, 1);
}
/* The head of warp 0 is decoded, and it issues. */
static void decoded(wt_bench *b, unsigned stall, unsigned write, unsigned read, unsigned wait) {
  b->m->subcore->decode.o.valid = 1;
  say(b->m->subcore->decode.o.uop, stall, write, read, wait);
  SUITE_CYCLE(b);
  b->m->subcore->decode.o.valid = 0;
  b->m->subcore->ibuffer.o.tail[0] = (uint8_t)((b->m->subcore->ibuffer.o.tail[0] + 1) % b->shape.IBUF_DEPTH);
}
static void issued(wt_bench *b, unsigned unit, unsigned stall, unsigned write, unsigned read, unsigned dst) {
  wt_subcore *c = b->m->subcore;
  say(c->ibuffer.o.uop, stall, write, read, 0);
  uop_put_unit(c->ibuffer.o.uop, unit);
  c->sched.o.sel_valid = c->sched.o.sel_pop = c->sched.o.sel_first = 1;
  c->issue.o.set_valid = c->issue.o.alloc_valid = unit < WT_UNITS, c->issue.o.set_dst = (uint8_t)dst, c->issue.o.set_ndst = unit < WT_UNITS;
  SUITE_CYCLE(b);
  c->ibuffer.o.tail[0] = (uint8_t)((c->ibuffer.o.tail[0] + 1) % b->shape.IBUF_DEPTH); /* it came and went */
  wt_sched_idle(&c->sched.o), wt_issue_idle(&c->issue.o);
}
/* An instruction without a unit, of which the stall count and bit 109 matter, has issued. */
static void popped(wt_bench *b, unsigned stall, unsigned no_hint) {
  wt_subcore *c = b->m->subcore;
  uop_put_hi(c->ibuffer.o.uop, (uint64_t)(stall | no_hint << 4) << 41), uop_put_unit(c->ibuffer.o.uop, WT_U_NONE);
  c->sched.o.sel_valid = c->sched.o.sel_pop = 1;
  SUITE_CYCLE(b);
  wt_sched_idle(&c->sched.o);
}
static void redirected(wt_bench *b) {
  b->m->subcore->cfu->redir_valid = 1, b->m->subcore->ibuffer.o.tail[0] = 0;
  SUITE_CYCLE(b);
  b->m->subcore->cfu->redir_valid = 0;
}
/* The head is DEPBAR or, with le, DEPBAR.LE of counter 2. */
static void depbar(wt_bench *b, unsigned list, unsigned most, unsigned le) {
  uint32_t *u = b->m->subcore->decode.o.uop;
  b->m->subcore->decode.o.valid = 1;
  say(u, 4, 7, 7, 0);
  uop_put_op(u, WT_I_DEPBAR), uop_put_unit(u, WT_U_NONE), uop_put_ndst(u, 0);
  uop_put_lo(u, (uint64_t)(list | most << 6 | 2u << 12 | le << 15) << 32);
  SUITE_CYCLE(b);
  b->m->subcore->decode.o.valid = 0;
}
enum { NEVER = 60 };                     /* longer than the longest stall count */
static unsigned waits_for(wt_bench *b) { /* cycles until warp 0 may issue */
  for (unsigned n = 0; n < NEVER; n++) {
    SUITE_CYCLE(b);
    if (b->m->subcore->sb->ok & 1) return n;
  }
  return NEVER;
}

static void released(wt_bench *b, unsigned dst, unsigned what) {
  wt_wb_out *o = &b->m->subcore->wb.o;
  o->rel_valid = 1, o->rel_dst = (uint8_t)dst, o->rel_ndst = 1, o->rel_ends = (uint8_t)what;
  SUITE_CYCLE(b);
  wt_wb_idle(o);
  SUITE_CYCLE(b);
}

/* Rule 4: the next instruction issues as many cycles later as the count says. */
START_TEST(stall_counts_are_distances) {
  static const struct {
    unsigned unit, stall, after;
  } t[] = {{WT_U_ALU, 1, 0}, {WT_U_ALU, 0, 0}, {WT_U_ALU, 4, 3}, {WT_U_NONE, 6, 5}, {WT_U_ALU, 15, 14}, {WT_U_FPU, 4, 6}, {WT_U_FPU, 1, 3}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    wt_bench *b = bench();
    issued(b, t[k].unit, t[k].stall, 7, 7, 3);
    ck_assert_uint_eq(waits_for(b), t[k].after);
    ck_assert_uint_eq(b->m->subcore->sb->ok >> 1 & 1, 1); /* other warps go on */
    wt_bench_close(b);
  }
  wt_bench *b = bench(); /* the hint to yield leaves a cycle to others */
  popped(b, 1, 0);
  ck_assert_uint_eq(waits_for(b), 1);
  wt_bench_close(b);
}
END_TEST

/* Rule 4: what was measured of values that compilers do not write but in a few places (Huerta et al., section on control bits): 0 with the hint to yield is 45
 * cycles, 12 and more without it are 2. */
START_TEST(odd_stall_counts) {
  static const struct {
    unsigned stall, no_hint, after;
  } t[] = {{0, 0, 44}, {0, 1, 0}, {1, 0, 1}, {2, 0, 1}, {11, 0, 10}, {11, 1, 10}, {12, 1, 1}, {15, 1, 1}, {12, 0, 11}, {15, 0, 14}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    wt_bench *b = bench();
    popped(b, t[k].stall, t[k].no_hint);
    const unsigned n = waits_for(b);
    ck_assert_msg(n == t[k].after, "stall %u, bit 109 = %u: %u", t[k].stall, t[k].no_hint, n);
    wt_bench_close(b);
  }
}
END_TEST

/* Rule 3: a barrier goes up in the cycle behind the issue, so who issues at once and waits for it does not wait: a producer of unknown latency needs a stall of 2. */
START_TEST(a_barrier_goes_up_a_cycle_later) {
  for (unsigned read = 0; read < 2; read++) {
    wt_bench *b = bench();
    wt_subcore *c = b->m->subcore;
    c->ibuffer.o.tail[0] = 1;
    c->decode.o.valid = 1, say(c->decode.o.uop, 1, 7, 7, 1 << 3); /* decoded in the cycle of the issue: slot 1 */
    issued(b, WT_U_LSU, 1, read ? 7 : 3, read ? 3 : 7, 6);
    c->decode.o.valid = 0;
    SUITE_CYCLE(b);
    ck_assert_uint_eq(c->sb->ok & 1, 1); /* the cycle behind the issue: it would go */
    SUITE_CYCLE(b);
    ck_assert_uint_eq(c->sb->ok & 1, 0);
    wt_bench_close(b);
  }
}
END_TEST

/* Rules 1, 2: DEPBAR.LE b, n waits until counter b is n or less, and for the counters of its list. */
START_TEST(depbar_waits_for_a_count) {
  for (unsigned most = 0; most < 4; most++) {
    wt_bench *b = bench();
    wt_subcore *c = b->m->subcore;
    for (unsigned k = 0; k < 3; k++) issued(b, WT_U_LSU, 1, 2, 7, 6);
    issued(b, WT_U_LSU, 1, 4, 7, 9);
    redirected(b);
    depbar(b, 1u << 4, most, 1);
    for (unsigned left = 3;; left--) {
      SUITE_CYCLE(b);
      ck_assert_uint_eq(c->sb->ok & 1, 0); /* the list's counter is 1 */
      if (left <= most) break;
      released(b, 6, 2);
    }
    released(b, 9, 4);
    ck_assert_uint_eq(c->sb->ok & 1, 1);
    wt_bench_close(b);
  }
  static const unsigned limits[] = {0, 1, 2, 5, 8, 17, 32, 50};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) /* without a list, one result above the limit; without .LE there is none */
    for (unsigned le = 0; le < 2; le++) {
      wt_bench *b = bench();
      wt_subcore *c = b->m->subcore;
      for (unsigned k = 0; k <= limits[i]; k++) issued(b, WT_U_LSU, 1, 2, 7, 6);
      redirected(b);
      depbar(b, 0, limits[i], le);
      SUITE_CYCLE(b);
      ck_assert_uint_eq(c->sb->ok & 1, !le);
      released(b, 6, 2);
      ck_assert_uint_eq(c->sb->ok & 1, 1);
      wt_bench_close(b);
    }
}
END_TEST

/* Rules 2, 3, 5: two loads share a barrier, and the wait ends with the second, in any order (listing 3-4, instructions 11 to 14). */
START_TEST(t1_a_barrier_of_two_loads_is_a_counter) {
  for (unsigned order = 0; order < 2; order++) {
    wt_bench *b = bench();
    wt_subcore *c = b->m->subcore;
    issued(b, WT_U_LSU, 1, 2, 7, 6), issued(b, WT_U_LSU, 1, 2, 7, 5);
    decoded(b, 1, 7, 7, 1 << 1);
    ck_assert_uint_eq(c->sb->ok & 1, 1); /* another barrier is 0 */
    redirected(b);
    decoded(b, 1, 7, 7, 1 << 2);
    SUITE_CYCLE(b);
    ck_assert_uint_eq(c->sb->ok & 1, 0);
    for (unsigned k = 0; k < 2; k++) {
      c->wb.o.rel_valid = 1, c->wb.o.rel_dst = (uint8_t)(k == order ? 6 : 5), c->wb.o.rel_ndst = 1, c->wb.o.rel_ends = 2;
      SUITE_CYCLE(b);
      wt_wb_idle(&c->wb.o);
      SUITE_CYCLE(b);
      ck_assert_uint_eq(c->sb->ok & 1, k);
      ck_assert_uint_eq(c->sb->clear & 1, k);
    }
    wt_bench_close(b);
  }
}
END_TEST

/* Rules 3, 6: operands of a store have been read when its last beat leaves. */
START_TEST(t2_a_read_barrier_ends_with_the_last_beat) {
  wt_bench *b = bench();
  wt_subcore *c = b->m->subcore;
  issued(b, WT_U_LSU, 1, 7, 0, 255);
  c->wb.o.rel_valid = 1, c->wb.o.rel_ndst = 0, c->wb.o.rel_ends = WT_END_NOTHING; /* nothing is written */
  decoded(b, 1, 7, 7, 1);
  c->wb.o.rel_valid = 0;
  ck_assert_uint_eq(waits_for(b), NEVER);
  c->disp.o.valid = 1;
  say(c->disp.o.uop, 1, 7, 0, 0);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(waits_for(b), NEVER);
  c->disp.o.last = 1;
  SUITE_CYCLE(b);
  c->disp.o.valid = c->disp.o.last = 0;
  ck_assert_uint_eq(waits_for(b), 0);
  wt_bench_close(b);
}
END_TEST

/* Rule 8: a beat that stays longer than two cycles, or a result of the fp32 unit that is not taken, stops all counts for as long. */
START_TEST(late_operands_and_results_stall_issue) {
  for (unsigned extra = 0; extra < 6; extra++) {
    wt_bench *b = bench();
    wt_subcore *c = b->m->subcore;
    issued(b, WT_U_ALU, 4, 7, 7, 3);
    c->collector[0].o.v = 1; /* alone two cycles; the next may issue in the fourth */
    unsigned n = 0, gone = 0;
    for (; n < 20; n++) {
      if (n == 2 + extra) c->collector[0].o.v = 0, gone = n;
      SUITE_CYCLE(b);
      if (c->sb->ok & 1) break;
    }
    ck_assert_uint_eq(n, 3 + extra);
    ck_assert_uint_eq(gone, 2 + extra);
    wt_bench_close(b);
  }
  wt_bench *b = bench();
  wt_subcore *c = b->m->subcore;
  c->fpu.o.wb_valid = 1;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(c->sb->ok, 255);
  c->wb.o.ack[WT_U_FPU] = 1;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(c->sb->ok, 0);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(c->sb->ok, 255);
  wt_bench_close(b);
  b = bench(); /* a load has a barrier, and waits for its unit as long as it must */
  c = b->m->subcore;
  issued(b, WT_U_LSU, 1, 3, 7, 3), c->collector[0].o.v = 1;
  for (unsigned n = 0; n < 10; n++) SUITE_CYCLE(b);
  ck_assert_uint_eq(c->sb->ok, 255);
  wt_bench_close(b);
}
END_TEST

/* Rules 3, 5: @P LDG R11 with barrier 2 and @!P MOV R11 without one are on their way at once. The MOV comes first: it lowers nothing; nor does a load with
 * another barrier, whichever comes first. */
START_TEST(a_release_lowers_the_barrier_of_its_instruction) {
  for (unsigned other = 3; other <= WT_END_FREE; other += WT_END_FREE - 3)
    for (unsigned order = 0; order < 2; order++) {
      wt_bench *b = bench();
      wt_subcore *c = b->m->subcore;
      issued(b, WT_U_LSU, 1, 2, 7, 11), issued(b, WT_U_LSU, 1, other == WT_END_FREE ? 7 : other, 7, 11);
      decoded(b, 1, 7, 7, 1 << 2);
      SUITE_CYCLE(b);
      ck_assert_uint_eq(c->sb->ok & 1, 0);
      released(b, 11, order ? 2 : other);
      ck_assert_uint_eq(c->sb->ok & 1, order);
      ck_assert_uint_eq(c->sb->clear & 1, 0); /* the other one is missing */
      released(b, 11, order ? other : 2);
      ck_assert_uint_eq(c->sb->ok & 1, 1);
      ck_assert_uint_eq(c->sb->clear & 1, 1);
      wt_bench_close(b);
    }
  wt_bench *b = bench(); /* the first predicate of two ends nothing */
  issued(b, WT_U_LSU, 1, 4, 7, 11);
  decoded(b, 1, 7, 7, 1 << 4);
  released(b, 11, WT_END_NOTHING);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 0);
  ck_assert_uint_eq(b->m->subcore->sb->clear & 1, 0);
  wt_bench_close(b);
}
END_TEST

/* Rule 1: before a counter could overflow the warp waits, whatever its masks say. */
START_TEST(counters_do_not_overflow) {
  wt_bench *b = bench();
  wt_subcore *c = b->m->subcore;
  for (unsigned k = 0; k < 59; k++) issued(b, WT_U_LSU, 1, 5, 7, 10);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(c->sb->ok & 1, 1);
  issued(b, WT_U_LSU, 1, 5, 7, 10);
  SUITE_CYCLE(b);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(c->sb->ok & 3, 2); /* others go on */
  released(b, 10, 5);
  ck_assert_uint_eq(c->sb->ok & 1, 1);
  wt_bench_close(b);
}
END_TEST

/* Rule 7: what a slot waits for goes with the buffer. */
START_TEST(a_redirect_drops_limits) {
  wt_bench *b = bench();
  wt_subcore *c = b->m->subcore;
  issued(b, WT_U_LSU, 1, 2, 7, 6);
  for (unsigned again = 0; again < 2; again++) {
    redirected(b);
    SUITE_CYCLE(b);
    ck_assert_uint_eq(c->sb->ok & 1, 1);
    depbar(b, 0, 0, 1);
    SUITE_CYCLE(b);
    ck_assert_uint_eq(c->sb->ok & 1, 0);
  }
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, stall_counts_are_distances);
  tcase_add_test(tc, odd_stall_counts);
  tcase_add_test(tc, a_barrier_goes_up_a_cycle_later);
  tcase_add_test(tc, depbar_waits_for_a_count);
  tcase_add_test(tc, a_redirect_drops_limits);
  tcase_add_test(tc, t1_a_barrier_of_two_loads_is_a_counter);
  tcase_add_test(tc, t2_a_read_barrier_ends_with_the_last_beat);
  tcase_add_test(tc, late_operands_and_results_stall_issue);
  tcase_add_test(tc, a_release_lowers_the_barrier_of_its_instruction);
  tcase_add_test(tc, counters_do_not_overflow);
  tcase_add_test(tc, rules_hold_on_random_traffic);
}
int main(void) { return suite_main("wt_sb_codes", add); }
