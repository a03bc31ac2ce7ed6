/* bench_speed.c - simulated clocks per second: C twin (with and without oracle), bare RTL, lock-step; ratios from the same run.
 *
 * Usage: bench_speed HOST.so KERNEL.cubin [LANES=N].  Every machine runs the same kernel until at least MIN_SECONDS have passed.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "warptwin_host.h"

#define MIN_SECONDS 3.0

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct {
  double cycles, insns; /* per second of processor time */
} speed;

static int (*host)(wt_session *, const wt_host_ctx *);

static int measure(const char *cubin, const char *const *set, wt_backend backend, int no_oracle, speed *out) {
  char msg[600] = "";
  wt_options o = {backend, "default", set, 1, 0, no_oracle};
  wt_session *s;
  if (wt_session_open(&o, &s)) return fprintf(stderr, "bench: %s\n", wt_error(NULL)), 1;
  wt_host_ctx ctx = {cubin, 1, msg, sizeof msg};
  double spent = 0, cycles = 0, insns = 0;
  for (int warm = 1; spent < MIN_SECONDS; warm = 0) {
    wt_counters a = *wt_stats(s);
    double t = now();
    int st = host(s, &ctx);
    t = now() - t;
    if (st) return fprintf(stderr, "bench: %s\n", msg[0] ? msg : wt_error(s)), 1;
    if (warm) continue; /* start-up: RTL load, first touch */
    spent += t;
    cycles += (double)(wt_stats(s)->cycles - a.cycles), insns += (double)(wt_stats(s)->warp_instructions - a.warp_instructions);
  }
  wt_session_close(s);
  *out = (speed){cycles / spent, insns / spent};
  return 0;
}

int main(int argc, char **argv) {
  static const char *const shapes[][2] = {{"LANES=32", NULL}, {"LANES=16", NULL}};
  void *dl = argc >= 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!dl) return fprintf(stderr, "usage: bench_speed HOST.so KERNEL.cubin [LANES=N] (%s)\n", argc >= 3 ? dlerror() : "two arguments"), 2;
  *(void **)&host = dlsym(dl, "wt_host");
  if (!host) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("kernel %s, preset default, one processor\n%-10s %-26s %14s %18s\n", argv[2], "shape", "machine", "cycles/s", "warp insn/s");
  for (int k = 0; k < 2; k++) {
    if (argc > 3 && strcmp(argv[3], shapes[k][0])) continue;
    speed c, co, r, l, lo;
    if (measure(argv[2], shapes[k], WT_BACKEND_C, 1, &c) || measure(argv[2], shapes[k], WT_BACKEND_C, 0, &co) ||
        measure(argv[2], shapes[k], WT_BACKEND_RTL, 1, &r) || measure(argv[2], shapes[k], WT_BACKEND_COSIM, 1, &l) ||
        measure(argv[2], shapes[k], WT_BACKEND_COSIM, 0, &lo))
      return 1;
    const struct {
      const char *name;
      speed v;
    } rows[] = {{"C twin", c}, {"C twin + oracle", co}, {"bare RTL", r}, {"lock-step", l}, {"lock-step + oracle", lo}};
    for (int i = 0; i < 5; i++) printf("%-10s %-26s %14.0f %18.0f\n", shapes[k][0], rows[i].name, rows[i].v.cycles, rows[i].v.insns);
    double sum = 1 / r.cycles + 1 / c.cycles;
    printf("%-10s t(lock-step) / (t(bare RTL) + t(C twin)) = %.2f; with the oracle %.2f (C side with it too)\n", shapes[k][0], 1 / l.cycles / sum,
           1 / lo.cycles / (1 / r.cycles + 1 / co.cycles));
  }
  return 0;
}
