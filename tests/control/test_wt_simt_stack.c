/* test_wt_simt_stack.c - control-flow unit with a reconvergence stack: the text book's tables, depth of generated
 * programs, calls, regions of BSSY, errors, timing; random programs checked lane by lane; random events.
 * Rule numbers: docs/blocks/control/wt_simt_stack.md.
 */
#include "tests/control/simt_stack_suite.h"

/* ---- TV-01, TV-02: blocks A to G of the figure are instructions 0 to 6, its thread 1 is lane 0 ---- */
enum { A, B, C, D, E, F, G };
static const insn figure[] = {BRG(8, F, G), BRG(6, D, E), BR(E), OP(NOP), BR(G), OP(NOP), BRG(0, A, 7), OP(WT_EV_EXIT)};

START_TEST(tables_of_the_figure) {
  run *p = start("tiny", majority, figure, LEN(figure));
  prog_launch(p, 0, 15);
  expect_stack(p, "(-,0,1111)");
  one(p, A); /* the outer branch has the majority on top, the inner one the minority */
  expect_stack(p, "(-,6,1111)(6,5,0001)(6,1,1110)");
  p->b->m->gpu->cfg.order = WT_PATH_ORDER_minority;
  one(p, B);
  expect_stack(p, "(-,6,1111)(6,5,0001)(6,4,1110)(4,3,0110)(4,2,1000)");
  ck_assert_uint_eq(depth(p->b->m, 0), 5);
  one(p, C);
  expect_stack(p, "(-,6,1111)(6,5,0001)(6,4,1110)(4,3,0110)");
  one(p, D);
  expect_stack(p, "(-,6,1111)(6,5,0001)(6,4,1110)");
  one(p, E);
  expect_stack(p, "(-,6,1111)(6,5,0001)");
  one(p, F);
  expect_stack(p, "(-,6,1111)");
  one(p, G);
  prog_clear(p);
  one(p, 7);
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
  ck_assert_uint_eq(run_depth("tiny", minority, figure, LEN(figure), "0/1111 5/1000 1/0111 2/0001 3/0110 4/0111 6/1111 7/1111"), 4);
  ck_assert_uint_eq(run_depth("tiny", majority, figure, LEN(figure), "0/1111 1/0111 3/0110 2/0001 4/0111 5/1000 6/1111 7/1111"), 5);
}
END_TEST

START_TEST(a_branch_that_all_take_skips_a_path) {
  static const insn all_to_f[] = {BRG(15, F, G), BRG(6, D, E), BR(E), OP(NOP), BR(G), OP(NOP), BRG(0, A, 7), OP(WT_EV_EXIT)};
  ck_assert_uint_eq(run_depth("tiny", majority, all_to_f, LEN(all_to_f), "0/1111 5/1111 6/1111 7/1111"), 1);
}
END_TEST

/* ---- TV-03: depth of generated programs, 32 lanes ---- */
static insn gen[512];
static unsigned emit(unsigned at, insn i) { return gen[at] = i, at + 1; }

/* Level k sends lane k to P_k; all levels meet at points of their own: J_k. */
static unsigned peel(void) {
  enum { N = 31 };
  unsigned n = 0;
  for (unsigned k = 0; k < N; k++) n = emit(n, (insn)BRG(UINT64_C(1) << k, N + 1 + k, 2 * N + 1 + (N - 1 - k))); /* to P_k, meets at J_k */
  n = emit(n, (insn)BR(2 * N + 1));
  for (unsigned k = 0; k < N; k++) n = emit(n, (insn)BR(2 * N + 1 + (N - 1 - k)));
  for (unsigned k = 0; k < N; k++) n = emit(n, (insn)OP(NOP)); /* J_30 ... J_0 */
  return emit(n, (insn)OP(WT_EV_EXIT));
}

/* Every level splits its lanes in halves. */
static unsigned tree(unsigned n, unsigned lo, unsigned lanes) {
  if (lanes == 1) return emit(n, (insn)OP(NOP));
  unsigned branch = n, left, jump, half = lanes / 2;
  left = tree(n + 1, lo, half);
  jump = left;
  unsigned right = jump + 1, end = tree(right, lo + half, half);
  gen[jump] = (insn)BR(end);
  gen[branch] = (insn)BRG(wt_mask64(half) << (lo + half), right, end);
  return emit(end, (insn)OP(NOP));
}

/* Level k sends lane k to P_k; all meet at the same place. */
static unsigned else_if(void) {
  enum { N = 31 };
  unsigned n = 0, meet = 2 * N + 1;
  for (unsigned k = 0; k < N; k++) n = emit(n, (insn)BRG(UINT64_C(1) << k, N + 1 + k, meet));
  n = emit(n, (insn)BR(meet));
  for (unsigned k = 0; k < N; k++) n = emit(n, (insn)BR(meet));
  return emit(n, (insn)OP(WT_EV_EXIT));
}

START_TEST(depth_of_generated_programs) {
  unsigned n = peel();
  ck_assert_uint_eq(run_depth("small", minority, gen, n, NULL), 33);
  ck_assert_uint_eq(run_depth("small", majority, gen, n, NULL), 63);
  n = tree(0, 0, 32);
  n = emit(n, (insn)OP(WT_EV_EXIT));
  ck_assert_uint_eq(run_depth("small", minority, gen, n, NULL), 11);
  ck_assert_uint_eq(run_depth("small", majority, gen, n, NULL), 11);
  n = else_if();
  ck_assert_uint_eq(run_depth("small", minority, gen, n, NULL), 3);
  ck_assert_uint_eq(run_depth("small", majority, gen, n, NULL), 33);
}
END_TEST

/* One lane leaves a loop in every round: the guard is the lanes that have not won the lock yet. */
START_TEST(a_loop_does_not_grow_the_stack) {
  static const insn loop[] = {OP(UNLOCK), OP(CAS), {.kind = WT_EV_BRA, .rpc = 4, .target = 4, .got = 1}, BR(0), OP(WT_EV_EXIT)};
  ck_assert_uint_eq(run_depth("small", majority, loop, LEN(loop), NULL), 2);
  ck_assert_uint_eq(run_depth("small", minority, loop, LEN(loop), NULL), 2);
}
END_TEST

/* ---- TV-04: the lock is never released, only the losers run ---- */
static const insn spin[] = {OP(NOP), OP(CAS), {.kind = WT_EV_BRA, .rpc = 4, .target = 4, .got = 1}, BR(1), OP(NOP), OP(UNLOCK), OP(WT_EV_EXIT)};
START_TEST(spin_lock_never_ends) {
  static const insn region[] = {BSSY(0, 4), OP(CAS),       {.kind = WT_EV_BRA, .rpc = NOWHERE, .target = 4, .got = 1}, BR(1), OP(NOP),
                                OP(UNLOCK), OP(WT_EV_EXIT)};
  static const char *const *const sets[] = {majority, minority, taken_first, bssy};
  for (unsigned k = 0; k < LEN(sets); k++) {
    run *p = start("tiny", sets[k], spin, LEN(spin));
    if (k == 3) p->code = region; /* without it the branch has no meeting point */
    prog_launch(p, 0, 15);
    prog_go(p, 1000, 20000);
    ck_assert_uint_eq(p->ntrace, 1000);
    ck_assert(p->trace[0].mask == 15 && p->trace[1].mask == 15 && p->trace[2].mask == 15);
    for (unsigned i = 3; i < 1000; i++) ck_assert(p->trace[i].pc >= 1 && p->trace[i].pc <= 3 && p->trace[i].mask == 7);
    ck_assert(!p->done && !p->b->m->subcore->cfu->dead);
    ck_assert_uint_eq(depth(p->b->m, 0), 2);
    prog_finish(p);
  }
}
END_TEST

/* ---- calls ---- */
/* S6, attribute depth: lanes that recurse pass the meeting point of the branch one and two calls deeper. */
START_TEST(recursion_meets_at_its_own_depth) {
  /* 0 call f; 1 exit; f: 2 nop; 3 lanes 0,1 (first visit), then lane 0 call f; 4 nop (meeting point); 5 ret */
  static const insn code[] = {CALL(ALL, 2), OP(WT_EV_EXIT), OP(NOP), {.kind = WT_EV_CALL, .guard = 3, .target = 2, .rpc = 4}, OP(NOP), RET(ALL)};
  run *p = start("tiny", majority, code, LEN(code));
  p->max_calls = 3; /* lanes 0 and 1: three calls deep, the others one */
  prog_launch(p, 0, 15);
  prog_go(p, 100, 3000);
  prog_expect_trace(p, "0/1111 2/1111 3/1111 2/0011 3/0011 2/0011 3/0011 4/0011 5/0011 4/0011 5/0011 4/1111 5/1111 1/1111");
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST

/* S12: the sides of a branch whose post-dominator is the return meet behind the call. */
START_TEST(paths_meet_where_the_function_returns) {
  static const insn code[] = {CALL(ALL, 3),         OP(NOP),  OP(WT_EV_EXIT), BRG(3, 6, AT_RETURN), OP(NOP), RET(ALL),
                              BRG(1, 8, AT_RETURN), RET(ALL), RET(ALL)};
  ck_assert_uint_eq(run_depth("tiny", taken_first, code, LEN(code), "0/1111 3/1111 6/0011 8/0001 7/0010 4/1100 5/1100 1/1111 2/1111"), 4);
  run *p = start("tiny", taken_first, code, LEN(code));
  prog_launch(p, 0, 15);
  one(p, 0);
  one(p, 3);
  expect_stack(p, "(-,ret,1111)(ret,4,0011)(ret,6,1100)");
  one(p, 6); /* no entry of its own: the enclosing return point serves */
  expect_stack(p, "(-,ret,1111)(ret,4,0011)(ret,7,0100)(ret,8,1000)");
  one(p, 8);
  expect_stack(p, "(-,1,1111)(ret,4,0011)(ret,7,0100)");
  prog_finish(p);
}
END_TEST

/* A return whose guard some lanes do not pass, and a call of some lanes: they meet behind the call. */
START_TEST(guarded_call_and_return) {
  static const insn code[] = {{.kind = WT_EV_CALL, .guard = 14, .target = 3, .rpc = 1}, OP(NOP), OP(WT_EV_EXIT), RET(12), OP(NOP), RET(ALL)};
  ck_assert_uint_eq(run_depth("tiny", majority, code, LEN(code), "0/1111 3/1110 4/0010 5/0010 1/1111 2/1111"), 4);
}
END_TEST

/* S12: lanes called from two places meet in the function and return to both; the later target does not join. */
START_TEST(one_function_returns_to_two_places) {
  /* lanes 0,1 call from 1, lanes 2,3 from 3; both meet at 7 in f (a wrong meeting point for a compiler, a legal one here) */
  static const insn code[] = {BRG(12, 3, 8), CALL(ALL, 5), BR(8), CALL(ALL, 5), BR(8), BRG(5, 7, AT_RETURN), OP(NOP), RET(ALL), OP(WT_EV_EXIT)};
  ck_assert_uint_eq(
    run_depth("tiny", majority, code, LEN(code), "0/1111 3/1100 5/1100 7/0100 6/1000 7/1000 4/1100 1/0011 5/0011 7/0001 6/0010 7/0010 2/0011 8/1111"),
    5);
  /* both groups in one return: the lanes were brought together by a meeting point inside the function */
  static const insn mixed[] = {BRG(12, 3, 5), CALL(ALL, 5), BR(7), CALL(ALL, 5), BR(7), BRG(9, 6, AT_RETURN), RET(ALL), OP(WT_EV_EXIT)};
  run *p = start("tiny", taken_first, mixed, LEN(mixed));
  prog_launch(p, 0, 15);
  prog_go(p, 100, 3000);
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST

START_TEST(indirect_branch_meets_again) {
  static const insn code[] = {{.kind = WT_EV_BRX, .guard = 7, .rpc = 5, .to = {3, 4, 5}}, OP(NOP), BR(5), BR(5), BR(5), OP(WT_EV_EXIT)};
  /* lane 0 to 3, lane 1 to 4, lane 2 to the meeting point, lane 3 falls through; taken first: lower lanes first */
  ck_assert_uint_eq(run_depth("tiny", taken_first, code, LEN(code), "0/1111 3/0001 4/0010 1/1000 2/1000 5/1111"), 4);
  static const insn calls[] = {{.kind = WT_EV_CALLX, .guard = 7, .rpc = 1, .to = {3, 4, 5}}, OP(NOP), OP(WT_EV_EXIT), RET(ALL), RET(ALL), RET(ALL)};
  ck_assert_uint_eq(run_depth("tiny", taken_first, calls, LEN(calls), "0/1111 3/0001 4/0010 5/0100 1/1111 2/1111"), 4);
  static const insn uniform[] = {{.kind = WT_EV_CALLX, .guard = ALL, .rpc = 1, .to = {3, 3, 3}}, OP(NOP), OP(WT_EV_EXIT), RET(ALL)};
  ck_assert_uint_eq(run_depth("tiny", taken_first, uniform, LEN(uniform), "0/1111 3/1111 1/1111 2/1111"), 1);
}
END_TEST

/* ---- exits ---- */
START_TEST(exits_drop_entries) {
  /* the taken side exits in part, then wholly; the other side runs on alone past the meeting point */
  static const insn code[] = {BRG(3, 3, 6), OP(NOP), BR(6), {.kind = WT_EV_EXIT, .guard = 5}, BRG(2, 5, 6), OP(WT_EV_EXIT), OP(WT_EV_EXIT)};
  ck_assert_uint_eq(run_depth("tiny", taken_first, code, LEN(code), "0/1111 3/0011 4/0010 5/0010 1/1100 2/1100 6/1100"), 3);
  /* all lanes of a nest exit inside: empty entries are passed over */
  static const insn nest[] = {BRG(3, 2, 7), BRG(4, 6, 7), BRG(1, 4, 5), OP(WT_EV_EXIT), OP(WT_EV_EXIT), OP(NOP), OP(WT_EV_EXIT), OP(NOP)};
  ck_assert_uint_eq(run_depth("tiny", taken_first, nest, 7, "0/1111 2/0011 4/0001 3/0010 1/1100 6/0100 2/1000 3/1000"), 5);
}
END_TEST

/* ---- CTA barriers: S9, S20 ---- */
START_TEST(warp_sleeps_at_cta_barrier) {
  static const insn code[] = {OPB(WT_EV_BAR, 5), OP(WT_EV_EXIT)};
  run *p = start("tiny", NULL, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  one(p, 0);
  ck_assert(!(m->subcore->cfu->run & 1) && !m->subcore->cfu->dead && p->bars == 4 && !p->stop[0]);
  prog_release(p, 0, 5);
  ck_assert(m->subcore->cfu->run & 1); /* its instructions are still buffered */
  prog_go(p, 100, 1000);
  prog_expect_trace(p, "0/1111 1/1111");
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST

START_TEST(barrier_inside_divergence_is_dead) {
  static const insn code[] = {BRG(3, 2, 3), BR(3), OPB(WT_EV_BAR, 5), OP(WT_EV_EXIT)};
  run *p = start("tiny", taken_first, code, LEN(code));
  prog_launch(p, 0, 15);
  prog_go(p, 100, 1000);
  prog_expect_trace(p, "0/1111 2/0011");
  ck_assert(p->b->m->subcore->cfu->dead == 1 && p->bars == 2 && !(p->b->m->subcore->cfu->run & 1));
  /* if the barrier completes after all, the path joins at its meeting point first */
  prog_release(p, 0, 5);
  prog_go(p, 100, 1000);
  prog_expect_trace(p, "0/1111 2/0011 1/1100 3/1111");
  ck_assert_uint_eq(p->b->m->subcore->cfu->dead, 0);
  prog_finish(p);
}
END_TEST

START_TEST(guarded_barriers_of_both_sides) {
  static const insn code[] = {OP(NOP), {.kind = WT_EV_BAR, .guard = 3, .bx = 1}, {.kind = WT_EV_BAR, .guard = 12, .bx = 1}, OP(NOP), OP(WT_EV_EXIT)};
  run *p = start("tiny", taken_first, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  prog_go(p, 3, 1000);
  settle(p);
  ck_assert(p->bars == 4 && !m->subcore->cfu->dead && !(m->subcore->cfu->run & 1));
  wt_path path[WT_MAX_PATHS];
  ck_assert_int_eq(wt_simt_stack_paths(&m->subcore->simt_stack, 0, path), 2);
  ck_assert(path[0].kind == WT_PATH_BAR && path[0].mask == 12 && path[0].pc == 48 && path[1].kind == WT_PATH_BAR && path[1].mask == 3 &&
            path[1].pc == 32);
  prog_release(p, 0, 1);
  prog_go(p, 100, 1000);
  prog_expect_trace(p, "0/1111 1/1111 2/1100 3/1100 4/1100 2/0011 3/0011 4/0011");
  prog_finish(p);
  /* the lanes above the waiting ones end: the warp sleeps with nothing on top */
  static const insn ends[] = {{.kind = WT_EV_BAR, .guard = 3, .bx = 1}, {.kind = WT_EV_EXIT, .guard = 12}, OP(WT_EV_EXIT)};
  p = start("tiny", taken_first, ends, LEN(ends));
  m = p->b->m;
  prog_launch(p, 0, 15);
  prog_go(p, 2, 1000);
  settle(p);
  ck_assert(p->stop[0] && !m->subcore->cfu->dead && !(m->subcore->cfu->run & 1) && !p->done);
  prog_release(p, 0, 1);
  prog_go(p, 100, 1000);
  prog_expect_trace(p, "0/1111 1/1100 1/0011 2/0011");
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST

/* ---- timing, S13, S19 ---- */
START_TEST(common_events_are_quick) {
  static const insn code[] = {BR(2), OP(NOP), OPB(WT_EV_BSYNC, 3), BRG(3, 6, 7), OP(NOP), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start("tiny", majority, code, LEN(code));
  wt_m *m = p->b->m;
  const wt_cfu_out *o = m->subcore->cfu;
  prog_launch(p, 0, 15);
  prog_clear(p);
  ck_assert(prog_issue(p, 0)); /* t: uniform branch */
  ck_assert(o->redir_valid && o->redir_pc == 32 && o->idle && !(o->run & 1));
  prog_clear(p), prog_clock(p);
  ck_assert(!o->redir_valid && (o->run & 1));
  ck_assert(prog_issue(p, 0)); /* BSYNC: nothing to do */
  ck_assert(!o->redir_valid && o->idle && (o->run & 1));
  prog_clear(p);
  ck_assert(prog_issue(p, 0)); /* split with two entries, taken side first */
  ck_assert(!o->idle && !(o->run & 1));
  prog_clear(p), prog_clock(p); /* t + 2 */
  ck_assert(o->redir_valid && o->redir_pc == 96 && !o->idle);
  prog_clear(p), prog_clock(p);
  ck_assert(o->idle && (o->run & 1));
  ck_assert(prog_issue(p, 0)); /* moves on to the meeting point; the other path is next */
  ck_assert(!o->idle && !(o->run & 1));
  for (unsigned i = 0; i < 3; i++) prog_clear(p), prog_clock(p);
  ck_assert(o->redir_valid && o->redir_pc == 64 && o->idle && !(o->run & 1)); /* t + 4 */
  prog_clear(p), prog_clock(p);
  ck_assert(o->run & 1);
  for (unsigned i = 0; i < 2; i++) prog_clear(p), ck_assert(prog_issue(p, 0));
  prog_clear(p);
  ck_assert(prog_issue(p, 0)); /* the last lanes arrive: on at the same place */
  for (unsigned i = 0; i < 3; i++) ck_assert(!o->redir_valid && !(o->run & 1)), prog_clear(p), prog_clock(p);
  ck_assert(!o->redir_valid && o->idle && (o->run & 1));
  prog_clear(p);
  ck_assert(prog_issue(p, 0)); /* exit of the last lanes */
  for (unsigned i = 0; i < 2; i++) ck_assert(!o->done_valid), prog_clear(p), prog_clock(p);
  ck_assert(o->done_valid && o->redir_valid && o->redir_stop && o->idle);
  prog_finish(p);
}
END_TEST

START_TEST(later_beats_keep_their_mask) {
  static const insn code[] = {BRG(3, 2, 3), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start("tiny", majority, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  one(p, 0);
  prog_clear(p);
  ck_assert(prog_issue(p, 0)); /* lanes 0 and 1 arrive */
  for (unsigned i = 0; i < 9; i++) {
    prog_clear(p);
    m->subcore->sched.o.busy = 1;
    m->subcore->sched.o.sel_valid = 1;
    prog_clock(p);
    ck_assert(m->subcore->cfu->mask == 3 && !m->subcore->cfu->redir_valid && !m->subcore->cfu->idle && !(m->subcore->cfu->run & 1));
  }
  m->subcore->sched.o.busy = 0;
  prog_clear(p);
  prog_go(p, 100, 1000);
  prog_expect_trace(p, "0/1111 2/0011 1/1100 2/1100 3/1111");
  prog_finish(p);
}
END_TEST

/* Both warps arrive while the machine is busy with the other one's branch; a release waits until both are served. */
START_TEST(arrivals_wait_for_the_machine) {
  static const insn code[] = {BRG(3, 2, 3), OP(NOP), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start("tiny", majority, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  prog_launch(p, 1, 15);
  one(p, 0);
  prog_clear(p);
  ck_assert(prog_issue(p, 1)); /* starts the machine */
  prog_clear(p);
  ck_assert(prog_issue(p, 0)); /* warp 0 arrives meanwhile */
  ck_assert(m->subcore->simt_stack.q.to_join == 1 && !(m->subcore->cfu->run & 1) && !m->subcore->cfu->idle);
  m->sm->ctabar.o.rel_valid = 1, m->sm->ctabar.o.rel_warp = 1;
  for (unsigned i = 0; i < 4; i++) {
    prog_clear(p), prog_clock(p);
    ck_assert(!m->subcore->cfu->rel_ack);
  }
  while (!m->subcore->cfu->rel_ack) prog_clear(p), prog_clock(p);
  ck_assert_uint_eq(m->subcore->simt_stack.q.to_join, 0);
  prog_clear(p), prog_clock(p);
  m->sm->ctabar.o = (wt_ctabar_out){0};
  prog_go(p, 100, 2000);
  prog_expect_trace(p, "0/1111 2/0011 1/1100 2/1100 3/1111 4/1111");
  prog_finish(p);
}
END_TEST

/* ---- random programs: every lane issues exactly its own instructions and ends ---- */
static void live_on(const char *preset, const char *const *set, unsigned programs, int how) {
  wt_rng r = {77};
  uint64_t issues = 0, lanes = 0;
  for (unsigned k = 0; k < programs; k++) {
    insn code[60];
    unsigned n = 8 + wt_below(&r, 52);
    prog_random(code, n, &r, how);
    run *p = start(preset, set, code, n);
    p->max_calls = 4;
    for (unsigned w = 0; w < 2 && w < p->b->shape.SLOTS; w++) prog_launch(p, w, prog_lanes(p) >> (k & 1));
    prog_go(p, ~0u, 600000);
    ck_assert_msg(!p->failed, "program %u: error %u at %u", k, p->err_kind, p->err_pc);
    ck_assert_msg(p->done == p->launched, "program %u does not end", k);
    ck_assert_uint_eq(p->b->m->subcore->cfu->dead, 0);
    for (unsigned i = 0; i < p->ntrace; i++) issues++, lanes += wt_popcount(p->trace[i].mask);
    prog_finish(p);
  }
  ck_assert_uint_gt(lanes, issues); /* paths do meet */
}
START_TEST(random_programs_end) {
  static const char *const deep[] = {"STACK_DEPTH=127", NULL}, *const mino[] = {"STACK_DEPTH=127", "PATH_ORDER=minority", NULL},
                           *const tak[] = {"STACK_DEPTH=100", "PATH_ORDER=taken", "WARP_SIZE=8", "LANES=4", NULL},
                           *const regions[] = {"STACK_DEPTH=127", "STACK_RPC=bssy", NULL}, *const regions8[] = {"STACK_DEPTH=127",  "STACK_RPC=bssy",
                                                                                                                "PATH_ORDER=taken", "WARP_SIZE=8",
                                                                                                                "LANES=8",          NULL};
  live_on("tiny", deep, 60, R_POSTDOM);
  live_on("tiny", mino, 30, R_POSTDOM);
  live_on("tiny", tak, 30, R_POSTDOM);
  live_on("small", deep, 8, R_POSTDOM);
  live_on("tiny", deep, 60, R_ANY); /* wrong reconvergence points cost meetings, not lanes */
  live_on("tiny", mino, 30, R_ANY);
  live_on("tiny", regions, 60, R_POSTDOM);
  live_on("tiny", regions8, 30, R_POSTDOM);
}
END_TEST

/* ---- random events ---- */
static void random_checked(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = suite_open("simt_stack", preset, set, 5);
  uint64_t launched = 0;
  for (unsigned c = 0; c < cycles; c++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    SUITE_CYCLE(b);
    if (b->m->subcore->cfu->launch_ack) launched |= UINT64_C(1) << b->m->subcore->simt_stack.q.at_warp;
    check_invariants(b->m, launched);
  }
  wt_bench_close(b);
}
static const char *const eight[] = {"WARP_SIZE=8", "LANES=4", "BX_REGS=5", "STACK_DEPTH=10", NULL};
START_TEST(random_events_keep_the_invariants) {
  random_checked("tiny", NULL, 60000);
  random_checked("tiny", eight, 60000);
  random_checked("tiny", regions_minority, 60000);
  random_checked("tiny", taken_first, 60000);
  random_checked("small", bssy, 30000);
}
END_TEST
START_TEST(twins_agree_on_random_events) {
  static const char *const one_warp[] = {"WARPS=1", "BX_REGS=1", "STACK_DEPTH=2", "STACK_RPC=bssy", NULL},
                           *const two[] = {"WARP_SIZE=2", "LANES=2", "REGS=256", "STACK_DEPTH=127", NULL},
                           *const many[] = {"WARPS=48", "STACK_DEPTH=33", NULL},
                           *const wide[] = {"WARP_SIZE=64", "STACK_DEPTH=127", "STACK_RPC=bssy", NULL},
                           *const taken_regions[] = {"STACK_RPC=bssy", "PATH_ORDER=taken", "STACK_DEPTH=5", NULL};
  suite_random_all("simt_stack", 20000);
  suite_random("simt_stack", "tiny", eight, 40000);
  suite_random("simt_stack", "tiny", regions_minority, 40000);
  suite_random("simt_stack", "tiny", taken_regions, 40000);
  suite_random("simt_stack", "tiny", one_warp, 20000);
  suite_random("simt_stack", "tiny", two, 20000);
  suite_random("simt_stack", "small", bssy, 20000);
  suite_random("simt_stack", "small", many, 10000);
  suite_random("simt_stack", "small", wide, 10000);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, tables_of_the_figure);
  tcase_add_test(tc, a_branch_that_all_take_skips_a_path);
  tcase_add_test(tc, depth_of_generated_programs);
  tcase_add_test(tc, a_loop_does_not_grow_the_stack);
  tcase_add_test(tc, spin_lock_never_ends);
  tcase_add_test(tc, recursion_meets_at_its_own_depth);
  tcase_add_test(tc, paths_meet_where_the_function_returns);
  tcase_add_test(tc, guarded_call_and_return);
  tcase_add_test(tc, one_function_returns_to_two_places);
  tcase_add_test(tc, indirect_branch_meets_again);
  tcase_add_test(tc, exits_drop_entries);
  tcase_add_test(tc, warp_sleeps_at_cta_barrier);
  tcase_add_test(tc, barrier_inside_divergence_is_dead);
  tcase_add_test(tc, guarded_barriers_of_both_sides);
  tcase_add_test(tc, common_events_are_quick);
  tcase_add_test(tc, later_beats_keep_their_mask);
  tcase_add_test(tc, arrivals_wait_for_the_machine);
  tcase_add_test(tc, random_programs_end);
  tcase_add_test(tc, random_events_keep_the_invariants);
  tcase_add_test(tc, twins_agree_on_random_events);
}
int main(void) { return suite_main("wt_simt_stack", add); }
