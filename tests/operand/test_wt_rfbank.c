/* test_wt_rfbank.c - register bank: random lock-step, lane mask, channels. Rules: docs/blocks/operand/wt_rfbank.md. */
#include "tests/block_suite.h"

START_TEST(twins_agree_on_random_traffic) { suite_random_all("rfbank", 10000); }
END_TEST
START_TEST(twins_agree_on_a_row_count_that_is_no_power_of_two) {
  static const char *const set[] = {"REGS=480", NULL};
  suite_random("rfbank", "tiny", set, 10000);
}
END_TEST

static void put_row(wt_bench *b, unsigned sel, unsigned row) {
  wt_bankarb_idle(&b->m->subcore->bankarb.o);
  b->m->subcore->bankarb.o.wsel[0] = (uint8_t)sel, b->m->subcore->bankarb.o.row[0] = (uint16_t)row;
  uint32_t was[4]; /* a write leaves the output register alone */
  memcpy(was, b->m->subcore->rfbank[0].o.rdata, sizeof was);
  SUITE_CYCLE(b);
  for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(b->m->subcore->rfbank[0].o.rdata[l], was[l]);
}
static void expect(wt_bench *b, unsigned row, uint32_t v0, uint32_t v1, uint32_t v2, uint32_t v3) {
  const uint32_t want[4] = {v0, v1, v2, v3};
  wt_bankarb_idle(&b->m->subcore->bankarb.o);
  b->m->subcore->bankarb.o.re = 1, b->m->subcore->bankarb.o.row[0] = (uint16_t)row;
  SUITE_CYCLE(b);
  for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(b->m->subcore->rfbank[0].o.rdata[l], want[l]);
}

/* 1: the output register changes at the edge that ends the cycle of the request, and at no other one. */
START_TEST(a_read_takes_one_edge_and_stays) {
  wt_bench *b = suite_open("rfbank", "tiny", NULL, 1);
  wt_m *m = b->m;
  for (unsigned l = 0; l < 4; l++) m->subcore->alu.o.wb_lo[l] = 40 + l, m->subcore->alu.o.wb_hi[l] = 50 + l;
  m->subcore->alu.o.wb_mask = 15;
  put_row(b, 1, 2);
  put_row(b, 2, 3);
  expect(b, 2, 40, 41, 42, 43);
  wt_bankarb_idle(&m->subcore->bankarb.o);
  for (unsigned i = 0; i < 3; i++) { /* the row alone asks for nothing; nor does another bank's read */
    m->subcore->bankarb.o.row[0] = 3, m->subcore->bankarb.o.re = i ? 2 : 0;
    SUITE_CYCLE(b);
    for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(m->subcore->rfbank[0].o.rdata[l], 40 + l);
  }
  expect(b, 3, 50, 51, 52, 53);
  wt_bench_close(b);
}
END_TEST
START_TEST(every_channel_writes_its_lanes) {
  wt_bench *b = suite_open("rfbank", "tiny", NULL, 1);
  wt_m *m = b->m;
  for (unsigned l = 0; l < 4; l++) m->subcore->alu.o.wb_lo[l] = 10 + l, m->subcore->alu.o.wb_hi[l] = 20 + l, m->subcore->wb.o.data[l] = 30 + l;
  m->subcore->alu.o.wb_mask = 15, m->subcore->wb.o.mask = 5;
  put_row(b, 1, 3);
  put_row(b, 2, 31);
  expect(b, 3, 10, 11, 12, 13);
  expect(b, 31, 20, 21, 22, 23);
  put_row(b, 3, 3);
  expect(b, 3, 30, 11, 32, 13);
  m->subcore->alu.o.wb_mask = 0;
  put_row(b, 1, 3);
  expect(b, 3, 30, 11, 32, 13);
  wt_bench_close(b);
}
END_TEST

/* 4: PACK: each lane at its own row, in both directions; a lane outside of the mask keeps what its row has. */
START_TEST(every_lane_has_its_row_when_packed_rule_4) {
  static const char *const packed[] = {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL};
  suite_random("rfbank", "tiny", packed, 10000);
  wt_bench *b = suite_open("rfbank", "tiny", packed, 1);
  wt_bankarb_out *o = &b->m->subcore->bankarb.o;
  const uint32_t *got = b->m->subcore->rfbank[0].o.rdata;
  for (unsigned row = 0; row < 4; row++) {
    wt_bankarb_idle(o);
    o->wsel[0] = 1, o->row[0] = (uint16_t)row, o->row[1] = (uint16_t)(3 - row);
    b->m->subcore->alu.o.wb_mask = 3, b->m->subcore->alu.o.wb_lo[0] = 10 + row, b->m->subcore->alu.o.wb_lo[1] = 20 + row;
    SUITE_CYCLE(b);
  }
  o->row[0] = 1, o->row[1] = 2, b->m->subcore->alu.o.wb_mask = 2, b->m->subcore->alu.o.wb_lo[0] = b->m->subcore->alu.o.wb_lo[1] = 99;
  SUITE_CYCLE(b);
  for (unsigned row = 0; row < 4; row++) {
    wt_bankarb_idle(o);
    o->re = 1, o->row[0] = (uint16_t)row, o->row[1] = (uint16_t)((row + 2) % 4);
    SUITE_CYCLE(b);
    ck_assert_uint_eq(got[0], 10 + row);
    ck_assert_uint_eq(got[1], (row + 2) % 4 == 2 ? 99 : 20 + 3 - (row + 2) % 4);
  }
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, every_lane_has_its_row_when_packed_rule_4);
  tcase_add_test(tc, a_read_takes_one_edge_and_stays);
  tcase_add_test(tc, every_channel_writes_its_lanes);
  tcase_add_test(tc, twins_agree_on_random_traffic);
  tcase_add_test(tc, twins_agree_on_a_row_count_that_is_no_power_of_two);
}
int main(void) { return suite_main("wt_rfbank", add); }
