/* wt_size_synth.c - runs Yosys on one block. Memories stay black boxes: their price depends on how they are built. */
#include "cli/wt_size_synth.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cosim/wt_gen.h"
#include "isa/wt_outfile.h"
#include "cosim/wt_rtl.h"
#include "cosim/wt_rtl_src.h"

/* The recipe that the closed forms are fitted to; %s: shiftx.v, the library three times. It leaves out what takes minutes on a wide block for
 * a few percent: sharing of memory ports, and the search for functionally equal nodes. Equal lanes are synthesised once. */
#define RECIPE                                                                                                       \
  "proc; setattr -mod -set keep_hierarchy 1 *_lane; flatten; opt_expr; opt_clean; wreduce; opt_clean; techmap -map " \
  "%s; opt_expr; opt_clean; "                                                                                        \
  "alumacc; memory_collect; opt_clean; simplemap; techmap; opt_clean; "                                              \
  "dfflegalize -cell $_DFF_P_ x; techmap; opt_clean; dfflibmap -liberty %s; "                                        \
  "abc -liberty %s -script +strash;dc2;dc2;&get,-n;&nf;&put;print_stats; opt_clean; stat -liberty %s"

/* The recipe for levels, below the root; it says why it is as it is. */
#define LEVELS "scripts/depth.ys"

typedef struct {
  char dir[32], lib[1100], map[1100], script[64], log[64], kept[1200], key[40];
  char files[8000], blif[64];
  int module;
  wt_depth *depth; /* where the levels go; NULL: a job for area */
} job;

static int fail(char *err, size_t errn, const char *fmt, const char *a, const char *b) {
  snprintf(err, errn, fmt, a, b);
  return 2;
}

/* ---- results of earlier runs ---- */

static void kept_path(job *j, const char *package, const char *recipe, const char *library) {
  char dir[1100], err[600], *salt = NULL;
  char *map = wt_src_slurp(j->map);
  if (!map) return;
  size_t n = strlen(recipe) + strlen(library) + strlen(map) + 1;
  if (wt_cache_dir(dir, 1000, err, sizeof err)) return free(map); /* nothing is kept then */
  if (!(salt = malloc(n))) return free(map);
  snprintf(salt, n, "%s%s%s", recipe, map, library);
  free(map);
  wt_src_key(j->module, package, salt, j->key);
  free(salt);
  strcat(dir, "/synth");
  mkdir(dir, 0777);
  snprintf(j->kept, sizeof j->kept, "%s/%s%s", dir, j->depth ? "levels-" : "", j->key);
}

static int load_kept(const job *j, wt_synth *s) {
  FILE *f = *j->kept ? fopen(j->kept, "r") : NULL;
  int ok = f && j->depth ? !wt_depth_load(f, j->depth)
                         : f && fscanf(f, "%lf %" SCNu64 " %" SCNu64 " %u %lf", &s->area, &s->cells, &s->dff, &s->depth, &s->seconds) == 5;
  if (f) fclose(f);
  return s->kept = ok;
}

/* A run that took too long does so again: "SECONDS time" beside the results. */
static int limit_line(int memory, const char *stem, unsigned timeout, char *err, size_t errn) {
  if (memory) snprintf(err, errn, "--synth: %s needs more than 2 GB or more than the machine has; take a smaller shape (--config small)", stem);
  else
    snprintf(err, errn,
             "--synth: %s is not done after %u s of processor time; take a smaller shape (--config small) or more time "
             "(--timeout)",
             stem, timeout);
  return 2;
}

static int known_limit(const job *j, const char *stem, unsigned timeout, char *err, size_t errn) {
  char path[1300];
  unsigned seconds = 0;
  snprintf(path, sizeof path, "%s.limit", j->kept);
  FILE *f = *j->kept ? fopen(path, "r") : NULL;
  if (f && fscanf(f, "%u", &seconds) != 1) seconds = 0;
  if (f) fclose(f);
  return seconds >= timeout ? limit_line(0, stem, timeout, err, errn) : 0;
}

static void keep_limit(const job *j, unsigned timeout) {
  char path[1300];
  snprintf(path, sizeof path, "%s.limit", j->kept);
  FILE *f = *j->kept ? fopen(path, "w") : NULL;
  if (!f) return;
  fprintf(f, "%u time\n", timeout);
  if (fclose(f)) remove(path);
}

static void keep(const job *j, const wt_synth *s) {
  wt_outfile o;
  if (!*j->kept || wt_outfile_begin(&o, j->kept)) return;
  FILE *f = fopen(o.part, "w");
  if (f && j->depth) wt_depth_save(f, j->depth);
  else if (f) fprintf(f, "%.2f %" PRIu64 " %" PRIu64 " %u %.1f\n", s->area, s->cells, s->dff, s->depth, s->seconds);
  wt_outfile_end(&o, f && !fclose(f)); /* what is not kept is made again */
}

/* ---- one run ---- */

static double cpu_of(const struct rusage *u) {
  return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) + (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) * 1e-6;
}

/* Runs the script: its exit status, -1 when it was stopped, -2 when a signal ended it. Processor time counts, so that a busy machine changes nothing; a run that
 * gets none at all ends after ten times as long. */
static int yosys(const job *j, unsigned timeout, double *seconds) {
  struct rusage before, after;
  getrusage(RUSAGE_CHILDREN, &before);
  pid_t p = fork();
  if (p < 0) return 1;
  if (!p) {
    struct rlimit as = {UINT64_C(2) << 30, UINT64_C(2) << 30}, cpu = {timeout, timeout}, core = {0, 0};
    setpgid(0, 0);
    setrlimit(RLIMIT_AS, &as), setrlimit(RLIMIT_CPU, &cpu), setrlimit(RLIMIT_CORE, &core);
    FILE *f = freopen(j->log, "w", stdout);
    if (f && dup2(fileno(f), 2) >= 0 && !(j->depth && chdir(wt_root()))) execlp("yosys", "yosys", "-s", j->script, (char *)NULL);
    _exit(127);
  }
  int st = 0, late = 0;
  for (unsigned ms = 0; waitpid(p, &st, WNOHANG) != p; ms += 10) {
    struct timespec t = {0, 10000000};
    nanosleep(&t, NULL);
    if (ms < timeout * 10000u) continue;
    kill(-p, SIGKILL);
    waitpid(p, &st, 0);
    late = 1;
    break;
  }
  getrusage(RUSAGE_CHILDREN, &after);
  *seconds = cpu_of(&after) - cpu_of(&before);
  return late || *seconds >= timeout - 0.5 ? -1 : WIFEXITED(st) ? WEXITSTATUS(st) : -2;
}

/* "     DFF    96": flip-flops of our own library, by name; of others, cells whose name holds DFF. */
static int is_dff(const char *cell) { return *cell != '$' && (strstr(cell, "DFF") || strstr(cell, "dff") || strstr(cell, "_df")); }

static int read_log(const job *j, wt_synth *out, int *memory, char *err, size_t errn) {
  FILE *f = fopen(j->log, "r");
  char line[2000], name[200], *p, why[300] = "no result";
  unsigned long long n;
  int have = 0;
  *memory = 0;
  while (f && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    if ((p = strstr(line, "lev ="))) out->depth += (unsigned)strtoul(p + 5, NULL, 10);
    if ((p = strstr(line, "Number of cells:"))) out->cells = strtoull(p + 16, NULL, 10), out->dff = 0;
    if (sscanf(line, " %199s %llu", name, &n) == 2 && is_dff(name)) out->dff += n;
    if ((p = strstr(line, " $mem_v2 "))) out->cells -= strtoull(p + 9, NULL, 10);
    if ((p = strstr(line, "Chip area for"))) out->area = strtod(strrchr(p, ':') + 1, NULL), have = 1;
    if ((p = strstr(line, "ERROR:"))) snprintf(why, sizeof why, "%.280s", p + 7);
    if (strstr(line, "bad_alloc") || strstr(line, "ut of memory")) *memory = 1;
    if (strstr(line, "Area for cell type $_DFF_P_ is unknown") || strstr(line, "cannot be legalized"))
      snprintf(why, sizeof why, "it has no plain D flip-flop with an area"), have = -1;
  }
  if (f) fclose(f);
  if (have > 0) return 0;
  if (strstr(why, "liberty") || strstr(why, "Liberty") || strstr(why, "Syntax error in line") || have < 0)
    return fail(err, errn, "--liberty %s: %s", j->lib, why);
  return fail(err, errn, "Yosys: %s%s", why, "");
}

/* The netlist that the recipe for levels has left, or the reason why there is none. */
static int read_netlist(const job *j, int *memory, char *err, size_t errn) {
  char why[300] = "";
  wt_synth none = {0};
  FILE *f = fopen(j->blif, "r");
  int rc = f ? wt_depth_netlist(f, j->depth, why, sizeof why) : 2;
  if (f) fclose(f);
  if (!rc) return 0;
  return *why ? fail(err, errn, "levels: %s%s", why, "") : read_log(j, &none, memory, err, errn);
}

static void remove_dir(const char *dir) {
  DIR *d = opendir(dir);
  char path[1024];
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.') snprintf(path, sizeof path, "%s/%s", dir, e->d_name), remove(path);
  if (d) closedir(d);
  rmdir(dir);
}

static int run(job *j, const char *stem, unsigned timeout, wt_synth *out, int *limit, char *err, size_t errn) {
  FILE *f = fopen(j->script, "w");
  int memory = 0;
  if (!f) return fail(err, errn, "%s: cannot write%s", j->script, "");
  fprintf(f, "read_verilog -sv %s/wt_pkg.sv; read_verilog -sv -I%s/rtl -DSYNTHESIS%s; hierarchy -check -top wt_%s\n", j->dir, wt_root(), j->files,
          stem);
  if (j->depth) fprintf(f, "script %s\nwrite_blif -icells -gates -param %s\n", LEVELS, j->blif);
  else fprintf(f, RECIPE "\n", j->map, j->lib, j->lib, j->lib);
  if (fclose(f)) return fail(err, errn, "%s: cannot write%s", j->script, "");
  const int st = yosys(j, timeout, &out->seconds);
  if (st != -1) {
    if (!(j->depth ? read_netlist(j, &memory, err, errn) : read_log(j, out, &memory, err, errn))) return keep(j, out), 0;
    if (!memory && st != -2) return 2;
  }
  *limit = 1;
  /* a signal may be the machine's want of memory, and a run without enough processor time says nothing of the block */
  if (st == -1 && out->seconds >= timeout - 0.5) keep_limit(j, timeout);
  return limit_line(st != -1, stem, timeout, err, errn);
}

/* What the two kinds of run have in common; lib and depth are set. key: only the key is asked for. */
static int synthesise(job *j, const wt_shape *S, const char *stem, unsigned timeout, wt_synth *out, int *limit, int key, char *err, size_t errn) {
  char name[64], path[1100];
  *limit = 0;
  memset(out, 0, sizeof *out);
  if (system("command -v yosys >/dev/null 2>&1"))
    return fail(err, errn, "--synth: yosys is not installed (Debian: apt install yosys); sizes without --synth need no tools%s%s", "", "");
  snprintf(j->map, sizeof j->map, "%s/cmodel/size/shiftx.v", wt_root());
  snprintf(path, sizeof path, "%s/%s", wt_root(), LEVELS);
  char *text = wt_src_slurp(j->depth ? path : j->lib); /* the library, or the recipe for levels */
  if (!text && j->depth) return fail(err, errn, "%s: cannot read: %s", path, strerror(errno));
  if (!text) return fail(err, errn, "--liberty %s: cannot read: %s", j->lib, strerror(errno));
  if (strpbrk(j->lib, " ;'\"\n")) {
    free(text);
    return fail(err, errn, "--liberty %s: the path must not hold blanks, quotes or semicolons%s", j->lib, "");
  }
  snprintf(name, sizeof name, "wt_%s", stem), snprintf(j->dir, sizeof j->dir, "/tmp/wt_synth.XXXXXX");
  int rc = wt_src_load(wt_root(), err, errn) ? 2 : 0;
  if (!rc && ((j->module = wt_src_find(name)) < 0 || wt_src_files(j->module, j->files, sizeof j->files)))
    rc = fail(err, errn, "--synth: no sources of block %s under %s/rtl", stem, wt_root());
  if (!rc && !mkdtemp(j->dir)) rc = fail(err, errn, "%s: cannot create a folder%s", j->dir, "");
  if (rc) return free(text), rc;
  rc = wt_gen_dir(j->dir, S, stem, 0, err, errn) ? 2 : 0;
  snprintf(j->script, sizeof j->script, "%s/run.ys", j->dir), snprintf(j->log, sizeof j->log, "%s/log", j->dir);
  snprintf(j->blif, sizeof j->blif, "%s/netlist", j->dir);
  snprintf(path, sizeof path, "%s/wt_pkg.sv", j->dir);
  char *package = rc ? NULL : wt_src_slurp(path);
  if (package) kept_path(j, package, j->depth ? "" : RECIPE, text);
  if (!rc && !key && !load_kept(j, out) && !timeout) rc = *limit = 2; /* only what is kept */
  else if (!rc && !key && !out->kept && !(*limit = (rc = known_limit(j, stem, timeout, err, errn)) != 0))
    rc = run(j, stem, timeout, out, limit, err, errn);
  free(package), free(text);
  remove_dir(j->dir);
  return rc;
}

int wt_synth_run(const wt_shape *S, const char *stem, const char *liberty, unsigned timeout, wt_synth *out, int *limit, char *err, size_t errn) {
  static job j;
  int hit = 0;
  memset(&j, 0, sizeof j);
  if (liberty) snprintf(j.lib, sizeof j.lib, "%s", liberty);
  else snprintf(j.lib, sizeof j.lib, "%s/cmodel/size/gtech.lib", wt_root());
  return synthesise(&j, S, stem, timeout, out, limit ? limit : &hit, 0, err, errn);
}

int wt_synth_levels(const wt_shape *S, const char *stem, unsigned timeout, wt_depth *out, char key[40], int *limit, char *err, size_t errn) {
  static job j;
  wt_depth none = {0};
  wt_synth s;
  int hit = 0;
  memset(&j, 0, sizeof j);
  if (out) memset(out, 0, sizeof *out);
  j.depth = out ? out : &none;
  const int rc = synthesise(&j, S, stem, timeout, &s, limit ? limit : &hit, !out, err, errn);
  if (key) memcpy(key, j.key, sizeof j.key);
  return rc;
}

int64_t wt_synth_model(const wt_size *z, const char *stem) {
  int64_t ge = 0;
  for (unsigned i = 0; i < z->n; i++) {
    const wt_size_item *x = &z->item[i];
    if (!strcmp(x->blk, stem) && (x->kind == WT_SZ_REG || x->kind == WT_SZ_LOGIC)) ge += x->ge / (int64_t)x->count;
  }
  return ge;
}
