/* wt_after: every word behind every position up to 10 bits, random words behind every position above. */
#include "tests/lib/lib_bench.h"

static const unsigned widths[] = {1, 2, 3, 5, 8, 10, 31, 32, 33, 64};
enum { WIDTHS = sizeof widths / sizeof *widths, EXHAUSTIVE = 10, DRAWS = 400 };

START_TEST(the_next_bit_going_round) {
  lib_bench b = {.part = "wt_after"};
  uint64_t seed = 11;
  for (unsigned k = 0; k < WIDTHS; k++) {
    lib_add(&b, ".N(%u), .W(%u)", widths[k], lib_clog2(widths[k]));
    lib_port_add(&b, k, 'i', "x", widths[k]), lib_port_add(&b, k, 'i', "at", lib_clog2(widths[k]));
    lib_port_add(&b, k, 'o', "found", 1), lib_port_add(&b, k, 'o', "no", lib_clog2(widths[k]));
  }
  lib_open(&b);
  for (unsigned k = 0; k < WIDTHS; k++) {
    unsigned n = widths[k];
    uint64_t words = n <= EXHAUSTIVE ? UINT64_C(1) << n : DRAWS;
    for (uint64_t i = 0; i < words; i++)
      for (unsigned at = 0; at < n; at++) {
        uint64_t x = n <= EXHAUSTIVE ? i : lib_draw(&seed) & lib_mask(n);
        unsigned want = 0;
        for (unsigned step = n; step >= 1; step--) /* the nearest is written last */
          if (x >> (at + step) % n & 1) want = (at + step) % n;
        lib_put(&b, k, "x", x), lib_put(&b, k, "at", at);
        lib_settle(&b);
        ck_assert_uint_eq(lib_get(&b, k, "found"), x != 0);
        ck_assert_msg(lib_get(&b, k, "no") == want, "%u bits, x %llx behind %u: %llu, not %u", n, (unsigned long long)x, at,
                      (unsigned long long)lib_get(&b, k, "no"), want);
      }
  }
  lib_close(&b);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, the_next_bit_going_round); }
int main(void) { return lib_main("wt_after", add); }
