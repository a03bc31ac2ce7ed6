/* wt_xu_mufu.h - special functions: which row of the table, and the quadratic. Contract: docs/blocks/exec/wt_xu.md. */
#ifndef WT_XU_MUFU_H
#define WT_XU_MUFU_H
#include "exec/wt_xu_num.h"

/* Stage A of MUFU: operand word (of RCP64H and RSQ64H the upper word of a double), modifiers applied. */
wt_xu_num wt_xu_mufu_prepare(unsigned func, uint32_t x);
/* Stage B: value of a POLY. */
wt_xu_num wt_xu_mufu_work(unsigned func, wt_xu_num a);
#endif
