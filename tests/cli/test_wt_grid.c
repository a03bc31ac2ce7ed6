/* test_wt_grid.c - what compare, whatif, sweep and regress share: shapes from settings, cells in processes, tables of words, JUnit. */
#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/wt_grid.h"
#include "cli/wt_table.h"
#include "tests/cli_kit.h"

static const char *const none[] = {NULL};
static char err[600];

START_TEST(points) {
  static const char *const sets[] = {"WARPS=8", "SCHED=gto", NULL}, *const wrong[] = {"WARPS=8", "NO=1", NULL};
  wt_point p;
  char label[40];
  ck_assert_int_eq(wt_point_begin(&p, "small", sets, err, sizeof err), 0);
  ck_assert_int_eq(wt_point_set(&p, "COLLECTORS=2", err, sizeof err), 0);
  ck_assert_int_eq(wt_point_legal(&p), 0);
  ck_assert_str_eq(p.why, "");
  ck_assert(p.n_set == 3 && !p.set[3] && p.S.SLOTS == 8 && p.S.COLLECTORS == 2);
  ck_assert_str_eq(wt_point_label(&p, label, sizeof label), "small WARPS=8 SCHED=gto COLLECTORS=2");
  ck_assert_str_eq(wt_point_label(&p, label, 12), "small WARPS"); /* cut where it ends */
  ck_assert_str_eq(wt_point_label(&p, label, 4), "sma");
  ck_assert_int_eq(wt_point_set(&p, "WARPS=nine", err, sizeof err), -1);
  ck_assert_int_eq(strncmp(wt_not_as_set(err), "WARPS=nine: ", 12), 0);
  ck_assert_str_eq(wt_not_as_set("unknown preset"), "unknown preset");
  ck_assert(p.n_set == 3 && p.S.SLOTS == 8); /* what was refused is not in it */
  ck_assert_int_eq(wt_point_begin(&p, "small", wrong, err, sizeof err), -1);
  ck_assert_int_eq(wt_point_begin(&p, "nope", none, err, sizeof err), -1);
  ck_assert_int_eq(wt_point_begin(&p, "small", none, err, sizeof err), 0); /* each value may be, both together not */
  ck_assert_int_eq(wt_point_set(&p, "LANES=32", err, sizeof err), 0);
  ck_assert_int_eq(wt_point_set(&p, "WARP_SIZE=16", err, sizeof err), 0);
  ck_assert_int_eq(wt_point_legal(&p), -1);
  ck_assert(*p.why);
}
END_TEST

START_TEST(values_of_settings) {
  static const struct {
    const char *set, *last;
    unsigned n;
  } of[] = {{"WARPS=8", "WARPS=8", 1},
            {"SCHED=lrr,gto,oldest", "SCHED=oldest", 3},
            {"WARPS=8,,16,", "WARPS=16", 2},
            {"WARPS", "", 0},
            {"WARPS=", "", 0},
            {"A=,", "", 0},
            {"A==1,=2", "A==2", 2}, /* no value of any key */
            {"A=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20", "A=20", 20}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    ck_assert_uint_eq(wt_set_values(of[i].set), of[i].n);
    char *one = of[i].n ? wt_set_value(of[i].set, of[i].n - 1) : strdup("");
    ck_assert_str_eq(one, of[i].last);
    free(one);
  }
}
END_TEST

/* ---- cells: what the child says, or what became of it ---- */

enum { RUNS, REFUSES, REFUSES_IN_WORDS, DIES, LEAVES, HANGS, ILLEGAL, NARROW, CELLS };
static char order[CELLS + 1];
static wt_status begins(void *ctx, size_t i, wt_session *s, wt_cell *c) {
  (void)ctx, (void)s;
  if (i == DIES) raise(SIGSEGV);
  if (i == LEAVES) _exit(9);
  if (i == HANGS) sleep(60);
  if (i == REFUSES_IN_WORDS) strcpy(c->report, "no room");
  return i == RUNS ? WT_OK : WT_UNSUPPORTED;
}
static void ends(void *ctx, size_t i, wt_session *s, wt_cell *c) {
  (void)ctx, (void)i, (void)s;
  c->digest = 17;
}
static void told(void *ctx, size_t i) { strcat((char *)ctx, (const char[]){(char)('a' + i), 0}); }

START_TEST(cells) {
  static const struct {
    int status;
    const char *verdict, *report;
  } want[CELLS] = {{WT_USAGE, "error", "/none.so: cannot load; run make kernels-host"},
                   {WT_UNSUPPORTED, "error", ""},
                   {WT_UNSUPPORTED, "error", "no room"},
                   {WT_USAGE, "crash", "crash: the process was ended by signal 11 (Segmentation fault)"},
                   {WT_USAGE, "crash", "crash: the process ended without a result (exit status 9)"},
                   {WT_USAGE, "timeout", "timeout: not finished after 2 s (--timeout)"},
                   {WT_UNSUPPORTED, "not run", "no such shape"},
                   {WT_UNSUPPORTED, "not run", "its reference needs a warp size of 64 to 64"}};
  wt_case k = {.name = "k", .cubin = (char[]){"/none.cubin"}, .host = (char[]){"/none.so"}}, narrow = k;
  wt_point p, no;
  narrow.warp_min = narrow.warp_max = 64;
  ck_assert_int_eq(wt_point_begin(&p, "small", none, err, sizeof err) | wt_point_legal(&p), 0);
  no = p;
  strcpy(no.why, "no such shape");
  wt_grid g = {.backend = WT_BACKEND_C, .report = 100, .host_judges = 1, .begins = begins, .ends = ends, .told = told, .ctx = order};
  g.pool.parallel = 3, g.pool.timeout = 2, g.shape.quiet = 1;
  for (int i = 0; i < CELLS; i++) ck_assert_int_eq(wt_grid_add(&g, i == NARROW ? &narrow : &k, i == ILLEGAL ? &no : &p), 0);
  ck_assert_int_eq(wt_grid_run(&g), 0);
  ck_assert_str_eq(order, "abcdefgh");
  for (size_t i = 0; i < CELLS; i++) {
    const wt_cell *c = wt_grid_cell(&g, i);
    ck_assert_msg(c->status == want[i].status && !strcmp(c->verdict, want[i].verdict) && !strcmp(c->report, want[i].report), "%zu: %d, %s: %s", i,
                  c->status, c->verdict, c->report);
    ck_assert_uint_eq(c->digest, i == RUNS ? 17 : 0); /* ends only after a run */
  }
  ck_assert_int_eq(wt_grid_bad(&g), 1);
  for (size_t i = 0; i < CELLS; i++) wt_grid_cell(&g, i)->status = i % 2 ? WT_UNSUPPORTED : WT_NO_END; /* results like others */
  ck_assert_int_eq(wt_grid_bad(&g), 0);
  static const wt_status bad[] = {WT_DIFF, WT_FAULT, WT_PROGRAM, WT_USAGE}; /* each by itself */
  for (int i = 0; i < 4; i++) {
    wt_grid_cell(&g, CELLS - 1)->status = bad[i];
    ck_assert_msg(wt_grid_bad(&g) == 1, "status %d", (int)bad[i]);
  }
  wt_grid_free(&g);
}
END_TEST

/* Only cells of the shape, and of these only those that count. */
START_TEST(used) {
  wt_case k = {.name = "k"};
  wt_point p[2];
  wt_cli_used u[WT_PEAKS];
  wt_grid g = {.report = 8};
  wt_size_opt so;
  wt_size_defaults(&so);
  for (int i = 0; i < 2; i++) ck_assert_int_eq(wt_point_begin(&p[i], "small", none, err, sizeof err) | wt_point_legal(&p[i]), 0);
  wt_size *z = wt_size_new(&p[0].S, &so, err, sizeof err);
  for (int i = 0; i < 6; i++) ck_assert_int_eq(wt_grid_add(&g, &k, &p[i % 2]), 0);
  g.pool.size = (sizeof(wt_cell) + g.report + 7) / 8 * 8, g.pool.results = calloc(6, g.pool.size);
  for (unsigned i = 0; i < 6; i++) {
    wt_cell *c = wt_grid_cell(&g, i);
    c->counts = i != 4, c->c.sms = 1, c->c.room[0] = 64, c->c.peak[0] = 10 + i;
  }
  wt_grid_used(&g, &p[0], z, u);
  ck_assert(u[0].room == 64 && u[0].peak == 12 && u[0].mean == 0); /* no cycle was counted */
  wt_grid_used(&g, &p[1], z, u);
  ck_assert_uint_eq(u[0].peak, 15);
  for (unsigned i = 1; i < 6; i += 2) wt_grid_cell(&g, i)->c.use[0] = 10 * i, wt_grid_cell(&g, i)->c.counted_cycles = 5 * (i + 1);
  wt_grid_used(&g, &p[1], z, u); /* each by its cycles */
  ck_assert_double_eq(u[0].mean, (10. + 30 + 50) / (10 + 20 + 30));
  wt_size_free(z);
  wt_grid_free(&g);
}
END_TEST

/* ---- what is written ---- */

static char *text;
static FILE *open_text(void) {
  static size_t n;
  free(text);
  return open_memstream(&text, &n);
}
static void fill(wt_table *t) {
  wt_table_next(t, NULL);
  wt_table_word(t, "name"), wt_table_word(t, "n"), wt_table_word(t, "rest");
  wt_table_next(t, "why");
  wt_table_word(t, "a%d", 1), wt_table_number(t, UINT64_C(12345678901)), wt_table_word(t, "x");
}

START_TEST(tables) {
  static const struct {
    wt_table t;
    int md;
    const char *says;
  } of[] = {{{.left = 5}, 0, "name            n  rest\na1    12345678901  x why\n"},
            {{.left = 1}, 0, "name            n  rest\na1    12345678901     x why\n"},
            {{.before = "  ", .after = " "}, 0, "  name            n  rest \n    a1  12345678901     x  why\n"},
            {{.left = 5}, 1, "| name |           n | rest |\n|---|---:|---|\n| a1   | 12345678901 | x    |\n"},
            {{.plain = 1, .before = "  ", .after = " "}, 1, "| name |           n | rest |\n|---|---|---|\n|   a1 | 12345678901 |    x |\n"}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    wt_table t = of[i].t;
    FILE *f = open_text();
    fill(&t);
    wt_table_print(&t, of[i].md, f);
    fclose(f);
    ck_assert_str_eq(text, of[i].says);
  }
}
END_TEST

/* What is printed is given back. */
START_TEST(tables_are_given_back) {
  size_t heap = 0;
  FILE *f = fopen("/dev/null", "w");
  for (int i = 0; i < 12; i++) {
    wt_table t = {.left = 5};
    fill(&t);
    wt_table_print(&t, i & 1, f);
    if (i > 8) ck_assert_uint_le(suite_heap(), heap); /* until then the C library fills its own shelves */
    heap = suite_heap();
  }
  fclose(f);
}
END_TEST

START_TEST(junit_and_json) {
  FILE *f = open_text();
  wt_junit_begin(f, "s", 2, 1);
  wt_junit_case(f, "a<b", "n\"", 1.25, NULL, "not said");
  wt_junit_case(f, "c", "d", 0, "diff", "x & y");
  wt_junit_end(f);
  wt_json_print(wt_words_json((const char *const[]){"z", "a", NULL}), f);
  fclose(f);
  ck_assert_str_eq(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"s\" tests=\"2\" failures=\"1\">\n"
                         "  <testcase classname=\"a&lt;b\" name=\"n&quot;\" time=\"1.250\"/>\n"
                         "  <testcase classname=\"c\" name=\"d\" time=\"0.000\"><failure message=\"diff\">x &amp; y</failure></testcase>\n"
                         "</testsuite>\n[\n  \"z\",\n  \"a\"\n]\n");
}
END_TEST

int main(void) {
  TCase *t = tcase_create("grid");
  tcase_add_test(t, points);
  tcase_add_test(t, values_of_settings);
  tcase_add_test(t, cells);
  tcase_add_test(t, used);
  tcase_add_test(t, tables);
  tcase_add_test(t, tables_are_given_back);
  tcase_add_test(t, junit_and_json);
  return run_suite("grid", t);
}
