/* test_wt_pack.c - packing of beats inside a warp: a model of the rules beside random lock-step, and cases by hand. Numbers in names of tests are rules of
 * docs/blocks/issue/wt_pack.md. */
#include "tests/block_suite.h"
#include "isa/wt_isa.h"

/* Who has not issued, thread by thread, and what this cycle must show. */
static struct {
  int left[MAX_WS];
  unsigned row[MAX_LANES], has[MAX_LANES], pop;
} ref;

static void start(const wt_bench *b) { (void)b, memset(&ref, 0, sizeof ref); }

static int by_rows(const uint32_t *u) { /* 3 */
  const unsigned op = (unsigned)uop_get_op(u);
  return uop_get_unit(u) == WT_U_SHFL || op == WT_I_R2UR || op == WT_I_BMOV_BR || op == WT_I_WARPSYNC_R || op == WT_I_BAR_RR || op == WT_I_BAR_RI ||
         op == WT_I_BAR_IR;
}
static int executes(const wt_bench *b, unsigned thread) { /* 2 */
  const wt_subcore *c = b->m->subcore;
  const uint64_t lo = uop_get_lo(c->ibuffer.o.uop);
  const unsigned p = lo >> 12 & 7, holds = p == 7 ? 1 : c->pred.o.p[p] >> thread & 1;
  return (c->cfu->mask >> thread & 1) && holds != (lo >> 15 & 1);
}
static void rules(const wt_bench *b) {
  const wt_shape *S = &b->shape;
  const wt_subcore *c = b->m->subcore;
  const wt_sched_out *s = &c->sched.o;
  const uint32_t *u = c->ibuffer.o.uop;
  memset(ref.row, 0, sizeof ref.row), memset(ref.has, 0, sizeof ref.has), ref.pop = 0;
  if (!s->sel_valid) return; /* 1, 6 */
  int packs = !s->sync && !s->index && uop_get_unit(u) < WT_UNITS;
  if (packs && by_rows(u)) { /* 3 */
    for (unsigned l = 0; l < S->LANES; l++) ref.row[l] = s->sel_beat, ref.has[l] = (unsigned)executes(b, s->sel_beat * S->LANES + l);
    ref.pop = s->sel_beat + 1u == S->BEATS;
    packs = 0;
  }
  if (!packs) { /* 6 */
    memset(ref.left, 0, sizeof ref.left);
    return;
  }
  if (s->sel_first) /* 4 */
    for (unsigned t = 0; t < S->SLOT_LANES; t++) ref.left[t] = executes(b, t);
  ref.pop = 1;
  for (unsigned t = 0; t < S->SLOT_LANES; t++) { /* 4: in the order of threads, so that of a lane the lowest row is first */
    const unsigned l = t % S->LANES;
    if (!ref.left[t]) continue;
    if (ref.has[l]) ref.pop = 0; /* 5 */
    else ref.has[l] = 1, ref.row[l] = t / S->LANES, ref.left[t] = 0;
  }
}
static void look(const wt_bench *b) {
  const wt_shape *S = &b->shape;
  const wt_pack *k = &b->m->subcore->pack;
  for (unsigned l = 0; l < S->LANES; l++) {
    SUITE_RULE(b, "1, 3, 4", "pack_mask", k->o.mask >> l & 1, ref.has[l]);
    SUITE_RULE(b, "1, 3, 4", "pack_beat", wt_words_get(&k->o.beat, l * S->BEAT_W, S->BEAT_W), ref.row[l]);
  }
  SUITE_RULE(b, "3, 5", "pack_pop", k->o.pop, ref.pop);
  for (unsigned t = 0; t < S->SLOT_LANES; t++) SUITE_RULE(b, "6", "left", k->q.left >> t & 1, (uint64_t)ref.left[t]);
}

static const suite_model model = {"pack", start, rules, look};
static const char *const rows[] = {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL}, *const on[] = {"PACK=on", NULL},
                         *const wide[] = {"PACK=on", "LANES=4", "WARP_SIZE=64", "WARPS=8", NULL},
                         *const widest[] = {"PACK=on", "LANES=16", "WARP_SIZE=64", "WARPS=8", NULL},
                         *const two[] = {"PACK=on", "WARP_SIZE=8", "LANES=4", NULL};

START_TEST(rules_hold_on_random_traffic) {
  suite_rules(&model, "tiny", rows, 20000);
  suite_rules(&model, "small", on, 20000);
  suite_rules(&model, "small", wide, 20000);
  suite_rules_as(1, &model, "small", widest, 20000);
  suite_rules_as(1, &model, "tiny", two, 20000);
}
END_TEST

/* One instruction of a warp; returns its beats as text: per lane the row in hexadecimal, '.' for none. */
static const char *beats_of(const char *preset, const char *const *set, unsigned op, unsigned unit, uint64_t path, uint64_t lo, const uint64_t *preds,
                            uint64_t then) {
  static char text[200];
  wt_bench *b = suite_open_as(1, "pack", preset, set, 1);
  wt_subcore *c = b->m->subcore;
  unsigned n = 0, k = 0;
  memset(c->ibuffer.o.uop, 0, sizeof c->ibuffer.o.uop);
  uop_put_op(c->ibuffer.o.uop, op), uop_put_unit(c->ibuffer.o.uop, unit), uop_put_lo(c->ibuffer.o.uop, lo);
  c->cfu->mask = path, wt_sched_idle(&c->sched.o);
  for (unsigned p = 0; p < 7; p++) c->pred.o.p[p] = preds ? preds[p] : 0;
  do {
    ck_assert_uint_lt(k, b->shape.BEATS);
    c->sched.o.sel_valid = 1, c->sched.o.sel_first = !k, c->sched.o.sel_beat = (uint8_t)k;
    SUITE_CYCLE(b);
    if (n) text[n++] = ' ';
    for (unsigned l = 0; l < b->shape.LANES; l++)
      text[n++] = c->pack.o.mask >> l & 1 ? "0123456789abcdef"[wt_words_get(&c->pack.o.beat, l * b->shape.BEAT_W, b->shape.BEAT_W)] : '.';
    for (unsigned p = 0; p < 7; p++) c->pred.o.p[p] = then; /* what the beats write */
  } while (k++, !c->pack.o.pop);
  text[n] = 0;
  ck_assert_uint_eq(c->pack.q.left, 0);
  wt_bench_close(b);
  return text;
}
/* Of 8 threads on 4 lanes. */
static const char *beats(unsigned op, unsigned unit, uint64_t path, uint64_t lo, const uint64_t *preds, uint64_t then) {
  return beats_of("tiny", two, op, unit, path, lo, preds, then);
}

enum { NO_GUARD = 0x7000 };
/* Rows of the worked examples: threads 0 1 6 7 and 2 3 4 5 of an if, the trips of a loop, a lane that has two. */
START_TEST(a_beat_takes_one_thread_of_every_lane_rules_4_5) {
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0xff, NO_GUARD, NULL, 0), "0000 1111");
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0xc3, NO_GUARD, NULL, 0), "0011");
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0x3c, NO_GUARD, NULL, 0), "1100");
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0xe7, NO_GUARD, NULL, 0), "0001 .11.");
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0x96, NO_GUARD, NULL, 0), "1001");
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0x82, NO_GUARD, NULL, 0), ".0.1");
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0, NO_GUARD, NULL, 0), "....");
  ck_assert_str_eq(beats(WT_I_LDG, WT_U_LSU, 0x11, NO_GUARD, NULL, 0), "0... 1...");
}
END_TEST

/* Warps of 64 have up to 16 rows. */
START_TEST(any_row_of_64_threads_rule_4) {
  const uint64_t all = ~UINT64_C(0);
  ck_assert_str_eq(beats_of("small", wide, WT_I_IADD3, WT_U_ALU, UINT64_C(1) << 63, NO_GUARD, NULL, 0), "...f");
  ck_assert_str_eq(beats_of("small", wide, WT_I_IADD3, WT_U_ALU, UINT64_C(0x8000400020001000), NO_GUARD, NULL, 0), "37bf");
  ck_assert_str_eq(beats_of("small", wide, WT_I_IADD3, WT_U_ALU, UINT64_C(0x1000100010001001), NO_GUARD, NULL, 0), "0... 3... 7... b... f...");
  ck_assert_str_eq(beats_of("small", wide, WT_I_IADD3, WT_U_ALU, all << 48, NO_GUARD, NULL, 0), "cccc dddd eeee ffff");
  ck_assert_str_eq(beats_of("small", widest, WT_I_IADD3, WT_U_ALU, all, NO_GUARD, NULL, 0),
                   "0000000000000000 1111111111111111 2222222222222222 3333333333333333");
  ck_assert_str_eq(beats_of("small", widest, WT_I_IADD3, WT_U_ALU, UINT64_C(0xaaaa5555), NO_GUARD, NULL, 0), "0101010101010101");
}
END_TEST

/* The guard counts as it was when the instruction began. */
START_TEST(the_guard_is_that_of_the_first_beat_rules_2_4) {
  static const uint64_t preds[7] = {[2] = 0x0f, [3] = 0x39};
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0xff, 0x2000, preds, 0xff), "0000");
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0xff, 0xa000, preds, 0xff), "1111");
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0xff, 0x3000, preds, 0), "01.0 1...");
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0xf0, 0x3000, preds, 0xff), "11..");
  ck_assert_str_eq(beats(WT_I_IADD3, WT_U_ALU, 0xff, 0xf000, preds, 0), "....");
}
END_TEST

START_TEST(what_looks_at_other_lanes_goes_row_by_row_rule_3) {
  static const unsigned ops[] = {WT_I_R2UR, WT_I_BMOV_BR, WT_I_WARPSYNC_R, WT_I_BAR_RR, WT_I_BAR_RI, WT_I_BAR_IR};
  for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++) ck_assert_str_eq(beats(ops[i], WT_U_ALU, 0xc1, NO_GUARD, NULL, 0), "0... ..11");
  ck_assert_str_eq(beats(WT_I_SHFL_II, WT_U_SHFL, 0xc1, NO_GUARD, NULL, 0), "0... ..11");
  ck_assert_str_eq(beats(WT_I_MATCH, WT_U_SHFL, 0x01, NO_GUARD, NULL, 0), "0... ....");
  ck_assert_str_eq(beats(WT_I_VOTE, WT_U_ALU, 0xc1, NO_GUARD, NULL, 0), "0.11");
  ck_assert_str_eq(beats(WT_I_BRX, WT_U_ALU, 0xc1, NO_GUARD, NULL, 0), "0.11");
}
END_TEST

/* Micro-ops and what has no unit. */
START_TEST(nothing_is_shown_for_what_is_no_packet_rule_1) {
  wt_bench *b = suite_open_as(1, "pack", "tiny", two, 1);
  wt_subcore *c = b->m->subcore;
  memset(c->ibuffer.o.uop, 0, sizeof c->ibuffer.o.uop);
  uop_put_unit(c->ibuffer.o.uop, WT_U_ALU), uop_put_lo(c->ibuffer.o.uop, NO_GUARD);
  c->cfu->mask = 0xff, wt_sched_idle(&c->sched.o);
  for (unsigned k = 0; k < 4; k++) {
    c->sched.o.sel_valid = k != 0, c->sched.o.sel_first = 1, c->sched.o.index = k == 1, c->sched.o.sync = k == 2;
    uop_put_unit(c->ibuffer.o.uop, k == 3 ? WT_U_NONE : WT_U_ALU);
    SUITE_CYCLE(b);
    ck_assert_uint_eq(c->pack.o.mask | c->pack.o.beat | c->pack.o.pop | c->pack.q.left, 0);
  }
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, rules_hold_on_random_traffic);
  tcase_add_test(tc, a_beat_takes_one_thread_of_every_lane_rules_4_5);
  tcase_add_test(tc, any_row_of_64_threads_rule_4);
  tcase_add_test(tc, the_guard_is_that_of_the_first_beat_rules_2_4);
  tcase_add_test(tc, what_looks_at_other_lanes_goes_row_by_row_rule_3);
  tcase_add_test(tc, nothing_is_shown_for_what_is_no_packet_rule_1);
}
int main(void) { return suite_main("wt_pack", add); }
