/* wt_constport.c - C twin of the constant port. */
#include "operand/wt_constport.h"

void wt_constport_tick(wt_m *m) {
  wt_constport_state *q = &m->q.constport;
  const wt_decode_out *d = &m->o.decode;
  if (d->valid && d->cvalid) {
    q->req_valid = 1;
    q->req_addr = d->caddr;
    q->req_warp = d->warp;
    q->req_slot = m->q.ibuffer.tail[d->warp];
    q->req_epoch = m->q.fetch.epoch[d->warp];
  } else if (q->req_valid) {
    q->req_valid = q->req_warp = q->req_slot = q->req_epoch = 0;
    q->req_addr = 0;
  }
}
