/* wt_home.c - finds the tree, the build folder and the cache. Nothing is compiled in: a tree may be moved, and a package is built elsewhere
 * than it is installed.
 */
#define _GNU_SOURCE
#include "lib/wt_home.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 1024, UP = 5 }; /* levels that are looked at: build/san/tests/<group>/<suite> lies five below the root */
static char root[PATH], build[PATH];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int has(const char *dir, const char *name) {
  char path[2 * PATH];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return !access(path, F_OK);
}
static int is_file(const char *dir, const char *name) {
  char path[2 * PATH];
  struct stat st;
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* The first that is found. */
static void take_root(const char *dir, const char *below) {
  char path[PATH + 32];
  snprintf(path, sizeof path, "%s%s", dir, below);
  if (root[0] || strlen(path) >= sizeof root || !has(path, "scripts/build_rtl.sh")) return;
  strcpy(root, path);
}
static void take_build(const char *dir) {
  char path[PATH + 32];
  if (build[0] || !is_file(dir, "warptwin")) return;
  snprintf(path, sizeof path, "%s/../lib/warptwin", dir);
  if (has(dir, "kernels") || !has(path, "kernels") || strlen(path) >= sizeof build) snprintf(path, sizeof path, "%s", dir);
  strcpy(build, path);
}

/* Looks at the folder of a file and at those above it. */
static void look(const char *file, int is_program) {
  char dir[PATH];
  if (!file || strlen(file) >= sizeof dir) return;
  strcpy(dir, file);
  for (int i = 0; i < UP; i++) {
    char *slash = strrchr(dir, '/');
    if (!slash) return;
    *slash = 0;
    if (is_program) take_build(dir);
    take_root(dir, ""), take_root(dir, "/share/warptwin");
  }
}

static void find(void) {
  Dl_info me;
  char *lib = dladdr((void *)(uintptr_t)&root, &me) ? realpath(me.dli_fname, NULL) : NULL;
  char *exe = realpath("/proc/self/exe", NULL);
  look(lib, 0);
  look(exe, 1);
  free(lib);
  free(exe);
  look("/usr/local/bin", 0); /* where packages are: /usr/local/share, then /usr/share */
  if (!root[0]) strcpy(root, ".");
  if (!build[0]) snprintf(build, sizeof build, "%.1000s/build", root);
}

const char *wt_root(void) {
  const char *r = getenv("WARPTWIN_ROOT");
  pthread_once(&once, find);
  return r && *r ? r : root;
}
const char *wt_build_dir(void) {
  pthread_once(&once, find);
  return build;
}

static int make_dirs(const char *path) {
  char p[PATH];
  snprintf(p, sizeof p, "%s", path);
  for (char *s = p; (s = strchr(s + 1, '/'));) {
    *s = 0;
    mkdir(p, 0777);
    *s = '/';
  }
  mkdir(p, 0777);
  return access(p, W_OK);
}

int wt_cache_dir(char *dir, size_t n, char *err, size_t errn) {
  const char *named = getenv("WARPTWIN_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  int len;
  if (named && *named) len = snprintf(dir, n, "%s", named);
  else if (is_file(wt_root(), "Makefile")) len = snprintf(dir, n, "%s/build/rtl", wt_root());
  else if (xdg && *xdg == '/') len = snprintf(dir, n, "%s/warptwin", xdg);
  else len = snprintf(dir, n, "%s/.cache/warptwin", home && *home ? home : "");
  if ((size_t)len >= n || len >= PATH || make_dirs(dir))
    return snprintf(err, errn, "%.500s: cannot write the RTL cache; set WARPTWIN_CACHE to a writable folder", dir), -1;
  return 0;
}
