/* test_wt_fp64.c - the fp64 unit that the sub-cores of an SM share: whose turn it is, and results of every warp of the SM, checked against the host's
 * IEEE 754 operations. Numbers in names of tests are rules of docs/blocks/exec/wt_fp64.md. */
#pragma GCC optimize("rounding-math")
#include "tests/dpu_kit.h"

/* ---- a model of the rules: the turn, passes of the beat in the hold register that have not started, and results that are to come (dpu_kit.h) ---- */

static struct { unsigned holder, left, results; } ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
  head = waiting = half = 0;
}

static int for_unit(const wt_disp_out *d) { return d->valid && uop_get_unit(d->uop) == WT_U_DPU; }

static void rules(const wt_bench *b) {
  const unsigned n = b->shape.SUBCORES;
  const wt_fp64_out *o = &b->m->sm->fp64.o;
  const wt_disp_out *d = &b->m->sm->subcore[ref.holder].disp.o;
  const int sent = for_unit(d);
  int ack = 0;
  for (unsigned i = 0; i < n; i++) ack |= b->m->sm->subcore[i].wb.o.ack[WT_U_DPU]; /* 4 */
  const int moves = !o->wb_valid || (ack && half);
  check_shown(b, &o->result);
  if (sent) expect(b, d, suite_warp(&b->shape, ref.holder, d->warp)), ref.left = b->shape.LANES / b->shape.DPL; /* 2 */
  if (sent ? d->last : !ref.left) ref.holder = (ref.holder + 1) % n;                                            /* 3 */
  if (ack) ref.results += (unsigned)gives();
  ref.left -= moves && ref.left;
}

static void look(const wt_bench *b) { SUITE_RULE(b, "1", "takes", b->m->sm->fp64.o.takes, ref.left ? 0 : 1u << ref.holder); }
static const suite_model model = {"fp64", start, rules, look};

static const char *const two[] = {"SUBCORES=2", "FP64_AT=sm", NULL}, *const four[] = {"SUBCORES=4", "FP64_AT=sm", NULL};
static const char *const odd[] = {"SUBCORES=2", "FP64_AT=sm", "WARPS=6", "FP64_LANES=4", "FP64_LAT=6", "SCOREBOARD=codes", NULL};
static const char *const large[] = {"SUBCORES=2", "FP64_AT=sm", "GROUPING=dwr", "WARPS=4", "DWR_SUBWARPS=2", NULL};
static const char *const single[] = {"SUBCORES=4", "FP64_AT=sm", "WARPS=4", "FP64_LANES=8", NULL};

START_TEST(rules_hold_on_random_traffic) {
  suite_rules(&model, "tiny", two, 20000);
  ck_assert_uint_gt(ref.results, 2000);
  suite_rules(&model, "small", four, 10000);
  suite_rules(&model, "tiny", odd, 10000);
  suite_rules(&model, "tiny", large, 5000);
  suite_rules_alone(&model, "small", single, 5000);
}
END_TEST

/* ---- known sequences: 1.5 + 2.25 of a warp of each sub-core, results acknowledged at once ---- */

typedef struct {
  unsigned cycle, subcore, slot, beat;
} event;

/* Runs n cycles in which each sub-core sends its next beat as soon as it is taken: `wants` beats, `beats` an instruction, of slot k those of instruction k.
 * Returns how many were taken; results: how many first halves have been shown, with the cycle of each. */
static unsigned contend(const char *preset, const char *const *set, unsigned n, const unsigned *wants, unsigned beats, event *taken, event *shown,
                        unsigned *results) {
  wt_bench *b = suite_open("fp64", preset, set, 1);
  const wt_fp64_out *o = &b->m->sm->fp64.o;
  unsigned sent[MAX_SUBCORES] = {0}, k = 0, second = 0;
  const uint64_t x = of_d(1.5), y = of_d(2.25), z = of_d(3.75);
  *results = 0;
  for (unsigned t = 0; t < n; t++) {
    for (unsigned i = 0; i < b->shape.SUBCORES; i++) {
      wt_disp_out *d = &b->m->sm->subcore[i].disp.o;
      memset(d, 0, sizeof *d);
      memset(b->m->sm->subcore[i].wb.o.ack, 0, sizeof b->m->sm->subcore[i].wb.o.ack);
      if (!(o->takes >> i & 1) || sent[i] == wants[i]) continue;
      d->valid = 1, d->mask = 1, d->warp = (uint8_t)(sent[i] / beats % b->shape.SLOTS), d->beat = (uint8_t)(sent[i] % beats);
      d->last = ++sent[i] % beats == 0;
      uop_put_lo(d->uop, 0x229), uop_put_op(d->uop, WT_I_DADD), uop_put_unit(d->uop, WT_U_DPU), uop_put_dst(d->uop, 8), uop_put_ndst(d->uop, 2);
      d->data[0] = (uint32_t)x, d->data[4 * b->shape.LANES] = (uint32_t)(x >> 32);
      d->data[b->shape.LANES] = (uint32_t)y, d->data[5 * b->shape.LANES] = (uint32_t)(y >> 32);
      taken[k++] = (event){t, i, d->warp, d->beat};
    }
    if (o->wb_valid) {
      ck_assert_uint_eq(o->wb_data[0], (uint32_t)(z >> 32 * second));
      if (!second) shown[(*results)++] = (event){t, o->wb_warp % b->shape.SUBCORES, o->wb_warp / b->shape.SUBCORES, o->wb_beat};
      second = !second;
      b->m->sm->subcore[o->wb_warp % b->shape.SUBCORES].wb.o.ack[WT_U_DPU] = 1;
    }
    SUITE_CYCLE(b);
  }
  wt_bench_close(b);
  return k;
}

static void same(const event *have, const event *want, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    ck_assert_msg(!memcmp(&have[i], &want[i], sizeof *have), "event %u: cycle %u, sub-core %u, slot %u, beat %u", i, have[i].cycle, have[i].subcore,
                  have[i].slot, have[i].beat);
}

/* A beat has two passes. The unit takes one in cycle 0, the next when the second pass has started, and so on until the first result stands there; then a
 * beat every three cycles, two passes and one in which the second half waits. The first half stands FP64_LAT - 1 + 2 = 5 cycles behind its beat. */
START_TEST(two_that_contend_are_served_in_turn_rules_1_3_4) {
  static const unsigned wants[] = {3, 3};
  static const event takes[] = {{0, 0, 0, 0}, {2, 1, 0, 0}, {4, 0, 1, 0}, {7, 1, 1, 0}, {10, 0, 0, 0}, {13, 1, 0, 0}};
  static const event results_[] = {{5, 0, 0, 0}, {8, 1, 0, 0}, {11, 0, 1, 0}, {14, 1, 1, 0}, {17, 0, 0, 0}, {20, 1, 0, 0}};
  static const char *const set[] = {"SUBCORES=2", "FP64_AT=sm", "WARPS=4", NULL};
  event taken[8], shown[8];
  unsigned results;
  ck_assert_uint_eq(contend("tiny", set, 30, wants, 1, taken, shown, &results), 6);
  ck_assert_uint_eq(results, 6);
  same(taken, takes, 6), same(shown, results_, 6);
}
END_TEST

/* With a lane of its own for each of a beat the hold register is free again at once: the turn passes every cycle, with or without a beat. */
START_TEST(one_alone_waits_for_its_turn_rule_3) {
  static const unsigned wants[] = {0, 0, 2, 0};
  static const event takes[] = {{2, 2, 0, 0}, {6, 2, 0, 0}};
  event taken[4], shown[4];
  unsigned results;
  static const char *const set[] = {"SUBCORES=4", "FP64_AT=sm", "WARPS=4", "FP64_LANES=4", NULL};
  ck_assert_uint_eq(contend("tiny", set, 20, wants, 1, taken, shown, &results), 2);
  same(taken, takes, 2);
}
END_TEST

/* Two beats an instruction: the turn stays with it. */
START_TEST(the_turn_stays_within_an_instruction_rule_3) {
  static const unsigned wants[] = {4, 4};
  static const unsigned order[] = {0, 0, 1, 1, 0, 0, 1, 1};
  event taken[8], shown[8];
  unsigned results;
  static const char *const set[] = {"SUBCORES=2", "FP64_AT=sm", "WARPS=4", "WARP_SIZE=8", NULL};
  ck_assert_uint_eq(contend("tiny", set, 60, wants, 2, taken, shown, &results), 8);
  ck_assert_uint_eq(results, 8);
  for (unsigned i = 0; i < 8; i++) {
    ck_assert_uint_eq(taken[i].subcore, order[i]);
    ck_assert_uint_eq(shown[i].subcore, order[i]); /* results come in the order of the beats */
    ck_assert_uint_eq(shown[i].slot, i / 4);
    ck_assert_uint_eq(shown[i].beat, i % 2);
  }
}
END_TEST

/* What the key says: with one sub-core there is nothing to share, and in no shape are there both. */
START_TEST(a_shape_has_one_or_the_other) {
  static const struct {
    const char *set[2];
    unsigned of_sm, of_subcore;
  } t[] = {{{"SUBCORES=4"}, 0, 4}, {{"SUBCORES=4", "FP64_AT=sm"}, 1, 0}, {{"SUBCORES=1", "FP64_AT=sm"}, 0, 1}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    wt_shape S;
    char err[400];
    ck_assert_int_eq(wt_shape_preset(&S, "small", err, sizeof err), 0);
    for (unsigned k = 0; k < 2 && t[i].set[k]; k++) ck_assert_int_eq(wt_shape_set(&S, t[i].set[k], err, sizeof err), 0);
    ck_assert_msg(!wt_shape_check(&S, err, sizeof err), "%s", err);
    wt_blks *all = wt_blks_new(&S);
    unsigned n[2] = {0};
    for (unsigned k = 0; k < all->n; k++) {
      if (all->blk[k].chosen && !strcmp(all->blk[k].stem, "fp64")) n[0] += all->blk[k].count;
      if (all->blk[k].chosen && !strcmp(all->blk[k].stem, "dpu")) n[1] += all->blk[k].count;
    }
    ck_assert_uint_eq(n[0], t[i].of_sm);
    ck_assert_uint_eq(n[1], t[i].of_subcore);
    wt_blks_free(all);
  }
}
END_TEST

START_TEST(twins_agree_on_random_traffic) {
  suite_random("fp64", "tiny", two, 20000);
  suite_random("fp64", "small", four, 5000);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, rules_hold_on_random_traffic);
  tcase_add_test(tc, two_that_contend_are_served_in_turn_rules_1_3_4);
  tcase_add_test(tc, one_alone_waits_for_its_turn_rule_3);
  tcase_add_test(tc, the_turn_stays_within_an_instruction_rule_3);
  tcase_add_test(tc, a_shape_has_one_or_the_other);
  tcase_add_test(tc, twins_agree_on_random_traffic);
}
int main(void) { return suite_main("wt_fp64", add); }
