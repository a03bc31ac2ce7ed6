/* wt_pred.c - C twin of the predicate file. A row holds the 7 predicates of one beat's lanes, packed: bit p * LANES + lane. */
#include "operand/wt_pred.h"

#include <string.h>

static size_t row_words(const wt_pred *self) { return (7 * self->in.S->LANES + 31) / 32; }
static uint32_t *put_row(wt_pred *self, unsigned warp, unsigned beat) {
  return WT_PUT_WORDS(&self->q, preds, warp * self->in.S->BEATS + beat, row_words(self));
}

void wt_pred_eval(wt_pred *self) {
  wt_pred_out *o = &self->o;
  wt_pred_idle(o);
  if (!self->in.sched->sel_valid) return; /* R1 */
  const unsigned lanes = self->in.S->LANES, beats = self->in.S->BEATS;
  const uint32_t one = (uint32_t)wt_mask64(lanes);
  const size_t words = row_words(self);
  const uint32_t *rows = self->q.preds + self->in.sched->sel_warp * beats * words;
  for (unsigned p = 0; p < 7; p++) { /* LANES is a power of two: the bits of a predicate lie in one word of each row */
    const uint32_t *w = rows + p * lanes / 32 + beats * words;
    unsigned at = p * lanes % 32;
    uint64_t all = 0;
    for (unsigned b = beats; b--;) all = all << lanes | ((w -= words)[0] >> at & one);
    o->p[p] = all;
  }
}

static void write_row(wt_pred *self, unsigned warp, unsigned beat, unsigned p, uint32_t mask, uint32_t bits) {
  uint32_t *r = put_row(self, warp, beat);
  unsigned lanes = self->in.S->LANES;
  uint32_t old = (uint32_t)wt_words_get(r, p * lanes, lanes);
  wt_words_put(r, p * lanes, lanes, (old & ~mask) | (bits & mask));
}

/* R8: with PACK a beat has lanes of several rows. */
static void write(wt_pred *self, unsigned warp, uint32_t beat, unsigned p, uint32_t mask, uint32_t bits) {
  const wt_shape *S = self->in.S;
  if (!S->PACK) {
    write_row(self, warp, beat, p, mask, bits);
    return;
  }
  while (mask) {
    const unsigned row = wt_beat_row(S, beat, wt_lowest(mask));
    uint32_t here = 0;
    for (uint32_t m = mask; m; m &= m - 1)
      if (wt_beat_row(S, beat, wt_lowest(m)) == row) here |= m & -m;
    write_row(self, warp, row, p, here, bits);
    mask &= ~here;
  }
}

/* R4: R2P: bit k of a lane's low word where its high word has bit k. */
static void write_all(wt_pred *self, const wt_pred_in_alu *a) {
  for (unsigned p = 0; p < 7; p++) {
    uint32_t mask = 0, bits = 0;
    for (unsigned l = 0; l < self->in.S->LANES; l++) mask |= (a->wb_hi[l] >> p & 1) << l, bits |= (a->wb_lo[l] >> p & 1) << l;
    write(self, a->wb_warp, a->wb_beat, p, mask & a->wb_mask, bits);
  }
}

void wt_pred_tick(wt_pred *self) {
  const wt_pred_in_alu *a = self->in.alu;
  /* R2, then R3: the order is that of R7 */
  if (a->pw0_valid) write(self, a->wb_warp, a->wb_beat, a->pw0_p, a->wb_mask, a->pw0_bits);
  if (a->pw1_valid) write(self, a->wb_warp, a->wb_beat, a->pw1_p, a->wb_mask, a->pw1_bits);
  /* R4 */
  if (a->pwr_valid) write_all(self, a);
  if (self->in.wb->pw_valid) write(self, self->in.wb->warp, self->in.wb->beat, self->in.wb->pw_p, self->in.wb->mask, self->in.wb->pw_bits); /* R5 */
  /* R6 */
  if (self->in.dispatch->launch_valid) {
    memset(put_row(self, self->in.dispatch->launch_warp, self->in.dispatch->launch_beat), 0, row_words(self) * 4);
  }
}
