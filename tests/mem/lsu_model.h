/* lsu_model.h - part of test_wt_lsu.c: a model of every rule of docs/blocks/mem/wt_lsu.md, beside the C twin under the random stimulus. Numbers in
 * comments are rules. States have the numbers of the document. */
#ifndef LSU_MODEL_H
#define LSU_MODEL_H

enum { COLLECT, CHECK, REQUEST, SHARED, SHARED_WB, RELEASE, PRED, PARK };

typedef struct {
  int valid, regv, pwv, last;
  unsigned warp, beat, reg, p, dst, ndst, ends;
  uint32_t mask, pbits, data[MAX_LANES];
} result;

static struct {
  /* the front */
  unsigned st, collecting, warp, members, split, pc, dst, ndst, ends, atype, order, scope, mop, space, sz, aop, gen, pu, cta, sbase, ent, ph, k, beat,
    why;
  uint64_t mask, pend, rest, aold, anew, addr[MAX_WS];
  uint32_t data[4 * MAX_WS];
  struct {
    int used, open; /* open: a request is to come */
    unsigned lines, warp, members, dst, ndst, ends, sz, low[MAX_WS];
  } entry[16];
  struct {
    int used;
    unsigned entry;
    uint64_t lanes;
  } tag[MAX_LSU_LINES];
  struct {
    int there;
    unsigned entry, word, beat;
    uint64_t lanes;
    uint32_t data[32];
  } line;
  struct {
    unsigned valid, op, space, warp, cta, split, pc, tag, aop, atype, order, scope;
    uint64_t lanes, line;
    uint32_t bmask[4], data[32];
  } req;
  unsigned count[MAX_WARPS], slot[MAX_WARPS];
  unsigned perf, perf_warp, fault, fault_kind, fault_warp, fault_lane, fault_pc;
  uint64_t perf_lanes;
} u;
/* How often the stimulus reached what the model is there for. */
static struct { unsigned state[8], fault[2], full_counter, mixed, swapped, why[6]; } met;

/* What each instruction is; aop: 1 four bits of the instruction, 2 CAS, 3 three bits, 4 CAS or CAST. */
static const struct {
  unsigned op, mop, space, gen, aop;
} kinds_of[] = {{WT_I_LDG, WT_MEM_LOAD, WT_SP_GLOBAL, 0, 0},       {WT_I_LDG_U, WT_MEM_LOAD, WT_SP_GLOBAL, 0, 0},
                {WT_I_STG, WT_MEM_STORE, WT_SP_GLOBAL, 0, 0},      {WT_I_STG_U, WT_MEM_STORE, WT_SP_GLOBAL, 0, 0},
                {WT_I_ATOMG, WT_MEM_ATOM, WT_SP_GLOBAL, 0, 1},     {WT_I_ATOMG_U, WT_MEM_ATOM, WT_SP_GLOBAL, 0, 1},
                {WT_I_ATOMG_CAS, WT_MEM_ATOM, WT_SP_GLOBAL, 0, 2}, {WT_I_RED, WT_MEM_RED, WT_SP_GLOBAL, 0, 3},
                {WT_I_LDS, WT_MEM_LOAD, WT_SP_SHARED, 0, 0},       {WT_I_STS, WT_MEM_STORE, WT_SP_SHARED, 0, 0},
                {WT_I_STS_U, WT_MEM_STORE, WT_SP_SHARED, 0, 0},    {WT_I_LDL, WT_MEM_LOAD, WT_SP_LOCAL, 0, 0},
                {WT_I_STL, WT_MEM_STORE, WT_SP_LOCAL, 0, 0},       {WT_I_STL_U, WT_MEM_STORE, WT_SP_LOCAL, 0, 0},
                {WT_I_LDC, WT_MEM_LOAD, WT_SP_CONST, 0, 0},        {WT_I_LD, WT_MEM_LOAD, WT_SP_GLOBAL, 1, 0},
                {WT_I_ST, WT_MEM_STORE, WT_SP_GLOBAL, 1, 0},       {WT_I_ST_U, WT_MEM_STORE, WT_SP_GLOBAL, 1, 0},
                {WT_I_ATOM, WT_MEM_ATOM, WT_SP_GLOBAL, 1, 1},      {WT_I_ATOM_U, WT_MEM_ATOM, WT_SP_GLOBAL, 1, 1},
                {WT_I_ATOM_CAS, WT_MEM_ATOM, WT_SP_GLOBAL, 1, 2},  {WT_I_ATOMS, WT_MEM_ATOM, WT_SP_SHARED, 0, 1},
                {WT_I_ATOMS_U, WT_MEM_ATOM, WT_SP_SHARED, 0, 1},   {WT_I_ATOMS_CAS, WT_MEM_ATOM, WT_SP_SHARED, 0, 4},
                {WT_I_CCTL, WT_MEM_CCTL, WT_SP_GLOBAL, 0, 0}};
static unsigned kind_at(unsigned op) {
  unsigned i = 0;
  while (kinds_of[i].op != op) i++;
  return i;
}

static int dwr(const wt_bench *b) { return b->shape.GROUPING != 0; }
static unsigned words_in(unsigned sz) { return sz == 6 ? 4 : sz == 5 ? 2 : 1; }
static int answered(unsigned mop) { return mop == WT_MEM_LOAD || mop == WT_MEM_ATOM; }
static uint64_t lanes_in(const wt_bench *b, uint64_t lanes, unsigned beat) { return lanes >> beat * b->shape.LANES & wt_mask64(b->shape.LANES); }
/* Bits n+len-1:n of the instruction. */
static uint64_t field(const uint32_t *uop, unsigned n, unsigned len) {
  uint64_t half = n < 64 ? uop_get_lo(uop) >> n : uop_get_hi(uop) >> (n - 64);
  return half & wt_mask64(len);
}
/* The first beat from `from` on with lanes or in `members`; the number of beats: none. */
static unsigned beat_from(const wt_bench *b, uint64_t lanes, unsigned members, unsigned from) {
  for (; from < b->shape.ACC_BEATS; from++)
    if (lanes_in(b, lanes, from) || members >> from & 1) break;
  return from;
}
/* 16: a beat of an access of warp w is one of the warp, or a sub-warp of its large warp */
static unsigned warp_at(const wt_bench *b, unsigned w, unsigned beat) { return dwr(b) ? w - w % b->shape.DWR_SUBWARPS + beat : w; }
/* 18: who is counted for an access of warp w */
static uint64_t counted(const wt_bench *b, unsigned w, unsigned members) {
  return dwr(b) ? (uint64_t)members << (w - w % b->shape.DWR_SUBWARPS) : UINT64_C(1) << w;
}
static int at_maximum(const wt_bench *b) {
  for (unsigned w = 0; w < b->shape.SLOTS; w++)
    if (counted(b, u.warp, u.members) >> w & 1 && u.count[w] + 1 == 1u << b->shape.OUT_W) return 1;
  return 0;
}
static void add_to(const wt_bench *b, uint64_t who, int by) {
  for (unsigned w = 0; w < b->shape.SLOTS; w++)
    if (who >> w & 1) u.count[w] = (unsigned)((int)u.count[w] + by);
}
static int tags_used(const wt_bench *b) {
  for (unsigned t = 0; t < b->shape.LSU_LINES; t++)
    if (!u.tag[t].used) return 0;
  return 1;
}
static int entries_used(const wt_bench *b) {
  for (unsigned e = 0; e < b->shape.LSU_ENTRIES; e++)
    if (!u.entry[e].used) return 0;
  return 1;
}
/* 7, 17: this word of the line is the end of its entry. */
static int ends_entry(unsigned word) {
  return word + 1 == words_in(u.entry[u.line.entry].sz) && u.entry[u.line.entry].lines == 1 && !u.entry[u.line.entry].open;
}
static unsigned line_members(const wt_bench *b, unsigned word) { return dwr(b) && ends_entry(word) ? u.entry[u.line.entry].members : 0; }
static unsigned shared_members(const wt_bench *b, unsigned word) { return dwr(b) && word + 1 == words_in(u.sz) && !u.rest ? u.members : 0; }
/* 15: lanes of a sum of numbers that nobody serves */
static uint64_t unserved(const wt_bench *b) {
  uint64_t lanes = 0;
  for (unsigned l = 0; l < b->shape.ACC_LANES; l++)
    if (u.addr[l] >= UINT64_C(1) << 62) lanes |= UINT64_C(1) << l;
  return u.gen && u.mop == WT_MEM_ATOM && (u.atype == 3 || u.atype == 4 || u.atype == 6) ? lanes : 0;
}
static uint32_t extended(uint32_t word, uint64_t at, unsigned sz) { /* 7 */
  uint32_t byte = word >> 8 * (at % 4) & 255, half = word >> 16 * (at / 2 % 2) & 65535;
  switch (sz) {
    case 0: return byte;
    case 1: return byte < 128 ? byte : byte - 256;
    case 2: return half;
    case 3: return half < 32768 ? half : half - 65536;
    default: return word;
  }
}

/* ---- 1, 2: a beat ---- */

static uint64_t local_place(const wt_bench *b, unsigned warp, unsigned lane, uint32_t x) {
  unsigned owner = dwr(b) ? warp / b->shape.DWR_SUBWARPS : warp;
  return (UINT64_C(1) << 63) + ((uint64_t)owner << 40) + 16 * ((uint64_t)(x / 16) * (1u << b->shape.ACC_LANE_W) + lane) + x % 16;
}
static uint64_t address(const wt_bench *b, const wt_disp_out *d, unsigned kind, unsigned lane, uint32_t s0, uint32_t s1) {
  unsigned op = kinds_of[kind].op;
  int ureg = (int)field(d->uop, 91, 1), cas = kinds_of[kind].aop == 2, far = op == WT_I_ST || (op == WT_I_LD && !ureg);
  int64_t off = far ? (int32_t)field(d->uop, 32, 32) : (int64_t)(field(d->uop, 40, 24) ^ 0x800000) - 0x800000;
  uint64_t base = (uint64_t)off + d->bc;
  if (op == WT_I_CCTL) return 0;
  if (op == WT_I_LDC) return field(d->uop, 54, 5) << 16 | ((s0 + field(d->uop, 38, 16)) & 65535);
  if (kinds_of[kind].space == WT_SP_LOCAL) return local_place(b, d->warp, lane, (uint32_t)(s0 + base));
  if (kinds_of[kind].space == WT_SP_SHARED) {
    static const unsigned times[4] = {1, 4, 8, 16};
    return (uint32_t)(s0 * times[field(d->uop, 78, 2)] + base);
  }
  int pair = (int)field(d->uop, !ureg || cas ? 72 : kinds_of[kind].aop == 1 ? 70 : 90, 1);
  uint64_t a = (pair ? (uint64_t)s1 << 32 | s0 : s0) + base;
  if (!kinds_of[kind].gen) return a;
  if (a >> 32 == WT_GEN_SHARED) return (UINT64_C(1) << 62) + (uint32_t)a; /* 14 */
  if (a >> 32 == WT_GEN_LOCAL) return local_place(b, d->warp, lane, (uint32_t)a);
  return a < UINT64_C(1) << 61 ? a : (UINT64_C(1) << 61) + a % (UINT64_C(1) << 61);
}
static void collect(const wt_bench *b, const wt_disp_out *d) {
  unsigned n = b->shape.LANES, kind = kind_at((unsigned)uop_get_op(d->uop)),
           beat = dwr(b)          ? d->warp % b->shape.DWR_SUBWARPS
                  : b->shape.PACK ? 0
                                  : d->beat;
  if (!u.collecting) {
    u.warp = d->warp, u.split = d->split, u.pc = (unsigned)uop_get_pc(d->uop), u.dst = (unsigned)uop_get_dst(d->uop),
    u.ndst = (unsigned)uop_get_ndst(d->uop), u.ends = d->ends;
    u.atype = (unsigned)field(d->uop, 73, 3), u.order = (unsigned)field(d->uop, 79, 2), u.scope = (unsigned)field(d->uop, 77, 2);
    u.mop = kinds_of[kind].mop, u.space = kinds_of[kind].space, u.gen = kinds_of[kind].gen, u.sz = u.atype, u.aop = 0, u.mask = 0, u.members = 0;
    if (u.mop == WT_MEM_ATOM || u.mop == WT_MEM_RED) u.sz = u.atype == 2 || u.atype == 5 || u.atype == 6 ? 5 : 4;
    if (kinds_of[kind].aop == 1) u.aop = (unsigned)field(d->uop, 87, 4);
    if (kinds_of[kind].aop == 2) u.aop = 9;
    if (kinds_of[kind].aop == 3) u.aop = (unsigned)field(d->uop, 87, 3);
    if (kinds_of[kind].aop == 4) u.aop = field(d->uop, 87, 2) == 3 ? 10 : 9;
    u.pu = u.gen && u.mop == WT_MEM_ATOM ? (unsigned)field(d->uop, 81, 3) : 7; /* 15 */
  }
  u.members |= 1u << beat;
  for (unsigned l = 0; l < n; l++) {
    const unsigned row = b->shape.PACK ? d->beat >> l * b->shape.BEAT_W & (b->shape.BEATS - 1) : beat, lane = row * n + l;
    if (b->shape.PACK && !(d->mask >> l & 1)) continue; /* 23 */
    u.mask |= (uint64_t)(d->mask >> l & 1) << lane;
    u.addr[lane] = address(b, d, kind, lane, d->data[l], d->data[n + l]);
    for (unsigned k = 0; k < 4; k++) u.data[k * b->shape.ACC_LANES + lane] = d->data[(2 + k) * n + l];
  }
  u.collecting = !d->last;
  if (!d->last) return;
  u.st = u.pu == 7 ? CHECK : PRED;
  if (u.pu != 7) u.beat = beat_from(b, u.mask, dwr(b) ? u.members : 0, 0) % b->shape.ACC_BEATS;
}

/* ---- 3, 4, 14: check ---- */

static void leave(unsigned why) { /* 19 */
  u.st = PARK, u.why = why;
  met.why[why]++;
}
static void check(const wt_bench *b) {
  static const unsigned bytes[8] = {1, 1, 2, 2, 4, 8, 16, 16};
  const wt_cfg_out *cfg = &b->m->gpu->cfg;
  uint64_t shared = 0, local = 0, bad = 0, crooked = 0;
  for (unsigned l = 0; l < b->shape.ACC_LANES; l++) {
    uint64_t bit = u.mask & UINT64_C(1) << l, a = u.addr[l];
    int in_shared = u.gen ? a >> 62 == 1 : u.space == WT_SP_SHARED, in_local = u.gen ? a >> 63 == 1 : u.space == WT_SP_LOCAL;
    uint64_t x = a % (UINT64_C(1) << 40) / 16 / (1u << b->shape.ACC_LANE_W) * 16 + a % 16; /* of local memory: rule 2 backwards */
    if (in_shared) shared |= bit;
    if (in_local) local |= bit;
    if (a % bytes[u.sz]) crooked |= bit;
    if (in_shared && (uint32_t)a + (uint64_t)bytes[u.sz] > cfg->smem) bad |= bit;
    if (in_local && x + bytes[u.sz] > cfg->local) bad |= bit;
  }
  unsigned space = !u.gen ? u.space : shared ? WT_SP_SHARED : WT_SP_GLOBAL;
  int entry = answered(u.mop) && space != WT_SP_SHARED;
  const wt_replay_out *r = &b->m->sm->replay.o;
  if (b->shape.REPLAY && !r->active && r->warps >> u.warp & 1) {
    leave(5);
    return;
  }
  if (b->shape.REPLAY && entry && entries_used(b)) {
    leave(2);
    return;
  }
  if (entry && at_maximum(b)) met.full_counter++;
  if (entry && (entries_used(b) || at_maximum(b))) return; /* 4 */
  bad |= crooked;
  if (bad) {
    unsigned l = wt_lowest(bad);
    u.fault = 1, u.fault_kind = !(crooked >> l & 1), u.fault_pc = u.pc;
    u.fault_warp = warp_at(b, u.warp, l / b->shape.LANES), u.fault_lane = dwr(b) ? l % b->shape.LANES : l;
    met.fault[u.fault_kind]++;
  }
  u.space = space, u.mask &= ~bad, u.rest = 0;
  if (u.gen && shared) u.rest = u.mask & ~shared, u.mask &= shared;
  if (u.rest && u.mask) met.mixed++;
  u.cta = u.slot[u.warp], u.sbase = u.cta * cfg->smrows % (1u << b->shape.SMROW_W), u.pend = u.mask, u.k = 0, u.ph = 0;
  if (u.mask) {
    u.st = space == WT_SP_SHARED ? SHARED : REQUEST;
    if (!entry) return;
    unsigned e = 0;
    while (u.entry[e].used) e++;
    u.ent = e, u.entry[e].used = u.entry[e].open = 1;
    u.entry[e].warp = u.warp, u.entry[e].members = u.members, u.entry[e].dst = u.dst, u.entry[e].ndst = u.ndst, u.entry[e].ends = u.ends,
    u.entry[e].sz = u.sz;
    for (unsigned l = 0; l < b->shape.ACC_LANES; l++) u.entry[e].low[l] = u.addr[l] % 128;
    add_to(b, counted(b, u.warp, u.members), 1);
  } else if (u.rest) {
    u.mask = u.rest, u.rest = 0;
  } else {
    u.st = u.ndst ? RELEASE : COLLECT;
    if (dwr(b)) u.beat = wt_lowest(u.members);
  }
}

/* ---- 5, 6: requests. free_tag: the lowest that was free before this edge ---- */

static void form_request(const wt_bench *b, unsigned free_tag, int full) {
  const wt_coal_out *c = &b->m->sm->coalesce.o;
  unsigned members = 0;
  if (!c->valid) {
    if (b->shape.REPLAY && answered(u.mop) && free_tag == b->shape.LSU_LINES) leave(3);
    else if (b->shape.REPLAY && full && (answered(u.mop) || !at_maximum(b))) leave(4);
    return;
  }
  u.req.valid = 1, u.req.op = u.mop, u.req.space = u.gen && c->line >> 56 & 1 ? WT_SP_LOCAL : u.space, u.req.warp = u.warp, u.req.cta = u.cta;
  u.req.split = u.split, u.req.pc = u.pc, u.req.aop = u.aop, u.req.atype = u.atype, u.req.order = u.order, u.req.scope = u.scope, u.req.tag = 0;
  u.req.lanes = c->lanes, u.req.line = c->line;
  memcpy(u.req.bmask, c->bmask, sizeof u.req.bmask);
  memcpy(u.req.data, c->data, sizeof u.req.data);
  u.pend &= ~c->lanes;
  if (answered(u.mop)) {
    u.req.tag = free_tag;
    u.tag[free_tag].used = 1, u.tag[free_tag].entry = u.ent, u.tag[free_tag].lanes = c->lanes;
    u.entry[u.ent].lines++;
    if (!u.pend) u.entry[u.ent].open = 0;
  } else if (u.mop != WT_MEM_CCTL) {
    for (unsigned i = 0; i < b->shape.ACC_BEATS; i++) members |= (unsigned)(lanes_in(b, c->lanes, i) != 0) << i;
    add_to(b, counted(b, u.warp, members), 1);
  }
  if (!u.pend) u.st = COLLECT;
  else if (b->shape.REPLAY) leave(0);
}

/* ---- 8, 13: shared memory ---- */

static void told(uint64_t lanes) { u.perf = 1, u.perf_warp = u.warp, u.perf_lanes = lanes; }
static void shared_over(void) {
  u.st = u.rest ? CHECK : COLLECT;
  if (u.rest) u.mask = u.rest;
  u.rest = 0;
}
static void shared_served(const wt_bench *b) {
  u.k = 0;
  u.beat = beat_from(b, u.mask, shared_members(b, 0), 0);
  if (u.ndst && answered(u.mop)) u.st = SHARED_WB;
  else shared_over();
}
static void shared_pass(const wt_bench *b) {
  uint64_t lanes = b->m->sm->smem.o.lanes;
  for (unsigned l = 0; l < b->shape.ACC_LANES; l++)
    if (u.mop == WT_MEM_LOAD && lanes >> l & 1)
      u.data[u.k * b->shape.ACC_LANES + l] = b->m->sm->smbank[(u.addr[l] / 4 + u.k) % b->shape.SMEM_BANKS].o.rdata;
  u.pend &= ~lanes;
  if (words_in(u.sz) == 1) told(lanes);
  if (u.pend) {
    if (b->shape.REPLAY && words_in(u.sz) == 1) leave(1);
  } else if (u.k + 1 < words_in(u.sz)) {
    u.k++, u.pend = u.mask;
  } else {
    if (words_in(u.sz) > 1) told(u.mask);
    shared_served(b);
  }
}
static uint64_t new_value(uint64_t o, uint64_t v, uint64_t swap) {
  int wide = u.atype == 2 || u.atype == 5, is_signed = u.atype == 1 || u.atype == 5;
  uint64_t sign = !is_signed ? 0 : wide ? UINT64_C(1) << 63 : 0x80000000u;
  if (!wide) o = (uint32_t)o, v = (uint32_t)v;
  int below = (o ^ sign)<(v ^ sign), above = (o ^ sign)>(v ^ sign);
  switch (u.aop) {
    case 0: return o + v;
    case 1: return below ? o : v;
    case 2: return above ? o : v;
    case 3: return below ? o + 1 : 0;
    case 4: return !o || above ? v : o - 1;
    case 5: return o & v;
    case 6: return o | v;
    case 7: return o ^ v;
    case 8: return v;
    default: return o == v ? swap : o;
  }
}
static void shared_atomic(const wt_bench *b) {
  unsigned l = wt_lowest(u.pend), n = b->shape.ACC_LANES;
  uint32_t word = 0;
  uint64_t v = (uint64_t)u.data[n + l] << 32 | u.data[l], swap = (uint64_t)u.data[3 * n + l] << 32 | u.data[2 * n + l];
  for (unsigned i = 0; i < b->shape.SMEM_BANKS; i++) word |= b->m->sm->smbank[i].o.rdata;
  if (u.ph == 0) {
    if (u.k == 0) u.aold = 0;
    u.aold |= (uint64_t)word << 32 * u.k;
  } else if (u.ph == 1) {
    u.anew = new_value(u.aold, v, swap);
    met.swapped += u.aop >= 9 && u.anew == swap && l;
    u.ph = 2;
    return;
  }
  if (++u.k < words_in(u.sz)) return;
  u.k = 0;
  if (u.ph == 0) {
    u.ph = 1;
    return;
  }
  int same = u.sz == 5 ? u.aold == v : (uint32_t)u.aold == (uint32_t)v;
  uint64_t got = u.aop == 10 ? (uint64_t)same : u.aold;
  u.ph = 0, u.data[l] = (uint32_t)got, u.data[n + l] = (uint32_t)(got >> 32);
  told(UINT64_C(1) << l);
  u.pend &= ~(UINT64_C(1) << l);
  if (!u.pend) shared_served(b);
  else if (b->shape.REPLAY) leave(1);
}

/* ---- results of the front that were taken ---- */

static void shared_sent(const wt_bench *b) {
  unsigned last = words_in(u.sz) - 1, next = beat_from(b, u.mask, shared_members(b, u.k), u.beat + 1);
  if (next < b->shape.ACC_BEATS) u.beat = next;
  else if (u.k < last) u.k++, u.beat = beat_from(b, u.mask, shared_members(b, u.k), 0);
  else u.k = 0, shared_over();
}
static void released(const wt_bench *b) { /* 10, 17 */
  unsigned next = dwr(b) ? beat_from(b, 0, u.members, u.beat + 1) : b->shape.ACC_BEATS;
  if (next < b->shape.ACC_BEATS) u.beat = next;
  else u.st = COLLECT;
}
static void predicate_sent(const wt_bench *b) { /* 15 */
  unsigned next = beat_from(b, u.mask, 0, u.beat + 1);
  if (next < b->shape.ACC_BEATS) u.beat = next;
  else u.st = CHECK, u.mask &= ~unserved(b);
}

/* ---- 20 ---- */

static unsigned front_fields(const wt_bench *b, unsigned *width, uint64_t *value) {
  const wt_shape *S = &b->shape;
  const uint64_t v[] = {u.warp,  u.mask, u.pend,  u.rest,  u.mop,   u.space, u.sz,    u.dst, u.ndst, u.pc,
                        u.split, u.aop,  u.atype, u.order, u.scope, u.cta,   u.sbase, u.gen, u.ent,  u.ends};
  const unsigned w[] = {
    S->SM_WARP_W, S->ACC_LANES, S->ACC_LANES, S->ACC_LANES, 3, 2, 3, 8, 3, 32, WT_SPLIT_W, 4, 3, 2, 2, S->CTA_W, S->SMROW_W, 1, S->IT_W, 3};
  memcpy(width, w, sizeof w);
  memcpy(value, v, sizeof v);
  return sizeof w / sizeof *w - !S->CODES;
}
static void comes_again(const wt_bench *b) {
  const wt_replay_out *r = &b->m->sm->replay.o;
  unsigned width[20], at = 0;
  uint64_t v[20];
  unsigned n = front_fields(b, width, v);
  v[19] = 0;
  for (unsigned i = 0; i < n; at += width[i++]) v[i] = wt_words_get(r->front, at, width[i]);
  u.warp = (unsigned)v[0], u.mask = v[1], u.pend = v[2], u.rest = v[3], u.mop = (unsigned)v[4], u.space = (unsigned)v[5], u.sz = (unsigned)v[6];
  u.dst = (unsigned)v[7], u.ndst = (unsigned)v[8], u.pc = (unsigned)v[9], u.split = (unsigned)v[10], u.aop = (unsigned)v[11],
  u.atype = (unsigned)v[12];
  u.order = (unsigned)v[13], u.scope = (unsigned)v[14], u.cta = (unsigned)v[15], u.sbase = (unsigned)v[16], u.gen = (unsigned)v[17],
  u.ent = (unsigned)v[18], u.ends = (unsigned)v[19];
  memcpy(u.addr, r->addr, b->shape.ACC_LANES * sizeof *u.addr);
  memcpy(u.data, r->data, 4 * b->shape.ACC_LANES * sizeof *u.data);
  u.k = u.ph = 0;
  u.st = r->why == 1 ? SHARED : r->why == 2 || r->why == 5 ? CHECK : REQUEST;
  add_to(b, counted(b, u.warp, 0), -1);
}

/* ---- an edge ---- */

static void line_done(const wt_bench *b, unsigned e, const int *open) { /* 7 */
  u.entry[e].lines--;
  if (u.entry[e].lines || open[e]) return;
  u.entry[e].used = 0;
  add_to(b, counted(b, u.entry[e].warp, u.entry[e].members), -1);
}
static int takes_responses(void) { return !u.line.there && u.st != SHARED_WB && u.st != RELEASE && u.st != PRED; }

static void model_rules(const wt_bench *b) {
  const wt_sm *m = b->m->sm;
  const wt_shape *S = &b->shape;
  const wt_disp_out *d = &b->m->subcore->disp.o;
  const wt_dispatch_out *launch = &b->m->sm->dispatch.o;
  int l1 = S->L1_BYTES != 0, ready = l1 ? m->l1d.o.ready : m->env.mem_ready, rsp = l1 ? m->l1d.o.rsp_valid : m->env.rsp_valid;
  unsigned tag = l1 ? m->l1d.o.rsp_tag : m->env.rsp_tag, st = u.st, free_tag = 0, done = 16;
  int ack = b->m->subcore->wb.o.ack[WT_U_LSU], own = ack && !u.line.there, full = u.req.valid && !ready, open[16];
  int take = rsp && takes_responses(), park = st == PARK && !at_maximum(b);
  met.state[st]++;
  for (unsigned e = 0; e < S->LSU_ENTRIES; e++) open[e] = u.entry[e].open;
  while (free_tag < S->LSU_LINES && u.tag[free_tag].used) free_tag++;
  u.perf = u.perf_warp = u.fault = u.fault_kind = u.fault_warp = u.fault_lane = u.fault_pc = 0, u.perf_lanes = 0;
  if (u.line.there && ack) {
    unsigned next = beat_from(b, u.line.lanes, line_members(b, u.line.word), u.line.beat + 1);
    if (next < S->ACC_BEATS) u.line.beat = next;
    else if (u.line.word + 1 < words_in(u.entry[u.line.entry].sz))
      u.line.word++, u.line.beat = beat_from(b, u.line.lanes, line_members(b, u.line.word), 0);
    else u.line.there = 0, done = u.line.entry;
  }
  if (take) {
    u.line.entry = u.tag[tag].entry;
    if (u.entry[u.line.entry].ndst) {
      u.line.there = 1, u.line.word = 0, u.line.lanes = u.tag[tag].lanes, u.line.beat = beat_from(b, u.line.lanes, line_members(b, 0), 0);
      memcpy(u.line.data, l1 ? m->l1d.o.rsp_data : m->env.rsp_data, sizeof u.line.data);
    } else {
      done = u.line.entry;
    }
  }
  if (u.req.valid && ready) memset(&u.req, 0, sizeof u.req);
  if (st == COLLECT && d->valid && uop_get_unit(d->uop) == WT_U_LSU) collect(b, d);
  else if (st == COLLECT && S->REPLAY && m->replay.o.resume) comes_again(b);
  else if (st == CHECK) check(b);
  else if (st == REQUEST) form_request(b, free_tag, full);
  else if (st == SHARED && u.mop == WT_MEM_ATOM) shared_atomic(b);
  else if (st == SHARED) shared_pass(b);
  else if (st == SHARED_WB && own) shared_sent(b);
  else if (st == RELEASE && own) released(b);
  else if (st == PRED && own) predicate_sent(b);
  else if (park) u.st = COLLECT, add_to(b, counted(b, u.warp, 0), 1);
  if (take) u.tag[tag].used = 0;
  if (done < 16) line_done(b, done, open);
  if (m->env.ack_valid) add_to(b, counted(b, m->env.ack_warp, m->env.ack_members), -1);            /* 9, 18 */
  if (launch->launch_valid && launch->launch_last) u.slot[launch->launch_warp] = launch->cta_slot; /* 11 */
}

/* ---- what the outputs of a state are ---- */

static result shown(const wt_bench *b) { /* 7, 8, 10, 12, 15, 17 */
  result r = {.valid = u.line.there || u.st == SHARED_WB || u.st == RELEASE || u.st == PRED};
  unsigned n = b->shape.LANES, beat = u.line.there ? u.line.beat : u.beat, e = u.line.entry;
  uint64_t lanes = u.line.there ? u.line.lanes : u.mask;
  if (!r.valid) return r;
  r.warp = warp_at(b, u.line.there ? u.entry[e].warp : u.warp, beat);
  r.beat = dwr(b) || (u.st == RELEASE && !u.line.there) ? 0 : wt_beat_all(&b->shape, beat);
  int more = beat_from(b, lanes, 0, beat + 1) < b->shape.ACC_BEATS;
  if (!u.line.there && u.st == RELEASE) {
    r.last = 1;
  } else {
    r.mask = (uint32_t)lanes_in(b, lanes, beat);
    if (!u.line.there && u.st == PRED) {
      r.pwv = 1, r.p = u.pu, r.pbits = (uint32_t)lanes_in(b, lanes & ~unserved(b), beat), r.last = !more;
      r.ends = !r.last || !b->shape.CODES ? 0 : u.ndst ? 7 : u.ends;
      return r;
    }
    r.regv = r.mask != 0;
    r.reg = (u.line.there ? u.entry[e].dst + u.line.word : u.dst + u.k) & 255;
    for (unsigned l = 0; l < n; l++) {
      unsigned lane = beat * n + l;
      if (!(r.mask >> l & 1)) continue;
      if (u.line.there) r.data[l] = extended(u.line.data[(u.entry[e].low[lane] / 4 + u.line.word) % 32], u.entry[e].low[lane], u.entry[e].sz);
      else r.data[l] = extended(u.data[u.k * b->shape.ACC_LANES + lane], u.addr[lane], u.sz);
    }
    r.last = (u.line.there ? ends_entry(u.line.word) : u.k + 1 == words_in(u.sz) && !u.rest) && (dwr(b) || !more);
  }
  if (r.last)
    r.dst = u.line.there ? u.entry[e].dst : u.dst, r.ndst = u.line.there ? u.entry[e].ndst : u.ndst, r.ends = u.line.there ? u.entry[e].ends : u.ends;
  return r;
}
#define IS(rule, port, want) SUITE_RULE(b, rule, #port, o->port, want)
static void look_at_results(const wt_bench *b, const wt_lsu_out *o) {
  result r = shown(b);
  IS("7, 8, 10", wb_valid, r.valid);
  IS("7, 10, 16", wb_warp, r.warp);
  IS("7, 10, 16", wb_beat, r.beat);
  IS("7, 10", wb_regv, r.regv);
  if (!dwr(b) || r.mask || !r.valid || u.st == RELEASE) {
    IS("7, 8, 10, 12", wb_reg, r.reg);
  }
  IS("7, 8, 17", wb_mask, r.mask);
  IS("7, 8, 10, 14, 17", wb_last, r.last);
  IS("12", wb_dst, r.dst);
  IS("12", wb_ndst, r.ndst);
  IS("12, 15", wb_ends, r.ends);
  IS("15", wb_pwv, r.pwv);
  IS("15", wb_p, r.p);
  IS("15", wb_pbits, r.pbits);
  for (unsigned l = 0; l < b->shape.LANES; l++) IS("7, 8, 12", wb_data[l], r.data[l]);
}
static void look_at_request(const wt_bench *b, const wt_lsu_out *o) {
  IS("5, 6", req_valid, u.req.valid);
  IS("5", req_op, u.req.op);
  IS("5, 14", req_space, u.req.space);
  IS("5", req_warp, u.req.warp);
  IS("3, 5", req_cta, u.req.cta);
  IS("5", req_split, u.req.split);
  IS("5", req_pc, u.req.pc);
  IS("5", req_lanes, u.req.lanes);
  IS("5", req_line, u.req.line);
  IS("5", req_tag, u.req.tag);
  IS("5", req_aop, u.req.aop);
  IS("5", req_atype, u.req.atype);
  IS("5", req_order, u.req.order);
  IS("5", req_scope, u.req.scope);
  SUITE_RULE(b, "5, 6", "req_bmask", memcmp(o->req_bmask, u.req.bmask, sizeof u.req.bmask) != 0, 0);
  SUITE_RULE(b, "5, 6", "req_data", memcmp(o->req_data, u.req.data, sizeof u.req.data) != 0, 0);
}
static void look_at_replay(const wt_bench *b, const wt_lsu_out *o) { /* 19 to 22 */
  unsigned width[20], at = 0, busy = u.collecting || u.st != COLLECT, parks = b->shape.REPLAY && u.st == PARK && !at_maximum(b);
  uint64_t v[20];
  IS("20", park, parks);
  IS("19, 20", why, parks ? u.why : 0);
  IS("22", at, b->shape.REPLAY && busy ? UINT64_C(1) << u.warp : 0);
  IS("22", no_ent, b->shape.REPLAY && entries_used(b));
  IS("22", no_tag, b->shape.REPLAY && tags_used(b));
  unsigned n = front_fields(b, width, v);
  for (unsigned i = 0; b->shape.REPLAY && i < n; at += width[i++])
    SUITE_RULE(b, "20", "a field of front", wt_words_get(o->front, at, width[i]), parks ? v[i] : 0);
}
static void model_look(const wt_bench *b) {
  const wt_lsu_out *o = &b->m->sm->lsu.o;
  uint64_t loud = u.collecting || u.st != COLLECT ? counted(b, u.warp, u.members) : 0;
  for (unsigned w = 0; w < b->shape.SLOTS; w++) {
    SUITE_RULE(b, "9, 18", "the counter of a warp", b->m->sm->lsu.q.outstanding[w], u.count[w]);
    loud |= (uint64_t)(u.count[w] != 0) << w;
  }
  IS("1", ready, u.st == COLLECT);
  IS("9", quiet, ~loud & wt_mask64(b->shape.SLOTS));
  IS("7", rsp_ready, takes_responses());
  IS("5", cq, u.st == REQUEST && (answered(u.mop) ? !tags_used(b) : !at_maximum(b)));
  IS("8, 13", sq, u.st == SHARED && u.ph != 1);
  IS("13", swr, u.st == SHARED && u.ph == 2);
  if (u.aop > 10 && b->m->sm->lsu.o.swr) u.anew = b->m->sm->lsu.q.new_val; /* no such operation */
  IS("13", sval, u.st == SHARED && u.ph == 2 ? u.anew >> 32 * u.k & 0xffffffffu : 0);
  IS("1", mop, u.mop);
  IS("1", sz, u.sz);
  IS("1, 13", aop, u.aop);
  IS("8", k, u.k);
  IS("3", sbase, u.sbase);
  IS("3, 5, 8", pend, u.pend);
  for (unsigned l = 0; l < b->shape.ACC_LANES; l++) IS("2, 14", addr[l], u.addr[l]);
  for (unsigned l = 0; l < 4 * b->shape.ACC_LANES; l++) IS("1, 8, 13", data[l], u.data[l]);
  IS("8", perf_valid, u.perf);
  IS("8", perf_warp, u.perf_warp);
  IS("8", perf_lanes, u.perf_lanes);
  IS("3", fault_valid, u.fault);
  IS("3", fault_kind, u.fault_kind);
  IS("3, 16", fault_warp, u.fault_warp);
  IS("3, 16", fault_lane, u.fault_lane);
  IS("3", fault_pc, u.fault_pc);
  if (u.st != COLLECT) { /* registers of the instruction that is worked on */
    const wt_lsu_state *q = &b->m->sm->lsu.q;
    SUITE_RULE(b, "1, 3, 14, 15", "mask", q->mask, u.mask);
    SUITE_RULE(b, "14", "rest", q->rest, u.rest);
    SUITE_RULE(b, "13", "ph", q->phase, u.ph);
    SUITE_RULE(b, "13", "aold", q->old_val, u.aold);
    SUITE_RULE(b, "13", "word 0 of anew", (uint32_t)q->new_val, (uint32_t)u.anew);
    SUITE_RULE(b, "1, 3, 14", "space", q->space, u.space);
  }
  look_at_results(b, o);
  look_at_request(b, o);
  look_at_replay(b, o);
}
#undef IS
static void model_start(const wt_bench *b) {
  const wt_lsu_state *q = &b->m->sm->lsu.q;
  const wt_lsu_out *o = &b->m->sm->lsu.o;
  memset(&u, 0, sizeof u);
  u.mop = o->mop, u.sz = o->sz, u.aop = o->aop, u.sbase = o->sbase; /* not reset */
  u.ent = q->ent, u.cta = q->cta, u.gen = q->generic, u.aold = q->old_val, u.anew = q->new_val;
  memcpy(u.addr, o->addr, b->shape.ACC_LANES * sizeof *u.addr);
  memcpy(u.data, o->data, 4 * b->shape.ACC_LANES * sizeof *u.data);
  for (unsigned w = 0; w < b->shape.SLOTS; w++) u.slot[w] = q->warp_cta[w];
}
static const suite_model lsu_model = {"lsu", model_start, model_rules, model_look};
#endif
