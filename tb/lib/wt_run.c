/* wt_run.c - a launch: what it is set up with, its cycles, its end. Who looks at it meanwhile: wt_running.h. */
#include "lib/wt_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_difference.h"
#include "lib/wt_repeat.h"
#include "lib/wt_segments.h"
#include "lib/wt_space.h"
#include "oracle/wt_oracle_init.h"
#include "oracle/wt_oracle_marks.h"

/* ---- what it is set up with ---- */

/* Oracle memory as wt_oracle wants it. */
static int omem_read(void *ctx, uint64_t addr, unsigned size, void *dst) { return wt_mem_read(ctx, addr, dst, size); }
static int omem_write(void *ctx, uint64_t addr, unsigned size, const void *src) { return wt_mem_write(ctx, addr, src, size); }

static int omem_unwritten(void *ctx, uint64_t addr, unsigned n) { return wt_mem_unwritten(ctx, addr, n); }

wt_status wt_run_oracle_load(wt_oracle *o, const wt_launch_desc *L, wt_mem *mem, int initcheck) {
  wt_oracle_mem cb = {omem_read, omem_write, mem};
  wt_status s = wt_oracle_set_code(o, L->code, L->n_insns);
  for (unsigned b = 0; !s && b < WT_LAUNCH_BANKS; b++) s = wt_oracle_set_const(o, b, L->bank[b].data, L->bank[b].size);
  wt_oracle_set_mem(o, &cb);
  wt_oracle_set_local(o, L->stack);
  wt_oracle_set_places(o, L->places);
  if (!s && wt_oracle_initcheck(o, initcheck, L->own, omem_unwritten)) s = WT_USAGE;
  return s;
}

static wt_status oracle_setup(wt_machine *x, const wt_launch_desc *L) {
  if (!x->oracle) return WT_OK;
  const wt_shape *S = x->m->S;
  wt_status s = WT_OK;
  for (unsigned i = 0; !s && i < S->SMS; i++) {
    s = wt_run_oracle_load(x->oracle[i], L, x->omem, x->initcheck);
    if (!s) s = wt_oracle_l1(x->oracle[i], S->L1_BYTES ? S->L1_LINES : 0, S->L1_LINE, !x->m->gpu->cfg.l1_evict);
    if (s) snprintf(x->error, sizeof x->error, "%s", wt_oracle_error(x->oracle[i]));
    if (!s && wt_oracle_marks(x->oracle[i], wt_hazard_let(S))) s = WT_USAGE, snprintf(x->error, sizeof x->error, "out of memory");
  }
  return s;
}

/* What a thread of another SM wrote into memory stands in the oracle's, too. */
static void agent_wrote(void *ctx, uint64_t addr, const void *bytes, size_t n) {
  wt_machine *x = ctx;
  if (x->oracle) wt_mem_write(x->omem, addr, bytes, n);
}

/* Is the control-flow unit one whose outputs alone are compared? Nobody looks at its paths then. */
static int hides_paths(const wt_machine *x) {
  unsigned k = 0;
  char unit[16];
  while (strcmp(wt_keys[k].name, "DIVERGENCE")) k++;
  const char *name = wt_key_text(&wt_keys[k], x->m->S->DIVERGENCE, unit);
  for (unsigned i = 0; i < x->n_opaque; i++)
    if (strcspn(x->opaque[i], "=") == strlen(name) && !strncmp(x->opaque[i], name, strlen(name))) return 1;
  return 0;
}

/* What looks at SM i. 0, or -1 without memory. */
static int prepare_sm(wt_running *u, unsigned i, int rtl) {
  wt_machine *x = u->x;
  wt_side *sm = &u->sm[i];
  int bad = 0;
  sm->m = *wt_m_sm(u->m, i), sm->t = &u->t[i];
  sm->c = (wt_checked){.ops = x->ops, .twin = x->twin, .tandem = sm->t, .env = u->e, .mem = x->mem, .quiet = x->progress.quiet || x->parallel.jobs};
  wt_tandem_init(sm->t, u->m->S, u->L, x->oracle ? x->oracle[i] : NULL);
  sm->t->count_idle = x->count_idle;
  wt_env_on_performed(u->e, i, (wt_performed_sink){wt_tandem_performed, sm->t});
  if (u->m->S->SCOREBOARD == WT_SCOREBOARD_codes && x->backend != WT_BACKEND_RTL && !(sm->c.hazard = wt_hazard_new(u->m->S, u->L))) return -1;
  if (wt_hazard_let(u->m->S)) sm->t->hazard = sm->c.hazard;
  if (x->check_paths && !wt_guests_hides_paths(x->guests)) bad |= wt_check_init(sm->c.model = &sm->model, &sm->m);
  sm->c.guests = x->guests;
  if (x->guests && !u->resumed && !(sm->c.guest_rules = wt_guest_rules_new(u->m->S))) return -1;
  if (rtl) {
    const wt_m *seen = x->ops->look(x->twin);
    wt_m at = seen ? *wt_m_sm(seen, i) : sm->m;
    bad |= !seen || wt_check_init(sm->c.rtl = &sm->rtl, &at);
  }
  return bad ? -1 : 0;
}

/* Environment, oracle's side and checks of a launch. 0, or -1 without memory. */
static int prepare(wt_running *u, wt_machine *x, const wt_launch_desc *L, int resumed) {
  const unsigned sms = x->m->S->SMS;
  char names[200];
  int rtl = x->check_paths > 1 && !hides_paths(x) && x->backend == WT_BACKEND_COSIM && (!x->beside || !strcmp(x->beside, "all")), bad = 0;
  *u = (wt_running){.x = x, .m = x->m, .L = L, .resumed = resumed, .t = calloc(sms, sizeof *u->t), .sm = calloc(sms, sizeof *u->sm)};
  u->r = (wt_report){x->error, sizeof x->error, WT_CAUSE_NONE, u->t, x->m->S};
  if (!u->t || !u->sm || !(u->e = wt_env_new(x->m->S, L, x->mem))) return -1;
  for (unsigned i = 0; !bad && i < sms; i++) bad |= prepare_sm(u, i, rtl);
  wt_checked *c = &u->sm->c;
  c->max_cycles = x->max_cycles;
  const int proves = x->backend != WT_BACKEND_RTL && !*wt_guests_names(x->guests, WT_GUESTS_UNSAVED, names, sizeof names);
  if (!bad && proves && !(c->noend = wt_noend_new(x->m, L, u->e))) return -1; /* it looks at the C twin */
  for (unsigned i = 0; i < sms; i++) u->sm[i].c.starves = proves;
  for (unsigned i = 0; i < sms; i++) wt_checks_list(&u->sm[i].c, &u->sm[i].list);
  wt_observers_list(u);
  wt_env_agents(u->e, x->agents, agent_wrote, x);
  return bad ? -1 : 0;
}

/* ---- its first cycle ---- */

/* The machine goes on from the launch before: one clock with the inputs as they were, at whose edge it takes those of this launch. */
static wt_status take_launch(wt_running *u, const wt_cfg_out *cfg, const wt_env_shown *env) {
  wt_machine *x = u->x;
  wt_m *m = u->m;
  wt_cfg_out new_cfg = m->gpu->cfg;
  wt_env_shown *new_env = malloc(m->S->SMS * sizeof *new_env);
  wt_status s = WT_OK;
  if (!new_env) return snprintf(x->error, sizeof x->error, "out of memory"), WT_USAGE;
  wt_env_get(m, new_env);
  int twins = x->backend != WT_BACKEND_RTL;
  m->gpu->cfg = *cfg, wt_env_put(m, env);
  if (twins) {
    wt_gpu_eval(m->gpu);
    if (x->twin) {
      x->ops->drive(x->twin);
      if (x->ops->outputs(x->twin)) s = wt_difference_here(u, "between two launches", 0);
    }
    wt_gpu_tick(m->gpu);
    wt_gpu_moore(m->gpu);
  }
  m->gpu->cfg = new_cfg, wt_env_put(m, new_env);
  free(new_env);
  if (s) return s;
  if (!twins) x->ops->clock(x->twin);
  else if (x->twin && x->ops->edge(x->twin)) return wt_difference_here(u, "between two launches", 0);
  return WT_OK;
}

/* Reset, or the step from the launch before. */
static wt_status first_cycle(wt_running *u, const wt_cfg_out *cfg, const wt_env_shown *env) {
  wt_machine *x = u->x;
  wt_status s = WT_OK;
  if (x->started && !x->cut) return take_launch(u, cfg, env);
  if (!x->twin) wt_m_reset(x->m);
  else if (x->ops->reset(x->twin)) s = wt_difference_here(u, "reset values", 0);
  wt_gpu_moore(x->m->gpu);
  x->started = 1;
  return s;
}

/* Goes on in the middle. */
static wt_status go_on(wt_running *u, wt_run_load *load, void *ctx) {
  wt_machine *x = u->x;
  wt_status s = load(ctx, u);
  if (s) return s;
  if (x->n_opaque)
    return snprintf(x->error, sizeof x->error, "the state of %.*s in the RTL is its own and cannot be loaded (--opaque): run from the start",
                    (int)strcspn(x->opaque[0], "="), x->opaque[0]),
           WT_USAGE;
  x->started = 1;
  if (x->twin && x->ops->load(x->twin)) return wt_difference_here(u, "as it was loaded", 0);
  if (x->twin && u->own && x->ops->adopt_own(x->twin, u->own))
    return snprintf(x->error, sizeof x->error, "the checkpoint holds rows of the RTL that this machine does not have"), WT_USAGE;
  if (x->expected) wt_repeat_keep(u);
  return WT_OK;
}

/* ---- its cycles ---- */

static wt_status checks(wt_running *u, wt_when when) {
  const uint64_t cycle = u->t->tally.cycles - (when != WT_WHEN_SETTLED); /* a settled cycle is counted by the last of its checks */
  const wt_shape *S = u->m->S;
  for (unsigned i = 0; !u->over && i < S->SMS; i++) {
    wt_side *sm = &u->sm[i];
    u->r.t = sm->t;
    const wt_status s = wt_checks_step(&sm->list, when, &sm->m, &u->r);
    if (!s) continue;
    if (S->SMS > 1 && !wt_guests_broke_outside(u->x->guests)) wt_report_of_sm(&u->r, i);
    return s == WT_DIFF ? wt_difference_found(u, cycle, (int)(i * S->SM_SLOTS + wt_report_warp(&u->r, &sm->m))) : s;
  }
  return WT_OK;
}

static wt_status run_rtl(wt_running *u) {
  wt_machine *x = u->x;
  wt_m *m = u->m;
  wt_status s;
  for (;;) {
    if ((s = wt_observe(u, WT_AT_CYCLE))) return s;
    x->ops->fetch(x->twin);
    for (unsigned k = 0; k < m->S->SMS; k++) {
      wt_tally *t = &u->t[k].tally;
      t->cycles++;
      for (unsigned i = 0; i < m->S->SUBCORES; i++) {
        const wt_subcore *c = &m->gpu->sm[k].subcore[i];
        if (c->issue.o.valid) t->warp_instructions++, t->thread_instructions += wt_popcount(c->cfu->mask);
      }
    }
    wt_env_sample(u->e, m);
    if ((s = checks(u, WT_WHEN_PERFORMED))) return s;
    int idle = m->gpu->ctasched.o.idle;
    wt_env_present(u->e, m);
    m->gpu->cfg.start = 0;
    x->ops->clock(x->twin);
    if (u->t->tally.cycles > 2 && idle && wt_env_quiet(u->e)) return WT_OK;
    if ((s = checks(u, WT_WHEN_EDGE))) return s;
  }
}

/* Evaluation of a cycle up to the environment's turn. */
static wt_status settle(wt_running *u) {
  const wt_machine *x = u->x;
  const uint64_t cycle = u->t->tally.cycles;
  wt_status s, seen = WT_OK;
  wt_gpu_eval(u->m->gpu);
  if (x->twin) x->ops->drive(x->twin);
  if ((s = wt_observe(u, WT_AT_DRIVEN))) return s;
  if (x->twin && x->ops->outputs(x->twin) && (s = wt_difference_here(u, "before the clock edge", 1))) return s;
  if ((s = wt_observe(u, WT_AT_SETTLED))) return s;
  s = checks(u, WT_WHEN_SETTLED);
  for (unsigned i = 0; u->over && u->t->tally.cycles == cycle && i < u->m->S->SMS; i++)
    wt_tandem_cycle(u->sm[i].t, &u->sm[i].m); /* no check has counted it */
  if (u->t->tally.cycles > cycle) seen = wt_observe(u, WT_AT_COUNTED);
  return s ? s : seen;
}

static wt_status clock_edge(wt_running *u) {
  const wt_machine *x = u->x;
  wt_status s;
  wt_gpu_tick(u->m->gpu);
  wt_env_present(u->e, u->m);
  u->m->gpu->cfg.start = 0;
  if (x->twin && x->ops->edge(x->twin) && (s = wt_difference_here(u, "after the clock edge", 1))) return s;
  return wt_observe(u, WT_AT_EDGE);
}

static wt_status run_cycles(wt_running *u, wt_space *apart) {
  const wt_machine *x = u->x;
  const wt_twin *const at_first = x->twin;
  wt_status s;
  for (int ran;;) {
    if ((s = wt_observe(u, WT_AT_CYCLE))) return s;
    if (apart && x->twin != at_first) wt_space_end(apart), apart = NULL; /* a worker of a segment now: both twins, cycle by cycle */
    if (apart) {
      if ((s = wt_space_window(apart, &ran))) return s;
      if (ran) continue;
    }
    if ((s = settle(u))) return s;
    wt_env_sample(u->e, u->m);
    if ((s = checks(u, WT_WHEN_PERFORMED))) return s;
    int idle = u->m->gpu->ctasched.o.idle;
    if ((s = clock_edge(u))) return s;
    if (u->t->tally.cycles > 2 && idle && wt_env_quiet(u->e)) break;
    if ((s = checks(u, WT_WHEN_EDGE))) return s;
  }
  u->at_end = 1;
  return x->twin && x->ops->sweep(x->twin) ? wt_difference_here(u, "final sweep of the memories", 0) : WT_OK;
}
static wt_status run_twins(wt_running *u) {
  wt_space *apart = wt_space_begin(u);
  const wt_status s = run_cycles(u, apart);
  wt_space_end(apart);
  return s;
}

/* In all processes that run cycles of both twins. */
static wt_status run_or_leave(wt_running *u) {
  const wt_status s = run_twins(u);
  wt_repeat_over(u);
  return s;
}
static wt_status cycles(wt_running *u) {
  wt_machine *x = u->x;
  if (x->backend == WT_BACKEND_RTL) return run_rtl(u);
  /* waves, pictures and the invariants of the other twin belong to one process */
  char unsaved[200];
  int alone = !x->twin || u->wave || u->draw || u->reuse || x->check_paths > 1;
  if (*wt_guests_names(x->guests, WT_GUESTS_UNSAVED, unsaved, sizeof unsaved)) {
    if (x->parallel.jobs || u->x->visit.next != UINT64_MAX) {
      snprintf(x->error, sizeof x->error, "the state of %s cannot be saved (no save and load): leave out %s", unsaved,
               x->parallel.jobs ? "--jobs" : "checkpoints");
      return WT_USAGE;
    }
    alone = 1;
  }
  if (x->n_opaque && x->parallel.jobs)
    return snprintf(x->error, sizeof x->error, "the state of %.*s in the RTL is its own and cannot be loaded (--opaque): leave out --jobs",
                    (int)strcspn(x->opaque[0], "="), x->opaque[0]),
           WT_USAGE;
  alone |= x->n_opaque != 0;
  if (!alone && x->parallel.jobs) return wt_segments_run(u, run_or_leave);
  if (alone || x->parallel.later < 2) return run_or_leave(u);
  return wt_segments_later(u, run_or_leave);
}

/* ---- its end ---- */

static wt_status final_memory(wt_running *u) {
  wt_machine *x = u->x;
  wt_mem_diff d;
  char where[200];
  if (!x->oracle || wt_mem_equal(x->mem, x->omem, &d)) return WT_OK;
  wt_mem_where(x->mem, d.addr, where, sizeof where);
  wt_report_begin(&u->r, WT_CAUSE_VALUE, "kernel %s: final memory differs from the oracle's at 0x%llx (%s): 0x%02x, oracle 0x%02x", u->t->L->kernel,
                  (unsigned long long)d.addr, where, d.a_byte, d.b_byte);
  return WT_DIFF;
}

/* Hazards that were let through in all SMs, and the line of the first. */
static uint64_t through(const wt_running *u, char *line, size_t size) {
  uint64_t n = 0, at, first = UINT64_MAX;
  for (unsigned i = 0; i < u->m->S->SMS; i++) {
    const wt_hazard *h = u->sm[i].t->hazard;
    if (!wt_hazard_through(h)) continue;
    n += wt_hazard_through(h);
    const char *text = wt_hazard_first(h, &at);
    char of[20] = "";
    if (u->m->S->SMS > 1) snprintf(of, sizeof of, "SM %u: ", i);
    if (at < first) first = at, snprintf(line, size, "%s%s", of, text);
  }
  return n;
}
/* HAZARDS=run: a launch that has let some through is none that ended well, whatever else there is to say of it. */
static wt_status let_through(wt_running *u, wt_status s) {
  static const char not_judged[] = "let through, values that follow from them are not judged; the first";
  char line[800] = "";
  const unsigned long long n = through(u, line, sizeof line);
  u->x->ended = s == WT_OK;
  u->x->hazards += n;
  if (!n) return s;
  if (s) wt_report_more(&u->r, "\nbefore this, hazards %llu, %s: %s", n, not_judged, line);
  else wt_report_begin(&u->r, WT_CAUSE_HAZARD, "hazards %llu, %s: %s", n, not_judged, line);
  return s ? s : WT_PROGRAM;
}

static void add_up(wt_machine *x, const wt_tandem *t, wt_env *e) {
  wt_mem_sum memory;
  uint64_t *to = (uint64_t *)(void *)&x->memory;
  wt_env_memory(e, &memory);
  for (unsigned i = 0; i < sizeof memory / sizeof *to; i++) to[i] += ((const uint64_t *)(const void *)&memory)[i];
  wt_tally *a = &x->total;
  a->cycles += t->tally.cycles;
  for (unsigned k = 0; k < x->m->S->SMS; k++) {
    wt_tally_add(a, &t[k].tally);
    if (x->each) wt_tally_add(&x->each[k].tally, &t[k].tally);
  }
  x->requests += wt_env_requests(e), x->lane_accesses += wt_env_lane_accesses(e);
}

static void release(wt_running *u) {
  wt_machine *x = u->x;
  x->looked[0] = x->looked[1] = 0;
  for (unsigned i = 0; u->sm && i < x->m->S->SMS; i++) {
    wt_side *sm = &u->sm[i];
    x->looked[0] += sm->model.looked, x->looked[1] += sm->rtl.looked;
    wt_check_free(&sm->model), wt_check_free(&sm->rtl);
    wt_noend_free(sm->c.noend), wt_hazard_free(sm->c.hazard), free(sm->c.guest_rules);
  }
  free(u->sm);
  wt_env_free(u->e);
  wt_recent_free(u->recent);
  free(u->own);
  free(u->t);
}

/* ---- all of it ---- */

static wt_status run(wt_machine *x, const wt_launch_desc *L, wt_run_load *load, void *ctx) {
  wt_running u;
  wt_status s;
  const wt_cfg_out cfg = x->m->gpu->cfg;
  wt_env_shown *env;
  x->error[0] = 0;
  x->cause = WT_CAUSE_NONE;
  if (wt_run_config(x, L)) return WT_USAGE;
  if (!(env = malloc(x->m->S->SMS * sizeof *env))) return snprintf(x->error, sizeof x->error, "out of memory"), WT_USAGE;
  wt_env_get(x->m, env);
  /* A launch that ends here leaves its configuration in the machine: the next one begins with a reset. */
  if ((s = oracle_setup(x, L))) {
    x->cut = 1;
    free(env);
    return s;
  }
  if (prepare(&u, x, L, load != NULL)) {
    x->cut = 1;
    snprintf(x->error, sizeof x->error, "out of memory");
    release(&u);
    free(env);
    return WT_USAGE;
  }
  wt_env_reset(x->m);
  s = load ? go_on(&u, load, ctx) : first_cycle(&u, &cfg, env);
  free(env);
  if (!s && !(s = wt_observers_begin(&u))) s = cycles(&u);
  s = wt_observers_over(&u, s);
  if (!s) s = final_memory(&u);
  x->cut = s != WT_OK;
  s = wt_observers_end(&u, let_through(&u, s));
  x->cut |= s != WT_OK && s != WT_PROGRAM;
  x->cause = u.r.cause;
  add_up(x, u.t, u.e);
  release(&u);
  return s;
}
wt_status wt_run(wt_machine *x, const wt_launch_desc *L) { return run(x, L, NULL, NULL); }
wt_status wt_run_on(wt_machine *x, const wt_launch_desc *L, wt_run_load *load, void *ctx) { return run(x, L, load, ctx); }
