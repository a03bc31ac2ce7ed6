/* wt_wb.c - C twin of the slow write-back channel. Spec: docs/blocks/operand/wt_wb.md. */
#include "operand/wt_wb.h"

#include <string.h>

#include "operand/wt_collector.h"

/* R1 */
static uint32_t alu_banks(const wt_wb *self) {
  const wt_wb_in_alu *a = self->in.alu;
  uint32_t banks = 0;
  for (unsigned k = a->wb_n; k--;) banks |= UINT32_C(1) << wt_rf_bank(self->in.S, self->in.cfg->layout, a->wb_warp, (a->wb_reg + k) & 0xff);
  return banks;
}

/* R2 */
static int hits(const wt_wb *self, unsigned regv, unsigned warp, unsigned reg) {
  return regv && (alu_banks(self) >> wt_rf_bank(self->in.S, self->in.cfg->layout, warp, reg) & 1);
}

static void take(const wt_wb *self, wt_wb_out *o, const wt_result_out *r) {
  /* R4 */
  o->reg_valid = r->wb_regv, o->warp = r->wb_warp, o->beat = r->wb_beat, o->reg = r->wb_reg, o->mask = r->wb_mask;
  memcpy(o->data, r->wb_data, self->in.S->LANES * sizeof *o->data);
  if (r->wb_pwv) o->pw_valid = 1, o->pw_p = r->wb_p, o->pw_bits = r->wb_pbits; /* R5 */
  /* R6 */
  if (!r->wb_last) return;
  o->rel_valid = 1, o->rel_warp = r->wb_warp, o->rel_dst = r->wb_dst, o->rel_ndst = r->wb_ndst;
  o->rel_ends = r->wb_ends;
  o->rel_pw = (uint8_t)(r->wb_pwv ? 1u << r->wb_p & 0x7f : 0);
}

void wt_wb_eval(wt_wb *self) {
  wt_wb_out *o = &self->o;
  unsigned acked = 0;
  for (unsigned k = WT_SLOW_UNITS; k--;) acked |= o->ack[k];
  if (acked) wt_wb_idle(o); /* R7 */
  for (unsigned k = 0; k < WT_SLOW_UNITS; k++) {
    const wt_result_out *r = self->in.result[k];
    if (!r->wb_valid || hits(self, r->wb_regv, r->wb_warp, r->wb_reg)) continue; /* R3 */
    o->ack[k] = 1;
    take(self, o, r);
    return;
  }
}
