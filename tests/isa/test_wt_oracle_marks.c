/* test_wt_oracle_marks.c - results that are not judged (cmodel/oracle/wt_oracle_marks.h): where marks come from, how they spread lane by lane, what is taken over, and
 * what takes them away.
 */
#include "oracle/wt_oracle_marks.h"

#include "oracle_kit.h"
#include "tests/suite.h"

static void begin(const char *lines) {
  emit_text(lines);
  ck_assert_int_eq(wt_oracle_marks(o, 1), 0);
  start(WS);
}
static void early(uint64_t lanes, unsigned insn) {
  const wt_oracle_early e = {.r = lanes};
  wt_oracle_set_early(o, &e);
  issue(insn, ALL);
}
static uint32_t other[WT_SEM_LANES];
static void wb_other(unsigned r, uint64_t lanes, uint32_t v) {
  for (unsigned l = 0; l < WS; l++) other[l] = v + l;
  OK(wt_oracle_wb_reg(o, 0, r, lanes, other));
}

/* Lanes that read too early are marked and take over what comes; the others are judged. */
START_TEST(lanes_that_read_too_early_are_not_judged) {
  begin("MOV R1, 0x7\nIADD3 R2, R1, 0x1, RZ\n");
  issue(0, ALL);
  early(0x0f, 1);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 2), 0x0f);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 1), 0);
  wb(1, ALL); /* what was read too early is judged itself */
  wb_other(2, 0x0f, 100);
  ck_assert_uint_eq(reg(2)[3], 103);
  for (unsigned l = 0; l < WS; l++) other[l] = 100;
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 2, 0xf0, other), "R2 expected");
}
END_TEST

/* From register to register, to predicates, through a guard, to uniform registers; a shuffle gives it to all who take part. */
START_TEST(marks_spread) {
  begin(
    "MOV R1, 0x7\nIADD3 R2, R1, 0x1, RZ\nIADD3 R3, R2, R2, RZ\nISETP.GT.AND P0, PT, R3, 0x5, PT\n@P0 MOV R4, 0x1\nSHFL.IDX PT, R5, R3, 0x1, 0x1f\n"
    "R2UR UR4, R3\nMOV R6, UR4\n");
  issue(0, ALL);
  early(0x01, 1);
  wb(1, ALL);
  wb_other(2, 0x01, 40), wb(2, 0xfe);
  issue(2, ALL);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 3), 0x01);
  wb_other(3, 0x01, 50), wb(3, 0xfe);
  issue(3, ALL);
  OK(wt_oracle_wb_pred(o, 0, 0, ALL, 0xfe)); /* of lane 0 it is what comes */
  issue(4, ALL);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 4), 0x01); /* which did not write it, and nobody knows whether it should have */
  wb(4, 0xfe);
  issue(5, ALL);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 5), ALL);
  wb_other(5, ALL, 60);
  issue(6, ALL);
  OK(wt_oracle_wb_ureg(o, 0, 4, 1234));
  issue(7, ALL);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 6), ALL);
}
END_TEST

/* Written in time from operands without a mark: judged again, from the issue on. */
START_TEST(a_proper_write_is_judged_again) {
  begin("MOV R1, 0x7\nIADD3 R2, R1, 0x1, RZ\nMOV R2, 0x5\nIADD3 R3, R2, 0x1, RZ\n");
  issue(0, ALL);
  early(ALL, 1);
  wb(1, ALL);
  wb_other(2, ALL, 40);
  issue(2, ALL);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 2), 0);
  for (unsigned l = 0; l < WS; l++) other[l] = 5;
  other[6] = 4;
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 2, ALL, other), "lane 6: R2 expected 00000005, written 00000004");
}
END_TEST

/* Two results on their way to one register: both come, in whatever order, and only then it can be judged again. */
START_TEST(two_results_of_one_register) {
  begin("MOV R1, 0x7\nMOV R1, 0x8\nIADD3 R2, R1, 0x1, RZ\nMOV R1, 0x9\n");
  issue(0, ALL);
  early(0, 1);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 1), ALL);
  wb_other(1, ALL, 8);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 32, ALL), "R1 has a write-back outstanding");
  wb_other(1, ALL, 7);
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 1, ALL, other), "none is outstanding");
  issue(2, ALL);
  ck_assert_uint_eq(reg(2)[2], 10);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 2), ALL);
  issue(3, ALL);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 1), 0);
}
END_TEST

/* A guard that is not there yet: who executes is what the machine reads, and the predicate stays the oracle's own. */
START_TEST(a_guard_is_what_the_machine_reads) {
  wt_oracle_early e = {.p = {ALL}, .p_value = {0x3c}};
  begin("ISETP.EQ.AND P0, PT, RZ, RZ, PT\n@P0 MOV R4, 0x1\n");
  issue(0, ALL);
  wt_oracle_set_early(o, &e);
  issue(1, ALL);
  ck_assert_uint_eq(*wt_oracle_pred(o, 0, 0) & ALL, ALL);
  OK(wt_oracle_also(o, 0, 16, 0x40)); /* a later beat */
  wb_other(4, 0x7c, 9);
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, 0x80, other), "none is outstanding");
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 4), ALL);
}
END_TEST

/* Address and data of a store are those that its registers gave to the machine, lane by lane. */
START_TEST(an_access_takes_what_was_read) {
  static const uint8_t regs[] = {2, 3, 6};
  uint32_t data[3][WT_SEM_LANES];
  wt_oracle_access a;
  begin("MOV R6, 0x7\nSTG.E.SYS [R2], R6\n");
  preset_addr(2, 4);
  issue(0, ALL);
  early(0x0f, 1);
  for (unsigned l = 0; l < WS; l++) data[0][l] = (uint32_t)(BASE + 64 + 4 * l), data[1][l] = (uint32_t)(BASE >> 32), data[2][l] = 0x50 + l;
  wt_oracle_as_read(o, 0, 16, ALL, 3, regs, data);
  OK(wt_oracle_mem_peek(o, 0, WT_SPACE_GLOBAL, ALL, &a));
  for (unsigned l = 0; l < WS; l++) {
    ck_assert_uint_eq(a.addr[l], BASE + 4 * l + (l < 4 ? 64 : 0));
    ck_assert_uint_eq(a.data[l][0], l < 4 ? 0x50 + l : 7);
  }
  ck_assert_uint_eq(reg(6)[0], 7);
}
END_TEST

/* An operand that is overwritten before it is read: the result that is on its way is not judged. */
START_TEST(an_operand_that_was_overwritten) {
  begin("IADD3 R2, R1, 0x1, RZ\nMOV R1, 0x9\n");
  issue(0, ALL);
  wt_oracle_overwritten(o, 0, 0, 0x30);
  ck_assert_uint_eq(wt_oracle_marked(o, 0, 2), 0x30);
  wb(2, 0xcf);
  wb_other(2, 0x30, 77);
  ck_assert_uint_eq(reg(2)[4], 81);
}
END_TEST

int main(void) {
  Suite *s = suite_create("oracle_marks");
  TCase *t = tcase_create("oracle_marks");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, lanes_that_read_too_early_are_not_judged);
  tcase_add_test(t, marks_spread);
  tcase_add_test(t, a_proper_write_is_judged_again);
  tcase_add_test(t, two_results_of_one_register);
  tcase_add_test(t, a_guard_is_what_the_machine_reads);
  tcase_add_test(t, an_access_takes_what_was_read);
  tcase_add_test(t, an_operand_that_was_overwritten);
  suite_add_tcase(s, t);
  return suite_run(s);
}
