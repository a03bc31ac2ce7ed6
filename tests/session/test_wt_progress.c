/* test_wt_progress.c - how far a launch is, by the library (wt_set_progress), and a plan of many cases. The lines of exec, run and cosim:
 * tests/cuda/test_wt_cuda_ends.c.
 */
#include "tests/cli_kit.h"
#include "warptwin.h"

enum { GRID = 400, LOOK = 1024, BYTES = 200 };
typedef struct {
  unsigned calls, starts;
  wt_progress last;
  uint64_t more[10000]; /* CTAs at each call */
} seen;
static void look(void *ctx, const wt_progress *now) {
  seen *s = ctx;
  ck_assert_str_eq(now->kernel, "vecadd");
  ck_assert_uint_eq(now->grid, GRID);
  if (!now->cycles) {
    s->starts++, s->calls = 0;
    ck_assert_uint_eq(now->ctas, 0);
  } else {
    ck_assert_uint_le(now->cycles, s->last.cycles + LOOK);
    ck_assert_uint_gt(now->cycles, s->last.cycles);
    ck_assert_uint_ge(now->ctas, s->last.ctas);
    ck_assert_uint_le(now->ctas, GRID);
  }
  ck_assert_uint_lt(s->calls, 10000);
  s->more[s->calls++] = now->ctas;
  s->last = *now;
}

/* Blocks that are all alike, a few at a time: their share is that of the cycles. */
static void launch(wt_backend b, unsigned jobs) {
  static seen s;
  char cubin[1200];
  wt_session *d;
  wt_module *m;
  wt_addr at[3];
  int n = BYTES / 4;
  const wt_options o = {.backend = b, .preset = "tiny"};
  memset(&s, 0, sizeof s);
  snprintf(cubin, sizeof cubin, "%s/tests/kernels/vecadd.cubin", wt_root());
  ck_assert_int_eq(wt_session_open(&o, &d), WT_OK);
  ck_assert_int_eq(wt_module_load(d, cubin, &m), WT_OK);
  for (int i = 0; i < 3; i++) ck_assert(!wt_alloc(d, BYTES, &at[i]) && !wt_fill(d, at[i], 0, BYTES));
  wt_set_quiet(d, 1);
  wt_set_progress(d, look, &s);
  if (jobs) wt_set_jobs(d, jobs, 2000, 0);
  const wt_arg args[] = {{&at[0], 8}, {&at[1], 8}, {&at[2], 8}, {&n, 4}};
  for (unsigned k = 1; k <= 2; k++) {
    uint64_t before = wt_stats(d)->cycles;
    ck_assert_msg(!wt_launch(d, m, NULL, &(wt_dims){{10, 8, GRID / 80}, {8, 1, 1}, 0}, args, 4), "%s", wt_error(d));
    uint64_t cycles = wt_stats(d)->cycles - before;
    ck_assert_uint_eq(s.starts, k);
    ck_assert_uint_eq(s.calls, 1 + (cycles - 1) / LOOK);
    for (unsigned i = 1; i < s.calls && b != WT_BACKEND_RTL; i++) {
      double want = (double)i * LOOK / (double)cycles * GRID, err = want - (double)s.more[i];
      ck_assert_msg(err < 0.03 * GRID + 3 && err > -0.03 * GRID - 3, "look %u of %u: %llu CTAs, want %.1f", i, s.calls, (unsigned long long)s.more[i],
                    want);
    }
  }
  ck_assert_uint_ge(s.calls, 10);
  wt_set_progress(d, NULL, NULL);
  ck_assert_int_eq(wt_launch(d, m, NULL, &(wt_dims){{10, 8, GRID / 80}, {8, 1, 1}, 0}, args, 4), WT_OK);
  ck_assert_uint_eq(s.starts, 2);
  wt_session_close(d);
}
START_TEST(the_c_twin_tells) { launch(WT_BACKEND_C, 0); }
END_TEST
START_TEST(lock_step_tells_with_and_without_workers) {
  launch(WT_BACKEND_COSIM, 0);
  launch(WT_BACKEND_COSIM, 2);
  launch(WT_BACKEND_RTL, 0);
}
END_TEST

/* Long before the first case of a large plan has run. */
START_TEST(a_large_plan_says_how_far_it_is) {
  enum { CASES = 400 };
  static char text[CASES * 400];
  char err[16384];
  size_t n = 0;
  for (int i = 0; i < CASES; i++)
    n += (size_t)snprintf(
      text + n, sizeof text - n,
      "%c{\"name\": \"case%d\", \"cubin\": \"%s/tests/kernels/vecadd.cubin\", \"cli\": \"--grid 1 --block 8 --arg in:a.bin --arg in:a.bin "
      "--arg out:200:c.bin --arg i32:8\"}",
      i ? ',' : '[', i, wt_root());
  file("many.json", text, n + (size_t)snprintf(text + n, sizeof text - n, "]\n"));
  setenv("WARPTWIN_PROGRESS", "0.01", 1);
  ck_assert_int_eq(warptwin("regress --run --config tiny many.json", err, sizeof err), 0);
  ck_assert_msg(strstr(err, " of 400 launches looked at: case") != NULL, "%s", err);
  ck_assert_int_eq(warptwin("regress --run -q --config tiny many.json", err, sizeof err), 0);
  ck_assert_str_eq(err, "");
  ck_assert_ptr_nonnull(strstr(output(0, "regress --run -q --config tiny many.json"), "\n400 cases, 0 failed\n"));
}
END_TEST

int main(void) {
  TCase *t = tcase_create("progress");
  tcase_add_test(t, the_c_twin_tells);
  if (!getenv("WT_C_ONLY")) tcase_add_test(t, lock_step_tells_with_and_without_workers);
  tcase_add_test(t, a_large_plan_says_how_far_it_is);
  return run_suite("progress", t);
}
