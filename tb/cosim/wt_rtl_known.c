/* wt_rtl_known.c - plug-ins that a build has named before: symbolic links in the cache, called after the hash of what was built from. The
 * hash is taken over the module's sources without comments and all else that a build may hang on; a link that is not there only costs a call of the
 * script.
 */
#define _GNU_SOURCE
#include "cosim/wt_rtl_known.h"

#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cosim/wt_gen.h"
#include "cosim/wt_rtl_src.h"
#include "lib/wt_home.h"

static const char prefix[] = ".known-";
enum { PATH = 1400 };

static void text(struct sha256_ctx *c, const char *s) { sha256_update(c, strlen(s) + 1, (const uint8_t *)s); }

/* The name counts below the root only: a tree may be moved. */
static void file(struct sha256_ctx *c, const char *root, const char *path) {
  uint8_t part[16384];
  FILE *f = fopen(path, "r");
  text(c, path + strlen(root));
  for (size_t n; f && (n = fread(part, 1, sizeof part, f)) > 0;) sha256_update(c, n, part);
  if (f) fclose(f);
  text(c, "");
}
static void files(struct sha256_ctx *c, const char *pattern) {
  char path[PATH];
  glob_t g;
  snprintf(path, sizeof path, "%.1000s/%s", wt_root(), pattern);
  if (glob(path, 0, NULL, &g)) return;
  for (size_t i = 0; i < g.gl_pathc; i++) file(c, wt_root(), g.gl_pathv[i]);
  globfree(&g);
}

/* A tool is taken for another one when its file is: to ask it for its version takes as long as all the rest. */
static void tool(struct sha256_ctx *c, const char *name) {
  const char *p = getenv("PATH");
  for (size_t n; p && *p; p += n + (p[n] == ':')) {
    char path[PATH], mark[200];
    struct stat st;
    n = strcspn(p, ":");
    snprintf(path, sizeof path, "%.*s/%s", (int)(n < 1000 ? n : 1000), p, name);
    if (access(path, X_OK) || stat(path, &st)) continue;
    text(c, path);
    snprintf(mark, sizeof mark, "%llu %lld %ld", (unsigned long long)st.st_size, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
    text(c, mark);
    return;
  }
}

/* Of a build for one processor: which one it is, without what changes while it runs. */
static void processor(struct sha256_ctx *c) {
  char line[4096];
  FILE *f = fopen("/proc/cpuinfo", "r");
  while (f && fgets(line, sizeof line, f) && *line != '\n')
    if (!strncmp(line, "model", 5) || !strncmp(line, "flags", 5) || !strncmp(line, "CPU ", 4) || !strncmp(line, "Features", 8)) text(c, line);
  if (f) fclose(f);
}

/* The sources of the module without comments, and those numbers of the package that they use. */
static int sources(struct sha256_ctx *c, const wt_shape *S, const char *stem) {
  char module[64] = "wt_gpu", key[40], err[200], *package = NULL;
  size_t n = 0;
  if (stem) snprintf(module, sizeof module, "wt_%.50s", stem);
  if (wt_src_load(wt_root(), err, sizeof err)) return -1;
  int at = wt_src_find(module);
  FILE *f = at < 0 ? NULL : open_memstream(&package, &n);
  if (!f) return -1;
  wt_gen_pkg(f, S);
  int bad = fclose(f);
  if (!bad) wt_src_key_of(at, package, "", key), text(c, key);
  free(package);
  return bad;
}

/* What every build hangs on; 0, or -1: a build by a profile has no name of its own. */
static int tools_of(struct sha256_ctx *c) {
  static const char *const patterns[] = {"tb/cosim/wt_plugin.*", "scripts/build_rtl.sh", "scripts/rtl_deps.sh", "scripts/break_ports.awk"};
  static const char *const tools[] = {"verilator", "verilator_bin", "g++", "yosys"};
  static const char *const vars[] = {"WT_RTL_CFLAGS", "WT_RTL_SPEED", "WT_NETLIST", "WT_BREAK_PORTS", "VERILATOR_ROOT"};
  const char *speed = getenv("WT_RTL_SPEED");
  if (speed && !strcmp(speed, "profile")) return -1;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) files(c, patterns[i]);
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) tool(c, tools[i]);
  for (size_t i = 0; i < sizeof vars / sizeof *vars; i++) text(c, getenv(vars[i]) ? getenv(vars[i]) : "");
  if (speed) processor(c);
  return 0;
}
static int ended(struct sha256_ctx *c, char key[WT_RTL_KNOWN]) {
  uint8_t sha[20];
  if (tools_of(c)) return -1;
  sha256_digest(c, sizeof sha, sha);
  for (size_t i = 0; i < sizeof sha; i++) snprintf(key + 2 * i, 3, "%02x", sha[i]);
  return 0;
}

int wt_rtl_known_key(const wt_blks *b, const char *stem, int beside, const wt_opaque *o, char key[WT_RTL_KNOWN]) {
  struct sha256_ctx c;
  char *made = NULL, own[40], err[200];
  size_t n = 0;
  FILE *f = open_memstream(&made, &n);
  if (!f) return -1;
  wt_gen_text(f, b, stem, beside);
  for (unsigned i = 0; o && i < o->n; i++) {
    wt_world x;
    if (!o->one[i].own || (stem && strcmp(stem, o->one[i].blk->stem)) || wt_world_open(&x, b, o->one[i].blk, 1)) continue;
    wt_gen_shim_text(f, &x, o->one[i].user.module);
    wt_world_close(&x);
  }
  if (fclose(f)) return free(made), -1;
  sha256_init(&c);
  text(&c, stem ? stem : "");
  text(&c, made);
  free(made);
  for (unsigned i = 0; o && i < o->n; i++) {
    if (!o->one[i].own || (stem && strcmp(stem, o->one[i].blk->stem))) continue;
    if (wt_user_key(&o->one[i].user, b->S, own, err, sizeof err)) return -1;
    text(&c, o->one[i].blk->stem), text(&c, o->one[i].user.module), text(&c, own);
  }
  return sources(&c, b->S, stem) ? -1 : ended(&c, key);
}

int wt_rtl_known_guest(const wt_world *x, const wt_user *u, char key[WT_RTL_KNOWN]) {
  struct sha256_ctx c;
  char *made = NULL, own[40], err[200];
  size_t n = 0;
  FILE *f = open_memstream(&made, &n);
  if (!f) return -1;
  wt_gen_guest_text(f, x, u->module);
  if (fclose(f)) return free(made), -1;
  sha256_init(&c);
  text(&c, "guest");
  text(&c, made);
  free(made);
  if (wt_user_key(u, x->blks->S, own, err, sizeof err)) return -1;
  text(&c, own);
  return ended(&c, key);
}

int wt_rtl_known_find(const char *cache, const char *key, char *path, size_t n) {
  char link[PATH], so[300];
  snprintf(link, sizeof link, "%.1000s/%s%s", cache, prefix, key);
  ssize_t k = readlink(link, so, sizeof so - 1);
  if (k <= 0) return -1;
  so[k] = 0;
  int len = snprintf(path, n, "%s/%s", cache, so);
  return len < 0 || (size_t)len >= n || strchr(so, '/') || utimensat(AT_FDCWD, path, NULL, 0) ? -1 : 0;
}

void wt_rtl_known_keep(const char *cache, const char *key, const char *path) {
  char link[PATH], part[PATH + 32];
  const char *so = strrchr(path, '/');
  snprintf(link, sizeof link, "%.1000s/%s%s", cache, prefix, key);
  snprintf(part, sizeof part, "%s.%d", link, (int)getpid());
  if (!so || symlink(so + 1, part) || rename(part, link)) unlink(part);
}

void wt_rtl_known_sweep(const char *cache) {
  DIR *d = opendir(cache);
  for (struct dirent *e; d && (e = readdir(d));) {
    char path[PATH];
    snprintf(path, sizeof path, "%.1000s/%s", cache, e->d_name);
    if (!strncmp(e->d_name, prefix, strlen(prefix)) && access(path, F_OK)) unlink(path);
  }
  if (d) closedir(d);
}
