/* wt_ls_warp.h - which warp a difference is about. */
#ifndef WT_LS_WARP_H
#define WT_LS_WARP_H
#include "cosim/wt_lockstep.h"

/* Slot of the warp that the place of the difference belongs to, as the WARP rows of its block say (cmodel/spec/README.md); -1: to none, or to an entry
 * that is empty in both twins. */
int wt_ls_warp(const wt_ls *l);
/* What else the C twin holds of that entry: registers that are not 0, hexadecimal; "" = nothing, or of no warp. */
void wt_ls_entry(const wt_ls *l, char *buf, size_t n);
#endif
