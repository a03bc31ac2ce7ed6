/* test_wt_units.c - what becomes of kernels under every control-flow unit: which ones end, and how the others are stopped. All verdicts
 * on the C twin with the oracle in tandem; a sample in lock-step. The programs that strict Hanoi gets wrong are in its document.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_cases.h"
#include "lib/wt_lot.h"
#include "warptwin.h"
#include "tests/beside_kit.h"
#include "tests/suite.h"

static wt_cases cases;

static int run(const char *name, const char *const *set, wt_backend backend, char *verdict, size_t n) {
  const wt_case *c = wt_cases_find(&cases, name);
  wt_options o = {backend, "small", set, 1, UINT64_C(20000000), 0};
  wt_session *s;
  char msg[4200] = "";
  ck_assert_msg(c != NULL, "no kernel %s in the manifest", name);
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  kit_beside(s, backend, "small");
  wt_set_quiet(s, 1);
  int st = wt_case_run(c, s, 1, msg, sizeof msg);
  snprintf(verdict, n, "%s: %.300s", wt_verdict(s), msg);
  wt_session_close(s);
  return st;
}

static const char *const yr[] = {"DIVERGENCE=hanoi_yr", NULL}, *const hanoi[] = {"DIVERGENCE=hanoi", NULL},
                         *const stack[] = {"DIVERGENCE=simt_stack", NULL}, *const barrier[] = {"DIVERGENCE=barrier", NULL},
                         *const barrier_rr[] = {"DIVERGENCE=barrier", "PATH_POLICY=rr", NULL},
                         *const lane[] = {"DIVERGENCE=barrier", "CB_MASKS=lane", NULL}, *const paths[] = {"DIVERGENCE=multipath", NULL},
                         *const stack_bssy[] = {"DIVERGENCE=simt_stack", "STACK_RPC=bssy", NULL},
                         *const paths_yield[] = {"DIVERGENCE=multipath", "RPC_DELAY=yield", NULL},
                         *const paths_static[] = {"DIVERGENCE=multipath", "RPC_DELAY=static", NULL};

/* Units that promise progress: every kernel of the tree ends, locks, flags and chains of waiting splits included. */
static const char *const *const progress[] = {yr, barrier, barrier_rr, lane, paths_yield};
START_TEST(every_kernel_ends_under_a_unit_that_promises_progress) {
  char v[400];
  ck_assert_uint_ge(cases.n, 30);
  for (size_t k = 0; k < cases.n; k++) {
    int st = run(cases.c[k].name, progress[_i], WT_BACKEND_C, v, sizeof v);
    ck_assert_msg(st == WT_OK, "%s under %s: %s", cases.c[k].name, progress[_i][0], v);
  }
}
END_TEST

static const struct {
  const char *const *set;
  const char *kernel;
  int status;
  const char *word;
} stopped[] = {
  {hanoi, "spin_perthread", WT_NO_END, "livelock"},    {hanoi, "backoff", WT_NO_END, "livelock"},
  {hanoi, "producer_consumer", WT_NO_END, "livelock"}, {hanoi, "chain", WT_NO_END, "livelock"},
  {hanoi, "maj_consumer", WT_NO_END, "livelock"},      {hanoi, "bar2", WT_DIFF, "its own next pc"},
  {hanoi, "deep8", WT_DIFF, "its own next pc"},        {stack, "spin_perthread", WT_NO_END, "livelock"},
  {stack, "backoff", WT_NO_END, "livelock"},           {stack, "chain", WT_NO_END, "livelock"},
  {stack, "maj_consumer", WT_NO_END, "livelock"},      {stack, "bar2", WT_UNSUPPORTED, "WARPSYNC"},
  {paths, "spin_perthread", WT_NO_END, "livelock"},    {paths, "backoff", WT_NO_END, "livelock"},
  {hanoi, "two_locks", WT_NO_END, "livelock"},         {hanoi, "rec_lock", WT_NO_END, "livelock"},
  {hanoi, "nest_wait", WT_NO_END, "livelock"},         {hanoi, "rec40", WT_UNSUPPORTED, "reconvergence points is full"},
  {hanoi, "recurse", WT_DIFF, "its own next pc"},      {hanoi, "deep10", WT_DIFF, "its own next pc"},
  {stack, "sw2", WT_UNSUPPORTED, "WARPSYNC"},          {paths, "two_locks", WT_NO_END, "livelock"},
};
START_TEST(the_others_are_stopped_with_the_right_verdict) {
  char v[400];
  int st = run(stopped[_i].kernel, stopped[_i].set, WT_BACKEND_C, v, sizeof v);
  ck_assert_msg(st == stopped[_i].status && strstr(v, stopped[_i].word), "%s under %s: status %d, %s", stopped[_i].kernel, stopped[_i].set[0], st, v);
}
END_TEST

START_TEST(moved_reconvergence_points_end_spin_locks) {
  char v[400];
  ck_assert_msg(run("spin_perthread", paths_static, WT_BACKEND_C, v, sizeof v) == WT_OK, "%s", v);
  ck_assert_msg(run("backoff", paths_static, WT_BACKEND_C, v, sizeof v) == WT_OK, "%s", v);
}
END_TEST

START_TEST(a_barrier_register_that_is_not_there_stops_the_run) {
  static const char *const few[] = {"DIVERGENCE=hanoi", "BX_REGS=8", NULL};
  char v[400];
  int st = run("deep6", few, WT_BACKEND_C, v, sizeof v);
  ck_assert_msg(st == WT_UNSUPPORTED && strstr(v, "BX_REGS"), "status %d, %s", st, v);
}
END_TEST

/* Every kernel under the units that promise nothing, and under the others without their help: it ends, or comes to the verdict of the
 * manifest. */
static const char *const *const judged[] = {hanoi, stack, stack_bssy, paths, paths_static};
static void as_the_manifest_says(const wt_case *c, const char *const *set, wt_backend backend) {
  wt_shape S;
  char v[400], err[200];
  ck_assert_int_eq(wt_shape_preset(&S, "small", err, sizeof err), 0);
  for (unsigned i = 0; set[i]; i++) ck_assert_int_eq(wt_shape_set(&S, set[i], err, sizeof err), 0);
  const char *stops = wt_case_stops(c, &S);
  int st = run(c->name, set, backend, v, sizeof v);
  if (stops)
    ck_assert_msg(st && !strncmp(v, stops, strlen(stops)) && (st != WT_DIFF || strstr(v, "oracle")), "%s under %s, expected %s: status %d, %s",
                  c->name, set[0], stops, st, v);
  else ck_assert_msg(st == WT_OK, "%s under %s: %s", c->name, set[0], v);
}
START_TEST(every_kernel_ends_or_is_stopped_as_the_manifest_says) {
  for (size_t k = 0; k < cases.n; k++) as_the_manifest_says(&cases.c[k], judged[_i], WT_BACKEND_C);
}
END_TEST

/* Both twins, also where the run has no end: kernels that divide warps most, and some by chance (`make units` runs all). */
static const char *const *const locked[] = {hanoi, barrier, lane, paths_yield, stack, paths};
START_TEST(twins_agree_on_a_sample) {
  const char *seed = getenv("WT_UNITS_SEED");
  uint64_t from = (seed ? strtoull(seed, NULL, 0) : 1) * 97 + (uint64_t)_i, last = 0;
  for (unsigned n = 0; n < 5; n++) { /* in the order of numbers of their names: a kernel more in the manifest takes at most one place */
    const wt_case *next = NULL;
    uint64_t least = UINT64_MAX;
    for (size_t k = 0; k < cases.n; k++) {
      uint64_t h = wt_lot(cases.c[k].name, from * UINT64_C(6364136223846793005));
      if (h > last && h < least) least = h, next = &cases.c[k];
    }
    ck_assert_ptr_nonnull(next);
    last = least;
    as_the_manifest_says(next, locked[_i], WT_BACKEND_COSIM);
  }
  as_the_manifest_says(wt_cases_find(&cases, "chain"), locked[_i], WT_BACKEND_COSIM);
}
END_TEST
START_TEST(twins_agree_under_every_unit) {
  static const char *const names[] = {"nested", "twolevel", "callk", "bigswitch", "hist", "bar2", "deep8"};
  for (unsigned k = 0; k < sizeof names / sizeof *names; k++) as_the_manifest_says(wt_cases_find(&cases, names[k]), locked[_i], WT_BACKEND_COSIM);
}
END_TEST

int main(void) {
  if (wt_cases_load(&cases, NULL, NULL)) return EXIT_FAILURE;
  Suite *s = suite_create("units");
  TCase *tc = tcase_create("verdicts"), *ls = tcase_create("lock_step");
  tcase_set_timeout(tc, 1800);
  tcase_set_timeout(ls, 3600);
  tcase_add_loop_test(tc, every_kernel_ends_under_a_unit_that_promises_progress, 0, (int)(sizeof progress / sizeof *progress));
  tcase_add_loop_test(tc, the_others_are_stopped_with_the_right_verdict, 0, (int)(sizeof stopped / sizeof *stopped));
  tcase_add_test(tc, moved_reconvergence_points_end_spin_locks);
  tcase_add_test(tc, a_barrier_register_that_is_not_there_stops_the_run);
  tcase_add_loop_test(tc, every_kernel_ends_or_is_stopped_as_the_manifest_says, 0, (int)(sizeof judged / sizeof *judged));
  tcase_add_loop_test(ls, twins_agree_on_a_sample, 0, (int)(sizeof locked / sizeof *locked));
  tcase_add_loop_test(ls, twins_agree_under_every_unit, 0, (int)(sizeof locked / sizeof *locked));
  suite_add_tcase(s, tc);
  suite_add_tcase(s, ls);
  int rc = suite_run(s);
  wt_cases_free(&cases);
  return rc;
}
