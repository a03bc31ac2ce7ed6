/* wt_fpu.c - C twin of the unit of fp32 and of pairs of halves: a * b + c in four stages, and further ones that carry the result. */
#include "exec/wt_fpu.h"

#include <string.h>

#include "exec/wt_fpu_fma.h"
#include "exec/wt_fpu_half.h"
#include "isa/wt_isa.h"

enum { E = 8, F = 23 };
static const uint32_t ONE = 0x3f800000, SIGN = 0x80000000;
/* h_mode, of which t_mode has bits 3:0 and, as bit 4, TWO. */
enum { SCALE = 4, TWO = 7 };

void wt_fpu_moore(wt_fpu *self) {
  wt_fpu_out *o = &self->o;
  const wt_fpu_state *q = &self->q;
  if (o->wb_valid) wt_fpu_idle(o); /* R8 */
  o->ready = !q->h_v;              /* R1 */
  if (!q->o_v) return;
  o->wb_valid = 1, o->wb_warp = q->o_warp, o->wb_beat = q->o_beat, o->wb_regv = q->o_regv, o->wb_reg = q->o_reg, o->wb_mask = q->o_mask;
  memcpy(o->wb_data, q->o_data, self->in.S->LANES * sizeof *o->wb_data);
  o->wb_last = q->o_last;
  if (q->o_last) o->wb_dst = q->o_reg, o->wb_ndst = q->o_regv, o->wb_ends = q->o_ends; /* R7 */
}

/* ---- operands ---- */

/* R5 */
static uint32_t value(uint32_t v, wt_fp_sign s, unsigned ftz) {
  v = (s.abs ? v & ~SIGN : v) ^ (s.neg ? SIGN : 0);
  return ftz && !(v & 0x7f800000) ? v & SIGN : v;
}

/* R2: Puts the beat into the hold register; the lanes that do not execute keep their operands. */
static void take_beat(wt_fpu *self) {
  wt_fpu_state *q = &self->q;
  const wt_fpu_in_disp *d = self->in.disp;
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  unsigned op = (unsigned)uop_get_op(d->uop), n = self->in.S->LANES, form = wt_isa_form(w), ftz = wt_bit(w, 80);
  unsigned swapped = form == 2 || form == 3 || form == 7, plain = form == 2 || form == 4;
  unsigned half = wt_fpu_is_half(op);
  wt_fp_sign sa = {wt_bit(w, 72), wt_bit(w, 73)}, low = {!plain && wt_bit(w, 63), !plain && wt_bit(w, 62)},
             high = {wt_bit(w, 75), wt_bit(w, 74)}; /* R5 */
  uint32_t bc = (uint32_t)d->bc;
  int scale = op == WT_I_FMUL ? (int)wt_bits(w, 86, 84) - 4 : 0; /* R5 */
  const wt_fpu_half kind = wt_fpu_half_kind(op, w);
  q->h_v = 1;
  q->h_warp = d->warp, q->h_beat = d->beat, q->h_last = d->last, q->h_ends = d->ends, q->h_mask = d->mask;
  q->h_reg = (uint8_t)uop_get_dst(d->uop), q->h_regv = uop_get_ndst(d->uop) != 0;
  q->h_mode = (uint8_t)(((unsigned)scale & 7) << SCALE | wt_bit(w, 77) << 3 | ftz << 2 | wt_bits(w, 79, 78));
  if (half) q->h_mode = (uint8_t)(!kind.f32 << TWO | wt_bit(w, 77) << 3 | kind.flush << 2); /* R12 */
  for (uint32_t left = d->mask; left; left &= left - 1) {
    unsigned l = wt_lowest(left);
    if (half) {
      wt_fpu_product p = wt_fpu_half_operands(&kind, (const uint32_t[3]){d->data[l], d->data[n + l], d->data[2 * n + l]}, bc);
      q->h_a[l] = p.a, q->h_b[l] = p.b, q->h_c[l] = p.c;
      continue;
    }
    uint32_t a = value(d->data[l], sa, ftz), b, c;
    if (op == WT_I_FADD) {
      b = ONE, c = value(form == 1 ? d->data[n + l] : bc, low, ftz);
    } else if (op == WT_I_FMUL) {
      b = value(form == 1 ? d->data[n + l] : bc, low, ftz), c = (a ^ b) & SIGN;
    } else {
      b = value(form == 1 || swapped ? d->data[n + l] : bc, swapped ? high : low, ftz); /* R5 */
      c = value(swapped ? bc : d->data[2 * n + l], swapped ? low : high, ftz);
    }
    q->h_a[l] = a, q->h_b[l] = b, q->h_c[l] = c;
  }
}

/* ---- stages, each from the registers before it into its own ---- */

static void go_along(wt_fpu_state *q, unsigned to) {
  unsigned from = to - 1;
  q->t_v[to] = q->t_v[from];
  if (!q->t_v[to]) return;
  q->t_pass[to] = q->t_pass[from], q->t_warp[to] = q->t_warp[from], q->t_beat[to] = q->t_beat[from], q->t_reg[to] = q->t_reg[from];
  q->t_regv[to] = q->t_regv[from], q->t_last[to] = q->t_last[from], q->t_ends[to] = q->t_ends[from], q->t_mode[to] = q->t_mode[from],
  q->t_mask[to] = q->t_mask[from];
}

/* A pass behind the rounding stage. */
typedef struct {
  uint8_t v, pass, warp;
  uint32_t beat;
  uint8_t reg, regv, last, ends;
  uint32_t mask;
  const uint32_t *data; /* of the lanes of the mask */
} rounded;

/* The pass of the rounding stage; data has room for its lanes. */
static rounded round_pass(const wt_fpu_state *q, uint32_t *data) {
  rounded r = {q->t_v[2], q->t_pass[2], q->t_warp[2], q->t_beat[2], q->t_reg[2], q->t_regv[2], q->t_last[2], q->t_ends[2], q->t_mask[2], data};
  unsigned mode = q->t_mode[2];
  if (!r.v) return r;
  for (uint32_t left = r.mask; left; left &= left - 1) {
    unsigned l = wt_lowest(left);
    if (mode >> 4) {
      data[l] = wt_fpu_half_round(q, l, 0, mode) | wt_fpu_half_round(q, l, 1, mode) << 16;
      continue;
    }
    wt_fma_norm v = {.sig = q->norm_sig[l] >> 2, .low = q->norm_sig[l] & 3, .e = q->norm_e[l], .neg = q->norm_f[l] & 1, .kind = q->norm_f[l] >> 1};
    data[l] = (uint32_t)wt_fma_stage_round(E, F, v, mode & 3, mode >> 2 & 1, mode >> 3 & 1); /* R6 */
  }
  return r;
}

/* R9: What stage k behind round holds, and puts there what comes. */
static rounded held(const wt_fpu *self, unsigned k) {
  const wt_fpu_state *q = &self->q;
  return (rounded){q->r_v[k],    q->r_pass[k], q->r_warp[k], q->r_beat[k], q->r_reg[k],
                   q->r_regv[k], q->r_last[k], q->r_ends[k], q->r_mask[k], q->r_data + k * self->in.S->FPL};
}
static void hold(wt_fpu *self, unsigned k, rounded r) {
  wt_fpu_state *q = &self->q;
  q->r_v[k] = r.v;
  if (!r.v) return;
  q->r_pass[k] = r.pass, q->r_warp[k] = r.warp, q->r_beat[k] = r.beat, q->r_reg[k] = r.reg, q->r_regv[k] = r.regv, q->r_last[k] = r.last;
  q->r_ends[k] = r.ends, q->r_mask[k] = r.mask;
  for (uint32_t left = r.mask; left; left &= left - 1) q->r_data[k * self->in.S->FPL + wt_lowest(left)] = r.data[wt_lowest(left)];
}

/* R7: The result registers take a pass. */
static void collect(wt_fpu *self, rounded r) {
  wt_fpu_state *q = &self->q;
  unsigned first = r.pass * self->in.S->FPL;
  q->o_v = r.v && r.pass == self->in.S->FP_PASSES - 1; /* R7 */
  if (!r.v) return;
  q->o_warp = r.warp, q->o_beat = r.beat, q->o_reg = r.reg, q->o_regv = r.regv, q->o_last = r.last, q->o_ends = r.ends;
  if (r.pass == 0) q->o_mask = 0, memset(q->o_data, 0, self->in.S->LANES * sizeof *q->o_data); /* R7 */
  q->o_mask |= r.mask << first;
  for (uint32_t left = r.mask; left; left &= left - 1) q->o_data[first + wt_lowest(left)] = r.data[wt_lowest(left)];
}

static void stage_round(wt_fpu *self) {
  uint32_t data[MAX_LANES];
  unsigned n = self->in.S->FP_LATE;
  collect(self, n ? held(self, n - 1) : round_pass(&self->q, data)); /* R9 */
  if (!n) return;
  for (unsigned k = n - 1; k; k--) hold(self, k, held(self, k - 1)); /* R9 */
  hold(self, 0, round_pass(&self->q, data));
}

static void stage_norm(wt_fpu_state *q) {
  go_along(q, 2);
  if (!q->t_v[2]) return;
  for (uint32_t left = q->t_mask[2]; left; left &= left - 1) {
    unsigned l = wt_lowest(left);
    if (q->t_mode[2] >> 4) {
      wt_fpu_half_norm(q, l);
      continue;
    }
    wt_fma_sum s = {.mag = {q->add_lo[l], q->add_hi[l], 0}, .ex = q->add_ex[l]};
    wt_fma_norm r = wt_fma_stage_norm(F, s);
    q->norm_sig[l] = (uint32_t)(r.sig << 2 | r.low), q->norm_e[l] = r.e, q->norm_f[l] = q->add_f[l];
  }
}

static void stage_add(wt_fpu_state *q) {
  go_along(q, 1);
  if (!q->t_v[1]) return;
  for (uint32_t left = q->t_mask[1]; left; left &= left - 1) {
    unsigned l = wt_lowest(left), f = q->mul_f[l];
    if (q->t_mode[1] >> 4) {
      wt_fpu_half_add(q, l);
      continue;
    }
    wt_fma_mul m = {.prod = {q->mul_prod[l], 0},
                    .c = q->mul_c[l],
                    .ex = q->mul_ex[l],
                    .d = q->mul_d[l],
                    .neg = f & 1,
                    .sub = f >> 1 & 1,
                    .kind = (uint8_t)(f >> 2)};
    wt_fma_sum r = wt_fma_stage_add(F, m, q->t_mode[1] & 3);
    q->add_lo[l] = r.mag[0], q->add_hi[l] = (uint16_t)r.mag[1], q->add_ex[l] = r.ex, q->add_f[l] = (uint8_t)(r.kind << 1 | r.neg);
  }
}

/* R4: One pass of the beat in the hold register. */
static void stage_mul(wt_fpu *self) {
  wt_fpu_state *q = &self->q;
  unsigned n = self->in.S->FPL, first = q->h_pass * n;
  int scale = (int)(((unsigned)q->h_mode >> SCALE & 7) ^ 4) - 4;
  unsigned two = q->h_mode >> TWO;
  q->t_v[0] = q->h_v;
  if (!q->h_v) return;
  q->t_pass[0] = q->h_pass, q->t_warp[0] = q->h_warp, q->t_beat[0] = q->h_beat, q->t_reg[0] = q->h_reg, q->t_regv[0] = q->h_regv;
  /* R4 */
  q->t_last[0] = q->h_last, q->t_ends[0] = q->h_ends, q->t_mode[0] = (uint8_t)(two << 4 | (q->h_mode & 15)),
  q->t_mask[0] = (uint32_t)(q->h_mask >> first & wt_mask64(n));
  for (uint32_t left = q->t_mask[0]; left; left &= left - 1) {
    unsigned l = wt_lowest(left);
    if (two) {
      wt_fpu_half_mul(q, l, q->h_a[first + l], q->h_b[first + l], q->h_c[first + l]);
      continue;
    }
    wt_fma_mul m = wt_fma_stage_mul(E, F, q->h_a[first + l], q->h_b[first + l], q->h_c[first + l], scale);
    q->mul_prod[l] = m.prod[0], q->mul_c[l] = (uint32_t)m.c, q->mul_d[l] = m.d, q->mul_ex[l] = m.ex;
    q->mul_f[l] = (uint8_t)(m.kind << 2 | m.sub << 1 | m.neg);
  }
  if (++q->h_pass == self->in.S->FP_PASSES) q->h_v = 0, q->h_pass = 0;
}

void wt_fpu_tick(wt_fpu *self) {
  wt_fpu_state *q = &self->q;
  int move = !q->o_v || self->in.wb->ack[WT_U_FPU]; /* R3 */
  if (move && (q->o_v || q->t_v[2] || self->in.S->FP_LATE)) stage_round(self);
  if (move) stage_norm(q), stage_add(q);
  if (self->in.disp->valid && uop_get_unit(self->in.disp->uop) == WT_U_FPU) take_beat(self); /* R1 */
  if (move) stage_mul(self);                                                                 /* R2 */
}
