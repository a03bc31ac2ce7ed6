/* wt_run_looks.c - observers of a few lines each: who looks in at the start of cycles, who looks at every edge, what a repeated run keeps. */
#include "lib/wt_observers.h"
#include "lib/wt_use.h"

/* ---- at the start of the cycles that they ask for ---- */

static wt_status visits_cycle(wt_running *u) { return u->t->tally.cycles >= u->x->visit.next ? u->x->visit.look(u->x->visit.ctx, u) : WT_OK; }
const wt_observer wt_observer_visits = {"visits", NULL, {[WT_AT_CYCLE] = visits_cycle}, NULL, NULL};

static wt_status parts_cycle(wt_running *u) { return u->t->tally.cycles >= u->parts.next ? u->parts.look(u->parts.ctx, u) : WT_OK; }
const wt_observer wt_observer_parts = {"segments", NULL, {[WT_AT_CYCLE] = parts_cycle}, NULL, NULL};

/* ---- a repeated run: what a report shows of the cycles before the difference ---- */

static wt_status recent_driven(wt_running *u) {
  if (!u->over) wt_recent_cycle(u->recent, u->m, u->t->tally.cycles);
  return WT_OK;
}
const wt_observer wt_observer_recent = {"recent cycles", NULL, {[WT_AT_DRIVEN] = recent_driven}, NULL, NULL};

/* ---- at every edge ---- */

static void add_use(unsigned peak[WT_PEAKS], uint64_t use[WT_PEAKS], const wt_use *now) {
  for (int i = 0; i < WT_PEAKS; i++) peak[i] = now->most[i] > peak[i] ? now->most[i] : peak[i], use[i] += now->sum[i];
}
static void use_of_sm(wt_machine *x, const wt_env *e, const wt_side *sm, unsigned k) {
  wt_use now;
  wt_use_now(sm->t, &sm->m, e, &now);
  for (int i = 0; k && i < WT_PEAKS; i++)
    if (wt_use_common(i)) now.most[i] = 0, now.sum[i] = 0; /* the first one has told */
  add_use(x->peak, x->use, &now);
  if (x->each) add_use(x->each[k].peak, x->each[k].use, &now);
  for (wt_warps s = sm->t->resident; s; s &= s - 1) {
    unsigned used[2] = {0, 0};
    wt_occupancy(&sm->m, wt_warps_first(s), used);
    for (int i = 0; i < 2; i++) x->occupancy[i] = used[i] > x->occupancy[i] ? used[i] : x->occupancy[i];
  }
}
static wt_status use_edge(wt_running *u) {
  u->x->counted_cycles++;
  for (unsigned k = 0; k < u->m->S->SMS; k++) use_of_sm(u->x, u->e, &u->sm[k], k);
  return WT_OK;
}
const wt_observer wt_observer_use = {"use of tables", NULL, {[WT_AT_EDGE] = use_edge}, NULL, NULL};

static wt_status caller_edge(wt_running *u) {
  wt_machine *x = u->x;
  if (x->on_edge) x->on_edge(x->on_edge_ctx, x, u->t->tally.cycles);
  return WT_OK;
}
static wt_status caller_end(wt_running *u, wt_status s) {
  wt_machine *x = u->x;
  if (!x->on_end) return s;
  if (x->backend == WT_BACKEND_RTL) x->ops->store(x->twin);
  x->on_end(x->on_end_ctx, u, s);
  return s;
}
const wt_observer wt_observer_caller = {"caller", NULL, {[WT_AT_EDGE] = caller_edge}, NULL, caller_end};
