/* stim_ctasched.c - stimulus of wt_ctasched: small grids, now and then a long one, with the clusters that the shape's keys make of them; SMs ask until they
 * are given a CTA, in phases seldom or all at once, and have room for several at once now and then. */
#include "bench/stim.h"
#include "lib/wt_clusters.h"

void stim_ctasched(wt_m *m, wt_rng *r, uint64_t cycle);

static void new_grid(wt_cfg_out *c, wt_rng *r, const wt_shape *S) {
  c->grid_x = 1 + wt_below(r, 4);
  c->grid_y = (uint16_t)(1 + wt_below(r, 3)), c->grid_z = (uint16_t)(1 + wt_below(r, 3));
  if (wt_chance(r, 10)) { /* long in one direction: the coordinate passes powers of two */
    unsigned axis = wt_below(r, 3), n = 33 + wt_below(r, 40);
    c->grid_x = axis == 0 ? n : 1, c->grid_y = (uint16_t)(axis == 1 ? n : 1), c->grid_z = (uint16_t)(axis == 2 ? n : 1);
  }
  wt_clusters_config(c, S);
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
    if (m->S->CTA_UNIT) d->room = (uint8_t)(d->ask && wt_chance(r, 50));
    idle &= d->idle;
  }
  if (idle && !m->gpu->ctasched.q.run && (cycle == 0 || wt_chance(r, 30))) new_grid(&m->gpu->cfg, r, m->S);
}
