/* wt_ram_1rw: random reads, partial writes and idle cycles against an array; rows count once all their parts were written. */
#include "tests/lib/lib_bench.h"

static const struct { unsigned rows, w, parts; } sizes[] = {{1, 8, 1}, {2, 8, 1}, {3, 8, 8}, {5, 32, 4}, {16, 64, 2}, {33, 12, 3}};
enum { SIZES = sizeof sizes / sizeof *sizes, CYCLES = 3000 };

START_TEST(rows_keep_what_was_written) {
  lib_bench b = {.part = "wt_ram_1rw"};
  uint64_t seed = 17;
  for (unsigned k = 0; k < SIZES; k++) {
    unsigned a = lib_clog2(sizes[k].rows);
    lib_add(&b, ".Rows(%u), .A(%u), .W(%u), .Parts(%u)", sizes[k].rows, a, sizes[k].w, sizes[k].parts);
    lib_port_add(&b, k, 'i', "en", 1), lib_port_add(&b, k, 'i', "we", sizes[k].parts), lib_port_add(&b, k, 'i', "addr", a);
    lib_port_add(&b, k, 'i', "d", sizes[k].w), lib_port_add(&b, k, 'o', "q", sizes[k].w);
  }
  lib_open(&b);
  lib_settle(&b);
  for (unsigned k = 0; k < SIZES; k++) {
    unsigned p = sizes[k].w / sizes[k].parts, reads = 0;
    uint64_t row[64] = {0}, known[64] = {0}, q = 0, q_known = 0;
    for (unsigned i = 0; i < CYCLES; i++) {
      uint64_t en = lib_random(&seed) % 4 != 0, we = lib_random(&seed) % 2 ? 0 : lib_random(&seed) & lib_mask(sizes[k].parts);
      uint64_t addr = lib_random(&seed) % sizes[k].rows, d = lib_random(&seed) & lib_mask(sizes[k].w);
      lib_put(&b, k, "en", en), lib_put(&b, k, "we", we), lib_put(&b, k, "addr", addr), lib_put(&b, k, "d", d);
      lib_settle(&b);
      lib_clock(&b);
      if (en && !we) q = row[addr], q_known = known[addr], reads += q_known != 0;
      for (unsigned j = 0; en && j < sizes[k].parts; j++)
        if (we >> j & 1) {
          uint64_t m = lib_mask(p) << j * p;
          row[addr] = (row[addr] & ~m) | (d & m), known[addr] |= m;
        }
      ck_assert_msg((lib_get(&b, k, "q") & q_known) == (q & q_known), "size %u, cycle %u", k, i);
    }
    ck_assert_uint_gt(reads, CYCLES / 8);
    lib_put(&b, k, "en", 0);
  }
  lib_close(&b);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, rows_keep_what_was_written); }
int main(void) { return lib_main("wt_ram_1rw", add); }
