/* wt_pred.c - C twin of the predicate file. A row holds the 7 predicates of one beat's lanes, packed: bit p * LANES + lane. */
#include "operand/wt_pred.h"

#include <string.h>

static uint32_t *row(wt_m *m, unsigned warp, unsigned beat) {
  unsigned words = (7 * m->S->LANES + 31) / 32;
  return m->q.pred.p + (size_t)(warp * m->S->BEATS + beat) * words;
}

void wt_pred_eval(wt_m *m) {
  wt_pred_out *o = &m->o.pred;
  memset(o, 0, sizeof *o);
  if (!m->o.sched.sel_valid) return;
  unsigned lanes = m->S->LANES;
  for (unsigned b = 0; b < m->S->BEATS; b++) {
    const uint32_t *r = row(m, m->o.sched.sel_warp, b);
    for (unsigned p = 0; p < 7; p++) o->p[p] |= wt_words_get(r, p * lanes, lanes) << (b * lanes);
  }
}

static void write(wt_m *m, unsigned warp, unsigned beat, unsigned p, uint32_t mask, uint32_t bits) {
  uint32_t *r = row(m, warp, beat);
  unsigned lanes = m->S->LANES;
  uint32_t old = (uint32_t)wt_words_get(r, p * lanes, lanes);
  wt_words_put(r, p * lanes, lanes, (old & ~mask) | (bits & mask));
  WT_TOUCH(m->q.pred.p_log, warp * m->S->BEATS + beat);
}

void wt_pred_tick(wt_m *m) {
  const wt_alu_state *a = &m->q.alu;
  if (a->pw0_valid) write(m, a->wb_warp, a->wb_beat, a->pw0_p, a->wb_mask, a->pw0_bits);
  if (a->pw1_valid) write(m, a->wb_warp, a->wb_beat, a->pw1_p, a->wb_mask, a->pw1_bits);
  if (m->o.wb.pw_valid) write(m, m->o.wb.warp, m->o.wb.beat, m->o.wb.pw_p, m->o.wb.mask, m->o.wb.pw_bits);
  if (m->o.dispatch.launch_valid) {
    memset(row(m, m->o.dispatch.launch_warp, m->o.dispatch.launch_beat), 0, (7 * m->S->LANES + 31) / 32 * 4);
    WT_TOUCH(m->q.pred.p_log, m->o.dispatch.launch_warp * m->S->BEATS + m->o.dispatch.launch_beat);
  }
}
