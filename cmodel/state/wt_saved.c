/* wt_saved.c - rows of state as bytes. */
#include "state/wt_saved.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state/wt_rows.h"

static _Thread_local wt_saved_row scrap;

wt_saved_row *wt_saved_add(wt_saved *l, void *at, size_t elem, uint32_t n, const char *fmt, ...) {
  va_list ap;
  if (l->n == l->cap) {
    unsigned cap = l->cap ? 2 * l->cap : 256;
    wt_saved_row *p = realloc(l->row, cap * sizeof *p);
    if (!p) return l->no_memory = 1, &scrap;
    l->row = p, l->cap = cap;
  }
  wt_saved_row *r = &l->row[l->n++];
  *r = (wt_saved_row){.section = l->section, .at = at, .elem = elem, .n = n, .still = l->still};
  if (l->unnamed) return r;
  const size_t behind = (size_t)snprintf(r->name, sizeof r->name, "%s", l->of);
  va_start(ap, fmt);
  vsnprintf(r->name + behind, sizeof r->name - behind, fmt, ap);
  va_end(ap);
  return r;
}
void wt_saved_of_sm(wt_saved *l, unsigned sm) {
  *l->of = 0;
  if (sm) snprintf(l->of, sizeof l->of, "sm%u.", sm);
}
int wt_saved_still(wt_saved *l, unsigned sm) {
  l->still = sm + 1;
  return !l->left || !l->left(l->left_ctx, sm);
}
void wt_saved_empty(wt_saved *l) { l->n = 0; }
void wt_saved_free(wt_saved *l) {
  free(l->row);
  *l = (wt_saved){0};
}

static uint32_t elements(const wt_saved_row *r) { return r->count ? *r->count : r->n; }
static size_t step(const wt_saved_row *r) { return r->stride ? r->stride : r->elem; }
static char *element(const wt_saved_row *r, uint32_t i) {
  char *p = r->own ? (char *)*r->own + (size_t)r->at : r->at;
  p += i * step(r);
  return r->through ? *(char **)(void *)p : p;
}

size_t wt_saved_bytes(const wt_saved_row *r) { return elements(r) * r->elem; }

static void differ(char *p, const char *base, size_t n) {
  for (size_t i = 0; i < n; i++) p[i] = (char)(p[i] ^ base[i]);
}

void wt_saved_get(const wt_saved_row *r, void *to) {
  uint32_t n = elements(r);
  if (!r->stride && !r->through && n) memcpy(to, element(r, 0), n * r->elem);
  else
    for (uint32_t i = 0; i < n; i++) memcpy((char *)to + i * r->elem, element(r, i), r->elem);
  if (r->base) differ(to, r->base, n * r->elem);
}

void wt_saved_copy(void *to, const void *from, size_t n) {
  enum { PIECE = 4096 };
  for (size_t at = 0, k; at < n; at += k) {
    k = n - at < PIECE ? n - at : PIECE;
    if (memcmp((char *)to + at, (const char *)from + at, k)) memcpy((char *)to + at, (const char *)from + at, k);
  }
}
void wt_saved_renew(const wt_saved_row *r, void *to) {
  const uint32_t n = elements(r);
  if (r->base) wt_saved_get(r, to);
  else if (!r->stride && !r->through && n) wt_saved_copy(to, element(r, 0), n * r->elem);
  else
    for (uint32_t i = 0; i < n; i++) wt_saved_copy((char *)to + i * r->elem, element(r, i), r->elem);
}

static int make_room(const wt_saved_row *r, uint32_t n) {
  if (!r->own || n <= *r->room) return 0;
  void *p = realloc(*r->own, n * step(r));
  if (!p) return -1;
  *r->own = p, *r->room = n;
  return 0;
}

long wt_saved_put(const wt_saved_row *r, const void *from, size_t have) {
  uint32_t n = elements(r);
  if (n > r->n || n * r->elem > have || make_room(r, n)) return -1;
  for (uint32_t i = 0; i < n; i++) memcpy(element(r, i), (const char *)from + i * r->elem, r->elem);
  if (r->base) differ(element(r, 0), r->base, n * r->elem);
  return (long)(n * r->elem);
}

void wt_saved_spoil(const wt_saved_row *r) {
  for (uint32_t i = 0; !r->count && i < r->n; i++) memset(element(r, i), 0xa5, r->elem);
}

/* ---- the machine ---- */

/* What an edge changes in an SM without a CTA: the clock, and whose turn it is. */
static int goes_on(const wt_blk *b) { return b->outside || !strcmp(b->stem, "sreg") || !strcmp(b->stem, "share") || !strcmp(b->stem, "fp64"); }

static void add_block(wt_saved *l, wt_m *m, const wt_blk *b) {
  const unsigned of_sm = b->count / m->S->SMS;
  for (unsigned i = 0; i < b->count; i++) {
    if (of_sm && !goes_on(b) && !wt_saved_still(l, i / of_sm)) continue;
    for (unsigned k = 0; k < b->nrows; k++) {
      const wt_row *w = &b->rows[k];
      if (b->outside ? w->kind != WT_ROW_OUT && w->kind != WT_ROW_OUTQ : w->kind != WT_ROW_FF && w->kind != WT_ROW_MEM) continue;
      size_t elem = wt_row_stride(w);
      uint32_t n = (uint32_t)(wt_row_bytes(w) / elem);
      if (b->count > 1) wt_saved_add(l, wt_row_ptr(m, b, w, i), elem, n, "%s[%u].%s", b->stem, i, w->name);
      else wt_saved_add(l, wt_row_ptr(m, b, w, i), elem, n, "%s.%s", b->stem, w->name);
    }
  }
  l->still = 0;
}

/* Stems are text of the program, so a section's name outlives the table of rows. */
void wt_saved_machine(wt_saved *l, wt_m *m) {
  wt_blks *b = wt_blks_new(m->S);
  if (!b) {
    l->no_memory = 1;
    return;
  }
  for (unsigned k = 0; k < b->n; k++) {
    if ((!b->blk[k].chosen && !b->blk[k].outside) || b->blk[k].outside == WT_WIRED || (m->gpu->guests && m->gpu->guests->is[k])) continue;
    l->section = b->blk[k].stem;
    add_block(l, m, &b->blk[k]);
  }
  wt_blks_free(b);
}

void wt_saved_machine_loaded(wt_m *m) {
  wt_gpu_wake(m->gpu);
  wt_gpu_moore(m->gpu);
}
