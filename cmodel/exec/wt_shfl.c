/* wt_shfl.c - C twin of the warp shuffle unit: gathers the beats of one SHFL, then hands out result beats. */
#include "exec/wt_shfl.h"

#include "isa/wt_isa.h"
#include "spec/wt_fsm.h"

/* Source lane of a lane, or -1 when it is out of range. Lanes are counted in their group of 32, on plain integers. */
static int source(unsigned mode, unsigned lane, unsigned b, unsigned clamp, unsigned seg, unsigned warp_size) {
  int me = lane & 31, bound = (me & (int)seg) | ((int)clamp & ~(int)seg), from;
  int ok;
  switch (mode) {
    case 0:
      from = (me & (int)seg) | ((int)b & ~(int)seg);
      ok = from <= bound;
      break;
    case 1:
      from = me - (int)b;
      ok = from >= bound;
      break;
    case 2:
      from = me + (int)b;
      ok = from <= bound;
      break;
    default:
      from = me ^ (int)b;
      ok = from <= bound;
      break;
  }
  from += lane & 32;
  return ok && from < (int)warp_size ? from : -1;
}

void wt_shfl_moore(wt_shfl *self) {
  wt_shfl_out *o = &self->o;
  const wt_shfl_state *q = &self->q;
  unsigned n = self->in.S->LANES, first = q->beat * n;
  if (q->state == WT_SH_COLLECT && o->ready) return; /* nothing was shown and nothing is */
  wt_shfl_idle(o);
  o->ready = q->state == WT_SH_COLLECT;
  if (q->state == WT_SH_COLLECT) return;
  o->wb_valid = 1;
  o->wb_warp = q->warp, o->wb_beat = q->beat, o->wb_reg = q->dst, o->wb_regv = q->regv;
  o->wb_mask = (uint32_t)(q->mask >> first & wt_mask64(n));
  o->wb_last = q->beat == self->in.S->BEATS - 1;
  if (o->wb_last) o->wb_dst = q->dst, o->wb_ndst = q->regv;
  o->wb_pwv = q->pu != 7;
  if (o->wb_pwv) o->wb_p = q->pu;
  for (uint32_t left = o->wb_mask; left; left &= left - 1) {
    unsigned l = wt_lowest(left), lane = first + l;
    int from = source(q->mode, lane, q->lane_op[lane], q->seg_clamp[lane] & 31u, q->seg_clamp[lane] >> 5, self->in.S->WARP_SIZE);
    o->wb_data[l] = q->src[from < 0 ? lane : (unsigned)from];
    if (from >= 0 && o->wb_pwv) o->wb_pbits |= 1u << l;
  }
}

static void take_beat(wt_shfl *self) {
  wt_shfl_state *q = &self->q;
  const wt_shfl_in_disp *d = self->in.disp;
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  unsigned op = (unsigned)uop_get_op(d->uop), n = self->in.S->LANES, first = d->beat * n;
  int breg = op == WT_I_SHFL_RR || op == WT_I_SHFL_RI, creg = op == WT_I_SHFL_RR || op == WT_I_SHFL_IR;
  q->warp = d->warp;
  q->dst = (uint8_t)uop_get_dst(d->uop);
  q->regv = uop_get_ndst(d->uop) != 0;
  q->pu = (uint8_t)wt_bits(w, 83, 81);
  q->mode = (uint8_t)wt_bits(w, 59, 58);
  q->mask = (q->mask & ~(wt_mask64(n) << first)) | (uint64_t)d->mask << first;
  for (unsigned l = 0; l < n; l++) {
    uint32_t b = breg ? d->data[n + l] : (uint32_t)wt_bits(w, 57, 53);
    uint32_t c = creg ? d->data[2 * n + l] : (uint32_t)wt_bits(w, 52, 40);
    q->src[first + l] = d->data[l];
    q->lane_op[first + l] = b & 31;
    q->seg_clamp[first + l] = (uint16_t)((c >> 8 & 31) << 5 | (c & 31));
  }
  if (d->last) q->state = WT_SH_SEND, q->beat = 0;
}

void wt_shfl_tick(wt_shfl *self) {
  wt_shfl_state *q = &self->q;
  if (q->state == WT_SH_SEND) {
    if (!self->in.wb->ack[WT_U_SHFL]) return;
    if (++q->beat < self->in.S->BEATS) return;
    q->state = WT_SH_COLLECT, q->beat = 0, q->mask = 0;
    return;
  }
  if (self->in.disp->valid && uop_get_unit(self->in.disp->uop) == WT_U_SHFL) take_beat(self);
}
