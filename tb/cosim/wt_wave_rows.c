/* wt_wave_rows.c - which rows a wave holds, and what of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/wt_wave.h"

/* Memories that are shown whole are at most this large; larger ones are seen through their write ports, but for the rows of a warp. */
enum { WHOLE_BITS = 16384 };

/* The shape once more with another number of warp slots: what grows with them belongs to them. */
typedef struct {
  wt_wave *v;
  wt_shape S;
  wt_blks *other; /* NULL: there is no such shape */
} walk;

static unsigned share(const walk *k, int subcore, unsigned here, unsigned there) {
  const wt_shape *S = k->v->m->S;
  unsigned warps = subcore < 0 ? S->SM_SLOTS : S->SLOTS, each = here / warps;
  return here % warps == 0 && there == each * (subcore < 0 ? k->S.SM_SLOTS : k->S.SLOTS) ? each : 0;
}
static wt_wave_own owner(const walk *k, const wt_blk *b, const wt_row *r) {
  wt_wave_own own = {0, 0, 0};
  if (!k->other) return own;
  const wt_row *t = &k->other->blk[b - k->v->blks->blk].rows[r - b->rows];
  const int at = wt_blk_subcore(b, 0);
  if (r->kind == WT_ROW_MEM) own.rows = share(k, at, r->depth, t->depth);
  else if (!(own.elements = share(k, at, r->n, t->n)) && r->n == 1) own.bits = share(k, at, r->elemw, t->elemw);
  return own;
}

int wt_wave_place(const wt_wave *v, const wt_blk *b, unsigned inst, unsigned sm, unsigned warp) {
  const int at = wt_blk_subcore(b, inst), in = wt_blk_sm(b, inst);
  if (in >= 0 && (unsigned)in != sm) return -1;
  const wt_shape *S = v->m->S;
  return at < 0 ? (int)warp : wt_subcore_of(S, warp) == (unsigned)at ? (int)wt_slot_of(S, warp) : -1;
}

static unsigned words_of(const wt_row *r) { return (r->elemw * r->n + 31) / 32 + 2; }

/* As the RTL calls it: state that has the name of an output of its block bears its q. */
static const char *name_of(const wt_blk *b, const wt_row *row, char *buf, size_t n) {
  int twice = 0;
  for (unsigned i = 0; i < b->nrows && (row->kind == WT_ROW_FF || row->kind == WT_ROW_MEM); i++)
    twice |= b->rows[i].kind == WT_ROW_OUT && !strcmp(b->rows[i].name, row->name);
  snprintf(buf, n, twice ? "%s_q" : "%s", row->name);
  return buf;
}

static wt_wave_item *add(wt_wave *v, const wt_blk *b, unsigned inst, const wt_row *row) {
  if (!(v->n & (v->n - 1))) { /* full: room for as many again */
    wt_wave_item *more = realloc(v->it, (v->n ? 2 * v->n : 1) * sizeof *more);
    if (!more) return NULL;
    v->it = more;
  }
  wt_wave_item *p = &v->it[v->n++];
  *p = (wt_wave_item){.blk = b, .row = row, .inst = inst, .w = row->elemw, .n = row->n, .port = -1};
  name_of(b, row, p->name, sizeof p->name);
  for (int s = 0; s < WT_WAVE_SIDES; s++)
    if (!(p->seen[s] = calloc(words_of(row), 4))) return NULL;
  return p;
}

/* After its place and size are known. */
static int finish(wt_wave_item *p) {
  for (int s = 0; s < WT_WAVE_SIDES; s++)
    if (!(p->h[s] = calloc(p->n, sizeof *p->h[s]))) return -1;
  p->raw_c = calloc(1, p->c_bytes + 1), p->raw_rtl = calloc(1, p->rtl_bytes + 1);
  return p->raw_c && p->raw_rtl ? 0 : -1;
}

static uint32_t c_bytes(const wt_row *r) {
  if (r->kind == WT_ROW_MEM) return (uint32_t)wt_row_stride(r);
  return r->csize ? r->csize * r->n : (r->elemw * r->n + 31) / 32 * 4;
}

static const wt_bind *bound(const wt_ls *ls, const wt_row *r, unsigned inst) {
  const wt_bind *lists[] = {ls->out, ls->ff, ls->mem};
  const unsigned ns[] = {ls->n_out, ls->n_ff, ls->n_mem};
  for (int k = 0; k < 3; k++)
    for (unsigned i = 0; i < ns[k]; i++)
      if (lists[k][i].row == r && lists[k][i].inst == inst) return &lists[k][i];
  return NULL;
}

/* Of a wave of one warp its number among those of the block, else -1. */
static int only_of(const wt_wave *v, const wt_blk *b, unsigned inst) {
  return v->only < 0 ? -1 : wt_wave_place(v, b, inst, (unsigned)v->sm, (unsigned)v->only);
}

/* An output, a flip-flop row or an input; of one warp only what belongs to it. */
static int add_row(const walk *k, const wt_blk *b, unsigned inst, const wt_row *row) {
  wt_wave *v = k->v;
  const wt_bind *bind = v->ls && !b->outside ? bound(v->ls, row, inst) : NULL;
  wt_wave_item *p = add(v, b, inst, row);
  char name[64];
  if (!p) return -1;
  name_of(b, row, name, sizeof name);
  p->c = wt_row_ptr(v->m, b, row, inst), p->c_bytes = c_bytes(row), p->own = owner(k, b, row);
  if (bind) p->rtl = bind->rtl, p->rtl_bytes = bind->bytes;
  const int only = only_of(v, b, inst);
  if (only >= 0 && p->own.elements) {
    p->first = (unsigned)only * p->own.elements, p->n = p->own.elements, p->lo = p->first * p->w;
    if (p->n == 1) snprintf(p->name, sizeof p->name, "%s[%u]", name, p->first);
  } else if (only >= 0 && p->own.bits) {
    p->lo = (unsigned)only * p->own.bits, p->w = p->own.bits;
    snprintf(p->name, sizeof p->name, "%s[%d]", name, only);
  }
  return finish(p);
}

/* A row of a memory. */
static int add_mem_row(const walk *k, const wt_blk *b, unsigned inst, const wt_row *row, unsigned at) {
  wt_wave *v = k->v;
  const wt_bind *bind = v->ls ? bound(v->ls, row, inst) : NULL;
  wt_wave_item *p = add(v, b, inst, row);
  if (!p) return -1;
  char name[64];
  name_of(b, row, name, sizeof name);
  p->own = owner(k, b, row), p->bind = bind, p->first = at;
  p->c = (const char *)wt_row_ptr(v->m, b, row, inst) + at * wt_row_stride(row), p->c_bytes = c_bytes(row);
  if (bind) p->rtl = bind->rtl + (size_t)at * bind->bytes, p->rtl_bytes = bind->bytes;
  if (p->own.rows > 1) snprintf(p->name, sizeof p->name, "%s[%u][%u]", name, at / p->own.rows, at % p->own.rows);
  else snprintf(p->name, sizeof p->name, "%s[%u]", name, at);
  return finish(p);
}

/* Rows of the register banks that hold registers of the warp. */
static int is_register_bank(const wt_blk *b) { return !strcmp(b->stem, "rfbank"); }

static int add_mem(const walk *k, const wt_blk *b, unsigned inst, const wt_row *row) {
  wt_wave *v = k->v;
  wt_wave_own own = owner(k, b, row);
  unsigned from = 0, to = row->depth, rpw = v->m->gpu->cfg.rpw;
  int whole = own.rows || wt_row_bits(row) <= WHOLE_BITS;
  const int only = only_of(v, b, inst);
  if (own.rows && only >= 0) from = (unsigned)only * own.rows, to = from + own.rows;
  if (!whole && is_register_bank(b) && only >= 0 && ((unsigned)only + 1) * rpw <= row->depth) from = (unsigned)only * rpw, to = from + rpw, whole = 1;
  for (unsigned r = from; whole && r < to; r++)
    if (add_mem_row(k, b, inst, row, r)) return -1;
  for (unsigned p = 0; !whole && p < row->ports; p++) {
    if (add_mem_row(k, b, inst, row, 0)) return -1;
    wt_wave_item *it = &v->it[v->n - 1];
    it->port = (int)p;
    if (row->ports > 1) snprintf(it->name, sizeof it->name, "%s_written[%u]", row->name, p);
    else snprintf(it->name, sizeof it->name, "%s_written", row->name);
  }
  return 0;
}

/* Write enables or addresses of a memory of the RTL: shown as if they were a row of their own. */
static int add_port(wt_wave *v, const wt_bind *m, const char *suffix, const uint8_t *at, uint32_t bytes, unsigned width) {
  wt_row *row = &v->ports[v->n_ports++];
  *row = (wt_row){.kind = WT_ROW_OUT, .name = m->row->name, .elemw = width, .n = 1};
  wt_wave_item *p = add(v, m->blk, m->inst, row);
  if (!p) return -1;
  p->rtl = at, p->rtl_bytes = bytes;
  snprintf(p->name, sizeof p->name, "%s_%s", m->row->name, suffix);
  return finish(p);
}
static int add_ports(wt_wave *v, const wt_blk *b, unsigned inst) {
  for (unsigned i = 0; i < v->ls->n_mem; i++) {
    const wt_bind *m = &v->ls->mem[i];
    if (m->blk == b && m->inst == inst &&
        (add_port(v, m, "we", m->we, m->we_bytes, m->row->ports) || add_port(v, m, "wa", m->wa, m->wa_bytes, m->row->ports * m->wa_w)))
      return -1;
  }
  return 0;
}

static wt_wave_scope *new_scope(wt_wave *v, const wt_blk *b, unsigned inst, int inputs) {
  wt_wave_scope *p = realloc(v->scope, (v->n_scopes + 1) * sizeof *p);
  if (!p) return NULL;
  v->scope = p;
  p += v->n_scopes++;
  *p = (wt_wave_scope){.from = v->n, .inputs = inputs};
  snprintf(p->name, sizeof p->name, b->count > 1 ? "%s[%u]" : "%s", b->stem, inst);
  return p;
}

static int add_block(const walk *k, const wt_blk *b, unsigned inst) {
  wt_wave *v = k->v;
  if (v->sm >= 0 && wt_blk_sm(b, inst) >= 0 && wt_blk_sm(b, inst) != v->sm) return 0;
  if (v->only >= 0 && only_of(v, b, inst) < 0) return 0; /* of another sub-core */
  if (!new_scope(v, b, inst, b->outside)) return -1;
  const wt_guests *guests = v->m->gpu->guests;
  const int ports_only = guests && guests->is[b - v->blks->blk]; /* what a guest has inside is its own */
  for (unsigned r = 0; r < b->nrows; r++) {
    const wt_row *row = &b->rows[r];
    if (ports_only && row->kind != WT_ROW_OUT && row->kind != WT_ROW_OUTQ) continue;
    if ((row->kind == WT_ROW_OUT || row->kind == WT_ROW_FF || (ports_only && row->kind == WT_ROW_OUTQ)) && add_row(k, b, inst, row)) return -1;
    if (row->kind == WT_ROW_MEM && add_mem(k, b, inst, row)) return -1;
  }
  if (v->ls && !b->outside && add_ports(v, b, inst)) return -1;
  v->scope[v->n_scopes - 1].to = v->n;
  return 0;
}

/* The bench of one block: what it reads of others is input. */
static int add_read(const walk *k, const wt_blk *one, const wt_blk *b, unsigned inst) {
  wt_wave *v = k->v;
  size_t n = v->n;
  for (unsigned i = 0; i < one->nrows; i++) {
    if (one->rows[i].kind != WT_ROW_IN || strcmp(one->rows[i].drv, b->drv)) continue;
    const wt_row *row = wt_row_signal(v->blks, b->drv, one->rows[i].name, NULL);
    if (!row) continue;
    if (v->n == n && !new_scope(v, b, inst, 1)) return -1;
    if (add_row(k, b, inst, row)) return -1;
    v->scope[v->n_scopes - 1].to = v->n;
  }
  return 0;
}

static const wt_blk *benched(const wt_wave *v) {
  if (!v->ls || v->ls->registered) return NULL;
  return v->ls->n_out ? v->ls->out[0].blk : v->ls->n_ff ? v->ls->ff[0].blk : v->ls->n_mem ? v->ls->mem[0].blk : NULL;
}

/* Rows of this shape with another number of warp slots, which *other receives: rows that have something a warp slot have another size there. Equal
 * numbers alone do not tell, the lanes may be as many. NULL: no such shape. */
static wt_blks *other_warps(const wt_shape *S, wt_shape *other) {
  char set[32], err[300];
  for (unsigned k = 0; k < 2; k++) {
    *other = *S;
    snprintf(set, sizeof set, "WARPS=%u", k ? S->WARPS / 2 : S->WARPS * 2);
    if (!wt_shape_set(other, set, err, sizeof err) && !wt_shape_check(other, err, sizeof err)) return wt_blks_new(other);
  }
  return NULL;
}

int wt_wave_collect(wt_wave *v) {
  walk k = {.v = v, .other = other_warps(v->m->S, &k.S)};
  const wt_blk *one = benched(v);
  int bad = 0;
  for (unsigned i = 0; i < v->blks->n && !bad; i++) {
    const wt_blk *b = &v->blks->blk[i];
    for (unsigned inst = 0; inst < b->count && !bad; inst++) {
      if (one && b != one) bad = (b->chosen || b->outside) && add_read(&k, one, b, inst);
      else if (one ? inst == 0 : b->outside != WT_WIRED && (b->chosen || b->outside)) bad = add_block(&k, b, inst);
    }
  }
  wt_blks_free(k.other);
  return bad;
}

size_t wt_wave_find(const wt_wave *v, const char *drv, enum wt_row_kind kind, const char *row, unsigned inst, unsigned warp) {
  for (size_t i = 0; i < v->n; i++) {
    const wt_wave_item *p = &v->it[i];
    if (p->row->kind != kind || p->inst != inst || p->port >= 0 || strcmp(p->row->name, row) || strcmp(p->blk->drv, drv) || !p->c) continue;
    if (kind == WT_ROW_MEM && (!p->own.rows || p->first / p->own.rows != warp)) continue;
    return i;
  }
  return (size_t)WT_WAVE_NONE;
}

const char *wt_wave_scope_of(const wt_wave *v, size_t item) {
  size_t s = 0;
  while (s + 1 < v->n_scopes && item >= v->scope[s].to) s++;
  return v->scope[s].name;
}

void wt_wave_name(const wt_wave_item *p, unsigned element, char *buf, size_t n) {
  char at[16] = "", bits[20] = "";
  if (p->n > 1) snprintf(at, sizeof at, "[%u]", p->first + element);
  if (p->w > 1) snprintf(bits, sizeof bits, " [%u:0]", p->w - 1);
  snprintf(buf, n, "%s%s%s", p->name, at, bits);
}
