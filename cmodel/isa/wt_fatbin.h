/* wt_fatbin.h - cubins inside of what nvcc makes for a host: fat binaries, objects and executables. docs/isa/cubin.md has the layout. */
#ifndef WT_FATBIN_H
#define WT_FATBIN_H
#include "isa/wt_cubin.h"

/* The bytes are a fat binary, or an ELF file for another machine that has one in it. */
int wt_fatbin_is(const uint8_t *p, size_t n);
/* Reads the only cubin for sm_75 that has kernels. As wt_cubin_parse; the bytes are copied. */
wt_status wt_fatbin_load(const uint8_t *p, size_t n, const char *path, wt_cubin *out, char *err, size_t errn);
#endif
