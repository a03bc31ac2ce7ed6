/* test_wt_distance.c - how many cycles must lie between two instructions, as the machine says it: with a scoreboard beside the sums of docs/timing.md, with control
 * codes beside what the documents of sb_codes, alu and fpu say; and what cannot be asked.
 */
#include <string.h>

#include "lib/wt_distance.h"
#include "tests/suite.h"
#include "tests/top/timing_book.h"

static wt_distance d;
static char err[9000];
static wt_status find(const char *preset, const char *const *set, int lockstep, const char *a, const char *b) {
  const wt_distance_shape o = {preset, set, 1, lockstep};
  err[0] = 0;
  return wt_distance_find(&o, a, b, &d, err, sizeof err);
}
static const wt_distance *found(const char *preset, const char *const *set, const char *a, const char *b) {
  const wt_status st = find(preset, set, 0, a, b);
  ck_assert_msg(st == WT_OK, "%s | %s: %d %s", a, b, st, err);
  return &d;
}

/* ---- scoreboards: the sums of docs/timing.md ---- */

static const struct {
  const char *sum, *locals, *a, *b;
} sums[] = {{"alu_use", "words=2", "IADD3 R4, R6, R7, RZ", "MOV R5, R4"},
            {"alu_use", "words=0", "MOV R4, 0x1", "FADD R5, R4, R6"},
            {"alu_use", "words=4", "IMAD.WIDE R4, R6, R7, R8", "MOV R12, R5"},
            {"alu_use", "words=2", "ISETP.LT.AND P1, PT, R6, R7, PT", "@P1 MOV R5, 0x1"},
            {"alu_use", "words=2", "ISETP.LT.AND P1, PT, R6, R7, PT", "@P1 BRA over"},
            {"alu_use", "words=1", "R2UR UR4, R6", "MOV R5, UR4"},
            {"alu_use", "words=1", "MOV R4, R6", "MOV R4, 0x1"},
            {"fpu_use", "words=3 passes=LANES_OVER_FP", "FFMA R4, R6, R7, R8", "MOV R5, R4"},
            {"uni_use", "", "UIADD3 UR4, UR5, UR6, URZ", "MOV R5, UR4"},
            {"shfl_use", "words=2", "SHFL.IDX PT, R4, R6, R7, 0x1f", "MOV R5, R4"}};
START_TEST(a_scoreboard_waits_as_long_as_the_documents_say) {
  static const char *const preset[] = {"tiny", "small", "default"}, *const set[] = {"IBUF_DEPTH=8", "COLLECTORS=8", "RF_BANKS=8",
                                                                                    NULL}; /* fetch, collectors and banks hold up nobody */
  static t_book book;
  ck_assert_msg(!t_load(&book, WT_ROOT "/docs"), "%s", book.err);
  for (unsigned p = 0; p < 3; p++) {
    wt_shape S;
    char locals[60], why[200];
    ck_assert_msg(!wt_shape_preset(&S, preset[p], why, sizeof why) && !wt_shape_set(&S, set[0], why, sizeof why) &&
                    !wt_shape_set(&S, set[1], why, sizeof why) && !wt_shape_set(&S, set[2], why, sizeof why) && !wt_shape_check(&S, why, sizeof why),
                  "%s", why);
    snprintf(locals, sizeof locals, "%s", sums[_i].locals);
    char *passes = strstr(locals, "LANES_OVER_FP");
    if (passes) sprintf(passes, "%u", S.FP_PASSES);
    const long want = t_value(&book, &S, sums[_i].sum, locals, 0);
    ck_assert_msg(!book.err[0], "%s", book.err);
    found(preset[p], set, sums[_i].a, sums[_i].b);
    ck_assert_msg(!d.codes && d.waited == want, "%s, %s: %s | %s: %u cycles, the documents say %ld", preset[p], sums[_i].sum, sums[_i].a, sums[_i].b,
                  d.waited, want);
  }
}
END_TEST

/* ---- control codes ---- */

/* wt_sb_codes.md, Parameters: the ALU needs 3 cycles to a reader, a predicate all 4; the fp32 unit FP_LAT + 2, one more for a result that waits for its bank, and FP_EXTRA
 * comes to what the code gives. */
START_TEST(stall_counts_as_the_documents_have_them) {
  static const char *const fp[][4] = {{"FP_EXTRA=0", NULL}, {"FP_EXTRA=2", NULL}, {"FP_EXTRA=0", "FP_LAT=6", NULL}, {"FP_EXTRA=0", "FP_LAT=4", NULL}};
  static const unsigned fp_lat[] = {4, 4, 6, 4}, extra[] = {0, 2, 0, 0};
  found("small-cc", NULL, "IADD3 R4, R6, R7, RZ", "MOV R5, R4");
  ck_assert_msg(d.codes && d.need == 3 && d.hazards == 1 && d.dep == WT_DEP_READ && !strcmp(d.on, "R4") && !d.variable, "%u %u %s", d.need, d.hazards,
                d.on);
  /* four beats, and the stall counts from the last one on */
  ck_assert_uint_eq(d.cycles, 4 - 1 + 3 + 1);
  found("small-cc", NULL, "ISETP.LT.AND P1, PT, R6, R7, PT", "@P1 MOV R5, 0x1");
  ck_assert_msg(d.need == 4 && !strcmp(d.on, "P1"), "%u %s", d.need, d.on);
  found("small-cc", NULL, "ISETP.LT.AND P1, PT, R6, R7, PT", "@P1 BRA over");
  ck_assert_uint_eq(d.need, 4);
  for (unsigned k = 0; k < 4; k++) {
    found("small-cc", fp[k], "FADD R4, R6, R7", "MOV R5, R4");
    ck_assert_msg(d.need + extra[k] == fp_lat[k] + 2, "FP_LAT=%u FP_EXTRA=%u: %u", fp_lat[k], extra[k], d.need);
  }
}
END_TEST

/* Results of units without a fixed time: the time of the memory follows its key; behind a barrier it is as long. */
START_TEST(a_load_takes_the_time_of_the_memory) {
  static const char *const lat[][2] = {{"MEM_LAT=20", NULL}, {"MEM_LAT=50", NULL}};
  unsigned need[2], waited[2];
  for (unsigned k = 0; k < 2; k++) {
    found("small-cc", lat[k], "LDG.E.SYS R4, [R6]", "MOV R5, R4");
    ck_assert(d.variable);
    need[k] = d.need, waited[k] = d.waited;
  }
  ck_assert_msg(need[1] == need[0] + 30 && waited[1] == waited[0] + 30, "%u %u, %u %u", need[0], need[1], waited[0], waited[1]);
  static const char *const slow[] = {"MEM_LAT=400", NULL};
  found("small-cc", slow, "LDG.E.SYS R4, [R6]", "MOV R5, R4");
  ck_assert_msg(d.need == 0 && d.waited == waited[0] + 380, "%u %u", d.need, d.waited);
}
END_TEST

/* What registers are, so that the two can be told apart: an address that the first makes, in whichever operand; a predicate that is 1 before or 0; what is stored. */
START_TEST(pairs_of_every_kind) {
  static const struct {
    const char *a, *b, *on;
    wt_dep dep;
  } t[] = {{"IADD3 R4, R6, R7, RZ", "LDG.E.SYS R8, [R4]", "R4", WT_DEP_READ},
           {"IADD3 R4, R6, R7, R9", "STS [R4], R8", "R4", WT_DEP_READ},
           {"IMAD R4, R6, R7, R8", "LDG.E.SYS R9, [R4]", "R4", WT_DEP_READ},
           {"IMAD.WIDE R4, R6, R7, R8", "LDG.E.SYS R12, [R4]", "R4", WT_DEP_READ},
           {"MOV R8, R6", "STS [R2], R8", "R8", WT_DEP_READ},
           {"MOV R8, R6", "STG.E.SYS [R2], R8", "R8", WT_DEP_READ},
           {"MOV R8, R6", "STL [R2], R8", "R8", WT_DEP_READ},
           {"LDS R4, [R2]", "LDS R6, [R2+0x20]", "", WT_DEP_NONE},
           {"ISETP.GT.AND P0, PT, R6, R7, PT", "SEL R4, R8, R9, P0", "P0", WT_DEP_READ},
           {"ISETP.LE.AND P6, PT, R6, R7, PT", "@!P6 EXIT", "P6", WT_DEP_READ},
           {"ISETP.LE.AND P5, P6, R6, R7, PT", "PLOP3.LUT P1, PT, P6, PT, PT, 0x80, 0x0", "P6", WT_DEP_READ},
           {"MOV R4, R6", "IMAD.WIDE R4, R8, R9, R10", "R4", WT_DEP_ORDER},
           {"IADD3 R4, R6, R7, RZ", "MOV R6, R9", "R6", WT_DEP_OVERWRITE},
           {"UIADD3 UR4, UR5, UR6, URZ", "IADD3 R4, R6, UR4, RZ", "UR4", WT_DEP_READ},
           {"UISETP.GT.AND UP1, UPT, UR4, UR5, UPT", "USEL UR6, UR7, UR8, UP1", "UP1", WT_DEP_READ},
           {"UIADD3 UR4, UR20, UR21, URZ", "LDS R8, [RZ+UR4]", "UR4", WT_DEP_READ},
           {"UMOV UR4, UR20", "LDG.E.SYS R8, [R2.U32+UR4]", "UR4", WT_DEP_READ},
           {"R2UR UR6, R6", "LDG.E.SYS R8, [R2.U32+UR6]", "UR6", WT_DEP_READ}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    const wt_status st = find("small-cc", NULL, 0, t[i].a, t[i].b);
    if (t[i].dep == WT_DEP_NONE) {
      ck_assert_int_eq(st, WT_USAGE);
      ck_assert_msg(strstr(err, "have no register and no predicate in common"), "%s", err);
      continue;
    }
    ck_assert_msg(st == WT_OK && d.dep == t[i].dep && !strcmp(d.on, t[i].on), "%s | %s: %d %s, %d on %s", t[i].a, t[i].b, st, err, d.dep, d.on);
    ck_assert_msg(d.need >= 1 && d.need <= 20, "%s | %s: %u", t[i].a, t[i].b, d.need);
  }
}
END_TEST

/* ---- both twins ---- */

START_TEST(in_lockstep_the_same) {
  static const char *const set[] = {"SCOREBOARD=codes", "IBUF_DEPTH=8", "COLLECTORS=4",
                                    "FP_LANES=4",       "FP_EXTRA=4",   NULL}; /* a machine that let_through has too */
  if (getenv("WT_C_ONLY")) return;
  found("tiny", set, "FFMA R4, R6, R7, R8", "FADD R5, R4, R6");
  const wt_distance alone = d;
  ck_assert_int_eq(find("tiny", set, 1, "FFMA R4, R6, R7, R8", "FADD R5, R4, R6"), WT_OK);
  ck_assert_msg(d.need == alone.need && d.cycles == alone.cycles && d.hazards == alone.hazards && d.waited == alone.waited && d.need > 1, "%u %u",
                d.need, alone.need);
}
END_TEST

/* ---- what cannot be asked ---- */

START_TEST(refused) {
  static const struct {
    const char *a, *b, *why;
    wt_status st;
  } t[] = {{"NOP", "NOP", "'NOP' and 'NOP' have no register and no predicate in common that one of them writes", WT_USAGE},
           {"IADD4 R4, R5, R6, RZ", "NOP", "'IADD4 R4, R5, R6, RZ': unknown instruction 'IADD4'", WT_USAGE},
           {"MOV R4, R6 {stall:2}", "MOV R5, R4", "'MOV R4, R6 {stall:2}': the instruction alone, without control codes", WT_USAGE},
           {"MOV R4, R6", "BRA nowhere", "'BRA nowhere': ", WT_USAGE},
           {"LOP3.LUT R4, R6, R7, RZ, 0x0, !PT", "MOV R5, RZ", "have no register", WT_USAGE},
           {"MOV R4, R4", "MOV R5, R4", "'MOV R4, R4' and 'MOV R5, R4' leave the same whether the second comes early or late", WT_USAGE}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    const wt_status st = find("small-cc", NULL, 0, t[i].a, t[i].b);
    ck_assert_msg(st == t[i].st && strstr(err, t[i].why) && !strchr(err, '\n'), "%s | %s: %d %s", t[i].a, t[i].b, st, err);
  }
  static const char *const wrong[] = {"WARPS=3.5", NULL};
  ck_assert_int_eq(find("small-cc", wrong, 0, "MOV R4, R6", "MOV R5, R4"), WT_USAGE);
}
END_TEST

int main(void) {
  Suite *s = suite_create("distance");
  TCase *tc = tcase_create("distance");
  tcase_set_timeout(tc, 300);
  tcase_add_loop_test(tc, a_scoreboard_waits_as_long_as_the_documents_say, 0, sizeof sums / sizeof *sums);
  tcase_add_test(tc, stall_counts_as_the_documents_have_them);
  tcase_add_test(tc, a_load_takes_the_time_of_the_memory);
  tcase_add_test(tc, pairs_of_every_kind);
  tcase_add_test(tc, in_lockstep_the_same);
  tcase_add_test(tc, refused);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
