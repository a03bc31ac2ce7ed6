/* wt_outfile.h - output files appear whole or not at all: they are written beside their place under another name and renamed at the end.
 * What is no regular file (a device, a pipe) is written straight: it must not be replaced.
 */
#ifndef WT_OUTFILE_H
#define WT_OUTFILE_H
#include <stdio.h>

enum { WT_OUTFILE_PATH = 4096 };
typedef struct {
  char path[WT_OUTFILE_PATH];
  char part[WT_OUTFILE_PATH]; /* where to write; the path itself when straight */
  int straight, slot;
} wt_outfile;

/* Nothing is created. 0, or -1 with errno (a directory, a name that is too long). */
int wt_outfile_begin(wt_outfile *o, const char *path);
/* Closes what was written. 0, or -1 with errno: not all of it is in the file. */
int wt_outfile_close(FILE *f);
/* After the caller has closed the file. keep: it takes its place; otherwise it goes, and errno stays. 0, or -1 with errno and no file left behind. */
int wt_outfile_end(wt_outfile *o, int keep);
/* Removes what another process that has died left of this file. */
void wt_outfile_discard(const char *path, int process);
/* Before a fork of somebody who may die of anything, by exit too: the unfinished files of both are known to both from here on. -1: no memory. */
int wt_outfile_share(void);
/* After the death of that process and those that it started: removes what they left. */
void wt_outfile_sweep(void);
/* For main: signals that end the program take unfinished files along; a full disk is an error of the write, also below mapped files. */
void wt_outfile_guard(void);
/* With it: what this process (its children not) does at last, when such a signal ends it; nothing but what a signal handler may do. NULL = nothing. */
void wt_outfile_last(void (*fn)(int sig));
#endif
