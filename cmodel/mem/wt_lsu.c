/* wt_lsu.c - C twin of the load/store unit. */
#include "mem/wt_lsu.h"

#include <string.h>

#include "isa/wt_isa.h"
#include "spec/wt_fsm.h"

enum { AOP_CAS = 9, AOP_CAST = 10 }; /* CAST gives 1 when it has written, not the old value */

static uint64_t beat_lanes(const wt_shape *S, uint64_t lanes, unsigned beat) { return lanes >> (beat * S->LANES) & wt_mask64(S->LANES); }
static int words_of(unsigned sz) { return sz < 5 ? 1 : sz == 5 ? 2 : 4; }
static unsigned bytes_of(unsigned sz) { return sz < 2 ? 1 : sz < 4 ? 2 : sz == 4 ? 4 : sz == 5 ? 8 : 16; }
static int returns(const wt_lsu *self) { return self->o.mop == WT_MEM_LOAD || self->o.mop == WT_MEM_ATOM; }
/* R15: lanes whose generic atomic adds numbers outside of global memory. What has a predicate is a generic atomic. */
static uint64_t unfit(const wt_lsu *self) {
  const wt_lsu_state *q = &self->q;
  uint64_t lanes = 0;
  if (q->atype != 3 && q->atype != 4 && q->atype != 6) return 0;
  for (unsigned l = 0; l < self->in.S->ACC_LANES; l++) lanes |= (uint64_t)(self->o.addr[l] >> 62 != 0) << l;
  return lanes;
}
static unsigned out_max(const wt_shape *S) { return (1u << S->OUT_W) - 1; }

/* First beat from `from` on that has lanes, or is one of `members`; ACC_BEATS if there is none. */
static unsigned next_of(const wt_shape *S, uint64_t lanes, unsigned members, unsigned from) {
  while (from < S->ACC_BEATS && !beat_lanes(S, lanes, from) && !(members >> from & 1)) from++;
  return from;
}
static unsigned next_beat(const wt_shape *S, uint64_t lanes, unsigned from) { return next_of(S, lanes, 0, from); }

/* ---- GROUPING=dwr: an access has the lanes of a large warp, a beat is a sub-warp (a warp slot), and every sub-warp is released by itself ---- */
static int ganged(const wt_shape *S) { return S->GANG > 1; }
static unsigned base_of(const wt_shape *S, unsigned warp) { return warp / S->GANG * S->GANG; }
static unsigned warp_of(const wt_shape *S, unsigned warp, unsigned beat) { return ganged(S) ? base_of(S, warp) + beat : warp; } /* R16 */
static uint32_t beat_of(const wt_shape *S, unsigned beat) { return ganged(S) ? 0 : wt_beat_all(S, beat); }
static wt_warps warps_of(const wt_shape *S, unsigned warp, unsigned members) { /* R16 */
  return ganged(S) ? (wt_warps)members << base_of(S, warp) : wt_warp(warp);
}
static unsigned with_lanes(const wt_shape *S, uint64_t lanes) {
  unsigned members = 0;
  for (unsigned b = 0; b < S->ACC_BEATS; b++) members |= (unsigned)(beat_lanes(S, lanes, b) != 0) << b;
  return members;
}
/* R18: Some warp of the access can have nothing more outstanding. */
static int counted_out(const wt_lsu *self) {
  int some = 0;
  for (wt_warps x = warps_of(self->in.S, self->q.warp, self->q.members); x; x &= x - 1)
    some |= self->q.outstanding[wt_warps_first(x)] == out_max(self->in.S);
  return some;
}

/* Entry record: what ends with it (SCOREBOARD=codes), members (GROUPING=dwr), warp, destination, number of destinations, size. */
static uint32_t meta_pack(unsigned warp, unsigned dst, unsigned ndst, unsigned sz) { return warp << 14 | dst << 6 | ndst << 3 | sz; }
static unsigned meta_warp(const wt_shape *S, uint32_t x) { return x >> 14 & (uint32_t)wt_mask64(S->SM_WARP_W); }
static unsigned meta_members(const wt_shape *S, uint32_t x) { return ganged(S) ? x >> (14 + S->SM_WARP_W) & (uint32_t)wt_mask64(S->GANG) : 0; }
static unsigned meta_ends(const wt_shape *S, uint32_t x) { return S->CODES ? x >> (S->ENT_W - 3) : 0; }
static unsigned meta_dst(uint32_t x) { return x >> 6 & 255; }
static unsigned meta_ndst(uint32_t x) { return x >> 3 & 7; }
static unsigned meta_sz(uint32_t x) { return x & 7; }

/* Row of per-lane offsets: 7 bits each, packed. */
static unsigned off_words(const wt_shape *S) { return (7 * S->ACC_LANES + 31) / 32; }
static void offsets_put(uint32_t *row, const uint64_t *addr, unsigned n) {
  uint64_t acc = 0;
  unsigned bits = 0;
  for (unsigned l = 0; l < n; l++) {
    acc |= (addr[l] & 127) << bits;
    bits += 7;
    if (bits >= 32) {
      *row++ = (uint32_t)acc;
      acc >>= 32;
      bits -= 32;
    }
  }
  if (bits) *row = (uint32_t)acc;
}

/* R7: Register value of a load: the bytes at byte `low` of the word, extended. */
static uint32_t extend(uint32_t word, unsigned low, unsigned sz) {
  if (sz >= 4) return word;
  uint32_t x = sz < 2 ? word >> 8 * (low & 3) & 0xff : word >> 8 * (low & 2) & 0xffff;
  if (sz == 1) return (uint32_t)(int32_t)(int8_t)x;
  if (sz == 3) return (uint32_t)(int32_t)(int16_t)x;
  return x;
}

/* R21: No request of the entry will follow. */
static int all_sent(const wt_lsu *self, unsigned it) {
  if (self->in.S->REPLAY) return !(self->q.ent_open >> it & 1);
  return !(self->q.state == WT_LSU_REQUEST && returns(self) && self->q.ent == it);
}

/* R17: Sub-warps that a line releases with its last word: all of the entry, with the entry's last line. */
static unsigned released(const wt_lsu *self, unsigned it, int last_word) {
  int ends = last_word && self->q.ent_lines[it] == 1 && all_sent(self, it);
  return ends ? meta_members(self->in.S, self->q.ent_meta[it]) : 0;
}
/* R17: ... and results from shared memory. */
static unsigned released_shared(const wt_lsu *self, int last_word) { return ganged(self->in.S) && last_word && !self->q.rest ? self->q.members : 0; }

/* ---- outputs ---- */

static void wb_response(const wt_lsu *self, wt_lsu_out *o) { /* R7 */
  const wt_lsu_state *q = &self->q;
  const wt_shape *S = self->in.S;
  uint32_t meta = q->ent_meta[q->line_ent];
  const uint32_t *off = q->ent_off + q->line_ent * off_words(S);
  unsigned sz = meta_sz(meta), first = q->line_beat * S->LANES;
  o->wb_warp = (uint8_t)warp_of(S, meta_warp(S, meta), q->line_beat);
  o->wb_beat = beat_of(S, q->line_beat);
  o->wb_reg = (uint8_t)(meta_dst(meta) + q->line_word);
  o->wb_mask = (uint32_t)beat_lanes(S, q->line_lanes, q->line_beat);
  o->wb_regv = o->wb_mask != 0;
  for (uint32_t p = o->wb_mask; p; p &= p - 1) {
    unsigned l = wt_lowest(p), at = (unsigned)wt_words_get(off, (first + l) * 7, 7);
    o->wb_data[l] = extend(q->line_data[(at / 4 + q->line_word) & 31], at, sz);
  }
  o->wb_last = q->line_word + 1 == words_of(sz) && (ganged(S) || next_beat(S, q->line_lanes, q->line_beat + 1u) == S->ACC_BEATS) &&
               q->ent_lines[q->line_ent] == 1 && all_sent(self, q->line_ent);
  if (o->wb_last) o->wb_dst = (uint8_t)meta_dst(meta), o->wb_ndst = (uint8_t)meta_ndst(meta), o->wb_ends = (uint8_t)meta_ends(S, meta); /* R12 */
}

static void wb_shared(const wt_lsu *self, wt_lsu_out *o) { /* R8 */
  const wt_lsu_state *q = &self->q;
  const wt_shape *S = self->in.S;
  unsigned first = q->beat * S->LANES;
  o->wb_warp = (uint8_t)warp_of(S, q->warp, q->beat);
  o->wb_beat = beat_of(S, q->beat);
  o->wb_reg = (uint8_t)(q->dst + self->o.k);
  o->wb_mask = (uint32_t)beat_lanes(S, q->mask, q->beat);
  o->wb_regv = o->wb_mask != 0;
  for (uint32_t p = o->wb_mask; p; p &= p - 1) {
    unsigned l = wt_lowest(p);
    o->wb_data[l] = extend(self->o.data[self->o.k * S->ACC_LANES + first + l], (unsigned)self->o.addr[first + l], self->o.sz);
  }
  o->wb_last = self->o.k + 1 == words_of(self->o.sz) && (ganged(S) || next_beat(S, q->mask, q->beat + 1u) == S->ACC_BEATS) && !q->rest; /* R14 */
  if (o->wb_last) o->wb_dst = q->dst, o->wb_ndst = q->ndst, o->wb_ends = q->ends;                                                       /* R12 */
}

static void wb_pred(const wt_lsu *self, wt_lsu_out *o) { /* R15 */
  const wt_lsu_state *q = &self->q;
  o->wb_warp = (uint8_t)warp_of(self->in.S, q->warp, q->beat);
  o->wb_beat = beat_of(self->in.S, q->beat);
  o->wb_mask = (uint32_t)beat_lanes(self->in.S, q->mask, q->beat);
  o->wb_pwv = 1;
  o->wb_p = q->pu;
  o->wb_pbits = (uint32_t)beat_lanes(self->in.S, q->mask & ~unfit(self), q->beat);
  o->wb_last = next_beat(self->in.S, q->mask, q->beat + 1u) == self->in.S->ACC_BEATS;
  if (o->wb_last && self->in.S->CODES) o->wb_ends = q->ndst ? WT_END_NOTHING : q->ends; /* registers are to come */
}

static void moore_wb(const wt_lsu *self, wt_lsu_out *o) {
  const wt_lsu_state *q = &self->q;
  if (o->wb_valid) {
    o->wb_warp = o->wb_beat = o->wb_reg = o->wb_regv = o->wb_last = o->wb_dst = o->wb_ndst = o->wb_ends = o->wb_pwv = o->wb_p = 0; /* R12 */
    o->wb_mask = o->wb_pbits = 0;
    memset(o->wb_data, 0, self->in.S->LANES * sizeof *o->wb_data);
  }
  o->wb_valid = q->line_valid || q->state == WT_LSU_SHARED_WB || q->state == WT_LSU_RELEASE || q->state == WT_LSU_PRED;
  if (q->line_valid) {
    wb_response(self, o);
  } else if (q->state == WT_LSU_SHARED_WB) {
    wb_shared(self, o);
  } else if (q->state == WT_LSU_PRED) {
    wb_pred(self, o);
  } else if (q->state == WT_LSU_RELEASE) { /* R10 */
    o->wb_warp = (uint8_t)warp_of(self->in.S, q->warp, q->beat);
    o->wb_last = 1;
    o->wb_dst = q->dst;
    o->wb_ndst = q->ndst;
    o->wb_ends = q->ends;
  }
}

static void moore_req(const wt_lsu_state *q, wt_lsu_out *o) {
  if (!q->rq_valid && !o->req_valid) return; /* R6 */
  o->req_valid = q->rq_valid, o->req_op = q->rq_op, o->req_space = q->rq_space, o->req_warp = q->rq_warp;
  o->req_cta = q->rq_cta, o->req_split = q->rq_split, o->req_pc = q->rq_pc, o->req_lanes = q->rq_lanes;
  o->req_line = q->rq_line, o->req_tag = q->rq_tag;
  o->req_aop = q->rq_aop, o->req_atype = q->rq_atype, o->req_order = q->rq_order, o->req_scope = q->rq_scope;
  memcpy(o->req_bmask, q->rq_bmask, sizeof o->req_bmask);
  memcpy(o->req_data, q->rq_data, sizeof o->req_data);
}
#include "mem/wt_lsu_replay.h"

void wt_lsu_moore(wt_lsu *self) {
  const wt_lsu_state *q = &self->q;
  const wt_shape *S = self->in.S;
  wt_lsu_out *o = &self->o;
  int busy = q->collecting || q->state != WT_LSU_COLLECT;
  o->ready = q->state == WT_LSU_COLLECT;                                                                                  /* R1 */
  o->quiet = ~(q->has_outstanding | (busy ? warps_of(S, q->warp, q->members) : 0)) & wt_warps_upto(S->SM_SLOTS);          /* R9 */
  o->rsp_ready = !q->line_valid && q->state != WT_LSU_SHARED_WB && q->state != WT_LSU_RELEASE && q->state != WT_LSU_PRED; /* R7 */
  o->cq = q->state == WT_LSU_REQUEST && (returns(self) ? q->tag_valid != wt_mask64(S->LSU_LINES) : !counted_out(self));   /* R5 */
  o->sq = q->state == WT_LSU_SHARED && q->phase != 1;
  o->swr = q->state == WT_LSU_SHARED && q->phase == 2;
  o->sval = o->swr ? (uint32_t)(q->new_val >> 32 * (o->k & 1)) : 0;
  if (o->wb_valid || q->line_valid || busy) moore_wb(self, o);
  moore_req(q, o);
  if (S->REPLAY) moore_replay(self);
  o->perf_valid = q->perf_valid, o->perf_warp = q->perf_warp, o->perf_lanes = q->perf_lanes;
  o->fault_valid = q->fault_valid, o->fault_kind = q->fault_kind, o->fault_warp = q->fault_warp;
  o->fault_pc = q->fault_pc, o->fault_lane = q->fault_lane;
}

/* ---- clock edge ---- */

/* What is next to it: the first-level cache, or memory. */
static int port_ready(const wt_lsu *self) { return self->in.S->L1_BYTES ? self->in.l1d->ready : self->in.env->mem_ready; }
static int rsp_valid(const wt_lsu *self) { return self->in.S->L1_BYTES ? self->in.l1d->rsp_valid : self->in.env->rsp_valid; }
static unsigned rsp_tag(const wt_lsu *self) { return self->in.S->L1_BYTES ? self->in.l1d->rsp_tag : self->in.env->rsp_tag; }
static const uint32_t *rsp_data(const wt_lsu *self) { return self->in.S->L1_BYTES ? self->in.l1d->rsp_data : self->in.env->rsp_data; }

/* What an edge does to the counters and the tables; applied at its end, as several parts of the unit touch them. */
typedef struct {
  wt_warps inc;      /* these warps have one thing more outstanding */
  unsigned sent;     /* lines of entry q->ent that were requested */
  unsigned done;     /* a line of this entry is complete: its bit */
  uint64_t tag_free; /* tags */
} edge;

static void take_header(wt_lsu *self, const wt_lsu_beat *d) { /* R1 */
  wt_lsu_state *q = &self->q;
  wt_lsu_out *o = &self->o;
  uint64_t hi = uop_get_hi(d->uop);
  unsigned op = (unsigned)uop_get_op(d->uop), size = hi >> 9 & 7;
  q->warp = d->warp;
  q->split = d->split;
  q->pc = (uint32_t)uop_get_pc(d->uop);
  q->dst = (uint8_t)uop_get_dst(d->uop);
  q->ndst = (uint8_t)uop_get_ndst(d->uop);
  q->ends = d->ends;
  q->atype = (uint8_t)size;
  q->order = hi >> 15 & 3;
  q->scope = hi >> 13 & 3;
  o->sz = (uint8_t)size;
  o->aop = 0;
  o->mop = WT_MEM_LOAD;
  q->space = WT_SP_GLOBAL;
  q->generic = 0;
  q->pu = 7;
  switch (op) {
    case WT_I_STG:
    case WT_I_STG_U: o->mop = WT_MEM_STORE; break;
    case WT_I_LDS: q->space = WT_SP_SHARED; break;
    case WT_I_STS:
    case WT_I_STS_U: q->space = WT_SP_SHARED, o->mop = WT_MEM_STORE; break;
    case WT_I_LD: q->generic = 1; break; /* R14 */
    case WT_I_ST:
    case WT_I_ST_U: q->generic = 1, o->mop = WT_MEM_STORE; break;
    case WT_I_ATOM:
    case WT_I_ATOM_U: q->generic = 1, o->mop = WT_MEM_ATOM, o->aop = hi >> 23 & 15, q->pu = hi >> 17 & 7; break;
    case WT_I_ATOM_CAS: q->generic = 1, o->mop = WT_MEM_ATOM, o->aop = AOP_CAS, q->pu = hi >> 17 & 7; break;
    case WT_I_ATOMS:
    case WT_I_ATOMS_U: q->space = WT_SP_SHARED, o->mop = WT_MEM_ATOM, o->aop = hi >> 23 & 15; break;
    case WT_I_ATOMS_CAS: q->space = WT_SP_SHARED, o->mop = WT_MEM_ATOM, o->aop = (hi >> 23 & 3) == 3 ? AOP_CAST : AOP_CAS; break; /* R13 */
    case WT_I_LDL: q->space = WT_SP_LOCAL; break;
    case WT_I_STL:
    case WT_I_STL_U: q->space = WT_SP_LOCAL, o->mop = WT_MEM_STORE; break;
    case WT_I_LDC: q->space = WT_SP_CONST; break;
    case WT_I_ATOMG:
    case WT_I_ATOMG_U: o->mop = WT_MEM_ATOM, o->aop = hi >> 23 & 15; break;
    case WT_I_ATOMG_CAS: o->mop = WT_MEM_ATOM, o->aop = AOP_CAS; break;
    case WT_I_RED: o->mop = WT_MEM_RED, o->aop = hi >> 23 & 7; break;
    case WT_I_CCTL: o->mop = WT_MEM_CCTL; break;
    default: break;
  }
  if (o->mop == WT_MEM_ATOM || o->mop == WT_MEM_RED) o->sz = size == 2 || size == 5 || size == 6 ? 5 : 4; /* R1 */
}

#include "mem/wt_lsu_addr.h"

/* R23: The lanes of a packed beat go to their places in the access; the others leave what was there. */
static void take_packed(wt_lsu *self, const wt_lsu_beat *d) {
  const wt_shape *S = self->in.S;
  uint64_t addr[MAX_LANES];
  addresses(S, addr, d, S->LANES);
  for (uint32_t left = d->mask; left; left &= left - 1) {
    const unsigned l = wt_lowest(left), lane = lane_of(S, d, l);
    self->q.mask |= UINT64_C(1) << lane;
    self->o.addr[lane] = self->o.mop == WT_MEM_CCTL ? 0 : addr[l]; /* R2 */
    for (unsigned k = 0; k < 4; k++) self->o.data[k * S->ACC_LANES + lane] = d->data[(k + 2) * S->LANES + l];
  }
}

static void take_beat(wt_lsu *self, const wt_lsu_beat *d) { /* R1 */
  wt_lsu_state *q = &self->q;
  unsigned n = self->in.S->LANES, ws = self->in.S->ACC_LANES, member = d->warp % self->in.S->GANG;
  unsigned at = lane_of(self->in.S, d, 0);
  if (!q->collecting) {
    take_header(self, d);
    q->mask = 0, q->members = 0;
  }
  if (ganged(self->in.S)) q->members |= (uint8_t)(1u << member);
  if (self->in.S->PACK) {
    take_packed(self, d);
  } else {
    q->mask |= (uint64_t)d->mask << at; /* every beat comes once */
    addresses(self->in.S, self->o.addr + at, d, n);
    if (self->o.mop == WT_MEM_CCTL) memset(self->o.addr + at, 0, n * sizeof *self->o.addr); /* R2 */
    for (unsigned k = 0; k < 4; k++) memcpy(self->o.data + k * ws + at, d->data + (k + 2) * n, n * sizeof *self->o.data);
  }
  q->collecting = !d->last;
  if (d->last) q->state = q->pu == 7 ? WT_LSU_CHECK : WT_LSU_PRED;
  if (d->last && q->pu != 7) {
    unsigned b = next_of(self->in.S, q->mask, q->members, 0);
    q->beat = (uint8_t)(b == self->in.S->ACC_BEATS ? 0 : b);
  }
}

static uint64_t misaligned_lanes(const uint64_t *addr, unsigned n, unsigned bytes) { /* R3 */
  uint64_t bad = 0;
  for (unsigned l = 0; l < n; l++) bad |= (uint64_t)((addr[l] & (bytes - 1)) != 0) << l;
  return bad;
}
static uint64_t outside_lanes(const uint64_t *addr, unsigned n, uint64_t bytes, uint64_t limit) { /* R3 */
  uint64_t bad = 0;
  for (unsigned l = 0; l < n; l++) bad |= (uint64_t)((addr[l] & 0xffffffffu) + bytes > limit) << l;
  return bad;
}
static uint64_t outside_local(const wt_shape *S, const uint64_t *addr, unsigned bytes, uint64_t limit) {
  uint64_t bad = 0;
  for (unsigned l = 0; l < S->ACC_LANES; l++) bad |= (uint64_t)((uint64_t)local_offset(S, addr[l]) + bytes > limit) << l;
  return bad;
}

static void open_entry(wt_lsu *self, edge *e) { /* R4 */
  wt_lsu_state *q = &self->q;
  unsigned it = wt_lowest(~(uint64_t)q->ent_valid);
  q->ent = (uint8_t)it;
  q->ent_valid |= (uint16_t)(1u << it);
  WT_PUT(q, ent_meta, it) =
    meta_pack(q->warp, q->dst, q->ndst, self->o.sz) | (ganged(self->in.S) ? (uint32_t)q->members << (14 + self->in.S->SM_WARP_W) : 0);
  if (self->in.S->CODES) q->ent_meta_w[it] |= (uint32_t)q->ends << (self->in.S->ENT_W - 3);
  offsets_put(WT_PUT_WORDS(q, ent_off, it, off_words(self->in.S)), self->o.addr, self->in.S->ACC_LANES);
  e->inc = warps_of(self->in.S, q->warp, q->members);
  if (self->in.S->REPLAY) q->ent_open |= (uint16_t)(1u << it); /* R21 */
}

static uint64_t lanes_with(const uint64_t *addr, unsigned n, unsigned bit) {
  uint64_t m = 0;
  for (unsigned l = 0; l < n; l++) m |= (addr[l] >> bit & 1) << l;
  return m;
}

static void check(wt_lsu *self, edge *e) { /* R3 */
  wt_lsu_state *q = &self->q;
  const wt_shape *S = self->in.S;
  uint64_t in_shared = q->generic ? q->mask & lanes_with(self->o.addr, S->ACC_LANES, 62) : q->space == WT_SP_SHARED ? q->mask : 0;
  uint64_t in_local = q->generic ? lanes_with(self->o.addr, S->ACC_LANES, 63) : q->space == WT_SP_LOCAL ? q->mask : 0;
  unsigned space = !q->generic ? q->space : in_shared ? WT_SP_SHARED : WT_SP_GLOBAL;
  int entry = returns(self) && space != WT_SP_SHARED;
  if (S->REPLAY && !self->in.replay->active && self->in.replay->warps >> q->warp & 1) { /* R19 */
    park(self, WT_RP_ORDER);
    return;
  }
  const int full = q->ent_valid == (uint16_t)wt_mask64(S->LSU_ENTRIES);
  if (entry && (full || counted_out(self))) {       /* R4 */
    if (full && S->REPLAY) park(self, WT_RP_ENTRY); /* R19 */
    return;
  }
  q->space = (uint8_t)space;
  unsigned bytes = bytes_of(self->o.sz);
  uint64_t crooked = q->mask & misaligned_lanes(self->o.addr, S->ACC_LANES, bytes), bad = crooked;
  if (in_shared) bad |= in_shared & outside_lanes(self->o.addr, S->ACC_LANES, bytes, self->in.cfg->smem);
  if (in_local) bad |= q->mask & in_local & outside_local(S, self->o.addr, bytes, self->in.cfg->local);
  if (bad) {
    unsigned l = wt_lowest(bad);
    q->fault_valid = 1;
    q->fault_kind = !(crooked >> l & 1);
    q->fault_warp = (uint8_t)warp_of(S, q->warp, l / S->LANES);
    q->fault_pc = q->pc;
    q->fault_lane = (uint8_t)(ganged(S) ? l % S->LANES : l);
  }
  q->mask &= ~bad; /* R3 */
  q->rest = q->generic && q->space == WT_SP_SHARED ? q->mask & ~in_shared : 0;
  q->mask &= ~q->rest;
  self->o.pend = q->mask; /* word and phase are 0: whoever was before has left them so */
  q->cta = q->warp_cta[q->warp];
  self->o.sbase = (uint16_t)((unsigned)q->cta * self->in.cfg->smrows & wt_mask64(S->SMROW_W));
  if (!q->mask && q->rest) {
    q->mask = q->rest;
    q->rest = 0;
  } else if (!q->mask) {
    q->state = q->ndst ? WT_LSU_RELEASE : WT_LSU_COLLECT; /* R10 */
    q->beat = (uint8_t)(ganged(S) ? wt_lowest(q->members) : q->beat);
  } else if (q->space == WT_SP_SHARED) {
    q->state = WT_LSU_SHARED;
  } else {
    q->state = WT_LSU_REQUEST;
    if (entry) open_entry(self, e);
  }
}

static void drop_request(wt_lsu_state *q) { /* R6 */
  q->rq_valid = q->rq_op = q->rq_space = q->rq_warp = q->rq_cta = q->rq_split = 0;
  q->rq_pc = 0, q->rq_lanes = 0, q->rq_line = 0;
  q->rq_tag = q->rq_aop = q->rq_atype = q->rq_order = q->rq_scope = 0;
  memset(q->rq_bmask, 0, sizeof q->rq_bmask);
  memset(q->rq_data, 0, sizeof q->rq_data);
}

static void make_request(wt_lsu *self, edge *e) { /* R5 */
  wt_lsu_state *q = &self->q;
  const wt_lsu_in_coal *c = self->in.coal;
  q->rq_valid = 1;
  q->rq_op = self->o.mop, q->rq_space = q->generic && c->line >> 56 ? WT_SP_LOCAL : q->space, q->rq_warp = q->warp, q->rq_cta = q->cta;
  q->rq_split = q->split, q->rq_pc = q->pc;
  q->rq_lanes = c->lanes, q->rq_line = c->line;
  q->rq_aop = self->o.aop, q->rq_atype = q->atype, q->rq_order = q->order, q->rq_scope = q->scope;
  memcpy(q->rq_bmask, c->bmask, sizeof q->rq_bmask);
  memcpy(q->rq_data, c->data, sizeof q->rq_data);
  q->rq_tag = 0;
  if (returns(self)) {
    unsigned t = wt_lowest(~q->tag_valid);
    q->rq_tag = (uint8_t)t;
    q->tag_valid |= UINT64_C(1) << t;
    WT_PUT(q, tag_ent, t) = q->ent;
    WT_PUT(q, tag_lanes, t) = c->lanes;
    e->sent++;
  } else if (self->o.mop != WT_MEM_CCTL) e->inc = warps_of(self->in.S, q->warp, with_lanes(self->in.S, c->lanes)); /* R18 */
  self->o.pend &= ~c->lanes;
  if (self->o.pend) {
    if (self->in.S->REPLAY) park(self, WT_RP_LINE); /* R19 */
    return;
  }
  q->state = WT_LSU_COLLECT;
  if (self->in.S->REPLAY && returns(self)) q->ent_open &= (uint16_t) ~(1u << q->ent); /* R21 */
}

/* R19: No request can be formed in this cycle. */
static void no_request(wt_lsu *self) {
  if (!self->in.S->REPLAY) return;
  if (returns(self) && self->q.tag_valid == wt_mask64(self->in.S->LSU_LINES)) park(self, WT_RP_TAG);
  else if (self->o.cq) park(self, WT_RP_PORT);
}

static void report(wt_lsu_state *q, uint64_t lanes) {
  q->perf_valid = 1;
  q->perf_warp = q->warp;
  q->perf_lanes = lanes;
}

/* R14: The shared lanes are done; those of other memories follow. */
static void shared_done(wt_lsu_state *q) {
  q->state = q->rest ? WT_LSU_CHECK : WT_LSU_COLLECT;
  if (q->rest) q->mask = q->rest;
  q->rest = 0;
}

static void shared_end(wt_lsu *self) {
  wt_lsu_state *q = &self->q;
  self->o.k = 0;
  q->beat = (uint8_t)next_of(self->in.S, q->mask, released_shared(self, words_of(self->o.sz) == 1), 0);
  if (self->o.mop != WT_MEM_STORE && q->ndst) q->state = WT_LSU_SHARED_WB;
  else shared_done(q);
}

static uint64_t atomic_value(unsigned aop, unsigned type, uint64_t old, uint64_t v, uint64_t cas) { /* R13 */
  unsigned bits = type == 2 || type == 5 ? 64 : 32, sgn = type == 1 || type == 5;
  uint64_t m = wt_mask64(bits), flip = sgn ? UINT64_C(1) << (bits - 1) : 0;
  old &= m, v &= m, cas &= m;
  int less = (old ^ flip) < (v ^ flip);
  switch (aop) {
    case 0: return old + v;
    case 1: return less ? old : v;
    case 2: return less ? v : old;
    case 3: return less ? old + 1 : 0;
    case 4: return old == 0 || !(less || old == v) ? v : old - 1;
    case 5: return old & v;
    case 6: return old | v;
    case 7: return old ^ v;
    case 8: return v;
    default: return old == v ? cas : old;
  }
}

/* R13: The lowest pending lane: its words are read, the new value is made, its words are written. */
static void atomic_pass(wt_lsu *self) {
  wt_lsu_state *q = &self->q;
  const wt_shape *S = self->in.S;
  unsigned l = wt_lowest(self->o.pend), ws = S->ACC_LANES, half = 32 * (self->o.k & 1);
  uint32_t *d = self->o.data, word = 0;
  int end = self->o.k + 1 == words_of(self->o.sz);
  if (q->phase == 0) {
    for (unsigned b = 0; b < S->SMEM_BANKS; b++) word |= self->in.smbank[b].rdata; /* one bank is enabled */
    if (!self->o.k) q->old_val = 0;
    q->old_val |= (uint64_t)word << half;
  }
  if (q->phase == 1)
    q->new_val = atomic_value(self->o.aop, q->atype, q->old_val, (uint64_t)d[ws + l] << 32 | d[l], (uint64_t)d[3 * ws + l] << 32 | d[2 * ws + l]);
  if (q->phase != 1 && !end) {
    self->o.k++;
    return;
  }
  self->o.k = 0;
  if (q->phase != 2) {
    q->phase++;
    return;
  }
  q->phase = 0;
  uint64_t cmp = ((uint64_t)d[ws + l] << 32 | d[l]) & wt_mask64(self->o.sz == 5 ? 64 : 32);
  uint64_t got = self->o.aop == AOP_CAST ? q->old_val == cmp : q->old_val;
  d[l] = (uint32_t)got;
  d[ws + l] = (uint32_t)(got >> 32);
  report(q, UINT64_C(1) << l);
  self->o.pend &= self->o.pend - 1;
  if (!self->o.pend) shared_end(self);
  else if (S->REPLAY) park(self, WT_RP_CONFLICT); /* R19 */
}

static void shared_pass(wt_lsu *self) { /* R8 */
  wt_lsu_state *q = &self->q;
  const wt_shape *S = self->in.S;
  uint64_t lanes = self->in.smem->lanes;
  int words = words_of(self->o.sz), load = self->o.mop == WT_MEM_LOAD;
  for (uint64_t p = load ? lanes : 0; p; p &= p - 1) {
    unsigned l = wt_lowest(p), bank = (((uint32_t)self->o.addr[l] >> 2) + self->o.k) & (S->SMEM_BANKS - 1);
    self->o.data[self->o.k * S->ACC_LANES + l] = self->in.smbank[bank].rdata;
  }
  self->o.pend &= ~lanes;
  if (words == 1) report(q, lanes);
  if (self->o.pend) {
    if (S->REPLAY && words == 1) park(self, WT_RP_CONFLICT); /* R19 */
    return;
  }
  if (self->o.k + 1 < words) {
    self->o.k++;
    self->o.pend = q->mask;
    return;
  }
  if (words > 1) report(q, q->mask); /* R8 */
  shared_end(self);
}

static void shared_wb_done(wt_lsu *self) { /* R8 */
  wt_lsu_state *q = &self->q;
  int end = self->o.k + 1 == words_of(self->o.sz);
  unsigned b = next_of(self->in.S, q->mask, released_shared(self, end), q->beat + 1u);
  if (b == self->in.S->ACC_BEATS) {
    b = next_of(self->in.S, q->mask, released_shared(self, self->o.k + 2 == words_of(self->o.sz)), 0);
    self->o.k = end ? 0 : (uint8_t)(self->o.k + 1);
    if (end) shared_done(q);
  }
  q->beat = (uint8_t)b;
}

/* R10: Nothing but the release was left: a result for every sub-warp of the access, or the only one. */
static void release_done(wt_lsu *self) {
  unsigned b = ganged(self->in.S) ? next_of(self->in.S, 0, self->q.members, self->q.beat + 1u) : self->in.S->ACC_BEATS; /* R17 */
  if (b < self->in.S->ACC_BEATS) self->q.beat = (uint8_t)b;
  else self->q.state = WT_LSU_COLLECT;
}

static void pred_done(wt_lsu *self) { /* R15 */
  wt_lsu_state *q = &self->q;
  unsigned b = next_beat(self->in.S, q->mask, q->beat + 1u);
  if (b < self->in.S->ACC_BEATS) {
    q->beat = (uint8_t)b;
    return;
  }
  q->mask &= ~unfit(self);
  q->state = WT_LSU_CHECK;
}

static void response_wb_done(wt_lsu *self, edge *e) { /* R7 */
  wt_lsu_state *q = &self->q;
  int words = words_of(meta_sz(q->ent_meta[q->line_ent])), end = q->line_word + 1 == words;
  unsigned b = next_of(self->in.S, q->line_lanes, released(self, q->line_ent, end), q->line_beat + 1u);
  if (b < self->in.S->ACC_BEATS) {
    q->line_beat = (uint8_t)b;
  } else if (!end) {
    q->line_word++;
    q->line_beat = (uint8_t)next_of(self->in.S, q->line_lanes, released(self, q->line_ent, q->line_word + 1 == words), 0);
  } else {
    q->line_valid = 0;
    e->done = 1u << q->line_ent;
  }
}

static void take_response(wt_lsu *self, edge *e) { /* R7 */
  wt_lsu_state *q = &self->q;
  unsigned t = rsp_tag(self), it = q->tag_ent[t];
  e->tag_free = UINT64_C(1) << t;
  if (!meta_ndst(q->ent_meta[it])) { /* result unused: nothing to write back, nothing to release */
    e->done = 1u << it;
    return;
  }
  q->line_valid = 1;
  q->line_lanes = q->tag_lanes[t];
  q->line_ent = (uint8_t)it;
  q->line_word = 0;
  q->line_beat = (uint8_t)next_of(self->in.S, q->line_lanes, released(self, it, words_of(meta_sz(q->ent_meta[it])) == 1), 0);
  memcpy(q->line_data, rsp_data(self), sizeof q->line_data);
}

static void count(wt_lsu_state *q, wt_warps warps, int by) { /* R9 */
  for (; warps; warps &= warps - 1) {
    unsigned warp = wt_warps_first(warps);
    q->outstanding[warp] = (uint16_t)(q->outstanding[warp] + by);
    q->has_outstanding = (q->has_outstanding & ~wt_warp(warp)) | (q->outstanding[warp] ? wt_warp(warp) : 0);
  }
}

/* open: entries that had requests to come when the cycle began. */
static void apply(wt_lsu *self, const edge *e, unsigned it, unsigned open) {
  wt_lsu_state *q = &self->q;
  const wt_shape *S = self->in.S;
  count(q, e->inc, 1);
  if (self->in.env->ack_valid) count(q, warps_of(S, self->in.env->ack_warp, self->in.env->ack_members), -1); /* R9, R18 */
  if (e->done) {
    unsigned done = wt_lowest(e->done);
    q->ent_lines[done]--;
    if (!q->ent_lines[done] && !(open & e->done)) {
      q->ent_valid &= (uint16_t)~e->done;
      uint32_t meta = q->ent_meta[done];
      count(q, warps_of(S, meta_warp(S, meta), meta_members(S, meta)), -1); /* R18 */
    }
  }
  if (S->REPLAY && (self->o.park || self->in.replay->resume)) count(q, wt_warp(q->warp), self->o.park ? 1 : -1); /* R20: outstanding while it waits */
  q->ent_lines[it] = (uint8_t)(q->ent_lines[it] + e->sent);
  q->tag_valid &= ~e->tag_free;
}

static void front(wt_lsu *self, edge *e, const wt_lsu_beat *offered, int wb_own) {
  switch (self->q.state) {
    case WT_LSU_COLLECT:
      if (offered->uop) take_beat(self, offered);
      if (self->in.S->REPLAY && self->in.replay->resume) resume(self); /* R20 */
      break;
    case WT_LSU_PARK: /* R20 */
      if (self->o.park) self->q.state = WT_LSU_COLLECT;
      break;
    case WT_LSU_CHECK: check(self, e); break;
    case WT_LSU_REQUEST:
      if (self->in.coal->valid) make_request(self, e);
      else no_request(self);
      break;
    case WT_LSU_SHARED:
      if (self->o.mop == WT_MEM_ATOM) atomic_pass(self);
      else shared_pass(self);
      break;
    case WT_LSU_SHARED_WB:
      if (wb_own) shared_wb_done(self);
      break;
    case WT_LSU_RELEASE:
      if (wb_own) release_done(self);
      break;
    case WT_LSU_PRED:
      if (wb_own) pred_done(self);
      break;
    default: break;
  }
}

void wt_lsu_tick(wt_lsu *self) {
  wt_lsu_state *q = &self->q;
  const wt_lsu_beat offered = wt_lsu_offered(self);
  if (q->perf_valid) q->perf_valid = q->perf_warp = 0, q->perf_lanes = 0;
  if (q->fault_valid) q->fault_valid = q->fault_kind = q->fault_warp = q->fault_lane = 0, q->fault_pc = 0;
  edge e = {0};
  unsigned open = self->in.S->REPLAY ? q->ent_open : q->state == WT_LSU_REQUEST && returns(self) ? 1u << q->ent : 0; /* R21 */
  int ack = wt_lsu_acked(self), rl = q->line_valid;
  int respond = rsp_valid(self) && self->o.rsp_ready;
  if (rl && ack) response_wb_done(self, &e);
  if (respond) take_response(self, &e);
  if (q->rq_valid && port_ready(self) && !self->in.coal->valid) drop_request(q); /* R6 */
  front(self, &e, &offered, ack && !rl);
  apply(self, &e, q->ent, open);
  const wt_lsu_in_dispatch *d = self->in.dispatch;
  if (d->launch_valid && d->launch_last) {
    WT_PUT(q, warp_cta, d->launch_warp) = d->cta_slot; /* R11 */
  }
}
