/* test_wt_barrier_cases.c - rules of docs/blocks/control/wt_barrier.md one by one: each case is chosen so that the nearest wrong reading of the rule
 * takes another way. Traces: pc/active lanes, highest lane first.
 */
#define CFU_STEM "barrier"
#define CFU_MASK(m, w) ((m)->subcore->barrier.q.cur_mask[w])
#define CFU_WAITS(m) ((m)->subcore->barrier.q.state == WT_CB_WAIT)
#define CFU_WARP(m) ((m)->subcore->barrier.q.at_warp)
#define CFU_TARGETS(m) ((m)->subcore->barrier.q.state == WT_CB_TGT)
#include "control/wt_barrier_rows.h"
#include "tests/control/cfu_prog.h"

static const char *const warp_masks[] = {"CB_MASKS=warp", NULL}, *const lane_masks[] = {"CB_MASKS=lane", NULL};
static const char *const turns[] = {"CB_MASKS=warp", "PATH_POLICY=rr", "PATH_SWITCH=every", NULL};

#define SYNC(k) \
  { .kind = WT_EV_WSYNC, .guard = ALL, .val = k }
#define MOVE_TO(b, r) \
  { .kind = WT_EV_BMOVW, .guard = ALL, .bx = b, .reg = r }

static run *start(const char *const *set, const insn *code, unsigned n) {
  run *p = prog_start("tiny", set, 1, code, n);
  prog_launch(p, 0, 15);
  return p;
}
static void ends(run *p, const char *golden) {
  prog_go(p, 200, 8000);
  prog_expect_trace(p, golden);
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}

/* R9: every lane takes its own value, beat by beat: the even lanes a barrier of theirs, the odd ones another one. All reach the BSYNC together, the
 * two barriers are complete one after the other. */
START_TEST(r9_every_lane_takes_its_own_mask) {
  static const insn code[] = {MOVE_TO(1, 0), OPB(WT_EV_BSYNC, 1), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start(lane_masks, code, LEN(code));
  for (unsigned l = 0; l < 4; l++) p->reg[0][0][l] = l % 2 ? 10 : 5;
  prog_go(p, 1, 100);
  while (!p->b->m->subcore->cfu->idle) prog_idle(p);
  for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(view_of(&p->b->m->subcore->barrier, 0, 1, l), l % 2 ? 10 : 5);
  ends(p, "0/1111 1/1111 2/1010 3/1010 2/0101 3/0101");
}
END_TEST

/* R9 with a mask a warp: two lanes take themselves out of the barrier at which the others wait; those go on at once, not when the two exit. */
START_TEST(r9_a_new_mask_releases_who_waits) {
  static const insn code[] = {BSSY(1, 6), BRG(3, 6, NOWHERE),  OP(NOP), OP(NOP), MOVE_TO(1, 0),
                              BR(7),      OPB(WT_EV_BSYNC, 1), OP(NOP), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start(turns, code, LEN(code));
  for (unsigned l = 0; l < 4; l++) p->reg[0][0][l] = 3;
  ends(p, "0/1111 1/1111 2/1100 6/0011 3/1100 4/1100 7/0011 5/1100 8/0011 7/1100 9/0011 8/1100 9/1100");
}
END_TEST

/* R8: lanes 1 and 2 leave what they see in B1; lane 2 sees no barrier there, so that of lane 0, which counts on lane 2, is as it was. */
START_TEST(r8_a_lane_without_a_barrier_leaves_none) {
  static const insn code[] = {MOVE_TO(1, 0), {.kind = WT_EV_BREAK, .guard = 6, .bx = 1}, OP(NOP), OP(WT_EV_EXIT)};
  static const unsigned sees[] = {5, 10, 0, 0}, keeps[] = {5, 8, 0, 0};
  run *p = start(lane_masks, code, LEN(code));
  for (unsigned l = 0; l < 4; l++) p->reg[0][0][l] = sees[l];
  for (unsigned k = 0; k < 2; k++) {
    prog_go(p, k + 1, 100);
    while (!p->b->m->subcore->cfu->idle) prog_idle(p);
    for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(view_of(&p->b->m->subcore->barrier, 0, 1, l), k ? keeps[l] : sees[l]);
  }
  prog_finish(p);
}
END_TEST

/* R19: lanes that have yielded and could run are still missing at a WARPSYNC. */
START_TEST(r19_yielded_lanes_are_missing_at_warpsync) {
  static const insn code[] = {BRG(3, 4, NOWHERE), OP(WT_EV_YIELD), OP(NOP), BR(4), SYNC(15), OP(NOP), OP(WT_EV_EXIT)};
  ends(start(warp_masks, code, LEN(code)), "0/1111 4/0011 1/1100 2/1100 3/1100 4/1100 5/1111 6/1111");
}
END_TEST

/* R21, R14: the exit of the missing lanes completes a WARPSYNC. */
START_TEST(r21_an_exit_checks_the_slots) {
  static const insn code[] = {BRG(3, 2, NOWHERE), OP(WT_EV_EXIT), SYNC(15), OP(NOP), OP(WT_EV_EXIT)};
  ends(start(warp_masks, code, LEN(code)), "0/1111 2/0011 1/1100 3/0011 4/0011");
}
END_TEST

/* R26: a release frees who waits at its barrier, not who waits at another one of the same warp. */
START_TEST(r26_a_release_is_of_one_barrier) {
  static const insn code[] = {BRG(3, 3, NOWHERE), OPB(WT_EV_BAR, 2), BR(4), OPB(WT_EV_BAR, 1), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start(warp_masks, code, LEN(code));
  prog_go(p, 3, 200);
  for (unsigned i = 0; i < 10; i++) prog_clock(p);
  prog_release(p, 0, 1);
  prog_go(p, 5, 200);
  for (unsigned i = 0; i < 10; i++) prog_clock(p);
  prog_expect_trace(p, "0/1111 3/0011 1/1100 4/0011 5/0011");
  ck_assert(!p->done && p->stop[0] && !p->b->m->subcore->cfu->dead);
  prog_release(p, 0, 2);
  ends(p, "0/1111 3/0011 1/1100 4/0011 5/0011 2/1100 4/1100 5/1100");
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, r9_every_lane_takes_its_own_mask);
  tcase_add_test(tc, r9_a_new_mask_releases_who_waits);
  tcase_add_test(tc, r8_a_lane_without_a_barrier_leaves_none);
  tcase_add_test(tc, r19_yielded_lanes_are_missing_at_warpsync);
  tcase_add_test(tc, r21_an_exit_checks_the_slots);
  tcase_add_test(tc, r26_a_release_is_of_one_barrier);
}
int main(void) { return suite_main("wt_barrier_cases", add); }
