/* cycles.c - the table of tests/golden/cycles.md: cycles and slot reasons of twelve kernels on presets, policies and control-flow units.
 *
 * Usage: cycles DIR-OF-HOST-REFERENCES. Prints the table; 1 when a kernel does not end as it must.
 */
#include <dlfcn.h>
#include <stdio.h>

#include "lib/wt_session.h"
#include "warptwin_host.h"

static const char *const kernels[] = {"vecadd", "reduce",  "nested",    "callk",    "matmul",  "bitonic",
                                      "scan",   "shuffle", "transpose", "twolevel", "atomics", "warpvote"};
static const struct {
  const char *preset, *sched, *unit;
} forms[] = {{"small", "lrr", "hanoi_yr"},       {"small", "gto", "hanoi_yr"},   {"small", "oldest", "hanoi_yr"},  {"small", "twolevel", "hanoi_yr"},
             {"small", "gto", "hanoi"},          {"small", "gto", "simt_stack"}, {"small", "gto", "barrier"},      {"small", "gto", "multipath"},
             {"default", "lrr", "hanoi_yr"},     {"default", "gto", "hanoi_yr"}, {"default", "gto", "simt_stack"}, {"default", "gto", "multipath"},
             {"thesis-tesla", "lrr", "hanoi_yr"}};

static int run(const char *dir, const char *kernel, const char *preset, const char *sched, const char *unit) {
  char path[1200], cubin[200], msg[600] = "", key[2][40];
  const char *set[] = {key[0], key[1], NULL};
  int (*host)(wt_session *, const wt_host_ctx *);
  wt_session *s;
  snprintf(path, sizeof path, "%s/%s.so", dir, kernel);
  snprintf(cubin, sizeof cubin, "tests/kernels/%s.cubin", kernel);
  snprintf(key[0], sizeof key[0], "SCHED=%s", sched);
  snprintf(key[1], sizeof key[1], "DIVERGENCE=%s", unit);
  void *dl = dlopen(path, RTLD_NOW);
  if (!dl) return fprintf(stderr, "cycles: %s\n", dlerror()), 1;
  *(void **)&host = dlsym(dl, "wt_host");
  wt_options o = {WT_BACKEND_C, preset, set, 1, 0, 1};
  if (!host || wt_session_open(&o, &s)) return fprintf(stderr, "cycles: %s: %s\n", kernel, wt_error(NULL)), 1;
  s->x.progress.quiet = 1;
  wt_host_ctx ctx = {cubin, 1, msg, sizeof msg, 0};
  if (host(s, &ctx)) return fprintf(stderr, "cycles: %s on %s %s %s: %s\n", kernel, preset, sched, unit, msg[0] ? msg : wt_error(s)), 1;
  const wt_counters *c = wt_stats(s);
  printf("| %s | %s | %s | %s | %" PRIu64 " | %" PRIu64, kernel, preset, sched, unit, c->cycles, c->idle_cycles);
  for (int i = 0; i < WT_WHY_COUNT; i++) printf(" | %" PRIu64, s->x.total.why[i]);
  puts(" |");
  wt_session_close(s);
  dlclose(dl);
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: cycles DIR\n"), 2;
  printf("| kernel | preset | SCHED | unit | cycles | idle");
  for (int i = 0; i < WT_WHY_COUNT; i++) printf(" | %s", wt_why_names[i]);
  puts(" |\n|---|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
      if (run(argv[1], kernels[k], forms[f].preset, forms[f].sched, forms[f].unit)) return 1;
  return 0;
}
