/* wt_twin_rtl.h - the verilated RTL as a twin of lib/wt_twin.h: lock-step (wt_lockstep.h) plus what a launch needs around it. Only tests
 * that break a twin on purpose look inside.
 */
#ifndef WT_TWIN_RTL_H
#define WT_TWIN_RTL_H
#include "cosim/wt_ls_view.h"
#include "lib/wt_twin.h"

struct wt_twin {
  wt_ls ls;
  wt_ls_view view; /* open after the first look */
  wt_bind **pick;  /* what fetch copies */
  unsigned n_pick;
};
#endif
