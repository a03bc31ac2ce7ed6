/* test_wt_hazard.c - what comes too early under control codes (tb/lib/wt_hazard.h), signal by signal: a machine that does not run, whose issue, write-backs and
 * collectors the test plays. So the cycles are known: what is read, by which lanes, when, and when the result of which instruction is written.
 */
#include "hazard_kit.h"

/* ---- reports ---- */

/* The whole line: who, where, when, the distance that the code gives and the one that is enough. */
START_TEST(a_report_says_all_that_is_known) {
  begin(LOAD "IADD3 R5, R4, 0x1, RZ\n", NULL);
  wait_until(10);
  issues(load, 0xff);
  wait_until(13);
  ck_assert_int_eq(wt_hazard_open(h), 0);
  reads(1, 3, 0xff, 0xff);
  wait_until(14);
  ck_assert_int_eq(wt_hazard_open(h), 1);
  wait_until(30);
  is_there(load, 1);
  REPORTS(
    "hazard: kernel k, warp 3, cycle 13: 0x0010 IADD3 R5, R4, 0x1, RZ reads R4 before it is written; 0x0000 LDG.E.SYS R4, [R2]: the code gives 3 "
    "cycles from issue to issue, this shape needs 20" BIT);
  end();
}
END_TEST

/* The first hazard is the one that is told, whatever comes behind it. */
START_TEST(the_first_one_counts) {
  begin(LOAD "IADD3 R5, R4, 0x1, RZ\nIADD3 R6, R4, 0x1, RZ\n", NULL);
  issues(load, 1);
  wait_until(2);
  reads(1, 3, 1, 1);
  wait_until(3);
  reads(2, 3, 1, 1);
  wait_until(9);
  is_there(load, 1);
  REPORTS(
    "hazard: kernel k, warp 3, cycle 2: 0x0010 IADD3 R5, R4, 0x1, RZ reads R4 before it is written; 0x0000 LDG.E.SYS R4, [R2]: the code gives 2 "
    "cycles from issue to issue, this shape needs 9" BIT);
  end();
}
END_TEST

/* Code behind the end of the kernel is not looked at, and has no text. */
START_TEST(behind_the_code_nothing_is_known) {
  const result astray = {2, 3, WT_U_LSU, 4, 1, 0, 0};
  begin("IADD3 R5, R4, 0x1, RZ\nIADD3 R5, R4, 0x1, RZ\nIADD3 R5, R4, 0x1, RZ\n", NULL);
  L.n_insns = 2;
  issues(astray, 1);
  wait_until(1);
  reads(2, 3, 1, 1);
  wait_until(2);
  ck_assert_int_eq(wt_hazard_open(h), 0);
  reads(1, 3, 1, 1);
  wait_until(4);
  is_there(astray, 7);
  ck_assert_int_eq(edge(), 1);
  ck_assert_msg(strstr(text, "; 0x0020 ?: the code gives 2 cycles") != NULL, "%s", text);
  end();
}
END_TEST

/* No byte behind the room that the caller has, wherever the line ends in it. */
START_TEST(a_report_ends_with_its_room) {
  char whole[sizeof text], part[sizeof text];
  size_t n = sizeof text - 1;
  begin(LOAD "IADD3 R5, R4, 0x1, RZ\n", NULL);
  for (size_t room = sizeof text; room; room = room > n + 3 ? n + 3 : room - 1) {
    wt_hazard_free(h);
    ck_assert((h = wt_hazard_new(&S, &L)) != NULL);
    now = 0;
    issues(load, 1);
    wait_until(1);
    reads(1, 3, 1, 1);
    wait_until(9);
    is_there(load, 1);
    memset(part, '#', sizeof part);
    ck_assert_int_eq(wt_hazard_cycle(h, m, now, part, room), 1);
    edge();
    if (room == sizeof text) n = strlen(part), snprintf(whole, sizeof whole, "%s", part);
    size_t fits = room <= n ? room - 1 : n;
    ck_assert_msg(!part[fits] && !strncmp(part, whole, fits), "%zu: %.*s", room, (int)room, part);
    for (size_t k = fits + 1; k < sizeof part; k++) ck_assert_msg(part[k] == '#', "byte %zu behind a room of %zu", k, room);
  }
  end();
}
END_TEST

/* A cure for each kind: fp32 gets cycles while the key has them, an ALU of two stages becomes one of one, all else a scoreboard; what has a write barrier does
 * not go by the stall count. late: cycles that are missing. */
START_TEST(each_kind_has_its_cure) {
#define SLOW "; the fp32 unit of this shape is too slow for any FP_EXTRA: --set FP_LAT=4 --set FP_LANES=32, or --set SCOREBOARD=bit"
#define EXTRA(n) "; --set FP_EXTRA=" #n " gives the fp32 unit its time"
  static const struct {
    unsigned unit, late;
    const char *code, *set, *cure;
  } t[] = {{WT_U_FPU, 2, "FADD R4, R2, R3" WR(7), NULL, EXTRA(5)},
           {WT_U_FPU, 2, "FADD R4, R2, R3" WR(6), NULL, EXTRA(5)},
           {WT_U_FPU, 12, "FADD R4, R2, R3" WR(7), NULL, EXTRA(15)},
           {WT_U_FPU, 13, "FADD R4, R2, R3" WR(7), NULL, SLOW},
           {WT_U_FPU, 1, "FADD R4, R2, R3" WR(7), "FP_EXTRA=1", EXTRA(3)}, /* what the shape lacks, however late this one is */
           {WT_U_FPU, 9, "FADD R4, R2, R3" WR(7), "FP_EXTRA=1", EXTRA(3)},
           {WT_U_FPU, 2, "FADD R4, R2, R3" WR(0), NULL, BIT},
           {WT_U_FPU, 2, "FADD R4, R2, R3" WR(5), "ALU_STAGES=2", BIT},
           {WT_U_FPU, 13, "FADD R4, R2, R3" WR(5), NULL, BIT},
           {WT_U_ALU, 2, "IADD3 R4, R2, R3, RZ" WR(7), NULL, BIT},
           {WT_U_ALU, 13, "IADD3 R4, R2, R3, RZ" WR(7), NULL, BIT},
           {WT_U_ALU, 1, "IADD3 R4, R2, R3, RZ" WR(7), "ALU_STAGES=2", "; --set ALU_STAGES=1 makes the ALU as fast as the code takes it to be"},
           {WT_U_XU, 2, "MUFU.RCP R4, R2" WR(7), "ALU_STAGES=2", BIT}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char code[200];
    const result r = {0, 1, t[k].unit, 4, 1, 0, 0};
    snprintf(code, sizeof code, "%sIADD3 R5, R4, 0x1, RZ\n", t[k].code);
    begin(code, t[k].set);
    unsigned barrier = (unsigned)wt_bits(program.kernel[0].code[0], 112, 110);
    issues(r, 1);
    wait_until(5);
    reads(1, 1, 1, 1);
    wait_until(5 + t[k].late);
    is_there(r, barrier < FREE ? barrier : FREE);
    snprintf(code, sizeof code, "the code gives 5 cycles from issue to issue, this shape needs %u%s", 5 + t[k].late, t[k].cure);
    ck_assert_int_eq(edge(), 1);
    ck_assert_msg(strstr(text, code) && strlen(strstr(text, code)) == strlen(code), "case %zu: %s\nnot: %s", k, text, code);
    end();
  }
}
END_TEST

/* Names of what is read. */
START_TEST(registers_predicates_and_the_uniform_ones_have_names) {
  static const struct {
    const char *code, *name;
    unsigned dst, ndst, preds, uniform;
  } t[] = {{"IADD3 R5, R0, 0x1, RZ", "reads R0 before", 0, 1, 0, 0},
           {"IADD3 R5, R254, 0x1, RZ", "reads R254 before", 254, 1, 0, 0},
           {"@P0 IADD3 R5, R6, 0x1, RZ", "reads P0 before", 0, 0, 1, 0},
           {"@!P6 IADD3 R5, R6, 0x1, RZ", "reads P6 before", 0, 0, 0x40, 0},
           {"SEL R5, R6, R7, P2", "reads P2 before", 0, 0, 0x06, 0}, /* of two that are missing the one that is read */
           {"IADD3 R5, R6, UR4, RZ", "reads UR4 before", 0, 0, 0, 1},
           {"UMOV UR4, 0x1", "writes UR4 before the older result is there", 0, 0, 0, 1},
           {"ISETP.EQ.AND P3, PT, R6, R7, PT", "writes P3 before the older result is there", 0, 0, 0x0c, 0},
           {"LDG.E.64.SYS R6, [R2]", "writes R7 before the older result is there", 7, 1, 0, 0},
           {"LDG.E.64.SYS R6, [R2]", "writes R6 before the older result is there", 5, 2, 0, 0}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char code[200];
    const result r = {0, 1, WT_U_ALU, t[k].dst, t[k].ndst, t[k].preds, t[k].uniform};
    snprintf(code, sizeof code, "%s" WR(7) "%s\n", r.uniform ? SCALAR : "NOP", t[k].code);
    begin(code, NULL);
    issues(r, 1);
    wait_until(1);
    reads(1, 1, 1, 1);
    wait_until(2);
    is_there(r, FREE);
    ck_assert_msg(edge() && strstr(text, t[k].name), "case %zu: %s", k, text);
    end();
  }
}
END_TEST

/* The first uniform register and the last one. */
START_TEST(uniform_registers_have_their_numbers) {
  static const unsigned urs[] = {0, 1, 62};
  const result r = {0, 1, WT_U_ALU, 0, 0, 0, 1};
  for (unsigned k = 0; k < 3; k++) {
    char code[200], want[60];
    snprintf(code, sizeof code, "R2UR UR%u, R6" WR(7) "IADD3 R5, R6, UR%u, RZ\n", urs[k], urs[k]);
    snprintf(want, sizeof want, " reads UR%u before it is written; ", urs[k]);
    begin(code, NULL);
    issues(r, 1);
    wait_until(1);
    reads(1, 1, 1, 1);
    wait_until(2);
    is_there(r, FREE), m->subcore->alu.o.sc_idx = (uint8_t)urs[k];
    ck_assert_msg(edge() && strstr(text, want), "%s", text);
    end();
  }
}
END_TEST

/* What has the number beside one that is missing is there, and who reads none does not wait for the first. */
START_TEST(uniform_registers_beside_are_there) {
  static const struct {
    unsigned ur;
    const char *code;
    int early;
  } t[] = {{0, "IADD3 R5, R6, R7, R8", 0},
           {0, "MOV R5, 0x1", 0},
           {0, "IADD3 R5, R6, UR1, RZ", 0},
           {0, "IADD3 R5, R6, UR0, RZ", 1},
           {5, "UMOV UR4, 0x1", 0},
           {3, "UMOV UR4, 0x1", 0},
           {4, "UMOV UR4, 0x1", 1},
           {5, "UIADD3 UR8, UR4, 0x1, URZ", 0},
           {3, "ULDC.64 UR4, c[0x0][0x160]", 0},
           {6, "ULDC.64 UR4, c[0x0][0x160]", 0},
           {5, "ULDC.64 UR4, c[0x0][0x160]", 1}};
  const result r = {0, 1, WT_U_ALU, 0, 0, 0, 1};
  for (unsigned k = 0; k < sizeof t / sizeof *t; k++) {
    char code[200];
    snprintf(code, sizeof code, "R2UR UR%u, R6" WR(7) "%s\n", t[k].ur, t[k].code);
    begin(code, NULL);
    issues(r, 1);
    wait_until(1);
    reads(1, 1, 1, 1);
    wait_until(2);
    ck_assert_msg(wt_hazard_open(h) == t[k].early, "UR%u is missing: %s", t[k].ur, t[k].code);
    end();
  }
}
END_TEST

/* ---- who reads too early ---- */

/* An instruction with text `code` issues to lanes `exec` of a path while the result is missing: is that a hazard? */
static int is_early(const char *code, result r, uint64_t lanes, unsigned warp, uint64_t exec, uint64_t path) {
  char body[300];
  snprintf(body, sizeof body, "%s" WR(7) "%s\n", r.uniform ? SCALAR : "NOP", code);
  begin(body, NULL);
  issues(r, lanes);
  wait_until(3);
  reads(1, warp, exec, path);
  wait_until(4);
  int open = wt_hazard_open(h);
  end();
  return open;
}

START_TEST(only_what_is_missing_is_early) {
  const result pair = {0, 1, WT_U_LSU, 8, 2, 0, 0}, zero = {0, 1, WT_U_LSU, 0, 1, 0, 0}, preds = {0, 1, WT_U_ALU, 8, 0, 0x06, 0},
               uni = {0, 1, WT_U_ALU, 0, 0, 0, 1}, last = {0, 1, WT_U_LSU, 254, 1, 0, 0};
  static const struct {
    const char *code;
    int pair, zero, preds, uni, last;
  } t[] = {{"IADD3 R5, R6, R7, RZ", 0, 0, 0, 0, 0},
           {"IADD3 R5, R8, R7, RZ", 1, 0, 0, 0, 0},
           {"IADD3 R5, R6, R9, RZ", 1, 0, 0, 0, 0},
           {"IADD3 R5, R7, R10, RZ", 0, 0, 0, 0, 0},
           {"IADD3 R5, R6, R7, R0", 0, 1, 0, 0, 0},
           {"IADD3 R8, R6, R7, RZ", 1, 0, 0, 0, 0},
           {"IADD3 R10, R6, R7, RZ", 0, 0, 0, 0, 0},
           {"IADD3 R7, R6, R6, RZ", 0, 0, 0, 0, 0},
           {"LDG.E.64.SYS R6, [R2]", 0, 0, 0, 0, 0},
           {"LDG.E.64.SYS R10, [R2]", 0, 0, 0, 0, 0},
           {"LDG.E.128.SYS R8, [R2]", 1, 0, 0, 0, 0},
           {"R2UR UR8, R6", 0, 0, 0, 0, 0},
           {"R2UR UR8, R9", 1, 0, 0, 0, 0},
           {"UIADD3 UR8, UR4, 0x1, URZ", 0, 0, 0, 1, 0},
           {"UIADD3 UR8, UR9, 0x1, URZ", 0, 0, 0, 0, 0},
           {"UIADD3 UR8, UR9, UR5, UR3", 0, 0, 0, 0, 0},
           {"UIADD3 UR4, UR9, 0x1, URZ", 0, 0, 0, 1, 0},
           {"USHF.L.U64.HI UR8, UR9, 0x1, UR4", 0, 0, 0, 1, 0},
           {"IADD3 R5, R6, UR4, RZ", 0, 0, 0, 1, 0},
           {"IADD3 R5, R6, UR5, RZ", 0, 0, 0, 0, 0},
           {"IADD3 R4, R6, R7, RZ", 0, 0, 0, 0, 0},
           {"LDG.E.SYS R6, [R2.U32+UR4]", 0, 0, 0, 1, 0},
           {"LDG.E.SYS R6, [R2.U32+UR6]", 0, 0, 0, 0, 0},
           {"LDG.E.SYS R6, [R2.U32+UR2]", 0, 0, 0, 0, 0},
           {"R2UR UR4, R6", 0, 0, 0, 1, 0},
           {"IADD3 R5, RZ, RZ, RZ", 0, 0, 0, 0, 0},
           {"IADD3 R5, R254, R6, RZ", 0, 0, 0, 0, 1},
           {"@P0 IADD3 R5, R6, R7, RZ", 0, 0, 0, 0, 0},
           {"@P1 IADD3 R5, R6, R7, RZ", 0, 0, 1, 0, 0},
           {"@!P2 IADD3 R5, R6, R7, RZ", 0, 0, 1, 0, 0},
           {"@P3 IADD3 R5, R6, R7, RZ", 0, 0, 0, 0, 0},
           {"@UP1 UMOV UR8, 0x1", 0, 0, 0, 0, 0},
           {"SEL R5, R6, R7, P1", 0, 0, 1, 0, 0},
           {"SEL R5, R6, R7, P3", 0, 0, 0, 0, 0},
           {"ISETP.EQ.AND P1, PT, R6, R7, PT", 0, 0, 1, 0, 0},
           {"ISETP.EQ.AND P3, P0, R6, R7, PT", 0, 0, 0, 0, 0},
           {"ISETP.EQ.AND P3, P2, R6, R7, PT", 0, 0, 1, 0, 0}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    ck_assert_msg(is_early(t[k].code, pair, 0xff, 1, 0xff, 0xff) == t[k].pair, "R8 and R9: %s", t[k].code);
    ck_assert_msg(is_early(t[k].code, zero, 0xff, 1, 0xff, 0xff) == t[k].zero, "R0: %s", t[k].code);
    ck_assert_msg(is_early(t[k].code, preds, 0xff, 1, 0xff, 0xff) == t[k].preds, "P1 and P2: %s", t[k].code);
    ck_assert_msg(is_early(t[k].code, uni, 0xff, 1, 0xff, 0xff) == t[k].uni, "uniform: %s", t[k].code);
    ck_assert_msg(is_early(t[k].code, last, 0xff, 1, 0xff, 0xff) == t[k].last, "R254: %s", t[k].code);
  }
}
END_TEST

/* Lanes that execute the reader and had the result coming; a guard is read by the whole path, a uniform register by the warp. */
START_TEST(lanes_and_warps_decide) {
  const result preds = {0, 1, WT_U_ALU, 0, 0, 2, 0}, uni = {0, 1, WT_U_ALU, 0, 0, 0, 1}, one = {0, 1, WT_U_LSU, 8, 1, 0, 0};
  static const char word[] = "IADD3 R5, R8, R7, RZ", order[] = "IADD3 R8, R6, R7, RZ", guarded[] = "@P1 IADD3 R5, R6, R7, RZ",
                    selects[] = "SEL R5, R6, R7, P1", sets[] = "ISETP.EQ.AND P1, PT, R6, R7, PT";
  ck_assert_int_eq(is_early(word, one, 0xf0, 1, 0x1f, 0xff), 1);
  ck_assert_int_eq(is_early(word, one, 0xf0, 1, 0x0f, 0xff), 0);
  ck_assert_int_eq(is_early(word, one, 0xf0, 2, 0xff, 0xff), 0);
  ck_assert_int_eq(is_early(order, one, 0xf0, 1, 0x80, 0xff), 1);
  ck_assert_int_eq(is_early(order, one, 0xf0, 1, 0x0f, 0xff), 0);
  ck_assert_int_eq(is_early(guarded, preds, 0xf0, 1, 0x0f, 0x1f), 1);
  ck_assert_int_eq(is_early(guarded, preds, 0xf0, 1, 0x0f, 0x0f), 0);
  ck_assert_int_eq(is_early(selects, preds, 0xf0, 1, 0x0f, 0x1f), 0);
  ck_assert_int_eq(is_early(selects, preds, 0xf0, 1, 0x1f, 0x1f), 1);
  ck_assert_int_eq(is_early(sets, preds, 0xf0, 1, 0x1f, 0x1f), 1);
  ck_assert_int_eq(is_early(sets, preds, 0xf0, 1, 0x0f, 0x1f), 0);
  ck_assert_int_eq(is_early("IADD3 R5, R6, UR4, RZ", uni, 0xf0, 1, 0x0f, 0x0f), 1);
  ck_assert_int_eq(is_early("IADD3 R5, R6, UR4, RZ", uni, 0xf0, 2, 0x0f, 0x0f), 0);
}
END_TEST

/* Operands are read after the edge at which the reader issues, predicates before it: in the cycle of the write the word is in time, the predicate is not. */
START_TEST(in_the_cycle_of_the_write) {
  static const unsigned units[] = {WT_U_ALU, WT_U_LSU};
  for (unsigned k = 0; k < 2; k++)
    for (unsigned what = 0; what < 4; what++) {
      static const char *const code[] = {"IADD3 R5, R8, R7, RZ", "IADD3 R8, R6, R7, RZ", "ISETP.EQ.AND P0, PT, R6, R7, PT",
                                         "@P0 IADD3 R5, R6, R7, RZ"};
      const result r = {0, 1, units[k], 8, what < 2, what >= 2, 0}, other = {0, 2, units[k], 8, what < 2, what >= 2, 0};
      for (unsigned same = 0; same < 2; same++) { /* the write is of this warp, or of another one */
        char body[200];
        snprintf(body, sizeof body, "NOP" WR(7) "%s\n", code[what]);
        begin(body, NULL);
        issues(r, 1);
        wait_until(1);
        issues(other, 1);
        wait_until(5);
        reads(1, 1, 1, 1);
        is_there(same ? r : other, FREE);
        int done = edge();
        ck_assert_msg(done == (same && what == 3), "%s, unit %u: %s", code[what], units[k], text);
        if (done) ck_assert_msg(strstr(text, "the code gives 5 cycles from issue to issue, this shape needs 6;") != NULL, "%s", text);
        ck_assert_int_eq(wt_hazard_open(h), what == 3 || !same);
        end();
      }
    }
}
END_TEST

/* R2UR writes with its first beat that has a lane and ends with its last: who reads in between is in time, in the cycle of the write not, as uniform registers are
 * read at once. The report counts to the write. */
START_TEST(a_uniform_register_is_there_before_its_release) {
  const result r = {0, 1, WT_U_ALU, 0, 0, 0, 1};
  static const struct {
    unsigned warp, ur, at;
    int early;
  } t[] = {{1, 4, 6, 1}, {1, 4, 5, 1}, {1, 4, 4, 0}, {2, 4, 4, 1}, {1, 5, 4, 1}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    begin(SCALAR WR(7) "IADD3 R5, R6, UR4, RZ\n", NULL);
    issues(r, 0xff);
    for (unsigned cycle = 1; cycle < 8; cycle++) {
      wait_until(cycle);
      if (cycle == t[k].at) delivers(t[k].warp, t[k].ur);
      if (cycle == 5) reads(1, 1, 1, 1);
      if (cycle == t[k].at && cycle >= 5) break;
    }
    if (t[k].at < 5) is_there(r, FREE);
    int told = edge();
    ck_assert_msg(told == t[k].early && wt_hazard_open(h) == t[k].early, "case %zu: %s", k, text);
    char want[200];
    snprintf(want, sizeof want,
             "reads UR4 before it is written; 0x0000 R2UR UR4, R6: the code gives 5 cycles from issue to issue, this shape needs %llu;",
             (unsigned long long)now);
    ck_assert_msg(!told || strstr(text, want), "case %zu: %s", k, text);
    end();
  }
}
END_TEST

/* One that no lane delivers stays what it was. */
START_TEST(no_lane_delivers_nothing) {
  const result uni = {0, 1, WT_U_ALU, 0, 0, 0, 1};
  ck_assert_int_eq(is_early("IADD3 R5, R6, UR4, RZ", uni, 1, 1, 1, 1), 1);
  ck_assert_int_eq(is_early("IADD3 R5, R6, UR4, RZ", uni, 0, 1, 1, 1), 0);
}
END_TEST

/* ---- which result is there ---- */

/* Of results of one register that are on their way at once, the release says which: by its unit, by its registers, by the barrier that it ends. */
START_TEST(a_release_is_of_one_result) {
  static const struct {
    result first, second, there;
    unsigned ends;
    const char *reader;
    int early; /* the reader of the first afterwards */
  } t[] = {
#define R(unit, dst, ndst, preds, uni) {0, 1, unit, dst, ndst, preds, uni}
    {R(WT_U_LSU, 8, 1, 0, 0), R(WT_U_LSU, 9, 1, 0, 0), R(WT_U_LSU, 8, 1, 0, 0), FREE, "IADD3 R5, R8, R7, RZ", 0},
    {R(WT_U_LSU, 8, 1, 0, 0), R(WT_U_LSU, 9, 1, 0, 0), R(WT_U_LSU, 9, 1, 0, 0), FREE, "IADD3 R5, R8, R7, RZ", 1},
    {R(WT_U_LSU, 8, 1, 0, 0), R(WT_U_FPU, 9, 1, 0, 0), R(WT_U_FPU, 8, 1, 0, 0), FREE, "IADD3 R5, R8, R7, RZ", 1},
    {R(WT_U_SHFL, 8, 1, 0, 0), R(WT_U_FPU, 9, 1, 0, 0), R(WT_U_SHFL, 8, 1, 0, 0), FREE, "IADD3 R5, R8, R7, RZ", 0},
    {R(WT_U_DPU, 8, 1, 0, 0), R(WT_U_FPU, 9, 1, 0, 0), R(WT_U_DPU, 8, 1, 0, 0), FREE, "IADD3 R5, R8, R7, RZ", 0},
    {R(WT_U_LSU, 8, 2, 0, 0), R(WT_U_FPU, 9, 1, 0, 0), R(WT_U_LSU, 8, 1, 0, 0), FREE, "IADD3 R5, R9, R7, RZ", 1},
    {R(WT_U_LSU, 8, 1, 0, 0), R(WT_U_FPU, 9, 1, 0, 0), R(WT_U_LSU, 8, 2, 0, 0), FREE, "IADD3 R5, R8, R7, RZ", 1},
    {R(WT_U_LSU, 8, 1, 0, 0), R(WT_U_FPU, 9, 1, 0, 0), R(WT_U_LSU, 8, 1, 0, 0), 1, "IADD3 R5, R8, R7, RZ", 1}, /* of an older one with a barrier */
    {R(WT_U_LSU, 8, 1, 0, 0), R(WT_U_FPU, 9, 1, 0, 0), R(WT_U_LSU, 8, 1, 0, 0), WT_END_NOTHING, "IADD3 R5, R8, R7, RZ", 0},
    /* without a register: by predicate, or the uniform register, which the release does not name */
    {R(WT_U_ALU, 8, 0, 1, 0), R(WT_U_ALU, 8, 0, 2, 0), R(WT_U_ALU, 8, 0, 1, 0), FREE, "@P0 IADD3 R5, R6, R7, RZ", 0},
    {R(WT_U_ALU, 8, 0, 1, 0), R(WT_U_ALU, 8, 0, 2, 0), R(WT_U_ALU, 8, 0, 2, 0), FREE, "@P0 IADD3 R5, R6, R7, RZ", 1},
    {R(WT_U_ALU, 8, 1, 1, 0), R(WT_U_ALU, 9, 1, 0, 0), R(WT_U_ALU, 8, 0, 1, 0), FREE, "@P0 IADD3 R5, R6, R7, RZ", 1},
    {R(WT_U_ALU, 0, 0, 0, 1), R(WT_U_ALU, 8, 0, 2, 0), R(WT_U_ALU, 0, 0, 0, 1), FREE, "IADD3 R5, R6, UR4, RZ", 0},
    {R(WT_U_ALU, 0, 0, 0, 1), R(WT_U_ALU, 8, 0, 2, 0), R(WT_U_ALU, 0, 0, 2, 0), FREE, "IADD3 R5, R6, UR4, RZ", 1},
    {R(WT_U_ALU, 0, 0, 1, 0), R(WT_U_ALU, 8, 0, 2, 0), R(WT_U_ALU, 0, 0, 0, 1), FREE, "@P0 IADD3 R5, R6, R7, RZ", 1},
    /* the order of issue counts among results that nothing tells apart */
    {R(WT_U_LSU, 8, 1, 0, 0), R(WT_U_LSU, 8, 1, 0, 0), R(WT_U_LSU, 8, 1, 0, 0), FREE, "IADD3 R5, R8, R7, RZ", 1},
  };
#undef R
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char body[200];
    snprintf(body, sizeof body, "%s" WR(7) "%s\n", t[k].first.uniform ? SCALAR : "NOP", t[k].reader);
    begin(body, NULL);
    issues(t[k].first, 1);
    wait_until(1);
    issues(t[k].second, 2);
    wait_until(2);
    is_there(t[k].there, t[k].ends);
    wait_until(3);
    reads(1, 1, 3, 3);
    wait_until(4);
    ck_assert_msg(wt_hazard_open(h) == t[k].early, "case %zu", k);
    end();
  }
}
END_TEST

/* A release without its valid bit is none, nor is one of something that is not on its way, however often; the other channel may release at once. */
START_TEST(a_release_of_nothing_changes_nothing) {
  const result fast = {0, 1, WT_U_ALU, 8, 1, 0, 0}, slow = {0, 1, WT_U_LSU, 9, 1, 0, 0};
  begin("NOP" WR(7) "IADD3 R5, R8, R7, RZ\nIADD3 R5, R9, R7, RZ\n", NULL);
  issues(fast, 1);
  wait_until(1);
  issues(slow, 1);
  wait_until(2);
  is_there(fast, FREE), is_there(slow, FREE);
  m->subcore->alu.o.rel_valid = m->subcore->wb.o.rel_valid = 0;
  wait_until(3);
  reads(1, 1, 1, 1);
  is_there(fast, FREE), is_there(slow, FREE);
  wait_until(4);
  for (unsigned k = 0; k < 4; k++) {
    is_there(fast, FREE), is_there(slow, FREE);
    wait_until(5 + k);
  }
  reads(1, 1, 1, 1);
  wait_until(9);
  reads(2, 1, 1, 1);
  wait_until(10);
  ck_assert_int_eq(wt_hazard_open(h), 0);
  issues(fast, 1);
  wait_until(11);
  reads(1, 1, 1, 1);
  wait_until(12);
  ck_assert_int_eq(wt_hazard_open(h), 1);
  end();
}
END_TEST

/* What comes back before and behind the result that somebody missed leaves the finding with its instruction. */
START_TEST(the_others_may_come_back_first) {
  const result r[] = {{0, 1, WT_U_LSU, 10, 1, 0, 0}, {1, 1, WT_U_LSU, 11, 1, 0, 0}, {2, 1, WT_U_LSU, 12, 1, 0, 0}, {0, 2, WT_U_LSU, 11, 1, 0, 0}};
  static const unsigned order[][4] = {{0, 2, 3, 1}, {2, 0, 3, 1}, {3, 2, 0, 1}, {1, 0, 2, 3}};
  for (unsigned k = 0; k < 4; k++) {
    begin("LDG.E.SYS R10, [R2]" WR(7) "LDG.E.SYS R11, [R2]" WR(7) "LDG.E.SYS R12, [R2]" WR(7) "IADD3 R5, R11, 0x1, RZ\n", NULL);
    for (unsigned i = 0; i < 4; i++) issues(r[i], 1), wait_until(i + 1);
    reads(3, 1, 1, 1);
    wait_until(5);
    for (unsigned i = 0; order[k][i] != 1; i++) is_there(r[order[k][i]], FREE), wait_until(6 + i);
    is_there(r[1], FREE);
    ck_assert_msg(edge() && strstr(text, "warp 1, cycle 4: 0x0030 IADD3 R5, R11, 0x1, RZ reads R11") &&
                    strstr(text, "; 0x0010 LDG.E.SYS R11, [R2]: "),
                  "order %u: %s", k, text);
    end();
  }
}
END_TEST

/* Predicates of an instruction without registers may come one by one: who reads the one that is there is in time. */
START_TEST(predicates_come_one_by_one) {
  const result both = {0, 1, WT_U_DPU, 0, 0, 6, 0}, first = {0, 1, WT_U_DPU, 0, 0, 2, 0}, second = {0, 1, WT_U_DPU, 0, 0, 4, 0};
  for (unsigned k = 0; k < 3; k++) {
    begin("NOP" WR(2) "@P1 IADD3 R5, R6, R7, RZ\n@P2 IADD3 R5, R6, R7, RZ\n", NULL);
    issues(both, 1);
    wait_until(1);
    is_there(k < 2 ? first : both, k < 2 ? WT_END_NOTHING : 2);
    wait_until(2);
    reads(k ? 2 : 1, 1, 1, 1);
    wait_until(3);
    ck_assert_int_eq(wt_hazard_open(h), k == 1);
    wait_until(8);
    is_there(second, 2);
    ck_assert_int_eq(edge(), k == 1);
    if (k == 1) ck_assert_msg(strstr(text, "reads P2 before it is written") && strstr(text, "needs 9"), "%s", text);
    end();
  }
}
END_TEST

/* Only instructions with a result are on their way, of any kind; more than there is room for are not watched, and take nothing from others. */
START_TEST(results_have_room) {
  static const result kinds[] = {{0, 1, WT_U_ALU, 8, 1, 0, 0}, {0, 1, WT_U_ALU, 0, 0, 1, 0}, {0, 1, WT_U_ALU, 0, 0, 0, 1}};
  static const char *const reader[] = {"IADD3 R5, R8, R7, RZ", "@P0 IADD3 R5, R6, R7, RZ", "IADD3 R5, R6, UR4, RZ"};
  for (unsigned k = 0; k < 3; k++) {
    ck_assert_int_eq(is_early(reader[k], kinds[k], 1, 1, 1, 1), 1);
    char body[200];
    snprintf(body, sizeof body, "%s" WR(7) "%s\n", kinds[k].uniform ? SCALAR : "NOP", reader[k]);
    begin(body, NULL);
    issues(kinds[k], 1), m->subcore->issue.o.set_valid = 0;
    wait_until(1);
    reads(1, 1, 1, 1);
    wait_until(2);
    ck_assert_int_eq(wt_hazard_open(h), 0);
    end();
  }
  const result neighbour = {0, 2, WT_U_LSU, 8, 1, 0, 0}, none = {0, 1, WT_U_LSU, 0, 0, 0, 0};
  for (unsigned many = 0; many < 2; many++) { /* 64 with a result, behind many without one */
    begin("NOP" WR(7) "IADD3 R5, R8, R7, RZ\nIADD3 R5, R163, R7, RZ\n", NULL);
    issues(neighbour, 1);
    wait_until(1);
    for (unsigned i = 0; i < 100 * many; i++) issues(none, 1), wait_until(2 + i);
    for (unsigned i = 0; i < (many ? 64 : 70); i++) {
      const result r = {0, 1, WT_U_LSU, 100 + i, 1, 0, 0};
      uint64_t at = now;
      issues(r, 1), wait_until(at + 1);
    }
    reads(many ? 2 : 1, many ? 1 : 2, 1, 1);
    edge();
    ck_assert_int_eq(wt_hazard_open(h), 1);
    is_there(neighbour, FREE);
    ck_assert_int_eq(edge(), !many);
    end();
  }
}
END_TEST

/* Both channels may end a result in one cycle: whichever of them ends the one that was missed, it is told. */
START_TEST(two_results_in_one_cycle) {
  const result fast = {0, 1, WT_U_ALU, 8, 1, 0, 0}, slow = {0, 1, WT_U_LSU, 9, 1, 0, 0};
  for (unsigned k = 0; k < 2; k++) {
    begin("NOP" WR(7) "IADD3 R5, R8, R7, RZ\nIADD3 R5, R9, R7, RZ\n", NULL);
    issues(fast, 1);
    wait_until(1);
    issues(slow, 1);
    wait_until(2);
    reads(1 + k, 1, 1, 1);
    wait_until(3);
    is_there(fast, FREE), is_there(slow, FREE);
    ck_assert_int_eq(edge(), 1);
    ck_assert_msg(strstr(text, k ? "reads R9" : "reads R8") != NULL, "%s", text);
    end();
  }
}
END_TEST

/* Results of other warps stay where they are, however many of one warp come back. */
START_TEST(warps_are_apart) {
  const result neighbour = {0, 2, WT_U_LSU, 8, 1, 0, 0};
  begin("LDG.E.SYS R8, [R2]" WR(7) "IADD3 R5, R8, R7, RZ\n", NULL);
  issues(neighbour, 1);
  wait_until(1);
  for (unsigned i = 0; i < 64; i++) {
    const result r = {0, 1, WT_U_LSU, 100 + i, 1, 0, 0};
    issues(r, 1), wait_until(2 + i);
  }
  for (unsigned i = 64; i-- > 0;) {
    const result r = {0, 1, WT_U_LSU, 100 + i, 1, 0, 0};
    is_there(r, FREE), wait_until(129 - i);
  }
  reads(1, 2, 1, 1);
  wait_until(131);
  ck_assert_int_eq(wt_hazard_open(h), 1);
  is_there(neighbour, FREE);
  ck_assert_int_eq(edge(), 1);
  ck_assert_msg(strstr(text, "warp 2, cycle 129: 0x0010 IADD3 R5, R8, R7, RZ reads R8") != NULL, "%s", text);
  end();
}
END_TEST

/* What a warp delivers of which nothing is on its way is none of the next one's, however much it has. */
START_TEST(a_full_warp_delivers_nothing_of_another) {
  const result uniform = {0, 2, WT_U_ALU, 0, 0, 0, 1}, other = {0, 2, WT_U_LSU, 9, 1, 0, 0};
  for (unsigned behind = 0; behind < 2; behind++) { /* the first of its warp, or the second */
    begin(SCALAR WR(7) "IADD3 R5, R6, UR4, RZ\n", NULL);
    issues(behind ? other : uniform, 1);
    wait_until(1);
    issues(behind ? uniform : other, 1);
    wait_until(2);
    for (unsigned i = 0; i < 64; i++) {
      const result r = {0, 1, WT_U_LSU, 100 + i, 1, 0, 0};
      issues(r, 1), wait_until(3 + i);
    }
    delivers(1, SCALAR_UR), wait_until(67);
    reads(1, 2, 1, 1), wait_until(68);
    ck_assert_int_eq(wt_hazard_open(h), 1);
    delivers(2, SCALAR_UR);
    ck_assert_msg(edge() && strstr(text, "warp 2, cycle 67: ") && strstr(text, " reads UR4 before"), "%s", text);
    end();
  }
}
END_TEST

/* ---- saved ---- */

/* A run that goes on from what was saved tells the same: all of it is in rows of the counters. */
START_TEST(a_finding_outlives_a_checkpoint) {
  const result before = {0, 3, WT_U_LSU, 9, 1, 0, 0};
  wt_saved from = {0}, to = {0};
  static char bytes[1 << 20];
  size_t used = 0;
  char want[sizeof text];
  begin(LOAD "IADD3 R5, R4, 0x1, RZ\n", NULL);
  issues(before, 1);
  wait_until(1);
  issues(load, 1);
  wait_until(4);
  reads(1, 3, 1, 1);
  wait_until(6);
  wt_hazard_saved(h, &from);
  ck_assert_uint_eq(from.n, 18);
  for (unsigned i = 0; i < from.n; i++) {
    ck_assert_msg(!strcmp(from.row[i].section, "counters") && !strncmp(from.row[i].name, "counters.hazard.", 16), "%s", from.row[i].name);
    ck_assert_uint_le(used + wt_saved_bytes(&from.row[i]), sizeof bytes);
    wt_saved_get(&from.row[i], bytes + used), used += wt_saved_bytes(&from.row[i]);
  }
  is_there(load, 1);
  ck_assert_int_eq(edge(), 1);
  snprintf(want, sizeof want, "%s", text);
  wt_hazard_free(h);
  ck_assert((h = wt_hazard_new(&S, &L)) != NULL);
  wt_hazard_saved(h, &to);
  used = 0;
  for (unsigned i = 0; i < to.n; i++) {
    long n = wt_saved_put(&to.row[i], bytes + used, sizeof bytes - used);
    ck_assert_int_ge(n, 0);
    used += (size_t)n;
  }
  now = 6;
  is_there(before, 1); /* it has the barrier of the load: it is that one's neighbour that ends */
  ck_assert_int_eq(edge(), 0);
  now = 6;
  is_there(load, 1);
  REPORTS(want);
  wt_saved_free(&from), wt_saved_free(&to);
  end();
}
END_TEST

int main(void) {
  Suite *s = suite_create("hazard");
  TCase *t = tcase_create("hazard");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, a_report_says_all_that_is_known);
  tcase_add_test(t, the_first_one_counts);
  tcase_add_test(t, behind_the_code_nothing_is_known);
  tcase_add_test(t, a_report_ends_with_its_room);
  tcase_add_test(t, each_kind_has_its_cure);
  tcase_add_test(t, registers_predicates_and_the_uniform_ones_have_names);
  tcase_add_test(t, uniform_registers_have_their_numbers);
  tcase_add_test(t, uniform_registers_beside_are_there);
  tcase_add_test(t, only_what_is_missing_is_early);
  tcase_add_test(t, lanes_and_warps_decide);
  tcase_add_test(t, in_the_cycle_of_the_write);
  tcase_add_test(t, a_uniform_register_is_there_before_its_release);
  tcase_add_test(t, no_lane_delivers_nothing);
  tcase_add_test(t, a_release_is_of_one_result);
  tcase_add_test(t, a_release_of_nothing_changes_nothing);
  tcase_add_test(t, the_others_may_come_back_first);
  tcase_add_test(t, predicates_come_one_by_one);
  tcase_add_test(t, results_have_room);
  tcase_add_test(t, two_results_in_one_cycle);
  tcase_add_test(t, warps_are_apart);
  tcase_add_test(t, a_full_warp_delivers_nothing_of_another);
  tcase_add_test(t, a_finding_outlives_a_checkpoint);
  suite_add_tcase(s, t);
  return suite_run(s);
}
