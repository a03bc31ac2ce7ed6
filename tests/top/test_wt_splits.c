/* test_wt_splits.c - splits of one warp hide each other's memory latency: two sides of a branch that both load, on a whole machine with
 * one warp (TV-30). One path at a time waits for three loads in a row, splits in turn for two, and only with a scoreboard that tells
 * them apart (SB_SPLIT): both sides load into the same register.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/beside_kit.h"
#include "tests/kernel_kit.h"

enum { THREADS = 4, STEP = 20, MAX_KEYS = 8 };

static const char program[] = ".kernel sides\n.regs 24\n.params 8, 8\n"
                              "  S2R R0, SR_TID.X\n  MOV R1, 0x4\n  IMAD.WIDE R2, R0, R1, c[0x0][0x160]\n"
                              "  LDG.E.SYS R4, [R2+0x0]\n" /* 0x30, A: load */
                              "  ISETP.GT.AND P0, PT, R4, 0x3, PT\n"
                              "  @P0 BRA b\n"                /* 0x50, A: branch */
                              "  LDG.E.SYS R10, [R2+0x20]\n" /* 0x60, C: load */
                              "  IADD3 R11, R10, R0, RZ\n"   /* 0x70, C: add */
                              "  BRA d\n"
                              "b:\n"
                              "  LDG.E.SYS R10, [R2+0x40]\n" /* 0x90, B: load */
                              "  IMAD R11, R10, R0, RZ\n"    /* 0xa0, B: multiplication */
                              "d:\n"
                              "  STG.E.SYS [R2+0x60], R11\n" /* 0xb0, D */
                              "  EXIT\n.end\n";

/* "A" load, "A" branch, ... as letters in the order of issue, and the cycle of the first load and of D's store. */
static void letters(const char *trace, char *order, unsigned *first, unsigned *store) {
  static const struct {
    unsigned pc;
    char c;
  } known[] = {{0x30, 'a'}, {0x50, 'A'}, {0x60, 'c'}, {0x70, 'C'}, {0x90, 'b'}, {0xa0, 'B'}, {0xb0, 'D'}};
  char *at = order;
  for (const char *p = trace; *p; p = strchr(p, '\n') + 1) {
    unsigned cycle, pc;
    ck_assert_int_eq(sscanf(p, "%u %*u %*s %*u %x", &cycle, &pc), 2);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
      if (known[k].pc == pc) *at++ = known[k].c;
    if (pc == 0x30) *first = cycle;
    if (pc == 0xb0) *store = cycle;
  }
  *at = 0;
}

/* Cycles from the first load to the store at the end, with memory latency `latency`. */
static unsigned run(const char *preset, const char *const *keys, unsigned latency, wt_backend backend, char *order) {
  static const uint32_t data[32] = {5, 1, 9, 2, 0, 0, 0, 0, 100, 101, 102, 103, 0, 0, 0, 0, 7, 8, 9, 10};
  uint32_t got[4];
  char lat[24], *trace = NULL;
  const char *set[MAX_KEYS + 2] = {lat};
  unsigned first = 0, store = 0;
  size_t len = 0;
  snprintf(lat, sizeof lat, "MEM_LAT=%u", latency);
  for (unsigned i = 0; keys[i]; i++) set[i + 1] = keys[i];
  wt_session *s = kit_open(backend, preset, set, 1, 100000, 0);
  kit_beside(s, backend, preset);
  wt_addr buf = kit_alloc(s, sizeof data, data);
  FILE *lines = open_memstream(&trace, &len);
  wt_set_invariants(s, 2);
  wt_set_trace(s, lines);
  ck_assert_msg(kit_launch(s, kit_text(s, program, "sides"), 1, THREADS, &buf, 1) == WT_OK, "%s", wt_error(s));
  ck_assert_int_eq(wt_copy_out(s, got, buf + 0x60, sizeof got), WT_OK);
  ck_assert(got[0] == 0 && got[1] == 102 && got[2] == 18 && got[3] == 106);
  fclose(lines);
  wt_set_trace(s, NULL);
  wt_session_close(s);
  letters(trace, order, &first, &store);
  free(trace);
  return store - first;
}

/* Order of issue, and how many loads are waited for one after the other. */
static const struct {
  const char *keys[MAX_KEYS], *order;
  unsigned loads;
} cases[] = {
  {{"DIVERGENCE=simt_stack"}, "aAbBcCD", 3},
  {{"DIVERGENCE=simt_stack", "SCOREBOARD=coon"}, "aAbBcCD", 3},
  {{"DIVERGENCE=multipath", "SCOREBOARD=coon", "SB_SPLIT=1"}, "aAbBcCD", 3}, /* block: a split runs until it has arrived */
  {{"DIVERGENCE=multipath", "PATH_POLICY=rr", "PATH_SWITCH=every"}, "aAbcBCD", 3},
  {{"DIVERGENCE=multipath", "PATH_POLICY=rr", "PATH_SWITCH=every", "SCOREBOARD=coon"}, "aAbcBCD", 3},
  {{"DIVERGENCE=multipath", "PATH_POLICY=rr", "PATH_SWITCH=every", "SCOREBOARD=coon", "SB_SPLIT=1"}, "aAbcBCD", 2},
};
enum { N_CASES = sizeof cases / sizeof *cases };

START_TEST(tv30_splits_hide_each_others_latency) {
  char order[40], again[40];
  unsigned at20 = run("tiny", cases[_i].keys, STEP, WT_BACKEND_C, order), at40 = run("tiny", cases[_i].keys, 2 * STEP, WT_BACKEND_C, again);
  ck_assert_str_eq(order, cases[_i].order);
  ck_assert_str_eq(again, order);
  ck_assert_msg(at40 - at20 == cases[_i].loads * STEP, "case %d: %u cycles with latency %d, %u with %d", _i, at20, STEP, at40, 2 * STEP);
}
END_TEST

/* On the shape that test_wt_modes has built with these keys: a warp of 32 lanes of which four run. */
START_TEST(tv30_both_twins) {
  char order[40], both[40];
  unsigned c = run("small", cases[N_CASES - 1].keys, STEP, WT_BACKEND_C, order);
  ck_assert_str_eq(order, cases[N_CASES - 1].order);
  ck_assert_uint_eq(run("small", cases[N_CASES - 1].keys, STEP, WT_BACKEND_COSIM, both), c);
  ck_assert_str_eq(both, order);
}
END_TEST

int main(void) {
  Suite *s = suite_create("splits");
  TCase *tc = tcase_create("splits");
  tcase_set_timeout(tc, 900);
  tcase_add_loop_test(tc, tv30_splits_hide_each_others_latency, 0, N_CASES);
  tcase_add_test(tc, tv30_both_twins);
  suite_add_tcase(s, tc);
  SRunner *sr = srunner_create(s);
  srunner_run_all(sr, CK_NORMAL);
  int bad = srunner_ntests_failed(sr);
  srunner_free(sr);
  return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
