/* wt_smem.h - C twin of the shared memory arbiter: conflict-free subset of the pending lanes, control of the banks.
 *
 * Combinational: call eval after the LSU's moore outputs are final. Contract: docs/blocks/mem/wt_smem.md.
 */
#ifndef WT_SMEM_H
#define WT_SMEM_H
#include "spec/wt_gpu.h"
void wt_smem_eval(wt_smem *self);
#endif
