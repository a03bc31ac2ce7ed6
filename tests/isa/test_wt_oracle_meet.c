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

int main(void) {
  Suite *s = suite_create("oracle_meet");
  TCase *t = tcase_create("oracle");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, cta_barrier_counts_threads);
  tcase_add_test(t, barrier_ignores_exited_threads);
  tcase_add_test(t, barrier_arrive_with_a_count);
  tcase_add_test(t, barrier_numbers_in_registers);
  tcase_add_test(t, warpsync_waits_for_its_lanes);
  suite_add_tcase(s, t);
  return suite_run(s);
}
