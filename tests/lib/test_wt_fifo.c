/* wt_fifo: random pushes and pops against a queue; full, empty, and both at once are reached at every depth. */
#include "tests/lib/lib_bench.h"

static const struct { unsigned depth, w; } sizes[] = {{1, 1}, {2, 8}, {3, 33}, {4, 64}, {7, 5}};
enum { SIZES = sizeof sizes / sizeof *sizes, CYCLES = 4000 };

START_TEST(words_leave_in_order) {
  lib_bench b = {.part = "wt_fifo"};
  uint64_t seed = 23;
  for (unsigned k = 0; k < SIZES; k++) {
    unsigned cw = lib_clog2(sizes[k].depth + 1);
    lib_add(&b, ".Depth(%u), .W(%u), .CW(%u)", sizes[k].depth, sizes[k].w, cw);
    lib_port_add(&b, k, 'i', "in_valid", 1), lib_port_add(&b, k, 'o', "in_ready", 1);
    lib_port_add(&b, k, 'i', "in_data", sizes[k].w), lib_port_add(&b, k, 'o', "out_valid", 1);
    lib_port_add(&b, k, 'i', "out_ready", 1), lib_port_add(&b, k, 'o', "out_data", sizes[k].w);
    lib_port_add(&b, k, 'o', "count", cw), lib_port_add(&b, k, 'o', "words", sizes[k].depth * sizes[k].w);
  }
  lib_open(&b);
  lib_reset(&b);
  for (unsigned k = 0; k < SIZES; k++) {
    unsigned n = 0, full = 0, empty = 0, both = 0;
    uint64_t q[8];
    for (unsigned i = 0; i < CYCLES; i++) {
      unsigned lean = i / 64 % 3; /* phases that fill, drain, and neither */
      uint64_t push = lib_random(&seed) % 4 > (lean == 1 ? 2 : 0), pop = lib_random(&seed) % 4 > (lean == 0 ? 2 : 0);
      uint64_t d = lib_random(&seed) & lib_mask(sizes[k].w);
      lib_put(&b, k, "in_valid", push), lib_put(&b, k, "in_data", d), lib_put(&b, k, "out_ready", pop);
      lib_settle(&b);
      ck_assert_uint_eq(lib_get(&b, k, "in_ready"), n < sizes[k].depth);
      ck_assert_uint_eq(lib_get(&b, k, "out_valid"), n > 0);
      ck_assert_uint_eq(lib_get(&b, k, "out_data"), n ? q[0] : 0);
      ck_assert_uint_eq(lib_get(&b, k, "count"), n);
      for (unsigned j = 0; j < n; j++) ck_assert_uint_eq(lib_get_at(&b, k, "words", j * sizes[k].w, sizes[k].w), q[j]);
      full += n == sizes[k].depth, empty += n == 0;
      lib_clock(&b);
      push = push && n < sizes[k].depth, pop = pop && n > 0;
      both += push && pop;
      if (pop) n--, memmove(q, q + 1, n * sizeof *q);
      if (push) q[n++] = d;
    }
    ck_assert(full > 50 && empty > 50 && (both > 50 || sizes[k].depth == 1));
    lib_put(&b, k, "in_valid", 0), lib_put(&b, k, "out_ready", 0);
  }
  lib_close(&b);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, words_leave_in_order); }
int main(void) { return lib_main("wt_fifo", add); }
