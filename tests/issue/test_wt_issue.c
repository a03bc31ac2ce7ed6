/* test_wt_issue.c - issue packet builder: directed rules and random lock-step. Rule numbers: docs/blocks/issue/wt_issue.md. */
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "spec/wt_modes.h"
#include "bench/wt_bench.h"
#include "tests/suite.h"

static wt_bench *bench(const char *preset, const char *const *set) {
  char err[300];
  wt_bench *b = wt_bench_open("issue", preset, set, 7, err, sizeof err);
  ck_assert_msg(b != NULL, "%s", err);
  ck_assert_msg(wt_bench_reset(b) == 0, "%s", b->report);
  return b;
}

static void random_run(const char *preset, const char *const *set) {
  wt_bench *b = bench(preset, set);
  ck_assert_msg(wt_bench_random(b, 20000) == 0, "%s", b->report);
  wt_bench_close(b);
}

START_TEST(twins_agree_on_random_packets) {
  static const char *const wide[] = {"WARP_SIZE=32", "LANES=32", NULL}, *const odd[] = {"WARPS=3", NULL};
  random_run("tiny", NULL);
  random_run("small", NULL);
  random_run("default", NULL);
  random_run("default", wide);
  random_run("tiny", odd);
}
END_TEST

/* Rule 1: with the same head, the barrier of DWR is nothing for the rest of the machine. */
START_TEST(r1_the_barrier_of_dwr_is_no_instruction) {
  static const char *const dwr[] = {"GROUPING=dwr", NULL};
  random_run("tiny", dwr);
  wt_bench *b = bench("tiny", dwr);
  unsigned barriers = 0;
  for (unsigned i = 0; i < 2000; i++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    unsigned iid = b->m->subcore->issue.o.iid, sync = b->m->subcore->sched.o.sync;
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    if (!sync) continue;
    ck_assert_uint_eq(b->m->subcore->issue.o.iid, iid);
    b->m->subcore->issue.o.iid = 0;
    for (size_t k = 0; k < sizeof b->m->subcore->issue.o; k++) ck_assert_int_eq(((const uint8_t *)&b->m->subcore->issue.o)[k], 0);
    b->m->subcore->issue.o.iid = (uint8_t)iid;
    barriers++;
  }
  ck_assert_uint_gt(barriers, 200);
  wt_bench_close(b);
}
END_TEST

/* What the block reads, all 0. */
static void no_inputs(wt_m *m) {
  wt_subcore *c = m->subcore;
  wt_sched_idle(&c->sched.o);
  memset(&c->ibuffer.o, 0, sizeof c->ibuffer.o);
  wt_cfu_idle(c->cfu);
  wt_pred_idle(&c->pred.o);
  memset(&c->ureg.o, 0, sizeof c->ureg.o);
  memset(&m->gpu->cfg, 0, sizeof m->gpu->cfg);
}

/* A uop with no guard and Pp = PT for the lanes of mask. */
static void one(wt_bench *b, unsigned op, unsigned unit, uint64_t lo, uint64_t hi, uint64_t mask, uint64_t live) {
  wt_m *m = b->m;
  no_inputs(m);
  wt_cfg_modes(m);
  m->subcore->sched.o.sel_valid = m->subcore->sched.o.sel_first = m->subcore->sched.o.sel_pop = 1;
  uop_put_lo(m->subcore->ibuffer.o.uop, lo | 0x7000);
  uop_put_hi(m->subcore->ibuffer.o.uop, hi | UINT64_C(7) << 23);
  uop_put_op(m->subcore->ibuffer.o.uop, op);
  uop_put_unit(m->subcore->ibuffer.o.uop, unit);
  uop_put_pc(m->subcore->ibuffer.o.uop, 0x100);
  m->subcore->cfu->mask = mask, m->subcore->cfu->live = live;
  ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
}

START_TEST(branch_conv_and_div_follow_the_path_mask) {
  wt_bench *b = bench("tiny", NULL);
  one(b, WT_I_BRA, WT_U_NONE, UINT64_C(3) << 32, 0, 0x7, 0xf); /* .CONV, diverged: not taken */
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_kind, WT_EV_ADV);
  one(b, WT_I_BRA, WT_U_NONE, UINT64_C(3) << 32, 0, 0x7, 0x7);
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_kind, WT_EV_BRA);
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_mask, 0x7);
  one(b, WT_I_BRA, WT_U_NONE, UINT64_C(2) << 32, 0, 0x7, 0x7); /* .DIV, converged: not taken */
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_kind, WT_EV_ADV);
  one(b, WT_I_BRA, WT_U_NONE, ~UINT64_C(0) << 34, 0x3ffff, 0x7, 0x7); /* offset -1: -4 bytes */
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_target, 0x100 + 16 - 4);
  wt_bench_close(b);
}
END_TEST

/* Rule 7: BMOV.CLEAR Rd,Bn empties Bn with its first beat; all beats bring the value from before. */
START_TEST(beats_of_bmov_see_one_value) {
  static const char *const two[] = {"WARP_SIZE=8", NULL};
  wt_bench *b = bench("tiny", two);
  wt_m *m = b->m;
  for (unsigned i = 0; i < 4; i++) {
    no_inputs(m);
    wt_cfg_modes(m);
    m->subcore->sched.o.sel_valid = 1, m->subcore->sched.o.sel_first = i == 0, m->subcore->sched.o.sel_beat = (uint8_t)(i & 1),
    m->subcore->sched.o.sel_pop = i & 1;
    uop_put_lo(m->subcore->ibuffer.o.uop, 0x7000);
    uop_put_op(m->subcore->ibuffer.o.uop, i < 3 ? WT_I_BMOV_RB : WT_I_VOTE);
    uop_put_unit(m->subcore->ibuffer.o.uop, WT_U_ALU);
    m->subcore->cfu->mask = m->subcore->cfu->live = 0xff, m->subcore->cfu->bx_val = i == 0 ? 0x5a : 0x11 * i;
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    if (i < 3) ck_assert_uint_eq(m->subcore->issue.o.alloc_bc, 0x5a);
  }
  wt_bench_close(b);
}
END_TEST

START_TEST(calls_and_indirect_branches) {
  static const struct {
    unsigned op, unit, kind;
  } t[] = {{WT_I_CALL_REL, WT_U_NONE, WT_EV_CALL},
           {WT_I_CALL_REL_R, WT_U_ALU, WT_EV_CALLX},
           {WT_I_RET, WT_U_ALU, WT_EV_RET},
           {WT_I_BRX, WT_U_ALU, WT_EV_BRX}};
  wt_bench *b = bench("tiny", NULL);
  for (unsigned i = 0; i < 4; i++) {
    const wt_issue_out *o = &b->m->subcore->issue.o;
    int packet = i > 0, call = i < 2;
    /* Pp = !PT first: nobody goes, the packet goes all the same */
    one(b, t[i].op, t[i].unit, 0, UINT64_C(8) << 23, 0x7, 0xf);
    ck_assert_uint_eq(o->ev_kind, WT_EV_ADV);
    ck_assert_uint_eq(o->ev_val, 0);
    ck_assert_uint_eq(o->alloc_valid, packet);
    one(b, t[i].op, t[i].unit, UINT64_C(3) << 34, 0, 0x7, 0xf);
    ck_assert_uint_eq(o->ev_kind, t[i].kind);
    ck_assert_uint_eq(o->ev_mask, 0x7);
    ck_assert_uint_eq(o->ev_val, packet ? 0x7 : 0);
    ck_assert_uint_eq(o->ev_target, packet ? 0 : 0x110 + 12);
    ck_assert_uint_eq(o->ev_rpc, call ? 0x110 : 0); /* the side band of one() is 0 */
    ck_assert_uint_eq(o->alloc_valid, packet);
    ck_assert_uint_eq(o->alloc_mask, packet ? 0x7 : 0);
  }
  one(b, WT_I_YIELD, WT_U_NONE, 0, 0, 0x7, 0xf);
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_val, 0);
  one(b, WT_I_NANOSLEEP_I, WT_U_NONE, 0, 0, 0x7, 0xf);
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_val, 1);
  wt_bench_close(b);
}
END_TEST

START_TEST(vote_modes) {
  wt_bench *b = bench("tiny", NULL);
  static const struct {
    unsigned mode;
    uint64_t p, exec;
    unsigned want;
  } t[] = {{0, 7, 7, 1}, {0, 5, 7, 0}, {1, 4, 7, 1}, {1, 8, 7, 0}, {2, 8, 7, 1}, {2, 7, 7, 1}, {2, 3, 7, 0}};
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    wt_m *m = b->m;
    no_inputs(m);
    m->subcore->sched.o.sel_valid = m->subcore->sched.o.sel_first = m->subcore->sched.o.sel_pop = 1;
    uop_put_lo(m->subcore->ibuffer.o.uop, 0x7000);
    uop_put_hi(m->subcore->ibuffer.o.uop, (uint64_t)t[i].mode << 8 | UINT64_C(2) << 23); /* Pp = P2 */
    uop_put_op(m->subcore->ibuffer.o.uop, WT_I_VOTE);
    uop_put_unit(m->subcore->ibuffer.o.uop, WT_U_ALU);
    m->subcore->pred.o.p[2] = t[i].p, m->subcore->cfu->mask = m->subcore->cfu->live = t[i].exec;
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    ck_assert_uint_eq(m->subcore->issue.o.ballot, t[i].p & t[i].exec);
    ck_assert_uint_eq(m->subcore->issue.o.votep, t[i].want);
    ck_assert_uint_eq(m->subcore->issue.o.alloc_bc, t[i].p & t[i].exec);
    ck_assert_uint_eq(m->subcore->issue.o.alloc_pp, t[i].want ? 0xf : 0);
  }
  wt_bench_close(b);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_issue");
  TCase *tc = tcase_create("issue");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, branch_conv_and_div_follow_the_path_mask);
  tcase_add_test(tc, beats_of_bmov_see_one_value);
  tcase_add_test(tc, calls_and_indirect_branches);
  tcase_add_test(tc, vote_modes);
  tcase_add_test(tc, twins_agree_on_random_packets);
  tcase_add_test(tc, r1_the_barrier_of_dwr_is_no_instruction);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
