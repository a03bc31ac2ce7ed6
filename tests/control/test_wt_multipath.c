/* test_wt_multipath.c - control-flow unit with split and reconvergence tables: the book's worked examples, calls, EXIT, barriers, overflow, and
 * random programs in which every lane is followed. Rule numbers: docs/blocks/control/wt_multipath.md.
 */
#include "control/wt_multipath.h"

#include "spec/wt_paths.h"

#define CFU_STEM "multipath"
#define CFU_MASK(m, w) ((m)->subcore->multipath.q.cur_mask[w])
#define CFU_WAITS(m) ((m)->subcore->multipath.q.state == WT_MP_WAIT)
#define CFU_WARP(m) ((m)->subcore->multipath.q.at_warp)
#define CFU_TARGETS(m) ((m)->subcore->multipath.q.state == WT_MP_TGT)
#include "tests/control/cfu_prog.h"

static const char *const fifo[] = {"PATH_POLICY=oldest", "PATH_ORDER=minority", NULL};
static const char *const turns[] = {"PATH_POLICY=rr", "PATH_SWITCH=every", "PATH_ORDER=taken", NULL};
static const char *const turns_orec[] = {"PATH_POLICY=rr", "PATH_SWITCH=every", "PATH_ORDER=taken", "OREC=1", NULL};

/* ---- R30: between events every live lane is in exactly one split or has arrived at one point; a running path is never empty ---- */
static void check_lanes(const wt_m *m, uint64_t launched) {
  for (uint64_t s = launched; s; s &= s - 1) {
    unsigned w = wt_lowest(s), used[2];
    wt_path p[WT_MAX_PATHS];
    int n = wt_multipath_paths(&m->subcore->multipath, w, p);
    uint64_t seen = 0;
    for (int i = 0; i < n; i++) {
      ck_assert_msg(p[i].mask != 0, "warp %u: empty path %d", w, i);
      ck_assert_msg(!(seen & p[i].mask), "warp %u: path %d shares lanes", w, i);
      ck_assert_msg(!(p[i].need & p[i].mask), "warp %u: path %d waits for itself", w, i);
      seen |= p[i].mask;
    }
    if (n >= 0) ck_assert_msg(seen == (~m->subcore->multipath.q.finished[w] & wt_mask64(m->S->SLOT_LANES)), "warp %u: lanes are lost", w);
    wt_multipath_occupancy(&m->subcore->multipath, w, used);
    ck_assert_uint_le(used[0], m->S->SLOT_LANES);
    ck_assert_uint_le(used[1], m->S->RT_DEPTH);
  }
}

static run *begin(const char *const *set, const insn *code, unsigned n) {
  run *p = prog_start("tiny", set, 1, code, n);
  p->each_cycle = check_lanes;
  prog_launch(p, 0, 15);
  return p;
}
static void example(const char *const *set, const insn *code, unsigned n, const char *golden) {
  run *p = begin(set, code, n);
  prog_go(p, 200, 8000);
  prog_expect_trace(p, golden);
  ck_assert_uint_eq(p->b->m->subcore->cfu->dead, 0);
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}

/* ---- the book's examples; lane 0 is the leftmost of its masks and the rightmost here ---- */
static const insn nested_ifs[] = {BRG(10, 2, 6), BR(6), BRG(8, 4, 5), BR(5), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};

START_TEST(nested_ifs_meet_at_their_points) { /* M45, TV-33: 7 issues */
  static const unsigned tables[][2] = {{2, 1}, {1, 1}, {2, 2}, {1, 2}, {1, 1}, {1, 0}};
  example(fifo, nested_ifs, LEN(nested_ifs), "0/1111 1/0101 2/1010 3/0010 4/1000 5/1010 6/1111");
  run *p = begin(fifo, nested_ifs, LEN(nested_ifs));
  for (unsigned i = 0; i < LEN(tables); i++) {
    unsigned used[2];
    prog_go(p, i + 1, 1000);
    while (!p->b->m->subcore->cfu->idle) prog_clock(p);
    wt_multipath_occupancy(&p->b->m->subcore->multipath, 0, used);
    ck_assert_msg(used[0] == tables[i][0] && used[1] == tables[i][1], "after issue %u: %u splits, %u points", i + 1, used[0], used[1]);
  }
  prog_finish(p);
}
END_TEST

static const insn short_circuit[] = {BRG(1, 3, 6), BRG(2, 3, 6), BR(6), OP(NOP), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};

START_TEST(short_circuit_meets_early) { /* M50, TV-37: 8 issues, 10 without OREC */
  example(turns_orec, short_circuit, LEN(short_circuit), "0/1111 3/0001 1/1110 3/0010 2/1100 4/0011 5/0011 6/1111");
  example(turns, short_circuit, LEN(short_circuit), "0/1111 3/0001 1/1110 4/0001 3/0010 2/1100 5/0001 4/0010 5/0010 6/1111");
}
END_TEST

/* R22: the newer split does not come past the place where the older one waits: it takes the other side of a branch. */
START_TEST(early_point_is_left_behind) {
  static const insn code[] = {BRG(1, 3, 8), BRG(2, 3, 8), BR(8), OP(NOP), BRG(1, 6, 8), BR(8), OP(NOP), BR(8), OP(NOP), OP(WT_EV_EXIT)};
  run *p = begin(turns_orec, code, LEN(code));
  prog_go(p, 200, 4000);
  ck_assert_uint_eq(p->done, 1);
  unsigned n = p->ntrace;
  ck_assert_msg(p->trace[n - 2].pc == 8 && p->trace[n - 2].mask == 15 && p->trace[n - 1].mask == 15, "they do not meet at the post-dominator");
  prog_finish(p);
}
END_TEST

/* R1, R24: a split on the way to an early point, alone in the list, comes to the enclosing point: by an advance, and by a branch of all its lanes. Lane 0
 * stands back at 5; lane 1 starts where it started, so that they are to meet there, but goes another way. */
START_TEST(early_point_is_passed_without_a_turn) {
  static const char *const orec[] = {"PATH_POLICY=rr", "PATH_ORDER=taken", "OREC=1", NULL};
  insn code[] = {BRG(1, 3, 8), BRG(2, 3, 8), BR(8), BRG(2, 6, 8), OP(WT_EV_YIELD), BR(8), OP(NOP), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};
  for (unsigned i = 0; i < 2; i++) {
    run *p = begin(orec, code, LEN(code));
    prog_go(p, 200, 4000);
    ck_assert_uint_eq(p->done, 1);
    unsigned n = p->ntrace;
    ck_assert_msg(p->trace[n - 2].pc == 8 && p->trace[n - 2].mask == 15 && p->trace[n - 1].mask == 15, "they do not meet at the post-dominator");
    prog_finish(p);
    code[7] = (insn)BR(8);
  }
}
END_TEST

#define SPIN(r) \
  { OP(CAS), {.kind = WT_EV_BRA, .target = 0, .rpc = r, .got = 2}, OP(NOP), OP(UNLOCK), OP(NOP), OP(WT_EV_EXIT) }
static const insn spin_exit[] = SPIN(2), spin_later[] = SPIN(4);

START_TEST(moved_point_ends_a_spin_lock) { /* M09 with the program of TV-04: 24 issues; with the point at the loop exit it never ends */
  run *p = begin(turns, spin_later, LEN(spin_later));
  prog_go(p, 400, 8000);
  ck_assert_uint_eq(p->done, 1);
  ck_assert_uint_eq(p->ntrace, 24);
  ck_assert(p->trace[22].pc == 4 && p->trace[22].mask == 15);
  prog_finish(p);
  p = begin(turns, spin_exit, LEN(spin_exit));
  prog_go(p, 400, 16000);
  ck_assert_uint_eq(p->ntrace, 400);
  ck_assert_uint_eq(p->done, 0);
  for (unsigned i = 300; i < 400; i++) ck_assert(p->trace[i].pc < 2 && p->trace[i].mask == 7);
  prog_finish(p);
}
END_TEST

static const insn yield_lock[] = {OP(CAS),       {.kind = WT_EV_BRA, .target = 4, .rpc = 4, .got = 1}, OP(WT_EV_YIELD), BR(0), OP(NOP), OP(UNLOCK),
                                  OP(WT_EV_EXIT)};

START_TEST(yielded_lanes_free_a_point) { /* R15 */
  static const char *const modes[][4] = {{"RPC_DELAY=yield", NULL},
                                         {"RPC_DELAY=yield", "PATH_POLICY=rr", NULL},
                                         {"RPC_DELAY=yield", "PATH_POLICY=minpc", NULL},
                                         {"RPC_DELAY=yield", "PATH_POLICY=oldest", "PATH_ORDER=minority", NULL}};
  for (unsigned i = 0; i < LEN(modes); i++) {
    run *p = begin(modes[i], yield_lock, LEN(yield_lock));
    prog_go(p, 400, 8000);
    ck_assert_msg(p->done == 1, "modes %u: no end", i);
    prog_finish(p);
  }
  run *p = begin(NULL, yield_lock, LEN(yield_lock));
  prog_go(p, 400, 16000);
  ck_assert_uint_eq(p->done, 0);
  for (unsigned i = 300; i < 400; i++) ck_assert(p->trace[i].pc < 4 && p->trace[i].mask == 7);
  prog_finish(p);
}
END_TEST

/* ---- calls ---- */
START_TEST(point_counts_at_its_own_depth) { /* R11: the inner call passes the outer branch's reconvergence pc */
  static const insn code[] = {{.kind = WT_EV_CALL, .guard = ALL, .target = 2, .rpc = 1},
                              OP(WT_EV_EXIT),
                              BRG(3, 4, 5), /* f: lanes 0, 1 call f again, once */
                              BR(5),
                              {.kind = WT_EV_CALL, .guard = ALL, .target = 7, .rpc = 5}, /* g jumps through the point of f's branch */
                              OP(NOP),
                              RET(ALL),
                              BR(5)};
  example(NULL, code, LEN(code), "0/1111 2/1111 4/0011 7/0011 5/0011 6/0011 3/1100 5/1111 6/1111 1/1111");
}
END_TEST

START_TEST(early_returns_meet_at_the_return) { /* R13, R14 */
  static const insn code[] = {
    {.kind = WT_EV_CALL, .guard = ALL, .target = 3, .rpc = 1}, OP(NOP), OP(WT_EV_EXIT), RET(1), OP(NOP), RET(6), OP(NOP), RET(ALL)};
  example(NULL, code, LEN(code), "0/1111 3/1111 4/1110 5/1110 6/1000 7/1000 1/1111 2/1111");
}
END_TEST

START_TEST(guarded_call_meets_behind_it) {
  static const insn code[] = {{.kind = WT_EV_CALL, .guard = 6, .target = 3, .rpc = 1}, OP(NOP), OP(WT_EV_EXIT), OP(NOP), RET(ALL)};
  example(NULL, code, LEN(code), "0/1111 3/0110 4/0110 1/1111 2/1111");
}
END_TEST

START_TEST(indirect_call_meets_behind_it) {
  static const insn code[] = {
    {.kind = WT_EV_CALLX, .guard = ALL, .rpc = 1, .to = {3, 5, 7}}, OP(NOP), OP(WT_EV_EXIT), OP(NOP), RET(ALL), OP(NOP), RET(ALL), OP(NOP), RET(ALL)};
  example(NULL, code, LEN(code), "0/1111 3/1001 4/1001 5/0010 6/0010 7/0100 8/0100 1/1111 2/1111");
}
END_TEST

START_TEST(indirect_branch_meets) {
  static const insn code[] = {{.kind = WT_EV_BRX, .guard = 7, .rpc = 4, .to = {2, 3, 2}}, BR(4), BR(4), OP(NOP), OP(WT_EV_EXIT)};
  example(NULL, code, LEN(code), "0/1111 2/0101 3/0010 1/1000 4/1111");
}
END_TEST

/* R13: splits from two call sites become one at WARPSYNC; its return parts them, and they meet where the callers do. */
START_TEST(merged_split_returns_to_two_places) {
  static const insn code[] = {BRG(3, 3, 5),   {.kind = WT_EV_CALL, .guard = ALL, .target = 7, .rpc = 2},
                              BR(5),          {.kind = WT_EV_CALL, .guard = ALL, .target = 7, .rpc = 4},
                              OP(NOP),        OP(NOP),
                              OP(WT_EV_EXIT), {.kind = WT_EV_WSYNC, .guard = ALL, .val = 15},
                              OP(NOP),        RET(ALL)};
  example(NULL, code, LEN(code), "0/1111 3/0011 7/0011 1/1100 7/1100 8/1111 9/1111 4/0011 2/1100 5/1111 6/1111");
}
END_TEST

/* ---- EXIT, barriers, WARPSYNC ---- */
START_TEST(exit_completes_points) { /* R19, R15: lanes 1 to 3 wait at 3 for lane 0, which ends */
  static const insn code[] = {BRG(14, 3, 3), OP(NOP), OP(WT_EV_EXIT), OP(NOP), OP(WT_EV_EXIT)};
  static const insn nested[] = {BRG(14, 2, 6), OP(WT_EV_EXIT), BRG(4, 5, 5), BRG(2, 5, 5), OP(WT_EV_EXIT), OP(NOP), OP(WT_EV_EXIT)};
  static const char *const minority[] = {"PATH_ORDER=minority", NULL};
  example(NULL, code, LEN(code), "0/1111 1/0001 2/0001 3/1110 4/1110");
  example(minority, nested, LEN(nested), "0/1111 1/0001 2/1110 3/1010 4/1000 5/0110 6/0110");
}
END_TEST

START_TEST(guarded_exit_goes_on) {
  static const insn code[] = {{.kind = WT_EV_EXIT, .guard = 5}, BRG(8, 3, 3), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};
  example(NULL, code, LEN(code), "0/1111 1/1010 2/0010 3/1010 4/1010");
}
END_TEST

START_TEST(barrier_inside_divergence_counts_threads) { /* R27, R28 */
  static const insn code[] = {BRG(3, 3, 4), OPB(WT_EV_BAR, 5), BR(4), OPB(WT_EV_BAR, 5), OP(NOP), OP(WT_EV_EXIT)};
  run *p = begin(NULL, code, LEN(code));
  prog_go(p, 3, 400);
  for (unsigned i = 0; i < 20; i++) prog_clock(p);
  ck_assert_uint_eq(p->bars, 4);
  ck_assert(p->stop[0] && !p->b->m->subcore->cfu->dead);
  prog_release(p, 0, 4); /* nobody waits there */
  for (unsigned i = 0; i < 10; i++) prog_clock(p);
  ck_assert(p->stop[0]);
  prog_release(p, 0, 5);
  prog_go(p, 100, 400);
  prog_expect_trace(p, "0/1111 3/0011 1/1100 2/1100 4/1111 5/1111");
  prog_finish(p);
}
END_TEST

START_TEST(release_beside_a_running_split) { /* R28: nothing moves under the split that runs */
  static const insn code[] = {BRG(3, 3, 5), OP(NOP), BR(1), OPB(WT_EV_BAR, 0), BR(5), OP(WT_EV_EXIT)};
  run *p = begin(NULL, code, LEN(code));
  prog_go(p, 9, 400);
  ck_assert_uint_eq(p->b->m->subcore->multipath.q.cur_mask[0], 12);
  unsigned pc = p->pc[0];
  prog_release(p, 0, 0);
  for (unsigned i = 0; i < 10; i++) prog_clock(p);
  ck_assert_uint_eq(p->pc[0], pc);
  ck_assert_uint_eq(p->b->m->subcore->multipath.q.cur_mask[0], 12);
  ck_assert(p->b->m->subcore->cfu->run & 1);
  prog_finish(p);
}
END_TEST

#define SYNC(m) \
  { .kind = WT_EV_WSYNC, .guard = ALL, .val = m }
START_TEST(warpsync_in_both_branches) { /* R17, R18, R20 */
  static const insn code[] = {BRG(3, 4, 6), SYNC(15), OP(NOP), BR(6), SYNC(15), OP(NOP), OP(WT_EV_EXIT)};
  example(NULL, code, LEN(code), "0/1111 4/0011 1/1100 2/1100 3/1100 5/0011 6/1111");
  static const insn same[] = {BRG(3, 3, 5), BRG(4, 3, 3), OP(NOP), SYNC(15), OP(NOP), OP(WT_EV_EXIT)};
  example(fifo, same, LEN(same), "0/1111 1/1100 3/0011 2/1000 3/1100 4/1111 5/1111");
}
END_TEST

START_TEST(warpsync_from_a_register_waits_for_its_last_beat) {
  static const insn code[] = {BRG(3, 3, 3), OP(NOP), OP(NOP), {.kind = WT_EV_WSYNCR, .guard = ALL, .val = 15}, OP(WT_EV_EXIT)};
  example(NULL, code, LEN(code), "0/1111 1/1100 2/1100 3/1111 4/1111");
  static const insn part[] = {
    BRG(3, 3, 5), {.kind = WT_EV_WSYNCR, .guard = ALL, .val = 15}, BR(5), {.kind = WT_EV_WSYNCR, .guard = ALL, .val = 15}, OP(NOP), OP(WT_EV_EXIT)};
  example(NULL, part, LEN(part), "0/1111 3/0011 1/1100 2/1100 4/0011 5/1111");
}
END_TEST

START_TEST(warpsync_without_slot_retries) {
  static const char *const one[] = {"WSYNC_SLOTS=1", "PATH_POLICY=rr", "PATH_SWITCH=every", NULL};
  static const insn code[] = {BRG(3, 7, 13),  BRG(4, 4, 13), SYNC(12), BR(13),  OP(NOP), SYNC(12), BR(13),
                              BRG(1, 10, 13), SYNC(3),       BR(13),   OP(NOP), SYNC(3), BR(13),   OP(WT_EV_EXIT)};
  run *p = begin(one, code, LEN(code));
  p->retry = 1;
  unsigned again = 0;
  prog_go(p, 200, 4000);
  ck_assert_uint_eq(p->done, 1);
  ck_assert_uint_eq(p->trace[p->ntrace - 1].mask, 15);
  for (unsigned i = 0; i < p->ntrace; i++) again += p->trace[i].pc == 2 || p->trace[i].pc == 5;
  ck_assert_msg(again > 2, "no WARPSYNC has been tried again");
  prog_finish(p);
}
END_TEST

START_TEST(warpsync_of_lanes_that_wait_is_a_deadlock) {
  static const insn code[] = {BRG(3, 3, 3), SYNC(15), OP(NOP), OP(WT_EV_EXIT)};
  run *p = begin(NULL, code, LEN(code));
  prog_go(p, 100, 400);
  ck_assert_uint_eq(p->b->m->subcore->cfu->dead & 1, 1);
  wt_path w[WT_MAX_PATHS];
  int n = wt_multipath_paths(&p->b->m->subcore->multipath, 0, w);
  ck_assert_int_eq(n, 2);
  ck_assert(w[0].kind == WT_PATH_WSYNC && w[0].mask == 12 && w[0].need == 3);
  ck_assert(w[1].kind == WT_PATH_BSYNC && w[1].mask == 3 && w[1].need == 12 && w[1].pc == 48);
  prog_finish(p);
}
END_TEST

/* ---- the table is full ---- */
START_TEST(full_table_is_an_error) { /* R12 */
  static const char *const one[] = {"RT_DEPTH=1", NULL};
  run *p = begin(one, nested_ifs, LEN(nested_ifs));
  prog_go(p, 100, 400);
  ck_assert_uint_eq(p->failed, 1);
  ck_assert_uint_eq(p->err_kind, WT_CFE_REC);
  ck_assert_uint_eq(p->err_pc, 2);
  ck_assert(p->stop[0] && !(p->b->m->subcore->cfu->run & 1));
  check_lanes(p->b->m, 1);
  prog_finish(p);
  static const insn brx[] = {BRG(14, 2, 4), BR(4), {.kind = WT_EV_BRX, .guard = ALL, .rpc = 3, .to = {3, 3, 4}}, OP(NOP), OP(WT_EV_EXIT)};
  p = begin(one, brx, LEN(brx));
  prog_go(p, 100, 400);
  ck_assert_uint_eq(p->failed, 1);
  ck_assert_uint_eq(p->err_pc, 2);
  ck_assert_msg(p->shown == p->ngroups, "groups are left in wt_brx");
  prog_launch(p, 0, 15); /* the slot can be used again */
  prog_finish(p);
}
END_TEST

/* ---- timing ---- */
static void event(run *p, unsigned w, unsigned kind, unsigned pc, uint64_t mask, unsigned target, unsigned rpc) {
  prog_clear(p);
  p->b->m->subcore->issue.o = (wt_issue_out){
    .ev_valid = 1, .ev_warp = (uint8_t)w, .ev_kind = (uint8_t)kind, .ev_pc = pc * 16, .ev_mask = mask, .ev_target = target * 16, .ev_rpc = rpc * 16};
  prog_clock(p);
  prog_clear(p);
}
static void calm(run *p) {
  for (unsigned i = 0; i < 30 && !(p->b->m->subcore->cfu->idle && (p->b->m->subcore->cfu->run & 1)); i++) prog_clock(p);
}

START_TEST(uniform_branch_is_quick) {
  run *p = begin(NULL, nested_ifs, LEN(nested_ifs));
  wt_m *m = p->b->m;
  event(p, 0, WT_EV_BRA, 0, 15, 7, 9);
  ck_assert(m->subcore->cfu->redir_valid && m->subcore->cfu->redir_pc == 7 * 16 && m->subcore->cfu->idle && !(m->subcore->cfu->run & 1));
  prog_clock(p);
  ck_assert(m->subcore->cfu->run & 1);
  prog_finish(p);
}
END_TEST

START_TEST(beats_keep_their_mask) { /* R3: an instruction in front of the point has beats left */
  run *p = begin(NULL, nested_ifs, LEN(nested_ifs));
  wt_m *m = p->b->m;
  event(p, 0, WT_EV_BRA, 0, 3, 5, 8);
  calm(p);
  ck_assert_uint_eq(m->subcore->multipath.q.cur_mask[0], 3);
  m->subcore->sched.o.busy = 1;
  event(p, 0, WT_EV_ADV, 7, 0, 0, 0);
  ck_assert_msg(!(m->subcore->cfu->run & 1), "the warp may not issue again");
  for (unsigned i = 0; i < 20; i++) {
    ck_assert(!m->subcore->cfu->redir_valid && m->subcore->multipath.q.cur_mask[0] == 3);
    prog_clock(p);
  }
  m->subcore->sched.o.busy = 0;
  calm(p);
  ck_assert_uint_eq(m->subcore->multipath.q.cur_mask[0], 12);
  ck_assert_uint_eq(p->pc[0], 1);
  prog_finish(p);
}
END_TEST

START_TEST(advances_wait_for_the_machine) { /* R2: three warps reach their points while the machine works for a fourth */
  static const char *const four[] = {"WARPS=4", NULL};
  run *p = prog_start("tiny", four, 1, nested_ifs, LEN(nested_ifs));
  wt_m *m = p->b->m;
  for (unsigned w = 0; w < 4; w++) prog_launch(p, w, 15);
  for (unsigned w = 0; w < 4; w++) {
    event(p, w, WT_EV_BRA, 0, 3, 5, 8);
    for (unsigned i = 0; i < 10; i++) prog_clock(p);
  }
  m->subcore->sched.o.busy = 1; /* keeps the machine with warp 3 */
  event(p, 3, WT_EV_ADV, 7, 0, 0, 0);
  for (unsigned w = 0; w < 3; w++) event(p, w, WT_EV_ADV, 7, 0, 0, 0);
  ck_assert_uint_eq(m->subcore->multipath.q.pending, 7);
  ck_assert(!m->subcore->cfu->idle && !m->subcore->cfu->run);
  m->subcore->sched.o.busy = 0;
  m->sm->dispatch.o = (wt_dispatch_out){.launch_valid = 1, .launch_last = 1, .launch_warp = 3, .launch_mask = 1};
  unsigned waited = 0, order[4], n = 0;
  for (unsigned i = 0; i < 60; i++) {
    if (m->subcore->cfu->redir_valid) order[n++ & 3] = m->subcore->cfu->redir_warp;
    if (m->subcore->cfu->launch_ack) {
      waited = i;
      prog_clock(p);
      m->sm->dispatch.o = (wt_dispatch_out){0};
      continue;
    }
    prog_clock(p);
  }
  ck_assert_msg(waited && waited < 16, "the launch waits for %u cycles", waited);
  ck_assert_uint_eq(m->subcore->multipath.q.pending, 0);
  for (unsigned w = 0; w < 3; w++) ck_assert_uint_eq(m->subcore->multipath.q.cur_mask[w], 12);
  ck_assert_msg(n == 5, "%u redirects", n);
  ck_assert_uint_eq(order[1], 0);
  prog_finish(p);
}
END_TEST

START_TEST(no_redirect_when_the_next_instruction_follows) { /* R24 */
  static const insn code[] = {BRG(1, 2, 2), OP(NOP), OP(WT_EV_EXIT)};
  run *p = begin(NULL, code, LEN(code));
  wt_m *m = p->b->m;
  event(p, 0, WT_EV_BRA, 0, 1, 2, 2);
  for (unsigned i = 0; i < 20; i++) {
    ck_assert(!m->subcore->cfu->redir_valid);
    prog_clock(p);
  }
  ck_assert_uint_eq(m->subcore->multipath.q.cur_mask[0], 14);
  event(p, 0, WT_EV_ADV, 1, 0, 0, 0); /* joins the lane that waits at the next instruction */
  for (unsigned i = 0; i < 20; i++) {
    ck_assert(!m->subcore->cfu->redir_valid);
    prog_clock(p);
  }
  ck_assert_uint_eq(m->subcore->multipath.q.cur_mask[0], 15);
  prog_finish(p);
}
END_TEST

/* ---- random programs: every lane issues exactly its own instructions and ends ---- */
static void live_on(const char *preset, const char *const *set, unsigned programs, int how) {
  wt_rng r = {77};
  for (unsigned k = 0; k < programs; k++) {
    insn code[60];
    unsigned n = 8 + wt_below(&r, 52);
    prog_random(code, n, &r, how);
    run *p = prog_start(preset, set, k + 1, code, n);
    p->each_cycle = check_lanes;
    for (unsigned w = 0; w < 2 && w < p->b->shape.SLOTS; w++) prog_launch(p, w, prog_lanes(p) >> (k & 1));
    prog_go(p, ~0u, 600000);
    ck_assert_msg(p->failed == 0, "program %u: table full at %u", k, p->err_pc);
    ck_assert_msg(p->done == p->launched, "program %u does not end", k);
    prog_finish(p);
  }
}
START_TEST(random_programs_end) {
  static const char *const sets[][7] = {{"RT_DEPTH=63", NULL},
                                        {"RT_DEPTH=63", "PATH_POLICY=rr", "PATH_ORDER=minority", NULL},
                                        {"RT_DEPTH=63", "PATH_POLICY=minpc", "PATH_SWITCH=every", NULL},
                                        {"RT_DEPTH=63", "PATH_POLICY=oldest", "PATH_SWITCH=every", "PATH_ORDER=taken", NULL},
                                        {"RT_DEPTH=63", "PATH_POLICY=rr", "PATH_SWITCH=every", "RPC_DELAY=yield", NULL},
                                        {"RT_DEPTH=63", "OREC=1", "PATH_POLICY=rr", "PATH_SWITCH=every", NULL},
                                        {"RT_DEPTH=63", "OREC=1", "RPC_DELAY=yield", "PATH_ORDER=minority", NULL}};
  for (unsigned i = 0; i < LEN(sets); i++) {
    live_on("tiny", sets[i], 30, R_POSTDOM);
    live_on("tiny", sets[i], 30, R_ANY);
  }
  live_on("small", NULL, 6, R_POSTDOM);
}
END_TEST

/* ---- random events ---- */
START_TEST(twins_agree_on_random_events) {
  static const char *const sets[][8] = {{"WARP_SIZE=8", "LANES=4", "WSYNC_SLOTS=1", "RT_DEPTH=5", "PATH_POLICY=rr", NULL},
                                        {"WARPS=1", "RT_DEPTH=1", "PATH_POLICY=minpc", "RPC_DELAY=yield", NULL},
                                        {"WARP_SIZE=2", "LANES=2", "REGS=256", "OREC=1", "PATH_POLICY=oldest", NULL},
                                        {"OREC=1", "RT_DEPTH=8", "PATH_POLICY=rr", "PATH_SWITCH=every", "PATH_ORDER=taken", NULL},
                                        {"OREC=1", "RT_DEPTH=8", "RPC_DELAY=yield", "PATH_ORDER=minority", NULL},
                                        {"WARP_SIZE=8", "OREC=1", "RT_DEPTH=63", "PATH_SWITCH=every", "PATH_POLICY=minpc", "RPC_DELAY=yield", NULL}};
  static const char *const many[] = {"WARPS=48", "PATH_POLICY=rr", "PATH_SWITCH=every", NULL}, *const wide[] = {"WARP_SIZE=64", "OREC=1",
                                                                                                                "PATH_POLICY=oldest", NULL};
  suite_random_all("multipath", 20000);
  for (unsigned i = 0; i < LEN(sets); i++) suite_random("multipath", "tiny", sets[i], 40000);
  suite_random("multipath", "small", many, 10000);
  suite_random("multipath", "small", wide, 10000);
}
END_TEST

static void random_checked(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = suite_open("multipath", preset, set, 5);
  uint64_t launched = 0;
  for (unsigned c = 0; c < cycles; c++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    SUITE_CYCLE(b);
    if (b->m->subcore->cfu->launch_ack) launched |= UINT64_C(1) << b->m->subcore->multipath.q.at_warp;
    check_lanes(b->m, launched);
  }
  wt_bench_close(b);
}
START_TEST(random_events_keep_the_lanes) {
  static const char *const orec[] = {"WARP_SIZE=8", "OREC=1", "RT_DEPTH=8", "PATH_POLICY=rr", NULL}, *const yields[] = {"RPC_DELAY=yield",
                                                                                                                        "RT_DEPTH=8", NULL};
  random_checked("tiny", NULL, 60000);
  random_checked("tiny", orec, 60000);
  random_checked("tiny", yields, 60000);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, nested_ifs_meet_at_their_points);
  tcase_add_test(tc, short_circuit_meets_early);
  tcase_add_test(tc, early_point_is_left_behind);
  tcase_add_test(tc, early_point_is_passed_without_a_turn);
  tcase_add_test(tc, moved_point_ends_a_spin_lock);
  tcase_add_test(tc, yielded_lanes_free_a_point);
  tcase_add_test(tc, point_counts_at_its_own_depth);
  tcase_add_test(tc, early_returns_meet_at_the_return);
  tcase_add_test(tc, guarded_call_meets_behind_it);
  tcase_add_test(tc, indirect_call_meets_behind_it);
  tcase_add_test(tc, indirect_branch_meets);
  tcase_add_test(tc, merged_split_returns_to_two_places);
  tcase_add_test(tc, exit_completes_points);
  tcase_add_test(tc, guarded_exit_goes_on);
  tcase_add_test(tc, barrier_inside_divergence_counts_threads);
  tcase_add_test(tc, release_beside_a_running_split);
  tcase_add_test(tc, warpsync_in_both_branches);
  tcase_add_test(tc, warpsync_from_a_register_waits_for_its_last_beat);
  tcase_add_test(tc, warpsync_without_slot_retries);
  tcase_add_test(tc, warpsync_of_lanes_that_wait_is_a_deadlock);
  tcase_add_test(tc, full_table_is_an_error);
  tcase_add_test(tc, uniform_branch_is_quick);
  tcase_add_test(tc, beats_keep_their_mask);
  tcase_add_test(tc, advances_wait_for_the_machine);
  tcase_add_test(tc, no_redirect_when_the_next_instruction_follows);
  tcase_add_test(tc, random_programs_end);
  tcase_add_test(tc, random_events_keep_the_lanes);
  tcase_add_test(tc, twins_agree_on_random_events);
}
int main(void) { return suite_main("wt_multipath", add); }
