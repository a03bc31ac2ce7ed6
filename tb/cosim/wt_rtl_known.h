/* wt_rtl_known.h - which plug-in the build script named the last time that everything it reads was as it is now. The script needs a dozen
 * processes to say so; a launch asks here first.
 */
#ifndef WT_RTL_KNOWN_H
#define WT_RTL_KNOWN_H
#include "cosim/wt_opaque.h"
#include <stddef.h>

enum { WT_RTL_KNOWN = 48 };
/* o: modules of users in the place of ours, NULL = none.
 * Hash over all that a build of the machine (stem NULL), of a block alone, or beside the C machine may depend on: its own RTL without comments, what it uses
 * of the package, scripts, tools and variables. 0 or -1, which WT_RTL_SPEED=profile is, too: what was counted is the script's to know. */
int wt_rtl_known_key(const wt_blks *b, const char *stem, int beside, const wt_opaque *o, char key[WT_RTL_KNOWN]);
/* The same of a user's module in the place of a block. */
int wt_rtl_known_guest(const wt_world *x, const wt_user *u, char key[WT_RTL_KNOWN]);
/* The plug-in in path, marked as used now: 0; -1: not known, or no longer there. */
int wt_rtl_known_find(const char *cache, const char *key, char *path, size_t n);
/* What the script answered. A cache that cannot be written loses nothing but time. */
void wt_rtl_known_keep(const char *cache, const char *key, const char *path);
/* Forgets plug-ins that are no longer there. */
void wt_rtl_known_sweep(const char *cache);
#endif
