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

/* What a beat names: a row of the warp, with PACK one a lane or, often, one for all. */
static inline uint32_t stim_beat(const wt_m *m, wt_rng *r) {
  const uint32_t row = wt_below(r, m->S->BEATS);
  uint32_t beat = 0;
  if (!m->S->PACK || wt_chance(r, 30)) return wt_beat_all(m->S, row);
  for (unsigned l = m->S->LANES; l--;) beat = beat << m->S->BEAT_W | wt_below(r, m->S->BEATS);
  return beat;
}

static inline void stim_words(uint32_t *x, unsigned n, wt_rng *r) {
  for (unsigned i = 0; i < n; i++) x[i] = (uint32_t)wt_rand(r);
}

/* Rows of a register bank for a word, below rows; 0: the last one. */
static inline void stim_rows(const wt_m *m, uint16_t *to, wt_rng *r, unsigned rows) {
  for (unsigned l = 0; l < m->S->BROWS; l++) to[l] = (uint16_t)(rows ? wt_below(r, rows) : m->S->RF_ROWS - 1);
}

/* With PACK the last beat of an instruction is said by the scheduler or by pack. */
static inline void stim_pop(wt_m *m, wt_rng *r) {
  wt_sched_out *s = &m->subcore->sched.o;
  m->subcore->pack.o.pop = m->S->PACK && s->sel_pop && wt_chance(r, 70);
  if (m->subcore->pack.o.pop) s->sel_pop = 0;
}

/* What a dispatched instruction, or a release, may say that it ends: anything where barriers are awaited. */
static inline uint8_t stim_ends(const wt_m *m, wt_rng *r) { return m->S->CODES ? (uint8_t)wt_below(r, 8) : 0; }

/* Fills the inputs of a block in m before a cycle; moore outputs are valid, cycle counts from 0 after reset. */
typedef void (*wt_stim_fn)(wt_m *m, wt_rng *r, uint64_t cycle);
#endif
