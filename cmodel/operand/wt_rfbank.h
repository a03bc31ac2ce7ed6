/* wt_rfbank.h - C twin of one register bank. i: number of the bank, 0 .. RF_BANKS-1.
 * Contract: docs/blocks/operand/wt_rfbank.md.
 */
#ifndef WT_RFBANK_H
#define WT_RFBANK_H
#include "spec/wt_gpu.h"
void wt_rfbank_tick(wt_rfbank *self);
#endif
