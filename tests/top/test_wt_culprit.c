/* test_wt_culprit.c - the warp that the report of a difference names: that of the row's element, that the block works on, or none. */
#include <stdio.h>
#include <string.h>

#include "cosim/wt_ls_warp.h"
#include "cosim/wt_twin_rtl.h"
#include "lib/wt_home.h"
#include "lib/wt_session.h"
#include "tests/suite.h"

/* A bit of the C twin is flipped at an edge; bit: of the row of the array, or of the register. */
static const struct {
  const char *stem, *row;
  unsigned mem_row, bit;
  const char *says;                                                                                 /* NULL: no warp */
} cases[] = {{"hanoi_yr", "b_mask", 16 + 3, 0, "warp 1"},                                           /* 16 registers a warp */
             {"hanoi_yr", "b_mask", 3, 2, "warp 0"},      {"hanoi_yr", "has_path", 0, 1, "warp 1"}, /* a bit a warp */
             {"ibuffer", "count", 0, 0, "warp 0"},        {"fetch", "pc", 1, 7, "warp 1"},          {"dispatch", "x", 0, 20, NULL}};
enum { EDGE = 300 };

static unsigned edges, case_now;
static void poke(void *ctx, wt_ls *l) {
  (void)ctx;
  if (++edges != EDGE) return;
  wt_bind *b = wt_ls_find(l, cases[case_now].stem, 0, cases[case_now].row);
  ck_assert_ptr_nonnull(b);
  uint32_t row = b->row->kind == WT_ROW_MEM ? cases[case_now].mem_row : 0;
  uint8_t *v = (uint8_t *)(uintptr_t)b->c + row * wt_row_stride(b->row) + cases[case_now].bit / 8;
  *v = (uint8_t)(*v ^ 1u << cases[case_now].bit % 8);
}

START_TEST(the_report_names_the_warp_of_the_row) {
  wt_options so = {.backend = WT_BACKEND_COSIM, .preset = "tiny", .no_oracle = 1};
  wt_session *s;
  wt_module *m;
  wt_addr a, c;
  char cubin[1200];
  int32_t n = 75;
  case_now = (unsigned)_i, edges = 0;
  ck_assert_int_eq(wt_session_open(&so, &s), WT_OK);
  snprintf(cubin, sizeof cubin, "%s/tests/kernels/vecadd.cubin", wt_root());
  ck_assert_int_eq(wt_module_load(s, cubin, &m), WT_OK);
  ck_assert_int_eq(wt_alloc(s, 300, &a) | wt_alloc(s, 300, &c), WT_OK);
  ck_assert_msg(wt_session_start(s) == WT_OK, "%s", wt_error(s));
  s->x.twin->ls.poke = poke;
  wt_arg args[] = {{&a, 8}, {&a, 8}, {&c, 8}, {&n, 4}};
  wt_dims d = {.grid = {10, 1, 1}, .block = {8, 1, 1}};
  wt_status st = wt_launch(s, m, NULL, &d, args, 4);
  const char *text = wt_error(s);
  char line[32];
  ck_assert_msg(st == WT_DIFF, "%s.%s: status %d, %s", cases[_i].stem, cases[_i].row, (int)st, text);
  snprintf(line, sizeof line, "\n%s", cases[_i].says ? cases[_i].says : "warp ");
  ck_assert_msg((strstr(text, line) != NULL) == (cases[_i].says != NULL), "%s.%s: %s", cases[_i].stem, cases[_i].row, text);
  wt_session_close(s);
}
END_TEST

int main(void) {
  Suite *s = suite_create("culprit");
  TCase *tc = tcase_create("culprit");
  tcase_set_timeout(tc, 1800);
  tcase_add_loop_test(tc, the_report_names_the_warp_of_the_row, 0, sizeof cases / sizeof *cases);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
