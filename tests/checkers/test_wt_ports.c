/* test_wt_ports.c - every output port of every block is compared: each is broken in the RTL, its lowest and its highest bit, one at a time (a
 * build of its own with a selector, scripts/break_ports.awk), and the block's own bench must fail and name that block and port. A port that
 * nothing binds, or that is bound to the register behind it, would go unnoticed.
 */
#include <stdio.h>

#include "bench/wt_bench.h"
#include "tests/suite.h"

static const char *stems[WT_MAX_BLOCKS];
static int n_stems;

/* Runs into a difference within a few cycles; the report must name it. */
static void expect_named(wt_bench *b, const wt_blk *blk, const wt_row *row, unsigned sel, uint16_t *break_sel) {
  char block[48], port[48];
  snprintf(block, sizeof block, "wt_%s", blk->stem);
  snprintf(port, sizeof port, "%s_%s", blk->drv, row->name);
  *break_sel = 0;
  ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, 3), "unbroken: %s", b->report);
  *break_sel = (uint16_t)sel;
  ck_assert_msg(wt_bench_random(b, 1) != 0, "%s: port %s broken (selector %u), and its bench does not notice", block, port, sel);
  ck_assert_msg(strstr(b->report, block) && strstr(b->report, row->name), "%s: port %s broken, the report names another: %s", block, port, b->report);
}

START_TEST(every_broken_port_is_named) {
  char err[400];
  static const char *const cache[] = {"L1_BYTES=1024", NULL}; /* without it the shape has no such block */
  wt_bench *b = wt_bench_open(stems[_i], "tiny", strcmp(stems[_i], "l1d") ? NULL : cache, 1, err, sizeof err);
  ck_assert_msg(b != NULL, "%s: %s", stems[_i], err);
  const wt_rtl_var *v = wt_rtl_find(&b->ls.part->rtl, "TOP.TOP", "break_sel");
  ck_assert_msg(v && v->row_bytes == 2, "%s: the build has no selector", stems[_i]);
  const wt_blk *blk = wt_blk_find(b->ls.blks, stems[_i]);
  unsigned k = 0;
  *(uint16_t *)v->ptr = 0;
  ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, 200), "%s, nothing broken: %s", stems[_i], b->report);
  for (unsigned r = 0; r < blk->nrows; r++) {
    const wt_row *row = &blk->rows[r];
    if (row->kind != WT_ROW_OUT && row->kind != WT_ROW_OUTQ) continue;
    expect_named(b, blk, row, 2 * k + 1, v->ptr);
    expect_named(b, blk, row, 2 * k + 2, v->ptr);
    k++;
  }
  ck_assert_uint_gt(k, 0);
  wt_bench_close(b);
}
END_TEST

int main(void) {
  setenv("WT_BREAK_PORTS", "1", 1);
  for (const wt_block_fns *f = wt_block_table; f->stem; f++) stems[n_stems++] = f->stem;
  Suite *s = suite_create("wt_ports");
  TCase *tc = tcase_create("wt_ports");
  tcase_set_timeout(tc, 900);
  tcase_add_loop_test(tc, every_broken_port_is_named, 0, n_stems);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
