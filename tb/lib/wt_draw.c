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
  free(w->b.why), free(w->b.issues), free(w->b.lanes), free(w->b.pc);
  free(w);
}

wt_draw *wt_draw_new(const wt_shape *S, const wt_launch_desc *L, const wt_draw_files *files, char *err, size_t errn) {
  wt_draw *w = calloc(1, sizeof *w);
  if (!w) return snprintf(err, errn, "out of memory"), NULL;
  w->name[REPORT] = files->report, w->name[KANATA] = files->kanata, w->name[PERFETTO] = files->perfetto;
  w->b.S = S, w->b.L = L, w->b.bin = 1;
  w->b.why = calloc(S->SM_SLOTS, sizeof *w->b.why), w->b.issues = calloc(S->SM_SLOTS, sizeof *w->b.issues);
  w->b.lanes = calloc(S->SM_SLOTS, sizeof *w->b.lanes), w->b.pc = calloc(L->n_insns, sizeof *w->b.pc);
  if (!w->b.why || !w->b.issues || !w->b.lanes || !w->b.pc) return free_watch(w), snprintf(err, errn, "out of memory"), NULL;
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

/* Bins twice as long: two and two become one. */
static void widen(wt_draw_bins *b) {
  const unsigned half = WT_DRAW_BINS / 2, lhalf = WT_DRAW_LANE_BINS / 2;
  for (unsigned w = 0; w < b->S->SM_SLOTS; w++) {
    for (unsigned i = 0; i < WT_DRAW_BINS; i++)
      for (unsigned k = 0; k < WT_WHY_COUNT; k++) b->why[w][i][k] = i < half ? b->why[w][2 * i][k] + b->why[w][2 * i + 1][k] : 0;
    for (unsigned i = 0; i < WT_DRAW_LANE_BINS; i++) {
      b->issues[w][i] = i < lhalf ? b->issues[w][2 * i] + b->issues[w][2 * i + 1] : 0;
      for (unsigned l = 0; l < b->S->SLOT_LANES; l++) b->lanes[w][i][l] = i < lhalf ? b->lanes[w][2 * i][l] + b->lanes[w][2 * i + 1][l] : 0;
    }
  }
  for (unsigned i = 0; i < WT_DRAW_BINS; i++) b->resident[i] = i < half ? b->resident[2 * i] + b->resident[2 * i + 1] : 0;
  b->bin *= 2;
}

/* The instruction that a slot issues or would issue next: the head of its I-buffer; NULL: none is there. */
static wt_draw_pc *head(const wt_draw_bins *b, const wt_m *m, unsigned slot) {
  const wt_ibuffer_state *q = &wt_m_of_warp(m, slot)->subcore->ibuffer.q;
  slot /= m->S->SUBCORES;
  if (!q->count[slot]) return NULL;
  uint32_t pc = (uint32_t)uop_get_pc(q->entries + (size_t)(slot * m->S->IBUF_DEPTH + q->head[slot]) * UOP_WORDS);
  return pc / 16 < b->L->n_insns ? &b->pc[pc / 16] : NULL;
}

void wt_draw_cycle(wt_draw *w, const wt_m *m, const wt_tandem *t) {
  wt_draw_bins *b = &w->b;
  while (b->cycles / b->bin >= WT_DRAW_BINS) widen(b);
  uint64_t at = b->cycles / b->bin, lat = at * WT_DRAW_LANE_BINS / WT_DRAW_BINS;
  for (unsigned why = 0; why < WT_WHY_COUNT; why++)
    for (wt_warps s = t->slots[why]; s; s &= s - 1) {
      unsigned slot = wt_warps_first(s);
      wt_draw_pc *x = head(b, m, slot);
      b->why[slot][at][why]++;
      if (x && why > WT_WHY_EMPTY) x->stalled++;
      if (why != WT_WHY_ISSUED) continue;
      uint64_t mask = wt_m_of_warp(m, slot)->subcore->cfu->mask;
      b->issues[slot][lat]++;
      if (x) x->issued++, x->lanes += wt_popcount(mask);
      for (; mask; mask &= mask - 1) b->lanes[slot][lat][__builtin_ctzll(mask)]++;
    }
  b->resident[at] += wt_warps_count(t->resident);
  if (w->pipe) wt_pipe_cycle(w->pipe, m, t, b->cycles);
  b->cycles++;
}

int wt_draw_end(wt_draw *w, const wt_tandem *t, const char *verdict, int keep, char *err, size_t errn) {
  int rc = 0;
  if (w->pipe) wt_pipe_end(w->pipe, w->b.cycles);
  if (w->f[REPORT]) wt_report_html(w->f[REPORT], &w->b, &t->tally, verdict);
  for (int i = 0; i < FILES; i++) {
    if (!w->f[i]) continue;
    int bad = ferror(w->f[i]) | fclose(w->f[i]);
    if (wt_outfile_end(&w->out[i], keep && !bad) || (bad && keep)) {
      if (!rc) snprintf(err, errn, "%s: cannot write: %s", w->name[i], strerror(errno));
      rc = -1;
    }
    w->f[i] = NULL;
  }
  free_watch(w);
  return rc;
}
