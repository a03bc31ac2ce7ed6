/* wt_fetch.h - C twin of instruction fetch: per-warp fetch pc, round-robin pick, registered request. Rules:
 * docs/blocks/front/wt_fetch.md.
 *
 * pc: byte offset in the kernel's text; one instruction is 16 bytes. All outputs are registers (q.fetch). No
 * errors.
 */
#ifndef WT_FETCH_H
#define WT_FETCH_H
#include "spec/wt_gpu.h"

void wt_fetch_tick(wt_fetch *self);
#endif
