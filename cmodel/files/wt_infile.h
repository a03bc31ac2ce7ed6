/* wt_infile.h - input files that end: regular ones, and pipes that the caller already holds open (/dev/stdin, /dev/fd/N, as a shell's <(...) gives). Folders,
 * devices and named pipes are refused before they are opened: reading them would fail late, never end or wait for somebody.
 */
#ifndef WT_INFILE_H
#define WT_INFILE_H
#include <stddef.h>
#include <stdio.h>

/* More is refused: no buffer of a kernel and no file that this project writes comes near. */
#define WT_INFILE_MOST ((size_t)1 << 32)

/* Why it is not read, "it is a folder, give a file", or NULL; also when there is nothing at path, which opening tells. */
const char *wt_infile_look(const char *path);
/* NULL with *why. */
FILE *wt_infile_open(const char *path, const char **why);
/* All of it and a 0 byte behind, for free(); NULL with "PATH: cannot read: why" in err. */
void *wt_infile_read(const char *path, size_t *n, char *err, size_t errn);
#endif
