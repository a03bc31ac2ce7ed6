/* wt_popcount: every word up to 12 bits, random words above. */
#include "tests/lib/lib_bench.h"

START_TEST(set_bits_are_counted) {
  static const unsigned widths[] = {1, 2, 3, 7, 8, 12, 32, 33, 64};
  enum { WIDTHS = sizeof widths / sizeof *widths };
  lib_bench b = {.part = "wt_popcount"};
  uint64_t seed = 3;
  for (unsigned k = 0; k < WIDTHS; k++) {
    lib_add(&b, ".N(%u), .W(%u)", widths[k], lib_clog2(widths[k] + 1));
    lib_port_add(&b, k, 'i', "x", widths[k]), lib_port_add(&b, k, 'o', "n", lib_clog2(widths[k] + 1));
  }
  lib_open(&b);
  for (unsigned k = 0; k < WIDTHS; k++) {
    uint64_t words = widths[k] <= 12 ? UINT64_C(1) << widths[k] : 5000;
    for (uint64_t i = 0; i < words; i++) {
      uint64_t x = widths[k] <= 12 ? i : i < 2 ? lib_mask(widths[k]) * i : lib_random(&seed) & lib_mask(widths[k]), want = 0;
      for (unsigned j = 0; j < widths[k]; j++) want += x >> j & 1;
      lib_put(&b, k, "x", x);
      lib_settle(&b);
      ck_assert_uint_eq(lib_get(&b, k, "n"), want);
    }
  }
  lib_close(&b);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, set_bits_are_counted); }
int main(void) { return lib_main("wt_popcount", add); }
