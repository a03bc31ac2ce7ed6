/* wt_guest_rules.c - the protocol of guests. */
#include "lib/wt_guest_rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"

void wt_guest_rules_init(wt_guest_rules *r, const wt_shape *S) { *r = (wt_guest_rules){.S = S}; }

wt_guest_rules *wt_guest_rules_new(const wt_shape *S) {
  wt_guest_rules *r = malloc(S->SUBCORES * sizeof *r);
  for (unsigned i = 0; r && i < S->SUBCORES; i++) wt_guest_rules_init(&r[i], S);
  return r;
}

static int is_guest(const wt_m *m, unsigned block) { return m->gpu->guests && m->gpu->guests->is[block]; }

__attribute__((format(printf, 3, 4))) static void broken(wt_guest_rules *r, const char *rule, const char *fmt, ...) {
  va_list ap;
  if (*r->why) return;
  int n = snprintf(r->why, sizeof r->why, "%s: ", rule);
  va_start(ap, fmt);
  vsnprintf(r->why + n, sizeof r->why - (size_t)n, fmt, ap);
  va_end(ap);
}

/* What the sub-core sees of the SM's blocks, with slots in the place of warps. */
static const wt_dispatch_out *dispatch_of(const wt_m *m) { return m->S->SUBCORES > 1 ? &m->subcore->seen_dispatch : &m->sm->dispatch.o; }
static const wt_ctabar_out *ctabar_of(const wt_m *m) { return m->S->SUBCORES > 1 ? &m->subcore->seen_ctabar : &m->sm->ctabar.o; }
static const wt_lsu_out *lsu_of(const wt_m *m) { return m->S->SUBCORES > 1 ? &m->subcore->seen_lsu : &m->sm->lsu.o; }
static const wt_replay_out *replay_of(const wt_m *m) { return m->S->SUBCORES > 1 ? &m->subcore->seen_replay : &m->sm->replay.o; }

/* ---- the scheduler ---- */

static int is_packet(uint32_t ctl) { return WT_FIELD(ctl, hctl, unit) < WT_UNITS; }

/* Why the head of w may not issue in this cycle; NULL: it may. */
static const char *not_ready(const wt_m *m, unsigned w) {
  const wt_subcore *c = m->subcore;
  const uint32_t ctl = c->ibuffer.o.head_ctl[w];
  const wt_warps bit = wt_warp(w);
  if (c->issue.o.hold) return "issue holds";
  if (!(c->ibuffer.o.head_valid & bit)) return "its I-buffer is empty";
  if (!(c->cfu->run & bit)) return "it has no path that runs";
  if (!(c->sb->ok & bit)) return "its head waits for a result";
  if (!(c->war.o.ok & bit)) return "its head would overwrite what is still read";
  if (is_packet(ctl) && !c->disp.o.free) return "no collector is free";
  if (WT_FIELD(ctl, hctl, cfwait) && !c->cfu->idle) return "the control-flow unit is not idle";
  if (WT_FIELD(ctl, hctl, cfwait) && m->S->SUBCORES > 1 && c->seen_share.full) return "its sub-core may tell barriers nothing more";
  if (WT_FIELD(ctl, hctl, drain) && (!(c->war.o.drained & bit) || (lsu_of(m)->at | replay_of(m)->warps | c->sched.in.share->queued) & bit))
    return "earlier packets of it wait for operands";
  if (WT_FIELD(ctl, hctl, quiet) && !(c->sb->clear & lsu_of(m)->quiet & ~c->sched.in.share->queued & bit))
    return "earlier results or stores of it are missing";
  return NULL;
}
static void next_beat(wt_guest_rules *r, const wt_sched_out *o) {
  if (o->sel_warp != r->warp || o->sel_beat != r->beat || o->sel_first)
    broken(r, "wt_sched, rule 6", "beat %u of warp %u is due, and beat %u of warp %u issues", r->beat, r->warp, o->sel_beat, o->sel_warp);
  else if (o->sel_pop != (!r->S->PACK && r->beat + 1 == r->S->BEATS))
    broken(r, "wt_sched, rule 6", "the instruction of warp %u leaves the I-buffer with beat %u of %u", r->warp, r->beat, r->S->BEATS);
}
static void scheduler(wt_guest_rules *r, const wt_m *m) {
  const wt_sched_out *o = &m->subcore->sched.o;
  if (r->S->GROUPING == WT_GROUPING_dwr) return; /* groups of sub-warps keep rules of their own */
  if (r->busy && o->sel_valid && !m->subcore->disp.o.free)
    broken(r, "wt_sched, rule 6", "beat %u of warp %u issues and no collector is free", r->beat, r->warp);
  else if (r->busy && o->sel_valid) next_beat(r, o);
  else if (!r->busy && o->sel_valid) {
    const char *why = o->sel_warp < r->S->SLOTS ? not_ready(m, o->sel_warp) : "there is no such warp";
    if (why) broken(r, "wt_sched, rules 1 and 2", "warp %u issues although %s", o->sel_warp, why);
    else if (!o->index && (o->sel_beat || !o->sel_first)) broken(r, "wt_sched, rule 5", "warp %u begins with beat %u", o->sel_warp, o->sel_beat);
    else if (!o->index && o->sel_pop != (!is_packet(m->subcore->ibuffer.o.head_ctl[o->sel_warp]) || r->S->BEATS == 1))
      broken(r, "wt_sched, rule 5", "the head of warp %u %s the I-buffer with its first beat", o->sel_warp, o->sel_pop ? "leaves" : "does not leave");
  }
}
static void follow_scheduler(wt_guest_rules *r, const wt_m *m) {
  const wt_sched_out *o = &m->subcore->sched.o;
  if (!o->sel_valid) return;
  r->busy = !o->index && !(o->sel_pop | m->subcore->pack.o.pop);
  r->warp = o->sel_warp, r->beat = r->busy ? o->sel_beat + 1u : 0;
}

/* ---- operands ---- */

static void collectors(wt_guest_rules *r, const wt_m *m) {
  const wt_subcore *c = m->subcore;
  for (unsigned i = 0; i < r->S->COLLECTORS; i++)
    if (!!c->collector[i].o.v != (int)(r->holds >> i & 1))
      broken(r, "wt_collector", "collector %u %s", i,
             c->collector[i].o.v ? "holds a beat that nobody gave it" : "has lost the beat that it was given");
}
/* A queue in front of the load/store unit takes beats whatever the unit does; the fp64 unit may be the SM's. */
static int takes(const wt_guest_rules *r, const wt_subcore *c, unsigned unit) {
  if (unit == WT_U_DPU && r->S->DP_SHARED) return c->disp.in.fp64->takes;
  return unit == WT_U_LSU && r->S->QUEUES ? c->disp.in.share->takes : c->disp.in.exec[unit]->ready;
}
static void dispatch_operands(wt_guest_rules *r, const wt_m *m) {
  const wt_subcore *c = m->subcore;
  const wt_disp_out *o = &c->disp.o;
  if (o->valid && (o->idx >= r->S->COLLECTORS || !c->collector[o->idx].o.full))
    broken(r, "wt_disp, rule 2", "collector %u is dispatched and is not full", o->idx);
  else if (o->valid && uop_get_unit(o->uop) < WT_UNITS && !takes(r, c, (unsigned)uop_get_unit(o->uop)))
    broken(r, "wt_disp, rule 3", "unit %u gets a beat of warp %u and is not ready", (unsigned)uop_get_unit(o->uop), o->warp);
}
static void arbiter(wt_guest_rules *r, const wt_m *m) {
  const wt_subcore *c = m->subcore;
  for (unsigned i = 0; i < r->S->COLLECTORS; i++)
    if (c->bankarb.o.grant[i] & ~c->collector[i].o.req) broken(r, "wt_bankarb, rule 4", "collector %u is granted a word that it does not ask for", i);
}
static void write_back(wt_guest_rules *r, const wt_m *m) {
  const wt_wb *b = &m->subcore->wb;
  unsigned acked = 0;
  for (unsigned k = 0; k < WT_SLOW_UNITS; k++) {
    if (!b->o.ack[k]) continue;
    acked++;
    if (!b->in.result[k]->wb_valid) broken(r, "wt_wb, rule 3", "a result of unit %u is taken that it does not offer", k);
  }
  if (acked > 1) broken(r, "wt_wb, rule 3", "results of %u units are taken in one cycle", acked);
  if (!acked && (b->o.reg_valid || b->o.pw_valid || b->o.rel_valid))
    broken(r, "wt_wb, rule 7", "warp %u is written and no result is taken", b->o.warp);
}
static void follow_collectors(wt_guest_rules *r, const wt_m *m) {
  const wt_subcore *c = m->subcore;
  if (c->disp.o.valid) r->holds &= ~(UINT64_C(1) << c->disp.o.idx);
  if (c->issue.o.alloc_valid) r->holds |= UINT64_C(1) << c->disp.o.alloc_idx;
}

/* ---- units ---- */

static int has_result(const uint32_t *u) { return uop_get_ndst(u) || uop_get_pw(u) || uop_get_op(u) == WT_I_R2UR; }

static unsigned block_of(const wt_shape *S, unsigned unit) {
  static const unsigned block[] = {
    [WT_U_SHFL] = WT_B_shfl, [WT_U_LSU] = WT_B_lsu, [WT_U_XU] = WT_B_xu, [WT_U_FPU] = WT_B_fpu, [WT_U_DPU] = WT_B_dpu, [WT_U_ALU] = WT_B_alu};
  return unit == WT_U_DPU && S->DP_SHARED ? WT_B_fp64 : block[unit];
}
static void unit(wt_guest_rules *r, const wt_m *m, unsigned k) {
  static const char *const names[] = {
    [WT_U_SHFL] = "wt_shfl", [WT_U_LSU] = "wt_lsu", [WT_U_XU] = "wt_xu", [WT_U_FPU] = "wt_fpu", [WT_U_DPU] = "wt_dpu", [WT_U_ALU] = "wt_alu"};
  const char *const name = block_of(r->S, k) == WT_B_fp64 ? "wt_fp64" : names[k];
  const wt_result_out *o = k < WT_SLOW_UNITS ? m->subcore->wb.in.result[k] : NULL;
  const wt_alu_out *a = &m->subcore->alu.o;
  const int valid = o ? o->wb_valid : a->rel_valid;
  const unsigned w = o ? o->wb_warp : a->wb_warp;
  if (valid && (w >= r->S->SLOTS || !r->owed[k][w]))
    broken(r, name, "it gives back a result of warp %u, of which it holds no instruction (spec/ports/%s)", w, o ? "result.def" : "exec.def");
}
static void follow_units(wt_guest_rules *r, const wt_m *m) {
  const wt_disp_out *d = &m->subcore->disp.o;
  const wt_alu_out *a = &m->subcore->alu.o;
  const unsigned k = (unsigned)uop_get_unit(d->uop);
  for (unsigned i = 0; i < WT_SLOW_UNITS; i++) {
    const wt_result_out *o = m->subcore->wb.in.result[i];
    if (m->subcore->wb.o.ack[i] && o->wb_valid && o->wb_last && r->owed[i][o->wb_warp]) r->owed[i][o->wb_warp]--;
  }
  if (a->rel_valid && r->owed[WT_U_ALU][a->wb_warp]) r->owed[WT_U_ALU][a->wb_warp]--;
  if (!d->valid || k >= WT_UNITS || (k != WT_U_ALU && !has_result(d->uop))) return; /* the ALU releases whatever it gets */
  if (!r->open[k] || r->open_warp[k] != d->warp) r->owed[k][d->warp]++;
  r->open[k] = !d->last, r->open_warp[k] = d->warp;
}

/* ---- dependences ---- */

static void dependences(wt_guest_rules *r, const wt_m *m) {
  for (unsigned w = 0; w < r->S->SLOTS; w++)
    if (m->subcore->sb->clear >> w & 1 && r->missing[w])
      broken(r, "the socket sb (spec/ports/sb.def)", "warp %u is said to miss no result, and %u are on their way", w, r->missing[w]);
}
static void war(wt_guest_rules *r, const wt_m *m) {
  for (uint64_t x = r->holds; x; x &= x - 1) {
    const wt_collector_out *o = &m->subcore->collector[wt_lowest(x)].o;
    if (o->v && m->subcore->war.o.drained >> o->warp & 1)
      broken(r, "wt_war, rule 1", "warp %u is said to be drained, and collector %u holds a beat of it", o->warp, wt_lowest(x));
  }
}
static void follow_dependences(wt_guest_rules *r, const wt_m *m) {
  const wt_issue_out *i = &m->subcore->issue.o;
  const wt_alu_out *a = &m->subcore->alu.o;
  const wt_wb_out *b = &m->subcore->wb.o;
  if (a->rel_valid && r->missing[a->wb_warp]) r->missing[a->wb_warp]--;
  if (b->rel_valid && r->missing[b->rel_warp]) r->missing[b->rel_warp]--;
  if (i->set_valid && (i->set_ndst || i->set_pw || i->set_u)) r->missing[i->set_warp]++;
}

/* ---- control flow, CTAs ---- */

static void control_flow(wt_guest_rules *r, const wt_m *m) {
  const wt_cfu_out *c = m->subcore->cfu;
  const wt_dispatch_out *d = dispatch_of(m);
  static const char socket[] = "the socket cfu (spec/ports/cfu.def)";
  if (m->subcore->sched.o.sel_valid && !m->subcore->sched.o.sync && !c->mask)
    broken(r, socket, "warp %u issues for no lane", m->subcore->sched.o.sel_warp);
  if (c->done_valid && !(r->there >> c->done_warp & 1)) broken(r, socket, "warp %u is done, and was not there", c->done_warp);
  if (c->launch_ack && !(d->launch_valid && d->launch_last)) broken(r, socket, "a launch is taken that nobody shows");
  if (c->rel_ack && !ctabar_of(m)->rel_valid) broken(r, socket, "a release is taken that nobody shows");
  if (c->run & ~r->there & ~(c->done_valid ? wt_warp(c->done_warp) : 0)) broken(r, socket, "a warp runs that was not launched");
}
static void cta_barriers(wt_guest_rules *r, const wt_m *m) {
  const wt_ctabar_out *o = ctabar_of(m);
  if (o->rel_valid && !(r->arrived >> o->rel_warp & 1)) broken(r, "wt_ctabar, rule R7", "warp %u is released, and waits at no barrier", o->rel_warp);
}
static void dispatcher(wt_guest_rules *r, const wt_m *m) {
  const wt_dispatch_out *o = dispatch_of(m);
  if (!o->launch_valid) return;
  if (o->launch_warp >= r->S->SLOTS) broken(r, "wt_dispatch, rule R5", "a warp is launched into slot %u, which there is not", o->launch_warp);
  else if (r->there >> o->launch_warp & 1) broken(r, "wt_dispatch, rule R5", "a warp is launched into slot %u, where one is", o->launch_warp);
}
static void follow_warps(wt_guest_rules *r, const wt_m *m) {
  const wt_dispatch_out *d = dispatch_of(m);
  const wt_cfu_out *c = m->subcore->cfu;
  if (c->rel_ack) r->arrived &= ~wt_warp(ctabar_of(m)->rel_warp);
  if (c->bar_valid) r->arrived |= wt_warp(c->bar_warp);
  if (m->subcore->issue.o.bar_valid && !m->subcore->issue.o.bar_arv) r->arrived |= wt_warp(m->subcore->issue.o.ev_warp);
  if (c->done_valid) r->there &= ~wt_warp(c->done_warp), r->arrived &= ~wt_warp(c->done_warp);
  if (d->launch_valid && d->launch_last && c->launch_ack) r->there |= wt_warp(d->launch_warp);
}

/* ---- front, memory ---- */

static void front(wt_guest_rules *r, const wt_m *m) {
  const wt_subcore *c = m->subcore;
  const unsigned w = c->decode.o.warp;
  if (!c->decode.o.valid || is_guest(m, WT_B_ibuffer)) return;
  const int pops = c->sched.o.sel_valid && c->sched.o.sel_pop && c->sched.o.sel_warp == w;
  if (c->ibuffer.q.count[w] >= r->S->IBUF_DEPTH + (unsigned)pops)
    broken(r, "wt_fetch, rule 2", "warp %u gets an instruction for which its I-buffer has no room", w);
}
static int wants_answer(unsigned op) { return op == WT_MEM_LOAD || op == WT_MEM_ATOM; }
static void cache(wt_guest_rules *r, const wt_m *m) {
  const wt_l1d_out *o = &m->sm->l1d.o;
  if (r->S->L1_BYTES && o->rsp_valid && !(r->tags >> (o->rsp_tag & 63) & 1))
    broken(r, "wt_l1d, rule 12", "tag %u is answered, and nothing was asked with it", o->rsp_tag);
}
static void follow_cache(wt_guest_rules *r, const wt_m *m) {
  const wt_lsu_out *u = &m->sm->lsu.o;
  const wt_l1d_out *o = &m->sm->l1d.o;
  if (!r->S->L1_BYTES) return;
  if (o->rsp_valid && u->rsp_ready) r->tags &= ~(UINT64_C(1) << (o->rsp_tag & 63));
  if (u->req_valid && o->ready && wants_answer(u->req_op)) r->tags |= UINT64_C(1) << (u->req_tag & 63);
}

int wt_guest_rules_cycle(wt_guest_rules *r, const wt_m *m) {
  static const struct {
    unsigned block;
    void (*look)(wt_guest_rules *, const wt_m *);
  } rules[] = {{WT_B_sched, scheduler},
               {WT_B_collector, collectors},
               {WT_B_disp, dispatch_operands},
               {WT_B_bankarb, arbiter},
               {WT_B_wb, write_back},
               {WT_B_sb_bit, dependences},
               {WT_B_sb_coon, dependences},
               {WT_B_sb_codes, dependences},
               {WT_B_war, war},
               {WT_B_hanoi_yr, control_flow},
               {WT_B_hanoi, control_flow},
               {WT_B_simt_stack, control_flow},
               {WT_B_barrier, control_flow},
               {WT_B_multipath, control_flow},
               {WT_B_ctabar, cta_barriers},
               {WT_B_dispatch, dispatcher},
               {WT_B_fetch, front},
               {WT_B_l1d, cache}};
  for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
    if (is_guest(m, rules[i].block)) rules[i].look(r, m);
  for (unsigned k = 0; k < WT_UNITS; k++)
    if (is_guest(m, block_of(r->S, k))) unit(r, m, k);
  follow_scheduler(r, m), follow_collectors(r, m), follow_units(r, m), follow_dependences(r, m), follow_warps(r, m), follow_cache(r, m);
  return *r->why ? -1 : 0;
}
