/* wt_alu.c - C twin of the integer ALU: one dispatched beat a cycle into the result registers. */
#pragma GCC optimize("O3") /* the lane loops vectorise only at this level */
#include "exec/wt_alu.h"

#include <string.h>

#include "exec/wt_alu_ops.h"

static void clear_results(wt_alu_state *q) {
  if (!q->wb_valid) return;
  memset(q, 0, sizeof *q);
}

/* Value for the control-flow unit or a uniform register, from the beat that holds the lowest executing lane. */
static void scalar(wt_alu_state *q, const wt_disp_out *d, unsigned op, wt_word w) {
  if (!d->lead || !d->mask || (op != WT_I_R2UR && op != WT_I_BMOV_BR && op != WT_I_WARPSYNC_R)) return;
  q->sc_val = d->data[wt_lowest(d->mask)];
  if (op == WT_I_R2UR)
    q->sc_ur = 1, q->sc_idx = (uint8_t)wt_bits(w, 21, 16);
  else
    q->sc_valid = 1;
}

static void lanes(wt_alu_state *q, const wt_disp_out *d, unsigned op, wt_word w, unsigned n) {
  uint32_t sb[MAX_LANES], sc[MAX_LANES], sch[MAX_LANES];
  wt_alu_in in = {.op = op, .w = w, .n = n, .a = d->data, .b = d->data + n};
  wt_alu_res res = {.lo = q->wb_lo, .hi = q->wb_hi};
  unsigned pos = (unsigned)uop_get_bcpos(d->uop), preds = wt_alu_preds(op);
  in.c = d->data + 2 * n, in.ch = d->data + 3 * n;
  in.pp = d->pp, in.pq = d->pq, in.pr = d->pr;
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
      q->wb_lo[l] &= keep;
      q->wb_hi[l] &= keep;
    }
  unsigned pu = (unsigned)wt_bits(w, 83, 81), pv = (unsigned)wt_bits(w, 86, 84);
  if ((preds & 1) && pu != 7) q->pw0_valid = 1, q->pw0_p = (uint8_t)pu, q->pw0_bits = res.pu & d->mask;
  if ((preds & 2) && pv != 7) q->pw1_valid = 1, q->pw1_p = (uint8_t)pv, q->pw1_bits = res.pv & d->mask;
}

void wt_alu_tick(wt_m *m) {
  wt_alu_state *q = &m->q.alu;
  const wt_disp_out *d = &m->o.disp;
  clear_results(q);
  if (!d->valid) return;
  unsigned unit = (unsigned)uop_get_unit(d->uop), op = (unsigned)uop_get_op(d->uop);
  if (unit == WT_U_LSU || unit == WT_U_SHFL) return;
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  q->wb_valid = 1;
  q->wb_n = (uint8_t)(uop_get_ndst(d->uop) & 3);
  q->wb_warp = d->warp, q->wb_beat = d->beat, q->wb_reg = (uint8_t)uop_get_dst(d->uop), q->wb_mask = d->mask;
  if (d->mask || wt_alu_preds(op)) lanes(q, d, op, w, m->S->LANES);
  if (d->last) {
    q->rel_valid = 1;
    q->rel_ndst = (uint8_t)uop_get_ndst(d->uop), q->rel_pw = (uint8_t)uop_get_pw(d->uop), q->rel_u = op == WT_I_R2UR;
  }
  scalar(q, d, op, w);
}
