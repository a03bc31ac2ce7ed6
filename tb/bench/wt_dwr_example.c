/* wt_dwr_example.c - blocks and stimulus of the example. */
#include "bench/wt_dwr_example.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench/wt_bench.h"
#include "isa/wt_isa.h"
#include "spec/wt_modes.h"

enum { A = 1, B = 2, ALL = 7 };

const wt_dwr_program wt_dwr_figure = {
  "the thesis' example", 15, {[7] = {.to = 15, .takers = B}, [11] = {.load = 1}, [14] = {.to = 15, .takers = ALL}, [15] = {.end = 1}}};
const wt_dwr_program wt_dwr_exit = {"an end while partners wait", 8, {[2] = {.to = 4, .takers = B}, [3] = {.load = 1}, [8] = {.end = 1}}};
const wt_dwr_program wt_dwr_paths = {"partners at different loads",
                                     8,
                                     {[2] = {.to = 5, .takers = A},
                                      [3] = {.load = 1},
                                      [4] = {.to = 8, .takers = ALL},
                                      [5] = {.load = 1},
                                      [6] = {.to = 5, .takers = A, .times = 1},
                                      [8] = {.end = 1}}};

/* The blocks in the order of evaluation. */
enum { SCHED, SCO, ILT, PST, BLOCKS };
static const char *const stems[BLOCKS] = {"sched", "sco", "ilt", "pst"};

typedef struct {
  enum wt_dwr_machine machine;
  enum wt_dwr_wrong wrong;
  const wt_dwr_program *p;
  wt_shape S;
  wt_m *m;
  wt_ls ls[BLOCKS];
  unsigned blocks; /* opened */
  const wt_block_fns *fns[BLOCKS];
  wt_warps ever; /* slots that ever held a warp */
  struct {
    unsigned pc, taken, ready_at; /* ready_at: its load has come back */
    int lives, ended;
  } sub[WT_DWR_SUBS];
  unsigned port_free;
  wt_dwr_run *r;
} bench;

static int shape(bench *b, char *err, size_t errn) {
  static const char *const keys[WT_DWR_MACHINES][6] = {
    {"WARPS=4", "WARP_SIZE=8", "LANES=8", "SCHED=lrr"},
    {"WARPS=1", "WARP_SIZE=32", "LANES=8", "SCHED=lrr"},
    {"WARPS=4", "WARP_SIZE=8", "LANES=8", "SCHED=lrr", "GROUPING=dwr", "PST_LATENCY=0"},
  };
  if (wt_shape_preset(&b->S, "tiny", err, errn)) return -1;
  for (unsigned i = 0; i < 6 && keys[b->machine][i]; i++)
    if (wt_shape_set(&b->S, keys[b->machine][i], err, errn)) return -1;
  b->S.DWR_SUBWARPS = 4;
  if (wt_shape_check(&b->S, err, errn)) return -1;
  if (b->machine == WT_DWR_LARGE) b->S.BEATS = WT_DWR_SUBS; /* no shape of the machine has warps of three beats; for the scheduler it is a number */
  return 0;
}

static int start(bench *b, char *err, size_t errn) {
  if (shape(b, err, errn)) return -1;
  if (!(b->m = wt_m_new(&b->S))) return snprintf(err, errn, "out of memory"), -1;
  wt_cfg_modes(b->m);
  unsigned n = b->machine == WT_DWR_COMBINED ? BLOCKS : 1;
  for (unsigned k = 0; k < n; k++) {
    for (b->fns[k] = wt_block_table; strcmp(b->fns[k]->stem, stems[k]) != 0;) b->fns[k]++;
    b->blocks = k + 1;
    if (wt_ls_open(&b->ls[k], b->m, stems[k], 1, err, errn)) return -1;
  }
  for (unsigned k = 0; k < n; k++)
    if (wt_ls_reset(&b->ls[k])) return wt_ls_describe(&b->ls[k], err, errn), -1;
  for (unsigned k = 0; k < n; k++)
    if (b->fns[k]->moore) b->fns[k]->moore(b->m);
  return 0;
}

/* What the partner table is told while a rule is wrong. */
typedef struct {
  wt_warps res;
  uint32_t pc;
} truth;
static truth lie(bench *b) {
  wt_subcore *c = b->m->subcore;
  truth t = {c->sched.o.resident, c->sco.o.arr_pc};
  if (b->wrong == WT_DWR_ALL_SLOTS) c->sched.o.resident = wt_warps_upto(b->S.SLOTS);
  if (b->wrong == WT_DWR_NO_EXIT) c->sched.o.resident = b->ever;
  if (b->wrong == WT_DWR_NO_PC && c->sco.o.arr_valid) c->sco.o.arr_pc = 1;
  return t;
}
static void tell(bench *b, truth t) { b->m->subcore->sched.o.resident = t.res, b->m->subcore->sco.o.arr_pc = t.pc; }

/* Combinational part of a cycle: the C twins, then their inputs to the RTL, and the comparison. */
static int settle(bench *b) {
  b->ever |= b->m->subcore->sched.o.resident;
  for (unsigned k = 0; k < b->blocks; k++) {
    truth t = {0, 0};
    if (k == PST) t = lie(b);
    b->fns[k]->eval(b->m);
    if (k == PST) tell(b, t);
  }
  for (unsigned k = 0; k < b->blocks; k++) {
    truth t = {0, 0};
    if (k == PST) t = lie(b);
    wt_ls_drive(&b->ls[k]);
    if (k == PST) tell(b, t);
    if (wt_ls_outputs(&b->ls[k])) return (int)k;
  }
  return -1;
}

/* Clock edge: who reads a neighbour's register before its owner. The table's own tick sees what it was told. */
static int edge(bench *b) {
  static const unsigned order[BLOCKS] = {PST, SCHED, ILT, SCO};
  for (unsigned i = 0; i < BLOCKS; i++) {
    truth t = {0, 0};
    if (order[i] >= b->blocks) continue;
    if (order[i] == PST) t = lie(b);
    b->fns[order[i]]->tick(b->m);
    if (order[i] == PST) tell(b, t);
  }
  for (unsigned k = 0; k < b->blocks; k++)
    if (wt_ls_edge(&b->ls[k])) return (int)k;
  for (unsigned k = 0; k < b->blocks; k++)
    if (b->fns[k]->moore) b->fns[k]->moore(b->m);
  return -1;
}

static int differ(bench *b, int k, unsigned t, char *err, size_t errn) {
  int n = snprintf(err, errn, "cycle %u: ", t);
  wt_ls_describe(&b->ls[k], err + n, errn - (size_t)n);
  return -1;
}

/* ---- the program ---- */

static unsigned large_pc(const bench *b) { /* one warp: the lowest pc of its lanes runs */
  unsigned pc = WT_DWR_CODE;
  for (unsigned s = 0; s < WT_DWR_SUBS; s++)
    if (b->sub[s].lives && b->sub[s].pc < pc) pc = b->sub[s].pc;
  return pc;
}

static void head(bench *b, unsigned slot, unsigned pc, int ready, unsigned unit) {
  wt_subcore *c = b->m->subcore;
  wt_warps bit = wt_warp(slot);
  c->ibuffer.o.head_valid |= bit, c->cfu->run |= bit;
  c->ibuffer.o.head_ctl[slot] = (uint32_t)WT_PLACED(unit, hctl, unit);
  if (ready) c->sb->ok |= bit;
  if (b->p->code[pc].load && b->machine == WT_DWR_COMBINED) c->ibuffer.o.head_sens |= bit;
}

static void inputs(bench *b, unsigned t) {
  wt_subcore *c = b->m->subcore;
  c->ibuffer.o.head_valid = c->ibuffer.o.head_sens = c->cfu->run = c->sb->ok = 0;
  c->war.o.ok = c->war.o.drained = c->sb->clear = b->m->sm->lsu.o.quiet = wt_warps_upto(b->S.SLOTS);
  c->cfu->idle = c->disp.o.free = 1;
  c->cfu->done_valid = c->cfu->done_warp = 0;
  for (unsigned s = 0; s < WT_DWR_SUBS; s++)
    if (b->sub[s].ended && b->machine != WT_DWR_LARGE && !c->cfu->done_valid) /* its slot is free from the next cycle on */
      c->cfu->done_valid = 1, c->cfu->done_warp = (uint8_t)s, b->sub[s].ended = 0;
  if (b->machine == WT_DWR_LARGE) {
    unsigned pc = large_pc(b);
    if (pc < WT_DWR_CODE) head(b, 0, pc, b->sub[0].ready_at <= t, WT_U_ALU);
    return;
  }
  for (unsigned s = 0; s < WT_DWR_SUBS; s++)
    if (b->sub[s].lives) head(b, s, b->sub[s].pc, b->sub[s].ready_at <= t, WT_U_NONE);
}

/* The micro-op needs the pc of its head. */
static void head_uop(bench *b) {
  wt_subcore *c = b->m->subcore;
  memset(c->ibuffer.o.uop, 0, sizeof c->ibuffer.o.uop);
  if (c->sched.o.sel_valid && c->sched.o.sel_warp < WT_DWR_SUBS) uop_put_pc(c->ibuffer.o.uop, 16 * b->sub[c->sched.o.sel_warp].pc);
}

/* One request of these sub-warps, issued in cycle t. */
static void request(bench *b, unsigned t, unsigned subs, char name) {
  unsigned from = b->port_free > t + 1 ? b->port_free : t + 1;
  b->port_free = from + WT_DWR_LOAD_CYCLES;
  for (unsigned c = from; c < b->port_free && c <= WT_DWR_LIMIT; c++) b->r->mem[c] = name;
  for (unsigned s = 0; s < WT_DWR_SUBS; s++)
    if (subs >> s & 1) b->sub[s].ready_at = b->port_free;
  b->r->requests++;
}

static void advance(bench *b, unsigned s) {
  const wt_dwr_insn *i = &b->p->code[b->sub[s].pc];
  if (i->end) b->sub[s].lives = 0, b->sub[s].ended = 1;
  else if (i->takers >> s & 1 && (!i->times || b->sub[s].taken < i->times)) b->sub[s].pc = i->to, b->sub[s].taken += i->times != 0;
  else b->sub[s].pc++;
}

static void large_issue(bench *b, unsigned t) {
  const wt_sched_out *o = &b->m->subcore->sched.o;
  unsigned pc = large_pc(b), on = 0;
  for (unsigned s = 0; s < WT_DWR_SUBS; s++) on |= (unsigned)(b->sub[s].lives && b->sub[s].pc == pc) << s;
  int active = on >> o->sel_beat & 1;
  snprintf(b->r->exec[t], sizeof b->r->exec[t], "%c%u", active ? 'A' + o->sel_beat : '-', pc);
  b->r->masked += !active;
  b->r->subs[t] = (unsigned char)(active << o->sel_beat);
  if (o->sel_first && b->p->code[pc].load) request(b, t, ALL, 'W');
  for (unsigned s = 0; s < WT_DWR_SUBS; s++)
    if (o->sel_pop && on >> s & 1) advance(b, s);
}

static void issue(bench *b, unsigned t) {
  const wt_subcore *c = b->m->subcore;
  const wt_sched_out *o = &c->sched.o;
  char *text = b->r->exec[t], name = (char)('A' + o->sel_warp);
  size_t n = sizeof b->r->exec[t];
  b->r->cycles = t, b->r->issues++;
  if (b->machine == WT_DWR_LARGE) {
    large_issue(b, t);
    return;
  }
  b->r->subs[t] = (unsigned char)(1u << o->sel_warp);
  if (o->sync) {
    snprintf(text, n, "%cP", name);
    return;
  }
  unsigned subs = 1u << o->sel_warp, pc = b->sub[o->sel_warp].pc;
  if (o->whole) subs = b->r->subs[t] = c->sco.o.group[0];
  if (subs & (subs - 1)) name = 'W';
  snprintf(text, n, "%c%u", name, pc);
  if (b->p->code[pc].load) request(b, t, subs, name);
  for (unsigned s = 0; s < WT_DWR_SUBS; s++)
    if (subs >> s & 1) advance(b, s);
}

/* One slot of the machine; t = 0: not recorded. */
static int cycle(bench *b, unsigned t, char *err, size_t errn) {
  int k;
  b->fns[SCHED]->eval(b->m); /* the stimulus shows the head that is selected */
  head_uop(b);
  if ((k = settle(b)) >= 0) return differ(b, k, t, err, errn);
  wt_sched_out chosen = b->m->subcore->sched.o;
  if (t && chosen.sel_valid) issue(b, t);
  if ((k = edge(b)) >= 0) return differ(b, k, t, err, errn);
  return 0;
}

/* The warps are launched; then the slot behind them has a last issue, so that the round begins with A. */
static int launch(bench *b, char *err, size_t errn) {
  wt_dispatch_out *d = &b->m->sm->dispatch.o;
  unsigned n = b->machine == WT_DWR_LARGE ? 1 : WT_DWR_SUBS;
  for (unsigned s = 0; s < n; s++) {
    d->launch_valid = d->launch_last = b->m->subcore->cfu->launch_ack = 1, d->launch_warp = (uint8_t)s;
    if (cycle(b, 0, err, errn)) return -1;
  }
  d->launch_valid = d->launch_last = b->m->subcore->cfu->launch_ack = d->launch_warp = 0;
  for (unsigned s = 0; s < WT_DWR_SUBS; s++) b->sub[s].lives = 1, b->sub[s].pc = 1;
  if (n == 1) return 0;
  b->m->subcore->disp.o.free = b->m->subcore->cfu->idle = 1;
  b->m->subcore->ibuffer.o.head_valid = b->m->subcore->cfu->run = b->m->subcore->sb->ok = b->m->subcore->war.o.ok = wt_warp(WT_DWR_SUBS);
  b->m->subcore->ibuffer.o.head_ctl[WT_DWR_SUBS] = (uint32_t)WT_PLACED(WT_U_NONE, hctl, unit);
  return cycle(b, 0, err, errn);
}

int wt_dwr_example(enum wt_dwr_machine machine, const wt_dwr_program *p, enum wt_dwr_wrong wrong, wt_dwr_run *r, char *err, size_t errn) {
  bench *b = calloc(1, sizeof *b);
  if (!b) return snprintf(err, errn, "out of memory"), -1;
  memset(r, 0, sizeof *r);
  b->machine = machine, b->p = p, b->wrong = wrong, b->r = r;
  int rc = start(b, err, errn);
  if (!rc) rc = launch(b, err, errn);
  for (unsigned t = 1; !rc && t <= WT_DWR_LIMIT; t++) {
    inputs(b, t);
    rc = cycle(b, t, err, errn);
  }
  for (unsigned s = 0; s < WT_DWR_SUBS; s++)
    if (b->sub[s].lives) r->cycles = 0;
  for (unsigned k = 0; k < b->blocks; k++) wt_ls_close(&b->ls[k]);
  wt_m_free(b->m);
  free(b);
  return rc;
}
