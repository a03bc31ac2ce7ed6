/* test_wt_sreg.c - special registers: random lock-step. Rules: docs/blocks/operand/wt_sreg.md. */
#include "tests/block_suite.h"

START_TEST(twins_agree_on_random_traffic) { suite_random_all("sreg", 20000); }
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, twins_agree_on_random_traffic); }
int main(void) { return suite_main("wt_sreg", add); }
