/* wt_ram_1r1w: random reads and partial writes at the same edge against an array; a row read while it is written gives its old value. */
#include "tests/lib/lib_bench.h"

static const struct { unsigned rows, w, parts; } sizes[] = {{1, 8, 1}, {2, 8, 1}, {3, 8, 8}, {5, 32, 4}, {16, 64, 2}, {33, 12, 3}};
enum { SIZES = sizeof sizes / sizeof *sizes, CYCLES = 3000 };

START_TEST(both_ports_in_one_cycle) {
  lib_bench b = {.part = "wt_ram_1r1w"};
  uint64_t seed = 19;
  for (unsigned k = 0; k < SIZES; k++) {
    unsigned a = lib_clog2(sizes[k].rows);
    lib_add(&b, ".Rows(%u), .A(%u), .W(%u), .Parts(%u)", sizes[k].rows, a, sizes[k].w, sizes[k].parts);
    lib_port_add(&b, k, 'i', "re", 1), lib_port_add(&b, k, 'i', "raddr", a), lib_port_add(&b, k, 'o', "q", sizes[k].w);
    lib_port_add(&b, k, 'i', "we", sizes[k].parts), lib_port_add(&b, k, 'i', "waddr", a), lib_port_add(&b, k, 'i', "d", sizes[k].w);
  }
  lib_open(&b);
  lib_settle(&b);
  for (unsigned k = 0; k < SIZES; k++) {
    unsigned p = sizes[k].w / sizes[k].parts, meets = 0;
    uint64_t row[64] = {0}, known[64] = {0}, q = 0, q_known = 0;
    for (unsigned i = 0; i < CYCLES; i++) {
      uint64_t re = lib_random(&seed) % 4 != 0, we = lib_random(&seed) % 3 ? lib_random(&seed) & lib_mask(sizes[k].parts) : 0;
      uint64_t ra = lib_random(&seed) % sizes[k].rows, wa = lib_random(&seed) % 4 ? lib_random(&seed) % sizes[k].rows : ra;
      uint64_t d = lib_random(&seed) & lib_mask(sizes[k].w);
      lib_put(&b, k, "re", re), lib_put(&b, k, "raddr", ra);
      lib_put(&b, k, "we", we), lib_put(&b, k, "waddr", wa), lib_put(&b, k, "d", d);
      lib_settle(&b);
      lib_clock(&b);
      if (re) q = row[ra], q_known = known[ra], meets += q_known && we && ra == wa;
      for (unsigned j = 0; j < sizes[k].parts; j++)
        if (we >> j & 1) {
          uint64_t m = lib_mask(p) << j * p;
          row[wa] = (row[wa] & ~m) | (d & m), known[wa] |= m;
        }
      ck_assert_msg((lib_get(&b, k, "q") & q_known) == (q & q_known), "size %u, cycle %u", k, i);
    }
    ck_assert_uint_gt(meets, 100);
    lib_put(&b, k, "re", 0), lib_put(&b, k, "we", 0);
  }
  lib_close(&b);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, both_ports_in_one_cycle); }
int main(void) { return lib_main("wt_ram_1r1w", add); }
