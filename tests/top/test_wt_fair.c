/* test_wt_fair.c - every warp goes on: programs that spin under schedulers that pass warps over, with SCHED_AGE and without it
 * (docs/blocks/issue/wt_sched.md, rules 16 to 19).
 */
#include "tests/cli_kit.h"

#define SPINS "spin_flag,spin_done,spin_barrier"

/* 256 threads are eight warps, which is all that small has. The references are those of the kernels. */
START_TEST(warps_that_spin_let_the_others_issue) {
  ck_assert_ptr_nonnull(
    strstr(output(0, "regress --config small --set SCHED=gto,oldest --set SCHED_AGE=1000 --jobs 2 --only " SPINS), "6 cases, 0 failed"));
  ck_assert_ptr_nonnull(
    strstr(output(0, "regress --run --config default,small --set SCHED=lrr,twolevel,gto,oldest,cggty --only " SPINS), "30 cases, 0 failed"));
}
END_TEST

/* Sub-warps that spin are warps to the scheduler. */
START_TEST(sub_warps_that_spin_let_the_others_issue) {
  static const char dwr[] = "regress --run --config small --set GROUPING=dwr --set WARP_SIZE=8 --set SCHED=gto,oldest --only spin_perthread,backoff";
  static const char *const more[] = {"", " --set COLLECTORS=1", " --set WAR=none", " --set LANES=4"};
  char args[400];
  for (unsigned i = 0; i < 4; i++) {
    snprintf(args, sizeof args, "%s%s", dwr, more[i]);
    ck_assert_ptr_nonnull(strstr(output(0, args), "4 cases, 0 failed"));
  }
  snprintf(args, sizeof args,
           "run '%s/tests/kernels/spin_perthread.cubin' --grid 8 --block 32 --arg out:16:l --arg out:32:d --arg i32:256 --arg i32:3 "
           "--config small --set GROUPING=dwr --set WARP_SIZE=8 --set LANES=4 --max-cycles 4000000",
           wt_root());
  output(0, args);
}
END_TEST

static void run(int code, const char *kernel, const char *keys, char *err, size_t n) {
  char args[800];
  snprintf(args, sizeof args, "run '%s/tests/kernels/%s.cubin' --grid 1 --block 256 %s --config small %s", wt_root(), kernel,
           strcmp(kernel, "spin_flag") ? "--arg out:1024:in --arg out:1024:o" : "--arg out:1024:o", keys);
  ck_assert_int_eq(warptwin(args, err, n), code);
}

/* Without it: a proof, or, where the state does not repeat, a limit; both say who is passed over, why, and what helps. */
START_TEST(who_is_passed_over_is_named_with_the_remedy) {
  char err[16384];
  run(4, "spin_flag", "--set SCHED_AGE=0", err, sizeof err);
  ck_assert_msg(strstr(err, "livelock: ") && strstr(err, " could issue and is passed over: --set SCHED_AGE=4096 or --set SCHED=lrr"), "%s", err);
  run(4, "spin_barrier", "--set SCHED_AGE=0 --no-oracle --max-cycles 150000", err, sizeof err);
  const char *note = strstr(err, "warptwin: note: kernel spin_barrier, cycle 10"), *end = strstr(err, "max-cycles: ");
  ck_assert_msg(note && end && note < end && !strstr(note + 1, "warptwin: note: kernel"), "%s", err);
  ck_assert_msg(strstr(end, " could issue and has not since cycle ") && strstr(end, ", because of warp 0, 1") && strstr(end, "--set SCHED=lrr"), "%s",
                err);
  run(4, "spin_barrier", "--set SCHED_AGE=0 --no-oracle --max-cycles 90000", err, sizeof err); /* not yet */
  ck_assert_msg(!strstr(err, "could issue") && strstr(err, "nothing is proved"), "%s", err);
  run(4, "spin_barrier", "--quiet --set SCHED_AGE=0 --no-oracle --max-cycles 150000", err, sizeof err);
  ck_assert_msg(!strstr(err, "note: kernel") && strstr(err, "because of warp"), "%s", err);
  run(0, "spin_barrier", "--set SCHED_AGE=0 --set SCHED=lrr", err, sizeof err);
  ck_assert_msg(!strstr(err, "could issue"), "%s", err);
}
END_TEST

/* A lock that the control-flow unit keeps from its owner: proved with rounds that end by their length, too, after a few of them. */
START_TEST(a_livelock_is_proved_beside_rounds) {
  static const char lock[] =
    "run '%s/tests/kernels/spin_perthread.cubin' --grid 4 --block 40 --arg out:16:l --arg out:32:d --arg i32:150 --arg i32:3 --config small "
    "--set DIVERGENCE=simt_stack --set SCHED_AGE=%u --max-cycles 100000";
  static const unsigned age[] = {0, 1000, 4096};
  char args[400], err[16384];
  for (unsigned i = 0; i < 3; i++) {
    snprintf(args, sizeof args, lock, wt_root(), age[i]);
    ck_assert_int_eq(warptwin(args, err, sizeof err), 4);
    ck_assert_msg(strstr(err, "livelock: ") && (strstr(err, "SCHED_AGE=4096") != NULL) == !i, "%s", err);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_fair");
  TCase *tc = tcase_create("programs");
  tcase_set_timeout(tc, 900);
  tcase_add_checked_fixture(tc, setup, teardown);
  tcase_add_test(tc, warps_that_spin_let_the_others_issue);
  tcase_add_test(tc, sub_warps_that_spin_let_the_others_issue);
  tcase_add_test(tc, who_is_passed_over_is_named_with_the_remedy);
  tcase_add_test(tc, a_livelock_is_proved_beside_rounds);
  suite_add_tcase(s, tc);
  SRunner *sr = srunner_create(s);
  srunner_run_all(sr, CK_NORMAL);
  int failed = srunner_ntests_failed(sr);
  srunner_free(sr);
  return failed != 0;
}
