/* stim_cfu.h - what the stimulus of every control-flow unit shares: the neighbours of the unit, who hold a launch, a release and a value
 * until it is taken.
 */
#ifndef WT_STIM_CFU_H
#define WT_STIM_CFU_H
#include "bench/stim.h"

/* What the neighbours of the block remember. */
typedef struct {
  wt_warps live;             /* warps launched, not done and not stopped */
  int drop_rel, drop_launch; /* acknowledged in the last cycle */
  unsigned beat;
  uint64_t left;        /* lanes of an indirect branch in no group yet */
  unsigned mood, lasts; /* what events are drawn, and for how many cycles */
} wt_cfu_env;

static inline void wt_cfu_reset(wt_m *m, wt_cfu_env *e) {
  *e = (wt_cfu_env){0};
  m->subcore->brx.o = (wt_tgt_out){0};
  m->sm->ctabar.o = (wt_ctabar_out){0};
  m->sm->dispatch.o = (wt_dispatch_out){0};
}

static inline uint64_t wt_some_of(wt_rng *r, uint64_t mask) {
  uint64_t s = wt_chance(r, 35) ? mask : wt_rand(r) & mask;
  return s ? s : mask & -mask;
}

/* Few different masks, so that threads that wait for each other meet; fin: lanes that are finished. */
static inline uint64_t wt_sync_mask(const wt_m *m, wt_rng *r, uint64_t fin) {
  uint64_t all = wt_mask64(m->S->SLOT_LANES);
  switch (wt_below(r, 5)) {
    case 0: return all;
    case 1: return all & UINT64_C(0x5555555555555555);
    case 2: return all >> m->S->SLOT_LANES / 2;
    case 3: return all & ~fin;
    default: return wt_rand(r) & all;
  }
}

/* Units that go by B registers: few pcs, and all events; while the machine works only those that it takes at once. */
static inline uint32_t wt_cfu_pc(wt_rng *r) { return wt_chance(r, 90) ? 16 * wt_below(r, 5) : (uint32_t)wt_rand(r) & ~15u; }
/* Moods: all events; one that yields, because only sixteen yields in a row that release nothing cut a wait; one of few registers, which paths wait at and
 * are taken out of, so that several paths at different pcs are released at once. */
enum { WT_MOOD_ALL, WT_MOOD_YIELDS, WT_MOOD_WAITS };
static inline void wt_cfu_mood(wt_rng *r, wt_cfu_env *e) {
  static const uint8_t moods[] = {WT_MOOD_ALL, WT_MOOD_ALL, WT_MOOD_ALL, WT_MOOD_ALL, WT_MOOD_ALL, WT_MOOD_WAITS, WT_MOOD_YIELDS};
  if (e->lasts) e->lasts--;
  else e->mood = moods[wt_below(r, sizeof moods)], e->lasts = wt_below(r, 250);
}
static inline unsigned wt_cfu_register(wt_rng *r, const wt_cfu_env *e) {
  if (e->mood == WT_MOOD_WAITS) return wt_below(r, 2);
  return wt_chance(r, 85) ? wt_below(r, 3) : wt_below(r, 16);
}
static inline unsigned wt_cfu_kind(wt_rng *r, const wt_cfu_env *e, int idle) {
  static const uint8_t all[] = {WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,   WT_EV_BSSY,  WT_EV_BSSY,   WT_EV_BSYNC, WT_EV_BSYNC,
                                WT_EV_BSYNC, WT_EV_BREAK, WT_EV_BMOVR, WT_EV_BMOVW, WT_EV_WSYNC, WT_EV_WSYNCR, WT_EV_YIELD, WT_EV_YIELD,
                                WT_EV_EXIT,  WT_EV_BAR,   WT_EV_CALL,  WT_EV_BRX,   WT_EV_RET,   WT_EV_CALLX};
  static const uint8_t direct[] = {WT_EV_ADV, WT_EV_BSSY, WT_EV_BMOVR};
  static const uint8_t waits[] = {WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,   WT_EV_BSYNC, WT_EV_BSYNC,
                                  WT_EV_BREAK, WT_EV_BREAK, WT_EV_BMOVW, WT_EV_BSSY,  WT_EV_EXIT};
  if (wt_chance(r, 20)) return WT_EV_ADV;
  if (e->mood == WT_MOOD_YIELDS && wt_chance(r, 90)) return idle ? WT_EV_YIELD : WT_EV_ADV;
  if (e->mood == WT_MOOD_WAITS && idle) return waits[wt_below(r, sizeof waits)];
  return idle ? all[wt_below(r, sizeof all)] : direct[wt_below(r, sizeof direct)];
}

/* Lanes of an event of a path: a yield is the whole path's, a region and a CTA barrier mostly. */
static inline uint64_t wt_cfu_lanes(wt_rng *r, unsigned kind, uint64_t path) {
  return kind == WT_EV_YIELD || ((kind == WT_EV_BSSY || kind == WT_EV_BAR) && wt_chance(r, 75)) ? path : wt_some_of(r, path);
}

/* The scheduler's choice, mostly a warp that runs. Returns 1 when it may come with an event: a beat behind the first has none. */
static inline int wt_cfu_select(wt_m *m, wt_rng *r, unsigned *warp) {
  wt_warps run = m->subcore->cfu->run;
  unsigned w = wt_below(r, m->S->SLOTS), sel = wt_chance(r, 80);
  for (unsigned i = 0; i < m->S->SLOTS && !(run >> w & 1); i++) w = (w + 1) % m->S->SLOTS;
  m->subcore->issue.o = (wt_issue_out){0};
  m->subcore->sched.o.sel_valid = (uint8_t)sel;
  m->subcore->sched.o.sel_warp = sel ? (uint8_t)w : 0;
  for (unsigned i = 0; i < UOP_WORDS; i++) m->subcore->ibuffer.o.uop[i] = 0;
  if (sel) uop_put_lo(m->subcore->ibuffer.o.uop, wt_rand(r));
  *warp = w;
  return sel && run >> w & 1 && wt_chance(r, 85);
}

/* Groups of an indirect branch: they share out the lanes of the path, one group a cycle. wait: the unit takes groups. */
static inline void wt_cfu_groups(wt_m *m, wt_rng *r, wt_cfu_env *e, int wait, uint64_t lanes, uint32_t pc) {
  wt_tgt_out *t = &m->subcore->brx.o;
  if (!wait || t->last) e->left = 0;
  *t = (wt_tgt_out){0};
  if (!wait || !wt_chance(r, 70)) return;
  if (!e->left) e->left = lanes;
  t->valid = 1, t->mask = wt_some_of(r, e->left), t->pc = pc, t->taken = wt_chance(r, 80);
  e->left &= ~t->mask;
  t->last = !e->left;
}

/* The value of a register, from the ALU: rarely when the unit does not wait for it, mostly for the warp that it waits for. */
static inline int wt_cfu_value(wt_m *m, wt_rng *r, int wait, unsigned warp) {
  wt_alu_out *a = &m->subcore->alu.o;
  a->sc_valid = wt_chance(r, wait ? 40 : 5);
  a->wb_warp = (uint8_t)(wait && wt_chance(r, 90) ? warp : wt_below(r, m->S->SLOTS));
  a->sc_val = 0;
  return a->sc_valid;
}

/* Release of a CTA barrier, for a warp that the unit is not busy with (busy: its number, or WARPS). The tables of a warp hold nothing
 * before its launch is over. waits_at: a barrier at which the warp waits, or -1. */
static inline void wt_cfu_release(wt_m *m, wt_rng *r, wt_cfu_env *e, unsigned busy, int (*waits_at)(wt_m *m, wt_rng *r, unsigned w)) {
  wt_ctabar_out *o = &m->sm->ctabar.o;
  if (e->drop_rel) *o = (wt_ctabar_out){0};
  e->drop_rel = m->subcore->cfu->rel_ack;
  if (o->rel_valid || e->drop_rel || !e->live || !wt_chance(r, 20)) return;
  unsigned w = wt_below(r, m->S->SLOTS);
  if (!(e->live >> w & 1) || w == busy || (m->sm->dispatch.o.launch_valid && m->sm->dispatch.o.launch_warp == w)) return;
  int id = waits_at(m, r, w);
  if (id >= 0) o->rel_valid = 1, o->rel_warp = (uint8_t)w, o->rel_id = (uint8_t)(wt_chance(r, 95) ? id : id ^ 1);
}

/* Launch of a warp slot that is empty, or whose warp is dead or was stopped by an error (`stopped`). */
static inline void wt_cfu_launch(wt_m *m, wt_rng *r, wt_cfu_env *e, wt_warps stopped) {
  wt_dispatch_out *o = &m->sm->dispatch.o;
  if (e->drop_launch) *o = (wt_dispatch_out){0};
  e->drop_launch = m->subcore->cfu->launch_ack;
  if (m->subcore->cfu->done_valid) e->live &= ~wt_warp(m->subcore->cfu->done_warp);
  if (m->subcore->cfu->err_valid) e->live &= ~wt_warp(m->subcore->cfu->err_warp);
  wt_warps gone = ~(e->live & ~m->subcore->cfu->dead & ~stopped) & wt_warps_upto(m->S->SLOTS);
  if (m->sm->ctabar.o.rel_valid) gone &= ~wt_warp(m->sm->ctabar.o.rel_warp);
  if (o->launch_valid && !o->launch_last) {
    o->launch_beat = (uint8_t)++e->beat;
    o->launch_last = e->beat == m->S->BEATS - 1;
  } else if (!o->launch_valid && gone && wt_chance(r, 25)) {
    uint64_t all = wt_mask64(m->S->SLOT_LANES);
    *o = (wt_dispatch_out){0};
    o->launch_valid = 1, o->launch_warp = (uint8_t)wt_warps_first(gone), o->launch_last = m->S->BEATS == 1;
    o->launch_mask = wt_chance(r, 70) ? all : all >> wt_below(r, m->S->SLOT_LANES);
    e->live |= wt_warp(o->launch_warp), e->beat = 0;
  }
}
#endif
