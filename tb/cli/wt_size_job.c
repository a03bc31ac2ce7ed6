/* wt_size_job.c - one run of Yosys over a block. */
#define _GNU_SOURCE
#include "cli/wt_size_job.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cosim/wt_gen.h"
#include "cosim/wt_rtl_src.h"
#include "files/wt_outfile.h"
#include "lib/wt_home.h"
#include "lib/wt_world.h"
#include "wt_size_makers.h"

int wt_size_fail(char *err, size_t errn, const char *fmt, const char *a, const char *b) {
  snprintf(err, errn, fmt, a, b);
  return 2;
}

/* ---- a library's text ---- */

/* The cell that begins at p, "cell (NAME) {"; where its body begins, or NULL. */
static const char *cell_at(const char *p, char name[64]) {
  size_t n = 0;
  for (p += 4; *p == ' '; p++) continue;
  if (*p++ != '(') return NULL;
  while (*p == ' ' || *p == '"') p++;
  while (n < 63 && (isalnum((unsigned char)*p) || *p == '_')) name[n++] = *p++;
  name[n] = 0;
  p = strchr(p, '{');
  return n ? p : NULL;
}
static double area_of(const char *body) {
  const char *a = strstr(body, "area"), *next = strstr(body, "cell ");
  if (!a || (next && next < a)) return 0;
  a += 4 + strspn(a + 4, " :");
  return strtod(a, NULL);
}
double wt_liberty_area(const char *text, const char *cell) {
  char name[64];
  for (const char *p = text; (p = strstr(p, "cell")); p += 4) {
    const char *body = (p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_')) || !strchr(" (", p[4]) ? NULL : cell_at(p, name);
    if (body && !strcmp(name, cell)) return area_of(body);
  }
  return 0;
}
double wt_liberty_nand2(const char *text) {
  char name[64];
  double least = 0;
  for (const char *p = text; (p = strstr(p, "cell")); p += 4) {
    const char *body = (p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_')) || !strchr(" (", p[4]) ? NULL : cell_at(p, name);
    if (!body) continue;
    const double a = strcasestr(name, "nand2") ? area_of(body) : 0;
    if (a > 0) least = least > 0 ? fmin(least, a) : a;
  }
  return least;
}

/* ---- results of earlier runs ---- */

/* Which module of the user's, and the ports that it was found to have: of another block, or of another shape, it has not been looked at yet. */
static void whose(const wt_synth_of *w, char text[120]) {
  wt_world x;
  wt_blks *blks = w->user ? wt_blks_new(w->S) : NULL;
  const wt_blk *b = blks ? wt_blk_find(blks, w->stem) : NULL;
  *text = 0;
  if (b && !wt_world_open(&x, blks, b, wt_blk_here(b))) {
    snprintf(text, 120, "%s %016" PRIx64, w->user->module, wt_world_hash(&x.w));
    wt_world_close(&x);
  }
  wt_blks_free(blks);
}

static void opensta_version(char text[80]) {
  FILE *p = popen("sta -version 2>&1", "r");
  if (!p || !fgets(text, 80, p)) *text = 0;
  if (p) pclose(p);
}

static void kept_path(wt_size_job *j, const char *package) {
  char dir[1100], err[600], top[120], version[80] = "", *salt = NULL;
  char *map = wt_src_slurp(j->map), *memories = j->kind->timed ? wt_src_slurp(j->memories) : calloc(1, 1);
  size_t n = 0;
  FILE *f = map && memories && !wt_cache_dir(dir, 1000, err, sizeof err) ? open_memstream(&salt, &n) : NULL; /* NULL: nothing is kept then */
  whose(j->of, top);
  if (j->kind->timed) opensta_version(version);
  if (f) fprintf(f, "%s%s%s%s%s%s", j->kind->recipe, map, j->library, top, memories, version);
  free(map), free(memories);
  if (!f || fclose(f)) return free(salt);
  wt_src_key(j->module, package, salt, j->key);
  free(salt);
  strcat(dir, "/synth");
  mkdir(dir, 0777);
  snprintf(j->kept, sizeof j->kept, "%s/%s%s", dir, j->kind->prefix, j->key);
}

/* The first line of a result says what made it: that of another program is none. */
static const char made_by[] = "made by " WT_SIZE_MAKERS "\n";

static int load_kept(wt_size_job *j) {
  char first[sizeof made_by + 1] = "";
  FILE *f = *j->kept ? fopen(j->kept, "r") : NULL;
  j->kept_now = f && fgets(first, sizeof first, f) && !strcmp(first, made_by) && !j->kind->load(f, j);
  if (f) fclose(f);
  return j->kept_now;
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

static int known_limit(const wt_size_job *j, char *err, size_t errn) {
  char path[1400];
  unsigned seconds = 0;
  snprintf(path, sizeof path, "%s.limit", j->kept);
  FILE *f = *j->kept ? fopen(path, "r") : NULL;
  if (f && fscanf(f, "%u", &seconds) != 1) seconds = 0;
  if (f) fclose(f);
  return seconds >= j->of->timeout ? limit_line(0, j->of->stem, j->of->timeout, err, errn) : 0;
}

static void keep_limit(const wt_size_job *j) {
  char path[1400];
  snprintf(path, sizeof path, "%s.limit", j->kept);
  FILE *f = *j->kept ? fopen(path, "w") : NULL;
  if (!f) return;
  fprintf(f, "%u time\n", j->of->timeout);
  if (fclose(f)) remove(path);
}

static void keep(const wt_size_job *j) {
  wt_outfile o;
  if (!*j->kept || wt_outfile_begin(&o, j->kept)) return;
  FILE *f = fopen(o.part, "w");
  if (f) fputs(made_by, f), j->kind->save(f, j);
  wt_outfile_end(&o, f && !wt_outfile_close(f)); /* what is not kept is made again */
}

/* ---- one run ---- */

static double cpu_of(const struct rusage *u) {
  return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) + (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) * 1e-6;
}

/* Processor time counts, so that a busy machine changes nothing; a run that gets none at all ends after ten times as long. */
int wt_size_tool(const char *const argv[], const char *in, const char *log, unsigned timeout, double *seconds) {
  struct rusage before, after;
  getrusage(RUSAGE_CHILDREN, &before);
  fflush(stdout); /* or the child says it once more */
  pid_t p = fork();
  if (p < 0) return 1;
  if (!p) {
    struct rlimit as = {UINT64_C(2) << 30, UINT64_C(2) << 30}, cpu = {timeout, timeout}, core = {0, 0};
    setpgid(0, 0);
    setrlimit(RLIMIT_AS, &as), setrlimit(RLIMIT_CPU, &cpu), setrlimit(RLIMIT_CORE, &core);
    FILE *f = freopen(log, "w", stdout);
    if (f && dup2(fileno(f), 2) >= 0 && !(in && chdir(in))) execvp(argv[0], (char *const *)argv);
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
  const double took = cpu_of(&after) - cpu_of(&before);
  *seconds += took;
  return late || took >= timeout - 0.5 ? -1 : WIFEXITED(st) ? WEXITSTATUS(st) : -2;
}

static int wants_memory(const char *log) {
  FILE *f = fopen(log, "r");
  char line[2000];
  int memory = 0;
  while (f && fgets(line, sizeof line, f)) memory |= strstr(line, "bad_alloc") || strstr(line, "ut of memory");
  if (f) fclose(f);
  return memory;
}

int wt_size_complaint(const wt_size_job *j, char *err, size_t errn) {
  FILE *f = fopen(j->log, "r");
  char line[2000], why[300] = "no result", *p;
  int library = 0;
  while (f && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    if ((p = strstr(line, "ERROR:"))) snprintf(why, sizeof why, "%.280s", p + 7);
    if (strstr(line, "Area for cell type $_DFF_P_ is unknown") || strstr(line, "cannot be legalized"))
      snprintf(why, sizeof why, "it has no plain D flip-flop with an area"), library = 1;
  }
  if (f) fclose(f);
  if (library || strstr(why, "liberty") || strstr(why, "Liberty") || strstr(why, "Syntax error in line"))
    return wt_size_fail(err, errn, "--liberty %s: %s", j->lib, why);
  return wt_size_fail(err, errn, "Yosys: %s%s", why, "");
}

static void remove_dir(const char *dir) {
  DIR *d = opendir(dir);
  char path[1024];
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.') snprintf(path, sizeof path, "%s/%s", dir, e->d_name), remove(path);
  if (d) closedir(d);
  rmdir(dir);
}

/* A user's file stands where ours would: what the mapper makes of equal sources hangs on their order. Its path may hold blanks. */
static void write_sources(const wt_size_job *j, FILE *f) {
  const wt_user *user = j->of->user;
  char files[sizeof j->files], ours[1100] = "";
  memcpy(files, j->files, sizeof files);
  if (user) {
    snprintf(ours, sizeof ours, "%s/rtl/%s/wt_%s.sv", wt_root(), user->blk->group, j->of->stem);
    char *at = strstr(files, user->file);
    if (at) memmove(at, at + strlen(user->file), strlen(at + strlen(user->file)) + 1);
  }
  int waits = user != NULL;
  fprintf(f, "read_verilog -sv -I%s/rtl -DSYNTHESIS", wt_root());
  for (char *save = NULL, *p = strtok_r(files, " ", &save); p; p = strtok_r(NULL, " ", &save)) {
    if (waits && strcmp(p, ours) > 0) fprintf(f, " \"%s\"", user->file), waits = 0;
    fprintf(f, " %s", p);
  }
  if (waits) fprintf(f, " \"%s\"", user->file);
}

static int run(wt_size_job *j, char *err, size_t errn) {
  const unsigned timeout = j->of->timeout;
  const char *const argv[] = {"yosys", "-s", j->script, NULL};
  FILE *f = fopen(j->script, "w");
  if (!f) return wt_size_fail(err, errn, "%s: cannot write%s", j->script, "");
  fprintf(f, "read_verilog -sv %s/wt_pkg.sv; ", j->dir);
  write_sources(j, f);
  fprintf(f, "; hierarchy -check -top %s%s\n", j->of->user ? "" : "wt_", j->of->user ? j->of->user->module : j->of->stem);
  j->kind->script(j, f);
  if (fclose(f)) return wt_size_fail(err, errn, "%s: cannot write%s", j->script, "");
  const int st = wt_size_tool(argv, j->kind->file ? wt_root() : NULL, j->log, timeout, &j->seconds);
  int memory = st == -2;
  if (st != -1) {
    if (!j->kind->result(j, err, errn)) return keep(j), 0;
    memory |= wants_memory(j->log);
    if (!memory) return 2;
  }
  j->limit = 1;
  /* a signal may be the machine's want of memory, and a run without enough processor time says nothing of the block */
  if (st == -1 && j->seconds >= timeout - 0.5) keep_limit(j);
  return limit_line(st != -1, j->of->stem, timeout, err, errn);
}

static int sources(wt_size_job *j, char *err, size_t errn) {
  char name[64];
  if (wt_src_load(wt_root(), err, errn)) return 2;
  snprintf(name, sizeof name, "wt_%s", j->of->stem);
  j->module = j->of->user ? wt_src_add_own(j->of->user->file) : wt_src_find(name);
  if (j->module >= 0 && !wt_src_files(j->module, j->files, sizeof j->files)) return 0;
  return wt_size_fail(err, errn, "--synth: no sources of block %s under %s/rtl", j->of->stem, wt_root());
}

int wt_size_job_run(wt_size_job *j, int key_only, char *err, size_t errn) {
  char path[1200];
  if (system("command -v yosys >/dev/null 2>&1"))
    return wt_size_fail(err, errn, "--synth: yosys is not installed (Debian: apt install yosys); sizes without --synth need no tools%s%s", "", "");
  if (j->of->liberty) snprintf(j->lib, sizeof j->lib, "%s", j->of->liberty);
  else snprintf(j->lib, sizeof j->lib, "%s/cmodel/size/gtech.lib", wt_root());
  snprintf(j->map, sizeof j->map, "%s/cmodel/size/shiftx.v", wt_root());
  snprintf(j->memories, sizeof j->memories, "%s/cmodel/size/mempath.v", wt_root());
  snprintf(path, sizeof path, "%s/%s", wt_root(), j->kind->file ? j->kind->file : "");
  j->library = wt_src_slurp(j->kind->file ? path : j->lib);
  if (!j->library && j->kind->file) return wt_size_fail(err, errn, "%s: cannot read: %s", path, strerror(errno));
  if (!j->library) return wt_size_fail(err, errn, "--liberty %s: cannot read: %s", j->lib, strerror(errno));
  int rc =
    strpbrk(j->lib, " ;'\"\n") ? wt_size_fail(err, errn, "--liberty %s: the path must not hold blanks, quotes or semicolons%s", j->lib, "") : 0;
  snprintf(j->dir, sizeof j->dir, "/tmp/wt_synth.XXXXXX");
  if (!rc) rc = sources(j, err, errn);
  if (!rc && !mkdtemp(j->dir)) rc = wt_size_fail(err, errn, "%s: cannot create a folder%s", j->dir, "");
  if (rc) return free(j->library), rc;
  rc = wt_gen_dir(j->dir, j->of->S, j->of->stem, 0, err, errn) ? 2 : 0;
  snprintf(j->script, sizeof j->script, "%s/run.ys", j->dir), snprintf(j->log, sizeof j->log, "%s/log", j->dir);
  snprintf(j->netlist, sizeof j->netlist, "%s/netlist", j->dir);
  snprintf(path, sizeof path, "%s/wt_pkg.sv", j->dir);
  char *package = rc ? NULL : wt_src_slurp(path);
  if (package) kept_path(j, package);
  if (!rc && !key_only && !load_kept(j) && !j->of->timeout) rc = j->limit = 2; /* only what is kept */
  else if (!rc && !key_only && !j->kept_now && !(j->limit = (rc = known_limit(j, err, errn)) != 0)) rc = run(j, err, errn);
  free(package), free(j->library);
  j->library = NULL;
  remove_dir(j->dir);
  return rc;
}
