/* wt_ls_warp.h - which warp a difference is about. */
#ifndef WT_LS_WARP_H
#define WT_LS_WARP_H
#include "cosim/wt_lockstep.h"

/* Rows of this shape with another number of warp slots, which *other receives: rows that have something a warp slot have another size there. Equal
 * numbers alone do not tell, the lanes may be as many. NULL: no such shape. */
wt_blks *wt_other_warps(const wt_shape *S, wt_shape *other);
/* Slot of the warp whose element of the row differs, else of the warp that the block works on; -1: the block knows none. */
int wt_ls_warp(const wt_ls *l);
#endif
