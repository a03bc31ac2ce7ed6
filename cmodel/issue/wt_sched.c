/* wt_sched.c - C twin of the warp scheduler. */
#include "issue/wt_sched.h"

/* An instruction for an execution unit sends it a packet, beat by beat. */
static int packet(uint32_t ctl) { return WT_FIELD(ctl, hctl, unit) < WT_UNITS; }

static int unit_ready(const wt_sched *self, unsigned w) {
  uint32_t c = self->in.ibuffer->head_ctl[w];
  if (packet(c) && !self->in.disp->free) return 0;
  if (WT_FIELD(c, hctl, cfwait) && !self->in.cfu->idle) return 0;
  if (WT_FIELD(c, hctl, drain) && !(self->in.war->drained >> w & 1)) return 0;
  return !WT_FIELD(c, hctl, quiet) || ((self->in.sb->clear & self->in.lsu->quiet) >> w & 1);
}

static unsigned oldest(const wt_sched *self, wt_warps ready) {
  for (wt_warps x = ready; x; x &= x - 1) {
    unsigned w = wt_warps_first(x);
    if (!(self->q.older[w] & ready)) return w;
  }
  return wt_warps_first(ready);
}

static unsigned pick(const wt_sched *self, wt_warps ready) {
  const wt_sched_state *q = &self->q;
  switch (self->in.cfg->sched) {
    case WT_SCHED_gto: return ready >> q->last & 1 ? q->last : oldest(self, ready);
    case WT_SCHED_oldest: return oldest(self, ready);
    default: return wt_warps_after(ready, q->last);
  }
}

void wt_sched_eval(wt_sched *self) {
  wt_sched_out *o = &self->o;
  const wt_sched_state *q = &self->q;
  wt_sched_idle(o);
  if (self->o.busy) {
    if (!self->in.disp->free) return;
    o->sel_valid = 1, o->sel_warp = q->warp, o->sel_beat = q->beat, o->sel_pop = q->beat == self->in.S->BEATS - 1;
    return;
  }
  for (wt_warps x = self->in.ibuffer->head_valid & self->in.cfu->run & self->in.sb->ok & self->in.war->ok; x; x &= x - 1) {
    unsigned w = wt_warps_first(x);
    o->ready |= (wt_warps)unit_ready(self, w) << w;
  }
  wt_warps cand = self->in.cfg->sched == WT_SCHED_twolevel ? o->ready & q->pool : o->ready;
  if (!cand) return;
  unsigned w = pick(self, cand);
  o->sel_valid = o->sel_first = 1, o->sel_warp = (uint8_t)w, o->sel_pop = !packet(self->in.ibuffer->head_ctl[w]) || self->in.S->BEATS == 1;
}

static void pool(wt_sched *self) {
  wt_sched_state *q = &self->q;
  const wt_warps all = wt_warps_upto(self->in.S->WARPS);
  wt_warps leave = ~self->in.cfu->run | (self->in.ibuffer->head_valid & ~self->in.sb->ok);
  wt_warps want = self->o.ready & ~q->pool, act = q->pool & ~leave & all;
  if (want && wt_warps_count(q->pool) < self->in.cfg->pool) {
    unsigned w = wt_warps_after(want, q->pool_last);
    act |= wt_warp(w);
    q->pool_last = (uint8_t)w;
  }
  q->pool = act;
}

void wt_sched_tick(wt_sched *self) {
  wt_sched_state *q = &self->q;
  const wt_sched_out *o = &self->o;
  const wt_sched_in_dispatch *d = self->in.dispatch;
  if (self->in.cfu->done_valid) {
    wt_warps gone = ~wt_warp(self->in.cfu->done_warp);
    q->resident &= gone;
    for (unsigned i = 0; i < self->in.S->WARPS; i++) q->older[i] &= gone;
  }
  if (d->launch_valid && d->launch_last && self->in.cfu->launch_ack) {
    wt_warps bit = wt_warp(d->launch_warp);
    for (unsigned i = 0; i < self->in.S->WARPS; i++) q->older[i] &= ~bit;
    q->older[d->launch_warp] = q->resident & ~bit;
    q->resident |= bit;
  }
  pool(self);
  if (o->sel_valid) {
    q->last = o->sel_warp;
    self->o.busy = !o->sel_pop;
    q->warp = o->sel_pop ? 0 : o->sel_warp;
    q->beat = o->sel_pop ? 0 : (uint8_t)(o->sel_beat + 1);
  }
}
