/* wt_ctasched.c - C twin of the CTA scheduler: CTAs that are left, and who gets the next. Spec: docs/blocks/cta/wt_ctasched.md; comments name its rules. */
#include "cta/wt_ctasched.h"

void wt_ctasched_eval(wt_ctasched *self) {
  const wt_ctasched_state *q = &self->q;
  wt_ctasched_out *o = &self->o;
  const unsigned n = self->in.S->SMS;
  if (o->give_valid) wt_ctasched_idle(o); /* R6 */
  if (!q->run) {
    unsigned idle = 1;
    for (unsigned i = 0; i < n; i++) idle &= self->in.dispatch[i]->idle;
    o->idle = (uint8_t)idle; /* R5 */
    return;
  }
  o->idle = 0;
  for (unsigned k = 0; k < n; k++) { /* R2 */
    const unsigned i = q->next + k < n ? q->next + k : q->next + k - n;
    if (!self->in.dispatch[i]->ask) continue;
    o->give_valid = 1, o->give_sm = (uint8_t)i;
    o->give_x = q->x, o->give_y = q->y, o->give_z = q->z;
    return;
  }
}

/* R3: the CTA behind the one that is given. */
static void step(wt_ctasched *self) {
  wt_ctasched_state *q = &self->q;
  q->x = (q->x + 1) & 0x7fffffff;
  if (q->x != self->in.cfg->grid_x) return;
  q->x = 0, q->y = (uint16_t)(q->y + 1);
  if (q->y != self->in.cfg->grid_y) return;
  q->y = 0, q->z = (uint16_t)(q->z + 1);
  if (q->z != self->in.cfg->grid_z) return;
  q->z = 0, q->run = 0;
}

void wt_ctasched_tick(wt_ctasched *self) {
  wt_ctasched_state *q = &self->q;
  if (self->o.give_valid) {
    step(self);
    q->next = (uint8_t)(self->o.give_sm + 1u == self->in.S->SMS ? 0 : self->o.give_sm + 1); /* R4 */
  }
  if (self->in.cfg->start) q->run = 1, q->x = 0, q->y = q->z = 0, q->next = 0; /* R1 */
}
