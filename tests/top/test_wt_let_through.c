/* test_wt_let_through.c - HAZARDS=run: what is read or written too early is let through, in the C twin and in lock-step. The value is the old one, the run is not ok,
 * what follows is not judged, and what is written in time again is.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/wt_session.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

enum { THREADS = 4, WORDS = 64, TEXT = 6000 };
#define CODE(stall, wr, rd, wait) " {stall:" #stall " yield:0 wr:" #wr " rd:" #rd " wait:0x" #wait " reuse:0}\n"
#define PLAIN CODE(11, 7, 7, 00)
#define PLAIN_NOPS "NOP" PLAIN "NOP" PLAIN

/* R0 is the number of the thread, R2 the address of its word of the buffer; R8 and R9 that of the buffer's second half; R4 and R6 hold 0x11. */
#define BEGIN                                                                                                                 \
  "S2R R0, SR_TID.X" CODE(1, 0, 7, 00) "MOV R2, c[0x0][0x160]" CODE(1, 7, 7, 00) "MOV R3, c[0x0][0x164]" CODE(                \
    11, 7, 7, 01) "IADD3 R8, R2, 0x80, RZ" PLAIN "MOV R9, R3" PLAIN "IADD3 R0, R0, R0, RZ" PLAIN "IADD3 R0, R0, R0, RZ" PLAIN \
                  "IADD3 R2, R2, R0, RZ" PLAIN "MOV R4, 0x11" PLAIN "MOV R6, 0x11" PLAIN "MOV R7, 0x22" PLAIN                 \
                  "ISETP.NE.AND P0, PT, RZ, RZ, PT" PLAIN
#define STORE "STG.E.SYS [R2], R6" CODE(2, 7, 0, 3f) "EXIT" CODE(5, 7, 7, 01)

/* A shape in which nothing waits for fetch or collectors: distances are those of the code. */
static const char *const shape[] = {"SCOREBOARD=codes", "IBUF_DEPTH=8", "COLLECTORS=4", "FP_LANES=4", "FP_EXTRA=4"};
typedef struct {
  wt_status st;
  char said[TEXT];
  uint32_t out[WORDS];
  uint64_t hazards;
  int ended;
} outcome;

static void (*plant)(void *ctx, wt_machine *x, uint64_t cycle);
static unsigned jobs; /* workers of lock-step, of segments of 40 cycles; 0: one process */

static outcome run_with(const char *body, const char *const *more, wt_backend backend) {
  static uint32_t init[WORDS];
  const char *set[16] = {0};
  char text[TEXT];
  outcome r = {0};
  unsigned n = 0;
  for (unsigned i = 0; i < sizeof shape / sizeof *shape; i++) set[n++] = shape[i];
  for (; more && *more; more++) set[n++] = *more;
  for (unsigned i = 0; i < WORDS; i++) init[i] = i < 32 ? 0x99 : 0x33;
  snprintf(text, sizeof text, ".kernel k\n.regs 24\n.smem 0\n.params 8\n" BEGIN "%s" STORE ".end\n", body);
  wt_session *s = kit_open(getenv("WT_C_ONLY") ? WT_BACKEND_C : backend, "tiny", set, 1, 20000, 0);
  s->x.on_edge = plant;
  if (jobs) wt_set_jobs(s, jobs, 40, 0);
  wt_module *m = kit_text(s, text, "let_through");
  wt_addr buf = kit_alloc(s, sizeof init, init);
  r.st = kit_launch(s, m, 1, THREADS, &buf, 1);
  snprintf(r.said, sizeof r.said, "%s", r.st ? wt_error(s) : "");
  ck_assert_int_eq(wt_copy_out(s, r.out, buf, sizeof r.out), WT_OK);
  r.hazards = wt_hazards(s), r.ended = wt_ended(s);
  if (r.hazards && r.ended) ck_assert_str_eq(wt_verdict(s), "hazard");
  wt_session_close(s);
  return r;
}
static const char *const lets[] = {"HAZARDS=run", NULL};
/* The same in lock-step as with the C twin alone, and with HAZARDS=stop an error where there are hazards, the same run where there are none. */
static outcome both(const char *body) {
  const outcome a = run_with(body, lets, WT_BACKEND_C), b = run_with(body, lets, WT_BACKEND_COSIM), stop = run_with(body, NULL, WT_BACKEND_C);
  ck_assert_int_eq(a.st, a.hazards ? WT_PROGRAM : WT_OK);
  ck_assert_msg(a.st == b.st && a.hazards == b.hazards && !strcmp(a.said, b.said) && !memcmp(a.out, b.out, sizeof a.out), "%s\n%s\n%s", body, a.said,
                b.said);
  ck_assert_int_eq(a.ended, 1);
  ck_assert_int_eq(stop.st, a.st);
  if (a.hazards) ck_assert_msg(!strncmp(stop.said, "hazard: kernel k", 16) && !stop.ended, "%s", stop.said);
  return a;
}

/* ---- distances ---- */

typedef struct {
  const char *producer, *reader; /* the producer's stall count is asked for */
  uint32_t fresh;                /* what the word is in time; too early it is 0x12 */
  int bank;                      /* the reader waits for the bank one cycle before it is in time, and finds the result there */
} pair;
static const pair pairs[] = {
  {"IADD3 R4, R7, 0x1, RZ {stall:%u yield:0 wr:7 rd:7 wait:0x00 reuse:0}\n", "IADD3 R6, R4, 0x1, RZ" PLAIN, 0x24, 1},
  {"FFMA R4, RZ, RZ, R7 {stall:%u yield:0 wr:7 rd:7 wait:0x00 reuse:0}\n", "IADD3 R6, R4, 0x1, RZ" PLAIN, 0x23, 1},
  {"ISETP.EQ.AND P0, PT, RZ, RZ, PT {stall:%u yield:0 wr:7 rd:7 wait:0x00 reuse:0}\n",
   "@P0 IADD3 R4, R4, 0x1, RZ" PLAIN "IADD3 R6, R4, 0x1, RZ" PLAIN, 0x13, 0},
};
START_TEST(in_time_the_new_value_before_the_old_one) {
  const pair *p = &pairs[_i];
  unsigned enough = 0;
  for (unsigned n = 11; n; n--) {
    char body[600];
    int k = snprintf(body, sizeof body, p->producer, n);
    snprintf(body + k, sizeof body - (size_t)k, "%s", p->reader);
    const outcome r = n > 8 ? run_with(body, lets, WT_BACKEND_C) : both(body);
    if (!r.st) enough = n;
    if (r.st) ck_assert_uint_eq(r.hazards, 1);
    const uint32_t want = !r.st || (p->bank && n + 1 == enough) ? p->fresh : 0x12;
    for (unsigned l = 0; l < THREADS; l++) ck_assert_msg(r.out[l] == want, "stall %u (%u are enough): 0x%x, not 0x%x", n, enough, r.out[l], want);
  }
  ck_assert_uint_gt(enough, 1);
}
END_TEST

/* A load is read before its barrier: the old value; behind the barrier the loaded one. */
START_TEST(a_load_without_its_barrier) {
  static const char *const body[] = {"LDG.E.SYS R4, [R8]" CODE(2, 1, 7, 00) "IADD3 R6, R4, 0x1, RZ" CODE(11, 7, 7, 02),
                                     "LDG.E.SYS R4, [R8]" CODE(2, 1, 7, 00) "IADD3 R6, R4, 0x1, RZ" PLAIN,
                                     "LDG.E.SYS R4, [R8]" CODE(2, 1, 7, 00) "IADD3 R6, R4, 0x1, RZ" PLAIN "IADD3 R6, R4, 0x2, RZ" CODE(11, 7, 7, 02)};
  static const uint32_t want[] = {0x34, 0x12, 0x35};
  for (unsigned i = 0; i < 3; i++) {
    const outcome r = both(body[i]);
    ck_assert_uint_eq(r.hazards, i > 0);
    ck_assert_uint_eq(r.out[THREADS - 1], want[i]);
  }
}
END_TEST

/* ---- what follows ---- */

/* Data and address of a store, address of a load, path of a branch, a uniform register, two results on their way to one register. */
START_TEST(the_machine_s_value_decides) {
  static const struct {
    const char *body;
    unsigned word;
    uint32_t value;
    uint64_t hazards;
  } t[] = {
    {"LDG.E.SYS R6, [R8]" CODE(2, 1, 7, 00) "STG.E.SYS [R8], R6" CODE(2, 7, 4, 00), 32, 0x11, 1},
    {"MOV R8, R2" PLAIN "IADD3 R8, R8, 0x40, RZ" CODE(1, 7, 7, 00) "STG.E.SYS [R8], R7" CODE(2, 7, 1, 00) "MOV R6, R7" CODE(11, 7, 7, 02), 16, 0x99,
     1},
    {"IADD3 R8, R8, -0x80, RZ" CODE(1, 7, 7, 00) "LDG.E.SYS R6, [R8]" CODE(2, 1, 7, 00), 0, 0x33, 1},
    {"ISETP.EQ.AND P0, PT, RZ, RZ, PT" CODE(1, 7, 7, 00) "@P0 BRA over" CODE(5, 7, 7, 00) "MOV R6, R7" PLAIN "over:\n", 0, 0x22, 1},
    {"R2UR UR4, R4" CODE(2, 2, 7, 00) "NOP" CODE(11, 7, 7, 04) "R2UR UR4, R7" CODE(1, 2, 7, 00) "IADD3 R6, RZ, UR4, RZ" PLAIN, 0, 0x11, 1},
    {"LDG.E.SYS R6, [R8]" CODE(2, 1, 7, 00) "IADD3 R6, R7, 0x1, RZ" PLAIN, 0, 0x33, 1},
  };
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    const outcome r = both(t[i].body);
    ck_assert_msg(r.hazards == t[i].hazards && r.out[t[i].word] == t[i].value, "%u: %llu hazards, 0x%x\n%s", i, (unsigned long long)r.hazards,
                  r.out[t[i].word], r.said);
  }
}
END_TEST

/* Every beat asks for its guard: those behind the first find the new one, and their lanes execute. */
START_TEST(a_guard_comes_between_two_beats) {
  static const char *const halves[] = {"HAZARDS=run", "LANES=2", "FP64_LANES=1",
                                       NULL}; /* beats of the comparison come further apart than those of the load */
  unsigned old = 0, fresh = 0, mixed = 0;
  for (unsigned n = 0; n < 30; n++) {
    char body[TEXT / 2];
    int k = snprintf(body, sizeof body, "DSETP.EQ.AND P0, PT, RZ, RZ, PT" CODE(1, 7, 7, 00));
    for (unsigned i = 0; i < n; i++) k += snprintf(body + k, sizeof body - (size_t)k, "NOP" CODE(1, 7, 7, 00));
    snprintf(body + k, sizeof body - (size_t)k, "@P0 LDG.E.SYS R6, [R8]" CODE(2, 2, 7, 00));
    const outcome r = run_with(body, halves, WT_BACKEND_C);
    ck_assert_msg(r.st == (r.hazards ? WT_PROGRAM : WT_OK) && r.ended, "%u cycles more: %s", n, r.said);
    unsigned loaded = 0;
    for (unsigned l = 0; l < THREADS; l++) loaded += r.out[l] == 0x33;
    old += !loaded, fresh += loaded == THREADS, mixed += loaded && loaded < THREADS;
    if (!r.hazards) ck_assert_uint_eq(loaded, THREADS);
  }
  ck_assert_msg(old && fresh && mixed, "%u %u %u", old, fresh, mixed);
}
END_TEST

/* Nothing keeps an operand until it has been read: it is the new one that the older instruction finds. */
START_TEST(an_operand_that_is_overwritten) {
  static const char *const unguarded[] = {"HAZARDS=run", "WAR=none", NULL};
  const char *body = "IADD3 R12, R4, 0x1, RZ" PLAIN "IADD3 R16, R4, 0x2, RZ" PLAIN "IMAD R6, R12, R16, R4" CODE(1, 7, 7, 00) "MOV R4, 0x900" PLAIN;
  const outcome r = run_with(body, unguarded, WT_BACKEND_C);
  ck_assert_msg(r.st == WT_PROGRAM && r.hazards == 1 && strstr(r.said, "IMAD R6, R12, R16, R4 misses R4, which is overwritten before it is read"),
                "%s", r.said);
  ck_assert_uint_eq(r.out[0], 0x12 * 0x13 + 0x900);
}
END_TEST

/* For whom lanes wait cannot be followed where a register says it: that one ends the run, whatever was let through before. */
START_TEST(a_barrier_s_number_that_comes_too_early_ends_the_run) {
  static const char body[] =
    "IADD3 R10, R7, 0x1, RZ" CODE(1, 7, 7, 00) "IADD3 R12, R10, 0x1, RZ" PLAIN "MOV R10, 0x1" PLAIN
                                               "LDG.E.SYS R10, [R8]" CODE(2, 1, 7, 00) "BAR.RED.POPC R10, 0x0, P0" CODE(5, 7, 7, 00);
  const outcome r = run_with(body, lets, WT_BACKEND_C);
  ck_assert_int_eq(r.st, WT_PROGRAM);
  ck_assert_msg(!r.ended, "%s", r.said);
  ck_assert_msg(!strncmp(r.said, "hazard: kernel k", 16) && strstr(r.said, "BAR.RED.POPC R10, 0x0, P0 reads R10 before it is written") &&
                  strstr(r.said, "\nbefore this, ") && strstr(r.said, "IADD3 R12"),
                "%s", r.said);
}
END_TEST

/* ---- words ---- */

START_TEST(the_first_line_counts_and_tells_the_first) {
  const outcome r = both("IADD3 R4, R7, 0x1, RZ" CODE(1, 7, 7, 00) "IADD3 R5, R4, R4, RZ" PLAIN
                                                                   "IADD3 R4, R7, 0x2, RZ" CODE(1, 7, 7, 00) "IADD3 R6, R4, R5, RZ" PLAIN);
  ck_assert_uint_eq(r.hazards, 2);
  const char *at = strstr(r.said, ", cycle ");
  ck_assert(at != NULL);
  ck_assert_msg(!strncmp(r.said, "hazards 2, let through, values that follow from them are not judged; the first: kernel k, warp 0, cycle ", 101) &&
                  strstr(r.said, "IADD3 R5, R4, R4, RZ reads R4 before it is written; ") &&
                  strstr(r.said, ": the code gives 1 cycles from issue to issue, this shape needs 3"),
                "%s", r.said);
}
END_TEST

START_TEST(the_rtl_alone_is_refused) {
  static const char *const set[] = {"SCOREBOARD=codes", "HAZARDS=run", NULL};
  wt_options o = {WT_BACKEND_RTL, "tiny", set, 1, 1000, 0};
  wt_session *s;
  ck_assert_int_eq(wt_session_open(&o, &s), WT_USAGE);
  ck_assert_str_eq(wt_error(NULL), "HAZARDS=run: the RTL alone does not tell what comes too early: run the C twin, or both twins");
}
END_TEST

/* ---- runs that go on elsewhere ---- */

/* A run that goes on from a checkpoint between two hazards knows of the one before, and of its marks. */
START_TEST(a_checkpoint_holds_hazards_and_marks) {
  static const char *const set[] = {"SCOREBOARD=codes", "IBUF_DEPTH=8", "COLLECTORS=4", "FP_LANES=4", "FP_EXTRA=4", "HAZARDS=run", NULL};
  char dir[] = "/tmp/wt_let_through_XXXXXX", file[100], said[TEXT];
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 20000, 0), *t;
  ck_assert_ptr_nonnull(mkdtemp(dir));
  wt_module *m =
    kit_text(s,
             ".kernel k\n.regs 24\n.smem 0\n.params 8\n" BEGIN
             "IADD3 R4, R7, 0x1, RZ" CODE(1, 7, 7, 00) "IADD3 R6, R4, 0x1, RZ" PLAIN PLAIN_NOPS "IADD3 R6, R6, R4, RZ" PLAIN
                                                       "IADD3 R4, R7, 0x2, RZ" CODE(1, 7, 7, 00) "IADD3 R6, R4, R6, RZ" PLAIN STORE ".end\n",
             "let_through");
  wt_addr buf = kit_alloc(s, 256, NULL);
  wt_set_checkpoints(s, 10, dir, 1, NULL);
  ck_assert_int_eq(kit_launch(s, m, 1, THREADS, &buf, 1), WT_PROGRAM);
  ck_assert_uint_eq(wt_hazards(s), 2);
  snprintf(said, sizeof said, "%s", wt_error(s));
  const unsigned cycles = (unsigned)wt_stats(s)->cycles;
  wt_session_close(s);
  for (unsigned c = 0; c <= cycles; c += 10) {
    const wt_options o = {.backend = WT_BACKEND_C};
    snprintf(file, sizeof file, "%s/k-%012u.wtck", dir, c);
    if (c && c + 10 <= cycles) {
      ck_assert_msg(wt_session_resume(file, &o, &t) == WT_OK, "%s", wt_error(NULL));
      wt_set_quiet(t, 1);
      ck_assert_int_eq(wt_resume(t), WT_PROGRAM);
      ck_assert_str_eq(wt_error(t), said);
      ck_assert_uint_eq(wt_hazards(t), 2);
      wt_session_close(t);
    }
    remove(file);
  }
  remove(dir);
}
END_TEST

/* Workers compare the twins; what is let through is counted once, by the C twin that runs ahead. */
START_TEST(workers_let_the_same_through) {
  static const char body[] =
    "LDG.E.SYS R4, [R8]" CODE(2, 1, 7, 00) "IADD3 R6, R4, 0x1, RZ" PLAIN "LDG.E.SYS R4, [R8]" CODE(2, 1, 7, 02) "IADD3 R6, R4, 0x2, RZ" PLAIN;
  const outcome one = both(body);
  jobs = 2;
  const outcome by = run_with(body, lets, WT_BACKEND_COSIM);
  jobs = 0;
  ck_assert_uint_eq(one.hazards, 2);
  ck_assert_int_eq(by.st, WT_PROGRAM);
  ck_assert_uint_eq(by.hazards, 2);
  ck_assert_int_eq(by.ended, 1);
  ck_assert_str_eq(by.said, one.said);
  ck_assert_mem_eq(by.out, one.out, sizeof one.out);
}
END_TEST

/* SMs in threads: windows in which each runs by itself. */
START_TEST(threads_let_the_same_through) {
  static const char *const set[] = {"SCOREBOARD=codes", "IBUF_DEPTH=8", "FP_EXTRA=4", "SMS=3", "MEM_LAT=200", "HAZARDS=run", NULL};
  char said[TEXT] = "";
  for (unsigned threads = 0; threads < 3; threads += 2) {
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 200000, 0);
    s->x.window.first = 0;
    wt_set_threads(s, threads);
    wt_module *m = kit_text(
      s, ".kernel k\n.regs 24\n.smem 0\n.params 8\n" BEGIN "LDG.E.SYS R4, [R8]" CODE(2, 1, 7, 00) "IADD3 R6, R4, 0x1, RZ" PLAIN STORE ".end\n",
      "let_through");
    wt_addr buf = kit_alloc(s, 256, NULL);
    ck_assert_int_eq(kit_launch(s, m, 20, THREADS, &buf, 1), WT_PROGRAM);
    ck_assert_uint_eq(wt_hazards(s), 20);
    if (threads) ck_assert_str_eq(wt_error(s), said);
    snprintf(said, sizeof said, "%s", wt_error(s));
    ck_assert_msg(strstr(said, "the first: SM ") != NULL, "%s", said);
    wt_session_close(s);
  }
}
END_TEST

/* ---- judged, or not ---- */

/* Every result of the ALU for R5 is another one than it should be. */
static void wrong(void *ctx, wt_machine *x, uint64_t cycle) {
  wt_alu_out *a = &x->m->subcore->alu.o;
  (void)ctx, (void)cycle;
  if (a->wb_valid && a->wb_reg == 5) a->wb_lo[0] ^= 0x100;
}
START_TEST(a_wrong_value_is_found_where_values_are_judged) {
  static const struct {
    const char *body;
    wt_status st;
  } t[] = {
    /* computed from what is read too early, or from such a result: whatever it is */
    {"IADD3 R4, R7, 0x1, RZ" CODE(1, 7, 7, 00) "IADD3 R5, R4, 0x1, RZ" PLAIN, WT_PROGRAM},
    {"IADD3 R4, R7, 0x1, RZ" CODE(1, 7, 7, 00) "IADD3 R6, R4, 0x1, RZ" PLAIN "IADD3 R5, R6, 0x1, RZ" PLAIN, WT_PROGRAM},
    /* the result that was read too early is judged, and so is a register that is written in time again */
    {"IADD3 R5, R7, 0x1, RZ" CODE(1, 7, 7, 00) "IADD3 R6, R5, 0x1, RZ" PLAIN, WT_DIFF},
    {"IADD3 R4, R7, 0x1, RZ" CODE(1, 7, 7, 00) "IADD3 R6, R4, 0x1, RZ" PLAIN "IADD3 R6, R7, 0x1, RZ" PLAIN "IADD3 R5, R6, 0x1, RZ" PLAIN, WT_DIFF},
    {"MOV R5, R7" PLAIN, WT_DIFF},
  };
  plant = wrong;
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    const outcome r = run_with(t[i].body, lets, WT_BACKEND_C);
    ck_assert_msg(r.st == t[i].st, "%u: %d, %s", i, (int)r.st, r.said);
    if (r.st == WT_DIFF) ck_assert_msg(strstr(r.said, "R5 expected"), "%s", r.said);
  }
  plant = NULL;
}
END_TEST

int main(void) {
  Suite *s = suite_create("let_through");
  TCase *tc = tcase_create("let_through");
  tcase_set_timeout(tc, 1800);
  tcase_add_loop_test(tc, in_time_the_new_value_before_the_old_one, 0, sizeof pairs / sizeof *pairs);
  tcase_add_test(tc, a_load_without_its_barrier);
  tcase_add_test(tc, the_machine_s_value_decides);
  tcase_add_test(tc, a_guard_comes_between_two_beats);
  tcase_add_test(tc, an_operand_that_is_overwritten);
  tcase_add_test(tc, a_barrier_s_number_that_comes_too_early_ends_the_run);
  tcase_add_test(tc, the_first_line_counts_and_tells_the_first);
  tcase_add_test(tc, the_rtl_alone_is_refused);
  tcase_add_test(tc, a_checkpoint_holds_hazards_and_marks);
  tcase_add_test(tc, workers_let_the_same_through);
  tcase_add_test(tc, threads_let_the_same_through);
  tcase_add_test(tc, a_wrong_value_is_found_where_values_are_judged);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
