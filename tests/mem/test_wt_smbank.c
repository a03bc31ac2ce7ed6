/* test_wt_smbank.c - shared memory bank. Numbers in names of tests are rules of docs/blocks/mem/wt_smbank.md. */
#include "tests/block_suite.h"

static void request(wt_bench *b, unsigned row, unsigned wbe, uint32_t wdata) {
  wt_smem_out *s = &b->m->sm->smem.o;
  memset(s, 0, sizeof *s);
  s->en = 1;
  s->row[0] = (uint16_t)row;
  s->wbe[0] = (uint8_t)wbe;
  s->wdata[0] = wdata;
  SUITE_CYCLE(b);
}

START_TEST(bytes_are_written_alone_rules_1_2_3) {
  wt_bench *b = suite_open("smbank", "tiny", NULL, 7);
  request(b, 5, 15, 0x11223344);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0);
  request(b, 5, 0, 0);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0x11223344);
  request(b, 5, 5, 0x00aa00bb);
  request(b, 5, 0, 0);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0x11aa33bb);
  wt_smem_idle(&b->m->sm->smem.o);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(a_bank_that_is_not_enabled_does_nothing_rule_3) {
  wt_bench *b = suite_open("smbank", "tiny", NULL, 7);
  request(b, 5, 15, 0x11223344);
  wt_smem_out *s = &b->m->sm->smem.o;
  s->en = 0, s->row[0] = 5, s->wbe[0] = 15, s->wdata[0] = 0xffffffff;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0);
  request(b, 5, 15, 0x11223344);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0); /* a write shows nothing, rule 2 */
  s->wbe[0] = 0, s->wdata[0] = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0x11223344);
  s->en = 0, s->wbe[0] = 15, s->wdata[0] = 0xffffffff;
  SUITE_CYCLE(b);
  s->en = 1, s->wbe[0] = 0, s->wdata[0] = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0x11223344);
  wt_bench_close(b);
}
END_TEST

START_TEST(twins_agree_on_random_traffic) { suite_random_all("smbank", 20000); }
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, bytes_are_written_alone_rules_1_2_3);
  tcase_add_test(tc, a_bank_that_is_not_enabled_does_nothing_rule_3);
  tcase_add_test(tc, twins_agree_on_random_traffic);
}
int main(void) { return suite_main("wt_smbank", add); }
