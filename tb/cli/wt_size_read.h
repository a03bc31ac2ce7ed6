/* wt_size_read.h - what Yosys reads of a user's module: bits of its state, and whether it is what the text says. */
#ifndef WT_SIZE_READ_H
#define WT_SIZE_READ_H
#include "cli/wt_size_synth.h"
#include "lib/wt_world.h"

typedef struct {
  uint64_t ff, mem; /* bits of flip-flops and of memories, one instance */
} wt_synth_bits;

/* Of a module of ours or a user's. A user's file that Yosys 0.23 does not read, or reads as another circuit than Verilator does (arrays of types that have
 * names, names that it takes for wires, latches), is refused: exit code 2, and the construct in err. */
int wt_synth_read(const wt_synth_of *w, wt_synth_bits *out, char *err, size_t errn);
#endif
