/* wt_sched.c - C twin of the warp scheduler. */
#include "issue/wt_sched.h"

#include <string.h>

#include "isa/wt_isa.h"

/* Control-flow instructions that also send a packet, which delivers their register value. */
static int ctl_packet(unsigned op) {
  return op == WT_I_BMOV_BR || op == WT_I_WARPSYNC_R || op == WT_I_BRX || op == WT_I_RET || op == WT_I_CALL_REL_R;
}
static int multi_beat(unsigned unit, unsigned op) { return unit == WT_U_ALU || unit == WT_U_LSU || unit == WT_U_SHFL || ctl_packet(op); }

static int unit_ready(const wt_m *m, unsigned w) {
  uint32_t c = m->o.ibuffer.head_ctl[w];
  unsigned op = (unsigned)WT_FIELD(c, hctl, op);
  switch (WT_FIELD(c, hctl, unit)) {
    case WT_U_ALU:
    case WT_U_LSU:
    case WT_U_SHFL: return m->o.disp.free;
    case WT_U_CTLX: return m->o.cfu.idle && (!ctl_packet(op) || m->o.disp.free);
    case WT_U_DRAIN: {
      int quiet = op != WT_I_EXIT && op != WT_I_MEMBAR ? 1 : (m->o.sb.clear & m->o.lsu.quiet) >> w & 1;
      return m->o.cfu.idle && (m->o.war.drained >> w & 1) && quiet && (!ctl_packet(op) || m->o.disp.free);
    }
    default: return 1;
  }
}

/* Next set bit of x after position p, going round; x is not 0. */
static unsigned next_after(uint64_t x, unsigned p) {
  uint64_t above = p >= 63 ? 0 : x & ~wt_mask64(p + 1);
  return wt_lowest(above ? above : x);
}

static unsigned oldest(const wt_m *m, uint64_t ready) {
  for (uint64_t x = ready; x; x &= x - 1) {
    unsigned w = wt_lowest(x);
    if (!(m->q.sched.older[w] & ready)) return w;
  }
  return wt_lowest(ready);
}

static unsigned pick(const wt_m *m, uint64_t ready) {
  const wt_sched_state *q = &m->q.sched;
  switch (m->o.cfg.sched) {
    case WT_SCHED_GTO: return ready >> q->last & 1 ? q->last : oldest(m, ready);
    case WT_SCHED_OLDEST: return oldest(m, ready);
    default: return next_after(ready, q->last);
  }
}

void wt_sched_eval(wt_m *m) {
  wt_sched_out *o = &m->o.sched;
  const wt_sched_state *q = &m->q.sched;
  memset(o, 0, sizeof *o);
  if (q->busy) {
    if (!m->o.disp.free) return;
    o->sel_valid = 1, o->sel_warp = q->warp, o->sel_beat = q->beat, o->sel_pop = q->beat == m->S->BEATS - 1;
    return;
  }
  for (uint64_t x = m->o.ibuffer.head_valid & m->o.cfu.run & m->o.sb.ok & m->o.war.ok; x; x &= x - 1) {
    unsigned w = wt_lowest(x);
    o->ready |= (uint64_t)unit_ready(m, w) << w;
  }
  uint64_t cand = m->o.cfg.sched == WT_SCHED_TWOLEVEL ? o->ready & q->act : o->ready;
  if (!cand) return;
  unsigned w = pick(m, cand);
  uint32_t c = m->o.ibuffer.head_ctl[w];
  int multi = multi_beat((unsigned)WT_FIELD(c, hctl, unit), (unsigned)WT_FIELD(c, hctl, op));
  o->sel_valid = o->sel_first = 1, o->sel_warp = (uint8_t)w, o->sel_pop = !multi || m->S->BEATS == 1;
}

static void pool(wt_m *m) {
  wt_sched_state *q = &m->q.sched;
  const uint64_t all = wt_mask64(m->S->WARPS);
  uint64_t leave = ~m->o.cfu.run | (m->o.ibuffer.head_valid & ~m->o.sb.ok);
  uint64_t want = m->o.sched.ready & ~q->act, act = q->act & ~leave & all;
  if (want && wt_popcount(q->act) < m->o.cfg.pool) {
    unsigned w = next_after(want, q->pend);
    act |= UINT64_C(1) << w;
    q->pend = (uint8_t)w;
  }
  q->act = act;
}

void wt_sched_tick(wt_m *m) {
  wt_sched_state *q = &m->q.sched;
  const wt_sched_out *o = &m->o.sched;
  const wt_dispatch_out *d = &m->o.dispatch;
  if (m->o.cfu.done_valid) {
    uint64_t gone = ~(UINT64_C(1) << m->o.cfu.done_warp);
    q->res &= gone;
    for (unsigned i = 0; i < m->S->WARPS; i++) q->older[i] &= gone;
  }
  if (d->launch_valid && d->launch_last && m->o.cfu.launch_ack) {
    uint64_t bit = UINT64_C(1) << d->launch_warp;
    for (unsigned i = 0; i < m->S->WARPS; i++) q->older[i] &= ~bit;
    q->older[d->launch_warp] = q->res & ~bit;
    q->res |= bit;
  }
  pool(m);
  if (o->sel_valid) {
    q->last = o->sel_warp;
    q->busy = !o->sel_pop;
    q->warp = o->sel_pop ? 0 : o->sel_warp;
    q->beat = o->sel_pop ? 0 : (uint8_t)(o->sel_beat + 1);
  }
}
