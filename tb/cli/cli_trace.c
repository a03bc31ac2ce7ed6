/* cli_trace.c - warptwin tracediff: how far two control-flow traces are apart. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/wt_cli.h"
#include "lib/wt_trace.h"

enum { OPT_MASK = 300, OPT_JSON, OPT_LIMIT, OPT_SUMMARY };

typedef struct {
  const char *file[2], *json;
  int mask; /* wt_trace_mask, -1 = what both files have */
  double limit;
  int summary;
} diff_opts;

static const char *const mask_names[] = {"path", "exec", "none"};

static error_t parse(int key, char *arg, struct argp_state *st) {
  diff_opts *o = st->input;
  char *end;
  switch (key) {
    case OPT_MASK:
      for (o->mask = 0; o->mask < 3; o->mask++)
        if (!strcmp(arg, mask_names[o->mask])) return 0;
      argp_error(st, "--mask %s: expected path, exec or none", arg);
      return 0;
    case OPT_JSON: o->json = arg; return 0;
    case OPT_SUMMARY: o->summary = 1; return 0;
    case OPT_LIMIT:
      o->limit = strtod(arg, &end);
      if (end == arg || *end || !(o->limit >= 0)) argp_error(st, "--limit %s: expected a percentage", arg);
      return 0;
    case ARGP_KEY_ARG:
      if (o->file[1]) argp_error(st, "two trace files, not also '%s'", arg);
      o->file[o->file[0] ? 1 : 0] = arg;
      return 0;
    case ARGP_KEY_END:
      if (!o->file[1]) argp_error(st, "which two trace files?");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

typedef struct {
  wt_trace_sum sum;
  json_t *list;
  int summary;
} result;

static double percent(uint64_t d, uint64_t n) { return n ? 100.0 * (double)d / (double)n : 0; }

static void one_warp(void *ctx, const wt_trace_warp *w, size_t na, size_t nb, size_t d) {
  result *r = ctx;
  size_t n = na > nb ? na : nb;
  char name[64];
  snprintf(name, sizeof name, "%u,%u,%u", w->cta[0], w->cta[1], w->cta[2]);
  if (!r->summary) printf("%-14s %4u %10zu %10zu %10zu %8.3f %%\n", name, w->warp, na, nb, d, percent(d, n));
  if (r->list)
    json_array_append_new(r->list, json_pack("{s:s, s:i, s:I, s:I, s:I, s:f}", "cta", name, "warp", (int)w->warp, "length_a", (json_int_t)na,
                                             "length_b", (json_int_t)nb, "distance", (json_int_t)d, "discrepancy", percent(d, n) / 100));
}

static int write_json(const diff_opts *o, const result *r, wt_trace_mask mask) {
  json_t *j = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:f, s:O}", "a", o->file[0], "b", o->file[1], "mask", mask_names[mask], "warps",
                        (json_int_t)r->sum.warps, "warps_equal", (json_int_t)r->sum.equal, "distance", (json_int_t)r->sum.distance, "length",
                        (json_int_t)r->sum.length, "discrepancy", percent(r->sum.distance, r->sum.length) / 100, "per_warp", r->list);
  char *text = j ? json_dumps(j, JSON_INDENT(2) | JSON_PRESERVE_ORDER) : NULL;
  int rc = text ? (wt_cli_write(o->json, text, strlen(text)) ? 2 : 0) : wt_cli_error(2, "tracediff: %s: a file name is not UTF-8", o->json);
  free(text);
  json_decref(j);
  return rc;
}

int wt_cmd_tracediff(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"mask", OPT_MASK, "path|exec|none", 0,
     "masks that are compared: lanes on the path, lanes whose guard is true, or pcs alone (default: path when both files have it, else exec)", 0},
    {"summary", OPT_SUMMARY, NULL, 0, "only the last line", 0},
    {"json", OPT_JSON, "FILE", 0, "the same as JSON", 0},
    {"limit", OPT_LIMIT, "PERCENT", 0, "exit 1 when the overall discrepancy is larger", 0},
    {0}};
  static const struct argp a = {options,
                                parse,
                                "A B",
                                "Levenshtein distance of the (pc, mask) sequences of two traces, per warp and overall. A and B: files of "
                                "--trace, or SASS traces of the Accel-Sim tracer (.trace, .traceg).",
                                NULL,
                                NULL,
                                NULL};
  diff_opts o = {.mask = -1, .limit = -1};
  wt_trace t[2];
  char err[600];
  int rc = 0;
  wt_cli_parse(&a, argc, argv, &o);
  if (wt_cli_outputs(&o.json, 1, (const char *const *)o.file, 2)) return 2;
  if (wt_trace_read(o.file[0], &t[0], err, sizeof err)) {
    wt_trace_free(&t[0]);
    return wt_cli_error(2, "%s", err);
  }
  if (wt_trace_read(o.file[1], &t[1], err, sizeof err)) rc = wt_cli_error(2, "%s", err);
  if (!rc && o.mask == WT_MASK_PATH && !(t[0].has_path && t[1].has_path))
    rc = wt_cli_error(2, "--mask path: %s has masks after the guard only; use exec or none", o.file[t[0].has_path]);
  wt_trace_mask mask = o.mask >= 0 ? (wt_trace_mask)o.mask : t[0].has_path && t[1].has_path ? WT_MASK_PATH : WT_MASK_EXEC;
  result r = {.list = o.json ? json_array() : NULL, .summary = o.summary};
  if (!rc) {
    if (!o.summary) printf("%-14s %4s %10s %10s %10s %10s\n", "cta", "warp", "length A", "length B", "distance", "discrepancy");
    if (wt_trace_compare(&t[0], &t[1], mask, one_warp, &r, &r.sum)) rc = wt_cli_error(2, "tracediff: out of memory");
  }
  if (!rc) {
    const wt_trace_sum *u = &r.sum;
    printf("overall: distance %llu / length %llu = %.3f %%, %llu of %llu warps equal, mask %s\n", (unsigned long long)u->distance,
           (unsigned long long)u->length, percent(u->distance, u->length), (unsigned long long)u->equal, (unsigned long long)u->warps,
           mask_names[mask]);
    for (int i = 0; i < 2; i++)
      if (u->only[i]) printf("%llu warps are only in %s\n", (unsigned long long)u->only[i], o.file[i]);
    if (o.json) rc = write_json(&o, &r, mask);
    if (!rc && o.limit >= 0 && percent(u->distance, u->length) > o.limit)
      rc = wt_cli_error(1, "discrepancy %.3f %% is above --limit %g", percent(u->distance, u->length), o.limit);
  }
  json_decref(r.list);
  wt_trace_free(&t[0]);
  wt_trace_free(&t[1]);
  return rc;
}
