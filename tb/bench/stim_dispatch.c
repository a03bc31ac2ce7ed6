/* stim_dispatch.c - stimulus of wt_dispatch: blocks of odd shapes, a few CTAs of each, given when it asks or some time later; resident warps end in random
 * order; with LCS a limit comes, grows and goes. */
#include "bench/stim.h"
#include "spec/wt_fsm.h"

static void new_block(wt_m *m, wt_rng *r) {
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
  if (S->CTA_UNIT) c->cta_block = (uint8_t)(1 + wt_below(r, wt_chance(r, 50) ? 3 : 32));
}

void stim_dispatch(wt_m *m, wt_rng *r, uint64_t cycle) {
  static wt_warps resident; /* warps that have been acknowledged and not ended */
  static unsigned left;     /* CTAs to come of this shape */
  wt_ctasched_out *g = &m->gpu->ctasched.o;
  if (cycle == 0) resident = 0, left = 0;
  if (m->sm->dispatch.o.idle && !left && (cycle == 0 || wt_chance(r, 30))) new_block(m, r), left = 1 + wt_below(r, 8);
  const wt_dispatch_state *q = &m->sm->dispatch.q; /* what it asks for is seen in the cycle itself */
  const unsigned slots = m->gpu->cfg.maxcta < m->S->CTAS ? m->gpu->cfg.maxcta : m->S->CTAS;
  if (m->S->LCS && wt_chance(r, 3)) m->sm->lcs.o.limit = (uint8_t)(wt_chance(r, 40) ? 0 : 1 + wt_below(r, m->S->CTAS));
  const unsigned all = m->sm->lcs.o.limit && m->sm->lcs.o.limit < slots ? m->sm->lcs.o.limit : slots;
  const int asks = q->state == WT_DP_PICK && wt_popcount(q->busy) < all;
  g->give_valid = asks && left && wt_chance(r, 70);
  g->give_x = g->give_valid ? (uint32_t)wt_rand(r) >> wt_below(r, 32) & 0x7fffffff : 0;
  g->give_y = g->give_valid ? (uint16_t)(wt_rand(r) & 0xffff) : 0, g->give_z = g->give_valid ? (uint16_t)(wt_rand(r) & 0xffff) : 0;
  left -= g->give_valid;
  const int ack = m->sm->dispatch.o.launch_last && wt_chance(r, 50);
  WT_EACH_SUBCORE(at, m) {
    wt_cfu_out *c = at->subcore->cfu;
    wt_warps x = resident & wt_sm_warps(at, wt_warps_upto(m->S->SLOTS));
    c->launch_ack = ack && wt_subcore_of(m->S, m->sm->dispatch.o.launch_warp) == at->subcore->place.subcore;
    c->done_valid = c->done_warp = 0;
    if (!x || !wt_chance(r, 15)) continue;
    for (unsigned k = wt_below(r, wt_warps_count(x)); k; k--) x &= x - 1;
    unsigned w = wt_warps_first(x);
    c->done_valid = 1, c->done_warp = (uint8_t)wt_slot_of(m->S, w);
    resident &= ~wt_warp(w);
  }
  if (ack) resident |= wt_warp(m->sm->dispatch.o.launch_warp);
}
