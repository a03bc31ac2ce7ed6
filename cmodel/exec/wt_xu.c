/* wt_xu.c - C twin of the unit for special functions and conversions: one beat in, groups through stages A and B, one beat out. */
#include "exec/wt_xu.h"

#include <string.h>

#include "exec/wt_xu_cvt.h"
#include "isa/wt_isa.h"

/* Places of the fields in ctl. */
enum { KIND = 0, FUNC = 3, ST = 7, DT = 9, RND = 11, SGN = 13, FTZ = 14, NTZ = 15, SEL = 16, NEG = 18, ABS = 19 };

static wt_xu_ctl fields(uint32_t c) {
  return (wt_xu_ctl){.kind = c >> KIND & 7,
                     .func = c >> FUNC & 15,
                     .st = c >> ST & 3,
                     .dt = c >> DT & 3,
                     .rnd = c >> RND & 3,
                     .sgn = c >> SGN & 1,
                     .ftz = c >> FTZ & 1,
                     .ntz = c >> NTZ & 1,
                     .sel = c >> SEL & 3,
                     .neg = c >> NEG & 1,
                     .abs = c >> ABS & 1};
}

/* R2 */
static unsigned kind_of(unsigned op) {
  switch (op) {
    case WT_I_I2F:
    case WT_I_I2F_64: return WT_XU_I2F;
    case WT_I_F2I:
    case WT_I_F2I_64: return WT_XU_F2I;
    case WT_I_F2F:
    case WT_I_F2F_64: return WT_XU_F2F;
    case WT_I_FRND:
    case WT_I_FRND_64: return WT_XU_FRND;
    default: return WT_XU_MUFU;
  }
}

/* R2 */
static uint32_t control(wt_word w, unsigned kind) {
  unsigned form = wt_isa_form(w), signs = kind != WT_XU_I2F && form != 4;
  uint32_t c = kind << KIND | (signs ? wt_bit(w, 63) << NEG | wt_bit(w, 62) << ABS : 0);
  unsigned sel = form == 1 ? (unsigned)wt_bits(w, 61, 60) : 0;
  if (kind == WT_XU_MUFU) {
    c |= (uint32_t)wt_bits(w, 77, 74) << FUNC;
    return wt_bit(w, 73) ? c | 1u << ST | 1u << DT | sel << SEL : c;
  }
  c |= (uint32_t)wt_bits(w, 85, 84) << ST | (uint32_t)wt_bits(w, 76, 75) << DT | (uint32_t)wt_bits(w, 79, 78) << RND;
  c |= wt_bit(w, kind == WT_XU_F2I ? 72 : 74) << SGN | wt_bit(w, 80) << FTZ | wt_bit(w, 77) << NTZ;
  return c | sel << SEL;
}

/* R3: A group behind B finds room for its results, whatever write-back does. */
static int flows(const wt_xu *self) { return !(self->q.b_v && self->q.o_v); }
static unsigned groups(const wt_xu *self) { return self->in.S->LANES / self->in.S->XU_N; }

void wt_xu_moore(wt_xu *self) {
  wt_xu_out *o = &self->o;
  const wt_xu_state *q = &self->q;
  if (o->wb_valid) wt_xu_idle(o);
  o->ready = !q->in_v || (q->in_at == groups(self) - 1 && flows(self)); /* R1 */
  if (!q->o_v) return;
  o->wb_valid = 1;
  o->wb_warp = q->o_warp, o->wb_beat = q->o_beat, o->wb_mask = q->o_mask;
  o->wb_regv = q->o_ndst != 0;                 /* R5 */
  o->wb_reg = (uint8_t)(q->o_dst + q->o_part); /* R5 */
  memcpy(o->wb_data, q->o_part ? q->o_hi : q->o_lo, self->in.S->LANES * sizeof *o->wb_data);
  o->wb_last = q->o_last && (q->o_ndst != 2 || q->o_part); /* R5 */
  if (o->wb_last) o->wb_dst = q->o_dst, o->wb_ndst = q->o_ndst, o->wb_ends = q->o_ends;
}

static void take_beat(wt_xu *self) {
  wt_xu_state *q = &self->q;
  const wt_xu_in_disp *d = self->in.disp;
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  unsigned kind = kind_of((unsigned)uop_get_op(d->uop)), n = self->in.S->LANES;
  q->in_v = 1, q->in_at = 0;
  q->in_ctl = control(w, kind);
  q->in_warp = d->warp, q->in_beat = d->beat, q->in_mask = d->mask, q->in_last = d->last, q->in_ends = d->ends;
  q->in_dst = (uint8_t)uop_get_dst(d->uop);
  q->in_ndst = uop_get_ndst(d->uop) & 3;
  if (uop_get_bcpos(d->uop) != WT_BP_B) { /* R2 */
    memcpy(q->in_lo, d->data + n, n * sizeof *q->in_lo);
    memcpy(q->in_hi, d->data + 2 * n, n * sizeof *q->in_hi);
    return;
  }
  uint32_t lo = (uint32_t)d->bc, hi = (uint32_t)(d->bc >> 32);
  int upper = uop_get_bcsel(d->uop) == WT_BC_IMM && kind != WT_XU_MUFU && kind != WT_XU_I2F && (q->in_ctl >> ST & 3) == 3; /* R2 */
  if (upper) hi = lo, lo = 0;
  for (unsigned l = 0; l < n; l++) q->in_lo[l] = lo, q->in_hi[l] = hi;
}

static wt_xu_num zero(void) { return (wt_xu_num){WT_XU_NUM, 0, 0, 0}; }

static void stage_a(wt_xu *self) {
  wt_xu_state *q = &self->q;
  unsigned n = self->in.S->XU_N, first = q->in_at * n;
  wt_xu_ctl c = fields(q->in_ctl);
  q->a_at = q->in_at, q->a_ctl = q->in_ctl, q->a_warp = q->in_warp, q->a_beat = q->in_beat;
  q->a_mask = q->in_mask, q->a_dst = q->in_dst, q->a_ndst = q->in_ndst, q->a_last = q->in_last, q->a_ends = q->in_ends;
  for (unsigned l = 0; l < n; l++) {
    /* R4 */
    wt_xu_num x = q->in_mask >> (first + l) & 1 ? wt_xu_prepare(&c, q->in_lo[first + l], q->in_hi[first + l]) : zero();
    q->a_cls[l] = x.cls, q->a_sign[l] = x.sign, q->a_exp[l] = (uint16_t)x.exp & 0xfff, q->a_sig[l] = x.sig;
  }
}

/* R6 */
static wt_xu_num number(const uint8_t *cls, const uint8_t *sign, const uint16_t *exp, const uint64_t *sig, unsigned l) {
  return (wt_xu_num){cls[l], sign[l], (int16_t)wt_sext(exp[l], 12), sig[l]};
}

static void stage_b(wt_xu *self) {
  wt_xu_state *q = &self->q;
  wt_xu_ctl c = fields(q->a_ctl);
  q->b_at = q->a_at, q->b_ctl = q->a_ctl, q->b_warp = q->a_warp, q->b_beat = q->a_beat;
  q->b_mask = q->a_mask, q->b_dst = q->a_dst, q->b_ndst = q->a_ndst, q->b_last = q->a_last, q->b_ends = q->a_ends;
  for (unsigned l = 0; l < self->in.S->XU_N; l++) {
    wt_xu_num x = wt_xu_work(&c, number(q->a_cls, q->a_sign, q->a_exp, q->a_sig, l));
    q->b_cls[l] = x.cls, q->b_sign[l] = x.sign, q->b_exp[l] = (uint16_t)x.exp & 0xfff, q->b_sig[l] = x.sig;
  }
}

static void results(wt_xu *self) {
  wt_xu_state *q = &self->q;
  unsigned n = self->in.S->XU_N, first = q->b_at * n;
  wt_xu_ctl c = fields(q->b_ctl);
  q->o_warp = q->b_warp, q->o_beat = q->b_beat, q->o_mask = q->b_mask;
  q->o_dst = q->b_dst, q->o_ndst = q->b_ndst, q->o_last = q->b_last, q->o_ends = q->b_ends;
  for (unsigned l = 0; l < n; l++) {
    uint64_t v = q->b_mask >> (first + l) & 1 ? wt_xu_finish(&c, number(q->b_cls, q->b_sign, q->b_exp, q->b_sig, l)) : 0; /* R4 */
    q->o_lo[first + l] = (uint32_t)v, q->o_hi[first + l] = (uint32_t)(v >> 32);
  }
  q->o_v = q->b_at == groups(self) - 1; /* R5 */
}

void wt_xu_tick(wt_xu *self) {
  wt_xu_state *q = &self->q;
  int take = self->in.disp->valid && uop_get_unit(self->in.disp->uop) == WT_U_XU; /* R1 */
  if (!take && !q->in_v && !q->a_v && !q->b_v && !q->o_v) return;
  if (q->o_v && self->in.wb->ack[WT_U_XU]) {
    if (q->o_ndst == 2 && !q->o_part) q->o_part = 1; /* R5 */
    else q->o_v = q->o_part = 0;
  }
  if (flows(self)) { /* R3: o_v is that behind the acknowledge */
    if (q->b_v) results(self);
    q->b_v = q->a_v;
    if (q->a_v) stage_b(self);
    q->a_v = q->in_v;
    if (q->in_v) {
      stage_a(self);
      if (++q->in_at == groups(self)) q->in_v = q->in_at = 0;
    }
  }
  if (take) take_beat(self);
}
