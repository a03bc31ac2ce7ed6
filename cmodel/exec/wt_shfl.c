/* wt_shfl.c - C twin of the warp shuffle unit: gathers the beats of one SHFL, then hands out result beats. */
#include "exec/wt_shfl.h"

#include "isa/wt_isa.h"
#include "spec/wt_fsm.h"

enum { IS_MATCH = 1, ANY = 2, WIDE = 4 };

/* R7 */
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
  from += lane & 32; /* R7 */
  return ok && from < (int)warp_size ? from : -1;
}

void wt_shfl_moore(wt_shfl *self) {
  wt_shfl_out *o = &self->o;
  const wt_shfl_state *q = &self->q;
  unsigned n = self->in.S->LANES, first = q->beat * n;
  if (q->state == WT_SH_COLLECT && o->ready) return; /* nothing was shown and nothing is */
  wt_shfl_idle(o);                                   /* R10 */
  o->ready = q->state == WT_SH_COLLECT;              /* R1 */
  if (q->state != WT_SH_SEND) return;                /* R10 */
  o->wb_valid = 1;                                   /* R6 */
  o->wb_warp = q->warp, o->wb_beat = wt_beat_all(self->in.S, q->beat), o->wb_reg = q->dst, o->wb_regv = q->regv;
  o->wb_mask = (uint32_t)(q->mask >> first & wt_mask64(n));
  o->wb_last = q->beat == self->in.S->BEATS - 1;
  if (o->wb_last) o->wb_dst = q->dst, o->wb_ndst = q->regv, o->wb_ends = q->ends; /* R6 */
  o->wb_pwv = q->pu != 7;                                                         /* R6 */
  if (o->wb_pwv) o->wb_p = q->pu;
  for (uint32_t left = o->wb_mask; left; left &= left - 1) {
    unsigned l = wt_lowest(left), lane = first + l;
    if (q->match & IS_MATCH) { /* R11 */
      o->wb_data[l] = q->src[lane];
      if (q->same && o->wb_pwv) o->wb_pbits |= 1u << l;
      continue;
    }
    int from = source(q->mode, lane, q->lane_op[lane], q->seg_clamp[lane] & 31u, q->seg_clamp[lane] >> 5, self->in.S->SLOT_LANES);
    unsigned at = from < 0 ? lane : (unsigned)from;     /* R8 */
    o->wb_data[l] = q->mask >> at & 1 ? q->src[at] : 0; /* R8: a lane that does not execute gives 0 */
    if (from >= 0 && o->wb_pwv) o->wb_pbits |= 1u << l; /* R8 */
  }
}

/* R3 */
static void take_beat(wt_shfl *self) {
  wt_shfl_state *q = &self->q;
  const wt_shfl_in_disp *d = self->in.disp;
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  unsigned op = (unsigned)uop_get_op(d->uop), n = self->in.S->LANES, first = wt_beat_row(self->in.S, d->beat, 0) * n; /* its beats are not packed */
  int breg = op == WT_I_SHFL_RR || op == WT_I_SHFL_RI, creg = op == WT_I_SHFL_RR || op == WT_I_SHFL_IR;
  q->warp = d->warp;
  q->dst = (uint8_t)uop_get_dst(d->uop);
  q->regv = uop_get_ndst(d->uop) != 0;
  q->ends = d->ends;
  q->pu = (uint8_t)wt_bits(w, 83, 81);
  q->mode = (uint8_t)wt_bits(w, 59, 58);
  q->match = op == WT_I_MATCH ? (uint8_t)(IS_MATCH | wt_bit(w, 79) * ANY | wt_bit(w, 73) * WIDE) : 0;
  q->mask = (q->mask & ~(wt_mask64(n) << first)) | (uint64_t)d->mask << first;
  for (unsigned l = 0; l < n; l++) {
    uint32_t b = breg ? d->data[n + l] : (uint32_t)wt_bits(w, 57, 53);     /* R4 */
    uint32_t c = creg ? d->data[2 * n + l] : (uint32_t)wt_bits(w, 52, 40); /* R4 */
    q->src[first + l] = d->data[l];
    q->high[first + l] = d->data[n + l];
    q->lane_op[first + l] = b & 31;
    q->seg_clamp[first + l] = (uint16_t)((c >> 8 & 31) << 5 | (c & 31));
  }
  if (!d->last) return;                                      /* R2 */
  q->state = q->match && q->mask ? WT_SH_MATCH : WT_SH_SEND; /* R5, R11 */
  q->left = q->match ? q->mask : 0;
  q->same = 0;
}

/* R11: The lanes with the value of the lowest one left have their result: each other. ALL ends with the first. */
static void find_match(wt_shfl *self) {
  wt_shfl_state *q = &self->q;
  unsigned lead = wt_lowest(q->left);
  uint64_t equal = 0, done;
  for (uint64_t left = q->left; left; left &= left - 1) {
    unsigned l = wt_lowest(left);
    if (q->src[l] == q->src[lead] && (!(q->match & WIDE) || q->high[l] == q->high[lead])) equal |= left & -left;
  }
  q->same = equal == q->mask;
  done = q->match & ANY ? equal : q->mask;
  for (uint64_t d = done; d; d &= d - 1) q->src[wt_lowest(d)] = q->match & ANY || q->same ? (uint32_t)equal : 0;
  q->left &= ~done;
  if (!q->left) q->state = WT_SH_SEND;
}

void wt_shfl_tick(wt_shfl *self) {
  wt_shfl_state *q = &self->q;
  if (q->state == WT_SH_SEND) {
    if (!self->in.wb->ack[WT_U_SHFL]) return; /* R9 */
    if (++q->beat < self->in.S->BEATS) return;
    q->state = WT_SH_COLLECT, q->beat = 0, q->mask = 0; /* R9 */
    return;
  }
  if (q->state == WT_SH_MATCH) {
    find_match(self);
    return;
  }
  if (self->in.disp->valid && uop_get_unit(self->in.disp->uop) == WT_U_SHFL) take_beat(self); /* R1 */
}
