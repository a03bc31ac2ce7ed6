/* wt_constport.h - C twin of the constant port: one register in front of the constant memory. Rules:
 * docs/blocks/operand/wt_constport.md.
 *
 * Address: bank 20:16, byte offset 15:0. All outputs are registers (q.constport). No errors.
 */
#ifndef WT_CONSTPORT_H
#define WT_CONSTPORT_H
#include "spec/wt_gpu.h"

void wt_constport_tick(wt_constport *self);
#endif
