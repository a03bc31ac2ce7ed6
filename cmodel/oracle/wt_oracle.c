/* wt_oracle.c - set-up, issue checks and write-back checks. */
#include "oracle/wt_oracle_int.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wt_status wt_o_fail(wt_oracle *o, wt_status st, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(o->err, sizeof o->err, fmt, ap);
  va_end(ap);
  return st;
}

wt_status wt_o_differs(wt_oracle *o, wt_cause cause, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(o->err, sizeof o->err, fmt, ap);
  va_end(ap);
  o->where = (wt_oracle_place){.cause = cause};
  return WT_DIFF;
}

wt_status wt_o_wrong(wt_oracle *o, wt_cause cause, unsigned slot, uint32_t pc, unsigned lane, const char *fmt, ...) {
  va_list ap;
  int n = snprintf(o->err, sizeof o->err, "%s: " AT " pc 0x%x lane %u: ", cause == WT_CAUSE_JUMP ? "jump" : "barrier", slot, pc, lane);
  va_start(ap, fmt);
  vsnprintf(o->err + n, sizeof o->err - (size_t)n, fmt, ap);
  va_end(ap);
  o->where = (wt_oracle_place){.slot = slot, .lane = lane, .pc = pc, .cause = cause, .what = o->err + n};
  return WT_PROGRAM;
}

wt_status wt_o_fault(wt_oracle *o, const wt_oracle_place *at, const char *what) {
  o->where = *at;
  o->where.cause = at->addr % at->bytes ? WT_CAUSE_MISALIGNED : WT_CAUSE_BOUNDS;
  return wt_o_fail(o, WT_FAULT, AT " pc 0x%x lane %u: %s at 0x%" PRIx64, at->slot, at->pc, at->lane, what, at->addr);
}

const char *wt_oracle_error(const wt_oracle *o) { return o->err; }
const wt_oracle_place *wt_oracle_where(const wt_oracle *o) { return &o->where; }

static uint64_t lane_mask(unsigned n) { return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }

wt_oracle *wt_oracle_new(unsigned warps, unsigned warp_size, unsigned ctas, size_t smem_bytes) {
  if (!warps || warps > 128 || !warp_size || warp_size > WT_SEM_LANES || !ctas || ctas > 64) return NULL;
  wt_oracle *o = calloc(1, sizeof *o);
  if (!o) return NULL;
  o->warps = warps, o->sm.subcores = o->sm.together = 1;
  o->ws = warp_size;
  o->ctas = ctas;
  o->smem_bytes = smem_bytes;
  o->all = lane_mask(warp_size);
  wt_oracle_set_lines(o, 128, 1);
  o->warp = calloc(warps, sizeof *o->warp);
  o->cta = calloc(ctas, sizeof *o->cta);
  int ok = o->warp && o->cta;
  for (unsigned k = 0; ok && k < warps; k++) {
    o->warp[k].r = calloc((size_t)WT_O_REGS * warp_size, sizeof(uint32_t));
    ok = o->warp[k].r != NULL;
  }
  for (unsigned k = 0; ok && k < ctas; k++) {
    o->cta[k].smem = calloc(1, smem_bytes ? smem_bytes : 1);
    ok = o->cta[k].smem != NULL;
  }
  if (!ok) {
    wt_oracle_free(o);
    return NULL;
  }
  return o;
}

size_t wt_oracle_bytes(unsigned warps, unsigned warp_size, unsigned ctas, size_t smem_bytes) {
  const size_t warp = sizeof(wt_o_warp) + (size_t)WT_O_REGS * warp_size * sizeof(uint32_t);
  return sizeof(wt_oracle) + warps * warp + ctas * (sizeof(wt_o_cta) + smem_bytes);
}

void wt_oracle_free(wt_oracle *o) {
  if (!o) return;
  if (o->warp) wt_o_meet_free(o);
  wt_o_init_free(o);
  free(o->later.b);
  wt_o_l1_free(o);
  wt_o_marks_free(o);
  for (unsigned k = 0; o->warp && k < o->warps; k++) {
    free(o->warp[k].r);
    free(o->warp[k].local);
    for (unsigned s = 0; s < WT_SPACES; s++) free(o->warp[k].fifo[s].e);
  }
  for (unsigned k = 0; o->cta && k < o->ctas; k++) free(o->cta[k].smem);
  for (unsigned k = 0; k < WT_O_BANKS; k++) free(o->bank[k]);
  free(o->warp);
  free(o->cta);
  free(o->code);
  free(o);
}

void wt_oracle_reset(wt_oracle *o) {
  for (unsigned k = 0; k < o->warps; k++) {
    o->warp[k].used = 0;
    o->warp[k].live = 0;
  }
  for (unsigned k = 0; k < o->ctas; k++) o->cta[k].used = 0;
  o->err[0] = 0;
}

/* Decoded instructions hold constants, so they are dropped when code or a bank changes. */
static void forget_decoded(wt_oracle *o) {
  for (size_t k = 0; k < o->n_code; k++) o->code[k].ready = 0;
}

wt_status wt_oracle_set_code(wt_oracle *o, const wt_word *code, size_t n_insns) {
  wt_o_code *c = calloc(n_insns ? n_insns : 1, sizeof *c);
  if (!c) return wt_o_fail(o, WT_USAGE, "oracle: out of memory for %zu instructions", n_insns);
  free(o->code);
  o->code = c;
  o->n_code = n_insns;
  for (size_t k = 0; k < n_insns; k++) c[k].i.w = code[k];
  wt_oracle_reset(o); /* accesses in flight point into the old code */
  return WT_OK;
}

wt_status wt_oracle_set_const(wt_oracle *o, unsigned bank, const uint8_t *data, size_t bytes) {
  if (bank >= WT_O_BANKS) return wt_o_fail(o, WT_USAGE, "oracle: constant bank %u, banks are 0..31", bank);
  uint8_t *p = malloc(bytes ? bytes : 1);
  if (!p) return wt_o_fail(o, WT_USAGE, "oracle: out of memory for constant bank %u", bank);
  if (bytes) memcpy(p, data, bytes);
  free(o->bank[bank]);
  o->bank[bank] = p;
  o->bank_bytes[bank] = bytes;
  forget_decoded(o);
  return WT_OK;
}

void wt_oracle_set_mem(wt_oracle *o, const wt_oracle_mem *mem) { o->mem = *mem; }

wt_status wt_o_const(wt_oracle *o, unsigned bank, uint64_t off, unsigned n, void *dst) {
  if (off > o->bank_bytes[bank] || o->bank_bytes[bank] - off < n) return WT_FAULT;
  memcpy(dst, o->bank[bank] + off, n);
  return WT_OK;
}

wt_status wt_oracle_cta_start(wt_oracle *o, unsigned cta_slot, const unsigned ctaid[3], const unsigned ntid[3], size_t smem_bytes) {
  if (cta_slot >= o->ctas) return wt_o_fail(o, WT_USAGE, "oracle: CTA slot %u of %u", cta_slot, o->ctas);
  if (smem_bytes > o->smem_bytes)
    return wt_o_fail(o, WT_USAGE, "oracle: CTA slot %u: %zu bytes of shared memory, the slot has %zu", cta_slot, smem_bytes, o->smem_bytes);
  for (unsigned k = 0; k < o->warps; k++)
    if (o->warp[k].used && o->warp[k].cta == cta_slot && o->warp[k].live)
      return wt_o_fail(o, WT_DIFF, "oracle: CTA slot %u restarted while warp slot %u runs in it", cta_slot, k);
  wt_o_cta *c = &o->cta[cta_slot];
  memset(c->smem, 0, c->smem_bytes); /* behind them nobody has written */
  memcpy(c->ctaid, ctaid, sizeof c->ctaid);
  memcpy(c->ntid, ntid, sizeof c->ntid);
  c->threads = ntid[0] * ntid[1] * ntid[2];
  c->exited = 0;
  c->smem_bytes = smem_bytes;
  c->used = 1;
  memset(c->bar, 0, sizeof c->bar);
  if (o->init) wt_o_init_cta(o, cta_slot);
  return WT_OK;
}

static void clear_pending(const wt_oracle *o, wt_o_warp *w) {
  memset(w->r_pend, 0, o->regs * sizeof w->r_pend[0]);
  memset(w->r_adopt, 0, o->regs * sizeof w->r_adopt[0]);
  memset(w->r_owed, 0, o->regs * sizeof w->r_owed[0]);
  memset(w->p_pend, 0, sizeof w->p_pend);
  w->ur_pend = w->ur_adopt = 0;
  w->up_pend = 0;
  for (unsigned s = 0; s < WT_SPACES; s++) w->fifo[s].n = w->fifo[s].head = 0;
}

void wt_oracle_set_local(wt_oracle *o, size_t bytes) {
  for (unsigned k = 0; k < o->warps; k++) {
    free(o->warp[k].local);
    o->warp[k].local = NULL;
    o->warp[k].has_local = o->warp[k].local_room = 0;
  }
  o->local_bytes = bytes;
}

uint8_t *wt_oracle_shared(wt_oracle *o, unsigned cta_slot) { return cta_slot < o->ctas ? o->cta[cta_slot].smem : NULL; }

uint32_t *wt_oracle_register(wt_oracle *o, unsigned slot, unsigned reg) {
  return slot < o->warps && reg < WT_O_REGS - 1 ? wt_oracle_reg(o, slot, reg) : NULL;
}

void wt_oracle_set_uniform(wt_oracle *o, unsigned slot, const uint32_t *ur, unsigned up) {
  if (slot >= o->warps) return;
  memcpy(o->warp[slot].ur, ur, WT_SEM_URZ * sizeof *ur);
  o->warp[slot].up = (uint8_t)(up | 1u << WT_SEM_PT);
}

void wt_oracle_set_places(wt_oracle *o, unsigned on) { o->places = on && o->ws < 32; }
void wt_oracle_set_sm(wt_oracle *o, unsigned sm, unsigned subcores, unsigned together) {
  o->sm.number = sm, o->sm.subcores = subcores, o->sm.together = together;
}

wt_status wt_oracle_warp_start(wt_oracle *o, unsigned slot, unsigned cta_slot, unsigned warp_in_cta, uint64_t launched) {
  if (slot >= o->warps) return wt_o_fail(o, WT_USAGE, AT " of %u", slot, o->warps);
  if (cta_slot >= o->ctas || !o->cta[cta_slot].used) return wt_o_fail(o, WT_USAGE, AT ": CTA slot %u is not started", slot, cta_slot);
  wt_o_warp *w = &o->warp[slot];
  const wt_o_cta *c = &o->cta[cta_slot];
  unsigned first = warp_in_cta * o->ws;
  uint64_t exist = first >= c->threads ? 0 : lane_mask(c->threads - first) & o->all;
  if (w->used && w->live) return wt_o_fail(o, WT_DIFF, AT " started while its lanes run", slot);
  if (o->l1) wt_o_l1_start(o, slot);
  if (!launched || launched & ~exist)
    return wt_o_fail(o, WT_DIFF, AT ": launched lanes %" PRIx64 ", the CTA has %" PRIx64 " there", slot, launched, exist);
  if (o->local_bytes && w->local) memset(w->local, 0, o->ws * o->local_bytes);
  if (o->local_bytes && !w->local && !(w->local = calloc(o->ws, o->local_bytes)))
    return wt_o_fail(o, WT_USAGE, "oracle: out of memory for %zu bytes of local memory a thread", o->local_bytes);
  w->has_local = w->local_room = w->local != NULL;
  w->used = 1;
  w->cta = cta_slot;
  w->place = o->places ? first % 32 : 0;
  w->launched = w->live = launched;
  w->in_bar = w->in_ws = 0;
  memset(w->pc, 0, sizeof w->pc);
  w->together = 0;
  memset(w->r, 0, (size_t)o->regs * o->ws * sizeof w->r[0]);
  memset(w->p, 0, sizeof w->p);
  memset(w->ur, 0, sizeof w->ur);
  w->p[WT_SEM_PT] = ~UINT64_C(0);
  w->up = 1u << WT_SEM_PT;
  clear_pending(o, w);
  wt_o_meet_start(o, w);
  if (o->marks) wt_o_marks_start(o, slot);
  for (unsigned l = 0; l < o->ws; l++) {
    unsigned t = first + l;
    w->tid[0][l] = t % c->ntid[0];
    w->tid[1][l] = t / c->ntid[0] % c->ntid[1];
    w->tid[2][l] = t / c->ntid[0] / c->ntid[1];
  }
  return o->init ? wt_o_init_warp_start(o, slot) : WT_OK;
}

const uint32_t *wt_o_expand(wt_oracle *o, wt_o_mask *c, uint64_t m) {
  if (c->m == m) return c->w;
  c->m = m;
  for (unsigned l = 0, n = wt_o_lanes(o); l < n; l++) c->w[l] = 0u - (uint32_t)(m >> l & 1);
  return c->w;
}

/* Replaces constant-bank operands by their value. */
static wt_status resolve(wt_oracle *o, wt_sem_insn *i) {
  for (unsigned k = 0; k < 3; k++) {
    wt_sem_src *s = &i->src[k];
    uint32_t v[2] = {0, 0};
    if (s->kind != WT_SRC_CONST) continue;
    if (wt_o_const(o, s->reg, s->lo, s->wide ? 8 : 4, v)) {
      i->why = "constant operand outside its bank";
      return WT_FAULT;
    }
    *s = (wt_sem_src){.kind = WT_SRC_IMM, .wide = s->wide, .inv = s->inv, .abs = s->abs, .lo = v[0], .hi = v[1]};
  }
  return WT_OK;
}

static void named(wt_oracle *o, unsigned regs) { o->regs = regs > o->regs ? regs : o->regs; }

wt_status wt_o_fetch(wt_oracle *o, unsigned slot, uint32_t pc, const wt_sem_insn **out) {
  if (pc % 16 || pc / 16 >= o->n_code)
    return wt_o_wrong(o, WT_CAUSE_JUMP, slot, pc, 0, "no instruction there, the code has 0x%zx bytes", o->n_code * 16);
  wt_o_code *c = &o->code[pc / 16];
  if (!c->ready) {
    wt_status st = wt_sem_decode(c->i.w, &c->i);
    if (!st) st = resolve(o, &c->i);
    if (!st && c->i.nrd && !c->i.udst) named(o, c->i.rd + (unsigned)c->i.nrd);
    c->status = (uint8_t)st;
    c->ready = 1;
  }
  *out = &c->i;
  if (c->status) {
    wt_word w = c->i.w;
    for (unsigned k = 0; c->status == WT_FAULT && k < 3; k++) {
      const wt_sem_src *s = &c->i.src[k];
      uint32_t v[2];
      if (s->kind == WT_SRC_CONST && wt_o_const(o, s->reg, s->lo, s->wide ? 8 : 4, v))
        o->where = (wt_oracle_place){.slot = slot, .bytes = s->wide ? 8 : 4, .bank = s->reg, .pc = pc, .space = WT_SPACE_CONSTANT, .addr = s->lo};
    }
    const char *mnem = c->i.id == WT_I_INVALID ? "?" : wt_isa_rows[c->i.id].mnemonic;
    return wt_o_fail(o, (wt_status)c->status, AT " pc 0x%x: %s: %s (0x%016" PRIx64 "%016" PRIx64 ")", slot, pc, mnem, c->i.why ? c->i.why : "refused",
                     w.hi, w.lo);
  }
  return WT_OK;
}

static uint64_t at_other_pc(wt_oracle *o, const wt_o_warp *w, uint32_t pc, uint64_t active) {
  if (w->at == pc && !(active & ~w->together)) return 0;
  const uint32_t *m = wt_o_expand(o, &o->act, active);
  uint32_t diff = 0;
  for (unsigned l = 0, n = wt_o_lanes(o); l < n; l++) diff |= (w->pc[l] ^ pc) & m[l];
  if (!diff) return 0;
  uint64_t bad = 0;
  for (unsigned l = 0; l < o->ws; l++) bad |= (uint64_t)(m[l] && w->pc[l] != pc) << l;
  return bad;
}

static wt_status check_lanes(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t active) {
  if (slot >= o->warps || !o->warp[slot].used) return wt_o_fail(o, WT_DIFF, AT " pc 0x%x: issue to a slot that holds no warp", slot, pc);
  wt_o_warp *w = &o->warp[slot];
  if (!active) return wt_o_fail(o, WT_DIFF, AT " pc 0x%x: issued for no lane", slot, pc);
  uint64_t bad = active & ~w->launched;
  if (bad) return wt_o_fail(o, WT_DIFF, AT " pc 0x%x lane %u: was never launched", slot, pc, lowest(bad));
  bad = active & ~w->live;
  if (bad) return wt_o_fail(o, WT_DIFF, AT " pc 0x%x lane %u: issued after its EXIT", slot, pc, lowest(bad));
  bad = active & w->in_bar;
  if (bad)
    return wt_o_fail(o, WT_DIFF, AT " pc 0x%x lane %u: waits at barrier %u, which is not complete", slot, pc, lowest(bad), w->bar[lowest(bad)]);
  bad = active & w->in_ws;
  if (bad)
    return wt_o_fail(o, WT_DIFF, AT " pc 0x%x lane %u: waits at WARPSYNC %" PRIx64 ", which is not complete", slot, pc, lowest(bad),
                     w->ws_mask[lowest(bad)]);
  bad = at_other_pc(o, w, pc, active);
  if (bad)
    return wt_o_fail(o, WT_DIFF, AT " pc 0x%x lane %u: its own next pc is 0x%x (active %" PRIx64 ")", slot, pc, lowest(bad), w->pc[lowest(bad)],
                     active);
  return WT_OK;
}

/* Name of an outstanding write-back among the operands, or 0. which: index of the register. All active lanes read the guard; the others are
 * operands of the lanes that execute alone: a load under P0 and a move to its register under !P0 may be on their way at once. */
static char hazard(const wt_o_warp *w, const wt_sem_insn *i, uint64_t active, unsigned *which) {
  if (!i->guard.uni && i->guard.reg != WT_SEM_PT && w->p_pend[ *which = i->guard.reg] & active) return 'P';
  if (i->guard.uni && i->guard.reg != WT_SEM_PT && w->up_pend >> (*which = i->guard.reg) & 1) return 'Q';
  uint64_t exec = active & wt_o_predval(w, i->guard);
  if (!exec) return 0;
  for (unsigned k = 0; k < i->nsr; k++)
    if (w->r_pend[ *which = i->sr[k]] & exec) return 'R';
  for (unsigned k = 0; k < i->nrd && !i->udst; k++)
    if (w->r_pend[ *which = i->rd + k] & exec) return 'R';
  for (unsigned k = 0; k < i->nsu; k++)
    if (w->ur_pend >> (*which = i->su[k]) & 1) return 'U';
  for (unsigned k = 0; k < i->nrd && i->udst; k++)
    if (w->ur_pend >> (*which = i->rd + k) & 1) return 'U';
  unsigned preds = i->sp | i->dp;
  for (; preds; preds &= preds - 1)
    if (w->p_pend[ *which = lowest(preds)] & exec) return 'P';
  preds = w->up_pend & (i->sup | i->dup);
  if (preds) *which = lowest(preds);
  return preds ? 'Q' : 0;
}

static wt_status check_hazards(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t active) {
  unsigned which = 0;
  char kind = hazard(&o->warp[slot], i, active, &which);
  if (!kind) return WT_OK;
  const char *name = kind == 'R' ? "R" : kind == 'U' ? "UR" : kind == 'P' ? "P" : "UP";
  return wt_o_differs(o, WT_CAUSE_ORDER, AT " pc 0x%x: %s issued while %s%u has a write-back outstanding", slot, pc, wt_isa_rows[i->id].mnemonic,
                      name, which);
}

static void advance(wt_oracle *o, wt_o_warp *w, uint32_t from, uint64_t active) {
  const uint32_t *m = wt_o_expand(o, &o->act, active);
  uint32_t *restrict pc = w->pc;
  for (unsigned l = 0, n = wt_o_lanes(o); l < n; l++) pc[l] += m[l] & 16;
  w->together = active, w->at = from + 16;
}

static wt_status execute(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t active) {
  wt_o_warp *w = &o->warp[slot];
  wt_status st = WT_OK;
  uint64_t exec = active & wt_o_predval(w, i->guard);
  o->last = i;
  o->last_exec = exec;
  o->last_taken = 0;
  if (o->init) wt_o_init_look(o, slot, i, pc, active, exec);
  if (i->cls == WT_CL_CTL) return wt_o_control(o, slot, i, pc, active, exec);
  if (exec) st = wt_o_exec(o, slot, i, pc, exec);
  if (!st) advance(o, w, pc, active);
  if (!st) wt_o_meet_advance(o, w, pc, active);
  return st;
}

wt_status wt_oracle_issue(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t active) {
  const wt_sem_insn *i = NULL;
  wt_status st = check_lanes(o, slot, pc, active);
  if (!st) st = wt_o_fetch(o, slot, pc, &i);
  if (!st && !(o->marks && o->marks->early)) st = check_hazards(o, slot, i, pc, active);
  if (!st) st = wt_o_meet_before(o, slot, pc, active);
  if (st) return st;
  if (!o->marks) return execute(o, slot, i, pc, active);
  wt_o_marks_begin(o, slot, i, active);
  st = execute(o, slot, i, pc, active);
  wt_o_marks_end(o, slot, i);
  return st;
}

static wt_status wb_slot(wt_oracle *o, unsigned slot, const char *what, unsigned n, unsigned limit) {
  if (slot >= o->warps || !o->warp[slot].used) return wt_o_fail(o, WT_DIFF, AT ": write-back of %s%u, the slot holds no warp", slot, what, n);
  if (n >= limit) return wt_o_fail(o, WT_DIFF, AT ": write-back of %s%u, which is constant", slot, what, n);
  return WT_OK;
}

wt_status wt_oracle_wb_reg(wt_oracle *o, unsigned slot, unsigned reg, uint64_t lanes, const uint32_t *data) {
  wt_status st = wb_slot(o, slot, "R", reg, WT_SEM_RZ);
  if (st) return st;
  if (!lanes) return WT_OK;
  wt_o_warp *w = &o->warp[slot];
  uint64_t bad = lanes & ~w->r_pend[reg];
  if (bad) return wt_o_differs(o, WT_CAUSE_ORDER, AT " lane %u: write-back of R%u, none is outstanding", slot, lowest(bad), reg);
  uint64_t adopt = lanes & w->r_adopt[reg];
  if (w->r_owed[reg] & lanes & ~adopt) return wt_o_fail(o, WT_DIFF, AT ": write-back of R%u before its memory access was performed", slot, reg);
  uint32_t *r = w->r + (size_t)reg * o->ws;
  /* nearly always neighbouring lanes with equal words */
  unsigned first = lowest(lanes);
  uint64_t run = lanes >> first;
  int same = !adopt && !(run & (run + 1)) && !memcmp(r + first, data + first, (64u - (unsigned)__builtin_clzll(run)) * sizeof *r);
  for (uint64_t m = same ? 0 : lanes & ~adopt; m; m &= m - 1) {
    unsigned l = lowest(m);
    if (r[l] != data[l])
      return wt_o_differs(o, WT_CAUSE_VALUE, AT " pc 0x%x (next) lane %u: R%u expected %08x, written %08x", slot, w->pc[l], l, reg, r[l], data[l]);
  }
  for (uint64_t a = adopt; a; a &= a - 1) r[lowest(a)] = data[lowest(a)];
  if (o->marks) lanes = wt_o_marks_reg(o, slot, reg, lanes);
  w->r_adopt[reg] &= ~lanes;
  w->r_pend[reg] &= ~lanes;
  return WT_OK;
}

wt_status wt_oracle_wb_pred(wt_oracle *o, unsigned slot, unsigned p, uint64_t lanes, uint64_t bits) {
  wt_status st = wb_slot(o, slot, "P", p, WT_SEM_PT);
  if (st) return st;
  wt_o_warp *w = &o->warp[slot];
  uint64_t bad = lanes & ~w->p_pend[p];
  if (bad) return wt_o_differs(o, WT_CAUSE_ORDER, AT " lane %u: write-back of P%u, none is outstanding", slot, lowest(bad), p);
  const uint64_t last = o->marks ? wt_o_marks_pred(o, slot, p, lanes, bits) : lanes;
  bad = (w->p[p] ^ bits) & lanes;
  if (bad)
    return wt_o_differs(o, WT_CAUSE_VALUE, AT " pc 0x%x (next) lane %u: P%u expected %" PRIx64 ", written %" PRIx64 " (lanes %" PRIx64 ")", slot,
                        w->pc[lowest(bad)], lowest(bad), p, w->p[p] & lanes, bits & lanes, lanes);
  w->p_pend[p] &= ~last;
  return WT_OK;
}

wt_status wt_oracle_wb_ureg(wt_oracle *o, unsigned slot, unsigned ur, uint32_t value) {
  wt_status st = wb_slot(o, slot, "UR", ur, WT_SEM_URZ);
  if (st) return st;
  wt_o_warp *w = &o->warp[slot];
  if (!(w->ur_pend >> ur & 1)) return wt_o_differs(o, WT_CAUSE_ORDER, AT ": write-back of UR%u, none is outstanding", slot, ur);
  if (w->ur_adopt >> ur & 1) w->ur[ur] = value;
  if (w->ur[ur] != value) return wt_o_differs(o, WT_CAUSE_VALUE, AT ": UR%u expected %08x, written %08x", slot, ur, w->ur[ur], value);
  if (o->marks && !wt_o_marks_ureg(o, slot, ur)) return WT_OK;
  w->ur_pend &= ~(UINT64_C(1) << ur);
  w->ur_adopt &= ~(UINT64_C(1) << ur);
  return WT_OK;
}

wt_status wt_oracle_wb_upred(wt_oracle *o, unsigned slot, unsigned up, unsigned bit) {
  wt_status st = wb_slot(o, slot, "UP", up, WT_SEM_PT);
  if (st) return st;
  wt_o_warp *w = &o->warp[slot];
  if (o->marks) wt_o_marks_upred(o, slot, up, bit);
  unsigned have = w->up >> up & 1u;
  if (!(w->up_pend >> up & 1)) return wt_o_differs(o, WT_CAUSE_ORDER, AT ": write-back of UP%u, none is outstanding", slot, up);
  if (have != bit) return wt_o_differs(o, WT_CAUSE_VALUE, AT ": UP%u expected %u, written %u", slot, up, have, bit);
  w->up_pend &= (uint8_t) ~(1u << up);
  return WT_OK;
}

int wt_oracle_done(const wt_oracle *o, unsigned slot) { return slot < o->warps && o->warp[slot].used && !o->warp[slot].live; }

wt_status wt_oracle_warp_end(wt_oracle *o, unsigned slot) {
  if (slot >= o->warps || !o->warp[slot].used) return wt_o_fail(o, WT_DIFF, AT ": end of a slot that holds no warp", slot);
  const wt_o_warp *w = &o->warp[slot];
  if (w->live) return wt_o_fail(o, WT_DIFF, AT ": retired while lane %u is at pc 0x%x", slot, lowest(w->live), w->pc[lowest(w->live)]);
  for (unsigned s = 0; s < WT_SPACES; s++)
    if (w->fifo[s].n)
      return wt_o_fail(o, WT_DIFF, AT ": retired with the memory access of pc 0x%x not performed", slot, w->fifo[s].e[w->fifo[s].head].pc);
  uint32_t pc;
  if (wt_o_later_owed(o, slot, o->all, &pc))
    return wt_o_fail(o, WT_DIFF, AT ": retired with the memory access of pc 0x%x not performed in memory", slot, pc);
  for (unsigned r = 0; r < WT_SEM_RZ; r++)
    if (w->r_pend[r]) return wt_o_fail(o, WT_DIFF, AT " lane %u: retired without the write-back of R%u", slot, lowest(w->r_pend[r]), r);
  for (unsigned p = 0; p < WT_SEM_PT; p++)
    if (w->p_pend[p]) return wt_o_fail(o, WT_DIFF, AT " lane %u: retired without the write-back of P%u", slot, lowest(w->p_pend[p]), p);
  if (w->ur_pend) return wt_o_fail(o, WT_DIFF, AT ": retired without the write-back of UR%u", slot, lowest(w->ur_pend));
  if (w->up_pend) return wt_o_fail(o, WT_DIFF, AT ": retired without the write-back of UP%u", slot, lowest(w->up_pend));
  o->warp[slot].used = 0;
  return WT_OK;
}

uint64_t wt_oracle_live(const wt_oracle *o, unsigned slot) { return o->warp[slot].live; }
uint64_t wt_oracle_waiting(const wt_oracle *o, unsigned slot) { return o->warp[slot].in_bar | o->warp[slot].in_ws; }
uint32_t *wt_oracle_reg(wt_oracle *o, unsigned slot, unsigned reg) {
  named(o, reg + 1);
  return o->warp[slot].r + (size_t)reg * o->ws;
}
uint32_t wt_oracle_pc(const wt_oracle *o, unsigned slot, unsigned lane) { return o->warp[slot].pc[lane]; }
uint64_t *wt_oracle_pred(wt_oracle *o, unsigned slot, unsigned p) { return &o->warp[slot].p[p]; }
uint32_t *wt_oracle_ureg(wt_oracle *o, unsigned slot, unsigned ur) { return &o->warp[slot].ur[ur]; }
uint8_t *wt_oracle_upreds(wt_oracle *o, unsigned slot) { return &o->warp[slot].up; }
uint8_t *wt_oracle_smem(wt_oracle *o, unsigned cta_slot) { return o->cta[cta_slot].smem; }
