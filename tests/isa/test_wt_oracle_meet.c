/* test_wt_oracle_meet.c - the oracle in tandem: barriers of CTAs, and lanes of a warp that wait for each other. */
#include "oracle_kit.h"
#include "tests/suite.h"

START_TEST(cta_barrier_counts_threads) {
  emit(bar(3));
  emit(op(0x918));
  emit(exit_insn());
  start(2 * WS);
  issue(0, 0x0f);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x0f), "waits at barrier 3");
  issue(0, 0xf0);
  OK(wt_oracle_issue(o, 1, 0, 0x7f));
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), ALL);
  OK(wt_oracle_issue(o, 1, 0, 0x80));
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
  issue(1, ALL);
  OK(wt_oracle_issue(o, 1, 16, ALL));
}
END_TEST

START_TEST(barrier_ignores_exited_threads) {
  emit(guard(exit_insn(), 0, 0));
  emit(bar(0));
  start(2 * WS);
  *wt_oracle_pred(o, 1, 0) = 0xf0;
  issue(0, ALL);
  issue(1, ALL);
  OK(wt_oracle_issue(o, 1, 0, 0x0f));
  OK(wt_oracle_issue(o, 1, 16, 0x0f));
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), ALL);
  OK(wt_oracle_issue(o, 1, 0, 0xf0)); /* the missing threads exit: nobody is missing any more */
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
  ck_assert_uint_eq(wt_oracle_waiting(o, 1), 0);
}
END_TEST

START_TEST(barrier_arrive_with_a_count) {
  emit(guard(with(with(bar(2), 79, 77, 1), 53, 42, 12), 0, 0)); /* @P0 BAR.ARV 2, 12 */
  emit(with(bar(2), 53, 42, 12));
  start(2 * WS);
  *wt_oracle_pred(o, 0, 0) = 0x0f;
  issue(0, ALL);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0); /* arriving does not wait */
  OK(wt_oracle_issue(o, 1, 0, ALL));
  OK(wt_oracle_issue(o, 1, 16, 0x7f));
  ck_assert_uint_eq(wt_oracle_waiting(o, 1), 0x7f);
  OK(wt_oracle_issue(o, 1, 16, 0x80));
  ck_assert_uint_eq(wt_oracle_waiting(o, 1), 0);
}
END_TEST

/* Number and count in a register: the same ones in every executing lane, numbers 0 to 15. */
START_TEST(barrier_numbers_in_registers) {
  emit(with(op3(0x51d, 0, 0, 4, 0), 53, 42, WS));                     /* BAR.SYNC R4, 8 */
  emit(op3(0x31d, 0, 0, 5, 0));                                       /* BAR.SYNC R5 */
  emit(with(op3(0x91d, 0, 0, 6, 0), 57, 54, 2));                      /* BAR.SYNC 2, R6 */
  emit(with(with(op3(0x91d, 0, 0, 6, 0), 57, 54, 15), 53, 42, 4095)); /* BAR.SYNC 15, R6 */
  start(2 * WS);
  preset(4, 3, 1);
  FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 0, ALL), "BAR of barrier 3 and 8 threads in lane 0, of barrier 4 and 8 threads in lane 1");
  preset(4, 16, 0);
  FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 0, ALL), "lane 0: BAR of barrier 16, a CTA has 0 to 15");
  preset(4, 15, 0);
  issue(0, ALL); /* complete: the eight threads of this warp */
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
  preset(5, 0x10080002, 0);
  FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 16, ALL), "BAR of barrier 268435458");
  preset(5, 0x00080002, 0x10000);
  FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 16, ALL), "of barrier 2 and 9 threads in lane 1");
  preset(5, 0x00080002, 0);
  issue(1, 0x0f);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0x0f);
  wt_oracle_reg(o, 0, 5)[0] = 99; /* not one of those that arrive now */
  issue(1, 0xf0);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
  preset(6, 4096, 0);
  FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 32, ALL), "waits for 4096 threads");
  preset(6, 8, 0);
  issue(2, ALL);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
  preset(6, 0, 0);
  issue(3, ALL); /* all of the CTA */
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), ALL);
}
END_TEST

START_TEST(warpsync_waits_for_its_lanes) {
  emit(guard(op3(0x948, 0, 0, 0xffffff3f, 0), 0, 0)); /* lanes 6 and 7 are not in it */
  emit(guard(op3(0x948, 0, 0, 0xffffff3f, 0), 0, 1));
  emit(exit_insn());
  start(WS);
  *wt_oracle_pred(o, 0, 0) = 0x03;
  issue(0, ALL);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x03), "waits at WARPSYNC ffffff3f");
  wt_oracle_set_code(o, code, n_code);
  start(WS);
  *wt_oracle_pred(o, 0, 0) = 0x03;
  issue(0, ALL);
  issue(1, 0x0c);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0x0f);
  issue(1, 0x30); /* same mask at another pc completes it */
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
  issue(1, 0x03);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
}
END_TEST

/* ---- barriers of a CTA ---- */

/* What each thread gets of a reduction: how many said yes, whether all did, whether one did. */
START_TEST(reductions) {
  static const struct {
    const char *op;
    uint64_t yes[2];
    uint32_t want;
  } t[] = {{"POPC", {0x0f, 0x81}, 6}, {"POPC", {0, 0}, 0},  {"AND", {0xff, 0xff}, 1}, {"AND", {0xff, 0xfe}, 0},
           {"AND", {0, 0}, 0},        {"OR", {0, 0x80}, 1}, {"OR", {0, 0}, 0}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char text[200];
    snprintf(text, sizeof text, "BAR.RED.%s 0x2, P0\nB2R.RESULT R4, P1\nB2R.RESULT RZ, P2\nBAR.SYNC 0x2\nB2R.RESULT R5\n", t[k].op);
    n_code = 0;
    emit_text(text);
    start(2 * WS);
    for (unsigned s = 0; s < 2; s++) *wt_oracle_pred(o, s, 0) = t[k].yes[s];
    issue(0, ALL);
    ck_assert_uint_eq(wt_oracle_waiting(o, 0), ALL);
    OK(wt_oracle_issue(o, 1, 0, ALL));
    ck_assert_uint_eq(wt_oracle_waiting(o, 0) | wt_oracle_waiting(o, 1), 0);
    for (unsigned s = 0; s < 2; s++) {
      step(s, 1, ALL), step(s, 2, ALL);
      for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(wt_oracle_reg(o, s, 4)[l], t[k].want);
      ck_assert_uint_eq(*wt_oracle_pred(o, s, 1), t[k].want ? ALL : 0);
      ck_assert_uint_eq(*wt_oracle_pred(o, s, 2), t[k].want ? ALL : 0);
    }
    issue(3, ALL), OK(wt_oracle_issue(o, 1, 48, ALL));
    step(0, 4, ALL), all_are(5, ALL, t[k].want); /* a barrier without a reduction leaves the result */
  }
}
END_TEST

/* Barriers are the CTA's own, and each counts by itself; a count that a thread names holds until the barrier is complete. */
START_TEST(barriers_are_apart) {
  const unsigned id[3] = {0}, n[3] = {2 * WS, 1, 1};
  emit_text(
    "BAR.SYNC 0x1, 0x8\nBAR.SYNC 0x1\nBAR.ARV 0x3, 0x10\nBAR.SYNC 0x4, 0x10\nBAR.SYNC 0x3\nBAR.SYNC R4, 0x8\nBAR.SYNC 0x5, R5\nBAR.SYNC R6\n");
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  for (unsigned c = 0; c < 2; c++) {
    OK(wt_oracle_cta_start(o, c, id, n, 0));
    for (unsigned s = 0; s < 2; s++) OK(wt_oracle_warp_start(o, 2 * c + s, c, s, ALL));
  }
  issue(0, 0x0f);
  OK(wt_oracle_issue(o, 2, 0, 0x0f)); /* of the other CTA */
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0x0f);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x08), "lane 3: waits at barrier 1, which is not complete");
  OK(wt_oracle_issue(o, 1, 0, 0x0f));
  ck_assert_uint_eq(wt_oracle_waiting(o, 0) | wt_oracle_waiting(o, 1), 0);
  ck_assert_uint_eq(wt_oracle_waiting(o, 2), 0x0f);
  issue(0, 0xf0), OK(wt_oracle_issue(o, 1, 0, 0xf0)); /* again, from the beginning */
  ck_assert_uint_eq(wt_oracle_waiting(o, 0) | wt_oracle_waiting(o, 1), 0);
  issue(1, ALL); /* without a count: all threads */
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), ALL);
  OK(wt_oracle_issue(o, 1, 16, ALL));
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
  issue(2, ALL);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0); /* arrives, and goes on */
  issue(3, ALL);
  OK(wt_oracle_issue(o, 1, 32, ALL)); /* completes 3; nobody waits there, and 4 is another one */
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), ALL);
  OK(wt_oracle_issue(o, 1, 48, ALL));
  ck_assert_uint_eq(wt_oracle_waiting(o, 0) | wt_oracle_waiting(o, 1), 0);
  issue(4, ALL), OK(wt_oracle_issue(o, 1, 64, 0x7f)); /* all threads: the count of 16 that came before is used up */
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), ALL);
  OK(wt_oracle_issue(o, 1, 64, 0x80));
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
}
END_TEST

/* What registers name: each kind with its own limits. */
START_TEST(barriers_in_registers) {
  static const struct {
    const char *text;
    uint32_t r4, step;
    const char *said; /* NULL: taken, and the eight lanes complete it */
  } t[] = {{"BAR.SYNC R4, 0x8", 15, 0, NULL},
           {"BAR.SYNC R4, 0x8", 16, 0, "barrier: oracle: warp slot 0 pc 0x0 lane 1: BAR of barrier 16, a CTA has 0 to 15"},
           {"BAR.SYNC 0x5, R4", 8, 0, NULL},
           {"BAR.SYNC 0x5, R4", 16, 0, "-"},
           {"BAR.SYNC 0x5, R4", 17, 0, "BAR waits for 17 threads, the CTA has 16"},
           {"BAR.SYNC 0x5, R4", 64, 0, "BAR waits for 64 threads, the CTA has 16"},
           {"BAR.SYNC 0x5, R4", 4095, 0, "BAR waits for 4095 threads, the CTA has 16"},
           {"BAR.SYNC 0x5, 0x11", 0, 0, "BAR waits for 17 threads, the CTA has 16"},
           {"BAR.SYNC 0x5, R4", 6, 0, "lane 1: BAR of barrier 5 waits for 6 threads, but 7 have come together"},
           {"BAR.ARV 0x5, 0x6", 0, 0, "lane 1: BAR of barrier 5 waits for 6 threads, but 7 have come together"},
           {"BAR.SYNC 0x5, R4", 4096, 0, "barrier: oracle: warp slot 0 pc 0x0 lane 1: BAR waits for 4096 threads, a CTA has at most 1024"},
           {"BAR.SYNC 0x5, R4", 8, 1, "BAR of barrier 5 and 9 threads in lane 1, of barrier 5 and 10 threads in lane 2: they must be the same"},
           {"BAR.SYNC R4", 0x0008000f, 0, NULL},
           {"BAR.SYNC R4", 0x00080010, 0, "BAR of barrier 16"},
           {"BAR.SYNC R4", 0x10080001, 0, "BAR of barrier 268435457"},
           {"BAR.SYNC R4", 0x00100001, 0, "-"},
           {"BAR.SYNC R4", 0x0fff0001, 0, "BAR waits for 4095 threads"},
           {"BAR.SYNC R4", 0x00080001, 0x10000, "in lane 1, of barrier 1 and 10 threads in lane 2"}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    n_code = 0;
    emit_text(t[k].text);
    start(2 * WS);
    preset(4, t[k].r4, t[k].step), wt_oracle_reg(o, 0, 4)[0] = 99; /* does not execute */
    OK(wt_oracle_warp_start(o, 2, 0, 0, 0xff) == WT_OK ? WT_OK : WT_DIFF);
    if (t[k].said && *t[k].said != '-') {
      FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 0, 0xfe), t[k].said);
      ck_assert(wt_oracle_where(o)->slot == 0 && wt_oracle_where(o)->pc == 0 && wt_oracle_where(o)->lane == (strstr(t[k].said, "in lane 2") ? 2 : 1));
    } else {
      issue(0, 0xfe);
      ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0xfe);
      wt_oracle_reg(o, 0, 4)[0] = reg(4)[1];
      issue(0, 1);
      ck_assert_uint_eq(wt_oracle_waiting(o, 0), t[k].said ? ALL : 0);
    }
    wt_oracle_reset(o);
  }
  n_code = 0; /* 32 threads are the one warp that a GPU has of this block, which is not full */
  emit_text("BAR.SYNC 0x5, 0x20\n");
  start(2 * WS);
  FAILS(WT_UNSUPPORTED, wt_oracle_issue(o, 0, 0, ALL),
        "BAR waits for 32 threads, the CTA has 16: its last warp is not full and counts as what it has, make ");
  wt_oracle_reset(o);
  loaded("@P0 BAR.SYNC 0x1\n@P0 WARPSYNC 0xff\n@P0 EXIT\n@P0 BAR.SYNC R4\n"); /* nobody executes it */
  preset(4, 77, 0);
  for (unsigned k = 0; k < 4; k++) issue(k, ALL);
  ck_assert(wt_oracle_waiting(o, 0) == 0 && wt_oracle_live(o, 0) == ALL);
}
END_TEST

/* ---- WARPSYNC, EXIT ---- */

START_TEST(warpsync_masks) {
  loaded("WARPSYNC R4\nNOP\n");
  preset(4, 0x0f, 0), wt_oracle_reg(o, 0, 4)[0] = 0xff; /* the mask is that of the lowest lane that executes */
  issue(0, 2);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 2), "lane 1: waits at WARPSYNC f, which is not complete");
  issue(0, 0x0c);
  wt_oracle_reg(o, 0, 4)[0] = 0x0f;
  issue(0, 0x11); /* a lane that is not in the mask waits with them */
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
  issue(0, 0x20);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0x20);
  issue(1, 0x1f);
  /* two masks at once; a lane that ends is missed no more */
  loaded("WARPSYNC R4\n@P0 EXIT\nNOP\n");
  preset(4, 0x0f, 0);
  for (unsigned l = 4; l < WS; l++) wt_oracle_reg(o, 0, 4)[l] = 0xf0;
  *wt_oracle_pred(o, 0, 0) = 0x88;
  issue(0, 0x70), issue(0, 0x07);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0x77);
  wt_oracle_reg(o, 0, 4)[7] = 0x80, wt_oracle_reg(o, 0, 4)[3] = 0x08;
  issue(0, 0x80), issue(0, 0x08);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0x77);
  issue(1, 0x80);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0x07);
  issue(1, 0x08);
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0);
}
END_TEST

START_TEST(warpsync_of_a_part_of_a_warp) {
  const unsigned id[3] = {0}, n[3] = {32, 1, 1};
  emit_text("WARPSYNC R4\nWARPSYNC 0xffffffff\n");
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  wt_oracle_set_places(o, 1);
  OK(wt_oracle_cta_start(o, 0, id, n, 0));
  OK(wt_oracle_warp_start(o, 1, 0, 1, ALL));
  for (unsigned l = 0; l < WS; l++) wt_oracle_reg(o, 1, 4)[l] = 0x0300;
  OK(wt_oracle_issue(o, 1, 0, 1));
  ck_assert_uint_eq(wt_oracle_waiting(o, 1), 1);
  OK(wt_oracle_issue(o, 1, 0, 2));
  ck_assert_uint_eq(wt_oracle_waiting(o, 1), 0);
  FAILS(WT_UNSUPPORTED, wt_oracle_issue(o, 1, 16, 3),
        "WARPSYNC with the mask 0xffffffff waits for lanes of other warps: those of this shape have 8 of 32");
}
END_TEST

/* Threads that end are missed at no barrier; who has ended is counted once, in its CTA. */
START_TEST(exits_complete_barriers) {
  emit_text("@P0 EXIT P1\nBAR.SYNC 0xf\nBAR.SYNC 0x0\n");
  start(2 * WS);
  *wt_oracle_pred(o, 1, 0) = 0xfc, *wt_oracle_pred(o, 1, 1) = 0x3f;
  issue(0, ALL), issue(1, ALL);
  OK(wt_oracle_issue(o, 1, 0, 0x3f));
  ck_assert_uint_eq(wt_oracle_live(o, 1), 0xc3);
  OK(wt_oracle_issue(o, 1, 16, 3));
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), ALL);
  *wt_oracle_pred(o, 1, 1) = ALL;
  OK(wt_oracle_issue(o, 1, 0, 0xc0));
  ck_assert(wt_oracle_waiting(o, 0) == 0 && wt_oracle_waiting(o, 1) == 0);
  ck_assert_int_eq(wt_oracle_done(o, 1), 0);
  issue(2, ALL);
  OK(wt_oracle_issue(o, 1, 32, 2));
  ck_assert_uint_eq(wt_oracle_waiting(o, 0), ALL); /* of ten one is missing */
}
END_TEST

/* A count is of threads that there are; a whole warp more than those in the last warp that is not full is another matter. */
START_TEST(counts_of_whole_warps) {
  emit(with(bar(2), 53, 42, 64));
  start(WARPS * WS); /* 32 */
  FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 0, ALL), "BAR waits for 64 threads, the CTA has 32");
}
END_TEST
/* Of 64 lanes two warps of the code are one: both come to a barrier for one of them. */
START_TEST(two_warps_in_one) {
  const unsigned id[3] = {0}, n[3] = {64, 1, 1};
  const uint64_t all = ~UINT64_C(0);
  for (unsigned k = 0; k < 2; k++) {
    n_code = 0;
    emit(with(bar(2), 53, 42, k ? 40 : 32));
    wt_oracle_free(o);
    ck_assert_ptr_nonnull(o = wt_oracle_new(1, 64, 1, 0));
    OK(wt_oracle_set_code(o, code, n_code));
    OK(wt_oracle_cta_start(o, 0, id, n, 0));
    OK(wt_oracle_warp_start(o, 0, 0, 0, all));
    if (!k) OK(wt_oracle_issue(o, 0, 0, all));
    else FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 0, all), "waits for 40 threads, but 64 have come together");
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("oracle_meet");
  TCase *t = tcase_create("oracle");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, cta_barrier_counts_threads);
  tcase_add_test(t, barrier_ignores_exited_threads);
  tcase_add_test(t, barrier_arrive_with_a_count);
  tcase_add_test(t, barrier_numbers_in_registers);
  tcase_add_test(t, warpsync_waits_for_its_lanes);
  tcase_add_test(t, reductions);
  tcase_add_test(t, barriers_are_apart);
  tcase_add_test(t, barriers_in_registers);
  tcase_add_test(t, warpsync_masks);
  tcase_add_test(t, warpsync_of_a_part_of_a_warp);
  tcase_add_test(t, exits_complete_barriers);
  tcase_add_test(t, counts_of_whole_warps);
  tcase_add_test(t, two_warps_in_one);
  suite_add_tcase(s, t);
  return suite_run(s);
}
