/* wt_share.h - C twin of what the sub-cores of an SM take turns at.
 *
 * moore: turns, and the news that barriers hear, from state; eval: the beat for the load/store unit; tick: one clock edge.
 * Contract: docs/blocks/mem/wt_share.md.
 */
#ifndef WT_SHARE_H
#define WT_SHARE_H
#include "spec/wt_gpu.h"
void wt_share_moore(wt_share *self);
void wt_share_eval(wt_share *self);
void wt_share_tick(wt_share *self);
#endif
