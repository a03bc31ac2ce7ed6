/* cli_recheck.c - warptwin cosim --checkpoints DIR: stored checkpoints against the RTL of now. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli_cases.h"
#include "cli/cli_recheck.h"
#include "cli/wt_cli_say.h"
#include "lib/wt_recheck.h"

typedef struct {
  wt_session *s;
  wt_recheck_point *point;
  size_t n, done;
  wt_rechecked *res;
  wt_job *jobs;
  int quiet;
  const char *mismatch;
  wt_cli_progress bar;
} plan;

static void segment(const plan *p, size_t i, wt_rechecked *r) {
  wt_set_quiet(p->s, 1);
  wt_set_output(p->s, NULL);
  int last = i + 1 == p->n;
  wt_recheck(p->s, p->point[i].file, last ? 0 : p->point[i + 1].cycle, last ? "" : p->point[i + 1].state, r);
}
static void child(void *ctx, size_t i, void *result) { segment(ctx, i, result); }
static void done(void *ctx, size_t i) {
  plan *p = ctx;
  char what[60];
  if (p->jobs[i].end != WT_JOB_DONE) {
    p->res[i].status = WT_USAGE;
    wt_job_text(&p->jobs[i], 0, p->res[i].text, sizeof p->res[i].text);
  }
  snprintf(what, sizeof what, "cycle %llu", (unsigned long long)p->point[i].cycle);
  wt_cli_progress_step(&p->bar, ++p->done, what);
}

/* The first segment that fails once more, with waves and a file to see it again. */
static void again(plan *p, size_t i) {
  static wt_rechecked r;
  wt_set_mismatch(p->s, "mismatch.fst"), wt_set_bundle(p->s, "mismatch.wtck");
  segment(p, i, &r);
  if (r.status) p->res[i] = r;
}

/* Each segment was compared with the state from which the next one begins: where none fails the chain is whole. */
static int verdict(plan *p, int all) {
  size_t failed = 0, first = p->n;
  for (size_t i = p->n; i-- > 0;)
    if (p->res[i].status) failed++, first = i;
  if (failed) {
    int st = p->res[first].status;
    if (st == WT_DIFF) again(p, first);
    fprintf(stderr, "warptwin: %s\n", p->res[first].text);
    fprintf(stderr, "%zu of %zu segments fail, the first from cycle %llu%s\n", failed, p->n, (unsigned long long)p->point[first].cycle,
            all ? ":" : "");
    for (size_t i = first; all && i < p->n; i++)
      if (p->res[i].status) {
        const char *at = strstr(p->res[i].text, "block wt_");
        if (!at) at = p->res[i].text;
        fprintf(stderr, "  from cycle %llu: %.*s\n", (unsigned long long)p->point[i].cycle, (int)strcspn(at, "(\n"), at);
      }
    wt_cli_verdict(0, "%s", st == WT_DIFF ? "the check failed (exit 1)" : "not every segment could be checked");
    return st == WT_DIFF ? 1 : st;
  }
  unsigned long long from = p->point[0].cycle, to = p->res[p->n - 1].end;
  printf("%zu segments from stored checkpoints, cycles %llu to %llu, 0 differences; without the oracle\n", p->n, from, to);
  if (from) printf("cycles 0 to %llu are not covered: no checkpoint of the start\n", from);
  wt_cli_verdict(1, from ? "both twins agree from cycle %llu on" : "both twins agree in every cycle", from);
  return 0;
}

int wt_cli_recheck(const char *dir, unsigned jobs, int all, int quiet) {
  plan p = {.quiet = quiet};
  char err[1500];
  if (wt_recheck_list(dir, &p.point, &p.n, err, sizeof err)) return wt_cli_error(2, "%s", err);
  wt_options o = {.backend = WT_BACKEND_COSIM, .no_oracle = 1};
  wt_status st = wt_session_resume(p.point[0].file, &o, &p.s);
  if (st) return wt_recheck_free(p.point, p.n), wt_cli_error(st, "%s", wt_error(NULL));
  int rc = 0;
  if ((st = wt_session_start(p.s))) rc = wt_cli_error(st, "%s", wt_error(p.s));
  p.res = calloc(p.n, sizeof *p.res), p.jobs = calloc(p.n, sizeof *p.jobs);
  if (!rc && (!p.res || !p.jobs)) rc = wt_cli_error(2, "out of memory");
  if (!rc) {
    wt_jobs pool = {p.n, sizeof *p.res, p.res, p.jobs, jobs, 0, child, done, &p, NULL, NULL, 0};
    wt_cli_progress_begin(&p.bar, "segments", p.n, quiet);
    wt_jobs_run(&pool);
    wt_cli_progress_end(&p.bar);
    rc = verdict(&p, all);
  }
  free(p.res), free(p.jobs);
  wt_recheck_free(p.point, p.n);
  wt_session_close(p.s);
  return rc;
}

int wt_cli_window(const char *dir, const char *wave, uint64_t from, uint64_t to, int warp, const wt_cli_shape *o) {
  wt_recheck_point *v;
  size_t n, at = 0;
  char err[1500];
  unsigned warps;
  uint64_t end;
  wt_session *s;
  if (wt_recheck_list(dir, &v, &n, err, sizeof err)) return wt_cli_error(2, "%s", err);
  while (at + 1 < n && v[at + 1].cycle <= from) at++;
  if (v[at].cycle > from) {
    int rc =
      wt_cli_error(2, "--from %llu: the first checkpoint in %s is of cycle %llu", (unsigned long long)from, dir, (unsigned long long)v[at].cycle);
    return wt_recheck_free(v, n), rc;
  }
  wt_options so = {.backend = WT_BACKEND_COSIM, .no_oracle = 1};
  wt_status st = wt_session_resume(v[at].file, &so, &s);
  uint64_t start = v[at].cycle;
  wt_recheck_free(v, n);
  if (st) return wt_cli_error(st, "%s", wt_error(NULL));
  int rc = 0;
  if (warp >= 0 && (unsigned)warp >= (warps = wt_cli_slots(s))) rc = wt_cli_error(2, "--warp %d: this shape has warp slots 0 to %u", warp, warps - 1);
  wt_set_quiet(s, o->quiet), wt_set_output(s, NULL);
  wt_set_wave(s, wave, from, to, warp);
  if (!rc && (st = wt_resume_until(s, to, &end))) rc = wt_cli_error(st, "%s", wt_error(s));
  if (!rc && from >= end)
    wt_cli_note(o, "--from %llu is behind the end of the run (%llu cycles): %s has no cycle in it", (unsigned long long)from, (unsigned long long)end,
                wave);
  else if (!rc)
    printf("%s: cycles %llu to %llu, from the checkpoint of cycle %llu; both twins agree in them\n", wave, (unsigned long long)from,
           (unsigned long long)(to < end ? to : end - 1), (unsigned long long)start);
  wt_session_close(s);
  return rc;
}
