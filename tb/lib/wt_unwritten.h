/* wt_unwritten.h - what --initcheck has found in a launch, as lines. */
#ifndef WT_UNWRITTEN_H
#define WT_UNWRITTEN_H
#include "lib/wt_launch.h"
#include "oracle/wt_oracle.h"

/* A line for each place, appended to text while there is room. */
void wt_unwritten_text(wt_oracle *const *o, unsigned oracles, const struct wt_module *m, const wt_launch_desc *L, char *text, size_t n);
#endif
