/* test_wt_visits.c - the ACTIVE rows (cmodel/spec/README.md): a block that a cycle does not visit would have stayed as it is. The generated order
 * of evaluation is built once more, with calls that visit every instance: those that the rows leave out must not change a byte of the block; of
 * every function some call that the rows ask for does change one, so the comparison sees it.
 * WT_VISITS_ALL=1: every kernel; else a sample.
 */
#include <stdio.h>
#include <string.h>

#include "cli/cli_cases.h"
#include "lib/wt_session.h"
#include "spec/wt_gpu.h"
#include "tests/suite.h"

/* Functions that the rows may leave out, in the order in which they come up. */
static struct seen {
  const char *stem, *what;
  unsigned long long left_out, changed;
} seen[128];
static unsigned n_seen;
static const char *shape_now, *kernel_now;

static struct seen *entry(const char *stem, const char *what) {
  unsigned i = 0;
  while (i < n_seen && (seen[i].stem != stem || seen[i].what != what)) i++;
  if (i < n_seen) return &seen[i];
  ck_assert_uint_lt(n_seen, 128);
  seen[n_seen] = (struct seen){stem, what, 0, 0};
  return &seen[n_seen++];
}

/* After the call of an instance; before: what it was. */
static void compare(struct seen *e, int asked, const void *before, const void *after, size_t n) {
  int same = !memcmp(before, after, n);
  if (asked) e->changed += !same;
  else e->left_out++;
  ck_assert_msg(asked || same, "%s on %s: %s of wt_%s is left out by its ACTIVE row, but changes something", kernel_now, shape_now, e->what, e->stem);
}

#define WT_VISIT_SET(set, n, stem, what, at)                               \
  do {                                                                     \
    static struct seen *e;                                                 \
    if (!e) e = entry(#stem, #what);                                       \
    const uint64_t asked = (set);                                          \
    for (unsigned k = 0; k < (n); k++) {                                   \
      wt_##stem before;                                                    \
      memcpy(&before, &(at)[k], sizeof before);                            \
      wt_##stem##_##what(&(at)[k]);                                        \
      compare(e, (int)(asked >> k & 1), &before, &(at)[k], sizeof before); \
    }                                                                      \
  } while (0)
#define WT_VISIT(go, stem, what, self) WT_VISIT_SET(((go) != 0), 1, stem, what, self)

/* Linked in the place of the library's (scripts/test.mk). */
#define wt_gpu_moore __wrap_wt_gpu_moore
#define wt_gpu_eval __wrap_wt_gpu_eval
#define wt_gpu_tick __wrap_wt_gpu_tick
#define wt_gpu_wake __wrap_wt_gpu_wake
#define wt_gpu_eval_sm __wrap_wt_gpu_eval_sm
#define wt_gpu_tick_sm __wrap_wt_gpu_tick_sm
#define wt_gpu_eval_top __wrap_wt_gpu_eval_top
#define wt_gpu_tick_top __wrap_wt_gpu_tick_top
void wt_gpu_moore(wt_gpu *gpu);
void wt_gpu_eval(wt_gpu *gpu);
void wt_gpu_tick(wt_gpu *gpu);
void wt_gpu_wake(wt_gpu *gpu);
void wt_gpu_eval_sm(wt_gpu *gpu, unsigned i);
void wt_gpu_tick_sm(wt_gpu *gpu, unsigned i);
void wt_gpu_eval_top(wt_gpu *gpu);
void wt_gpu_tick_top(wt_gpu *gpu);
#include "wt_order.c"

static wt_cases cases;
static const char *const kernels[] = {"matmul", "reduce", "shuffle", "fltdiv", "atomics", "bitonic", "indirect", "mandel", "dreduce"};
static const struct {
  const char *preset, *set[4];
} shapes[] = {
  {"small", {NULL}},
  {"default", {NULL}},
  {"small", {"LANES=4", "OPREAD=naive", "DIVERGENCE=multipath", NULL}},
  {"tiny", {"DIVERGENCE=simt_stack", "SCHED=twolevel", "FP_LAT=7", NULL}},
  {"small", {"FP64_LAT=9", "DIVERGENCE=barrier", "WAR=bloom", NULL}},
  {"small", {"L1_BYTES=4096", "REPLAY=replay", "SCOREBOARD=coon", NULL}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* 1 = it ran. */
static int run(const wt_case *c, unsigned shape) {
  wt_options so = {WT_BACKEND_C, shapes[shape].preset, shapes[shape].set, 1, UINT64_C(20000000), 0};
  wt_session *s;
  wt_shape S;
  char err[300], msg[2000];
  ck_assert_int_eq(wt_shape_preset(&S, shapes[shape].preset, err, sizeof err), 0);
  if (!wt_case_fits(c, &S) || wt_case_stops(c, &S)) return 0;
  kernel_now = c->name, shape_now = shapes[shape].preset;
  ck_assert_int_eq(wt_session_open(&so, &s), WT_OK);
  wt_set_quiet(s, 1), wt_set_output(s, NULL), wt_set_mismatch(s, NULL);
  int status = wt_case_run(c, s, 5, msg, sizeof msg);
  ck_assert_msg(!status || strstr(msg, WT_SHAPE_TOO_SMALL), "%s on %s: %s", c->name, shape_now, msg);
  wt_session_close(s);
  return !status;
}

START_TEST(what_is_not_visited_would_not_change) {
  unsigned n = 0, whole = 0;
  ck_assert_int_eq(wt_cases_load(&cases, NULL, NULL), 0);
  for (unsigned shape = 0; shape < SHAPES; shape++) {
    if (getenv("WT_VISITS_ALL"))
      for (size_t i = 0; i < cases.n; i++) n += (unsigned)run(&cases.c[i], shape);
    else
      for (unsigned k = shape; k < sizeof kernels / sizeof *kernels; k += shape ? 2 : 1) {
        const wt_case *c = wt_cases_find(&cases, kernels[k]);
        if (c) n += (unsigned)run(c, shape);
      }
  }
  for (unsigned i = 0; i < n_seen; i++) {
    if (!seen[i].left_out || !seen[i].changed)
      printf("visits: %s of wt_%s: left out %llu times, changed something %llu times\n", seen[i].what, seen[i].stem, seen[i].left_out,
             seen[i].changed);
    whole += seen[i].left_out && seen[i].changed;
  }
  printf("visits: %u runs, %u functions of blocks: what is left out changes nothing\n", n, n_seen);
  ck_assert_uint_ge(n_seen, 40);
  ck_assert_uint_eq(whole, n_seen);
}
END_TEST

int main(void) {
  Suite *s = suite_create("visits");
  TCase *t = tcase_create("kernels");
  tcase_set_timeout(t, 36000);
  tcase_add_test(t, what_is_not_visited_would_not_change);
  suite_add_tcase(s, t);
  return suite_run(s);
}
