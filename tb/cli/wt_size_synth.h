/* wt_size_synth.h - synthesis of one block with Yosys, beside what the size model says. */
#ifndef WT_SIZE_SYNTH_H
#define WT_SIZE_SYNTH_H
#include <stdint.h>
#include <stdio.h>

#include "size/wt_depth.h"
#include "size/wt_size.h"

typedef struct {
  double area;         /* of gates and flip-flops, in the library's unit */
  uint64_t cells, dff; /* without memories, which stay black boxes */
  unsigned depth;      /* cells on the longest path between registers, memories and ports */
  double seconds;      /* of processor time, when it ran */
  int kept;            /* the result of an earlier run of the same sources, numbers, library and tool */
} wt_synth;

/* Synthesises block `stem` of the shape with a Liberty library (NULL: gtech.lib), within `timeout` seconds of processor time of each tool
 * and 2 GB. Results are kept in the RTL cache. 0; or an exit code with one line in err; *limit (may be NULL) tells a run that hit a limit. */
int wt_synth_run(const wt_shape *S, const char *stem, const char *liberty, unsigned timeout, wt_synth *out, int *limit, char *err, size_t errn);
/* Levels of the same block with the recipe scripts/depth.ys; limits, results that are kept and exit codes as above. key (may be NULL) receives
 * the hash of sources, numbers, recipe and tool; out NULL: nothing is run, only the key is asked for; timeout
 * 0: only a result that is kept. */
int wt_synth_levels(const wt_shape *S, const char *stem, unsigned timeout, wt_depth *out, char key[40], int *limit, char *err, size_t errn);
/* What the model says of the same part: gates and registers of one instance, no memories. */
int64_t wt_synth_model(const wt_size *z, const char *stem);
#endif
