/* wt_bound_count.c - three numbers of what threads executed, without a machine: bound, free lanes, greedy. */
#include <stdlib.h>
#include <string.h>

#include "bound/wt_bound.h"

typedef struct {
  const wt_bound_input *in;
  uint64_t *of; /* of every instruction and lane */
  uint32_t *used;
  unsigned *filled; /* of every instruction: lanes with a thread at it */
  size_t *at;       /* of every place */
  uint64_t *stamp;  /* of every instruction: is in the list */
} count;

static unsigned lane_of(const wt_bound_input *in, unsigned place) { return place % in->lanes; }

/* No issue has two executions of one lane, so an instruction needs as many as its fullest lane has. */
static void bounds(count *c, const wt_bound_cta *a, wt_bound_numbers *out) {
  const wt_bound_input *in = c->in;
  size_t n = 0;
  for (unsigned p = 0; p < a->n; p++) {
    const wt_bound_thread *t = &in->thread[a->first + p];
    for (size_t i = 0; i < t->n; i++) {
      if (!c->filled[t->pc[i]]) c->filled[t->pc[i]] = 1, c->used[n++] = t->pc[i];
      c->of[(size_t)t->pc[i] * in->lanes + lane_of(in, p)]++;
    }
  }
  for (size_t i = 0; i < n; i++) {
    uint64_t *of = &c->of[(size_t)c->used[i] * in->lanes], most = 0, all = 0;
    for (unsigned l = 0; l < in->lanes; l++) all += of[l], most = of[l] > most ? of[l] : most, of[l] = 0;
    out->threads += all, out->bound += most, out->free_lanes += (all + in->lanes - 1) / in->lanes;
    c->filled[c->used[i]] = 0;
  }
}

static void head(count *c, const wt_bound_cta *a, unsigned place, int step) {
  const wt_bound_thread *t = &c->in->thread[a->first + place];
  if (c->at[place] == t->n) return;
  const uint32_t pc = t->pc[c->at[place]];
  uint64_t *of = &c->of[(size_t)pc * c->in->lanes + lane_of(c->in, place)];
  *of += (uint64_t)(int64_t)step;
  if (*of == (step > 0)) c->filled[pc] += (unsigned)step;
}

static uint64_t greedy(count *c, const wt_bound_cta *a) {
  const wt_bound_input *in = c->in;
  uint64_t issues = 0;
  for (unsigned p = 0; p < a->n; p++) c->at[p] = 0, head(c, a, p, 1);
  for (;; issues++) {
    uint32_t best = WT_BOUND_NO_RPC;
    int64_t key = 0; /* more lanes, then the smaller pc */
    uint64_t taken = 0;
    for (unsigned p = 0; p < a->n; p++) {
      const wt_bound_thread *t = &in->thread[a->first + p];
      if (c->at[p] == t->n) continue;
      const uint32_t pc = t->pc[c->at[p]];
      const int64_t this = ((int64_t)c->filled[pc] << 32) - pc;
      if (best == WT_BOUND_NO_RPC || this > key) best = pc, key = this;
    }
    if (best == WT_BOUND_NO_RPC) return issues;
    for (unsigned p = 0; p < a->n; p++) { /* the lowest row of every lane */
      const wt_bound_thread *t = &in->thread[a->first + p];
      const uint64_t lane = UINT64_C(1) << lane_of(in, p);
      if (taken & lane || c->at[p] == t->n || t->pc[c->at[p]] != best) continue;
      taken |= lane;
      head(c, a, p, -1), c->at[p]++;
      c->stamp[p] = issues + 1;
    }
    for (unsigned p = 0; p < a->n; p++) /* it has its next instruction in the next step */
      if (c->stamp[p] == issues + 1) c->stamp[p] = 0, head(c, a, p, 1);
  }
}

int wt_bound_count(const wt_bound_input *in, wt_bound_numbers *out) {
  size_t places = 0;
  *out = (wt_bound_numbers){0};
  for (size_t i = 0; i < in->n_ctas; i++) places = in->cta[i].n > places ? in->cta[i].n : places;
  count c = {in,
             calloc((size_t)in->n_insns * in->lanes + 1, sizeof *c.of),
             calloc(in->n_insns + 1, sizeof *c.used),
             calloc(in->n_insns + 1, sizeof *c.filled),
             calloc(places + 1, sizeof *c.at),
             calloc(places + 1, sizeof *c.stamp)};
  const int rc = c.of && c.used && c.filled && c.at && c.stamp ? 0 : -1;
  for (size_t i = 0; !rc && i < in->n_ctas; i++) bounds(&c, &in->cta[i], out), out->greedy += greedy(&c, &in->cta[i]);
  free(c.of), free(c.used), free(c.filled), free(c.at), free(c.stamp);
  return rc;
}
