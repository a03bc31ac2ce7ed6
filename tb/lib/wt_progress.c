/* wt_progress.c - how far a launch is. */
#include "lib/wt_progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "lib/wt_observers.h"
#include "lib/wt_seconds.h"

enum { LOOK = 1024, MOVES = 1, LINES = 10 }; /* cycles; seconds between two lines on a terminal, and off it */
#define LEAST 0.2

static double between(int tty) {
  const char *own = getenv("WARPTWIN_PROGRESS");
  double s = own ? atof(own) : 0;
  return s > 0 ? s : tty ? MOVES : LINES;
}

/* CTAs that were taken from the grid, x fastest, without those that are resident. The first cycles have not begun with it yet. */
static uint64_t done(const wt_running *u, const wt_m *m) {
  const wt_ctasched_state *q = &m->gpu->ctasched.q;
  uint64_t taken = q->run ? q->x + (uint64_t)u->L->grid[0] * (q->y + (uint64_t)u->L->grid[1] * q->z) : u->L->ctas;
  unsigned resident = 0;
  for (unsigned i = 0; i < m->S->SMS; i++) resident += (unsigned)__builtin_popcount(m->gpu->sm[i].dispatch.q.busy);
  int unknown = u->t->tally.cycles < 4 || (u->x->backend == WT_BACKEND_RTL && u->x->progress.stored <= u->x->progress.began);
  return unknown || taken < resident ? 0 : taken - resident;
}

static void now(wt_running *u, wt_progress *p) {
  wt_machine *x = u->x;
  double t = x->backend == WT_BACKEND_RTL ? wt_seconds() : 0;
  if (t > x->progress.stored + 1) x->ops->store(x->twin), x->progress.stored = t;
  *p = (wt_progress){u->L->kernel, u->t->tally.cycles, done(u, u->m), u->L->ctas, wt_tandem_issued(u->t)};
}

void wt_progress_begin(wt_running *u) {
  wt_progress_to *p = &u->x->progress;
  p->began = p->stored = wt_seconds(), p->shown = 0;
  p->past -= u->t->tally.cycles; /* a launch that goes on has some */
  if (!p->launches++) p->first = p->said = p->began;
  p->next = p->quiet && !p->fn ? UINT64_MAX : u->t->tally.cycles + LOOK;
  if (p->fn) p->fn(p->ctx, &(wt_progress){u->L->kernel, u->t->tally.cycles, 0, u->L->ctas, wt_tandem_issued(u->t)});
}

/* Is a line due? */
static int due(const wt_progress_to *p, double t, int tty) { return !p->quiet && t >= p->said + LEAST && t >= p->said + between(tty); }

static void say(wt_progress_to *p, const wt_progress *n, double t, int tty) {
  char more[200] = "", rate[60] = "", all[60] = "";
  uint64_t cycles = p->past + n->cycles;
  if (p->more) p->more(p->more_ctx, more, sizeof more);
  if (cycles > p->said_cycle) /* of the C twin, which may have ended before its workers */
    snprintf(rate, sizeof rate, ", %.0f cycles a second", (double)(cycles - p->said_cycle) / (t - p->said));
  if (p->launches > 1) snprintf(all, sizeof all, "; launch %u, %.0f s in all", p->launches, t - p->first);
  fflush(stdout); /* what the program said before */
  fprintf(stderr, "%swarptwin: %s: %llu cycles, %llu of %llu CTAs done%s, %.0f s%s%s%s", tty ? "\r\033[K" : "", n->kernel,
          (unsigned long long)n->cycles, (unsigned long long)n->ctas, (unsigned long long)n->grid, rate, t - p->began, more, all, tty ? " " : "\n");
  p->said = t, p->said_cycle = cycles, p->shown = tty;
}

void wt_progress_line(wt_running *u) {
  wt_progress_to *p = &u->x->progress;
  double t = wt_seconds();
  wt_progress n;
  int tty = !p->quiet && isatty(2);
  if (!due(p, t, tty)) return;
  now(u, &n);
  say(p, &n, t, tty);
}

void wt_progress_look(wt_running *u) {
  wt_progress_to *p = &u->x->progress;
  wt_progress n;
  p->next = u->t->tally.cycles + LOOK;
  if (p->fn) now(u, &n), p->fn(p->ctx, &n);
  wt_progress_line(u);
}

void wt_progress_end(wt_running *u, int whole) {
  wt_progress_to *p = &u->x->progress;
  const wt_progress n = {u->L->kernel, u->t->tally.cycles, u->L->ctas, u->L->ctas, wt_tandem_issued(u->t)};
  double t = p->quiet ? 0 : wt_seconds();
  if (whole && !p->quiet && !isatty(2) && due(p, t, 0)) say(p, &n, t, 0);
  p->past += u->t->tally.cycles;
  if (p->shown) fputs("\r\033[K", stderr);
  p->shown = 0, p->next = UINT64_MAX;
}

void wt_progress_leave(wt_progress_to *p) { p->quiet = 1, p->fn = NULL, p->shown = 0, p->next = UINT64_MAX; }

static wt_status observer_begin(wt_running *u) {
  wt_progress_begin(u);
  if (u->x->progress.next == UINT64_MAX) wt_observers_drop(u, WT_OBSERVER_PROGRESS);
  return WT_OK;
}
static wt_status observer_cycle(wt_running *u) {
  if (u->t->tally.cycles >= u->x->progress.next) wt_progress_look(u);
  return WT_OK;
}
static wt_status observer_over(wt_running *u, wt_status s) { return wt_progress_end(u, !s), s; }
const wt_observer wt_observer_progress = {"progress", observer_begin, {[WT_AT_CYCLE] = observer_cycle}, observer_over, NULL};
