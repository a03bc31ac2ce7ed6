/* wt_bound_dwf.c - dynamic warp formation: after every instruction a group is taken apart, and its threads go by their next pcs into the pool.
 *
 * A table names the open group of a pc, the one that was made last; threads whose lane is free there join it, the others are a new group, which becomes the
 * open one. A group that issues is closed. Which group issues is one of five heuristics.
 */
#include <stdlib.h>
#include <string.h>

#include "bound/wt_bound_int.h"

typedef struct {
  wt_bound_fifo pool, barred; /* oldest first; barred: in the order in which they came */
  wt_bound_group **open;      /* rows of the table */
  unsigned n_open;
  uint64_t *threads; /* of every pc, in the pool */
  unsigned *prio;    /* of every thread */
  uint32_t now;      /* maj, min: the pc that issues until no group has it; WT_BOUND_END: none */
} dwf;

static dwf *own(const wt_bound_sim *s) { return s->own; }

static int begin(wt_bound_sim *s) {
  dwf *o = s->own = calloc(1, sizeof *o);
  if (!o) return -1;
  o->now = WT_BOUND_END;
  o->open = calloc(s->opt->dwf_table + 1, sizeof *o->open), o->threads = calloc(s->in->n_insns + 1, sizeof *o->threads);
  o->prio = calloc(s->in->n_threads + 1, sizeof *o->prio);
  return o->open && o->threads && o->prio ? 0 : -1;
}
static void end(wt_bound_sim *s) {
  dwf *o = own(s);
  if (!o) return;
  free(o->open), free(o->threads), free(o->prio);
  free(o);
}

/* ---- the table ---- */

static unsigned row_of(const dwf *o, size_t cta, uint32_t pc) {
  unsigned i = 0;
  while (i < o->n_open && (o->open[i]->pc != pc || o->open[i]->cta != cta)) i++;
  return i;
}
static void close_row(dwf *o, unsigned i) { memmove(&o->open[i], &o->open[i + 1], (--o->n_open - i) * sizeof *o->open); }

/* Full: the oldest one goes, and nobody joins its group any more. */
static void open_row(wt_bound_sim *s, wt_bound_group *g) {
  dwf *o = own(s);
  if (!s->opt->dwf_table) return;
  if (o->n_open == s->opt->dwf_table) {
    unsigned oldest = 0;
    for (unsigned i = 1; i < o->n_open; i++)
      if (o->open[i]->order < o->open[oldest]->order) oldest = i;
    close_row(o, oldest);
    s->r->table.full++;
  }
  o->open[o->n_open++] = g;
  wt_bound_peak(&s->r->table, o->n_open);
}

static void insert(wt_bound_sim *s, size_t cta, const wt_bound_path *p) {
  dwf *o = own(s);
  const unsigned row = row_of(o, cta, p->pc);
  wt_bound_group *open = row < o->n_open ? o->open[row] : NULL, *made = NULL;
  for (unsigned l = 0; l < s->in->lanes; l++) {
    const int32_t t = p->lane[l];
    wt_bound_group *g = open;
    if (t < 0) continue;
    if (open && wt_bound_join(open, l, t)) {
      s->r->merges++;
    } else {
      if (!made) made = wt_bound_new(s, cta, p->pc);
      wt_bound_join(g = made, l, t);
    }
    if (o->prio[t] > g->prio) g->prio = o->prio[t];
  }
  o->threads[p->pc] += p->n;
  if (!made) return;
  made->prio += s->is_rpc[p->pc];
  if (open) close_row(o, row);
  open_row(s, made);
  wt_bound_put(&o->pool, made);
}

static void insert_all(wt_bound_sim *s, wt_bound_group *g) {
  wt_bound_path path[WT_BOUND_LANES];
  const unsigned n = wt_bound_paths(s, g, path);
  const size_t cta = g->cta;
  wt_bound_drop(s, g);
  for (unsigned i = 0; i < n; i++) insert(s, cta, &path[i]);
}

/* ---- events ---- */

static void launch(wt_bound_sim *s, size_t cta) {
  const wt_bound_cta *c = &s->in->cta[cta];
  for (unsigned row = 0; row * s->in->lanes < c->n; row++) insert_all(s, wt_bound_home(s, cta, row));
}

static void commit(wt_bound_sim *s, wt_bound_group *g) {
  unsigned left = 0;
  for (unsigned l = 0; l < s->in->lanes; l++)
    if (g->lane[l] >= 0) left += wt_bound_step(s, g->lane[l]) != WT_BOUND_END;
  if (left && wt_bound_flags(s, g->pc) & WT_BOUND_BARRIER) {
    wt_bound_put(&own(s)->barred, g);
    wt_bound_arrive(s, g->cta, left);
  } else {
    insert_all(s, g);
  }
}

static void release(wt_bound_sim *s, size_t cta) {
  for (wt_bound_group *g = own(s)->barred.first, *next; g; g = next) {
    next = g->next;
    if (g->cta == cta) insert_all(s, wt_bound_remove(&own(s)->barred, g));
  }
}

/* ---- heuristics: 1 = a issues rather than b, which is older ---- */

static int more(const wt_bound_group *a, const wt_bound_group *b) { return a->n > b->n; }
static int rather(const wt_bound_sim *s, const wt_bound_group *a, const wt_bound_group *b) {
  const dwf *o = own(s);
  const uint64_t na = o->threads[a->pc], nb = o->threads[b->pc];
  switch (s->kind.engine) {
    case WT_BOUND_DWF_MAJ: return na != nb ? na > nb : a->pc < b->pc;
    case WT_BOUND_DWF_MIN: return na != nb ? na < nb : a->pc < b->pc;
    case WT_BOUND_DWF_PDOM: return a->prio != b->prio ? a->prio < b->prio : more(a, b);
    case WT_BOUND_DWF_PC: return a->pc != b->pc ? a->pc < b->pc : more(a, b);
    default: return 0;
  }
}

static wt_bound_group *pick(wt_bound_sim *s) {
  dwf *o = own(s);
  const int keeps = s->kind.engine == WT_BOUND_DWF_MAJ || s->kind.engine == WT_BOUND_DWF_MIN;
  wt_bound_group *best = NULL;
  for (wt_bound_group *g = o->pool.first; g; g = g->next) {
    if (keeps && g->pc == o->now) {
      best = g;
      break;
    }
    if (!best || rather(s, g, best)) best = g;
  }
  if (!best) return NULL;
  o->now = best->pc;
  o->threads[best->pc] -= best->n;
  const unsigned row = row_of(o, best->cta, best->pc);
  if (row < o->n_open && o->open[row] == best) close_row(o, row);
  for (unsigned l = 0; l < s->in->lanes; l++)
    if (best->lane[l] >= 0) o->prio[best->lane[l]] = best->prio;
  return wt_bound_remove(&o->pool, best);
}

const wt_bound_ops wt_bound_ops_dwf = {.begin = begin, .launch = launch, .commit = commit, .release = release, .pick = pick, .end = end};
