/* wt_oracle_marks.c - marks on what is not judged (HAZARDS=run): where they come from, how they spread, and what is taken over from the machine. */
#include <stdlib.h>

#include "oracle/wt_oracle_int.h"

void wt_o_marks_free(wt_oracle *o) {
  if (o->marks) free(o->marks->warp);
  free(o->marks);
  o->marks = NULL;
}
int wt_oracle_marks(wt_oracle *o, int on) {
  if (!on) return wt_o_marks_free(o), 0;
  if (!o->marks && !(o->marks = calloc(1, sizeof *o->marks))) return -1;
  if (!o->marks->warp && !(o->marks->warp = calloc(o->warps, sizeof *o->marks->warp))) return wt_o_marks_free(o), -1;
  return 0;
}
void wt_o_marks_start(wt_oracle *o, unsigned slot) { memset(&o->marks->warp[slot], 0, sizeof *o->marks->warp); }
void wt_oracle_set_early(wt_oracle *o, const wt_oracle_early *e) { o->marks->early = e; }
uint64_t wt_oracle_marked(const wt_oracle *o, unsigned slot, unsigned reg) { return o->marks ? o->marks->warp[slot].r[reg] : 0; }

/* ---- an instruction issues ---- */

/* The warp's predicates and uniform registers as the machine reads them; the oracle's own are kept. */
static void put_early(wt_o_marks *k, wt_o_warp *w) {
  const wt_oracle_early *e = k->early;
  memcpy(k->p, w->p, sizeof k->p), memcpy(k->ur, w->ur, sizeof k->ur);
  for (unsigned p = 0; p < WT_SEM_PT; p++) w->p[p] = (w->p[p] & ~e->p[p]) | (e->p_value[p] & e->p[p]);
  for (uint64_t m = e->ur; m; m &= m - 1) w->ur[lowest(m)] = e->ur_value[lowest(m)];
}
/* Back again, but for what the instruction has written. */
static void take_early(const wt_o_marks *k, wt_o_warp *w, const wt_sem_insn *i) {
  const wt_oracle_early *e = k->early;
  for (unsigned p = 0; p < WT_SEM_PT; p++) {
    const uint64_t back = e->p[p] & ~(i->dp >> p & 1 ? k->exec : 0);
    w->p[p] = (w->p[p] & ~back) | (k->p[p] & back);
  }
  for (uint64_t m = e->ur; m; m &= m - 1)
    if (!(i->udst && k->exec && lowest(m) >= i->rd && lowest(m) < (unsigned)i->rd + i->nrd)) w->ur[lowest(m)] = k->ur[lowest(m)];
}

/* Lanes whose guard is not judged. */
static uint64_t guards(const wt_o_marks *k, const wt_o_marked *x, wt_sem_psrc g) {
  if (g.reg == WT_SEM_PT) return 0;
  if (g.uni) return x->up >> g.reg & 1 ? UINT64_MAX : 0;
  return x->p[g.reg] | (k->early ? k->early->p[g.reg] : 0);
}

/* What one lane finds goes to others. */
static int crosses(const wt_sem_insn *i) { return i->cls == WT_CL_SHFL || i->cls == WT_CL_VOTE || i->cls == WT_CL_MATCH || i->cls == WT_CL_R2UR; }

/* Of the lanes that execute, those whose result is not judged. */
static uint64_t spreads(const wt_o_marks *k, const wt_o_marked *x, const wt_sem_insn *i, uint64_t exec) {
  const wt_oracle_early *e = k->early;
  uint64_t all = x->up & i->sup, lanes = guards(k, x, i->guard) | (e ? e->r : 0);
  for (unsigned n = 0; n < i->nsr; n++) lanes |= x->r[i->sr[n]];
  for (unsigned n = 0; n < i->nsu; n++) all |= (x->ur | (e ? e->ur : 0)) >> i->su[n] & 1;
  for (unsigned m = i->sp; m; m &= m - 1) lanes |= x->p[lowest(m)] | (e && lowest(m) < WT_SEM_PT ? e->p[lowest(m)] : 0);
  lanes &= exec;
  return all || (lanes && crosses(i)) ? exec : lanes;
}

/* Lanes in which a result of the same register is outstanding already: one more write-back will come there, in whatever order. */
static uint64_t again(uint8_t more[WT_SEM_LANES], uint64_t lanes) {
  for (uint64_t m = lanes; m; m &= m - 1) more[lowest(m)]++;
  return lanes;
}

/* The registers of its results of which one is outstanding already. */
static void outstanding(wt_o_marks *k, const wt_o_warp *w, wt_o_marked *x, const wt_sem_insn *i) {
  memset(k->twice_r, 0, sizeof k->twice_r), memset(k->twice_p, 0, sizeof k->twice_p), k->twice_ur = 0;
  for (unsigned n = 0; n < i->nrd && !i->udst; n++) k->twice_r[n] = again(x->r_more[i->rd + n], w->r_pend[i->rd + n] & k->exec);
  for (unsigned m = i->dp; m; m &= m - 1) k->twice_p[lowest(m)] = again(x->p_more[lowest(m)], w->p_pend[lowest(m)] & k->exec);
  for (unsigned n = 0; n < i->nrd && i->udst && k->exec; n++)
    if (w->ur_pend >> (i->rd + n) & 1) x->ur_more[i->rd + n]++, k->twice_ur |= UINT64_C(1) << (i->rd + n);
}

void wt_o_marks_begin(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint64_t active) {
  wt_o_marks *k = o->marks;
  wt_o_warp *w = &o->warp[slot];
  wt_o_marked *x = &k->warp[slot];
  if (k->early) put_early(k, w);
  k->exec = active & wt_o_predval(w, i->guard);
  k->lanes = spreads(k, x, i, k->exec);
  k->unsure = guards(k, x, i->guard) & active;
  k->blind = k->early ? k->early->r & k->exec : 0;
  x->serial++;
  outstanding(k, w, x, i);
}

wt_status wt_oracle_also(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t lanes) {
  wt_o_marks *k = o->marks;
  const wt_sem_insn *i = NULL;
  wt_status st = wt_o_fetch(o, slot, pc, &i);
  if (st || i->cls == WT_CL_CTL) return st;
  k->early = NULL;
  k->exec = k->lanes = k->blind = lanes, k->unsure = 0;
  outstanding(k, &o->warp[slot], &k->warp[slot], i);
  st = i->cls == WT_CL_MEM ? wt_o_mem_also(o, slot, i, pc, lanes) : wt_o_exec(o, slot, i, pc, lanes);
  wt_o_marks_end(o, slot, i);
  return st;
}

static void mark_uniform(const wt_o_marks *k, wt_o_warp *w, wt_o_marked *x, const wt_sem_insn *i) {
  for (unsigned n = 0; n < i->nrd && i->udst; n++) {
    const uint64_t bit = UINT64_C(1) << (i->rd + n), bad = k->lanes || k->unsure || k->twice_ur & bit;
    x->ur = bad ? x->ur | bit : x->ur & ~bit;
    if (bad) w->ur_adopt |= bit;
  }
  if (k->lanes || k->unsure) x->up |= i->dup, x->up_adopt |= i->dup;
  else x->up &= (uint8_t)~i->dup;
}

void wt_o_marks_end(wt_oracle *o, unsigned slot, const wt_sem_insn *i) {
  wt_o_marks *k = o->marks;
  wt_o_warp *w = &o->warp[slot];
  wt_o_marked *x = &k->warp[slot];
  if (k->early) take_early(k, w, i);
  for (unsigned n = 0; n < i->nrd && !i->udst; n++) {
    const unsigned r = i->rd + n;
    const uint64_t bad = k->lanes | k->twice_r[n];
    x->r[r] = (x->r[r] & ~k->exec) | bad | k->unsure;
    w->r_adopt[r] |= bad & w->r_pend[r];
  }
  for (unsigned m = i->dp; m; m &= m - 1) {
    const unsigned p = lowest(m);
    const uint64_t bad = k->lanes | k->twice_p[p];
    x->p[p] = (x->p[p] & ~k->exec) | bad | k->unsure;
    x->p_adopt[p] |= bad & w->p_pend[p];
  }
  if (k->exec || k->unsure) mark_uniform(k, w, x, i);
  k->early = NULL, k->blind = 0;
}

/* ---- its results ---- */

/* Of these lanes those in which no other result of the register is outstanding. */
static uint64_t last_of(uint8_t more[WT_SEM_LANES], uint64_t lanes) {
  for (uint64_t m = lanes; m; m &= m - 1)
    if (more[lowest(m)]) more[lowest(m)]--, lanes &= ~(m & -m);
  return lanes;
}
uint64_t wt_o_marks_reg(wt_oracle *o, unsigned slot, unsigned reg, uint64_t lanes) { return last_of(o->marks->warp[slot].r_more[reg], lanes); }
uint64_t wt_o_marks_pred(wt_oracle *o, unsigned slot, unsigned p, uint64_t lanes, uint64_t bits) {
  wt_o_marked *x = &o->marks->warp[slot];
  wt_o_warp *w = &o->warp[slot];
  const uint64_t adopt = lanes & x->p_adopt[p];
  w->p[p] = (w->p[p] & ~adopt) | (bits & adopt);
  lanes = last_of(x->p_more[p], lanes);
  x->p_adopt[p] &= ~lanes;
  return lanes;
}
int wt_o_marks_ureg(wt_oracle *o, unsigned slot, unsigned ur) {
  uint8_t *more = &o->marks->warp[slot].ur_more[ur];
  return *more ? (*more)--, 0 : 1;
}
void wt_o_marks_upred(wt_oracle *o, unsigned slot, unsigned up, unsigned bit) {
  wt_o_marked *x = &o->marks->warp[slot];
  if (x->up_adopt >> up & 1) o->warp[slot].up = (uint8_t)((o->warp[slot].up & ~(1u << up)) | bit << up);
  x->up_adopt &= (uint8_t) ~(1u << up);
}

/* ---- operands that are known later ---- */

void wt_oracle_overwritten(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t lanes) {
  wt_o_warp *w = &o->warp[slot];
  wt_o_marked *x = &o->marks->warp[slot];
  const wt_sem_insn *i = NULL;
  if (wt_o_fetch(o, slot, pc, &i)) return;
  if (i->cls == WT_CL_MEM) wt_o_mem_unknown(w, pc, lanes);
  if (crosses(i)) lanes = UINT64_MAX; /* that are on their way */
  for (unsigned n = 0; n < i->nrd && !i->udst; n++) {
    const uint64_t bad = lanes & w->r_pend[i->rd + n];
    x->r[i->rd + n] |= bad, w->r_adopt[i->rd + n] |= bad;
  }
  for (unsigned m = i->dp; m; m &= m - 1) {
    const uint64_t bad = lanes & w->p_pend[lowest(m)];
    x->p[lowest(m)] |= bad, x->p_adopt[lowest(m)] |= bad;
  }
  for (unsigned n = 0; n < i->nrd && i->udst; n++) {
    const uint64_t bad = w->ur_pend & UINT64_C(1) << (i->rd + n);
    x->ur |= bad, w->ur_adopt |= bad;
  }
}

void wt_oracle_as_read(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t lanes, unsigned n, const uint8_t *reg, uint32_t (*data)[WT_SEM_LANES]) {
  wt_o_warp *w = &o->warp[slot];
  uint32_t kept[6][WT_SEM_LANES];
  const size_t row = o->ws * sizeof **kept;
  for (unsigned k = 0; k < n; k++) {
    uint32_t *r = w->r + (size_t)reg[k] * o->ws;
    memcpy(kept[k], r, row);
    for (uint64_t m = lanes; m; m &= m - 1) r[lowest(m)] = data[k][lowest(m)];
  }
  wt_o_mem_as_read(o, slot, pc, lanes);
  for (unsigned k = n; k--;) memcpy(w->r + (size_t)reg[k] * o->ws, kept[k], row); /* in reverse: one register may be named twice */
}

/* ---- rows ---- */

void wt_o_marks_saved(wt_oracle *o, wt_saved *l) {
  wt_o_marked *x = o->marks->warp;
#define ROW(field) wt_saved_add(l, &x->field, sizeof x->field, o->warps, "oracle.marks." #field)->stride = sizeof *x
  ROW(r), ROW(p), ROW(ur), ROW(p_adopt), ROW(up), ROW(up_adopt), ROW(r_more), ROW(p_more), ROW(ur_more), ROW(serial);
#undef ROW
}
