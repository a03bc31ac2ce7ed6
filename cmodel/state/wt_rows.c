/* wt_rows.c - row tables of a shape, and the C machine's memories. */
#include "state/wt_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wt_blk_init(wt_blk *b, const char *stem, const char *drv, const char *group, const char *path, int chosen, int outside) {
  *b = (wt_blk){.stem = stem, .drv = drv, .group = group, .path = path, .count = 1, .chosen = chosen, .outside = outside};
}
void wt_blk_inside(wt_blk *b, unsigned n, size_t stride, size_t at) {
  b->n[b->levels] = n, b->stride[b->levels++] = stride;
  b->at += at, b->count *= n;
}

static _Thread_local wt_row scrap; /* where a row goes that there is no memory for: wt_blks_new gives the block up */

static wt_row *grow(wt_blk *b) {
  wt_row *r = realloc(b->rows, (b->nrows + 1) * sizeof *r);
  if (!r) return b->no_memory = 1, &scrap;
  b->rows = r;
  memset(&r[b->nrows], 0, sizeof *r);
  return &r[b->nrows++];
}
void wt_row_add(wt_blk *b, enum wt_row_kind k, const char *name, unsigned csize, unsigned w, unsigned n, unsigned depth, unsigned ports, int flag,
                size_t off, size_t log, const char *we, const char *ne, const char *de) {
  if (!n) return; /* state that this shape does not have */
  *grow(b) = (wt_row){k, name, NULL, csize, w, n, depth, ports, flag, off, log, {we, ne, de}, 0, NULL, "", 0};
}
void wt_size_add(wt_blk *b, enum wt_size_kind k, const char *name, const char *text, unsigned entries, unsigned rd, unsigned wr, unsigned srch,
                 double ge, const char *expr, const char *rows) {
  if (!entries) return;
  wt_size_row *s = realloc(b->sizes, (b->nsizes + 1) * sizeof *s);
  if (!s) {
    b->no_memory = 1;
    return;
  }
  b->sizes = s;
  s[b->nsizes++] = (wt_size_row){k, name, text, entries, rd, wr, srch, ge, expr, rows};
}
/* Does the list of a WARP row hold the row? "o.x" is the port, "q.x" the register, "x" both. */
static int in_list(const char *list, const wt_row *r) {
  const char of = r->kind == WT_ROW_FF || r->kind == WT_ROW_MEM ? 'q' : 'o';
  const size_t n = strlen(r->name);
  for (const char *p = list; (p = strstr(p, r->name)); p += n) {
    if (p[n] && p[n] != ' ') continue;
    if (p == list || p[-1] == ' ' || (p[-1] == '.' && p[-2] == of)) return 1;
  }
  return 0;
}
void wt_warp_add(wt_blk *b, unsigned whose, const char *rows) {
  for (unsigned i = 0; i < b->nrows; i++)
    if (b->rows[i].kind != WT_ROW_IN && in_list(rows, &b->rows[i])) b->rows[i].whose = whose;
  for (unsigned i = 0; i < b->nrows; i++) { /* a port that shows a register under another name */
    if (b->rows[i].kind != WT_ROW_OUTQ || b->rows[i].whose) continue;
    for (unsigned k = 0; k < b->nrows && !b->rows[i].whose; k++)
      if (b->rows[k].kind == WT_ROW_FF && b->rows[k].off == b->rows[i].off) b->rows[i].whose = b->rows[k].whose;
  }
}
void wt_text_add(wt_blk *b, const char *out, const char *text) {
  for (unsigned i = 0; i < b->nrows; i++)
    if ((b->rows[i].kind == WT_ROW_OUT || b->rows[i].kind == WT_ROW_OUTQ) && !strcmp(b->rows[i].name, out)) b->rows[i].text = text;
}
void wt_valid_add(wt_blk *b, const char *port, const char *rows) {
  for (unsigned i = 0; i < b->nrows; i++)
    if ((b->rows[i].kind == WT_ROW_OUT || b->rows[i].kind == WT_ROW_OUTQ) && in_list(rows, &b->rows[i])) b->rows[i].valid = port;
}
void wt_seen_add(wt_blk *b, const char *rows) {
  for (unsigned i = 0; i < b->nrows; i++)
    if ((b->rows[i].kind == WT_ROW_FF || b->rows[i].kind == WT_ROW_MEM) && (*rows == '*' || in_list(rows, &b->rows[i]))) b->rows[i].seen = 1;
}
void wt_row_addi(wt_blk *b, const char *drv, const char *sig, int early, unsigned bits) {
  wt_row *r = grow(b);
  r->kind = WT_ROW_IN, r->name = sig, r->drv = drv, r->flag = early, r->elemw = bits, r->n = 1;
}

wt_blks *wt_blks_bare(const wt_shape *S) {
  wt_blks *b = calloc(1, sizeof *b);
  if (!b || !(b->blk = calloc(wt_ndescs, sizeof *b->blk))) return free(b), NULL;
  b->S = S, b->n = wt_ndescs;
  int bad = 0;
  for (unsigned i = 0; i < b->n; i++) {
    wt_desc_fns[i](S, &b->blk[i]);
    bad |= b->blk[i].no_memory;
  }
  return bad ? (wt_blks_free(b), NULL) : b;
}
wt_blks *wt_blks_new(const wt_shape *S) {
  wt_blks *b = wt_blks_bare(S);
  for (unsigned i = 0; b && i < b->n; i++) wt_said_fns[i](&b->blk[i]);
  return b;
}
void wt_blks_free(wt_blks *b) {
  if (!b) return;
  for (unsigned i = 0; i < b->n; i++) free(b->blk[i].rows), free(b->blk[i].sizes);
  free(b->blk);
  free(b);
}

const wt_blk *wt_blk_find(const wt_blks *b, const char *stem) {
  for (unsigned i = 0; i < b->n; i++)
    if (!strcmp(b->blk[i].stem, stem)) return &b->blk[i];
  return NULL;
}
const wt_blk *wt_blk_driver(const wt_blks *b, const char *drv) {
  for (unsigned i = 0; i < b->n; i++)
    if (b->blk[i].chosen && !strcmp(b->blk[i].drv, drv)) return &b->blk[i];
  for (unsigned i = 0; i < b->n; i++) /* one that the shape does not have: its signals are 0 */
    if (!strcmp(b->blk[i].drv, drv)) return &b->blk[i];
  return NULL;
}
const wt_row *wt_row_state(const wt_blk *b, const char *name) {
  for (unsigned i = 0; i < b->nrows; i++)
    if ((b->rows[i].kind == WT_ROW_FF || b->rows[i].kind == WT_ROW_MEM) && !strcmp(b->rows[i].name, name)) return &b->rows[i];
  return NULL;
}
const wt_row *wt_row_signal(const wt_blks *b, const char *drv, const char *sig, const wt_blk **owner) {
  const wt_blk *d = wt_blk_driver(b, drv);
  if (owner) *owner = d;
  for (unsigned i = 0; d && i < d->nrows; i++) {
    const wt_row *r = &d->rows[i];
    if ((r->kind == WT_ROW_OUT || r->kind == WT_ROW_OUTQ) && !strcmp(r->name, sig)) return r;
  }
  return NULL;
}

/* The number of instance i at every level. */
static void numbers(const wt_blk *b, unsigned i, unsigned at[WT_LEVELS]) {
  for (unsigned k = b->levels; k--; i /= b->n[k]) at[k] = i % b->n[k];
}

void wt_blk_path(const wt_blk *b, unsigned i, char *buf, size_t n) {
  unsigned at[WT_LEVELS] = {0};
  numbers(b, i, at);
  snprintf(buf, n, b->path, at[0], at[1], at[2]);
}

void wt_blks_alone(wt_blks *b, const wt_blk *one) {
  const unsigned subcores = b->S->SUBCORES;
  if (subcores == 1 || wt_blk_subcore(one, 0) < 0) return;
  for (unsigned i = 0; i < b->n; i++) {
    wt_blk *x = &b->blk[i];
    if (wt_blk_subcore(x, 0) >= 0) x->n[1] = 1, x->count /= subcores;
  }
  for (unsigned r = 0; r < one->nrows; r++) {
    const wt_row *in = &one->rows[r]; /* elemw: all bits that it sees */
    const wt_blk *owner;
    if (in->kind != WT_ROW_IN) continue;
    wt_row *x = (wt_row *)(uintptr_t)wt_row_signal(b, in->drv, in->name, &owner);
    if (x->n == 1) x->elemw = in->elemw / owner->count;
    else x->n = in->elemw / owner->count / x->elemw;
  }
}

int wt_blk_of_several(const wt_blk *b) { return b->outside == WT_WIRED || !strcmp(b->stem, "share") || !strcmp(b->stem, "fp64"); }
/* wt_pack is no port of a user's block in shapes without it, as what several sub-cores share is none with one. */
int wt_blk_silent(const wt_blk *b) {
  if (!strcmp(b->stem, "pack")) return !b->chosen;
  return wt_blk_of_several(b) && (b->outside == WT_WIRED ? b->n[b->levels - 1] == 1 : !b->chosen);
}

unsigned wt_blk_here(const wt_blk *b) { return b->levels > b->modules ? b->n[b->modules] : 1; }

/* The place where copies of a module around b, if there are several, keep what they see of the owner; NULL: b sees it as it is. */
static const wt_seen *seen_by(const wt_blk *b, const wt_blk *owner) {
  for (unsigned i = 0; i < wt_nseens; i++) {
    const wt_seen *s = &wt_seens[i];
    if (!strcmp(s->drv, owner->drv) && s->modules > owner->modules && s->modules <= b->modules && b->n[s->modules - 1] > 1) return s;
  }
  return NULL;
}
static unsigned common(const wt_blk *b, const wt_blk *owner) { return b->modules < owner->modules ? b->modules : owner->modules; }
unsigned wt_row_views(const wt_blk *b, const wt_blk *owner) {
  unsigned n = 1;
  for (unsigned k = common(b, owner); k < owner->levels; k++) n *= owner->n[k];
  return n;
}
void *wt_row_view(wt_m *m, const wt_blk *b, unsigned i, const wt_blk *owner, const wt_row *row, unsigned k) {
  unsigned at[WT_LEVELS] = {0};
  const wt_seen *s = seen_by(b, owner);
  const unsigned both = common(b, owner);
  char *p = (char *)m->gpu + row->off + (s ? s->at : owner->at);
  numbers(b, i, at);
  for (unsigned l = 0; s && l < s->modules; l++) p += at[l] * b->stride[l];
  for (unsigned l = 0; !s && l < both; l++) p += at[l] * owner->stride[l];
  for (unsigned l = owner->levels; !s && l-- > both; k /= owner->n[l]) p += k % owner->n[l] * owner->stride[l];
  return p;
}
wt_row wt_row_shape(const wt_blk *b, const wt_blk *owner, const wt_row *row, unsigned bits) {
  wt_row shape = *row;
  if (!seen_by(b, owner) || bits == row->elemw * row->n) return shape;
  if (row->n > 1) shape.n = bits / row->elemw;
  else shape.elemw = bits;
  shape.expr[0] = ""; /* a number that no key tells */
  return shape;
}

int wt_blk_sm(const wt_blk *b, unsigned i) {
  unsigned at[WT_LEVELS] = {0};
  numbers(b, i, at);
  return strstr(b->path, "u_sm") == b->path + strlen("g_sm[%u].") ? (int)at[0] : -1;
}
int wt_blk_subcore(const wt_blk *b, unsigned i) {
  unsigned at[WT_LEVELS] = {0};
  numbers(b, i, at);
  return strstr(b->path, "u_subcore") ? (int)at[1] : -1;
}

const char *wt_blk_which(const wt_blk *b, unsigned i, const wt_shape *S, char *buf, size_t n) {
  const int sm = wt_blk_sm(b, i), subcore = wt_blk_subcore(b, i);
  const unsigned here = b->count / (sm < 0 ? 1 : S->SMS) / (subcore < 0 ? 1 : S->SUBCORES);
  char one[16] = "", of[40] = "", in[32] = "";
  *buf = 0;
  if (b->count == 1) return buf;
  if (here > 1) snprintf(one, sizeof one, "[%u]", i % here);
  if (sm >= 0 && S->SMS > 1) snprintf(of, sizeof of, "SM %d", sm);
  if (subcore >= 0 && S->SUBCORES > 1) snprintf(in, sizeof in, "%ssub-core %d", *of ? ", " : "", subcore);
  snprintf(buf, n, "%s%s%s%s%s", *of || *in ? " of " : "", of, in, *one && (*of || *in) ? ", " : "", one);
  return buf;
}

static char *address(wt_m *m, const wt_blk *b, const wt_row *r, unsigned i) {
  unsigned at[WT_LEVELS] = {0};
  char *p = (char *)m->gpu + b->at + r->off;
  numbers(b, i, at);
  for (unsigned k = 0; k < b->levels; k++) p += at[k] * b->stride[k];
  return p;
}

void *wt_row_ptr(wt_m *m, const wt_blk *b, const wt_row *r, unsigned i) {
  char *p = address(m, b, r, i);
  return r->kind == WT_ROW_MEM ? *(void **)(void *)p : p;
}

int wt_row_warp(const wt_m *m, const wt_blk *b, const wt_row *r, unsigned i, unsigned e, unsigned bit) {
  wt_row block = {.kind = WT_ROW_OUT}; /* at offset 0: the block itself */
  if (!b->warp_of || !r->whose) return -1;
  const int sm = wt_blk_sm(b, i), subcore = wt_blk_subcore(b, i);
  wt_sm *of = &m->gpu->sm[sm < 0 ? 0 : sm];
  const wt_m at = {m->S, m->gpu, of, &of->subcore[subcore < 0 ? 0 : subcore], NULL, NULL};
  int w = b->warp_of(address((wt_m *)(uintptr_t)m, b, &block, i), &at, r->whose, e, bit);
  if (w >= 0 && subcore >= 0) w = (int)wt_warp_at(m->S, (unsigned)subcore, (unsigned)w);
  return w >= 0 && (unsigned)w < m->S->SM_SLOTS ? w + (sm < 0 ? 0 : sm * (int)m->S->SM_SLOTS) : -1;
}

wt_mlog *wt_row_log(wt_m *m, const wt_blk *b, const wt_row *r, unsigned i) { return (wt_mlog *)(void *)(address(m, b, r, i) - r->off + r->log); }

uint64_t wt_row_bits(const wt_row *r) {
  uint64_t n = (uint64_t)r->elemw * r->n;
  return r->kind == WT_ROW_MEM ? n * r->depth : n;
}
size_t wt_row_stride(const wt_row *r) { return r->csize ? r->csize : (r->elemw + 31) / 32 * 4; }
size_t wt_row_bytes(const wt_row *r) { return r->kind == WT_ROW_MEM ? r->depth * wt_row_stride(r) : wt_row_value_bytes(r); }

/* Bits 64 * half to 64 * half + 63 of element i, which has 64 or more. */
static uint64_t element(const wt_row *r, const void *c, unsigned i, unsigned half) {
  uint64_t v;
  memcpy(&v, (const char *)c + (size_t)i * r->csize + 8 * half, sizeof v); /* little-endian host, as everywhere in this project */
  return v;
}

/* Elements of up to 32 bits; flags, a byte each in C, eight at a time: the product moves the lowest bit of byte i to bit 56 + i. */
static void pack_narrow(const wt_row *r, const void *c, uint32_t *words) {
  uint64_t acc = 0, mask = wt_mask64(r->elemw);
  unsigned have = 0, w = r->elemw, i = 0;
#define PUT(v, bits) acc |= (uint64_t)(v) << have, have += (bits)
#define FULL \
  if (have >= 32) *words++ = (uint32_t)acc, acc >>= 32, have -= 32
#define REST(type)                       \
  for (; i < r->n; i++) {                \
    PUT(((const type *)c)[i] & mask, w); \
    FULL;                                \
  }
  switch (r->csize) {
    case 1:
      for (; w == 1 && i + 8 <= r->n; i += 8) {
        uint64_t v;
        memcpy(&v, (const uint8_t *)c + i, sizeof v);
        PUT((v & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56, 8);
        FULL;
      }
      REST(uint8_t);
      break;
    case 2: REST(uint16_t); break;
    default: REST(uint32_t);
  }
#undef PUT
#undef FULL
#undef REST
  if (have) *words = (uint32_t)acc;
}

void wt_row_pack(const wt_row *r, const void *c, uint32_t *words) {
  if (!r->csize || (r->csize == 4 && r->elemw == 32)) {
    memcpy(words, c, (r->elemw * (size_t)r->n + 31) / 32 * 4);
    return;
  }
  if (r->elemw <= 32 && r->csize <= 4) {
    pack_narrow(r, c, words);
    return;
  }
  uint64_t acc = 0;
  unsigned have = 0;
  for (unsigned i = 0; i < r->n; i++) {
    uint64_t v = element(r, c, i, 0) & wt_mask64(r->elemw);
    for (unsigned left = r->elemw; left;) {
      unsigned k = left < 32 ? left : 32;
      acc |= (v & 0xffffffffu) << have;
      have += k, left -= k, v >>= 32;
      if (have >= 32) *words++ = (uint32_t)acc, acc >>= 32, have -= 32;
      if (r->elemw - left == 64) v = element(r, c, i, 1) & wt_mask64(left);
    }
  }
  if (have) *words = (uint32_t)acc;
}

void wt_row_unpack(const wt_row *r, void *c, const uint32_t *words) {
  if (!r->csize || (r->csize == 4 && r->elemw == 32)) {
    memcpy(c, words, (r->elemw * (size_t)r->n + 31) / 32 * 4);
    return;
  }
  for (unsigned i = 0; i < r->n; i++) {
    uint64_t v = wt_words_get(words, i * r->elemw, r->elemw < 64 ? r->elemw : 64);
    if (r->csize > 8) { /* a set of more than 64 warps */
      uint64_t high = r->elemw > 64 ? wt_words_get(words, i * r->elemw + 64, r->elemw - 64) : 0;
      ((wt_warps *)c)[i] = (wt_warps)high << 32 << 32 | v;
      continue;
    }
    switch (r->csize) {
      case 1: ((uint8_t *)c)[i] = (uint8_t)v; break;
      case 2: ((uint16_t *)c)[i] = (uint16_t)v; break;
      case 4: ((uint32_t *)c)[i] = (uint32_t)v; break;
      default: ((uint64_t *)c)[i] = v;
    }
  }
}

/* The memories of all instances, anew or none. */
static int memories(wt_m *m, int wanted) {
  wt_blks *b = wt_blks_new(m->S);
  if (!b) return -1;
  int bad = 0;
  for (unsigned k = 0; k < b->n; k++)
    for (unsigned i = 0; i < b->blk[k].count; i++)
      for (unsigned r = 0; r < b->blk[k].nrows; r++) {
        const wt_row *w = &b->blk[k].rows[r];
        if (w->kind != WT_ROW_MEM) continue;
        void **p = (void **)(void *)address(m, &b->blk[k], w, i);
        free(*p), *p = wanted ? calloc(w->depth, wt_row_stride(w)) : NULL;
        bad |= wanted && !*p;
      }
  wt_blks_free(b);
  return bad ? -1 : 0;
}

size_t wt_m_bytes(const wt_shape *S) {
  size_t n = wt_gpu_bytes(S) + S->SMS * S->SUBCORES * sizeof(wt_m);
  wt_blks *b = wt_blks_new(S);
  if (!b) return 0;
  for (unsigned k = 0; k < b->n; k++)
    for (unsigned r = 0; r < b->blk[k].nrows; r++) {
      const wt_row *w = &b->blk[k].rows[r];
      if (w->kind == WT_ROW_MEM) n += b->blk[k].count * (size_t)w->depth * wt_row_stride(w);
    }
  wt_blks_free(b);
  return n;
}

wt_m *wt_m_new(const wt_shape *S) {
  wt_m *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  m->S = S;
  if (!(m->gpu = calloc(1, wt_gpu_bytes(S)))) return free(m), NULL;
  wt_m *all = calloc(S->SMS * S->SUBCORES, sizeof *all);
  if (!all) return wt_m_free(m), NULL;
  for (unsigned i = 0; i < S->SMS * S->SUBCORES; i++) {
    wt_sm *sm = &m->gpu->sm[i / S->SUBCORES];
    all[i] = (wt_m){S, m->gpu, sm, &sm->subcore[i % S->SUBCORES], &all[i - i % S->SUBCORES], all};
  }
  m->sm = all->sm, m->subcore = all->subcore, m->at = m->all = all;
  m->gpu->S = S;
  wt_gpu_bind(m->gpu, NULL);
  if (memories(m, 1)) return wt_m_free(m), NULL;
  return m;
}
void wt_m_free(wt_m *m) {
  if (!m) return;
  if (m->all) memories(m, 0);
  free((wt_m *)(uintptr_t)m->all);
  free(m->gpu);
  free(m);
}

void wt_m_reset(wt_m *m) {
  wt_blks *b = wt_blks_new(m->S);
  for (unsigned k = 0; b && k < b->n; k++)
    for (unsigned i = 0; i < b->blk[k].count; i++)
      for (unsigned r = 0; r < b->blk[k].nrows; r++) {
        const wt_row *w = &b->blk[k].rows[r];
        if (w->kind == WT_ROW_FF && w->flag) memset(wt_row_ptr(m, &b->blk[k], w, i), 0, wt_row_value_bytes(w));
      }
  wt_blks_free(b);
  if (m->gpu->guests) m->gpu->guests->reset(m->gpu->guests);
}
