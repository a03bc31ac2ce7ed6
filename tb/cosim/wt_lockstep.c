/* wt_lockstep.c - comparison of the bound rows. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cosim/wt_ls_int.h"
#include "lib/wt_min.h"

static uint64_t c_scalar(const wt_bind *b) { return wt_ls_number((const uint8_t *)b->c, b->row->csize); }

/* Of an opaque block: does this output mean anything now? */
static int meant(const wt_bind *b) {
  enum { MOST = sizeof b->valid / sizeof *b->valid };
  if (!b->valid[0]) return 1;
  for (unsigned k = 0; k < MOST && b->valid[k]; k++)
    for (uint32_t i = 0; i < b->valid_bytes[k]; i++)
      if (b->valid[k][i]) return 1;
  return 0;
}
static int differs(const wt_bind *b) {
  if (!meant(b)) return 0;
  if (b->how == WT_LS_BYTES) return memcmp(b->c, b->rtl, b->bytes) != 0;
  if (b->how == WT_LS_SCALAR) return c_scalar(b) != wt_ls_number(b->rtl, b->bytes);
  size_t n = wt_row_value_bytes(b->row);
  if (memcmp(b->c, b->c_seen, n)) wt_ls_pack(b, n);
  return memcmp(b->packed, b->rtl, b->bytes) != 0;
}

static int any_differs(const wt_quick *q, const wt_bind *list) {
  for (unsigned i = q->n_packed; i--;) {
    const wt_packed *p = &q->packed[i];
    if (wt_bytes_differ(p->c, p->seen, p->bytes)) wt_ls_pack(&list[p->bind], p->bytes);
  }
  return wt_pairs_differ(&q->pairs) | wt_windows_differ(&q->windows);
}

/* The C value may take more bytes than the RTL's, never fewer; they are zero. */
static bool mem_row_differs(const wt_bind *b, uint32_t row) {
  size_t stride = wt_row_stride(b->row);
  const char *c = b->c + row * stride;
  if (memcmp(c, b->rtl + (size_t)row * b->bytes, b->bytes)) return true;
  for (size_t i = b->bytes; i < stride; i++)
    if (c[i]) return true;
  return false;
}
/* Of a row that is written: there may be none of that number. */
static bool written_differs(const wt_bind *b, uint32_t row) { return row < b->row->depth && mem_row_differs(b, row); }

static int state_diff(wt_ls *l, const wt_bind *b, uint32_t row) {
  l->diff = b;
  l->diff_is_output = 0;
  l->diff_row = row;
  return -1;
}

static int sweep_mem(wt_ls *l, unsigned i) {
  for (uint32_t r = 0; r < l->mem[i].row->depth; r++)
    if (mem_row_differs(&l->mem[i], r)) return state_diff(l, &l->mem[i], r);
  return 0;
}

static int look_at_ff(wt_ls *l, bool reset_rows_only) {
  for (unsigned i = 0; i < l->n_ff; i++)
    if ((!reset_rows_only || l->ff[i].row->flag) && differs(&l->ff[i])) return state_diff(l, &l->ff[i], 0);
  return 0;
}
static int compare_ff(wt_ls *l) { return any_differs(&l->q_ff, l->ff) ? look_at_ff(l, false) : 0; }

/* Rows that the C twin has written. */
static int model_writes(wt_ls *l, unsigned i) {
  wt_mlog *g = l->mem[i].log;
  if (g->n > WT_MLOG && sweep_mem(l, i)) return -1; /* some of the writes are no longer in the list */
  for (unsigned k = 0; k < wt_min(g->n, WT_MLOG); k++)
    if (written_differs(&l->mem[i], g->row[k])) return state_diff(l, &l->mem[i], g->row[k]);
  g->n = 0;
  return 0;
}

static void poke(wt_ls *l) {
  if (l->poke) l->poke(l->poke_ctx, l), wt_ls_stir(l);
}

/* After a clock edge of both twins. */
static int compare_edge(wt_ls *l) {
  int failed = wt_ls_failed(l);
  l->owed = 0;
  if (!failed) poke(l);
  if (compare_ff(l)) return -1;
  if (failed) {
    l->diff = NULL;
    return -1;
  }
  for (unsigned i = 0; i < l->n_pend; i++)
    if (written_differs(&l->mem[l->pend_mem[i]], l->pend_row[i])) return state_diff(l, &l->mem[l->pend_mem[i]], l->pend_row[i]);
  for (unsigned i = 0; i < l->n_mem; i += WT_WATCHED) {
    wt_mlog *const *g = l->watch[i / WT_WATCHED].log;
    if (!(g[0]->n | g[1]->n | g[2]->n | g[3]->n)) continue;
    for (unsigned k = i; k < wt_min(i + WT_WATCHED, l->n_mem); k++)
      if (g[k - i]->n && model_writes(l, k)) return -1;
  }
  return 0;
}

int wt_ls_edge(wt_ls *l) {
  if (l->late) return l->behind = 1, 0;
  wt_ls_clock(l);
  return compare_edge(l);
}

static int sweep(wt_ls *l) {
  for (unsigned i = 0; i < l->n_mem; i++)
    if (sweep_mem(l, i)) return -1;
  return 0;
}
int wt_ls_sweep(wt_ls *l) {
  wt_ls_catch_up(l);
  return (l->owed && compare_edge(l)) || sweep(l) ? -1 : 0;
}

int wt_ls_outputs(wt_ls *l) {
  if (l->owed && compare_edge(l)) return -1;
  int any = any_differs(&l->q_out, l->out);
  for (unsigned i = l->n_plain; i < l->n_out && !any; i++) any = differs(&l->out[i]);
  if (!any) return 0;
  const wt_bind *first = NULL;
  unsigned best = ~0u;
  for (unsigned i = 0; i < l->n_out; i++)
    if (differs(&l->out[i])) {
      const wt_bind *b = &l->out[i];
      unsigned rank = b->row->flag ? 0 : 1 + wt_eval_rank[b->blk - l->blks->blk];
      if (rank < best) best = rank, first = b;
    }
  /* State that differs already is the cause; a register's port that differs although the register is right is not. */
  if (compare_ff(l) || sweep(l)) return -1;
  l->diff = first;
  l->diff_row = 0;
  l->diff_is_output = first != NULL;
  return -1;
}

void wt_ls_adopt(const wt_bind *b) {
  uint32_t word[1] = {0};
  int words = b->bytes % sizeof *word == 0; /* else it is a part of one */
  if (b->how == WT_LS_BYTES) {
    memcpy(b->c, b->rtl, b->bytes);
    return;
  }
  if (b->how == WT_LS_SCALAR) {
    uint64_t v = wt_ls_number(b->rtl, b->bytes);
    memcpy(b->c, &v, b->row->csize);
    return;
  }
  if (!words) memcpy(word, b->rtl, b->bytes);
  wt_row_unpack(b->row, b->c, words ? (const uint32_t *)(const void *)b->rtl : word);
}
void wt_ls_adopt_mem(const wt_bind *b) {
  size_t stride = wt_row_stride(b->row);
  for (uint32_t r = 0; r < b->row->depth; r++) {
    memset(b->c + r * stride, 0, stride);
    memcpy(b->c + r * stride, b->rtl + (size_t)r * b->bytes, b->bytes);
  }
}

int wt_ls_reset(wt_ls *l) {
  if (l->registered) wt_ls_inputs(l);
  wt_ls_two_clocks_of_reset(l);
  wt_m_reset(l->m);
  poke(l);
  if (look_at_ff(l, true)) return -1;
  for (unsigned i = 0; i < l->n_ff; i++)
    if (!l->ff[i].row->flag) wt_ls_adopt(&l->ff[i]);
  for (unsigned i = 0; i < l->n_begin; i++)
    if (l->begin[i].row->kind == WT_ROW_MEM) wt_ls_adopt_mem(&l->begin[i]);
    else wt_ls_adopt(&l->begin[i]);
  for (unsigned i = 0; i < l->n_mem; i++) wt_ls_adopt_mem(&l->mem[i]), l->mem[i].log->n = 0;
  return 0;
}

/* ---- whole states ---- */

static void write_ff(const wt_bind *b) {
  uint64_t v;
  if (b->how == WT_LS_BYTES) {
    memcpy(b->rtl, b->c, b->bytes);
  } else if (b->how == WT_LS_SCALAR) {
    v = c_scalar(b);
    memcpy(b->rtl, &v, b->bytes);
  } else {
    wt_ls_pack(b, wt_row_value_bytes(b->row));
    memcpy(b->rtl, b->packed, b->bytes);
  }
}
static void write_mem(const wt_bind *b) {
  for (uint32_t r = 0; r < b->row->depth; r++) memcpy(b->rtl + (size_t)r * b->bytes, b->c + r * wt_row_stride(b->row), b->bytes);
}

/* The reset is for the assertions: they remember the cycle before, and of the one that is loaded they must not say anything. */
int wt_ls_load(wt_ls *l) {
  wt_ls_two_clocks_of_reset(l);
  for (unsigned i = 0; i < l->n_ff; i++) write_ff(&l->ff[i]);
  for (unsigned i = 0; i < l->n_mem; i++) write_mem(&l->mem[i]), l->mem[i].log->n = 0;
  wt_ls_inputs(l);
  wt_ls_settle(l);
  return compare_ff(l) || sweep(l) ? -1 : 0;
}

void wt_ls_store(wt_ls *l) {
  for (unsigned i = 0; i < l->n_ff; i++) wt_ls_adopt(&l->ff[i]);
  for (unsigned i = 0; i < l->n_mem; i++) wt_ls_adopt_mem(&l->mem[i]);
}

static int own_row(FILE *f, const wt_bind *b, uint32_t row) {
  const uint8_t *p = b->rtl + (size_t)row * b->bytes;
  fprintf(f, "%s[%u].%s[%u]=", b->blk->stem, b->inst, b->row->name, row);
  for (uint32_t i = 0; i < b->bytes; i++) fprintf(f, "%02x", p[i]);
  return fputc('\n', f);
}

char *wt_ls_own(wt_ls *l) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  if (!f) return NULL;
  wt_ls_catch_up(l);
  for (unsigned i = 0; i < l->n_ff; i++)
    if (differs(&l->ff[i])) own_row(f, &l->ff[i], 0);
  for (unsigned i = 0; i < l->n_mem; i++)
    for (uint32_t r = 0; r < l->mem[i].row->depth; r++)
      if (mem_row_differs(&l->mem[i], r)) own_row(f, &l->mem[i], r);
  if (fclose(f) || !n) return free(text), NULL;
  return text;
}

int wt_ls_adopt_own(wt_ls *l, const char *text) {
  for (const char *p = text; *p; p += strcspn(p, "\n") + 1) {
    char stem[40], name[40];
    unsigned inst, row, byte;
    int at = 0;
    if (sscanf(p, "%39[^[][%u].%39[^[][%u]=%n", stem, &inst, name, &row, &at) != 4 || !at) return -1;
    wt_bind *b = wt_ls_find(l, stem, inst, name);
    if (!b || row >= (b->row->kind == WT_ROW_MEM ? b->row->depth : 1)) return -1;
    if (strspn(p + at, "0123456789abcdef") != 2 * (size_t)b->bytes || p[at + 2 * b->bytes] != '\n') return -1;
    for (uint32_t i = 0; i < b->bytes; i++) {
      if (sscanf(p + at + 2 * i, "%2x", &byte) != 1) return -1;
      b->rtl[(size_t)row * b->bytes + i] = (uint8_t)byte;
    }
  }
  wt_ls_settle(l);
  return 0;
}

/* Puts more behind a text, as far as there is room. */
__attribute__((format(printf, 3, 4))) static void say(char *buf, size_t n, const char *fmt, ...) {
  size_t at = strlen(buf);
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(buf + at, n - at, fmt, ap);
  va_end(ap);
}
/* Word i of a field. */
static uint32_t word_of(const uint32_t *x, unsigned lsb, unsigned bits, unsigned i) {
  return (uint32_t)wt_words_get(x, lsb + 32 * i, wt_min(bits - 32 * i, 32));
}
/* The highest word first, those in front that are zero left out; of a very wide field its top. */
static void say_field(char *buf, size_t n, const char *what, const uint32_t *x, unsigned lsb, unsigned bits) {
  unsigned i = wt_ls_words(bits) - 1, shown = 0;
  while (i && !word_of(x, lsb, bits, i)) i--;
  say(buf, n, "%s0x%x", what, word_of(x, lsb, bits, i));
  for (; i && shown < 20; shown++) i--, say(buf, n, "_%08x", word_of(x, lsb, bits, i));
  if (i) say(buf, n, "...");
}
static bool fields_differ(const uint32_t *x, const uint32_t *y, unsigned lsb, unsigned bits) {
  for (unsigned i = 0; i < wt_ls_words(bits); i++)
    if (word_of(x, lsb, bits, i) != word_of(y, lsb, bits, i)) return true;
  return false;
}

void wt_ls_describe(const wt_ls *l, char *buf, size_t n) {
  const wt_bind *b = l->diff;
  if (!b) {
    snprintf(buf, n, "%s", l->failed);
    return;
  }
  const wt_row *r = b->row;
  unsigned words = wt_ls_words(r->elemw * r->n), el = 0;
  uint32_t *c, *v;
  if (!(c = calloc(2 * (size_t)words, sizeof *c))) {
    snprintf(buf, n, "out of memory");
    return;
  }
  v = c + words;
  wt_row_pack(r, b->c + l->diff_row * wt_row_stride(r), c);
  memcpy(v, b->rtl + (size_t)l->diff_row * b->bytes, b->bytes);
  while (el + 1 < r->n && !fields_differ(c, v, el * r->elemw, r->elemw)) el++;
  char which[80];
  snprintf(buf, n, "block wt_%s%s", b->blk->stem, wt_blk_which(b->blk, b->inst, l->m->S, which, sizeof which));
  if (l->diff_is_output) say(buf, n, ", output %s_%s", b->blk->drv, r->name);
  else say(buf, n, ", %s %s", r->kind == WT_ROW_MEM ? "memory" : "state", r->name);
  say(buf, n, " (%u bits)", r->elemw);
  say_field(buf, n, ": model ", c, el * r->elemw, r->elemw);
  say_field(buf, n, ", rtl ", v, el * r->elemw, r->elemw);
  const bool alike = !memcmp(c, v, words * sizeof *c);
  for (unsigned i = 0; i < words; i++) c[i] ^= v[i];
  say_field(buf, n, ", xor ", c, el * r->elemw, r->elemw);
  if (alike) say(buf, n, ": the C value has bits above its width");
  if (r->kind == WT_ROW_MEM) say(buf, n, " at index [%u]", l->diff_row);
  else if (r->n > 1) say(buf, n, " at index [%u]", el);
  free(c);
}

wt_bind *wt_ls_find(wt_ls *l, const char *stem, unsigned inst, const char *row) {
  wt_bind *lists[] = {l->ff, l->mem};
  unsigned ns[] = {l->n_ff, l->n_mem};
  for (int k = 0; k < 2; k++)
    for (unsigned i = 0; i < ns[k]; i++)
      if (lists[k][i].inst == inst && !strcmp(lists[k][i].blk->stem, stem) && !strcmp(lists[k][i].row->name, row)) return &lists[k][i];
  return NULL;
}
