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

#include "cli/wt_grid.h"
#include "cli/wt_table.h"
#include "cosim/wt_rtl.h"
#include "warptwin_host.h"

enum { OPT_JUNIT = 300, OPT_JOBS, OPT_RUN, OPT_ONLY, OPT_HOSTS, OPT_DIGEST, OPT_SCALE, OPT_BESIDE, OPT_THREADS };

typedef struct {
  wt_cli_shape shape;
  wt_cli_kernel launch;
  const char *suite, *junit, *only, *hosts, *digest, *scale, *beside;
  wt_cli_guests guests;
  uint64_t jobs, threads;
  wt_backend backend;
} regress_opts;

/* A combination of a preset and values of --set. */
enum { LABEL = 640 };
typedef struct {
  wt_point p;
  char label[LABEL]; /* preset and settings; cut when they are longer */
} combination;

typedef struct {
  const regress_opts *o;
  const char **preset;
  combination *shape;
  size_t n_shapes, failed;
  wt_grid grid;
  FILE *trace; /* in a child, as wave, which the session keeps */
  char wave[200];
  int *places; /* shared: places that no case wants any more, then those that workers of each case have taken */
} plan;

static const char *label(const wt_point *p) { return ((const combination *)(const void *)p)->label; } /* a point is the first member */

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
    case OPT_THREADS: return wt_cli_threads(arg, st, &o->threads), 0;
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

/* Where the waves of a case that differs go. */
static void wave_name(const wt_grid_place *at, char *buf, size_t n) {
  snprintf(buf, n, "mismatch-%.60s-%.120s.fst", at->k->name, label(at->p));
  for (char *p = buf; *p; p++)
    if (*p == ' ' || *p == '/') *p = '-';
}

static wt_status begins(void *ctx, size_t i, wt_session *s, wt_cell *c) {
  plan *p = ctx;
  const wt_grid_place *at = &p->grid.place[i];
  const char *stops = wt_case_stops(at->k, &at->p->S);
  if (p->o->digest) wt_set_trace(s, p->trace = digest_stream(&c->digest));
  if (p->o->beside) wt_set_beside(s, p->o->beside);
  wt_set_threads(s, (unsigned)p->o->threads);
  if (p->grid.backend == WT_BACKEND_COSIM && p->places) {
    wt_set_jobs(s, WT_JOBS_AUTO, 0, 0);
    wt_set_worker_places(s, p->places, p->places + 1 + i);
  }
  wave_name(at, p->wave, sizeof p->wave);
  if (!stops || strcmp(stops, "diff")) wt_set_mismatch(s, p->wave);
  return WT_OK;
}

static void end_trace(FILE *trace, const wt_counters *c) {
  for (int i = 0; i < WT_REASONS; i++) fprintf(trace, "%" PRIu64 " ", c->slots[i]);
  fprintf(trace, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", c->idle_cycles, c->offchip_requests, c->mem_thread_accesses);
  fclose(trace);
}

/* The oracle's verdict, not that of twins that differ. */
static int by_oracle(wt_cause c) { return c == WT_CAUSE_VALUE || c == WT_CAUSE_ORDER || c == WT_CAUSE_PATHS; }

static void ends(void *ctx, size_t i, wt_session *s, wt_cell *c) {
  plan *p = ctx;
  const char *stops = wt_case_stops(p->grid.place[i].k, &p->grid.place[i].p->S);
  if (p->trace) end_trace(p->trace, &c->c);
  snprintf(c->verdict, sizeof c->verdict, "%s", wt_verdict(s)); /* of the run; what a reference says is in the status */
  if (stops && c->status && !strcmp(stops, c->verdict) && (c->status != WT_DIFF || by_oracle(wt_cause_of(s)))) c->status = WT_OK, c->stopped = 1;
  else if (stops && !c->status)
    c->status = WT_DIFF, snprintf(c->report, p->grid.report, "the run ended; the manifest says that it is stopped: %s", stops);
}

static const char *word(const wt_cell *r) {
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
  const wt_grid_place *at = &p->grid.place[i];
  const wt_cell *r = wt_grid_cell(&p->grid, i);
  char paint[40], cell[60];
  p->failed += r->status != 0;
  printf("%-18s %-26s %9llu %9llu %6.3f %6.1f%%  %-13s %s %6.1fs\n", at->k->name, label(at->p), (unsigned long long)r->c.cycles,
         (unsigned long long)r->c.warp_instructions, wt_cell_ipc(r),
         r->c.lane_slots ? 100.0 * (double)r->c.thread_instructions / (double)r->c.lane_slots : 0,
         r->status                             ? "-"
         : p->grid.backend == WT_BACKEND_COSIM ? "0 differences"
                                               : "-",
         padded(wt_cli_colour(r->status ? 31 : 32, word(r), paint, sizeof paint), word(r), cell), p->grid.pool.jobs[i].seconds);
  if (r->status) printf("    %s\n", r->report);
  fflush(stdout);
}

static void junit(const void *what, FILE *f) {
  const plan *p = what;
  wt_junit_begin(f, "warptwin", p->grid.n, p->failed);
  for (size_t i = 0; i < p->grid.n; i++) {
    const wt_grid_place *at = &p->grid.place[i];
    const wt_cell *r = wt_grid_cell(&p->grid, i);
    wt_junit_case(f, label(at->p), at->k->name, p->grid.pool.jobs[i].seconds, r->status ? word(r) : NULL, r->report);
  }
  wt_junit_end(f);
}

/* One line a case: what a change that must not change any cycle leaves as it is. */
static void digests(const void *what, FILE *f) {
  const plan *p = what;
  for (size_t i = 0; i < p->grid.n; i++) {
    const wt_cell *r = wt_grid_cell(&p->grid, i);
    fprintf(f, "%s %s %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", p->grid.place[i].k->name, label(p->grid.place[i].p), r->c.cycles,
            r->c.warp_instructions, r->digest);
  }
}

static void plan_free(plan *p) {
  for (size_t i = 0; i < p->n_shapes; i++)
    for (unsigned k = 0; k < p->shape[i].p.n_set; k++) free((char *)(uintptr_t)p->shape[i].p.set[k]);
  free(p->shape), free(p->preset);
  wt_grid_free(&p->grid);
}

/* The which-th choice of the values of all --set; the last key changes first. */
static int add_shape(plan *p, const char *preset, const char *const *in, size_t which) {
  combination *c = &p->shape[p->n_shapes];
  const char *set[WT_MAX_SET + 1] = {0};
  char err[300];
  unsigned n = 0;
  while (in[n]) n++;
  for (unsigned i = n; i--; which /= wt_set_values(in[i])) set[i] = wt_set_value(in[i], (unsigned)(which % wt_set_values(in[i])));
  if (wt_point_begin(&c->p, preset, set, err, sizeof err)) return wt_cli_error(2, "%s", err);
  p->n_shapes++;
  if (wt_point_runs(&c->p)) return wt_cli_error(2, "%s", c->p.why);
  wt_point_label(&c->p, c->label, sizeof c->label);
  return 0;
}

static int add_case(plan *p, const wt_case *k, const wt_point *on) {
  char warps[40];
  if (wt_case_fits(k, &on->S)) return wt_grid_add(&p->grid, k, on);
  printf("%-18s %s: not run, its reference needs a warp size of %s\n", k->name, on->preset, wt_case_warps(k, warps, sizeof warps));
  return 0;
}

/* Every case on every combination of presets and of --set values with commas. */
static int plan_grid(plan *p) {
  const regress_opts *o = p->o;
  size_t choices = 1, n_preset;
  if (!(p->preset = wt_cli_list(o->shape.preset, &n_preset))) return 2;
  for (const char *const *set = o->shape.set; *set; set++) {
    if (!wt_set_values(*set)) return wt_cli_error(2, "--set %s: expected KEY=VALUE", *set);
    choices *= wt_set_values(*set);
  }
  if (!(p->shape = calloc(n_preset * choices + 1, sizeof *p->shape))) return wt_cli_error(2, "out of memory");
  for (size_t i = 0; i < p->grid.n_kernels; i++)
    for (size_t s = 0; s < n_preset * choices; s++) {
      int rc = s < p->n_shapes ? 0 : add_shape(p, p->preset[s / choices], o->shape.set, s % choices);
      if (rc || (rc = add_case(p, p->grid.kernel[i], &p->shape[s].p))) return rc;
    }
  return p->grid.n ? 0 : wt_cli_error(2, "no case to run");
}

static int in_manifest(const void *a, const void *b) {
  const wt_case *const *x = a, *const *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* The cases that --only names, or all, or the cubin. */
static int plan_cases(plan *p) {
  const regress_opts *o = p->o;
  int cubin = o->suite && wt_is_cubin(o->suite);
  const char *name = cubin ? o->suite : o->only ? o->only : "all";
  if (cubin && o->only) return wt_cli_error(2, "--only chooses among the kernels of a manifest, %s is a cubin; its kernel is --kernel", o->suite);
  if (!cubin && o->launch.given)
    return wt_cli_error(2, "%s says how a cubin is launched; kernels of a manifest are launched by their host programs or their cli",
                        o->launch.given);
  wt_cases_wish w = {&name, 1, &o->launch, o->suite, o->hosts, o->scale};
  int rc = wt_cases_pick(&p->grid.cases, &w, &p->grid.kernel, &p->grid.n_kernels);
  if (rc) return rc;
  qsort(p->grid.kernel, p->grid.n_kernels, sizeof *p->grid.kernel, in_manifest); /* the order of the manifest, not of --only */
  return plan_grid(p);
}

/* Before the RTL is built and before the long runs: a launch that the shape is too small for is left out. */
static int leave_out(plan *p) {
  wt_grid *g = &p->grid;
  wt_probed *r = calloc(g->n, sizeof *r);
  size_t kept = 0, all = g->n;
  int rc = r ? wt_grid_probe(g, r) : wt_cli_error(2, "out of memory");
  for (size_t i = 0; !rc && i < all; i++) {
    if (*r[i].why) printf("%-18s %s: not run: %s\n", g->place[i].k->name, label(g->place[i].p), r[i].why);
    else g->place[kept++] = g->place[i];
  }
  g->n = kept;
  free(r);
  if (rc || kept) return rc;
  return wt_cli_error(2, "no kernel fits the shape %s: it is too small for each of the %zu launches; take a larger --config", p->o->shape.preset,
                      all);
}

/* The shapes of the grid, each once; n: how many. */
static const wt_shape **different(const wt_grid *g, size_t *n) {
  const wt_shape **S = calloc(g->n + 1, sizeof *S);
  *n = 0;
  for (size_t i = 0; S && i < g->n; i++) {
    size_t k = 0;
    while (k < *n && wt_shape_hash(S[k]) != wt_shape_hash(&g->place[i].p->S)) k++;
    if (k == *n) S[(*n)++] = &g->place[i].p->S;
  }
  return S;
}

/* The RTL of every shape once, before the processes would all ask for it. */
static int build_rtl(const plan *p) {
  size_t n;
  const wt_shape **S = different(&p->grid, &n);
  char err[500], path[1024], count[80];
  int bad = 0;
  if (!S) return wt_cli_error(2, "out of memory");
  for (size_t i = 0; i < n && !bad; i++) {
    snprintf(count, sizeof count, "shape %zu of %zu, ", i + 1, n);
    setenv("WT_RTL_COUNT", n > 1 ? count : "", 1); /* for the lines of build_rtl.sh */
    bad = p->o->guests.n_opaque ? 0                /* the first process builds it, the others wait */
          : p->o->beside        ? wt_rtl_build_beside(S[i], p->o->beside, err, sizeof err)
                                : wt_rtl_build_machine(S[i], path, sizeof path, err, sizeof err);
  }
  free(S);
  return bad ? wt_cli_error(2, "%s", err) : 0;
}

static void verdict(const plan *p) {
  const regress_opts *o = p->o;
  size_t stopped = 0;
  char with[400], opaque[400];
  wt_cli_opaque_words(&o->guests, opaque, sizeof opaque);
  for (size_t i = 0; i < p->grid.n; i++) stopped += wt_grid_cell(&p->grid, i)->stopped != 0;
  if (p->failed) wt_cli_verdict(0, "%zu of %zu cases", p->failed, p->grid.n);
  else if (o->beside)
    wt_cli_verdict(1, "the C machine%s, the RTL of %s beside it, the oracle and every reference agree%s" WT_CLI_BESIDE,
                   wt_cli_guests_words(&o->guests, with, sizeof with), wt_cli_beside(o->beside), opaque);
  else
    wt_cli_verdict(1, "%s%s, the oracle and every reference agree%s", o->backend == WT_BACKEND_COSIM ? "both twins" : "the C twin",
                   wt_cli_guests_words(&o->guests, with, sizeof with), opaque);
  printf("%zu cases, %zu failed", p->grid.n, p->failed);
  printf(stopped ? ", %zu stopped as the manifest says\n" : "\n", stopped);
}

static int run(plan *p) {
  const regress_opts *o = p->o;
  wt_grid *g = &p->grid;
  const size_t bytes = (g->n + 1) * sizeof *p->places;
  g->max_cycles = UINT64_C(200000000), g->report = 8000, g->invariants = 1, g->guests = o->guests;
  g->begins = begins, g->ends = ends, g->told = print_row, g->ctx = p;
  p->places = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p->places == MAP_FAILED) p->places = NULL; /* then a case is one process */
  g->pool.pool = p->places, g->pool.taken = p->places ? p->places + 1 : NULL, g->pool.guests = wt_cli_guests_any(&o->guests);
  printf("%-18s %-26s %9s %9s %6s %7s  %-13s %-12s\n", "kernel", "shape", "cycles", "warp insn", "IPC", "lanes", "twins", "oracle, host");
  int rc = wt_grid_run(g);
  if (p->places) munmap(p->places, bytes);
  if (rc) return rc;
  verdict(p);
  if (wt_cli_put(o->junit, junit, p) || wt_cli_put(o->digest, digests, p)) return 2;
  return p->failed ? 1 : 0;
}

int wt_cmd_regress(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"junit", OPT_JUNIT, "FILE", 0, "results as JUnit XML", 0},
    {"beside", OPT_BESIDE, "BLOCK[,BLOCK]", 0,
     "instead of the whole machine's RTL only that of these blocks (all: of every block), beside the C machine", 0},
    {"jobs", OPT_JOBS, "N", 0, "processes at a time (default: the machine's processors)", 0},
    {"digest", OPT_DIGEST, "FILE", 0, "a line a case: kernel, shape, cycles, warp instructions, digest of trace and metrics", 0},
    {"threads", OPT_THREADS, "N", 0, WT_CLI_THREADS("1"), 0},
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
  regress_opts o = {.jobs = cpus > 0 ? (uint64_t)cpus : 1, .threads = 1, .backend = WT_BACKEND_COSIM};
  wt_cli_parse(&a, argc, argv, &o);
  plan p = {.o = &o, .grid = {.shape = o.shape, .backend = o.backend, .pool.parallel = (unsigned)o.jobs}};
  int rc = plan_cases(&p);
  if (!rc) rc = wt_cases_hosts(p.grid.kernel, p.grid.n_kernels);
  const char *const out[] = {o.junit, o.digest};
  if (!rc) rc = wt_cli_guests_check(&o.guests, &p.grid.place[0].p->S);
  if (!rc) rc = wt_grid_ready(&p.grid, p.grid.place[0].p, out, 2);
  if (!rc) rc = leave_out(&p);
  if (!rc) wt_grid_notes(&p.grid);
  if (!rc && o.backend == WT_BACKEND_COSIM) rc = build_rtl(&p);
  if (!rc) rc = run(&p);
  plan_free(&p);
  return rc;
}
