/* test_wt_bench_events.c - a bench that fails as a file: it fails again from it, and a smaller stimulus is found whose least size is known. */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/wt_bench_events.h"
#include "lib/wt_snap.h"
#include "tests/suite.h"

static const char file[] = WT_BUILD "/events.bench", small[] = WT_BUILD "/events-small.bench";

/* A fault that needs three redirects of warp 0, whose epoch counts them, and nothing else: then a bit of the C twin's last pick is wrong. */
static int needs = 3;
static void poke(void *ctx, wt_ls *l) {
  const wt_bind *epoch = wt_ls_find(l, "fetch", 0, "epoch"), *pick = wt_ls_find(l, "fetch", 0, "last_pick");
  (void)ctx;
  if (epoch->c[0] == needs) *pick->c ^= 1;
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

static void put(const char *text);
static void with_keys(void *ctx, wt_bench *b) {
  ck_assert(b->shape.MEM_LAT == 9 && b->shape.SCHED == WT_SCHED_oldest);
  begin(ctx, b);
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

/* Of two cycles that are both needed: as they are, the last one alone, without either, without the input in both and in either, and what is left. */
START_TEST(nothing_is_tried_twice) {
  char err[400] = "";
  wt_bench_shrunk r;
  needs = 2;
  make();
  for (unsigned i = 0; i < 2; i++) {
    const wt_bench_shrink_opts o = {.file = i ? small : file, .out = small, .begin = begin};
    ck_assert_msg(!wt_bench_shrink(&o, &r, err, sizeof err), "%s", err);
    free(r.listing);
  }
  needs = 3;
  ck_assert(r.cycles == 2 && r.cycles_before == 2);
  ck_assert_uint_eq(r.attempts, 1 + 1 + 2 + 3 + 1);
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

/* What the file says; keys of the shape come back from it. */
START_TEST(what_the_file_says) {
  static const char *const set[] = {"MEM_LAT=9", "SCHED=oldest", NULL};
  char err[400] = "", said[1200], expect[1200];
  json_error_t e;
  wt_bench *b = wt_bench_open("fetch", "tiny", set, 6, err, sizeof err);
  ck_assert_msg(b, "%s", err);
  begin(NULL, b);
  ck_assert_int_eq(wt_bench_reset(b), 0);
  ck_assert_int_ne(wt_bench_random(b, 20000), 0);
  ck_assert_int_eq(wt_bench_keep(b, "tiny", set, 6, "/nowhere/x.bench", err, sizeof err), -1);
  ck_assert_str_eq(err, "/nowhere/x.bench: cannot write: No such file or directory");
  ck_assert_msg(!wt_bench_keep(b, "tiny", set, 6, file, err, sizeof err), "%s", err);
  json_t *j = json_load_file(file, 0, &e);
  const char *block, *config, *differs, *first, *second;
  int format, seed, cycles;
  ck_assert_ptr_nonnull(j);
  ck_assert_int_eq(json_unpack_ex(j, &e, JSON_STRICT, "{s:i,s:s,s:s,s:[s,s!],s:i,s:s,s:i}", "bench", &format, "block", &block, "config", &config,
                                  "set", &first, &second, "seed", &seed, "differs", &differs, "cycles", &cycles),
                   0);
  ck_assert(format == 1 && !strcmp(block, "fetch") && !strcmp(config, "tiny") && !strcmp(first, set[0]) && !strcmp(second, set[1]) && seed == 6);
  ck_assert(!strcmp(differs, b->report) && (uint64_t)cycles == b->cycle + 1);
  json_decref(j);
  wt_bench_close(b);
  ck_assert_msg(!wt_bench_again(&(wt_bench_shrink_opts){.file = file, .begin = with_keys}, said, expect, err, sizeof err), "%s: %s", said, err);
}
END_TEST
/* A fault that needs two values, bytes and bits of which are told apart. */
static void poke_values(void *ctx, wt_ls *l) {
  const wt_bench *b = ctx;
  const wt_bind *pick = wt_ls_find(l, "fetch", 0, "last_pick");
  if (b->m->subcore->cfu->redir_pc == 0x00332210 && b->cycle == 1) *pick->c ^= 1;
}
static void begin_values(void *ctx, wt_bench *b) {
  (void)ctx;
  b->ls.poke = poke_values, b->ls.poke_ctx = b;
}
START_TEST(values_stand_from_the_lowest_byte_on) {
  static const char head[] =
    "{\"bench\": 1, \"block\": \"fetch\", \"config\": \"tiny\", \"set\": [], \"seed\": 5, \"differs\": \"block wt_fetch, state last_pick (\", ";
  static const char *const pcs[] = {"102233", "1022330", "332210", "10223300"};
  static const int rc[] = {1, 2, 1, 1}; /* another line than it says; no number; another value; the same */
  char said[1200], expect[1200], err[400] = "", text[600];
  for (int i = 0; i < 4; i++) {
    snprintf(text, sizeof text, "%s\"events\": [{}, {\"cfu_redir_pc\": \"%s\"}, {}]}", head, pcs[i]);
    put(text);
    ck_assert_int_eq(wt_bench_again(&(wt_bench_shrink_opts){.file = file, .begin = begin_values}, said, expect, err, sizeof err), rc[i]);
    if (i == 0 || i == 3)
      ck_assert_msg(strstr(said, "cycle 2, before the clock edge: ") || strstr(said, "block wt_fetch, state last_pick"), "%s", said);
    if (i == 2) ck_assert_str_eq(said, "no difference");
    ck_assert_str_eq(expect, i == 1 ? expect : "block wt_fetch, state last_pick (");
  }
  /* made smaller: what is left is that value, and the file has no more than that */
  wt_bench_shrunk r;
  json_error_t e;
  snprintf(text, sizeof text, "%s\"events\": [{\"cfu_redir_pc\": \"10\"}, {\"cfu_redir_pc\": \"102233\", \"cfu_redir_valid\": \"01\"}, {}]}", head);
  put(text);
  ck_assert_msg(!wt_bench_shrink(&(wt_bench_shrink_opts){.file = file, .out = small, .begin = begin_values}, &r, err, sizeof err), "%s", err);
  ck_assert_str_eq(r.listing, "  0\n  1  cfu_redir_pc=102233\n");
  ck_assert(r.cycles == 2 && r.events == 1 && r.events_before == 3);
  free(r.listing);
  json_t *j = json_load_file(small, 0, &e);
  ck_assert(j && !json_object_get(j, "cycles") && json_array_size(json_object_get(j, "events")) == 2 && json_object_size(j) == 7);
  ck_assert_str_eq(json_string_value(json_object_get(j, "differs")), r.report);
  json_decref(j);
}
END_TEST
static unsigned maps(void) {
  unsigned n = 0;
  FILE *f = fopen("/proc/self/maps", "r");
  for (int c; (c = fgetc(f)) != EOF;) n += c == '\n';
  fclose(f);
  return n;
}
START_TEST(nothing_is_kept_of_a_run) {
  char said[1200], expect[1200], err[400] = "";
  unsigned before = 0;
  make();
  for (int i = 0; i < 4; i++) {
    ck_assert_int_eq(wt_bench_again(&(wt_bench_shrink_opts){.file = file, .begin = begin}, said, expect, err, sizeof err), 0);
    if (i > 1) ck_assert_uint_le(maps(), before);
    before = maps();
  }
}
END_TEST
/* Waves begin as many cycles before the difference as are kept, and end behind it. */
START_TEST(waves_around_a_difference) {
  static const char fst[] = WT_BUILD "/events.fst", gtkw[] = WT_BUILD "/events.gtkw", unmarked[] = "\n*-5.500000 -1 -1 ";
  char err[400] = "", text[400] = "";
  uint64_t first = 7, last = 7;
  wt_bench *b = wt_bench_open("fetch", "tiny", NULL, 5, err, sizeof err);
  ck_assert_msg(b && !wt_bench_reset(b), "%s", err);
  for (int i = 0; i < 2; i++) {
    const uint64_t at = i ? 200 : 10;
    remove(fst);
    ck_assert(!wt_bench_reset(b) && !wt_bench_random(b, at));
    ck_assert_msg(!wt_bench_waves(b, "tiny", NULL, 5, fst, &first, &last, err, sizeof err), "%s", err);
    ck_assert_uint_eq(first, i ? at - WT_SNAP_WINDOW : 0);
    ck_assert_uint_eq(last, at + WT_SNAP_AFTER);
    ck_assert_int_eq(access(fst, R_OK), 0);
    FILE *f = fopen(gtkw, "r");
    ck_assert(f && fread(text, 1, sizeof text - 1, f) && !fclose(f) && strstr(text, unmarked)); /* this bench has no fault */
  }
  ck_assert_int_eq(wt_bench_waves(b, "tiny", NULL, 5, "/nowhere/a.fst", &first, &last, err, sizeof err), -1);
  ck_assert(strstr(err, "/nowhere/a.fst") != NULL);
  static const char *const bad[] = {"NOBODY=1", NULL};
  ck_assert_int_eq(wt_bench_waves(b, "tiny", bad, 5, fst, &first, &last, err, sizeof err), -1);
  ck_assert(strstr(err, "unknown key") != NULL);
  wt_bench_close(b);
  remove(fst), remove(gtkw);
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
  tcase_add_test(tc, nothing_is_tried_twice);
  tcase_add_test(tc, few_attempts_are_enough_for_something);
  tcase_add_test(tc, what_the_file_says);
  tcase_add_test(tc, values_stand_from_the_lowest_byte_on);
  tcase_add_test(tc, nothing_is_kept_of_a_run);
  tcase_add_test(tc, waves_around_a_difference);
  tcase_add_loop_test(tc, bad_files, 0, 9);
  tcase_add_test(tc, the_command_line_takes_such_files);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
