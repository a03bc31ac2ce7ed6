/* stim_l1d.h - what the stimulus of the first-level cache promises, for its suite.
 *
 * Memory behind the cache has STIM_L1D_LINES lines and starts with zeros; a STORE writes the bytes of its mask, an ATOM or RED is exclusive or with its
 * data, byte by byte under the mask; an answer is the line as it was when the request was taken. A load or atomic of tag t has the only lane t.
 */
#ifndef STIM_L1D_H
#define STIM_L1D_H
#include "bench/stim.h"
enum { STIM_L1D_LINES = 24 };
/* Number of a line, of those of local memory the warp's. */
uint64_t stim_l1d_line(const wt_shape *S, unsigned i);
#endif
