/* wt_run_files.c - observers: files that a run leaves beside its verdict. Waves of chosen cycles, pictures, lines of the trace. */
#include "lib/wt_observers.h"

/* ---- waves ---- */

static wt_status waves_begin(wt_running *u) {
  wt_machine *x = u->x;
  u->wave = x->waves->open(x->wave_file, x->m, x->twin, x->wave_warp, x->error, sizeof x->error);
  return u->wave ? WT_OK : WT_USAGE;
}
static wt_status waves_driven(wt_running *u) {
  const uint64_t cycle = u->t->tally.cycles;
  if (cycle >= u->x->wave_from && cycle <= u->x->wave_to) u->x->waves->cycle(u->wave, cycle);
  return WT_OK;
}
static wt_status waves_over(wt_running *u, wt_status s) {
  wt_machine *x = u->x;
  char err[300];
  if (x->waves->close(u->wave, err, sizeof err) && !s) {
    snprintf(x->error, sizeof x->error, "%s", err);
    s = WT_USAGE;
  }
  u->wave = NULL;
  return s;
}
const wt_observer wt_observer_waves = {"waves", waves_begin, {[WT_AT_DRIVEN] = waves_driven}, waves_over, NULL};

/* ---- pictures: what was seen of a run that began is kept, however it ended ---- */

static wt_status pictures_begin(wt_running *u) {
  wt_machine *x = u->x;
  if (u->m->S->SMS > 1)
    return snprintf(x->error, sizeof x->error, "pictures show one SM: leave out --report, --kanata and --perfetto, or take SMS=1"), WT_USAGE;
  if (u->resumed || x->parallel.jobs) {
    snprintf(x->error, sizeof x->error, "pictures show a run from its start in one process: leave out --report, --kanata and --perfetto, or %s",
             u->resumed ? "run from the start" : "--jobs");
    return WT_USAGE;
  }
  return (u->draw = wt_draw_new(x->m->S, u->t->L, &x->pictures, x->error, sizeof x->error)) ? WT_OK : WT_USAGE;
}
static wt_status pictures_counted(wt_running *u) { return wt_draw_cycle(u->draw, u->m, u->t), WT_OK; }
static wt_status pictures_end(wt_running *u, wt_status s) {
  wt_machine *x = u->x;
  char err[300];
  if (wt_draw_end(u->draw, u->t, wt_cause_word(u->r.cause), s != WT_USAGE, err, sizeof err) && !s) {
    snprintf(x->error, sizeof x->error, "%s", err);
    s = WT_USAGE;
  }
  u->draw = NULL;
  return s;
}
const wt_observer wt_observer_pictures = {"pictures", pictures_begin, {[WT_AT_COUNTED] = pictures_counted}, NULL, pictures_end};

/* ---- trace: a line an issue ---- */

static void trace_issue(const wt_running *u, const wt_tandem *t, const wt_m *m) {
  if (!m->subcore->issue.o.valid) return;
  unsigned w = wt_sm_warp(m, m->subcore->sched.o.sel_warp);
  fprintf(u->x->trace, "%llu ", (unsigned long long)t->tally.cycles);
  if (m->S->SMS > 1) fprintf(u->x->trace, "%u:", m->sm->smid.sm);
  fprintf(u->x->trace, "%u %u,%u,%u %u 0x%04x %08llx %08llx\n", w, t->cta[w][0], t->cta[w][1], t->cta[w][2], t->warp_in_cta[w],
          (unsigned)uop_get_pc(m->subcore->ibuffer.o.uop), (unsigned long long)m->subcore->cfu->mask, (unsigned long long)m->subcore->issue.o.exec);
}
static wt_status trace_settled(wt_running *u) {
  for (unsigned k = 0; k < u->m->S->SMS; k++) WT_EACH_SUBCORE(at, &u->sm[k].m) {
      trace_issue(u, u->sm[k].t, at);
    }
  return WT_OK;
}
const wt_observer wt_observer_trace = {"trace", NULL, {[WT_AT_SETTLED] = trace_settled}, NULL, NULL};

/* ---- dispatch log: a line a CTA ---- */

/* A run that goes on may begin between what was given and the start of it. */
static wt_status dispatch_begin(wt_running *u) {
  for (unsigned i = 0; i < u->m->S->SMS; i++) {
    wt_side *sm = &u->sm[i];
    const wt_dispatch_state *q = &sm->m.sm->dispatch.q;
    sm->given[0] = q->cx, sm->given[1] = q->cy, sm->given[2] = q->cz;
  }
  return WT_OK;
}
static wt_status dispatch_settled(wt_running *u) {
  const wt_ctasched_out *g = &u->m->gpu->ctasched.o;
  for (unsigned i = 0; i < u->m->S->SMS; i++) {
    wt_side *sm = &u->sm[i];
    const wt_dispatch_out *d = &sm->m.sm->dispatch.o;
    if (d->cta_valid)
      fprintf(u->x->dispatch, "%llu %u,%u,%u %u %u\n", (unsigned long long)u->t->tally.cycles, sm->given[0], sm->given[1], sm->given[2], i,
              d->cta_slot);
    if (g->give_valid && g->give_sm == i) sm->given[0] = g->give_x, sm->given[1] = g->give_y, sm->given[2] = g->give_z;
  }
  return WT_OK;
}
const wt_observer wt_observer_dispatch = {"dispatch log", dispatch_begin, {[WT_AT_SETTLED] = dispatch_settled}, NULL, NULL};
