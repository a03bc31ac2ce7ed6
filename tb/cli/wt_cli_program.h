/* wt_cli_program.h - a host program that `warptwin exec` is to run. */
#ifndef WT_CLI_PROGRAM_H
#define WT_CLI_PROGRAM_H
#include <stddef.h>

/* Looks for the program as a shell does. 0, or -1 with one line in err. */
int wt_cli_program_find(const char *name, char path[4096], char *err, size_t errn);
/* An x86-64 program that is linked with libcudart.so.13, or holds the runtime and still has its symbols, or needs a library that is or does: 0, else
 * WT_USAGE, or WT_UNSUPPORTED when it needs the driver, with one line in err. late: it opens what is of CUDA when it runs, so that is not looked for. */
int wt_cli_program_check(const char *path, int late, char *err, size_t errn);
#endif
