/* wt_ilt.c - C twin of the ignore list. */
#include "issue/wt_ilt.h"

static int holds(const wt_ilt *self, uint32_t pc) {
  const wt_shape *S = self->in.S;
  unsigned set = pc % S->ILT_SETS; /* R1 */
  unsigned left = self->q.valid[set];
  while (left && self->q.tag[set * S->ILT_WAYS + wt_lowest(left)] != pc / S->ILT_SETS) left &= left - 1;
  return left != 0;
}

void wt_ilt_eval(wt_ilt *self) { self->o.hit = self->in.sco->arr_valid && holds(self, self->in.sco->arr_pc); } /* R2 */

void wt_ilt_tick(wt_ilt *self) {
  const wt_shape *S = self->in.S;
  wt_ilt_state *q = &self->q;
  uint32_t pc = self->in.pst->learn_pc;
  if (!self->in.pst->learn_valid || holds(self, pc)) return; /* R4 */
  unsigned set = pc % S->ILT_SETS, way = q->next[set];       /* R1 */
  q->valid[set] |= (uint16_t)(1u << way);
  q->tag[set * S->ILT_WAYS + way] = pc / S->ILT_SETS;
  q->next[set] = (uint8_t)(way + 1 == S->ILT_WAYS ? 0 : way + 1); /* R3 */
}
