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

size_t wt_trace_line(const wt_tandem *t, const wt_m *m, char *to, size_t n) {
  const wt_subcore *c = m->subcore;
  char of[8] = "";
  if (!c->issue.o.valid) return 0;
  unsigned w = wt_sm_warp(m, c->sched.o.sel_warp);
  if (m->S->SMS > 1) snprintf(of, sizeof of, "%u:", m->sm->smid.sm);
  return (size_t)snprintf(to, n, "%llu %s%u %u,%u,%u %u 0x%04x %08llx %08llx\n", (unsigned long long)t->tally.cycles, of, w, t->cta[w][0],
                          t->cta[w][1], t->cta[w][2], t->warp_in_cta[w], (unsigned)uop_get_pc(c->ibuffer.o.uop), (unsigned long long)c->cfu->mask,
                          (unsigned long long)c->issue.o.exec);
}
static wt_status trace_settled(wt_running *u) {
  char line[WT_LINE];
  if (u->t->tally.cycles < u->told) return WT_OK;
  for (unsigned k = 0; k < u->m->S->SMS; k++) WT_EACH_SUBCORE(at, &u->sm[k].m) {
      if (wt_trace_line(u->sm[k].t, at, line, sizeof line)) fputs(line, u->x->trace);
    }
  return WT_OK;
}
const wt_observer wt_observer_trace = {"trace", NULL, {[WT_AT_SETTLED] = trace_settled}, NULL, NULL};

/* ---- dispatch log: a line a CTA ---- */

void wt_dispatch_goes_on(wt_side *sm) {
  const wt_dispatch_state *q = &sm->m.sm->dispatch.q;
  sm->given[0] = q->cx, sm->given[1] = q->cy, sm->given[2] = q->cz;
}
void wt_dispatch_given(wt_side *sm) {
  const wt_ctasched_out *g = &sm->m.gpu->ctasched.o;
  if (g->give_valid && g->give_sm == sm->m.sm->smid.sm) sm->given[0] = g->give_x, sm->given[1] = g->give_y, sm->given[2] = g->give_z;
}
size_t wt_dispatch_line(const wt_side *sm, char *to, size_t n) {
  const wt_dispatch_out *d = &sm->m.sm->dispatch.o;
  if (!d->cta_valid) return 0;
  return (size_t)snprintf(to, n, "%llu %u,%u,%u %u %u\n", (unsigned long long)sm->t->tally.cycles, sm->given[0], sm->given[1], sm->given[2],
                          sm->m.sm->smid.sm, d->cta_slot);
}
static wt_status dispatch_begin(wt_running *u) {
  for (unsigned i = 0; i < u->m->S->SMS; i++) wt_dispatch_goes_on(&u->sm[i]);
  return WT_OK;
}
static wt_status dispatch_settled(wt_running *u) {
  char line[WT_LINE];
  for (unsigned i = 0; i < u->m->S->SMS; i++) {
    if (u->t->tally.cycles >= u->told && wt_dispatch_line(&u->sm[i], line, sizeof line)) fputs(line, u->x->dispatch);
    wt_dispatch_given(&u->sm[i]);
  }
  return WT_OK;
}
const wt_observer wt_observer_dispatch = {"dispatch log", dispatch_begin, {[WT_AT_SETTLED] = dispatch_settled}, NULL, NULL};
