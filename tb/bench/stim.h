/* stim.h - constrained-random stimulus of the block benches. */
#ifndef WT_STIM_H
#define WT_STIM_H
#include "lib/wt_min.h"
#include "spec/wt_gpu.h"

typedef struct {
  uint64_t state;
} wt_rng;

/* splitmix64 */
static inline uint64_t wt_rand(wt_rng *r) {
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
/* 0 .. n-1, n > 0 */
static inline unsigned wt_below(wt_rng *r, unsigned n) { return (unsigned)((wt_rand(r) >> 32) * n >> 32); }
/* Any set of warps. */
static inline wt_warps stim_warps(wt_rng *r) {
  wt_warps v = wt_rand(r);
  return sizeof v > 8 ? v << 32 << 32 | wt_rand(r) : v;
}
static inline int wt_chance(wt_rng *r, unsigned percent) { return wt_below(r, 100) < percent; }

/* What a dispatched instruction, or a release, may say that it ends: anything where barriers are awaited. */
static inline uint8_t stim_ends(const wt_m *m, wt_rng *r) { return m->S->CODES ? (uint8_t)wt_below(r, 8) : 0; }

/* Fills the inputs of a block in m before a cycle; moore outputs are valid, cycle counts from 0 after reset. */
typedef void (*wt_stim_fn)(wt_m *m, wt_rng *r, uint64_t cycle);
#endif
