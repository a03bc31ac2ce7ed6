/* wt_cuda_jump.h - replaces the functions of a CUDA runtime inside an object that is mapped: each becomes a jump. Needs nothing but libc. */
#ifndef WT_CUDA_JUMP_H
#define WT_CUDA_JUMP_H
#include <stddef.h>
#include <stdint.h>

/* Where a name shall go, 0 = it stays. */
typedef uintptr_t wt_cuda_where(const char *name);
/* The object's file, by its path, is mapped with this bias. How many were replaced; -1: one could not be. Files that hold none are left alone. */
int wt_cuda_jumps(const char *path, uintptr_t bias, wt_cuda_where *where);
/* Value of a symbol among the dynamic ones of a file, 0 = it has none of that name. */
uintptr_t wt_cuda_symbol_in(const unsigned char *file, size_t n, const char *name);
/* Maps a file for reading; NULL = it cannot be. */
unsigned char *wt_cuda_map_file(const char *path, size_t *n);
#endif
