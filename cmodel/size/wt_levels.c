/* wt_levels.c - the committed gate levels of the presets. */
#include <string.h>

#include "size/wt_depth.h"

#define LEVELS(preset, blk, rr, ir, ro, io, key) {preset, blk, {rr, ir, ro, io}, key},
#define PATH(...)
const wt_levels wt_levels_rows[] = {
#include "size/levels.def"
    {"", "", {0}, ""}};
#undef LEVELS
#undef PATH
const unsigned wt_nlevels = sizeof wt_levels_rows / sizeof *wt_levels_rows - 1;

#define LEVELS(...)
#define PATH(preset, module, levels, missing) {preset, module, levels, missing},
static const wt_levels_path paths[] = {
#include "size/levels.def"
    {"", "", 0, 0}};

const wt_levels *wt_levels_find(const char *preset, const char *blk) {
  for (unsigned i = 0; i < wt_nlevels; i++)
    if (!strcmp(wt_levels_rows[i].preset, preset) && !strcmp(wt_levels_rows[i].blk, blk)) return &wt_levels_rows[i];
  return NULL;
}

const wt_levels_path *wt_levels_find_path(const char *preset, const char *module) {
  for (const wt_levels_path *p = paths; *p->preset; p++)
    if (!strcmp(p->preset, preset) && !strcmp(p->module, module)) return p;
  return NULL;
}
