/* wt_bench_rows.c - what the C value of every row of a block keeps to. */
#include "bench/wt_bench_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_min.h"

typedef struct {
  const wt_row *row;
  const uint8_t *c;
  size_t end; /* bytes up to the next row of the block; what this shape does not use of them is 0 */
  /* memories */
  uint8_t *was;
  wt_mlog *log;
} looked;

struct wt_bench_rows {
  wt_blks *blks;
  const wt_blk *blk;
  looked *at;
  unsigned n;
};

/* Where the next thing of the block begins behind `from`, or `from` when nothing is known of it: the inputs stand behind the last row. */
static size_t next_of(const wt_blk *b, size_t from) {
  size_t best = 0;
  for (unsigned i = 0; i < b->nrows; i++) {
    const wt_row *r = &b->rows[i];
    if (r->kind == WT_ROW_IN) continue;
    if (r->off > from && (!best || r->off < best)) best = r->off;
    if (r->kind == WT_ROW_MEM && r->log > from && (!best || r->log < best)) best = r->log;
  }
  return best ? best : from;
}

wt_bench_rows *wt_bench_rows_new(wt_m *m, const char *stem) {
  wt_bench_rows *r = calloc(1, sizeof *r);
  if (!r || !(r->blks = wt_blks_new(m->S))) return wt_bench_rows_free(r), NULL;
  const wt_blk *b = r->blk = wt_blk_find(r->blks, stem);
  if (!(r->at = calloc(b->nrows + 1, sizeof *r->at))) return wt_bench_rows_free(r), NULL;
  for (unsigned i = 0; i < b->nrows; i++) {
    const wt_row *row = &b->rows[i];
    if (row->kind == WT_ROW_IN) continue;
    looked *l = &r->at[r->n++];
    *l = (looked){.row = row, .c = wt_row_ptr(m, b, row, 0), .end = next_of(b, row->off) - row->off};
    if (row->kind != WT_ROW_MEM) continue;
    l->log = wt_row_log(m, b, row, 0);
    if (!(l->was = malloc(wt_row_bytes(row)))) return wt_bench_rows_free(r), NULL;
  }
  return r;
}

void wt_bench_rows_free(wt_bench_rows *r) {
  if (!r) return;
  for (unsigned i = 0; i < r->n; i++) free(r->at[i].was);
  wt_blks_free(r->blks);
  free(r->at);
  free(r);
}

const wt_blk *wt_bench_rows_blk(const wt_bench_rows *r) { return r->blk; }

void wt_bench_rows_start(wt_bench_rows *r) {
  for (unsigned i = 0; i < r->n; i++) {
    looked *l = &r->at[i];
    if (l->row->kind != WT_ROW_MEM) continue;
    memcpy(l->was, l->c, wt_row_bytes(l->row));
    l->log->n = 0;
  }
}

/* Bits of an element above its width; wide rows are words. */
static int fits(const wt_row *r, const uint8_t *c) {
  uint64_t all = 0, rest = 0;
  unsigned w = r->elemw;
  if (!r->csize) {
    const uint32_t *x = (const uint32_t *)(const void *)c;
    return w * r->n % 32 == 0 || !(x[w * r->n / 32] >> w * r->n % 32);
  }
  for (unsigned i = 0; i < r->n; i++) {
    uint64_t v = 0;
    memcpy(&v, c + (size_t)i * r->csize, r->csize > 8 ? 8 : r->csize); /* little-endian host, as everywhere in this project */
    all |= v;
    if (r->csize <= 8) continue;
    memcpy(&v, c + (size_t)i * r->csize + 8, 8);
    rest |= v;
  }
  return !(all & ~wt_mask64(w)) && !(w > 64 ? rest & ~wt_mask64(w - 64) : rest);
}

int wt_bench_rows_fit(const wt_bench_rows *r, char *err, size_t errn) {
  for (unsigned i = 0; i < r->n; i++) {
    const looked *l = &r->at[i];
    if (l->row->kind == WT_ROW_MEM) continue;
    if (!fits(l->row, l->c))
      return snprintf(err, errn, "wt_%s: an element of %s has more than %u bits", r->blk->stem, l->row->name, l->row->elemw), -1;
    for (size_t k = wt_row_value_bytes(l->row); k < l->end; k++)
      if (l->c[k]) return snprintf(err, errn, "wt_%s: %s is not 0 behind element %u", r->blk->stem, l->row->name, l->row->n - 1), -1;
  }
  return 0;
}

int wt_bench_rows_noted(wt_bench_rows *r, char *err, size_t errn) {
  for (unsigned i = 0; i < r->n; i++) {
    looked *l = &r->at[i];
    if (l->row->kind != WT_ROW_MEM) continue;
    size_t bytes = wt_row_stride(l->row);
    const unsigned n = wt_min(l->log->n, WT_MLOG);
    for (unsigned k = 0; k < n; k++) {
      unsigned row = l->log->row[k];
      if (row >= l->row->depth)
        return snprintf(err, errn, "wt_%s: row %u of %s is written, which has %u", r->blk->stem, row, l->row->name, l->row->depth), -1;
      if (!fits(l->row, l->c + row * bytes))
        return snprintf(err, errn, "wt_%s: row %u of %s has more than %u bits", r->blk->stem, row, l->row->name, l->row->elemw), -1;
      memcpy(l->was + row * bytes, l->c + row * bytes, bytes);
    }
    if (l->log->n > WT_MLOG || !memcmp(l->was, l->c, wt_row_bytes(l->row))) continue; /* a longer list says nothing of single rows */
    for (unsigned row = 0; row < l->row->depth; row++)
      if (memcmp(l->was + row * bytes, l->c + row * bytes, bytes))
        return snprintf(err, errn, "wt_%s: row %u of %s has changed and is not in the list of written rows", r->blk->stem, row, l->row->name), -1;
  }
  return 0;
}
