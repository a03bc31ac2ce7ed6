/* cli_recheck.h - the checkpoints of a folder against the RTL of now. */
#ifndef WT_CLI_RECHECK_H
#define WT_CLI_RECHECK_H
#include "cli/wt_cli.h"

/* Every segment in a process of its own, `jobs` at a time. all: names all that fail. The exit code. */
int wt_cli_recheck(const char *dir, unsigned jobs, int all, int quiet);

/* Waves of cycles from to to, from the nearest checkpoint before them. warp < 0: all. The exit code. */
int wt_cli_window(const char *dir, const char *wave, uint64_t from, uint64_t to, int warp, const wt_cli_shape *o);
#endif
