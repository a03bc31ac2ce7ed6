/* cli_compare.c - warptwin compare: kernels under two or more values of a key, each cell in a process of its own. */
#include "cli/cli_compare.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "spec/wt_paths.h"
#include "cli/wt_cli_say.h"
#include "lib/wt_trace.h"

enum { OPT_OVER = 300, OPT_JSON, OPT_MARKDOWN, OPT_SVG, OPT_TRACES };
#define MAX_CYCLES UINT64_C(5000000) /* of a launch */

typedef struct {
  wt_cli_shape shape;
  wt_cli_runs runs;
  const char *over, *svg, *traces;
  int json, markdown;
  wt_cli_guests guests;
} compare_opts;

static error_t parse(int key, char *arg, struct argp_state *st) {
  compare_opts *o = st->input;
  switch (key) {
    case OPT_OVER:
      if (o->over) argp_error(st, "--over can be given once");
      o->over = arg;
      return 0;
    case OPT_JSON: o->json = 1; return 0;
    case OPT_MARKDOWN: o->markdown = 1; return 0;
    case OPT_SVG: o->svg = arg; return 0;
    case OPT_TRACES: o->traces = arg; return 0;
    case ARGP_KEY_END:
      if (!o->over) argp_error(st, "compare what? give --over KEY=VALUE,VALUE");
      if (o->json && o->markdown) argp_error(st, "--json and --markdown exclude each other");
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->runs, st->child_inputs[1] = &o->shape, st->child_inputs[2] = &o->guests; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* ---- what is compared ---- */

static int make_shape(wt_grid *g, unsigned v) {
  char err[300];
  wt_shape *S = &g->shape[v];
  int bad = wt_shape_preset(S, g->preset, err, sizeof err);
  for (unsigned i = 0; !bad && i < g->n_set; i++) bad = wt_shape_set(S, g->set[i], err, sizeof err);
  if (!bad && !g->use && wt_shape_set(S, g->assign[v], err, sizeof err))
    return wt_cli_error(2, "--over %s", err + (strncmp(err, "--set ", 6) ? 0 : 6));
  if (bad) return wt_cli_error(2, "%s", err);
  if (wt_shape_check(S, err, sizeof err)) return wt_cli_error(2, "--over %s: %s", g->assign[v], err);
  if (*g->spec[v] && wt_guest_check(S, g->spec[v], err, sizeof err))
    return wt_cli_error(2, "--over use:%s (a file whose name has a comma cannot be compared)", err + (strncmp(err, "--use ", 6) ? 0 : 6));
  if (wt_unit_size_of(S, "cfu", &g->unit[v]) || wt_unit_size_of(S, NULL, &g->sm[v])) return wt_cli_error(2, "out of memory");
  wt_size_opt so;
  wt_size_defaults(&so);
  return (g->size[v] = wt_size_new(S, &so, err, sizeof err)) ? 0 : wt_cli_error(2, "%s", err);
}

/* The last so many parts of a path. */
static const char *last_parts(const char *path, unsigned parts) {
  const char *p = path + strlen(path);
  for (; p > path; p--)
    if (p[-1] == '/' && !--parts) break;
  return p;
}
/* Files name columns, and files of traces: by as few parts of their paths as tell them apart. */
static void shorten(wt_grid *g) {
  unsigned parts = 0;
  for (int twins = 1; twins;) {
    twins = 0, parts++;
    for (unsigned v = 0; v < g->n_values; v++)
      for (unsigned u = 0; u < v; u++) twins |= !strcmp(last_parts(g->value[u], parts), last_parts(g->value[v], parts));
  }
  for (unsigned v = 0; v < g->n_values; v++) g->value[v] = last_parts(g->value[v], parts);
}

static int plan_values(wt_grid *g, const compare_opts *o) {
  static char text[1024];
  snprintf(text, sizeof text, "%s", o->over);
  char *eq = strchr(text, '=');
  if (!eq || eq == text) return wt_cli_error(2, "--over %s: expected KEY=VALUE,VALUE", o->over);
  *eq = 0;
  g->key = text, g->guests = o->guests;
  g->use = !strncmp(text, "use:", 4);
  g->preset = o->shape.preset;
  for (unsigned i = 0; i < o->shape.n_set; i++) {
    if (!strncmp(o->shape.set[i], text, strlen(text)) && o->shape.set[i][strlen(text)] == '=')
      return wt_cli_error(2, "--set %s: this key is compared (--over %s)", o->shape.set[i], o->over);
    g->set[g->n_set++] = o->shape.set[i];
  }
  g->n_values = wt_cli_split(eq + 1, g->value, WT_MAX_VALUES);
  if (g->n_values < 2) return wt_cli_error(2, "--over %s: two or more values are compared", o->over);
  for (unsigned v = 0; v < g->n_values; v++) {
    for (unsigned u = 0; u < v; u++)
      if (!strcmp(g->value[u], g->value[v])) return wt_cli_error(2, "--over %s: %s is there twice", o->over, g->value[v]);
    if (g->use && strcmp(g->value[v], "-") != 0) snprintf(g->spec[v], sizeof g->spec[v], "%s=%s", g->key + strlen("use:"), g->value[v]);
  }
  if (g->use) shorten(g);
  for (unsigned v = 0; v < g->n_values; v++) {
    snprintf(g->assign[v], sizeof g->assign[v], "%s=%s", g->key, g->value[v]);
    int rc = make_shape(g, v);
    if (rc) return rc;
  }
  return 0;
}

static int plan_kernels(wt_grid *g, const compare_opts *o, wt_cases *cases) {
  int rc = wt_cli_runs_pick(&o->runs, cases, &g->kernel, &g->n_kernels);
  if (rc) return rc;
  if (!(g->cell = calloc(g->n_kernels * g->n_values + 1, sizeof *g->cell))) return wt_cli_error(2, "out of memory");
  return wt_cases_ready(g->kernel, g->n_kernels, g->preset, g->set, g->seed, &o->svg, 1);
}

/* ---- one cell, in its process ---- */

static const char *trace_path(const wt_grid *g, size_t kernel, unsigned v, char *buf, size_t n) {
  int at = snprintf(buf, n, "%s/%s.", g->traces, g->kernel[kernel]->name);
  snprintf(buf + at, n - (size_t)at, "%s.trace", g->value[v]);
  for (char *p = buf + at; (p = strchr(p, '/'));) *p = '_';
  return buf;
}

static void child(void *ctx, size_t i, void *result) {
  const wt_grid *g = ctx;
  const wt_case *k = g->kernel[i / g->n_values];
  unsigned v = (unsigned)(i % g->n_values);
  wt_cell *c = result;
  const char *set[WT_MAX_SET + 2] = {0};
  wt_session *s;
  if (!wt_case_fits(k, &g->shape[v])) {
    snprintf(c->verdict, sizeof c->verdict, "not run");
    snprintf(c->report, sizeof c->report, "not run: the reference of %s needs a warp size of %u to %u", k->name, k->warp_min, k->warp_max);
    return;
  }
  for (unsigned n = 0; n < g->n_set; n++) set[n] = g->set[n];
  if (!g->use) set[g->n_set] = g->assign[v];
  wt_options so = {WT_BACKEND_C, g->preset, set, g->seed, g->max_cycles, 0};
  if ((c->status = (int)wt_session_open(&so, &s))) {
    snprintf(c->verdict, sizeof c->verdict, "error");
    snprintf(c->report, sizeof c->report, "%s", wt_error(NULL));
    return;
  }
  wt_status st = wt_cli_guests_set(s, &g->guests);
  if (!st && *g->spec[v]) st = wt_set_use(s, g->spec[v]);
  if ((c->status = (int)st)) {
    snprintf(c->verdict, sizeof c->verdict, "error");
    snprintf(c->report, sizeof c->report, "%s", wt_error(s));
    wt_session_close(s);
    return;
  }
  FILE *trace = NULL;
  wt_set_quiet(s, 1);
  wt_set_output(s, NULL);
  wt_set_invariants(s, 1);
  wt_set_occupancy(s, 1);
  if (g->traces) {
    char path[4096];
    if (!(trace = fopen(trace_path(g, i / g->n_values, v, path, sizeof path), "w"))) {
      c->status = WT_USAGE;
      snprintf(c->verdict, sizeof c->verdict, "error");
      snprintf(c->report, sizeof c->report, "%s: cannot write: %s", path, strerror(errno));
      wt_session_close(s);
      return;
    }
  }
  wt_set_trace(s, trace);
  c->status = wt_case_run(k, s, g->seed, c->report, sizeof c->report);
  const wt_counters *t = wt_stats(s);
  c->cycles = t->cycles, c->insns = t->warp_instructions, c->threads = t->thread_instructions, c->slots = t->lane_slots;
  memcpy(c->occ, t->occupancy, sizeof c->occ);
  c->c = *t;
  const char *word = wt_verdict(s);
  if (c->status && !strcmp(word, "ok"))
    word = c->status == WT_DIFF ? "diff" : c->status == WT_UNSUPPORTED ? "unsupported" : c->status == WT_FAULT ? "fault" : "error";
  snprintf(c->verdict, sizeof c->verdict, "%s", word);
  if (trace && (ferror(trace) | fclose(trace)) && !c->status) {
    c->status = WT_USAGE;
    snprintf(c->verdict, sizeof c->verdict, "error");
    snprintf(c->report, sizeof c->report, "the trace cannot be written: %s", strerror(errno));
  }
  wt_session_close(s);
}

typedef struct {
  wt_grid *g;
  wt_jobs *pool;
  double timeout;
  wt_cli_progress p;
} running;

static void in_child(void *ctx, size_t i, void *result) { child(((running *)ctx)->g, i, result); }

static void done(void *ctx, size_t i) {
  running *r = ctx;
  wt_cell *c = &r->g->cell[i];
  const wt_job *j = &r->pool->jobs[i];
  if (j->end != WT_JOB_DONE) {
    memset(c, 0, sizeof *c);
    c->status = WT_USAGE;
    wt_job_text(j, r->timeout, c->report, sizeof c->report);
    snprintf(c->verdict, sizeof c->verdict, "%s", j->end == WT_JOB_TIMEOUT ? "timeout" : "crash");
  }
  wt_cli_progress_step(&r->p, i + 1, r->g->kernel[i / r->g->n_values]->name);
}

/* ---- the command ---- */

const char *wt_cell_occupancy(const wt_grid *g, const wt_cell *c, unsigned value, char *buf, size_t n) {
  const char *const *name = wt_occupancy_names(&g->shape[value]);
  if (!c->cycles) snprintf(buf, n, "-");
  else if (*name[1]) snprintf(buf, n, "%s %u, %s %u", name[0], c->occ[0], name[1], c->occ[1]);
  else snprintf(buf, n, "%s %u", name[0], c->occ[0]);
  return buf;
}

void wt_compare_use(const wt_grid *g, unsigned value, wt_cli_used u[WT_PEAKS]) {
  const wt_counters **c = calloc(g->n_kernels + 1, sizeof *c);
  size_t n = 0;
  for (size_t k = 0; c && k < g->n_kernels; k++)
    if (wt_cell_ok(wt_cell_at(g, k, value))) c[n++] = &wt_cell_at(g, k, value)->c;
  wt_cli_use(g->size[value], c, n, u);
  free(c);
}

/* Discrepancies of one kernel from its first value that finished. */
static int compare_traces(wt_grid *g, size_t k) {
  wt_trace base, other;
  char path[4096], err[600];
  unsigned first = 0;
  while (first < g->n_values && !wt_cell_ok(wt_cell_at(g, k, first))) first++;
  if (first == g->n_values) return 0;
  int rc = wt_trace_read(trace_path(g, k, first, path, sizeof path), &base, err, sizeof err) ? wt_cli_error(2, "%s", err) : 0;
  for (unsigned v = first; !rc && v < g->n_values; v++) {
    wt_trace_sum sum;
    if (!wt_cell_ok(wt_cell_at(g, k, v))) continue;
    if (wt_trace_read(trace_path(g, k, v, path, sizeof path), &other, err, sizeof err)) rc = wt_cli_error(2, "%s", err);
    else if (wt_trace_compare(&base, &other, WT_MASK_PATH, NULL, NULL, &sum)) rc = wt_cli_error(2, "out of memory");
    else g->apart[k * g->n_values + v] = sum.length ? (double)sum.distance / (double)sum.length : 0;
    wt_trace_free(&other);
  }
  wt_trace_free(&base);
  return rc;
}

static int all_traces(wt_grid *g) {
  int rc = 0;
  size_t n = g->n_kernels * g->n_values;
  if (!(g->apart = malloc(n * sizeof *g->apart))) return wt_cli_error(2, "out of memory");
  for (size_t i = 0; i < n; i++) g->apart[i] = -1;
  for (size_t k = 0; !rc && k < g->n_kernels; k++) rc = compare_traces(g, k);
  return rc;
}

static int write_svg(const wt_grid *g, const char *path) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  if (!f) return wt_cli_error(2, "out of memory");
  wt_compare_svg(g, f);
  fclose(f);
  int rc = wt_cli_write(path, text, n) ? 2 : 0;
  free(text);
  return rc;
}

/* Verdicts are results; 1 is for what must not happen under any value. */
static int exit_code(const wt_grid *g) {
  for (size_t i = 0; i < g->n_kernels * g->n_values; i++) {
    static const char *const bad[] = {"diff", "fault", "hazard", "barrier", "jump", "error", "crash", "timeout"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
      if (!strcmp(g->cell[i].verdict, bad[k])) return 1;
  }
  return 0;
}

static int run(wt_grid *g, const compare_opts *o) {
  size_t n = g->n_kernels * g->n_values;
  wt_jobs pool = {.n = n,
                  .size = sizeof *g->cell,
                  .results = g->cell,
                  .parallel = (unsigned)o->runs.jobs,
                  .timeout = (double)o->runs.timeout,
                  .guests = g->use || g->guests.n};
  running r = {.g = g, .pool = &pool, .timeout = pool.timeout};
  int rc = 0;
  if (g->traces && mkdir(g->traces, 0777) && errno != EEXIST) return wt_cli_error(2, "%s: cannot make the folder: %s", g->traces, strerror(errno));
  if (!(pool.jobs = calloc(n, sizeof *pool.jobs))) return wt_cli_error(2, "out of memory");
  pool.child = in_child, pool.done = done, pool.ctx = &r;
  wt_cli_progress_begin(&r.p, "cells", n, o->shape.quiet);
  wt_jobs_run(&pool);
  wt_cli_progress_end(&r.p);
  free(pool.jobs);
  if (g->traces && (rc = all_traces(g))) return rc;
  if (o->json) wt_compare_json(g, stdout);
  else if (o->markdown) wt_compare_markdown(g, stdout);
  else wt_compare_text(g, stdout);
  if (o->svg) rc = write_svg(g, o->svg);
  return rc ? rc : exit_code(g);
}

int wt_cmd_compare(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"over", OPT_OVER, "KEY=V,V...", 0, "the key and the values that are compared; use:BLOCK=-,FILE: our block (-) and yours, as --use takes them",
     0},
    {"json", OPT_JSON, NULL, 0, "JSON instead of text", 0},
    {"markdown", OPT_MARKDOWN, NULL, 0, "Markdown instead of text", 0},
    {"svg", OPT_SVG, "FILE", 0, "bar chart as SVG, besides", 0},
    {"traces", OPT_TRACES, "DIR", 0, "control-flow traces of the cells as DIR/KERNEL.VALUE.trace, and how far they are from the first value's", 0},
    {0}};
  static const struct argp_child children[] = {
    {&wt_cli_runs_argp, 0, NULL, 0}, {&wt_cli_shape_argp, 0, "Shape", 2}, {&wt_cli_guest_argp, 0, "Blocks of yours", 3}, {0}};
  static const struct argp a = {
    options,
    parse,
    "KERNEL[,KERNEL]...|all|FILE.cubin...",
    "Runs kernels of the manifest, or one launch of a cubin, under every value of a key, on the C twin with the oracle in tandem, and prints one "
    "table: cycles, warp instructions, lane activity, storage of the control-flow unit, and what became of the run.",
    children,
    NULL,
    NULL};
  compare_opts o = {.runs.max_cycles = MAX_CYCLES};
  static wt_grid g;
  wt_cases cases;
  wt_cli_parse(&a, argc, argv, &o);
  g.seed = o.shape.seed, g.max_cycles = o.runs.max_cycles, g.traces = o.traces;
  int rc = plan_values(&g, &o);
  if (!rc) {
    if (!(rc = plan_kernels(&g, &o, &cases))) {
      wt_cli_note_keys(&o.shape, g.shape, g.n_values);
      rc = run(&g, &o);
    }
    free(g.kernel), free(g.cell), free(g.apart);
    for (unsigned v = 0; v < g.n_values; v++) wt_size_free(g.size[v]);
    wt_cases_free(&cases);
  }
  return rc;
}
