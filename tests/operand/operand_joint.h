/* operand_joint.h - joint bench of the operand stage: collectors, dispatcher, arbiter, banks and slow write-back as C
 * twins wired together; issue and a one-cycle ALU are played by the bench. In every cycle each RTL twin gets the
 * recorded inputs of its block through its own block bench and must give the same outputs. Cycle 0 is the first issue;
 * instructions issue in list order, not before their cycle.
 */
#ifndef WT_OPERAND_JOINT_H
#define WT_OPERAND_JOINT_H
#include <stddef.h>
#include <stdio.h>

#include "operand/wt_bankarb.h"
#include "operand/wt_collector.h"
#include "operand/wt_disp.h"
#include "operand/wt_rfbank.h"
#include "operand/wt_wb.h"
#include "spec/wt_modes.h"
#include "tests/block_suite.h"

/* The result is the sum of the sources; src[i] < 0: no more sources. */
typedef struct {
  unsigned at, warp, dst;
  int src[3];
} joint_insn;
/* A result of the slow channel offered by the LSU from cycle `at` on. */
typedef struct {
  unsigned at, warp, reg;
} joint_slow;

enum { JOINT_CYCLES = 16, JOINT_CELL = 20 };
typedef struct {
  wt_m *m;
  unsigned cycle;
  const joint_insn *prog;
  unsigned nprog, next;
  const joint_slow *slow;
  unsigned nslow, nextslow;
  int tracing;
  uint32_t has_read; /* banks whose output register holds a row */
  char bank[MAX_BANKS][JOINT_CYCLES][JOINT_CELL], eu[JOINT_CYCLES][JOINT_CELL];
  wt_bench *coll[MAX_COLL], *mem[MAX_BANKS], *disp, *arb, *wb;
} joint;

static inline joint *joint_open(const char *const *set) {
  joint *j = calloc(1, sizeof *j);
  ck_assert_ptr_nonnull(j);
  j->disp = suite_open("disp", "tiny", set, 1);
  const wt_shape *S = &j->disp->shape;
  j->m = wt_m_new(S);
  ck_assert_ptr_nonnull(j->m);
  wt_cfg_modes(j->m);
  j->m->gpu->cfg.rpw = (uint16_t)(S->RF_ROWS / S->SLOTS);
  j->m->subcore->alu.o.ready = 1;
  j->arb = suite_open("bankarb", "tiny", set, 2);
  j->wb = suite_open("wb", "tiny", set, 3);
  for (unsigned i = 0; i < S->COLLECTORS; i++) j->coll[i] = suite_open("collector", "tiny", set, 10 + i);
  for (unsigned i = 0; i < S->RF_BANKS; i++) j->mem[i] = suite_open("rfbank", "tiny", set, 30 + i);
  return j;
}

static inline void joint_close(joint *j) {
  for (unsigned i = 0; i < j->m->S->COLLECTORS; i++) wt_bench_close(j->coll[i]);
  for (unsigned i = 0; i < j->m->S->RF_BANKS; i++) wt_bench_close(j->mem[i]);
  wt_bench_close(j->arb);
  wt_bench_close(j->wb);
  wt_m_free(j->m);
  wt_bench_close(j->disp);
  free(j);
}

#define JOINT_SWAP(a, b)    \
  do {                      \
    __typeof__(a) t_ = (a); \
    (a) = (b), (b) = t_;    \
  } while (0)

/* The machine's signals as inputs of a bench; the bench keeps its own block's state. */
static inline void joint_inputs(const joint *j, wt_bench *b) {
  const wt_subcore *from = j->m->subcore;
  wt_subcore *to = b->m->subcore;
  int own = 0, bank = 0; /* a bench of a collector reads no other one; one of a bank keeps its own output register */
  b->m->gpu->cfg = j->m->gpu->cfg;
  b->m->sm->lsu.o = j->m->sm->lsu.o;
  to->issue.o = from->issue.o;
  to->alu.o = from->alu.o, to->bankarb.o = from->bankarb.o, to->wb.o = from->wb.o;
  if (b != j->disp) to->disp.o = from->disp.o;
  for (unsigned i = 0; i < j->m->S->RF_BANKS; i++) bank |= b == j->mem[i];
  for (unsigned i = 0; i < j->m->S->RF_BANKS && !bank; i++) to->rfbank[i].o = from->rfbank[i].o;
  for (unsigned i = 0; i < j->m->S->COLLECTORS; i++) own |= b == j->coll[i];
  for (unsigned i = 0; i < j->m->S->COLLECTORS && !own; i++) to->collector[i].o = from->collector[i].o;
}
static inline unsigned joint_other(unsigned idx, unsigned i) { return idx == i ? 0 : idx == 0 ? i : idx; }

/* Benches of array blocks are instance 0: instance i trades places with it. */
static inline void joint_check_collector(joint *j, unsigned i) {
  wt_bench *b = j->coll[i];
  wt_m *m = b->m;
  joint_inputs(j, b);
  m->subcore->disp.o.alloc_idx = (uint8_t)joint_other(m->subcore->disp.o.alloc_idx, i);
  if (m->subcore->disp.o.valid) m->subcore->disp.o.idx = (uint8_t)joint_other(m->subcore->disp.o.idx, i);
  JOINT_SWAP(m->subcore->bankarb.o.grant[0], m->subcore->bankarb.o.grant[i]);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.req, j->m->subcore->collector[i].o.req);
  ck_assert_mem_eq(m->subcore->collector[0].o.bank, j->m->subcore->collector[i].o.bank, sizeof m->subcore->collector[0].o.bank);
  ck_assert_mem_eq(m->subcore->collector[0].o.row, j->m->subcore->collector[i].o.row, sizeof m->subcore->collector[0].o.row);
}
static inline void joint_check_bank(joint *j, unsigned i) {
  wt_bench *b = j->mem[i];
  wt_m *m = b->m;
  joint_inputs(j, b);
  JOINT_SWAP(m->subcore->bankarb.o.row[0], m->subcore->bankarb.o.row[i]);
  JOINT_SWAP(m->subcore->bankarb.o.wsel[0], m->subcore->bankarb.o.wsel[i]);
  uint32_t re = m->subcore->bankarb.o.re, both = (re ^ re >> i) & 1;
  m->subcore->bankarb.o.re = re ^ (both | both << i);
  if (j->has_read >> i & 1) ck_assert_mem_eq(m->subcore->rfbank[0].o.rdata, j->m->subcore->rfbank[i].o.rdata, m->S->LANES * 4);
  j->has_read |= re & 1u << i;
  SUITE_CYCLE(b);
}
static inline void joint_check(joint *j) {
  for (unsigned i = 0; i < j->m->S->COLLECTORS; i++) joint_check_collector(j, i);
  for (unsigned i = 0; i < j->m->S->RF_BANKS; i++) joint_check_bank(j, i);
  joint_inputs(j, j->disp);
  SUITE_CYCLE(j->disp);
  ck_assert_mem_eq(&j->disp->m->subcore->disp.o, &j->m->subcore->disp.o, offsetof(wt_disp_out, older));
  joint_inputs(j, j->arb);
  SUITE_CYCLE(j->arb);
  ck_assert_mem_eq(&j->arb->m->subcore->bankarb.o, &j->m->subcore->bankarb.o, sizeof j->m->subcore->bankarb.o);
  joint_inputs(j, j->wb);
  SUITE_CYCLE(j->wb);
  ck_assert_mem_eq(&j->wb->m->subcore->wb.o, &j->m->subcore->wb.o, sizeof j->m->subcore->wb.o);
}

/* ---- played stages ---- */
static inline void joint_issue(joint *j) {
  wt_m *m = j->m;
  wt_issue_idle(&m->subcore->issue.o);
  if (!j->tracing || j->next == j->nprog || j->prog[j->next].at > j->cycle || !m->subcore->disp.o.free) return;
  const joint_insn *p = &j->prog[j->next++];
  unsigned need = 0, src[3] = {255, 255, 255};
  for (unsigned w = 0; w < 3 && p->src[w] >= 0; w++) src[w] = (unsigned)p->src[w], need |= 1u << w;
  uint32_t *u = m->subcore->issue.o.alloc_uop;
  uop_put_s0(u, src[0]), uop_put_s1(u, src[1]), uop_put_s2(u, src[2]);
  uop_put_need(u, need), uop_put_dst(u, p->dst), uop_put_unit(u, WT_U_ALU);
  m->subcore->issue.o.alloc_warp = (uint8_t)p->warp;
  m->subcore->issue.o.alloc_valid = m->subcore->issue.o.alloc_lead = m->subcore->issue.o.alloc_last = 1;
  m->subcore->issue.o.alloc_mask = (uint32_t)wt_mask64(m->S->LANES);
  m->subcore->issue.o.alloc_iid = (uint8_t)(j->next & 15);
}

static inline void joint_slow_offer(joint *j) {
  wt_lsu_out *l = &j->m->sm->lsu.o;
  int on = j->tracing && j->nextslow < j->nslow && j->slow[j->nextslow].at <= j->cycle;
  const joint_slow *s = on ? &j->slow[j->nextslow] : NULL;
  l->wb_valid = l->wb_regv = (uint8_t)on;
  l->wb_warp = (uint8_t)(on ? s->warp : 0), l->wb_reg = (uint8_t)(on ? s->reg : 0);
  l->wb_mask = on ? (uint32_t)wt_mask64(j->m->S->LANES) : 0;
  for (unsigned k = 0; k < j->m->S->LANES; k++) l->wb_data[k] = on ? 0x5000 + k : 0;
}

static inline void joint_alu_tick(wt_m *m) {
  const wt_disp_out *d = &m->subcore->disp.o;
  wt_alu_out *a = &m->subcore->alu.o;
  unsigned lanes = m->S->LANES;
  memset(a, 0, sizeof *a), a->ready = 1;
  if (!d->valid) return;
  a->wb_valid = a->wb_n = 1, a->wb_warp = d->warp, a->wb_beat = d->beat;
  a->wb_reg = (uint8_t)uop_get_dst(d->uop), a->wb_mask = d->mask;
  for (unsigned l = 0; l < lanes; l++)
    for (unsigned w = 0; w < 3; w++) a->wb_lo[l] += d->data[w * lanes + l];
}

static inline void joint_trace(joint *j) {
  const wt_m *m = j->m;
  const wt_shape *S = m->S;
  if (!j->tracing || j->cycle >= JOINT_CYCLES) return;
  if (m->subcore->disp.o.valid) snprintf(j->eu[j->cycle], JOINT_CELL, "w%u", m->subcore->disp.o.warp);
  for (unsigned b = 0; b < S->RF_BANKS; b++) {
    char *cell = j->bank[b][j->cycle];
    unsigned slow = m->subcore->bankarb.o.wsel[b] == 3;
    if (m->subcore->bankarb.o.wsel[b])
      snprintf(cell, JOINT_CELL, "w%u:r%u(WB)", slow ? m->subcore->wb.o.warp : m->subcore->alu.o.wb_warp,
               slow ? m->subcore->wb.o.reg : m->subcore->alu.o.wb_reg);
    for (unsigned i = 0; i < S->COLLECTORS; i++)
      for (unsigned w = 0; w < 6; w++)
        if ((m->subcore->bankarb.o.grant[i] >> w & 1) && m->subcore->collector[i].o.bank[w] == b)
          snprintf(cell, JOINT_CELL, "w%u:r%u", m->subcore->collector[i].o.warp,
                   (unsigned)(wt_words_get(m->subcore->collector[i].o.uop, uop_W_ - 1 - uop_s0_E + 8 * w, 8)));
  }
}

static inline void joint_cycle(joint *j) {
  wt_m *m = j->m;
  joint_slow_offer(j);
  for (unsigned i = 0; i < m->S->COLLECTORS; i++) wt_collector_eval(&m->subcore->collector[i]);
  wt_wb_eval(&m->subcore->wb);
  wt_bankarb_eval(&m->subcore->bankarb);
  wt_disp_eval(&m->subcore->disp);
  joint_issue(j);
  joint_trace(j);
  joint_check(j);
  if (m->subcore->wb.o.ack[WT_U_LSU]) j->nextslow++;
  wt_disp_tick(&m->subcore->disp);
  for (unsigned i = 0; i < m->S->COLLECTORS; i++) wt_collector_tick(&m->subcore->collector[i]);
  for (unsigned i = 0; i < m->S->RF_BANKS; i++) wt_rfbank_tick(&m->subcore->rfbank[i]); /* after those that read its output register */
  joint_alu_tick(m);
  for (unsigned i = 0; i < m->S->COLLECTORS; i++) wt_collector_moore(&m->subcore->collector[i]);
  j->cycle++;
}

/* Value that joint_run gives a register before cycle 0. */
static inline uint32_t joint_value(unsigned warp, unsigned reg, unsigned lane) { return warp << 16 | reg << 8 | lane; }

/* Fills the registers r0..r15 of all warps, then runs the program for n cycles with the trace on. */
static inline void joint_run(joint *j, const joint_insn *prog, unsigned nprog, const joint_slow *slow, unsigned nslow, unsigned n) {
  wt_m *m = j->m;
  for (unsigned w = 0; w < m->S->SLOTS; w++)
    for (unsigned r = 0; r < 16; r++) {
      wt_alu_out *a = &m->subcore->alu.o;
      a->wb_valid = a->wb_n = 1, a->wb_warp = (uint8_t)w, a->wb_reg = (uint8_t)r;
      a->wb_mask = (uint32_t)wt_mask64(m->S->LANES);
      for (unsigned l = 0; l < m->S->LANES; l++) a->wb_lo[l] = joint_value(w, r, l);
      joint_cycle(j);
    }
  j->prog = prog, j->nprog = nprog, j->slow = slow, j->nslow = nslow;
  j->tracing = 1, j->cycle = 0;
  while (j->cycle < n) joint_cycle(j);
}

/* Register as it lies in the banks now. */
static inline uint32_t joint_reg(const joint *j, unsigned warp, unsigned reg, unsigned lane) {
  const wt_m *m = j->m;
  unsigned b = wt_rf_bank(m->S, m->gpu->cfg.layout, warp, reg), row = wt_rf_row(m->S, m->gpu->cfg.rpw, warp, reg, 0);
  return m->subcore->rfbank[b].q.mem[row * m->S->LANES + lane];
}
#endif
