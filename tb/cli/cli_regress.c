/* cli_regress.c - warptwin regress: test kernels x shapes x policies, each in a process of its own, one table.
 *
 * A suite is a manifest as tests/kernels/README.md describes it; the host reference of a case is a shared object.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_cases.h"
#include "cosim/wt_rtl.h"

enum { MAX_CONFIGS = 8, OPT_JUNIT = 300, OPT_JOBS, OPT_RUN, OPT_ONLY, OPT_HOSTS, OPT_DIGEST };

typedef struct {
  wt_cli_shape shape;
  const char *suite, *junit, *only, *hosts, *digest;
  uint64_t jobs;
  wt_backend backend;
} regress_opts;

/* What a child reports. */
typedef struct {
  int status, stopped; /* stopped: as the manifest says for this shape */
  char verdict[16];
  uint64_t cycles, insns, threads, slots;
  uint64_t digest; /* of the trace and the metrics */
  char msg[2000];
} outcome;

typedef struct {
  const wt_case *c;
  const char *preset, *set[WT_MAX_SET + 1];
  char label[96];
} row;

/* Every combination of presets and of --set values with commas. */
typedef struct {
  const regress_opts *o;
  wt_cases cases;
  char presets[256];
  row *list;
  size_t n, failed;
  outcome *res;
  wt_job *jobs;
} plan;

static error_t parse(int key, char *arg, struct argp_state *st) {
  regress_opts *o = st->input;
  switch (key) {
    case OPT_JUNIT: o->junit = arg; return 0;
    case OPT_ONLY: o->only = arg; return 0;
    case OPT_HOSTS: o->hosts = arg; return 0;
    case OPT_DIGEST: o->digest = arg; return 0;
    case OPT_RUN: o->backend = WT_BACKEND_C; return 0;
    case OPT_JOBS:
      if (!wt_cli_number(arg, &o->jobs) || !o->jobs || o->jobs > 64) argp_error(st, "--jobs %s: expected 1..64", arg);
      return 0;
    case ARGP_KEY_ARG:
      if (o->suite) argp_error(st, "one SUITE, not also '%s'", arg);
      o->suite = arg;
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* The trace as a stream that keeps only its FNV-1a digest. */
static ssize_t digest_more(void *sum, const char *text, size_t n) {
  uint64_t h = *(uint64_t *)sum;
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
  *(uint64_t *)sum = h;
  return (ssize_t)n;
}
static FILE *digest_stream(uint64_t *sum) {
  *sum = UINT64_C(0xcbf29ce484222325);
  return fopencookie(sum, "w", (cookie_io_functions_t){.write = digest_more});
}

/* What the manifest says about this row's shape; the session has taken the same keys already. */
static const char *stops_of(const row *j) {
  wt_shape S;
  char err[300];
  int bad = wt_shape_preset(&S, j->preset, err, sizeof err);
  for (const char *const *set = j->set; !bad && *set; set++) bad = wt_shape_set(&S, *set, err, sizeof err);
  return bad || wt_shape_check(&S, err, sizeof err) ? NULL : wt_case_stops(j->c, &S);
}

static void child(void *ctx, size_t i, void *result) {
  const plan *p = ctx;
  const row *j = &p->list[i];
  outcome *r = result;
  wt_session *s = NULL;
  wt_options so = {p->o->backend, j->preset, j->set, p->o->shape.seed, UINT64_C(200000000), 0};
  if ((r->status = (int)wt_session_open(&so, &s))) {
    snprintf(r->msg, sizeof r->msg, "%s", wt_error(NULL));
    return;
  }
  FILE *trace = p->o->digest ? digest_stream(&r->digest) : NULL;
  wt_set_quiet(s, 1);
  wt_set_invariants(s, 1);
  wt_set_trace(s, trace);
  r->status = wt_case_run(j->c, s, p->o->shape.seed, r->msg, sizeof r->msg);
  const wt_counters *c = wt_stats(s);
  if (trace) {
    for (int i = 0; i < WT_REASONS; i++) fprintf(trace, "%" PRIu64 " ", c->slots[i]);
    fprintf(trace, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", c->idle_cycles, c->offchip_requests, c->mem_thread_accesses);
    fclose(trace);
  }
  const char *stops = stops_of(j);
  snprintf(r->verdict, sizeof r->verdict, "%s", wt_verdict(s));
  /* "diff" is the oracle's verdict: twins that differ never count as stopped */
  if (stops && r->status && !strcmp(stops, r->verdict) && (r->status != WT_DIFF || strstr(r->msg, "oracle")))
    r->status = WT_OK, r->stopped = 1;
  else if (stops && !r->status)
    r->status = WT_DIFF, snprintf(r->msg, sizeof r->msg, "the run ended; the manifest says that it is stopped: %s", stops);
  r->cycles = c->cycles, r->insns = c->warp_instructions, r->threads = c->thread_instructions, r->slots = c->lane_slots;
  wt_session_close(s);
}

static const char *word(int status) {
  static const char *const w[] = {"ok", "DIFFERS", "error", "unsupported", "no end", "fault"};
  return status >= 0 && status <= 5 ? w[status] : "error";
}

static void print_row(void *ctx, size_t i) {
  plan *p = ctx;
  const row *j = &p->list[i];
  outcome *r = &p->res[i];
  if (p->jobs[i].end != WT_JOB_DONE) {
    memset(r, 0, sizeof *r);
    r->status = WT_USAGE;
    wt_job_text(&p->jobs[i], 0, r->msg, sizeof r->msg);
  }
  p->failed += r->status != 0;
  printf("%-18s %-26s %9llu %9llu %6.3f %6.1f%%  %-13s %-12s %6.1fs\n", j->c->name, j->label, (unsigned long long)r->cycles,
         (unsigned long long)r->insns, r->cycles ? (double)r->insns / (double)r->cycles : 0, r->slots ? 100.0 * (double)r->threads / (double)r->slots : 0,
         r->status ? "-" : p->o->backend == WT_BACKEND_COSIM ? "0 differences" : "-", r->stopped ? r->verdict : word(r->status), p->jobs[i].seconds);
  if (r->status) printf("    %s\n", r->msg);
  fflush(stdout);
}

static void xml_text(FILE *f, const char *s) {
  for (; *s; s++) switch (*s) {
      case '<': fputs("&lt;", f); break;
      case '>': fputs("&gt;", f); break;
      case '&': fputs("&amp;", f); break;
      case '"': fputs("&quot;", f); break;
      default: fputc((unsigned char)*s < 32 && *s != '\n' ? ' ' : *s, f);
    }
}

static int junit(const char *path, const plan *p) {
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream(&text, &len);
  if (!f) return -1;
  fprintf(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"warptwin\" tests=\"%zu\" failures=\"%zu\">\n", p->n, p->failed);
  for (size_t i = 0; i < p->n; i++) {
    fputs("  <testcase classname=\"", f);
    xml_text(f, p->list[i].label);
    fputs("\" name=\"", f);
    xml_text(f, p->list[i].c->name);
    fprintf(f, "\" time=\"%.3f\"", p->jobs[i].seconds);
    if (!p->res[i].status) {
      fputs("/>\n", f);
      continue;
    }
    fprintf(f, "><failure message=\"%s\">", word(p->res[i].status));
    xml_text(f, p->res[i].msg);
    fputs("</failure></testcase>\n", f);
  }
  fputs("</testsuite>\n", f);
  fclose(f);
  int rc = wt_cli_write(path, text, len);
  free(text);
  return rc;
}

/* One line a case: what a change that must not change any cycle leaves as it is. */
static int digests(const char *path, const plan *p) {
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream(&text, &len);
  if (!f) return -1;
  for (size_t i = 0; i < p->n; i++)
    fprintf(f, "%s %s %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", p->list[i].c->name, p->list[i].label, p->res[i].cycles, p->res[i].insns,
            p->res[i].digest);
  fclose(f);
  int rc = wt_cli_write(path, text, len);
  free(text);
  return rc;
}

static void shape_of(const char *preset, const char *const *set, wt_shape *S) {
  char err[300];
  int bad = wt_shape_preset(S, preset, err, sizeof err);
  for (; !bad && *set; set++) bad = wt_shape_set(S, *set, err, sizeof err);
  if (bad || wt_shape_check(S, err, sizeof err)) exit(wt_cli_error(2, "%s", err));
}

static void row_free(row *j) {
  for (unsigned i = 0; j->set[i]; i++) free((char *)(uintptr_t)j->set[i]);
}

static void plan_free(plan *p) {
  for (size_t i = 0; i < p->n; i++) row_free(&p->list[i]);
  free(p->list), free(p->res), free(p->jobs);
  wt_cases_free(&p->cases);
}

static void add_case(plan *p, const wt_case *c, const char *preset, const char *const *set, unsigned n_set) {
  wt_shape S;
  row *more = realloc(p->list, (p->n + 1) * sizeof *p->list);
  if (!more) exit(wt_cli_error(2, "out of memory"));
  p->list = more;
  row *j = &p->list[p->n];
  memset(j, 0, sizeof *j);
  j->c = c, j->preset = preset;
  for (unsigned i = 0; i < n_set; i++) j->set[i] = strdup(set[i]);
  int k = snprintf(j->label, sizeof j->label, "%s", preset);
  for (unsigned i = 0; i < n_set; i++) k += snprintf(j->label + k, sizeof j->label - (size_t)k, " %s", set[i]);
  shape_of(preset, j->set, &S);
  if (wt_case_fits(c, &S)) {
    p->n++;
    return;
  }
  printf("%-18s %s: not run, its reference needs a warp size of %u to %u\n", c->name, preset, c->warp_min, c->warp_max);
  row_free(j);
}

static void expand(plan *p, const wt_case *c, const char *preset, const char *const *in, unsigned at, const char **set) {
  if (!in[at]) {
    add_case(p, c, preset, set, at);
    return;
  }
  char buf[256], one[320];
  const char *vals[16], *eq = strchr(in[at], '=');
  if (!eq) exit(wt_cli_error(2, "--set %s: expected KEY=VALUE", in[at]));
  snprintf(buf, sizeof buf, "%s", eq + 1);
  unsigned n = wt_cli_split(buf, vals, 16);
  if (!n) exit(wt_cli_error(2, "--set %s: expected KEY=VALUE", in[at]));
  for (unsigned i = 0; i < n; i++) {
    snprintf(one, sizeof one, "%.*s=%s", (int)(eq - in[at]), in[at], vals[i]);
    set[at] = one;
    expand(p, c, preset, in, at + 1, set);
  }
}

/* The cases that --only names, or all. */
static int plan_cases(plan *p) {
  const regress_opts *o = p->o;
  char only[1024];
  const char *preset[MAX_CONFIGS], *pick[256], *set[WT_MAX_SET + 1];
  unsigned n_preset, n_pick = 0;
  snprintf(p->presets, sizeof p->presets, "%s", o->shape.preset);
  n_preset = wt_cli_split(p->presets, preset, MAX_CONFIGS);
  snprintf(only, sizeof only, "%s", o->only ? o->only : "");
  n_pick = wt_cli_split(only, pick, 256);
  for (unsigned k = 0; k < n_pick; k++)
    if (!wt_cases_find(&p->cases, pick[k])) return wt_cli_error(2, "--only %s: no such kernel in the suite", pick[k]);
  for (size_t i = 0; i < p->cases.n; i++) {
    unsigned k = 0;
    while (k < n_pick && strcmp(pick[k], p->cases.c[i].name)) k++;
    for (unsigned q = 0; (!o->only || k < n_pick) && q < n_preset; q++) expand(p, &p->cases.c[i], preset[q], o->shape.set, 0, set);
  }
  return p->n ? 0 : wt_cli_error(2, "no case to run");
}

/* The RTL of every shape once, before the processes would all ask for it. */
static int build_rtl(const plan *p) {
  for (size_t k = 0; k < p->n; k++) {
    wt_shape S;
    char err[500], path[1024];
    if (k && !strcmp(p->list[k].label, p->list[k - 1].label)) continue;
    shape_of(p->list[k].preset, p->list[k].set, &S);
    if (wt_rtl_build(&S, NULL, path, sizeof path, err, sizeof err)) return wt_cli_error(2, "%s", err);
  }
  return 0;
}

static int run(plan *p) {
  const regress_opts *o = p->o;
  p->res = calloc(p->n, sizeof *p->res);
  p->jobs = calloc(p->n, sizeof *p->jobs);
  if (!p->res || !p->jobs) return wt_cli_error(2, "out of memory");
  printf("%-18s %-26s %9s %9s %6s %7s  %-13s %-12s\n", "kernel", "shape", "cycles", "warp insn", "IPC", "lanes", "twins", "oracle, host");
  wt_jobs pool = {p->n, sizeof *p->res, p->res, p->jobs, (unsigned)o->jobs, 0, child, print_row, p};
  wt_jobs_run(&pool);
  size_t stopped = 0;
  for (size_t i = 0; i < p->n; i++) stopped += p->res[i].stopped != 0;
  printf("%zu cases, %zu failed", p->n, p->failed);
  printf(stopped ? ", %zu stopped as the manifest says\n" : "\n", stopped);
  if (o->junit && junit(o->junit, p)) return 2;
  if (o->digest && digests(o->digest, p)) return 2;
  return p->failed ? 1 : 0;
}

int wt_cmd_regress(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"junit", OPT_JUNIT, "FILE", 0, "results as JUnit XML", 0},
      {"jobs", OPT_JOBS, "N", 0, "processes at a time (default: the machine's processors)", 0},
      {"digest", OPT_DIGEST, "FILE", 0, "a line a case: kernel, shape, cycles, warp instructions, digest of trace and metrics", 0},
      {"run", OPT_RUN, NULL, 0, "C twin only instead of lock-step", 0},
      {"only", OPT_ONLY, "NAME[,NAME]", 0, "only these kernels", 0},
      {"hosts", OPT_HOSTS, "DIR", 0, "folder of the host references (default build/kernels)", 0},
      {0}};
  static const struct argp_child children[] = {{&wt_cli_shape_argp, 0, "Shapes (several: PRESET,PRESET and KEY=VALUE,VALUE)", 1}, {0}};
  static const struct argp a = {options, parse, "[SUITE]", "Runs the test kernels of a manifest (default tests/kernels/manifest.json).", children, NULL, NULL};
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  regress_opts o = {.jobs = cpus > 0 ? (uint64_t)cpus : 1, .backend = WT_BACKEND_COSIM};
  wt_cli_parse(&a, argc, argv, &o);
  plan p = {.o = &o};
  int rc = wt_cases_load(&p.cases, o.suite, o.hosts);
  if (!rc) rc = plan_cases(&p);
  if (!rc && o.backend == WT_BACKEND_COSIM) rc = build_rtl(&p);
  if (!rc) rc = run(&p);
  plan_free(&p);
  return rc;
}
