/* wt_checks.c - oracle in tandem, invariants, faults of memory, errors of the control-flow unit, limit of cycles, proof of no end. */
#include "lib/wt_checks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/wt_dis.h"
#include "lib/wt_fault.h"
#include "lib/wt_min.h"
#include "lib/wt_starve.h"
#include "lib/wt_verdict.h"

/* ---- reports ---- */

const char *wt_cause_word(wt_cause cause) {
  static const char *const words[] = {
    [WT_CAUSE_NONE] = "ok",
    [WT_CAUSE_SHAPE] = "ok",
    [WT_CAUSE_DIFF] = "diff",
    [WT_CAUSE_VALUE] = "diff",
    [WT_CAUSE_ORDER] = "diff",
    [WT_CAUSE_BOUNDS] = "fault",
    [WT_CAUSE_MISALIGNED] = "fault",
    [WT_CAUSE_HAZARD] = "hazard",
    [WT_CAUSE_BARRIER] = "barrier",
    [WT_CAUSE_JUMP] = "jump",
    [WT_CAUSE_UNSUPPORTED] = "unsupported",
    [WT_CAUSE_DEADLOCK] = "deadlock",
    [WT_CAUSE_LIVELOCK] = "livelock",
    [WT_CAUSE_MAX_CYCLES] = "max-cycles",
    [WT_CAUSE_ASSERT] = "assert",
    [WT_CAUSE_TRAP] = "trap",
    [WT_CAUSE_PATHS] = "diff",
  };
  return words[cause];
}
void wt_report_begin(wt_report *r, wt_cause cause, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(r->text, r->size, fmt, ap);
  va_end(ap);
  r->cause = cause;
}
void wt_report_more(wt_report *r, const char *fmt, ...) {
  size_t at = strlen(r->text);
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(r->text + at, r->size - at, fmt, ap);
  va_end(ap);
}

void wt_report_of_sm(wt_report *r, unsigned sm) {
  char of[20];
  const size_t n = (size_t)snprintf(of, sizeof of, "SM %u: ", sm);
  if (r->cause == WT_CAUSE_DEADLOCK || r->cause == WT_CAUSE_LIVELOCK || r->cause == WT_CAUSE_MAX_CYCLES) return;
  const size_t have = strlen(r->text);
  if (have + n + 1 > r->size) return;
  memmove(r->text + n, r->text, have + 1);
  memcpy(r->text, of, n);
}

void wt_report_history(wt_report *r, unsigned w) {
  const wt_tandem *t = r->t;
  if (!t->hist_n[w]) return;
  wt_report_more(r, "\nlast instructions of warp %u (cycle, pc, active mask):", w);
  unsigned k = wt_min(t->hist_n[w], WT_HISTORY);
  for (unsigned i = t->hist_n[w] - k; i < t->hist_n[w] && strlen(r->text) + 160 < r->size; i++) {
    const wt_issued *h = &t->hist[w][i % WT_HISTORY];
    char text[128] = "?";
    if (h->pc / 16 < t->L->n_insns) wt_dis_short(t->L->code[h->pc / 16], h->pc, text, sizeof text);
    wt_report_more(r, "\n  %8llu  0x%04x  %08llx  %s", (unsigned long long)h->cycle, h->pc, (unsigned long long)h->mask, text);
  }
}

unsigned wt_report_warp(const wt_report *r, const wt_m *m) {
  const wt_tandem *t = r->t;
  unsigned best = 0;
  uint64_t when = 0;
  WT_EACH_SUBCORE(at, m) {
    if (at->subcore->sched.o.sel_valid) return wt_sm_warp(at, at->subcore->sched.o.sel_warp);
  }
  for (unsigned w = 0; w < r->S->SM_SLOTS; w++)
    if (t->hist_n[w] && t->hist[w][(t->hist_n[w] - 1) % WT_HISTORY].cycle >= when) when = t->hist[w][(t->hist_n[w] - 1) % WT_HISTORY].cycle, best = w;
  return best;
}

static unsigned long long cycle_of(const wt_report *r) { return (unsigned long long)r->t->tally.cycles; }

/* ---- invariants of the control-flow unit ---- */

static wt_status invariant(wt_report *r, const wt_m *m, const wt_check *c, const char *where) {
  wt_report_begin(r, WT_CAUSE_DIFF, "cycle %llu, kernel %s: invariant broken%s: %s", cycle_of(r), r->t->L->kernel, where, c->why);
  wt_report_history(r, wt_report_warp(r, m));
  return WT_DIFF;
}
static wt_status invariants_model(void *self, wt_m *m, wt_report *r) {
  wt_checked *c = self;
  return wt_check_cycle(c->model, m) ? invariant(r, m, c->model, "") : WT_OK;
}
static wt_status invariants_rtl(void *self, wt_m *m, wt_report *r) {
  wt_checked *c = self;
  return wt_check_cycle(c->rtl, wt_m_sm(c->ops->look(c->twin), m->sm->smid.sm)) ? invariant(r, m, c->rtl, " in the RTL") : WT_OK;
}

/* ---- control codes that come too early for this shape ---- */

static wt_status hazard(void *self, wt_m *m, wt_report *r) {
  wt_checked *c = self;
  if (!wt_hazard_cycle(c->hazard, m, r->t->tally.cycles, r->text, r->size)) return WT_OK;
  r->cause = WT_CAUSE_HAZARD;
  wt_report_history(r, wt_report_warp(r, m));
  return WT_PROGRAM;
}

/* ---- oracle ---- */

/* Who drives the machine beside our own blocks is who is asked first. */
static void guests(const wt_guest_list *l, wt_report *r) {
  wt_guest_what w;
  for (unsigned i = 0; !wt_guests_what(l, i, &w); i++)
    wt_report_more(r, "%s%s of %s", i ? ", " : "\nblocks of yours drive the machine: ", w.block, w.file);
  wt_report_more(r, "; the same command without --use says whether one of them is wrong; --no-oracle runs without the oracle's checks");
}
/* What kind of check it was that failed, and what that says of the machine. */
static void whose_rule(const wt_checked *c, const wt_m *m, wt_report *r) {
  wt_report_more(r, "\nthis is the oracle's check of %s (docs/isa/oracle.md)",
                 r->cause == WT_CAUSE_VALUE   ? "values: the machine wrote another one than the instruction's meaning gives"
                 : r->cause == WT_CAUSE_ORDER ? "order: when an instruction may issue and a result may come; no value was seen to be wrong"
                                              : "paths, slots and accesses: which lanes may do what now; no value was seen to be wrong");
  if (wt_guests_of(m)) {
    guests(wt_guests_of(m), r);
    return;
  }
  wt_report_more(
    r, c->twin
         ? "\nboth twins agree up to this cycle: they are wrong alike, or the program or the oracle's rule is; --no-oracle runs without its checks"
         : "\nthe C twin runs alone here: cosim says whether the RTL does the same; --no-oracle runs without the oracle's checks");
}
/* A fault that the machine has performed is a difference. */
static wt_cause cause_of(wt_status s, wt_cause told) {
  if (s == WT_UNSUPPORTED) return WT_CAUSE_UNSUPPORTED;
  return s == WT_DIFF && told != WT_CAUSE_VALUE && told != WT_CAUSE_ORDER ? WT_CAUSE_PATHS : told;
}
static wt_status oracle_says(const wt_checked *c, wt_report *r, const wt_m *m, wt_status s) {
  const wt_oracle_place *at = &r->t->where;
  const uint64_t path = wt_m_of_warp(m, at->slot)->subcore->cfu->mask; /* of the warp that issues */
  const uint64_t lane = path && !(path >> at->lane & 1) ? path & -path : UINT64_C(1) << at->lane;
  if (s == WT_PROGRAM) {
    wt_fault_program(r, at);
  } else if (s == WT_FAULT && at->space == WT_SPACE_CONSTANT) { /* the machine reads 0 there */
    wt_fault_report(r, &(wt_fault){at->slot, lane, at->pc, at->space, at->addr % at->bytes != 0, at->bytes, at->bank, at->addr}, NULL);
  } else {
    wt_report_begin(r, cause_of(s, at->cause), "cycle %llu, kernel %s: %s", cycle_of(r), r->t->L->kernel, r->t->error);
  }
  wt_report_history(r, wt_report_warp(r, m));
  if (s == WT_DIFF) whose_rule(c, m, r);
  return s;
}
static wt_status oracle_issue(void *self, wt_m *m, wt_report *r) {
  wt_checked *c = self;
  wt_status s = wt_tandem_cycle(c->tandem, m);
  if (s && wt_hazard_open(c->hazard)) { /* what follows is the hazard's doing, which ends the run when its result is there */
    c->tandem->oracle = NULL, c->tandem->error[0] = 0, c->tandem->performed = WT_OK;
    return WT_OK;
  }
  if (s == WT_FAULT && c->tandem->performed == s) s = WT_DIFF; /* the machine has performed it: one of the two is wrong */
  return s ? oracle_says(c, r, m, s) : WT_OK;
}
/* What it had to say when the environment performed an access. */
static wt_status oracle_memory(void *self, wt_m *m, wt_report *r) {
  wt_checked *c = self;
  return c->tandem->error[0] ? oracle_says(c, r, m, WT_DIFF) : WT_OK;
}

/* ---- faults of memory ---- */

static wt_status memory_fault(void *self, wt_m *m, wt_report *r) {
  wt_checked *c = self;
  const wt_env_fault *e = wt_env_faulted(c->env);
  const wt_oracle_place *at = &r->t->where;
  wt_fault f;
  if (!e || e->sm != m->sm->smid.sm) return WT_OK;
  if (wt_fault_of(m->S, r->t->L, e, &f)) {
    wt_report_begin(r, WT_CAUSE_BOUNDS, "memory fault: kernel %s, pc 0x%04x, which is no access, cycle %llu", r->t->L->kernel, e->pc, cycle_of(r));
    return WT_FAULT;
  }
  /* the oracle knows every thread's address, also of an access that takes effect long after it was issued */
  if (f.lanes & (f.lanes - 1) && c->tandem->performed && at->pc == f.pc && at->slot / m->S->GANG == f.warp / m->S->GANG)
    f.warp = at->slot, f.lanes = UINT64_C(1) << at->lane, f.addr = at->addr;
  return wt_fault_report(r, &f, c->mem);
}

/* ---- the control-flow unit cannot go on with a warp ---- */

static wt_status unit_error_in(const wt_m *m, wt_report *r) {
  static const char *const why[] = {"",
                                    "its stack or path table is full (a larger STACK_DEPTH or WS_DEPTH may help)",
                                    "its table of reconvergence points is full (a larger REC_DEPTH or RT_DEPTH may help)",
                                    "the program uses a barrier register beyond BX_REGS",
                                    "WARPSYNC waits for threads that are not on this path, which this unit cannot do",
                                    "no barrier register is free for the mask of a WARPSYNC (a larger BX_REGS may help)"};
  const wt_cfu_out *o = m->subcore->cfu;
  char key[16];
  const wt_key *k = wt_keys;
  if (!o->err_valid) return WT_OK;
  const unsigned w = wt_sm_warp(m, o->err_warp);
  while (strcmp(k->name, "DIVERGENCE")) k++;
  wt_report_begin(r, WT_CAUSE_UNSUPPORTED, "unsupported: kernel %s, warp %u, pc 0x%04x, cycle %llu: control-flow unit %s: %s", r->t->L->kernel, w,
                  o->err_pc, cycle_of(r), wt_key_text(k, m->S->DIVERGENCE, key), why[o->err_kind]);
  wt_report_history(r, w);
  return WT_UNSUPPORTED;
}
static wt_status unit_error(void *self, wt_m *m, wt_report *r) {
  wt_status s = WT_OK;
  (void)self;
  WT_EACH_SUBCORE(at, m) {
    if (s) break;
    s = unit_error_in(at, r);
  }
  return s;
}

/* ---- the end that does not come ---- */

/* Ends nothing: a note while it runs, and a part of the verdict if it does not end. */
static wt_status starving(void *self, wt_m *m, wt_report *r) {
  const wt_checked *c = self;
  char text[300];
  if (!wt_starve_look(c->tandem, m) || c->quiet) return WT_OK;
  char of[24] = "";
  if (m->S->SMS > 1) snprintf(of, sizeof of, ", SM %u", m->sm->smid.sm);
  fprintf(stderr, "warptwin: note: kernel %s, cycle %llu%s: %s\n", r->t->L->kernel, cycle_of(r), of, wt_starve_text(c->tandem, text, sizeof text));
  return WT_OK;
}
/* A block of somebody else breaks a rule that every block keeps. */
static wt_status guest_rules(void *self, wt_m *m, wt_report *r) {
  const wt_checked *c = self;
  const int sm = c->guests->sm;
  if (!*c->guests->why || (sm < 0 ? 0 : (unsigned)sm) != m->sm->smid.sm) return WT_OK;
  wt_report_begin(r, WT_CAUSE_DIFF, "kernel %s: %s", r->t->L->kernel, c->guests->why);
  wt_report_history(r, wt_report_warp(r, m));
  return WT_DIFF;
}
static wt_status guest_protocol(void *self, wt_m *m, wt_report *r) {
  const wt_checked *c = self;
  char names[200], in[40] = "";
  WT_EACH_SUBCORE(at, m) {
    wt_guest_rules *rules = &c->guest_rules[at->subcore->place.subcore];
    if (!wt_guest_rules_cycle(rules, at)) continue;
    if (m->S->SUBCORES > 1) snprintf(in, sizeof in, " in sub-core %u (warps are its slots)", at->subcore->place.subcore);
    wt_report_begin(r, WT_CAUSE_DIFF, "cycle %llu, kernel %s: a block of --use (%s) breaks a rule%s: %s", cycle_of(r), r->t->L->kernel,
                    wt_guests_names(c->guests, WT_GUESTS_ALL, names, sizeof names), in, rules->why);
    wt_report_history(r, wt_report_warp(r, m));
    return WT_DIFF;
  }
  return WT_OK;
}
/* Without a proof: nobody can see whether its state repeats. */
static wt_status silence(void *self, wt_m *m, wt_report *r) {
  enum { SILENT = 100000 };
  wt_checked *c = self;
  char names[200];
  if (m->sm->smid.sm) return WT_OK; /* the first one looks at all */
  WT_EACH_SM(at, m) {
    if (wt_any_issue(at)) c->active = r->t->tally.cycles;
  }
  if (!wt_env_quiet(c->env)) c->active = r->t->tally.cycles;
  if (r->t->tally.cycles - c->active < SILENT) return WT_OK;
  wt_report_begin(
    r, WT_CAUSE_MAX_CYCLES,
    "max-cycles: kernel %s after %llu cycles: nothing has issued for %d cycles; that it never will is not proved, as the state of %s cannot "
    "be saved",
    r->t->L->kernel, cycle_of(r), SILENT, wt_guests_names(c->guests, WT_GUESTS_UNSAVED, names, sizeof names));
  return WT_NO_END;
}
static wt_status budget(void *self, wt_m *m, wt_report *r) {
  const wt_checked *c = self;
  (void)m;
  if (!c->max_cycles || r->t->tally.cycles < c->max_cycles) return WT_OK;
  char text[300];
  wt_report_begin(r, WT_CAUSE_MAX_CYCLES, "max-cycles: kernel %s after %llu cycles: limit of --max-cycles reached; nothing is proved",
                  r->t->L->kernel, cycle_of(r));
  if (*wt_starve_text(c->tandem, text, sizeof text)) wt_report_more(r, "; %s", text);
  return WT_NO_END;
}
static wt_status no_end(void *self, wt_m *m, wt_report *r) {
  wt_checked *c = self;
  const wt_cause cause = wt_noend_cycle(c->noend, m, c->tandem, c->env, c->mem);
  if (!cause) return WT_OK;
  unsigned first = 0, others = 0; /* the first SM with a warp is looked at in full */
  while (first + 1 < m->S->SMS && !c->tandem[first].resident) first++;
  wt_verdict_report(wt_noend_loop(c->noend, first), wt_m_sm(m, first), &c->tandem[first], r->text, r->size);
  for (unsigned i = first + 1; i < m->S->SMS; i++) others += wt_warps_count(c->tandem[i].resident);
  if (m->S->SMS > 1) wt_report_more(r, "\nthese are the warps of SM %u; %u more wait in other SMs", first, others);
  r->cause = cause;
  return WT_NO_END;
}

/* ---- all of them ---- */

void wt_checks_list(wt_checked *c, wt_check_list *list) {
  const wt_checker all[WT_CHECKS] = {
    {WT_WHEN_SETTLED, c->model ? invariants_model : NULL, c},
    {WT_WHEN_SETTLED, c->rtl ? invariants_rtl : NULL, c},
    {WT_WHEN_SETTLED, c->hazard ? hazard : NULL, c},
    {WT_WHEN_SETTLED, c->guest_rules ? guest_protocol : NULL, c},
    {WT_WHEN_SETTLED, oracle_issue, c},
    {WT_WHEN_PERFORMED, memory_fault, c},
    {WT_WHEN_PERFORMED, oracle_memory, c},
    {WT_WHEN_PERFORMED, unit_error, c},
    {WT_WHEN_PERFORMED, c->starves ? starving : NULL, c},
    {WT_WHEN_EDGE, c->guests ? guest_rules : NULL, c},
    {WT_WHEN_EDGE, budget, c},
    {WT_WHEN_EDGE, c->noend ? no_end : NULL, c},
    {WT_WHEN_EDGE, c->guests && !c->noend ? silence : NULL, c},
  };
  unsigned n = 0;
  for (unsigned when = 0; when <= WT_WHENS; when++) { /* the end of the last is the beginning of one more */
    list->first[when] = n;
    for (unsigned i = 0; i < WT_CHECKS; i++)
      if (all[i].step && all[i].when == when) list->check[n++] = all[i];
  }
}
