/* cli_sweep.c - warptwin sweep: structure sizes and cycles of kernels over the values of one or two keys. */
#include "cli/cli_sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/wt_cli_say.h"

enum { OPT_CSV = 600, OPT_JSON, OPT_MD, OPT_SVG };

typedef struct {
  wt_cli_shape shape;
  wt_cli_runs runs;
  const char *csv, *json, *md, *svg, *over[WT_SWEEP_KEYS];
  unsigned n_over;
} sweep_opts;

typedef struct {
  wt_sweep w;
  const sweep_opts *o;
  wt_jobs pool;
  wt_cli_progress p;
} running;

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

static int plan_point(wt_sweep *w, wt_sweep_point *p, const wt_size_opt *so) {
  char err[300], assign[64];
  if (wt_shape_preset(&p->S, w->preset, err, sizeof err)) return wt_cli_error(2, "%s", err);
  for (const char *const *a = w->set; *a; a++)
    if (wt_shape_set(&p->S, *a, err, sizeof err)) return wt_cli_error(2, "%s", err);
  for (unsigned k = 0; k < w->n_keys; k++) {
    snprintf(assign, sizeof assign, "%s=%s", w->key[k], w->value[k][p->at[k]]);
    if (wt_shape_set(&p->S, assign, err, sizeof err)) return wt_cli_error(2, "%s", err + (strncmp(err, "--set ", 6) ? 0 : 6));
  }
  if (wt_shape_check(&p->S, p->why, sizeof p->why)) return 0;
  return (p->z = wt_size_new(&p->S, so, err, sizeof err)) ? 0 : wt_cli_error(2, "%s", err);
}

static int plan(wt_sweep *w, const sweep_opts *o) {
  wt_size_opt so;
  int rc = 0;
  unsigned legal = 0;
  wt_size_defaults(&so);
  w->preset = o->shape.preset, w->set = o->shape.set, w->seed = o->shape.seed, w->n_keys = o->n_over;
  for (unsigned k = 0; k < w->n_keys; k++)
    if ((rc = plan_key(w, o, k))) return rc;
  w->n = w->n_values[0] * (w->n_keys > 1 ? w->n_values[1] : 1);
  if (w->n < 2) return wt_cli_error(2, "%s: two or more points are swept", o->over[0]);
  if (w->n > WT_SWEEP_POINTS) return wt_cli_error(2, "%s %s: %u points, at most %d are swept", o->over[0], o->over[1], w->n, WT_SWEEP_POINTS);
  if (!(w->point = calloc(w->n, sizeof *w->point))) return wt_cli_error(2, "out of memory");
  for (unsigned p = 0; p < w->n && !rc; p++) {
    unsigned inner = w->n_keys > 1 ? w->n_values[1] : 1;
    w->point[p].at[0] = p / inner, w->point[p].at[1] = p % inner;
    rc = plan_point(w, &w->point[p], &so);
    legal += w->point[p].z != NULL;
  }
  if (!rc && !legal) rc = wt_cli_error(2, "%s: no point is a shape: %s", o->over[0], w->point[0].why);
  return rc;
}

/* Settings of a point, as strings for a session; buf holds the last ones. */
static void settings(const wt_sweep *w, const wt_sweep_point *p, const char *set[WT_MAX_SET + WT_SWEEP_KEYS + 1], char buf[WT_SWEEP_KEYS][64]) {
  unsigned n = 0;
  while (w->set[n]) set[n] = w->set[n], n++;
  for (unsigned k = 0; k < w->n_keys; k++) snprintf(buf[k], 64, "%s=%s", w->key[k], w->value[k][p->at[k]]), set[n++] = buf[k];
  set[n] = NULL;
}

static int plan_kernels(wt_sweep *w, const sweep_opts *o, wt_cases *cases) {
  const char *const out[] = {o->csv, o->json, o->md, o->svg};
  const char *set[WT_MAX_SET + WT_SWEEP_KEYS + 1];
  char buf[WT_SWEEP_KEYS][64];
  unsigned p = 0;
  int rc = wt_cli_runs_pick(&o->runs, cases, &w->kernel, &w->n_kernels);
  if (rc) return rc;
  if (!(w->cell = calloc((size_t)w->n * w->n_kernels + 1, sizeof *w->cell))) return wt_cli_error(2, "out of memory");
  while (!w->point[p].z) p++;
  settings(w, &w->point[p], set, buf);
  return wt_cases_ready(w->kernel, w->n_kernels, w->preset, set, w->seed, out, 4);
}

/* ---- runs, each in its process ---- */

static void child(void *ctx, size_t i, void *result) {
  const running *r = ctx;
  const wt_sweep *w = &r->w;
  const wt_sweep_point *p = &w->point[i / w->n_kernels];
  const wt_case *k = w->kernel[i % w->n_kernels];
  const char *set[WT_MAX_SET + WT_SWEEP_KEYS + 1];
  char buf[WT_SWEEP_KEYS][64];
  wt_sweep_cell *c = result;
  wt_session *s;
  c->status = WT_UNSUPPORTED;
  snprintf(c->verdict, sizeof c->verdict, "not run");
  if (!p->z) {
    snprintf(c->report, sizeof c->report, "%s", p->why);
    return;
  }
  if (!wt_case_fits(k, &p->S)) {
    snprintf(c->report, sizeof c->report, "its reference needs a warp size of %u to %u", k->warp_min, k->warp_max);
    return;
  }
  settings(w, p, set, buf);
  wt_options so = {WT_BACKEND_C, w->preset, set, w->seed, r->o->runs.max_cycles, k->host != NULL}; /* without a host the oracle judges */
  if ((c->status = (int)wt_session_open(&so, &s))) {
    snprintf(c->verdict, sizeof c->verdict, "error");
    snprintf(c->report, sizeof c->report, "%s", wt_error(NULL));
    return;
  }
  wt_set_quiet(s, 1);
  wt_set_output(s, NULL);
  wt_set_occupancy(s, 1);
  c->status = wt_case_run(k, s, w->seed, c->report, sizeof c->report);
  c->c = *wt_stats(s);
  const char *word = wt_verdict(s);
  if (c->status && !strcmp(word, "ok"))
    word = c->status == WT_DIFF ? "diff" : c->status == WT_UNSUPPORTED ? "unsupported" : c->status == WT_FAULT ? "fault" : "error";
  snprintf(c->verdict, sizeof c->verdict, "%s", word);
  wt_session_close(s);
}

static void done(void *ctx, size_t i) {
  running *r = ctx;
  wt_sweep_cell *c = &r->w.cell[i];
  const wt_job *j = &r->pool.jobs[i];
  if (j->end != WT_JOB_DONE) {
    memset(c, 0, sizeof *c);
    c->status = WT_USAGE;
    wt_job_text(j, (double)r->o->runs.timeout, c->report, sizeof c->report);
    snprintf(c->verdict, sizeof c->verdict, "%s", j->end == WT_JOB_TIMEOUT ? "timeout" : "crash");
  }
  wt_cli_progress_step(&r->p, i + 1, r->w.kernel[i % r->w.n_kernels]->name);
}

/* ---- what follows from them ---- */

static double log_cycles(const wt_sweep *w, unsigned p) {
  double s = 0;
  for (size_t k = 0; k < w->n_kernels; k++) {
    const wt_sweep_cell *c = wt_sweep_at(w, p, k);
    if (c->status || !c->c.cycles) return -1;
    s += log((double)c->c.cycles);
  }
  return s / (double)w->n_kernels;
}

static void conclude(wt_sweep *w) {
  const wt_counters **c = calloc(w->n_kernels + 1, sizeof *c);
  double base = -1;
  for (unsigned p = 0; c && p < w->n; p++) {
    wt_sweep_point *x = &w->point[p];
    double l = x->z ? log_cycles(w, p) : -1;
    size_t n = 0;
    if (l < 0) continue;
    if (base < 0) base = l;
    x->ratio = exp(l - base);
    for (size_t k = 0; k < w->n_kernels; k++) c[n++] = &wt_sweep_at(w, p, k)->c;
    wt_cli_use(x->z, c, n, x->use);
  }
  free(c);
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

static int put(const wt_sweep *w, const char *path, void (*write)(const wt_sweep *w, FILE *f)) {
  char *buf = NULL;
  size_t n = 0;
  if (!path) return 0;
  if (!strcmp(path, "-")) return write(w, stdout), 0;
  FILE *f = open_memstream(&buf, &n);
  if (!f) return wt_cli_error(2, "out of memory");
  write(w, f);
  fclose(f);
  int rc = wt_cli_write(path, buf, n) ? 2 : 0;
  free(buf);
  return rc;
}
static void markdown(const wt_sweep *w, FILE *f) { wt_sweep_text(w, f, 1); }
static int dash(const char *path) { return path && !strcmp(path, "-"); }

static int run(running *r) {
  wt_sweep *w = &r->w;
  const sweep_opts *o = r->o;
  wt_jobs *pool = &r->pool;
  *pool = (wt_jobs){
    .n = w->n * w->n_kernels, .size = sizeof *w->cell, .results = w->cell, .parallel = (unsigned)o->runs.jobs, .timeout = (double)o->runs.timeout};
  int rc;
  if (!(pool->jobs = calloc(pool->n, sizeof *pool->jobs))) return wt_cli_error(2, "out of memory");
  pool->child = child, pool->done = done, pool->ctx = r;
  wt_cli_progress_begin(&r->p, "runs", pool->n, o->shape.quiet);
  wt_jobs_run(pool);
  wt_cli_progress_end(&r->p);
  free(pool->jobs);
  conclude(w);
  rc = put(w, o->csv, wt_sweep_csv);
  if (!rc) rc = put(w, o->json, wt_sweep_json);
  if (!rc) rc = put(w, o->md, markdown);
  if (!rc) rc = put(w, o->svg, wt_sweep_svg);
  if (!rc && !dash(o->csv) && !dash(o->json) && !dash(o->md) && !dash(o->svg)) wt_sweep_text(w, stdout, 0);
  for (unsigned p = 0; p < w->n && !rc; p++)
    for (size_t k = 0; k < w->n_kernels && !rc; k++) {
      int st = wt_sweep_at(w, p, k)->status;
      rc = st == WT_DIFF || st == WT_FAULT || st == WT_PROGRAM || st == WT_USAGE;
    }
  return rc;
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
  static running r;
  wt_cases cases;
  wt_cli_parse(&a, argc, argv, &o);
  r.o = &o;
  int rc = plan(&r.w, &o);
  if (!rc) {
    if (!(rc = plan_kernels(&r.w, &o, &cases))) rc = run(&r);
    wt_cases_free(&cases);
  }
  for (unsigned p = 0; r.w.point && p < r.w.n; p++)
    if (r.w.point[p].z) wt_size_free(r.w.point[p].z);
  free(r.w.kernel), free(r.w.cell), free(r.w.point);
  return rc;
}
