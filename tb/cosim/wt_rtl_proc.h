/* wt_rtl_proc.h - a tool that works for minutes in a folder of the cache: it ends with its caller, and leaves nothing behind. */
#ifndef WT_RTL_PROC_H
#define WT_RTL_PROC_H
#include <stddef.h>

/* A new folder CACHE/<prefix>.XXXXXX in path, marked as in use by this process and its children. A descriptor to close at the end, or -1. */
int wt_rtl_folder(const char *cache, const char *prefix, char *path, size_t n);
/* Runs argv with LABEL in WT_RTL_LABEL, its processes in a group of their own; out receives its first line. The folder goes when they have
 * ended, also when this process is killed meanwhile: they are then ended first. Exit status, or -1. */
int wt_rtl_proc(char *const argv[], const char *label, const char *folder, char *out, size_t n);
/* Removes folders of builds that were killed, and locks that nobody holds. How many folders; bytes, where not NULL: their size. With dry
 * set nothing is removed. */
unsigned wt_rtl_sweep(const char *cache, int dry, unsigned long long *bytes);
/* A folder with everything in it. Bytes that it held. */
unsigned long long wt_rtl_remove(const char *folder, int dry);
#endif
