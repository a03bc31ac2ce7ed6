/* wt_draw.c - files of the pictures, and what the page counts. */
#include "lib/wt_draw.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "files/wt_outfile.h"

enum { REPORT, KANATA, PERFETTO, FILES };

struct wt_draw {
  wt_draw_bins b;
  wt_pipe *pipe;
  const char *name[FILES];
  wt_outfile out[FILES];
  FILE *f[FILES];
};

static void close_all(wt_draw *w, int keep) {
  for (int i = 0; i < FILES; i++) {
    if (!w->f[i]) continue;
    fclose(w->f[i]);
    wt_outfile_end(&w->out[i], keep);
  }
}
static void free_watch(wt_draw *w) {
  wt_pipe_free(w->pipe);
  free(w->b.why), free(w->b.issues), free(w->b.lanes), free(w->b.resident), free(w->b.pc);
  free(w);
}

/* 0, or -1 without memory. */
static int new_bins(wt_draw_bins *b, const wt_shape *S, const wt_launch_desc *L) {
  b->S = S, b->L = L, b->bin = 1;
  b->slots = S->SMS * S->SM_SLOTS, b->most = WT_DRAW_BINS;
  while (b->slots * b->most > WT_DRAW_CELLS) b->most /= 2;
  const size_t cells = (size_t)b->slots * b->most, parts = cells / WT_DRAW_LANE_PART;
  b->why = calloc(cells, sizeof *b->why), b->issues = calloc(parts, sizeof *b->issues), b->lanes = calloc(parts, sizeof *b->lanes);
  b->resident = calloc(b->most, sizeof *b->resident), b->pc = calloc(L->n_insns, sizeof *b->pc);
  return b->why && b->issues && b->lanes && b->resident && b->pc ? 0 : -1;
}

wt_draw *wt_draw_new(const wt_shape *S, const wt_launch_desc *L, const wt_draw_files *files, char *err, size_t errn) {
  wt_draw *w = calloc(1, sizeof *w);
  if (!w) return snprintf(err, errn, "out of memory"), NULL;
  w->name[REPORT] = files->report, w->name[KANATA] = files->kanata, w->name[PERFETTO] = files->perfetto;
  if (new_bins(&w->b, S, L)) return free_watch(w), snprintf(err, errn, "out of memory"), NULL;
  for (int i = 0; i < FILES; i++) {
    if (!w->name[i]) continue;
    if (!wt_outfile_begin(&w->out[i], w->name[i]) && (w->f[i] = fopen(w->out[i].part, "w"))) continue;
    snprintf(err, errn, "%s: cannot write: %s", w->name[i], strerror(errno));
    close_all(w, 0);
    return free_watch(w), NULL;
  }
  if ((w->f[KANATA] || w->f[PERFETTO]) && !(w->pipe = wt_pipe_new(S, L, w->f[KANATA], w->f[PERFETTO]))) {
    close_all(w, 0);
    return free_watch(w), snprintf(err, errn, "out of memory"), NULL;
  }
  return w;
}

/* Of n rows of `bins` numbers each, two and two become one. */
static void halve(uint32_t *v, unsigned bins, unsigned n) {
  for (unsigned i = 0; i < bins; i++)
    for (unsigned k = 0; k < n; k++) v[i * n + k] = i < bins / 2 ? v[2 * i * n + k] + v[(2 * i + 1) * n + k] : 0;
}
/* Bins twice as long. */
static void widen(wt_draw_bins *b) {
  const unsigned parts = b->most / WT_DRAW_LANE_PART;
  for (unsigned w = 0; w < b->slots; w++) {
    halve(b->why[w * b->most], b->most, WT_WHY_COUNT);
    halve(&b->issues[w * parts], parts, 1), halve(b->lanes[w * parts], parts, MAX_WS);
  }
  halve(b->resident, b->most, 1);
  b->bin *= 2;
}

/* The instruction that a slot issues or would issue next: the head of its I-buffer; NULL: none is there. */
static wt_draw_pc *head(const wt_draw_bins *b, const wt_m *m, unsigned slot) {
  const wt_ibuffer_state *q = &wt_m_of_warp(m, slot)->subcore->ibuffer.q;
  slot = wt_slot_of(m->S, slot);
  if (!q->count[slot]) return NULL;
  uint32_t pc = (uint32_t)uop_get_pc(q->entries + (size_t)(slot * m->S->IBUF_DEPTH + q->head[slot]) * UOP_WORDS);
  return pc / 16 < b->L->n_insns ? &b->pc[pc / 16] : NULL;
}

/* What the slots of one SM do; they begin with number `first`. */
static void of_sm(wt_draw_bins *b, const wt_m *m, const wt_tandem *t, unsigned first) {
  const size_t at = (size_t)(b->cycles / b->bin), parts = b->most / WT_DRAW_LANE_PART;
  for (unsigned why = 0; why < WT_WHY_COUNT; why++)
    for (wt_warps s = t->slots[why]; s; s &= s - 1) {
      unsigned slot = wt_warps_first(s);
      const size_t part = (first + slot) * parts + at / WT_DRAW_LANE_PART;
      wt_draw_pc *x = head(b, m, slot);
      b->why[(first + slot) * b->most + at][why]++;
      if (x && why > WT_WHY_EMPTY) x->stalled++;
      if (why != WT_WHY_ISSUED) continue;
      uint64_t mask = wt_m_of_warp(m, slot)->subcore->cfu->mask;
      b->issues[part]++;
      if (x) x->issued++, x->lanes += wt_popcount(mask);
      for (; mask; mask &= mask - 1) b->lanes[part][__builtin_ctzll(mask)]++;
    }
  b->resident[at] += wt_warps_count(t->resident);
}

void wt_draw_cycle(wt_draw *w, const wt_m *m, const wt_tandem t[]) {
  wt_draw_bins *b = &w->b;
  while (b->cycles / b->bin >= b->most) widen(b);
  for (unsigned i = 0; i < b->S->SMS; i++) of_sm(b, wt_m_sm(m, i), &t[i], i * b->S->SM_SLOTS);
  if (w->pipe) wt_pipe_cycle(w->pipe, m, t, b->cycles);
  b->cycles++;
}

int wt_draw_end(wt_draw *w, const wt_tandem t[], const char *verdict, int keep, char *err, size_t errn) {
  int rc = 0;
  if (w->pipe) wt_pipe_end(w->pipe, w->b.cycles);
  if (w->f[REPORT]) wt_report_html(w->f[REPORT], &w->b, t, verdict);
  for (int i = 0; i < FILES; i++) {
    if (!w->f[i]) continue;
    const int bad = wt_outfile_close(w->f[i]);
    if (wt_outfile_end(&w->out[i], keep && !bad) || (bad && keep)) {
      if (!rc) snprintf(err, errn, "%s: cannot write: %s", w->name[i], strerror(errno));
      rc = -1;
    }
    w->f[i] = NULL;
  }
  free_watch(w);
  return rc;
}
