/* test_wt_codes.c - machines that issue by control codes (SCOREBOARD=codes): compiled kernels without a hazard, and hazards of wrong code and of slow units in
 * words, with the distance that the code gives and the one that the shape needs.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_cases.h"
#include "isa/wt_asm.h"
#include "isa/wt_elfw.h"
#include "lib/wt_session.h"
#include "warptwin.h"
#include "tests/suite.h"

static wt_cases cases;

static wt_status judged(const char *name, const char *const *set, wt_backend backend, int oracle, char *msg, size_t n) {
  const wt_case *c = wt_cases_find(&cases, name);
  wt_options o = {backend, "small-cc", set, 1, UINT64_C(20000000), !oracle};
  wt_session *s;
  ck_assert_msg(c != NULL, "no kernel %s in the manifest", name);
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1);
  wt_status st = wt_case_run(c, s, 1, msg, n);
  if (st) snprintf(msg, n, "%s", wt_error(s));
  wt_session_close(s);
  return st;
}

static wt_status kernel(const char *name, const char *const *set, wt_backend backend, char *msg, size_t n) {
  return judged(name, set, backend, 1, msg, n);
}

START_TEST(compiled_kernels_run_without_a_hazard) {
  char msg[2000] = "";
  wt_shape S;
  ck_assert_int_eq(wt_shape_preset(&S, "small-cc", msg, sizeof msg), 0);
  for (size_t k = 0; k < cases.n; k++)
    if (wt_case_fits(&cases.c[k], &S))
      ck_assert_msg(kernel(cases.c[k].name, NULL, WT_BACKEND_C, msg, sizeof msg) == WT_OK, "%s: %s", cases.c[k].name, msg);
}
END_TEST

START_TEST(some_of_them_in_lock_step) {
  static const char *const names[] = {"vecadd", "nested", "hist", "matmul", "dreduce", "fltdiv"};
  char msg[2000] = "";
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    ck_assert_msg(kernel(names[k], NULL, getenv("WT_C_ONLY") ? WT_BACKEND_C : WT_BACKEND_COSIM, msg, sizeof msg) == WT_OK, "%s: %s", names[k], msg);
}
END_TEST

/* The fp32 unit without its extra cycles: the shape says so before, the run afterwards. */
START_TEST(a_unit_that_is_too_slow_is_reported) {
  static const char *const set[] = {"FP_EXTRA=0", NULL};
  char msg[2000] = "", *text;
  unsigned long gives, needs;
  wt_shape S;
  ck_assert_int_eq(wt_shape_preset(&S, "small-cc", msg, sizeof msg), 0);
  ck_assert_uint_eq(wt_shape_fp_lacks(&S), 0);
  S.FP_EXTRA = 0;
  ck_assert_uint_eq(wt_shape_fp_lacks(&S), 3);
  ck_assert_int_eq(kernel("coulomb", set, WT_BACKEND_C, msg, sizeof msg), WT_PROGRAM);
  ck_assert_msg(strstr(msg, "hazard: kernel coulomb") == msg, "%s", msg);
  ck_assert_msg((text = strstr(msg, "gives ")) != NULL, "%s", msg);
  gives = strtoul(text + 6, NULL, 10);
  ck_assert_msg((text = strstr(msg, "needs ")) != NULL, "%s", msg);
  needs = strtoul(text + 6, NULL, 10);
  ck_assert_msg(gives >= 4 && gives < needs, "%s", msg);
}
END_TEST

/* A longer latency of the fp32 unit needs as many extra cycles; fp64 results have barriers and need none. */
START_TEST(the_latency_of_the_unit_counts) {
  static const char *const slow[] = {"FP_LAT=8", NULL}, *const made_up[] = {"FP_LAT=8", "FP_EXTRA=7", NULL}, *const fp64[] = {"FP64_LAT=16", NULL};
  char msg[2000] = "";
  wt_shape S;
  ck_assert_int_eq(wt_shape_preset(&S, "small-cc", msg, sizeof msg), 0);
  for (unsigned lat = 4; lat <= 8; lat++) {
    S.FP_LAT = lat, S.FP_EXTRA = 3;
    ck_assert_uint_eq(wt_shape_fp_lacks(&S), lat - 4);
    S.FP_EXTRA = lat - 1;
    ck_assert_uint_eq(wt_shape_fp_lacks(&S), 0);
  }
  ck_assert_int_eq(kernel("coulomb", slow, WT_BACKEND_C, msg, sizeof msg), WT_PROGRAM);
  ck_assert_msg(strstr(msg, "hazard: kernel coulomb") == msg, "%s", msg);
  ck_assert_msg(kernel("coulomb", made_up, WT_BACKEND_C, msg, sizeof msg) == WT_OK, "%s", msg);
  ck_assert_msg(kernel("dreduce", fp64, WT_BACKEND_C, msg, sizeof msg) == WT_OK, "%s", msg);
}
END_TEST

/* A hazard names a key, and with it the kernel runs. */
START_TEST(the_cure_that_a_hazard_names_cures) {
  static const struct {
    const char *kernel, *set, *key;
  } t[] = {{"coulomb", "FP_EXTRA=0", "FP_EXTRA=3"},
           {"fltdiv", "FP_LANES=1", "FP_EXTRA=10"},
           {"coulomb", "FP_LAT=8", "FP_EXTRA=7"},
           {"fltdiv", "ALU_STAGES=2", "ALU_STAGES=1"}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    const char *const bad[] = {t[k].set, NULL};
    char msg[2000] = "", a[40] = "", *cure;
    ck_assert_int_ne(kernel(t[k].kernel, bad, WT_BACKEND_C, msg, sizeof msg), WT_OK);
    ck_assert_msg((cure = strstr(msg, "--set ")) != NULL && !strncmp(cure + 6, t[k].key, strlen(t[k].key)), "%s: %s", t[k].set, msg);
    ck_assert_int_eq(sscanf(cure + 6, "%39s", a), 1);
    const char *const cured[] = {t[k].set, a, NULL};
    ck_assert_msg(kernel(t[k].kernel, cured, WT_BACKEND_C, msg, sizeof msg) == WT_OK, "%s %s: %s", t[k].set, a, msg);
  }
}
END_TEST

/* The codes do not guard write after read where a bank is late, and a scoreboard in their place does not either: no preset leaves it open. */
START_TEST(presets_guard_write_after_read) {
  static const char *const presets[] = {"tiny", "small", "small-cc", "default", "thesis-tesla"};
  for (size_t k = 0; k < sizeof presets / sizeof *presets; k++) {
    char err[300];
    wt_shape S;
    ck_assert_int_eq(wt_shape_preset(&S, presets[k], err, sizeof err), 0);
    ck_assert_uint_ne(S.WAR, WT_WAR_none);
  }
}
END_TEST

/* What only a guard of write after read makes right: a scoreboard on the operands of small-cc. */
START_TEST(a_scoreboard_in_place_of_the_codes_is_right) {
  static const char *const bit[] = {"SCOREBOARD=bit", "COLLECTORS=8", NULL}, *const coon[] = {"SCOREBOARD=coon", "COLLECTORS=8", NULL};
  char msg[2000] = "";
  ck_assert_msg(kernel("spin_perthread", bit, WT_BACKEND_C, msg, sizeof msg) == WT_OK, "%s", msg);
  ck_assert_msg(kernel("mandel", coon, WT_BACKEND_C, msg, sizeof msg) == WT_OK, "%s", msg);
}
END_TEST

/* A load and a move under complementary guards, flags of other CTAs, sleeps of a time from memory: right whenever memory answers. */
START_TEST(slow_memory_changes_no_result) {
  static const char *const memory[] = {"MEM_LAT=40", "MEM_LAT=100", "MEM_LAT=300", "MEM_MODEL=l2dram"}, *const names[] = {"msgx", "ccpred", "nano"};
  char msg[2000] = "";
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
      for (unsigned oracle = 0; oracle < 2; oracle++) {
        const char *const set[] = {memory[i], NULL};
        ck_assert_msg(judged(names[k], set, WT_BACKEND_C, oracle, msg, sizeof msg) == WT_OK, "%s %s, oracle %u: %s", names[k], memory[i], oracle,
                      msg);
      }
}
END_TEST

/* A program of one warp; what its run says. */
static int alone; /* without the oracle */
static wt_status program(const char *body, char *msg, size_t n) {
  char src[2000], cubin[] = "/tmp/wt_codes_XXXXXX", err[600];
  wt_asm_out out;
  wt_session *s;
  wt_module *m;
  wt_addr buf;
  snprintf(src, sizeof src, ".kernel k\n.regs 24\n.smem 0\n.params 8, 8\n%s\n.end\n", body);
  ck_assert_msg(wt_asm_string(src, "codes", &out, err, sizeof err) == WT_OK, "%s\n%s", err, src);
  int fd = mkstemp(cubin);
  ck_assert_int_ge(fd, 0);
  close(fd);
  ck_assert_msg(wt_elfw_write(&out, cubin, err, sizeof err) == WT_OK, "%s", err);
  wt_asm_free(&out);
  static const char *const deep[] = {"IBUF_DEPTH=8", "LANES=32", "FP_LANES=32", "COLLECTORS=8",
                                     NULL}; /* nothing waits for fetch, beats or collectors */
  wt_options o = {WT_BACKEND_C, "small-cc", deep, 1, 100000, alone};
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1);
  ck_assert_msg(wt_module_load(s, cubin, &m) == WT_OK, "%s", wt_error(s));
  remove(cubin);
  ck_assert_int_eq(wt_alloc(s, 4096, &buf), WT_OK);
  wt_arg arg = {&buf, sizeof buf};
  wt_dims d = {{1, 1, 1}, {32, 1, 1}, 0};
  wt_status st = wt_launch(s, m, NULL, &d, &arg, 1);
  snprintf(msg, n, "%s", st ? wt_error(s) : "");
  wt_session_close(s);
  return st;
}

#define CODES(stall, wr, rd, wait) " {stall:" #stall " yield:0 wr:" #wr " rd:" #rd " wait:0x" #wait " reuse:0}\n"

/* Stall counts of n between an addition and its reader: 3 cycles are enough for registers, one more for predicates. */
START_TEST(distances_are_the_smallest_that_are_legal) {
  static const struct {
    const char *first, *second;
    unsigned enough;
  } t[] = {{"IADD3 R4, R0, 0x5, RZ", "IADD3 R5, R4, 0x1, RZ", 3}, {"ISETP.GT.AND P1, PT, R0, 0x1, PT", "@P1 IADD3 R5, R0, 0x1, RZ", 4}};
  char msg[2000], body[1000];
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    for (unsigned n = 1; n < 8; n++) {
      snprintf(body, sizeof body,
               "S2R R0, SR_TID.X" CODES(1, 0, 7, 00) "MOV R5, 0x0" CODES(8, 7, 7, 01) "%s {stall:%u yield:0 wr:7 rd:7 wait:0x00 reuse:0}\n"
                                                                                      "%s" CODES(8, 7, 7, 00) "EXIT" CODES(5, 7, 7, 00),
               t[k].first, n, t[k].second);
      wt_status st = program(body, msg, sizeof msg);
      ck_assert_msg(st == (n >= t[k].enough ? WT_OK : WT_PROGRAM), "%s, stall %u: %s", t[k].first, n, msg);
      if (!st) continue;
      char gives[60], needs[60];
      snprintf(gives, sizeof gives, "gives %u cycles", n), snprintf(needs, sizeof needs, "needs %u", t[k].enough);
      ck_assert_msg(strstr(msg, gives) && strstr(msg, needs) && strstr(msg, t[k].second + (k ? 4 : 0)), "%s: %s, %s", msg, gives, needs);
    }
}
END_TEST

/* Barriers: a load without its wait is read too early, an operand without a read barrier is overwritten or not, a result out of order. */
START_TEST(missing_barriers_are_reported) {
  char msg[2000];
  static const char load[] = "S2R R0, SR_TID.X" CODES(1, 0, 7, 00) "MOV R2, c[0x0][0x160]" CODES(1, 7, 7, 00) "MOV R3, c[0x0][0x164]" CODES(
    8, 7, 7, 01) "LDG.E.SYS R4, [R2]" CODES(4, 1, 7, 00);
  char body[1500];
  for (unsigned good = 0; good < 2; good++) {
    snprintf(body, sizeof body, "%sIADD3 R5, R4, 0x1, RZ {stall:5 yield:0 wr:7 rd:7 wait:0x%02x reuse:0}\nEXIT" CODES(5, 7, 7, 00), load,
             good ? 2 : 0);
    wt_status st = program(body, msg, sizeof msg);
    ck_assert_msg(st == (good ? WT_OK : WT_PROGRAM), "%s", msg);
    if (!good) ck_assert_msg(strstr(msg, "reads R4 before it is written") && strstr(msg, "LDG"), "%s", msg);
    snprintf(body, sizeof body, "%sMOV R4, 0x7 {stall:5 yield:0 wr:7 rd:7 wait:0x%02x reuse:0}\nEXIT" CODES(5, 7, 7, 00), load, good ? 2 : 0);
    st = program(body, msg, sizeof msg);
    ck_assert_msg(st == (good ? WT_OK : WT_PROGRAM), "%s", msg);
    if (!good) ck_assert_msg(strstr(msg, "writes R4 before the older result is there"), "%s", msg);
  }
}
END_TEST

/* A comparison of doubles writes two predicates one after the other: who reads the second is followed to the second. */
static unsigned distance(unsigned reader) {
  char body[6000], msg[2000];
  for (unsigned n = 0; n < 90; n++) {
    int k = snprintf(body, sizeof body, "S2R R0, SR_TID.X" CODES(1, 0, 7, 00) "MOV R2, 0x0" CODES(8, 7, 7, 01) "MOV R3, 0x0" CODES(8, 7, 7, 00));
    k += snprintf(body + k, sizeof body - (size_t)k, "DSETP.GT.AND P0, P1, R2, R2, PT" CODES(1, 7, 7, 00));
    for (unsigned i = 0; i < n; i++) k += snprintf(body + k, sizeof body - (size_t)k, "NOP" CODES(1, 7, 7, 00));
    snprintf(body + k, sizeof body - (size_t)k, "@P%u IADD3 R5, R0, 0x1, RZ" CODES(11, 7, 7, 00) "EXIT" CODES(15, 7, 7, 00), reader);
    wt_status st = program(body, msg, sizeof msg);
    if (!st) return n;
    char name[40];
    snprintf(name, sizeof name, "reads P%u before it is written", reader);
    ck_assert_msg(strstr(msg, name) != NULL, "%u: %s", n, msg);
  }
  ck_abort_msg("never written");
}
START_TEST(the_second_predicate_comes_later) { ck_assert_uint_eq(distance(1), distance(0) + 1); }
END_TEST

/* Lanes of a load and lanes of its early reader that have nothing in common: no hazard, of a shuffle neither, whose lanes that do not take part count as 0. */
START_TEST(lanes_decide) {
  static const struct {
    const char *reader;
    wt_status st;
  } t[] = {{"@!P0 IADD3 R5, R4, 0x1, RZ", WT_OK},
           {"@P0 IADD3 R5, R4, 0x1, RZ", WT_PROGRAM},
           {"@!P0 SHFL.IDX PT, R5, R4, 0x3, 0x1f", WT_OK}, /* lane 3 is one of those that take part, whose register is none of the load's, */
           {"@!P0 SHFL.IDX PT, R5, R4, 0x9, 0x1f", WT_OK}, /* lane 9 one of the load's, which do not */
           {"SHFL.IDX PT, R5, R4, 0x9, 0x1f", WT_PROGRAM}};
  char body[1500], msg[2000];
  alone = 1; /* what is asked here is what the codes' own check knows */
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    snprintf(body, sizeof body,
             "S2R R0, SR_TID.X" CODES(1, 0, 7, 00) "MOV R2, c[0x0][0x160]" CODES(1, 7, 7, 00) "MOV R3, c[0x0][0x164]" CODES(
               8, 7, 7, 01) "ISETP.GE.AND P0, PT, R0, 0x8, PT" CODES(11, 7, 7,
                                                                     00) "@P0 LDG.E.SYS R4, [R2]" CODES(4, 1, 7,
                                                                                                        00) "%s" CODES(5, 2, 7,
                                                                                                                       00) "EXIT" CODES(5, 7, 7, 06),
             t[k].reader);
    wt_status st = program(body, msg, sizeof msg);
    ck_assert_msg((st == WT_OK) == (t[k].st == WT_OK), "%s: %s", t[k].reader, msg);
    if (st) ck_assert_msg(strstr(msg, "reads R4 before it is written") != NULL, "%s: %s", t[k].reader, msg);
  }
}
END_TEST

/* The name under which others know the choice is no key, but it is answered. */
START_TEST(deps_is_told_its_name_here) {
  static const char *const sets[] = {"DEPS=control_codes", "DEPS=scoreboard"};
  char err[300];
  wt_shape S;
  ck_assert_int_eq(wt_shape_preset(&S, "small", err, sizeof err), 0);
  for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
    ck_assert_int_eq(wt_shape_set(&S, sets[k], err, sizeof err), -1);
    ck_assert_msg(strstr(err, sets[k]) && strstr(err, "unknown key") && strstr(err, "SCOREBOARD=codes") && strstr(err, "SCOREBOARD=bit or coon"),
                  "%s", err);
  }
  ck_assert_int_eq(wt_shape_set(&S, "DEP=1", err, sizeof err), -1);
  ck_assert_msg(!strstr(err, "SCOREBOARD"), "%s", err);
  ck_assert_int_eq(wt_shape_set(&S, "SCOREBOARD=codes", err, sizeof err), 0); /* what it says is taken */
}
END_TEST

int main(void) {
  if (wt_cases_load(&cases, NULL, NULL)) return EXIT_FAILURE;
  Suite *s = suite_create("codes");
  TCase *tc = tcase_create("codes");
  tcase_set_timeout(tc, 1800);
  tcase_add_test(tc, compiled_kernels_run_without_a_hazard);
  tcase_add_test(tc, some_of_them_in_lock_step);
  tcase_add_test(tc, a_unit_that_is_too_slow_is_reported);
  tcase_add_test(tc, the_latency_of_the_unit_counts);
  tcase_add_test(tc, the_cure_that_a_hazard_names_cures);
  tcase_add_test(tc, presets_guard_write_after_read);
  tcase_add_test(tc, a_scoreboard_in_place_of_the_codes_is_right);
  tcase_add_test(tc, slow_memory_changes_no_result);
  tcase_add_test(tc, distances_are_the_smallest_that_are_legal);
  tcase_add_test(tc, missing_barriers_are_reported);
  tcase_add_test(tc, the_second_predicate_comes_later);
  tcase_add_test(tc, lanes_decide);
  tcase_add_test(tc, deps_is_told_its_name_here);
  suite_add_tcase(s, tc);
  int rc = suite_run(s);
  wt_cases_free(&cases);
  return rc;
}
