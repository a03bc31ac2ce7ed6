/* test_wt_checks.c - the invariants of the control-flow unit alone (tb/lib/wt_check.h): paths that the suite makes up, one wrong thing at a time, and the
 * words and numbers of the report. Then what ends a run, with its whole text.
 * Wrapped: wt_paths (the paths of a warp come from here, or from the unit), wt_tandem_cycle,
 * wt_hazard_cycle and wt_hazard_open.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/wt_bench.h"
#include "lib/wt_fault.h"
#include "lib/wt_session.h"
#include "spec/wt_paths.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"
#include "checks_kit.h"
#define FAILS_REALLOC
#include "tests/fails_kit.h"
#include "rows_kit.h"

/* ---- paths from here ---- */
enum { WARPS = 2, MADE_UP = 4 };
static wt_path made[WARPS + 1][MADE_UP];
static int n_made[WARPS + 1], real = 1;
static unsigned asked;
int __real_wt_paths(const wt_m *m, unsigned w, wt_path *p);
int __wrap_wt_paths(const wt_m *m, unsigned w, wt_path *p);
int __wrap_wt_paths(const wt_m *m, unsigned w, wt_path *p) {
  if (real) return __real_wt_paths(m, w, p);
  asked++;
  for (int i = 0; i < n_made[w]; i++) p[i] = made[w][i];
  return n_made[w];
}

static wt_bench *bench;
static wt_check c;
static wt_m *m;
static void begin(void) {
  char err[400];
  bench = wt_bench_open_model("hanoi_yr", "tiny", NULL, 1, err, sizeof err);
  ck_assert_msg(bench != NULL && !wt_bench_reset(bench), "%s", err);
  m = bench->m, real = 0, asked = 0;
  ck_assert_int_eq(wt_check_init(&c, m), 0);
}
static void end(void) {
  wt_check_free(&c);
  ck_assert(c.row == NULL && !c.n_all && !c.n_warp);
  wt_bench_close(bench);
  real = 1;
}
static void paths(unsigned w, int n, const wt_path *p) {
  n_made[w] = n;
  for (int i = 0; i < n; i++) made[w][i] = p[i];
}
static void runs(unsigned w, uint64_t mask) { paths(w, 1, &(wt_path){0, mask, 0, WT_PATH_RUN, 0}); }
static void quiet(void) {
  m->sm->dispatch.o.launch_valid = 0, m->subcore->hanoi_yr.o.launch_ack = 0;
  m->subcore->issue.o.ev_valid = 0;
  m->subcore->sched.o.sel_valid = 0;
}
static void launch_warp(unsigned w, uint64_t mask) {
  wt_dispatch_out *d = &m->sm->dispatch.o;
  d->launch_valid = d->launch_last = 1, d->launch_warp = (uint8_t)w, d->launch_mask = mask;
  m->subcore->hanoi_yr.o.launch_ack = 1;
  ck_assert_int_eq(wt_check_cycle(&c, m), 0);
  quiet();
}
static void exit_of(unsigned w, uint64_t mask, unsigned kind) {
  wt_issue_out *ev = &m->subcore->issue.o;
  ev->ev_valid = 1, ev->ev_kind = (uint8_t)kind, ev->ev_warp = (uint8_t)w, ev->ev_mask = mask;
  ck_assert_int_eq(wt_check_cycle(&c, m), 0);
  quiet();
}
static void issues(unsigned w, uint64_t mask, uint64_t live) {
  m->subcore->sched.o.sel_valid = 1, m->subcore->sched.o.sel_warp = (uint8_t)w;
  m->subcore->hanoi_yr.o.mask = mask, m->subcore->hanoi_yr.o.live = live;
}
static void holds(void) { ck_assert_msg(wt_check_cycle(&c, m) == 0, "%s", c.why); }
static void broken(const char *says) {
  *c.why = 0;
  ck_assert_msg(wt_check_cycle(&c, m) == -1, "nothing is reported, not '%s'", says);
  ck_assert_str_eq(c.why, says);
}
/* A register of the unit changes: the paths of every warp are worked out again. */
static void again(void) { m->subcore->hanoi_yr.q.e_kind ^= 1; }

START_TEST(each_rule_of_the_paths) {
  static const struct {
    int n;
    wt_path p[MADE_UP];
    const char *says;
  } t[] = {
    {2, {{0, 5, 0, WT_PATH_RUN, 0}, {0, 2, 0, WT_PATH_READY, 0}}, NULL},
    {2, {{0, 2, 0, WT_PATH_BSYNC, 0}, {0, 5, 0, WT_PATH_READY, 0}}, NULL},
    {3, {{0, 5, 0, WT_PATH_RUN, 0}, {0, 0, 0, WT_PATH_READY, 0}, {0, 2, 0, WT_PATH_BAR, 0}}, "a path without lanes (seen 0, expected 7)"},
    {2, {{0, 5, 0, WT_PATH_RUN, 0}, {0, 6, 0, WT_PATH_READY, 0}}, "lanes in two paths (seen 4, expected 0)"},
    {2, {{0, 1, 0, WT_PATH_RUN, 0}, {0, 2, 0, WT_PATH_BSYNC, 0}}, "lanes of all paths are not those launched and not exited (seen 3, expected 7)"},
    {2, {{0, 5, 0, WT_PATH_RUN, 0}, {0, 10, 0, WT_PATH_BSYNC, 0}}, "lanes of all paths are not those launched and not exited (seen f, expected 7)"},
    {0, {{0, 0, 0, 0, 0}}, "lanes of all paths are not those launched and not exited (seen 0, expected 7)"},
    {2, {{0, 5, 0, WT_PATH_RUN, 0}, {0, 2, 0, WT_PATH_RUN, 0}}, "two paths run (seen 2, expected 1)"},
  };
  for (unsigned w = 0; w < WARPS; w++)
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
      char says[200];
      begin();
      launch_warp(w, 7);
      paths(w, t[i].n, t[i].p);
      snprintf(says, sizeof says, "control-flow unit, warp slot %u: %s", w, t[i].says ? t[i].says : "");
      if (t[i].says) broken(says);
      else holds();
      end();
    }
}
END_TEST

START_TEST(what_issues_is_the_path_that_runs) {
  static const wt_path behind[] = {{0, 2, 0, WT_PATH_READY, 0}, {0, 13, 0, WT_PATH_RUN, 0}};
  begin();
  launch_warp(1, 15);
  runs(1, 15), issues(1, 15, 15), holds();
  issues(1, 7, 15), broken("control-flow unit, warp slot 1: does not issue the lanes of the path that runs (seen 7, expected f)");
  issues(1, 15, 7), broken("control-flow unit, warp slot 1: cfu_live is not the lanes launched and not exited (seen 7, expected f)");
  issues(1, 0, 15), broken("control-flow unit, warp slot 1: issues for no lane (seen 0, expected f)");
  paths(1, 1, &(wt_path){0, 15, 0, WT_PATH_READY, 0}), again();
  issues(1, 15, 15), broken("control-flow unit, warp slot 1: issues although no path runs (seen f, expected 0)");
  paths(1, 2, behind), again(); /* the one that runs is the first */
  issues(1, 13, 15), broken("control-flow unit, warp slot 1: issues although no path runs (seen d, expected 0)");
  issues(0, 1, 1), holds(); /* of a slot without a warp nothing is known */
  runs(1, 15), again();
  issues(1, 15, 15), m->subcore->sched.o.sel_valid = 0, m->subcore->hanoi_yr.o.mask = 3, holds();
  end();
}
END_TEST

START_TEST(launches_and_exits_are_those_of_the_signals) {
  begin();
  runs(0, 9);
  for (unsigned missing = 0; missing < 3; missing++) { /* nothing has been launched yet: the warp is not looked at */
    wt_dispatch_out *d = &m->sm->dispatch.o;
    d->launch_valid = missing != 0, d->launch_last = missing != 1, d->launch_warp = 0, d->launch_mask = 9;
    m->subcore->hanoi_yr.o.launch_ack = missing != 2;
    holds();
    quiet(), holds();
    ck_assert_uint_eq(c.looked, 0);
  }
  launch_warp(0, 9), holds();
  ck_assert_uint_eq(c.looked, 1);
  exit_of(0, 8, WT_EV_BRA), again(), holds(); /* another event */
  exit_of(0, 8, WT_EV_EXIT);
  broken("control-flow unit, warp slot 0: lanes of all paths are not those launched and not exited (seen 9, expected 1)");
  runs(0, 1), holds();
  issues(0, 1, 1), holds();
  issues(0, 1, 9), broken("control-flow unit, warp slot 0: cfu_live is not the lanes launched and not exited (seen 9, expected 1)");
  m->subcore->sched.o.sel_valid = 0;
  exit_of(0, 1, WT_EV_EXIT);
  n_made[0] = 0, holds();
  launch_warp(0, 14); /* again: the exits before do not count */
  runs(0, 14), holds();
  issues(0, 14, 14), holds();
  issues(0, 0, 0), broken("control-flow unit, warp slot 0: issues for no lane (seen 0, expected e)");
  end();
}
END_TEST

/* What cannot be looked at as a whole is not begun: no memory for a row, a table whose rows are not shared out equally. */
static int memory_ends, odd_table, turned;
wt_blks *__real_wt_blks_bare(const wt_shape *S);
wt_blks *__wrap_wt_blks_bare(const wt_shape *S);
wt_blks *__wrap_wt_blks_bare(const wt_shape *S) {
  if (memory_ends == 2) return NULL;
  wt_blks *blks = __real_wt_blks_bare(S);
  for (unsigned k = 0; odd_table && blks && k < blks->n; k++)
    for (unsigned r = 0; r < blks->blk[k].nrows; r++)
      if (blks->blk[k].rows[r].kind == WT_ROW_MEM) blks->blk[k].rows[r].depth++;
  if (memory_ends) memory_ends = 0, fails_once = 1; /* behind the rows */
  return turned ? turned_round(blks) : blks;
}
START_TEST(invariants_of_a_part_are_not_looked_at) {
  begin();
  wt_check_free(&c);
  odd_table = 1;
  ck_assert_int_eq(wt_check_init(&c, m), -1);
  odd_table = 0, memory_ends = 2;
  ck_assert_int_eq(wt_check_init(&c, m), -1);
  unsigned n = 0;
  for (int st = -1; st; n++) {
    memory_ends = 1, before_it_fails = n;
    st = wt_check_init(&c, m);
    ck_assert_msg((st == 0) == fails_once && (!st || (st == -1 && !c.row && !c.n_all && !c.n_warp)), "allocation %u", n);
    fails_once = 0;
  }
  ck_assert_uint_gt(n, 2 * (c.n_all + c.n_warp));
  c.launched[WARPS] = 1; /* a slot that the shape does not have */
  holds();
  end();
}
END_TEST

START_TEST(a_warp_that_the_unit_works_on_is_looked_at_later) {
  begin();
  runs(0, 3), runs(1, 12);
  launch_warp(0, 3), launch_warp(1, 12), holds();
  ck_assert_uint_eq(c.looked, 3); /* warp 0 when warp 1 was launched, both now */
  unsigned before = asked;
  holds();
  ck_assert_uint_eq(c.looked, 5);
  ck_assert_uint_eq(asked, before); /* nothing has changed since */
  again(), n_made[0] = -1;
  issues(0, 1, 1), holds();
  ck_assert_uint_eq(c.looked, 6);
  m->subcore->sched.o.sel_valid = 0;
  runs(0, 1); /* no row changes, yet it was not known */
  broken("control-flow unit, warp slot 0: lanes of all paths are not those launched and not exited (seen 1, expected 3)");
  broken("control-flow unit, warp slot 0: lanes of all paths are not those launched and not exited (seen 1, expected 3)");
  end();
}
END_TEST

/* Every bit of every row of the unit, wherever it stands in the table: the paths are worked out again when it has changed, those of its warp if it belongs
 * to one. */
START_TEST(every_row_of_the_unit_makes_it_look_again) {
  turned = _i;
  begin();
  wt_blks *blks = wt_blks_new(&bench->shape);
  const wt_blk *b = wt_blk_find(blks, "hanoi_yr");
  unsigned n_ff = 0, n_mem = 0;
  for (unsigned w = 0; w < WARPS; w++) runs(w, 15), launch_warp(w, 15);
  for (unsigned r = 0; r < b->nrows; r++) {
    const wt_row *row = &b->rows[r];
    if (row->kind != WT_ROW_FF && row->kind != WT_ROW_MEM) continue;
    size_t bytes = wt_row_bytes(row), part = row->kind == WT_ROW_MEM ? bytes / bench->shape.SLOTS : bytes;
    ck_assert_msg(bytes > 0, "%s", row->name);
    *(row->kind == WT_ROW_MEM ? &n_mem : &n_ff) += 1;
    for (unsigned w = 0; w < WARPS; w++)
      for (unsigned last = 0; last < 2; last++) {
        char *at = (char *)wt_row_ptr(m, b, row, 0) + (row->kind == WT_ROW_MEM ? w * part : 0) + (last ? part - 1 : 0), says[200];
        runs(0, 15), runs(1, 15), holds();
        runs(w, 7), holds(); /* not yet seen */
        *at ^= 1;
        snprintf(says, sizeof says, "control-flow unit, warp slot %u: lanes of all paths are not those launched and not exited (seen 7, expected f)",
                 w);
        broken(says);
        runs(w, 15), holds(); /* a warp with a broken rule is not known */
        if (row->kind != WT_ROW_MEM) continue;
        runs(1 - w, 7), *at ^= 1, holds(); /* the other warp's paths are what they were */
      }
  }
  ck_assert_uint_eq(c.n_all, n_ff);
  ck_assert_uint_eq(c.n_warp, n_mem);
  wt_blks_free(blks);
  turned = 0;
  end();
}
END_TEST

/* ---- the checks by themselves ---- */
wt_status __real_wt_tandem_cycle(wt_tandem *t, const wt_m *x);
wt_status __wrap_wt_tandem_cycle(wt_tandem *t, const wt_m *x);
static int hazard_now, hazard_open;
static wt_status oracle_now;
int __wrap_wt_hazard_cycle(wt_hazard *h, const wt_m *x, uint64_t cycle, char *text, size_t size);
int __real_wt_hazard_cycle(wt_hazard *h, const wt_m *x, uint64_t cycle, char *text, size_t size);
int __wrap_wt_hazard_cycle(wt_hazard *h, const wt_m *x, uint64_t cycle, char *text, size_t size) {
  if (real) return __real_wt_hazard_cycle(h, x, cycle, text, size);
  if (hazard_now) snprintf(text, size, "too early in cycle %u", (unsigned)cycle);
  return hazard_now;
}
int __wrap_wt_hazard_open(const wt_hazard *h);
int __real_wt_hazard_open(const wt_hazard *h);
int __wrap_wt_hazard_open(const wt_hazard *h) { return real ? __real_wt_hazard_open(h) : hazard_open; }
wt_status __wrap_wt_tandem_cycle(wt_tandem *t, const wt_m *x) { return real ? __real_wt_tandem_cycle(t, x) : oracle_now; }
static wt_tandem tandem;
static char words[600];
START_TEST(each_check_ends_a_run_in_its_own_words) {
  static wt_launch_desc L = {.kernel = "k"};
  begin();
  memset(&tandem, 0, sizeof tandem);
  tandem.S = &bench->shape, tandem.L = &L, tandem.tally.cycles = 77;
  tandem.hist[1][0] = (wt_issued){70, 15, 0x40}, tandem.hist_n[1] = 1;
  wt_report r = {words, sizeof words, WT_CAUSE_NONE, &tandem, &bench->shape};
  wt_checked all = {.tandem = &tandem, .model = &c, .hazard = (wt_hazard *)(uintptr_t)8};
  wt_check_list list;
  wt_checks_list(&all, &list);
  static const char last[] = "\nlast instructions of warp 1 (cycle, pc, active mask):\n        70  0x0040  0000000f  ?";
  char says[900];
  const wt_oracle *some = (const wt_oracle *)(uintptr_t)8;
  ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), WT_OK);
  /* a hazard before the oracle, and what the oracle says while one is open is the hazard's doing */
  hazard_now = 1, oracle_now = WT_DIFF, tandem.oracle = (wt_oracle *)(uintptr_t)some;
  ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), WT_PROGRAM);
  snprintf(says, sizeof says, "too early in cycle 77%s", last);
  ck_assert_str_eq(words, says);
  ck_assert_int_eq(r.cause, WT_CAUSE_HAZARD);
  hazard_now = 0, hazard_open = 1, tandem.performed = WT_DIFF, snprintf(tandem.error, sizeof tandem.error, "R4 is wrong");
  ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), WT_OK);
  ck_assert(!tandem.oracle && !*tandem.error && tandem.performed == WT_OK);
  hazard_open = 0, tandem.oracle = (wt_oracle *)(uintptr_t)some;
  /* which check of the oracle it was, and what is known of the twins: a difference of the machine can be told from a rule */
  static const struct {
    wt_status st;
    wt_cause cause;
    const char *error, *check;
  } t[] = {{WT_DIFF, WT_CAUSE_VALUE, "lane 3: R1 expected 00000009, written 00000008",
            "values: the machine wrote another one than the instruction's meaning gives"},
           {WT_DIFF, WT_CAUSE_ORDER, "FADD issued while R4 has a write-back outstanding",
            "order: when an instruction may issue and a result may come; no value was seen to be wrong"},
           {WT_DIFF, WT_CAUSE_ORDER, "lane 1: write-back of R3, none is outstanding",
            "order: when an instruction may issue and a result may come; no value was seen to be wrong"},
           {WT_DIFF, WT_CAUSE_PATHS, "pc 0x10 lane 5: its own next pc is 0x20 (active 3f)",
            "paths, slots and accesses: which lanes may do what now; no value was seen to be wrong"},
           {WT_FAULT, WT_CAUSE_BOUNDS, "R4 is wrong", NULL},
           {WT_UNSUPPORTED, WT_CAUSE_UNSUPPORTED, "R4 is wrong", NULL}};
  static const char *const twins[] = {
    "the C twin runs alone here: cosim says whether the RTL does the same; --no-oracle runs without the oracle's checks",
    "both twins agree up to this cycle: they are wrong alike, or the program or the oracle's rule is; --no-oracle runs without its checks"};
  for (unsigned i = 0; i < 2 * sizeof t / sizeof *t; i++) {
    const unsigned k = i / 2;
    all.twin = i % 2 ? (wt_twin *)(uintptr_t)8 : NULL;
    tandem.where.cause = t[k].cause == WT_CAUSE_PATHS ? WT_CAUSE_NONE : t[k].cause; /* nothing that the oracle says more of */
    oracle_now = t[k].st, snprintf(tandem.error, sizeof tandem.error, "%s", t[k].error);
    ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), t[k].st);
    int n = snprintf(says, sizeof says, "cycle 77, kernel k: %s%s", t[k].error, last);
    if (t[k].check)
      snprintf(says + n, sizeof says - (size_t)n, "\nthis is the oracle's check of %s (docs/isa/oracle.md)\n%s", t[k].check, twins[i % 2]);
    ck_assert_str_eq(words, says);
    ck_assert_int_eq(r.cause, t[k].cause);
    ck_assert(tandem.oracle == some && *tandem.error);
  }
  oracle_now = WT_OK, all.twin = NULL;
  /* the invariants are first */
  launch_warp(0, 3), n_made[0] = 0;
  oracle_now = WT_FAULT;
  ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), WT_DIFF);
  snprintf(says, sizeof says,
           "cycle 77, kernel k: invariant broken: control-flow unit, warp slot 0: lanes of all paths are not those launched and not exited (seen 0, "
           "expected 3)%s",
           last);
  ck_assert_str_eq(words, says);
  ck_assert_int_eq(r.cause, WT_CAUSE_DIFF);
  oracle_now = WT_OK;
  end();
}
END_TEST

/* A run with everything that there is to look at has ten checks, from the first place of the list on. */
START_TEST(all_checks_are_in_the_list) {
  static wt_check model, rtl;
  static wt_check_list list;
  wt_checked all = {.model = &model, .rtl = &rtl, .hazard = (wt_hazard *)(uintptr_t)8, .noend = (wt_noend *)(uintptr_t)8, .starves = 1};
  wt_checks_list(&all, &list);
  static const unsigned first[] = {0, 4, 8, 10};
  for (unsigned k = 0; k < 4; k++) ck_assert_uint_eq(list.first[k], first[k]);
  for (unsigned i = 0; i < 10; i++) ck_assert(list.check[i].step && list.check[i].self == &all && list.check[i].when == (i < 4 ? 0 : i < 8 ? 1 : 2));
  all.rtl = NULL, all.noend = NULL, all.starves = 0;
  wt_checks_list(&all, &list);
  ck_assert(list.first[0] == 0 && list.first[1] == 3 && list.first[3] == 7);
}
END_TEST

START_TEST(a_report_is_about_the_last_warp_and_ends_where_its_room_does) {
  char err[400];
  bench = wt_bench_open_model("hanoi_yr", "tiny", (const char *const[]){"WARPS=4", NULL}, 1, err, sizeof err);
  ck_assert_msg(bench != NULL, "%s", err);
  memset(&tandem, 0, sizeof tandem);
  wt_report r = {words, 20, WT_CAUSE_NONE, &tandem, &bench->shape};
  bench->m->subcore->sched.o.sel_valid = 0;
  ck_assert_uint_eq(wt_report_warp(&r, bench->m), 0);
  static const struct {
    uint64_t newest[4];
    unsigned n[4], best;
  } t[] = {{{9, 40, 30, 20}, {1, 1, 1, 1}, 1}, {{9, 40, 30, 50}, {1, 9, 8, 17}, 3}, {{9, 40, 0, 0}, {2, 0, 0, 0}, 0},
           {{9, 40, 41, 0}, {8, 8, 8, 0}, 2},  {{9, 3, 0, 0}, {1, 1, 0, 0}, 0},     {{0, 0, 0, 0}, {0, 0, 1, 0}, 2}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    memset(tandem.hist, 0, sizeof tandem.hist);
    tandem.hist_n[4] = 1, tandem.hist[4][0].cycle = 1000; /* a slot that the shape does not have */
    for (unsigned w = 0; w < 4; w++) {
      tandem.hist_n[w] = t[i].n[w];
      for (unsigned k = 0; k < WT_HISTORY; k++) tandem.hist[w][k].cycle = 1;
      tandem.hist[w][(t[i].n[w] + WT_HISTORY - 1) % WT_HISTORY].cycle = t[i].newest[w];
    }
    ck_assert_uint_eq(wt_report_warp(&r, bench->m), t[i].best);
  }
  bench->m->subcore->sched.o.sel_valid = 1, bench->m->subcore->sched.o.sel_warp = 1;
  ck_assert_uint_eq(wt_report_warp(&r, bench->m), 1);
  memset(words, 'x', sizeof words);
  wt_report_begin(&r, WT_CAUSE_DIFF, "%s", "twelve chars");
  ck_assert_str_eq(words, "twelve chars");
  wt_report_more(&r, " and %d", 1);
  ck_assert_str_eq(words, "twelve chars and 1");
  wt_report_more(&r, "%s", " and more than there is room for");
  ck_assert_str_eq(words, "twelve chars and 1 ");
  wt_report_more(&r, "%s", "again");
  ck_assert(strlen(words) == 19 && words[20] == 'x' && words[21] == 'x');
  wt_report_begin(&r, WT_CAUSE_BOUNDS, "%s", "another text that is much longer than twenty");
  ck_assert_str_eq(words, "another text that i");
  ck_assert_int_eq(r.cause, WT_CAUSE_BOUNDS);
  ck_assert(words[20] == 'x');
  wt_bench_close(bench);
}
END_TEST

/* The lines of a history: the text of an instruction that is there, as many lines as there is room for (160 characters each). */
START_TEST(a_history_has_texts_and_ends_where_its_room_does) {
  static wt_word code[5];
  static wt_launch_desc L = {.kernel = "k", .code = code, .n_insns = 4};
  static const char begins[] = "\nlast instructions of warp 2 (cycle, pc, active mask):", line[] = "\n         5  0x0040  00000001  ?";
  memset(&tandem, 0, sizeof tandem);
  tandem.L = &L, tandem.hist_n[2] = 2;
  tandem.hist[2][0] = tandem.hist[2][1] = (wt_issued){5, 1, 0x40}; /* the first behind the code */
  for (unsigned room = 160; room < 162; room++)
    for (unsigned more = 0; more < 2; more++) {
      char says[200];
      wt_report r = {words, sizeof begins - 1 + room + (more ? sizeof line - 1 : 0), WT_CAUSE_NONE, &tandem, NULL};
      *words = 0;
      wt_report_history(&r, 2);
      snprintf(says, sizeof says, "%s%s%s", begins, room + more > 160 ? line : "", room == 161 && more ? line : "");
      ck_assert_str_eq(words, says);
    }
  tandem.hist[2][1].pc = 0x30; /* the last of it, whatever it is */
  wt_report r = {words, sizeof words, WT_CAUSE_NONE, &tandem, NULL};
  *words = 0;
  wt_report_history(&r, 2);
  ck_assert_msg(strstr(words, "0x0040  00000001  ?\n") && strstr(words, "0x0030  00000001  ") && !strstr(words, "0x0030  00000001  ?"), "%s", words);
}
END_TEST

/* A warp is in its slot from the cycle of its launch to the one before its end. */
START_TEST(who_is_resident) {
  begin();
  m->subcore->sched.o.resident = 1;
  ck_assert(wt_resident(m) == 1);
  m->subcore->hanoi_yr.o.done_valid = 1, m->subcore->hanoi_yr.o.done_warp = 0;
  ck_assert(wt_resident(m) == 0);
  m->subcore->hanoi_yr.o.done_warp = 1;
  ck_assert(wt_resident(m) == 1);
  m->subcore->hanoi_yr.o.done_valid = 0;
  wt_dispatch_out *d = &m->sm->dispatch.o;
  for (unsigned i = 0; i < 8; i++) {
    d->launch_valid = i & 1, d->launch_last = i >> 1 & 1, m->subcore->hanoi_yr.o.launch_ack = i >> 2 & 1, d->launch_warp = 1;
    ck_assert(wt_resident(m) == (i == 7 ? 3 : 1));
  }
  m->subcore->hanoi_yr.o.done_valid = 1, m->subcore->hanoi_yr.o.done_warp = 0;
  ck_assert(wt_resident(m) == 2);
  end();
}
END_TEST

/* Every byte of what is counted and remembered is in a row of the checkpoint, but for what every cycle makes anew. */
START_TEST(all_that_is_counted_is_saved) {
  static uint8_t in[sizeof(wt_tandem)];
  char err[400];
  bench = wt_bench_open_model("hanoi_yr", "tiny", NULL, 1, err, sizeof err);
  ck_assert_msg(bench != NULL, "%s", err);
  memset(&tandem, 0, sizeof tandem);
  tandem.S = &bench->shape;
  wt_saved l = {0};
  wt_tandem_saved(&tandem, &l);
  for (unsigned i = 0; i < l.n; i++) {
    const wt_saved_row *row = &l.row[i];
    for (unsigned k = 0; k < row->n; k++) {
      size_t at = (size_t)((const char *)row->at - (const char *)&tandem) + k * (row->stride ? row->stride : row->elem);
      ck_assert_msg(at + row->elem <= sizeof tandem, "%s", row->name);
      for (size_t j = 0; j < row->elem; j++) ck_assert_msg(!in[at + j]++, "%s: saved twice", row->name);
    }
  }
#define WHOLE(field, n)                                  \
  for (size_t i = 0; i < (n) * sizeof tandem.field; i++) \
  ck_assert_msg(in[(size_t)((const char *)&tandem.field - (const char *)&tandem) + i], "%s, byte %zu is not saved", #field, i)
  unsigned warps = bench->shape.SLOTS;
  WHOLE(tally, 1);
  WHOLE(resident, 1);
  WHOLE(hist_n[0], warps);
  WHOLE(cta[0], warps);
  WHOLE(cta_slot[0], warps);
  WHOLE(warp_in_cta[0], warps);
  for (unsigned w = 0; w < warps; w++)
    for (unsigned k = 0; k < WT_HISTORY; k++) {
      WHOLE(hist[w][k].cycle, 1);
      WHOLE(hist[w][k].mask, 1);
      WHOLE(hist[w][k].pc, 1);
    }
#undef WHOLE
  wt_saved_free(&l);
  wt_bench_close(bench);
}
END_TEST

/* ---- what ends a run, and what it says ---- */
/* Without its numbers of cycles, which are others' business. */
static void says(wt_status st, wt_status want, const char *const part[4]) {
  ck_assert_msg(st == want, "status %d: %s", st, report);
  for (unsigned i = 0; i < 4 && part[i]; i++) ck_assert_msg(strstr(report, part[i]) != NULL, "no '%s' in: %s", part[i], report);
}
static const struct {
  const char *body;
  const char *part[4];
} faults[] = {
  {"  LDG.E.SYS R4, [R2+0x4000]\n  IADD3 R5, R4, R4, RZ\n  EXIT\n.end\n",
   {"fault|memory fault: address outside every allocation in kernel k at pc 0x0020, block (0,0,0), thread (0,0,0), warp 0 lane 0, cycle ",
    ": read of 4 bytes at 0x7f0000004000, 16368 bytes past the end of allocation 1 (16 bytes at 0x7f0000000000)"}},
  {"  STG.E.SYS [R2+0x4000], R2\n  EXIT\n.end\n",
   {"fault|memory fault: address outside every allocation in kernel k at pc 0x0020, block (0,0,0), thread (0,0,0), warp 0 lane 0, cycle ",
    ": write of 4 bytes at 0x7f0000004000, 16368 bytes past the end of allocation 1 (16 bytes at 0x7f0000000000)"}},
  {"  LDG.E.SYS R4, [R2+0x2]\n  IADD3 R5, R4, R4, RZ\n  EXIT\n.end\n",
   {"fault|memory fault: misaligned access in kernel k at pc 0x0020, block (0,0,0), thread (0,0,0), warp 0 lane 0, cycle ",
    ": read of 4 bytes at 0x7f0000000002, which is no multiple of 4, 2 bytes into allocation 1 ("}},
  {"  MOV R6, 0x40\n  STS [R6], R2\n  EXIT\n.end\n",
   {"fault|memory fault: access outside the CTA's shared memory in kernel k at pc 0x0030, block (0,0,0), thread (0,0,0), warp 0 lane 0, cycle ",
    ": write of 4 bytes at 0x40 of shared memory, the CTA has 16 bytes (16 static)"}},
  {"  MOV R6, 0x4000\n  STL [R6], R2\n  EXIT\n.end\n",
   {"fault|memory fault: access outside the thread's local memory in kernel k at pc 0x0030, block (0,0,0), thread (0,0,0), warp 0 lane 0, cycle ",
    ": write of 4 bytes at 0x4000 of local memory, the thread has 0 bytes"}},
  {"  MOV R6, 0x4000\n  LDL R4, [R6]\n  IADD3 R5, R4, R4, RZ\n  EXIT\n.end\n",
   {"fault|memory fault: access outside the thread's local memory in kernel k at pc 0x0030, block (0,0,0), thread (0,0,0), warp 0 lane 0, cycle ",
    ": read of 4 bytes at 0x4000 of local memory, the thread has 0 bytes"}},
};
START_TEST(faults_of_memory) {
  wt_status st = run_text(faults[_i].body, 4, 2000, 0, 0);
  says(st, WT_FAULT, faults[_i].part);
  ck_assert_ptr_null(strstr(report, "--stack")); /* its stack grows by nothing that the file does not know */
}
END_TEST

/* When nobody knows any more which lane it was, the first and the last that it may have been are named; where nobody knows the blocks (bare RTL), none is. */
START_TEST(a_fault_of_one_of_several_lanes) {
  char err[400];
  static const wt_word code[] = {{0x402007386, 0xfe2000010e900}, {0x794d, 0xfe20003800000}}; /* STG [R2], R4 and EXIT */
  static wt_launch_desc L = {.kernel = "k", .n_insns = 2, .block = {3, 2, 5}};
  bench = wt_bench_open_model("hanoi_yr", "tiny", NULL, 1, err, sizeof err);
  ck_assert_msg(bench != NULL, "%s", err);
  memset(&tandem, 0, sizeof tandem);
  L.code = code;
  tandem.S = &bench->shape, tandem.L = &L, tandem.tally.cycles = 9, tandem.warp_in_cta[1] = 4, tandem.cta[1][0] = 7, tandem.cta[1][2] = 8;
  wt_report r = {words, sizeof words, WT_CAUSE_NONE, &tandem, &bench->shape};
  wt_mem *mem = wt_mem_new();
  const wt_fault f = {.warp = 1, .lanes = 12, .pc = 0, .space = WT_SPACE_GLOBAL, .bytes = 4, .addr = UINT64_C(0xdead000000000000)};
  ck_assert_int_eq(wt_fault_report(&r, &f, mem), WT_FAULT);
  ck_assert_msg(
    strstr(words, " in kernel k at pc 0x0000, warp 1 lane 2 to 3, cycle 9: write of 4 bytes at 0xdead000000000000, no memory is allocated"), "%s",
    words);
  tandem.resident = 2; /* thread 4 * 4 + 2 of 3 x 2 x 5 is 0,0,3 */
  wt_fault_report(&r, &f, mem);
  ck_assert_msg(strstr(words, "pc 0x0000, block (7,0,8), thread (0,0,3), or one up to (1,0,3), warp 1 lane 2 to 3, cycle 9"), "%s", words);
  wt_mem_free(mem);
  wt_bench_close(bench);
}
END_TEST

/* The oracle finds a fault where the machine has performed an access: one of the two is wrong, and that is a difference. */
START_TEST(a_fault_of_the_oracle_alone_is_a_difference) {
  static wt_launch_desc L = {.kernel = "k"};
  begin();
  memset(&tandem, 0, sizeof tandem);
  tandem.S = &bench->shape, tandem.L = &L;
  wt_report r = {words, sizeof words, WT_CAUSE_NONE, &tandem, &bench->shape};
  wt_checked all = {.tandem = &tandem};
  wt_check_list list;
  wt_checks_list(&all, &list);
  tandem.where.cause = WT_CAUSE_BOUNDS;
  oracle_now = WT_FAULT, tandem.performed = WT_FAULT, snprintf(tandem.error, sizeof tandem.error, "outside memory");
  ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), WT_DIFF);
  ck_assert_int_eq(r.cause, WT_CAUSE_PATHS);
  tandem.performed = WT_OK;
  ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), WT_FAULT);
  ck_assert_int_eq(r.cause, WT_CAUSE_BOUNDS);
  oracle_now = WT_OK;
  end();
}
END_TEST

#define LOOP "L:\n  IADD3 R4, R4, 0x1, RZ\n  BRA L\n.end\n"
START_TEST(errors_of_the_unit) {
  static const char *const why[] = {NULL,
                                    "its stack or path table is full (a larger STACK_DEPTH or WS_DEPTH may help)",
                                    "its table of reconvergence points is full (a larger REC_DEPTH or RT_DEPTH may help)",
                                    "the program uses a barrier register beyond BX_REGS",
                                    "WARPSYNC waits for threads that are not on this path, which this unit cannot do",
                                    "no barrier register is free for the mask of a WARPSYNC (a larger BX_REGS may help)"};
  char line[400];
  const char *part[4] = {line, "\nlast instructions of warp 0 (cycle, pc, active mask):\n"};
  for (unsigned k = 1; k < 6; k++) {
    err.kind = k, err.warp = 0, err.pc = 0x120 + 16 * k, err.at = 100;
    wt_status st = run_text(LOOP, 4, 1000, 1, 0);
    snprintf(line, sizeof line, "unsupported|unsupported: kernel k, warp 0, pc 0x%04x, cycle 101: control-flow unit hanoi_yr: %s\nlast", err.pc,
             why[k]);
    says(st, WT_UNSUPPORTED, part);
  }
  err.warp = 1; /* a warp that has issued nothing has no last instructions */
  run_text(LOOP, 4, 1000, 1, 0);
  ck_assert_msg(strstr(report, "warp 1, pc") && !strstr(report, "last instructions"), "%s", report);
}
END_TEST

/* The last eight, each with its cycle, pc, lanes and text; fewer when there were fewer. */
START_TEST(history_of_a_warp) {
  unsigned n = 0, pc[2], k = 0;
  unsigned long long cycle[2], mask;
  char text[80];
  err.kind = 1, err.warp = 0, err.pc = 0x40, err.at = 400;
  run_text("  MOV R5, 0x7\n" LOOP, 4, 1000, 1, 0);
  const char *p = strstr(report, "active mask):");
  ck_assert_msg(p != NULL, "%s", report);
  while ((p = strchr(p, '\n')) != NULL) {
    p++;
    ck_assert_msg(sscanf(p, " %llu 0x%x %llx %79[^\n]", &cycle[k], &pc[k], &mask, text) == 4, "%s", report);
    ck_assert_uint_eq(mask, 15);
    ck_assert_str_eq(text, pc[k] == 0x40 ? "BRA 0x30" : "IADD3 R4, R4, 0x1, RZ");
    ck_assert(pc[k] == 0x30 || pc[k] == 0x40);
    ck_assert(!n || (cycle[1 - k] < cycle[k] && pc[1 - k] != pc[k]));
    n++, k = 1 - k;
  }
  ck_assert_uint_eq(n, 8);
  ck_assert(cycle[1 - k] <= 401 && cycle[1 - k] > 380);
  err.at = 150; /* two moves and the load have issued */
  run_text("  LDG.E.SYS R4, [R2]\n  IADD3 R4, R4, 0x1, RZ\n  EXIT\n.end\n", 4, 1000, 1, 0);
  for (n = 0, p = strstr(report, "active mask):"); p && (p = strchr(p, '\n')) != NULL; p++) n++;
  ck_assert_msg(n == 3, "%u lines in: %s", n, report);
}
END_TEST

START_TEST(a_limit_is_the_number_of_cycles) {
  for (unsigned n = 200; n < 202; n++) {
    char line[100];
    const char *part[4] = {line, "limit of --max-cycles reached; nothing is proved"};
    snprintf(line, sizeof line, "max-cycles|max-cycles: kernel k after %u cycles: ", n);
    wt_status st = run_text("L:\n  BRA L\n.end\n", 4, n, 0, 0);
    says(st, WT_NO_END, part);
  }
}
END_TEST

/* A load of the cache is counted by its kind, one that was parked once; instructions that leave unfinished by their reason. */
START_TEST(events_of_memory_are_counted) {
  begin();
  static wt_launch_desc L;
  for (unsigned i = 0; i < 16; i++) {
    unsigned valid = i & 1, again = i >> 1 & 1, kind = i >> 2;
    memset(&tandem, 0, sizeof tandem);
    tandem.S = &bench->shape, tandem.L = &L;
    wt_l1d_out *o = &m->sm->l1d.o;
    o->perf_valid = (uint8_t)valid, o->perf_again = (uint8_t)again, o->perf_kind = (uint8_t)kind, o->perf_lanes = 0;
    m->sm->lsu.o.park = (uint8_t)(i & 1), m->sm->lsu.o.why = (uint8_t)(i % 6);
    ck_assert_int_eq(__real_wt_tandem_cycle(&tandem, m), WT_OK);
    for (unsigned k = 0; k < 4; k++) ck_assert_uint_eq(tandem.tally.l1[k], valid && k == kind && !(again && kind == 3));
    ck_assert_uint_eq(tandem.tally.l1_again, valid && again);
    for (unsigned k = 0; k < 6; k++) ck_assert_uint_eq(tandem.tally.replays[k], (i & 1) && k == i % 6);
    ck_assert_uint_eq(tandem.tally.cycles, 1);
  }
  m->sm->l1d.o.perf_valid = m->sm->lsu.o.park = 0;
  end();
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_checks");
  TCase *tc = tcase_create("wt_checks");
  tcase_set_timeout(tc, 120);
  tcase_add_test(tc, each_rule_of_the_paths);
  tcase_add_test(tc, what_issues_is_the_path_that_runs);
  tcase_add_test(tc, launches_and_exits_are_those_of_the_signals);
  tcase_add_test(tc, invariants_of_a_part_are_not_looked_at);
  tcase_add_test(tc, a_warp_that_the_unit_works_on_is_looked_at_later);
  tcase_add_loop_test(tc, every_row_of_the_unit_makes_it_look_again, 0, 2);
  tcase_add_test(tc, each_check_ends_a_run_in_its_own_words);
  tcase_add_test(tc, all_checks_are_in_the_list);
  tcase_add_test(tc, a_report_is_about_the_last_warp_and_ends_where_its_room_does);
  tcase_add_test(tc, a_history_has_texts_and_ends_where_its_room_does);
  tcase_add_test(tc, who_is_resident);
  tcase_add_test(tc, all_that_is_counted_is_saved);
  tcase_add_loop_test(tc, faults_of_memory, 0, (int)(sizeof faults / sizeof *faults));
  tcase_add_test(tc, a_fault_of_one_of_several_lanes);
  tcase_add_test(tc, a_fault_of_the_oracle_alone_is_a_difference);
  tcase_add_test(tc, errors_of_the_unit);
  tcase_add_test(tc, history_of_a_warp);
  tcase_add_test(tc, a_limit_is_the_number_of_cycles);
  tcase_add_test(tc, events_of_memory_are_counted);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
