/* wt_wide.h - shapes with more warp slots than this program's sets of warps have bits: the 128 sub-warps that GROUPING=dwr can make of at most 64 warps
 * (decision 018). The same command goes on in the program that is built for them.
 *
 * `make` builds the program twice: build/warptwin for as many slots as most shapes have, build/wide/warptwin for 128, whose sets cost 3 of a hundred
 * instructions more. Nobody has to know: what asks whether a shape runs here goes on there. */
#ifndef WT_WIDE_H
#define WT_WIDE_H
#include "spec/wt_shape.h"

/* This process may become the wide program, as long as it has done nothing yet: said by main() alone. Children of fork may not. */
void wt_wide_allow(void);
/* 0: the shape runs here. -1 and err: it runs nowhere. Does not come back when it runs in the wide program. */
int wt_wide_runs(const wt_shape *S, char *err, size_t errn);
#endif
