/* env_model.h - a model of the environment, written from rules 8 and 9 of docs/blocks/top/wt_sm.md, wt_memory.md and the addresses of
 * docs/blocks/mem/wt_lsu.md: what requests do to memory, what is answered and when, what is reported as performed. test_wt_env.c says what is asked.
 */
#ifndef WT_ENV_MODEL_H
#define WT_ENV_MODEL_H
#include <string.h>

#include "lib/wt_env.h"
#include "oracle/wt_oracle.h"
#include "tests/host_kit.h"
#include "tests/suite.h"

enum { INSNS = 24, STACK = 48, PIECES = 512, SLOTS = 8, LOCAL = STACK * 64, AREAS = 2, LIST = 4400 };
static uint64_t rng;
static unsigned below(unsigned n) { return (unsigned)wt_host_below(&rng, n); }
static uint64_t any64(void) { return (uint64_t)below(UINT32_MAX) << 32 ^ below(UINT32_MAX); }

static const char *const shapes[] = {"MEM_LAT=1 IMEM_LAT=1 CONST_LAT=3",
                                     "MEM_LAT=37 IMEM_LAT=8 CONST_LAT=1 WARP_SIZE=16 LANES=4",
                                     "MEM_LAT=5 L1_BYTES=1024 L1_LINE=32 COAL_BYTES=32",
                                     "MEM_LAT=9 L1_BYTES=1024",
                                     "MEM_LAT=20 GROUPING=dwr DWR_SUBWARPS=4 LANES=16 WARP_SIZE=16 RF_BANKS=2",
                                     "MEM_MODEL=l2dram IMEM_LAT=4 CONST_LAT=5",
                                     "MEM_MODEL=l2dram L1_BYTES=1024 L1_LINE=64 COAL_BYTES=64 NET_MHZ=250 IMEM_LAT=8",
                                     "MEM_MODEL=l2dram GROUPING=dwr L2_BYTES=0 CORE_MHZ=150 CONST_LAT=4"};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ---- the model ---- */

typedef struct {
  uint64_t due;
  wt_env_shown o; /* the ports of its channel */
} answer;
typedef struct {
  unsigned n;
  answer a[LIST];
} channel;
enum { IMEM, CONSTANT, RSP, ACK, CHANNELS };
typedef struct {
  wt_performed e[LIST];
  struct {
    uint64_t addr;
    uint8_t b[4];
  } written[LIST];
  unsigned n, n_written;
} events;
static struct {
  wt_shape S;
  uint64_t now, base[AREAS], requests, lanes, writes;
  unsigned size[AREAS], asked; /* asked: answers that the load/store unit waits for */
  uint8_t bytes[AREAS][PIECES], local[SLOTS][LOCAL];
  wt_env_fault fault;
  wt_env_shown out;
  channel c[CHANNELS];
  wt_memsys *sys;
  wt_agents *agents;
  wt_mem_req foreign[64];
  unsigned n_foreign;
  events want;
} M;
static events got;
static wt_word code[INSNS];
static uint32_t rpc[INSNS];
static uint8_t sens[INSNS], banks[2][100];
static wt_launch_desc L;
static wt_mem *mem;

static unsigned large(void) { return M.S.GROUPING == WT_GROUPING_dwr ? M.S.DWR_SUBWARPS : 1; }
static unsigned width(void) { return M.S.GROUPING == WT_GROUPING_dwr ? M.S.DWR_SUBWARPS * M.S.LANES : M.S.SLOT_LANES; } /* lanes of an access */
static uint8_t *byte_at(const wt_mem_req *r, uint64_t addr) {
  if (r->space == WT_SP_LOCAL) { /* 2^63 + 2^40 * warp + what lies there */
    uint64_t w = (addr - (UINT64_C(1) << 63)) >> 40, at = addr & ((UINT64_C(1) << 40) - 1);
    return w < M.S.SLOTS / large() && at < STACK * width() ? &M.local[w][at] : NULL;
  }
  for (unsigned k = 0; k < AREAS; k++)
    if (addr - M.base[k] < M.size[k]) return &M.bytes[k][addr - M.base[k]];
  return NULL;
}
static uint8_t constant(unsigned bank, unsigned off) { return bank < 2 && off < L.bank[bank].size ? banks[bank][off] : 0; }
static int masked(const uint32_t *m, unsigned i) { return (m[i / 32] & 1u << i % 32) != 0; }
static void faults(unsigned warp, uint64_t lanes, uint32_t pc, uint64_t addr) {
  unsigned lane = 0;
  while (lane < 64 && !(lanes >> lane & 1)) lane++;
  if (M.fault.kind) return;
  if (large() > 1) { /* those of the first sub-warp that has one */
    warp = warp - warp % large() + lane / M.S.LANES;
    lanes = lanes >> (lane - lane % M.S.LANES) & ((UINT64_C(1) << M.S.LANES) - 1);
  }
  M.fault = (wt_env_fault){1, 0, warp, lanes, pc, addr};
}
static double f64(uint64_t x) {
  double d;
  memcpy(&d, &x, 8);
  return d;
}
static uint64_t flushed(uint64_t x) { return (x >> 23 & 255) ? x : x & 0x80000000; }
static uint64_t float_add(unsigned type, uint64_t a, uint64_t b) {
  uint64_t r = 0;
  if (type == 6) {
    double d = f64(a) + f64(b);
    memcpy(&r, &d, 8);
    return r;
  }
  float x, y, z;
  a = flushed(a), b = flushed(b);
  memcpy(&x, &a, 4), memcpy(&y, &b, 4);
  z = x + y;
  memcpy(&r, &z, 4);
  return flushed(r);
}
/* ADD MIN MAX INC DEC AND OR XOR EXCH CAS; types U32 S32 U64 F32 - S64 F64 */
static uint64_t atomic(unsigned op, unsigned type, uint64_t a, uint64_t v, uint64_t new) {
  int wide = type == 2 || type == 5, less = type == 1 ? (int32_t)a < (int32_t)v : type == 5 ? (int64_t)a < (int64_t)v : a < v;
  uint64_t r = new;
  if (op == 0) r = a + v;
  if (op == 1) r = less ? a : v;
  if (op == 2) r = less ? v : a;
  if (op == 3) r = a >= v ? 0 : a + 1;
  if (op == 4) r = !a || a > v ? v : a - 1;
  if (op == 5) r = a & v;
  if (op == 6) r = a | v;
  if (op == 7) r = a ^ v;
  if (op == 8) r = v;
  if (op == 9 && a != v) r = a;
  return wide ? r : (uint32_t)r;
}
static void model_perform(void *ctx, wt_mem_req *r) {
  uint8_t line[128] = {0}, *b;
  unsigned touched = 0, first = 0, bytes = M.S.L1_BYTES ? M.S.L1_LINE : 128;
  int fill = r->op == WT_MEM_LOAD && !r->lanes;
  (void)ctx;
  while (first < 128 && !masked(r->bmask, first)) first++;
  for (unsigned i = 0; i < 128; i++) touched |= (unsigned)masked(r->bmask, i) << i / 32;
  for (unsigned i = 0; i < 128 && (r->op == WT_MEM_LOAD || r->op == WT_MEM_STORE); i++) {
    uint64_t addr = r->line * 128 + i;
    int in_fill = fill && masked(r->bmask, i / 32 * 32); /* whole sectors; what is not there is not there */
    if (!masked(r->bmask, i) && !in_fill) continue;
    if (r->space == WT_SP_CONST) {
      line[i] = constant((unsigned)(r->line >> 9), (unsigned)(r->line % 512 * 128 + i));
    } else if ((b = byte_at(r, addr))) {
      if (r->op == WT_MEM_STORE) *b = ((uint8_t *)r->data)[i];
      else line[i] = *b;
    } else if (!fill) {
      faults(r->warp, r->lanes, r->pc, addr);
      break;
    }
  }
  if (r->op == WT_MEM_ATOM || r->op == WT_MEM_RED) {
    unsigned n = r->atype == 2 || r->atype == 5 || r->atype == 6 ? 8 : 4;
    uint64_t addr = r->line * 128 + first, a = 0, v = 0, new = 0;
    if (!byte_at(r, addr) || !byte_at(r, addr + n - 1)) {
      faults(r->warp, r->lanes, r->pc, addr);
    } else {
      memcpy(&a, byte_at(r, addr), n), memcpy(&v, r->data, n), memcpy(&new, r->data + 2, n);
      memcpy(line + first, &a, n);
      a = r->atype == 3 || r->atype == 6 ? float_add(r->atype, a, v) : atomic(r->aop, r->atype, a, v, new);
      memcpy(byte_at(r, addr), &a, n);
    }
  }
  if (r->op != WT_MEM_LOAD) M.writes++;
  if (r->from && r->op != WT_MEM_LOAD) { /* the oracle's memory gets it, too */
    M.want.written[M.want.n_written].addr = r->line * 128 + first;
    memcpy(M.want.written[M.want.n_written++].b, byte_at(r, r->line * 128 + first), 4);
  }
  memcpy(r->data, line, 128);
  if (r->from || r->space == WT_SP_CONST || (fill && r->space != WT_SP_GLOBAL)) return;
  wt_performed e = {.level = "memory", .line = r->line, .tag = r->tag, .sectors = touched};
  if (!fill) {
    int local = r->space == WT_SP_LOCAL;
    e = (wt_performed){
      .level = "memory", .warp = r->warp, .space = local ? WT_SPACE_LOCAL : WT_SPACE_GLOBAL, .lanes = r->lanes, .line = WT_PERFORMED_ANY};
    uint64_t addr = (r->line * 128 + first) & (local ? (UINT64_C(1) << 40) - 1 : UINT64_MAX); /* of local memory the warp's own */
    if (M.S.L1_BYTES || (M.sys && !local)) e.line = addr / bytes;
  }
  M.want.e[M.want.n++] = e;
}
static answer *model_push(unsigned c, uint64_t due) {
  ck_assert_uint_lt(M.c[c].n, LIST);
  answer *a = &M.c[c].a[M.c[c].n++];
  *a = (answer){.due = due};
  return a;
}
static void model_answer(const wt_mem_req *r, uint64_t due) {
  int back = r->op == WT_MEM_LOAD || r->op == WT_MEM_ATOM;
  answer *a = model_push(back ? RSP : ACK, due);
  if (back) {
    a->o.env.rsp_valid = 1, a->o.env.rsp_tag = r->tag;
    memcpy(a->o.env.rsp_data, r->data, 128);
    return;
  }
  a->o.env.ack_valid = 1, a->o.env.ack_warp = r->warp;
  for (unsigned l = 0; large() > 1 && l < width(); l++)
    if (r->lanes >> l & 1) a->o.env.ack_members |= (uint8_t)(1u << l / M.S.LANES);
}
static void model_arrived(void *ctx, const wt_mem_req *r) {
  (void)ctx;
  if (r->from) wt_agents_answered(M.agents, r);
  else model_answer(r, M.now + 1);
}
static int model_ask(void *ctx, const wt_mem_req *r, unsigned delay) {
  (void)ctx;
  if (M.sys) return wt_memsys_ask(M.sys, r, delay);
  if (M.n_foreign == 64) return -1;
  M.foreign[M.n_foreign] = *r;
  M.foreign[M.n_foreign++].due = M.now + delay;
  return 0;
}
/* Agents with one latency: what is due is performed in the order in which it was asked for, but of one thread and line none before an older one. */
static void model_agents(void) {
  for (unsigned i = 0; i < M.n_foreign;) {
    wt_mem_req r = M.foreign[i];
    int waits = r.due > M.now;
    for (unsigned k = 0; k < i; k++) waits |= M.foreign[k].from == r.from && M.foreign[k].line == r.line;
    if (waits) {
      i++;
      continue;
    }
    for (unsigned k = i; k + 1 < M.n_foreign; k++) M.foreign[k] = M.foreign[k + 1];
    M.n_foreign--;
    model_perform(NULL, &r);
    wt_agents_answered(M.agents, &r);
  }
  wt_agents_cycle(M.agents, model_ask, NULL);
}
#endif
