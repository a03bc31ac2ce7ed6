/* wt_opaque.h - blocks of which outputs alone are compared: their state in the RTL is their own. The RTL is ours, or a user's module in our place. */
#ifndef WT_OPAQUE_H
#define WT_OPAQUE_H
#include "cosim/wt_user.h"
#include "lib/wt_guest.h"

typedef struct {
  const wt_blk *blk;
  int own;         /* a module of the user's stands there; else our RTL */
  wt_user user;    /* of it */
  char file[1024]; /* a shared object, "" = none: there is no RTL then */
} wt_opaque_one;
typedef struct {
  wt_opaque_one one[WT_GUEST_MOST];
  unsigned n;
} wt_opaque;
/* "BLOCK" or "BLOCK=FILE[:MODULE]", each a block of the shape, once. 0, or -1 with one line in err. */
int wt_opaque_open(wt_opaque *o, const wt_blks *blks, const char *const *specs, unsigned n, char *err, size_t errn);
/* NULL: all of that block is compared. o may be NULL. */
const wt_opaque_one *wt_opaque_of(const wt_opaque *o, const wt_blk *blk);
/* A user's module in what is built of stem (NULL: the machine); 0: all RTL is ours. */
int wt_opaque_replaces(const wt_opaque *o, const char *stem);
/* For such a build, into dir: the sources that are replaced and those that come in their place, which the build script reads. wt_pkg.sv is there. */
int wt_opaque_files(const wt_opaque *o, const wt_blks *blks, const char *stem, const char *dir, char *err, size_t errn);
#endif
