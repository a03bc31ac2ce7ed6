/* wt_ibuffer.h - C twin of the I-buffer: a ring of IBUF_DEPTH uops per warp with their constants. Rules:
 * docs/blocks/front/wt_ibuffer.md.
 *
 * head_* are copies of registers (moore), uop and cval are read for the selected warp (eval). Rows of entries and const_val:
 * warp * IBUF_DEPTH + slot. No errors; the credits of fetch keep a full ring from being filled.
 */
#ifndef WT_IBUFFER_H
#define WT_IBUFFER_H
#include "spec/wt_gpu.h"

void wt_ibuffer_moore(wt_ibuffer *self);
void wt_ibuffer_eval(wt_ibuffer *self);
void wt_ibuffer_tick(wt_ibuffer *self);
#endif
