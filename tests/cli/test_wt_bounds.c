/* test_wt_bounds.c - warptwin bound on kernels: the stack of the model against the control-flow unit of the machine, bounds counted once more from the trace of
 * the same run, and what the engines owe each other.
 */
#include <jansson.h>
#include <stdlib.h>

#include "lib/wt_trace.h"
#include "tests/cli_kit.h"

static long long num(const json_t *j, const char *key) {
  const json_t *v = json_object_get(j, key);
  ck_assert_msg(json_is_integer(v), "no %s", key);
  return (long long)json_integer_value(v);
}
static const char *str(const json_t *j, const char *key) { return json_string_value(json_object_get(j, key)); }
static json_t *bound(int code, const char *args) {
  char all[600];
  snprintf(all, sizeof all, "bound -q --json - %s", args);
  json_t *j = json_loads(output(code, all), 0, NULL);
  ck_assert_msg(j != NULL, "%s", args);
  return j;
}
static const json_t *engine(const json_t *program, const char *name) {
  const json_t *e, *list = json_object_get(program, "engines");
  size_t i;
  json_array_foreach(list, i, e) if (!strcmp(str(e, "engine"), name)) return e;
  ck_abort_msg("no %s", name);
  return NULL;
}
static long long issues(const json_t *program, const char *name) { return num(engine(program, name), "issues"); }

/* ---- the machine's own stack is the second source ---- */

/* Branches, loops that return, switches, calls of several functions, recursion, barriers, predicated exits. */
#define KERNELS "nested,find_first,collatz,nqueens,mandel,interp,bigswitch,exits,callk,virtuals,pointers,recurse,mutual,spmv,nw"

START_TEST(stack_of_the_machine) {
  json_t *wide = bound(0, "--config small --set DIVERGENCE=simt_stack --lwm 32 " KERNELS ",reduce,bitonic,indirect"), *p;
  json_t *narrow = bound(0, "--config small --set DIVERGENCE=simt_stack --set WARP_SIZE=8 " KERNELS);
  size_t i;
  json_array_foreach(json_object_get(wide, "programs"), i, p) { /* its beats packed are LWM's */
    ck_assert_msg(num(json_object_get(p, "run"), "beats_packed") == issues(p, "LWM-32"), "%s", str(p, "name"));
    ck_assert_int_gt(num(json_object_get(p, "run"), "beats"), num(json_object_get(p, "run"), "beats_packed") - 1);
  }
  ck_assert_uint_eq(i, 18);
  json_array_foreach(json_object_get(narrow, "programs"), i, p) { /* a warp is a row */
    ck_assert_msg(num(json_object_get(p, "run"), "beats") == issues(p, "stack"), "%s", str(p, "name"));
    ck_assert_int_eq(num(json_object_get(p, "run"), "beats"), num(json_object_get(p, "run"), "warp_instructions"));
  }
  ck_assert_uint_eq(i, 15);
  json_decref(wide), json_decref(narrow);
}
END_TEST

/* ---- bounds from the trace ---- */

enum { LANES = 8, MOST_PC = 4096, MOST_CTAS = 16 };
static unsigned of[MOST_CTAS][MOST_PC][LANES];
START_TEST(bounds_of_the_trace) {
  static const char *const kernel[] = {"nested", "exits", "bigswitch", "find_first"};
  wt_trace t;
  char args[300], err[600];
  snprintf(args, sizeof args, "compare %s --config small --over FORCE=1,0 --traces tr -q", kernel[_i]);
  output(0, args);
  snprintf(args, sizeof args, "%s/tr/%s.1.trace", dir, kernel[_i]);
  ck_assert_msg(!wt_trace_read(args, &t, err, sizeof err), "%s", err);
  long long threads = 0, least = 0, free_lanes = 0;
  memset(of, 0, sizeof of);
  for (size_t w = 0; w < t.n; w++)
    for (size_t k = 0; k < t.warp[w].n; k++)
      for (unsigned l = 0; l < 32; l++) {
        const wt_trace_step *s = &t.warp[w].step[k];
        ck_assert(t.warp[w].cta[0] < MOST_CTAS && s->pc / 16 < MOST_PC);
        if (s->path >> l & 1) of[t.warp[w].cta[0]][s->pc / 16][l % LANES]++, threads++;
      }
  for (unsigned c = 0; c < MOST_CTAS; c++)
    for (unsigned pc = 0; pc < MOST_PC; pc++) {
      unsigned most = 0, all = 0;
      for (unsigned l = 0; l < LANES; l++) all += of[c][pc][l], most = of[c][pc][l] > most ? of[c][pc][l] : most;
      least += most, free_lanes += (all + LANES - 1) / LANES;
    }
  wt_trace_free(&t);
  snprintf(args, sizeof args, "--config small %s", kernel[_i]);
  json_t *j = bound(0, args), *p = json_array_get(json_object_get(j, "programs"), 0);
  ck_assert_int_eq(num(p, "thread_instructions"), threads);
  ck_assert_int_eq(num(p, "bound"), least);
  ck_assert_int_eq(num(p, "free"), free_lanes);
  json_decref(j);
}
END_TEST

/* ---- what engines owe ---- */

START_TEST(no_engine_below_the_bound) {
  json_t *j = bound(0, "--config small " KERNELS ",matmul,atomics,reduce,bfs --lanes 4 --call-depth"), *p, *e;
  size_t i, k;
  json_array_foreach(json_object_get(j, "programs"), i, p) {
    ck_assert_int_le(num(p, "free"), num(p, "bound"));
    ck_assert_int_le(num(p, "bound"), num(p, "greedy"));
    ck_assert_int_le(num(p, "bound"), issues(p, "stack"));
    json_array_foreach(json_object_get(p, "engines"), k, e) {
      ck_assert_msg(num(e, "issues") >= num(p, "bound") && json_is_false(json_object_get(e, "deadlock")), "%s %s", str(p, "name"), str(e, "engine"));
      ck_assert_int_ge(num(e, "cycles"), num(e, "issues"));
      ck_assert_int_ge(num(e, "load_rows"), num(e, "loads"));
    }
    ck_assert_int_le(issues(p, "LWM-128"), issues(p, "LWM-32"));
    ck_assert_int_le(issues(p, "TBC"), issues(p, "CAPRI"));
    ck_assert_int_le(num(engine(p, "TBC"), "adequate"), num(engine(p, "TBC"), "divergent"));
    ck_assert_int_le(num(engine(p, "TBC"), "foretold"), num(engine(p, "TBC"), "divergent"));
    ck_assert_int_eq(num(engine(p, "stack"), "load_rows"), num(engine(p, "stack"), "loads")); /* a row is as coalesced as it was */
  }
  ck_assert_uint_eq(i, 19);
  json_decref(j);
}
END_TEST

/* CTAs of 128 threads: LWM-128 and TBC have the same groups. How many of TBC's branches are worth a compaction, two implementations have counted. */
START_TEST(counted_elsewhere) {
  json_t *j = bound(0, "--config small --scale 8 nqueens"), *p = json_array_get(json_object_get(j, "programs"), 0);
  ck_assert_int_eq(issues(p, "LWM-128"), issues(p, "TBC"));
  ck_assert_int_eq(num(engine(p, "TBC"), "adequate"), 374);
  ck_assert_int_eq(num(engine(p, "TBC"), "divergent"), 398);
  json_decref(j);
  j = bound(0, "--config small twolevel,exits");
  for (size_t i = 0; i < 2; i++) {
    static const int adequate[] = {21, 17}, divergent[] = {70, 73}, cycles[][2] = {{19456, 8353}, {9607, 6739}};
    p = json_array_get(json_object_get(j, "programs"), i);
    ck_assert_int_eq(num(engine(p, "TBC"), "adequate"), adequate[i]);
    ck_assert_int_eq(num(engine(p, "TBC"), "divergent"), divergent[i]);
    ck_assert_int_eq(num(engine(p, "stack"), "cycles"), cycles[i][0]);
    ck_assert_int_eq(num(engine(p, "CROWN"), "cycles"), cycles[i][1]);
  }
  json_decref(j);
}
END_TEST

/* Threads of a recursion meet each other's points in different orders: without the depth of calls each waits for one that waits for it. */
START_TEST(crown_and_recursion) {
  json_t *j = bound(0, "--config small mutual"), *p = json_array_get(json_object_get(j, "programs"), 0);
  ck_assert(json_is_true(json_object_get(engine(p, "CROWN"), "deadlock")));
  ck_assert(json_is_false(json_object_get(engine(p, "TBC"), "deadlock")));
  json_decref(j);
}
END_TEST

/* The sizes of tables act on the engine that has them, and on no other. */
/* Engines that put warps together anew say how often they did. */
START_TEST(merges_are_told_where_warps_merge) {
  json_t *j = bound(0, "--config small nested");
  const json_t *e;
  size_t k;
  json_array_foreach(json_object_get(json_array_get(json_object_get(j, "programs"), 0), "engines"), k, e) {
    const int merge = !strncmp(str(e, "engine"), "DWF", 3) || !strcmp(str(e, "engine"), "CROWN");
    ck_assert_msg((json_object_get(e, "merges") != NULL) == merge, "%s", str(e, "engine"));
  }
  ck_assert_uint_gt(k, 8);
  json_decref(j);
}
END_TEST

START_TEST(tables) {
  static const char *const set[][2] = {{"--barriers 2", "CROWN"}, {"--lookups 1", "CROWN"}, {"--dwf-table 2", "DWF-time"}};
  char args[100];
  snprintf(args, sizeof args, "--config small nested %s", set[_i][0]);
  json_t *base = bound(0, "--config small nested"), *j = bound(0, args);
  const json_t *p = json_array_get(json_object_get(base, "programs"), 0), *q = json_array_get(json_object_get(j, "programs"), 0), *e;
  size_t k;
  json_array_foreach(json_object_get(p, "engines"), k, e) {
    const char *name = str(e, "engine");
    if (!strcmp(name, set[_i][1])) ck_assert_int_gt(issues(q, name), num(e, "issues"));
    else if (strncmp(name, set[_i][1], 3)) ck_assert_int_eq(issues(q, name), num(e, "issues"));
  }
  json_decref(base), json_decref(j);
}
END_TEST

/* A picture has a column for each issue that was asked for, of every engine. */
START_TEST(picture) {
  static char svg[1 << 21];
  json_t *j = bound(0, "--config small mandel --svg m.svg --from 90 --issues 7");
  const size_t kinds = json_array_size(json_object_get(json_array_get(json_object_get(j, "programs"), 0), "engines"));
  size_t columns = 0, strips = 0;
  slurp("m.svg", svg, sizeof svg);
  ck_assert_ptr_nonnull(strstr(svg, "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"));
  for (const char *at = svg; (at = strstr(at, "class=\"pc\"")); at++) columns++;
  for (const char *at = svg; (at = strstr(at, "; 7 of them from 90 on")); at++) strips++;
  ck_assert_uint_eq(columns, 7 * kinds);
  ck_assert_uint_eq(strips, kinds);
  for (unsigned i = 0; i < 8; i++) { /* a row of the warp has a colour */
    char want[40];
    snprintf(want, sizeof want, " .c%u { fill: #", i);
    ck_assert_ptr_nonnull(strstr(svg, want));
  }
  json_decref(j);
  for (const char *at = svg; (at = strstr(at, "<line x1=\"26\"")); at++) /* the first column: what was before it is not shown */
    ck_assert_msg(strncmp(at + strcspn(at, "#"), "#d00000", 7) != 0, "%.80s", at);
  ck_assert_ptr_nonnull(strstr(svg, "<rect x=\"26.5\""));
  /* cycles without an issue are red, and the first cycle is none */
  json_decref(bound(0, "--config small vecadd --svg v.svg --issues 3"));
  slurp("v.svg", svg, sizeof svg);
  const char *first = strstr(svg, "class=\"pc\"");
  ck_assert_ptr_nonnull(first);
  for (const char *at = strstr(svg, "#d00000"); at; at = strstr(at + 1, "#d00000")) ck_assert_msg(at > first, "%.60s", at);
}
END_TEST

/* ---- slots: what the model counts by instructions is what the machine takes, with and without packed beats ---- */

START_TEST(slots_of_the_machine) {
  static const char *const shape[] = {"small", "small --set DIVERGENCE=barrier --set LANES=16",
                                      "small --set DIVERGENCE=simt_stack --set LANES=4 --set SUBCORES=2"};
  json_t *p;
  size_t i;
  for (int on = 0; on < 2; on++) {
    char args[400];
    long long rows = 0, conflicts = 0;
    snprintf(args, sizeof args, "--config %s --set PACK=%s nested,exits,interp,shuffle,reduce,corners,opcodes", shape[_i], on ? "on" : "off");
    json_t *j = bound(0, args);
    json_array_foreach(json_object_get(j, "programs"), i, p) {
      const json_t *r = json_object_get(p, "run"), *m = json_object_get(r, "machine");
      const double active = json_real_value(json_object_get(m, "lane_activity"));
      ck_assert_int_eq(num(r, "beats_packed") - num(r, "off_unit") - num(r, "off_guard") + num(r, "on_rows"), num(r, "slots_packed"));
      ck_assert_msg(num(m, "slots") == num(r, on ? "slots_packed" : "slots") + num(m, "micro_ops"), "%s: %s", shape[_i], str(p, "name"));
      ck_assert_int_le(num(m, "unit_slots"), num(m, "slots") - num(m, "micro_ops"));
      ck_assert_int_ge(num(m, "cycles"), num(m, "slots") / 2);
      ck_assert_msg(active > 0 && active <= 1, "%s: %s: %f", shape[_i], str(p, "name"), active);
      if (!strcmp(str(p, "name"), "reduce")) ck_assert(num(r, "off_guard") > 0 && num(r, "guarded") > 0);
      rows += num(r, "on_rows"), conflicts += num(m, "bank_conflicts");
    }
    ck_assert_uint_eq(i, 7);
    ck_assert_int_gt(rows, 0);
    ck_assert_int_gt(conflicts, 0);
    json_decref(j);
  }
}
END_TEST

/* Ten kernels, every engine: each row is one of docs/results/bounds.md, whose numbers of seven kernels are those of the notes on grouping, to the digit;
 * and the slots that the machine needs with PACK=on, in docs/results/packing.md. */
START_TEST(measured_kernels_are_as_the_page_has_them) {
  static const struct {
    const char *page, *part;
    unsigned rows;
  } of[] = {{"bounds", "", 30}, {"packing", "paths", 11}};
  static char page[1 << 16];
  char cmd[3000], path[1100], row[2000];
  unsigned rows = 0;
  snprintf(cmd, sizeof cmd, "cd '%s' && scripts/%s.sh '%s' %s >%s/tables", wt_root(), of[_i].page, wt_build_dir(), of[_i].part, dir);
  ck_assert_int_eq(system(cmd), 0);
  snprintf(path, sizeof path, "%s/docs/results/%s.md", wt_root(), of[_i].page);
  slurp(path, page, sizeof page);
  FILE *f = fopen(file_at("tables"), "r");
  ck_assert_ptr_nonnull(f);
  for (; fgets(row, sizeof row, f); rows += *row == '|') ck_assert_msg(*row != '|' || strstr(page, row) != NULL, "not in the page: %s", row);
  fclose(f);
  ck_assert_uint_gt(rows, of[_i].rows);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("kernels");
  tcase_add_test(t, stack_of_the_machine);
  tcase_add_loop_test(t, bounds_of_the_trace, 0, 4);
  tcase_add_test(t, no_engine_below_the_bound);
  tcase_add_test(t, merges_are_told_where_warps_merge);
  tcase_add_test(t, counted_elsewhere);
  tcase_add_test(t, crown_and_recursion);
  tcase_add_loop_test(t, tables, 0, 3);
  tcase_add_test(t, picture);
  tcase_add_loop_test(t, slots_of_the_machine, 0, 3);
  tcase_add_loop_test(t, measured_kernels_are_as_the_page_has_them, 0, 2);
  return run_suite("bounds", t);
}
