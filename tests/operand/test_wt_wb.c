/* test_wt_wb.c - slow write-back channel: random lock-step, conflicts, releases.
 * Rules: docs/blocks/operand/wt_wb.md.
 */
#include "tests/block_suite.h"

START_TEST(twins_agree_on_random_traffic) { suite_random_all("wb", 15000); }
END_TEST

static wt_bench *open_both(void) {
  wt_bench *b = suite_open("wb", "tiny", NULL, 1);
  wt_shfl_out *s = &b->m->subcore->shfl.o;
  wt_lsu_out *u = &b->m->sm->lsu.o;
  b->m->gpu->cfg.layout = 1;
  s->wb_valid = s->wb_regv = s->wb_last = s->wb_pwv = 1, s->wb_warp = 1, s->wb_reg = 4, s->wb_dst = 4, s->wb_ndst = 1;
  s->wb_p = 6, s->wb_mask = 9, s->wb_pbits = 8;
  u->wb_valid = u->wb_regv = u->wb_last = 1, u->wb_warp = 0, u->wb_reg = 7;
  u->wb_mask = 6, u->wb_dst = 6, u->wb_ndst = 2;
  for (unsigned l = 0; l < 4; l++) s->wb_data[l] = 10 + l, u->wb_data[l] = 20 + l;
  return b;
}

START_TEST(shuffle_goes_first_and_releases_its_destinations) {
  wt_bench *b = open_both();
  const wt_wb_out *o = &b->m->subcore->wb.o;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(o->ack[WT_U_SHFL], 1);
  ck_assert_uint_eq(o->ack[WT_U_LSU], 0);
  ck_assert_uint_eq(o->reg_valid, 1);
  ck_assert_uint_eq(o->reg, 4);
  ck_assert_uint_eq(o->data[3], 13);
  ck_assert_uint_eq(o->pw_valid, 1);
  ck_assert_uint_eq(o->rel_dst, 4);
  ck_assert_uint_eq(o->rel_ndst, 1);
  ck_assert_uint_eq(o->rel_pw, 64);
  b->m->subcore->shfl.o.wb_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(o->ack[WT_U_LSU], 1);
  ck_assert_uint_eq(o->pw_valid, 0);
  ck_assert_uint_eq(o->rel_dst, 6);
  ck_assert_uint_eq(o->rel_ndst, 2);
  ck_assert_uint_eq(o->rel_pw, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(a_beat_waits_for_the_bank_that_the_alu_writes) {
  wt_bench *b = open_both();
  wt_m *m = b->m;
  /* banks: shuffle (4 + 1) mod 4 = 1, LSU 7 mod 4 = 3 */
  m->subcore->alu.o.wb_n = 1, m->subcore->alu.o.wb_warp = 0, m->subcore->alu.o.wb_reg = 1;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->wb.o.ack[WT_U_SHFL], 0);
  ck_assert_uint_eq(m->subcore->wb.o.ack[WT_U_LSU], 1);
  m->subcore->alu.o.wb_warp = 1, m->subcore->alu.o.wb_reg = 2, m->subcore->alu.o.wb_n = 1; /* bank 3 */
  m->subcore->shfl.o.wb_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->wb.o.ack[WT_U_LSU], 0);
  ck_assert_uint_eq(m->subcore->wb.o.warp + m->subcore->wb.o.reg + m->subcore->wb.o.mask + m->subcore->wb.o.data[1], 0);
  m->subcore->alu.o.wb_reg = 1, m->subcore->alu.o.wb_n = 2; /* banks 2 and 3 */
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->wb.o.ack[WT_U_LSU], 0);
  m->sm->lsu.o.wb_regv = 0; /* a release alone needs no bank */
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->wb.o.ack[WT_U_LSU], 1);
  ck_assert_uint_eq(m->subcore->wb.o.reg_valid, 0);
  ck_assert_uint_eq(m->subcore->wb.o.rel_valid, 1);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, shuffle_goes_first_and_releases_its_destinations);
  tcase_add_test(tc, a_beat_waits_for_the_bank_that_the_alu_writes);
  tcase_add_test(tc, twins_agree_on_random_traffic);
}
int main(void) { return suite_main("wt_wb", add); }
