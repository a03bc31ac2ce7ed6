/* stim_simt_stack.c - stimulus of the control-flow unit with a reconvergence stack: events of running warps, groups of
 * indirect branches, CTA releases and launches, held as their drivers hold them. Few distinct pcs, so that paths arrive
 * at reconvergence points; warps that are done, dead or stopped by an error are launched again.
 */
#include "control/wt_simt_stack.h"
#include "bench/stim_cfu.h"

static wt_cfu_env env;
static int took; /* the group that was shown has been taken */

static uint32_t some_pc(wt_rng *r) { return wt_chance(r, 92) ? 16 * wt_below(r, 5) : (uint32_t)wt_rand(r) & ~15u; }
static uint32_t some_rpc(wt_rng *r) {
  unsigned k = wt_below(r, 100);
  return k < 15 ? WT_RPC_NONE : k < 30 ? WT_RPC_RET : some_pc(r);
}

static unsigned some_kind(wt_rng *r, int idle) {
  static const uint8_t all[] = {WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,   WT_EV_BSSY,   WT_EV_BSSY,  WT_EV_BSYNC,
                                WT_EV_BREAK, WT_EV_BREAK, WT_EV_BMOVR, WT_EV_BMOVW, WT_EV_WSYNC, WT_EV_WSYNCR, WT_EV_YIELD, WT_EV_EXIT,
                                WT_EV_EXIT,  WT_EV_BAR,   WT_EV_CALL,  WT_EV_CALL,  WT_EV_BRX,   WT_EV_RET,    WT_EV_RET,   WT_EV_CALLX};
  static const uint8_t direct[] = {WT_EV_ADV, WT_EV_ADV, WT_EV_BSSY, WT_EV_BMOVR};
  if (wt_chance(r, 25)) return WT_EV_ADV;
  return idle ? all[wt_below(r, sizeof all)] : direct[wt_below(r, sizeof direct)];
}

static void drive_event(wt_m *m, wt_rng *r) {
  wt_issue_out *ev = &m->subcore->issue.o;
  unsigned w;
  if (!wt_cfu_select(m, r, &w)) return;
  uint64_t lanes = m->subcore->simt_stack.q.cur_mask[w], live = ~m->subcore->simt_stack.q.finished[w] & wt_mask64(m->S->SLOT_LANES);
  unsigned kind = some_kind(r, m->subcore->cfu->idle);
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_kind = (uint8_t)kind, ev->ev_pc = some_pc(r);
  if (kind == WT_EV_ADV) return;
  ev->ev_mask = kind == WT_EV_YIELD || (kind == WT_EV_BAR && wt_chance(r, 60)) ? lanes : wt_some_of(r, lanes);
  ev->ev_bx = (uint8_t)(wt_chance(r, 85) ? wt_below(r, 3) : wt_below(r, 16));
  switch (kind) {
    case WT_EV_BRA:
    case WT_EV_CALL: ev->ev_target = some_pc(r), ev->ev_rpc = some_rpc(r); break;
    case WT_EV_BRX:
    case WT_EV_RET:
    case WT_EV_CALLX: ev->ev_rpc = some_rpc(r), ev->ev_val = lanes; break;
    case WT_EV_BSSY: ev->ev_rpc = some_pc(r); break;
    case WT_EV_BMOVR: ev->ev_val = wt_chance(r, 50); break;
    case WT_EV_WSYNC: ev->ev_val = (wt_chance(r, 70) ? ev->ev_mask | ~live : wt_rand(r)) & wt_mask64(m->S->SLOT_LANES); break;
    default: break;
  }
}

/* Groups of an indirect branch: they share out the lanes of the path; one stays until it is taken. */
static void drive_groups(wt_m *m, wt_rng *r) {
  wt_tgt_out *t = &m->subcore->brx.o;
  unsigned st = m->subcore->simt_stack.q.state, wait = st == WT_SS_DIV || st == WT_SS_TGT;
  if (!wait) env.left = 0;
  if (!wait || took) *t = (wt_tgt_out){0};
  if (wait && !t->valid && wt_chance(r, 70)) {
    if (!env.left) env.left = m->subcore->simt_stack.q.cur_mask[m->subcore->simt_stack.q.at_warp];
    t->valid = 1, t->mask = wt_some_of(r, env.left), t->pc = some_pc(r), t->taken = wt_chance(r, 80);
    env.left &= ~t->mask;
    t->last = !env.left;
  }
  took = st == WT_SS_TGT && t->valid;
}

static void drive_value(wt_m *m, wt_rng *r) {
  const wt_simt_stack_state *q = &m->subcore->simt_stack.q;
  wt_alu_out *a = &m->subcore->alu.o;
  if (!wt_cfu_value(m, r, q->state == WT_SS_WAIT, q->at_warp)) return;
  a->sc_val = wt_chance(r, 40) ? wt_below(r, 6) : wt_chance(r, 70) ? (uint32_t)q->cur_mask[a->wb_warp] : (uint32_t)wt_rand(r);
}

/* Any barrier: the unit only knows that the warp waits. */
static int waits_at(wt_m *m, wt_rng *r, unsigned w) { return m->subcore->simt_stack.q.barred[w] || wt_chance(r, 10) ? (int)wt_below(r, 16) : -1; }

void stim_simt_stack(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) wt_cfu_reset(m, &env), took = 0;
  wt_cfu_release(m, r, &env, m->subcore->simt_stack.q.state != WT_SS_IDLE ? m->subcore->simt_stack.q.at_warp : m->S->SLOTS, waits_at);
  wt_cfu_launch(m, r, &env, 0);
  drive_event(m, r);
  drive_value(m, r);
  drive_groups(m, r);
  m->subcore->sched.o.busy = wt_chance(r, 25);
}
