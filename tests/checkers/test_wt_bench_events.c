/* test_wt_bench_events.c - a bench that fails as a file: it fails again from it, and a smaller stimulus is found whose least size is known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bench/wt_bench_events.h"
#include "tests/suite.h"

static const char file[] = WT_BUILD "/events.bench", small[] = WT_BUILD "/events-small.bench";

/* A fault that needs three redirects of warp 0, whose epoch counts them, and nothing else: then a bit of the C twin's last pick is wrong. */
static void poke(void *ctx, wt_ls *l) {
  const wt_bind *epoch = wt_ls_find(l, "fetch", 0, "epoch"), *pick = wt_ls_find(l, "fetch", 0, "last_pick");
  (void)ctx;
  if (epoch->c[0] == 3) *pick->c ^= 1;
}
static void begin(void *ctx, wt_bench *b) {
  (void)ctx;
  b->ls.poke = poke;
}

/* Fails, and is kept. */
static void make(void) {
  char err[400];
  wt_bench *b = wt_bench_open("fetch", "tiny", NULL, 5, err, sizeof err);
  ck_assert_msg(b, "%s", err);
  begin(NULL, b);
  ck_assert_int_eq(wt_bench_reset(b), 0);
  ck_assert_int_ne(wt_bench_random(b, 20000), 0);
  ck_assert_msg(strstr(b->report, "block wt_fetch, state last_pick"), "%s", b->report);
  ck_assert_msg(!wt_bench_keep(b, "tiny", NULL, 5, file, err, sizeof err), "%s", err);
  wt_bench_close(b);
}

START_TEST(it_fails_again_and_only_with_the_fault) {
  char said[1200], expect[1200], err[400] = "";
  make();
  ck_assert_msg(!wt_bench_again(&(wt_bench_shrink_opts){.file = file, .begin = begin}, said, expect, err, sizeof err), "%s: %s", said, err);
  ck_assert_str_eq(said, expect);
  ck_assert_int_eq(wt_bench_again(&(wt_bench_shrink_opts){.file = file}, said, expect, err, sizeof err), 1);
  ck_assert_str_eq(said, "no difference");
}
END_TEST

START_TEST(what_is_left_is_what_the_fault_needs) {
  char said[1200], expect[1200], err[400] = "";
  wt_bench_shrunk r;
  make();
  wt_bench_shrink_opts o = {.file = file, .out = small, .begin = begin};
  ck_assert_msg(!wt_bench_shrink(&o, &r, err, sizeof err), "%s", err);
  ck_assert_msg(r.cycles_before > 3 && r.events_before > 3, "nothing was there to be left out: %u", r.events_before);
  ck_assert_msg(r.cycles == 3 && r.events == 3, "%u cycles, %u inputs:\n%s", (unsigned)r.cycles, r.events, r.listing);
  ck_assert_msg(strstr(r.report, "block wt_fetch, state last_pick"), "%s", r.report);
  ck_assert_str_eq(r.listing, "  0  cfu_redir_valid=01\n  1  cfu_redir_valid=01\n  2  cfu_redir_valid=01\n");
  free(r.listing);
  o.file = small;
  ck_assert_msg(!wt_bench_again(&o, said, expect, err, sizeof err), "%s: %s", said, err);
  /* smaller it does not get; and without the fault there is nothing to be made smaller */
  ck_assert_int_eq(wt_bench_shrink(&o, &r, err, sizeof err), 0);
  ck_assert_uint_eq(r.cycles, 3);
  free(r.listing);
  o.begin = NULL;
  ck_assert_int_eq(wt_bench_shrink(&o, &r, err, sizeof err), 1);
  ck_assert_msg(strstr(err, "does not come again: no difference"), "%s", err);
}
END_TEST

START_TEST(few_attempts_are_enough_for_something) {
  char err[400] = "";
  wt_bench_shrunk r;
  make();
  const wt_bench_shrink_opts o = {.file = file, .out = small, .begin = begin, .attempts = 12};
  ck_assert_msg(!wt_bench_shrink(&o, &r, err, sizeof err), "%s", err);
  ck_assert_msg(r.cycles >= 3 && r.cycles <= r.cycles_before && r.attempts <= 14, "%u cycles, %u attempts", (unsigned)r.cycles, r.attempts);
  free(r.listing);
}
END_TEST

static void put(const char *text) {
  FILE *f = fopen(file, "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  fclose(f);
}
START_TEST(bad_files) {
#define HEAD "{\"bench\": 1, \"block\": \"fetch\", \"config\": \"tiny\", \"set\": [], \"seed\": 5, \"differs\": \"block wt_fetch, state pc (\""
  static const char *const text[][2] = {
    {"", "is no file of a bench"},
    {"{\"bench\": 2, \"differs\": \"\"}", "of this version"},
    {HEAD, "is no file of a bench"}, /* cut short */
    {HEAD "}", "cycles can be run again"},
    {HEAD ", \"cycles\": 99999999999}", "cycles can be run again"},
    {HEAD ", \"events\": [{\"cfu_nothing\": \"01\"}]}", "no such input"},
    {HEAD ", \"events\": [{\"cfu_redir_valid\": \"0101010101\"}]}", "does not fit"},
    {HEAD ", \"events\": [{\"cfu_redir_valid\": 1}]}", "does not fit"},
    {HEAD ", \"events\": [{\"cfu_redir_valid\": \"zz\"}]}", "does not fit"},
  };
  char said[1200], expect[1200], err[400] = "";
  wt_bench_shrunk r;
  put(text[_i][0]);
  ck_assert_int_eq(wt_bench_again(&(wt_bench_shrink_opts){.file = file}, said, expect, err, sizeof err), 2);
  ck_assert_msg(strstr(err, text[_i][1]) && !strchr(err, '\n'), "%s", err);
  ck_assert_int_eq(wt_bench_shrink(&(wt_bench_shrink_opts){.file = file, .out = small}, &r, err, sizeof err), 2);
}
END_TEST

START_TEST(the_command_line_takes_such_files) {
  make();
  remove(small);
  int st = system(WT_BUILD "/warptwin replay " WT_BUILD "/events.bench >/dev/null 2>" WT_BUILD "/events.err"); /* the fault is not in that program */
  ck_assert_int_eq(WEXITSTATUS(st), 1);
  st = system("grep -q 'it ends in another way: no difference' " WT_BUILD "/events.err && grep -q 'expected: cycle .*block wt_fetch' " WT_BUILD
              "/events.err");
  ck_assert_int_eq(st, 0);
  st = system(WT_BUILD "/warptwin shrink " WT_BUILD "/events.bench >/dev/null 2>" WT_BUILD "/events.err");
  ck_assert_int_eq(WEXITSTATUS(st), 1);
  ck_assert_int_eq(system("grep -q 'the difference does not come again' " WT_BUILD "/events.err"), 0);
  ck_assert_int_ne(system("test -e " WT_BUILD "/events-small.bench"), 0);
  st = system(WT_BUILD "/warptwin shrink --later-only " WT_BUILD "/events.bench >/dev/null 2>&1");
  ck_assert_int_eq(WEXITSTATUS(st), 2);
}
END_TEST

int main(void) {
  Suite *s = suite_create("bench_events");
  TCase *tc = tcase_create("bench_events");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, it_fails_again_and_only_with_the_fault);
  tcase_add_test(tc, what_is_left_is_what_the_fault_needs);
  tcase_add_test(tc, few_attempts_are_enough_for_something);
  tcase_add_loop_test(tc, bad_files, 0, 9);
  tcase_add_test(tc, the_command_line_takes_such_files);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
