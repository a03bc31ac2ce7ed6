/* wt_names.h - names of kernels as their sources have them. */
#ifndef WT_NAMES_H
#define WT_NAMES_H
#include <stddef.h>

/* "ns::k<int>" of "_ZN2ns1kIiEEvPT_". The symbol itself where it is no C++ name, or this machine has no C++ runtime that could tell. */
const char *wt_name_plain(const char *symbol, char *buf, size_t n);
/* How well what a user writes names the symbol: 3 it is the symbol, 2 its name in the source (blanks do not matter), 1 the last part of that name
 * without template arguments, 0 not at all. */
int wt_name_fits(const char *symbol, const char *given);
#endif
