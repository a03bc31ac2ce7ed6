/* wt_elfw.h - writes assembled kernels as an sm_75 cubin.
 *
 * Per kernel: .text.K, .nv.info.K, .nv.constant0.K (0x160 bytes plus the parameters, zero), .nv.shared.K when it has
 * shared memory, .nv.constant2.K when it has one. The file appears complete under its name or not at all.
 */
#ifndef WT_ELFW_H
#define WT_ELFW_H
#include "isa/wt_asm.h"

/* WT_OK, or WT_USAGE with "PATH: what, what to do" in err. */
wt_status wt_elfw_write(const wt_asm_out *asm_out, const char *path, char *err, size_t errn);
/* The same into memory (free it); name stands for the path in messages. */
wt_status wt_elfw_image(const wt_asm_out *asm_out, const char *name, void **image, size_t *bytes, char *err, size_t errn);
#endif
