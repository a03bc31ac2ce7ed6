/* test_wt_cfu_cells.c - what the random stimulus of each control-flow unit makes its machine do: every step it is known to take is named in tests/cells
 * with the rule of the document that it belongs to. A step that is named and never taken fails, unless it has a reason; a step that is taken and not named
 * fails, too. Seen from outside, in the C twin: state row and ports before and after each clock edge, with modes and small structures drawn at random.
 *
 * WT_CELLS=1 prints the counts as tables, WT_CELLS=all every step that was taken in the words of tests/cells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/wt_bench_draw.h"
#include "tests/suite.h"

enum { CYCLES = 6000, RUNS = 240, MOST = 1000, STATES = 16 };
static const char *const units[] = {"hanoi_yr", "hanoi", "barrier", "multipath", "simt_stack"};
static const char *const events[] = {"ADV",    "BRA",   "BSSY", "BSYNC", "BREAK", "BMOVR", "BMOVW", "WSYNC",
                                     "WSYNCR", "YIELD", "EXIT", "BAR",   "CALL",  "BRX",   "RET",   "CALLX"};

/* ---- names of the states ---- */
static const struct {
  const char *unit, *name;
  unsigned value;
} states[] = {
#define STATE(tag, name, value, text) {#tag, #name, value},
#include "spec/states.def"
};
static const char *const tags[] = {"YR", "HN", "CB", "MP", "SS"};
static const char *state_name(unsigned unit, unsigned value) {
  for (unsigned i = 0; i < sizeof states / sizeof *states; i++)
    if (!strcmp(states[i].unit, tags[unit]) && states[i].value == value) return states[i].name;
  return "?";
}

/* ---- cells ---- */
typedef struct {
  char what[60]; /* EVENT FROM TO OUTCOME */
  char rule[8], why[160];
  uint64_t n;
  int named;
} cell;
static cell cells[MOST];
static unsigned n_cells;
static cell *cell_of(const char *what) {
  for (unsigned i = 0; i < n_cells; i++)
    if (!strcmp(cells[i].what, what)) return &cells[i];
  ck_assert_uint_lt(n_cells, MOST);
  snprintf(cells[n_cells].what, sizeof cells[0].what, "%s", what);
  return &cells[n_cells++];
}
/* "R7 BSYNC EXEC CHECK -", and behind " : " the reason of one that the stimulus does not reach. */
static void read_cells(const char *unit) {
  char path[1200], line[400], rule[8], w[4][20];
  snprintf(path, sizeof path, "%s/tests/cells/%s.txt", WT_ROOT, unit);
  FILE *f = fopen(path, "r");
  ck_assert_msg(f != NULL, "no %s", path);
  n_cells = 0, memset(cells, 0, sizeof cells);
  while (fgets(line, sizeof line, f)) {
    char *why = strstr(line, " : "), what[80];
    if (*line == '#' || *line == '\n') continue;
    line[strcspn(line, "\n")] = 0;
    if (why) *why = 0, why += 3;
    ck_assert_msg(sscanf(line, "%7s %19s %19s %19s %19s", rule, w[0], w[1], w[2], w[3]) == 5, "%s: %s", path, line);
    snprintf(what, sizeof what, "%s %s %s %s", w[0], w[1], w[2], w[3]);
    cell *c = cell_of(what);
    ck_assert_msg(!c->named, "%s: '%s' twice", path, what);
    c->named = 1;
    snprintf(c->rule, sizeof c->rule, "%s", rule);
    if (why) snprintf(c->why, sizeof c->why, "%s", why);
  }
  fclose(f);
}

/* ---- one run ---- */
static struct {
  unsigned unit, state, warp; /* before the edge; the warp that the machine works on */
  const uint8_t *q_state, *q_kind, *q_warp;
  char event[12];  /* what the machine works on */
  wt_issue_out ev; /* before the edge */
  wt_warps dead;
  int known;
} now;
/* Between evaluation and edge: the rows and registered ports are those of the edge before. */
static void look(void *ctx, const wt_bench *b) {
  const wt_cfu_out *o = b->m->subcore->cfu;
  unsigned to = *now.q_state;
  char what[60];
  (void)ctx;
  if (now.known) {
    const char *event = now.event;
    if (!now.state && to) {
      const char *s = state_name(now.unit, to);
      snprintf(now.event, sizeof now.event, "%s", !strcmp(s, "LAUNCH") ? "launch" : !strcmp(s, "CTAREL") ? "release" : events[*now.q_kind]);
    } else if (!now.state) {
      event = now.ev.ev_valid ? events[now.ev.ev_kind] : NULL;
    }
    unsigned warp = now.state ? now.warp : to ? *now.q_warp : now.ev.ev_warp; /* BSSY beside the machine has errors of its own */
    int own = o->err_warp == warp && strcmp(now.event, "launch") && strcmp(now.event, "release");
    const char *out = o->err_valid && own                     ? "error"
                      : o->done_valid                         ? "done"
                      : o->redir_valid && !o->redir_stop      ? "goes"
                      : o->redir_valid && o->dead & ~now.dead ? "dead"
                      : o->redir_valid                        ? "stops"
                                                              : "-";
    if (event) snprintf(what, sizeof what, "%s %s %s %s", event, state_name(now.unit, now.state), state_name(now.unit, to), out), cell_of(what)->n++;
    if (now.state && now.ev.ev_valid) snprintf(what, sizeof what, "%s beside - -", events[now.ev.ev_kind]), cell_of(what)->n++;
  }
  now.state = to, now.warp = *now.q_warp, now.ev = b->m->subcore->issue.o, now.dead = o->dead, now.known = 1;
}
static void run(unsigned unit, uint64_t seed) {
  static const char *const presets[] = {"tiny", "small"};
  char text[WT_BENCH_MOST][60], err[400], divergence[40];
  const char *set[WT_BENCH_MOST] = {divergence};
  wt_rng r = {seed};
  snprintf(divergence, sizeof divergence, "DIVERGENCE=%s", units[unit]);
  wt_bench_draw(presets[seed % 2], seed > RUNS / 2, &r, text, set, 1);
  wt_bench *b = wt_bench_open_model(units[unit], presets[seed % 2], set, seed, err, sizeof err);
  ck_assert_msg(b != NULL, "%s: %s", units[unit], err);
  wt_blks *blks = wt_blks_new(&b->shape);
  const wt_blk *blk = wt_blk_find(blks, units[unit]);
  memset(&now, 0, sizeof now);
  now.unit = unit;
  now.q_state = wt_row_ptr(b->m, blk, wt_row_state(blk, "state"), 0);
  now.q_kind = wt_row_ptr(b->m, blk, wt_row_state(blk, "e_kind"), 0);
  now.q_warp = wt_row_ptr(b->m, blk, wt_row_state(blk, "at_warp"), 0);
  b->on_settled = look;
  ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, CYCLES), "%s", b->report);
  wt_blks_free(blks);
  wt_bench_close(b);
}

static int by_rule(const void *a, const void *b) {
  const cell *x = a, *y = b;
  int d = atoi(x->rule + 1) - atoi(y->rule + 1);
  return d ? d : strcmp(x->what, y->what);
}
START_TEST(every_step_is_taken_and_named) {
  const char *how = getenv("WT_CELLS");
  unsigned hit = 0, excused = 0, bad = 0;
  read_cells(units[_i]);
  for (uint64_t seed = 1; seed <= RUNS; seed++) run((unsigned)_i, seed);
  qsort(cells, n_cells, sizeof *cells, by_rule);
  for (unsigned i = 0; i < n_cells; i++) {
    const cell *c = &cells[i];
    if (how && !strcmp(how, "all")) { /* for a new table */
      if (c->n) printf("%s %s\n", *c->rule ? c->rule : "R0", c->what);
      continue;
    }
    hit += c->n != 0, excused += !c->n && *c->why;
    if (c->n && !c->named) bad++, printf("%s: '%s' happens (%llu times) and is not named\n", units[_i], c->what, (unsigned long long)c->n);
    if (!c->n && !*c->why) bad++, printf("%s: '%s' (%s) never happens\n", units[_i], c->what, c->rule);
    if (c->n && *c->why) bad++, printf("%s: '%s' happens (%llu times), and is excused\n", units[_i], c->what, (unsigned long long)c->n);
  }
  if (how && !strcmp(how, "1")) {
    printf("\n## %s\n\n%u steps, %u taken, %u excused.\n\n| rule | event | from | to | shown | times |\n|---|---|---|---|---|---:|\n", units[_i],
           n_cells, hit, excused);
    for (unsigned i = 0; i < n_cells; i++) {
      char w[4][20];
      ck_assert_int_eq(sscanf(cells[i].what, "%19s %19s %19s %19s", w[0], w[1], w[2], w[3]), 4);
      printf("| %s | %s | %s | %s | %s | ", cells[i].rule, w[0], w[1], w[2], w[3]);
      if (cells[i].n) printf("%llu |\n", (unsigned long long)cells[i].n);
      else printf("%s |\n", cells[i].why);
    }
  }
  fflush(stdout);
  ck_assert_msg(!bad, "%u steps of wt_%s", bad, units[_i]);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_cells");
  TCase *tc = tcase_create("wt_cells");
  tcase_set_timeout(tc, 300);
  tcase_add_loop_test(tc, every_step_is_taken_and_named, 0, (int)(sizeof units / sizeof *units));
  suite_add_tcase(s, tc);
  return suite_run(s);
}
