/* wt_bound_crown.c - CROWN: groups in an issue pool and a second level; where groups diverge, their paths look for company in the Ready Lookup, and a
 * barrier brings the threads of the group together again at the reconvergence point. Loads with free lanes merge in the Waiting Lookup.
 */
#include <stdlib.h>
#include <string.h>

#include "bound/wt_bound_int.h"

typedef struct {
  int used;
  size_t cta;
  uint32_t rpc;
  unsigned depth; /* of calls, where they count */
  unsigned members, arrived;
  uint64_t complete;            /* cycle in which the last one came; 0: not yet */
  uint64_t order;               /* of completion */
  int32_t lane[WT_BOUND_LANES]; /* members, each in its lane: they were one group; -1: none */
} barrier;

typedef struct {
  wt_bound_fifo ready, pool, barred; /* second level: ready rows; the issue pool; rows at the CTA's barrier */
  wt_bound_fifo paths, loads;        /* Ready Lookup, Waiting Lookup; oldest first */
  barrier *barrier;
  unsigned used; /* barriers */
  uint64_t completed;
} crown;

static crown *own(const wt_bound_sim *s) { return s->own; }

static int begin(wt_bound_sim *s) {
  crown *o = s->own = calloc(1, sizeof *o);
  return o && (o->barrier = calloc(s->opt->crown_barriers + 1, sizeof *o->barrier)) ? 0 : -1;
}
static void end(wt_bound_sim *s) {
  if (!own(s)) return;
  free(own(s)->barrier);
  free(own(s));
}

static void becomes_ready(wt_bound_sim *s, wt_bound_group *g) {
  g->since = s->now;
  wt_bound_put(&own(s)->ready, g);
}

/* ---- look-ups ---- */

/* Threads go, in row order, into rows of the same pc and CTA where their lane is free; how many are left in lane[]. */
static unsigned merge(wt_bound_sim *s, wt_bound_fifo *rows, size_t cta, uint32_t pc, int32_t lane[WT_BOUND_LANES], unsigned left) {
  for (wt_bound_group *g = rows->first; g && left; g = g->next) {
    if (g->pc != pc || g->cta != cta) continue;
    for (unsigned l = 0; l < s->in->lanes; l++) {
      if (lane[l] < 0 || !wt_bound_join(g, l, lane[l])) continue;
      lane[l] = -1, left--;
      g->since = s->now;
      s->r->merges++;
    }
  }
  return left;
}

static void look_up(wt_bound_sim *s, size_t cta, wt_bound_path *p) {
  crown *o = own(s);
  if (!(p->n = merge(s, &o->paths, cta, p->pc, p->lane, p->n))) return;
  if (o->paths.n == s->opt->crown_ready) {
    becomes_ready(s, wt_bound_take(&o->paths));
    s->r->ready.full++;
  }
  wt_bound_group *g = wt_bound_new(s, cta, p->pc);
  for (unsigned l = 0; l < s->in->lanes; l++)
    if (p->lane[l] >= 0) wt_bound_join(g, l, p->lane[l]);
  g->since = s->now;
  wt_bound_put(&o->paths, g);
  wt_bound_peak(&s->r->ready, o->paths.n);
}

/* ---- barriers of reconvergence ---- */

static barrier *barrier_of(const wt_bound_sim *s, int32_t t, uint32_t rpc, unsigned depth) {
  const unsigned l = wt_bound_lane(s, t);
  if (!s->is_rpc[rpc]) return NULL;
  for (barrier *b = own(s)->barrier; b < own(s)->barrier + s->opt->crown_barriers; b++)
    if (b->used && b->rpc == rpc && b->lane[l] == t && (!s->opt->crown_depth || b->depth == depth)) return b;
  return NULL;
}

static void tested(wt_bound_sim *s, barrier *b) {
  crown *o = own(s);
  if (!b->members) b->used = 0, o->used--;
  else if (b->arrived == b->members && !b->complete) b->complete = s->now, b->order = ++o->completed;
}

/* Threads that have not their own barrier at the point yet; two of them are worth one. */
static void reserve(wt_bound_sim *s, const wt_bound_group *g, uint32_t rpc) {
  crown *o = own(s);
  barrier b = {.used = 1, .cta = g->cta, .rpc = rpc, .depth = g->depth};
  memset(b.lane, 0xff, sizeof b.lane);
  for (unsigned l = 0; l < s->in->lanes; l++)
    if (g->lane[l] >= 0 && wt_bound_pc(s, g->lane[l]) != WT_BOUND_END && !barrier_of(s, g->lane[l], rpc, g->depth))
      b.lane[l] = g->lane[l], b.members++;
  if (b.members < 2) return;
  unsigned i = 0;
  while (i < s->opt->crown_barriers && o->barrier[i].used) i++;
  if (i == s->opt->crown_barriers) {
    s->r->barriers.full++;
    return;
  }
  o->barrier[i] = b;
  wt_bound_peak(&s->r->barriers, ++o->used);
}

static void leaves_all(wt_bound_sim *s, int32_t t) {
  const unsigned l = wt_bound_lane(s, t);
  for (barrier *b = own(s)->barrier; b < own(s)->barrier + s->opt->crown_barriers; b++) {
    if (!b->used || b->lane[l] != t) continue;
    b->lane[l] = -1, b->members--;
    tested(s, b);
  }
}

/* Threads at their meeting point stop there; how many are left in lane[]. */
static unsigned arrive(wt_bound_sim *s, uint32_t pc, int32_t lane[WT_BOUND_LANES], unsigned left) {
  for (unsigned l = 0; l < s->in->lanes; l++) {
    barrier *b = lane[l] < 0 ? NULL : barrier_of(s, lane[l], pc, s->depth[lane[l]]);
    if (!b) continue;
    b->arrived++, left--;
    lane[l] = -1;
    tested(s, b);
  }
  return left;
}

/* ---- events ---- */

static void launch(wt_bound_sim *s, size_t cta) {
  const wt_bound_cta *c = &s->in->cta[cta];
  for (unsigned row = 0; row * s->in->lanes < c->n; row++) {
    wt_bound_group *g = wt_bound_home(s, cta, row);
    if (g->n) becomes_ready(s, g);
    else wt_bound_drop(s, g);
  }
}

/* Its threads have their next pcs. */
static void goes_on(wt_bound_sim *s, wt_bound_group *g) {
  wt_bound_path path[WT_BOUND_LANES];
  const unsigned n = wt_bound_paths(s, g, path);
  if (n == 1) { /* it keeps its row */
    g->n = arrive(s, path->pc, path->lane, path->n);
    memcpy(g->lane, path->lane, sizeof g->lane);
    g->pc = path->pc;
    if (g->n) becomes_ready(s, g);
    else wt_bound_drop(s, g);
    return;
  }
  /* where a function returns to is no one pc: threads that were called from different places would never all pass it */
  const wt_bound_insn *branch = &s->in->insn[g->pc];
  if (n && branch->flags & WT_BOUND_BRANCH && branch->rpc < s->in->n_insns) reserve(s, g, branch->rpc);
  const size_t cta = g->cta;
  wt_bound_drop(s, g);
  for (unsigned i = 0; i < n; i++)
    if ((path[i].n = arrive(s, path[i].pc, path[i].lane, path[i].n))) look_up(s, cta, &path[i]);
}

static void commit(wt_bound_sim *s, wt_bound_group *g) {
  const unsigned flags = wt_bound_flags(s, g->pc);
  unsigned left = 0;
  for (unsigned l = 0; l < s->in->lanes; l++) {
    const int32_t t = g->lane[l];
    if (t < 0) continue;
    const int ends = wt_bound_step(s, t) == WT_BOUND_END;
    left += !ends;
    if (ends || (flags & WT_BOUND_YIELD && s->opt->crown_yield)) leaves_all(s, t);
  }
  if (left && flags & WT_BOUND_BARRIER) {
    wt_bound_put(&own(s)->barred, g);
    wt_bound_arrive(s, g->cta, left);
  } else {
    goes_on(s, g);
  }
}

static void release(wt_bound_sim *s, size_t cta) {
  for (wt_bound_group *g = own(s)->barred.first, *next; g; g = next) {
    next = g->next;
    if (g->cta == cta) goes_on(s, wt_bound_remove(&own(s)->barred, g));
  }
}

/* A load with a free lane waits in the look-up, where others of the same load join it; the row of the first stands for all. */
static int keeps(wt_bound_sim *s, wt_bound_group *g) {
  crown *o = own(s);
  if (!(wt_bound_flags(s, g->pc) & WT_BOUND_LOAD) || g->n == s->in->lanes) return 0;
  for (wt_bound_group *row = o->loads.first; row; row = row->next)
    if (row->pc == g->pc && row->cta == g->cta) {
      int32_t *lane = g->lane;
      const unsigned before = g->n;
      unsigned left = before;
      for (unsigned l = 0; l < s->in->lanes; l++)
        if (lane[l] >= 0 && wt_bound_join(row, l, lane[l])) lane[l] = -1, left--, s->r->merges++;
      if (left != before) row->last = s->now; /* its data come last */
      g->n = left;
      if (!left) break;
    }
  if (!g->n) {
    wt_bound_drop(s, g);
    return 1;
  }
  if (o->loads.n == s->opt->crown_wait) {
    s->r->wait.full++;
    return 0;
  }
  wt_bound_put(&o->loads, g);
  s->waiting_loads = o->loads.n;
  wt_bound_peak(&s->r->wait, o->loads.n);
  return 1;
}

static int loads(wt_bound_sim *s) {
  crown *o = own(s);
  int moved = 0;
  for (wt_bound_group *g = o->loads.first, *next; g; g = next) {
    next = g->next;
    if (g->last + s->opt->load_latency > s->now) continue;
    commit(s, wt_bound_remove(&o->loads, g));
    moved = 1;
  }
  s->waiting_loads = o->loads.n;
  return moved;
}

/* ---- between the levels, one group a cycle each ---- */

static int aged(const wt_bound_sim *s, uint64_t since) { return s->opt->crown_age && s->now - since >= s->opt->crown_age; }

static int from_lookup(wt_bound_sim *s) {
  crown *o = own(s);
  wt_bound_group *g = o->paths.first;
  if (!g || (o->ready.n >= 2 && !aged(s, g->since))) return 0;
  becomes_ready(s, wt_bound_take(&o->paths));
  return 1;
}

static int from_barriers(wt_bound_sim *s) {
  crown *o = own(s);
  barrier *b = NULL;
  for (barrier *i = o->barrier; o->used && i < o->barrier + s->opt->crown_barriers; i++)
    if (i->used && i->complete && (!b || i->order < b->order)) b = i;
  if (!b || (o->ready.n && !aged(s, b->complete))) return 0;
  wt_bound_group *g = wt_bound_new(s, b->cta, b->rpc);
  for (unsigned l = 0; l < s->in->lanes; l++)
    if (b->lane[l] >= 0) wt_bound_join(g, l, b->lane[l]);
  b->used = 0, o->used--;
  becomes_ready(s, g);
  return 1;
}

static int settle(wt_bound_sim *s) {
  crown *o = own(s);
  int moved = from_lookup(s);
  moved |= from_barriers(s);
  if (o->ready.n && o->pool.n < s->opt->crown_low) wt_bound_put(&o->pool, wt_bound_take(&o->ready)), moved = 1;
  return moved;
}

static wt_bound_group *pick(wt_bound_sim *s) { return wt_bound_take(&own(s)->pool); }

const wt_bound_ops wt_bound_ops_crown = {
  .begin = begin, .launch = launch, .commit = commit, .loads = loads, .release = release, .settle = settle, .pick = pick, .keeps = keeps, .end = end};
