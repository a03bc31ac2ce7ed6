/* stim_sreg.c - stimulus of wt_sreg: launches interleaved with reads of every special register. */
#include <string.h>

#include "isa/wt_isa.h"
#include "bench/stim.h"

void stim_sreg(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const uint8_t ops[] = {WT_I_S2R, WT_I_CS2R, WT_I_P2R, WT_I_S2UR, WT_I_IADD3};
  static const uint8_t regs[] = {0, 1, 2, 3, 33, 34, 35, 37, 38, 39, 40, 50, 55, 67, 56, 57, 58, 59, 60, 80, 81, 255};
  const wt_shape *S = m->S;
  wt_dispatch_out *d = &m->sm->dispatch.o;
  (void)cycle;
  if (wt_chance(r, 2)) m->gpu->cfg.places ^= 1;
  if (S->SUBCORES > 1 && wt_chance(r, 5)) m->subcore->place.subcore = (uint8_t)wt_below(r, S->SUBCORES); /* in the machine it stays as it is */
  if (wt_chance(r, 5)) m->gpu->cfg.smem = wt_chance(r, 50) ? wt_below(r, 3) + 255 : wt_below(r, S->SMEM_BYTES + 1);
  wt_sched_idle(&m->subcore->sched.o), m->subcore->pack.o.beat = 0;
  memset(m->subcore->ibuffer.o.uop, 0, sizeof m->subcore->ibuffer.o.uop);
  memset(d, 0, sizeof *d);
  wt_pred_idle(&m->subcore->pred.o);
  if (wt_chance(r, 85)) {
    m->subcore->sched.o.sel_valid = 1, m->subcore->sched.o.sel_warp = (uint8_t)wt_below(r, S->SLOTS);
    if (S->PACK) m->subcore->pack.o.beat = stim_beat(m, r);
    else m->subcore->sched.o.sel_beat = (uint8_t)wt_below(r, S->BEATS);
    for (unsigned i = 0; i < UOP_WORDS; i++) m->subcore->ibuffer.o.uop[i] = (uint32_t)wt_rand(r);
    uop_put_op(m->subcore->ibuffer.o.uop, ops[wt_below(r, sizeof ops)]);
    uint64_t hi = uop_get_hi(m->subcore->ibuffer.o.uop) & ~UINT64_C(0xff00);
    uop_put_hi(m->subcore->ibuffer.o.uop, hi | (uint64_t)regs[wt_below(r, sizeof regs)] << 8);
    for (int p = 0; p < 7; p++) m->subcore->pred.o.p[p] = wt_rand(r) & wt_mask64(S->SLOT_LANES);
  }
  if (wt_chance(r, 20)) {
    d->launch_valid = 1, d->launch_warp = (uint8_t)wt_below(r, S->SLOTS), d->launch_beat = (uint8_t)wt_below(r, S->BEATS);
    for (unsigned l = 0; l < S->LANES; l++) d->launch_tid[l] = (uint32_t)wt_rand(r);
    d->launch_ctaid_x = (uint32_t)wt_rand(r), d->launch_ctaid_y = (uint16_t)wt_rand(r), d->launch_ctaid_z = (uint16_t)wt_rand(r);
  }
}
