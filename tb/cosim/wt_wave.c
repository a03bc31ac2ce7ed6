/* wt_wave.c - waves of both twins as FST, written from the rows that the comparator compares. docs/user/waves.md describes the scopes. */
#define _DEFAULT_SOURCE
#include "cosim/wt_wave.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/wt_twin_rtl.h"
#include "lib/wt_min.h"

enum { TICKS = WT_WAVE_TICKS, RTL = WT_WAVE_RTL, MODEL, XOR, SIDES, INPUT = SIDES };

static unsigned words_of(const wt_row *r) { return (r->elemw * r->n + 31) / 32 + 2; }

/* ---- declaration ---- */

/* Packed instruction words have their mnemonic beside them. */
static int is_uop(const wt_wave_item *p) {
  return p->row->elemw == UOP_W && p->n == 1 && (!strcmp(p->row->name, "uop") || !strcmp(p->row->name, "entries"));
}

/* The variables of one scope. */
static void declare(wt_wave *v, int side, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    wt_wave_item *p = &v->it[i];
    int at = side == INPUT ? MODEL : side;
    if ((side == RTL && !p->rtl) || (side == MODEL && !p->c) || (side == XOR && (!p->rtl || !p->c))) continue;
    for (unsigned e = 0; e < p->n; e++) {
      char name[160];
      wt_wave_name(p, e, name, sizeof name);
      if (p->names && side != XOR) fstWriterEmitEnumTableRef(v->fst, p->names);
      p->h[at][e] = fstWriterCreateVar(v->fst, p->row->kind == WT_ROW_OUT ? FST_VT_VCD_WIRE : FST_VT_VCD_REG, FST_VD_IMPLICIT, p->w, name, 0);
    }
    if (side != XOR && is_uop(p)) {
      char name[120];
      snprintf(name, sizeof name, "%s_text", p->name);
      p->text[at] = fstWriterCreateVar(v->fst, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, name, 0);
    }
  }
}

static void declare_all(wt_wave *v) {
  static const char *const side_names[] = {"rtl", "model", "xor", "in"};
  v->clk = fstWriterCreateVar(v->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 1, "clk", 0);
  for (size_t i = 0; i < v->n; i++) v->it[i].names = wt_wave_names(v->fst, v->it[i].blk->stem, v->it[i].blk->drv, v->it[i].row);
  for (int s = v->ls ? RTL : MODEL; s <= INPUT; s++) {
    if (s == XOR && !v->ls) continue;
    fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, side_names[s], NULL);
    for (size_t i = 0; i < v->n_scopes; i++) {
      if (v->scope[i].inputs != (s == INPUT)) continue;
      fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, v->scope[i].name, NULL);
      declare(v, s, v->scope[i].from, v->scope[i].to);
      fstWriterSetUpscope(v->fst);
    }
    fstWriterSetUpscope(v->fst);
  }
}

/* ---- a file ---- */

static void free_wave(wt_wave *v) {
  for (size_t i = 0; i < v->n; i++) {
    for (int s = 0; s < SIDES; s++) free(v->it[i].h[s]), free(v->it[i].seen[s]);
    free(v->it[i].raw_c), free(v->it[i].raw_rtl);
  }
  for (int s = 0; s < SIDES; s++) free(v->now[s]);
  free(v->it), free(v->scope), free(v->warp), free(v->sel_warp), free(v->issue_valid), free(v->coll_v), free(v->coll_warp), free(v->one),
    free(v->ports);
  wt_blks_free(v->own);
  free(v);
}

static int buffers(wt_wave *v) {
  unsigned words = 8;
  for (size_t i = 0; i < v->n; i++)
    if (words_of(v->it[i].row) > words) words = words_of(v->it[i].row);
  for (int s = 0; s < SIDES; s++)
    if (!(v->now[s] = calloc(words, 4))) return -1;
  return (v->one = calloc(words, 4)) ? 0 : -1;
}

wt_wave *wt_wave_open(const char *file, wt_m *m, const wt_ls *ls, int warp, char *err, size_t errn) {
  wt_wave *v = calloc(1, sizeof *v);
  if (!v) return snprintf(err, errn, "out of memory"), NULL;
  v->ls = ls, v->m = m, v->bad_warp = -1;
  v->sm = warp < -1 ? -2 - warp : warp < 0 ? -1 : warp / (int)m->S->SM_SLOTS, v->only = warp < 0 ? -1 : warp % (int)m->S->SM_SLOTS;
  v->blks = ls ? ls->blks : (v->own = wt_blks_new(m->S));
  if (!v->blks || !(v->ports = calloc(ls ? 2 * (size_t)ls->n_mem + 1 : 1, sizeof *v->ports)) || wt_wave_collect(v) || buffers(v)) {
    free_wave(v);
    return snprintf(err, errn, "out of memory"), NULL;
  }
  int bad = wt_outfile_begin(&v->file, file);
  if (bad || v->file.straight || !(v->fst = fstWriterCreate(v->file.part, 1))) {
    snprintf(err, errn, "%s: cannot write: %s", file, !bad && v->file.straight ? "a wave needs a regular file" : strerror(errno));
    wt_outfile_end(&v->file, 0);
    free_wave(v);
    return NULL;
  }
  fstWriterSetPackType(v->fst, FST_WR_PT_LZ4);
  fstWriterSetTimescale(v->fst, -9);
  fstWriterSetVersion(v->fst, "warptwin");
  declare_all(v);
  if (!wt_wave_warps(v)) return v;
  fstWriterClose(v->fst);
  wt_outfile_end(&v->file, 0);
  free_wave(v);
  return snprintf(err, errn, "out of memory"), NULL;
}
static wt_wave *open_machine(const char *file, wt_m *m, wt_twin *t, int warp, char *err, size_t errn) {
  return wt_wave_open(file, m, t ? &t->ls : NULL, warp, err, errn);
}

/* ---- values ---- */

/* What differs in the first cycle in which something does. */
static void note_difference(wt_wave *v, const wt_wave_item *p, unsigned e) {
  if (v->n_bad == WT_WAVE_DIFFERS || (v->n_bad && v->differs_at != v->at)) return;
  v->differs_at = v->at;
  v->differs[v->n_bad].item = (size_t)(p - v->it);
  v->differs[v->n_bad++].element = e;
}

static void emit(wt_wave *v, wt_wave_item *p, int side) {
  const uint32_t *now = v->now[side];
  if (!p->h[side][0] || (p->known && !memcmp(now, p->seen[side], 4 * (size_t)words_of(p->row)))) return;
  for (unsigned e = 0; e < p->n; e++) {
    unsigned lo = p->lo + e * p->w;
    int same = p->known;
    uint32_t any = 0;
    for (unsigned j = 0; j < p->w; j += 32) {
      const unsigned k = wt_min(p->w - j, 32);
      any |= v->one[j / 32] = (uint32_t)wt_words_get(now, lo + j, k);
      same = same && v->one[j / 32] == (uint32_t)wt_words_get(p->seen[side], lo + j, k);
    }
    if (same) continue;
    fstWriterEmitValueChangeVec32(v->fst, p->h[side][e], p->w, v->one);
    if (side == XOR && any) note_difference(v, p, e);
  }
  memcpy(p->seen[side], now, 4 * (size_t)words_of(p->row));
  if (p->text[side]) wt_wave_text(v->fst, p->text[side], p->seen[side]);
}

static void pack(const wt_wave_item *p, uint32_t *words) {
  if (p->row->kind == WT_ROW_MEM) memcpy(words, p->c, p->c_bytes);
  else wt_row_pack(p->row, p->c, words);
}

static void sample_item(wt_wave *v, wt_wave_item *p) {
  size_t bytes = 4 * (size_t)words_of(p->row);
  if (p->known && (!p->c || !memcmp(p->raw_c, p->c, p->c_bytes)) && (!p->rtl || !memcmp(p->raw_rtl, p->rtl, p->rtl_bytes))) return;
  for (int s = 0; s < SIDES; s++) memset(v->now[s], 0, bytes);
  if (p->c) memcpy(p->raw_c, p->c, p->c_bytes), pack(p, v->now[MODEL]);
  if (p->rtl) memcpy(p->raw_rtl, p->rtl, p->rtl_bytes), memcpy(v->now[RTL], p->rtl, wt_min(p->rtl_bytes, (unsigned)bytes));
  for (size_t j = 0; j < bytes / 4; j++) v->now[XOR][j] = v->now[RTL][j] ^ v->now[MODEL][j];
  for (int s = 0; s < SIDES; s++) emit(v, p, s);
  p->known = 1;
}

static void sample(wt_wave *v, int ff_only) {
  for (size_t i = 0; i < v->n; i++)
    if (!ff_only || v->it[i].row->kind == WT_ROW_FF || v->it[i].row->kind == WT_ROW_MEM) sample_item(v, &v->it[i]);
  wt_wave_warps_sample(v, ff_only);
  v->any = 1;
}

/* ---- memories that are seen through their write ports: the row that was written last ---- */

static void look_at(wt_wave *v, wt_wave_item *p, uint32_t row) {
  if (row >= p->row->depth) return;
  p->c = (const char *)wt_row_ptr(v->m, p->blk, p->row, p->inst) + row * wt_row_stride(p->row);
  if (p->bind) p->rtl = p->bind->rtl + (size_t)row * p->bind->bytes;
}

/* Of the RTL's ports in a settled cycle: what they write at its end. */
static void follow_ports(wt_wave *v) {
  for (size_t i = 0; i < v->n; i++) {
    wt_wave_item *p = &v->it[i];
    if (p->port < 0 || !p->bind) continue;
    const wt_bind *b = p->bind;
    uint32_t wa[WT_MLOG + 2] = {0};
    memcpy(wa, b->wa, wt_min(b->wa_bytes, 4 * WT_MLOG));
    if (b->we[p->port / 8] >> p->port % 8 & 1) look_at(v, p, (uint32_t)wt_words_get(wa, (unsigned)p->port * b->wa_w, b->wa_w));
  }
}
/* Of the C twin alone: the rows that it has written since the cycle before. Nobody else reads and clears that list then. */
static void follow_log(wt_wave *v) {
  for (size_t i = 0; i < v->n; i++) {
    wt_wave_item *p = &v->it[i];
    if (p->port < 0 || p->bind) continue;
    wt_mlog *g = wt_row_log(v->m, p->blk, p->row, p->inst);
    if ((unsigned)p->port < g->n) look_at(v, p, g->row[p->port]);
    if (p->port + 1 == (int)p->row->ports) g->n = 0;
  }
}

static void rising_edge(wt_wave *v, uint64_t cycle) {
  v->at = cycle;
  fstWriterEmitTimeChange(v->fst, cycle * TICKS);
  fstWriterEmitValueChange(v->fst, v->clk, "1");
}

static void wave_cycle(wt_wave *v, uint64_t cycle) {
  follow_log(v);
  if (!v->any) v->first = cycle;
  rising_edge(v, cycle);
  sample(v, 0);
  fstWriterEmitTimeChange(v->fst, cycle * TICKS + TICKS / 2);
  fstWriterEmitValueChange(v->fst, v->clk, "0");
  if (v->ls) follow_ports(v);
  v->next = cycle + 1;
}

static void wave_edge(wt_wave *v, uint64_t cycle) {
  if (cycle < v->next) return;
  if (!v->any) v->first = cycle;
  rising_edge(v, cycle);
  sample(v, 1);
  fstWriterEmitTimeChange(v->fst, cycle * TICKS + TICKS / 2);
}

void wt_wave_mark(wt_wave *v, uint64_t cycle, int warp) {
  if (v->marked) return;
  v->marked = 1, v->bad = cycle, v->bad_warp = warp;
  const wt_bind *b = v->ls ? v->ls->diff : NULL;
  v->bad_row = b;
  if (!b) return;
  for (size_t i = 0; i < v->n; i++)
    if (v->it[i].port == 0 && v->it[i].bind == b) look_at(v, &v->it[i], v->ls->diff_row);
}

static int wave_close(wt_wave *v, char *err, size_t errn) {
  int rc = 0;
  fstWriterClose(v->fst);
  if (wt_outfile_end(&v->file, 1)) {
    snprintf(err, errn, "%s: cannot write: %s", v->file.path, strerror(errno));
    rc = -1;
  } else if (wt_wave_gtkw(v)) {
    char name[WT_OUTFILE_PATH];
    wt_wave_gtkw_name(v->file.path, name, sizeof name);
    snprintf(err, errn, "%s: cannot write: %s", name, strerror(errno));
    rc = -1;
  }
  free_wave(v);
  return rc;
}

const wt_wave_ops wt_wave_fst = {open_machine, wave_cycle, wave_edge, wt_wave_mark, wave_close};
