/* wt_grid.c - shapes as presets and settings, and kernels that run on them in processes. */
#define _GNU_SOURCE
#include "cli/wt_grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_wide.h"

/* ---- shapes ---- */

int wt_point_begin(wt_point *p, const char *preset, const char *const *set, char *err, size_t n) {
  p->preset = preset, p->n_set = 0, p->set[0] = NULL, *p->why = 0;
  int bad = wt_shape_preset(&p->S, preset, err, n);
  for (; !bad && *set; set++) bad = wt_point_set(p, *set, err, n);
  return bad ? -1 : 0;
}

int wt_point_set(wt_point *p, const char *assign, char *err, size_t n) {
  if (wt_shape_set(&p->S, assign, err, n)) return -1;
  p->set[p->n_set++] = assign, p->set[p->n_set] = NULL, *p->why = 0;
  return 0;
}

int wt_point_legal(wt_point *p) { return wt_shape_check(&p->S, p->why, sizeof p->why) ? -1 : 0; }
int wt_point_runs(wt_point *p) { return wt_point_legal(p) || wt_wide_runs(&p->S, p->why, sizeof p->why) ? -1 : 0; }

const char *wt_point_label(const wt_point *p, char *buf, size_t n) {
  int k = snprintf(buf, n, "%s", p->preset);
  for (unsigned i = 0; i < p->n_set && (size_t)k < n; i++) k += snprintf(buf + k, n - (size_t)k, " %s", p->set[i]);
  return buf;
}

const char *wt_not_as_set(const char *err) { return err + (strncmp(err, "--set ", 6) ? 0 : 6); }

static const char **values(const char *set, size_t *n) {
  const char *eq = strchr(set, '=');
  return wt_cli_list(eq ? eq + 1 : "", n);
}

unsigned wt_set_values(const char *set) {
  size_t n;
  free(values(set, &n));
  return (unsigned)n;
}

char *wt_set_value(const char *set, unsigned k) {
  size_t n;
  char *one = NULL;
  const char **list = values(set, &n);
  if (list && asprintf(&one, "%.*s=%s", (int)strcspn(set, "="), set, list[k]) < 0) one = NULL;
  free(list);
  return one;
}

/* ---- the grid ---- */

int wt_grid_pick(wt_grid *g, const wt_cli_shape *o, const wt_cli_runs *r) {
  g->shape = *o, g->backend = WT_BACKEND_C, g->max_cycles = r->max_cycles, g->occupancy = 1;
  g->pool.parallel = (unsigned)r->jobs, g->pool.timeout = (double)r->timeout;
  const wt_cases_wish wish = {r->names, r->n_names, &r->launch, r->suite, r->hosts, r->scale};
  return wt_cases_pick(&g->cases, &wish, &g->kernel, &g->n_kernels);
}

int wt_grid_ready(const wt_grid *g, const wt_point *p, const char *const *out, unsigned n_out) {
  return wt_cases_ready(g->kernel, g->n_kernels, p->preset, p->set, g->shape.seed, out, n_out);
}

int wt_grid_add(wt_grid *g, const wt_case *k, const wt_point *p) {
  wt_grid_place *more = realloc(g->place, (g->n + 1) * sizeof *more);
  if (!more) return wt_cli_error(2, "out of memory");
  g->place = more;
  g->place[g->n++] = (wt_grid_place){k, p};
  return 0;
}

void wt_grid_free(wt_grid *g) {
  free(g->place), free(g->pool.results), free(g->pool.jobs), free(g->kernel);
  wt_cases_free(&g->cases);
}

/* 1: there is nothing to run here. */
static int not_run(const wt_grid *g, const wt_grid_place *at, wt_cell *c) {
  char warps[40];
  if (*at->p->why) snprintf(c->report, g->report, "%s", at->p->why);
  else if (wt_case_fits(at->k, &at->p->S)) return 0;
  else snprintf(c->report, g->report, "its reference needs a warp size of %s", wt_case_warps(at->k, warps, sizeof warps));
  c->status = WT_UNSUPPORTED;
  snprintf(c->verdict, sizeof c->verdict, "not run");
  return 1;
}

/* It could not begin. */
static void failed(const wt_grid *g, wt_session *s, wt_cell *c) {
  snprintf(c->verdict, sizeof c->verdict, "error");
  if (!*c->report) snprintf(c->report, g->report, "%s", wt_error(s));
}

/* A run that ended well may have gone wrong in the host reference. */
static const char *word(const wt_session *s, int status) {
  const char *own = wt_verdict(s);
  if (!status || strcmp(own, "ok") != 0) return own;
  return status == WT_DIFF ? "diff" : status == WT_UNSUPPORTED ? "unsupported" : status == WT_FAULT ? "fault" : "error";
}

static void judge(wt_grid *g, size_t i, wt_session *s, wt_cell *c) {
  c->status = wt_case_run(g->place[i].k, s, g->shape.seed, c->report, g->report);
  c->c = *wt_stats(s);
  snprintf(c->verdict, sizeof c->verdict, "%s", word(s, c->status));
  if (g->ends) g->ends(g->ctx, i, s, c);
}

static void child(void *ctx, size_t i, void *result) {
  wt_grid *g = ctx;
  const wt_grid_place *at = &g->place[i];
  wt_cell *c = result;
  wt_session *s;
  if (not_run(g, at, c)) return;
  wt_options so = {g->backend, at->p->preset, at->p->set, g->shape.seed, g->max_cycles, g->host_judges && at->k->host};
  if ((c->status = (int)wt_session_open(&so, &s))) {
    failed(g, NULL, c);
    return;
  }
  c->status = (int)wt_cli_guests_set(s, &g->guests);
  wt_set_quiet(s, 1);
  wt_set_output(s, NULL);
  wt_set_invariants(s, g->invariants);
  wt_set_occupancy(s, g->occupancy);
  if (!c->status && g->begins) c->status = (int)g->begins(g->ctx, i, s, c);
  if (c->status) failed(g, s, c);
  else judge(g, i, s, c);
  wt_session_close(s);
}

static void done(void *ctx, size_t i) {
  wt_grid *g = ctx;
  wt_cell *c = wt_grid_cell(g, i);
  const wt_job *j = &g->pool.jobs[i];
  if (j->end != WT_JOB_DONE) {
    memset(c, 0, sizeof *c);
    c->status = WT_USAGE;
    wt_job_text(j, g->pool.timeout, c->report, g->report);
    snprintf(c->verdict, sizeof c->verdict, "%s", j->end == WT_JOB_TIMEOUT ? "timeout" : "crash");
  }
  if (g->told) g->told(g->ctx, i);
  if (g->what) wt_cli_progress_step(&g->bar, i + 1, g->place[i].k->name);
}

int wt_grid_run(wt_grid *g) {
  wt_jobs *p = &g->pool;
  p->n = g->n, p->size = (sizeof(wt_cell) + g->report + 7) / 8 * 8;
  p->results = calloc(g->n + 1, p->size), p->jobs = calloc(g->n + 1, sizeof *p->jobs);
  if (!p->results || !p->jobs) return wt_cli_error(2, "out of memory");
  p->child = child, p->done = done, p->ctx = g;
  if (g->what) wt_cli_progress_begin(&g->bar, g->what, g->n, g->shape.quiet);
  wt_jobs_run(p);
  if (g->what) wt_cli_progress_end(&g->bar);
  return 0;
}

/* ---- what follows ---- */

int wt_grid_bad(const wt_grid *g) {
  for (size_t i = 0; i < g->n; i++) {
    int st = wt_grid_cell(g, i)->status;
    if (st == WT_DIFF || st == WT_FAULT || st == WT_PROGRAM || st == WT_USAGE) return 1;
  }
  return 0;
}

void wt_grid_used(const wt_grid *g, const wt_point *p, const wt_size *z, wt_cli_used u[WT_PEAKS]) {
  const wt_counters **c = calloc(g->n + 1, sizeof *c);
  size_t n = 0;
  for (size_t i = 0; c && i < g->n; i++)
    if (g->place[i].p == p && wt_grid_cell(g, i)->counts) c[n++] = &wt_grid_cell(g, i)->c;
  wt_cli_use(z, c, n, u);
  free(c);
}

void wt_grid_notes(const wt_grid *g) {
  wt_shape *S = calloc(g->n + 1, sizeof *S);
  for (size_t i = 0; S && i < g->n; i++) S[i] = g->place[i].p->S;
  if (S) wt_cli_note_keys(&g->shape, S, g->n);
  free(S);
}

/* ---- launches that are too large ---- */

static void probe(void *ctx, size_t i, void *result) {
  const wt_grid *g = ctx;
  const wt_grid_place *at = &g->place[i];
  wt_probed *r = result;
  r->status = wt_case_probe(at->k, at->p->preset, at->p->set, g->shape.seed, &r->cause, r->why, sizeof r->why);
}

static void probed(void *ctx, size_t i) {
  wt_grid *g = ctx;
  wt_cli_progress_step(&g->bar, i + 1, g->place[i].k->name);
}

int wt_grid_probe(wt_grid *g, wt_probed *r) {
  wt_jobs pool = {.n = g->n, .size = sizeof *r, .results = r, .parallel = g->pool.parallel, .child = probe, .done = probed, .ctx = g};
  if (!(pool.jobs = calloc(g->n + 1, sizeof *pool.jobs))) return wt_cli_error(2, "out of memory");
  wt_cli_progress_begin(&g->bar, "launches looked at", g->n, g->shape.quiet);
  wt_jobs_run(&pool);
  wt_cli_progress_end(&g->bar);
  for (size_t i = 0; i < g->n; i++)
    if (pool.jobs[i].end != WT_JOB_DONE || r[i].cause != WT_CAUSE_SHAPE) *r[i].why = 0;
  free(pool.jobs);
  return 0;
}
