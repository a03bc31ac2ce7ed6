/* wt_rtl.h - builds (or finds in the cache) the plug-in of a shape and opens it. */
#ifndef WT_RTL_H
#define WT_RTL_H
#include "cosim/wt_plugin.h"
#include "cosim/wt_opaque.h"
#include "lib/wt_home.h"
#include "state/wt_rows.h"

typedef struct {
  void *dl;
  const wt_rtl_api *api;
  void *h;
  const wt_rtl_var **by_name; /* all variables; NULL: an object's, which are few */
  uint32_t n;
} wt_rtl;

/* Makes the plug-in of the machine (stem NULL) or of one block, alone or (beside) with all its instances and registers before its inputs; path receives its
 * file name. 0, or -1 with one line in err. */
int wt_rtl_build(const wt_shape *S, const char *stem, int beside, char *path, size_t pathn, char *err, size_t errn);
/* That of an SM of the shape by itself, which is the same for every SMS. */
int wt_rtl_build_sm(const wt_shape *S, char *path, size_t pathn, char *err, size_t errn);
/* All that lock-step of the shape wants: the machine, or of several SMs one and what lies around them. */
int wt_rtl_build_machine(const wt_shape *S, char *path, size_t pathn, char *err, size_t errn);
/* The same with modules of users in the place of ours. */
int wt_rtl_build_with(const wt_blks *b, const char *stem, int beside, const wt_opaque *o, char *path, size_t pathn, char *err, size_t errn);
/* Of a user's module in the place of a block, with all its instances: ports as in rtl/, state that can be saved. */
int wt_rtl_build_guest(const wt_world *x, const wt_user *u, char *path, size_t pathn, char *err, size_t errn);
/* Of n blocks beside the C machine those that are not in the cache yet, as many at a time as there are processors (WT_JOBS). at, unless NULL: where each is,
 * "" of those that had to be built. */
enum { WT_RTL_PATH = 1024 };
int wt_rtl_build_all(const wt_blks *b, const char *const *stems, unsigned n, char (*at)[WT_RTL_PATH], char *err, size_t errn);
/* The blocks of a list "stem,stem" or "all" into stems, which has room for all of them: how many; -1 with one line in err. guests: who drives the machine
 * in the place of ours and has no RTL to be compared with; NULL: nobody. */
int wt_rtl_stems(const wt_blks *blks, const wt_guests *guests, const char *list, const char **stems, char *err, size_t errn);
/* The plug-ins of such a list. */
int wt_rtl_build_beside(const wt_shape *S, const char *list, char *err, size_t errn);
int wt_rtl_open(wt_rtl *r, const char *path, uint64_t seed, char *err, size_t errn);
/* A shared object in the place of a plug-in of that block (an instance of it); registered: as blocks beside the C machine have their inputs. */
int wt_rtl_of_object(wt_rtl *r, const wt_blks *blks, const wt_blk *blk, const char *file, int registered, char *err, size_t errn);
void wt_rtl_close(wt_rtl *r);
/* Variable by scope and name, NULL if there is none. */
const wt_rtl_var *wt_rtl_find(const wt_rtl *r, const char *scope, const char *name);
#endif
