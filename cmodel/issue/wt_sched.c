/* wt_sched.c - C twin of the warp scheduler. */
#include "issue/wt_sched.h"

/* An instruction for an execution unit sends it a packet, beat by beat. */
static int packet(uint32_t ctl) { return WT_FIELD(ctl, hctl, unit) < WT_UNITS; }

/* R2: What the head shares with other warps. */
static int unit_ready(const wt_sched *self, unsigned w) {
  uint32_t c = self->in.ibuffer->head_ctl[w];
  if (packet(c) && !self->in.disp->free) return 0;
  return !WT_FIELD(c, hctl, cfwait) || (self->in.cfu->idle && !self->in.share->full);
}

/* R20: Loads that a policy holds; not that of the warp that goes first. */
static wt_warps held(const wt_sched *self) {
  return self->in.ibuffer->head_load & self->in.ccws->held & ~(self->q.urgent ? wt_warp(self->q.turn) : 0);
}

/* R2: What it waits for of its own warp's earlier instructions. */
static int own_done(const wt_sched *self, unsigned w) {
  uint32_t c = self->in.ibuffer->head_ctl[w];
  if (WT_FIELD(c, hctl, drain) && !(self->in.war->drained >> w & 1)) return 0;
  if (WT_FIELD(c, hctl, drain) && (self->in.lsu->at | self->in.replay->warps | self->in.share->queued) >> w & 1) return 0; /* REPLAY, SHARE_QUEUE */
  return !WT_FIELD(c, hctl, quiet) || ((self->in.sb->clear & self->in.lsu->quiet & ~self->in.share->queued) >> w & 1);
}

/* R16: Warps whose heads depend on nothing, whatever slot and units do; of sub-warps each by itself. */
static wt_warps independent(const wt_sched *self) {
  wt_warps set = 0;
  for (wt_warps x = self->in.ibuffer->head_valid & self->in.cfu->run & self->in.sb->ok & self->in.war->ok; x; x &= x - 1) { /* R1 */
    unsigned w = wt_warps_first(x);
    set |= (wt_warps)own_done(self, w) << w;
  }
  return set;
}

/* R4: The candidate whose row of older warps, with `flip` inverted, names no other candidate. */
static unsigned by_launch(const wt_sched *self, wt_warps ready, wt_warps flip) {
  for (wt_warps x = ready; x; x &= x - 1) {
    unsigned w = wt_warps_first(x);
    if (!((self->q.older[w] ^ flip) & ready & ~wt_warp(w))) return w;
  }
  return wt_warps_first(ready);
}
static unsigned oldest(const wt_sched *self, wt_warps ready) { return by_launch(self, ready, 0); }
static unsigned youngest(const wt_sched *self, wt_warps ready) { return by_launch(self, ready, ~(wt_warps)0); }

/* Candidates: two-level without those outside the pool; while a warp goes first, without what shares a unit with its head. */
static wt_warps candidates(const wt_sched *self) {
  const wt_sched_state *q = &self->q;
  const uint32_t *ctl = self->in.ibuffer->head_ctl;
  wt_warps first = q->urgent ? wt_warp(q->turn) : 0, set = self->o.ready;
  if (self->in.cfg->sched == WT_SCHED_twolevel) set &= q->pool | first; /* R3, R19 */
  for (wt_warps x = q->urgent ? set & ~first : 0; x; x &= x - 1) {      /* R19 */
    unsigned w = wt_warps_first(x);
    /* R19 */
    if ((packet(ctl[w]) && packet(ctl[q->turn])) || WT_FIELD(ctl[w] & ctl[q->turn], hctl, cfwait)) set &= ~wt_warp(w);
  }
  return set;
}

/* R4 */
static unsigned pick(const wt_sched *self, wt_warps cand) {
  const wt_sched_state *q = &self->q;
  unsigned policy = self->in.cfg->sched, at = q->urgent ? q->turn : q->last;
  if ((q->urgent || policy == WT_SCHED_gto || policy == WT_SCHED_cggty) && cand >> at & 1) return at; /* R19 */
  if (policy == WT_SCHED_cggty) return youngest(self, cand);
  return policy == WT_SCHED_gto || policy == WT_SCHED_oldest ? oldest(self, cand) : wt_warps_after(cand, q->last);
}

/* ---- GROUPING=dwr: large warps of DWR_SUBWARPS slots, a byte each ---- */

static unsigned row_of(const wt_sched *self, unsigned w) { return w / self->in.S->DWR_SUBWARPS; }
static uint8_t bit_of(const wt_sched *self, unsigned w) { return (uint8_t)(1u << w % self->in.S->DWR_SUBWARPS); }
static unsigned highest(unsigned bits) { return 31u - (unsigned)__builtin_clz(bits); }

/* Warp w as a member of its large warp; ready: warps that are free of hazards. */
static int dwr_ready(const wt_sched *self, unsigned w, wt_warps ready) {
  const wt_sched_in_sco *s = self->in.sco;
  unsigned r = row_of(self, w), n = self->in.S->DWR_SUBWARPS;
  uint8_t bit = bit_of(self, w);
  /* R10 */
  if (s->lock[r] & bit) return 0;
  /* R11 */
  if (!(self->in.ibuffer->head_sens >> w & 1) || s->alone[r] & bit) return (int)(ready >> w & 1);
  /* R12 */
  if (!(s->comb[r] & bit)) return 1; /* its barrier needs nothing but the slot */
  unsigned free = (unsigned)(ready >> r * n & wt_mask64(n)), grp = s->group[r];
  return !(grp & ~free) && grp && wt_lowest(grp) == w % n; /* R13 */
}

static wt_warps dwr_set(const wt_sched *self, wt_warps ready) {
  wt_warps set = 0;
  for (wt_warps x = self->in.ibuffer->head_valid & self->in.cfu->run; x; x &= x - 1) {
    unsigned w = wt_warps_first(x);
    set |= (wt_warps)dwr_ready(self, w, ready) << w;
  }
  return set;
}

/* Members of the group that issue after this beat. */
static unsigned to_come(const wt_sched *self) {
  const wt_sched_out *o = &self->o;
  unsigned r = row_of(self, o->sel_warp);
  uint8_t bit = bit_of(self, o->sel_warp);
  if (self->in.S->GROUPING != WT_GROUPING_dwr || !(self->in.sco->comb[r] & bit)) return 0;
  return self->in.sco->group[r] & ~(unsigned)bit;
}

/* The selected warp leads a group: the barrier alone, the whole group in this slot, or the first of its beats. */
static void dwr_select(wt_sched *self, unsigned w) {
  wt_sched_out *o = &self->o;
  const wt_sched_in_sco *s = self->in.sco;
  unsigned r = row_of(self, w);
  if (!(self->in.ibuffer->head_sens >> w & 1)) return;
  if (s->comb[r] & bit_of(self, w)) o->whole = !packet(self->in.ibuffer->head_ctl[w]), o->sel_pop = 1; /* R13 */
  else if (!(s->alone[r] & bit_of(self, w))) o->sync = 1, o->sel_first = o->sel_pop = 0;               /* R12 */
  o->more = !o->whole && !o->sync && to_come(self) != 0;
}

/* R13: Beat 0 while the slot is kept: the group that issued last goes on with its next member. */
static void next_member(wt_sched *self) {
  wt_sched_out *o = &self->o;
  unsigned r = row_of(self, self->q.warp), grp = self->in.sco->group[r];
  o->sel_valid = o->sel_first = o->sel_pop = 1;
  o->sel_warp = (uint8_t)(r * self->in.S->DWR_SUBWARPS + (grp ? wt_lowest(grp) : 0));
  o->more = to_come(self) != 0;
}

void wt_sched_eval(wt_sched *self) {
  wt_sched_out *o = &self->o;
  const wt_sched_state *q = &self->q;
  wt_sched_idle(o);
  /* R6 */
  if (self->o.busy) {
    if (!self->in.disp->free) return;
    if (!q->beat) return next_member(self);
    /* R6 */
    o->sel_valid = 1, o->sel_warp = q->warp, o->sel_beat = q->beat, o->sel_pop = !self->in.S->PACK && q->beat == self->in.S->BEATS - 1;
    return;
  }
  if (self->in.issue->hold) return; /* R1 */
  for (wt_warps x = independent(self) & ~held(self); x; x &= x - 1) {
    unsigned w = wt_warps_first(x);
    o->ready |= (wt_warps)unit_ready(self, w) << w;
  }
  if (self->in.S->GROUPING == WT_GROUPING_dwr) o->ready = dwr_set(self, o->ready);
  wt_warps cand = candidates(self);
  if (!cand) return;
  unsigned w = pick(self, cand);
  o->sel_valid = o->sel_first = 1, o->sel_warp = (uint8_t)w, o->sel_pop = !packet(self->in.ibuffer->head_ctl[w]) || self->in.S->BEATS == 1; /* R5 */
  /* R15 */
  if (self->in.ibuffer->head_index >> w & 1) o->index = 1, o->sel_first = o->sel_pop = 0;
  /* R14 */
  if (self->in.S->GROUPING == WT_GROUPING_dwr) dwr_select(self, w);
}

/* R9: Sub-warps of the pool that issue when partners are there, or when another one of their group does. */
static wt_warps waits_for_partners(const wt_sched *self) {
  const wt_sched_in_sco *s = self->in.sco;
  wt_warps set = 0;
  if (self->in.S->GROUPING != WT_GROUPING_dwr) return 0;
  for (wt_warps x = self->q.pool; x; x &= x - 1) {
    const unsigned w = wt_warps_first(x), r = row_of(self, w), grp = s->group[r];
    const uint8_t bit = bit_of(self, w);
    const int follows = self->in.ibuffer->head_sens >> w & 1 && s->comb[r] & bit && grp && wt_lowest(grp) != w % self->in.S->DWR_SUBWARPS;
    set |= (wt_warps)(s->lock[r] & bit || follows) << w;
  }
  return set;
}

/* R9 */
static void pool(wt_sched *self) {
  wt_sched_state *q = &self->q;
  const wt_warps all = wt_warps_upto(self->in.S->SLOTS);
  wt_warps leave = ~self->in.cfu->run | (self->in.ibuffer->head_valid & ~self->in.sb->ok) | waits_for_partners(self);
  wt_warps want = self->o.ready & ~q->pool, act = q->pool & ~leave & all;
  if (want && wt_warps_count(q->pool) < self->in.cfg->pool) {
    unsigned w = wt_warps_after(want, q->pool_last);
    act |= wt_warp(w);
    q->pool_last = (uint8_t)w;
  }
  q->pool = act;
}

/* R17: Warps that the slot serves in this cycle. */
static wt_warps served(const wt_sched *self) {
  const wt_sched_out *o = &self->o;
  if (!o->sel_valid) return 0;
  return wt_warp(o->sel_warp) | (o->whole ? (wt_warps)to_come(self) << row_of(self, o->sel_warp) * self->in.S->DWR_SUBWARPS : 0);
}

/* R18: Of these warps those that are aged; the lowest member of a group stands for all its members. */
static wt_warps aged_of(const wt_sched *self, wt_warps free) {
  wt_warps set = free & self->q.aged;
  if (self->in.S->GROUPING != WT_GROUPING_dwr) return set;
  for (wt_warps x = free & self->in.ibuffer->head_sens & ~set; x; x &= x - 1) {
    unsigned w = wt_warps_first(x), r = row_of(self, w);
    if (self->in.sco->comb[r] & bit_of(self, w) && self->q.aged >> r * self->in.S->DWR_SUBWARPS & self->in.sco->group[r]) set |= wt_warp(w);
  }
  return set;
}

/* R17: Rounds: who was free when one began and is not served in all of its SCHED_AGE cycles is aged, and goes first until it ends. */
static void age(wt_sched *self) {
  wt_sched_state *q = &self->q;
  const unsigned most = self->in.cfg->age;
  if (!most) {
    q->passed = q->aged = 0, q->round = 0, q->urgent = q->turn = 0;
    return;
  }
  wt_warps now = served(self), rest = q->passed & ~now, free = 0;
  int ends = q->round + 1u >= most || !rest; /* R17 */
  if (ends || q->aged) {                     /* else nobody asks */
    free = independent(self);
    if (self->in.S->GROUPING == WT_GROUPING_dwr) free = dwr_set(self, free); /* R16 */
    free &= ~now;
  }
  wt_warps urgent = aged_of(self, free);
  if (urgent && !(q->urgent && urgent >> q->turn & 1)) q->turn = (uint8_t)wt_warps_after(urgent, q->turn); /* R18 */
  q->urgent = urgent != 0;                                                                                 /* R18 */
  q->round = ends ? 0 : (uint16_t)(q->round + 1);
  if (ends) q->aged |= rest;                                                  /* R17 */
  if (self->in.cfu->done_valid) q->aged &= ~wt_warp(self->in.cfu->done_warp); /* R17 */
  q->passed = ends ? free : rest;
}

void wt_sched_tick(wt_sched *self) {
  wt_sched_state *q = &self->q;
  const wt_sched_out *o = &self->o;
  const wt_sched_in_dispatch *d = self->in.dispatch;
  if (self->in.cfu->done_valid) { /* R8 */
    wt_warps gone = ~wt_warp(self->in.cfu->done_warp);
    self->o.resident &= gone;
    for (unsigned i = 0; i < self->in.S->SLOTS; i++) q->older[i] &= gone;
  }
  if (d->launch_valid && d->launch_last && self->in.cfu->launch_ack) { /* R8 */
    wt_warps bit = wt_warp(d->launch_warp);
    for (unsigned i = 0; i < self->in.S->SLOTS; i++) q->older[i] &= ~bit;
    q->older[d->launch_warp] = self->o.resident & ~bit;
    self->o.resident |= bit;
  }
  pool(self);
  age(self);
  if (o->sel_valid) { /* R7 */
    unsigned left = to_come(self), group = o->more;
    q->last = o->sel_warp;
    /* R13 */
    if (left && o->whole) q->last = (uint8_t)(row_of(self, o->sel_warp) * self->in.S->DWR_SUBWARPS + highest(left));
    self->o.busy = !o->sync && !o->index && (!(o->sel_pop | self->in.pack->pop) || group); /* R7 */
    q->warp = self->o.busy ? o->sel_warp : 0;                                              /* R7 */
    q->beat = self->o.busy && !group ? (uint8_t)(o->sel_beat + 1) : 0;
  }
}
