/* wt_cuda_state.c - the device of the process: settings from the command line, the session, errors, the verdict. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cuda/wt_cuda.h"
#include "cuda/wt_cuda_env.h"

enum { SETS = 64, NAMES = 64 };

wt_cuda_device wt_cuda = {.epoch = 1, .backend = WT_BACKEND_C};

static struct {
  char *preset, *text, *guests;
  const char *set[SETS + 1];
  uint64_t seed, max_cycles, stack;
  int no_oracle, quiet, report; /* report: file descriptor, -1 = none */
  pid_t pid;
} opt = {.report = -1};

static wt_cuda_live unseen, *live = &unseen;
wt_cuda_live *wt_cuda_alive(void) { return live; }

static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static _Thread_local wt_cuda_error last;
static wt_cuda_error sticky;
static wt_status ended; /* how the program is ended by us */
static char reason[600], said[NAMES][64];
static unsigned n_said;

/* Who locks twice, or unlocks what another thread holds, is wrong in here. */
void wt_cuda_lock(void) {
  if (pthread_mutex_lock(&lock)) abort();
}
void wt_cuda_unlock(void) {
  if (pthread_mutex_unlock(&lock)) abort();
}

void wt_cuda_say(const char *fmt, ...) {
  char line[9000];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(line, sizeof line, fmt, ap);
  va_end(ap);
  if (!reason[0]) snprintf(reason, sizeof reason, "%.*s", (int)strcspn(line, "\n"), line);
  fflush(stdout); /* what the program said before */
  fprintf(stderr, "warptwin: %s\n", line);
}

/* ---- settings ---- */

char *wt_cuda_take(const char *name) {
  const char *v = getenv(name);
  char *copy = v ? strdup(v) : NULL;
  unsetenv(name);
  return copy;
}
uint64_t wt_cuda_take_number(const char *name) {
  char *v = wt_cuda_take(name);
  uint64_t n = v ? strtoull(v, NULL, 0) : 0;
  free(v);
  return n;
}

/* Children of the program are not ours: neither the settings nor this library reach them. */
static void hide(const char *name, const char *before) {
  char *rest = wt_cuda_take(before), *now = wt_cuda_take(name);
  if (rest && rest[0]) setenv(name, rest, 1);
  else if (!rest && now) setenv(name, now, 1); /* not set by the command line */
  free(rest), free(now);
}

/* Before everything of the program; a library of it that holds the runtime inside may come even earlier, and asks for this at its first call. */
__attribute__((constructor(101))) static void settings(void) {
  if (opt.pid) return;
  char *backend = wt_cuda_take(WT_ENV_BACKEND);
  opt.pid = getpid();
  hide("LD_PRELOAD", WT_ENV_PRELOAD);
  hide("LD_AUDIT", WT_ENV_AUDIT);
  wt_cuda.backend = !backend || !strcmp(backend, "c") ? WT_BACKEND_C : !strcmp(backend, "rtl") ? WT_BACKEND_RTL : WT_BACKEND_COSIM;
  free(backend);
  opt.preset = wt_cuda_take(WT_ENV_CONFIG);
  wt_cuda_take_files();
  opt.text = wt_cuda_take(WT_ENV_SET);
  unsigned n = 0;
  for (char *save = NULL, *w = opt.text ? strtok_r(opt.text, "\n", &save) : NULL; w && n < SETS; w = strtok_r(NULL, "\n", &save)) opt.set[n++] = w;
  opt.guests = wt_cuda_take(WT_ENV_USE);
  opt.seed = wt_cuda_take_number(WT_ENV_SEED);
  opt.max_cycles = wt_cuda_take_number(WT_ENV_MAX_CYCLES);
  opt.stack = wt_cuda_take_number(WT_ENV_STACK);
  opt.no_oracle = wt_cuda_take_number(WT_ENV_NO_ORACLE) != 0;
  opt.quiet = wt_cuda_take_number(WT_ENV_QUIET) != 0;
  wt_cuda.verbose = wt_cuda_take_number(WT_ENV_VERBOSE) != 0;
  wt_cuda.keep_going = wt_cuda_take_number(WT_ENV_KEEP_GOING) != 0;
  char *report = wt_cuda_take(WT_ENV_REPORT);
  if (report) opt.report = atoi(report);
  free(report);
  void *shared = mmap(NULL, sizeof *live, PROT_READ | PROT_WRITE, MAP_SHARED, opt.report, 0); /* of none (-1) there is no map */
  if (shared != MAP_FAILED) live = shared;
  wt_watch_use(&live->use);
}

/* ---- the session ---- */

int wt_cuda_forked(void) { return getpid() != opt.pid; }

static void how_far(void *ctx, const wt_progress *p) {
  (void)ctx;
  live->cycles = p->cycles, live->ctas = p->ctas, live->grid = p->grid, live->insns = p->warp_instructions;
}

void wt_cuda_open(void) {
  if (wt_cuda.s) return;
  wt_options o = {wt_cuda.backend, opt.preset, opt.set, opt.seed, opt.max_cycles, opt.no_oracle};
  if (wt_session_open(&o, &wt_cuda.s)) {
    wt_cuda_say("%s", wt_error(NULL));
    ended = WT_USAGE;
    wt_cuda_report();
    _exit(WT_USAGE);
  }
  wt_set_base(wt_cuda.s, WT_CUDA_BASE);
  wt_set_quiet(wt_cuda.s, opt.quiet);
  wt_set_progress(wt_cuda.s, how_far, NULL);
  if (opt.stack) wt_set_stack(wt_cuda.s, opt.stack - 1);
  wt_cuda_session_files();
  char *list = opt.guests ? strdup(opt.guests) : NULL;
  for (char *save = NULL, *g = list ? strtok_r(list, "\n", &save) : NULL; g; g = strtok_r(NULL, "\n", &save)) wt_set_use(wt_cuda.s, g);
  free(list);
}

uint64_t wt_cuda_cycles(void) { return wt_cuda.cycles + (wt_cuda.s ? wt_stats(wt_cuda.s)->cycles : 0); }

unsigned wt_cuda_key(const char *key) {
  unsigned v;
  return wt_shape_key(wt_cuda.s, key, &v) ? 0 : v;
}

void wt_cuda_reset(void) {
  wt_cuda.cycles = wt_cuda_cycles();
  if (wt_cuda.s) wt_cuda.insns += wt_stats(wt_cuda.s)->warp_instructions;
  wt_cuda_forget_memory();
  wt_cuda_forget_streams();
  if (wt_cuda.s) wt_session_close(wt_cuda.s);
  wt_cuda.s = NULL;
  wt_cuda.epoch++;
  sticky = 0;
}

/* One line of numbers, one of text, one of calls, then the metrics. */
void wt_cuda_report(void) {
  char *text;
  size_t n;
  if (wt_cuda_forked()) return;
  FILE *f = open_memstream(&text, &n);
  if (!f) return;
  const wt_counters *c = wt_cuda.s ? wt_stats(wt_cuda.s) : NULL;
  fprintf(f, "%d %u %u %u %u %llu %llu\n%s\n", (int)ended, wt_cuda.launches - (unsigned)live->running, wt_cuda.refused, wt_cuda.not_launched,
          wt_cuda.too_large, (unsigned long long)wt_cuda_cycles(), (unsigned long long)(wt_cuda.insns + (c ? c->warp_instructions : 0)), reason);
  wt_cuda_counts(f);
  if (wt_cuda.s) wt_stats_json(wt_cuda.s, f);
  fclose(f);
  if (pwrite(opt.report, text, n, WT_CUDA_REPORT) != (ssize_t)n || ftruncate(opt.report, WT_CUDA_REPORT + (off_t)n)) opt.report = -1;
  free(text);
}

__attribute__((destructor)) static void last_report(void) { wt_cuda_report(); }

/* ---- errors ---- */

wt_cuda_error wt_cuda_enter(void) {
  settings();
  if (wt_cuda_forked()) {
    wt_cuda_say("CUDA calls after fork() are not supported: call them in the process that began, or after exec");
    _exit(WT_UNSUPPORTED);
  }
  wt_cuda_lock();
  return sticky ? sticky : ended && !wt_cuda.keep_going ? CUDA_UNKNOWN : CUDA_OK;
}

wt_cuda_error wt_cuda_leave_as(const char *name, wt_cuda_error e) {
  wt_cuda_count(name, e);
  if (e && e != 600) last = e;
  wt_cuda_unlock();
  return e;
}

CUDA_API wt_cuda_error cudaGetLastError(void) {
  wt_cuda_error e = wt_cuda_enter();
  if (!e) e = last;
  last = 0;
  wt_cuda_count(__func__, e);
  wt_cuda_unlock();
  return e;
}
CUDA_API wt_cuda_error cudaPeekAtLastError(void) {
  wt_cuda_error e = wt_cuda_enter();
  if (!e) e = last;
  wt_cuda_count(__func__, e);
  wt_cuda_unlock();
  return e;
}

/* Called with the lock held. exit() runs the program's own handlers, which may call us: they get errors then. */
static void end_program(wt_status st) {
  if (ended) return;
  ended = st;
  wt_cuda_report();
  wt_cuda_unlock();
  if (st == WT_DIFF) {
    fflush(NULL);
    _exit(st);
  }
  exit(st);
}

static int first_time(const char *name) {
  for (unsigned i = 0; i < n_said; i++)
    if (!strncmp(said[i], name, sizeof said[i] - 1)) return 0;
  if (n_said == NAMES) return 0;
  snprintf(said[n_said++], sizeof said[0], "%s", name);
  return 1;
}

wt_cuda_error wt_cuda_refuse(const char *name, wt_cuda_error e, const char *fmt, ...) {
  char text[8800];
  va_list ap;
  if (ended && !wt_cuda.keep_going) return e;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  if (first_time(name)) wt_cuda_say("%s", text);
  wt_cuda.refused++;
  if (!wt_cuda.keep_going) end_program(WT_UNSUPPORTED);
  wt_cuda_report();
  return e;
}

wt_cuda_error wt_cuda_stick(wt_status st, const char *what) {
  wt_cuda_say("%s%s%s", what, what[0] ? ": " : "", wt_error(wt_cuda.s));
  const wt_cause cause = wt_cause_of(wt_cuda.s);
  if ((st == WT_DIFF && cause != WT_CAUSE_ASSERT && cause != WT_CAUSE_TRAP) || !wt_cuda.keep_going) end_program(st);
  switch (cause) {
    case WT_CAUSE_ASSERT: sticky = CUDA_ASSERT; break;
    case WT_CAUSE_JUMP: sticky = CUDA_PC; break;
    case WT_CAUSE_MISALIGNED: sticky = CUDA_MISALIGNED; break;
    case WT_CAUSE_BOUNDS: sticky = CUDA_ILLEGAL_ADDRESS; break;
    default: sticky = st == WT_NO_END ? CUDA_TIMEOUT : CUDA_LAUNCH_FAILURE;
  }
  wt_cuda_report();
  return sticky;
}

/* ---- their names ---- */

static const struct {
  int code;
  const char *name, *text;
} errors[] = {
#define ERROR(code, name, text) {code, #name, text},
#include "cuda/wt_cuda_errors.def"
#undef ERROR
};

#define UNRECOGNIZED "unrecognized error code"
static const char *look_up(int code, int name) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == code) return name ? errors[i].name : errors[i].text;
  return UNRECOGNIZED;
}
const char *wt_cuda_error_name(wt_cuda_error e) { return look_up(e, 1); }
/* These two work whatever happened; they count as failed for numbers that are no errors. */
static const char *asked(const char *function, wt_cuda_error e, int name) {
  const char *text = look_up(e, name);
  wt_cuda_lock();
  wt_cuda_count(function, strcmp(text, UNRECOGNIZED) ? CUDA_OK : CUDA_INVALID);
  wt_cuda_unlock();
  return text;
}
CUDA_API const char *cudaGetErrorName(wt_cuda_error e) { return asked(__func__, e, 1); }
CUDA_API const char *cudaGetErrorString(wt_cuda_error e) { return asked(__func__, e, 0); }
