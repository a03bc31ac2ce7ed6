/* stim_ctabar.c - stimulus of wt_ctabar: CTAs of several warps start one after the other; their threads arrive at a few
 * barriers or exit in random portions, an arrival and an exit often in one cycle; releases are acknowledged late. Only
 * threads that run arrive or exit, barriers 8 to 15 wait for a number of threads and some of these do not wait; from the cycle after the launch of the CTA's last warp on.
 */
#include "bench/stim.h"

#include <string.h>

static struct {
  unsigned live[MAX_WARPS], at[MAX_WARPS][16]; /* threads of a warp slot; those that wait at each barrier */
  int launch, starting;                        /* next warp of the starting CTA, -1: none; a launch was under way */
  unsigned slot, threads;
  int fixed;     /* the next arrival names a number of threads */
  uint16_t need; /* several sub-cores: of the last BAR that waits */
  uint8_t red, op;
} env;

static unsigned waiting(unsigned w) {
  unsigned n = 0;
  for (unsigned b = 0; b < 16; b++) n += env.at[w][b];
  return n;
}
static unsigned warps_per_cta(const wt_shape *S) { return S->SM_SLOTS / S->CTAS ? S->SM_SLOTS / S->CTAS : 1; }

/* 1 when nobody of the CTA runs and its threads wait at different barriers, or nobody is left. */
static int finished(const wt_shape *S, unsigned slot) {
  unsigned n = warps_per_cta(S), live = 0, run = 0, most = 0;
  for (unsigned w = slot * n; w < (slot + 1) * n; w++) live += env.live[w], run += env.live[w] - waiting(w);
  for (unsigned b = 0; b < 16; b++) {
    unsigned here = 0;
    for (unsigned w = slot * n; w < (slot + 1) * n; w++) here += env.at[w][b];
    if (here > most) most = here;
  }
  return !run && (!live || most != live);
}

static void drive_start(wt_m *m, wt_rng *r) {
  const wt_shape *S = m->S;
  wt_dispatch_out *d = &m->sm->dispatch.o;
  unsigned n = warps_per_cta(S), slots = wt_min(S->CTAS, S->SM_SLOTS);
  *d = (wt_dispatch_out){0};
  if (env.launch >= 0) {
    unsigned w = env.slot * n + (unsigned)env.launch, before = (unsigned)env.launch * S->SLOT_LANES;
    if (wt_chance(r, 30)) return;
    d->launch_valid = 1, d->launch_last = wt_chance(r, 60);
    d->launch_warp = (uint8_t)w, d->cta_slot = (uint8_t)env.slot;
    if (!d->launch_last) return;
    unsigned left = env.threads > before ? env.threads - before : 0;
    env.live[w] = wt_min(left, S->SLOT_LANES);
    if (++env.launch == (int)n) env.launch = -1;
    return;
  }
  unsigned slot = wt_below(r, slots);
  if (!wt_chance(r, 30) || !finished(S, slot)) return;
  env.slot = slot, env.launch = 0, env.threads = 1 + wt_below(r, n * S->SLOT_LANES);
  memset(&env.at[slot * n], 0, n * sizeof env.at[0]);
  memset(&env.live[slot * n], 0, n * sizeof env.live[0]);
  d->cta_valid = 1, d->cta_slot = (uint8_t)slot, d->cta_threads = (uint16_t)env.threads;
}

/* A warp with running threads, or -1. Warps of a CTA that is being launched wait. */
static int runner(const wt_m *m, wt_rng *r) {
  unsigned n = warps_per_cta(m->S), w = wt_below(r, m->S->SM_SLOTS);
  if (env.starting && w / n == env.slot) return -1;
  return env.live[w] > waiting(w) ? (int)w : -1;
}

static void drive_threads(wt_m *m, wt_rng *r) {
  wt_cfu_out *f = m->subcore->cfu;
  *f = (wt_cfu_out){0};
  int w = wt_chance(r, 15) ? runner(m, r) : -1;
  if (w >= 0) {
    f->exit_valid = 1, f->exit_warp = (uint8_t)w;
    f->exit_count = (uint8_t)(1 + wt_below(r, env.live[w] - waiting((unsigned)w)));
    env.live[w] -= f->exit_count;
  }
  w = wt_chance(r, 70) ? runner(m, r) : -1;
  if (w >= 0) {
    unsigned run = env.live[w] - waiting((unsigned)w), n = wt_chance(r, 50) ? run : 1 + wt_below(r, run);
    f->bar_valid = 1, f->bar_warp = (uint8_t)w, f->bar_id = (uint8_t)(env.fixed ? 8 + wt_below(r, 2) : wt_chance(r, 97) ? 3 : wt_below(r, 8));
    f->bar_count = (uint8_t)n;
    env.at[w][f->bar_id] += n;
  }
  f->rel_ack = m->sm->ctabar.o.rel_valid && wt_chance(r, 40);
  if (f->rel_ack) env.at[m->sm->ctabar.o.rel_warp][m->sm->ctabar.o.rel_id] = 0;
}

/* What issue tells of the next arrival, or of one that does not wait. */
static void drive_issue(wt_m *m, wt_rng *r, int numbers) {
  wt_issue_out *e = &m->subcore->issue.o;
  wt_issue_idle(e);
  if (!wt_chance(r, 40)) return;
  int w = numbers && wt_chance(r, 10) && !m->subcore->cfu->bar_valid ? runner(m, r) : -1, some = numbers && wt_chance(r, 10);
  e->bar_valid = 1, e->bar_arv = w >= 0;
  e->ev_warp = (uint8_t)(w >= 0 ? w : 0);
  e->bar_count = (uint8_t)(w >= 0 ? 1 + wt_below(r, env.live[w] - waiting((unsigned)w)) : 1 + wt_below(r, m->S->SLOT_LANES));
  e->bar_red = (uint8_t)wt_below(r, e->bar_count + 1u);
  e->bar_op = (uint8_t)wt_below(r, 4);
  e->bar_id = (uint8_t)(8 + wt_below(r, 2));
  e->bar_need = (uint16_t)(w >= 0 || some ? 1 + wt_below(r, wt_chance(r, 2) ? 4095 : m->S->SLOT_LANES + 2) : 0);
  if (w < 0) env.fixed = e->bar_need != 0;
}

/* Several sub-cores: share tells it, with warps of the SM; the release is acknowledged by the sub-core of its warp. */
static void of_several(wt_m *m) {
  wt_cfu_out *f = m->subcore->cfu;
  wt_issue_out *e = &m->subcore->issue.o;
  wt_share_out *s = &m->sm->share.o;
  const int arv = e->bar_valid && e->bar_arv && !f->bar_valid;
  s->exit_valid = f->exit_valid, s->exit_warp = f->exit_warp, s->exit_count = f->exit_count;
  s->bar_valid = f->bar_valid || arv, s->bar_waits = f->bar_valid;
  s->bar_warp = arv ? e->ev_warp : f->bar_warp, s->bar_id = arv ? e->bar_id : f->bar_id, s->bar_count = arv ? e->bar_count : f->bar_count;
  s->bar_need = arv ? e->bar_need : f->bar_valid ? env.need : 0, s->bar_red = arv ? e->bar_red : f->bar_valid ? env.red : 0;
  s->bar_op = arv ? e->bar_op : f->bar_valid ? env.op : 0;
  if (e->bar_valid && !e->bar_arv) env.need = e->bar_need, env.red = e->bar_red, env.op = e->bar_op;
  const uint8_t ack = f->rel_ack;
  *f = (wt_cfu_out){0}, wt_issue_idle(e);
  for (unsigned i = 0; i < m->S->SUBCORES; i++) m->sm->subcore[i].cfu->rel_ack = i == wt_subcore_of(m->S, m->sm->ctabar.o.rel_warp) ? ack : 0;
}

void stim_ctabar(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) {
    memset(&env, 0, sizeof env);
    env.launch = -1;
  }
  env.starting = env.launch >= 0;
  drive_start(m, r);
  env.starting |= env.launch >= 0;
  drive_threads(m, r);
  drive_issue(m, r, cycle / 1024 % 8 == 7); /* who waits for numbers that never come holds up his CTA */
  if (m->S->SUBCORES > 1) of_several(m);
}
