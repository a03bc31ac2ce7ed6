/* wt_alu.c - C twin of the integer ALU: one dispatched beat a cycle into the result registers. */
#ifndef __clang__
#pragma GCC optimize("O3") /* the lane loops vectorise only at this level */
#endif
#include "exec/wt_alu.h"

#include <stddef.h>
#include <string.h>

#include "exec/wt_alu_ops.h"

static void clear_results(wt_alu_out *o) {
  if (!o->wb_valid) return;
  memset(&o->wb_valid, 0, sizeof *o - offsetof(wt_alu_out, wb_valid));
}

/* R7: What a BAR is about, of its three forms with a register in one format: threads 27:16, number 3:0. */
static uint32_t barrier(unsigned op, wt_word w, uint32_t v) {
  uint32_t need = op == WT_I_BAR_RR ? v >> 16 & 0xfff : op == WT_I_BAR_RI ? (uint32_t)wt_bits(w, 53, 42) : v & 0xfff;
  return need << 16 | (op == WT_I_BAR_IR ? (uint32_t)wt_bits(w, 57, 54) : v & 15);
}

/* R7 */
/* Value for the control-flow unit, issue or a uniform register, from the beat that holds the lowest executing lane. */
static void scalar(wt_alu_out *o, const wt_alu_in_disp *d, unsigned op, wt_word w, unsigned place) {
  int bar = wt_isa_bar_register(op);
  if (!d->lead || !d->mask || (op != WT_I_R2UR && op != WT_I_BMOV_BR && op != WT_I_WARPSYNC_R && !bar)) return;
  o->sc_val = d->data[wt_lowest(d->mask)];
  if (op == WT_I_R2UR) o->sc_ur = 1, o->sc_idx = (uint8_t)wt_bits(w, 21, 16);
  else if (bar) o->sc_valid = 1, o->sc_val = barrier(op, w, o->sc_val);
  else o->sc_valid = 1, o->sc_val >>= place;
}

/* An operand that is the same for all lanes. */
static const uint32_t *filled(uint32_t *to, unsigned n, uint32_t v) {
  while (n--) to[n] = v;
  return to;
}

static void lanes(wt_alu_out *o, const wt_alu_in_disp *d, unsigned op, wt_word w, unsigned n) {
  uint32_t sa[MAX_LANES], sb[MAX_LANES], sc[MAX_LANES], sch[MAX_LANES];
  wt_alu_in in = {.op = op, .w = w, .n = n, .a = d->data, .b = d->data + n};
  wt_alu_res res = {.lo = o->wb_lo, .hi = o->wb_hi};
  unsigned pos = (unsigned)uop_get_bcpos(d->uop), preds = wt_alu_preds(op);
  in.c = d->data + 2 * n, in.ch = d->data + 3 * n;
  in.pp = d->pp, in.pq = d->pq, in.pr = d->pr;
  if (op == WT_I_LEPC) in.a = filled(sa, n, (uint32_t)uop_get_pc(d->uop));                                    /* R29 */
  if (pos == WT_BP_B || op == WT_I_VOTE || op == WT_I_BMOV_RB) in.b = filled(sb, n, (uint32_t)d->bc);         /* R3 */
  if (pos == WT_BP_C) in.c = filled(sc, n, (uint32_t)d->bc), in.ch = filled(sch, n, (uint32_t)(d->bc >> 32)); /* R3 */
  wt_alu_compute(&in, &res);
  if (d->mask != wt_mask64(n)) /* R2 */
    for (unsigned l = n; l--;) {
      uint32_t keep = 0 - (d->mask >> l & 1);
      o->wb_lo[l] &= keep;
      o->wb_hi[l] &= keep;
    }
  unsigned pu = (unsigned)wt_bits(w, 83, 81), pv = (unsigned)wt_bits(w, 86, 84);
  if ((preds & 1) && pu != 7) o->pw0_valid = 1, o->pw0_p = (uint8_t)pu, o->pw0_bits = res.pu & d->mask; /* R5 */
  if ((preds & 2) && pv != 7) o->pw1_valid = 1, o->pw1_p = (uint8_t)pv, o->pw1_bits = res.pv & d->mask; /* R5 */
}

/* It takes a beat every cycle. */
void wt_alu_moore(wt_alu *self) {
  self->o.ready = 1;
  self->o.rel_ends = self->q.ends;
}

/* The beat that is dispatched, into cleared results. */
static void execute(const wt_alu *self, wt_alu_out *o) {
  const wt_alu_in_disp *d = self->in.disp;
  if (!d->valid || uop_get_unit(d->uop) != WT_U_ALU) return; /* R1 */
  unsigned op = (unsigned)uop_get_op(d->uop);
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  o->wb_valid = 1;                               /* R2 */
  o->wb_n = (uint8_t)(uop_get_ndst(d->uop) & 3); /* R2 */
  o->pwr_valid = op == WT_I_R2P;                 /* R28 */
  o->wb_warp = d->warp, o->wb_beat = d->beat, o->wb_reg = (uint8_t)uop_get_dst(d->uop), o->wb_mask = d->mask;
  if (d->mask || wt_alu_preds(op)) lanes(o, d, op, w, self->in.S->LANES);
  if (d->last) { /* R6 */
    o->rel_valid = 1;
    o->rel_ndst = (uint8_t)uop_get_ndst(d->uop), o->rel_pw = (uint8_t)uop_get_pw(d->uop), o->rel_u = op == WT_I_R2UR;
  }
  scalar(o, d, op, w, wt_place(self->in.cfg->places, self->in.S->PER_32, WT_WARP_OF(self, d->warp)));
}

/* ---- two stages: what the first one keeps of a beat, and the sum of the second ---- */

static uint64_t bits49(int64_t v) { return (uint64_t)v & wt_mask64(49); }
static uint64_t signed49(uint64_t v) { return (v ^ UINT64_C(1) << 48) - (UINT64_C(1) << 48); }

/* R32: A by the halves of B, C', k and the sign of the product, of every executing lane. */
static void parts(wt_alu_state *q, const wt_alu_in_disp *d, unsigned n) {
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  unsigned pos = (unsigned)uop_get_bcpos(d->uop), sgn = wt_bit(w, 73), nc = wt_alu_inv(w, 2);
  for (uint32_t left = d->mask; left; left &= left - 1) {
    unsigned l = wt_lowest(left);
    uint32_t b = pos == WT_BP_B ? (uint32_t)d->bc : d->data[n + l];
    uint64_t c = pos == WT_BP_C ? d->bc : (uint64_t)d->data[3 * n + l] << 32 | d->data[2 * n + l];
    int64_t a = sgn ? (int32_t)d->data[l] : (int64_t)d->data[l], up = sgn ? (int16_t)(b >> 16) : (int64_t)(b >> 16);
    q->first_p0[l] = bits49(a * (int64_t)(b & 0xffff));
    q->first_p1[l] = bits49(a * up);
    q->first_c[l] = c ^ (0 - (uint64_t)nc);
    q->first_k |= (wt_bit(w, 74) ? d->pp >> l & 1 : nc) << l;
    q->first_neg |= (uint32_t)(b && (a < 0 ? up >= 0 : a && up < 0)) << l;
  }
}

/* R31 */
static void first_stage(wt_alu *self) {
  wt_alu_state *q = &self->q;
  const wt_alu_in_disp *d = self->in.disp;
  const unsigned n = self->in.S->LANES, op = (unsigned)uop_get_op(d->uop);
  if (WT_FIELD(q->first, alub, valid)) memset(q, 0, sizeof *q);
  wt_alu_out r = {0};
  execute(self, &r);
  if (!r.wb_valid) return;
  const int low = op == WT_I_IMAD, high = op == WT_I_IMAD_HI, product = low || high || op == WT_I_IMAD_WIDE;
  q->first = WT_PLACED(1, alub, valid) | WT_PLACED(r.wb_n, alub, n) | WT_PLACED(r.wb_reg, alub, dst) | WT_PLACED(r.pw0_valid, alub, pw0_valid) |
             WT_PLACED(r.pw0_p, alub, pw0_p) | WT_PLACED(r.pw1_valid, alub, pw1_valid) | WT_PLACED(r.pw1_p, alub, pw1_p) |
             WT_PLACED(r.pwr_valid, alub, pwr_valid) | WT_PLACED(r.rel_valid, alub, rel_valid) | WT_PLACED(r.rel_ndst, alub, rel_ndst) |
             WT_PLACED(r.rel_pw, alub, rel_pw) | WT_PLACED(r.rel_u, alub, rel_u) | WT_PLACED(r.sc_valid, alub, sc_valid) |
             WT_PLACED(r.sc_ur, alub, sc_ur) | WT_PLACED(r.sc_idx, alub, sc_idx) | WT_PLACED(low, alub, low) | WT_PLACED(high, alub, high);
  q->first_ends = r.rel_valid ? d->ends : 0;
  q->first_warp = r.wb_warp, q->first_beat = r.wb_beat, q->first_mask = r.wb_mask, q->first_pv = r.pw1_bits, q->first_sc = r.sc_val;
  if (product) return parts(q, d, n); /* R32 */
  q->first_pu = r.pw0_bits;
  for (unsigned l = n; l--;) q->first_c[l] = (uint64_t)r.wb_hi[l] << 32 | r.wb_lo[l];
}

/* R33: Words that are no product's stand in C, and nothing is added to them. */
static void second_stage(wt_alu *self) {
  wt_alu_out *o = &self->o;
  const wt_alu_state *q = &self->q;
  clear_results(o);
  if (!WT_FIELD(q->first, alub, valid)) return;
  const int low = (int)WT_FIELD(q->first, alub, low), high = (int)WT_FIELD(q->first, alub, high);
  uint32_t carries = 0;
  for (unsigned l = self->in.S->LANES; l--;) {
    uint64_t product = signed49(q->first_p0[l]) + (q->first_p1[l] << 16), s;
    int carry = __builtin_add_overflow(product, q->first_c[l], &s);
    carry |= __builtin_add_overflow(s, (uint64_t)(q->first_k >> l & 1), &s);
    carries |= (uint32_t)carry << l;
    o->wb_lo[l] = (uint32_t)(high ? s >> 32 : s); /* R33 */
    o->wb_hi[l] = low || high ? 0 : (uint32_t)(s >> 32);
  }
  o->wb_valid = 1, o->wb_n = (uint8_t)WT_FIELD(q->first, alub, n), o->wb_reg = (uint8_t)WT_FIELD(q->first, alub, dst);
  o->wb_warp = q->first_warp, o->wb_beat = q->first_beat, o->wb_mask = q->first_mask;
  o->pw0_valid = (uint8_t)WT_FIELD(q->first, alub, pw0_valid), o->pw0_p = (uint8_t)WT_FIELD(q->first, alub, pw0_p);
  o->pw0_bits = o->pw0_valid ? q->first_pu | carries : 0; /* R33 */
  o->pw1_valid = (uint8_t)WT_FIELD(q->first, alub, pw1_valid), o->pw1_p = (uint8_t)WT_FIELD(q->first, alub, pw1_p), o->pw1_bits = q->first_pv;
  o->pwr_valid = (uint8_t)WT_FIELD(q->first, alub, pwr_valid);
  o->rel_valid = (uint8_t)WT_FIELD(q->first, alub, rel_valid), o->rel_ndst = (uint8_t)WT_FIELD(q->first, alub, rel_ndst);
  o->rel_pw = (uint8_t)WT_FIELD(q->first, alub, rel_pw), o->rel_u = (uint8_t)WT_FIELD(q->first, alub, rel_u);
  o->sc_valid = (uint8_t)WT_FIELD(q->first, alub, sc_valid), o->sc_ur = (uint8_t)WT_FIELD(q->first, alub, sc_ur);
  o->sc_idx = (uint8_t)WT_FIELD(q->first, alub, sc_idx), o->sc_val = q->first_sc;
}

void wt_alu_tick(wt_alu *self) {
  if (self->in.S->ALU_STAGES == 2) {
    uint8_t ends = self->q.first_ends;
    /* R31 */
    second_stage(self);
    first_stage(self);
    self->q.ends = ends;
    return;
  }
  clear_results(&self->o);
  execute(self, &self->o);
  self->q.ends = self->o.rel_valid ? self->in.disp->ends : 0;
}
