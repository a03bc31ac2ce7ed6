/* wt_onehot_index: every one-hot word, and no bit. */
#include "tests/lib/lib_bench.h"

static const unsigned widths[] = {1, 2, 3, 5, 8, 10, 31, 32, 33, 64};
enum { WIDTHS = sizeof widths / sizeof *widths };

START_TEST(number_of_every_one_hot_word) {
  lib_bench b = {.part = "wt_onehot_index"};
  for (unsigned k = 0; k < WIDTHS; k++) {
    lib_add(&b, ".N(%u), .W(%u)", widths[k], lib_clog2(widths[k]));
    lib_port_add(&b, k, 'i', "oh", widths[k]), lib_port_add(&b, k, 'o', "no", lib_clog2(widths[k]));
  }
  lib_open(&b);
  for (unsigned k = 0; k < WIDTHS; k++)
    for (unsigned i = 0; i <= widths[k]; i++) { /* i = width: no bit */
      lib_put(&b, k, "oh", i < widths[k] ? UINT64_C(1) << i : 0);
      lib_settle(&b);
      ck_assert_uint_eq(lib_get(&b, k, "no"), i < widths[k] ? i : 0);
    }
  lib_close(&b);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, number_of_every_one_hot_word); }
int main(void) { return lib_main("wt_onehot_index", add); }
