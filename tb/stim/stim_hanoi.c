/* stim_hanoi.c - stimulus of the control-flow unit with WS and REC stacks: events of running warps, CTA releases and
 * launches, held as their drivers hold them. Few distinct pcs and B registers, and BSYNC, YIELD and WARPSYNC that look at what lies
 * in REC, so that points fire and siblings swap; warps that are done, dead or stopped by an error are launched again.
 */
#include "control/wt_hanoi.h"
#include "stim/stim.h"

/* What the neighbours of the block remember. */
static struct {
  uint64_t live;             /* warps launched and not done */
  uint64_t up;               /* warps that were launched at least once: the rows of others hold anything */
  int drop_rel, drop_launch; /* acknowledged in the last cycle */
  unsigned beat;
  uint64_t left; /* lanes of an indirect branch in no group yet */
} env;

static uint64_t some_of(wt_rng *r, uint64_t mask) {
  uint64_t s = wt_chance(r, 35) ? mask : wt_rand(r) & mask;
  return s ? s : mask & -mask;
}
static uint32_t some_pc(wt_rng *r) { return wt_chance(r, 90) ? 16 * wt_below(r, 5) : (uint32_t)wt_rand(r) & ~15u; }

static uint64_t sync_mask(const wt_m *m, wt_rng *r, unsigned w) {
  uint64_t all = wt_mask64(m->S->WARP_SIZE), live = all & ~m->q.hanoi.fin[w];
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

/* Mostly the register of the top of REC, rarely one that does not exist. */
static unsigned some_register(const wt_m *m, wt_rng *r, unsigned w) {
  unsigned n = m->S->BX_REGS, rec = m->q.hanoi.rn[w], few = n < 3 ? n : 3;
  if (rec && wt_chance(r, 50)) return m->q.hanoi.rbx[w * m->S->REC_DEPTH + rec - 1];
  if (wt_chance(r, 1)) return wt_below(r, 16);
  return wt_chance(r, 90) ? wt_below(r, few) : wt_below(r, n);
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
  uint64_t lanes = m->q.hanoi.cm[w];
  unsigned kind = some_kind(r, m->o.cfu.idle);
  if (kind == WT_EV_EXIT && wt_chance(r, 60)) kind = WT_EV_BRA;
  if (kind == WT_EV_BSSY && wt_chance(r, 40)) kind = WT_EV_ADV; /* else REC is always full */
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_kind = (uint8_t)kind, ev->ev_pc = some_pc(r);
  if (kind == WT_EV_ADV) return;
  ev->ev_mask = kind == WT_EV_BSSY || kind == WT_EV_BAR || kind == WT_EV_YIELD ? lanes : some_of(r, lanes);
  ev->ev_bx = (uint8_t)some_register(m, r, w);
  if (kind == WT_EV_BSSY) ev->ev_rpc = wt_chance(r, 20) ? ev->ev_pc : some_pc(r);
  if (kind == WT_EV_BRA || kind == WT_EV_CALL) ev->ev_target = some_pc(r), ev->ev_rpc = (uint32_t)wt_rand(r);
  if (kind == WT_EV_BMOVR) ev->ev_val = wt_chance(r, 50);
  if (kind == WT_EV_WSYNC) ev->ev_val = sync_mask(m, r, w);
}

/* Groups of an indirect branch: they share out the lanes of the path. */
static void drive_groups(wt_m *m, wt_rng *r) {
  wt_tgt_out *t = &m->o.tgt;
  int wait = m->q.hanoi.st == WT_HN_TGT;
  if (!wait || t->last) env.left = 0;
  if (t->valid) *t = (wt_tgt_out){0};
  if (!wait || !wt_chance(r, 70)) return;
  if (!env.left) env.left = m->q.hanoi.cm[m->q.hanoi.mw];
  t->valid = 1, t->mask = some_of(r, env.left), t->pc = some_pc(r), t->taken = wt_chance(r, 80);
  env.left &= ~t->mask;
  t->last = !env.left;
}

static void drive_value(wt_m *m, wt_rng *r) {
  wt_alu_state *a = &m->q.alu;
  int wait = m->q.hanoi.st == WT_HN_WAIT;
  a->sc_valid = wt_chance(r, wait ? 40 : 5);
  a->wb_warp = (uint8_t)(wait && wt_chance(r, 90) ? m->q.hanoi.mw : wt_below(r, m->S->WARPS));
  a->sc_val = a->sc_valid ? (uint32_t)sync_mask(m, r, a->wb_warp) : 0;
}

/* A barrier at which some entry of the warp waits, or -1. */
static int waits_at(const wt_m *m, unsigned w) {
  unsigned n = m->S->WS_DEPTH;
  const uint32_t *id = m->q.hanoi.wid + (size_t)w * ((4 * n + 31) / 32);
  uint64_t set = m->q.hanoi.wba[w];
  if (!set) return -1;
  unsigned i = wt_lowest(set), x = 0;
  for (unsigned b = 0; b < 4; b++) x |= (unsigned)wt_words_get(id, b * n + i, 1) << b;
  return (int)x;
}

static void drive_release(wt_m *m, wt_rng *r) {
  wt_ctabar_out *o = &m->o.ctabar;
  if (env.drop_rel) *o = (wt_ctabar_out){0};
  env.drop_rel = m->o.cfu.rel_ack;
  if (o->rel_valid || env.drop_rel || !env.live || !wt_chance(r, 20)) return;
  unsigned w = wt_below(r, m->S->WARPS);
  int id = env.live & env.up & UINT64_C(1) << w && m->q.hanoi.mw != w ? waits_at(m, w) : -1;
  if (id >= 0) o->rel_valid = 1, o->rel_warp = (uint8_t)w, o->rel_id = (uint8_t)(wt_chance(r, 95) ? id : id ^ 1);
}

static void drive_launch(wt_m *m, wt_rng *r) {
  wt_dispatch_out *o = &m->o.dispatch;
  if (m->o.cfu.launch_ack) env.up |= UINT64_C(1) << m->q.hanoi.mw;
  if (env.drop_launch) *o = (wt_dispatch_out){0};
  env.drop_launch = m->o.cfu.launch_ack;
  if (m->o.cfu.done_valid) env.live &= ~(UINT64_C(1) << m->o.cfu.done_warp);
  uint64_t gone = ~(env.live & ~m->o.cfu.dead & ~m->q.hanoi.fail) & wt_mask64(m->S->WARPS);
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

void stim_hanoi(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) {
    env.live = env.up = 0, env.drop_rel = env.drop_launch = 0, env.beat = 0, env.left = 0;
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
