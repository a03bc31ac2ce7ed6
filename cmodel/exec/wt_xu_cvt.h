/* wt_xu_cvt.h - conversions between formats, on bits. Contract: docs/blocks/exec/wt_xu.md. */
#ifndef WT_XU_CVT_H
#define WT_XU_CVT_H
#include "exec/wt_xu_num.h"

/* Stage A: operand to number; hi is the upper word of a 64-bit operand. */
wt_xu_num wt_xu_prepare(const wt_xu_ctl *c, uint32_t lo, uint32_t hi);
/* Stage B: the quadratic of MUFU, rounding to an integer of F2I and FRND; the others pass. */
wt_xu_num wt_xu_work(const wt_xu_ctl *c, wt_xu_num a);
/* Stage C: number to the format of the result. */
uint64_t wt_xu_finish(const wt_xu_ctl *c, wt_xu_num b);
#endif
