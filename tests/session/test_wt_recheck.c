/* test_wt_recheck.c - stored checkpoints, each to the next: equal segments make an equal run, a fault is found in the segment that it is in and in no other, and
 * a folder that is no run is refused. Smaller files of a difference fail as the large one did.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/wt_twin_rtl.h"
#include "lib/wt_recheck.h"
#include "lib/wt_session.h"
#include "lib/wt_shrink.h"
#include "tests/host_kit.h"
#include "tests/suite.h"

enum { EVERY = 3000 };
static char dir[] = "/tmp/wt_recheck_XXXXXX";
static wt_recheck_point *point;
static size_t n;

/* ---- a fault: a bit of the RTL's scheduler in one cycle, or in every cycle from there on ---- */

static uint64_t now, when, until;
static void poke(void *ctx, wt_ls *l) {
  (void)ctx;
  if (now < when || now >= until) return;
  wt_bind *b = wt_ls_find(l, "sched", 0, "last");
  ck_assert_ptr_nonnull(b);
  b->rtl[0] ^= 1;
}
static void on_edge(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx, (void)x;
  now = cycle;
}
static void hooks(wt_session *s, uint64_t cycle) {
  now = cycle;
  s->x.twin->ls.poke = poke;
  wt_session_on_edge(s, on_edge, NULL);
}

static void checkpoints(void) {
  char err[600];
  wt_options o = {.backend = WT_BACKEND_C, .preset = "small", .seed = 1};
  wt_session *s;
  if (point) return;
  ck_assert_ptr_nonnull(mkdtemp(dir));
  ck_assert_int_eq(wt_session_open(&o, &s), WT_OK);
  wt_set_quiet(s, 1);
  wt_set_checkpoints(s, EVERY, dir, 0, NULL);
  wt_set_checkpoint_start(s, 1);
  ck_assert_msg(kit_host(s, "vecadd") == WT_OK, "%s", wt_error(s));
  wt_session_close(s);
  ck_assert_msg(!wt_recheck_list(dir, &point, &n, err, sizeof err), "%s", err);
  ck_assert_uint_ge(n, 4);
  ck_assert_uint_eq(point[0].cycle, 0);
}

static wt_rechecked segment(size_t i, size_t next) {
  static wt_rechecked r;
  wt_options o = {.backend = WT_BACKEND_COSIM, .no_oracle = 1};
  wt_session *s;
  ck_assert_msg(wt_session_resume(point[i].file, &o, &s) == WT_OK && wt_session_start(s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1), wt_set_output(s, NULL);
  hooks(s, point[i].cycle);
  wt_recheck(s, point[i].file, next < n ? point[next].cycle : 0, next < n ? point[next].state : "", &r);
  wt_session_close(s);
  return r;
}

START_TEST(segments_make_the_run) {
  when = until = 0;
  for (size_t i = 0; i < n; i++) {
    wt_rechecked r = segment(i, i + 1);
    ck_assert_msg(r.status == WT_OK, "segment %zu: %s", i, r.text);
    ck_assert_uint_eq(r.start, point[i].cycle);
    ck_assert_str_eq(r.from, point[i].state);
    if (i + 1 < n) ck_assert_str_eq(r.to, point[i + 1].state);
    ck_assert_int_eq(r.ended, i + 1 == n);
  }
  wt_rechecked r = segment(0, 2); /* one of the checkpoints is not needed */
  ck_assert_msg(r.status == WT_OK && r.end == 2 * EVERY, "%s", r.text);
}
END_TEST

START_TEST(a_fault_is_in_its_segment) {
  when = 2 * EVERY + 700, until = when + 1;
  for (size_t i = 0; i < n; i++) {
    wt_rechecked r = segment(i, i + 1);
    ck_assert_msg((r.status == WT_DIFF) == (i == 2), "segment %zu: %d %s", i, r.status, r.text);
    if (i == 2) ck_assert_msg(strstr(r.text, "FIRST DIFFERENCE  cycle 6701 ") && strstr(r.text, "block wt_sched, state last"), "%s", r.text);
  }
}
END_TEST

/* The end of a segment must be the state that the next checkpoint holds, and the RTL's reset that of the C twin. */
START_TEST(the_chain_and_the_reset) {
  when = until = 0;
  char state[65];
  memcpy(state, point[1].state, sizeof state);
  point[1].state[5] ^= 1;
  wt_rechecked r = segment(0, 1);
  memcpy(point[1].state, state, sizeof state);
  ck_assert_msg(r.status == WT_DIFF && strstr(r.text, "ends in another state than the next checkpoint holds"), "%s", r.text);
  when = 0, until = 1; /* the bit differs after the reset of the RTL */
  r = segment(0, 1);
  ck_assert_msg(r.status == WT_DIFF && strstr(r.text, "cycle 0 (reset values)\nblock wt_sched, state last"), "%s", r.text);
}
END_TEST

START_TEST(folders_that_are_no_run) {
  char other[] = "/tmp/wt_recheck_XXXXXX", err[1500] = "", cmd[400];
  wt_recheck_point *list;
  size_t k;
  ck_assert_ptr_nonnull(mkdtemp(other));
  ck_assert_int_eq(wt_recheck_list("/nonexistent", &list, &k, err, sizeof err), -1);
  ck_assert_msg(strstr(err, "cannot read the folder"), "%s", err);
  ck_assert_int_eq(wt_recheck_list(other, &list, &k, err, sizeof err), -1);
  ck_assert_msg(strstr(err, "holds no checkpoints"), "%s", err);
  snprintf(cmd, sizeof cmd, "cp %s %s/a.wtck && cp %s %s/b.wtck", point[0].file, other, point[0].file, other);
  ck_assert_int_eq(system(cmd), 0);
  ck_assert_int_eq(wt_recheck_list(other, &list, &k, err, sizeof err), -1);
  ck_assert_msg(strstr(err, "two checkpoints of cycle 0"), "%s", err);
  snprintf(cmd, sizeof cmd, "head -c 3000 %s >%s/b.wtck", point[1].file, other);
  ck_assert_int_eq(system(cmd), 0);
  ck_assert_int_eq(wt_recheck_list(other, &list, &k, err, sizeof err), -1);
  ck_assert_msg(strstr(err, "b.wtck") && !strchr(err, '\n'), "%s", err);
  snprintf(cmd, sizeof cmd, "rm -r %s", other);
  ck_assert_int_eq(system(cmd), 0);
}
END_TEST

/* ---- smaller files ---- */

static void begin(void *ctx, wt_session *s, uint64_t cycle) {
  (void)ctx;
  hooks(s, cycle);
}
START_TEST(smaller_and_fails_alike) {
  static wt_shrunk r;
  char wave[120], bundle[120], out[120], err[1500];
  wt_options o = {.backend = WT_BACKEND_COSIM, .preset = "small", .seed = 1};
  wt_session *s;
  snprintf(wave, sizeof wave, "%s/m.fst", dir), snprintf(bundle, sizeof bundle, "%s/m.bundle", dir), snprintf(out, sizeof out, "%s/s.bundle", dir);
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK && wt_session_start(s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1), wt_set_mismatch(s, wave), wt_set_bundle(s, bundle);
  when = 2500, until = UINT64_MAX;
  hooks(s, 0);
  ck_assert_int_eq(kit_host(s, "nested"), WT_DIFF);
  ck_assert_msg(strstr(wt_error(s), "block wt_sched, state last") && strstr(wt_error(s), "\nroot: wt_sched") &&
                  strstr(wt_error(s), "\ninputs of wt_sched in cycle 2500") && strstr(wt_error(s), "\nlast events of wt_sched") &&
                  strstr(wt_error(s), "\nto look at it: gtkwave"),
                "%s", wt_error(s));
  wt_session_close(s);
  wt_shrink_opts w = {.file = bundle, .out = out, .begin = begin, .attempts = 60};
  when = 12; /* as a mistake that shows early in every run would be */
  ck_assert_msg(wt_shrink(&w, &r, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_int_eq(r.anew, 1);
  ck_assert_msg(r.cycles <= 4 && r.insns < r.insns_before && r.grid[0] == 1 && r.attempts > 5, "%llu cycles, %u of %u instructions, grid %u",
                (unsigned long long)r.cycles, r.insns, r.insns_before, r.grid[0]);
  ck_assert_msg(strstr(r.report, "block wt_sched, state last"), "%s", r.report);
  free(r.listing);
  w.file = out, w.out = bundle, w.later_only = 1;
  ck_assert_msg(wt_shrink(&w, &r, err, sizeof err) == WT_OK && r.cycles <= 4, "%s", err); /* what it wrote is such a file, too */
  free(r.listing);
  when = until = 0;
  ck_assert_int_eq(wt_shrink(&w, &r, err, sizeof err), WT_DIFF);
  ck_assert_msg(strstr(err, "does not come again"), "%s", err);
  w.file = point[0].file;
  ck_assert_int_eq(wt_shrink(&w, &r, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, "a checkpoint without a difference"), "%s", err);
}
END_TEST

int main(void) {
  char cmd[100];
  Suite *s = suite_create("recheck");
  TCase *t = tcase_create("recheck");
  tcase_set_timeout(t, 0);
  tcase_add_test(t, segments_make_the_run);
  tcase_add_test(t, a_fault_is_in_its_segment);
  tcase_add_test(t, the_chain_and_the_reset);
  tcase_add_test(t, folders_that_are_no_run);
  tcase_add_test(t, smaller_and_fails_alike);
  tcase_add_unchecked_fixture(t, checkpoints, NULL);
  suite_add_tcase(s, t);
  int rc = suite_run(s);
  wt_recheck_free(point, n);
  snprintf(cmd, sizeof cmd, "rm -r %s", dir);
  return system(cmd) ? EXIT_FAILURE : rc;
}
