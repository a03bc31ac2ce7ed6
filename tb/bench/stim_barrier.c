/* stim_barrier.c - stimulus of the control-flow unit with convergence barriers: events of running warps, CTA releases and launches, held as
 * their drivers hold them. Few distinct pcs, B registers and WARPSYNC masks, so that waiting threads meet; warps that are done or dead are
 * launched again.
 */
#include "control/wt_barrier_rows.h"
#include "isa/wt_isa.h"
#include "bench/stim_cfu.h"

static wt_cfu_env env;
static unsigned value_beat; /* of the value that the unit waits for */

static void drive_event(wt_m *m, wt_rng *r) {
  wt_issue_out *ev = &m->subcore->issue.o;
  unsigned w;
  int event = wt_cfu_select(m, r, &w);
  uop_put_lo(m->subcore->ibuffer.o.uop, uop_get_lo(m->subcore->ibuffer.o.uop) & ~(UINT64_C(12) << 24));
  if (!event) return;
  uint64_t lanes = m->subcore->barrier.q.cur_mask[w];
  unsigned kind = wt_cfu_kind(r, &env, m->subcore->cfu->idle);
  if (kind == WT_EV_EXIT && wt_chance(r, 60)) kind = WT_EV_BRA;
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_kind = (uint8_t)kind, ev->ev_pc = wt_cfu_pc(r);
  if (kind == WT_EV_ADV) return;
  ev->ev_mask = wt_cfu_lanes(r, kind, lanes);
  ev->ev_bx = (uint8_t)wt_cfu_register(r, &env);
  if (kind == WT_EV_BRA || kind == WT_EV_CALL) ev->ev_target = wt_cfu_pc(r), ev->ev_rpc = (uint32_t)wt_rand(r);
  if (kind == WT_EV_BMOVR) ev->ev_val = wt_chance(r, 50);
  if (kind == WT_EV_WSYNC) ev->ev_val = wt_sync_mask(m, r, m->subcore->barrier.q.finished[w]);
}

/* Beats of BMOV Bn,Rs, between them those of other instructions and warps. */
static void drive_beats(wt_m *m, wt_rng *r) {
  wt_disp_out *d = &m->subcore->disp.o;
  const wt_barrier_state *q = &m->subcore->barrier.q;
  int wait = q->state == WT_CB_WAIT && q->e_kind == WT_EV_BMOVW, ours;
  unsigned lanes = m->S->LANES;
  uint64_t one;
  *d = (wt_disp_out){0};
  if (!wait) value_beat = 0;
  if (!wt_chance(r, wait ? 60 : 10)) return;
  ours = wait && value_beat < m->S->BEATS && wt_chance(r, 80);
  d->valid = 1, d->warp = (uint8_t)(ours ? q->at_warp : wt_below(r, m->S->SLOTS));
  uop_put_op(d->uop, ours || d->warp != q->at_warp ? WT_I_BMOV_BR : WT_I_IADD3);
  const unsigned row = ours ? value_beat : wt_below(r, m->S->BEATS);
  d->beat = wt_beat_all(m->S, row);
  d->mask = (uint32_t)((ours ? q->e_mask >> row * lanes : wt_rand(r)) & wt_mask64(lanes));
  d->last = ours ? row == m->S->BEATS - 1 : wt_chance(r, 50);
  one = wt_sync_mask(m, r, m->subcore->barrier.q.finished[d->warp]);
  for (unsigned i = 0; i < lanes; i++) d->data[i] = (uint32_t)(wt_chance(r, 60) ? one : wt_sync_mask(m, r, m->subcore->barrier.q.finished[d->warp]));
  if (ours) value_beat++;
}

/* A barrier at which some thread of the warp waits, or -1. */
static int waits_at(wt_m *m, wt_rng *r, unsigned w) {
  (void)r;
  view v = open_view(&m->subcore->barrier, w);
  uint64_t s = of_kind(&v, WT_CB_BAR);
  return s ? (int)x_of(&v, wt_lowest(s)) : -1;
}

void stim_barrier(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) wt_cfu_reset(m, &env), value_beat = 0;
  wt_cfu_release(m, r, &env, m->subcore->barrier.q.at_warp, waits_at);
  wt_cfu_launch(m, r, &env, 0);
  wt_cfu_mood(r, &env);
  drive_event(m, r);
  if (wt_cfu_value(m, r, m->subcore->barrier.q.state == WT_CB_WAIT, m->subcore->barrier.q.at_warp))
    m->subcore->alu.o.sc_val = (uint32_t)wt_sync_mask(m, r, m->subcore->barrier.q.finished[m->subcore->alu.o.wb_warp]);
  drive_beats(m, r);
  wt_cfu_groups(m, r, &env, m->subcore->barrier.q.state == WT_CB_TGT, m->subcore->barrier.q.cur_mask[m->subcore->barrier.q.at_warp], wt_cfu_pc(r));
  m->subcore->sched.o.busy = wt_chance(r, 25);
}
