/* test_wt_hanoi.c - control-flow unit with the stacks of the Hanoi paper. Programs of a few lanes run on the twins event by event; the
 * worked examples have golden traces (highest lane first), also where the paper's rules go wrong. Rule numbers:
 * docs/blocks/control/wt_hanoi.md.
 */
#include "tests/control/hanoi_suite.h"

/* Lets the machine finish what the last issue has started. */
static void settle(run *p) {
  prog_clear(p);
  for (unsigned i = 0; i < 12; i++) prog_clock(p);
}

enum { ENDS, DEAD };
static void example(const insn *code, unsigned n, const char *const *set, const char *golden, int how, unsigned stray) {
  run *p = start(set, code, n);
  p->strays = stray != 0;
  prog_launch(p, 0, 15);
  prog_go(p, 200, 8000);
  prog_expect_trace(p, golden);
  ck_assert_uint_eq(p->b->m->subcore->cfu->dead & 1, how == DEAD);
  ck_assert_uint_eq(p->done, how == ENDS);
  ck_assert_uint_eq(p->stray, stray);
  ck_assert_uint_eq(p->failed, 0);
  prog_finish(p);
}

/* ---- worked examples ---- */
static const insn example1[] = {BSSY(0, 11), OPB(WT_EV_BMOVR, 0), BRG(3, 9, 10), BSSY(0, 8),          BRG(8, 6, 7),        BR(7),
                                OP(NOP),     OPB(WT_EV_BSYNC, 0), OP(NOP),       OPB(WT_EV_BMOVW, 0), OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};

START_TEST(nested_branches_share_a_register) {
  example(example1, LEN(example1), NULL,
          "0/1111 1/1111 2/1111 9/0011 10/0011 3/1100 4/1100 6/1000 7/1000 5/0100 7/0100 8/1100 9/1100 10/1100 11/1111", ENDS, 0);
  /* every split is a tie: minority first is fall-through first */
  example(example1, LEN(example1), minority,
          "0/1111 1/1111 2/1111 3/1100 4/1100 5/0100 7/0100 6/1000 7/1000 8/1100 9/1100 10/1100 9/0011 10/0011 11/1111", ENDS, 0);
}
END_TEST

/* WS, REC, B0 and the waiting lanes after every issue of example 1, as the paper's figure shows them. */
START_TEST(stacks_of_example_1_step_by_step) {
  static const struct {
    unsigned ws, rec, valid;
    uint64_t b0, waiting, below; /* mask of the entry below the top, 0 when there is none */
  } want[15] = {{1, 1, 1, 15, 0, 0}, {1, 1, 0, 15, 0, 0}, {2, 1, 0, 15, 0, 12}, {2, 1, 1, 15, 0, 12}, {1, 1, 1, 15, 3, 0},
                {1, 2, 1, 12, 3, 0}, {2, 2, 1, 12, 3, 4}, {2, 2, 1, 12, 3, 4},  {1, 2, 1, 12, 11, 0}, {1, 2, 1, 12, 11, 0},
                {1, 1, 0, 12, 3, 0}, {1, 1, 0, 12, 3, 0}, {1, 1, 1, 15, 3, 0},  {1, 0, 0, 15, 0, 0},  {0, 0, 0, 15, 0, 0}};
  run *p = start(NULL, example1, LEN(example1));
  const wt_hanoi_state *q = &p->b->m->subcore->hanoi.q;
  prog_launch(p, 0, 15);
  for (unsigned i = 0; i < 15; i++) {
    prog_go(p, i + 1, 1000);
    for (unsigned k = 0; k < 40 && q->state != WT_HN_IDLE; k++) prog_idle(p);
    unsigned n = q->ws_count[0];
    ck_assert_msg(n == want[i].ws && q->rec_count[0] == want[i].rec && (q->b_valid[0] & 1) == want[i].valid && q->b_mask[0] == want[i].b0 &&
                    q->waiting[0] == want[i].waiting,
                  "after issue %u: WS %u REC %u B0 %llx%s waiting %llx", i + 1, n, q->rec_count[0], (unsigned long long)q->b_mask[0],
                  q->b_valid[0] & 1 ? "" : "!", (unsigned long long)q->waiting[0]);
    ck_assert_uint_eq(n > 1 ? q->ws_mask[n - 2] : 0, want[i].below);
  }
  prog_finish(p);
}
END_TEST

#define EXAMPLE2(outer, outer_end, inner, inner_end, brk)                                                                                         \
  {                                                                                                                                               \
    BSSY(outer, outer_end), BSSY(inner, inner_end), BRG(12, 5, 7), brk, BRG(1, 8, 8), OP(NOP), OPB(WT_EV_BSYNC, 0), OP(NOP), OPB(WT_EV_BSYNC, 1), \
      OP(WT_EV_EXIT)                                                                                                                              \
  }
START_TEST(break_reconverges_early) {
  static const insn with[] = EXAMPLE2(1, 9, 0, 7, ((insn){.kind = WT_EV_BREAK, .guard = 1}));
  static const insn other_order[] = EXAMPLE2(0, 7, 1, 9, ((insn){.kind = WT_EV_BREAK, .guard = 1}));
  static const insn without[] = EXAMPLE2(1, 9, 0, 7, ((insn)OP(NOP)));
  example(with, LEN(with), NULL, "0/1111 1/1111 2/1111 5/1100 6/1100 3/0011 4/0011 8/0001 5/0010 6/0010 7/1110 8/1110 9/1111", ENDS, 0);
  /* S6: lane 0 waits at B1 and is taken for one that waits at B0; it executes the block it had jumped over */
  example(without, LEN(without), NULL, "0/1111 1/1111 2/1111 5/1100 6/1100 3/0011 4/0011 8/0001 5/0010 6/0010 7/1111 8/1111 9/1111", ENDS, 1);
  /* BSSY in the order that breaks a LIFO: lanes 1 to 3 skip the rest of both blocks */
  example(other_order, LEN(other_order), NULL, "0/1111 1/1111 2/1111 5/1100 6/1100 3/0011 4/0011 8/0001 5/0010 6/0010 9/1111", ENDS, 3);
}
END_TEST

#define LOCK(yield, end, a, b, c) \
  { BSSY(0, end), OP(CAS), {.kind = WT_EV_BRA, .target = 5, .got = 1}, OP(yield), BR(1), a, b, c, OP(WT_EV_EXIT) }
static const insn lock_paper[] = LOCK(WT_EV_YIELD, 8, OP(NOP), OP(UNLOCK), OPB(WT_EV_BSYNC, 0));
static const insn lock_spin[] = LOCK(NOP, 8, OP(NOP), OP(UNLOCK), OPB(WT_EV_BSYNC, 0));
static const insn lock_nvcc[] = LOCK(WT_EV_YIELD, 6, OPB(WT_EV_BSYNC, 0), OP(NOP), OP(UNLOCK));

START_TEST(spin_lock_with_yield) {
  example(lock_paper, LEN(lock_paper), NULL,
          "0/1111 1/1111 2/1111 3/0111 5/1000 6/1000 7/1000 4/0111 1/0111 2/0111 3/0011 5/0100 6/0100 7/0100 4/0011 1/0011 2/0011 5/0010 6/0010 "
          "7/0010 3/0001 4/0001 1/0001 2/0001 5/0001 6/0001 7/0001 8/1111",
          ENDS, 0);
}
END_TEST

/* Never ends, only the spinning path issues, in `first` to `first` + the loop. */
static void livelock(const insn *code, unsigned n, uint64_t spinner, unsigned after) {
  run *p = start(NULL, code, n);
  prog_launch(p, 0, 15);
  prog_go(p, 600, 40000);
  ck_assert_uint_eq(p->ntrace, 600);
  ck_assert_uint_eq(p->done, 0);
  ck_assert_uint_eq(p->b->m->subcore->cfu->dead, 0);
  for (unsigned i = after; i < 600; i++) {
    ck_assert_uint_eq(p->trace[i].mask, spinner);
    ck_assert(p->trace[i].pc >= 1 && p->trace[i].pc <= 4);
  }
  prog_finish(p);
}
START_TEST(spin_lock_livelocks) {
  livelock(lock_spin, LEN(lock_spin), 7, 3);
  /* S1: the holder waits at BSYNC for lanes that wait for its lock */
  livelock(lock_nvcc, LEN(lock_nvcc), 7, 6);
}
END_TEST

/* S3: the majority spins in a region of its own; the producer is no sibling of it. */
START_TEST(spinning_majority_of_another_region_livelocks) {
  static const insn code[] = {BRG(14, 2, 8),  BR(7),      BSSY(0, 6),    {.kind = WT_EV_BRA, .target = 6, .got = 1}, OP(WT_EV_YIELD), BR(3),
                              OP(WT_EV_EXIT), OP(UNLOCK), OP(WT_EV_EXIT)};
  run *p = start(NULL, code, LEN(code));
  prog_launch(p, 0, 15);
  prog_go(p, 300, 40000);
  ck_assert_uint_eq(p->ntrace, 300);
  for (unsigned i = 1; i < 300; i++) ck_assert_uint_eq(p->trace[i].mask, 14);
  ck_assert_uint_eq(p->b->m->subcore->hanoi.q.ws_count[0], 2);
  prog_finish(p);
}
END_TEST

/* ---- R8, R10, R14 ---- */
START_TEST(bsync_that_the_point_names_is_not_repeated) {
  static const insn code[] = {BSSY(2, 4), BRG(3, 4, 5), OP(NOP), OP(NOP), OPB(WT_EV_BSYNC, 2), OP(WT_EV_EXIT)};
  example(code, LEN(code), NULL, "0/1111 1/1111 4/0011 2/1100 3/1100 4/1100 5/1111", ENDS, 0);
  /* also when a deeper entry of REC is the one that names it */
  static const insn deep[] = {BSSY(2, 5), BSSY(1, 6), OPB(WT_EV_BMOVR, 1), OP(NOP), OP(NOP), OPB(WT_EV_BSYNC, 2), OP(WT_EV_EXIT)};
  run *p = start(NULL, deep, LEN(deep));
  prog_launch(p, 0, 15);
  prog_go(p, 100, 1000);
  ck_assert_uint_eq(p->b->m->subcore->hanoi.q.rec_pc[0], 6 * 16);
  ck_assert_uint_eq(p->b->m->subcore->hanoi.q.rec_pc[1], 6 * 16);
  ck_assert_uint_eq(p->b->m->subcore->cfu->dead, 1); /* S5: the top of REC is invalid, what lies below is never tested */
  prog_finish(p);
}
END_TEST

START_TEST(guarded_bsync_leaves_the_others) {
  static const insn code[] = {BSSY(0, 2), {.kind = WT_EV_BSYNC, .guard = 9}, {.kind = WT_EV_EXIT, .guard = 6}, OP(WT_EV_EXIT)};
  example(code, LEN(code), NULL, "0/1111 1/1111 2/0110 2/1001 3/1001", ENDS, 0);
}
END_TEST

/* Lanes 3 and 2 wait; the BREAK of the others lets them go before the one that breaks. */
START_TEST(break_is_overtaken_by_whom_it_releases) {
  static const insn code[] = {BSSY(0, 4), BRG(12, 3, 5), BR(5), OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT), OPB(WT_EV_BREAK, 0), OP(NOP), OP(WT_EV_EXIT)};
  example(code, LEN(code), NULL, "0/1111 1/1111 3/1100 2/0011 5/0011 4/1100 6/0011 7/0011", ENDS, 0);
}
END_TEST

START_TEST(empty_point_is_dropped) {
  static const insn code[] = {BSSY(1, 5), BSSY(0, 9), OPB(WT_EV_BREAK, 0), OP(NOP), OPB(WT_EV_BSYNC, 1), OP(WT_EV_EXIT)};
  run *p = start(NULL, code, LEN(code));
  prog_launch(p, 0, 15);
  prog_go(p, 4, 1000);
  ck_assert_uint_eq(p->b->m->subcore->hanoi.q.rec_count[0], 1);
  ck_assert_uint_eq(p->b->m->subcore->hanoi.q.b_valid[0], 2);
  prog_go(p, 100, 1000);
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST

START_TEST(exit_releases_who_waits) {
  static const insn code[] = {BSSY(0, 3), BRG(8, 3, 5), OPB(WT_EV_BSYNC, 0), {.kind = WT_EV_EXIT, .guard = 8}, OP(WT_EV_EXIT)};
  example(code, LEN(code), NULL, "0/1111 1/1111 2/0111 3/1000 3/0111 4/0111", ENDS, 0);
}
END_TEST

/* As printed: BSYNC waits whether its register is valid or not. */
START_TEST(bsync_of_an_invalid_register_waits) {
  static const insn code[] = {OPB(WT_EV_BSYNC, 3), OP(WT_EV_EXIT)};
  example(code, LEN(code), NULL, "0/1111", DEAD, 0);
}
END_TEST

/* ---- R11: who is a sibling ---- */
static void yields_to(const insn *code, unsigned n, uint64_t next) {
  run *p = start(NULL, code, n);
  prog_launch(p, 0, 15);
  prog_go(p, 5, 1000);
  ck_assert_uint_eq(p->trace[3].mask, 12);
  ck_assert_uint_eq(p->trace[4].mask, next);
  prog_finish(p);
}
START_TEST(yield_swaps_siblings_only) {
  static const insn inside[] = {BSSY(0, 7), OP(NOP), BRG(12, 4, 7), BR(5), OP(WT_EV_YIELD), OP(NOP), OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
  static const insn no_point[] = {OP(NOP), OP(NOP), BRG(12, 4, 7), BR(5), OP(WT_EV_YIELD), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};
  static const insn spilled[] = {BSSY(0, 7), OPB(WT_EV_BMOVR, 0), BRG(12, 4, 7), BR(5), OP(WT_EV_YIELD), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};
  static const insn partly[] = {BSSY(0, 7),    {.kind = WT_EV_BREAK, .guard = 1}, BRG(12, 4, 7), BR(5), OP(WT_EV_YIELD), OP(NOP), OP(NOP),
                                OP(WT_EV_EXIT)};
  yields_to(inside, LEN(inside), 3);
  yields_to(no_point, LEN(no_point), 12);
  yields_to(spilled, LEN(spilled), 12);
  yields_to(partly, LEN(partly), 12);
}
END_TEST

/* ---- WARPSYNC: R9 ---- */
#define WSYNC(g, k) \
  { .kind = WT_EV_WSYNC, .guard = g, .val = k }
START_TEST(warpsync_meets_at_one_pc) {
  static const insn code[] = {BRG(12, 2, 3), OP(NOP), WSYNC(ALL, 15), OP(WT_EV_EXIT)};
  example(code, LEN(code), NULL, "0/1111 2/1100 1/0011 2/0011 3/1111", ENDS, 0);
  /* lanes that are gone do not count */
  static const insn gone[] = {{.kind = WT_EV_EXIT, .guard = 1}, BRG(8, 3, 4), OP(NOP), WSYNC(ALL, 15), OP(WT_EV_EXIT)};
  example(gone, LEN(gone), NULL, "0/1111 1/1110 2/0110 3/0110 3/1000 4/1110", ENDS, 0);
}
END_TEST
START_TEST(warpsync_of_all_pushes_nothing) {
  static const insn code[] = {WSYNC(ALL, 15), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start(NULL, code, LEN(code));
  prog_launch(p, 0, 15);
  prog_go(p, 2, 100);
  ck_assert_uint_eq(p->b->m->subcore->hanoi.q.rec_count[0], 0);
  prog_finish(p);
}
END_TEST
/* R9: a point takes the highest invalid register. R21: what the outputs show of the selected warp. */
START_TEST(warpsync_takes_the_highest_register) {
  static const insn code[] = {BSSY(0, 7), OPB(WT_EV_BMOVR, 0), BSSY(1, 7),    BRG(12, 5, 7), OP(NOP), WSYNC(ALL, 15),
                              OP(NOP),    OPB(WT_EV_BSYNC, 1), OP(WT_EV_EXIT)};
  run *p = start(NULL, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 7); /* lane 3 does not exist */
  prog_go(p, 6, 200);
  for (unsigned i = 0; i < 20; i++) prog_clock(p); /* lanes 0 and 1 wait at the WARPSYNC, lane 2 runs */
  ck_assert_uint_eq(m->subcore->hanoi.q.b_valid[0], 1u << 1 | 1u << (m->S->BX_REGS - 1));
  for (unsigned n = 0; n < 2; n++) {
    prog_clear(p);
    m->subcore->sched.o.sel_valid = 1;
    uop_put_lo(m->subcore->ibuffer.o.uop, (uint64_t)n << 24);
    prog_clock(p);
    ck_assert(m->subcore->cfu->mask == 4 && m->subcore->cfu->live == 7 && m->subcore->cfu->split == 0 && !m->subcore->cfu->forced);
    ck_assert_uint_eq(m->subcore->cfu->bx_val, n ? 7 : 0);
  }
  prog_clear(p);
  prog_clock(p);
  ck_assert(!m->subcore->cfu->mask && !m->subcore->cfu->live && !m->subcore->cfu->split && !m->subcore->cfu->bx_val);
  prog_finish(p);
}
END_TEST
/* S6: one mask at two pcs; the second point takes the lanes of the first along. */
START_TEST(warpsync_at_two_pcs_goes_wrong) {
  static const insn code[] = {WSYNC(12, 15), OP(NOP), WSYNC(3, 15), OP(NOP), OP(WT_EV_EXIT)};
  example(code, LEN(code), NULL, "0/1111 1/0011 2/0011 3/1111 4/1111", ENDS, 2);
}
END_TEST
START_TEST(warpsync_by_register) {
  static const insn code[] = {BRG(12, 2, 3), OP(NOP), {.kind = WT_EV_WSYNCR, .guard = ALL, .val = 15}, OP(WT_EV_EXIT)};
  example(code, LEN(code), NULL, "0/1111 2/1100 1/0011 2/0011 3/1111", ENDS, 0);
}
END_TEST
/* R22: the redirect waits for the last beat. */
START_TEST(no_redirect_while_beats_are_left) {
  static const insn code[] = {BRG(12, 2, 3), OP(NOP), {.kind = WT_EV_WSYNCR, .guard = ALL, .val = 15}, OP(WT_EV_EXIT)};
  run *p = start(NULL, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  prog_go(p, 2, 100);
  prog_clear(p);
  m->subcore->sched.o.busy = 1;
  m->subcore->alu.o.sc_valid = 1, m->subcore->alu.o.sc_val = 15;
  prog_clock(p);
  prog_clear(p);
  for (unsigned i = 0; i < 20; i++) {
    prog_clock(p);
    ck_assert(!m->subcore->cfu->idle && !m->subcore->cfu->redir_valid && m->subcore->hanoi.q.cur_mask[0] == 12);
  }
  m->subcore->sched.o.busy = 0;
  prog_go(p, 100, 1000);
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST

/* ---- CTA barriers: R13, R15, R16 ---- */
START_TEST(warp_sleeps_at_cta_barrier) {
  static const insn code[] = {BRG(12, 3, 4), OPB(WT_EV_BAR, 5), BR(4), OPB(WT_EV_BAR, 5), OP(WT_EV_EXIT)};
  run *p = start(NULL, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  prog_go(p, 100, 100);
  prog_expect_trace(p, "0/1111 3/1100 1/0011");
  ck_assert(p->stop[0] && !(m->subcore->cfu->run & 1) && !m->subcore->cfu->dead && p->bars == 4);
  ck_assert_uint_eq(m->subcore->hanoi.q.ws_count[0], 2);
  prog_release(p, 0, 4); /* another one */
  settle(p);
  ck_assert(p->stop[0] && m->subcore->hanoi.q.ws_barred[0] == 3);
  prog_release(p, 0, 5);
  prog_go(p, 100, 1000);
  prog_expect_trace(p, "0/1111 3/1100 1/0011 2/0011 4/0011 4/1100");
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST
START_TEST(release_while_another_path_runs) {
  static const insn code[] = {BRG(12, 3, 4), OP(NOP), BR(1), {.kind = WT_EV_BAR, .guard = 8, .bx = 2}, OPB(WT_EV_BAR, 1), OP(WT_EV_EXIT)};
  run *p = start(NULL, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  prog_go(p, 12, 200);
  settle(p);
  ck_assert_uint_eq(m->subcore->hanoi.q.cur_mask[0], 3);
  ck_assert_uint_eq(m->subcore->hanoi.q.ws_count[0], 3);
  ck_assert_uint_eq(m->subcore->hanoi.q.ws_barred[0], 3); /* lanes 2 and 3, at barriers 1 and 2, below the path that runs */
  prog_release(p, 0, 2);
  settle(p);
  ck_assert(m->subcore->cfu->run & 1);
  ck_assert_uint_eq(m->subcore->hanoi.q.cur_mask[0], 3);
  unsigned left = wt_lowest(m->subcore->hanoi.q.ws_barred[0]);
  ck_assert_uint_eq(m->subcore->hanoi.q.ws_mask[left], 4);
  ck_assert_uint_eq(m->subcore->hanoi.q.ws_pc[left], 5 * 16);
  ck_assert_uint_eq(m->subcore->hanoi.q.ws_barred[0], 1u << left);
  prog_finish(p);
}
END_TEST
/* A path that yields does not wake an entry at a barrier. */
START_TEST(yield_does_not_run_what_is_at_a_barrier) {
  static const insn code[] = {BSSY(0, 5), {.kind = WT_EV_BAR, .guard = 12}, OP(WT_EV_YIELD), OP(NOP), OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
  run *p = start(NULL, code, LEN(code));
  prog_launch(p, 0, 15);
  prog_go(p, 5, 200);
  prog_expect_trace(p, "0/1111 1/1111 2/0011 3/0011 4/0011");
  settle(p);
  ck_assert(p->stop[0]);
  prog_release(p, 0, 0);
  prog_go(p, 100, 1000);
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST

/* ---- errors: R18 ---- */
/* The warp stops where it is, nothing is lost, the other warp ends. */
static void fails_at(const char *const *set, const insn *code, unsigned n, unsigned kind, unsigned pc, uint64_t running) {
  run *p = start(set, code, n);
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  prog_go(p, 100, 2000);
  settle(p);
  ck_assert_uint_eq(p->failed, 1);
  ck_assert_uint_eq(p->err_kind, kind);
  ck_assert_uint_eq(p->err_pc, pc);
  ck_assert(!(m->subcore->cfu->run & 1) && m->subcore->cfu->idle && !m->subcore->cfu->dead && !p->done);
  ck_assert_uint_eq(m->subcore->hanoi.q.cur_mask[0], running);
  check_warp(m, 0);
  static const insn quick[] = {OP(WT_EV_EXIT)};
  p->code = quick, p->n = 1;
  prog_launch(p, 1, 15);
  prog_go(p, 200, 2000);
  ck_assert_uint_eq(p->done, 2);
  /* launch makes the slot usable again */
  p->failed = 0, p->launched = 2, p->next[0][0] = p->next[0][1] = p->next[0][2] = p->next[0][3] = 0;
  prog_launch(p, 0, 15);
  prog_go(p, 400, 2000);
  ck_assert_uint_eq(p->done, 3);
  prog_finish(p);
}
START_TEST(rec_overflow) {
  static const char *const two[] = {"REC_DEPTH=2", NULL}, *const one[] = {"REC_DEPTH=1", NULL};
  static const insn loop[] = {BSSY(6, 9), OPB(WT_EV_BMOVR, 6), BR(0), OP(WT_EV_EXIT)};
  static const insn wsync[] = {BSSY(0, 9), WSYNC(12, 15), OP(WT_EV_EXIT)};
  fails_at(NULL, loop, LEN(loop), WT_CFE_REC, 0, 15);
  fails_at(two, loop, LEN(loop), WT_CFE_REC, 0, 15);
  fails_at(one, wsync, LEN(wsync), WT_CFE_REC, 1, 15);
}
END_TEST
START_TEST(register_beyond_bx_regs) {
  static const char *const eight[] = {"BX_REGS=8", NULL};
  static const unsigned kinds[] = {WT_EV_BSSY, WT_EV_BSYNC, WT_EV_BREAK, WT_EV_BMOVR, WT_EV_BMOVW};
  for (unsigned k = 0; k < LEN(kinds); k++)
    for (unsigned bx = 8; bx < 16; bx += 7) {
      const insn code[] = {BSSY(7, 9), {.kind = kinds[k], .guard = ALL, .bx = bx}, OP(WT_EV_EXIT)};
      fails_at(eight, code, LEN(code), WT_CFE_BX, 1, 15);
    }
}
END_TEST
START_TEST(no_register_for_warpsync) {
  static const char *const one[] = {"BX_REGS=1", NULL};
  static const insn code[] = {BSSY(0, 9), WSYNC(12, 15), OP(WT_EV_EXIT)};
  fails_at(one, code, LEN(code), WT_CFE_MASKS, 1, 15);
}
END_TEST
START_TEST(ws_overflow) {
  static const char *const two[] = {"WS_DEPTH=2", NULL}, *const wide[] = {"WARP_SIZE=8", "LANES=4", "WS_DEPTH=2", "PATH_ORDER=taken", NULL};
  static const insn split[] = {BRG(8, 3, 4), BRG(4, 3, 4), OP(NOP), OP(WT_EV_EXIT)};
  static const insn bar[] = {BRG(8, 3, 4), {.kind = WT_EV_BAR, .guard = 3}, OP(NOP), OP(WT_EV_EXIT)};
  /* lanes 6 and 7 wait; two paths are left when the BREAK of one lets them go */
  static const insn check[] = {
    BSSY(0, 5),    BRG(0xc0, 4, 9), BRG(3, 6, 9), OP(WT_EV_EXIT), OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT), {.kind = WT_EV_BREAK, .guard = ALL},
    OP(WT_EV_EXIT)};
  fails_at(two, split, LEN(split), WT_CFE_STACK, 1, 7);
  fails_at(two, bar, LEN(bar), WT_CFE_STACK, 1, 7);
  run *p = start(wide, check, LEN(check));
  prog_launch(p, 0, 0xc3);
  prog_go(p, 100, 2000);
  ck_assert_uint_eq(p->failed, 0); /* lanes 0 and 1 alone: the others have gone */
  prog_finish(p);
  static const insn full[] = {BSSY(0, 6),     BRG(0xc0, 5, 9),     {.kind = WT_EV_BREAK, .guard = 0x30},
                              BRG(3, 7, 9),   OP(WT_EV_EXIT),      OPB(WT_EV_BSYNC, 0),
                              OP(WT_EV_EXIT), OPB(WT_EV_BREAK, 0), OP(WT_EV_EXIT)};
  p = start(wide, full, LEN(full));
  prog_launch(p, 0, 0xf3);
  prog_go(p, 100, 2000);
  settle(p);
  ck_assert_uint_eq(p->failed, 1);
  ck_assert_uint_eq(p->err_kind, WT_CFE_STACK);
  ck_assert_uint_eq(p->err_pc, 7);
  check_warp(p->b->m, 0);
  ck_assert_uint_eq(p->b->m->subcore->hanoi.q.waiting[0], 0xc0); /* the point that could not fire is still there */
  ck_assert_uint_eq(p->b->m->subcore->hanoi.q.rec_count[0], 1);
  prog_finish(p);
}
END_TEST
START_TEST(ws_overflow_by_groups) {
  static const insn code[] = {OP(NOP), {.kind = WT_EV_BRX, .guard = 7, .to = {2, 3, 4}}, OP(WT_EV_EXIT), OP(WT_EV_EXIT), OP(WT_EV_EXIT)};
  static const char *const depth[][2] = {{"WS_DEPTH=2", NULL}, {"WS_DEPTH=3", NULL}, {"WS_DEPTH=4", NULL}};
  for (unsigned k = 0; k < 3; k++) {
    run *p = start(depth[k], code, LEN(code));
    prog_launch(p, 0, 15);
    prog_go(p, 100, 2000);
    settle(p);
    ck_assert_uint_eq(p->failed, k < 2 && k + 2 < 4);
    if (p->failed) {
      ck_assert_uint_eq(p->err_kind, WT_CFE_STACK);
      ck_assert_uint_eq(p->err_pc, 1);
      ck_assert_uint_eq(p->shown, p->ngroups); /* all groups were taken from wt_brx */
      check_warp(p->b->m, 0);
    } else {
      ck_assert_uint_eq(p->done, 1);
    }
    prog_finish(p);
  }
}
END_TEST
/* A BSSY of warp 1 and an event of warp 0 fail at the same edge: both are shown, the BSSY first. */
START_TEST(two_errors_at_once) {
  static const char *const eight[] = {"BX_REGS=8", NULL};
  static const insn code[] = {OPB(WT_EV_BSYNC, 9), OP(WT_EV_EXIT)};
  run *p = start(eight, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  prog_launch(p, 1, 15);
  prog_clear(p);
  ck_assert(prog_issue(p, 0));
  prog_clear(p);
  wt_issue_out *ev = &m->subcore->issue.o;
  ev->ev_valid = 1, ev->ev_warp = 1, ev->ev_kind = WT_EV_BSSY, ev->ev_mask = 15, ev->ev_bx = 12, ev->ev_pc = 160;
  prog_clock(p);
  ck_assert(m->subcore->cfu->err_valid && m->subcore->cfu->err_warp == 1 && m->subcore->cfu->err_kind == WT_CFE_BX &&
            m->subcore->cfu->err_pc == 160 && !(m->subcore->cfu->run & 2));
  prog_clear(p);
  prog_clock(p);
  ck_assert(m->subcore->cfu->err_valid && m->subcore->cfu->err_warp == 0 && m->subcore->cfu->err_kind == WT_CFE_BX && m->subcore->cfu->err_pc == 0 &&
            !(m->subcore->cfu->run & 1));
  prog_clock(p);
  ck_assert(!m->subcore->cfu->err_valid && m->subcore->cfu->err_pc == 0);
  prog_finish(p);
}
END_TEST

/* ---- indirect branches: R6 ---- */
START_TEST(groups_become_entries) {
  static const insn code[] = {{.kind = WT_EV_BRX, .guard = 14, .to = {3, 1, 2}}, BR(3), BR(3), OP(WT_EV_EXIT)};
  example(code, LEN(code), NULL, "0/1111 1/0001 3/0001 1/0010 3/0010 2/0100 3/0100 3/1000", ENDS, 0);
  example(code, LEN(code), taken_first, "0/1111 1/0010 3/0010 2/0100 3/0100 3/1000 1/0001 3/0001", ENDS, 0);
}
END_TEST
START_TEST(calls_and_returns) {
  static const insn code[] = {BSSY(0, 5), BRG(12, 3, 4), BR(4), CALL(ALL, 6), OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT), CALL(8, 8), RET(ALL), RET(ALL)};
  example(code, LEN(code), NULL, "0/1111 1/1111 3/1100 6/1100 8/1000 7/1000 4/1000 7/0100 4/0100 2/0011 4/0011 5/1111", ENDS, 0);
}
END_TEST

/* ---- timing of the common cases ---- */
/* Issues once and returns the cycles until the warp may issue again; redir: cycles until the redirect, 0 for none. */
static unsigned cycles_of(run *p, unsigned *redir) {
  wt_m *m = p->b->m;
  unsigned c = 1;
  prog_clear(p);
  ck_assert(prog_issue(p, 0));
  prog_clear(p);
  *redir = m->subcore->cfu->redir_valid ? c : 0;
  for (; !(m->subcore->cfu->run & 1) && c < 20 && !p->done; c++) {
    prog_clock(p);
    if (m->subcore->cfu->redir_valid) *redir = c + 1;
  }
  return c;
}
START_TEST(common_events_take_the_documented_time) {
  static const insn code[] = {BR(2), OP(NOP), BSSY(0, 7), BRG(12, 5, 6), OP(WT_EV_YIELD), BRG(8, 7, 7), OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
  static const unsigned want[][2] = {{2, 1}, {1, 0}, {3, 2}};
  run *p = start(NULL, code, LEN(code));
  unsigned r;
  prog_launch(p, 0, 15);
  for (unsigned i = 0; i < 3; i++) {
    ck_assert_uint_eq(cycles_of(p, &r), want[i][0]);
    ck_assert_uint_eq(r, want[i][1]);
  }
  prog_finish(p);
  static const insn sync[] = {BSSY(0, 4), BRG(12, 3, 4), OP(NOP), OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
  static const unsigned all[][2] = {{1, 0}, {3, 2}, {5, 4}, {1, 0}, {4, 0}, {4, 4}};
  p = start(NULL, sync, LEN(sync));
  prog_launch(p, 0, 15);
  for (unsigned i = 0; i < LEN(all); i++) {
    ck_assert_msg(cycles_of(p, &r) == all[i][0] && r == all[i][1], "issue %u: redirect after %u", i, r);
  }
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
  static const insn other[] = {BSSY(0, 6), BRG(1, 4, 6), OP(WT_EV_YIELD), OPB(WT_EV_BREAK, 0), OP(WT_EV_YIELD), OP(NOP), OP(WT_EV_EXIT)};
  static const unsigned fall[][2] = {{1, 0}, {2, 0}, {3, 2}, {3, 2}, {2, 0}};
  p = start(NULL, other, LEN(other));
  prog_launch(p, 0, 15);
  for (unsigned i = 0; i < LEN(fall); i++) {
    ck_assert_msg(cycles_of(p, &r) == fall[i][0] && r == fall[i][1], "issue %u: redirect after %u", i, r);
  }
  prog_finish(p);
}
END_TEST

START_TEST(path_order_picks_the_side) {
  static const char *const sets[3][2] = {{"PATH_ORDER=majority", NULL}, {"PATH_ORDER=minority", NULL}, {"PATH_ORDER=taken", NULL}};
  static const uint64_t guards[] = {1, 3, 7};
  static const uint64_t first[3][3] = {{14, 3, 7}, {1, 12, 8}, {1, 3, 7}};
  for (unsigned o = 0; o < 3; o++)
    for (unsigned g = 0; g < 3; g++) {
      const insn code[] = {BRG(guards[g], 2, 2), OP(WT_EV_EXIT), OP(WT_EV_EXIT)};
      run *p = start(sets[o], code, 3);
      prog_launch(p, 0, 15);
      prog_go(p, 2, 100);
      ck_assert_uint_eq(p->trace[1].mask, first[o][g]);
      prog_finish(p);
    }
}
END_TEST

/* A slot that was never launched may hold more entries than there are: nothing is told of it. */
START_TEST(a_slot_without_a_warp_has_no_paths) {
  wt_bench *b = suite_open("hanoi", "tiny", NULL, 1);
  wt_hanoi_state *q = &b->m->subcore->hanoi.q;
  wt_path p[WT_MAX_PATHS];
  q->waiting_w[0] = 0, q->rec_count_w[0] = 0, q->ws_count_w[0] = (uint8_t)(b->shape.WS_DEPTH + 1);
  ck_assert_int_eq(wt_hanoi_paths(&b->m->subcore->hanoi, 0, p), 0);
  q->ws_count_w[0] = 0, q->waiting_w[0] = 1, q->rec_count_w[0] = (uint8_t)(b->shape.REC_DEPTH + 1);
  ck_assert_int_eq(wt_hanoi_paths(&b->m->subcore->hanoi, 0, p), 0);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, a_slot_without_a_warp_has_no_paths);
  tcase_add_test(tc, nested_branches_share_a_register);
  tcase_add_test(tc, stacks_of_example_1_step_by_step);
  tcase_add_test(tc, break_reconverges_early);
  tcase_add_test(tc, spin_lock_with_yield);
  tcase_add_test(tc, spin_lock_livelocks);
  tcase_add_test(tc, spinning_majority_of_another_region_livelocks);
  tcase_add_test(tc, bsync_that_the_point_names_is_not_repeated);
  tcase_add_test(tc, guarded_bsync_leaves_the_others);
  tcase_add_test(tc, break_is_overtaken_by_whom_it_releases);
  tcase_add_test(tc, empty_point_is_dropped);
  tcase_add_test(tc, exit_releases_who_waits);
  tcase_add_test(tc, bsync_of_an_invalid_register_waits);
  tcase_add_test(tc, yield_swaps_siblings_only);
  tcase_add_test(tc, warpsync_meets_at_one_pc);
  tcase_add_test(tc, warpsync_of_all_pushes_nothing);
  tcase_add_test(tc, warpsync_takes_the_highest_register);
  tcase_add_test(tc, warpsync_at_two_pcs_goes_wrong);
  tcase_add_test(tc, warpsync_by_register);
  tcase_add_test(tc, no_redirect_while_beats_are_left);
  tcase_add_test(tc, warp_sleeps_at_cta_barrier);
  tcase_add_test(tc, release_while_another_path_runs);
  tcase_add_test(tc, yield_does_not_run_what_is_at_a_barrier);
  tcase_add_test(tc, rec_overflow);
  tcase_add_test(tc, register_beyond_bx_regs);
  tcase_add_test(tc, no_register_for_warpsync);
  tcase_add_test(tc, ws_overflow);
  tcase_add_test(tc, ws_overflow_by_groups);
  tcase_add_test(tc, two_errors_at_once);
  tcase_add_test(tc, groups_become_entries);
  tcase_add_test(tc, calls_and_returns);
  tcase_add_test(tc, common_events_take_the_documented_time);
  tcase_add_test(tc, path_order_picks_the_side);
}
int main(void) { return suite_main("wt_hanoi", add); }
