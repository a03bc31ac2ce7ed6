/* wt_twin.h - the other twin, and waves of both, as the library sees them: tables of functions that the room of the co-simulation fills in
 * (cosim/wt_twin_rtl.h), or whoever brings another implementation of the machine.
 *
 * A twin is bound to the C machine that it is compared with. One cycle:  C eval - drive - outputs - C tick - C moore - inputs of the next
 * cycle into the C machine - edge. A twin that runs alone: fetch, then the inputs, then clock.
 */
#ifndef WT_TWIN_H
#define WT_TWIN_H
#include "spec/wt_gpu.h"

typedef struct wt_twin wt_twin;
typedef struct {
  const char *beside;        /* the blocks of the other twin that run beside the C machine, "stem,stem" or "all"; NULL: the machine as a whole */
  const char *const *opaque; /* blocks whose outputs alone are compared, "BLOCK" or "BLOCK=FILE[:MODULE]" */
  unsigned n_opaque;
  uint64_t seed; /* of the bits that a reset leaves open */
  int whole;     /* several SMs are one object with its wiring, not an object each */
} wt_twin_how;
typedef struct {
  /* NULL with one line in err. */
  wt_twin *(*open)(wt_m *m, const wt_twin_how *how, char *err, size_t errn);
  void (*close)(wt_twin *t);
  /* Two clocks of reset; compares what it sets and copies the open bits into the C machine. 0, or -1 (describe says what differs). */
  int (*reset)(wt_twin *t);
  void (*drive)(wt_twin *t);
  /* Compare: all outputs; all state after a clock edge; every row of every memory. 0 or -1. */
  int (*outputs)(wt_twin *t);
  int (*edge)(wt_twin *t);
  int (*sweep)(wt_twin *t);
  /* The first difference: block, field, both values, xor; or block and label of an assertion that failed. */
  void (*describe)(const wt_twin *t, char *buf, size_t n);
  /* The block that it lies in and which of its instances; -1: not known (an assertion outside all blocks, or without a message). */
  int (*where)(const wt_twin *t, const char **stem, unsigned *inst);
  /* An assertion that failed at the edge after which a row differs, in words; "" = none. Without such a row describe tells it. */
  const char *(*failed)(const wt_twin *t);
  /* Slot of the warp that it is about, -1: not known. */
  int (*warp)(const wt_twin *t);
  /* What else stands beside the place that differs, of the same instruction; "": nothing. */
  void (*entry)(const wt_twin *t, char *buf, size_t n);
  /* A clock edge without comparison; what the environment and the metrics look at, copied from the twin into the C machine. */
  void (*clock)(wt_twin *t);
  void (*fetch)(wt_twin *t);
  /* Its control-flow unit of now as a machine (between drive and edge), for the invariants; always the same one. NULL: out of memory. */
  wt_m *(*look)(wt_twin *t);
  /* The whole state of the C machine into the twin, with everything that follows from it, between two cycles; then all of it compared: 0 or -1. */
  int (*load)(wt_twin *t);
  /* The other way. */
  void (*store)(wt_twin *t);
  /* Between two cycles: the twin's own state where it differs, as text, a line a row; NULL: nowhere (or no memory). adopt_own: into the twin again, without
   * comparison; 0, or -1 when the text is not of this machine. */
  char *(*own)(wt_twin *t);
  int (*adopt_own)(wt_twin *t, const char *own);
  /* A name that is another one when the twin is made of other sources or by other tools. */
  const char *(*made_of)(const wt_twin *t);
  /* State bits that are compared. */
  void (*bits)(const wt_twin *t, uint64_t *ff, uint64_t *mem);
  /* Several SMs that can be stepped each by itself, in threads: how many; 0: they cannot. Then drive, outputs and edge of one of them; of number SMS: of all that
   * lies around them. What differs is not told. */
  unsigned (*apart)(const wt_twin *t);
  void (*drive_one)(wt_twin *t, unsigned i);
  int (*outputs_one)(wt_twin *t, unsigned i);
  int (*edge_one)(wt_twin *t, unsigned i);
} wt_twin_ops;
extern const wt_twin_ops wt_twin_rtl; /* verilated RTL of the shape */

typedef struct wt_wave wt_wave;
typedef struct {
  /* t = NULL: C twin alone. warp < 0: everything; else of what belongs to warp slots only the part of that one. The file gets its name when
   * it is closed; beside it lies a save file of GTKWave. NULL with one line in err. */
  wt_wave *(*open)(const char *file, wt_m *m, wt_twin *t, int warp, char *err, size_t errn);
  /* Before the clock edge that ends `cycle`, with both twins settled: everything. */
  void (*cycle)(wt_wave *w, uint64_t cycle);
  /* After the edge that starts `cycle`, with outputs not yet valid: flip-flops only. */
  void (*edge)(wt_wave *w, uint64_t cycle);
  /* At a difference: the first cycle that shows it, the warp that it is about (-1: not known). Before that cycle is written. */
  void (*mark)(wt_wave *w, uint64_t cycle, int warp);
  /* 0, or -1 with one line in err; frees. */
  int (*close)(wt_wave *w, char *err, size_t errn);
} wt_wave_ops;
extern const wt_wave_ops wt_wave_fst;
#endif
