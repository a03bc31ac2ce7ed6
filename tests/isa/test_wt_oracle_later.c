/* test_wt_oracle_later.c - the oracle where an access is judged at the port of its SM and takes effect in memory later, line by line (WT_LATER_LINES), call by call:
 * what memory and registers hold before and after, and what must not happen in between.
 */
#include "oracle/wt_oracle_l1.h"
#include "oracle_kit.h"
#include "tests/saved_kit.h"
#include "tests/suite.h"

/* R2:R3 is each thread's address, of warp 1 a line further; R6 and R7 what it stores. Two warps of a CTA. */
static void begin(const char *text) {
  wt_oracle_mem m = {mem_read, mem_write, NULL};
  setup();
  wt_oracle_set_mem(o, &m);
  for (unsigned k = 0; k < MEM_BYTES; k++) mem[k] = (uint8_t)(k * 7 + (k >> 8));
  wt_oracle_set_lines(o, 128, 1);
  OK(wt_oracle_l1(o, 64, 128, 0));
  emit_text(text);
  start(2 * WS);
  for (unsigned s = 0; s < 2; s++)
    for (unsigned l = 0; l < WS; l++) {
      wt_oracle_reg(o, s, 2)[l] = (uint32_t)BASE + 128 * s + 4 * l, wt_oracle_reg(o, s, 3)[l] = (uint32_t)(BASE >> 32);
      wt_oracle_reg(o, s, 6)[l] = 0xaa0 + l, wt_oracle_reg(o, s, 7)[l] = 0xbb0 + l;
    }
  wt_oracle_later(o, WT_LATER_LINES);
}
static void issues(unsigned slot, unsigned insn, uint64_t lanes) { OK(wt_oracle_issue(o, slot, insn * 16, lanes)); }
static wt_status from(unsigned slot, uint64_t lanes, wt_oracle_source source, int tag) {
  return wt_oracle_mem_perform_from(o, slot, lanes, WT_ORACLE_ANY_LINE, source, tag);
}
static wt_status from_memory(unsigned slot, uint64_t lanes) { return from(slot, lanes, WT_SOURCE_MEMORY, -1); }
static uint32_t word(const uint8_t *of, unsigned offset) {
  uint32_t v;
  memcpy(&v, of + offset, 4);
  return v;
}
static void others_write(uint8_t what) {
  for (unsigned k = 0; k < MEM_BYTES; k++) mem[k] ^= what;
}

#define LOAD "LDG.E.SYS R4, [R2]\n"

/* Told at the port, in effect when memory has performed it. */
static uint64_t line_of(unsigned offset) { return (BASE + offset) / 128; }
static wt_status at_the_port(unsigned slot, unsigned offset) {
  wt_oracle_event(o, line_of(offset));
  return from_memory(slot, ALL);
}
static void asked_at_the_port(unsigned tag, unsigned offset) {
  wt_oracle_event(o, line_of(offset));
  OK(wt_oracle_l1_asked(o, tag, BASE + offset, 15));
}
static void in_the_slice(unsigned offset) { OK(wt_oracle_effects(o, line_of(offset))); }

/* Lines take effect in any order, the requests of one in theirs. Until then memory has not performed them: a fence must not pass, a result must not come, the
 * warp must not end. */
START_TEST(lines_have_orders_of_their_own) {
  uint8_t was[MEM_BYTES];
  begin("STG.E.SYS [R2], R6\nSTG.E.SYS [R2+0x80], R7\nLDG.E.STRONG.GPU R4, [R2]\nSTG.E.SYS [R2], R7\nEXIT\n");
  memcpy(was, mem, sizeof was);
  for (unsigned i = 0; i < 4; i++) issues(0, i, ALL);
  OK(at_the_port(0, 0)), OK(at_the_port(0, 128)), OK(at_the_port(0, 0)), OK(at_the_port(0, 0));
  ck_assert_mem_eq(mem, was, sizeof was);
  FAILS(WT_DIFF, wt_oracle_fence(o, 0, 8), "lane 3: passes a MEMBAR with an older access that is not performed");
  OK(wt_oracle_fence(o, 1, ALL));
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, ALL, reg(4)), "write-back of R4 before its memory access was performed");
  in_the_slice(128);
  ck_assert_mem_eq(mem, was, 128);
  ck_assert_uint_eq(word(mem, 128 + 12), 0xbb3);
  in_the_slice(0);
  ck_assert_uint_eq(word(mem, 12), 0xaa3);
  others_write(0x5a);
  in_the_slice(0);
  ck_assert_uint_eq(reg(4)[3], 0xaa3 ^ 0x5a5a5a5a);
  OK(wt_oracle_wb_reg(o, 0, 4, ALL, reg(4)));
  FAILS(WT_DIFF, wt_oracle_fence(o, 0, 8), "passes a MEMBAR");
  issues(0, 4, ALL);
  FAILS(WT_DIFF, wt_oracle_warp_end(o, 0), "retired with the memory access of pc 0x30 not performed in memory");
  in_the_slice(0);
  ck_assert_uint_eq(word(mem, 12), 0xbb3);
  OK(wt_oracle_fence(o, 0, ALL)), OK(wt_oracle_warp_end(o, 0));
  FAILS(WT_DIFF, wt_oracle_effects(o, line_of(0)), "oracle: memory performs what nobody has asked for at 0x7000000000");
  teardown();
}
END_TEST

/* A line for the cache is read when the slice does, and loads that wait for it take what is there then, also those that come behind other requests. Loads that come
 * later take it at once. */
START_TEST(lines_are_read_in_the_slice) {
  uint8_t first[MEM_BYTES], second[MEM_BYTES];
  begin(LOAD LOAD "LDG.E.SYS R5, [R2]\n");
  asked_at_the_port(5, 0), asked_at_the_port(6, 128);
  issues(0, 0, ALL), issues(1, 0, ALL);
  OK(from(1, ALL, WT_SOURCE_ASKED, 6)), OK(from(0, 15, WT_SOURCE_ASKED, 5)), OK(from(0, 0xf0, WT_SOURCE_JOINED, 5));
  others_write(0x5a);
  memcpy(second, mem, sizeof second);
  in_the_slice(128);
  for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(wt_oracle_reg(o, 1, 4)[l], word(second, 128 + 4 * l));
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, ALL, reg(4)), "write-back of R4 before its memory access was performed");
  others_write(0xc3);
  memcpy(first, mem, sizeof first);
  in_the_slice(0);
  others_write(0x5a);
  for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(reg(4)[l], word(first, 4 * l));
  OK(wt_oracle_wb_reg(o, 0, 4, ALL, reg(4)));
  OK(wt_oracle_l1_line(o, 3, BASE, 15, 5, 0));
  issues(0, 1, ALL), issues(0, 2, ALL);
  OK(from(0, ALL, WT_SOURCE_JOINED, 5)), OK(from(0, ALL, WT_SOURCE_HIT, -1));
  for (unsigned l = 0; l < WS; l++) ck_assert(reg(4)[l] == word(first, 4 * l) && reg(5)[l] == word(first, 4 * l));
  teardown();
}
END_TEST

/* What waits goes on from rows as it was: the order of a line, a line that is not read yet with who waits for it, and what its lanes owe. */
START_TEST(rows_hold_what_waits) {
  uint8_t now[MEM_BYTES];
  wt_oracle *first = NULL;
  wt_saved rows[2] = {{0}, {0}};
  for (unsigned to = 0; to < 2; to++) {
    begin("STG.E.SYS [R2], R6\n" LOAD "MEMBAR.SC.GPU\n");
    if (!to) {
      issues(0, 0, ALL), issues(1, 0, ALL), issues(1, 1, ALL);
      OK(at_the_port(0, 0)), OK(at_the_port(1, 128));
      asked_at_the_port(9, 128);
      OK(from(1, ALL, WT_SOURCE_ASKED, 9));
    }
    wt_oracle_saved(o, &rows[to]);
    if (to) break;
    first = o, o = NULL;
  }
  saved_over(&rows[0], &rows[1]);
  OK(wt_oracle_loaded(o));
  wt_oracle_free(first);
  FAILS(WT_DIFF, wt_oracle_fence(o, 0, 1), "passes a MEMBAR");
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 1, 4, ALL, wt_oracle_reg(o, 1, 4)), "write-back of R4 before its memory access was performed");
  in_the_slice(128);
  ck_assert_uint_eq(word(mem, 128 + 4), 0xaa1);
  others_write(0x33);
  memcpy(now, mem, sizeof now);
  in_the_slice(128);
  for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(wt_oracle_reg(o, 1, 4)[l], word(now, 128 + 4 * l));
  OK(wt_oracle_wb_reg(o, 1, 4, ALL, wt_oracle_reg(o, 1, 4)));
  in_the_slice(0);
  ck_assert_uint_eq(word(mem, 4), 0xaa1);
  OK(wt_oracle_fence(o, 0, ALL)), OK(wt_oracle_fence(o, 1, ALL));
  issues(0, 1, ALL); /* the next event is none that was told before */
  OK(at_the_port(0, 0));
  in_the_slice(0);
  ck_assert_uint_eq(reg(4)[1], 0xaa1);
  teardown();
}
END_TEST

int main(void) {
  Suite *s = suite_create("oracle_later");
  TCase *t = tcase_create("lines");
  tcase_add_test(t, lines_have_orders_of_their_own);
  tcase_add_test(t, lines_are_read_in_the_slice);
  tcase_add_test(t, rows_hold_what_waits);
  suite_add_tcase(s, t);
  return suite_run(s);
}
