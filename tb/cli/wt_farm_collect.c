/* wt_farm_collect.c - the verdict over a folder: only results count, what is missing has failed, and segments must make a chain. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/wt_cli.h"
#include "cli/wt_cli_say.h"
#include "cli/wt_farm.h"
#include "cli/wt_table.h"

typedef struct {
  const json_t *item;
  json_t *result; /* NULL: none that counts */
  const char *why;
  char text[300];
  int bad;
} judged;

static const char *str(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}
static long long num(const json_t *j, const char *key) { return (long long)json_integer_value(json_object_get(j, key)); }

static void fails(judged *g, const char *why, const char *text) {
  if (g->bad) return;
  g->bad = 1, g->why = why;
  snprintf(g->text, sizeof g->text, "%s", text);
}

/* Segments of one run stand in the plan one behind the other. */
static void chain(judged *v, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (strcmp(str(v[i].item, "kind"), "segment") || v[i].bad) continue;
    int last = i + 1 == n || strcmp(str(v[i + 1].item, "kind"), "segment") || strcmp(str(v[i + 1].item, "run"), str(v[i].item, "run"));
    if (last && !json_is_true(json_object_get(v[i].result, "ended")))
      fails(&v[i], "failed", "the last segment did not come to the end of the launch");
    if (!last && v[i + 1].result && strcmp(str(v[i].result, "end"), str(v[i + 1].result, "start")))
      fails(&v[i], "failed", "it ends in another state than the next segment starts from");
  }
}

typedef struct {
  const judged *v;
  size_t n, failed, missing;
} all_judged;

static void junit(const void *what, FILE *f) {
  const all_judged *a = what;
  wt_junit_begin(f, "warptwin farm", a->n, a->failed);
  for (size_t i = 0; i < a->n; i++) {
    const judged *g = &a->v[i];
    wt_junit_case(f, str(g->item, "kind"), str(g->item, "title"), json_real_value(json_object_get(g->result, "seconds")), g->bad ? g->why : NULL,
                  g->text[0] ? g->text : str(g->result, "text"));
  }
  wt_junit_end(f);
}

static void report(const void *what, FILE *f) {
  const all_judged *a = what;
  json_t *list = json_array();
  for (size_t i = 0; i < a->n; i++) {
    const judged *g = &a->v[i];
    json_array_append_new(list, json_pack("{s:s,s:s,s:s,s:s,s:O?}", "item", wt_farm_name(g->item), "kind", str(g->item, "kind"), "title",
                                          str(g->item, "title"), "verdict", g->bad ? g->why : "ok", "result", g->result));
  }
  json_t *all =
    json_pack("{s:I,s:I,s:I,s:o}", "items", (json_int_t)a->n, "failed", (json_int_t)a->failed, "missing", (json_int_t)a->missing, "list", list);
  json_dumpf(all, f, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  json_decref(all);
}

/* A line a kind. */
static void table(const judged *v, size_t n) {
  static const char *const kinds[] = {"case", "segment", "bench", "soak", "faults", "command"};
  printf("%-10s %8s %8s %8s %8s %12s\n", "kind", "items", "ok", "failed", "missing", "seconds");
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    size_t all = 0, ok = 0, missing = 0;
    double took = 0;
    for (size_t i = 0; i < n; i++) {
      if (strcmp(str(v[i].item, "kind"), kinds[k])) continue;
      all++, ok += !v[i].bad, missing += !v[i].result;
      took += json_real_value(json_object_get(v[i].result, "seconds"));
    }
    if (all) printf("%-10s %8zu %8zu %8zu %8zu %12.1f\n", kinds[k], all, ok, all - ok - missing, missing, took);
  }
}

int wt_farm_collect(const wt_farm *f, const char *to_junit, const char *to_json, int quiet) {
  size_t n = json_array_size(f->items), failed = 0, missing = 0;
  judged *v = calloc(n + 1, sizeof *v);
  int rc = 0;
  if (!v) return wt_cli_error(2, "out of memory");
  for (size_t i = 0; i < n; i++) {
    v[i].item = json_array_get(f->items, i);
    v[i].result = wt_farm_result(f, v[i].item, &v[i].why);
    if (!v[i].result) fails(&v[i], v[i].why, v[i].why);
    else if (num(v[i].result, "status")) fails(&v[i], str(v[i].result, "verdict"), "");
  }
  chain(v, n);
  for (size_t i = 0; i < n; i++) failed += (size_t)v[i].bad, missing += !v[i].result;
  if (!quiet) table(v, n);
  for (size_t i = 0; i < n; i++) {
    if (!v[i].bad) continue;
    const char *text = v[i].text[0] ? v[i].text : str(v[i].result, "text"), *block = strstr(text, "block wt_");
    printf("%s %s: %s", wt_farm_name(v[i].item), str(v[i].item, "title"), v[i].why);
    if (v[i].result && *text)
      printf(": %.*s%s%.*s", (int)strcspn(text, "\n"), text, block ? "; " : "", block ? (int)strcspn(block, "\n") : 0, block ? block : "");
    putchar('\n');
  }
  const all_judged all = {v, n, failed, missing};
  if (wt_cli_put(to_junit, junit, &all)) rc = 2;
  if (wt_cli_put(to_json, report, &all)) rc = 2;
  if (failed) wt_cli_verdict(0, "%zu of %zu items: %zu failed, %zu have no result", failed, n, failed - missing, missing);
  else wt_cli_verdict(1, "%zu items, every one with a result of this plan", n);
  for (size_t i = 0; i < n; i++) json_decref(v[i].result);
  free(v);
  return rc ? rc : failed ? 1 : 0;
}
