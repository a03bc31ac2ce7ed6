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
#include <unistd.h>

#include "cosim/wt_gen.h"
#include "cosim/wt_rtl_known.h"
#include "cosim/wt_rtl_proc.h"
#include "cosim/wt_rtl_says.h"

/* The script looks into the cache itself, and builds what is not there. */
static int build(const wt_shape *S, const char *stem, const char *cache, char *path, size_t pathn, char *err, size_t errn) {
  char gen[1000], prefix[64], top[64] = "wt_gpu", script[1100], shape[200], label[300];
  const char *count = getenv("WT_RTL_COUNT");
  if (stem) snprintf(top, sizeof top, "wt_%.50s", stem);
  snprintf(prefix, sizeof prefix, "gen-%.40s", stem ? stem : "top");
  int mark = wt_rtl_folder(cache, prefix, gen, sizeof gen);
  if (mark < 0) return snprintf(err, errn, "%.500s: cannot write the RTL cache; set WARPTWIN_CACHE to a writable folder", cache), -1;
  int rc = wt_gen_dir(gen, S, stem, err, errn);
  if (rc) {
    wt_rtl_remove(gen, 0);
  } else {
    snprintf(script, sizeof script, "%s/scripts/build_rtl.sh", wt_root());
    snprintf(label, sizeof label, "%.60s%s, %s", count ? count : "", top, wt_shape_label(S, shape, sizeof shape));
    char *const argv[] = {script, top, gen, (char *)cache, NULL};
    if (wt_rtl_proc(argv, label, gen, path, pathn) || !path[0])
      rc = -1, snprintf(err, errn, "the RTL of %s did not build for this shape; the tool's messages are above", top);
  }
  close(mark);
  return rc;
}

int wt_rtl_build(const wt_shape *S, const char *stem, char *path, size_t pathn, char *err, size_t errn) {
  char cache[900], key[WT_RTL_KNOWN];
  if (wt_cache_dir(cache, sizeof cache, err, errn)) return -1;
  int keyed = !wt_rtl_known_key(S, stem, key);
  if (keyed && !wt_rtl_known_find(cache, key, path, pathn)) return 0;
  wt_rtl_sweep(cache, 0, NULL);
  if (build(S, stem, cache, path, pathn, err, errn)) return -1;
  if (keyed) wt_rtl_known_keep(cache, key, path);
  return 0;
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
  wt_rtl_says_join(r->dl);
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
