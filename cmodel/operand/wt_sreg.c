/* wt_sreg.c - C twin of the special registers. */
#include "operand/wt_sreg.h"

#include <string.h>

#include "isa/wt_isa.h"

/* R5: Value of special register sr for the lane with this number; t = its packed thread index. */
static uint32_t value(const wt_sreg *self, unsigned warp, unsigned sr, unsigned lane, uint32_t t) {
  uint64_t c = self->q.ctaid[warp];
  uint32_t at = lane < 32 ? 1u << lane : 0;
  warp = WT_WARP_OF(self, warp); /* R5 */
  switch (sr) {
    case 0: return lane;
    case 1:
    case 80: return self->q.clock;
    case 3: return (self->in.cfg->places ? warp / self->in.S->PER_32 : warp) << 8;
    case 33: return t & 0x7ff;
    case 34: return t >> 11 & 0x7ff;
    case 35: return t >> 22;
    case 37: return (uint32_t)c;
    case 38: return (uint32_t)(c >> 32) & 0xffff;
    case 39: return (uint32_t)(c >> 48);
    case 50: return (self->in.cfg->smem + 255u) & ~255u;
    case 56: return at;
    case 57: return at - 1;
    case 58: return at | (at - 1);
    case 59: return ~(at | (at - 1));
    case 60: return ~(at - 1);
    case 67: return self->in.smid->sm;
    default: return 0; /* 55: the stack may go down to 0 */
  }
}

void wt_sreg_eval(wt_sreg *self) {
  wt_sreg_out *o = &self->o;
  const uint32_t *u = self->in.ibuffer->uop;
  unsigned op = self->in.sched->sel_valid ? (unsigned)uop_get_op(u) : WT_I_INVALID, lanes = self->in.S->LANES;
  if (o->s) o->s = 0; /* R1 */
  int vec = op == WT_I_S2R || op == WT_I_CS2R || op == WT_I_P2R;
  if (!vec) { /* R1 */
    memset(o->v0, 0, lanes * sizeof *o->v0);
    if (op != WT_I_S2UR) return;
  }
  const wt_shape *S = self->in.S;
  unsigned warp = self->in.sched->sel_warp, sr = (unsigned)(uop_get_hi(u) >> 8 & 255);
  unsigned place = wt_place(self->in.cfg->places, S->PER_32, WT_WARP_OF(self, warp)); /* R7 */
  const uint32_t *tid = self->q.tid + (size_t)(warp * S->BEATS) * lanes;
  if (op == WT_I_S2UR) { /* R4 */
    o->s = value(self, warp, sr, place, tid[0]);
    return;
  }
  const uint32_t beat = S->PACK ? self->in.pack->beat : self->in.sched->sel_beat; /* R8 */
  for (unsigned l = 0; l < lanes; l++) {
    const unsigned lane = wt_beat_row(S, beat, l) * lanes + l;
    if (op == WT_I_P2R) {
      uint32_t v = 0;
      for (unsigned p = 0; p < 7; p++) v |= (uint32_t)(self->in.pred->p[p] >> lane & 1) << p; /* R3 */
      o->v0[l] = v;
    } else {
      o->v0[l] = value(self, warp, sr, place + lane, tid[lane]); /* R2 */
    }
  }
}

void wt_sreg_tick(wt_sreg *self) {
  const wt_sreg_in_dispatch *d = self->in.dispatch;
  self->q.clock++;
  if (!d->launch_valid) return; /* R6 */
  unsigned row = d->launch_warp * self->in.S->BEATS + d->launch_beat;
  memcpy(WT_PUT_WORDS(&self->q, tid, row, self->in.S->LANES), d->launch_tid, self->in.S->LANES * 4);
  WT_PUT(&self->q, ctaid, d->launch_warp) = (uint64_t)d->launch_ctaid_z << 48 | (uint64_t)d->launch_ctaid_y << 32 | d->launch_ctaid_x;
}
