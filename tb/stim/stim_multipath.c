/* stim_multipath.c - stimulus of the control-flow unit with split and reconvergence tables: events of running warps, CTA
 * releases and launches, held as their drivers hold them. Few distinct pcs, reconvergence pcs and WARPSYNC masks, so that
 * splits meet; warps that are done, dead or stopped by an error are launched again.
 */
#include "control/wt_multipath.h"
#include "stim/stim.h"

/* What the neighbours of the block remember. */
static struct {
  uint64_t live;             /* warps launched and not done */
  int drop_rel, drop_launch; /* acknowledged in the last cycle */
  unsigned beat;
  uint64_t left; /* lanes of an indirect branch in no group yet */
  unsigned calm; /* cycles in which few branches part: tables drain */
} env;

static uint64_t some_of(wt_rng *r, uint64_t mask) {
  uint64_t s = wt_chance(r, 35) ? mask : wt_rand(r) & mask;
  return s ? s : mask & -mask;
}
static uint32_t some_pc(wt_rng *r) { return wt_chance(r, 95) ? 16 * wt_below(r, 6) : (uint32_t)wt_rand(r) & ~15u; }
static uint32_t some_rpc(wt_rng *r) {
  unsigned k = wt_below(r, 10);
  return k == 0 ? WT_RPC_NONE : k == 1 ? WT_RPC_RET : some_pc(r);
}

static uint64_t sync_mask(const wt_m *m, wt_rng *r, unsigned w) {
  uint64_t all = wt_mask64(m->S->WARP_SIZE), live = all & ~m->q.multipath.fin[w];
  switch (wt_below(r, 5)) {
    case 0: return all;
    case 1: return all & UINT64_C(0x5555555555555555);
    case 2: return all >> m->S->WARP_SIZE / 2;
    case 3: return live;
    default: return wt_rand(r) & all;
  }
}

static unsigned some_kind(wt_rng *r, int idle) {
  static const uint8_t all[] = {WT_EV_BRA,   WT_EV_BRA,    WT_EV_BRA,   WT_EV_BRA,  WT_EV_BSSY, WT_EV_BSYNC, WT_EV_BREAK,
                                WT_EV_BMOVR, WT_EV_BMOVW,  WT_EV_WSYNC, WT_EV_WSYNCR, WT_EV_YIELD, WT_EV_YIELD, WT_EV_EXIT,
                                WT_EV_BAR,   WT_EV_CALL,   WT_EV_BRX,   WT_EV_RET,  WT_EV_RET,  WT_EV_CALLX};
  static const uint8_t direct[] = {WT_EV_ADV, WT_EV_BSSY, WT_EV_BMOVR};
  if (wt_chance(r, 45)) return WT_EV_ADV;
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
  if (!sel || !(run >> w & 1) || !wt_chance(r, 85)) return; /* no event: a later beat of an instruction */
  uint64_t lanes = m->q.multipath.cm[w];
  unsigned kind = some_kind(r, m->o.cfu.idle);
  if (kind == WT_EV_EXIT && wt_chance(r, 60)) kind = WT_EV_BRA;
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_kind = (uint8_t)kind;
  /* often the instruction in front of the place where the split meets others */
  ev->ev_pc = wt_chance(r, env.calm ? 50 : 20) ? m->q.multipath.crp[w] - 16 : some_pc(r);
  if (kind == WT_EV_ADV) return;
  ev->ev_mask = kind == WT_EV_BSSY || kind == WT_EV_BAR || kind == WT_EV_YIELD || env.calm ? lanes : some_of(r, lanes);
  ev->ev_bx = (uint8_t)(wt_chance(r, 85) ? wt_below(r, 3) : wt_below(r, 16));
  ev->ev_target = kind == WT_EV_BRA || kind == WT_EV_CALL ? some_pc(r) : 0;
  if (kind == WT_EV_BRA || kind == WT_EV_BRX || kind == WT_EV_RET) ev->ev_rpc = wt_chance(r, 30) ? m->q.multipath.crp[w] : some_rpc(r);
  if (kind == WT_EV_CALL || kind == WT_EV_CALLX) ev->ev_rpc = ev->ev_pc + 16;
  if (kind == WT_EV_BMOVR) ev->ev_val = wt_chance(r, 50);
  if (kind == WT_EV_WSYNC) ev->ev_val = sync_mask(m, r, w);
}

/* Groups of an indirect branch: they share out the lanes of the path. */
static void drive_groups(wt_m *m, wt_rng *r) {
  wt_tgt_out *t = &m->o.tgt;
  const wt_multipath_state *q = &m->q.multipath;
  int wait = q->st == WT_MP_TGT;
  if (!wait || t->last) env.left = 0;
  if (t->valid) *t = (wt_tgt_out){0};
  if (!wait || !wt_chance(r, 70)) return;
  if (!env.left) env.left = q->cm[q->mw];
  uint64_t pick = some_of(r, env.left);
  t->taken = (pick & q->e_mask) != 0;
  t->valid = 1, t->mask = pick & (t->taken ? q->e_mask : ~q->e_mask), t->pc = t->taken ? some_pc(r) : q->e_pc + 16;
  env.left &= ~t->mask;
  t->last = !env.left;
}

static void drive_value(wt_m *m, wt_rng *r) {
  wt_alu_state *a = &m->q.alu;
  int wait = m->q.multipath.st == WT_MP_WAIT;
  a->sc_valid = wt_chance(r, wait ? 40 : 5);
  a->wb_warp = (uint8_t)(wait && wt_chance(r, 90) ? m->q.multipath.mw : wt_below(r, m->S->WARPS));
  a->sc_val = a->sc_valid ? (uint32_t)sync_mask(m, r, a->wb_warp) : 0;
}

/* A barrier at which some split of the warp waits, or -1. */
static int waits_at(const wt_m *m, unsigned w) {
  unsigned n = m->S->PATHS;
  const uint32_t *sk = m->q.multipath.sk + (size_t)w * ((3 * n + 31) / 32), *sx = m->q.multipath.sx + (size_t)w * ((4 * n + 31) / 32);
  for (unsigned i = 0; i < n; i++)
    if (wt_words_get(sk, i, 1) && wt_words_get(sk, 2 * n + i, 1)) {
      unsigned x = 0;
      for (unsigned b = 0; b < 4; b++) x |= (unsigned)wt_words_get(sx, b * n + i, 1) << b;
      return (int)x;
    }
  return -1;
}

static void drive_release(wt_m *m, wt_rng *r) {
  wt_ctabar_out *o = &m->o.ctabar;
  if (env.drop_rel) *o = (wt_ctabar_out){0};
  env.drop_rel = m->o.cfu.rel_ack;
  if (o->rel_valid || env.drop_rel || !env.live || !wt_chance(r, 20)) return;
  unsigned w = wt_below(r, m->S->WARPS);
  int id = env.live >> w & 1 && !wt_launching(m, w) && m->q.multipath.mw != w ? waits_at(m, w) : -1;
  if (id >= 0) o->rel_valid = 1, o->rel_warp = (uint8_t)w, o->rel_id = (uint8_t)(wt_chance(r, 95) ? id : id ^ 1);
}

static void drive_launch(wt_m *m, wt_rng *r) {
  wt_dispatch_out *o = &m->o.dispatch;
  if (env.drop_launch) *o = (wt_dispatch_out){0};
  env.drop_launch = m->o.cfu.launch_ack;
  if (m->o.cfu.done_valid) env.live &= ~(UINT64_C(1) << m->o.cfu.done_warp);
  if (m->o.cfu.err_valid && m->o.ctabar.rel_warp != m->o.cfu.err_warp) env.live &= ~(UINT64_C(1) << m->o.cfu.err_warp);
  uint64_t gone = ~(env.live & ~m->o.cfu.dead) & wt_mask64(m->S->WARPS);
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

void stim_multipath(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) {
    env.live = 0, env.drop_rel = env.drop_launch = 0, env.beat = 0, env.left = 0, env.calm = 0;
    m->o.tgt = (wt_tgt_out){0};
    m->o.ctabar = (wt_ctabar_out){0};
    m->o.dispatch = (wt_dispatch_out){0};
  }
  if (env.calm)
    env.calm--;
  else if (wt_chance(r, 1))
    env.calm = wt_below(r, 200);
  drive_release(m, r);
  drive_launch(m, r);
  drive_event(m, r);
  drive_value(m, r);
  drive_groups(m, r);
  m->q.sched.busy = wt_chance(r, 25);
}
