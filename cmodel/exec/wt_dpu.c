/* wt_dpu.c - C twin of the fp64 unit: a * b + c in four stages, comparisons beside the first one, and further stages that carry the result. */
#include "exec/wt_dpu.h"

#include <string.h>

#include "exec/wt_fpu_fma.h"
#include "isa/wt_isa.h"

enum { E = 11, F = 52 };
static const uint64_t ONE = UINT64_C(0x3ff0000000000000), SIGN = UINT64_C(1) << 63, INF = UINT64_C(0x7ff0000000000000);

void wt_dpu_show(const wt_shape *S, const wt_dpu_state *q, wt_result_out *o) {
  unsigned set = q->o_set >> 6, p = q->o_half ? q->o_set >> 3 & 7 : q->o_set & 7;
  if (o->wb_valid) memset(o, 0, sizeof *o); /* R8 */
  if (!q->o_v) return;
  o->wb_valid = 1, o->wb_warp = q->o_warp, o->wb_beat = q->o_beat, o->wb_mask = q->o_mask;
  if (set) {
    o->wb_pwv = p != 7; /* R7 */
    if (o->wb_pwv) o->wb_p = (uint8_t)p, o->wb_pbits = q->o_half ? q->o_pv : q->o_pu;
  } else {
    o->wb_regv = q->o_regv, o->wb_reg = (uint8_t)(q->o_reg + q->o_half);              /* R6 */
    memcpy(o->wb_data, q->o_half ? q->o_hi : q->o_lo, S->LANES * sizeof *o->wb_data); /* R6 */
  }
  o->wb_last = q->o_last && (set || q->o_half);                                       /* R6, R7 */
  if (o->wb_last) o->wb_ends = q->o_half ? q->o_ends : S->CODES ? WT_END_NOTHING : 0; /* R7: Pv is to come */
  if (o->wb_last && !set && q->o_regv) o->wb_dst = q->o_reg, o->wb_ndst = 2;          /* R6 */
}

void wt_dpu_moore(wt_dpu *self) {
  wt_dpu_show(self->in.S, &self->q, &self->o.result);
  self->o.ready = !self->q.h_v; /* R1 */
}

/* ---- operands ---- */

typedef struct {
  unsigned neg, abs;
} sign;

static uint64_t value(uint64_t v, sign s) { return (s.abs ? v & ~SIGN : v) ^ (s.neg ? SIGN : 0); }

/* R1, R3: Puts the beat into the hold register; the lanes that do not execute keep their operands. */
static void take_beat(const wt_shape *S, wt_dpu_state *q, const wt_dpu_beat *d) {
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  unsigned op = (unsigned)uop_get_op(d->uop), n = S->LANES, form = wt_isa_form(w), fma = op == WT_I_DFMA;
  unsigned swapped = form == 2 || form == 3 || form == 7, plain = form == 2 || form == 4;
  sign sa = {wt_bit(w, 72), wt_bit(w, 73)}, low = {!plain && wt_bit(w, 63), !plain && wt_bit(w, 62)};
  sign high = {wt_bit(w, 75), wt_bit(w, 74)};
  uint64_t scalar = value(plain ? d->bc << 32 : d->bc, low);
  q->h_v = 1;
  q->h_warp = d->warp, q->h_beat = d->beat, q->h_last = d->last, q->h_ends = d->ends, q->h_mask = d->mask, q->h_pp = d->pp;
  q->h_reg = (uint8_t)uop_get_dst(d->uop), q->h_regv = uop_get_ndst(d->uop) != 0;
  q->h_mode = (uint8_t)wt_bits(w, 79, 74), q->h_set = (uint8_t)((op == WT_I_DSETP) << 6 | wt_bits(w, 86, 81));
  for (uint32_t left = d->mask; left; left &= left - 1) {
    unsigned l = wt_lowest(left);
    uint64_t a = value((uint64_t)d->data[4 * n + l] << 32 | d->data[l], sa), c;
    uint64_t second = (uint64_t)d->data[5 * n + l] << 32 | d->data[n + l], third = (uint64_t)d->data[3 * n + l] << 32 | d->data[2 * n + l];
    uint64_t b = form == 1 ? value(second, low) : fma && swapped ? value(second, high) : scalar;
    if (op == WT_I_DADD) b = ONE, c = form == 1 ? value(second, high) : scalar; /* R3 */
    else if (fma) c = swapped ? scalar : value(third, high);                    /* R3 */
    else c = (a ^ b) & SIGN;
    q->h_a[l] = a, q->h_b[l] = b, q->h_c[l] = c;
  }
}

/* ---- comparison ---- */

static int is_nan(uint64_t v) { return (v & ~SIGN) > INF; }
static int below(uint64_t a, uint64_t b) { return (a & SIGN ? ~a : a | SIGN) < (b & SIGN ? ~b : b | SIGN); } /* -0 is below +0 */

/* R5 */
/* Bit 0 Pu, bit 1 Pv. Comparisons 0 and 15 choose the smaller or greater one: Pu takes the first, Pv = both are NaN. */
static unsigned compare(uint64_t a, uint64_t b, unsigned mode, unsigned pp) {
  unsigned cmp = mode >> 2, bop = mode & 3, na = (unsigned)is_nan(a), nb = (unsigned)is_nan(b), t, v;
  unsigned at = na || nb ? 3 : a == b || !((a | b) & ~SIGN) ? 1 : below(a, b) ? 0 : 2;
  t = cmp >> at & 1, v = !t;
  if (cmp == 0 || cmp == 15) t = !na && (nb || (cmp ? below(b, a) : below(a, b))), v = na && nb;
  return bop == 0 ? (t & pp) | (v & pp) << 1 : bop == 1 ? (t | pp) | (v | pp) << 1 : (t ^ pp) | (v ^ pp) << 1;
}

/* ---- stages, each from the registers before it into its own ---- */

static void go_along(wt_dpu_state *q, unsigned to) {
  unsigned from = to - 1;
  q->t_v[to] = q->t_v[from];
  if (!q->t_v[to]) return;
  q->t_pass[to] = q->t_pass[from], q->t_warp[to] = q->t_warp[from], q->t_beat[to] = q->t_beat[from], q->t_reg[to] = q->t_reg[from];
  q->t_regv[to] = q->t_regv[from], q->t_last[to] = q->t_last[from], q->t_ends[to] = q->t_ends[from], q->t_rnd[to] = q->t_rnd[from],
  q->t_set[to] = q->t_set[from];
  q->t_mask[to] = q->t_mask[from];
}

/* A pass behind the rounding stage. */
typedef struct {
  uint8_t v, pass, warp;
  uint32_t beat;
  uint8_t reg, regv, last, ends, set;
  uint32_t mask;
  const uint64_t *data; /* of the lanes of the mask */
  const uint8_t *p;     /* Pv 1, Pu 0 */
} rounded;

/* The pass of the rounding stage; data and p have room for its lanes. */
static rounded round_pass(const wt_dpu_state *q, uint64_t *data, uint8_t *p) {
  rounded r = {q->t_v[2],    q->t_pass[2], q->t_warp[2], q->t_beat[2], q->t_reg[2], q->t_regv[2],
               q->t_last[2], q->t_ends[2], q->t_set[2],  q->t_mask[2], data,        p};
  if (!r.v) return r;
  for (uint32_t left = r.mask; left; left &= left - 1) {
    unsigned l = wt_lowest(left), f = q->norm_f[l];
    wt_fma_norm v = {.sig = q->norm_sig[l] >> 2, .low = q->norm_sig[l] & 3, .e = q->norm_e[l], .neg = f & 1, .kind = (uint8_t)(f >> 1 & 3)};
    data[l] = wt_fma_stage_round(E, F, v, q->t_rnd[2], 0, 0), p[l] = (uint8_t)(f >> 3); /* R4 */
  }
  return r;
}

/* R9: What stage k behind round holds, and puts there what comes. */
static rounded held(const wt_shape *S, const wt_dpu_state *q, unsigned k) {
  unsigned at = k * S->DPL;
  return (rounded){q->r_v[k],    q->r_pass[k], q->r_warp[k], q->r_beat[k], q->r_reg[k],    q->r_regv[k],
                   q->r_last[k], q->r_ends[k], q->r_set[k],  q->r_mask[k], q->r_data + at, q->r_p + at};
}
static void hold(const wt_shape *S, wt_dpu_state *q, unsigned k, rounded r) {
  q->r_v[k] = r.v;
  if (!r.v) return;
  q->r_pass[k] = r.pass, q->r_warp[k] = r.warp, q->r_beat[k] = r.beat, q->r_reg[k] = r.reg, q->r_regv[k] = r.regv, q->r_last[k] = r.last;
  q->r_ends[k] = r.ends, q->r_set[k] = r.set, q->r_mask[k] = r.mask;
  for (uint32_t left = r.mask; left; left &= left - 1) {
    unsigned l = wt_lowest(left), at = k * S->DPL + l;
    q->r_data[at] = r.data[l], q->r_p[at] = r.p[l];
  }
}

/* The result registers take a pass. */
static void collect(const wt_shape *S, wt_dpu_state *q, rounded r) {
  unsigned n = S->LANES, first = r.pass * S->DPL;
  q->o_v = r.v && r.pass == S->DP_PASSES - 1;
  q->o_half = 0;
  if (!r.v) return;
  q->o_warp = r.warp, q->o_beat = r.beat, q->o_reg = r.reg, q->o_regv = r.regv, q->o_last = r.last, q->o_ends = r.ends, q->o_set = r.set;
  if (r.pass == 0) {
    q->o_mask = q->o_pu = q->o_pv = 0;
    memset(q->o_lo, 0, n * sizeof *q->o_lo); /* R8 */
    memset(q->o_hi, 0, n * sizeof *q->o_hi);
  }
  q->o_mask |= r.mask << first;
  for (uint32_t left = r.mask; left; left &= left - 1) {
    unsigned l = wt_lowest(left);
    q->o_lo[first + l] = (uint32_t)r.data[l], q->o_hi[first + l] = (uint32_t)(r.data[l] >> 32);
    q->o_pu |= (r.p[l] & 1u) << (first + l), q->o_pv |= (uint32_t)(r.p[l] >> 1) << (first + l);
  }
}

static void stage_round(const wt_shape *S, wt_dpu_state *q) {
  uint64_t data[MAX_LANES];
  uint8_t p[MAX_LANES];
  unsigned n = S->DP_LATE;
  collect(S, q, n ? held(S, q, n - 1) : round_pass(q, data, p)); /* R9 */
  if (!n) return;
  for (unsigned k = n - 1; k; k--) hold(S, q, k, held(S, q, k - 1)); /* R9 */
  hold(S, q, 0, round_pass(q, data, p));
}

static void stage_norm(wt_dpu_state *q) {
  go_along(q, 2);
  if (!q->t_v[2]) return;
  for (uint32_t left = q->t_mask[2]; left; left &= left - 1) {
    unsigned l = wt_lowest(left);
    wt_fma_sum s = {.mag = {q->add_lo[l], q->add_mid[l], q->add_hi[l]}, .ex = q->add_ex[l]};
    wt_fma_norm r = wt_fma_stage_norm(F, s);
    q->norm_sig[l] = r.sig << 2 | r.low, q->norm_e[l] = r.e, q->norm_f[l] = q->add_f[l];
  }
}

static void stage_add(wt_dpu_state *q) {
  go_along(q, 1);
  if (!q->t_v[1]) return;
  for (uint32_t left = q->t_mask[1]; left; left &= left - 1) {
    unsigned l = wt_lowest(left), f = q->mul_f[l];
    wt_fma_mul m = {.prod = {q->mul_prod[l], q->mul_high[l]},
                    .c = q->mul_c[l],
                    .ex = q->mul_ex[l],
                    .d = q->mul_d[l],
                    .neg = f & 1,
                    .sub = f >> 1 & 1,
                    .kind = (uint8_t)(f >> 2 & 3)};
    wt_fma_sum r = wt_fma_stage_add(F, m, q->t_rnd[1]);
    q->add_lo[l] = r.mag[0], q->add_mid[l] = r.mag[1], q->add_hi[l] = r.mag[2], q->add_ex[l] = r.ex;
    q->add_f[l] = (uint8_t)((f >> 4) << 3 | r.kind << 1 | r.neg);
  }
}

/* One pass of the beat in the hold register. */
static void stage_mul(const wt_shape *S, wt_dpu_state *q) {
  unsigned n = S->DPL, first = q->h_pass * n;
  q->t_v[0] = q->h_v;
  if (!q->h_v) return;
  q->t_pass[0] = q->h_pass, q->t_warp[0] = q->h_warp, q->t_beat[0] = q->h_beat, q->t_reg[0] = q->h_reg, q->t_regv[0] = q->h_regv;
  q->t_last[0] = q->h_last, q->t_ends[0] = q->h_ends, q->t_rnd[0] = q->h_mode >> 4, q->t_set[0] = q->h_set;
  q->t_mask[0] = (uint32_t)(q->h_mask >> first & wt_mask64(n));
  for (uint32_t left = q->t_mask[0]; left; left &= left - 1) {
    unsigned l = wt_lowest(left), k = first + l;
    wt_fma_mul m = wt_fma_stage_mul(E, F, q->h_a[k], q->h_b[k], q->h_c[k], 0); /* R4 */
    q->mul_prod[l] = m.prod[0], q->mul_high[l] = m.prod[1], q->mul_c[l] = m.c, q->mul_d[l] = m.d, q->mul_ex[l] = m.ex;
    q->mul_f[l] = (uint8_t)(compare(q->h_a[k], q->h_b[k], q->h_mode, q->h_pp >> k & 1) << 4 | m.kind << 2 | m.sub << 1 | m.neg);
  }
  if (++q->h_pass == S->DP_PASSES) q->h_v = 0, q->h_pass = 0;
}

void wt_dpu_edge(const wt_shape *S, wt_dpu_state *q, const wt_dpu_beat *beat, int ack) {
  int move = !q->o_v || (ack && q->o_half); /* R2 */
  if (move && (q->o_v || q->t_v[2] || S->DP_LATE)) stage_round(S, q);
  else if (ack) q->o_half = 1; /* R2 */
  if (move) stage_norm(q), stage_add(q);
  if (beat) take_beat(S, q, beat);
  if (move) stage_mul(S, q);
}

void wt_dpu_tick(wt_dpu *self) {
  const wt_dpu_in_disp *d = self->in.disp;
  const wt_dpu_beat beat = {d->uop, d->data, d->bc, d->mask, d->pp, d->warp, d->beat, d->last, d->ends};
  int takes = d->valid && uop_get_unit(d->uop) == WT_U_DPU;
  wt_dpu_edge(self->in.S, &self->q, takes ? &beat : NULL, self->in.wb->ack[WT_U_DPU]);
}
