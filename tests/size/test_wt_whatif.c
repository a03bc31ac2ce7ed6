/* test_wt_whatif.c - warptwin whatif: the cost is that of `size`, the benefit that of runs, and each form says the same. */
#include <jansson.h>
#include <math.h>

#include "size/wt_size.h"

#include "tests/cli_kit.h"

static json_t *result(const char *args) {
  json_error_t e;
  json_t *j = json_loads(output(0, args), 0, &e);
  ck_assert_msg(j != NULL, "%s: %s", args, e.text);
  return j;
}
static double number(json_t *o, const char *path) {
  char buf[100], *save = NULL;
  snprintf(buf, sizeof buf, "%s", path);
  for (char *w = strtok_r(buf, ".", &save); w; w = strtok_r(NULL, ".", &save)) o = json_object_get(o, w);
  ck_assert_msg(json_is_number(o), "no number %s", path);
  return json_number_value(o);
}
static json_t *kernel(json_t *j, size_t i) { return json_array_get(json_object_get(j, "kernels"), i); }

static double change(double before, double after) { return 100 * (after / before - 1); }

/* The two sums are the size tables of the two shapes, and the structures listed add up to their difference. */
START_TEST(cost_is_that_of_the_size_tables) {
  json_t *j = result("whatif --base small --set RF_BANKS=8 --set COLLECTORS=4 --node 22 vecadd --json -");
  wt_shape S[2];
  wt_size_opt o;
  wt_size *z[2];
  char err[300];
  wt_size_defaults(&o);
  ck_assert(!wt_node_find("22", 0, &o.node, err, sizeof err) && !wt_shape_preset(&S[0], "small", err, sizeof err));
  S[1] = S[0];
  ck_assert(!wt_shape_set(&S[1], "RF_BANKS=8", err, sizeof err) && !wt_shape_set(&S[1], "COLLECTORS=4", err, sizeof err));
  ck_assert(!wt_shape_check(&S[1], err, sizeof err));
  static const char *const side[] = {"before", "after"};
  for (int i = 0; i < 2; i++) {
    char key[40];
    ck_assert_ptr_nonnull(z[i] = wt_size_new(&S[i], &o, err, sizeof err));
    snprintf(key, sizeof key, "%s.bits", side[i]);
    ck_assert(number(j, key) == (double)z[i]->core.bits);
    snprintf(key, sizeof key, "%s.ge", side[i]);
    ck_assert(number(j, key) == (double)z[i]->core.ge);
    snprintf(key, sizeof key, "%s.mm2", side[i]);
    ck_assert_double_eq_tol(number(j, key), (double)z[i]->core.um2 * 1e-6, 1e-9);
  }
  double bits = 0, mm2 = 0;
  size_t i;
  json_t *s;
  json_array_foreach(json_object_get(j, "structures"), i, s) bits += number(s, "bits"), mm2 += number(s, "mm2");
  ck_assert(bits == (double)z[1]->core.bits - (double)z[0]->core.bits);
  ck_assert_double_eq_tol(mm2, (double)(z[1]->core.um2 - z[0]->core.um2) * 1e-6, 1e-6);
  ck_assert(number(j, "node_nm") == 22);
  wt_size_free(z[0]), wt_size_free(z[1]);
  json_decref(j);
}
END_TEST

/* Cycles are those of `run` on each of the two shapes, differences are computed from what stands beside them. */
START_TEST(benefit_is_that_of_runs) {
  json_t *j = result("whatif --base small --set COLLECTORS=4 reduce,bfs --json -");
  json_t *c = json_loads(output(0, "compare --config small --over COLLECTORS=2,4 reduce,bfs --json"), 0, NULL), *cell;
  size_t i;
  unsigned seen = 0;
  ck_assert_ptr_nonnull(c);
  json_array_foreach(json_object_get(c, "cells"), i, cell) {
    const char *name = json_string_value(json_object_get(cell, "kernel")), *value = json_string_value(json_object_get(cell, "value"));
    for (size_t k = 0; k < 2; k++)
      if (!strcmp(name, json_string_value(json_object_get(kernel(j, k), "name")))) {
        ck_assert(number(cell, "cycles") == number(kernel(j, k), !strcmp(value, "2") ? "before.cycles" : "after.cycles"));
        seen++;
      }
  }
  ck_assert_uint_eq(seen, 4);
  double product = 1;
  for (size_t k = 0; k < 2; k++) {
    json_t *n = kernel(j, k);
    const double a = number(n, "before.cycles"), b = number(n, "after.cycles");
    ck_assert(b < a); /* twice the collectors help both */
    ck_assert_double_eq_tol(number(n, "change.cycles_percent"), change(a, b), 1e-3);
    ck_assert_double_eq_tol(number(n, "after.ipc"), number(n, "after.warp_instructions") / b, 1e-5);
    ck_assert_double_eq_tol(number(n, "change.ipc_percent"), change(number(n, "before.ipc"), number(n, "after.ipc")), 0.01);
    ck_assert(number(n, "before.lane_activity") > 0 && number(n, "before.lane_activity") <= 1);
    ck_assert(number(n, "before.coalescing_rate") >= 1);
    product *= b / a;
  }
  ck_assert_double_eq_tol(number(j, "cycles_ratio_geomean"), sqrt(product), 1e-5);
  ck_assert(number(j, "kernels_compared") == 2);
  json_decref(j), json_decref(c);
}
END_TEST

START_TEST(the_same_shape_changes_nothing) {
  json_t *j = result("whatif --base small --set RF_BANKS=4 reduce --json -");
  ck_assert(number(j, "cycles_ratio_geomean") == 1);
  ck_assert_uint_eq(json_array_size(json_object_get(j, "structures")), 0);
  json_decref(j);
}
END_TEST

START_TEST(text_and_markdown_say_it_too) {
  const char *t = output(0, "whatif --base small --set RF_BANKS=8 reduce --json r.json --markdown r.md");
  ck_assert_msg(strstr(t, "mm2 at 45 nm, modelled") && strstr(t, "rfbank.bank") && strstr(t, "geometric mean of 1 kernel; measured on the C twin"),
                "%s", t);
  char md[20000];
  slurp("r.md", md, sizeof md);
  ck_assert_msg(strstr(md, "| rfbank.bank |") && strstr(md, "| reduce |") && strstr(md, "|---|"), "%s", md);
  ck_assert(present("r.json"));
  ck_assert_ptr_nonnull(strstr(output(0, "whatif --base small --set RF_BANKS=8 reduce --format md"), "| reduce |"));
}
END_TEST

/* A livelock is a result and stays out of the mean; a kernel that the shape cannot take is named, exit 1. */
START_TEST(a_kernel_without_an_end_is_a_result) {
  const char *t = output(0, "whatif --base small --set DIVERGENCE=simt_stack backoff,reduce");
  ck_assert_msg(strstr(t, "livelock") && strstr(t, "geometric mean of 1 kernel;"), "%s", t);
  t = output(1, "whatif --base small --set WARP_SIZE=16 reduce");
  ck_assert_msg(strstr(t, "impossible grid/block") && strstr(t, "no kernel ended on both shapes"), "%s", t);
}
END_TEST

START_TEST(bad_use_is_one_line) {
  refused(2, "what changes?", "whatif reduce");
  refused(2, "which kernels?", "whatif --set WARPS=8");
  refused(2, "no such kernel", "whatif --set WARPS=8 reduce,nosuch");
  refused(2, "unknown key", "whatif --set NOKEY=8 reduce");
  refused(2, "use a number from 1 to 64", "whatif --set WARPS=100 reduce");
  refused(2, "illegal value; use a power of two", "whatif --set WARP_SIZE=24 reduce");
  refused(2, "unknown preset", "whatif --base huge --set WARPS=8 reduce");
  refused(2, "--nand2-um2", "whatif --set WARPS=8 --node 28 reduce");
  refused(2, "text, json or md", "whatif --set WARPS=8 --format svg reduce");
  refused(2, "nosuite", "whatif --set WARPS=8 --suite nosuite reduce");
  refused(2, "cannot write", "whatif --base small --set RF_BANKS=8 vecadd --json no/where.json");
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("whatif");
  tcase_add_test(tc, cost_is_that_of_the_size_tables);
  tcase_add_test(tc, benefit_is_that_of_runs);
  tcase_add_test(tc, the_same_shape_changes_nothing);
  tcase_add_test(tc, text_and_markdown_say_it_too);
  tcase_add_test(tc, a_kernel_without_an_end_is_a_result);
  tcase_add_test(tc, bad_use_is_one_line);
  return run_suite("whatif", tc);
}
