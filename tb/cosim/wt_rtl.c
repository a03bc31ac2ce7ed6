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
#include "cosim/wt_rtl_known.h"
#include "cosim/wt_rtl_proc.h"
#include "cosim/wt_rtl_says.h"
#include "cosim/wt_rtl_sum.h"

/* What is built: the machine (stem NULL), a block, or a user's module. */
typedef struct {
  const wt_blks *blks;
  const char *stem;
  int beside;
  const wt_world *world; /* of a user's module */
  const wt_user *user;
  const wt_opaque *opaque; /* modules of users in the place of ours; NULL: none */
} what;

static int texts(const what *w, const char *gen, char *err, size_t errn) {
  if (!w->user && wt_gen_dir(gen, w->blks->S, w->stem, w->beside, err, errn)) return -1;
  if (!w->user) return wt_opaque_replaces(w->opaque, w->stem) ? wt_opaque_files(w->opaque, w->blks, w->stem, gen, err, errn) : 0;
  if (wt_gen_guest(gen, w->world, w->user->module, err, errn)) return -1;
  return wt_user_files(w->user, gen, err, errn) || wt_user_ports(w->user, w->world, gen, err, errn) ? -1 : 0;
}
/* The script looks into the cache itself, and builds what is not there. */
static int build(const what *w, const char *cache, char *path, size_t pathn, char *err, size_t errn) {
  char gen[1000], prefix[64], top[64] = "wt_gpu", script[1100], shape[200], label[300];
  const char *count = getenv("WT_RTL_COUNT");
  if (w->user) snprintf(top, sizeof top, "wt_guest");
  else if (w->stem) snprintf(top, sizeof top, "wt_%.50s", w->stem);
  snprintf(prefix, sizeof prefix, "gen-%.40s", w->user ? "guest" : w->stem ? w->stem : "top");
  int mark = wt_rtl_folder(cache, prefix, gen, sizeof gen);
  if (mark < 0)
    return snprintf(err, errn, "%.500s: cannot write the RTL cache: %s; set WARPTWIN_CACHE to a writable folder", cache, strerror(errno)), -1;
  int rc = texts(w, gen, err, errn);
  if (rc) {
    wt_rtl_remove(gen, 0);
  } else {
    const char *name = w->user ? w->user->module : top;
    snprintf(script, sizeof script, "%s/scripts/build_rtl.sh", wt_root());
    snprintf(label, sizeof label, "%.60s%s, %s", count ? count : "", name, wt_shape_label(w->blks->S, shape, sizeof shape));
    char *const argv[] = {script, top, gen, (char *)cache, NULL};
    if (wt_rtl_proc(argv, label, gen, path, pathn) || !path[0])
      rc = -1, snprintf(err, errn, "the RTL of %s did not build for this shape; the tool's messages are above", name);
  }
  close(mark);
  return rc;
}

static int found_or_built(const what *w, char *path, size_t pathn, char *err, size_t errn) {
  char cache[900], key[WT_RTL_KNOWN];
  if (wt_cache_dir(cache, sizeof cache, err, errn)) return -1;
  int keyed = !(w->user ? wt_rtl_known_guest(w->world, w->user, key) : wt_rtl_known_key(w->blks, w->stem, w->beside, w->opaque, key));
  if (keyed && !wt_rtl_known_find(cache, key, path, pathn) && wt_rtl_sum(cache, path) == WT_RTL_WHOLE) return 0;
  wt_rtl_sweep(cache, 0, NULL);
  for (int twice = 0; twice < 2; twice++) { /* the script, too, names what is there, damaged or not */
    if (build(w, cache, path, pathn, err, errn)) return -1;
    if (wt_rtl_sum(cache, path) == WT_RTL_DAMAGED) continue;
    if (keyed) wt_rtl_known_keep(cache, key, path);
    return 0;
  }
  return snprintf(err, errn, "%.500s: what is written there does not stay as it is; is the disk sound? Or set WARPTWIN_CACHE to another folder",
                  cache),
         -1;
}
int wt_rtl_build_with(const wt_blks *b, const char *stem, int beside, const wt_opaque *o, char *path, size_t pathn, char *err, size_t errn) {
  const what w = {.blks = b, .stem = stem, .beside = beside, .opaque = o};
  return found_or_built(&w, path, pathn, err, errn);
}
int wt_rtl_build(const wt_shape *S, const char *stem, int beside, char *path, size_t pathn, char *err, size_t errn) {
  wt_blks *b = wt_blks_new(S);
  if (!b) return snprintf(err, errn, "out of memory"), -1;
  int bad = wt_rtl_build_with(b, stem, beside, NULL, path, pathn, err, errn);
  wt_blks_free(b);
  return bad;
}
int wt_rtl_build_sm(const wt_shape *S, char *path, size_t pathn, char *err, size_t errn) {
  wt_shape one = *S;
  if (wt_shape_set(&one, "SMS=1", err, errn) || wt_shape_check(&one, err, errn)) return -1;
  one.SM_W = wt_clog2(MAX_SMS); /* its number among as many as there may be */
  return wt_rtl_build(&one, WT_GEN_SM, 0, path, pathn, err, errn);
}
int wt_rtl_build_machine(const wt_shape *S, char *path, size_t pathn, char *err, size_t errn) {
  if (S->SMS == 1) return wt_rtl_build(S, NULL, 0, path, pathn, err, errn);
  return wt_rtl_build(S, "ctasched", 0, path, pathn, err, errn) || wt_rtl_build_sm(S, path, pathn, err, errn) ? -1 : 0;
}
int wt_rtl_build_guest(const wt_world *x, const wt_user *u, char *path, size_t pathn, char *err, size_t errn) {
  const what w = {.blks = x->blks, .world = x, .user = u};
  return found_or_built(&w, path, pathn, err, errn);
}

/* One of them, in a process of its own. */
static _Noreturn void build_one(const wt_blks *b, const char *stem) {
  char path[1024], err[600];
  if (!wt_rtl_build_with(b, stem, 1, NULL, path, sizeof path, err, sizeof err)) _exit(0);
  fprintf(stderr, "warptwin: %s\n", err);
  _exit(1);
}

int wt_rtl_build_all(const wt_blks *b, const char *const *stems, unsigned n, char (*at)[WT_RTL_PATH], char *err, size_t errn) {
  char cache[900], key[WT_RTL_KNOWN], path[WT_RTL_PATH];
  const char *jobs = getenv("WT_JOBS");
  long most = jobs ? atol(jobs) : sysconf(_SC_NPROCESSORS_ONLN), running = 0;
  int bad = 0, status;
  if (wt_cache_dir(cache, sizeof cache, err, errn)) return -1;
  for (unsigned i = 0; i < n && !bad; i++) {
    if (!wt_rtl_known_key(b, stems[i], 1, NULL, key) && !wt_rtl_known_find(cache, key, path, sizeof path) &&
        wt_rtl_sum(cache, path) == WT_RTL_WHOLE) {
      if (at) snprintf(at[i], WT_RTL_PATH, "%s", path);
      continue;
    }
    if (running >= most && running) running -= wait(&status) > 0, bad |= status != 0;
    pid_t pid = fork();
    if (!pid) build_one(b, stems[i]);
    if (pid > 0) running++;
    else bad = 1;
  }
  while (running-- > 0 && wait(&status) > 0) bad |= status != 0;
  return bad ? snprintf(err, errn, "the RTL of a block beside the C machine did not build; its message is above"), -1 : 0;
}

int wt_rtl_stems(const wt_blks *blks, const wt_guests *guests, const char *list, const char **stems, char *err, size_t errn) {
  int n = 0, all = !strcmp(list, "all");
  for (unsigned k = 0; k < blks->n && all; k++)
    if (blks->blk[k].chosen && !blks->blk[k].outside && !(guests && guests->is[k])) stems[n++] = blks->blk[k].stem;
  for (const char *p = list; !all; p++) {
    char stem[64];
    size_t len = strcspn(p, ",");
    snprintf(stem, sizeof stem, "%.*s", len < 60 ? (int)len : 60, p);
    const wt_blk *b = wt_blk_find(blks, stem);
    if (!b || b->outside) return snprintf(err, errn, "--beside %s: no block '%s'; 'warptwin bench' without a block lists them", list, stem), -1;
    if (!b->chosen) return snprintf(err, errn, "--beside %s: this shape has no %s", list, stem), -1;
    if (guests && guests->is[b - blks->blk])
      return snprintf(err, errn, "--beside %s: --use puts another block in the place of %s; leave it out here", list, stem), -1;
    for (int i = 0; i < n; i++)
      if (stems[i] == b->stem) return snprintf(err, errn, "--beside %s: %s is named twice", list, stem), -1;
    stems[n++] = b->stem;
    if (!*(p += len)) break;
  }
  return n;
}

int wt_rtl_build_beside(const wt_shape *S, const char *list, char *err, size_t errn) {
  wt_blks *blks = wt_blks_new(S);
  const char **stems = blks ? calloc(blks->n, sizeof *stems) : NULL;
  if (!stems) snprintf(err, errn, "out of memory");
  int n = stems ? wt_rtl_stems(blks, NULL, list, stems, err, errn) : -1, bad = n < 0 || wt_rtl_build_all(blks, stems, (unsigned)n, NULL, err, errn);
  free(stems);
  wt_blks_free(blks);
  return bad ? -1 : 0;
}

static int in_order(const void *a, const void *b) {
  const wt_rtl_var *x = *(const wt_rtl_var *const *)a, *y = *(const wt_rtl_var *const *)b;
  int name = strcmp(x->name, y->name);
  return name ? name : strcmp(x->scope, y->scope);
}
/* A block has some hundred variables, and each row of it asks for one or more. Without memory for the list they are gone through. */
static void sort(wt_rtl *r) {
  const wt_rtl_var *v = r->api->vars(r->h, &r->n);
  if (!(r->by_name = malloc((r->n + 1) * sizeof(*r->by_name)))) return;
  for (uint32_t i = 0; i < r->n; i++) r->by_name[i] = &v[i];
  qsort(r->by_name, r->n, sizeof(*r->by_name), in_order);
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
  sort(r);
  return 0;
}

void wt_rtl_close(wt_rtl *r) {
  free(r->by_name);
  if (r->h) r->api->close(r->h);
  if (r->dl) dlclose(r->dl);
  memset(r, 0, sizeof *r);
}

const wt_rtl_var *wt_rtl_find(const wt_rtl *r, const char *scope, const char *name) {
  uint32_t n;
  if (r->by_name) {
    const wt_rtl_var wanted = {.name = name, .scope = scope}, *key = &wanted, **at = bsearch(&key, r->by_name, r->n, sizeof(*r->by_name), in_order);
    return at ? *at : NULL;
  }
  const wt_rtl_var *v = r->api->vars(r->h, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!strcmp(v[i].name, name) && !strcmp(v[i].scope, scope)) return &v[i];
  return NULL;
}
