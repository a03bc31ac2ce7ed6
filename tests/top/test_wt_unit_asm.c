/* test_wt_unit_asm.c - programs of tests/asm that tell the control-flow units apart, and rings of paths that wait for each other: under
 * which units they end, and how the others are stopped. On the C twin with the oracle in tandem, and again in lock-step: both twins come
 * to the same verdict in the same cycle.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/wt_rtl.h"
#include "tests/beside_kit.h"
#include "tests/kernel_kit.h"

enum { BLOCK = 64, STRIDE = 1024, MAX_KEYS = 5 };

/* One CTA on small; `text` instead of the file name.sass if not NULL. Status; verdict, cycles and message in v. */
static wt_status run(const char *name, const char *text, const char *const *set, wt_backend backend, char *v, size_t n) {
  char path[1024];
  wt_session *s = kit_open(backend, "small", set, 1, 1000000, 0);
  kit_beside(s, backend, "small");
  wt_addr buf = kit_alloc(s, (size_t)BLOCK * STRIDE, NULL);
  snprintf(path, sizeof path, "%s/tests/asm/%s.sass", wt_root(), name);
  wt_set_invariants(s, 2);
  wt_status st = kit_launch(s, text ? kit_text(s, text, name) : kit_file(s, path), 1, BLOCK, &buf, 1);
  snprintf(v, n, "%s, %llu cycles: %.1500s", wt_verdict(s), (unsigned long long)wt_stats(s)->cycles, st ? wt_error(s) : "");
  wt_session_close(s);
  return st;
}

static const struct {
  const char *program, *set[MAX_KEYS + 1];
  wt_status status;
  const char *word;
} cases[] = {
  /* YIELD of strict Hanoi reaches the two upper entries only; on a stack the top spins for ever. A chain ends where progress is promised. */
  {"chain4", {"DIVERGENCE=hanoi"}, WT_NO_END, "livelock"},
  {"chain4", {"DIVERGENCE=simt_stack"}, WT_NO_END, "livelock"},
  {"chain4", {"DIVERGENCE=simt_stack", "STACK_RPC=bssy"}, WT_NO_END, "livelock"},
  {"chain4", {"DIVERGENCE=hanoi_yr"}, WT_OK, "ok"},
  {"chain4", {"DIVERGENCE=hanoi_yr", "YIELD_RELEASE=0", "FORCE=0"}, WT_OK, "ok"},
  {"chain4", {"DIVERGENCE=barrier"}, WT_OK, "ok"},
  {"chain4", {"DIVERGENCE=barrier", "PATH_POLICY=rr"}, WT_OK, "ok"},
  {"chain4", {"DIVERGENCE=barrier", "PATH_POLICY=oldest", "FORCE=0"}, WT_OK, "ok"},
  {"chain4", {"DIVERGENCE=barrier", "PATH_POLICY=minpc", "CB_MASKS=lane"}, WT_OK, "ok"},
  {"chain4", {"DIVERGENCE=multipath"}, WT_OK, "ok"},
  {"chain4", {"DIVERGENCE=multipath", "PATH_POLICY=rr"}, WT_OK, "ok"},
  {"chain4", {"DIVERGENCE=multipath", "RPC_DELAY=yield"}, WT_OK, "ok"},
  {"chain4", {"DIVERGENCE=multipath", "RPC_DELAY=static"}, WT_OK, "ok"},
  /* the top of REC is the only point that strict Hanoi tests */
  {"late_point", {"DIVERGENCE=hanoi"}, WT_NO_END, "deadlock"},
  {"late_point", {"DIVERGENCE=hanoi", "REC_DEPTH=63"}, WT_NO_END, "deadlock"},
  {"late_point", {"DIVERGENCE=simt_stack", "STACK_RPC=bssy"}, WT_UNSUPPORTED, "WARPSYNC"},
  {"late_point", {"DIVERGENCE=simt_stack"}, WT_OK, "ok"},
  {"late_point", {"DIVERGENCE=hanoi_yr", "FORCE=0"}, WT_OK, "ok"},
  {"late_point", {"DIVERGENCE=barrier", "FORCE=0"}, WT_OK, "ok"},
  {"late_point", {"DIVERGENCE=barrier", "CB_MASKS=lane"}, WT_OK, "ok"},
  {"late_point", {"DIVERGENCE=multipath"}, WT_OK, "ok"},
  /* a lane waits at the outer point, the others at the inner one for it: one resume pc is too few, and only FORCE parts them */
  {"no_break", {"DIVERGENCE=hanoi"}, WT_DIFF, "its own next pc"},
  {"no_break", {"DIVERGENCE=hanoi_yr", "FORCE=0"}, WT_NO_END, "deadlock"},
  {"no_break", {"DIVERGENCE=barrier", "FORCE=0"}, WT_NO_END, "deadlock"},
  {"no_break", {"DIVERGENCE=hanoi_yr"}, WT_OK, "ok"},
  {"no_break", {"DIVERGENCE=barrier"}, WT_OK, "ok"},
  {"no_break", {"DIVERGENCE=barrier", "CB_MASKS=lane", "PATH_POLICY=rr"}, WT_OK, "ok"},
  {"no_break", {"DIVERGENCE=simt_stack"}, WT_OK, "ok"},
  {"no_break", {"DIVERGENCE=simt_stack", "STACK_RPC=bssy"}, WT_OK, "ok"},
  {"no_break", {"DIVERGENCE=multipath"}, WT_OK, "ok"},
  /* REC is not bounded by the lanes of a warp */
  {"rec40", {"DIVERGENCE=hanoi"}, WT_UNSUPPORTED, "reconvergence points is full"},
  {"rec40", {"DIVERGENCE=hanoi", "REC_DEPTH=63"}, WT_OK, "ok"},
  {"rec40", {"DIVERGENCE=hanoi_yr"}, WT_OK, "ok"},
  {"rec40", {"DIVERGENCE=simt_stack"}, WT_OK, "ok"},
  {"rec40", {"DIVERGENCE=barrier"}, WT_OK, "ok"},
  {"rec40", {"DIVERGENCE=multipath"}, WT_OK, "ok"},
};
enum { N_CASES = sizeof cases / sizeof *cases };

START_TEST(programs_end_or_are_stopped) {
  char v[1700];
  wt_status st = run(cases[_i].program, NULL, cases[_i].set, WT_BACKEND_C, v, sizeof v);
  ck_assert_msg(st == cases[_i].status && strstr(v, cases[_i].word), "%s, %s %s: status %d, %s", cases[_i].program, cases[_i].set[0],
                cases[_i].set[1] ? cases[_i].set[1] : "", (int)st, v);
}
END_TEST

/* The same on both twins. */
START_TEST(both_twins_come_to_the_same_verdict) {
  char c[1700], both[1700];
  if (cases[_i].set[1] && strstr(cases[_i].set[1], "REC_DEPTH")) return; /* an RTL of its own, for nothing else */
  wt_status st = run(cases[_i].program, NULL, cases[_i].set, WT_BACKEND_C, c, sizeof c);
  ck_assert_int_eq(run(cases[_i].program, NULL, cases[_i].set, WT_BACKEND_COSIM, both, sizeof both), st);
  /* whether the twins agree is said of the one, and that it is not known of the other */
  char *alone = strstr(c, "\nthe C twin runs alone here"), *agree = strstr(both, "\nboth twins agree up to this cycle");
  ck_assert_int_eq(alone != NULL, agree != NULL);
  if (alone) *alone = *agree = 0;
  ck_assert_str_eq(both, c);
}
END_TEST

/* A warp parts into n paths; path k waits in a loop with YIELD until path k - 1 has written its word, and all meet in the end. */
static char *chain(unsigned n) {
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream(&text, &len);
  fputs(".kernel ring\n.regs 24\n.params 8, 8\n"
        "  S2R R0, SR_TID.X\n  MOV R1, 0x400\n  IMAD.WIDE R2, R0, R1, c[0x0][0x160]\n"
        "  MOV R6, c[0x0][0x160]\n  MOV R7, c[0x0][0x164]\n  MOV R11, 0x1\n",
        f);
  fprintf(f, "  LOP3.LUT R10, R0, 0x%x, RZ, 0xc0, !PT\n  BSSY B0, join\n", n - 1);
  for (unsigned k = 0; k < n; k++) {
    if (k + 1 < n) fprintf(f, "  ISETP.NE.AND P0, PT, R10, 0x%x, PT\n  @P0 BRA after%u\n", k, k);
    if (k)
      fprintf(f,
              "loop%u:\n  LDG.E.STRONG.SYS R11, [R6+0x%x]\n  ISETP.NE.AND P1, PT, R11, RZ, PT\n  @P1 BRA go%u\n  YIELD\n  BRA loop%u\ngo%u:\n"
              "  IADD3 R11, R11, 0x1, RZ\n",
              k, 0x10 + 4 * (k - 1), k, k, k);
    fprintf(f, "  STG.E.STRONG.SYS [R6+0x%x], R11\n  BRA sync\n", 0x10 + 4 * k);
    if (k + 1 < n) fprintf(f, "after%u:\n", k);
  }
  fputs("sync:\n  BSYNC B0\njoin:\n  STG.E.SYS [R2+0x0], R11\n  EXIT\nstop:\n  BRA stop\n.end\n", f);
  fclose(f);
  return text;
}

static const char *const promise[][MAX_KEYS + 1] = {
  {"DIVERGENCE=hanoi_yr"}, {"DIVERGENCE=barrier"}, {"DIVERGENCE=barrier", "CB_MASKS=lane"}, {"DIVERGENCE=multipath", "RPC_DELAY=yield"}};
static const char *const orders[] = {"PATH_ORDER=majority", "PATH_ORDER=minority", "PATH_ORDER=taken"};
static const char *const policies[] = {"PATH_POLICY=block", "PATH_POLICY=minpc", "PATH_POLICY=oldest", "PATH_POLICY=rr"};

START_TEST(chains_of_any_length_end_where_progress_is_promised) {
  char v[1700];
  for (unsigned n = 4; n <= 32; n *= 2)
    for (unsigned k = 0; k < 12; k++) {
      const char *set[MAX_KEYS + 1] = {NULL};
      unsigned at = 0;
      while (promise[_i][at]) set[at] = promise[_i][at], at++;
      set[at++] = orders[k % 3], set[at++] = policies[k / 3];
      char *text = chain(n);
      wt_status st = run("ring", text, set, WT_BACKEND_C, v, sizeof v);
      free(text);
      ck_assert_msg(st == WT_OK, "%u paths under %s %s %s: %s", n, promise[_i][0], orders[k % 3], policies[k / 3], v);
    }
}
END_TEST

int main(void) {
  Suite *s = suite_create("unit_asm");
  TCase *tc = tcase_create("c_twin"), *ls = tcase_create("lock_step");
  tcase_set_timeout(tc, 600);
  tcase_set_timeout(ls, 1800);
  tcase_add_loop_test(tc, programs_end_or_are_stopped, 0, N_CASES);
  tcase_add_loop_test(tc, chains_of_any_length_end_where_progress_is_promised, 0, (int)(sizeof promise / sizeof *promise));
  tcase_add_loop_test(ls, both_twins_come_to_the_same_verdict, 0, N_CASES);
  suite_add_tcase(s, tc);
  suite_add_tcase(s, ls);
  SRunner *sr = srunner_create(s);
  srunner_run_all(sr, CK_NORMAL);
  int bad = srunner_ntests_failed(sr);
  srunner_free(sr);
  return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
