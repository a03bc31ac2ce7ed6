/* test_wt_randops.c - random programs (randops_gen.h), a group of instructions at a time: C twin with the oracle in
 * tandem, which compares every result; a share of them on both twins.
 *
 * WT_RANDOPS_COUNT: programs a group (a program has some 200 instructions in two warps), WT_RANDOPS_SEED: the first one.
 * A program that fails is left in /tmp/randops_<group>_<number>.sass.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/kernel_kit.h"
#include "tests/suite.h"
#include "tests/top/randops_gen.h"

static void programs(unsigned group, wt_backend backend, const char *preset, unsigned long count) {
  uint32_t v[RANDOPS_BYTES / 4];
  const char *from = getenv("WT_RANDOPS_SEED");
  unsigned long first = from ? strtoul(from, NULL, 0) : 1;
  uint64_t issued = 0;
  for (unsigned long seed = first; seed < first + count; seed++) {
    char *text = randops_program(seed * RANDOPS_GROUPS + group, group, 200);
    ck_assert_ptr_nonnull(text);
    wt_session *s = kit_open(backend, preset, NULL, seed, 2000000, 0);
    wt_module *m = kit_text(s, text, "random");
    randops_fill(v);
    wt_addr a = kit_alloc(s, sizeof v, v);
    wt_status st = kit_launch(s, m, 1, RANDOPS_THREADS, &a, 1);
    if (st) {
      char file[100];
      snprintf(file, sizeof file, "/tmp/randops_%s_%lu.sass", randops_group[group].name, seed);
      FILE *f = fopen(file, "w");
      if (f) fputs(text, f), fclose(f);
      ck_abort_msg("group %s, program %lu (%s): %.600s", randops_group[group].name, seed, file, wt_error(s));
    }
    issued += wt_stats(s)->warp_instructions;
    wt_session_close(s);
    free(text);
  }
  printf("%s: %lu programs, %llu warp instructions, 0 differences\n", randops_group[group].name, count, (unsigned long long)issued);
}
static unsigned long count(unsigned long otherwise) {
  const char *v = getenv("WT_RANDOPS_COUNT");
  return v ? strtoul(v, NULL, 0) : otherwise;
}

START_TEST(oracle_agrees) { programs((unsigned)_i, WT_BACKEND_C, "small", count(20)); }
END_TEST
START_TEST(twins_agree) { programs((unsigned)_i, WT_BACKEND_COSIM, "small", (count(30) + 14) / 15); }
END_TEST

int main(void) {
  randops_learn(WT_ROOT);
  Suite *s = suite_create("wt_randops");
  TCase *t = tcase_create("oracle"), *ls = tcase_create("lock_step");
  tcase_set_timeout(t, 36000);
  tcase_set_timeout(ls, 36000);
  tcase_add_loop_test(t, oracle_agrees, 0, RANDOPS_GROUPS);
  tcase_add_loop_test(ls, twins_agree, 0, RANDOPS_GROUPS);
  suite_add_tcase(s, t);
  suite_add_tcase(s, ls);
  return suite_run(s);
}
