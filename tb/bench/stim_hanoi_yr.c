/* stim_hanoi_yr.c - stimulus of the control-flow unit: events of running warps, CTA releases and launches, held as
 * their drivers hold them. Few distinct pcs, B registers and WARPSYNC masks, so that waiting entries meet; warps that
 * are done or dead are launched again.
 */
#include "control/wt_hanoi_yr.h"
#include "bench/stim_cfu.h"

static wt_cfu_env env;

static void drive_event(wt_m *m, wt_rng *r) {
  wt_issue_out *ev = &m->subcore->issue.o;
  unsigned w;
  if (!wt_cfu_select(m, r, &w)) return;
  uint64_t lanes = m->subcore->hanoi_yr.q.cur_mask[w];
  unsigned kind = wt_cfu_kind(r, &env, m->subcore->cfu->idle);
  if (kind == WT_EV_EXIT && wt_chance(r, 60)) kind = WT_EV_BRA;
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)w, ev->ev_kind = (uint8_t)kind, ev->ev_pc = wt_cfu_pc(r);
  if (kind == WT_EV_ADV) return;
  ev->ev_mask = wt_cfu_lanes(r, kind, lanes);
  ev->ev_bx = (uint8_t)wt_cfu_register(r, &env);
  if (kind == WT_EV_BRA || kind == WT_EV_CALL) ev->ev_target = wt_cfu_pc(r), ev->ev_rpc = (uint32_t)wt_rand(r);
  if (kind == WT_EV_BMOVR) ev->ev_val = wt_chance(r, 50);
  if (kind == WT_EV_WSYNC) ev->ev_val = wt_sync_mask(m, r, m->subcore->hanoi_yr.q.finished[w]);
}

/* A barrier at which some entry of the warp waits, or -1. */
static int waits_at(wt_m *m, wt_rng *r, unsigned w) {
  (void)r;
  unsigned n = m->S->PATHS;
  const uint32_t *st = m->subcore->hanoi_yr.q.pool_kind + (size_t)w * ((3 * n + 31) / 32),
                 *px = m->subcore->hanoi_yr.q.pool_at + (size_t)w * ((4 * n + 31) / 32);
  for (unsigned i = 0; i < n; i++)
    if (wt_words_get(st, i, 1) && wt_words_get(st, n + i, 1) && wt_words_get(st, 2 * n + i, 1)) {
      unsigned x = 0;
      for (unsigned b = 0; b < 4; b++) x |= (unsigned)wt_words_get(px, b * n + i, 1) << b;
      return (int)x;
    }
  return -1;
}

void stim_hanoi_yr(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) wt_cfu_reset(m, &env);
  wt_cfu_release(m, r, &env, m->subcore->hanoi_yr.q.at_warp, waits_at);
  wt_cfu_launch(m, r, &env, 0);
  wt_cfu_mood(r, &env);
  drive_event(m, r);
  if (wt_cfu_value(m, r, m->subcore->hanoi_yr.q.state == WT_YR_WAIT, m->subcore->hanoi_yr.q.at_warp))
    m->subcore->alu.o.sc_val = (uint32_t)wt_sync_mask(m, r, m->subcore->hanoi_yr.q.finished[m->subcore->alu.o.wb_warp]);
  wt_cfu_groups(m, r, &env, m->subcore->hanoi_yr.q.state == WT_YR_TGT, m->subcore->hanoi_yr.q.cur_mask[m->subcore->hanoi_yr.q.at_warp], wt_cfu_pc(r));
  m->subcore->sched.o.busy = wt_chance(r, 25);
}
