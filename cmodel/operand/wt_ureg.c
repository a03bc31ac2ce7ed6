/* wt_ureg.c - C twin of the uniform register file. */
#include "operand/wt_ureg.h"

#include "isa/wt_isa.h"

static uint64_t pair(const wt_m *m, const uint32_t *u, unsigned i) {
  (void)m;
  if (i == 63) return 0;
  return u[i] | (uint64_t)(i == 62 ? 0 : u[i + 1]) << 32; /* UR63 is URZ */
}

void wt_ureg_eval(wt_m *m) {
  wt_ureg_out *o = &m->o.ureg;
  o->a = o->b = o->c = 0, o->up = 0;
  if (!m->o.sched.sel_valid) return;
  const uint32_t *u = m->q.ureg.u + m->o.sched.sel_warp * 64u;
  wt_word w = {uop_get_lo(m->o.ibuffer.uop), uop_get_hi(m->o.ibuffer.uop)};
  unsigned op = (unsigned)uop_get_op(m->o.ibuffer.uop);
  int store = op == WT_I_STG_U || op == WT_I_STS_U || op == WT_I_ATOMG_U || op == WT_I_RED;
  unsigned c = (unsigned)wt_bits(w, 69, 64);
  o->a = pair(m, u, (unsigned)wt_bits(w, 29, 24));
  o->b = pair(m, u, store ? c : (unsigned)wt_bits(w, 37, 32));
  o->c = pair(m, u, c);
  o->up = m->q.ureg.up[m->o.sched.sel_warp];
}

static void write(wt_m *m, unsigned warp, unsigned i, uint32_t v) {
  if (i >= 63) return;
  m->q.ureg.u[warp * 64 + i] = v;
  WT_TOUCH(m->q.ureg.u_log, warp * 64 + i);
}

void wt_ureg_tick(wt_m *m) {
  const wt_ualu_out *a = &m->o.ualu;
  unsigned w = m->o.sched.sel_warp;
  if (a->w_n > 0) write(m, w, a->w_idx, a->w_lo);
  if (a->w_n > 1) write(m, w, a->w_idx + 1u, a->w_hi);
  if (m->q.alu.sc_ur) write(m, m->q.alu.wb_warp, m->q.alu.sc_idx, m->q.alu.sc_val);
  if (a->p0_valid || a->p1_valid) {
    uint8_t *p = &m->q.ureg.up[w];
    if (a->p0_valid) *p = (uint8_t)((*p & ~(1u << a->p0_idx)) | (unsigned)a->p0_val << a->p0_idx);
    if (a->p1_valid) *p = (uint8_t)((*p & ~(1u << a->p1_idx)) | (unsigned)a->p1_val << a->p1_idx);
    *p &= 127;
    WT_TOUCH(m->q.ureg.up_log, w);
  }
}
