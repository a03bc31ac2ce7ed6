/* bench_speed.c - simulated clocks per second: C twin (with and without oracle), bare RTL, lock-step; ratios from the same run.
 *
 * Usage: bench_speed HOST.so KERNEL.cubin WARPTWIN PRESET [KEY=VALUE...]
 * All machines run the same kernel in turn, ROUNDS times, so that a slower minute of the computer is one of all of them; the figures are
 * medians. The RTL as build_rtl.sh compiles it by itself comes first, then for this processor, and with WT_BENCH_COUNTED=1 as what was counted before
 * (WT_RTL_SPEED=count) says.
 * WARPTWIN is the program whose start is timed. WT_BENCH_GOALS="C RTL": cycles a second of the C twin and of the bare RTL that are wanted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "warptwin_host.h"

#define MIN_SECONDS 0.5
/* What a launch allocates stays until its session ends, and a launch does some things for all memory: sessions are short, so that it stays small. */
enum { LAUNCHES = 16 };
enum { ROUNDS = 5, STARTS = 20, SPEEDS = 3, KINDS = 3, MACHINES = 2 + KINDS * SPEEDS };

extern char **environ;
static int (*host)(wt_session *, const wt_host_ctx *);
static const char *cubin, *preset, *const *set;

typedef struct {
  char name[40];
  wt_backend backend;
  int no_oracle;
  const char *build; /* WT_RTL_SPEED; NULL: by itself */
  wt_session *s;
  double cycles[ROUNDS], insns[ROUNDS]; /* per second of processor time */
} machine;

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static int by_size(const void *a, const void *b) {
  const double *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}
static double median(const double *v, size_t n) {
  double s[64];
  memcpy(s, v, n * sizeof *s);
  qsort(s, n, sizeof *s, by_size);
  return s[n / 2];
}

static int begin(machine *m) {
  wt_options o = {m->backend, preset, set, 1, 0, m->no_oracle};
  char msg[600] = "";
  wt_host_ctx ctx = {cubin, 1, msg, sizeof msg, 0};
  if (m->build) setenv("WT_RTL_SPEED", m->build, 1);
  else unsetenv("WT_RTL_SPEED");
  if (wt_session_open(&o, &m->s)) return fprintf(stderr, "bench: %s\n", wt_error(NULL)), 1;
  if (host(m->s, &ctx)) return fprintf(stderr, "bench: %s\n", msg[0] ? msg : wt_error(m->s)), 1; /* first touch */
  return 0;
}

static int measure(machine *m, int round) {
  char msg[600] = "";
  wt_host_ctx ctx = {cubin, 1, msg, sizeof msg, 0};
  double spent = 0, cycles = 0, insns = 0;
  for (int n = 1; spent < MIN_SECONDS; n++) {
    if (n % LAUNCHES == 0) {
      wt_session_close(m->s);
      if (begin(m)) return 1;
    }
    wt_counters a = *wt_stats(m->s);
    double t = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (host(m->s, &ctx)) return fprintf(stderr, "bench: %s\n", msg[0] ? msg : wt_error(m->s)), 1;
    spent += seconds(CLOCK_PROCESS_CPUTIME_ID) - t;
    cycles += (double)(wt_stats(m->s)->cycles - a.cycles), insns += (double)(wt_stats(m->s)->warp_instructions - a.warp_instructions);
  }
  m->cycles[round] = cycles / spent, m->insns[round] = insns / spent;
  return 0;
}

/* Seconds of one machine over those of another (or of two that run one after the other): the median of the rounds. */
static double times(const machine *a, const machine *b, const machine *c) {
  double r[ROUNDS];
  for (int i = 0; i < ROUNDS; i++) r[i] = 1 / a->cycles[i] / (1 / b->cycles[i] + (c ? 1 / c->cycles[i] : 0));
  return median(r, ROUNDS);
}

/* A start of the program to the end of a kernel of some hundred cycles in lock-step: seconds on the clock, and of processor time. */
static int start(const char *program, double *wall, double *cpu) {
  static const char *const words[] = {
    "cosim", "tests/kernels/vecadd.cubin",    "-q",    "--grid", "1",     "--block", "32",      "--arg", "in:tests/kernels/vecadd.cubin",
    "--arg", "in:tests/kernels/vecadd.cubin", "--arg", "i64:0",  "--arg", "i32:0",   "--config"};
  char *argv[64] = {(char *)program};
  int n = 1, st;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) argv[n++] = (char *)words[i];
  argv[n++] = (char *)preset;
  for (int i = 0; set[i] && n < 60; i++) argv[n++] = "--set", argv[n++] = (char *)set[i];
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
  for (int i = 0; i < STARTS; i++) {
    struct rusage a, b;
    pid_t pid;
    getrusage(RUSAGE_CHILDREN, &a);
    double t = seconds(CLOCK_MONOTONIC);
    if (posix_spawn(&pid, program, &quiet, NULL, argv, environ) || waitpid(pid, &st, 0) != pid || st)
      return fprintf(stderr, "bench: %s cosim %s failed\n", program, argv[2]), 1;
    wall[i] = seconds(CLOCK_MONOTONIC) - t;
    getrusage(RUSAGE_CHILDREN, &b);
    cpu[i] = (double)(b.ru_utime.tv_sec - a.ru_utime.tv_sec + b.ru_stime.tv_sec - a.ru_stime.tv_sec) +
             1e-6 * (double)(b.ru_utime.tv_usec - a.ru_utime.tv_usec + b.ru_stime.tv_usec - a.ru_stime.tv_usec);
  }
  posix_spawn_file_actions_destroy(&quiet);
  return 0;
}

static void ratios(const machine *m, int speeds) {
  static const char *const names[SPEEDS] = {"", " (native)", " (profile)"};
  const machine *c = &m[0], *co = &m[1];
  printf("\nratios of seconds, median of %d rounds\n", ROUNDS);
  printf("%-52s %6.2f  goal 1.10\n", "C twin with the oracle / without", times(co, c, NULL));
  for (int k = 0; k < speeds; k++) {
    const machine *r = &m[2 + KINDS * k], *l = r + 1, *lo = r + 2, *plain = &m[2];
    char what[80];
    snprintf(what, sizeof what, "lock-step%s / (bare RTL%s + C twin)", names[k], names[k]);
    printf("%-52s %6.2f  goal 1.15\n", what, times(l, r, c));
    snprintf(what, sizeof what, "lock-step%s + oracle / (bare RTL%s + C twin + oracle)", names[k], names[k]);
    printf("%-52s %6.2f\n", what, times(lo, r, co));
    if (!k) continue;
    snprintf(what, sizeof what, "bare RTL / bare RTL%s", names[k]);
    printf("%-52s %6.2f\n", what, times(plain, r, NULL));
    snprintf(what, sizeof what, "lock-step + oracle / the same%s", names[k]);
    printf("%-52s %6.2f\n", what, times(plain + 2, lo, NULL));
  }
}

int main(int argc, char **argv) {
  static const char *const builds[SPEEDS] = {NULL, "native", "profile"}, *const suffix[SPEEDS] = {"", ", native", ", profile"};
  static machine m[MACHINES] = {{.name = "C twin", .backend = WT_BACKEND_C, .no_oracle = 1}, {.name = "C twin + oracle", .backend = WT_BACKEND_C}};
  double wall[STARTS], cpu[STARTS];
  int speeds = getenv("WT_BENCH_COUNTED") ? SPEEDS : SPEEDS - 1, machines = 2 + KINDS * speeds;
  char *goal = getenv("WT_BENCH_GOALS");
  void *dl = argc >= 5 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!dl)
    return fprintf(stderr, "usage: bench_speed HOST.so KERNEL.cubin WARPTWIN PRESET [KEY=VALUE...] (%s)\n", argc >= 5 ? dlerror() : "four arguments"),
           2;
  *(void **)&host = dlsym(dl, "wt_host");
  if (!host) return 2;
  cubin = argv[2], preset = argv[4], set = (const char *const *)argv + 5;
  for (int k = 0; k < speeds; k++) {
    machine *r = &m[2 + KINDS * k];
    r[0] = (machine){.backend = WT_BACKEND_RTL, .no_oracle = 1, .build = builds[k]};
    r[1] = (machine){.backend = WT_BACKEND_COSIM, .no_oracle = 1, .build = builds[k]};
    r[2] = (machine){.backend = WT_BACKEND_COSIM, .build = builds[k]};
    snprintf(r[0].name, sizeof r->name, "bare RTL%s", suffix[k]);
    snprintf(r[1].name, sizeof r->name, "lock-step%s", suffix[k]);
    snprintf(r[2].name, sizeof r->name, "lock-step + oracle%s", suffix[k]);
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("kernel %s, preset %s", cubin, preset);
  for (int i = 0; set[i]; i++) printf(" %s", set[i]);
  printf(", one processor, %d rounds\n%-28s %12s %14s\n", ROUNDS, "machine", "cycles/s", "warp insn/s");
  for (int i = 0; i < machines; i++)
    if (begin(&m[i])) return 1;
  for (int k = 0; k < ROUNDS; k++)
    for (int i = 0; i < machines; i++)
      if (measure(&m[i], k)) return 1;
  for (int i = 0; i < machines; i++) {
    printf("%-28s %12.0f %14.0f", m[i].name, median(m[i].cycles, ROUNDS), median(m[i].insns, ROUNDS));
    if (goal && (i == 0 || i == 2)) printf("  goal %s cycles/s", strtok(i ? NULL : goal, " "));
    printf("\n");
  }
  ratios(m, speeds);
  unsetenv("WT_RTL_SPEED");
  if (start(argv[3], wall, cpu)) return 1;
  qsort(wall, STARTS, sizeof *wall, by_size);
  printf("%-52s %6.3f  goal 0.050 (fastest of %d: %.3f; processor time %.3f)\n", "launch of cosim, seconds", median(wall, STARTS), STARTS, wall[0],
         median(cpu, STARTS));
  for (int i = 0; i < machines; i++) wt_session_close(m[i].s);
  return 0;
}
