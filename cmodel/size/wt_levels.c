/* wt_levels.c - the committed gate levels of the presets. */
#include <string.h>

#include "size/wt_depth.h"
#include "size/wt_size.h"

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

/* The preset whose structural keys are those of the shape: mode keys change no gate. */
const char *wt_levels_preset(const wt_shape *S) {
  const char *last = "";
  char err[300];
  for (const wt_levels *r = wt_levels_rows; *r->preset; r++) {
    wt_shape P;
    unsigned k = 0;
    if (!strcmp(r->preset, last) || wt_shape_preset(&P, last = r->preset, err, sizeof err)) continue;
    while (k < wt_nkeys && (wt_keys[k].kind != 'S' || wt_key_get(S, &wt_keys[k]) == wt_key_get(&P, &wt_keys[k]))) k++;
    if (k == wt_nkeys) return last;
  }
  return NULL;
}

int wt_levels_most(const wt_levels *r) {
  int most = WT_LEVELS_NOT_RUN;
  for (int k = 0; k < WT_DEPTH_KINDS; k++) most = wt_depth_larger(most, r->levels[k]);
  return most;
}

int wt_size_levels(const wt_size *z, unsigned i) {
  const wt_size_item *x = &z->item[i];
  const char *preset = x->declared || (i + 1 < z->n && !strcmp(z->item[i + 1].blk, x->blk)) ? NULL : wt_levels_preset(&z->S);
  const wt_levels *r = preset ? wt_levels_find(preset, x->blk) : NULL;
  return r ? wt_levels_most(r) : WT_DEPTH_NONE;
}
