/* test_wt_compare.c - warptwin compare: the four outputs, verdicts as results, and cells that fail without the others. */
#include <jansson.h>
#include <math.h>

#include "size/wt_size.h"
#include "cli/wt_unit_size.h"

#include "tests/cli_kit.h"

static json_t *cell_of(json_t *j, const char *kernel, const char *value) {
  size_t i;
  json_t *c;
  json_array_foreach(json_object_get(j, "cells"), i, c) if (!strcmp(json_string_value(json_object_get(c, "kernel")), kernel) &&
                                                            !strcmp(json_string_value(json_object_get(c, "value")), value)) return c;
  ck_abort_msg("no cell %s %s", kernel, value);
}
static json_t *grid(int code, const char *args) {
  json_error_t e;
  json_t *j = json_loads(output(code, args), 0, &e);
  ck_assert_msg(j != NULL, "%s: %s", args, e.text);
  return j;
}
static long long number(json_t *c, const char *key) { return json_integer_value(json_object_get(c, key)); }
static const char *word(json_t *c, const char *key) { return json_string_value(json_object_get(c, key)); }

START_TEST(storage_is_the_sum_of_the_rows) {
  wt_shape S;
  wt_unit_size u, sm;
  char err[200];
  ck_assert_int_eq(wt_shape_preset(&S, "default", err, sizeof err), 0);
  ck_assert_int_eq(wt_unit_size_of(&S, "cfu", &u), 0);
  ck_assert_str_eq(u.stem, "hanoi_yr");
  /* docs/blocks/control/wt_hanoi_yr.md: 3210 bits a warp, 32 warps, and 235 flip-flops of the event machine */
  ck_assert_uint_eq(u.ff + u.mem, 3210 * 32 + 235);
  /* and it is what `warptwin size` says */
  wt_size_sum z;
  ck_assert_int_eq(wt_size_block(&S, "hanoi_yr", WT_UNIT_NODE, &z, err, sizeof err), 0);
  ck_assert(z.ff == u.ff && z.mem == u.mem && (double)z.ge == u.gates);
  ck_assert_int_eq(wt_unit_size_of(&S, NULL, &sm), 0);
  ck_assert_uint_gt(sm.ff + sm.mem, 65536 * 32 + 49152 * 8); /* registers and shared memory alone */
  ck_assert_int_eq(wt_unit_size_of(&S, "nobody", &u), -1);
}
END_TEST

START_TEST(a_table_of_kernels_and_values) {
  const char *t = output(0, "compare --config small --over PATH_ORDER=majority,minority,taken nested,vecadd collatz");
  static const char *const want[] = {"kernel",    "PATH_ORDER", "cycles", "warp insns", "lanes",   "max occupancy",
                                     "unit bits", "result",     "nested", "vecadd",     "collatz", "majority",
                                     "minority",  "taken",      "pool ",  "hanoi_yr",   "FF bits", "at most 5000000 cycles a launch"};
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) ck_assert_msg(strstr(t, want[i]) != NULL, "no '%s' in %s", want[i], t);
  ck_assert_ptr_null(strstr(t, "not finished"));
  t = output(0, "compare --config small --over PATH_ORDER=majority,minority vecadd --markdown");
  ck_assert_msg(strstr(t, "| kernel | PATH_ORDER |") && strstr(t, "|---|---|---:|") && strstr(t, "| vecadd | minority"), "%s", t);
}
END_TEST

START_TEST(the_numbers_are_those_of_a_run) {
  json_t *j = grid(0, "compare --config small --over SCHED=lrr,gto nested --json --seed 7");
  json_t *c = cell_of(j, "nested", "gto");
  char line[200], args[300];
  snprintf(args, sizeof args, "regress --run --only nested --config small --set SCHED=gto --seed 7");
  snprintf(line, sizeof line, "%9lld %9lld", number(c, "cycles"), number(c, "warp_instructions"));
  const char *t = output(0, args);
  ck_assert_msg(strstr(t, line) != NULL, "no '%s' in %s", line, t);
  json_t *occ = json_object_get(c, "max_occupancy");
  ck_assert_int_gt(number(occ, "pool"), 1);
  ck_assert_int_le(number(occ, "pool"), 32);
  ck_assert_int_gt(number(occ, "waiting"), 0);
  ck_assert(json_real_value(json_object_get(c, "lane_activity")) > 0.1);
  json_t *unit = json_object_get(json_array_get(json_object_get(j, "sizes"), 0), "unit");
  ck_assert_int_eq(number(c, "unit_bits"), number(unit, "ff_bits") + number(unit, "mem_bits"));
  ck_assert(json_real_value(json_object_get(unit, "gates")) > 1000);
  ck_assert(json_real_value(json_object_get(unit, "mm2")) > 0.001);
  json_decref(j);
}
END_TEST

START_TEST(a_livelock_is_a_result) {
  json_t *j = grid(0, "compare --config small --set YIELD_RELEASE=0 --over FORCE=1,0 backoff vecadd --json");
  json_t *c = cell_of(j, "backoff", "0");
  ck_assert_str_eq(word(c, "verdict"), "livelock");
  ck_assert_ptr_nonnull(strstr(word(c, "report"), "cyclic wait: "));
  ck_assert_ptr_nonnull(strstr(word(c, "report"), "(B0)"));
  ck_assert_int_gt(number(c, "cycles"), 0);
  ck_assert_str_eq(word(cell_of(j, "backoff", "1"), "verdict"), "ok");
  ck_assert_str_eq(word(cell_of(j, "vecadd", "0"), "verdict"), "ok");
  json_decref(j);
}
END_TEST

START_TEST(a_limit_of_cycles_ends_a_cell) {
  json_t *j = grid(0, "compare --config small --over MEM_LAT=1,2000 vecadd --max-cycles 30000 --json");
  ck_assert_str_eq(word(cell_of(j, "vecadd", "1"), "verdict"), "ok");
  ck_assert_str_eq(word(cell_of(j, "vecadd", "2000"), "verdict"), "max-cycles");
  ck_assert_int_eq(number(cell_of(j, "vecadd", "2000"), "cycles"), 30000);
  json_decref(j);
}
END_TEST

/* Cells have no lines of their own, on a terminal either, where a run says while it runs which warp is passed over. */
START_TEST(cells_say_nothing_of_their_own) {
  static char said[1 << 16];
  char cmd[3000];
  if (!terminal_here("cells_say_nothing_of_their_own")) return;
  for (int compares = 0; compares < 2; compares++) {
    snprintf(cmd, sizeof cmd,
             "cd %s && TERM=dumb script -qec \"'%s/warptwin' %s '%s/tests/kernels/spin_barrier.cubin' %s --grid 1 --block 256 --arg out:1024:i "
             "--arg out:1024:o --config small --set SCHED_AGE=0 --max-cycles 110000\" typescript >said </dev/null",
             dir, wt_build_dir(), compares ? "compare" : "run", wt_root(), compares ? "--over SCHED=gto,oldest" : "");
    int st = system(cmd);
    ck_assert_int_eq(WEXITSTATUS(st), compares ? 0 : 4);
    slurp("said", said, sizeof said);
    ck_assert_msg((strstr(said, "note: kernel spin_barrier") == NULL) == compares, "%s", said);
  }
}
END_TEST

START_TEST(a_kernel_that_does_not_fit_is_named) {
  json_t *j = grid(0, "compare --config small --over WARP_SIZE=16,32 shuffle vecadd --json");
  ck_assert_str_eq(word(cell_of(j, "shuffle", "16"), "verdict"), "not run");
  ck_assert_ptr_nonnull(strstr(word(cell_of(j, "shuffle", "16"), "report"), "warp size of 32 to 64"));
  ck_assert_str_eq(word(cell_of(j, "shuffle", "32"), "verdict"), "ok");
  json_decref(j);
  j = grid(1, "compare --config small --over WARPS=1,8 vecadd --json");
  ck_assert_str_eq(word(cell_of(j, "vecadd", "1"), "verdict"), "error");
  ck_assert_str_eq(word(cell_of(j, "vecadd", "8"), "verdict"), "ok");
  json_decref(j);
}
END_TEST

/* Host references that are made here: one crashes, one hangs, one finds a wrong result. */
START_TEST(a_crash_or_a_hang_stays_in_its_cell) {
  static const char crash[] = "#include <stdlib.h>\nint wt_host(void *s, const void *c) { (void)s; (void)c; abort(); }\n";
  static const char hang[] = "#include <unistd.h>\nint wt_host(void *s, const void *c) { (void)s; (void)c; for (;;) pause(); }\n";
  static const char leaves[] = "#include <stdlib.h>\nint wt_host(void *s, const void *c) { (void)s; (void)c; exit(0); }\n";
  static const char wrong[] = "#include <stdio.h>\n#include <stddef.h>\nstruct ctx { const char *p; unsigned long seed; char *msg; size_t n; };\n"
                              "int wt_host(void *s, const struct ctx *c) { (void)s; snprintf(c->msg, c->n, \"c[3]: got 1, want 2\"); return 1; }\n";
  static const char suite[] = "[{\"name\":\"crash\",\"cubin\":\"x\",\"host\":\"crash\"},{\"name\":\"hang\",\"cubin\":\"x\",\"host\":\"hang\"},"
                              "{\"name\":\"leaves\",\"cubin\":\"x\",\"host\":\"leaves\"},{\"name\":\"wrong\",\"cubin\":\"x\",\"host\":\"wrong\"},"
                              "{\"name\":\"none\",\"cubin\":\"x\",\"host\":\"none\"}]\n";
  char cmd[512];
  file("crash.c", crash, sizeof crash - 1), file("hang.c", hang, sizeof hang - 1), file("leaves.c", leaves, sizeof leaves - 1);
  file("wrong.c", wrong, sizeof wrong - 1), file("suite.json", suite, sizeof suite - 1);
  snprintf(cmd, sizeof cmd, "cd %s && for k in crash hang leaves wrong; do gcc -shared -fPIC -o $k.so $k.c || exit 1; done", dir);
  ck_assert_int_eq(system(cmd), 0);
  json_t *j = grid(1, "compare --config tiny --over SCHED=lrr,gto all --suite suite.json --hosts . --timeout 10 --jobs 4 --json");
  ck_assert_str_eq(word(cell_of(j, "crash", "gto"), "verdict"), "crash");
  ck_assert_ptr_nonnull(strstr(word(cell_of(j, "crash", "gto"), "report"), "signal 6"));
  ck_assert_str_eq(word(cell_of(j, "leaves", "gto"), "verdict"), "crash");
  ck_assert_str_eq(word(cell_of(j, "hang", "lrr"), "verdict"), "timeout");
  ck_assert_ptr_nonnull(strstr(word(cell_of(j, "hang", "lrr"), "report"), "10 s"));
  ck_assert_str_eq(word(cell_of(j, "wrong", "lrr"), "verdict"), "diff");
  ck_assert_ptr_nonnull(strstr(word(cell_of(j, "wrong", "lrr"), "report"), "c[3]"));
  ck_assert_str_eq(word(cell_of(j, "none", "lrr"), "verdict"), "error");
  json_decref(j);
}
END_TEST

/* Every bar and every missing one is there, tags close, nothing lies outside the picture. */
START_TEST(the_chart_is_complete) {
  static char svg[1 << 18];
  output(0, "compare --config small --set YIELD_RELEASE=0 --over FORCE=1,0 backoff vecadd nested --svg c.svg");
  slurp("c.svg", svg, sizeof svg);
  ck_assert_msg(!strncmp(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", 47), "%s", svg);
  double width = strtod(svg + 47, NULL);
  unsigned bars = 0, why = 0;
  for (const char *p = svg; (p = strstr(p, "<title>")); p++) bars++;
  for (const char *p = svg; (p = strstr(p, "class=\"why\"")); p++) why++;
  ck_assert_uint_eq(bars, 2 * 5); /* two panels, five cells that finished */
  ck_assert_uint_eq(why, 1);
  ck_assert_ptr_nonnull(strstr(svg, ">livelock</text>"));
  for (const char *p = svg; (p = strstr(p, "<rect x=\"")); p++) ck_assert(strtod(p + 9, NULL) < width);
  unsigned open = 0, closed = 0;
  for (const char *p = svg; (p = strstr(p, "<text")); p++) open++;
  for (const char *p = svg; (p = strstr(p, "</text>")); p++) closed++;
  ck_assert_uint_eq(open, closed);
  ck_assert_ptr_nonnull(strstr(svg, "</svg>\n"));
}
END_TEST

/* A matrix is what its cells are when they run alone, and its ratios, rates and means follow from them. */
static json_t *pair_of(const json_t *list, size_t k, size_t r, size_t c) { return json_array_get(list, (k * 2 + r) * 2 + c); }
START_TEST(a_matrix_is_its_cells) {
  static const char *const rows[] = {"rr", "bcs"}, *const columns[] = {"gto", "lrr"}, *const kernels[] = {"vecadd", "bfs"};
  json_t *j = grid(0, "compare --config small --set SMS=2 --set CTA_UNIT=policies --over CTA_SCHED=rr,bcs --over SCHED=gto,lrr vecadd bfs --json");
  json_t *cells = json_object_get(j, "cells"), *matrix = json_object_get(j, "matrix");
  double mean[2][2] = {{1, 1}, {1, 1}};
  ck_assert_str_eq(word(j, "over"), "CTA_SCHED SCHED");
  ck_assert_uint_eq(json_array_size(cells), 8);
  for (size_t r = 0; r < 2; r++) {
    char args[300];
    snprintf(args, sizeof args,
             "compare --config small --set SMS=2 --set CTA_UNIT=policies --set CTA_SCHED=%s --over SCHED=gto,lrr vecadd bfs --json", rows[r]);
    json_t *alone = grid(0, args);
    for (size_t k = 0; k < 2; k++)
      for (size_t c = 0; c < 2; c++) {
        json_t *one = cell_of(alone, kernels[k], columns[c]), *here = pair_of(cells, k, r, c), *first = pair_of(cells, k, 0, 0);
        const double cycles = (double)json_integer_value(json_object_get(here, "cycles")),
                     ratio = cycles / (double)json_integer_value(json_object_get(first, "cycles"));
        ck_assert_str_eq(word(here, "kernel"), kernels[k]);
        ck_assert_str_eq(json_string_value(json_array_get(json_object_get(here, "values"), 0)), rows[r]);
        ck_assert_str_eq(json_string_value(json_array_get(json_object_get(here, "values"), 1)), columns[c]);
        ck_assert(cycles > 0 && json_equal(json_object_get(here, "cycles"), json_object_get(one, "cycles")));
        ck_assert(fabs(json_real_value(json_object_get(here, "ratio")) - ratio) < 1e-9);
        ck_assert(fabs(json_real_value(json_object_get(here, "ipc")) * cycles -
                       (double)json_integer_value(json_object_get(one, "warp_instructions"))) < 1e-3);
        mean[r][c] *= sqrt(ratio);
      }
    json_decref(alone);
  }
  ck_assert(mean[1][0] != 1); /* the rows differ */
  for (size_t i = 0; i < 4; i++) {
    const json_t *m = json_array_get(matrix, i);
    ck_assert(fabs(json_real_value(json_object_get(m, "ratio")) - mean[i / 2][i % 2]) < 1e-9 &&
              json_integer_value(json_object_get(m, "kernels")) == 2);
    ck_assert(json_real_value(json_object_get(m, "mm2")) > 1);
  }
  json_decref(j);
}
END_TEST

START_TEST(traces_and_their_discrepancies) {
  char args[300], own[100], line[100];
  json_t *j = grid(0, "compare --config small --over PATH_ORDER=majority,minority nested vecadd --traces tr --json");
  ck_assert(json_real_value(json_object_get(cell_of(j, "nested", "majority"), "discrepancy")) == 0);
  ck_assert(json_real_value(json_object_get(cell_of(j, "vecadd", "minority"), "discrepancy")) == 0); /* it never diverges but at its end */
  double d = json_real_value(json_object_get(cell_of(j, "nested", "minority"), "discrepancy"));
  ck_assert(d > 0.1 && d < 1);
  json_decref(j);
  snprintf(args, sizeof args, "tracediff tr/nested.majority.trace tr/nested.minority.trace --summary");
  snprintf(own, sizeof own, "%s", strstr(output(0, args), "= "));
  snprintf(line, sizeof line, "= %.3f %%", 100 * d);
  ck_assert_msg(!strncmp(own, line, strlen(line)), "tracediff says %s, compare %s", own, line);
  ck_assert_ptr_nonnull(strstr(output(0, "compare --config small --over PATH_ORDER=majority,minority nested --traces tr"), "discrepancy"));
  /* cells that fill their list to the last byte: of nothing behind it is anything written */
  ck_assert_ptr_nonnull(strstr(output(0, "compare --config small --over SCHED=lrr,gto,oldest vecadd --traces tr"), "discrepancy"));
  refused(2, "cannot make the folder", "compare --over SCHED=lrr,gto vecadd --traces no/where");
}
END_TEST

START_TEST(bad_use) {
  refused(2, "two or more values", "compare --over SCHED=lrr vecadd");
  refused(2, "use one of: lrr, gto", "compare --over SCHED=lrr,best vecadd");
  refused(2, "number from 1 to 64", "compare --over WARPS=8,1000 vecadd");
  refused(2, "unknown key", "compare --over NOKEY=1,2 vecadd");
  refused(2, "expected KEY=VALUE", "compare --over SCHED vecadd");
  refused(2, "twice", "compare --over SCHED=lrr,lrr vecadd");
  refused(2, "is compared", "compare --over SCHED=lrr,gto --set SCHED=lrr vecadd");
  refused(2, "--over KEY", "compare vecadd");
  refused(2, "which kernels", "compare --over SCHED=lrr,gto");
  refused(2, "nokernel", "compare --over SCHED=lrr,gto vecadd,nokernel");
  refused(2, "exclude", "compare --over SCHED=lrr,gto vecadd --json --markdown");
  refused(2, "nosuite", "compare --over SCHED=lrr,gto vecadd --suite nosuite");
  refused(2, "LANES=8: illegal shape", "compare --over LANES=8,32 --config tiny vecadd");
  refused(2, "cannot write", "compare --config small --over SCHED=lrr,gto vecadd --svg no/where.svg");
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("compare");
  tcase_add_test(tc, storage_is_the_sum_of_the_rows);
  tcase_add_test(tc, a_table_of_kernels_and_values);
  tcase_add_test(tc, the_numbers_are_those_of_a_run);
  tcase_add_test(tc, a_livelock_is_a_result);
  tcase_add_test(tc, a_limit_of_cycles_ends_a_cell);
  tcase_add_test(tc, cells_say_nothing_of_their_own);
  tcase_add_test(tc, a_kernel_that_does_not_fit_is_named);
  tcase_add_test(tc, a_crash_or_a_hang_stays_in_its_cell);
  tcase_add_test(tc, the_chart_is_complete);
  tcase_add_test(tc, a_matrix_is_its_cells);
  tcase_add_test(tc, traces_and_their_discrepancies);
  tcase_add_test(tc, bad_use);
  return run_suite("compare", tc);
}
