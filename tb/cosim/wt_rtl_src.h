/* wt_rtl_src.h - which RTL files a module needs, and the key under which a result of a tool about it may be kept. */
#ifndef WT_RTL_SRC_H
#define WT_RTL_SRC_H
#include <stddef.h>

/* Reads ROOT/rtl, again only when a file there has changed; what was added is then gone. 0, or -1 with one line in err. */
int wt_src_load(const char *root, char *err, size_t errn);
/* One more file; its module is named after it. Number of the source, or -1. */
int wt_src_add(const char *path);
/* Somebody's own file, read now: no other source needs it, and modules that it has are not looked for elsewhere. Number of the source, or -1. */
int wt_src_add_own(const char *path);
/* The next module of a text without comments, from there on: where its name ends; NULL: there is none. */
const char *wt_src_next_module(const char *text, char name[64]);
/* Number of a module's source, or -1. */
int wt_src_find(const char *module);
const char *wt_src_module(int source);
/* Without comments. */
const char *wt_src_text(int source);
/* The files that the module needs, each with a blank before it: 0, or -1 when they do not fit. */
int wt_src_files(int source, char *files, size_t n);
/* Hash of the sources, of those numbers of the package that they use, of Yosys' version and of `salt` (what is asked of Yosys). */
void wt_src_key(int source, const char *package, const char *salt, char key[40]);
/* The same without Yosys. */
void wt_src_key_of(int source, const char *package, const char *salt, char key[40]);
/* A whole file as a string to free; NULL when it cannot be read. */
char *wt_src_slurp(const char *path);
/* The same of a module, with what tools/gen writes of its ports and of its state (ROOT/rtl/ports, rows) in the place of the includes. */
char *wt_src_written_out(const char *root, const char *path);
#endif
