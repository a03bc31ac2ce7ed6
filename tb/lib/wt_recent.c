/* wt_recent.c - a ring of machines without their memories. */
#include "lib/wt_recent.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 140, INPUT_LINES = 12, ROW_WORDS = 4200, SHOWN_BITS = 128 };

struct wt_recent {
  wt_blks *blks;
  char *kept; /* WT_RECENT_CYCLES machines, one behind the other; looked at through the rows alone, what points somewhere is not followed */
  uint64_t cycle[WT_RECENT_CYCLES];
  unsigned n; /* so many have been put in */
  uint32_t a[ROW_WORDS], b[ROW_WORDS];
};

wt_recent *wt_recent_new(const wt_shape *S) {
  wt_recent *r = calloc(1, sizeof *r);
  if (r && (r->blks = wt_blks_new(S)) && (r->kept = malloc(WT_RECENT_CYCLES * wt_gpu_bytes(S)))) return r;
  wt_recent_free(r);
  return NULL;
}
void wt_recent_free(wt_recent *r) {
  if (!r) return;
  wt_blks_free(r->blks);
  free(r->kept);
  free(r);
}

static wt_gpu *kept(const wt_recent *r, unsigned i) { return (wt_gpu *)(void *)(r->kept + i * wt_gpu_bytes(r->blks->S)); }

void wt_recent_cycle(wt_recent *r, const wt_m *m, uint64_t cycle) {
  unsigned i = r->n++ % WT_RECENT_CYCLES;
  const wt_sm *last = &m->gpu->sm[m->S->SMS - 1]; /* its sub-cores of the shape come last */
  memcpy(kept(r, i), m->gpu, (size_t)((const char *)&last->subcore[m->S->SUBCORES] - (const char *)m->gpu));
  r->cycle[i] = cycle;
}

/* ---- text ---- */

typedef struct {
  char *buf;
  size_t n, line; /* line: length of the last one */
  unsigned lines;
} text;

static void put(text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(text *t, const char *fmt, ...) {
  size_t at = strlen(t->buf);
  va_list ap;
  va_start(ap, fmt);
  int k = vsnprintf(t->buf + at, t->n - at, fmt, ap);
  va_end(ap);
  t->line = *fmt == '\n' ? (size_t)k : t->line + (size_t)k, t->lines += *fmt == '\n';
}

static int fits(const wt_row *r) { return (size_t)r->elemw * r->n < 32 * (ROW_WORDS - 8); }

static const uint32_t *packed(wt_recent *r, unsigned at, const wt_blk *b, const wt_row *row, unsigned inst, uint32_t *words) {
  wt_m m = {.gpu = kept(r, at)};
  memset(words, 0, ROW_WORDS * sizeof *words);
  wt_row_pack(row, wt_row_ptr(&m, b, row, inst), words);
  return words;
}

static void number(const uint32_t *w, unsigned lo, unsigned bits, char buf[80]) {
  unsigned k = bits < SHOWN_BITS ? bits : SHOWN_BITS;
  size_t len = 0;
  int lead = 1;
  for (unsigned j = (k + 31) / 32; j-- > 0;) {
    uint32_t v = (uint32_t)wt_words_get(w, lo + 32 * j, k - 32 * j < 32 ? k - 32 * j : 32);
    if (lead && !v && j) continue;
    len += (size_t)snprintf(buf + len, 80 - len, lead ? "%x" : "%08x", v);
    lead = 0;
  }
  if (bits > k) snprintf(buf + len, 80 - len, ", lowest %u of %u bits", k, bits);
}

static int same(const uint32_t *a, const uint32_t *b, unsigned lo, unsigned bits) {
  for (unsigned j = 0; j < bits; j += 32) {
    unsigned k = bits - j < 32 ? bits - j : 32;
    if (wt_words_get(a, lo + j, k) != wt_words_get(b, lo + j, k)) return 0;
  }
  return 1;
}

/* One more value; a new line when this one is full. 0: no more lines. */
static int word(text *t, const char *w, unsigned most) {
  if (t->line + strlen(w) + 1 > WIDTH) {
    if (t->lines == most) return 0;
    put(t, "\n   ");
  }
  put(t, " %s", w);
  return 1;
}

/* The newest cycle in which dispatch had a beat of the warp for this execution unit: what comes out of it late went in there. Of other blocks, and without
 * such a cycle, the newest one. */
static unsigned looked_at(const wt_recent *r, const wt_blk *b, int w) {
  static const char *const units[] = {
#define UNIT(NAME, stem, ...) #stem,
#define PLACE(...)
#include "spec/units.def"
#undef UNIT
#undef PLACE
  };
  unsigned have = r->n < WT_RECENT_CYCLES ? r->n : WT_RECENT_CYCLES, unit = 0, last = sizeof units / sizeof *units;
  while (unit < last && strcmp(units[unit], b->stem)) unit++;
  for (unsigned k = r->n; unit < last && k-- > r->n - have;) {
    const wt_disp_out *d = &kept(r, k % WT_RECENT_CYCLES)->sm->subcore->disp.o;
    if (d->valid && uop_get_unit(d->uop) == unit && (w < 0 || d->warp == w)) return k % WT_RECENT_CYCLES;
  }
  return (r->n - 1) % WT_RECENT_CYCLES;
}

static void inputs(wt_recent *r, const wt_blk *b, int w, text *t) {
  static const uint32_t zero[ROW_WORDS];
  unsigned left = 0, at = looked_at(r, b, w);
  t->lines = 0;
  put(t, "\ninputs of wt_%s in cycle %llu, both twins (hexadecimal; all others are 0):", b->stem, (unsigned long long)r->cycle[at]);
  put(t, "\n   ");
  for (unsigned i = 0; i < b->nrows; i++) {
    const wt_blk *owner;
    const wt_row *in = b->rows[i].kind == WT_ROW_IN ? wt_row_signal(r->blks, b->rows[i].drv, b->rows[i].name, &owner) : NULL;
    int seen = !in || !fits(in);
    for (unsigned k = 0; k < i && !seen; k++)
      seen = b->rows[k].kind == WT_ROW_IN && !strcmp(b->rows[k].drv, b->rows[i].drv) && !strcmp(b->rows[k].name, b->rows[i].name);
    for (unsigned k = 0; !seen && k < owner->count; k++) {
      const uint32_t *v = packed(r, at, owner, in, k, r->a);
      for (unsigned e = 0; e < in->n; e++) {
        char value[80], one[200], of[16] = "", el[16] = "";
        if (same(v, zero, e * in->elemw, in->elemw)) continue;
        number(v, e * in->elemw, in->elemw, value);
        if (owner->count > 1) snprintf(of, sizeof of, "[%u]", k);
        if (in->n > 1) snprintf(el, sizeof el, "[%u]", e);
        snprintf(one, sizeof one, "%.40s%s_%.40s%s=%s", owner->drv, of, in->name, el, value);
        left += left || !word(t, one, INPUT_LINES);
      }
    }
  }
  if (t->line == 4) put(t, " none");
  if (left) put(t, " and %u more", left);
}

/* What is different in the block from the cycle before; 0: nothing. */
static int changes(wt_recent *r, const wt_blk *b, unsigned inst, unsigned before, unsigned at, text *t) {
  unsigned n = 0, left = 0;
  for (unsigned i = 0; i < b->nrows; i++) {
    const wt_row *row = &b->rows[i];
    if ((row->kind != WT_ROW_FF && row->kind != WT_ROW_OUT) || !fits(row)) continue;
    if (row->kind == WT_ROW_OUT && wt_row_state(b, row->name)) continue; /* a register that is shown under its own name */
    const uint32_t *v = packed(r, before, b, row, inst, r->a), *w = packed(r, at, b, row, inst, r->b);
    for (unsigned e = 0; e < row->n; e++) {
      char old[80], now[80], el[16] = "";
      if (same(v, w, e * row->elemw, row->elemw)) continue;
      if (!t) return 1;
      if (!n++) put(t, "\n  %8llu ", (unsigned long long)r->cycle[at]);
      *old = *now = 0;
      if (row->elemw <= SHOWN_BITS) number(v, e * row->elemw, row->elemw, old), number(w, e * row->elemw, row->elemw, now);
      if (row->n > 1) snprintf(el, sizeof el, "[%u]", e);
      if (left || t->line + strlen(old) + strlen(now) + strlen(row->name) > WIDTH) left++;
      else put(t, " %s%s %s%s%s", row->name, el, old, *old ? ">" : "changed", now);
    }
  }
  if (left) put(t, " and %u more", left);
  return n != 0;
}

static void events(wt_recent *r, const wt_blk *b, unsigned inst, text *t) {
  unsigned have = r->n < WT_RECENT_CYCLES ? r->n : WT_RECENT_CYCLES, found = 0, from = r->n;
  for (unsigned k = r->n; k-- > r->n - have + 1 && found < WT_RECENT_EVENTS;)
    if (changes(r, b, inst, (k - 1) % WT_RECENT_CYCLES, k % WT_RECENT_CYCLES, NULL)) found++, from = k;
  if (!found) {
    put(t, "\nnothing of wt_%s changed in the %u cycles before", b->stem, have);
    return;
  }
  put(t, "\nlast events of wt_%s (cycle, what had changed: old>new):", b->stem);
  for (unsigned k = from; k < r->n; k++) changes(r, b, inst, (k - 1) % WT_RECENT_CYCLES, k % WT_RECENT_CYCLES, t);
}

void wt_recent_text(wt_recent *r, const char *stem, unsigned inst, int w, char *buf, size_t n) {
  const wt_blk *b = wt_blk_find(r->blks, stem);
  text t = {buf, n, 0, 0};
  *buf = 0;
  if (!b || !r->n || inst >= b->count) return;
  inputs(r, b, w, &t);
  events(r, b, inst, &t);
}
