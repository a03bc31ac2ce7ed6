/* wt_twin_rtl.h - the verilated RTL as a twin of lib/wt_twin.h: lock-step (wt_lockstep.h) plus what a launch needs around it. Only tests
 * that break a twin on purpose look inside.
 */
#ifndef WT_TWIN_RTL_H
#define WT_TWIN_RTL_H
#include "cosim/wt_ls_view.h"
#include "lib/wt_twin.h"

/* Of several SMs each is an object of its own of one verilated SM, beside its C SM, and so is what lies around them: then ls has the rows of all of them, for
 * who looks at them, and the work is theirs. */
struct wt_twin {
  wt_ls ls;
  wt_ls *part;
  unsigned n_part; /* 0: ls is all there is */
  wt_ls_view view; /* open after the first look */
  wt_bind **pick;  /* what fetch copies */
  unsigned n_pick;
};
#endif
