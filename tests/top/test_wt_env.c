/* test_wt_env.c - the environment by itself: a machine that stands still, at whose ports the suite asks for instructions, constants and lines, in every cycle
 * something random, beside a model of what rule 8 and 9 of docs/blocks/top/wt_sm.md, wt_memory.md and the addresses of docs/blocks/mem/wt_lsu.md say: what is at
 * the ports in which cycle, what memory holds, what is reported as performed, counted, and found at fault. With MEM_MODEL=l2dram the model asks a memory system of
 * its own when requests are performed and answered; that one has a suite of its own (test_wt_memsys).
 *
 * What is on its way is part of a checkpoint, and of the state whose return proves that a run has no end: each bit of it counts.
 */
#include <stdio.h>
#include <string.h>

#include "lib/wt_env.h"
#include "oracle/wt_oracle.h"
#include "tests/host_kit.h"
#include "tests/suite.h"
#include "env_model.h"
#include "tests/fails_kit.h"
#include "tests/saved_kit.h"

/* ---- what is asked ---- */

static wt_mem_req random_request(int fills) {
  static const uint8_t types[] = {0, 1, 2, 3, 5, 6};
  static const uint64_t f32s[] = {0, 0x80000000, 0x3f800000, 0xbf800001, 0x00000001, 0x807fffff, 0x00800000, 0x80800001, 0x7f7fffff, 0x34000000};
  static const uint64_t f64s[] = {0,
                                  UINT64_C(0x8000000000000000),
                                  UINT64_C(0x3ff0000000000000),
                                  1,
                                  UINT64_C(0xbff0000000000001),
                                  UINT64_C(0x7fefffffffffffff),
                                  UINT64_C(0x0010000000000000),
                                  UINT64_C(0x3ca0000000000000)};
  wt_mem_req r = {
    .pc = 16 * below(INSNS), .warp = (uint8_t)below(M.S.SLOTS), .tag = (uint8_t)below(M.S.LSU_LINES), .op = (uint8_t)below(4), .lanes = any64()};
  unsigned kind = below(8), k = below(AREAS);
  r.lanes &= width() < 64 ? (UINT64_C(1) << width()) - 1 : UINT64_MAX;
  if (!below(3)) r.lanes &= any64();
  if (!below(2)) r.lanes &= UINT64_MAX << below(width()); /* the lowest may be any */
  if (!r.lanes) r.lanes = 1;
  r.space = kind == 0 ? WT_SP_CONST : kind < 3 ? WT_SP_LOCAL : WT_SP_GLOBAL;
  r.line = (M.base[k] + below(M.size[k])) / 128 + !below(8); /* also behind it */
  if (r.space == WT_SP_LOCAL) r.line = ((UINT64_C(1) << 63) + ((uint64_t)below(M.S.SLOTS / large() + 1) << 40) + below(STACK * width())) / 128;
  if (r.space == WT_SP_CONST) r.line = (below(3) ? below(7) : 16) * 512 + below(2), r.op = WT_MEM_LOAD;
  if (r.space == WT_SP_LOCAL && r.op > WT_MEM_STORE) r.op = WT_MEM_STORE;
  for (unsigned i = 0; i < 32; i++) r.data[i] = below(UINT32_MAX);
  if (r.op == WT_MEM_ATOM || r.op == WT_MEM_RED) {
    r.atype = types[below(6)], r.aop = (uint8_t)(r.atype == 3 || r.atype == 6 ? 0 : below(10));
    unsigned n = r.atype == 2 || r.atype == 5 || r.atype == 6 ? 8 : 4, off = below(128 / n) * n;
    for (unsigned i = 0; i < n; i++) r.bmask[(off + i) / 32] |= 1u << (off + i) % 32;
    uint64_t addr = r.line * 128 + off;
    if (!byte_at(&r, addr) || !byte_at(&r, addr + n - 1)) return r;
    if (r.atype == 3 || r.atype == 6) { /* numbers, and not only large ones */
      const void *there = r.atype == 3 ? (const void *)&f32s[below(10)] : &f64s[below(8)];
      memcpy(byte_at(&r, addr), there, n), wt_mem_write(mem, addr, there, n);
      memcpy(r.data, r.atype == 3 ? (const void *)&f32s[below(10)] : &f64s[below(8)], n);
    } else if (below(2)) {
      memcpy(r.data, byte_at(&r, addr), n), r.data[0] += below(3) - 1; /* equal ones, and almost */
    }
    return r;
  }
  for (unsigned i = 0; i < 4; i++) r.bmask[i] = below(3) ? UINT32_MAX : below(UINT32_MAX);
  r.bmask[below(4)] = below(2) ? 0 : 1u << below(32);
  if (!below(4)) r.bmask[1] = r.bmask[2] = r.bmask[3] = 0, r.bmask[0] = 15;
  if (fills && r.op == WT_MEM_LOAD && r.space != WT_SP_CONST && below(2)) { /* whole sectors for the cache */
    r.lanes = 0;
    for (unsigned i = 0; i < 4; i++) r.bmask[i] = below(2) ? UINT32_MAX : 0;
  }
  if (!(r.bmask[0] | r.bmask[1] | r.bmask[2] | r.bmask[3])) r.bmask[3] = r.lanes ? 0x80000000 : UINT32_MAX;
  return r;
}

/* ---- beside each other ---- */

static wt_m *m;
static wt_env *e;
static wt_agents *agents;
static void seen(void *ctx, const wt_performed *p) {
  ck_assert(ctx == &got && got.n < LIST);
  got.e[got.n++] = *p;
}
static void seen_written(void *ctx, uint64_t addr, const void *bytes, size_t n) {
  ck_assert(ctx == &got && n == 4 && got.n_written < LIST);
  got.written[got.n_written].addr = addr;
  memcpy(got.written[got.n_written++].b, bytes, 4);
}
static wt_agents *script(uint64_t seed) {
  static char text[6000];
  char err[200];
  uint64_t own = 99;
  size_t n = 0;
  for (unsigned a = 0; a < 8; a++)
    for (unsigned i = 0; i < 24; i++) {
      static const char *const form[] = {"ld %u;", "st %u 3;", "add %u 5;", "exch %u 7;", "cas %u 3 9;", "wait %u;", "fence;"};
      unsigned k = (unsigned)wt_host_below(&own, 14);
      if (a && !i) text[n++] = '|';
      n += (size_t)snprintf(text + n, sizeof text - n, form[k < 7 ? k : k % 5], (unsigned)wt_host_below(&own, PIECES / 4) * 4);
    }
  wt_agents *a = wt_agents_new(text, M.base[0], seed, 150, err, sizeof err);
  ck_assert_msg(a != NULL, "%s", err);
  return a;
}
static void attach(void) {
  wt_env_on_performed(e, 0, (wt_performed_sink){seen, &got});
  if (agents) wt_env_agents(e, agents, seen_written, &got);
}
static void begin(unsigned shape, int with_agents) {
  char text[300], err[300];
  memset(&M, 0, sizeof M);
  got.n = got.n_written = 0;
  ck_assert_int_eq(wt_shape_preset(&M.S, "tiny", err, sizeof err), 0);
  snprintf(text, sizeof text, "WARPS=8 LSU_LINES=6 REGS=2048 CTAS=4 L2_QUEUE=6 NET_QUEUE=6 %s", shapes[shape]);
  for (char *k = strtok(text, " "); k; k = strtok(NULL, " ")) ck_assert_msg(!wt_shape_set(&M.S, k, err, sizeof err), "%s", err);
  ck_assert_msg(!wt_shape_check(&M.S, err, sizeof err), "%s", err);
  L = (wt_launch_desc){.code = code, .n_insns = INSNS, .rpc = rpc, .sens = sens, .stack = STACK};
  for (unsigned i = 0; i < INSNS; i++) code[i] = (wt_word){any64(), any64()}, rpc[i] = below(UINT32_MAX), sens[i] = (uint8_t)below(2);
  for (unsigned i = 0; i < 100; i++) banks[0][i] = (uint8_t)below(256), banks[1][i] = (uint8_t)below(256);
  L.bank[0] = (wt_launch_bank){banks[0], 93}, L.bank[1] = (wt_launch_bank){banks[1], 12};
  mem = wt_mem_new();
  ck_assert_int_eq(wt_mem_base(mem, 16 << 16), WT_OK); /* the addresses of constant bank 16, which has other lines */
  M.size[0] = PIECES, M.size[1] = 44;
  for (unsigned k = 0; k < AREAS; k++) ck_assert_int_eq(wt_mem_alloc(mem, M.size[k], NULL, &M.base[k]), WT_OK);
  m = wt_m_new(&M.S);
  e = wt_env_new(&M.S, &L, mem);
  ck_assert(m && e);
  agents = NULL;
  if (with_agents) agents = script(5), M.agents = script(5);
  attach();
  if (M.S.MEM_MODEL == WT_MEM_MODEL_l2dram) {
    M.sys = wt_memsys_new(&M.S);
    M.sys->perform = model_perform, M.sys->arrived = model_arrived;
  }
  memset(&m->sm->env, 0xff, sizeof m->sm->env); /* what another launch left there */
  memset(&m->subcore->imem, 0xff, sizeof m->subcore->imem), memset(&m->subcore->cmem, 0xff, sizeof m->subcore->cmem);
  wt_env_reset(m);
  M.out.env.mem_ready = 1;
}
static void end(void) {
  wt_env_free(e);
  wt_mem_free(mem);
  wt_m_free(m);
  wt_agents_free(agents), wt_agents_free(M.agents), wt_memsys_free(M.sys);
}

/* Every payload is 0 while its valid is 0: the ports of a channel are those of its answer, or nothing. */
static const answer *shown(unsigned c) { return M.c[c].n && M.c[c].a[0].due <= M.now ? &M.c[c].a[0] : NULL; }
static void gone(unsigned c) { memmove(M.c[c].a, M.c[c].a + 1, --M.c[c].n * sizeof M.c[c].a[0]); }
static void model_present(void) {
  static const wt_env_shown nothing;
  M.now++;
  const wt_env_shown *o[CHANNELS];
  for (unsigned c = 0; c < CHANNELS; c++) o[c] = shown(c) ? &shown(c)->o : &nothing;
  memset(&M.out, 0, sizeof M.out);
  M.out.imem[0].valid = o[IMEM]->imem[0].valid, M.out.imem[0].warp = o[IMEM]->imem[0].warp, M.out.imem[0].epoch = o[IMEM]->imem[0].epoch;
  M.out.imem[0].pc = o[IMEM]->imem[0].pc, M.out.imem[0].rpc = o[IMEM]->imem[0].rpc, M.out.imem[0].sens = o[IMEM]->imem[0].sens;
  memcpy(M.out.imem[0].insn, o[IMEM]->imem[0].insn, 16);
  M.out.cmem[0].valid = o[CONSTANT]->cmem[0].valid, M.out.cmem[0].warp = o[CONSTANT]->cmem[0].warp, M.out.cmem[0].slot = o[CONSTANT]->cmem[0].slot;
  M.out.cmem[0].epoch = o[CONSTANT]->cmem[0].epoch, M.out.cmem[0].data = o[CONSTANT]->cmem[0].data;
  M.out.env.rsp_valid = o[RSP]->env.rsp_valid, M.out.env.rsp_tag = o[RSP]->env.rsp_tag;
  memcpy(M.out.env.rsp_data, o[RSP]->env.rsp_data, 128);
  M.out.env.ack_valid = o[ACK]->env.ack_valid, M.out.env.ack_warp = o[ACK]->env.ack_warp, M.out.env.ack_members = o[ACK]->env.ack_members;
  M.out.env.mem_ready = (uint8_t)(!M.sys || wt_memsys_ready(M.sys, 0));
  for (unsigned c = 0; c < CHANNELS; c++)
    if (c != RSP && shown(c)) gone(c); /* data is held until it is taken */
}

#define PORT(o, r)                                                                                                                            \
  (o).req_valid = 1, (o).req_op = (r).op, (o).req_space = (r).space, (o).req_warp = (r).warp, (o).req_pc = (r).pc, (o).req_lanes = (r).lanes, \
  (o).req_line = (r).line, (o).req_tag = (r).tag, (o).req_aop = (r).aop, (o).req_atype = (r).atype, (o).req_order = (uint8_t)order,           \
  memcpy((o).req_bmask, (r).bmask, 16), memcpy((o).req_data, (r).data, 128)

/* The ports of one cycle, and what becomes of them. */
static void random_ports(unsigned busy) {
  wt_fetch_out *f = &m->subcore->fetch.o;
  wt_constport_out *c = &m->subcore->constport.o;
  wt_dispatch_out *d = &m->sm->dispatch.o;
  wt_lsu_out *u = &m->sm->lsu.o;
  wt_l1d_out *l = &m->sm->l1d.o;
  unsigned order = below(4);
  int cached = M.S.L1_BYTES != 0, waits;
  wt_mem_req r = random_request(cached), load = random_request(0);
  memset(&u->req_valid, 0, sizeof u->req_valid), l->req_valid = 0, u->fault_valid = 0;
  f->req_valid = below(10) < busy, f->req_warp = (uint8_t)below(M.S.SLOTS), f->req_epoch = (uint8_t)below(4), f->req_pc = 16 * below(INSNS + 3);
  c->req_valid = below(10) < busy, c->req_warp = (uint8_t)below(M.S.SLOTS), c->req_slot = (uint8_t)below(4), c->req_epoch = (uint8_t)below(4);
  c->req_addr = below(6) << 16 | (below(9) ? below(104) : 0xfff8 + below(8));
  d->launch_valid = !below(12), d->launch_warp = (uint8_t)below(M.S.SLOTS);
  if (d->launch_valid) { /* a warp that starts finds its local memory cleared: that of its lanes */
    unsigned first = d->launch_warp % large() * M.S.LANES, n = large() > 1 ? M.S.LANES : width();
    for (unsigned x = 0; x < STACK; x++)
      for (unsigned lane = first; lane < first + n; lane++) M.local[d->launch_warp / large()][16 * (x / 16 * width() + lane) + x % 16] = 0;
  }
  if (f->req_valid) {
    answer *a = model_push(IMEM, M.now + M.S.IMEM_LAT);
    unsigned i = f->req_pc / 16;
    a->o.imem[0].valid = 1, a->o.imem[0].warp = f->req_warp, a->o.imem[0].epoch = f->req_epoch, a->o.imem[0].pc = f->req_pc,
    a->o.imem[0].rpc = UINT32_MAX;
    if (i < INSNS) memcpy(a->o.imem[0].insn, &code[i], 16), a->o.imem[0].rpc = L.rpc ? rpc[i] : UINT32_MAX, a->o.imem[0].sens = L.sens ? sens[i] : 0;
  }
  if (c->req_valid) {
    answer *a = model_push(CONSTANT, M.now + M.S.CONST_LAT);
    a->o.cmem[0].valid = 1, a->o.cmem[0].warp = c->req_warp, a->o.cmem[0].slot = c->req_slot, a->o.cmem[0].epoch = c->req_epoch;
    for (unsigned i = 0; i < 8; i++) a->o.cmem[0].data |= (uint64_t)constant(c->req_addr >> 16, (c->req_addr & 0xffff) + i) << 8 * i;
  }
  if (M.sys) wt_memsys_cycle(M.sys);
  if (M.agents) model_agents();
  if (cached) { /* what the load/store unit asks the cache for is counted there, and has to be in memory */
    l->ready = below(4) > 0;
    if (below(10) < busy) PORT(*u, load);
    if (u->req_valid && l->ready) {
      M.requests++;
      for (uint64_t x = load.lanes; x; x &= x - 1) M.lanes++;
      for (unsigned i = 0; i < 128 && load.op == WT_MEM_LOAD && load.space == WT_SP_GLOBAL; i++)
        if (masked(load.bmask, i) && !byte_at(&load, load.line * 128 + i)) {
          faults(load.warp, load.lanes, load.pc, load.line * 128 + i);
          break;
        }
    }
  }
  int back = r.op == WT_MEM_LOAD || r.op == WT_MEM_ATOM;
  waits = below(10) < busy && (!back || M.asked < M.S.LSU_LINES); /* a tag is free */
  if (waits && cached) PORT(*l, r);
  else if (waits) PORT(*u, r);
  if (waits && M.out.env.mem_ready) {
    M.asked += (unsigned)back;
    if (!cached) {
      M.requests++;
      for (uint64_t x = r.lanes; x; x &= x - 1) M.lanes++;
    }
    r.answer = (uint8_t)back, r.strong = r.op == WT_MEM_ATOM || (r.op == WT_MEM_LOAD && r.space == WT_SP_GLOBAL && order > 1);
    r.early = cached || r.space != WT_SP_GLOBAL;
    if (!M.sys || r.early) model_perform(NULL, &r);
    if (r.space == WT_SP_CONST) r.line |= UINT64_C(1) << 55;
    if (M.sys) wt_memsys_ask(M.sys, &r, 0);
    else model_answer(&r, M.now + M.S.MEM_LAT);
  }
  (cached ? &l->rsp_ready : &u->rsp_ready)[0] = below(3) > 0, (cached ? &u->rsp_ready : &l->rsp_ready)[0] = (uint8_t)below(2);
  if (M.out.env.rsp_valid && (cached ? l->rsp_ready : u->rsp_ready)) gone(RSP), M.asked--;
  if (!below(1000)) {
    u->fault_valid = 1, u->fault_kind = (uint8_t)below(2), u->fault_warp = (uint8_t)below(8), u->fault_lane = (uint8_t)below(4),
    u->fault_pc = 16 * below(INSNS);
    for (unsigned lane = 0; lane < MAX_WS; lane++) u->addr[lane] = below(1000);
    unsigned at = (large() > 1 ? u->fault_warp % large() * M.S.LANES : 0) + u->fault_lane;
    if (!M.fault.kind) M.fault = (wt_env_fault){u->fault_kind ? 3 : 2, 0, u->fault_warp, UINT64_C(1) << u->fault_lane, u->fault_pc, u->addr[at]};
  }
}

static void compare(void) {
  wt_env_shown o;
  wt_env_get(m, &o);
#define SAME(f) ck_assert_msg(!memcmp(&o.f, &M.out.f, sizeof o.f), "cycle %llu: %s", (unsigned long long)M.now, #f)
#define IMEM_(f) SAME(imem[0].f)
#define CMEM_(f) SAME(cmem[0].f)
#define PORT_(f) SAME(env.f)
  IMEM_(valid), IMEM_(warp), IMEM_(epoch), IMEM_(pc), IMEM_(insn), IMEM_(rpc), IMEM_(sens);
  CMEM_(valid), CMEM_(warp), CMEM_(slot), CMEM_(epoch), CMEM_(data);
  PORT_(mem_ready), PORT_(rsp_valid), PORT_(rsp_tag), PORT_(rsp_data), PORT_(ack_valid), PORT_(ack_warp), PORT_(ack_members);
#undef PORT_
#undef CMEM_
#undef IMEM_
#undef SAME
  ck_assert_uint_eq(got.n, M.want.n);
  for (unsigned i = 0; i < got.n; i++) {
    const wt_performed *a = &got.e[i], *b = &M.want.e[i];
    ck_assert(!strcmp(a->level, b->level) && a->warp == b->warp && a->space == b->space && a->lanes == b->lanes && a->source == b->source);
    ck_assert_msg(a->line == b->line && a->tag == b->tag && a->sectors == b->sectors, "line %llx, not %llx, sectors %x", (unsigned long long)a->line,
                  (unsigned long long)b->line, a->sectors);
  }
  ck_assert_uint_eq(got.n_written, M.want.n_written);
  for (unsigned i = 0; i < got.n_written; i++)
    ck_assert(got.written[i].addr == M.want.written[i].addr && !memcmp(got.written[i].b, M.want.written[i].b, 4));
  got.n = got.n_written = M.want.n = M.want.n_written = 0;
  ck_assert(wt_env_requests(e) == M.requests && wt_env_lane_accesses(e) == M.lanes && wt_env_writes(e) == M.writes);
  const wt_env_fault *f = wt_env_faulted(e);
  ck_assert((f != NULL) == (M.fault.kind != 0));
  if (f) {
    ck_assert_msg(f->kind == M.fault.kind && f->warp == M.fault.warp && f->lanes == M.fault.lanes && f->pc == M.fault.pc, "%d %u %llx", f->kind,
                  f->warp, (unsigned long long)f->lanes);
    ck_assert(f->addr == M.fault.addr);
  }
  unsigned use[3] = {7, 8, 9}, want[3] = {7, 8, 9}, waits = 0;
  wt_mem_sum a, b = {0};
  if (M.sys) wt_memsys_use(M.sys, 0, want), wt_memsys_sum(M.sys, &b);
  memset(&a, 1, sizeof a);
  wt_env_use(e, 0, use), wt_env_memory(e, &a);
  ck_assert(!memcmp(use, want, sizeof use) && !memcmp(&a, &b, sizeof a));
  for (unsigned c = 0; c < CHANNELS; c++) waits += M.c[c].n;
  ck_assert_int_eq(wt_env_quiet(e), !waits && (!M.sys || wt_memsys_quiet(M.sys)) && (!M.agents || wt_agents_done(M.agents)));
  for (unsigned k = 0; agents && k < 8; k++)
    for (unsigned i = 0; i < 24; i++) ck_assert_uint_eq(wt_agents_value(agents, k, i), wt_agents_value(M.agents, k, i));
}
static void one_cycle(unsigned busy) {
  random_ports(busy);
  wt_env_sample(e, m);
  model_present();
  wt_env_present(e, m);
  compare();
}
static int counts(const char *row) { return !strcmp(row + strlen(row) - 2, "_n"); }
/* The same environment elsewhere, by way of the rows of a checkpoint. */
static void move(void) {
  wt_saved from = {0}, into = {0};
  wt_agents *was = agents;
  wt_env *to = wt_env_new(&M.S, &L, mem), *old = e;
  uint64_t local = wt_env_local_digest(e);
  wt_env_saved(e, &from);
  if (agents) agents = script(77);
  e = to;
  attach();
  wt_env_saved(e, &into);
  unsigned locals = 0;
  for (unsigned i = 0; i < from.n; i++) {
    locals += from.row[i].own != NULL;
    if (counts(from.row[i].name)) ck_assert_uint_eq(from.row[i].n, 1);
    ck_assert_str_eq(from.row[i].section, "flight"); /* docs/user/checkpoints.md */
  }
  ck_assert_uint_eq(locals, M.S.SLOTS);
  saved_over(&from, &into);
  wt_env_free(old), wt_agents_free(was);
  ck_assert_uint_eq(wt_env_local_digest(e), local);
}

START_TEST(as_the_documents_say) {
  for (unsigned with_agents = 0; with_agents < 2; with_agents++)
    for (unsigned round = 0; round < 4; round++) {
      rng = 100 * (uint64_t)_i + with_agents * 10 + round;
      begin((unsigned)_i, (int)with_agents);
      if (round == 1) L.rpc = NULL;
      if (round == 2) L.sens = NULL;
      for (unsigned c = 0; c < 500; c++) {
        one_cycle(c / 100 % 2 && c % 100 > 20 ? 0 : round < 2 ? 8 : 3);
        if (!below(30)) move();
      }
      for (unsigned k = 0; k < AREAS; k++) {
        uint8_t now[PIECES];
        ck_assert_int_eq(wt_mem_read(mem, M.base[k], now, M.size[k]), 0);
        ck_assert(!memcmp(now, M.bytes[k], M.size[k]));
      }
      end();
    }
}
END_TEST

/* ---- the state that comes again ---- */

/* Rows of answers: a due time, then what will be at the ports. */
static int on_its_way(const char *row) {
  return !strcmp(row, "flight.rsp") || !strcmp(row, "flight.cst") || !strcmp(row, "flight.imem") || !strcmp(row, "flight.ack");
}

START_TEST(what_is_on_its_way_is_compared) {
  unsigned bits = 0;
  for (unsigned round = 0; round < 6; round++) {
    rng = 1000 * (uint64_t)_i + round;
    begin((unsigned)_i, round == 5);
    unsigned had = 0;
    for (unsigned c = 40 + below(60); c; c--) one_cycle(8);
    wt_env_flight *f = wt_env_flight_new(e), *g = wt_env_flight_new(e);
    wt_env_flight_save(f, e);
    if (round == 5) { /* agents that have not ended may do anything */
      ck_assert(!wt_agents_done(agents) && !wt_env_flight_same(f, e));
      while (!wt_agents_done(agents)) one_cycle(8);
      wt_env_flight_save(f, e);
    }
    ck_assert(wt_env_flight_same(f, e));
    /* copies of what was saved go through the rows of a checkpoint */
    wt_saved from = {0}, into = {0}, l = {0};
    wt_env_flight_saved(f, &from), wt_env_flight_saved(g, &into);
    saved_over(&from, &into);
    ck_assert(wt_env_flight_same(g, e));
    wt_env_saved(e, &l); /* the ring begins at its first place now */
    ck_assert(wt_env_flight_same(f, e));
    for (unsigned i = 0; i < l.n; i++) {
      const wt_saved_row *r = &l.row[i];
      size_t n = wt_saved_bytes(r);
      if (r->own || !strncmp(r->name, "agents.", 7) || !strcmp(r->name, "flight.foreign") || !strncmp(r->name, "memory.", 7)) continue;
      int matters = on_its_way(r->name) || (counts(r->name) && strcmp(r->name, "flight.foreign_n") != 0);
      if (!matters && strncmp(r->name, "flight.fault", 12) && strcmp(r->name, "flight.requests") && strcmp(r->name, "flight.lanes") &&
          strcmp(r->name, "flight.writes"))
        continue;
      had += on_its_way(r->name) && n;
      for (size_t k = 0; k < n; k++) {
        if (counts(r->name) && k) continue;
        char was = r->at[k];
        r->at[k] ^= (char)(counts(r->name) ? 1 : 1 << below(8));
        ck_assert_msg(wt_env_flight_same(f, e) == !matters, "%s, byte %zu", r->name, k % r->elem);
        r->at[k] = was, bits++;
      }
    }
    ck_assert_uint_gt(had, 0);
    ck_assert(wt_env_flight_same(f, e));
    /* all of it some cycles later is the same */
    for (unsigned i = 0; i < l.n; i++)
      for (size_t k = 0; k < wt_saved_bytes(&l.row[i]); k += l.row[i].elem)
        if (on_its_way(l.row[i].name) || !strcmp(l.row[i].name, "flight.now")) *(uint64_t *)(void *)(l.row[i].at + k) += 1000;
    ck_assert(wt_env_flight_same(f, e) && wt_env_flight_same(g, e));
    wt_env_flight_save(f, e);
    ck_assert(wt_env_flight_same(f, e));
    for (unsigned i = 0; i < l.n && M.sys; i++) /* what is in the memory system */
      if (!strcmp(l.row[i].name, "memory.net_acc")) {
        l.row[i].at[0] ^= 1;
        ck_assert(!wt_env_flight_same(f, e));
        l.row[i].at[0] ^= 1;
      }
    wt_saved_free(&l);
    wt_env_flight_free(f), wt_env_flight_free(g);
    end();
  }
  ck_assert_uint_gt(bits, 2000);
}
END_TEST

/* 64 bits that tell any two local memories apart, whichever warp or byte differs; nothing that has not been asked for, or is zero for all, is needed for it. */
static void store_local(unsigned warp, unsigned at, uint8_t byte) {
  wt_mem_req r = {.op = WT_MEM_STORE, .space = WT_SP_LOCAL, .lanes = 1, .line = ((UINT64_C(1) << 63) + ((uint64_t)warp << 40) + at) / 128};
  unsigned order = 0;
  r.bmask[at % 128 / 32] = 1u << at % 32, ((uint8_t *)r.data)[at % 128] = byte;
  PORT(m->sm->lsu.o, r);
  wt_env_sample(e, m), wt_env_present(e, m);
}
START_TEST(each_byte_of_local_memory_is_in_the_digest) {
  begin(0, 0);
  rng = 4;
  uint64_t before = wt_env_local_digest(e), d[3];
  unsigned bytes = STACK * width(), locals = 0;
  ck_assert_uint_eq(before, 0);
  for (unsigned i = 0; i < M.S.SLOTS * bytes; i += 7) {
    store_local(i / bytes, i % bytes, (uint8_t)(1 + below(255)));
    ck_assert_uint_ne(wt_env_local_digest(e), before);
    before = wt_env_local_digest(e);
  }
  ck_assert_ptr_null(wt_env_faulted(e));
  end();
  for (unsigned k = 0; k < 3; k++) { /* the same bytes of another warp, or in another order */
    begin(0, 0);
    store_local(k == 1, 0, k == 2 ? 5 : 3), store_local(k == 1, 8, k == 2 ? 3 : 5);
    d[k] = wt_env_local_digest(e);
    end();
  }
  ck_assert(d[0] != d[1] && d[0] != d[2] && d[1] != d[2]);
  begin(0, 0);
  for (unsigned i = 0; i < bytes; i++) store_local(7, i, (uint8_t)below(256));
  before = wt_env_local_digest(e);
  wt_saved l = {0};
  wt_env_saved(e, &l);
  for (unsigned i = 0; i < l.n; i++) {
    if (!l.row[i].own || !*l.row[i].own) continue;
    uint8_t *b = *l.row[i].own;
    for (unsigned k = 0; k < 8 * bytes; k++) { /* any bit */
      b[k / 8] ^= (uint8_t)(1 << k % 8);
      ck_assert_uint_ne(wt_env_local_digest(e), before);
      b[k / 8] ^= (uint8_t)(1 << k % 8);
    }
    for (unsigned k = 15; k < bytes; k += 8) { /* any two, the highest ones of two words, too */
      b[7] ^= 128, b[k] ^= 128;
      ck_assert_uint_ne(wt_env_local_digest(e), before);
      b[7] ^= 128, b[k] ^= 128;
    }
    locals++;
  }
  ck_assert_uint_eq(locals, 1);
  wt_saved_free(&l);
  end();
}
END_TEST

/* Behind a cache memory does not see what a load wants: each byte that is not there is a fault, when the cache takes the load, and of the bytes the lowest. */
START_TEST(a_load_at_the_cache_wants_all_its_bytes) {
  for (unsigned i = 0; i < 128; i++)
    for (unsigned taken = 0; taken < 2; taken++) {
      begin(3, 0);
      wt_mem_req r = {.op = WT_MEM_LOAD, .space = WT_SP_GLOBAL, .lanes = 2, .line = (M.base[1] + 4096) / 128, .pc = 32, .warp = 3};
      unsigned order = 0;
      r.bmask[i / 32] = 1u << i % 32, r.bmask[3] |= 0x80000000;
      PORT(m->sm->lsu.o, r);
      m->sm->l1d.o.ready = (uint8_t)taken, m->sm->l1d.o.req_valid = 0;
      wt_env_sample(e, m);
      const wt_env_fault *f = wt_env_faulted(e);
      ck_assert_int_eq(f != NULL, taken);
      ck_assert(!f || (f->kind == 1 && f->addr == r.line * 128 + i && f->warp == 3 && f->lanes == 2 && f->pc == 32));
      end();
    }
}
END_TEST

/* A store of four lanes whose last two leave the allocation, the last one first in memory: the lowest lane is named, with its own address, as long as the
 * load/store unit has the addresses of this access; else all lanes and the lowest byte that is not there. */
START_TEST(the_thread_is_found_while_its_address_is_known) {
  for (unsigned what = 0; what < 5; what++) {
    begin(0, 0);
    const uint64_t end_of = M.base[1] + M.size[1], line = end_of / 128, first = end_of % 128 + 4;
    ck_assert(first + 12 <= 128 && end_of % 4 == 0);
    wt_mem_req r = {.op = WT_MEM_STORE, .space = WT_SP_GLOBAL, .lanes = 12, .line = line, .pc = 0x50, .warp = 3};
    unsigned order = 0;
    for (unsigned i = 0; i < 8; i++) r.bmask[(first + i) / 32] |= 1u << (first + i) % 32;
    PORT(m->sm->lsu.o, r);
    m->sm->lsu.q.pc = what == 1 ? 0x40 : 0x50, m->sm->lsu.q.warp = what == 2 ? 2 : 3, m->sm->lsu.o.sz = 4;
    m->sm->lsu.o.addr[0] = M.base[1], m->sm->lsu.o.addr[1] = M.base[1] + 4;
    m->sm->lsu.o.addr[2] = line * 128 + first + 4 + (what == 3 ? 4096 : 0), m->sm->lsu.o.addr[3] = line * 128 + first + (what == 3 ? 4096 : 0);
    wt_env_sample(e, m);
    const wt_env_fault *f = wt_env_faulted(e);
    ck_assert(f && f->kind == 1 && f->warp == 3 && f->pc == 0x50);
    const int known = what == 0 || what == 4;
    ck_assert_uint_eq(f->lanes, known ? 4 : 12);
    ck_assert_uint_eq(f->addr, line * 128 + first + (known ? 4 : 0));
    end();
  }
}
END_TEST

START_TEST(each_allocation_may_fail_and_nothing_is_left) {
  for (unsigned shape = 0; shape < SHAPES; shape += 5) {
    begin(shape, 0);
    unsigned k = 0;
    for (int whole = 0; !whole; k++) {
      fails_once = 1, before_it_fails = k;
      wt_env *x = wt_env_new(&M.S, &L, mem);
      wt_env_flight *f = x && fails_once ? wt_env_flight_new(x) : NULL;
      whole = fails_once, fails_once = 0;
      ck_assert_int_eq(x && f, whole);
      wt_env_flight_free(f), wt_env_free(x);
    }
    for (unsigned c = 0; c < 60; c++) one_cycle(8);
    size_t before = 0;
    for (unsigned round = 0; round < 30; round++) { /* local memories among it */
      if (round == 10) before = suite_heap();
      wt_env_flight *f = wt_env_flight_new(e);
      wt_env_flight_save(f, e);
      ck_assert(wt_env_flight_same(f, e));
      wt_env_flight_free(f);
      move();
      for (unsigned i = 0; i < k; i++) { /* also when only a part of it was there */
        fails_once = 1, before_it_fails = i;
        wt_env *x = wt_env_new(&M.S, &L, mem);
        f = x && fails_once ? wt_env_flight_new(x) : NULL;
        fails_once = 0;
        wt_env_flight_free(f), wt_env_free(x);
      }
    }
    ck_assert_uint_lt(suite_heap(), before + 400);
    end();
  }
  wt_env_free(NULL);
}
END_TEST

int main(void) {
  Suite *s = suite_create("env");
  TCase *t = tcase_create("env");
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, as_the_documents_say, 0, SHAPES);
  tcase_add_loop_test(t, what_is_on_its_way_is_compared, 0, SHAPES);
  tcase_add_test(t, each_byte_of_local_memory_is_in_the_digest);
  tcase_add_test(t, a_load_at_the_cache_wants_all_its_bytes);
  tcase_add_test(t, the_thread_is_found_while_its_address_is_known);
  tcase_add_test(t, each_allocation_may_fail_and_nothing_is_left);
  suite_add_tcase(s, t);
  return suite_run(s);
}
