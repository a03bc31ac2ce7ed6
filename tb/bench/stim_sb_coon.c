/* stim_sb_coon.c - stimulus of wt_sb_coon: plays the I-buffer, the scheduler and the units around it, in m->subcore->ibuffer.q
 * and m->subcore->sched.q. Few registers and ranges, so that the table is full and vectors have several bits most of the time;
 * phases of slow and fast releases. With SB_SPLIT results come lane by lane, and the lanes of the path that runs change.
 */
#include <string.h>

#include "bench/stim.h"

static unsigned reg(wt_rng *r) { return wt_chance(r, 10) ? 251 + wt_below(r, 5) : wt_below(r, 14); }
static unsigned ndst(wt_rng *r) {
  static const uint8_t n[] = {0, 1, 1, 1, 2, 4};
  return n[wt_below(r, 6)];
}

static void random_uop(wt_rng *r, uint32_t *u) {
  for (unsigned i = 0; i < UOP_WORDS; i++) u[i] = (uint32_t)wt_rand(r);
  uop_put_need(u, wt_chance(r, 30) ? 0 : wt_below(r, 64) & wt_below(r, 64));
  uop_put_s0(u, reg(r)), uop_put_s1(u, reg(r)), uop_put_s2(u, reg(r));
  uop_put_s3(u, reg(r)), uop_put_s4(u, reg(r)), uop_put_s5(u, reg(r));
  uop_put_dst(u, reg(r)), uop_put_ndst(u, ndst(r));
  uop_put_pmask(u, wt_chance(r, 70) ? 0 : wt_below(r, 128));
  uop_put_u_use(u, wt_chance(r, 10));
}

static void set_head(wt_m *m, unsigned w) {
  const wt_ibuffer_state *q = &m->subcore->ibuffer.q;
  m->subcore->ibuffer.o.head_src[w] = 0, m->subcore->ibuffer.o.head_ctl[w] = 0;
  if (!q->count[w]) return;
  const uint32_t *u = q->entries + (w * m->S->IBUF_DEPTH + q->head[w]) * UOP_WORDS;
  const uint64_t s[] = {uop_get_s5(u), uop_get_s4(u), uop_get_s3(u), uop_get_s2(u), uop_get_s1(u), uop_get_s0(u)};
  uint64_t v = uop_get_need(u);
  for (unsigned i = 0; i < 6; i++) v = v << 8 | s[i];
  m->subcore->ibuffer.o.head_src[w] = v;
  v = WT_PLACED(uop_get_unit(u), hctl, unit) | WT_PLACED(uop_get_u_use(u), hctl, u_use) | WT_PLACED(uop_get_pmask(u), hctl, pmask);
  m->subcore->ibuffer.o.head_ctl[w] = (uint32_t)(v | WT_PLACED(uop_get_ndst(u), hctl, ndst) | WT_PLACED(uop_get_dst(u), hctl, dst));
}

static uint8_t next_slot(const wt_m *m, unsigned s) { return (uint8_t)((s + 1) % m->S->IBUF_DEPTH); }

/* What the previous cycle did to the I-buffer and to the packet in progress. */
static void follow(wt_m *m) {
  wt_ibuffer_state *q = &m->subcore->ibuffer.q;
  wt_ibuffer_out *b = &m->subcore->ibuffer.o;
  wt_sched_state *p = &m->subcore->sched.q;
  wt_sched_out *s = &m->subcore->sched.o;
  unsigned d = m->S->IBUF_DEPTH;
  const int pop = s->sel_pop | m->subcore->pack.o.pop;
  if (pop) q->head[s->sel_warp] = next_slot(m, q->head[s->sel_warp]), q->count[s->sel_warp]--;
  if (s->sel_valid) s->busy = !pop, p->warp = s->sel_warp;
  if (m->subcore->decode.o.valid && !(m->subcore->cfu->redir_valid && m->subcore->cfu->redir_warp == m->subcore->decode.o.warp)) {
    unsigned w = m->subcore->decode.o.warp;
    memcpy(q->entries_w + (w * d + b->tail[w]) * UOP_WORDS, m->subcore->decode.o.uop, sizeof m->subcore->decode.o.uop);
    b->tail[w] = next_slot(m, b->tail[w]), q->count[w]++;
  }
  if (m->subcore->cfu->redir_valid) {
    unsigned w = m->subcore->cfu->redir_warp;
    q->head[w] = b->tail[w] = q->count[w] = 0;
    if (p->warp == w) s->busy = 0;
  }
}

/* The first beat of a head that may go, or the further beats of the packet in progress. */
static void select_one(wt_m *m, wt_rng *r, unsigned percent) {
  const wt_sb_coon_state *q = &m->subcore->sb_coon.q;
  const wt_ibuffer_state *b = &m->subcore->ibuffer.q;
  wt_sched_out *s = &m->subcore->sched.o;
  wt_issue_out *i = &m->subcore->issue.o;
  wt_sched_idle(s), wt_issue_idle(i);
  unsigned n = m->S->SLOTS, w = wt_below(r, n);
  if (m->subcore->sched.o.busy) {
    w = m->subcore->sched.q.warp;
    if (!wt_chance(r, 50)) return;
    s->sel_valid = 1, s->sel_warp = (uint8_t)w, s->sel_pop = (uint8_t)wt_chance(r, 60);
    return;
  }
  if (!wt_chance(r, percent)) return;
  for (unsigned k = 0; k < n; k++, w = (w + 1) % n) {
    unsigned slot = b->head[w];
    const uint32_t *u = b->entries + (w * m->S->IBUF_DEPTH + slot) * UOP_WORDS;
    unsigned other = m->S->SB_SPLIT && uop_get_unit(u) != WT_U_SHFL ? q->issued[w] & ~(unsigned)q->here_count[w] : 0;
    if (!b->count[w] || !(q->compared[w] >> slot & 1) || (q->waits_for[w * m->S->IBUF_DEPTH + slot] & ~other)) continue;
    if ((q->pbusy[w] & uop_get_pmask(u)) || (uop_get_u_use(u) && (q->ubusy >> w & 1))) continue;
    s->sel_valid = s->sel_first = 1, s->sel_warp = (uint8_t)w, s->sel_pop = (uint8_t)wt_chance(r, 60);
    if (!uop_get_ndst(u) && wt_chance(r, 30)) return;
    i->set_valid = 1, i->set_warp = (uint8_t)w;
    i->exec = wt_chance(r, 10) ? 0 : wt_chance(r, 30) ? wt_mask64(m->S->SLOT_LANES) : wt_rand(r) & wt_mask64(m->S->SLOT_LANES);
    i->set_dst = (uint8_t)uop_get_dst(u), i->set_ndst = (uint8_t)uop_get_ndst(u);
    i->set_pw = (uint8_t)(wt_chance(r, 70) ? 0 : uop_get_pmask(u) & wt_below(r, 128));
    i->set_u = uop_get_u_use(u) && wt_chance(r, 50);
    return;
  }
}

/* A result of warp w that is missing, or (seldom) anything. */
static void missing(const wt_m *m, wt_rng *r, unsigned w, unsigned *dst, unsigned *n) {
  unsigned x = m->subcore->sb_coon.q.issued[w];
  *dst = reg(r), *n = ndst(r);
  if (!x || wt_chance(r, 5)) return;
  for (unsigned k = wt_below(r, wt_popcount(x)); k; k--) x &= x - 1;
  unsigned e = w * m->S->SB_ENTRIES + wt_lowest(x);
  *dst = m->subcore->sb_coon.q.ent_reg[e], *n = m->subcore->sb_coon.q.ent_len[e] + 1u;
}

static void releases(wt_m *m, wt_rng *r, unsigned percent) {
  wt_alu_out *a = &m->subcore->alu.o;
  wt_wb_out *b = &m->subcore->wb.o;
  unsigned w = wt_below(r, m->S->SLOTS), dst, n;
  a->rel_valid = (uint8_t)wt_chance(r, percent);
  a->rel_ndst = a->rel_pw = a->rel_u = 0;
  a->wb_warp = (uint8_t)w, a->wb_reg = (uint8_t)reg(r); /* other beats show these too */
  if (a->rel_valid) {
    missing(m, r, w, &dst, &n);
    a->wb_reg = (uint8_t)dst, a->rel_ndst = (uint8_t)n;
    a->rel_pw = (uint8_t)((wt_chance(r, 10) ? 127 : m->subcore->sb_coon.q.pbusy[w]) & wt_below(r, 128)), a->rel_u = (uint8_t)wt_chance(r, 40);
  }
  memset(b, 0, sizeof *b);
  if (!wt_chance(r, percent)) return;
  if (wt_chance(r, 60)) w = wt_below(r, m->S->SLOTS);
  missing(m, r, w, &dst, &n);
  b->rel_valid = 1, b->rel_warp = (uint8_t)w, b->rel_dst = (uint8_t)dst, b->rel_ndst = (uint8_t)n;
  b->rel_pw = (uint8_t)(m->subcore->sb_coon.q.pbusy[w] & wt_below(r, 128));
}

/* Lanes of a beat in which results of one register are written: those that are missing, or some of them. */
static uint32_t lanes(const wt_m *m, wt_rng *r, unsigned w, unsigned reg, uint32_t beat) {
  const wt_sb_coon_state *q = &m->subcore->sb_coon.q;
  uint64_t left = 0;
  for (unsigned x = q->issued[w]; x; x &= x - 1) {
    unsigned e = w * m->S->SB_ENTRIES + wt_lowest(x);
    if (reg >= q->ent_reg[e] && reg <= (unsigned)q->ent_reg[e] + q->ent_len[e]) left |= q->ent_lanes[e];
  }
  left = wt_beat_gather(m->S, beat, left);
  return (uint32_t)(wt_chance(r, 70) ? left : wt_rand(r) & wt_mask64(m->S->LANES));
}

static void write_backs(wt_m *m, wt_rng *r) {
  wt_alu_out *a = &m->subcore->alu.o;
  wt_wb_out *b = &m->subcore->wb.o;
  unsigned w = wt_below(r, m->S->SLOTS), dst, n;
  a->wb_valid = (uint8_t)(a->rel_valid || wt_chance(r, 50));
  a->wb_n = (uint8_t)wt_below(r, 3), a->wb_beat = stim_beat(m, r);
  if (!a->rel_valid && wt_chance(r, 80)) missing(m, r, a->wb_warp, &dst, &n), a->wb_reg = (uint8_t)dst;
  a->wb_mask = a->wb_valid ? lanes(m, r, a->wb_warp, a->wb_reg, a->wb_beat) : 0;
  if (b->rel_valid) w = b->rel_warp;
  b->reg_valid = (uint8_t)wt_chance(r, 60);
  if (!b->reg_valid) return;
  missing(m, r, w, &dst, &n);
  b->warp = (uint8_t)w, b->beat = stim_beat(m, r), b->reg = (uint8_t)(dst + (wt_chance(r, 80) && n ? n - 1 : 0));
  b->mask = lanes(m, r, w, b->reg, b->beat);
}

static void start(wt_m *m) {
  memset(m->subcore->ibuffer.q.count, 0, sizeof m->subcore->ibuffer.q.count);
  memset(m->subcore->ibuffer.q.head, 0, sizeof m->subcore->ibuffer.q.head);
  memset(m->subcore->ibuffer.o.tail, 0, sizeof m->subcore->ibuffer.o.tail);
  m->subcore->sched.o.busy = 0;
}

void stim_sb_coon(wt_m *m, wt_rng *r, uint64_t cycle) {
  static const uint8_t speed[] = {20, 60, 5, 90};
  unsigned phase = cycle >> 7 & 3, n = m->S->SLOTS;
  if (cycle) follow(m);
  else start(m);
  for (unsigned w = 0; w < n; w++) set_head(m, w);
  select_one(m, r, 80);
  stim_pop(m, r);
  releases(m, r, speed[phase]);
  write_backs(m, r);
  wt_decode_out *d = &m->subcore->decode.o;
  memset(d, 0, sizeof *d);
  unsigned w = (cycle >> 9 & 1) ? wt_below(r, wt_min(n, 3)) : wt_below(r, n);
  if (m->subcore->ibuffer.q.count[w] < m->S->IBUF_DEPTH && wt_chance(r, 90)) d->valid = 1, d->warp = (uint8_t)w, random_uop(r, d->uop);
  wt_cfu_out *c = m->subcore->cfu;
  c->redir_valid = (uint8_t)wt_chance(r, 3);
  c->redir_warp = c->redir_valid ? (uint8_t)wt_below(r, n) : 0;
  c->upd_valid = (uint8_t)wt_chance(r, 10);
  c->upd_warp = c->upd_valid ? (uint8_t)wt_below(r, n) : 0;
  c->upd_mask = c->upd_valid ? wt_rand(r) & wt_mask64(m->S->SLOT_LANES) : 0;
  /* a path changes between instructions */
  if (m->subcore->sched.o.busy && c->redir_warp == m->subcore->sched.q.warp) c->redir_valid = c->redir_warp = 0;
  if (m->subcore->sched.o.sel_valid && c->redir_warp == m->subcore->sched.o.sel_warp) c->redir_valid = c->redir_warp = 0;
}
