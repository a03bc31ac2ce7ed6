/* wt_lsu.h - C twin of the load/store unit.
 *
 * moore: all outputs, from state; tick: one clock edge. Uses the combinational outputs of the coalescer and
 * the shared memory of that cycle.
 * Contract: docs/blocks/mem/wt_lsu.md.
 */
#ifndef WT_LSU_H
#define WT_LSU_H
#include "spec/wt_gpu.h"
/* A beat for the unit, whoever brings it: the one sub-core, or of several the one whose turn it is. uop: NULL when there is none. */
typedef struct {
  const uint32_t *uop, *data;
  uint64_t bc;
  uint32_t mask;
  uint32_t beat;
  uint8_t warp, last, ends, split;
} wt_lsu_beat;
#define WT_LSU_BEAT(d) ((wt_lsu_beat){(d)->uop, (d)->data, (d)->bc, (d)->mask, (d)->beat, (d)->warp, (d)->last, (d)->ends, (d)->split})
static inline wt_lsu_beat wt_lsu_offered(const wt_lsu *self) { /* R1 */
  const wt_lsu_in_disp *d = self->in.disp[0];
  if (self->in.S->SUBCORES > 1) return self->in.share->valid ? WT_LSU_BEAT(self->in.share) : (wt_lsu_beat){0};
  return d->valid && uop_get_unit(d->uop) == WT_U_LSU ? WT_LSU_BEAT(d) : (wt_lsu_beat){0};
}
/* The result beat that is shown has been taken; it is shown to one sub-core. */
static inline int wt_lsu_acked(const wt_lsu *self) {
  int any = 0;
  for (unsigned i = 0; i < self->in.S->SUBCORES; i++) any |= self->in.wb[i]->ack[WT_U_LSU];
  return any;
}
void wt_lsu_moore(wt_lsu *self);
void wt_lsu_tick(wt_lsu *self);
#endif
