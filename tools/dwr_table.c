/* dwr_table.c - the tables of docs/results/dwr.md: kernels of the classes of the DWR thesis on machines with fixed warps and with dynamic ones.
 *
 * Usage: dwr_table DIR-OF-HOST-REFERENCES THREADS small|medium FILE.svg [KEY=VALUE ...]. THREADS: resident threads of the SM; medium: inputs that fill
 * it, where a kernel has them. FILE.svg: the same as bars. 1 when a kernel does not end as it must.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_cases.h"
#include "dwr_fetches.h"
#include "lib/wt_session.h"

enum { LANES = 8, MACHINES = 7, FIXED = 4, MAX_SET = 24 };
static const char *const kernels[] = {"bfs",  "backprop", "coulomb",   "pathfinder", "gauss",   "hotspot", "walsh", "mandel",
                                      "spmv", "matmul",   "transpose", "nearest",    "nqueens", "scan",    "nw"};
enum { KERNELS = sizeof kernels / sizeof *kernels };
static const struct {
  const char *name;
  unsigned warp, partners; /* partners: DWR, of sub-warps of LANES threads */
} machines[MACHINES] = {{"8", 8, 0}, {"16", 16, 0}, {"32", 32, 0}, {"64", 64, 0}, {"DWR-16", 32, 2}, {"DWR-32", 32, 4}, {"DWR-64", 32, 8}};

typedef struct {
  int ran;
  double cycles, coalescing, idle, activity, ipc, partners;
  double distinct[FETCH_WINDOWS], redundant; /* instructions in windows of fetches; fetches of 32 that repeat another warp's, % */
} figures;
static figures result[KERNELS][MACHINES];

static double part(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

/* 0; 1: the kernel is refused there, or too large; -1: it went wrong. */
static int run(const wt_case *c, unsigned m, unsigned threads, char *const *more, figures *f) {
  char msg[900], key[6][40];
  const char *set[MAX_SET + 8] = {"DIVERGENCE=simt_stack", "LSU_ENTRIES=16", "LSU_LINES=64"};
  unsigned n = 3;
  wt_session *s;
  snprintf(key[0], sizeof key[0], "WARPS=%u", threads / machines[m].warp);
  snprintf(key[1], sizeof key[1], "WARP_SIZE=%u", machines[m].warp);
  set[n++] = key[0], set[n++] = key[1];
  if (machines[m].partners) {
    snprintf(key[2], sizeof key[2], "DWR_SUBWARPS=%u", machines[m].partners);
    set[n++] = "GROUPING=dwr", set[n++] = key[2];
  }
  while (*more && n < MAX_SET) set[n++] = *more++;
  set[n] = NULL;
  wt_options o = {WT_BACKEND_C, "thesis-tesla", set, 1, 20000000, 0};
  if (wt_session_open(&o, &s)) return fprintf(stderr, "dwr_table: %s\n", wt_error(NULL)), -1;
  wt_set_quiet(s, 1);
  wt_set_idle(s, 1);
  dwr_fetches *fetches = calloc(1, sizeof *fetches);
  if (!fetches) return wt_session_close(s), -1;
  wt_session_on_edge(s, dwr_fetches_edge, fetches);
  int rc = wt_case_run(c, s, 1, msg, sizeof msg);
  const wt_tally *t = &s->x.total;
  uint64_t idle = 0;
  for (int i = 0; i < WT_IDLE_STATES; i++) idle += t->lanes.idle[i];
  *f = (figures){!rc,
                 (double)t->cycles,
                 part(s->x.lane_accesses, s->x.requests),
                 100 * part(t->idle_cycles, t->cycles),
                 100 * part(t->lanes.active, t->lanes.beats * LANES),
                 part(t->thread_instructions, t->cycles),
                 100 * part(t->lanes.idle[WT_IDLE_PARTNERS], idle),
                 {0},
                 100 * part(fetches->repeated[1], fetches->counted[1])};
  for (unsigned w = 0; w < FETCH_WINDOWS; w++) f->distinct[w] = part(fetches->distinct[w], fetches->counted[w]);
  free(fetches);
  int refused = rc == WT_UNSUPPORTED || rc == WT_USAGE;
  if (rc) fprintf(stderr, "dwr_table: %s on %s: %s\n", c->name, machines[m].name, msg);
  wt_session_close(s);
  return !rc ? 0 : refused ? 1 : -1;
}

static double best_fixed(unsigned k) {
  double best = 0;
  for (unsigned m = 0; m < FIXED; m++)
    if (result[k][m].ran && result[k][m].ipc > best) best = result[k][m].ipc;
  return best;
}

static double figure(unsigned k, unsigned m, size_t at, int normalised) {
  return *(const double *)(const void *)((const char *)&result[k][m] + at) / (normalised ? best_fixed(k) : 1);
}

/* One table: a figure of every kernel on every machine, and the mean over the kernels that ran on all of them. */
static void table(const char *title, size_t at, int digits, int normalised) {
  double sum[MACHINES] = {0};
  unsigned all = 0;
  printf("\n## %s\n\n| kernel |", title);
  for (unsigned m = 0; m < MACHINES; m++) printf(" %s |", machines[m].name);
  printf("\n|---|---:|---:|---:|---:|---:|---:|---:|\n");
  for (unsigned k = 0; k < KERNELS; k++) {
    unsigned ran = 0;
    printf("| %s |", kernels[k]);
    for (unsigned m = 0; m < MACHINES; m++) ran += (unsigned)result[k][m].ran;
    all += ran == MACHINES;
    for (unsigned m = 0; m < MACHINES; m++) {
      double v = figure(k, m, at, normalised);
      if (result[k][m].ran) printf(" %.*f |", digits, v);
      else printf(" - |");
      if (ran == MACHINES) sum[m] += v;
    }
    puts("");
  }
  printf("| mean of %u |", all);
  for (unsigned m = 0; m < MACHINES; m++) printf(" %.*f |", digits, all ? sum[m] / all : 0.0);
  puts("");
}

/* ---- the same as bars ---- */

enum { LEFT = 60, GROUP = 62, BAR = 7, HIGH = 130, PANEL = 200, TOP = 60 };

/* One panel: a group of bars a kernel, up to full; what is above is cut and says so by its number. */
static void panel(FILE *f, unsigned n, const char *title, size_t at, double full, int normalised) {
  static const char *const colour[MACHINES] = {"#d9d9d9", "#a6a6a6", "#6e6e6e", "#333333", "#9ecae1", "#4292c6", "#08519c"};
  unsigned y = TOP + n * PANEL, base = y + HIGH;
  fprintf(f, "<text x=\"%d\" y=\"%u\" font-weight=\"bold\">%s</text>\n", LEFT, y - 8, title);
  for (unsigned i = 0; i <= 2; i++)
    fprintf(f, "<path d=\"M%d %uh%d\" stroke=\"#cccccc\"/><text x=\"%d\" y=\"%u\" text-anchor=\"end\">%g</text>\n", LEFT, base - i * HIGH / 2,
            KERNELS * GROUP, LEFT - 6, base - i * HIGH / 2 + 4, full * i / 2);
  for (unsigned k = 0; k < KERNELS; k++) {
    unsigned x = LEFT + k * GROUP + 6;
    for (unsigned m = 0; m < MACHINES; m++) {
      double v = result[k][m].ran ? figure(k, m, at, normalised) / full : 0;
      unsigned high = (unsigned)((v > 1 ? 1 : v) * HIGH + 0.5);
      fprintf(f, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%u\" fill=\"%s\"><title>%s on %s: %.2f</title></rect>\n", x + m * BAR, base - high,
              BAR - 1, high, colour[m], kernels[k], machines[m].name, v * full);
    }
    fprintf(f, "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\">%s</text>\n", x + MACHINES * BAR / 2, base + 16, kernels[k]);
  }
  for (unsigned m = 0; !n && m < MACHINES; m++)
    fprintf(f, "<rect x=\"%u\" y=\"14\" width=\"10\" height=\"10\" fill=\"%s\"/><text x=\"%u\" y=\"23\">%s</text>\n", LEFT + m * 90, colour[m],
            LEFT + m * 90 + 14, machines[m].name);
}

static int picture(const char *path) {
  FILE *f = fopen(path, "w");
  if (!f) return fprintf(stderr, "dwr_table: %s cannot be written\n", path), 2;
  fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n",
          LEFT + KERNELS * GROUP + 20, TOP + 4 * PANEL - 20);
  fputs("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", f);
  panel(f, 0, "Coalescing rate, thread accesses per request", offsetof(figures, coalescing), 32, 0);
  panel(f, 1, "IPC over that of the best fixed machine", offsetof(figures, ipc), 1, 1);
  panel(f, 2, "Idle cycles, %", offsetof(figures, idle), 100, 0);
  panel(f, 3, "Distinct instructions in 32 fetches", offsetof(figures, distinct[1]), 32, 0);
  fputs("</svg>\n", f);
  return fclose(f) ? 2 : 0;
}

int main(int argc, char **argv) {
  if (argc < 5 || (strcmp(argv[3], "small") && strcmp(argv[3], "medium")))
    return fprintf(stderr, "usage: dwr_table DIR THREADS small|medium FILE.svg [KEY=VALUE ...]\n"), 2;
  wt_cases cases;
  int bad = 0;
  if (wt_cases_load(&cases, NULL, argv[1])) return 2;
  for (unsigned k = 0; k < KERNELS; k++) {
    fprintf(stderr, "%u of %u: %s\n", k + 1, (unsigned)KERNELS, kernels[k]);
    const wt_case *found = wt_cases_find(&cases, kernels[k]);
    if (!found) return fprintf(stderr, "dwr_table: the manifest has no %s\n", kernels[k]), 2;
    wt_case c = *found;
    c.scale = strcmp(argv[3], "medium") ? 0 : c.medium;
    for (unsigned m = 0; m < MACHINES; m++) bad |= run(&c, m, (unsigned)strtoul(argv[2], NULL, 10), argv + 5, &result[k][m]) < 0;
  }
  table("Coalescing rate", offsetof(figures, coalescing), 2, 0);
  table("Idle cycles, % of all", offsetof(figures, idle), 1, 0);
  table("Lane activity, %", offsetof(figures, activity), 1, 0);
  table("IPC, thread instructions a cycle", offsetof(figures, ipc), 2, 0);
  table("IPC over that of the best fixed machine", offsetof(figures, ipc), 2, 1);
  table("Threads that wait for partners in idle cycles, %", offsetof(figures, partners), 1, 0);
  table("Distinct instructions in 16 fetches", offsetof(figures, distinct[0]), 1, 0);
  table("Distinct instructions in 32 fetches", offsetof(figures, distinct[1]), 1, 0);
  table("Distinct instructions in 64 fetches", offsetof(figures, distinct[2]), 1, 0);
  table("Fetches that repeat one of another warp among the last 32, %", offsetof(figures, redundant), 1, 0);
  wt_cases_free(&cases);
  return picture(argv[4]) ? 2 : bad;
}
