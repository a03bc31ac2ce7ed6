/* wt_tandem.c - oracle in tandem and the metrics of a run. */
#include "lib/wt_tandem.h"

#include <stdio.h>
#include <string.h>

#include "lib/wt_early.h"
#include "operand/wt_collector.h"
#include "oracle/wt_oracle_init.h"

const char *const wt_why_names[WT_WHY_COUNT] = {"issued", "empty", "path", "fetch", "dependence", "war", "beats", "unit", "lost"};

static wt_status keep(wt_tandem *t, wt_status s) {
  if (s && !t->error[0]) snprintf(t->error, sizeof t->error, "%s", wt_oracle_error(t->oracle)), t->where = *wt_oracle_where(t->oracle);
  return s;
}

/* What the control-flow unit of the shape promises about paths that meet, and where its rules depart from the ISA's. */
static wt_oracle_rules rules_of(const wt_shape *S, const wt_launch_desc *L) {
  wt_oracle_rules r = {.kind = WT_MEET_MASKS, .bx_regs = S->BX_REGS, .rpc = L->rpc};
  switch (S->DIVERGENCE) {
    case WT_DIVERGENCE_hanoi: r.late = 1; return r;
    case WT_DIVERGENCE_hanoi_yr: r.whole = 1; break;
    case WT_DIVERGENCE_barrier: r.per_lane = S->CB_MASKS; break;
    default: r.kind = WT_MEET_POINTS;
  }
  r.yields = r.kind == WT_MEET_MASKS && S->YIELD_RELEASE;
  r.force = r.kind == WT_MEET_MASKS && S->FORCE;
  if (S->DIVERGENCE == WT_DIVERGENCE_multipath) r.yields = S->RPC_DELAY == WT_RPC_DELAY_yield;
  /* who is released late and who meets early decide together where a lane's next point is: known to the unit only */
  if (r.yields && S->DIVERGENCE == WT_DIVERGENCE_multipath && S->OREC) r = (wt_oracle_rules){.kind = WT_MEET_MASKS, .alone = 1};
  if (S->DIVERGENCE == WT_DIVERGENCE_simt_stack) r.regions = S->STACK_RPC, r.returns = 1;
  return r;
}

void wt_tandem_init(wt_tandem *t, const wt_shape *S, const wt_launch_desc *L, wt_oracle *oracle) {
  memset(t, 0, sizeof *t);
  t->S = S, t->L = L, t->oracle = oracle;
  if (!oracle) return;
  wt_oracle_rules r = rules_of(S, L);
  wt_oracle_set_lines(oracle, wt_performed_line_bytes(S), S->GANG);
  wt_oracle_later(oracle, wt_performed_passes(S) ? WT_LATER_LINES : WT_LATER_NOT);
  keep(t, wt_oracle_set_rules(oracle, &r));
}

void wt_tandem_performed(void *ctx, const wt_performed *p) {
  wt_tandem *t = ctx;
  const wt_shape *S = t->S;
  wt_status s = WT_OK;
  const uint64_t frame = p->phase == WT_PERFORMED_WHOLE ? 0 : wt_performed_frame(S, p);
  if (t->oracle && p->phase == WT_PERFORMED_FIRST) wt_oracle_event(t->oracle, frame);
  if (t->oracle && p->past) wt_oracle_init_now(t->oracle, t->tally.cycles - p->past);
  const int then = p->phase == WT_PERFORMED_THEN;
  if (t->oracle && then) s = wt_oracle_effects(t->oracle, frame);
  if (t->oracle && p->sectors && !then) {
    unsigned bytes = wt_performed_line_bytes(S), first = wt_lowest(p->sectors) * 32 / bytes * bytes; /* the cache's line in the port's */
    s = wt_oracle_l1_asked(t->oracle, (unsigned)p->tag, p->line * 128 + first, p->sectors >> first / 32);
  }
  /* GROUPING=dwr: the lanes are those of a large warp, the oracle's warps are its sub-warps */
  for (unsigned i = 0, base = p->warp / S->GANG * S->GANG; t->oracle && !then && !p->sectors && !s && i < S->GANG; i++) {
    uint64_t lanes = S->GANG == 1 ? p->lanes : p->lanes >> i * S->SLOT_LANES & wt_mask64(S->SLOT_LANES);
    if (S->GANG > 1 && !lanes) continue;
    if (p->source) s = wt_oracle_mem_perform_from(t->oracle, base + i, lanes, p->line, (wt_oracle_source)p->source, p->tag);
    else s = wt_oracle_mem_perform_at(t->oracle, base + i, p->space, lanes, p->line);
  }
  if (!s || t->performed) return;
  t->performed = s;
  if (t->error[0]) return;
  snprintf(t->error, sizeof t->error, "%s (performed by %s)", wt_oracle_error(t->oracle), p->level);
  t->where = *wt_oracle_where(t->oracle);
}

/* One beat's lanes into a warp-wide vector. */
/* warp: of the SM */
static wt_status wb_reg(wt_tandem *t, unsigned warp, uint32_t beat, unsigned reg, uint32_t mask, const uint32_t *data) {
  uint32_t v[MAX_WS];
  const wt_shape *S = t->S;
  if (!mask) return WT_OK;
  for (uint32_t m = beat ? mask : 0; m; m &= m - 1) v[wt_beat_row(S, beat, wt_lowest(m)) * S->LANES + wt_lowest(m)] = data[wt_lowest(m)];
  return keep(t, wt_oracle_wb_reg(t->oracle, warp, reg, wt_beat_spread(S, beat, mask), beat ? v : data));
}
static wt_status wb_pred(wt_tandem *t, unsigned warp, uint32_t beat, unsigned p, uint32_t mask, uint32_t bits) {
  if (!mask) return WT_OK;
  return keep(t, wt_oracle_wb_pred(t->oracle, warp, p, wt_beat_spread(t->S, beat, mask), wt_beat_spread(t->S, beat, bits)));
}

/* R2P: a predicate's bits are those of its column in the low words, its lanes those of the high words. */
static wt_status wb_all_preds(wt_tandem *t, unsigned warp, const wt_alu_out *a) {
  wt_status s = WT_OK;
  for (unsigned p = 0; p < 7 && !s; p++) {
    uint32_t mask = 0, bits = 0;
    for (unsigned l = 0; l < t->S->LANES; l++) mask |= (a->wb_hi[l] >> p & 1) << l, bits |= (a->wb_lo[l] >> p & 1) << l;
    s = wb_pred(t, warp, a->wb_beat, p, mask & a->wb_mask, bits);
  }
  return s;
}

static wt_status results(wt_tandem *t, const wt_m *m) {
  const wt_alu_out *a = &m->subcore->alu.o;
  const unsigned warp = wt_sm_warp(m, a->wb_warp);
  wt_status s = WT_OK;
  if (!s && a->wb_valid) {
    if (!s && a->wb_n > 0) s = wb_reg(t, warp, a->wb_beat, a->wb_reg, a->wb_mask, a->wb_lo);
    if (!s && a->wb_n > 1) s = wb_reg(t, warp, a->wb_beat, a->wb_reg + 1u, a->wb_mask, a->wb_hi);
    int twice = a->pw1_valid && a->pw1_p == a->pw0_p; /* both results in one predicate: the second stays */
    if (!s && a->pw0_valid && !twice) s = wb_pred(t, warp, a->wb_beat, a->pw0_p, a->wb_mask, a->pw0_bits);
    if (!s && a->pw1_valid) s = wb_pred(t, warp, a->wb_beat, a->pw1_p, a->wb_mask, a->pw1_bits);
    if (!s && a->pwr_valid) s = wb_all_preds(t, warp, a);
    if (!s && a->sc_ur && a->sc_idx != 63) s = keep(t, wt_oracle_wb_ureg(t->oracle, warp, a->sc_idx, a->sc_val));
  }
  const wt_wb_out *w = &m->subcore->wb.o;
  if (!s && w->reg_valid) s = wb_reg(t, wt_sm_warp(m, w->warp), w->beat, w->reg, w->mask, w->data);
  if (!s && w->pw_valid) s = wb_pred(t, wt_sm_warp(m, w->warp), w->beat, w->pw_p, w->mask, w->pw_bits);
  return s;
}

static wt_status uniform_results(wt_tandem *t, const wt_m *m) {
  const wt_ualu_out *u = &m->subcore->ualu.o;
  unsigned w = wt_sm_warp(m, m->subcore->sched.o.sel_warp);
  wt_status s = WT_OK;
  if (u->w_n > 0 && u->w_idx != 63) s = keep(t, wt_oracle_wb_ureg(t->oracle, w, u->w_idx, u->w_lo));
  if (!s && u->w_n > 1 && u->w_idx + 1u < 63) s = keep(t, wt_oracle_wb_ureg(t->oracle, w, u->w_idx + 1u, u->w_hi));
  int twice = u->p1_valid && u->p1_idx == u->p0_idx; /* as above */
  if (!s && u->p0_valid && u->p0_idx != 7 && !twice) s = keep(t, wt_oracle_wb_upred(t->oracle, w, u->p0_idx, u->p0_val));
  if (!s && u->p1_valid && u->p1_idx != 7) s = keep(t, wt_oracle_wb_upred(t->oracle, w, u->p1_idx, u->p1_val));
  return s;
}

/* A kernel may read what it never wrote; the machine then gives what its memories held, and so must the oracle. */
static void found_shared(wt_tandem *t, const wt_m *m, unsigned cta) {
  const wt_shape *S = t->S;
  uint8_t *to = wt_oracle_shared(t->oracle, cta);
  wt_look(m->gpu, WT_B_smbank);
  for (size_t a = 0; a + 4 <= t->L->smem; a += 4) {
    size_t row = (cta * (size_t)m->gpu->cfg.smrows + a / 4 / S->SMEM_BANKS) & wt_mask64(S->SMROW_W);
    memcpy(to + a, &m->sm->smbank[a / 4 % S->SMEM_BANKS].q.mem[row], 4);
  }
}
static void found_registers(wt_tandem *t, const wt_m *m, unsigned warp) {
  const wt_shape *S = t->S;
  const wt_subcore *c = wt_m_of_warp(m, warp)->subcore;
  unsigned rpw = m->gpu->cfg.rpw, layout = m->gpu->cfg.layout, slot = wt_slot_of(S, warp);
  wt_look(m->gpu, WT_B_rfbank), wt_look(m->gpu, WT_B_ureg);
  for (unsigned reg = 0; reg < rpw / S->BEATS * S->RF_BANKS && reg < 255; reg++)
    for (unsigned beat = 0; beat < S->BEATS; beat++) {
      const uint32_t *row = c->rfbank[wt_rf_bank(S, layout, slot, reg)].q.mem + (size_t)wt_rf_row(S, rpw, slot, reg, beat) * S->LANES;
      memcpy(wt_oracle_register(t->oracle, warp, reg) + beat * S->LANES, row, S->LANES * sizeof *row);
    }
  wt_oracle_set_uniform(t->oracle, warp, c->ureg.q.regs + slot * 64u, c->ureg.q.preds[slot]);
}

/* A warp begins at the next edge. */
static int launched(const wt_m *m) {
  const wt_dispatch_out *d = &m->sm->dispatch.o;
  return d->launch_valid && d->launch_last && wt_m_of_warp(m, d->launch_warp)->subcore->cfu->launch_ack;
}

static wt_status launches(wt_tandem *t, const wt_m *m) {
  const wt_dispatch_out *d = &m->sm->dispatch.o;
  wt_status s = WT_OK;
  if (launched(m)) {
    unsigned w = d->launch_warp;
    t->resident |= wt_warp(w);
    t->warp_in_cta[w] = w % m->gpu->cfg.stride;
    t->cta[w][0] = d->launch_ctaid_x, t->cta[w][1] = d->launch_ctaid_y, t->cta[w][2] = d->launch_ctaid_z;
    t->cta_slot[w] = d->cta_slot;
    if (t->oracle && t->warp_in_cta[w] == 0) s = keep(t, wt_oracle_cta_start(t->oracle, d->cta_slot, t->cta[w], t->L->block, t->L->smem));
    if (!s && t->oracle && t->warp_in_cta[w] == 0) found_shared(t, m, d->cta_slot);
    if (!s && t->oracle) s = keep(t, wt_oracle_warp_start(t->oracle, w, d->cta_slot, t->warp_in_cta[w], d->launch_mask));
    if (!s && t->oracle) found_registers(t, m, w);
  }
  WT_EACH_SUBCORE(at, m) {
    if (s || !at->subcore->cfu->done_valid) continue;
    unsigned w = wt_sm_warp(at, at->subcore->cfu->done_warp);
    t->resident &= ~wt_warp(w);
    if (t->oracle) s = keep(t, wt_oracle_warp_end(t->oracle, w));
  }
  return s;
}

wt_warps wt_resident(const wt_m *m) {
  wt_warps r = 0;
  WT_EACH_SUBCORE(at, m) {
    const wt_cfu_out *c = at->subcore->cfu;
    r |= wt_sm_warps(at, at->subcore->sched.o.resident & ~(c->done_valid ? wt_warp(c->done_warp) : 0));
  }
  return launched(m) ? r | wt_warp(m->sm->dispatch.o.launch_warp) : r;
}

/* Slots of the place's sub-core in which these warps of the SM lie. */
static wt_warps here(const wt_m *m, wt_warps warps) {
  wt_warps slots = 0;
  for (unsigned e = 0; e < m->S->SLOTS; e++) slots |= (warps >> wt_sm_warp(m, e) & 1) << e;
  return slots;
}
/* Of one sub-core; resident and set are of its slots. */
static inline void why_in(const wt_subcore *c, unsigned slots, wt_warps resident, wt_warps set[WT_WHY_COUNT]) {
  wt_warps rem = wt_warps_upto(slots);
#define TAKE(reason, which) set[reason] = rem & (which), rem &= ~set[reason]
  TAKE(WT_WHY_ISSUED, c->issue.o.valid ? wt_warp(c->sched.o.sel_warp) : 0);
  TAKE(WT_WHY_EMPTY, ~resident);
  TAKE(WT_WHY_PATH, ~c->cfu->run);
  TAKE(WT_WHY_FETCH, ~c->ibuffer.o.head_valid);
  TAKE(WT_WHY_DEPENDENCE, ~c->sb->ok);
  TAKE(WT_WHY_WAR, ~c->war.o.ok);
  TAKE(WT_WHY_BEATS, c->sched.o.busy || c->issue.o.hold ? rem : 0);
  TAKE(WT_WHY_UNIT, ~c->sched.o.ready);
#undef TAKE
  set[WT_WHY_LOST] = rem;
}
void wt_why_slots(const wt_m *m, wt_warps resident, wt_warps set[WT_WHY_COUNT]) {
  if (m->S->SUBCORES == 1) {
    why_in(m->subcore, m->S->SLOTS, resident, set);
    return;
  }
  for (int k = 0; k < WT_WHY_COUNT; k++) set[k] = 0;
  WT_EACH_SUBCORE(at, m) {
    wt_warps own[WT_WHY_COUNT];
    why_in(at->subcore, m->S->SLOTS, here(at, resident), own);
    for (int k = 0; k < WT_WHY_COUNT; k++) set[k] |= wt_sm_warps(at, own[k]);
  }
}

static void count(wt_tandem *t, const wt_m *m) {
  wt_tally *c = &t->tally;
  c->cycles++;
  wt_why_slots(m, t->resident, t->slots);
  for (int i = 0; i < WT_WHY_COUNT; i++)
    if (t->slots[i]) c->why[i] += wt_warps_count(t->slots[i]);
  const wt_l1d_out *l1 = &m->sm->l1d.o;
  if (l1->perf_valid && (!l1->perf_again || l1->perf_kind != WT_L1_PARKED)) c->l1[l1->perf_kind]++; /* parked again: counted already */
  if (l1->perf_valid) c->l1_again += l1->perf_again;
  if (m->sm->lsu.o.park) c->replays[m->sm->lsu.o.why]++;
  int selected = 0;
  for (unsigned i = 0; i < t->S->SUBCORES; i++) selected |= m->sm->subcore[i].sched.o.sel_valid;
  if (!t->resident || selected) return;
  c->idle_cycles++;
  if (t->count_idle) wt_lanes_idle(&c->lanes, m, t->resident);
}

/* Only code that can be reached was judged at launch; a register can hold any other address. */
static wt_status stray(wt_tandem *t, unsigned w, uint32_t pc, uint64_t mask) {
  if (!t->L->reach || (pc % 16 == 0 && pc / 16 < t->L->n_insns && t->L->reach[pc / 16])) return WT_OK;
  if (pc % 16 || pc / 16 >= t->L->n_insns) {
    t->where = (wt_oracle_place){.slot = w, .lane = mask ? wt_lowest(mask) : 0, .pc = pc, .cause = WT_CAUSE_JUMP, .what = t->error};
    snprintf(t->error, sizeof t->error, "no instruction %s, the code has 0x%zx bytes", pc % 16 ? "begins there" : "there", 16 * t->L->n_insns);
    return WT_PROGRAM;
  }
  snprintf(t->error, sizeof t->error, "warp slot %u pc 0x%x: an indirect branch, call or return went where the file names no target", w, pc);
  return WT_UNSUPPORTED;
}

static wt_status later_beat(wt_tandem *t, const wt_m *m) {
  const wt_subcore *c = m->subcore;
  uint64_t *unsure = &t->unsure[c->place.subcore], lanes = t->oracle && *unsure ? wt_early_beat(m, *unsure) : 0;
  if (!lanes) return WT_OK;
  *unsure &= ~lanes;
  return keep(t, wt_oracle_also(t->oracle, wt_sm_warp(m, c->sched.o.sel_warp), (uint32_t)uop_get_pc(c->ibuffer.o.uop), lanes));
}

/* What one sub-core issues. */
static wt_status issues(wt_tandem *t, const wt_m *m) {
  const wt_subcore *c = m->subcore;
  const uint64_t mask = c->cfu->mask;
  if (!c->issue.o.valid) return later_beat(t, m);
  unsigned w = wt_sm_warp(m, c->sched.o.sel_warp);
  uint32_t pc = (uint32_t)uop_get_pc(c->ibuffer.o.uop);
  t->hist[w][t->hist_n[w]++ % WT_HISTORY] = (wt_issued){t->tally.cycles, mask, pc};
  t->tally.warp_instructions++;
  t->tally.thread_instructions += wt_popcount(mask);
  wt_lanes_issue(&t->tally.lanes, t->S, mask);
  wt_status s = stray(t, w, pc, mask);
  if (!s && t->oracle) {
    if (uop_get_op(c->ibuffer.o.uop) == WT_I_MEMBAR) s = keep(t, wt_oracle_fence(t->oracle, w, mask));
    wt_oracle_early early;
    if (t->hazard) t->unsure[c->place.subcore] = wt_early_issue(t->hazard, t->oracle, m, w, &early);
    if (!s) s = keep(t, wt_oracle_issue(t->oracle, w, pc, mask));
    if (!s) s = uniform_results(t, m); /* none: nothing of it is valid */
  }
  return s;
}

wt_status wt_tandem_cycle(wt_tandem *t, const wt_m *m) {
  if (t->oracle) wt_oracle_init_now(t->oracle, t->tally.cycles);
  wt_status s = launches(t, m);
  if (t->hazard && t->oracle) wt_early_operands(t->hazard, t->oracle, m);
  /* memory first: what it performed took effect before its results can appear */
  wt_performed done[WT_PERFORMED_MAX];
  unsigned n = wt_performed_levels(m, done);
  for (unsigned i = 0; !s && i < n; i++) {
    if (done[i].source > WT_SOURCE_HIT) done[i].tag = wt_l1_watch_joined(&t->l1, m);
    wt_tandem_performed(t, &done[i]), s = t->performed;
  }
  if (!s && t->oracle && t->S->L1_BYTES) s = keep(t, wt_l1_watch_lines(&t->l1, m, t->oracle));
  /* results of all sub-cores before what issues in any */
  WT_EACH_SUBCORE(at, m) {
    if (s) break;
    if (t->oracle) s = results(t, at);
    if (!s && t->oracle && at->subcore->cfu->forced) s = keep(t, wt_oracle_forced(t->oracle, at->subcore->place.subcore));
  }
  WT_EACH_SUBCORE(at, m) {
    if (s) break;
    s = issues(t, at);
  }
  count(t, m);
  return s ? s : t->error[0] ? WT_DIFF : WT_OK;
}

void wt_tandem_idle(wt_tandem *t, uint64_t n) { t->tally.cycles += n, t->tally.why[WT_WHY_EMPTY] += n * wt_warps_count(t->slots[WT_WHY_EMPTY]); }

/* With l2dram slices perform, when all are here. */
static int waits_for_others(const wt_tandem *t) { return t->oracle && t->S->MEM_MODEL == WT_MEM_MODEL_fixed; }

void wt_tandem_apart(wt_tandem *t) {
  if (waits_for_others(t)) wt_oracle_later(t->oracle, WT_LATER_ALL);
}
wt_status wt_tandem_together(wt_tandem *t) {
  const wt_status s = waits_for_others(t) ? keep(t, wt_oracle_effects(t->oracle, 0)) : WT_OK;
  wt_tandem_back(t);
  return s;
}
void wt_tandem_back(wt_tandem *t) {
  if (waits_for_others(t)) wt_oracle_later(t->oracle, WT_LATER_NOT);
}

void wt_tally_add(wt_tally *a, const wt_tally *of) {
  a->warp_instructions += of->warp_instructions, a->thread_instructions += of->thread_instructions, a->idle_cycles += of->idle_cycles;
  wt_lanes_add(&a->lanes, &of->lanes);
  for (int i = 0; i < WT_WHY_COUNT; i++) a->why[i] += of->why[i];
  for (int i = 0; i < 4; i++) a->l1[i] += of->l1[i];
  a->l1_again += of->l1_again;
  for (int i = 0; i < 6; i++) a->replays[i] += of->replays[i];
}
uint64_t wt_tandem_issued(const wt_tandem t[]) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < t->S->SMS; i++) sum += t[i].tally.warp_instructions;
  return sum;
}

void wt_tandem_saved(wt_tandem *t, wt_saved *l) {
  unsigned n = t->S->SM_SLOTS;
  l->section = "counters";
  if (t->S->L1_BYTES) wt_l1_watch_saved(&t->l1, t->S, l);
#define ROW(field) wt_saved_add(l, &t->field, sizeof t->field, 1, "counters." #field)
#define ROWS(field) wt_saved_add(l, t->field, sizeof t->field[0], sizeof t->field / sizeof t->field[0], "counters." #field)
  ROW(tally.cycles), ROW(tally.warp_instructions), ROW(tally.thread_instructions), ROW(tally.idle_cycles), ROWS(tally.why);
  ROW(tally.lanes.beats), ROW(tally.lanes.active), ROWS(tally.lanes.idle);
  ROWS(tally.l1), ROW(tally.l1_again), ROWS(tally.replays);
  ROW(resident), ROW(starved);
  if (t->hazard) ROWS(unsure);
#undef ROWS
#undef ROW
#define ROW(field) wt_saved_add(l, t->field, sizeof t->field[0], n, "counters." #field)
  ROW(hist_n), ROW(could_since), ROW(cta), ROW(cta_slot), ROW(warp_in_cta);
#undef ROW
#define ROW(field) \
  wt_saved_add(l, &t->hist[0][0].field, sizeof t->hist[0][0].field, n *WT_HISTORY, "counters.hist." #field)->stride = sizeof t->hist[0][0]
  ROW(cycle), ROW(mask), ROW(pc);
#undef ROW
}
