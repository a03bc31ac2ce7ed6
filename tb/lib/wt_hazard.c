/* wt_hazard.c - results on their way under control codes: reads and writes that come too early. */
#include "lib/wt_hazard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_dis.h"
#include "oracle/wt_sem.h"

enum { FLIGHTS = 64, EARLY = 512, IIDS = 16 };
enum { READ = WT_EARLY_READ, ORDER = WT_EARLY_ORDER, OVERWRITE = WT_EARLY_OVERWRITE, PRED = WT_EARLY_PRED, UREG = WT_EARLY_UREG };
/* The uniform register of R2UR: the first beat with a lane writes it, the last one releases it. */
enum { NO_UREG, MISSING, THERE };

/* A result that has not been written. */
typedef struct {
  uint64_t issued, lanes; /* cycle of its first beat */
  uint32_t pc;
  uint8_t dst, ndst, preds, uniform, unit, ends; /* as the machine will release it */
  uint8_t ur;                                    /* which one, when there is one */
} flight;

struct wt_hazard {
  const wt_shape *S;
  const wt_launch_desc *L;
  uint32_t n[MAX_WARPS];
  flight f[MAX_WARPS][FLIGHTS]; /* oldest first */
  /* the hazard that waits for the cycle in which its result is written: which flight of which warp, who was too early, when */
  struct {
    uint64_t at;
    uint32_t open, warp, flight, pc, kind, what;
    uint32_t ends; /* HAZARDS=run: it is one of those that end the run all the same */
  } bad;
  /* HAZARDS=run: of this cycle, of the launch, and the first one's line */
  unsigned n_early;
  wt_early early[EARLY];
  uint64_t issued[MAX_SUBCORES][IIDS]; /* who has this number: when */
  uint64_t through, first_at;
  char first[700];
};

wt_hazard *wt_hazard_new(const wt_shape *S, const wt_launch_desc *L) {
  wt_hazard *h = calloc(1, sizeof *h);
  if (h) h->S = S, h->L = L;
  return h;
}
void wt_hazard_free(wt_hazard *h) { free(h); }

static const char *text_of(const wt_hazard *h, uint32_t pc, char *to, size_t n) {
  snprintf(to, n, "?");
  if (pc / 16 < h->L->n_insns) wt_dis_short(h->L->code[pc / 16], pc, to, n);
  return to;
}
static const char *name_of(unsigned what, char *to, size_t n) {
  if (what >= UREG) snprintf(to, n, "UR%u", what - UREG);
  else snprintf(to, n, what >= PRED ? "P%u" : "R%u", what & 255);
  return to;
}

/* What the user can do: late cycles are missing between the instruction and the one that comes too early. */
static void cure(const wt_hazard *h, const flight *f, unsigned late, char *to, size_t size) {
  const wt_shape *S = h->S;
  unsigned lacks = wt_shape_fp_lacks(S), more = lacks ? lacks : late; /* behind the hazard all may be late: what the shape lacks is exact */
  if (h->bad.kind != OVERWRITE && f->unit == WT_U_FPU && f->ends == WT_END_FREE && S->FP_EXTRA + more <= MAX_FP_EXTRA)
    snprintf(to, size, "; --set FP_EXTRA=%u gives the fp32 unit its time", S->FP_EXTRA + more);
  else if (h->bad.kind != OVERWRITE && f->unit == WT_U_FPU && f->ends == WT_END_FREE)
    snprintf(to, size, "; the fp32 unit of this shape is too slow for any FP_EXTRA: --set FP_LAT=4 --set FP_LANES=%u, or --set SCOREBOARD=bit",
             S->LANES);
  else if (h->bad.kind != OVERWRITE && f->unit == WT_U_ALU && S->ALU_STAGES > 1)
    snprintf(to, size, "; --set ALU_STAGES=1 makes the ALU as fast as the code takes it to be");
  else if (h->bad.kind == OVERWRITE) snprintf(to, size, "; --set WAR=inorder keeps a register until it has been read");
  else snprintf(to, size, "; with --set SCOREBOARD=bit the machine waits by itself");
}

/* Who is too early, where and when, and what it does. */
static size_t who(const wt_hazard *h, char *to, size_t size) {
  static const char *const verb[] = {[READ] = "reads %s before it is written",
                                     [ORDER] = "writes %s before the older result is there",
                                     [OVERWRITE] = "misses %s, which is overwritten before it is read"};
  char a[WT_DIS_MAX], reg[32], does[80];
  snprintf(does, sizeof does, verb[h->bad.kind], name_of(h->bad.what, reg, sizeof reg));
  int n = snprintf(to, size, "hazard: kernel %s, warp %u, cycle %llu: 0x%04x %s %s", h->L->kernel, h->bad.warp, (unsigned long long)h->bad.at,
                   h->bad.pc, text_of(h, h->bad.pc, a, sizeof a), does);
  return (size_t)n < size ? (size_t)n : size;
}

/* now: the cycle in which the result is written. */
static void report(const wt_hazard *h, uint64_t now, char *to, size_t size) {
  const flight *f = &h->f[h->bad.warp][h->bad.flight];
  char b[WT_DIS_MAX], needs[48] = "", help[160];
  uint64_t gives = h->bad.at - f->issued, need = now + (h->bad.what >= PRED) - f->issued;
  if (h->bad.kind != OVERWRITE) snprintf(needs, sizeof needs, ", this shape needs %llu", (unsigned long long)need);
  cure(h, f, (unsigned)(need - gives), help, sizeof help);
  const size_t n = who(h, to, size);
  snprintf(to + n, size - n, "; 0x%04x %s: the code gives %llu cycles from issue to issue%s%s", f->pc, text_of(h, f->pc, b, sizeof b),
           (unsigned long long)gives, needs, help);
}

static int ends_run(const wt_hazard *h) { return h->S->HAZARDS != WT_HAZARDS_run || h->bad.ends; }

/* The open hazard's result is there. 1: that ends the run. */
static int complete(wt_hazard *h, uint64_t now, char *to, size_t size) {
  if (ends_run(h)) return report(h, now, to, size), 1;
  report(h, now, h->first, sizeof h->first);
  h->bad.open = 0;
  return 0;
}

/* ---- HAZARDS=run ---- */

/* A register that says where lanes go, whom they wait for, or which predicates and accesses there are: what the machine makes of it is not known when it issues. */
static int can_follow(const wt_hazard *h, uint32_t pc, unsigned kind, unsigned what) {
  wt_sem_insn s;
  if (pc / 16 >= h->L->n_insns || wt_sem_decode(h->L->code[pc / 16], &s)) return 0;
  if (s.cls == WT_CL_MEM && s.space == WT_SPACE_GENERIC && s.number) return 0;
  if (what >= UREG) return s.cls != WT_CL_MEM || h->S->BEATS == 1; /* each beat asks for it again */
  if (what >= PRED) return s.cls != WT_CL_CTL || !s.nrd;           /* the same, in other lanes than those of the event */
  if (s.cls == WT_CL_R2P && s.src[1].kind == WT_SRC_REG) return 0;
  return kind == ORDER || s.cls != WT_CL_CTL;
}

/* 1: it is let through, and others have its name as well now. */
static int let_through(wt_hazard *h, wt_early e) {
  if (h->S->HAZARDS != WT_HAZARDS_run || !can_follow(h, e.pc, e.kind, e.what)) return 0;
  for (unsigned i = 0; i < h->n_early; i++) {
    wt_early *x = &h->early[i];
    if (x->pc == e.pc && x->what == e.what && x->warp == e.warp && x->kind == e.kind) return x->lanes |= e.lanes, 1;
  }
  if (h->n_early == EARLY) return 0;
  h->early[h->n_early++] = e, h->through++;
  return 1;
}

unsigned wt_hazard_early(const wt_hazard *h, const wt_early **list) { return *list = h->early, h->n_early; }
uint64_t wt_hazard_through(const wt_hazard *h) { return h ? h->through : 0; }
const char *wt_hazard_first(const wt_hazard *h, uint64_t *cycle) {
  *cycle = h->first_at;
  return h->first + strcspn(h->first, " ") + (h->first[0] != 0);
}

/* ---- what is seen ---- */

static void found(wt_hazard *h, unsigned w, unsigned i, uint64_t lanes, uint32_t pc, unsigned kind, unsigned what, uint64_t now) {
  const int ends = !let_through(h, (wt_early){lanes, pc, (uint16_t)what, (uint8_t)w, (uint8_t)kind});
  if (h->bad.open ? ends_run(h) >= ends : !ends && h->first[0]) return; /* the first one is told, of those that end the run if there is one */
  h->bad.open = 1, h->bad.warp = w, h->bad.flight = i, h->bad.pc = pc, h->bad.kind = kind, h->bad.what = what, h->bad.at = now;
  h->bad.ends = (unsigned)ends;
  if (!ends) h->first_at = now, who(h, h->first, sizeof h->first); /* until more is known */
}

static int holds(const flight *f, unsigned reg) { return reg >= f->dst && reg < (unsigned)f->dst + f->ndst; }

/* What one of the two channels releases. */
typedef struct {
  unsigned valid, warp, unit, ends, dst, ndst, preds, uniform;
} release;

static release of_alu(const wt_m *m) {
  const wt_alu_out *a = &m->subcore->alu.o;
  return (release){a->rel_valid, wt_sm_warp(m, a->wb_warp), WT_U_ALU, a->rel_ends, a->wb_reg, a->rel_ndst, a->rel_pw, a->rel_u};
}
static release of_wb(const wt_m *m) {
  const wt_wb_out *b = &m->subcore->wb.o;
  unsigned unit = 0;
  while (unit < WT_SLOW_UNITS && !b->ack[unit]) unit++;
  return (release){b->rel_valid, wt_sm_warp(m, b->rel_warp), unit, b->rel_ends, b->rel_dst, b->rel_ndst, b->rel_pw, 0};
}

/* The oldest flight that this release is of, FLIGHTS if it is of none: under a guard and its complement, several may be on their way to one register.
 * Predicates of an instruction without registers may come one by one. */
static unsigned released_flight(const wt_hazard *h, release r) {
  unsigned dst = r.dst, ndst = r.ndst, preds = r.preds, uniform = r.uniform;
  for (unsigned i = 0; r.valid && i < h->n[r.warp]; i++) {
    const flight *f = &h->f[r.warp][i];
    if (f->unit != r.unit || (r.ends != WT_END_NOTHING && f->ends != r.ends)) continue;
    if (ndst ? f->ndst == ndst && f->dst == dst : !f->ndst && (f->preds & preds || (f->uniform && uniform))) return i;
  }
  return FLIGHTS;
}

/* Uniform registers are the warp's, whichever lanes execute. One that no lane delivers is not written. */
static void uniform_reads(wt_hazard *h, const wt_sem_insn *s, unsigned w, unsigned i, uint64_t exec, uint32_t pc, uint64_t now) {
  const flight *f = &h->f[w][i];
  if (f->uniform != MISSING || !f->lanes) return;
  for (unsigned k = 0; k < s->nsu; k++)
    if (s->su[k] == f->ur) found(h, w, i, exec, pc, READ, UREG + f->ur, now);
  if (s->udst && f->ur >= s->rd && f->ur < s->rd + s->nrd) found(h, w, i, exec, pc, ORDER, UREG + f->ur, now);
}

/* What the instruction that issues reads is there, or is written at this clock edge, in time for its operands: predicates and uniform registers are read at once.
 * What it writes waits for no older result: order among results of units of different length is nothing that a stall count gives. */
static void reads(wt_hazard *h, const wt_m *m, uint64_t now) {
  unsigned w = wt_sm_warp(m, m->subcore->sched.o.sel_warp);
  release alu = of_alu(m), wb = of_wb(m);
  uint32_t pc = (uint32_t)uop_get_pc(m->subcore->ibuffer.o.uop);
  wt_sem_insn s;
  if (pc / 16 >= h->L->n_insns || wt_sem_decode(h->L->code[pc / 16], &s)) return;
  unsigned by_alu = alu.warp == w ? released_flight(h, alu) : FLIGHTS, by_wb = wb.warp == w ? released_flight(h, wb) : FLIGHTS;
  for (unsigned i = 0; i < h->n[w]; i++) {
    const flight *f = &h->f[w][i];
    uint64_t lanes = m->subcore->issue.o.exec; /* a shuffle that takes from others is the oracle's to judge, which knows from whom */
    unsigned guard = s.guard.reg != WT_SEM_PT && !s.guard.uni ? f->preds & 1u << s.guard.reg : 0;
    uniform_reads(h, &s, w, i, lanes, pc, now);
    const uint64_t path = f->lanes & m->subcore->cfu->mask, both = f->lanes & lanes;
    if (guard && path) found(h, w, i, path, pc, READ, PRED + wt_lowest(guard), now); /* it says who executes */
    for (unsigned p = both ? f->preds & s.sp : 0; p; p &= p - 1) found(h, w, i, both, pc, READ, PRED + wt_lowest(p), now);
    if (i == by_alu || i == by_wb || !both) continue;
    for (unsigned k = 0; k < s.nsr; k++)
      if (holds(f, s.sr[k])) found(h, w, i, both, pc, READ, s.sr[k], now);
    for (unsigned p = f->preds & s.dp; p; p &= p - 1) found(h, w, i, both, pc, ORDER, PRED + wt_lowest(p), now);
    for (unsigned k = 0; k < s.nrd && !s.udst; k++)
      if (holds(f, s.rd + k)) found(h, w, i, both, pc, ORDER, s.rd + k, now);
  }
}

/* The uniform register that the instruction at pc writes, which is one that does. */
static uint8_t ureg_of(const wt_hazard *h, uint32_t pc) {
  wt_sem_insn s;
  return pc / 16 < h->L->n_insns && !wt_sem_decode(h->L->code[pc / 16], &s) ? s.rd : WT_SEM_URZ;
}

/* A beat that still waits for a word which this write changes: it should have read it before. Not if it is the younger of the two: then it reads too early. */
static void overwritten(wt_hazard *h, const wt_m *m, unsigned w, uint32_t beat, unsigned reg, uint32_t mask, uint64_t now) {
  unsigned writer = 0;
  while (writer < h->n[w] && !holds(&h->f[w][writer], reg)) writer++;
  if (writer == h->n[w] || !wt_look(m->gpu, WT_B_collector)) return;
  for (unsigned c = 0; c < h->S->COLLECTORS; c++) {
    const wt_collector *x = &m->subcore->collector[c];
    const uint64_t lanes =
      x->o.v && wt_sm_warp(m, x->o.warp) == w ? wt_beat_spread(h->S, x->o.beat, x->o.mask) & wt_beat_spread(h->S, beat, mask) : 0;
    if (!lanes || h->f[w][writer].issued < h->issued[m->subcore->place.subcore][x->o.iid % IIDS]) continue;
    unsigned missing = (unsigned)uop_get_need(x->o.uop) & ~(unsigned)x->q.ready;
    for (; missing; missing &= missing - 1)
      if (wt_uop_source(x->o.uop, wt_lowest(missing)) == reg) found(h, w, writer, lanes, (uint32_t)uop_get_pc(x->o.uop), OVERWRITE, reg, now);
  }
}

/* R2UR delivers. 1: the open hazard was of that uniform register. */
static int delivered(wt_hazard *h, const wt_m *m, uint64_t now, char *text, size_t size) {
  const wt_alu_out *a = &m->subcore->alu.o;
  unsigned w = wt_sm_warp(m, a->sc_warp), i = 0;
  while (a->sc_ur && i < h->n[w] && !(h->f[w][i].uniform == MISSING && h->f[w][i].ur == a->sc_idx)) i++;
  if (!a->sc_ur || i == h->n[w]) return 0;
  h->f[w][i].uniform = THERE;
  return h->bad.open && h->bad.warp == w && h->bad.flight == i && complete(h, now, text, size);
}

/* 1: the open hazard's result is written. */
static int written(wt_hazard *h, release r, uint64_t now, char *text, size_t size) {
  int done = 0;
  unsigned w = r.warp, i = released_flight(h, r), preds = r.preds;
  if (i == FLIGHTS) return 0;
  flight *f = &h->f[w][i];
  if (!f->ndst && f->preds & ~preds) return f->preds &= (uint8_t)~preds, 0; /* others of it are missing */
  if (h->bad.open && h->bad.warp == w && h->bad.flight == i) done = complete(h, now, text, size);
  if (h->bad.open && h->bad.warp == w && h->bad.flight > i) h->bad.flight--;
  h->n[w]--;
  memmove(&h->f[w][i], &h->f[w][i + 1], (h->n[w] - i) * sizeof(flight));
  return done;
}

/* When the instruction issued, and the lanes of its later beats: a guard that was not there for the first one may be there for them. */
static void count_beat(wt_hazard *h, const wt_m *m, uint64_t now) {
  const wt_issue_out *s = &m->subcore->issue.o;
  const unsigned w = wt_sm_warp(m, m->subcore->sched.o.sel_warp);
  if (s->valid) h->issued[m->subcore->place.subcore][s->alloc_iid % IIDS] = now;
  if (s->valid || !s->alloc_valid || !h->n[w]) return;
  flight *f = &h->f[w][h->n[w] - 1];
  if (f->pc == (uint32_t)uop_get_pc(m->subcore->ibuffer.o.uop)) f->lanes |= wt_beat_spread(h->S, s->alloc_beat, s->alloc_mask);
}

static int in_subcore(wt_hazard *h, const wt_m *m, uint64_t cycle, char *text, size_t size) {
  const wt_alu_out *a = &m->subcore->alu.o;
  const wt_wb_out *b = &m->subcore->wb.o;
  const wt_issue_out *s = &m->subcore->issue.o;
  const uint32_t *u = m->subcore->ibuffer.o.uop;
  unsigned barrier = (unsigned)(uop_get_hi(u) >> (110 - 64)) & 7;
  int done = 0;
  if (s->valid) reads(h, m, cycle);
  if (h->S->HAZARDS == WT_HAZARDS_run) count_beat(h, m, cycle);
  for (unsigned k = 0; a->wb_valid && k < a->wb_n; k++) overwritten(h, m, wt_sm_warp(m, a->wb_warp), a->wb_beat, a->wb_reg + k, a->wb_mask, cycle);
  if (b->reg_valid) overwritten(h, m, wt_sm_warp(m, b->warp), b->beat, b->reg, b->mask, cycle);
  if (h->bad.open && h->bad.kind == OVERWRITE && complete(h, cycle, text, size)) return 1;
  done |= delivered(h, m, cycle, text, size);
  done |= written(h, of_alu(m), cycle, text, size);
  done |= written(h, of_wb(m), cycle, text, size);
  const unsigned set = wt_sm_warp(m, s->set_warp);
  if (s->set_valid && (s->set_ndst || s->set_pw || s->set_u) && h->n[set] < FLIGHTS)
    h->f[set][h->n[set]++] = (flight){cycle,
                                      s->exec,
                                      (uint32_t)uop_get_pc(u),
                                      s->set_dst,
                                      s->set_ndst,
                                      s->set_pw,
                                      s->set_u ? MISSING : NO_UREG,
                                      (uint8_t)uop_get_unit(u),
                                      (uint8_t)(barrier < WT_END_FREE ? barrier : WT_END_FREE),
                                      s->set_u ? ureg_of(h, (uint32_t)uop_get_pc(u)) : WT_SEM_URZ};
  return done;
}

int wt_hazard_cycle(wt_hazard *h, const wt_m *m, uint64_t cycle, char *text, size_t size) {
  int done = 0;
  h->n_early = 0;
  WT_EACH_SUBCORE(at, m) {
    if (done) break;
    done = in_subcore(h, at, cycle, text, size);
  }
  return done;
}

int wt_hazard_open(const wt_hazard *h) { return h && h->bad.open && ends_run(h); }

void wt_hazard_saved(wt_hazard *h, wt_saved *l) {
  l->section = "counters";
  wt_saved_add(l, h->n, sizeof h->n[0], MAX_WARPS, "counters.hazard.n");
#define ROW(field) \
  wt_saved_add(l, &h->f[0][0].field, sizeof h->f[0][0].field, MAX_WARPS *FLIGHTS, "counters.hazard.flight." #field)->stride = sizeof(flight)
  ROW(issued), ROW(lanes), ROW(pc), ROW(dst), ROW(ndst), ROW(preds), ROW(uniform), ROW(unit), ROW(ends), ROW(ur);
#undef ROW
#define ROW(field) wt_saved_add(l, &h->bad.field, sizeof h->bad.field, 1, "counters.hazard.open." #field)
  ROW(at), ROW(open), ROW(warp), ROW(flight), ROW(pc), ROW(kind), ROW(what);
#undef ROW
  if (h->S->HAZARDS != WT_HAZARDS_run) return;
  wt_saved_add(l, &h->bad.ends, sizeof h->bad.ends, 1, "counters.hazard.open.ends");
  wt_saved_add(l, h->issued, sizeof h->issued[0][0], MAX_SUBCORES * IIDS, "counters.hazard.issued");
  wt_saved_add(l, &h->through, sizeof h->through, 1, "counters.hazard.through");
  wt_saved_add(l, &h->first_at, sizeof h->first_at, 1, "counters.hazard.first_at");
  wt_saved_add(l, h->first, sizeof h->first, 1, "counters.hazard.first");
}
