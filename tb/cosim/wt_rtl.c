/* wt_rtl.c - plug-in build, cache and loading. */
#define _GNU_SOURCE
#include "cosim/wt_rtl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cosim/wt_gen.h"

#ifndef WT_ROOT
#define WT_ROOT "."
#endif
#ifndef WT_BUILD
#define WT_BUILD "build"
#endif

const char *wt_root(void) {
  const char *r = getenv("WARPTWIN_ROOT");
  return r && *r ? r : WT_ROOT;
}

const char *wt_build_dir(void) {
  static char dir[1024];
  snprintf(dir, sizeof dir, "%.900s/" WT_BUILD, wt_root());
  return dir;
}

static int mkdirs(const char *path) {
  char p[1024];
  snprintf(p, sizeof p, "%s", path);
  for (char *s = p + 1; *s; s++)
    if (*s == '/') {
      *s = 0;
      mkdir(p, 0777);
      *s = '/';
    }
  mkdir(p, 0777);
  return access(p, W_OK);
}

int wt_rtl_build(const wt_shape *S, const char *stem, char *path, size_t pathn, char *err, size_t errn) {
  const char *cdir = getenv("WARPTWIN_CACHE");
  char cache[600], gen[700], top[64] = "wt_gpu", cmd[2400], tmpl[64];
  if (cdir && *cdir)
    snprintf(cache, sizeof cache, "%.599s", cdir);
  else
    snprintf(cache, sizeof cache, "%.500s/build/rtl", wt_root());
  if (stem) snprintf(top, sizeof top, "wt_%.50s", stem);
  if (mkdirs(cache)) return snprintf(err, errn, "%s: cannot write the RTL cache; set WARPTWIN_CACHE to a writable folder", cache), -1;
  snprintf(tmpl, sizeof tmpl, "/gen-%.40s.XXXXXX", stem ? stem : "top");
  snprintf(gen, sizeof gen, "%s%s", cache, tmpl);
  if (!mkdtemp(gen)) return snprintf(err, errn, "%s: cannot write the RTL cache; set WARPTWIN_CACHE to a writable folder", cache), -1;
  int rc = wt_gen_dir(gen, S, stem, err, errn);
  if (!rc) {
    snprintf(cmd, sizeof cmd, "'%s/scripts/build_rtl.sh' '%s' '%s' '%s'", wt_root(), top, gen, cache);
    FILE *p = popen(cmd, "r");
    path[0] = 0;
    if (p && fgets(path, (int)pathn, p)) path[strcspn(path, "\n")] = 0;
    int st = p ? pclose(p) : -1;
    if (st || !path[0]) {
      snprintf(err, errn, "the RTL of %s did not build for this shape; the tool's messages are above", top);
      rc = -1;
    }
  }
  snprintf(cmd, sizeof cmd, "rm -rf '%s'", gen);
  if (system(cmd)) rc = rc ? rc : 0;
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
