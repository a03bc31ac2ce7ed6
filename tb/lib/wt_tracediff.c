/* wt_tracediff.c - Levenshtein distance of long sequences in linear memory.
 *
 * The table of distances D[i][j] (i of a, j of b) is worked off in strips of STRIP x 64 rows. Inside a strip a column is kept as
 * differences of vertically adjacent cells, one bit each for +1 and -1, and a column follows from the one to its left with a
 * few word operations (Myers' bit-vector algorithm, in Hyyro's form for blocks). Only the differences along the lower edge of a
 * strip are handed to the next one.
 *
 * A path of cost c leaves the two main diagonals (through the first and the last corner) by at most (c - their distance) / 2, so
 * cells beyond that are left out for a limit on the cost: upper bounds stand for their values, and the result is right if it is
 * at most the limit. Otherwise it is still an upper bound: the next limit need not be larger than it.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/wt_trace.h"

enum { STRIP = 4, ROWS = STRIP * 64, FIRST_LIMIT = 256 };

typedef struct {
  const uint32_t *a, *b;
  size_t na, nb;
  uint64_t *eq;  /* [symbol * STRIP + word]: rows of the strip that hold the symbol */
  uint8_t *edge; /* [column]: horizontal difference at the lower edge of the strip above: bit 0 = +1, bit 1 = -1 */
} table;

/* One word of a column. h: horizontal difference that comes in at the top (as in edge); returns the one at bit `last`. */
static inline unsigned step(uint64_t eq, uint64_t *pv, uint64_t *mv, unsigned h, unsigned last) {
  uint64_t hp = h & 1, hm = h >> 1;
  uint64_t xv = eq | *mv;
  eq |= hm;
  uint64_t xh = (((eq & *pv) + *pv) ^ *pv) | eq;
  uint64_t ph = *mv | ~(xh | *pv), mh = *pv & xh;
  unsigned out = (unsigned)(ph >> last & 1) | (unsigned)(mh >> last & 1) << 1;
  ph = ph << 1 | hp;
  mh = mh << 1 | hm;
  *pv = mh | ~(xv | ph);
  *mv = ph & xv;
  return out;
}

static long delta(unsigned h) { return (long)(h & 1) - (long)(h >> 1); }

static void set_rows(table *t, size_t row, size_t rows, int on) {
  for (size_t i = 0; i < rows; i++) {
    uint64_t *w = &t->eq[(size_t)t->a[row + i] * STRIP + i / 64];
    *w = on ? *w | UINT64_C(1) << (i % 64) : 0;
  }
}

/* Columns from..to (from 0) of the strip at `row` with `rows` rows. Returns the sum of the differences along the lower edge. */
static long strip(table *t, size_t row, size_t rows, size_t from, size_t to) {
  uint64_t pv[STRIP], mv[STRIP];
  unsigned words = (unsigned)((rows + 63) / 64), last = (unsigned)((rows - 1) % 64);
  long sum = 0;
  for (unsigned k = 0; k < STRIP; k++) pv[k] = ~UINT64_C(0), mv[k] = 0;
  set_rows(t, row, rows, 1);
  if (words == STRIP) {
    for (size_t j = from; j < to; j++) {
      const uint64_t *eq = &t->eq[(size_t)t->b[j] * STRIP];
      unsigned h = t->edge[j];
      for (unsigned k = 0; k < STRIP - 1; k++) h = step(eq[k], &pv[k], &mv[k], h, 63);
      h = step(eq[STRIP - 1], &pv[STRIP - 1], &mv[STRIP - 1], h, last);
      t->edge[j] = (uint8_t)h;
    }
  } else {
    for (size_t j = from; j < to; j++) {
      const uint64_t *eq = &t->eq[(size_t)t->b[j] * STRIP];
      unsigned h = t->edge[j];
      for (unsigned k = 0; k < words; k++) h = step(eq[k], &pv[k], &mv[k], h, k + 1 == words ? last : 63);
      t->edge[j] = (uint8_t)h;
    }
  }
  set_rows(t, row, rows, 0);
  for (size_t j = from; j < to; j++) sum += delta(t->edge[j]);
  return sum;
}

static size_t beyond(size_t x, size_t y) { return x > y ? x - y : 0; }

/* An upper bound of the distance; exact if it is at most limit, which is at least the difference of the lengths. */
static size_t banded(table *t, size_t limit) {
  const size_t a_longer = beyond(t->na, t->nb), b_longer = beyond(t->nb, t->na);
  size_t aside = (limit - a_longer - b_longer) / 2, below = a_longer + aside, above = b_longer + aside;
  size_t from = 0, filled = 0;
  long left = 0; /* value in the last row so far, at the column left of `from` */
  long at_end = 0;
  for (size_t row = 0; row < t->na; row += ROWS) {
    size_t rows = t->na - row < ROWS ? t->na - row : ROWS;
    size_t start = beyond(row, below), to = row + rows + above < t->nb ? row + rows + above : t->nb;
    for (; from < start; from++) left += delta(t->edge[from]);
    for (; filled < to; filled++) t->edge[filled] = 1;
    left += (long)rows;
    at_end = left + strip(t, row, rows, from, to);
  }
  return (size_t)at_end; /* the last rows are looked at up to the last column */
}

size_t wt_levenshtein(const uint32_t *a, size_t na, const uint32_t *b, size_t nb) {
  while (na && nb && *a == *b) a++, b++, na--, nb--;
  while (na && nb && a[na - 1] == b[nb - 1]) na--, nb--;
  if (!na || !nb) return na + nb;
  uint32_t max = 0;
  for (size_t i = 0; i < na; i++) max = a[i] > max ? a[i] : max;
  for (size_t i = 0; i < nb; i++) max = b[i] > max ? b[i] : max;
  table t = {a, b, na, nb, calloc(((size_t)max + 1) * STRIP, sizeof(uint64_t)), malloc(nb)};
  size_t d = (size_t)-1;
  for (size_t limit = beyond(na, nb) + beyond(nb, na) + FIRST_LIMIT; t.eq && t.edge && (d = banded(&t, limit)) > limit;)
    limit = d < 4 * limit ? d : 4 * limit;
  free(t.eq), free(t.edge);
  return d;
}

/* ---- steps as symbols ---- */

typedef struct {
  const wt_trace_step **slot;
  uint32_t *id, n;
  size_t mask;
  wt_trace_mask how;
} dictionary;

static uint64_t mask_of(const wt_trace_step *s, wt_trace_mask how) { return how == WT_MASK_PATH ? s->path : how == WT_MASK_EXEC ? s->exec : 0; }

static uint32_t symbol(dictionary *d, const wt_trace_step *s) {
  uint64_t m = mask_of(s, d->how), h = (m ^ (uint64_t)s->pc << 20) * UINT64_C(0x9e3779b97f4a7c15);
  size_t i = (size_t)(h >> 20) & d->mask;
  while (d->slot[i] && (d->slot[i]->pc != s->pc || mask_of(d->slot[i], d->how) != m)) i = (i + 1) & d->mask;
  if (!d->slot[i]) d->slot[i] = s, d->id[i] = d->n++;
  return d->id[i];
}

size_t wt_trace_distance(const wt_trace_step *a, size_t na, const wt_trace_step *b, size_t nb, wt_trace_mask mask) {
  size_t size = 64;
  if (!na || !nb) return na + nb;
  while (size < 2 * (na + nb)) size *= 2;
  dictionary d = {calloc(size, sizeof *d.slot), malloc(size * sizeof *d.id), 0, size - 1, mask};
  uint32_t *x = malloc(na * sizeof *x), *y = malloc(nb * sizeof *y);
  size_t r = (size_t)-1;
  if (d.slot && d.id && x && y) {
    for (size_t i = 0; i < na; i++) x[i] = symbol(&d, &a[i]);
    for (size_t i = 0; i < nb; i++) y[i] = symbol(&d, &b[i]);
    r = wt_levenshtein(x, na, y, nb);
  }
  free(x), free(y), free(d.slot), free(d.id);
  return r;
}

int wt_trace_compare(const wt_trace *a, const wt_trace *b, wt_trace_mask mask, wt_trace_each each, void *ctx, wt_trace_sum *sum) {
  size_t i = 0, k = 0;
  memset(sum, 0, sizeof *sum);
  while (i < a->n || k < b->n) {
    int c = i == a->n ? 1 : k == b->n ? -1 : wt_trace_order(&a->warp[i], &b->warp[k]);
    const wt_trace_warp *x = c <= 0 ? &a->warp[i++] : NULL, *y = c >= 0 ? &b->warp[k++] : NULL;
    size_t na = x ? x->n : 0, nb = y ? y->n : 0, longer = na > nb ? na : nb;
    size_t d = x && y ? wt_trace_distance(x->step, na, y->step, nb, mask) : longer;
    if (d == (size_t)-1) return -1;
    sum->distance += d, sum->length += longer, sum->warps++, sum->equal += d == 0;
    if (!x) sum->only[1]++;
    if (!y) sum->only[0]++;
    if (each) each(ctx, x ? x : y, na, nb, d);
  }
  return 0;
}
