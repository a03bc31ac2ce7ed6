/* wt_delay.h - delayed reconvergence: moves the reconvergence points of spin loops (RPC_DELAY = static).
 *
 * A thread that leaves a spin loop must not wait at the loop's exit for threads that spin until it has gone on. Which loops these are is read
 * from YIELD: nvcc places one in every loop that waits for another thread.
 */
#ifndef WT_DELAY_H
#define WT_DELAY_H
#include "isa/wt_cfg.h"

/* Changes c->rpc. 0, or -1 when out of memory (nothing is changed then). */
int wt_cfg_delay(const wt_word *code, wt_cfg *c);
#endif
