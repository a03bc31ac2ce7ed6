/* wt_env.c - environment: memories and latencies outside the SMs. */
#include "lib/wt_env_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/wt_fpu_fma.h"
#include "isa/wt_isa.h"
#include "lib/wt_memsys.h"
#include "oracle/wt_oracle.h"

/* The pieces of a cycle of one SM, which are asked for in two places: of all SMs and of one. */
#define ALONE static inline __attribute__((always_inline))

static void perform_in_slice(void *ctx, wt_mem_req *r);
static void answered_by_slice(void *ctx, const wt_mem_req *r);

static int channel_init(channel *c, unsigned size) {
  c->size = size;
  return (c->a = calloc(size, sizeof *c->a)) ? 0 : -1;
}

size_t wt_env_bytes(const wt_shape *S) {
  const size_t answers = MAX_LINES + ACK_RING + S->SUBCORES * 2 * OWN_RING;
  return sizeof(wt_env) + S->SMS * (sizeof(sm_side) + answers * sizeof(answer));
}

wt_env *wt_env_new(const wt_shape *S, const wt_launch_desc *L, wt_mem *mem) {
  wt_env *e = calloc(1, sizeof *e);
  if (!e) return NULL;
  e->S = S, e->L = L, e->mem = mem;
  e->local_bytes = (uint64_t)L->stack * S->ACC_LANES;
  e->passes = wt_performed_passes(S);
  if (!(e->sm = calloc(S->SMS, sizeof *e->sm))) return wt_env_free(e), NULL;
  for (unsigned i = 0; i < S->SMS; i++) {
    sm_side *u = &e->sm[i];
    if (channel_init(&u->rsp, MAX_LINES) || channel_init(&u->ack, ACK_RING)) return wt_env_free(e), NULL;
    for (unsigned k = 0; k < S->SUBCORES; k++)
      if (channel_init(&u->imem[k], OWN_RING) || channel_init(&u->cst[k], OWN_RING)) return wt_env_free(e), NULL;
  }
  if (S->MEM_MODEL == WT_MEM_MODEL_l2dram) {
    if (!(e->sys = wt_memsys_new(S))) return wt_env_free(e), NULL;
    e->sys->perform = perform_in_slice, e->sys->arrived = answered_by_slice, e->sys->ctx = e;
  }
  return e;
}
void wt_env_free(wt_env *e) {
  if (!e) return;
  for (unsigned i = 0; e->sm && i < e->S->SMS; i++) {
    sm_side *u = &e->sm[i];
    for (unsigned w = MAX_WARPS; w--;) free(u->local[w]);
    for (unsigned k = 0; k < MAX_SUBCORES; k++) free(u->imem[k].a), free(u->cst[k].a);
    free(u->rsp.a), free(u->ack.a), free(u->late);
  }
  free(e->sm);
  wt_memsys_free(e->sys);
  free(e);
}
void wt_env_on_performed(wt_env *e, unsigned sm, wt_performed_sink sink) { e->sm[sm].performed = sink; }
void wt_env_agents(wt_env *e, wt_agents *a, wt_env_written *written, void *ctx) { e->agents = a, e->written = written, e->written_ctx = ctx; }

void wt_env_use(const wt_env *e, unsigned sm, unsigned use[3]) {
  if (e->sys) wt_memsys_use(e->sys, sm, use);
}
void wt_env_memory(const wt_env *e, wt_mem_sum *to) {
  *to = (wt_mem_sum){0};
  if (e->sys) wt_memsys_sum(e->sys, to);
}
const wt_env_fault *wt_env_faulted(const wt_env *e) { return e->fault.kind ? &e->fault : NULL; }
#define SUM(function, field)                                      \
  uint64_t function(const wt_env *e) {                            \
    uint64_t n = 0;                                               \
    for (unsigned i = 0; i < e->S->SMS; i++) n += e->sm[i].field; \
    return n;                                                     \
  }
SUM(wt_env_requests, requests)
SUM(wt_env_lane_accesses, lanes)
SUM(wt_env_writes, writes)
#undef SUM

uint64_t wt_env_local_digest(const wt_env *e) {
  uint64_t h = 0;
  for (unsigned w = 0; w < e->S->SMS * MAX_WARPS; w++) {
    const uint8_t *local = e->sm[w / MAX_WARPS].local[w % MAX_WARPS];
    for (uint64_t i = 0; local && i < e->local_bytes; i += 8) {
      uint64_t x;
      memcpy(&x, local + i, 8);
      h = (h ^ x ^ (uint64_t)w << 50) * UINT64_C(0x9e3779b97f4a7c15);
      h ^= h >> 29;
    }
  }
  return h;
}

ALONE void sample_fetch(const wt_env *e, const wt_subcore *c, channel *to, uint64_t now) {
  if (!c->fetch.o.req_valid) return;
  uint32_t pc = c->fetch.o.req_pc;
  size_t i = pc / 16;
  answer *x = wt_env_push(to, now + e->S->IMEM_LAT);
  x->warp = c->fetch.o.req_warp, x->epoch = c->fetch.o.req_epoch, x->pc = pc;
  x->rpc = ~0u;
  if (i < e->L->n_insns) { /* prefetch may run past the end of the code: zero words are no instruction */
    memcpy(x->data, &e->L->code[i], 16);
    x->rpc = e->L->rpc ? e->L->rpc[i] : ~0u;
    x->sens = e->L->sens ? e->L->sens[i] : 0;
  }
}

/* What lies behind a bank stays 0, as the caller has it. */
static void const_read(const wt_env *e, unsigned bank, uint32_t off, void *dst, unsigned n) {
  if (bank >= WT_LAUNCH_BANKS) return;
  for (unsigned i = n; i--;)
    if (off + i < e->L->bank[bank].size) ((uint8_t *)dst)[i] = e->L->bank[bank].data[off + i];
}

ALONE void sample_const(const wt_env *e, const wt_subcore *c, channel *to, uint64_t now) {
  if (!c->constport.o.req_valid) return;
  answer *x = wt_env_push(to, now + e->S->CONST_LAT);
  x->warp = c->constport.o.req_warp, x->slot = c->constport.o.req_slot, x->epoch = c->constport.o.req_epoch;
  const_read(e, c->constport.o.req_addr >> 16, c->constport.o.req_addr & 0xffff, x->data, 8);
}

static uint64_t atom_result(unsigned op, int is_signed, unsigned bits, uint64_t old, uint64_t v, uint64_t cas) {
  uint64_t msk = wt_mask64(bits);
  int64_t so = wt_sext(old, bits), sv = wt_sext(v, bits);
  switch (op) {
    case 0: return (old + v) & msk;
    case 1: return is_signed ? (so < sv ? old : v) : (old < v ? old : v);
    case 2: return is_signed ? (so > sv ? old : v) : (old > v ? old : v);
    case 3: return old >= v ? 0 : old + 1;
    case 4: return old == 0 || old > v ? v : old - 1;
    case 5: return old & v;
    case 6: return old | v;
    case 7: return old ^ v;
    case 8: return v;
    default: return old == v ? cas & msk : old;
  }
}

/* GROUPING=dwr: lane l of a large warp's access is lane l % LANES of its sub-warp l / LANES. */
static unsigned warp_of_lane(const wt_shape *S, unsigned warp, unsigned lane) {
  return S->GANG > 1 ? warp / S->GANG * S->GANG + lane / S->LANES : warp;
}
static uint8_t members(const wt_shape *S, uint64_t lanes) {
  unsigned bits = 0;
  for (unsigned i = 0; S->GANG > 1 && i < S->GANG; i++) bits |= (unsigned)((lanes >> i * S->LANES & wt_mask64(S->LANES)) != 0) << i;
  return (uint8_t)bits;
}

/* lanes: of the access. Those of the sub-warp of the lowest count. */
static void mem_fault(wt_env *e, unsigned sm, unsigned warp, uint64_t lanes, uint32_t pc, uint64_t addr) {
  unsigned lane = wt_lowest(lanes), first = e->S->GANG > 1 ? lane / e->S->LANES * e->S->LANES : 0;
  if (e->apart) e->sm[sm].trouble = 1;
  else if (!e->fault.kind)
    e->fault = (wt_env_fault){WT_FAULT_MEMORY, sm, warp_of_lane(e->S, warp, lane), lanes >> first & wt_mask64(e->S->SLOT_LANES), pc, addr};
}
static void req_fault(wt_env *e, const wt_mem_req *r, uint64_t addr) { mem_fault(e, r->sm, r->warp, r->lanes, r->pc, addr); }

/* Which thread it was: the load/store unit holds the addresses of an access until its last request is at the port. */
static void look_at_lanes(wt_env *e, const wt_m *m) {
  static const uint8_t bytes[] = {1, 1, 2, 2, 4, 8, 16, 16};
  const wt_lsu *u = &m->sm->lsu;
  wt_env_fault *f = &e->fault;
  unsigned first = e->S->GANG > 1 ? f->warp % e->S->GANG * e->S->LANES : 0;
  if (f->kind != WT_FAULT_MEMORY || f->sm != m->sm->smid.sm || !wt_look(m->gpu, WT_B_lsu) || u->q.pc != f->pc ||
      u->q.warp / e->S->GANG != f->warp / e->S->GANG)
    return;
  for (uint64_t left = f->lanes; left; left &= left - 1) {
    uint64_t at = u->o.addr[first + wt_lowest(left)];
    if (at / 128 != f->addr / 128 || wt_mem_ptr(e->mem, at, bytes[u->o.sz & 7])) continue;
    f->lanes = left & -left, f->addr = at;
    return;
  }
}

static int masked_byte(const wt_mem_req *r, unsigned i) { return r->bmask[i / 32] >> (i % 32) & 1; }

/* n bytes of device memory, or of the local memory that the bits above 40 of the address name. Non-zero: not there. */
static int access_bytes(wt_env *e, const wt_mem_req *r, uint64_t addr, uint8_t *p, unsigned n, int write) {
  if (r->space != WT_SP_LOCAL) return write ? wt_mem_write(e->mem, addr, p, n) : wt_mem_read(e->mem, addr, p, n);
  unsigned w = (unsigned)(addr >> 40 & 127);
  uint64_t at = addr & wt_mask64(40);
  if (w >= e->S->SM_SLOTS / e->S->GANG || at + n > e->local_bytes) return -1;
  sm_side *u = &e->sm[r->sm];
  if (!u->has_local[w]) {
    if (!u->local[w] && !(u->local[w] = calloc(1, e->local_bytes))) return -1;
    u->has_local[w] = u->local_room[w] = 1;
  }
  if (write) memcpy(u->local[w] + at, p, n);
  else memcpy(p, u->local[w] + at, n);
  return 0;
}

/* Sectors that a cache asks for: nobody's lanes, and more bytes than its loads want, so that some may not be there. */
static int is_fill(const wt_mem_req *r) { return r->op == WT_MEM_LOAD && !r->lanes; }
static void fill(wt_env *e, const wt_mem_req *r, uint64_t base, uint8_t *line) {
  for (unsigned s = 4; s--;)
    if (masked_byte(r, 32 * s) && access_bytes(e, r, base + 32 * s, line + 32 * s, 32, 0))
      for (unsigned k = 32; k--;) access_bytes(e, r, base + 32 * s + k, line + 32 * s + k, 1, 0);
}

/* Reads or writes the runs of bytes of the mask, so that bytes nobody asked for are never touched. */
static void masked_access(wt_env *e, const wt_mem_req *r, uint64_t base, uint8_t *line, int write) {
  for (unsigned i = 0; i < 128;) {
    if (!masked_byte(r, i)) {
      i++;
      continue;
    }
    unsigned j = i;
    while (j < 128 && masked_byte(r, j)) j++;
    if (access_bytes(e, r, base + i, line + i, j - i, write)) {
      while (i < j && !access_bytes(e, r, base + i, line + i, 1, write)) i++;
      req_fault(e, r, base + i);
      return;
    }
    i = j;
  }
}

static uint64_t half_sum(uint64_t a, uint64_t b) { return wt_fma(5, 10, a & 0xffff, 0x3c00, b & 0xffff, 0, WT_FMA_RN, 0, 0); }

/* Additions of numbers: fp32 flushes what is subnormal, as its only form F32.FTZ.RN says; each half of a pair is a sum of its own. */
static uint64_t float_sum(unsigned type, uint64_t a, uint64_t b) {
  if (type == ATOM_F16X2) return half_sum(a, b) | half_sum(a >> 16, b >> 16) << 16;
  if (type == ATOM_F64) return wt_fma(11, 52, a, UINT64_C(0x3ff0000000000000), b, 0, WT_FMA_RN, 0, 0);
  if (!(a & 0x7f800000)) a &= 0x80000000;
  if (!(b & 0x7f800000)) b &= 0x80000000;
  return wt_fma(8, 23, a, 0x3f800000, b, 0, WT_FMA_RN, 1, 0);
}

/* A machine that is wrong may touch none: then it is the last. */
static unsigned first_byte(const wt_mem_req *r) {
  unsigned i = 0;
  while (i < 127 && !masked_byte(r, i)) i++;
  return i;
}

static void perform_atom(wt_env *e, const wt_mem_req *q, uint64_t base, uint8_t *line) {
  unsigned off = first_byte(q), type = q->atype, size = type == 2 || type == 5 || type == ATOM_F64 ? 8 : 4;
  uint64_t old = 0, v = 0, cas = 0;
  if (access_bytes(e, q, base + off, (uint8_t *)&old, size, 0)) {
    req_fault(e, q, base + off);
    return;
  }
  memcpy(&v, q->data, size);
  memcpy(&cas, q->data + 2, size);
  memcpy(line + off, &old, size);
  int number = type == ATOM_F32 || type == ATOM_F16X2 || type == ATOM_F64;
  uint64_t r = number ? float_sum(type, old, v) : atom_result(q->aop, type == 1 || type == 5, size * 8, old, v, cas);
  access_bytes(e, q, base + off, (uint8_t *)&r, size, 1); /* it was there to be read */
}

/* What an agent has done: the oracle's memory must have it too. */
static void agent_performed(wt_env *e, wt_mem_req *r, const uint8_t *line) {
  unsigned off = first_byte(r);
  uint8_t word[4];
  if (r->op != WT_MEM_LOAD && e->written && !wt_mem_read(e->mem, r->line * 128 + off, word, 4))
    e->written(e->written_ctx, r->line * 128 + off, word, 4);
  memcpy(r->data, line, sizeof r->data);
}

/* Who listens is told of a request; of sectors that a cache asks for in global memory only. */
static void tell(const wt_env *e, const wt_mem_req *r, int phase) {
  const unsigned space = r->space == WT_SP_LOCAL ? WT_SPACE_LOCAL : WT_SPACE_GLOBAL;
  const wt_performed_sink *to = &e->sm[r->sm].performed;
  if (is_fill(r)) {
    if (space == WT_SPACE_GLOBAL)
      wt_performed_tell(to, &(wt_performed){.level = "memory", .line = r->line, .tag = r->tag, .sectors = wt_mem_sectors(r), .phase = phase});
    return;
  }
  /* slices and a cache do not keep the order of a thread's accesses to different lines: which one it is must be said */
  const uint64_t at = e->S->L1_BYTES || (e->sys && space == WT_SPACE_GLOBAL) ? wt_performed_line(e->S, r->line, r->bmask) : WT_PERFORMED_ANY,
                 past = e->apart && e->sys && !r->early && phase != WT_PERFORMED_FIRST ? e->sm[r->sm].ahead - e->served : 0;
  wt_performed_tell(
    to, &(wt_performed){.level = "memory", .warp = r->warp, .space = (int)space, .lanes = r->lanes, .line = at, .phase = phase, .past = past});
}

/* The request takes effect; what it loads replaces its data. */
static void perform_in(wt_env *e, wt_mem_req *r, int phase) {
  uint8_t line[128] = {0};
  uint64_t base = r->line * 128;
  if (r->space == WT_SP_CONST) {
    for (unsigned i = 128; i--;)
      if (masked_byte(r, i)) const_read(e, (unsigned)(base >> 16), (uint32_t)(base & 0xffff) + i, line + i, 1);
  } else if (is_fill(r)) {
    fill(e, r, base, line);
    tell(e, r, phase);
  } else {
    if (r->op == WT_MEM_LOAD) masked_access(e, r, base, line, 0);
    else if (r->op == WT_MEM_STORE) masked_access(e, r, base, (uint8_t *)r->data, 1);
    else perform_atom(e, r, base, line);
    if (r->op != WT_MEM_LOAD) e->sm[r->sm].writes++;
    if (r->from) {
      agent_performed(e, r, line);
      return;
    }
    tell(e, r, phase);
  }
  memcpy(r->data, line, sizeof r->data);
}
static void perform(wt_env *e, wt_mem_req *r) { perform_in(e, r, WT_PERFORMED_WHOLE); }

static answer *answer_port(wt_env *e, const wt_mem_req *r, uint64_t due) {
  sm_side *u = &e->sm[r->sm];
  answer *x = wt_env_push(r->answer ? &u->rsp : &u->ack, due);
  x->tag = r->tag, x->warp = r->warp;
  if (!r->answer) x->members = members(e->S, r->lanes);
  if (r->answer) memcpy(x->data, r->data, 128);
  return x;
}

static void perform_in_slice(void *ctx, wt_mem_req *r) {
  wt_env *e = ctx;
  perform_in(e, r, e->passes ? WT_PERFORMED_THEN : WT_PERFORMED_WHOLE);
}
static void answered_by_slice(void *ctx, const wt_mem_req *r) {
  wt_env *e = ctx;
  if (r->from) wt_agents_answered(e->agents, r);
  else if (!e->apart) answer_port(e, r, e->now + 1); /* who runs apart was told before */
}

/* ---- agents ---- */

static int agent_asks(void *ctx, const wt_mem_req *r, unsigned delay) {
  wt_env *e = ctx;
  if (e->sys) return wt_memsys_ask(e->sys, r, delay);
  if (e->n_foreign == FOREIGN) return -1;
  e->foreign[e->n_foreign] = *r;
  e->foreign[e->n_foreign++].due = e->now + delay;
  return 0;
}

static int same_thread_and_line(const wt_mem_req *a, const wt_mem_req *b) { return a->from == b->from && a->line == b->line; }

static void sample_agents(wt_env *e) {
  for (uint32_t i = 0; i < e->n_foreign;) {
    int older = 0;
    for (uint32_t k = 0; k < i; k++) older |= same_thread_and_line(&e->foreign[k], &e->foreign[i]);
    if (older || e->foreign[i].due > e->now) {
      i++;
      continue;
    }
    wt_mem_req r = e->foreign[i];
    for (uint32_t k = i + 1; k != e->n_foreign; k++) e->foreign[k - 1] = e->foreign[k];
    e->n_foreign--;
    perform(e, &r);
    wt_agents_answered(e->agents, &r);
  }
  wt_agents_cycle(e->agents, agent_asks, e);
}

/* What asks at the port of the SM: the load/store unit, or the first-level cache behind it. */
static const wt_memreq_out *port(const wt_m *m) { return m->S->L1_BYTES ? &m->sm->l1d.o.memreq : &m->sm->lsu.o.memreq; }
static unsigned rsp_taken(const wt_m *m) { return m->S->L1_BYTES ? m->sm->l1d.o.rsp_ready : m->sm->lsu.o.rsp_ready; }

static void request_at_port(const wt_m *m, wt_mem_req *r) {
  const wt_memreq_out *o = port(m);
  *r = (wt_mem_req){.line = o->req_line,
                    .lanes = o->req_lanes,
                    .pc = o->req_pc,
                    .op = o->req_op,
                    .space = o->req_space,
                    .sm = m->sm->smid.sm,
                    .warp = o->req_warp,
                    .tag = o->req_tag,
                    .aop = o->req_aop,
                    .atype = o->req_atype,
                    .answer = o->req_op == WT_MEM_LOAD || o->req_op == WT_MEM_ATOM,
                    .strong = o->req_op == WT_MEM_ATOM || (o->req_op == WT_MEM_LOAD && o->req_space == WT_SP_GLOBAL && o->req_order >= 2)};
  memcpy(r->bmask, o->req_bmask, sizeof r->bmask);
  memcpy(r->data, o->req_data, sizeof r->data);
}

/* Behind a cache memory does not see every load: the bytes that one wants must be there. */
static void sample_l1(wt_env *e, sm_side *u, const wt_m *m) {
  const wt_lsu_out *r = &m->sm->lsu.o;
  uint8_t byte;
  if (!r->req_valid || !m->sm->l1d.o.ready) return;
  u->requests++;
  u->lanes += wt_popcount(r->req_lanes);
  if (r->req_op != WT_MEM_LOAD || r->req_space != WT_SP_GLOBAL) return;
  for (unsigned i = 0; i < 128; i++)
    if (r->req_bmask[i / 32] >> i % 32 & 1 && wt_mem_read(e->mem, r->req_line * 128 + i, &byte, 1)) {
      mem_fault(e, m->sm->smid.sm, r->req_warp, r->req_lanes, r->req_pc, r->req_line * 128 + i);
      return;
    }
}

/* It takes effect at the port: now, or if its SM runs apart and others may see it, when all are here. */
static int at_port(wt_env *e, wt_mem_req *r) {
  const int later = e->apart && r->space == WT_SP_GLOBAL;
  if (later) tell(e, r, WT_PERFORMED_FIRST);
  else perform(e, r);
  return later;
}
static void fixed_request(wt_env *e, sm_side *u, wt_mem_req *r) {
  const uint64_t now = e->now + u->ahead;
  const int later = at_port(e, r);
  answer *to = answer_port(e, r, now + e->S->MEM_LAT);
  if (later) u->late[u->n_late++] = (late_request){now, 1, *r, to};
}

ALONE void sample_mem(wt_env *e, sm_side *u, const wt_m *m) {
  wt_mem_req r;
  if (m->S->L1_BYTES) sample_l1(e, u, m);
  if (!port(m)->req_valid || !m->sm->env.mem_ready) return;
  request_at_port(m, &r);
  if (!e->S->L1_BYTES) u->requests++, u->lanes += wt_popcount(r.lanes);
  if (!e->sys) {
    fixed_request(e, u, &r);
    return;
  }
  /* nobody else sees constants change or the memory of a thread: what a slice would find is known now. Behind the cache of the only SM all requests take effect
   * at the port: what the cache holds is then what memory holds, as a line's requests keep their order up to its slice */
  r.early = r.space != WT_SP_GLOBAL || (e->S->L1_BYTES && !e->passes);
  const int told = r.early && at_port(e, &r);
  if (!r.early && e->passes) tell(e, &r, WT_PERFORMED_FIRST);
  if (r.space == WT_SP_CONST) r.line |= UINT64_C(1) << 55; /* addresses of a constant bank are not those of device memory */
  if (e->apart) u->late[u->n_late++] = (late_request){e->now + u->ahead, told, r, NULL}, u->room--;
  else wt_memsys_ask(e->sys, &r, 0);
}

/* A warp that starts finds its local memory cleared. */
ALONE void sample_launch(const wt_env *e, sm_side *u, const wt_m *m) {
  const wt_dispatch_out *d = &m->sm->dispatch.o;
  unsigned w = d->launch_warp / e->S->GANG, part = e->S->ACC_LANES / e->S->GANG * 16, first = d->launch_warp % e->S->GANG * part;
  if (!d->launch_valid || !u->local[w]) return;
  for (uint64_t at = 0; at < e->local_bytes; at += e->S->ACC_LANES * 16) memset(u->local[w] + at + first, 0, part);
}

/* What one SM asks for of its own: code, constants, fresh local memory. */
ALONE void sample_own(const wt_env *e, sm_side *u, const wt_m *m) {
  const uint64_t now = e->now + u->ahead;
  sample_launch(e, u, m);
  for (unsigned i = 0; i < e->S->SUBCORES; i++) {
    sample_fetch(e, &m->sm->subcore[i], &u->imem[i], now);
    sample_const(e, &m->sm->subcore[i], &u->cst[i], now);
  }
}
/* What it asks of the memory that all have. */
ALONE void sample_data(wt_env *e, sm_side *side, const wt_m *m) {
  sample_mem(e, side, m);
  if (m->sm->env.rsp_valid && rsp_taken(m)) wt_env_pop(&side->rsp);
  if (e->fault.kind) look_at_lanes(e, m);
  const wt_lsu_out *u = &m->sm->lsu.o;
  if (u->fault_valid && e->apart) side->trouble = 1;
  else if (u->fault_valid && !e->fault.kind) {
    unsigned lane = u->fault_lane, first = e->S->GANG > 1 ? u->fault_warp % e->S->GANG * e->S->LANES : 0;
    e->fault = (wt_env_fault){
      u->fault_kind ? WT_FAULT_RANGE : WT_FAULT_ALIGN, m->sm->smid.sm, u->fault_warp, UINT64_C(1) << lane, u->fault_pc, u->addr[first + lane]};
  }
}

void wt_env_sample(wt_env *e, const wt_m *m) {
  sm_side *u = e->sm;
  WT_EACH_SM(at, m) sample_own(e, u++, at);
  if (e->sys) wt_memsys_cycle(e->sys);
  if (e->agents) sample_agents(e);
  u = e->sm;
  WT_EACH_SM(at, m) sample_data(e, u++, at);
}

/* Instructions and constants. */
ALONE void present_code(sm_side *u, unsigned i, wt_subcore *c, uint64_t now) {
  wt_imem_out *o = &c->imem;
  answer *x = wt_env_front(&u->imem[i], now);
  if (x) {
    o->valid = 1, o->warp = x->warp, o->epoch = x->epoch, o->pc = x->pc, o->rpc = x->rpc, o->sens = x->sens;
    memcpy(o->insn, x->data, 16);
    wt_env_pop(&u->imem[i]);
  } else if (o->valid) {
    memset(o, 0, sizeof *o);
  }
  wt_cmem_out *k = &c->cmem;
  if ((x = wt_env_front(&u->cst[i], now))) {
    k->valid = 1, k->warp = x->warp, k->slot = x->slot, k->epoch = x->epoch;
    memcpy(&k->data, x->data, 8);
    wt_env_pop(&u->cst[i]);
  } else if (k->valid) {
    memset(k, 0, sizeof *k);
  }
}

ALONE void present_to(const wt_env *e, sm_side *u, wt_sm *sm) {
  const uint64_t now = e->now + u->ahead;
  wt_env_out *o = &sm->env;
  answer *x;
  for (unsigned i = 0; i < e->S->SUBCORES; i++) present_code(u, i, &sm->subcore[i], now);
  if (e->apart && e->sys) o->mem_ready = u->room > 0, u->waits = !u->room;
  else o->mem_ready = !e->sys || wt_memsys_ready(e->sys, sm->smid.sm);
  if ((x = wt_env_front(&u->rsp, now))) {
    o->rsp_valid = 1, o->rsp_tag = x->tag;
    memcpy(o->rsp_data, x->data, 128);
  } else if (o->rsp_valid) {
    o->rsp_valid = o->rsp_tag = 0;
    memset(o->rsp_data, 0, 128);
  }
  if ((x = wt_env_front(&u->ack, now))) {
    o->ack_valid = 1, o->ack_warp = x->warp, o->ack_members = x->members;
    wt_env_pop(&u->ack);
  } else {
    o->ack_valid = o->ack_warp = o->ack_members = 0;
  }
}

void wt_env_present(wt_env *e, wt_m *m) {
  e->now++;
  for (unsigned i = 0; i < e->S->SMS; i++) present_to(e, &e->sm[i], &m->gpu->sm[i]);
}

/* ---- SMs that run apart ---- */

unsigned wt_env_lookahead(const wt_env *e) {
  if (e->agents) return 0;
  const uint64_t n = e->sys ? wt_memsys_lookahead(e->sys) : e->S->MEM_LAT - 1;
  return n < WT_ENV_APART ? (unsigned)n : WT_ENV_APART;
}

static void foretold(void *ctx, const wt_mem_req *r, uint64_t after) {
  wt_env *e = ctx;
  answer_port(e, r, e->now + after + 1);
}
int wt_env_apart(wt_env *e, uint64_t cycles, const wt_env_flight *looked_for) {
  for (unsigned i = 0; i < e->S->SMS; i++) {
    sm_side *u = &e->sm[i];
    if (!u->late && !(u->late = malloc(WT_ENV_APART * sizeof *u->late))) return -1;
    u->ahead = 0, u->trouble = u->waits = 0, u->n_late = u->done_late = 0;
    if (!e->sys) continue;
    wt_memsys_foretell(e->sys, i, cycles, foretold, e);
    u->room = wt_memsys_room(e->sys, i);
  }
  e->apart = 1, e->served = 0, e->looked_for = looked_for;
  memset(e->found, 0, sizeof e->found);
  return 0;
}
uint64_t wt_env_ahead(const wt_env *e, unsigned sm) { return e->sm[sm].ahead; }
int wt_env_waits(const wt_env *e, unsigned sm) { return e->sm[sm].waits; }

int wt_env_sample_sm(wt_env *e, unsigned sm, const wt_m *m) {
  sm_side *u = &e->sm[sm];
  sample_own(e, u, m);
  sample_data(e, u, m);
  return u->trouble ? -1 : 0;
}
void wt_env_present_sm(wt_env *e, unsigned sm, wt_m *m) {
  sm_side *u = &e->sm[sm];
  u->ahead++;
  present_to(e, u, m->sm);
}

void wt_env_skip_sm(wt_env *e, unsigned sm, uint64_t n) { e->sm[sm].ahead += n; }

/* The request of an SM that has waited for the others. */
static void take_effect(wt_env *e, late_request *l) {
  if (l->told) perform_in(e, &l->r, WT_PERFORMED_THEN);
  if (l->to && l->r.answer) memcpy(l->to->data, l->r.data, sizeof l->to->data);
  if (e->sys) wt_memsys_ask(e->sys, &l->r, 0);
}
int wt_env_serve(wt_env *e, uint64_t cycle, const wt_m *m) {
  int bad = 0;
  for (; e->served < cycle; e->served++) {
    if (e->sys) wt_memsys_cycle(e->sys);
    for (unsigned i = 0; i < e->S->SMS; i++) {
      sm_side *u = &e->sm[i];
      if (u->done_late < u->n_late && u->late[u->done_late].at == e->now + e->served) take_effect(e, &u->late[u->done_late++]);
    }
    if (e->sys && e->looked_for && wt_env_flight_memory(e->looked_for, e)) e->found[e->served / 64] |= UINT64_C(1) << e->served % 64;
  }
  for (unsigned i = 0; i < e->S->SMS; i++) {
    sm_side *u = &e->sm[i];
    bad |= u->trouble;
    if (!u->waits || u->ahead != cycle) continue;
    u->waits = 0, u->room = wt_memsys_room(e->sys, i);
    m->gpu->sm[i].env.mem_ready = u->room > 0;
  }
  return bad ? -1 : 0;
}
uint64_t wt_env_was_same(const wt_env *e, unsigned word) { return e->sys ? e->found[word] : UINT64_MAX; }

int wt_env_together(wt_env *e, const wt_m *m) {
  const uint64_t n = e->sm->ahead;
  const int bad = wt_env_serve(e, n, m);
  wt_env_back(e);
  e->now += n;
  for (unsigned i = 0; e->sys && i < e->S->SMS; i++) { /* the window was shorter than what was foretold */
    sm_side *u = &e->sm[i];
    u->rsp.n = wt_env_come(&u->rsp, e->now), u->ack.n = wt_env_come(&u->ack, e->now);
  }
  return bad;
}
void wt_env_back(wt_env *e) {
  for (unsigned i = 0; i < e->S->SMS; i++) e->sm[i].ahead = 0, e->sm[i].waits = 0;
  e->apart = 0;
}

void wt_env_get(const wt_m *m, wt_env_shown to[]) {
  for (unsigned s = 0; s < m->S->SMS; s++) {
    const wt_sm *sm = &m->gpu->sm[s];
    to[s].env = sm->env;
    for (unsigned i = 0; i < m->S->SUBCORES; i++) to[s].imem[i] = sm->subcore[i].imem, to[s].cmem[i] = sm->subcore[i].cmem;
  }
}
void wt_env_put(wt_m *m, const wt_env_shown from[]) {
  for (unsigned s = 0; s < m->S->SMS; s++) {
    wt_sm *sm = &m->gpu->sm[s];
    sm->env = from[s].env;
    for (unsigned i = 0; i < m->S->SUBCORES; i++) sm->subcore[i].imem = from[s].imem[i], sm->subcore[i].cmem = from[s].cmem[i];
  }
}

void wt_env_reset(wt_m *m) {
  for (unsigned s = 0; s < m->S->SMS; s++) {
    wt_sm *sm = &m->gpu->sm[s];
    memset(&sm->env, 0, sizeof sm->env);
    for (unsigned i = 0; i < m->S->SUBCORES; i++) {
      memset(&sm->subcore[i].imem, 0, sizeof sm->subcore[i].imem);
      memset(&sm->subcore[i].cmem, 0, sizeof sm->subcore[i].cmem);
    }
    sm->env.mem_ready = 1;
  }
}
