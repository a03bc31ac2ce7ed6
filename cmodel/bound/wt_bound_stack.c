/* wt_bound_stack.c - engines with a reconvergence stack: a warp has one, be it a home row (stack), several (LWM) or a CTA (TBC, CAPRI).
 *
 * Each thread is in one entry of its warp's stack. A branch with several targets turns the entry into their meeting point and pushes the paths over it; a
 * path that is at its meeting point goes down into it. LWM's warp is at one instruction, whose beats are packed; TBC's entry has groups that go their way
 * until all have stopped, at a branch or at the meeting point.
 */
#include <stdlib.h>
#include <string.h>

#include "bound/wt_bound_int.h"

enum { NOWHERE = -1, GOING = -2, PREDICTOR = 32 };                  /* entries of threads that have ended, or are moved; rows of CAPRI's predictor */
typedef enum { READY, BUSY, STOPPED, BARRED, DONE, DECIDES } state; /* of warps and groups; DECIDES: LWM's beat whose result ends the instruction */

typedef struct {
  uint32_t rpc; /* where its threads meet others, at this depth of calls, in that entry */
  unsigned depth, join;
  int apart; /* CAPRI: its threads stay in the groups they had */
} entry;

typedef struct {
  size_t first, cta; /* its threads begin there */
  unsigned n, used;  /* threads; entries */
  entry *entry;
  state state;
  wt_bound_fifo groups; /* LWM: beats that are not out; TBC: of the top entry, but those in flight */
  unsigned out;         /* groups in flight */
  int decided;          /* LWM: the beat that decides has its result */
  uint64_t last;        /* cycle of the last issue */
  uint32_t pc;          /* instruction of the last issue */
  unsigned depth;
} warp;

typedef struct {
  uint32_t pc;
  unsigned n, entry; /* its threads; where they go */
  int32_t lowest;    /* of them */
} target;

typedef struct {
  uint32_t tag; /* pc + 1; 0: free */
  unsigned count;
} predictor;

typedef struct {
  warp *warp;
  size_t n, begun, low; /* warps; of the CTAs that have begun; all below low have ended */
  entry *entries;
  int *where;     /* of every thread: its entry */
  uint64_t *from; /* CAPRI: the group that it was in */
  warp *beats;    /* LWM: has beats that are not out */
  predictor row[PREDICTOR];
  target *target;   /* of a branch */
  unsigned *height; /* of every lane: its threads in groups */
  warp *late;       /* LWM: its last beat came behind the result that decides */
} stacks;

static stacks *own(const wt_bound_sim *s) { return s->own; }
static entry *top(const warp *w) { return &w->entry[w->used - 1]; }
static int on_top(const wt_bound_sim *s, const warp *w, size_t t) { return own(s)->where[t] == (int)w->used - 1; }
static int at_rpc(const wt_bound_sim *s, int32_t t, const entry *e) { return wt_bound_pc(s, t) == e->rpc && s->depth[t] == e->depth; }

/* ---- stacks ---- */

static int32_t first_on_top(const wt_bound_sim *s, const warp *w) {
  for (size_t t = w->first; t < w->first + w->n; t++)
    if (on_top(s, w, t)) return (int32_t)t;
  return -1;
}

/* Threads at the meeting point go down; entries without threads go. 1: another entry is on top now, or none. */
static int unwind(wt_bound_sim *s, warp *w) {
  int moved = 0;
  for (; w->used; w->used--, moved = 1) {
    const int32_t t = first_on_top(s, w);
    if (t >= 0 && !at_rpc(s, t, top(w))) return moved;
    for (size_t i = w->first; t >= 0 && i < w->first + w->n; i++)
      if (on_top(s, w, i)) own(s)->where[i] = (int)top(w)->join;
  }
  w->state = DONE;
  return 1;
}

static int before(const warp *w, const target *a, const target *b) {
  const int a_taken = a->pc != w->pc + 1, b_taken = b->pc != w->pc + 1;
  return a->n != b->n ? a->n > b->n : a_taken != b_taken ? a_taken : a->lowest < b->lowest;
}

/* Where the threads on top go, in the order in which they do; how many places that are. */
static unsigned targets(wt_bound_sim *s, const warp *w) {
  target *to = own(s)->target;
  unsigned n = 0;
  for (size_t t = w->first; t < w->first + w->n; t++) {
    unsigned i = 0;
    if (!on_top(s, w, t)) continue;
    const uint32_t pc = wt_bound_pc(s, (int32_t)t);
    while (i < n && to[i].pc != pc) i++;
    if (i == n) to[n++] = (target){pc, 0, 0, (int32_t)t};
    to[i].n++;
  }
  for (unsigned i = 1; i < n; i++)
    for (unsigned k = i; k && before(w, &to[k], &to[k - 1]); k--) {
      const target x = to[k];
      to[k] = to[k - 1], to[k - 1] = x;
    }
  return n;
}

/* Behind a branch with n targets. */
static void split(wt_bound_sim *s, warp *w, unsigned n, int apart) {
  stacks *o = own(s);
  const int old = (int)w->used - 1;
  entry e = {.join = w->used - 1};
  e.rpc = wt_bound_meet(s, w->pc, o->target[0].lowest, w->depth, &e.depth);
  if (e.rpc == WT_BOUND_NO_RPC || (e.rpc == top(w)->rpc && e.depth == top(w)->depth))
    e = *top(w), w->used--; /* no nearer point than the entry's own */
  e.apart = apart;
  for (unsigned i = n; i--;) { /* the first one on top */
    target *to = &o->target[i];
    to->entry = e.join;
    if (at_rpc(s, to->lowest, &e)) continue;
    w->entry[w->used] = e;
    to->entry = w->used++;
  }
  for (size_t t = w->first; t < w->first + w->n; t++) {
    unsigned i = 0;
    if (o->where[t] != old) continue;
    while (o->target[i].pc != wt_bound_pc(s, (int32_t)t)) i++;
    o->where[t] = GOING - (int)o->target[i].entry; /* an entry of the old number may be among the new ones */
  }
  for (size_t t = w->first; t < w->first + w->n; t++)
    if (o->where[t] <= GOING) o->where[t] = GOING - o->where[t];
}

static uint32_t step(wt_bound_sim *s, int32_t t) {
  const uint32_t pc = wt_bound_step(s, t);
  if (pc == WT_BOUND_END) own(s)->where[t] = NOWHERE;
  return pc;
}

/* The threads on top in groups: the k-th takes the k-th thread of every lane, rows ascending; apart: those that were in one group, again. */
static void compact(wt_bound_sim *s, warp *w) {
  stacks *o = own(s);
  const int apart = top(w)->apart;
  memset(o->height, 0, s->in->lanes * sizeof *o->height);
  for (size_t t = w->first; t < w->first + w->n; t++) {
    if (!on_top(s, w, t)) continue;
    const unsigned l = wt_bound_lane(s, (int32_t)t);
    wt_bound_group *g = w->groups.first;
    if (apart)
      while (g && g->since != o->from[t]) g = g->next;
    else
      for (unsigned k = o->height[l]++; g && k; k--) g = g->next;
    if (!g) {
      wt_bound_put(&w->groups, g = wt_bound_new(s, w->cta, wt_bound_pc(s, (int32_t)t)));
      g->owner = (size_t)(w - o->warp), g->since = o->from[t], g->state = READY;
    }
    wt_bound_join(g, l, (int32_t)t);
  }
  top(w)->apart = 0; /* what it meets later is compacted */
}

/* ---- all of them ---- */

static unsigned warp_size(const wt_bound_sim *s, const wt_bound_cta *c) {
  return s->kind.engine == WT_BOUND_STACK ? s->in->lanes : s->kind.engine == WT_BOUND_LWM && s->kind.warp ? s->kind.warp : c->n;
}

static int begin(wt_bound_sim *s) {
  stacks *o = s->own = calloc(1, sizeof *o);
  const wt_bound_input *in = s->in;
  unsigned most = 0;
  if (!o) return -1;
  for (size_t c = 0; c < in->n_ctas; c++) {
    const unsigned size = warp_size(s, &in->cta[c]);
    if (size > most) most = size;
    o->n += (in->cta[c].n + size - 1) / size;
  }
  o->warp = calloc(o->n + 1, sizeof *o->warp), o->entries = calloc(2 * (in->n_threads + o->n) + 2, sizeof *o->entries);
  o->where = calloc(in->n_threads + 1, sizeof *o->where), o->from = calloc(in->n_threads + 1, sizeof *o->from);
  o->target = calloc(most + 1, sizeof *o->target), o->height = calloc(in->lanes, sizeof *o->height);
  if (!o->warp || !o->entries || !o->where || !o->from || !o->target || !o->height) return -1;
  warp *w = o->warp;
  entry *e = o->entries;
  for (size_t c = 0; c < in->n_ctas; c++) {
    const wt_bound_cta *a = &in->cta[c];
    const unsigned size = warp_size(s, a);
    for (unsigned at = 0; at < a->n; at += size, w++) {
      *w = (warp){.first = a->first + at, .cta = c, .n = a->n - at < size ? a->n - at : size, .used = 1, .entry = e, .state = DONE};
      e += 2 * w->n + 2; /* below every entry without threads there is a thread less to split off */
      w->entry[0] = (entry){.rpc = WT_BOUND_NO_RPC};
      for (size_t t = w->first; t < w->first + w->n; t++) o->where[t] = in->thread[t].n ? 0 : NOWHERE;
    }
  }
  return 0;
}

static void end(wt_bound_sim *s) {
  stacks *o = own(s);
  if (!o) return;
  free(o->warp), free(o->entries), free(o->where), free(o->from), free(o->target), free(o->height);
  free(o);
}

static unsigned alive_on_top(const wt_bound_sim *s, const warp *w) {
  unsigned n = 0;
  for (size_t t = w->first; t < w->first + w->n; t++) n += on_top(s, w, t);
  return n;
}

static size_t lowest(stacks *o) {
  while (o->low < o->begun && o->warp[o->low].state == DONE) o->low++;
  return o->low;
}

/* ---- stack, LWM ---- */

static void lwm_launch(wt_bound_sim *s, size_t cta) {
  stacks *o = own(s);
  for (; o->begun < o->n && o->warp[o->begun].cta <= cta; o->begun++) {
    warp *w = &o->warp[o->begun];
    if (w->cta == cta && alive_on_top(s, w)) w->state = READY;
  }
}

static void lwm_next(wt_bound_sim *s, warp *w) {
  for (size_t t = w->first; t < w->first + w->n; t++)
    if (on_top(s, w, t)) step(s, (int32_t)t);
  const unsigned left = alive_on_top(s, w);
  w->state = READY;
  if (left && wt_bound_flags(s, w->pc) & WT_BOUND_BARRIER) {
    w->state = BARRED;
    wt_bound_arrive(s, w->cta, left);
    return;
  }
  const unsigned n = targets(s, w);
  if (n > 1) split(s, w, n, 0);
  unwind(s, w);
}

static void lwm_commit(wt_bound_sim *s, wt_bound_group *g) {
  warp *w = &own(s)->warp[g->owner];
  const int decides = g->state == DECIDES;
  wt_bound_drop(s, g);
  if (!decides) return;
  w->decided = 1;
  if (!w->groups.n) lwm_next(s, w);
}

static int lwm_settle(wt_bound_sim *s) {
  warp *w = own(s)->late;
  own(s)->late = NULL;
  if (w) lwm_next(s, w);
  return w != NULL;
}

static void lwm_release(wt_bound_sim *s, size_t cta) {
  stacks *o = own(s);
  for (size_t i = lowest(o); i < o->begun; i++)
    if (o->warp[i].cta == cta && o->warp[i].state == BARRED) o->warp[i].state = READY, unwind(s, &o->warp[i]);
}

static wt_bound_group *lwm_pick(wt_bound_sim *s) {
  stacks *o = own(s);
  warp *w = o->beats;
  if (!w) {
    for (size_t i = lowest(o); i < o->begun; i++)
      if (o->warp[i].state == READY && (!w || o->warp[i].last < w->last)) w = &o->warp[i];
    if (!w) return NULL;
    compact(s, w);
    wt_bound_group *first = w->groups.first;
    w->state = BUSY, w->decided = 0;
    w->pc = first->pc, w->depth = s->depth[wt_bound_any(s, first)];
    (wt_bound_flags(s, w->pc) & (WT_BOUND_BRANCH | WT_BOUND_LOAD) ? w->groups.last : first)->state = DECIDES;
  }
  wt_bound_group *g = wt_bound_take(&w->groups);
  w->last = s->now;
  o->beats = w->groups.n ? w : NULL;
  o->late = w->groups.n || !w->decided ? NULL : w;
  return g;
}

const wt_bound_ops wt_bound_ops_lwm = {
  .begin = begin, .launch = lwm_launch, .commit = lwm_commit, .release = lwm_release, .settle = lwm_settle, .pick = lwm_pick, .end = end};

/* ---- TBC, CAPRI ---- */

static void tbc_launch(wt_bound_sim *s, size_t cta) {
  stacks *o = own(s);
  o->begun = cta + 1; /* a warp is a CTA */
  o->warp[cta].state = READY;
  compact(s, &o->warp[cta]);
}

/* Groups with a thread in a target, over all targets: as they are, and compacted. */
static unsigned groups_apart(const wt_bound_sim *s, const warp *w) {
  wt_bound_path path[WT_BOUND_LANES];
  unsigned n = 0;
  for (const wt_bound_group *g = w->groups.first; g; g = g->next) n += wt_bound_paths(s, g, path);
  return n;
}
static unsigned groups_compacted(const wt_bound_sim *s, const warp *w, unsigned targets) {
  stacks *o = own(s);
  unsigned n = 0;
  for (unsigned i = 0; i < targets; i++) {
    unsigned most = 0;
    memset(o->height, 0, s->in->lanes * sizeof *o->height);
    for (size_t t = w->first; t < w->first + w->n; t++)
      if (on_top(s, w, t) && wt_bound_pc(s, (int32_t)t) == o->target[i].pc) {
        unsigned *h = &o->height[wt_bound_lane(s, (int32_t)t)];
        if (++*h > most) most = *h;
      }
    n += most;
  }
  return n;
}

/* CAPRI's table: 1 when the branch does not wait for others. It learns whether it should have. */
static int predicted_apart(wt_bound_sim *s, const warp *w, int adequate) {
  predictor *p = &own(s)->row[w->pc % PREDICTOR];
  if (p->tag != w->pc + 1) *p = (predictor){w->pc + 1, 2};
  const int apart = p->count < 2;
  s->r->right += apart != adequate;
  if (adequate && p->count < 3) p->count++;
  if (!adequate && p->count) p->count--;
  return s->kind.engine == WT_BOUND_CAPRI && apart;
}

/* All groups of the top entry have stopped. */
static void sync(wt_bound_sim *s, warp *w) {
  stacks *o = own(s);
  const unsigned n = targets(s, w);
  int changed = 0;
  if (n > 1) {
    const int adequate = groups_compacted(s, w, n) < groups_apart(s, w);
    s->r->divergent++, s->r->adequate += (uint64_t)adequate;
    for (const wt_bound_group *g = w->groups.first; g; g = g->next)
      for (unsigned l = 0; l < s->in->lanes; l++)
        if (g->lane[l] >= 0) o->from[g->lane[l]] = g->order;
    split(s, w, n, predicted_apart(s, w, adequate));
    changed = 1;
  }
  changed |= unwind(s, w);
  for (wt_bound_group *g = w->groups.first; g; g = g->next) g->state = READY, g->pc = wt_bound_pc(s, wt_bound_any(s, g));
  if (!changed) return;
  for (wt_bound_group *g; (g = wt_bound_take(&w->groups));) wt_bound_drop(s, g);
  if (w->state != DONE) compact(s, w);
}
static void maybe_sync(wt_bound_sim *s, warp *w) {
  for (const wt_bound_group *g = w->groups.first; g; g = g->next)
    if (g->state != STOPPED) return;
  if (w->state != DONE) sync(s, w);
}

/* A group whose threads have their next pc: it goes on, or stops. */
static void goes_on(wt_bound_sim *s, warp *w, wt_bound_group *g, int stops) {
  const int32_t t = wt_bound_any(s, g);
  g->state = stops || at_rpc(s, t, top(w)) ? STOPPED : READY;
  g->pc = wt_bound_pc(s, t);
  if (g->state != STOPPED) return;
  for (const wt_bound_group *h = w->groups.first; h; h = h->next)
    if (h->state != STOPPED) {
      s->r->waits++;
      return;
    }
}

static void tbc_commit(wt_bound_sim *s, wt_bound_group *g) {
  warp *w = &own(s)->warp[g->owner];
  const unsigned flags = wt_bound_flags(s, g->pc);
  for (unsigned l = 0; l < s->in->lanes; l++)
    if (g->lane[l] >= 0 && step(s, g->lane[l]) == WT_BOUND_END) g->lane[l] = -1, g->n--;
  if (flags & WT_BOUND_BRANCH) w->pc = g->pc, w->depth = g->depth;
  if (g->n) wt_bound_put(&w->groups, g);
  else wt_bound_drop(s, g);
  w->out--;
  if (g->n && flags & WT_BOUND_BARRIER) {
    g->state = BARRED;
    wt_bound_arrive(s, w->cta, g->n);
  } else if (g->n) {
    goes_on(s, w, g, (flags & WT_BOUND_BRANCH) != 0);
  }
  if (!w->out) maybe_sync(s, w);
}

static void tbc_release(wt_bound_sim *s, size_t cta) {
  warp *w = &own(s)->warp[cta];
  for (wt_bound_group *g = w->groups.first; g; g = g->next)
    if (g->state == BARRED) goes_on(s, w, g, 0);
  if (!w->out) maybe_sync(s, w);
}

/* New groups first, then the one that has not issued for longest; ties to the lower CTA, and to the group that was formed first. */
static wt_bound_group *tbc_pick(wt_bound_sim *s) {
  stacks *o = own(s);
  wt_bound_group *best = NULL;
  for (size_t i = lowest(o); i < o->begun; i++)
    for (wt_bound_group *g = o->warp[i].groups.first; g; g = g->next)
      if (g->state == READY && (!best || g->last < best->last)) best = g;
  if (!best) return NULL;
  o->warp[best->owner].out++;
  return wt_bound_remove(&o->warp[best->owner].groups, best);
}

const wt_bound_ops wt_bound_ops_tbc = {
  .begin = begin, .launch = tbc_launch, .commit = tbc_commit, .release = tbc_release, .pick = tbc_pick, .end = end};
