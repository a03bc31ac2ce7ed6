/* stim_replay.c - stimulus of wt_replay: a load/store unit that takes new instructions and those that come back, works a while, and ends them or gives
 * them away for any reason. */
#include <string.h>

#include "bench/stim.h"

void stim_replay(wt_m *m, wt_rng *r, uint64_t cycle);

static struct { unsigned left, warp; /* cycles of work that are left, 0: free */ } s;

static void words(uint32_t *w, unsigned n, wt_rng *r) {
  while (n--) *w++ = (uint32_t)wt_rand(r);
}

static void leave(wt_m *m, wt_rng *r, unsigned easy) {
  wt_lsu_out *u = &m->sm->lsu.o;
  const wt_shape *S = m->S;
  u->park = 1;
  u->why = (uint8_t)(wt_chance(r, easy) ? wt_below(r, 2) : wt_below(r, 6));
  words(u->front, (S->FRONT_W + 31) / 32, r);
  if (S->FRONT_W % 32) u->front[S->FRONT_W / 32] &= (1u << S->FRONT_W % 32) - 1;
  wt_words_put(u->front, 0, S->SM_WARP_W, s.warp);
}

void stim_replay(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_lsu_out *u = &m->sm->lsu.o;
  const wt_replay_out *o = &m->sm->replay.o;
  const wt_shape *S = m->S;
  unsigned few = cycle / 300 % 2, busy = cycle / 600 % 2 ? 95 : 30;
  if (!cycle) s.left = 0, u->park = 0;
  if (u->park) u->park = u->why = 0, memset(u->front, 0, sizeof u->front), s.left = 0;
  else if (s.left) s.left--;
  else if (cycle && o->resume) s.left = 1 + wt_below(r, 3), s.warp = (unsigned)wt_words_get(o->front, 0, S->SM_WARP_W);
  else if (cycle && !o->hold && wt_chance(r, busy)) s.left = 1 + wt_below(r, 3), s.warp = wt_below(r, few && S->SM_SLOTS > 2 ? 2 : S->SM_SLOTS);
  u->at = s.left ? wt_warp(s.warp) : 0;
  if (s.left == 1 && wt_chance(r, cycle / 900 % 2 ? 80 : 50)) leave(m, r, 50);
  words((uint32_t *)(void *)u->addr, 2 * S->ACC_LANES, r);
  words(u->data, 4 * S->ACC_LANES, r);
  unsigned lack = cycle / 200 % 3 * 40;
  u->no_ent = (uint8_t)wt_chance(r, lack), u->no_tag = (uint8_t)wt_chance(r, lack), u->req_valid = (uint8_t)wt_chance(r, lack);
}
