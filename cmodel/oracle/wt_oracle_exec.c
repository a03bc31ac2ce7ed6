/* wt_oracle_exec.c - execution of one instruction for its lanes: registers, predicates, PCs, barriers. */
#include "oracle/wt_oracle_int.h"
#include <inttypes.h>
#include <string.h>

enum {
  SR_LANEID = 0,
  SR_CLOCK = 1,
  SR_VIRTID = 3,
  SR_TID = 33,
  SR_CTAID = 37,
  SR_SMEMSZ = 50,
  SR_EQMASK = 56,
  SR_LTMASK,
  SR_LEMASK,
  SR_GTMASK,
  SR_GEMASK,
  SR_VIRTUALSMID = 67,
  SR_CLOCKLO = 80,
  SR_GLOBALTIMERHI = 83
};

void wt_o_set_reg(wt_oracle *o, wt_o_warp *w, unsigned reg, const uint32_t *d, uint64_t m) {
  uint32_t *restrict r = w->r + (size_t)reg * o->ws;
  w->r_pend[reg] |= m;
  if (m == o->all) {
    memcpy(r, d, o->ws * sizeof r[0]);
    return;
  }
  const uint32_t *s = wt_o_expand(o, &o->exe, m);
  for (unsigned l = 0; l < o->ws; l++) r[l] = (r[l] & ~s[l]) | (d[l] & s[l]);
}

void wt_o_set_pred(wt_o_warp *w, unsigned p, uint64_t bits, uint64_t m) {
  if (p == WT_SEM_PT) return;
  w->p[p] = (w->p[p] & ~m) | (bits & m);
  w->p_pend[p] |= m;
}

static void set_ureg(wt_o_warp *w, unsigned ur, uint32_t v) {
  w->ur[ur] = v;
  w->ur_pend |= UINT64_C(1) << ur;
}

static void set_upred(wt_o_warp *w, unsigned up, unsigned bit) {
  if (up == WT_SEM_PT) return;
  w->up = (uint8_t)((w->up & ~(1u << up)) | bit << up);
  w->up_pend |= (uint8_t)(1u << up);
}

const uint32_t *wt_o_operand(wt_oracle *o, const wt_o_warp *w, const wt_sem_src *s, unsigned k, uint32_t *restrict tmp) {
  uint32_t v = 0;
  switch (s->kind) {
    case WT_SRC_REG: return w->r + (size_t)(s->reg == WT_SEM_RZ ? WT_SEM_RZ : s->reg + k) * o->ws;
    case WT_SRC_UREG: v = w->ur[s->reg == WT_SEM_URZ ? WT_SEM_URZ : s->reg + k]; break;
    case WT_SRC_IMM: v = k ? s->hi : s->lo; break;
    case WT_SRC_PREDS:
      for (unsigned l = 0; l < o->ws; l++) {
        tmp[l] = 0;
        for (unsigned p = 0; p < WT_SEM_PT; p++) tmp[l] |= (uint32_t)(w->p[p] >> l & 1) << p;
      }
      return tmp;
    default: return w->r + (size_t)WT_SEM_RZ * o->ws;
  }
  for (unsigned l = 0, n = wt_o_lanes(o); l < n; l++) tmp[l] = v;
  return tmp;
}

static void exec_alu(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint64_t exec) {
  uint32_t ta[WT_SEM_LANES], tb[WT_SEM_LANES], tc[WT_SEM_LANES], th[WT_SEM_LANES];
  uint32_t ah[WT_SEM_LANES], bh[WT_SEM_LANES];
  wt_sem_out out;
  wt_sem_in in = {.a = wt_o_operand(o, w, &i->src[0], 0, ta),
                  .b = wt_o_operand(o, w, &i->src[1], 0, tb),
                  .c = wt_o_operand(o, w, &i->src[2], 0, tc),
                  .pp = wt_o_predval(w, i->pp),
                  .pq = wt_o_predval(w, i->pq),
                  .pr = wt_o_predval(w, i->pr),
                  .n = o->ws};
  in.c_hi = i->src[2].wide ? wt_o_operand(o, w, &i->src[2], 1, th) : in.c;
  in.a_hi = i->src[0].wide ? wt_o_operand(o, w, &i->src[0], 1, ah) : in.a;
  in.b_hi = i->src[1].wide ? wt_o_operand(o, w, &i->src[1], 1, bh) : in.b;
  wt_sem_alu(i, &in, &out);
  if (i->nrd) wt_o_set_reg(o, w, i->rd, out.d, exec);
  if (i->nrd > 1) wt_o_set_reg(o, w, i->rd + 1u, out.d_hi, exec);
  wt_o_set_pred(w, i->pu, out.pu, exec);
  wt_o_set_pred(w, i->pv, out.pv, exec);
}

static uint32_t uniform_operand(const wt_o_warp *w, const wt_sem_src *s, unsigned k) {
  if (s->kind == WT_SRC_IMM) return k ? s->hi : s->lo;
  if (s->kind == WT_SRC_PREDS) return w->up & 0x7fu;
  return s->kind == WT_SRC_UREG ? w->ur[s->reg == WT_SEM_URZ ? WT_SEM_URZ : s->reg + k] : 0;
}

static void exec_ualu(wt_o_warp *w, const wt_sem_insn *i) {
  uint32_t a = uniform_operand(w, &i->src[0], 0), b = uniform_operand(w, &i->src[1], 0);
  uint32_t c = uniform_operand(w, &i->src[2], 0), h = i->src[2].wide ? uniform_operand(w, &i->src[2], 1) : 0;
  wt_sem_in in = {.a = &a, .b = &b, .c = &c, .c_hi = &h, .n = 1};
  wt_sem_out out;
  in.pp = wt_o_predval(w, i->pp) & 1;
  in.pq = wt_o_predval(w, i->pq) & 1;
  in.pr = wt_o_predval(w, i->pr) & 1;
  wt_sem_alu(i, &in, &out);
  if (i->nrd) set_ureg(w, i->rd, out.d[0]);
  if (i->nrd > 1) set_ureg(w, i->rd + 1u, out.d_hi[0]);
  set_upred(w, i->pu, (unsigned)(out.pu & 1));
  set_upred(w, i->pv, (unsigned)(out.pv & 1));
}

static int is_clock(unsigned sr) { return sr == SR_CLOCK || (sr >= SR_CLOCKLO && sr <= SR_GLOBALTIMERHI); }

static uint32_t sreg(const wt_oracle *o, const wt_o_warp *w, unsigned sr, unsigned lane) {
  unsigned at = w->place + lane;
  uint64_t eq = UINT64_C(1) << at, lt = eq - 1, all = o->places ? UINT32_MAX : o->all;
  if (sr >= SR_TID && sr < SR_TID + 3) return w->tid[sr - SR_TID][lane];
  if (sr >= SR_CTAID && sr < SR_CTAID + 3) return o->cta[w->cta].ctaid[sr - SR_CTAID];
  switch (sr) {
    case SR_LANEID: return at;
    case SR_VIRTID: return (unsigned)(w - o->warp) / (o->places ? 32 / o->ws : 1) * 256;
    case SR_VIRTUALSMID: return o->sm.number;
    case SR_SMEMSZ: return (uint32_t)((o->cta[w->cta].smem_bytes + 255) / 256 * 256);
    case SR_EQMASK: return (uint32_t)eq;
    case SR_LTMASK: return (uint32_t)lt;
    case SR_LEMASK: return (uint32_t)(lt | eq);
    case SR_GTMASK: return (uint32_t)(all & ~(lt | eq));
    case SR_GEMASK: return (uint32_t)(all & ~lt);
    default: return 0;
  }
}

static void exec_sreg(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint64_t exec) {
  uint32_t v[WT_SEM_LANES], zero[WT_SEM_LANES] = {0};
  int clock = is_clock(i->sreg);
  if (!i->nrd) return;
  if (i->udst) {
    set_ureg(w, i->rd, sreg(o, w, i->sreg, 0)); /* a register of each lane gives lane 0 of the warp, active or not */
    if (clock) w->ur_adopt |= UINT64_C(1) << i->rd;
    return;
  }
  for (unsigned l = 0; l < o->ws; l++) v[l] = sreg(o, w, i->sreg, l);
  for (unsigned k = 0; k < i->nrd; k++) {
    wt_o_set_reg(o, w, i->rd + k, k ? zero : v, exec);
    if (clock) w->r_adopt[i->rd + k] |= exec;
  }
}

static void exec_r2p(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint64_t exec) {
  uint32_t ta[WT_SEM_LANES], tb[WT_SEM_LANES];
  const uint32_t *a = wt_o_operand(o, w, &i->src[0], 0, ta), *b = wt_o_operand(o, w, &i->src[1], 0, tb);
  for (unsigned p = 0; p < WT_SEM_PT; p++) {
    uint64_t bits = 0, named = 0;
    for (unsigned l = 0; l < o->ws; l++) {
      bits |= (uint64_t)(a[l] >> (8u * i->mode + p) & 1) << l;
      named |= (uint64_t)(b[l] >> p & 1) << l;
    }
    wt_o_set_pred(w, p, bits, exec & named);
  }
}

static void exec_lepc(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint32_t pc, uint64_t exec) {
  uint32_t v[2][WT_SEM_LANES] = {{0}};
  for (unsigned l = 0; l < o->ws; l++) v[0][l] = pc;
  for (unsigned k = 0; k < i->nrd; k++) wt_o_set_reg(o, w, i->rd + k, v[k], exec);
}

static void exec_qspc(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint64_t exec) {
  uint32_t ta[WT_SEM_LANES], th[WT_SEM_LANES];
  const uint32_t *lo = wt_o_operand(o, w, &i->src[0], 0, ta), *hi = wt_o_operand(o, w, &i->src[0], 1, th);
  uint64_t hit = 0;
  for (unsigned l = 0; l < o->ws; l++) {
    uint64_t window = (((uint64_t)hi[l] << 32 | lo[l]) + (uint64_t)i->imm) >> 32;
    unsigned space = window == WT_SEM_SHARED_WINDOW ? 2 : window == WT_SEM_LOCAL_WINDOW ? 1 : 0;
    hit |= (uint64_t)(space == i->mode) << l;
  }
  wt_o_set_pred(w, i->pu, hit, exec);
}

static void exec_match(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint64_t exec) {
  uint32_t ta[WT_SEM_LANES], th[WT_SEM_LANES], v[WT_SEM_LANES] = {0};
  const uint32_t *lo = wt_o_operand(o, w, &i->src[0], 0, ta), *hi = i->src[0].wide ? wt_o_operand(o, w, &i->src[0], 1, th) : lo;
  int all = 1;
  for (unsigned l = 0; l < o->ws; l++)
    for (unsigned k = 0; k < o->ws; k++) {
      if (!(exec >> l & exec >> k & 1)) continue;
      if (lo[l] == lo[k] && hi[l] == hi[k]) v[l] |= k < 32 ? 1u << k : 0;
      else all = 0;
    }
  for (unsigned l = 0; l < o->ws && i->mode == 0 && !all; l++) v[l] = 0;
  if (i->nrd) wt_o_set_reg(o, w, i->rd, v, exec);
  wt_o_set_pred(w, i->pu, all ? exec : 0, exec);
}

static void exec_b2r(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint64_t exec) {
  uint32_t v[WT_SEM_LANES];
  uint64_t set = 0;
  for (unsigned l = 0; l < o->ws; l++) v[l] = w->result[l], set |= (uint64_t)(v[l] != 0) << l;
  if (i->nrd) wt_o_set_reg(o, w, i->rd, v, exec);
  wt_o_set_pred(w, i->pu, set, exec);
}

static void exec_vote(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint64_t exec) {
  uint64_t yes = exec & wt_o_predval(w, i->pp), ballot = yes << w->place;
  unsigned t = i->mode == 0 ? yes == exec : i->mode == 1 ? yes != 0 : yes == 0 || yes == exec;
  if (i->udst) {
    if (i->nrd) set_ureg(w, i->rd, (uint32_t)ballot);
    set_upred(w, i->pu, t);
    return;
  }
  uint32_t v[WT_SEM_LANES];
  for (unsigned l = 0; l < o->ws; l++) v[l] = (uint32_t)ballot;
  if (i->nrd) wt_o_set_reg(o, w, i->rd, v, exec);
  wt_o_set_pred(w, i->pu, t ? ~UINT64_C(0) : 0, exec);
}

/* A source lane that does not execute the instruction gives 0. */
static void exec_shfl(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint64_t exec) {
  uint32_t ta[WT_SEM_LANES], tb[WT_SEM_LANES], tc[WT_SEM_LANES], v[WT_SEM_LANES] = {0};
  const uint32_t *a = wt_o_operand(o, w, &i->src[0], 0, ta), *b = wt_o_operand(o, w, &i->src[1], 0, tb);
  const uint32_t *c = wt_o_operand(o, w, &i->src[2], 0, tc);
  uint64_t in_range = 0;
  for (unsigned l = 0; l < o->ws; l++) {
    int ok;
    if (!(exec >> l & 1)) continue;
    unsigned from = wt_sem_shfl(i->mode, l, i->src[1].kind ? b[l] : (uint32_t)i->imm, i->src[2].kind ? c[l] : i->mask, o->ws, &ok);
    if (exec >> from & 1) v[l] = a[from];
    in_range |= (uint64_t)ok << l;
  }
  if (i->nrd) wt_o_set_reg(o, w, i->rd, v, exec);
  wt_o_set_pred(w, i->pu, in_range, exec);
}

static wt_status fault(wt_oracle *o, unsigned slot, uint32_t pc, unsigned lane, const char *what, uint64_t addr) {
  const wt_sem_insn *i = &o->code[pc / 16].i;
  return wt_o_fault(
    o, &(wt_oracle_place){.slot = slot, .lane = lane, .bytes = i->bytes, .bank = i->bx, .pc = pc, .space = WT_SPACE_CONSTANT, .addr = addr}, what);
}

/* One constant access; sub-word values are extended. A bank ends at 64 KiB, whatever its data. */
static wt_status const_read(wt_oracle *o, const wt_sem_insn *i, uint32_t off, uint32_t v[4]) {
  memset(v, 0, 4 * sizeof v[0]);
  if (off >> 16) return WT_FAULT;
  if (off % i->bytes || wt_o_const(o, i->bx, off, i->bytes, v)) return WT_FAULT;
  if (i->sext) v[0] = (uint32_t)wt_sext(v[0], 8u * i->bytes);
  return WT_OK;
}

wt_status wt_o_ldc(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec) {
  wt_o_warp *w = &o->warp[slot];
  uint32_t tmp[WT_SEM_LANES], v[4], row[4][WT_SEM_LANES] = {{0}};
  if (i->udst) {
    uint32_t at = (uint32_t)i->imm;
    if (i->src[0].kind == WT_SRC_UREG) at += uniform_operand(w, &i->src[0], 0);
    if (const_read(o, i, at, v)) return fault(o, slot, pc, lowest(exec), "constant access", at);
    for (unsigned k = 0; k < i->nrd; k++) set_ureg(w, i->rd + k, v[k]);
    return WT_OK;
  }
  const uint32_t *a = wt_o_operand(o, w, &i->src[0], 0, tmp);
  for (uint64_t m = exec & ~(o->marks ? o->marks->blind : 0); m; m &= m - 1) { /* where others read is theirs to know */
    unsigned l = lowest(m);
    uint32_t off = a[l] + (uint32_t)i->imm;
    if (const_read(o, i, off, v)) return fault(o, slot, pc, l, "constant access", off);
    for (unsigned k = 0; k < 4; k++) row[k][l] = v[k];
  }
  for (unsigned k = 0; k < i->nrd; k++) wt_o_set_reg(o, w, i->rd + k, row[k], exec);
  return WT_OK;
}

wt_status wt_o_exec(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec) {
  wt_o_warp *w = &o->warp[slot];
  switch (i->cls) {
    case WT_CL_ALU: exec_alu(o, w, i, exec); return WT_OK;
    case WT_CL_UALU: exec_ualu(w, i); return WT_OK;
    case WT_CL_SREG: exec_sreg(o, w, i, exec); return WT_OK;
    case WT_CL_B2R: exec_b2r(o, w, i, exec); return WT_OK;
    case WT_CL_QSPC: exec_qspc(o, w, i, exec); return WT_OK;
    case WT_CL_LEPC: exec_lepc(o, w, i, pc, exec); return WT_OK;
    case WT_CL_R2P: exec_r2p(o, w, i, exec); return WT_OK;
    case WT_CL_R2UR:
      if (i->nrd) set_ureg(w, i->rd, w->r[(size_t)i->src[0].reg * o->ws + lowest(exec)]);
      return WT_OK;
    case WT_CL_VOTE: exec_vote(o, w, i, exec); return WT_OK;
    case WT_CL_MATCH: exec_match(o, w, i, exec); return WT_OK;
    case WT_CL_SHFL: exec_shfl(o, w, i, exec); return WT_OK;
    case WT_CL_LDC: return wt_o_ldc(o, slot, i, pc, exec);
    default: return wt_o_mem_issue(o, slot, i, pc, exec);
  }
}

/* Releases a barrier when as many threads arrived as it needs. */
static void bar_test(wt_oracle *o, unsigned cta, unsigned id) {
  wt_o_cta *c = &o->cta[cta];
  wt_o_bar *b = &c->bar[id];
  unsigned need = b->need ? b->need : c->threads - c->exited;
  if (!b->arrived || b->arrived < need) return;
  unsigned value = b->op == 0 ? b->yes : b->op == 1 ? b->yes == b->arrived : b->yes > 0;
  for (unsigned k = 0; k < o->warps; k++) {
    wt_o_warp *w = &o->warp[k];
    if (!w->used || w->cta != cta) continue;
    for (uint64_t m = w->in_bar; m; m &= m - 1) {
      unsigned l = lowest(m);
      if (w->bar[l] != id) continue;
      w->in_bar &= ~(UINT64_C(1) << l);
      if (b->red) w->result[l] = (uint16_t)value;
    }
  }
  *b = (wt_o_bar){0};
}

/* More threads than the block has never come. On a GPU a last warp that is not full counts as one; here threads count, so that a count with all of it is
 * never reached. */
static wt_status bar_count(wt_oracle *o, unsigned slot, uint32_t pc, unsigned lane, unsigned need) {
  enum { WARP = 32 };
  unsigned threads = o->cta[o->warp[slot].cta].threads;
  if (need <= threads) return WT_OK;
  if (need % WARP || need >= threads + WARP)
    return wt_o_wrong(o, WT_CAUSE_BARRIER, slot, pc, lane, "BAR waits for %u threads, the CTA has %u", need, threads);
  return wt_o_fail(
    o, WT_UNSUPPORTED,
    AT " pc 0x%x: BAR waits for %u threads, the CTA has %u: its last warp is not full and counts as what it has, make the block a multiple of %d",
    slot, pc, need, threads, WARP);
}

/* Barrier and number of threads, which a register may name: the same ones in all lanes, 0 to 15 and 12 bits. */
static wt_status bar_operands(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec, unsigned *id, unsigned *need) {
  wt_o_warp *w = &o->warp[slot];
  uint32_t tmp[WT_SEM_LANES], no = 0, n = 0;
  *id = i->bx, *need = i->count;
  if (i->id == WT_I_BAR_II) return bar_count(o, slot, pc, lowest(exec), *need);
  const uint32_t *row = wt_o_operand(o, w, &i->src[1], 0, tmp);
  for (uint64_t m = exec; m; m &= m - 1) {
    uint32_t v = row[lowest(m)];
    no = i->id == WT_I_BAR_IR ? i->bx : i->id == WT_I_BAR_RI ? v : v & 0xf000ffff;
    n = i->id == WT_I_BAR_IR ? v : i->id == WT_I_BAR_RI ? i->count : v >> 16 & 0xfff;
    if (no >= WT_O_BARS) return wt_o_wrong(o, WT_CAUSE_BARRIER, slot, pc, lowest(m), "BAR of barrier %u, a CTA has 0 to %d", no, WT_O_BARS - 1);
    if (n > 0xfff) return wt_o_wrong(o, WT_CAUSE_BARRIER, slot, pc, lowest(m), "BAR waits for %u threads, a CTA has at most 1024", n);
    if (m != exec && (no != *id || n != *need))
      return wt_o_wrong(o, WT_CAUSE_BARRIER, slot, pc, lowest(m),
                        "BAR of barrier %u and %u threads in lane %u, of barrier %u and %u threads in lane %u: they must be the same", *id, *need,
                        lowest(exec), no, n, lowest(m));
    *id = no, *need = n;
  }
  return bar_count(o, slot, pc, lowest(exec), *need);
}

static wt_status do_bar(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec) {
  wt_o_warp *w = &o->warp[slot];
  unsigned id, need;
  if (!exec) return WT_OK;
  wt_status st = bar_operands(o, slot, i, pc, exec, &id, &need);
  if (st) return st;
  wt_o_bar *b = &o->cta[w->cta].bar[id];
  b->arrived += (unsigned)__builtin_popcountll(exec);
  if (need) b->need = need;
  int two = o->ws > 32 && b->need % 32 == 0; /* two warps of the code are one here, and come to it together */
  if (b->need && b->arrived > b->need && !two)
    return wt_o_wrong(o, WT_CAUSE_BARRIER, slot, pc, lowest(exec), "BAR of barrier %u waits for %u threads, but %u have come together", id, b->need,
                      b->arrived);
  if (i->mode == WT_BAR_RED) {
    b->yes += (unsigned)__builtin_popcountll(exec & wt_o_predval(w, i->pp));
    b->op = i->bop;
    b->red = 1;
  }
  if (i->mode != WT_BAR_ARV) {
    w->in_bar |= exec;
    for (uint64_t m = exec; m; m &= m - 1) w->bar[lowest(m)] = (uint8_t)id;
  }
  bar_test(o, w->cta, id);
  return WT_OK;
}

/* Releases the lanes that wait with mask k when no live lane of k is missing. */
static void warpsync_test(wt_o_warp *w, uint64_t k) {
  uint64_t here = 0;
  for (uint64_t m = w->in_ws; m; m &= m - 1)
    if (w->ws_mask[lowest(m)] == k) here |= m & -m;
  if (k & w->live & ~here) return;
  w->in_ws &= ~here;
  w->meet.synced |= here;
}

static wt_status do_warpsync(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec) {
  wt_o_warp *w = &o->warp[slot];
  uint32_t tmp[WT_SEM_LANES];
  if (!exec) return WT_OK;
  uint64_t k = wt_o_operand(o, w, &i->src[1], 0, tmp)[lowest(exec)];
  if (o->places && k & ~(o->all << w->place))
    return wt_o_fail(o, WT_UNSUPPORTED,
                     AT " pc 0x%x: WARPSYNC with the mask 0x%" PRIx64 " waits for lanes of other warps: those of this shape have %u of 32", slot, pc,
                     k, o->ws);
  k >>= w->place;
  for (uint64_t m = exec; m; m &= m - 1) w->ws_mask[lowest(m)] = k;
  w->in_ws |= exec;
  warpsync_test(w, k);
  return WT_OK;
}

static void do_exit(wt_oracle *o, wt_o_warp *w, uint64_t exec) {
  if (!exec) return;
  w->live &= ~exec;
  o->cta[w->cta].exited += (unsigned)__builtin_popcountll(exec);
  for (unsigned b = 0; b < WT_O_BARS; b++) bar_test(o, w->cta, b);
  for (uint64_t m = w->in_ws; m; m &= m - 1)
    if (w->in_ws & (m & -m)) warpsync_test(w, w->ws_mask[lowest(m)]);
}

/* .CONV and .DIV ask whether the whole path is there, so lanes that the guard switches off count as present. */
static uint64_t branch_taken(const wt_o_warp *w, const wt_sem_insn *i, uint64_t active, uint64_t exec) {
  int converged = active == w->live;
  if (i->mode == 2) return converged ? 0 : exec;
  if (i->mode == 3) return converged ? exec : 0;
  return exec;
}

/* Targets of BRX, RET and CALL through a register. A target that is no instruction is the kernel's fault, at the branch; so is a call to 0, where the
 * kernel begins, which nothing calls: it comes from a pointer to a function that points to none. */
static wt_status indirect(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec, uint32_t *to) {
  int calls = i->id == WT_I_CALL_REL_R || i->id == WT_I_CALL_ABS_R;
  const wt_o_warp *w = &o->warp[slot];
  const uint32_t *lo = w->r + (size_t)i->src[0].reg * o->ws, *hi = i->src[0].reg == WT_SEM_RZ ? lo : lo + o->ws;
  for (uint64_t m = exec; m; m &= m - 1) {
    unsigned l = lowest(m);
    uint64_t t = ((uint64_t)hi[l] << 32 | lo[l]) + (uint64_t)(i->imm + (i->absolute ? 0 : (int64_t)pc + 16));
    if (t % 16 || t / 16 >= o->n_code)
      return wt_o_wrong(o, WT_CAUSE_JUMP, slot, pc, l, "%s to 0x%" PRIx64 ", no instruction there, the code has 0x%zx bytes",
                        wt_isa_rows[i->id].mnemonic, t, o->n_code * 16);
    if (!t && calls) return wt_o_wrong(o, WT_CAUSE_JUMP, slot, pc, l, "%s to 0x0, a null pointer", wt_isa_rows[i->id].mnemonic);
    to[l] = (uint32_t)t;
  }
  return WT_OK;
}

/* BMOV Rd,Bn: the books' mask where the unit promises it, else the machine's value is taken over at the write-back. */
static void read_bx(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint64_t active, uint64_t exec) {
  uint32_t v, row[WT_SEM_LANES];
  if (wt_o_meet_reads(o, w, i->bx, active, &v)) {
    for (unsigned l = 0; l < o->ws; l++) row[l] = v << w->place;
    wt_o_set_reg(o, w, i->rd, row, exec);
    return;
  }
  w->r_pend[i->rd] |= exec;
  w->r_adopt[i->rd] |= exec;
}

wt_status wt_o_control(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t exec) {
  wt_o_warp *w = &o->warp[slot];
  uint64_t taken = 0;
  uint32_t target = (uint32_t)((int64_t)pc + 16 + i->imm), to[WT_SEM_LANES];
  int by_lane = 0;
  wt_status st;
  switch (i->id) {
    case WT_I_CALL_REL:
      exec &= wt_o_predval(w, i->pp);
      taken = exec;
      break;
    case WT_I_CALL_REL_R:
    case WT_I_CALL_ABS_R:
    case WT_I_RET:
    case WT_I_BRX:
      exec &= wt_o_predval(w, i->pp);
      if ((st = indirect(o, slot, i, pc, exec, to))) return st;
      taken = exec;
      by_lane = 1;
      break;
    case WT_I_BRA:
      exec &= wt_o_predval(w, i->pp);
      taken = branch_taken(w, i, active, exec);
      break;
    case WT_I_EXIT:
      exec &= wt_o_predval(w, i->pp);
      do_exit(o, w, exec);
      break;
    case WT_I_BAR_II:
    case WT_I_BAR_RR:
    case WT_I_BAR_RI:
    case WT_I_BAR_IR:
      if ((st = do_bar(o, slot, i, pc, exec))) return st;
      break;
    case WT_I_WARPSYNC_I:
    case WT_I_WARPSYNC_R:
    case WT_I_WARPSYNC_C:
      if ((st = do_warpsync(o, slot, i, pc, exec))) return st;
      break;
    case WT_I_BMOV_RB:
      if (i->nrd && exec) read_bx(o, w, i, active, exec);
      break;
    case WT_I_BSYNC:
    case WT_I_BREAK: exec &= wt_o_predval(w, i->pp); break;
    case WT_I_CCTL:
      if (o->l1 && i->mode == WT_CCTL_IVALL) wt_o_l1_forget(o, slot, exec);
      break;
    default: break; /* BSSY, BSYNC, BREAK, BMOV Bn and YIELD only guide convergence (wt_oracle_meet.c); the others order what is in order here */
  }
  o->last_exec = exec;
  o->last_taken = taken;
  w->together = 0;
  for (unsigned l = 0; l < o->ws; l++)
    if (active >> l & 1) w->pc[l] = !(taken >> l & 1) ? pc + 16 : by_lane ? to[l] : target;
  if (o->rules.kind) wt_o_meet_control(o, slot, i, pc, active, exec, taken);
  return WT_OK;
}
