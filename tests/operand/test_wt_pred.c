/* test_wt_pred.c - predicate file: random lock-step. Rules: docs/blocks/operand/wt_pred.md. */
#include "tests/block_suite.h"

START_TEST(twins_agree_on_random_traffic) { suite_random_all("pred", 20000); }
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, twins_agree_on_random_traffic); }
int main(void) { return suite_main("wt_pred", add); }
