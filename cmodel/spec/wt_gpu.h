/* wt_gpu.h - the C twin of the machine: modules inside each other, and in them the blocks, as machine.def says and the rows declare them.
 *
 *   wt_gpu > sm[] > subcore[]       modules; instances beyond the first have no neighbours in the modules around them, they see zeros
 *   <module>->alu, collector[i]     blocks; of the choices of a socket all are there, <module>->cfu points to the outputs of the one in use
 * A block wt_<stem> is
 *   o   its outputs; registers that are outputs have their place here and nowhere else (all readers tick before the owner)
 *   q   the rest of its state: flip-flops; memories are pointers, row-major, wide rows in 32-bit words
 *   in  what it reads: the shape, its number among several, and per driver a view of the outputs that its rows declare: in.disp->valid. The
 *       view lies on the driver's outputs; what the rows do not declare has no name in it.
 * Contract of a block:
 *   wt_<stem>_moore(self)   outputs that depend on state (and cfg) only; called after reset and after every clock edge
 *   wt_<stem>_eval(self)    outputs that depend on other blocks' outputs, called in an order in which those are final; no state changes
 *   wt_<stem>_tick(self)    one clock edge: changes only its own state, reads its own state and final outputs
 * ACTIVE(eval, tick) of an array block: C expressions on its module (subcore->...) for the instances that a cycle has to visit. An instance
 * outside the first has idle outputs; one outside the second does not change.
 * A block leaves out the functions it does not need (see wt_order.c, made from the rows).
 * A write to a memory row is reported with WT_TOUCH so that lock-step can compare that row. Nothing allocates in a cycle.
 */
#ifndef WT_GPU_H
#define WT_GPU_H
#include <string.h>

#include "spec/wt_bits.h"
#include "spec/wt_shape.h"

/* Rows written in this cycle, one list per memory; only lock-step reads and clears it. More than the list holds: n tells. */
enum { WT_MLOG = 128 };
typedef struct {
  uint32_t n, row[WT_MLOG];
} wt_mlog;
#define WT_TOUCH(log, r) ((log).row[(log).n++ % WT_MLOG] = (uint32_t)(r))

#include "spec/wt_blocks.h"

/* Collectors that hold an instruction: an empty one asks for nothing and keeps what it has. */
static inline uint64_t wt_collectors(const wt_subcore *c) {
  uint64_t used = 0;
  for (unsigned i = 0; i < c->collector[0].in.S->COLLECTORS; i++) used |= (uint64_t)c->collector[i].o.v << i;
  return used;
}

/* A machine of the shape with all memories zeroed, seen at its first sub-core. NULL when out of memory. */
wt_m *wt_m_new(const wt_shape *S);
void wt_m_free(wt_m *m);
/* The flip-flops that reset sets, as they are after reset. */
void wt_m_reset(wt_m *m);
/* Points the views of every block at its neighbours. use: a choice of a socket that takes the place of the shape's, or NULL. */
void wt_gpu_bind(wt_gpu *gpu, const char *use);
/* Order of evaluation, generated from the rows: all moore outputs; all combinational outputs; one clock edge. */
void wt_gpu_moore(wt_gpu *gpu);
void wt_gpu_eval(wt_gpu *gpu);
void wt_gpu_tick(wt_gpu *gpu);
/* After state has been written from outside: the next evaluation visits every instance, so that one that is idle now shows it. */
void wt_gpu_wake(wt_gpu *gpu);
#endif
