/* wt_constport.c - C twin of the constant port. */
#include "operand/wt_constport.h"

void wt_constport_tick(wt_constport *self) {
  wt_constport_out *o = &self->o;
  const wt_constport_in_decode *d = self->in.decode;
  if (d->valid && d->cvalid) {
    o->req_valid = 1;
    o->req_addr = d->caddr;
    o->req_warp = d->warp;
    o->req_slot = self->in.ibuffer->tail[d->warp];
    o->req_epoch = self->in.fetch->epoch[d->warp];
  } else if (o->req_valid) {
    o->req_valid = o->req_warp = o->req_slot = o->req_epoch = 0;
    o->req_addr = 0;
  }
}
