/* test_wt_checks.c - the invariants of the control-flow unit alone (tb/lib/wt_check.h): paths that the suite makes up, one wrong thing at a time, and the
 * words and numbers of the report. Then what ends a run, with its whole text; and what the oracle is told.
 * Wrapped: wt_paths (the paths of a warp come from here, or from the unit), wt_tandem_cycle (who tells the oracle),
 * wt_hazard_cycle and wt_hazard_open.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/wt_bench.h"
#include "lib/wt_session.h"
#include "spec/wt_paths.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

/* ---- paths from here ---- */
enum { WARPS = 2, MADE_UP = 4 };
static wt_path made[WARPS][MADE_UP];
static int n_made[WARPS], real = 1;
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
  m->gpu->dispatch.o.launch_valid = 0, m->subcore->hanoi_yr.o.launch_ack = 0;
  m->subcore->issue.o.ev_valid = 0;
  m->subcore->sched.o.sel_valid = 0;
}
static void launch_warp(unsigned w, uint64_t mask) {
  wt_dispatch_out *d = &m->gpu->dispatch.o;
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
    wt_dispatch_out *d = &m->gpu->dispatch.o;
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

/* Every bit of every row of the unit: the paths are worked out again when it has changed, those of its warp if it belongs to one. */
START_TEST(every_row_of_the_unit_makes_it_look_again) {
  begin();
  wt_blks *blks = wt_blks_new(&bench->shape);
  const wt_blk *b = wt_blk_find(blks, "hanoi_yr");
  unsigned n_ff = 0, n_mem = 0;
  for (unsigned w = 0; w < WARPS; w++) runs(w, 15), launch_warp(w, 15);
  for (unsigned r = 0; r < b->nrows; r++) {
    const wt_row *row = &b->rows[r];
    if (row->kind != WT_ROW_FF && row->kind != WT_ROW_MEM) continue;
    size_t bytes = wt_row_bytes(row), part = row->kind == WT_ROW_MEM ? bytes / bench->shape.WARPS : bytes;
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
  end();
}
END_TEST

/* ---- the checks by themselves ---- */
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
static wt_tandem tandem;
static char words[600];
START_TEST(each_check_ends_a_run_in_its_own_words) {
  static wt_launch_desc L = {.kernel = "k"};
  begin();
  memset(&tandem, 0, sizeof tandem);
  tandem.S = &bench->shape, tandem.L = &L, tandem.tally.cycles = 77;
  tandem.hist[1][0] = (wt_issued){70, 15, 0x40}, tandem.hist_n[1] = 1;
  wt_report r = {words, sizeof words, NULL, &tandem, &bench->shape};
  wt_checked all = {.tandem = &tandem, .model = &c, .hazard = (wt_hazard *)(uintptr_t)8};
  wt_check_list list;
  wt_checks_list(&all, &list);
  static const char last[] = "\nlast instructions of warp 1 (cycle, pc, active mask):\n        70  0x0040  0000000f  ?";
  char says[400];
  const wt_oracle *some = (const wt_oracle *)(uintptr_t)8;
  ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), WT_OK);
  /* a hazard before the oracle, and what the oracle says while one is open is the hazard's doing */
  hazard_now = 1, oracle_now = WT_DIFF, tandem.oracle = (wt_oracle *)(uintptr_t)some;
  ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), WT_FAULT);
  snprintf(says, sizeof says, "too early in cycle 77%s", last);
  ck_assert_str_eq(words, says);
  ck_assert_str_eq(r.verdict, "fault");
  hazard_now = 0, hazard_open = 1, tandem.performed = WT_DIFF, snprintf(tandem.error, sizeof tandem.error, "R4 is wrong");
  ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), WT_OK);
  ck_assert(!tandem.oracle && !*tandem.error && tandem.performed == WT_OK);
  hazard_open = 0, tandem.oracle = (wt_oracle *)(uintptr_t)some;
  static const struct {
    wt_status st;
    const char *verdict;
  } t[] = {{WT_DIFF, "diff"}, {WT_FAULT, "fault"}, {WT_UNSUPPORTED, "unsupported"}};
  for (unsigned i = 0; i < 3; i++) {
    oracle_now = t[i].st, snprintf(tandem.error, sizeof tandem.error, "R4 is wrong");
    ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), t[i].st);
    snprintf(says, sizeof says, "cycle 77, kernel k: R4 is wrong%s", last);
    ck_assert_str_eq(words, says);
    ck_assert_str_eq(r.verdict, t[i].verdict);
    ck_assert(tandem.oracle == some && *tandem.error);
  }
  oracle_now = WT_OK;
  /* the invariants are first */
  launch_warp(0, 3), n_made[0] = 0;
  oracle_now = WT_FAULT;
  ck_assert_int_eq(wt_checks_step(&list, WT_WHEN_SETTLED, m, &r), WT_DIFF);
  snprintf(says, sizeof says,
           "cycle 77, kernel k: invariant broken: control-flow unit, warp slot 0: lanes of all paths are not those launched and not exited (seen 0, "
           "expected 3)%s",
           last);
  ck_assert_str_eq(words, says);
  ck_assert_str_eq(r.verdict, "diff");
  oracle_now = WT_OK;
  end();
}
END_TEST

START_TEST(a_report_is_about_the_last_warp_and_ends_where_its_room_does) {
  char err[400];
  bench = wt_bench_open_model("hanoi_yr", "tiny", (const char *const[]){"WARPS=4", NULL}, 1, err, sizeof err);
  ck_assert_msg(bench != NULL, "%s", err);
  memset(&tandem, 0, sizeof tandem);
  wt_report r = {words, 20, NULL, &tandem, &bench->shape};
  bench->m->subcore->sched.o.sel_valid = 0;
  ck_assert_uint_eq(wt_report_warp(&r, bench->m), 0);
  static const struct {
    uint64_t newest[4];
    unsigned n[4], best;
  } t[] = {
    {{9, 40, 30, 20}, {1, 1, 1, 1}, 1}, {{9, 40, 30, 50}, {1, 9, 8, 17}, 3}, {{9, 40, 0, 0}, {2, 0, 0, 0}, 0}, {{9, 40, 41, 0}, {8, 8, 8, 0}, 2}};
  for (unsigned i = 0; i < 4; i++) {
    memset(tandem.hist, 0, sizeof tandem.hist);
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
  wt_report_begin(&r, "diff", "%s", "twelve chars");
  ck_assert_str_eq(words, "twelve chars");
  wt_report_more(&r, " and %d", 1);
  ck_assert_str_eq(words, "twelve chars and 1");
  wt_report_more(&r, "%s", " and more than there is room for");
  ck_assert_str_eq(words, "twelve chars and 1 ");
  wt_report_more(&r, "%s", "again");
  ck_assert(strlen(words) == 19 && words[20] == 'x' && words[21] == 'x');
  wt_report_begin(&r, "fault", "%s", "another text that is much longer than twenty");
  ck_assert_str_eq(words, "another text that i");
  ck_assert_str_eq(r.verdict, "fault");
  ck_assert(words[20] == 'x');
  wt_bench_close(bench);
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
  unsigned warps = bench->shape.WARPS;
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
static char report[8200];
static const char *verdict_of(wt_session *s) {
  static char word[16];
  snprintf(word, sizeof word, "%s", wt_verdict(s));
  return word;
}
static struct {
  unsigned kind, warp, pc;
  uint64_t at;
} err;
static void fail_unit(void *ctx, wt_machine *x, uint64_t cycle) {
  wt_cfu_out *o = &x->m->subcore->hanoi_yr.o;
  (void)ctx;
  if (cycle == err.at) o->err_valid = 1, o->err_kind = (uint8_t)err.kind, o->err_warp = (uint8_t)err.warp, o->err_pc = err.pc;
}
static wt_status run_text(const char *body, unsigned block, uint64_t max_cycles, int fails, uint32_t init) {
  static char text[2000];
  static const char *const slow[] = {"MEM_LAT=200", NULL};
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", slow, 1, max_cycles, 0);
  const uint32_t words[4] = {init, init, init, init};
  wt_addr buf = kit_alloc(s, sizeof words, words);
  if (fails) wt_session_on_edge(s, fail_unit, NULL);
  snprintf(text, sizeof text, ".kernel k\n.regs 16\n.smem 16\n.params 8\n  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\n%s", body);
  wt_status st = kit_launch(s, kit_text(s, text, "k.sass"), 1, block, &buf, 1);
  snprintf(report, sizeof report, "%s|%s", verdict_of(s), st ? wt_error(s) : "");
  wt_session_close(s);
  return st;
}
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
   {"fault|memory fault: address outside every allocation in kernel k at pc 0x0020, warp 0 lane 0, cycle ", ": read of 0x"}},
  {"  STG.E.SYS [R2+0x4000], R2\n  EXIT\n.end\n",
   {"fault|memory fault: address outside every allocation in kernel k at pc 0x0020, warp 0 lane 0, cycle ", ": write of 0x"}},
  {"  LDG.E.SYS R4, [R2+0x2]\n  IADD3 R5, R4, R4, RZ\n  EXIT\n.end\n",
   {"fault|memory fault: misaligned access in kernel k at pc 0x0020, warp 0 lane 0"}},
  {"  MOV R6, 0x40\n  STS [R6], R2\n  EXIT\n.end\n",
   {"fault|memory fault: access outside the CTA's shared memory in kernel k at pc 0x0030, warp 0 lane 0"}},
  {"  MOV R6, 0x4000\n  STL [R6], R2\n  EXIT\n.end\n",
   {"fault|memory fault: access outside the thread's local memory (a stack that is too small?) in kernel k at pc 0x0030, warp 0 lane 0",
    ": the kernel has 0 bytes a thread"}},
  {"  MOV R6, 0x4000\n  LDL R4, [R6]\n  IADD3 R5, R4, R4, RZ\n  EXIT\n.end\n",
   {"fault|memory fault: access outside the thread's local memory (a stack that is too small?) in kernel k at pc 0x0030, warp 0 lane 0",
    ": the kernel has 0 bytes a thread"}},
};
START_TEST(faults_of_memory) {
  wt_status st = run_text(faults[_i].body, 4, 2000, 0, 0);
  says(st, WT_FAULT, faults[_i].part);
  if (_i > 1) ck_assert_ptr_null(strstr(report, " of 0x"));
  if (_i < 4) ck_assert_ptr_null(strstr(report, "bytes a thread"));
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

/* ---- what the oracle is told: each value of the machine is falsified on its way to it, once, the machine itself stays right ---- */
static wt_m *lied; /* the machine for the rest of this cycle; NULL: not yet */
static unsigned lie_now, fill;
typedef int tell(wt_subcore *k, wt_m *m);
static int wb_lo(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.wb_valid && k->alu.o.wb_n && k->alu.o.wb_mask & 8 && (k->alu.o.wb_lo[3] ^= 1u << 31, 1);
}
static int wb_hi(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.wb_valid && k->alu.o.wb_n > 1 && k->alu.o.wb_mask & 1 && (k->alu.o.wb_hi[0] ^= 1, 1);
}
static int wb_reg(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.wb_valid && k->alu.o.wb_n && k->alu.o.wb_mask && (k->alu.o.wb_reg ^= 1, 1); }
static int wb_mask(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.wb_valid && k->alu.o.wb_n && k->alu.o.wb_mask & 4 && (k->alu.o.wb_mask ^= 4, 1);
}
static int wb_none(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.wb_valid && k->alu.o.wb_n && k->alu.o.wb_mask && (k->alu.o.wb_valid = 0, 1); }
static int pw0(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.pw0_valid && k->alu.o.pw1_valid && k->alu.o.pw0_p != k->alu.o.pw1_p && (k->alu.o.pw0_bits ^= 1, 1);
}
static int pw1(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pw1_valid && (k->alu.o.pw1_bits ^= 8, 1); }
static int pw_twice(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.pw1_valid && k->alu.o.pw0_valid && k->alu.o.pw0_p == k->alu.o.pw1_p && (k->alu.o.pw1_bits ^= 1, 1);
}
static int pw_index(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pw0_valid && k->alu.o.wb_mask && (k->alu.o.pw0_p ^= 4, 1); }
static int all_first(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pwr_valid && (k->alu.o.wb_lo[0] ^= 1, 1); }
static int all_last(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pwr_valid && (k->alu.o.wb_lo[3] ^= 64, 1); }
static int all_lanes(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pwr_valid && (k->alu.o.wb_hi[2] ^= 64, 1); }
static int all_mask(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pwr_valid && (k->alu.o.wb_mask ^= 2, 1); }
static int scalar(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.wb_valid && k->alu.o.sc_ur && k->alu.o.sc_idx != 63 && (k->alu.o.sc_val ^= 1, 1);
}
static int slow_data(wt_subcore *k, wt_m *x) { return (void)x, k->wb.o.reg_valid && k->wb.o.mask & 2 && (k->wb.o.data[1] ^= 1u << 16, 1); }
static int slow_reg(wt_subcore *k, wt_m *x) { return (void)x, k->wb.o.reg_valid && k->wb.o.mask && (k->wb.o.reg ^= 1, 1); }
static int slow_mask(wt_subcore *k, wt_m *x) { return (void)x, k->wb.o.reg_valid && k->wb.o.mask & 1 && (k->wb.o.mask ^= 1, 1); }
static int slow_pred(wt_subcore *k, wt_m *x) { return (void)x, k->wb.o.pw_valid && k->wb.o.mask & 4 && (k->wb.o.pw_bits ^= 4, 1); }
static int slow_index(wt_subcore *k, wt_m *x) { return (void)x, k->wb.o.pw_valid && k->wb.o.mask && (k->wb.o.pw_p ^= 1, 1); }
static int u_lo(wt_subcore *k, wt_m *x) {
  return (void)x, k->issue.o.uni_valid && k->ualu.o.w_n == 1 && k->ualu.o.w_idx < 62 && (k->ualu.o.w_lo ^= 1, 1);
}
static int u_pair_lo(wt_subcore *k, wt_m *x) { return (void)x, k->issue.o.uni_valid && k->ualu.o.w_n > 1 && (k->ualu.o.w_lo ^= 1, 1); }
static int u_hi(wt_subcore *k, wt_m *x) { return (void)x, k->issue.o.uni_valid && k->ualu.o.w_n > 1 && (k->ualu.o.w_hi ^= 1u << 31, 1); }
static int u_index(wt_subcore *k, wt_m *x) {
  return (void)x, k->issue.o.uni_valid && k->ualu.o.w_n == 1 && k->ualu.o.w_idx < 62 && (k->ualu.o.w_idx ^= 1, 1);
}
static int up0(wt_subcore *k, wt_m *x) {
  return (void)x, k->issue.o.uni_valid && k->ualu.o.p0_valid && k->ualu.o.p0_idx == 0 && (k->ualu.o.p0_val ^= 1, 1);
}
static int up1(wt_subcore *k, wt_m *x) {
  return (void)x, k->issue.o.uni_valid && k->ualu.o.p1_valid && k->ualu.o.p1_idx == 1 && (k->ualu.o.p1_val ^= 1, 1);
}
static int up_twice(wt_subcore *k, wt_m *x) {
  return (void)x,
         k->issue.o.uni_valid && k->ualu.o.p1_valid && k->ualu.o.p0_idx == k->ualu.o.p1_idx && k->ualu.o.p1_idx < 7 && (k->ualu.o.p1_val ^= 1, 1);
}
static int lanes(wt_subcore *k, wt_m *x) { return (void)x, k->issue.o.valid && k->hanoi_yr.o.mask == 15 && (k->hanoi_yr.o.mask = 7, 1); }
static int launched(wt_subcore *k, wt_m *x) {
  return x->gpu->dispatch.o.launch_valid && k->hanoi_yr.o.launch_ack && (x->gpu->dispatch.o.launch_mask = 7, 1);
}
static int done(wt_subcore *k, wt_m *x) {
  return (void)x, k->wb.o.reg_valid && (k->hanoi_yr.o.done_valid = 1, k->hanoi_yr.o.done_warp = k->wb.o.warp, 1);
}
static tell *const tells[] = {wb_lo,     wb_hi,     wb_reg,   wb_mask, wb_none,   pw0,      pw1,       pw_twice,  pw_index,   all_first,
                              all_last,  all_lanes, all_mask, scalar,  slow_data, slow_reg, slow_mask, slow_pred, slow_index, u_lo,
                              u_pair_lo, u_hi,      u_index,  up0,     up1,       up_twice, lanes,     launched,  done};
wt_status __real_wt_tandem_cycle(wt_tandem *t, const wt_m *x);
wt_status __wrap_wt_tandem_cycle(wt_tandem *t, const wt_m *x);
wt_status __wrap_wt_tandem_cycle(wt_tandem *t, const wt_m *x) {
  wt_m *y = (wt_m *)(uintptr_t)x;
  if (!real) return oracle_now;
  if (!lie_now || lied) return __real_wt_tandem_cycle(t, x);
  wt_subcore was = *y->subcore;
  wt_dispatch_out d = y->gpu->dispatch.o;
  if (tells[lie_now - 1](y->subcore, y)) lied = y;
  wt_status st = __real_wt_tandem_cycle(t, x);
  *y->subcore = was, y->gpu->dispatch.o = d;
  return st;
}
static const char of_all_kinds[] =
  "  S2R R0, SR_TID.X\n  MOV R1, 0x4\n  IMAD.WIDE R2, R0, R1, c[0x0][0x160]\n  ISETP.LT.AND P0, P1, R0, 0x2, PT\n  ISETP.LT.AND P3, P3, R0, 0x3, PT\n"
  "  MOV R9, 0x2a\n  R2P PR, R9, 0x7f\n  UMOV UR4, 0x5\n  UMOV UR6, 0x9\n  UIMAD.WIDE UR8, UR4, UR6, URZ\n  UISETP.LT.AND UP0, UP1, UR4, UR6, UPT\n"
  "  UISETP.LT.AND UP2, UP2, UR4, UR6, UPT\n  UISETP.LT.AND UP6, UPT, UR4, UR6, UPT\n  UMOV URZ, 0x1\n  R2UR UR10, R9\n  LDG.E.SYS R4, [R2]\n"
  "  SHFL.IDX P2, R7, R4, 0x1, 0x1f\n  IADD3 R8, R7, 0x1, RZ\n  STG.E.SYS [R2], R8\n  EXIT\n.end\n";
START_TEST(every_value_reaches_the_oracle) {
  lie_now = 0;
  ck_assert_msg(run_text(of_all_kinds, 4, 4000, 0, 3) == WT_OK, "nothing falsified: %s", report);
  for (lie_now = 1; lie_now <= sizeof tells / sizeof *tells; lie_now++) {
    lied = NULL;
    wt_status st = run_text(of_all_kinds, 4, 4000, 0, 3);
    ck_assert_msg(lied != NULL, "lie %u was never told", lie_now - 1);
    ck_assert_msg(st == WT_DIFF, "lie %u: status %d, %s", lie_now - 1, st, report);
  }
  lie_now = 0;
}
END_TEST

/* What a kernel reads and never wrote is what the memories of the machine held: so it is for the oracle, warp by warp. */
static void full(void *ctx, wt_machine *x, uint64_t cycle) {
  const wt_shape *S = x->m->S;
  wt_subcore *k = x->m->subcore;
  wt_rng r = {77};
  (void)ctx;
  if (cycle != 1 || !fill) return;
  for (unsigned b = 0; b < S->RF_BANKS; b++)
    for (unsigned i = 0; i < S->REGS / S->WARP_SIZE * S->BEATS / S->RF_BANKS * S->LANES; i++) k->rfbank[b].q.mem[i] = (uint32_t)wt_rand(&r);
  for (unsigned b = 0; b < S->SMEM_BANKS; b++)
    for (unsigned i = 0; i < S->SMEM_BYTES / 4 / S->SMEM_BANKS; i++) x->m->sm->smbank[b].q.mem[i] = (uint32_t)wt_rand(&r);
  for (unsigned i = 0; i < S->WARPS * 64; i++) k->ureg.q.regs[i] = i % 64 == 63 ? 0 : (uint32_t)wt_rand(&r);
  for (unsigned i = 0; i < S->WARPS; i++) k->ureg.q.preds[i] = (uint8_t)(wt_rand(&r) | 0x80) & 0x7f;
}
START_TEST(what_was_never_written_is_what_the_machine_held) {
  static const char text[] =
    ".kernel k\n.regs 16\n.smem 64\n.params 8\n  S2R R0, SR_TID.X\n  S2R R6, SR_CTAID.X\n  IMAD R0, R6, 0x8, R0\n"
    "  MOV R1, 0x4\n  IMAD.WIDE R2, R0, R1, c[0x0][0x160]\n  IADD3 R8, R9, R10, R11\n  IADD3 R8, R8, R14, RZ\n  MOV R12, UR5\n"
    "  IADD3 R8, R8, R12, RZ\n  MOV R13, 0x10\n  LDS R13, [R13]\n  IADD3 R8, R8, R13, RZ\n  MOV R13, 0x3c\n  LDS R13, [R13]\n"
    "  IADD3 R8, R8, R13, RZ\n  STG.E.SYS [R2], R8\n  EXIT\n.end\n";
  uint32_t word[2][32];
  for (fill = 0; fill < 2; fill++) {
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 20000, 0);
    wt_addr buf = kit_alloc(s, sizeof word[0], NULL);
    wt_session_on_edge(s, full, NULL);
    wt_status st = kit_launch(s, kit_text(s, text, "k.sass"), 4, 8, &buf, 1);
    ck_assert_msg(st == WT_OK, "%s", wt_error(s));
    ck_assert_int_eq(wt_copy_out(s, word[fill], buf, sizeof word[0]), WT_OK);
    wt_session_close(s);
  }
  for (unsigned i = 0; i < 32; i++) ck_assert_msg(word[0][i] != word[1][i], "thread %u read what it found", i);
  fill = 0;
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_checks");
  TCase *tc = tcase_create("wt_checks");
  tcase_set_timeout(tc, 120);
  tcase_add_test(tc, each_rule_of_the_paths);
  tcase_add_test(tc, what_issues_is_the_path_that_runs);
  tcase_add_test(tc, launches_and_exits_are_those_of_the_signals);
  tcase_add_test(tc, a_warp_that_the_unit_works_on_is_looked_at_later);
  tcase_add_test(tc, every_row_of_the_unit_makes_it_look_again);
  tcase_add_test(tc, each_check_ends_a_run_in_its_own_words);
  tcase_add_test(tc, a_report_is_about_the_last_warp_and_ends_where_its_room_does);
  tcase_add_test(tc, all_that_is_counted_is_saved);
  tcase_add_loop_test(tc, faults_of_memory, 0, (int)(sizeof faults / sizeof *faults));
  tcase_add_test(tc, errors_of_the_unit);
  tcase_add_test(tc, history_of_a_warp);
  tcase_add_test(tc, a_limit_is_the_number_of_cycles);
  tcase_add_test(tc, every_value_reaches_the_oracle);
  tcase_add_test(tc, what_was_never_written_is_what_the_machine_held);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
