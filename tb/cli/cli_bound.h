/* cli_bound.h - what warptwin bound has found, and its renderings. */
#ifndef WT_CLI_BOUND_H
#define WT_CLI_BOUND_H
#include "cli/wt_grid.h"
#include "lib/wt_steps.h"

enum { WT_BOUND_LWMS = 8, WT_BOUND_KINDS = WT_BOUND_ENGINES + WT_BOUND_LWMS, WT_BOUND_DRAWN = 2000 };

/* Of a program, over all its launches. Filled in by the process that runs it. */
typedef struct {
  unsigned launches;
  unsigned lanes, bytes; /* as in wt_bound_input */
  size_t ctas;
  wt_bound_numbers n;
  wt_steps_own own;
  wt_steps_machine machine;
  wt_bound_run run[WT_BOUND_KINDS];
} wt_bound_result;

typedef struct {
  const char *label; /* of the shape; NULL: files of paths */
  unsigned warp_size;
  char unit[16]; /* control flow of the run */
  wt_bound_opt opt;
  wt_bound_kind kind[WT_BOUND_KINDS];
  unsigned n_kinds;
  size_t n; /* programs */
  const char **name;
  wt_bound_result *result;
  wt_bound_input *paths; /* files of paths; NULL: kernels */
  wt_point point;
  wt_grid grid;
  wt_bound_log *log; /* --svg: of every kind issues of the first launch, from one on; else NULL */
  unsigned from;
} wt_bounds;

/* How a program ended, "ok" or a word, and why. */
const char *wt_bounds_verdict(const wt_bounds *b, size_t i, const char **why);
/* Of a wt_bounds. */
wt_cli_print wt_bounds_text, wt_bounds_markdown, wt_bounds_json, wt_bounds_svg;
#endif
