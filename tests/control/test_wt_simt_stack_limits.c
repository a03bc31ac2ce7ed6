/* test_wt_simt_stack_limits.c - control-flow unit with a reconvergence stack: what happens when it is full or a program asks
 * for what a stack cannot do; regions of BSSY and the B registers. Rule numbers: docs/blocks/control/wt_simt_stack.md.
 */
#include "tests/control/simt_stack_suite.h"

/* two nested branches: three entries after the first, five after the second */
static const insn figure[] = {BRG(8, 5, 6), BRG(6, 3, 4), BR(4), OP(NOP), BR(6), OP(NOP), BRG(0, 0, 7), OP(WT_EV_EXIT)};

/* ---- errors: S7, S15, S16, S18 ---- */
START_TEST(overflow_is_an_error_not_corruption) {
  static const char *const three[] = {"STACK_DEPTH=3", "PATH_ORDER=majority", NULL};
  run *p = start("tiny", three, figure, LEN(figure));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  prog_launch(p, 1, 8); /* one lane: never diverges */
  prog_go(p, 100, 2000);
  ck_assert_uint_eq(p->failed, 1);
  ck_assert_uint_eq(p->err_kind, WT_CFE_STACK);
  ck_assert_uint_eq(p->err_pc, 1);
  prog_expect_trace(p, "0/1111 1/0111");
  ck_assert(p->stop[0] && !(m->subcore->cfu->run & 1) && !(m->subcore->cfu->dead & 1));
  ck_assert_uint_eq(depth(m, 0), 3);
  check_warp(m, 0); /* nothing is lost: the entries are those before the branch */
  ck_assert_uint_eq(m->subcore->simt_stack.q.cur_mask[0], 7);
  ck_assert_uint_eq(p->done, 2);
  prog_finish(p);
}
END_TEST

START_TEST(overflow_by_groups_of_an_indirect_branch) {
  static const insn code[] = {OP(NOP), {.kind = WT_EV_BRX, .guard = ALL, .rpc = 5, .to = {2, 3, 4}}, BR(5), BR(5), BR(5), OP(WT_EV_EXIT)};
  static const char *const depths[][3] = {
    {"STACK_DEPTH=2", "PATH_ORDER=taken", NULL}, {"STACK_DEPTH=3", "PATH_ORDER=taken", NULL}, {"STACK_DEPTH=4", "PATH_ORDER=taken", NULL}};
  for (unsigned k = 0; k < 3; k++) {
    run *p = start("tiny", depths[k], code, LEN(code));
    prog_launch(p, 0, 15);
    prog_go(p, 100, 2000);
    if (k == 2) {
      ck_assert_uint_eq(p->done, 1);
    } else {
      ck_assert_uint_eq(p->failed, 1);
      ck_assert_uint_eq(p->err_kind, WT_CFE_STACK);
      ck_assert_uint_eq(p->err_pc, 1);
      settle(p);
      check_warp(p->b->m, 0);
    }
    prog_finish(p);
  }
}
END_TEST

/* S7: more than 254 calls deep inside a divergent region. */
START_TEST(call_depth_is_limited) {
  static const insn code[] = {BRG(3, 2, 3), OP(NOP), CALL(ALL, 2), OP(WT_EV_EXIT)};
  run *p = start("tiny", taken_first, code, LEN(code));
  p->max_calls = ~0u;
  prog_launch(p, 0, 15);
  wt_m *m = p->b->m;
  for (unsigned c = 0; c < 9000 && !p->failed; c++) {
    prog_clear(p);
    memset(p->calls, 0, sizeof p->calls); /* the interpreter's own stack of returns is not needed */
    if (!prog_issue(p, 0)) prog_idle(p);
  }
  ck_assert_uint_eq(p->failed, 1);
  ck_assert_uint_eq(p->err_kind, WT_CFE_STACK);
  ck_assert_uint_eq(p->err_pc, 2);
  ck_assert_uint_eq(m->subcore->simt_stack.q.top_depth[0], 254);
  ck_assert_uint_eq(p->ntrace, 1 + 254 + 1);
  prog_finish(p);
  /* outside of every divergent region calls are not counted */
  static const insn converged[] = {OP(NOP), CALL(ALL, 0)};
  p = start("tiny", taken_first, converged, LEN(converged));
  p->max_calls = ~0u;
  prog_launch(p, 0, 15);
  for (unsigned c = 0; c < 4000; c++) {
    prog_clear(p);
    memset(p->calls, 0, sizeof p->calls);
    if (!prog_issue(p, 0)) prog_idle(p);
  }
  ck_assert(!p->failed && p->ntrace > 600);
  prog_finish(p);
}
END_TEST

START_TEST(warpsync_needs_all_threads_on_top) {
  static const unsigned kinds[] = {WT_EV_WSYNC, WT_EV_WSYNCR};
  for (unsigned k = 0; k < 2; k++) {
    const insn code[] = {
      {.kind = kinds[k], .guard = ALL, .val = 15}, BRG(3, 3, 4), OP(WT_EV_EXIT), {.kind = kinds[k], .guard = ALL, .val = 3}, OP(NOP),
      {.kind = kinds[k], .guard = ALL, .val = 15}, BRG(1, 8, 9), OP(NOP),        {.kind = kinds[k], .guard = ALL, .val = 3}, OP(WT_EV_EXIT)};
    run *p = start("tiny", taken_first, code, LEN(code));
    prog_launch(p, 0, 15);
    prog_go(p, 100, 2000);
    /* lanes 2, 3 have exited at 5; at 8 lane 1 is missing */
    prog_expect_trace(p, "0/1111 1/1111 3/0011 2/1100 4/0011 5/0011 6/0011 8/0001");
    ck_assert_uint_eq(p->failed, 1);
    ck_assert_uint_eq(p->err_kind, WT_CFE_WSYNC);
    ck_assert_uint_eq(p->err_pc, 8);
    settle(p);
    check_warp(p->b->m, 0);
    prog_finish(p);
  }
}
END_TEST

/* ---- regions of BSSY: S15, S16 ---- */
START_TEST(regions_nest_and_break_leaves_one) {
  /* lane 0 breaks out of the inner region to 9, inside the outer one */
  static const insn code[] = {BSSY(0, 11),
                              BSSY(1, 8),
                              BRG(12, 5, NOWHERE),
                              {.kind = WT_EV_BREAK, .guard = 1, .bx = 1},
                              BRG(1, 9, NOWHERE),
                              OP(NOP),
                              OP(NOP),
                              OPB(WT_EV_BSYNC, 1),
                              OP(NOP),
                              OP(NOP),
                              OPB(WT_EV_BSYNC, 0),
                              OP(WT_EV_EXIT)};
  static const char *const set[] = {"STACK_RPC=bssy", "PATH_ORDER=taken", NULL};
  ck_assert_uint_eq(run_depth("tiny", set, code, LEN(code),
                              "0/1111 1/1111 2/1111 5/1100 6/1100 7/1100 3/0011 4/0001 9/0001 10/0001 4/0010 5/0010 "
                              "6/0010 7/0010 8/1110 9/1110 10/1110 11/1111"),
                    4);
  run *p = start("tiny", set, code, LEN(code));
  prog_launch(p, 0, 15);
  one(p, 0);
  expect_stack(p, "(-,11,1111)(11,1,1111)");
  one(p, 1);
  expect_stack(p, "(-,11,1111)(11,8,1111)(8,2,1111)");
  one(p, 2);
  expect_stack(p, "(-,11,1111)(11,8,1111)(8,3,1100)(8,5,0011)");
  for (unsigned pc = 5; pc < 8; pc++) one(p, pc);
  one(p, 3); /* the entry at 8 holds lanes 2 and 3; lane 0 will not come there */
  ck_assert_uint_eq(p->b->m->subcore->simt_stack.q.top_rpc[0], 11 * 16);
  ck_assert_uint_eq(p->b->m->subcore->simt_stack.q.cur_mask[0], 1);
  prog_finish(p);
  /* all lanes of the path break: nothing is pushed */
  static const insn whole[] = {BSSY(0, 5), BSSY(1, 4), OPB(WT_EV_BREAK, 1), BR(5), OP(NOP), OP(WT_EV_EXIT)};
  ck_assert_uint_eq(run_depth("tiny", set, whole, LEN(whole), "0/1111 1/1111 2/1111 3/1111 5/1111"), 3);
  /* the path breaks right before the end of the region around it */
  static const insn at_end[] = {BSSY(0, 3), BSSY(1, 4), {.kind = WT_EV_BREAK, .guard = 3, .bx = 1}, OP(NOP), OP(WT_EV_EXIT)};
  ck_assert_uint_eq(run_depth("tiny", set, at_end, LEN(at_end), "0/1111 1/1111 2/1111 3/1100 4/1100 3/0011 4/0011"), 4);
}
END_TEST

/* The register of the outer region is spilled, used for the inner one and filled again; BREAK finds the right region. */
START_TEST(spilled_register_still_names_its_region) {
  static const insn code[] = {BSSY(0, 9),
                              {.kind = WT_EV_BMOVR, .guard = ALL, .bx = 0, .reg = 1},
                              BSSY(0, 6),
                              BRG(3, 5, NOWHERE),
                              OP(NOP),
                              OPB(WT_EV_BSYNC, 0),
                              {.kind = WT_EV_BMOVW, .guard = ALL, .bx = 0, .reg = 1},
                              {.kind = WT_EV_BREAK, .guard = 8, .bx = 0},
                              BRG(8, 10, NOWHERE),
                              OPB(WT_EV_BSYNC, 0),
                              OP(WT_EV_EXIT)};
  static const char *const set[] = {"STACK_RPC=bssy", "PATH_ORDER=minority", NULL};
  ck_assert_uint_eq(
    run_depth("tiny", set, code, LEN(code), "0/1111 1/1111 2/1111 3/1111 4/1100 5/1100 5/0011 6/1111 7/1111 8/1000 10/1000 8/0111 9/0111 10/0111"),
    4);
}
END_TEST

START_TEST(a_region_is_entered_once) {
  /* the loop executes BSSY with the same end again: no new entry, B0 names the one in place */
  static const insn code[] = {OP(UNLOCK), BSSY(0, 6),          OP(CAS),       {.kind = WT_EV_BRA, .rpc = NOWHERE, .target = 5, .got = 1},
                              BR(0),      OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
  run *p = start("small", regions_minority, code, LEN(code));
  deepest = 0;
  p->each_cycle = note_depth;
  prog_launch(p, 0, prog_lanes(p));
  prog_go(p, MAX_TRACE, 60000);
  ck_assert_uint_eq(p->done, 1);
  ck_assert_uint_eq(deepest, 3); /* bottom, loop, and for an instruction the lane that leaves */
  ck_assert_uint_eq(p->trace[p->ntrace - 1].mask, prog_lanes(p));
  prog_finish(p);
}
END_TEST

START_TEST(regions_overflow) {
  static const char *const two[] = {"STACK_RPC=bssy", "STACK_DEPTH=2", NULL};
  static const insn code[] = {BSSY(0, 4), OP(NOP), BSSY(1, 3), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start("tiny", two, code, LEN(code));
  prog_launch(p, 0, 15);
  prog_go(p, 100, 1000);
  ck_assert_uint_eq(p->failed, 1);
  ck_assert_uint_eq(p->err_kind, WT_CFE_STACK);
  ck_assert_uint_eq(p->err_pc, 2);
  prog_finish(p);
  /* room for the regions, none for a part that breaks */
  static const char *const three[] = {"STACK_RPC=bssy", "STACK_DEPTH=3", NULL};
  static const insn brk[] = {BSSY(0, 4), BSSY(1, 3), {.kind = WT_EV_BREAK, .guard = 1, .bx = 1}, OP(NOP), OP(WT_EV_EXIT)};
  p = start("tiny", three, brk, LEN(brk));
  prog_launch(p, 0, 15);
  prog_go(p, 100, 1000);
  ck_assert_uint_eq(p->failed, 1);
  ck_assert_uint_eq(p->err_pc, 2);
  prog_finish(p);
  /* and none for the lanes that do not execute a barrier */
  static const char *const plain[] = {"STACK_DEPTH=2", NULL};
  static const insn bar[] = {BRG(3, 2, 3), OP(NOP), {.kind = WT_EV_BAR, .guard = 1}, OP(WT_EV_EXIT)};
  p = start("tiny", plain, bar, LEN(bar));
  prog_launch(p, 0, 7);
  prog_go(p, 100, 1000);
  ck_assert_uint_eq(p->failed, 1);
  prog_finish(p);
}
END_TEST

/* With STACK_RPC=ipdom B registers only store. */
START_TEST(b_registers_are_storage) {
  static const insn code[] = {BSSY(2, 7),
                              {.kind = WT_EV_BMOVR, .guard = ALL, .bx = 2, .reg = 0},
                              {.kind = WT_EV_BMOVW, .guard = ALL, .bx = 2, .reg = 1},
                              {.kind = WT_EV_BMOVR, .guard = ALL, .bx = 2, .reg = 2},
                              {.kind = WT_EV_BMOVR, .guard = ALL, .bx = 2, .reg = 3},
                              OPB(WT_EV_BREAK, 2),
                              OPB(WT_EV_BSYNC, 2),
                              OP(WT_EV_EXIT)};
  run *p = start("tiny", NULL, code, LEN(code));
  prog_launch(p, 0, 15);
  for (unsigned l = 0; l < 4; l++) p->reg[0][1][l] = 5, p->reg[0][0][l] = 9;
  prog_go(p, 100, 1000);
  ck_assert_uint_eq(p->done, 1);
  for (unsigned l = 0; l < 4; l++) ck_assert(p->reg[0][0][l] == 0 && p->reg[0][2][l] == 5 && p->reg[0][3][l] == 0);
  prog_finish(p);
}
END_TEST

/* S2: without .CLEAR the register stays. S23: what the outputs show of the selected warp. */
START_TEST(a_register_is_cleared_only_if_asked) {
  static const insn code[] = {{.kind = WT_EV_BMOVW, .guard = ALL, .bx = 2, .reg = 1}, BRG(3, 3, 4), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start("tiny", NULL, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 7); /* lane 3 does not exist */
  for (unsigned l = 0; l < 4; l++) p->reg[0][1][l] = 5;
  one(p, 0);
  one(p, 1);
  for (unsigned clear = 0; clear < 2; clear++) {
    prog_clear(p);
    m->subcore->issue.o = (wt_issue_out){.ev_valid = 1, .ev_kind = WT_EV_BMOVR, .ev_mask = 3, .ev_bx = 2, .ev_val = clear, .ev_pc = 32};
    prog_clock(p);
    prog_clear(p);
    m->subcore->sched.o.sel_valid = 1;
    uop_put_lo(m->subcore->ibuffer.o.uop, UINT64_C(2) << 24);
    prog_clock(p);
    ck_assert_uint_eq(m->subcore->cfu->bx_val, clear ? 0 : 5);
    ck_assert(m->subcore->cfu->mask == 3 && m->subcore->cfu->live == 7 && m->subcore->cfu->split == 2 && !m->subcore->cfu->forced);
    prog_clear(p);
    prog_clock(p);
    ck_assert(!m->subcore->cfu->mask && !m->subcore->cfu->live && !m->subcore->cfu->split && !m->subcore->cfu->bx_val);
  }
  prog_finish(p);
}
END_TEST

/* S4, S14: the other side stands behind the EXIT: its instructions are buffered. */
START_TEST(what_follows_an_exit_is_buffered) {
  static const char *const other_first[] = {"PATH_ORDER=minority", NULL};
  static const insn code[] = {BRG(3, 2, NOWHERE), OP(WT_EV_EXIT), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start("tiny", other_first, code, LEN(code));
  prog_launch(p, 0, 15);
  one(p, 0);
  prog_clear(p);
  ck_assert(prog_issue(p, 0));
  for (unsigned i = 0; i < 10; i++) {
    ck_assert(!p->b->m->subcore->cfu->redir_valid);
    prog_clear(p), prog_clock(p);
  }
  prog_go(p, 100, 1000);
  prog_expect_trace(p, "0/1111 1/1100 2/0011 3/0011");
  prog_finish(p);
}
END_TEST

/* S8: the lanes that an EXIT leaves are at the meeting point with the next instruction. */
START_TEST(who_is_left_by_an_exit_joins) {
  static const insn code[] = {BRG(3, 2, 3), BR(3), {.kind = WT_EV_EXIT, .guard = 1}, OP(NOP), OP(WT_EV_EXIT)};
  run_depth("tiny", taken_first, code, LEN(code), "0/1111 2/0011 1/1100 3/1110 4/1110");
}
END_TEST

/* S12: lanes 2 and 3 return from g and call f, lanes 0 and 1 jump into f: they meet there and return to two places. */
START_TEST(a_return_to_another_place_does_not_join) {
  static const insn code[] = {
    CALL(ALL, 4), CALL(ALL, 6),         OP(NOP),  OP(WT_EV_EXIT), BRG(3, 6, 6), {.kind = WT_EV_RET, .guard = ALL, .rpc = NOWHERE},
    OP(NOP),      BRG(1, 9, AT_RETURN), RET(ALL), RET(ALL)};
  run *p = start("tiny", majority, code, LEN(code));
  prog_launch(p, 0, 15);
  prog_go(p, 6, 1000);
  ck_assert(p->trace[4].pc == 6 && p->trace[4].mask == 15);
  prog_go(p, 100, 4000);
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, a_register_is_cleared_only_if_asked);
  tcase_add_test(tc, what_follows_an_exit_is_buffered);
  tcase_add_test(tc, who_is_left_by_an_exit_joins);
  tcase_add_test(tc, a_return_to_another_place_does_not_join);
  tcase_add_test(tc, overflow_is_an_error_not_corruption);
  tcase_add_test(tc, overflow_by_groups_of_an_indirect_branch);
  tcase_add_test(tc, call_depth_is_limited);
  tcase_add_test(tc, warpsync_needs_all_threads_on_top);
  tcase_add_test(tc, regions_nest_and_break_leaves_one);
  tcase_add_test(tc, spilled_register_still_names_its_region);
  tcase_add_test(tc, a_region_is_entered_once);
  tcase_add_test(tc, regions_overflow);
  tcase_add_test(tc, b_registers_are_storage);
}
int main(void) { return suite_main("wt_simt_stack_limits", add); }
