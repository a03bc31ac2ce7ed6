/* stim_hanoi.c - stimulus of the control-flow unit with WS and REC stacks: events of running warps, CTA releases and
 * launches, held as their drivers hold them. Few distinct pcs and B registers, and BSYNC, YIELD and WARPSYNC that look at what lies
 * in REC, so that points fire and siblings swap; warps that are done, dead or stopped by an error are launched again.
 */
#include "control/wt_hanoi.h"
#include "bench/stim_cfu.h"

static wt_cfu_env env;

/* Mostly the register of the top of REC, rarely one that does not exist. */
static unsigned some_register(const wt_m *m, wt_rng *r, unsigned w) {
  unsigned n = m->S->BX_REGS, rec = m->subcore->hanoi.q.rec_count[w], few = wt_min(n, 3);
  if (rec && wt_chance(r, 50)) return m->subcore->hanoi.q.rec_bx[w * m->S->REC_DEPTH + rec - 1];
  if (wt_chance(r, 1)) return wt_below(r, 16);
  return wt_chance(r, 90) ? wt_below(r, few) : wt_below(r, n);
}

static void drive_event(wt_m *m, wt_rng *r) {
  wt_issue_out *ev = &m->subcore->issue.o;
  unsigned w;
  if (!wt_cfu_select(m, r, &w)) return;
  uint64_t lanes = m->subcore->hanoi.q.cur_mask[w];
  unsigned kind = wt_cfu_kind(r, &env, m->subcore->cfu->idle);
  if (kind == WT_EV_EXIT && wt_chance(r, 60)) kind = WT_EV_BRA;
  if (kind == WT_EV_BSSY && wt_chance(r, 40)) kind = WT_EV_ADV; /* else REC is always full */
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_kind = (uint8_t)kind, ev->ev_pc = wt_cfu_pc(r);
  if (kind == WT_EV_ADV) return;
  ev->ev_mask = wt_cfu_lanes(r, kind, lanes);
  ev->ev_bx = (uint8_t)some_register(m, r, w);
  if (kind == WT_EV_BSSY) ev->ev_rpc = wt_chance(r, 20) ? ev->ev_pc : wt_cfu_pc(r);
  if (kind == WT_EV_BRA || kind == WT_EV_CALL) ev->ev_target = wt_cfu_pc(r), ev->ev_rpc = (uint32_t)wt_rand(r);
  if (kind == WT_EV_BMOVR) ev->ev_val = wt_chance(r, 50);
  if (kind == WT_EV_WSYNC) ev->ev_val = wt_sync_mask(m, r, m->subcore->hanoi.q.finished[w]);
}

/* A barrier at which some entry of the warp waits, or -1. */
static int waits_at(wt_m *m, wt_rng *r, unsigned w) {
  (void)r;
  unsigned n = m->S->WS_DEPTH;
  const uint32_t *id = m->subcore->hanoi.q.ws_bar + (size_t)w * ((4 * n + 31) / 32);
  uint64_t set = m->subcore->hanoi.q.ws_barred[w];
  if (!set) return -1;
  unsigned i = wt_lowest(set), x = 0;
  for (unsigned b = 0; b < 4; b++) x |= (unsigned)wt_words_get(id, b * n + i, 1) << b;
  return (int)x;
}

void stim_hanoi(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) wt_cfu_reset(m, &env);
  wt_cfu_release(m, r, &env, m->subcore->hanoi.q.at_warp, waits_at);
  wt_cfu_launch(m, r, &env, m->subcore->hanoi.q.fail);
  wt_cfu_mood(r, &env);
  drive_event(m, r);
  if (wt_cfu_value(m, r, m->subcore->hanoi.q.state == WT_HN_WAIT, m->subcore->hanoi.q.at_warp))
    m->subcore->alu.o.sc_val = (uint32_t)wt_sync_mask(m, r, m->subcore->hanoi.q.finished[m->subcore->alu.o.wb_warp]);
  wt_cfu_groups(m, r, &env, m->subcore->hanoi.q.state == WT_HN_TGT, m->subcore->hanoi.q.cur_mask[m->subcore->hanoi.q.at_warp], wt_cfu_pc(r));
  m->subcore->sched.o.busy = wt_chance(r, 25);
}
