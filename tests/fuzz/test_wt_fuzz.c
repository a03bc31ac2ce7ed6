/* test_wt_fuzz.c - the fuzzers' seeds and what they or a reader found, without AFL++: no crash, no hang, and what the fuzzers check holds. */
#include <stdio.h>

#include "tests/suite.h"

/* Inputs of a kind, seen from the root, to its fuzzer; its exit status. */
static int fuzzer(const char *kind, const char *files) {
  char cmd[1000];
  snprintf(cmd, sizeof cmd,
           "cd " WT_ROOT " && b=$(cd " WT_BUILD " && pwd) && d=$b/fuzz_place && mkdir -p $d && cp tests/isa/data/loader.cubin $d/a.cubin && "
           "cp tests/kernels/vecadd.cubin tests/kernels/manifest.json tests/asm/vecadd.sass $d/ && head -c 4000 /dev/zero >$d/z.bin && "
           "f=$(readlink -f %s) && cd $d && WT_QUIET=1 $b/fuzz_inputs %s $f >said 2>&1 || { tail -n 3 $d/said; exit 1; }",
           files, kind);
  return system(cmd);
}

static const char *const kinds[] = {"cubin", "sass", "program", "suite", "cmd"};
START_TEST(seeds) {
  char files[200];
  snprintf(files, sizeof files, "tests/fuzz/seeds/%s/*", kinds[_i]);
  ck_assert_int_eq(fuzzer(kinds[_i], files), 0);
}
END_TEST

/* An input that ends in a signal fails: the fuzzer's own check of that. */
START_TEST(a_fuzzer_can_fail) { ck_assert_int_ne(fuzzer("no_such_kind", "Makefile"), 0); }
END_TEST

/* All the --arg and --symbol options that are taken, each with a file, and one file more: the kernel. */
START_TEST(as_many_files_as_a_launch_can_name) {
  FILE *f = fopen(WT_BUILD "/many_files", "w");
  ck_assert_ptr_nonnull(f);
  fputs("run\nvecadd.cubin\n--trace\n/dev/null", f);
  for (int i = 0; i < 64; i++) fputs("\n--arg\nin:z.bin\n--symbol\nx:in:z.bin", f);
  fclose(f);
  ck_assert_int_eq(fuzzer("cmd", WT_BUILD "/many_files"), 0);
  ck_assert_int_eq(system("cd " WT_ROOT " && grep -q 'has no variable x' " WT_BUILD "/fuzz_place/said"), 0);
}
END_TEST

int main(void) {
  Suite *s = suite_create("fuzz");
  TCase *t = tcase_create("inputs");
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, seeds, 0, 5);
  tcase_add_test(t, a_fuzzer_can_fail);
  tcase_add_test(t, as_many_files_as_a_launch_can_name);
  suite_add_tcase(s, t);
  return suite_run(s);
}
