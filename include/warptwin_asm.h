/* warptwin_asm.h - sm_75 text to a cubin in memory, for programs that bring their kernel along (docs/isa/assembler.md is the syntax). */
#ifndef WARPTWIN_ASM_H
#define WARPTWIN_ASM_H
#include "warptwin.h"
#ifdef __cplusplus
extern "C" {
#endif

/* The cubin is for wt_module_load_image, or a file; free it. name stands for the file in messages. WT_OK, or WT_USAGE or WT_UNSUPPORTED
 * with "NAME: line N: what is wrong" in err. */
WT_API wt_status wt_assemble(const char *text, const char *name, void **cubin, size_t *bytes, char *err, size_t errn);
#ifdef __cplusplus
}
#endif
#endif
