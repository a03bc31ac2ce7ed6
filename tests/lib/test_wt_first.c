/* wt_first: every word up to 10 bits, random words above; the reference counts up, one bit at a time. */
#include "tests/lib/lib_bench.h"

static const unsigned widths[] = {1, 2, 3, 5, 8, 10, 31, 32, 33, 64};
enum { WIDTHS = sizeof widths / sizeof *widths, EXHAUSTIVE = 10, DRAWS = 4000 };

static unsigned lowest(uint64_t x) { /* x is not 0 */
  unsigned i = 0;
  while (!(x >> i & 1)) i++;
  return i;
}

START_TEST(lowest_bit_of_every_word) {
  lib_bench b = {.part = "wt_first"};
  uint64_t seed = 7;
  for (unsigned k = 0; k < WIDTHS; k++) {
    lib_add(&b, ".N(%u)", widths[k]);
    lib_port_add(&b, k, 'i', "x", widths[k]), lib_port_add(&b, k, 'o', "oh", widths[k]);
  }
  lib_open(&b);
  for (unsigned k = 0; k < WIDTHS; k++) {
    unsigned n = widths[k];
    uint64_t words = n <= EXHAUSTIVE ? UINT64_C(1) << n : DRAWS;
    for (uint64_t i = 0; i < words; i++) {
      uint64_t x = n <= EXHAUSTIVE ? i : lib_draw(&seed) & lib_mask(n);
      lib_put(&b, k, "x", x);
      lib_settle(&b);
      ck_assert_uint_eq(lib_get(&b, k, "oh"), x ? UINT64_C(1) << lowest(x) : 0);
    }
  }
  lib_close(&b);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, lowest_bit_of_every_word); }
int main(void) { return lib_main("wt_first", add); }
