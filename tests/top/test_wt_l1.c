/* test_wt_l1.c - the first-level cache in the machine (docs/blocks/mem/wt_l1d.md): its events are what the oracle believes, fences wait for it, faults and
 * statistics, shapes that cannot be.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli_cases.h"
#include "isa/wt_isa.h"
#include "lib/wt_session.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

static const char *const l1[] = {"L1_BYTES=1024", "L1_PRT=2", NULL};

/* Every lane: a load that misses, the same line again, a store to it, the load again. */
static const char program[] = ".kernel k\n.regs 24\n.params 8, 8\nS2R R0, SR_TID.X\nMOV R1, 0x4\nIMAD.WIDE R2, R0, R1, c[0x0][0x160]\n"
                              "LDG.E.SYS R4, [R2]\nIADD3 R5, R4, 0x3, RZ\nLDG.E.SYS R6, [R2+0x40]\nIADD3 R6, R6, R5, RZ\nLDG.E.SYS R7, [R2]\n"
                              "STG.E.SYS [R2], R6\nLDG.E.SYS R8, [R2]\nIADD3 R8, R8, R7, RZ\nSTG.E.SYS [R2+0x40], R8\nEXIT\n.end\n";

typedef struct {
  int kind, seen, lied; /* 0 the truth, 1 a lane too many, 2 another line, 3 not reported, 4 twice, 5 a parked load counts */
} lie;

static void edge(void *ctx, wt_machine *x, uint64_t cycle) {
  lie *l = ctx;
  wt_l1d_out *o = &x->m->sm->l1d.o;
  (void)cycle;
  if (l->kind == 4 && l->lied == 1 && !o->perf_valid) {
    o->perf_valid = 1, o->perf_kind = 0, o->perf_line = x->m->sm->l1d.q.perf_line, o->perf_lanes = 15, l->lied = 2;
    return;
  }
  if (!o->perf_valid) return;
  l->seen++;
  if (l->lied || !l->kind) return;
  l->lied = 1;
  if (l->kind == 1) o->perf_lanes |= 1u << 4;
  if (l->kind == 2) o->perf_line++;
  if (l->kind == 3) o->perf_valid = 0;
  if (l->kind == 5) o->perf_kind = 3;
}

static wt_status run(const char *text, const char *const *set, lie *l, uint32_t words[64], char *msg, size_t n) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 3000, 0);
  uint32_t init[64];
  for (unsigned i = 0; i < 64; i++) init[i] = 100 + i;
  wt_addr buf = kit_alloc(s, sizeof init, init);
  if (l) wt_session_on_edge(s, edge, l);
  wt_status st = kit_launch(s, kit_text(s, text, "l1"), 1, 4, &buf, 1);
  snprintf(msg, n, "%s", st ? wt_error(s) : "");
  if (words) ck_assert_int_eq(wt_copy_out(s, words, buf, sizeof init), WT_OK);
  wt_session_close(s);
  return st;
}

START_TEST(the_truth_is_taken) {
  char msg[600];
  uint32_t w[64];
  static const char *const shapes[][5] = {{"L1_BYTES=1024", "L1_PRT=2"},
                                          {"L1_BYTES=1024", "L1_PRT=2", "L1_LINE=64", "COAL_BYTES=64"},
                                          {"L1_BYTES=1024", "L1_PRT=2", "L1_LINE=32", "COAL_BYTES=32"}};
  lie l = {0};
  ck_assert_msg(run(program, shapes[_i], &l, w, msg, sizeof msg) == WT_OK, "%s", msg);
  ck_assert_uint_eq(l.seen, 4);
  for (unsigned i = 0; i < 4; i++) {
    ck_assert_uint_eq(w[i], 100 + i + 3 + 116 + i);
    ck_assert_uint_eq(w[16 + i], w[i] + 100 + i);
  }
}
END_TEST

START_TEST(every_lie_is_found) {
  static const char *const what[] = {"that this lane does not owe", "none to perform", "write-back of R4 before its memory access was performed",
                                     "none to perform", "write-back of R4 before its memory access was performed"};
  char msg[600];
  lie l = {.kind = _i + 1};
  ck_assert_msg(run(program, l1, &l, NULL, msg, sizeof msg) == WT_DIFF && strstr(msg, what[_i]), "%s", msg);
  if (_i != 2 && _i != 4) ck_assert_msg(strstr(msg, "performed by the first-level cache") != NULL, "%s", msg);
}
END_TEST

/* A MEMBAR that does not wait: the unit says that the warp is quiet, the scoreboard that it owes no result. */
static void always_quiet(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx, (void)cycle;
  if (!x->m->sm->l1d.q.park_n) return;
  x->m->sm->lsu.o.quiet = ~(wt_warps)0;
  x->m->subcore->sb->clear = ~(wt_warps)0;
}
START_TEST(a_fence_that_does_not_wait_is_found) {
  static const char fence[] = ".kernel k\n.regs 24\n.params 8, 8\nS2R R0, SR_TID.X\nMOV R1, 0x4\nIMAD.WIDE R2, R0, R1, c[0x0][0x160]\n"
                              "LDG.E.SYS R4, [R2]\nLDG.E.SYS R5, [R2+0x80]\nMEMBAR.SC.GPU\nEXIT\n.end\n";
  static const char *const one[] = {"L1_BYTES=1024", "L1_PRT=1", "MEM_LAT=200", NULL}; /* the second load is parked for a while */
  for (int lies = 0; lies < 2; lies++) {
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", one, 1, 3000, 0);
    wt_addr buf = kit_alloc(s, 256, NULL);
    if (lies) wt_session_on_edge(s, always_quiet, NULL);
    wt_status st = kit_launch(s, kit_text(s, fence, "fence"), 1, 4, &buf, 1);
    ck_assert_msg(st == (lies ? WT_DIFF : WT_OK), "%s", wt_error(s));
    if (lies) ck_assert_msg(strstr(wt_error(s), "passes a MEMBAR") != NULL, "%s", wt_error(s));
    wt_session_close(s);
  }
}
END_TEST

/* A sector that an allocation does not fill: what is behind it faults, hit or miss, and what is in it does not. */
START_TEST(a_load_behind_an_allocation_faults_also_when_it_hits) {
  static const char text[] = ".kernel k\n.regs 24\n.params 8, 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nLDG.E.SYS R4, [R2]\n"
                             "IADD3 R4, R4, 0x1, RZ\n%sSTG.E.SYS [R2], R4\nEXIT\n.end\n";
  for (int behind = 0; behind < 2; behind++) {
    char full[600];
    snprintf(full, sizeof full, text, behind ? "LDG.E.SYS R5, [R2+0x8]\nIADD3 R4, R4, R5, RZ\n" : "");
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", l1, 1, 3000, 0);
    wt_addr buf = kit_alloc(s, 8, NULL);
    wt_status st = kit_launch(s, kit_text(s, full, "behind"), 1, 1, &buf, 1);
    ck_assert_msg(st == (behind ? WT_FAULT : WT_OK), "%s", wt_error(s));
    if (behind) ck_assert_msg(strstr(wt_error(s), "memory fault: address outside every allocation") != NULL, "%s", wt_error(s));
    wt_session_close(s);
  }
}
END_TEST

/* GROUPING=dwr: of a large warp's access the sub-warp and its lane are named. */
START_TEST(a_fault_names_the_sub_warp) {
  static const char text[] = ".kernel k\n.regs 24\n.params 8, 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nS2R R0, SR_TID.X\n"
                             "ISETP.EQ.AND P0, PT, R0, 0x5, PT\n@P0 IADD3 R2, R2, 0x40, RZ\nLDG.E.SYS R4, [R2]\nIADD3 R4, R4, 0x1, RZ\nEXIT\n.end\n";
  static const char *const dwr[] = {"L1_BYTES=1024", "L1_PRT=2", "GROUPING=dwr", "COAL_BYTES=32", NULL};
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", dwr, 1, 3000, 0);
  wt_addr buf = kit_alloc(s, 8, NULL);
  ck_assert_int_eq(kit_launch(s, kit_text(s, text, "who"), 1, 8, &buf, 1), WT_FAULT);
  ck_assert_msg(strstr(wt_error(s), "warp 1 lane 1") != NULL, "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

/* The part of the statistics of a program that is about the cache; one piece to free. beside: blocks whose RTL runs in lock-step, or NULL. */
static char *counted(const char *text, const char *const *set, const char *beside) {
  wt_session *s = kit_open(beside ? WT_BACKEND_COSIM : WT_BACKEND_C, "tiny", set, 1, 3000, 0);
  if (beside) ck_assert_msg(wt_set_beside(s, beside) == WT_OK, "%s", wt_error(s));
  wt_addr buf = kit_alloc(s, 256, NULL);
  ck_assert_msg(kit_launch(s, kit_text(s, text, "l1"), 1, 4, &buf, 1) == WT_OK, "%s", wt_error(s));
  char *json = NULL;
  size_t n;
  FILE *f = open_memstream(&json, &n);
  ck_assert_int_eq(wt_stats_json(s, f), WT_OK);
  fclose(f);
  wt_session_close(s);
  char *at = strstr(json, "\"l1\"");
  ck_assert_ptr_nonnull(at);
  at = strdup(at);
  free(json);
  return at;
}
START_TEST(statistics_count_what_became_of_the_loads) {
  char *at = counted(program, l1, NULL);
  ck_assert_msg(strstr(at, "\"hits\": 2") && strstr(at, "\"misses\": 2") && strstr(at, "\"merges\": 0") && strstr(at, "\"hit_rate\": 0.5"), "%s", at);
  free(at);
}
END_TEST

/* CCTL waits for nothing, and takes its turn in the unit: the load before it finds its line, the load behind it does not. It is done by the lanes that its
 * guard leaves: by some of them as by all, by none not at all. The
 * first shape in lock-step. */
START_TEST(cctl_empties_the_cache_in_the_order_of_the_unit) {
  static const char *const shapes[][4] = {
    {"L1_BYTES=1024"}, {"L1_BYTES=1024", "REPLAY=replay"}, {"L1_BYTES=1024", "GROUPING=dwr"}, {"L1_BYTES=1024", "SCOREBOARD=coon"}};
  static const struct {
    const char *below, *hits, *misses; /* lanes of a number below this do it */
  } t[] = {{"0x4", "\"hits\": 1", "\"misses\": 2"}, {"0x1", "\"hits\": 1", "\"misses\": 2"}, {"0x0", "\"hits\": 2", "\"misses\": 1"}};
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    char text[600];
    snprintf(text, sizeof text,
             ".kernel k\n.regs 24\n.params 8, 8\nS2R R0, SR_TID.X\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nISETP.LT.AND P0, PT, R0, %s, PT\n"
             "LDG.E.SYS R4, [R2]\nIADD3 R4, R4, 0x1, RZ\nLDG.E.SYS R5, [R2]\n@P0 CCTL.IVALL\nLDG.E.SYS R6, [R2]\nIADD3 R5, R5, R6, RZ\nEXIT\n.end\n",
             t[i].below);
    char *at = counted(text, shapes[_i], _i ? NULL : "decode,lsu,l1d");
    ck_assert_msg(strstr(at, t[i].hits) && strstr(at, t[i].misses), "lanes below %s: %s", t[i].below, at);
    free(at);
  }
}
END_TEST

/* Kernels of the compiler, with spills, atomics and strided accesses, against their host references and the oracle. */
static wt_cases cases;
static const char *const caches[][8] = {
  {"L1_BYTES=2048", "L1_LINE=32", "COAL_BYTES=32", "L1_PRT=3", "L1_WAYS=4"},
  {"L1_BYTES=768", "L1_LINE=64", "COAL_BYTES=32", "L1_PRT=2", "L1_WAYS=3", "L1_ALLOC=fill", "L1_INDEX=xor"},
  {"L1_BYTES=4096", "L1_LINE=64", "COAL_BYTES=64", "L1_SECTOR=64", "L1_WRITE=evict", "MEM_MODEL=l2dram"},
  {"L1_BYTES=2048", "L1_PRT=3", "GROUPING=dwr", "DIVERGENCE=simt_stack"},
  {"L1_BYTES=1024", "L1_LINE=32", "GROUPING=dwr", "DWR_SUBWARPS=4", "COAL_BYTES=32", "L1_ALLOC=fill", "MEM_MODEL=l2dram"}};
enum { CACHES = sizeof caches / sizeof *caches };
START_TEST(kernels_end_as_they_must_with_lines_of_every_size_and_large_warps) {
  static const char *const names[] = {"nqueens", "localsort", "deep6", "atomics", "transpose", "spmv", "bytes", "matmul"};
  char msg[2000];
  unsigned ran = 0;
  ck_assert_int_eq(wt_cases_load(&cases, NULL, NULL), 0);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const wt_case *c = wt_cases_find(&cases, names[i]);
    ck_assert_msg(c != NULL, "%s", names[i]);
    wt_session *s = kit_open(WT_BACKEND_C, "small", caches[_i], 1, 20000000, 0);
    wt_set_output(s, NULL), wt_set_mismatch(s, NULL);
    int rc = wt_case_run(c, s, 5, msg, sizeof msg);
    ck_assert_msg(!rc || (strstr(caches[_i][2], "GROUPING") && strstr(msg, "is for warps of 32")), "%s: %s", names[i], msg);
    ran += !rc;
    wt_session_close(s);
  }
  ck_assert_uint_ge(ran, 7);
  wt_cases_free(&cases);
}
END_TEST

/* A chase of pointers through lines that are there: cycles between two reads of the clock, in which eight loads follow each other. */
static uint32_t chased(const char *load, const char *lat, int cosim) {
  const char *const set[] = {"L1_BYTES=1024", "MEM_LAT=300", lat, NULL};
  char text[1500];
  int n =
    snprintf(text, sizeof text, ".kernel chase\n.regs 24\n.params 8, 8\nMOV R4, c[0x0][0x160]\nMOV R5, c[0x0][0x164]\nMOV R2, R4\nMOV R3, R5\n");
  for (unsigned k = 0; k < 12; k++) { /* once around, then twice in the bracket */
    if (k == 4) n += snprintf(text + n, sizeof text - (size_t)n, "IADD3 R10, R4, RZ, RZ\nS2R R8, SR_CLOCKLO\n");
    n += snprintf(text + n, sizeof text - (size_t)n, "%s R4, [R4]\n", load);
  }
  snprintf(text + n, sizeof text - (size_t)n,
           "IADD3 R10, R4, RZ, RZ\nS2R R9, SR_CLOCKLO\nIADD3 R11, R9, -R8, RZ\nSTG.E.SYS [R2+0x8], R11\nSTG.E.SYS [R2+0xc], R4\nEXIT\n.end\n");
  wt_session *s = kit_open(cosim ? WT_BACKEND_COSIM : WT_BACKEND_C, "tiny", set, 1, 20000, 0);
  if (cosim) ck_assert_msg(wt_set_beside(s, "lsu,l1d") == WT_OK, "%s", wt_error(s));
  uint64_t lines[4 * 16] = {0};
  wt_addr buf = kit_alloc(s, sizeof lines, NULL);
  for (unsigned k = 0; k < 4; k++) lines[16 * k] = buf + 128 * ((k + 1) % 4);
  ck_assert_int_eq(wt_copy_in(s, buf, lines, sizeof lines), WT_OK);
  ck_assert_msg(kit_launch(s, kit_text(s, text, "chase"), 1, 1, &buf, 1) == WT_OK, "%s: %s", load, wt_error(s));
  uint32_t got[2];
  ck_assert_int_eq(wt_copy_out(s, got, buf + 8, sizeof got), WT_OK);
  ck_assert_uint_eq(got[1], (uint32_t)buf); /* three times around */
  wt_session_close(s);
  return got[0];
}
START_TEST(a_chase_with_loads_of_a_cta_is_one_of_hits) {
  static const char *const near[] = {"LDG.E.64.STRONG.CTA", "LDG.E.64.STRONG.SM", "LD.E.64.STRONG.CTA", "LDG.E.64.CONSTANT.SYS"};
  static const char *const far[] = {"LDG.E.64.STRONG.GPU", "LDG.E.64.STRONG.SYS", "LDG.E.64.MMIO.SYS", "LD.E.64.STRONG.GPU"};
  const uint32_t weak = chased("LDG.E.64.SYS", "L1_LAT=8", 0), beyond = chased(far[0], "L1_LAT=8", 0);
  ck_assert_uint_eq(chased("LDG.E.64.SYS", "L1_LAT=19", 0), weak + 8 * 11);
  for (unsigned k = 0; k < 4; k++) {
    ck_assert_msg(chased(near[k], "L1_LAT=8", 0) == weak, "%s", near[k]);
    ck_assert_msg(chased(near[k], "L1_LAT=19", 0) == weak + 8 * 11, "%s", near[k]);
    ck_assert_msg(chased(far[k], "L1_LAT=8", 0) == beyond && chased(far[k], "L1_LAT=19", 0) == beyond, "%s", far[k]);
  }
  ck_assert_uint_gt(beyond, weak + 8 * 280);
  ck_assert_uint_eq(chased(near[0], "L1_LAT=8", 1), weak);
}
END_TEST

START_TEST(geometry_that_cannot_be_is_one_line) {
  static const struct {
    const char *set[5], *text;
  } rows[] = {
    {{"L1_BYTES=16000"},
     "illegal shape: L1_BYTES must be a power of two times L1_LINE * L1_WAYS: the number of sets is a power of two (L1_BYTES=16000, L1_LINE=128, "
     "L1_WAYS=4)"},
    {{"L1_BYTES=16384", "L1_WAYS=3"}, "(L1_BYTES=16384, L1_LINE=128, L1_WAYS=3)"},
    {{"L1_BYTES=256", "L1_LINE=128"}, "(L1_BYTES=256, L1_LINE=128, L1_WAYS=4)"},
    {{"L1_BYTES=16384", "L1_LINE=64", "COAL_BYTES=64", "L1_SECTOR=128"},
     "illegal shape: L1_SECTOR is at most L1_LINE: sectors are parts of a line (L1_SECTOR=128, L1_LINE=64)"},
    {{"L1_BYTES=16384", "L1_LINE=64"},
     "illegal shape: L1_LINE is at least COAL_BYTES: a request lies in one line of the cache (L1_LINE=64, COAL_BYTES=128)"},
    {{"L1_BYTES=16384", "L1_LINE=48"}, "--set L1_LINE=48: illegal value; use a power of two from 32 to 128"},
    {{"L1_BYTES=16384", "L1_SECTOR=48"}, "--set L1_SECTOR=48: illegal value; use a power of two from 32 to 128"},
    {{"L1_BYTES=16384", "L1_WAYS=17"}, "--set L1_WAYS=17: illegal value; use a number from 1 to 16"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    wt_options o = {WT_BACKEND_C, "small", rows[i].set, 1, 0, 0};
    wt_session *s;
    ck_assert_int_eq(wt_session_open(&o, &s), WT_USAGE);
    ck_assert_msg(strstr(wt_error(NULL), rows[i].text) != NULL && !strchr(wt_error(NULL), '\n'), "%s", wt_error(NULL));
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("l1");
  TCase *tc = tcase_create("l1");
  tcase_set_timeout(tc, 60);
  tcase_add_loop_test(tc, the_truth_is_taken, 0, 3);
  tcase_add_loop_test(tc, kernels_end_as_they_must_with_lines_of_every_size_and_large_warps, 0, CACHES);
  tcase_add_loop_test(tc, every_lie_is_found, 0, 5);
  tcase_add_test(tc, a_fence_that_does_not_wait_is_found);
  tcase_add_test(tc, a_load_behind_an_allocation_faults_also_when_it_hits);
  tcase_add_test(tc, a_fault_names_the_sub_warp);
  tcase_add_test(tc, statistics_count_what_became_of_the_loads);
  tcase_add_loop_test(tc, cctl_empties_the_cache_in_the_order_of_the_unit, 0, 4);
  tcase_add_test(tc, a_chase_with_loads_of_a_cta_is_one_of_hits);
  tcase_add_test(tc, geometry_that_cannot_be_is_one_line);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
