/* wt_wave.c - waves of both twins as FST, written from the rows that the comparator compares. docs/user/waves.md describes the scopes. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fstapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/wt_ls_warp.h"
#include "cosim/wt_twin_rtl.h"
#include "isa/wt_outfile.h"

/* One cycle is ten time units; clk is high in the first half, so registers change with its rising edge. */
enum { TICKS = 10, RTL = 0, MODEL, XOR, SIDES, INPUT = SIDES };

typedef struct {
  const wt_row *row;
  const char *c;      /* C value, NULL: none */
  const uint8_t *rtl; /* RTL value, NULL: none */
  uint32_t rtl_bytes;
  unsigned lo, w, n; /* first bit, bits and number of the elements that are shown */
  fstHandle *h[SIDES];
  uint32_t *seen[SIDES];
  int known;
  fstEnumHandle states; /* names of its values, 0: none */
  char name[96];
} item;

struct wt_wave {
  wt_outfile file;
  void *fst;
  fstHandle clk;
  wt_blks *own, *blks;
  item *it;
  size_t n;
  uint32_t *now[SIDES], *one;
  wt_row *ports; /* write enables and addresses of the RTL's memories, as rows */
  size_t n_ports;
  uint64_t next; /* cycle that has not been written yet */
};

/* ---- names of the states of machines ---- */

/* One entry a machine, then one a state. */
static const struct {
  const char *block, *row, *name;
  unsigned bits, value;
} fsm_table[] = {
#define FSM(block, row, tag, bits) {#block, #row, NULL, bits, 0},
#define STATE(tag, name, value, text) {NULL, NULL, #name, 0, value},
#define END_FSM(block, row)
#include "spec/states.def"
#undef FSM
#undef STATE
#undef END_FSM
  {"", "", NULL, 0, 0}};

/* The table of the state row of a block in the file, 0 if the row holds no states. */
static fstEnumHandle state_names(void *fst, const char *block, const wt_row *row) {
  enum { STATES = 16, BITS = 8 };
  char table[96], bits[STATES][BITS + 1];
  const char *name[STATES], *value[STATES];
  unsigned i = 0, n = 0;
  while (!fsm_table[i].block || (*fsm_table[i].block && (strcmp(fsm_table[i].block, block) || strcmp(fsm_table[i].row, row->name)))) i++;
  for (unsigned k = i + 1; !fsm_table[k].block && *fsm_table[i].block && n < STATES; k++, n++) {
    for (unsigned b = 0; b < fsm_table[i].bits; b++) bits[n][b] = fsm_table[k].value >> (fsm_table[i].bits - 1 - b) & 1 ? '1' : '0';
    bits[n][fsm_table[i].bits] = 0;
    name[n] = fsm_table[k].name, value[n] = bits[n];
  }
  if (!n) return 0;
  snprintf(table, sizeof table, "%s_%s", block, row->name);
  return fstWriterCreateEnumTable(fst, table, n, fsm_table[i].bits, name, value);
}

static unsigned words_of(const wt_row *r) { return (r->elemw * r->n + 31) / 32 + 2; }

static int add(wt_wave *v, const wt_bind *b, const wt_row *row, const char *c, unsigned warps, const wt_row *twin, unsigned other, int warp) {
  item *p = realloc(v->it, (v->n + 1) * sizeof *p);
  if (!p) return -1;
  v->it = p;
  p += v->n++;
  *p = (item){.row = row, .c = c, .w = row->elemw, .n = row->n};
  if (b) p->rtl = b->rtl, p->rtl_bytes = b->bytes;
  snprintf(p->name, sizeof p->name, "%s", row->name);
  if (warp >= 0 && twin && row->n == warps && twin->n == other) {
    p->lo = (unsigned)warp * row->elemw, p->n = 1;
    snprintf(p->name, sizeof p->name, "%s[%d]", row->name, warp);
  } else if (warp >= 0 && twin && row->n == 1 && row->elemw == warps && twin->elemw == other) {
    p->lo = (unsigned)warp, p->w = 1;
    snprintf(p->name, sizeof p->name, "%s[%d]", row->name, warp);
  }
  for (int s = 0; s < SIDES; s++)
    if (!(p->h[s] = calloc(p->n, sizeof *p->h[s])) || !(p->seen[s] = calloc(words_of(row), 4))) return -1;
  return 0;
}

/* Ports of a memory of the RTL: shown as if they were a row of their own. */
static int add_port(wt_wave *v, const wt_row *mem, const char *suffix, const uint8_t *p, uint32_t bytes, unsigned width) {
  wt_bind b = {.rtl = (uint8_t *)(uintptr_t)p, .bytes = bytes};
  wt_row *row = &v->ports[v->n_ports++];
  *row = (wt_row){.kind = WT_ROW_OUT, .name = mem->name, .elemw = width, .n = 1};
  if (add(v, &b, row, NULL, 0, NULL, 0, -1)) return -1;
  item *it = &v->it[v->n - 1];
  snprintf(it->name, sizeof it->name, "%s_%s", mem->name, suffix);
  return 0;
}
static int add_ports(wt_wave *v, const wt_ls *ls, const wt_blk *b, unsigned inst) {
  for (unsigned i = 0; i < ls->n_mem; i++) {
    const wt_bind *m = &ls->mem[i];
    if (m->blk == b && m->inst == inst &&
        (add_port(v, m->row, "we", m->we, m->we_bytes, m->row->ports) || add_port(v, m->row, "wa", m->wa, m->wa_bytes, m->row->ports * m->wa_w)))
      return -1;
  }
  return 0;
}

static const wt_bind *bound(const wt_ls *ls, const wt_row *r, unsigned inst) {
  const wt_bind *lists[] = {ls->out, ls->ff};
  const unsigned ns[] = {ls->n_out, ls->n_ff};
  for (int k = 0; k < 2; k++)
    for (unsigned i = 0; i < ns[k]; i++)
      if (lists[k][i].row == r && lists[k][i].inst == inst) return &lists[k][i];
  return NULL;
}

/* The variables of one scope. */
static void declare(wt_wave *v, int side, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    item *p = &v->it[i];
    if ((side == RTL && !p->rtl) || (side == MODEL && !p->c) || (side == XOR && (!p->rtl || !p->c))) continue;
    for (unsigned e = 0; e < p->n; e++) {
      char name[160];
      int k = snprintf(name, sizeof name, "%s", p->name);
      if (p->n > 1) k += snprintf(name + k, sizeof name - (size_t)k, "[%u]", e);
      if (p->w > 1) snprintf(name + k, sizeof name - (size_t)k, " [%u:0]", p->w - 1);
      if (p->states && side != XOR) fstWriterEmitEnumTableRef(v->fst, p->states);
      p->h[side == INPUT ? MODEL : side][e] =
        fstWriterCreateVar(v->fst, p->row->kind == WT_ROW_FF ? FST_VT_VCD_REG : FST_VT_VCD_WIRE, FST_VD_IMPLICIT, p->w, name, 0);
    }
  }
}

typedef struct {
  size_t from, to;
  char name[64];
  int inputs;
} scope;

static int collect(wt_wave *v, wt_m *m, const wt_ls *ls, int warp, scope **scopes, size_t *n_scopes) {
  wt_shape changed;
  wt_blks *other = warp >= 0 ? wt_other_warps(m->S, &changed) : NULL;
  int bad = 0;
  for (unsigned k = 0; k < v->blks->n && !bad; k++) {
    const wt_blk *b = &v->blks->blk[k];
    for (unsigned i = 0; (b->chosen || b->outside) && i < b->count && !bad; i++) {
      scope *p = realloc(*scopes, (*n_scopes + 1) * sizeof *p);
      if (!p) {
        bad = 1;
        break;
      }
      *scopes = p;
      p += (*n_scopes)++;
      *p = (scope){.from = v->n, .inputs = b->outside};
      snprintf(p->name, sizeof p->name, b->count > 1 ? "%s[%u]" : "%s", b->stem, i);
      for (unsigned r = 0; r < b->nrows && !bad; r++) {
        const wt_row *row = &b->rows[r];
        if (row->kind == WT_ROW_OUT || row->kind == WT_ROW_FF)
          bad = add(v, ls && !b->outside ? bound(ls, row, i) : NULL, row, wt_row_ptr(m, b, row, i), m->S->WARPS,
                    other ? &other->blk[k].rows[r] : NULL, other ? changed.WARPS : 0, warp);
      }
      if (!bad && ls && !b->outside) bad = add_ports(v, ls, b, i);
      (*scopes)[*n_scopes - 1].to = v->n;
    }
  }
  wt_blks_free(other);
  return bad;
}

static void free_wave(wt_wave *v) {
  for (size_t i = 0; i < v->n; i++)
    for (int s = 0; s < SIDES; s++) free(v->it[i].h[s]), free(v->it[i].seen[s]);
  for (int s = 0; s < SIDES; s++) free(v->now[s]);
  free(v->it), free(v->one), free(v->ports);
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

static wt_wave *wave_open(const char *file, wt_m *m, wt_twin *t, int warp, char *err, size_t errn) {
  const wt_ls *ls = t ? &t->ls : NULL;
  static const char *const side_names[] = {"rtl", "model", "xor", "in"};
  wt_wave *v = calloc(1, sizeof *v);
  scope *sc = NULL;
  size_t n_sc = 0;
  if (!v) return snprintf(err, errn, "out of memory"), NULL;
  v->blks = ls ? ls->blks : (v->own = wt_blks_new(m->S));
  if (!v->blks || !(v->ports = calloc(ls ? 2 * (size_t)ls->n_mem + 1 : 1, sizeof *v->ports)) || collect(v, m, ls, warp, &sc, &n_sc) || buffers(v)) {
    free(sc);
    free_wave(v);
    return snprintf(err, errn, "out of memory"), NULL;
  }
  int bad = wt_outfile_begin(&v->file, file);
  if (bad || v->file.straight || !(v->fst = fstWriterCreate(v->file.part, 1))) {
    snprintf(err, errn, "%s: cannot write: %s", file, !bad && v->file.straight ? "a wave needs a regular file" : strerror(errno));
    if (!bad) wt_outfile_end(&v->file, 0);
    free(sc);
    free_wave(v);
    return NULL;
  }
  fstWriterSetPackType(v->fst, FST_WR_PT_LZ4);
  fstWriterSetTimescale(v->fst, -9);
  fstWriterSetVersion(v->fst, "warptwin");
  v->clk = fstWriterCreateVar(v->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 1, "clk", 0);
  for (size_t i = 0; i < n_sc; i++)
    for (size_t k = sc[i].from; k < sc[i].to; k++)
      if (v->it[k].row->kind == WT_ROW_FF) v->it[k].states = state_names(v->fst, sc[i].name, v->it[k].row);
  for (int s = ls ? RTL : MODEL; s <= INPUT; s++) {
    if (s == XOR && !ls) continue;
    fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, side_names[s], NULL);
    for (size_t i = 0; i < n_sc; i++) {
      if (sc[i].inputs != (s == INPUT)) continue;
      fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, sc[i].name, NULL);
      declare(v, s, sc[i].from, sc[i].to);
      fstWriterSetUpscope(v->fst);
    }
    fstWriterSetUpscope(v->fst);
  }
  free(sc);
  return v;
}

static void emit(wt_wave *v, item *p, int side) {
  const uint32_t *now = v->now[side];
  if (!p->h[side][0] || (p->known && !memcmp(now, p->seen[side], 4 * (size_t)words_of(p->row)))) return;
  for (unsigned e = 0; e < p->n; e++) {
    unsigned lo = p->lo + e * p->w;
    int same = p->known;
    for (unsigned j = 0; j < p->w; j += 32) {
      unsigned k = p->w - j < 32 ? p->w - j : 32;
      v->one[j / 32] = (uint32_t)wt_words_get(now, lo + j, k);
      same = same && v->one[j / 32] == (uint32_t)wt_words_get(p->seen[side], lo + j, k);
    }
    if (!same) fstWriterEmitValueChangeVec32(v->fst, p->h[side][e], p->w, v->one);
  }
  memcpy(p->seen[side], now, 4 * (size_t)words_of(p->row));
}

static void sample(wt_wave *v, int ff_only) {
  for (size_t i = 0; i < v->n; i++) {
    item *p = &v->it[i];
    size_t bytes = 4 * (size_t)words_of(p->row);
    if (ff_only && p->row->kind != WT_ROW_FF) continue;
    for (int s = 0; s < SIDES; s++) memset(v->now[s], 0, bytes);
    if (p->rtl) memcpy(v->now[RTL], p->rtl, p->rtl_bytes < bytes ? p->rtl_bytes : bytes);
    if (p->c) wt_row_pack(p->row, p->c, v->now[MODEL]);
    for (size_t j = 0; j < bytes / 4; j++) v->now[XOR][j] = v->now[RTL][j] ^ v->now[MODEL][j];
    for (int s = 0; s < SIDES; s++) emit(v, p, s);
    p->known = 1;
  }
}

static void wave_cycle(wt_wave *v, uint64_t cycle) {
  fstWriterEmitTimeChange(v->fst, cycle * TICKS);
  fstWriterEmitValueChange(v->fst, v->clk, "1");
  sample(v, 0);
  fstWriterEmitTimeChange(v->fst, cycle * TICKS + TICKS / 2);
  fstWriterEmitValueChange(v->fst, v->clk, "0");
  v->next = cycle + 1;
}

static void wave_edge(wt_wave *v, uint64_t cycle) {
  if (cycle < v->next) return;
  fstWriterEmitTimeChange(v->fst, cycle * TICKS);
  fstWriterEmitValueChange(v->fst, v->clk, "1");
  sample(v, 1);
  fstWriterEmitTimeChange(v->fst, cycle * TICKS + TICKS / 2);
}

static int wave_close(wt_wave *v, char *err, size_t errn) {
  int rc = 0;
  fstWriterClose(v->fst);
  if (wt_outfile_end(&v->file, 1)) {
    snprintf(err, errn, "%s: cannot write: %s", v->file.path, strerror(errno));
    rc = -1;
  }
  free_wave(v);
  return rc;
}

const wt_wave_ops wt_wave_fst = {wave_open, wave_cycle, wave_edge, wave_close};
