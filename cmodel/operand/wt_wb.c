/* wt_wb.c - C twin of the slow write-back channel. Spec: docs/blocks/operand/wt_wb.md. */
#include "operand/wt_wb.h"

#include <string.h>

#include "operand/wt_collector.h"

static uint32_t alu_banks(const wt_wb *self) {
  const wt_wb_in_alu *a = self->in.alu;
  uint32_t banks = 0;
  for (unsigned k = 0; k < a->wb_n && k < 2; k++)
    banks |= UINT32_C(1) << wt_rf_bank(self->in.S, self->in.cfg->layout, a->wb_warp, (a->wb_reg + k) & 0xff);
  return banks;
}

static int hits(const wt_wb *self, unsigned regv, unsigned warp, unsigned reg) {
  return regv && (alu_banks(self) >> wt_rf_bank(self->in.S, self->in.cfg->layout, warp, reg) & 1);
}

static void take_shfl(const wt_wb *self, wt_wb_out *o) {
  const wt_wb_in_shfl *s = self->in.shfl;
  o->ack_shfl = 1;
  o->reg_valid = s->wb_regv, o->warp = s->wb_warp, o->beat = s->wb_beat, o->reg = s->wb_reg, o->mask = s->wb_mask;
  memcpy(o->data, s->wb_data, self->in.S->LANES * sizeof *o->data);
  if (s->wb_pwv) o->pw_valid = 1, o->pw_p = s->wb_p, o->pw_bits = s->wb_pbits;
  if (!s->wb_last) return;
  o->rel_valid = 1, o->rel_warp = s->wb_warp, o->rel_dst = s->wb_reg, o->rel_ndst = s->wb_regv;
  o->rel_pw = (uint8_t)(s->wb_pwv ? 1u << s->wb_p & 0x7f : 0);
}

static void take_lsu(const wt_wb *self, wt_wb_out *o) {
  const wt_wb_in_lsu *s = self->in.lsu;
  o->ack_lsu = 1;
  o->reg_valid = s->wb_regv, o->warp = s->wb_warp, o->beat = s->wb_beat, o->reg = s->wb_reg, o->mask = s->wb_mask;
  memcpy(o->data, s->wb_data, self->in.S->LANES * sizeof *o->data);
  if (s->wb_last) o->rel_valid = 1, o->rel_warp = s->wb_warp, o->rel_dst = s->wb_dst, o->rel_ndst = s->wb_ndst;
}

void wt_wb_eval(wt_wb *self) {
  wt_wb_out *o = &self->o;
  const wt_wb_in_shfl *sh = self->in.shfl;
  const wt_wb_in_lsu *ls = self->in.lsu;
  if (o->ack_shfl || o->ack_lsu) wt_wb_idle(o);
  if (sh->wb_valid && !hits(self, sh->wb_regv, sh->wb_warp, sh->wb_reg)) take_shfl(self, o);
  else if (ls->wb_valid && !hits(self, ls->wb_regv, ls->wb_warp, ls->wb_reg)) take_lsu(self, o);
}
