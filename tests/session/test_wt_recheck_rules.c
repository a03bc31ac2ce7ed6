/* test_wt_recheck_rules.c - a segment from a stored checkpoint to the next one (tb/lib/wt_recheck.h) with a twin that is a fake (fake_twin_kit.h): which cycles are
 * compared, what is said of a difference in each of them, where it stops; and which folders are a run.
 */
#define _DEFAULT_SOURCE
#include "lib/wt_recheck.h"

#include "fake_runs_kit.h"
#define FAILS_REALLOC
#include "tests/fails_kit.h"

enum { EVERY = 200 };
static wt_recheck_point *point;
static size_t n;
static uint64_t all; /* cycles of the launch */
static char why[1500];

wt_status __real_wt_session_resume(const char *file, const wt_options *o, wt_session **out);
wt_status __wrap_wt_session_resume(const char *file, const wt_options *o, wt_session **out);
wt_status __wrap_wt_session_resume(const char *file, const wt_options *o, wt_session **out) {
  wt_status st = __real_wt_session_resume(file, o, out);
  if (!st) (*out)->x.ops = &fake_twin, (*out)->x.waves = &lines, wt_session_on_edge(*out, fake_edges, NULL), wt_set_quiet(*out, 1);
  return st;
}

/* Checkpoints of a launch into the folder. */
static void saved(const char *const *set, uint64_t seed, unsigned threads, const char *text) {
  opened(WT_BACKEND_C, set, 100000, 0, text);
  s->opt.seed = s->x.seed = seed;
  wt_set_checkpoints(s, EVERY, dir, 0, NULL);
  wt_set_checkpoint_start(s, 1);
  ck_assert_msg(kit_launch(s, m, 1, threads, &buf, 1) == WT_OK, "%s", wt_error(s));
  all = wt_stats(s)->cycles;
}
static int listed(void) {
  wt_recheck_free(point, n);
  return wt_recheck_list(dir, &point, &n, why, sizeof why);
}
static void rules_begin(void) {
  point = NULL, n = 0;
  begin();
  saved(NULL, 1, 4, LOOP);
  ck_assert_msg(!listed(), "%s", why);
  fake_new();
}
static void emptied(void) {
  char cmd[100];
  snprintf(cmd, sizeof cmd, "rm -f %s/*", dir);
  ck_assert_int_eq(system(cmd), 0);
}
static void rules_end(void) {
  wt_recheck_free(point, n);
  emptied();
  end();
}

/* ---- segments ---- */

static wt_rechecked r;
static void resumed(size_t i) {
  wt_options o = {.backend = WT_BACKEND_COSIM, .no_oracle = 1};
  if (s) wt_session_close(s);
  ck_assert_msg(wt_session_resume(point[i].file, &o, &s) == WT_OK, "%s", wt_error(NULL));
  memset(calls, 0, sizeof *calls);
  fake.cycle = point[i].cycle;
}
static wt_status segment(size_t i, uint64_t until, const char *state) {
  resumed(i);
  memset(&r, 0x5a, sizeof r);
  wt_recheck(s, point[i].file, until, state, &r);
  ck_assert(r.start == point[i].cycle && !strcmp(r.from, point[i].state));
  ck_assert_msg((r.status == WT_OK) == !*r.text, "%d %s", r.status, r.text);
  return (wt_status)r.status;
}
static wt_status to_next(size_t i) { return i + 1 < n ? segment(i, point[i + 1].cycle, point[i + 1].state) : segment(i, 0, ""); }

/* Each begins with what was loaded, the first one with the reset, too, and looks at one cycle of the next one, which the last has not. */
START_TEST(every_segment) {
  ck_assert(n == 5 && all > 4 * EVERY && all < 5 * EVERY);
  for (size_t i = 0; i < n; i++) {
    int last = i + 1 == n;
    ck_assert_msg(to_next(i) == WT_OK, "%zu: %s", i, r.text);
    ck_assert_int_eq(r.ended, last);
    ck_assert_uint_eq(r.end, last ? all : EVERY * (i + 1));
    ck_assert_str_eq(r.to, last ? "" : point[i + 1].state);
    ck_assert_uint_eq(calls->drive, last ? all - EVERY * i : EVERY + 1);
    ck_assert(calls->outputs == calls->drive && calls->edge == calls->drive && calls->sweep == 1);
    ck_assert_msg(calls->load == 1 && calls->reset == !i, "%zu: %u %u", i, calls->load, calls->reset);
  }
  ck_assert(segment(1, point[4].cycle, point[4].state) == WT_OK && r.end == 4 * EVERY); /* those between are not needed */
}
END_TEST

/* A difference in a cycle: of segment 1, which looks at 200 to 400. */
static void differs_at(uint64_t outputs, uint64_t edge, const char *text) {
  fake_new();
  fake.outputs_at = outputs, fake.edge_at = edge;
  wt_status st = to_next(1);
  ck_assert_int_eq(st, text ? WT_DIFF : WT_OK);
  if (text) ck_assert_msg(!strncmp(r.text, text, strlen(text)) && strstr(r.text, "block wt_fake, state x"), "%s", r.text);
}
START_TEST(differences) {
  differs_at(200, NEVER, "FIRST DIFFERENCE  cycle 200 (before the clock edge), kernel k\n");
  differs_at(NEVER, 399, "FIRST DIFFERENCE  cycle 400 (after the clock edge), kernel k\n");
  differs_at(400, NEVER, "FIRST DIFFERENCE  cycle 400 (before the clock edge), kernel k\n");
  differs_at(NEVER, 400, "FIRST DIFFERENCE  cycle 401 (after the clock edge), kernel k\n");
  ck_assert(r.end == 400 && !strcmp(r.to, point[2].state) && !r.ended);
  differs_at(401, 401, NULL);
  differs_at(199, 199, NULL);
  fake_new();
  fake.load_at = 200;
  ck_assert_int_eq(to_next(1), WT_DIFF);
  ck_assert_msg(strstr(r.text, "cycle 200 (as it was loaded), kernel k\nblock wt_fake, state x: 1, 0"), "%s", r.text);
  fake_new();
  fake.sweep_at = 400;
  ck_assert_int_eq(to_next(1), WT_DIFF);
  ck_assert_str_eq(r.text, "DIFFERENCE  cycle 400 (memories at the end of a segment), kernel k\nblock wt_fake, state x: 1, 0");
  ck_assert(r.end == 400 && !*r.to);
  fake_new();
  fake.reset = 1;
  ck_assert_int_eq(to_next(1), WT_OK);
  fake.reset = 1;
  ck_assert_int_eq(to_next(0), WT_DIFF);
  ck_assert_str_eq(r.text, "FIRST DIFFERENCE  cycle 0 (reset values)\nblock wt_fake, state x: 1, 0");
  ck_assert_uint_eq(calls->drive, 0);
}
END_TEST

START_TEST(it_ends_elsewhere) {
  char want[300];
  ck_assert_int_eq(segment(1, 400, point[3].state), WT_DIFF);
  snprintf(want, sizeof want, "the segment to cycle 400 of kernel k ends in another state than the next checkpoint holds (hash %.12s, not %.12s)",
           point[2].state, point[3].state);
  ck_assert_str_eq(r.text, want);
  ck_assert_str_eq(r.to, point[2].state);
  ck_assert_uint_eq(r.end, 400);
  ck_assert_int_eq(segment(4, 10 * EVERY, point[3].state), WT_DIFF);
  ck_assert_str_eq(r.text, "the launch ended before cycle 2000, where the next checkpoint is");
  ck_assert(!r.ended && !*r.to);
  resumed(1);
  wt_recheck(s, "/nowhere/a.wtck", 400, "", &r);
  ck_assert(r.status == WT_USAGE && !r.start && !*r.from);
  ck_assert_str_eq(r.text, "/nowhere/a.wtck: cannot read: No such file or directory");
}
END_TEST

/* For waves: up to and with a cycle, or to the end of the launch. */
START_TEST(up_to_a_cycle) {
  uint64_t at;
  resumed(1);
  ck_assert_int_eq(wt_resume_until(s, 350, &at), WT_OK);
  ck_assert(at == 351 && calls->drive == 151);
  resumed(1);
  ck_assert_int_eq(wt_resume_until(s, 10 * EVERY, &at), WT_OK);
  ck_assert(at == all && calls->drive == all - EVERY);
  resumed(1);
  ck_assert_int_eq(wt_resume_until(s, UINT64_MAX, &at), WT_OK);
  ck_assert_uint_eq(at, all);
  resumed(1);
  fake.outputs_at = 300;
  ck_assert_int_eq(wt_resume_until(s, 350, &at), WT_DIFF);
}
END_TEST

/* ---- folders ---- */

START_TEST(a_folder_is_a_run) {
  char file[100], cmd[300];
  for (size_t i = 0; i < n; i++) {
    snprintf(file, sizeof file, "%s/k-%012zu.wtck", dir, i * EVERY);
    ck_assert_str_eq(point[i].file, file);
    ck_assert_str_eq(point[i].kernel, "k");
    ck_assert(point[i].cycle == i * EVERY && strlen(point[i].state) == 64 && wt_shape_hash(&point[i].shape) == wt_shape_hash(&s->shape));
    ck_assert(!i || strcmp(point[i].state, point[i - 1].state) != 0);
  }
  /* names that are no checkpoint's are left alone; the shortest one is */
  snprintf(cmd, sizeof cmd, "cd %s && rm k-*[2468]00.wtck && mv k-*.wtck a.wtck && echo >.wtck && echo >wtck.txt && echo >a.wtckx && echo >awtck",
           dir);
  ck_assert_int_eq(system(cmd), 0);
  ck_assert_msg(!listed() && n == 1 && !point->cycle, "%s", why);
  snprintf(cmd, sizeof cmd, "cp %s/a.wtck %s/b.wtck", dir, dir);
  ck_assert_int_eq(system(cmd), 0);
  ck_assert(listed() == -1 && !point && !n);
  snprintf(cmd, sizeof cmd, "%s: two checkpoints of cycle 0", dir);
  ck_assert_str_eq(why, cmd);
  snprintf(cmd, sizeof cmd, "rm %s/.wtck", dir);
  ck_assert_int_eq(system(cmd), 0);
}
END_TEST

/* Another seed, shape, launch or program than the other files of the folder. */
START_TEST(of_several_runs) {
  static const char *const deeper[] = {"IBUF_DEPTH=4", NULL};
  for (int i = 0; i < 5; i++) {
    char cmd[100];
    emptied();
    saved(NULL, 1, 4, LOOP);
    snprintf(cmd, sizeof cmd, "cd %s && mv k-*200.wtck a && rm k-* && mv a a.wtck", dir);
    ck_assert_int_eq(system(cmd), 0);
    saved(i == 1 ? deeper : NULL, i == 2 ? 2 : 1, i == 3 ? 3 : 4, i == 4 ? ".kernel k\n.regs 16\n.params 8\nMOV R2, RZ\nEXIT\n.end\n" : LOOP);
    snprintf(cmd, sizeof cmd, "rm -f %s/k-*200.wtck", dir);
    ck_assert_int_eq(system(cmd), 0);
    ck_assert_int_eq(listed(), i ? -1 : 0);
    if (i) ck_assert_msg(strstr(why, ".wtck: is not of the same run as the other checkpoints of its folder"), "%d: %s", i, why);
  }
}
END_TEST

START_TEST(no_folder) {
  char want[300];
  emptied();
  ck_assert_int_eq(listed(), -1);
  snprintf(want, sizeof want, "%s: holds no checkpoints; cosim --checkpoint-every N --checkpoint-dir %s makes them", dir, dir);
  ck_assert_str_eq(why, want);
  ck_assert_int_eq(wt_recheck_list("/nowhere", &point, &n, why, sizeof why), -1);
  ck_assert_str_eq(why, "/nowhere: cannot read the folder: No such file or directory");
  ck_assert(!point && !n);
  snprintf(want, sizeof want, "%s/a.wtck", dir);
  fclose(fopen(want, "w"));
  ck_assert_int_eq(listed(), -1);
  ck_assert_msg(!strncmp(why, want, strlen(want)) && strstr(why, "is no checkpoint"), "%s", why);
}
END_TEST

START_TEST(no_memory_for_a_list) {
  unsigned refused = 0;
  for (unsigned k = 0; fails_once == 0; k++) {
    before_it_fails = k, fails_once = 1;
    int bad = listed();
    if (fails_once) break; /* all of them were there */
    refused += bad != 0;
    ck_assert_msg(bad ? !point && !n && *why : n == 5, "%u", k);
  }
  fails_once = 0;
  ck_assert_uint_ge(refused, 2 * 5);
}
END_TEST

static void no_room_at_400(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx, (void)x;
  before_it_fails = 0, fails_once = cycle == 400;
}
START_TEST(no_memory_for_a_hash) {
  fake.edge = no_room_at_400;
  ck_assert_int_eq(to_next(1), WT_USAGE);
  ck_assert_str_eq(r.text, "out of memory");
}
END_TEST

START_TEST(hashes) {
  char a[65], b[65];
  wt_hash_bytes("abc", 3, a);
  ck_assert_str_eq(a, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  wt_hash_program(a), wt_ckpt_program(b);
  ck_assert_str_eq(a, b);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("recheck_rules");
  TCase *t = tcase_create("recheck_rules");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, rules_begin, rules_end);
  tcase_add_test(t, every_segment);
  tcase_add_test(t, differences);
  tcase_add_test(t, it_ends_elsewhere);
  tcase_add_test(t, up_to_a_cycle);
  tcase_add_test(t, a_folder_is_a_run);
  tcase_add_test(t, of_several_runs);
  tcase_add_test(t, no_folder);
  tcase_add_test(t, no_memory_for_a_list);
  tcase_add_test(t, no_memory_for_a_hash);
  tcase_add_test(t, hashes);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
