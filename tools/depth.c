/* depth.c - host tool: gate levels of every block of the presets, and of the longest path of sub-core and SM, against the committed table.
 *
 *   depth [--timeout SECONDS] [--kept] print SHAPE...           the figures; a shape is "PRESET [KEY=VALUE...]"
 *   depth [--timeout SECONDS] [--kept] def|doc PRESET...        rows for cmodel/size/levels.def; tests/golden/depth.md
 *   depth [--timeout SECONDS] [--changed] check PRESET...  exit 1 when a block or path is deeper than its row by more than the mapper varies
 *
 * Results are kept in the RTL cache under the hash of sources, numbers, recipe and tool. --changed: a block whose hash stands in its row is not
 * run again. A block that hits a limit keeps the figures of its row if the row has the same hash. --kept: nothing is run, what is not in the cache has no result. Exit: 0, 1 a check failed, 2 bad usage or a tool failed.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/wt_size_synth.h"

enum { MAX_CELLS = 400, MAX_PRESETS = 8, MAX_STEPS = 64, BUDGET = 80 };
typedef struct {
  const wt_blk *blk;
  unsigned preset;
  int done, limit; /* 0 waiting, 1 measured, 2 unchanged, -1 no result */
  char key[40], err[300];
  wt_depth d;
} cell;
/* modules whose longest path is asked for, and what the instance paths of their blocks hold */
static const struct { const char *name, *title, *inside; } scopes[] = {{"sub-core", "Sub-core", ".u_subcore."}, {"SM", "SM", ".u_sm."}};
static const char *const kinds[] = {"register to register", "input to register", "register to output", "input to output"};

static const char *names[MAX_PRESETS];
static wt_shape shape[MAX_PRESETS];
static wt_blks *blks[MAX_PRESETS];
/* Seconds of processor time. A block is to need no more than 60 on an idle core; a core whose caches and execution units others share needs
 * up to twice as many for the same work. */
static unsigned npresets, ncells, timeout = 120;
static cell *cells; /* shared with the processes that fill it, but for what they allocate */

static int usage(const char *text) { return fprintf(stderr, "depth: %s\n", text), 2; }

static int plan(char *err, size_t errn) {
  for (unsigned k = 0; k < npresets; k++) {
    if (wt_shape_words(&shape[k], names[k], err, errn)) return -1;
    if (!(blks[k] = wt_blks_new(&shape[k]))) return snprintf(err, errn, "out of memory"), -1;
    for (unsigned b = 0; b < blks[k]->n && ncells < MAX_CELLS; b++) {
      const wt_blk *x = &blks[k]->blk[b];
      if (x->outside || !x->chosen) continue;
      cell *c = &cells[ncells++];
      c->blk = x, c->preset = k;
      if (wt_synth_levels(&(wt_synth_of){&shape[k], x->stem, NULL, NULL, timeout}, NULL, c->key, NULL, err, errn)) return -1;
      c->key[8] = 0;
    }
  }
  return 0;
}

static int same_key(const cell *c) {
  const wt_levels *row = wt_levels_find(names[c->preset], c->blk->stem);
  return row && !strcmp(row->key, c->key);
}

/* Leaves out of a reason the command that Yosys gave: its scratch folder has another name in every run. */
static void shorten(char *err) {
  char *cmd = strstr(err, "execution of command "), *end = cmd ? strstr(cmd, "failed:") : NULL;
  if (end) memmove(cmd, end, strlen(end) + 1);
}

/* The processes fill the cache; what they have kept is read afterwards. */
static void measure(int changed, int kept_only) {
  const char *env = getenv("WT_JOBS");
  unsigned width = env && atoi(env) > 0 ? (unsigned)atoi(env) : 2, running = 0, ended = 0;
  for (unsigned i = 0; i < ncells || running;) {
    if (i < ncells && running < width) {
      cell *c = &cells[i++];
      if (kept_only || (changed && same_key(c))) continue;
      fflush(stdout);
      pid_t p = fork();
      if (!p) {
        c->done = wt_synth_levels(&(wt_synth_of){&shape[c->preset], c->blk->stem, NULL, NULL, timeout}, &c->d, NULL, &c->limit, c->err, sizeof c->err)
                    ? -1
                    : 1;
        _exit(0);
      }
      running += p > 0;
      continue;
    }
    if (wait(NULL) < 0) break;
    running--, ended++;
    if (isatty(2)) fprintf(stderr, "\r\033[K%u blocks", ended);
  }
  if (isatty(2)) fputs("\r\033[K", stderr);
  for (unsigned i = 0; i < ncells; i++) {
    cell *c = &cells[i];
    char none[300];
    shorten(c->err);
    if (c->done == -1) continue;
    const int kept = !wt_synth_levels(&(wt_synth_of){&shape[c->preset], c->blk->stem, NULL, NULL, 0}, &c->d, NULL, NULL, none, sizeof none);
    if (c->done == 1 && !kept) c->done = -1, snprintf(c->err, sizeof c->err, "its result was not kept: is the cache writable?");
    if (c->done == 0) c->done = kept ? 1 : changed ? 2 : -1;
    if (c->done == -1 && !*c->err) snprintf(c->err, sizeof c->err, "not measured yet");
  }
}

/* Steps of the longest path of a scope; 0 with a reason in why when a block has no result here. */
static int path(unsigned preset, unsigned scope, wt_depth_step *step, unsigned *missing, char *err, size_t errn) {
  wt_depth_inst b[MAX_CELLS];
  unsigned n = 0;
  *missing = 0;
  for (unsigned i = 0; i < ncells; i++) {
    const cell *c = &cells[i];
    if (c->preset != preset || !strstr(c->blk->path, scopes[scope].inside)) continue;
    if (c->done == 1) b[n++] = (wt_depth_inst){c->blk->stem, &c->d};
    else ++*missing;
  }
  return wt_depth_path(b, n, step, MAX_STEPS, err, errn);
}

static const char *level(int v, char buf[16]) {
  snprintf(buf, 16, v == WT_DEPTH_NONE ? "" : "%d", v);
  return buf;
}

static enum wt_depth_kind deepest(const wt_depth *d) {
  enum wt_depth_kind k = WT_DEPTH_RR;
  for (int i = 0; i < WT_DEPTH_KINDS; i++)
    if (d->levels[i] > d->levels[k]) k = (enum wt_depth_kind)i;
  return k;
}

/* The committed row of a block that has no result now: a slow machine does not take a figure away. */
static const wt_levels *kept_row(const cell *c) {
  const wt_levels *row = wt_levels_find(names[c->preset], c->blk->stem);
  return c->done != 1 && row && row->levels[0] != WT_LEVELS_NOT_RUN && !strcmp(row->key, c->key) ? row : NULL;
}

static void print_cell(const cell *c, int md) {
  char v[WT_DEPTH_KINDS][16];
  const wt_levels *row = kept_row(c);
  const char *fmt = md ? "| %s | %s | %s | %s | %s | %s | `%s` | `%s` |\n" : "%-10s %7s %7s %7s %7s  %-5s %s -> %s\n";
  if (row) {
    for (int k = 0; k < WT_DEPTH_KINDS; k++) level(row->levels[k], v[k]);
    printf(fmt, c->blk->stem, v[0], v[1], v[2], v[3], wt_levels_most(row) > BUDGET ? "over" : "", "", "");
    return;
  }
  if (c->done != 1) {
    printf(md ? "| %s | | | | | not run | %s | |\n" : "%-10s not run: %s\n", c->blk->stem, c->err);
    return;
  }
  for (int k = 0; k < WT_DEPTH_KINDS; k++) level(c->d.levels[k], v[k]);
  const enum wt_depth_kind k = deepest(&c->d);
  printf(fmt, c->blk->stem, v[0], v[1], v[2], v[3], c->d.levels[k] > BUDGET ? "over" : "", c->d.from[k], c->d.to[k]);
}

static int print_path(unsigned preset, unsigned scope, int md) {
  wt_depth_step s[MAX_STEPS];
  unsigned missing;
  char err[300];
  const int n = path(preset, scope, s, &missing, err, sizeof err);
  if (n < 1) return fprintf(stderr, "depth: %s of %s: %s\n", scopes[scope].name, names[preset], err), 1;
  printf("\n%s, register to register over the wiring: %d levels through %d blocks", scopes[scope].title, s[n - 1].sum, n);
  if (missing) printf(", at least: %u blocks have no result", missing);
  printf(md ? "\n\n| block | from | to | levels | sum |\n|---|---|---|---|---|\n" : "\n");
  for (int i = 0; i < n; i++)
    printf(md ? "| %s | %s | %s | %d | %d |\n" : "  %-10s %-22s -> %-22s %5d %6d\n", s[i].blk, s[i].in ? s[i].in : "register",
           s[i].out ? s[i].out : "register", s[i].levels, s[i].sum);
  return 0;
}

static int print_all(int md) {
  int bad = 0;
  if (md)
    printf("# Depth\n\nWritten by `make depth UPDATE=1`, not by hand: gate levels of every block on the presets ([structure "
           "sizes](../../docs/user/size.md) says how "
           "they are\nmeasured). `over`: more than %d levels. `make depth-check` fails when a block or path is deeper than its row; [gates of the "
           "blocks](../../docs/results/size.md)\nsays where the levels come from.\n",
           BUDGET);
  for (unsigned k = 0; k < npresets; k++) {
    if (md)
      printf("\n## %s\n\n| block | %s | %s | %s | %s | | from | to |\n|---|---|---|---|---|---|---|---|\n", names[k], kinds[0], kinds[1], kinds[2],
             kinds[3]);
    else printf("%s%s\n%-10s %7s %7s %7s %7s\n", k ? "\n" : "", names[k], "block", "reg-reg", "in-reg", "reg-out", "in-out");
    for (unsigned i = 0; i < ncells; i++)
      if (cells[i].preset == k) print_cell(&cells[i], md);
    for (unsigned s = 0; s < sizeof scopes / sizeof *scopes; s++) bad |= print_path(k, s, md);
  }
  return bad ? 2 : 0;
}

static int print_def(void) {
  wt_depth_step s[MAX_STEPS];
  char err[300];
  unsigned missing;
  printf("/* levels.def - gate levels of the blocks, measured: written by `make depth UPDATE=1`, not by hand.\n"
         " * LEVELS(preset, block, register to register, input to register, register to output, input to output, hash of what was measured)\n"
         " * PATH(preset, module, levels from register to register through two or more blocks, blocks without a result); -1: no such path; -2: no "
         "result */\n");
  for (unsigned i = 0; i < ncells; i++) {
    const cell *c = &cells[i];
    const wt_levels *row = kept_row(c);
    const int *v = row ? row->levels : c->d.levels, none = c->done != 1 && !row;
    printf("LEVELS(\"%s\", \"%s\", %d, %d, %d, %d, \"%s\")\n", names[c->preset], c->blk->stem, none ? -2 : v[0], none ? -2 : v[1], none ? -2 : v[2],
           none ? -2 : v[3], c->key);
  }
  for (unsigned k = 0; k < npresets; k++)
    for (unsigned p = 0; p < sizeof scopes / sizeof *scopes; p++) {
      const int n = path(k, p, s, &missing, err, sizeof err);
      if (n < 1) return fprintf(stderr, "depth: %s of %s: %s\n", scopes[p].name, names[k], err), 2;
      printf("PATH(\"%s\", \"%s\", %d, %u)\n", names[k], scopes[p].name, s[n - 1].sum, missing);
    }
  return 0;
}

/* ---- the ratchet ---- */

/* The mapper's choices depend on the order of names, which any change of the sources moves: a level, or 3 %, is no finding. */
static int allowed(int row) { return row <= 0 ? row : row + (row > 66 ? row * 3 / 100 : 1); }

static int check_block(const cell *c) {
  const char *preset = names[c->preset], *blk = c->blk->stem;
  const wt_levels *row = wt_levels_find(preset, blk);
  int bad = 0;
  if (!row) return printf("%s of %s has no row: make depth UPDATE=1\n", blk, preset), 1;
  if (c->done == -1 && row->levels[0] != WT_LEVELS_NOT_RUN) return printf("%s of %s: no result any more: %s\n", blk, preset, c->err), 1;
  if (c->done == 1 && row->levels[0] == WT_LEVELS_NOT_RUN) printf("%s of %s has a result now: make depth UPDATE=1 takes it in\n", blk, preset);
  if (c->done != 1 || row->levels[0] == WT_LEVELS_NOT_RUN) return 0;
  for (int k = 0; k < WT_DEPTH_KINDS; k++)
    if (c->d.levels[k] > allowed(row->levels[k]))
      bad = 1,
      printf("%s of %s: %s %d levels, %d in the table (%s -> %s): make it shallower, or renew the table with make depth UPDATE=1 and say why\n", blk,
             preset, kinds[k], c->d.levels[k], row->levels[k], c->d.from[k], c->d.to[k]);
  return bad;
}

static int check_path(unsigned preset, unsigned scope, unsigned *skipped) {
  wt_depth_step s[MAX_STEPS];
  unsigned missing;
  char err[300];
  const wt_levels_path *row = wt_levels_find_path(names[preset], scopes[scope].name);
  if (!row) return printf("%s of %s has no path in the table: make depth UPDATE=1\n", scopes[scope].name, names[preset]), 1;
  const int n = path(preset, scope, s, &missing, err, sizeof err);
  if (missing > row->missing) return ++*skipped, 0; /* unchanged blocks that are not in the cache */
  if (n < 1) return printf("%s of %s: %s\n", scopes[scope].name, names[preset], err), 1;
  if (s[n - 1].sum <= allowed(row->levels)) return 0;
  printf("%s of %s: the longest path has %d levels, %d in the table:", scopes[scope].name, names[preset], s[n - 1].sum, row->levels);
  for (int i = 0; i < n; i++) printf(" %s %d", s[i].blk, s[i].levels);
  return printf("\n"), 1;
}

static int check(void) {
  unsigned bad = 0, run = 0, same = 0, skipped = 0;
  for (unsigned i = 0; i < ncells; i++) bad += (unsigned)check_block(&cells[i]), run += cells[i].done == 1, same += cells[i].done == 2;
  for (unsigned i = 0; i < wt_nlevels; i++) /* a row of a block that is gone */
    for (unsigned k = 0; k < npresets; k++) {
      const wt_blk *x = strcmp(wt_levels_rows[i].preset, names[k]) ? NULL : wt_blk_find(blks[k], wt_levels_rows[i].blk);
      if (!strcmp(wt_levels_rows[i].preset, names[k]) && (!x || !x->chosen))
        bad++, printf("%s of %s has a row but is no block: make depth UPDATE=1\n", wt_levels_rows[i].blk, names[k]);
    }
  for (unsigned k = 0; k < npresets; k++)
    for (unsigned s = 0; s < sizeof scopes / sizeof *scopes; s++) bad += (unsigned)check_path(k, s, &skipped);
  printf("depth-check: %u blocks measured, %u unchanged since their row, %u deeper or wrong", run, same, bad);
  printf(skipped ? "; %u paths not compared (blocks that are not in the cache)\n" : "\n", skipped);
  return bad ? 1 : 0;
}

int main(int argc, char **argv) {
  const char *what = NULL;
  char err[500];
  int changed = 0, kept = 0;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--timeout") && i + 1 < argc && atoi(argv[i + 1]) > 0) timeout = (unsigned)atoi(argv[++i]);
    else if (!strcmp(argv[i], "--changed")) changed = 1;
    else if (!strcmp(argv[i], "--kept")) kept = 1;
    else if (*argv[i] == '-') return usage("usage: depth [--timeout SECONDS] [--changed|--kept] print|def|doc|check PRESET...");
    else if (!what) what = argv[i];
    else if (npresets < MAX_PRESETS) names[npresets++] = argv[i];
  }
  if (!what || !npresets) return usage("usage: depth [--timeout SECONDS] [--changed|--kept] print|def|doc|check PRESET...");
  cells = mmap(NULL, MAX_CELLS * sizeof *cells, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (cells == MAP_FAILED) return usage("out of memory");
  if (plan(err, sizeof err)) return usage(err);
  measure(changed && !strcmp(what, "check"), kept);
  int rc = !strcmp(what, "check")   ? check()
           : !strcmp(what, "def")   ? print_def()
           : !strcmp(what, "doc")   ? print_all(1)
           : !strcmp(what, "print") ? print_all(0)
                                    : usage("expected print, def, doc or check");
  for (unsigned i = 0; i < ncells; i++)
    if (cells[i].done == 1) wt_depth_free(&cells[i].d);
  for (unsigned k = 0; k < npresets; k++) wt_blks_free(blks[k]);
  return rc;
}
