/* test_wt_barrier.c - control-flow unit with convergence barriers. Programs of a few lanes run on the twins event by event; worked examples
 * have golden traces (highest lane first), random programs are followed lane by lane. Rule numbers: docs/blocks/control/wt_barrier.md.
 */
#define CFU_STEM "barrier"
#define CFU_MASK(m, w) ((m)->subcore->barrier.q.cur_mask[w])
#define CFU_WAITS(m) ((m)->subcore->barrier.q.state == WT_CB_WAIT)
#define CFU_WARP(m) ((m)->subcore->barrier.q.at_warp)
#define CFU_TARGETS(m) ((m)->subcore->barrier.q.state == WT_CB_TGT)
#include "control/wt_barrier_rows.h"
#include "tests/control/cfu_prog.h"

/* ---- invariants (rule R23), for warps that the machine does not work on ---- */
static void check_warp(wt_m *m, unsigned w) {
  wt_barrier_state *q = &m->subcore->barrier.q;
  view v = open_view(&m->subcore->barrier, w);
  uint64_t cm = q->cur_mask[w], all = wt_mask64(v.n), places = 0, list = listed(&v), ys = yielded(&v);
  uint32_t pc[MAX_WS];
  unsigned y[MAX_WS];
  ck_assert_msg((cm != 0) == (int)(q->has_path >> w & 1), "active threads and has_path differ");
  ck_assert_msg(!(cm & ~of_kind(&v, WT_CB_READY)) && !(cm & ys), "an active thread is not ready, or has yielded");
  uint64_t kinds = 0;
  for (unsigned k = 0; k < 4; k++) kinds |= of_kind(&v, k);
  ck_assert_msg((kinds | q->finished[w]) == all && !(kinds & q->finished[w]), "a thread has no state");
  for (uint64_t s = list; s; s &= s - 1) {
    unsigned l = wt_lowest(s), r = rank_of(&v, l), yl = ys >> l & 1;
    ck_assert_msg(r < q->path_count[w], "lane %u is at place %u of %u", l, r, q->path_count[w]);
    if (places >> r & 1) ck_assert_msg(pc[r] == v.thread_pc[l] && y[r] == yl, "a path is at two pcs, or only some of it has yielded");
    places |= bit(r), pc[r] = v.thread_pc[l], y[r] = yl;
  }
  ck_assert_msg(places == wt_mask64(q->path_count[w]), "the list has a gap");
  for (uint64_t s = of_kind(&v, WT_CB_WSYNC); s; s &= s - 1)
    ck_assert_msg(q->slot_valid[w] >> x_of(&v, wt_lowest(s)) & 1, "a thread waits at an empty slot");
  for (uint64_t s = of_kind(&v, WT_CB_BLOCKED); s && m->S->VIEWS > 1; s &= s - 1) {
    unsigned l = wt_lowest(s);
    ck_assert_msg(participants(&m->subcore->barrier, w, x_of(&v, l), bit(l)), "lane %u waits at a barrier of others", l);
  }
}
static void check_all_warps(const wt_m *cm, uint64_t launched) {
  wt_m *m = (wt_m *)(uintptr_t)cm;
  for (uint64_t s = launched; s; s &= s - 1)
    if (m->subcore->barrier.q.state == WT_CB_IDLE || m->subcore->barrier.q.at_warp != wt_lowest(s)) check_warp(m, wt_lowest(s));
}

/* A shape: WARP_SIZE lanes on tiny, and up to 5 more settings. */
typedef struct {
  const char *s[8];
} shape;
static run *start(shape set, uint64_t seed, const insn *code, unsigned n) {
  run *p = prog_start("tiny", set.s, seed, code, n);
  p->each_cycle = check_all_warps;
  return p;
}
static run *run_program(shape set, const insn *code, unsigned n, unsigned issues) {
  run *p = start(set, 1, code, n);
  prog_launch(p, 0, prog_lanes(p));
  prog_go(p, issues, 40 * issues);
  return p;
}
static void example(shape set, const insn *code, unsigned n, const char *golden, unsigned dead, unsigned forced) {
  run *p = run_program(set, code, n, 200);
  prog_expect_trace(p, golden);
  ck_assert_uint_eq(p->b->m->subcore->cfu->dead & 1, dead);
  ck_assert_uint_eq(p->done, !dead);
  ck_assert_uint_eq(p->forced, forced);
  prog_finish(p);
}
#define LANE "CB_MASKS=lane"
#define SHAPE(...) ((shape){{__VA_ARGS__, NULL}})
#define BOTH(code, golden, dead, forced, ...)                                            \
  do {                                                                                   \
    example(SHAPE("CB_MASKS=warp", __VA_ARGS__), code, LEN(code), golden, dead, forced); \
    example(SHAPE(LANE, __VA_ARGS__), code, LEN(code), golden, dead, forced);            \
  } while (0)

/* ---- nested ifs with two barriers, step by step (figures 3.7 and 3.8 of the book) ---- */
static const insn nested_ifs[] = {
  BSSY(1, 12), BRG(10, 4, 11),      OP(NOP), BR(11),        BSSY(2, 10), BRG(8, 8, 9), OP(NOP), BR(9), OP(NOP), OPB(WT_EV_BSYNC, 2),
  OP(NOP),     OPB(WT_EV_BSYNC, 1), OP(NOP), OP(WT_EV_EXIT)};

typedef struct {
  unsigned pc, active, part1, at1, part2, at2;
} step_row;

static void step_by_step(shape set, const step_row *row, unsigned n) {
  run *p = start(set, 1, nested_ifs, LEN(nested_ifs));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  for (unsigned i = 0; i < n; i++) {
    for (unsigned k = 0;; k++) {
      prog_clear(p);
      if (!p->stop[0] && (m->subcore->cfu->run & 1) && m->subcore->cfu->idle) break;
      ck_assert_uint_lt(k, 100);
      prog_idle(p);
    }
    view v = open_view(&m->subcore->barrier, 0);
    const step_row *r = &row[i];
    unsigned part[3] = {0}, l = wt_lowest(m->subcore->barrier.q.cur_mask[0]);
    for (unsigned b = 1; b < 3; b++) part[b] = view_used(&m->subcore->barrier, 0, b, l) ? (unsigned)view_of(&m->subcore->barrier, 0, b, l) : 0;
    ck_assert_msg(p->pc[0] == r->pc && m->subcore->barrier.q.cur_mask[0] == r->active, "step %u: %u/%x, not %u/%x", i, p->pc[0],
                  (unsigned)m->subcore->barrier.q.cur_mask[0], r->pc, r->active);
    ck_assert_msg(part[1] == r->part1 && part[2] == r->part2, "step %u: participants %x, %x", i, part[1], part[2]);
    ck_assert_msg(waiting_at(&v, 1, WT_CB_BLOCKED) == r->at1 && waiting_at(&v, 2, WT_CB_BLOCKED) == r->at2, "step %u: arrived", i);
    ck_assert(prog_issue(p, 0));
  }
  prog_clear(p);
  for (unsigned k = 0; k < 20; k++) prog_clock(p);
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
START_TEST(nested_ifs_run_until_blocked) {
  static const step_row rows[] = {{0, 15, 0, 0, 0, 0},   {1, 15, 15, 0, 0, 0},  {2, 5, 15, 0, 0, 0},   {3, 5, 15, 0, 0, 0},
                                  {11, 5, 15, 0, 0, 0},  {4, 10, 15, 5, 0, 0},  {5, 10, 15, 5, 10, 0}, {6, 2, 15, 5, 10, 0},
                                  {7, 2, 15, 5, 10, 0},  {9, 2, 15, 5, 10, 0},  {8, 8, 15, 5, 10, 2},  {9, 8, 15, 5, 10, 2},
                                  {10, 10, 15, 5, 0, 0}, {11, 10, 15, 5, 0, 0}, {12, 15, 0, 0, 0, 0},  {13, 15, 0, 0, 0, 0}};
  step_by_step(SHAPE("CB_MASKS=warp", "PATH_ORDER=minority"), rows, LEN(rows));
  step_by_step(SHAPE(LANE, "PATH_ORDER=minority"), rows, LEN(rows));
  /* oldest chooses the same here: there is never more than one other path */
  step_by_step(SHAPE(LANE, "PATH_ORDER=minority", "PATH_POLICY=oldest"), rows, LEN(rows));
}
END_TEST
START_TEST(nested_ifs_round_robin) {
  static const step_row rows[] = {{0, 15, 0, 0, 0, 0},   {1, 15, 15, 0, 0, 0},  {4, 10, 15, 0, 0, 0}, {2, 5, 15, 0, 0, 0},
                                  {5, 10, 15, 0, 10, 0}, {8, 8, 15, 0, 10, 0},  {3, 5, 15, 0, 0, 0},  {6, 2, 15, 0, 10, 0},
                                  {9, 8, 15, 0, 10, 0},  {7, 2, 15, 0, 10, 8},  {11, 5, 15, 0, 0, 8}, {9, 2, 15, 5, 10, 8},
                                  {10, 10, 15, 5, 0, 0}, {11, 10, 15, 5, 0, 0}, {12, 15, 0, 0, 0, 0}, {13, 15, 0, 0, 0, 0}};
  static const char golden[] = "0/1111 1/1111 4/1010 2/0101 5/1010 8/1000 3/0101 6/0010 9/1000 7/0010 11/0101 9/0010 10/1010 11/1010 "
                               "12/1111 13/1111";
  step_by_step(SHAPE(LANE, "PATH_ORDER=minority", "PATH_POLICY=rr", "PATH_SWITCH=every"), rows, LEN(rows));
  BOTH(nested_ifs, golden, 0, 0, "PATH_ORDER=minority", "PATH_POLICY=rr", "PATH_SWITCH=every");
}
END_TEST
/* The lowest pc of all paths issues, whatever the order of the sides. */
START_TEST(nested_ifs_lowest_pc) {
  static const char golden[] = "0/1111 1/1111 2/0101 3/0101 4/1010 5/1010 6/0010 7/0010 8/1000 9/0010 9/1000 10/1010 11/0101 11/1010 12/1111 "
                               "13/1111";
  BOTH(nested_ifs, golden, 0, 0, "PATH_POLICY=minpc", "PATH_SWITCH=every");
  BOTH(nested_ifs, golden, 0, 0, "PATH_POLICY=minpc", "PATH_SWITCH=every", "PATH_ORDER=minority");
}
END_TEST

/* ---- two sides of a branch in turns ---- */
#define SIDES(end) \
  { BSSY(0, 8), BRG(0xf0, 5, 7), OP(NOP), OP(NOP), BR(7), OP(NOP), OP(NOP), end, OP(NOP), OP(WT_EV_EXIT) }
#define EIGHT "WARP_SIZE=8"
START_TEST(sides_of_a_branch_interleave) {
  static const insn with[] = SIDES(OPB(WT_EV_BSYNC, 0)), without[] = SIDES(OP(NOP));
  BOTH(with, "0/11111111 1/11111111 2/00001111 5/11110000 3/00001111 6/11110000 4/00001111 7/11110000 7/00001111 8/11111111 9/11111111", 0, 0, EIGHT,
       "PATH_POLICY=rr", "PATH_SWITCH=every");
  BOTH(with, "0/11111111 1/11111111 5/11110000 6/11110000 7/11110000 2/00001111 3/00001111 4/00001111 7/00001111 8/11111111 9/11111111", 0, 0, EIGHT);
  BOTH(without,
       "0/11111111 1/11111111 2/00001111 5/11110000 3/00001111 6/11110000 4/00001111 7/11110000 7/00001111 8/11110000 8/00001111 "
       "9/11110000 9/00001111",
       0, 0, EIGHT, "PATH_POLICY=rr", "PATH_SWITCH=every");
}
END_TEST

/* ---- spin locks ---- */
static const insn lock_spin[] = {BSSY(0, 7), OP(CAS),       {.kind = WT_EV_BRA, .got = 1, .target = 4}, BR(1), OPB(WT_EV_BSYNC, 0), OP(NOP),
                                 OP(UNLOCK), OP(WT_EV_EXIT)};
static const insn lock_yield[] = {
  BSSY(0, 6), OP(CAS), {.kind = WT_EV_BRA, .got = 1, .target = 5}, OP(WT_EV_YIELD), BR(1), OPB(WT_EV_BSYNC, 0), OP(NOP), OP(UNLOCK), OP(WT_EV_EXIT)};
static const insn lock_late[] = {BSSY(0, 7),          OP(CAS),       {.kind = WT_EV_BRA, .got = 1, .target = 4}, BR(1), OP(NOP), OP(UNLOCK),
                                 OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
static const char *const policies[] = {"PATH_POLICY=block", "PATH_POLICY=minpc", "PATH_POLICY=oldest", "PATH_POLICY=rr"};
static const char *const switches[] = {"PATH_SWITCH=points", "PATH_SWITCH=every"};

/* After the first lane has left, only the loop issues. */
static void never_ends(shape set, const insn *code, unsigned n) {
  run *p = run_program(set, code, n, 1000);
  ck_assert_uint_eq(p->ntrace, 1000);
  for (unsigned i = 200; i < 1000; i++) ck_assert_msg(p->trace[i].pc >= 1 && p->trace[i].pc <= 3, "%s: issues %u", set.s[1], p->trace[i].pc);
  ck_assert_uint_eq(p->done, 0);
  prog_finish(p);
}
static void each_lane_enters_once(shape set, const insn *code, unsigned n, unsigned section, unsigned issues) {
  run *p = run_program(set, code, n, 2000);
  uint64_t in = 0;
  ck_assert_uint_eq(p->done, 1);
  if (issues) ck_assert_uint_eq(p->ntrace, issues);
  for (unsigned i = 0; i < p->ntrace; i++) {
    if (p->trace[i].pc != section) continue;
    ck_assert_uint_eq(wt_popcount(p->trace[i].mask), 1);
    ck_assert(!(in & p->trace[i].mask));
    in |= p->trace[i].mask;
  }
  ck_assert_uint_eq(in, 15);
  ck_assert_int_eq(p->locked, 0);
  ck_assert_uint_eq(p->forced, 0);
  prog_finish(p);
}
START_TEST(spin_lock_without_yield) {
  for (unsigned k = 0; k < 4; k++)
    for (unsigned s = 0; s < 2; s++) never_ends(SHAPE(LANE, policies[k], switches[s]), lock_spin, LEN(lock_spin));
}
END_TEST
START_TEST(spin_lock_with_yield) {
  static const char golden[] = "0/1111 1/1111 2/1111 3/0111 5/1000 6/1000 7/1000 8/1000 4/0111 1/0111 2/0111 3/0011 5/0100 6/0100 7/0100 8/0100 "
                               "4/0011 1/0011 2/0011 5/0010 6/0010 7/0010 8/0010 3/0001 4/0001 1/0001 2/0001 5/0001 6/0001 7/0001 8/0001";
  BOTH(lock_yield, golden, 0, 0, "PATH_POLICY=block");
  for (unsigned k = 0; k < 4; k++)
    for (unsigned s = 0; s < 2; s++) {
      each_lane_enters_once(SHAPE(LANE, policies[k], switches[s]), lock_yield, LEN(lock_yield), 6, k == 0 ? 31 : 0);
      each_lane_enters_once(SHAPE("CB_MASKS=warp", policies[k], switches[s]), lock_yield, LEN(lock_yield), 6, k == 0 ? 31 : 0);
    }
}
END_TEST
/* The barrier behind the unlock: ends only when the owner gets its turn. */
START_TEST(spin_lock_needs_fair_turns) {
  each_lane_enters_once(SHAPE(LANE, "PATH_POLICY=rr", "PATH_SWITCH=every"), lock_late, LEN(lock_late), 4, 0);
  each_lane_enters_once(SHAPE("CB_MASKS=warp", "PATH_POLICY=rr", "PATH_SWITCH=every"), lock_late, LEN(lock_late), 4, 0);
  for (unsigned k = 0; k < 3; k++)
    for (unsigned s = 0; s < 2; s++) never_ends(SHAPE(LANE, policies[k], switches[s]), lock_late, LEN(lock_late));
}
END_TEST
/* Owner and waiters yield; the owner does so at a higher pc. Every policy lets all paths that yield run. */
START_TEST(owner_that_yields_gets_its_turn) {
  static const insn code[] = {OP(CAS),       {.kind = WT_EV_BRA, .got = 1, .target = 4}, OP(WT_EV_YIELD), BR(0), OP(WT_EV_YIELD), OP(UNLOCK),
                              OP(WT_EV_EXIT)};
  for (unsigned k = 0; k < 4; k++)
    for (unsigned s = 0; s < 2; s++) each_lane_enters_once(SHAPE(LANE, policies[k], switches[s]), code, LEN(code), 5, 0);
}
END_TEST
/* R15: without yield release the 16th futile yield cuts the wait of the lock's owner. */
START_TEST(sixteen_futile_yields_force) {
  run *p = run_program(SHAPE(LANE, "YIELD_RELEASE=0"), lock_yield, LEN(lock_yield), 2000);
  ck_assert_uint_eq(p->done, 1);
  ck_assert_uint_ge(p->forced, 1);
  unsigned yields = 0, i = 0;
  for (; i < p->ntrace && p->trace[i].pc != 6; i++) yields += p->trace[i].pc == 3;
  ck_assert_uint_eq(yields, 17); /* the first one lets the owner run to its BSYNC */
  ck_assert_uint_eq(p->trace[i].mask, 8);
  prog_finish(p);
}
END_TEST

/* ---- nests, BREAK, spills ---- */
START_TEST(nested_branches_share_a_register) {
  static const insn code[] = {BSSY(0, 11), OPB(WT_EV_BMOVR, 0), BRG(3, 9, 9), BSSY(0, 8),          BRG(8, 6, 7),        BR(7),
                              OP(NOP),     OPB(WT_EV_BSYNC, 0), OP(NOP),      OPB(WT_EV_BMOVW, 0), OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
  static const char taken[] = "0/1111 1/1111 2/1111 9/0011 10/0011 3/1100 4/1100 6/1000 7/1000 5/0100 7/0100 8/1100 9/1100 10/1100 11/1111";
  BOTH(code, taken, 0, 0, "PATH_ORDER=majority");
  BOTH(code, taken, 0, 0, "PATH_ORDER=taken", "YIELD_RELEASE=0", "FORCE=0");
  BOTH(code, "0/1111 1/1111 2/1111 3/1100 4/1100 5/0100 7/0100 6/1000 7/1000 8/1100 9/1100 10/1100 9/0011 10/0011 11/1111", 0, 0,
       "PATH_ORDER=minority");
}
END_TEST

#define BRK(g, b) \
  { .kind = WT_EV_BREAK, .guard = g, .bx = b }
#define LEAVE(outer, inner, brk) \
  { BSSY(outer, 9), BSSY(inner, 7), BRG(12, 5, 6), brk, BRG(1, 8, 8), OP(NOP), OPB(WT_EV_BSYNC, 0), OP(NOP), OPB(WT_EV_BSYNC, 1), OP(WT_EV_EXIT) }
START_TEST(break_reconverges_early) {
  static const insn with[] = LEAVE(1, 0, BRK(1, 0)), other[] = LEAVE(0, 1, BRK(1, 0));
  static const insn without[] = LEAVE(1, 0, OP(NOP));
  static const char golden[] = "0/1111 1/1111 2/1111 5/1100 6/1100 3/0011 4/0011 8/0001 5/0010 6/0010 7/1110 8/1110 9/1111";
  BOTH(with, golden, 0, 0, "FORCE=0");
  BOTH(other, golden, 0, 0, "FORCE=0");
  BOTH(without, "0/1111 1/1111 2/1111 5/1100 6/1100 3/0011 4/0011 8/0001 5/0010 6/0010", 1, 0, "FORCE=0");
  BOTH(without, golden, 0, 1, "FORCE=1");
}
END_TEST

/* Two paths come one after the other to a place where the inner barrier is put away and an outer one is taken up: with one mask a warp the
 * second path saves the outer barrier as its inner one, and waits for a lane that is no part of it. */
START_TEST(spilled_masks_belong_to_lanes) {
  static const insn code[] = {BSSY(0, 0),
                              OPB(WT_EV_BMOVR, 0),
                              BRG(1, 12, 14),
                              BSSY(0, 11),
                              BRG(12, 6, 6),
                              OP(NOP),
                              {.kind = WT_EV_BMOVR, .guard = ALL, .reg = 1},
                              OPB(WT_EV_BMOVW, 0),
                              OPB(WT_EV_BSYNC, 0),
                              {.kind = WT_EV_BMOVW, .guard = ALL, .reg = 1},
                              OPB(WT_EV_BSYNC, 0),
                              BR(14),
                              OPB(WT_EV_BMOVW, 0),
                              OPB(WT_EV_BSYNC, 0),
                              OP(WT_EV_EXIT)};
#define UP_TO_MEETING "0/1111 1/1111 2/1111 3/1110 4/1110 6/1100 7/1100 8/1100 5/0010 6/0010 7/0010 8/0010 12/0001 13/0001 9/1110 10/1110 "
  example(SHAPE(LANE), code, LEN(code), UP_TO_MEETING "11/1110 14/1110 14/0001", 0, 0);
  example(SHAPE(LANE, "LANES=2"), code, LEN(code), UP_TO_MEETING "11/1110 14/1110 14/0001", 0, 0);
  example(SHAPE("CB_MASKS=warp"), code, LEN(code), UP_TO_MEETING "14/0001 11/1110 14/1110", 0, 0);
}
END_TEST

/* Sibling paths use the same register: one mask a warp strands the waiter of the first, and FORCE has to cut its wait. */
START_TEST(siblings_use_one_register) {
  static const insn code[] = {BRG(12, 4, 9), BSSY(0, 3), OPB(WT_EV_BSYNC, 0), BR(9),         BSSY(0, 9), BRG(8, 8, 8),
                              OP(NOP),       OP(NOP),    OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
  example(SHAPE(LANE, "PATH_POLICY=oldest"), code, LEN(code), "0/1111 4/1100 5/1100 8/1000 1/0011 2/0011 6/0100 7/0100 8/0100 3/0011 9/0011 9/1100",
          0, 0);
  example(SHAPE("CB_MASKS=warp", "PATH_POLICY=oldest"), code, LEN(code),
          "0/1111 4/1100 5/1100 8/1000 1/0011 2/0011 6/0100 7/0100 8/0100 9/0100 3/0011 9/0011 9/1000", 0, 1);
  example(SHAPE("CB_MASKS=warp", "PATH_POLICY=oldest", "FORCE=0"), code, LEN(code),
          "0/1111 4/1100 5/1100 8/1000 1/0011 2/0011 6/0100 7/0100 8/0100 9/0100 3/0011 9/0011", 1, 0);
}
END_TEST

/* R8: lanes of two barriers in one path leave both; each barrier then has one lane left. */
START_TEST(break_leaves_every_barrier_of_the_path) {
  static const insn code[] = {BRG(12, 3, 4), BSSY(0, 7),          BR(4),         BSSY(0, 7), {.kind = WT_EV_WSYNC, .guard = ALL, .val = 15},
                              BRK(5, 0),     OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
  run *p = run_program(SHAPE(LANE), code, LEN(code), 7);
  wt_m *m = p->b->m;
  for (unsigned i = 0; i < 8; i++) prog_idle(p);
  ck_assert_uint_eq(view_of(&m->subcore->barrier, 0, 0, 0), 2);
  ck_assert_uint_eq(view_of(&m->subcore->barrier, 0, 0, 1), 2);
  ck_assert_uint_eq(view_of(&m->subcore->barrier, 0, 0, 2), 8);
  ck_assert_uint_eq(view_of(&m->subcore->barrier, 0, 0, 3), 8);
  prog_go(p, 100, 1000);
  prog_expect_trace(p, "0/1111 3/1100 4/1100 1/0011 2/0011 4/0011 5/1111 6/1111 7/0101 7/1000 7/0010");
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST
START_TEST(break_spares_other_barriers) {
  static const insn code[] = {BRG(12, 4, 8),   BSSY(0, 3), BRK(2, 0),           OP(WT_EV_EXIT), BSSY(0, 8),
                              OP(WT_EV_YIELD), BRK(0, 0),  OPB(WT_EV_BSYNC, 0), OP(WT_EV_EXIT)};
  run *p = run_program(SHAPE(LANE), code, LEN(code), 5);
  for (unsigned i = 0; i < 8; i++) prog_idle(p);
  for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(view_of(&p->b->m->subcore->barrier, 0, 0, l), l < 2 ? 1 : 12);
  prog_finish(p);
}
END_TEST

/* ---- WARPSYNC, BAR ---- */
START_TEST(warpsync_meets_at_different_pcs) {
  static const insn code[] = {
    BRG(12, 3, 4), {.kind = WT_EV_WSYNC, .guard = ALL, .val = 15}, BR(4), {.kind = WT_EV_WSYNCR, .guard = ALL, .val = 15}, OP(WT_EV_EXIT)};
  static const insn guarded[] = {{.kind = WT_EV_WSYNC, .guard = 3, .val = 15}, {.kind = WT_EV_WSYNC, .guard = 12, .val = 15}, OP(WT_EV_EXIT)};
  BOTH(code, "0/1111 3/1100 1/0011 2/0011 4/0011 4/1100", 0, 0, "FORCE=0");
  BOTH(guarded, "0/1111 1/1100 1/0011 2/0011 2/1100", 0, 0, "FORCE=0");
}
END_TEST
/* R12: the second mask finds no slot; its path tries again until the first is free. */
START_TEST(warpsync_without_slot_retries) {
  static const insn code[] = {BRG(1, 7, 13),
                              BRG(2, 10, 13),
                              {.kind = WT_EV_WSYNC, .guard = ALL, .val = 13},
                              {.kind = WT_EV_WSYNC, .guard = ALL, .val = 14},
                              BR(13),
                              OP(NOP),
                              OP(NOP),
                              OP(WT_EV_YIELD),
                              {.kind = WT_EV_WSYNC, .guard = ALL, .val = 13},
                              BR(13),
                              {.kind = WT_EV_WSYNC, .guard = ALL, .val = 14},
                              BR(13),
                              OP(NOP),
                              OP(WT_EV_EXIT)};
  for (unsigned k = 0; k < 3; k++) { /* with rr the mask 14 takes the slot first and cannot be completed before 13 */
    run *p = start(SHAPE("WSYNC_SLOTS=1", policies[k]), 1, code, LEN(code));
    prog_launch(p, 0, 15);
    p->retry = 1;
    prog_go(p, 200, 4000);
    ck_assert_msg(p->done == 1, "%s", policies[k]);
    unsigned tries = 0;
    for (unsigned i = 0; i < p->ntrace; i++) tries += p->trace[i].pc == 10 && p->trace[i].mask == 2;
    if (k == 0) ck_assert_uint_ge(tries, 2);
    prog_finish(p);
  }
}
END_TEST
START_TEST(warp_sleeps_at_cta_barrier) {
  static const insn code[] = {BRG(12, 3, 4), OPB(WT_EV_BAR, 5), BR(4), OPB(WT_EV_BAR, 5), OP(WT_EV_EXIT)};
  run *p = start(SHAPE(LANE), 1, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  prog_go(p, 100, 100);
  prog_expect_trace(p, "0/1111 3/1100 1/0011");
  ck_assert(p->stop[0] && !(m->subcore->cfu->run & 1) && !m->subcore->cfu->dead && p->bars == 4);
  prog_release(p, 0, 5);
  prog_go(p, 100, 1000);
  /* highest pc pushed first: the lowest runs first */
  prog_expect_trace(p, "0/1111 3/1100 1/0011 2/0011 4/0011 4/1100");
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST
/* R25, R15: threads at a CTA barrier, which waits for all, keep nobody from being cut loose from BSYNC. Lanes 2 and 3, or lane 0, go
 * to the CTA barrier past the BSYNC in whose mask they are; in the third program another region takes the register of lanes 0 and 1. */
START_TEST(force_with_threads_at_the_cta_barrier) {
  static const insn stuck[] = {BSSY(0, 3), BRG(12, 3, 3), OPB(WT_EV_BSYNC, 0), OPB(WT_EV_BAR, 0), OP(WT_EV_EXIT)};
  static const insn lock[] = {BSSY(0, 7),
                              BRG(1, 10, 10),
                              OP(CAS),
                              {.kind = WT_EV_BRA, .got = 1, .target = 6},
                              OP(WT_EV_YIELD),
                              BR(2),
                              OPB(WT_EV_BSYNC, 0),
                              OP(NOP),
                              OP(UNLOCK),
                              OP(NOP),
                              OPB(WT_EV_BAR, 0),
                              OP(WT_EV_EXIT)};
  static const insn taken[] = {BSSY(0, 5), BRG(3, 4, 5), BSSY(0, 6), BR(5), OPB(WT_EV_BSYNC, 0), OPB(WT_EV_BAR, 0), OP(WT_EV_EXIT)};
  static const struct {
    const insn *code;
    unsigned n;
  } program[] = {{stuck, LEN(stuck)}, {lock, LEN(lock)}, {taken, LEN(taken)}};
  for (unsigned k = 0; k < 48; k++) {
    unsigned which = k % 3, lane = k / 3 & 1, off = k / 6 & 1;
    /* in turns the register is overwritten before lanes 0 and 1 come to their BSYNC: they fall through */
    unsigned falls = which == 2 && !lane && (k / 12 == 1 || k / 12 == 3);
    run *p = start(SHAPE(lane ? LANE : "CB_MASKS=warp", off ? "FORCE=0" : "FORCE=1", policies[k / 12]), 1, program[which].code, program[which].n);
    prog_launch(p, 0, 15);
    prog_go(p, 1000, 20000);
    ck_assert_msg((p->forced > 0) == (!off && !falls), "program %u, %s, %s: %u waits cut", which, lane ? "a view a lane" : "one view",
                  policies[k / 12], p->forced);
    ck_assert_msg((p->bars == 4) == (!off || falls), "program %u, %s, %s: %u threads at the CTA barrier", which, lane ? "a view a lane" : "one view",
                  policies[k / 12], p->bars);
    if (p->bars == 4) {
      ck_assert(!p->b->m->subcore->cfu->dead && p->stop[0]);
      prog_release(p, 0, 0);
      prog_go(p, ~0u, 1000);
      ck_assert_uint_eq(p->done, 1);
    }
    prog_finish(p);
  }
}
END_TEST
START_TEST(release_while_another_path_runs) {
  static const insn code[] = {BRG(12, 3, 4), OP(NOP), BR(1), OPB(WT_EV_BAR, 2), OP(WT_EV_EXIT)};
  run *p = start(SHAPE(LANE), 1, code, LEN(code));
  wt_m *m = p->b->m;
  prog_launch(p, 0, 15);
  prog_go(p, 8, 200);
  prog_release(p, 0, 2);
  for (unsigned i = 0; i < 4; i++) prog_clock(p);
  ck_assert(m->subcore->cfu->run & 1);
  ck_assert_uint_eq(m->subcore->barrier.q.path_count[0], 1);
  ck_assert_uint_eq(m->subcore->barrier.q.cur_mask[0], 3);
  prog_finish(p);
}
END_TEST

/* ---- which path runs next ---- */
START_TEST(policies_choose) {
  static const insn code[] = {BRG(8, 6, NOWHERE), BRG(4, 7, NOWHERE), BRG(2, 8, NOWHERE), OP(WT_EV_EXIT), OP(NOP), OP(NOP),
                              OP(WT_EV_EXIT),     OP(WT_EV_EXIT),     OP(WT_EV_EXIT)};
  BOTH(code, "0/1111 1/0111 2/0011 8/0010 3/0001 7/0100 6/1000", 0, 0, "PATH_POLICY=block");
  BOTH(code, "0/1111 1/0111 2/0011 8/0010 6/1000 7/0100 3/0001", 0, 0, "PATH_POLICY=oldest");
  BOTH(code, "0/1111 1/0111 2/0011 3/0001 6/1000 7/0100 8/0010", 0, 0, "PATH_POLICY=minpc");
  BOTH(code, "0/1111 6/1000 1/0111 7/0100 2/0011 3/0001 8/0010", 0, 0, "PATH_POLICY=rr");
}
END_TEST
/* Who yields stands back; with minpc even from a higher pc. */
START_TEST(yielded_paths_come_last) {
  static const insn code[] = {BRG(3, 3, NOWHERE), OP(WT_EV_YIELD), OP(WT_EV_EXIT), OP(NOP), OP(WT_EV_EXIT)};
  static const char last[] = "0/1111 1/1100 3/0011 4/0011 2/1100", first[] = "0/1111 3/0011 4/0011 1/1100 2/1100";
  BOTH(code, last, 0, 0, "PATH_ORDER=minority", "PATH_POLICY=block");
  BOTH(code, last, 0, 0, "PATH_ORDER=minority", "PATH_POLICY=oldest");
  BOTH(code, last, 0, 0, "PATH_ORDER=minority", "PATH_POLICY=minpc");
  BOTH(code, first, 0, 0, "PATH_ORDER=minority", "PATH_POLICY=rr"); /* the other side had its turn first */
}
END_TEST
START_TEST(path_order_picks_the_side) {
  static const char *const orders[] = {"PATH_ORDER=majority", "PATH_ORDER=minority", "PATH_ORDER=taken"};
  static const uint64_t guards[] = {1, 3, 7}, first[3][3] = {{14, 3, 7}, {1, 12, 8}, {1, 3, 7}};
  for (unsigned o = 0; o < 3; o++)
    for (unsigned g = 0; g < 3; g++) {
      const insn code[] = {BRG(guards[g], 2, NOWHERE), OP(WT_EV_EXIT), OP(WT_EV_EXIT)};
      run *p = run_program(SHAPE(orders[o]), code, 3, 2);
      ck_assert_uint_eq(p->trace[1].mask, first[o][g]);
      prog_finish(p);
    }
}
END_TEST

/* ---- timing ---- */
static void issue_now(run *p) {
  prog_clear(p);
  ck_assert(prog_issue(p, 0));
  prog_clear(p);
}
START_TEST(common_events_are_quick) {
  static const insn code[] = {BR(2), OP(NOP), OPB(WT_EV_BSYNC, 3), BRG(3, 0, NOWHERE), OP(NOP)};
  run *p = start(SHAPE(LANE), 1, code, LEN(code));
  const wt_cfu_out *o = p->b->m->subcore->cfu;
  prog_launch(p, 0, 15);
  issue_now(p); /* uniform branch: redirect in the next cycle, machine free */
  ck_assert(o->redir_valid && o->redir_pc == 32 && o->idle && !(o->run & 1));
  prog_clock(p);
  ck_assert(!o->redir_valid && (o->run & 1));
  issue_now(p); /* BSYNC that falls through: nothing happens */
  ck_assert(!o->redir_valid && o->idle && (o->run & 1));
  issue_now(p); /* split, taken side runs: redirect two cycles after the event */
  ck_assert(!o->idle && !(o->run & 1));
  prog_clock(p);
  ck_assert(o->redir_valid && o->redir_pc == 0 && o->idle);
  prog_finish(p);
}
END_TEST
START_TEST(sequential_side_of_a_split_needs_no_redirect) {
  static const insn code[] = {BRG(1, 3, NOWHERE), OP(NOP), OP(WT_EV_EXIT), OP(WT_EV_EXIT)};
  run *p = start(SHAPE(LANE), 1, code, LEN(code));
  const wt_cfu_out *o = p->b->m->subcore->cfu;
  prog_launch(p, 0, 15);
  issue_now(p);
  prog_clock(p);
  ck_assert(!o->redir_valid && o->idle && (o->run & 1));
  ck_assert_uint_eq(p->b->m->subcore->barrier.q.cur_mask[0], 14);
  prog_go(p, 100, 200);
  prog_expect_trace(p, "0/1111 1/1110 2/1110 3/0001");
  prog_finish(p);
}
END_TEST
/* R24, R29: after a plain instruction of several beats the warp stops at once, keeps its mask until the last beat, then changes path. */
START_TEST(turn_waits_for_the_last_beat) {
  static const insn code[] = {BRG(12, 3, NOWHERE), OP(NOP), OP(WT_EV_EXIT), OP(NOP), OP(WT_EV_EXIT)};
  run *p = start(SHAPE(LANE, "PATH_POLICY=rr", "PATH_SWITCH=every"), 1, code, LEN(code));
  wt_m *m = p->b->m;
  const wt_cfu_out *o = m->subcore->cfu;
  prog_launch(p, 0, 15);
  prog_go(p, 1, 10);
  while (!(o->run & 1)) prog_clock(p);
  issue_now(p);
  ck_assert(!(o->run & 1) && !o->idle);
  m->subcore->sched.o.busy = 1;
  for (unsigned i = 0; i < 5; i++) {
    m->subcore->sched.o.sel_valid = 1, m->subcore->sched.o.sel_warp = 0;
    prog_clock(p);
    ck_assert(!o->redir_valid && o->mask == 3 && !(o->run & 1));
  }
  prog_clear(p);
  m->subcore->sched.o.busy = 0;
  prog_clock(p);
  prog_clock(p);
  ck_assert(o->redir_valid && o->redir_pc == 48 && o->idle);
  prog_go(p, 100, 200);
  prog_expect_trace(p, "0/1111 1/0011 3/1100 2/0011 4/1100");
  ck_assert_uint_eq(p->done, 1);
  prog_finish(p);
}
END_TEST
/* The end of a turn of one warp comes while the machine works for another one. */
START_TEST(turn_ends_while_the_machine_is_busy) {
  static const insn code[] = {BRG(12, 3, NOWHERE), OP(NOP), OP(WT_EV_EXIT), {.kind = WT_EV_WSYNCR, .guard = ALL, .val = 12}, OP(WT_EV_EXIT)};
  run *p = start(SHAPE(LANE, "PATH_POLICY=rr", "PATH_SWITCH=every"), 1, code, LEN(code));
  wt_m *m = p->b->m;
  const wt_cfu_out *o = m->subcore->cfu;
  for (unsigned w = 0; w < 2; w++) {
    prog_launch(p, w, 15);
    prog_clear(p);
    ck_assert(prog_issue(p, w));
    prog_clear(p);
    for (unsigned i = 0; i < 8; i++) prog_clock(p);
  }
  ck_assert_uint_eq(o->run, 3);
  ck_assert(prog_issue(p, 1));
  prog_clear(p);
  for (unsigned i = 0; i < 8; i++) prog_clock(p);
  ck_assert(prog_issue(p, 1)); /* waits for the mask of its WARPSYNC */
  prog_clear(p);
  prog_clock(p);
  ck_assert(!o->idle && o->run == 1);
  ck_assert(prog_issue(p, 0));
  prog_clear(p);
  ck_assert_uint_eq(o->run, 0);
  for (unsigned i = 0; i < 5; i++) prog_clock(p);
  ck_assert(!o->idle && !o->run && m->subcore->barrier.q.turn_over == 1);
  prog_go(p, 100, 1000);
  ck_assert_uint_eq(p->done, 3);
  prog_expect_trace(p, "0/1111 1/0011 3/1100 2/0011 4/1100");
  prog_finish(p);
}
END_TEST

/* ---- random programs: every lane issues exactly its own instructions and ends ---- */
static void random_program(insn *code, unsigned n, wt_rng *r) {
  static const unsigned kinds[] = {NOP,         NOP,         WT_EV_BRA,   WT_EV_BRA,   WT_EV_BRA,  WT_EV_BSSY, WT_EV_BSSY, WT_EV_BSYNC, WT_EV_BSYNC,
                                   WT_EV_BREAK, WT_EV_BMOVR, WT_EV_BMOVW, WT_EV_YIELD, WT_EV_EXIT, WT_EV_CALL, WT_EV_RET,  WT_EV_BRX};
  for (unsigned i = 0; i + 1 < n; i++) {
    code[i] = (insn){.kind = kinds[wt_below(r, LEN(kinds))], .guard = ALL, .bx = wt_below(r, 3), .reg = wt_below(r, REGS)};
    code[i].random =
      code[i].kind == WT_EV_BRA || code[i].kind == WT_EV_EXIT || code[i].kind == WT_EV_CALL || code[i].kind == WT_EV_BRX || wt_chance(r, 30);
    code[i].target = code[i].kind == WT_EV_BRA && wt_chance(r, 30) ? wt_below(r, i + 1) : i + 1 + wt_below(r, n - i - 1);
    for (unsigned k = 0; k < MAX_TO; k++) code[i].to[k] = i + 1 + wt_below(r, n - i - 1);
  }
  code[n - 1] = (insn)OP(WT_EV_EXIT);
}
static void live_on(const char *preset, shape set, unsigned programs) {
  wt_rng r = {77};
  for (unsigned k = 0; k < programs; k++) {
    insn code[64];
    unsigned n = 8 + wt_below(&r, 56);
    random_program(code, n, &r);
    run *p = prog_start(preset, set.s, k + 1, code, n);
    p->each_cycle = check_all_warps;
    p->max_calls = 4;
    for (unsigned w = 0; w < 2 && w < p->b->shape.SLOTS; w++) prog_launch(p, w, prog_lanes(p) >> (k & 1));
    prog_go(p, ~0u, 400000);
    ck_assert_msg(p->done == p->launched, "program %u does not end", k);
    ck_assert_uint_eq(p->b->m->subcore->cfu->dead, 0);
    prog_finish(p);
  }
}
START_TEST(random_programs_end) {
  const char *mode = switches[_i & 1], *policy = policies[_i >> 1 & 3], *masks = _i & 8 ? LANE : "CB_MASKS=warp";
  static const char *const orders[] = {"PATH_ORDER=majority", "PATH_ORDER=minority", "PATH_ORDER=taken"};
  live_on("tiny", SHAPE(masks, policy, mode, orders[_i % 3]), 12);
  live_on("small", SHAPE(masks, policy, mode, orders[_i % 3], "WARPS=2"), 2);
}
END_TEST

/* ---- random events ---- */
static void random_checked(const char *preset, shape set, unsigned cycles) {
  wt_bench *b = suite_open("barrier", preset, set.s, 5);
  uint64_t launched = 0;
  for (unsigned c = 0; c < cycles; c++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    SUITE_CYCLE(b);
    if (b->m->subcore->cfu->launch_ack) launched |= bit(b->m->subcore->barrier.q.at_warp);
    check_all_warps(b->m, launched);
  }
  wt_bench_close(b);
}
START_TEST(random_events_keep_the_invariants) {
  const char *mode = switches[_i & 1], *policy = policies[_i >> 1 & 3], *masks = _i & 8 ? LANE : "CB_MASKS=warp";
  random_checked("tiny", SHAPE(masks, policy, mode), 10000);
  random_checked("tiny", SHAPE(masks, policy, mode, "WARP_SIZE=8", "YIELD_RELEASE=0", "PATH_ORDER=minority"), 10000);
  random_checked("small", SHAPE(masks, policy, mode), 4000);
}
END_TEST
START_TEST(twins_agree_on_random_events) {
  static const shape tiny[] = {{{"WARP_SIZE=8", "BX_REGS=5", "WSYNC_SLOTS=1"}},
                               {{"WARPS=1", "BX_REGS=1", "PATH_POLICY=minpc"}},
                               {{"WARP_SIZE=2", "LANES=2", "REGS=256"}},
                               {{"PATH_ORDER=taken", "FORCE=0", "PATH_POLICY=rr", "PATH_SWITCH=every"}},
                               {{LANE, "WARP_SIZE=8", "BX_REGS=5", "WSYNC_SLOTS=1", "LANES=2"}},
                               {{LANE, "WARPS=3", "BX_REGS=1", "PATH_POLICY=rr"}},
                               {{LANE, "WARP_SIZE=2", "LANES=2", "REGS=256", "PATH_POLICY=minpc", "PATH_SWITCH=every"}},
                               {{LANE, "YIELD_RELEASE=0", "PATH_ORDER=minority", "PATH_POLICY=oldest"}}};
  static const shape small[] = {{{"YIELD_RELEASE=0", "PATH_ORDER=minority"}},
                                {{"WARPS=48", "PATH_POLICY=rr", "PATH_SWITCH=every"}},
                                {{"WARP_SIZE=64"}},
                                {{LANE, "PATH_POLICY=rr"}},
                                {{LANE, "WARP_SIZE=64", "LANES=16", "PATH_POLICY=minpc"}}};
  suite_random_all("barrier", 10000);
  for (unsigned i = 0; i < LEN(tiny); i++) suite_random("barrier", "tiny", tiny[i].s, 20000);
  for (unsigned i = 0; i < LEN(small); i++) suite_random("barrier", "small", small[i].s, 5000);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, nested_ifs_run_until_blocked);
  tcase_add_test(tc, nested_ifs_round_robin);
  tcase_add_test(tc, nested_ifs_lowest_pc);
  tcase_add_test(tc, sides_of_a_branch_interleave);
  tcase_add_test(tc, spin_lock_without_yield);
  tcase_add_test(tc, spin_lock_with_yield);
  tcase_add_test(tc, spin_lock_needs_fair_turns);
  tcase_add_test(tc, owner_that_yields_gets_its_turn);
  tcase_add_test(tc, sixteen_futile_yields_force);
  tcase_add_test(tc, nested_branches_share_a_register);
  tcase_add_test(tc, break_reconverges_early);
  tcase_add_test(tc, spilled_masks_belong_to_lanes);
  tcase_add_test(tc, siblings_use_one_register);
  tcase_add_test(tc, break_leaves_every_barrier_of_the_path);
  tcase_add_test(tc, break_spares_other_barriers);
  tcase_add_test(tc, warpsync_meets_at_different_pcs);
  tcase_add_test(tc, warpsync_without_slot_retries);
  tcase_add_test(tc, warp_sleeps_at_cta_barrier);
  tcase_add_test(tc, force_with_threads_at_the_cta_barrier);
  tcase_add_test(tc, release_while_another_path_runs);
  tcase_add_test(tc, policies_choose);
  tcase_add_test(tc, yielded_paths_come_last);
  tcase_add_test(tc, path_order_picks_the_side);
  tcase_add_test(tc, common_events_are_quick);
  tcase_add_test(tc, sequential_side_of_a_split_needs_no_redirect);
  tcase_add_test(tc, turn_waits_for_the_last_beat);
  tcase_add_test(tc, turn_ends_while_the_machine_is_busy);
  tcase_add_loop_test(tc, random_programs_end, 0, 16);
  tcase_add_loop_test(tc, random_events_keep_the_invariants, 0, 16);
  tcase_add_test(tc, twins_agree_on_random_events);
}
int main(void) { return suite_main("wt_barrier", add); }
