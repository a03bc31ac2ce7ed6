/* test_wt_war.c - WAR guard: TV-16 and random lock-step. Rules: docs/blocks/issue/wt_war.md. */
#include "tests/block_suite.h"

START_TEST(twins_agree_on_random_traffic) { suite_random_all("war", 20000); }
END_TEST

static void uop(uint32_t *u, unsigned s0, unsigned s1) {
  memset(u, 0, UOP_WORDS * 4);
  uop_put_need(u, 3), uop_put_s0(u, s0), uop_put_s1(u, s1);
}
static unsigned passes(wt_bench *b, unsigned dst) {
  b->m->subcore->ibuffer.o.head_ctl[0] = 1u << 8 | dst;
  SUITE_CYCLE(b);
  return b->m->subcore->war.o.ok & 1;
}

/* Outstanding reads {r0, r4}: r5 passes, r4 waits, r8 waits as an alias of r0; after the read r8 passes. */
START_TEST(tv16_bloomboard_aliases_and_clears) {
  wt_bench *b = suite_open("war", "tiny", NULL, 1);
  wt_m *m = b->m;
  m->gpu->cfg.war = WT_WAR_bloom;
  uop(m->subcore->ibuffer.o.uop, 0, 4);
  m->subcore->issue.o.alloc_valid = m->subcore->sched.o.sel_first = 1;
  SUITE_CYCLE(b);
  m->subcore->issue.o.alloc_valid = m->subcore->sched.o.sel_first = 0;
  ck_assert_uint_eq(m->subcore->war.o.drained & 1, 0);
  ck_assert_uint_eq(passes(b, 5), 1);
  ck_assert_uint_eq(passes(b, 4), 0);
  ck_assert_uint_eq(passes(b, 8), 0);
  m->subcore->disp.o.valid = m->subcore->disp.o.last = 1;
  uop(m->subcore->disp.o.uop, 0, 4);
  SUITE_CYCLE(b);
  m->subcore->disp.o.valid = m->subcore->disp.o.last = 0;
  memset(m->subcore->disp.o.uop, 0, sizeof m->subcore->disp.o.uop);
  ck_assert_uint_eq(passes(b, 8), 1);
  ck_assert_uint_eq(m->subcore->war.o.drained & 1, 1);
  wt_bench_close(b);
}
END_TEST

START_TEST(release_on_read_holds_only_packets) {
  wt_bench *b = suite_open("war", "tiny", NULL, 1);
  wt_m *m = b->m;
  m->gpu->cfg.war = WT_WAR_read;
  m->subcore->issue.o.alloc_valid = 1;
  SUITE_CYCLE(b);
  m->subcore->issue.o.alloc_valid = 0;
  m->subcore->ibuffer.o.head_ctl[0] = (uint32_t)WT_PLACED(WT_U_ALU, hctl, unit);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->war.o.ok & 1, 0);
  m->subcore->ibuffer.o.head_ctl[0] = (uint32_t)WT_PLACED(WT_U_UNI, hctl, unit);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->war.o.ok & 1, 1);
  m->gpu->cfg.war = WT_WAR_inorder;
  m->subcore->ibuffer.o.head_ctl[0] = (uint32_t)WT_PLACED(WT_U_ALU, hctl, unit);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->war.o.ok & 1, 1);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, tv16_bloomboard_aliases_and_clears);
  tcase_add_test(tc, release_on_read_holds_only_packets);
  tcase_add_test(tc, twins_agree_on_random_traffic);
}
int main(void) { return suite_main("wt_war", add); }
