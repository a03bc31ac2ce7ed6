/* test_wt_hanoi_random.c - control-flow unit with the stacks of the Hanoi paper: random programs that it can run, lane by lane, and
 * random events. Rule numbers: docs/blocks/control/wt_hanoi.md.
 */
#include "tests/control/hanoi_suite.h"

/* ---- random programs of properly nested regions, a register of its own for each level: what the paper's rules can do ---- */
enum { MAX_CODE = 120 };
typedef struct {
  insn code[MAX_CODE];
  unsigned n;
  wt_rng *r;
} gen;
static insn *emit(gen *g, insn i) {
  g->code[g->n] = i;
  return &g->code[g->n++];
}
static void block(gen *g, unsigned depth) {
  for (unsigned k = 1 + wt_below(g->r, 2); k && g->n < MAX_CODE - 24; k--) {
    unsigned what = depth < 4 ? wt_below(g->r, 6) : 5, open = g->n, b = depth;
    if (what < 3) { /* if, else */
      emit(g, (insn)BSSY(b, 0));
      insn *fork = emit(g, (insn){.kind = WT_EV_BRA, .guard = ALL, .random = 1});
      block(g, depth + 1);
      insn *over = emit(g, (insn)BR(0));
      fork->target = g->n;
      block(g, depth + 1);
      over->target = g->n;
    } else if (what < 5) { /* loop; lanes leave one after the other */
      emit(g, (insn)BSSY(b, 0));
      unsigned top = g->n;
      emit(g, (insn)OP(NOP));
      block(g, depth + 1);
      emit(g, (insn){.kind = WT_EV_BRA, .guard = ALL, .random = 1, .target = top});
    } else {
      emit(g, (insn){.kind = wt_chance(g->r, 20) ? WT_EV_YIELD : wt_chance(g->r, 20) ? WT_EV_EXIT : NOP, .guard = ALL, .random = 1});
      continue;
    }
    int at_end = wt_chance(g->r, 50); /* the point names the BSYNC, or the instruction after it */
    emit(g, (insn)OPB(WT_EV_BSYNC, b));
    g->code[open].target = g->n - (at_end ? 1 : 0);
  }
}
static void nested_programs(const char *preset, const char *const *set, unsigned programs) {
  wt_rng r = {77};
  for (unsigned k = 0; k < programs; k++) {
    gen g = {.r = &r};
    while (g.n < 40) block(&g, 0);
    emit(&g, (insn)OP(WT_EV_EXIT));
    run *p = prog_start(preset, set, k + 1, g.code, g.n);
    p->each_cycle = check_invariants;
    for (unsigned w = 0; w < 2 && w < p->b->shape.SLOTS; w++) prog_launch(p, w, prog_lanes(p) >> (k & 1));
    prog_go(p, ~0u, 1000000);
    ck_assert_msg(p->done == p->launched, "program %u does not end", k);
    ck_assert_uint_eq(p->b->m->subcore->cfu->dead, 0);
    prog_finish(p);
  }
}
START_TEST(nested_regions_end) {
  static const char *const deep[] = {"REC_DEPTH=5", NULL}, *const few[] = {"REC_DEPTH=5", "BX_REGS=5", "PATH_ORDER=minority", NULL},
                           *const wide[] = {"WARP_SIZE=8", "LANES=4", "WS_DEPTH=8", "REC_DEPTH=5", "PATH_ORDER=taken", NULL};
  nested_programs("tiny", deep, 60);
  nested_programs("tiny", few, 30);
  nested_programs("tiny", wide, 30);
  nested_programs("small", NULL, 8);
}
END_TEST

/* ---- random events ---- */
static const char *const eight[] = {"WARP_SIZE=8", "LANES=4", "BX_REGS=5", "WS_DEPTH=5", "REC_DEPTH=6", NULL}, *const one[] = {"WARPS=1", "BX_REGS=1",
                                                                                                                               "WS_DEPTH=2",
                                                                                                                               "REC_DEPTH=1", NULL};
/* Invariants, and that the stimulus reaches what it is for. */
static void random_checked(const char *preset, const char *const *set, unsigned cycles, int limits) {
  wt_bench *b = suite_open("hanoi", preset, set, 5);
  const wt_hanoi_state *q = &b->m->subcore->hanoi.q;
  uint64_t launched = 0;
  unsigned fires = 0, swaps = 0, errors[6] = {0}, done = 0, dead = 0;
  for (unsigned c = 0; c < cycles; c++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    unsigned st = q->state, w = q->at_warp, kind = q->e_kind, rn = q->rec_count[w];
    uint64_t cm = q->cur_mask[w], was_dead = q->dead;
    SUITE_CYCLE(b);
    if (b->m->subcore->cfu->launch_ack) launched |= UINT64_C(1) << q->at_warp;
    check_invariants(b->m, launched);
    fires += st == WT_HN_CHECK && q->rec_count[w] < rn;
    swaps += st == WT_HN_EXEC && kind == WT_EV_YIELD && q->cur_mask[w] != cm;
    if (b->m->subcore->cfu->err_valid) errors[b->m->subcore->cfu->err_kind]++;
    done += b->m->subcore->cfu->done_valid;
    dead += (q->dead & ~was_dead) != 0;
  }
  ck_assert_msg(fires > cycles / 500 && done, "%s: points fired %u, warps done %u", preset, fires, done);
  ck_assert_msg(swaps > cycles / 2000 || !limits, "%s: yields that swapped %u", preset, swaps);
  if (limits)
    for (unsigned k = 1; k < 6; k++) ck_assert_msg(k == WT_CFE_WSYNC || errors[k], "%s: error %u never came", preset, k);
  ck_assert_msg(dead, "%s: no deadlock", preset);
  wt_bench_close(b);
}
START_TEST(random_events_keep_the_invariants) {
  static const char *const tight[] = {"BX_REGS=2", "WS_DEPTH=3", "REC_DEPTH=3", NULL};
  random_checked("tiny", NULL, 60000, 0);
  random_checked("tiny", tight, 60000, 1);
  random_checked("tiny", eight, 60000, 0);
  random_checked("small", NULL, 30000, 0);
}
END_TEST
START_TEST(twins_agree_on_random_events) {
  static const char *const two[] = {"WARP_SIZE=2", "LANES=2", "REGS=256", "REC_DEPTH=2", NULL}, *const many[] = {"WARPS=48", NULL},
                           *const wide[] = {"WARP_SIZE=64", "WS_DEPTH=64", "REC_DEPTH=63", NULL};
  suite_random_all("hanoi", 20000);
  suite_random("hanoi", "tiny", eight, 40000);
  suite_random("hanoi", "tiny", one, 20000);
  suite_random("hanoi", "tiny", two, 20000);
  suite_random("hanoi", "tiny", taken_first, 40000);
  suite_random("hanoi", "small", minority, 20000);
  suite_random("hanoi", "small", many, 10000);
  suite_random("hanoi", "small", wide, 10000);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, nested_regions_end);
  tcase_add_test(tc, random_events_keep_the_invariants);
  tcase_add_test(tc, twins_agree_on_random_events);
}
int main(void) { return suite_main("wt_hanoi_random", add); }
