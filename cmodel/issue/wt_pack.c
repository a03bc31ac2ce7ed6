/* wt_pack.c - C twin of the packing of beats inside a warp. Rules: docs/blocks/issue/wt_pack.md. */
#include "issue/wt_pack.h"

#include "isa/wt_isa.h"

/* R3: It looks at other lanes, or hands one value of a lane to control flow or a uniform register. */
static int by_rows(unsigned unit, unsigned op) {
  return unit == WT_U_SHFL || op == WT_I_R2UR || op == WT_I_BMOV_BR || op == WT_I_WARPSYNC_R || wt_isa_bar_register(op);
}

/* R2: Threads on the path whose guard holds. */
static uint64_t executing(const wt_pack *self, const uint32_t *u) {
  const uint64_t lo = uop_get_lo(u), all = wt_mask64(self->in.S->SLOT_LANES);
  const unsigned p = lo >> 12 & 7;
  const uint64_t v = p == 7 ? all : self->in.pred->p[p];
  return self->in.cfu->mask & (lo >> 15 & 1 ? ~v & all : v);
}

/* R4: Of every lane the thread that is left in the lowest row. Returns the threads that stay. */
static uint64_t first_of_lanes(const wt_pack *self, uint64_t left, wt_pack_out *o) {
  const wt_shape *S = self->in.S;
  uint64_t rest = left;
  for (unsigned l = 0; l < S->LANES; l++)
    for (unsigned row = 0; row < S->BEATS; row++) {
      const unsigned lane = row * S->LANES + l;
      if (!(left >> lane & 1)) continue;
      rest &= ~(UINT64_C(1) << lane);
      o->mask |= 1u << l, o->beat |= row << l * S->BEAT_W;
      break;
    }
  return rest;
}

/* The beat that issues, into cleared outputs. Returns the threads that are left behind it. */
static uint64_t beat(const wt_pack *self, wt_pack_out *o) {
  const wt_pack_in_sched *s = self->in.sched;
  const uint32_t *u = self->in.ibuffer->uop;
  if (!s->sel_valid || s->sync || s->index || uop_get_unit(u) >= WT_UNITS) return 0; /* R1 */
  const uint64_t exec = executing(self, u);
  if (by_rows((unsigned)uop_get_unit(u), (unsigned)uop_get_op(u))) { /* R3 */
    o->beat = wt_beat_all(self->in.S, s->sel_beat);
    o->mask = wt_beat_gather(self->in.S, o->beat, exec);
    o->pop = s->sel_beat == self->in.S->BEATS - 1;
    return 0;
  }
  const uint64_t rest = first_of_lanes(self, s->sel_first ? exec : self->q.left, o); /* R4 */
  o->pop = !rest;                                                                    /* R5 */
  return rest;
}

void wt_pack_eval(wt_pack *self) {
  wt_pack_idle(&self->o); /* R1 */
  beat(self, &self->o);
}

void wt_pack_tick(wt_pack *self) {
  wt_pack_out o = {0};
  if (self->in.sched->sel_valid) self->q.left = beat(self, &o); /* R6 */
}
