/* test_wt_ureg.c - uniform registers: random lock-step. Rules: docs/blocks/operand/wt_ureg.md. */
#include "tests/block_suite.h"

START_TEST(twins_agree_on_random_traffic) { suite_random_all("ureg", 20000); }
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, twins_agree_on_random_traffic); }
int main(void) { return suite_main("wt_ureg", add); }
