/* test_wt_counted.c - the run that docs/counted_run.md counts by hand: every slot reason of every cycle and every metric. A cycle's reasons are the
 * difference of two runs, one cut a cycle later than the other. WT_DOCS names another folder of documents.
 */
#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "isa/wt_asm.h"
#include "isa/wt_elfw.h"
#include "lib/wt_session.h"
#include "tests/suite.h"

enum { CYCLES = 40, SLOTS = 2 };
typedef struct {
  int seen, warp, first; /* warp: -1 = no beat issues */
  unsigned pc, why[WT_WHY_COUNT];
} line;
typedef struct {
  char name[40];
  double value;
} metric;
static line doc[CYCLES];
static metric metrics[40];
static unsigned n_metrics;

static int reason(const char *word) {
  for (int i = 0; i < WT_WHY_COUNT; i++)
    if (!strcmp(wt_why_names[i], word)) return i;
  ck_abort_msg("counted_run.md: no such reason: %s", word);
}

static void read_page(void) {
  const char *docs = getenv("WT_DOCS");
  char path[1200], text[600], issue[40], a[20], b[20], name[40], value[40];
  snprintf(path, sizeof path, "%s/counted_run.md", docs ? docs : WT_ROOT "/docs");
  FILE *f = fopen(path, "r");
  ck_assert_msg(f != NULL, "%s", path);
  while (fgets(text, sizeof text, f)) {
    unsigned t, w, pc, beat;
    if (sscanf(text, "| %u | %39[^|] | %19[a-z] | %19[a-z] |", &t, issue, a, b) == 4) {
      ck_assert_msg(t < CYCLES && !doc[t].seen, "cycle %u twice or too late", t);
      line *l = &doc[t];
      l->seen = 1, l->warp = -1, l->why[reason(a)]++, l->why[reason(b)]++;
      int n = sscanf(issue, "w%u 0x%x beat %u", &w, &pc, &beat);
      ck_assert_msg(n > 1 || !strncmp(issue, "- ", 2) || !strcmp(issue, "-"), "cycle %u: %s", t, issue);
      if (n > 1) l->warp = (int)w, l->pc = pc, l->first = n == 2;
    } else if (sscanf(text, "| %39[a-z_] | %39[0-9.] |", name, value) == 2) {
      snprintf(metrics[n_metrics].name, sizeof metrics[0].name, "%s", name);
      metrics[n_metrics++].value = strtod(value, NULL);
    }
  }
  fclose(f);
  for (unsigned t = 0; t < CYCLES; t++) ck_assert_msg(doc[t].seen, "cycle %u is missing", t);
  ck_assert_uint_eq(n_metrics, 18);
}

/* The program, cut after `cycles` (0: to its end). */
static void run(unsigned cycles, wt_tally *tally, char **trace, char **stats) {
  static const char *const set[] = {"LANES=2", "WAR=read", "MEM_LAT=1", "COLLECTORS=3", NULL};
  char cubin[] = "/tmp/wt_counted_XXXXXX", err[600];
  wt_asm_out out;
  wt_session *s;
  wt_module *m;
  wt_addr buf;
  size_t n[2];
  ck_assert_msg(wt_asm_file(WT_ROOT "/tests/asm/counted.sass", &out, err, sizeof err) == WT_OK, "%s", err);
  int fd = mkstemp(cubin);
  ck_assert_int_ge(fd, 0);
  close(fd);
  ck_assert_msg(wt_elfw_write(&out, cubin, err, sizeof err) == WT_OK, "%s", err);
  wt_asm_free(&out);
  wt_options o = {WT_BACKEND_C, "tiny", set, 1, cycles, 0};
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1);
  if (trace) s->x.trace = open_memstream(trace, &n[0]);
  ck_assert_int_eq(wt_module_load(s, cubin, &m), WT_OK);
  remove(cubin);
  ck_assert_int_eq(wt_alloc(s, 256, &buf), WT_OK);
  wt_arg arg = {&buf, sizeof buf};
  wt_dims d = {{1, 1, 1}, {6, 1, 1}, 0};
  wt_status st = wt_launch(s, m, NULL, &d, &arg, 1);
  ck_assert_msg(st == (cycles && cycles < CYCLES ? WT_NO_END : WT_OK), "%u cycles: %s", cycles, wt_error(s));
  *tally = s->x.total;
  if (stats) {
    FILE *f = open_memstream(stats, &n[1]);
    ck_assert_int_eq(wt_stats_json(s, f), 0);
    fclose(f);
  }
  if (trace) fclose(s->x.trace), s->x.trace = NULL;
  wt_session_close(s);
}

START_TEST(every_reason_of_every_cycle) {
  wt_tally before = {0}, now;
  read_page();
  for (unsigned t = 0; t < CYCLES; t++) {
    run(t + 1, &now, NULL, NULL);
    for (int i = 0; i < WT_WHY_COUNT; i++)
      ck_assert_msg(now.why[i] - before.why[i] == doc[t].why[i], "cycle %u, %s: %u slots, the page says %u", t, wt_why_names[i],
                    (unsigned)(now.why[i] - before.why[i]), doc[t].why[i]);
    for (int i = 0; i < WT_IDLE_STATES; i++) ck_assert_uint_eq(now.lanes.idle[i], 0); /* counted only when it is asked for (wt_set_idle) */
    int idle = doc[t].warp < 0 && doc[t].why[WT_WHY_EMPTY] < SLOTS;
    ck_assert_msg(now.idle_cycles - before.idle_cycles == (unsigned)idle, "cycle %u: idle", t);
    ck_assert_uint_eq(now.warp_instructions - before.warp_instructions, doc[t].warp >= 0 && doc[t].first);
    ck_assert_uint_eq(now.cycles, t + 1);
    before = now;
  }
}
END_TEST

START_TEST(every_issue) {
  wt_tally tally;
  char *trace = NULL;
  unsigned t, w, pc;
  read_page();
  run(0, &tally, &trace, NULL);
  for (const char *p = trace; *p; p = strchr(p, '\n') + 1) {
    ck_assert_int_eq(sscanf(p, "%u %u %*s %*u %x", &t, &w, &pc), 3);
    ck_assert_msg(t < CYCLES && doc[t].first && doc[t].warp == (int)w && doc[t].pc == pc, "cycle %u: warp %u issues 0x%x", t, w, pc);
  }
  free(trace);
}
END_TEST

START_TEST(every_metric) {
  wt_tally tally;
  char *stats = NULL;
  json_error_t e;
  read_page();
  run(0, &tally, NULL, &stats);
  json_t *j = json_loads(stats, 0, &e), *not_issued = json_object_get(j, "not_issued");
  ck_assert(j && not_issued);
  for (unsigned i = 0; i < n_metrics; i++) {
    const json_t *v = json_object_get(j, metrics[i].name);
    if (!v) v = json_object_get(not_issued, metrics[i].name);
    ck_assert_msg(v != NULL, "no metric %s", metrics[i].name);
    ck_assert_msg(fabs(json_number_value(v) - metrics[i].value) < 1e-12, "%s: %.17g, the page says %.17g", metrics[i].name, json_number_value(v),
                  metrics[i].value);
  }
  /* beats with a lane: two of each instruction of warp 0 but its last, which has one; one of each of warp 1's six */
  ck_assert(fabs(json_number_value(json_object_get(json_object_get(j, "simd"), "lane_activity")) - 36.0 / (2 * (6 * 2 + 1 + 6))) < 1e-12);
  ck_assert_str_eq(json_string_value(json_object_get(j, "verdict")), "ok");
  ck_assert_uint_eq(json_object_size(not_issued), WT_WHY_COUNT - 1);
  json_decref(j);
  free(stats);
}
END_TEST

int main(void) {
  Suite *s = suite_create("counted");
  TCase *tc = tcase_create("counted");
  tcase_set_timeout(tc, 120);
  tcase_add_test(tc, every_reason_of_every_cycle);
  tcase_add_test(tc, every_issue);
  tcase_add_test(tc, every_metric);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
