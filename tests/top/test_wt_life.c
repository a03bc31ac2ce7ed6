/* test_wt_life.c - the run that docs/life.md follows: every row of its tables is demanded of the machine (the signal has the value from this
 * cycle on and had another in the cycle before) and of the timing tables (the cycles since the row above are the sum of the row). WT_DOCS names
 * another folder of documents, WT_LIFE_SHOW=1 prints every change of the signals.
 */
#include "run_kit.h"
#include "timing_book.h"
#include "tests/suite.h"

enum { ROWS = 60 };
typedef struct {
  char story[16], signal[40], sum[T_SUM], locals[80];
  unsigned cycle, value;
} life_row;
static life_row rows[ROWS];
static unsigned n_rows;
static t_book book;
static run_t r;

/* "| cycle | `signal` | value | `sum` | text |" below a title that begins with the instruction's name. */
static void read_page(void) {
  const char *docs = getenv("WT_DOCS");
  char path[1100], text[600], story[16] = "", locals[80] = "";
  snprintf(path, 1000, "%s", docs ? docs : WT_ROOT "/docs");
  ck_assert_msg(!t_load(&book, path), "%s", book.err);
  strcat(path, "/life.md");
  FILE *f = fopen(path, "r");
  ck_assert_msg(f != NULL, "%s", path);
  n_rows = 0;
  while (fgets(text, sizeof text, f)) {
    life_row *l = &rows[n_rows];
    if (sscanf(text, "## The %15[A-Z0-9]", story) == 1) locals[0] = 0;
    sscanf(text, "Words of the sums: `%79[^`]`", locals);
    if (text[0] != '|' || text[2] < '0' || text[2] > '9') continue;
    ck_assert_uint_lt(n_rows, ROWS);
    char value[20];
    int n = sscanf(text, "| %u | `%39[^`]` | %19[^ ] | `%319[^`]` |", &l->cycle, l->signal, value, l->sum);
    ck_assert_msg(n >= 3, "life.md: not a row: %s", text);
    if (n == 3) l->sum[0] = 0;
    char *end;
    l->value = (unsigned)strtoul(value, &end, 0);
    ck_assert_msg(!*end, "life.md: %s is no value", value);
    strcpy(l->story, story), strcpy(l->locals, locals);
    n_rows++;
  }
  fclose(f);
  ck_assert_uint_gt(n_rows, 0);
}

static void run(void) {
  static uint32_t in[32];
  r.nsig = 0;
  for (unsigned i = 0; i < n_rows; i++) {
    unsigned k = 0;
    while (k < r.nsig && strcmp(r.sig[k].name, rows[i].signal) != 0) k++;
    ck_assert_uint_lt(k, RUN_SIGNALS);
    if (k == r.nsig) r.sig[r.nsig++].name = rows[i].signal;
  }
  for (unsigned i = 0; i < 32; i++) in[i] = 5;
  run_spec p = {.backend = WT_BACKEND_C, .preset = "default", .file = "life.sass", .in = in, .n_in = 32, .threads = 32};
  run_program(&r, &p);
  ck_assert_uint_lt(r.cycles, RUN_CYCLES);
}

START_TEST(every_row_is_what_the_machine_does) {
  read_page();
  run();
  for (unsigned i = 0; getenv("WT_LIFE_SHOW") && i < r.nsig; i++)
    for (unsigned t = 1; t < r.cycles; t++)
      if (r.sig[i].val[t] != r.sig[i].val[t - 1]) printf("%4u %s = 0x%llx\n", t, r.sig[i].name, (unsigned long long)r.sig[i].val[t]);
  for (unsigned i = 0; i < n_rows; i++) {
    const life_row *l = &rows[i];
    uint64_t now = run_val(&r, l->signal, l->cycle), before = l->cycle ? run_val(&r, l->signal, l->cycle - 1) : 0;
    ck_assert_msg(now == l->value, "%s, cycle %u: %s is 0x%llx, the page says 0x%x", l->story, l->cycle, l->signal, (unsigned long long)now,
                  l->value);
    ck_assert_msg(before != now, "%s, cycle %u: %s was 0x%x before", l->story, l->cycle, l->signal, l->value);
  }
  for (unsigned i = 0; i < 32; i++) ck_assert_uint_eq(r.out[i], 5 + i);
}
END_TEST

/* No number of a row can be another one unnoticed. */
static int fits(const life_row *l) {
  uint64_t now = run_val(&r, l->signal, l->cycle), before = l->cycle ? run_val(&r, l->signal, l->cycle - 1) : 0;
  return now == l->value && before != now;
}
START_TEST(every_number_matters) {
  read_page();
  run();
  for (unsigned i = 0; i < n_rows; i++)
    for (int d = -1; d < 2; d++) {
      life_row l = rows[i];
      l.cycle += (unsigned)d;
      ck_assert_msg(fits(&l) == !d, "%s, %s: cycle %u for %u", l.story, l.signal, l.cycle, rows[i].cycle);
    }
}
END_TEST

/* The cycle of a row is the one above plus what the documents of the blocks say. */
START_TEST(every_distance_is_what_the_documents_say) {
  unsigned sums = 0;
  read_page();
  run();
  for (unsigned i = 1; i < n_rows; i++) {
    const life_row *l = &rows[i];
    if (!l->sum[0]) continue;
    ck_assert_msg(!strcmp(l->story, l[-1].story), "%s: the first row has nothing above it", l->story);
    long want = t_value(&book, &r.shape, l->sum, l->locals, 0);
    ck_assert_msg(!book.err[0], "%s", book.err);
    ck_assert_msg((long)l->cycle - (long)l[-1].cycle == want, "%s, cycle %u: %s is %ld", l->story, l->cycle, l->sum, want);
    sums++;
  }
  ck_assert_uint_ge(sums, n_rows - 4); /* where a story begins, and where it waits for somebody else */
}
END_TEST

/* A row that is taken away would be missed: the stations of each instruction, in this order. */
START_TEST(no_station_is_missing) {
  static const struct {
    const char *story, *signals[16];
  } want[] = {
    {"LDG",
     {"fetch.req_pc", "imem.pc", "sb.ok", "issue.valid", "collector.v[0]", "collector.full[0]", "disp.valid", "coal.valid", "lsu.req_valid",
      "env.rsp_valid", "lsu.wb_valid", "wb.reg_valid", "wb.rel_dst"}},
    {"IADD3",
     {"fetch.req_pc", "imem.pc", "sb.ok", "issue.valid", "collector.v[0]", "collector.full[0]", "disp.valid", "alu.wb_valid", "alu.rel_valid"}},
  };
  read_page();
  for (unsigned s = 0, i = 0; s < sizeof want / sizeof *want; s++)
    for (unsigned k = 0; k < 16 && want[s].signals[k]; k++) {
      while (i < n_rows && (strcmp(rows[i].story, want[s].story) != 0 || strcmp(rows[i].signal, want[s].signals[k]) != 0)) i++;
      ck_assert_msg(i < n_rows, "%s: no row of %s where it belongs", want[s].story, want[s].signals[k]);
    }
}
END_TEST

int main(void) {
  Suite *s = suite_create("life");
  TCase *tc = tcase_create("life");
  tcase_set_timeout(tc, 60);
  tcase_add_test(tc, every_row_is_what_the_machine_does);
  tcase_add_test(tc, every_number_matters);
  tcase_add_test(tc, every_distance_is_what_the_documents_say);
  tcase_add_test(tc, no_station_is_missing);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
