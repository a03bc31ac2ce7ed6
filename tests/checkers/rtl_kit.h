/* rtl_kit.h - for suites of what builds RTL: the rows of a shape, which open_shape fills in. */
#ifndef RTL_KIT_H
#define RTL_KIT_H
#include "cosim/wt_rtl.h"
#include "state/wt_rows.h"
#include "tests/folder_kit.h"

static wt_shape S;
static wt_blks *blks;
static char err[600];
static void open_shape(const char *preset, const char *set) {
  wt_blks_free(blks);
  ck_assert(!wt_shape_preset(&S, preset, err, sizeof err) && (!set || !wt_shape_set(&S, set, err, sizeof err)) &&
            !wt_shape_check(&S, err, sizeof err));
  ck_assert_ptr_nonnull(blks = wt_blks_new(&S));
}
#endif
