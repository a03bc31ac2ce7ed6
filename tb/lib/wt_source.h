/* wt_source.h - where an instruction of a launch stands in the program's source, for pages. */
#ifndef WT_SOURCE_H
#define WT_SOURCE_H
#include <jansson.h>

#include "lib/wt_launch.h"

/* Members of `one`: "line", as in "k.cu:12", if the kernel was compiled with -lineinfo; "source", the text of that line, if the file lies in the current
 * folder or beside the cubin. */
void wt_source_json(json_t *one, const wt_launch_desc *L, uint32_t pc);
#endif
