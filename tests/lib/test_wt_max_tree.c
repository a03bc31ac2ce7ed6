/* wt_max_tree: every choice of a few small entries, random ones above. */
#include "tests/lib/lib_bench.h"

/* best and top by their definition */
static void max_of(unsigned n, const uint64_t *v, uint64_t among, uint64_t *best, uint64_t *top) {
  *best = *top = 0;
  for (unsigned i = 0; i < n; i++) {
    if (!(among >> i & 1)) continue;
    if (!*best || v[i] > *top) *best = 0, *top = v[i];
    if (v[i] == *top) *best |= UINT64_C(1) << i;
  }
}

START_TEST(all_entries_with_the_highest_value) {
  static const struct { unsigned n, w; } sizes[] = {{1, 1}, {2, 2}, {3, 2}, {4, 2}, {5, 1}, {7, 9}, {8, 33}, {32, 32}, {33, 4}, {64, 12}};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  lib_bench b = {.part = "wt_max_tree"};
  uint64_t seed = 5;
  for (unsigned k = 0; k < SIZES; k++) {
    lib_add(&b, ".N(%u), .W(%u)", sizes[k].n, sizes[k].w);
    lib_port_add(&b, k, 'i', "among", sizes[k].n), lib_port_add(&b, k, 'i', "value", sizes[k].n * sizes[k].w);
    lib_port_add(&b, k, 'o', "best", sizes[k].n), lib_port_add(&b, k, 'o', "top", sizes[k].w);
  }
  lib_open(&b);
  for (unsigned k = 0; k < SIZES; k++) {
    unsigned n = sizes[k].n, w = sizes[k].w, bits = n * (w + 1);
    uint64_t cases = bits <= 12 ? UINT64_C(1) << bits : 3000;
    for (uint64_t i = 0; i < cases; i++) {
      uint64_t v[64], among = 0, best, top, few = lib_random(&seed) % 4;
      for (unsigned e = 0; e < n; e++) {
        uint64_t draw = bits <= 12 ? i >> e * (w + 1) : lib_random(&seed);
        among |= (draw & 1) << e;
        v[e] = draw >> 1 & lib_mask(w);
        if (bits > 12 && few) v[e] &= lib_mask((unsigned)few); /* equal values are frequent */
        lib_put_at(&b, k, "value", e * w, w, v[e]);
      }
      lib_put(&b, k, "among", among);
      lib_settle(&b);
      max_of(n, v, among, &best, &top);
      ck_assert_uint_eq(lib_get(&b, k, "best"), best);
      ck_assert_uint_eq(lib_get(&b, k, "top"), top);
    }
  }
  lib_close(&b);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, all_entries_with_the_highest_value); }
int main(void) { return lib_main("wt_max_tree", add); }
