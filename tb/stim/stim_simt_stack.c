/* stim_simt_stack.c - stimulus of the control-flow unit with a reconvergence stack: events of running warps, groups of
 * indirect branches, CTA releases and launches, held as their drivers hold them. Few distinct pcs, so that paths arrive
 * at reconvergence points; warps that are done, dead or stopped by an error are launched again.
 */
#include "control/wt_simt_stack.h"
#include "stim/stim.h"

/* What the neighbours of the block remember. */
static struct {
  uint64_t live;             /* warps launched, not done and not stopped */
  int drop_rel, drop_launch; /* acknowledged in the last cycle */
  unsigned beat;
  uint64_t left; /* lanes of an indirect branch in no group yet */
  int took;      /* the group that was shown has been taken */
} env;

static uint64_t some_of(wt_rng *r, uint64_t mask) {
  uint64_t s = wt_chance(r, 35) ? mask : wt_rand(r) & mask;
  return s ? s : mask & -mask;
}
static uint32_t some_pc(wt_rng *r) { return wt_chance(r, 92) ? 16 * wt_below(r, 5) : (uint32_t)wt_rand(r) & ~15u; }
static uint32_t some_rpc(wt_rng *r) {
  unsigned k = wt_below(r, 100);
  return k < 15 ? WT_RPC_NONE : k < 30 ? WT_RPC_RET : some_pc(r);
}

static unsigned some_kind(wt_rng *r, int idle) {
  static const uint8_t all[] = {WT_EV_BRA,  WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,  WT_EV_BSSY,
                                WT_EV_BSSY, WT_EV_BSYNC, WT_EV_BREAK, WT_EV_BREAK, WT_EV_BMOVR, WT_EV_BMOVW,
                                WT_EV_WSYNC, WT_EV_WSYNCR, WT_EV_YIELD, WT_EV_EXIT, WT_EV_EXIT, WT_EV_BAR,
                                WT_EV_CALL, WT_EV_CALL,  WT_EV_BRX,   WT_EV_RET,   WT_EV_RET,  WT_EV_CALLX};
  static const uint8_t direct[] = {WT_EV_ADV, WT_EV_ADV, WT_EV_BSSY, WT_EV_BMOVR};
  if (wt_chance(r, 25)) return WT_EV_ADV;
  return idle ? all[wt_below(r, sizeof all)] : direct[wt_below(r, sizeof direct)];
}

static void drive_event(wt_m *m, wt_rng *r) {
  wt_issue_out *ev = &m->o.issue;
  uint64_t run = m->o.cfu.run;
  unsigned w = wt_below(r, m->S->WARPS), sel = wt_chance(r, 80);
  for (unsigned i = 0; i < m->S->WARPS && !(run >> w & 1); i++) w = (w + 1) % m->S->WARPS;
  *ev = (wt_issue_out){0};
  m->o.sched.sel_valid = (uint8_t)sel;
  m->o.sched.sel_warp = sel ? (uint8_t)w : 0;
  for (unsigned i = 0; i < UOP_WORDS; i++) m->o.ibuffer.uop[i] = 0;
  if (!sel) return;
  uop_put_lo(m->o.ibuffer.uop, wt_rand(r));
  if (!(run >> w & 1) || !wt_chance(r, 85)) return; /* a later beat of an instruction: no event */
  uint64_t lanes = m->q.simt_stack.cm[w], live = ~m->q.simt_stack.fin[w] & wt_mask64(m->S->WARP_SIZE);
  unsigned kind = some_kind(r, m->o.cfu.idle);
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_kind = (uint8_t)kind, ev->ev_pc = some_pc(r);
  if (kind == WT_EV_ADV) return;
  ev->ev_mask = kind == WT_EV_YIELD || (kind == WT_EV_BAR && wt_chance(r, 60)) ? lanes : some_of(r, lanes);
  ev->ev_bx = (uint8_t)(wt_chance(r, 85) ? wt_below(r, 3) : wt_below(r, 16));
  switch (kind) {
    case WT_EV_BRA:
    case WT_EV_CALL: ev->ev_target = some_pc(r), ev->ev_rpc = some_rpc(r); break;
    case WT_EV_BRX:
    case WT_EV_RET:
    case WT_EV_CALLX: ev->ev_rpc = some_rpc(r), ev->ev_val = lanes; break;
    case WT_EV_BSSY: ev->ev_rpc = some_pc(r); break;
    case WT_EV_BMOVR: ev->ev_val = wt_chance(r, 50); break;
    case WT_EV_WSYNC: ev->ev_val = (wt_chance(r, 70) ? ev->ev_mask | ~live : wt_rand(r)) & wt_mask64(m->S->WARP_SIZE); break;
    default: break;
  }
}

/* Groups of an indirect branch: they share out the lanes of the path; one stays until it is taken. */
static void drive_groups(wt_m *m, wt_rng *r) {
  wt_tgt_out *t = &m->o.tgt;
  unsigned st = m->q.simt_stack.st, wait = st == WT_SS_DIV || st == WT_SS_TGT;
  if (!wait) env.left = 0;
  if (!wait || env.took) *t = (wt_tgt_out){0};
  if (wait && !t->valid && wt_chance(r, 70)) {
    if (!env.left) env.left = m->q.simt_stack.cm[m->q.simt_stack.mw];
    t->valid = 1, t->mask = some_of(r, env.left), t->pc = some_pc(r), t->taken = wt_chance(r, 80);
    env.left &= ~t->mask;
    t->last = !env.left;
  }
  env.took = st == WT_SS_TGT && t->valid;
}

static void drive_value(wt_m *m, wt_rng *r) {
  wt_alu_state *a = &m->q.alu;
  int wait = m->q.simt_stack.st == WT_SS_WAIT;
  a->sc_valid = wt_chance(r, wait ? 40 : 5);
  a->wb_warp = (uint8_t)(wait && wt_chance(r, 90) ? m->q.simt_stack.mw : wt_below(r, m->S->WARPS));
  uint64_t lanes = m->q.simt_stack.cm[a->wb_warp];
  a->sc_val = !a->sc_valid ? 0 : wt_chance(r, 40) ? wt_below(r, 6) : wt_chance(r, 70) ? (uint32_t)lanes : (uint32_t)wt_rand(r);
}

static void drive_release(wt_m *m, wt_rng *r) {
  wt_ctabar_out *o = &m->o.ctabar;
  if (env.drop_rel) *o = (wt_ctabar_out){0};
  env.drop_rel = m->o.cfu.rel_ack;
  if (o->rel_valid || env.drop_rel || !env.live || !wt_chance(r, 20)) return;
  unsigned w = wt_below(r, m->S->WARPS);
  if (!(env.live >> w & 1) || (m->q.simt_stack.mw == w && m->q.simt_stack.st != WT_SS_IDLE)) return;
  if (!m->q.simt_stack.wl[w] && !wt_chance(r, 10)) return;
  if (wt_launching(m, w)) return; /* a dead warp stays dead until it is launched */
  o->rel_valid = 1, o->rel_warp = (uint8_t)w, o->rel_id = (uint8_t)wt_below(r, 16);
}

static void drive_launch(wt_m *m, wt_rng *r) {
  wt_dispatch_out *o = &m->o.dispatch;
  if (env.drop_launch) *o = (wt_dispatch_out){0};
  env.drop_launch = m->o.cfu.launch_ack;
  if (m->o.cfu.done_valid) env.live &= ~(UINT64_C(1) << m->o.cfu.done_warp);
  if (m->o.cfu.err_valid) env.live &= ~(UINT64_C(1) << m->o.cfu.err_warp);
  uint64_t gone = ~(env.live & ~m->o.cfu.dead) & wt_mask64(m->S->WARPS);
  if (m->o.ctabar.rel_valid) gone &= ~(UINT64_C(1) << m->o.ctabar.rel_warp);
  if (o->launch_valid && !o->launch_last) {
    o->launch_beat = (uint8_t)++env.beat;
    o->launch_last = env.beat == m->S->BEATS - 1;
  } else if (!o->launch_valid && gone && wt_chance(r, 25)) {
    uint64_t all = wt_mask64(m->S->WARP_SIZE);
    *o = (wt_dispatch_out){0};
    o->launch_valid = 1, o->launch_warp = (uint8_t)wt_lowest(gone), o->launch_last = m->S->BEATS == 1;
    o->launch_mask = wt_chance(r, 70) ? all : all >> wt_below(r, m->S->WARP_SIZE);
    env.live |= UINT64_C(1) << o->launch_warp, env.beat = 0;
  }
}

void stim_simt_stack(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) {
    env.live = 0, env.drop_rel = env.drop_launch = 0, env.beat = 0, env.left = 0, env.took = 0;
    m->o.tgt = (wt_tgt_out){0};
    m->o.ctabar = (wt_ctabar_out){0};
    m->o.dispatch = (wt_dispatch_out){0};
  }
  drive_release(m, r);
  drive_launch(m, r);
  drive_event(m, r);
  drive_value(m, r);
  drive_groups(m, r);
  m->q.sched.busy = wt_chance(r, 25);
}
