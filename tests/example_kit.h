/* example_kit.h - the example of a block in Verilog, with words of a suite in it. */
#ifndef EXAMPLE_KIT_H
#define EXAMPLE_KIT_H
#include "tests/cli_kit.h"

#define EXAMPLE WT_ROOT "/examples/block/youngest.sv"

/* Into a file of the test's folder: words in the module, behind its own, and before the module. */
static inline void example(const char *name, const char *words, const char *before) {
  char text[20000], whole[24000];
  slurp(EXAMPLE, text, sizeof text);
  char *end = strstr(text, "\nendmodule");
  ck_assert_ptr_nonnull(end);
  *end = 0;
  snprintf(whole, sizeof whole, "%s%s\n%s\nendmodule\n`default_nettype wire\n", before, text, words);
  file(name, whole, strlen(whole));
}
#endif
