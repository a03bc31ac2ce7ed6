/* test_wt_dwr.c - the thesis' example of dynamic warp resizing to the cycle, on both twins of scheduler, combiner, ignore list and partner table,
 * and two more programs for what the example does not show. The tables are written down from the rules, not from a run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "bench/wt_dwr_example.h"

static wt_dwr_run run;

static const wt_dwr_run *runs(enum wt_dwr_machine m, const wt_dwr_program *p, enum wt_dwr_wrong wrong) {
  char err[600] = "";
  ck_assert_msg(wt_dwr_example(m, p, wrong, &run, err, sizeof err) == 0, "%s: %s", p->name, err);
  return &run;
}

/* exec: one word a cycle from cycle 1 on, ".9" = nine cycles without an issue; mem: "30-38 A 39-47 C". */
static int as_written(const wt_dwr_run *r, const char *exec, const char *mem, char *why, size_t n) {
  char text[2000], expected[WT_DWR_LIMIT + 1] = "";
  char *save = NULL;
  unsigned t = 1;
  snprintf(text, sizeof text, "%s", exec);
  for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
    unsigned idle = *w == '.' ? (unsigned)atoi(w + 1) : 0;
    for (unsigned k = 0; k < (idle ? idle : 1); k++, t++)
      if (t > WT_DWR_LIMIT || strcmp(r->exec[t], idle ? "" : w) != 0) return snprintf(why, n, "cycle %u issues '%s', not '%s'", t, r->exec[t], w), 0;
  }
  for (unsigned c = 1; c < t; c++) { /* who it is for: "A11" A alone, "W11" several, "-8" nobody */
    const unsigned for_whom = r->subs[c], one = *r->exec[c] >= 'A' && *r->exec[c] <= 'C' ? 1u << (*r->exec[c] - 'A') : 0;
    if (*r->exec[c] == 'W' ? !(for_whom & (for_whom - 1)) || for_whom > 7 : for_whom != one)
      return snprintf(why, n, "cycle %u, '%s', is for %u", c, r->exec[c], for_whom), 0;
  }
  if (r->cycles != t - 1) return snprintf(why, n, "%u cycles, not %u", r->cycles, t - 1), 0;
  snprintf(text, sizeof text, "%s", mem);
  for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
    unsigned from = (unsigned)atoi(w), to = (unsigned)atoi(strchr(w, '-') + 1);
    char who = *strtok_r(NULL, " ", &save);
    for (unsigned c = from; c <= to; c++) expected[c] = who;
  }
  for (unsigned c = 0; c <= WT_DWR_LIMIT; c++)
    if (r->mem[c] != expected[c]) return snprintf(why, n, "the port works for '%c' in cycle %u, not for '%c'", r->mem[c], c, expected[c]), 0;
  return 1;
}

static void expect(const wt_dwr_run *r, const char *exec, const char *mem, unsigned issues, unsigned masked, unsigned requests) {
  char why[200];
  ck_assert_msg(as_written(r, exec, mem, why, sizeof why), "%s", why);
  ck_assert_uint_eq(r->issues, issues);
  ck_assert_uint_eq(r->masked, masked);
  ck_assert_uint_eq(r->requests, requests);
}

#define PROLOGUE                                                               \
  "A1 B1 C1 A2 B2 C2 A3 B3 C3 A4 B4 C4 A5 B5 C5 A6 B6 C6 A7 B7 C7 " /* 1-21 */ \
  "A8 B15 C8 A9 C9 A10 C10 "                                        /* 22-28 */
static const char small_exec[] = PROLOGUE "A11 C11 .8 A12 A13 A14 A15 .5 C12 C13 C14 C15", small_mem[] = "30-38 A 39-47 C";
static const char dwr_exec[] = PROLOGUE "AP CP W11 .9 A12 C12 A13 C13 A14 C14 A15 C15", dwr_mem[] = "32-40 W";
static const char large_exec[] = "A1 B1 C1 A2 B2 C2 A3 B3 C3 A4 B4 C4 A5 B5 C5 A6 B6 C6 A7 B7 C7 "
                                 "A8 -8 C8 A9 -9 C9 A10 -10 C10 A11 -11 C11 .7 "
                                 "A12 -12 C12 A13 -13 C13 A14 -14 C14 A15 B15 C15";

START_TEST(small_warps_end_in_cycle_51) {
  const wt_dwr_run *r = runs(WT_DWR_SMALL, &wt_dwr_figure, WT_DWR_RIGHT);
  ck_assert_uint_eq(r->cycles, 51);
  expect(r, small_exec, small_mem, 38, 0, 2);
}
END_TEST

START_TEST(one_large_warp_ends_in_cycle_52) {
  const wt_dwr_run *r = runs(WT_DWR_LARGE, &wt_dwr_figure, WT_DWR_RIGHT);
  ck_assert_uint_eq(r->cycles, 52);
  expect(r, large_exec, dwr_mem, 45, 7, 1);
}
END_TEST

/* The lowest pc runs: B goes on at 4 when A and C have come there; B and C at 3 and 4 before A, which is at 5, is there three more times. */
START_TEST(the_lowest_lanes_of_a_large_warp_run) {
  expect(runs(WT_DWR_LARGE, &wt_dwr_exit, WT_DWR_RIGHT), "A1 B1 C1 A2 B2 C2 A3 -3 C3 .7 A4 B4 C4 A5 B5 C5 A6 B6 C6 A7 B7 C7 A8 B8 C8", "8-16 W", 24,
         1, 1);
  expect(runs(WT_DWR_LARGE, &wt_dwr_paths, WT_DWR_RIGHT),
         "A1 B1 C1 A2 B2 C2 -3 B3 C3 .7 -4 B4 C4 A5 -5 -5 .7 A6 -6 -6 A5 -5 -5 .7 A6 -6 -6 A7 -7 -7 A8 B8 C8", "8-16 W 21-29 W 34-42 W", 30, 12, 3);
}
END_TEST

START_TEST(combining_sub_warps_end_in_cycle_48) {
  const wt_dwr_run *r = runs(WT_DWR_COMBINED, &wt_dwr_figure, WT_DWR_RIGHT);
  ck_assert_uint_eq(r->cycles, 48);
  expect(r, dwr_exec, dwr_mem, 39, 0, 1);
}
END_TEST

/* B runs 4 to 8 while A and C are locked. It ends in 13, its slot is free behind 14, the table sees it in 15. */
static const char exit_exec[] = "A1 B1 C1 A2 B2 C2 AP B4 CP B5 B6 B7 B8 .2 W3 .9 A4 C4 A5 C5 A6 C6 A7 C7 A8 C8", exit_mem[] = "17-25 W";
START_TEST(an_end_releases_the_partners_that_wait) { expect(runs(WT_DWR_COMBINED, &wt_dwr_exit, WT_DWR_RIGHT), exit_exec, exit_mem, 24, 0, 1); }
END_TEST

/* A locks at 5, B at 3: 3 is learned, so C does not lock there and goes alone. C ends in 21; A and B are released at different pcs in 23, A first,
 * B two cycles behind. Back at 5, which was not learned, A waits until B has ended. */
static const char paths_exec[] = "A1 B1 C1 A2 B2 C2 AP BP CP C3 .9 C4 C8 .2 A5 .1 B3 .7 A6 AP .7 B4 B8 .2 A5 .9 A6 A7 A8",
                  paths_mem[] = "11-19 C 25-33 A 34-42 B 48-56 A";
START_TEST(different_pcs_are_learned_and_issue_one_by_one) {
  expect(runs(WT_DWR_COMBINED, &wt_dwr_paths, WT_DWR_RIGHT), paths_exec, paths_mem, 22, 0, 4);
}
END_TEST

/* Each wrong rule of the table changes a table here. The figure itself shows two of them: all its barriers have one pc. */
START_TEST(wrong_rules_change_the_tables) {
  static const struct {
    const wt_dwr_program *p;
    const char *exec, *mem;
  } right[] = {{&wt_dwr_figure, dwr_exec, dwr_mem}, {&wt_dwr_exit, exit_exec, exit_mem}, {&wt_dwr_paths, paths_exec, paths_mem}};
  static const struct {
    enum wt_dwr_wrong rule;
    int changes[3], ends[3];
  } t[] = {{WT_DWR_ALL_SLOTS, {1, 1, 1}, {0, 0, 0}}, {WT_DWR_NO_EXIT, {1, 1, 1}, {0, 0, 0}}, {WT_DWR_NO_PC, {0, 0, 1}, {1, 1, 1}}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    for (size_t i = 0; i < 3; i++) {
      char why[200] = "as it must not be";
      const wt_dwr_run *r = runs(WT_DWR_COMBINED, right[i].p, t[k].rule);
      ck_assert_msg(as_written(r, right[i].exec, right[i].mem, why, sizeof why) == !t[k].changes[i], "rule %zu, %s: %s", k, right[i].p->name, why);
      ck_assert_msg((r->cycles != 0) == t[k].ends[i], "rule %zu, %s: %u cycles", k, right[i].p->name, r->cycles);
    }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_dwr");
  TCase *tc = tcase_create("example");
  tcase_set_timeout(tc, 300);
  tcase_add_test(tc, small_warps_end_in_cycle_51);
  tcase_add_test(tc, one_large_warp_ends_in_cycle_52);
  tcase_add_test(tc, the_lowest_lanes_of_a_large_warp_run);
  tcase_add_test(tc, combining_sub_warps_end_in_cycle_48);
  tcase_add_test(tc, an_end_releases_the_partners_that_wait);
  tcase_add_test(tc, different_pcs_are_learned_and_issue_one_by_one);
  tcase_add_test(tc, wrong_rules_change_the_tables);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
