/* wt_run.c - the cycle loop: environment, twins, checks. */
#include "lib/wt_ckpt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/wt_difference.h"
#include "lib/wt_segments.h"
#include "files/wt_outfile.h"
#include "lib/wt_use.h"
#include "oracle/wt_oracle_init.h"
#include "spec/wt_paths.h"

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
  wt_status s = wt_run_oracle_load(x->oracle, L, x->omem, x->initcheck);
  if (!s) s = wt_oracle_l1(x->oracle, S->L1_BYTES ? S->L1_LINES : 0, S->L1_LINE, !x->m->gpu->cfg.l1_evict);
  if (s) snprintf(x->error, sizeof x->error, "%s", wt_oracle_error(x->oracle));
  return s;
}

/* ---- differences of the twins ---- */

/* Waves around a difference: the file that is being written has them, or a snapshot runs them again and sees what the block did. */
static void difference_waves(wt_running *u, uint64_t cycle, int w) {
  wt_machine *x = u->x;
  wt_report *r = &u->r;
  uint64_t from = cycle > WT_SNAP_WINDOW ? cycle - WT_SNAP_WINDOW : 0, last;
  const char *of = x->twin ? "waves of both twins" : "waves of the C twin", *shown = NULL, *again = NULL;
  char err[200], block[WT_SNAP_TEXT];
  if (x->wave) x->waves->mark(x->wave, cycle, w);
  if (x->wave && x->wave_from <= cycle && cycle <= x->wave_to) x->waves->edge(x->wave, cycle);
  wt_difference_block(u, w, block, sizeof block);
  int there = x->wave && x->wave_from <= from && cycle <= x->wave_to,
      bad = there || !x->snap || wt_snap_replay(x->snap, cycle, &last, err, sizeof err);
  if (!bad && !*block) snprintf(block, sizeof block, "%s", wt_snap_said(x->snap));
  wt_report_more(r, "%s", block);
  if (there) wt_report_more(r, "\n%s up to the difference: %s", of, shown = x->wave_file);
  else if (!bad) wt_report_more(r, "\n%s, cycles %llu to %llu: %s", of, (unsigned long long)from, (unsigned long long)last, shown = x->mismatch_file);
  else if (x->snap) wt_report_more(r, "\nno waves in %s: %s", x->mismatch_file, err);
  if (x->bundle_file && !x->n_opaque && x->snap && x->twin && !wt_ckpt_expect(x->bundle_file, cycle, r->text, x->ops->made_of(x->twin), x->beside))
    again = x->bundle_file;
  wt_difference_commands(r, again, shown);
}

/* The waves of a repeated run end. */
static _Noreturn void leave(const wt_machine *x, uint64_t last) {
  char err[300];
  wt_snap_leave(x->snap, !x->wave || x->waves->close(x->wave, err, sizeof err), last);
}

/* The twins or the oracle differ. cycle: the first that shows it. A repeated run goes on after it, for the waves alone. */
static wt_status differs(wt_running *u, uint64_t cycle, int w) {
  wt_machine *x = u->x;
  if (!wt_snap_is_child(x->snap)) {
    if (x->bundle_file) unlink(x->bundle_file); /* of another difference */
    difference_waves(u, cycle, w);
    return WT_DIFF;
  }
  char block[WT_SNAP_TEXT];
  wt_difference_block(u, w, block, sizeof block);
  wt_snap_say(x->snap, block);
  if (x->wave) x->waves->mark(x->wave, cycle, w);
  if (x->wave && (u->at_end || cycle >= x->wave_to)) {
    x->waves->edge(x->wave, cycle);
    leave(x, cycle);
  }
  u->over = 1;
  u->t->oracle = NULL;
  return WT_OK;
}

static wt_status mismatch_at(wt_running *u, const char *when, int edge) {
  if (u->over) return WT_OK;
  int w = u->x->ops->warp(u->x->twin);
  wt_difference_report(u, when, edge, w);
  return differs(u, u->t->tally.cycles, w);
}
static wt_status mismatch(wt_running *u, const char *when) { return mismatch_at(u, when, 0); }

/* ---- what goes on beside a cycle ---- */

static void trace_line(FILE *f, const wt_m *m, const wt_tandem *t) {
  if (!m->subcore->issue.o.valid) return;
  unsigned w = m->subcore->sched.o.sel_warp;
  fprintf(f, "%llu %u %u,%u,%u %u 0x%04x %08llx %08llx\n", (unsigned long long)t->tally.cycles, w, t->cta[w][0], t->cta[w][1], t->cta[w][2],
          t->warp_in_cta[w], (unsigned)uop_get_pc(m->subcore->ibuffer.o.uop), (unsigned long long)m->subcore->cfu->mask,
          (unsigned long long)m->subcore->issue.o.exec);
}

static void occupancy(wt_machine *x, const wt_tandem *t, const wt_env *e) {
  wt_use now;
  wt_use_now(t, x->m, e, &now);
  x->counted_cycles++;
  for (int i = 0; i < WT_PEAKS; i++) x->peak[i] = now.most[i] > x->peak[i] ? now.most[i] : x->peak[i], x->use[i] += now.sum[i];
  for (wt_warps s = t->resident; s; s &= s - 1) {
    unsigned used[2] = {0, 0};
    wt_occupancy(x->m, wt_warps_first(s), used);
    for (int i = 0; i < 2; i++) x->occupancy[i] = used[i] > x->occupancy[i] ? used[i] : x->occupancy[i];
  }
}

/* In a run that is repeated: the state at the start of its window. */
static void bundle(wt_running *u) {
  wt_machine *x = u->x;
  char err[800];
  wt_ckpt_more more = {.seed = x->seed, .cubin = x->cubin, .cubin_bytes = x->cubin_bytes, .leave_out = -1};
  if (x->twin) free(u->own), u->own = x->ops->own(x->twin);
  more.own = u->own;
  if (x->bundle_file && !x->n_opaque) wt_ckpt_save(u, WT_CKPT_FULL, &more, x->bundle_file, err, sizeof err); /* no file: the report says it */
  wt_recent_free(u->recent);
  u->recent = x->twin ? wt_recent_new(u->m->S) : NULL;
}

/* At the start of a cycle: snapshots; in one that was woken up, the waves it was woken up for. */
static void snapshot(wt_running *u, uint64_t cycle) {
  wt_machine *x = u->x;
  uint64_t until, after;
  char err[300];
  if (!wt_snap_cycle(x->snap, cycle, &until, &after)) {
    if (wt_snap_is_child(x->snap) && cycle == x->wave_from) bundle(u);
    if (wt_snap_is_child(x->snap) && cycle > x->wave_to) {
      if (u->over) leave(x, x->wave_to);
      wt_snap_leave(x->snap, 1, 0); /* the difference did not come again */
    }
    return;
  }
  if (!after && wt_snap_lost(x->snap)) wt_outfile_discard(x->mismatch_file, wt_snap_lost(x->snap));
  wt_progress_leave(&x->progress);
  x->trace = NULL;
  x->visit.next = x->parts.next = UINT64_MAX;
  x->draw = NULL;
  x->wave_from = until > WT_SNAP_WINDOW ? until - WT_SNAP_WINDOW : 0, x->wave_to = until + after;
  if (!(x->wave = x->waves->open(x->mismatch_file, x->m, x->twin, -1, err, sizeof err))) wt_snap_leave(x->snap, 1, 0);
  if (cycle >= x->wave_from) bundle(u);
}

/* ---- cycles ---- */

static wt_status checks(wt_running *u, wt_when when) {
  uint64_t cycle = u->t->tally.cycles - (when != WT_WHEN_SETTLED); /* a settled cycle is counted by the last of its checks */
  wt_status s = u->over ? WT_OK : wt_checks_step(&u->list, when, u->m, &u->r);
  if (s == WT_DIFF) s = differs(u, cycle, (int)wt_report_warp(&u->r, u->m));
  if (u->x->draw && when == WT_WHEN_SETTLED && u->t->tally.cycles > cycle) wt_draw_cycle(u->x->draw, u->m, u->t);
  if (u->over && when == WT_WHEN_SETTLED && u->t->tally.cycles == cycle) wt_tandem_cycle(u->t, u->m);
  return s;
}

static wt_status run_rtl(wt_running *u) {
  wt_machine *x = u->x;
  wt_m *m = u->m;
  wt_status s;
  for (;;) {
    if (u->t->tally.cycles >= x->visit.next && (s = x->visit.look(x->visit.ctx, u))) return s;
    if (u->t->tally.cycles >= x->progress.next) wt_progress_look(u);
    x->ops->fetch(x->twin);
    u->t->tally.cycles++;
    if (m->subcore->issue.o.valid) u->t->tally.warp_instructions++, u->t->tally.thread_instructions += wt_popcount(m->subcore->cfu->mask);
    wt_env_sample(u->e, m);
    if ((s = checks(u, WT_WHEN_PERFORMED))) return s;
    int idle = m->gpu->dispatch.o.idle;
    wt_env_present(u->e, m);
    m->gpu->cfg.start = 0;
    x->ops->clock(x->twin);
    if (u->t->tally.cycles > 2 && idle && wt_env_quiet(u->e)) return WT_OK;
    if ((s = checks(u, WT_WHEN_EDGE))) return s;
  }
}

/* Evaluation of a cycle up to the environment's turn. */
static wt_status settle(wt_running *u) {
  wt_machine *x = u->x;
  uint64_t cycle = u->t->tally.cycles;
  wt_gpu_eval(u->m->gpu);
  if (x->twin) x->ops->drive(x->twin);
  if (x->wave && cycle >= x->wave_from && cycle <= x->wave_to) x->waves->cycle(x->wave, cycle);
  if (u->recent && !u->over) wt_recent_cycle(u->recent, u->m, cycle);
  wt_status s = x->twin && x->ops->outputs(x->twin) ? mismatch_at(u, "before the clock edge", 1) : WT_OK;
  if (s) return s;
  if (x->trace) trace_line(x->trace, u->m, u->t);
  return checks(u, WT_WHEN_SETTLED);
}

static wt_status clock_edge(wt_running *u) {
  wt_machine *x = u->x;
  wt_gpu_tick(u->m->gpu);
  wt_env_present(u->e, u->m);
  u->m->gpu->cfg.start = 0;
  wt_status s = x->twin && x->ops->edge(x->twin) ? mismatch_at(u, "after the clock edge", 1) : WT_OK;
  if (s) return s;
  if (x->count_occupancy) occupancy(x, u->t, u->e);
  if (x->on_edge) x->on_edge(x->on_edge_ctx, x, u->t->tally.cycles);
  return WT_OK;
}

static wt_status run_twins(wt_running *u) {
  wt_machine *x = u->x;
  wt_status s;
  for (;;) {
    if (u->t->tally.cycles >= x->visit.next && (s = x->visit.look(x->visit.ctx, u))) return s;
    if (u->t->tally.cycles >= x->parts.next && (s = x->parts.look(x->parts.ctx, u))) return s;
    if (u->t->tally.cycles >= x->progress.next) wt_progress_look(u);
    if (x->snap) snapshot(u, u->t->tally.cycles);
    if ((s = settle(u))) return s;
    wt_env_sample(u->e, u->m);
    if ((s = checks(u, WT_WHEN_PERFORMED))) return s;
    int idle = u->m->gpu->dispatch.o.idle;
    if ((s = clock_edge(u))) return s;
    if (u->t->tally.cycles > 2 && idle && wt_env_quiet(u->e)) break;
    if ((s = checks(u, WT_WHEN_EDGE))) return s;
  }
  u->at_end = 1;
  return x->twin && x->ops->sweep(x->twin) ? mismatch(u, "final sweep of the memories") : WT_OK;
}

/* ---- a launch ---- */

static wt_status waves_open(wt_machine *x) {
  x->wave = NULL, x->snap = NULL;
  if (x->backend == WT_BACKEND_RTL) return WT_OK;
  if (x->wave_file && !(x->wave = x->waves->open(x->wave_file, x->m, x->twin, x->wave_warp, x->error, sizeof x->error))) return WT_USAGE;
  if (x->mismatch_file) x->snap = wt_snap_new();
  return WT_OK;
}
static wt_status waves_close(wt_running *u, wt_status s) {
  wt_machine *x = u->x;
  char err[300];
  if (wt_snap_is_child(x->snap) && u->over) leave(x, u->t->tally.cycles - 1);
  if (wt_snap_is_child(x->snap)) wt_snap_leave(x->snap, 1, 0);
  wt_snap_free(x->snap);
  if (x->wave && x->waves->close(x->wave, err, sizeof err) && !s) {
    snprintf(x->error, sizeof x->error, "%s", err);
    s = WT_USAGE;
  }
  x->wave = NULL, x->snap = NULL;
  return s;
}

/* The machine goes on from the launch before: one clock with the inputs as they were, at whose edge it takes those of this launch. */
static wt_status take_launch(wt_running *u, const wt_cfg_out *cfg, const wt_env_out *env) {
  wt_machine *x = u->x;
  wt_m *m = u->m;
  wt_cfg_out new_cfg = m->gpu->cfg;
  wt_env_out new_env = m->sm->env;
  int twins = x->backend != WT_BACKEND_RTL;
  m->gpu->cfg = *cfg, m->sm->env = *env;
  if (twins) {
    wt_gpu_eval(m->gpu);
    if (x->twin) {
      x->ops->drive(x->twin);
      if (x->ops->outputs(x->twin)) return mismatch(u, "between two launches");
    }
    wt_gpu_tick(m->gpu);
    wt_gpu_moore(m->gpu);
  }
  m->gpu->cfg = new_cfg, m->sm->env = new_env;
  if (!twins) x->ops->clock(x->twin);
  else if (x->twin && x->ops->edge(x->twin)) return mismatch(u, "between two launches");
  return WT_OK;
}

/* Reset, or the step from the launch before. */
static wt_status first_cycle(wt_running *u, const wt_cfg_out *cfg, const wt_env_out *env) {
  wt_machine *x = u->x;
  wt_status s = WT_OK;
  if (x->started && !x->cut) return take_launch(u, cfg, env);
  if (!x->twin) wt_m_reset(x->m);
  else if (x->ops->reset(x->twin)) s = mismatch(u, "reset values");
  wt_gpu_moore(x->m->gpu);
  x->started = 1;
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

/* Environment, oracle's side and checks of a launch. 0, or -1 without memory. */
static int prepare(wt_running *u, wt_machine *x, const wt_launch_desc *L, int resumed) {
  char names[200];
  int rtl = x->check_paths > 1 && !hides_paths(x) && x->backend == WT_BACKEND_COSIM && (!x->beside || !strcmp(x->beside, "all")), bad = 0;
  *u = (wt_running){.x = x, .m = x->m, .L = L, .t = malloc(sizeof *u->t), .e = wt_env_new(x->m->S, L, x->mem)};
  u->r = (wt_report){x->error, sizeof x->error, WT_CAUSE_NONE, u->t, x->m->S};
  u->c = (wt_checked){.ops = x->ops,
                      .twin = x->twin,
                      .tandem = u->t,
                      .env = u->e,
                      .mem = x->mem,
                      .max_cycles = x->max_cycles,
                      .quiet = x->progress.quiet || x->parallel.jobs};
  if (!u->t || !u->e) return -1;
  const int proves = x->backend != WT_BACKEND_RTL && !*wt_guests_names(x->guests, WT_GUESTS_UNSAVED, names, sizeof names);
  if (proves && !(u->c.noend = wt_noend_new(x->m, L, u->e))) return -1; /* it looks at the C twin */
  if (x->m->S->SCOREBOARD == WT_SCOREBOARD_codes && x->backend != WT_BACKEND_RTL && !(u->c.hazard = wt_hazard_new(x->m->S, L))) return -1;
  u->c.guests = x->guests;
  if (x->guests && !resumed) {
    if (!(u->c.guest_rules = malloc(sizeof *u->c.guest_rules))) return -1;
    wt_guest_rules_init(u->c.guest_rules, x->m->S);
  }
  if (x->check_paths && !wt_guests_hides_paths(x->guests)) bad |= wt_check_init(u->c.model = &x->check, x->m);
  if (rtl) {
    wt_m *seen = x->ops->look(x->twin);
    bad |= !seen || wt_check_init(u->c.rtl = &x->check_rtl, seen);
  }
  wt_checks_list(&u->c, &u->list);
  wt_tandem_init(u->t, x->m->S, L, x->oracle);
  u->t->count_idle = x->count_idle;
  wt_env_agents(u->e, x->agents, agent_wrote, x);
  wt_env_on_performed(u->e, (wt_performed_sink){wt_tandem_performed, u->t});
  return bad ? -1 : 0;
}
static void release(wt_running *u) {
  wt_check_free(&u->x->check);
  wt_check_free(&u->x->check_rtl);
  wt_noend_free(u->c.noend);
  wt_hazard_free(u->c.hazard);
  free(u->c.guest_rules);
  wt_env_free(u->e);
  wt_recent_free(u->recent);
  free(u->own);
  free(u->t);
}

static void add_up(wt_machine *x, const wt_tandem *t, wt_env *e) {
  wt_mem_sum memory;
  uint64_t *to = (uint64_t *)(void *)&x->memory;
  wt_env_memory(e, &memory);
  for (unsigned i = 0; i < sizeof memory / sizeof *to; i++) to[i] += ((const uint64_t *)(const void *)&memory)[i];
  wt_tally *a = &x->total;
  a->cycles += t->tally.cycles, a->warp_instructions += t->tally.warp_instructions;
  a->thread_instructions += t->tally.thread_instructions, a->idle_cycles += t->tally.idle_cycles;
  wt_lanes_add(&a->lanes, &t->tally.lanes);
  for (int i = 0; i < WT_WHY_COUNT; i++) a->why[i] += t->tally.why[i];
  for (int i = 0; i < 4; i++) a->l1[i] += t->tally.l1[i];
  a->l1_again += t->tally.l1_again;
  for (int i = 0; i < 6; i++) a->replays[i] += t->tally.replays[i];
  x->requests += wt_env_requests(e), x->lane_accesses += wt_env_lane_accesses(e);
}

static wt_status final_memory(wt_running *u) {
  wt_machine *x = u->x;
  wt_mem_diff d;
  char where[200];
  if (!x->oracle || wt_mem_equal(x->mem, x->omem, &d)) return WT_OK;
  wt_mem_where(x->mem, d.addr, where, sizeof where);
  wt_report_begin(&u->r, WT_CAUSE_DIFF, "kernel %s: final memory differs from the oracle's at 0x%llx (%s): 0x%02x, oracle 0x%02x", u->t->L->kernel,
                  (unsigned long long)d.addr, where, d.a_byte, d.b_byte);
  return WT_DIFF;
}

/* What was seen of a run that began is kept, however it ended. */
static wt_status pictures_open(wt_running *u, int resumed) {
  wt_machine *x = u->x;
  const wt_draw_files *f = &x->pictures;
  x->draw = NULL;
  if (x->backend == WT_BACKEND_RTL || (!f->report && !f->kanata && !f->perfetto)) return WT_OK;
  if (resumed || x->parallel.jobs) {
    snprintf(x->error, sizeof x->error, "pictures show a run from its start in one process: leave out --report, --kanata and --perfetto, or %s",
             resumed ? "run from the start" : "--jobs");
    return WT_USAGE;
  }
  return (x->draw = wt_draw_new(x->m->S, u->t->L, f, x->error, sizeof x->error)) ? WT_OK : WT_USAGE;
}
static wt_status pictures_close(wt_running *u, wt_status s) {
  wt_machine *x = u->x;
  char err[300];
  if (x->draw && wt_draw_end(x->draw, u->t, wt_cause_word(u->r.cause), s != WT_USAGE, err, sizeof err) && !s) {
    snprintf(x->error, sizeof x->error, "%s", err);
    s = WT_USAGE;
  }
  x->draw = NULL;
  return s;
}

/* ---- a launch, or the rest of one ---- */

static wt_status go_on(wt_running *u, wt_run_load *load, void *ctx) {
  wt_machine *x = u->x;
  wt_status s = load(ctx, u);
  if (s) return s;
  if (x->n_opaque)
    return snprintf(x->error, sizeof x->error, "the state of %.*s in the RTL is its own and cannot be loaded (--opaque): run from the start",
                    (int)strcspn(x->opaque[0], "="), x->opaque[0]),
           WT_USAGE;
  x->started = 1;
  if (x->twin && x->ops->load(x->twin)) return mismatch(u, "as it was loaded");
  if (x->twin && u->own && x->ops->adopt_own(x->twin, u->own))
    return snprintf(x->error, sizeof x->error, "the checkpoint holds rows of the RTL that this machine does not have"), WT_USAGE;
  if (x->twin && x->expected) u->recent = wt_recent_new(u->m->S);
  return WT_OK;
}

/* For a process that never comes back to the end of the launch. */
static wt_status run_or_leave(wt_running *u) {
  wt_status s = run_twins(u);
  return wt_snap_is_child(u->x->snap) ? waves_close(u, s) : s;
}
static wt_status long_enough(void *ctx, wt_running *u) {
  (void)ctx;
  u->is_long = 1;
  return WT_USAGE; /* leaves the loop; the run goes on */
}
static wt_status cycles(wt_running *u) {
  wt_machine *x = u->x;
  if (x->backend == WT_BACKEND_RTL) return run_rtl(u);
  /* waves, pictures and the invariants of the other twin belong to one process */
  char unsaved[200];
  int alone = !x->twin || x->wave || x->draw || x->check_paths > 1;
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
  if (alone || x->parallel.later < 2) return run_twins(u);
  x->parts = (wt_visit){u->t->tally.cycles + x->parallel.segment, long_enough, NULL};
  wt_status s = run_or_leave(u);
  x->parts.next = UINT64_MAX;
  if (!u->is_long) return s;
  x->parallel.jobs = x->parallel.later;
  s = wt_segments_run(u, run_or_leave);
  x->parallel.jobs = 0;
  return s;
}

static wt_status run(wt_machine *x, const wt_launch_desc *L, wt_run_load *load, void *ctx) {
  wt_running u;
  wt_status s;
  const wt_cfg_out cfg = x->m->gpu->cfg;
  const wt_env_out env = x->m->sm->env;
  x->error[0] = 0;
  x->cause = WT_CAUSE_NONE;
  if (wt_run_config(x, L)) return WT_USAGE;
  if ((s = oracle_setup(x, L))) return s;
  if (prepare(&u, x, L, load != NULL)) {
    snprintf(x->error, sizeof x->error, "out of memory");
    release(&u);
    return WT_USAGE;
  }
  wt_env_reset(x->m);
  s = load ? go_on(&u, load, ctx) : first_cycle(&u, &cfg, &env);
  if (!s && !(s = pictures_open(&u, load != NULL))) {
    wt_progress_begin(&u);
    if (!(s = waves_open(x))) s = waves_close(&u, cycles(&u));
    wt_progress_end(&u, !s);
    if (!s) s = final_memory(&u);
    s = pictures_close(&u, s);
  }
  if (x->on_end) {
    if (x->backend == WT_BACKEND_RTL) x->ops->store(x->twin);
    x->on_end(x->on_end_ctx, &u, s);
  }
  x->cause = u.r.cause, x->cut = s != WT_OK;
  add_up(x, u.t, u.e);
  release(&u);
  return s;
}
wt_status wt_run(wt_machine *x, const wt_launch_desc *L) { return run(x, L, NULL, NULL); }
wt_status wt_run_on(wt_machine *x, const wt_launch_desc *L, wt_run_load *load, void *ctx) { return run(x, L, load, ctx); }
