/* wt_space.c - windows of cycles in which the SMs run apart. */
#include "lib/wt_space.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_difference.h"
#include "lib/wt_min.h"
#include "lib/wt_observers.h"
#include "lib/wt_pool.h"
#include "lib/wt_starve.h"

/* A state is kept at distances that grow with the run, sooner when much has been written since; after a rewinding that found nothing the run goes so many
 * cycles step by step, and twice as many after the next. */
enum { FIRST_DISTANCE = 65536, MOST_UNDO = 64 << 20, CALM = 256, MOST_CALM = 1 << 16, LEAST_WINDOW = 4 };

/* Lines that an SM has for a file, of each cycle of the window. */
typedef struct {
  char *text;
  size_t n, cap, printed, end[WT_ENV_APART];
} lines;

/* Of an SM. */
typedef struct {
  int asks;   /* it has come to a cycle in which it asks for a CTA, which is evaluated and not more */
  int sleeps; /* nothing is left for it in the cycle that it has come to */
  int still;  /* an edge changes its clocks alone, until it gets a CTA */
  int moved;  /* more than its clocks may have changed since the state was kept */
  int rests;  /* as it is in was it rests, and so many instructions it had issued then */
  uint64_t issued;
  int alike;  /* while it is still: it is as in the snapshot of the proof of no end; -1: not known */
  wt_sm *was; /* to see that, once a window at most */
  int looked_at;
  int edge;    /* it waits for memory (wt_env_waits), and its last edge has not been looked at */
  int trouble; /* what ends a run, or memory was short */
  uint64_t last_issue;
  uint64_t same[WT_ENV_APART / 64]; /* edges of the window at which it was as in the snapshot of the proof of no end */
  wt_check check;                   /* in the state that is kept, as is */
  wt_oracle *oracle;                /* whether it still judges */
  lines trace, dispatch;
  wt_report r; /* never shown: the run goes back and finds it again */
  char said[8000];
} apart;

/* Rows of one size, each at its place, then those with a counter. */
typedef struct {
  char *at;
  size_t cap, places, counted;
} part;

struct wt_space {
  wt_running *u;
  unsigned sms, threads;
  wt_pool *pool;
  apart *sm;
  uint64_t bound; /* cycles of the window */
  int go_on;      /* also those for which nothing is left */
  int silent;     /* between the state that is kept and where the run was */
  /* the state that is kept */
  wt_saved rows;
  part *kept; /* [0]: what changes at any time; then, of each SM, what stays while nothing goes on there */
  uint64_t keep_next;
  uint64_t calm, calm_until; /* step by step until then */
  uint64_t ended_at;         /* the window before */
};

/* ---- the state that is kept ---- */

static int is_left(const void *ctx, unsigned sm) { return !((const apart *)ctx)[sm].moved; }

/* Of an SM that has not moved only what changes all the same. As they are: what is saved as a difference is copied itself. */
static int rows_here(wt_space *p, int all) {
  wt_saved *l = &p->rows;
  wt_saved_empty(l);
  l->unnamed = 1, l->left = all ? NULL : is_left, l->left_ctx = p->sm;
  if (wt_running_rows(p->u, WT_STATE_HERE, l)) return -1;
  for (unsigned i = 0; i < l->n; i++) l->row[i].base = NULL;
  return 0;
}

static int make_room(part *k, size_t places, size_t counted) {
  if (places + counted > k->cap) {
    const size_t cap = places + 2 * counted + 4096; /* what is counted grows and shrinks */
    char *more = realloc(k->at, cap);
    if (!more) return -1;
    k->at = more, k->cap = cap;
  }
  k->places = places, k->counted = counted;
  return 0;
}

/* Bytes of each part in front of the next row of either kind. */
typedef size_t before[2];
static size_t *before_row(before *all, const wt_saved_row *r) { return &all[r->still][r->count != NULL]; }
/* How far a row lies behind the beginning of its part. */
static size_t place_of(const wt_space *p, before *all, const wt_saved_row *r) {
  return (r->count ? p->kept[r->still].places : 0) + *before_row(all, r);
}

static int keep(wt_space *p) {
  wt_running *u = p->u;
  const unsigned n = u->m->S->SMS;
  before *all = calloc(n + 1, sizeof *all);
  int bad = !all || rows_here(p, 0);
  for (unsigned i = 0; !bad && i < p->rows.n; i++) *before_row(all, &p->rows.row[i]) += wt_saved_bytes(&p->rows.row[i]);
  for (unsigned k = 0; !bad && k <= n; k++)
    if (!k || p->sm[k - 1].moved) bad = make_room(&p->kept[k], all[k][0], all[k][1]);
  if (!bad) memset(all, 0, (n + 1) * sizeof *all);
  for (unsigned i = 0; !bad && i < p->rows.n; i++) {
    const wt_saved_row *r = &p->rows.row[i];
    wt_saved_renew(r, p->kept[r->still].at + place_of(p, all, r));
    *before_row(all, r) += wt_saved_bytes(r);
  }
  free(all);
  if (bad) return -1;
  for (unsigned i = 0; i < n; i++) p->sm[i].check = u->sm[i].model, p->sm[i].oracle = u->t[i].oracle, p->sm[i].moved = 0;
  wt_mem_undo_begin(u->x->mem);
  if (u->x->oracle) wt_mem_undo_begin(u->x->omem);
  const uint64_t now = u->t->tally.cycles;
  p->keep_next = now + (now / 8 > FIRST_DISTANCE ? now / 8 : FIRST_DISTANCE);
  return 0;
}
static int is_due(const wt_space *p) {
  const wt_machine *x = p->u->x;
  return p->u->t->tally.cycles >= p->keep_next || wt_mem_undo_bytes(x->mem) + (x->oracle ? wt_mem_undo_bytes(x->omem) : 0) > MOST_UNDO;
}

static wt_status no_memory(const wt_space *p) {
  wt_machine *x = p->u->x;
  return snprintf(x->error, sizeof x->error, "out of memory; --threads 0 needs less"), WT_USAGE;
}

/* Notes of checks, until the run has come to where it was. */
static void be_silent(wt_space *p, int on) {
  const wt_machine *x = p->u->x;
  p->silent = on;
  for (unsigned i = 0; i < p->u->m->S->SMS; i++) p->u->sm[i].c.quiet = on || x->progress.quiet || x->parallel.jobs;
}

/* Back to it. What was said of the cycles before `now` is not said again. */
static wt_status go_back(wt_space *p, uint64_t now) {
  wt_running *u = p->u;
  const unsigned n = u->m->S->SMS;
  wt_env_back(u->e);
  if (wt_mem_undo(u->x->mem) || (u->x->oracle && wt_mem_undo(u->x->omem)) || rows_here(p, 1)) return no_memory(p);
  before *all = calloc(n + 1, sizeof *all);
  long got = all ? 0 : -1;
  for (unsigned i = 0; got >= 0 && i < p->rows.n; i++) {
    const wt_saved_row *r = &p->rows.row[i];
    const part *k = &p->kept[r->still];
    const size_t at = place_of(p, all, r);
    got = wt_saved_put(r, k->at + at, k->places + k->counted - at);
    *before_row(all, r) += got > 0 ? (size_t)got : 0;
  }
  free(all);
  if (got < 0) return no_memory(p);
  for (unsigned i = 0; i < u->m->S->SMS; i++) {
    wt_side *sm = &u->sm[i];
    sm->t->error[0] = 0, sm->t->performed = WT_OK, sm->t->oracle = p->sm[i].oracle;
    wt_tandem_back(sm->t);
    wt_check_back(&sm->model, &p->sm[i].check);
    wt_dispatch_goes_on(sm);
  }
  u->told = now;
  be_silent(p, 1);
  p->calm = p->calm ? wt_min((unsigned)(2 * p->calm), MOST_CALM) : CALM;
  p->calm_until = now + p->bound + p->calm;
  const wt_status s = wt_running_loaded(u, WT_STATE_HERE);
  if (!s && u->x->twin && u->x->ops->load(u->x->twin)) return wt_difference_here(u, "as it was loaded", 0);
  return s;
}

/* ---- one SM ---- */

static void put_line(apart *a, lines *l, const char *line, size_t n) {
  if (l->n + n > l->cap) {
    const size_t cap = 2 * l->cap + 4096;
    char *more = realloc(l->text, cap);
    if (!more) {
      a->trouble = 1;
      return;
    }
    l->text = more, l->cap = cap;
  }
  memcpy(l->text + l->n, line, n);
  l->n += n;
}
static void put_lines(const wt_space *p, unsigned i, uint64_t cycle) {
  const wt_machine *x = p->u->x;
  wt_side *sm = &p->u->sm[i];
  apart *a = &p->sm[i];
  char line[WT_LINE];
  size_t n;
  if (x->trace) WT_EACH_SUBCORE(at, &sm->m) {
      if ((n = wt_trace_line(sm->t, at, line, sizeof line))) put_line(a, &a->trace, line, n);
    }
  if (x->dispatch && (n = wt_dispatch_line(sm, line, sizeof line))) put_line(a, &a->dispatch, line, n);
  a->trace.end[cycle] = a->trace.n, a->dispatch.end[cycle] = a->dispatch.n;
}

/* The edge behind which it is: as in the snapshot of the proof of no end? */
static void look_at_edge(const wt_space *p, unsigned i) {
  const wt_running *u = p->u;
  const wt_side *sm = &u->sm[i];
  apart *a = &p->sm[i];
  const uint64_t cycle = wt_env_ahead(u->e, i) - 1;
  a->edge = 0;
  if (!u->sm->c.noend) return;
  if (wt_noend_apart(u->sm->c.noend, &sm->m, u->e, sm->t->tally.cycles, &a->last_issue)) a->same[cycle / 64] |= UINT64_C(1) << cycle % 64;
}

/* What settle, wt_env_sample, clock_edge and the checks are of all SMs (wt_run.c), for one that is evaluated. */
static void rest_of_cycle(const wt_space *p, unsigned i) {
  wt_running *u = p->u;
  wt_side *sm = &u->sm[i];
  apart *a = &p->sm[i];
  const wt_machine *x = u->x;
  const uint64_t cycle = wt_env_ahead(u->e, i);
  a->moved = 1;
  if (x->twin) x->ops->drive_one(x->twin, i);
  if (x->twin && x->ops->outputs_one(x->twin, i)) a->trouble = 1;
  put_lines(p, i, cycle);
  if (wt_checks_step(&sm->list, WT_WHEN_SETTLED, &sm->m, &a->r) || wt_env_sample_sm(u->e, i, &sm->m) ||
      wt_checks_step(&sm->list, WT_WHEN_PERFORMED, &sm->m, &a->r))
    a->trouble = 1;
  wt_gpu_tick_sm(u->m->gpu, i);
  wt_env_present_sm(u->e, i, &sm->m);
  if (x->twin && x->ops->edge_one(x->twin, i)) a->trouble = 1;
  if (wt_env_waits(u->e, i)) a->edge = 1;
  else look_at_edge(p, i);
}

static void set_clocks(wt_sm *sm, const wt_shape *S, const wt_sm *of, uint64_t more) {
  for (unsigned k = 0; k < S->SUBCORES; k++) sm->subcore[k].sreg.q.clock = of->subcore[k].sreg.q.clock + more;
}
/* Its registers, outputs and inputs are what they were some cycles before, but for its clocks: then so they are as many cycles later. So many as it has
 * sub-cores: their turns go round. The first of the cycles is evaluated. */
static int comes_to_rest(const wt_space *p, unsigned i) {
  const wt_shape *S = p->u->m->S;
  apart *a = &p->sm[i];
  wt_sm *sm = &p->u->m->gpu->sm[i];
  if (!a->was && !(a->was = malloc(sizeof *a->was))) return 0;
  memcpy(a->was, sm, sizeof *sm);
  rest_of_cycle(p, i);
  for (unsigned k = 1; k < S->SUBCORES && wt_env_ahead(p->u->e, i) < p->bound && !a->edge; k++) wt_gpu_eval_sm(p->u->m->gpu, i), rest_of_cycle(p, i);
  set_clocks(a->was, S, sm, 0);
  a->issued = p->u->sm[i].t->tally.warp_instructions;
  return a->rests = wt_env_still(p->u->e, i) && !memcmp(a->was, sm, sizeof *sm);
}
/* It rested in the last window; in the cycles since, each of which was evaluated, it may have gone on. */
static int still_rests(const wt_space *p, unsigned i) {
  const wt_sm *sm = &p->u->m->gpu->sm[i];
  const apart *a = &p->sm[i];
  if (!a->still || !a->rests || a->issued != p->u->sm[i].t->tally.warp_instructions || !wt_env_still(p->u->e, i)) return 0;
  set_clocks(a->was, p->u->m->S, sm, 0);
  return !memcmp(a->was, sm, sizeof *sm);
}
/* So many of the cycles that are left of the window at once. */
static void skip(const wt_space *p, unsigned i, uint64_t n) {
  wt_running *u = p->u;
  wt_side *side = &u->sm[i];
  apart *a = &p->sm[i];
  const uint64_t from = wt_env_ahead(u->e, i);
  if (a->alike < 0) a->alike = u->sm->c.noend && wt_noend_apart(u->sm->c.noend, &side->m, u->e, side->t->tally.cycles, &a->last_issue);
  for (uint64_t c = from; c < from + n; c++) {
    a->trace.end[c] = a->trace.n, a->dispatch.end[c] = a->dispatch.n;
    if (a->alike) a->same[c / 64] |= UINT64_C(1) << c % 64;
  }
  set_clocks(side->m.sm, u->m->S, side->m.sm, n);
  wt_tandem_idle(side->t, n);
  if (side->c.model) wt_check_idle(side->c.model, n);
  wt_env_skip_sm(u->e, i, n);
}

/* To the end of the window, or as far as nothing is needed of others. */
static void run_apart(void *ctx, unsigned i) {
  const wt_space *p = ctx;
  wt_running *u = p->u;
  const wt_ctasched_state *q = &u->m->gpu->ctasched.q;
  const wt_dispatch_out *d = &u->m->gpu->sm[i].dispatch.o;
  apart *a = &p->sm[i];
  if (wt_env_waits(u->e, i)) return;
  if (a->edge) look_at_edge(p, i);
  if (a->asks) {
    if (q->run) return;
    a->asks = 0; /* nothing is left to give */
    rest_of_cycle(p, i);
  }
  while (!a->trouble && !a->edge && wt_env_ahead(u->e, i) < p->bound) {
    if ((a->sleeps = !q->run && d->idle) && !p->go_on) return;
    a->still &= a->sleeps;
    const uint64_t turns = (p->bound - wt_env_ahead(u->e, i)) / u->m->S->SUBCORES;
    if (a->still && turns) {
      skip(p, i, turns * u->m->S->SUBCORES);
      continue;
    }
    wt_gpu_eval_sm(u->m->gpu, i);
    if (a->sleeps && !u->x->twin && !a->looked_at && turns) {
      a->still = comes_to_rest(p, i), a->alike = -1;
      a->looked_at = !a->still;
      continue;
    }
    if ((a->asks = q->run && d->ask)) return;
    rest_of_cycle(p, i);
  }
}

/* ---- all of them ---- */

static uint64_t first_cycle(const wt_space *p) {
  uint64_t first = UINT64_MAX;
  for (unsigned i = 0; i < p->u->m->S->SMS; i++) {
    const uint64_t at = wt_env_ahead(p->u->e, i);
    if (at < first) first = at;
  }
  return first;
}

/* A clock of what lies around the SMs, in a cycle in which it is evaluated. In the cycles between nobody asks, and it stays as it is. */
static void around(const wt_space *p) {
  const wt_machine *x = p->u->x;
  const unsigned n = p->u->m->S->SMS;
  if (x->twin) x->ops->drive_one(x->twin, n);
  if (x->twin && x->ops->outputs_one(x->twin, n)) p->sm->trouble = 1;
  wt_gpu_tick_top(p->u->m->gpu);
  if (x->twin && x->ops->edge_one(x->twin, n)) p->sm->trouble = 1;
}

/* The CTA scheduler sees who asks in this cycle; of those that are past it none did. */
static void schedule(const wt_space *p, uint64_t cycle) {
  wt_running *u = p->u;
  wt_gpu *gpu = u->m->gpu;
  const unsigned n = u->m->S->SMS;
  for (unsigned i = 0; i < n; i++) gpu->sm[i].dispatch.o.ask = p->sm[i].asks && wt_env_ahead(u->e, i) == cycle;
  wt_gpu_eval_top(gpu);
  around(p);
  for (unsigned i = 0; i < n; i++) {
    if (!gpu->sm[i].dispatch.o.ask) continue;
    rest_of_cycle(p, i);
    wt_dispatch_given(&u->sm[i]);
    p->sm[i].asks = 0;
  }
  for (unsigned i = 0; i < n; i++) gpu->sm[i].dispatch.o.ask = 0;
  wt_gpu_eval_top(gpu); /* nothing is given in the cycles to come */
  for (unsigned i = 0; i < n; i++) gpu->sm[i].dispatch.o.ask = (uint8_t)p->sm[i].asks;
}

static int any_trouble(const wt_space *p) {
  int any = 0;
  for (unsigned i = 0; i < p->u->m->S->SMS; i++) any |= p->sm[i].trouble;
  return any;
}

/* All SMs to the same cycle. -1: trouble. */
static int run_window(wt_space *p) {
  const unsigned n = p->u->m->S->SMS;
  for (p->go_on = 0;;) {
    wt_pool_run(p->pool, run_apart, p, n);
    if (any_trouble(p)) return -1;
    const uint64_t first = first_cycle(p);
    unsigned asking = 0, sleeping = 0, waiting = 0;
    uint64_t last = 0;
    for (unsigned i = 0; i < n; i++) {
      const uint64_t at = wt_env_ahead(p->u->e, i);
      asking += p->sm[i].asks, sleeping += p->sm[i].sleeps && at < p->bound;
      waiting += at == first && wt_env_waits(p->u->e, i);
      last = at > last ? at : last;
    }
    if (waiting) {
      if (wt_env_serve(p->u->e, first, p->u->m)) return -1;
    } else if (asking) schedule(p, first);
    else if (first == p->bound) return any_trouble(p) ? -1 : 0;
    else if (sleeping) p->bound = sleeping == n ? last : p->bound, p->go_on = 1; /* all sleep: nobody goes on, and the launch may be over */
  }
}

/* ---- its end ---- */

static void print(FILE *f, lines *l, uint64_t cycle) {
  if (!f || l->end[cycle] == l->printed) return;
  fwrite(l->text + l->printed, 1, l->end[cycle] - l->printed, f);
  l->printed = l->end[cycle];
}

/* Everything that is not an SM's own. Non-zero: the run has to go back. */
static int come_together(wt_space *p) {
  wt_running *u = p->u;
  const wt_machine *x = u->x;
  const unsigned n = u->m->S->SMS;
  uint64_t last_issue = 0, same[WT_ENV_APART / 64];
  int bad = wt_env_together(u->e, u->m), once = 0;
  for (unsigned i = 0; i < n; i++) bad |= wt_tandem_together(u->sm[i].t) != WT_OK;
  for (unsigned i = 0; i < n; i++) bad |= u->sm[i].t->error[0] || u->sm[i].t->performed;
  if (bad) return -1;
  memset(same, 0xff, sizeof same);
  for (unsigned i = 0; i < n; i++) {
    if (p->sm[i].last_issue > last_issue) last_issue = p->sm[i].last_issue;
    for (unsigned k = 0; k < WT_ENV_APART / 64; k++) same[k] &= p->sm[i].same[k];
  }
  for (unsigned k = 0; k < WT_ENV_APART / 64; k++) once |= (same[k] & wt_env_was_same(u->e, k)) != 0;
  if (u->sm->c.noend && wt_noend_together(u->sm->c.noend, u->t, u->e, last_issue, once)) return -1;
  for (uint64_t c = 0; (x->trace || x->dispatch) && c < p->bound; c++)
    for (unsigned i = 0; i < n; i++) print(x->trace, &p->sm[i].trace, c), print(x->dispatch, &p->sm[i].dispatch, c);
  return 0;
}

/* ---- a window ---- */

/* Looks at every cycle of all SMs: nobody. */
static int nobody_looks(const wt_running *u) {
  const uint32_t mine = UINT32_C(1) << WT_OBSERVER_TRACE | UINT32_C(1) << WT_OBSERVER_DISPATCH,
                 caller = u->x->on_edge ? 0 : UINT32_C(1) << WT_OBSERVER_CALLER;
  return !((u->at[WT_AT_DRIVEN] | u->at[WT_AT_SETTLED] | u->at[WT_AT_COUNTED] | u->at[WT_AT_EDGE]) & ~(mine | caller));
}

/* So many cycles nobody looks in, and no limit is reached. */
static uint64_t room(const wt_space *p) {
  const wt_running *u = p->u;
  const wt_machine *x = u->x;
  const uint64_t now = u->t->tally.cycles, watch = u->m->S->SCHED_AGE ? UINT64_MAX : (now / WT_STARVE_EVERY + 1) * WT_STARVE_EVERY - 1;
  const uint64_t ends[] = {u->sm->c.max_cycles ? u->sm->c.max_cycles - 1 : UINT64_MAX, x->visit.next,
                           u->at[WT_AT_CYCLE] >> WT_OBSERVER_PARTS & 1 ? u->parts.next : UINT64_MAX, watch};
  uint64_t n = wt_env_lookahead(u->e);
  if (u->sm->c.noend) {
    const uint64_t k = wt_noend_lookahead(u->sm->c.noend, now);
    n = k < n ? k : n;
  }
  for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
    const uint64_t k = ends[i] > now ? ends[i] - now : 0;
    n = k < n ? k : n;
  }
  return n;
}

static int begin(wt_space *p) {
  wt_running *u = p->u;
  if (wt_env_apart(u->e, p->bound, u->sm->c.noend ? wt_noend_flight(u->sm->c.noend) : NULL)) return -1;
  for (unsigned i = 0; i < u->m->S->SMS; i++) u->m->gpu->sm[i].dispatch.o.ask = 0;
  wt_gpu_eval_top(u->m->gpu); /* what was given in the cycle before is not given again */
  for (unsigned i = 0; i < u->m->S->SMS; i++) {
    apart *a = &p->sm[i];
    a->asks = a->sleeps = a->trouble = a->looked_at = a->edge = 0, a->last_issue = 0;
    memset(a->same, 0, sizeof a->same);
    a->trace.n = a->trace.printed = a->dispatch.n = a->dispatch.printed = 0;
    wt_tandem_apart(u->sm[i].t);
    a->r = (wt_report){a->said, sizeof a->said, WT_CAUSE_NONE, u->sm[i].t, u->m->S};
  }
  return 0;
}

wt_status wt_space_window(wt_space *p, int *ran) {
  wt_running *u = p->u;
  const uint64_t now = u->t->tally.cycles;
  *ran = 0;
  if (p->silent && now >= u->told) be_silent(p, 0);
  if (now < u->x->window.first || now < p->calm_until || !nobody_looks(u)) return WT_OK;
  p->bound = room(p);
  if (u->x->window.most && p->bound > u->x->window.most) p->bound = u->x->window.most;
  else if (p->bound < LEAST_WINDOW) return WT_OK;
  if (!p->bound) return WT_OK;
  for (unsigned i = 0; now != p->ended_at && i < u->m->S->SMS; i++)
    if (p->sm[i].alike = -1, !still_rests(p, i)) p->sm[i].moved = 1, p->sm[i].still = 0;
  if (is_due(p) && keep(p)) return no_memory(p);
  if (begin(p)) return no_memory(p);
  const int bad = run_window(p) || come_together(p);
  *ran = bad || p->bound;
  p->ended_at = bad ? UINT64_MAX : u->t->tally.cycles;
  return bad ? go_back(p, now) : WT_OK;
}

/* ---- who has one ---- */

static wt_space *make(const wt_machine *x) {
  wt_space *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->sms = x->m->S->SMS, p->threads = x->threads;
  p->sm = calloc(p->sms, sizeof *p->sm), p->kept = calloc(p->sms + 1, sizeof *p->kept);
  if (!p->sm || !p->kept || !(p->pool = wt_pool_new(wt_min(x->threads, p->sms)))) return wt_space_free(p), NULL;
  return p;
}
wt_space *wt_space_begin(wt_running *u) {
  wt_machine *x = u->x;
  if (x->twin && (x->beside || u->sm->c.rtl || !x->ops->apart || !x->ops->apart(x->twin))) return NULL;
  if (!x->threads || u->m->S->SMS < 2 || x->guests || x->agents || !nobody_looks(u) || !wt_env_lookahead(u->e)) return NULL;
  if (x->space && x->space->threads != x->threads) wt_space_free(x->space), x->space = NULL;
  wt_space *p = x->space ? x->space : (x->space = make(x));
  for (unsigned i = 0; p && i < p->sms; i++) p->sm[i].still = 0; /* of the launch before */
  if (p) p->u = u, p->keep_next = p->calm = p->calm_until = 0, p->ended_at = UINT64_MAX, p->silent = 0;
  return p;
}

void wt_space_end(wt_space *p) {
  if (!p) return;
  const wt_machine *x = p->u->x;
  wt_mem_undo_end(x->mem);
  if (x->oracle) wt_mem_undo_end(x->omem);
}

void wt_space_free(wt_space *p) {
  if (!p) return;
  wt_pool_free(p->pool);
  for (unsigned i = 0; p->sm && i < p->sms; i++) free(p->sm[i].trace.text), free(p->sm[i].dispatch.text), free(p->sm[i].was);
  for (unsigned k = 0; p->kept && k <= p->sms; k++) free(p->kept[k].at);
  wt_saved_free(&p->rows);
  free(p->sm), free(p->kept), free(p);
}
