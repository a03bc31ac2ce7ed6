/* stim_multipath.c - stimulus of the control-flow unit with split and reconvergence tables: events of running warps, CTA
 * releases and launches, held as their drivers hold them. Few distinct pcs, reconvergence pcs and WARPSYNC masks, so that
 * splits meet; warps that are done, dead or stopped by an error are launched again.
 */
#include "control/wt_multipath.h"
#include "bench/stim_cfu.h"

static wt_cfu_env env;
static unsigned calm; /* cycles in which few branches part: tables drain */

static uint32_t some_pc(wt_rng *r) { return wt_chance(r, 95) ? 16 * wt_below(r, 6) : (uint32_t)wt_rand(r) & ~15u; }
static uint32_t some_rpc(wt_rng *r) {
  unsigned k = wt_below(r, 10);
  return k == 0 ? WT_RPC_NONE : k == 1 ? WT_RPC_RET : some_pc(r);
}

static unsigned some_kind(wt_rng *r, int idle) {
  static const uint8_t all[] = {WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,    WT_EV_BSSY,  WT_EV_BSYNC, WT_EV_BREAK,
                                WT_EV_BMOVR, WT_EV_BMOVW, WT_EV_WSYNC, WT_EV_WSYNCR, WT_EV_YIELD, WT_EV_YIELD, WT_EV_EXIT,
                                WT_EV_BAR,   WT_EV_CALL,  WT_EV_BRX,   WT_EV_RET,    WT_EV_RET,   WT_EV_CALLX};
  static const uint8_t direct[] = {WT_EV_ADV, WT_EV_BSSY, WT_EV_BMOVR};
  if (wt_chance(r, 45)) return WT_EV_ADV;
  return idle ? all[wt_below(r, sizeof all)] : direct[wt_below(r, sizeof direct)];
}

static void drive_event(wt_m *m, wt_rng *r) {
  wt_issue_out *ev = &m->subcore->issue.o;
  unsigned w;
  if (!wt_cfu_select(m, r, &w)) return;
  uint64_t lanes = m->subcore->multipath.q.cur_mask[w];
  unsigned kind = some_kind(r, m->subcore->cfu->idle);
  if (kind == WT_EV_EXIT && wt_chance(r, 60)) kind = WT_EV_BRA;
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_kind = (uint8_t)kind;
  /* often the instruction in front of the place where the split meets others */
  ev->ev_pc = wt_chance(r, calm ? 50 : 20) ? m->subcore->multipath.q.cur_rpc[w] - 16 : some_pc(r);
  if (kind == WT_EV_ADV) return;
  ev->ev_mask = kind == WT_EV_BSSY || kind == WT_EV_YIELD || calm || (kind == WT_EV_BAR && wt_chance(r, 75)) ? lanes : wt_some_of(r, lanes);
  ev->ev_bx = (uint8_t)(wt_chance(r, 85) ? wt_below(r, 3) : wt_below(r, 16));
  ev->ev_target = kind == WT_EV_BRA || kind == WT_EV_CALL ? some_pc(r) : 0;
  if (kind == WT_EV_BRA || kind == WT_EV_BRX || kind == WT_EV_RET) ev->ev_rpc = wt_chance(r, 30) ? m->subcore->multipath.q.cur_rpc[w] : some_rpc(r);
  if (kind == WT_EV_CALL || kind == WT_EV_CALLX) ev->ev_rpc = ev->ev_pc + 16;
  if (kind == WT_EV_BMOVR) ev->ev_val = wt_chance(r, 50);
  if (kind == WT_EV_WSYNC) ev->ev_val = wt_sync_mask(m, r, m->subcore->multipath.q.finished[w]);
}

/* Groups of an indirect branch: they share out the lanes of the path. */
static void drive_groups(wt_m *m, wt_rng *r) {
  wt_tgt_out *t = &m->subcore->brx.o;
  const wt_multipath_state *q = &m->subcore->multipath.q;
  int wait = q->state == WT_MP_TGT;
  if (!wait || t->last) env.left = 0;
  if (t->valid) *t = (wt_tgt_out){0};
  if (!wait || !wt_chance(r, 70)) return;
  if (!env.left) env.left = q->cur_mask[q->at_warp];
  uint64_t pick = wt_some_of(r, env.left);
  t->taken = (pick & q->e_mask) != 0;
  t->valid = 1, t->mask = pick & (t->taken ? q->e_mask : ~q->e_mask), t->pc = t->taken ? some_pc(r) : q->e_pc + 16;
  env.left &= ~t->mask;
  t->last = !env.left;
}

/* A barrier at which some split of the warp waits, or -1. */
static int waits_at(wt_m *m, wt_rng *r, unsigned w) {
  (void)r;
  unsigned n = m->S->PATHS;
  const uint32_t *sk = m->subcore->multipath.q.split_kind + (size_t)w * ((3 * n + 31) / 32),
                 *sx = m->subcore->multipath.q.split_at + (size_t)w * ((4 * n + 31) / 32);
  for (unsigned i = 0; i < n; i++)
    if (wt_words_get(sk, i, 1) && wt_words_get(sk, 2 * n + i, 1)) {
      unsigned x = 0;
      for (unsigned b = 0; b < 4; b++) x |= (unsigned)wt_words_get(sx, b * n + i, 1) << b;
      return (int)x;
    }
  return -1;
}

void stim_multipath(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) wt_cfu_reset(m, &env), calm = 0;
  if (calm) calm--;
  else if (wt_chance(r, 1)) calm = wt_below(r, 200);
  wt_cfu_release(m, r, &env, m->subcore->multipath.q.at_warp, waits_at);
  wt_cfu_launch(m, r, &env, 0);
  drive_event(m, r);
  if (wt_cfu_value(m, r, m->subcore->multipath.q.state == WT_MP_WAIT, m->subcore->multipath.q.at_warp))
    m->subcore->alu.o.sc_val = (uint32_t)wt_sync_mask(m, r, m->subcore->multipath.q.finished[m->subcore->alu.o.wb_warp]);
  drive_groups(m, r);
  m->subcore->sched.o.busy = wt_chance(r, 25);
}
