/* stim_dispatch.c - stimulus of wt_dispatch: small grids of odd block shapes, now and then a long one; resident warps end in random order. */
#include "bench/stim.h"

static void new_grid(wt_m *m, wt_rng *r) {
  const wt_shape *S = m->S;
  wt_cfg_out *c = &m->gpu->cfg;
  unsigned limit = S->SM_SLOTS * S->SLOT_LANES < 1024 ? S->SM_SLOTS * S->SLOT_LANES : 1024;
  do {
    c->block_x = (uint16_t)(1 + wt_below(r, wt_chance(r, 50) ? 5 : limit));
    c->block_y = (uint16_t)(1 + wt_below(r, 5)), c->block_z = (uint8_t)(1 + wt_below(r, 4));
  } while ((unsigned)c->block_x * c->block_y * c->block_z > limit);
  c->threads = (uint16_t)(c->block_x * c->block_y * c->block_z);
  c->wpc = (uint8_t)((c->threads + S->SLOT_LANES - 1) / S->SLOT_LANES);
  c->stride = (uint8_t)(c->wpc + (wt_chance(r, 40) ? wt_below(r, 4) : 0));
  unsigned n = (S->SM_SLOTS - c->wpc) / c->stride + 1;
  if (n > S->CTAS) n = S->CTAS;
  c->maxcta = (uint8_t)(1 + wt_below(r, n));
  c->grid_x = 1 + wt_below(r, 4);
  c->grid_y = (uint16_t)(1 + wt_below(r, 3)), c->grid_z = (uint16_t)(1 + wt_below(r, 3));
  if (wt_chance(r, 10)) { /* long in one direction: the coordinate passes powers of two */
    unsigned axis = wt_below(r, 3), n = 33 + wt_below(r, 40);
    c->grid_x = axis == 0 ? n : 1, c->grid_y = (uint16_t)(axis == 1 ? n : 1), c->grid_z = (uint16_t)(axis == 2 ? n : 1);
  }
  c->start = 1;
}

void stim_dispatch(wt_m *m, wt_rng *r, uint64_t cycle) {
  static wt_warps resident; /* warps that have been acknowledged and not ended */
  if (cycle == 0) resident = 0;
  m->gpu->cfg.start = 0;
  if (m->gpu->dispatch.o.idle && (cycle == 0 || wt_chance(r, 30))) new_grid(m, r);
  const int ack = m->gpu->dispatch.o.launch_last && wt_chance(r, 50);
  for (unsigned i = 0; i < m->S->SUBCORES; i++) {
    const wt_m at = wt_m_subcore(m, i);
    wt_cfu_out *c = at.subcore->cfu;
    wt_warps x = resident & wt_sm_warps(&at, wt_warps_upto(m->S->SLOTS));
    c->launch_ack = ack && m->gpu->dispatch.o.launch_warp % m->S->SUBCORES == i;
    c->done_valid = c->done_warp = 0;
    if (!x || !wt_chance(r, 15)) continue;
    for (unsigned k = wt_below(r, wt_warps_count(x)); k; k--) x &= x - 1;
    unsigned w = wt_warps_first(x);
    c->done_valid = 1, c->done_warp = (uint8_t)(w / m->S->SUBCORES);
    resident &= ~wt_warp(w);
  }
  if (ack) resident |= wt_warp(m->gpu->dispatch.o.launch_warp);
}
