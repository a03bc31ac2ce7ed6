/* stim_l1d.c - stimulus of the first-level cache: requests for few lines, a memory that answers late and in any order, a load/store unit that takes
 * answers when it likes. */
#include "bench/stim_l1d.h"

#include <string.h>

#include "isa/wt_isa.h"

void stim_l1d(wt_m *m, wt_rng *r, uint64_t cycle);

static struct {
  uint8_t mem[STIM_L1D_LINES][128], answer[MAX_LSU_LINES][128];
  uint64_t used, owed; /* tags of the unit's loads, and of those the ones that memory owes */
  unsigned shown;      /* request and response of the last cycle: were they taken? */
} s;

uint64_t stim_l1d_line(const wt_shape *S, unsigned i) {
  uint64_t set = i % 3 % S->L1_SETS;
  if (i >= STIM_L1D_LINES - 6) return UINT64_C(1) << 56 | (uint64_t)(i % 3 % S->SM_SLOTS) << 33 | (i & 1) << 4 | set;
  uint64_t high =
    (uint64_t)(i % 5 == 0) << 12 | (uint64_t)(i % 4 == 1) << 11 | (uint64_t)(i % 7 == 2) << 10; /* what L1_INDEX=xor takes, and does not */
  return UINT64_C(0x123000) * S->L1_SETS + (uint64_t)(i / 3) * S->L1_SETS + set + high;
}
static unsigned index_of(const wt_shape *S, uint64_t line) {
  unsigned i = 0;
  while (i < STIM_L1D_LINES && stim_l1d_line(S, i) != line) i++;
  return i;
}

/* What memory does with the request that it takes. */
static void memory(const wt_m *m) {
  const wt_l1d_out *o = &m->sm->l1d.o;
  unsigned i = index_of(m->S, o->req_line);
  if (o->req_op == WT_MEM_LOAD || o->req_op == WT_MEM_ATOM) {
    if (i < STIM_L1D_LINES) memcpy(s.answer[o->req_tag], s.mem[i], 128);
    for (unsigned k = 0; k < 128; k++) /* nobody has asked for the rest */
      if (!(o->req_bmask[k / 32] >> k % 32 & 1)) s.answer[o->req_tag][k] = 0xee;
    s.owed |= UINT64_C(1) << o->req_tag;
  }
  if (o->req_op == WT_MEM_LOAD || i == STIM_L1D_LINES) return;
  for (unsigned k = 0; k < 128; k++) {
    uint8_t x = (uint8_t)(o->req_data[k / 4] >> 8 * (k % 4));
    if (o->req_bmask[k / 32] >> k % 32 & 1) s.mem[i][k] = o->req_op == WT_MEM_STORE ? x : s.mem[i][k] ^ x;
  }
}

static void request(wt_m *m, wt_rng *r, unsigned stores) {
  const wt_shape *S = m->S;
  wt_lsu_out *q = &m->sm->lsu.o;
  unsigned i = wt_below(r, STIM_L1D_LINES), t = wt_below(r, S->LSU_LINES);
  q->req_valid = 1;
  q->req_op = (uint8_t)(wt_chance(r, stores) ? WT_MEM_STORE : wt_chance(r, 92) ? WT_MEM_LOAD : wt_chance(r, 50) ? WT_MEM_ATOM : WT_MEM_RED);
  q->req_line = stim_l1d_line(S, i);
  q->req_space = q->req_line >> 56 ? WT_SP_LOCAL : wt_chance(r, 97) ? WT_SP_GLOBAL : WT_SP_CONST;
  if (wt_chance(r, 1)) q->req_op = WT_MEM_CCTL;
  if (q->req_space == WT_SP_CONST) q->req_op = WT_MEM_LOAD;
  if (q->req_space == WT_SP_LOCAL && q->req_op > WT_MEM_STORE) q->req_op = WT_MEM_STORE;
  q->req_order = (uint8_t)(wt_chance(r, 90) ? wt_below(r, 2) : wt_below(r, 4));
  q->req_scope = (uint8_t)wt_below(r, 4), q->req_aop = (uint8_t)wt_below(r, 10), q->req_atype = (uint8_t)wt_below(r, 7);
  q->req_warp = (uint8_t)wt_below(r, S->SM_SLOTS), q->req_cta = (uint8_t)wt_below(r, S->CTAS), q->req_split = (uint8_t)wt_below(r, 64);
  q->req_pc = (uint32_t)wt_rand(r) & 0xfffff0;
  q->req_tag = 0;
  q->req_lanes = wt_rand(r) & wt_mask64(S->ACC_LANES);
  unsigned kind = wt_below(r, 3), word = wt_below(r, 32);
  for (unsigned k = 0; k < 4; k++) q->req_bmask[k] = kind == 0 ? ~0u : kind == 1 ? (uint32_t)(wt_rand(r) & wt_rand(r)) : 0;
  if (kind) q->req_bmask[word / 8] |= 15u << word % 8 * 4;
  if (S->L1_LINE < 128) { /* of one line of the cache */
    unsigned part = wt_below(r, S->L1_PARTS), any = 0;
    for (unsigned k = 0; k < 4; k++) any |= q->req_bmask[k] *= k * 32 / S->L1_LINE == part;
    if (!any) q->req_bmask[part * S->L1_LINE / 32] = 15u << word % 8 * 4;
  }
  for (unsigned k = 0; k < 32; k++) q->req_data[k] = q->req_op == WT_MEM_LOAD ? 0 : (uint32_t)wt_rand(r);
  if (q->req_op != WT_MEM_LOAD && q->req_op != WT_MEM_ATOM) return;
  while (s.used >> t & 1) t = (t + 1) % S->LSU_LINES;
  s.used |= UINT64_C(1) << t;
  q->req_tag = (uint8_t)t;
  q->req_lanes = UINT64_C(1) << t;
}

void stim_l1d(wt_m *m, wt_rng *r, uint64_t cycle) {
  /* requests, stores among them, memory ready, answers, unit ready (percent): free flow, slow memory, slow unit, many stores, no answers, idle */
  static const uint8_t mix[6][5] = {{80, 20, 90, 60, 80}, {90, 10, 70, 4, 90}, {90, 10, 90, 70, 12},
                                    {90, 60, 70, 25, 60}, {90, 15, 95, 1, 90}, {10, 30, 90, 60, 90}};
  const uint8_t *p = mix[cycle / 256 % 6];
  const wt_l1d_out *o = &m->sm->l1d.o;
  wt_lsu_out *q = &m->sm->lsu.o;
  wt_env_out *e = &m->sm->env;
  if (!cycle) { /* nobody has asked before, so nothing is on its way */
    memset(&s, 0, sizeof s);
    memset(&q->req_valid, 0, offsetof(wt_memreq_out, req_scope) + 1);
    e->rsp_valid = e->rsp_tag = 0, memset(e->rsp_data, 0, sizeof e->rsp_data);
  }
  /* the last cycle's request was taken, and a new one may come */
  if (cycle && q->req_valid && o->ready) memset(&q->req_valid, 0, offsetof(wt_memreq_out, req_scope) + 1);
  if (!q->req_valid && s.used != wt_mask64(m->S->LSU_LINES) && wt_chance(r, p[0])) request(m, r, p[1]);
  /* memory: takes this cycle's request; an answer stays until it is taken */
  if (s.shown && e->rsp_valid) e->rsp_valid = e->rsp_tag = 0, memset(e->rsp_data, 0, sizeof e->rsp_data);
  if (!e->rsp_valid && s.owed && wt_chance(r, p[3])) {
    unsigned t = wt_below(r, m->S->LSU_LINES);
    while (!(s.owed >> t & 1)) t = (t + 1) % m->S->LSU_LINES;
    e->rsp_valid = 1, e->rsp_tag = (uint8_t)t;
    memcpy(e->rsp_data, s.answer[t], 128);
    s.owed &= ~(UINT64_C(1) << t);
  }
  s.shown = o->rsp_ready;
  e->mem_ready = (uint8_t)wt_chance(r, p[2]);
  if (o->req_valid && e->mem_ready) memory(m);
  q->rsp_ready = (uint8_t)wt_chance(r, p[4]);
  if (o->rsp_valid && q->rsp_ready) s.used &= ~(UINT64_C(1) << o->rsp_tag);
  /* what makes lines invalid, beside requests */
  m->gpu->cfg.start = wt_below(r, 1000) == 0;
  m->sm->dispatch.o.launch_valid = wt_chance(r, 3);
  m->sm->dispatch.o.launch_warp = (uint8_t)wt_below(r, m->S->SM_SLOTS);
}
