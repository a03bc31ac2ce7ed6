/* suite.h - runs a Check suite to its exit status. */
#ifndef WT_SUITE_H
#define WT_SUITE_H
#include <check.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Check tells its parent of each assertion that holds, two system calls each; suites have tens of millions. What is lost is the last line
 * that a test which crashes has passed. */
#define _mark_point(file, line) ((void)0)

/* Bytes of the heap in use. The C library fills shelves of its own in the first rounds of a test. */
static inline size_t suite_heap(void) { return mallinfo2().uordblks; }

/* What a suite cannot try on this machine, and why: the list at the end of `make test` has it (scripts/verdicts.sh). */
static inline void suite_not_run(const char *what, const char *why) {
  printf("not run: %s: %s\n", what, why);
  fflush(stdout);
}

/* A process that leaves in the midst of a test with status 0 has passed it, Check thinks, though code that forks may have gone on where only its child
 * should: each test that comes to its end writes a byte here. */
static int suite_ends = -1;
static inline void suite_test_ends(void) {
  if (suite_ends >= 0 && write(suite_ends, "", 1) != 1) abort();
}
#undef START_TEST
#define START_TEST(name)                                                       \
  static void name##_whole(int _i CK_ATTRIBUTE_UNUSED);                        \
  static void name##_fn(int _i) { name##_whole(_i), suite_test_ends(); }       \
  static const TTest name##_ttest = {"" #name, name##_fn, __FILE__, __LINE__}; \
  static const TTest *name = &name##_ttest;                                    \
  static void name##_whole(int _i CK_ATTRIBUTE_UNUSED)

static inline int suite_run(Suite *s) {
  SRunner *sr = srunner_create(s);
  FILE *ends = tmpfile();
  suite_ends = ends ? fileno(ends) : -1;
  srunner_run_all(sr, CK_NORMAL);
  int bad = srunner_ntests_failed(sr), passed = srunner_ntests_run(sr) - bad;
  if (ends && lseek(suite_ends, 0, SEEK_END) < passed) bad = 1, printf("a test that passed has not come to its end\n");
  if (ends) fclose(ends);
  srunner_free(sr);
  return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
#endif
