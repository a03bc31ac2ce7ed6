/* cli_sweep.c - warptwin sweep: structure sizes and cycles of kernels over the values of one or two keys. */
#include "cli/cli_sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_CSV = 600, OPT_JSON, OPT_MD, OPT_SVG };

typedef struct {
  wt_cli_shape shape;
  wt_cli_runs runs;
  const char *csv, *json, *md, *svg, *over[WT_SWEEP_KEYS];
  unsigned n_over;
} sweep_opts;

/* KEY=...: capitals before the sign; a file may have one too. */
static int is_key(const char *arg) {
  size_t n = strspn(arg, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return n && arg[n] == '=';
}

static error_t parse(int key, char *arg, struct argp_state *st) {
  sweep_opts *o = st->input;
  switch (key) {
    case OPT_CSV: o->csv = arg; return 0;
    case OPT_JSON: o->json = arg; return 0;
    case OPT_MD: o->md = arg; return 0;
    case OPT_SVG: o->svg = arg; return 0;
    case ARGP_KEY_ARG:
      if (!is_key(arg)) return ARGP_ERR_UNKNOWN; /* a kernel */
      if (o->n_over == WT_SWEEP_KEYS) argp_error(st, "%s: one or two keys are swept", arg);
      o->over[o->n_over++] = arg;
      return 0;
    case ARGP_KEY_END:
      if (!o->n_over) argp_error(st, "what is swept? give KEY=VALUE,VALUE,... or KEY=LOW:HIGH:STEP");
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->runs, st->child_inputs[1] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* ---- the points ---- */

static int add_value(wt_sweep *w, unsigned k, const char *text, size_t len, const char *arg) {
  char *to = w->value[k][w->n_values[k]];
  if (!len || len >= sizeof w->value[k][0]) return wt_cli_error(2, "%s: a value is missing or too long", arg);
  if (w->n_values[k] == WT_SWEEP_VALUES) return wt_cli_error(2, "%s: more than %d values", arg, WT_SWEEP_VALUES);
  snprintf(to, sizeof w->value[k][0], "%.*s", (int)len, text);
  for (unsigned v = 0; v < w->n_values[k]; v++)
    if (!strcmp(w->value[k][v], to)) return wt_cli_error(2, "%s: %s is there twice", arg, to);
  w->n_values[k]++;
  return 0;
}

static int range(wt_sweep *w, unsigned k, const char *text, const char *arg) {
  unsigned long long lo, hi, step = 1;
  char rest, word[24];
  int n = sscanf(text, "%llu:%llu:%llu%c", &lo, &hi, &step, &rest);
  if (n != 3 && sscanf(text, "%llu:%llu%c", &lo, &hi, &rest) != 2) return wt_cli_error(2, "%s: expected LOW:HIGH or LOW:HIGH:STEP", arg);
  if (!step || lo > hi || hi > UINT32_MAX) return wt_cli_error(2, "%s: nothing lies between these bounds", arg);
  for (unsigned long long v = lo; v <= hi; v += step) {
    snprintf(word, sizeof word, "%llu", v);
    int rc = add_value(w, k, word, strlen(word), arg);
    if (rc) return rc;
  }
  return 0;
}

static int plan_key(wt_sweep *w, const sweep_opts *o, unsigned k) {
  const char *arg = o->over[k], *eq = strchr(arg, '=');
  size_t n = (size_t)(eq - arg);
  unsigned i = 0;
  while (i < wt_nkeys && (strlen(wt_keys[i].name) != n || strncmp(wt_keys[i].name, arg, n) != 0)) i++;
  if (i == wt_nkeys) return wt_cli_error(2, "%s: unknown key; 'warptwin --keys' lists the keys", arg);
  snprintf(w->key[k], sizeof w->key[k], "%s", wt_keys[i].name);
  if (k && !strcmp(w->key[0], w->key[1])) return wt_cli_error(2, "%s: this key is swept already", arg);
  for (unsigned s = 0; s < o->shape.n_set; s++)
    if (!strncmp(o->shape.set[s], arg, n + 1)) return wt_cli_error(2, "--set %s: this key is swept (%s)", o->shape.set[s], arg);
  if (strchr(eq, ':') || strstr(eq, "..")) return range(w, k, eq + 1, arg);
  for (const char *p = eq + 1;; p++) {
    size_t len = strcspn(p, ",");
    int rc = add_value(w, k, p, len, arg);
    if (rc) return rc;
    if (!*(p += len)) return 0;
  }
}

static int plan_point(wt_sweep *w, wt_sweep_point *x, const wt_size_opt *so) {
  char err[300];
  x->p = w->base;
  for (unsigned k = 0; k < w->n_keys; k++) {
    snprintf(x->own[k], sizeof x->own[k], "%s=%s", w->key[k], w->value[k][x->at[k]]);
    if (wt_point_set(&x->p, x->own[k], err, sizeof err)) return wt_cli_error(2, "%s", wt_not_as_set(err));
  }
  if (wt_point_runs(&x->p)) return 0;
  return (x->z = wt_size_new(&x->p.S, so, err, sizeof err)) ? 0 : wt_cli_error(2, "%s", err);
}

static int plan_points(wt_sweep *w, const sweep_opts *o) {
  const unsigned inner = w->n_keys > 1 ? w->n_values[1] : 1;
  wt_size_opt so;
  unsigned legal = 0;
  char err[300];
  wt_size_defaults(&so);
  w->n = w->n_values[0] * inner;
  if (w->n < 2) return wt_cli_error(2, "%s: two or more points are swept", o->over[0]);
  if (w->n > WT_SWEEP_POINTS) return wt_cli_error(2, "%s %s: %u points, at most %d are swept", o->over[0], o->over[1], w->n, WT_SWEEP_POINTS);
  if (!(w->point = calloc(w->n, sizeof *w->point))) return wt_cli_error(2, "out of memory");
  if (wt_point_begin(&w->base, o->shape.preset, o->shape.set, err, sizeof err)) return wt_cli_error(2, "%s", err);
  for (unsigned p = 0; p < w->n; p++) {
    wt_sweep_point *x = &w->point[p];
    x->at[0] = p / inner, x->at[1] = p % inner;
    int rc = plan_point(w, x, &so);
    if (rc) return rc;
    legal += x->z != NULL;
  }
  return legal ? 0 : wt_cli_error(2, "%s: no point is a shape: %s", o->over[0], w->point[0].p.why);
}

static int plan(wt_sweep *w, const sweep_opts *o) {
  int rc = 0;
  w->n_keys = o->n_over;
  for (unsigned k = 0; k < w->n_keys && !rc; k++) rc = plan_key(w, o, k);
  return rc ? rc : plan_points(w, o);
}

static int plan_grid(wt_sweep *w, const sweep_opts *o) {
  const char *const out[] = {o->csv, o->json, o->md, o->svg};
  const wt_sweep_point *first = w->point;
  wt_grid *g = &w->grid;
  int rc = wt_grid_pick(g, &o->shape, &o->runs);
  for (size_t i = 0; !rc && i < w->n * g->n_kernels; i++) rc = wt_grid_add(g, g->kernel[i % g->n_kernels], &w->point[i / g->n_kernels].p);
  while (!first->z) first++;
  return rc ? rc : wt_grid_ready(g, &first->p, out, 4);
}

/* ---- what follows from them ---- */

static double log_cycles(const wt_sweep *w, unsigned p) {
  double s = 0;
  for (size_t k = 0; k < w->grid.n_kernels; k++) {
    const wt_cell *c = wt_sweep_at(w, p, k);
    if (c->status || !c->c.cycles) return -1;
    s += log((double)c->c.cycles);
  }
  return s / (double)w->grid.n_kernels;
}

static void ratios(wt_sweep *w) {
  double base = -1;
  for (unsigned p = 0; p < w->n; p++) {
    wt_sweep_point *x = &w->point[p];
    double l = x->z ? log_cycles(w, p) : -1;
    if (l < 0) continue;
    if (base < 0) base = l;
    x->ratio = exp(l - base);
    for (size_t k = 0; k < w->grid.n_kernels; k++) wt_grid_cell(&w->grid, p * w->grid.n_kernels + k)->counts = 1;
    wt_grid_used(&w->grid, &x->p, x->z, x->use);
  }
}

static void find_front(wt_sweep *w) {
  for (unsigned p = 0; p < w->n; p++) {
    wt_sweep_point *x = &w->point[p];
    x->front = x->ratio > 0;
    for (unsigned q = 0; q < w->n && x->front; q++) {
      const wt_sweep_point *y = &w->point[q];
      if (!(y->ratio > 0) || q == p) continue;
      double a = wt_sweep_mm2(x), b = wt_sweep_mm2(y);
      /* of two that are equal in both the first one stays */
      if (b <= a && y->ratio <= x->ratio && (b < a || y->ratio < x->ratio || q < p)) x->front = 0;
    }
  }
}

static int run(wt_sweep *w, const sweep_opts *o) {
  const struct {
    const char *path;
    wt_cli_print *print;
  } out[] = {{o->csv, wt_sweep_csv}, {o->json, wt_sweep_json}, {o->md, wt_sweep_markdown}, {o->svg, wt_sweep_svg}};
  wt_grid *g = &w->grid;
  int shown = 0;
  g->report = 400, g->what = "runs", g->host_judges = 1;
  int rc = wt_grid_run(g);
  if (rc) return rc;
  ratios(w);
  find_front(w);
  for (int i = 0; i < 4 && !rc; i++) {
    rc = wt_cli_show(out[i].path, out[i].print, w);
    shown |= out[i].path && !strcmp(out[i].path, "-");
  }
  if (!rc && !shown) wt_sweep_text(w, stdout);
  return rc ? rc : wt_grid_bad(g);
}

int wt_cmd_sweep(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"csv", OPT_CSV, "FILE", 0, "a line a point and kernel (- = only that, to the terminal)", 0},
    {"json", OPT_JSON, "FILE", 0, "as JSON (- = only that)", 0},
    {"markdown", OPT_MD, "FILE", 0, "as a Markdown table (- = only that)", 0},
    {"md", OPT_MD, "FILE", OPTION_ALIAS, NULL, 0},
    {"svg", OPT_SVG, "FILE", 0, "a scatter of mm2 against cycles with the Pareto front (- = only that)", 0},
    {0}};
  static const struct argp_child children[] = {{&wt_cli_runs_argp, 0, NULL, 0}, {&wt_cli_shape_argp, 0, "Shape around the swept keys", 2}, {0}};
  static const struct argp a = {
    options,
    parse,
    "KEY=A,B,C|KEY=LOW:HIGH[:STEP] [KEY=...] KERNEL[,KERNEL]...|all|FILE.cubin...",
    "Cost and benefit over the values of one or two keys: for every point the structure sizes of the shape, and cycles and use of the swept "
    "structures with kernels of the manifest or one launch of a cubin, on the C twin. A point is on the front when no other one has neither more "
    "mm2 nor more cycles. Values that make no legal shape are listed with the reason.",
    children,
    NULL,
    NULL};
  sweep_opts o = {0};
  static wt_sweep w;
  wt_cli_parse(&a, argc, argv, &o);
  int rc = plan(&w, &o);
  if (!rc) rc = plan_grid(&w, &o);
  if (!rc) rc = run(&w, &o);
  for (unsigned p = 0; w.point && p < w.n; p++)
    if (w.point[p].z) wt_size_free(w.point[p].z);
  wt_grid_free(&w.grid);
  free(w.point);
  return rc;
}
