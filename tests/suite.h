/* suite.h - runs a Check suite to its exit status. */
#ifndef WT_SUITE_H
#define WT_SUITE_H
#include <check.h>
#include <stdlib.h>

static inline int suite_run(Suite *s) {
  SRunner *sr = srunner_create(s);
  srunner_run_all(sr, CK_NORMAL);
  int bad = srunner_ntests_failed(sr);
  srunner_free(sr);
  return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
#endif
