/* wt_smbank.h - C twin of one shared memory bank. i: number of the bank, 0 .. SMEM_BANKS-1.
 * Contract: docs/blocks/mem/wt_smbank.md.
 */
#ifndef WT_SMBANK_H
#define WT_SMBANK_H
#include "spec/wt_gpu.h"
void wt_smbank_eval(wt_smbank *self);
void wt_smbank_tick(wt_smbank *self);
#endif
