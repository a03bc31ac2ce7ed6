/* wt_run.c - the cycle loop: environment, twins, oracle, verdicts. */
#include "lib/wt_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "isa/wt_dis.h"
#include "bench/wt_bench.h"
#include "lib/wt_verdict.h"

/* Resident CTAs, register rows and shared-memory rows of a launch on this shape. 0, or -1 with x->error. */
static int launch_config(wt_machine *x, const struct wt_launch *L) {
  wt_m *m = x->m;
  const wt_shape *S = m->S;
  wt_cfg_out *c = &m->gpu->cfg;
  unsigned rpw = (L->regs + S->RF_BANKS - 1) / S->RF_BANKS * S->BEATS, row = 4 * S->SMEM_BANKS;
  unsigned smrows = (L->smem + row - 1) / row, wpc = L->warps_per_cta;
  unsigned n = S->CTAS, by_warps = S->WARPS / wpc, by_regs = S->RF_ROWS / (rpw ? rpw : 1) / wpc;
  if (by_warps < n) n = by_warps;
  if (by_regs < n) n = by_regs;
  if (smrows && S->SMEM_ROWS / smrows < n) n = S->SMEM_ROWS / smrows;
  if (!n) {
    snprintf(x->error, sizeof x->error,
             "%s: impossible grid/block: a CTA of %u warps with %u registers a thread and %u bytes of shared memory does not fit this shape",
             L->kernel, wpc, L->regs, L->smem);
    return -1;
  }
  wt_cfg_modes(m);
  c->rpw = (uint16_t)rpw, c->smem = L->smem, c->smrows = (uint16_t)smrows;
  c->grid_x = L->grid[0], c->grid_y = (uint16_t)L->grid[1], c->grid_z = (uint16_t)L->grid[2];
  c->block_x = (uint16_t)L->block[0], c->block_y = (uint16_t)L->block[1], c->block_z = (uint8_t)L->block[2];
  c->threads = (uint16_t)L->threads, c->wpc = (uint8_t)wpc, c->maxcta = (uint8_t)n;
  c->start = 1;
  return 0;
}

/* Oracle memory as wt_oracle wants it. */
static int omem_read(void *ctx, uint64_t addr, unsigned size, void *dst) { return wt_mem_read(ctx, addr, dst, size); }
static int omem_write(void *ctx, uint64_t addr, unsigned size, const void *src) { return wt_mem_write(ctx, addr, src, size); }

wt_status wt_run_oracle_load(wt_oracle *o, const struct wt_launch *L, wt_mem *mem) {
  wt_oracle_mem cb = {omem_read, omem_write, mem};
  wt_status s = wt_oracle_set_code(o, L->code, L->n_insns);
  for (unsigned b = 0; !s && b < WT_LAUNCH_BANKS; b++) s = wt_oracle_set_const(o, b, L->bank[b].data, L->bank[b].size);
  wt_oracle_set_mem(o, &cb);
  return s;
}

static wt_status oracle_setup(wt_machine *x, const struct wt_launch *L) {
  if (!x->oracle) return WT_OK;
  wt_status s = wt_run_oracle_load(x->oracle, L, x->omem);
  if (s) snprintf(x->error, sizeof x->error, "%s", wt_oracle_error(x->oracle));
  return s;
}

/* Appends the last instructions of a warp slot to the report. */
static void history(wt_machine *x, const wt_tandem *t, unsigned w) {
  size_t n = strlen(x->error);
  if (!t->hist_n[w]) return;
  n += (size_t)snprintf(x->error + n, sizeof x->error - n, "\nlast instructions of warp %u (cycle, pc, active mask):", w);
  unsigned k = t->hist_n[w] < WT_HISTORY ? t->hist_n[w] : WT_HISTORY;
  for (unsigned i = t->hist_n[w] - k; i < t->hist_n[w] && n + 160 < sizeof x->error; i++) {
    const wt_issued *h = &t->hist[w][i % WT_HISTORY];
    char text[128] = "?";
    if (h->pc / 16 < t->L->n_insns) wt_dis_short(t->L->code[h->pc / 16], h->pc, text, sizeof text);
    n += (size_t)snprintf(x->error + n, sizeof x->error - n, "\n  %8llu  0x%04x  %08llx  %s", (unsigned long long)h->cycle, h->pc,
                          (unsigned long long)h->mask, text);
  }
}

/* Warp that the report is about: the selected one, else the last that issued. */
static unsigned report_warp(const wt_machine *x, const wt_tandem *t) {
  unsigned best = 0;
  uint64_t when = 0;
  if (x->m->subcore->sched.o.sel_valid) return x->m->subcore->sched.o.sel_warp;
  for (unsigned w = 0; w < x->m->S->WARPS; w++)
    if (t->hist_n[w] && t->hist[w][(t->hist_n[w] - 1) % WT_HISTORY].cycle >= when)
      when = t->hist[w][(t->hist_n[w] - 1) % WT_HISTORY].cycle, best = w;
  return best;
}

/* Waves of the cycles before a difference: the file that is being written has them, or a snapshot runs them again. */
static void mismatch_waves(wt_machine *x, uint64_t cycle) {
  uint64_t from = cycle > WT_SNAP_WINDOW ? cycle - WT_SNAP_WINDOW : 0;
  size_t n = strlen(x->error);
  char err[200];
  if (x->wave && x->wave_from <= cycle && cycle <= x->wave_to) wt_wave_edge(x->wave, cycle);
  if (wt_snap_is_child(x->snap)) wt_snap_leave(!x->wave || wt_wave_close(x->wave, err, sizeof err));
  if (x->wave && x->wave_from <= from && cycle <= x->wave_to)
    snprintf(x->error + n, sizeof x->error - n, "\nwaves of both twins up to the difference: %s", x->wave_file);
  else if (x->snap && !wt_snap_replay(x->snap, cycle, err, sizeof err))
    snprintf(x->error + n, sizeof x->error - n, "\nwaves of both twins, cycles %llu to %llu: %s",
             (unsigned long long)from, (unsigned long long)cycle, x->mismatch_file);
  else if (x->snap)
    snprintf(x->error + n, sizeof x->error - n, "\nno waves in %s: %s", x->mismatch_file, err);
}

static wt_status mismatch(wt_machine *x, const wt_tandem *t, const char *when) {
  char what[900];
  unsigned w = report_warp(x, t);
  wt_ls_describe(x->ls, what, sizeof what);
  snprintf(x->error, sizeof x->error, "FIRST DIFFERENCE  cycle %llu (%s), kernel %s\n%s\nwarp %u", (unsigned long long)t->tally.cycles, when,
           t->L->kernel, what, w);
  history(x, t, w);
  mismatch_waves(x, t->tally.cycles);
  x->verdict = "diff";
  return WT_DIFF;
}

static wt_status oracle_says(wt_machine *x, const wt_tandem *t, wt_status s) {
  snprintf(x->error, sizeof x->error, "cycle %llu, kernel %s: %s", (unsigned long long)t->tally.cycles, t->L->kernel, t->error);
  history(x, t, report_warp(x, t));
  x->verdict = s == WT_FAULT ? "fault" : s == WT_UNSUPPORTED ? "unsupported" : "diff";
  return s;
}

static wt_status fault(wt_machine *x, const wt_tandem *t, const wt_env_fault *f) {
  char where[200] = "";
  if (f->kind == 1) wt_mem_where(x->mem, f->addr, where, sizeof where);
  static const char *const what[] = {"", "address outside every allocation", "misaligned access", "access outside the CTA's shared memory"};
  snprintf(x->error, sizeof x->error, "memory fault: %s in kernel %s at pc 0x%04x, warp %u lane %u, cycle %llu", what[f->kind], t->L->kernel, f->pc,
           f->warp, f->lane, (unsigned long long)t->tally.cycles);
  size_t n = strlen(x->error);
  if (f->kind == 1)
    snprintf(x->error + n, sizeof x->error - n, ": %s of 0x%llx (%s)", f->write ? "write" : "read", (unsigned long long)f->addr, where);
  x->verdict = "fault";
  return WT_FAULT;
}

/* The control-flow unit cannot go on with a warp. */
static wt_status unit_stops(wt_machine *x, const wt_tandem *t) {
  static const char *const why[] = {"",
                                    "its stack or path table is full (a larger STACK_DEPTH or WS_DEPTH may help)",
                                    "its table of reconvergence points is full (a larger REC_DEPTH or RT_DEPTH may help)",
                                    "the program uses a barrier register beyond BX_REGS",
                                    "WARPSYNC waits for threads that are not on this path, which this unit cannot do",
                                    "no barrier register is free for the mask of a WARPSYNC (a larger BX_REGS may help)"};
  const wt_cfu_out *o = x->m->subcore->cfu;
  char key[16];
  const wt_key *k = wt_keys;
  while (strcmp(k->name, "DIVERGENCE")) k++;
  snprintf(x->error, sizeof x->error, "unsupported: kernel %s, warp %u, pc 0x%04x, cycle %llu: control-flow unit %s: %s", t->L->kernel, o->err_warp,
           o->err_pc, (unsigned long long)t->tally.cycles, wt_key_text(k, x->m->S->DIVERGENCE, key), why[o->err_kind]);
  history(x, t, o->err_warp);
  x->verdict = "unsupported";
  return WT_UNSUPPORTED;
}

static wt_status invariant(wt_machine *x, const wt_tandem *t, const wt_check *c) {
  snprintf(x->error, sizeof x->error, "cycle %llu, kernel %s: invariant broken%s: %s", (unsigned long long)t->tally.cycles, t->L->kernel,
           c == &x->check ? "" : " in the RTL", c->why);
  history(x, t, report_warp(x, t));
  x->verdict = "diff";
  return WT_DIFF;
}

static void trace_line(FILE *f, const wt_m *m, const wt_tandem *t) {
  if (!m->subcore->issue.o.valid) return;
  unsigned w = m->subcore->sched.o.sel_warp;
  fprintf(f, "%llu %u %llu,%u,%u %u 0x%04x %08llx %08llx\n", (unsigned long long)t->tally.cycles, w,
          (unsigned long long)(m->subcore->sreg.q.ctaid[w] & 0xffffffffu), (unsigned)(m->subcore->sreg.q.ctaid[w] >> 32 & 0xffff),
          (unsigned)(m->subcore->sreg.q.ctaid[w] >> 48), t->warp_in_cta[w], (unsigned)uop_get_pc(m->subcore->ibuffer.o.uop),
          (unsigned long long)m->subcore->cfu->mask, (unsigned long long)m->subcore->issue.o.exec);
}

static void progress(const wt_machine *x, const wt_tandem *t, int *shown) {
  static time_t last;
  if (x->quiet || (t->tally.cycles & 0xffff)) return;
  time_t now = time(NULL);
  if (now == last) return;
  last = now;
  *shown = 1;
  fprintf(stderr, "\r%s: %llu cycles, %llu warp instructions ", t->L->kernel, (unsigned long long)t->tally.cycles,
          (unsigned long long)t->tally.warp_instructions);
}

static void finish(wt_machine *x, const wt_tandem *t, wt_env *e) {
  wt_tally *a = &x->total;
  a->cycles += t->tally.cycles, a->warp_instructions += t->tally.warp_instructions;
  a->thread_instructions += t->tally.thread_instructions, a->idle_cycles += t->tally.idle_cycles;
  for (int i = 0; i < WT_WHY_COUNT; i++) a->why[i] += t->tally.why[i];
  x->requests += wt_env_requests(e), x->lane_accesses += wt_env_lane_accesses(e);
}

static wt_status rtl_cycles(wt_machine *x, wt_tandem *t, wt_env *e, wt_bind *const *pick, unsigned n) {
  for (;;) {
    for (unsigned i = 0; i < n; i++) wt_ls_adopt(pick[i]);
    t->tally.cycles++;
    if (x->m->subcore->issue.o.valid) t->tally.warp_instructions++, t->tally.thread_instructions += wt_popcount(x->m->subcore->cfu->mask);
    wt_env_sample(e, x->m);
    if (wt_env_faulted(e)) return fault(x, t, wt_env_faulted(e));
    int idle = x->m->gpu->dispatch.o.idle;
    wt_env_present(e, x->m);
    x->m->gpu->cfg.start = 0;
    wt_ls_clock(x->ls);
    if (t->tally.cycles > 2 && idle && wt_env_quiet(e)) return WT_OK;
    if (x->max_cycles && t->tally.cycles >= x->max_cycles) return WT_NO_END;
  }
}

/* Bare RTL: what leaves the machine comes from the RTL. */
static wt_status run_rtl(wt_machine *x, wt_tandem *t, wt_env *e) {
  wt_bind **pick = calloc(x->ls->n_out, sizeof *pick);
  unsigned n = 0;
  if (!pick) return snprintf(x->error, sizeof x->error, "out of memory"), WT_USAGE;
  for (unsigned k = 0; k < wt_nports; k++) {
    const wt_row *r = wt_row_signal(x->ls->blks, wt_ports[k][0], wt_ports[k][1], NULL);
    for (unsigned i = 0; i < x->ls->n_out; i++)
      if (x->ls->out[i].row == r) pick[n++] = &x->ls->out[i];
  }
  wt_status s = rtl_cycles(x, t, e, pick, n);
  free(pick);
  return s;
}

static wt_status gives_up(wt_machine *x, const wt_tandem *t) {
  snprintf(x->error, sizeof x->error, "max-cycles: kernel %s after %llu cycles: limit of --max-cycles reached; nothing is proved", t->L->kernel,
           (unsigned long long)t->tally.cycles);
  x->verdict = "max-cycles";
  return WT_NO_END;
}

/* At the start of a cycle: snapshots; in one that was woken up, the waves it was woken up for. */
static void snapshot(wt_machine *x, uint64_t cycle) {
  uint64_t until;
  char err[300];
  if (!wt_snap_cycle(x->snap, cycle, &until)) {
    if (wt_snap_is_child(x->snap) && cycle > x->wave_to) wt_snap_leave(1);
    return;
  }
  x->quiet = 1;
  x->trace = NULL;
  x->wave_from = until > WT_SNAP_WINDOW ? until - WT_SNAP_WINDOW : 0, x->wave_to = until;
  if (!(x->wave = wt_wave_open(x->mismatch_file, x->m, x->ls, -1, err, sizeof err))) wt_snap_leave(1);
}

static wt_status run_twins(wt_machine *x, wt_tandem *t, wt_env *e, wt_noend *ne) {
  wt_m *m = x->m;
  int shown = 0;
  wt_status s = WT_OK;
  for (;;) {
    if (x->snap) snapshot(x, t->tally.cycles);
    wt_gpu_eval(m->gpu);
    if (x->ls) wt_ls_drive(x->ls);
    if (x->wave && t->tally.cycles >= x->wave_from && t->tally.cycles <= x->wave_to)
      wt_wave_cycle(x->wave, t->tally.cycles);
    if (x->ls) {
      if (wt_ls_outputs(x->ls)) return mismatch(x, t, "before the clock edge");
    }
    if (x->trace) trace_line(x->trace, m, t);
    if (x->check_paths && wt_check_cycle(&x->check, m)) return invariant(x, t, &x->check);
    if (x->check_paths > 1 && x->rtl_view.m) {
      wt_ls_view_read(&x->rtl_view);
      if (wt_check_cycle(&x->check_rtl, x->rtl_view.m)) return invariant(x, t, &x->check_rtl);
    }
    if ((s = wt_tandem_cycle(t, m))) return oracle_says(x, t, s);
    wt_env_sample(e, m);
    if (wt_env_faulted(e)) return fault(x, t, wt_env_faulted(e));
    if (t->error[0]) return oracle_says(x, t, WT_DIFF);
    if (m->subcore->cfu->err_valid) return unit_stops(x, t);
    int idle = m->gpu->dispatch.o.idle;
    wt_gpu_tick(m->gpu);
    wt_gpu_moore(m->gpu);
    wt_env_present(e, m);
    m->gpu->cfg.start = 0;
    if (x->ls && wt_ls_edge(x->ls)) return mismatch(x, t, "after the clock edge");
    if (x->on_edge) x->on_edge(x->on_edge_ctx, x, t->tally.cycles);
    if (t->tally.cycles > 2 && idle && wt_env_quiet(e)) break;
    progress(x, t, &shown);
    if (x->max_cycles && t->tally.cycles >= x->max_cycles) return gives_up(x, t);
    const char *word = wt_noend_cycle(ne, m, t, e, x->mem);
    if (word) {
      wt_verdict_report(wt_noend_loop(ne), m, t, x->error, sizeof x->error);
      x->verdict = word;
      return WT_NO_END;
    }
  }
  if (shown) fputs("\r\033[K", stderr);
  if (x->ls && wt_ls_sweep(x->ls)) return mismatch(x, t, "final sweep of the memories");
  return WT_OK;
}

/* Before and after the cycles of a launch. */
static wt_status waves_open(wt_machine *x) {
  x->wave = NULL, x->snap = NULL;
  if (x->backend == WT_BACKEND_RTL) return WT_OK;
  if (x->wave_file && !(x->wave = wt_wave_open(x->wave_file, x->m, x->ls, x->wave_warp, x->error, sizeof x->error)))
    return WT_USAGE;
  if (x->ls && x->mismatch_file) x->snap = wt_snap_new();
  return WT_OK;
}
static wt_status waves_close(wt_machine *x, wt_status s) {
  char err[300];
  if (wt_snap_is_child(x->snap)) wt_snap_leave(1); /* the difference did not come again */
  wt_snap_free(x->snap);
  if (x->wave && wt_wave_close(x->wave, err, sizeof err) && !s) {
    snprintf(x->error, sizeof x->error, "%s", err);
    s = WT_USAGE;
  }
  x->wave = NULL, x->snap = NULL;
  return s;
}

/* The machine goes on from the launch before: one clock with the inputs as they were, at whose edge it takes those of this launch. */
static wt_status take_launch(wt_machine *x, const wt_tandem *t, const wt_cfg_out *cfg, const wt_env_out *env) {
  wt_m *m = x->m;
  wt_cfg_out new_cfg = m->gpu->cfg;
  wt_env_out new_env = m->sm->env;
  int twins = x->backend != WT_BACKEND_RTL;
  m->gpu->cfg = *cfg, m->sm->env = *env;
  if (twins) {
    wt_gpu_eval(m->gpu);
    if (x->ls) {
      wt_ls_drive(x->ls);
      if (wt_ls_outputs(x->ls)) return mismatch(x, t, "between two launches");
    }
    wt_gpu_tick(m->gpu);
    wt_gpu_moore(m->gpu);
  }
  m->gpu->cfg = new_cfg, m->sm->env = new_env;
  if (!twins)
    wt_ls_clock(x->ls);
  else if (x->ls && wt_ls_edge(x->ls))
    return mismatch(x, t, "between two launches");
  return WT_OK;
}

wt_status wt_run(wt_machine *x, const struct wt_launch *L) {
  wt_status s;
  const wt_cfg_out cfg = x->m->gpu->cfg;
  const wt_env_out env = x->m->sm->env;
  x->error[0] = 0;
  x->verdict = "ok";
  if (launch_config(x, L)) return WT_USAGE;
  if ((s = oracle_setup(x, L))) return s;
  wt_env *e = wt_env_new(x->m->S, L, x->mem);
  wt_tandem *t = malloc(sizeof *t);
  wt_noend *ne = e ? wt_noend_new(x->m, L, e) : NULL;
  int no_view = x->check_paths > 1 && x->backend == WT_BACKEND_COSIM && !x->rtl_view.m && wt_ls_view_open(&x->rtl_view, x->ls);
  if (x->check_paths) no_view |= wt_check_init(&x->check, x->m);
  if (x->rtl_view.m) no_view |= wt_check_init(&x->check_rtl, x->rtl_view.m);
  if (!e || !t || !ne || no_view) {
    snprintf(x->error, sizeof x->error, "out of memory");
    wt_env_free(e), free(t), wt_noend_free(ne), wt_check_free(&x->check), wt_check_free(&x->check_rtl);
    return WT_USAGE;
  }
  wt_tandem_init(t, x->m->S, L, x->oracle);
  wt_env_on_access(e, wt_tandem_access, t);
  wt_env_reset(e, x->m);
  if (!x->started) {
    if (x->ls) {
      if (wt_ls_reset(x->ls)) s = mismatch(x, t, "reset values");
    } else {
      wt_m_reset(x->m);
    }
    wt_gpu_moore(x->m->gpu);
    x->started = 1;
  } else {
    s = take_launch(x, t, &cfg, &env);
  }
  if (!s && !(s = waves_open(x))) {
    s = x->backend == WT_BACKEND_RTL ? run_rtl(x, t, e) : run_twins(x, t, e, ne);
    s = waves_close(x, s);
  }
  wt_mem_diff d;
  if (!s && x->oracle && !wt_mem_equal(x->mem, x->omem, &d)) {
    char where[200];
    snprintf(x->error, sizeof x->error, "kernel %s: final memory differs from the oracle's at 0x%llx (%s): 0x%02x, oracle 0x%02x", L->kernel,
             (unsigned long long)d.addr, wt_mem_where(x->mem, d.addr, where, sizeof where), d.a_byte, d.b_byte);
    x->verdict = "diff";
    s = WT_DIFF;
  }
  finish(x, t, e);
  wt_check_free(&x->check);
  wt_check_free(&x->check_rtl);
  wt_noend_free(ne);
  wt_env_free(e);
  free(t);
  return s;
}
