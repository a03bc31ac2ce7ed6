/* cli_recheck.h - the checkpoints of a folder against the RTL of now. */
#ifndef WT_CLI_RECHECK_H
#define WT_CLI_RECHECK_H

/* Every segment in a process of its own, `jobs` at a time. all: names all that fail. The exit code. */
int wt_cli_recheck(const char *dir, unsigned jobs, int all, int quiet);
#endif
