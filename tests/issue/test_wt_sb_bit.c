/* test_wt_sb_bit.c - bit scoreboard. Rules: docs/blocks/issue/wt_sb_bit.md. */
#include "tests/block_suite.h"

START_TEST(twins_agree_on_random_traffic) { suite_random_all("sb_bit", 20000); }
END_TEST

/* Head of warp 0 reads src (need bit 0) and writes dst. */
static void head(wt_bench *b, unsigned src, unsigned dst) {
  b->m->subcore->ibuffer.o.head_src[0] = UINT64_C(1) << 48 | src;
  b->m->subcore->ibuffer.o.head_ctl[0] = 1u << 8 | dst;
}

START_TEST(raw_and_waw_wait_for_the_write_back) {
  wt_bench *b = suite_open("sb_bit", "tiny", NULL, 1);
  wt_issue_out *s = &b->m->subcore->issue.o;
  head(b, 1, 9);
  s->set_valid = 1, s->set_dst = 1, s->set_ndst = 2; /* i0: r1, r2 <- load */
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 1); /* counts from the next cycle */
  s->set_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 0); /* RAW on r1 */
  head(b, 5, 2);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 0); /* WAW on r2 */
  head(b, 5, 6);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 1);
  ck_assert_uint_eq(b->m->subcore->sb->clear & 1, 0);
  head(b, 1, 9);
  b->m->subcore->wb.o.rel_valid = 1, b->m->subcore->wb.o.rel_dst = 1, b->m->subcore->wb.o.rel_ndst = 2;
  SUITE_CYCLE(b);
  b->m->subcore->wb.o.rel_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 1);
  ck_assert_uint_eq(b->m->subcore->sb->clear & 1, 1);
  wt_bench_close(b);
}
END_TEST

START_TEST(predicates_and_uniform_registers_are_tracked) {
  wt_bench *b = suite_open("sb_bit", "tiny", NULL, 1);
  wt_issue_out *s = &b->m->subcore->issue.o;
  s->set_valid = 1, s->set_pw = 4, s->set_u = 1;
  SUITE_CYCLE(b);
  s->set_valid = 0;
  b->m->subcore->ibuffer.o.head_ctl[0] = 4u << 11;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 0);
  b->m->subcore->ibuffer.o.head_ctl[0] = 8u << 11;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 1);
  b->m->subcore->ibuffer.o.head_ctl[0] = 1u << 18;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 0);
  b->m->subcore->alu.o.rel_valid = b->m->subcore->alu.o.rel_u = 1;
  SUITE_CYCLE(b);
  b->m->subcore->alu.o.rel_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 1);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, raw_and_waw_wait_for_the_write_back);
  tcase_add_test(tc, predicates_and_uniform_registers_are_tracked);
  tcase_add_test(tc, twins_agree_on_random_traffic);
}
int main(void) { return suite_main("wt_sb_bit", add); }
