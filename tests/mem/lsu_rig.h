/* lsu_rig.h - part of test_wt_lsu.c: a unit with coalescer, shared memory and a small memory around it, and what was seen at its ports. */
#ifndef LSU_RIG_H
#define LSU_RIG_H
/* The blocks around the unit, private copies under other names: the test also links where those blocks are linked. */
#define wt_coalesce_eval around_coalesce_eval
#define wt_smem_eval around_smem_eval
#define wt_smbank_eval around_smbank_eval
#define wt_smbank_tick around_smbank_tick
#include "cmodel/mem/wt_coalesce.c"
#include "cmodel/mem/wt_smbank.c"
#include "cmodel/mem/wt_smem.c"

enum { MAX_EVENTS = 128, LANES_OF_WARP = 32, WARP = 3 };

typedef struct {
  uint64_t lanes, line;
  uint32_t bmask[4], data[32];
  unsigned op, space, tag, aop, warp, cta;
  int answered;
} request;

/* A unit of the default shape and what was seen at its ports. */
typedef struct {
  wt_bench *b;
  request req[MAX_EVENTS];
  unsigned nreq, nwb, nlast, nperf, nfault;
  uint64_t perf[MAX_EVENTS];
  uint32_t reg[256][LANES_OF_WARP];
  uint64_t written[256];
  unsigned last_dst, last_ndst, fault_lane, fault_kind, last_at;
  uint64_t told[8], yes[8]; /* lanes a predicate was written for, and those that got 1 */
  int reverse;              /* answer the newest request first */
  unsigned answers, acks;   /* answers and acknowledgements that may be given */
  uint64_t addr[LANES_OF_WARP];
  uint32_t data[4][LANES_OF_WARP]; /* operand words of the next instruction */
  uint64_t mask, bc, hi, lo;
} rig;

static uint32_t word_at(uint64_t addr) { return (uint32_t)(addr / 4) * 0x9e3779b9u ^ 0x80f1c2a4u; }

static rig *rig_open_on(const char *const *set) {
  rig *r = calloc(1, sizeof *r);
  r->b = suite_open("lsu", "default", set, 5);
  wt_m *m = r->b->m;
  m->gpu->cfg.smem = 4096;
  m->gpu->cfg.smrows = 40;
  m->sm->env.mem_ready = 1;
  m->subcore->wb.o.ack[WT_U_LSU] = 1;
  r->answers = r->acks = ~0u;
  r->mask = 0xffffffff;
  r->lo = 0;
  r->hi = UINT64_C(1) << 8 | UINT64_C(4) << 9;
  return r;
}
static rig *rig_open(void) { return rig_open_on(NULL); }
static void rig_close(rig *r) {
  wt_bench_close(r->b);
  free(r);
}

static void observe(rig *r) {
  const wt_lsu_out *o = &r->b->m->sm->lsu.o;
  ck_assert(o->wb_last || (!o->wb_dst && !o->wb_ndst)); /* rule 12 */
  ck_assert(o->wb_valid || (!o->wb_mask && !o->wb_reg && !o->wb_warp));
  for (unsigned l = 0; l < r->b->m->S->LANES; l++) ck_assert(o->wb_mask >> l & 1 || !o->wb_data[l]);
  if (o->req_valid && r->b->m->sm->env.mem_ready) {
    request *q = &r->req[r->nreq++];
    *q = (request){.lanes = o->req_lanes,
                   .line = o->req_line,
                   .op = o->req_op,
                   .space = o->req_space,
                   .tag = o->req_tag,
                   .aop = o->req_aop,
                   .warp = o->req_warp,
                   .cta = o->req_cta};
    memcpy(q->bmask, o->req_bmask, sizeof q->bmask);
    memcpy(q->data, o->req_data, sizeof q->data);
  }
  if (o->wb_valid && r->b->m->subcore->wb.o.ack[WT_U_LSU]) {
    r->nwb++;
    for (unsigned l = 0; l < r->b->m->S->LANES; l++)
      if (o->wb_mask >> l & 1) {
        unsigned lane = o->wb_beat * r->b->m->S->LANES + l;
        r->reg[o->wb_reg][lane] = o->wb_data[l];
        r->written[o->wb_reg] |= UINT64_C(1) << lane;
      }
    if (o->wb_pwv) {
      r->told[o->wb_p] |= (uint64_t)o->wb_mask << o->wb_beat * r->b->m->S->LANES;
      r->yes[o->wb_p] |= (uint64_t)o->wb_pbits << o->wb_beat * r->b->m->S->LANES;
    }
    if (o->wb_last) r->nlast++, r->last_dst = o->wb_dst, r->last_ndst = o->wb_ndst, r->last_at = r->nwb;
  }
  if (o->perf_valid) r->perf[r->nperf++] = o->perf_lanes;
  if (o->fault_valid) r->nfault++, r->fault_lane = o->fault_lane, r->fault_kind = o->fault_kind;
}

static void answer(rig *r) {
  wt_env_out *e = &r->b->m->sm->env;
  e->rsp_valid = e->rsp_tag = e->ack_valid = e->ack_warp = 0;
  memset(e->rsp_data, 0, sizeof e->rsp_data);
  for (unsigned n = 0; n < r->nreq; n++) {
    request *q = &r->req[r->reverse ? r->nreq - 1 - n : n];
    int store = q->op == WT_MEM_STORE || q->op == WT_MEM_RED;
    int busy = store ? !r->acks || e->ack_valid : !r->answers || e->rsp_valid || !r->b->m->sm->lsu.o.rsp_ready;
    if (q->answered || busy) continue;
    q->answered = 1;
    if (store) {
      e->ack_valid = 1, e->ack_warp = (uint8_t)q->warp, r->acks--;
    } else {
      e->rsp_valid = 1, e->rsp_tag = (uint8_t)q->tag, r->answers--;
      for (unsigned i = 0; i < 32; i++) e->rsp_data[i] = word_at(q->line * 128 + 4 * i);
    }
  }
}

static void cycle(rig *r) {
  wt_m *m = r->b->m;
  answer(r);
  around_coalesce_eval(&m->sm->coalesce);
  around_smem_eval(&m->sm->smem);
  for (unsigned i = 0; i < m->S->SMEM_BANKS; i++) around_smbank_eval(&m->sm->smbank[i]);
  observe(r);
  ck_assert_msg(r->nreq < MAX_EVENTS - 1 && r->nperf < MAX_EVENTS - 1, "too many events");
  SUITE_CYCLE(r->b);
  for (unsigned i = 0; i < m->S->SMEM_BANKS; i++) around_smbank_tick(&m->sm->smbank[i]);
  wt_disp_idle(&m->subcore->disp.o);
  wt_dispatch_idle(&m->sm->dispatch.o);
}
static void cycles(rig *r, unsigned n) {
  while (n--) cycle(r);
}
static int quiet(const rig *r) { return (int)(r->b->m->sm->lsu.o.quiet >> WARP & 1); }

/* Sends one instruction with the addresses and data of the rig; Ra is a 64-bit pair unless hi says otherwise. */
static void send(rig *r, unsigned op, unsigned dst, unsigned ndst) {
  wt_m *m = r->b->m;
  unsigned n = m->S->LANES;
  for (unsigned beat = 0; beat < m->S->BEATS; beat++) {
    while (!m->sm->lsu.o.ready) cycle(r);
    wt_disp_out *d = &m->subcore->disp.o;
    d->valid = 1;
    uop_put_hi(d->uop, r->hi), uop_put_lo(d->uop, r->lo), uop_put_op(d->uop, op), uop_put_unit(d->uop, WT_U_LSU);
    uop_put_pc(d->uop, 0x40), uop_put_dst(d->uop, dst), uop_put_ndst(d->uop, ndst);
    d->warp = WARP, d->beat = (uint8_t)beat, d->last = beat + 1 == m->S->BEATS, d->bc = r->bc;
    d->mask = (uint32_t)(r->mask >> beat * n & wt_mask64(n));
    for (unsigned l = 0; l < n; l++) {
      uint64_t a = r->addr[beat * n + l];
      d->data[l] = (uint32_t)a, d->data[n + l] = (uint32_t)(a >> 32);
      for (unsigned k = 0; k < 4; k++) d->data[(k + 2) * n + l] = r->data[k][beat * n + l];
    }
    cycle(r);
  }
}
static void size(rig *r, unsigned sz) { r->hi = (r->hi & ~(UINT64_C(7) << 9)) | (uint64_t)sz << 9; }
static void addresses_by(rig *r, uint64_t first, uint64_t step) {
  for (unsigned l = 0; l < LANES_OF_WARP; l++) r->addr[l] = first + step * l;
}
#endif
