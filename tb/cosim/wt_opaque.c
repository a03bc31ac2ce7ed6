/* wt_opaque.c - blocks of which outputs alone are compared. */
#define _DEFAULT_SOURCE
#include "cosim/wt_opaque.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/wt_gen.h"
#include "lib/wt_home.h"

static int open_one(wt_opaque *o, const wt_blks *blks, const char *spec, char *err, size_t errn) {
  char block[64], file[1024] = "", module[64] = "";
  wt_opaque_one *x = &o->one[o->n];
  *x = (wt_opaque_one){.own = strchr(spec, '=') != NULL};
  if (x->own && wt_guest_split(spec, block, file, module, err, errn)) return -1;
  if (!x->own) snprintf(block, sizeof block, "%.60s", spec);
  x->blk = wt_blk_find(blks, block);
  if (!x->blk || x->blk->outside)
    return snprintf(err, errn, "--opaque %s: no block '%s'; 'warptwin bench' without a block lists them", spec, block), -1;
  if (wt_opaque_of(o, x->blk)) return snprintf(err, errn, "--opaque %s: %s is named twice", spec, block), -1;
  size_t n = strlen(file);
  if (n > 3 && !strcmp(file + n - 3, ".so")) {
    x->own = 0;
    snprintf(x->file, sizeof x->file, "%s", file);
    if (access(file, R_OK)) return snprintf(err, errn, "%s: cannot read: %s", file, strerror(errno)), -1;
  }
  if (x->own && wt_user_open(&x->user, x->blk, file, module, err, errn)) return -1;
  return o->n++, 0;
}
int wt_opaque_open(wt_opaque *o, const wt_blks *blks, const char *const *specs, unsigned n, char *err, size_t errn) {
  o->n = 0;
  for (unsigned i = 0; i < n; i++) {
    if (i == WT_GUEST_MOST) return snprintf(err, errn, "%s: more than %d blocks", specs[i], WT_GUEST_MOST), -1;
    if (open_one(o, blks, specs[i], err, errn)) return -1;
  }
  return 0;
}

const wt_opaque_one *wt_opaque_of(const wt_opaque *o, const wt_blk *blk) {
  for (unsigned i = 0; o && i < o->n; i++)
    if (!strcmp(o->one[i].blk->stem, blk->stem)) return &o->one[i];
  return NULL;
}
static int is_in(const wt_opaque_one *x, const char *stem) { return x->own && (!stem || !strcmp(stem, x->blk->stem)); }
int wt_opaque_replaces(const wt_opaque *o, const char *stem) {
  int any = 0;
  for (unsigned i = 0; o && i < o->n; i++) any |= is_in(&o->one[i], stem);
  return any;
}

/* Files are named from the root of the tree, as the script that looks for the others names them. */
static void add_sources(FILE *to, const char *dir) {
  char path[1300], line[1200], root[PATH_MAX];
  snprintf(path, sizeof path, "%s/files", dir);
  FILE *f = fopen(path, "r");
  size_t n = realpath(wt_root(), root) ? strlen(root) : 0;
  while (f && fgets(line, sizeof line, f)) fputs(n && !strncmp(line, root, n) && line[n] == '/' ? line + n + 1 : line, to);
  if (f) fclose(f);
}

/* What of the user's module is public: state under the names of our rows, where it has any. */
static void publish(const wt_opaque_one *x, const char *dir) {
  char path[1300];
  snprintf(path, sizeof path, "%s/wt_public.vlt", dir);
  FILE *f = fopen(path, "a");
  for (unsigned r = 0; f && r < x->blk->nrows; r++)
    if (x->blk->rows[r].kind == WT_ROW_FF || x->blk->rows[r].kind == WT_ROW_MEM)
      fprintf(f, "public_flat_rd -module \"%s\" -var \"%s_q\"\n", x->user.module, x->blk->rows[r].name);
  if (f) fclose(f);
}

static int replace(const wt_opaque_one *x, const wt_blks *blks, const char *dir, FILE *gone, FILE *come, char *err, size_t errn) {
  wt_world w;
  char name[80];
  if (wt_world_open(&w, blks, x->blk, 1)) return snprintf(err, errn, "out of memory"), -1;
  int bad = wt_user_files(&x->user, dir, err, errn) || wt_user_ports(&x->user, &w, dir, err, errn);
  snprintf(name, sizeof name, "wt_%s", x->blk->stem);
  fprintf(gone, "rtl/%s/%s.sv\n", x->blk->group, name);
  if (!bad) add_sources(come, dir), publish(x, dir);
  if (!bad && strcmp(name, x->user.module)) { /* its module has another name than ours */
    fprintf(come, "%s/%s.sv\n", dir, name);
    bad = wt_gen_shim(dir, &w, x->user.module, err, errn);
  }
  wt_world_close(&w);
  return bad ? -1 : 0;
}

int wt_opaque_files(const wt_opaque *o, const wt_blks *blks, const char *stem, const char *dir, char *err, size_t errn) {
  char path[2][1300];
  snprintf(path[0], sizeof path[0], "%s/replaced", dir), snprintf(path[1], sizeof path[1], "%s/own", dir);
  FILE *gone = fopen(path[0], "w"), *come = fopen(path[1], "w");
  int bad = !gone || !come ? (snprintf(err, errn, "%s: cannot write: %s", dir, strerror(errno)), -1) : 0;
  for (unsigned i = 0; i < o->n && !bad; i++)
    if (is_in(&o->one[i], stem)) bad = replace(&o->one[i], blks, dir, gone, come, err, errn);
  if (gone) fclose(gone);
  if (come) fclose(come);
  char files[1300];
  snprintf(files, sizeof files, "%s/files", dir); /* else the script would take it for the list of all sources */
  unlink(files);
  return bad;
}
