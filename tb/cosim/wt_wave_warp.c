/* wt_wave_warp.c - what every warp does, and all that is its own, in one group of a wave. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/wt_wave.h"
#include "isa/wt_dis.h"
#include "lib/wt_min.h"
#include "lib/wt_tandem.h"
#include "operand/wt_collector.h"
#include "spec/wt_paths.h"

enum { RTL = WT_WAVE_RTL, MODEL, XOR, SIDES };
#define NONE ((size_t)WT_WAVE_NONE)
static const char *const side_names[] = {"rtl", "model", "xor"};

void wt_wave_text(void *fst, fstHandle h, const uint32_t *uop) {
  char text[WT_DIS_MAX] = "";
  wt_word w = {uop_get_lo(uop), uop_get_hi(uop)};
  if (w.lo || w.hi) wt_dis_short(w, (uint32_t)uop_get_pc(uop), text, sizeof text);
  text[sizeof text - 1] = 0;
  fstWriterEmitVariableLengthValueChange(fst, h, text, (uint32_t)strlen(text));
}

/* ---- values of rows, on one side ---- */

static uint64_t value(const wt_wave *v, size_t item, int side, unsigned element) {
  const wt_wave_item *p = &v->it[item];
  unsigned w = p->row->elemw;
  return wt_words_get(p->seen[side], element * w, wt_min(w, 64));
}
static uint64_t bit(const wt_wave *v, size_t item, int side, unsigned n) { return wt_words_get(v->it[item].seen[side], n, 1); }

/* ---- declaration ---- */

static fstHandle var(wt_wave *v, const char *name, unsigned bits) {
  char full[64];
  snprintf(full, sizeof full, bits > 1 ? "%s [%u:0]" : "%s", name, bits - 1);
  return fstWriterCreateVar(v->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, full, 0);
}
static fstHandle text(wt_wave *v, const char *name) { return fstWriterCreateVar(v->fst, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, name, 0); }

static void same_as(wt_wave *v, const char *name, unsigned bits, fstEnumHandle names, fstHandle h) {
  if (names) fstWriterEmitEnumTableRef(v->fst, names);
  fstWriterCreateVar(v->fst, FST_VT_VCD_REG, FST_VD_IMPLICIT, bits, name, h);
}

/* Its sub-core, those of all SMs numbered through. */
static unsigned subcore_of(const wt_wave *v, const wt_wave_warp *x) { return x->sm * v->m->S->SUBCORES + wt_subcore_of(v->m->S, x->slot); }

/* Elements of the item that belong to the warp, of those that the file has; 0: none. */
static unsigned owned(const wt_wave *v, const wt_wave_item *p, const wt_wave_warp *x, unsigned *from) {
  const int slot = wt_wave_place(v, p->blk, p->inst, x->sm, x->slot);
  *from = 0;
  if (slot < 0) return 0;
  if (p->own.rows) return p->first / p->own.rows == (unsigned)slot;
  if (p->own.elements) return *from = (unsigned)slot * p->own.elements - p->first, p->own.elements;
  return p->own.bits && v->only >= 0;
}

/* The rows of the warp, as other names of what is declared already. */
static void rows(wt_wave *v, const wt_wave_warp *x, int side) {
  for (size_t s = 0; s < v->n_scopes; s++) {
    int open = 0;
    for (size_t i = v->scope[s].from; i < v->scope[s].to && !v->scope[s].inputs; i++) {
      const wt_wave_item *p = &v->it[i];
      unsigned from, n = owned(v, p, x, &from);
      if (!n || !p->h[side][from]) continue;
      if (!open++) fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, v->scope[s].name, NULL);
      for (unsigned e = from; e < from + n; e++) {
        char name[160];
        wt_wave_name(p, e, name, sizeof name);
        same_as(v, name, p->w, side == XOR ? 0 : p->names, p->h[side][e]);
      }
      if (p->text[side]) {
        char name[120];
        snprintf(name, sizeof name, "%s_text", p->name);
        fstWriterCreateVar(v->fst, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, name, p->text[side]);
      }
    }
    if (open) fstWriterSetUpscope(v->fst);
  }
}

/* Its registers: rows of the banks of its sub-core by the number of the register. */
static void registers(wt_wave *v, const wt_wave_warp *x, int side) {
  const wt_shape *S = v->m->S;
  unsigned rpw = v->m->gpu->cfg.rpw, n = rpw / S->BEATS * S->RF_BANKS, first = subcore_of(v, x) * S->RF_BANKS, slot = wt_slot_of(S, x->slot);
  int open = 0;
  for (unsigned r = 0; r < n && r < 255; r++)
    for (unsigned beat = 0; beat < S->BEATS; beat++) {
      unsigned bank = wt_rf_bank(S, v->m->gpu->cfg.layout, slot, r), row = wt_rf_row(S, rpw, slot, r, beat);
      for (size_t i = 0; i < v->n; i++) {
        const wt_wave_item *p = &v->it[i];
        char name[60];
        if (strcmp(p->blk->stem, "rfbank") || p->row->kind != WT_ROW_MEM || p->port >= 0 || p->inst != first + bank || p->first != row ||
            !p->h[side][0])
          continue;
        if (!open++) fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, "registers", NULL);
        if (S->BEATS > 1) snprintf(name, sizeof name, "R%u[%u] [%u:0]", r, beat, p->w - 1);
        else snprintf(name, sizeof name, "R%u [%u:0]", r, p->w - 1);
        same_as(v, name, p->w, 0, p->h[side][0]);
      }
    }
  if (open) fstWriterSetUpscope(v->fst);
}

static void declare_side(wt_wave *v, wt_wave_warp *x, int side) {
  wt_wave_side *d = &x->side[side];
  fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, side_names[side], NULL);
  if (side != XOR) {
    d->issues = var(v, "issues", 1);
    d->pc = var(v, "pc", 32);
    d->insn = text(v, "insn");
    d->mask = var(v, "mask", v->m->S->SLOT_LANES);
    d->collectors = var(v, "collectors", v->m->S->COLLECTORS);
  }
  rows(v, x, side);
  if (v->only >= 0) registers(v, x, side);
  fstWriterSetUpscope(v->fst);
}

/* Where the values come from; 0 if the machine has all of it. */
static int sources(wt_wave *v, wt_wave_warp *x) {
  for (int s = 0; s < XOR; s++) {
    wt_wave_side *d = &x->side[s];
    const unsigned at = subcore_of(v, x), slot = wt_slot_of(v->m->S, x->slot);
    d->cnt = wt_wave_find(v, "ibuffer", WT_ROW_FF, "count", at, 0), d->head = wt_wave_find(v, "ibuffer", WT_ROW_FF, "head", at, 0);
    d->ent = wt_wave_find(v, "ibuffer", WT_ROW_MEM, "entries", at, slot);
    d->cv = wt_wave_find(v, "cfu", WT_ROW_FF, "has_path", at, 0), d->cm = wt_wave_find(v, "cfu", WT_ROW_MEM, "cur_mask", at, slot);
    if (d->cnt == NONE || d->head == NONE || d->ent == NONE || d->cv == NONE || d->cm == NONE) return -1;
  }
  return 0;
}
/* The same of what warps share: 1 if a block of somebody else's does not show it, -1 without memory. */
static int common_sources(wt_wave *v) {
  const wt_shape *S = v->m->S;
  const unsigned n = S->COLLECTORS, all = S->SMS * S->SUBCORES;
  if (!(v->coll_v = calloc(n * all, sizeof *v->coll_v)) || !(v->coll_warp = calloc(n * all, sizeof *v->coll_warp)) ||
      !(v->sel_warp = calloc(all, sizeof *v->sel_warp)) || !(v->issue_valid = calloc(all, sizeof *v->issue_valid)))
    return -1;
  for (unsigned at = 0; at < all; at++) {
    if ((v->sm >= 0 && at / S->SUBCORES != (unsigned)v->sm) || (v->only >= 0 && at % S->SUBCORES != wt_subcore_of(S, (unsigned)v->only))) continue;
    v->sel_warp[at] = wt_wave_find(v, "sched", WT_ROW_OUT, "sel_warp", at, 0),
    v->issue_valid[at] = wt_wave_find(v, "issue", WT_ROW_OUT, "valid", at, 0);
    if (v->sel_warp[at] == NONE || v->issue_valid[at] == NONE) return 1;
    for (unsigned i = at * n; i < (at + 1) * n; i++) {
      v->coll_v[i] = wt_wave_find(v, "collector", WT_ROW_FF, "valid", i, 0), v->coll_warp[i] = wt_wave_find(v, "collector", WT_ROW_FF, "warp", i, 0);
      if (v->coll_v[i] == NONE || v->coll_warp[i] == NONE) return 1;
    }
  }
  return 0;
}

/* The groups of the warps of an SM. 0: a shape without neighbours to tell what belongs to a warp. */
static int warps_of(wt_wave *v, unsigned sm, unsigned from, unsigned to, fstEnumHandle why) {
  char name[32];
  if (v->m->S->SMS > 1) {
    snprintf(name, sizeof name, "sm[%u]", sm);
    fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, name, NULL);
  }
  for (unsigned w = from; w < to; w++) {
    wt_wave_warp *x = &v->warp[v->n_warps];
    x->sm = sm, x->slot = w;
    if (sources(v, x)) return 0;
    v->n_warps++;
    snprintf(name, sizeof name, "warp[%u]", w);
    fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, name, NULL);
    fstWriterEmitEnumTableRef(v->fst, why);
    x->why = var(v, "why", 4);
    x->paths = text(v, "paths");
    for (int s = v->ls ? RTL : MODEL; s <= (v->ls ? XOR : MODEL); s++) declare_side(v, x, s);
    fstWriterSetUpscope(v->fst);
  }
  if (v->m->S->SMS > 1) fstWriterSetUpscope(v->fst);
  return 1;
}
int wt_wave_warps(wt_wave *v) {
  const wt_shape *S = v->m->S;
  unsigned from = 0, to = S->SM_SLOTS;
  if (v->only >= 0) from = (unsigned)v->only, to = from + 1;
  unsigned sm = v->sm < 0 ? 0 : (unsigned)v->sm, last = v->sm < 0 ? S->SMS : sm + 1;
  if (v->ls && !v->ls->registered) return 0; /* one block alone has no warps */
  if (!(v->warp = calloc((size_t)(last - sm) * (to - from), sizeof *v->warp))) return -1;
  const int bad = common_sources(v);
  if (bad) return bad < 0 ? -1 : 0;
  fstEnumHandle why = wt_wave_reasons(v->fst);
  while (sm < last && warps_of(v, sm, from, to, why)) sm++;
  return 0;
}

/* ---- values ---- */

static void number(wt_wave *v, wt_wave_side *d, unsigned i, fstHandle h, unsigned bits, uint64_t x) {
  if (v->any && d->shown[i] == x) return;
  fstWriterEmitValueChange64(v->fst, h, bits, x);
  d->shown[i] = x;
}

/* The head of the I-buffer: what the warp issues next. */
static void head(wt_wave *v, const wt_wave_warp *x, wt_wave_side *d, int side) {
  const unsigned slot = wt_slot_of(v->m->S, x->slot), at = (unsigned)value(v, d->head, side, slot);
  uint32_t key[6] = {0}; /* whether there is one, its pc and its word */
  const uint32_t *uop = NULL;
  if (value(v, d->cnt, side, slot)) {
    uop = v->it[d->ent + at].seen[side];
    uint64_t lo = uop_get_lo(uop), hi = uop_get_hi(uop);
    key[0] = 1, key[1] = (uint32_t)uop_get_pc(uop);
    memcpy(key + 2, &lo, 8), memcpy(key + 4, &hi, 8);
  }
  if (v->any && !memcmp(key, d->key, sizeof key)) return;
  memcpy(d->key, key, sizeof key);
  if (uop) {
    fstWriterEmitValueChange32(v->fst, d->pc, 32, key[1]);
    wt_wave_text(v->fst, d->insn, uop);
  } else {
    fstWriterEmitValueChange(v->fst, d->pc, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    fstWriterEmitVariableLengthValueChange(v->fst, d->insn, "", 0);
  }
}

static void sample_side(wt_wave *v, wt_wave_warp *x, int side, int ff_only) {
  wt_wave_side *d = &x->side[side];
  const wt_shape *S = v->m->S;
  const unsigned at = subcore_of(v, x), slot = wt_slot_of(S, x->slot), first = at * S->COLLECTORS;
  uint64_t held = 0;
  for (unsigned i = 0; i < S->COLLECTORS; i++)
    if (value(v, v->coll_v[first + i], side, 0) && value(v, v->coll_warp[first + i], side, 0) == slot) held |= UINT64_C(1) << i;
  head(v, x, d, side);
  number(v, d, 0, d->mask, S->SLOT_LANES, bit(v, d->cv, side, slot) ? value(v, d->cm, side, 0) : 0);
  number(v, d, 1, d->collectors, S->COLLECTORS, held);
  if (!ff_only) number(v, d, 2, d->issues, 1, value(v, v->issue_valid[at], side, 0) && value(v, v->sel_warp[at], side, 0) == slot);
}

/* Every path of a warp: where it goes on, its lanes, what it waits for; of none nothing is written. */
static void paths_text(const wt_m *m, unsigned w, char *buf, size_t n) {
  static const char *const waits[] = {"runs", "ready", "waits at meeting point ", "waits at WARPSYNC", "waits at CTA barrier ", "below"};
  static _Thread_local wt_path p[WT_MAX_PATHS];
  int k = wt_paths(m, w, p);
  size_t len = 0;
  if (k < 0) snprintf(buf, n, "(being worked on)");
  for (int i = 0; i < k && len + 60 < n; i++) {
    char place[8] = "", pc[16] = "";
    if (p[i].kind == WT_PATH_BSYNC || p[i].kind == WT_PATH_BAR) snprintf(place, sizeof place, "%u", p[i].x);
    if (p[i].kind != WT_PATH_RUN) snprintf(pc, sizeof pc, "0x%04x ", p[i].pc); /* that of the running path moves on with its instructions */
    len += (size_t)snprintf(buf + len, n - len, "%s%s%0*llx %s%s", i ? "; " : "", pc, (int)(m->S->SLOT_LANES + 3) / 4, (unsigned long long)p[i].mask,
                            waits[p[i].kind], place);
  }
}

void wt_wave_warps_sample(wt_wave *v, int ff_only) {
  wt_warps set[WT_WHY_COUNT], resident = 0;
  for (unsigned i = 0; i < v->n_warps; i++) {
    wt_wave_warp *x = &v->warp[i];
    const wt_m *m = wt_m_sm(v->m, x->sm);
    if (!i || x->sm != x[-1].sm) wt_why_slots(m, resident = wt_resident(m), set);
    char now[sizeof x->shown_paths] = "";
    unsigned why = 0;
    for (int s = v->ls ? RTL : MODEL; s <= MODEL; s++) sample_side(v, x, s, ff_only);
    if (ff_only) continue;
    while (!(set[why] & wt_warp(x->slot))) why++; /* every slot has one */
    if (!v->any || why != x->shown_why) fstWriterEmitValueChange32(v->fst, x->why, 4, x->shown_why = why);
    if (resident & wt_warp(x->slot)) paths_text(m, x->slot, now, sizeof now);
    if (v->any && !strcmp(now, x->shown_paths)) continue;
    fstWriterEmitVariableLengthValueChange(v->fst, x->paths, now, (uint32_t)strlen(now));
    strcpy(x->shown_paths, now);
  }
}
