/* depth_kit.h - netlists out of strings. */
#ifndef DEPTH_KIT_H
#define DEPTH_KIT_H
#include <stdio.h>
#include <string.h>

#include "size/wt_depth.h"
#include "tests/suite.h"

static char err[600];

static inline int read_text(const char *text, wt_depth *d) {
  FILE *f = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
  ck_assert(f != NULL);
  int rc = wt_depth_netlist(f, d, err, sizeof err);
  fclose(f);
  return rc;
}
#endif
