/* wt_use.h - how much of every sized structure is in use: what peaks and means are made of. */
#ifndef WT_USE_H
#define WT_USE_H
#include "lib/wt_tandem.h"

/* What is in use in one cycle, by wt_peak_key. Of structures that every warp has one of: the most of any resident warp, and the sum over them. */
typedef struct {
  unsigned most[WT_PEAKS];
  uint64_t sum[WT_PEAKS];
} wt_use;
/* Of the SM of m. */
void wt_use_now(const wt_tandem *t, const wt_m *m, const wt_env *e, wt_use *u);
/* All SMs have it together, not each of its own. */
int wt_use_common(unsigned i);
/* How many an SM has, of one warp where every warp has its own; 0: this shape has no such structure. */
unsigned wt_use_room(const wt_shape *S, unsigned i);
/* The same of a machine; 0 as well where a guest does not tell what its tables hold. */
unsigned wt_use_room_of(const wt_m *m, unsigned i);
/* A launch met the end of it, in any SM. What CTAs take in pieces is full when there is no room for one more. */
int wt_use_full(const wt_shape *S, const wt_counters *c, unsigned i);
#endif
