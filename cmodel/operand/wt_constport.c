/* wt_constport.c - C twin of the constant port. */
#include "operand/wt_constport.h"

#include "isa/wt_isa.h"

/* R4: Bank and offset of the selected instruction, a uniform register added to the offset. */
static uint32_t indexed(const wt_constport *self) {
  const uint32_t *u = self->in.ibuffer->uop;
  wt_word w = {uop_get_lo(u), uop_get_hi(u)};
  return (uint32_t)wt_bits(w, 58, 54) << 16 | (((uint32_t)wt_bits(w, 53, 38) + (uint32_t)self->in.ureg->a) & 0xffff);
}

void wt_constport_tick(wt_constport *self) {
  wt_constport_out *o = &self->o;
  const wt_constport_in_decode *d = self->in.decode;
  if (d->valid && d->cvalid) { /* R1 */
    o->req_valid = 1;
    o->req_addr = d->caddr;
    o->req_warp = d->warp;
    o->req_slot = self->in.ibuffer->tail[d->warp];
    o->req_epoch = self->in.fetch->epoch[d->warp];
  } else if (self->in.sched->index) { /* R4 */
    unsigned w = self->in.sched->sel_warp;
    o->req_valid = 1;
    o->req_addr = indexed(self);
    o->req_warp = (uint8_t)w;
    o->req_slot = self->in.ibuffer->slot;
    o->req_epoch = self->in.fetch->epoch[w];
  } else if (o->req_valid) { /* R2 */
    o->req_valid = o->req_warp = o->req_slot = o->req_epoch = 0;
    o->req_addr = 0;
  }
}
