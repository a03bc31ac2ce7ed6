/* wt_smem.h - C twin of the shared memory arbiter: a conflict-free subset of the pending lanes, and the control of every bank.
 *
 * Combinational: call eval after the LSU's moore outputs are final. Contract: docs/blocks/mem/wt_smem.md.
 */
#ifndef WT_SMEM_H
#define WT_SMEM_H
#include "spec/wt_m.h"
void wt_smem_eval(wt_m *m);
#endif
