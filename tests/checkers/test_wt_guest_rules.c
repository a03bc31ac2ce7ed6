/* test_wt_guest_rules.c - what a guest owes its neighbours (lib/wt_guest_rules.h), cycle by cycle: a machine that stands still, some of whose blocks are said to be guests, and outputs
 * as the test wants them. Each rule is kept and broken; a block of ours may do the same.
 */
#include <string.h>

#include "isa/wt_isa.h"
#include "lib/wt_guest_rules.h"
#include "tests/suite.h"

static wt_shape S;
static wt_m *m;
static wt_subcore *c;
static wt_guests g;
static wt_guest_rules r;

static void open_machine(const char *preset, const char *set) {
  char err[300], words[100];
  snprintf(words, sizeof words, "%s %s", preset, set ? set : "");
  ck_assert_msg(!wt_shape_words(&S, words, err, sizeof err), "%s", err);
  ck_assert_ptr_nonnull(m = wt_m_new(&S));
  c = m->subcore;
  m->gpu->guests = &g;
  memset(&g, 0, sizeof g);
  wt_guest_rules_init(&r, &S);
}
static void close_machine(void) { wt_m_free(m); }
/* A cycle in which nothing is wrong. */
static void kept(const char *when) {
  int rc = wt_guest_rules_cycle(&r, m);
  ck_assert_msg(rc == 0 && !*r.why, "%s: %s", when, r.why);
}
/* A cycle in which this is said; what the rules follow is as before, and the same from a block of ours is nobody's matter. */
static void broken(const char *says) {
  const wt_guest_rules was = r;
  uint8_t is[WT_MAX_BLOCKS];
  int rc = wt_guest_rules_cycle(&r, m);
  ck_assert_msg(rc == -1 && !strcmp(r.why, says), "'%s' instead of '%s'", r.why, says);
  r = was;
  memcpy(is, g.is, sizeof is), memset(g.is, 0, sizeof is);
  kept(says);
  m->gpu->guests = NULL;
  r = was;
  kept(says);
  m->gpu->guests = &g;
  r = was;
  memcpy(g.is, is, sizeof is);
}

/* ---- the scheduler ---- */

/* Warp 2 of 8 could issue the beats of a packet, of four beats. */
static void ready(unsigned w, unsigned unit) {
  const wt_warps bit = wt_warp(w);
  c->ibuffer.o.head_valid = c->cfu->run = c->sb->ok = c->war.o.ok = bit;
  c->ibuffer.o.head_ctl[w] = (uint32_t)WT_PLACED(unit, hctl, unit);
  c->cfu->mask = 1;
  c->disp.o.free = c->cfu->idle = 1;
  c->sched.o = (wt_sched_out){.sel_valid = 1, .sel_warp = (uint8_t)w, .sel_first = 1};
}
START_TEST(a_warp_issues_that_may) {
  open_machine("small", NULL);
  g.is[WT_B_sched] = 1;
  ready(2, WT_U_ALU);
  const wt_guest_rules start = r;
  kept("a packet begins"), r = start;
  c->issue.o.hold = 1, broken("wt_sched, rules 1 and 2: warp 2 issues although issue holds"), c->issue.o.hold = 0;
  struct {
    wt_warps *set;
    const char *why;
  } needs[] = {{&c->ibuffer.o.head_valid, "its I-buffer is empty"},
               {&c->cfu->run, "it has no path that runs"},
               {&c->sb->ok, "its head waits for a result"},
               {&c->war.o.ok, "its head would overwrite what is still read"}};
  char says[200];
  for (int i = 0; i < 4; i++) {
    const wt_warps was = *needs[i].set;
    *needs[i].set = ~was; /* all others */
    snprintf(says, sizeof says, "wt_sched, rules 1 and 2: warp 2 issues although %s", needs[i].why);
    broken(says);
    *needs[i].set = was;
  }
  c->disp.o.free = 0;
  broken("wt_sched, rules 1 and 2: warp 2 issues although no collector is free");
  ready(2, WT_U_NONE), c->disp.o.free = 0, c->sched.o.sel_pop = 1; /* no packet */
  kept("it needs no collector"), r = start;
  ready(2, WT_U_ALU), c->cfu->idle = 0;
  kept("control flow is its own"), r = start;
  c->ibuffer.o.head_ctl[2] |= (uint32_t)WT_PLACED(1, hctl, cfwait);
  broken("wt_sched, rules 1 and 2: warp 2 issues although the control-flow unit is not idle");
  c->cfu->idle = 1, kept("idle"), r = start;
  ready(2, WT_U_ALU), c->ibuffer.o.head_ctl[2] |= (uint32_t)WT_PLACED(1, hctl, drain);
  broken("wt_sched, rules 1 and 2: warp 2 issues although earlier packets of it wait for operands");
  c->war.o.drained = wt_warp(2), kept("drained"), r = start;
  m->sm->lsu.o.at = wt_warp(2), broken("wt_sched, rules 1 and 2: warp 2 issues although earlier packets of it wait for operands");
  m->sm->lsu.o.at = wt_warp(3), kept("another's"), r = start;
  m->sm->replay.o.warps = wt_warp(2), broken("wt_sched, rules 1 and 2: warp 2 issues although earlier packets of it wait for operands");
  m->sm->replay.o.warps = 0;
  ready(2, WT_U_ALU), c->ibuffer.o.head_ctl[2] |= (uint32_t)WT_PLACED(1, hctl, quiet);
  for (unsigned k = 0; k < 3; k++) {
    c->sb->clear = k & 1 ? wt_warp(2) : wt_warp(1), m->sm->lsu.o.quiet = k & 2 ? wt_warp(2) : wt_warp(1);
    broken("wt_sched, rules 1 and 2: warp 2 issues although earlier results or stores of it are missing");
  }
  c->sb->clear = m->sm->lsu.o.quiet = wt_warp(2), kept("nothing is missing"), r = start;
  c->sched.o.sel_warp = 8, broken("wt_sched, rules 1 and 2: warp 8 issues although there is no such warp");
  c->sched.o.sel_valid = 0, c->sched.o.sel_warp = 2, c->issue.o.hold = 1;
  kept("nobody issues");
  close_machine();
}
END_TEST
START_TEST(beats_follow_each_other) {
  open_machine("small", NULL);
  g.is[WT_B_sched] = 1;
  ready(2, WT_U_ALU);
  c->sched.o.sel_beat = 1, broken("wt_sched, rule 5: warp 2 begins with beat 1");
  c->sched.o.sel_beat = 0, c->sched.o.sel_first = 0, broken("wt_sched, rule 5: warp 2 begins with beat 0");
  c->sched.o.sel_first = 1, c->sched.o.sel_pop = 1, broken("wt_sched, rule 5: the head of warp 2 leaves the I-buffer with its first beat");
  ready(2, WT_U_NONE), broken("wt_sched, rule 5: the head of warp 2 does not leave the I-buffer with its first beat");
  c->sched.o.sel_pop = 1, kept("it is over with its first");
  ready(2, WT_U_ALU), c->sched.o.index = 1, c->sched.o.sel_first = 0; /* the constant of the head comes first: no instruction */
  kept("asks for a constant");
  ready(2, WT_U_ALU), kept("beat 0");
  for (unsigned beat = 1; beat < 4; beat++) {
    c->sched.o = (wt_sched_out){.sel_valid = 0};
    c->issue.o.hold = 1, kept("a beat may wait");
    c->sched.o = (wt_sched_out){.sel_valid = 1, .sel_warp = 2, .sel_beat = (uint8_t)beat, .sel_pop = beat == 3};
    char says[200];
    snprintf(says, sizeof says, "wt_sched, rule 6: beat %u of warp 2 issues and no collector is free", beat);
    c->disp.o.free = 0, broken(says), c->disp.o.free = 1;
    snprintf(says, sizeof says, "wt_sched, rule 6: beat %u of warp 2 is due, and beat %u of warp 3 issues", beat, beat);
    c->sched.o.sel_warp = 3, broken(says), c->sched.o.sel_warp = 2;
    snprintf(says, sizeof says, "wt_sched, rule 6: beat %u of warp 2 is due, and beat %u of warp 2 issues", beat, beat);
    c->sched.o.sel_first = 1, broken(says), c->sched.o.sel_first = 0;
    snprintf(says, sizeof says, "wt_sched, rule 6: beat %u of warp 2 is due, and beat %u of warp 2 issues", beat, beat - 1);
    c->sched.o.sel_beat--, broken(says), c->sched.o.sel_beat++;
    snprintf(says, sizeof says, "wt_sched, rule 6: the instruction of warp 2 leaves the I-buffer with beat %u of 4", beat);
    c->sched.o.sel_pop ^= 1, broken(says), c->sched.o.sel_pop ^= 1;
    kept("the beat that is due");
  }
  c->issue.o.hold = 0;
  ready(5, WT_U_ALU), kept("the next packet");
  close_machine();
  open_machine("tiny", NULL); /* one beat */
  g.is[WT_B_sched] = 1;
  ready(1, WT_U_ALU);
  broken("wt_sched, rule 5: the head of warp 1 does not leave the I-buffer with its first beat");
  c->sched.o.sel_pop = 1, kept("one beat");
  kept("and again");
  close_machine();
  open_machine("small", "GROUPING=dwr");
  g.is[WT_B_sched] = 1;
  c->sched.o.sel_valid = 1, kept("groups have rules of their own");
  close_machine();
}
END_TEST

/* ---- operands ---- */

START_TEST(collectors_hold_what_they_were_given) {
  open_machine("small", NULL); /* 2 collectors */
  g.is[WT_B_collector] = 1;
  kept("empty");
  c->collector[1].o.v = 1, broken("wt_collector: collector 1 holds a beat that nobody gave it"), c->collector[1].o.v = 0;
  c->issue.o.alloc_valid = 1, c->disp.o.alloc_idx = 1, kept("a beat comes"), c->issue.o.alloc_valid = 0;
  broken("wt_collector: collector 1 has lost the beat that it was given");
  c->collector[1].o.v = 2, kept("it holds it"); /* whatever is not 0 */
  c->disp.o.valid = 1, c->disp.o.idx = 1, kept("it goes"), c->disp.o.valid = 0;
  broken("wt_collector: collector 1 holds a beat that nobody gave it");
  c->collector[1].o.v = 0, kept("it has gone");
  c->issue.o.alloc_valid = 1, c->disp.o.alloc_idx = 0, kept("a beat comes to the other");
  c->collector[0].o.v = 1, c->disp.o.valid = 1, c->disp.o.idx = 0, kept("one goes and one comes");
  c->issue.o.alloc_valid = c->disp.o.valid = 0, kept("which is there");
  close_machine();
}
END_TEST
START_TEST(what_is_dispatched_is_full) {
  open_machine("small", NULL);
  g.is[WT_B_disp] = 1;
  wt_exec_out *fpu = (wt_exec_out *)(uintptr_t)c->disp.in.exec[WT_U_FPU];
  c->disp.o.valid = 1, c->disp.o.idx = 1, c->disp.o.warp = 6;
  uop_put_unit(c->disp.o.uop, WT_U_FPU);
  c->collector[0].o.full = fpu->ready = 1;
  broken("wt_disp, rule 2: collector 1 is dispatched and is not full");
  c->collector[1].o.full = 1, kept("full");
  fpu->ready = 0, broken("wt_disp, rule 3: unit 3 gets a beat of warp 6 and is not ready");
  uop_put_unit(c->disp.o.uop, WT_U_NONE), kept("to no unit");
  c->disp.o.idx = 2, broken("wt_disp, rule 2: collector 2 is dispatched and is not full");
  c->disp.o.valid = 0, kept("nothing is dispatched");
  close_machine();
}
END_TEST
/* The fp64 unit of the SM takes beats when it says so; the others take theirs, whatever it says. */
START_TEST(what_is_dispatched_is_taken) {
  open_machine("tiny", "SUBCORES=2 FP64_AT=sm");
  g.is[WT_B_disp] = 1;
  wt_exec_out *fpu = (wt_exec_out *)(uintptr_t)c->disp.in.exec[WT_U_FPU];
  wt_disp_in_fp64 *fp64 = (wt_disp_in_fp64 *)(uintptr_t)c->disp.in.fp64;
  c->disp.o.valid = c->collector[0].o.full = 1, c->disp.o.warp = 0;
  for (unsigned on = 0; on < 2; on++) {
    fp64->takes = (uint8_t)on, fpu->ready = !on;
    uop_put_unit(c->disp.o.uop, on ? WT_U_FPU : WT_U_DPU);
    broken(on ? "wt_disp, rule 3: unit 3 gets a beat of warp 0 and is not ready" : "wt_disp, rule 3: unit 4 gets a beat of warp 0 and is not ready");
    uop_put_unit(c->disp.o.uop, on ? WT_U_DPU : WT_U_FPU);
    kept("to the other");
  }
  close_machine();
}
END_TEST
START_TEST(words_are_granted_and_results_taken) {
  open_machine("small", NULL);
  g.is[WT_B_bankarb] = g.is[WT_B_wb] = 1;
  c->collector[1].o.req = 5;
  c->bankarb.o.grant[1] = 4, kept("one of two");
  c->bankarb.o.grant[1] = 7, broken("wt_bankarb, rule 4: collector 1 is granted a word that it does not ask for");
  c->bankarb.o.grant[1] = 0, c->bankarb.o.grant[0] = 1, broken("wt_bankarb, rule 4: collector 0 is granted a word that it does not ask for");
  c->bankarb.o.grant[0] = 0;
  wt_result_out *xu = (wt_result_out *)(uintptr_t)c->wb.in.result[WT_U_XU], *lsu = (wt_result_out *)(uintptr_t)c->wb.in.result[WT_U_LSU];
  c->wb.o.ack[WT_U_XU] = 1, broken("wt_wb, rule 3: a result of unit 2 is taken that it does not offer");
  xu->wb_valid = lsu->wb_valid = 1, kept("it does");
  c->wb.o.reg_valid = c->wb.o.pw_valid = c->wb.o.rel_valid = 1, kept("it writes");
  c->wb.o.ack[WT_U_LSU] = 1, broken("wt_wb, rule 3: results of 2 units are taken in one cycle");
  c->wb.o.ack[WT_U_LSU] = c->wb.o.ack[WT_U_XU] = 0, c->wb.o.warp = 3;
  for (int i = 0; i < 3; i++) {
    c->wb.o.reg_valid = i == 0, c->wb.o.pw_valid = i == 1, c->wb.o.rel_valid = i == 2;
    broken("wt_wb, rule 7: warp 3 is written and no result is taken");
  }
  c->wb.o.rel_valid = 0, kept("nothing is written");
  close_machine();
}
END_TEST

/* ---- units ---- */

static void beat_to(unsigned unit, unsigned w, unsigned ndst, unsigned pw, unsigned op, int last) {
  uint32_t *u = c->disp.o.uop;
  memset(u, 0, sizeof c->disp.o.uop);
  uop_put_unit(u, unit), uop_put_ndst(u, ndst), uop_put_pw(u, pw), uop_put_op(u, op);
  c->disp.o.valid = 1, c->disp.o.warp = (uint8_t)w, c->disp.o.last = (uint8_t)last;
  kept("a beat goes to a unit");
  c->disp.o.valid = 0;
}
static const struct {
  unsigned unit, block;
  const char *name;
} units[] = {{WT_U_SHFL, WT_B_shfl, "wt_shfl"},
             {WT_U_LSU, WT_B_lsu, "wt_lsu"},
             {WT_U_XU, WT_B_xu, "wt_xu"},
             {WT_U_FPU, WT_B_fpu, "wt_fpu"},
             {WT_U_DPU, WT_B_dpu, "wt_dpu"}};
START_TEST(results_are_of_instructions) {
  char says[200];
  open_machine("small", NULL);
  const unsigned k = units[_i].unit;
  wt_result_out *o = (wt_result_out *)(uintptr_t)c->wb.in.result[k];
  memset(g.is, 0, sizeof g.is), g.is[units[_i].block] = 1;
  snprintf(says, sizeof says, "%s: it gives back a result of warp 4, of which it holds no instruction (spec/ports/result.def)", units[_i].name);
  o->wb_warp = 4, kept("none"), o->wb_valid = 1, broken(says), o->wb_valid = 0;
  beat_to(k, 4, 0, 0, WT_I_MOV, 1); /* one without a result */
  beat_to((k + 1) % WT_SLOW_UNITS, 4, 1, 0, WT_I_MOV, 1);
  beat_to(k, 3, 1, 0, WT_I_MOV, 1);
  o->wb_valid = 1, broken(says), o->wb_valid = 0;
  beat_to(k, 4, 1, 0, WT_I_MOV, 0), beat_to(k, 4, 1, 0, WT_I_MOV, 1);  /* two beats of one */
  beat_to(k, 4, 0, 1, WT_I_MOV, 1), beat_to(k, 4, 0, 0, WT_I_R2UR, 1); /* a predicate, a uniform register */
  o->wb_valid = 1;
  for (int n = 0; n < 3; n++) {
    kept("offered and not taken");
    c->wb.o.ack[k] = 1, kept("a part is taken");
    o->wb_last = 1, kept("the last is taken");
    c->wb.o.ack[k] = o->wb_last = 0;
  }
  broken(says);
  o->wb_warp = 8,
  snprintf(says, sizeof says, "%s: it gives back a result of warp 8, of which it holds no instruction (spec/ports/result.def)", units[_i].name);
  broken(says);
  o->wb_warp = 3, kept("the other's is still there");
  /* beats of two warps that alternate are of two */
  o->wb_valid = 0;
  beat_to(k, 5, 1, 0, WT_I_MOV, 0), beat_to(k, 6, 1, 0, WT_I_MOV, 0), beat_to(k, 5, 1, 0, WT_I_MOV, 1);
  ck_assert(r.owed[k][5] == 2 && r.owed[k][6] == 1 && r.owed[k][3] == 1);
  close_machine();
}
END_TEST
START_TEST(releases_of_the_alu_are_of_instructions) {
  open_machine("small", NULL);
  static const char says[] = "wt_alu: it gives back a result of warp 4, of which it holds no instruction (spec/ports/exec.def)";
  g.is[WT_B_alu] = 1;
  c->alu.o.wb_warp = 4, c->alu.o.rel_valid = 1, broken(says);
  c->alu.o.rel_valid = 0, beat_to(WT_U_ALU, 4, 0, 0, WT_I_MOV, 1); /* it releases whatever it gets */
  beat_to(WT_U_NONE, 4, 1, 0, WT_I_MOV, 1);
  c->alu.o.rel_valid = 1, kept("its release"), broken(says);
  close_machine();
}
END_TEST

/* ---- dependences ---- */

START_TEST(a_warp_that_misses_results_is_not_clear) {
  static const unsigned blocks[] = {WT_B_sb_bit, WT_B_sb_coon, WT_B_sb_codes};
  open_machine("small", NULL);
  g.is[blocks[_i]] = 1;
  c->sb->clear = wt_warp(3), kept("nothing is on its way");
  c->issue.o.set_warp = 3;
  c->issue.o.set_valid = 1, kept("an instruction without a result");
  c->issue.o.set_ndst = 1, kept("a register"), c->issue.o.set_ndst = 0, c->sb->clear = wt_warp(2);
  c->issue.o.set_pw = 1, kept("a predicate"), c->issue.o.set_pw = 0;
  c->issue.o.set_u = 1, kept("a uniform register"), c->issue.o.set_valid = 0, kept("nothing");
  c->sb->clear = wt_warp(3), broken("the socket sb (spec/ports/sb.def): warp 3 is said to miss no result, and 3 are on their way");
  c->alu.o.wb_warp = 3, c->wb.o.rel_warp = 3, c->sb->clear = 0;
  c->alu.o.rel_valid = 1, kept("one of the ALU"), c->alu.o.rel_valid = 0;
  c->sb->clear = wt_warp(3), broken("the socket sb (spec/ports/sb.def): warp 3 is said to miss no result, and 2 are on their way");
  c->sb->clear = 0, c->wb.o.rel_valid = 1, kept("one of a slow unit"), kept("and another"), kept("more than there are"), c->wb.o.rel_valid = 0;
  c->alu.o.rel_valid = 1, kept("more than there are"), c->alu.o.rel_valid = 0;
  c->sb->clear = wt_warp(3), kept("all have come");
  close_machine();
}
END_TEST
START_TEST(a_warp_with_beats_is_not_drained) {
  open_machine("small", NULL);
  g.is[WT_B_war] = 1;
  c->war.o.drained = wt_warp(5), kept("no beats");
  c->issue.o.alloc_valid = 1, c->disp.o.alloc_idx = 1, kept("one comes"), c->issue.o.alloc_valid = 0;
  c->collector[1].o.warp = 5, kept("it shows next");
  c->collector[1].o.v = 1, broken("wt_war, rule 1: warp 5 is said to be drained, and collector 1 holds a beat of it");
  c->war.o.drained = wt_warp(4), kept("another");
  close_machine();
}
END_TEST

/* ---- control flow, CTAs ---- */

static void launch(unsigned w) {
  wt_dispatch_out *d = &m->sm->dispatch.o;
  d->launch_valid = d->launch_last = c->cfu->launch_ack = 1, d->launch_warp = (uint8_t)w;
  kept("a launch");
  d->launch_valid = d->launch_last = c->cfu->launch_ack = 0;
}
static const struct {
  const char *unit;
  unsigned block;
} cfus[] = {
  {"hanoi_yr", WT_B_hanoi_yr}, {"hanoi", WT_B_hanoi}, {"simt_stack", WT_B_simt_stack}, {"barrier", WT_B_barrier}, {"multipath", WT_B_multipath}};
START_TEST(warps_run_from_launch_to_end) {
  char set[60];
#define CFU "the socket cfu (spec/ports/cfu.def): "
  snprintf(set, sizeof set, "DIVERGENCE=%s", cfus[_i].unit);
  open_machine("small", set);
  g.is[cfus[_i].block] = 1;
  wt_dispatch_out *d = &m->sm->dispatch.o;
  c->sched.o.sel_valid = 1, c->sched.o.sel_warp = 2;
  broken(CFU "warp 2 issues for no lane");
  c->sched.o.sync = 1, kept("no instruction"), c->sched.o.sync = 0, c->cfu->mask = 1, kept("a lane");
  c->cfu->done_valid = 1, c->cfu->done_warp = 3, broken(CFU "warp 3 is done, and was not there"), c->cfu->done_valid = 0;
  c->cfu->launch_ack = 1, broken(CFU "a launch is taken that nobody shows");
  d->launch_valid = 1, broken(CFU "a launch is taken that nobody shows"); /* its last beat is to come */
  d->launch_valid = 0, d->launch_last = 1, broken(CFU "a launch is taken that nobody shows");
  d->launch_last = c->cfu->launch_ack = 0;
  c->cfu->rel_ack = 1, broken(CFU "a release is taken that nobody shows"), m->sm->ctabar.o.rel_valid = 1, kept("a release");
  c->cfu->rel_ack = m->sm->ctabar.o.rel_valid = 0;
  c->cfu->run = wt_warp(3), broken(CFU "a warp runs that was not launched"), c->cfu->run = 0;
  c->cfu->run = wt_warp(0), broken(CFU "a warp runs that was not launched"), c->cfu->run = 0;
  d->launch_valid = d->launch_last = 1, d->launch_warp = 3, kept("shown, not taken"), d->launch_valid = d->launch_last = 0;
  ck_assert_uint_eq((uint64_t)r.there, 0);
  launch(3);
  c->cfu->run = wt_warp(3), kept("it runs");
  c->cfu->run |= wt_warp(4), broken(CFU "a warp runs that was not launched"), c->cfu->run = wt_warp(3);
  c->cfu->done_valid = 1, kept("it is done"), c->cfu->done_valid = 0;
  broken(CFU "a warp runs that was not launched");
  close_machine();
}
END_TEST
START_TEST(slots_and_barriers) {
  open_machine("small", NULL);
  g.is[WT_B_dispatch] = g.is[WT_B_ctabar] = 1;
  wt_dispatch_out *d = &m->sm->dispatch.o;
  wt_ctabar_out *b = &m->sm->ctabar.o;
  d->launch_valid = 1, d->launch_warp = 7, kept("the last slot");
  d->launch_warp = 8, broken("wt_dispatch, rule R5: a warp is launched into slot 8, which there is not"), d->launch_valid = 0;
  launch(7);
  d->launch_warp = 7, kept("nothing is shown");
  d->launch_valid = 1, broken("wt_dispatch, rule R5: a warp is launched into slot 7, where one is"), d->launch_valid = 0;
  static const char says[] = "wt_ctabar, rule R7: warp 7 is released, and waits at no barrier";
  b->rel_warp = 7, b->rel_valid = 1, broken(says), b->rel_valid = 0;
  c->cfu->bar_valid = 1, c->cfu->bar_warp = 7, kept("it arrives"), c->cfu->bar_valid = 0;
  b->rel_valid = 1, kept("released, not taken"), c->cfu->rel_ack = 1, kept("released"), c->cfu->rel_ack = 0, broken(says), b->rel_valid = 0;
  c->issue.o.ev_warp = 7, c->issue.o.bar_valid = c->issue.o.bar_arv = 1, kept("it does not wait"); /* BAR.ARV */
  b->rel_valid = 1, c->issue.o.bar_valid = 0, broken(says), b->rel_valid = 0;
  c->issue.o.bar_valid = 1, c->issue.o.bar_arv = 0, kept("it waits"), c->issue.o.bar_valid = 0;
  b->rel_valid = 1, kept("it is released");
  c->cfu->done_valid = 1, c->cfu->done_warp = 7, kept("it ends"), c->cfu->done_valid = 0, broken(says), b->rel_valid = 0;
  d->launch_valid = 1, kept("its slot is free");
  close_machine();
}
END_TEST

/* ---- front, memory ---- */

START_TEST(instructions_have_room) {
  open_machine("small", NULL); /* 2 entries a warp */
  g.is[WT_B_fetch] = 1;
  c->decode.o.warp = 6, c->ibuffer.q.count[6] = 2, kept("none comes");
  static const char says[] = "wt_fetch, rule 2: warp 6 gets an instruction for which its I-buffer has no room";
  c->decode.o.valid = 1, broken(says);
  c->ibuffer.q.count[6] = 1, kept("room for one"), c->ibuffer.q.count[6] = 2;
  c->sched.o.sel_warp = 6, c->sched.o.sel_pop = 1, broken(says);
  c->sched.o.sel_valid = 1, kept("one leaves"), c->sched.o.sel_pop = 0, broken(says);
  c->sched.o.sel_pop = 1, c->sched.o.sel_warp = 5, broken(says), c->sched.o.sel_warp = 6;
  c->ibuffer.q.count[6] = 3, broken(says);
  g.is[WT_B_ibuffer] = 1, kept("what a guest holds is not known");
  close_machine();
}
END_TEST
START_TEST(answers_are_of_loads) {
  open_machine("small", "L1_BYTES=4096");
  g.is[WT_B_l1d] = 1;
  wt_l1d_out *o = &m->sm->l1d.o;
  wt_lsu_out *u = &m->sm->lsu.o;
  static const char says[] = "wt_l1d, rule 12: tag 5 is answered, and nothing was asked with it";
  static const struct {
    unsigned op;
    int answered;
  } ops[] = {{WT_MEM_LOAD, 1}, {WT_MEM_ATOM, 1}, {WT_MEM_STORE, 0}, {WT_MEM_RED, 0}};
  for (int i = 0; i < 4; i++) {
    o->rsp_tag = 5, u->req_tag = 5, u->req_op = (uint8_t)ops[i].op;
    o->rsp_valid = 1, broken(says), o->rsp_valid = 0;
    u->req_valid = 1, kept("asked, not taken"), u->req_valid = 0, o->ready = 1, kept("not asked");
    o->rsp_valid = 1, broken(says), o->rsp_valid = 0;
    u->req_valid = 1, kept("asked"), u->req_valid = o->ready = 0;
    o->rsp_valid = 1;
    if (ops[i].answered) kept("shown"), o->rsp_tag = 4, broken("wt_l1d, rule 12: tag 4 is answered, and nothing was asked with it"), o->rsp_tag = 5;
    if (ops[i].answered) u->rsp_ready = 1, kept("taken"), u->rsp_ready = 0;
    broken(says), o->rsp_valid = 0;
    u->rsp_ready = 1, kept("nothing"), u->rsp_ready = 0;
  }
  close_machine();
  open_machine("small", NULL); /* no cache */
  g.is[WT_B_l1d] = 1, m->sm->l1d.o.rsp_valid = 1, m->sm->lsu.o.req_valid = m->sm->l1d.o.ready = 1;
  kept("there is none");
  ck_assert_uint_eq(r.tags, 0);
  close_machine();
}
END_TEST
/* What was wrong first is told, in later cycles, too. */
START_TEST(the_first_rule_is_told) {
  open_machine("small", NULL);
  g.is[WT_B_dispatch] = g.is[WT_B_collector] = 1;
  m->sm->dispatch.o.launch_valid = 1, m->sm->dispatch.o.launch_warp = 8, c->collector[0].o.v = 1;
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(wt_guest_rules_cycle(&r, m), -1);
    ck_assert_str_eq(r.why, "wt_collector: collector 0 holds a beat that nobody gave it");
    c->collector[0].o.v = 0;
  }
  close_machine();
}
END_TEST

int main(void) {
  Suite *s = suite_create("guest_rules");
  TCase *t = tcase_create("guest_rules");
  tcase_add_test(t, a_warp_issues_that_may);
  tcase_add_test(t, beats_follow_each_other);
  tcase_add_test(t, collectors_hold_what_they_were_given);
  tcase_add_test(t, what_is_dispatched_is_full);
  tcase_add_test(t, what_is_dispatched_is_taken);
  tcase_add_test(t, words_are_granted_and_results_taken);
  tcase_add_loop_test(t, results_are_of_instructions, 0, sizeof units / sizeof *units);
  tcase_add_test(t, releases_of_the_alu_are_of_instructions);
  tcase_add_loop_test(t, a_warp_that_misses_results_is_not_clear, 0, 3);
  tcase_add_test(t, a_warp_with_beats_is_not_drained);
  tcase_add_loop_test(t, warps_run_from_launch_to_end, 0, sizeof cfus / sizeof *cfus);
  tcase_add_test(t, slots_and_barriers);
  tcase_add_test(t, instructions_have_room);
  tcase_add_test(t, answers_are_of_loads);
  tcase_add_test(t, the_first_rule_is_told);
  suite_add_tcase(s, t);
  return suite_run(s);
}
