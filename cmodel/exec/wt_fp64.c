/* wt_fp64.c - C twin of the fp64 unit that the sub-cores of an SM share: whose turn it is, and the unit of wt_dpu. */
#include "exec/wt_fp64.h"

#include "exec/wt_dpu.h"

void wt_fp64_moore(wt_fp64 *self) {
  wt_dpu_show(self->in.S, &self->q.dpu, &self->o.result);
  self->o.takes = (uint8_t)(self->q.h_v ? 0 : 1u << self->q.holder); /* R1 */
}

/* R4: the result that is offered is taken, by the sub-core that sees it. */
static int acknowledged(const wt_fp64 *self) {
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++)
    if (self->in.wb[i]->ack[WT_U_DPU]) return 1;
  return 0;
}

void wt_fp64_tick(wt_fp64 *self) {
  const unsigned n = self->in.S->SUBCORES, at = self->q.holder;
  const wt_fp64_in_disp *d = self->in.disp[at]; /* R2 */
  const wt_dpu_beat beat = {d->uop, d->data, d->bc, d->mask, d->pp, (uint8_t)wt_warp_at(self->in.S, at, d->warp), d->beat, d->last, d->ends};
  const int takes = d->valid && uop_get_unit(d->uop) == WT_U_DPU;
  if (takes ? d->last : !self->q.h_v) self->q.holder = (uint8_t)((at + 1) % n); /* R3 */
  wt_dpu_edge(self->in.S, &self->q.dpu, takes ? &beat : NULL, acknowledged(self));
}
