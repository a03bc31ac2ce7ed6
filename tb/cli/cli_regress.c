/* cli_regress.c - warptwin regress: test kernels x shapes x policies, each in a process of its own, one table.
 *
 * A suite is a manifest as tests/kernels/README.md describes it; the host reference of a case is a shared object.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cli_cases.h"
#include "cli/wt_cli_guest.h"
#include "cli/wt_cli_say.h"
#include "cosim/wt_rtl.h"
#include "warptwin_host.h"

enum { MAX_CONFIGS = 8, OPT_JUNIT = 300, OPT_JOBS, OPT_RUN, OPT_ONLY, OPT_HOSTS, OPT_DIGEST, OPT_SCALE, OPT_BESIDE };

typedef struct {
  wt_cli_shape shape;
  wt_cli_kernel launch;
  const char *suite, *junit, *only, *hosts, *digest, *scale, *beside;
  wt_cli_guests guests;
  uint64_t jobs;
  wt_backend backend;
} regress_opts;

/* What a child reports. */
typedef struct {
  int status, stopped; /* stopped: as the manifest says for this shape */
  char verdict[16];
  uint64_t cycles, insns, threads, slots;
  uint64_t digest; /* of the trace and the metrics */
  char msg[8000];
} outcome;

typedef struct {
  const wt_case *c;
  const char *preset, *set[WT_MAX_SET + 1];
  char label[640]; /* preset and settings; cut when they are longer */
} row;

/* Every combination of presets and of --set values with commas. */
typedef struct {
  const regress_opts *o;
  wt_cases cases;
  const wt_case **pick;
  size_t n_pick;
  char presets[256];
  row *list;
  size_t n, failed;
  outcome *res;
  wt_job *jobs;
  int *places; /* shared: places that no case wants any more, then those that workers of each case have taken */
} plan;

static error_t parse(int key, char *arg, struct argp_state *st) {
  regress_opts *o = st->input;
  switch (key) {
    case OPT_JUNIT: o->junit = arg; return 0;
    case OPT_ONLY: o->only = arg; return 0;
    case OPT_HOSTS: o->hosts = arg; return 0;
    case OPT_DIGEST: o->digest = arg; return 0;
    case OPT_SCALE:
      if (!wt_scale_known(arg)) argp_error(st, "--scale %s: expected small, medium or 1..%d", arg, WT_HOST_SCALE_MAX);
      o->scale = arg;
      return 0;
    case OPT_BESIDE: o->beside = arg; return 0;
    case OPT_RUN: o->backend = WT_BACKEND_C; return 0;
    case OPT_JOBS:
      if (!wt_cli_number(arg, &o->jobs) || !o->jobs || o->jobs > 64) argp_error(st, "--jobs %s: expected 1..64", arg);
      return 0;
    case ARGP_KEY_ARG:
      if (o->suite) argp_error(st, "one SUITE, not also '%s'", arg);
      o->suite = arg;
      return 0;
    case ARGP_KEY_END:
      if (o->guests.n && !o->beside && o->backend == WT_BACKEND_COSIM)
        argp_error(st, "--use puts a block into the C machine: with --run, or with --beside other blocks");
      if (o->guests.n_opaque && o->backend != WT_BACKEND_COSIM) argp_error(st, "--opaque belongs to lock-step, not to --run");
      if (o->beside && o->backend != WT_BACKEND_COSIM) argp_error(st, "--beside belongs to lock-step, not to --run");
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->launch, st->child_inputs[1] = &o->shape, st->child_inputs[2] = &o->guests; return 0;
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

/* Where the waves of a case that differs go. */
static void wave_name(const row *j, char *buf, size_t n) {
  snprintf(buf, n, "mismatch-%.60s-%.120s.fst", j->c->name, j->label);
  for (char *p = buf; *p; p++)
    if (*p == ' ' || *p == '/') *p = '-';
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
  if (p->o->beside) wt_set_beside(s, p->o->beside);
  if ((r->status = (int)wt_cli_guests_set(s, &p->o->guests))) {
    snprintf(r->msg, sizeof r->msg, "%s", wt_error(s));
    wt_session_close(s);
    return;
  }
  wt_set_quiet(s, 1);
  wt_set_output(s, NULL);
  wt_set_invariants(s, 1);
  wt_set_trace(s, trace);
  if (p->o->backend == WT_BACKEND_COSIM && p->places) {
    wt_set_jobs(s, WT_JOBS_AUTO, 0, 0);
    wt_set_worker_places(s, p->places, p->places + 1 + i);
  }
  const char *stops = stops_of(j);
  char wave[200];
  wave_name(j, wave, sizeof wave);
  if (!stops || strcmp(stops, "diff")) wt_set_mismatch(s, wave);
  r->status = wt_case_run(j->c, s, p->o->shape.seed, r->msg, sizeof r->msg);
  const wt_counters *c = wt_stats(s);
  if (trace) {
    for (int i = 0; i < WT_REASONS; i++) fprintf(trace, "%" PRIu64 " ", c->slots[i]);
    fprintf(trace, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", c->idle_cycles, c->offchip_requests, c->mem_thread_accesses);
    fclose(trace);
  }
  snprintf(r->verdict, sizeof r->verdict, "%s", wt_verdict(s));
  /* "diff" is the oracle's verdict: twins that differ never count as stopped */
  if (stops && r->status && !strcmp(stops, r->verdict) && (r->status != WT_DIFF || strstr(r->msg, "oracle"))) r->status = WT_OK, r->stopped = 1;
  else if (stops && !r->status)
    r->status = WT_DIFF, snprintf(r->msg, sizeof r->msg, "the run ended; the manifest says that it is stopped: %s", stops);
  r->cycles = c->cycles, r->insns = c->warp_instructions, r->threads = c->thread_instructions, r->slots = c->lane_slots;
  wt_session_close(s);
}

static const char *word(const outcome *r) {
  static const char *const w[] = {"ok", "DIFFERS", "error", "unsupported", "no end", "fault"};
  return r->stopped || r->status == WT_PROGRAM ? r->verdict : r->status >= 0 && r->status <= WT_FAULT ? w[r->status] : "error";
}

/* To the width of the column, whatever the colour takes. */
static const char *padded(const char *painted, const char *plain, char cell[60]) {
  snprintf(cell, 60, "%s%*s", painted, (int)(strlen(plain) < 12 ? 12 - strlen(plain) : 0), "");
  return cell;
}

static void print_row(void *ctx, size_t i) {
  plan *p = ctx;
  const row *j = &p->list[i];
  outcome *r = &p->res[i];
  char paint[40], cell[60];
  if (p->jobs[i].end != WT_JOB_DONE) {
    memset(r, 0, sizeof *r);
    r->status = WT_USAGE;
    wt_job_text(&p->jobs[i], 0, r->msg, sizeof r->msg);
  }
  p->failed += r->status != 0;
  printf("%-18s %-26s %9llu %9llu %6.3f %6.1f%%  %-13s %s %6.1fs\n", j->c->name, j->label, (unsigned long long)r->cycles,
         (unsigned long long)r->insns, r->cycles ? (double)r->insns / (double)r->cycles : 0,
         r->slots ? 100.0 * (double)r->threads / (double)r->slots : 0,
         r->status                           ? "-"
         : p->o->backend == WT_BACKEND_COSIM ? "0 differences"
                                             : "-",
         padded(wt_cli_colour(r->status ? 31 : 32, word(r), paint, sizeof paint), word(r), cell), p->jobs[i].seconds);
  if (r->status) printf("    %s\n", r->msg);
  fflush(stdout);
}

static int junit(const char *path, const plan *p) {
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream(&text, &len);
  if (!f) return -1;
  fprintf(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"warptwin\" tests=\"%zu\" failures=\"%zu\">\n", p->n, p->failed);
  for (size_t i = 0; i < p->n; i++) {
    fputs("  <testcase classname=\"", f);
    wt_cli_xml(f, p->list[i].label);
    fputs("\" name=\"", f);
    wt_cli_xml(f, p->list[i].c->name);
    fprintf(f, "\" time=\"%.3f\"", p->jobs[i].seconds);
    if (!p->res[i].status) {
      fputs("/>\n", f);
      continue;
    }
    fprintf(f, "><failure message=\"%s\">", word(&p->res[i]));
    wt_cli_xml(f, p->res[i].msg);
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
  if (bad || wt_shape_check(S, err, sizeof err) || wt_shape_runs(S, err, sizeof err)) exit(wt_cli_error(2, "%s", err));
}

static void row_free(row *j) {
  for (unsigned i = 0; j->set[i]; i++) free((char *)(uintptr_t)j->set[i]);
}

static void plan_free(plan *p) {
  for (size_t i = 0; i < p->n; i++) row_free(&p->list[i]);
  free(p->list), free(p->res), free(p->jobs), free(p->pick);
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
  for (unsigned i = 0; i < n_set && (size_t)k < sizeof j->label; i++) k += snprintf(j->label + k, sizeof j->label - (size_t)k, " %s", set[i]);
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

static int in_manifest(const void *a, const void *b) {
  const wt_case *const *x = a, *const *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* The cases that --only names, or all, or the cubin. */
static int plan_cases(plan *p) {
  const regress_opts *o = p->o;
  char only[1024], *name = o->only ? only : (char *)(uintptr_t) "all";
  const char *preset[MAX_CONFIGS], *set[WT_MAX_SET + 1];
  unsigned n_preset;
  int cubin = o->suite && wt_is_cubin(o->suite);
  if (cubin && o->only) return wt_cli_error(2, "--only chooses among the kernels of a manifest, %s is a cubin; its kernel is --kernel", o->suite);
  if (!cubin && o->launch.given)
    return wt_cli_error(2, "%s says how a cubin is launched; kernels of a manifest are launched by their host programs or their cli",
                        o->launch.given);
  snprintf(only, sizeof only, "%s", cubin ? o->suite : o->only ? o->only : "");
  if (cubin) name = only;
  wt_cases_wish w = {&name, 1, &o->launch, o->suite, o->hosts, o->scale};
  int rc = wt_cases_pick(&p->cases, &w, &p->pick, &p->n_pick);
  if (rc) return rc;
  qsort(p->pick, p->n_pick, sizeof *p->pick, in_manifest); /* the order of the manifest, not of --only */
  snprintf(p->presets, sizeof p->presets, "%s", o->shape.preset);
  n_preset = wt_cli_split(p->presets, preset, MAX_CONFIGS);
  for (size_t i = 0; i < p->n_pick; i++)
    for (unsigned q = 0; q < n_preset; q++) expand(p, p->pick[i], preset[q], o->shape.set, 0, set);
  return p->n ? 0 : wt_cli_error(2, "no case to run");
}

/* Before the RTL is built and before the long runs: a launch that the shape is too small for is left out. */
typedef struct {
  int status;
  char msg[600];
} probed;
static void probe(const plan *p, size_t i, probed *r) {
  r->status = wt_case_probe(p->list[i].c, p->list[i].preset, p->list[i].set, p->o->shape.seed, r->msg, sizeof r->msg);
}
typedef struct {
  const plan *p;
  wt_cli_progress bar;
} looking;
static void probe_one(void *ctx, size_t i, void *result) {
  const looking *l = ctx;
  probe(l->p, i, result);
}
static void probe_done(void *ctx, size_t i) {
  looking *l = ctx;
  wt_cli_progress_step(&l->bar, i + 1, l->p->list[i].c->name);
}
static int leave_out(plan *p) {
  probed *r = calloc(p->n, sizeof *r);
  wt_job *jobs = calloc(p->n, sizeof *jobs);
  size_t kept = 0, out = 0;
  if (!r || !jobs) return free(r), free(jobs), wt_cli_error(2, "out of memory");
  looking l = {.p = p};
  wt_jobs pool = {p->n, sizeof *r, r, jobs, (unsigned)p->o->jobs, 0, probe_one, probe_done, &l, NULL, NULL, 0};
  wt_cli_progress_begin(&l.bar, "launches looked at", p->n, p->o->shape.quiet);
  wt_jobs_run(&pool);
  wt_cli_progress_end(&l.bar);
  for (size_t i = 0; i < p->n; i++) {
    int large = jobs[i].end == WT_JOB_DONE && r[i].status == WT_USAGE && wt_case_too_large(r[i].msg);
    if (large) {
      printf("%-18s %s: not run: %s\n", p->list[i].c->name, p->list[i].label, r[i].msg);
      row_free(&p->list[i]), out++;
    } else {
      p->list[kept++] = p->list[i];
    }
  }
  p->n = kept;
  free(r), free(jobs);
  return kept ? 0
              : wt_cli_error(2, "no kernel fits the shape %s: it is too small for each of the %zu launches; take a larger --config",
                             p->o->shape.preset, out);
}

/* Notes once for the whole plan. */
static void notes(const plan *p) {
  wt_shape *S = calloc(p->n + 1, sizeof *S);
  wt_cli_shape o = p->o->shape;
  for (size_t i = 0; S && i < p->n; i++) shape_of(p->list[i].preset, p->list[i].set, &S[i]);
  if (S) wt_cli_note_keys(&o, S, p->n);
  free(S);
}

/* The RTL of every shape once, before the processes would all ask for it. */
static int build_rtl(const plan *p) {
  uint64_t *seen = calloc(p->n + 1, sizeof *seen);
  size_t n = 0, k = 0, shapes = 0;
  wt_shape S;
  char err[500], path[1024], count[80];
  if (!seen) return wt_cli_error(2, "out of memory");
  for (int build = 0; build < 2; build++, shapes = n, n = 0)
    for (size_t i = 0; i < p->n; i++) {
      shape_of(p->list[i].preset, p->list[i].set, &S);
      for (k = 0; k < n && seen[k] != wt_shape_hash(&S); k++) continue;
      if (k < n) continue;
      seen[n++] = wt_shape_hash(&S);
      snprintf(count, sizeof count, "shape %zu of %zu, ", n, shapes);
      setenv("WT_RTL_COUNT", shapes > 1 ? count : "", 1); /* for the lines of build_rtl.sh */
      int bad = !build                  ? 0
                : p->o->guests.n_opaque ? 0 /* the first process builds it, the others wait */
                : p->o->beside          ? wt_rtl_build_beside(&S, p->o->beside, err, sizeof err)
                                        : wt_rtl_build(&S, NULL, 0, path, sizeof path, err, sizeof err);
      if (bad) return free(seen), wt_cli_error(2, "%s", err);
    }
  free(seen);
  return 0;
}

static int run(plan *p) {
  const regress_opts *o = p->o;
  p->res = calloc(p->n, sizeof *p->res);
  p->jobs = calloc(p->n, sizeof *p->jobs);
  if (!p->res || !p->jobs) return wt_cli_error(2, "out of memory");
  printf("%-18s %-26s %9s %9s %6s %7s  %-13s %-12s\n", "kernel", "shape", "cycles", "warp insn", "IPC", "lanes", "twins", "oracle, host");
  size_t bytes = (p->n + 1) * sizeof *p->places;
  p->places = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p->places == MAP_FAILED) p->places = NULL; /* then a case is one process */
  wt_jobs pool = {p->n,
                  sizeof *p->res,
                  p->res,
                  p->jobs,
                  (unsigned)o->jobs,
                  0,
                  child,
                  print_row,
                  p,
                  p->places,
                  p->places ? p->places + 1 : NULL,
                  wt_cli_guests_any(&o->guests)};
  wt_jobs_run(&pool);
  if (p->places) munmap(p->places, bytes);
  size_t stopped = 0;
  char with[400], opaque[400];
  wt_cli_opaque_words(&o->guests, opaque, sizeof opaque);
  for (size_t i = 0; i < p->n; i++) stopped += p->res[i].stopped != 0;
  if (p->failed) wt_cli_verdict(0, "%zu of %zu cases", p->failed, p->n);
  else if (o->beside)
    wt_cli_verdict(1, "the C machine%s, the RTL of %s beside it, the oracle and every reference agree%s" WT_CLI_BESIDE,
                   wt_cli_guests_words(&o->guests, with, sizeof with), wt_cli_beside(o->beside), opaque);
  else
    wt_cli_verdict(1, "%s%s, the oracle and every reference agree%s", o->backend == WT_BACKEND_COSIM ? "both twins" : "the C twin",
                   wt_cli_guests_words(&o->guests, with, sizeof with), opaque);
  printf("%zu cases, %zu failed", p->n, p->failed);
  printf(stopped ? ", %zu stopped as the manifest says\n" : "\n", stopped);
  if (o->junit && junit(o->junit, p)) return 2;
  if (o->digest && digests(o->digest, p)) return 2;
  return p->failed ? 1 : 0;
}

int wt_cmd_regress(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"junit", OPT_JUNIT, "FILE", 0, "results as JUnit XML", 0},
    {"beside", OPT_BESIDE, "BLOCK[,BLOCK]", 0,
     "instead of the whole machine's RTL only that of these blocks (all: of every block), beside the C machine", 0},
    {"jobs", OPT_JOBS, "N", 0, "processes at a time (default: the machine's processors)", 0},
    {"digest", OPT_DIGEST, "FILE", 0, "a line a case: kernel, shape, cycles, warp instructions, digest of trace and metrics", 0},
    {"run", OPT_RUN, NULL, 0, "C twin only instead of lock-step", 0},
    {"only", OPT_ONLY, "NAME[,NAME]", 0, "only these kernels", 0},
    {"hosts", OPT_HOSTS, "DIR", 0, "folder of the host references (default build/kernels)", 0},
    {"scale", OPT_SCALE, "SIZE", 0, WT_SCALE_OPTION, 0},
    {0}};
  static const struct argp_child children[] = {{&wt_cli_kernel_argp, 0, "Launch of a cubin", 1},
                                               {&wt_cli_shape_argp, 0, "Shapes (several: PRESET,PRESET and KEY=VALUE,VALUE)", 1},
                                               {&wt_cli_guest_both_argp, 0, "Blocks of yours", 2},
                                               {0}};
  static const struct argp a = {
    options,
    parse,
    "[SUITE|FILE.cubin]",
    "Runs the kernels of a manifest (default tests/kernels/manifest.json), or one launch of a cubin, which the oracle judges: "
    "files of out: and inout: are not written.",
    children,
    NULL,
    NULL};
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  regress_opts o = {.jobs = cpus > 0 ? (uint64_t)cpus : 1, .backend = WT_BACKEND_COSIM};
  wt_cli_parse(&a, argc, argv, &o);
  plan p = {.o = &o};
  int rc = plan_cases(&p);
  if (!rc) rc = wt_cases_hosts(p.pick, p.n_pick);
  const char *const out[] = {o.junit, o.digest};
  if (!rc) rc = wt_cases_ready(p.pick, p.n_pick, p.list[0].preset, p.list[0].set, o.shape.seed, out, 2);
  if (!rc) rc = leave_out(&p);
  if (!rc) notes(&p);
  if (!rc && o.backend == WT_BACKEND_COSIM) rc = build_rtl(&p);
  if (!rc) rc = run(&p);
  plan_free(&p);
  return rc;
}
