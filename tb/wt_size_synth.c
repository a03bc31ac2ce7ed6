/* wt_size_synth.c - runs Yosys on one block. Memories stay black boxes: what they cost depends on how they are built, not on their gates. */
#include "wt_size_synth.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "wt_gen.h"
#include "wt_rtl.h"

/* The recipe that the closed forms are fitted to: without passes that take minutes on a wide block for a few percent. */
#define RECIPE                                                                                                            \
  "proc; flatten; opt_expr; opt_clean; alumacc; memory_share; memory_collect; opt_clean; simplemap; techmap; opt_clean; " \
  "dfflegalize -cell $_DFF_P_ x; techmap; opt_clean; dfflibmap -liberty %s; "                                             \
  "abc -liberty %s -script +strash;ifraig;dc2;&get,-n;&nf;&put;print_stats; opt_clean; stat -liberty %s"

static int fail(int status, char *err, size_t errn, const char *fmt, const char *a, const char *b) {
  snprintf(err, errn, fmt, a, b);
  return status;
}

/* The files that the block needs, blank separated, by the script that the other tools use. */
static int sources(const char *stem, char *files, size_t n) {
  char cmd[1200];
  snprintf(cmd, sizeof cmd, "'%s/scripts/rtl_deps.sh' wt_%s", wt_root(), stem);
  FILE *p = popen(cmd, "r");
  size_t at = 0;
  char line[1024];
  files[0] = 0;
  while (p && fgets(line, sizeof line, p)) {
    line[strcspn(line, "\n")] = 0;
    if (at + strlen(line) + 2 < n) at += (size_t)snprintf(files + at, n - at, " %s", line);
  }
  return p && !pclose(p) && at ? 0 : -1;
}

/* Runs the script with limits of time and memory: 0, the exit status, or -1 when the time is over. */
static int yosys(const char *script, const char *log, unsigned timeout) {
  pid_t p = fork();
  if (p < 0) return 1;
  if (!p) {
    struct rlimit as = {UINT64_C(2) << 30, UINT64_C(2) << 30};
    setpgid(0, 0);
    setrlimit(RLIMIT_AS, &as);
    FILE *f = freopen(log, "w", stdout);
    if (f && dup2(fileno(f), 2) >= 0) execlp("yosys", "yosys", "-s", script, (char *)NULL);
    _exit(127);
  }
  for (unsigned ms = 0;; ms += 20) {
    int st;
    struct timespec t = {0, 20000000};
    if (waitpid(p, &st, WNOHANG) == p) return WIFEXITED(st) ? WEXITSTATUS(st) : 1;
    if (ms >= timeout * 1000u) {
      kill(-p, SIGKILL);
      waitpid(p, &st, 0);
      return -1;
    }
    nanosleep(&t, NULL);
  }
}

static int read_log(const char *log, const char *liberty, wt_synth *out, char *err, size_t errn) {
  FILE *f = fopen(log, "r");
  char line[2000], *p, why[300] = "no result";
  int have = 0;
  while (f && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    if ((p = strstr(line, "lev ="))) out->depth = (unsigned)strtoul(p + 5, NULL, 10);
    if ((p = strstr(line, "Number of cells:"))) out->cells = strtoull(p + 16, NULL, 10);
    if (strstr(line, "$mem_v2 ")) out->cells -= strtoull(strstr(line, "$mem_v2 ") + 8, NULL, 10);
    if ((p = strstr(line, "Chip area for"))) out->area = strtod(strrchr(p, ':') + 1, NULL), have = 1;
    if ((p = strstr(line, "ERROR:"))) snprintf(why, sizeof why, "%.280s", p + 7);
    if (strstr(line, "Area for cell type $_DFF_P_ is unknown"))
      snprintf(why, sizeof why, "it has no plain D flip-flop with an area"), have = -1;
  }
  if (f) fclose(f);
  if (have > 0) return 0;
  if (strstr(why, "liberty") || strstr(why, "Liberty") || have < 0)
    return fail(2, err, errn, "--liberty %s: %s", liberty, why);
  return fail(2, err, errn, "Yosys: %s%s", why, "");
}

/* "     DFF    96": flip-flops of our own library, by name; of others, cells whose name holds DFF. */
static uint64_t count_dff(const char *log) {
  FILE *f = fopen(log, "r");
  char line[2000], name[200];
  unsigned long long n;
  uint64_t sum = 0;
  while (f && fgets(line, sizeof line, f)) {
    if (strstr(line, "Number of cells:")) sum = 0;
    if (sscanf(line, " %199s %llu", name, &n) == 2 &&
        (strstr(name, "DFF") || strstr(name, "dff") || strstr(name, "_df")) && name[0] != '$')
      sum += n;
  }
  if (f) fclose(f);
  return sum;
}

static void remove_dir(const char *dir) {
  DIR *d = opendir(dir);
  char path[1024];
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.') snprintf(path, sizeof path, "%s/%s", dir, e->d_name), remove(path);
  if (d) closedir(d);
  rmdir(dir);
}

int wt_synth_run(const wt_shape *S, const char *stem, const char *liberty, unsigned timeout, wt_synth *out, char *err,
                 size_t errn) {
  char dir[] = "/tmp/wt_synth.XXXXXX", lib[1100], files[8000], script[100], log[100];
  struct timespec a, b;
  memset(out, 0, sizeof *out);
  if (system("command -v yosys >/dev/null 2>&1"))
    return fail(2, err, errn,
                "--synth: yosys is not installed (Debian: apt install yosys); sizes without --synth need no tools%s%s",
                "", "");
  if (liberty) snprintf(lib, sizeof lib, "%s", liberty);
  else snprintf(lib, sizeof lib, "%s/cmodel/size/gtech.lib", wt_root());
  if (access(lib, R_OK)) return fail(2, err, errn, "--liberty %s: cannot read: %s", lib, strerror(errno));
  if (strpbrk(lib, " ;'\"\n"))
    return fail(2, err, errn, "--liberty %s: the path must not hold blanks, quotes or semicolons%s", lib, "");
  if (sources(stem, files, sizeof files))
    return fail(2, err, errn, "--synth: no sources of block %s under %s/rtl", stem, wt_root());
  if (!mkdtemp(dir)) return fail(2, err, errn, "%s: cannot create a folder%s", dir, "");
  int rc = wt_gen_dir(dir, S, stem, err, errn) ? 2 : 0;
  snprintf(script, sizeof script, "%s/run.ys", dir), snprintf(log, sizeof log, "%s/log", dir);
  FILE *f = rc ? NULL : fopen(script, "w");
  if (f) {
    fprintf(f,
            "read_verilog -sv %s/wt_pkg.sv; read_verilog -sv -DSYNTHESIS%s; hierarchy -check -top wt_%s; " RECIPE "\n",
            dir, files, stem, lib, lib, lib);
    rc = fclose(f) ? 2 : 0;
    clock_gettime(CLOCK_MONOTONIC, &a);
    int st = yosys(script, log, timeout);
    clock_gettime(CLOCK_MONOTONIC, &b);
    out->seconds = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
    if (st < 0) {
      snprintf(err, errn,
               "--synth: %s is not done after %u s; take a smaller shape (--config small) or more time (--timeout)",
               stem, timeout);
      rc = 2;
    } else {
      rc = read_log(log, lib, out, err, errn);
      out->dff = count_dff(log);
    }
  } else if (!rc) {
    rc = fail(2, err, errn, "%s: cannot write%s", script, "");
  }
  remove_dir(dir);
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
