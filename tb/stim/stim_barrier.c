/* stim_barrier.c - stimulus of the control-flow unit with convergence barriers: events of running warps, CTA releases and launches, held as
 * their drivers hold them. Few distinct pcs, B registers and WARPSYNC masks, so that waiting threads meet; warps that are done or dead are
 * launched again.
 */
#include "control/wt_barrier_rows.h"
#include "isa/wt_isa.h"
#include "stim/stim.h"

#include <string.h>

/* What the neighbours of the block remember. */
static struct {
  uint64_t live;             /* warps launched and not done */
  int drop_rel, drop_launch; /* acknowledged in the last cycle */
  unsigned beat, value_beat;
  uint64_t left; /* lanes of an indirect branch in no group yet */
} env;

static uint64_t some_of(wt_rng *r, uint64_t mask) {
  uint64_t s = wt_chance(r, 35) ? mask : wt_rand(r) & mask;
  return s ? s : mask & -mask;
}
static uint32_t some_pc(wt_rng *r) { return wt_chance(r, 90) ? 16 * wt_below(r, 5) : (uint32_t)wt_rand(r) & ~15u; }

static uint64_t sync_mask(const wt_m *m, wt_rng *r, unsigned w) {
  uint64_t all = wt_mask64(m->S->WARP_SIZE), live = all & ~m->q.barrier.fin[w];
  switch (wt_below(r, 5)) {
    case 0: return all;
    case 1: return all & UINT64_C(0x5555555555555555);
    case 2: return all >> m->S->WARP_SIZE / 2;
    case 3: return live;
    default: return wt_rand(r) & all;
  }
}

static unsigned some_kind(wt_rng *r, int idle) {
  static const uint8_t all[] = {WT_EV_BRA,   WT_EV_BRA,    WT_EV_BRA,   WT_EV_BRA,   WT_EV_BSSY,  WT_EV_BSSY,
                                WT_EV_BSYNC, WT_EV_BSYNC,  WT_EV_BSYNC, WT_EV_BREAK, WT_EV_BMOVR, WT_EV_BMOVW,
                                WT_EV_WSYNC, WT_EV_WSYNCR, WT_EV_YIELD, WT_EV_YIELD, WT_EV_EXIT,  WT_EV_BAR,
                                WT_EV_CALL,  WT_EV_BRX,    WT_EV_RET,   WT_EV_CALLX};
  static const uint8_t direct[] = {WT_EV_ADV, WT_EV_BSSY, WT_EV_BMOVR};
  if (wt_chance(r, 20)) return WT_EV_ADV;
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
  uop_put_lo(m->o.ibuffer.uop, wt_rand(r) & ~(UINT64_C(12) << 24));
  if (!(run >> w & 1) || !wt_chance(r, 85)) return; /* a later beat of an instruction: no event */
  uint64_t lanes = m->q.barrier.cm[w];
  unsigned kind = some_kind(r, m->o.cfu.idle);
  if (kind == WT_EV_EXIT && wt_chance(r, 60)) kind = WT_EV_BRA;
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_kind = (uint8_t)kind, ev->ev_pc = some_pc(r);
  if (kind == WT_EV_ADV) return;
  ev->ev_mask = kind == WT_EV_BSSY || kind == WT_EV_BAR || kind == WT_EV_YIELD ? lanes : some_of(r, lanes);
  ev->ev_bx = (uint8_t)(wt_chance(r, 85) ? wt_below(r, 3) : wt_below(r, 16));
  if (kind == WT_EV_BRA || kind == WT_EV_CALL) ev->ev_target = some_pc(r), ev->ev_rpc = (uint32_t)wt_rand(r);
  if (kind == WT_EV_BMOVR) ev->ev_val = wt_chance(r, 50);
  if (kind == WT_EV_WSYNC) ev->ev_val = sync_mask(m, r, w);
}

/* Groups of an indirect branch: they share out the lanes of the path. */
static void drive_groups(wt_m *m, wt_rng *r) {
  wt_tgt_out *t = &m->o.tgt;
  int wait = m->q.barrier.st == WT_CB_TGT;
  if (t->valid) env.left &= ~t->mask;
  if (!wait) env.left = 0;
  if (t->valid) *t = (wt_tgt_out){0};
  if (!wait || !wt_chance(r, 70)) return;
  if (!env.left) env.left = m->q.barrier.cm[m->q.barrier.mw];
  t->valid = 1, t->mask = some_of(r, env.left), t->pc = some_pc(r), t->taken = wt_chance(r, 80);
  t->last = t->mask == env.left;
}

static void drive_value(wt_m *m, wt_rng *r) {
  wt_alu_state *a = &m->q.alu;
  int wait = m->q.barrier.st == WT_CB_WAIT;
  a->sc_valid = wt_chance(r, wait ? 40 : 5);
  a->wb_warp = (uint8_t)(wait && wt_chance(r, 90) ? m->q.barrier.mw : wt_below(r, m->S->WARPS));
  a->sc_val = a->sc_valid ? (uint32_t)sync_mask(m, r, a->wb_warp) : 0;
}

/* Beats of BMOV Bn,Rs, between them those of other instructions and warps. */
static void drive_beats(wt_m *m, wt_rng *r) {
  wt_disp_out *d = &m->o.disp;
  const wt_barrier_state *q = &m->q.barrier;
  int wait = q->st == WT_CB_WAIT && q->e_kind == WT_EV_BMOVW, ours;
  unsigned lanes = m->S->LANES;
  uint64_t one;
  *d = (wt_disp_out){0};
  if (!wait) env.value_beat = 0;
  if (!wt_chance(r, wait ? 60 : 10)) return;
  ours = wait && wt_chance(r, 80);
  d->valid = 1, d->warp = (uint8_t)(ours ? q->mw : wt_below(r, m->S->WARPS));
  uop_put_op(d->uop, ours || d->warp != q->mw ? WT_I_BMOV_BR : WT_I_IADD3);
  d->beat = (uint8_t)(ours ? env.value_beat : wt_below(r, m->S->BEATS));
  d->mask = (uint32_t)((ours ? q->e_mask >> d->beat * lanes : wt_rand(r)) & wt_mask64(lanes));
  d->last = ours ? d->beat == m->S->BEATS - 1 : wt_chance(r, 50);
  one = sync_mask(m, r, d->warp);
  for (unsigned i = 0; i < lanes; i++) d->data[i] = (uint32_t)(wt_chance(r, 60) ? one : sync_mask(m, r, d->warp));
  if (ours) env.value_beat++;
}

/* A barrier at which some thread of the warp waits, or -1. */
static int waits_at(wt_m *m, unsigned w) {
  view v = open_view(m, w);
  uint64_t s = of_kind(&v, WT_CB_BAR);
  return s ? (int)x_of(&v, wt_lowest(s)) : -1;
}

static void drive_release(wt_m *m, wt_rng *r) {
  wt_ctabar_out *o = &m->o.ctabar;
  if (env.drop_rel) *o = (wt_ctabar_out){0};
  env.drop_rel = m->o.cfu.rel_ack;
  if (o->rel_valid || env.drop_rel || !env.live || !wt_chance(r, 20)) return;
  unsigned w = wt_below(r, m->S->WARPS);
  int id = env.live >> w & 1 && !wt_launching(m, w) && m->q.barrier.mw != w ? waits_at(m, w) : -1;
  if (id >= 0) o->rel_valid = 1, o->rel_warp = (uint8_t)w, o->rel_id = (uint8_t)(wt_chance(r, 95) ? id : id ^ 1);
}

static void drive_launch(wt_m *m, wt_rng *r) {
  wt_dispatch_out *o = &m->o.dispatch;
  if (env.drop_launch) *o = (wt_dispatch_out){0};
  env.drop_launch = m->o.cfu.launch_ack;
  if (m->o.cfu.launch_ack) env.live |= UINT64_C(1) << o->launch_warp;
  if (m->o.cfu.done_valid) env.live &= ~(UINT64_C(1) << m->o.cfu.done_warp);
  uint64_t gone = ~(env.live & ~m->o.cfu.dead) & wt_mask64(m->S->WARPS);
  if (o->launch_valid && !o->launch_last) {
    o->launch_beat = (uint8_t)++env.beat;
    o->launch_last = env.beat == m->S->BEATS - 1;
  } else if (!o->launch_valid && gone && wt_chance(r, 25)) {
    uint64_t all = wt_mask64(m->S->WARP_SIZE);
    *o = (wt_dispatch_out){0};
    o->launch_valid = 1, o->launch_warp = (uint8_t)wt_lowest(gone), o->launch_last = m->S->BEATS == 1;
    o->launch_mask = wt_chance(r, 70) ? all : all >> wt_below(r, m->S->WARP_SIZE);
    env.beat = 0;
  }
}

void stim_barrier(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) {
    memset(&env, 0, sizeof env);
    m->o.tgt = (wt_tgt_out){0};
    m->o.ctabar = (wt_ctabar_out){0};
    m->o.dispatch = (wt_dispatch_out){0};
  }
  drive_release(m, r);
  drive_launch(m, r);
  drive_event(m, r);
  drive_value(m, r);
  drive_beats(m, r);
  drive_groups(m, r);
  m->q.sched.busy = wt_chance(r, 25);
}
