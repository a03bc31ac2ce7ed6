/* wt_overlay: against one entry written over the other. */
#include "tests/lib/lib_bench.h"

/* any and word by their definition: one entry after the other writes its bytes over those before */
static void lay(unsigned n, unsigned bytes, const uint64_t *has, const uint64_t *v, uint64_t on, uint64_t *any, uint64_t *word) {
  uint8_t x[8] = {0};
  *any = *word = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned b = 0; b < bytes && (on >> i & 1); b++)
      if (has[i] >> b & 1) *any |= UINT64_C(1) << b, x[b] = (uint8_t)(v[i] >> 8 * b);
  for (unsigned b = 0; b < bytes; b++) *word |= (uint64_t)x[b] << 8 * b;
}

/* Masks: every combination of small sizes, random ones above; the values are random. */
START_TEST(the_highest_entry_gives_each_byte) {
  static const struct { unsigned n, b; } sizes[] = {{1, 1}, {1, 3}, {2, 1}, {2, 2}, {3, 1}, {3, 3}, {5, 2}, {8, 4}, {32, 4}, {33, 1}, {64, 8}};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  lib_bench b = {.part = "wt_overlay"};
  uint64_t seed = 7;
  for (unsigned k = 0; k < SIZES; k++) {
    const unsigned n = sizes[k].n, w = sizes[k].b;
    lib_add(&b, ".N(%u), .B(%u)", n, w);
    lib_port_add(&b, k, 'i', "on", n), lib_port_add(&b, k, 'i', "has", n * w), lib_port_add(&b, k, 'i', "value", n * w * 8);
    lib_port_add(&b, k, 'o', "any", w), lib_port_add(&b, k, 'o', "word", w * 8);
  }
  lib_open(&b);
  for (unsigned k = 0; k < SIZES; k++) {
    const unsigned n = sizes[k].n, w = sizes[k].b, bits = n * (w + 1);
    const uint64_t cases = bits <= 12 ? UINT64_C(1) << bits : 2000;
    for (uint64_t i = 0; i < cases; i++) {
      uint64_t has[64], v[64], on = 0, any, word, few = lib_random(&seed) % 4;
      for (unsigned e = 0; e < n; e++) {
        const uint64_t draw = bits <= 12 ? i >> e * (w + 1) : lib_random(&seed) >> 7;
        on |= (draw & 1) << e;
        has[e] = draw >> 1 & lib_mask(w);
        v[e] = lib_random(&seed) & lib_mask(w * 8);
        for (uint64_t f = 0; bits > 12 && f < few; f++) has[e] &= lib_random(&seed); /* most bytes are one entry's alone, or nobody's */
        lib_put_at(&b, k, "has", e * w, w, has[e]), lib_put_at(&b, k, "value", e * w * 8, w * 8, v[e]);
      }
      lib_put(&b, k, "on", on);
      lib_settle(&b);
      lay(n, w, has, v, on, &any, &word);
      ck_assert_uint_eq(lib_get(&b, k, "any"), any);
      ck_assert_uint_eq(lib_get(&b, k, "word"), word);
    }
  }
  lib_close(&b);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, the_highest_entry_gives_each_byte); }
int main(void) { return lib_main("wt_overlay", add); }
