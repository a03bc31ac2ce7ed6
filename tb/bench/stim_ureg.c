/* stim_ureg.c - stimulus of wt_ureg. R2UR never writes in the cycle in which the uniform ALU writes the same warp (scoreboard). */
#include <string.h>

#include "isa/wt_isa.h"
#include "bench/stim.h"

void stim_ureg(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const uint8_t ops[] = {WT_I_STG_U,   WT_I_STS_U, WT_I_ATOMG_U, WT_I_RED,    WT_I_ST_U, WT_I_ATOM_U,
                                WT_I_ATOMS_U, WT_I_STL_U, WT_I_LDG_U,   WT_I_UIADD3, WT_I_IADD3};
  static const uint8_t edge[] = {0, 1, 61, 62, 63};
  const wt_shape *S = m->S;
  wt_ualu_out *u = &m->subcore->ualu.o;
  (void)cycle;
  memset(u, 0, sizeof *u);
  m->subcore->sched.o.sel_valid = wt_chance(r, 80), m->subcore->sched.o.sel_warp = 0;
  memset(m->subcore->ibuffer.o.uop, 0, sizeof m->subcore->ibuffer.o.uop);
  if (m->subcore->sched.o.sel_valid) {
    m->subcore->sched.o.sel_warp = (uint8_t)wt_below(r, S->SLOTS);
    for (unsigned i = 0; i < UOP_WORDS; i++) m->subcore->ibuffer.o.uop[i] = (uint32_t)wt_rand(r);
    uop_put_op(m->subcore->ibuffer.o.uop, ops[wt_below(r, sizeof ops)]);
    u->w_n = (uint8_t)wt_below(r, 3);
    if (u->w_n) u->w_idx = wt_chance(r, 30) ? edge[wt_below(r, 5)] : (uint8_t)wt_below(r, 64), u->w_lo = (uint32_t)wt_rand(r);
    if (u->w_n > 1) u->w_hi = (uint32_t)wt_rand(r);
    u->p0_valid = wt_chance(r, 30), u->p1_valid = wt_chance(r, 30);
    if (u->p0_valid) u->p0_idx = (uint8_t)wt_below(r, 7), u->p0_val = (uint8_t)wt_below(r, 2);
    if (u->p1_valid) u->p1_idx = (uint8_t)wt_below(r, 7), u->p1_val = (uint8_t)wt_below(r, 2);
  }
  m->subcore->alu.o.wb_warp = (uint8_t)wt_below(r, S->SLOTS);
  m->subcore->alu.o.sc_ur = wt_chance(r, 20) && (!u->w_n || m->subcore->alu.o.wb_warp != m->subcore->sched.o.sel_warp);
  m->subcore->alu.o.sc_idx = m->subcore->alu.o.sc_ur ? (uint8_t)wt_below(r, 64) : 0,
  m->subcore->alu.o.sc_val = m->subcore->alu.o.sc_ur ? (uint32_t)wt_rand(r) : 0;
}
