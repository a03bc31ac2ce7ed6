/* test_wt_modes.c - kernels in lock-step under the modes and structures that the presets do not choose. */
#include <stdlib.h>

#include "cli/cli_cases.h"
#include "warptwin.h"
#include "tests/beside_kit.h"
#include "tests/suite.h"

static wt_cases cases;

static void run(const char *name, const char *preset, const char *const *set, wt_backend backend) {
  const wt_case *c = wt_cases_find(&cases, name);
  wt_options o = {backend, preset, set, 1, UINT64_C(20000000), 0};
  wt_session *s;
  char msg[600] = "";
  ck_assert_msg(c != NULL, "no kernel %s in the manifest", name);
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  kit_beside(s, backend, preset);
  wt_set_quiet(s, 1);
  int st = wt_case_run(c, s, 1, msg, sizeof msg);
  ck_assert_msg(st == WT_OK, "%s, %s: %s", name, set ? set[0] : "", msg);
  wt_session_close(s);
}

static const char *const names[] = {"vecadd", "reduce", "nested", "transpose", "hist", "spin_perthread", "scan", "matmul"};
enum { N_NAMES = sizeof names / sizeof *names };
static int have(const char *n) { return wt_cases_find(&cases, n) != NULL; }

/* Modes enter a built machine as inputs. WAR=none is not here: it computes wrong results by intent (test_wt_operand shows it). */
static const char *const modes[][4] = {{"WAR=read", "SCHED=oldest"},
                                       {"WAR=bloom", "SCHED=twolevel"},
                                       {"LAYOUT=naive", "SCHED=lrr"},
                                       {"PATH_ORDER=minority", "SCHED=cggty", "YIELD_RELEASE=1"},
                                       {"PATH_ORDER=taken", "MEM_LAT=7"}};

START_TEST(modes_in_lock_step) {
  unsigned done = 0;
  for (unsigned k = 0; k < N_NAMES; k++)
    if (have(names[k])) run(names[k], "small", modes[_i], WT_BACKEND_COSIM), done++;
  ck_assert_uint_ge(done, 5);
}
END_TEST

/* The Coon scoreboard and naive staging: another machine, all kernels on the C twin with the oracle, some in lock-step. */
static const char *const other[] = {"SCOREBOARD=coon", "OPREAD=naive", NULL};
START_TEST(coon_and_naive_staging_on_the_oracle) {
  wt_shape S;
  char err[200];
  ck_assert_int_eq(wt_shape_preset(&S, "small", err, sizeof err), 0);
  for (size_t k = 0; k < cases.n; k++)
    if (wt_case_fits(&cases.c[k], &S)) run(cases.c[k].name, "small", other, WT_BACKEND_C);
}
END_TEST
START_TEST(coon_and_naive_staging_in_lock_step) {
  for (unsigned k = 0; k < N_NAMES; k++)
    if (have(names[k])) run(names[k], "small", other, WT_BACKEND_COSIM);
}
END_TEST

/* The scoreboard that tells the paths of a warp apart, with both units that tell it which lanes run. */
static const char *const split[][6] = {{"DIVERGENCE=hanoi_yr", "SCOREBOARD=coon", "SB_SPLIT=1"},
                                       {"DIVERGENCE=multipath", "SCOREBOARD=coon", "SB_SPLIT=1", "RPC_DELAY=yield"},
                                       {"DIVERGENCE=multipath", "SCOREBOARD=coon", "SB_SPLIT=1", "RPC_DELAY=yield", "PATH_POLICY=rr"},
                                       {"DIVERGENCE=hanoi_yr", "SCOREBOARD=coon", "SB_SPLIT=1", "SB_ENTRIES=3", "PATH_ORDER=minority"}};
START_TEST(split_aware_scoreboard_on_the_oracle) {
  wt_shape S;
  char err[200];
  ck_assert_int_eq(wt_shape_preset(&S, "small", err, sizeof err), 0);
  for (size_t k = 0; k < cases.n; k++)
    if (wt_case_fits(&cases.c[k], &S)) run(cases.c[k].name, "small", split[_i], WT_BACKEND_C);
}
END_TEST
START_TEST(split_aware_scoreboard_in_lock_step) {
  static const char *const divergent[] = {"nested", "callk", "bigswitch", "twolevel", "spin_perthread", "bar2", "hist", "warpmask"};
  for (unsigned k = 0; k < sizeof divergent / sizeof *divergent; k++) {
    ck_assert_msg(have(divergent[k]), "no kernel %s in the manifest", divergent[k]);
    run(divergent[k], "small", split[_i], WT_BACKEND_COSIM);
  }
}
END_TEST

int main(void) {
  if (wt_cases_load(&cases, NULL, NULL)) return EXIT_FAILURE;
  Suite *s = suite_create("modes");
  TCase *tc = tcase_create("modes");
  tcase_set_timeout(tc, 1800);
  tcase_add_loop_test(tc, modes_in_lock_step, 0, (int)(sizeof modes / sizeof *modes));
  tcase_add_test(tc, coon_and_naive_staging_on_the_oracle);
  tcase_add_test(tc, coon_and_naive_staging_in_lock_step);
  tcase_add_loop_test(tc, split_aware_scoreboard_on_the_oracle, 0, (int)(sizeof split / sizeof *split));
  tcase_add_loop_test(tc, split_aware_scoreboard_in_lock_step, 0, 3); /* the fourth has other tables, so an RTL of its own */
  suite_add_tcase(s, tc);
  int rc = suite_run(s);
  wt_cases_free(&cases);
  return rc;
}
