/* wt_rtl.c - plug-in build, cache and loading. */
#define _GNU_SOURCE
#include "cosim/wt_rtl.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cosim/wt_gen.h"

/* The RTL as build_rtl.sh left it: the last line that it prints. */
static int build(const char *top, const char *gen, const char *cache, char *path, size_t pathn) {
  char script[1100];
  int out[2], st = -1;
  size_t n = 0;
  ssize_t k;
  snprintf(script, sizeof script, "%s/scripts/build_rtl.sh", wt_root());
  if (pipe2(out, O_CLOEXEC)) return -1;
  pid_t pid = fork();
  if (!pid) {
    dup2(out[1], 1);
    execl(script, script, top, gen, cache, (char *)NULL);
    dprintf(2, "%s: cannot run: %s\n", script, strerror(errno));
    _exit(2);
  }
  close(out[1]);
  while (pid > 0 && n + 1 < pathn && ((k = read(out[0], path + n, pathn - n - 1)) > 0 || (k < 0 && errno == EINTR))) n += k > 0 ? (size_t)k : 0;
  close(out[0]);
  while (pid > 0 && waitpid(pid, &st, 0) < 0 && errno == EINTR) continue;
  path[n] = 0;
  path[strcspn(path, "\n")] = 0;
  return pid < 0 || st || !path[0] ? -1 : 0;
}

static void remove_dir(const char *dir) {
  DIR *d = opendir(dir);
  for (struct dirent *e; d && (e = readdir(d));) unlinkat(dirfd(d), e->d_name, 0);
  if (d) closedir(d);
  rmdir(dir);
}

int wt_rtl_build(const wt_shape *S, const char *stem, char *path, size_t pathn, char *err, size_t errn) {
  char cache[900], gen[1000], top[64] = "wt_gpu";
  if (stem) snprintf(top, sizeof top, "wt_%.50s", stem);
  if (wt_cache_dir(cache, sizeof cache, err, errn)) return -1;
  snprintf(gen, sizeof gen, "%s/gen-%.40s.XXXXXX", cache, stem ? stem : "top");
  if (!mkdtemp(gen)) return snprintf(err, errn, "%.500s: cannot write the RTL cache; set WARPTWIN_CACHE to a writable folder", cache), -1;
  int rc = wt_gen_dir(gen, S, stem, err, errn);
  if (!rc && build(top, gen, cache, path, pathn))
    rc = -1, snprintf(err, errn, "the RTL of %s did not build for this shape; the tool's messages are above", top);
  remove_dir(gen);
  return rc;
}

int wt_rtl_open(wt_rtl *r, const char *path, uint64_t seed, char *err, size_t errn) {
  memset(r, 0, sizeof *r);
  r->dl = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!r->dl) return snprintf(err, errn, "%s", dlerror()), -1;
  const wt_rtl_api *(*get)(void);
  *(void **)&get = dlsym(r->dl, "wt_rtl_get");
  r->api = get ? get() : NULL;
  if (!r->api || r->api->abi != WT_RTL_ABI) {
    snprintf(err, errn, "%s: not a plug-in of this version; remove it and run again", path);
    return dlclose(r->dl), -1;
  }
  r->h = r->api->open(seed);
  return 0;
}

void wt_rtl_close(wt_rtl *r) {
  if (r->h) r->api->close(r->h);
  if (r->dl) dlclose(r->dl);
  memset(r, 0, sizeof *r);
}

const wt_rtl_var *wt_rtl_find(const wt_rtl *r, const char *scope, const char *name) {
  uint32_t n;
  const wt_rtl_var *v = r->api->vars(r->h, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!strcmp(v[i].name, name) && !strcmp(v[i].scope, scope)) return &v[i];
  return NULL;
}
