/* wt_sreg.c - C twin of the special registers. */
#include "operand/wt_sreg.h"

#include <string.h>

#include "isa/wt_isa.h"

/* Value of special register sr for one lane; t = its packed thread index. */
static uint32_t value(const wt_m *m, unsigned warp, unsigned sr, unsigned lane, uint32_t t) {
  uint64_t c = m->q.sreg.ctaid[warp];
  uint32_t at = lane < 32 ? 1u << lane : 0;
  switch (sr) {
    case 0: return lane;
    case 1:
    case 80: return m->q.sreg.clk;
    case 33: return t & 0x7ff;
    case 34: return t >> 11 & 0x7ff;
    case 35: return t >> 22;
    case 37: return (uint32_t)c;
    case 38: return (uint32_t)(c >> 32) & 0xffff;
    case 39: return (uint32_t)(c >> 48);
    case 56: return at;
    case 57: return at - 1;
    case 58: return at | (at - 1);
    case 59: return ~(at | (at - 1));
    case 60: return ~(at - 1);
    default: return 0;
  }
}

void wt_sreg_eval(wt_m *m) {
  wt_sreg_out *o = &m->o.sreg;
  const uint32_t *u = m->o.ibuffer.uop;
  unsigned op = m->o.sched.sel_valid ? (unsigned)uop_get_op(u) : WT_I_INVALID, lanes = m->S->LANES;
  if (o->s) o->s = 0;
  int vec = op == WT_I_S2R || op == WT_I_CS2R || op == WT_I_P2R;
  if (!vec) {
    for (unsigned l = 0; l < lanes; l++) o->v0[l] = 0;
    if (op != WT_I_S2UR) return;
  }
  unsigned warp = m->o.sched.sel_warp, beat = m->o.sched.sel_beat, sr = (unsigned)(uop_get_hi(u) >> 8 & 255);
  const uint32_t *tid = m->q.sreg.tid + (size_t)(warp * m->S->BEATS) * lanes;
  if (op == WT_I_S2UR) {
    o->s = value(m, warp, sr, 0, tid[0]);
    return;
  }
  tid += beat * lanes;
  for (unsigned l = 0; l < lanes; l++) {
    if (op == WT_I_P2R) {
      uint32_t v = 0;
      for (unsigned p = 0; p < 7; p++) v |= (uint32_t)(m->o.pred.p[p] >> (beat * lanes + l) & 1) << p;
      o->v0[l] = v;
    } else {
      o->v0[l] = value(m, warp, sr, beat * lanes + l, tid[l]);
    }
  }
}

void wt_sreg_tick(wt_m *m) {
  const wt_dispatch_out *d = &m->o.dispatch;
  m->q.sreg.clk++;
  if (!d->launch_valid) return;
  unsigned row = d->launch_warp * m->S->BEATS + d->launch_beat;
  memcpy(m->q.sreg.tid + (size_t)row * m->S->LANES, d->launch_tid, m->S->LANES * 4);
  WT_TOUCH(m->q.sreg.tid_log, row);
  m->q.sreg.ctaid[d->launch_warp] = (uint64_t)d->launch_ctaid_z << 48 | (uint64_t)d->launch_ctaid_y << 32 | d->launch_ctaid_x;
  WT_TOUCH(m->q.sreg.ctaid_log, d->launch_warp);
}
