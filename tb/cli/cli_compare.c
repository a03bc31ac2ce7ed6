/* cli_compare.c - warptwin compare: kernels under two or more values of a key, or of two keys, each cell in a process of its own. */
#include "cli/cli_compare.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "spec/wt_paths.h"
#include "cli/wt_cli_say.h"
#include "files/wt_outfile.h"
#include "lib/wt_trace.h"

enum { OPT_OVER = 300, OPT_JSON, OPT_MARKDOWN, OPT_SVG, OPT_HTML, OPT_TRACES };
#define MAX_CYCLES UINT64_C(5000000) /* of a launch */

typedef struct {
  wt_cli_shape shape;
  wt_cli_runs runs;
  const char *over[WT_COMPARE_KEYS], *svg, *html, *traces;
  unsigned n_over;
  int json, markdown;
  wt_cli_guests guests;
} compare_opts;

static error_t parse(int key, char *arg, struct argp_state *st) {
  compare_opts *o = st->input;
  switch (key) {
    case OPT_OVER:
      if (o->n_over == WT_COMPARE_KEYS) argp_error(st, "--over can be given once, or twice for a matrix");
      o->over[o->n_over++] = arg;
      return 0;
    case OPT_JSON: o->json = 1; return 0;
    case OPT_MARKDOWN: o->markdown = 1; return 0;
    case OPT_SVG: o->svg = arg; return 0;
    case OPT_HTML: o->html = arg; return 0;
    case OPT_TRACES: o->traces = arg; return 0;
    case ARGP_KEY_END:
      if (!o->n_over) argp_error(st, "compare what? give --over KEY=VALUE,VALUE");
      if (o->json && o->markdown) argp_error(st, "--json and --markdown exclude each other");
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->runs, st->child_inputs[1] = &o->shape, st->child_inputs[2] = &o->guests; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* ---- what is compared ---- */

/* Which value of key k a cell has. */
static unsigned place_in(const wt_compare *w, unsigned k, unsigned v) { return k + 1 < w->n_keys ? v / w->side[1].n : v % w->side[k].n; }

static int make_shape(wt_compare *w, unsigned v) {
  char err[300];
  wt_point *p = &w->point[v];
  const wt_shape *S = &p->S;
  *p = w->base;
  for (unsigned k = 0; k < w->n_keys; k++) {
    const char *assign = w->side[k].assign[place_in(w, k, v)];
    if (!w->use && wt_point_set(p, assign, err, sizeof err)) return wt_cli_error(2, "--over %s", wt_not_as_set(err));
  }
  if (wt_point_runs(p)) return wt_compare_matrix(w) ? 0 : wt_cli_error(2, "--over %s: %s", w->assign[v], p->why); /* of a matrix a hole */
  if (w->use && *w->spec[v] && wt_guest_check(S, w->spec[v], err, sizeof err))
    return wt_cli_error(2, "--over use:%s (a file whose name has a comma cannot be compared)", err + (strncmp(err, "--use ", 6) ? 0 : 6));
  if (wt_unit_size_of(S, "cfu", &w->unit[v]) || wt_unit_size_of(S, NULL, &w->sm[v])) return wt_cli_error(2, "out of memory");
  wt_size_opt so;
  wt_size_defaults(&so);
  return (w->size[v] = wt_size_new(S, &so, err, sizeof err)) ? 0 : wt_cli_error(2, "%s", err);
}

/* The last so many parts of a path. */
static const char *last_parts(const char *path, unsigned parts) {
  const char *p = path + strlen(path);
  for (; p > path; p--)
    if (p[-1] == '/' && !--parts) break;
  return p;
}
/* Files name columns, and files of traces: by as few parts of their paths as tell them apart. */
static void shorten(wt_compare *w) {
  unsigned parts = 0;
  for (int twins = 1; twins;) {
    twins = 0, parts++;
    for (unsigned v = 0; v < w->n_values; v++)
      for (unsigned u = 0; u < v; u++) twins |= !strcmp(last_parts(w->value[u], parts), last_parts(w->value[v], parts));
  }
  for (unsigned v = 0; v < w->n_values; v++) w->value[v] = last_parts(w->value[v], parts);
}

static int is_twice(const wt_compare_side *s, const char *over, const char *value) {
  for (unsigned u = 0; u < s->n; u++)
    if (!strcmp(s->value[u], value)) return wt_cli_error(2, "--over %s: %s is there twice", over, value);
  return 0;
}

/* A key and its values; the text is cut into them. */
static int plan_side(wt_compare *w, const compare_opts *o, unsigned k) {
  static char text[WT_COMPARE_KEYS][1024];
  wt_compare_side *s = &w->side[k];
  const char *over = o->over[k];
  if (strlen(over) >= sizeof text[k]) return wt_cli_error(2, "--over: longer than %zu characters", sizeof text[k] - 1);
  strcpy(text[k], over);
  char *eq = strchr(text[k], '=');
  if (!eq || eq == text[k]) return wt_cli_error(2, "--over %s: expected KEY=VALUE,VALUE", over);
  *eq = 0;
  s->key = text[k];
  if (!strncmp(s->key, "use:", 4)) w->use = 1;
  if (w->use && o->n_over > 1) return wt_cli_error(2, "--over %s: blocks are compared alone, a matrix is one of keys", over);
  if (k && !strcmp(w->side[0].key, s->key)) return wt_cli_error(2, "--over %s: this key is compared already", over);
  for (const char *const *set = o->shape.set; *set; set++)
    if (!strncmp(*set, s->key, strlen(s->key)) && (*set)[strlen(s->key)] == '=')
      return wt_cli_error(2, "--set %s: this key is compared (--over %s)", *set, over);
  unsigned commas = 0;
  for (const char *c = eq + 1; *c; c++) commas += *c == ',';
  if (commas >= WT_MAX_VALUES) return wt_cli_error(2, "--over %s: more than %d values", over, WT_MAX_VALUES);
  for (char *v = strtok(eq + 1, ","); v; v = strtok(NULL, ",")) {
    if (is_twice(s, over, v)) return 2;
    s->value[s->n++] = v;
  }
  return s->n < 2 ? wt_cli_error(2, "--over %s: two or more values are compared", over) : 0;
}

/* What stands for the values: of one key these, of two a pair. */
static void name_values(wt_compare *w) {
  static char key[2 * 1024], pair[WT_MAX_CELLS][200];
  w->key = w->side[0].key, w->n_values = w->side[0].n;
  for (unsigned v = 0; v < w->n_values; v++) w->value[v] = w->side[0].value[v];
  if (!wt_compare_matrix(w)) return;
  snprintf(key, sizeof key, "%s %s", w->side[0].key, w->side[1].key);
  w->key = key, w->n_values *= w->side[1].n;
  for (unsigned v = 0; v < w->n_values; v++) {
    snprintf(pair[v], sizeof pair[v], "%s %s", w->side[0].value[place_in(w, 0, v)], w->side[1].value[place_in(w, 1, v)]);
    w->value[v] = pair[v];
  }
}
static void name_assigns(wt_compare *w) {
  for (unsigned k = 0; k < w->n_keys; k++)
    for (unsigned v = 0; v < w->side[k].n; v++)
      snprintf(w->side[k].assign[v], sizeof w->side[k].assign[v], "%s=%s", w->side[k].key, w->use ? w->value[v] : w->side[k].value[v]);
  for (unsigned v = 0; v < w->n_values; v++)
    snprintf(w->assign[v], sizeof w->assign[v], wt_compare_matrix(w) ? "%s %s" : "%s", w->side[0].assign[place_in(w, 0, v)],
             w->side[1].assign[wt_compare_matrix(w) ? place_in(w, 1, v) : 0]);
}

static int plan_values(wt_compare *w, const compare_opts *o) {
  char err[300];
  unsigned shapes = 0;
  int rc = 0;
  w->n_keys = o->n_over;
  for (unsigned k = 0; k < w->n_keys && !rc; k++) rc = plan_side(w, o, k);
  if (rc) return rc;
  if (wt_point_begin(&w->base, o->shape.preset, o->shape.set, err, sizeof err)) return wt_cli_error(2, "%s", err);
  name_values(w);
  for (unsigned v = 0; w->use && v < w->n_values; v++)
    if (strcmp(w->value[v], "-") != 0) snprintf(w->spec[v], sizeof w->spec[v], "%s=%s", w->key + strlen("use:"), w->value[v]);
  if (w->use) shorten(w);
  name_assigns(w);
  for (unsigned v = 0; v < w->n_values && !rc; v++) rc = make_shape(w, v), shapes += w->size[v] != NULL;
  return rc || shapes ? rc : wt_cli_error(2, "--over %s --over %s: no cell is a shape: %s", o->over[0], o->over[1], w->point[0].why);
}

/* The shape that stands for all when inputs are made: what is around the keys, of a matrix the first cell. */
static const wt_point *any_shape(const wt_compare *w) {
  unsigned v = 0;
  while (!w->size[v]) v++;
  return wt_compare_matrix(w) ? &w->point[v] : &w->base;
}

static int plan_grid(wt_compare *w, const compare_opts *o) {
  wt_grid *g = &w->grid;
  int rc = wt_grid_pick(g, &o->shape, &o->runs);
  for (size_t i = 0; !rc && i < g->n_kernels * w->n_values; i++) rc = wt_grid_add(g, g->kernel[i / w->n_values], &w->point[i % w->n_values]);
  if (!rc) rc = wt_cli_guests_check(&o->guests, &w->base.S);
  const char *const out[] = {o->svg, o->html};
  return rc ? rc : wt_grid_ready(g, any_shape(w), out, 2);
}

/* ---- the cells ---- */

static const char *trace_path(const wt_compare *w, size_t i, char *buf, size_t n) {
  int at = snprintf(buf, n, "%s/%s.", w->traces, w->grid.place[i].k->name);
  snprintf(buf + at, n - (size_t)at, "%s.trace", w->value[i % w->n_values]);
  for (char *p = buf + at; *p; p++) *p = *p == '/' ? '_' : *p == ' ' && wt_compare_matrix(w) ? '.' : *p;
  return buf;
}

static wt_status begins(void *ctx, size_t i, wt_session *s, wt_cell *c) {
  wt_compare *w = ctx;
  const char *spec = w->use ? w->spec[i % w->n_values] : "";
  char path[4096];
  wt_status st = *spec ? wt_set_use(s, spec) : WT_OK;
  if (st || !w->traces) return st;
  if (!(w->trace = fopen(trace_path(w, i, path, sizeof path), "w"))) {
    snprintf(c->report, w->grid.report, "%s: cannot write: %s", path, strerror(errno));
    return WT_USAGE;
  }
  wt_set_trace(s, w->trace);
  return WT_OK;
}

static void ends(void *ctx, size_t i, wt_session *s, wt_cell *c) {
  wt_compare *w = ctx;
  (void)i, (void)s;
  if (!w->trace || !wt_outfile_close(w->trace) || c->status) return;
  c->status = WT_USAGE;
  snprintf(c->verdict, sizeof c->verdict, "error");
  snprintf(c->report, w->grid.report, "the trace cannot be written: %s", strerror(errno));
}

/* A kernel that cannot run under a value is no failure here. */
static void told(void *ctx, size_t i) {
  wt_compare *w = ctx;
  wt_cell *c = wt_grid_cell(&w->grid, i);
  const wt_case *k = w->grid.place[i].k;
  char warps[40];
  c->counts = wt_cell_ok(c);
  if (strcmp(c->verdict, "not run") != 0) return;
  c->status = WT_OK;
  if (*w->grid.place[i].p->why) return; /* the cell of a matrix that is no shape */
  snprintf(c->report, w->grid.report, "not run: the reference of %s needs a warp size of %s", k->name, wt_case_warps(k, warps, sizeof warps));
}

/* ---- the command ---- */

const char *wt_cell_occupancy(const wt_compare *w, const wt_cell *c, unsigned value, char *buf, size_t n) {
  const char *const *name = wt_occupancy_names(&w->point[value].S);
  if (!c->c.cycles) snprintf(buf, n, "-");
  else if (*name[1]) snprintf(buf, n, "%s %u, %s %u", name[0], c->c.occupancy[0], name[1], c->c.occupancy[1]);
  else snprintf(buf, n, "%s %u", name[0], c->c.occupancy[0]);
  return buf;
}

double wt_cell_ratio(const wt_compare *w, size_t kernel, unsigned value) {
  unsigned first = 0;
  if (!wt_cell_ok(wt_cell_at(w, kernel, value))) return 0;
  while (!wt_cell_ok(wt_cell_at(w, kernel, first))) first++;
  return (double)wt_cell_at(w, kernel, value)->c.cycles / (double)wt_cell_at(w, kernel, first)->c.cycles;
}

double wt_compare_mean(const wt_compare *w, unsigned value, size_t *n) {
  double sum = 0;
  *n = 0;
  for (size_t k = 0; k < w->grid.n_kernels; k++) {
    int all = 1;
    for (unsigned v = 0; v < w->n_values; v++) all &= !w->size[v] || wt_cell_ok(wt_cell_at(w, k, v));
    if (all) sum += log(wt_cell_ratio(w, k, value)), ++*n;
  }
  return *n && w->size[value] ? exp(sum / (double)*n) : 0;
}

/* Discrepancies of one kernel from its first value that finished. */
static int compare_traces(wt_compare *w, size_t k) {
  wt_trace base, other;
  char path[4096], err[600];
  const size_t at = k * w->n_values;
  unsigned first = 0;
  while (first < w->n_values && !wt_cell_ok(wt_cell_at(w, k, first))) first++;
  if (first == w->n_values) return 0;
  int rc = wt_trace_read(trace_path(w, at + first, path, sizeof path), &base, err, sizeof err) ? wt_cli_error(2, "%s", err) : 0;
  for (unsigned v = first; !rc && v < w->n_values; v++) {
    wt_trace_sum sum;
    if (!wt_cell_ok(wt_cell_at(w, k, v))) continue;
    if (wt_trace_read(trace_path(w, at + v, path, sizeof path), &other, err, sizeof err)) rc = wt_cli_error(2, "%s", err);
    else if (wt_trace_compare(&base, &other, WT_MASK_PATH, NULL, NULL, &sum)) rc = wt_cli_error(2, "out of memory");
    else w->apart[at + v] = sum.length ? (double)sum.distance / (double)sum.length : 0;
    wt_trace_free(&other);
  }
  wt_trace_free(&base);
  return rc;
}

static int all_traces(wt_compare *w) {
  int rc = 0;
  if (!(w->apart = malloc(w->grid.n * sizeof *w->apart))) return wt_cli_error(2, "out of memory");
  for (size_t i = 0; i < w->grid.n; i++) w->apart[i] = -1;
  for (size_t k = 0; !rc && k < w->grid.n_kernels; k++) rc = compare_traces(w, k);
  return rc;
}

/* Verdicts are results; 1 is for what must not happen under any value. */
static int exit_code(const wt_compare *w) {
  static const char *const bad[] = {"diff", "fault", "hazard", "barrier", "jump", "error", "crash", "timeout"};
  for (size_t i = 0; i < w->grid.n; i++)
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
      if (!strcmp(wt_grid_cell(&w->grid, i)->verdict, bad[k])) return 1;
  return 0;
}

static int run(wt_compare *w, const compare_opts *o) {
  wt_grid *g = &w->grid;
  int rc;
  w->traces = o->traces;
  g->report = 6000, g->what = "cells", g->invariants = 1, g->guests = o->guests, g->pool.guests = w->use || o->guests.n;
  g->begins = begins, g->ends = ends, g->told = told, g->ctx = w;
  wt_grid_notes(g);
  if (w->traces && mkdir(w->traces, 0777) && errno != EEXIST) return wt_cli_error(2, "%s: cannot make the folder: %s", w->traces, strerror(errno));
  if ((rc = wt_grid_run(g)) || (w->traces && (rc = all_traces(w)))) return rc;
  (o->json ? wt_compare_json : o->markdown ? wt_compare_markdown : wt_compare_text)(w, stdout);
  rc = wt_cli_put(o->svg, wt_compare_matrix(w) ? wt_compare_heat : wt_compare_svg, w);
  if (!rc) rc = wt_cli_put(o->html, wt_compare_html, w);
  return rc ? rc : exit_code(w);
}

int wt_cmd_compare(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"over", OPT_OVER, "KEY=V,V...", 0,
     "the key and the values that are compared; given twice: a matrix of two keys; use:BLOCK=-,FILE: our block (-) and yours, as --use takes them",
     0},
    {"json", OPT_JSON, NULL, 0, "JSON instead of text", 0},
    {"markdown", OPT_MARKDOWN, NULL, 0, "Markdown instead of text", 0},
    {"svg", OPT_SVG, "FILE", 0, "bar chart as SVG, of a matrix a heat map, besides", 0},
    {"html", OPT_HTML, "FILE", 0, "a page with the chart and all tables, besides", 0},
    {"traces", OPT_TRACES, "DIR", 0, "control-flow traces of the cells as DIR/KERNEL.VALUE.trace, and how far they are from the first value's", 0},
    {0}};
  static const struct argp_child children[] = {
    {&wt_cli_runs_argp, 0, NULL, 0}, {&wt_cli_shape_argp, 0, "Shape", 2}, {&wt_cli_guest_argp, 0, "Blocks of yours", 3}, {0}};
  static const struct argp a = {
    options,
    parse,
    "KERNEL[,KERNEL]...|all|FILE.cubin...",
    "Runs kernels of the manifest, or one launch of a cubin, under every value of a key, on the C twin with the oracle in tandem, and prints one "
    "table: cycles, warp instructions, lane activity, storage of the control-flow unit, and what became of the run. Over two keys it prints "
    "matrices of cycles, IPC, and cycles relative to the first cell.",
    children,
    NULL,
    NULL};
  compare_opts o = {.runs.max_cycles = MAX_CYCLES};
  static wt_compare w;
  wt_cli_parse(&a, argc, argv, &o);
  int rc = plan_values(&w, &o);
  if (rc) return rc;
  if (!(rc = plan_grid(&w, &o))) rc = run(&w, &o);
  wt_grid_free(&w.grid);
  free(w.apart);
  for (unsigned v = 0; v < w.n_values; v++)
    if (w.size[v]) wt_size_free(w.size[v]);
  return rc;
}
