/* wt_lines.h - the source line of an instruction, where the file was compiled with -lineinfo or -G. */
#ifndef WT_LINES_H
#define WT_LINES_H
#include "isa/wt_cubin.h"

/* "k.cu:12" of the instruction at byte offset pc of kernel k, which is one of c. NULL: the file does not say. Returns buf. */
const char *wt_lines_find(const wt_cubin *c, const wt_cubin_kernel *k, uint32_t pc, char *buf, size_t n);
#endif
