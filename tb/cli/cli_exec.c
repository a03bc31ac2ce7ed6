/* cli_exec.c - warptwin exec: runs a CUDA program with our runtime library in it, and says what became of its launches. */
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/wt_cli_guest.h"
#include "cli/wt_cli_program.h"
#include "cli/wt_cli_say.h"
#include "cuda/wt_cuda_env.h"
#include "files/wt_outfile.h"
#include "lib/wt_home.h"
#include "lib/wt_reap.h"
#include "lib/wt_wide.h"

enum {
  OPT_BACKEND = 900,
  OPT_STATS,
  OPT_TRACE,
  OPT_WAVE,
  OPT_REPORT,
  OPT_JOBS,
  OPT_KEEP,
  OPT_MAX,
  OPT_NOORACLE,
  OPT_LATE,
  OPT_BESIDE,
  OPT_STACK,
  OPT_THREADS
};

typedef struct {
  wt_cli_shape shape; /* first: the shape parser's input */
  const char *backend, *stats, *trace, *wave, *report, *beside;
  uint64_t max_cycles, jobs, stack, threads;
  int has_stack, has_threads;
  int keep_going, no_oracle, verbose, late;
  wt_cli_guests guests;
} exec_opts;

static error_t parse(int key, char *arg, struct argp_state *st) {
  exec_opts *o = st->input;
  switch (key) {
    case OPT_BACKEND:
      if (strcmp(arg, "c") && strcmp(arg, "cosim") && strcmp(arg, "rtl")) argp_error(st, "--backend %s: expected c, cosim or rtl", arg);
      o->backend = arg;
      return 0;
    case OPT_BESIDE: o->beside = arg; return 0;
    case OPT_STATS: o->stats = arg; return 0;
    case OPT_TRACE: o->trace = arg; return 0;
    case OPT_WAVE: o->wave = arg; return 0;
    case OPT_REPORT: o->report = arg; return 0;
    case OPT_JOBS:
      if (!wt_cli_number(arg, &o->jobs) || !o->jobs || o->jobs > 256) argp_error(st, "--jobs %s: expected a number of workers, 1 to 256", arg);
      return 0;
    case OPT_THREADS: return wt_cli_threads(arg, st, &o->threads), o->has_threads = 1, 0;
    case OPT_KEEP: o->keep_going = 1; return 0;
    case OPT_NOORACLE: o->no_oracle = 1; return 0;
    case OPT_LATE: o->late = 1; return 0;
    case 'v': o->verbose = 1; return 0;
    case OPT_MAX:
      if (!wt_cli_number(arg, &o->max_cycles)) argp_error(st, "--max-cycles %s: expected a number", arg);
      return 0;
    case OPT_STACK:
      if (!wt_cli_stack(arg, &o->stack)) argp_error(st, "--stack %s: expected a number of bytes, 0 to 524288", arg);
      o->has_stack = 1;
      return 0;
    case ARGP_KEY_ARG: argp_error(st, "put -- before the program: warptwin exec [options] -- %s ...", arg); return 0;
    case ARGP_KEY_END:
      if (o->beside && strcmp(o->backend, "cosim")) argp_error(st, "--beside needs --backend cosim");
      if (o->guests.n && strcmp(o->backend, "c") && !o->beside)
        argp_error(st, "--use puts a block into the C machine: with --backend c, or with --backend cosim --beside other blocks");
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->shape, st->child_inputs[1] = &o->guests; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option options[] = {
  {"backend", OPT_BACKEND, "NAME", 0, "what is the device: c (C twin, default), cosim (both twins in lock-step), rtl (bare RTL)", 0},
  {"beside", OPT_BESIDE, "BLOCK[,BLOCK]", 0,
   "--backend cosim: instead of the whole machine's RTL only that of these blocks (all: of every block), beside the C machine", 0},
  {"stats", OPT_STATS, "FILE", 0, "metrics of all launches as JSON", 0},
  {"trace", OPT_TRACE, "FILE", 0, "one line per issued warp instruction of all launches; a folder gets a file for each launch", 0},
  {"wave", OPT_WAVE, "FILE", 0, "signals of the last launch as FST; a folder gets a file for each launch", 0},
  {"report", OPT_REPORT, "FILE", 0, "the last launch as a page of HTML; a folder gets a page for each launch (C twin, alone or in lock-step)", 0},
  {"jobs", OPT_JOBS, "N", 0, "lock-step of segments in N workers, behind a C twin that runs ahead (--backend cosim)", 0},
  {"threads", OPT_THREADS, "N", 0, WT_CLI_THREADS("as many as there are processors"), 0},
  {"keep-going", OPT_KEEP, NULL, 0, "the program gets an error for what is refused or faults, and goes on", 0},
  {"late", OPT_LATE, NULL, 0, "the program opens its CUDA code when it runs (plug-ins, modules of an interpreter): it is not looked for before", 0},
  {"max-cycles", OPT_MAX, "N", 0, "give up a launch after N cycles (exit 4); 0: without a limit", 0},
  {"stack", OPT_STACK, "BYTES", 0, "cudaLimitStackSize that the program begins with (default 1024)", 0},
  {"no-oracle", OPT_NOORACLE, NULL, 0, "without the oracle in tandem (speed)", 0},
  {"verbose", 'v', NULL, 0, "a line for every launch", 0},
  {0}};

/* ---- the program's environment ---- */

static void set_number(const char *name, uint64_t v) {
  char text[32];
  snprintf(text, sizeof text, "%llu", (unsigned long long)v);
  if (v) setenv(name, text, 1);
}

/* NAME=PATH, before what stood there; the library puts that back (BEFORE). */
static void set_first(const char *name, const char *path, const char *before) {
  const char *old = getenv(name);
  char *all = malloc(strlen(path) + (old ? strlen(old) : 0) + 2);
  if (all) sprintf(all, "%s%s%s", path, old ? ":" : "", old ? old : "");
  setenv(before, old ? old : "", 1);
  if (all) setenv(name, all, 1);
  free(all);
}

/* Texts, one a line. */
static void set_lines(const char *name, const char *const *text, unsigned n) {
  size_t room = 1;
  for (unsigned i = 0; i < n; i++) room += strlen(text[i]) + 1;
  char *all = n ? calloc(1, room) : NULL;
  for (unsigned i = 0; all && i < n; i++) strcat(strcat(all, i ? "\n" : ""), text[i]);
  if (all) setenv(name, all, 1);
  free(all);
}

static void set_environment(const exec_opts *o, const char *library, int report) {
  char audit[4500];
  set_lines(WT_ENV_SET, o->shape.set, o->shape.n_set);
  set_lines(WT_ENV_USE, o->guests.use, o->guests.n);
  snprintf(audit, sizeof audit, "%.*s/libwarptwin_audit.so", (int)(strrchr(library, '/') - library), library);
  set_first("LD_PRELOAD", library, WT_ENV_PRELOAD);
  set_first("LD_AUDIT", audit, WT_ENV_AUDIT);
  setenv(WT_ENV_BACKEND, o->backend, 1);
  setenv(WT_ENV_CONFIG, o->shape.preset, 1);
  if (o->trace) setenv(WT_ENV_TRACE, o->trace, 1);
  if (o->wave) setenv(WT_ENV_WAVE, o->wave, 1);
  if (o->report) setenv(WT_ENV_PAGE, o->report, 1);
  if (o->beside) setenv(WT_ENV_BESIDE, o->beside, 1);
  set_number(WT_ENV_JOBS, o->jobs);
  set_number(WT_ENV_THREADS, o->has_threads ? o->threads + 1 : 0);
  set_number(WT_ENV_SEED, o->shape.seed);
  set_number(WT_ENV_MAX_CYCLES, o->max_cycles);
  set_number(WT_ENV_STACK, o->has_stack ? o->stack + 1 : 0);
  set_number(WT_ENV_NO_ORACLE, (uint64_t)o->no_oracle);
  set_number(WT_ENV_QUIET, (uint64_t)o->shape.quiet);
  set_number(WT_ENV_VERBOSE, (uint64_t)o->verbose);
  set_number(WT_ENV_KEEP_GOING, (uint64_t)o->keep_going);
  setenv(WT_ENV_REPORT, (char[]){(char)('0' + report / 10), (char)('0' + report % 10), 0}, 1);
}

/* ---- its end ---- */

typedef struct {
  int ended; /* by us, with this status */
  unsigned launches, refused, not_launched, too_large;
  unsigned long long cycles, insns;
  wt_cuda_live live;
  char reason[800];
  json_t *calls, *metrics;
} outcome;

static void read_report(int fd, outcome *r) {
  off_t n = lseek(fd, 0, SEEK_END) - WT_CUDA_REPORT;
  char *text = n > 0 ? calloc(1, (size_t)n + 1) : NULL;
  memset(r, 0, sizeof *r);
  if (pread(fd, &r->live, sizeof r->live, 0) != sizeof r->live) memset(&r->live, 0, sizeof r->live);
  if (text && pread(fd, text, (size_t)n, WT_CUDA_REPORT) == n) {
    char *second = strchr(text, '\n'), *third = second ? strchr(second + 1, '\n') : NULL, *fourth = third ? strchr(third + 1, '\n') : NULL;
    sscanf(text, "%d %u %u %u %u %llu %llu", &r->ended, &r->launches, &r->refused, &r->not_launched, &r->too_large, &r->cycles, &r->insns);
    if (third) {
      snprintf(r->reason, sizeof r->reason, "%.*s", (int)(third - second - 1), second + 1);
      r->calls = json_loads(third + 1, JSON_DISABLE_EOF_CHECK, NULL);
      r->metrics = fourth ? json_loads(fourth + 1, 0, NULL) : NULL;
    }
  }
  free(text);
  if (r->live.stopped) r->ended = r->live.stopped;
  if (r->live.running) r->launches++, r->cycles += r->live.cycles, r->insns += r->live.insns;
}

/* Of a program that a signal ended: nothing of the launch that ran stays, neither what lies beside its place nor lines of a trace. */
static void remove_halves(const outcome *r, pid_t program) {
  const wt_cuda_live *l = &r->live;
  if (!l->running) return;
  for (int k = WT_CUDA_WAVE; k < WT_CUDA_FILES; k++)
    if (l->file[k][0]) wt_outfile_discard(l->file[k], (int)program);
  const char *trace = l->file[WT_CUDA_TRACE];
  if (*trace && (l->trace_at ? truncate(trace, (off_t)l->trace_at) : unlink(trace)) && errno != ENOENT)
    wt_cli_error(2, "%s: holds half a trace: %s", trace, strerror(errno));
}

static int write_stats(const char *path, const char *program, const outcome *r, int code) {
  json_t *j = json_pack("{s:s, s:i, s:i, s:i, s:i, s:s}", "program", program, "exit", code, "launches", (int)r->launches, "refused", (int)r->refused,
                        "not_launched", (int)r->not_launched, "reason", r->reason);
  if (j && r->live.hazards) json_object_set_new(j, "hazards", json_integer((json_int_t)r->live.hazards));
  if (j && r->calls) json_object_set(j, "calls", r->calls);
  if (j && r->metrics) json_object_set(j, "device", r->metrics);
  char *text = j ? json_dumps(j, JSON_INDENT(2) | JSON_PRESERVE_ORDER) : NULL;
  size_t n = text ? strlen(text) : 0;
  if (text) text[n] = '\n'; /* in the place of the 0: the length is given */
  int rc = text ? wt_cli_write(path, text, n + 1) : wt_cli_error(2, "out of memory");
  free(text);
  json_decref(j);
  return rc ? 2 : 0;
}

/* What the program says does not count when hazards were let through, or when a launch or a library of it had no device for reasons of ours, and nobody asked to go on. */
static int exit_code(const exec_opts *o, const outcome *r, int status) {
  int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  if (!code && r->live.hazards) return WT_PROGRAM;
  return !code && !o->keep_going && (r->too_large || r->live.asked) ? WT_UNSUPPORTED : code;
}

static const char *twins(const exec_opts *o) {
  return !strcmp(o->backend, "cosim") ? "both twins" : !strcmp(o->backend, "rtl") ? "RTL alone" : "C twin";
}

static void verdict(const exec_opts *o, const outcome *r, int status) {
  char end[500];
  const char *word = json_string_value(json_object_get(r->metrics, "verdict"));
  int code = exit_code(o, r, status), n;
  if (WIFSIGNALED(status)) n = snprintf(end, sizeof end, "the program was ended by %s", wt_cli_signal(WTERMSIG(status)));
  else if (r->ended) n = snprintf(end, sizeof end, "the program was stopped (exit %d)", r->ended);
  else n = snprintf(end, sizeof end, "the program ended with %d", WEXITSTATUS(status));
  if (r->live.running)
    n += snprintf(end + n, sizeof end - (size_t)n, " in kernel %.150s after %llu cycles, %llu of %llu CTAs done", r->live.kernel,
                  (unsigned long long)r->live.cycles, (unsigned long long)r->live.ctas, (unsigned long long)r->live.grid);
  if (WIFEXITED(status) && code != WEXITSTATUS(status)) snprintf(end + n, sizeof end - (size_t)n, " (exit %d)", code);
  fprintf(stderr, "warptwin: %s: %u launch%s, %llu cycles, IPC %.3f, %s%s; ", o->shape.preset, r->launches, r->launches == 1 ? "" : "es", r->cycles,
          r->cycles ? (double)r->insns / (double)r->cycles : 0.0, twins(o),
          word && !strcmp(word, "diff")                 ? " that differ"
          : !strcmp(o->backend, "cosim") && r->launches ? " with 0 differences"
                                                        : "");
  if (r->not_launched) fprintf(stderr, "%u not launched; ", r->not_launched);
  if (r->live.asked) fprintf(stderr, "%u without a device; ", r->live.asked);
  if (r->refused) fprintf(stderr, "%u refused; ", r->refused);
  if (r->live.hazards) fprintf(stderr, "hazards %llu; ", (unsigned long long)r->live.hazards);
  fprintf(stderr, "%s\n", end);
}

static pid_t child;
static void pass_on(int sig, siginfo_t *from, void *context) {
  (void)context;
  if (from->si_code != SI_KERNEL) kill(child, sig); /* a terminal sends it to the program, too */
}

/* For the program's end. 1: a block of the user's did not come back, and the program was ended for it. */
static int wait_for(const exec_opts *o, int report, int *status) {
  wt_cuda_live *live = o->guests.n ? mmap(NULL, sizeof *live, PROT_READ, MAP_SHARED, report, 0) : MAP_FAILED;
  wt_cli_stuck since = {0, 0};
  int hung = 0;
  pid_t got;
  while (!(got = waitpid(child, status, live == MAP_FAILED ? 0 : WNOHANG)) || (got < 0 && errno == EINTR)) {
    if (live == MAP_FAILED) continue;
    usleep(20000);
    if (!hung && wt_cli_is_stuck(&live->use, &since)) hung = 1, wt_kill(child);
  }
  if (live != MAP_FAILED) munmap(live, sizeof *live);
  return hung;
}

static int run(const exec_opts *o, const char *path, char **argv, const char *library) {
  int status, report = memfd_create("warptwin", 0);
  outcome r;
  if (report < 0 || report > 99 || ftruncate(report, WT_CUDA_REPORT)) return wt_cli_error(2, "no file for the report: %s", strerror(errno));
  set_environment(o, library, report);
  child = fork();
  if (child < 0) return wt_cli_error(2, "cannot start %s: %s", path, strerror(errno));
  if (!child) {
    execv(path, argv);
    _exit(wt_cli_error(126, "%s: cannot be started: %s", path, strerror(errno)));
  }
  /* the program decides what they mean; the report comes after its end */
  static const int signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  struct sigaction a = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &a, NULL);
  int hung = wait_for(o, report, &status);
  read_report(report, &r);
  close(report);
  int code = exit_code(o, &r, status), bad = 0;
  if (WIFSIGNALED(status)) remove_halves(&r, child);
  if (r.live.use.in != WT_GUEST_IDLE) {
    const int how = WIFEXITED(status) ? WT_CLI_EXITED : hung ? WT_CLI_HUNG : WTERMSIG(status);
    char text[600];
    code = wt_cli_error(WT_DIFF, "%s", wt_cli_guest_end(&r.live.use, how, text, sizeof text));
  }
  if (o->stats) bad = write_stats(o->stats, path, &r, code);
  verdict(o, &r, status);
  json_decref(r.calls), json_decref(r.metrics);
  return code ? code : bad;
}

/* A signal before the program has begun: its handler finds the line ready. */
static char early[300];
static void last_words(int sig) {
  const char *const parts[] = {early, wt_cli_signal(sig), " before the program began\n"};
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
    ssize_t said = write(2, parts[i], strlen(parts[i]));
    (void)said; /* nobody is left to hear of it */
  }
}

/* The RTL is made here, where nothing of the program can get in the way. */
static int prepare(void *ctx) {
  const exec_opts *o = ctx;
  const wt_backend backend = !strcmp(o->backend, "c") ? WT_BACKEND_C : !strcmp(o->backend, "rtl") ? WT_BACKEND_RTL : WT_BACKEND_COSIM;
  wt_options so = {backend, o->shape.preset, o->shape.set, o->shape.seed, 0, o->no_oracle || !o->guests.n};
  wt_session *s;
  if (backend == WT_BACKEND_C && !o->guests.n) return 0;
  if (wt_session_open(&so, &s)) return wt_cli_error(2, "%s", wt_error(NULL));
  snprintf(early, sizeof early, "warptwin: %.100s: 0 launches, 0 cycles, IPC 0.000, %s; ended by ", o->shape.preset, twins(o));
  wt_outfile_last(last_words);
  wt_status st = o->beside ? wt_set_beside(s, o->beside) : WT_OK;
  if (!st) st = wt_cli_guests_set(s, &o->guests);
  if (!st) st = wt_session_start(s);
  wt_outfile_last(NULL);
  if (st) wt_cli_error((int)st, "%s", wt_error(s));
  wt_session_close(s);
  return (int)st;
}

/* Outputs that are folders: the library writes files of its own there. -1: a line was said. */
static int folders(const exec_opts *o, const char *files[3]) {
  const char *names[3] = {o->trace, o->wave, o->report};
  for (int i = 0; i < 3; i++) {
    struct stat st;
    files[i] = names[i];
    if (!names[i] || stat(names[i], &st) || !S_ISDIR(st.st_mode)) continue;
    if (access(names[i], W_OK | X_OK)) return wt_cli_error(2, "%s: cannot write there: %s", names[i], strerror(errno)), -1;
    files[i] = NULL;
  }
  return 0;
}

int wt_cmd_exec(int argc, char **argv) {
  static const struct argp_child children[] = {{&wt_cli_shape_argp, 0, "Shape", 1}, {&wt_cli_guest_argp, 0, "Blocks of yours", 2}, {0}};
  static const struct argp a = {
    options,
    parse,
    "-- PROGRAM [ARGUMENT...]",
    "Runs a CUDA program as nvcc (CUDA 13) made it, with this machine as its device: its kernels on the C twin, or on both twins in "
    "lock-step. The program's streams and exit code are its own; what became of the launches is the last line on standard error. "
    "What is refused (exit 3), faults (5, other errors of a kernel 6), has no end (4) or differs (1) ends the program; exit 3 too when it ends with "
    "0 but a "
    "launch was too large for the shape, or a library found no device; 6 when it ends with 0 and HAZARDS=run has let hazards through.",
    children,
    NULL,
    NULL};
  exec_opts o = {.backend = "c"};
  char path[4096], err[5000], library[4400];
  wt_shape S;
  int ours = 1;
  while (ours < argc && strcmp(argv[ours], "--")) ours++;
  wt_cli_parse(&a, ours, argv, &o);
  if (ours + 1 >= argc) return wt_cli_error(2, "which PROGRAM? warptwin exec [options] -- PROGRAM ARGUMENTS");
  if (wt_cli_shape_of(&o.shape, &S, err, sizeof err) || wt_wide_runs(&S, err, sizeof err)) return wt_cli_error(2, "%s", err);
  if (o.jobs && strcmp(o.backend, "cosim")) return wt_cli_error(2, "--jobs %u: lock-step only, add --backend cosim", (unsigned)o.jobs);
  if (o.report && !strcmp(o.backend, "rtl")) return wt_cli_error(2, "--report shows the C twin, which --backend rtl does not have");
  const char *out[4] = {o.stats};
  const char *in[] = {argv[ours + 1]};
  if (folders(&o, out + 1) || wt_cli_outputs(out, 4, in, 1)) return 2;
  int bad = 2;
  if (wt_cli_program_find(argv[ours + 1], path, err, sizeof err) || (bad = wt_cli_program_check(path, o.late, err, sizeof err)))
    return wt_cli_error(bad, "%s", err);
  wt_cli_note_keys(&o.shape, &S, 1);
  snprintf(library, sizeof library, "%s/cuda/libcudart.so.13", wt_build_dir());
  if (access(library, R_OK)) return wt_cli_error(2, "%s: %s; make it with 'make cuda'", library, strerror(errno));
  int rc = wt_cli_guarded(&o.guests, prepare, &o, NULL);
  return rc ? rc : run(&o, path, argv + ours + 1, library);
}
