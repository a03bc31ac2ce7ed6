/* suite.h - runs a Check suite to its exit status. */
#ifndef WT_SUITE_H
#define WT_SUITE_H
#include <check.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

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

static inline int suite_run(Suite *s) {
  SRunner *sr = srunner_create(s);
  srunner_run_all(sr, CK_NORMAL);
  int bad = srunner_ntests_failed(sr);
  srunner_free(sr);
  return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
#endif
