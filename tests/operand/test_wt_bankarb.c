/* test_wt_bankarb.c - register bank arbiter: random lock-step, priorities. Rules: docs/blocks/operand/wt_bankarb.md. */
#include "tests/block_suite.h"

START_TEST(twins_agree_on_random_traffic) { suite_random_all("bankarb", 10000); }
END_TEST
START_TEST(twins_agree_with_naive_staging) {
  static const char *const set[] = {"OPREAD=naive", NULL};
  static const char *const one[] = {"OPREAD=naive", "COLLECTORS=2", "WARPS=1", NULL};
  suite_random("bankarb", "tiny", one, 10000);
  suite_random("bankarb", "small", set, 10000);
}
END_TEST
START_TEST(twins_agree_on_odd_shapes) {
  static const char *const set[] = {"WARPS=48", "COLLECTORS=5", NULL};
  static const char *const big[] = {"COLLECTORS=16", "RF_BANKS=32", NULL};
  suite_random("bankarb", "default", set, 5000);
  suite_random("bankarb", "default", big, 5000);
}
END_TEST

static void ask(wt_m *m, unsigned i, unsigned w, unsigned bank, unsigned row) {
  m->subcore->collector[i].o.req |= (uint8_t)(1u << w);
  m->subcore->collector[i].o.bank[w] = (uint8_t)bank, m->subcore->collector[i].o.row[w] = (uint16_t)row;
}

START_TEST(oldest_collector_wins_a_bank_and_other_banks_work_in_parallel) {
  static const char *const set[] = {"COLLECTORS=4", NULL};
  wt_bench *b = suite_open("bankarb", "tiny", set, 1);
  wt_m *m = b->m;
  m->gpu->cfg.rpw = 16;
  m->subcore->disp.o.older[0] = 4, m->subcore->disp.o.older[1] = 5, m->subcore->disp.o.older[3] = 7; /* oldest first: 2, 0, 1, 3 */
  ask(m, 0, 0, 1, 10), ask(m, 1, 1, 1, 11), ask(m, 2, 5, 1, 12), ask(m, 3, 0, 3, 13);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[0], 0);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[1], 0);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[2], 32);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[3], 1);
  ck_assert_uint_eq(m->subcore->bankarb.o.re, 10);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[1], 12);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[3], 13);
  wt_bench_close(b);
}
END_TEST

START_TEST(writes_go_before_reads) {
  wt_bench *b = suite_open("bankarb", "tiny", NULL, 1);
  wt_m *m = b->m;
  m->gpu->cfg.layout = 1, m->gpu->cfg.rpw = 16;
  m->subcore->alu.o.wb_n = 2, m->subcore->alu.o.wb_warp = 1, m->subcore->alu.o.wb_reg = 6; /* r6, r7 of warp 1: banks 3 and 0 */
  m->subcore->wb.o.reg_valid = 1, m->subcore->wb.o.warp = 0, m->subcore->wb.o.reg = 13;    /* bank 1 */
  m->subcore->disp.o.older[1] = 1;
  ask(m, 0, 0, 3, 5), ask(m, 1, 0, 2, 6);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->bankarb.o.wsel[3], 1);
  ck_assert_uint_eq(m->subcore->bankarb.o.wsel[0], 2);
  ck_assert_uint_eq(m->subcore->bankarb.o.wsel[1], 3);
  ck_assert_uint_eq(m->subcore->bankarb.o.wsel[2], 0);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[3], 17);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[0], 17);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[1], 3);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[0], 0);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[1], 1);
  ck_assert_uint_eq(m->subcore->bankarb.o.re, 4);
  wt_bench_close(b);
}
END_TEST

START_TEST(naive_staging_reads_for_one_instruction_lower_word_first) {
  static const char *const set[] = {"OPREAD=naive", NULL};
  wt_bench *b = suite_open("bankarb", "tiny", set, 1);
  wt_m *m = b->m;
  m->subcore->disp.o.older[0] = 2; /* collector 1 is older */
  ask(m, 0, 0, 3, 5), ask(m, 1, 0, 1, 6), ask(m, 1, 1, 1, 7), ask(m, 1, 2, 0, 8);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[0], 0);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[1], 5);
  ck_assert_uint_eq(m->subcore->bankarb.o.re, 3);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[1], 6);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, oldest_collector_wins_a_bank_and_other_banks_work_in_parallel);
  tcase_add_test(tc, writes_go_before_reads);
  tcase_add_test(tc, naive_staging_reads_for_one_instruction_lower_word_first);
  tcase_add_test(tc, twins_agree_on_random_traffic);
  tcase_add_test(tc, twins_agree_with_naive_staging);
  tcase_add_test(tc, twins_agree_on_odd_shapes);
}
int main(void) { return suite_main("wt_bankarb", add); }
