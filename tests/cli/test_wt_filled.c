/* test_wt_filled.c - inputs with sizes: references hold for larger ones, medium ones fill the presets and small ones do not, and the command line. On the
 * C twin: what a kernel computes on both is the matter of the other suites.
 */
#include "cli/cli_cases.h"
#include "tests/cli_kit.h"
#include "warptwin.h"

static wt_cases cases;

static int run(wt_case *c, const char *preset, unsigned scale, uint64_t limit, wt_counters *used, char *msg, size_t n) {
  wt_options o = {WT_BACKEND_C, preset, NULL, 1, limit, limit > 0};
  wt_session *s;
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1);
  wt_set_occupancy(s, used != NULL);
  c->scale = scale;
  int st = wt_case_run(c, s, 1, msg, n);
  if (used) *used = *wt_stats(s);
  wt_session_close(s);
  c->scale = 0;
  return st;
}

/* With the oracle; no size that the launches divide evenly. */
START_TEST(references_hold_for_larger_inputs) {
  unsigned n = 0;
  char msg[600];
  for (size_t k = 0; k < cases.n; k++)
    if (cases.c[k].medium) {
      int st = run(&cases.c[k], "small", 3, 0, NULL, msg, sizeof msg);
      ck_assert_msg(st == WT_OK, "%s@3: %s", cases.c[k].name, msg);
      n++;
    }
  ck_assert_uint_ge(n, 14);
}
END_TEST

static unsigned number(const char *key) {
  unsigned i = 0;
  while (i < WT_PEAKS && strcmp(wt_peak_key(i), key) != 0) i++;
  return i;
}
/* Did a CTA have to wait for its place? */
static int filled(const wt_counters *u) {
  return u->full[number("WARPS")] || u->full[number("CTAS")] || u->full[number("REGS")] || u->full[number("SMEM_BYTES")];
}

/* The first cycles of a launch are enough to see the machine full: CTAs come one after the other. Only nw begins with launches of few CTAs. */
START_TEST(medium_inputs_fill_the_presets) {
  static const char *const presets[] = {"small", "default", "thesis-tesla"};
  unsigned n = 0, idle = 0;
  wt_counters u;
  char msg[600];
  for (size_t k = 0; k < cases.n; k++)
    for (unsigned p = 0; cases.c[k].medium && p < sizeof presets / sizeof *presets; p++, n++) {
      uint64_t limit = strcmp(cases.c[k].name, "nw") ? 6000 : 100000;
      int st = run(&cases.c[k], presets[p], cases.c[k].medium, limit, &u, msg, sizeof msg);
      ck_assert_msg(st == WT_OK || st == WT_NO_END, "%s on %s: %s", cases.c[k].name, presets[p], msg);
      ck_assert_msg(filled(&u), "%s@%u does not fill %s: %u warps, %u CTAs at most", cases.c[k].name, cases.c[k].medium, presets[p],
                    u.peak[number("WARPS")], u.peak[number("CTAS")]);
      st = run(&cases.c[k], presets[p], 1, limit, &u, msg, sizeof msg);
      idle += !filled(&u);
    }
  ck_assert_uint_ge(n, 42);
  ck_assert_uint_ge(idle, 20); /* most small ones leave room: that is what the larger ones are for */
}
END_TEST

START_TEST(the_command_line_takes_a_size) {
  const char *t = output(0, "regress --run --only vecadd,coulomb --config small");
  ck_assert(strstr(t, "coulomb ") && strstr(t, "vecadd "));
  t = output(0, "whatif --base small --set WARPS=16 --scale 2 coulomb,scan -q");
  ck_assert_msg(strstr(t, "coulomb@2 ") && strstr(t, "scan@2 "), "%s", t);
  t = output(0, "compare coulomb --scale medium --config small --over SCHED=lrr,gto --json -q");
  ck_assert_msg(strstr(t, "\"coulomb@4\""), "%s", t);
  t = output(0, "regress --run --only coulomb --scale 2 --config small");
  ck_assert_msg(strstr(t, "coulomb@2 ") && strstr(t, "1 cases, 0 failed"), "%s", t);
  t = output(0, "compare coulomb --scale small --config small --over SCHED=lrr,gto --json -q");
  ck_assert_msg(strstr(t, "\"coulomb\"") && !strstr(t, "@"), "%s", t);
  refused(2, "expected small, medium or 1..64", "regress --run --scale 65");
  refused(2, "expected small, medium or 1..64", "sweep WARPS=4,8 coulomb --scale large");
  refused(2, "vecadd has inputs of one size", "sweep WARPS=4,8 coulomb,vecadd --scale 2");
}
END_TEST

int main(void) {
  if (wt_cases_load(&cases, NULL, NULL)) return EXIT_FAILURE;
  Suite *s = suite_create("filled");
  TCase *t = tcase_create("filled");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_set_timeout(t, 300);
  tcase_add_test(t, references_hold_for_larger_inputs);
  tcase_add_test(t, medium_inputs_fill_the_presets);
  tcase_add_test(t, the_command_line_takes_a_size);
  suite_add_tcase(s, t);
  return suite_run(s);
}
