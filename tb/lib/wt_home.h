/* wt_home.h - where this program finds the files it needs besides itself, in a checkout and when it is installed. */
#ifndef WT_HOME_H
#define WT_HOME_H
#include <stddef.h>

/* The tree with rtl/, scripts/ and tests/kernels/: $WARPTWIN_ROOT, else found from where the library or the program lies: a checkout
 * above it, or ../share/warptwin beside it; else /usr/local/share/warptwin or /usr/share/warptwin. "." when there is none. */
const char *wt_root(void);
/* Where make put this program and the host references of the test kernels (<folder>/kernels): the folder with `warptwin` in it, at or
 * above this program; of an installed one PREFIX/lib/warptwin. */
const char *wt_build_dir(void);
/* Where what takes long to make is kept: $WARPTWIN_CACHE, in a checkout its build/rtl, else $XDG_CACHE_HOME/warptwin or
 * $HOME/.cache/warptwin. Makes the folder. 0, or -1 with one line in err. */
int wt_cache_dir(char *dir, size_t n, char *err, size_t errn);
#endif
