/* wt_size_synth.h - synthesis of one block with Yosys, beside what the size model says. */
#ifndef WT_SIZE_SYNTH_H
#define WT_SIZE_SYNTH_H
#include <stdint.h>
#include <stdio.h>

#include "size/wt_size.h"

typedef struct {
  double area;         /* of gates and flip-flops, in the library's unit */
  uint64_t cells, dff; /* without memories, which stay black boxes */
  unsigned depth;      /* cells on the longest path between registers, memories and ports */
  double seconds;
} wt_synth;

/* Synthesises block `stem` of the shape with a Liberty library (NULL: gtech.lib). 0; or an exit code with one line in err. */
int wt_synth_run(const wt_shape *S, const char *stem, const char *liberty, unsigned timeout, wt_synth *out, char *err,
                 size_t errn);
/* What the model says of the same part: gates, registers, no memories. */
int64_t wt_synth_model(const wt_size *z, const char *stem);
#endif
