/* wt_ureg.c - C twin of the uniform register file. */
#include "operand/wt_ureg.h"

#include "isa/wt_isa.h"

/* R2 */
static uint64_t pair(const uint32_t *u, unsigned i) {
  if (i == 63) return 0;
  return u[i] | (uint64_t)(i == 62 ? 0 : u[i + 1]) << 32; /* UR63 is URZ */
}

void wt_ureg_eval(wt_ureg *self) {
  wt_ureg_out *o = &self->o;
  o->a = o->b = o->c = 0, o->up = 0;      /* R1 */
  if (!self->in.sched->sel_valid) return; /* R1 */
  const uint32_t *u = self->q.regs + self->in.sched->sel_warp * 64u;
  wt_word w = {uop_get_lo(self->in.ibuffer->uop), uop_get_hi(self->in.ibuffer->uop)};
  unsigned op = (unsigned)uop_get_op(self->in.ibuffer->uop);
  int store = op == WT_I_STG_U || op == WT_I_STS_U || op == WT_I_ATOMG_U || op == WT_I_RED || op == WT_I_ST_U || op == WT_I_ATOM_U || /* R2 */
              op == WT_I_ATOMS_U || op == WT_I_STL_U;
  unsigned c = (unsigned)wt_bits(w, 69, 64);
  o->a = pair(u, (unsigned)wt_bits(w, 29, 24));
  o->b = pair(u, store ? c : (unsigned)wt_bits(w, 37, 32));
  o->c = pair(u, c);
  o->up = self->q.preds[self->in.sched->sel_warp];
}

static void write(wt_ureg *self, unsigned warp, unsigned i, uint32_t v) {
  if (i >= 63) return; /* R3, R4 */
  WT_PUT(&self->q, regs, warp * 64 + i) = v;
}

void wt_ureg_tick(wt_ureg *self) {
  const wt_ureg_in_ualu *a = self->in.ualu;
  unsigned w = self->in.sched->sel_warp;
  if (a->w_n > 0) write(self, w, a->w_idx, a->w_lo);                                                       /* R3 */
  if (a->w_n > 1) write(self, w, a->w_idx + 1u, a->w_hi);                                                  /* R3 */
  if (self->in.alu->sc_ur) write(self, self->in.alu->sc_warp, self->in.alu->sc_idx, self->in.alu->sc_val); /* R4 */
  if (a->p0_valid || a->p1_valid) {                                                                        /* R5 */
    uint8_t *p = &WT_PUT(&self->q, preds, w);
    /* R5 */
    if (a->p0_valid) *p = (uint8_t)((*p & ~(1u << a->p0_idx)) | (unsigned)a->p0_val << a->p0_idx);
    if (a->p1_valid) *p = (uint8_t)((*p & ~(1u << a->p1_idx)) | (unsigned)a->p1_val << a->p1_idx);
    *p &= 127;
  }
}
