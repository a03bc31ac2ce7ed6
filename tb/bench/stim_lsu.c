/* stim_lsu.c - stimulus of the load/store unit: a stream of memory instructions with bursts, stalls, back-pressure and
 * faults; the coalescer and the shared memory are replaced by arbitrary legal answers (any part of the pending lanes).
 * What the environment may still answer is read from the unit's own tables.
 */
#include "bench/stim.h"

#include <string.h>

#include "isa/wt_isa.h"

/* Several sub-cores: share shows the beat, with the warp of the SM; the result goes to the sub-core of its warp. */
static void of_several(wt_m *m) {
  wt_disp_out *d = &m->subcore->disp.o;
  wt_share_out *s = &m->sm->share.o;
  wt_share_idle(s);
  if (d->valid && uop_get_unit(d->uop) == WT_U_LSU) {
    s->valid = 1, s->warp = d->warp, s->beat = d->beat, s->mask = d->mask, s->last = d->last, s->ends = d->ends, s->split = d->split, s->bc = d->bc;
    memcpy(s->uop, d->uop, sizeof s->uop), memcpy(s->data, d->data, sizeof s->data);
  }
  wt_disp_idle(d);
  const unsigned at = wt_subcore_of(m->S, m->sm->lsu.o.wb_warp);
  const uint8_t ack = m->subcore->wb.o.ack[WT_U_LSU];
  for (unsigned i = 0; i < m->S->SUBCORES; i++) m->sm->subcore[i].wb.o.ack[WT_U_LSU] = i == at ? ack : 0;
}

void stim_lsu(wt_m *m, wt_rng *r, uint64_t cycle);

/* The instruction whose beats are being offered. */
static struct {
  uint32_t uop[UOP_WORDS];
  uint64_t bc;
  unsigned warp, members, split, beat, kind, stride, bytes, scale, gen, windows; /* windows: which a generic access may name */
  uint64_t base, off;
  int dense;
} cur;

static void start(const wt_m *m, wt_rng *r, int flood, int loads) {
  static const uint8_t ops[] = {WT_I_LDG,   WT_I_LDG_U,   WT_I_STG,       WT_I_STG_U,     WT_I_LDS,  WT_I_STS,    WT_I_STS_U,
                                WT_I_LDC,   WT_I_ATOMG,   WT_I_ATOMG_U,   WT_I_ATOMG_CAS, WT_I_RED,  WT_I_LDL,    WT_I_STL,
                                WT_I_LD,    WT_I_ST,      WT_I_ST_U,      WT_I_STL_U,     WT_I_ATOM, WT_I_ATOM_U, WT_I_ATOM_CAS,
                                WT_I_ATOMS, WT_I_ATOMS_U, WT_I_ATOMS_CAS, WT_I_CCTL};
  static const uint8_t sizes[8] = {1, 1, 2, 2, 4, 8, 16, 16}, types[6] = {0, 1, 2, 5, 3, 6}, scales[4] = {0, 2, 3, 4};
  const wt_shape *S = m->S;
  unsigned op = ops[wt_below(r, sizeof ops)], size = wt_below(r, 7), words;
  if (flood && wt_chance(r, 90)) op = WT_I_STG; /* one warp's stores until its counter is full */
  if (loads && wt_chance(r, 80)) op = WT_I_LDG;
  int store = op == WT_I_STG || op == WT_I_STG_U || op == WT_I_STS || op == WT_I_STS_U || op == WT_I_RED || op == WT_I_STL || op == WT_I_STL_U ||
              op == WT_I_CCTL;
  int atomic = op == WT_I_ATOMG || op == WT_I_ATOMG_U || op == WT_I_ATOMG_CAS || op == WT_I_RED;
  int atoms = op == WT_I_ATOMS || op == WT_I_ATOMS_U || op == WT_I_ATOMS_CAS;
  int gen = op == WT_I_LD || op == WT_I_ST || op == WT_I_ST_U || op == WT_I_ATOM || op == WT_I_ATOM_U || op == WT_I_ATOM_CAS;
  int shared = op == WT_I_LDS || op == WT_I_STS || op == WT_I_STS_U || atoms;
  atomic |= atoms || op == WT_I_ATOM || op == WT_I_ATOM_U || op == WT_I_ATOM_CAS;
  store |= op == WT_I_ST || op == WT_I_ST_U;
  int local = op == WT_I_LDL || op == WT_I_STL || op == WT_I_STL_U;
  if (atomic) size = types[wt_below(r, atoms ? 4 : 6)];
  cur.bytes = atomic ? (size == 2 || size == 5 || size == 6 ? 8 : 4) : sizes[size];
  words = cur.bytes > 4 ? cur.bytes / 4 : 1;
  uint64_t off = wt_rand(r) & 0xff0, hi = wt_rand(r), lo = wt_rand(r);
  if (wt_chance(r, 30)) off = (uint64_t) - (int64_t)off;
  if (op != WT_I_LDC) lo = (lo & 0xffffffffffu) | off << 40;
  if (op == WT_I_LDC) lo &= ~(UINT64_C(15) << 38);
  hi = (hi & ~(UINT64_C(7) << 9)) | (uint64_t)size << 9;
  if (atomic && !wt_chance(r, 5)) { /* an operation that there is */
    hi &= ~(UINT64_C(15) << 23);
    hi |= (uint64_t)wt_below(r, op == WT_I_RED ? 8 : 9) << 23;
  }
  if (gen && wt_chance(r, 80)) hi |= UINT64_C(1) << 8;
  if (gen && atomic && (size == 3 || size == 6)) hi &= ~(UINT64_C(1) << 17); /* sums of numbers always tell whom they serve */
  else if (gen && wt_chance(r, 50)) hi |= UINT64_C(7) << 17;                 /* no predicate */
  memset(&cur.uop, 0, sizeof cur.uop);
  uop_put_hi(cur.uop, hi);
  uop_put_lo(cur.uop, lo);
  uop_put_pc(cur.uop, wt_rand(r) & 0xfffff0);
  uop_put_op(cur.uop, op);
  uop_put_unit(cur.uop, WT_U_LSU);
  uop_put_dst(cur.uop, wt_below(r, 252) & ~3u);
  uop_put_ndst(cur.uop, store || wt_chance(r, 15) ? 0 : words);
  cur.warp = flood && op == WT_I_STG ? 0 : wt_below(r, S->SM_SLOTS);
  /* GROUPING=dwr: one sub-warp, or some of a large warp for what combines; beats are those of the members */
  cur.members = 1u << cur.warp % S->GANG;
  int combines = op == WT_I_LDG || op == WT_I_LDG_U || op == WT_I_STG || op == WT_I_STG_U || local || (gen && !atomic);
  if (combines && wt_chance(r, 70)) cur.members |= wt_chance(r, 40) ? (unsigned)wt_mask64(S->GANG) : (unsigned)(wt_rand(r) & wt_mask64(S->GANG));
  cur.split = wt_below(r, 64);
  cur.beat = 0;
  cur.bc = hi >> 27 & 1 ? wt_rand(r) & ~UINT64_C(15) : 0;
  cur.scale = shared ? scales[hi >> 14 & 3] : 0;
  cur.kind = wt_below(r, 5);
  cur.stride = 1 + wt_below(r, 9);
  cur.dense = wt_chance(r, 60);
  /* register value that brings lane 0 to a small address in shared memory, anywhere else elsewhere */
  cur.base = shared ? (uint64_t)wt_below(r, m->gpu->cfg.smem) - cur.bc - off : wt_rand(r);
  if (local) cur.base = (uint64_t)wt_below(r, m->gpu->cfg.local) - cur.bc - off;
  cur.gen = gen;
  cur.off = op == WT_I_ST || (op == WT_I_LD && !(hi >> 27 & 1)) ? (uint64_t)((int64_t)lo >> 32) : (uint64_t)((int64_t)lo >> 40);
  if (gen) cur.windows = wt_chance(r, 40) ? 1u << wt_below(r, 4) : 1 + wt_below(r, 15);
  cur.base &= ~UINT64_C(15);
}

/* An address in one of the windows: device memory, shared, local, or far up where nothing is. */
static uint64_t generic(const wt_m *m, wt_rng *r, uint64_t v) {
  unsigned k = wt_below(r, 4);
  while (!(cur.windows >> k & 1)) k = (k + 1) % 4;
  uint64_t low = wt_below(r, wt_chance(r, 2) ? 1u << 31 : k == 1 ? m->gpu->cfg.smem : m->gpu->cfg.local) & ~15u;
  if (k == 0) return v & wt_mask64(47);
  return k == 3 ? v | UINT64_C(1) << (61 + wt_below(r, 3)) : (uint64_t)(k == 1 ? WT_GEN_SHARED : WT_GEN_LOCAL) << 32 | low;
}

static void offer_beat(wt_m *m, wt_rng *r) {
  wt_disp_out *d = &m->subcore->disp.o;
  unsigned n = m->S->LANES;
  d->valid = 1;
  memcpy(d->uop, cur.uop, sizeof cur.uop);
  unsigned member = wt_lowest(cur.members), combined = m->S->GANG > 1;
  d->warp = (uint8_t)(combined ? cur.warp / m->S->GANG * m->S->GANG + member : cur.warp);
  if (combined) cur.members &= cur.members - 1;
  d->split = (uint8_t)cur.split;
  d->beat = combined ? 0 : m->S->PACK ? stim_beat(m, r) : cur.beat;
  d->bc = cur.bc;
  d->last = combined ? !cur.members : cur.beat + 1 == m->S->BEATS;
  d->ends = stim_ends(m, r);
  d->lead = cur.beat == 0;
  d->mask = (uint32_t)((cur.dense ? ~UINT64_C(0) : wt_rand(r) & (cur.kind & 1 ? wt_rand(r) : 0)) & wt_mask64(n));
  for (unsigned l = 0; l < n; l++) {
    unsigned lane = cur.beat * n + l, x = wt_below(r, 64);
    const unsigned kinds[5] = {lane, lane * cur.stride, x, x & 1, 0};
    uint64_t at = kinds[cur.kind];
    uint64_t v = (cur.base + at * cur.bytes + (wt_below(r, 400) == 0)) >> cur.scale;
    if (cur.gen) v = generic(m, r, v) - cur.bc - cur.off;
    d->data[l] = (uint32_t)v;
    d->data[n + l] = (uint32_t)(v >> 32);
    for (unsigned k = 2; k < 6; k++) d->data[k * n + l] = (uint32_t)wt_rand(r);
  }
}

/* REPLAY=replay: instructions that left the unit, oldest first. */
static struct {
  unsigned n, active, warp,
    shown; /* active: the unit has one of them, of this warp; shown: place of the one that it takes in this cycle, from 1 on */
  struct {
    uint32_t front[12];
    uint64_t addr[MAX_WS];
    uint32_t data[4 * MAX_WS];
    unsigned why, warp;
  } parked[3];
} rp;

/* What became of the last cycle; then, whether the unit takes one of them in this cycle. Returns whether it may take a beat. */
static int replay(wt_m *m, wt_rng *r) {
  const wt_lsu_out *u = &m->sm->lsu.o;
  wt_replay_out *o = &m->sm->replay.o;
  const wt_shape *S = m->S;
  if (rp.shown) {
    rp.active = 1, rp.warp = rp.parked[rp.shown - 1].warp;
    memmove(&rp.parked[rp.shown - 1], &rp.parked[rp.shown], (rp.n - rp.shown) * sizeof *rp.parked);
    rp.n--, rp.shown = 0;
  }
  memset(o, 0, sizeof *o);
  if (u->park) {                        /* as many as the queue holds: before that a beat came only when there was room */
    unsigned at = rp.active ? 0 : rp.n; /* who comes back is older than all others */
    memmove(&rp.parked[at + 1], &rp.parked[at], (rp.n - at) * sizeof *rp.parked);
    memcpy(rp.parked[at].front, u->front, sizeof u->front);
    memcpy(rp.parked[at].addr, u->addr, S->ACC_LANES * sizeof *u->addr);
    memcpy(rp.parked[at].data, u->data, 4 * S->ACC_LANES * sizeof *u->data);
    rp.parked[at].why = u->why, rp.parked[at].warp = (unsigned)wt_words_get(u->front, 0, S->SM_WARP_W);
    rp.n++, rp.active = 0; /* it is in front again; in the order of the queue when others have the same warp */
  } else if (!u->at) {
    rp.active = 0;
  }
  for (unsigned i = 0; i < rp.n; i++) o->warps |= wt_warp(rp.parked[i].warp);
  o->active = (uint8_t)rp.active;
  if (rp.active) o->warps |= wt_warp(rp.warp);
  if (!rp.n || u->at || u->park) return 1;
  if (rp.n < 2 && !wt_chance(r, 40)) return 1;
  unsigned i = wt_below(r, rp.n);
  for (unsigned k = 0; k < i; k++)
    if (rp.parked[k].warp == rp.parked[i].warp) i = k; /* the oldest of its warp */
  o->resume = 1, o->why = (uint8_t)rp.parked[i].why;
  memcpy(o->front, rp.parked[i].front, sizeof o->front);
  memcpy(o->addr, rp.parked[i].addr, S->ACC_LANES * sizeof *o->addr);
  memcpy(o->data, rp.parked[i].data, 4 * S->ACC_LANES * sizeof *o->data);
  rp.shown = i + 1;
  return 0;
}
static unsigned parked_of(unsigned warp) {
  unsigned n = 0;
  for (unsigned i = 0; i < rp.n; i++) n += rp.parked[i].warp == warp;
  return n;
}

static void beats(wt_m *m, wt_rng *r, unsigned percent, int flood, int loads) {
  wt_disp_idle(&m->subcore->disp.o);
  if (wt_chance(r, 10)) { /* a beat for another unit */
    m->subcore->disp.o.valid = 1;
    uop_put_unit(m->subcore->disp.o.uop, WT_U_ALU);
    m->subcore->disp.o.mask = 1;
    return;
  }
  if (!m->sm->lsu.o.ready || !wt_chance(r, percent)) return;
  if (!m->sm->lsu.q.collecting) start(m, r, flood, loads);
  offer_beat(m, r);
  cur.beat++;
}

/* Does warp w take part in an access of this warp and these members? */
static int takes_part(const wt_shape *S, unsigned w, unsigned warp, unsigned members) {
  return S->GANG > 1 ? w / S->GANG == warp / S->GANG && members >> w % S->GANG & 1 : w == warp;
}
static unsigned members_of(const wt_shape *S, uint64_t lanes) {
  unsigned members = 0;
  for (unsigned i = 0; i < S->GANG; i++) members |= (unsigned)((lanes >> i * S->LANES & wt_mask64(S->LANES)) != 0) << i;
  return members;
}

/* Stores and REDs of the warp that left the request register and are not acknowledged. */
static unsigned acks_owed(const wt_m *m, unsigned w) {
  const wt_lsu_state *q = &m->sm->lsu.q;
  const wt_shape *S = m->S;
  unsigned n = q->outstanding[w];
  for (unsigned e = 0; e < S->LSU_ENTRIES; e++)
    if (q->ent_valid >> e & 1)
      n -= (unsigned)takes_part(S, w, (unsigned)(q->ent_meta[e] >> 14 & wt_mask64(S->SM_WARP_W)), q->ent_meta[e] >> (14 + S->SM_WARP_W));
  if (S->REPLAY)
    n -= parked_of(w) - (m->sm->lsu.o.park && wt_words_get(m->sm->lsu.o.front, 0, S->SM_WARP_W) == w); /* who leaves now counts from the edge on */
  if (q->rq_valid && takes_part(S, w, q->rq_warp, members_of(S, q->rq_lanes)) && (q->rq_op == WT_MEM_STORE || q->rq_op == WT_MEM_RED)) n--;
  return n;
}

static void environment(wt_m *m, wt_rng *r, unsigned ready, unsigned answer, unsigned ack) {
  const wt_lsu_state *q = &m->sm->lsu.q;
  wt_env_out *e = &m->sm->env;
  e->mem_ready = (uint8_t)wt_chance(r, ready);
  uint64_t tags = q->tag_valid;
  if (q->rq_valid && (q->rq_op == WT_MEM_LOAD || q->rq_op == WT_MEM_ATOM)) tags &= ~(UINT64_C(1) << q->rq_tag);
  if (e->rsp_valid) e->rsp_valid = e->rsp_tag = 0, memset(e->rsp_data, 0, sizeof e->rsp_data);
  if (tags && wt_chance(r, answer)) {
    unsigned t = wt_below(r, m->S->LSU_LINES);
    while (!(tags >> t & 1)) t = (t + 1) % m->S->LSU_LINES;
    e->rsp_valid = 1;
    e->rsp_tag = (uint8_t)t;
    for (unsigned i = 0; i < 32; i++) e->rsp_data[i] = (uint32_t)wt_rand(r);
  }
  unsigned w = wt_below(r, m->S->SM_SLOTS);
  e->ack_valid = wt_chance(r, ack) && acks_owed(m, w);
  e->ack_warp = (uint8_t)(e->ack_valid ? w : 0);
  e->ack_members = 0;
  for (unsigned i = 0; e->ack_valid && m->S->GANG > 1 && i < m->S->GANG; i++) {
    unsigned other = w / m->S->GANG * m->S->GANG + i;
    if (other == w || (acks_owed(m, other) && wt_chance(r, 50))) e->ack_members |= (uint8_t)(1u << i);
  }
}

/* With L1 the cache answers and takes requests, and what memory shows there is nothing to the unit. */
static void cache(wt_m *m, wt_rng *r) {
  wt_env_out *e = &m->sm->env;
  wt_l1d_out *c = &m->sm->l1d.o;
  c->ready = e->mem_ready, c->rsp_valid = e->rsp_valid, c->rsp_tag = e->rsp_tag;
  memcpy(c->rsp_data, e->rsp_data, sizeof c->rsp_data);
  e->mem_ready = (uint8_t)wt_chance(r, 50), e->rsp_valid = (uint8_t)wt_chance(r, 50), e->rsp_tag = (uint8_t)wt_below(r, m->S->LSU_LINES);
  e->rsp_data[wt_below(r, 32)] = (uint32_t)wt_rand(r);
}

/* Some of the lanes, at least the lowest; `alone` percent: only that one. */
static uint64_t part(wt_rng *r, uint64_t lanes, unsigned alone) {
  uint64_t x = wt_chance(r, alone) ? 0 : wt_chance(r, 40) ? lanes : lanes & wt_rand(r);
  return x | (lanes & (~lanes + 1));
}

static void memories(wt_m *m, wt_rng *r, unsigned alone) {
  wt_coal_out *c = &m->sm->coalesce.o;
  if (c->valid) memset(c, 0, sizeof *c);
  if (m->sm->lsu.o.cq && (!m->sm->lsu.o.req_valid || (m->S->L1_BYTES ? m->sm->l1d.o.ready : m->sm->env.mem_ready))) {
    c->valid = 1;
    c->lanes = part(r, m->sm->lsu.o.pend, alone);
    c->line = wt_rand(r) >> 7;
    for (unsigned i = 0; i < 4; i++) c->bmask[i] = (uint32_t)wt_rand(r);
    for (unsigned i = 0; i < 32; i++) c->data[i] = (uint32_t)wt_rand(r);
  }
  uint64_t pend = m->sm->lsu.o.pend;
  m->sm->smem.o.lanes = !m->sm->lsu.o.sq ? 0 : m->sm->lsu.o.mop == WT_MEM_ATOM ? pend & (~pend + 1) : part(r, pend, alone);
  for (unsigned b = 0; b < m->S->SMEM_BANKS; b++) m->sm->smbank[b].o.rdata = m->sm->lsu.o.sq ? (uint32_t)wt_rand(r) : 0;
  if (m->sm->lsu.o.sq && m->sm->lsu.o.mop == WT_MEM_ATOM && wt_chance(r, 50)) { /* what an atomic compares with, or 0 */
    unsigned same = wt_chance(r, 80), at = m->sm->lsu.o.k * m->S->ACC_LANES + wt_lowest(pend);
    for (unsigned b = 0; b < m->S->SMEM_BANKS; b++) m->sm->smbank[b].o.rdata = !b && same ? m->sm->lsu.o.data[at] : 0;
  }
}

void stim_lsu(wt_m *m, wt_rng *r, uint64_t cycle) {
  /* phases: free flow, slow memory, slow write-back, no acknowledgements, few instructions, loads of lines of one lane (an instruction holds every
   * tag, and the first results of the next one leave before its second request has a tag) */
  static const uint8_t mix[6][6] = {{95, 90, 60, 60, 95, 5}, {95, 15, 10, 20, 70, 5}, {90, 80, 80, 50, 15, 5},
                                    {95, 95, 60, 0, 90, 5},  {20, 60, 50, 50, 60, 5}, {95, 95, 30, 90, 95, 90}};
  const uint8_t *p = mix[cycle / 512 % 6];
  const wt_shape *S = m->S;
  if (cycle % 512 == 0) {
    m->gpu->cfg.smrows = (uint16_t)(S->SMEM_ROWS / S->CTAS ? S->SMEM_ROWS / S->CTAS : 1);
    m->gpu->cfg.local = wt_chance(r, 20) ? 512 << 10 : 16 * (1 + wt_below(r, 200));
    m->gpu->cfg.smem = m->gpu->cfg.smrows * 4 * S->SMEM_BANKS - wt_below(r, 8);
  }
  wt_dispatch_out *d = &m->sm->dispatch.o;
  memset(d, 0, sizeof *d);
  if (wt_chance(r, 5)) {
    d->launch_valid = 1;
    d->launch_last = (uint8_t)wt_chance(r, 50);
    d->launch_warp = (uint8_t)wt_below(r, S->SM_SLOTS);
    d->cta_slot = (uint8_t)wt_below(r, S->CTAS);
  }
  if (S->REPLAY && !cycle) memset(&rp, 0, sizeof rp);
  if (!S->REPLAY || replay(m, r)) beats(m, r, p[0], !p[3], p[5] > 50);
  else wt_disp_idle(&m->subcore->disp.o);
  environment(m, r, p[1], p[2], p[3]);
  if (S->L1_BYTES) cache(m, r);
  m->subcore->wb.o.ack[WT_U_LSU] = m->sm->lsu.o.wb_valid && wt_chance(r, p[4]);
  if (S->SUBCORES > 1) of_several(m);
  memories(m, r, p[5]);
}
