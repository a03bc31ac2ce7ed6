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

/* Value for the control-flow unit or a uniform register, from the beat that holds the lowest executing lane. */
static void scalar(wt_alu_out *o, const wt_alu_in_disp *d, unsigned op, wt_word w, unsigned place) {
  if (!d->lead || !d->mask || (op != WT_I_R2UR && op != WT_I_BMOV_BR && op != WT_I_WARPSYNC_R)) return;
  o->sc_val = d->data[wt_lowest(d->mask)];
  if (op == WT_I_R2UR) o->sc_ur = 1, o->sc_idx = (uint8_t)wt_bits(w, 21, 16);
  else o->sc_valid = 1, o->sc_val >>= place;
}

static void lanes(wt_alu_out *o, const wt_alu_in_disp *d, unsigned op, wt_word w, unsigned n) {
  uint32_t sa[MAX_LANES], sb[MAX_LANES], sc[MAX_LANES], sch[MAX_LANES];
  wt_alu_in in = {.op = op, .w = w, .n = n, .a = d->data, .b = d->data + n};
  wt_alu_res res = {.lo = o->wb_lo, .hi = o->wb_hi};
  unsigned pos = (unsigned)uop_get_bcpos(d->uop), preds = wt_alu_preds(op);
  in.c = d->data + 2 * n, in.ch = d->data + 3 * n;
  in.pp = d->pp, in.pq = d->pq, in.pr = d->pr;
  if (op == WT_I_LEPC) {
    for (unsigned l = 0; l < n; l++) sa[l] = (uint32_t)uop_get_pc(d->uop);
    in.a = sa;
  }
  if (pos == WT_BP_B || op == WT_I_VOTE || op == WT_I_BMOV_RB) {
    for (unsigned l = 0; l < n; l++) sb[l] = (uint32_t)d->bc;
    in.b = sb;
  }
  if (pos == WT_BP_C) {
    for (unsigned l = 0; l < n; l++) sc[l] = (uint32_t)d->bc, sch[l] = (uint32_t)(d->bc >> 32);
    in.c = sc, in.ch = sch;
  }
  wt_alu_compute(&in, &res);
  if (d->mask != wt_mask64(n))
    for (unsigned l = 0; l < n; l++) {
      uint32_t keep = 0 - (d->mask >> l & 1);
      o->wb_lo[l] &= keep;
      o->wb_hi[l] &= keep;
    }
  unsigned pu = (unsigned)wt_bits(w, 83, 81), pv = (unsigned)wt_bits(w, 86, 84);
  if ((preds & 1) && pu != 7) o->pw0_valid = 1, o->pw0_p = (uint8_t)pu, o->pw0_bits = res.pu & d->mask;
  if ((preds & 2) && pv != 7) o->pw1_valid = 1, o->pw1_p = (uint8_t)pv, o->pw1_bits = res.pv & d->mask;
}

/* It takes a beat every cycle. */
void wt_alu_moore(wt_alu *self) { self->o.ready = 1; }

void wt_alu_tick(wt_alu *self) {
  wt_alu_out *o = &self->o;
  const wt_alu_in_disp *d = self->in.disp;
  clear_results(o);
  if (!d->valid || uop_get_unit(d->uop) != WT_U_ALU) return;
  unsigned op = (unsigned)uop_get_op(d->uop);
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  o->wb_valid = 1;
  o->wb_n = (uint8_t)(uop_get_ndst(d->uop) & 3);
  o->pwr_valid = op == WT_I_R2P;
  o->wb_warp = d->warp, o->wb_beat = d->beat, o->wb_reg = (uint8_t)uop_get_dst(d->uop), o->wb_mask = d->mask;
  if (d->mask || wt_alu_preds(op)) lanes(o, d, op, w, self->in.S->LANES);
  if (d->last) {
    o->rel_valid = 1;
    o->rel_ndst = (uint8_t)uop_get_ndst(d->uop), o->rel_pw = (uint8_t)uop_get_pw(d->uop), o->rel_u = op == WT_I_R2UR;
  }
  scalar(o, d, op, w, wt_place(self->in.cfg->places, self->in.S->PER_32, d->warp));
}
