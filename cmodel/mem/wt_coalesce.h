/* wt_coalesce.h - C twin of the coalescer: one memory request from the pending lanes of the LSU.
 *
 * Combinational: call eval after the LSU's moore outputs are final. Contract: docs/blocks/mem/wt_coalesce.md.
 */
#ifndef WT_COALESCE_H
#define WT_COALESCE_H
#include "spec/wt_gpu.h"
void wt_coalesce_eval(wt_coalesce *self);
#endif
