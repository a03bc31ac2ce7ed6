/* stim_ctasched.c - stimulus of wt_ctasched: small grids, now and then a long one; SMs ask until they are given a CTA, in phases seldom or all at once. */
#include "bench/stim.h"

void stim_ctasched(wt_m *m, wt_rng *r, uint64_t cycle);

static void new_grid(wt_cfg_out *c, wt_rng *r) {
  c->grid_x = 1 + wt_below(r, 4);
  c->grid_y = (uint16_t)(1 + wt_below(r, 3)), c->grid_z = (uint16_t)(1 + wt_below(r, 3));
  if (wt_chance(r, 10)) { /* long in one direction: the coordinate passes powers of two */
    unsigned axis = wt_below(r, 3), n = 33 + wt_below(r, 40);
    c->grid_x = axis == 0 ? n : 1, c->grid_y = (uint16_t)(axis == 1 ? n : 1), c->grid_z = (uint16_t)(axis == 2 ? n : 1);
  }
  c->start = 1;
}

void stim_ctasched(wt_m *m, wt_rng *r, uint64_t cycle) {
  const wt_ctasched_out *o = &m->gpu->ctasched.o;
  const unsigned odds = cycle / 300 % 3 == 0 ? 3 : cycle / 300 % 3 == 1 ? 30 : 90;
  unsigned idle = 1;
  m->gpu->cfg.start = 0;
  for (unsigned i = 0; i < m->S->SMS; i++) {
    wt_dispatch_out *d = &m->gpu->sm[i].dispatch.o;
    const int given = o->give_valid && o->give_sm == i;
    if (cycle == 0 || given) d->ask = 0;
    if (given) d->idle = 0;
    else if (cycle == 0 || wt_chance(r, odds)) d->idle = 1;
    d->ask |= (uint8_t)wt_chance(r, odds);
    idle &= d->idle;
  }
  if (idle && !m->gpu->ctasched.q.run && (cycle == 0 || wt_chance(r, 30))) new_grid(&m->gpu->cfg, r);
}
