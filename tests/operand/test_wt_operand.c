/* test_wt_operand.c - worked examples of the operand stage on the joint bench: bank tables cycle by cycle, WAR hazard.
 * Needs the C twins of collector, disp, bankarb, rfbank and wb.
 */
#include "tests/operand/operand_joint.h"

/* A table: cells of cycles 1..n of banks 0..3 and of the execution unit; "" = idle. */
typedef const char *table[5][9];

static void expect(const joint *j, const table t, unsigned n) {
  for (unsigned c = 1; c <= n; c++) {
    for (unsigned b = 0; b < 4; b++) {
      const char *want = t[b][c - 1] ? t[b][c - 1] : "";
      const char *got = j->bank[b][c];
      ck_assert_msg(!strcmp(got, want), "cycle %u bank %u: '%s', the table says '%s'", c, b, got, want);
    }
    const char *want = t[4][c - 1] ? t[4][c - 1] : "";
    ck_assert_msg(!strcmp(j->eu[c], want), "cycle %u EU: '%s', the table says '%s'", c, j->eu[c], want);
  }
}

#define COLLECT "WARPS=4", "RF_BANKS=4", "COLLECTORS=4", "OPREAD=collector"
static const char *const swizzled[] = {COLLECT, "LAYOUT=swizzle", NULL};
static const char *const naive[] = {COLLECT, "LAYOUT=naive", NULL};

/* add r1,r2,r5 of warps 1, 2, 3, then mad r4,r3,r7,r1 of warp 0 */
static const joint_insn add_mad[] = {{0, 1, 1, {2, 5, -1}}, {1, 2, 1, {2, 5, -1}}, {2, 3, 1, {2, 5, -1}}, {3, 0, 4, {3, 7, 1}}};
/* mad r2,r5,r4,r6 of warp 3, then add r5,r1,r5 of warps 0 and 1 */
static const joint_insn mad_add[] = {{0, 3, 2, {5, 4, 6}}, {1, 0, 5, {1, 5, -1}}, {2, 1, 5, {1, 5, -1}}};

static void check_add_mad_values(const joint *j) {
  for (unsigned l = 0; l < j->m->S->LANES; l++) {
    for (unsigned w = 1; w <= 3; w++) ck_assert_uint_eq(joint_reg(j, w, 1, l), joint_value(w, 2, l) + joint_value(w, 5, l));
    ck_assert_uint_eq(joint_reg(j, 0, 4, l), joint_value(0, 3, l) + joint_value(0, 7, l) + joint_value(0, 1, l));
  }
}

START_TEST(collectors_with_swizzled_banks_keep_the_nine_cycles_of_the_figure) {
  static const table t = {{0, "w2:r2", 0, "w3:r5", 0, "w3:r1(WB)", 0, 0, "w0:r4(WB)"},
                          {0, 0, "w3:r2", 0, 0, 0, "w0:r1", 0, 0},
                          {0, "w1:r5", 0, "w1:r1(WB)", 0, 0, 0, 0, 0},
                          {"w1:r2", 0, "w2:r5", "w0:r3", "w2:r1(WB)", "w0:r7", 0, 0, 0},
                          {0, 0, "w1", "w2", "w3", 0, 0, "w0", 0}};
  joint *j = joint_open(swizzled);
  joint_run(j, add_mad, 4, NULL, 0, 10);
  expect(j, t, 9);
  check_add_mad_values(j);
  joint_close(j);
}
END_TEST

START_TEST(the_same_program_on_naive_banks_is_delayed_by_write_backs) {
  static const table t = {{0, 0, 0, 0, 0, 0, 0, 0, "w0:r4(WB)"},
                          {0, "w1:r5", "w2:r5", "w1:r1(WB)", "w2:r1(WB)", "w3:r5", "w0:r1", "w3:r1(WB)", 0},
                          {"w1:r2", "w2:r2", "w3:r2", 0, 0, 0, 0, 0, 0},
                          {0, 0, 0, "w0:r3", "w0:r7", 0, 0, 0, 0},
                          {0, 0, "w1", "w2", 0, 0, "w3", "w0", 0}};
  joint *j = joint_open(naive);
  joint_run(j, add_mad, 4, NULL, 0, 10);
  expect(j, t, 9);
  check_add_mad_values(j);
  joint_close(j);
}
END_TEST

START_TEST(collectors_on_naive_banks_finish_the_staging_program_in_seven) {
  static const table t = {{0, "w3:r4", 0, 0, 0, 0, 0, 0, 0},
                          {"w3:r5", "w0:r1", "w0:r5", "w1:r1", "w1:r5", "w0:r5(WB)", "w1:r5(WB)", 0, 0},
                          {0, 0, "w3:r6", 0, "w3:r2(WB)", 0, 0, 0, 0},
                          {0},
                          {0, 0, 0, "w3", "w0", "w1", 0, 0, 0}};
  joint *j = joint_open(naive);
  joint_run(j, mad_add, 3, NULL, 0, 9);
  expect(j, t, 8);
  joint_close(j);
}
END_TEST

START_TEST(collectors_on_swizzled_banks_execute_the_staging_program_at_4_5_6) {
  static const table t = {{"w3:r5", 0, 0, 0, 0, 0, 0, 0, 0},
                          {0, "w0:r1", "w3:r6", "w0:r5", "w3:r2(WB)", "w0:r5(WB)", 0, 0, 0},
                          {0, 0, "w1:r1", "w1:r5", 0, 0, "w1:r5(WB)", 0, 0},
                          {0, "w3:r4", 0, 0, 0, 0, 0, 0, 0},
                          {0, 0, 0, "w3", "w0", "w1", 0, 0, 0}};
  joint *j = joint_open(swizzled);
  joint_run(j, mad_add, 3, NULL, 0, 9);
  expect(j, t, 8);
  joint_close(j);
}
END_TEST

START_TEST(naive_staging_reads_three_instructions_in_six_cycles_and_nine_slots) {
  static const char *const set[] = {"WARPS=4", "RF_BANKS=4", "COLLECTORS=2", "OPREAD=naive", "LAYOUT=naive", NULL};
  static const table t = {{"w3:r4", 0, 0, 0, 0, 0, 0, 0, 0},
                          {"w3:r5", "w0:r1", "w0:r5", "w1:r1", "w0:r5(WB)", "w1:r5", 0, "w1:r5(WB)", 0},
                          {"w3:r6", 0, "w3:r2(WB)", 0, 0, 0, 0, 0, 0},
                          {0},
                          {0, "w3", 0, "w0", 0, 0, "w1", 0, 0}};
  unsigned used = 0;
  joint *j = joint_open(set);
  joint_run(j, mad_add, 3, NULL, 0, 9);
  expect(j, t, 8);
  for (unsigned c = 1; c <= 6; c++)
    for (unsigned b = 0; b < 4; b++) used += j->bank[b][c][0] != 0;
  ck_assert_uint_eq(used, 9);
  for (unsigned l = 0; l < j->m->S->LANES; l++) {
    ck_assert_uint_eq(joint_reg(j, 3, 2, l), joint_value(3, 5, l) + joint_value(3, 4, l) + joint_value(3, 6, l));
    ck_assert_uint_eq(joint_reg(j, 1, 5, l), joint_value(1, 1, l) + joint_value(1, 5, l));
  }
  joint_close(j);
}
END_TEST

/* add r9,r0,r4 then mov r4,r1 of one warp; another warp's slow results hold bank 0 in cycles 2 and 3 */
static const joint_insn war_pair[] = {{0, 0, 9, {0, 4, -1}}, {1, 0, 4, {1, -1, -1}}};
static const joint_slow war_slow[] = {{2, 1, 0}, {3, 1, 4}};

START_TEST(without_a_fix_a_delayed_reader_gets_the_younger_value) {
  static const char *const set[] = {COLLECT, "LAYOUT=naive", "WAR=none", NULL};
  static const table t = {{"w0:r0", "w1:r0(WB)", "w1:r4(WB)", "w0:r4(WB)", "w0:r4", 0, 0, 0, 0},
                          {0, "w0:r1", 0, 0, 0, 0, "w0:r9(WB)", 0, 0},
                          {0},
                          {0},
                          {0, 0, "w0", 0, 0, "w0", 0, 0, 0}};
  joint *j = joint_open(set);
  joint_run(j, war_pair, 2, war_slow, 2, 9);
  expect(j, t, 8);
  for (unsigned l = 0; l < j->m->S->LANES; l++) {
    ck_assert_uint_eq(joint_reg(j, 0, 9, l), joint_value(0, 0, l) + joint_value(0, 1, l));
    ck_assert_uint_eq(joint_reg(j, 0, 4, l), joint_value(0, 1, l));
  }
  joint_close(j);
}
END_TEST

START_TEST(in_order_exit_keeps_the_older_value_for_the_reader) {
  static const char *const set[] = {COLLECT, "LAYOUT=naive", "WAR=inorder", NULL};
  static const table t = {{"w0:r0", "w1:r0(WB)", "w1:r4(WB)", "w0:r4", 0, 0, "w0:r4(WB)", 0, 0},
                          {0, "w0:r1", 0, 0, 0, "w0:r9(WB)", 0, 0, 0},
                          {0},
                          {0},
                          {0, 0, 0, 0, "w0", "w0", 0, 0, 0}};
  joint *j = joint_open(set);
  joint_run(j, war_pair, 2, war_slow, 2, 9);
  expect(j, t, 8);
  for (unsigned l = 0; l < j->m->S->LANES; l++) {
    ck_assert_uint_eq(joint_reg(j, 0, 9, l), joint_value(0, 0, l) + joint_value(0, 4, l));
    ck_assert_uint_eq(joint_reg(j, 0, 4, l), joint_value(0, 1, l));
  }
  joint_close(j);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, collectors_with_swizzled_banks_keep_the_nine_cycles_of_the_figure);
  tcase_add_test(tc, the_same_program_on_naive_banks_is_delayed_by_write_backs);
  tcase_add_test(tc, collectors_on_naive_banks_finish_the_staging_program_in_seven);
  tcase_add_test(tc, collectors_on_swizzled_banks_execute_the_staging_program_at_4_5_6);
  tcase_add_test(tc, naive_staging_reads_three_instructions_in_six_cycles_and_nine_slots);
  tcase_add_test(tc, without_a_fix_a_delayed_reader_gets_the_younger_value);
  tcase_add_test(tc, in_order_exit_keeps_the_older_value_for_the_reader);
}
int main(void) { return suite_main("operand stage", add); }
