/* wt_size_synth.h - synthesis of one block with Yosys, beside what the size model says: a block of ours, or a user's module in its place. */
#ifndef WT_SIZE_SYNTH_H
#define WT_SIZE_SYNTH_H
#include <stdint.h>
#include <stdio.h>

#include "cosim/wt_user.h"
#include "size/wt_depth.h"
#include "size/wt_size.h"

/* What is synthesised, with which library and how long; every call has these limits: `timeout` seconds of processor time of each tool, 2 GB. Results are
 * kept in the RTL cache. Calls give 0, or an exit code with one line in err; *limit (may be NULL) tells a run that hit a limit. */
typedef struct {
  const wt_shape *S;
  const char *stem;
  const wt_user *user; /* NULL: our module */
  const char *liberty; /* NULL: gtech.lib */
  unsigned timeout;    /* 0: only a result that is kept */
} wt_synth_of;

typedef struct {
  double area, dff_area; /* of gates and flip-flops, and of the latter alone, in the library's unit */
  uint64_t cells, dff;   /* without memories, which stay black boxes */
  unsigned depth;        /* cells on the longest path between registers, memories and ports */
  double seconds;        /* of processor time, when it ran */
  int kept;              /* the result of an earlier run of the same sources, numbers, library and tool */
} wt_synth;

int wt_synth_run(const wt_synth_of *w, wt_synth *out, int *limit, char *err, size_t errn);
/* Levels of the same block with the recipe scripts/depth.ys. key (may be NULL) receives the hash of sources, numbers, recipe and tool; out NULL: nothing is
 * run, only the key is asked for. */
int wt_synth_levels(const wt_synth_of *w, wt_depth *out, char key[40], int *limit, char *err, size_t errn);
/* The most of them alone. */
int wt_synth_most_levels(const wt_synth_of *w, int *most, char *err, size_t errn);
/* What the model says of the same part: gates and registers of one instance, no memories. */
int64_t wt_synth_model(const wt_size *z, const char *stem);
#endif
