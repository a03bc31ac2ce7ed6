/* stim_sb_codes.c - stimulus of wt_sb_codes: packets that the document allows, on a machine of queues: heads with few barriers, results and operands that come back
 * in any order, collectors that hold beats for long and short, results of the fp32 unit that wait.
 */
#include <string.h>

#include "bench/stim.h"
#include "isa/wt_isa.h"

/* What has issued and not been released, and what sits in collectors. */
enum { MOST = 24 };
typedef struct {
  uint8_t warp, dst, ndst, pw, u, slow, ends;
} result;
static struct {
  result r[MOST];
  unsigned n;
  uint8_t count[MAX_WARPS];
  uint32_t uop[MAX_WARPS][MAX_IBUF][UOP_WORDS];
  uint8_t head[MAX_WARPS];
  uint32_t inside[MAX_COLL][UOP_WORDS];
  uint8_t owner[MAX_COLL];
} p;

/* A uop with these control codes now and then: any, none, few barriers. */
static void instruction(uint32_t *u, wt_rng *r) {
  static const uint8_t n[] = {0, 1, 1, 2, 4};
  memset(u, 0, UOP_WORDS * sizeof *u);
  unsigned kind = wt_below(r, 8), stall = wt_chance(r, 70) ? wt_below(r, 4) : wt_below(r, 16), wr = wt_chance(r, 40) ? wt_below(r, 8) : 7;
  uint64_t codes = stall | (uint64_t)wt_chance(r, 80) << 4 | wr << 5 | (wt_chance(r, 25) ? wt_below(r, 8) : 7) << 8;
  codes |= (uint64_t)(wt_chance(r, 30) ? 1u << wt_below(r, 6) | (unsigned)wt_chance(r, 20) << wt_below(r, 6) : 0) << 11;
  uop_put_hi(u, (wt_rand(r) & wt_mask64(41)) | codes << 41);
  uop_put_unit(u, kind < 3 ? WT_U_ALU : kind < 5 ? WT_U_FPU : kind < 6 ? WT_U_NONE : wt_below(r, WT_U_NONE + 1));
  uop_put_op(u, wt_chance(r, 8) ? WT_I_R2UR : WT_I_MOV);
  uop_put_dst(u, wt_below(r, 6)), uop_put_ndst(u, n[wt_below(r, 5)]);
  if (!uop_get_ndst(u)) uop_put_dst(u, 0);
  if (wt_chance(r, 20)) uop_put_pw(u, wt_below(r, 128));
  if (!wt_chance(r, 8)) return;
  /* DEPBAR.LE: list, most, counter */
  uop_put_op(u, WT_I_DEPBAR), uop_put_unit(u, WT_U_NONE), uop_put_dst(u, 0), uop_put_ndst(u, 0), uop_put_pw(u, 0);
  const unsigned list = wt_chance(r, 20) ? 1u << wt_below(r, 6) : 0, most = wt_below(r, wt_chance(r, 70) ? 3 : 64);
  uop_put_lo(u, (uint64_t)(list | most << 6 | wt_below(r, 8) << 12 | (unsigned)wt_chance(r, 90) << 15) << 32);
}

/* What the last release of an instruction with a result ends. */
static uint8_t ends(const uint32_t *u) {
  unsigned b = (unsigned)(uop_get_hi(u) >> 46) & 7;
  return (uint8_t)wt_min(b, WT_END_FREE);
}

static void leave(wt_m *m, wt_rng *r) {
  wt_disp_out *d = &m->subcore->disp.o;
  unsigned n = m->S->COLLECTORS, from = wt_below(r, n);
  memset(d, 0, sizeof *d);
  for (unsigned k = 0; k < n && wt_chance(r, 75); k++) {
    unsigned i = (from + k) % n;
    if (!m->subcore->collector[i].o.v) continue;
    d->valid = 1, d->idx = (uint8_t)i, d->warp = p.owner[i], d->last = 1;
    memcpy(d->uop, p.inside[i], sizeof d->uop);
    break;
  }
  for (unsigned i = n; i-- > 0;)
    if (!m->subcore->collector[i].o.v) d->free = 1, d->alloc_idx = (uint8_t)i;
}

static void releases(wt_m *m, wt_rng *r) {
  wt_alu_out *a = &m->subcore->alu.o;
  wt_wb_out *b = &m->subcore->wb.o;
  a->rel_valid = a->wb_warp = a->wb_reg = a->rel_ndst = a->rel_pw = a->rel_u = a->rel_ends = 0;
  b->rel_valid = b->rel_warp = b->rel_dst = b->rel_ndst = b->rel_pw = b->rel_ends = 0;
  for (unsigned k = 0; k < 2 && p.n; k++) {
    unsigned i = wt_below(r, p.n);
    result x = p.r[i];
    if (!wt_chance(r, p.n > 12 ? 90 : 35) || (x.slow ? b->rel_valid : a->rel_valid)) continue;
    if (x.slow) b->rel_valid = 1, b->rel_warp = x.warp, b->rel_dst = x.dst, b->rel_ndst = x.ndst, b->rel_pw = x.pw, b->rel_ends = x.ends;
    else a->rel_valid = 1, a->wb_warp = x.warp, a->wb_reg = x.dst, a->rel_ndst = x.ndst, a->rel_pw = x.pw, a->rel_u = x.u, a->rel_ends = x.ends;
    if (x.slow && !x.ndst && x.pw && wt_chance(r, 50)) b->rel_pw &= (uint8_t)-x.pw; /* one predicate after the other */
    p.r[i].pw = x.slow && !x.ndst ? (uint8_t)(x.pw & ~b->rel_pw) : 0;
    if (p.r[i].pw) b->rel_ends = WT_END_NOTHING;
    else p.r[i] = p.r[--p.n];
  }
  if (!b->rel_valid && wt_chance(r, 10))
    b->rel_valid = 1, b->rel_warp = (uint8_t)wt_below(r, m->S->SLOTS), b->rel_ends = WT_END_NOTHING; /* no result */
  m->subcore->fpu.o.wb_valid = (uint8_t)wt_chance(r, 20);
  memset(b->ack, 0, sizeof b->ack);
  b->ack[WT_U_FPU] = m->subcore->fpu.o.wb_valid && wt_chance(r, 70);
}

/* One of the warps that may issue does. */
static void issues(wt_m *m, wt_rng *r) {
  wt_issue_out *s = &m->subcore->issue.o;
  wt_sched_out *c = &m->subcore->sched.o;
  wt_warps ok = 0;
  memset(s, 0, sizeof *s), memset(c, 0, sizeof *c);
  memset(m->subcore->ibuffer.o.uop, 0, sizeof m->subcore->ibuffer.o.uop);
  for (unsigned w = 0; w < m->S->SLOTS; w++) {
    ok |= (wt_warps)(p.count[w] != 0) << w; /* what sb_ok says is not known yet */
  }
  if (!ok || !wt_chance(r, 80)) return;
  unsigned w = wt_warps_after(ok, wt_below(r, m->S->SLOTS));
  const uint32_t *u = p.uop[w][p.head[w]];
  unsigned unit = (unsigned)uop_get_unit(u);
  if (unit < WT_UNITS && (!m->subcore->disp.o.free || p.n >= MOST)) return;
  c->sel_valid = c->sel_first = c->sel_pop = 1, c->sel_warp = (uint8_t)w;
  memcpy(m->subcore->ibuffer.o.uop, u, sizeof m->subcore->ibuffer.o.uop);
  if (unit >= WT_UNITS) return;
  s->set_valid = s->alloc_valid = 1, s->set_warp = (uint8_t)w;
  s->set_dst = (uint8_t)uop_get_dst(u), s->set_ndst = (uint8_t)uop_get_ndst(u), s->set_pw = (uint8_t)uop_get_pw(u);
  s->set_u = uop_get_op(u) == WT_I_R2UR;
}

/* After the clock edge of the cycle before: what it did to queues and collectors. */
static void follow(wt_m *m) {
  const wt_sched_out *c = &m->subcore->sched.o;
  const wt_issue_out *s = &m->subcore->issue.o;
  const wt_decode_out *d = &m->subcore->decode.o;
  const wt_cfu_out *f = m->subcore->cfu;
  unsigned depth = m->S->IBUF_DEPTH;
  if (m->subcore->disp.o.valid) m->subcore->collector[m->subcore->disp.o.idx].o.v = 0;
  if (s->alloc_valid) {
    unsigned i = m->subcore->disp.o.alloc_idx;
    m->subcore->collector[i].o.v = 1, p.owner[i] = c->sel_warp;
    memcpy(p.inside[i], m->subcore->ibuffer.o.uop, sizeof p.inside[i]);
    if (s->set_ndst || s->set_pw || s->set_u)
      p.r[p.n++] =
        (result){s->set_warp, s->set_dst, s->set_ndst, s->set_pw, s->set_u, !s->set_u && uop_get_unit(p.inside[i]) != WT_U_ALU, ends(p.inside[i])};
  }
  if (c->sel_pop | m->subcore->pack.o.pop) p.count[c->sel_warp]--, p.head[c->sel_warp] = (uint8_t)((p.head[c->sel_warp] + 1) % depth);
  if (d->valid) memcpy(p.uop[d->warp][m->subcore->ibuffer.o.tail[d->warp]], d->uop, sizeof d->uop), p.count[d->warp]++;
  for (unsigned w = 0; w < m->S->SLOTS; w++) m->subcore->ibuffer.o.tail[w] = (uint8_t)((p.head[w] + p.count[w]) % depth);
  if (f->redir_valid) p.count[f->redir_warp] = p.head[f->redir_warp] = m->subcore->ibuffer.o.tail[f->redir_warp] = 0;
}

void stim_sb_codes(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_decode_out *d = &m->subcore->decode.o;
  wt_cfu_out *f = m->subcore->cfu;
  if (!cycle) {
    memset(&p, 0, sizeof p);
    for (unsigned i = 0; i < m->S->COLLECTORS; i++) m->subcore->collector[i].o.v = 0;
    memset(m->subcore->ibuffer.o.tail, 0, sizeof m->subcore->ibuffer.o.tail);
  } else {
    follow(m);
  }
  leave(m, r);
  releases(m, r);
  issues(m, r);
  stim_pop(m, r);
  f->redir_valid = (uint8_t)wt_chance(r, 3), f->redir_warp = f->redir_valid ? (uint8_t)wt_below(r, m->S->SLOTS) : 0;
  unsigned w = wt_below(r, m->S->SLOTS);
  memset(d, 0, sizeof *d);
  if (p.count[w] >= m->S->IBUF_DEPTH || !wt_chance(r, 90)) return;
  d->valid = 1, d->warp = (uint8_t)w;
  instruction(d->uop, r);
}
