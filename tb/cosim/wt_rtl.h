/* wt_rtl.h - builds (or finds in the cache) the plug-in of a shape and opens it. */
#ifndef WT_RTL_H
#define WT_RTL_H
#include "cosim/wt_plugin.h"
#include "lib/wt_home.h"
#include "spec/wt_rows.h"

typedef struct {
  void *dl;
  const wt_rtl_api *api;
  void *h;
} wt_rtl;

/* Makes the plug-in of the machine (stem NULL) or of one block; path receives its file name. 0, or -1 with one line in err. */
int wt_rtl_build(const wt_shape *S, const char *stem, char *path, size_t pathn, char *err, size_t errn);
int wt_rtl_open(wt_rtl *r, const char *path, uint64_t seed, char *err, size_t errn);
void wt_rtl_close(wt_rtl *r);
/* Variable by scope and name, NULL if there is none. */
const wt_rtl_var *wt_rtl_find(const wt_rtl *r, const char *scope, const char *name);
#endif
